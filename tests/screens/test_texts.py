"""Whole screens, worked out by hand for a few states."""

from __future__ import annotations

from rules.calls import PLAYS, Content, Declare, Double, Pass
from rules.cards import Card, Hand, Suit, parse_card
from rules.counting.reckon import Column, Entry, Line
from rules.counting.rubber import RubberResult
from rules.counting.standing import Standing
from rules.members import Member, Person
from rules.refusals import Forfeit
from rules.seats import BySeat, BySide, Seat, Side
from rules.table.requests import AnswerClaim, ClaimRest, CutPack, Leave
from rules.view import Cut, Open, Settled
from screens.arranged import variant_of
from screens.hand import hand_screen
from screens.last_trick_and_score import last_trick_screen, score_screen
from screens.lobby import begun_screen
from screens.result import points_screen, result_screen, tricks_screen
from screens.rubbers import rubber_lines
from screens.screen import Row, Screen
from screens.sheets import summary
from screens.table import table_screen
from screens.verify import verify_screen
from screens.words.gamebook import words_of
from screens.words.gamewords import Held
from screens.words.scores import line
from screens.words.speech import ON_PAPER
from tests.screens.screens import TABLE, buttons, labels, words
from tests.tables import ANNA, BORIS, CLARA, DAVID, Dice, Evening

NORTH, EAST, SOUTH, WEST = Seat
SEATS: BySeat[Member] = BySeat(DAVID, BORIS, CLARA, ANNA)


def names(member: Member) -> str:
    return f"@{member.alias}" if isinstance(member, Person) else member.name


def cards(text: str) -> list[Card]:
    return [parse_card(word) for word in text.split()]


class Stacked(Dice):
    """Chance that cuts and deals what it is told to."""

    def __init__(self, cuts: list[str], hands: BySeat[str]) -> None:
        super().__init__(0)
        self.cuts = [cards(cut) for cut in cuts]
        self.hands = hands

    def cards(self, count: int) -> list[Card]:
        drawn = self.cuts.pop(0)
        assert len(drawn) == count
        return drawn

    def pack(self, deal: int, at: int, salt: str) -> list[Card]:
        """South deals, so the first card is West's."""
        dealt = [cards(self.hands.of(seat)) for seat in (WEST, NORTH, EAST, SOUTH)]
        return [hand[place] for place in range(13) for hand in dealt]


HANDS = BySeat(
    north="AS TS 5S QH JH 6H KD QC JC TC 8C 5C 2C",
    east="JS 7S 4S 8H AD JD TD 9D 8D 2D AC KC 3C",
    south="KS QS 9S 8S 6S 3S 2S AH 9H 7H 3H 3D 7C",
    west="KH TH 5H 4H 2H QD 7D 6D 5D 4D 9C 6C 4C",
)


def begun(cuts: list[str] | None = None) -> Evening:
    """Clara and David cut lowest; she sits South and deals. Anna sits West, Boris East."""
    evening = Evening()
    evening.dice = Stacked(cuts or ["TC JH 6H 9D"], HANDS)
    return evening.seat(ANNA, BORIS, CLARA, DAVID).start()


def table(evening: Evening) -> Screen:
    return table_screen(evening.view(None), TABLE, names)


def hand(evening: Evening, seat: Seat, note: str = "") -> Screen:
    return hand_screen(evening.view(seat), TABLE, names, note=note)


def played(text: str) -> Evening:
    """Hearts, contre; then these cards."""
    evening = begun().cut()
    evening.do(SOUTH, Declare(Suit.HEARTS))
    evening.do(WEST, Double())
    evening.do(SOUTH, Content())
    evening.do(NORTH, Content())
    for card in cards(text):
        deal = evening.view(None).deal
        assert deal is not None
        evening.do(deal.may_act[0], PLAYS[card.index])
    return evening


def test_a_new_table_shows_its_game_and_its_chairs() -> None:
    evening = Evening().seat(ANNA)
    assert words(table(evening)) == (
        "### Biritch\n"
        "Russian Whist as printed in 1886: the dealer names trumps, the other side may say *contre*.\n"
        "-# An odd trick: biritch 10, hearts 8, diamonds 6, clubs 4, spades 2.\n"
        "1. @anna\n"
        "2. *an empty chair*\n"
        "3. *an empty chair*\n"
        "4. *an empty chair*\n"
        "-# Robots take the empty chairs when you start."
    )
    assert labels(table(evening)) == [
        "Join",
        "Leave",
        "Add a robot",
        "Play now with robots",
        "Rules",
        "Options",
    ]
    assert [button.id for button in buttons(table(evening))][-3] == f"start:{TABLE}:0"


def test_every_card_cut_and_recut_is_shown() -> None:
    evening = begun(["JH 6C 6H 9D", "KD 2D"])
    said = words(begun_screen(evening.view(None), names))
    assert said == (
        "### Rubber 1: cut for partners\n"
        "First cut: @anna J♥ · @boris 6♣ · @clara 6♥ · @david 9♦\n"
        "Equal cards: cut again: @boris K♦ · @clara 2♦\n"
        "-# The two lowest play together, ace low; the lowest deals."
    )


def test_the_dealers_right_hand_neighbour_is_offered_the_cut() -> None:
    evening = begun()
    seal = evening.dice.commit(1)[:12]
    assert words(table(evening)).endswith(
        "### Deal 1\n"
        "**North** @david\n"
        "▸ **East** @boris · to cut\n"
        "**South** @clara · dealer\n"
        "**West** @anna\n"
        "**East** @boris may cut the pack; otherwise I will.\n"
        f"-# The pack is shuffled and sealed: `{seal}…`"
    )
    assert labels(table(evening)) == ["My hand", "Cut the pack", "Score"]
    assert labels(hand(evening, EAST)) == ["Cut the pack"]
    assert labels(hand(evening, WEST)) == []
    assert "Waiting for East to cut the pack." in words(hand(evening, WEST))


def test_the_dealer_declares_or_passes_and_then_the_partner_must_declare() -> None:
    evening = begun().cut()
    assert words(table(evening)) == (
        "### Deal 1: the declaration\n"
        "**North** @david\n"
        "**East** @boris\n"
        "▸ **South** @clara · dealer · to declare\n"
        "**West** @anna\n"
        "**South** dealt: they name trumps, or pass to North.\n"
        "-# An odd trick: biritch 10, hearts 8, diamonds 6, clubs 4, spades 2.\n"
        "-# East cut the pack, 26 cards down."
    )
    declarations = ["♠ Spades", "♥ Hearts", "♦ Diamonds", "♣ Clubs", "Biritch"]
    assert labels(table(evening)) == [*declarations, "Pass to partner", "My hand", "Score"]
    evening.do(SOUTH, Pass())
    assert "**South** passed, so **North** must name trumps." in words(table(evening))
    assert labels(table(evening)) == [*declarations, "My hand", "Score"]
    assert "**Your turn:** your partner passed, so you must name trumps." in words(hand(evening, NORTH))


def test_contre_shows_what_a_trick_would_then_be_worth() -> None:
    evening = begun().cut()
    evening.do(SOUTH, Pass())
    evening.do(NORTH, Declare(None))
    assert labels(table(evening))[:2] == ["Contre: 20 a trick", "Accept"]
    evening.do(EAST, Double())
    assert words(table(evening)) == (
        "### Biritch — no trumps, contre ×2\n"
        "-# Deal 1 · Each trick over six scores **20** (10 × 2).\n"
        "▸ **North** @david · declared · to double or accept\n"
        "**East** @boris\n"
        "▸ **South** @clara · dealer · to double or accept\n"
        "**West** @anna\n"
        "**South or North** may say sur contre, or accept.\n"
        "-# South: pass · North: Biritch · East: contre"
    )
    assert labels(table(evening))[:2] == ["Sur contre: 40 a trick", "Accept"]
    assert [button.id for button in buttons(table(evening))][:2] == [
        f"call:{TABLE}:1:3:double",
        f"call:{TABLE}:1:3:content",
    ]


def test_the_table_in_the_middle_of_a_trick() -> None:
    evening = played("6C JC 3C 7C AS 4S 8S")
    assert words(table(evening)) == (
        "### ♥ Hearts, contre ×2\n"
        "-# Deal 1 · Each trick over six scores **16** (8 × 2).\n"
        "A♠ **North** @david · dummy\n"
        "4♠ **East** @boris\n"
        "8♠ **South** @clara · dealer · just now\n"
        "▸ **West** @anna · to play\n"
        "-# Last trick: 6♣ J♣ 3♣ 7♣. West led, **North** won.\n"
        "**Dummy (North)**\n"
        "Q♥ J♥ 6♥ 10♠ 5♠ K♦ Q♣ 10♣ 8♣ 5♣ 2♣\n"
        "**N–S** 1 trick · score 0 of 30 · 0 games\n"
        "**E–W** 0 tricks · score 0 of 30 · 0 games"
    )
    assert labels(table(evening)) == ["My hand", "Last trick", "Claim or concede", "Score"]


def test_a_players_panel_tells_what_they_may_do() -> None:
    assert "**Your turn:** lead any card." in words(hand(played(""), WEST))
    assert "**Your turn:** play a club from dummy (North)." in words(hand(played("6C"), SOUTH))
    assert "**Your turn:** play a club." in words(hand(played("6C JC"), EAST))
    assert "**Your turn:** lead from dummy (North)." in words(hand(played("6C JC 3C 7C"), SOUTH))
    void = played("6C JC 3C 7C AS 4S 8S")
    assert "**Your turn:** no spades, so play anything." in words(hand(void, WEST))
    assert "**West** is to play." in words(hand(void, SOUTH))
    assert "**You are dummy:** South plays your cards." in words(hand(void, NORTH))
    assert "**South** is to play from dummy (North)." in words(hand(played("6C"), EAST))


def test_a_refusal_stands_above_the_panel() -> None:
    said = words(hand(played(""), EAST, note="It is West's turn."))
    assert said.startswith("> It is West's turn.\n### ♥ Hearts, contre ×2")


def test_declarers_panel_has_buttons_for_the_cards_that_may_be_played_and_both_hands_as_text() -> None:
    panel = hand(played("6C"), SOUTH)
    assert labels(panel) == ["Q♣", "J♣", "10♣", "8♣", "5♣", "2♣", "Claim or concede"]
    assert "**Dummy (North)**\nQ♥ J♥ 6♥ A♠ 10♠ 5♠ K♦\n" in words(panel)
    assert "**Your cards (South)**\nA♥ 9♥ 7♥ 3♥ K♠ Q♠ 9♠ 8♠ 6♠ 3♠ 2♠ 3♦ 7♣" in words(panel)


def test_who_has_no_turn_has_no_card_to_press() -> None:
    """South, the dealer, plays dummy's cards, and North is dummy."""
    waiting = played("6C JC 3C 7C AS 4S 8S")
    for seat in (NORTH, EAST, SOUTH):
        assert not any(button.id.startswith("play:") for button in buttons(hand(waiting, seat)))


def test_a_panel_names_the_partner_and_the_tricks_of_both_sides() -> None:
    after_a_trick = played("6C JC 3C 7C")
    assert "With @clara: you **1** · they **0**\n" in words(hand(after_a_trick, NORTH))
    assert "With @anna: you **0** · they **1**\n" in words(hand(after_a_trick, EAST))


def test_the_last_trick_card_by_card() -> None:
    assert words(last_trick_screen(played("6C JC 3C 7C").view(None), names)) == (
        "### Deal 1, trick 1\n"
        "6♣ **West** @anna · led\n"
        "J♣ **North** @david · won\n"
        "3♣ **East** @boris\n"
        "7♣ **South** @clara"
    )
    assert words(last_trick_screen(played("6C").view(None), names)) == "No trick has been played yet."


def test_between_deals_the_last_trick_is_that_of_the_deal_before() -> None:
    evening = begun().cut().play_deal()
    assert words(last_trick_screen(evening.view(None), names)).startswith("### Deal 1, trick 13\n")


def test_a_claim_lays_the_claimers_hand_open_and_names_who_must_answer() -> None:
    evening = played("6C JC 3C 7C AS 4S 8S")
    evening.do(EAST, ClaimRest())
    evening.do(NORTH, AnswerClaim(True))
    said = words(table(evening))
    assert "**East's hand, face up**\n8♥ J♠ 7♠ A♦ J♦ 10♦ 9♦ 8♦ 2♦ A♣ K♣\n" in said
    assert "**East claims the last 12 tricks.**" in said
    assert "All must agree. Waiting for South and West." in said
    assert labels(table(evening)) == ["Agree", "Refuse", "My hand", "Last trick", "Score"]
    assert buttons(table(evening))[0].id == f"agree:{TABLE}:1:7:E12"
    assert "**Your turn:** agree, or refuse and play on?" in words(hand(evening, SOUTH))
    assert "Agree" not in labels(hand(evening, NORTH))


def test_a_claim_of_some_says_what_the_other_side_would_have() -> None:
    """Seven cards are played: twelve tricks are left, the second begun."""
    evening = played("6C JC 3C 7C AS 4S 8S")
    evening.do(EAST, ClaimRest(5))
    for seen in (table(evening), hand(evening, SOUTH), hand(evening, EAST)):
        said = "**East claims 5 of the last 12 tricks;** 7 tricks would go to North–South."
        assert said in words(seen)


def test_a_concession_names_the_partner_and_shows_no_hand() -> None:
    evening = played("6C JC 3C 7C AS 4S 8S")
    evening.do(EAST, ClaimRest(0))
    said = words(table(evening))
    assert "**East concedes the last 12 tricks.**" in said
    assert "Only their partner is asked. Waiting for West." in said
    assert "East's hand, face up" not in said
    assert "Agree" in labels(hand(evening, WEST))
    for seat in NORTH, EAST, SOUTH:
        assert "Agree" not in labels(hand(evening, seat))


def test_a_deal_that_is_over_shows_the_hands_and_why_it_scored() -> None:
    evening = played("6C JC 3C 7C AS 4S 8S")
    evening.do(EAST, ClaimRest())
    for seat in (NORTH, SOUTH, WEST):
        evening.do(seat, AnswerClaim(True))
    last = evening.table.last
    assert last is not None
    at = evening.view(None).table
    shown = result_screen(last, SEATS, TABLE, names, at=at)
    assert without_blanks(words(shown)) == [
        "### Deal 1: South lost ♥ Hearts, contre ×2: East–West won 6 tricks over six",
        "East–West **+116** · North–South **+16**",
        "**East–West win the game.** Both sides start the next one from 0.",
        "-# Game: N–S 0, E–W 0 of 30 · games 0–1 · rubber 16–116",
        "-# West deals next.",
        "**N** ♠ A 10 5 ♥ Q J 6",
        "♦ K ♣ Q J 10 8 5 2",
        "**W** **E**",
        "♠ – ♠ J 7 4",
        "♥ K 10 5 4 2 ♥ 8",
        "♦ Q 7 6 5 4 ♦ A J 10 9 8 2",
        "♣ 9 6 4 ♣ A K 3",
        "**S** ♠ K Q 9 8 6 3 2 ♥ A 9 7 3",
        "♦ 3 ♣ 7",
        "-# **N** @david · **E** @boris · **S** @clara · **W** @anna",
    ]
    assert [[button.label for button in part.buttons] for part in shown.parts if isinstance(part, Row)] == [
        ["Score", "Tricks", "Replay"],
        ["Analyse", "Verify deal"],
    ]
    assert words(tricks_screen(last, TABLE, at=at)).split("\n") == [
        "### Deal 1: calls and tricks",
        "♥ Hearts, contre ×2",
        "South: ♥ Hearts · West: contre · South: accept · North: accept",
        "1. West: 6♣ J♣ 3♣ 7♣ → North",
        "2. North: A♠ 4♠ 8♠",
        "The last tricks went to East–West by agreement.",
        "-# Each line begins with the seat that led and ends with the one that won.",
    ]
    assert words(points_screen(last, SEATS, TABLE, names, at=at)).split("\n") == [
        "### Deal 1: the score",
        "♥ Hearts, contre ×2",
        "**North–South**",
        "- Simple honours (3): 2 × 8 = **16** · rubber only",
        "**East–West**",
        "- 6 tricks over six × 8 × 2 = **96** · to game",
        "- Petit Slamm: **20** · rubber only",
        "**The rubber so far**",
        "```",
        "         N–S  E–W",
        "To game    0    0",
        "Games      0    1",
        "Rubber    16  116",
        "```",
    ]


def without_blanks(text: str) -> list[str]:
    """The lines, with one blank in place of those by which columns are lined up."""
    return [" ".join(line.split()) for line in text.split("\n")]


def test_the_score_between_deals_repeats_the_last_one_line_by_line() -> None:
    evening = played("6C JC 3C 7C AS 4S 8S")
    evening.do(EAST, ClaimRest())
    for seat in (NORTH, SOUTH, WEST):
        evening.do(seat, AnswerClaim(True))
    said = words(score_screen(evening.view(None), names))
    assert said.startswith("### The score\n```\n         N–S  E–W\n")
    assert "**Deal 1: ♥ Hearts, contre ×2**\n**North–South**\n- Simple honours (3)" in said
    assert said.endswith(f"-# The seal of the pack of deal 2: `{evening.dice.commit(2)}`")


def test_a_robot_sits_for_a_player_who_left_and_the_chair_can_be_taken_back() -> None:
    evening = begun().cut()
    evening.do(EAST, Leave(Forfeit()))
    assert "**East** Hoyle · for @boris" in words(table(evening))
    assert "Take my chair back" in labels(table(evening))


def entry(
    of: Line, amount: int, count: int = 1, unit: int = 0, times: int = 1, seat: Seat | None = None
) -> Entry:
    return Entry(of, Side.NS, amount, Column.ABOVE, count, unit, times, seat)


NONE = Held(0, 0)


def test_every_line_of_a_score_gives_its_reason() -> None:
    def told(of: Entry, held: Held = NONE) -> str:
        return line(ON_PAPER, of, words_of("biritch"), held=held)

    assert told(entry(Line.ODD_TRICKS, 96, 3, 8, 4)) == "3 tricks over six × 8 × 4 = **96**"
    assert told(entry(Line.ODD_TRICKS, 8, 1, 8)) == "1 trick over six × 8 = **8**"
    assert told(entry(Line.HONOURS, 16, 2, 8), Held(2, 1)) == "Simple honours (3): 2 × 8 = **16**"
    assert told(entry(Line.HONOURS, 16, 4, 4), Held(3, 1)) == "Four honours, divided: 4 × 4 = **16**"
    assert told(entry(Line.HONOURS, 32, 8, 4), Held(4, 0)) == "Four honours in one hand: 8 × 4 = **32**"
    assert told(entry(Line.HONOURS, 10, 5, 2), Held(3, 2)) == "Five honours, divided: 5 × 2 = **10**"
    assert told(entry(Line.HONOURS, 18, 9, 2), Held(4, 1)) == "Five honours, four in one hand: 9 × 2 = **18**"
    assert told(entry(Line.HONOURS, 18, 9, 2), Held(5, 0)) == "Five honours in one hand: 9 × 2 = **18**"
    aces, in_one = Held(3, 1, aces=True), Held(4, 0, aces=True)
    assert told(entry(Line.HONOURS, 30, 3, 10), Held(2, 1, aces=True)) == "Three aces: 3 × 10 = **30**"
    assert told(entry(Line.HONOURS, 40, 4, 10), aces) == "Four aces, divided: 4 × 10 = **40**"
    assert told(entry(Line.HONOURS, 80, 8, 10), in_one) == "Four aces in one hand: 8 × 10 = **80**"
    assert (
        told(entry(Line.CHICANE, 16, 2, 8, seat=SOUTH))
        == "Chicane (South was dealt no trump): 2 × 8 = **16**"
    )
    assert (
        told(entry(Line.CHICANE, -16, -2, 8, seat=WEST))
        == "Chicane (West was dealt no trump): −2 × 8 = **−16**"
    )
    assert told(entry(Line.GRAND_SLAM, 40, 1, 40)) == "Grand Slamm: **40**"
    assert told(entry(Line.PETIT_SLAM, 80, 1, 20, 4)) == "Petit Slamm: 20 × 4 = **80**"
    assert told(entry(Line.RUBBER, 40, 1, 40)) == "Consolation: **40**"
    big = told(entry(Line.ODD_TRICKS, 3 * 10 * 2**200, 3, 10, 2**200))
    assert big == "3 tricks over six × 10 × 2²⁰⁰ = **≈ 4.82 × 10⁶¹**"


def rubber(value: int, uncounted: str = "") -> RubberResult:
    bonus = Entry(Line.RUBBER, Side.EW, 40, Column.ABOVE, 1, 40)
    totals = BySide(100, 100 + value)
    return RubberResult(1, Side.EW, value, totals, BySide(1, 2), bonus, (), uncounted)


def test_a_rubbers_end_tells_who_wins_how_much_and_whether_it_counts() -> None:
    assert list(rubber_lines(ON_PAPER, rubber(126), SEATS, names, "biritch")) == [
        "### East–West win the rubber, 2 games to 1",
        "Consolation: **40** to the winners.",
        "Totals: North–South **100**, East–West **226**.",
        "East–West win **126** each; North–South lose as much.",
        "-# East–West: East @boris · West @anna",
        "-# North–South: North @david · South @clara",
        "-# This counts for the leaderboard.",
    ]
    lost = list(rubber_lines(ON_PAPER, rubber(-12, "seats"), SEATS, names, "biritch"))
    assert "On points, though, East–West lose **12** each; North–South win as much." in lost
    assert lost[-1] == "-# Not ranked: each side needs a person who stayed to the end."
    even = list(rubber_lines(ON_PAPER, rubber(0, "doubling"), SEATS, names, "biritch"))
    assert "The totals are equal, so nobody wins or loses anything." in even
    assert even[-1] == "-# Not ranked: tricks were doubled more than six times."


def test_a_score_sheet_is_narrow_or_stacked() -> None:
    small = summary(ON_PAPER, Standing(BySide(16, 8), BySide(1, 0), BySide(64, 12_345)))
    assert small.split("\n") == [
        "```",
        "         N–S     E–W",
        "To game   16       8",
        "Games      1       0",
        "Rubber    64  12\u202f345",
        "```",
    ]
    large = summary(ON_PAPER, Standing(BySide(0, 0), BySide(1, 1), BySide(10**40, 10**50)))
    assert large == (
        "**North–South** To game 0 · Games 1 · Rubber ≈ 1.00 × 10⁴⁰\n"
        "**East–West** To game 0 · Games 1 · Rubber ≈ 1.00 × 10⁵⁰"
    )


def test_a_result_with_endless_contres_gives_every_digit_too() -> None:
    points = 10 * 2**200
    deal = Open(
        number=1,
        dealer=SOUTH,
        hands=BySeat(*(Hand.parse(held) for held in HANDS)),
        calls=(),
        settled=Settled(None, 200, points, WEST, SOUTH, ((NORTH, SOUTH),)),
        tricks=(),
        won=BySide(7, 6),
        conceded=None,
        entries=(Entry(Line.ODD_TRICKS, Side.NS, points, Column.BELOW, 1, 10, 2**200),),
        before=Standing(),
        after=Standing(BySide(0, 0), BySide(1, 0), BySide(points, 0)),
        commitment="c",
        cut=Cut(26, "77", None),
        seed="s",
    )
    at = Evening().view(None).table
    said = words(points_screen(deal, SEATS, TABLE, names, at=at))
    assert "Biritch — no trumps, sur contre ×2²⁰⁰" in said
    assert "- 1 trick over six × 10 × 2²⁰⁰ = **≈ 1.61 × 10⁶¹** · to game" in said
    assert f"**In full**\nNorth–South {points}\nEast–West 0" in said.replace("\u202f", "")
    first = words(result_screen(deal, SEATS, TABLE, names, at=at))
    assert "North–South **+≈ 1.61 × 10⁶¹** · East–West **0**" in first and "rubber" not in first
    proof = words(verify_screen(ON_PAPER, deal, TABLE, variant_of(at), sealed=True, dealt=False))
    assert "-# Cut by the bot, 26 cards down, salt `77`" in proof and "does not check out" in proof


def test_a_cut_by_hand_is_told_with_its_salt() -> None:
    evening = begun()
    evening.do(EAST, CutPack(30, "99"))
    evening.do(SOUTH, Declare(None))
    evening.do(WEST, Content())
    evening.do(EAST, Content())
    evening.play_deal()
    last = evening.table.last
    assert last is not None
    at = evening.view(None).table
    assert "-# Cut by East, 30 cards down, salt `99`" in words(
        verify_screen(ON_PAPER, last, TABLE, variant_of(at), sealed=True, dealt=True)
    )

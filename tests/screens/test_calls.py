"""What stands on the screens while a deal is settled, and what is left of it while cards are played."""

from __future__ import annotations

import re

from rules.calls import Bid, Called, CallHonours, Declare, Discard, Double, Pass, TakeStock, parse_call
from rules.cards import Hand
from rules.games.all_games import GAMES
from rules.seats import Seat, Side
from rules.tricks import Strain
from rules.view import May
from screens.hand import hand_screen
from screens.screen import Row, Screen
from screens.settling import auction_table, worth_screen
from screens.table import table_screen
from screens.words import names as name
from screens.words.games.all_games import words_of
from screens.words.names import ON_PAPER, Speech
from tests.each import each
from tests.rules.deals import rigged
from tests.rules.lawful import HANDS, play
from tests.screens.screens import TABLE, buttons, fits, in_each_language, labels, laid, names, selects, words
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

NORTH, EAST, SOUTH, WEST = Seat


def dealt(game: str, seed: int = 3, **options: str) -> Evening:
    """The cards are dealt; as many sit as play."""
    evening = Evening(seed, game, **options)
    people = (ANNA, BORIS, CLARA, DAVID)[: evening.table.variant.players]
    return evening.seat(*people).start().cut()


def due(evening: Evening) -> Seat:
    deal = evening.view(None).deal
    assert deal is not None
    return deal.may_act[0]


def called(*calls: str, game: str = "contract", **options: str) -> Evening:
    """South deals, and calls go round from there."""
    evening = dealt(game, 3, **options)
    assert due(evening) is SOUTH
    for word in calls:
        evening.do(due(evening), parse_call(word if word[0].isalpha() else f"bid:{word}"))
    return evening


def room(evening: Evening) -> Screen:
    return table_screen(evening.view(None), TABLE, names)


def panel(evening: Evening, of: Seat, level: int | None = None) -> Screen:
    return hand_screen(evening.view(of), TABLE, names, level=level)


def test_the_list_of_what_calls_are_worth_says_how_many_it_has_no_room_for() -> None:
    """Every step of the ladder is bid, up to a number of calls."""
    ladder = [f"{odd}{strain}" for odd in range(1, 8) for strain in "CDHSN"]
    for count, said in ((25, "Worth of…"), (31, "Worth of… (6 calls before)")):
        shown = room(called(*ladder[:count]))
        (asked,) = (one for one in selects(shown) if one.id.startswith("worth:"))
        assert asked.prompt == said and len(asked.offers) == 25
        fits(shown)


# The auction


def test_an_auction_stands_in_columns_from_the_dealers_on() -> None:
    evening = called("pass", "1H", "double", "2H", "pass", "pass", "double")
    assert (
        "```\n"
        "West   North  East   South\n"
        "                     pass\n"
        "1♥     dbl    2♥     pass\n"
        "pass   dbl    ?\n"
        "```"
    ) in words(room(evening))
    assert "` ? ` **E** <@" in laid(room(evening))
    west = names(evening.member(WEST))
    assert words(room(evening)).startswith(f"## 2 ♥ by {west}, double\n")
    assert "if made" not in words(room(evening))  # the list of what calls are worth says it


@each("rounds", [1, 9, 10, 40])
def test_of_an_endless_auction_the_end_is_shown_no_wider_than_a_phone(rounds: int) -> None:
    calls = [Called(one, Bid(7, Strain.ROYALS)) for _ in range(rounds) for one in NORTH.onwards()]
    lines = (
        auction_table(ON_PAPER, calls, words_of("auction"), goes_on=True).replace("\ufe0e", "").split("\n")
    )
    assert max(map(len, lines)) <= 30
    assert len(lines) <= 14
    left_out = [line for line in lines if "before" in line]
    assert bool(left_out) is (rounds > 9)
    shown = sum(line.count("7R♠") for line in lines)
    told = int(left_out[0].split()[1]) if left_out else 0
    assert shown + told == 4 * rounds


def test_an_auction_offers_the_lowest_bids_and_for_the_others_a_level_first_and_a_way_back() -> None:
    evening = called("1H", "pass", "2S")
    east_west = ["Pass", "Double"]
    levels = [f"{level}" for level in range(3, 8)]
    assert labels(panel(evening, EAST)) == ["2NT", *levels, *east_west]
    assert labels(panel(evening, EAST, level=4))[:5] == [
        "4 ♣ Clubs", "4 ♦ Diamonds", "4 ♥ Hearts", "4 ♠ Spades", "4 no trumps",
    ]  # fmt: skip
    opened = panel(evening, EAST, level=2)
    assert labels(opened) == ["2 no trumps", *east_west, "Back"]
    assert "of what? (8 tricks)" in words(opened)
    assert buttons(opened)[0].id == f"call:{TABLE}:1:3:bid:2N"
    assert labels(panel(evening, EAST, level=1)) == labels(panel(evening, EAST))
    assert labels(panel(evening, EAST, level=0)) == labels(panel(evening, EAST))
    assert "level" not in "".join(button.id for button in buttons(panel(evening, SOUTH)))


def test_the_last_few_bids_are_offered_without_choosing_a_level() -> None:
    evening = called("7C")
    assert labels(panel(evening, WEST)) == [
        "7 ♦ Diamonds", "7 ♥ Hearts", "7 ♠ Spades", "7 no trumps", "Pass", "Double",
    ]  # fmt: skip
    (asked,) = selects(panel(evening, WEST))
    assert [offer.value for offer in asked.offers] == ["bid:7D", "bid:7H", "bid:7S", "bid:7N", "0"]
    top = called("7N")
    assert labels(panel(top, WEST)) == ["Pass", "Double"]
    assert "**Your turn:** double or pass." in words(panel(top, WEST))


def test_bids_of_a_level_stand_in_the_order_in_which_they_rank() -> None:
    contract, vint = called(), called(game="vint")
    assert labels(panel(contract, SOUTH, level=1))[:5] == [
        "1 ♣ Club", "1 ♦ Diamond", "1 ♥ Heart", "1 ♠ Spade", "1 no trump",
    ]  # fmt: skip
    assert labels(panel(vint, SOUTH, level=1))[:5] == [
        "1 ♠ Spade", "1 ♣ Club", "1 ♦ Diamond", "1 ♥ Heart", "1 no trump",
    ]  # fmt: skip


def test_vint_is_never_doubled_and_a_dealer_who_must_open_has_no_pass() -> None:
    assert "Double" not in labels(panel(called("1H", game="vint"), WEST))
    must_open = called(game="auction", schedule="1904")
    assert "Pass" not in labels(panel(must_open, SOUTH))
    assert "**Your turn:** the dealer must open with a bid." in words(panel(must_open, SOUTH))


def test_every_call_that_promises_something_may_be_clicked_and_those_of_an_open_level_too() -> None:
    evening = called("1H", "pass", "2S", "double")
    (asked,) = selects(room(evening))
    told = [(offer.value, offer.label.replace("\ufe0e", "")) for offer in asked.offers]
    assert told == [("0", "South: 1 ♥ Heart"), ("2", "North: 2 ♠ Spades"), ("3", "East: double")]
    (asked,) = selects(panel(evening, SOUTH, level=3))
    assert [offer.value for offer in asked.offers][:5] == ["bid:3C", "bid:3D", "bid:3H", "bid:3S", "bid:3N"]
    assert not selects(room(called("pass")))


def test_a_call_tells_its_points_made_and_short() -> None:
    evening = called("1H", "pass", "2S", "double")
    assert words(worth_screen(evening.view(None), 3)).split("\n")[:4] == [
        "### North: 2 ♠ Spades, double ×2",
        "As the robots read it: **double that asks for a suit**. It shows 13 points or more, 3 diamonds or "
        "more and 3 clubs or more. Or 15 with a card less, or 17 with any suits. Its partner should bid a "
        "suit.",
        "Just made: N–S 120 below and 50 above; N–S would win the game.",
        "One trick short: E–W 100 above.",
    ]
    assert words(worth_screen(evening.view(None), None)) == words(worth_screen(evening.view(None), 3))
    asked = words(worth_screen(evening.view(EAST), Bid(3, Strain.NO_TRUMPS)))
    assert "### 3 no trumps\nJust made: We 100 below; your side would win the game.\n" in asked
    assert "Nobody has made a call that scores anything" in words(worth_screen(called("pass").view(None), 0))
    assert "Nobody has made a call that scores anything" in words(worth_screen(evening.view(None), 99))


def test_when_the_contract_stands_the_table_says_whose_it_is() -> None:
    evening = called("1H", "pass", "2S", "pass", "pass", "pass")
    said = words(room(evening))
    assert said.startswith(f"## 2 ♠ Spades by {names(evening.member(NORTH))}\n")
    assert "Worth" in labels(room(evening))


def contracted(bid: Bid) -> Evening:
    """South has the contract, at the hands of ``tests.rules.lawful``; west is to lead."""
    evening = rigged(hands=HANDS, of="contract").start().cut()
    for call in (bid, Pass(), Pass(), Pass()):
        evening.do(due(evening), call)
    return evening


def turned(evening: Evening) -> tuple[str, str]:
    """The tricks that South's side and West's have gathered, with those that they need, on every panel: the
    reader's own side stands first. Nothing for adversaries who have none yet."""
    found = set()
    for one in Seat:
        ours, theirs = (
            re.findall(rf"^(?:▮\s\*\*(\d+/\d+)\*\* )?{place}\s<", words(panel(evening, one)), re.MULTILINE)[0]
            for place in ("Partner", "Left")
        )
        found.add((ours, theirs) if one.side is Side.NS else (theirs, ours))
    (told,) = found
    return told


def test_both_sides_are_told_how_many_tricks_decide_the_contract() -> None:
    """Of thirteen tricks five odd ones leave the adversaries two, so that three beat them; one leaves six."""
    five = contracted(Bid(5, Strain.CLUBS))
    assert turned(five) == ("0/11", "")
    play(five, "AH 7H 4H 3H 2S 6S AS TS")
    assert turned(five) == ("0/11", "2/3")
    play(five, "5H KH 2H JH KS 3S 7S")
    assert turned(five) == ("1/11", "2/3")
    play(five, "2C")
    assert turned(five) == ("1/11", "3/3")
    one = contracted(Bid(1, Strain.CLUBS))
    play(one, "2H 7H 4H KH AC 7C 9C 2C KC 8C TC 3C QC 2S JC 4C AD 6D 9D 2D KD 7D TD 3D")
    assert turned(one) == ("6/7", "")
    play(one, "QD 8D JD 4D")
    assert turned(one) == ("7/7", "")


# Declaring, in the words of the game


def test_bridge_doubles_and_biritch_says_contre() -> None:
    bridge = called("declare:H", game="bridge")
    assert words(room(bridge)).count(" · to speak") == 2
    assert "Double: 16 a trick" in labels(panel(bridge, WEST))
    biritch = called("declare:H", game="biritch")
    assert "Contre: 16 a trick" in labels(panel(biritch, WEST))
    at_bridge, at_biritch = dealt("bridge"), dealt("biritch")
    declarations = ["♠ +2", "♥ +8", "♦ +6", "♣ +4", "No trumps +12"]
    assert labels(panel(at_bridge, due(at_bridge)))[:5] == declarations
    assert "Biritch +10" in labels(panel(at_biritch, due(at_biritch)))
    bridge.do(WEST, Double())
    assert words(room(bridge)).startswith("## ♥ Hearts, double ×2\n")


def test_a_double_beyond_the_limit_is_not_offered_to_anybody() -> None:
    evening = called("declare:H", game="bridge", doubling_limit="1")
    evening.do(WEST, Double())
    assert [one for seat in Seat for one in labels(panel(evening, seat)) if "ouble" in one] == []


# The turned card


def test_the_turned_card_is_shown_until_the_dealer_has_played() -> None:
    evening = dealt("whist_modern")
    shown = f"{names(evening.member(SOUTH))} turned up "
    for _ in range(3):
        assert shown in words(room(evening))
        evening.step()
    assert shown in words(room(evening))
    assert shown in words(panel(evening, WEST))
    evening.step()
    assert shown not in words(room(evening))
    assert " are trumps" in words(room(evening))


def test_blind_trumps_are_said_to_be_cut() -> None:
    evening = dealt("whist_modern", trump="blind")
    south = names(evening.member(SOUTH))
    assert f"{south} dealt. Trumps were cut before the deal: " in words(room(evening))


# The ruff


def ruffing() -> Evening:
    for seed in range(100):
        evening = dealt("ruff_and_honours", seed)
        if evening.table.deal is not None and evening.table.deal.playing is None:
            return evening
    raise AssertionError


def test_only_the_ruffer_is_told_which_four_cards_are_put_out_for_the_stock() -> None:
    evening = ruffing()
    ruffer = due(evening)
    others = [None, *(one for one in Seat if one is not ruffer)]
    assert {"Take the stock", "Leave the stock"} <= set(labels(panel(evening, ruffer)))
    assert "On the stock of 4 cards: " in words(room(evening))
    assert "Take the stock" not in labels(panel(evening, ruffer.left))

    evening.do(ruffer, TakeStock())
    mine = panel(evening, ruffer)
    (chosen,) = selects(mine)
    assert (chosen.least, chosen.most, len(chosen.offers)) == (4, 4, 16)
    assert all(not selects(_screen(evening, other)) for other in others)

    out = [offer.value for offer in chosen.offers][:4]
    call = parse_call(f"discard:{'.'.join(out)}")
    assert isinstance(call, Discard)
    evening.do(ruffer, call)
    told = words(panel(evening, ruffer)).partition("You put out ")[2].partition(".")[0]
    assert told.split() == [offer.label.replace("\ufe0e", "") for offer in chosen.offers[:4]]
    assert all("put out" not in words(_screen(evening, other)) for other in others)
    assert all(button.id.rsplit(":", 1)[-1] not in out for button in buttons(panel(evening, ruffer)))


def _screen(evening: Evening, viewer: Seat | None) -> Screen:
    return room(evening) if viewer is None else panel(evening, viewer)


def test_when_the_stock_lies_nobody_is_asked_for_cards() -> None:
    evening = ruffing()
    ruffer = due(evening)
    evening.do(ruffer, Pass())
    view = evening.view(ruffer)
    assert May.PUT_OUT not in view.may and view.own is not None and view.own.put_out == Hand()
    assert "**Your turn:** lead." in words(panel(evening, ruffer))


# Honours called


def may_call(seed: int) -> tuple[Evening, Seat] | None:
    """A rubber stopped where somebody may call honours; None if it ends before."""
    evening = Evening(seed, "whist_short_001").seat(ANNA, BORIS, CLARA, DAVID).start()
    while evening.table.rubber is not None:
        asker = next((one for one in Seat if CallHonours() in evening.view(one).options), None)
        if asker is not None:
            return evening, asker
        evening.step()
    return None


def test_calling_honours_is_offered_only_to_a_player_who_may_and_a_no_is_told_to_all() -> None:
    answers = set()
    for evening, asker in filter(None, map(may_call, range(20))):
        deals = evening.table.last_number
        mine = panel(evening, asker)
        assert "Can you one?" in labels(mine) and "Can you one?" not in labels(room(evening))
        assert "Before you play your first card, you can ask your partner for honours" in words(mine)
        evening.do(asker, CallHonours())
        answers.add(evening.table.last_number == deals)
        if evening.table.last_number == deals:
            assert f"{names(evening.member(asker))} asked their partner: can you one? No." in words(
                room(evening)
            )
            assert "Can you one?" not in labels(panel(evening, asker))
        if len(answers) == 2:
            return
    raise AssertionError("both answers should have been met")


# Hands that nobody sits behind


def test_dummies_of_fewer_than_four_lie_open_from_the_first_opposite_their_players() -> None:
    evening = dealt("dummy_whist")
    rubber = evening.table.rubber
    assert rubber is not None and rubber.dummies == (NORTH,)
    said = words(room(evening))
    assert "**N** dummy " in laid(room(evening)).replace("**dummy**", "dummy")
    assert rubber.seats.of(NORTH) == rubber.seats.of(SOUTH)
    assert "\n**N** " in said
    mine = [one for one in buttons(panel(evening, SOUTH)) if one.id.startswith("play:")]
    assert not mine  # until their turn has come, their cards are text
    assert "\nLeft 10♠ 9♠" in words(panel(evening, WEST))


def test_at_double_dummy_each_player_has_buttons_for_the_hand_of_theirs_that_is_to_play() -> None:
    evening = dealt("double_dummy")
    rubber, deal = evening.table.rubber, evening.view(None).deal
    assert rubber is not None and deal is not None and deal.hand_due is not None
    for one in rubber.chairs:
        cards = [button.id for button in buttons(panel(evening, one)) if button.id.startswith("play:")]
        theirs = deal.hand_due in (one, one.partner)
        expected = {str(card) for card in _held(evening, deal.hand_due)} if theirs else set()
        assert {card.rsplit(":", 1)[-1] for card in cards} == expected
        told = words(panel(evening, one))
        other = one.partner if deal.hand_due is one else one
        assert all(name.spoken_card(card).replace("\ufe0e", "") in told for card in _held(evening, other))


def _held(evening: Evening, one: Seat) -> Hand:
    assert evening.table.deal is not None
    return evening.table.deal.held.of(one)


# The other way round


def test_counter_clockwise_is_seen_in_a_mirror() -> None:
    """West, who leads, is called East, and the columns of an auction still read in turn."""
    here, there = called("1H", "pass"), called("1H", "pass", direction="counterclockwise")
    plain, mirrored = words(room(here)), words(room(there))
    assert mirrored != plain
    exchanged = mirrored.replace("East", "@@").replace("West", "East").replace("@@", "West")
    exchanged = exchanged.replace("**E**", "@@").replace("**W**", "**E**").replace("@@", "**W**")
    assert exchanged == plain
    assert "East   North  West   South\n" in mirrored
    assert "`\u00a0?\u00a0` **N** <@" in mirrored


def test_where_play_goes_the_other_way_east_and_west_change_names_and_the_sides_do_not() -> None:
    mirrored = Speech(clockwise=False)
    assert [mirrored.seat(one) for one in Seat] == ["North", "West", "South", "East"]
    assert mirrored.either_of((EAST, SOUTH)) == "West or South"
    assert [mirrored.side(one) for one in Side] == ["North–South", "East–West"]
    assert [ON_PAPER.seat(one) for one in Seat] == ["North", "East", "South", "West"]
    assert Speech(clockwise=True) == ON_PAPER


# Every phase says what to do


@each("game", GAMES)
def test_only_the_player_for_whom_the_table_waits_is_told_what_to_do(game: str) -> None:
    for seed in range(2):
        evening = dealt(game, seed)
        for step in range(60):
            if evening.table.rubber is None or evening.table.deal is None:
                break
            if step > 8 and step % 5:  # every call and card of the first, and each fifth of the others
                evening.step()
                continue
            deal = evening.view(None).deal
            assert deal is not None
            for one in evening.chairs:
                told = re.search(r"\*\*(Your|Dummy's) turn", words(panel(evening, one))) is not None
                assert told is (one in deal.may_act), (game, one, words(panel(evening, one)))
            evening.step()


@each("game", GAMES)
def test_no_declaration_stands_alone_in_a_row_nor_in_a_row_that_a_telephone_breaks(game: str) -> None:
    """Four with their prices are wider than a telephone."""
    evening = Evening(3, game).seat(*(ANNA, BORIS, CLARA, DAVID)[: GAMES[game].variant().players]).start()
    evening.cut()
    for seat in (one for one in Seat if any(isinstance(of, Declare) for of in evening.view(one).options)):
        for _ in in_each_language():
            rows = [part.buttons for part in panel(evening, seat).parts if isinstance(part, Row)]
            declared = [sum(":declare:" in one.id for one in row) for row in rows]
            assert [count for count in declared if count] in ([3, 2], [2, 2])

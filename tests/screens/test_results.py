"""What a deal and a rubber came to, told to the whole room: at every game in its own way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from rules.calls import PLAYS, CallHonours, Discard, Pass, TakeStock
from rules.cards import Suit, parse_card
from rules.counting.reckon import Column, Entry, Line
from rules.counting.rubber import RubberResult, Share
from rules.games.all_games import GAMES, variant
from rules.out_of_turn import Demand, Exacted, Paid
from rules.seats import BySeat, BySide, Member, Person, Seat, Side
from rules.table.requests import AgreeScore, DemandPenalty, PlayAlone, SetOption
from rules.view import Alone, AtEvening, FinishedDeal, GivenDeal, Settled
from screens.after import hands_picture, rubber_picture, sheet_of
from screens.hand import hand_screen
from screens.pictures.charts import DrawnRow, drawn_sheet
from screens.result import at_odds_line, held_by, news, points_screen, result_screen, tricks_screen
from screens.screen import Picture, Screen, Text, without_pictures
from screens.sheets import rubber_lines, standing_after
from screens.standing import folded_screen
from screens.table import last_trick_screen, score_screen, table_screen
from screens.words.after import your_deal, your_rubber
from screens.words.languages import spoken
from screens.words.names import ON_PAPER, Speech, SpeechToPlayer
from tests.each import each
from tests.rules import lawful
from tests.rules.golden_deals import FAMILY, honours_called
from tests.rules.test_alone import Parlour
from tests.screens.screens import TABLE, in_each_language, names, words
from tests.screens.test_sheets import above, below
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

NS, EW = Side.NS, Side.EW


def rubber(side: Side, amount: int) -> Entry:
    return Entry(Line.RUBBER, side, amount, Column.BONUS, 1, amount)


# Whose honours they are


def deal_of(evening: Evening) -> FinishedDeal:
    last = evening.table.last
    assert last is not None
    return last


@pytest.mark.parametrize("honours_by", ["dealt", "captured"])
@pytest.mark.parametrize("seed", range(3))
def test_four_honours_lie_somewhere_however_they_count(seed: int, honours_by: str) -> None:
    evening = Evening(seed, "whist_modern", honours_by=honours_by).seat(ANNA, BORIS, CLARA, DAVID)
    evening.start().cut().play_deal()
    deal, cards = deal_of(evening), variant("whist_modern", (("honours_by", honours_by),)).honours
    assert sum(held_by(deal, side, cards).both for side in Side) == 4
    for entry in deal.entries:
        if entry.line is Line.HONOURS:
            assert {3: 2, 4: 4}[held_by(deal, entry.side, cards).both] == entry.amount


# Whole results


def result(evening: Evening) -> list[str]:
    table = evening.view(None).table
    seats = table.rubber.seats if table.rubber is not None else table.ended_seats
    assert seats is not None
    ended = table.ended if table.rubber is None else None
    return _lines(result_screen(deal_of(evening), seats, TABLE, names, at=table, ended=ended))


def tricks(evening: Evening) -> list[str]:
    """What stands behind the button **Tricks**."""
    return _lines(tricks_screen(deal_of(evening), at=evening.view(None).table))


def _lines(screen: Screen) -> list[str]:
    return words(screen).replace("\u00a0", " ").split("\n")


def test_a_deal_at_which_all_pass_is_told_as_thrown_in_and_who_deals_next() -> None:
    for redeal, who in (("false", "deals next"), ("true", "deals again")):
        evening = Evening(3, "contract", redeal=redeal).seat(ANNA, BORIS, CLARA, DAVID).start().cut()
        dealer = evening.table.rubber.dealer if evening.table.rubber else Seat.NORTH
        for seat in dealer.onwards():
            evening.do(seat, Pass())
        told = result(evening)
        assert told[0] == "### Deal 1: everybody passed"
        assert not any("**+" in one for one in told)
        next_one = names(evening.member(dealer.left if redeal == "false" else dealer))
        assert f"-# {next_one} {who}." in told


def test_a_player_is_told_in_their_own_panel_that_all_have_passed_and_nobody_else_is() -> None:
    """At an evening the deal is over with it, and their cards are gone."""
    evening = Evening(3, "contract").seat(ANNA, BORIS, CLARA, DAVID).start().cut()
    assert evening.table.rubber is not None
    for seat in evening.table.rubber.dealer.onwards():
        evening.do(seat, Pass())
    table = evening.view(None).table
    for language, told in (("en", "Everybody passed."), ("fr", "Tous ont passé."), ("ru", "Все спасовали.")):
        with spoken(language):
            assert {news(table, one, name) for one in (ANNA, BORIS, CLARA, DAVID)} == {told}
    assert news(table, Person("ivan"), name) == ""


def test_the_stock_the_turned_card_and_what_was_put_out_are_laid_open() -> None:
    for seed in range(30):
        evening = Evening(seed, "ruff_and_honours").seat(ANNA, BORIS, CLARA, DAVID).start().cut()
        taker = next((seat for seat in Seat if TakeStock() in evening.view(seat).options), None)
        if taker is not None:
            break
    assert taker is not None and evening.table.deal is not None
    turned, stock = evening.table.deal.dealt.turned, evening.table.deal.dealt.stock
    evening.do(taker, TakeStock())
    own = evening.view(taker).own
    assert own is not None
    out = list(own.left)[:4]
    evening.do(taker, Discard(type(own.left).of(out)))
    evening.play_deal()
    told = "\n".join(tricks(evening))
    assert turned is not None and "Turned up from the stock: " in told
    assert f"{taker.name.capitalize()} took the stock and put out" in told
    shown = told.partition("put out ")[2].partition(".")[0].split()
    assert {_card(one) for one in shown} == {str(card) for card in out}
    listed = "\n".join(result(evening)).partition("**Stock** ")[2].partition("\n")[0].split()
    assert {_card(one) for one in listed} == {str(card) for card in stock}


def _card(shown: str) -> str:
    signs = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
    return shown[:-1].replace("10", "T") + signs[shown[-1]]


def test_a_turned_card_is_told_with_its_dealer() -> None:
    evening = Evening(4, "whist_modern").seat(ANNA, BORIS, CLARA, DAVID).start().cut().play_deal()
    told, deal = tricks(evening), deal_of(evening)
    assert deal.turned is not None and deal.turned in deal.hands.of(deal.dealer)
    line_told = next(one for one in told if "turned up" in one)
    assert line_told.startswith(f"{deal.dealer.name.capitalize()} turned up ")
    blind = Evening(4, "whist_modern", trump="blind").seat(ANNA, BORIS, CLARA, DAVID)
    assert any(one.startswith("Cut for trumps: ") for one in tricks(blind.start().cut().play_deal()))


def test_the_first_line_says_who_made_a_bid_or_lost_it_and_by_how_much() -> None:
    told = {"made": False, "lost": False}
    for seed in range(40):
        evening = Evening(seed, "contract").seat(ANNA, BORIS, CLARA, DAVID).start().cut().play_deal()
        deal = deal_of(evening)
        if deal.settled is None or deal.settled.bid is None or deal.settled.declared_by is None:
            continue
        over = deal.won.of(deal.settled.declared_by.side) - 6 - deal.settled.bid.odd
        first = result(evening)[0]
        who, expected = names(evening.member(deal.settled.declared_by)), "lost" if over < 0 else "made"
        assert first.startswith(f"### Deal 1: {who} {expected} {deal.settled.bid.odd} ")
        if over:
            count = "1 trick" if abs(over) == 1 else f"{abs(over)} tricks"
            assert first.endswith(f" by {count}" if over < 0 else f" with {count} more")
        told[expected] = True
    assert all(told.values())


def test_honours_called_with_success_end_the_deal_and_are_told() -> None:
    for seed in range(300):
        evening = Evening(seed, "whist_short_001").seat(ANNA, BORIS, CLARA, DAVID).start()
        while evening.table.rubber is not None:
            caller = next((one for one in Seat if CallHonours() in evening.view(one).options), None)
            if caller is None:
                evening.step()
                continue
            evening.do(caller, CallHonours())
            last = evening.table.last
            if (
                evening.table.deal is None
                and last is not None
                and last.entries[0].line is Line.HONOURS_CALLED
            ):
                told = tricks(evening)
                assert "called honours, which ended the deal" in result(evening)[0]
                side = {NS: "North–South", EW: "East–West"}[caller.side]
                assert f"{side} called honours before play, which ended the deal." in told
                assert not any("did not have enough" in one for one in told)
                return
    raise AssertionError("nobody ever called")


def test_who_asked_for_honours_in_vain_is_told_when_the_deal_is_over() -> None:
    evening = honours_called("whist_short_001", "ask 11", enough=False)()
    (asker,) = [one.seat.name.capitalize() for one in deal_of(evening).calls if one.call == CallHonours()]
    told = tricks(evening)
    assert f"{asker} asked for honours, and the partner did not have enough." in told
    assert not any("called honours before play" in one for one in told)


# The end of a rubber

SEATS: BySeat[Member] = BySeat(DAVID, BORIS, CLARA, ANNA)


def name(member: Member) -> str:
    return f"@{member.alias}" if isinstance(member, Person) else member.name


def ended(value: int, games: Sequence[int], bonus: Entry, shares: tuple[Share, ...] = ()) -> RubberResult:
    return RubberResult(1, EW, value, BySide(0, value), BySide(*games), bonus, shares, "")


def test_points_that_do_not_go_with_what_was_won_are_told_apart() -> None:
    """South declared hearts at biritch and won five tricks: the others' two odd tricks are 16 points. Four
    honours are 32; three are 16, as much as the tricks. With nine tricks of its own the side wins three."""
    evening = Evening(1).seat(ANNA, BORIS, CLARA, DAVID).start().cut().play_deal()
    at, base = evening.view(None).table, deal_of(evening)
    hearts = Settled(Suit.HEARTS, 0, 8, Seat.WEST, Seat.SOUTH, ((Seat.NORTH, Seat.SOUTH),))
    to_player = SpeechToPlayer(True, BySeat("N", "E", "S", "W"), Side.NS)

    def told(won: int, *entries: Entry) -> tuple[str, str]:
        deal = replace(base, settled=hearts, won=BySide(won, 13 - won), entries=entries, claims=())
        return at_odds_line(ON_PAPER, deal, at, Side.NS), at_odds_line(to_player, deal, at, Side.EW)

    tricks_lost = Entry(Line.ODD_TRICKS, Side.EW, 16, Column.BELOW, 2, 8)
    tricks_won = Entry(Line.ODD_TRICKS, Side.NS, 24, Column.BELOW, 3, 8)
    four = Entry(Line.HONOURS, Side.NS, 32, Column.ABOVE)
    assert told(5, tricks_lost, four) == (
        "-# North–South: tricks −16, honours +32",
        "-# The other side: tricks +16, honours −32",
    )
    assert told(5, tricks_lost, replace(four, amount=16))[0] == "-# North–South: tricks −16, honours +16"
    chicane = Entry(Line.CHICANE, Side.EW, 40, Column.ABOVE, seat=Seat.EAST)
    assert told(9, tricks_won, chicane)[0] == "-# North–South: tricks +24, chicane −40"
    for agree in ((5, tricks_lost), (5, tricks_lost, replace(four, amount=8)), (9, tricks_won, four)):
        assert told(*agree) == ("", "")


def test_a_match_of_one_game_is_not_called_a_rubber() -> None:
    told = list(rubber_lines(ON_PAPER, ended(3, (0, 1), rubber(EW, 0)), SEATS, name, "whist_american"))
    assert told == [
        "### @boris and @anna win the game",
        "East–West win **3** each; North–South lose as much.",
        "-# East–West: East @boris · West @anna",
        "-# North–South: North @david · South @clara",
        "-# This counts for the leaderboard.",
    ]


def test_a_rubber_at_whist_has_rubber_points() -> None:
    told = list(rubber_lines(ON_PAPER, ended(5, (0, 2), rubber(EW, 2)), SEATS, name, "whist_modern"))
    assert told[:2] == [
        "### @boris and @anna win the rubber, 2 games to 0",
        "Rubber points: **2** to the winners.",
    ]


def test_the_player_who_had_dummy_wins_or_loses_twice_as_much() -> None:
    seats: BySeat[Member] = BySeat(CLARA, BORIS, CLARA, ANNA)
    told = list(rubber_lines(ON_PAPER, ended(5, (0, 2), rubber(EW, 2)), seats, name, "dummy_whist"))
    assert "East–West win **5** each; North–South lose as much." in told
    assert "@clara had Dummy, and so wins or loses twice as much." in told
    assert "-# North–South: North and South @clara" in told


def test_with_a_dummy_each_both_win_and_lose_alike() -> None:
    seats: BySeat[Member] = BySeat(CLARA, ANNA, CLARA, ANNA)
    told = list(rubber_lines(ON_PAPER, ended(5, (0, 2), rubber(EW, 2)), seats, name, "double_dummy"))
    assert "East–West win **5**; North–South lose as much." in told
    assert not any("twice" in one for one in told)


def test_a_rubber_left_unfinished_says_who_was_ahead() -> None:
    bonus = Entry(Line.UNFINISHED, EW, 350, Column.BONUS, 1, 350)
    told = list(rubber_lines(ON_PAPER, ended(470, (0, 1), bonus), SEATS, name, "contract"))
    assert told[:2] == [
        "### The rubber was not finished; East–West are ahead",
        "For being ahead: **350** to East–West.",
    ]


def test_a_rubber_left_unfinished_names_the_bonuses_of_both_sides() -> None:
    """Contract: 300 for the only game, and 50 for the only part score, of the other side."""
    law = variant("contract", (("unfinished_rubber", "laws"),)).rubber
    played = standing_after(((below(NS, 100),), (below(EW, 40),)), law)
    end = law.broken_off(played)
    assert end is not None
    told = list(rubber_lines(ON_PAPER, end.result(1, (), 0), SEATS, name, "contract", played.totals))
    assert told[1:3] == [
        "For being ahead: **300** to North–South, **50** to East–West.",
        "Totals: North–South **400**, East–West **90**.",
    ]


# Where play goes the other way


def test_where_play_goes_the_other_way_every_result_names_east_and_west_so() -> None:
    """The dealer's neighbour on the left leads: with the names as they are shown, from South it is East."""
    shown = {Seat.EAST: "West", Seat.WEST: "East", Seat.NORTH: "North", Seat.SOUTH: "South"}
    evening = Evening(4, "whist_modern", direction="counterclockwise").seat(ANNA, BORIS, CLARA, DAVID)
    evening.start().cut().play_deal()
    deal, told = deal_of(evening), tricks(evening)
    assert f"-# {names(evening.member(deal.dealer.left))} deals next." in result(evening)
    assert any(one.startswith(f"1. {shown[deal.dealer.left]}: ") for one in told)
    assert any(one.startswith(f"{shown[deal.dealer]} turned up ") for one in told)
    last = words(last_trick_screen(evening.view(None), names))
    assert f"**{shown[deal.tricks[-1].leader][0]}**" in last.split("\n")[1]


def test_who_declares_alone_deals_again_and_after_a_given_deal_nobody_deals() -> None:
    mine = Parlour(Alone(declares=True), seed=3).dealt()
    once_more = Parlour(Alone(given=GivenDeal("0badcafe", 7, 30, "word", Seat.WEST, Seat.EAST)))
    told = []
    for parlour in (mine, once_more):
        while parlour.table.deal is not None:
            parlour.step()
        told.append([line for line in result(parlour) if " deals " in line])
    assert told == [[f"-# {names(ANNA)} deals again."], []]


def test_who_begins_to_declare_alone_deals_next() -> None:
    parlour = Parlour(Alone(), seed=3)
    for _ in range(2):
        parlour.dealt()
        while parlour.table.deal is not None:
            parlour.step()
    assert parlour.own not in (deal_of(parlour).dealer, deal_of(parlour).dealer.left)
    for declares in (True, False):
        parlour.ask(ANNA, PlayAlone(Alone(declares=declares)))
        assert f"-# {names(ANNA)} deals next." in result(parlour)


def test_a_match_of_one_game_has_no_games_or_rubber_to_stand() -> None:
    for of, title, rubber_stands in (
        ("whist_american", "**The game so far**", False),
        ("whist_modern", "**The rubber so far**", True),
    ):
        evening = Evening(4, of).seat(ANNA, BORIS, CLARA, DAVID).start().cut().play_deal()
        at = evening.view(None).table
        assert at.rubber is not None
        (stands,) = (one for one in result(evening) if one.startswith("-# Game: "))
        assert (" · games 0–0 · rubber " in stands) == rubber_stands
        assert title in _lines(points_screen(deal_of(evening), at.rubber.seats, names, at=at))


def test_at_contract_a_side_that_wins_a_game_is_told_to_be_vulnerable() -> None:
    for seed in range(60):
        evening = Evening(seed, "contract").seat(ANNA, BORIS, CLARA, DAVID).start()
        while evening.table.rubber is not None and not any(evening.table.rubber.standing.games):
            evening.step()
        if evening.table.rubber is not None:
            told = "\n".join(result(evening))
            assert "start the next one from 0. They are vulnerable from now on." in told
            return
    raise AssertionError("nobody ever won a game")


# From a player's own side


def test_each_player_is_told_the_deal_from_their_own_side() -> None:
    said = {your_deal(made=True, ours=True, yours=120, theirs=0, partner="Clara")}
    assert said == {"Made: +120 for you and Clara."}
    assert (
        your_deal(made=True, ours=False, yours=0, theirs=120, partner="x") == "They made it: you lost by 120."
    )
    assert your_deal(made=False, ours=True, yours=0, theirs=188, partner="x") == "Not made: you lost by 188."
    assert your_deal(made=False, ours=False, yours=188, theirs=0, partner="") == "You beat it: +188 for you."
    assert your_deal(made=None, ours=False, yours=0, theirs=3, partner="x") == "You lost by 3."
    assert (
        your_deal(made=None, ours=False, yours=2, theirs=0, partner="Clara")
        == "You won: +2 for you and Clara."
    )
    assert your_deal(made=True, ours=True, yours=0, theirs=0, partner="x") == "Made: nobody gains."
    both = "Made: +10 for you and Clara. Points: you **70**, they **60**."
    assert your_deal(made=True, ours=True, yours=70, theirs=60, partner="Clara") == both
    both = "They made it: you lost by 10. Points: you **60**, they **70**."
    assert your_deal(made=True, ours=False, yours=60, theirs=70, partner="Boris") == both


def test_where_both_sides_score_a_player_is_told_the_two_figures_that_the_room_reads() -> None:
    """At vint each side scores its own tricks."""
    evening = Evening(4, "vint").seat(ANNA, BORIS, CLARA, DAVID).start().cut().play_deal()
    at = evening.view(None).table
    assert at.rubber is not None
    first, second = (int(figure) for figure in re.findall(r"\*\*\+(\d+)\*\*", "\n".join(result(evening)))[:2])
    seen = {news(at, member, names) for member in at.rubber.seats}
    assert f"Not made: you lost by {first - second}." in {one.partition(" Points: you ")[0] for one in seen}
    assert {one.partition(" Points: you ")[2] for one in seen} == {
        f"**{first}**, they **{second}**.",
        f"**{second}**, they **{first}**.",
    }


def test_the_rubber_is_told_to_winners_who_lose_on_points_and_to_losers_who_win_on_them() -> None:
    assert your_rubber(won=True, value=68, single=False) == "**You win the rubber: +68.**"
    assert your_rubber(won=False, value=-68, single=True) == "**You lose the game: −68.**"
    assert your_rubber(won=True, value=-12, single=False) == "**You win the rubber, but lose 12 on points.**"
    assert your_rubber(won=False, value=12, single=False) == "**You lose the rubber, but win 12 on points.**"


def test_the_panel_tells_the_last_deal_of_this_rubber_until_the_next_is_called_in() -> None:
    evening = Evening(3).seat(ANNA, BORIS, CLARA, DAVID).start()
    assert news(evening.view(None).table, ANNA, name) == ""
    evening.cut().play_deal()  # South lost a declaration of diamonds by 36
    table = evening.view(None).table
    assert table.rubber is not None
    dealer, partner, other = (table.rubber.seats.of(one) for one in (Seat.SOUTH, Seat.NORTH, Seat.EAST))
    assert news(table, dealer, name) == news(table, partner, name) == "Not made: you lost by 36."
    assert news(table, other, name).startswith("You beat it: +36 for you and @")
    assert news(table, Person("ivan"), name) == ""
    seen = evening.view(Seat.SOUTH)
    assert "you lost by 36." in words(hand_screen(seen, TABLE, names, news=news(table, dealer, name)))
    evening.cut()
    seen = evening.view(Seat.SOUTH)
    assert "you lost by 36." in words(hand_screen(seen, TABLE, names, news=news(table, dealer, name)))
    evening.step()
    seen = evening.view(Seat.SOUTH)
    assert "you lost by 36." not in words(hand_screen(seen, TABLE, names, news=news(table, dealer, name)))


def test_what_was_demanded_for_cards_out_of_turn_is_told_with_its_trick() -> None:
    """Of the deal in which a suit was called from west, and a wrong demand lost its right."""
    evening = FAMILY["whist_modern-out-of-turn"]()
    south, west = (names(evening.member(one)) for one in (Seat.SOUTH, Seat.WEST))
    assert f"Trick 1: {south} called a lead of hearts from {west}." in result(evening)


def test_of_many_demands_the_first_are_told_and_the_others_counted() -> None:
    evening = FAMILY["whist_modern-out-of-turn"]()
    paid = Paid(3, Seat.EAST, Demand(Seat.SOUTH, Exacted.CARD, Seat.EAST, parse_card("6H")))
    deal = deal_of(evening)
    evening.table = replace(evening.table, last=replace(deal, paid=(paid,) * 8))
    lines = result(evening)
    south, east = (names(evening.member(one)) for one in (Seat.SOUTH, Seat.EAST))
    assert lines.count(f"Trick 3: {south} called 6♥ of {east}.") == 6
    assert "-# and 2 more demands" in lines


def test_at_a_table_of_an_evening_tricks_are_told_and_no_games_score_and_the_next_comes_by_itself() -> None:
    """East has revoked: nobody claims it, so nine tricks to four stand (laws 4.5)."""
    at_whist = lawful.revoked()
    at_whist.table = replace(at_whist.table, evening=AtEvening("0a1b2c3d", 3, 1, shared=False))
    shown = words(table_screen(at_whist.view(None), TABLE, names))
    assert re.findall(r"▮\s\*\*([0-9])", shown) == ["1"] and "N–S" not in shown
    lawful.played_out(at_whist)
    for seat in at_whist.table.waits_for:
        at_whist.do(seat, AgreeScore())
    view = at_whist.view(Seat.SOUTH)
    told = news(view.table, at_whist.member(Seat.SOUTH), names)
    panel = words(hand_screen(view, TABLE, names, news=told))
    assert "Tricks: you **9**, they **4**." in panel
    assert "The deal of table 3 is over. What comes next is told here." in panel


def test_whoever_is_held_to_a_demand_is_told_so_only_if_a_card_of_theirs_pays() -> None:
    """East shows the ace of spades, which south calls: as long as east has hearts, to play it would be a
    revoke. West holds hearts when their lead is called."""

    def told(demand: DemandPenalty, then: str, seat: Seat) -> str:
        evening = lawful.begun(revoke_mode="strict", period_penalties="on")
        evening.do(Seat.EAST, PLAYS[parse_card("AS").index])
        evening.do(Seat.SOUTH, demand)
        return words(hand_screen(lawful.play(evening, then).view(seat), TABLE, names))

    called = DemandPenalty(Exacted.CARD, card=parse_card("AS"))
    assert "**Your turn:** hearts." in told(called, "2H 7H", Seat.EAST)
    assert "**Your turn:** play what was demanded." in told(called, "2S 6S", Seat.EAST)
    hearts = DemandPenalty(Exacted.SUIT, suit=Suit.HEARTS)
    assert "**Your turn:** play what was demanded." in told(hearts, "", Seat.WEST)


def test_no_option_that_may_change_between_rubbers_changes_what_is_told_of_the_last() -> None:
    """So the score and the news may be told with the options of today."""
    evening = Evening(4, "whist_modern").seat(ANNA, BORIS, CLARA, DAVID).start().play_rubber()
    before = _told(evening)
    assert "You win the rubber" in before[1] or "You lose the rubber" in before[1]
    at_rest = evening.table
    for choice in at_rest.rules.offered:
        if not choice.for_good and choice.matters_with(at_rest.rules.options(dict(at_rest.options))):
            evening.table = at_rest
            evening.ask(ANNA, SetOption(choice.key, choice.values[-1]))
            assert evening.table.options != at_rest.options and _told(evening) == before, choice.key


def _told(evening: Evening) -> tuple[str, str]:
    view = evening.view(None)
    return words(score_screen(view, names)), news(view.table, ANNA, name)


def test_the_four_hands_of_a_result_are_a_picture_or_letters_where_no_file_can_be_sent() -> None:
    evening = Evening(5).seat(ANNA, BORIS, CLARA, DAVID).start().cut().play_deal()
    at = evening.view(None).table
    assert at.last is not None and at.rubber is not None
    drawn = hands_picture(at.last, at)
    assert drawn.alt.startswith("North: spades ") and len(drawn.png) < 20_000
    shown = result_screen(at.last, at.rubber.seats, TABLE, names, at=at, drawn=drawn)
    letters = result_screen(at.last, at.rubber.seats, TABLE, names, at=at)
    assert sum(isinstance(one, Picture) for one in shown.parts) == 1
    assert _lines(without_pictures(shown)) == _lines(letters)


def test_the_end_of_a_rubber_names_its_winners_and_what_it_brought_each_with_its_sheet_and_again() -> None:
    evening = Evening(5).seat(ANNA, BORIS, CLARA, DAVID).start()
    evening.play_rubber()
    at = evening.view(None).table
    assert at.last is not None and at.ended is not None and at.ended_seats is not None
    sheet = rubber_picture(at.last, at, at.ended)
    shown = result_screen(
        at.last, at.ended_seats, TABLE, names, at=at, ended=at.ended, sheet=sheet, again=True
    )
    first, last = (at.ended_seats.of(one) for one in at.ended.winner.seats)
    told = _lines(shown)
    games = at.ended.games.of(at.ended.winner), at.ended.games.of(at.ended.winner.other)
    assert f"## {names(first)} and {names(last)} win the rubber, {games[0]} games to {games[1]}" in told
    each_value = next(line for line in told if line.count("**") == 8)
    assert all(f"{names(one)} **" in each_value for one in at.ended_seats)
    assert shown.parts[1] == sheet and len(sheet.png) < 20_000
    assert "♠" not in "\n".join(told[1:]), "the hands stand behind More"
    assert [one.label for one in shown.parts[-1].buttons] == ["Again", "More"]  # type: ignore[union-attr]


def test_the_sheet_at_the_end_of_a_long_rubber_has_its_last_game_and_sums_of_what_came_before() -> None:
    """Biritch, 30 to game: 18 rows would be too tall for a telephone. **Picture** draws them all."""
    evening = Evening(5).seat(ANNA, BORIS, CLARA, DAVID).start()
    evening.play_rubber()
    at = evening.view(None).table
    assert at.last is not None
    law = variant("biritch", ()).rubber
    games = (
        ((NS, 8, 16), (EW, 16, 0), (NS, 8, 0), (NS, 16, 8)),
        ((EW, 16, 0), (NS, 16, 8), (EW, 24, 0)),
        ((NS, 8, 0), (EW, 8, 16), (NS, 8, 24), (NS, 16, 0)),
    )
    entered = tuple(
        (below(side, points), *((above(side, honours),) if honours else ()))
        for played in games
        for side, points, honours in played
    )
    end = law.end(standing_after(entered, law))
    assert end is not None
    deal, ended = replace(at.last, entered=entered), end.result(1, (), 0)
    brief, whole = (
        [row for row in sheet_of(deal, at, ended, brief=one).rows if isinstance(row, DrawnRow)]
        for one in (True, False)
    )
    assert [(row.left, row.right) for row in brief] == [
        ("40", "0"),  # for the rubber
        ("24", ""),
        ("", "16"),
        ("32", ""),  # honours of the first three deals that had any
        ("32", "16"),
        ("16", "40"),
        ("8", "8"),  # the first two deals of the last game
        ("8", ""),
        ("16", ""),
        ("176", "80"),
    ]
    sums = [row.title for row in brief if row.title not in ("Consolation", "Honours", "")]
    assert sums == ["Earlier", "Game 1", "Game 2", "Earlier", "Total"]
    assert len(whole) == 18 and (whole[-1].left, whole[-1].right) == ("176", "80")
    drawn = rubber_picture(deal, at, ended)
    assert (
        drawn.png
        == drawn_sheet(sheet_of(deal, at, ended, brief=True))
        != drawn_sheet(sheet_of(deal, at, ended))
    )


def test_where_no_file_can_be_sent_the_end_of_a_rubber_has_its_sheet_in_words() -> None:
    evening = Evening(5).seat(ANNA, BORIS, CLARA, DAVID).start()
    evening.play_rubber()
    at = evening.view(None).table
    assert at.last is not None and at.ended is not None and at.ended_seats is not None
    sheet = rubber_picture(at.last, at, at.ended)
    shown = result_screen(at.last, at.ended_seats, TABLE, names, at=at, ended=at.ended, sheet=sheet)
    (told,) = [
        line for line in _lines(without_pictures(shown)) if line.startswith("Score sheet of the rubber")
    ]
    ns, ew = at.ended.totals
    assert f"Total: North–South {ns}, East–West {ew}." in told


@each("game", GAMES)
def test_nobody_is_called_after_a_seat_in_a_result_nor_in_what_is_left_of_it(game: str) -> None:
    """In another rubber somebody else has that seat; of the end of a rubber no hands say who had it."""
    evening = Evening(5, game).seat(*(ANNA, BORIS, CLARA, DAVID)[: GAMES[game].variant().players]).start()
    for _ in range(3):
        if evening.table.rubber is None:
            break
        evening.cut().play_deal()
        at = evening.view(None).table
        seats = at.rubber.seats if at.rubber is not None else at.ended_seats
        ended = at.ended if at.rubber is None else None
        assert at.last is not None and seats is not None
        for _ in in_each_language():
            paper = Speech.at_table(at)
            called = [*paper.seats().values(), *map(paper.side, Side)]
            first = result_screen(at.last, seats, TABLE, names, at=at, ended=ended).parts[0]
            left = folded_screen(at.last, seats, TABLE, names, at).parts[0]
            told = "\n".join(part.markdown for part in (first, left) if isinstance(part, Text))
            assert told.count("###") == 2 and [one for one in called if one in told] == []

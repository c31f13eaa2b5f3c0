"""What holds at every moment of an evening of any game, with any options.

The evenings are played by people who do anything that is open to them: a whole rubber of each game as it
stands, and some deals at tables where every value of every option is met.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Final

import pytest

from rules.calls import (
    BIDS,
    PLAYS,
    Action,
    CallHonours,
    Content,
    Declare,
    Discard,
    Double,
    Pass,
    Play,
    TakeStock,
)
from rules.cards import Hand, Suit
from rules.counting.reckon import Column, Line
from rules.errors import RulesError
from rules.games.all_games import GAMES
from rules.games.variant import EDITION, LAWFUL
from rules.record.audit import Revoke, audited
from rules.record.codec import decode, encode
from rules.record.reading import read_records
from rules.record.writing import record_text, recorded
from rules.refusals import WrongDiscard
from rules.seats import Person, Seat, Side
from rules.table.decide import decide
from rules.table.events import (
    CallMade,
    CardsDealt,
    ClaimAnswered,
    Claimed,
    DealReckoned,
    Event,
    PackReady,
    RubberBegun,
    RubberReckoned,
    SeatsChosen,
)
from rules.table.requests import AnswerClaim, ClaimRest, CutPack, Request
from rules.table.seen import seen
from rules.table.table import Table
from rules.view import May
from tests.each import each
from tests.rules.short_rubbers import with_robots
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Dice, Evening, arrangements

ACTS, LOOKS = 66, 2
"""Acts that are played of an evening with options, and moments of it at which everything is tried."""

EVERY_CALL: Final[tuple[Action, ...]] = (
    *PLAYS,
    *(Declare(suit) for suit in Suit),
    Declare(None),
    *BIDS,
    Pass(),
    Double(),
    Content(),
    TakeStock(),
    CallHonours(),
)

TARGET: Final = {
    **dict.fromkeys(("biritch", "bridge", "auction", "plafond", "scaled_contract"), 30),
    **dict.fromkeys(("whist_modern", "whist_short_001", "whist_english", "whist_honors", "whist_british"), 5),
    **dict.fromkeys(("dummy_whist", "double_dummy"), 5),
    "whist_american": 7,
    "whist_long": 10,
    "ruff_and_honours": 9,
    "cottons_whist": 9,
    "contract": 100,
    "vint": 500,
}
"""What wins a game (laws 2.8, 4.2, 5, 6, 7.3, 8, 9, 10, 12)."""


OF_TWELVE: Final = ("ruff_and_honours", "cottons_whist")
"""The games of twelve tricks (laws 5, 12)."""

DUTIES: Final = frozenset(
    {
        *(May.CHOOSE_SEAT, May.CUT, May.PUT_OUT, May.ANSWER_CLAIM),
        *(May.CHOOSE_PENALTY, May.PLAY_OUT, May.AGREE_SCORE),
    }
)
"""What a table may wait for besides calls and cards."""

CHANCE: Final = Dice("refusals")


@dataclass(frozen=True)
class Played:
    """An evening, and the table after each event."""

    key: str
    options: dict[str, str]
    events: tuple[Event, ...] = field(repr=False)
    tables: tuple[Table, ...] = field(repr=False)
    resting: tuple[Table, ...] = field(repr=False)  # those at which somebody was to act

    def moments(self) -> Iterator[tuple[Event, Table, Table]]:
        """Each event with the table before it and after."""
        for event, (before, after) in zip(self.events[1:], pairwise(self.tables), strict=True):
            yield event, before, after


@cache
def arranged(key: str) -> tuple[dict[str, str], ...]:
    return tuple(arrangements(key))


@cache
def evening(key: str, number: int) -> Played:
    """An evening of this game. One table without options plays its rubber out; the others play for a while,
    every second one with claims. One person sits with robots, or two, three or four persons play."""
    options = arranged(key)[number]
    people = (ANNA, BORIS, CLARA, DAVID)[: GAMES[key].variant().players]
    if number == 0:
        evening = with_robots(key)
    else:
        evening = Evening((key, number), key, **options).seat(*people[: 1 + number % 4]).start()
    resting = [evening.table]
    while evening.table.rubber is not None and (number == 0 or len(resting) < ACTS):
        evening.step(claims=number % 2 == 1 and len(resting) > 30 and len(resting) % 3 == 0)
        resting.append(evening.table)
    tables = [Table.opened(GAMES[key], evening.table.options)]
    for event in evening.events[1:]:
        tables.append(tables[-1].after(event))
    return Played(key, options, evening.events, tuple(tables), tuple(resting))


@pytest.fixture(scope="module", params=GAMES)
def evenings(request: pytest.FixtureRequest) -> tuple[Played, ...]:
    """Those of a game."""
    return tuple(evening(request.param, number) for number, _ in enumerate(arranged(request.param)))


def at_every_table(check: Callable[[Played], None]) -> Callable[[tuple[Played, ...]], None]:
    def walked(evenings: tuple[Played, ...]) -> None:
        each("played", evenings)(check)()

    return walked


@at_every_table
def test_the_events_alone_make_the_same_table_and_are_stored_and_read_back(played: Played) -> None:
    assert played.tables[-1] == played.resting[-1]
    for event in played.events:
        assert decode(*encode(event)) == event


@at_every_table
def test_while_a_rubber_is_on_the_table_waits_for_people_who_can_go_on(played: Played) -> None:
    for number, table in enumerate(played.resting):
        if table.rubber is None:
            continue
        assert table.waits_for
        for seat in table.waits_for if number % 5 < 2 else ():
            view = seen(table, seat)
            assert view.options or view.may & DUTIES
            assert seat in table.rubber.chairs


@at_every_table
def test_a_table_as_it_stands_plays_its_rubber_to_the_end(played: Played) -> None:
    if set(dict(played.tables[0].options)) == {EDITION}:
        assert played.tables[-1].ended is not None and played.tables[-1].rubber is None


def accepted(table: Table, seat: Seat, ask: Request) -> bool:
    assert table.rubber is not None
    try:
        decide(table, table.rubber.seats.of(seat), ask, CHANCE)
    except RulesError:
        return False
    return True


def left(table: Table, seat: Seat) -> Hand:
    """The cards that a seat holds now."""
    return table.deal.left(seat) if table.deal is not None else Hand()


def looked_at(played: Played) -> list[Table]:
    """Some tables in the middle of a rubber; among them are the beginnings, where the calls are."""
    tables = [table for table in played.resting if table.rubber is not None]
    choose = random.Random(len(tables))
    return [*tables[1:4], *choose.sample(tables, min(LOOKS, len(tables)))]


def astray(table: Table, seat: Seat) -> set[Action]:
    """The cards that may be played, though it is not this seat's turn, at a table with the penalties of the
    period: by a person, their own, or as a lead those of the dummy that they play (laws 1.6)."""
    deal, view = table.deal, seen(table, seat)
    if deal is None or deal.playing is None or view.deal is None or view.deal.out_of_turn is None:
        return set()
    if table.rubber is None or not isinstance(table.rubber.seats.of(seat), Person):
        return set()
    terms = deal.playing.terms
    hands = [hand for hand in (seat, seat.partner) if terms.chooser(hand) is seat]
    return {Play(card) for hand in hands for card in deal.left(hand)} - set(view.options)  # type: ignore[return-value]


@at_every_table
def test_every_option_is_accepted_and_every_other_card_call_and_claim_refused(played: Played) -> None:
    """Every card of their own hand and of their partner's, and of all else that is not open a third at each
    seat, another third at the next."""
    looks = [(table, seat) for table in looked_at(played) if table.rubber for seat in table.rubber.chairs]
    for number, (table, seat) in enumerate(looks):
        view = seen(table, seat)
        held = [PLAYS[card.index] for hand in (seat, seat.partner) for card in left(table, hand)]
        tried = {*view.options, *held, *EVERY_CALL[number % 3 :: 3]}
        taken = {action for action in tried if accepted(table, seat, action)}
        assert taken - astray(table, seat) == set(view.options)
        assert len(set(view.options)) == len(view.options)
        assert accepted(table, seat, ClaimRest()) == (May.CLAIM in view.may)
        assert accepted(table, seat, AnswerClaim(agrees=False)) == (May.ANSWER_CLAIM in view.may)
        assert accepted(table, seat, CutPack(26, "")) == (May.CUT in view.may)
        assert not accepted(table, seat, Discard(left(table, seat)))


@at_every_table
def test_every_seat_sees_the_room_as_the_spectator_does(played: Played) -> None:
    for table in looked_at(played):
        room = seen(table, None)
        assert room.own is None and room.options == () and room.may == frozenset()
        for seat in Seat:
            assert (seen(table, seat).table, seen(table, seat).deal) == (room.table, room.deal)


@at_every_table
def test_as_many_cards_go_out_as_the_stock_had_and_only_from_the_player_who_took_it(played: Played) -> None:
    """Any four of the sixteen, and nothing else is a discard."""
    choose = random.Random(4)
    for table in played.resting:
        if table.rubber is None or table.deal is None or not table.deal.dealt.stock:
            continue
        for seat in Seat:
            view, held = seen(table, seat), list(table.deal.left(seat))
            if May.PUT_OUT not in view.may:
                assert not accepted(table, seat, Discard(Hand.of(held[:4])))
                continue
            assert view.deal is not None and (view.deal.to_put_out, len(held)) == (4, 16)
            for _ in range(20):
                assert accepted(table, seat, Discard(Hand.of(choose.sample(held, 4))))
            others = [card for card in PLAYS if card.card not in held]
            for wrong in held[:3], held[:5], [*held[:3], others[0].card], []:
                with pytest.raises(WrongDiscard):
                    table.deal.check(seat, Discard(Hand.of(wrong)))


@at_every_table
def test_seats_at_which_nobody_sits_never_do_anything(played: Played) -> None:
    for event, before, _ in played.moments():
        if isinstance(event, CallMade):
            assert before.rubber is not None and event.called.seat in before.rubber.chairs
        if isinstance(event, Claimed | ClaimAnswered):
            assert before.rubber is not None and event.seat in before.rubber.chairs
    for table in played.resting:
        for seat in table.rubber.dummies if table.rubber is not None else ():
            view = seen(table, seat)
            assert view.options == () and view.may == frozenset()
            assert table.rubber is not None
            assert table.rubber.seats.of(seat) == table.rubber.seats.of(seat.partner)


@at_every_table
def test_the_deal_passes_to_the_left_but_of_a_hand_thrown_in_where_it_is_dealt_again(played: Played) -> None:
    due: Seat | None = None
    for event, before, _ in played.moments():
        if isinstance(event, RubberBegun):
            due = event.dealer
        if isinstance(event, SeatsChosen):
            due = event.seat
        if isinstance(event, CardsDealt):
            assert event.dealer is due
        if isinstance(event, DealReckoned):
            assert due is not None and before.deal is not None
            again = dict(before.options).get("redeal") == "true"
            due = due if before.deal.playing is None and again else due.left


@at_every_table
def test_whoever_sits_on_the_dealers_right_cuts_or_plays_the_dummy_that_does(played: Played) -> None:
    for event, _, after in played.moments():
        if isinstance(event, PackReady):
            assert after.rubber is not None and after.pack is not None
            mirrored = after.rules.options(dict(after.options))["direction"] == "counterclockwise"
            right = after.rubber.dealer.left if mirrored else after.rubber.dealer.right  # as people see it
            assert after.pack.cutter is (right.partner if right in after.rubber.dummies else right)


@at_every_table
def test_every_deal_is_written_down_read_back_and_passes_the_auditor(played: Played) -> None:
    for event, _, after in played.moments():
        if isinstance(event, DealReckoned):
            assert after.last is not None
            record = recorded(after.game, after.options, after.last)
            assert read_records(record_text(record)) == (record,)
            findings = audited(record)
            if dict(after.options).get(LAWFUL[0]) == LAWFUL[1]:
                findings = tuple(one for one in findings if not isinstance(one, Revoke))
            assert findings == ()


@at_every_table
def test_all_tricks_are_somebodys_but_where_nothing_was_played_or_honours_ended_it(played: Played) -> None:
    for event, before, _ in played.moments():
        if isinstance(event, DealReckoned):
            assert before.deal is not None
            playing = before.deal.playing
            if playing is None or playing.called is not None:
                assert event.tricks == (0, 0)
            else:
                assert sum(event.tricks) == (12 if before.game in OF_TWELVE else 13)


@each("key", TARGET)
def test_a_game_is_won_by_what_the_laws_say(key: str) -> None:
    assert GAMES[key].variant().rubber.game == TARGET[key]


@at_every_table
def test_the_standing_is_the_plain_sum_of_the_lines(played: Played) -> None:
    """The sum of the columns that make up a rubber: at whist the game points alone, elsewhere all."""
    below, games, totals = [0, 0], [0, 0], [0, 0]
    for event, before, after in played.moments():
        if isinstance(event, RubberBegun):
            below, games, totals = [0, 0], [0, 0], [0, 0]
        if isinstance(event, DealReckoned):
            assert after.rubber is not None
            law = after.variant.rubber
            for entry in event.entries:
                at = 0 if entry.side is Side.NS else 1
                below[at] += entry.amount if entry.column is Column.BELOW else 0
                totals[at] += entry.amount if entry.column in law.columns else 0
            named = [entry.side for entry in event.entries if entry.line is Line.GAME]
            reached = [side for side, points in zip(Side, below, strict=True) if points >= law.game]
            assert len(named) <= 1 and set(named) <= set(reached)
            if reached:
                games[0 if (named or reached)[0] is Side.NS else 1] += 1
                below = [0, 0]
            standing = after.rubber.standing
            assert tuple(standing.below) == tuple(below)
            assert tuple(standing.games) == tuple(games)
            assert tuple(standing.totals) == tuple(totals)
        if isinstance(event, RubberReckoned):
            result = event.result
            at = 0 if result.winner is Side.NS else 1
            totals[at] += result.bonus.amount
            assert before.rubber is not None and games[at] > games[1 - at]
            assert tuple(result.totals) == tuple(totals)
            assert result.value == totals[at] - totals[1 - at]


@at_every_table
def test_dummies_that_nobody_sits_behind_lie_open_from_the_first_and_are_played_by_their_partners(
    played: Played,
) -> None:
    for table in played.resting:
        if table.rubber is None or table.deal is None or not table.rubber.dummies:
            continue
        view = seen(table, None)
        assert view.deal is not None and {one.seat for one in view.deal.faced} >= set(table.rubber.dummies)
        due = view.deal.hand_due
        if due in table.rubber.dummies:
            assert view.deal.may_act == (due.partner,)


# What those evenings come to.


def test_the_evenings_come_to_ruffs_honours_called_contracts_doubled_and_deals_thrown_in() -> None:
    met: Counter[str] = Counter()
    tables = [(key, number) for key in MET_AT for number, _ in enumerate(arranged(key))]
    for event, before, _ in (moment for table in tables for moment in evening(*table).moments()):
        met[type(event).__name__] += 1
        if isinstance(event, CallMade):
            met[type(event.called.call).__name__] += 1
        if isinstance(event, DealReckoned) and before.deal is not None:
            playing = before.deal.playing
            met["thrown in"] += playing is None
            met["out by honours"] += playing is not None and playing.called is not None
            met["redoubled"] += playing is not None and playing.terms.level == 2
    calls = {"Bid", "Declare", "Double", "Pass", "Content", "TakeStock", "Discard", "CallHonours"}
    others = {"CardPlayed", "Claimed", "ClaimAnswered", "RubberReckoned", "thrown in", "redoubled"}
    assert {word for word, times in met.items() if times >= 2} >= calls | others
    assert met["out by honours"] >= 1


MET_AT = ("biritch", "whist_long", "whist_short_001", "ruff_and_honours", "auction", "contract")


def test_every_value_of_every_option_of_every_game_is_met_at_one_of_those_tables() -> None:
    for key, rules in GAMES.items():
        met = {pair for options in arranged(key) for pair in options.items()} | set(rules.options({}).items())
        assert met >= {(choice.key, value) for choice in rules.choices for value in choice.values}

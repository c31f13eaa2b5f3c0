"""What a viewer may see. Two worlds that differ only in cards hidden from a viewer look the same to that
viewer.

The other world is made from the events: two hidden cards of the deal in progress are exchanged when it is
dealt, and everything that happened happens again.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from rules.calls import Declare
from rules.cards import WHOLE_PACK, Card, Hand, Suit
from rules.seats import Seat, by_seat
from rules.table.events import CardsDealt
from rules.table.seen import seen
from rules.table.table import Table
from rules.view import FacedHand, OwnHand, PublicDeal, SeatView
from tests.each import each
from tests.rules.deals import EAST, NORTH, ORDINARY, SOUTH, WEST, declared, lead, replayed, rigged
from tests.rules.test_properties import MOMENTS, Moment, evening_at
from tests.trials.stage.tables import Evening

VIEWERS = (*Seat, None)
Look = Callable[[Table, Seat | None], SeatView]


def everything_played(table: Table) -> list[tuple[Seat, Card]]:
    """From the deal itself, not from any view."""
    playing = table.deal.playing if table.deal is not None else None
    tricks = playing.all_tricks if playing is not None else ()
    return [(seat, card) for trick in tricks for seat, card in trick.by_player()]


def lying_open(table: Table) -> set[Seat]:
    """The hands that lie open: dummy's after the lead, and those of players who have claimed in this deal."""
    assert table.deal is not None
    dummy = {table.deal.dealt.dealer.partner} if everything_played(table) else set()
    return dummy | set(table.shown)


def failed_to_follow(table: Table) -> dict[Seat, set[Suit]]:
    playing = table.deal.playing if table.deal is not None else None
    found: dict[Seat, set[Suit]] = {seat: set() for seat in Seat}
    for trick in playing.all_tricks if playing is not None else ():
        for seat, card in trick.by_player():
            if card.suit is not trick.cards[0].suit:
                found[seat].add(trick.cards[0].suit)
    return found


def other_worlds(evening: Evening, viewer: Seat | None, choose: random.Random) -> Iterator[Table]:
    """Tables that this viewer cannot tell from the true one: two cards hidden from the viewer are
    exchanged."""
    table = evening.table
    if table.deal is None:
        return
    hidden = [seat for seat in Seat if seat is not viewer and seat not in lying_open(table)]
    if len(hidden) < 2:
        return
    void = failed_to_follow(table)
    at = max(n for n, event in enumerate(evening.events) if isinstance(event, CardsDealt))
    was = evening.events[at]
    assert isinstance(was, CardsDealt)
    before = replayed(evening.events[:at])
    for _ in range(3):
        one, two = choose.sample(hidden, 2)
        pairs = [
            (a, b)
            for a in table.deal.left(one)
            for b in table.deal.left(two)
            if a.suit not in void[two] and b.suit not in void[one]
        ]
        if pairs:
            a, b = choose.choice(pairs)
            hands = was.hands.put(one, Hand(was.hands.of(one).bits ^ a.bit ^ b.bit))
            hands = hands.put(two, Hand(was.hands.of(two).bits ^ a.bit ^ b.bit))
            world = before.after(replace(was, hands=hands))
            for event in evening.events[at + 1 :]:
                world = world.after(event)
            yield world


@cache
def worlds_of(moment: Moment) -> tuple[tuple[Seat | None, Table], ...]:
    """The other worlds with the viewers who cannot tell them from the true one."""
    evening, choose = evening_at(moment), random.Random(repr(moment))
    return tuple((viewer, world) for viewer in VIEWERS for world in other_worlds(evening, viewer, choose))


def told_apart(look: Look, moment: Moment) -> int:
    """How many other worlds look different to somebody who should see no difference."""
    table = evening_at(moment).table
    return sum(look(table, viewer) != look(world, viewer) for viewer, world in worlds_of(moment))


@each("moment", MOMENTS)
def test_no_view_changes_when_two_cards_hidden_from_it_change_places(moment: Moment) -> None:
    assert told_apart(seen, moment) == 0


def test_the_other_worlds_are_many_and_really_differ() -> None:
    worlds = 0
    for moment in MOMENTS:
        table = evening_at(moment).table
        for viewer, world in worlds_of(moment):
            assert world != table
            owners = [seat for seat in Seat if seen(world, seat).own != seen(table, seat).own]
            assert len(owners) == 2 and viewer not in owners
            worlds += 1
    assert worlds > 200


# Leaks that were planted, which the two worlds must find.


def _deal(view: SeatView) -> PublicDeal:
    assert view.deal is not None
    return view.deal


def dummy_open_before_the_lead(table: Table, viewer: Seat | None) -> SeatView:
    view = seen(table, viewer)
    if table.deal is None or view.deal is None:
        return view
    dummy = table.deal.dealt.dealer.partner
    hand = table.deal.left(dummy)
    return replace(view, deal=replace(view.deal, faced=(FacedHand(dummy, hand, hand),)))


def the_left_hand_neighbours_cards(table: Table, viewer: Seat | None) -> SeatView:
    view = seen(table, viewer)
    if viewer is None or table.deal is None:
        return view
    return replace(view, own=OwnHand(table.deal.left(viewer.left), Hand()))


def options_of_whoever_is_to_act(table: Table, viewer: Seat | None) -> SeatView:
    view = seen(table, viewer)
    if table.deal is None or not table.deal.may_act:
        return view
    return replace(view, options=table.deal.options(min(table.deal.may_act, key=lambda seat: seat.index)))


def counts_that_tell_trumps(table: Table, viewer: Seat | None) -> SeatView:
    view = seen(table, viewer)
    if table.deal is None or view.deal is None or table.deal.terms is None:
        return view
    trumps = table.deal.terms.trumps or Suit.SPADES
    deal = table.deal
    return replace(view, deal=replace(view.deal, counts=by_seat(lambda s: len(deal.left(s).suit(trumps)))))


def cards_in_the_order_of_the_hands(table: Table, viewer: Seat | None) -> SeatView:
    """No card is shown, but the order in which the seats may act tells who holds the ace of spades."""
    view = seen(table, viewer)
    if table.deal is None or view.deal is None:
        return view
    deal = table.deal
    order = sorted(Seat, key=lambda seat: max((card.index for card in deal.left(seat)), default=0))
    return replace(view, deal=replace(view.deal, may_act=tuple(order)))


@each(
    "leak",
    [
        dummy_open_before_the_lead,
        the_left_hand_neighbours_cards,
        options_of_whoever_is_to_act,
        counts_that_tell_trumps,
        cards_in_the_order_of_the_hands,
    ],
)
def test_a_planted_leak_is_found(leak: Look) -> None:
    assert any(told_apart(leak, moment) for moment in MOMENTS)


# What a view does show.


@each("moment", MOMENTS)
def test_cards_left_and_cards_played_make_a_whole_pack(moment: Moment) -> None:
    evening = evening_at(moment)
    for viewer in VIEWERS:
        view = evening.view(viewer)
        if view.deal is not None:
            assert sum(view.deal.counts) + len(list(view.deal.cards_played())) == 52
            assert max(view.deal.counts) - min(view.deal.counts) <= 1
            for hand in view.deal.faced:
                assert len(hand.left) == view.deal.counts.of(hand.seat)
            if viewer is not None and view.own is not None:
                assert len(view.own.left) == view.deal.counts.of(viewer)


@each("moment", MOMENTS)
def test_unseen_are_the_cards_of_hands_that_are_hidden(moment: Moment) -> None:
    evening = evening_at(moment)
    table = evening.table
    for viewer in VIEWERS:
        expected = set(WHOLE_PACK)
        if table.deal is not None:
            expected = {
                card
                for seat in Seat
                if seat is not viewer and seat not in lying_open(table)
                for card in table.deal.left(seat)
            }
        assert set(evening.view(viewer).unseen()) == expected


@each("moment", MOMENTS)
def test_shown_voids_are_the_suits_that_each_seat_failed_to_follow(moment: Moment) -> None:
    evening = evening_at(moment)
    for viewer in VIEWERS:
        voids = evening.view(viewer).shown_voids()
        assert {seat: set(suits) for seat, suits in voids.items()} == failed_to_follow(evening.table)


def test_a_shown_void_is_true() -> None:
    for moment in MOMENTS:
        table = evening_at(moment).table
        for seat, suits in failed_to_follow(table).items():
            assert table.deal is None or not any(table.deal.left(seat).holds(suit) for suit in suits)


@each("moment", MOMENTS)
def test_everybody_sees_the_same_room(moment: Moment) -> None:
    evening = evening_at(moment)
    room = evening.view(None)
    for seat in Seat:
        view = evening.view(seat)
        assert (view.table, view.deal) == (room.table, room.deal)


def test_the_spectator_has_no_hand_and_no_options() -> None:
    for moment in MOMENTS:
        view = evening_at(moment).view(None)
        assert view.own is None and view.options == () and view.may == frozenset()


def test_before_the_lead_a_seat_sees_its_own_thirteen_cards_and_no_others() -> None:
    evening = declared(rigged().start())
    for seat in Seat:
        view = evening.view(seat)
        assert view.own is not None and view.own.left == view.own.dealt == ORDINARY.of(seat)
        assert len(view.unseen()) == 39 and _deal(view).faced == ()
    assert len(evening.view(None).unseen()) == 52


def test_after_the_lead_everybody_sees_dummy_and_the_card_led() -> None:
    evening = lead(declared(rigged().start()))
    assert {seat: len(evening.view(seat).unseen()) for seat in Seat} == {
        NORTH: 38,  # dummy sees the own thirteen cards and the card led
        EAST: 25,
        SOUTH: 25,
        WEST: 26,
    }
    assert len(evening.view(None).unseen()) == 38


def test_dummy_sees_no_more_than_a_spectator_does() -> None:
    """Dummy may not see hidden hands (laws 2.3)."""
    evening = lead(declared(rigged().start()))
    assert evening.view(NORTH).unseen() == evening.view(None).unseen()


def test_what_is_declared_is_seen_while_the_calls_go_on() -> None:
    evening = rigged().start().cut()
    assert _deal(evening.view(WEST)).settled is None
    evening.do(SOUTH, Declare(Suit.CLUBS))
    standing = _deal(evening.view(None)).settled
    assert standing is not None
    assert (standing.trumps, standing.level, standing.worth) == (Suit.CLUBS, 0, 4)
    assert standing.player_of(NORTH) is SOUTH and standing.player_of(WEST) is WEST


def test_those_who_may_act_are_named_in_turn_from_the_dealer() -> None:
    evening = rigged().start().cut()
    assert _deal(evening.view(None)).may_act == (SOUTH,)
    evening.do(SOUTH, Declare(Suit.CLUBS))
    assert _deal(evening.view(None)).may_act == (WEST, EAST)


def test_the_finished_deal_lies_open_to_everybody_with_its_seed() -> None:
    evening = rigged().start().cut().play_deal()
    for viewer in VIEWERS:
        last = evening.view(viewer).table.last
        assert last is not None and last.hands == ORDINARY and last.seed == "seed-1"


def test_while_a_deal_goes_on_its_seed_is_nowhere() -> None:
    evening = lead(declared(rigged().start()))
    assert evening.table.seed == ""
    assert "seed" not in repr(evening.view(None).deal)


def test_a_views_repr_names_no_hidden_card() -> None:
    """Log lines are made of reprs: hands print only how many cards they are."""
    view = lead(declared(rigged().start())).view(EAST)
    hidden = [str(card) for card in view.unseen()]
    words = set(re.findall(r"\w+", repr((view.deal, view.own))))
    assert len(hidden) == 25 and not words & set(hidden)
    assert "<13 cards>" in repr(view.own)


def test_the_point_of_the_calls_counts_no_contents() -> None:
    evening = rigged().start().cut()
    evening.do(SOUTH, Declare(Suit.CLUBS))
    point = _deal(evening.view(WEST)).point
    evening.do(WEST, evening.view(WEST).options[1])
    assert _deal(evening.view(EAST)).point == point

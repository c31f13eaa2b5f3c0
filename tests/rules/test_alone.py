"""One person with robots: taking back, dealing every time, the best hand, a deal once more, and friends."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.calls import Pass
from rules.cards import PACK, Card, Rank
from rules.frozen import replace
from rules.games.all_games import GAMES
from rules.record.codec import decode, encode
from rules.refusals import Refused, Why
from rules.seats import RobotMember, Seat
from rules.table import events
from rules.table.alone import SHUFFLES
from rules.table.requests import CutPack, Join, OpenToOthers, Start, TakeBack
from rules.table.seen import seen
from rules.view import Alone, GivenDeal, May
from tests.each import each
from tests.trials.stage.tables import ANNA, BORIS, Evening


class Parlour(Evening):
    """A table at which Anna plays with robots, who do anything that is open to them."""

    def __init__(self, alone: Alone, seed: object = 0, of: str = "biritch") -> None:
        super().__init__(seed, of)
        opened = events.PlayedAlone(alone)
        self.table, self.events = self.table.after(opened), (*self.events, opened)
        self.ask(ANNA, Join())
        self.ask(ANNA, Start())

    def dealt(self) -> Parlour:
        if self.table.pack is not None:
            self.ask(ANNA, CutPack(26, "salt"))
        return self

    @property
    def own(self) -> Seat:
        seat = self.table.own_seat
        assert seat is not None
        return seat

    def to_her(self) -> None:
        """Robots act until she has to, or the deal is over."""
        while self.table.deal is not None and self.own not in self.table.waits_for:
            self.step()


@each("key", GAMES)
def test_what_is_seen_after_taking_back_is_what_was_seen_before(key: str) -> None:
    """Whatever the robots showed meanwhile: a hand that lay open then, or a card, is hidden again."""
    parlour = Parlour(Alone(declares=True), seed=key, of=key).dealt()
    parlour.to_her()
    often = 0
    while parlour.table.deal is not None:
        before = seen(parlour.table, parlour.own)
        parlour.step()
        parlour.to_her()
        if parlour.table.deal is None:
            break
        parlour.ask(ANNA, TakeBack())
        often += 1
        after = seen(parlour.table, parlour.own)
        assert after.deal is not None and before.deal is not None and after.deal.taken_back == often
        assert replace(after, deal=replace(after.deal, taken_back=often - 1)) == before
        parlour.step()
        parlour.to_her()


def test_cards_are_taken_back_one_by_one_to_the_first_call() -> None:
    parlour = Parlour(Alone(), seed=3).dealt()
    own = 0
    for _ in range(6):
        parlour.to_her()
        parlour.step()
        own += 1
    parlour.to_her()
    for often in range(own, 0, -1):
        assert (May.TAKE_BACK in seen(parlour.table, parlour.own).may) is bool(often)
        parlour.ask(ANNA, TakeBack())
        assert parlour.own in parlour.table.waits_for
    with pytest.raises(Refused) as refused:
        parlour.ask(ANNA, TakeBack())
    assert refused.value.fact is Why.NOTHING_TO_TAKE_BACK


def test_nobody_takes_back_at_a_table_of_several_people() -> None:
    evening = Evening().seat(ANNA, BORIS).start()
    evening.cut()
    evening.step()
    with pytest.raises(Refused) as refused:
        evening.ask(ANNA, TakeBack())
    assert refused.value.fact is Why.NOTHING_TO_TAKE_BACK


@each("key", GAMES)
def test_a_deal_with_much_taken_back_is_what_its_events_say_and_counts_for_nobody(key: str) -> None:
    parlour = Parlour(Alone(declares=True), seed=key, of=key).dealt()
    often = 0
    while parlour.table.deal is not None:
        parlour.to_her()
        if (
            parlour.table.deal is not None
            and often < 9
            and May.TAKE_BACK in seen(parlour.table, parlour.own).may
        ):
            often += 1
            parlour.ask(ANNA, TakeBack())
        if parlour.table.deal is not None:
            parlour.step()
    assert parlour.table.last is not None and parlour.table.last.taken_back == often
    first, *others = parlour.events
    assert isinstance(first, events.Opened)
    again = type(parlour.table).opened(parlour.table.rules, first.options)
    for event in others:
        again = again.after(decode(*encode(event)))
    assert again == parlour.table


def test_who_declares_alone_deals_every_time_and_is_never_dummy() -> None:
    parlour = Parlour(Alone(declares=True))
    for _ in range(5):
        if parlour.table.rubber is None:
            parlour.ask(ANNA, Start())
        parlour.dealt()
        assert parlour.table.deal is not None
        assert parlour.table.deal.dealt.dealer is parlour.own
        parlour.ask(ANNA, Pass())  # her partner names trumps, and is dummy all the same
        while parlour.table.deal is not None:
            settled = parlour.table.settled()
            if parlour.table.deal.playing is not None and settled is not None:
                assert all(dummy is not parlour.own for dummy, _ in settled.dummies)
            parlour.step()


def test_in_an_auction_partners_change_places_where_she_would_be_dummy() -> None:
    changed = 0
    for seed in range(12):
        parlour = Parlour(Alone(declares=True), seed=seed, of="auction").dealt()
        for _ in range(40):
            deal = parlour.table.deal
            if deal is None or deal.playing is not None:
                break
            parlour.step()
        if parlour.table.deal is not None and parlour.table.deal.playing is not None:
            terms = parlour.table.deal.playing.terms
            assert not terms.is_dummy(parlour.own)
            changed += any(isinstance(one, events.PartnersTurned) for one in parlour.events)
    assert changed


class Packs:
    """Chance that says which words it was asked to shuffle with."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def cards(self, count: int) -> Sequence[Card]:
        return PACK[:count]

    def commit(self, deal: int) -> str:
        return f"{deal}"

    def pack(self, deal: int, at: int, salt: str) -> Sequence[Card]:
        """Only with the fifth word every ace is Anna's."""
        self.asked.append(salt)
        aces = [card for card in PACK if card.rank is Rank.ACE]
        others = [card for card in PACK if card.rank is not Rank.ACE]
        order = [*others[:48], *aces]
        if salt.endswith(".5"):
            place = self.place
            for number, ace in enumerate(aces):
                order[order.index(ace)], order[place + 4 * number] = order[place + 4 * number], ace
        return order

    def blind(self, deal: int, at: int, salt: str) -> Card:
        return PACK[0]

    def reveal(self, deal: int) -> str:
        return "seed"

    place = 0


def test_the_best_of_eight_hands_is_dealt_and_its_word_is_in_the_log() -> None:
    parlour = Parlour(Alone(best_hand=True))
    packs = Packs()
    assert parlour.table.rubber is not None
    packs.place = (parlour.own.index - parlour.table.rubber.dealer.left.index) % 4
    parlour.dice = packs  # type: ignore[assignment]  # chance by another name
    cut, dealt = parlour.ask(ANNA, CutPack(20, "7"))
    assert cut == events.PackCut(20, "7.5", ANNA)
    assert set(packs.asked) == {f"7.{number}" for number in range(1, SHUFFLES + 1)}
    assert isinstance(dealt, events.CardsDealt)
    assert sum(card.rank is Rank.ACE for card in dealt.hands.of(parlour.own)) == 4


def test_a_given_deal_is_dealt_by_its_cut_from_the_seat_and_then_the_table_closes() -> None:
    given = GivenDeal("0badcafe", 7, 30, "word", Seat.WEST, Seat.EAST)
    parlour = Parlour(Alone(given=given))
    assert events.PackCut(30, "word", None) in parlour.events
    assert parlour.own is Seat.EAST and parlour.table.deals == 7
    while parlour.table.deal is not None:
        parlour.step()
    assert parlour.table.closed and parlour.table.last_number == 7


@each("key", GAMES)
def test_a_given_deal_can_be_played_at_every_game(key: str) -> None:
    first = Parlour(Alone(), seed=key, of=key)
    own, rubber = first.own, first.table.rubber
    assert rubber is not None
    again = Parlour(Alone(given=GivenDeal("0badcafe", 1, 26, "", rubber.dealer, own)), seed=key, of=key)
    assert again.own is own
    while again.table.deal is not None:
        again.step()
    assert again.table.closed


def test_nobody_else_sits_down_until_the_table_stands_in_a_channel() -> None:
    parlour = Parlour(Alone()).dealt()
    with pytest.raises(Refused) as refused:
        parlour.ask(BORIS, Join())
    assert refused.value.fact is Why.PLAYED_ALONE
    parlour.step()
    parlour.ask(None, OpenToOthers())
    parlour.ask(BORIS, Join())
    rubber = parlour.table.rubber
    assert rubber is not None and BORIS in rubber.seats
    assert sum(isinstance(one, RobotMember) for one in rubber.seats) == 2
    assert rubber.seat_of(ANNA) in rubber.taken_late


def test_a_deal_in_which_something_was_taken_back_is_ended_before_friends_join() -> None:
    """What robots would have played has been seen: a friend in such a chair would play with open cards."""
    parlour = Parlour(Alone(declares=True)).dealt()
    parlour.step()
    parlour.to_her()
    parlour.ask(ANNA, TakeBack())
    with pytest.raises(Refused) as refused:
        parlour.ask(None, OpenToOthers())
    assert refused.value.fact is Why.SEEN_BEFORE
    while parlour.table.deal is not None:
        parlour.step()
    parlour.ask(None, OpenToOthers())
    assert parlour.table.alone is None


def test_a_deal_once_more_is_not_shared() -> None:
    given = GivenDeal("0badcafe", 7, 30, "word", Seat.WEST, Seat.EAST)
    parlour = Parlour(Alone(given=given))
    with pytest.raises(Refused) as refused:
        parlour.ask(None, OpenToOthers())
    assert refused.value.fact is Why.CANNOT_BE_SHARED

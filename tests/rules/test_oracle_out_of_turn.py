"""Deals in which people lead and play out of turn, follow and demand at random, against the naive umpire; and
where they can revoke as well, against the auditor."""

from __future__ import annotations

import random
from collections.abc import Callable

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rules.calls import PLAYS, Play
from rules.cards import PACK, Card, Suit
from rules.deal.deal import Deal
from rules.errors import RulesError
from rules.out_of_turn import Exacted
from rules.record.audit import Revoke, audited
from rules.record.codec import decode, encode
from rules.record.reading import read
from rules.record.writing import recorded, written
from rules.seats import Seat, Side
from rules.table.requests import (
    AgreeScore,
    AskSuit,
    ClaimRevoke,
    Correct,
    DemandPenalty,
    FollowLead,
    Gather,
    PlayOut,
    Request,
)
from rules.table.table import Table
from tests.rules.umpire import Umpire
from tests.tables import ANNA, BORIS, CLARA, DAVID, Evening

TABLES = ("whist_modern", "biritch", "dummy_whist", "double_dummy", "vint", "contract")


def begun(seed: int, key: str, mode: str) -> Evening:
    options = {"revoke_mode": mode} if mode == "lawful" else {}
    evening = Evening(seed, key, period_penalties="on", **options)
    evening.seat(*(ANNA, BORIS, CLARA, DAVID)[: evening.table.variant.players]).start().cut()
    while evening.table.deal is None or evening.table.deal.playing is None:
        evening.step()  # it may be thrown in
    return evening


class Watched:
    """A deal at a table where cards must follow suit, and the umpire who watches it."""

    def __init__(self, seed: int, key: str) -> None:
        self.random, self.evening = random.Random(seed), begun(seed, key, "strict")
        playing = self.deal.playing
        assert playing is not None
        self.umpire = Umpire(
            {seat: set(self.deal.held.of(seat)) for seat in Seat},
            playing.terms.leader,
            playing.terms.trumps,
            {dummy.seat: dummy.player for dummy in playing.terms.dummies},
            whist=bool(self.evening.table.variant.dummies),
        )

    @property
    def deal(self) -> Deal:
        assert self.evening.table.deal is not None
        return self.evening.table.deal

    def same(self, seat: Seat, asked: Request, allowed: bool, then: Callable[[], object]) -> None:
        """Asks the table, which must refuse just where the umpire does."""
        before = self.evening.table
        try:
            self.evening.do(seat, asked)
        except RulesError:
            assert not allowed, (seat, asked)
            assert self.evening.table is before
            return
        assert allowed, (seat, asked)
        then()
        self.agree()

    def agree(self) -> None:
        deal, umpire = self.evening.table.deal, self.umpire
        if umpire.over or deal is None or deal.playing is None:
            return
        playing, state = deal.playing, deal.out_of_turn
        assert state is not None
        assert {seat: set(deal.left(seat)) for seat in Seat} == umpire.hands
        assert playing.hand_due is umpire.hand_due
        assert deal.won() == (umpire.tricks(Side.NS), umpire.tricks(Side.EW))
        assert list(state.astray.by_player() if state.astray else ()) == umpire.stray
        assert {seat: set(state.exposed(seat)) for seat in Seat} == {s: umpire.exposed(s) for s in Seat}
        cards = {one.card for one in deal.options(playing.to_act) if isinstance(one, Play)}
        assert cards == umpire.open_cards()
        for seat in self.evening.chairs:
            told = {card for _, card in state.shown}
            known = self.evening.view(None).deal
            assert known is not None and set(known.known(seat)) == told & umpire.hands[seat]

    def step(self) -> None:
        """Somebody tries something; mostly the card that is due."""
        choose, umpire = self.random, self.umpire
        seat = choose.choice(self.evening.chairs)
        match 2 if umpire.stray and choose.random() < 0.5 else choose.randrange(10):
            case 0 | 1:
                self.play(seat, choose.choice(sorted(umpire.hands[seat], key=str) or list(PACK)))
            case 2:
                hand = umpire.stray[-1][0].left if umpire.stray else seat
                who = umpire.player(hand) if choose.random() < 0.8 else seat
                card = choose.choice(
                    sorted(umpire.suited(umpire.hands[hand], umpire.stray), key=str) or list(PACK)
                )
                self.same(who, FollowLead(card), umpire.may_follow(who, card), lambda: umpire.follow(card))
            case 3:
                self.demand(seat)
            case _:
                cards = sorted(umpire.lawful(), key=str)
                self.play(umpire.player(umpire.hand_due), choose.choice(cards))

    def play(self, who: Seat, card: Card) -> None:
        umpire = self.umpire
        hand = umpire.out_of_turn(who, card)
        allowed = hand is not None or umpire.in_turn(who, card)
        self.same(
            who, PLAYS[card.index], allowed, lambda: umpire.err(hand, card) if hand else umpire.play(card)
        )

    def demand(self, by: Seat) -> None:
        umpire, choose = self.umpire, self.random
        open_to = sorted({p for one in umpire.against(by) for p in one.penalties}, key=lambda one: one.value)
        what = choose.choice(open_to if open_to and choose.random() < 0.8 else list(Exacted))
        lying = sorted((one.card for one in umpire.against(by)), key=str)
        card = choose.choice(lying or list(PACK)) if what is Exacted.CARD else None
        suit = choose.choice(list(Suit)) if what is Exacted.SUIT else None
        allowed = umpire.may_ask(by, what, card, suit)
        self.same(by, DemandPenalty(what, card, suit), allowed, lambda: umpire.ask(by, what, card, suit))


def holds_together(evening: Evening) -> None:
    """The log tells what the table is, and the record of the deal reads back."""
    table = Table.opened(evening.table.rules, evening.table.options)
    for event in evening.events[1:]:
        table = table.after(decode(*encode(event)))
    assert table == evening.table
    last = evening.table.last
    assert last is not None
    record = recorded(evening.table.game, evening.table.options, last)
    assert read(written(record)) == (record,)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**6), st.sampled_from(TABLES))
@example(1, "whist_modern")
@example(2, "biritch")
@example(3, "dummy_whist")
def test_the_umpire_and_the_table_agree_on_everything_about_cards_out_of_turn(seed: int, key: str) -> None:
    watched = Watched(seed, key)
    number = watched.evening.table.deals
    while not watched.umpire.over:
        watched.step()
    last = watched.evening.table.last
    assert last is not None and last.number == number
    assert last.won == (watched.umpire.tricks(Side.NS), watched.umpire.tricks(Side.EW))
    assert audited(recorded(key, watched.evening.table.options, last)) == ()
    holds_together(watched.evening)


def tries(evening: Evening, choose: random.Random) -> Request:
    """Something that somebody might ask for where they can revoke and play out of turn."""
    card = choose.choice(PACK)
    what = choose.choice(list(Exacted))
    demand = DemandPenalty(
        what,
        card if what is Exacted.CARD else None,
        choose.choice(list(Suit)) if what is Exacted.SUIT else None,
    )
    claim = ClaimRevoke(choose.randrange(1, 14), choose.choice(list(Seat)))
    others = (FollowLead(card), Gather(), AskSuit(), PlayOut(play_on=choose.random() < 0.5), claim)
    return choose.choice((Correct(card), Correct(card), *others, demand, demand))


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**6), st.sampled_from(("whist_modern", "whist_english", "biritch", "dummy_whist")))
@example(75, "biritch")
def test_where_people_can_revoke_as_well_no_demand_is_disobeyed_and_the_log_tells_all(
    seed: int, key: str
) -> None:
    evening, choose = begun(seed, key, "lawful"), random.Random(seed)
    number = evening.table.deals
    while evening.table.last_number < number:
        deal = evening.table.deal
        assert deal is not None and deal.playing is not None
        if deal.over:
            evening.ask(None, AgreeScore())
            continue
        state = deal.out_of_turn
        assert state is not None
        assert all(set(state.exposed(seat)) <= set(deal.left(seat)) for seat in Seat)
        seat = choose.choice(evening.chairs)
        due = deal.playing.to_act
        ask: Request = choose.choice(deal.options(due))
        if choose.random() < 0.6:
            due = seat
            ask = tries(evening, choose)
            if choose.random() < 0.4 and deal.left(seat):
                ask = Play(choose.choice(list(deal.left(seat))))
        try:
            evening.do(due, ask)
        except RulesError:
            continue
    last = evening.table.last
    assert last is not None
    findings = audited(recorded(key, evening.table.options, last))
    assert all(isinstance(one, Revoke) for one in findings), findings
    holds_together(evening)

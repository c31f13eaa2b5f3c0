"""Lawful deals in which people renounce, correct, ask and claim at random, against the naive referee."""

from __future__ import annotations

import random
from collections.abc import Callable

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rules.calls import PLAYS
from rules.cards import PACK, Card
from rules.deal.deal import Deal
from rules.deal.revoke import is_established
from rules.errors import RulesError
from rules.record.audit import Revoke, audited
from rules.record.reading import read
from rules.record.writing import recorded, written
from rules.seats import Seat, Side
from rules.table.events import Event
from rules.table.requests import AgreeScore, AskSuit, ClaimRevoke, Correct, DenySuit, Gather, Request
from tests.rules.referee import Referee
from tests.tables import ANNA, BORIS, CLARA, DAVID, Evening

TABLES = (
    ("whist_modern", {}),
    ("whist_english", {}),
    ("whist_american", {"claim_window": "until_cut"}),
    ("biritch", {}),
    ("auction", {}),
    ("dummy_whist", {}),
    ("ruff_and_honours", {}),
)


class Watched:
    """A deal at a lawful table, and the referee who watches it."""

    def __init__(self, seed: int, key: str, options: dict[str, str]) -> None:
        self.random = random.Random(seed)
        self.evening = Evening(seed, key, revoke_mode="lawful", **options)
        self.evening.seat(*(ANNA, BORIS, CLARA, DAVID)[: self.evening.table.variant.players])
        self.evening.start().cut()
        while self.evening.table.deal is None or self.evening.table.deal.playing is None:
            self.evening.step()  # it may be thrown in
        playing, law = self.deal.playing, self.evening.table.variant.revoking
        self.referee = Referee(
            {seat: frozenset(self.deal.held.of(seat)) for seat in Seat},
            playing.terms.leader,
            playing.terms.trumps,
            {dummy.seat: dummy.player for dummy in playing.terms.dummies},
            before_next_lead=law.window.value == "before_next_lead",
            trick_lost=law.trick_lost,
        )

    @property
    def deal(self) -> Deal:
        assert self.evening.table.deal is not None
        return self.evening.table.deal

    def same(self, seat: Seat | None, asked: Request, allowed: bool, then: Callable[[], object]) -> bool:
        """Asks the table, which must refuse just where the referee does."""
        who = self.evening.member(seat) if seat is not None else None
        before = self.evening.table
        try:
            self.evening.ask(who, asked)
        except RulesError:
            assert not allowed, (seat, asked)
            assert self.evening.table == before
            return False
        assert allowed, (seat, asked)
        then()
        self.compare()
        return True

    def compare(self) -> None:
        deal, referee = self.evening.table.deal, self.referee
        if deal is None or deal.playing is None:
            return
        piles = [tuple(card for _, card in pile.laid) for pile in referee.piles if pile.laid]
        assert [trick.cards for trick in deal.playing.all_tricks] == piles
        assert {seat: set(deal.left(seat)) for seat in Seat} == {seat: referee.holds(seat) for seat in Seat}
        assert deal.won() == (referee.tricks(Side.NS), referee.tricks(Side.EW))
        assert deal.over == referee.over
        assert deal.revoke is not None
        found = [(one.trick - 1, one.seat, one.right) for one in deal.revoke.claims]
        assert found == referee.claims
        for number, _ in enumerate(piles):
            for seat in Seat:
                assert is_established(deal, number + 1, seat) == referee.established(number, seat)

    def step(self) -> None:
        """Somebody tries something; mostly a card is played, and often one that does not follow."""
        choose, referee = self.random, self.referee
        seat = choose.choice(self.evening.chairs)
        match choose.randrange(12):
            case 0:
                clock = choose.random() < 0.3
                by = None if clock else seat
                self.same(by, Gather(), referee.may_gather(by), referee.gather)
            case 1 | 2:
                self.same(seat, AskSuit(), referee.may_ask(seat), lambda: referee.ask(seat))
            case 3:
                self.same(seat, DenySuit(), referee.may_say_none(seat), lambda: referee.say_none(seat))
            case 4:
                card = choose.choice(self._corrections(seat))
                self.same(
                    seat, Correct(card), referee.may_correct(seat, card), lambda: referee.correct(seat, card)
                )
            case 5:
                self.claim(seat, choose.randrange(-1, len(referee.piles) + 1), choose.choice(list(Seat)))
            case _:
                self.play(seat)

    def _corrections(self, seat: Seat) -> list[Card]:
        fitting = [card for card in self.referee.holds(seat) if self.referee.may_correct(seat, card)]
        return sorted(fitting, key=str) or list(PACK)

    def claim(self, by: Seat, number: int, seat: Seat) -> None:
        self.same(
            by,
            ClaimRevoke(number + 1, seat),
            self.referee.may_claim(by, number, seat),
            lambda: self.referee.claim(number, seat),
        )

    def play(self, seat: Seat) -> None:
        hand = self.referee.next_hand()
        player = self.referee.dummies.get(hand, hand) if hand is not None else seat
        if self.random.random() < 0.1:
            player = seat  # out of turn, which is refused
        assert player is not None
        cards = sorted(self.referee.holds(hand) if hand is not None else PACK, key=str)
        if self.random.random() < 0.1:
            cards = list(PACK)
        card = self.random.choice(cards)
        self.same(
            player, PLAYS[card.index], self.referee.may_play(player, card), lambda: self.referee.play(card)
        )

    def finish(self) -> tuple[Event, ...]:
        """Claims whatever can be claimed at the end; then nobody has anything more to say."""
        table = self.evening.table
        number = table.deals
        for by in self.evening.chairs:
            for pile, _ in enumerate(self.referee.piles):
                for seat in Seat:
                    if self.random.random() < 0.5:
                        self.claim(by, pile, seat)
        return self.evening.ask(None, AgreeScore()) if table.last_number < number else ()


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**6), st.sampled_from(TABLES))
@example(1, TABLES[0])
@example(2, TABLES[1])
@example(3, TABLES[3])
@example(67228, TABLES[2])  # equal cards of two suits that nobody led, in a trick that is awarded
def test_the_referee_and_the_table_agree_on_everything_about_revokes(
    seed: int, table: tuple[str, dict[str, str]]
) -> None:
    watched = Watched(seed, *table)
    while not watched.referee.over:
        if watched.evening.table.waits_for != watched.deal.may_act:
            break  # penalties decided the game, and the revokers are asked
        watched.step()
    if watched.referee.over:
        watched.finish()
    if watched.evening.table.last is None:
        return
    last, referee = watched.evening.table.last, watched.referee
    assert last.won == (referee.tricks(Side.NS), referee.tricks(Side.EW))
    found = [one for one in referee.claims if one[2]]
    assert all((one.penalty is not None) is one.right for one in last.claims)
    assert [(one.trick - 1, one.seat) for one in last.claims if one.right] == [one[:2] for one in found]
    record = recorded(watched.evening.table.game, watched.evening.table.options, last)
    assert read(written(record)) == (record,)
    revokes = {(n, seat) for n, _ in enumerate(last.tricks) for seat in Seat if referee.revoked(n, seat)}
    findings = audited(record)
    assert all(isinstance(one, Revoke) for one in findings)
    assert {(one.trick - 1, one.seat) for one in findings if isinstance(one, Revoke)} == revokes

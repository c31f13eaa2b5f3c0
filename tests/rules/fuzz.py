"""Random deals at which people renounce, correct, ask, claim, take cards back, play out of turn, follow and
demand, watched by the umpire: ``python -m tests.rules.fuzz [DEALS] [SEED]``, 5,000 deals of each of the three
kinds of table if none are named. ``tests.trials.stage.settled`` watches the cards that go back.

Whatever is tried, the table must refuse it just where the umpire does, and afterwards both must have the same
cards, tricks, turns, claims and penalties. The seed is drawn and printed; with it the same deals come again.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Final

from rules.calls import PLAYS
from rules.cards import PACK, Card, Suit
from rules.counting.reckon import Penalty
from rules.deal import out_of_turn, revoke
from rules.deal.deal import Deal
from rules.errors import RulesError
from rules.out_of_turn import Demand, Exacted
from rules.record.audit import Revoke, audited
from rules.record.codec import decode, encode
from rules.record.reading import read_records
from rules.record.writing import record_text, recorded
from rules.seats import Seat, Side
from rules.table import taking_back
from rules.table.requests import (
    AgreeScore,
    AnswerClaim,
    AskSuit,
    ChoosePenalty,
    ClaimRevoke,
    Correct,
    DemandPenalty,
    DenySuit,
    FollowLead,
    Gather,
    PlayOut,
    Request,
    Start,
    TakeBack,
)
from rules.table.table import Table
from tests.rules.umpire import Due, Umpire
from tests.trials.stage.settled import Settled
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

LAWFUL, PERIOD = {"revoke_mode": "lawful"}, {"period_penalties": "on"}
REVOKES: Final = tuple(
    (key, {**LAWFUL, **options})
    for key, options in (
        ("whist_modern", {}),
        ("whist_english", {}),
        ("whist_american", {"claim_window": "until_cut"}),
        ("biritch", {}),
        ("auction", {}),
        ("dummy_whist", {}),
        ("ruff_and_honours", {}),
    )
)
OUT_OF_TURN: Final = tuple(
    (key, PERIOD) for key in ("whist_modern", "biritch", "dummy_whist", "double_dummy", "vint", "contract")
)
BOTH: Final = tuple(
    (key, {**LAWFUL, **PERIOD})
    for key in ("whist_modern", "whist_english", "biritch", "dummy_whist", "auction")
)
MOST_STEPS: Final = 5000
"""No deal takes nearly so many."""
KINDS: Final = {"revokes": REVOKES, "out of turn": OUT_OF_TURN, "both": BOTH}


def told_of(one: Demand | Due) -> tuple[object, ...]:
    """A demand to compare. A suit is paid by whichever hand of the side leads."""
    return one.what, one.of.side if one.what is Exacted.SUIT else one.of, one.card, one.suit


class Watched:
    """A deal at a table, and the umpire who watches it."""

    def __init__(self, seed: object, key: str, options: dict[str, str]) -> None:
        self.random = random.Random(f"{seed}")
        self.evening = Evening(seed, key, **options)
        self.evening.seat(*(ANNA, BORIS, CLARA, DAVID)[: self.evening.table.variant.players])
        self.evening.ask(ANNA, Start(acquainted=True))
        self.evening.cut()
        while self.evening.table.deal is None or self.evening.table.deal.playing is None:
            self.evening.step()  # it may be thrown in
        self.number = self.evening.table.deals
        self.told_of_all: tuple[int, int, bool] | None = None
        self.settled = Settled()
        playing, law = self.deal.playing, self.evening.table.variant.revoking
        assert playing is not None
        self.umpire = Umpire(
            {seat: frozenset(self.deal.held.of(seat)) for seat in Seat},
            playing.terms.leader,
            playing.terms.trumps,
            {dummy.seat: dummy.player for dummy in playing.terms.dummies},
            before_next_lead=law.window.value == "before_next_lead",
            trick_lost=law.trick_lost,
            lawful=law.lawful,
            penalties=self.evening.table.variant.house.period_penalties,
            whist=bool(self.evening.table.variant.dummies),
            goes_back=self.evening.table.variant.house.take_back,
            shown_before=all(one.shown_after == 0 for one in playing.terms.dummies),
        )

    @property
    def deal(self) -> Deal:
        assert self.evening.table.deal is not None
        return self.evening.table.deal

    def same(self, seat: Seat | None, asked: Request, allowed: bool, then: Callable[[], object]) -> None:
        """Asks the table, which must refuse just where the umpire does."""
        who = self.evening.member(seat) if seat is not None else None
        before = self.evening.table
        try:
            self.evening.ask(who, asked)
        except RulesError:
            assert not allowed, ("refused", seat, asked)
            assert self.evening.table is before
            return
        assert allowed, ("taken", seat, asked)
        self.umpire.does(then)
        self.settled.see(self.evening.table)
        self.compare()

    def compare(self) -> None:
        deal, umpire = self.evening.table.deal, self.umpire
        if deal is None or deal.playing is None:
            return
        playing = deal.playing
        piles = [tuple(pile.laid) for pile in umpire.piles if pile.laid]
        assert [tuple(trick.by_player()) for trick in playing.all_tricks] == piles
        assert {seat: set(deal.left(seat)) for seat in Seat} == {seat: umpire.holds(seat) for seat in Seat}
        assert deal.won() == (umpire.tricks(Side.NS), umpire.tricks(Side.EW))
        assert deal.over == umpire.over
        if deal.revoke is not None:
            self.compare_revokes(deal, len(piles))
        if deal.out_of_turn is not None and not umpire.over:
            self.compare_penalties(deal)
        if not umpire.over:
            assert playing.hand_due is umpire.next_hand()
            if not self.evening.table.undecided:
                cards = {one.card for one in deal.options(playing.to_act) if hasattr(one, "card")}
                assert cards == umpire.open_cards()

    def compare_revokes(self, deal: Deal, piles: int) -> None:
        umpire, state = self.umpire, deal.revoke
        assert state is not None and deal.playing is not None
        assert [(one.trick - 1, one.seat, one.right) for one in state.claims] == umpire.claims
        # A trick that lies further back changes only with a new trick, a claim, a correction or the end.
        changed = piles, len(state.claims), umpire.over
        first = max(piles - 3, 0) if changed == self.told_of_all else 0
        self.told_of_all = changed
        for number in range(first, piles):
            for seat in [one for one in Seat if umpire.piles[number].threw_off(one)]:
                assert revoke.is_established(deal, number + 1, seat) == umpire.established(number, seat)
        assert (revoke.lying(deal) is not None) == umpire.may_gather(None)
        for seat in Seat:
            number = revoke.correctable(deal, seat)  # type: ignore[assignment]
            found = umpire.open_renounce(seat)
            assert (number - 1 if number is not None else None) == found
            held = umpire.holds(seat) if found is not None else ()
            fitting = {card for card in held if umpire.may_correct(seat, card)}
            assert set(revoke.correction(deal, seat)) == fitting
            assert (revoke.deniable(deal, seat) is not None) == umpire.may_say_none(seat)
            assert (revoke.askable(deal, seat) is not None) == umpire.may_ask(seat)
            open_to = [
                (number + 1, of)
                for number in range(first, piles)
                for of in seat.side.other.seats
                if umpire.may_claim(seat, number, of)
            ]
            claimable = [one for one in revoke.claimable(deal, seat) if one[0] > first]
            assert sorted(claimable, key=str) == sorted(open_to, key=str)

    def compare_penalties(self, deal: Deal) -> None:
        umpire, state = self.umpire, deal.out_of_turn
        assert state is not None
        assert list(state.astray.by_player() if state.astray else ()) == umpire.slate.stray
        assert {seat: set(state.exposed(seat)) for seat in Seat} == {s: umpire.exposed(s) for s in Seat}
        assert [told_of(one) for one in state.demands] == [told_of(one) for one in umpire.slate.due]
        told = [(one.trick, one.seat, one.card, set(one.open_to), one.eldest) for one in state.offences]
        assert told == [
            (one.trick, one.by, one.card, one.penalties, one.asker)
            for one in umpire.slate.errors
            if one.penalties
        ]
        assert list(state.shown) == umpire.slate.shown
        for seat in Seat:
            free = seat is not umpire.player(umpire.due_hand()) and not umpire.exempt(seat)
            assert out_of_turn.may_err(deal, seat) == (
                free and not umpire.slate.stray and bool(umpire.holds(seat))
            )
            follows = umpire.slate.stray[-1][0].left if umpire.slate.stray else None
            may = follows is not None and umpire.player(follows) is seat and seat not in umpire.dummies
            assert (out_of_turn.to_follow(deal, seat) is not None) == may
            assert out_of_turn.may_demand(deal, seat) == (
                seat not in umpire.dummies and bool(umpire.against(seat))
            )

    # What somebody tries

    def step(self) -> None:
        """Somebody tries something; mostly a card is played."""
        umpire, choose = self.umpire, self.random
        if undecided := self.evening.table.undecided:  # penalties have won the game: it is played out
            self.evening.do(min(undecided, key=lambda one: one.index), PlayOut(True))
            return
        seat = choose.choice(self.evening.chairs)
        if umpire.slate.stray and choose.random() < 0.4:
            self.follow(seat)
            return
        tries: list[Callable[[Seat], None]] = [self.play, self.play, self.play, self.play]
        if umpire.lawful:
            tries += [self.gather, self.ask, self.say_none, self.correct, self.correct, self.claim]
            tries += [self.punish]
        if self.may_go_back:
            tries += [self.take_back]
        if umpire.penalties:
            tries += [self.err, self.err, self.demand, self.follow]
        choose.choice(tries)(seat)

    def gather(self, seat: Seat) -> None:
        by = None if self.random.random() < 0.3 else seat
        self.same(by, Gather(), self.umpire.may_gather(by), self.umpire.gather)

    def ask(self, seat: Seat) -> None:
        self.same(seat, AskSuit(), self.umpire.may_ask(seat), lambda: self.umpire.ask(seat))

    def say_none(self, seat: Seat) -> None:
        self.same(seat, DenySuit(), self.umpire.may_say_none(seat), lambda: self.umpire.say_none(seat))

    @property
    def may_go_back(self) -> bool:
        """Whether cards are taken back at this table."""
        return self.evening.table.variant.house.take_back

    def take_back(self, seat: Seat) -> None:
        """The last card, which both people of the other side give back, or now and then do not."""
        umpire, last = self.umpire, taking_back.last_card(self.deal)
        if last is not None and self.random.random() < 0.9:
            seat = last.by
        self.same(seat, TakeBack(), umpire.may_take_back(seat), lambda: None)
        table = self.evening.table
        if table.claim is None:
            return
        given = self.random.random() < 0.9
        while self.evening.table.claim is not None:
            asked = min(self.evening.table.unanswered, key=lambda one: one.index)
            self.evening.do(asked, AnswerClaim(given))
        umpire.does(umpire.take_back if given else umpire.keep)
        self.settled.see(self.evening.table)
        self.compare()

    def correct(self, seat: Seat) -> None:
        umpire, choose = self.umpire, self.random
        able = [
            (one, card)
            for one in Seat
            for card in sorted(umpire.holds(one), key=str)
            if umpire.may_correct(one, card)
        ]
        if able and choose.random() < 0.8:
            seat, card = choose.choice(able)
        else:
            card = choose.choice(PACK)
        if seat in self.evening.chairs:
            self.same(seat, Correct(card), umpire.may_correct(seat, card), lambda: umpire.correct(seat, card))

    def claim(self, by: Seat) -> None:
        umpire, choose = self.umpire, self.random
        number, seat = choose.randrange(-1, len(umpire.piles) + 1), choose.choice(list(Seat))
        open_to = [
            (one, of) for one in range(len(umpire.piles)) for of in Seat if umpire.may_claim(by, one, of)
        ]
        if open_to and choose.random() < 0.8:
            number, seat = choose.choice(open_to)
        allowed = umpire.may_claim(by, number, seat)
        self.same(by, ClaimRevoke(number + 1, seat), allowed, lambda: umpire.claim(number, seat))

    def punish(self, by: Seat) -> None:
        """Chooses a penalty where one is open, which must then be the one that stands."""
        for claim, open_to in self.evening.view(by).choosing[:1]:
            chosen = self.random.choice(open_to)
            self.evening.do(by, ChoosePenalty(claim.trick, claim.seat, chosen))
            assert self.deal.revoke is not None
            stands = self.deal.revoke.claim_on(claim.trick, claim.seat)
            assert stands is not None and stands.penalty is chosen
            self.compare()

    def play(self, seat: Seat) -> None:
        umpire, choose = self.umpire, self.random
        hand = umpire.next_hand()
        if hand is None:
            return
        player = umpire.player(hand) if choose.random() < 0.95 else seat
        cards = sorted(umpire.open_cards(), key=str)
        if choose.random() < 0.1:
            cards = sorted(umpire.holds(hand), key=str)
        self.put(player, choose.choice(cards))

    def err(self, seat: Seat) -> None:
        """A card of one's own hand or, for who plays a dummy, of either."""
        hands = [hand for hand in Seat if self.umpire.player(hand) is seat] or [seat]
        hand = self.random.choice(hands)
        self.put(seat, self.random.choice(sorted(self.umpire.holds(hand), key=str) or list(PACK)))

    def put(self, who: Seat, card: Card) -> None:
        umpire = self.umpire
        hand = umpire.astray_from(who, card)
        allowed = hand is not None or umpire.may_play(who, card)
        self.same(
            who, PLAYS[card.index], allowed, lambda: umpire.err(hand, card) if hand else umpire.play(card)
        )

    def follow(self, seat: Seat) -> None:
        umpire, choose = self.umpire, self.random
        hand = umpire.slate.stray[-1][0].left if umpire.slate.stray else seat
        who = umpire.player(hand) if choose.random() < 0.8 else seat
        held = umpire.holds(hand)
        cards = held if choose.random() < 0.2 else umpire.suited(held, umpire.slate.stray)
        card = choose.choice(sorted(cards, key=str) or list(PACK))
        self.same(who, FollowLead(card), umpire.may_follow(who, card), lambda: umpire.follow(card))

    def demand(self, by: Seat) -> None:
        umpire, choose = self.umpire, self.random
        open_to = sorted({p for one in umpire.against(by) for p in one.penalties}, key=lambda one: one.value)
        what = choose.choice(open_to if open_to and choose.random() < 0.9 else list(Exacted))
        lying_open = sorted((one.card for one in umpire.against(by)), key=str)
        card = choose.choice(lying_open or list(PACK)) if what is Exacted.CARD else None
        suit = choose.choice(list(Suit)) if what is Exacted.SUIT else None
        allowed = umpire.may_demand(by, what, card, suit)
        self.same(by, DemandPenalty(what, card, suit), allowed, lambda: umpire.demand(by, what, card, suit))

    # To the end

    def played(self) -> None:
        """The whole deal; then claims, agreement, the log and the record."""
        steps = 0
        while not self.umpire.over:
            self.step()
            steps += 1
            assert steps < MOST_STEPS, "the deal does not end"
        if self.umpire.lawful:
            for by in self.evening.chairs:
                for _ in range(3):
                    if self.evening.table.last_number < self.number:
                        self.claim(by)
            agreeing = self.random.random() < 0.5
            for seat in self.evening.chairs if agreeing else ():
                if self.evening.table.last_number < self.number and not self._penalty_open(seat):
                    self.evening.do(seat, AgreeScore())
                    state = self.evening.table.deal.revoke if self.evening.table.deal is not None else None
                    assert state is None or seat in state.agreed
            if self.evening.table.last_number < self.number:
                self.evening.ask(None, AgreeScore())
        self.holds_together()

    def _penalty_open(self, seat: Seat) -> bool:
        state = self.deal.revoke
        return state is not None and any(one.is_open for one in state.claims)

    def holds_together(self) -> None:
        """The log tells what the table is, the record reads back, and the auditor finds the revokes alone."""
        evening, umpire = self.evening, self.umpire
        last = evening.table.last
        assert last is not None and last.number == self.number
        assert last.won == (umpire.tricks(Side.NS), umpire.tricks(Side.EW))
        assert all((one.penalty is not None) is one.right for one in last.claims)
        assert all(one.penalty is not Penalty.NONE for one in last.claims)
        table = Table.opened(evening.table.rules, evening.table.options)
        for event in evening.events[1:]:
            table = table.after(decode(*encode(event)))
        assert table == evening.table
        record = recorded(evening.table.game, evening.table.options, last)
        assert read_records(record_text(record)) == (record,)
        findings = audited(record)
        assert all(isinstance(one, Revoke) for one in findings), findings
        revokes = {(n, seat) for n, _ in enumerate(last.tricks) for seat in Seat if umpire.revoked(n, seat)}
        assert {(one.trick - 1, one.seat) for one in findings if isinstance(one, Revoke)} == revokes


def run(kind: str, deals: int, seed: object) -> None:
    """So many deals of a kind of table. Raises AssertionError at the first disagreement, and says which."""
    for number in range(deals):
        run_one(kind, number, seed)


def run_one(kind: str, number: int, seed: object) -> None:
    """One of those deals."""
    tables = KINDS[kind]
    key, options = tables[number % len(tables)]
    try:
        Watched(f"{seed} {kind} {number}", key, options).played()
    except Exception as error:
        raise AssertionError(f"seed {seed}, {kind}, deal {number}, {key}: {error!r}") from error


def main(deals: int = 5000, seed: int | None = None) -> int:
    seed = random.randrange(10**9) if seed is None else seed
    sys.stdout.write(f"seed {seed}\n")
    for kind in KINDS:
        run(kind, deals, seed)
        sys.stdout.write(f"{kind}: {deals} deals, no disagreement\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))

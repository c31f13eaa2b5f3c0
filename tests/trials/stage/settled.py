"""Whether a card that goes back undoes itself and nothing else (laws, appendix E, E1):
``python -m tests.trials.stage.settled [TAKINGS] [SEED]`` has cards taken back and corrected at random tables,
20,000 times if no number is named.

What is established is never un-established, and what is shut never opens: the time to ask about a renounce,
to claim it as a revoke, to call honours, to take a card back. A renounce that itself goes back is undone with
all that was settled of it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Final

from rules.cards import Card
from rules.deal import out_of_turn, revoke
from rules.deal.deal import Deal
from rules.seats import Seat
from rules.table import taking_back
from rules.table.events import Event
from rules.table.out_of_turn import why_not_replaced
from rules.table.requests import AnswerClaim, ClaimRevoke, Correct, ReplaceCard, Start, TakeBack
from rules.table.table import Table
from rules.tricks import Trick
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

Lying = tuple[int, Seat, Card]
"""A card on the table with its hand, and the number of its trick."""


class Settled:
    """Looks at one table after each event. Raises AssertionError once something settled no longer is."""

    def __init__(self) -> None:
        self.deal = 0
        self.established: set[Lying] = set()
        self.open: set[tuple[object, ...]] = set()
        self.shut: set[tuple[object, ...]] = set()
        self.cards: frozenset[Lying] = frozenset()
        self.gone_back = 0  # how often a card went back to its hand

    def see(self, table: Table) -> None:
        deal = table.deal
        if deal is None or deal.playing is None:
            return
        if table.deals != self.deal:
            self.__init__()  # type: ignore[misc]  # as at the first look
            self.deal = table.deals
        cards = frozenset(lying(deal.playing.all_tricks))
        gone, self.cards = self.cards - cards, cards
        self.gone_back += bool(gone)
        self.established -= gone
        self.open = {one for one in self.open if one[-1] not in gone}
        self.shut = {one for one in self.shut if one[-1] not in gone}
        now = {one for one in cards if deal.revoke is not None and established(deal, *one)}
        assert self.established <= now, ("un-established", self.established - now)
        self.established = now
        if not table.undecided and table.claim is None:  # till then nothing is open
            windows = set(open_windows(table, deal))
            assert not windows & self.shut, ("opened again", windows & self.shut)
            suspended = {one for one in self.open - windows if one[0] == "claim" and replayed(deal, one)}
            self.shut |= self.open - windows - suspended
            self.open = windows | suspended


def lying(tricks: tuple[Trick, ...]) -> Iterator[Lying]:
    for number, trick in enumerate(tricks, 1):
        for seat, card in trick.by_player():
            yield number, seat, card


def established(deal: Deal, number: int, seat: Seat, card: Card) -> bool:
    assert deal.playing is not None
    renounced = card.suit is not deal.playing.all_tricks[number - 1].led
    return renounced and revoke.is_established(deal, number, seat)


def replayed(deal: Deal, window: tuple[object, ...]) -> bool:
    """Whether nothing can be claimed of a trick only because it is played again, or not gathered again."""
    assert deal.playing is not None
    which = window[-1]
    assert isinstance(which, tuple)
    return which[0] > len(deal.playing.tricks) or not revoke.is_quitted(deal, which[0])


def open_windows(table: Table, deal: Deal) -> Iterator[tuple[object, ...]]:
    """What somebody may do for a time; last the card of which it is, if it is of one."""
    playing = deal.playing
    assert playing is not None
    for seat in Seat:
        if playing.may_still_call(seat):
            yield "honours", seat
        if deal.revoke is None:
            continue
        number = revoke.askable(deal, seat)
        if number is not None:
            yield "ask", _card(deal, number, seat.partner)
        for claimed in revoke.claimable(deal, seat):
            yield "claim", seat, _card(deal, *claimed)
    last = taking_back.last_card(deal)
    if last is not None and taking_back.why_not(table, last.by) is None:
        yield "take back", _card(deal, len(playing.all_tricks), last.hand)
    if last is not None and why_not_replaced(table, last.by) is None:
        yield "replace", _card(deal, len(playing.all_tricks), last.hand)


def _card(deal: Deal, number: int, seat: Seat) -> Lying:
    assert deal.playing is not None
    return number, seat, dict(deal.playing.all_tricks[number - 1].by_player())[seat]


def watched(begun: Table, events: tuple[Event, ...]) -> Iterator[Table]:
    """The table after each event of a log. Raises AssertionError."""
    settled, table = Settled(), begun
    for event in events:
        table = table.after(event)
        if table.evening is None and table.alone is None:
            settled.see(table)
        yield table


# Random tables

LAWFUL: Final = {"revoke_mode": "lawful"}
TABLES: Final[tuple[tuple[str, dict[str, str]], ...]] = (
    ("whist_modern", LAWFUL),
    ("whist_english", LAWFUL),
    ("whist_american", LAWFUL),
    ("whist_long", {**LAWFUL, "call_at": "8-9"}),
    ("whist_short_001", LAWFUL),
    ("whist_short_001", {}),
    ("biritch", LAWFUL),
    ("bridge", LAWFUL),
    ("auction", LAWFUL),
    ("dummy_whist", LAWFUL),
    ("ruff_and_honours", LAWFUL),
    ("cottons_whist", LAWFUL),
    ("vint", {}),
    ("whist_american", {**LAWFUL, "period_penalties": "on"}),
    ("whist_english", {"period_penalties": "on"}),
)


class Wandering:
    """A table of friends who do anything, and take back and correct a great deal of it."""

    def __init__(self, seed: object, key: str, options: dict[str, str]) -> None:
        self.random, self.takings, self.settled = random.Random(f"{seed}"), 0, Settled()
        self.evening = Evening(seed, key, **options)
        self.evening.seat(*(ANNA, BORIS, CLARA, DAVID)[: self.evening.table.variant.players])

    def go_on(self, takings: int) -> int:
        """So many cards go back. How many there were, which are fewer if the rubber is over."""
        self.evening.ask(ANNA, Start(acquainted=True))
        while self.takings < takings and self.evening.table.rubber is not None:
            self.step()
            self.settled.see(self.evening.table)
        return self.takings

    def step(self) -> None:
        evening, deal = self.evening, self.evening.table.deal
        if deal is None or deal.playing is None or self.random.random() < 0.4:
            evening.step()
        elif self.random.random() < 0.5:
            self.replace(deal) if self.evening.table.variant.house.replaced else self.take_back(deal)
        elif deal.revoke is not None:
            self.correct_or_claim(deal)

    def take_back(self, deal: Deal) -> None:
        last = taking_back.last_card(deal)
        if last is None or self.evening.table.claim or taking_back.why_not(self.evening.table, last.by):
            return
        self.evening.do(last.by, TakeBack())
        given = self.random.random() < 0.9
        while self.evening.table.claim is not None:
            self.evening.do(min(self.evening.table.unanswered, key=str), AnswerClaim(given))
        self.takings += given

    def replace(self, deal: Deal) -> None:
        last = taking_back.last_card(deal)
        if last is None or self.evening.table.claim or why_not_replaced(self.evening.table, last.by):
            return
        fitting = [card for card in out_of_turn.instead(deal) if card not in revoke.correction(deal, last.by)]
        if fitting:
            self.evening.do(last.by, ReplaceCard(self.random.choice(fitting)))
            self.takings += 1

    def correct_or_claim(self, deal: Deal) -> None:
        seat = self.random.choice(self.evening.chairs)
        fitting, claims = list(revoke.correction(deal, seat)), revoke.claimable(deal, seat)
        if self.evening.table.undecided or self.evening.table.claim is not None:
            return
        if fitting:
            self.evening.do(seat, Correct(self.random.choice(fitting)))
        elif claims and self.random.random() < 0.1:
            self.evening.do(seat, ClaimRevoke(*self.random.choice(claims)))


def run(takings: int, seed: object) -> int:
    """So many cards go back at least. At how many tables. Raises AssertionError and says at which it was."""
    done = tables = 0
    while done < takings:
        key, options = TABLES[tables % len(TABLES)]
        try:
            done += Wandering(f"{seed} {tables}", key, options).go_on(60)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, table {tables}, {key}: {error}") from error
        tables += 1
    return tables


def main(takings: int = 20_000, seed: int | None = None) -> int:
    seed = random.randrange(10**9) if seed is None else seed
    sys.stdout.write(f"seed {seed}\n")
    tables = run(takings, seed)
    sys.stdout.write(f"{takings} cards went back at {tables} tables, and nothing else\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))

"""Whole evenings of many tables, and a table of six members, event by event, kept in tests/records.

``python -m tests.rules.golden_evenings`` writes the files anew; read the difference before keeping it. An
evening is written as it is stored, each event followed by what has changed on its page. Of the six members
those events are written by which people come and go.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random

from rules.evening.evening import Evening
from rules.evening.events import Adjust, Enter, EveningEvent, EveningOpened, Remove, Signal, Withdraw
from rules.evening.page import Line, Outcome, SeenEvening
from rules.evening.plan import Kind, Movement, Role
from rules.evening.standings import evening_as_seen
from rules.record.codec import encode
from rules.seats import BySide, Member, Person, Side
from rules.table import events
from rules.table.requests import Join, Leave, Start
from rules.view import GoneOut
from tests.evenings import HOST, Night, plan
from tests.rules.deals import granted
from tests.trials.stage import tables

RECORDS = Path(__file__).parent.parent / "records"
ANNA, BORIS, CLARA, DAVID, EMIL, FRIDA, GRETA = map(
    Person, ("anna", "boris", "clara", "david", "emil", "frida", "greta")
)


def play(night: Night) -> None:
    """The tables of the round finish, with results that follow from its number."""
    rolled = Random(len(night.evening.rounds))
    night.play(
        lambda *_: Outcome(BySide(n := rolled.randrange(5, 9), 13 - n), 10 * rolled.randrange(-30, 30))
    )


def progressive() -> Night:
    """Six people and two robots in four hands; one goes, another comes late, and a prize is cut for."""
    night = Night(plan(Kind.PROGRESSIVE, rounds=4), seed="progressive 0")
    entries = (Enter(role=Role.A), Enter(role=Role.A), Enter(role=Role.B), Enter(), Enter(), Enter())
    night.begin(*entries, names=("anna", "boris", "clara", "david", "emil", "frida"))
    play(night)
    night.ask(CLARA, Withdraw())
    night.ask(HOST, Signal())
    night.ask(GRETA, Enter())
    while not night.evening.closed:
        play(night)
        if not night.evening.closed:
            night.ask(HOST, Signal())
    return night


def couples() -> Night:
    """Two couples and two people alone, three hands that follow one another; the director gives a result."""
    night = Night(plan(Kind.COUPLES, rounds=3, signal=False, least_tables=2), seed="couples")
    night.begin(
        Enter(partner=BORIS), Enter(partner=DAVID), Enter(), Enter(), names=("anna", "clara", "emil", "frida")
    )
    night.ask(HOST, Adjust(1, outcome=Outcome(BySide(9, 4), adjusted=True)))
    while not night.evening.closed:
        play(night)
    return night


def pairs() -> Night:
    """Three tables of a Mitchell, two deals a round; one person is replaced, and one deal is an average."""
    night = Night(
        plan(Kind.PAIRS, of="biritch", boards=2, movement=Movement.MITCHELL, least_tables=3, signal=False),
        seed="pairs",
    )
    night.begin(Enter(partner=BORIS), Enter(partner=DAVID), Enter(), names=("anna", "clara", "emil"))
    night.ask(HOST, Adjust(2))
    night.ask(HOST, Remove(EMIL))
    while not night.evening.closed:
        play(night)
    return night


def teams() -> Night:
    night = Night(plan(Kind.TEAMS, of="contract", boards=2, rounds=2, signal=False), seed="teams")
    night.begin(Enter(team=0), Enter(team=1), Enter(partner=DAVID), names=("anna", "boris", "clara"))
    while not night.evening.closed:
        play(night)
    return night


NIGHTS: Mapping[str, Callable[[], Night]] = {
    f"evening-{name}": night
    for name, night in (
        ("progressive", progressive),
        ("couples", couples),
        ("pairs", pairs),
        ("teams", teams),
    )
}


def told(log: Iterable[EveningEvent]) -> str:
    """The events of an evening as they are stored, each with the lines of its page that are new."""
    evening: Evening | None = None
    before: list[str] = []
    lines = []
    for event in log:
        if evening is None:
            assert isinstance(event, EveningOpened)
            evening = Evening.opened(event)
        else:
            evening = evening.after(event)
        now = list(_page(evening_as_seen(evening)))
        lines += [" ".join(encode(event)), *(f"   {line}" for line in now if line not in before)]
        before = now
    return "\n".join(lines) + "\n"


def _page(page: SeenEvening) -> Iterator[str]:
    def name(places: Iterable[int]) -> str:
        return " + ".join(str(page.holders[place]).partition(":")[2] for place in places)

    yield f"round {page.round} of {page.last_round}"
    for one in page.tables:
        ns, ew = (name(one.sitting.seats.of(seat) for seat in side.seats) for side in Side)
        boards = ", ".join(str(board.number) for board in one.sitting.boards)
        yield f"table {one.sitting.table}: {ns} against {ew}, deal {boards}, {one.left} left"
    for board, sheet in page.sheets:
        for line in sheet:
            came_to = "average" if line.outcome.average else f"{line.outcome.points:+}"
            met = f"deal {board}, table {line.table}: {line.ns}-{line.ew}"
            yield f"{met} {came_to}, {line.matchpoints} of {line.top}"
    for ranking, won in zip(page.rankings, page.prizes, strict=True):
        yield from (f"{ranking.of or 'all'} {_line(one)} {name(one.places)}" for one in ranking.lines)
        if won is not None:
            first, second, booby = map(name, won)
            yield f"{ranking.of or 'all'} prizes: first {first}, second {second}, booby {booby}"


def _line(line: Line) -> str:
    return f"{line.rank}. {line.score}{f' of {line.most}' if line.most else ''}"


def six() -> tables.Evening:
    """Seven rubbers of Biritch. Emil and Frida come when four play; Boris leaves after the fifth,
    and Greta comes in his place."""
    at = tables.Evening("six", "biritch").seat(ANNA, BORIS, CLARA, DAVID)
    for number in range(1, 8):
        if number == 1:
            at.start()
            at.seat(EMIL, FRIDA)
        else:
            at.ask(at.table.persons[0], Start())
        while at.table.rubber is not None:
            granted(at, (Side.NS, Side.EW)[number % 2], "hearts", 1)
        if number == 5:
            at.ask(BORIS, Leave())
            at.ask(GRETA, Join())
    return at


def comings_and_goings(log: Iterable[events.Event]) -> str:
    """Who came, waited, sat, and went out, and by what cards."""
    return "\n".join(line for event in log if (line := _move(event))) + "\n"


def _move(event: events.Event) -> str:
    match event:
        case events.Joined(member):
            return f"{_who(member)} sits down"
        case events.Waited(person):
            return f"{_who(person)} waits"
        case events.Left(member):
            return f"{_who(member)} leaves"
        case events.WentOut(gone):
            return f"go out: {_gone(gone)}"
        case events.RubberBegun():
            cut = "; ".join(", ".join(f"{_who(one)} {card}" for one, card in drawn) for drawn in event.cuts)
            seats = ", ".join(f"{seat.letter} {_who(one)}" for seat, one in event.seats.items())
            return f"rubber {event.number}: cut {cut}; {seats}; {event.dealer.letter} deals"
        case events.RubberReckoned(_, result):
            return f"   won by {result.winner.value if result.winner is not None else 'nobody'}"
    return ""


def _gone(gone: GoneOut) -> str:
    out = ", ".join(f"{_who(person)} after {count}" for person, count in gone.out)
    cut = "; ".join(", ".join(f"{_who(one)} {card}" for one, card in drawn) for drawn in gone.cuts)
    return f"{out}{f'; cut {cut}' if cut else ''}"


def _who(member: Member) -> str:
    return str(member).partition(":")[2]


GOLDEN: Mapping[str, Callable[[], str]] = {
    **{name: partial(lambda of: told(of().events), night) for name, night in NIGHTS.items()},
    "six-members": lambda: comings_and_goings(six().events),
}


def path(name: str) -> Path:
    return RECORDS / f"{name}.txt"


def main() -> int:
    for name, golden in GOLDEN.items():
        path(name).write_text(golden(), "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What is drawn for a world from its number: who plays, and what strikes when.

A plan can be made smaller part by part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from random import Random
from typing import Final

BEGAN: Final = 1_780_000_000.0
"""When a simulated world begins, in seconds since 1970, if its plan does not say."""
KINDS: Final = (
    "kill",
    "kill in a write",
    "power cut",
    "stop",
    "answer lost",
    "answer late",
    "answer wrong",
    "call lost",
    "gateway dropped",
    "gateway away",
    "session invalid",
    "delivered twice",
    "killed at an answer",
    "killed while it posts",
    "killed after a post",
    "never answered",
    "token refused",
    "slow disk",
    "full disk",
    "read-only disk",
    "slow network",
    "network parted",
    "message deleted",
    "process frozen",
    "clock set",
    "answer misdated",
)
SPAN: Final = (60.0, 1500.0)
"""Seconds between which all strikes fall: the people have sat down, and the rubber is not over."""
RESTS: Final = (0.0, 0.0, 90.0, 90.0, 90.0, 1000.0)
"""Seconds for which people stop after something has struck: mostly not, or a while, or longer than tokens
live."""
PER_DEAL: Final = 280.0
"""Seconds that a deal takes."""


@dataclass(frozen=True)
class Strike:
    """One fault, so many seconds after the beginning."""

    at: float
    kind: str
    drawn: int
    """Which of several ways, as far as the kind has any."""
    rest: float = 0.0
    """Seconds for which nobody does anything once it has happened: the bot must put all right alone."""


@dataclass(frozen=True)
class Plan:
    """One world before it begins."""

    seed: int
    people: int = 4
    strikes: tuple[Strike, ...] = ()
    deals: int | None = None
    """After so many the people stop; None: they play a rubber."""
    in_order: bool = False
    jitter: bool = True
    at_calls: tuple[str, int] | None = None
    """A kind of fault of Discord's, and which calls meet it; see ``tests.trials.simulation.calls``."""
    timed: bool = False
    """Nothing strikes, and people time all that the bot does; see ``tests.trials.simulation.timing``."""
    processes: int = 1
    """If there are several, they share a server; see ``tests.trials.simulation.several``."""
    scattered: bool = False
    """A press comes to any of several processes, not to that of its shard."""
    wrong_clocks: bool = False
    """The machines' dates are hours ahead or behind."""
    more: bool = False
    """People at the table also claim, take back, and do whatever else the law gives them."""
    options: tuple[tuple[str, str], ...] = ()
    """What the table is set to."""
    house: tuple[tuple[str, str], ...] = ()
    """What the server has chosen."""
    beside: tuple[str, ...] = ()
    """What people do beside the table; see ``tests.trials.simulation.lives``."""
    pages: int = 0
    """How many people open pages of the table, too; see ``tests.trials.simulation.pages``."""
    begins: float = BEGAN
    """In seconds since 1970."""
    zone: str = "UTC"
    """Where the bot's machine stands."""

    @property
    def decisions(self) -> int:
        """In how many things it differs from the plainest world of its number; a strike is one, and the rest
        after it another."""
        plainest = Plan(self.seed, 2, (), 1, in_order=True, jitter=False)
        lists = ("strikes", "options", "house", "beside")
        single = (one.name for one in fields(self) if one.name not in lists)
        return (
            sum(getattr(self, name) != getattr(plainest, name) for name in single)
            + sum(len(getattr(self, name)) for name in lists)
            + sum(bool(one.rest) for one in self.strikes)
        )

    def told(self) -> str:
        strikes = ", ".join(
            f"{one.kind} at {one.at:.2f} s ({one.drawn}{f', then {one.rest:.0f} s of rest' * bool(one.rest)})"
            for one in self.strikes
        )
        order = "turns in order" if self.in_order else "turns drawn"
        network = "jitter" if self.jitter else "no jitter"
        calls = f" at calls: {self.at_calls}" if self.at_calls is not None else ""
        several = f"{self.processes} processes{', presses scattered' * self.scattered}, "
        clocks = ", wrong clocks" * self.wrong_clocks
        who = f"{several * (self.processes > 1)}{self.people} people{clocks}"
        more = [", claims and the like"] * self.more + [
            f", {' '.join(one)}" for one in (*self.options, *self.house)
        ]
        more += [f", {one} beside" for one in self.beside]
        more += [f", pages of {self.pages}"] * bool(self.pages)
        if (self.begins, self.zone) != (BEGAN, "UTC"):
            more.append(f", from {datetime.fromtimestamp(self.begins, UTC):%Y-%m-%d %H:%M} in {self.zone}")
        return f"{who}{''.join(more)}, {order}, {network}; {strikes or 'no faults'}{calls}"


def drawn(seed: int, *, faults: bool = True, deals: int | None = None) -> Plan:
    """The plan of this number."""
    numbers = Random(f"plan {seed}")
    people = numbers.choice((2, 3, 4, 4))
    last = SPAN[1] if deals is None else SPAN[0] + deals * PER_DEAL
    count = numbers.randint(4, 24 if deals is None else 12) if faults else 0
    strikes = sorted(
        (
            Strike(
                round(numbers.uniform(SPAN[0], last), 3),
                numbers.choice(KINDS),
                numbers.getrandbits(16),
                numbers.choice(RESTS),
            )
            for _ in range(count)
        ),
        key=lambda one: one.at,
    )
    plan = Plan(seed, people, tuple(strikes), deals, wrong_clocks=faults and numbers.random() < 0.3)
    return _filled(plan, Random(f"life {seed}"))


BESIDE: Final = (
    "alone",
    "challenge",
    "compared",
    "daily",
    "evening",
    "forgotten",
    "learn",
    "score",
    "settings",
)
"""What people do beside the table."""
TURNS: Final = (
    "2026-03-29 01:00",
    "2026-06-01 00:00",
    "2026-10-25 01:00",
    "2027-01-01 00:00",
    "2027-03-01 00:00",
)
"""Moments at which a day, a month, a year or a summer begins or ends, in UTC."""
BEFORE: Final = (60.0, 1500.0)
"""Seconds before such a moment at which a world begins."""
ZONES: Final = ("UTC", "Europe/Berlin", "America/Los_Angeles", "Pacific/Auckland", "Asia/Kolkata")


def _filled(plan: Plan, numbers: Random) -> Plan:
    """The same with all else that its people do, and with the day on which they do it."""
    begins = BEGAN
    if numbers.random() < 0.6:
        turn = datetime.fromisoformat(f"{numbers.choice(TURNS)}+00:00").timestamp()
        begins = round(turn - numbers.uniform(*BEFORE), 3)
    return replace(
        plan,
        more=True,
        options=(("revoke_mode", "lawful"),) if numbers.random() < 0.4 else (),
        house=(("ranked", "none"),) if numbers.random() < 0.6 else (),
        beside=tuple(sorted(numbers.sample(BESIDE, 2))),
        begins=begins,
        zone=numbers.choice(ZONES),
        pages=numbers.randrange(plan.people),
    )


BLOWS: Final = {
    "replica away": 3,
    "waits cancelled": 2,
    "waits ended": 3,
    "server restarted": 1,
    "server lost": 2,
    "server split off": 2,
    "server frozen": 1,
    "connections dropped": 1,
    "process cut off": 1,
    "killed in a commit": 1,
}
"""What befalls the servers of several processes, and the way to them, with how often. Several come soon after
each other."""
OF_ONE_FILE: Final = ("kill in a write", "power cut", "full disk", "read-only disk")
STORM: Final = 8.0
"""Seconds that pass between the first of them and the last."""
HASTE: Final = 3.0
"""How many times as fast people play there."""
PAUSE: Final = (0.0, 0.0, 0.0, 90.0)
"""For which people stop after them: processes that share a server are never idle, and so take long."""


def drawn_several(seed: int, *, faults: bool = True, deals: int | None = None, more: bool = False) -> Plan:
    """The plan of this number for several processes. With ``more`` people type at the table, too, and at some
    tables revoke."""
    numbers = Random(f"several {seed}")
    plan = replace(drawn(seed, faults=faults, deals=deals), beside=(), pages=0, more=more)
    plan = plan if more else replace(plan, options=(), house=())
    last = SPAN[0] / HASTE + (deals or 5) * PER_DEAL / HASTE
    strikes = [
        replace(one, at=round(one.at / HASTE, 3), rest=min(one.rest, max(PAUSE)))
        for one in plan.strikes[::3]
        if one.kind not in OF_ONE_FILE
    ]
    for _ in range(numbers.randint(2, 5) * (deals or 5) if faults else 0):
        at = numbers.uniform(SPAN[0] / HASTE, last)
        count = numbers.randint(3, 6)
        times = sorted(at + numbers.uniform(0.0, STORM) for _ in range(count))
        kinds = numbers.choices(list(BLOWS), list(BLOWS.values()), k=count)
        kinds[0] = numbers.choice(("replica away", kinds[0]))
        rests = [0.0] * (count - 1) + [numbers.choice(PAUSE)]
        strikes += [
            Strike(round(when, 3), kind, numbers.getrandbits(16), rest)
            for when, rest, kind in zip(times, rests, kinds, strict=True)
        ]
    return replace(
        plan,
        strikes=tuple(sorted(strikes, key=lambda one: one.at)),
        processes=numbers.choice((2, 2, 3, 4)),
        scattered=numbers.random() < 0.5,
    )


def at_every_call(seed: int, faults: Iterable[str], stride: int, lasting: int) -> Iterator[Plan]:
    """A world of one deal for each kind of fault and each of the calls that meet it."""
    for fault in faults:
        for offset in range(stride + lasting):
            yield Plan(seed, 4, (), 1, at_calls=(fault, offset))

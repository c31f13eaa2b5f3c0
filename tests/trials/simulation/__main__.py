"""``python -m tests.trials.simulation``: whole worlds, each from one number, several at a time.

A world that breaks a promise is told with its seed and played again: it must come out the same, byte for
byte. Then its plan is shrunk to the strikes that matter. At the end there is a line for each claim.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable

if os.environ.get("PYTHONHASHSEED") != "0":  # sets have an order, which must be the same in each run
    os.environ["PYTHONHASHSEED"] = "0"
    os.execv(sys.executable, [sys.executable, "-m", "tests.trials.simulation", *sys.argv[1:]])

import tests.trials.simulation.clock  # isort: skip  # noqa: F401  # before anything that asks for the time
from tests.trials.simulation import planted

asked = argparse.ArgumentParser(prog="python -m tests.trials.simulation", description=__doc__)
asked.add_argument("--seed", type=int, default=1, help="the first number")
asked.add_argument("--count", type=int, default=1, help="how many numbers, one after the other")
asked.add_argument("--deals", type=int, help="so many deals in each world, not a rubber")
asked.add_argument("--quiet", action="store_true", help="nothing strikes")
asked.add_argument("--jobs", type=int, default=2, help="worlds at a time")
asked.add_argument("--minutes", type=float, default=600.0, help="no world is begun after so many")
asked.add_argument("--as-they-are", action="store_true", help="broken worlds are not shrunk")
asked.add_argument("--digests", action="store_true", help="tell the digest of each world")
asked.add_argument("--calls", action="store_true", help="each fault of Discord's at each call of a deal")
asked.add_argument("--several", action="store_true", help="several processes on a server with a replica")
asked.add_argument("--more", action="store_true", help="with --several: people type, claim and revoke, too")
asked.add_argument("--timing", action="store_true", help="quiet worlds in which all is timed")
asked.add_argument("--plant", help="with this fault in the bot")
asked.add_argument("--until-found", action="store_true", help="end with the first broken world")
asked.add_argument("--planted", action="store_true", help="with each fault of the list, until it is found")
options = asked.parse_args()
if options.planted:
    search = planted.time_all if options.timing else planted.search
    sys.exit(search(options.seed, options.minutes, options.jobs))
if options.plant is not None:
    planted.plant(options.plant)

from tests.trials.simulation.calls import DRAWN, FAULTS, STRIDE
from tests.trials.simulation.clock import real_seconds
from tests.trials.simulation.lives import told_kinds
from tests.trials.simulation.plan import Plan, at_every_call, drawn, drawn_several
from tests.trials.simulation.running import results, shrunk
from tests.trials.simulation.timing import leaks

OFTEN: int = 200
"""How often each kind of thing is to be done in a hundred worlds."""
DECISIONS: int = 30
"""How many a plan may have at most that has been shrunk."""
NIGHT: float = 2 * 10 * 3600.0
"""Seconds of the processor in ten hours of two cores."""


def timed() -> int:
    """What can be told by when the bot does what it does."""
    plans = [Plan(options.seed + one, 2, (), options.deals or 3, timed=True) for one in range(options.count)]
    found, broken = [], 0
    for result in results(plans, options.jobs):
        broken += bool(result.findings)
        for finding in result.findings:
            print(f"seed {result.plan.seed}: {finding}")
        if result.timings is not None:
            found.append(result.timings)
    told = leaks(found)
    for leak in told:
        print(f"  {leak}")
    counts = Counter(took.what for world in found for took, _ in world.found)
    print("timed: " + ", ".join(f"{what} {count}" for what, count in sorted(counts.items())))
    print(f"timing-leaks {len(told)} goal 0 {'ok' if not told else 'short'}")
    return bool(told or broken)


def main() -> int:
    began = real_seconds()
    plans: Iterable[Plan] = (
        drawn_several(options.seed + one, faults=not options.quiet, deals=options.deals, more=options.more)
        if options.several
        else drawn(options.seed + one, faults=not options.quiet, deals=options.deals)
        for one in range(options.count)
    )
    if options.calls:
        plans = at_every_call(options.seed, FAULTS, STRIDE, DRAWN)
    digests, met, promises = set[str](), Counter[str](), Counter[str]()
    states, acts = Counter[str](), Counter[str]()
    seconds = took = 0.0
    worlds = deals = turns = left = 0
    for result in results(plans, options.jobs, began + 60 * options.minutes):
        worlds += 1
        digests.add(result.digest)
        met.update(result.met)
        states.update(result.states)
        acts.update(result.acts)
        seconds, took = seconds + result.seconds, took + result.took
        deals, turns = deals + result.deals, turns + result.turns
        if options.digests:
            print(f"seed {result.plan.seed} {result.digest}")
        if not result.findings:
            continue
        promises.update({one.promise for one in result.findings})
        print(f"seed {result.plan.seed}: {result.plan.told()}", flush=True)
        for finding in result.findings[:6]:
            print(f"  {finding}", flush=True)
        if options.until_found:
            break
        if options.as_they_are:
            continue
        (again,) = results([result.plan], 1)
        print(f"  again: {'the same' if again.digest == result.digest else 'ANOTHER'} {again.digest}")
        plan = shrunk(result.plan, result.findings[0].promise)
        left = max(left, plan.decisions)
        print(
            f"  shrunk from {result.plan.decisions} decisions to {plan.decisions}: {plan.told()}", flush=True
        )
    print(f"worlds {worlds}, deals {deals}, acts {acts.total()}, turns of the loop {turns}")
    print("acts: " + ", ".join(f"{kind} {count}" for kind, count in sorted(acts.items())))
    for kind, count in sorted(told_kinds(acts).items(), key=lambda one: one[1]):
        print(f"kind {kind}: {count}, {100 * count / max(1, worlds):.0f} in a hundred worlds, goal {OFTEN}")
    print("met: " + ", ".join(f"{kind} {count}" for kind, count in sorted(met.items())))
    print(f"states {len(states)}: " + ", ".join(f"{one} {count}" for one, count in sorted(states.items())))
    broken = sum(promises.values())
    if took:
        _claim("times-real-time", seconds / took, 500, f"{seconds / took:.0f}")
        if options.deals is None:
            _claim("rubbers-a-night", NIGHT * worlds / took, 10_000, f"{NIGHT * worlds / took:.0f}")
    _claim("distinct-schedules", len(digests), worlds, str(len(digests)))
    if left:
        print(f"decisions-left {left} goal {DECISIONS} {'ok' if left <= DECISIONS else 'short'}")
    print(f"promises-broken {broken} goal 0 {'ok' if not broken else 'short'}")
    return bool(broken)


def _claim(name: str, figure: float, goal: float, told: str) -> None:
    print(f"{name} {told} goal {goal:.0f} {'ok' if figure >= goal else 'short'}")


sys.exit(timed() if options.timing else main())

"""A few simulated worlds, on the Python of their own venv."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.each import mostly_long
from tests.trials.simulation.plan import Plan, Strike

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / "build" / "venv-simulation" / "bin" / "python"

pytestmark = pytest.mark.skipif(
    not (PYTHON.parents[1] / "simloop").exists(),
    reason="the simulation has no venv: make simulate makes one, with a Python from 3.12 on",
)


WARM = """
import gc, json, os, sys, traceback
import tests.trials.simulation.clock
import tests.trials.simulation.several, tests.trials.simulation.timing

def does(code, argv, out):
    os.dup2(os.open(out, os.O_WRONLY), 1)
    os.dup2(1, 2)
    sys.argv = argv
    try:
        exec(code, {"__name__": "__main__"})
    except SystemExit:
        pass
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    os._exit(0)

gc.freeze()
for line in sys.stdin:
    if (child := os.fork()) == 0:
        does(**json.loads(line))
    os.waitpid(child, 0)
    print("over", flush=True)
"""
MODULE = "import runpy; runpy.run_module('tests.trials.simulation', run_name='__main__', alter_sys=True)"


class Warm:
    """A process that has read the bot already, which takes as long as a short world does. What it is given it
    does in a fork of itself, as a new process would."""

    def __init__(self, process: subprocess.Popen[str], out: Path) -> None:
        self._process, self._out = process, out

    def ran(self, code: str, *argv: str) -> str:
        """All that this program writes."""
        self._out.write_text("")
        assert self._process.stdin is not None and self._process.stdout is not None
        asked = {"code": code, "argv": ["-c", *argv], "out": str(self._out)}
        print(json.dumps(asked), file=self._process.stdin)
        self._process.stdin.flush()
        assert self._process.stdout.readline() == "over\n"
        return self._out.read_text()

    def simulated(self, *arguments: str) -> str:
        return self.ran(MODULE, "--jobs", "2", *arguments)


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warm]:
    with subprocess.Popen(
        [PYTHON, "-c", WARM],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield Warm(process, tmp_path_factory.mktemp("worlds") / "out")


def simulated(*arguments: str) -> str:
    """By a process of its own."""
    ran = subprocess.run(
        [PYTHON, "-m", "tests.trials.simulation", "--jobs", "2", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.stdout + ran.stderr


def test_tests_and_what_is_judged_by_the_simulations_rules_keep_the_machines_clock() -> None:
    """A process that imports ``tests.trials.simulation.clock`` runs on virtual time: a wait in it never
    ends."""
    asked = "import sys, tests.trials.soak.__main__, tests.trials.soak.calls, tests.test_planted"
    asked += ", tests.storage.conftest, tests.simulation.test_worlds, tests.simulation.test_server"
    command = f"{asked}; print('tests.trials.simulation.clock' in sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.stderr) == ("False\n", "")


@pytest.mark.long
def test_three_worlds_in_which_much_goes_wrong_keep_every_promise() -> None:
    told = simulated("--seed", "6", "--count", "3", "--deals", "1")
    assert "promises-broken 0 goal 0 ok" in told, told
    assert "worlds 3," in told


def test_a_world_keeps_every_promise_and_comes_out_the_same_byte_for_byte() -> None:
    first, second = (simulated("--seed", "5", "--deals", "1", "--digests") for _ in range(2))
    assert "promises-broken 0 goal 0 ok" in first, first
    digest = re.findall(r"^seed 5 [0-9a-f]{32}$", first, re.MULTILINE)
    assert digest, first
    assert re.findall(r"^seed 5 [0-9a-f]{32}$", second, re.MULTILINE) == digest


def test_a_world_of_several_processes_that_loses_a_server_keeps_every_promise(warm: Warm) -> None:
    told = warm.simulated("--several", "--seed", "7", "--deals", "1")
    assert "promises-broken 0 goal 0 ok" in told, told
    assert re.search(r"^met: .*\bserver lost \d", told, re.MULTILINE), told


@pytest.mark.long
def test_a_world_of_several_processes_whose_servers_fail_keeps_every_promise_and_comes_out_the_same() -> None:
    first, second = (simulated("--several", "--seed", "14", "--deals", "1", "--digests") for _ in range(2))
    assert "promises-broken 0 goal 0 ok" in first, first
    assert re.search(r"^met: .*\bserver lost \d", first, re.MULTILINE), first
    digest = re.findall(r"^seed 14 [0-9a-f]{32}$", first, re.MULTILINE)
    assert re.findall(r"^seed 14 [0-9a-f]{32}$", second, re.MULTILINE) == digest != []


CANCELLED = """
import asyncio, sqlite3
from tests.trials.simulation.disk import Inline

async def cancelled():
    connection, done = Inline(lambda: sqlite3.connect(":memory:")), []
    await connection.wait_connected()
    reading = asyncio.create_task(connection.run_on_thread(lambda raw: done.append("read")))
    await asyncio.sleep(0)
    reading.cancel()
    await asyncio.wait([reading])
    print(done, reading.cancelled())

asyncio.run(cancelled())
"""


def test_what_was_handed_to_the_simulated_thread_of_a_file_is_done_though_its_caller_is_cancelled(
    warm: Warm,
) -> None:
    """As a thread does it; else the connection would never be free again."""
    assert warm.ran(CANCELLED) == "['read'] True\n"


COMPLAINED = """
import tests.trials.simulation.clock
import logging
from bot.cannot_start import cannot_start
from screens.words.hosting import NOT_COUNTED
from tests.trials.simulation.world import TOLD, _Complaints
from storage.errors import DatabaseFailed, code_meaning

for code in ("SQLITE_READONLY", "SQLITE_FULL", "SQLITE_CORRUPT"):
    complaints = []
    args = (cannot_start(DatabaseFailed(code, code_meaning(code))),)
    record = logging.LogRecord("bot", logging.ERROR, "", 0, NOT_COUNTED, args, None)
    _Complaints(complaints, TOLD).emit(record)
    print(code, len(complaints))
"""


def test_a_disk_that_takes_no_writes_may_be_told_of_in_a_sentence_too_and_a_damaged_file_may_not(
    warm: Warm,
) -> None:
    """A file that may not be written for a while meets the count in the background at any moment."""
    told = warm.ran(COMPLAINED).splitlines()
    assert told == ["SQLITE_READONLY 0", "SQLITE_FULL 0", "SQLITE_CORRUPT 1"]


@pytest.mark.long
@pytest.mark.parametrize("seed", ["9", "43"])
def test_a_world_in_which_a_process_begins_by_a_clock_that_is_years_ahead_loses_no_act(seed: str) -> None:
    told = simulated("--seed", seed, "--deals", "1")
    assert "promises-broken 0 goal 0 ok" in told and "clock set 1" in told, told


@pytest.mark.long
def test_a_world_whose_file_may_not_be_written_while_it_is_counted_again_keeps_every_promise() -> None:
    told = simulated("--seed", "65")
    assert "promises-broken 0 goal 0 ok" in told, told


LIVED = """
import tests.trials.simulation.clock
from tests.trials.simulation.plan import Plan, Strike
from tests.trials.simulation.running import results

(result,) = results([{plan!r}], 1)
for finding in result.findings:
    print(finding)
print("met:", ", ".join(result.met))
"""
GONE_TWICE = (
    Strike(73.758, "gateway away", 26828),
    Strike(123.007, "killed after a post", 54641),
    Strike(250.444, "killed after a post", 15693),
)
POSTING_AGAIN = (
    Strike(76.523, "killed after a post", 3596, 90.0),
    Strike(93.431, "killed after a post", 34291, 90.0),
    Strike(160.446, "killed while it posts", 53304),
)
UNDONE = (
    Strike(65.227, "gateway dropped", 24704),
    Strike(67.348, "power cut", 29243),
    Strike(73.368, "killed while it posts", 41076, 90.0),
)
NOTHING_NOTED = (
    Strike(130.025, "kill in a write", 28255),
    Strike(136.347, "power cut", 12397),
    Strike(204.98, "full disk", 47333, 90.0),
    Strike(238.686, "killed after a post", 6996),
    Strike(269.545, "read-only disk", 28099, 90.0),
    Strike(276.713, "token refused", 42207, 1000.0),
)
TROUBLE = {
    "a token is refused, and the process killed, while nothing can be noted": Plan(
        112, 3, NOTHING_NOTED, 1, more=True, options=(("revoke_mode", "lawful"),)
    ),
    "it is gone for longer than a deal may take": Plan(572, 2, GONE_TWICE, 1, in_order=True),
    "it is killed amid a second post": Plan(411, 3, POSTING_AGAIN, 1, in_order=True, jitter=False),
    "the act by which it would learn of a deletion is undone": Plan(400, 4, UNDONE, 1, in_order=True),
}


@pytest.mark.parametrize("what", mostly_long(TROUBLE, ["it is killed amid a second post"]))
def test_nothing_is_asked_of_a_bot_that_no_bot_could_do(what: str, warm: Warm) -> None:
    """A deal lasts as long as a process runs, a message of which nothing is noted is found by its nonce, one
    that is deleted is missed by the next edit, and of a refusal that could not be noted the next process does
    not know."""
    (met,) = warm.ran(LIVED.format(plan=TROUBLE[what])).splitlines()
    assert TROUBLE[what].strikes[1].kind in met


SHRUNK = """
from tests.trials.simulation.plan import drawn_several
from tests.trials.simulation.running import shrunk

def fails(plan, promise):
    struck = {one.kind for one in plan.strikes}
    return "server lost" in struck and plan.processes > 2 and ("replica away" in struck or plan.people == 2)

plans = [drawn_several(seed, deals=1) for seed in range(100)]
for plan in plans:
    if fails(plan, "") and plan.wrong_clocks and plan.scattered and plan.people == plan.processes == 4:
        left = shrunk(plan, "", fails)
        print(plan.decisions, left.decisions, left.told())
"""


def test_a_broken_world_is_shrunk_to_what_it_needs() -> None:
    """Three processes and one strike; a second one only as long as there are more than two people."""
    ran = subprocess.run([PYTHON, "-c", SHRUNK], cwd=ROOT, capture_output=True, text=True, check=True)
    shrunk = ran.stdout.splitlines()
    assert shrunk
    for one in shrunk:
        before, left, told = one.split(" ", 2)
        plain = r"3 processes, 2 people, turns in order, no jitter; server lost at [0-9.]+ s \(\d+\)"
        assert re.fullmatch(plain, told), one
        assert int(before) > 10 and left == "2", "the processes and the strike"


def test_nobody_can_tell_hidden_cards_by_when_the_bot_does_something(warm: Warm) -> None:
    told = warm.simulated("--timing", "--seed", "1", "--count", "2", "--deals", "2")
    assert "timing-leaks 0 goal 0 ok" in told, told
    assert all(int(count) > 9 for count in re.findall(r"(?:plays|answers|shows it|refused) (\d+)", told)), (
        told
    )
    rung = re.search(r"an alert rings (\d+)", told)
    assert rung is not None and int(rung[1]) > 20, f"too few to tell anything by: {told}"


@pytest.mark.long
def test_a_delay_planted_where_the_table_is_shown_is_found() -> None:
    plant = "the table is shown later if who is due has an ace"
    told = simulated("--timing", "--plant", plant, "--seed", "1", "--count", "2", "--deals", "2")
    assert "  the table shows it: aces of who is due (" in told, told


EVERYTHING: Final = (
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
ALL = Plan(3, 4, (), 1, more=True, options=(("revoke_mode", "lawful"),), house=(("ranked", "none"),))
LIVED_BESIDE = """
import tests.trials.simulation.clock
from dataclasses import replace
from tests.trials.simulation.plan import Plan, Strike
from tests.trials.simulation.running import results
from tests.trials.simulation.lives import told_kinds

for beside in {beside!r}:
    (result,) = results([replace({plan!r}, beside=beside)], 1)
    for finding in result.findings:
        print("BROKEN", finding)
    for kind, count in sorted(told_kinds(result.acts).items()):
        print(kind, count)
"""


@pytest.mark.parametrize("what", mostly_long({one: one for one in EVERYTHING}, ["score", "forgotten"]))
def test_what_people_do_beside_a_table_is_counted_and_breaks_no_promise(what: str, warm: Warm) -> None:
    told = warm.ran(LIVED_BESIDE.format(plan=ALL, beside=[(what,)])).splitlines()
    assert not [line for line in told if line.startswith("BROKEN")], told
    counts = {kind: int(count) for kind, _, count in (line.rpartition(" ") for line in told)}
    assert counts[what] > 0 and counts["calls and cards"] > 20, told


OFTEN_AT_REST = tuple(Strike(float(at), "gateway dropped", 0, 1000.0) for at in range(16, 80, 8))


def test_an_evening_is_held_however_long_people_rest_before_each_of_them_has_come(warm: Warm) -> None:
    plan = Plan(3, 2, OFTEN_AT_REST, 1)
    told = warm.ran(LIVED_BESIDE.format(plan=plan, beside=[("evening",)])).splitlines()
    assert not [line for line in told if line.startswith("BROKEN")], told
    counts = {kind: int(count) for kind, _, count in (line.rpartition(" ") for line in told)}
    assert counts["evening"] > 50, told


PAGED = Plan(3, 3, (), 1, more=True, pages=2)


def test_what_people_do_on_pages_of_a_table_is_counted_and_breaks_no_promise(warm: Warm) -> None:
    told = warm.ran(LIVED_BESIDE.format(plan=PAGED, beside=[()])).splitlines()
    assert not [line for line in told if line.startswith("BROKEN")], told
    counts = {kind: int(count) for kind, _, count in (line.rpartition(" ") for line in told)}
    assert counts["pages"] > 20 and counts["calls and cards"] > 10, told


NO_SEAT = """
import tests.trials.simulation.clock
from tests.trials.simulation.plan import Plan
from tests.trials.simulation.running import results
from tests.trials.stage.browsers import Browser

async def sits(self, token):
    raise KeyError("go")

Browser.sits = sits
(result,) = results([{plan!r}], 1)
print(*result.findings, sep="\\n")
"""


def test_a_fault_by_which_people_open_no_more_pages_is_told(warm: Warm) -> None:
    """Else a world without them would keep every promise."""
    assert warm.ran(NO_SEAT.format(plan=PAGED)) == "the world ended: KeyError('go')\n"


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "promise"),
    [
        ("a page is drawn for another of the table", "no hidden card is in any byte sent"),
        ("a press on a page has no idempotency key", "no acknowledged act is lost"),
    ],
)
def test_a_fault_planted_in_the_page_is_found(name: str, promise: str, warm: Warm) -> None:
    assert promise in warm.ran(PLANTED_BESIDE.format(name=name, plan=PAGED))


BESIDE_PLANTED = {
    "a typed take-back has no idempotency key": ("alone", 4, "no acknowledged act beside the table is lost"),
    "a day begins as the host's zone has it": ("daily", 3, "a day begins for all as it begins in UTC"),
    "the marks of who is forgotten go with them": (
        "forgotten",
        2,
        "nobody plays a deal that is compared twice",
    ),
    "two plays of a deal are dealt otherwise": (
        "compared",
        3,
        "each has one play of a deal that is compared",
    ),
}
"""The life that finds each, in the world of which number, and as what."""
PLANTED_BESIDE = """
import tests.trials.simulation.clock
from tests.trials.simulation.planted import plant
from tests.trials.simulation.plan import Plan
from tests.trials.simulation.running import results

plant({name!r})
(result,) = results([{plan!r}], 1)
for finding in result.findings:
    print(finding)
"""


@pytest.mark.long
@pytest.mark.parametrize("name", list(BESIDE_PLANTED))
def test_a_fault_planted_in_what_people_do_beside_a_table_is_found(name: str) -> None:
    """By a machine that stands where the day has begun already."""
    life, seed, promise = BESIDE_PLANTED[name]
    plan = Plan(seed, 2, (), 1, beside=(life,), zone="Pacific/Auckland")
    ran = subprocess.run(
        [PYTHON, "-c", PLANTED_BESIDE.format(name=name, plan=plan)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert promise in ran.stdout, ran.stdout + ran.stderr

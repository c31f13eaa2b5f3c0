"""What breaks a command off: once, at any moment, and never in the middle of what must not be half done."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Final

import pytest

from bot.host.stops import BREAKS_OFF
from tests.each import mostly_long
from tests.trials.stage.guard import guarded
from tests.trials.stage.processes import owned_exec

ROOT: Final = Path(__file__).parents[2]

COMMAND: Final = """
import asyncio, os, signal, sys
from bot.host.stops import release_signals, run_unless_stopped, signals_blocked, signals_break_off
by = signal.Signals[sys.argv[1]]
signal.signal(by, signal.default_int_handler if by == signal.SIGINT else signal.SIG_DFL)
def told(): os.kill(os.getpid(), by)
def say(what): print(what, flush=True)
"""
"""A program that sends itself one of the signals; whoever began the tests may ignore them. Each of those
below is put after it."""

BROKEN_OFF = """
try:
    with signals_break_off():
        try:
            {}
        finally:
            told()
            say("put away")
except KeyboardInterrupt as stop:
    say(stop.args == (by,))
told()
say("on its way out")
"""
WORKS = """
async def work():
    try:
        told()
        await asyncio.Event().wait()
    finally:
        told()
        await asyncio.sleep(0)
        say("closed")
""" + BROKEN_OFF.format("run_unless_stopped(work())")
PLAIN = BROKEN_OFF.format("told()")
SWAPS = """
try:
    with signals_break_off(), signals_blocked():
        told()
        say("swapped")
    say("not reached")
except KeyboardInterrupt:
    say("broken off")
"""
LATE = """
async def work():
    told()
with signals_break_off():
    run_unless_stopped(work())
told()
say("on its way out")
"""
ENDS = """
async def run():
    asyncio.get_running_loop().add_signal_handler(by, say, "stops")
    told()
    await asyncio.sleep(0.01)
    release_signals({by: signal.SIG_IGN})
asyncio.run(run())
told()
say("ended")
"""
WELL = """
async def work():
    return "done"
with signals_break_off():
    say(run_unless_stopped(work()))
    try:
        told()
    except KeyboardInterrupt:
        say("heard again")
"""


OUTLIVES = """
signal.signal(by, signal.SIG_IGN)
with signals_break_off():
    told()
    say("goes on")
"""
PROGRAMS: Final = {
    "in a loop": (WORKS, ["closed", "put away", "True", "on its way out"]),
    "outside of one": (PLAIN, ["put away", "True", "on its way out"]),
    "what is not half done": (SWAPS, ["swapped", "broken off"]),
    "a signal too late to break off": (LATE, ["on its way out"]),
    "the end of the bot": (ENDS, ["stops", "ended"]),
    "after work that was done": (WELL, ["done", "heard again"]),
}


@pytest.mark.parametrize("by", mostly_long(BREAKS_OFF, short=[signal.SIGTERM]), ids=lambda by: by.name)
@pytest.mark.parametrize(("program", "says"), PROGRAMS.values(), ids=PROGRAMS)
async def test_a_signal_breaks_off_once_and_what_is_used_is_closed(
    program: str, says: list[str], by: signal.Signals
) -> None:
    assert await ended(program, by) == (0, says)


async def test_what_was_started_to_outlive_its_terminal_does() -> None:
    """As with ``nohup``."""
    assert await ended(OUTLIVES, signal.SIGHUP) == (0, ["goes on"])


async def ended(program: str, by: signal.Signals) -> tuple[int | None, list[str]]:
    """The exit status of a program, and the lines that it said."""
    async with (
        owned_exec(
            *(sys.executable, "-X", "dev", "-c", COMMAND + program, by.name),
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        ) as process,
        guarded("the program"),
    ):
        said, _ = await process.communicate()
        return process.returncode, said.decode().splitlines()

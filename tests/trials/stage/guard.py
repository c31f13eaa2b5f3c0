"""The one guard against hanging, and the ways in which a test waits.

A test never asks how long something took. It waits for what it asserts afterwards: a row, an event, the end
of a process. A machine that is busy is slow, not wrong, so no such wait has a bound of its own; only a wait
that would never end is ended, after ``HANGS_AFTER`` seconds, which is far more than any machine needs. What
passes is never held up by this number.

``guarded`` is for awaits that come back by themselves, ``until`` for what has to be looked at again and
again, ``until_now`` for the same without a loop. All raise ``Hangs``, which no code under test catches by
mistake, as it would a ``TimeoutError``.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from inspect import isawaitable
from typing import Final, TypeVar, overload

HANGS_AFTER: Final = 300.0
"""Seconds after which a test that waits is taken to hang. The only number of its kind: hand it to whatever
wants a time-out of its own, such as ``subprocess.run``. A test that hangs where nothing guards it is ended
after three times as long (``faulthandler_timeout`` in ``pyproject.toml``)."""

BETWEEN_LOOKS: Final = 0.005
"""Seconds. It decides how soon a test goes on, never whether it passes."""

Seen = TypeVar("Seen")


class Hangs(AssertionError):
    """What a test waited for has not come, and will not."""


@asynccontextmanager
async def guarded(what: str = "this") -> AsyncIterator[None]:
    """Ends what is awaited inside if it hangs, naming ``what`` was waited for."""
    guard = asyncio.timeout(HANGS_AFTER)
    try:
        async with guard:
            yield
    except TimeoutError as late:
        if not guard.expired():  # one that the code under test has raised
            raise
        raise Hangs(f"waited {HANGS_AFTER:g} s for {what}") from late


@overload
async def until(look: Callable[[], Awaitable[Seen]], what: str = "this") -> Seen: ...
@overload
async def until(look: Callable[[], Seen], what: str = "this") -> Seen: ...
async def until(look: Callable[[], Seen | Awaitable[Seen]], what: str = "this") -> Seen:
    """Looks until there is something to see, and returns it: a row, a message, a fact that is true. The loop
    goes on in between. ``look`` may be a coroutine function."""
    given_up = time.monotonic() + HANGS_AFTER
    moment = -1
    while True:
        seen = look()
        found: Seen = await seen if isawaitable(seen) else seen
        if found:
            return found
        if time.monotonic() > given_up:
            raise Hangs(f"waited {HANGS_AFTER:g} s for {what}")
        moment = await _a_little(moment)


async def _a_little(moment: int) -> int:
    """Until something may have changed. A loop of ``tests.trials.stage.virtual_time`` knows when that is."""
    rest: Callable[[int], Awaitable[int]] | None = getattr(asyncio.get_running_loop(), "rest", None)
    if rest is not None:
        return await rest(moment)
    await asyncio.sleep(BETWEEN_LOOKS)
    return moment


def until_now(look: Callable[[], Seen], what: str = "this") -> Seen:
    """As ``until``, for tests without a loop, such as those that wait for another process."""
    given_up = time.monotonic() + HANGS_AFTER
    while not (seen := look()):
        if time.monotonic() > given_up:
            raise Hangs(f"waited {HANGS_AFTER:g} s for {what}")
        time.sleep(BETWEEN_LOOKS)
    return seen

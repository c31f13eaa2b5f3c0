"""Discord's time, as well as it can be known from here; how long the bot was connected; and waits: for what
comes first, for tasks that are cancelled, before something that failed or was refused is tried again, and
after work in the background.

Discord dates every interaction. How old one is must be judged by Discord's clock: on a machine whose own is a
minute fast, every press would seem to come a minute late. And each of several processes judges what others
have stored, whatever their machines' clocks say. Knows neither HTTP nor Discord's library.

Only the time in which the bot was connected counts against somebody who has to act. It is stored every hour
and at a stop, so that a process that is killed counts as away since it last was.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC
from email.utils import parsedate_to_datetime
from functools import lru_cache
from math import inf
from typing import Any, Final

from storage.ports.storage import StorageError
from storage.ports.storage import Uptime as KeptUptime

log = logging.getLogger(__name__)

TOLERATED: Final = 5.0
"""Seconds by which the host's clock may be wrong without a line in the log."""
DRIFT: Final = 5e-4
"""How much faster or slower than Discord's this machine's clock may run; time services stay below that."""
DATE_STEP: Final = 1.0
"""A date in an HTTP answer is cut to whole seconds."""
ITS_OWN: Final = 500
"""The first status of those with which a machine on the way may answer for Discord, by a clock of its own."""
FAR: Final = 36 * 3600.0
"""Seconds by which the first date that Discord tells may differ from the host's clock, and be believed at
once: more than any time zone makes that was taken for another."""
HOUR: Final = 3600.0
"""Seconds for which a moment is waited for at most before it is looked at again: clocks are set meanwhile."""


_BOOT: Final = getattr(time, "CLOCK_BOOTTIME", None)


def elapsed() -> float:
    """Seconds that only ever run on, also while the machine sleeps where the system can count those."""
    return time.monotonic() if _BOOT is None else time.clock_gettime(_BOOT)


@lru_cache(maxsize=8)
def http_date(date: str) -> float | None:
    """In seconds since 1970; None if it cannot be read. One without a zone is Greenwich's. The answers of one
    second bear the same date."""
    try:
        read = parsedate_to_datetime(date)
        return (read if read.tzinfo is not None else read.replace(tzinfo=UTC)).timestamp()
    except (TypeError, ValueError, OverflowError):
        return None


class DiscordClock:
    """Keeps two bounds: Discord's clock is at least, and at most, so far ahead of ``elapsed``.

    ``elapsed`` is never set as a host's clock is, so an estimate once made stays good. Until Discord has
    answered a request, the ``host``'s clock is believed. One date that contradicts what is believed may be a
    mistake of the one that told it; two that agree are none: this machine may have slept.
    """

    def __init__(
        self, host: Callable[[], float] = time.time, measured: Callable[[], float] | None = None
    ) -> None:
        """What has elapsed is ``measured``. Where nothing is said of that, a ``host`` that is not the
        machine's is never set, and measures it too."""
        self._host = host
        self.elapsed = measured or (elapsed if host is time.time else host)
        self._least, self._most = -inf, inf
        self._as_of = 0.0
        self._doubted: tuple[float, float, float] | None = None
        """The bounds by a date that contradicts and that nothing has confirmed yet, and when it came."""
        self._warned = False

    @property
    def has_been_told(self) -> bool:
        """Whether this is Discord's time, and not that of a machine that may be wrong."""
        return self._most != inf

    def now(self) -> float:
        """Seconds since 1970."""
        if self._most == inf:
            return self._host()
        return (self._least + self._most) / 2 + self.elapsed()

    def dated(self, date: str, sent: float, received: float) -> None:
        """An answer of Discord's own bore this date (RFC 9110, 6.6.1): its status is below ``ITS_OWN``.
        ``sent`` and ``received`` are by ``elapsed``."""
        made = http_date(date)
        if made is None:
            return
        if self._narrow(made - received, made + DATE_STEP - sent):
            self._doubted = None
        if self.has_been_told:
            self._compare()

    def passed(self, moment: float) -> None:
        """Discord's clock is past this moment: it has dated something to it."""
        if self._most != inf:
            least = moment - self.elapsed()
            self._narrow(least, max(least + DATE_STEP, self._most))

    def _narrow(self, least: float, most: float) -> bool:
        """Returns whether this fits what is believed."""
        now = self.elapsed()
        slack = DRIFT * (now - self._as_of)
        narrower = max(least, self._least - slack), min(most, self._most + slack)
        fits = narrower[0] <= narrower[1]
        if not self.has_been_told:
            fits = abs(least + now - self._host()) <= FAR
        if not fits:
            if not self._is_confirmed(least, most, now):
                self._doubted = least, most, now
                return False
            self._doubted = None
        self._least, self._most = narrower if fits else (least, most)
        self._as_of = now
        return True

    def _is_confirmed(self, least: float, most: float, now: float) -> bool:
        """Whether the last date that contradicted said the same."""
        if self._doubted is None:
            return False
        at_least, at_most, came = self._doubted
        slack = DRIFT * (now - came) + TOLERATED
        return least <= at_most + slack and most >= at_least - slack

    def _compare(self) -> None:
        """Tells the host of a clock that is wrong, once until it is right again."""
        ahead = self._host() - self.now()
        if abs(ahead) > TOLERATED and not self._warned:
            log.warning(
                "this machine's clock is %.0f seconds %s Discord's: set it, best by a time service",
                abs(ahead),
                "ahead of" if ahead > 0 else "behind",
            )
        elif abs(ahead) <= TOLERATED and self._warned:
            log.info("this machine's clock agrees with Discord's again")
        self._warned = abs(ahead) > TOLERATED


def is_within(span: float, since: float, now: float) -> bool:
    """Whether less than a span has passed since a moment. What was noted by a clock that was ahead, and has
    been put right, is not remembered until then."""
    return -TOLERATED <= now - since < span


class Anchors:
    """For moments that were stored, or noted, by a clock that may have been ahead; or it is this one that is
    behind. So none is changed: one that lies ahead counts from when it was first seen to, for as long as it
    does."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._seen: dict[float, float] = {}

    def past(self, moment: float) -> float:
        """The moment, or what stands for it."""
        now = self._now()
        if moment <= now + TOLERATED:
            return moment
        if len(self._seen) >= ANCHORED:
            del self._seen[next(iter(self._seen))]
        anchor = self._seen[moment] = min(now, self._seen.get(moment, now))
        return anchor


ANCHORED: Final = 20_000
"""Moments that are remembered; of one that is forgotten the time begins anew."""
BEAT: Final = 3600.0
"""Seconds between two notes: what is lost of a process that is killed is counted against nobody."""
PERIODS: Final = 2000
"""The newest of the periods for which the bot was connected that are kept. By their number and not by their
age, as a clock that is ahead would find all of them too old."""


class Uptime:
    """How long the bot was connected is measured by ``elapsed``, and only when it is stored by a date. A
    period that is stored and ends ahead tells nothing, and counts for nothing."""

    def __init__(
        self, kept: KeptUptime, now: Callable[[], float], elapsed: Callable[[], float] | None = None
    ) -> None:
        """Where ``now`` is never set, it is ``elapsed`` too."""
        self._kept = kept
        self._now = now
        self._elapsed = elapsed or now
        self._stored: deque[tuple[float, float]] = deque(maxlen=PERIODS)  # by dates
        self._past: deque[tuple[float, float]] = deque(maxlen=PERIODS)  # this and what follows by ``elapsed``
        self._began: float | None = None  # of the time that goes on
        self._dated = 0.0
        """The date under which the beginning of that is stored."""

    async def load_periods(self) -> None:
        self._stored.extend(await self._kept.periods(0.0))

    def connected(self) -> None:
        """The bot is connected, perhaps again."""
        if self._began is None:
            self._began = self._elapsed()
            self._dated = self._now()

    async def disconnected(self) -> None:
        """The connection is lost."""
        if self._began is None:
            return
        period, self._began = (self._began, self._elapsed()), None
        self._past.append(period)
        # Only now: while this is stored, the connection may be made and lost again.
        await self._note_period(*period)

    def connected_seconds(self, since: float) -> float:
        """The seconds since this moment for which the bot was connected. Times of several processes
        overlap, and count once."""
        now = self._now()
        ahead = now - self._elapsed()
        times = [one for one in self._stored if since < one[1] <= now + TOLERATED]
        times += [(began + ahead, ended + ahead) for began, ended in self._past if ended + ahead > since]
        if self._began is not None:
            times.append((self._began + ahead, now))
        counted = 0.0
        for began, ended in sorted(times):
            counted += max(0.0, min(ended, now) - max(began, since))
            since = max(since, ended)
        return counted

    async def store_periods(self) -> None:
        """Stores from time to time that the connection goes on."""
        while True:
            await asyncio.sleep(BEAT)
            if self._began is not None:
                await self._note_period(self._began, self._elapsed())

    async def _note_period(self, began: float, ended: float) -> None:
        """A period keeps the date under which its beginning was stored, unless the clock has been set."""
        ahead = self._now() - self._elapsed()
        if abs(began + ahead - self._dated) > TOLERATED:
            self._dated = began + ahead
        dated, lasted = self._dated, ended - began
        kept = sorted([*self._stored, *((begun + ahead, end + ahead) for begun, end in self._past)])[
            -PERIODS:
        ]
        forget = kept[0][0] if len(kept) == PERIODS else 0.0
        try:
            await self._kept.note_period(dated, dated + lasted, forget)
        except StorageError as fault:
            log.warning("that the bot is connected could not be noted: %s", type(fault).__name__)


async def first(
    *events: asyncio.Event, or_done: asyncio.Task[Any] | None = None, within: float | None = None
) -> None:
    """Waits until one of these events is set or the task is done, at most for so many seconds."""
    # short-lived: they are cancelled below
    waiting = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(
            [*waiting, *([or_done] if or_done else [])], timeout=within, return_when="FIRST_COMPLETED"
        )
    finally:
        for one in waiting:
            one.cancel()


async def cancelled(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancels tasks, and returns once they are over, whatever has become of each."""
    ending = list(tasks)
    for task in ending:
        task.cancel()
    await asyncio.gather(*ending, return_exceptions=True)


FIRST: Final = 5.0
"""Seconds before it is tried the first time."""
LAST: Final = 300.0
"""Seconds beyond which the wait does not grow."""
AT_A_TABLE: Final = 20.0
"""The same for what people wait for at a table, so that they play on soon after a disk takes writes again."""


LONGEST_WAIT: Final = 8.0
"""The same where asking Discord costs no session, so that people are served within seconds of its return."""


def pauses(longest: float = LAST) -> Iterator[float]:
    """The waits in seconds, without end."""
    pause = FIRST
    while True:
        yield pause
        pause = min(2 * pause, longest)


def between_starts(total: int, remaining: int, reset_after: float) -> float:
    """The seconds to wait before one more session is begun, of which Discord allows a token so many in a day:
    from the half on, as many as make the rest last until it counts anew, in ``reset_after`` seconds. Discord
    gives a bot that has used them up another token, so one that a service manager starts again and again
    would be lost."""
    return 0.0 if 2 * remaining > total else reset_after / max(remaining, 1)


UNTOLD: Final = 60.0
"""Seconds for which nothing is sent after a refusal that does not say for how long."""


def retry_after(headers: Mapping[str, str]) -> float:
    """The seconds for which an answer asks not to be asked again: it gives them, and a day is waited at most,
    or a date. That is judged by the date of the answer, since both are by the same clock, and waited for an
    hour at most."""
    told = headers.get("Retry-After", "")
    with suppress(ValueError):
        if 0 <= (seconds := float(told)) < inf:
            return min(seconds, 24 * HOUR)
    until, now = http_date(told), http_date(headers.get("Date", ""))
    if until is None:
        return UNTOLD
    return min(max(0.0, until - (time.time() if now is None else now)), HOUR)


BREATH: Final = 3.0
"""After each stream that is loaded in the background, a pause of so many times as long as that took: the loop
and the machine belong to those who press."""
LONGEST_BREATH: Final = 0.2
"""Seconds."""


def breath(took: float) -> float:
    """The pause in seconds after work in the background that took so long."""
    return min(LONGEST_BREATH, BREATH * took)

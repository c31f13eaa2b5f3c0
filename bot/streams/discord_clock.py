"""Discord's time, as well as it can be known from here: everything that the bot does is timed by it.

Discord dates every interaction. How old one is must be judged by Discord's clock: on a machine whose own is a
minute fast, every press would seem to come a minute late. And each of several processes judges what others
have stored, whatever their machines' clocks say. Knows neither HTTP nor Discord's library.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from functools import lru_cache
from math import inf
from typing import Final

log = logging.getLogger(__name__)

TOLERATED: Final = 5.0
"""Seconds by which the host's clock may be wrong without a line in the log."""
DRIFT: Final = 5e-4
"""How much faster or slower than Discord's this machine's clock may run; time services stay below that."""
DATE_STEP: Final = 1.0
"""A date in an HTTP answer is cut to whole seconds."""


_BOOT: Final = getattr(time, "CLOCK_BOOTTIME", None)


def elapsed() -> float:
    """Seconds that only ever run on, also while the machine sleeps where the system can count those."""
    return time.monotonic() if _BOOT is None else time.clock_gettime(_BOOT)


@lru_cache(maxsize=8)
def _read(date: str) -> float | None:
    """In seconds since 1970. The answers of one second bear the same date."""
    try:
        return parsedate_to_datetime(date).timestamp()
    except ValueError:
        return None


class DiscordClock:
    """Keeps two bounds: Discord's clock is at least, and at most, so far ahead of ``elapsed``.

    ``elapsed`` is never set as a host's clock is, so an estimate once made stays good. Until Discord has
    answered a request, the ``host``'s clock is believed.
    """

    def __init__(self, host: Callable[[], float] = time.time, elapsed: Callable[[], float] = elapsed) -> None:
        self._host = host
        self.elapsed = elapsed
        self._least, self._most = -inf, inf
        self._as_of = 0.0
        self._warned = False

    def now(self) -> float:
        """Seconds since 1970."""
        if self._most == inf:
            return self._host()
        return (self._least + self._most) / 2 + self.elapsed()

    def dated(self, date: str, sent: float, received: float) -> None:
        """An HTTP answer bore this date (RFC 9110, 6.6.1); ``sent`` and ``received`` are by ``elapsed``."""
        made = _read(date)
        if made is None:
            return
        self._narrow(made - received, made + DATE_STEP - sent)
        self._compare()

    def passed(self, moment: float) -> None:
        """Discord's clock is past this moment: it has dated something to it."""
        if self._most != inf:
            least = moment - self.elapsed()
            self._narrow(least, max(least + DATE_STEP, self._most))

    def _narrow(self, least: float, most: float) -> None:
        now = self.elapsed()
        slack = DRIFT * (now - self._as_of)
        narrower = max(least, self._least - slack), min(most, self._most + slack)
        # what contradicts is newer: this machine may have slept
        self._least, self._most = narrower if narrower[0] <= narrower[1] else (least, most)
        self._as_of = now

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

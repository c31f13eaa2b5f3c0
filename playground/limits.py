"""Discord's limits, and the meters that count against them. Knows neither messages nor HTTP.

Where Discord publishes no number the default is what bot authors have measured. A meter is a fixed window
that opens with its first call, as Discord's buckets do.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

MEBIBYTE = 1024 * 1024
_SWEEP_ABOVE = 1000


@dataclass(frozen=True)
class Limit:
    """So many calls in so many seconds."""

    calls: int
    seconds: float


@dataclass(frozen=True)
class Limits:
    """Everything that the playground counts or times. ``None`` for a limit: not counted."""

    create_message: Limit | None = Limit(5, 5.0)
    edit_message: Limit | None = Limit(5, 5.0)
    edit_old_message: Limit | None = Limit(3, 6.0)
    old_message_seconds: float = 3600.0
    delete_message: Limit | None = Limit(5, 1.0)
    interaction_token: Limit | None = Limit(5, 2.0)  # all calls by one token together, its answer apart
    followups_in_channel: Limit | None = Limit(30, 60.0)  # by all tokens together
    every_bot_call: Limit | None = Limit(50, 1.0)
    gateway_sends: Limit | None = Limit(120, 60.0)
    answer_seconds: float = 3.0
    token_seconds: float = 15 * 60.0
    nonce_seconds: float = 3 * 60.0
    resume_seconds: float = 90.0
    heartbeat_seconds: float = 41.25
    files: int = 10
    file_bytes: int = 10 * MEBIBYTE
    emoji_bytes: int = 256 * 1024
    emojis: int = 2000

    def unmetered(self) -> "Limits":
        """The same without any rate limit: for play at robot speed."""
        return replace(
            self,
            create_message=None,
            edit_message=None,
            edit_old_message=None,
            delete_message=None,
            interaction_token=None,
            followups_in_channel=None,
            every_bot_call=None,
            gateway_sends=None,
        )


@dataclass(frozen=True)
class Reading:
    """A meter after one more call."""

    limit: Limit
    allowed: bool
    remaining: int
    reset_after: float


@dataclass
class Meters:
    """One fixed window for each key; the clock is an argument so that a test can turn it."""

    clock: Callable[[], float] = time.monotonic
    _windows: dict[str, tuple[float, int]] = field(default_factory=dict)

    def take(self, key: str, limit: Limit) -> Reading:
        now = self.clock()
        ends, used = self._windows.get(key, (0.0, 0))
        if now >= ends:
            self._sweep(now)
            ends, used = now + limit.seconds, 0
        allowed = used < limit.calls
        if allowed:
            used += 1
        self._windows[key] = (ends, used)
        return Reading(limit, allowed, limit.calls - used, ends - now)

    def _sweep(self, now: float) -> None:
        if len(self._windows) > _SWEEP_ABOVE:
            self._windows = {key: window for key, window in self._windows.items() if window[0] > now}

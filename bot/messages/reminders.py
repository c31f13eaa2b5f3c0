"""Reminds those who play a challenge that its end is near, at most once; and those who want it of the deal
of the day: once a day, by direct message, at the hour at which they
played the day before, and early enough to play. Nobody is reminded of a day that they have begun, or if they
did not play yesterday.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.blocks import Blocks
from bot.discord_api.faults import NoPlace, ShutOut, TryLater
from bot.discord_api.sender import Messenger
from bot.errors import AppRefused
from bot.readers import Readers
from bot.tables.challenges import Challenges
from bot.tables.contests import Contests, day_end
from rules.challenges import Challenge
from screens.challenges import challenge_reminder
from screens.contests import reminder_screen
from screens.screen import Screen
from screens.words.languages import spoken
from storage.ports.records import Attempt, UserId
from storage.ports.storage import Choices, Slots, StorageError
from storage.ports.storage import Contests as ContestLog

log = logging.getLogger(__name__)

EVERY: Final = 300.0
"""Seconds between two looks."""
SENT_AGAIN: Final = 2.0
"""Seconds after which what Discord did not take is sent once more."""
A_DAY: Final = timedelta(days=1)
IN_HAND: Final = 3600.0
"""Seconds before the end of a day at which everybody has been reminded: a deal takes ten minutes."""


def last_call(day: str) -> float:
    """The latest moment at which somebody is reminded of a day, in seconds since 1970."""
    return day_end(day) - IN_HAND


def is_due(attempts: list[Attempt], today: str, now: float) -> bool:
    """Whether somebody with these plays is reminded now."""
    yesterday = _day_before(now)
    if any(one.contest == today for one in attempts):
        return False
    before = next((one for one in attempts if one.contest == yesterday and one.ended is not None), None)
    return before is not None and now >= min(before.began + A_DAY.total_seconds(), last_call(today))


def _day_before(now: float) -> str:
    return (datetime.fromtimestamp(now, UTC) - A_DAY).date().isoformat()


class Reminders:
    """``remind_when_due`` goes on for as long as the bot does."""

    def __init__(
        self,
        kept: ContestLog,
        choices: Choices,
        slots: Slots,
        contests: Contests,
        challenges: Challenges,
        readers: Readers,
        messenger: Messenger,
        now: Callable[[], float],
        blocks: Blocks,
    ) -> None:
        self._kept, self._choices, self._slots = kept, choices, slots
        self._contests, self._challenges, self._readers = contests, challenges, readers
        self._messenger, self._now, self._blocks = messenger, now, blocks
        self._noted_on = ""
        self._noted: set[UserId] = set()
        """Those who are noted already as reminded of this day."""

    async def remind_when_due(self) -> None:
        while True:
            try:
                await self.remind_due()
            except StorageError:
                log.exception("nobody could be reminded")
            await asyncio.sleep(EVERY)

    async def remind_due(self) -> None:
        """Reminds those who are due. Who has been noted is reminded at most once, whatever fails then."""
        for player, challenge in await self._challenges.due_reminders():
            if not self._blocks.is_person_blocked(player):
                await self._remind_of_challenge(player, challenge)
        today, now = self._contests.today, self._now()
        if today != self._noted_on:
            self._noted_on, self._noted = today, set()
        lately: defaultdict[UserId | None, list[Attempt]] = defaultdict(list)
        for day in (_day_before(now), today):
            for attempt in await self._kept.attempts(day):
                lately[attempt.user].append(attempt)
        for owner, wanted in (await self._choices.chosen_by_all("daily")).items():
            user = UserId(int(owner.partition(":")[2]))
            if wanted != "yes" or user in self._noted or self._blocks.is_person_blocked(user):
                continue
            if is_due(lately[user], today, now) and not await self._has_begun(user, today):
                await self._remind(user, today)

    async def _has_begun(self, user: UserId, today: str) -> bool:
        """By now: to remind those before takes its time."""
        return any(one.contest == today for one in await self._kept.attempts_of(user))

    async def _remind(self, user: UserId, today: str) -> None:
        is_first = await self._choices.remind(user, today)
        self._noted.add(user)
        if not is_first:
            return
        with spoken((await self._readers.person(user)).language):
            screen = reminder_screen(today, await self._contests.streak(user), int(day_end(today)))
        await self._write(user, screen, f"d{user % 10**12}{today[-5:]}")

    async def _remind_of_challenge(self, user: UserId, challenge: Challenge) -> None:
        try:
            if not await self._challenges.note_reminded(user, challenge.id):
                return
        except AppRefused:  # it is damaged
            return
        with spoken((await self._readers.person(user)).language):
            screen = challenge_reminder(challenge)
        await self._write(user, screen, f"c{user % 10**12}{challenge.id[-8:]}")

    async def _write(self, user: UserId, screen: Screen, nonce: str) -> None:
        """Where Discord fails it is sent once more; the same nonce again posts nothing."""
        for is_last in (False, True):
            try:
                channel = (await self._slots.dm(user)).channel
                if channel is None:
                    channel = await self._messenger.open_dm(None, user)
                    await self._slots.remember_dm(user, channel)
                await self._messenger.post(None, channel, screen, nonce)
                return
            except (NoPlace, TryLater) as fault:
                if is_last or isinstance(fault, NoPlace | ShutOut):
                    log.info("somebody is not reminded: %s", type(fault).__name__)
                    return
            await asyncio.sleep(SENT_AGAIN)

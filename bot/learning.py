"""How far somebody has come in ``/learn``: the lessons, and the exercises of the day with their streak.

It is kept as one of a person's choices, so that it survives restarts, is exported and is forgotten with them.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.preferences import Preferences
from rules.frozen import frozen, replace
from screens.exercises import exercises
from screens.lessons import LESSONS
from storage.ports.records import UserId

DAY = 86_400
"""Seconds."""


@frozen
class Progress:
    """``page`` of ``lesson`` is where they are, both from 1; 0 before they have begun."""

    lesson: int = 1
    page: int = 0
    done: frozenset[int] = frozenset()  # lessons that they have seen to the end
    answered: int = 0  # exercises, of all days
    day: int = 0  # of the last answer, in days since 1970 (UTC)
    today: int = 0  # exercises answered on that day
    streak: int = 0  # right answers in a row
    best: int = 0  # the longest streak

    def __str__(self) -> str:
        """As it is kept: ``2.5 1 12 20416 3 4 9``; a dash where no lesson is done."""
        done = ",".join(map(str, sorted(self.done))) or "-"
        numbers = (self.answered, self.day, self.today, self.streak, self.best)
        return " ".join((f"{self.lesson}.{self.page}", done, *map(str, numbers)))

    @classmethod
    def from_kept(cls, kept: str) -> Progress:
        """What was kept; as at the beginning if it cannot be read, or names a page that is no longer
        there."""
        try:
            at, done, *numbers = kept.split()
            lesson, page = map(int, at.split("."))
            lessons = frozenset(map(int, done.split(","))) if done != "-" else frozenset()
            answered, day, today, streak, best = map(int, numbers)
        except ValueError:
            return cls()
        if not 1 <= lesson <= len(LESSONS) or not 0 <= page <= len(LESSONS[lesson - 1].pages):
            lesson, page = 1, 0
        return cls(lesson, page, lessons, answered, day, today, streak, best)

    def at_page(self, lesson: int, page: int) -> Progress:
        """Once this page is before them. The last one ends its lesson."""
        over = page == len(LESSONS[lesson - 1].pages)
        return replace(self, lesson=lesson, page=page, done=self.done | {lesson} if over else self.done)

    @property
    def exercise(self) -> int:
        """The place of the exercise that comes next, in their order."""
        return self.answered % len(exercises())

    def on(self, day: int) -> int:
        """How many exercises they have answered on a day: the last one, or a later."""
        return self.today if day == self.day else 0

    def after_answer(self, day: int, *, right: bool) -> Progress:
        streak = self.streak + 1 if right else 0
        return replace(
            self,
            answered=self.answered + 1,
            day=day,
            today=self.on(day) + 1,
            streak=streak,
            best=max(self.best, streak),
        )


class Learning:
    """Keeps the progress of everybody."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences

    async def progress_of(self, user: UserId) -> Progress:
        return Progress.from_kept((await self._preferences.of_person(user)).learning)

    async def change_progress(self, user: UserId, change: Callable[[Progress], Progress]) -> Progress:
        """Raises StorageError."""
        tastes = await self._preferences.change_person(
            user, lambda one: replace(one, learning=str(change(Progress.from_kept(one.learning))))
        )
        return Progress.from_kept(tastes.learning)

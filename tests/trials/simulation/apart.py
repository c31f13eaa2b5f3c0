"""People who choose settings, and who ask to be forgotten in the middle of everything."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, ClassVar, Final

from tests.trials.simulation.alone import BY_BUTTONS, plays_on
from tests.trials.simulation.beside import AFRESH, Life, Somebody

CHOICES: Final = {
    "alert": ("0", "45", "never"),
    "remind_at": ("7", "12", "20"),
    "two_tap": ("yes", "no"),
    "challenged": ("yes", "no"),
}
"""What somebody chooses for themselves in ``/me``, of what does not change how a driver reads a screen."""
CHOSEN: Final = "what was chosen last is kept"
FORGOTTEN: Final = "who asks to be forgotten is in no byte of the file"
AGAIN: Final = "nobody plays a deal that is compared twice, though they were forgotten in between"
RETURNS: Final = 0.5
"""How often somebody who was forgotten comes back on the same day, and asks for its deal."""
ACTS: Final = (1, 4)
TIMES: Final = (9, 14)
"""How often somebody asks to be forgotten, who each time has come back as somebody new."""
CHOOSES: Final = (12, 18)
"""How often somebody chooses something for themselves."""
KEPT: Final = "SELECT name, value FROM preference WHERE owner = ?"
ALERTS: Final = {"0": {"alert": "at once"}, "never": {"alert": "never"}}


class Settings(Life):
    """Somebody chooses for themselves."""

    name: ClassVar[str] = "settings"

    def __init__(self, *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]
        self.chosen: dict[str, str] = {}

    async def live(self) -> None:
        (one,) = self.who
        left = self.draw.randint(*CHOOSES)
        while left:
            await one.pause()
            key = one.choices.choice(list(CHOICES))
            menu, offered = one.offers(f"me:{key}")
            if not menu or one.idle >= AFRESH:
                one.idle = 0
                await one.types("me", "me")
                continue
            value = one.choices.choice([each for each in CHOICES[key] if each in offered] or offered)
            left -= 1
            self.chosen.pop(key, None)  # till it is known whether it was done
            while not await one.chooses(menu, value, verb="choose"):
                await one.pause()
                if one.idle >= AFRESH:
                    one.idle = 0
                    await one.types("me", "me")
            self.chosen[key] = value

    def broken(self, db: sqlite3.Connection) -> Iterator[tuple[str, str]]:
        (one,) = self.who
        kept = dict(db.execute(KEPT, (f"user:{one.person.id}",)).fetchall())
        wanted = dict[str, str]()
        for key, value in self.chosen.items():
            wanted |= (
                {key: value}
                if key != "alert"
                else ALERTS.get(value, {"alert": "later", "alert_after": value})
            )
        for key, value in wanted.items():
            if kept.get(key, USUAL.get(key)) != value:
                yield CHOSEN, f"{key} {value} by {one.person.name}, and kept is {kept}"


USUAL: Final = {
    "alert": "later",
    "alert_after": "20",
    "remind_at": "18",
    "two_tap": "no",
    "challenged": "yes",
}
"""What is not kept, since it is as nobody has chosen it."""


class Forgotten(Life):
    """Somebody plays, begins the deal of the day, and asks to be forgotten. Perhaps they come back."""

    name: ClassVar[str] = "forgotten"
    back = False

    async def live(self) -> None:
        (one,) = self.who
        wish = {"game": self.draw.choice(BY_BUTTONS), "strength": "easy"}
        for time in range(self.draw.randint(*TIMES)):
            await self._plays(one, "begin", "play", wish)
            if not time:
                await self._plays(one, "daily", "daily", {})
            while not await one.types("forget", "privacy forget", {"sure": "yes"}):
                await one.pause()
        self.back = one.draw(RETURNS)
        if self.back:
            await one.pause()
            one.message = None
            await one.types("daily again", "daily")

    async def _plays(self, one: Somebody, verb: str, command: str, options: dict[str, str]) -> None:
        left, one.message = one.choices.randint(*ACTS), None
        while left:
            await one.pause()
            left -= 1
            if one.acts() and one.idle < AFRESH:
                await plays_on(one, often=False)
            elif not one.ids or one.idle >= AFRESH:
                one.idle = 0
                await one.types(verb, command, options if one.message is None else {})

    def broken(self, db: sqlite3.Connection) -> Iterator[tuple[str, str]]:
        (one,) = self.who
        mine = list(rows_with(db, one.person.id))
        if not self.back and mine:
            yield FORGOTTEN, f"{one.person.name}: {mine[:4]}"
        began = {day_of(deed.at) for deed in one.deeds("daily") if deed.done}
        for table, row in mine if self.back else ():
            if table == "attempt" and row[1] in began:
                yield AGAIN, f"{one.person.name}: {row}, and was told {one.said[:200]}"


def day_of(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


def rows_with(db: sqlite3.Connection, user: int) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Every row of every table in which this number stands, in whatever form."""
    told = str(user)
    for (table,) in db.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
    ).fetchall():
        for row in db.execute(f"SELECT * FROM {table}"):
            for value in row:
                text = value.decode("latin-1") if isinstance(value, bytes) else str(value)
                if told in text:
                    yield table, row
                    break

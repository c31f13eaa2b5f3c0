"""Contests, plays, people of servers, and choices: what is stored of them, what is read of them, and what the
storage says is no longer to be had."""

from __future__ import annotations

from collections.abc import Awaitable
from random import Random
from typing import Any, Final

from rules.seats import Seat
from storage import preferences
from storage.ports.records import Attempt, Contest, TableId, UserId
from storage.ports.storage import DamagedContest, DamagedPlay
from storage.seals import COVERED, OF_STREAMS
from storage.store import Store
from tests.trials.stage.happenings import begin_at_table

DAYS: Final = ("2023-11-13", "2023-11-14", "2023-11-15")
COMPARED: Final = "c1234abcd"
NAMES: Final = (*DAYS, COMPARED)
PEOPLE: Final = tuple(UserId((2**40 + number) << 20) for number in range(4))
GUILDS: Final = (3 << 60 >> 1, 5 << 58 >> 1)
OWNERS: Final = (*(f"user:{user}" for user in PEOPLE), *(f"guild:{guild}" for guild in GUILDS))
CHOSEN: Final = {
    "alert": "later",
    "cards": "two colours",
    "language": "fr",
    "daily": "yes",
    "locale": "en-US",
}
OF_CHALLENGES: Final = ("challenge", "challenged")
TABLES: Final = tuple(one for one in COVERED if one not in OF_STREAMS + OF_CHALLENGES)
"""The tables whose rows these are."""


async def fill(store: Store, now: float) -> None:
    for number, name in enumerate(NAMES):
        secret = Random(number).randbytes(32)
        await store.contests.add_contest(Contest(name, "biritch", Seat.EAST, "good", secret, now + number))
        for place, robot in enumerate(("best", "easy")):
            line = ("declare:H", *(f"{rank}S" for rank in "23456789TJQKA"))
            done = Attempt(TableId(f"{name} {robot}"), name, None, robot, now, now + 9, place - 40, line)
            await store.contests.begin_attempt(done)
        for place, user in enumerate(PEOPLE[:3]):
            over = (now + 60, 8 * place - 8, ("declare:D", "QH", "KH")) if place else (None, None, ())
            await begin_at_table(
                store, Attempt(TableId(f"{number}a{place}b4c8d"), name, user, "", now + place, *over)
            )
    for guild in GUILDS:
        for user in PEOPLE:
            await store.contests.frequents(guild, user)
    for owner in OWNERS:
        await store.preferences.set_choices(owner, dict(CHOSEN))


Read = dict[str, Any]


async def read(store: Store) -> tuple[Read, set[str]]:
    """All that can be read of these, by what it is of; and of which of that the storage says that something
    is missing or damaged."""
    found, told = Read(), set[str]()

    async def ask(what: str, asked: Awaitable[Any]) -> Any:
        try:
            found[what] = await asked
        except (DamagedContest, DamagedPlay):
            told.add(what)
        return found.get(what)

    for name in NAMES:
        await ask(f"contest {name}", store.contests.contest(name))
        plays = await ask(f"plays of {name}", store.contests.attempts(name))
        told |= {f"plays of {name}"} if plays.lost else set()
        for user in PEOPLE:
            await ask(f"{user} of {name}", store.contests.attempt(name, user))
    results = await ask("results", store.contests.results(min(NAMES), max(NAMES)))
    told |= {"results"} if results.lacking else set()
    for user in PEOPLE:
        theirs = await ask(f"plays by {user}", store.contests.attempts_of(user))
        told |= {f"plays by {user}"} if theirs.lost else set()
    for guild in GUILDS:
        people = await ask(f"people of {guild}", store.contests.regulars(guild))
        told |= {f"people of {guild}"} if not people.whole else set()
    for owner in OWNERS:
        await ask(f"choices of {owner}", store.preferences.choices(owner))
    for name in CHOSEN:
        await ask(f"all who chose {name}", store.preferences.chosen_by_all(name))
    return found, told


async def whose_is_lost(store: Store) -> set[str]:
    """Of which owners the storage would say that something they had chosen is lost."""
    database: Any = store._database
    return {
        f"choices of {one}"
        for one in OWNERS
        if not await database.read(lambda db, owner=one: preferences.choices_are_whole(db, owner))
    }


def untold(truth: Read, found: Read, told: set[str]) -> set[str]:
    """What is read otherwise than it was stored, and of which nobody is told: a choice is told of to its
    owner, and a play where it is compared."""
    wrong = {name for name, what in found.items() if name in truth and what != truth[name]} - told
    if any(one.startswith("choices of") for one in told):
        wrong = {one for one in wrong if not one.startswith("all who chose")}
    if any(one.startswith("plays of") for one in told):
        wrong = {one for one in wrong if not one.startswith("plays by")}
    return wrong

"""What people and servers choose, on a real database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.preferences import Alert, Cards, House, Preferences, Ranked, Tastes
from bot.readers import Readers
from storage.ports.records import UserId
from storage.store import Store

ANNA, BORIS = UserId(11), UserId(12)


async def test_what_a_person_chooses_is_there_after_a_restart_and_is_nobody_elses(tmp_path: Path) -> None:
    chosen = Tastes(Alert.AT_ONCE, 45, 7, Cards.TEXT, True, "fr")
    async with Store.open(tmp_path / "kept.sqlite3") as store:
        await Preferences(store.preferences, store.people).change_person(ANNA, lambda _: chosen)
    async with Store.open(tmp_path / "kept.sqlite3") as store:
        preferences = Preferences(store.preferences, store.people)
        assert await preferences.of_person(ANNA) == chosen
        assert await preferences.of_person(BORIS) == Tastes()
        assert await preferences.of_server(ANNA) == House()


async def test_what_a_server_chooses_is_there_after_a_restart(tmp_path: Path) -> None:
    chosen = House(
        cards=Cards.TEXT,
        language="ru",
        channels=(7, 2**62),
        threads=True,
        cut_after=5,
        absent=10,
        claim_after=45,
        alerts=False,
        alert_least=30,
        robots=False,
        hints=False,
        ranked=Ranked.FULL,
        ranked_doublings=2,
        sheets_count=False,
    )
    async with Store.open(tmp_path / "kept.sqlite3") as store:
        await Preferences(store.preferences, store.people).change_server(9, lambda _: chosen)
    async with Store.open(tmp_path / "kept.sqlite3") as store:
        assert await Preferences(store.preferences, store.people).of_server(9) == chosen


async def test_two_choices_made_at_once_are_both_kept(tmp_path: Path) -> None:
    async with Store.open(tmp_path / "kept.sqlite3") as store:
        preferences = Preferences(store.preferences, store.people)
        await asyncio.gather(
            preferences.change_person(ANNA, lambda tastes: replace(tastes, two_tap=True)),
            preferences.change_person(ANNA, lambda tastes: replace(tastes, remind_at=6)),
        )
        assert await preferences.of_person(ANNA) == Tastes(two_tap=True, remind_at=6)


class Slow:
    """Reads what has been chosen at once, and tells it late the first time."""

    def __init__(self, store: Store) -> None:
        self.kept, self.told, self.read = store.preferences, asyncio.Event(), asyncio.Event()

    async def choices(self, owner: str) -> Mapping[str, str]:
        found = await self.kept.choices(owner)
        if not self.read.is_set():
            self.read.set()
            await self.told.wait()
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self.kept, name)


async def test_what_was_read_before_a_change_is_not_taken_for_what_is_chosen_since(tmp_path: Path) -> None:
    """As where one reader of the file is busy, and another is not. It would be so until the next start."""
    for forgets in (False, True):
        async with Store.open(tmp_path / f"kept {forgets}.sqlite3") as store:
            slow = Slow(store)
            await Preferences(store.preferences, store.people).change_person(
                ANNA, lambda tastes: replace(tastes, remind_at=6)
            )
            preferences = Preferences(slow, store.people)
            reading = asyncio.create_task(preferences.of_person(ANNA))
            await slow.read.wait()
            if forgets:
                await store.people.forget(ANNA)
                preferences.forgotten(ANNA)
            else:
                await preferences.change_person(ANNA, lambda tastes: replace(tastes, remind_at=7))
            slow.told.set()
            await reading
            chosen = await preferences.of_person(ANNA)
            assert chosen == (Tastes() if forgets else Tastes(remind_at=7))


async def test_of_two_changes_of_the_same_choice_at_once_the_second_is_made_on_the_first(
    tmp_path: Path,
) -> None:
    async with Store.open(tmp_path / "kept.sqlite3") as store:
        preferences = Preferences(store.preferences, store.people)
        learns: list[Callable[[Tastes], Tastes]] = [
            lambda tastes: replace(tastes, learning=f"{tastes.learning}a"),
            lambda tastes: replace(tastes, learning=f"{tastes.learning}b"),
        ]
        for _ in range(2):
            await asyncio.gather(*(preferences.change_person(ANNA, learn) for learn in learns))
        assert sorted((await preferences.of_person(ANNA)).learning) == [*"aabb"]


async def test_what_cannot_be_read_counts_as_not_chosen_and_the_default_leaves_no_row(tmp_path: Path) -> None:
    async with Store.open(tmp_path / "kept.sqlite3") as store:
        await store.preferences.set_choices(
            "user:11", {"alert": "by pigeon", "two_tap": "yes", "from a later version": "1"}
        )
        preferences = Preferences(store.preferences, store.people)
        assert await preferences.of_person(ANNA) == Tastes(two_tap=True)
        await preferences.change_person(ANNA, lambda _: Tastes())
        assert await store.preferences.choices("user:11") == {
            "alert": "by pigeon",
            "from a later version": "1",
        }


async def test_a_person_who_is_forgotten_has_chosen_nothing(tmp_path: Path) -> None:
    async with Store.open(tmp_path / "kept.sqlite3") as store:
        await Preferences(store.preferences, store.people).change_person(ANNA, lambda _: Tastes(two_tap=True))
        await store.people.forget(ANNA)
        assert await store.preferences.choices("user:11") == {}


async def test_the_language_of_somebody_who_asks_again_and_again_is_read_once(tmp_path: Path) -> None:
    """It is asked for at every letter that they type in a command."""
    async with Store.open(tmp_path / "kept.sqlite3") as store:
        preferences = Preferences(store.preferences, store.people)
        await preferences.change_person(ANNA, lambda tastes: replace(tastes, language="fr"))
        readers = Readers(preferences, lambda _: None)
    assert await readers.asker(ANNA, "en-GB") == "fr"  # the database is closed
    assert await readers.asker(BORIS, "ru") == "ru"  # nothing is known of them, nor can be read


async def test_what_somebody_is_called_is_known_for_pictures_and_never_stored(tmp_path: Path) -> None:
    async with Store.open(tmp_path / "kept.sqlite3") as store:
        await store.preferences.set_choices("user:11", {"two_tap": "yes"})
        readers = Readers(Preferences(store.preferences, store.people), lambda _: None)
        assert readers.last_name(ANNA) == ""
        readers.hear(ANNA, "fr", "Anna Pavlovna")
        await readers.remember(ANNA)
        assert readers.last_name(ANNA) == "Anna Pavlovna"
        assert await store.preferences.choices("user:11") == {"two_tap": "yes", "locale": "fr"}
        readers.forget_reader(ANNA)
        assert readers.last_name(ANNA) == ""


async def test_a_newcomer_who_looks_and_plays_at_once_is_remembered_once_they_have_played(
    tmp_path: Path,
) -> None:
    async with Store.open(tmp_path / "kept.sqlite3") as store:
        readers = Readers(Preferences(store.preferences, store.people), lambda _: None)
        readers.hear(ANNA, "fr")
        await asyncio.gather(readers.remember(ANNA), readers.remember(ANNA))  # two looks
        assert await store.preferences.choices("user:11") == {}
        assert (await readers.person(ANNA)).language == "fr"
        await store.preferences.set_choices("user:11", {"two_tap": "yes"})
        readers = Readers(Preferences(store.preferences, store.people), lambda _: None)
        readers.hear(ANNA, "fr")
        await asyncio.gather(readers.remember(ANNA), readers.remember(ANNA))
        assert await store.preferences.choices("user:11") == {"two_tap": "yes", "locale": "fr"}

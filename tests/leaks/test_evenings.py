"""Duplicate in two worlds: nobody learns of a deal before they have played it.

In both worlds the first deal is the same, and the second lies otherwise. One table plays both while the other
waits with the first; what the people there and those who only watch can see is the same in both worlds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import pytest
from simcord.actors import MemberActor

from bot.evenings import steward
from screens.words.evenings import HANDS_MAY_BE_KNOWN
from storage.ports.records import UserId
from tests.cogs.evenings import begun, play_on, tables, the_evening
from tests.cogs.test_record import files
from tests.leaks.planted import Patch
from tests.leaks.planted_more import IN_AN_EVENING, planted_in_an_evening
from tests.trials.stage.club import Club, club
from tests.trials.stage.seen import walk

SEALED = re.compile(r"\b[0-9a-f]{64}\b")
"""A commitment or a seed: they differ whenever the cards do, and tell nothing of them."""
TIMES = re.compile(r'(?<= act": ).*(?=,?\n)')
NUMBER = re.compile(r"\d{15,}|\b[0-9a-f]{8}\b")
"""What Discord and the bot number differently each time."""
ASKED: Sequence[tuple[str, dict[str, str]]] = (
    ("evening show", {"what": "standings"}),
    ("evening show", {"what": "table"}),
    ("stats", {}),
    ("leaderboard", {}),
    ("leaderboard", {"evening": "pairs"}),
    ("deal", {"show": "record"}),
    ("hand", {}),
)


def rigged(world: str) -> object:
    def seed_of(_: bytes, board: int) -> bytes:
        return sha256(f"deal {board} {world if board > 1 else ''}".encode()).digest()

    return seed_of


def visible(house: Club, who: MemberActor) -> Iterator[str]:
    """Every message that this person's Discord shows, wherever it stands."""
    backend = house.env.backend
    for channel, messages in sorted(backend.messages.items()):
        stands = backend.channels[channel]
        if stands.is_thread and int(stands.type) == 12 and who.id not in stands.thread_members:
            continue
        if not stands.is_thread and stands.name is None and channel != who.user.dm_channel.id:
            continue
        for message in messages.values():
            if not message.is_ephemeral:
                yield SEALED.sub("sealed", message.content + words(message.components))


def named(house: Club, text: str) -> str:
    """The same text with names for the numbers of people and threads, which differ from club to club."""
    for who in house.everybody:
        text = text.replace(str(who.id), who.user.name)
    for channel in house.env.backend.channels.values():
        if channel.is_thread:
            text = text.replace(str(channel.id), str(channel.name))
    return text


def words(components: object) -> str:
    assert isinstance(components, list)
    return "".join(f"{one.get('content', '')}{one.get('label', '')}\n" for one in walk(components))


async def seen_in(
    world: str, path: Path, monkeypatch: pytest.MonkeyPatch, plant: Callable[[Patch], None] | None = None
) -> tuple[dict[str, list[str]], str]:
    """What each of those sees who have still to play the second deal, and what the table that has played it
    sees."""
    monkeypatch.setattr(steward, "board_seed", rigged(world))
    if plant is not None:
        plant(monkeypatch.setattr)
    async with club(path / world / "tables.sqlite3") as house:
        people = (house.anna, house.boris, house.clara, house.david)
        await begun(house, *people, kind="pairs", rounds=1, boards=2, game="whist_modern")
        evening = the_evening(house)
        waits = next(one for one in tables(house) if UserId(house.anna.id) in one.people.values())
        ahead = next(one for one in tables(house) if one.id != waits.id)
        while len(evening.state.scored) < 2:
            await play_on(house, only=ahead.id)
            ahead = next((one for one in tables(house) if one.id != waits.id), ahead)
        await house.env.settle()
        await house.restart()  # which shows all that is to be shown
        await house.env.settle()
        await house.env.advance_time(60)
        found = {}
        for who in (house.ivan, house.anna):
            seen = list(visible(house, who))
            for command, options in ASKED:
                answer = await house.types(who, command, **options)  # type: ignore[arg-type]
                seen.append(SEALED.sub("sealed", answer.text))
            given = files(house, await house.types(who, "privacy export"))
            seen += [TIMES.sub("at", SEALED.sub("sealed", text)) for text in given.values()]
            found[who.user.name] = [NUMBER.sub("number", named(house, text)) for text in seen]
        private = house.env.backend.messages[ahead.place.channel].values()
        return found, "".join(words(one.components) for one in private)


async def test_nobody_learns_of_a_deal_before_they_have_played_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for world in "one", "two":
        (tmp_path / world).mkdir()
    one, played_one = await seen_in("one", tmp_path, monkeypatch)
    two, played_two = await seen_in("two", tmp_path, monkeypatch)
    assert played_one != played_two, "the second deal does lie otherwise"
    for name, seen in one.items():
        assert seen == two[name]
    assert any("Still playing: table" in text for text in one["ivan"])
    assert any("Your cards" in text for text in one["anna"])


async def test_what_is_planted_in_an_evening_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = {}
    for world in "one", "two":
        (tmp_path / world).mkdir()
        with monkeypatch.context() as patch:
            seen[world], _ = await seen_in(world, tmp_path, patch, planted_in_an_evening)
    for name in "ivan", "anna":
        lines = [{line for text in seen[world][name] for line in text.splitlines()} for world in seen]
        told = {line.rpartition(": ")[0].split()[-1] for line in lines[0] - lines[1]}
        assert told == set(IN_AN_EVENING)


async def test_who_was_forgotten_at_a_duplicate_does_not_come_back_to_deals_that_they_have_seen(
    tmp_path: Path,
) -> None:
    """Nor does anybody who was not there before, since nobody can tell them apart. Boris, who has left, comes
    back to their place, and to a progressive evening, whose deals are new in each round, David comes too."""
    for kind in "pairs", "progressive":
        async with club(tmp_path / f"{kind}.sqlite3") as house:
            game = {"game": "whist_modern"} if kind == "pairs" else {}
            await begun(house, house.anna, house.boris, house.clara, house.david, kind=kind, **game)
            await house.types(house.boris, "evening leave")
            await house.types(house.david, "privacy forget", sure="yes")
            evening = the_evening(house)
            assert len(evening.state.people) == 2
            await house.types(house.boris, "evening join")
            for who in house.david, house.ivan:
                answer = await house.types(who, "evening join")
                assert (answer.text == HANDS_MAY_BE_KNOWN()) is (kind == "pairs")
            users = {evening.people[person] for person in evening.state.people}
            came = {house.anna.id, house.boris.id, house.clara.id}
            assert users == (came if kind == "pairs" else came | {house.david.id})

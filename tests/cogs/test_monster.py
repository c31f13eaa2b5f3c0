"""A deal without end, a rubber without end, names in twenty scripts: through every command, and every button
and list of every answer. What is sent is held against Discord's document by ``tests.discords_law``, an error
in the log fails the test, and no answer may say that something went wrong."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import discord
import pytest
from discord import app_commands
from simcord.actors import MemberActor

from bot.tables.open_table import OpenTable
from cogs.acts import VERBS
from robots.player import Strength
from robots.process.thinking import Think
from rules.calls import Content, Double, Play, parse_call
from rules.frozen import replace
from rules.seats import Side
from rules.table.requests import AnswerClaim, ClaimRest, CutPack, Join, Start
from rules.view import May
from screens.reading import read_guest
from screens.words.after import DEAL_LOOKS
from storage.ports.records import UserId
from tests.cogs.evenings import begun as evening_begun
from tests.cogs.evenings import tables
from tests.each import mostly_long
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Screen, walk

SCRIPTS: Final = (
    "Анна",
    "Ἄννα",
    "अनिल",
    "মিতালি",
    "தமிழ்",
    "తెలుగు",
    "ಕನ್ನಡ",
    "മലയാളം",
    "සිංහල",
    "ไม้หมอน",
    "ລາວ",
    "མི་ལ",
    "မြန်မာ",
    "ខ្មែរ",
    "Աննա",
    "მარიამ",
    "محمّد",
    "מִרְיָם",
    "安娜",
    "안나",
)
NAMED: Final = 32
"""Letters that Discord takes for a name."""
WALL: Final = re.compile(r"[0-9\u202f]{140}")
BUTTON, LIST = 2, 3
APOLOGIES: Final = ("Something went wrong", "У меня что-то сломалось")


def long_name(number: int) -> str:
    """A name of as many letters as there may be, without a vowel sign that begins it."""
    return (SCRIPTS[number % len(SCRIPTS)] * NAMED)[:NAMED]


# The walk

GIVEN: Final[Mapping[str, Mapping[str, Any]]] = {
    "bid": {"bid": "7 no trumps"},
    "declare": {"trumps": "H"},
    "evening adjust": {"table": 40, "points": 10},
    "play": {"card": "QH"},
    "privacy forget": {"sure": "yes"},
    "score deal": {
        "declared": "hearts",
        "by": "NS",
        "tricks": 13,
        "doublings": 1000,
        "honours": "N 2 E 1 S 1 W 1",
    },
    "score open": {"game": "biritch"},
    "score option": {"name": "doubling_limit", "value": "999"},
    "table options": {"name": "doubling_limit", "value": "999", "save": "x" * 30},
    "turn": {"act": "correct QH"},
}
BEHIND: Final = {
    **dict.fromkeys(("correct", "demand", "discard", "follow", "instead", "play"), "QH"),
    "declare": "H",
    "bid": "7 no trumps",
    "penalty": "add",
    "revoke": "13:E",
    "seat": "N",
}
ALSO: Final[Mapping[str, Sequence[Mapping[str, Any]]]] = {
    "turn": [{"act": f"{verb} {BEHIND.get(verb, '')}".strip()} for verb in VERBS],
    "deal": [*({"show": look} for look in DEAL_LOOKS), {"call": "call 1"}],
    "evening show": [{"what": "standings"}, {"what": "table"}],
    "score pad": [{"correct": True}],
}
"""What else a command is given."""
FIRST: Final = (
    *("table show", "hand", "deal score", "deal replay", "deal record", "score sheet", "score pad"),
    *(
        "evening show",
        "learn",
        "rules",
        "help",
        "settings",
        "me",
        "leaderboard",
        "stats",
    ),
)
LAST: Final = (
    *("contre", "surcontre", "turn", "pass", "evening leave", "table pause", "table leave"),
    *("score close", "table close", "privacy forget"),
)
"""What would end or change what is looked at is typed last, in this order."""
NOT_PRESSED: Final = re.compile(r"(leave|close|begin|alone|evening-(close|leave)|sheet-close|contest|seats)")


class Walk:
    """Somebody who tries everything, and notes each answer."""

    def __init__(self, house: Club, who: MemberActor) -> None:
        self.house, self.who = house, who
        self.typed: set[str] = set()
        self.pressed: set[str] = set()

    async def every_command(self) -> None:
        """With what it needs, also of the last of a thousand deals; and all that it would complete."""
        found = [one for one in self.house.bot.tree.walk_commands() if isinstance(one, app_commands.Command)]
        commands = {one.qualified_name: one for one in found}
        for name in sorted(
            commands, key=lambda one: (one in LAST, LAST.index(one) if one in LAST else 0, one)
        ):
            options = self._options(commands[name])
            numbered = ({"deal": 1},) if "deal" in self._names(commands[name]) else ()
            for more in ({}, *ALSO.get(name, ()), *numbered):
                given = {**options, **more}
                self.check(name, await self.house.types(self.who, name, **given))
                self.typed.add(name)
            for one in commands[name].parameters:
                if one.autocomplete:
                    given = {key: value for key, value in options.items() if key != one.name}
                    offered = await self.who.autocomplete(self.house.room, name, one.name, "", **given)
                    assert len(offered) <= 25, (name, one.name)

    @staticmethod
    def _names(command: app_commands.Command[Any, ..., Any]) -> set[str]:
        return {one.name for one in command.parameters}

    def _options(self, command: app_commands.Command[Any, ..., Any]) -> dict[str, Any]:
        options = dict(GIVEN.get(command.qualified_name, {}))
        for one in command.parameters:
            if one.required and one.name not in options:
                options[one.name] = {"user": self.who.user}[one.type.name]
        return options

    async def everything_on(self, seen: Screen, depth: int = 2) -> None:
        """Each button that changes nothing for ever, and each list, and what is on the answers to them."""
        self.check("shown", seen)
        while (one := next(self._untried(seen), None)) is not None:
            custom_id, channel = str(one["custom_id"]), seen.channel
            self.pressed.add(custom_id.partition(":")[0])
            actor = self.who.user if channel == self.who.user.dm_channel.id else self.who
            if one["type"] == LIST:
                values = [one["options"][0]["value"]]
                result = await actor.select(seen.message, values, custom_id=custom_id)
            else:
                result = await actor.click(seen.message, custom_id=custom_id)
            if result.modal is not None:
                continue
            answer = self.house._answer(result)
            self.check(custom_id, answer)
            if depth and answer.message.id != seen.message.id:
                await self.everything_on(answer, depth - 1)

    def _untried(self, seen: Screen) -> Iterator[Mapping[str, Any]]:
        """What can be pressed on a message as it now stands, and is of a kind that has not been pressed."""
        for one in walk(self.house.stored(seen).components):
            verb = str(one.get("custom_id", "")).partition(":")[0]
            new = verb and verb not in self.pressed and not NOT_PRESSED.match(verb)
            if new and one["type"] in (BUTTON, LIST) and not one.get("disabled"):
                yield one

    def check(self, what: str, seen: Screen) -> None:
        assert seen.text.strip() or seen.buttons, what
        assert not any(one in seen.text for one in APOLOGIES), what
        assert WALL.search(seen.text) is None, (what, seen.text)
        assert self.house.errors == [], what


# What is walked


async def named(house: Club, count: int) -> list[MemberActor]:
    """Who may also manage the server."""
    rights = discord.Permissions(manage_guild=True, manage_messages=True, manage_events=True)
    role = house.guild.create_role("hosts", permissions=rights)
    users = [house.env.create_user(f"p{one}", global_name=long_name(one)) for one in range(count)]
    return [house.guild.add_member(user, roles=[role]) for user in users]


async def contres(house: Club, doubles: int) -> tuple[MemberActor, ...]:
    """A deal of hearts in which everybody doubles, until west is to lead."""
    people = tuple(await named(house, 4))
    house.four = people  # type: ignore[assignment]
    async with house._quiet() as does:
        await house.opens("biritch", {"robots": "good"})
        for who in people:
            await does(who, Join())
        await does(people[0], Start())
        await does(next(who for who in people if May.CUT in house.view(who).may), CutPack(26, ""))
        await does(house.to_act(), parse_call("declare:H"))
        for _ in range(doubles):
            await does(next(who for who in people if Double() in house.view(who).options), Double())
    return people


async def content(house: Club, people: tuple[MemberActor, ...]) -> None:
    async with house._quiet() as does:
        while (deal := house.table.state.deal) is not None and deal.playing is None:
            await does(next(who for who in people if Content() in house.view(who).options), Content())


async def doubling(house: Club, size: int) -> MemberActor:
    people = await contres(house, size)
    return next(who for who in people if Double() in house.view(who).options)


async def playing(house: Club, size: int) -> MemberActor:
    people = await contres(house, size)
    await content(house, people)
    async with house._quiet() as does:
        for _ in range(6):
            who = house.to_act()
            await does(who, next(one for one in house.view(who).options if isinstance(one, Play)))
    return house.to_act()


async def deal_over(house: Club, size: int) -> MemberActor:
    people = await contres(house, size)
    await content(house, people)
    await house.plays_out_the_deal_quietly()
    return people[0]


Does = Callable[..., Awaitable[object]]


async def claims_seven(
    house: Club, people: tuple[MemberActor, ...], does: Callable[..., Awaitable[object]]
) -> None:
    """One deal of whist of which whoever is behind wins seven tricks."""
    table = house.table.state
    for who in people:  # who has not gone on from the last result
        if May.CUT in house.view(who).may:
            await does(who, CutPack(26, ""))
    rubber = table.rubber
    assert rubber is not None
    leads = ((who, one) for who in people for one in house.view(who).options if isinstance(one, Play))
    await does(*next(leads))  # whoever may call honours may act too
    claimer = next(who for who in people if May.CLAIM in house.view(who).may)
    ours, theirs = (rubber.standing.below.of(side) for side in both(house.seat(claimer).side))
    await does(claimer, ClaimRest(7 if ours <= theirs else 6))
    while house.table.state.claim is not None:
        await does(next(who for who in people if May.ANSWER_CLAIM in house.view(who).may), AnswerClaim(True))


def both(side: Side) -> tuple[Side, Side]:
    return side, side.other


async def past_deals(house: Club, size: int) -> MemberActor:
    """Five people at long whist, of whom one waits; in each deal whoever is behind wins by a trick."""
    people = tuple(await named(house, 5))
    house.four = people  # type: ignore[assignment]
    async with house._quiet() as does:
        await house.opens("whist_long", {"robots": "good"})
        for who in people:
            await does(who, Join())
        while house.table.state.last_number < size:
            seated = tuple(who for who in people if house.table.person(UserId(who.id)) in at(house.table))
            if house.table.state.rubber is None:
                await does(seated[0], Start())
                continue
            await claims_seven(house, seated, does)
    return people[0]


def at(table: OpenTable) -> tuple[object, ...]:
    return tuple(table.state.rubber.seats) if table.state.rubber is not None else tuple(table.state.members)


async def sheet(house: Club, size: int) -> MemberActor:
    """So many deals on paper, each doubled a thousand times; two are a rubber."""
    people = await named(house, 4)
    seats = zip(("north", "east", "south", "west"), people, strict=True)
    await house.types(people[0], "score open", game="biritch", **{seat: who.user for seat, who in seats})  # type: ignore[arg-type]
    for number in range(size):
        if number and not number % 2:
            await house.types(people[0], "score next")
        answer = await house.types(people[0], "score deal", **GIVEN["score deal"])
        assert "is entered" in answer.text or "rubber is over" in answer.text
    return people[0]


async def evening(house: Club, size: int) -> MemberActor:
    """So many tables, of whose players the first directs."""
    people = await named(house, 4 * size)
    await evening_begun(house, *people, rounds=1)
    assert len([*tables(house)]) == size
    return people[0]


Ready = Callable[[Club, int], Awaitable[MemberActor]]
STATES: Final[Mapping[str, tuple[Ready, int, int]]] = {
    "doubling": (doubling, 60, 1100),
    "playing": (playing, 60, 1100),
    "over": (deal_over, 600, 1100),
    "past deals": (past_deals, 30, 1000),
    "sheet": (sheet, 6, 60),
    "evening": (evening, 2, 40),
}
SIZES: Final = [(state, size) for state, (_, *sizes) in STATES.items() for size in sizes]
SHORT: Final = [("over", 600)]


@pytest.mark.parametrize("state", mostly_long(SIZES, SHORT), ids=lambda one: f"{one[0]} {one[1]}")
async def test_what_has_no_end_is_walked_through_every_command_screen_and_list(
    house: Club, state: tuple[str, int]
) -> None:
    ready, _, most = STATES[state[0]]
    who = await ready(house, state[1])
    house.bot.owner_id = who.id
    if state[1] == most:
        await house.bot.services.preferences.change_person(
            UserId(who.id), lambda tastes: replace(tastes, language="ru")
        )
    walks = Walk(house, who)
    shown = [await house.types(who, one) for one in FIRST]
    rooms = [one for one in (house.room, who.user.dm_channel) if one.last_message is not None]
    for seen in (*map(house.screen, rooms), *shown):
        await walks.everything_on(seen)
    await walks.every_command()
    found = [one for one in house.bot.tree.walk_commands() if isinstance(one, app_commands.Command)]
    assert walks.typed == {one.qualified_name for one in found}
    assert len(walks.pressed) >= 5


@pytest.mark.parametrize("size", mostly_long((60, 1100), [60]))
async def test_every_robot_chooses_in_a_deal_without_end(house: Club, size: int) -> None:
    people = await contres(house, size)
    views = [house.view(next(who for who in people if house.view(who).options))]
    await content(house, people)
    views.append(house.view(house.to_act()))
    for view in views:
        for strength in Strength:
            assert Think(view, strength, 0.0, 1).run().choice in view.options


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_name_of_every_script_stands_whole_in_a_list(name: str) -> None:
    assert read_guest(name) == name

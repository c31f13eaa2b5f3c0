"""All kinds of things that people do beside the table of a world, and who does them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from playground.ground import Playground
from playground.people import Person
from tests.trials.simulation.alone import Alone, Compared, Daily, Learn
from tests.trials.simulation.apart import Forgotten, Settings
from tests.trials.simulation.beside import Ledger, Life, Somebody
from tests.trials.simulation.challenging import Challenge
from tests.trials.simulation.evenings import Evening
from tests.trials.simulation.pads import Pads
from tests.trials.simulation.people import StoodStill

LIVES: Final[dict[str, type[Life]]] = {
    one.name: one for one in (Alone, Challenge, Compared, Daily, Evening, Forgotten, Learn, Pads, Settings)
}
NAMES: Final = ("Edith", "Fedor", "Greta", "Henrik", "Irma", "Jules", "Karin", "Louis", "Marta", "Niels")
HOUSE: Final = {"ranked": "ranking", "seasons": "ranking", "sheets_count": "ranking"}
"""What a server may choose here, and the page on which that stands."""
ELSEWHERE: Final = 0.4
"""How often some of it happens in another server."""
WITH_THE_BOT: Final = 0.4
"""How often somebody does what they do alone in their direct messages."""


def newcomers(ground: Playground, names: Sequence[str]) -> None:
    """People of the server who do not sit at the table, and of another one."""
    guild = ground.world.get_guild(ground.guild)
    for name in names:
        user = ground.world.new_member(guild, name)
        ground.people[user.name] = Person(ground._crowd, user.name, user.id)


def _elsewhere(ground: Playground, names: Sequence[str]) -> tuple[int, int]:
    """Another server with all of these, and a channel of it."""
    guild = ground.world.found("Other Club")
    for name in names:
        ground.world.let_in(guild, ground.people[name.lower()].id, name)
    return guild.id, ground.world.create_channel(guild.id, "lounge").id


def lives(ground: Playground, names: Sequence[str], ledger: Ledger, seed: int) -> list[Life]:
    """The lives of these names, each with people of its own."""
    draw, free, found = Random(f"lives {seed}"), iter(NAMES), list[Life]()
    here = ground.guild, ground.spare_channel
    there = _elsewhere(ground, people_of(names)) if names and draw.random() < ELSEWHERE else here
    for name in names:
        kind = LIVES[name]
        who, (guild, public) = [], draw.choice((here, there))
        for _ in range(kind.people):
            person = ground.people[next(free).lower()]
            private = kind.in_private and draw.random() < WITH_THE_BOT
            channel = person.dm if private else public
            choices = Random(f"{name} {person.key} {seed}")
            who.append(Somebody(ground, person, channel, choices, ledger, name, guild))
        found.append(kind(who, Random(f"{name} {seed}")))
    return found


def people_of(names: Sequence[str]) -> Sequence[str]:
    """Those who live so."""
    return NAMES[: sum(LIVES[name].people for name in names)]


async def arrange(ground: Playground, ledger: Ledger, house: Mapping[str, str]) -> None:
    """The administrator of the server chooses all this, before anybody sits down."""
    one = Somebody(
        ground, ground.people["ivan"], ground.spare_channel, Random(0), ledger, "server", ground.guild
    )
    for page, (key, value) in ((HOUSE[key], (key, value)) for key, value in house.items()):
        while not (menu := one.offers(f"server:{key}")[0]) or not await one.chooses(
            menu, value, verb="choose"
        ):
            await one.pause()
            if (turn := one.button(f"server:page:{page}")) is not None:
                await one.presses(turn, "page")
            else:
                await one.types("settings", "settings")


async def lived(every: Sequence[Life], ledger: Ledger) -> None:
    """Until all are done."""

    async def until_over(one: Life) -> None:
        try:
            await one.live()
        except StoodStill as still:
            ledger.wrong.append(("what people do beside the table goes on", str(still)))

    await asyncio.gather(*map(until_over, every))


REVOKES: Final = "revokes"
AT_THE_TABLE: Final = {
    "claim": "claims",
    "takeback": "cards taken back",
    **dict.fromkeys(
        ("ask", "none", "correct", "gather", "revoke", "penalty", "playout", "settle"), "revokes"
    ),
}
"""What is done at the table besides calls and cards, and what it is counted as."""
APART: Final = {
    "alone: take back": "taken back alone",
    "alone: take back by typing": "taken back alone",
    "alone: claim": "claims",
    "forgotten: forget": "forgotten",
}
"""What is counted by itself of what is done beside it."""


def told_kinds(acts: Mapping[str, int]) -> Counter[str]:
    """How often each kind of thing was done: whatever is done beside the table by the life that it is of."""
    kinds = (*AT_THE_TABLE.values(), *APART.values(), *LIVES, "pages", "calls and cards")
    found = Counter(dict.fromkeys(kinds, 0))
    for act, count in acts.items():
        life, _, _ = act.partition(": ")
        if life in LIVES:
            found[APART.get(act, life)] += count if act in APART or life != "forgotten" else 0
        elif life == "page":
            found["pages"] += count
        elif act in AT_THE_TABLE:
            found[AT_THE_TABLE[act]] += count
        elif act in ("play", "declare", "pass", "content", "contre"):
            found["calls and cards"] += count
    return found

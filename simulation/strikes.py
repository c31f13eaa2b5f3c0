"""What can befall a world: its bot, its disk, its network and its Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from playground.people import buttons

if TYPE_CHECKING:
    from simulation.plan import Strike
    from simulation.world import World

CALLS: Final = (
    ("POST", r"/interactions/.*"),
    ("POST", r"/channels/\d+/messages"),
    ("PATCH", r"/channels/.*"),
    ("PATCH", r"/webhooks/.*"),
    ("POST", r"/webhooks/.*"),
    ("*", r"/.*"),
)
"""The calls of the bot that a fault of Discord's meets."""
STATUSES: Final = (500, 502, 503, 504, 520, 429)
LATE: Final = (0.5, 2.0, 4.0, 12.0)
"""Seconds; a press is answered within three, or has failed."""
DEAF: Final = (3.0, 15.0, 50.0, 120.0)
"""Seconds for which the network is slow, or parted, or everything is delivered twice."""


async def struck(world: World, strike: Strike) -> None:
    """Have this befall the world."""
    world.loop.met[strike.kind] += 1
    await _STRIKES[strike.kind](world, Random(strike.drawn))


async def _kill(world: World, _: Random) -> None:
    world.kill()
    world.come_back()


async def _kill_in_a_write(world: World, numbers: Random) -> None:
    world.disk.kill_after(numbers.randint(1, 4), lambda: _end(world, None))


async def _cut_the_power(world: World, numbers: Random) -> None:
    world.disk.cut_in(numbers, lambda left: _end(world, left))


def _end(world: World, left: dict[str, bytes] | None) -> None:
    world.kill(left)
    world.come_back()


async def _stop(world: World, _: Random) -> None:
    await world.stop()
    world.kill()
    world.come_back()


async def _lose_an_answer(world: World, numbers: Random) -> None:
    method, path = numbers.choice(CALLS)
    world.ground.cut(method, path, times=numbers.randint(1, 3), effect=True)


async def _lose_a_call(world: World, numbers: Random) -> None:
    method, path = numbers.choice(CALLS)
    world.ground.cut(method, path, times=numbers.randint(1, 3), effect=False)


async def _answer_late(world: World, numbers: Random) -> None:
    method, path = numbers.choice(CALLS)
    seconds = numbers.choice(LATE)
    world.ground.hang(
        method, path, seconds=seconds, times=numbers.randint(1, 3), effect=numbers.random() < 0.7
    )


async def _answer_wrongly(world: World, numbers: Random) -> None:
    method, path = numbers.choice(CALLS)
    status, effect = numbers.choice(STATUSES), numbers.random() < 0.5
    world.ground.fail(
        method,
        path,
        status=status,
        retry_after=1.0 if status == 429 else None,
        times=numbers.randint(1, 3),
        effect=effect and status != 429,
    )


async def _drop_the_gateway(world: World, numbers: Random) -> None:
    await world.ground.drop_gateway(resume=numbers.random() < 0.7, politely=numbers.random() < 0.5)


async def _invalidate(world: World, _: Random) -> None:
    await world.ground.invalidate_session()


async def _deliver_twice(world: World, numbers: Random) -> None:
    world.ground.deliver_twice = True
    _later(numbers, lambda: setattr(world.ground, "deliver_twice", False))


async def _slow_down(world: World, numbers: Random) -> None:
    slow = numbers.uniform(0.2, 2.0)
    world.latency(slow / 2, slow)
    _later(numbers, world.latency)


async def _part(world: World, numbers: Random) -> None:
    world.loop.net.partition([world.bot], ["discord"])
    _later(numbers, world.loop.net.heal)


async def _delete(world: World, _: Random) -> None:
    """A moderator deletes the table's message."""
    room = world.table.room_or_none
    if room is not None and buttons(room):
        world.ground.delete_message(room)


def _later(numbers: Random, mend: Callable[[], None]) -> None:
    asyncio.get_running_loop().call_later(numbers.choice(DEAF), mend)


_STRIKES: Final[Mapping[str, Callable[[World, Random], Awaitable[None]]]] = {
    "kill": _kill,
    "kill in a write": _kill_in_a_write,
    "power cut": _cut_the_power,
    "stop": _stop,
    "answer lost": _lose_an_answer,
    "call lost": _lose_a_call,
    "answer late": _answer_late,
    "answer wrong": _answer_wrongly,
    "gateway dropped": _drop_the_gateway,
    "session invalid": _invalidate,
    "delivered twice": _deliver_twice,
    "slow network": _slow_down,
    "network parted": _part,
    "message deleted": _delete,
}

"""What can befall the servers of several processes, and the way to them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from tests.trials.simulation.server import Blow

if TYPE_CHECKING:
    from tests.trials.simulation.several import Several

AWAY: Final = (1.0, 4.0, 15.0, 50.0)
"""Seconds for which a replica, or a process, cannot be reached, or a server is not begun again."""


class Met:
    """Something that has happened, or waits for its moment."""

    def __init__(self, used: int = 0) -> None:
        self.used = used


async def _part_the_replica(world: Several, numbers: Random) -> None:
    world.pair.part(replica=True)
    asyncio.get_running_loop().call_later(numbers.choice(AWAY), world.pair.join)


async def _cancel(world: Several, _: Random) -> Met:
    return Met(world.pair.cut(Blow.CANCEL))


async def _terminate(world: Several, _: Random) -> Met:
    return Met(world.pair.cut(Blow.TERMINATE))


async def _restart(world: Several, numbers: Random) -> None:
    world.in_background(world.pair.restart(numbers.choice((0.3, 1.0, 4.0))))


async def _lose_the_leader(world: Several, _: Random) -> None:
    world.in_background(world.pair.fail_over())


async def _split_off(world: Several, numbers: Random) -> None:
    """The leader and one process are cut off from the rest, which has another leader. Both live on."""
    world.in_background(world.pair.split_off(world.bot, numbers.choice(AWAY)))


async def _freeze_the_server(world: Several, numbers: Random) -> None:
    world.pair.freeze()
    asyncio.get_running_loop().call_later(numbers.choice(AWAY), world.pair.thaw)


async def _drop_connections(world: Several, numbers: Random) -> Met:
    """One process loses its connections. What waits at the server does not notice."""
    return Met(world.pair.drop(world.bot))


async def _cut_off(world: Several, numbers: Random) -> None:
    world.pair.part(client=world.bot)
    asyncio.get_running_loop().call_later(numbers.choice(AWAY), world.pair.rejoin, world.bot)


async def _kill_in_a_commit(world: Several, numbers: Random) -> Met:
    """One process ends while its commit waits, or before it hears of it."""
    process, met, left = world.chosen, Met(), numbers.randint(1, 4)

    def logged(client: str) -> None:
        nonlocal left
        if client == process.name and not met.used:
            left -= 1
            if not left:
                met.used = 1
                world.end(process)
                world.bring_back(process)

    world.pair.logged.append(logged)
    return met


BLOWS: Final[Mapping[str, Callable[[Several, Random], Awaitable[Met | None]]]] = {
    "replica away": _part_the_replica,
    "waits cancelled": _cancel,
    "waits ended": _terminate,
    "server restarted": _restart,
    "server lost": _lose_the_leader,
    "server split off": _split_off,
    "server frozen": _freeze_the_server,
    "connections dropped": _drop_connections,
    "process cut off": _cut_off,
    "killed in a commit": _kill_in_a_commit,
}

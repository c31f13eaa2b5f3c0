"""What can befall a world: its bot, its disk, its network and its Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from playground.errors import Fault
from playground.people import buttons, texts

if TYPE_CHECKING:
    from tests.trials.simulation.plan import Strike
    from tests.trials.simulation.world import World

CALLS: Final = (
    ("POST", r"/interactions/.*"),
    ("POST", r"/channels/\d+/messages"),
    ("PATCH", r"/channels/.*"),
    ("PATCH", r"/webhooks/.*"),
    ("POST", r"/webhooks/.*"),
    ("*", r"/.*"),
)
"""The calls of the bot that a fault of Discord's meets."""
POSTS: Final = CALLS[1]
SLOW_DISK: Final = (0.2, 0.8)
"""Seconds that it takes before a transaction, and again after it."""
RESTARTS: Final = 2.0
"""Seconds until a supervisor starts a process anew."""
AWAY: Final = 300.0
"""Seconds for which a process is gone; Discord forgets nonces before that."""
STATUSES: Final = (500, 502, 503, 504, 520, 429)
RESULT: Final = "### Deal "
"""What the message of a finished deal begins with."""
LATE: Final = (0.5, 2.0, 4.0, 12.0)
"""Seconds; a press is answered within three, or has failed."""
DEAF: Final = (3.0, 15.0, 50.0, 120.0)
"""Seconds for which the network is slow, or parted, or everything is delivered twice."""


@dataclass
class Ending:
    """An end of the process that waits for its moment."""

    used: int = 0

    def now(self, world: World, left: dict[str, bytes] | None = None, away: float = RESTARTS) -> None:
        self.used += 1
        world.kill(left)
        world.come_back(away)


async def struck(world: World, strike: Strike) -> Callable[[], bool]:
    """Have this befall the world. Whether it has happened by now: some kinds wait for a call or a commit."""
    fault = await _STRIKES[strike.kind](world, Random(strike.drawn))
    return lambda: fault is None or fault.used > 0


async def _kill(world: World, _: Random) -> None:
    world.kill()
    world.come_back()


async def _kill_in_a_write(world: World, numbers: Random) -> Ending:
    end = Ending()
    world.disk.kill_after(numbers.randint(1, 4), lambda: end.now(world))
    return end


async def _cut_the_power(world: World, numbers: Random) -> Ending:
    end = Ending()
    world.disk.cut_in(numbers, lambda left: end.now(world, left))
    return end


async def _stop(world: World, _: Random) -> None:
    await world.stop()
    world.kill()
    world.come_back()


def _call(numbers: Random) -> tuple[str, str]:
    """Which calls meet it: every other time any that comes."""
    return CALLS[-1] if numbers.random() < 0.5 else numbers.choice(CALLS)


async def _lose_an_answer(world: World, numbers: Random) -> Fault:
    method, path = _call(numbers)
    return world.ground.cut_off(method, path, times=numbers.randint(1, 3), effect=True)


async def _lose_a_call(world: World, numbers: Random) -> Fault:
    method, path = _call(numbers)
    return world.ground.cut_off(method, path, times=numbers.randint(1, 3), effect=False)


async def _answer_late(world: World, numbers: Random) -> Fault:
    method, path = _call(numbers)
    seconds = numbers.choice(LATE)
    return world.ground.hang(
        method, path, seconds=seconds, times=numbers.randint(1, 3), effect=numbers.random() < 0.7
    )


async def _answer_wrongly(world: World, numbers: Random) -> Fault:
    method, path = _call(numbers)
    status, effect = numbers.choice(STATUSES), numbers.random() < 0.5
    return world.ground.fail(
        method,
        path,
        status=status,
        retry_after=1.0 if status == 429 else None,
        times=numbers.randint(1, 3),
        effect=effect and status != 429,
    )


async def _drop_the_gateway(world: World, numbers: Random) -> None:
    await world.ground.drop_gateway(resume=numbers.random() < 0.7, politely=numbers.random() < 0.5)


async def _gateway_away(world: World, numbers: Random) -> None:
    """The gateway alone takes no connections for a while, and the one that stands, or the process, ends."""
    world.ground.gateway.away = True
    _later(numbers, lambda: setattr(world.ground.gateway, "away", False))
    if numbers.random() < 0.5:
        await _kill(world, numbers)
    else:
        await _drop_the_gateway(world, numbers)


async def _freeze(world: World, numbers: Random) -> None:
    """The process stands still, as when its machine sleeps, and then goes on where it stood."""
    name = world.bot
    world.loop.freeze(name)
    asyncio.get_running_loop().call_later(numbers.choice(DEAF), world.loop.thaw, name)


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


async def _kill_at_an_answer(world: World, numbers: Random) -> Ending:
    """The disk is slow, and the process ends as Discord has got an answer to a press."""
    world.slow_disk(*SLOW_DISK)
    left, end = numbers.randint(1, 3), Ending()

    def answered(_interaction: int) -> None:
        nonlocal left
        left -= 1
        if not left:
            end.now(world)

    world.ground.world.answered.append(answered)
    return end


async def _kill_while_it_posts(world: World, numbers: Random) -> Ending:
    """The table's message is posted again, but no answer comes before the process ends."""
    await _delete(world, numbers)
    fault = world.ground.hang(*POSTS, seconds=60.0, effect=True)
    end = Ending()
    world.once(lambda: fault.used > 0, numbers.uniform(1.0, 8.0), lambda: end.now(world))
    return end


async def _kill_after_a_post(world: World, numbers: Random) -> Ending:
    """A moment after the table's message was posted again the process ends, and comes back when Discord has
    forgotten the nonce."""
    await _delete(world, numbers)
    posted, end = world.watch.posted, Ending()
    seconds = numbers.uniform(0.5, 8.0)
    world.once(lambda: world.watch.posted > posted, seconds, lambda: end.now(world, away=world.away))
    return end


async def _never_answer(world: World, numbers: Random) -> Fault:
    method, path = numbers.choice(CALLS[1:-1])
    if (method, path) == POSTS:
        await _delete(world, numbers)
    return world.ground.hang(method, path, seconds=400.0, effect=numbers.random() < 0.5)


async def _refuse_a_token(world: World, numbers: Random) -> Fault:
    return world.ground.fail(
        "PATCH",
        r"/webhooks/.*",
        status=404,
        code=10015,
        message="Unknown Webhook",
        times=numbers.randint(1, 3),
    )


async def _slow_the_disk(world: World, numbers: Random) -> None:
    world.slow_disk(*SLOW_DISK)
    _later(numbers, world.slow_disk)


async def _fill_the_disk(world: World, numbers: Random) -> None:
    world.disk.full = True
    _later(numbers, lambda: setattr(world.disk, "full", False))


async def _protect_the_disk(world: World, numbers: Random) -> None:
    world.disk.read_only = True
    _later(numbers, lambda: setattr(world.disk, "read_only", False))


def _step(numbers: Random) -> float:
    """From a second to ten years, either way."""
    return float(10 ** numbers.uniform(0.0, 8.5)) * numbers.choice((1, -1))


async def _set_the_clock(world: World, numbers: Random) -> None:
    """Of the bot's machine. Every other time a process begins by it."""
    world.clock_set = _step(numbers)
    if numbers.random() < 0.5:
        await _kill(world, numbers)
    _later(numbers, lambda: setattr(world, "clock_set", 0.0))


async def _misdate(world: World, numbers: Random) -> Fault:
    method, path = _call(numbers)
    status = numbers.choice((None, None, 500, 502, 504))
    return world.ground.misdate(method, path, ahead=_step(numbers), status=status)


async def _delete(world: World, _: Random) -> None:
    """A moderator deletes the table's message, but no result, in which nothing is drawn any more. That is the
    newest one if the table's message has just been deleted; nor, once all have left the table, the message
    that is never changed again."""
    room = world.table.room_or_none
    if (
        room is not None
        and not world.table.stopped
        and buttons(room)
        and not texts(room)[0].startswith(RESULT)
    ):
        world.ground.delete_message(room)
        world.deleted = world.watch.version
        world.edited = world.watch.edits[world.table.channel]


def _later(numbers: Random, mend: Callable[[], None]) -> None:
    asyncio.get_running_loop().call_later(numbers.choice(DEAF), mend)


_STRIKES: Final[Mapping[str, Callable[[World, Random], Awaitable[Fault | Ending | None]]]] = {
    "kill": _kill,
    "kill in a write": _kill_in_a_write,
    "power cut": _cut_the_power,
    "stop": _stop,
    "answer lost": _lose_an_answer,
    "call lost": _lose_a_call,
    "answer late": _answer_late,
    "answer wrong": _answer_wrongly,
    "gateway dropped": _drop_the_gateway,
    "gateway away": _gateway_away,
    "process frozen": _freeze,
    "session invalid": _invalidate,
    "delivered twice": _deliver_twice,
    "killed at an answer": _kill_at_an_answer,
    "killed while it posts": _kill_while_it_posts,
    "killed after a post": _kill_after_a_post,
    "never answered": _never_answer,
    "token refused": _refuse_a_token,
    "slow disk": _slow_the_disk,
    "full disk": _fill_the_disk,
    "read-only disk": _protect_the_disk,
    "slow network": _slow_down,
    "network parted": _part,
    "message deleted": _delete,
    "clock set": _set_the_clock,
    "answer misdated": _misdate,
}

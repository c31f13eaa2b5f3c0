"""Who answers a press: ``@press("play")`` beside the function; and where Discord offers each command.

A verb that two functions would answer fails when the second is imported; one that nobody answers fails when
``cogs.presses``, which imports them all, is.

No command is offered where it could only answer "use that in a channel". Pages that need no table, and all
that is said and asked at one, are offered everywhere, since one may play alone everywhere: also in groups,
which a bot cannot join, and in other servers to people who have installed the bot for themselves, where its
host has allowed that in the portal. Score sheets, and what the bot keeps of somebody, are offered in servers
and in direct messages with it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from discord.app_commands import AppCommandContext, AppInstallationType

from bot.app import Biritch
from cogs.interactions import Asked
from rules.table.requests import Request
from screens.presses import Press, heads

Answer = Callable[[Asked, Any], Awaitable[None]]
"""Answers an interaction; the other argument is the press as its form reads it."""


class PressValues(NamedTuple):
    """What comes with a press, by whichever door: the values that were chosen in a list, and a number that no
    other press has."""

    number: int
    values: tuple[str, ...] = ()


Ask = Callable[[Press, PressValues], Request]
"""What a press asks of a table. Raises a Refusal."""
FunctionT = TypeVar("FunctionT", bound=Callable[..., object])

ANSWERS: Final[dict[str, Callable[..., Awaitable[None]]]] = {}
"""What answers a press, by its verb."""
ASKS: Final[dict[str, Ask]] = {}
"""What makes the request of a press that asks something of a table, by its verb."""


def press(*verbs: str) -> Callable[[FunctionT], FunctionT]:
    """Register a function of the bot, the interaction and the press, or a method of a cog, that answers the
    presses with these verbs. A verb with a colon stands for those presses of it that name something
    (``leave:``), the bare verb for the others. Raises LookupError for a verb that no id has, or that is
    answered already."""

    def answered(function: FunctionT) -> FunctionT:
        _register_verbs(verbs, function)
        ANSWERS.update(dict.fromkeys(verbs, function))  # type: ignore[arg-type]  # as the first line says
        return function

    return answered


def asks(*verbs: str) -> Callable[[Ask], Ask]:
    """Register a function that turns presses with these verbs into what a table is asked. Raises LookupError
    as ``press`` does."""

    def registered(function: Ask) -> Ask:
        _register_verbs(verbs, function)
        ASKS.update(dict.fromkeys(verbs, function))
        return function

    return registered


def check_presses() -> None:
    """Raises LookupError if some press would be answered by nobody."""
    missing = heads() - ANSWERS.keys() - ASKS.keys()
    if missing:
        raise LookupError(f"nobody answers {', '.join(sorted(missing))}")


def answers(bot: Biritch) -> dict[str, Answer]:
    """For each verb what answers it for this bot, whose cogs have been added."""
    return {verb: _bound_answer(bot, function) for verb, function in ANSWERS.items()}


def _bound_answer(bot: Biritch, function: Callable[..., Awaitable[None]]) -> Answer:
    owner, _, name = function.__qualname__.rpartition(".")
    if not owner:
        return partial(function, bot)
    bound: Answer = getattr(bot.cogs[owner], name)
    return bound


def _register_verbs(verbs: Iterable[str], function: Callable[..., object]) -> None:
    for verb in verbs:
        if verb.rstrip(":") not in heads():
            raise LookupError(f"no button's id begins with {verb}")
        if verb in ANSWERS or verb in ASKS:
            raise LookupError(f"{verb} is answered twice")


SERVERS: Final = frozenset({"evening", "leaderboard", "settings", "stats"})
"""What belongs to a channel, or to a whole server."""
WITH_THE_BOT: Final = frozenset({"me", "privacy", "score"})
"""What is also offered in direct messages with the bot. Everything that is not named here is offered
everywhere."""


async def setup(bot: Biritch) -> None:
    for command in bot.tree.get_commands():
        private = command.name not in SERVERS
        anywhere = private and command.name not in WITH_THE_BOT
        command.allowed_contexts = AppCommandContext(guild=True, dm_channel=private, private_channel=anywhere)
        # unsaid it is as the host has set it in the portal; Discord need not take more than that
        command.allowed_installs = None if anywhere else AppInstallationType(guild=True, user=False)

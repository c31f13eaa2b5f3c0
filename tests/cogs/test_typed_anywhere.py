"""What can be pressed where one plays can also be typed there: every verb of a turn, at each kind of table,
in a server, in direct messages, in a group, and in a server that the bot is no member of.

The simulated Discord knows neither groups nor servers without the bot: what is typed there is typed
elsewhere, and delivered as Discord would send it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from enum import Enum
from itertools import product
from typing import Any, Final

import pytest
from simcord.actors import MemberActor

from bot.tables.open_table import OpenTable
from cogs import acts
from rules.calls import Action, Bid, Content, Declare, Double, Pass, Play, action_word
from rules.view import May
from screens.buttons import BUTTON_COMMANDS
from screens.words.refusals import NO_SUCH_TABLE, NO_TABLE_OF_YOURS
from storage.ports.records import UserId
from tests.cogs.evenings import begun as evening_begun
from tests.cogs.evenings import tables
from tests.cogs.test_contests import daily_of
from tests.each import mostly_long
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Answer

FAR: Final = "1456074443980899999"
"""A server without the bot, and a channel that it cannot see."""


class Where(Enum):
    SERVER = "a server"
    DIRECT = "direct messages"
    GROUP = "a group"
    FOREIGN = "a server without the bot"


async def types(
    house: Club, who: MemberActor, where: Where, command: str, channel: int | None = None, **options: Any
) -> Answer:
    """In a server, in this channel of it if one is named."""
    if where is Where.DIRECT:
        return await house.writes(who, command, **options)
    private = where is Where.GROUP
    with house.held_up() as payloads:
        typed = who.user.slash(command, **options) if private else who.slash(house.room, command, **options)
        result = await typed
    (sent,) = payloads
    if where is Where.SERVER:
        there = {"id": str(channel or house.room.id)}
    else:
        there = {"id": FAR, **({"type": 3} if private else {"guild_id": FAR})}  # type: ignore[dict-item]
        sent["authorizing_integration_owners"] = {"1": str(who.id)}
        sent |= {"context": 2} if private else {"guild_id": FAR}
    sent["channel_id"], sent["channel"] = there["id"], {**sent["channel"], **there}
    await house.delivers(sent)
    return house._answer(result)


# Every verb of a turn, and of looking at a deal

OF_CHAIRS: Final = {
    *("table join", "table leave", "table robot", "table close", "table options", "table start", "table show")
}
VERBS: Final = sorted(
    {
        *(name for names in BUTTON_COMMANDS.values() for name in names),
        *(f"turn {verb}" for verb in acts.VERBS),
    }
    - OF_CHAIRS
    - {"rules", "daily"}
)
"""Commands; of ``/turn`` what is typed, and of ``/deal`` what it is to show."""
TYPED: Final[Mapping[str, Mapping[str, Any]]] = {
    "bid": {"bid": "7 no trumps"},
    "declare": {"trumps": "no such suit"},
    "play": {"card": "no such card"},
    "turn bid": {"act": "bid 7 no trumps"},
    "turn correct": {"act": "correct QH"},
    "turn declare": {"act": "declare no such suit"},
    "turn demand": {"act": "demand QH"},
    "turn discard": {"act": "discard QH"},
    "turn follow": {"act": "follow QH"},
    "turn instead": {"act": "instead QH"},
    "turn penalty": {"act": "penalty add"},
    "turn play": {"act": "play no such card"},
    "turn revoke": {"act": "revoke 13:E"},
    "turn seat": {"act": "seat N"},
}
"""What must be named, so that nothing is done by it just now."""
ACTS: Final = ("pass", "turn pass", "turn content", "turn cut", "turn next")
"""Typed last: they may be open just now."""


def typed_as(path: str) -> tuple[str, Mapping[str, Any]]:
    """The command and its options."""
    command, _, what = path.partition(" ")
    if command == "turn":
        return command, TYPED.get(path, {"act": what})
    if command == "deal":
        return command, {"show": what} if what else {}
    return path, TYPED.get(path, {})


async def every_verb(house: Club, who: MemberActor, where: Where, channel: int | None) -> dict[str, str]:
    order = sorted(VERBS, key=lambda verb: (verb in ACTS, verb))
    told = {}
    for verb in order:
        command, options = typed_as(verb)
        told[verb] = (await types(house, who, where, command, channel, **options)).text
    return told


NOT_HERE: Final = ("There is no open table here", "You are not at any open table", "You are at several")


class Kind(Enum):
    CHANNEL = "a table in a channel"
    SOLO = "alone"
    COMPARED = "a deal to compare"
    DAILY = "the deal of the day"
    LEARN = "a lesson"
    EVENING = "an evening"


Ready = Callable[[Club, Where], Awaitable[int | None]]
"""Brings Anna to a table of this kind; the channel in which it stands, if it stands in one."""


async def in_channel(house: Club, _: Where) -> int:
    await house.playing()
    return house.room.id


async def at_evening(house: Club, _: Where) -> int:
    await evening_begun(house, *house.four, rounds=1)
    (mine,) = (one for one in tables(house) if one.seat(UserId(house.anna.id)) is not None)
    return mine.place.channel


def alone(command: str, **options: Any) -> Ready:
    async def ready(house: Club, where: Where) -> None:
        await types(house, house.anna, where, command, **options)

    return ready


READY: Final[Mapping[Kind, Ready]] = {
    Kind.CHANNEL: in_channel,
    Kind.SOLO: alone("play", strength="easy", declare=True),
    Kind.COMPARED: alone("play", step="compared"),
    Kind.DAILY: alone("daily"),
    Kind.LEARN: alone("learn"),
    Kind.EVENING: at_evening,
}
ALL: Final = list(product(Kind, Where))
SHORT: Final = [(Kind.DAILY, Where.DIRECT), (Kind.SOLO, Where.GROUP)]


@pytest.mark.parametrize("at", mostly_long(ALL, SHORT), ids=lambda at: f"{at[0].value} in {at[1].value}")
async def test_every_verb_reaches_the_table_at_which_one_plays_wherever_it_is_typed(
    house: Club, at: tuple[Kind, Where]
) -> None:
    kind, where = at
    channel = await READY[kind](house, where)
    told = await every_verb(house, house.anna, where, channel)
    lost = {verb for verb, text in told.items() if text.startswith(NOT_HERE)}
    by_wish = {Kind.SOLO, Kind.COMPARED, Kind.DAILY}
    if kind in by_wish or (kind is not Kind.LEARN and where is not Where.FOREIGN):
        assert lost == set()
    else:
        sentence = NO_SUCH_TABLE() if where is Where.SERVER else NO_TABLE_OF_YOURS()
        assert {told[verb] for verb in lost} == {sentence}
        assert set(VERBS) - lost <= {"play"}, "what names no card is not asked"
    assert house.errors == []


LOOKS: Final = ("last", "score", "points", "replay", "record", "verify", "tricks", "picture")


# A whole deal


def first(table: OpenTable, who: MemberActor) -> tuple[str, dict[str, Any]]:
    """What is typed for the first thing that is open to somebody."""
    view = table.view(UserId(who.id))
    if May.ANSWER_CLAIM in view.may:
        return "turn", {"act": "agree"}
    match next(one for one in view.options if not isinstance(one, Double)):
        case Play(card):
            return "play", {"card": str(card)}
        case Declare() as declaration:
            return "declare", {"trumps": action_word(declaration).partition(":")[2]}
        case Bid() as bid:
            return "bid", {"bid": str(bid)}
        case Pass():
            return "pass", {}
        case Content():
            return "turn", {"act": "content"}
        case other:
            return _unknown(other)


def _unknown(action: Action) -> tuple[str, dict[str, Any]]:
    raise AssertionError(action)


@pytest.mark.parametrize("where", mostly_long(Where, []), ids=lambda where: where.value)
async def test_the_deal_of_the_day_can_be_typed_from_the_first_call_to_the_claim_and_looked_at_after(
    house: Club, where: Where
) -> None:
    anna = house.anna
    await types(house, anna, where, "daily")
    table = await daily_of(house, anna)
    while (deal := table.state.deal) is None or deal.playing is None or len(deal.playing.tricks) < 2:
        command, options = first(table, anna)
        shown = await types(house, anna, where, command, **options)
        assert shown.private is (where is not Where.DIRECT)
    asked = await types(house, anna, where, "turn", act="claim")
    assert "tricks are left" in asked.text and asked.private is (where is not Where.DIRECT)
    sure = await types(house, anna, where, "turn", act="claim 0")
    over = await house.presses(anna, sure, "claim", "0")
    assert over.message.id == sure.message.id and table.closed
    assert over.text.startswith("### Deal of the day")
    own = f"deal of the day, {house.bot.services.contests.today}".casefold()
    for verb in ("hand", *(f"deal {look}" for look in LOOKS)):
        command, options = typed_as(verb)  # type: ignore[assignment]
        told = await types(house, anna, where, command, **options)
        assert not told.text.startswith(NOT_HERE), verb
        assert verb != "hand" or own in told.text.casefold()
    assert house.errors == []

"""Evenings in a club: what people press, and tables that are played on at the table service."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simcord.actors import MemberActor

from bot.evenings.service import OpenEvening
from bot.tables.open_table import OpenTable
from rules.calls import Double
from rules.table.requests import AnswerClaim, CutPack, Request
from rules.table.seen import seen
from rules.view import May
from screens.evening import EveningPress
from screens.presses import read_as
from storage.ports.records import TableId
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Answer, Screen, walk


def the_evening(club: Club) -> OpenEvening:
    (found,) = club.bot.services.evenings._open.values()
    return found


def tables(club: Club) -> Iterator[OpenTable]:
    """The open tables of the evening, by their numbers."""
    found = [one for one in club.bot.services.tables._open.values() if one.state.evening is not None]
    yield from sorted(found, key=lambda one: one.state.evening.table if one.state.evening else 0)


def messages_in(club: Club, channel: int) -> list[Any]:
    return list(club.env.backend.messages.get(channel, {}).values())


def shown(club: Club, begins: str) -> str:
    """The text of the last message in the room that has these words."""
    found = [text for one in messages_in(club, club.room.id) if begins in (text := text_of(one))]
    assert found, f"nothing says {begins}"
    return found[-1]


async def comes(club: Club, words: str) -> str:
    """The same, once it has come: the message of an evening is drawn when there is room for it."""
    for _ in range(100):
        await club.env.settle()
        if any(words in text_of(one) for one in messages_in(club, club.room.id)):
            break
        await club.env.advance_time(5)
    return shown(club, words)


def text_of(message: Any) -> str:
    return "\n".join(str(one["content"]) for one in walk(message.components) if one["type"] == 10)


async def presses(club: Club, who: MemberActor, on: Screen, verb: str) -> Answer:
    """Presses a button of the evening's message."""
    ids = [one["custom_id"] for one in on.buttons]
    (found,) = (
        one for one in ids if (press := read_as(EveningPress, one)) is not None and press.verb == verb
    )
    return await club.presses_id(who, on, str(found))


def calmly(table: OpenTable, person: object) -> Request | None:
    """Whatever is open to somebody for whom the table waits."""
    seat = table.seat_of(person)  # type: ignore[arg-type]
    if seat is None or seat not in table.state.waits_for:
        return None
    view = seen(table.state, seat)
    if May.CUT in view.may:
        return CutPack(26, "")
    if May.ANSWER_CLAIM in view.may:
        return AnswerClaim(agrees=True)
    return next(option for option in view.options if not isinstance(option, Double))


async def play_on(club: Club, *, only: TableId | None = None, unseen: bool = True) -> None:
    """People play until no table of the evening, or not this one, waits for anybody. If ``unseen``, what is
    shown of it is not asked of Discord."""
    service, posting = club.bot.services.tables, club.bot.services.posting
    followers = list(service.followers)
    if unseen:
        service.followers.remove(posting)
    while True:
        await club.env.settle()
        waiting = [(one, who) for one in tables(club) if only in (None, one.id) for who in one.waiting]
        if not waiting:
            break
        for table, person in waiting:
            request = calmly(table, person)
            if request is not None:
                with club.inside():
                    await service.act(table.id, table.people[person], request)
    service.followers[:] = followers


async def begun(club: Club, *people: MemberActor, **arranged: Any) -> OpenEvening:
    """An evening that these people have entered, with its first round open. The first directs it."""
    await club.types(people[0], "evening open", **arranged)
    evening = the_evening(club)
    for who in people:
        await club.types(who, "evening join")
    await club.types(people[0], "evening direct", what="begin")
    await club.env.settle()
    return evening

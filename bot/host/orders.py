"""What a host orders, by ``biritch admin`` or ``/admin``: to block or forget somebody, to leave a server, to
announce something, to tell of a maintenance. Every order is a row beside what people have chosen.

Given to a bot that is not running an order is stored, and carried out at the next start; the running bot
carries it out at once (``bot.host.carrying``). Several processes on a server look for new ones every few
seconds.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Final

from bot.blocks import PERSON, SERVER, Blockable, Blocks
from rules.frozen import frozen
from screens.words import host_orders as words
from storage.ports.records import UserId
from storage.ports.storage import Choices, KnownPeople

log = logging.getLogger(__name__)

HOST: Final = "host"
"""The owner of what concerns the whole bot."""
OF_SERVER: Final = "server:"
"""What the owner begins with of what a host's orders have noted of one server."""
OF_PERSON: Final = "person:"
"""The same of a person."""
FORGETTING: Final = "forget_ordered"
ANNOUNCEMENT: Final = "announcement"
ANNOUNCED: Final = "announced"
"""When the announcement was given; of a server, which one it has been told."""
MAINTENANCE: Final = "maintenance"
LEAVING: Final = "leaving"
ANNOUNCED_FOR: Final = 7 * 24 * 3600.0
"""Seconds."""
TOLD_BEFORE: Final = 900.0
"""Seconds before a maintenance at which people are told."""
SURE: Final = "yes"
"""The text with which somebody is forgotten: nothing brings back what leads to them."""
LONGEST_ANNOUNCEMENT: Final = 1500
"""Characters; a message of Discord's has 4,000, with the heading and in any language."""
LONGEST_AHEAD: Final = timedelta(days=7)
"""For which a maintenance may be told before."""
NUMBER: Final = re.compile(r"(?:<@!?)?([1-9][0-9]{0,18})>?")
"""A number of Discord's, or a mention."""
LARGEST: Final = 1 << 63


class Does(Enum):
    """The orders, by the words that are typed."""

    BLOCK = "block"
    UNBLOCK = "unblock"
    BLOCKED = "blocked"
    LEAVE = "leave"
    ANNOUNCE = "announce"
    MAINTENANCE = "maintenance"
    EXPORT = "export"
    FORGET = "forget"


ABOUT_SOMEBODY: Final = frozenset({Does.BLOCK, Does.UNBLOCK, Does.LEAVE, Does.EXPORT, Does.FORGET})
"""What must name a number."""


class OrderRefused(Exception):
    """An order that cannot be carried out: ``why`` is a sentence for the host."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@frozen
class Order:
    """``kind`` and ``whom`` say whom it is about, ``text`` the rest."""

    does: Does
    kind: str = PERSON
    whom: int = 0
    text: str = ""

    def __str__(self) -> str:
        """As the log has it: without any text."""
        what = self.does.value
        return f"{what} {words.KINDS[self.kind]} {self.whom}" if self.whom else what

    def as_json(self) -> bytes:
        """One line."""
        row = {"does": self.does.value, "kind": self.kind, "whom": self.whom, "text": self.text}
        return json.dumps(row).encode() + b"\n"

    @classmethod
    def from_json(cls, line: bytes) -> Order:
        """Raises OrderRefused."""
        try:
            match json.loads(line):
                case {"does": str(does), "kind": str(kind), "whom": int(whom), "text": str(text)}:
                    if kind in (PERSON, SERVER) and 0 <= whom < LARGEST and is_text(text):
                        return cls(Does(does), kind, whom, text)
        except (ValueError, RecursionError):
            pass
        raise OrderRefused(words.NOT_UNDERSTOOD)


def number_in(typed: str) -> int:
    """A person's or a server's number, as it is typed or mentioned. Raises OrderRefused."""
    found = NUMBER.fullmatch(typed.strip())
    if found is None or int(found[1]) >= LARGEST:
        raise OrderRefused(words.NO_NUMBER)
    return int(found[1])


def is_text(given: str) -> bool:
    """Whether it can be stored and posted: not where bytes were no UTF-8."""
    return not any(0xD800 <= ord(one) < 0xE000 for one in given)


def moment_in(typed: str, now: float) -> float | None:
    """When a maintenance begins: ``20`` is so many minutes from now, ``21:30`` the next such time (UTC), None
    ``off``. Nobody can be told of one that begins now. Raises OrderRefused."""
    typed, at = typed.strip().lower(), datetime.fromtimestamp(now, UTC)
    if typed == "off":
        return None
    if minutes := re.fullmatch(r"\+?0*([1-9][0-9]{0,4})", typed):
        begins = at + timedelta(minutes=int(minutes[1]))
    elif clock := re.fullmatch(r"([01]?[0-9]|2[0-3])[:h]([0-5][0-9])", typed):
        begins = at.replace(hour=int(clock[1]), minute=int(clock[2]), second=0, microsecond=0)
        begins += timedelta(days=begins <= at)
    else:
        raise OrderRefused(words.NO_MOMENT)
    if begins > at + LONGEST_AHEAD:
        raise OrderRefused(words.NO_MOMENT)
    return begins.timestamp()


class Orders:
    """Stores orders; who carries them out is told in ``bot.host.carrying``."""

    def __init__(
        self,
        blocks: Blocks,
        choices: Choices,
        people: KnownPeople,
        now: Callable[[], float],
        is_in: Callable[[int], bool | None] = lambda _: None,
    ) -> None:
        """``is_in`` says whether the bot is in a server, and None where that is not known."""
        self._blocks, self._choices, self._people, self._now = blocks, choices, people, now
        self._is_in = is_in
        self._one_by_one = asyncio.Lock()

    async def take_order(self, order: Order) -> str:
        """What the host is told, in a sentence or some lines. Raises OrderRefused, StorageError."""
        async with self._one_by_one:  # two announcements would be told apart by nothing
            told = await self._take(order)
        log.info("an order of the host: %s", order)
        return told

    async def _take(self, order: Order) -> str:
        whom, number = Blockable(order.kind, order.whom), order.whom
        if order.does in (Does.BLOCK, Does.LEAVE):
            await self._check_kind(whom)
        match order.does:
            case Does.BLOCK:
                await self._blocks.load_blocks()
                already = whom in self._blocks.blocked_since
                await self._blocks.block(_whom_named(whom), self._now())
                return words.blocked(order.kind, number, already=already, known=await self._is_known(whom))
            case Does.UNBLOCK:
                await self._blocks.load_blocks()
                was = whom in self._blocks.blocked_since
                await self._blocks.unblock(_whom_named(whom))
                return words.unblocked(order.kind, number, was=was)
            case Does.BLOCKED:
                await self._blocks.load_blocks()
                return words.blocked_list(
                    [(one.kind, one.number, since) for one, since in self._blocks.blocked_since.items()]
                )
            case Does.LEAVE:
                _whom_named(whom)
                await self._choices.set_choices(f"{OF_SERVER}{number}", {LEAVING: str(int(self._now()))})
                return words.will_leave(number, known=await self._is_known(whom))
            case Does.ANNOUNCE:
                return await self._announce(order.text.strip())
            case Does.MAINTENANCE:
                begins = moment_in(order.text, self._now())
                stored = None if begins is None else str(int(begins))
                await self._choices.set_choices(HOST, {MAINTENANCE: stored})
                if begins is None:
                    return words.MAINTENANCE_OFF
                return words.maintenance_at(begins, self._now(), TOLD_BEFORE)
            case Does.EXPORT:
                known = await self._people.known(UserId(_whom_named(whom).number))
                return json.dumps(known, indent=2, ensure_ascii=False)
            case Does.FORGET:
                sure = order.text.strip().lower() == SURE
                return await self._order_forgetting(UserId(_whom_named(whom).number), sure=sure)

    async def _check_kind(self, whom: Blockable) -> None:
        """No person has the number of a server. Raises OrderRefused."""
        is_server = whom.kind != PERSON
        if await self._people.is_met(UserId(whom.number)) if is_server else self._is_in(whom.number):
            raise OrderRefused(words.of_another_kind(PERSON if is_server else SERVER, whom.number))

    async def _is_known(self, whom: Blockable) -> bool:
        """Whether the bot has met somebody, or is in a server as far as it knows: else the number may be
        wrong."""
        if whom.kind == PERSON:
            return await self._people.is_met(UserId(whom.number))
        return self._is_in(whom.number) is not False

    async def _order_forgetting(self, user: UserId, *, sure: bool) -> str:
        known = await self._people.known(user)
        lists = (found for found in known.values() if isinstance(found, list))
        if not any((known["settings"], *known["direct messages"].values(), *lists)):
            raise OrderRefused(words.nothing_kept(user))
        if not sure:
            raise OrderRefused(words.forget_surely(user, len(known["tables and score sheets"])))
        await self._choices.set_choices(f"{OF_PERSON}{user}", {FORGETTING: SURE})
        return words.will_forget(user)

    async def _announce(self, text: str) -> str:
        if not text:
            raise OrderRefused(words.NO_TEXT)
        if len(text) > LONGEST_ANNOUNCEMENT:
            raise OrderRefused(words.text_too_long(len(text), LONGEST_ANNOUNCEMENT))
        if text.lower() == "off":
            await self._choices.set_choices(HOST, {ANNOUNCEMENT: None})
            return words.ANNOUNCEMENT_OFF
        stored = await self._choices.choices(HOST)
        before = int(stored.get(ANNOUNCED, 0))
        if stored.get(ANNOUNCEMENT) == text and self._now() - before <= ANNOUNCED_FOR:
            return words.ANNOUNCED_ALREADY  # else it would be posted twice everywhere
        given = max(int(self._now()), before + 1)  # by it servers are told apart from those told before
        await self._choices.set_choices(HOST, {ANNOUNCEMENT: text, ANNOUNCED: str(given)})
        return words.ANNOUNCEMENT_GIVEN


def _whom_named(whom: Blockable) -> Blockable:
    """Raises OrderRefused where nobody is named."""
    if not whom.number:
        raise OrderRefused(words.NO_NUMBER)
    return whom

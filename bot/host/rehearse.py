"""``biritch rehearse``: finds out on a real server what no document of Discord's settles.

Where the bot can try by itself it does; for the rest somebody presses six buttons. Everything that was made
is taken away again. The report has no token, no id and no name.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from bot.cannot_start import cannot_start, reason_of
from bot.host.discord_asked import Unreachable
from bot.host.rehearse_wire import Press, Reply, Wire
from bot.host.stops import run_unless_stopped
from bot.host.terminal import (
    ASKED,
    FAULT,
    GOOD,
    NOTE,
    QUIET,
    Glance,
    HowFar,
    Mark,
    Progress,
    can_draw,
    print_result,
)
from bot.settings import BadSetting, load_settings
from rules.cards import Card, Rank, Suit
from rules.seats import Seat
from screens.deck import ARROWS, BLANK, DUE, EMPTY, LED_BESIDE, Deck, Emoji, face
from screens.words import host_checks as words
from screens.words import hosting
from storage.errors import DatabaseInUse
from storage.ports.records import DatabaseAddress
from storage.ports.storage import StorageError
from storage.ports.waits import run_to_end
from storage.store import Store

V2: Final = 1 << 15
EPHEMERAL: Final = 1 << 6
NEWS: Final = 5
OF_A_COMMAND: Final = frozenset(
    {"type", "name", "name_localizations", "description", "description_localizations", "options"}
    | {"default_member_permissions", "nsfw"}
)
"""What is sent of one for a server alone; the rest Discord alone may say."""
MANY: Final = 5
"""Edits by one token in a row."""
UNAUTHORIZED, FORBIDDEN, NOT_FOUND = 401, 403, 404
UNKNOWN_CHANNEL: Final = 10003
"""Discord's code."""
PNG: Final = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c020000000b4944415478da6364f80f00010501"
    "0127184a3e0000000049454e44ae426082"
)
"""A picture of one point."""


CROSS: Final = "\n".join(
    (
        LED_BESIDE + face(Card(Rank.ACE, Suit.SPADES)),
        DUE + ARROWS[Seat.WEST] + face(Card(Rank.TEN, Suit.HEARTS)),
        BLANK + EMPTY,
    )
)
"""A trick with one sign of each kind."""
MARKS: Final = MappingProxyType(
    {words.Verdict.HOLDS: GOOD, words.Verdict.FAILS: FAULT, words.Verdict.UNTRIED: NOTE}
)
Tell = Callable[[Mark, str, str], None]
"""Given a mark, what stands in its place where there are no marks, and a sentence."""


@dataclass(frozen=True)
class Pace:
    """Seconds: for somebody to press, until a nonce is used again, and until a token counts as aged."""

    press: float = 90.0
    nonce: float = 20.0
    ageing: float = 180.0


class Rehearsal:
    """One run. ``told`` has a row for each thing, in the order in which it was found out."""

    def __init__(
        self,
        wire: Wire,
        channel: str,
        old: str | None,
        tell: Tell,
        pace: Pace,
        far: HowFar,
    ) -> None:
        self._wire, self._channel, self._old, self._tell, self._pace = wire, channel, old, tell, pace
        self._far = far
        self._mark = f"rehearse:{secrets.token_hex(4)}:"
        self._presses: asyncio.Queue[Press] = asyncio.Queue()
        self._made: list[tuple[str, str]] = []  # messages: channel and id
        self._followed: list[str] = []  # the paths of follow-ups, and of answers for one alone
        self._thread = ""
        self._registered = False
        self._others: list[Mapping[str, Any]] = []
        """The commands of this server alone that were there before."""
        self._application = self._guild = ""
        self.told: dict[str, words.Found] = {}
        self.left: list[str] = []

    async def rehearse(self, gateway: str | None) -> None:
        """Raises Unreachable, CannotRehearse. What it has made is taken away however it ends: also what was
        under way when it was broken off."""
        await self._look_at_channel()
        try:
            async with self._wire.presses(self._mark, gateway) as self._presses:
                await self._rehearse_alone()
                await self._rehearse_together()
        finally:
            await run_to_end(self._take_away())

    def _note_reply(self, bet: str, reply: Reply | None, why_not: str = "") -> None:
        if reply is None:
            self._record_finding(bet, words.not_tried(why_not))
        else:
            self._record_finding(bet, words.HOLDS if reply.is_right else words.failed(bet, reply.status_line))

    def _record_finding(self, bet: str, found: words.Found) -> None:
        self.told[bet] = found
        told = words.found_out(len(self.told), bet)
        self._tell(MARKS[found.verdict], words.mark_label(found), told)

    # ------------------------------------------------------------------ by itself

    async def _look_at_channel(self) -> None:
        application = await self._wire.send_request("GET", "/applications/@me")
        if application.status == UNAUTHORIZED:
            raise CannotRehearse(hosting.TOKEN_REFUSED)
        channel = await self._wire.send_request("GET", f"/channels/{self._channel}")
        if channel.code == UNKNOWN_CHANNEL or channel.status == NOT_FOUND:
            raise CannotRehearse(words.NO_SUCH_CHANNEL)
        if channel.status == FORBIDDEN:
            raise CannotRehearse(words.CHANNEL_HIDDEN)
        for one in (application, channel):
            if not one.is_right:
                raise CannotRehearse(hosting.discord_failed(one.status))
        if "guild_id" not in channel.body:
            raise CannotRehearse(words.NOT_IN_A_SERVER)
        self._application = str(application.body["id"])
        self._guild = str(channel.body.get("guild_id") or "")
        self._is_news = channel.body["type"] == NEWS

    async def _rehearse_alone(self) -> None:
        await self._register_commands()
        await self._nonce()
        await self._threads()
        await self._cross()
        if self._old is None:
            self._note_reply("old edits", None, words.NO_OLD_MESSAGE)
            return
        path = f"/channels/{self._channel}/messages/{self._old}"
        replies = [
            await self._wire.send_request("PATCH", path, {"allowed_mentions": {"parse": []}}, once=True)
            for _ in range(2)
        ]
        self._note_reply("old edits", max(replies, key=lambda one: one.status))

    async def _register_commands(self) -> None:
        """Registered twice, for this server alone, beside what the bot has there: the host's own commands,
        where it is their server."""
        path = self._commands_path
        before = await self._wire.send_request("GET", f"{path}?with_localizations=true")
        if not before.is_right:
            self._note_reply("commands", before)
            return
        self._others = [
            {key: value for key, value in one.items() if key in OF_A_COMMAND and value is not None}
            for one in before.body
        ]
        self._registered = True
        sent = {"name": "rehearse", "description": "A rehearsal", "name_localizations": {"fr": "essai"}}
        listed = [*self._others, {**sent, "type": 1}]
        for _ in range(2):
            reply = await self._wire.send_request("PUT", path, listed, kind="commands")
        if reply.is_right:
            reply = await self._wire.send_request("GET", f"{path}?with_localizations=true")
        await self._drop_commands()
        if reply.is_right and not _says(reply.body, sent):
            self._record_finding("commands", words.failed("commands", "it differs"))
        else:
            self._note_reply("commands", reply)

    @property
    def _commands_path(self) -> str:
        return f"/applications/{self._application}/guilds/{self._guild}/commands"

    async def _drop_commands(self) -> None:
        dropped = await self._wire.send_request("PUT", self._commands_path, self._others)
        self._registered = not dropped.is_right

    async def _nonce(self) -> None:
        body = {"content": "1", "nonce": secrets.token_hex(8), "enforce_nonce": True}
        first = await self._post(body)
        if not first.is_right:
            raise CannotRehearse(words.cannot_write(first.status_line))
        self._far.begin_wait(words.NONCE, self._pace.nonce)
        await asyncio.sleep(self._pace.nonce)
        second = await self._post(body)
        if second.is_right and second.body["id"] != first.body["id"]:
            self._record_finding("nonce", words.failed("nonce", f"after {self._pace.nonce:g} s"))
        else:
            self._note_reply("nonce", second)

    async def _threads(self) -> None:
        begun = await run_to_end(self._begin_thread())
        if self._is_news:
            self._note_reply("announcements", begun)
        else:
            self._note_reply("announcements", None, words.NOT_SUCH_A_CHANNEL)
        if not begun.is_right:
            self._note_reply("archive", None, words.NO_THREAD)
            return
        thread = f"/channels/{begun.body['id']}"
        await self._wire.send_request("POST", f"{thread}/messages", {"content": "1"})
        self._note_reply("archive", await self._wire.send_request("PATCH", thread, {"archived": True}))
        await self._delete_thread()

    async def _begin_thread(self) -> Reply:
        begun = await self._wire.send_request(
            "POST", f"/channels/{self._channel}/threads", {"name": "rehearsal", "type": 11}, kind="threads"
        )
        if begun.is_right:
            self._thread = f"/channels/{begun.body['id']}"
        return begun

    async def _delete_thread(self) -> None:
        thread, self._thread = self._thread, ""
        if thread and not (await self._wire.send_request("DELETE", thread)).is_right:
            await self._wire.send_request("PATCH", thread, {"archived": True})
            self.left.append(words.THREAD_LEFT)

    async def _cross(self) -> None:
        """Posts a trick as it lies on a table, for somebody to compare on a telephone and at a desk."""
        listed = await self._wire.send_request("GET", f"/applications/{self._application}/emojis")
        uploaded = listed.body.get("items", []) if listed.is_right else []
        deck = Deck({one["name"]: Emoji(one["name"], int(one["id"])) for one in uploaded})
        if (await self._post(_layout(deck.markdown(f"{words.CROSS}\n{CROSS}\n{'W' * 32}")))).is_right:
            self._tell(ASKED, "", words.COMPARE_CROSS)

    # ------------------------------------------------------------------ with somebody

    async def _rehearse_together(self) -> None:
        first = await self._in_channel()
        await self._for_one()
        await self._deferred()
        await self._form()
        await self._direct(first)
        await self._mention(first)
        if first is None:
            self._note_reply("ageing", None, words.NO_PRESS)
            return
        age = max(0.0, first.came + self._pace.ageing - time.monotonic())
        self._far.begin_wait(words.AGEING, age)
        await asyncio.sleep(age)
        self._note_reply("ageing", await self._follow_up(first))

    async def _in_channel(self) -> Press | None:
        press = await self._pressed("A")
        if press is None:
            for bet in ("in channels", "tokens' limit"):
                self._note_reply(bet, None, words.NO_PRESS)
            return None
        await self._answer_press(press, 7, _layout("1"))
        self._note_reply("in channels", await self._original(press, "2"))
        made = await self._follow_up(press)
        message = str(made.body["id"]) if made.is_right else "@original"
        await asyncio.sleep(2.0)
        edits = [await self._edit(press, message, str(n), once=True) for n in range(MANY)]
        self._note_reply("tokens' limit", max(edits, key=lambda one: one.status))
        return press

    async def _for_one(self) -> None:
        """B shows a message for one person with C on it."""
        opener = await self._pressed("B")
        if opener is not None:
            self._followed.append(f"/webhooks/{self._application}/{opener.token}/messages/@original")
            await self._answer_press(
                opener, 4, _layout("1", self._test_button("C")) | {"flags": V2 | EPHEMERAL}
            )
            self._tell(ASKED, "", words.press_now("C"))
        press = await self._awaited("C") if opener is not None else None
        if press is None:
            for bet in ("on ephemerals", "files"):
                self._note_reply(bet, None, words.NO_PRESS)
            return
        await self._answer_press(press, 7, _layout("2"))
        self._note_reply("on ephemerals", await self._original(press, "3"))
        assert opener is not None
        gallery = {"type": 12, "items": [{"media": {"url": "attachment://rehearsal.png"}}]}
        body = {
            "flags": V2,
            "components": [gallery],
            "attachments": [{"id": "0", "filename": "rehearsal.png"}],
        }
        path = f"/webhooks/{self._application}/{opener.token}/messages/@original"
        self._note_reply("files", await self._wire.send_request("PATCH", path, body, file=PNG))

    async def _deferred(self) -> None:
        press = await self._pressed("D")
        if press is None:
            self._note_reply("deferred", None, words.NO_PRESS)
            return
        path = f"/webhooks/{self._application}/{press.token}/messages/@original"
        self._followed.append(path)
        await self._answer_press(press, 5, {"flags": EPHEMERAL})
        self._note_reply("deferred", await self._original(press, "1"))

    async def _form(self) -> None:
        """E opens a form with a box to be ticked, which the person may close."""
        press = await self._pressed("E")
        if press is None:
            self._note_reply("forms", None, words.NO_PRESS)
            return
        box = {"type": 22, "custom_id": "box", "options": [{"label": "1", "value": "1"}]}
        form = {
            "custom_id": f"{self._mark}form",
            "title": "1",
            "components": [{"type": 18, "label": "1", "component": box}],
        }
        self._note_reply("forms", await self._answer_press(press, 9, form))

    async def _direct(self, first: Press | None) -> None:
        if first is None:
            self._note_reply("direct messages", None, words.NO_PRESS)
            return
        opened = await self._wire.send_request("POST", "/users/@me/channels", {"recipient_id": first.user})
        channel = str(opened.body["id"]) if opened.is_right else ""
        press = await self._pressed("F", channel) if channel else None
        if press is None:
            refused = not channel or (channel not in {place for place, _ in self._made})
            self._note_reply("direct messages", None, words.NO_DIRECT_MESSAGES if refused else words.NO_PRESS)
            return
        await self._answer_press(press, 7, _layout("1"))
        self._note_reply("direct messages", await self._original(press, "2"))

    async def _mention(self, first: Press | None) -> None:
        """Of the owner of the server, whom the Discord of somebody else may not have loaded."""
        if first is None:
            self._note_reply("mentions", None, words.NO_PRESS)
            return
        guild = await self._wire.send_request("GET", f"/guilds/{self._guild}")
        owner = str(guild.body.get("owner_id") or "") if guild.is_right else ""
        if owner in ("", first.user):
            self._note_reply("mentions", None, words.OWN_SERVER)
            return
        shown = _layout(f"<@{owner}>", self._test_button("G"), self._test_button("H"))
        if not (await self._post(shown)).is_right:
            self._note_reply("mentions", None, words.NO_PRESS)
            return
        self._tell(ASKED, "", words.READ_MENTION)
        press = await self._awaited("G", "H")
        if press is None:
            self._note_reply("mentions", None, words.NO_PRESS)
            return
        await self._answer_press(press, 7, _layout("1"))
        reads = press.button == "G"
        self._record_finding(
            "mentions", words.HOLDS if reads else words.failed("mentions", words.NUMBER_READ)
        )

    # ------------------------------------------------------------------ calls

    def _test_button(self, letter: str) -> dict[str, Any]:
        return {"type": 2, "style": 1, "label": letter, "custom_id": f"{self._mark}{letter}"}

    async def _post(self, body: Mapping[str, Any], channel: str = "") -> Reply:
        return await run_to_end(self._posted(body, channel))  # else nobody would know of it

    async def _posted(self, body: Mapping[str, Any], channel: str) -> Reply:
        where = channel or self._channel
        reply = await self._wire.send_request(
            "POST", f"/channels/{where}/messages", body, kind="new messages"
        )
        if reply.is_right and (where, str(reply.body["id"])) not in self._made:
            self._made.append((where, str(reply.body["id"])))
        return reply

    async def _pressed(self, letter: str, channel: str = "") -> Press | None:
        """Posts a button and waits for somebody to press it."""
        if not (await self._post(_layout(letter, self._test_button(letter)), channel)).is_right:
            return None
        self._tell(ASKED, "", words.press_now(letter, direct=bool(channel)))
        return await self._awaited(letter)

    async def _awaited(self, *letters: str) -> Press | None:
        self._far.begin_wait(words.waiting_for(" or ".join(letters)), self._pace.press)
        try:
            async with asyncio.timeout(self._pace.press):
                while True:
                    press = await self._presses.get()
                    if press.button in letters:
                        return press
        except TimeoutError:
            return None

    async def _answer_press(self, press: Press, kind: int, data: Mapping[str, Any]) -> Reply:
        path = f"/interactions/{press.interaction}/{press.token}/callback"
        return await self._wire.send_request("POST", path, {"type": kind, "data": data})

    async def _original(self, press: Press, text: str) -> Reply:
        return await self._edit(press, "@original", text)

    async def _edit(self, press: Press, message: str, text: str, *, once: bool = False) -> Reply:
        path = f"/webhooks/{self._application}/{press.token}/messages/{message}"
        return await self._wire.send_request("PATCH", path, _layout(text), kind="edits by token", once=once)

    async def _follow_up(self, press: Press) -> Reply:
        return await run_to_end(self._followed_up(press))

    async def _followed_up(self, press: Press) -> Reply:
        path = f"/webhooks/{self._application}/{press.token}"
        body = _layout("1") | {"flags": V2 | EPHEMERAL}
        reply = await self._wire.send_request("POST", path, body, kind="follow-ups")
        if reply.is_right:
            self._followed.append(f"{path}/messages/{reply.body['id']}")
        return reply

    async def _take_away(self) -> None:
        """What cannot be taken away is told of."""
        steps = [self._delete_thread] if self._thread else []
        steps += [self._drop_commands] if self._registered else []
        for step in steps:
            with suppress(Unreachable):
                await step()
        with suppress(Unreachable):
            await self._delete_messages()
            return
        self.left.append(words.UNREACHED_AT_END)

    async def _delete_messages(self) -> None:
        """Raises Unreachable."""
        for path in dict.fromkeys(self._followed):
            await self._wire.send_request("DELETE", path)
        for channel, message in self._made:
            if not (
                await self._wire.send_request("DELETE", f"/channels/{channel}/messages/{message}")
            ).is_right:
                self.left.append(words.MESSAGE_LEFT)


class CannotRehearse(Exception):
    """Nothing can be tried; the argument is a sentence for the host."""


def _layout(text: str, *buttons: Mapping[str, Any]) -> dict[str, Any]:
    parts: list[Mapping[str, Any]] = [{"type": 10, "content": text}]
    if buttons:
        parts.append({"type": 1, "components": list(buttons)})
    return {"flags": V2, "components": parts, "allowed_mentions": {"parse": []}}


def _says(listed: Any, sent: Mapping[str, Any]) -> bool:
    """Whether a list of commands holds the one that was sent, in the same words."""
    return any(all(one.get(key) == value for key, value in sent.items()) for one in listed)


# ---------------------------------------------------------------------- the command


@dataclass
class Report:
    """What is told line by line, and kept. On a terminal it is told with marks."""

    lines: list[str] = field(default_factory=list)
    glance: Glance = field(default_factory=Glance)

    def tell(self, mark: Mark, label: str, told: str) -> None:
        self.lines.append(label + told)
        self.glance.row(mark, label, told)

    def tell_end(self, told: Mapping[str, words.Found]) -> None:
        """What holds and what does not."""
        plain = words.findings_table(told)
        self.lines += [*plain, words.summed_up(told)]
        self.glance.print_table(
            plain,
            [
                (MARKS[found.verdict], found.verdict.value, words.BETS[bet][0], words.more(found))
                for bet, found in told.items()
            ],
        )
        fails = any(found.verdict is words.Verdict.FAILS for found in told.values())
        self.glance.print_sum(NOTE if fails else GOOD, words.summed_up(told))


@asynccontextmanager
async def rehearsed(
    token: str,
    api: str | None,
    gateway: str | None,
    channel: int,
    old: int | None,
    tell: Tell,
    pace: Pace | None = None,
    far: HowFar | None = None,
) -> AsyncIterator[Rehearsal]:
    """A rehearsal that has been run. Raises Unreachable, CannotRehearse."""
    async with Wire.open(token, api) as wire:
        message = str(old) if old else None
        one = Rehearsal(wire, str(channel), message, tell, pace or Pace(), far or HowFar())
        begun = time.monotonic()
        try:
            await one.rehearse(gateway)
        finally:
            for what in one.left:
                tell(NOTE, "", words.time_left(what))
        for kind, told in wire.limits.items():
            tell(QUIET, "", words.limits(kind, told))
        tell(QUIET, "", words.rehearsal_ended((time.monotonic() - begun) / 60, wire.calls))
        yield one


async def _runs_beside(database: DatabaseAddress) -> bool:
    """Whether a bot uses this database now, as far as this machine can tell."""
    try:
        async with Store.open(database, as_it_is=True) as store:
            return await store.is_served()
    except DatabaseInUse:
        return True
    except StorageError:  # a rehearsal needs none
        return False


def _check_place(report: Path) -> None:
    """Raises OSError if no report can be written there. What lies there stays."""
    was_there = report.exists()
    with report.open("a", encoding="utf-8"):
        pass
    if not was_there:
        report.unlink()


def main(environment: Mapping[str, str], dotenv: Path, channel: int, old: int | None, path: Path) -> int:
    """The exit status: 0 if everything was tried, whatever was found, 2 if nothing could be."""
    try:
        settings = load_settings(environment, dotenv)
        _check_place(path)
    except BadSetting as wrong:
        return _refuse(cannot_start(wrong))
    except OSError as fault:
        return _refuse(words.report_not_written(path, reason_of(fault)))
    report = Report()

    async def run_through() -> None:
        if await _runs_beside(settings.database):
            raise CannotRehearse(words.RUNS_BESIDE)
        report.tell(NOTE, "", words.STOP_FIRST)
        reached = (settings.token.reveal(), settings.api, settings.gateway)
        with Progress(sys.stdout if can_draw(sys.stdout) else sys.stderr) as far:
            async with rehearsed(*reached, channel, old, report.tell, far=far) as one:
                pass
        report.tell_end(one.told)

    try:
        run_unless_stopped(run_through())
    except Unreachable as fault:
        return _refuse(hosting.discord_unreachable(fault.reason))
    except CannotRehearse as fault:
        return _refuse(str(fault))
    finally:
        not_kept = _write_report(report, path)
    if not_kept:
        return _refuse(not_kept)
    report.glance.row(QUIET, "", words.report_written(path))
    return 0


def _write_report(report: Report, path: Path) -> str:
    """Why it could not be written, in a sentence; empty if it was, or there is nothing to be written."""
    if len(report.lines) > 1:
        try:
            path.write_text("\n".join(report.lines) + "\n", "utf-8")
        except OSError as fault:
            return words.report_not_written(path, reason_of(fault))
    return ""


def _refuse(sentence: str) -> int:
    print_result(FAULT, sentence)
    return 2

"""The faults to plant in the bot, of all kinds, each under what it does. ``tests.trials.simulation.planted``
sees how soon each is found.

None knows how the bot is written, but what its functions, methods and constants are called and given: what is
called otherwise one day is named by ``misfits``.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import sys
from datetime import datetime
from itertools import count
from typing import Any, Final

import discord

from bot import app
from bot.client import gateway
from bot.clocks import DiscordClock
from bot.discord_api import rest
from bot.discord_api.faults import TryLater
from bot.discord_api.rest import Rejected, Rest, Unreachable
from bot.messages import sending, tokens
from bot.messages.boards import Boards
from bot.messages.outbox import Outbox
from bot.messages.sending import Sending
from bot.messages.tokens import Tokens
from bot.streams import open_stream
from bot.streams.open_stream import Idempotency, OpenStream
from bot.streams.service import Streams
from bot.tables import contests, replay, service
from bot.tables.contests import hands_seed
from bot.tables.open_table import OpenTable
from bot.tables.robots import Hints
from bot.tables.service import Tables
from rules.deal.play import Playing
from rules.errors import Refusal
from rules.frozen import replace
from rules.seats import ROUND, Person
from rules.table import seen as filling_in
from rules.table.requests import TakeBack
from rules.view import FacedHand
from tests.trials.simulation.faults_of_storage import OF_STORAGE
from tests.trials.stage.seams import Function, Seam, constant, nothing
from web import pages

TRIES: Final = count()


def drawn_for_another(draw: Function) -> Function:
    def drawing_for(drawing: Any, table: OpenTable, user: Any, *given: Any) -> Any:
        others = [one for one in table.people.values() if one != user]
        return draw(drawing, table, others[0], *given)

    return drawing_for


def stored_later(append: Function) -> Function:
    async def soon(self: Any, new: Any) -> int:
        self.later = asyncio.ensure_future(append(self, new))
        version: int = new.expected + len(new.events)
        return version

    return soon


def logged(append: Function) -> Function:
    async def telling(self: Any, new: Any) -> Any:
        version = await append(self, new)
        logging.getLogger("bot").info("%s", [str(getattr(one, "card", "")) for one in new.events])
        return version

    return telling


def not_tried_later(fail: Function) -> Function:
    def failing(*given: Any, **named: Any) -> None:
        if not isinstance(sys.exception(), TryLater):
            fail(*given, **named)

    return failing


def edited_once(edit: Function) -> Function:
    async def editing(self: Any, board: Any, state: Any, version: int, screen: Any, grip: Any) -> None:
        if state.digest:
            self._note_shown(board, state, version, screen)
        else:
            await edit(self, board, state, version, screen, grip)

    return editing


def done_unanswered(call: Function) -> Function:
    async def calling(self: Any, *given: Any, **named: Any) -> bytes:
        try:
            return bytes(await call(self, *given, **named))
        except Unreachable:
            if self.is_closed:
                raise
            return b"{}"

    return calling


def cut_off(call: Function) -> Function:
    async def calling(*given: Any, **named: Any) -> Any:
        try:
            return await call(*given, **named)
        except Unreachable as unreachable:
            why = unreachable.__context__
            raise unreachable if why is None or isinstance(why, TimeoutError) else why from None

    return calling


def taken_though_refused(call: Function) -> Function:
    async def calling(*given: Any, **named: Any) -> Any:
        try:
            return await call(*given, **named)
        except Rejected as rejected:
            if rejected.status >= 600:
                raise
            return b"{}"

    return calling


def all_laid_open(seen: Function) -> Function:
    def seeing(table: Any, viewer: Any, *known: Any, **late: Any) -> Any:
        view = seen(table, viewer, *known, **late)
        if view.deal is None or view.deal.playing:
            return view
        deal = table.deal
        hands = tuple(FacedHand(seat, deal.held.of(seat), deal.left(seat)) for seat in ROUND)
        return replace(view, deal=replace(view.deal, faced=hands))

    return seeing


def anothers_panel(owner: Function) -> Function:
    def mistaken(self: Any, slot: Any) -> Any:
        if owner(self, slot) is None:
            return None
        alias = Person(slot.owner.partition(":")[0])
        return [*self.people.values()][-1 - [*self.people].index(alias)]

    return mistaken


def snapshot_before(snapshot: Function) -> Function:
    def taken(table: Any, after: Any, events: Any) -> Any:
        right = snapshot(table, after, events)
        return right and replay.snapshot_of(table.state, right.version)

    return taken


def not_noted(note: Function) -> Function:
    def noting(self: Any, state: Any) -> None:
        changed = set(self._changed)
        note(self, state)
        self._changed &= changed

    return noting


def kept_later(_: Function) -> Function:
    async def keeping(self: Any, state: Any) -> None:
        self.note_slot(state)

    return keeping


def not_uncertain(post: Function) -> Function:
    async def posting(self: Any, board: Any, state: Any, *given: Any) -> None:
        self._outbox.uncertain.discard(state.key)
        await post(self, board, state, *given)

    return posting


def trusting(find_due: Function) -> Function:
    async def finding(self: Any) -> None:
        uncertain = set(self._outbox.uncertain)
        await find_due(self)
        self._outbox.uncertain &= uncertain

    return finding


def drawn_then(send: Function) -> Function:
    """The version is read after the draw."""

    async def sending_newest(self: Any, board: Any, state: Any, _: int, *given: Any) -> None:
        await send(self, board, state, board.stream.version, *given)

    return sending_newest


def first_stream(refuse: Function) -> Function:
    async def answering(self: Any, *given: Any) -> Any:
        try:
            return await refuse(self, *given)
        except Refusal:
            return next(iter(self._open))

    return answering


def young_for_old(done_before: Function) -> Function:
    async def mistaken(self: Any, key: Any) -> Any:
        oldest = self._now() - open_stream.TOO_OLD
        return await done_before(self, key and replace(key, at=2 * oldest - key.at))

    return mistaken


def tried_once(launch: Function) -> Function:
    async def launching(self: Any, at: Any, shard_id: int, **named: Any) -> None:
        try:
            await launch(self, at, shard_id, **named)
        finally:
            self._launching.discard(shard_id)

    return launching


def joined_late(delay: Function) -> Function:
    def long(self: Any) -> float:
        unreached = self._shard.ws is self._seen
        return 1024.0 if unreached else float(delay(self))

    return long


def not_held(after: Function) -> Function:
    """The card is taken from the hand that led."""

    def played(self: Any, card: Any) -> Any:
        left, player = [*self.left], (self.leader.index + len(self.laid)) & 3
        left[self.leader.index] ^= card.bit
        state = after(self, card)
        assert state.left[player] == self.left[player] ^ card.bit
        return state._replace(left=tuple(left))

    return played


def looked_for_here(channel: Function) -> Function:
    def mistaken(self: Any, board: Any, state: Any) -> Any:
        moved = state.message is not None and not state.key.slot.kind.rings
        return board.channel if moved else channel(self, board, state)

    return mistaken


def without_key(act: Function) -> Function:
    async def acting(self: Any, table: Any, who: Any, request: Any, **named: Any) -> Any:
        if isinstance(request, TakeBack):
            named["key"] = None
        return await act(self, table, who, request, **named)

    return acting


def hint_of_another(think: Function) -> Function:
    async def thinking(self: Any, table: Any, user: Any, view: Any) -> Any:
        deal = table.state.deal
        if view.viewer is not None and deal is not None and deal.playing is not None:
            strong = any(one.rank == 14 for one in deal.left(view.viewer.left))
            view = replace(view, options=view.options[:1]) if strong else view
        return await think(self, table, user, view)

    return thinking


def row_gone_first(take_back: Function) -> Function:
    async def taking(self: Any, state: Any, screen: Any, version: int) -> Any:
        if screen is None:
            self._outbox.retire(state.key)
        return await take_back(self, state, screen, version)

    return taking


def dealt_otherwise(open_alone: Function) -> Function:
    async def opening(*given: Any, attempt: Any = None, seed: Any = None, **named: Any) -> Any:
        if attempt is not None and attempt.user % 2:
            seed = seed[::-1]
        return await open_alone(*given, attempt=attempt, seed=seed, **named)

    return opening


def others_points(came_to: Function) -> Function:
    def mistaken(state: Any) -> Any:
        points, line = came_to(state)
        return -points, line

    return mistaken


FAULTS: Final[dict[str, Seam]] = OF_STORAGE | {
    "a press is answered before it is stored": Seam(Streams, "_append", stored_later),
    "nobody is told of what was stored": Seam(Streams, "_notify", nothing),
    "each try to post has a nonce of its own": Seam(
        sending, "nonce", lambda nonce: lambda state: f"{nonce(state)[:16]}{next(TRIES):08}"
    ),
    "a message that is gone is not posted again": Seam(
        Sending, "_to_repost", constant(lambda self, state: self._outbox.state(state.key))
    ),
    "a call that failed is tried again at once": Seam(Sending, "_fail", not_tried_later),
    "a message is taken for one that shows the same": Seam(Sending, "_edit", edited_once),
    "an older state is noted as the newest": Seam(Sending, "_edit", drawn_then),
    "the screens do not go on after a start": Seam(
        app.Biritch, "_wakes", lambda wakes: lambda self: [one for one in wakes(self) if one[0] != "screens"]
    ),
    "the tables do not go on after a start": Seam(
        app.Biritch, "_wakes", lambda wakes: lambda self: [one for one in wakes(self) if one[0] != "tables"]
    ),
    "a call without an answer counts as done": Seam(Rest, "call", done_unanswered),
    "a connection that is cut is no fault to try again": Seam(Rest, "call", cut_off),
    "a call may take for ever": Seam(rest, "TIME_OUT", constant(100_000.0)),
    "a press of half a second ago is too old": Seam(open_stream, "TOO_OLD", constant(0.05)),
    "tokens are used after their end": Seam(tokens, "LIFE", constant(150 * 60.0)),
    "the clock is a minute and a half fast": Seam(
        DiscordClock, "now", lambda now: lambda self: now(self) + 90.0 * self.has_been_told
    ),
    "what could not be noted is forgotten": Seam(Outbox, "_give_back", nothing),
    # What is shown to whom.
    "all hands lie open until the first card": Seam(filling_in, "seen", all_laid_open),
    "dummy lies open before the lead": Seam(
        Playing, "faced", constant(lambda self: tuple(dummy.seat for dummy in self.terms.dummies))
    ),
    "a panel shows the hand of the partner": Seam(
        OpenTable, "seen_from", lambda seen: lambda self, seat: seen(self, seat.partner if seat else None)
    ),
    "a panel is sent to another of the table": Seam(OpenStream, "owner", anothers_panel),
    "a line of the log names the card": Seam(Streams, "_append", logged),
    # Snapshots, counts and the log.
    "a snapshot is taken before the events": Seam(service, "_snapshot", snapshot_before),
    # The outbox.
    "what is shown is never noted": Seam(Outbox, "note_slot", not_noted),
    "the id of a message is noted some time": Seam(Outbox, "keep_slot", kept_later),
    "an edit is not noted": Seam(Sending, "_note_shown", nothing),
    "a message found by its nonce is taken for the newest": Seam(Sending, "_post", not_uncertain),
    "a start trusts what was on its way": Seam(Boards, "find_due", trusting),
    "what an act wants shown is not asked for": Seam(OpenStream, "note_wanted", nothing),
    # Retries and tokens.
    "what has failed once is never tried again": Seam(
        Sending,
        "_rest_of",
        lambda rest_of: lambda self, state: 3600.0 if state.not_before else rest_of(self, state),
    ),
    "a refusal of Discord's counts as done": Seam(Rest, "call", taken_though_refused),
    "what has failed is tried again in an hour": Seam(
        sending, "BACK_OFF", lambda waits: (3600.0, *waits[1:])
    ),
    "a token that is dead is used again": Seam(Tokens, "drop_token", nothing),
    # What is acknowledged, and when.
    "a refusal is answered as if it were done": Seam(Streams, "_done_or_refused", first_stream),
    "young presses are taken for old ones": Seam(Idempotency, "done_before", young_for_old),
    "a gateway that cannot be reached is tried once": Seam(
        discord.AutoShardedClient, "launch_shard", tried_once
    ),
    "a gateway that comes back is joined much later": Seam(gateway.Backoff, "delay", joined_late),
    "a card that was not held may be played": Seam(Playing, "after", not_held),
    "a hand is looked for in the channel of the table": Seam(Sending, "_channel", looked_for_here),
    # What people do alone, and by the day.
    "a typed take-back has no idempotency key": Seam(Tables, "act", without_key),
    "a day begins as the host's zone has it": Seam(
        contests,
        "day_of",
        constant(lambda moment: datetime.fromtimestamp(moment).date()),  # noqa: DTZ006
    ),
    "the robots' key follows from the seed of the hands": Seam(
        contests,
        "robots_seed",
        constant(lambda contest: hmac.digest(hands_seed(contest), b"biritch-1|robots", "sha256")),
    ),
    "a hint depends on a card of the next hand": Seam(Hints, "_think_hint", hint_of_another),
    "an alert's row is gone before its message": Seam(Sending, "_take_back_unless", row_gone_first),
    "one date that contradicts sets the clock": Seam(
        DiscordClock, "_is_confirmed", constant(lambda *_: True)
    ),
    "two plays of a deal are dealt otherwise": Seam(Tables, "open_alone", dealt_otherwise),
    "the points of a play are those of the other side": Seam(replay, "came_to", others_points),
    # Pages.
    "a page is drawn for another of the table": Seam(pages, "draw_page", drawn_for_another),
    "a press on a page has no idempotency key": Seam(
        pages,
        "answer_act",
        lambda answer: (
            lambda bot, user, press, given, key, looking: answer(
                bot, user, press, given, replace(key, id=f"page::{next(TRIES)}"), looking
            )
        ),
    ),
}
"""Each under what it does."""

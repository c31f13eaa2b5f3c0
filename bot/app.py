"""The client: what Discord's gateway tells, and whom; and how the bot begins and ends."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from importlib import import_module
from types import ModuleType
from typing import Final

import aiohttp
import discord
from discord import app_commands
from discord.ext.commands import Cog

from bot.client.asking import NoAnswer, asking_library
from bot.client.events import EventReader
from bot.client.gateway import Reconnecting, gateway_at
from bot.clocks import LONGEST_WAIT, DiscordClock, between_starts, cancelled, pauses
from bot.discord_api import commands
from bot.discord_api.commands import CommandWords
from bot.discord_api.faults import UnreadableAnswer, reading_answers
from bot.discord_api.rest import HttpWire, Wire, dates_for
from bot.host.metrics import Answers, Measures
from bot.messages.outbox import NOTE_AFTER
from bot.parts import Parts
from bot.settings import Settings, unreadable_folder
from bot.streams.fair_deal import ChanceSource
from bot.supervisor import SUPERVISOR
from screens.deck import LETTERS, Deck
from screens.words.hosting import HOST_SERVER_CLOSED, STARTED_OFTEN
from screens.words.languages import speak
from storage.ports.patience import CURRENT_PATIENCE, Patience
from storage.ports.records import TableId, UserId
from storage.ports.storage import EVERY, StorageError
from storage.store import Store

log = logging.getLogger(__name__)

OFFER_WITHIN: Final = 2.0
"""Seconds for which the storage is waited for while somebody types a command."""
LAST_ANSWERS: Final = 2.5
"""Seconds that a stop waits for answers under way; Discord would give them three."""

COGS: Final = (
    "cogs.errors",
    "cogs.tables",
    "cogs.learn",
    "cogs.play",
    "cogs.penalties",
    "cogs.reference",
    "cogs.score",
    "cogs.evening",
    "cogs.analyse",
    "cogs.after",
    "cogs.standings",
    "cogs.choices",
    "cogs.contests",
    "cogs.challenges",
    "cogs.admin",
    "cogs.presses",
    "cogs.registry",  # once all commands are there
)

DOOR: Final = "web.door"
"""The page of a table: a door beside Discord's, which the host may open."""

LET_GO_EVERY: Final = 300.0
"""Seconds between two looks for what nobody uses."""

TYPED: Final = discord.AppCommandType.chat_input.value
HOSTS_COMMAND: Final = "admin"
"""It asks itself whether somebody is the host."""
OURS: Final = (TYPED, discord.AppCommandType.user.value)
"""The types of our commands: those under ``/``, and the one on a person."""


class Commands(app_commands.CommandTree["Biritch"]):
    """The slash commands. ``cogs.errors`` answers what is refused here."""

    async def interaction_check(self, interaction: discord.Interaction[Biritch]) -> bool:
        services, guild = interaction.client.services, interaction.guild_id
        data: Mapping[str, object] = interaction.data or {}
        hosts = guild == interaction.client.host_server and data.get("name") == HOSTS_COMMAND
        blocked = services.blocks.is_blocked(UserId(interaction.user.id), guild)
        if interaction.client.stopping or (blocked and not hosts):  # a host takes a block back there
            raise app_commands.CheckFailure
        if data.get("type", TYPED) not in OURS:  # the library does not know all others
            raise app_commands.CommandNotFound(str(data.get("name")), [])
        if interaction.type is discord.InteractionType.autocomplete:  # ``cogs.errors`` does it for commands
            CURRENT_PATIENCE.set(Patience(OFFER_WITHIN))
            readers = services.readers
            speak(await readers.asker(UserId(interaction.user.id), interaction.locale.value))
        return True

    async def _call(self, interaction: discord.Interaction[Biritch]) -> None:
        """The library only logs what fails while somebody types: where the storage is away they are offered
        nothing."""
        await super()._call(interaction)
        patience = CURRENT_PATIENCE.get()
        typing = interaction.type is discord.InteractionType.autocomplete
        if typing and patience is not None and patience.is_over and not interaction.response.is_done():
            with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
                await interaction.response.autocomplete([])


class Biritch(Reconnecting):
    """The bot. It listens to interactions, and to where messages are written; nothing in it is keyed to a
    shard."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        chance: ChanceSource | None = None,
        host_clock: Callable[[], float] = time.time,
        wire: Wire | None = None,
        note_after: float = NOTE_AFTER,
    ) -> None:
        self.discord_clock, self.measures = DiscordClock(host_clock), Measures()
        self.now = self.discord_clock.now
        self._answers = Answers(self.measures)
        shards = settings.served
        # A bot, and no mere client, for its cogs; it reads no commands from messages. People and messages are
        # not kept in memory: an interaction brings whom and what it is about.
        super().__init__(
            shard_ids=None if shards == EVERY else shards.ids,  # type: ignore[arg-type]  # it may be None
            shard_count=None if shards == EVERY else shards.count,
            command_prefix=(),
            tree_cls=Commands,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),  # of messages only that there are some
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            http_trace=self._answers.watch(dates_for(self.discord_clock)),
        )
        self.events = EventReader(
            self._connection, self.measures.skipped, unreadable_folder(settings.database)
        )
        self._settings = settings
        self.double_tap = settings.double_tap
        self.details_days = settings.details_days
        self.host_server = settings.host_server
        self.stopping = False
        self.command_ids: Mapping[str, int] = {}  # by the name of each, once Discord has told them
        self._set_up = False
        self._lost: set[int] = set()  # the shards that are not connected any more
        self._woken = False
        self._background: list[asyncio.Task[None]] = []  # what a start has to do once
        self._lasting: list[asyncio.Task[None]] = []
        self._answering = 0
        self._closing: asyncio.Task[None] | None = None
        self._to_close = AsyncExitStack()
        self.services = Parts(
            self,
            settings,
            store,
            chance or ChanceSource(),
            # Where the library sends its own calls, which ``bot.serving`` may have put elsewhere.
            wire or HttpWire(discord.http.Route.BASE),
            self.discord_clock,
            self.measures,
            self._answers,
            note_after,
            self._to_close,
        )
        self.refused = self.services.refused
        self._measure()

    def _measure(self) -> None:
        """Says what the endpoint tells beside what is counted."""
        measures, workers, scheduler = self.measures, self.services.workers, self.services.scheduler
        tables, sheets, evenings = self.services.tables, self.services.sheets, self.services.evenings
        measures.counters["biritch_frames_coalesced_total"] = lambda: scheduler.coalesced
        measures.gauges |= {
            "biritch_open_tables": lambda: len(tables.places),
            "biritch_open_sheets": lambda: len(sheets.places),
            "biritch_open_evenings": lambda: len(evenings.places),
            "biritch_damaged_tables": lambda: len(self.damaged),
            "biritch_unreadable_servers": lambda: len(self.events.unreadable_servers),
            "biritch_robot_tasks": lambda: workers.tasks if workers is not None else 0,
            "biritch_calls_waiting": lambda: scheduler.backlog,
            "biritch_gateway_connected": lambda: self.gateway_connected,
            "biritch_servers": lambda: len(self.guilds),
        }

    @property
    def calls_waiting(self) -> int:
        """Calls to Discord that wait for a limit."""
        return int(self.measures.gauges["biritch_calls_waiting"]())

    @property
    def gateway_connected(self) -> bool:
        """Whether every shard is."""
        return self.is_ready() and not self._lost and not self.stopping

    @property
    def commands_known(self) -> bool:
        """Whether Discord has been told of the commands."""
        return bool(self.command_ids)

    @property
    def shut_out(self) -> bool:
        """Whether what stands before Discord takes no calls of this machine but answers."""
        return self.services.rest.is_shut_out

    @property
    def damaged(self) -> frozenset[TableId]:
        """The tables, score sheets and evenings that cannot be read, as far as anybody has tried."""
        services = self.services
        aside = (one.set_aside for one in (services.tables, services.sheets, services.evenings))
        return frozenset().union(services.troubles.damaged, *aside)

    @property
    def flaw(self) -> str | None:
        """What is wrong with the pages of the database file, as far as they have been read."""
        return self.services.troubles.flaw

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """To measure how long answers take. The doors in ``cogs`` answer: commands by the library's tree, and
        presses by a listener instead of the library's views (``cogs.presses`` says why)."""
        self._answers.came[interaction.id] = asyncio.get_running_loop().time()

    @property
    def deck(self) -> Deck:
        """What the cards look like: letters until their emoji are there."""
        emoji = self.services.card_emoji
        return emoji.deck if emoji is not None else LETTERS

    async def login(self, token: str) -> None:
        """Reads where the open tables stand while Discord tells who the bot is; ``setup_hook``, the place for
        it, comes only afterwards. A table is loaded when somebody needs it."""
        finding = asyncio.create_task(self._find(), name="finding")  # short-lived: it is waited for here
        try:
            with reading_answers():
                await super().login(token)
            await finding
        except UnreadableAnswer as fault:
            if self.application_id is not None and fault.__cause__ is not None:  # a mistake in ``setup_hook``
                raise fault.__cause__ from None
            raise
        finally:
            finding.cancel()
        if self.services.leases is None:  # a hand may be looked at: that need not wait for the gateway
            self._background.append(
                SUPERVISOR.run_until_done("hands", self.services.posting.copies.update_found)
            )

    async def _find(self) -> None:
        services = self.services
        if services.leases is not None:
            await services.leases.attend()
        await services.uptime.load_periods()
        await services.blocks.load_blocks()
        for part in (services.tables, services.sheets, services.evenings):
            await part.find()
        if services.leases is None:
            await services.posting.find_due()

    async def setup_hook(self) -> None:
        """Before the gateway is opened: the doors."""
        await self.services.rest.open(self.http.token or "", self.application_id or 0)
        self._lasting.append(SUPERVISOR.run_until_done("emoji", self._upload_cards))
        await self.tree.set_translator(CommandWords())
        for name in COGS:
            await self._add_cogs(import_module(name))
        if self._settings.page is not None:
            door = await self._to_close.enter_async_context(
                import_module(DOOR).open_door(self, self._settings)
            )
            self._lasting.append(SUPERVISOR.run_for_ever("pages", door.look_after))
            self._lasting.append(SUPERVISOR.run_for_ever("page members", door.look_after_members))

    async def _add_cogs(self, module: ModuleType) -> None:
        """Adds the cogs of a module, unless it sets itself up. The library's own way would execute the module
        once more."""
        if hasattr(module, "setup"):
            await module.setup(self)
            return
        for one in vars(module).values():
            if isinstance(one, type) and issubclass(one, Cog) and one.__module__ == module.__name__:
                await self.add_cog(one(self))

    async def launch_shards(self) -> None:
        """Begins a session for each shard, later where very many have been begun today: the library goes on
        beginning them until Discord resets the token."""
        with reading_answers():
            shards, url, limits = await self.http.get_bot_gateway()
            self.gateway_told, total, left = gateway_at(url), limits["total"], limits["remaining"]
            wait = between_starts(total, left, limits["reset_after"] / 1000)
            if self.shard_count is None:
                self.shard_count = shards if shards > 0 else None
        if wait:
            log.warning(STARTED_OFTEN, total - left, total, wait)
            await asyncio.sleep(wait)
        await super().launch_shards()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Nobody can press anything before: a hand has its pictures from the first on. Discord lets a token
        begin a session only every few seconds, whichever process does it. The library would sleep for five
        seconds in each process by itself, so that several begin at the same moment: their turns are told by a
        row of the database that they share."""
        services = self.services
        if services.card_emoji is not None:
            await services.card_emoji.waited_for()
        pause = self._settings.identify_seconds
        if services.peers is not None:
            pause = await services.peers.identify_in(pause)
        elif initial:
            return
        await asyncio.sleep(pause)

    async def on_ready(self) -> None:
        if self.stopping:  # it was on its way while everything is closed
            return
        self._connected()
        self.services.adjourning.compare_places()
        log.info("ready")
        if not self._woken:  # it is told of each new session
            self._woken = True
            for kind, work in (
                ("uptime", self.services.uptime.store_periods),
                ("letting go", self._let_go),
                ("reminders", self.services.reminders.remind_when_due),
                ("seasons", self.services.season_ends.tell_when_due),
                ("orders", self.services.carrying.follow_orders),
                *([("faults", faults.tell_faults)] if (faults := self.services.faults_told).is_set else []),
            ):
                self._lasting.append(SUPERVISOR.run_for_ever(kind, work))
            for kind, wake in (("commands", self._tell_commands), *self._wakes()):
                self._background.append(SUPERVISOR.run_until_done(kind, wake))

    def _wakes(self) -> Sequence[tuple[str, Callable[[], Awaitable[None]]]]:
        """What wakes the parts of the bot once Discord can be reached. One of several processes wakes only
        the streams that it holds."""
        services = self.services
        if services.leases is not None:
            return [("leases", services.leases.start)]
        return [
            ("tables", services.tables.load_going_on),
            ("sheets", services.sheets.load_going_on),
            ("evenings", services.evenings.load_going_on),
            ("screens", services.boards.show_due),
        ]

    async def _let_go(self) -> None:
        """Drop, now and then, what nobody uses from memory, and from the database what is kept for a day."""
        while True:
            await asyncio.sleep(LET_GO_EVERY)
            for forget, what in (
                (self.services.privacy.resume_forgetting, "somebody is not forgotten to the end"),
                (self.services.contests.forget_marks, "marks of those who have played could not be deleted"),
            ):
                try:
                    await forget()
                except StorageError:
                    log.exception(what)
            for part in (self.services.tables, self.services.sheets):
                try:
                    part.let_go(self._may_go)
                except Exception:
                    log.exception("what nobody uses could not be let go of")

    def _may_go(self, stream_id: TableId) -> bool:
        services = self.services
        if services.robots.is_playing(stream_id) or services.robots_alone.is_playing(stream_id):
            return False
        if not services.posting.forget_messages(stream_id):
            return False
        if services.leases is not None:
            services.leases.stop_watching(stream_id)
        return True

    async def _upload_cards(self) -> None:
        if self.services.card_emoji is not None:
            await self.services.card_emoji.upload_missing()

    async def _tell_commands(self) -> None:
        """Bring Discord's list of our commands up to date; try until that succeeds."""
        for pause in pauses(LONGEST_WAIT):
            try:
                with asking_library():
                    self.command_ids = await commands.bring_up_to_date(self)
                    await self._tell_host_server()
            except (discord.HTTPException, NoAnswer) as fault:
                log.error("Discord could not be told of the commands: %s", fault)
                await asyncio.sleep(pause)
            else:
                return

    async def _tell_host_server(self) -> None:
        """The host's own server has the host's commands, and the one that was theirs before has none."""
        carrying = self.services.carrying
        before = await carrying.commands_stand_in()
        for guild in {before, self.host_server} - {0}:
            try:
                await commands.tell_host_server(self, guild)
            except (discord.Forbidden, discord.NotFound):
                if guild == self.host_server:
                    log.error(HOST_SERVER_CLOSED, guild)
        if before != self.host_server:
            await carrying.note_commands_in(self.host_server)

    async def on_resumed(self) -> None:
        self._connected()

    def _connected(self) -> None:
        """Time runs for people at the tables, and begins anew for those who are waited for."""
        self.services.uptime.connected()
        self.services.tables.connected()
        for wakeups in (self.services.clock.wakeups, self.services.alerts.wakeups):
            wakeups.once_heard()

    async def on_disconnect(self) -> None:
        await self.services.uptime.disconnected()

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self._lost.add(shard_id)
        if self._lost.issuperset(self.shards):
            for wakeups in (self.services.clock.wakeups, self.services.alerts.wakeups):
                wakeups.unheard()

    async def on_shard_ready(self, shard_id: int) -> None:
        self._lost.discard(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        self._lost.discard(shard_id)

    async def on_written(self, channel: int, message: int, author: int) -> None:
        """Chat may bury a table."""
        if self.user is not None and author != self.user.id:
            self.services.buried.message_written(channel, message)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.services.adjourning.place_gone(channel=channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self.services.adjourning.place_gone(channel=thread.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server, or the server deleted. An outage of it is another event."""
        await self.services.adjourning.place_gone(guild=guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.services.adjourning.compare_places(guild.id)
        self.services.posting.reopened(guild.id)
        await self.services.welcome.greet(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        if self.is_ready():  # else all are looked at once they are there
            self.services.adjourning.compare_places(guild.id)
        self.services.posting.reopened(guild.id)
        await self.services.welcome.greet(guild)  # if it came while the bot was away

    async def on_guild_channel_update(self, _: object, channel: discord.abc.GuildChannel) -> None:
        self._changed_in(channel.guild)  # its threads have the same permissions

    async def on_guild_role_update(self, _: object, role: discord.Role) -> None:
        self._changed_in(role.guild)

    async def on_member_update(self, _: object, member: discord.Member) -> None:
        """Of the bot itself only: it does not ask for the others."""
        self._changed_in(member.guild)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        self.services.posting.reopened(thread.guild_id, thread.thread_id)

    def _changed_in(self, guild: discord.Guild) -> None:
        """A channel or a permission has changed: what could not be shown there perhaps can."""
        self.services.adjourning.look_again(guild.id)
        self.services.steward.look_again(guild.id)
        self.services.posting.reopened(guild.id)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """While somebody is being answered, the bot does not stop."""
        self._answering += 1
        try:
            yield
        finally:
            self._answering -= 1

    async def _async_setup_hook(self) -> None:
        """The library makes here what its ``close`` takes for granted; a stop may come before."""
        await super()._async_setup_hook()
        self._set_up = True

    async def close(self) -> None:
        """Takes no more questions, ends those under way, and leaves; the rest is due at the next start. Each
        part is closed, whatever becomes of the others and of whoever asks for it."""
        self.stopping = True
        if self._closing is None:
            self._closing = asyncio.create_task(self._close_parts())  # short-lived: it is waited for
        await asyncio.wait([self._closing])  # whoever is cancelled here leaves it to the next who asks
        self._closing.result()

    async def _close_parts(self) -> None:
        until = asyncio.get_running_loop().time() + LAST_ANSWERS
        while self._answering and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.02)
        await cancelled((*self._background, *self._lasting))
        try:
            await self._to_close.aclose()
        finally:
            if self._set_up:  # else there is nothing to close, and the library would fail at it
                await super().close()

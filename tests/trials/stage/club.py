"""A club on a simulated Discord: the bot itself, in process, and people who type commands and press buttons.

What people see is read from Discord. Who sits where, and what is open to each, is read from the table
service.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult, ResponseMessage

from bot.app import Biritch
from bot.errors import SetAside
from bot.settings import Settings
from bot.streams.fair_deal import ChanceSource
from bot.tables.open_table import OpenTable
from playground.copying import copied
from robots.player import Strength
from rules.calls import (
    Action,
    Bid,
    CallHonours,
    Content,
    Declare,
    Discard,
    Double,
    Pass,
    Play,
    TakeStock,
    action_word,
    parse_call,
)
from rules.frozen import replace
from rules.seats import Person, Seat
from rules.table.decide import decide
from rules.table.requests import CutPack, Join, Request, Start
from rules.view import May, SeatView
from storage.ports.records import Place, TableId, UserId
from storage.store import Store
from tests.trials.stage.empty_database import made_ready
from tests.trials.stage.seen import Answer, Screen, buttons_of, text_of, walk
from tests.trials.stage.settling import NEVER
from tests.trials.stage.tables import Dice
from tests.trials.stage.virtual_time import does_databases
from tests.trials.stage.wire import LISTED, LONG, NOTE_AFTER, Ids, SimWire, Wall, settings

NAMES = ("anna", "boris", "clara", "david", "ivan")
BUTTON: dict[str, Any] = {"type": 2, "style": 2, "label": "…"}


def quick(bot: Biritch) -> None:
    """Robots of deals that are compared answer at once: a simulated Discord waits for all that goes on."""
    bot.services.contests.strength, bot.services.contests.field = Strength.EASY, (Strength.EASY,)


def spelt(path: str, options: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The command of such a path, and its options."""
    command, _, what = path.partition(" ")
    option = {"turn": "act", "deal": "show"}.get(command)
    return (command, {option: what, **options}) if option and what else (path, options)


class Club:
    """One server with two channels and five people; Ivan moderates and the others only play."""

    def __init__(
        self,
        env: simcord.Env,
        settings: Settings,
        chance: ChanceSource,
        wall: Wall,
        wire: SimWire,
        store: Store,
        open_store: AsyncExitStack,
    ) -> None:
        self.env, self._settings, self._chance, self._wall, self.wire = env, settings, chance, wall, wire
        self.store, self._open_store = store, open_store
        self.errors: list[str] = []
        """What the log says of errors. A test that means one takes it away."""
        self.stopped: list[Biritch] = []
        """The bots before this one."""
        self.guild = env.create_guild("Club")
        self.room = self.guild.create_text_channel("whist")
        self.parlour = self.guild.create_text_channel("parlour")
        moderators = self.guild.create_role(
            "moderators", permissions=discord.Permissions(manage_messages=True)
        )
        self.anna, self.boris, self.clara, self.david, self.ivan = (
            self.guild.add_member(env.create_user(name), roles=[moderators] if name == "ivan" else [])
            for name in NAMES
        )
        self.four = (self.anna, self.boris, self.clara, self.david)

    @property
    def bot(self) -> Biritch:
        assert isinstance(self.env.bot, Biritch)
        return self.env.bot

    async def close_store(self) -> None:
        """Makes every later read and write of the bot fail."""
        await self._open_store.aclose()

    async def restart(self) -> None:
        """Stops the bot and starts another on the same file."""
        self.stopped.append(self.bot)
        await self.close_store()
        self.store = await self._open_store.enter_async_context(
            Store.open(self._settings.database, self._wall)
        )
        bot = Biritch(self._settings, self.store, self._chance, self._wall, self.wire, NOTE_AFTER)
        quick(bot)
        with self.at_once():
            await self.env.restart_bot(bot)
        await self.env.settle()
        with self.inside():
            await asyncio.gather(*self.bot._background)  # it is ready before it has looked through everything
        here = self.bot.services.tables.stream_in(self.room.id)
        if here is not None:
            with suppress(SetAside):
                await self.looks_at(here)  # a start loads no table

    @contextmanager
    def inside(self) -> Iterator[None]:
        """What a test asks of the bot's services in here is the bot's own work: the simulated Discord knows
        of it, and the next act waits for it."""
        with self.env._bot_scope():
            yield

    async def acts(self, who: MemberActor | None, request: Request) -> None:
        """Does it at the table in the room by no press and no command, as the clock does it for nobody."""
        with self.inside():
            await self.bot.services.tables.act(
                self.table.id, UserId(who.id) if who is not None else None, request
            )
        await self.env.settle()

    async def looks_at(self, table: TableId) -> OpenTable:
        """Also one that nobody has used for so long that it was let go of memory."""
        with self.inside():
            return await self.bot.services.tables.get(table)

    async def this_moment(self) -> None:
        """Until the bot has done all that it can do while the time stands still."""
        await self.env.settle(timeout=0)

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """What people do in here they do before the bot has answered any of it."""
        calm = self.env._settle_internal

        async def hurry(**_: object) -> None:
            return None

        self.env._settle_internal = hurry  # type: ignore[method-assign]
        try:
            yield
        finally:
            self.env._settle_internal = calm  # type: ignore[method-assign]

    # What people do

    async def types(
        self, who: MemberActor, command: str, *, channel: ChannelHandle | None = None, **options: Any
    ) -> Answer:
        """Uses a slash command in a channel; ``turn claim`` is what is typed into ``/turn``, and ``deal
        last`` what is chosen of ``/deal``."""
        name, options = spelt(command, options)
        return self._answer(await who.slash(channel or self.room, name, **options))

    async def writes(self, who: MemberActor, command: str, **options: Any) -> Answer:
        """Uses a slash command in direct messages."""
        name, options = spelt(command, options)
        return self._answer(await who.user.slash(name, **options))

    async def leaves(self, who: MemberActor) -> Answer:
        """Types that they leave, and confirms it if they are asked."""
        answer = await self.types(who, "table leave")
        return await self.presses(who, answer, "leave") if "leave" in answer.verbs() else answer

    async def claims(self, who: MemberActor, tricks: int | None = None) -> Answer:
        """Claims so many tricks, or all that are left, and confirms it."""
        deal = self.table.view(None).deal
        assert deal is not None
        number = deal.tricks_left if tricks is None else tricks
        asked = await self.types(who, "turn", act=f"claim {number}")
        return await self.presses(who, asked, "claim", str(number))

    async def presses(self, who: MemberActor, seen: Screen, verb: str, what: str = "") -> Answer:
        """Presses the one enabled button with this verb."""
        return await self.presses_id(who, seen, seen.button(verb, what))

    async def looks(self, who: MemberActor, result: Screen, verb: str) -> Answer:
        """Presses this one of the buttons that stand behind **More**."""
        return await self.presses(who, await self.presses(who, result, "more"), verb)

    async def chooses(self, who: MemberActor, seen: Screen, *values: str) -> Answer:
        """Chooses from the one list of a message."""
        (list_id,) = self.lists(seen)
        return await self.chooses_of(who, seen, list_id, *values)

    async def chooses_of(self, who: MemberActor, seen: Screen, list_id: str, *values: Any) -> Answer:
        """Chooses from the list with this id."""
        actor = self._where(who, seen)
        return self._answer(await actor.select(seen.message, custom_id=list_id, values=list(values)))

    def lists(self, seen: Screen) -> list[str]:
        """The ids of the lists of a message."""
        return [str(one["custom_id"]) for one in walk(self.stored(seen).components) if one["type"] == 3]

    def stored(self, seen: Screen) -> Any:
        """What Discord keeps of a message as it now stands: its components and attachments."""
        return self.env.backend.get_message(seen.channel, seen.message.id)

    def _where(self, who: MemberActor, seen: Screen) -> Any:
        """Who acts: in direct messages people are users, and members nowhere else."""
        return who.user if seen.channel == who.user.dm_channel.id else who

    async def presses_id(self, who: MemberActor, seen: Screen, custom_id: str) -> Answer:
        return self._answer(await self._where(who, seen).click(seen.message, custom_id=custom_id))

    async def presses_late(self, who: MemberActor, seen: Screen, custom_id: str) -> Answer:
        """Presses a button that is not there: no longer, as a finger does that was faster than the last edit,
        or never."""
        stored = self.stored(seen)
        kept, late = stored.components, [{"type": 1, "components": [{**BUTTON, "custom_id": custom_id}]}]
        stored.components = late
        answer = await self.presses_id(who, seen, custom_id)
        if stored.components == late:
            stored.components = kept
        return answer

    @contextmanager
    def held_up(self) -> Iterator[list[dict[str, Any]]]:
        """What people press meanwhile does not reach the bot, but can be delivered to it later."""
        subscribers = self.env.backend.subscribers
        payloads: list[dict[str, Any]] = []
        kept, subscribers[:] = list(subscribers), [lambda _, payload, *__: payloads.append(payload)]
        yield payloads
        subscribers[:] = kept

    async def delivers(self, *payloads: dict[str, Any]) -> None:
        """Discord delivers what was held up, one after the other."""
        for payload in payloads:
            self.env.backend.emit("INTERACTION_CREATE", payload)
            await self.env.settle()

    async def loses_the_gateway(self) -> None:
        """The library tells the bot so; the simulated Discord knows no gateway."""
        await self._hears(("disconnect",), ("shard_disconnect", 0))

    async def finds_it_again(self) -> None:
        await self._hears(("resumed",), ("shard_resumed", 0))

    async def _hears(self, *events: tuple[Any, ...]) -> None:
        with self.inside():
            for event in events:
                self.bot.dispatch(*event)
        await self.env.settle()

    def _answer(self, result: InteractionResult) -> Answer:
        assert result.acknowledged, "an interaction was left without an answer"
        told = result.followups[-1] if result.followups else result.response
        assert told is not None or result.deferred or result._interaction.message_id is None
        if told is None:
            message = result._env.backend.get_message(
                result._interaction.channel_id,
                result._interaction.source_message_id,  # type: ignore[arg-type]
            )
            told = ResponseMessage(result._env, message)
        components = told.components
        return Answer(text_of(told.content, components), told.ephemeral, buttons_of(components), told, result)

    # What people see

    def seen(self, message: discord.Message | ResponseMessage) -> Screen:
        """A message as it now stands."""
        channel = message.channel_id if isinstance(message, ResponseMessage) else message.channel.id
        stored = self.env.backend.get_message(channel, message.id)
        return Screen(
            text_of(stored.content, stored.components),
            stored.is_ephemeral,
            buttons_of(stored.components),
            message,
        )

    def screen(self, channel: ChannelHandle | None = None) -> Screen:
        """The last message in a channel that everybody sees."""
        message = (channel or self.room).last_message
        assert message is not None
        return self.seen(message)

    def panel(self, who: MemberActor) -> Screen:
        """The last message in somebody's direct messages."""
        return self.screen(who.user.dm_channel)

    def messages(self) -> Iterator[Any]:
        """Every message there is, as Discord keeps it."""
        for messages in self.env.backend.messages.values():
            yield from messages.values()

    def everything_in_direct_messages(self) -> list[discord.Message]:
        return [message for who in self.everybody for message in who.user.dm_channel.history()]

    # What the table service knows

    @property
    def table(self) -> OpenTable:
        """The table in the room."""
        table_id = self.bot.services.tables.stream_in(self.room.id)
        assert table_id is not None
        return self.bot.services.tables._open[table_id]

    def closed(self, channel: ChannelHandle | None = None) -> bool:
        return self.bot.services.tables.stream_in((channel or self.room).id) is None

    def at(self, seat: Seat) -> MemberActor:
        """The person who sits there."""
        assert self.table.state.rubber is not None
        member = self.table.state.rubber.seats.of(seat)
        assert isinstance(member, Person)
        return next(one for one in self.everybody if one.id == self.table.people[member])

    def called(self, seat: Seat) -> str:
        """What a sentence to one person calls who sits there."""
        return f"<@{self.at(seat).id}>"

    def by_name(self, told: str) -> str:
        """A sentence of seats as people read it: with who sits there. Sides keep their names."""
        seats = "|".join(one.name.capitalize() for one in Seat)
        return re.sub(rf"(?<!–)\b({seats})\b(?!–)", lambda found: self.called(Seat[found[1].upper()]), told)

    def seat(self, who: MemberActor) -> Seat:
        seat = self.table.seat(UserId(who.id))
        assert seat is not None
        return seat

    def view(self, who: MemberActor) -> SeatView:
        return self.table.view(UserId(who.id))

    @property
    def everybody(self) -> tuple[MemberActor, ...]:
        return (*self.four, self.ivan)

    def plays(self, who: MemberActor) -> tuple[str, ...]:
        """The cards that somebody may play now."""
        return tuple(str(option.card) for option in self.view(who).options if isinstance(option, Play))

    @property
    def cards_played(self) -> int:
        """In the deal in progress."""
        assert self.table.state.deal is not None and self.table.state.deal.playing is not None
        return self.table.state.deal.playing.cards_played

    def to_act(self) -> MemberActor:
        """One of those who may call or play now."""
        return next(who for who in self.four if self.view(who).options)

    def to_act_next(self) -> MemberActor:
        """One of those who could act if no claim were waiting for answers."""
        assert self.table.state.deal is not None
        return self.at(next(iter(self.table.state.deal.may_act)))

    # Ways to a state of the table. All but the last act is done at the table service, quickly and without a
    # word to Discord; the last is typed, and brings to the screen what has come about.

    async def open(self) -> None:
        await self.types(self.anna, "table open")

    async def opens(self, game: str, options: Mapping[str, str]) -> OpenTable:
        """A table of this game in the room, opened by nobody, at which nobody sits."""
        with self.inside():
            return await self.bot.services.tables.open_table(
                Place(self.guild.id, self.room.id), game, options
            )

    async def seated(self, *people: MemberActor, game: str = "biritch", **options: str) -> None:
        """A table at which these people sit; all four if none is named."""
        *others, last = people or self.four
        async with self._quiet() as does:
            await self.opens(game, options)
            for who in others:
                await does(who, Join())
        await self.types(last, "table join")

    async def begun(self, *people: MemberActor) -> None:
        """A rubber, with a pack that waits to be cut."""
        await self.seated(*people)
        await self.types((people or self.four)[0], "table start")

    async def dealt(self, game: str = "biritch", **options: str) -> None:
        """Four people have their cards; nobody has called. At Biritch South, the dealer, is to declare."""
        async with self._quiet() as does:
            await self.opens(game, options)
            for who in self.four:
                await does(who, Join())
            await does(self.anna, Start())
        pack = self.table.state.pack
        assert pack is not None
        await self.types(self.at(pack.cutter), "turn", act="cut")

    async def declared(self, trumps: str = "H") -> None:
        """The adversaries may double."""
        await self.seated()
        async with self._quiet() as does:
            await does(self.anna, Start())
            await does(self.at(Seat.EAST), CutPack(26, ""))
        await self.types(self.at(Seat.SOUTH), "declare", trumps=trumps)

    async def playing(self, trumps: str = "H", *, cards: int = 0, **options: str) -> None:
        """West is to lead, or so many cards lie played."""
        await self.seated(**options)
        async with self._quiet() as does:
            await does(self.anna, Start())
            await does(self.at(Seat.EAST), CutPack(26, ""))
            await does(self.at(Seat.SOUTH), parse_call(f"declare:{trumps}"))
            await does(self.at(Seat.WEST), Content())
            if cards:
                await does(self.at(Seat.EAST), Content())
            for _ in range(cards - 1):
                who = self.to_act()
                await does(who, self.view(who).options[0])
        if cards:
            await self.plays_a_card()
        else:
            await self.types(self.at(Seat.EAST), "turn", act="content")

    async def renounced(self) -> None:
        """The first trick of biritch at a table where people can revoke, hearts: east, who could follow, has
        thrown off. A trick lies for longer than any test."""
        chosen = {"revoke_mode": "lawful", "quit_delay": "60"}
        async with self._quiet() as does:
            await self.opens("biritch", chosen)
            for who in self.four:
                await does(who, Join())
            await does(self.anna, Start())
            await does(self.at(Seat.EAST), CutPack(26, ""))
            await does(self.at(Seat.SOUTH), parse_call("declare:H"))
            for seat in (Seat.WEST, Seat.EAST):
                await does(self.at(seat), Content())
            for _ in range(3):
                await does(self.to_act(), self._of_first_trick())
        last = self._of_first_trick()
        await self.types(self.to_act(), "play", card=str(last.card))

    def _of_first_trick(self) -> Play:
        deal = self.table.state.deal
        assert deal is not None and deal.playing is not None
        plays = [one for one in self.view(self.to_act()).options if isinstance(one, Play)]
        led, easts = deal.playing.trick.led, deal.left(Seat.EAST)
        if led is None:
            return next(one for one in plays if easts.holds(one.card.suit))
        throws_off = deal.playing.hand_due is Seat.EAST
        return next((one for one in plays if (one.card.suit is not led) is throws_off), plays[0])

    @asynccontextmanager
    async def _quiet(self) -> AsyncIterator[Callable[[MemberActor, Request], Awaitable[object]]]:
        tables = self.bot.services.tables
        followers, tables.followers = tables.followers, []

        async def does(who: MemberActor, ask: Request) -> None:
            table_id = tables.stream_in(self.room.id)
            assert table_id is not None
            with self.inside():
                await tables.act(table_id, UserId(who.id), ask)

        yield does
        tables.followers = followers

    async def plays_a_card(self) -> tuple[MemberActor, str]:
        """The player whose turn it is plays the first card that is open."""
        who = self.to_act()
        card = self.plays(who)[0]
        await self.types(who, "play", card=card)
        return who, card

    async def does(self, who: MemberActor, action: Action) -> Answer:
        """Types what stands for a call or a card."""
        match action:
            case Play(card):
                return await self.types(who, "play", card=str(card))
            case Declare():
                return await self.types(who, "declare", trumps=action_word(action).partition(":")[2])
            case Pass():
                return await self.types(who, "pass")
            case Content():
                return await self.types(who, "turn", act="content")
            case Double():
                assert self.table.state.deal is not None
                settled = self.table.state.settled()
                assert settled is not None
                return await self.types(who, "contre" if settled.level == 0 else "surcontre")
            case Bid():
                return await self.types(who, "bid", bid=str(action))
            case TakeStock():
                return await self.types(who, "turn", act="ruff")
            case Discard(cards):
                return await self.types(who, "turn", act=f"discard {' '.join(map(str, cards))}")
            case CallHonours():
                return await self.types(who, "turn", act="honours")

    async def goes_on(self) -> None:
        """All who sit there have seen the result of the last deal."""
        for who in self.who_may(May.CUT):
            await self.types(who, "turn", act="next")

    async def plays_out_the_deal(self) -> None:
        """Everybody does the first thing that is open to them, and nobody doubles."""
        deal = self.table.state.deals
        while not self.closed() and self.table.state.last_number < deal:
            who = self.to_act()
            calm = [option for option in self.view(who).options if not isinstance(option, Double)]
            await self.does(who, calm[0])

    async def plays_out_the_deal_quietly(self) -> None:
        """All but the last act is done at the table service."""
        async with self._quiet() as does:
            while self.table.state.deal is None or not self._nearly_over():
                who = self.to_act()
                await does(who, self._calmly(who))
        await self.plays_a_card()

    async def plays_a_card_quietly(self) -> None:
        async with self._quiet() as does:
            who = self.to_act()
            await does(who, self._calmly(who))

    async def plays_out_the_rubber(self) -> None:
        """All but the last card is played at the table service."""
        await self.plays_all_but_the_last_card()
        await self.plays_a_card()

    async def plays_all_but_the_last_card(self) -> None:
        """Of the rubber."""
        async with self._quiet() as does:
            while not self._nearly_won():
                who = next(
                    who for who in self.four if self.view(who).options or May.CUT in self.view(who).may
                )
                await does(who, self._calmly(who))

    def _nearly_over(self) -> bool:
        """Whether the next card is the last of its deal."""
        deal = self.table.state.deal
        return deal is not None and deal.playing is not None and deal.playing.cards_played == 51

    def _nearly_won(self) -> bool:
        """Whether the next card ends the rubber."""
        table = self.table.state
        if not self._nearly_over():
            return False
        after, _ = decide(table, self._person(self.to_act()), self._calmly(self.to_act()), Dice(0))
        return after.rubber is None

    def _calmly(self, who: MemberActor) -> Request:
        view = self.view(who)
        if May.CUT in view.may:
            return CutPack(26, "")
        if Declare(None) in view.options:
            return Declare(None)  # tricks count most, so that a rubber is soon over
        return next(option for option in view.options if not isinstance(option, Double))

    def _person(self, who: MemberActor) -> Person:
        person = self.table.person(UserId(who.id))
        assert person is not None
        return person

    def who_may(self, may: May) -> list[MemberActor]:
        return [who for who in self.four if may in self.view(who).may]


class _Errors(logging.Handler):
    """Notes the lines of errors that are written, by the bot or by asyncio about one of its tasks."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        fault = record.exc_info[1] if record.exc_info else None
        self._lines.append(record.getMessage() + (f": {fault!r}" if fault is not None else ""))


@asynccontextmanager
async def club(
    database: Path,
    *,
    seed: object = 0,
    cut_seconds: float = LONG,
    double_tap: float = 0.0,
    check_errors: bool = True,
    knows_commands: bool = True,
    page: int | None = None,
    threads: bool = False,
) -> AsyncIterator[Club]:
    """A club whose bot keeps its tables in this file. Errors in the bot fail the test, and so do those that
    it only writes to its log. Discord lists the commands already, which no test may change, unless it is not
    to know them. Links lead to a page at this port of this machine, if there is to be one, which a test
    opens: the simulated Discord would wait for it to come to rest. Its database works on ``threads``
    only where that is what is measured."""
    given = settings(database, cut_seconds=cut_seconds, double_tap=double_tap)
    if page is not None:
        given = replace(given, page_address=f"http://127.0.0.1:{page}")
    wall, wire, chance = Wall(), SimWire(), ChanceSource(str(seed))
    if not threads:
        does_databases(asyncio.get_running_loop())
    await made_ready(database)
    async with AsyncExitStack() as open_store:
        store = await open_store.enter_async_context(Store.open(database, wall))
        bot = Biritch(given, store, chance, wall, wire, NOTE_AFTER)
        quick(bot)
        env = simcord.Env(bot, check_errors=check_errors, shard_count=1, settle_timeout=NEVER)
        wire.env = env
        if knows_commands and LISTED:
            env.backend.commands[None] = LISTED
        await env.start()
        if not LISTED:
            LISTED.update(copied(env.backend.commands[None]))
        wall.env = env
        Ids(env)
        opened = Club(env, given, chance, wall, wire, store, open_store)
        errors = _Errors(opened.errors)
        logging.getLogger().addHandler(errors)
        try:
            yield opened
        finally:
            await env.shutdown()
            for one in (*opened.stopped, opened.bot):  # what a test has begun is not SimCord's to end
                await one.close()
            await opened.close_store()
            logging.getLogger().removeHandler(errors)
    if check_errors:
        env.raise_errors()
        assert opened.errors == []

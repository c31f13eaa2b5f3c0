"""``/evening``: many tables in one server under a director."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.errors import (
    AppRefused,
    AppWhy,
    NoSuchChannel,
    NoSuchEvening,
    NotAllowed,
    NotInThisChannel,
    UnknownPress,
)
from bot.evenings.service import ROOM, OpenEvening
from bot.messages.drawing import names_at
from bot.messages.evening_board import reasons_stopped
from bot.preferences import House, table_choices
from cogs.answers import conclude, show_message
from cogs.brought import brought_deals
from cogs.errors import answered, whisper
from cogs.finding import check_chosen, check_permissions, check_threads
from cogs.interactions import Asked, key_of
from cogs.registry import press
from cogs.tables import set_named, sets_like
from cogs.typed import GAME_CHOICES
from rules.deal.brought import BroughtDeal
from rules.errors import Refusal
from rules.evening.decide import check_plan
from rules.evening.errors import EveningRefused, EveningWhy
from rules.evening.events import (
    Adjust,
    Begin,
    CallRound,
    CloseEvening,
    Enter,
    EveningRequest,
    Remove,
    Signal,
    Withdraw,
)
from rules.evening.page import Outcome
from rules.evening.plan import (
    MOST_BOARDS,
    MOST_MINUTES,
    MOST_ROUNDS,
    Counting,
    Kind,
    Movement,
    Plan,
    Role,
    TeamScore,
)
from rules.evening.standings import evening_as_seen
from rules.frozen import replace
from rules.games.all_games import GAMES, game
from rules.seats import BySide, Person
from screens.evening import (
    EVENING_BUTTONS,
    EveningPress,
    director_screen,
    final_picture,
    opened_screen,
    standings_screen,
)
from screens.words import evenings as words
from screens.words.languages import Sentence
from storage.ports.records import Place, SlotKey, TableId, UserId
from storage.ports.waits import run_in_thread

TEXT, OPTION = words.EVENING_COMMANDS, words.EVENING_OPTIONS

KIND_CHOICES: Final = [
    app_commands.Choice(name=one.english, value=key.value) for key, one in words.KINDS.items()
]
COUNTING_CHOICES: Final = [
    app_commands.Choice(name=one.english, value=key.value) for key, one in words.COUNTINGS.items()
]
TEAM_SCORE_CHOICES: Final = [
    app_commands.Choice(name=one.english, value=key.value) for key, one in words.TEAM_SCORES.items()
]
MOVEMENT_CHOICES: Final = [
    app_commands.Choice(name=one.english, value=key.value) for key, one in words.MOVEMENTS.items()
]
ROLE_CHOICES: Final = [
    app_commands.Choice(name=one.english, value=key.value) for key, one in words.ROLES.items()
]
SHOW_CHOICES: Final = [app_commands.Choice(name=one, value=key) for key, one in words.SHOWS.items()]
STEP_CHOICES: Final = [app_commands.Choice(name=one, value=key) for key, one in words.DIRECTS.items()]
CHANNEL: Final = re.compile(r"<#(\d{1,20})>")

Table = app_commands.Range[int, 1, 100]


class EveningCommands(commands.GroupCog, group_name="evening", group_description=TEXT["evening"]):
    def __init__(self, bot: Biritch) -> None:
        self._bot = bot
        self._evenings = bot.services.evenings
        self._steward = bot.services.steward

    @app_commands.command(name="open", description=TEXT["evening open"])
    @app_commands.describe(
        **{
            key: OPTION[key]
            for key in (
                "kind",
                "game",
                "set",
                "rounds",
                "boards",
                "minutes",
                "counting",
                "team_score",
                "movement",
                "arrow",
                "signal",
                "tables",
                "director",
                "channels",
                "deals",
            )
        }
    )
    @app_commands.choices(
        kind=KIND_CHOICES,
        game=GAME_CHOICES,
        counting=COUNTING_CHOICES,
        team_score=TEAM_SCORE_CHOICES,
        movement=MOVEMENT_CHOICES,
    )
    async def open_evening(
        self,
        interaction: Asked,
        kind: str = Kind.PROGRESSIVE.value,
        game: str | None = None,
        set: str | None = None,
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] | None = None,
        boards: app_commands.Range[int, 1, MOST_BOARDS] = 2,
        minutes: app_commands.Range[int, 1, MOST_MINUTES] | None = None,
        counting: str = Counting.ALL_TRICKS.value,
        team_score: str = TeamScore.POINTS.value,
        movement: str = Movement.HOWELL.value,
        arrow: bool = True,
        signal: bool = True,
        tables: Table | None = None,
        director: discord.User | None = None,
        channels: str | None = None,
        deals: discord.Attachment | None = None,
    ) -> None:
        async with answered(interaction):
            options: Mapping[str, str] = {}
            if set is not None:
                game, options = await set_named(self._bot, interaction, set, game)
            rooms = tuple(dict.fromkeys(int(one) for one in CHANNEL.findall(channels or "")))
            plan = Plan(
                Kind(kind),
                game or _usual(Kind(kind)),
                (),
                rounds=rounds or 0,
                boards=boards,
                minutes=minutes or 0,
                counting=Counting(counting),
                team_score=TeamScore(team_score),
                movement=Movement(movement),
                arrow=arrow,
                signal=signal,
                least_tables=tables or 0,
                rooms=rooms,
            )
            named = _person_named(director)
            directors = (named,) if named is not None else ()
            brought = await brought_deals(interaction, deals)
            evening = await _open_here(self._bot, interaction, plan, options, directors, brought)
            opened = opened_screen(plan.kind, evening.id, brought=bool(brought))
            await (conclude if brought else show_message)(interaction, opened)

    @open_evening.autocomplete("set")
    async def _sets(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        return await sets_like(self._bot, interaction, typed)

    @app_commands.command(name="join", description=TEXT["evening join"])
    @app_commands.describe(partner=OPTION["partner"], role=OPTION["role"], team=OPTION["team"])
    @app_commands.choices(role=ROLE_CHOICES)
    async def join_evening(
        self,
        interaction: Asked,
        partner: discord.User | None = None,
        role: str | None = None,
        team: app_commands.Range[int, 1, 2] | None = None,
    ) -> None:
        async with answered(interaction):
            request = Enter(None, Role(role) if role is not None else None, team - 1 if team else None)
            with_whom = _person_named(partner)
            if with_whom is not None and self._bot.services.blocks.is_person_blocked(with_whom):
                raise AppRefused(AppWhy.PARTNER_CANNOT_PLAY)
            await self._ask_evening(interaction, request, partner=with_whom)
            await whisper(interaction, words.JOINED())

    @app_commands.command(name="leave", description=TEXT["evening leave"])
    async def leave_evening(self, interaction: Asked) -> None:
        await self._do(interaction, Withdraw(), words.LEFT)

    @app_commands.command(name="show", description=TEXT["evening show"])
    @app_commands.describe(what=OPTION["what"])
    @app_commands.choices(what=SHOW_CHOICES)
    async def show_again(self, interaction: Asked, what: str = "message") -> None:
        async with answered(interaction):
            evening = await evening_here(interaction)
            match what:
                case "table":
                    await _where(self._bot, interaction, evening)
                case "standings":
                    await _send_standings(interaction, evening)
                case _:
                    await whisper(interaction, words.SHOWN())
                    await stand_lowest(self._bot, evening)

    @app_commands.command(name="direct", description=TEXT["evening direct"])
    @app_commands.describe(what=OPTION["step"], person=OPTION["replaced"])
    @app_commands.choices(what=STEP_CHOICES)
    async def direct(
        self, interaction: Asked, what: str | None = None, person: discord.User | None = None
    ) -> None:
        """Without more, what a director may do, on a message that only they see; a person who is named has a
        robot play in their place."""
        async with answered(interaction):
            evening = await evening_here(interaction)
            match what:
                case "begin":
                    await self._told(interaction, Begin(), words.BEGUN)
                case "signal":
                    evening = await self._told(interaction, Signal(), words.SIGNALLED)
                    await stand_lowest(self._bot, evening)
                case "call":
                    asked = CallRound(await self._steward.tricks_so_far(evening))
                    await self._told(interaction, asked, words.CALLED)
                case "close":
                    await self._told(interaction, CloseEvening(), words.CLOSED)
                case _ if person is not None:
                    known = evening.person(UserId(person.id))
                    await self._told(interaction, Remove(known or NOBODY), words.ROBOT_PLAYS)
                case _ if directs(interaction, evening):
                    await show_message(
                        interaction, director_screen(evening_as_seen(evening.state), evening.id)
                    )
                case _:
                    raise EveningRefused(EveningWhy.NOT_THE_DIRECTOR)

    @app_commands.command(name="adjust", description=TEXT["evening adjust"])
    @app_commands.describe(
        table=OPTION["table"], tricks=OPTION["tricks"], points=OPTION["points"], deal=OPTION["deal"]
    )
    async def adjust(
        self,
        interaction: Asked,
        table: Table,
        tricks: app_commands.Range[int, 0, 13] | None = None,
        points: app_commands.Range[int, -1_000_000, 1_000_000] | None = None,
        deal: app_commands.Range[int, 1, 9999] | None = None,
    ) -> None:
        async with answered(interaction):
            evening = await evening_here(interaction)
            if evening.state.plan.kind.duplicate and tricks is not None and points is None:
                raise EveningRefused(EveningWhy.POINTS_ARE_NEEDED)
            await self._ask_evening(interaction, Adjust(table, deal, _outcome_typed(tricks, points)))
            await whisper(interaction, words.ADJUSTED())

    async def _do(self, interaction: Asked, request: EveningRequest, note: Sentence) -> None:
        async with answered(interaction):
            await self._told(interaction, request, note)

    async def _told(self, interaction: Asked, request: EveningRequest, note: Sentence) -> OpenEvening:
        evening = await self._ask_evening(interaction, request)
        await whisper(interaction, note())
        return evening

    async def _ask_evening(
        self, interaction: Asked, request: EveningRequest, partner: UserId | None = None
    ) -> OpenEvening:
        evening = await evening_here(interaction)
        return await act_on_evening(self._bot, interaction, evening.id, request, partner=partner)


def _person_named(named: discord.User | None) -> UserId | None:
    """Raises AppWhy.BOT_AT_EVENING."""
    if named is not None and named.bot:
        raise AppRefused(AppWhy.BOT_AT_EVENING)
    return UserId(named.id) if named is not None else None


NOBODY: Final = Person("")
"""Who is named by a user who does not play."""


async def act_on_evening(
    bot: Biritch,
    interaction: Asked,
    evening_id: TableId,
    request: EveningRequest,
    *,
    partner: UserId | None = None,
) -> OpenEvening:
    """Does what is asked, unless the round that it begins could not be opened. Raises what ``Evenings.act``
    does, AppWhy.NO_THREADS_HERE, NotAllowed."""
    if isinstance(request, Begin | Signal):
        _check_round(bot, interaction, await bot.services.evenings.get(evening_id))
    return await bot.services.evenings.act(
        evening_id,
        UserId(interaction.user.id),
        request,
        partner=partner,
        directs=_directs_all(interaction),
        key=key_of(interaction),
    )


def directs(interaction: Asked, evening: OpenEvening) -> bool:
    """Whether the asker directs this evening."""
    person = evening.person(UserId(interaction.user.id))
    return person in evening.state.directors or _directs_all(interaction)


def _check_round(bot: Biritch, interaction: Asked, evening: OpenEvening) -> None:
    """Raises AppWhy.NO_THREADS_HERE, NotAllowed to a director whose next round could not be opened."""
    hindrance = bot.services.steward.hindrance(evening)
    if hindrance is not None and directs(interaction, evening):
        if hindrance.permissions:
            raise NotAllowed(hindrance.permissions, hindrance.channel)
        raise AppRefused(AppWhy.NO_THREADS_HERE)


def _directs_all(interaction: Asked) -> bool:
    """Those who may manage events direct every evening of the server."""
    return interaction.guild_id is not None and interaction.permissions.manage_events


@press(*(f"evening-{verb}" for verb in EVENING_BUTTONS if verb != "direct"))
async def evening_pressed(bot: Biritch, interaction: Asked, pressed: EveningPress) -> None:
    """Answers the buttons of an evening's message."""
    evening = await bot.services.evenings.get(TableId(pressed.evening))
    match pressed.verb:
        case "where":
            await _where(bot, interaction, evening)
        case "standings":
            await _send_standings(interaction, evening)
        case _:
            request, note = _evening_request(pressed)
            await act_on_evening(bot, interaction, evening.id, request)
            await whisper(interaction, note())
            if isinstance(request, Signal):
                await stand_lowest(bot, evening)


async def stand_lowest(bot: Biritch, evening: OpenEvening) -> None:
    """Brings the standing message below all others. The person who asked is answered first, since a post
    may take longer than Discord waits."""
    await bot.services.posting.post_again(SlotKey(evening.id, ROOM))


def _evening_request(press: EveningPress) -> tuple[EveningRequest, Sentence]:
    match press.verb:
        case "join":
            return Enter(), words.JOINED
        case "leave":
            return Withdraw(), words.LEFT
        case "begin":
            return Begin(), words.BEGUN
        case "signal":
            return Signal(), words.SIGNALLED
    raise UnknownPress


async def evening_here(interaction: Asked) -> OpenEvening:
    """The evening of this channel or of the channel of this thread; else the only one in this server in which
    the asker plays. Raises NoSuchEvening, AppWhy.ONLY_IN_SERVERS."""
    if interaction.guild_id is None:
        raise AppRefused(AppWhy.ONLY_IN_SERVERS)
    evenings = interaction.client.services.evenings
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    for place in (interaction.channel_id, parent):
        found = evenings.stream_in(place) if place is not None else None
        if found is not None:
            return await evenings.get(found)
    theirs = await evenings.evenings_of(UserId(interaction.user.id), interaction.guild_id)
    if len(theirs) == 1:
        return theirs[0]
    if (closed := await evenings.done_on(key_of(interaction))) is None:  # by this, delivered before
        raise NoSuchEvening
    return await evenings.get(closed)


async def _open_here(
    bot: Biritch,
    interaction: Asked,
    plan: Plan,
    options: Mapping[str, str],
    directors: tuple[UserId, ...],
    deals: tuple[BroughtDeal, ...] = (),
) -> OpenEvening:
    """Raises NotAllowed, AppWhy.ONLY_IN_SERVERS, NotInThisChannel, AppWhy.NO_THREADS_HERE, NoSuchChannel, and
    what ``Evenings.open_evening`` raises."""
    check_permissions(interaction)
    assert interaction.guild_id is not None and interaction.channel_id is not None
    if isinstance(interaction.channel, discord.Thread):  # which has no threads of its own
        raise NotInThisChannel((interaction.channel.parent_id,))
    house = await bot.services.preferences.of_server(interaction.guild_id)
    check_chosen(house, interaction.channel, interaction.channel_id)
    for room in plan.rooms:
        _check_room(interaction, room, house)
    if plan.within_limits.least_tables > len(plan.rooms):
        check_threads(interaction.channel, interaction.app_permissions, private=plan.kind.duplicate)
    stored = game(plan.game).opening({**table_choices(house), **options})
    place = Place(interaction.guild_id, interaction.channel_id)
    return await bot.services.evenings.open_evening(
        place,
        replace(plan, options=stored),
        UserId(interaction.user.id),
        directors,
        deals=deals,
        by=key_of(interaction),
    )


def _check_room(interaction: Asked, room: int, house: House) -> None:
    """Raises NoSuchChannel, NotInThisChannel, and NotAllowed if the bot may not write in a channel that was
    named."""
    assert interaction.guild is not None
    channel = interaction.guild.get_channel_or_thread(room)
    if not isinstance(channel, discord.abc.Messageable):
        raise NoSuchChannel(room)
    check_chosen(house, channel, room)
    hindrance = interaction.client.services.steward.hindrance_in(Place(interaction.guild.id, room))
    if hindrance is not None:
        raise NotAllowed(hindrance.permissions, room)


def _usual(kind: Kind) -> str:
    """The first game of the list that such an evening can have."""
    for key in GAMES:
        try:
            check_plan(Plan(kind, key, ()), game(key).variant())
        except Refusal:
            continue
        return key
    raise AssertionError(kind)


def _outcome_typed(tricks: int | None, points: int | None) -> Outcome | None:
    if tricks is None and points is None:
        return None
    ns = tricks or 0
    return Outcome(BySide(ns, 13 - ns) if tricks is not None else BySide(0, 0), points or 0, adjusted=True)


async def _where(bot: Biritch, interaction: Asked, evening: OpenEvening) -> None:
    """Where the asker plays. Raises EveningWhy.NOT_ENTERED."""
    user = UserId(interaction.user.id)
    if not evening.takes_part(user):
        raise EveningRefused(EveningWhy.NOT_ENTERED)
    table = await bot.services.steward.table_of(evening, user)
    at = table.state.evening if table is not None else None
    if table is None or at is None or not table.has_place:
        sitting = evening.state.sitting_of(person) if (person := evening.person(user)) is not None else None
        stops = reasons_stopped(evening, sitting.table) if sitting is not None else []
        await whisper(interaction, " ".join((words.NOT_YET(), *stops)))
        return
    await whisper(interaction, words.YOUR_TABLE(table=at.table, place=f"<#{table.place.channel}>"))


async def _send_standings(interaction: Asked, evening: OpenEvening) -> None:
    person = evening.person(UserId(interaction.user.id))
    own = evening.state.place_of(person) if person is not None else None
    shown, readers = evening_as_seen(evening.state), interaction.client.services.readers
    called = readers.called_in(evening.people)
    picture = await run_in_thread(final_picture, shown, f"standings-{evening.id}.png", called)
    await show_message(interaction, standings_screen(shown, names_at(evening), own, picture))

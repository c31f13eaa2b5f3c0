"""``/play`` without a card, and what can be pressed where one person plays alone with robots.

The message is drawn in answer to what its person does and at no other time, by the token of their
interaction. Where the robots need longer than Discord waits, the press is acknowledged first.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import Final

from discord import app_commands

from bot.app import Biritch
from bot.discord_api.faults import TryLater, Unsent
from bot.errors import AppRefused, AppWhy
from bot.messages.drawing import names_at
from bot.tables.alone import Wish
from bot.tables.contests import day_end, grace_end, owner_of
from bot.tables.open_table import OpenTable
from bot.tables.past_deals import Looked
from bot.tables.replay import Finished
from cogs.answers import acknowledge, conclude, has_turned, redraw, show_beside, show_message
from cogs.errors import whisper
from cogs.finding import check_channel, check_permissions
from cogs.interactions import BY, Asked, is_answered, key_of
from cogs.refusals import worded
from cogs.registry import PressValues, asks, press
from robots.player import Strength
from rules.challenges import challenge_of, deal_of, is_challenge
from rules.contests import is_daily
from rules.refusals import Refused, Why
from rules.seats import BySeat, Member, Side
from rules.table.requests import CutPack, PlayAlone, Request, Start, TakeBack
from rules.table.taking_back import has_acted
from rules.view import FinishedDeal, GivenDeal
from screens.alone import (
    IN_LINE,
    NOT_THERE,
    ONLY_YOU,
    Anew,
    Step,
    shared_screen,
    unfinished_screen,
    wish_toggled,
)
from screens.challenges import begun_challenge_lines, challenge_screen
from screens.contests import STILL_OPEN, DayTold, Field, Late, begun_lines, field_screen, when_line
from screens.own_tricks import OwnTricks, course_lines, own_tricks
from screens.presses import Press
from screens.result import at_odds_line, what_happened
from screens.screen import Screen
from screens.words.games.all_games import words_of
from screens.words.names import ON_PAPER, Speech, SpeechToPlayer
from storage.ports.records import Attempt, Place, TableId, UserId
from storage.ports.storage import StorageError

STEPS: Final = [app_commands.Choice(name=one.offer, value=one.value) for one in Step]
AT_FIRST: Final = 0.6
"""Seconds for which a new message waits for the robots. It then shows the hand, and is drawn once more."""
SOON: Final = 1.9
"""Seconds that the answer to a press waits for them before Discord, which waits for three, is told that it
comes later."""
LEFT_OVER: Final = 0.6
"""The same before the press is acted on, for robots that were due already, as after a restart."""
IN_QUEUE: Final = 0.3
"""The same for somebody whose robots stand in a queue by then."""
PLACE_TOLD_EVERY: Final = 10.0
"""Seconds after which somebody who waits in the queue is told their place anew."""
REDRAWN_WITHIN: Final = 600.0
"""Seconds after which the message is drawn as it is, though they have not finished: the token, by which it is
drawn, lives for 900."""


async def wait_for_table(bot: Biritch, interaction: Asked, table: OpenTable, within: float = SOON) -> None:
    """Waits until the robots of a table at which one person plays alone have acted. Where it takes longer,
    the press is acknowledged meanwhile; at once if its robots stand in the queue, since a machine that is so
    busy may be late with the answer."""
    first = min(within, IN_QUEUE)
    if await _is_settled(bot, table, first):
        return
    if not in_line(bot, table) and await _is_settled(bot, table, within - first):
        return
    if not is_answered(interaction):
        await acknowledge(interaction)
    await _waited(bot, interaction, table)


async def _waited(bot: Biritch, interaction: Asked, table: OpenTable, told: str = "") -> None:
    """Until the robots have acted, for some minutes at most. Those who stand in the queue are told their
    place, unless that is what they have been ``told``."""
    user, waited = UserId(interaction.user.id), 0.0
    while waited < REDRAWN_WITHIN:
        within = PLACE_TOLD_EVERY if told else SOON
        if await _is_settled(bot, table, within):
            return
        waited += within
        place = in_line(bot, table)
        if place and place != told and not has_turned(interaction):
            told = place
            with suppress(TryLater, TimeoutError):  # they have their hand all the same
                await conclude(interaction, bot.services.drawing.hand_screen(table, user, place))


async def _is_settled(bot: Biritch, table: OpenTable, within: float) -> bool:
    """Whether they have finished in so many seconds. If not, they go on by themselves."""
    try:
        async with asyncio.timeout(within):
            await bot.services.alone.wait_for_robots(table.id)
    except TimeoutError:
        return False
    return True


async def followed(bot: Biritch, interaction: Asked, table: OpenTable, request: Request) -> None:
    """Answers a press by which somebody who plays alone has acted: the pack of a new rubber is cut, robots
    act, and the message shows the table as it then is."""
    await redrawn(bot, interaction, await with_pack_cut(bot, interaction, table, request))


async def with_pack_cut(bot: Biritch, interaction: Asked, table: OpenTable, request: Request) -> OpenTable:
    """The table, with the pack of a rubber cut that has just been begun."""
    if isinstance(request, Start) and table.state.pack is not None:
        return await bot.services.tables.act(table.id, UserId(interaction.user.id), cut_by(interaction))
    return table


def cut_by(interaction: Asked) -> CutPack:
    """A cut that nobody knows before somebody presses."""
    return CutPack(4 + interaction.id % 45, str(interaction.id))


def in_direct_messages(interaction: Asked) -> bool:
    """Whether they write with the bot alone, where a message need not vanish."""
    return interaction.guild_id is None and interaction.context.dm_channel


async def answer_play(bot: Biritch, interaction: Asked, step: Step, wish: Wish | None) -> None:
    """Answers the command. A game that was begun is taken up, unless there is a wish for another: then they
    are asked before a deal is dropped. Raises a Refusal."""
    user, alone, key = UserId(interaction.user.id), bot.services.alone, key_of(interaction)
    if step is Step.COMPARED:
        game = (wish or await alone.last_wish(user)).game
        await show_table(bot, interaction, await bot.services.contests.play_compared(user, game, key))
        return
    left = await alone.unfinished_table(user) if wish is not None else None
    if wish is not None and left is not None and not await bot.services.tables.was_done(key):
        screen = unfinished_screen(_dropping(left, wish), left.state.game)
        await show_message(interaction, screen, private=not in_direct_messages(interaction))
        return
    table = await alone.table_of(user) if wish is None else None
    done = step in (Step.FRIENDS, Step.SAME_DEAL) and await bot.services.tables.was_done(key)
    if done and step is Step.FRIENDS:  # it is played alone no longer
        here = bot.services.tables.stream_in(interaction.channel_id or 0)
        table = await bot.services.tables.get(here) if here is not None else None
    if table is None or step is Step.TAKE_BACK:  # else a card would go back that they do not see
        table = await _meant(bot, user, step)
    match step:
        case _ if table is None:
            table = await _new_game(bot, interaction, wish)
        case Step.TAKE_BACK:
            table = await bot.services.tables.act(table.id, user, TakeBack(), key=key)
        case Step.SAME_DEAL if not done:
            table = await alone.again(user, table, table.state.last_number, key)
        case Step.FRIENDS:
            await _share(bot, interaction, table)
            return
        case Step.GO_ON | Step.COMPARED | Step.SAME_DEAL:
            pass
    await show_table(bot, interaction, table)


async def _meant(bot: Biritch, user: UserId, step: Step) -> OpenTable | None:
    """The table at which this is asked, be it that of a deal of the day; None where a new game is. Raises
    AppWhy.NO_GAME_ALONE."""
    if step is Step.GO_ON:
        return None
    table = await bot.services.alone.in_hand(user)
    if table is None and step is Step.SAME_DEAL:
        table = await bot.services.contests.last_over(user)
    if table is None:
        raise AppRefused(AppWhy.NO_GAME_ALONE)
    return table


def _dropping(left: OpenTable, wish: Wish) -> Anew:
    return Anew(left.id, left.state.deals, wish.game, wish.robots.value, wish.declares, wish.best_hand)


@press("anew")
async def anew_pressed(bot: Biritch, interaction: Asked, pressed: Anew) -> None:
    """Begins another game, unless a deal would be dropped that is not the one which was asked about."""
    user, alone, key = UserId(interaction.user.id), bot.services.alone, key_of(interaction)
    wish = Wish(pressed.game, Strength(pressed.robots), pressed.declares, pressed.best_hand)
    left = await alone.unfinished_table(user)
    if left is not None and _dropping(left, wish) != pressed and not await bot.services.tables.was_done(key):
        await redraw(interaction, unfinished_screen(_dropping(left, wish), left.state.game))
        return
    await redrawn(bot, interaction, await alone.begin_game(user, wish, cut_by(interaction), key))


async def _new_game(bot: Biritch, interaction: Asked, wish: Wish | None = None) -> OpenTable:
    """A new game: what was played last, if nothing else is wished."""
    user, alone = UserId(interaction.user.id), bot.services.alone
    wish = wish or await alone.last_wish(user)
    return await alone.begin_game(user, wish, cut_by(interaction), key_of(interaction))


async def show_table(bot: Biritch, interaction: Asked, table: OpenTable, *, anew: bool = True) -> None:
    """The table on a new message, which in a server or a group only its person sees; or else on the one on
    which the button stands."""
    user = UserId(interaction.user.id)
    begun, alone = await begun_note(bot, table, user), lacks_external_apps(interaction)
    note = "\n> ".join(filter(None, (begun, ONLY_YOU() if alone else "")))
    ready = await _is_settled(bot, table, AT_FIRST)
    place = "" if ready else in_line(bot, table)
    screen = await alone_screen(bot, table, user, place or note)
    if anew:
        await show_message(interaction, screen, private=not in_direct_messages(interaction))
    else:
        await redraw(interaction, screen)
    if not ready:
        await _waited(bot, interaction, table, place)
        if has_turned(interaction):
            return
        await conclude(interaction, await alone_screen(bot, table, user, note))
    await _tell_news(bot, interaction)
    await completed(bot, interaction, table)


async def _tell_news(bot: Biritch, interaction: Asked) -> None:
    """What the host has people told, to somebody who is in no channel where that stands. On a page it would
    cover the answer, and comes with what they do next at its table."""
    if BY in interaction.extras:
        return
    user, show = UserId(interaction.user.id), partial(show_beside, interaction)
    with suppress(StorageError, Unsent, TimeoutError):  # they have been answered
        await bot.services.carrying.tell_news(user, show)


def in_line(bot: Biritch, table: OpenTable) -> str:
    """How many choices robots make before that for which this table waits; empty if it is next."""
    place = bot.services.contests.thinkers.choices_before(owner_of(table))
    return IN_LINE(place=place) if place else ""


def compared(table: OpenTable) -> GivenDeal | None:
    """The deal that is compared with what others made of it, once it is over."""
    return table.state.one_try if table.state.last is not None else None


async def alone_screen(bot: Biritch, table: OpenTable, user: UserId, note: str = "") -> Screen:
    """The table of somebody who plays alone; once a deal that is compared is over, what it came to."""
    given, deal = compared(table), table.state.last
    if given is None or deal is None or not table.belongs(user):
        return bot.services.drawing.hand_screen(table, user, note)
    if is_challenge(given.shuffled_as):
        return await _challenge_page(bot, table, user, given.shuffled_as, note)
    daily = is_daily(given.shuffled_as)
    try:
        came = await bot.services.contests.compared(user, given.shuffled_as)
    except AppRefused as refusal:  # what is stored of it is damaged
        return bot.services.drawing.hand_screen(table, user, worded(refusal, ON_PAPER))
    assert came.own.points is not None
    told = Field(
        given.shuffled_as,
        came.contest.game,
        came.own.points,
        came.percent,
        came.people,
        came.robots,
        came.parted,
        own_play(bot, table, user, deal),
        await _of_day(bot, user, came.own) if daily else None,
        came.lost,
        came.own_lost if daily else 0,
    )
    return field_screen(told, _headline(table, user, given, deal), deal, names_at(table), note)


async def _challenge_page(bot: Biritch, table: OpenTable, user: UserId, contest: str, note: str) -> Screen:
    """How a challenge stands, once a deal of it is over."""
    given, deal, number = compared(table), table.state.last, deal_of(contest)
    assert given is not None and deal is not None
    try:
        seen = await bot.services.challenges.seen_by(user, challenge_of(contest))
    except AppRefused as refusal:  # what is stored of it is damaged
        return bot.services.drawing.hand_screen(table, user, worded(refusal, ON_PAPER))
    course = course_lines(own_play(bot, table, user, deal), names_at(table))
    return challenge_screen(seen, (_headline(table, user, given, deal), *course), shown=number, note=note)


def _headline(table: OpenTable, user: UserId, given: GivenDeal, deal: FinishedDeal) -> str:
    """What happened in a deal, in a line or two."""
    at, side = table.view(user).table, given.seat.side
    speech = SpeechToPlayer(Speech.at_table(at).clockwise, _players_of(table, user, side), side)
    happened = what_happened(speech, deal, words_of(table.state.game), table.state.variant)
    lines = happened[:1].upper() + happened[1:], at_odds_line(speech, deal, at, side)
    return "\n".join(filter(None, lines))


def _players_of(table: OpenTable, user: UserId, side: Side) -> BySeat[str]:
    """Who played each hand. A person who plays alone plays both of their side where a partner would declare,
    from whichever seat."""
    names, person = names_at(table), table.person(user)
    assert person is not None
    seats = _seats_of_last(table).items()
    return BySeat(*(names(person if seat.side is side else member) for seat, member in seats))


def own_play(bot: Biritch, table: OpenTable, user: UserId, deal: FinishedDeal) -> OwnTricks:
    """What the last deal of a table where somebody plays alone was to them, trick by trick."""
    found, person = bot.services.analyses.kept(table.id, deal.number), table.person(user)
    assert person is not None
    return own_tricks(deal, _seats_of_last(table), person, found.course if found is not None else None)


def _seats_of_last(table: OpenTable) -> BySeat[Member]:
    """Who sat where when the last deal was over."""
    seats = table.state.rubber.seats if table.state.rubber is not None else table.state.ended_seats
    assert seats is not None
    return seats


async def _of_day(bot: Biritch, user: UserId, own: Attempt) -> DayTold:
    contests, today = bot.services.contests, bot.services.contests.today
    until, ended = int(grace_end(own.contest)), own.ended
    return DayTold(
        await contests.streak(user),
        (await bot.services.preferences.of_person(user)).daily,
        None if ended is None or contests.ended_in_time(own.contest, ended) else Late(int(ended), until),
        int(day_end(today)),
        own.contest != today and not await contests.has_begun(user, today),
    )


async def begun_note(bot: Biritch, table: OpenTable, user: UserId) -> str:
    """What is told of a deal that is compared before its person's first call or card, and of the deal of a
    day that is over while they play it; else empty."""
    state = table.state
    given = state.alone.given if state.alone is not None else None
    if given is None or not given.once or state.deal is None:
        return ""
    contests, contest, daily = bot.services.contests, given.shuffled_as, is_daily(given.shuffled_as)
    acted, today = has_acted(state), contests.today
    if is_challenge(contest):
        challenge = await bot.services.challenges.find(challenge_of(contest))
        return "" if acted else "\n> ".join(begun_challenge_lines(challenge, deal_of(contest)))
    lines = () if acted else begun_lines(contest, state.game, daily=daily)
    if daily and not (acted and contest == today):
        lines = (*lines, when_line(contest, bot.now(), day_end(contest), grace_end(contest)))
    if contest == today and not acted and (before := await contests.still_open(user)) is not None:
        lines = (*lines, STILL_OPEN(day=before, time=f"<t:{int(grace_end(before))}:t>"))
    return "\n> ".join(lines)


async def completed(bot: Biritch, interaction: Asked, table: OpenTable) -> None:
    """Adds what double dummy allows to what a deal came to, once that is worked out, unless something else
    has been asked for since on the same message."""
    deal, analyses = table.state.last, bot.services.analyses
    if compared(table) is None or deal is None or analyses.kept(table.id, deal.number) is not None:
        return
    done = await analyses.analysable(table, deal.number)
    user = UserId(interaction.user.id)
    with suppress(AppRefused):  # they have asked for enough besides
        if isinstance(done, Finished) and isinstance(await analyses.analyse(table, done, user), Looked):
            screen = await alone_screen(bot, table, user)
            if not has_turned(interaction):
                await conclude(interaction, screen)


def lacks_external_apps(interaction: Asked) -> bool:
    """Whether the bot is here only by the asker's own installing, and they may not use such apps for all to
    see."""
    if interaction.guild_id is None or interaction.is_guild_integration():
        return False
    return interaction.is_user_integration() and not interaction.permissions.use_external_apps


@asks("takeback")
def taking_back(_: Press, __: PressValues) -> Request:
    return TakeBack()


@press("again")
async def again_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """The deal that is over once more, on the same message."""
    user, table = UserId(interaction.user.id), await bot.services.tables.get(TableId(pressed.table))
    table = await bot.services.alone.again(user, table, pressed.at or 0, key_of(interaction))
    await redrawn(bot, interaction, table)


@press("alone")
async def alone_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """Takes a game up, or changes how the next deals are dealt."""
    user, alone = UserId(interaction.user.id), bot.services.alone
    if pressed.what:
        table = await bot.services.tables.get(TableId(pressed.table))
        if table.state.alone is not None:
            ask = PlayAlone(wish_toggled(table.state.alone, pressed.what))
            table = await bot.services.tables.act(table.id, user, ask, key=key_of(interaction))
        await redrawn(bot, interaction, table)
        return
    table_or_none = await alone.table_of(user)
    await redrawn(bot, interaction, table_or_none or await _new_game(bot, interaction))


@press("friends")
async def friends_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """The table stands in the channel of the press from now on."""
    table = await bot.services.tables.get(TableId(pressed.table))
    await _share(bot, interaction, table)


async def _share(bot: Biritch, interaction: Asked, table: OpenTable) -> None:
    """Raises Why.NOT_SEATED, NotAllowed, NotInThisChannel, and what ``open_to_others`` raises."""
    if not table.belongs(UserId(interaction.user.id)):
        raise Refused(Why.NOT_SEATED)
    guild, channel = interaction.guild_id, interaction.channel_id
    if guild is None or channel is None or bot.get_guild(guild) is None:
        await whisper(interaction, NOT_THERE())
        return
    table = await bot.services.alone.finish_opening(table)
    if table.state.alone is not None:  # else it was opened before, be it by this press
        check_permissions(interaction)
        await check_channel(interaction)
        await _is_settled(bot, table, SOON)
        table = await bot.services.alone.open_to_others(table, Place(guild, channel), key_of(interaction))
    screen = shared_screen(table.id, table.place.channel)
    if interaction.message is not None:
        await redraw(interaction, screen)
    else:
        await show_message(interaction, screen)


async def redrawn(bot: Biritch, interaction: Asked, table: OpenTable, note: str = "") -> None:
    """The message on which the button stands becomes this table."""
    await wait_for_table(bot, interaction, table)
    await redraw(interaction, await alone_screen(bot, table, UserId(interaction.user.id), note))
    await _tell_news(bot, interaction)
    await completed(bot, interaction, table)

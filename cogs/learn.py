"""``/learn``: lessons and exercises on one private message, which is drawn in answer to what its person does.

A page stands for itself: whatever is pressed on an old message goes on from there. What was right is kept
before the answer is drawn.
"""

from __future__ import annotations

from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.errors import UnknownPress
from bot.learning import DAY, Learning, Progress
from bot.tables import prepared
from cogs.alone import alone_pressed, in_direct_messages, lacks_external_apps
from cogs.answers import redraw, show_message
from cogs.errors import answered
from cogs.interactions import Asked, chosen_values
from cogs.refusals import worded
from cogs.registry import press
from rules.calls import PLAYS, Action, Discard, parse_action
from rules.cards import Card, Hand, parse_card
from rules.errors import Refusal, Unreadable
from rules.frozen import replace
from rules.prepared import is_card
from screens.alone import ONLY_YOU
from screens.exercises import exercises
from screens.learn import (
    AS_GOOD,
    RIGHT,
    Learn,
    exercise_screen,
    lesson_text,
    menu_screen,
    resting_screen,
    step_screen,
)
from screens.lessons import LESSONS, Step
from screens.parts import small, text
from screens.presses import Press
from screens.screen import Screen
from screens.words.commands import COMMAND_TEXTS as TEXT
from screens.words.names import Speech
from storage.ports.records import UserId

A_DAY: Final = 5
"""Exercises that are asked in a day (UTC)."""


class LearnCommands(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self._bot = bot

    @app_commands.command(description=TEXT["learn"])
    async def learn(self, interaction: Asked) -> None:
        """Goes on where they stopped, or offers the lessons."""
        async with answered(interaction):
            progress = await self._bot.services.learning.progress_of(UserId(interaction.user.id))
            pages = LESSONS[progress.lesson - 1].pages
            under_way = 1 < progress.page < len(pages)
            screen = _lesson_screen(progress.lesson, progress.page) if under_way else _menu(progress)
            if lacks_external_apps(interaction):
                screen = replace(screen, parts=(*screen.parts, text(small(ONLY_YOU()))))
            await show_message(interaction, screen, private=not in_direct_messages(interaction))


@press("learn")
async def learn_pressed(bot: Biritch, interaction: Asked, pressed: Learn) -> None:
    if pressed.what == "play":
        await alone_pressed(bot, interaction, Press("alone", ""))
        return
    await redraw(interaction, await _lesson_answer(bot, interaction, pressed))


async def _lesson_answer(bot: Biritch, interaction: Asked, pressed: Learn) -> Screen:
    """Raises UnknownPress."""
    learning, user = bot.services.learning, UserId(interaction.user.id)
    match pressed.what:
        case "lesson":
            picked = chosen_values(interaction)
            number = int(picked[0]) if picked and picked[0].isdecimal() else 0
            if not 1 <= number <= len(LESSONS):
                raise UnknownPress
            return await _turn_page(learning, user, number, 1)
        case "page":
            return await _turn_page(learning, user, pressed.lesson, pressed.number)
        case "act":
            return await _acted(learning, user, pressed, chosen_values(interaction))
        case "exercise":
            return _exercise(await learning.progress_of(user), bot.now())
        case "answer":
            return await _exercise_answer(learning, user, pressed, bot.now())
    return _menu(await learning.progress_of(user))


def _menu(progress: Progress) -> Screen:
    return menu_screen(progress.lesson, progress.page, progress.done)


async def _turn_page(learning: Learning, user: UserId, lesson: int, page: int, note: str = "") -> Screen:
    await learning.change_progress(user, lambda one: one.at_page(lesson, page))
    return _lesson_screen(lesson, page, note)


def _lesson_screen(lesson: int, page: int, note: str = "", *, wrong: bool = False) -> Screen:
    deal, step = LESSONS[lesson - 1].pages[page - 1]
    return step_screen(lesson, page, prepared.view_at(deal, step.at), note=note, wrong=wrong)


async def _acted(learning: Learning, user: UserId, pressed: Learn, picked: tuple[str, ...]) -> Screen:
    """The next page after a right act; after any other the same, with what is to be said of it."""
    lesson, page = pressed.lesson, pressed.number
    deal, step = LESSONS[lesson - 1].pages[page - 1]
    if not step.right:
        raise UnknownPress
    if step.is_figure:
        act = pressed.act
    else:
        action = _action(pressed.act, picked)
        try:
            prepared.check_act(deal, step.at, action)
        except Refusal as refusal:
            return _lesson_screen(lesson, page, worded(refusal, Speech.at_table(deal)), wrong=True)
        act = step.right if action == _action(step.right, ()) else pressed.act
    return await _judge_answer(learning, user, (lesson, page), step, act)


async def _judge_answer(
    learning: Learning, user: UserId, at: tuple[int, int], step: Step, act: str
) -> Screen:
    lesson, page = at
    if act == step.right:
        return await _turn_page(learning, user, lesson, page + 1, RIGHT())
    if act in step.also:
        return await _turn_page(learning, user, lesson, page + 1, AS_GOOD())
    why = step.on(act)
    return _lesson_screen(lesson, page, lesson_text(why) if why is not None else "", wrong=True)


def _action(act: str, picked: tuple[str, ...]) -> Action:
    """What a button or a list of cards stands for. Raises UnknownPress."""
    try:
        if picked:
            return Discard(Hand.of(map(parse_card, picked)))
        return PLAYS[parse_card(act).index] if is_card(act) else parse_action(act)
    except Unreadable:
        raise UnknownPress from None


# Exercises


def _exercise(progress: Progress, now: float) -> Screen:
    """The next one, if there is another today."""
    day = int(now // DAY)
    today = progress.on(day)
    if today >= A_DAY:
        return resting_screen(streak=progress.streak, best=progress.best, tomorrow=(day + 1) * DAY)
    return _exercise_screen(progress, progress.answered, today + 1)


def _exercise_screen(
    progress: Progress, number: int, today: int, card: Card | None = None, tomorrow: int | None = None
) -> Screen:
    every = exercises()
    exercise = every[number % len(every)]
    return exercise_screen(
        exercise,
        prepared.view_at(exercise.deal, exercise.acts_before),
        number=number,
        today=today,
        most=A_DAY,
        streak=progress.streak,
        best=progress.best,
        chosen=card,
        tomorrow=tomorrow,
    )


async def _exercise_answer(learning: Learning, user: UserId, pressed: Learn, now: float) -> Screen:
    """The first answer to an exercise counts; another is only explained. Raises UnknownPress."""
    progress, number, day = await learning.progress_of(user), pressed.number, int(now // DAY)
    try:
        card = parse_card(pressed.act)
    except Unreadable:
        raise UnknownPress from None
    every = exercises()
    exercise = every[number % len(every)]
    prepared.check_act(exercise.deal, exercise.acts_before, PLAYS[card.index])
    if number == progress.answered:
        if progress.on(day) >= A_DAY:
            return _exercise(progress, now)
        progress = await learning.change_progress(
            user, lambda one: _progress_after(one, number, day, exercise.is_right(card))
        )
    elif number > progress.answered:  # they have been forgotten since
        return _exercise(progress, now)
    ended = progress.on(day) >= A_DAY
    today = max(1, progress.on(day) - (progress.answered - 1 - number))
    return _exercise_screen(progress, number, today, card, (day + 1) * DAY if ended else None)


def _progress_after(progress: Progress, number: int, day: int, right: bool) -> Progress:
    return progress.after_answer(day, right=right) if progress.answered == number else progress

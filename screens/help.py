"""``/help``: what a trick is and how to begin, on one screen of a phone; all else is behind
buttons."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from rules.games.all_games import GAMES
from screens.example_trick import drawn_trick
from screens.pages import Page, page_buttons
from screens.parts import BRASS, heading, small, text
from screens.screen import Button, Screen, rows
from screens.words.commands import COMMAND_TEXTS, command_name
from screens.words.languages import Label, Sentence, language_spoken, spoken
from screens.words.options import OPTIONS
from screens.words.table import JOIN, LEAVE, MY_HAND, PLAY_NOW, RULES, START

IN_SHORT: Final = (
    Sentence("### Whist for four, by the book of 1886"),
    Sentence(
        "**New:** `/learn`\n**Alone:** `/play`\n**With friends:** `/table open`, and they press **{join}**.",
        join=JOIN,
    ),
    Sentence(
        "**A trick:** each plays one card, of the suit led if they can. The highest takes it; a trump beats "
        "every other suit."
    ),
    Sentence("East had no hearts, and took it with a trump, ♠︎."),
    Sentence(
        "Partners sit opposite. The dealer names trumps; the other side may double by saying *contre*. "
        "Tricks over six score."
    ),
    Sentence("Only you see your cards. `/rules` explains every word."),
)
"""The first screen. The drawn trick stands after the third sentence."""


class Chapter(NamedTuple):
    name: Label
    told: tuple[Sentence, ...]


CHAPTERS: Final = (
    Chapter(
        Label("a button", "At a table"),
        (
            Sentence(
                "**To begin**\n"
                "`/table open` opens a table in a channel, for Biritch or another game of the family: whist, "
                "bridge, vint, games for three and for two. **{options}** shows what can be changed. Others "
                "press **{join}**. **{start}** begins a rubber at a full table, and **{play_now}** fills the "
                "empty chairs first.",
                options=OPTIONS,
                join=JOIN,
                start=START,
                play_now=PLAY_NOW,
            ),
            Sentence(
                "**To play**\n"
                "Your cards come by direct message, if I can send you any, and **{my_hand}** on the table "
                "shows them in the channel: only you see them. Make your calls first; then press the card "
                "you want to play. Cards you can play are blue when it is your turn. The copy in your direct "
                "messages follows your turns as long as you play from it; press **{my_hand}** again for a "
                "new copy in the channel.",
                my_hand=MY_HAND,
            ),
        ),
    ),
    Chapter(
        Label("a button", "Leaving"),
        (
            Sentence(
                "**To leave**\n"
                "Between rubbers **{leave}** gives up your chair. During a rubber `/table leave` lets a "
                "robot play on for you, and **Take my chair back** returns it until the rubber is over; but "
                "that rubber no longer counts for you on the leaderboard, so you are asked first. If "
                "somebody keeps the table waiting for three minutes, `/table robot` lets a robot "
                "play on for them.",
                leave=LEAVE,
            ),
            Sentence(
                "**To close**\n"
                "`/table close` closes the table once all its players agree; a moderator's closes it at "
                "once. It also closes when the last person leaves, who is asked first. An unfinished rubber "
                "is worth nothing unless all agreed and the game's options give it a value."
            ),
        ),
    ),
    Chapter(
        Label("a button", "After a deal"),
        (
            Sentence(
                "**After a deal**\n"
                "`/why` tells what the robots thought and, where my host has a solver, `/analyse` what the "
                "deal could have made. `/replay` steps through it, `/picture` draws it, `/verify` proves "
                "that it was dealt fairly, and `/record` gives it as a file. At a table with hints, `/hint` "
                "tells what a robot would do in your place."
            ),
            Sentence("**With real cards**\n`/score open` keeps the score for you, of any of these games."),
            Sentence(
                "**Many tables**\n`/evening open` opens an evening: progressive whist, couples, or duplicate "
                "for pairs or teams."
            ),
        ),
    ),
    Chapter(
        Label("a button", "Commands"),
        (
            Sentence(
                "**By command**\n"
                "Each button has one: `/hand` `/play` `/daily` `/declare` `/pass` `/contre` `/surcontre` "
                "`/content` `/claim` `/agree` `/refuse` `/takeback` `/cut` `/last` `/table score` "
                "`/table options`; at other games also `/bid` `/double` `/redouble` `/worth` `/honours` "
                "`/ruff` `/discard`, and where people "
                "can revoke `/gather` `/ask` `/none` `/correct` `/revoke` `/penalty` `/playout` `/settle`, "
                "and where cards can be played out of turn `/demand` `/follow`. Also: `/leaderboard`, "
                "`/stats`, `/me` for your own settings, `/privacy show` for what I keep of you, `/settings` "
                "for those of the server, `/admin` for my host, and `/rules` of each game."
            ),
        ),
    ),
)

FIRST_PAGE: Final = Label("a button", "In short")


def help_screen(command_ids: Mapping[str, int], number: int = 1) -> Screen:
    """The first screen, or a chapter from the second number on. ``command_ids`` are Discord's, by the names
    of the commands: those can be clicked."""
    chapter = CHAPTERS[min(number - 1, len(CHAPTERS)) - 1] if number > 1 else None
    if chapter is None:
        title, begin, trick, outcome, deal, more = (sentence() for sentence in IN_SHORT)
        told = f"{title}\n{begin}\n\n{trick}\n{drawn_trick()}\n{small(outcome)}\n\n{deal}\n{small(more)}"
    else:
        told = "\n\n".join(sentence() for sentence in chapter.told)
        if len(chapter.told) > 1:
            told = f"{heading(chapter.name())}\n{told}"
    names = [FIRST_PAGE(), *(one.name() for one in CHAPTERS)]
    buttons = (
        *page_buttons(Page("help", number=number), names),
        Button(str(Page("game", next(iter(GAMES)))), RULES()),
    )
    return Screen((text(clickable(told, command_ids)), *rows(buttons)), BRASS)


_COMMAND: Final = re.compile(r"`/([^`:]+)`")


def clickable(told: str, command_ids: Mapping[str, int]) -> str:
    """A text with the commands in it as Discord's mentions, as far as their ids are known."""
    named = _commands(language_spoken())

    def mention(found: re.Match[str]) -> str:
        name = named.get(found[1], found[1])
        known = command_ids.get(name.partition(" ")[0])
        return f"</{name}:{known}>" if known is not None else found[0]

    return _COMMAND.sub(mention, told)


@cache
def _commands(language: str) -> Mapping[str, str]:
    """Every command by its name in this language. A mention needs the English one."""
    with spoken(language):
        return {" ".join(map(command_name, one.split())): one for one in COMMAND_TEXTS}

"""Help on two pages, and the frame of the rules of each game.

Tests hold what is said here against the code.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from screens.words.languages import Sentence, marked, meant, say
from screens.words.options import OPTIONS
from screens.words.table import JOIN, LEAVE, MY_HAND, PLAY_NOW, START

HELP: Final = (
    Sentence("### Biritch in a minute"),
    Sentence(
        "Four play, partners opposite. The dealer names trumps, or *biritch* for none, or passes to their "
        "partner, who must. The other side may double by saying *contre*; the answer is *sur contre*, and so "
        "on without end. Then the cards are played as at whist: follow suit if you can. The dealer plays "
        "their partner's cards too, face up."
    ),
    Sentence(
        "**To begin**\n"
        "`/table open` opens a table in a channel, for Biritch or another game of the family: whist, bridge, "
        "vint, games for three and for two. **{options}** shows what can be changed. Others press "
        "**{join}**. **{start}** begins a rubber at a full table, and **{play_now}** fills the empty chairs "
        "first.",
        options=OPTIONS,
        join=JOIN,
        start=START,
        play_now=PLAY_NOW,
    ),
    Sentence(
        "**To play**\n"
        "Your cards come by direct message, if I can send you any, and **{my_hand}** on the table shows them "
        "in the channel: only you see them. Make your calls first; then press the card you want to play. "
        "Cards you can play are blue when it is your turn. The copy in your direct messages follows your "
        "turns as long as you play from it; press **{my_hand}** again for a new copy in the channel.",
        my_hand=MY_HAND,
    ),
    Sentence(
        "**To leave**\n"
        "Between rubbers **{leave}** gives up your chair. During a rubber `/table leave` lets a robot play "
        "on for you, and **Take my chair back** returns it until the rubber is over; but that rubber no "
        "longer counts for you on the leaderboard, so you are asked first. If somebody keeps the table "
        "waiting for three minutes, `/table robot` lets a robot play on for them.",
        leave=LEAVE,
    ),
    Sentence(
        "**To close**\n"
        "`/table close` closes the table once all its players agree; a moderator's closes it at once. It "
        "also closes when the last person leaves, who is asked first. An unfinished rubber is worth nothing "
        "unless all agreed and the game's options give it a value."
    ),
)
HELP_AFTER: Final = (
    Sentence("### Biritch in a minute: commands, and what else there is"),
    Sentence(
        "**By command**\n"
        "Each button has one: `/hand` `/play` `/declare` `/pass` `/contre` `/surcontre` `/content` `/claim` "
        "`/agree` `/refuse` `/cut` `/last` `/table score` `/table options`; at other games also `/bid` "
        "`/double` `/redouble` `/worth` `/honours` `/ruff` `/discard`, and where people can revoke `/gather` "
        "`/ask` `/none` `/correct` `/revoke` `/penalty` `/playout` `/settle`, and where cards can be played "
        "out of turn `/demand` `/follow`. Also: `/leaderboard`, "
        "`/stats`, `/me` for your own settings, `/privacy show` for what I keep of you, `/settings` for "
        "those of the server, `/admin` for my host, and `/rules` of each game."
    ),
    Sentence(
        "**After a deal**\n"
        "`/why` tells what the robots thought and, where my host has a solver, `/analyse` what the deal "
        "could have made. `/replay` steps through it, `/picture` draws it, `/verify` proves that it was "
        "dealt fairly, and `/record` gives it as a file. At a table with hints, `/hint` tells what a robot "
        "would do in your place."
    ),
    Sentence("**With real cards**\n`/score open` keeps the score for you, of any of these games."),
    Sentence(
        "**Many tables**\n`/evening open` opens an evening: progressive whist, couples, or duplicate for "
        "pairs or teams."
    ),
)


OF_ROBOTS: Final = Sentence("How the robots bid and play: `/rules about: the robots`.")


def page(number: int, last: int) -> str:
    """On the button that turns to it."""
    return meant("a button", "Page {number} of {last}", number=number, last=last)


ABOUT_GAME: Final = marked("the game")
ABOUT_ROBOTS: Final = marked("the robots: how they bid and play")


def options(labels: Sequence[str]) -> str:
    """The last section of a game's rules: its options."""
    listed = ", ".join(say("“{name}”", name=one) for one in labels)
    return say("**Options**\nWith `/table options`, besides those of every table: {options}.", options=listed)

"""Help, and the frame of the rules of each game. English.

Tests hold what is said here against the code.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

HELP: Final = (
    "### Biritch in a minute",
    "Four play, partners opposite. The dealer names trumps, or *biritch* for none, or passes to their "
    "partner, who must. The other side may say *contre*, and every trick counts double; the answer is "
    "*sur contre*, and so on without end. Then the cards are played as at whist: follow suit if you can. "
    "The dealer plays their partner's cards too, face up.",
    "**To begin**\n"
    "`/table open` sets up a table in a channel, for Biritch or another of the family: whist, bridge, vint, "
    "games for three and for two. **Options** shows what may be arranged. Press **Join**, and **Start** when "
    "you like: robots take the empty chairs.",
    "**To play**\n"
    "Your cards come by direct message, if yours are open to me, and **My hand** on the table shows them in "
    "the channel: only you see them. Say what you will while the calls go on; then the cards that you may "
    "play are blue when it is your turn. Press one, and it lies on the table. The copy in your direct "
    "messages is brought up to date for your turn as long as you play from it; press **My hand** again for a "
    "fresh copy in the channel.",
    "**To leave**\n"
    "Between rubbers **Leave** gives up your chair. During a rubber `/table leave` has a robot play on for "
    "you, and **Take my chair back** returns it until the rubber is over; but that rubber no longer counts "
    "for you on the leaderboard, so you are asked first. Where somebody keeps the table waiting for three "
    "minutes, `/table robot` has a robot play on for them.",
    "**To close**\n"
    "`/table close` closes the table once every person who sits has said so, and a moderator's closes it at "
    "once. It also closes when the last person leaves, who is asked first. A rubber that is being played is "
    "left unfinished, and is worth nothing unless all agreed and the game's options give it a value.",
    "**By command**\n"
    "Each button has one: `/hand` `/play` `/declare` `/pass` `/contre` `/surcontre` `/content` `/claim` "
    "`/agree` `/refuse` `/cut` `/last` `/table score` `/table options`; at other games also `/bid` `/double` "
    "`/redouble` `/worth` `/honours` `/ruff` `/discard`, and where people can revoke `/gather` `/ask` "
    "`/none` `/correct` `/revoke` `/penalty` `/playout` `/settle`. Besides: `/leaderboard`, `/stats`, `/me` "
    "for your own settings, `/settings` for those of the server, and `/rules` of each game.",
    "**After a deal**\n"
    "`/why` tells what the robots thought and, where my host has a solver, `/analyse` what the deal could "
    "have made. `/replay` steps through it, `/picture` draws it, `/verify` proves that it was dealt fairly, "
    "and `/record` gives it as a file. Where a table has switched hints on, `/hint` tells what a robot would "
    "do in your place.",
    "**With real cards**\n`/score open` keeps the score for you, of any of these games.",
)


OF_ROBOTS: Final = "How the robots bid and play: `/rules about: the robots`."
ABOUT_GAME: Final = "the game"
ABOUT_ROBOTS: Final = "the robots: how they bid and play"


def options(labels: Sequence[str]) -> str:
    """The last section of a game's rules: its options."""
    listed = ", ".join(f"“{one}”" for one in labels)
    return f"**Options**\nBy `/table options`, besides what every table may arrange: {listed}."

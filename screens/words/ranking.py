"""Words for which rubbers a server ranks, and for a doubling that would leave the ranking. English."""

from __future__ import annotations

from typing import Final

NOT_RANKED: Final = "Rubbers of this table do not count for the leaderboard, as the server has decided."

_SPELT: Final = {3: "three", 4: "four", 5: "five", 6: "six", 8: "eight", 10: "ten"}


def not_ranked_here(why: str) -> str:
    """Why a rubber does not count that would elsewhere: ``server``, ``people`` or ``doubling:N``."""
    if why == "server":
        return NOT_RANKED
    if why == "people":
        return "It does not count for the leaderboard: here only rubbers count that people alone sat through."
    return f"It does not count for the leaderboard: a trick was doubled more than {times(int(why[9:]))}."


def times(count: int) -> str:
    """``once``, ``twice``, ``six times``."""
    return {1: "once", 2: "twice"}.get(count, f"{_SPELT.get(count, count)} times")


def last_ranked_doubling(limit: int) -> str:
    """Before a doubling that would leave the ranking."""
    if limit == 0:
        return "⚠ In this server a rubber in which anybody doubles does not count for the leaderboard."
    return (
        f"⚠ Doubled {times(limit)}: with one more doubling this rubber no longer counts for the leaderboard."
    )


def left_ranking(limit: int) -> str:
    """After it."""
    if limit == 0:
        return "This rubber no longer counts for the leaderboard: it was doubled."
    return f"This rubber no longer counts for the leaderboard: it was doubled more than {times(limit)}."


def rule(limit: int | None, *, full: bool, none: bool) -> str:
    """The section of a game's rules about the leaderboard."""
    if none:
        return f"**The leaderboard**\n{NOT_RANKED}"
    who = "a person in every chair" if full else "a person on each side"
    counts = f"**The leaderboard**\nA rubber counts if {who} sat it through"
    if limit is None:
        return f"{counts}. {RATING}"
    if limit == 0:
        return f"{counts}, and nobody doubled. {RATING}"
    return f"{counts}, and no trick was doubled more than {times(limit)}. {RATING}"


RATING: Final = (
    "Partners have a rating of their own, as one: a rubber that counts is a match between the two sides, "
    "won by the side that gained points. A side with a robot, a guest or a single player is taken to be as "
    "strong as new partners (1500), and is not rated."
)

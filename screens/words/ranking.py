"""Words for which rubbers a server ranks, and for a doubling that would leave the ranking."""

from __future__ import annotations

from typing import Final

from screens.words.languages import Noun, Sentence, counted, meant, say

NOT_RANKED: Final = Sentence(
    "Rubbers of this table do not count for the leaderboard, as the server has decided."
)


def not_ranked_here(why: str) -> str:
    """Why a rubber does not count that would elsewhere: ``server``, ``people`` or ``doubling:N``."""
    if why == "server":
        return NOT_RANKED()
    if why == "people":
        return say(
            "It does not count for the leaderboard: here only rubbers count that began with a person in "
            "every chair."
        )
    return say(
        "It does not count for the leaderboard: a trick was doubled more than {times:gen}.",
        times=times(int(why[9:])),
    )


def times(count: int) -> Noun:
    """``once``, ``twice``, ``six times``."""
    match count:
        case 1:
            return Noun(say("once"), {"gen": meant("genitive", "once")})
        case 2:
            return Noun(say("twice"), {"gen": meant("genitive", "twice")})
        case 3:
            return Noun(say("three times"), {"gen": meant("genitive", "three times")})
        case 4:
            return Noun(say("four times"), {"gen": meant("genitive", "four times")})
        case 5:
            return Noun(say("five times"), {"gen": meant("genitive", "five times")})
        case 6:
            return Noun(say("six times"), {"gen": meant("genitive", "six times")})
        case 8:
            return Noun(say("eight times"), {"gen": meant("genitive", "eight times")})
        case 10:
            return Noun(say("ten times"), {"gen": meant("genitive", "ten times")})
    return Noun(
        counted(count, "{count} time", "{count} times"),
        {"gen": meant("genitive", "{count} times", count=count)},
    )


def next_is_capped(limit: int) -> str:
    """Before a doubling that would not count."""
    if limit == 0:
        return say("⚠ In this server tricks count on the leaderboard as if nobody had doubled.")
    return say("⚠ Doubled {times}: a further doubling does not count on the leaderboard.", times=times(limit))


def capped(limit: int) -> str:
    """After it."""
    if limit == 0:
        return say("On the leaderboard this deal counts as if nobody had doubled.")
    return say("On the leaderboard this deal counts as doubled {times}.", times=times(limit))


def counts(points: int) -> str:
    """Of a rubber that counts less than it is worth."""
    return counted(
        points,
        "On the leaderboard it counts {count} point, since doublings count only so far.",
        "On the leaderboard it counts {count} points, since doublings count only so far.",
    )


def last_ranked_doubling(limit: int) -> str:
    """Before a doubling that would leave the ranking."""
    if limit == 0:
        return say("⚠ In this server a rubber in which anybody doubles does not count for the leaderboard.")
    return say(
        "⚠ Doubled {times}: with one more doubling this rubber no longer counts for the leaderboard.",
        times=times(limit),
    )


def left_ranking(limit: int) -> str:
    """After it."""
    if limit == 0:
        return say("This rubber no longer counts for the leaderboard: it was doubled.")
    return say(
        "This rubber no longer counts for the leaderboard: it was doubled more than {times:gen}.",
        times=times(limit),
    )


def rule(limit: int | None, *, full: bool, none: bool) -> str:
    """The section of a game's rules about the leaderboard."""
    if none:
        return f"{_HEADING()}\n{NOT_RANKED()}"
    return f"{_HEADING()}\n{_of_all(limit) if full else _of_a_side(limit)} {_LEAVING()}"


_HEADING: Final = Sentence("**The leaderboard**")


def _of_all(limit: int | None) -> str:
    """Which rubbers count where every chair needs a person."""
    return say("A rubber counts if it began with a person in every chair.") + _limited(limit)


def _of_a_side(limit: int | None) -> str:
    """Which rubbers count where each side needs a person."""
    return say("A rubber counts if it began with a person on each side.") + _limited(limit)


def _limited(limit: int | None) -> str:
    """How far doublings count. Where no trick can be doubled so often, nothing is told."""
    if limit is None:
        return ""
    if limit == 0:
        return " " + say("Its tricks count as if nobody had doubled.")
    return " " + say("A trick doubled more often counts as doubled {times}.", times=times(limit))


_LEAVING: Final = Sentence("A person who leaves it for good loses it.")

"""A contest: one deal that many people play alone, each at a table of their own with the same robots.

What is worked out here from the plays of a contest: a share of the matchpoints, where a play parted from the
field, how many days in a row somebody has played, and what their best days come to. Days are numbers, one
more each day; a line is the calls and cards of a play in order, as words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from rules.frozen import frozen

FREEZES: Final = 2
"""Days that may be missed, from the first day on, without the streak ending."""
EARNED: Final = 7
"""So many days played win a freeze back."""
COUNTING: Final = 15
"""The days of a week or a month that count: the best."""
OTHERS_EVERY: Final = 7
OTHERS: Final = (2, 5)
"""Of each seven days those on which another game than the first is played."""

Line = tuple[str, ...]


def is_daily(contest: str) -> bool:
    """Whether it is the deal of a day: its name is the date."""
    return len(contest) == len("2026-11-24") and contest[4] == contest[7] == "-"


def percentage(own: int, others: Sequence[int]) -> Fraction | None:
    """The share of the matchpoints, from 0 to 100: two for each result that is beaten, one for each that is
    equal. None without another result."""
    if not others:
        return None
    won = sum(2 * (other < own) + (other == own) for other in others)
    return Fraction(100 * won, 2 * len(others))


def percentages(results: Sequence[int]) -> dict[int, Fraction]:
    """The same for each result of a field in which every one of these stands."""
    count, below, found = Counter(results), 0, dict[int, Fraction]()
    if len(results) < 2:
        return {}
    for points in sorted(count):
        equal = count[points] - 1
        found[points] = Fraction(100 * (2 * below + equal), 2 * (len(results) - 1))
        below += count[points]
    return found


@frozen
class Parting:
    """The first call or card at which a play parted from the field."""

    place: int  # in the line, from 0
    own: str
    most: str  # what most of those did who had come that far alike
    with_it: int  # how many they were
    of: int


def parting(own: Line, field: Iterable[Line]) -> Parting | None:
    """None for a play that went the way of most to its end, or as far as any other went along."""
    along = [line for line in field if line]
    for place, word in enumerate(own):
        along = [line for line in along if len(line) > place]
        if not along:
            return None
        (most, with_it), *_ = Counter(line[place] for line in along).most_common()
        same = sum(line[place] == word for line in along)
        if same < with_it:
            return Parting(place, word, most, with_it, len(along))
        along = [line for line in along if line[place] == word]
    return None


@frozen
class Streak:
    days: int  # played, since the streak began
    freezes: int  # days that may still be missed


def streak(played: Collection[int], today: int) -> Streak:
    """As it stands today: a day that is not over has not been missed, nor one without a streak."""
    days, freezes = 0, FREEZES
    for day in range(min(played, default=today), today + 1):
        if day in played:
            days += 1
            if days % EARNED == 0:
                freezes = min(FREEZES, freezes + 1)
        elif day == today:
            break
        elif days and freezes:
            freezes -= 1
        else:
            days, freezes = 0, FREEZES
    return Streak(days, freezes)


@frozen
class Ranked:
    """Somebody in the table of a week or a month."""

    rank: int
    who: int
    score: Fraction  # the percentages of their best days together
    days: int  # that count


def ranked(days: Mapping[int, Sequence[Fraction]]) -> tuple[Ranked, ...]:
    """By the percentages of their days; those with the same sum share a rank, the older account first."""
    scores = {who: sorted(each, reverse=True)[:COUNTING] for who, each in days.items() if each}
    totals = {who: sum(best, Fraction(0)) for who, best in scores.items()}
    order = sorted(totals, key=lambda who: (-totals[who], who))
    return tuple(
        Ranked(1 + sum(one > totals[who] for one in totals.values()), who, totals[who], len(scores[who]))
        for who in order
    )


def game_of(day: int, games: Sequence[str]) -> str:
    """The game of a day: the first of the list most days, and the others in turn."""
    week, place = divmod(day, OTHERS_EVERY)
    if place not in OTHERS or len(games) == 1:
        return games[0]
    turn = week * len(OTHERS) + OTHERS.index(place)
    return games[1 + turn % (len(games) - 1)]

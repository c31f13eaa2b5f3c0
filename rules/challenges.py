"""A challenge: five deals that friends play, each alone with the same robots, whenever they like.

What is worked out here is who may still come in, when it is over, and what each of them may see: of a deal
that somebody has still to play they are told nothing, not even who has played it. Times are seconds since
1970; a user is a number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final, NamedTuple

from rules.contests import Parting, is_daily
from rules.frozen import frozen

DEALS: Final = 5
TAKEN_UP_WITHIN: Final = 24 * 3600.0
"""Seconds in which a challenge can be taken up."""
PLAYED_WITHIN: Final = 3 * 24 * 3600.0
"""Seconds in which it is played, once nobody else can come in."""
LONGEST: Final = TAKEN_UP_WITHIN + PLAYED_WITHIN
"""Seconds after which every challenge is over."""
MOST_FRIENDS: Final = 8
"""Those who play one, with the one who began it."""
MOST_INVITATIONS: Final = 5
"""That wait for the answer of one person."""
MOST_CHALLENGES: Final = 8
"""That one person plays at a time."""

CLOCKS_APART: Final = 60.0
"""Seconds by which a clock may be ahead of another."""

CHALLENGE_ID: Final = r"f[0-9a-f]{1,16}"
_DEAL: Final = re.compile(rf"({CHALLENGE_ID})-([1-{DEALS}])", re.ASCII)


def challenge_of(contest: str) -> str:
    """The challenge that a contest is a deal of; empty for any other contest."""
    found = _DEAL.fullmatch(contest)
    return found[1] if found else ""


def deal_of(contest: str) -> int:
    """Which deal of its challenge a contest is, from 1."""
    return int(contest.rpartition("-")[2])


def is_challenge(contest: str) -> bool:
    """Whether it is a deal of a challenge."""
    return bool(challenge_of(contest))


def has_own_door(contest: str) -> bool:
    """Whether a deal is begun and taken up by its own command: that of a day, and those of a challenge. Any
    other is dealt to people who ask for a deal to compare."""
    return is_daily(contest) or is_challenge(contest)


@frozen
class Challenged:
    """The place of somebody in a challenge."""

    user: int | None  # None once they were forgotten
    asked: float
    answered: float | None  # None while they have neither taken it up nor declined
    plays: bool

    @property
    def takes_part(self) -> bool:
        """Whether they play, and are known."""
        return self.plays and self.user is not None


@frozen
class Challenge:
    """Who was asked to play what. The first place is that of the one who began it."""

    id: str
    game: str
    strength: str  # of the robots
    made: float
    guild: int  # where it was made; 0 outside of servers
    channel: int
    to_friend: bool  # to one person alone, who has the second place; else to everybody in the channel
    places: tuple[Challenged, ...]

    @property
    def deals(self) -> tuple[str, ...]:
        """The contests that they play."""
        return tuple(f"{self.id}-{number}" for number in range(1, DEALS + 1))

    @property
    def taken_up_until(self) -> float:
        """The moment until which it can be taken up, if others do not before."""
        return self.made + TAKEN_UP_WITHIN

    @property
    def closes(self) -> float:
        """The moment from which nobody else comes in: everybody has who can, or a day is over."""
        most = 2 if self.to_friend else MOST_FRIENDS
        came = [one.answered for one in self.places if one.plays and one.answered is not None]
        return min(max(came), self.taken_up_until) if len(came) >= most else self.taken_up_until

    @property
    def ends(self) -> float:
        """The moment until which a play must have ended to count."""
        return self.closes + PLAYED_WITHIN

    @property
    def known_players(self) -> tuple[int, ...]:
        """Those who have taken it up, without people who were forgotten."""
        return tuple(one.user for one in self.places if one.plays and one.user is not None)

    def may_be_played(self, now: float) -> bool:
        """Whether it can be taken up, or more than one play it: otherwise it is over."""
        return now < self.closes or len(self.known_players) > 1

    def own_place(self, user: int) -> Challenged | None:
        return next((one for one in self.places if one.user == user), None)

    def phase(self, now: float, results: Results) -> Phase:
        """How it stands. A challenge that only one person plays, or is left of, is over once nobody else can
        come in."""
        together = len(self.known_players) > 1
        if self.made > now + CLOCKS_APART:  # a clock was wrong: nobody waits for that moment
            return Phase.OVER
        if now < self.closes:
            done = self.to_friend and together and self._all_done(results)
            return Phase.OVER if done else Phase.GATHERING
        if not together:
            return Phase.ALONE
        return Phase.OVER if now >= self.ends or self._all_done(results) else Phase.PLAYED

    def _all_done(self, results: Results) -> bool:
        return all(user in results[deal] for deal in range(DEALS) for user in self.known_players)


class Phase(Enum):
    """How a challenge stands."""

    GATHERING = "gathering"  # it can be taken up
    PLAYED = "played"
    OVER = "over"
    ALONE = "alone"  # over, and nobody has taken it up


ENDED: Final = (Phase.OVER, Phase.ALONE)

Results = Sequence[Mapping[int, int]]
"""What each deal came to for those who have ended it in time, by user."""


@frozen
class ChallengeScore:
    """What somebody's deals came to, as one viewer may see it."""

    user: int
    points: tuple[int | None, ...]  # of each deal

    @property
    def played(self) -> int:
        return sum(one is not None for one in self.points)

    @property
    def total(self) -> int:
        return sum(one for one in self.points if one is not None)


def scores_seen(
    challenge: Challenge, results: Results, viewer: int | None, *, over: bool
) -> tuple[ChallengeScore, ...]:
    """The table of places: by how many deals each has played, then by the sum, then as they came in. Before
    the challenge is ``over`` a viewer sees a deal of it once they have ended that deal."""
    seen = [one if over or viewer in one else {} for one in results]
    users = challenge.known_players
    found = [ChallengeScore(user, tuple(one.get(user) for one in seen)) for user in users]
    return tuple(sorted(found, key=lambda one: (-one.played, -one.total, users.index(one.user))))


class PartedAt(NamedTuple):
    """Where a play that is over parted from those of the others."""

    other: int | None  # who, where one other alone has played it
    parting: Parting | None  # None if nobody who came as far went another way
    calls: int  # in the play
    level: int = 0  # how often what stood had been doubled


class SeenChallenge(NamedTuple):
    """A challenge as one of those who are in it, or were asked, may see it."""

    challenge: Challenge
    viewer: int
    phase: Phase
    scores: tuple[ChallengeScore, ...]
    partings: tuple[PartedAt | None, ...]  # of each deal
    next_deal: int | None  # the one that the viewer plays now, from 1
    begun: bool  # whether they have begun it
    late: bool  # whether a deal of theirs was ended too late to count
    lost: int  # plays that cannot be compared, since what is stored of them is damaged


def places_of(scores: Sequence[ChallengeScore]) -> tuple[int, ...]:
    """The place of each of these, from 1. Equal ones share a place."""
    keys = [(-one.played, -one.total) for one in scores]
    return tuple(1 + sum(other < key for other in keys) for key in keys)

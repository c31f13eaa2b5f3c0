"""Challenges: friends play the same five deals, each alone, at a table of their own, whenever they like.

The deals are contests, so that robots choose alike and nobody plays one twice. Who is in a challenge, and
what they may see of it, is found anew from what is stored at each press: nothing of it is kept in memory,
but for those of which nobody has been told. Nothing here knows Discord.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from bot.clocks import TOLERATED
from bot.errors import AppRefused, AppWhy, SetAside
from bot.preferences import Preferences
from bot.streams.open_stream import TOO_OLD, Key, Locks, Recent
from bot.tables.contests import Contests, dealer_in_turn
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from rules.challenges import (
    ENDED,
    LONGEST,
    Challenge,
    Challenged,
    ChallengeScore,
    PartedAt,
    Phase,
    SeenChallenge,
    scores_seen,
)
from rules.contests import parting
from rules.games.promise import standing_after
from storage.ports.records import Admission, Attempt, Place, Plays, TableId, UserId
from storage.ports.storage import Challenges as ChallengeLog
from storage.ports.storage import Contests as ContestLog
from storage.ports.storage import DamagedContest, PlayedBefore

log = logging.getLogger(__name__)

REMINDED_BEFORE: Final = 12 * 3600.0
"""Seconds before the end of a challenge from which those are reminded who have still to play."""
LISTED_FOR: Final = 2 * LONGEST
"""Seconds for which a challenge stands in the list of somebody's."""

REFUSED: Final[Mapping[Admission, AppWhy]] = {
    Admission.NO_CHALLENGE: AppWhy.NO_CHALLENGE,
    Admission.NOT_ASKED: AppWhy.NOT_CHALLENGED,
    Admission.CLOSED: AppWhy.CHALLENGE_CLOSED,
    Admission.MOST_OPEN: AppWhy.MOST_CHALLENGES,
    Admission.MOST_ASKED: AppWhy.MOST_INVITATIONS,
    Admission.ASKED_BEFORE: AppWhy.CHALLENGED_BEFORE,
}


class Challenges:
    """Makes them, lets people in, and tells what they came to."""

    def __init__(
        self,
        kept: ChallengeLog,
        plays: ContestLog,
        contests: Contests,
        tables: Tables,
        preferences: Preferences,
        now: Callable[[], float],
    ) -> None:
        self._kept, self._plays, self._contests, self._tables = kept, plays, contests, tables
        self._preferences, self._now = preferences, now
        self._beginning: Locks[UserId] = Locks()
        self._untold: Recent[tuple[int | None, UserId | None, str, Place], str] = Recent()

    async def make_challenge(
        self, user: UserId, friend: UserId | None, game: str, place: Place, key: Key
    ) -> Challenge:
        """A challenge to a friend, or to everybody in a channel; done once for each key, and the one before
        if that was the same and nobody has been told of it. Raises
        AppWhy.NO_OPPONENT, AppWhy.TAKES_NO_CHALLENGES, AppWhy.MOST_CHALLENGES, AppWhy.MOST_INVITATIONS,
        AppWhy.CHALLENGED_BEFORE, AppWhy.TOO_LATE."""
        if friend == user:
            raise AppRefused(AppWhy.NO_OPPONENT)
        async with self._beginning.lock_for(user):  # who sends many at once waits for themselves alone
            return await self._begin(user, friend, game, place, key)

    async def _begin(
        self, user: UserId, friend: UserId | None, game: str, place: Place, key: Key
    ) -> Challenge:
        name, now = f"f{int(key.id):x}", self._now()
        with _of_one_challenge():
            if (there := await self._kept.challenge(name)) is not None:
                return there
        if key.at < now - TOO_OLD:
            raise AppRefused(AppWhy.TOO_LATE)
        if friend is not None and not (await self._preferences.of_person(friend)).challenged:
            raise AppRefused(AppWhy.TAKES_NO_CHALLENGES)
        if (untold := self._untold.get((user, friend, game, place))) is not None:
            before = await self.find(untold)
            if now < before.closes:
                return before
        places = [Challenged(user, now, now, True)]
        if friend is not None:
            places.append(Challenged(friend, now, None, False))
        strength = self._contests.strength.value
        new = Challenge(
            name, game, strength, now, place.guild, place.channel, friend is not None, tuple(places)
        )
        deals = [
            self._contests.drawn(one, game, dealer_in_turn(game, number))
            for number, one in enumerate(new.deals)
        ]
        with _of_one_challenge():
            _check_admitted(await self._kept.begin_challenge(new, deals))
        return await self.find(name)

    def note_told(self, made: Challenge, *, told: bool) -> None:
        """Whether those who may take a challenge up have been told of it."""
        friend = UserId(made.places[1].user or 0) if made.to_friend else None
        asked = made.places[0].user, friend, made.game, Place(made.guild, made.channel)
        if told:
            self._untold.pop(asked, None)
        else:
            self._untold[asked] = made.id

    async def find(self, challenge: str) -> Challenge:
        """Raises AppWhy.NO_CHALLENGE, AppWhy.CONTEST_DAMAGED."""
        with _of_one_challenge():
            found = await self._kept.challenge(challenge)
        if found is None:
            raise AppRefused(AppWhy.NO_CHALLENGE)
        return found

    async def let_in(self, user: UserId, challenge: str, place: Place) -> Challenge:
        """Lets somebody in who was asked. Raises AppWhy.NO_CHALLENGE, AppWhy.NOT_CHALLENGED,
        AppWhy.CHALLENGE_CLOSED, AppWhy.MOST_CHALLENGES, AppWhy.BEGUN_BEFORE, AppWhy.CONTEST_DAMAGED."""
        at = (place.guild, place.channel)
        with _of_one_challenge():
            _check_admitted(await self._kept.take_up(challenge, user, at, self._now()))
        return await self.find(challenge)

    async def turn_down(self, user: UserId, challenge: str) -> None:
        """Raises AppWhy.NO_CHALLENGE, AppWhy.NOT_CHALLENGED, AppWhy.CHALLENGE_CLOSED,
        AppWhy.CONTEST_DAMAGED."""
        with _of_one_challenge():
            _check_admitted(await self._kept.decline(challenge, user, self._now()))

    async def play_next(self, user: UserId, challenge: str, key: Key) -> OpenTable:
        """The table of the deal that comes next for somebody, as they left it. Raises AppWhy.NO_CHALLENGE,
        AppWhy.NOT_CHALLENGED, AppWhy.CHALLENGE_OVER, AppWhy.ALL_PLAYED, AppWhy.CONTEST_DAMAGED,
        AppWhy.PLAY_DAMAGED."""
        seen = await self.seen_by(user, challenge)
        own = seen.challenge.own_place(user)
        if own is None or not own.plays:
            raise AppRefused(AppWhy.NOT_CHALLENGED)
        if seen.phase in ENDED:
            raise AppRefused(AppWhy.CHALLENGE_OVER)
        if seen.next_deal is None:
            raise AppRefused(AppWhy.ALL_PLAYED)
        return await self._contests.play_given(user, seen.challenge.deals[seen.next_deal - 1], key)

    async def list_for(self, user: UserId) -> Sequence[SeenChallenge]:
        """What somebody is asked to, plays, and has played lately; the newest first."""
        found = await self._kept.challenges_of(user, self._now() - LISTED_FOR)
        return [await self._seen(user, one) for one in found]

    async def seen_by(self, user: UserId, challenge: str) -> SeenChallenge:
        """Raises AppWhy.NO_CHALLENGE, AppWhy.NOT_CHALLENGED for somebody who has no place in it,
        AppWhy.CHALLENGE_CLOSED for somebody who has not taken it up in time, and AppWhy.CONTEST_DAMAGED."""
        found = await self.find(challenge)
        own = found.own_place(user)
        if own is None:
            raise AppRefused(AppWhy.NOT_CHALLENGED)
        if not own.plays and self._now() >= found.closes:
            raise AppRefused(AppWhy.CHALLENGE_CLOSED)
        return await self._seen(user, found)

    async def end_for_all(self, challenge: str) -> tuple[Challenge, tuple[ChallengeScore, ...], TableId]:
        """What a challenge came to, and a table that stands for it. Raises AppWhy.NO_CHALLENGE,
        AppWhy.CHALLENGE_GOES_ON, AppWhy.NOTHING_COMPARED, AppWhy.CONTEST_DAMAGED."""
        found = await self.find(challenge)
        plays = await self._plays_of(found)
        results = self._results(found, plays)
        phase, tables = found.phase(self._now(), results), [one.table for each in plays for one in each]
        if phase not in ENDED:
            raise AppRefused(AppWhy.CHALLENGE_GOES_ON)
        if phase is Phase.ALONE or not tables:
            raise AppRefused(AppWhy.NOTHING_COMPARED)
        return found, scores_seen(found, results, None, over=True), min(tables)

    async def due_reminders(self) -> list[tuple[UserId, Challenge]]:
        """Those with deals left to play, where the end is near and nobody has been reminded."""
        now, found = self._now(), list[tuple[UserId, Challenge]]()
        for name in await self._kept.unreminded(now - LONGEST):
            try:
                one = await self.find(name)
            except AppRefused:  # it is damaged
                continue
            if one.ends - REMINDED_BEFORE <= now < one.ends:
                found += ((user, one) for user in await self._still_to_play(one))
        return found

    async def _still_to_play(self, challenge: Challenge) -> list[UserId]:
        """Those with deals left to play, once nobody else can come in."""
        results = self._results(challenge, await self._plays_of(challenge))
        if challenge.phase(self._now(), results) is not Phase.PLAYED:
            return []
        return [UserId(user) for user in challenge.known_players if any(user not in each for each in results)]

    async def note_reminded(self, user: UserId, challenge: str) -> bool:
        """Whether somebody is reminded now: they want to be challenged, still have deals to play, and have
        not been reminded yet. Raises AppWhy.NO_CHALLENGE, AppWhy.CONTEST_DAMAGED."""
        if not (await self._preferences.of_person(user)).challenged:
            return False
        if user not in await self._still_to_play(await self.find(challenge)):
            return False
        with _of_one_challenge():
            return await self._kept.remind_of(challenge, user, self._now())

    async def _plays_of(self, challenge: Challenge) -> list[Plays]:
        return [await self._plays.attempts(deal) for deal in challenge.deals]

    def _results(self, challenge: Challenge, plays: Sequence[Plays]) -> list[dict[int, int]]:
        return [
            {one.user: one.points for one in each if one.user is not None and one.points is not None}
            for each in (self._in_time(challenge, each) for each in plays)
        ]

    def _in_time(self, challenge: Challenge, plays: Plays) -> list[Attempt]:
        """Those that have ended in time. An end that lies ahead was told by a clock that was wrong."""
        ahead = self._now() + TOLERATED
        return [
            one
            for one in plays
            if one.ended is not None and (one.ended < challenge.ends or one.ended > ahead)
        ]

    async def _seen(self, user: UserId, challenge: Challenge) -> SeenChallenge:
        plays = await self._plays_of(challenge)
        results = self._results(challenge, plays)
        phase = challenge.phase(self._now(), results)
        own = [next((one for one in each if one.user == user), None) for each in plays]
        left = [number for number, one in enumerate(own, 1) if one is None or one.ended is None]
        late = any(
            one is not None and one.points is not None and user not in each
            for one, each in zip(own, results, strict=True)
        )
        takes_part = user in challenge.known_players
        next_deal = left[0] if left and takes_part and phase not in ENDED else None
        return SeenChallenge(
            challenge,
            user,
            phase,
            scores_seen(challenge, results, user, over=phase in ENDED),
            tuple([await self._parted(challenge, one, each) for one, each in zip(own, plays, strict=True)]),
            next_deal,
            next_deal is not None and own[next_deal - 1] is not None,
            late,
            sum(each.lost for each, one in zip(plays, results, strict=True) if phase in ENDED or user in one),
        )

    async def _parted(self, challenge: Challenge, own: Attempt | None, plays: Plays) -> PartedAt | None:
        """None while the viewer has not ended this deal, and where there is nothing to compare it with, or
        their table cannot be read."""
        if own is None or own.ended is None or not own.line:
            return None
        others = [
            one
            for one in self._in_time(challenge, plays)
            if one.user in challenge.known_players and one.user != own.user and one.line
        ]
        deal = None
        if others:
            with suppress(SetAside):
                deal = (await self._tables.get(own.table)).state.last
        if deal is None:
            return None
        other = others[0].user if len(others) == 1 else None
        found = parting(own.line, [one.line for one in others])
        stood = standing_after(deal.calls, found.place - 1) if found is not None else None
        return PartedAt(other, found, len(deal.calls), stood[1] if stood is not None else 0)


def _check_admitted(admission: Admission) -> None:
    if admission is not Admission.DONE:
        raise AppRefused(REFUSED[admission])


@contextmanager
def _of_one_challenge() -> Iterator[None]:
    """What the storage finds wrong with one challenge, or refuses of it, as refusals."""
    try:
        yield
    except DamagedContest as damaged:
        log.error("what is stored of the challenge %s is not what was written", damaged.contest)
        raise AppRefused(AppWhy.CONTEST_DAMAGED) from None
    except PlayedBefore:
        raise AppRefused(AppWhy.BEGUN_BEFORE) from None

"""Challenges: who was asked by whom to play what, and what they answered.

The deals of a challenge are contests (``storage.contests``), so that each is played once by everybody,
whoever is forgotten meanwhile. A challenge and its places have seals; one of which anything is not what was
written is told of, and played by nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.challenges import (
    CLOCKS_APART,
    LONGEST,
    MOST_CHALLENGES,
    MOST_INVITATIONS,
    TAKEN_UP_WITHIN,
    Challenge,
    Challenged,
)
from storage import contests, engine, preferences
from storage.engine import Connection
from storage.events import seal
from storage.ports import storage as ports
from storage.ports.records import Admission, Contest, UserId, millis, seconds
from storage.ports.storage import DamagedContest, PlayedBefore
from storage.roles import Role, acting, reading, writing
from storage.seals import length_of, lengthen_list

_COLUMNS: Final = "challenge, game, strength, made, guild, channel, friend"
_PLACES: Final = "challenge, place, user_id, asked, answered, plays, reminded"
ADD: Final = f"""
    INSERT INTO challenge ({_COLUMNS}, seal) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
    ON CONFLICT (challenge) DO NOTHING
"""
ADD_PLACE: Final = f"""
    INSERT INTO challenged ({_PLACES}, seal) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
"""
ONE: Final = f"SELECT {_COLUMNS}, seal FROM challenge WHERE challenge = ?1"
PLACES: Final = f"SELECT {_PLACES}, seal FROM challenged WHERE challenge = ?1 ORDER BY place"
CHANGE_PLACE: Final = """
    UPDATE challenged SET user_id = ?3, answered = ?4, plays = ?5, reminded = ?6, seal = ?7
    WHERE challenge = ?1 AND place = ?2
"""
FORGET_DECAYED: Final = "UPDATE challenged SET user_id = NULL, seal = NULL WHERE user_id = ?1"
"""By what they were found by: a place that has decayed is not found by its key."""
OF_USER: Final = "SELECT challenge FROM challenged WHERE user_id = ?1 AND asked > ?2 ORDER BY asked DESC"
OF_USER_EVER: Final = f"SELECT {_PLACES}, seal FROM challenged WHERE user_id = ?1 ORDER BY asked, challenge"
UNREMINDED: Final = """
    SELECT challenge FROM challenged
    WHERE asked > ?1 AND plays = 1 AND reminded IS NULL AND user_id IS NOT NULL
"""


def challenge_row(db: Connection, challenge: str) -> Challenge | None:
    """Raises DamagedContest."""
    row = db.execute(ONE, (challenge,)).fetchone()
    places = _place_rows(db, challenge)
    if row is None:
        if places:
            raise DamagedContest(challenge)
        return None
    *columns, sealed = row
    if seal(*columns) != sealed or len(places) != length_of(db, _list_of(challenge)):
        raise DamagedContest(challenge)
    name, game, strength, made, guild, channel, friend = columns
    kept = tuple(
        Challenged(user, seconds(asked), None if answered is None else seconds(answered), bool(plays))
        for _, _, user, asked, answered, plays, _ in places
    )
    return Challenge(name, game, strength, seconds(made), guild, channel, bool(friend), kept)


def _place_rows(db: Connection, challenge: str) -> list[tuple[Any, ...]]:
    """The places of a challenge, without their seals. Raises DamagedContest."""
    rows = db.execute(PLACES, (challenge,)).fetchall()
    if any(seal(*row[:-1]) != row[-1] for row in rows):
        raise DamagedContest(challenge)
    return [tuple(row[:-1]) for row in rows]


def _list_of(challenge: str) -> str:
    return f"challenged:{challenge}"


def _add_place(db: Connection, row: tuple[Any, ...]) -> None:
    db.execute(ADD_PLACE, (*row, seal(*row)))
    lengthen_list(db, _list_of(row[0]), 1)


def _change_place(db: Connection, row: tuple[Any, ...]) -> None:
    challenge, place, user, _, answered, plays, reminded = row
    db.execute(CHANGE_PLACE, (challenge, place, user, answered, plays, reminded, seal(*row)))


def begin_challenge(db: Connection, new: Challenge, deals: Sequence[Contest]) -> Admission:
    """Store a challenge with its deals, unless it is there. Raises DamagedContest."""
    engine.take_turn(db)
    if challenge_row(db, new.id) is not None:
        return Admission.DONE
    user, *friends = users = [UserId(one.user) for one in new.places if one.user is not None]
    preferences.check_not_being_forgotten(db, users)
    for friend in friends:
        asked = _invitations(db, friend, new.made)
        if any(one.places[0].user == user for one in asked.open_to):
            return Admission.ASKED_BEFORE
        if asked.waiting >= MOST_INVITATIONS:
            return Admission.MOST_ASKED
    if _plays_as_many_as_may(db, user, new.made):
        return Admission.MOST_OPEN
    row = (new.id, new.game, new.strength, millis(new.made), new.guild, new.channel, int(new.to_friend))
    db.execute(ADD, (*row, seal(*row)))
    for number, one in enumerate(new.places):
        answered = None if one.answered is None else millis(one.answered)
        _add_place(db, (new.id, number, one.user, millis(one.asked), answered, int(one.plays), None))
    for deal in deals:
        contests.store_contest(db, deal)
    return Admission.DONE


class _Invitations:
    """Of one person."""

    def __init__(self, waiting: int, open_to: Sequence[Challenge]) -> None:
        self.waiting = waiting
        """How many wait for their answer; those of people who were forgotten count though they declined."""
        self.open_to = open_to
        """All that they have not taken up and still may, so that nobody finds out which they declined."""


def _invitations(db: Connection, user: UserId, now: float) -> _Invitations:
    found = [one for one in _readable(db, user, now - TAKEN_UP_WITHIN) if one.to_friend]
    may_wait = (one for one in found if one.made - CLOCKS_APART <= now < one.closes)
    open_to = [one for one in may_wait if not _place_of_user(one, user).plays]
    waiting = [one for one in open_to if None in (_place_of_user(one, user).answered, one.places[0].user)]
    return _Invitations(len(waiting), open_to)


def _plays_as_many_as_may(db: Connection, user: UserId, now: float) -> bool:
    """Whether somebody is in as many challenges as may be, of which they have still to play a deal."""
    going_on = (
        one
        for one in _readable(db, user, now - LONGEST)
        if _place_of_user(one, user).plays and one.made - CLOCKS_APART <= now < one.ends
        if one.may_be_played(now)
    )
    return sum(not _has_played_all(db, one, user) for one in going_on) >= MOST_CHALLENGES


def _has_played_all(db: Connection, one: Challenge, user: UserId) -> bool:
    rows = (db.execute(contests.OF_BOTH, (deal, user)).fetchone() for deal in one.deals)
    return all(row is not None and row[5] is not None for row in rows)


def _place_of_user(one: Challenge, user: UserId) -> Challenged:
    place = one.own_place(user)
    assert place is not None
    return place


def _readable(db: Connection, user: UserId, since: float) -> list[Challenge]:
    """The challenges of somebody who was asked after this moment, without those that are damaged."""
    found = list[Challenge]()
    for (name,) in db.execute(OF_USER, (user, millis(since))).fetchall():
        try:
            one = challenge_row(db, name)
        except DamagedContest:
            continue
        if one is not None and one.own_place(user) is not None:
            found.append(one)
    return found


def challenges_of(db: Connection, user: UserId, since: float) -> tuple[Challenge, ...]:
    """The challenges to which somebody was asked after this moment, or which they began, the newest
    first."""
    return tuple(_readable(db, user, since))


def take_up(db: Connection, challenge: str, user: UserId, place: tuple[int, int], now: float) -> Admission:
    """Let somebody in who asks for it in this server and channel. Raises DamagedContest, and PlayedBefore for
    somebody who has begun a deal of it before they were forgotten."""
    engine.take_turn(db)
    one = challenge_row(db, challenge)
    if one is None:
        return Admission.NO_CHALLENGE
    own = one.own_place(user)
    if own is not None and own.plays:
        return Admission.DONE
    if own is None and (one.to_friend or place != (one.guild, one.channel)):
        return Admission.NOT_ASKED
    if now >= one.closes:
        return Admission.CLOSED
    if any(contests.is_marked(db, deal, user) for deal in one.deals):
        raise PlayedBefore(challenge)
    if _plays_as_many_as_may(db, user, now):
        return Admission.MOST_OPEN
    _answer(db, challenge, user, now, plays=True)
    return Admission.DONE


def decline(db: Connection, challenge: str, user: UserId, now: float) -> Admission:
    """Note that somebody does not take a challenge up. Nobody else is told. Raises DamagedContest."""
    engine.take_turn(db)
    one = challenge_row(db, challenge)
    if one is None:
        return Admission.NO_CHALLENGE
    own = one.own_place(user)
    if own is None or not one.to_friend or own.plays:
        return Admission.NOT_ASKED
    if now >= one.closes:
        return Admission.CLOSED
    _answer(db, challenge, user, now, plays=False)
    return Admission.DONE


def _answer(db: Connection, challenge: str, user: UserId, now: float, *, plays: bool) -> None:
    preferences.check_not_being_forgotten(db, (user,))
    rows = _place_rows(db, challenge)
    for row in rows:
        if row[2] == user:
            # they may have been asked by a clock that was ahead
            _change_place(db, (*row[:4], max(row[3], millis(now)), int(plays), row[6]))
            return
    _add_place(db, (challenge, len(rows), user, millis(now), millis(now), int(plays), None))


def unreminded(db: Connection, since: float) -> tuple[str, ...]:
    """The challenges in which somebody plays who has not been reminded."""
    return tuple(sorted({name for (name,) in db.execute(UNREMINDED, (millis(since),)).fetchall()}))


def remind_of(db: Connection, challenge: str, user: UserId, now: float) -> bool:
    """Raises DamagedContest."""
    engine.take_turn(db)
    for row in _place_rows(db, challenge):
        if row[2] == user and row[6] is None:
            _change_place(db, (*row[:6], millis(now)))
            return True
    return False


def unlink_places(db: Connection, user: UserId, most: int | None = None) -> int:
    """Forget a user, in all places or so many: what they answered stays, and leads to nobody. Returns in how
    many."""
    rows = db.execute(OF_USER_EVER, (user,)).fetchall()[:most]
    for *row, sealed in rows:
        row[2] = None
        sound = seal(*row[:2], user, *row[3:]) == sealed
        after = tuple(row)
        changed = (*after[:3], *after[4:], seal(*after) if sound else None)
        if not db.execute(CHANGE_PLACE, changed).rowcount:
            db.execute(FORGET_DECAYED, (user,))
    return len(rows)


def challenges_kept(db: Connection, user: UserId) -> dict[str, Any]:
    """What is kept of a user, as plain values for a file."""
    rows = db.execute(OF_USER_EVER, (user,)).fetchall()
    return {
        "challenges": [
            {
                "challenge": challenge,
                "began it": place == 0,
                "asked": seconds(asked),
                "answered": None if answered is None else seconds(answered),
                "plays": bool(plays),
                "reminded": None if reminded is None else seconds(reminded),
            }
            for challenge, place, _, asked, answered, plays, reminded, _ in rows
        ]
    }


class Challenges(Role, ports.Challenges):
    """Deals that friends play against each other."""

    begin_challenge = acting(begin_challenge)
    challenge = reading(challenge_row)
    challenges_of = reading(challenges_of)
    take_up = acting(take_up)
    decline = acting(decline)
    unreminded = reading(unreminded)
    remind_of = writing(remind_of, once=True)

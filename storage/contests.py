"""Contests and the plays of them, and who plays the deal of the day in which server.

A play is written in the transaction that opens its table, and its result in the one that ends the deal. It
has a mark: an HMAC of its user, under a key that its contest alone has. Who is forgotten is known by the mark
to have played, until the day of the contest is over; then key and marks are deleted. So no two days can be
linked.

Every row has a seal (``storage.seals``). One that is not what was written is left out, and told of.
"""

from __future__ import annotations

import hmac
import logging
import secrets
from array import array
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from rules.contests import Field, Lines, is_daily
from rules.seats import Seat
from storage import preferences
from storage.engine import Connection
from storage.errors import DatabaseFailed
from storage.events import seal
from storage.ports import storage as ports
from storage.ports.records import (
    Attempt,
    Contest,
    Decayed,
    Plays,
    Regulars,
    Result,
    Results,
    TableId,
    UserId,
    closes_at,
    millis,
    seconds,
)
from storage.ports.storage import AlreadyDone, DamagedContest, DamagedPlay, PlayedBefore
from storage.roles import KEYS_AT_ONCE, Role, changing, reading, writing
from storage.seals import length_of, lengthen_list, settle_list

logger = logging.getLogger(__name__)

ADD: Final = """
    INSERT INTO contest (contest, game, dealer, strength, secret, made, seal)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (contest) DO NOTHING
"""
_CONTESTS: Final = "SELECT contest, game, dealer, strength, secret, made, key, seal FROM contest"
ONE: Final = f"{_CONTESTS} WHERE contest = ?1"
WITH_KEY: Final = "SELECT contest FROM contest WHERE key IS NOT NULL ORDER BY contest"
SET_KEY: Final = "UPDATE contest SET key = ?2, seal = ?3 WHERE contest = ?1 AND key IS NULL"
DELETE_KEY: Final = "UPDATE contest SET key = NULL, seal = ?2 WHERE contest = ?1"
NOT_PLAYED: Final = f"""
    {_CONTESTS}
    WHERE game = ?1 AND contest.contest < 'f' AND NOT EXISTS (
        SELECT 1 FROM attempt WHERE attempt.contest = contest.contest AND attempt.user_id = ?2
    ) AND NOT EXISTS (
        SELECT 1 FROM attempt
        WHERE attempt.contest = contest.contest AND attempt.user_id IS NULL AND attempt.robot = ''
    )
    ORDER BY made DESC LIMIT 16 OFFSET ?3
"""
"""Nor any that somebody has played who is forgotten: they may be this user; nor a deal of a challenge, whose
name alone begins with f."""
_COLUMNS: Final = "table_id, contest, user_id, robot, began, ended, points, line, mark"
_ATTEMPTS: Final = f"SELECT {_COLUMNS}, seal FROM attempt"
ENTER: Final = f"""
    INSERT INTO attempt ({_COLUMNS}, seal) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
    ON CONFLICT DO NOTHING
"""
ENTER_ANEW: Final = """
    UPDATE attempt SET contest = ?2, user_id = ?3, robot = ?4, began = ?5, ended = ?6, points = ?7, line = ?8,
                       mark = ?9, seal = ?10
    WHERE table_id = ?1
"""
CHANGE: Final = """
    UPDATE attempt SET user_id = ?2, ended = ?3, points = ?4, line = ?5, mark = ?6, seal = ?7
    WHERE table_id = ?1 AND seal = ?8
"""
FORGET_DECAYED: Final = """
    UPDATE attempt SET user_id = NULL, ended = CASE WHEN ended IS NULL AND began > ?2 THEN began
        ELSE coalesce(ended, ?2) END, seal = NULL
    WHERE user_id = ?1
"""
"""By what they were found by: of a row that has decayed, or of its index, no other column leads there."""
UNMARK_DECAYED: Final = "UPDATE attempt SET mark = NULL WHERE table_id = ?1"
OF_TABLE: Final = f"{_ATTEMPTS} WHERE table_id = ?1"
OF_CONTEST: Final = f"{_ATTEMPTS} WHERE contest = ?1 ORDER BY began, table_id"
FIELD: Final = f"{_ATTEMPTS} WHERE contest = ?1"
OF_USER: Final = f"{_ATTEMPTS} WHERE user_id = ?1 ORDER BY contest"
SOME_OF_USER: Final = f"{_ATTEMPTS} WHERE user_id = ?1 LIMIT ?2"
OF_ROBOTS: Final = f"{_ATTEMPTS} WHERE contest = ?1 AND user_id IS NULL AND robot <> ''"
OF_ANYBODY: Final = f"""
    {_ATTEMPTS} WHERE contest = ?1 AND points IS NOT NULL AND robot = '' ORDER BY user_id LIMIT 16 OFFSET ?2
"""
"""In the order of an index: the field is not walked."""
OF_BOTH: Final = f"{_ATTEMPTS} WHERE contest = ?1 AND user_id = ?2"
OF_MARK: Final = f"{_ATTEMPTS} WHERE contest = ?1 AND mark = ?2"
MARKED: Final = f"{_ATTEMPTS} WHERE mark IS NOT NULL AND contest = ?1 LIMIT ?2"
MARKED_CONTESTS: Final = "SELECT DISTINCT contest FROM attempt WHERE mark IS NOT NULL ORDER BY contest"
LAST_BEGUN: Final = "SELECT max(began) FROM attempt WHERE contest = ?1 AND mark IS NOT NULL"
HAS_PLAYS: Final = "SELECT EXISTS (SELECT 1 FROM attempt WHERE contest = ?1)"
FORGOTTEN_IN: Final = """
    SELECT EXISTS (SELECT 1 FROM attempt WHERE contest = ?1 AND user_id IS NULL AND robot = '')
"""
ATTEMPTS_BETWEEN: Final = f"{_ATTEMPTS} WHERE contest >= ?1 AND contest <= ?2 ORDER BY contest, table_id"
WITH_LINES: Final = f"""
    {_ATTEMPTS}
    WHERE line IS NOT NULL AND ended < ?1 AND (ended, table_id) > (?2, ?3) ORDER BY ended, table_id LIMIT ?4
"""
SHARE: Final = (
    "INSERT INTO seen (key, table_id, version, at) VALUES (?1, ?2, 0, ?3) ON CONFLICT (key) DO NOTHING"
)
UNSHARE: Final = "DELETE FROM seen WHERE key = ?1"
SHARED: Final = "SELECT key FROM seen WHERE key >= ?1 AND key < ?2 ORDER BY key"
FREQUENT: Final = """
    INSERT INTO regular (guild, user_id, seal) VALUES (?1, ?2, ?3) ON CONFLICT (guild, user_id) DO NOTHING
"""
FREQUENT_AGAIN: Final = """
    UPDATE regular SET seal = ?3 WHERE guild = ?1 AND user_id = ?2 AND (seal IS NULL OR seal <> ?3)
"""
REGULARS: Final = "SELECT guild, user_id, seal FROM regular WHERE guild = ?1"
DROP_REGULAR: Final = "DELETE FROM regular WHERE guild = ?1 AND user_id = ?2"
DROP_DECAYED: Final = "DELETE FROM regular WHERE user_id = ?1"
SAT_WITH: Final = """
    SELECT DISTINCT other.user_id FROM person
    JOIN person AS other ON other.table_id = person.table_id
    WHERE person.user_id = ?1 AND other.user_id IS NOT NULL
"""
SERVERS: Final = "SELECT guild, user_id, seal FROM regular WHERE user_id = ?1 ORDER BY guild"


def store_contest(db: Connection, new: Contest) -> Contest:
    """The contest as it is kept: another process may have made it before. One whose name has decayed is not
    looked for, since that takes long, and all that is written waits for this. Raises DamagedContest."""
    row = _sealed_row(db, new.id, _by_name(db, new.id))
    if row is None:
        made = (new.id, new.game, new.dealer.letter, new.strength, new.secret, millis(new.made))
        db.execute(ADD, (*made, seal(*made, None)))
        row = _sealed_row(db, new.id, _by_name(db, new.id))
        assert row is not None
    return _contest(row)


def contest_row(db: Connection, contest: str) -> Contest | None:
    """Raises DamagedContest."""
    row = _row(db, contest)
    return _contest(row) if row else None


def _row(db: Connection, contest: str) -> tuple[Any, ...] | None:
    """What is stored of a contest, also where its name has decayed or is not found by it. Raises
    DamagedContest."""
    row = _by_name(db, contest)
    if row is None and is_daily(contest):  # of the others nobody asks before they are played
        row = next((row for row in db.execute(_CONTESTS).fetchall() if _was(contest, row)), None)
    return _sealed_row(db, contest, row)


def _by_name(db: Connection, contest: str) -> tuple[Any, ...] | None:
    found: tuple[Any, ...] | None = db.execute(ONE, (contest,)).fetchone()
    return found


def _sealed_row(db: Connection, contest: str, row: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
    """What was found of a contest. Raises DamagedContest."""
    if row is None:
        if db.execute(HAS_PLAYS, (contest,)).fetchone()[0]:
            raise DamagedContest(contest)
        return None
    if row[0] != contest or not _is_sound(row):
        raise DamagedContest(contest)
    return tuple(row)


def _was(contest: str, row: tuple[Any, ...]) -> bool:
    """Whether this is what is left of a contest: its name alone has decayed, or where the columns end."""
    name, *others, sealed = row
    if name == contest or seal(contest, *others) == sealed:
        return True
    told = "".join(str(one, "utf-8", "replace") if isinstance(one, bytes) else str(one) for one in row)
    return contest[1:] in told and not _is_sound(row)


def _is_sound(row: tuple[Any, ...]) -> bool:
    """Whether a row is what was written; its last column is its seal."""
    *columns, sealed = row
    return bool(seal(*columns) == sealed)


def _contest(row: tuple[Any, ...]) -> Contest:
    contest, game, dealer, strength, secret, made, *_ = row
    return Contest(contest, game, Seat(dealer), strength, bytes(secret), seconds(made))


def not_played(db: Connection, game: str, user: UserId, but: Collection[str]) -> Contest | None:
    """The newest contest of a game that a user has not begun, nor anybody who is forgotten; none of these."""
    past = 0
    while rows := db.execute(NOT_PLAYED, (game, user, past)).fetchall():
        for row in rows:
            if row[0] not in but and _is_sound(row):
                return _contest(row)
        past += len(rows)  # so many may be left out that others lie behind them
    return None


# Plays


def store_attempt(db: Connection, new: Attempt) -> bool:
    """Store a play that begins, or that of a robot. Returns False if there is one of this user, or of
    somebody with their mark. Raises DamagedContest, PlayedBefore, BeingForgotten."""
    if new.user is not None:
        preferences.check_not_being_forgotten(db, (new.user,))
    mark = None if new.user is None else _mark(_mark_key(db, new.contest, new.began), new.user)
    ended = None if new.ended is None else millis(new.ended)
    points = None if new.points is None else str(new.points)
    line = " ".join(new.line) if new.ended is not None else None
    row = (new.table, new.contest, new.user, new.robot, millis(new.began), ended, points, line, mark)
    if new.user is not None and _strayed(db, new.contest, new.user) is not None:
        return False
    if db.execute(ENTER, (*row, seal(*row))).rowcount:
        lengthen_list(db, _plays_of(new.contest), 1)
        return True
    there = db.execute(OF_TABLE, (new.table,)).fetchone() if new.user is None else None
    if there is not None and not _is_sound(there):  # a robot makes the same of it again
        db.execute(ENTER_ANEW, (*row, seal(*row)))
    return False


def begin_play(db: Connection, new: Attempt, key: str | None) -> None:
    """Raises AlreadyDone with the table at which this user plays or has played the contest, DamagedContest,
    DamagedPlay, PlayedBefore."""
    if not store_attempt(db, new):
        assert new.user is not None
        there = of_both(db, new.contest, new.user)
        if there is None:
            raise PlayedBefore(new.contest)
        raise AlreadyDone(key or "", there.table, 0)


def _plays_of(contest: str) -> str:
    return f"plays:{contest}"


def _mark(key: bytes, user: UserId) -> bytes:
    return hmac.digest(key, str(user).encode(), "sha256")


def _mark_key(db: Connection, contest: str, began: float) -> bytes:
    """The key of a contest's marks, which is made for the first play. Raises DamagedContest, PlayedBefore."""
    row = _row(db, contest)
    if row is None:
        raise DamagedContest(contest)
    *columns, key, _ = row
    if key is None:
        goes_on = is_daily(contest) and closes_at(contest, began) == closes_at(contest, 0.0)
        if not goes_on and db.execute(FORGOTTEN_IN, (contest,)).fetchone()[0]:
            raise PlayedBefore(contest)  # of those who were marked nobody is known any more
        key = secrets.token_bytes(32)
        if not db.execute(SET_KEY, (contest, key, seal(*columns, key))).rowcount:
            return _mark_key(db, contest, began)  # another process was quicker
    return bytes(key)


def finish(db: Connection, over: Attempt, at: int) -> None:
    """A play that has ended stays as it is, and so does one that is not what was written."""
    while (row := db.execute(OF_TABLE, (over.table,)).fetchone()) is None or row[5] is None:
        if row is None or not _is_sound(row):
            logger.error("the play of a contest at table %s is not what was stored", over.table)
            return
        ended = max(at, row[_AT["began"]])  # it may have begun by a clock that was ahead
        if _changed(db, row, ended=ended, points=str(over.points), line=" ".join(over.line)):
            return


_AT: Final = {name: place for place, name in enumerate(_COLUMNS.split(", "))}


def _changed(db: Connection, row: tuple[Any, ...], **columns: int | str | bytes | None) -> bool:
    """Change a play, and seal it. Returns False if it is no longer as it was read."""
    after = list(row[:-1])
    for name, value in columns.items():
        after[_AT[name]] = value
    table, _, user, _, _, ended, points, line, mark = after
    changed = (table, user, ended, points, line, mark, seal(*after), row[-1])
    return bool(db.execute(CHANGE, changed).rowcount)


def of_contest(db: Connection, contest: str) -> Plays:
    rows = db.execute(OF_CONTEST, (contest,)).fetchall()
    plays = [_attempt(row) for row in rows if _is_sound(row)]
    return Plays(plays, max(len(rows), length_of(db, _plays_of(contest))) - len(plays))


def plays_of(db: Connection, user: UserId) -> Plays:
    rows = db.execute(OF_USER, (user,)).fetchall()
    plays = [_attempt(row) for row in rows if _is_sound(row)]
    return Plays(plays, len(rows) - len(plays))


def of_both(db: Connection, contest: str, user: UserId) -> Attempt | None:
    """What a user has made of a contest. Raises DamagedPlay."""
    row = db.execute(OF_BOTH, (contest, user)).fetchone()
    row = row or _marked_play(db, contest, user) or _strayed(db, contest, user)
    if row is None:
        return None
    if not _is_sound(row):
        raise DamagedPlay(contest)
    found = _attempt(row)
    return found if found.user == user else None  # they were forgotten


def is_marked(db: Connection, contest: str, user: UserId) -> bool:
    """Whether somebody has begun a contest by their mark, though they were forgotten since."""
    return _marked_play(db, contest, user) is not None


def _marked_play(db: Connection, contest: str, user: UserId) -> tuple[Any, ...] | None:
    """The play of somebody by their mark."""
    row = db.execute(ONE, (contest,)).fetchone()
    if row is None or not _is_sound(row) or row[-2] is None:
        return None
    found: tuple[Any, ...] | None = db.execute(OF_MARK, (contest, _mark(row[-2], user))).fetchone()
    return found


def _strayed(db: Connection, contest: str, user: UserId) -> tuple[Any, ...] | None:
    """A play of this user and contest in whose row the contest has decayed."""
    for row in db.execute(OF_USER, (user,)).fetchall():
        table, _, *others, sealed = row
        if not _is_sound(row) and seal(table, contest, *others) == sealed:
            return tuple(row)
    return None


def _attempt(row: tuple[Any, ...]) -> Attempt:
    table, contest, user, robot, began, ended, points, line, *_ = row
    return Attempt(
        TableId(table),
        contest,
        None if user is None else UserId(user),
        robot,
        seconds(began),
        None if ended is None else seconds(ended),
        None if points is None else int(points),
        tuple((line or "").split()),
    )


def field(db: Connection, contest: str) -> Field:
    """What the plays of a contest came to. No more than one row is held at a time."""
    points, users, robots, rows, sound = Counter[int](), array("q"), list[tuple[int, str, int]](), 0, 0

    def of_sound_plays() -> Iterator[tuple[str, ...]]:
        nonlocal rows, sound
        for row in db.execute(FIELD, (contest,)):
            rows += 1
            if not _is_sound(row):
                continue
            sound += 1
            _, _, user, robot, began, _, came_to, line, *_ = row
            if came_to is not None:
                points[int(came_to)] += 1
                if robot:
                    robots.append((began, robot, int(came_to)))
                elif user is not None:
                    users.append(user)
                yield tuple((line or "").split())

    kept = Lines(of_sound_plays())
    people = points.total() - len(robots)
    lost = max(rows, length_of(db, _plays_of(contest))) - sound
    in_order = tuple((robot, came_to) for _, robot, came_to in sorted(robots))
    return Field(points, array("q", sorted(users)), people, in_order, kept, lost)


def robots_of(db: Connection, contest: str) -> frozenset[str]:
    """The strengths of the robots that have played a contest."""
    rows = db.execute(OF_ROBOTS, (contest,)).fetchall()
    return frozenset(row[_AT["robot"]] for row in rows if _is_sound(row))


def of_anybody(db: Connection, contest: str) -> Attempt | None:
    """The play of some person that is over."""
    past = 0
    while rows := db.execute(OF_ANYBODY, (contest, past)).fetchall():
        for row in rows:
            if _is_sound(row):
                return _attempt(row)
        past += len(rows)
    return None


def results_between(db: Connection, first: str, last: str) -> Results:
    """Those of the contests from the first to the last in the order of their names."""
    there, lacking = dict[str, int](), set[str]()

    def sound_results() -> Iterator[Result]:
        for row in db.execute(ATTEMPTS_BETWEEN, (first, last)):
            _, contest, user, _, _, ended, points, *_ = row
            there[contest] = there.get(contest, 0) + 1
            if not _is_sound(row):
                lacking.add(contest)
            elif points is not None:
                yield contest, None if user is None else UserId(user), seconds(ended), int(points)

    kept = Results(sound_results())
    lacking |= {one for one, rows in there.items() if rows < length_of(db, _plays_of(one))}
    kept.lacking = frozenset(lacking)
    return kept


def note_shared(db: Connection, table: TableId, channel: int, at: int) -> bool:
    """Note that a play is shown in a channel, in milliseconds. Returns False if it has been."""
    return bool(db.execute(SHARE, (f"{SHARES}{table}:{channel}", table, at)).rowcount)


def unshare(db: Connection, table: TableId, channel: int) -> None:
    """It could not be shown there."""
    db.execute(UNSHARE, (f"{SHARES}{table}:{channel}",))


SHARES: Final = "share:"
"""What the idempotency keys of plays that were shown begin with. They are kept for good."""


def _shared(db: Connection, table: TableId) -> list[str]:
    """The channels in which a play has been shown."""
    rows = db.execute(SHARED, (f"{SHARES}{table}:", f"{SHARES}{table};"))
    return [key.rpartition(":")[2] for (key,) in rows]


# Marks


def overdue(db: Connection, now: float) -> tuple[str, ...]:
    """The contests whose marks are kept no longer: their day is over, or that of the last play."""
    named = {one for (one,) in db.execute(MARKED_CONTESTS).fetchall()}
    named |= {one for (one,) in db.execute(WITH_KEY).fetchall()}
    return tuple(one for one in sorted(named) if closes_at(one, _last_begun(db, one, now)) <= now)


def _last_begun(db: Connection, contest: str, now: float) -> float:
    (last,) = db.execute(LAST_BEGUN, (contest,)).fetchone()
    return min(seconds(last), now)


def drop_key(db: Connection, contest: str) -> None:
    """Delete the key of a contest: its marks lead to nobody then."""
    row = db.execute(ONE, (contest,)).fetchone()
    if row is not None and row[-2] is not None:
        sealed = seal(*row[:-2], None) if _is_sound(row) else row[-1]  # what is damaged is not sealed
        db.execute(DELETE_KEY, (contest, sealed))


def unmark(db: Connection, contest: str, most: int) -> bool:
    """Delete so many of the marks of a contest. Returns whether there are more."""
    rows = db.execute(MARKED, (contest, most)).fetchall()
    for one in rows:
        if not _is_sound(one):
            db.execute(UNMARK_DECAYED, (one[0],))
        else:
            _changed(db, one, mark=None)
    return len(rows) == most


# What has a term


Place = tuple[int, str]
"""Of a play, by the time when it ended."""
OLDEST: Final[Place] = (0, "")


def drop_lines(db: Connection, before: int, after: Place, most: int) -> tuple[int, Place | None]:
    """Of so many plays that ended before a time, in milliseconds, delete how they went: what they came to
    stays. Returns of how many, and where to go on; None if there are no more. What is damaged stays."""
    rows = db.execute(WITH_LINES, (before, *after, most)).fetchall()
    dropped = sum(_is_sound(row) and _changed(db, row, line=None) for row in rows)
    last = (rows[-1][_AT["ended"]], rows[-1][0]) if len(rows) == most else None
    return dropped, last


# People


def frequents(db: Connection, guild: int, user: UserId) -> None:
    row = (guild, user, seal(guild, user))
    if db.execute(FREQUENT, row).rowcount:
        lengthen_list(db, _people_of(guild), 1)
    else:
        db.execute(FREQUENT_AGAIN, row)


def _people_of(guild: int) -> str:
    return f"people:{guild}"


def regulars(db: Connection, guild: int) -> Regulars:
    rows = db.execute(REGULARS, (guild,)).fetchall()
    users = [UserId(row[1]) for row in rows if _is_sound(row)]
    return Regulars(users, whole=len(users) == len(rows) == length_of(db, _people_of(guild)))


def settle_regulars(db: Connection, guild: int) -> None:
    """Forget those whose rows are not what was written: they are noted again when they play."""
    rows = db.execute(REGULARS, (guild,)).fetchall()
    for row in rows:
        if not _is_sound(row):
            db.execute(DROP_REGULAR, row[:2])
    settle_list(db, _people_of(guild), sum(map(_is_sound, rows)))


def guilds_of(decayed: Collection[Decayed]) -> frozenset[int]:
    """The servers in whose lists of people something is not what was written."""
    lists = (one.key.removeprefix("people:") for one in decayed if one.table == "list")
    rows = (one.key.partition(" ")[0] for one in decayed if one.table == "regular")
    return frozenset(int(one) for one in (*lists, *rows) if one.isdecimal())


def sat_with(db: Connection, user: UserId) -> frozenset[UserId]:
    """Everybody with whom a user has been at a table, themselves among them."""
    return frozenset(UserId(one) for (one,) in db.execute(SAT_WITH, (user,)))


def share_server(db: Connection, one: UserId, other: UserId) -> bool:
    """Whether two play the deal of the day in the same server."""
    return not _servers(db, one).isdisjoint(_servers(db, other))


def _servers(db: Connection, user: UserId) -> frozenset[int]:
    return frozenset(row[0] for row in db.execute(SERVERS, (user,)).fetchall() if _is_sound(row))


LOOKS: Final = 2
"""In vain, at the plays of somebody who is forgotten: one may be changed meanwhile, as by its end."""


def unlink_plays(db: Connection, user: UserId, now: float) -> None:
    """Their results stay, and lead to nobody. What they have begun has ended without one. Until the day of a
    contest is over their mark stays."""
    in_vain = 0
    while in_vain < LOOKS and (rows := db.execute(OF_USER, (user,)).fetchall()):
        in_vain = 0 if _unlink(db, user, now, rows) else in_vain + 1
    if in_vain == LOOKS:
        db.execute(FORGET_DECAYED, (user, millis(now)))
    for guild, *_ in db.execute(SERVERS, (user,)).fetchall():
        if db.execute(DROP_REGULAR, (guild, user)).rowcount:
            lengthen_list(db, _people_of(guild), -1)
        else:
            db.execute(DROP_DECAYED, (user,))


def unlink_some(db: Connection, user: UserId, now: float, most: int) -> int:
    """The same of so many plays. Returns of how many; those that are damaged stay."""
    return _unlink(db, user, now, db.execute(SOME_OF_USER, (user, most)).fetchall())


def _unlink(db: Connection, user: UserId, now: float, rows: Sequence[tuple[Any, ...]]) -> int:
    changed = 0
    for row in filter(_is_sound, rows):
        contest, began, ended, mark = row[1], row[4], row[5], row[8]
        if mark is None and is_daily(contest) and now < closes_at(contest, 0.0):  # of an earlier version
            with suppress(DamagedContest):
                mark = _mark(_mark_key(db, contest, now), user)
        over = max(began, millis(now)) if ended is None else ended
        changed += _changed(db, row, user_id=None, ended=over, mark=mark)
    return changed


def plays_kept(db: Connection, user: UserId) -> dict[str, Any]:
    """What is kept of a user, as plain values for a file."""
    with_key = [one for (one,) in db.execute(WITH_KEY).fetchall()]
    marked = [(one, _marked_play(db, one, user)) for one in with_key]
    before = [contest for contest, row in marked if row is not None and row[_AT["user_id"]] is None]
    return {
        "compared deals": [_attempt_row(db, one) for one in plays_of(db, user)],
        **({"deals played before you were forgotten": before} if before else {}),
        "plays the deal of the day in": [str(guild) for guild in sorted(_servers(db, user))],
    }


def _attempt_row(db: Connection, one: Attempt) -> dict[str, Any]:
    channels = _shared(db, one.table)
    return {
        "contest": one.contest,
        "table": one.table,
        "began": one.began,
        "ended": one.ended,
        "points": None if one.points is None else str(one.points),
        **({"shown in": channels} if channels else {}),
    }


class Contests(Role, ports.Contests):
    """Deals that many play alone."""

    contest = reading(contest_row)
    contest_not_played = reading(not_played)
    begin_attempt = changing(store_attempt)
    attempt = reading(of_both)
    attempts = reading(of_contest)
    attempts_of = reading(plays_of)
    field = reading(field)
    robots_of = reading(robots_of)
    attempt_of_anybody = reading(of_anybody)
    results = reading(results_between)
    unshare = writing(unshare)
    frequents = writing(frequents)
    regulars = reading(regulars)
    share_server = reading(share_server)
    sat_with = reading(sat_with)

    async def add_contest(self, new: Contest) -> Contest:
        """The contest as it is kept, if it is there, or this one. Raises DamagedContest."""
        found = await self.database.read_durably(partial(contest_row, contest=new.id))
        return await self.database.write(partial(store_contest, new=new)) if found is None else found

    async def share(self, table: TableId, channel: int) -> bool:
        """Note that the play at a table is shown in a channel. Returns False if it has been."""
        at = millis(self.shared.now())
        return await self.acted(lambda db: note_shared(db, table, channel, at), once=True)

    async def forget_marks(self, now: float) -> int:
        """Delete the keys and the marks of contests whose day is over. Returns of how many contests. One at
        which that fails keeps no other from it; the first DatabaseFailed is raised then."""
        if not self.shared.is_sure():
            return 0
        over = await self.database.read(lambda db: overdue(db, now))
        first: DatabaseFailed | None = None
        for contest in over:
            try:
                await self.database.erase(partial(drop_key, contest=contest))
                while await self.database.erase(partial(unmark, contest=contest, most=KEYS_AT_ONCE)):
                    continue
            except DatabaseFailed as fault:
                if not fault.unreadable:
                    raise
                first = first or fault
        if first is not None:
            raise first
        return len(over)

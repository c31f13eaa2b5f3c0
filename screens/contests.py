"""Deals that many play alone: what one came to among the others, the deal of the day with its tables, and the
card that is shown to others and gives nothing away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from fractions import Fraction
from typing import Final, NamedTuple

from rules.calls import Call, Discard, parse_call
from rules.cards import parse_card
from rules.challenges import CHALLENGE_ID
from rules.contests import Parting, Ranked, Streak
from rules.games.promise import standing_after
from rules.view import FinishedDeal
from screens.deck import face
from screens.leaderboard import mention
from screens.own_tricks import OwnTricks, course_lines, marks_told
from screens.parts import BAIZE, BRASS, CLARET, faces, heading, small, text
from screens.presses import Found, form
from screens.screen import Button, Row, Screen, Style
from screens.words.games.all_games import words_of
from screens.words.languages import Label, Plural, Sentence, marked
from screens.words.names import Names, call_name, number, signed

COMPARE: Final = Label("a button", "Result")
THE_DEAL: Final = Label("a button", "The deal")
SHARE: Final = Label("a button", "Share")
TABLES: Final = Label("a button", "This week")
ANOTHER: Final = Label("a button", "Another to compare")
REMIND: Final = Label("a button", "Remind me tomorrow")
REMIND_NO_MORE: Final = Label("a button", "Remind me no more")
PLAY_IT: Final = Label("a button", "Play it")
REMIND_ON, REMIND_OFF = "remindon", "remindoff"
"""What the ids of these two buttons say. Those of earlier messages say only ``remind``, for either."""

DAILY: Final = Sentence("Deal of the day, {day} · {game}")
COMPARED: Final = Sentence("A deal to compare · {game}")

# Before the first call or card

ONE_TRY: Final = Sentence("One try, the same for everybody.")
ENDS: Final = Sentence("It ends {ago}, at {time}.")
COUNTS_UNTIL: Final = Sentence("Its day is over. It counts if it ends by {time} ({ago}).")
COUNTS_NO_MORE: Final = Sentence(
    "The day {day} is over: this counts neither for your days in a row nor in the tables."
)
STILL_OPEN: Final = Sentence("Yesterday's is not over, and counts until {time}: `/daily day:{day}`.")

# What it came to

SHARE_OF: Final = Plural(
    "**{percent} %** of the matchpoints, with **{points}** point",
    "**{percent} %** of the matchpoints, with **{points}** points",
)
NOBODY_YET: Final = Plural(
    "**{points}** point. The robots are still playing this deal: look again soon.",
    "**{points}** points. The robots are still playing this deal: look again soon.",
)
PEOPLE: Final = Sentence("Others who have played it: {people}.")
NOBODY_ELSE: Final = Sentence("Nobody else has played it yet.")
ROBOTS: Final = Sentence("Robots in your chair: {robots}.")
ROBOT: Final = Sentence("{strength} {points}")
PARTED_CALL: Final = Sentence(
    "You chose another call than most: **{own}**; most said {most} ({with_it} of {of})."
)
PARTED_CARD: Final = Sentence(
    "You chose another card than most in trick {trick}: **{own}**; most played {most} ({with_it} of {of})."
)
PARTED_DISCARD: Final = Sentence(
    "You put out other cards than most: **{own}**; most put out {most} ({with_it} of {of})."
)
NEVER_PARTED: Final = Sentence("Everybody who reached the same points chose as you did.")
PLAYS_LOST: Final = Sentence("Plays left out, since what I have stored of them is damaged: {lost}.")
OWN_PLAYS_LOST: Final = Sentence(
    "Plays of yours that count for no day, since what I have stored of them is damaged: {lost}."
)
STREAK: Final = Plural("{count} day played in a row", "{count} days played in a row")
FREEZES: Final = Plural("{count} day may still be missed", "{count} days may still be missed")
TOO_LATE: Final = Sentence(
    "It was begun in time, but ended at {time}, after the hour of grace ({until}): this day counts neither "
    "for your days in a row nor in the tables."
)
NEXT_DEAL: Final = Sentence("The next deal comes {ago}, at {time}.")
TODAYS_WAITS: Final = Sentence("Today's deal is there: `/daily`. It ends {ago}, at {time}.")
FOR_COMPARISON: Final = Sentence(
    "Compared with everybody; ranked only in your server and among friends, since with a second account one "
    "could look at a deal first."
)
COMMITTED: Final = Sentence("Sealed for tomorrow, {day}:\n`{seal}`")
PUBLISHED: Final = Sentence("Secret of {day}, sealed as `{seal}`:\n`{secret}`")
NEXT_DAMAGED: Final = Sentence(
    "What I have stored of the deal of {day} is damaged: there will be none on that day."
)
NOT_YET: Final = Sentence("The secret of {day} is shown when that day is over. Its seal:\n`{seal}`")

DAY_TRUE: Final = Sentence("The secret of {day} gives its seal, and the hands that were dealt.")
DAY_UNPLAYED: Final = Sentence("The secret of {day} gives its seal. Nobody has played that deal to its end.")
DAY_FALSE: Final = Sentence("The secret of {day} does not give the hands that were dealt.")
DRAWN_BEFORE: Final = Sentence("It was drawn on {day}, before that day began.")
DRAWN_LATE: Final = Sentence(
    "It was chosen on the day itself, because nobody had played or asked the day before. Nobody "
    "saw the seal beforehand."
)
COMPARE_SEALS: Final = Sentence(
    "Compare the seal with the one that `/daily` showed you beforehand. This prints it, and then the seed "
    "of the deal:"
)

WEEK: Final = Sentence("This week")
MONTH: Final = Sentence("This month")
IN_SERVER: Final = Sentence("in this server")
AMONG_FRIENDS: Final = Sentence("among those you have sat with")
RANKED_BY: Final = Sentence(
    "The percentages of the best fifteen days are added. Today counts once you have played."
)
NONE_YET: Final = Sentence("Nobody has played a deal of the day in this time.")
LACKING: Final = Sentence("Some plays of these days could not be read and are left out: {days}.")
SOMEBODY_LOST: Final = Sentence(
    "The list of those who play in this server is damaged: whoever is missing is back after `/daily`."
)
RANK_LINE: Final = Sentence("{rank}. {who} **{score}** · {days}")
RANKED_IN_ALL: Final = Sentence("Ranked in all: {count}.")
DAYS: Final = Plural("{count} day", "{count} days")

SHARED: Final = Sentence("{who} · **Deal of the day, {day}** · {percent} % · {streak} · `/daily`")

WILL_REMIND: Final = Sentence(
    "I shall write to you once a day, at the hour at which you played the day before, and at {time} at the "
    "latest."
)
WONT_REMIND: Final = Sentence("I shall not remind you again.")
REMINDER: Final = Sentence("The deal of the day is ready: `/daily`. {streak}.")

STRENGTHS: Final = {"best": Sentence("best"), "good": Sentence("good"), "easy": Sentence("easy")}

SECRET_PROGRAM: Final = (
    "from hashlib import sha256; from hmac import digest",
    'secret = bytes.fromhex("{secret}")',
    'print(sha256(b"biritch-1|{day}|0|" + secret).hexdigest())',
    'print(digest(secret, b"biritch-1|board|1", "sha256").hex())',
)


class DailyStep(Enum):
    """What ``/daily`` does besides dealing the deal of the day."""

    PLAY = "play"
    WEEK = "week"
    MONTH = "month"
    FRIENDS_WEEK = "fweek"
    FRIENDS_MONTH = "fmonth"
    REPLAY = "replay"
    SEAL = "seal"
    REMIND = "remind"

    @property
    def offer(self) -> str:
        return _OFFERS[self]


_OFFERS: Final = {
    DailyStep.PLAY: marked("Play it, or go on with it"),
    DailyStep.WEEK: marked("This week in this server"),
    DailyStep.MONTH: marked("This month in this server"),
    DailyStep.FRIENDS_WEEK: marked("This week among those I have sat with"),
    DailyStep.FRIENDS_MONTH: marked("This month among those I have sat with"),
    DailyStep.REPLAY: marked("How somebody played it, once I have"),
    DailyStep.SEAL: marked("The secret of a day, and its seal"),
    DailyStep.REMIND: marked("Remind me of it each day, or no more"),
}


class ContestPress(NamedTuple):
    """A button about a deal that many play."""

    contest: str
    what: str = "field"

    def __str__(self) -> str:
        return ":".join(("contest", self.contest, self.what))


@form(
    ContestPress,
    ("contest",),
    rf"(?P<contest>\d{{4}}-\d\d-\d\d|c[0-9a-f]{{8}}|{CHALLENGE_ID}-\d):(?P<what>[a-z]{{1,10}})",
)
def _of_contest(_: str, found: Found) -> ContestPress:
    return ContestPress(found["contest"], found["what"])


def percent(share: Fraction) -> str:
    """Rounded to a whole: ``63``."""
    return str(int(share + Fraction(1, 2)))


def contest_title(contest: str, game: str, *, daily: bool) -> str:
    name = words_of(game).name
    return DAILY(day=contest, game=name) if daily else COMPARED(game=name)


def puts_out(parting: Parting) -> bool:
    """Whether a play parted from the others by what was put out after a ruff."""
    return isinstance(parse_call(parting.own), Discard)


def parted_call(call: Call, level: int, game: str) -> str:
    """A call where what stood had been doubled so often; of cards that were put out, these."""
    return faces(call.cards) if isinstance(call, Discard) else call_name(call, level + 1, words_of(game))


def parted_line(parting: Parting | None, deal: FinishedDeal, game: str) -> str:
    if parting is None:
        return NEVER_PARTED()
    counts = {"with_it": parting.with_it, "of": parting.of}
    calls = len(deal.calls)
    if parting.place < calls:
        stood = standing_after(deal.calls, parting.place - 1)
        level = stood[1] if stood is not None else 0
        own, most = (parted_call(parse_call(word), level, game) for word in (parting.own, parting.most))
        return (PARTED_DISCARD if puts_out(parting) else PARTED_CALL)(own=own, most=most, **counts)
    own, most = (face(parse_card(word)) for word in (parting.own, parting.most))
    return PARTED_CARD(trick=(parting.place - calls) // 4 + 1, own=own, most=most, **counts)


def streak_line(streak: Streak) -> str:
    return f"{STREAK(streak.days)} · {FREEZES(streak.freezes)}"


def moment(at: int) -> dict[str, str]:
    """The parts of a sentence that tell a moment, in seconds since 1970: how long until or since it, and the
    hour. Discord shows each reader both in their own time."""
    return {"ago": f"<t:{at}:R>", "time": f"<t:{at}:t>"}


def begun_lines(contest: str, game: str, *, daily: bool) -> tuple[str, str]:
    """What deal it is, and that they have one try: told before somebody's first call or card."""
    return f"**{contest_title(contest, game, daily=daily)}**", ONE_TRY()


def when_line(day: str, now: float, ends: float, until: float) -> str:
    """Until when the deal of a day can be played, or an earlier one still counts. ``until`` is the end of the
    hour of grace."""
    if now < ends:
        return ENDS(**moment(int(ends)))
    return COUNTS_UNTIL(**moment(int(until))) if now < until else COUNTS_NO_MORE(day=day)


class Late(NamedTuple):
    """A play of a day that was ended after the hour of grace, in seconds since 1970."""

    ended: int
    until: int


class Field(NamedTuple):
    """What is told of a play that is over."""

    contest: str
    game: str
    points: int
    percent: Fraction | None
    people: int
    robots: tuple[tuple[str, int], ...]
    parted: Parting | None
    own: OwnTricks
    day: DayTold | None  # of the deal of a day
    lost: int = 0  # plays of others that could not be read
    own_lost: int = 0


class DayTold(NamedTuple):
    """What is told of a play of the deal of a day besides. ``turns`` is the moment at which today ends, and
    ``waits`` whether the deal of today is still to be begun."""

    streak: Streak
    reminded: bool
    late: Late | None
    turns: int
    waits: bool


def field_screen(told: Field, headline: str, deal: FinishedDeal, names: Names, note: str = "") -> Screen:
    """``headline`` says what happened in the deal, in a line or two."""
    day = told.day
    if told.percent is not None:
        share = SHARE_OF(told.points, percent=percent(told.percent), points=signed(told.points))
    else:
        share = NOBODY_YET(told.points, points=signed(told.points))
    robots = ", ".join(ROBOT(strength=STRENGTHS[one](), points=signed(points)) for one, points in told.robots)
    people = PEOPLE(people=told.people) if told.people else NOBODY_ELSE()
    lines = (
        note,
        heading(contest_title(told.contest, told.game, daily=day is not None)),
        headline,
        share,
        small(" ".join((people, *((ROBOTS(robots=robots),) if robots else ())))),
        small(PLAYS_LOST(lost=told.lost)) if told.lost else "",
        parted_line(told.parted, deal, told.game) if told.percent is not None else "",
        *course_lines(told.own, names),
        *(_day_lines(day) if day is not None else ()),
        small(OWN_PLAYS_LOST(lost=told.own_lost)) if told.own_lost else "",
    )
    see = _contest_button(told.contest, "deal", THE_DEAL)
    if day is None:
        return Screen(
            (text(*lines), Row((_contest_button(told.contest, "next", ANOTHER, Style.PRIMARY), see))), BRASS
        )
    share_it = (_contest_button(told.contest, "share", SHARE, Style.PRIMARY),)
    buttons = (
        *(
            share_it if told.percent is not None else ()
        ),  # of what is not compared yet there is nothing to tell
        see,
        _contest_button(told.contest, "week", TABLES),
        _contest_button(
            told.contest, *((REMIND_OFF, REMIND_NO_MORE) if day.reminded else (REMIND_ON, REMIND))
        ),
    )
    return Screen((text(*lines), Row(buttons)), BRASS)


def _day_lines(day: DayTold) -> Iterator[str]:
    if day.late is not None:
        yield TOO_LATE(time=f"<t:{day.late.ended}:t>", until=f"<t:{day.late.until}:t>")
    yield streak_line(day.streak)
    yield (TODAYS_WAITS if day.waits else NEXT_DEAL)(**moment(day.turns))
    yield small(FOR_COMPARISON())


def _contest_button(contest: str, what: str, label: Label, style: Style = Style.SECONDARY) -> Button:
    return Button(str(ContestPress(contest, what)), label(), style)


def share_screen(who: int, day: str, share: Fraction, streak: Streak, own: OwnTricks) -> Screen:
    """It names no card, no call and no game's contract: nothing that helps somebody who has still to play.
    Discord says of no answer to a press for whom it is."""
    first = SHARED(who=mention(who), day=day, percent=percent(share), streak=STREAK(streak.days))
    row = "".join(mark.value for mark in own.marks)
    return Screen((text(first, row, small(marks_told(own)) if row else ""),), BRASS)


MOST_RANKED: Final = 20
"""Lines of a table; the line of whoever asks for it comes after them."""


def standings_screen(
    viewer: int,
    lines: Sequence[Ranked],
    contest: str,
    *,
    month: bool,
    friends: bool,
    at_server: bool = True,
    note: str = "",
) -> Screen:
    """``at_server`` if they ask in a server, which has a table of its own."""
    period, where = (MONTH if month else WEEK)(), (AMONG_FRIENDS if friends else IN_SERVER)()
    ranks = [_rank_line(one) for one in lines[:MOST_RANKED]]
    for one in lines[MOST_RANKED:]:
        if one.who == viewer:
            ranks += ["…", _rank_line(one)]
    body = text(
        heading(f"{period}, {where}"),
        *(ranks or [NONE_YET()]),
        small(RANKED_IN_ALL(count=number(len(lines)))) if len(lines) > MOST_RANKED else "",
        small(RANKED_BY()),
        small(note) if note else "",
    )
    ways = tuple(
        Button(str(ContestPress(contest, what)), label(), disabled=here == (month, friends))
        for what, label, here in _WAYS
        if at_server or here[1]
    )
    return Screen((body, Row(ways)), BRASS)


def _rank_line(of: Ranked) -> str:
    return RANK_LINE(rank=of.rank, who=mention(of.who), score=percent(of.score), days=DAYS(of.days))


def standings_note(lacking: Sequence[str], *, whole: bool) -> str:
    """What the tables lack: plays of some days, or of a server people."""
    days = LACKING(days=", ".join(lacking)) if lacking else ""
    return " ".join(one for one in (days, "" if whole else SOMEBODY_LOST()) if one)


_WAYS: Final = (
    ("week", Label("a button", "Week, server"), (False, False)),
    ("month", Label("a button", "Month, server"), (True, False)),
    ("fweek", Label("a button", "Week, friends"), (False, True)),
    ("fmonth", Label("a button", "Month, friends"), (True, True)),
)


def seal_screen(day: str, seal: str, secret: str | None, tomorrow: str, next_seal: str | None) -> Screen:
    """Without ``next_seal`` what is stored of the next day is damaged."""
    shown = PUBLISHED(day=day, seal=seal, secret=secret) if secret else NOT_YET(day=day, seal=seal)
    following = COMMITTED(day=tomorrow, seal=next_seal) if next_seal else NEXT_DAMAGED(day=tomorrow)
    return Screen((text(shown), text(following)), BRASS)


def checked_day_screen(
    day: str, seal: str, secret: str, drawn: str, *, beforehand: bool, dealt: bool | None
) -> Screen:
    """What was found of the secret of a day that is over, and two lines by which anybody finds the same.
    ``dealt`` is None where no hands can be compared."""
    told = DAY_UNPLAYED(day=day) if dealt is None else DAY_TRUE(day=day) if dealt else DAY_FALSE(day=day)
    code = "\n".join(SECRET_PROGRAM).format(day=day, secret=secret)
    when = DRAWN_BEFORE(day=drawn) if beforehand else DRAWN_LATE()
    found = f"{'❌' if dealt is False else '✅'} **{told}** {when}"
    shown = small(PUBLISHED(day=day, seal=seal, secret=secret))
    body = text(found, shown), text(small(COMPARE_SEALS()), f"```python\n{code}\n```")
    return Screen(body, CLARET if dealt is False else BAIZE)


def reminder_screen(contest: str, streak: Streak, ends: int) -> Screen:
    told = REMINDER(streak=streak_line(streak)), ENDS(**moment(ends))
    return Screen((text(*told), Row((_contest_button(contest, "play", PLAY_IT, Style.PRIMARY),))), BRASS)

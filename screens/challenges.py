"""Challenges: the message by which somebody is challenged, how one stands, and the card for the channel.

What somebody may see of a challenge is decided in ``bot.tables.challenges``; nothing here knows more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Final, NamedTuple

from rules.calls import parse_call
from rules.cards import parse_card
from rules.challenges import (
    CHALLENGE_ID,
    ENDED,
    Challenge,
    ChallengeScore,
    PartedAt,
    Phase,
    SeenChallenge,
    places_of,
)
from screens.contests import (
    ONE_TRY,
    PARTED_CALL,
    PARTED_CARD,
    PARTED_DISCARD,
    PLAYS_LOST,
    SHARE,
    THE_DEAL,
    ContestPress,
    parted_call,
    puts_out,
)
from screens.deck import face
from screens.leaderboard import mention
from screens.parts import BRASS, heading, noted, small, text
from screens.presses import Found, form
from screens.screen import Button, Part, Row, Screen, Style, rows
from screens.words import challenges as words
from screens.words.games.all_games import words_of
from screens.words.names import signed

MOST_LISTED: Final = 12
MOST_IN_LINE: Final = 4
"""Results that are shown of a deal: those of all eight would fill the message."""


class ChallengeStep(Enum):
    """What ``/challenge`` does."""

    BEGIN = "begin"
    MINE = "mine"

    @property
    def choice_name(self) -> str:
        return words.BEGIN if self is ChallengeStep.BEGIN else words.MINE


class ChallengePress(NamedTuple):
    """A button of a challenge."""

    challenge: str
    what: str

    def __str__(self) -> str:
        return ":".join(("challenge", self.challenge, self.what))


@form(ChallengePress, ("challenge",), rf"(?P<challenge>{CHALLENGE_ID}):(?P<what>[a-z]{{1,10}})")
def _of_challenge(_: str, found: Found) -> ChallengePress:
    return ChallengePress(found["challenge"], found["what"])


def _press_button(challenge: Challenge, what: str, label: str, style: Style = Style.SECONDARY) -> Button:
    return Button(str(ChallengePress(challenge.id, what)), label, style)


def _people(users: Iterable[int]) -> str:
    return ", ".join(map(mention, users))


def _game_name(challenge: Challenge) -> str:
    return words_of(challenge.game).name


def _when(at: float) -> dict[str, str]:
    """The parts of a sentence that tell a moment some days away: how long until it, and the day and hour."""
    return {"ago": f"<t:{int(at)}:R>", "time": _date(at)}


def _date(at: float) -> str:
    return f"<t:{int(at)}:f>"


def invitation_screen(challenge: Challenge, *, new: bool = True) -> Screen:
    """The message in the channel. A friend is told of it while it is ``new``."""
    first, *others = challenge.places
    who = mention(first.user) if first.user is not None else "…"
    friend = others[0].user if challenge.to_friend and others else None
    game = _game_name(challenge)
    if challenge.to_friend:
        told = words.CHALLENGES(who=who, friend=mention(friend) if friend is not None else "…", game=game)
    else:
        told = words.CHALLENGES_ALL(who=who, game=game)
    playing = words.IN_IT(people=_people(challenge.known_players))
    if challenge.to_friend and len(challenge.known_players) > 1:  # nobody else comes in
        by = words.PLAYED_UNTIL(**_when(challenge.ends))
        buttons = [_press_button(challenge, "see", words.HOW_IT_STANDS())]
    else:
        by = words.TAKEN_UP_BY(button=words.I_PLAY(), **_when(challenge.taken_up_until))
        buttons = [_press_button(challenge, "play", words.I_PLAY(), Style.PRIMARY)]
        if challenge.to_friend:
            buttons.append(_press_button(challenge, "decline", words.DECLINE()))
    body = text(heading(told), words.HOW(), by, small(playing))
    return Screen((body, Row(tuple(buttons))), BRASS, pings=friend if new else None)


def begun_challenge_lines(challenge: Challenge, deal: int) -> tuple[str, ...]:
    """What deal it is and until when it counts: told before somebody's first call or card."""
    named = words.DEAL_OF(game=_game_name(challenge), deal=deal)
    return f"**{named}**", ONE_TRY(), words.UNTIL(**_when(challenge.ends))


def challenge_screen(
    seen: SeenChallenge, above: Sequence[str] = (), *, shown: int = 0, note: str = ""
) -> Screen:
    """How a challenge stands. ``above`` tells what the deal came to that has just been ended, or is looked
    at: that of the number ``shown``."""
    one = seen.challenge
    lines = (
        noted(note),
        heading(words.CHALLENGE(game=_game_name(one))),
        *above,
        _phase_line(seen),
        *_deal_lines(seen),
        *_table_lines(seen),
        small(words.ENDED_LATE()) if seen.late else "",
        small(PLAYS_LOST(lost=seen.lost)) if seen.lost else "",
    )
    parts: tuple[Part, ...] = (text(*lines), *rows(tuple(_ways_on(seen, shown))))
    return Screen(parts, BRASS)


def _phase_line(seen: SeenChallenge) -> str:
    one = seen.challenge
    match seen.phase:
        case Phase.GATHERING:
            return words.CAN_BE_TAKEN_UP(**_when(one.closes))
        case Phase.PLAYED:
            return words.PLAYED_UNTIL(**_when(one.ends))
        case Phase.OVER:
            return words.IS_OVER()
        case Phase.ALONE:
            return words.OVER_ALONE()


def _deal_lines(seen: SeenChallenge) -> Iterator[str]:
    if seen.viewer not in seen.challenge.known_players:
        return
    over = seen.phase in ENDED
    for place, parted in enumerate(seen.partings):
        results = list(_results_of(seen, place))
        if all(one.points[place] is None for one in seen.scores if one.user == seen.viewer):
            results.append(words.NOT_IN_TIME() if over else words.TO_BE_PLAYED())
        yield words.DEAL_LINE(deal=place + 1, results=" · ".join(results))
        if parted is not None and (told := _parted_text(parted, seen.challenge.game)):
            yield small(told)


def _results_of(seen: SeenChallenge, place: int) -> Iterator[str]:
    """What a deal came to for those who have played it: where they are many, for the viewer and the best."""
    found = [(points, one.user) for one in seen.scores if (points := one.points[place]) is not None]
    best = sorted(found, key=lambda one: (one[1] != seen.viewer, -one[0]))[:MOST_IN_LINE]
    for points, user in sorted(best, key=lambda one: -one[0]):
        yield words.ONE_RESULT(who=mention(user), points=signed(points))
    if len(found) > len(best):
        yield "…"


def _parted_text(parted: PartedAt, game: str) -> str:
    found, who = parted.parting, mention(parted.other) if parted.other is not None else ""
    if found is None:
        return words.ALIKE(who=who) if who else ""
    of_call = found.place < parted.calls
    trick = (found.place - parted.calls) // 4 + 1
    if of_call:
        own, most = (parted_call(parse_call(word), parted.level, game) for word in (found.own, found.most))
        if puts_out(found):
            return (
                words.PARTED_AT_DISCARD(own=own, who=who, most=most)
                if who
                else PARTED_DISCARD(own=own, most=most, with_it=found.with_it, of=found.of)
            )
    else:
        own, most = (face(parse_card(word)) for word in (found.own, found.most))
    if who and of_call:
        return words.PARTED_AT_CALL(own=own, who=who, most=most)
    if who:
        return words.PARTED_AT_CARD(trick=trick, own=own, who=who, most=most)
    if of_call:
        return PARTED_CALL(own=own, most=most, with_it=found.with_it, of=found.of)
    return PARTED_CARD(trick=trick, own=own, most=most, with_it=found.with_it, of=found.of)


def _table_lines(seen: SeenChallenge) -> Iterator[str]:
    if not any(one.played for one in seen.scores):
        return
    yield words.IN_THE_END() if seen.phase in ENDED else words.SO_FAR()
    yield from _place_lines(seen.scores)
    yield small(words.PLACED_BY())


def _place_lines(scores: Sequence[ChallengeScore]) -> Iterator[str]:
    for place, one in zip(places_of(scores), scores, strict=True):
        yield words.PLACE_LINE(
            place=place,
            who=mention(one.user),
            points=signed(one.total),
            deals=words.DEALS_PLAYED(one.played),
        )


def _ways_on(seen: SeenChallenge, shown: int) -> Iterator[Button]:
    one, own = seen.challenge, seen.challenge.own_place(seen.viewer)
    if own is not None and not own.plays and seen.phase is Phase.GATHERING:
        yield _press_button(one, "play", words.I_PLAY(), Style.PRIMARY)
        if own.answered is None:
            yield _press_button(one, "decline", words.DECLINE())
        return
    if seen.next_deal is not None:
        deal = seen.next_deal
        label = words.GO_ON_DEAL(deal=deal) if seen.begun else words.PLAY_DEAL(deal=deal)
        yield _press_button(one, "deal", label, Style.PRIMARY)
    if shown:
        yield Button(str(ContestPress(one.deals[shown - 1], "deal")), THE_DEAL())
    if seen.phase is Phase.OVER:
        yield _press_button(one, "share", SHARE())
    if seen.phase in ENDED:
        yield _press_button(one, "again", words.PLAY_AGAIN(), Style.PRIMARY)
    else:
        yield _press_button(one, "see", words.HOW_IT_STANDS())


def challenge_card(challenge: Challenge, scores: Sequence[ChallengeScore]) -> Screen:
    """For the channel, once it is over: names and sums, and nothing of any deal."""
    told = words.CARD(game=_game_name(challenge))
    return Screen((text(told, *_place_lines(scores)),), BRASS)


def my_challenges_screen(found: Sequence[SeenChallenge], note: str = "") -> Screen:
    lines, buttons = list[str](), list[Button]()
    for seen in found[:MOST_LISTED]:
        one = seen.challenge
        own = one.own_place(seen.viewer)
        if own is None or (not own.plays and (own.answered is not None or seen.phase is not Phase.GATHERING)):
            continue
        lines.append(_list_line(seen, len(buttons) + 1, asked=not own.plays))
        buttons.append(_press_button(one, "see", str(len(buttons) + 1)))
    body = text(noted(note), heading(words.YOUR_CHALLENGES()), *(lines or [words.NO_CHALLENGES()]))
    return Screen((body, *rows(tuple(buttons))), BRASS)


def _list_line(seen: SeenChallenge, number: int, *, asked: bool) -> str:
    one, game = seen.challenge, _game_name(seen.challenge)
    if asked:
        who = _people(place.user for place in one.places[:1] if place.user is not None)
        return words.LISTED_ASKED(number=number, who=who, game=game, time=_date(one.closes))
    if seen.phase in ENDED:
        return words.LISTED_OVER(number=number, game=game, people=_people(one.known_players))
    return words.LISTED_PLAYED(
        number=number, game=game, people=_people(one.known_players), time=_date(one.ends)
    )


def challenge_reminder(challenge: Challenge) -> Screen:
    told = words.REMINDED(
        game=_game_name(challenge), people=_people(challenge.known_players), **_when(challenge.ends)
    )
    see = _press_button(challenge, "see", words.HOW_IT_STANDS(), Style.PRIMARY)
    return Screen((text(told), Row((see,))), BRASS)

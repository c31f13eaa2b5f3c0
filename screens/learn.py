"""``/learn``: the list of lessons, a step of a lesson, and an exercise, each on one message for one person.

Whatever is shown of a table is made from what South sees of it. A press says which page or exercise it
answers, so that an old message can be pressed too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, assert_never

from rules.calls import (
    Action,
    Bid,
    CallHonours,
    Content,
    Declare,
    Discard,
    Double,
    Pass,
    Play,
    TakeStock,
    action_word,
)
from rules.cards import Card, Hand, Suit, parse_card
from rules.tricks import winner
from rules.view import May, PublicDeal, SeatView
from screens.buttons import cards_to_choose, pass_label, suit_named
from screens.deck import face
from screens.exercises import PLACES, RULES, Exercise
from screens.lessons import FIRST_PART, LESSONS, Step
from screens.parts import (
    BAIZE,
    BRASS,
    card_rows,
    faced_text,
    faces,
    heading,
    in_line,
    in_order,
    noted,
    small,
    text,
)
from screens.presses import Found, form
from screens.screen import Button, Offer, Part, Row, Screen, Select, Style, rows
from screens.settling import turned_line
from screens.trick import badge, last_trick_line, lying, trick_compass
from screens.words import calls as call_words
from screens.words import names
from screens.words.games.all_games import words_of
from screens.words.gamewords import GameWords
from screens.words.languages import Label, Sentence
from screens.words.names import Speech, sign

GO_ON: Final = Label("a button", "Go on")
BEGIN: Final = Label("a button", "Begin")
NEXT_LESSON: Final = Label("a button", "Next lesson")
ALL_LESSONS: Final = Label("a button", "All lessons")
EXERCISES: Final = Label("a button", "Exercises")
NEXT_EXERCISE: Final = Label("a button", "Next exercise")
PLAY_NOW: Final = Label("a button", "Play a deal now")
WHICH_LESSON: Final = Label("a list", "Choose a lesson")

TITLE: Final = Sentence("Learn to play")
ABOUT: Final = Sentence(
    "Never seen a whist game? Four short lessons, and in ten minutes you play your first deal. A wrong card "
    "costs nothing: you are told why, and try again."
)
AFTERWARDS: Final = Sentence(
    "Three more lessons are about other games, and exercises train you a little every day."
)
LESSON: Final = Sentence("{number} · {name}")
PAGE: Final = Sentence("Step {page} of {pages}")
RIGHT: Final = Sentence("**Right.**")
AS_GOOD: Final = Sentence("**That is as good.** Here we go on with another.")
EXERCISE: Final = Sentence("Today's exercises: {number} of {most}")
YOU_LEAD: Final = Sentence("You lead. **Which card?**")
YOU_PLAY: Final = Sentence("It is your turn. **Which card do you play?**")
RIGHT_CARD: Final = Sentence("**{card} is right.**")
OTHER_CARD: Final = Sentence("**{card} it should be**, not {chosen}.")
IN_A_ROW: Final = Sentence("Right in a row: {number}; the longest: {most}")
TOMORROW: Final = Sentence("That was the last exercise of today. There are new ones {when}.")


# Presses


class Learn(NamedTuple):
    """``what`` is ``menu``, ``lesson`` (chosen from the list), ``page``, ``act``, ``exercise``, ``answer`` or
    ``play``. A page is named by its ``lesson`` and its ``number``, an exercise by how many came before."""

    what: str
    lesson: int = 0
    number: int = 0
    act: str = ""

    def __str__(self) -> str:
        return f"learn:{self.what}:{self.lesson}:{self.number}{':' if self.act else ''}{self.act}"


@form(
    Learn,
    ("learn",),
    r"(?P<what>menu|lesson|page|act|exercise|answer|play):(?P<lesson>\d):(?P<number>\d{1,6})"
    r"(?::(?P<act>[A-Za-z0-9:.]{1,40}))?",
)
def _learn(_: str, found: Found) -> Learn | None:
    lesson, number = int(found["lesson"]), int(found["number"])
    if found["what"] in ("page", "act") and (
        not 1 <= lesson <= len(LESSONS) or not 1 <= number <= len(LESSONS[lesson - 1].pages)
    ):
        return None
    return Learn(found["what"], lesson, number, found["act"])


_PART: Final = re.compile(r"\{([2-9TJQKA]?[SHDC])\}")


def lesson_text(sentence: Sentence) -> str:
    """A sentence of a lesson with its cards and suits."""
    parts: dict[str, object] = {}
    for part in _PART.findall(sentence.english):
        suit = next(one for one in Suit if one.letter == part[-1])
        parts[part] = face(parse_card(part)) if len(part) > 1 else sign(suit)
    return sentence(**parts)


# The list of lessons


def menu_screen(lesson: int, page: int, done: frozenset[int]) -> Screen:
    """All lessons. The first button goes on where somebody stopped; ``page`` is 0 if they have not begun."""
    lines = [
        f"{'✅' if number in done else '▫️'} {LESSON(number=number, name=one.name())}"
        for number, one in enumerate(LESSONS, 1)
    ]
    first, later = lines[:FIRST_PART], lines[FIRST_PART:]
    following = lesson if page == 0 or page < len(LESSONS[lesson - 1].pages) else lesson + 1
    acts = [Button(str(Learn("exercise")), EXERCISES()), _play_button(primary=len(done) >= FIRST_PART)]
    if following <= len(LESSONS):
        at = page if following == lesson else 0
        label = BEGIN() if not done and page == 0 else GO_ON()
        acts.insert(0, Button(str(Learn("page", following, max(1, at))), label, Style.PRIMARY))
    chosen = Select(
        str(Learn("lesson")),
        WHICH_LESSON(),
        tuple(Offer(str(number), one.name()) for number, one in enumerate(LESSONS, 1)),
    )
    body = text(heading(TITLE()), ABOUT(), *first, small(AFTERWARDS()), *later)
    return Screen((body, Row(tuple(acts)), chosen), BRASS)


def _play_button(*, primary: bool) -> Button:
    return Button(str(Learn("play")), PLAY_NOW(), Style.SUCCESS if primary else Style.SECONDARY)


# A step of a lesson


def step_screen(lesson: int, page: int, view: SeatView, *, note: str = "", wrong: bool = False) -> Screen:
    """A page of a lesson. ``note`` says what came of the last act; if that was ``wrong``, the table is as it
    was."""
    pages = LESSONS[lesson - 1].pages
    _, step = pages[page - 1]
    title = LESSON(number=lesson, name=LESSONS[lesson - 1].name())
    says = text(
        heading(title),
        small(PAGE(page=page, pages=len(pages))),
        noted(note) if wrong else note,
        lesson_text(step.says),
    )
    table = _table_parts(view) if view.deal is not None else ()
    acts = _acts(lesson, page, step, view)
    last = page == len(pages)
    after = [] if step.right else _onwards(lesson, page, last=last)
    return Screen((says, *table, *acts, Row((*after, Button(str(Learn("menu")), ALL_LESSONS())))), BAIZE)


def _onwards(lesson: int, page: int, *, last: bool) -> list[Button]:
    if not last:
        return [Button(str(Learn("page", lesson, page + 1)), GO_ON(), Style.PRIMARY)]
    following = []
    if lesson >= FIRST_PART:
        following.append(_play_button(primary=True))
    if lesson < len(LESSONS):
        style = Style.SECONDARY if following else Style.PRIMARY
        following.append(Button(str(Learn("page", lesson + 1, 1)), NEXT_LESSON(), style))
    else:
        following.append(Button(str(Learn("exercise")), EXERCISES()))
    return following


def _table_parts(view: SeatView) -> tuple[Part, ...]:
    """The trick with who sits where, or what has been said; the hands that the learner sees, without what
    they can press."""
    deal, speech = view.deal, Speech.at_table(view.table)
    assert deal is not None and view.own is not None and view.viewer is not None
    trumps = deal.settled.trumps if deal.settled is not None else None
    playable = Hand.of(_lesson_cards(view))
    lines = [turned_line(speech, deal)] if deal.turned is not None and not deal.tricks else []
    if deal.playing:
        lines += [trick_compass(speech, view, deal, None), last_trick_line(speech, deal)]
    elif deal.calls and deal.ruffed_by is None:
        said = words_of(view.table.game)
        heard = (
            call_words.CALLED(
                seat=speech.seat(one.seat), call=names.call_name(one.call, _level(deal, place), said)
            )
            for place, one in enumerate(deal.calls)
        )
        lines.append(small(" · ".join(heard)))
    lines += [
        faced_text(speech, one, deal.settled, left)
        for one in deal.faced
        if one.seat is not view.viewer and (left := one.left - playable)
    ]
    if rest := view.own.left - playable:
        lines.append(f"{badge(speech, view.viewer)} {in_line(rest, trumps)}")
    return (text(*lines),)


def _level(deal: PublicDeal, place: int) -> int:
    """The doublings once the call at this place of the deal has been made."""
    level = 0
    for called in deal.calls[: place + 1]:
        level = level + 1 if isinstance(called.call, Double) else 0 if isinstance(called.call, Bid) else level
    return level


def _lesson_cards(view: SeatView) -> list[Card]:
    return [option.card for option in view.options if isinstance(option, Play)]


def _acts(lesson: int, page: int, step: Step, view: SeatView) -> tuple[Part, ...]:
    """What can be chosen at a step that wants an act or a figure."""

    def act_press(act: str) -> str:
        return str(Learn("act", lesson, page, act))

    if not step.right:
        return ()
    if step.is_figure:
        return (Row(tuple(Button(act_press(one), one, Style.PRIMARY) for one in step.offered)),)
    deal, own = view.deal, view.own
    assert deal is not None and own is not None
    if May.PUT_OUT in view.may:
        offers, most = cards_to_choose(own.left, deal.trumps), deal.to_put_out
        return (Select(str(Learn("act", lesson, page)), call_words.PUT_OUT(most), offers, most, most),)
    if cards := _lesson_cards(view):
        return _card_buttons(Learn("act", lesson, page), cards, deal)
    options = [one for one in view.options if not step.offered or action_word(one) in step.offered]
    said = words_of(view.table.game)
    made = [
        Button(
            act_press(action_word(one)),
            _label(one, deal, view.options, said),
            Style.PRIMARY if isinstance(one, Declare | Bid) else Style.SECONDARY,
            sign=suit_named(one),
        )
        for one in options
    ]
    return rows(tuple(made))


def _card_buttons(press: Learn, cards: Sequence[Card], deal: PublicDeal) -> tuple[Row, ...]:
    trumps = deal.settled.trumps if deal.settled is not None else None
    return tuple(
        Row(
            tuple(
                Button(
                    str(press._replace(act=str(card))), names.spoken_card(card), Style.PRIMARY, sign=card.suit
                )
                for card in row
            )
        )
        for row in card_rows(in_order(Hand.of(cards), trumps))
    )


# An exercise


def exercise_screen(
    exercise: Exercise,
    view: SeatView,
    *,
    number: int,
    today: int,
    most: int,
    streak: int,
    best: int,
    chosen: Card | None = None,
    tomorrow: int | None = None,
) -> Screen:
    """A position at whist. ``number`` is how many exercises the person answered before, ``today`` which one
    of the day's it is. Once they have ``chosen`` a card the rule is told. If that was the last of the day,
    ``tomorrow`` says when there are new ones, in seconds since 1970."""
    deal, speech = view.deal, Speech.at_table(view.table)
    assert deal is not None and deal.settled is not None
    assert view.own is not None and view.viewer is not None
    trumps = deal.settled.trumps
    assert trumps is not None
    title = heading(EXERCISE(number=today, most=most))
    played = small(call_words.ARE_TRUMPS(suit=names.trumps(trumps)))
    table = text(
        played,
        turned_line(speech, deal),
        *_earlier(speech, deal, trumps),
        trick_compass(speech, view, deal, None),
    )
    if chosen is None:
        leads = not (deal.trick is not None and deal.trick.cards)
        cards = _lesson_cards(view)
        rest = view.own.left - Hand.of(cards)
        own = (text(f"{badge(speech, view.viewer)} {in_line(rest, trumps)}"),) if rest else ()
        asked = text(title, YOU_LEAD() if leads else YOU_PLAY())
        buttons = _card_buttons(Learn("answer", number=number), cards, deal)
        return Screen((asked, table, *own, *buttons, _below()), BAIZE)
    rule = RULES[exercise.rule]
    is_right = exercise.is_right(chosen)
    said = (
        RIGHT_CARD(card=face(chosen))
        if is_right
        else OTHER_CARD(card=face(exercise.right), chosen=face(chosen))
    )
    row = IN_A_ROW(number=streak, most=best)
    told_now = text(title, said, rule.words(), small(PLACES[rule.place]()))
    own = (text(f"{badge(speech, view.viewer)} {in_line(view.own.left, trumps)}"),)
    if tomorrow is not None:
        ends = text(small(row), TOMORROW(when=f"<t:{tomorrow}:R>"))
        return Screen((told_now, table, *own, ends, _below()), BAIZE)
    following = Button(str(Learn("exercise")), NEXT_EXERCISE(), Style.PRIMARY)
    return Screen((told_now, table, *own, text(small(row)), _below(following)), BAIZE)


def resting_screen(*, streak: int, best: int, tomorrow: int) -> Screen:
    """Once the exercises of the day have been answered."""
    told_now = text(
        heading(EXERCISES()),
        TOMORROW(when=f"<t:{tomorrow}:R>"),
        small(IN_A_ROW(number=streak, most=best)),
    )
    return Screen((told_now, _below()), BRASS)


def _below(*before: Button) -> Row:
    return Row((*before, Button(str(Learn("menu")), ALL_LESSONS()), _play_button(primary=False)))


EARLIER: Final = 3
"""How many earlier tricks are shown."""


def _earlier(speech: Speech, deal: PublicDeal, trumps: Suit) -> list[str]:
    """The last tricks before the one that lies on the table."""
    shown = lying(deal)
    before = [one for one in deal.tricks if one is not shown][-EARLIER:]
    return [
        small(f"{badge(speech, one.leader)} {faces(one.cards)} → {badge(speech, winner(one, trumps))}")
        for one in before
    ]


def _label(call: Action, deal: PublicDeal, open_calls: Sequence[Action], said: GameWords) -> str:
    """What stands on the button of a call."""
    match call:
        case Declare(trumps):
            return names.trumps(trumps) if trumps is not None else said.no_trumps
        case Pass():
            return pass_label(open_calls, said)
        case Double():
            level = deal.settled.level if deal.settled is not None else 0
            return call_words.double_label(level + 1, said.doubling)
        case Content():
            return call_words.CONTENT()
        case TakeStock():
            return call_words.RUFF()
        case Bid():
            return names.call_name(call, 0, said)
        case CallHonours():
            return call_words.CALL_HONOURS()
        case Play() | Discard():
            return ""  # cards have buttons of their own
    assert_never(call)

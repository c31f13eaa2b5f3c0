"""What robots thought in a deal that is over, one part of the deal at a time, for the asker alone; and a hint
in words for a player whose turn it is, from what that seat may see.

Points are estimates, so they are told as differences: what matters is how far apart the choices are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from robots.player import Answer, Candidate, Cause, Reasons
from robots.teaching.maxims import Maxim, maxim_of
from robots.teaching.meanings import Told, shown_by, told_by
from robots.teaching.reasons import Decision
from rules.calls import Action, Called, CallHonours, Discard, Double, Pass, Play, TakeStock
from rules.cards import Hand
from rules.frozen import frozen
from rules.seats import Seat
from rules.table.requests import AnswerClaim, CutPack
from rules.view import FinishedDeal, PublicTable, SeatView
from screens.parts import INK, heading, small, speech_to, text, with_levels
from screens.presses import Press
from screens.result import come_to
from screens.screen import Button, Offer, Row, Screen, Select
from screens.settling import OFFERS_SHOWN
from screens.words.games.all_games import words_of
from screens.words.gamewords import GameWords
from screens.words.languages import Label, Plural, Sentence, counted, say, semicolons
from screens.words.meanings import (
    DONE,
    MAXIMS_ADVISED,
    MAXIMS_FOR_OTHER_HAND,
    meaning_sentence,
    partner_had_shown,
    partner_has_shown,
    tells,
    you_have,
)
from screens.words.names import MINUS, Names, Speech, call_name, number, quotient, spoken_card
from screens.words.table import DEAL_NUMBER

# What robots thought, once the deal is over

TITLE: Final = Sentence("What the robots thought: {deal}")
CHOOSE: Final = Label("a list", "Which part of the deal?")
NO_ROBOT: Final = Sentence("No robot made a call or played a card in this deal.")
DIFFERENCES: Final = Sentence(
    "Points are what the robot expected at the time for its own side; those in brackets are compared with "
    "what it chose. What promised a little more, but not clearly, was passed over. It saw only what its seat "
    "could see."
)
TRICK: Final = Sentence("Trick {number}")
CHOSE: Final = Sentence("**{seat}** {player}: **{choice}**")
"""``**North** Hoyle (robot): **4♠**``. The seat is that of the hand from which the card came."""
COMPARED: Final = Sentence("What it compared, in points for its own side: {choices}.")
AS_USUAL: Final = Sentence("It did what is usual there.")
THAT_WAS_MAD: Final = Label("a button", "That was mad")
"""Of a call or card of a robot."""
REPORTED: Final = Sentence(
    "Copy this text and send it to those who maintain the bot: it has the cards and what the robot thought, "
    "and nothing about people."
)
REPORT_AS_FILE: Final = Sentence(
    "Send this file to those who maintain the bot: it has the cards and what the robot thought, and nothing "
    "about people."
)
NOT_KEPT: Final = Sentence("What it thought was not kept.")
EQUAL: Final = Sentence("{choice} (equal)")

OTHERS_SHOWN: Final = 3
"""How many of the other candidates are shown, the best first."""
CALLS_ON_A_PAGE: Final = 10


@frozen
class _Page:
    """One part of a deal, with the word by which the list asks for it."""

    key: str
    label: str
    decisions: tuple[Decision, ...]


def why_screen(
    deal: FinishedDeal,
    decisions: Sequence[Decision],
    table_id: str,
    names: Names,
    *,
    at: PublicTable,
    page: str = "",
) -> Screen:
    """What robots did in one part of a deal, and why. ``page`` is the part chosen in the list; otherwise the
    first part in which a robot did anything is shown."""
    speech, of = Speech.at_table(at), words_of(at.game)
    title = text(heading(TITLE(deal=DEAL_NUMBER(number=deal.number))), small(come_to(deal, of)))
    pages = [one for one in _pages(deal, decisions) if one.decisions][:OFFERS_SHOWN]
    if not pages:
        return Screen((title, text(NO_ROBOT())), INK)
    opened = next((one for one in pages if one.key == page), pages[0])
    told = (text(*_choice_explained(speech, one, deal, of, names)) for one in opened.decisions)
    offers = tuple(Offer(one.key, one.label, chosen=one is opened) for one in pages)
    asked = Select(str(Press("why", table_id, deal.number)), CHOOSE(), offers)
    mad = Row((Button(str(Press("report", table_id, deal.number, what=opened.key)), THAT_WAS_MAD()),))
    return Screen((title, text(f"**{opened.label}**"), *told, asked, mad, text(small(DIFFERENCES()))), INK)


def decisions_on(deal: FinishedDeal, decisions: Sequence[Decision], page: str) -> tuple[Decision, ...]:
    """What robots did in one part of a deal, by the word of the list; the first part if it is none. Empty if
    no robot did anything."""
    pages = [one for one in _pages(deal, decisions) if one.decisions]
    opened = next((one for one in pages if one.key == page), pages[0] if pages else None)
    return opened.decisions if opened is not None else ()


def report_screen(report: str) -> Screen:
    """The text of a report, to be copied."""
    return Screen((text(REPORTED()), text(f"```\n{report}```")), INK)


def _pages(deal: FinishedDeal, decisions: Sequence[Decision]) -> Iterator[_Page]:
    """The calls, some on each page, and the tricks. Of a long chain of calls only the end has room."""
    called = [one for one in decisions if not isinstance(one.action, Play)]
    played = [one for one in decisions if isinstance(one.action, Play)]
    count = len(deal.calls)
    starts = range(0, count, CALLS_ON_A_PAGE)[-(OFFERS_SHOWN - len(deal.tricks)) :]
    for start in starts:
        end = min(start + CALLS_ON_A_PAGE, count)
        label = _calls_from(start + 1, end, count)
        yield _Page(f"c{start}", label, tuple(one for one in called if start <= one.place < end))
    for place in range(len(deal.tricks)):
        here = tuple(one for one in played if one.place // len(Seat) == place)
        yield _Page(f"t{place}", TRICK(number=place + 1), here)


def _calls_from(first: int, last: int, of: int) -> str:
    """Some of the calls of a deal, or all of them."""
    if (first, last) == (1, of):
        return say("The calls")
    return say("Calls {first} to {last}", first=number(first), last=number(last))


def _choice_explained(
    speech: Speech, decision: Decision, deal: FinishedDeal, of: GameWords, names: Names
) -> Iterator[str]:
    """A robot's choice, and why it was made."""
    before = _before(decision, deal)
    yield CHOSE(
        seat=speech.seat(decision.seat),
        player=names(decision.by),
        choice=action_name(decision.action, before, of),
    )
    yield from thoughts(decision, deal, of)


def _before(decision: Decision, deal: FinishedDeal) -> Sequence[Called]:
    """The calls that a robot had heard."""
    return deal.calls if isinstance(decision.action, Play) else deal.calls[: decision.place]


def thoughts(decision: Decision, deal: FinishedDeal, of: GameWords) -> Iterator[str]:
    """Why a robot did what it did: the maxim that it agrees with, and what else it considered."""
    reasons, before = decision.reasons, _before(decision, deal)
    if decision.maxim is not None:
        yield DONE[decision.maxim]()
    if decision.told is not None and (telling := meaning_sentence(decision.told)):
        yield telling
    if decision.partner is not None and (shown := partner_had_shown(decision.partner)):
        yield shown
    if reasons is None:
        yield NOT_KEPT()
    elif decision.told is not None and len(reasons.candidates) > 1:
        yield _with_layouts(COMPARED(choices=_came_to(reasons, before, of)), reasons.layouts)
    elif reasons.candidates and decision.told is None:
        mine = next((one.points for one in reasons.candidates if one.choice == decision.action), None)
        others = [one for one in reasons.candidates if one.choice != decision.action][:OTHERS_SHOWN]
        told = [
            apart(action_name(one.choice, before, of), one.points - mine)
            for one in others
            if mine is not None
        ]
        yield _next_best_of(told, reasons.layouts)
    elif decision.maxim is None:
        yield AS_USUAL()


def _next_best_of(told: Sequence[str], tried: int) -> str:
    """What else a robot might have done, with the points of each."""
    parts = [say("Next best: {choices}.", choices=semicolons(told))] if told else []
    if tried:
        parts.append(
            counted(
                tried,
                "It looked at {count} layout of the hidden cards.",
                "It looked at {count} layouts of the hidden cards.",
                count=number(tried),
            )
        )
    return " ".join(parts)


def _with_layouts(sentence: str, layouts: int) -> str:
    """This sentence, and how many layouts each call was tried on."""
    if not layouts:
        return sentence
    over = counted(
        layouts,
        "Each was followed to the end of the auction in {count} layout of the hidden cards.",
        "Each was followed to the end of the auction in {count} layouts of the hidden cards.",
        count=number(layouts),
    )
    return f"{sentence} {over}"


# Candidates


def apart(what: str, points: float) -> str:
    """A candidate, and how many points more or less than the choice it promised: ``pass (−14.7)``. How sure
    that is, is not kept with a deal."""
    return f"{what} ({_signed(points)})" if round(points * 10) else EQUAL(choice=what)


def _signed(points: float, error: float = 0.0) -> str:
    """A difference and its standard error: ``−14.7 ± 2.1``."""
    amount = quotient(abs(round(points * 10)), 10)
    return f"{MINUS if points < 0 else '+'}{amount}{_error(quotient(round(error * 10), 10))}"


def _error(amount: str) -> str:
    return f" ± {amount}" if amount != "0" else ""


def _came_to(reasons: Reasons, before: Sequence[Called], of: GameWords) -> str:
    """The call that was chosen and the best of the others, each with what it came to, after it those that
    are too close to be sure."""
    chosen, *others = reasons.candidates
    shown = others[:OTHERS_SHOWN] + [one for one in others[OTHERS_SHOWN:] if isinstance(one.choice, ALWAYS)]
    told, close = list[str](), list[str]()
    for one in shown:
        call = _with_points(action_name(one.choice, before, of), one)
        (close if 0 < abs(one.points - chosen.points) <= CLOSE * one.error else told).append(call)
    first = _with_points(action_name(chosen.choice, before, of), chosen)
    return semicolons((first, *([TOO_CLOSE(choices=", ".join(close))] if close else []), *told))


def _with_points(what: str, came_to: Candidate) -> str:
    """A call, what it came to, and the error of its difference from the choice: ``4 ♠ Spades +310 ± 12``."""
    whole, error = round(came_to.points), _error(number(round(came_to.error)))
    return f"{what} {MINUS if whole < 0 else '+' if whole else ''}{number(abs(whole))}{error}"


PUTS_OUT: Final = Sentence("puts out {cards}")


def action_name(action: Action, before: Sequence[Called], of: GameWords) -> str:
    """A card, or a call in the words of the game, after the calls ``before`` it."""
    match action:
        case Play(played):
            return spoken_card(played)
        case Discard(cards):
            return PUTS_OUT(cards=_card_names(cards))
    level = max((level for _, level in list(with_levels(before))[-1:]), default=0)
    return call_name(action, level + 1, of)  # of all calls only a doubling is named by how many there were


def _card_names(cards: Hand) -> str:
    return " ".join(spoken_card(one) for one in cards)


# Hints

CUT_ANYWHERE: Final = Sentence("Cut where you like: it makes no difference.")
LET_BACK: Final = Sentence("A robot lets anybody take back a card: you may, or not.")
GRANT: Final = Sentence("Agree: as far as you can tell, the claim is good.")
REFUSE: Final = Sentence("Refuse: as far as you can tell, the claim is not sure.")
COMPARED_FOR_YOU: Final = Sentence("Compared, in points for your side: {choices}.")
FROM_DUMMY: Final = Sentence("{card} from dummy")
FROM_HAND: Final = Sentence("{card} from {seat:gen}'s hand")
"""A card of a partner for whom dummy plays."""
PUT_OUT: Final = Sentence("Put out {cards}")
RUFF: Final = Sentence("Ruff: take the stock")
ASK: Final = Sentence("Ask your partner for honours: “Can you one?”")
ABOUT_THE_SAME: Final = Sentence("{choice} (about the same: apart by {points})")
"""Points, on average, of the layouts of the hidden cards that were looked at."""
NONE_CLEARLY: Final = Sentence("Nothing is clearly better.")
NO_DIFFERENCE: Final = Sentence("It makes no difference: every card comes to the same.")
NOTHING_MORE: Final = Sentence("No bid and no double promises more.")
IF_IT_LIES: Final = Plural(
    "If {seat} has {card}, this wins about {count} trick more than {other}.",
    "If {seat} has {card}, this wins about {count} tricks more than {other}.",
)
IF_PARTNER_HAS: Final = Plural(
    "If your partner has {card}, this wins about {count} trick more than {other}.",
    "If your partner has {card}, this wins about {count} tricks more than {other}.",
)
"""What decides between a card and the next best, in the layouts of the hidden cards that were looked at."""
TOO_CLOSE: Final = Sentence("{choices} (too close to be sure)")
ALWAYS: Final = Pass | Double
"""What is told among the calls that were compared, however far behind."""
TO_FOLLOW: Final = frozenset((Maxim.CANNOT_WIN, Maxim.LEAVES_TO_PARTNER))
"""Maxims that teach something also where every card comes to the same."""
PROMISES_MOST: Final = Sentence("This promises most.")
USUAL_HERE: Final = Sentence("This is usual here.")
CLOSE: Final = 1.5
"""Standard errors by which calls differ at most that are too close. At 18 of the 1,000 turns of
``lab.robots.auction_bank`` four times the layouts would advise another call, and each time the two are
so close."""


FIGURES: Final = Label("a button", "Figures")
WITH_FIGURES: Final = "figures"
"""What a press for a hint says that is to have what was compared."""


def hint_screen(view: SeatView, answer: Answer, table_id: str, names: Names | None = None) -> Screen:
    """A hint for a newcomer: the reason, and a button to what was compared."""
    told, more = hint_parts(view, answer, names, newcomer=True)
    button = Button(str(Press("hint", table_id, view.table.deals, what=WITH_FIGURES)), FIGURES())
    return Screen((text(told), *((Row((button,)),) if more else ())), INK)


def hint_text(view: SeatView, answer: Answer, names: Names | None = None) -> str:
    """What a robot would do in the viewer's place, why, and what it compared."""
    return " ".join(part for part in hint_parts(view, answer, names) if part)


def hint_parts(
    view: SeatView, answer: Answer, names: Names | None = None, *, newcomer: bool = False
) -> tuple[str, str]:
    """What a robot would do in the viewer's place and why, and what it compared. Without ``names`` players
    are called by their seats; to a newcomer points of a hand are explained."""
    speech = speech_to(view, names) if names is not None else Speech.at_table(view.table)
    match answer.choice:
        case CutPack():
            return CUT_ANYWHERE(), ""
        case AnswerClaim() if view.deal is not None and view.deal.claim is not None and view.deal.claim.back:
            return LET_BACK(), ""
        case AnswerClaim(agrees):
            return (GRANT() if agrees else REFUSE()), ""
    assert view.deal is not None
    action, reasons, of = answer.choice, answer.reasons, words_of(view.table.game)
    meaning = told_by(view, action) if not isinstance(action, Play | Discard) else None
    if meaning is None:
        because, more = _card_reasons(view, action, reasons, speech), _next_best(view, reasons, of)
    else:
        because = " ".join(filter(None, _call_reasons(view, meaning, reasons, newcomer=newcomer)))
        more = ""
        if len(reasons.candidates) > 1:
            compared = COMPARED_FOR_YOU(choices=_came_to(reasons, view.deal.calls, of))
            more = _with_layouts(compared, reasons.layouts)
    because = because or (PROMISES_MOST() if more else USUAL_HERE())
    return f"**{_advised(speech, view, action, of)}** — {because}", more


def _card_reasons(view: SeatView, action: Action, reasons: Reasons, speech: Speech) -> str:
    """Why a card, or a call where there is no auction: on what it depends, and the maxim that it agrees
    with."""
    maxim, every = maxim_of(view, action), reasons.candidates
    maxims = MAXIMS_ADVISED if _of_own_hand(view) else MAXIMS_FOR_OTHER_HAND
    because = maxims[maxim]() if maxim is not None and maxim in maxims else ""
    if reasons.cause is not None:
        return " ".join(filter(None, (_decided(speech, view, reasons.cause), because)))
    alike = 1 < len(every) == len(view.options) and not any(
        _tenths(one, every[0]) or one.error for one in every
    )
    if alike and maxim not in TO_FOLLOW:
        return NO_DIFFERENCE()
    return because or (NONE_CLEARLY() if any(one.points > every[0].points for one in every) else "")


def _tenths(one: Candidate, other: Candidate) -> int:
    return round(10 * (one.points - other.points))


def _call_reasons(view: SeatView, meaning: Told, reasons: Reasons, *, newcomer: bool) -> Iterator[str]:
    """Why a call of an auction, what it tells, and what partner has told."""
    every = reasons.candidates
    if len(every) > 1 and every[0].choice == Pass() and every[0].points == max(one.points for one in every):
        yield NOTHING_MORE()
    elif view.own is not None:
        yield you_have(view.own.dealt, meaning, newcomer=newcomer)
        yield tells(meaning)
    if view.viewer is not None and (partner := shown_by(view, view.viewer.partner)) is not None:
        yield partner_has_shown(partner)


def _decided(speech: Speech, view: SeatView, cause: Cause) -> str:
    """On which hidden card it depends that the choice is the best."""
    cards = {"card": spoken_card(cause.holds), "other": spoken_card(cause.other)}
    if view.viewer is not None and cause.seat is view.viewer.partner:
        return IF_PARTNER_HAS(cause.tricks, **cards, count=number(cause.tricks))
    return IF_IT_LIES(cause.tricks, seat=speech.seat(cause.seat), **cards, count=number(cause.tricks))


def _advised(speech: Speech, view: SeatView, action: Action, of: GameWords) -> str:
    """What the viewer is advised to do."""
    assert view.deal is not None
    match action:
        case Discard(cards):
            return PUT_OUT(cards=_card_names(cards))
        case TakeStock():
            return RUFF()
        case CallHonours():
            return ASK()
    said_here, hand = action_name(action, view.deal.calls, of), view.deal.hand_due
    if _of_own_hand(view) or hand is None:
        return said_here
    if view.deal.faced_hand(hand) is not None:
        return FROM_DUMMY(card=said_here)
    return FROM_HAND(card=said_here, seat=speech.seat(hand))


def _compared_with(mine: Candidate, other: Candidate, what: str, little: float) -> str:
    """How far another card, or a call where there is no auction, is from the choice. What promised more was
    held equal; what cannot be told apart by so few layouts, or is dearer than a little, is called so."""
    points = other.points - mine.points
    if abs(points) <= CLOSE * other.error or points > little:
        return TOO_CLOSE(choices=f"{what} {_signed(points, other.error)}")
    if points > 0:
        return ABOUT_THE_SAME(choice=what, points=quotient(_tenths(other, mine), 10))
    return f"{what} ({_signed(points, other.error)})"


def _next_best(view: SeatView, reasons: Reasons, of: GameWords) -> str:
    """What is as good, the best of what is not, and how many layouts of the hidden cards were looked at."""
    if len(reasons.candidates) < 2 or view.deal is None:
        return ""
    mine, *others = [(one, action_name(one.choice, view.deal.calls, of)) for one in reasons.candidates]
    equal = [what for one, what in others if not _tenths(one, mine[0])]
    apart = [(one, what) for one, what in others if _tenths(one, mine[0])]
    apart = apart[:1] + [one for one in apart[1:] if isinstance(one[0].choice, ALWAYS)]
    told = [EQUAL(choice=", ".join(equal[:OTHERS_SHOWN]))] if equal else []
    told += [_compared_with(mine[0], one, what, reasons.little) for one, what in apart]
    if not reasons.layouts:
        return say("Next best: {choices}.", choices=semicolons(told))
    return counted(
        reasons.layouts,
        "Next best: {choices}, in {count} layout of the hidden cards.",
        "Next best: {choices}, in {count} layouts of the hidden cards.",
        count=number(reasons.layouts),
        choices=semicolons(told),
    )


def _of_own_hand(view: SeatView) -> bool:
    """Whether the call or card is due from the viewer's own hand, and not from a dummy's."""
    return view.deal is None or view.deal.hand_due in (None, view.viewer)

"""What robots thought in a deal that is over, one part of the deal at a time, for the asker alone; and a hint
in words for a player whose turn it is, from what that seat may see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from robots.maxims import Maxim, maxim_of
from robots.meanings import shown_by, told_by
from robots.player import Answer, Candidate, Reasons
from robots.reasons import Decision
from rules.calls import Action, Called, CallHonours, Discard, Play, TakeStock
from rules.cards import Hand
from rules.frozen import frozen
from rules.seats import Seat
from rules.table.requests import AnswerClaim, CutPack
from rules.view import Open, PublicTable, SeatView
from screens.bidding import OFFERS_SHOWN, with_levels
from screens.parts import INK, heading, small, text
from screens.presses import Press
from screens.result import come_to
from screens.screen import Offer, Screen, Select
from screens.words import why as words
from screens.words.games.all_games import words_of
from screens.words.gamewords import GameWords
from screens.words.meanings import DONE, MAXIMS_ADVISED, partner_had_shown, partner_has_shown, tells, told
from screens.words.names import Names, Speech, card, said

OTHERS_SHOWN: Final = 3
"""Of what else a robot might have done, so many are shown, the best first."""

CALLS_ON_A_PAGE: Final = 10


@frozen
class _Page:
    """One part of a deal, with the word by which the list asks for it."""

    key: str
    label: str
    decisions: tuple[Decision, ...]


def why_screen(
    deal: Open,
    decisions: Sequence[Decision],
    table_id: str,
    names: Names,
    *,
    at: PublicTable,
    page: str = "",
) -> Screen:
    """What robots did in one part of a deal, and why. ``page`` is the part chosen in the list; otherwise the
    first part in which a robot did anything is shown."""
    speech, of = Speech.at(at.options), words_of(at.game)
    title = text(heading(words.title(deal.number)), small(come_to(deal, of)))
    pages = [one for one in _pages(deal, decisions) if one.decisions][:OFFERS_SHOWN]
    if not pages:
        return Screen((title, text(words.NO_ROBOT())), INK)
    opened = next((one for one in pages if one.key == page), pages[0])
    told = (text(*_told(speech, one, deal, of, names)) for one in opened.decisions)
    offers = tuple(Offer(one.key, one.label, chosen=one is opened) for one in pages)
    asked = Select(str(Press("why", table_id, deal.number)), words.CHOOSE(), offers)
    return Screen((title, text(f"**{opened.label}**"), *told, asked, text(small(words.DIFFERENCES()))), INK)


def _pages(deal: Open, decisions: Sequence[Decision]) -> Iterator[_Page]:
    """The calls, some on each page, and the tricks. Of a long chain of calls only the end has room."""
    called = [one for one in decisions if not isinstance(one.action, Play)]
    played = [one for one in decisions if isinstance(one.action, Play)]
    count = len(deal.calls)
    starts = range(0, count, CALLS_ON_A_PAGE)[-(OFFERS_SHOWN - len(deal.tricks)) :]
    for start in starts:
        end = min(start + CALLS_ON_A_PAGE, count)
        label = words.calls(start + 1, end, count)
        yield _Page(f"c{start}", label, tuple(one for one in called if start <= one.place < end))
    for number in range(len(deal.tricks)):
        here = tuple(one for one in played if one.place // len(Seat) == number)
        yield _Page(f"t{number}", words.trick(number + 1), here)


def _told(speech: Speech, decision: Decision, deal: Open, of: GameWords, names: Names) -> Iterator[str]:
    """What a robot chose, and why."""
    before = _before(decision, deal)
    yield words.chose(speech, names(decision.by), decision.seat, chosen(decision.action, before, of))
    yield from thoughts(decision, deal, of)


def _before(decision: Decision, deal: Open) -> Sequence[Called]:
    """The calls that a robot had heard."""
    return deal.calls if isinstance(decision.action, Play) else deal.calls[: decision.place]


def thoughts(decision: Decision, deal: Open, of: GameWords) -> Iterator[str]:
    """Why a robot did what it did: the maxim that it agrees with, and what else it considered."""
    reasons, before = decision.reasons, _before(decision, deal)
    if decision.maxim is not None:
        yield DONE[decision.maxim]()
    if decision.told is not None and (telling := told(decision.told)):
        yield telling
    if decision.partner is not None and (shown := partner_had_shown(decision.partner)):
        yield shown
    if reasons is None:
        yield words.NOT_KEPT()
    elif decision.told is not None and len(reasons.candidates) > 1:
        yield words.tried(_came_to(reasons, before, of), reasons.layouts)
    elif reasons.candidates and decision.told is None:
        yield words.others(_others(decision.action, reasons, before, of), reasons.layouts)
    elif decision.maxim is not Maxim.ONLY_CARD:
        yield words.BY_RULE()


def _others(action: Action, reasons: Reasons, before: Sequence[Called], of: GameWords) -> list[str]:
    """The best of the other candidates, each with how many points more or less than the choice it
    promised."""
    mine = next((one.points for one in reasons.candidates if one.choice == action), None)
    if mine is None:
        return []
    return [_apart(one, mine, before, of) for one in reasons.candidates if one.choice != action][
        :OTHERS_SHOWN
    ]


def _came_to(reasons: Reasons, before: Sequence[Called], of: GameWords) -> list[str]:
    """The call that was chosen and the best of the others, each with what it came to."""
    first = reasons.candidates[: OTHERS_SHOWN + 1]
    return [words.came_to(chosen(one.choice, before, of), one.points) for one in first]


def _apart(one: Candidate, mine: float, before: Sequence[Called], of: GameWords) -> str:
    return words.apart(chosen(one.choice, before, of), one.points - mine)


def chosen(action: Action, before: Sequence[Called], of: GameWords) -> str:
    """A card, or a call in the words of the game, after the calls ``before`` it."""
    match action:
        case Play(played):
            return card(played)
        case Discard(cards):
            return words.puts_out(_cards(cards))
    level = max((level for _, level in list(with_levels(before))[-1:]), default=0)
    return said(action, level + 1, of)  # of all calls only a doubling is named by how many there were


def _cards(cards: Hand) -> str:
    return " ".join(card(one) for one in cards)


# Hints


def hint(view: SeatView, answer: Answer) -> str:
    """What a robot would do in the viewer's place, and why."""
    speech = Speech.at(view.table.options)
    match answer.choice:
        case CutPack():
            return words.CUT_ANYWHERE()
        case AnswerClaim(agrees):
            return words.GRANT() if agrees else words.REFUSE()
    assert view.deal is not None
    action, reasons, of = answer.choice, answer.reasons, words_of(view.table.game)
    maxim = maxim_of(view, action)
    if not _of_own_hand(view) and maxim is not Maxim.ONLY_CARD:
        maxim = None  # maxims speak to the player of the hand itself
    because = MAXIMS_ADVISED[maxim]() if maxim is not None else ""
    others = _others(action, _no_better(reasons), view.deal.calls, of)
    more = words.next_best(others[:1], reasons.layouts)
    meaning = told_by(view, action) if not isinstance(action, Play | Discard) else None
    if meaning is not None and view.viewer is not None:
        partner = shown_by(view, view.viewer.partner)
        shown = partner_has_shown(partner) if partner is not None else ""
        because = " ".join(part for part in (tells(meaning), shown) if part)
        compared = _came_to(reasons, view.deal.calls, of)
        more = words.tried_for_you(compared, reasons.layouts) if len(compared) > 1 else ""
    return words.advice(_advised(speech, view, action, of), because, more)


def _no_better(reasons: Reasons) -> Reasons:
    """The same, with no candidate above the first. What promised a little more was held equal to it."""
    first = max((one.points for one in reasons.candidates[:1]), default=0.0)
    levelled = (replace(one, points=min(one.points, first)) for one in reasons.candidates)
    return replace(reasons, candidates=tuple(levelled))


def _advised(speech: Speech, view: SeatView, action: Action, of: GameWords) -> str:
    """What the viewer is advised to do."""
    assert view.deal is not None
    match action:
        case Discard(cards):
            return words.put_out(_cards(cards))
        case TakeStock():
            return words.RUFF()
        case CallHonours():
            return words.ASK()
    said_here = chosen(action, view.deal.calls, of)
    hand = view.deal.hand_due
    return said_here if _of_own_hand(view) or hand is None else words.from_hand(speech, said_here, hand)


def _of_own_hand(view: SeatView) -> bool:
    """Whether the call or card is due from the viewer's own hand, and not from a dummy's."""
    return view.deal is None or view.deal.hand_due in (None, view.viewer)

"""What the screens of a table show where people can revoke: what was asked, taken back and claimed, and the
buttons. Nothing here depends on a hand but the cards with which its own player may correct."""

from __future__ import annotations

from collections.abc import Iterator

from rules.cards import Hand
from rules.record.audit import Revoke, audited
from rules.record.writing import recorded
from rules.renounces import RevokeClaim, renounced
from rules.seats import Seat
from rules.view import May, Open, PublicDeal, PublicTable, SeatView
from screens.deck import face
from screens.parts import BRASS, heading, small, text
from screens.presses import Press
from screens.screen import Button, Offer, Part, Screen, Select, Style, rows
from screens.words import names as name
from screens.words import revokes as words
from screens.words.speech import Speech

SHOWN_CLAIMS = 3
"""Claims that a screen shows during the deal; the result shows all."""

MOST_LISTED = 25
"""Discord's limit for the lines of a list."""


def is_over(deal: PublicDeal) -> bool:
    """Whether the play is over, and revokes can still be claimed."""
    return deal.course is not None and deal.playing and not deal.may_act


def number_of(deal: PublicDeal) -> int:
    """The number of the trick on the table: the one being played, or the last complete one."""
    return len(deal.tricks) + (deal.trick is not None and bool(deal.trick.cards))


# What everybody sees


def course_lines(speech: Speech, view: SeatView) -> Iterator[str]:
    """What was said and done about revokes that still matters."""
    deal = view.deal
    if deal is None or deal.course is None:
        return
    course, number = deal.course, number_of(deal)
    for one in course.asked:
        if one.trick >= number - 1 and not is_over(deal):
            yield words.denied(speech, one.of) if one.denied else words.asked(speech, one.of.partner, one.of)
    back = [one for one in course.withdrawn if one.trick == number]
    if back and not is_over(deal):
        yield small(words.taken_back([words.card_of(speech, face(one.card), one.seat) for one in back]))
    yield from (_claimed(speech, one) for one in course.claims[-SHOWN_CLAIMS:])
    choosing = {one.seat.side.other for one in course.claims if one.open}
    for side in choosing:
        yield words.penalty_waits(speech, side.seats)
    if view.viewer is not None:  # a player is told what follows by their task
        return
    if deal.deciding:
        yield words.may_play_on(speech, deal.deciding)
    elif is_over(deal):
        yield words.WINDOW()


def _claimed(speech: Speech, one: RevokeClaim) -> str:
    if one.penalty is not None:
        return words.claimed_with(speech, one.by, one.trick, one.seat, one.penalty)
    return words.claimed(speech, one.by, one.trick, one.seat, right=one.right)


def public_buttons(view: SeatView, table_id: str) -> tuple[Button, ...]:
    """Buttons of the table's message: who may press them is found when they are pressed."""
    deal = view.deal
    if deal is None or deal.course is None or deal.claim is not None:
        return ()
    acts: list[Button] = []
    if is_over(deal):
        acts.append(settle_button(table_id, deal))
    else:
        lying = deal.trick is not None and not deal.trick.cards and deal.course.quitted < len(deal.tricks)
        acts.append(gather_button(table_id, deal, disabled=not lying))
        acts.append(ask_button(table_id, deal, disabled=not _to_be_asked(deal, lying=lying)))
    told = any(renounced(trick, seat) for trick in deal.tricks for seat in Seat)
    acts.append(claim_button(table_id, deal, disabled=not told))
    return tuple(acts)


def _to_be_asked(deal: PublicDeal, *, lying: bool) -> bool:
    """Whether somebody has thrown off to the trick on the table and has not been asked."""
    trick = deal.trick if deal.trick is not None and deal.trick.cards else None
    trick = trick or (deal.tricks[-1] if lying and deal.tricks else None)
    if trick is None or deal.course is None or deal.settled is None:
        return False
    dummies = {dummy for dummy, _ in deal.settled.dummies}
    number = number_of(deal)
    return any(
        renounced(trick, seat) and seat not in dummies and deal.course.asked_of(number, seat) is None
        for seat in Seat
    )


# What a player sees besides


def task(speech: Speech, view: SeatView) -> str:
    """What the viewer is to say about revokes before anything else, or who is; empty if nothing."""
    deal = view.deal
    if deal is None or deal.course is None:
        return ""
    if view.choosing:
        claim, _ = view.choosing[0]
        return words.choose_penalty(speech, claim.seat, claim.trick)
    if May.PLAY_OUT in view.may:
        return words.PLAY_ON_YOURS()
    if deal.deciding:
        return words.may_play_on(speech, deal.deciding)
    if May.AGREE_SCORE in view.may:
        return words.WINDOW_YOURS()
    return words.WINDOW() if is_over(deal) else ""


def own_buttons(view: SeatView, table_id: str) -> tuple[Button, ...]:
    """What the viewer may do about revokes now, the most pressing first."""
    deal = view.deal
    if deal is None or deal.course is None or deal.claim is not None:
        return ()
    acts: list[Button] = []
    for claim, penalties in view.choosing[:1]:
        for one in penalties:
            what = f"{claim.seat.letter}:{one.value}"
            press = Press("penalty", table_id, deal.number, claim.trick, what)
            acts.append(Button(str(press), words.PENALTIES[one](), Style.PRIMARY))
    if May.PLAY_OUT in view.may:
        acts += [
            Button(str(Press("playout", table_id, deal.number, what="yes")), words.PLAY_ON(), Style.PRIMARY),
            Button(str(Press("playout", table_id, deal.number, what="no")), words.LET_END()),
        ]
    if May.DENY_SUIT in view.may:
        acts.append(_button("none", words.NONE(), table_id, deal, Style.PRIMARY))
    if May.CORRECT in view.may:
        acts.append(_button("correct", words.CORRECT(), table_id, deal))
    if May.GATHER in view.may:
        acts.append(gather_button(table_id, deal))
    if May.ASK_SUIT in view.may:
        acts.append(ask_button(table_id, deal))
    if May.AGREE_SCORE in view.may:
        acts.append(settle_button(table_id, deal))
    if view.claimable:
        acts.append(claim_button(table_id, deal))
    return tuple(acts)


def _button(
    verb: str,
    label: str,
    table_id: str,
    deal: PublicDeal,
    style: Style = Style.SECONDARY,
    *,
    off: bool = False,
) -> Button:
    return Button(str(Press(verb, table_id, deal.number, number_of(deal))), label, style, disabled=off)


def gather_button(table_id: str, deal: PublicDeal, *, disabled: bool = False) -> Button:
    return _button("gather", words.GATHER(), table_id, deal, off=disabled)


def ask_button(table_id: str, deal: PublicDeal, *, disabled: bool = False) -> Button:
    return _button("ask", words.ASK(), table_id, deal, off=disabled)


def claim_button(table_id: str, deal: PublicDeal, *, disabled: bool = False) -> Button:
    return Button(str(Press("revokes", table_id, deal.number)), words.CLAIM(), disabled=disabled)


def settle_button(table_id: str, deal: PublicDeal) -> Button:
    return Button(str(Press("settle", table_id, deal.number)), words.SETTLE(), Style.PRIMARY)


# Lists that open on a press


def renounces(speech: Speech, view: SeatView) -> tuple[tuple[str, str, str], ...]:
    """What the viewer may claim, the last first: a value for a list, a line, and what was played."""
    deal = view.deal
    if deal is None:
        return ()
    told = []
    for number, seat in reversed(view.claimable[-MOST_LISTED:]):
        trick = deal.tricks[number - 1]
        card = dict(trick.by_player())[seat]
        assert trick.led is not None
        hint = words.renounce_with(name.card(card), trick.led)
        told.append((f"{number}:{seat.letter}", words.renounce(speech, number, seat), hint))
    return tuple(told)


def claim_screen(view: SeatView, table_id: str) -> Screen:
    """The list of the other side's renounces, for a player who wants to claim one as a revoke."""
    speech, deal = Speech.at(view.table.options), view.deal
    told = renounces(speech, view)
    if deal is None or not told:
        return Screen((text(heading(words.CLAIM_TITLE()), words.NOTHING_TO_CLAIM()),), BRASS)
    offers = tuple(Offer(value, line, hint) for value, line, hint in told)
    chosen = Select(str(Press("accuse", table_id, deal.number)), words.CHOOSE_CLAIM(), offers)
    return Screen((text(heading(words.CLAIM_TITLE()), small(words.CLAIM_NOTE())), chosen), BRASS)


def correct_screen(view: SeatView, table_id: str, cards: Hand) -> Screen:
    """A button for each card with which the viewer may follow suit after all, shown to them alone."""
    deal = view.deal
    assert deal is not None
    number = number_of(deal)
    made = tuple(
        Button(
            str(Press("correct", table_id, deal.number, number, str(card))),
            name.card(card),
            Style.PRIMARY,
            sign=card.suit,
        )
        for card in cards
    )
    parts: tuple[Part, ...] = (text(heading(words.CORRECT_TITLE())), *rows(made))
    return Screen(parts, BRASS)


# The result


def result_lines(speech: Speech, deal: Open, at: PublicTable) -> Iterator[str]:
    """What was claimed, and what nobody noticed: nothing can be claimed any more."""
    for one in deal.claims:
        yield _claimed(speech, one)
    for number, seat in deal.awarded:
        yield words.lost_trick(speech, number, seat)
    if deal.stopped:
        yield words.STOPPED()
    known = {(one.trick, one.seat) for one in deal.claims}
    dummies = {dummy for dummy, _ in deal.settled.dummies} if deal.settled is not None else set()
    for found in audited(recorded(at.game, at.options, deal)):
        if isinstance(found, Revoke) and (found.trick, found.seat) not in known and found.seat not in dummies:
            yield words.unclaimed(speech, found.seat, found.trick, face(found.played), found.led)

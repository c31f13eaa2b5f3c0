"""Revokes on the screens of a table: what was asked, taken back and claimed, and the buttons.

Nothing here depends on a hand, except the cards with which its own player may correct.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from rules.cards import Hand
from rules.counting.reckon import Penalty
from rules.games.all_games import variant_of
from rules.games.variant import points_of_penalty
from rules.record.audit import Revoke, audited
from rules.record.writing import recorded
from rules.revoke import RevokeClaim, RevokeState
from rules.seats import Seat
from rules.tricks import plain_strain
from rules.view import FinishedDeal, May, PublicDeal, PublicTable, SeatView
from screens.deck import face
from screens.parts import BRASS, heading, small, speech_to, text
from screens.presses import Press
from screens.screen import Button, Offer, Part, Screen, Select, Style, rows
from screens.words import names
from screens.words.languages import Label, Plural, Sentence, say
from screens.words.names import Speech, one_of, suit_inside
from screens.words.options import OPTIONS as OPTIONS_BUTTON

# What everybody sees

ASKED: Final = Sentence("**{seat}** asks **{partner}**: none of that suit?")
DENIED: Final = Sentence("**{seat}** says: none.")
TAKEN_BACK: Final = Sentence("Taken back: {cards}")
"""Cards that were corrected, with their players."""
PENALTY_WAITS: Final = Sentence("**{seats}** may choose the penalty.")
MAY_PLAY_ON: Final = Sentence("The penalty wins the game. **{seats}** may wish to play on.")
WINDOW: Final = Sentence("**The play is over.** Revokes may be claimed until all agree, or time is up.")
_CLAIMED_WITH: Final[Mapping[Penalty, Sentence]] = MappingProxyType(
    {
        Penalty.TAKE_THREE: Sentence(
            "{by} claimed that {seat} revoked in trick {trick}: **so it was**, and three tricks are taken."
        ),
        Penalty.ADD: Sentence(
            "{by} claimed that {seat} revoked in trick {trick}: **so it was**, and points are added."
        ),
        Penalty.DEDUCT: Sentence(
            "{by} claimed that {seat} revoked in trick {trick}: **so it was**, and points are deducted."
        ),
        Penalty.TRANSFER: Sentence(
            "{by} claimed that {seat} revoked in trick {trick}: **so it was**, and points go to the other "
            "side."
        ),
        Penalty.NONE: Sentence(
            "{by} claimed that {seat} revoked in trick {trick}: **so it was**, and no penalty."
        ),
    }
)
SHOWN_CLAIMS = 3
"""The most claims that a screen shows during the deal; the result shows all."""


def play_is_over(deal: PublicDeal) -> bool:
    """Whether the play is over, and revokes can still be claimed."""
    return deal.revoke is not None and deal.playing and not deal.may_act


def number_of(deal: PublicDeal) -> int:
    """The number of the trick on the table: the one being played, or the last complete one."""
    return len(deal.tricks) + (deal.trick is not None and bool(deal.trick.cards))


def revoke_lines(speech: Speech, view: SeatView, deal: PublicDeal, state: RevokeState) -> Iterator[str]:
    """What was said and done about revokes that still matters."""
    number = number_of(deal)
    for one in state.asked:
        if one.trick >= number - 1 and not play_is_over(deal):
            yield (
                DENIED(seat=speech.seat(one.of))
                if one.denied
                else ASKED(seat=speech.seat(one.of.partner), partner=speech.seat(one.of))
            )
    back = [one for one in state.withdrawn if one.trick == number]
    if back and not play_is_over(deal):
        yield small(TAKEN_BACK(cards=", ".join(card_of(speech, face(one.card), one.seat) for one in back)))
    yield from (_claimed_line(speech, one) for one in state.claims[-SHOWN_CLAIMS:])
    choosing = {one.seat.side.other for one in state.claims if one.is_open}
    dummies = view.table.rubber.dummies if view.table.rubber is not None else ()
    for side in choosing:
        asked = tuple(seat for seat in side.seats if seat not in dummies)
        yield PENALTY_WAITS(seats=speech.either_of(asked))
    if view.viewer is not None:  # a player is told what follows by their task
        return
    if deal.deciding:
        yield MAY_PLAY_ON(seats=speech.either_of(tuple(deal.deciding)))
    elif play_is_over(deal):
        yield WINDOW()


def card_of(speech: Speech, card: str, seat: Seat) -> str:
    return f"{card} ({speech.seat(seat)})"


def _claimed_line(speech: Speech, one: RevokeClaim) -> str:
    if one.penalty is not None:
        return claimed_with(speech, one.by, one.trick, one.seat, one.penalty)
    return claim_note(speech, one.by, one.trick, one.seat, right=one.right)


def claim_note(speech: Speech, by: Seat, trick: int, seat: Seat, *, right: bool) -> str:
    parts = {"by": speech.seat(by), "seat": speech.seat(seat), "trick": trick}
    if right:
        return say("{by} claimed that {seat} revoked in trick {trick}: **so it was**.", **parts)
    return say("{by} claimed that {seat} revoked in trick {trick}: it was not so.", **parts)


def claimed_with(speech: Speech, by: Seat, trick: int, seat: Seat, penalty: Penalty) -> str:
    return _CLAIMED_WITH[penalty](by=speech.seat(by), seat=speech.seat(seat), trick=trick)


# What a player sees besides

LED: Final = Sentence("**Your turn:** {suit} were led. Any card of yours can be played.")
"""To the player whose turn it is. It does not tell whether they can follow."""
CHOOSE_PENALTY: Final = Sentence("**Choose the penalty** for the revoke of {seat} in trick {trick}.")
PLAY_ON_YOURS: Final = Sentence(
    "**The penalty wins the game.** Do you wish to play the hand out all the same?"
)
WINDOW_YOURS: Final = Sentence("**The play is over.** Claim a revoke, or say that there is nothing to claim.")
PENALTIES: Final[Mapping[Penalty, Label]] = MappingProxyType(
    {
        Penalty.TAKE_THREE: Label("a button", "Take three tricks"),
        Penalty.ADD: Label("a button", "Add {points} to ours"),
        Penalty.DEDUCT: Label("a button", "Take {points} from theirs"),
        Penalty.TRANSFER: Label("a button", "Move {points} to us"),
        Penalty.NONE: Label("a button", "No penalty"),
    }
)
"""On buttons of the side that chooses; each fits where several stand side by side."""


def task(speech: Speech, view: SeatView, deal: PublicDeal) -> str:
    """What the viewer is to say about revokes before anything else, or who is; empty if nothing."""
    if view.choosing:
        claim, _ = view.choosing[0]
        return CHOOSE_PENALTY(seat=speech.seat(claim.seat), trick=claim.trick)
    if May.PLAY_OUT in view.may:
        return PLAY_ON_YOURS()
    if deal.deciding:
        return MAY_PLAY_ON(seats=speech.either_of(tuple(deal.deciding)))
    if May.AGREE_SCORE in view.may:
        return WINDOW_YOURS()
    return WINDOW() if play_is_over(deal) else ""


def own_buttons(view: SeatView, deal: PublicDeal, table_id: str) -> tuple[Button, ...]:
    """What the viewer may do about revokes now, the most pressing first."""
    acts: list[Button] = []
    for claim, penalties in view.choosing[:1]:
        for one in penalties:
            what = f"{claim.seat.letter}:{one.value}"
            press = Press("penalty", table_id, deal.number, claim.trick, what)
            acts.append(Button(str(press), penalty_label(view, deal, claim, one), Style.PRIMARY))
    if May.PLAY_OUT in view.may:
        acts += [
            Button(str(Press("playout", table_id, deal.number, what="yes")), PLAY_ON(), Style.PRIMARY),
            Button(str(Press("playout", table_id, deal.number, what="no")), LET_END()),
        ]
    if May.DENY_SUIT in view.may:
        acts.append(_claim_button("none", NONE(), table_id, deal, Style.PRIMARY))
    if May.CORRECT in view.may:
        acts.append(_claim_button("correct", CORRECT(), table_id, deal))
    if May.GATHER in view.may:
        acts.append(gather_button(table_id, deal))
    if May.ASK_SUIT in view.may:
        acts.append(ask_button(table_id, deal))
    if May.AGREE_SCORE in view.may:
        acts.append(settle_button(table_id, deal))
    if view.claimable:
        acts.append(claim_button(table_id, deal))
    return tuple(acts)


def penalty_label(view: SeatView, deal: PublicDeal, claim: RevokeClaim, penalty: Penalty) -> str:
    """A penalty with what it is worth at this declaration."""
    assert deal.settled is not None and deal.revoke is not None
    settled = deal.settled
    strain = settled.bid.strain if settled.bid is not None else plain_strain(settled.trumps)
    claims = deal.revoke.claims
    further = any(one.right and one.seat.side is claim.seat.side for one in claims[: claims.index(claim)])
    points = points_of_penalty(variant_of(view.table), penalty, strain, settled.level, further=further)
    return PENALTIES[penalty](points=names.number(points))


# Buttons

GATHER: Final = Label("a button", "Gather")
ASK: Final = Label("a button", "None of that suit?")
NONE: Final = Label("a button", "None")
CORRECT: Final = Label("a button", "Correct")
CLAIM: Final = Label("a button", "Claim a revoke")
SETTLE: Final = Label("a button", "Nothing to claim")
PLAY_ON: Final = Label("a button", "Play it out")
LET_END: Final = Label("a button", "Let it end")


def _claim_button(
    verb: str,
    label: str,
    table_id: str,
    deal: PublicDeal,
    style: Style = Style.SECONDARY,
) -> Button:
    return Button(str(Press(verb, table_id, deal.number, number_of(deal))), label, style)


def gather_button(table_id: str, deal: PublicDeal) -> Button:
    return _claim_button("gather", GATHER(), table_id, deal)


def ask_button(table_id: str, deal: PublicDeal) -> Button:
    return _claim_button("ask", ASK(), table_id, deal)


def claim_button(table_id: str, deal: PublicDeal) -> Button:
    return Button(str(Press("revokes", table_id, deal.number)), CLAIM())


def settle_button(table_id: str, deal: PublicDeal) -> Button:
    return Button(str(Press("settle", table_id, deal.number)), SETTLE(), Style.PRIMARY)


# Lists that open on a press

CHOOSE_CLAIM: Final = Label("a list", "Which card was a revoke?")
CLAIM_TITLE: Final = Sentence("Claim a revoke")
CLAIM_NOTE: Final = Sentence("I look at the cards and tell everybody. A wrong claim costs nothing.")
NOTHING_TO_CLAIM: Final = Sentence(
    "The other side has followed suit so far, or its cards can still be corrected."
)
RENOUNCE: Final = Sentence("Trick {trick}: {seat}")
"""One line of the list of what may be claimed."""
RENOUNCE_WITH: Final = Sentence("played {card} when {suit} were led")
MORE_TO_CLAIM: Final = Sentence("The list has no room for the earliest: `/turn` names any trick.")
CORRECT_TITLE: Final = Sentence("Correct your card")
MOST_LISTED = 25
"""Discord's limit for the lines of a list."""


def renounces(speech: Speech, view: SeatView, most: int = MOST_LISTED) -> tuple[tuple[str, str, str], ...]:
    """What the viewer may claim, the last first, no more than ``most``: a value for a list, a line, and what
    was played."""
    deal = view.deal
    if deal is None:
        return ()
    told = []
    for number, seat in reversed(view.claimable[-most:] if most else ()):
        trick = deal.tricks[number - 1]
        card = dict(trick.by_player())[seat]
        assert trick.led is not None
        hint = RENOUNCE_WITH(card=names.spoken_card(card), suit=suit_inside(trick.led))
        told.append((f"{number}:{seat.letter}", RENOUNCE(trick=number, seat=speech.place(seat)), hint))
    return tuple(told)


def claim_screen(view: SeatView, table_id: str) -> Screen:
    """The list of the other side's renounces, for a player who wants to claim one as a revoke."""
    speech, deal = speech_to(view), view.deal
    told = renounces(speech, view)
    if deal is None or not told:
        return Screen((text(heading(CLAIM_TITLE()), NOTHING_TO_CLAIM()),), BRASS)
    offers = tuple(Offer(value, line, hint) for value, line, hint in told)
    chosen = Select(str(Press("accuse", table_id, deal.number)), CHOOSE_CLAIM(), offers)
    more = (small(MORE_TO_CLAIM()),) if len(view.claimable) > len(told) else ()
    return Screen((text(heading(CLAIM_TITLE()), small(CLAIM_NOTE()), *more), chosen), BRASS)


def correct_screen(view: SeatView, table_id: str, cards: Hand) -> Screen:
    """A button for each card with which the viewer may follow suit after all, shown to them alone."""
    deal = view.deal
    assert deal is not None
    number = number_of(deal)
    made = tuple(
        Button(
            str(Press("correct", table_id, deal.number, number, str(card))),
            names.spoken_card(card),
            Style.PRIMARY,
            sign=card.suit,
        )
        for card in cards
    )
    parts: tuple[Part, ...] = (text(heading(CORRECT_TITLE())), *rows(made))
    return Screen(parts, BRASS)


# The result

LOST_TRICK: Final = Sentence("Trick {trick} goes to {seat} for it.")
UNCLAIMED: Final = Sentence(
    "Nobody noticed: {seat} revoked in trick {trick} with {card}, holding {a_card_of_suit:acc}."
)
"""What the auditor found when nothing could be claimed any more."""
STOPPED: Final = Sentence("The hand was not played out: the penalty won the game.")
MOST_TOLD: Final = 8
"""The most lines about revokes in a result: in a deal there may be three in each trick."""
MORE_OF_REVOKES: Final = Plural("and {count} more about revokes", "and {count} more about revokes")


def result_lines(speech: Speech, deal: FinishedDeal, at: PublicTable) -> Iterator[str]:
    """What was claimed, and what nobody noticed: nothing can be claimed any more."""
    lines = list(_all_result_lines(speech, deal, at))
    yield from lines[:MOST_TOLD]
    if len(lines) > MOST_TOLD:
        yield small(MORE_OF_REVOKES(len(lines) - MOST_TOLD))


def _all_result_lines(speech: Speech, deal: FinishedDeal, at: PublicTable) -> Iterator[str]:
    for one in deal.claims:
        yield _claimed_line(speech, one)
    for number, seat in deal.awarded:
        yield LOST_TRICK(trick=number, seat=speech.seat(seat))
    if deal.stopped:
        yield STOPPED()
    known = {(one.trick, one.seat) for one in deal.claims}
    dummies = {dummy for dummy, _ in deal.settled.dummies} if deal.settled is not None else set()
    for found in audited(recorded(at.game, at.options, deal)):
        if isinstance(found, Revoke) and (found.trick, found.seat) not in known and found.seat not in dummies:
            yield UNCLAIMED(
                seat=speech.seat(found.seat),
                trick=found.trick,
                card=face(found.played),
                a_card_of_suit=one_of(found.led),
            )


# Commands and rules

NOTES: Final[Mapping[str, Sentence]] = MappingProxyType(
    {
        "gather": Sentence("The trick is gathered."),
        "ask": Sentence("You have asked your partner."),
        "none": Sentence("You have said that you have none."),
        "correct": Sentence("Your card is changed; those who played after it play again."),
        "revoke": Sentence("Your claim has been judged: everybody sees the answer."),
        "penalty": Sentence("The penalty is chosen."),
        "playout": Sentence("You have said whether to play on."),
        "settle": Sentence("You have nothing more to claim."),
    }
)
"""The answers to the commands."""
RULES: Final = Sentence(
    "**Revokes**\nWhere the table has chosen it under **{button}**, I take any card of your own hand, and "
    "tell nobody whether you could have followed. Until the trick is gathered, by its winners, by the next "
    "lead or by time, your partner may ask “None of that suit?” and you may correct your card. Afterwards, "
    "for as long as the game allows, the other side may claim a revoke: I judge it from the cards. What it "
    "costs here: `/rules about: revokes`.",
    button=OPTIONS_BUTTON,
)
"""In the rules of the games that have penalties for revokes."""

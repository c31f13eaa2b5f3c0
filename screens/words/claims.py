"""What is said of claims and concessions: at the table, and to the one who would make them. English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.seats import Seat, Side
from screens.words.names import all_of
from screens.words.speech import Speech

CLAIM: Final = "Claim or concede"
CLAIMS: Final = "claims"
CONCEDES: Final = "concedes"
BACK: Final = "Back"
CHOOSE: Final = "How many do you claim?"


# At the table


def claims(speech: Speech, claimer: Seat, tricks: int, left: int) -> str:
    """What somebody claims or, of no trick, concedes."""
    who = speech.seat(claimer)
    if tricks == 0:
        what = "the last trick" if left == 1 else f"the {left} tricks that are left"
        return f"**{who} concedes {what}.**"
    if tricks == left:
        what = "the last trick" if left == 1 else f"the {left} tricks that are left"
        return f"**{who} claims {what}.**"
    return (
        f"**{who} claims {tricks} of the {left} tricks left;** "
        f"{_count(left - tricks)} would go to {speech.side(claimer.side.other)}."
    )


def waits_for(speech: Speech, seats: Sequence[Seat], *, conceded: bool) -> str:
    who = all_of([speech.seat(one) for one in seats])
    if conceded:
        return f"Only their partner is asked. Still to answer: {who}."
    return f"All must agree. Still to answer: {who}."


YOURS: Final = "**Your turn:** agree, or refuse and play on?"


# To the one who claims


def how_many(left: int) -> str:
    if left == 1:
        return "**One trick is left.** Do you claim it, or concede it?"
    return f"**{left} tricks are left.** How many of them do you claim?"


NOTHING_YET: Final = "Nobody sees anything before you have confirmed it."


def offer(tricks: int, left: int) -> str:
    """One line of the list."""
    if tricks == 0:
        return "None: I concede it" if left == 1 else "None: I concede them"
    if tricks == left:
        return "It is mine" if left == 1 else f"All {left}"
    return f"{tricks} of {left}"


def offer_hint(speech: Speech, to: Side, tricks: int, left: int) -> str:
    """What the line means for the other side."""
    if tricks == 0:
        return "My hand stays closed."
    if tricks == left:
        return ""
    return f"The other {_count(left - tricks)} to {speech.side(to)}."


def you_claim(speech: Speech, side: Side, tricks: int, left: int) -> str:
    """What would be claimed, before it is."""
    if tricks == left:
        return "**You claim the last trick.**" if left == 1 else f"**You claim all {left} tricks left.**"
    return (
        f"**You claim {tricks} of the {left} tricks left.** "
        f"The other {_count(left - tricks)} would go to {speech.side(side.other)}."
    )


def you_concede(speech: Speech, side: Side, left: int) -> str:
    what = "the last trick" if left == 1 else f"all {left} tricks left"
    return f"**You concede {what}** to {speech.side(side.other)}."


LAYS_OPEN: Final = "This will lie open for everybody, and stays open whatever they answer:"
STAYS_CLOSED: Final = "Your hand stays closed."
ALL_ASKED: Final = "Then the others are asked. If one of them refuses, play goes on."


def partner_asked(partner: str) -> str:
    return f"Only your partner is asked: {partner}. If they refuse, play goes on."


NOBODY_ASKED: Final = "There is nobody to ask: the deal is over at once."


def confirm(tricks: int, left: int) -> str:
    """The button that does it."""
    if tricks == 0:
        return "Concede"
    return "Lay open and claim it" if left == 1 else f"Lay open and claim {tricks}"


def done(tricks: int) -> str:
    if tricks == 0:
        return "You have conceded."
    return f"Your hand lies open: you claim {_count(tricks)}."


SINCE_THEN: Final = "A trick has been gathered since. This is how it stands now."


# In the result


def agreed(speech: Speech, to: Side, tricks: int, kept: int) -> str:
    """How the last tricks were given without being played."""
    if not kept:
        return f"The last tricks went to {speech.side(to)} by agreement."
    return (
        f"Of the last {tricks + kept} tricks, {tricks} went to {speech.side(to)} and {kept} to "
        f"{speech.side(to.other)} by agreement."
    )


def _count(tricks: int) -> str:
    return "1 trick" if tricks == 1 else f"{tricks} tricks"

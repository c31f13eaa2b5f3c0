"""Words of a table where people can revoke: questions, corrections, claims and penalties. English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.cards import Suit
from rules.counting.reckon import Penalty
from rules.seats import Seat
from screens.words.languages import marked
from screens.words.names import one_of
from screens.words.names import suit as suit_name
from screens.words.speech import Speech

GATHER: Final = "Gather"
ASK: Final = "None of that suit?"
NONE: Final = "None"
CORRECT: Final = "Correct"
CLAIM: Final = "Claim a revoke"
SETTLE: Final = "Nothing to claim"
PLAY_ON: Final = "Play it out"
LET_END: Final = "Let it end"

CHOOSE_CLAIM: Final = "Which card was a revoke?"
CLAIM_TITLE: Final = "Claim a revoke"
CLAIM_NOTE: Final = "I look at the cards and tell everybody. A wrong claim costs nothing."
NOTHING_TO_CLAIM: Final = "The other side has followed suit so far, or its cards can still be corrected."
CORRECT_TITLE: Final = "Correct your card"

PENALTIES: Final[Mapping[Penalty, str]] = MappingProxyType(
    {
        Penalty.TAKE_THREE: "Take three tricks",
        Penalty.ADD: "Add points to ours",
        Penalty.DEDUCT: "Take points from theirs",
        Penalty.TRANSFER: "Move points to us",
        Penalty.NONE: "No penalty",
    }
)
"""On buttons of the side that chooses; each fits where several stand side by side."""

_CHOSEN: Final[Mapping[Penalty, str]] = MappingProxyType(
    {
        Penalty.TAKE_THREE: "three tricks are taken",
        Penalty.ADD: "points are added",
        Penalty.DEDUCT: "points are deducted",
        Penalty.TRANSFER: "points go to the other side",
        Penalty.NONE: "no penalty",
    }
)

NOTES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "gather": "The trick is gathered.",
        "ask": "You have asked your partner.",
        "none": "You have said that you have none.",
        "correct": "Your card is changed; those who played after it play again.",
        "revoke": "Your claim has been judged: everybody sees the answer.",
        "penalty": "The penalty is chosen.",
        "playout": "You have said whether to play on.",
        "settle": "You have nothing more to claim.",
    }
)
"""The answers to the commands."""

COMMANDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "gather": marked("Turn the trick that your side has won"),
        "ask": marked("Ask your partner: none of that suit?"),
        "none": marked("Answer your partner: none"),
        "correct": marked("Take your card back and follow suit with another"),
        "revoke": marked("Claim that a player of the other side revoked"),
        "penalty": marked("Choose the penalty for a revoke"),
        "playout": marked("Play on, or not, when a penalty has won the game"),
        "settle": marked("Say after the play that you have nothing to claim"),
    }
)
OPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "card": marked("A card of the suit that was led"),
        "which": marked("The trick and the player"),
        "penalty": marked("Which penalty"),
        "on": marked("Whether to play on"),
    }
)


def led(suit: Suit) -> str:
    """To the player whose turn it is. It does not tell whether they can follow."""
    return f"**Your turn:** {suit_name(suit)} were led. Any card of yours can be played."


def asked(speech: Speech, by: Seat, of: Seat) -> str:
    return f"**{speech.seat(by)}** asks **{speech.seat(of)}**: none of that suit?"


def denied(speech: Speech, seat: Seat) -> str:
    return f"**{speech.seat(seat)}** says: none."


def taken_back(cards: Sequence[str]) -> str:
    """``cards`` are cards with their players."""
    return f"Taken back: {', '.join(cards)}"


def card_of(speech: Speech, card: str, seat: Seat) -> str:
    return f"{card} ({speech.seat(seat)})"


def claimed(speech: Speech, by: Seat, trick: int, seat: Seat, *, right: bool) -> str:
    whose = f"{speech.seat(by)} claimed that {speech.seat(seat)} revoked in trick {trick}"
    return f"{whose}: **so it was**." if right else f"{whose}: it was not so."


def claimed_with(speech: Speech, by: Seat, trick: int, seat: Seat, penalty: Penalty) -> str:
    return (
        f"{speech.seat(by)} claimed that {speech.seat(seat)} revoked in trick {trick}: **so it was**, "
        f"and {_CHOSEN[penalty]}."
    )


def lost_trick(speech: Speech, trick: int, seat: Seat) -> str:
    return f"Trick {trick} goes to {speech.seat(seat)} for it."


def unclaimed(speech: Speech, seat: Seat, trick: int, card: str, suit: Suit) -> str:
    """What the auditor found when nothing could be claimed any more."""
    return (
        f"Nobody noticed: {speech.seat(seat)} revoked in trick {trick} with {card}, holding {one_of(suit)}."
    )


def choose_penalty(speech: Speech, seat: Seat, trick: int) -> str:
    return f"**Choose the penalty** for the revoke of {speech.seat(seat)} in trick {trick}."


def penalty_waits(speech: Speech, seats: Sequence[Seat]) -> str:
    return f"**{speech.either_of(tuple(seats))}** may choose the penalty."


def may_play_on(speech: Speech, seats: Sequence[Seat]) -> str:
    return f"The penalty wins the game. **{speech.either_of(tuple(seats))}** may wish to play on."


PLAY_ON_YOURS: Final = "**The penalty wins the game.** Do you wish to play the hand out all the same?"
WINDOW: Final = "**The play is over.** Revokes may be claimed until all agree, or time is up."
WINDOW_YOURS: Final = "**The play is over.** Claim a revoke, or say that there is nothing to claim."
STOPPED: Final = "The hand was not played out: the penalty won the game."


def renounce(speech: Speech, trick: int, seat: Seat) -> str:
    """One line of the list of what may be claimed."""
    return f"Trick {trick}: {speech.seat(seat)}"


def renounce_with(card: str, suit: Suit) -> str:
    return f"played {card} when {suit_name(suit)} were led"


RULES: Final = (
    "**Revokes**\nWhere the table has chosen it under **Options**, I take any card of your own hand, and "
    "tell nobody whether you could have followed. Until the trick is gathered, by its winners, by the next "
    "lead or by time, your partner may ask “None of that suit?” and you may correct your card. Afterwards, "
    "until the score is agreed, the other side may claim a revoke: I judge it from the cards, and they "
    "choose the penalty."
)
"""In the rules of the games that have penalties for revokes."""

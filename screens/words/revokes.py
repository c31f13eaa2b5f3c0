"""Words of a table where people can revoke: questions, corrections, claims and penalties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.cards import Suit
from rules.counting.reckon import Penalty
from rules.seats import Seat
from screens.words.languages import Label, Sentence, marked, say
from screens.words.names import one_of, suit_inside
from screens.words.options import OPTIONS as OPTIONS_BUTTON
from screens.words.speech import Speech

GATHER: Final = Label("a button", "Gather")
ASK: Final = Label("a button", "None of that suit?")
NONE: Final = Label("a button", "None")
CORRECT: Final = Label("a button", "Correct")
CLAIM: Final = Label("a button", "Claim a revoke")
SETTLE: Final = Label("a button", "Nothing to claim")
PLAY_ON: Final = Label("a button", "Play it out")
LET_END: Final = Label("a button", "Let it end")

CHOOSE_CLAIM: Final = Label("a list", "Which card was a revoke?")
CLAIM_TITLE: Final = Sentence("Claim a revoke")
CLAIM_NOTE: Final = Sentence("I look at the cards and tell everybody. A wrong claim costs nothing.")
NOTHING_TO_CLAIM: Final = Sentence(
    "The other side has followed suit so far, or its cards can still be corrected."
)
CORRECT_TITLE: Final = Sentence("Correct your card")

PENALTIES: Final[Mapping[Penalty, Label]] = MappingProxyType(
    {
        Penalty.TAKE_THREE: Label("a button", "Take three tricks"),
        Penalty.ADD: Label("a button", "Add points to ours"),
        Penalty.DEDUCT: Label("a button", "Take points from theirs"),
        Penalty.TRANSFER: Label("a button", "Move points to us"),
        Penalty.NONE: Label("a button", "No penalty"),
    }
)
"""On buttons of the side that chooses; each fits where several stand side by side."""

_CLAIMED_WITH: Final[Mapping[Penalty, str]] = MappingProxyType(
    {
        Penalty.TAKE_THREE: marked(
            "{by} claimed that {seat} revoked in trick {trick}: **so it was**, and three tricks are taken."
        ),
        Penalty.ADD: marked(
            "{by} claimed that {seat} revoked in trick {trick}: **so it was**, and points are added."
        ),
        Penalty.DEDUCT: marked(
            "{by} claimed that {seat} revoked in trick {trick}: **so it was**, and points are deducted."
        ),
        Penalty.TRANSFER: marked(
            "{by} claimed that {seat} revoked in trick {trick}: **so it was**, and points go to the other "
            "side."
        ),
        Penalty.NONE: marked(
            "{by} claimed that {seat} revoked in trick {trick}: **so it was**, and no penalty."
        ),
    }
)

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
    return say("**Your turn:** {suit} were led. Any card of yours can be played.", suit=suit_inside(suit))


def asked(speech: Speech, by: Seat, of: Seat) -> str:
    return say(
        "**{seat}** asks **{partner}**: none of that suit?", seat=speech.seat(by), partner=speech.seat(of)
    )


def denied(speech: Speech, seat: Seat) -> str:
    return say("**{seat}** says: none.", seat=speech.seat(seat))


def taken_back(cards: Sequence[str]) -> str:
    """``cards`` are cards with their players."""
    return say("Taken back: {cards}", cards=", ".join(cards))


def card_of(speech: Speech, card: str, seat: Seat) -> str:
    return f"{card} ({speech.seat(seat)})"


def claimed(speech: Speech, by: Seat, trick: int, seat: Seat, *, right: bool) -> str:
    parts = {"by": speech.seat(by), "seat": speech.seat(seat), "trick": trick}
    if right:
        return say("{by} claimed that {seat} revoked in trick {trick}: **so it was**.", **parts)
    return say("{by} claimed that {seat} revoked in trick {trick}: it was not so.", **parts)


def claimed_with(speech: Speech, by: Seat, trick: int, seat: Seat, penalty: Penalty) -> str:
    return say(_CLAIMED_WITH[penalty], by=speech.seat(by), seat=speech.seat(seat), trick=trick)


def lost_trick(speech: Speech, trick: int, seat: Seat) -> str:
    return say("Trick {trick} goes to {seat} for it.", trick=trick, seat=speech.seat(seat))


def unclaimed(speech: Speech, seat: Seat, trick: int, card: str, suit: Suit) -> str:
    """What the auditor found when nothing could be claimed any more."""
    return say(
        "Nobody noticed: {seat} revoked in trick {trick} with {card}, holding {a_card_of_suit:acc}.",
        seat=speech.seat(seat),
        trick=trick,
        card=card,
        a_card_of_suit=one_of(suit),
    )


def choose_penalty(speech: Speech, seat: Seat, trick: int) -> str:
    return say(
        "**Choose the penalty** for the revoke of {seat} in trick {trick}.",
        seat=speech.seat(seat),
        trick=trick,
    )


def penalty_waits(speech: Speech, seats: Sequence[Seat]) -> str:
    return say("**{seats}** may choose the penalty.", seats=speech.either_of(tuple(seats)))


def may_play_on(speech: Speech, seats: Sequence[Seat]) -> str:
    return say(
        "The penalty wins the game. **{seats}** may wish to play on.", seats=speech.either_of(tuple(seats))
    )


PLAY_ON_YOURS: Final = Sentence(
    "**The penalty wins the game.** Do you wish to play the hand out all the same?"
)
WINDOW: Final = Sentence("**The play is over.** Revokes may be claimed until all agree, or time is up.")
WINDOW_YOURS: Final = Sentence("**The play is over.** Claim a revoke, or say that there is nothing to claim.")
STOPPED: Final = Sentence("The hand was not played out: the penalty won the game.")


def renounce(speech: Speech, trick: int, seat: Seat) -> str:
    """One line of the list of what may be claimed."""
    return say("Trick {trick}: {seat}", trick=trick, seat=speech.seat(seat))


def renounce_with(card: str, suit: Suit) -> str:
    return say("played {card} when {suit} were led", card=card, suit=suit_inside(suit))


RULES: Final = Sentence(
    "**Revokes**\nWhere the table has chosen it under **{button}**, I take any card of your own hand, and "
    "tell nobody whether you could have followed. Until the trick is gathered, by its winners, by the next "
    "lead or by time, your partner may ask “None of that suit?” and you may correct your card. Afterwards, "
    "until the score is agreed, the other side may claim a revoke: I judge it from the cards, and they "
    "choose the penalty.",
    button=OPTIONS_BUTTON,
)
"""In the rules of the games that have penalties for revokes."""

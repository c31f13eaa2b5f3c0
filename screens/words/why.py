"""What robots thought, told after the deal, and hints for a player whose turn it is.

Points are estimates, so they are told as differences: what matters is how far apart the choices are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.seats import Seat
from screens.words.languages import Label, Sentence, counted, say
from screens.words.names import Speech
from screens.words.numbers import MINUS, number, quotient
from screens.words.table import deal_number

WHY: Final = Label("a button", "Why?")
ANALYSE: Final = Label("a button", "Analyse")
HINT: Final = Label("a button", "Hint")
CHOOSE: Final = Label("a list", "Which part of the deal?")
NO_ROBOT: Final = Sentence("No robot made a call or played a card in this deal.")
BY_RULE: Final = Sentence("It followed a fixed rule.")
NOT_KEPT: Final = Sentence("What it thought was not kept.")
DIFFERENCES: Final = Sentence(
    "Points are what the robot expected at the time for its own side; those in brackets are compared with "
    "what it chose. What promised a little more, but not clearly, was passed over. It saw only what its seat "
    "could see."
)
CUT_ANYWHERE: Final = Sentence("Cut where you like: it makes no difference.")
GRANT: Final = Sentence("Agree: as far as you can tell, the claim is good.")
REFUSE: Final = Sentence("Refuse: as far as you can tell, the claim is not sure.")


def title(deal: int) -> str:
    return say("What the robots thought: {deal}", deal=deal_number(deal))


def trick(place: int) -> str:
    return say("Trick {number}", number=number(place))


def calls(first: int, last: int, of: int) -> str:
    """Some of the calls of a deal, or all of them."""
    if (first, last) == (1, of):
        return say("The calls")
    return say("Calls {first} to {last}", first=number(first), last=number(last))


def chose(speech: Speech, who: str, hand: Seat, what: str) -> str:
    """``**North** Hoyle (robot): **4♠**``. The seat is that of the hand from which the card came."""
    return say("**{seat}** {player}: **{choice}**", seat=speech.seat(hand), player=who, choice=what)


def others(told: Sequence[str], tried: int) -> str:
    """What else a robot might have done, with the points of each."""
    parts = [say("Next best: {choices}.", choices="; ".join(told))] if told else []
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


def next_best(told: Sequence[str], tried: int) -> str:
    """The same for a hint."""
    if not told:
        return ""
    if not tried:
        return say("Next best: {choices}.", choices="; ".join(told))
    return counted(
        tried,
        "Next best: {choices}, in {count} layout of the hidden cards.",
        "Next best: {choices}, in {count} layouts of the hidden cards.",
        count=number(tried),
        choices="; ".join(told),
    )


def tried(told: Sequence[str], layouts: int) -> str:
    """The calls that a robot compared, each with what it came to."""
    return _tried(
        say("What it compared, in points for its own side: {choices}.", choices="; ".join(told)), layouts
    )


def tried_for_you(told: Sequence[str], layouts: int) -> str:
    """The same for a hint."""
    return _tried(say("Compared, in points for your side: {choices}.", choices="; ".join(told)), layouts)


def _tried(sentence: str, layouts: int) -> str:
    if not layouts:
        return sentence
    over = counted(
        layouts,
        "Each was followed to the end of the auction in {count} layout of the hidden cards.",
        "Each was followed to the end of the auction in {count} layouts of the hidden cards.",
        count=number(layouts),
    )
    return f"{sentence} {over}"


def came_to(what: str, points: float) -> str:
    """A call and what it came to: ``4 ♠ Spades +310``."""
    whole = round(points)
    return f"{what} {MINUS if whole < 0 else '+' if whole else ''}{number(abs(whole))}"


def apart(what: str, points: float) -> str:
    """A candidate, and how many points more or less than the choice it promised: ``pass (−14.7)``."""
    tenths = round(points * 10)
    if tenths == 0:
        return say("{choice} (equal)", choice=what)
    amount = quotient(abs(tenths), 10)
    return f"{what} ({MINUS if tenths < 0 else '+'}{amount})"


def advice(what: str, because: str, more: str) -> str:
    """``**4♠** — Lead the fourth best of your longest suit. Next best: …``"""
    because = because or (say("This promises most.") if more else say("It follows a fixed rule."))
    return " ".join(part for part in (f"**{what}** —", because, more) if part)


def from_hand(speech: Speech, card: str, hand: Seat) -> str:
    """A card that is to be played from a dummy's hand."""
    return say("{card} from {seat:gen}'s hand", card=card, seat=speech.seat(hand))


def puts_out(cards: str) -> str:
    return say("puts out {cards}", cards=cards)


def put_out(cards: str) -> str:
    return say("Put out {cards}", cards=cards)


RUFF: Final = Sentence("Ruff: take the stock")
ASK: Final = Sentence("Ask your partner: can you one?")

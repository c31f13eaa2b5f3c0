"""What robots thought, told after the deal, and hints for a player whose turn it is. English.

Points are estimates, so they are told as differences: what matters is how far apart the choices are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.seats import Seat
from screens.words.numbers import number, quotient
from screens.words.speech import Speech
from screens.words.table import deal_number

WHY: Final = "Why?"
ANALYSE: Final = "Analyse"
HINT: Final = "Hint"
CHOOSE: Final = "Which part of the deal?"
NO_ROBOT: Final = "No robot called or played a card in this deal."
BY_RULE: Final = "It went by rule alone."
NOT_KEPT: Final = "What it thought was not kept."
DIFFERENCES: Final = (
    "Points are what the robot expected at the time, for its own side, against what it chose; a pass and a "
    "doubling count for less by what they must promise beyond the other. Where another card promised hardly "
    "more, it held them equal. It saw only what its seat could see."
)
CUT_ANYWHERE: Final = "Cut where you like: it makes no difference to what you may expect."
GRANT: Final = "Grant the claim: as far as you can tell, it is good."
REFUSE: Final = "Refuse the claim: as far as you can tell, it is not sure."


def title(deal: int) -> str:
    return f"What the robots thought: {deal_number(deal)}"


def trick(place: int) -> str:
    return f"Trick {number(place)}"


def calls(first: int, last: int, of: int) -> str:
    """Some of the calls of a deal, or all of them."""
    if (first, last) == (1, of):
        return "The calls"
    return f"Calls {number(first)} to {number(last)}"


def chose(speech: Speech, who: str, hand: Seat, what: str) -> str:
    """``**North** Hoyle (robot): **4♠**``. The seat is that of the hand from which the card came."""
    return f"**{speech.seat(hand)}** {who}: **{what}**"


def others(told: Sequence[str], tried: int) -> str:
    """What else a robot might have done, with the points of each."""
    listed = f"Against it: {'; '.join(told)}." if told else ""
    looked = f"It looked at {layouts(tried)}." if tried else ""
    return " ".join(one for one in (listed, looked) if one)


def next_best(told: Sequence[str], tried: int) -> str:
    """The same for a hint."""
    if not told:
        return ""
    looked = f", in {layouts(tried)}" if tried else ""
    return f"Next best: {'; '.join(told)}{looked}."


def layouts(count: int) -> str:
    return "one layout of the hidden cards" if count == 1 else f"{number(count)} layouts of the hidden cards"


def apart(what: str, points: float) -> str:
    """A candidate, and how many points more or less than the choice it promised."""
    tenths = round(points * 10)
    if tenths == 0:
        return f"{what}, as good"
    amount = quotient(abs(tenths), 10)
    unit = "point" if abs(tenths) == 10 else "points"
    return f"{what}, {amount} {unit} {'less' if tenths < 0 else 'more'}"


def advice(what: str, because: str, more: str) -> str:
    """``**4♠** — Lead the fourth best of your longest suit. Next best: …``"""
    because = because or ("This promises most." if more else "It goes by rule.")
    return " ".join(part for part in (f"**{what}** —", because, more) if part)


def from_hand(speech: Speech, card: str, hand: Seat) -> str:
    """A card that is to be played from a dummy's hand."""
    return f"{card} from {speech.seat(hand)}'s hand"


def puts_out(cards: str) -> str:
    return f"puts out {cards}"


def put_out(cards: str) -> str:
    return f"Put out {cards}"


RUFF: Final = "Ruff: take the stock in"
ASK: Final = "Ask your partner: can you one?"

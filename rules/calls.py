"""What a player may say or do in a deal: calls of the settlement, and cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.cards import PACK, Card, Suit, parse_card
from rules.errors import Unreadable
from rules.seats import Seat


@dataclass(frozen=True, slots=True)
class Declare:
    """Names the trumps; None is *biritch*, or no trumps."""

    trumps: Suit | None


@dataclass(frozen=True, slots=True)
class Pass:
    """The dealer leaves the declaration to his partner."""


@dataclass(frozen=True, slots=True)
class Double:
    """Contre, or sur contre: the value of every trick is doubled once more."""


@dataclass(frozen=True, slots=True)
class Content:
    """ "I have nothing to say": this player lets the value of the tricks stand."""


Call = Declare | Pass | Double | Content


@dataclass(frozen=True, slots=True)
class Called:
    """A seat has spoken."""

    seat: Seat
    call: Call


@dataclass(frozen=True, slots=True)
class Play:
    """Plays a card from whichever hand is due."""

    card: Card


Action = Call | Play

PLAYS: Final = tuple(Play(card) for card in PACK)
"""The fifty-two plays, by card index: made once, since every legal card is one of them."""

_WORDS: Final[dict[str, Call]] = {
    "pass": Pass(),
    "double": Double(),
    "content": Content(),
    "declare:N": Declare(None),
    **{f"declare:{suit.letter}": Declare(suit) for suit in Suit},
}
_CALLS: Final = {call: word for word, call in _WORDS.items()}


def action_word(action: Action) -> str:
    """The action as the event log and button ids write it: ``declare:H``, ``double``, ``play:QH``."""
    if isinstance(action, Play):
        return f"play:{action.card}"
    return _CALLS[action]


def parse_call(word: str) -> Call:
    """A call from its word. Raises Unreadable."""
    try:
        return _WORDS[word]
    except KeyError:
        raise Unreadable(word) from None


def parse_action(word: str) -> Action:
    """An action from its word. Raises Unreadable."""
    if word.startswith("play:"):
        return PLAYS[parse_card(word.removeprefix("play:")).index]
    return parse_call(word)

"""What a player may say or do in a deal: calls of the settlement, honours called before play, and cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.cards import PACK, Card, Hand, Suit, parse_card
from rules.errors import Unreadable
from rules.seats import Seat
from rules.strains import Strain

MOST_ODD_TRICKS: Final = 7


@dataclass(frozen=True, slots=True)
class Declare:
    """Names the trumps; None is *biritch*, or no trumps."""

    trumps: Suit | None


@dataclass(frozen=True, slots=True)
class Bid:
    """Undertakes to win so many odd tricks at this strain; at misère, to lose them."""

    odd: int
    strain: Strain

    def __str__(self) -> str:
        return f"{self.odd}{self.strain.letter}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Leaves the word to the next: to the dealer's partner where he must declare, in an auction to the left.
    Of a stock that he may ruff, a player lets it lie."""


@dataclass(frozen=True, slots=True)
class Double:
    """Contre, or sur contre; double, or redouble: what stands is doubled once more."""


@dataclass(frozen=True, slots=True)
class Content:
    """ "I have nothing to say": this player lets the value of the tricks stand."""


@dataclass(frozen=True, slots=True)
class TakeStock:
    """Ruffs: takes all the cards of the stock into the hand."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Puts out as many cards as the stock had. Which, only he knows: heard by the others, it is empty."""

    cards: Hand = Hand()  # noqa: RUF009 (a hand is a frozen set of cards)


@dataclass(frozen=True, slots=True)
class CallHonours:
    """ "Can you one, partner?": asks before play whether the two hands hold honours enough to go out."""


Call = Declare | Bid | Pass | Double | Content | TakeStock | Discard | CallHonours


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


def plays(hand: Hand) -> tuple[Play, ...]:
    """The plays of these cards, suit by suit, the highest first."""
    return tuple([PLAYS[card.index] for card in hand.cards])


BIDS: Final = tuple(Bid(odd, strain) for odd in range(1, MOST_ODD_TRICKS + 1) for strain in Strain)

_WORDS: Final[dict[str, Call]] = {
    "pass": Pass(),
    "double": Double(),
    "content": Content(),
    "ruff": TakeStock(),
    "honours": CallHonours(),
    "declare:N": Declare(None),
    **{f"declare:{suit.letter}": Declare(suit) for suit in Suit},
    **{f"bid:{bid}": bid for bid in BIDS},
}
_CALLS: Final = {call: word for word, call in _WORDS.items()}


def action_word(action: Action) -> str:
    """The action as the event log and button ids write it: ``declare:H``, ``bid:2S``, ``double``,
    ``discard:2C.3C.4D.9H``, ``play:QH``."""
    match action:
        case Play(card):
            return f"play:{card}"
        case Discard(cards):
            return f"discard:{'.'.join(map(str, cards))}"
    return _CALLS[action]


def parse_call(word: str) -> Call:
    """A call from its word. Raises Unreadable."""
    if word.startswith("discard:"):
        names = word.removeprefix("discard:").split(".")
        return Discard(Hand.of(parse_card(name) for name in names if name))
    try:
        return _WORDS[word]
    except KeyError:
        raise Unreadable(word) from None


def parse_action(word: str) -> Action:
    """An action from its word. Raises Unreadable."""
    if word.startswith("play:"):
        return PLAYS[parse_card(word.removeprefix("play:")).index]
    return parse_call(word)

"""What a player may say or play in a deal, and the words for it in the event log and in button ids."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.cards import PACK, Card, Hand, Suit, parse_card
from rules.errors import Unreadable
from rules.frozen import frozen
from rules.seats import Seat
from rules.tricks import Strain

MOST_ODD_TRICKS: Final = 7


@frozen
class Declare:
    """Names trumps (laws 2.2). None stands for *biritch*: no trumps."""

    trumps: Suit | None


@frozen
class Bid:
    """Undertakes to win this many odd tricks in this strain; at misère, to lose them."""

    odd: int
    strain: Strain

    def __str__(self) -> str:
        return f"{self.odd}{self.strain.letter}"


@frozen
class Pass:
    """Says nothing: the dealer's partner must then declare, in an auction the player on the left speaks, and
    a stock that could be ruffed stays where it is."""


@frozen
class Double:
    """Doubles what stands once more: contre or sur contre, double or redouble."""


@frozen
class Content:
    """Says "content": this player lets the value of the tricks stand (laws 2.2)."""


@frozen
class TakeStock:
    """Ruffs: takes the whole stock into the hand (laws 5)."""


@frozen
class Discard:
    """Puts out as many cards as the stock had. In the calls that everybody hears, ``cards`` is empty."""

    cards: Hand = Hand()


@frozen
class CallHonours:
    """Asks "Can you one, partner?": whether the two hands hold enough honours to win the game (laws 4.2)."""


Call = Declare | Bid | Pass | Double | Content | TakeStock | Discard | CallHonours


class Called(NamedTuple):
    """A call, and who made it."""

    seat: Seat
    call: Call


@frozen
class Play:
    """Plays a card from the hand whose turn it is."""

    card: Card


Action = Call | Play

PLAYS: Final = tuple(Play(card) for card in PACK)
"""The fifty-two plays by the card's index, made once."""


def plays(hand: Hand) -> tuple[Play, ...]:
    """A play for each of these cards, suit by suit, the highest first."""
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

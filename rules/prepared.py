"""A prepared deal: hands and acts that were written down beforehand, for a lesson or an exercise.

Nothing here says whether the acts are lawful: ``bot.tables.prepared`` plays them through the engine, which
refuses what the law refuses.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.calls import Action, parse_action
from rules.cards import Card, Hand, Suit, parse_card
from rules.errors import Unreadable
from rules.frozen import frozen
from rules.seats import BySeat, Seat


class Act(NamedTuple):
    """A call or a card; ``seat`` where two may speak, else it is that of the hand that is due."""

    action: Action
    seat: Seat | None = None


@frozen
class Prepared:
    """A deal of a game, with everything that is called and played in it, or in its beginning."""

    game: str
    dealer: Seat
    hands: BySeat[Hand]
    acts: tuple[Act, ...]
    turned: Card | None = None
    options: tuple[tuple[str, str], ...] = ()

    def __hash__(self) -> int:
        return hash((self.game, self.hands, self.acts))


def prepared(
    game: str, hands: str, acts: str, *, dealer: str = "S", turned: str = "", **options: str
) -> Prepared:
    """A deal from four hands, north first, each as ``AQ95.KJ8.T63.A84`` (spades, hearts, diamonds, clubs),
    and from acts as ``declare:H W:content E:content 9H 4H``. Raises Unreadable."""
    return Prepared(
        game,
        Seat(dealer),
        BySeat(*(read_hand(one) for one in hands.split())),
        tuple(map(read_act, acts.split())),
        parse_card(turned) if turned else None,
        tuple(sorted(options.items())),
    )


def read_hand(text: str) -> Hand:
    """Raises Unreadable."""
    suits = text.split(".")
    if len(suits) != len(Suit):
        raise Unreadable(text)
    pairs = zip(Suit, suits, strict=True)
    return Hand.of(parse_card(rank + suit.letter) for suit, ranks in pairs for rank in ranks)


def read_act(word: str) -> Act:
    """``QH``, ``declare:H``, ``W:content``. Raises Unreadable."""
    seat, colon, call = word.partition(":")
    if colon and seat in {one.letter for one in Seat}:
        return Act(read_act(call).action, Seat(seat))
    return Act(parse_action(word if not is_card(word) else f"play:{word}"))


def is_card(word: str) -> bool:
    try:
        parse_card(word)
    except Unreadable:
        return False
    return True

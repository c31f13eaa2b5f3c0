"""What the picture of a table says: on it, and in its alt text for those who do not see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.cards import Card
from rules.seats import Seat
from screens.words.languages import Label, say
from screens.words.names import rank, suit_inside
from screens.words.speech import Speech

LED: Final = Label("beside a player's name", "led")


def title_alt(deal: int, what: str) -> str:
    return say("The table in deal {number}: {contract}.", number=deal, contract=what)


def seat_alt(speech: Speech, seat: Seat, about: Sequence[str]) -> str:
    """Who sits there, where that is a robot, and what the player is and has to do."""
    return f"{speech.seat(seat)}: {', '.join(about)}."


def trick_alt(speech: Speech, number: int, cards: Sequence[tuple[Seat, Card]]) -> str:
    """The cards on the table in the order in which they were played."""
    if not cards:
        return say("Trick {number}: no card yet.", number=number)
    (leader, led), *others = cards
    parts = [say("{seat} led the {card}", seat=speech.seat(leader), card=_card(led))]
    parts += [
        say("{seat} played the {card}", seat=speech.seat(seat), card=_card(card)) for seat, card in others
    ]
    return say("Trick {number}: {cards}.", number=number, cards=", ".join(parts))


def hand_alt(title: str, suits: Sequence[Sequence[Card]]) -> str:
    """A hand that lies open; each of its suits from the highest card down."""
    parts = [f"{suit_inside(suit[0].suit)} {' '.join(rank(card.rank) for card in suit)}" for suit in suits]
    return f"{title}: {', '.join(parts)}."


def _card(card: Card) -> str:
    """``Q of hearts``: screen readers leave the signs of suits out, or take them for pictures."""
    return say("{rank} of {suit:gen}", rank=rank(card.rank), suit=suit_inside(card.suit))

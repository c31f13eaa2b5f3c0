"""Words of a table where cards can be played out of turn: what lies exposed, what may be demanded, and what
was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.cards import Card, Suit
from rules.exposures import Demand, Exacted
from rules.seats import Seat
from screens.words.languages import Label, Sentence, marked, say
from screens.words.names import card, suit_inside
from screens.words.speech import Speech

DEMAND: Final = Label("a button", "Demand a penalty")
FOLLOW: Final = Label("a button", "Follow the lead")

TITLE: Final = Sentence("Demand a penalty")
NOTE: Final = Sentence(
    "One penalty for each error, and the choice is final. A demand that the law does not give loses the "
    "right."
)
NOTHING: Final = Sentence(
    "The other side has not erred, or the time for a penalty is over: most are lost with its next card."
)
FOLLOW_TITLE: Final = Sentence("Follow the lead")
FOLLOW_NOTE: Final = Sentence(
    "It is out of turn. If all follow it, the trick stands and there is no penalty."
)

OF_A_TRICK: Final[Mapping[Exacted, Label]] = MappingProxyType(
    {
        Exacted.HIGHEST: Label("a button", "Instead, the highest of the suit led"),
        Exacted.LOWEST: Label("a button", "Instead, the lowest of the suit led"),
        Exacted.WIN: Label("a button", "Second hand must win the trick"),
        Exacted.LOSE: Label("a button", "Second hand must not win the trick"),
    }
)
"""Penalties that name neither a card nor a suit."""

_DEMANDED: Final[Mapping[Exacted, str]] = MappingProxyType(
    {
        Exacted.CARD: marked("**{by}** calls {card} of {seat}, to be played at the next turn."),
        Exacted.SUIT: marked("**{by}** calls a lead of {suit} when {seats} lead."),
        Exacted.HIGHEST: marked("**{by}** requires the highest of the suit led from {seat}."),
        Exacted.LOWEST: marked("**{by}** requires the lowest of the suit led from {seat}."),
        Exacted.WIN: marked("**{by}** requires {seat} to win the trick, if possible."),
        Exacted.LOSE: marked("**{by}** requires {seat} not to win the trick, if possible."),
    }
)

NOTES: Final[Mapping[str, Sentence]] = MappingProxyType(
    {
        "demand": Sentence("Your demand has been judged: everybody sees it."),
        "follow": Sentence("You have followed the lead."),
    }
)
"""The answers to the commands."""

COMMANDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "demand": marked("Demand a penalty for a card that the other side played out of turn"),
        "follow": marked("Follow a lead out of turn"),
    }
)
OPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {"what": marked("The penalty"), "card": marked("A card of the suit that was led")}
)


def astray(speech: Speech, leader: Seat, card: str, due: Seat) -> str:
    """A lead out of turn lies on the table."""
    return say(
        "**{leader}** has led {card} out of turn. **{due}** is still to lead; until then the others may "
        "follow.",
        leader=speech.seat(leader),
        card=card,
        due=speech.seat(due),
    )


def followed(cards: Sequence[str]) -> str:
    """``cards`` are those that follow it, with their players."""
    return say("Followed by {cards}", cards=", ".join(cards))


def exposed(speech: Speech, seat: Seat, cards: str) -> str:
    """Cards that lie face up before their owner."""
    return say("Exposed by {seat}: {cards}", seat=speech.seat(seat), cards=cards)


def may_demand(speech: Speech, seats: Sequence[Seat]) -> str:
    return say("**{seats}** may demand a penalty.", seats=speech.either_of(tuple(seats)))


def demanded(speech: Speech, one: Demand, shown: str) -> str:
    """``shown`` is the card that is called, as screens draw it."""
    return say(
        _DEMANDED[one.what],
        by=speech.seat(one.by),
        seat=speech.seat(one.of),
        seats=speech.side(one.of.side),
        card=shown,
        suit=suit_inside(one.suit) if one.suit is not None else "",
    )


def wrong(speech: Speech, by: Seat) -> str:
    return say("{by} demanded what the law does not give: the right is lost.", by=speech.seat(by))


def call_card(speech: Speech, seat: Seat, one: Card) -> str:
    """On a button."""
    return say("Call {card} of {seat}", card=card(one), seat=speech.seat(seat))


def call_suit(suit: Suit) -> str:
    """On a button."""
    return say("Call a lead of {suit}", suit=suit_inside(suit))


TO_PAY: Final = Sentence("**Your turn:** play what was demanded, if you can.")
NOT_YOUR_TURN: Final = Sentence("A card that you press now is out of turn: it is exposed, and may be called.")

RULES: Final = Sentence(
    "**Out of turn**\nWhere the table has chosen it under **Options**, a card can be led or played out of "
    "turn. It lies exposed, and the other side may call it, or instead a suit when yours leads; of fourth "
    "hand before second, that second hand win or not win. A card corrected is exposed too. Of dummy and "
    "whoever plays dummy nothing is called."
)
"""In the rules of every game."""

"""Words of a table where cards can be played out of turn: what lies exposed, what may be demanded, and what
was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.cards import Card, Suit
from rules.exposures import Demand, Exacted, Paid
from rules.seats import Seat
from screens.words.languages import Label, Sentence, counted, marked, say
from screens.words.names import card, suit_inside
from screens.words.options import OPTIONS as OPTIONS_BUTTON
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

_WAS_DEMANDED: Final[Mapping[Exacted, str]] = MappingProxyType(
    {
        Exacted.CARD: marked("Trick {trick}: {by} called {card} of {seat}."),
        Exacted.SUIT: marked("Trick {trick}: {by} called a lead of {suit} from {seat}."),
        Exacted.HIGHEST: marked("Trick {trick}: {by} required the highest of the suit led from {seat}."),
        Exacted.LOWEST: marked("Trick {trick}: {by} required the lowest of the suit led from {seat}."),
        Exacted.WIN: marked("Trick {trick}: {by} required {seat} to win the trick."),
        Exacted.LOSE: marked("Trick {trick}: {by} required {seat} not to win the trick."),
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


def was_demanded(speech: Speech, one: Paid, shown: str) -> str:
    """Of a deal that is over. ``shown`` is the card that was called, as screens draw it."""
    return say(
        _WAS_DEMANDED[one.demand.what],
        trick=one.trick,
        by=speech.seat(one.demand.by),
        seat=speech.seat(one.hand),
        card=shown,
        suit=suit_inside(one.demand.suit) if one.demand.suit is not None else "",
    )


def more_demands(count: int) -> str:
    return counted(count, "and {count} more demand", "and {count} more demands")


def wrong(speech: Speech, by: Seat) -> str:
    return say("{by} demanded what the law does not give: the right is lost.", by=speech.seat(by))


def call_card(speech: Speech, seat: Seat, one: Card) -> str:
    """On a button."""
    return say("Call {card} of {seat}", card=card(one), seat=speech.seat(seat))


def call_suit(suit: Suit) -> str:
    """On a button."""
    return say("Call a lead of {suit}", suit=suit_inside(suit))


PAYS: Final = Sentence("**Your turn:** play what was demanded.")
TO_PAY: Final = Sentence("**Your turn:** play what was demanded, unless you cannot or it would be a revoke.")
NOT_YOUR_TURN: Final = Sentence("A card that you press now is out of turn: it is exposed, and may be called.")

OF_TURN: Final = Sentence("Cards out of turn: `/rules about: cards out of turn`.")
ABOUT: Final = marked("cards out of turn: what may be demanded for them")

RULES: Final = (
    Sentence("### Cards out of turn"),
    Sentence(
        "Where the table has chosen it under **{button}**, a card can be led or played out of turn. It does "
        "not count as played: it lies exposed, face up, and the side that did it may have to pay.",
        button=OPTIONS_BUTTON,
    ),
    Sentence(
        "**Exposed cards**\n"
        "The other side may call an exposed card at any later turn of its owner, until it is played. It need "
        "not be played where that would be a revoke; then it may be called again. Where people can revoke, "
        "a card that was corrected is exposed too. Or else the highest or lowest of the suit led may be "
        "required in that trick, until somebody plays the next card."
    ),
    Sentence(
        "**A lead out of turn**\n"
        "Instead of the card, a suit may be called, as long as the side that erred has not led again. If the "
        "others follow such a lead, all three, the trick stands and there is no penalty. As soon as the lead "
        "is put right, they take their cards back."
    ),
    Sentence(
        "**Fourth hand before second**\n"
        "Instead of the card, second hand may be told to win the trick, or not to win it, until it has "
        "played. If third hand had played too early as well, fourth hand may."
    ),
    Sentence(
        "**Who may demand, and from which hand**\n"
        "Either adversary, but no dummy. One penalty for each error: the first that is demanded. A demand "
        "that the law does not give loses the right. Whatever is demanded, I see that it is paid if it can "
        "be."
    ),
    Sentence(
        "**Dummy**\n"
        "The cards of dummy and of the hand that plays dummy are never called, and a lead of theirs out of "
        "turn stands once second hand has followed it. At whist with a dummy a suit may be called for it. If "
        "that hand corrects a card when both adversaries have played, the one on its left may require its "
        "highest or lowest."
    ),
)
"""The page about what comes of a card out of turn, the same for every game."""

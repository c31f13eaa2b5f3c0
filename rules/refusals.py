"""What the rules refuse, as facts. ``screens.words.refusals`` has the sentences.

Each is an ordinary class with an explicit ``__init__``: a dataclass exception is unhashable, and a frozen
one cannot pass through a context manager.
"""

from __future__ import annotations

from rules.cards import Card, Suit
from rules.errors import RulesError
from rules.seats import Seat


class NotYourTurn(RulesError):
    """Somebody else is to act; ``due`` may be several seats, in turn order."""

    def __init__(self, due: tuple[Seat, ...]) -> None:
        super().__init__(due)
        self.due = due


class DummyMayNotAct(RulesError):
    """Dummy's cards are played by his partner (Collinson 1886, "Method of Playing")."""


class OtherHandDue(RulesError):
    """The card is held, but it is another of this player's two hands that must play."""

    def __init__(self, due: Seat) -> None:
        super().__init__(due)
        self.due = due


class CardNotHeld(RulesError):
    """The hand that is to play has no such card. The card is the asker's own word, so it tells nothing."""

    def __init__(self, card: Card) -> None:
        super().__init__(card)
        self.card = card


class MustFollowSuit(RulesError):
    """The hand still holds the suit led (laws 1.1)."""

    def __init__(self, led: Suit, card: Card) -> None:
        super().__init__(led, card)
        self.led, self.card = led, card


class CallNotOpen(RulesError):
    """A call that the present state of the settlement does not offer."""


class MustDeclare(RulesError):
    """The dealer has passed, so his partner must declare (laws 2.2)."""


class AlreadyContent(RulesError):
    """This player has said that he is content and the window still stands."""


class DoublingLimitReached(RulesError):
    """The table's limit forbids a further doubling (laws ambiguity 9)."""


class NothingIsPlayed(RulesError):
    """A card or a claim when no play is on."""


class NothingToCall(RulesError):
    """A call when nothing is to be called."""


class ClaimIsOpen(RulesError):
    """A claim lies on the table and must be answered first."""


class NoClaim(RulesError):
    """An answer to a claim that nobody has made."""


class NotYoursToAnswer(RulesError):
    """The claimer, or one who has answered already, cannot answer a claim."""


class TooEarlyToClaim(RulesError):
    """A claim before the opening lead."""


class ClaimsAreOff(RulesError):
    """The table's option forbids claims."""


class TableIsFull(RulesError):
    """All chairs are taken."""


class AlreadySeated(RulesError):
    """He who would join belongs to the table already."""


class NotSeated(RulesError):
    """He who would act belongs to no chair of this table."""


class RubberUnderWay(RulesError):
    """Something that waits until the rubber is over."""


class NoRubber(RulesError):
    """Something that only a rubber in progress allows."""


class NobodySeated(RulesError):
    """A rubber cannot start without a person."""


class NobodyAwaited(RulesError):
    """The table waits for no other person."""


class NoRobotThere(RulesError):
    """There is no robot to send away."""


class NotYoursToCut(RulesError):
    """The cut belongs to the dealer's right-hand neighbour (laws 1.3)."""

    def __init__(self, cutter: Seat) -> None:
        super().__init__(cutter)
        self.cutter = cutter


class NothingToCut(RulesError):
    """No pack lies ready to be cut."""


class CutTooThin(RulesError):
    """A cut must leave at least four cards in each packet (laws 1.3)."""


class TableIsClosed(RulesError):
    """The table has been closed."""


class OptionsClash(RulesError):
    """Two options that have no meaning together."""

    def __init__(self, key: str, other: str) -> None:
        super().__init__(key, other)
        self.key, self.other = key, other


class NobodyHasDummy(RulesError):
    """At this game nobody plays a hand without a player from the first."""


class OptionsAreFixed(RulesError):
    """The first hand has been dealt, and the options with it."""


class BidTooLow(RulesError):
    """A bid that is not higher than the last."""


class NothingToDouble(RulesError):
    """A double of one's own side's bid, of no bid, or of one doubled as often as it may be."""


class MustOpen(RulesError):
    """A dealer who may not pass before there is a bid (laws 7.2)."""


class WrongDiscard(RulesError):
    """Not exactly so many cards out of the hand."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


class NotYoursToRuff(RulesError):
    """The stock is somebody else's to take."""


class HonoursNotCalled(RulesError):
    """Honours are not called at this game, or not at this score."""


class TooFewHonours(RulesError):
    """He who asks must hold so many himself (laws 4.2)."""

    def __init__(self, least: int) -> None:
        super().__init__(least)
        self.least = least


class TooLateToCallHonours(RulesError):
    """He has played to the first trick, or his side has asked before."""


class BadOption(RulesError):
    """An option or value that the game does not have."""

    def __init__(self, key: str, value: str) -> None:
        super().__init__(key, value)
        self.key, self.value = key, value

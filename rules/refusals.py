"""What the rules refuse, as facts. ``screens.words.refusals`` has a sentence for each.

A refusal that carries nothing is a reason: ``raise Refused(Why.NO_CLAIM)``. One that carries what its
sentence needs, or that is caught by name, is an ordinary class with an explicit ``__init__``: a dataclass
exception cannot be hashed, and a frozen one cannot pass through a context manager.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from rules.calls import Call
from rules.cards import Card, Hand, Suit
from rules.errors import RulesError
from rules.frozen import frozen
from rules.seats import Seat


class Why(Enum):
    """The refusals of the rules that carry nothing else."""

    DUMMY_MAY_NOT_ACT = auto()
    """Dummy's cards are played by dummy's partner (Collinson 1886, "Method of Playing"; laws 2.3)."""
    NO_SUCH_CALL = auto()
    """A bid that the game does not have."""
    NOTHING_IS_DOUBLED = auto()
    """A double in a game where bids cannot be doubled."""
    DOUBLED_ALREADY = auto()
    """A contre or double of what has been doubled: the next is a sur contre or redouble."""
    NOT_DOUBLED_YET = auto()
    """A sur contre or redouble of what has not been doubled."""
    MUST_DECLARE = auto()
    """The dealer has passed, so the dealer's partner must declare (laws 2.2)."""
    ALREADY_CONTENT = auto()
    """This player has said "content" and may not speak again before the next doubling (laws 2.2)."""
    DOUBLING_LIMIT_REACHED = auto()
    """The table's limit does not allow another doubling (laws ambiguity 9)."""
    NOTHING_IS_PLAYED = auto()
    """Something that can only be done while cards are played."""
    CALLS_ARE_OVER = auto()
    """A call while cards are played."""
    PLAY_IS_OVER = auto()
    """A call, a card or a claim when all the cards have been played and revokes may still be claimed."""
    NO_CLAIM = auto()
    """An answer to a claim that nobody has made."""
    TOO_EARLY_TO_CLAIM = auto()
    """A claim before the opening lead."""
    CLAIMS_ARE_OFF = auto()
    """The table's option does not allow claims."""
    NOBODY_REVOKES = auto()
    """Something about revokes, at a table where the cards that may be played are the legal ones."""
    NO_PERIOD_PENALTIES = auto()
    """A demand at a table without the penalties of the period."""
    NOTHING_TO_DEMAND = auto()
    """A demand when the other side has not erred, or its time is over."""
    DEMAND_STANDS = auto()
    """A demand of a hand of which something is demanded already."""
    SUIT_IS_NAMED = auto()
    """To call a lead is to name a suit, and to call a card a card."""
    NOTHING_TO_FOLLOW = auto()
    """No lead out of turn lies there, or another hand would be next to follow it."""
    NOTHING_TO_GATHER = auto()
    """No complete trick lies on the table."""
    NOT_YOURS_TO_GATHER = auto()
    """A trick is gathered by the side that won it."""
    NOTHING_TO_ASK = auto()
    """Partner has followed suit, was asked already, or the trick is quitted."""
    NO_SEAT_TO_CHOOSE = auto()
    """Nobody chooses a seat now: it is chosen once, after the cut for partners."""
    NOT_YOURS_TO_CHOOSE = auto()
    """The player who cut lowest chooses the seats, and this is another."""
    TRICK_IS_CLAIMED = auto()
    """A revoke that was claimed and found can no longer be undone: the cards of its trick stand."""
    NOT_ASKED = auto()
    """An answer to a question that nobody has asked, or that is settled."""
    NOTHING_TO_CORRECT = auto()
    """The player followed suit, or the trick is quitted: its card stands."""
    NO_SUCH_RENOUNCE = auto()
    """A claim of a revoke by a hand that followed suit, or in a trick that is not complete."""
    DUMMY_CANNOT_REVOKE = auto()
    """A claim of a revoke by the exposed hand (laws 2.3, 4.3)."""
    MAY_STILL_CORRECT = auto()
    """A claim of a revoke that could still be corrected: it is not established yet."""
    CLAIMED_ALREADY = auto()
    """A revoke that has been claimed before."""
    TOO_LATE_TO_CLAIM = auto()
    """The time in which a revoke of this trick could be claimed is over."""
    NO_PENALTY_OPEN = auto()
    """A penalty for a revoke that was not found, or for which one was chosen."""
    NO_SUCH_CHOICE = auto()
    """A penalty that the game does not have for this revoke."""
    PENALTY_COMES_FIRST = auto()
    """The player's side must first choose a penalty."""
    REVOKERS_DECIDE = auto()
    """Penalties have decided the game, and the revokers have not yet said whether to play on."""
    NOT_A_REVOKER = auto()
    """Only the side that revoked may say whether the hand is played out, and only when it is asked."""
    NOTHING_TO_AGREE = auto()
    """The play is not over, or this player has agreed already."""
    TABLE_IS_FULL = auto()
    """All chairs are taken."""
    SIX_BELONG = auto()
    """A person joins, and six belong to the table (laws 1.2)."""
    NOT_SEATED = auto()
    """Somebody acts who has no chair at this table."""
    ROBOT_SITS_IN = auto()
    """A robot sits in the chair of somebody who acts."""
    WAITS_FOR_CHAIR = auto()
    """A member acts who waits for a chair."""
    NO_ROBOTS_CHAIR = auto()
    """Somebody would take a chair that no robot has to itself."""
    ALREADY_SEATED = auto()
    """Somebody joins who is a member of the table already."""
    ALREADY_WAITING = auto()
    """Somebody joins who is a member of the table already and waits for a chair."""
    SUBSTITUTE_IS_ASKED = auto()
    """Somebody asks again to be a substitute, and not all have answered."""
    NO_SUBSTITUTE = auto()
    """An answer about a substitute whom nobody asks about."""
    SUBSTITUTE_IS_ACCEPTED = auto()
    """A second answer about a substitute by somebody who has agreed."""
    BELONGS_TO_EVENING = auto()
    """Who sits at a table of an evening, and how long it plays, is the director's to say."""
    KNOWS_THE_HANDS = auto()
    """Somebody would sit who has brought the deals, and not all who sit there have agreed."""
    NOBODY_TO_ADMIT = auto()
    """Somebody agrees that the one plays who brought the deals, where nobody has, or once more."""
    NOT_FOR_BROUGHT = auto()
    """Deals of a file, for a game that has another pack than four hands of thirteen cards, or fewer
    players."""
    PLAYED_ALONE = auto()
    """Somebody asks for others at a table at which one person plays with robots."""
    DEAL_UNDER_WAY = auto()
    """Something that can only be done between two deals."""
    CANNOT_BE_SHARED = auto()
    """Others are to join at a table that is not played alone, or where a deal is played once more."""
    SEEN_BEFORE = auto()
    """Others are to join in a deal in which the one who played alone has taken something back: they may know
    what a robot would have played, and so what the friend who takes its chair holds."""
    ONE_TRY = auto()
    """Something is to be taken back in a deal that is compared with what others made of it."""
    NOTHING_TO_TAKE_BACK = auto()
    """The player has not called or played yet in this deal, or its play is over."""
    TAKE_BACK_IS_OFF = auto()
    """The table's options do not allow a card to be taken back."""
    NOTHING_IS_REPLACED = auto()
    """The table's options do not let a card that was played by accident be replaced (appendix E, E2)."""
    CARDS_STAY_AT_EVENING = auto()
    """At a table of an evening no card is taken back (reading R20)."""
    CARDS_STAY_AMONG_STRANGERS = auto()
    """Nor is one in a rubber that is ranked, where people sit who have never ended one together."""
    NEXT_HAS_PLAYED = auto()
    """The card of this player is not the last any more."""
    SHOWN_SINCE = auto()
    """The card laid a dummy open, or a hand was shown since: to take it back would be a second look."""
    TRICK_IS_TURNED = auto()
    """The trick of the card is turned and quitted (laws 1.5)."""
    TAKE_BACK_REFUSED = auto()
    """The other side has refused to let this card be taken back."""
    RUBBER_UNDER_WAY = auto()
    """Something that can only be done between rubbers."""
    RUBBER_HAS_BEGUN = auto()
    """A rubber is to begin in the middle of one."""
    NO_RUBBER = auto()
    """Something that can only be done during a rubber."""
    NOBODY_SEATED = auto()
    """A rubber cannot start without a person."""
    NOBODY_AWAITED = auto()
    """The table is not waiting for any other person."""
    NO_ROBOT_THERE = auto()
    """A robot is to be removed, but there is none."""
    NOTHING_TO_CUT = auto()
    """No pack waits to be cut."""
    CUT_TOO_THIN = auto()
    """A cut must leave at least four cards in each packet (laws 1.3)."""
    TABLE_IS_CLOSED = auto()
    """The table has been closed."""
    TABLE_IS_ADJOURNED = auto()
    """The table has been adjourned: until it goes on, people may only leave or close it."""
    NOBODY_HAS_PLAYED = auto()
    """For so long that the table is adjourned where it stands: those who sit there resume it."""
    TABLE_IS_NOT_ADJOURNED = auto()
    """There is nothing to resume."""
    TABLE_IS_PAUSED = auto()
    """The table has been paused: it must be resumed first."""
    TABLE_IS_NOT_PAUSED = auto()
    """A member would end a pause, but there is none."""
    CHAIR_IS_PROMISED = auto()
    """Somebody joins who will have a chair from the next deal."""
    NOBODY_HAS_DUMMY = auto()
    """Dummy is asked for in a game that has no dummy from the beginning."""
    OPTION_IS_FIXED = auto()
    """The first hand has been dealt, and this option can no longer be changed."""
    BID_TOO_LOW = auto()
    """A bid that is not higher than the last."""
    NOTHING_TO_DOUBLE = auto()
    """A double of the own side's bid, of no bid, or of a bid that may not be doubled again (laws 7.1)."""
    MUST_OPEN = auto()
    """The dealer may not pass before there is a bid (laws 7.2)."""
    NOT_YOURS_TO_RUFF = auto()
    """The right to ruff belongs to another seat (laws 5; ambiguity 43)."""
    HONOURS_NOT_CALLED = auto()
    """Honours cannot be called in this game, or not at this score (laws 4.2)."""
    TOO_LATE_TO_CALL_HONOURS = auto()
    """The player has played to the first trick (laws 4.2)."""


class Refused(RulesError):
    """A refusal that carries nothing but its reason."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why

    @property
    def fact(self) -> Why:
        return self.why


class NotYourTurn(RulesError):
    """Another seat is to act. ``due`` may be several seats, in turn order."""

    def __init__(self, due: tuple[Seat, ...]) -> None:
        super().__init__(due)
        self.due = due


class OtherHandDue(RulesError):
    """The player has the card, but in the one of their two hands whose turn it is not."""

    def __init__(self, due: Seat) -> None:
        super().__init__(due)
        self.due = due


class CardNotHeld(RulesError):
    """The hand that is to play does not hold this card. Only the player who asked is told, so nothing
    leaks."""

    def __init__(self, card: Card) -> None:
        super().__init__(card)
        self.card = card


class MustFollowSuit(RulesError):
    """The hand still holds the suit that was led (laws 1.1)."""

    def __init__(self, led: Suit, card: Card) -> None:
        super().__init__(led, card)
        self.led, self.card = led, card


class CallNotOpen(RulesError):
    """A call that is not open at this stage of the settlement. ``due`` are to speak, and may say ``options``;
    a discard stands for all that there are."""

    def __init__(self, due: tuple[Seat, ...], options: tuple[Call, ...]) -> None:
        super().__init__(due, options)
        self.due, self.options = due, options


class CutComesFirst(RulesError):
    """A call or a card before the pack is cut by ``cutter``."""

    def __init__(self, cutter: Seat) -> None:
        super().__init__(cutter)
        self.cutter = cutter


class CallsComeFirst(RulesError):
    """A card, or honours called, while ``due`` have still to speak."""

    def __init__(self, due: tuple[Seat, ...]) -> None:
        super().__init__(due)
        self.due = due


class ClaimIsOpen(RulesError):
    """``claimer`` has made a claim, and ``waits`` must answer it first; or would take ``back`` a card."""

    def __init__(self, claimer: Seat, waits: tuple[Seat, ...], back: Card | None = None) -> None:
        super().__init__(claimer, waits, back)
        self.claimer, self.waits, self.back = claimer, waits, back


class NotYoursToAnswer(RulesError):
    """An answer by somebody who is not asked: to a concession, by an adversary; about a card that is to be
    taken ``back``, by partner or by dummy. ``waits`` must answer."""

    def __init__(self, waits: tuple[Seat, ...], *, back: bool = False) -> None:
        super().__init__(waits, back)
        self.waits, self.back = waits, back


class OwnClaim(NotYoursToAnswer):
    """An answer by the claimer."""


class AlreadyAgreed(NotYoursToAnswer):
    """A second answer by somebody who has agreed."""


class NotSoManyLeft(RulesError):
    """A claim of more tricks than are left."""

    def __init__(self, left: int) -> None:
        super().__init__(left)
        self.left = left


class HeldToADemand(RulesError):
    """The other side has demanded a penalty, and the hand has ``cards`` with which to pay it. Only the player
    is told which."""

    def __init__(self, cards: Hand) -> None:
        super().__init__(cards)
        self.cards = cards


class NotOfThatSuit(RulesError):
    """A renounce can only be corrected with a card of the suit led."""

    def __init__(self, led: Suit) -> None:
        super().__init__(led)
        self.led = led


class NoneOfThatSuit(RulesError):
    """The player has no card of the suit led, so there is nothing to correct. Only they are told."""

    def __init__(self, led: Suit) -> None:
        super().__init__(led)
        self.led = led


class Ending(NamedTuple):
    """What one person's leaving ends for all: the table, and with it the ``rubber`` if one is being played.
    Either all who stay have ``agreed`` to close the table, or nobody stays."""

    rubber: bool
    agreed: bool


@frozen
class Forfeit:
    """What comes of leaving a rubber that goes on: it is lost, unless they come back (reading R6)."""


Price = Ending | Forfeit
"""What leaving comes to, which must have been confirmed."""


class LeavingCosts(RulesError):
    """Leaving has a price, and the person who leaves has not confirmed it."""

    def __init__(self, price: Price) -> None:
        super().__init__(price)
        self.price = price


class NotYoursToCut(RulesError):
    """The cut belongs to the dealer's right-hand neighbour (laws 1.3)."""

    def __init__(self, cutter: Seat) -> None:
        super().__init__(cutter)
        self.cutter = cutter


class OptionsClash(RulesError):
    """Two options that make no sense together."""

    def __init__(self, key: str, other: str) -> None:
        super().__init__(key, other)
        self.key, self.other = key, other


class WrongDiscard(RulesError):
    """Not exactly ``count`` cards of the hand (laws 5)."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


class TooFewHonours(RulesError):
    """The player who asks must hold ``least`` honours or more (laws 4.2)."""

    def __init__(self, least: int) -> None:
        super().__init__(least)
        self.least = least


class HonoursAskedBefore(RulesError):
    """The side has asked before in this deal (laws 4.2)."""


class BadOption(RulesError):
    """An option that the game does not have."""

    def __init__(self, key: str, value: str) -> None:
        super().__init__(key, value)
        self.key, self.value = key, value


class BadValue(BadOption):
    """A value that an option does not have."""

"""The events of a table: chance, choices, and one derived thing, the reckoning.

The state of a table follows from its events alone. They hold no time, no seed before it is revealed, and no
user's name: people are pseudonyms. ``rules.record.codec`` writes and reads them as text. The last two groups
belong to tables at which people can revoke (laws 1.5) and to those with the penalties of the period (laws
1.6). Tricks are counted from one.
"""

from __future__ import annotations

from rules.calls import Called
from rules.cards import Card, Hand, Suit
from rules.counting.reckon import Entry, Penalty
from rules.counting.rubber import RubberResult
from rules.deal.brought import BroughtDeal
from rules.frozen import frozen
from rules.out_of_turn import Exacted
from rules.seats import BySeat, BySide, Member, Person, RobotMember, Seat
from rules.view import Alone, AtEvening, GoneOut


@frozen
class TrickQuitted:
    """A complete trick was turned and quitted, by somebody of the winning side or, with None, by time."""

    trick: int
    by: Seat | None


@frozen
class SuitAsked:
    """A player asked their partner, who had renounced, "None of that suit?"."""

    trick: int
    of: Seat


@frozen
class SuitDenied:
    """A player who was asked said that they had none."""

    trick: int
    seat: Seat


@frozen
class CardCorrected:
    """A player took back a card and followed suit with this one."""

    trick: int
    seat: Seat
    card: Card


@frozen
class RevokeClaimed:
    """Somebody claimed that this hand revoked. Whether it did follows from the cards."""

    by: Seat
    trick: int
    seat: Seat


@frozen
class PenaltyChosen:
    """The penalty for a revoke that was claimed. ``by`` is None where there was nothing to choose, or nobody
    chose in time."""

    trick: int
    seat: Seat
    penalty: Penalty
    by: Seat | None


@frozen
class PlayOutWished:
    """After penalties that decide the game, a revoker wished the hand to be played out, or did not."""

    seat: Seat
    play_on: bool


@frozen
class PlayStopped:
    """Penalties for revokes have decided the game, and no revoker wished to play on."""


@frozen
class ScoreAgreed:
    """After the play, a player has nothing more to claim."""

    seat: Seat


@frozen
class ClaimsClosed:
    """Nothing can be claimed any more in a deal that is over."""


RevokeEvent = (
    TrickQuitted
    | SuitAsked
    | SuitDenied
    | CardCorrected
    | RevokeClaimed
    | PenaltyChosen
    | PlayOutWished
    | PlayStopped
    | ScoreAgreed
    | ClaimsClosed
)


@frozen
class PlayedOutOfTurn:
    """A card of this hand was led or played out of turn."""

    seat: Seat
    card: Card


@frozen
class LeadFollowed:
    """A hand followed a lead out of turn."""

    seat: Seat
    card: Card


@frozen
class PenaltyDemanded:
    """A player demanded a penalty for an error of the other side. Whether it was theirs to demand follows
    from what was played."""

    by: Seat
    what: Exacted
    card: Card | None = None
    suit: Suit | None = None


@frozen
class CardReplaced:
    """A hand's last card, played by accident, lies exposed, and this one was played instead."""

    seat: Seat
    card: Card


OutOfTurnEvent = PlayedOutOfTurn | LeadFollowed | PenaltyDemanded | CardReplaced


RULES_REVISION = 1
"""Raised when a reckoning changes. Every reckoning is stored with the revision that made it, so that
correcting a mistake does not by itself change last month's leaderboard."""


@frozen
class Opened:
    """A table was opened for a game, with these options; the others have their defaults."""

    game: str
    options: tuple[tuple[str, str], ...]


@frozen
class OpenedForEvening:
    """The table belongs to an evening. It follows the opening."""

    at: AtEvening


@frozen
class DealsBrought:
    """The deals of the table, or of the evening, are these, from a file that somebody has brought. It follows
    the opening. ``first`` is the number of the first at the table; after the last one the table closes."""

    by: Person | None
    deals: tuple[BroughtDeal, ...]
    first: int = 1


@frozen
class BringerAdmitted:
    """Somebody who sits there agrees that the one who brought the deals, and knows the hands, plays too."""

    by: Person


@frozen
class PlayedAlone:
    """One person plays at the table with robots, in this way from the next deal on. The first follows the
    opening."""

    alone: Alone


@frozen
class OpenedToOthers:
    """The table at which one person played alone stands in a channel from now on, and others may join."""


@frozen
class OptionsChosen:
    """Options were changed. Holds every option that differs from its default."""

    options: tuple[tuple[str, str], ...]


@frozen
class Joined:
    """Somebody took a chair, between rubbers; they may have waited for it."""

    member: Member


@frozen
class Left:
    """Somebody gave up a chair, between rubbers, or waits no longer."""

    member: Member


@frozen
class Waited:
    """Somebody became a member of a table whose chairs are all taken, and waits for one."""

    person: Person


@frozen
class WentOut:
    """After a rubber people gave up their chairs to those who waited, and wait now themselves (laws 1.4)."""

    gone: GoneOut


@frozen
class StoodOut:
    """More people belong to the table than can play its first rubber: all have cut, and these stand out, the
    lowest first (laws 1.2.1). They have played no rubbers."""

    gone: GoneOut


@frozen
class DummyTaken:
    """Somebody will have Dummy in the next rubber; if everybody has one, theirs deals first."""

    member: Member


@frozen
class RubberBegun:
    """A rubber has begun with these partners; replay of a rubber starts here. ``cuts`` has every card
    drawn."""

    number: int
    game: str
    options: tuple[tuple[str, str], ...]
    seats: BySeat[Member]
    dealer: Seat
    cuts: tuple[tuple[tuple[Member, Card], ...], ...]
    dummies: tuple[Seat, ...] = ()  # hands without a player of their own; ``seats`` names who plays them


@frozen
class Acquainted:
    """Any two of the people who play the rubber that has just begun had ended one together before."""


@frozen
class SeatsChosen:
    """Who cut lowest has chosen this seat; partner sits opposite, and the others where they sat from there
    (laws 1.2.2)."""

    seat: Seat
    by: Member | None  # None: the bot, when nobody chose in time


@frozen
class PackReady:
    """A pack has been shuffled in secret and waits for the cut; the commitment to it is public."""

    deal: int
    commitment: str


@frozen
class PackCut:
    """The pack was cut ``at`` cards down. ``salt`` was mixed into the shuffle besides."""

    at: int
    salt: str
    by: Member | None  # None: the bot, when nobody cut in time


@frozen
class ResultSeen:
    """Somebody who sits at the table has seen the result of the last deal, and would go on."""

    person: Person


@frozen
class CardsDealt:
    deal: int
    dealer: Seat
    hands: BySeat[Hand]
    turned: Card | None


@frozen
class CallMade:
    called: Called


@frozen
class CardPlayed:
    """A card was played from this seat's hand; a dummy's is chosen by another seat."""

    seat: Seat
    card: Card


@frozen
class TakeBackAsked:
    """A player asked the other side to let them take back the card that was played last (reading R20)."""

    seat: Seat
    card: Card


@frozen
class TakenBack:
    """A player took back their last call or card, and all that followed it with it: the deal goes on as it
    stood after so many calls and cards."""

    by: Seat
    calls: int
    cards: int


@frozen
class PartnersTurned:
    """Before the first card two partners have changed places, since the person who plays alone would
    be dummy."""

    seat: Seat


@frozen
class Claimed:
    """A player has claimed so many of the tricks that are left, and the hand is laid open; with 0 they have
    conceded them, and it is not."""

    seat: Seat
    tricks: int | None = None  # None: all of them


@frozen
class ClaimAnswered:
    """A player answered the open claim, or whether a card may be taken back."""

    seat: Seat
    agrees: bool


@frozen
class RobotTookOver:
    """A robot plays on in the chair of a person who left during a rubber, or who was absent in a log written
    before ``RobotSatIn`` was."""

    seat: Seat
    robot: RobotMember


@frozen
class RobotSatIn:
    """A robot plays on for an absent person. The chair stays theirs, with its share in the rubber."""

    seat: Seat
    robot: RobotMember


@frozen
class TookBack:
    """A person has taken their chair back from a robot."""

    seat: Seat
    person: Person


@frozen
class ChairTaken:
    """During a rubber a person took a chair that a robot had to itself. ``shares`` says whether the result of
    the rubber is theirs as if they had sat there from its beginning. A ``substitute`` plays for one who left,
    and gives the chair up when the rubber is over."""

    seat: Seat
    person: Person
    shares: bool
    substitute: bool = False


@frozen
class SubstituteAsked:
    """A member who waits would play the rubber to its end in the chair of one who left."""

    seat: Seat
    person: Person


@frozen
class SubstituteAnswered:
    """One of those who sit at the table agrees to the substitute, or refuses them."""

    by: Person
    agrees: bool


@frozen
class SteppedBack:
    """The rubber that a substitute has played is over: they wait again."""

    person: Person


@frozen
class ChairReserved:
    """A person will take this chair from a robot once the deal in progress is over; a ``substitute`` until
    the rubber is."""

    seat: Seat
    person: Person
    substitute: bool = False


@frozen
class ChairFreed:
    """The person who was to take this chair gave it up."""

    seat: Seat


@frozen
class SeedRevealed:
    """The seed of a deal that is over, to which the commitment was made."""

    deal: int
    seed: str


@frozen
class DealReckoned:
    """The score of a deal, with no lines if it was thrown in. Derived, and stored with the revision of the
    rules that derived it."""

    revision: int
    tricks: BySide[int]
    entries: tuple[Entry, ...]


@frozen
class RubberReckoned:
    """The result of a rubber. Derived, and stored with the revision of the rules that derived it."""

    revision: int
    result: RubberResult


@frozen
class CloseAgreed:
    """A person agrees to close the table; it closes when all have agreed."""

    person: Person


@frozen
class Closed:
    """The table was closed. ``why`` is "agreed", "moderator", or "empty" if nobody was left."""

    why: str


@frozen
class Adjourned:
    """Play was interrupted: the place where the table stood is gone. Everything stays as it was."""


@frozen
class Abandoned:
    """Play was interrupted since nobody had done anything for long. The place stands; everything stays as it
    was."""


@frozen
class Paused:
    """A person paused the table: it waits for nobody."""

    by: Person


@frozen
class Resumed:
    """The table goes on where it was when it was adjourned or paused."""


Arranged = (
    Opened
    | OpenedForEvening
    | DealsBrought
    | BringerAdmitted
    | PlayedAlone
    | OpenedToOthers
    | OptionsChosen
    | DummyTaken
    | Joined
    | Left
    | Waited
    | WentOut
    | StoodOut
    | RobotTookOver
    | RobotSatIn
    | TookBack
    | ChairTaken
    | ChairReserved
    | ChairFreed
    | SubstituteAsked
    | SubstituteAnswered
    | SteppedBack
    | CloseAgreed
    | Closed
    | Adjourned
    | Abandoned
    | Paused
    | Resumed
)
"""What changes the members of a table, their chairs, or what has been arranged for it."""
Event = (
    Arranged
    | RubberBegun
    | Acquainted
    | SeatsChosen
    | PackReady
    | PackCut
    | ResultSeen
    | CardsDealt
    | CallMade
    | CardPlayed
    | TakeBackAsked
    | TakenBack
    | PartnersTurned
    | Claimed
    | ClaimAnswered
    | SeedRevealed
    | DealReckoned
    | RubberReckoned
    | RevokeEvent
    | OutOfTurnEvent
)

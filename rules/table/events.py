"""The events of a table: chance, choices, and one derived thing, the reckoning.

The state of a table follows from its events alone. They hold no time, no seed before it is revealed, and no
user's name: people are pseudonyms. ``rules.record.codec`` writes and reads them as text.
"""

from __future__ import annotations

from rules.calls import Called
from rules.cards import Card, Hand
from rules.counting.reckon import Entry
from rules.counting.rubber import RubberResult
from rules.frozen import frozen
from rules.members import Member, Person, RobotMember
from rules.seats import BySeat, BySide, Seat
from rules.table.penalty_events import PenaltyEvent
from rules.table.revoke_events import RevokeEvent
from rules.view import AtEvening, GoneOut

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
class Claimed:
    """A player has claimed so many of the tricks that are left, and the hand is laid open; with 0 they have
    conceded them, and it is not."""

    seat: Seat
    tricks: int | None = None  # None: all of them


@frozen
class ClaimAnswered:
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


Event = (
    Opened
    | OpenedForEvening
    | OptionsChosen
    | Joined
    | Left
    | Waited
    | WentOut
    | DummyTaken
    | RubberBegun
    | PackReady
    | PackCut
    | CardsDealt
    | CallMade
    | CardPlayed
    | Claimed
    | ClaimAnswered
    | RobotTookOver
    | RobotSatIn
    | TookBack
    | ChairTaken
    | ChairReserved
    | SubstituteAsked
    | SubstituteAnswered
    | SteppedBack
    | ChairFreed
    | SeedRevealed
    | DealReckoned
    | RubberReckoned
    | CloseAgreed
    | Closed
    | Adjourned
    | Abandoned
    | Paused
    | Resumed
    | RevokeEvent
    | PenaltyEvent
)

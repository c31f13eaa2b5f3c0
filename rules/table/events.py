"""What has happened at a table: chance and choices, and one derived thing, the reckoning.

A table replays from these alone. Nothing here has a clock, a seed it has not revealed, or a user's name:
people are the table's own pseudonyms. ``rules.record.codec`` writes them down and reads them back.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.calls import Called
from rules.cards import Card, Hand
from rules.counting.reckon import Entry
from rules.counting.rubber import RubberResult
from rules.members import Member, Person, RobotMember
from rules.seats import BySeat, BySide, Seat

RULES_REVISION = 1
"""Raised whenever a reckoning changes: each reckoning is stored with the revision that made it, so that
correcting a mistake does not by itself move last month's leaderboard."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A table was opened for a game; the options are those chosen, the others stand at their defaults."""

    game: str
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OptionsChosen:
    """The table's options were changed, before the first hand was dealt: every key that differs from its
    default, with its value."""

    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody took a chair, between rubbers."""

    member: Member


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody gave up a chair, between rubbers."""

    member: Member


@dataclass(frozen=True, slots=True)
class DummyTaken:
    """Somebody will have Dummy in the next rubber, or be first of those who have one."""

    member: Member


@dataclass(frozen=True, slots=True)
class RubberBegun:
    """Partners have been cut for; replay of a rubber starts here. ``cuts`` shows every card drawn."""

    number: int
    game: str
    options: tuple[tuple[str, str], ...]
    seats: BySeat[Member]
    dealer: Seat
    cuts: tuple[tuple[tuple[Member, Card], ...], ...]
    dummies: tuple[Seat, ...] = ()  # hands that nobody sits behind; who plays them has both seats


@dataclass(frozen=True, slots=True)
class PackReady:
    """A pack has been shuffled in secret and its commitment shown; it waits to be cut."""

    deal: int
    commitment: str


@dataclass(frozen=True, slots=True)
class PackCut:
    """The pack was cut so many cards down; ``salt`` is what else the cut mixes into the shuffle."""

    at: int
    salt: str
    by: Member | None  # None: the bot, for somebody who did not cut in time


@dataclass(frozen=True, slots=True)
class CardsDealt:
    deal: int
    dealer: Seat
    hands: BySeat[Hand]
    turned: Card | None


@dataclass(frozen=True, slots=True)
class CallMade:
    called: Called


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card has come from this seat's hand, whoever chose it."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Claimed:
    """A player has laid his hand open and claims the rest."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ClaimAnswered:
    seat: Seat
    agrees: bool


@dataclass(frozen=True, slots=True)
class RobotTookOver:
    """A person left during a rubber and a robot plays on for him."""

    seat: Seat
    robot: RobotMember


@dataclass(frozen=True, slots=True)
class TookBack:
    """A person has come back to his chair."""

    seat: Seat
    person: Person


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """The seed behind a deal's commitment, once the deal is over."""

    deal: int
    seed: str


@dataclass(frozen=True, slots=True)
class DealReckoned:
    """What the deal came to; nothing at all, if it was thrown in. Derived, and stored with the revision that
    derived it."""

    revision: int
    tricks: BySide[int]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class RubberReckoned:
    """A rubber is won. Derived, and stored with the revision that derived it."""

    revision: int
    result: RubberResult


@dataclass(frozen=True, slots=True)
class CloseAgreed:
    """A person would close the table; it closes when all who sit agree."""

    person: Person


@dataclass(frozen=True, slots=True)
class Closed:
    """The table is closed: "agreed", by a "moderator", or because nobody is left ("empty")."""

    why: str


Event = (
    Opened
    | OptionsChosen
    | Joined
    | Left
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
    | TookBack
    | SeedRevealed
    | DealReckoned
    | RubberReckoned
    | CloseAgreed
    | Closed
)

"""The rubber in progress at a table, with its chairs and who owns them; and an open claim."""

from __future__ import annotations

from rules.cards import Card
from rules.counting.reckon import NIL, NOTHING_SCORED, Entry, Standing
from rules.frozen import frozen, replace
from rules.seats import ROUND, BySeat, BySide, Member, Person, RobotMember, Seat
from rules.view import Asking


@frozen
class Rubber:
    """A rubber in progress."""

    number: int
    seats: BySeat[Member]
    owners: BySeat[Member]
    cuts: tuple[tuple[tuple[Member, Card], ...], ...]
    dealer: Seat  # of the deal in progress, or of the next one if the pack is ready
    dummies: tuple[Seat, ...] = ()  # hands without a player of their own: ``seats`` names who plays them
    standing: Standing = NOTHING_SCORED
    deserted: frozenset[Seat] = frozenset()  # chairs that their owners have left
    taken_late: frozenset[Seat] = frozenset()  # chairs whose owners sat down too late to have a share
    reserved: tuple[tuple[Seat, Person], ...] = ()  # chairs of robots, and who takes them in the next deal
    asking: Asking | None = None  # who would be a substitute
    substitutes: frozenset[Seat] = frozenset()  # chairs that they have, or are to have
    highest: int = 0  # the longest chain of doublings
    entered: tuple[tuple[Entry, ...], ...] = ()  # score lines of each deal that is over
    beyond: BySide[int] = NIL  # scored by doublings that do not count on a leaderboard
    seats_open: bool = False  # the dealer, who cut lowest, has still to choose a seat
    acquainted: bool = False  # any two of the people had ended a rubber together before

    @property
    def chairs(self) -> tuple[Seat, ...]:
        """The seats with a player of their own."""
        return tuple([seat for seat in ROUND if seat not in self.dummies]) if self.dummies else ROUND

    def player_of(self, hand: Seat) -> Seat:
        """The seat from which this hand is played: for a dummy, the one opposite."""
        return hand.partner if hand in self.dummies else hand

    def turned(self, to: Seat) -> Rubber:
        """The rubber with everybody moved on by as many seats as bring the dealer to this one."""
        by = to.index - self.dealer.index

        def moved(seat: Seat) -> Seat:
            return ROUND[(seat.index + by) % 4]

        def sitting(members: BySeat[Member]) -> BySeat[Member]:
            return BySeat(*(members[(place - by) % 4] for place in range(4)))

        return replace(
            self,
            seats=sitting(self.seats),
            owners=sitting(self.owners),
            dealer=to,
            deserted=frozenset(map(moved, self.deserted)),
            taken_late=frozenset(map(moved, self.taken_late)),
            reserved=tuple((moved(seat), person) for seat, person in self.reserved),
            asking=replace(self.asking, seat=moved(self.asking.seat)) if self.asking is not None else None,
            substitutes=frozenset(map(moved, self.substitutes)),
            seats_open=False,
        )

    def seat_of(self, member: Member) -> Seat | None:
        return self._chair_of(self.seats, member)

    def chair_of(self, person: Person) -> Seat | None:
        """The chair this person had when the rubber began, even if a robot sits there now."""
        return self._chair_of(self.owners, person)

    def chairs_of_robots(self) -> tuple[Seat, ...]:
        """The chairs that a person may take from a robot: first those that no person has owned, then those
        that their owners left. A robot that plays for an absent person keeps the chair for them."""
        if not any(isinstance(member, RobotMember) for member in self.seats):
            return ()
        promised = {seat for seat, _ in self.reserved}
        free = [
            seat
            for seat in self.chairs
            if seat not in promised
            and isinstance(self.seats.of(seat), RobotMember)
            and (isinstance(self.owners.of(seat), RobotMember) or seat in self.deserted)
        ]
        return tuple(sorted(free, key=lambda seat: isinstance(self.owners.of(seat), Person)))

    def promised_to(self, member: Member) -> Seat | None:
        """The chair that this person takes in the next deal."""
        return next((seat for seat, person in self.reserved if person == member), None)

    def _chair_of(self, sitting: BySeat[Member], member: Member) -> Seat | None:
        for seat, one in zip(ROUND, sitting, strict=True):
            if (one is member or one == member) and seat not in self.dummies:
                return seat
        return None


@frozen
class Claim:
    """An open claim or, of no trick, a concession; or the wish to take back the card that was played last."""

    seat: Seat
    tricks: int | None = None  # of those that are left; None: all of them
    agreed: frozenset[Seat] = frozenset()
    back: Card | None = None  # this card would be taken back, and nothing is claimed

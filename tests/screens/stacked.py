"""Tables of the tests at which chance cuts and deals what it is told to, and their screens."""

from __future__ import annotations

from rules.calls import PLAYS, Content, Declare, Double
from rules.cards import Card, Suit, parse_card
from rules.seats import BySeat, Member, Person, Seat
from screens.hand import hand_screen
from screens.screen import Screen
from screens.table import table_screen
from tests.screens.screens import TABLE
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Dice, Evening

NORTH, EAST, SOUTH, WEST = Seat
SEATS: BySeat[Member] = BySeat(DAVID, BORIS, CLARA, ANNA)


def names(member: Member) -> str:
    return f"@{member.alias}" if isinstance(member, Person) else member.name


def cards(text: str) -> list[Card]:
    return [parse_card(word) for word in text.split()]


class Stacked(Dice):
    """Chance that cuts and deals what it is told to."""

    def __init__(self, cuts: list[str], hands: BySeat[str]) -> None:
        super().__init__(0)
        self.cuts = [cards(cut) for cut in cuts]
        self.hands = hands

    def cards(self, count: int) -> list[Card]:
        drawn = self.cuts.pop(0)
        assert len(drawn) == count
        return drawn

    def pack(self, deal: int, at: int, salt: str) -> list[Card]:
        """South deals, so the first card is West's."""
        dealt = [cards(self.hands.of(seat)) for seat in (WEST, NORTH, EAST, SOUTH)]
        return [hand[place] for place in range(13) for hand in dealt]


HANDS = BySeat(
    north="AS TS 5S QH JH 6H KD QC JC TC 8C 5C 2C",
    east="JS 7S 4S 8H AD JD TD 9D 8D 2D AC KC 3C",
    south="KS QS 9S 8S 6S 3S 2S AH 9H 7H 3H 3D 7C",
    west="KH TH 5H 4H 2H QD 7D 6D 5D 4D 9C 6C 4C",
)


def begun(cuts: list[str] | None = None) -> Evening:
    """Clara and David cut lowest; she sits South and deals. Anna sits West, Boris East."""
    evening = Evening()
    evening.dice = Stacked(cuts or ["TC JH 6H 9D"], HANDS)
    return evening.seat(ANNA, BORIS, CLARA, DAVID).start()


def table(evening: Evening) -> Screen:
    return table_screen(evening.view(None), TABLE, names)


def hand(evening: Evening, seat: Seat, note: str = "") -> Screen:
    return hand_screen(evening.view(seat), TABLE, names, note=note)


def played(text: str) -> Evening:
    """Hearts, contre; then these cards."""
    evening = begun().cut()
    evening.do(SOUTH, Declare(Suit.HEARTS))
    evening.do(WEST, Double())
    evening.do(SOUTH, Content())
    evening.do(NORTH, Content())
    for card in cards(text):
        deal = evening.view(None).deal
        assert deal is not None
        evening.do(deal.may_act[0], PLAYS[card.index])
    return evening

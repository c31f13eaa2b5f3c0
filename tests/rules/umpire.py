"""A naive umpire of cards out of turn, written from docs/laws.md 1.6 and readings R14 to R18, for tables
where cards must follow suit.

It shares nothing with the engine but cards, seats and the names of penalties. What lies on the table is kept
as plain lists, and an error as what may still be asked for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.cards import Card, Suit
from rules.out_of_turn import Exacted
from rules.seats import Seat, Side

CARD, SUIT, HIGHEST, LOWEST, WIN, LOSE = Exacted


@dataclass
class Error:
    trick: int
    by: Seat
    card: Card
    penalties: set[Exacted]


@dataclass
class Due:
    """A penalty that was asked for and is still to be paid."""

    what: Exacted
    of: Seat
    card: Card | None
    suit: Suit | None
    asker: Seat


@dataclass
class Umpire:
    hands: dict[Seat, set[Card]]
    leader: Seat
    trumps: Suit | None
    dummies: Mapping[Seat, Seat]  # and who plays them
    whist: bool  # the dummies are those of dummy whist
    laid: list[tuple[Seat, Card]] = field(default_factory=list)
    won: list[Seat] = field(default_factory=list)
    stray: list[tuple[Seat, Card]] = field(default_factory=list)
    errors: list[Error] = field(default_factory=list)
    due: list[Due] = field(default_factory=list)
    third_erred: set[tuple[int, Seat]] = field(default_factory=set)

    # Whose turn it is

    @property
    def over(self) -> bool:
        return not self.laid and not self.hands[self.leader]

    @property
    def hand_due(self) -> Seat:
        return self.laid[-1][0].left if self.laid else self.leader

    def player(self, hand: Seat) -> Seat:
        return self.dummies.get(hand, hand)

    def exempt(self, hand: Seat) -> bool:
        return hand in self.dummies or hand in self.dummies.values()

    def lawful(self) -> set[Card]:
        return self.suited(self.hands[self.hand_due], self.laid)

    @staticmethod
    def suited(cards: set[Card], laid: list[tuple[Seat, Card]]) -> set[Card]:
        return {card for card in cards if laid and card.suit is laid[0][1].suit} or cards

    def best(self, laid: list[tuple[Seat, Card]]) -> Seat:
        trumps = [one for one in laid if one[1].suit is self.trumps]
        return max(trumps or self.of_led(laid), key=lambda one: one[1].rank)[0]

    @staticmethod
    def of_led(laid: list[tuple[Seat, Card]]) -> list[tuple[Seat, Card]]:
        return [one for one in laid if one[1].suit is laid[0][1].suit]

    # What is open

    def paying(self, one: Due) -> set[Card] | None:
        """The cards that pay a penalty at this turn; None if it is not for this turn."""
        hand = self.hand_due
        if one.what is SUIT:
            if self.laid or hand.side is not one.of.side:
                return None
            return {card for card in self.lawful() if card.suit is one.suit}
        if one.of is not hand:
            return None
        if one.what is CARD:
            return {card for card in self.lawful() if card is one.card}
        winning = {card for card in self.lawful() if self.best([*self.laid, (hand, card)]) is hand}
        return winning if one.what is WIN else self.lawful() - winning

    def open_cards(self) -> set[Card]:
        """The demand made first binds, and a later one as far as it still can."""
        cards = self.lawful()
        for one in self.due:
            cards = (self.paying(one) or cards) & cards or cards
        return cards

    def out_of_turn(self, who: Seat, card: Card) -> Seat | None:
        """The hand from which it would be played out of turn; None if it is in turn or not to be had."""
        if self.over or self.stray or who in self.dummies:
            return None
        if self.player(self.hand_due) is who and card in self.hands[self.hand_due]:
            return None
        for hand in Seat:
            if self.player(hand) is who and card in self.hands[hand]:
                return hand if not self.laid or not self.exempt(hand) else None
        return None

    def in_turn(self, who: Seat, card: Card) -> bool:
        return not self.over and self.player(self.hand_due) is who and card in self.open_cards()

    def may_follow(self, who: Seat, card: Card) -> bool:
        if self.over or not self.stray or who in self.dummies:
            return False
        hand = self.stray[-1][0].left
        return self.player(hand) is who and card in self.suited(self.hands[hand], self.stray)

    def against(self, by: Seat) -> list[Error]:
        return [one for one in self.errors if one.by.side is not by.side and one.penalties]

    def may_ask(self, by: Seat, what: Exacted, card: Card | None, suit: Suit | None) -> bool:
        """Whether the table hears a demand, right or wrong."""
        if self.over or by in self.dummies:
            return False
        if any((d.what, d.card, d.suit, d.asker.side) == (what, card, suit, by.side) for d in self.due):
            return False
        if not self.against(by):
            return False
        meant = self.meant(by, what, card)
        if meant is None:
            return True
        of = meant.by.partner if what in (WIN, LOSE) else meant.by
        for one in self.due:
            clash = one.of is of and SUIT not in (one.what, what)
            if clash or (one.what is what is SUIT and one.of.side is of.side):
                return False
        return True

    def meant(self, by: Seat, what: Exacted, card: Card | None) -> Error | None:
        fitting = [one for one in self.against(by) if what in one.penalties]
        fitting = [one for one in fitting if what is not CARD or one.card is card]
        return fitting[-1] if fitting else None

    def exposed(self, seat: Seat) -> set[Card]:
        lying = {one.card for one in self.errors if one.by is seat and CARD in one.penalties}
        return lying | {one.card for one in self.due if one.of is seat and one.card is not None}

    # What happens

    def play(self, card: Card) -> None:
        hand, leads, trick = self.hand_due, not self.laid, len(self.won) + 1
        self.stray = []
        paid = [one for one in self.due if self.paying(one) is not None]
        self.due = [one for one in self.due if one not in paid]
        self.lay(hand, card)
        for one in paid:
            if one.what is CARD and one.card in self.hands[hand]:
                assert one.card is not None
                self.errors.append(Error(trick, hand, one.card, {CARD}))
        for error in self.errors:
            if leads and error.by.side is hand.side:
                error.penalties.discard(SUIT)
            if error.by is hand.partner:
                error.penalties -= {WIN, LOSE}

    def lay(self, hand: Seat, card: Card) -> None:
        self.hands[hand].discard(card)
        self.laid.append((hand, card))
        self.due = [one for one in self.due if one.card is not card]
        for error in self.errors:
            if error.card is card:
                error.penalties.discard(CARD)
        if len(self.laid) == 4:
            self.leader = self.best(self.laid)
            self.won.append(self.leader)
            self.laid = []

    def err(self, hand: Seat, card: Card) -> None:
        trick = len(self.won) + 1
        if not self.laid:
            self.stray = [(hand, card)]
            penalties = {CARD, SUIT} if not self.exempt(hand) else {SUIT} if self.whist else set()
        else:
            penalties = {CARD}
            if len(self.laid) == 1 and hand is self.laid[0][0].right:
                penalties |= {WIN, LOSE}
                if (trick, hand.right) in self.third_erred:
                    penalties = set()
            self.third_erred.add((trick, hand))
        if card in self.exposed(hand):
            penalties.discard(CARD)
        self.errors.append(Error(trick, hand, card, penalties))

    def follow(self, card: Card) -> None:
        hand, trick = self.stray[-1][0].left, len(self.won) + 1
        self.stray.append((hand, card))
        leader = self.stray[0][0]
        if len(self.stray) == 4 or self.exempt(leader):
            cards, self.stray = self.stray, []
            self.errors = [one for one in self.errors if (one.trick, one.by) != (trick, leader)]
            for by, one_card in cards:
                self.lay(by, one_card)
            for error in self.errors:
                if error.by.side is leader.side:
                    error.penalties.discard(SUIT)

    def ask(self, by: Seat, what: Exacted, card: Card | None, suit: Suit | None) -> None:
        self.stray = []
        meant = self.meant(by, what, card)
        if meant is None:
            lost = self.against(by)  # D6: all that lie open
            self.errors = [one for one in self.errors if one not in lost]
            return
        self.errors.remove(meant)
        of = meant.by.partner if what in (WIN, LOSE) else meant.by
        self.due.append(Due(what, of, card, suit, by))

    def tricks(self, side: Side) -> int:
        return sum(one.side is side for one in self.won)

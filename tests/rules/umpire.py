"""A naive umpire of cards out of turn, written from docs/laws.md 1.6, readings R14 to R18 and appendices D6
and E1. Where people can revoke as well, it is the referee of revokes too.

It shares nothing with the engine but cards, seats and the names of penalties. What lies on the table is kept
as plain lists, and an error as what may still be asked for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.cards import Card, Suit
from rules.out_of_turn import Exacted
from rules.seats import Seat
from tests.rules.referee import Pile, Referee, between_acts

CARD, SUIT, HIGHEST, LOWEST, WIN, LOSE = Exacted
Laid = list[tuple[Seat, Card]]


@dataclass
class Error:
    trick: int
    by: Seat
    card: Card
    penalties: set[Exacted]
    asker: Seat | None = None  # the only one who may ask, if not both may


@dataclass
class Due:
    """A penalty that was asked for and is still to be paid."""

    what: Exacted
    of: Seat
    card: Card | None
    suit: Suit | None
    asker: Seat


@dataclass
class Slate:
    """What is written down of one deal besides the cards."""

    stray: Laid = field(default_factory=list)
    errors: list[Error] = field(default_factory=list)
    due: list[Due] = field(default_factory=list)
    paid: list[tuple[int, Seat, Due]] = field(default_factory=list)
    early: set[tuple[int, Seat]] = field(default_factory=set)
    astray: set[tuple[int, Seat]] = field(default_factory=set)
    shown: list[tuple[Seat, Card]] = field(default_factory=list)


class Umpire(Referee):
    """``whist``: the dummies are those of dummy whist. Without ``penalties`` nothing is out of turn, and
    without ``lawful`` every card follows suit."""

    def __init__(
        self,
        hands: Mapping[Seat, frozenset[Card]],
        leader: Seat,
        trumps: Suit | None,
        dummies: Mapping[Seat, Seat],
        *,
        before_next_lead: bool,
        trick_lost: bool,
        lawful: bool,
        penalties: bool,
        whist: bool,
        goes_back: bool,
        shown_before: bool,
    ) -> None:
        super().__init__(
            hands, leader, trumps, dummies, before_next_lead=before_next_lead, trick_lost=trick_lost
        )
        self.lawful, self.penalties, self.whist = lawful, penalties, whist
        self.goes_back, self.shown_before = goes_back, shown_before
        self.slate = Slate()

    # Whose turn it is

    @property
    def number(self) -> int:
        """The trick to which the next card is played, from one."""
        return len(self.piles)

    @property
    def laid(self) -> Laid:
        return self.piles[-1].laid

    def due_hand(self) -> Seat:
        hand = self.next_hand()
        assert hand is not None
        return hand  # type: ignore[no-any-return]

    def player(self, hand: Seat) -> Seat:
        return self.dummies.get(hand, hand)

    def is_open(self, hand: Seat) -> bool:
        """To who plays it. A dummy of dummy whist is laid open at once, and another after the first lead."""
        return hand not in self.dummies or self.whist or bool(self.piles[0].laid)

    def exempt(self, hand: Seat) -> bool:
        return hand in self.dummies or hand in self.dummies.values()

    @staticmethod
    def suited(cards: set[Card], laid: Laid) -> set[Card]:
        return {card for card in cards if laid and card.suit is laid[0][1].suit} or cards

    def following(self) -> set[Card]:
        return self.suited(self.holds(self.due_hand()), self.laid)

    def best(self, laid: Laid) -> Seat:
        trumps = [one for one in laid if one[1].suit is self.trumps]
        led = [one for one in laid if one[1].suit is laid[0][1].suit]
        return max(trumps or led, key=lambda one: one[1].rank)[0]

    def may_take_back(self, who: Seat) -> bool:
        """The last card, until the next hand has played (R20, E1), and not if it has laid a dummy open."""
        cards = [one for pile in self.piles for one in pile.laid]
        if not self.goes_back or self.over or not cards or self.answered:
            return False
        if self.player(cards[-1][0]) is not who or (len(cards) == 1 and not self.shown_before):
            return False
        return bool(self.laid) or not self.quitted(len(self.piles) - 2)

    # What is open

    def paying(self, one: Due) -> set[Card] | None:
        """The cards that pay a penalty at this turn; None if it is not for this turn."""
        hand, cards = self.due_hand(), self.following()
        if one.what is SUIT:
            if self.laid or hand.side is not one.of.side:
                return None
            return {card for card in cards if card.suit is one.suit}
        if one.of is not hand:
            return None
        if one.what is CARD:
            return cards & {one.card} if one.card is not None else set()
        if one.what in (HIGHEST, LOWEST):
            of_led = [card for card in cards if self.laid and card.suit is self.laid[0][1].suit]
            pick = max if one.what is HIGHEST else min
            return {pick(of_led, key=lambda card: card.rank)} if of_led else set()
        winning = {card for card in cards if self.best([*self.laid, (hand, card)]) is hand}
        return winning if one.what is WIN else cards - winning

    def open_cards(self) -> set[Card]:
        """The demand made first binds, and a later one as far as it still can; a hand with no card that pays
        plays as ever."""
        bound: set[Card] = set()
        for one in self.slate.due:
            cards = self.paying(one) or set()
            bound = (cards & bound or bound) if bound else cards
        if bound:
            return bound
        hand = self.due_hand()
        return self.holds(hand) if self.lawful and hand not in self.dummies else self.following()

    def may_play(self, player: Seat, card: Card) -> bool:
        hand = self.next_hand()
        if hand is None or self.over or self.player(hand) is not player:
            return False
        return card in self.open_cards()

    def astray_from(self, who: Seat, card: Card) -> Seat | None:
        """The hand from which it would be played out of turn; None if it is in turn or not to be had."""
        if not self.penalties or self.over or self.slate.stray or who in self.dummies:
            return None
        due = self.due_hand()
        if self.player(due) is who and card in self.holds(due):
            return None
        for hand in Seat:
            if self.player(hand) is who and self.is_open(hand) and card in self.holds(hand):
                return hand if not self.laid or not self.exempt(hand) else None
        return None

    def may_follow(self, who: Seat, card: Card) -> bool:
        if not self.penalties or self.over or not self.slate.stray or who in self.dummies:
            return False
        hand = self.slate.stray[-1][0].left
        held = self.holds(hand)
        free = self.lawful and hand not in self.dummies
        return self.player(hand) is who and card in (held if free else self.suited(held, self.slate.stray))

    def against(self, by: Seat) -> list[Error]:
        return [one for one in self.slate.errors if one.by.side is not by.side and one.penalties]

    def may_demand(self, by: Seat, what: Exacted, card: Card | None, suit: Suit | None) -> bool:
        """Whether the table hears a demand, right or wrong."""
        if not self.penalties or self.over or by in self.dummies:
            return False
        due = self.slate.due
        if any((d.what, d.card, d.suit, d.asker.side) == (what, card, suit, by.side) for d in due):
            return False
        if not self.against(by):
            return False
        meant = self.meant(by, what, card)
        if meant is None:
            return True
        of = meant.by.partner if what in (WIN, LOSE) else meant.by
        for one in due:
            if one.of is of and SUIT not in (one.what, what):
                return False
            if one.what is what is SUIT and one.of.side is of.side:
                return False
        return True

    def meant(self, by: Seat, what: Exacted, card: Card | None) -> Error | None:
        fitting = [one for one in self.against(by) if what in one.penalties and one.asker in (None, by)]
        fitting = [one for one in fitting if what is not CARD or one.card is card]
        return fitting[-1] if fitting else None

    def exposed(self, seat: Seat) -> set[Card]:
        lying = {one.card for one in self.slate.errors if one.by is seat and CARD in one.penalties}
        return lying | {one.card for one in self.slate.due if one.of is seat and one.card is not None}

    @between_acts
    def established(self, number: int, seat: Seat) -> bool:
        """Also once the side has played out of turn to a later trick (laws 1.5.3)."""
        if self.piles[number].whole and any(
            late > number + 1 and by.side is seat.side for late, by in self.slate.astray
        ):
            return True
        return super().established(number, seat)  # type: ignore[no-any-return]

    # What happens

    def play(self, card: Card) -> None:
        hand, leads, trick, slate = self.due_hand(), not self.laid, self.number, self.slate
        slate.stray = []
        paid = [one for one in slate.due if self.paying(one) is not None]
        slate.due = [one for one in slate.due if one not in paid]
        slate.paid += [(trick, hand, one) for one in paid]
        super().play(card)
        for one in paid:
            if one.what is CARD and one.card in self.holds(hand):
                assert one.card is not None
                slate.errors.append(Error(trick, hand, one.card, {CARD}))
        for error in slate.errors:
            error.penalties -= {HIGHEST, LOWEST}
            if leads and error.by.side is hand.side:
                error.penalties.discard(SUIT)
            if error.by is hand.partner:
                error.penalties -= {WIN, LOSE}
        self.settled(card)

    def settled(self, card: Card) -> None:
        """A card that was played can no longer be called."""
        self.slate.due = [one for one in self.slate.due if one.card is not card]
        for error in self.slate.errors:
            if error.card is card:
                error.penalties.discard(CARD)

    def err(self, hand: Seat, card: Card) -> None:
        trick, slate = self.number, self.slate
        if not self.laid:
            slate.stray = [(hand, card)]
            penalties = {CARD, SUIT} if not self.exempt(hand) else {SUIT} if self.whist else set()
            if len(self.piles) > 1:
                self.piles[-2].led_after = True  # a lead quits the trick before it
        else:
            penalties = {CARD}
            if len(self.laid) == 1 and hand is self.laid[0][0].right:
                penalties |= {WIN, LOSE}
                if (trick, hand.right) in slate.early:
                    penalties = set()
            slate.early.add((trick, hand))
        if card in self.exposed(hand):
            penalties.discard(CARD)
        slate.errors.append(Error(trick, hand, card, penalties))
        slate.astray.add((trick, hand))
        slate.shown.append((hand, card))

    def follow(self, card: Card) -> None:
        slate = self.slate
        hand, trick = slate.stray[-1][0].left, self.number
        slate.stray.append((hand, card))
        slate.astray.add((trick, hand))
        slate.shown.append((hand, card))
        leader = slate.stray[0][0]
        if len(slate.stray) < 4 and not self.exempt(leader):
            return
        cards, slate.stray = slate.stray, []
        slate.errors = [one for one in slate.errors if (one.trick, one.by) != (trick, leader)]
        self.piles[-1].laid = list(cards)
        if self.piles[-1].whole:
            self.piles.append(Pile())
        for _, one_card in cards:
            self.settled(one_card)
        for error in slate.errors:
            error.penalties -= {HIGHEST, LOWEST}
            if error.by.side is leader.side:
                error.penalties.discard(SUIT)

    def correct(self, seat: Seat, card: Card) -> None:
        number, slate = self.open_renounce(seat), self.slate
        assert number is not None
        played = [(late + 1, by, one) for late, pile in enumerate(self.piles) for by, one in pile.laid]
        place = next(n for n, (late, by, _) in enumerate(played) if (late, by) == (number + 1, seat))
        back, wrong = played[place:], played[place][2]
        whole = {by for by, _ in self.piles[number].laid}
        super().correct(seat, card)
        if not self.penalties:
            return
        lead = slate.stray[0][1] if slate.stray else None
        slate.stray = []
        slate.shown += [(by, one) for _, by, one in back]
        gone = {(late, by) for late, by, _ in back}
        slate.due += [due for late, by, due in slate.paid if (late, by) in gone - {(number + 1, seat)}]
        slate.paid = [one for one in slate.paid if one[:2] not in gone]
        slate.errors = [one for one in slate.errors if one.card is not lead]
        for error in slate.errors:
            error.penalties -= {HIGHEST, LOWEST}
        self.settled(card)
        if not self.exempt(seat):
            slate.errors.append(Error(number + 1, seat, wrong, {CARD, HIGHEST, LOWEST}))
        elif whole >= set(seat.side.other.seats):
            slate.errors.append(Error(number + 1, seat, wrong, {HIGHEST, LOWEST}, seat.left))

    def claim(self, number: int, seat: Seat) -> bool:
        self.slate.stray = []
        for error in self.slate.errors:
            error.penalties -= {HIGHEST, LOWEST}
        return super().claim(number, seat)

    def demand(self, by: Seat, what: Exacted, card: Card | None, suit: Suit | None) -> None:
        slate = self.slate
        slate.stray = []
        meant = self.meant(by, what, card)
        if meant is None:  # D6: whatever lies open is lost
            lost = self.against(by)
            slate.errors = [one for one in slate.errors if one not in lost]
            return
        slate.errors = [one for one in slate.errors if one != meant]  # a card lies exposed but once
        of = meant.by.partner if what in (WIN, LOSE) else meant.by
        slate.due.append(Due(what, of, card, suit, by))
        if what in (HIGHEST, LOWEST):  # the card of the correction goes back
            self.note_settled()
            pile = self.piles[meant.trick - 1]
            at = [seat for seat, _ in pile.laid].index(meant.by)
            slate.shown.append(pile.laid[at])
            del pile.laid[at:]
            del self.piles[meant.trick :]
            self.forget(pile, {meant.by})
            pile.gathered = pile.led_after = False
            pile.leads_on = None

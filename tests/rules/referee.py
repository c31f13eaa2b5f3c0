"""A naive referee of revokes, written from docs/laws.md 1.5, 4.2, ambiguities 5, 6 and 37 and appendix E1.

It shares nothing with the engine but cards, seats and sides. It keeps what lies on the table as plain lists,
and works everything out again after each act.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from rules.cards import Card, Suit
from rules.seats import Seat, Side


@dataclass
class Pile:
    """The cards of one trick, in the order in which they were laid."""

    laid: list[tuple[Seat, Card]] = field(default_factory=list)
    gathered: bool = False  # by hand, by time or by a claim
    led_after: bool = False  # a lead out of turn has quitted it
    asked: set[Seat] = field(default_factory=set)
    said_none: set[Seat] = field(default_factory=set)
    taken_by: Seat | None = None  # for a revoke
    leads_on: Seat | None = None  # who has led after it, whoever has it now
    # Hands whose card had settled something before another card went back (E1):
    caught: set[Seat] = field(default_factory=set)  # past correcting
    led_past: set[Seat] = field(default_factory=set)
    silent: set[Seat] = field(default_factory=set)  # past asking

    @property
    def whole(self) -> bool:
        return len(self.laid) == 4

    def suit(self) -> Suit:
        return self.laid[0][1].suit

    def card_of(self, seat: Seat) -> Card | None:
        return dict(self.laid).get(seat)

    def threw_off(self, seat: Seat) -> bool:
        card = self.card_of(seat)
        return card is not None and card.suit is not self.suit()


def between_acts(find: Callable[..., Any]) -> Callable[..., Any]:
    """What it finds is kept until the next act. While an act is carried out nothing is kept."""

    @wraps(find)
    def kept(self: Referee, *asked: Any) -> Any:
        if self.found is None:
            return find(self, *asked)
        key = (find.__qualname__, *asked)
        if key not in self.found:
            self.found[key] = find(self, *asked)
        return self.found[key]

    return kept


class Referee:
    """One deal in play. ``before_next_lead`` and ``trick_lost`` are the rules of [003]."""

    def __init__(
        self,
        hands: Mapping[Seat, frozenset[Card]],
        leader: Seat,
        trumps: Suit | None,
        dummies: Mapping[Seat, Seat],
        *,
        before_next_lead: bool,
        trick_lost: bool,
    ) -> None:
        self.hands, self.leader, self.trumps, self.dummies = hands, leader, trumps, dummies
        self.before_next_lead, self.trick_lost = before_next_lead, trick_lost
        self.piles = [Pile()]
        self.claims: list[tuple[int, Seat, bool]] = []
        self.over_by_grant = False
        self.answered = False  # whether the last card may go back: the next hand has played, or it is refused
        self.found: dict[object, Any] | None = {}

    def does(self, act: Callable[[], object]) -> None:
        """Carries out an act, which changes all that was found before it."""
        self.found = None
        act()
        self.found = {}

    # What lies where

    def holds(self, seat: Seat, *, before: int | None = None) -> set[Card]:
        """What a hand holds now, or held before its card to a pile."""
        piles = self.piles if before is None else self.piles[:before]
        return set(self.hands[seat]) - {card for pile in piles for by, card in pile.laid if by is seat}

    def winner(self, pile: Pile) -> Seat:
        if pile.taken_by is not None:
            return pile.taken_by
        led = pile.suit()
        trumps = [one for one in pile.laid if one[1].suit is self.trumps]
        return max(trumps or [one for one in pile.laid if one[1].suit is led], key=lambda one: one[1].rank)[0]

    def began(self, number: int) -> bool:
        return number < len(self.piles) and bool(self.piles[number].laid)

    @between_acts
    def next_hand(self) -> Seat | None:
        """The hand from which the next card comes."""
        pile = self.piles[-1]
        if pile.laid:
            return pile.laid[-1][0].left
        if len(self.piles) == 1:
            return self.leader
        leads = self.piles[-2].leads_on or self.winner(self.piles[-2])
        return leads if self.holds(leads) else None

    @property
    def over(self) -> bool:
        return self.over_by_grant or self.next_hand() is None

    def tricks(self, side: Side) -> int:
        return sum(self.winner(pile).side is side for pile in self.piles if pile.whole)

    # Playing

    def may_play(self, player: Seat, card: Card) -> bool:
        """Every card of one's own hand; a dummy's must follow suit."""
        hand = self.next_hand()
        if hand is None or self.over or self.dummies.get(hand, hand) is not player:
            return False
        held = self.holds(hand)
        if card not in held:
            return False
        pile = self.piles[-1]
        if hand in self.dummies and pile.laid and any(one.suit is pile.suit() for one in held):
            return card.suit is pile.suit()
        return True

    def play(self, card: Card) -> None:
        hand = self.next_hand()
        assert hand is not None
        self.answered = False
        self.piles[-1].laid.append((hand, card))
        if self.piles[-1].whole:
            self.piles.append(Pile())

    def note_settled(self) -> None:
        """Before a card goes back: what is settled of the renounces that stay is settled for good (E1)."""
        for number, pile in enumerate(self.piles):
            for seat in [by for by, _ in pile.laid if pile.threw_off(by)]:
                if self.established(number, seat):
                    pile.caught.add(seat)
                if self.began(number + 1):
                    pile.led_past.add(seat)
                if self.quitted(number):
                    pile.silent.add(seat)

    @staticmethod
    def forget(pile: Pile, gone: set[Seat]) -> None:
        """A renounce that goes back itself is undone with all that was settled of it."""
        pile.caught -= gone
        pile.led_past -= gone
        pile.silent -= gone

    def take_back(self) -> None:
        """The card that was played last goes back to its hand, and nothing else happens."""
        self.note_settled()
        self.answered = True
        if not self.piles[-1].laid:
            self.piles.pop()
        elif len(self.piles[-1].laid) == 1 and len(self.piles) > 1:
            self.piles[-2].leads_on = self.piles[-1].laid[0][0]
            if not self.piles[-2].gathered:
                self.piles[-2].led_after = True  # it stays quitted
        pile = self.piles[-1]
        hand, _ = pile.laid.pop()
        pile.asked.discard(hand)
        pile.said_none.discard(hand)
        self.forget(pile, {hand})

    def keep(self) -> None:
        """The card that was played last does not go back."""
        self.answered = True

    # Turned and quitted

    def quitted(self, number: int) -> bool:
        return self.piles[number].whole and (
            self.piles[number].gathered or self.piles[number].led_after or self.began(number + 1) or self.over
        )

    def may_gather(self, by: Seat | None) -> bool:
        last = len(self.piles) - 2
        if last < 0 or self.piles[-1].laid or self.quitted(last):
            return False
        return by is None or by.side is self.winner(self.piles[last]).side

    def gather(self) -> None:
        self.piles[-2].gathered = True

    # Asking and correcting

    def on_the_table(self) -> int | None:
        """The pile that lies on the table: the one being played, or a whole one not yet quitted."""
        if self.over:
            return None
        if self.piles[-1].laid:
            return len(self.piles) - 1
        last = len(self.piles) - 2
        return last if last >= 0 and not self.quitted(last) else None

    def may_ask(self, by: Seat) -> bool:
        number, of = self.on_the_table(), by.partner
        if number is None or of in self.dummies:
            return False
        pile = self.piles[number]
        return pile.threw_off(of) and of not in pile.asked and of not in pile.silent

    def ask(self, by: Seat) -> None:
        number = self.on_the_table()
        assert number is not None
        self.piles[number].asked.add(by.partner)

    @between_acts
    def established(self, number: int, seat: Seat) -> bool:
        """Law 1.5.3, with the question of 1.5.2."""
        pile = self.piles[number]
        if seat in pile.caught:
            return True
        if not pile.whole:
            return False
        if self.over or any((which, who) == (number, seat) for which, who, _ in self.claims):
            return True
        if any(found and which >= number for which, _, found in self.claims):
            return True  # D1: nothing that was claimed and found is undone
        side_played_on = self.began(number + 1) and any(
            by.side is seat.side for by, _ in self.piles[number + 1].laid
        )
        kept_open = seat in pile.asked and seat not in pile.said_none
        return side_played_on or (pile.gathered and not kept_open)

    @between_acts
    def open_renounce(self, seat: Seat) -> int | None:
        """The pile to which this hand threw off and may still change its card."""
        if self.over or seat in self.dummies:
            return None
        for number in reversed(range(len(self.piles))):
            pile = self.piles[number]
            correctable = pile.threw_off(seat) and not self.established(number, seat)
            if correctable and not self.frees_partner(number, seat):
                return number
        return None

    def frees_partner(self, number: int, seat: Seat) -> bool:
        """Whether by its own correction a side would take back its other renounce, which is established."""
        pile, partner = self.piles[number], seat.partner
        order = [by for by, _ in pile.laid]
        if any((which, who) == (number, partner) for which, who, _ in self.claims):
            return False
        return (
            pile.threw_off(partner)
            and order.index(partner) > order.index(seat)
            and self.established(number, partner)
        )

    def may_say_none(self, seat: Seat) -> bool:
        number = self.open_renounce(seat)
        if number is None:
            return False
        return seat in self.piles[number].asked and seat not in self.piles[number].said_none

    def say_none(self, seat: Seat) -> None:
        number = self.open_renounce(seat)
        assert number is not None
        self.piles[number].said_none.add(seat)

    def may_correct(self, seat: Seat, card: Card) -> bool:
        number = self.open_renounce(seat)
        return number is not None and card in self.holds(seat) and card.suit is self.piles[number].suit()

    def correct(self, seat: Seat, card: Card) -> None:
        """The card is changed; whoever played after it takes their card back and plays again."""
        number = self.open_renounce(seat)
        assert number is not None
        self.note_settled()
        self.answered = False
        pile = self.piles[number]
        place = [by for by, _ in pile.laid].index(seat)
        again = {by for by, _ in pile.laid[place:]}
        pile.laid = [*pile.laid[:place], (seat, card)]
        pile.gathered = pile.led_after = False
        pile.leads_on = None
        back = {(number, by) for by in again}
        back |= {(number + 1, by) for late in self.piles[number + 1 :] for by, _ in late.laid}
        self.claims = [one for one in self.claims if one[:2] not in back]
        pile.asked -= again
        pile.said_none -= again
        self.forget(pile, again)
        del self.piles[number + 1 :]
        if pile.whole:
            self.piles.append(Pile())

    # Claiming

    def may_claim(self, by: Seat, number: int, seat: Seat) -> bool:
        if not 0 <= number < len(self.piles) or not self.piles[number].whole:
            return False
        if by.side is seat.side or seat in self.dummies or not self.piles[number].threw_off(seat):
            return False
        if by in self.dummies and not self.over:
            return False
        if any((which, who) == (number, seat) for which, who, _ in self.claims):
            return False
        if self.before_next_lead:  # D2: from the gathering of the trick on
            led = self.began(number + 1) or seat in self.piles[number].led_past
            return not led and number == len(self.piles) - 2 and self.quitted(number)
        return self.established(number, seat)  # type: ignore[no-any-return]

    def revoked(self, number: int, seat: Seat) -> bool:
        pile = self.piles[number]
        could = any(card.suit is pile.suit() for card in self.holds(seat, before=number))
        return pile.threw_off(seat) and could and seat not in self.dummies

    def claim(self, number: int, seat: Seat) -> bool:
        right, pile = self.revoked(number, seat), self.piles[number]
        by_both = any(n == number and who.side is not seat.side and found for n, who, found in self.claims)
        if right and self.trick_lost and not by_both and self.winner(pile).side is seat.side:
            lawful = [one for one in pile.laid if one[0].side is not seat.side]
            lawful = [one for one in lawful if not self.revoked(number, one[0])] or lawful
            led = pile.suit()
            pile.taken_by = max(
                lawful,
                key=lambda one: (one[1].suit is self.trumps) * 200 + (one[1].suit is led) * 100 + one[1].rank,
            )[0]
        pile.gathered = True
        self.claims.append((number, seat, right))
        return right

"""Whether a claim of the remaining tricks, or of some of them, must be granted: a proof from one seat's view,
or a refusal.

A proof for all tricks is a *line*: cards for the hands that the claimer plays, trick by trick, fixed
beforehand, which wins every trick whatever the others hold and do. The search is over the claimer's cards
only; the others are bounded from above by these rules, each of which holds for every lie of the cards and
every play:

* **Groups.** The cards that the claimer does not play are divided into groups: each hand that the viewer
  knows, and all the cards whose place the viewer does not know. When a suit is led to a trick and a hand of
  the group holds it, that hand must follow, so at least one card of the suit leaves the group.
* **Bounds.** For each group and suit the search keeps cards that bound those really left there: at least as
  many, and the highest no higher than the bound's highest, the second than the second, and so on. Taking the
  lowest of the suit out of the bound in each round of it keeps this true: the group either has none left
  (any bound holds), or loses at least one, and losing any one of them leaves the rest under the bound
  less its lowest. Cards thrown on other suits are never taken out of the bound.
* **Winning.** A trump of the claimer's wins the trick if it is above every trump of the bounds; a card of the
  suit led, if it is above every card of that suit there and no bound holds a trump. A void is never relied
  upon, nor that anybody must follow instead of ruffing.

The claimer's partner, if not dummy, is taken to play as badly as possible, so a trick won by the partner
breaks the proof: the lead would pass to a hand that the claimer does not play. Only in the last trick is it
harmless.

A proof for some of them is a *tree*, since what the claimer plays depends on what has happened. A trick that
is not surely won is tried both as won and as lost. Once it is lost, the others may lead any suit that they
may hold, and go on leading until the claimer wins a trick. A trick won by the claimer's partner counts as
lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules.cards import PACK, Card, Suit
from rules.seats import Seat
from rules.tricks import winner
from rules.view import PublicDeal, SeatView

STEPS: Final = 2500
"""Tricks that a search may try (some tens of milliseconds) before the claim is refused as unproved."""

Line = tuple[tuple[Card, ...], ...]
"""The claimer's cards, trick by trick: where the claimer leads, the card led and then any card of their other
hand; for the trick in progress, the cards of their hands yet to play, in turn."""

OF_SUIT: Final = {suit: 0x1FFF << (13 * suit.index) for suit in Suit}


def surely_wins_all(view: SeatView) -> bool:
    """Whether the claimer wins every trick that is left, wherever the cards that the viewer does not know lie
    and however the others play. It may miss that, but is never wrong."""
    return bool(winning_lines(view))


def winning_lines(view: SeatView) -> Mapping[Suit, Line]:
    """The proof that the claimer wins all: a line for each suit that others may lead to the trick in
    progress, or for the one that has been led, or for the one that the claimer would lead. Empty without a
    proof."""
    if view.deal is None or view.deal.claim is None or view.deal.settled is None or view.deal.trick is None:
        return {}
    return Proof(view, view.deal).lines()


class Group(NamedTuple):
    """Cards that the claimer does not play, and the seats that hold them."""

    cards: int
    seats: tuple[Seat, ...]


class State(NamedTuple):
    """Between two tricks: the hand on lead, the claimer's other hand if any, and the bounds."""

    lead: int
    other: int
    bounds: tuple[int, ...]


class OutOfSteps(Exception):
    """The search has used up its steps."""


class Proof:
    """One search for a line that wins all."""

    def __init__(self, view: SeatView, deal: PublicDeal, steps: int = STEPS) -> None:
        assert deal.settled is not None and deal.trick is not None and deal.claim is not None
        claimer = deal.claim.seat
        self.trick, self.claimer = deal.trick, claimer
        self.trump_suit = deal.settled.trumps
        self.trumps = OF_SUIT[self.trump_suit] if self.trump_suit is not None else 0
        self.mine: dict[Seat, int] = {}
        self.groups: list[Group] = []
        elsewhere: list[Seat] = []
        for seat in deal.dealer.partner.onwards():  # a turned table is searched in a turned order
            known = deal.faced_hand(seat)
            if seat is view.viewer and view.own is not None:
                cards = view.own.left.bits
            elif known is not None:
                cards = known.left.bits
            else:
                elsewhere.append(seat)
                continue
            if deal.settled.player_of(seat) is claimer:
                self.mine[seat] = cards
            else:
                self.groups.append(Group(cards, (seat,)))
        hidden = view.unseen().bits
        if deal.turned is not None and deal.turned_with in elsewhere:
            hidden |= deal.turned.bit
        self.groups.append(Group(hidden, tuple(elsewhere)))
        self.proved = claimer in self.mine and not any(
            deal.settled.player_of(seat) is claimer for seat in elsewhere
        )
        self._steps = steps
        self._hopeless: set[State] = set()

    def lines(self) -> Mapping[Suit, Line]:
        if not self.proved:
            return {}
        try:
            return self._finish_trick()
        except OutOfSteps:
            return {}

    def _finish_trick(self) -> Mapping[Suit, Line]:
        """Begins with the trick in progress."""
        leader = self.trick.leader
        bounds = tuple(group.cards for group in self.groups)
        if not self.trick.cards and leader in self.mine:
            other = next((cards for seat, cards in self.mine.items() if seat is not leader), 0)
            line = self._winning_line(State(self.mine[leader], other, bounds))
            return {line[0][0].suit: line} if line is not None and line else {}
        if self.trick.led is not None:
            led = [self.trick.led]
        else:
            at_leader = next(group.cards for group in self.groups if leader in group.seats)
            led = [suit for suit in Suit if at_leader & OF_SUIT[suit]]
        lines = {}
        for suit in led:
            line = self._line_after_lead(suit, bounds)
            if line is None:
                return {}
            lines[suit] = line
        return lines

    def _line_after_lead(self, led: Suit, bounds: tuple[int, ...]) -> Line | None:
        """A line from the trick in progress on, in which another leads this suit or has led it."""
        played = self.trick.by_player()
        gone = {seat for seat, _ in played}
        due = [seat for seat in self.trick.leader.onwards() if seat not in gone]
        still = [any(seat in due for seat in group.seats) for group in self.groups]
        whole = [all(seat in due for seat in group.seats) for group in self.groups]
        threat = 0
        for group, bound, counts in zip(self.groups, bounds, still, strict=True):
            if counts and not (self._is_last_trick and self._friends(group)):
                threat |= bound
        after = tuple(
            self.less(bound, led) if all_due else bound for bound, all_due in zip(bounds, whole, strict=True)
        )
        best = winner(self.trick, self.trump_suit) if played else None
        on_table = dict(played)[best] if best is not None else None
        mine = [seat for seat in due if seat in self.mine]
        for cards in self.plays_to_lead(mine, led):
            by, top = best, on_table
            for seat, card in zip(mine, cards, strict=True):
                if top is None or self.beats(card, top, led):
                    by, top = seat, card
            ours = by in self.mine or (
                self._is_last_trick and by is not None and by.side is self.claimer.side
            )
            if by is None or top is None or not ours or not self.safe(top, led, threat):
                continue
            if self._is_last_trick:
                return (tuple(cards),)
            left = dict(self.mine)
            for seat, card in zip(mine, cards, strict=True):
                left[seat] &= ~card.bit
            other = next((hand for seat, hand in left.items() if seat is not by), 0)
            rest = self._winning_line(State(left[by], other, after))
            if rest is not None:
                return (tuple(cards), *rest)
        return None

    @property
    def _is_last_trick(self) -> bool:
        """Whether the trick in progress is the last."""
        in_it = {seat for seat, _ in self.trick.by_player()}
        return all(cards.bit_count() == (seat not in in_it) for seat, cards in self.mine.items())

    def _friends(self, group: Group) -> bool:
        return all(seat.side is self.claimer.side for seat in group.seats)

    def plays_to_lead(self, mine: list[Seat], led: Suit) -> list[list[Card]]:
        """Every way in which the claimer's hands may play to a trick that another has led."""
        ways: list[list[Card]] = [[]]
        for seat in mine:
            hand = self.mine[seat]
            legal = hand & OF_SUIT[led] or hand
            ways = [[*way, card] for way in ways for card in _bits_to_cards(legal)]
        return ways

    def _winning_line(self, state: State) -> Line | None:
        """A line that wins all remaining tricks from a lead by the claimer, or None."""
        if not state.lead:
            return ()
        if state in self._hopeless:
            return None
        for card in self.leads(state):
            lines = self._line_from_lead(state, card)
            if lines is not None:
                return lines
        self._hopeless.add(state)
        return None

    def leads(self, state: State) -> list[Card]:
        """The highest and the lowest of each suit, trumps first while others may hold any."""
        out = 0
        for bound in state.bounds:
            out |= bound
        suits = [suit for suit in Suit if state.lead & OF_SUIT[suit]]
        suits.sort(key=lambda suit: (suit is self.trump_suit) != bool(out & self.trumps))
        return [card for suit in suits for card in ends(state.lead & OF_SUIT[suit])]

    def _line_from_lead(self, state: State, card: Card) -> Line | None:
        """A line that begins with this lead, or None."""
        led = card.suit
        out = 0
        for bound, group in zip(state.bounds, self.groups, strict=True):
            if state.lead.bit_count() > 1 or not self._friends(group):
                out |= bound
        legal = state.other & OF_SUIT[led] or state.other
        after = tuple(self.less(bound, led) for bound in state.bounds)
        with_second: list[Card | None] = [None]
        if legal:
            with_second = [end for suit in Suit for end in ends(legal & OF_SUIT[suit])]
        for second in with_second:
            self.step()
            lead, other = state.lead & ~card.bit, state.other & ~(second.bit if second else 0)
            over = second is not None and self.beats(second, card, led)
            top = second if second is not None and over else card
            if not self.safe(top, led, out):
                continue
            rest = self._winning_line(State(other, lead, after) if over else State(lead, other, after))
            if rest is not None:
                return ((card,) if second is None else (card, second), *rest)
        return None

    def step(self) -> None:
        """Counts a trick that is tried. Raises OutOfSteps."""
        self._steps -= 1
        if self._steps < 0:
            raise OutOfSteps

    def safe(self, card: Card, led: Suit, threat: int) -> bool:
        """Whether nothing in ``threat`` beats this card, the best so far."""
        if card.bit & self.trumps:
            return threat & self.trumps < card.bit
        return card.suit is led and not threat & self.trumps and threat & OF_SUIT[led] < card.bit

    def beats(self, card: Card, best: Card, led: Suit) -> bool:
        if card.suit is best.suit:
            return card.index > best.index
        return card.suit is self.trump_suit

    def less(self, bound: int, led: Suit) -> int:
        """The bound once a round of this suit has been played."""
        of_suit = bound & OF_SUIT[led]
        return bound ^ (of_suit & -of_suit)


def _bits_to_cards(bits: int) -> list[Card]:
    return [card for card in PACK if bits & card.bit]


def ends(bits: int) -> list[Card]:
    """The highest and the lowest card of these, without repetition."""
    if not bits:
        return []
    top, bottom = PACK[bits.bit_length() - 1], PACK[(bits & -bits).bit_length() - 1]
    return [top] if top is bottom else [top, bottom]


STEPS_OF_SOME: Final = 800
"""Tricks that a search may try for a claim of some: it takes as long as one for all."""

Hands = tuple[int, ...]
"""What the hands that the claimer plays still hold: one, or two with a dummy."""


class _Ours(NamedTuple):
    """The best card of a trick, and which of the claimer's hands has played it."""

    card: Card
    place: int


def surely_wins(view: SeatView) -> bool:
    """Whether the claimer wins as many tricks as the open claim says, wherever the cards that the viewer does
    not know lie and however the others play. It may miss that, but is never wrong."""
    deal = view.deal
    if deal is None or deal.claim is None or deal.settled is None or deal.trick is None:
        return False
    return _Tree(view, deal).is_proved(deal.tricks_left - deal.claim.tricks)


class _Tree:
    """One search."""

    def __init__(self, view: SeatView, deal: PublicDeal) -> None:
        self._of = Proof(view, deal, STEPS_OF_SOME)
        self._seats = tuple(self._of.mine)
        self._vain: set[tuple[State, int]] = set()

    def is_proved(self, spare: int) -> bool:
        """Whether all remaining tricks but ``spare`` are won."""
        try:
            return self._of.proved and self._begins(spare)
        except OutOfSteps:
            return False

    def _begins(self, spare: int) -> bool:
        trick, groups = self._of.trick, self._of.groups
        bounds = tuple(group.cards for group in groups)
        if trick.led is not None:
            return self._goes_on_now(trick.led, bounds, spare)
        if trick.leader in self._seats:
            return self._leads(tuple(self._of.mine.values()), self._seats.index(trick.leader), bounds, spare)
        leader = next(group.cards for group in groups if trick.leader in group.seats)
        return all(self._goes_on_now(suit, bounds, spare) for suit in Suit if leader & OF_SUIT[suit])

    def _goes_on_now(self, led: Suit, bounds: tuple[int, ...], spare: int) -> bool:
        """Whether the claim holds from the trick in progress on, to which this suit is led by another."""
        trick, of = self._of.trick, self._of
        played = dict(trick.by_player())
        due = [seat for seat in trick.leader.onwards() if seat not in played]
        threat, after = 0, list[int]()
        for group, bound in zip(of.groups, bounds, strict=True):
            threat |= bound if any(seat in due for seat in group.seats) else 0
            after.append(of.less(bound, led) if all(seat in due for seat in group.seats) else bound)
        best = winner(trick, of.trump_suit) if played else None
        mine = [seat for seat in due if seat in of.mine]
        for cards in of.plays_to_lead(mine, led):
            top = played[best] if best is not None else None
            ours = _Ours(played[best], self._seats.index(best)) if best in self._seats and best else None
            left = list(of.mine.values())
            for seat, card in zip(mine, cards, strict=True):
                place = self._seats.index(seat)
                left[place] &= ~card.bit
                if top is None or of.beats(card, top, led):
                    top, ours = card, _Ours(card, place)
            if self._holds_after(tuple(left), ours, led, threat, tuple(after), spare):
                return True
        return False

    def _holds_after(
        self, left: Hands, ours: _Ours | None, led: Suit, threat: int, after: tuple[int, ...], spare: int
    ) -> bool:
        """Whether the claim holds after a trick of which ``ours`` is the best card, unless one of those in
        ``threat`` beats it; None if another's card is the best."""
        won = ours is not None and self._leads(left, ours.place, after, spare)
        if ours is not None and (not won or self._of.safe(ours.card, led, threat)):
            return won
        return spare > 0 and self._follows(left, after, spare - 1)

    def _leads(self, hands: Hands, place: int, bounds: tuple[int, ...], spare: int) -> bool:
        """Whether the claim holds when this one of the claimer's hands leads."""
        lead, other = hands[place], hands[1 - place] if len(hands) > 1 else 0
        state = State(lead, other, bounds)
        if lead.bit_count() <= spare:
            return True
        if (state, spare) in self._vain:
            return False
        out = _together(bounds)
        for card in self._of.leads(state):
            after = tuple(self._of.less(bound, card.suit) for bound in bounds)
            for second in _tries(other, card.suit):
                self._of.step()
                left = (lead & ~card.bit, other & ~second.bit) if second is not None else (lead & ~card.bit,)
                over = second is not None and self._of.beats(second, card, card.suit)
                ours = _Ours(second, 1) if over and second is not None else _Ours(card, 0)
                if self._holds_after(left, ours, card.suit, out, after, spare):
                    return True
        self._vain.add((state, spare))
        return False

    def _follows(self, hands: Hands, bounds: tuple[int, ...], spare: int) -> bool:
        """Whether the claim holds if others lead, whatever they lead."""
        if hands[0].bit_count() <= spare:
            return True
        out = _together(bounds)
        return all(
            self._holds_against(hands, bounds, suit, out, spare) for suit in Suit if out & OF_SUIT[suit]
        )

    def _holds_against(self, hands: Hands, bounds: tuple[int, ...], led: Suit, out: int, spare: int) -> bool:
        """Whether the claim holds when others lead this suit."""
        after = tuple(self._of.less(bound, led) for bound in bounds)
        ways: list[tuple[Card, ...]] = [()]
        for hand in hands:
            ways = [(*way, card) for way in ways for card in _tries(hand, led) if card is not None]
        for way in ways:
            self._of.step()
            ours: _Ours | None = None
            for place, card in enumerate(way):
                wins = card.suit is led or bool(card.bit & self._of.trumps)
                if wins and (ours is None or self._of.beats(card, ours.card, led)):
                    ours = _Ours(card, place)
            left = tuple(hand & ~card.bit for hand, card in zip(hands, way, strict=True))
            if self._holds_after(left, ours, led, out, after, spare):
                return True
        return False


def _together(bounds: tuple[int, ...]) -> int:
    out = 0
    for bound in bounds:
        out |= bound
    return out


def _tries(hand: int, led: Suit) -> list[Card | None]:
    """The cards worth trying from a hand to which this suit is led: the ends of each suit. None stands for a
    hand without cards."""
    legal = hand & OF_SUIT[led] or hand
    return [end for suit in Suit for end in ends(legal & OF_SUIT[suit])] or [None]


# How a robot answers a claim or a concession: from its own view and what has been laid open


def grants(view: SeatView) -> bool:
    """Whether the viewer agrees. A claim is granted if it is surely good. A partner who would give tricks up
    is trusted, unless the viewer's own trumps win more than that. Anybody may take back a card."""
    deal = view.deal
    if deal is None or deal.claim is None:
        return False
    if deal.claim.back is not None:
        return True
    if deal.claim.tricks == deal.tricks_left:
        return surely_wins_all(view)
    if view.viewer is deal.claim.seat.partner:
        return sure_trumps(view) <= deal.claim.tricks
    return surely_wins(view)


def sure_trumps(view: SeatView) -> int:
    """The tricks that the viewer wins whatever happens: with the highest of all trumps that are not yet
    gathered in."""
    deal, own = view.deal, view.own
    if deal is None or own is None or deal.settled is None or deal.settled.trumps is None:
        return 0
    others = view.unseen().bits
    for faced in deal.faced:
        others |= faced.left.bits if faced.seat is not view.viewer else 0
    for card in deal.trick.cards if deal.trick is not None else ():
        others |= card.bit
    others &= OF_SUIT[deal.settled.trumps]
    return sum(card.suit is deal.settled.trumps and card.bit > others for card in own.left)

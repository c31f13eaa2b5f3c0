"""Second worlds: deals that differ from a first only in cards that the person who looks must not know.

What everybody knows is worked out here from the events alone, by the laws: the looker's own cards, dummies
that lie open, a claimer's hand, every card played and every void shown, the card turned up and who holds it,
that whoever may ruff holds the ace, and that the honours of somebody who asked were too few. The code under
test is not used for this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Final

from rules.calls import Bid, Called, CallHonours, Content, Declare, Discard, Double, Play, TakeStock
from rules.cards import WHOLE_PACK, Card, Hand, Rank, Suit
from rules.seats import BySeat, Seat, by_seat
from rules.table.events import (
    CallMade,
    CardPlayed,
    CardsDealt,
    Claimed,
    Event,
    LeadFollowed,
    PlayedOutOfTurn,
    TakenBack,
)
from rules.table.table import Table
from rules.tricks import Trick
from tests.rules.deals import replayed
from tests.trials.stage.tables import Evening

SWAPS: Final = 80
TRIES: Final = 12
"""How many worlds are tried to find one that agrees with what was said of honours."""

WITHOUT_DEUCES: Final = ("cottons_whist",)
"""The games in whose pack, as everybody knows, there is no two (laws 12)."""

STOCK: Final = "stock"
OUT: Final = "put out"
Place = Seat | str
"""Where a hidden card can lie: in a hand, in the stock, or among those put out."""

# Who lies open.


def lying_open(
    dealer: Seat, events: Iterable[Event], of: str = "biritch", options: Mapping[str, str] | None = None
) -> frozenset[Seat]:
    """The hands that everybody sees after these events of a deal (laws 2.3, 3, 4.3, 4.4, 7.1; design,
    "Knowledge")."""
    happened = tuple(events)
    faced = {event.seat for event in happened if isinstance(event, Claimed)}
    calls = [event.called for event in happened if isinstance(event, CallMade)]
    led = any(isinstance(event, CardPlayed) for event in happened) or _stands(happened, dealer, of)
    return frozenset(faced | _dummies(of, options or {}, dealer, calls, led=led))


def _stands(happened: Sequence[Event], dealer: Seat, of: str) -> bool:
    """Whether the opening lead was out of turn and stands, since all have followed it (laws 1.6). At biritch
    the dealer's stands as soon as second hand has."""
    astray = [event for event in happened if isinstance(event, PlayedOutOfTurn | LeadFollowed)]
    enough = 2 if of == "biritch" and astray and astray[0].seat is dealer else 4
    return len(astray) >= enough and all(isinstance(one, LeadFollowed) for one in astray[1:enough])


def _dummies(
    of: str, options: Mapping[str, str], dealer: Seat, calls: list[Called], *, led: bool
) -> set[Seat]:
    match of:
        case "biritch":
            return {dealer.partner} if led else set()
        case "bridge":
            early = options.get("dummy_exposed") == "before_lead" and _content(calls)
            return {dealer.partner} if led or early else set()
        case "auction" | "plafond" | "contract" | "scaled_contract":
            return {_declarer(calls).partner} if led and options.get("dummy") != "false" else set()
        case "dummy_whist":
            return {Seat.NORTH}
        case "double_dummy":
            return {Seat.NORTH, Seat.EAST}
    return set()


def _content(calls: list[Called]) -> bool:
    """Whether both of the side that was last asked have said so."""
    last = max(
        (n for n, one in enumerate(calls) if isinstance(one.call, Declare | Double)), default=len(calls)
    )
    return sum(isinstance(one.call, Content) for one in calls[last:]) == 2


def _declarer(calls: list[Called]) -> Seat:
    """The player of the side of the last bid who first named its suit, or its kind of play without trumps;
    spades and royal spades are one suit (laws 7.1)."""
    bids = [(one.seat, one.call.strain) for one in calls if isinstance(one.call, Bid)]
    seat, final = bids[-1]
    kind = final.trumps or final
    return next(other for other, bid in bids if (bid.trumps or bid) is kind and other.side is seat.side)


def shown_voids(played: Sequence[CardPlayed]) -> set[tuple[Seat, Suit]]:
    """Who has failed to follow which suit (laws 1.1)."""
    voids = set()
    for start in range(0, len(played), 4):
        led = played[start].card.suit
        voids |= {(one.seat, led) for one in played[start : start + 4] if one.card.suit is not led}
    return voids


# What could be otherwise.


@dataclass(frozen=True)
class Hidden:
    """What the looker does not see of a deal, and what they can work out of it nevertheless."""

    events: tuple[Event, ...]  # from the dealing on
    known: frozenset[Seat]  # hands that the looker sees
    of: str = "biritch"
    options: Mapping[str, str] | None = None
    viewer: Seat | None = None
    tricks: tuple[Trick, ...] = ()  # where cards can be played out of turn

    @property
    def dealt(self) -> CardsDealt:
        first = self.events[0]
        assert isinstance(first, CardsDealt)
        return first

    @cached_property
    def played(self) -> list[CardPlayed]:
        """The cards on the table and in tricks, without those that went back."""
        played: list[CardPlayed] = []
        for event in self.events:
            if isinstance(event, CardPlayed):
                played.append(event)
            elif isinstance(event, TakenBack):
                played = played[: event.cards]
        return played

    @cached_property
    def voids(self) -> set[tuple[Seat, Suit]]:
        """Who has failed to follow which suit, with cards that went back too: each was refused unless the
        hand had none of the suit."""
        played: list[CardPlayed] = []
        voids = set()
        for event in self.events:
            if isinstance(event, CardPlayed):
                played.append(event)
                voids |= shown_voids(played)
            elif isinstance(event, TakenBack):
                played = played[: event.cards]
        return voids

    @cached_property
    def seen(self) -> list[CardPlayed | PlayedOutOfTurn | LeadFollowed]:
        """The cards that everybody has seen, and in which hand."""
        return [e for e in self.events if isinstance(e, CardPlayed | PlayedOutOfTurn | LeadFollowed)]

    @cached_property
    def calls(self) -> list[Called]:
        return [event.called for event in self.events if isinstance(event, CallMade)]

    @cached_property
    def stock(self) -> set[Card]:
        out = {card for card in WHOLE_PACK if card.rank is Rank.TWO} if self.of in WITHOUT_DEUCES else set()
        return set(WHOLE_PACK) - {card for hand in self.dealt.hands for card in hand} - out

    @cached_property
    def ruffer(self) -> Seat | None:
        """Who has taken the stock."""
        return next((one.seat for one in self.calls if isinstance(one.call, TakeStock)), None)

    @cached_property
    def put_out(self) -> set[Card]:
        return {card for one in self.calls if isinstance(one.call, Discard) for card in one.call.cards}

    def other(self, chance: Random, swaps: int = SWAPS) -> tuple[Event, ...] | None:
        """The same events with other cards where the looker sees none; None if no others are possible."""
        for _ in range(TRIES):
            found = self._thought_of(chance, swaps)
            if found != self.events and self._honours_agree(found):
                return found
        return None

    def _thought_of(self, chance: Random, swaps: int) -> tuple[Event, ...]:
        piles = self._piles()
        self._exchange(piles, chance, swaps)
        gone = {seat: [one.card for one in self.seen if one.seat is seat] for seat in Seat}
        hands = {
            seat: Hand.of([*piles[seat], *gone[seat]]) if seat in piles else self._began_with(seat)
            for seat in Seat
        }
        out = Hand.of(piles[OUT]) if OUT in piles else Hand.of(self.put_out)
        ruffer = self.ruffer
        if ruffer is not None:
            taken = hands[ruffer] | out
            hands[ruffer] = (
                self._dealt_of(taken, chance) if ruffer is not self.viewer else self.dealt.hands.of(ruffer)
            )
        dealt = replace(self.dealt, hands=by_seat(lambda seat: hands[seat]))
        return (dealt, *(self._said(event, out) for event in self.events[1:]))

    def _began_with(self, seat: Seat) -> Hand:
        """A hand as play began."""
        if seat is not self.ruffer:
            return self.dealt.hands.of(seat)
        return (self.dealt.hands.of(seat) | Hand.of(self.stock)) - Hand.of(self.put_out)

    def _dealt_of(self, taken: Hand, chance: Random) -> Hand:
        """Of the sixteen cards of the player who took the stock, twelve that could have been dealt to them:
        without the one turned up, and with the ace by which they ruffed."""
        turned, ace = self.dealt.turned, self._ace
        free = [card for card in taken if card is not turned and card is not ace]
        chosen = chance.sample(free, len(self.stock) - 1)
        return taken - Hand.of([*chosen, turned] if turned is not None else chosen)

    @cached_property
    def _ace(self) -> Card | None:
        """The ace of trumps, where it tells whose the ruff is: in the ruffer's hand, or in the stock where
        nobody ruffs (laws 5, ambiguities 43 and 44)."""
        turned, by_ace = self.dealt.turned, (self.options or {}).get("ruff_right") != "dealer"
        if turned is None or not self.stock or not by_ace or turned.rank is Rank.ACE:
            return None
        return Card(Rank.ACE, turned.suit)

    def _piles(self) -> dict[Place, list[Card]]:
        """The cards that the looker does not see, where they lie now."""
        gone = {one.card for one in self.seen}
        piles: dict[Place, list[Card]] = {
            seat: [card for card in self._began_with(seat) if card not in gone]
            for seat in Seat
            if seat not in self.known
        }
        if self.ruffer is None and self.stock:
            piles[STOCK] = sorted(self.stock, key=str)
        if self.put_out and self.ruffer is not self.viewer:
            piles[OUT] = sorted(self.put_out, key=str)
        return piles

    def _exchange(self, piles: dict[Place, list[Card]], chance: Random, swaps: int) -> None:
        lawful = (self.options or {}).get("revoke_mode") == "lawful"  # then a renounce shows no void
        voids = set() if lawful else self.voids
        if self.tricks and not lawful:
            each = [(trick.led, by, card) for trick in self.tricks for by, card in trick.by_player()]
            voids = {(by, led) for led, by, card in each if led is not None and card.suit is not led}
        places = [place for place, cards in piles.items() if cards]
        if len(places) < 2:
            return
        for _ in range(swaps):
            one, other = chance.sample(places, 2)
            here, there = chance.randrange(len(piles[one])), chance.randrange(len(piles[other]))
            ours, theirs = piles[one][here], piles[other][there]
            if (one, theirs.suit) in voids or (other, ours.suit) in voids:
                continue
            if self._stays(ours, one, other) or self._stays(theirs, other, one):
                continue
            piles[one][here], piles[other][there] = theirs, ours

    def _stays(self, card: Card, here: Place, there: Place) -> bool:
        """Whether everybody knows that this card lies here, or with the player who ruffed, and not there."""
        if card is not self._ace and (card is not self.dealt.turned or self._cut_for_trumps):
            return False
        return not {here, there} <= {self.ruffer, OUT}

    @property
    def _cut_for_trumps(self) -> bool:
        """A card that was shown and put back into the pack may lie anywhere (laws 4.1)."""
        return (self.options or {}).get("trump") == "blind"

    # Honours (laws 4.2)

    def _honours_agree(self, events: tuple[Event, ...]) -> bool:
        """Whether each player who asked for honours held as many as needed, and with their partner too
        few."""
        there = replace(self, events=events)
        for one in self.calls:
            if isinstance(one.call, CallHonours):
                held, partners = there._honours_of(one.seat), there._honours_of(one.seat.partner)
                if held < _least(self.of) or held + partners >= 3:
                    return False
        return True

    def _honours_of(self, seat: Seat) -> int:
        trumps = self.dealt.turned.suit if self.dealt.turned is not None else None
        return sum(card.suit is trumps and card.rank >= Rank.KNAVE for card in self._began_with(seat))

    @staticmethod
    def _said(event: Event, out: Hand) -> Event:
        if isinstance(event, CallMade) and isinstance(event.called.call, Discard):
            return CallMade(Called(event.called.seat, Discard(out)))
        return event


def _least(of: str) -> int:
    """How many honours a player who asks must hold: two, at [001]'s short whist any number (laws 4.2)."""
    return 0 if of == "whist_short_001" else 2


def other_hands(
    hands: BySeat[Hand],
    events: Iterable[Event],
    known: Iterable[Seat],
    chance: Random,
    *,
    swaps: int = SWAPS,
) -> BySeat[Hand] | None:
    """Hands that could have been dealt instead of these, as far as somebody can tell who knows the hands of
    these seats and what has happened; None if no others are possible."""
    happened = (one for one in events if not isinstance(one, CardsDealt))
    hidden = Hidden((CardsDealt(1, Seat.SOUTH, hands, None), *happened), frozenset(known))
    found = hidden.other(chance, swaps)
    if found is None:
        return None
    dealt = found[0]
    assert isinstance(dealt, CardsDealt)
    return dealt.hands


def order_of(hands: BySeat[Hand], dealer: Seat) -> tuple[Card, ...]:
    """The pack from which these hands are dealt, one card at a time from the dealer's left (laws 1.3)."""
    piles = {seat: list(hand) for seat, hand in hands.items()}
    return tuple(piles[seat].pop() for _ in range(13) for seat in dealer.left.onwards())


class Watched:
    """An evening at which the deal in progress can be exchanged for another."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self._dealt_at = -1
        self._before = evening.table

    @property
    def events(self) -> tuple[Event, ...]:
        """Those of the deal in progress, from the dealing on."""
        return self.evening.events[self._newest() :]

    def hidden_from(self, viewer: Seat | None) -> Hidden:
        table, events = self.evening.table, self.events
        dealt = events[0]
        assert isinstance(dealt, CardsDealt)
        options = table.rules.options(dict(table.options))
        known = lying_open(dealt.dealer, events, table.game, options)
        known |= {viewer} if viewer is not None else set()
        playing = table.deal.playing if table.deal is not None else None
        astray = options["period_penalties"] == "on" and playing is not None
        tricks = playing.all_tricks if astray and playing is not None else ()
        return Hidden(events, frozenset(known), table.game, options, viewer, tricks)

    def twin(self, viewer: Seat | None, chance: Random) -> Table | None:
        """A table that this viewer cannot tell from ours, or None if it is ours. Where something was
        demanded, everybody knows that it was paid if it could be: not every other world is possible."""
        hidden = self.hidden_from(viewer)
        for _ in range(TRIES if hidden.tricks else 1):
            events = hidden.other(chance)
            if events is None:
                return None
            table = self._before
            for event in events:
                if hidden.tricks and not _paid(table, event):
                    break
                table = table.after(event)
            else:
                return table
        return None

    def _newest(self) -> int:
        events = self.evening.events
        start = max(place for place, event in enumerate(events) if isinstance(event, CardsDealt))
        if start != self._dealt_at:
            self._dealt_at, self._before = start, replayed(events[:start])
        return start


def _paid(table: Table, event: Event) -> bool:
    """Whether this card is one of those that a demand leaves."""
    if not isinstance(event, CardPlayed) or table.deal is None or table.deal.playing is None:
        return True
    return Play(event.card) in table.deal.options(table.deal.playing.to_act)


def lookers(table: Table) -> Iterator[Seat | None]:
    """Each seat at which somebody sits, and the spectator."""
    yield None
    if table.rubber is not None:
        yield from table.rubber.chairs

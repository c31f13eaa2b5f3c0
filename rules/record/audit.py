"""An auditor for finished deals: goes through the tricks and says what is wrong with them.

It shares no code with the engine and has its own reading of laws 1.1, so that a fault in one does not hide in
the other. It checks hands and tricks, a turned card, a stock, and honours that were called; it knows nothing
of bids, prices or games.
"""

from __future__ import annotations

from rules.calls import CallHonours, Discard
from rules.cards import Card, Suit
from rules.counting.reckon import Line
from rules.frozen import frozen
from rules.out_of_turn import Demand, Exacted
from rules.record.writing import Record
from rules.seats import Seat, Side


@frozen
class DealtTwice:
    """A card that was dealt to two hands."""

    card: Card


@frozen
class HandsUneven:
    """A hand with fewer cards than another."""

    seat: Seat
    cards: int


@frozen
class ChangedUnasked:
    """A hand that changed before play, though its player put nothing out (laws 5)."""

    seat: Seat


@frozen
class FromNowhere:
    """A card in a changed hand that was neither dealt to it nor in the stock (laws 5)."""

    seat: Seat
    card: Card


@frozen
class TurnedOutOfStock:
    """A card turned up that is not in the stock, though there is one (laws 5)."""

    card: Card


@frozen
class WrongTrumps:
    """Trumps that are not the suit of the turned card (laws 4.1)."""

    told: Suit | None
    turned: Card


@frozen
class HonoursNotShown:
    """A deal ended by honours that the two hands did not hold, or that neither of them called (laws 4.2)."""

    side: Side
    held: int


@frozen
class Revoke:
    """A hand that could follow suit and did not (laws 1.5)."""

    trick: int
    seat: Seat
    led: Suit
    played: Card
    held: tuple[Card, ...]  # of the suit led, the highest first


@frozen
class NotHeld:
    """A card that was not in the hand that played it."""

    trick: int
    seat: Seat
    card: Card


@frozen
class PlayedTwice:
    """A card that was played before."""

    trick: int
    seat: Seat
    card: Card


@frozen
class WrongLeader:
    """A trick led by a seat that had not won the one before, or was not to make the opening lead."""

    trick: int
    led: Seat
    due: Seat


@frozen
class WrongWinner:
    """A trick that is said to be won by a seat that did not win it."""

    trick: int
    told: Seat
    won: Seat


@frozen
class CutShort:
    """A trick of fewer than four cards, though play went on or nobody was granted the rest."""

    trick: int
    cards: int


@frozen
class TricksMissing:
    """Fewer or more tricks than cards in a hand, though nobody was granted the rest."""

    turned: int
    due: int


@frozen
class WrongShare:
    """A claim that left the other side more tricks than were still to play, or as many (laws 1.8)."""

    kept: int
    rest: int


@frozen
class WrongCount:
    """A side that is credited with another number of tricks than it won."""

    side: Side
    told: int
    won: int


@frozen
class WrongJudgement:
    """A claim of a revoke that was judged otherwise than the cards say (laws 1.5)."""

    trick: int
    seat: Seat
    told: bool


@frozen
class WrongAward:
    """A trick that went to the other side for a revoke that nobody claimed, or to the wrong card (ambiguity
    37)."""

    trick: int
    told: Seat


@frozen
class Disobeyed:
    """A card that did not pay a penalty which was demanded, though the hand could have paid it (laws 1.6)."""

    trick: int
    seat: Seat
    played: Card


Finding = (
    DealtTwice
    | HandsUneven
    | ChangedUnasked
    | FromNowhere
    | TurnedOutOfStock
    | WrongTrumps
    | HonoursNotShown
    | Revoke
    | NotHeld
    | PlayedTwice
    | WrongLeader
    | WrongWinner
    | CutShort
    | TricksMissing
    | WrongShare
    | WrongCount
    | WrongJudgement
    | WrongAward
    | Disobeyed
)

_CLOCKWISE = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)
_KNAVE = 11
"""The lowest honour at whist (laws 4.2)."""

THREE = 3
"""So many of the four honours are enough to end a game by calling them (laws 4.2)."""

_SIDE_OF = {Seat.NORTH: Side.NS, Seat.SOUTH: Side.NS, Seat.EAST: Side.EW, Seat.WEST: Side.EW}


def audited(record: Record) -> tuple[Finding, ...]:
    """Everything that is wrong with the deal, in the order of the tricks."""
    hands = record.deal.held or record.deal.hands
    held = {seat: set(hands[place]) for place, seat in enumerate(_CLOCKWISE)}
    hand_size = max(len(cards) for cards in held.values())
    findings = _dealing_findings(held) + _taken_in(record, held)
    settled = record.deal.settled
    if settled is None:  # thrown in: nothing was played
        return tuple(findings)
    turned = record.deal.turned
    if turned is not None and turned.suit is not settled.trumps:
        findings.append(WrongTrumps(settled.trumps, turned))
    findings += _honours_findings(record, held, settled.trumps)
    findings += _turned_over(record, held, settled.leader, settled.trumps)

    complete = [trick for trick in record.deal.tricks if len(trick.cards) == 4]
    granted = record.deal.conceded
    if not _cut_short(record) and len(complete) != hand_size:
        findings.append(TricksMissing(len(complete), hand_size))
    findings += _claim_findings(record, findings, settled.trumps)
    lost = dict(record.deal.awarded)
    gathered = [
        _SIDE_OF[lost.get(number) or _won_by(trick.leader, trick.cards, settled.trumps)]
        for number, trick in enumerate(complete, 1)
    ]
    if granted is not None:
        rest, kept = hand_size - len(complete), record.deal.kept
        if kept and not 0 < kept < rest:
            findings.append(WrongShare(kept, rest))
        gathered += [granted] * (rest - kept) + [Side.EW if granted is Side.NS else Side.NS] * kept
    for side, told in ((Side.NS, record.deal.won.ns), (Side.EW, record.deal.won.ew)):
        if told != gathered.count(side):
            findings.append(WrongCount(side, told, gathered.count(side)))
    return tuple(findings)


def _dealing_findings(hands: dict[Seat, set[Card]]) -> list[Finding]:
    """Findings about the hands as they were dealt."""
    every = [card for cards in hands.values() for card in sorted(cards, key=str)]
    findings: list[Finding] = [DealtTwice(c) for n, c in enumerate(every) if c in every[:n]]
    longest = max(len(cards) for cards in hands.values())
    findings += [HandsUneven(seat, len(c)) for seat, c in hands.items() if len(c) != longest]
    return findings


def _taken_in(record: Record, held: dict[Seat, set[Card]]) -> list[Finding]:
    """Findings about a hand that has taken in the stock, and about the stock."""
    stock, turned = set(record.deal.stock), record.deal.turned
    findings: list[Finding] = []
    if stock and turned is not None and turned not in stock:
        findings.append(TurnedOutOfStock(turned))
    put_out = {called.seat for called in record.deal.calls if isinstance(called.call, Discard)}
    for place, seat in enumerate(_CLOCKWISE):
        dealt = set(record.deal.hands[place])
        if held[seat] != dealt:
            findings += [] if seat in put_out else [ChangedUnasked(seat)]
            findings += [FromNowhere(seat, card) for card in sorted(held[seat] - dealt - stock, key=str)]
    return findings


def _honours_findings(record: Record, held: dict[Seat, set[Card]], trumps: Suit | None) -> list[Finding]:
    """Findings about honours called before play."""
    asked = {_SIDE_OF[called.seat] for called in record.deal.calls if isinstance(called.call, CallHonours)}
    findings: list[Finding] = []
    for entry in record.deal.entries:
        if entry.line is Line.HONOURS_CALLED:
            cards = [card for seat in _CLOCKWISE if _SIDE_OF[seat] is entry.side for card in held[seat]]
            honours = sum(card.suit is trumps and _height(card) >= _KNAVE for card in cards)
            if honours < THREE or entry.side not in asked:
                findings.append(HonoursNotShown(entry.side, honours))
    return findings


def _turned_over(
    record: Record, hands: dict[Seat, set[Card]], leader: Seat, trumps: Suit | None
) -> list[Finding]:
    """Findings about the tricks. ``hands`` is what each seat held before the first; played cards are
    removed."""
    findings: list[Finding] = []
    lying: set[Card] = set()
    due = leader
    told = list(record.winners)
    for number, trick in enumerate(record.deal.tricks, 1):
        if (trick.leader is not due) is not (number in record.deal.stood):
            findings.append(WrongLeader(number, trick.leader, due))
        for place, card in enumerate(trick.cards):
            seat = _nth_from(trick.leader, place)
            if card in lying:
                findings.append(PlayedTwice(number, seat, card))
            elif card not in hands[seat]:
                findings.append(NotHeld(number, seat, card))
            suit = trick.cards[0].suit
            could = sorted((c for c in hands[seat] if c.suit is suit), key=_height, reverse=True)
            if card.suit is not suit and could:
                findings.append(Revoke(number, seat, suit, card, tuple(could)))
            left_to_choose = set(hands[seat])
            for one in record.deal.paid:
                if (one.trick, one.hand) == (number, seat):
                    obeying = _obeying(one.demand, hands[seat], trick.leader, trick.cards[:place], trumps)
                    left_to_choose = left_to_choose & obeying or left_to_choose
            if card in hands[seat] - left_to_choose:
                findings.append(Disobeyed(number, seat, card))
            hands[seat].discard(card)
            lying.add(card)
        if len(trick.cards) == 4:
            won_by = _won_by(trick.leader, trick.cards, trumps)
            awarded = next((seat for which, seat in record.deal.awarded if which == number), won_by)
            due = _led_next(record, number, won_by, awarded)
            said = told.pop(0) if told else awarded
            if said is not awarded:
                findings.append(WrongWinner(number, said, awarded))
        elif number < len(record.deal.tricks) or not _cut_short(record):
            findings.append(CutShort(number, len(trick.cards)))
    return findings


def _obeying(
    demand: Demand, held: set[Card], leader: Seat, before: tuple[Card, ...], trumps: Suit | None
) -> set[Card]:
    """The cards of a hand that follow suit, if it can, and pay this penalty."""
    suited = {card for card in held if before and card.suit is before[0].suit}
    open_to = suited or held
    match demand.what:
        case Exacted.CARD:
            return {card for card in open_to if card is demand.card}
        case Exacted.SUIT:
            return {card for card in open_to if card.suit is demand.suit}
        case Exacted.HIGHEST:
            return {max(suited, key=_height)} if suited else set()
        case Exacted.LOWEST:
            return {min(suited, key=_height)} if suited else set()
    mine = _nth_from(leader, len(before))
    winning = {card for card in open_to if _won_by(leader, (*before, card), trumps) is mine}
    return winning if demand.what is Exacted.WIN else open_to - winning


def _claim_findings(record: Record, so_far: list[Finding], trumps: Suit | None) -> list[Finding]:
    """Findings about claims of revokes, given the revokes that were found in the tricks. A dummy cannot
    revoke (laws 2.3)."""
    dummies = (
        {dummy for dummy, _ in record.deal.settled.dummies} if record.deal.settled is not None else set()
    )
    revoked = {(one.trick, one.seat) for one in so_far if isinstance(one, Revoke) and one.seat not in dummies}
    findings: list[Finding] = []
    for claim in record.deal.claims:
        if claim.right is not ((claim.trick, claim.seat) in revoked):
            findings.append(WrongJudgement(claim.trick, claim.seat, claim.right))
    for number, told in record.deal.awarded:
        trick = record.deal.tricks[number - 1]
        losers = {claim.seat for claim in record.deal.claims if claim.trick == number and claim.right}
        losers = {seat for seat in losers if _SIDE_OF[seat] is not _SIDE_OF[told]}
        places = [(_nth_from(trick.leader, place), card) for place, card in enumerate(trick.cards)]
        others = [(s, c) for s, c in places if _SIDE_OF[s] is _SIDE_OF[told]]
        lawful = [(s, c) for s, c in others if (number, s) not in revoked] or others
        led = trick.cards[0].suit
        best, _ = max(lawful, key=lambda one: _strength(one[1], led, trumps))  # of equals, the first played
        if not losers or best is not told:
            findings.append(WrongAward(number, told))
    return findings


def _led_next(record: Record, number: int, won_by: Seat, awarded: Seat) -> Seat:
    """Who was to lead to the next trick. One that was awarded after it had begun was led by the first winner;
    if it was led out of turn and stands, it was not the hand that led."""
    after = record.deal.tricks[number : number + 1]
    first = bool(after) and after[0].leader is won_by
    return won_by if first is not (number + 1 in record.deal.stood) else awarded


def _strength(card: Card, led: Suit, trumps: Suit | None) -> tuple[bool, bool, int]:
    return card.suit is trumps, card.suit is led, _height(card)


def _cut_short(record: Record) -> bool:
    """Whether a claim, called honours or penalties for revokes ended the deal before its last trick."""
    called = any(entry.line is Line.HONOURS_CALLED for entry in record.deal.entries)
    return record.deal.conceded is not None or called or record.deal.stopped


def _won_by(leader: Seat, cards: tuple[Card, ...], trumps: Suit | None) -> Seat:
    """The winner of a trick: the highest trump or, if there is none, the highest card of the suit led."""
    contenders = [card for card in cards if card.suit is trumps]
    if not contenders:
        contenders = [card for card in cards if card.suit is cards[0].suit]
    return _nth_from(leader, cards.index(max(contenders, key=_height)))


def _height(card: Card) -> int:
    return int(card.rank)


def _nth_from(leader: Seat, place: int) -> Seat:
    return _CLOCKWISE[(_CLOCKWISE.index(leader) + place) % len(_CLOCKWISE)]

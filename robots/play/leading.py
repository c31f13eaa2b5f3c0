"""The first hand: which suit to lead, and which card of it.

Opening and returned leads follow the whist books: from strength, the top of touching honours, the king from
ace and king, the fourth best of a long suit, the highest of three or fewer; the partner's lead is returned.
A player who plays partner's cards too draws trumps, ruffs in the shorter hand and establishes long suits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from robots.play import trump_call
from robots.play.following import highest, lowest, strong_in_trumps
from robots.play.position import Position
from rules.cards import Card, Hand, Rank, Suit
from rules.seats import Seat
from rules.tricks import Trick, winner

LONG_TRUMPS: Final = 5
"""The number of trumps from which a player without a dummy leads them (Britannica 1911, after Payne)."""

STRONG_TRUMPS: Final = 4
"""Trumps with which a player who keeps to the books makes partner ruff (Britannica 1911, "Trumping")."""

TENACE: Final = 1.5
"""How much less such a player likes to open a suit of ace and queen: less than a further card is worth."""

NEARLY: Final = 6.0
"""How much less than the best a suit is liked that is not opened: beside ace and king of a suit only a single
card and a suit with king or queen and the next are."""

RUFFS_FIRST: Final = 32
"""How good it is to lead a suit that is to be ruffed: better than to draw trumps."""

WANTED: Final = 20.0
"""How much a lead of trumps is liked more that the play asks for."""


def lead(position: Position) -> Card:
    """The card for a hand that leads."""
    suits, other = [suit for suit in Suit if position.hand.holds(suit)], position.partner
    if position.commands and other is not None:
        return _towards_partner(position, other, max(suits, key=lambda suit: _making(position, other, suit)))
    called_for = trump_call.answering_trump(position)
    if called_for is not None:
        return called_for
    liked = _continuing if position.tricks else _opening
    return lead_of(position, max(suits, key=lambda suit: liked(position, suit)))


def opening_leads(position: Position) -> list[Card]:
    """The cards that the books would lead to the first trick, the best first: one of each suit that they like
    nearly as much as the best. For any other, play-outs of three unseen hands are no reason."""
    liked = {suit: _opening(position, suit) for suit in Suit if position.legal.holds(suit)}
    most = max(liked.values())
    suits = sorted((suit for suit in liked if liked[suit] > most - NEARLY), key=lambda suit: -liked[suit])
    return [conventional(position.legal.suit(suit)) for suit in suits]


def unblocking(position: Position) -> Card | None:
    """The lead of a player of both hands that keeps a suit that runs from being blocked, where the rules lead
    that suit: it is made without a search. None elsewhere."""
    blocking = _stranding(position)
    if not blocking:
        return None
    card = lead(position)
    return card if blocking.holds(card.suit) and card in position.legal else None


def conventional(held: Hand) -> Card:
    """The card that the books lead from this holding in one suit."""
    cards = list(held)
    if len(cards) <= 2:
        return cards[0]
    if cards[0].rank is Rank.ACE:
        if cards[1].rank is Rank.KING:
            return cards[1]
        return cards[0] if len(cards) >= 5 else cards[-1]
    if touching(cards):
        return cards[0]
    if len(cards) >= 4:
        return cards[3]
    return cards[-1] if cards[0].rank >= Rank.KNAVE else cards[0]


def touching(cards: list[Card]) -> bool:
    """Whether the two highest are touching honours."""
    return len(cards) >= 2 and cards[1].rank >= Rank.TEN and cards[0].rank - cards[1].rank == 1


def _opening(position: Position, suit: Suit) -> float:
    """How good a suit is to open."""
    held = position.hand.suit(suit)
    cards = list(held)
    ranks = {card.rank for card in cards}
    strength = sum(max(0, card.rank - Rank.TEN) for card in cards)
    if position.trumps is None:
        return 3 * len(cards) + strength + (3 if touching(cards) else 0)
    trumps = len(position.hand.suit(position.trumps))
    if suit is position.trumps:
        return (6.0 if position.dummy else 13.0) if trumps >= LONG_TRUMPS else 0.5
    if {Rank.ACE, Rank.KING} <= ranks:
        return 14
    if not position.dummy:  # the longest first, then the strongest (Britannica 1911, "Whist")
        tenace = TENACE if position.by_the_book and {Rank.ACE, Rank.QUEEN} <= ranks else 0
        return 2 * len(cards) + 0.2 * strength + (2 if touching(cards) else 0) - tenace
    score = 3 + 0.4 * len(cards)
    if touching(cards):
        score += 2 * (cards[0].rank - Rank.TEN)
    elif Rank.ACE in ranks:
        score -= 4 if Rank.QUEEN in ranks else 3
    elif Rank.KING in ranks:
        score -= 2
    if len(cards) == 1 and 1 <= trumps <= 4:
        score += 5
    return score


def _continuing(position: Position, suit: Suit) -> float:
    """How good a suit is to lead in mid-deal for a player who sees their own hand and perhaps a dummy."""
    held = position.hand.suit(suit)
    masters = sum(map(position.is_master, held))
    ranks = {card.rank for card in held}
    trumps_out = position.trumps is not None and position.against.holds(position.trumps)
    ruffers = [seat for seat in (position.seat.left, position.seat.right) if position.may_ruff(seat, suit)]
    score = 3 + 0.3 * len(held)
    if suit is position.trumps:
        score -= 2
        if len(held) >= LONG_TRUMPS and trumps_out:
            score += 6
        if trumps_out and _wants_trumps(position, suit):
            score += WANTED
        if not trumps_out:
            score = 1.0  # they are winners at any time
        return score
    if masters and not ruffers:
        score += 2 + masters
        if position.trumps is None and masters < len(held) and masters < 2:
            score -= 4  # the only master of the suit is kept for a while
    elif not masters and (Rank.ACE in ranks or Rank.KING in ranks):
        score -= 2
    if ruffers:
        forces = position.by_the_book and any(strong_in_trumps(position, seat) for seat in ruffers)
        score += 1 if forces else -6
    trumps = position.hand.suit(position.trumps) if position.trumps is not None else ()
    may_force = not position.by_the_book or len(trumps) >= STRONG_TRUMPS
    if position.may_ruff(position.seat.partner, suit) and may_force:
        score += 7 if not ruffers else 2
    first_led = suits_led_first(position)
    if suit is first_led.get(position.seat.partner.index):
        score += -6 if position.taught and _runs_into_dummy(position, suit) else 5
    elif suit is first_led.get(position.seat.index):
        score += 3
    elif suit in (first_led.get(position.seat.left.index), first_led.get(position.seat.right.index)):
        score -= 4
    return score + _towards_dummy(position, suit)


def _towards_dummy(position: Position, suit: Suit) -> float:
    """Lead through strength and up to weakness, where an adversary's hand lies open."""
    open_hands = [seat for seat in (position.seat.left, position.seat.right) if position.lies_open(seat)]
    if len(open_hands) != 1:
        return 0
    dummy = position.may_hold.of(open_hands[0]).suit(suit)
    strength = sum(max(0, card.rank - Rank.TEN) for card in dummy)
    if open_hands[0] is position.seat.right:
        return 2 - 0.6 * strength
    return 0.3 * strength if strength <= 4 else -0.5


def _runs_into_dummy(position: Position, suit: Suit) -> bool:
    """Whether dummy, who plays to it last, has two honours of a suit over partner's."""
    right = position.seat.right
    dummys = position.may_hold.of(right).suit(suit)
    return position.dummy and position.lies_open(right) and sum(c.rank >= Rank.KNAVE for c in dummys) > 1


def lead_of(position: Position, suit: Suit) -> Card:
    """The card to lead of a suit, for a player who does not play partner's cards."""
    if not position.tricks:
        return conventional(position.hand.suit(suit))
    held = position.hand.suit(suit)
    top = highest(held)
    again = second_high(position, suit)
    if again is not None:
        return again
    if position.is_master(top):
        return top
    first_led = suits_led_first(position)
    if first_led.get(position.seat.partner.index) is suit:
        return top if len(held) <= 2 else lowest(held)
    leaves = first_led.get(position.seat.index, suit) is not suit
    if position.by_the_book and leaves and len(held) == 3:
        return top  # of three, whenever a player has to leave their suit (Britannica 1911, "Whist")
    return original_fourth_best(position, suit) or conventional(held)


def second_high(position: Position, suit: Suit) -> Card | None:
    """The second high card of the suit that this hand opened with another, where no hand lies open and two
    are left that are worth the same: of four cards the higher, of more the lower, which tells partner their
    number (Britannica 1911, of American leads). None if there are no such two."""
    held, dealt = list(position.hand.suit(suit)), _suit_dealt(position, suit)
    if position.dummy or not _opened_high(position, suit, dealt) or len(held) < 2 or held[1].rank < Rank.TEN:
        return None
    between = position.elsewhere.suit(suit).bits & (held[0].bit - 1) & ~(held[1].bit - 1)
    return None if between else held[0] if len(dealt) == 4 else held[1]


def _suit_dealt(position: Position, suit: Suit) -> list[Card]:
    """The cards of a suit that this hand was dealt, from the top."""
    gone = Hand.of(card for _, card in position.earlier_cards if card.suit is suit)
    return list(position.hand.suit(suit) | gone)


def _opened_high(position: Position, suit: Suit, dealt: Sequence[Card]) -> bool:
    """Whether this hand first led one of its three highest cards of the suit, having four or more."""
    first = next((trick for trick in position.tricks if trick.leader is position.seat), None)
    return first is not None and first.led is suit and len(dealt) >= 4 and first.cards[0] in dealt[:3]


def original_fourth_best(position: Position, suit: Suit) -> Card | None:
    """The low card that follows a high one in the suit that this hand opened: the fourth best of those that
    it was dealt, so that partner can count two higher ones still there (Britannica 1911, of American leads).
    None if the suit was opened otherwise, or a high card is to be led again."""
    held, dealt = position.hand.suit(suit), _suit_dealt(position, suit)
    if touching(list(held)) or len(dealt) < len(held) + 1 or not _opened_high(position, suit, dealt):
        return None
    return dealt[3] if dealt[3] in held else None


def _wants_trumps(position: Position, trumps: Suit) -> bool:
    """Whether the play asks for trumps where no hand lies open: partner has led them and waits for their
    return, partner has not ruffed an adversary's winner, or three trumps can stop a cross-ruff (Britannica
    1911, "Whist")."""
    left, right, partner = position.seat.left, position.seat.right, position.seat.partner
    leaders = [trick.leader for trick in position.tricks if trick.led is trumps]
    if position.dummy or position.seat in leaders:
        return False
    if partner in leaders or any(_has_not_ruffed(partner, trick, trumps) for trick in position.tricks):
        return True
    theirs = [{suit for suit in Suit if position.may_ruff(seat, suit)} for seat in (left, right)]
    return len(position.hand.suit(trumps)) <= 3 and all(theirs) and len(theirs[0] | theirs[1]) > 1


def _has_not_ruffed(partner: Seat, trick: Trick, trumps: Suit) -> bool:
    """Whether a hand has discarded on a trick that the other side's plain card has won before it played."""
    by, cards = winner(trick, trumps), dict(trick.by_player())
    late = (partner.index - trick.leader.index) % 4 > (by.index - trick.leader.index) % 4
    return (
        late
        and by.side is not partner.side
        and trumps is not cards[by].suit
        and (cards[partner].suit not in (trick.led, trumps))
    )


def suits_led_first(position: Position) -> dict[int, Suit]:
    """The suit that each seat led first, by the seat's index."""
    opened: dict[int, Suit] = {}
    for trick in position.tricks:
        if trick.led is not None:
            opened.setdefault(trick.leader.index, trick.led)
    return opened


# The lead of a player who plays partner's cards too


def _making(position: Position, other: Hand, suit: Suit) -> float:
    """How good a suit is to play with both hands known."""
    mine, partners = position.hand.suit(suit), other.suit(suit)
    out = position.against.suit(suit)
    trumps = position.trumps
    masters = sum(1 for card in (*mine, *partners) if position.is_master(card))
    longer = max(len(mine), len(partners))
    if suit is trumps:
        return _drawing(mine, partners, out, masters)
    trumps_out = bool(trumps and position.against.holds(trumps))
    if position.taught and trumps_out and _shortens(position, other, suit):
        return RUFFS_FIRST
    if trumps is not None:
        ruffs = other.suit(trumps)
        shorter = 0 < len(ruffs) <= len(position.hand.suit(trumps))
        if shorter and not partners and (trumps_out or not masters):
            return 31 if not position.may_ruff(position.seat.left, suit) else 22
        if any(position.may_ruff(seat, suit) for seat in (position.seat.left, position.seat.right)):
            return 1
    if masters and masters >= min(longer, len(out)):
        return 24 + masters  # all the suit is good
    to_make = longer - masters
    return 10 + 2 * to_make + 0.5 * (len(mine) + len(partners)) + masters


def _shortens(position: Position, other: Hand, suit: Suit) -> bool:
    """Whether a suit is to be led so that the hand with fewer trumps, which has one card of it, can ruff the
    other's losers: before trumps are drawn, since those would be."""
    trumps = position.trumps
    assert trumps is not None
    one, two = position.hand, other
    short, long = (one, two) if len(one.suit(trumps)) < len(two.suit(trumps)) else (two, one)
    if len(short.suit(suit)) != 1 or not short.suit(trumps) or len(long.suit(suit)) < 3:
        return False
    wins = any(position.is_master(card) for card in (*one.suit(suit), *two.suit(suit)))
    return wins and sum(not position.is_master(card) for card in long.suit(suit)) > 1


def _drawing(mine: Hand, partners: Hand, out: Hand, masters: int) -> float:
    """How good drawing trumps is; the last one out is not drawn if it is higher than all of ours."""
    if not out:
        return 3
    if masters == 0 and len(out) == 1:
        return 2
    if len(mine) + len(partners) >= len(out) or masters >= 2:
        return 30
    return 9


def _towards_partner(position: Position, other: Hand, suit: Suit) -> Card:
    """The card to lead of a suit: winners first from the shorter hand, low towards honours."""
    mine, partners = position.hand.suit(suit), other.suit(suit)
    top, low = highest(mine), lowest(mine)
    if not partners:
        if position.is_master(top) and not (position.trumps and other.holds(position.trumps)):
            return top
        if position.trumps and other.holds(position.trumps) and suit is not position.trumps:
            return low
        return position.cheapest_equal(top) if touching(list(mine)) else low
    partner_top = highest(partners)
    partner_master = position.is_master(partner_top)
    if position.is_master(top):
        if partner_master and len(mine) > len(partners):
            return lowest(mine - _stranding(position))
        if _finesse_open(position, partners) and not _finesse_open(position, mine):
            return low
        return top
    if partner_top.index > top.index:
        behind = len(position.between(top, partner_top))
        covers = behind == 1 and top.rank >= Rank.TEN  # the finesse may run
        runs = not behind and len(mine) <= len(partners)
        return top if partner_master and (runs or covers) else low
    return position.cheapest_equal(top) if touching(list(mine)) else low


def _stranding(position: Position) -> Hand:
    """The cards that a player of both hands does not lead: those that partner's only card of their suit beats
    where the suit runs without it, so that it would be blocked."""
    if position.trick.cards or position.partner is None or not position.commands:
        return Hand()
    blocking = Hand()
    for suit in Suit:
        mine, partners = position.hand.suit(suit), position.partner.suit(suit)
        masters = Hand.of(card for card in mine if position.is_master(card))
        runs = len(masters) >= max(1, len(position.against.suit(suit)))
        if len(partners) == 1 and len(mine) > 1 and runs and highest(masters).index > highest(partners).index:
            blocking |= Hand(mine.bits & (partners.bits - 1))
    return blocking


def _finesse_open(position: Position, held: Hand) -> bool:
    """Whether a hand has a card that a single outstanding one beats, with a master over it."""
    top, *lower = held
    return position.is_master(top) and any(len(position.between(card, top)) == 1 for card in lower)


# Play where a side has undertaken to lose tricks: both try to


def lose(position: Position) -> Card:
    """The card for the hand that is due."""
    if not position.trick.cards:
        return _lead(position)
    led = position.trick.led
    assert led is not None
    if not position.legal.holds(led):
        return max(position.legal, key=lambda card: _danger(position, card))
    under = [card for card in position.legal if not position.beats(card, position.winning_card)]
    last = len(position.trick.cards) == 3
    if position.partner_winning and not position.may_be_beaten(position.winning_card):
        return highest(position.legal)  # the trick is this side's already
    if under:
        return under[0]
    return highest(position.legal) if last else lowest(position.legal)


def _lead(position: Position) -> Card:
    """The lowest card of the suit in which most cards of theirs are higher; of equal ones the highest."""
    lows = [lowest(position.hand.suit(suit)) for suit in Suit if position.hand.holds(suit)]
    return max(lows, key=lambda card: (_beatable(position, card), card.rank))


def _beatable(position: Position, card: Card) -> float:
    """The share of the adversaries' cards of the suit that are higher."""
    out = position.against.suit(card.suit)
    higher = sum(1 for other in out if other.rank > card.rank)
    return higher / (len(out) + 1)


def _danger(position: Position, card: Card) -> tuple[float, int]:
    """How dangerous it is to keep a card: high cards without lower ones beneath them are the worst."""
    held, out = position.hand.suit(card.suit), position.against.suit(card.suit)
    if not out:
        return 0.0, card.rank
    lower = sum(1 for other in out if other.rank < card.rank)
    covered = sum(1 for other in held if other.rank < card.rank)
    return lower - 1.5 * covered, card.rank

"""The second, third and fourth hand: what to play to a card that another has led.

The conventions are those of the whist books (Britannica 1911): the second hand plays low, the third wins if
it can and does not overtake a partner who is winning, the fourth wins as cheaply as it can.
"""

from __future__ import annotations

from typing import Final

from robots.play import position as signals
from robots.play import trump_call
from robots.play.position import Position
from rules.cards import PACK, Card, Hand, Rank, Suit
from rules.seats import Seat

FEW_TRUMPS: Final = 3
"""With this many trumps or fewer the second hand ruffs a card that its partner might have beaten."""


def choose_following(position: Position) -> Card:
    """The card for a hand that does not lead."""
    led = position.trick.led
    assert led is not None
    if not position.legal.holds(led):
        return _renounce(position)
    card, low = (_second, _third, _fourth)[len(position.trick.cards) - 1](position), lowest(position.legal)
    if card is not low and not (position.taught and _holds_up(position)):
        return card
    return (signals.signalling if position.dummy else trump_call.calling)(position, low)


def lowest(hand: Hand) -> Card:
    """The lowest card of a hand of one suit."""
    return PACK[(hand.bits & -hand.bits).bit_length() - 1]


def highest(hand: Hand) -> Card:
    """The highest card of a hand of one suit."""
    return PACK[hand.bits.bit_length() - 1]


def _winning(position: Position) -> list[Card]:
    """The cards that would be the best so far, the cheapest first."""
    best = position.winning_card
    return [card for card in reversed(list(position.legal)) if position.beats(card, best)]


def _second(position: Position) -> Card:
    """Low, but the ace on an honour, the lowest of a sequence, and a winner in a later round."""
    winning, low = _winning(position), lowest(position.legal)
    if not winning:
        return low
    top = winning[-1]
    if position.commands and position.partner is not None:
        return _before_partner(position, winning, position.partner)
    if position.is_master(top):
        led_honour = position.winning_card.rank >= Rank.TEN
        if led_honour or _rounds(position, top.suit) > 0 or top.suit is position.trumps:
            return position.cheapest_equal(top)
    sequence = position.cheapest_equal(top)
    if top.rank >= Rank.QUEEN and sequence is not top:
        return sequence
    if position.winning_card.rank is Rank.TEN and winning[0].rank is Rank.KNAVE:
        return winning[0]
    return low


def _before_partner(position: Position, winning: list[Card], partner: Hand) -> Card:
    """The second hand when the same player has the fourth: the one that can win more cheaply does."""
    suit = winning[0].suit
    in_fourth = [card for card in partner.suit(suit) if position.beats(card, position.winning_card)]
    if any(position.is_master(card) for card in in_fourth):
        return lowest(position.legal)
    sure = [card for card in winning if not position.may_be_beaten(card)]
    if sure:
        return sure[0]
    if in_fourth and not (winning[-1].rank > in_fourth[0].rank):
        return lowest(position.legal)
    sequence = position.cheapest_equal(winning[-1])
    return sequence if sequence is not winning[-1] else lowest(position.legal)


def _third(position: Position) -> Card:
    """Wins if it can, unless partner's card is as good, or the fourth is known to win over a queen."""
    low = lowest(position.legal)
    if _gives_up_command(position):
        return highest(position.legal)
    winning = _winning(position)
    if position.partner_winning and not position.may_be_beaten(position.winning_card):
        return winning[0] if winning and _strands_partner(position) else low
    if not winning:
        return low
    led_high = position.partner_winning and position.winning_card.rank >= Rank.TEN and not position.dummy
    if (position.commands or led_high) and (finesse := _finesse(position, winning)) is not None:
        return finesse
    sure = [card for card in winning if not position.may_be_beaten(card)]
    if sure:
        return sure[0]
    top = winning[-1]
    if position.partner_winning and not position.between(position.winning_card, top):
        return low
    if all(map(position.lies_open, position.yet_to_play)):
        return low if position.partner_winning or winning[0].rank > Rank.KNAVE else winning[0]
    return position.cheapest_equal(top)


HELD_UP: Final = 2
"""Tricks of an adversaries' suit in which its only stopper is held up without trumps."""

LONG: Final = 4
"""Cards left of a suit in dummy from which a defender holds up an ace."""


def _holds_up(position: Position) -> bool:
    """Whether an ace is held back without trumps: by the player of both hands twice from a suit that the
    adversaries lead and that nothing else stops; by a defender once from dummy's long suit, if dummy has no
    other high card to come in with."""
    led, trick, held = position.trick.led, position.trick, position.legal
    if led is None or position.trumps is not None or trick.leader.side is position.seat.side:
        return False
    winning = _winning(position)
    if len(winning) != 1 or winning[0].rank is not Rank.ACE or len(held) < 2 or position.partner_winning:
        return False
    if position.commands:
        both = held | (position.partner.suit(led) if position.partner is not None else Hand())
        others = [card for card in both if card is not winning[0]]
        stops = any(card.rank + sum(one.rank < card.rank for one in others) > Rank.KING for card in others)
        return _rounds(position, led) < HELD_UP and not stops and len(position.against.suit(led)) >= LONG
    faced = [seat for seat in (position.seat.left, position.seat.right) if position.lies_open(seat)]
    if len(faced) != 1 or _rounds(position, led):
        return False
    dummys = position.may_hold.of(faced[0])
    entries = any(card.rank >= Rank.KING for card in dummys - dummys.suit(led))
    return len(held) > HELD_UP and len(dummys.suit(led)) >= LONG and not entries


def _strands_partner(position: Position) -> bool:
    """Whether the trick would stay in partner's hand, which has no more of a suit that runs in this one: to
    overtake it costs nothing."""
    led = position.trick.led
    if led is None or position.partner is None or not position.commands or position.partner.holds(led):
        return False
    masters = [card for card in position.legal.suit(led) if position.is_master(card)]
    return len(masters) > max(1, len(position.against.suit(led)))


def _gives_up_command(position: Position) -> bool:
    """Whether the higher of two cards, a master, would stop the suit that partner opened and has led again
    with a card that is worth the same, where no hand lies open (Britannica 1911, "General Maxims")."""
    trick, held = position.trick, position.legal
    top = highest(held)
    if position.dummy or len(held) != 2 or not position.is_master(top) or top.suit is position.trumps:
        return False
    partners = position.partner_winning and trick.leader is position.seat.partner
    return partners and trick.led is top.suit and not position.between(position.winning_card, top)


def _finesse(position: Position, winning: list[Card]) -> Card | None:
    """A card that only one outstanding card beats, below a master held over it, while many are out."""
    top = winning[-1]
    out = position.against.suit(top.suit)
    if not position.is_master(top) or len(out) <= 3 or top.suit is not position.trick.led:
        return None
    if any(position.may_ruff(seat, top.suit) for seat in position.yet_to_play):
        return None
    if position.taught and sum(not position.may_be_beaten(card) for card in winning) > 1:
        return None  # with two that win surely nothing is risked for a third
    if position.partner_winning and len(position.between(position.winning_card, top)) == 1:
        return lowest(position.legal)
    return next((card for card in winning if len(position.between(card, top)) == 1), None)


def _fourth(position: Position) -> Card:
    """Wins as cheaply as it can, and never takes partner's trick."""
    winning = _winning(position)
    if position.partner_winning or not winning:
        return lowest(position.legal)
    return winning[0]


def _renounce(position: Position) -> Card:
    """Ruffs when that wins the trick and is wanted, else discards."""
    ruffs = _winning(position)
    if not ruffs or not _ruff_wanted(position, ruffs[0]):
        return discard(position)
    return next((card for card in ruffs if not position.may_be_beaten(card)), ruffs[0])


def _ruff_wanted(position: Position, ruff: Card) -> bool:
    best = position.winning_card
    if position.partner_winning:
        return position.may_be_beaten(best) and not position.is_master(best)
    if len(position.trick.cards) == 1 and best.suit is not ruff.suit:
        if position.partner is not None:
            held = position.partner.suit(best.suit)
            return not any(position.is_master(card) and card.index > best.index for card in held)
        few = len(position.hand.suit(ruff.suit)) <= FEW_TRUMPS
        return few or best.rank >= Rank.KNAVE or position.elsewhere.suit(best.suit).bits < best.bit
    return True


def discard(position: Position) -> Card:
    """A discard from weakness: it keeps masters, guarded honours and length, and throws trumps last. Where
    every hand is hidden the first one tells partner the weakest suit or, if an adversary is strong in trumps,
    the longest, so that the others stay guarded; the highest of a suit that nobody can beat tells that it is
    (Britannica 1911, "Whist")."""
    plain = [card for card in position.legal if card.suit is not position.trumps]
    if not plain:
        assert position.trumps is not None
        return lowest(position.legal.suit(position.trumps))
    discarded = any(card.suit not in (trick.led, position.trumps) for trick, card in position.earlier_cards)
    if position.trumps is not None and not position.dummy and not discarded:
        plain = list(_first_thrown(position, plain))
    thrown = min(plain, key=lambda card: (keeping(position, card), card.index))
    held = position.hand.suit(thrown.suit)
    return highest(held) if commands(position, held) else thrown


def commands(position: Position, held: Hand) -> bool:
    """Whether every card of a suit in this hand is higher than all that others may have of it, where no hand
    lies open: the highest is then thrown to tell it."""
    return not position.dummy and lowest(held).bit > position.elsewhere.suit(lowest(held).suit).bits > 0


def _first_thrown(position: Position, plain: list[Card]) -> Hand:
    """The suit of the first discard; of weak ones, none whose guarded honour would be bared."""
    suits = [position.hand.suit(suit) for suit in dict.fromkeys(card.suit for card in plain)]
    if any(strong_in_trumps(position, seat) for seat in (position.seat.left, position.seat.right)):
        return max(suits, key=len)
    free = [held for held in suits if not _guards(position, held)]
    return min(free or suits, key=lambda held: (sum(max(0, card.rank - 9) for card in held), len(held)))


def _guards(position: Position, held: Hand) -> bool:
    """Whether the small cards of a suit are just enough to guard its highest, or its only one is a master."""
    top = highest(held)
    if position.is_master(top):
        return len(held) == 1
    return top.rank > Rank.TEN and len(held) <= 15 - top.rank


def strong_in_trumps(position: Position, seat: Seat) -> bool:
    """Whether a player has shown strength in trumps, by a call for them or by leading them."""
    led = any(trick.leader is seat and trick.led is position.trumps for trick in position.tricks)
    return led or trump_call.has_called(position.all_tricks, position.trumps, seat)


def keeping(position: Position, card: Card) -> int:
    """The value of keeping this card; the card with the least is thrown."""
    held = position.hand.suit(card.suit)
    top, length = highest(held), len(held)
    worth = card.rank + (30 if position.is_master(card) else 0)
    if not position.is_master(top) and length <= max(0, 15 - top.rank):
        worth += 3 * max(0, top.rank - Rank.TEN)  # would bare a king, or a queen once guarded twice
    if length >= 4:
        worth += 2 * length
    return worth


def _rounds(position: Position, suit: Suit) -> int:
    """The number of earlier tricks to which a suit was led."""
    return sum(1 for trick in position.tricks if trick.led is suit)

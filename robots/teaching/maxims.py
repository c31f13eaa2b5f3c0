"""The maxims of the whist books, so that a robot can name the one that a card or a call agrees with.

A maxim describes a choice as seen from the hand that made it (Britannica 1911, "Whist"). It does not say
whether the choice was good.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from robots.payoffs import payoffs_of
from robots.play import position as signals
from robots.play import trump_call
from robots.play.following import commands, discard, highest, lowest
from robots.play.leading import conventional, original_fourth_best, suits_led_first, touching
from robots.play.position import Position, read_position
from rules.calls import Action, Bid, CallHonours, Content, Declare, Discard, Double, Pass, Play, TakeStock
from rules.cards import Card, Rank, Suit
from rules.view import SeatView


class Maxim(Enum):
    """A maxim; ``screens.words.meanings`` has the sentences for each."""

    ONLY_CARD = "only_card"

    # Leads
    KING_FROM_ACE_KING = "king_from_ace_king"
    TOP_OF_HONOURS = "top_of_honours"
    ACE_FROM_FIVE = "ace_from_five"
    FOURTH_BEST = "fourth_best"
    HIGHEST_OF_FEW = "highest_of_few"
    LOW_FROM_HONOUR = "low_from_honour"
    SINGLETON = "singleton"
    RETURNS_LEAD = "returns_lead"
    ANSWERS_CALL = "answers_call"
    DRAWS_TRUMPS = "draws_trumps"
    GIVES_RUFF = "gives_ruff"
    MASTER = "master"
    THROUGH_STRENGTH = "through_strength"
    UP_TO_WEAKNESS = "up_to_weakness"
    OWN_SUIT_AGAIN = "own_suit_again"
    ORIGINAL_FOURTH_BEST = "original_fourth_best"
    LONGEST_SUIT = "longest_suit"

    # Following
    SECOND_LOW = "second_low"
    COVERS = "covers"
    LOWEST_OF_SEQUENCE = "lowest_of_sequence"
    TAKES_AT_ONCE = "takes_at_once"
    THIRD_HIGH = "third_high"
    FINESSE = "finesse"
    LEAVES_TO_PARTNER = "leaves_to_partner"
    WINS_CHEAPLY = "wins_cheaply"
    MAKES_SURE = "makes_sure"
    CANNOT_WIN = "cannot_win"
    HOLDS_UP = "holds_up"
    CALLS_FOR_TRUMPS = "calls_for_trumps"
    ECHOES_CALL = "echoes_call"
    ASKS_TO_GO_ON = "asks_to_go_on"
    SHOWS_EVEN = "shows_even"
    RUFFS = "ruffs"
    OVERRUFFS = "overruffs"
    DISCARDS_FROM_WEAKNESS = "discards_from_weakness"
    THROWS_LEAST = "throws_least"

    # What is left to say
    LEADS_HIGH = "leads_high"
    LEADS_LOW = "leads_low"
    TAKES_TRICK = "takes_trick"
    KEEPS_HIGHER = "keeps_higher"

    # Play to lose tricks
    LEADS_TO_LOSE = "leads_to_lose"
    STAYS_UNDER = "stays_under"
    STAYS_LOW = "stays_low"
    WINS_HIGH = "wins_high"
    SHEDS = "sheds"

    # Calls
    DECLARES_LONGEST = "declares_longest"
    DECLARES_EVEN = "declares_even"
    LEFT_TO_PARTNER = "left_to_partner"
    CONTRE = "contre"
    CONTENT = "content"
    PLAYS_TO_WIN = "plays_to_win"
    PLAYS_TO_LOSE = "plays_to_lose"
    ASKS_FOR_HONOURS = "asks_for_honours"
    TAKES_STOCK = "takes_stock"
    PUTS_OUT_LOW = "puts_out_low"


def maxim_of(view: SeatView, action: Action) -> Maxim | None:
    """The maxim that this choice of the view's seat agrees with, if any."""
    if isinstance(action, Play):
        return maxim_for(read_position(view), action.card)
    return _call_maxim(view, action)


def maxim_for(position: Position, card: Card) -> Maxim | None:
    """The maxim that this card of the hand that is due agrees with, if any."""
    if len(position.legal) == 1:
        return Maxim.ONLY_CARD
    if position.losing:
        return _to_lose(position, card)
    if not position.trick.cards:
        return _lead_maxim(position, card) or (
            Maxim.LEADS_HIGH if card.rank >= Rank.QUEEN else Maxim.LEADS_LOW
        )
    if card.suit is not position.trick.led:
        return _renounced(position, card)
    if (maxim := _follow_maxim(position, card)) is not None:
        return maxim
    if position.beats(card, position.winning_card):
        return Maxim.TAKES_TRICK
    return Maxim.KEEPS_HIGHER if card is not highest(position.legal) else None


# Leads


def _lead_maxim(position: Position, card: Card) -> Maxim | None:
    held = list(position.hand.suit(card.suit))
    if trump_call.answering_trump(position) is card:
        return Maxim.ANSWERS_CALL
    if card.suit is position.trumps and position.against.holds(card.suit):
        return Maxim.DRAWS_TRUMPS
    suits = suits_led_first(position)
    if not position.commands and suits.get(position.seat.partner.index) is card.suit:
        return Maxim.RETURNS_LEAD
    if position.may_ruff(position.seat.partner, card.suit):
        return Maxim.GIVES_RUFF
    fresh = not any(trick.led is card.suit for trick in position.tricks)
    if fresh and (kind := _by_the_book(position, card, held)) is not None:
        return kind
    if card is held[0] and position.is_master(card):
        return Maxim.MASTER
    if not position.commands and original_fourth_best(position, card.suit) is card:
        return Maxim.ORIGINAL_FOURTH_BEST
    if (kind := _towards_dummy(position, card.suit)) is not None:
        return kind
    if suits.get(position.seat.index) is card.suit:
        return Maxim.OWN_SUIT_AGAIN
    longest = max(len(position.hand.suit(suit)) for suit in Suit)
    return Maxim.LONGEST_SUIT if fresh and len(held) == longest else None


def _by_the_book(position: Position, card: Card, held: list[Card]) -> Maxim | None:
    """The first lead of a suit, if it is the card that the books lead from it."""
    if card is not conventional(position.hand.suit(card.suit)):
        return None
    ranks = {one.rank for one in held}
    if {Rank.ACE, Rank.KING} <= ranks and card.rank is Rank.KING:
        return Maxim.KING_FROM_ACE_KING
    if touching(held) and card is held[0]:
        return Maxim.TOP_OF_HONOURS
    if card.rank is Rank.ACE and len(held) >= 5:
        return Maxim.ACE_FROM_FIVE
    if len(held) >= 4 and card is held[3]:
        longest = all(len(position.hand.suit(suit)) <= len(held) for suit in Suit)
        return Maxim.FOURTH_BEST if longest else None
    if len(held) == 1:
        to_ruff = position.trumps is not None and position.hand.holds(position.trumps)
        return Maxim.SINGLETON if to_ruff and card.suit is not position.trumps else None
    if card is held[0] and card.rank < Rank.KNAVE:
        return Maxim.HIGHEST_OF_FEW
    return Maxim.LOW_FROM_HONOUR if card is held[-1] and held[0].rank >= Rank.KNAVE else None


def _towards_dummy(position: Position, suit: Suit) -> Maxim | None:
    """Leads through or up to a hand of the adversaries that lies open."""
    open_hands = [seat for seat in (position.seat.left, position.seat.right) if position.lies_open(seat)]
    if len(open_hands) != 1:
        return None
    strong = any(card.rank >= Rank.QUEEN for card in position.may_hold.of(open_hands[0]).suit(suit))
    if open_hands[0] is position.seat.left:
        return Maxim.THROUGH_STRENGTH if strong else None
    return None if strong else Maxim.UP_TO_WEAKNESS


# Following


def _follow_maxim(position: Position, card: Card) -> Maxim | None:
    winning = [one for one in reversed(list(position.legal)) if position.beats(one, position.winning_card)]
    low = lowest(position.legal)
    if card is not low and trump_call.calling(position, low) is card:
        return Maxim.ECHOES_CALL if trump_call.echoes(position) else Maxim.CALLS_FOR_TRUMPS
    small = len(position.trick.cards) == 1 or not position.beats(card, position.winning_card)
    if card is not low and small and card in signals.signalled(position):
        partner_led = position.trick.leader is position.seat.partner
        return Maxim.ASKS_TO_GO_ON if partner_led else Maxim.SHOWS_EVEN
    cheapest = position.cheapest_equal(card) is low
    if not position.beats(card, position.winning_card):
        return _passed(position, winning, cheapest=cheapest)
    match len(position.trick.cards):
        case 1:
            return _second_wins(position, card, winning[-1], cheapest=cheapest)
        case 2:
            return _third_wins(position, card, winning)
        case _:
            cheaply = position.cheapest_equal(card) is winning[0] and not position.partner_winning
            return Maxim.WINS_CHEAPLY if cheaply else None


def _passed(position: Position, winning: list[Card], *, cheapest: bool) -> Maxim | None:
    """A card that does not win the trick so far."""
    if not winning:
        kept = Maxim.LEAVES_TO_PARTNER if position.partner_winning else Maxim.CANNOT_WIN
        return kept if cheapest else None
    if len(position.trick.cards) == 1:
        return Maxim.SECOND_LOW if cheapest else None
    return Maxim.LEAVES_TO_PARTNER if position.partner_winning else Maxim.HOLDS_UP


def _second_wins(position: Position, card: Card, top: Card, *, cheapest: bool) -> Maxim | None:
    if position.winning_card.rank >= Rank.TEN:
        return Maxim.COVERS
    if position.is_master(card):
        return Maxim.TAKES_AT_ONCE
    if cheapest:
        return Maxim.SECOND_LOW
    return Maxim.LOWEST_OF_SEQUENCE if card is not top and position.cheapest_equal(top) is card else None


def _third_wins(position: Position, card: Card, winning: list[Card]) -> Maxim | None:
    """A card of the third hand that wins so far. Nothing is said if partner's card would have won as surely,
    and overtaking partner is not called cheap."""
    if position.partner_winning and not position.may_be_beaten(position.winning_card):
        return None
    sure = [one for one in winning if not position.may_be_beaten(one)]
    top = winning[-1]
    if sure and position.cheapest_equal(card) is position.cheapest_equal(sure[0]):
        return Maxim.MAKES_SURE if position.partner_winning else Maxim.WINS_CHEAPLY
    if position.cheapest_equal(card) is position.cheapest_equal(top):
        return Maxim.THIRD_HIGH
    return Maxim.FINESSE if position.is_master(top) else None


def _renounced(position: Position, card: Card) -> Maxim | None:
    if position.beats(card, position.winning_card):
        return Maxim.OVERRUFFS if position.winning_card.suit is position.trumps else Maxim.RUFFS
    weak = discard(position) is card and not commands(position, position.hand.suit(card.suit))
    return Maxim.DISCARDS_FROM_WEAKNESS if weak else Maxim.THROWS_LEAST


# Play to lose tricks


def _to_lose(position: Position, card: Card) -> Maxim | None:
    if not position.trick.cards:
        return Maxim.LEADS_TO_LOSE if card is lowest(position.hand.suit(card.suit)) else None
    if card.suit is not position.trick.led:
        return Maxim.SHEDS
    under = [one for one in position.legal if not position.beats(one, position.winning_card)]
    if under:
        return Maxim.STAYS_UNDER if card is under[0] else None
    if card is highest(position.legal):
        return Maxim.WINS_HIGH
    return Maxim.STAYS_LOW if card is lowest(position.legal) else None


# Calls


def _call_maxim(view: SeatView, action: Action) -> Maxim | None:
    assert view.deal is not None
    match action:
        case Declare(trumps) if view.own is not None:
            return _declare_maxim([len(view.own.dealt.suit(suit)) for suit in Suit], trumps)
        case Pass() if any(isinstance(option, Declare) for option in view.options):
            return Maxim.LEFT_TO_PARTNER
        case Double() if view.deal.settled is not None and view.deal.settled.bid is None:
            return Maxim.CONTRE
        case Content() | TakeStock() | Discard() | CallHonours():
            return _OF_CALLS[type(action)]
        case Bid() | Pass() if payoffs_of(view.table).bidding_law and not payoffs_of(view.table).auction_law:
            return Maxim.PLAYS_TO_WIN if isinstance(action, Bid) else Maxim.PLAYS_TO_LOSE
    return None


_OF_CALLS: Final = {
    Content: Maxim.CONTENT,
    TakeStock: Maxim.TAKES_STOCK,
    Discard: Maxim.PUTS_OUT_LOW,
    CallHonours: Maxim.ASKS_FOR_HONOURS,
}


def _declare_maxim(lengths: list[int], trumps: Suit | None) -> Maxim | None:
    if trumps is None:
        return Maxim.DECLARES_EVEN if min(lengths) >= 2 else None
    return Maxim.DECLARES_LONGEST if lengths[trumps.index] == max(lengths) else None

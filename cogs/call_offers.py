"""What the commands of a deal offer while somebody types: the calls and cards that are open to them now.

The offers are made from what the asker may see and nothing else. What is sent when one is picked is read
alike in every language: a letter means one suit here and another there, but the sign of a suit does not.
"""

from __future__ import annotations

from discord import app_commands

from cogs.completion import matching
from cogs.typed import begun_list, typed_bid, typed_declaration, typed_worth
from rules.calls import Bid, Declare, Pass, Play
from rules.cards import PACK, Card, Hand
from rules.strains import Strain, plain
from rules.view import May, SeatView
from screens.reading import read_card
from screens.words.calls import called
from screens.words.commands import card_name
from screens.words.gamebook import words_of
from screens.words.names import bid_at, declared, sign
from screens.words.speech import Speech
from screens.worth import AskedAfter

Offers = list[app_commands.Choice[str]]


def declaration_offers(view: SeatView, typed: str) -> Offers:
    words = words_of(view.table.game)
    declares = [call for call in view.options if isinstance(call, Declare)]
    offers = [(declared(one.trumps, words), _strain(plain(one.trumps))) for one in declares]
    return matching(offers, typed, lambda text: _strain(plain(typed_declaration(view, text).trumps)))


def bid_offers(view: SeatView, typed: str) -> Offers:
    words = words_of(view.table.game)
    offers = [(bid_at(bid, words), _word(bid)) for bid in view.options if isinstance(bid, Bid)]
    return matching(offers, typed, lambda text: _word(typed_bid(view, text)))


def worth_offers(view: SeatView, typed: str) -> Offers:
    """The bids that were made, the last first, and the bids that are open to the asker."""
    if view.deal is None:
        return []
    words, speech = words_of(view.table.game), Speech.at(view.table.options)
    made = [
        (called(speech, one.seat, bid_at(one.call, words)), _word(place))
        for place, one in enumerate(view.deal.calls)
        if isinstance(one.call, Bid)
    ]
    opened = [(bid_at(bid, words), _word(bid)) for bid in view.options if isinstance(bid, Bid)]
    return matching([*reversed(made), *opened], typed, lambda text: _word(typed_worth(view, text)))


def _word(asked: AskedAfter | Pass) -> str:
    """What an offer sends: ``call 3``, ``2♥``, ``3N``."""
    match asked:
        case int(place):
            return f"call {place}"
        case Bid(odd, strain):
            return f"{odd}{_strain(strain)}"
    return str(asked)


def _strain(of: Strain) -> str:
    """``♥``, ``N``; royals, which are spades too, are ``R``."""
    return sign(of.trumps) if of.trumps is not None and of is not Strain.ROYALS else of.letter


def _card(of: Card) -> str:
    """``Q♥``, ``T♠``."""
    return of.rank.letter + sign(of.suit)


def card_offers(view: SeatView, typed: str) -> Offers:
    cards = [option.card for option in view.options if isinstance(option, Play)]
    offers = [(card_name(card), _card(card)) for card in cards]
    return matching(offers, typed, lambda text: _card(read_card(text)))


def discard_offers(view: SeatView, typed: str) -> Offers:
    """The cards named so far with one more of the asker's own."""
    if view.own is None or view.deal is None or May.PUT_OUT not in view.may:
        return []
    named, begun = begun_list(typed, view.own.left)
    lists = [named]
    if len(named) != view.deal.to_put_out:
        left = [(card_name(card), card.index) for card in view.own.left - Hand.of(named)]
        more = matching(left, begun, lambda text: read_card(text).index)
        lists = [(*named, PACK[one.value]) for one in more]
    return [
        app_commands.Choice(name=" ".join(map(card_name, cards)), value=" ".join(map(_card, cards)))
        for cards in lists
    ]

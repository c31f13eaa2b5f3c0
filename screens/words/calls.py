"""What is said while a deal is settled: declarations, doublings, bids, the turned card, the ruff, and honours
called before play. English.

Each function gives a whole sentence or a whole label. Where it stands is for the screens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.calls import CallHonours, Discard, Double, Pass, TakeStock
from rules.cards import Card, Suit
from rules.seats import Seat, Side
from screens.words.gamewords import ColumnWords, Doubling
from screens.words.names import all_of, card, trumps
from screens.words.numbers import number
from screens.words.speech import Speech

# Labels of buttons and lists

PASS_TO_PARTNER: Final = "Pass to partner"
PASS: Final = "Pass"
LET_IT_LIE: Final = "Let it lie"
RUFF: Final = "Ruff: take the stock"
CONTENT: Final = "Content"
CALL_HONOURS: Final = "Can you one?"
BACK: Final = "Back"
WORTH: Final = "What is it worth?"
WORTH_OF: Final = "What is a call worth?"


def double(level: int, said: Doubling) -> str:
    """The button that doubles once more. ``level`` is the number of doublings after it."""
    return _capital(said.once if level == 1 else said.again)


def contre(level: int, worth: int, said: Doubling) -> str:
    """The button that doubles once more. ``level`` and ``worth`` are the number of doublings and the worth of
    a trick after it."""
    return f"{double(level, said)}: {number(worth)} a trick"


def level_of_bids(odd: int) -> str:
    """The button that shows the bids of this level."""
    return f"Bid {odd}"


def put_out(count: int) -> str:
    """The prompt of the list from which cards are put out after a ruff."""
    return f"Choose {_count(count)} cards to put out"


# Declaring and doubling


def declaring(deal: int) -> str:
    return f"Deal {deal}: the declaration"


def dealer_speaks(speech: Speech, dealer: Seat) -> str:
    return f"**{speech.seat(dealer)}** dealt, and declares or passes to {speech.seat(dealer.partner)}."


def partner_must_declare(speech: Speech, partner: Seat) -> str:
    return f"**{speech.seat(partner.partner)}** passed, so **{speech.seat(partner)}** must declare."


def may_double(speech: Speech, seats: Sequence[Seat], level: int, said: Doubling) -> str:
    return f"**{speech.either_of(seats)}** may say {said.once if level == 0 else said.again}."


def your_declaration(*, may_pass: bool) -> str:
    if may_pass:
        return "**Your turn:** declare, or pass to your partner."
    return "**Your turn:** your partner passed, so you must declare."


def your_doubling(level: int, *, may_double: bool, said: Doubling) -> str:
    if not may_double:
        return "**Your turn:** the limit is reached, so you can only be content."
    return f"**Your turn:** {said.once if level == 0 else said.again}, or content?"


def odd_trick_worth(worth: str) -> str:
    return f"An odd trick is worth {worth}."


def contract_worth(worth: str) -> str:
    return f"Made, it scores {worth} towards the game."


def calls_before(count: int) -> str:
    return "1 call before" if count == 1 else f"{count} calls before"


def called(speech: Speech, by: Seat, words: str) -> str:
    return f"{speech.seat(by)}: {words}"


# Bidding

DOUBLED: Final = ("dbl", "rdbl")
"""A double and a redouble in the table of an auction, whose columns have no room for the words."""


def auction(deal: int) -> str:
    return f"Deal {deal}: the auction"


def to_call(speech: Speech, of: Seat) -> str:
    return f"**{speech.seat(of)}** is to call."


def your_call(*, bid: bool, double: str, may_pass: bool) -> str:
    """``double`` is the word for it, empty where it is not open."""
    ways = [way for way in ("bid" if bid else "", double, "pass" if may_pass else "") if way]
    if not may_pass and bid:
        return "**Your turn:** the dealer must open with a bid."
    return (
        f"**Your turn:** {', '.join(ways[:-1])} or {ways[-1]}." if len(ways) > 1 else "**Your turn:** pass."
    )


def your_named_call(names: Sequence[str]) -> str:
    """Where the game has a name of its own for every open call."""
    return (
        f"**Your turn:** {', '.join(names[:-1])} or {names[-1]}?" if len(names) > 1 else your_only(names[0])
    )


def your_only(name: str) -> str:
    return f"**Your turn:** you can only say {name}."


def your_denomination(odd: int) -> str:
    """``odd`` is the level that has been chosen, in tricks over six."""
    tricks = "1 odd trick" if odd == 1 else f"{odd} odd tricks"
    return f"**Your turn:** {tricks}, that is {6 + odd}: in which denomination?"


def contract(speech: Speech, bid: str, declarer: Seat, doubled: str) -> str:
    """``2 ♥ Hearts by West, double ×2``."""
    by = f"{bid} by {speech.seat(declarer)}"
    return f"{by}, {doubled}" if doubled else by


# What a call promises


def promises(by: str, what: str) -> str:
    return f"{by}: {what}" if by else what


def outcome(made: bool, gains: Sequence[str]) -> str:
    when = "Just made" if made else "One trick short"
    return f"{when}: {'; '.join(gains) if gains else 'nothing'}."


def gains(speech: Speech, of: Side, below: int, above: int, bonus: int, columns: ColumnWords) -> str:
    """What one side would score, in the columns of the game."""
    parts = [
        f"{number(points)} {where}".rstrip()
        for points, where in ((below, columns.below), (above, columns.above), (bonus, "for the game"))
        if points
    ]
    return f"{speech.short_side(of)} {all_of(parts)}"


def wins_game(speech: Speech, of: Side) -> str:
    return f"{speech.short_side(of)} would win the game"


NO_CARDS_COUNTED: Final = (
    "At the present score. What the cards themselves bring, honours or chicane, comes besides."
)
NOTHING_PROMISED: Final = "Nothing has been called yet that promises anything."


# The turned card, the ruff, and honours called


def turned_up_by(speech: Speech, dealer: Seat, turned: Card) -> str:
    return f"{speech.seat(dealer)} dealt and turned up the {card(turned)}."


def turned_on_stock(speech: Speech, dealer: Seat, turned: Card, stock: int) -> str:
    return f"{speech.seat(dealer)} dealt. The {card(turned)} lies on the stock of {stock}."


def turned_blind(speech: Speech, dealer: Seat, turned: Card) -> str:
    return f"{speech.seat(dealer)} dealt. Trumps were cut before the deal: the {card(turned)}."


def turned_taken(speech: Speech, dealer: Seat, turned: Card, ruffer: Seat) -> str:
    return f"{speech.seat(dealer)} dealt. {speech.seat(ruffer)} took in the stock with the {card(turned)}."


def are_trumps(of: Suit) -> str:
    return f"{trumps(of)} are trumps"


def may_ruff(speech: Speech, of: Seat, stock: int) -> str:
    return f"**{speech.seat(of)}** may ruff: take in the {stock} cards of the stock and put out as many."


def puts_out(speech: Speech, of: Seat, count: int) -> str:
    return f"**{speech.seat(of)}** has ruffed, and puts out {_count(count)} cards."


def your_ruff(turned: Card, stock: int) -> str:
    ruff = f"take in the stock with the {card(turned)}, and put out {_count(stock)} cards"
    return f"**Your turn:** ruff ({ruff}), or let it lie?"


def your_discard(count: int) -> str:
    return (
        f"**Your turn:** put out {_count(count)} cards. Choose them in the list: nobody else will see which."
    )


def you_put_out(cards: str) -> str:
    return f"You put out {cards}."


def asked_honours(speech: Speech, by: Seat) -> str:
    """Said while play goes on, so the answer was no."""
    return f"{speech.seat(by)} asked: can you one? No."


MAY_CALL_HONOURS: Final = "Until you have played you may ask your partner for honours: can you one?"


def bid_made(what: str) -> str:
    """To somebody who has typed a bid."""
    return f"You bid {what}."


CALL_NOTES: Final[Mapping[type, str]] = MappingProxyType(
    {
        Pass: "You passed.",
        Double: "You doubled the bid.",
        TakeStock: "You took in the stock: now put out as many cards.",
        Discard: "Your cards are out, face down.",
        CallHonours: "You asked whether your partner can one.",
    }
)
"""To somebody who has typed a call: what they have done."""


# Beside the commands

CALL_TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "bid": "Bid so many odd tricks in a suit or without trumps",
        "double": "Double what the other side has bid or declared",
        "redouble": "Double once more what the other side has doubled",
        "ruff": "Take in the stock, if the ruff is yours",
        "discard": "Put out as many cards as the stock had, after a ruff",
        "honours": "Call honours before you play: can you one, partner?",
        "worth": "What a call brings if it is just made, and what one trick short costs",
    }
)

CALL_OPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "bid": "Level and denomination: 2H is two hearts, 3N three no trumps",
        "cards": "The cards with spaces between them: 2C 3C 4D 9H",
        "call": "A call that was made, or a bid like 2H; what stands, if you leave it out",
    }
)


def _count(count: int) -> str:
    return {1: "one", 2: "two", 3: "three", 4: "four"}.get(count, str(count))


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]

"""What is said while a deal is settled: declarations, doublings, bids, the turned card, the ruff, and honours
called before play.

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
from screens.words.languages import Label, Sentence, counted, marked, meant, say
from screens.words.names import Speech, all_of, card, either_of, trumps
from screens.words.numbers import number

# Labels of buttons and lists

PASS_TO_PARTNER: Final = Label("a button", "Pass to partner")
PASS: Final = Label("a button", "Pass")
LET_IT_LIE: Final = Label("a button", "Leave the stock")
RUFF: Final = Label("a button", "Take the stock")
CONTENT: Final = Label("a button", "Accept")
CALL_HONOURS: Final = Label("a button", "Can you one?")
BACK: Final = Label("a button", "Back")
WORTH: Final = Label("a button", "What does it score?")
WORTH_OF: Final = Label("a list", "What does a call tell and score?")


def double(level: int, said: Doubling) -> str:
    """The button that doubles once more. ``level`` is the number of doublings after it."""
    return _capital(said.once if level == 1 else said.again)


def contre(level: int, worth: int, said: Doubling) -> str:
    """The button that doubles once more. ``level`` and ``worth`` are the number of doublings and the worth of
    a trick after it."""
    return meant("a button", "{double}: {points} a trick", double=double(level, said), points=number(worth))


def level_of_bids(odd: int) -> str:
    """The button that shows the bids of this level."""
    return meant("a button", "Bid {number}", number=odd)


def put_out(count: int) -> str:
    """The prompt of the list from which cards are put out after a ruff."""
    return counted(count, "Choose {count} card to put out", "Choose {count} cards to put out")


# Declaring and doubling


def declaring(deal: int) -> str:
    return say("Deal {number}: the declaration", number=deal)


def dealer_speaks(speech: Speech, dealer: Seat) -> str:
    return say(
        "**{dealer}** dealt: they name trumps, or pass to {partner:dat}.",
        dealer=speech.seat(dealer),
        partner=speech.seat(dealer.partner),
    )


def partner_must_declare(speech: Speech, partner: Seat) -> str:
    return say(
        "**{dealer}** passed, so **{partner}** must name trumps.",
        dealer=speech.seat(partner.partner),
        partner=speech.seat(partner),
    )


def may_double(speech: Speech, seats: Sequence[Seat], level: int, said: Doubling) -> str:
    return say(
        "**{seats}** may say {double}, or accept.",
        seats=speech.either_of(seats),
        double=said.once if level == 0 else said.again,
    )


def your_declaration(*, may_pass: bool) -> str:
    if may_pass:
        return say("**Your turn:** name trumps, or pass to your partner.")
    return say("**Your turn:** your partner passed, so you must name trumps.")


def your_doubling(level: int, *, may_double: bool, said: Doubling) -> str:
    if not may_double:
        return say("**Your turn:** no more doubling at this table, so you can only accept.")
    return said.ask if level == 0 else said.ask_again


def odd_trick_worth(worth: str) -> str:
    return say("Each trick over six scores {points}.", points=worth)


def contract_worth(worth: str) -> str:
    return say("Made, it scores {points} towards the game.", points=worth)


def calls_before(count: int) -> str:
    return counted(count, "{count} call before", "{count} calls before")


def called(speech: Speech, by: Seat, words: str) -> str:
    return say("{seat}: {call}", seat=speech.seat(by), call=words)


# Bidding


def doubled(*, again: bool) -> str:
    """A double or a redouble in the table of an auction, whose columns have no room for the words."""
    if again:
        return meant("redouble, at most four letters", "rdbl")
    return meant("double, at most four letters", "dbl")


def auction(deal: int) -> str:
    return say("Deal {number}: the auction", number=deal)


def to_call(speech: Speech, of: Seat) -> str:
    return say("**{seat}** is to call.", seat=speech.seat(of))


def your_call(*, bid: bool, double: str, may_pass: bool) -> str:
    """``double`` is the word for it, empty where it is not open."""
    if not may_pass and bid:
        return say("**Your turn:** the dealer must open with a bid.")
    if bid and double:
        return say("**Your turn:** bid, {double} or pass.", double=double)
    if bid:
        return say("**Your turn:** bid or pass.")
    if double:
        return say("**Your turn:** {double} or pass.", double=double)
    return say("**Your turn:** pass.")


def your_named_call(names: Sequence[str]) -> str:
    """Where the game has a name of its own for every open call."""
    if len(names) > 1:
        return say("**Your turn:** {calls}?", calls=either_of(names))
    return your_only(names[0])


def your_only(name: str) -> str:
    return say("**Your turn:** you can only say {call}.", call=name)


def your_denomination(odd: int) -> str:
    """``odd`` is the level that has been chosen, in tricks over six."""
    return say("**Your turn:** bid {number} of what? ({tricks} tricks)", number=odd, tricks=6 + odd)


def contract(speech: Speech, bid: str, declarer: Seat, doubled: str) -> str:
    """``2 ♥ Hearts by West, double ×2``."""
    by = say("{bid} by {seat:gen}", bid=bid, seat=speech.seat(declarer))
    return f"{by}, {doubled}" if doubled else by


# What a call promises


def promises(by: str, what: str) -> str:
    return say("{player}: {call}", player=by, call=what) if by else what


def outcome(made: bool, gains: Sequence[str]) -> str:
    told = "; ".join(gains) if gains else meant("no points", "nothing")
    if made:
        return say("Just made: {gains}.", gains=told)
    return say("One trick short: {gains}.", gains=told)


def gains(speech: Speech, of: Side, below: int, above: int, bonus: int, columns: ColumnWords) -> str:
    """What one side would score, in the columns of the game."""
    parts = [
        f"{number(points)} {where}".rstrip()
        for points, where in ((below, columns.below), (above, columns.above), (bonus, say("for the game")))
        if points
    ]
    return f"{speech.short_side(of)} {all_of(parts)}"


def wins_game(speech: Speech, of: Side) -> str:
    return say("{side} would win the game", side=speech.short_side(of))


NO_CARDS_COUNTED: Final = Sentence(
    "At the present score. What the cards themselves score, honours or chicane, is not included."
)
NOTHING_PROMISED: Final = Sentence("Nobody has made a call that scores anything yet.")


# The turned card, the ruff, and honours called


def turned_up_by(speech: Speech, dealer: Seat, turned: Card) -> str:
    return say("{seat} dealt and turned up {card}.", seat=speech.seat(dealer), card=card(turned))


def turned_on_stock(speech: Speech, dealer: Seat, turned: Card, stock: int) -> str:
    return counted(
        stock,
        "{seat} dealt. {card} lies on the stock of {count} card.",
        "{seat} dealt. {card} lies on the stock of {count} cards.",
        seat=speech.seat(dealer),
        card=card(turned),
    )


def turned_blind(speech: Speech, dealer: Seat, turned: Card) -> str:
    return say(
        "{seat} dealt. Trumps were cut before the deal: {card}.", seat=speech.seat(dealer), card=card(turned)
    )


def turned_taken(speech: Speech, dealer: Seat, turned: Card, ruffer: Seat) -> str:
    return say(
        "{seat} dealt. {taker} took the stock with {card}.",
        seat=speech.seat(dealer),
        taker=speech.seat(ruffer),
        card=card(turned),
    )


def are_trumps(of: Suit) -> str:
    return say("{suit} are trumps", suit=trumps(of))


def may_ruff(speech: Speech, of: Seat, stock: int) -> str:
    return counted(
        stock,
        "**{seat}** may ruff: take the {count} card of the stock and put out as many.",
        "**{seat}** may ruff: take the {count} cards of the stock and put out as many.",
        seat=speech.seat(of),
    )


def puts_out(speech: Speech, of: Seat, count: int) -> str:
    return counted(
        count,
        "**{seat}** took the stock, and puts out {count} card.",
        "**{seat}** took the stock, and puts out {count} cards.",
        seat=speech.seat(of),
    )


def your_ruff(turned: Card, stock: int) -> str:
    return counted(
        stock,
        "**Your turn:** ruff (take the stock with {card}, and put out {count} card), or leave it?",
        "**Your turn:** ruff (take the stock with {card}, and put out {count} cards), or leave it?",
        card=card(turned),
    )


def your_discard(count: int) -> str:
    return counted(
        count,
        "**Your turn:** put out {count} card. Choose it in the list: nobody else will see which.",
        "**Your turn:** put out {count} cards. Choose them in the list: nobody else will see which.",
    )


def you_put_out(cards: str) -> str:
    return say("You put out {cards}.", cards=cards)


def asked_honours(speech: Speech, by: Seat) -> str:
    """Said while play goes on, so the answer was no."""
    return say("{seat} asked their partner: can you one? No.", seat=speech.seat(by))


MAY_CALL_HONOURS: Final = Sentence(
    "Before you play your first card, you can ask your partner for honours: can you one?"
)


def bid_made(what: str) -> str:
    """To somebody who has typed a bid."""
    return say("You bid {bid}.", bid=what)


CALL_NOTES: Final[Mapping[type, Sentence]] = MappingProxyType(
    {
        Pass: Sentence("You passed."),
        Double: Sentence("You doubled the bid."),
        TakeStock: Sentence("You took the stock. Now put out as many cards."),
        Discard: Sentence("Your cards are out, face down."),
        CallHonours: Sentence("You asked your partner: can you one?"),
    }
)
"""To somebody who has typed a call: what they have done."""


# Beside the commands

CALL_TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "bid": marked("Bid a number of tricks over six, in a suit or without trumps"),
        "double": marked("Double what the other side has bid or declared"),
        "redouble": marked("Double again what the other side has doubled"),
        "ruff": marked("Take the stock, if you have the ruff"),
        "discard": marked("Put out as many cards as the stock had, after a ruff"),
        "honours": marked("Call honours before you play: can you one, partner?"),
        "worth": marked("What a call scores if it is just made, and what one trick short costs"),
    }
)

CALL_OPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "bid": marked("Number and suit: 2H is two hearts, 3N three no trumps"),
        "cards": marked("The cards with spaces between them: 2C 3C 4D 9H"),
        "call": marked("A call that was made, or a bid like 2H; the present one, if you leave it out"),
    }
)


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]

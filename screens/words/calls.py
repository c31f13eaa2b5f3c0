"""What is said while a deal is settled: declarations, doublings, bids, the turned card, the ruff, and honours
called before play.

Each function gives a whole sentence or a whole label. Where it stands is for the screens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.calls import CallHonours, Discard, Double, Pass, TakeStock
from rules.seats import Seat, Side
from screens.words.gamewords import ColumnWords, Doubling
from screens.words.languages import Label, Plural, Sentence, marked, meant, say, semicolons
from screens.words.names import Speech, all_of, either_of, number

# Labels of buttons and lists

PASS_TO_PARTNER: Final = Label("a button", "Pass to partner")
PASS: Final = Label("a button", "Pass")
LET_IT_LIE: Final = Label("a button", "Leave the stock")
RUFF: Final = Label("a button", "Take the stock")
CONTENT: Final = Label("a button", "Accept")
CALL_HONOURS: Final = Label("a button", "Can you one?")
BACK: Final = Label("a button", "Back")
WORTH: Final = Label("a button", "Worth")
WORTH_OF: Final = Label("a list", "Worth of…")


def declaration(what: str, worth: int) -> str:
    """The button that declares, with the worth of a trick over six: ``♥ +8``, ``Biritch +10``."""
    return f"{what} +{number(worth)}"


def double_label(level: int, said: Doubling) -> str:
    """The button that doubles once more. ``level`` is the number of doublings after it."""
    return _capital(said.once if level == 1 else said.again)


def contre_label(level: int, worth: int, said: Doubling) -> str:
    """The button that doubles once more. ``level`` and ``worth`` are the number of doublings and the worth of
    a trick after it."""
    return meant(
        "a button", "{double}: {points} a trick", double=double_label(level, said), points=number(worth)
    )


PUT_OUT: Final = Plural("Choose {count} card to put out", "Choose {count} cards to put out")
"""The prompt of the list from which cards are put out after a ruff."""


# Declaring and doubling

DECLARING: Final = Sentence("Deal {number}: the declaration")
PARTNER_MUST_DECLARE: Final = Sentence("**{partner}** must name trumps.")
ODD_TRICK_PRICES: Final = Sentence("Points a trick over six")
"""Beside buttons with the prices of declarations."""


def your_declaration(*, may_pass: bool) -> str:
    if may_pass:
        return say("**Your turn:** name trumps, or pass to your partner.")
    return say("**Your turn:** your partner passed, so you must name trumps.")


def your_doubling(level: int, *, may_double: bool, said: Doubling) -> str:
    if not may_double:
        return say("**Your turn:** no more doubling at this table, so you can only accept.")
    return said.ask if level == 0 else said.ask_again


ODD_TRICK_WORTH: Final = Sentence("{points} a trick over six")
CONTRACT_WORTH: Final = Sentence("{points} if made")
CALLS_BEFORE: Final = Plural("{count} call before", "{count} calls before")
CALLED: Final = Sentence("{seat}: {call}")


# Bidding


def doubled_mark(*, again: bool) -> str:
    """A double or a redouble in the table of an auction, whose columns have no room for the words."""
    if again:
        return meant("redouble, at most four letters", "rdbl")
    return meant("double, at most four letters", "dbl")


AUCTION: Final = Sentence("Deal {number}: the auction")


def your_call(*, bid: bool, double: str, may_pass: bool) -> str:
    """``double`` is the word for it, empty where it is not open."""
    if not may_pass and bid:
        return say("**Your turn:** the dealer must open with a bid.")
    if bid:
        return say("**Your turn.**")  # its buttons say the rest
    if double:
        return say("**Your turn:** {double} or pass.", double=double)
    return say("**Your turn:** pass.")


def your_named_call(names: Sequence[str]) -> str:
    """Where the game has a name of its own for every open call."""
    if len(names) > 1:
        return say("**Your turn:** {calls}?", calls=either_of(names))
    return YOUR_ONLY(call=names[0])


YOUR_ONLY: Final = Sentence("**Your turn:** you can only say {call}.")
YOUR_DENOMINATION: Final = Sentence("**Your turn:** bid {number} of what? ({tricks} tricks)")
"""Asked once a level has been chosen, which is in tricks over six."""


def contract_line(speech: Speech, bid: str, declarer: Seat, doubled: str) -> str:
    """``2 ♥ Hearts by West, double ×2``."""
    by = say("{bid} by {seat:gen}", bid=bid, seat=speech.seat(declarer))
    return f"{by}, {doubled}" if doubled else by


# What a call promises


def promises(by: str, what: str) -> str:
    return say("{player}: {call}", player=by, call=what) if by else what


def outcome_line(made: bool, gains: Sequence[str]) -> str:
    told = semicolons(gains) if gains else meant("no points", "nothing")
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


WINS_GAME: Final = Sentence("{side} would win the game")
NO_CARDS_COUNTED: Final = Sentence(
    "At the present score. What the cards themselves score, honours or chicane, is not included."
)
NOTHING_PROMISED: Final = Sentence("Nobody has made a call that scores anything yet.")


# The turned card, the ruff, and honours called

TURNED_UP_BY: Final = Sentence("{seat} turned up {card}.")
TURNED_ON_STOCK: Final = Plural(
    "{seat} dealt. On the stock of {count} card: {card}.",
    "{seat} dealt. On the stock of {count} cards: {card}.",
)
TURNED_BLIND: Final = Sentence("{seat} dealt. Trumps were cut before the deal: {card}.")
TURNED_TAKEN: Final = Sentence("{seat} dealt. {taker} took the stock with {card}.")
ARE_TRUMPS: Final = Sentence("{suit} are trumps")
TRUMPS_ARE: Final = Sentence("Trumps {suit}")
MAY_RUFF: Final = Plural(
    "**{seat}** may take the {count} card of the stock.",
    "**{seat}** may take the {count} cards of the stock.",
)
TO_RUFF: Final = Plural(
    "**{seat}** is to take the {count} card of the stock.",
    "**{seat}** is to take the {count} cards of the stock.",
)
"""Where the dealer has the ruff, and may not leave it (laws 5, appendix E, E5)."""
PUTS_OUT: Final = Plural(
    "**{seat}** took the stock, and puts out {count} card.",
    "**{seat}** took the stock, and puts out {count} cards.",
)
YOUR_RUFF: Final = Plural(
    "**Your turn:** take the stock and put out {count} card, or leave it?",
    "**Your turn:** take the stock and put out {count} cards, or leave it?",
)
YOUR_STOCK: Final = Plural(
    "**Your turn:** take the stock, and put out {count} card.",
    "**Your turn:** take the stock, and put out {count} cards.",
)
YOUR_DISCARD: Final = Plural(
    "**Your turn:** put out {count} card. Choose it in the list: nobody else will see which.",
    "**Your turn:** put out {count} cards. Choose them in the list: nobody else will see which.",
)
YOU_PUT_OUT: Final = Sentence("You put out {cards}.")
ASKED_HONOURS: Final = Sentence("{seat} asked their partner: can you one? No.")
"""Said while play goes on, so the answer was no."""
MAY_CALL_HONOURS: Final = Sentence(
    "Before you play your first card, you can ask your partner for honours: can you one?"
)
BID_MADE: Final = Sentence("You bid {bid}.")
"""To somebody who has typed a bid."""


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
    }
)

CALL_OPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "bid": marked("Number and suit: 2H is two hearts, 3N three no trumps"),
        "call": marked("A call that was made, or a bid like 2H; the present one, if you leave it out"),
    }
)


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]

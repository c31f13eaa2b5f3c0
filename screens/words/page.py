"""What is said on the page of a table and about it: links, who sits there, cards by their spoken names."""

from __future__ import annotations

from functools import cache
from typing import Final

from rules.cards import PACK, Card, Rank
from screens.words.languages import Label, Plural, Sentence, language_spoken, meant, say, spoken
from screens.words.names import suit_inside

OPEN_THE_TABLE: Final = Label("a button", "Open the table")
YOUR_LINK: Final = Sentence(
    "**Your seat at the table, in a browser.** The link is yours alone: it is good once, for ten minutes."
)
NO_PAGE: Final = Sentence("Whoever hosts this bot has set up no page to play on.")

SIT_AS: Final = Sentence("You will sit as {name}.")
SIT_DOWN: Final = Label("a button", "Sit down")
LINK_IS_OVER: Final = Sentence(
    "This link has been used, or is too old. **{button}** in Discord gives another."
)
LEFT_SERVER: Final = Sentence("You are no longer a member of the server in which this table stands.")
NO_SESSION: Final = Sentence(
    "This browser has no seat at the table. In Discord, press **{button}** on your hand, "
    "or type `/table page`."
)
TOO_MANY_PAGES: Final = Sentence("So many pages are open already that no other can be. Close one first.")
CLOSE_ALL_PAGES: Final = Label("a button", "Close all my table pages")
PAGES_CLOSED: Final = Sentence(
    "Your table pages are closed in every browser, and their links lead nowhere any more."
)
RECONNECTING: Final = Sentence("Reconnecting…")
SCRIPT_NEEDED: Final = Sentence("This page needs JavaScript.")

WE: Final = Label("a side, beside its score", "we")
THEY: Final = Label("a side, beside its score", "they")
THE_TRICK: Final = Sentence("The trick")
TURN: Final = Label("beside the name of who is waited for", "to act")
DEALERS_DISC: Final = Label("on a disc beside the dealer's name, one or two letters", "D")
PLAYED: Final = Sentence("{player}: {card}.")
CLOSE_SHEET: Final = Label("a button", "Back to the table")
ACTS: Final = Sentence("What you can do")
SHEET: Final = Sentence("Over the table")
SEND_FORM: Final = Label("a button: what was filled in", "Send")
NOT_POSTED: Final = Sentence("You may not write in the table's channel, so nothing is posted there.")
MORE_HERE: Final = Label("a button", "Everything else")

# What is read aloud

TRUMPS_ARE: Final = Sentence("Trumps: {suit}.")
NO_TRUMPS: Final = Sentence("No trumps.")
CONTRACT_IS: Final = Sentence("Contract: {bid}.")
DECLARER_IS: Final = Sentence("Declarer: {seat}.")
SIDE_SCORE: Final = Sentence("{side}: {points} of {total}, {games}, {tricks}.")
GAMES_WON: Final = Plural("{count} game", "{count} games")
BID_AT: Final = Sentence("Bid at level {number}")
TOOK_LAST: Final = Sentence("The last trick: {seat} took it")
TAKES_TRICK: Final = Sentence("{seat} takes the trick.")
NO_CARD_LIES: Final = Sentence("No card lies on the table.")
NO_OPEN_HAND: Final = Sentence("No hand lies open.")
SUIT_HELD: Final = Sentence("{suit}: {ranks}")
HAS_JOINED: Final = Sentence("{player} has joined.")
HAS_LEFT: Final = Sentence("{player} has left.")
YOUR_CALL: Final = Sentence("Your turn to call.")
ANY_FROM_DUMMY: Final = Sentence("Your turn: any card from dummy.")
YOUR_DISCARD: Final = Sentence("Your turn: put out cards.")
YOUR_ANSWER: Final = Sentence("Your turn: agree or refuse.")
DEAL_IS_OVER: Final = Sentence("The deal is over: your side took {tricks}.")
HELP: Final = Label("a heading that opens", "Help")
KEYS_TOLD: Final = Sentence(
    "While the focus is on the table, a suit and a rank play that card: S, H, D or C, then A, K, Q, J, T or "
    "9 to 2. Arrows walk along the cards. Shift with a letter says:"
)
LETTER_KEYS: Final = Label("a switch", "Letter keys")
TURN_SOUND: Final = Label("a switch", "Sound at your turn")
SAY_SCORE: Final = Label("a button: it is read aloud", "Score")
SAY_TRICK: Final = Label("a button: it is read aloud", "Trick")
SAY_LAST: Final = Label("a button: it is read aloud", "Last trick")
SAY_DUMMY: Final = Label("a button: it is read aloud", "Dummy")
SAY_HAND: Final = Label("a button: it is read aloud", "Hand")


@cache
def _rank_words(language: str) -> dict[Rank, str]:
    with spoken(language):
        return {
            Rank.ACE: meant("a card", "ace"),
            Rank.KING: meant("a card", "king"),
            Rank.QUEEN: meant("a card", "queen"),
            Rank.KNAVE: meant("a card", "jack"),
        }


def spoken_rank(of: Rank) -> str:
    return _rank_words(language_spoken()).get(of) or str(int(of))


@cache
def _spoken_cards(language: str) -> dict[Card, str]:
    with spoken(language):
        return {
            one: say("{rank} of {suit}", rank=spoken_rank(one.rank), suit=suit_inside(one.suit))
            for one in PACK
        }


def spoken_card(of: Card) -> str:
    """As a card is read aloud: ``queen of hearts``, ``10 of clubs``."""
    return _spoken_cards(language_spoken())[of]

"""What is said on the page of a table and about it: links, who sits there, cards by their spoken names."""

from __future__ import annotations

from typing import Final

from rules.cards import Card, Rank
from screens.words.languages import Label, Sentence, meant, say
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
RECONNECTING: Final = Sentence("Reconnecting…")
SCRIPT_NEEDED: Final = Sentence("This page needs JavaScript.")

WE: Final = Label("a side, beside its score", "we")
THEY: Final = Label("a side, beside its score", "they")
OF_TARGET: Final = Sentence("{points} of {total}")
THE_TRICK: Final = Sentence("The trick")
CALLS: Final = Sentence("The calls")
TURN: Final = Label("beside the name of who is waited for", "to act")
PLAYED: Final = Sentence("{player}: {card}.")
CLOSE_SHEET: Final = Label("a button", "Back to the table")


def _ranks() -> dict[Rank, str]:
    return {
        Rank.ACE: meant("a card", "ace"),
        Rank.KING: meant("a card", "king"),
        Rank.QUEEN: meant("a card", "queen"),
        Rank.KNAVE: meant("a card", "jack"),
    }


def spoken_card(of: Card) -> str:
    """As a card is read aloud: ``queen of hearts``, ``10 of clubs``."""
    rank = _ranks().get(of.rank, str(int(of.rank)))
    return say("{rank} of {suit}", rank=rank, suit=suit_inside(of.suit))

"""What newcomers are told: a server to which the bot has come, and somebody who plays their first deal.

Until they have sat through one, their panel says in a line what one does now, and a table without hints
offers them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.calls import Pass, Play
from rules.games.all_games import GAMES, game_of
from rules.seats import Seat
from rules.view import HINTS_ON, PublicDeal, PublicTable, SeatView
from screens.options import is_fixed, option_id, settled
from screens.parts import BRASS, text
from screens.presses import Found, form
from screens.screen import Button, Row, Screen, Style
from screens.settling import Stage, stage
from screens.words.languages import Label, Sentence
from screens.words.table import JOIN, PLAY_NOW

# In a server


class Begin(NamedTuple):
    """A table with robots for the person who presses, at once."""

    game: str

    def __str__(self) -> str:
        return f"begin:{self.game}"


@form(Begin, ("begin",), r"(?P<game>[a-z0-9_]{1,30})")
def _begin(verb: str, found: Found) -> Begin | None:
    return Begin(found["game"]) if found["game"] in GAMES else None


HERE: Final = (
    Sentence(
        "**Biritch is here:** the whist of 1886, bridge, vint and their family, for one to four people."
    ),
    Sentence(
        "With friends: `/table open`, and they press **{join}**. Alone: the button, or `/play`.", join=JOIN
    ),
    Sentence("`/learn` teaches it in ten minutes; `/help` tells the rest."),
)


def welcome_screen(game: str) -> Screen:
    """Said once in a server to which the bot has come. The button is anybody's."""
    play = Button(str(Begin(game)), PLAY_NOW(), Style.SUCCESS)
    return Screen((text(*(line() for line in HERE)), Row((play,))), BRASS)


# At the first deal

DECLARE: Final = Sentence("First deal: name your longest suit as trumps; with no long one, pass.")
DOUBLE: Final = Sentence("First deal: accept, unless you could take most of the tricks yourself.")
BID: Final = Sentence("First deal: with few aces and kings, pass; with many, bid your longest suit.")
RUFF: Final = Sentence("First deal: with the ace of trumps in hand, take the stock; else leave it.")
STOCK: Final = Sentence("First deal: press the button; as dealer you take the stock at this table.")
PUT_OUT: Final = Sentence("First deal: put out your lowest cards, and keep your trumps.")
LEAD: Final = Sentence("First deal: press any card; a good start is one of your longest suit.")
FOLLOW: Final = Sentence("First deal: play high to win the trick, low if your partner is winning it.")
THROW: Final = Sentence("First deal: you cannot follow; throw a low card, or take the trick with a trump.")
THROW_ONLY: Final = Sentence("First deal: you cannot follow; throw a card that you need least.")
REST: Final = Sentence("First deal: nothing to do; your partner plays your cards.")
WAIT: Final = Sentence("First deal: wait for the others; at your turn your cards are buttons.")


def what_now(view: SeatView, deal: PublicDeal, viewer: Seat) -> str:
    """In a line what somebody does now who plays their first deal. It is told from what they see."""
    if deal.claim is not None or deal.deciding:
        return ""  # the question says what to answer
    if not deal.playing:
        return _before_play(view)
    if deal.settled is not None and deal.settled.player_of(viewer) is not viewer:
        return REST()
    plays = [option.card for option in view.options if isinstance(option, Play)]
    if not plays or deal.trick is None:
        return WAIT()
    led = deal.trick.led
    if led is None:
        return LEAD()
    if any(card.suit is led for card in plays):
        return FOLLOW()
    trumps = deal.settled.trumps if deal.settled is not None else None
    return THROW() if any(card.suit is trumps for card in plays) else THROW_ONLY()


_OF_STAGE: Final = {
    Stage.DECLARING: DECLARE,
    Stage.DOUBLING: DOUBLE,
    Stage.BIDDING: BID,
    Stage.RUFFING: RUFF,
    Stage.PUTTING_OUT: PUT_OUT,
}


def _before_play(view: SeatView) -> str:
    now = stage(view)
    due = view.deal is not None and view.viewer in view.deal.may_act
    if due and now is Stage.RUFFING and Pass() not in view.options:
        return STOCK()
    return _OF_STAGE[now]() if due and now is not None else WAIT()


# Hints

OFFER: Final = Sentence("New to this? With hints on, a press tells what a robot would do in your place.")
TURN_ON: Final = Label("a button", "Hints on")


def hints_offer(table: PublicTable, table_id: str) -> Button | None:
    """Turns the hints of a table on, between rubbers; None where they are on, or cannot be."""
    key, on = HINTS_ON
    choice = next(one for one in game_of(table).choices if one.key == key)
    if settled(table)[key] == on or is_fixed(table, choice) or table.evening is not None:
        return None
    return Button(option_id(table_id, key, on), TURN_ON(), Style.SUCCESS)

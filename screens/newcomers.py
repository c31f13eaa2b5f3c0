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
from screens.options import is_fixed, option_id, option_values
from screens.parts import BRASS, text
from screens.presses import Found, form
from screens.screen import Button, Row, Screen, Style
from screens.settling import Stage, bids_made, stage
from screens.words.games.all_games import words_of
from screens.words.languages import Label, Sentence
from screens.words.names import Speech
from screens.words.table import JOIN, PLAY_NOW

# In a server


class Begin(NamedTuple):
    """A table with robots for the person who presses, at once."""

    game: str

    def __str__(self) -> str:
        return f"begin:{self.game}"


@form(Begin, ("begin",), r"(?P<game>[a-z0-9_]{1,30})")
def _begin_press(verb: str, found: Found) -> Begin | None:
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
DECLARE_SOMETHING: Final = Sentence(
    "First deal: name your longest suit as trumps; this time you cannot pass."
)
DOUBLE: Final = Sentence("First deal: accept, unless you could take most of the tricks yourself.")
BID: Final = Sentence("First deal: with few aces and kings, pass; with many, bid your longest suit.")
BID_SOMETHING: Final = Sentence("First deal: bid your longest suit; this time you cannot pass.")
RUFF: Final = Sentence("First deal: with the ace of trumps in hand, take the stock; else leave it.")
STOCK: Final = Sentence("First deal: press the button; as dealer you take the stock at this table.")
PUT_OUT: Final = Sentence("First deal: put out your lowest cards, and keep your trumps.")
NAMED_CALLS: Final = Sentence("First deal: with many aces and kings press **{high}**; with few, **{low}**.")
LEAD: Final = Sentence("First deal: press any card; a good start is one of your longest suit.")
FOLLOW: Final = Sentence("First deal: play high to win the trick, low if your partner is winning it.")
FOLLOW_WITH_BOTH: Final = Sentence(
    "First deal: play high to win the trick, low if the other of your two hands is winning it."
)
THROW: Final = Sentence("First deal: you cannot follow; throw a low card, or take the trick with a trump.")
THROW_ONLY: Final = Sentence("First deal: you cannot follow; throw a card that you need least.")
DUMMY_THROWS: Final = Sentence(
    "First deal: dummy cannot follow; throw a low card, or take the trick with a trump."
)
DUMMY_THROWS_ONLY: Final = Sentence("First deal: dummy cannot follow; throw a card that you need least.")
LEAD_TO_LOSE: Final = Sentence("First deal: tricks are to be lost here; lead a low card.")
FOLLOW_TO_LOSE: Final = Sentence(
    "First deal: tricks are to be lost here; stay under the highest card if you can."
)
THROW_TO_LOSE: Final = Sentence("First deal: tricks are to be lost here; throw a high card.")
REST: Final = Sentence("First deal: nothing to do; your partner plays your cards.")
WAIT: Final = Sentence("First deal: wait for the others; at your turn you have buttons.")

YOU_DECLARED: Final = Sentence("You declared, and play both hands: yours and the open one.")
PARTNER_DECLARED: Final = Sentence("{player} declared; you play both hands: yours and the open one.")
THEY_DECLARED: Final = Sentence("{player} declared, and plays both hands of their side.")
PARTNER_PLAYS: Final = Sentence("{player} declared; {partner} plays both hands of their side.")
YOU_DECLARED_AS_DUMMY: Final = Sentence(
    "You declared; your hand lies open as dummy, and you play it and your partner's."
)
PARTNER_DECLARED_TO_DUMMY: Final = Sentence(
    "{player} declared; your hand lies open as dummy, and you play it and theirs."
)
BOTH_HANDS: Final = Sentence("You play both hands: yours and the open one.")


def what_now(view: SeatView, deal: PublicDeal, viewer: Seat, speech: Speech) -> str:
    """In a line what somebody does now who plays their first deal, after who has declared. It is told from
    what they see."""
    return " ".join(
        line for line in (_who_declared(deal, viewer, speech), _what_to_do(view, deal, viewer)) if line
    )


def _who_declared(deal: PublicDeal, viewer: Seat, speech: Speech) -> str:
    """Why somebody plays a hand that is not theirs; nothing where each plays their own."""
    settled = deal.settled
    if settled is None or not deal.playing or not settled.dummies or settled.player_of(viewer) is not viewer:
        return ""
    declared = settled.declared_by
    if deal.places_changed is None:  # who sits where a call was made need not have made it
        declared = None
    if viewer not in (player for _, player in settled.dummies):
        if declared is None or deal.tricks:  # they have seen it by then
            return ""
        plays, caller = settled.player_of(declared), speech.seat(declared)
        if plays is declared:
            return THEY_DECLARED(player=caller)
        return PARTNER_PLAYS(player=caller, partner=speech.seat(plays))
    if declared is None:
        return BOTH_HANDS()
    if deal.places_changed:  # so that whoever sits opposite made the calls of this seat
        partner = speech.seat(viewer.partner)
        return PARTNER_DECLARED_TO_DUMMY(player=partner) if declared is viewer else YOU_DECLARED_AS_DUMMY()
    return YOU_DECLARED() if declared is viewer else PARTNER_DECLARED(player=speech.seat(declared))


def _what_to_do(view: SeatView, deal: PublicDeal, viewer: Seat) -> str:
    if deal.claim is not None or deal.deciding:
        return ""  # the question says what to answer
    if not deal.playing:
        return _before_play(view)
    settled = deal.settled
    if settled is None or settled.player_of(viewer) is not viewer:
        return REST()
    plays = [option.card for option in view.options if isinstance(option, Play)]
    if not plays or deal.trick is None:
        return WAIT()
    led = deal.trick.led
    follows = any(card.suit is led for card in plays)
    if settled.at_misere:
        return (LEAD_TO_LOSE if led is None else FOLLOW_TO_LOSE if follows else THROW_TO_LOSE)()
    if led is None:
        return LEAD()
    if follows:
        both = any(player is viewer for _, player in settled.dummies)
        return (FOLLOW_WITH_BOTH if both else FOLLOW)()
    ruffs = any(card.suit is settled.trumps for card in plays)
    if deal.hand_due is viewer:
        return (THROW if ruffs else THROW_ONLY)()
    return (DUMMY_THROWS if ruffs else DUMMY_THROWS_ONLY)()


_OF_STAGE: Final = {
    Stage.DECLARING: DECLARE,
    Stage.DOUBLING: DOUBLE,
    Stage.BIDDING: BID,
    Stage.RUFFING: RUFF,
    Stage.PUTTING_OUT: PUT_OUT,
}
_WITHOUT_PASS: Final = {
    Stage.DECLARING: DECLARE_SOMETHING,
    Stage.BIDDING: BID_SOMETHING,
    Stage.RUFFING: STOCK,
}


def _before_play(view: SeatView) -> str:
    now, said = stage(view), words_of(view.table.game)
    due = view.deal is not None and view.viewer in view.deal.may_act
    bids, low = bids_made(view.options), said.named(Pass())
    if due and now is Stage.BIDDING and bids and low is not None:
        return NAMED_CALLS(high=said.named(bids[0]) or "", low=low)
    if due and Pass() not in view.options and now in _WITHOUT_PASS:
        return _WITHOUT_PASS[now]()
    return _OF_STAGE[now]() if due and now is not None else WAIT()


# Hints

OFFER: Final = Sentence("New to this? With hints on, a press tells what a robot would do in your place.")
TURN_ON: Final = Label("a button", "Hints on")


def hints_offer(table: PublicTable, table_id: str) -> Button | None:
    """Turns the hints of a table on, between rubbers; None where they are on, or cannot be."""
    key, on = HINTS_ON
    choice = next(one for one in game_of(table).choices if one.key == key)
    if option_values(table)[key] == on or is_fixed(table, choice) or table.evening is not None:
        return None
    return Button(option_id(table_id, key, on), TURN_ON(), Style.SUCCESS)

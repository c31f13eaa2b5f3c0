"""Playing alone with robots: the buttons of a table that only one person sees, and what stands at its end.

The panel and the result are those of every table (``screens.hand``, ``screens.result``).
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from robots.player import STRENGTH_OPTION as ROBOTS
from robots.player import Strength
from rules.frozen import replace
from rules.games.all_games import GAMES
from rules.view import Alone, PublicTable
from screens.buttons import hand_button
from screens.contests import COMPARE
from screens.parts import BRASS, small, text
from screens.presses import COUNT, ID, Found, Press, form
from screens.screen import Button, Part, Row, Screen, Style
from screens.words.games.all_games import words_of
from screens.words.languages import Label, Sentence, marked

NEXT_DEAL: Final = Label("a button", "Next deal")
NEXT_RUBBER: Final = Label("a button", "Next rubber")
SAME_DEAL: Final = Label("a button", "Same deal again")
WITH_FRIENDS: Final = Label("a button", "Play this with friends")
TO_COMPARE: Final = Label("a button", "A deal to compare")
GO_ON: Final = Label("a button", "Go on")
I_DECLARE: Final = Label("a button", "I declare")
BEST_HAND: Final = Label("a button", "Best hand")
WANTED: Final = Label("a button", "{what} ✓")

DECLARES: Final = Sentence(
    "**I declare**: you deal every time. Where you would be dummy, you play your partner's hand and yours."
)
BEST: Final = Sentence("**Best hand**: of eight shuffles you are dealt the one with your best hand.")
EASY: Final = Sentence("These are the easy robots. Use `/play` to choose good or best robots.")
ONCE_MORE: Final = Sentence("This was a replay. It does not count.")
NOT_THERE: Final = Sentence(
    "I cannot open a table here. In a channel of a server that I belong to, `/play` takes your game up, and "
    "the same button opens it to your friends."
)
STANDS: Final = Sentence("Your table is in {channel} now: friends can take the robots' chairs there.")
IN_LINE: Final = Sentence("Many people are playing. Robots' moves that come before yours: {place}.")
ONLY_YOU: Final = Sentence("Only you can see this: in this server you lack the permission Use External Apps.")


UNFINISHED: Final = Sentence(
    "Your deal of {game} is not over. **{go_on}** takes it up; **{anew}** drops it, and begins {other}.",
)
START_ANEW: Final = Label("a button", "Start anew")


class Anew(NamedTuple):
    """Begins what was wished for, and drops this deal of this table."""

    table: str
    deal: int
    game: str
    robots: str
    declares: bool
    best_hand: bool

    def __str__(self) -> str:
        how = ("d" if self.declares else "") + ("b" if self.best_hand else "")
        return ":".join(("anew", self.table, str(self.deal), self.game, self.robots, how))


@form(
    Anew,
    ("anew",),
    rf"(?P<table>{ID}):(?P<deal>{COUNT}):(?P<game>[a-z0-9_]{{1,30}}):(?P<robots>[a-z]{{1,10}}):(?P<how>d?b?)",
)
def _anew(_: str, found: Found) -> Anew | None:
    if found["game"] not in GAMES or found["robots"] not in {one.value for one in Strength}:
        return None
    how = found["how"]
    return Anew(found["table"], int(found["deal"]), found["game"], found["robots"], "d" in how, "b" in how)


def unfinished_screen(anew: Anew, game: str) -> Screen:
    """To somebody who would begin another game while a deal of ``game`` is not over."""
    told = UNFINISHED(
        game=words_of(game).name, other=words_of(anew.game).name, go_on=GO_ON(), anew=START_ANEW()
    )
    go_on = Button(str(Press("hand", anew.table)), GO_ON(), Style.PRIMARY)
    return Screen((text(told), Row((go_on, Button(str(anew), START_ANEW(), Style.DANGER)))), BRASS)


class Step(Enum):
    """What ``/play`` does besides beginning a game."""

    GO_ON = "on"
    TAKE_BACK = "back"
    SAME_DEAL = "again"
    FRIENDS = "friends"
    COMPARED = "compared"

    @property
    def offer(self) -> str:
        return _OFFERS[self]


_OFFERS: Final = {
    Step.GO_ON: marked("Continue my game"),
    Step.TAKE_BACK: marked("Take back my last card or call"),
    Step.SAME_DEAL: marked("Play the same deal again"),
    Step.COMPARED: marked("A deal that others have played, to compare"),
    Step.FRIENDS: marked("Play on with friends in this channel"),
}


def over_screen(result: Screen, public: PublicTable, alone: Alone, table_id: str, note: str = "") -> Screen:
    """A finished deal, with what may follow it."""
    number = public.last.number if public.last is not None else 0
    again = Button(str(Press("again", table_id, number)), SAME_DEAL())
    *parts, looks = result.parts  # what can be looked at comes last
    if alone.given is not None and alone.given.once:
        compare = Button(str(Press("compare", table_id, number)), COMPARE(), Style.PRIMARY)
        noted = (text(note),) if note else ()
        return replace(result, parts=(*noted, *parts, _row_of_ways(looks, compare, again)))
    if alone.given is not None or public.stands_still:
        told = text(note, small(ONCE_MORE()))
        return replace(result, parts=(told, *parts, _row_of_ways(looks, _go_on_button(table_id), again)))
    friends = Button(str(Press("friends", table_id, number)), WITH_FRIENDS())
    wishes = "\n".join(
        small(told())
        for told, wanted in (
            (DECLARES, alone.declares),
            (BEST, alone.best_hand),
            (EASY, (ROBOTS, Strength.EASY.value) in public.options),
        )
        if wanted
    )
    above = (text(note),) if note else ()
    below = (text(wishes),) if wishes else ()
    toggles = (
        _toggle(table_id, number, "declares", I_DECLARE, on=alone.declares),
        _toggle(table_id, number, "best", BEST_HAND, on=alone.best_hand),
    )
    ways = _row_of_ways(looks, _next_button(public, table_id), again), Row(toggles), Row((friends,))
    return replace(result, parts=(*above, *parts, *below, *ways))


def to_compare(table_id: str, deal: int) -> Button:
    return Button(str(Press("compare", table_id, deal)), TO_COMPARE())


def _row_of_ways(looks: Part, *ways: Button) -> Row:
    """One row of the ways on, and of what can be looked at."""
    return Row((*ways, *(looks.buttons if isinstance(looks, Row) else ())))


def _next_button(public: PublicTable, table_id: str) -> Button:
    if public.pack is not None:
        return Button(str(Press("cut", table_id, public.pack.deal)), NEXT_DEAL(), Style.PRIMARY)
    number = public.ended.number if public.ended is not None else 0
    return Button(str(Press("start", table_id, number)), NEXT_RUBBER(), Style.PRIMARY)


def _go_on_button(table_id: str) -> Button:
    return Button(str(Press("alone", table_id)), GO_ON(), Style.PRIMARY)


def _toggle(table_id: str, deal: int, what: str, label: Label, *, on: bool) -> Button:
    press = str(Press("alone", table_id, deal, what=what))
    return Button(press, WANTED(what=label()), Style.SUCCESS) if on else Button(press, label())


def wish_toggled(alone: Alone, what: str) -> Alone:
    """After a press on one of the two wishes."""
    if what == "declares":
        return replace(alone, declares=not alone.declares)
    return replace(alone, best_hand=not alone.best_hand)


def closed_screen(table_id: str, note: str) -> Screen:
    """A game that has been closed, as another was begun."""
    return Screen((text(note or CLOSED()), Row((_go_on_button(table_id),))))


CLOSED: Final = Sentence("This game is over.")


def shared_screen(table_id: str, channel: int) -> Screen:
    """What stands on the message once the table stands in a channel."""
    return Screen((text(STANDS(channel=f"<#{channel}>")), Row((hand_button(table_id),))))

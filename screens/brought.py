"""Deals that somebody has brought in a file: who knows the hands, whether they play, and what a file lacks.

Nothing of a file is shown but how many deals it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from rules.games.all_games import variant_of
from rules.record.boards import BadDeals, Flaw
from rules.seats import BySide, Side
from rules.view import DealsFrom, PublicTable
from screens.parts import small, text
from screens.presses import Press
from screens.screen import Button, Part, Row, Style
from screens.words.languages import Label, Sentence, counted, say
from screens.words.names import Names, Speech, all_of

LET_THEM_PLAY: Final = Label("a button", "Let them play")
"""To let the one play who has brought the deals."""
AGREES_TO_BRINGER: Final = Sentence("You agree that they play, though they know the hands.")
ADMITS_BRINGER: Final = "deals"
"""What the button of ``admit`` says that is about the one who has brought the deals."""

PLAYS_TOO: Final = Sentence("They play all the same: who joins here agrees to that.")
NOT_PLAYING: Final = Sentence("They know the hands and do not play, unless all who sit here agree.")
NEVER_PLAYING: Final = Sentence("They know the hands and do not play.")
AGREED_TO_BRINGER: Final = Sentence("Agreed: {players}.")
NOT_RANKED: Final = Sentence("Nothing played here counts for a leaderboard.")
EVERYBODY_PASSED_BY: Final = Sentence("somebody who is no longer here")
"""In the place of a name: they have asked to be forgotten."""


def _who_brought(brought: DealsFrom, names: Names) -> str:
    by = names(brought.by) if brought.by is not None else EVERYBODY_PASSED_BY()
    return counted(
        brought.count,
        "The hands were not shuffled: {player} brought {count} deal in a file.",
        "The hands were not shuffled: {player} brought {count} deals in a file.",
        player=by,
        count=brought.count,
    )


def brought_lines(table: PublicTable, names: Names) -> Iterator[str]:
    """Who has brought the deals of a table, and whether they play; nothing where cards are shuffled."""
    brought = table.brought
    if brought is None:
        return
    parts = [_who_brought(brought, names)]
    if table.evening is not None:
        parts.append(NEVER_PLAYING())
    elif brought.by is not None:
        parts.append(PLAYS_TOO() if table.outsider is None else NOT_PLAYING())
        agreed = [names(one) for one in table.members if one in brought.admitted]
        parts += [AGREED_TO_BRINGER(players=all_of(agreed))] if agreed and table.outsider is not None else []
    yield small(f"{' '.join(parts)} {NOT_RANKED()}")
    if table.rubber is not None and (table.pack is None or table.result_stands):
        yield from _vulnerable_line(table, table.rubber.standing.games)


def _vulnerable_line(table: PublicTable, games: BySide[int]) -> Iterator[str]:
    """Who is vulnerable in this deal, or in the next one once it is over; where the game has that."""
    if not variant_of(table).has_vulnerability:
        return
    speech = Speech.at_table(table)
    sides = [str(speech.short_side(side)) for side in Side if games.of(side)]
    number = table.deals
    if not sides:
        yield small(say("Deal {number}: nobody is vulnerable.", number=number))
    elif len(sides) == len(Side):
        yield small(say("Deal {number}: both sides are vulnerable.", number=number))
    else:
        yield small(say("Deal {number}: {side} are vulnerable.", number=number, side=sides[0]))


def brought_parts(table: PublicTable, table_id: str, names: Names) -> tuple[Part, ...]:
    """The same at the top of a table's message, with the button by which those who sit there let the one play
    who knows the hands."""
    lines = tuple(brought_lines(table, names))
    if not lines:
        return ()
    asks = table.outsider is not None and table.evening is None and bool(table.members)
    button = Button(str(Press("admit", table_id, what=ADMITS_BRINGER)), LET_THEM_PLAY(), Style.SECONDARY)
    return (text(*lines), *((Row((button,)),) if asks else ()))


def evening_brought_line(brought: DealsFrom, names: Names) -> str:
    """The same of an evening."""
    return small(f"{_who_brought(brought, names)} {NEVER_PLAYING()} {NOT_RANKED()}")


def opened_with_deals(count: int) -> str:
    """The answer to the person who has opened a table with a file."""
    return counted(
        count,
        "Your file has {count} deal. You know the hands, so you have no chair here.",
        "Your file has {count} deals. You know the hands, so you have no chair here.",
        count=count,
    )


def hands_were_brought(deal: int, by: str) -> str:
    """The answer to a person who asks to verify a deal."""
    return say(
        "Deal {number}: not shuffled here. {player} brought its hands in a file and knew them before, so "
        "there is nothing to verify.",
        number=deal,
        player=by or EVERYBODY_PASSED_BY(),
    )


BRINGER_FORGOTTEN: Final = Sentence(
    "Nobody else can come in here: the one who brought these deals has asked to be forgotten, so I could not "
    "tell that you are not the same person."
)

# What a file lacks

FILE_TOO_LARGE: Final = Sentence("That file is too large: a file of deals has 512 kilobytes at most.")
NOT_A_FILE_OF_DEALS: Final = Sentence("Deals come in a file whose name ends in `.pbn` or `.lin`.")
FILE_NOT_THERE: Final = Sentence("Discord did not give me that file: send it once more.")

FLAWS: Final[Mapping[Flaw, Sentence]] = MappingProxyType(
    {
        Flaw.NO_DEALS: Sentence("I found no deals in that file: it must be PBN or LIN."),
        Flaw.TOO_MANY: Sentence("Line {line} of the file: I take 128 deals at most, and here is one more."),
        Flaw.NO_HANDS: Sentence("Line {line} of the file: board {board} has no hands."),
        Flaw.HANDS: Sentence("Line {line} of the file, board {board}, `{tag}`: I cannot read the hands."),
        Flaw.COUNT: Sentence(
            "Line {line} of the file, board {board}, `{tag}`: a hand does not have thirteen cards."
        ),
        Flaw.TWICE: Sentence("Line {line} of the file, board {board}, `{tag}`: a card is there twice."),
        Flaw.DEALER: Sentence(
            "Line {line} of the file, board {board}, `{tag}`: the dealer is none of N, E, S and W."
        ),
        Flaw.VULNERABLE: Sentence(
            "Line {line} of the file, board {board}, `{tag}`: I cannot read who is vulnerable."
        ),
        Flaw.NUMBER: Sentence("Line {line} of the file, `{tag}`: the board has no number that I can read."),
        Flaw.MISSPELT: Sentence(
            "Line {line} of the file, board {board}: this tag is misspelt, and has to read `{tag}`."
        ),
        Flaw.TAG: Sentence("Line {line} of the file: a tag is not closed."),
        Flaw.REMARK: Sentence("Line {line} of the file: a comment is not closed."),
        Flaw.BAR: Sentence("Line {line} of the file: a bar is missing, or one is too many."),
    }
)


def flaw_sentence(bad: BadDeals) -> str:
    """What is wrong in a file, and where."""
    return FLAWS[bad.flaw](line=bad.line, board=bad.board, tag=bad.tag)

"""The hands of a finished deal and score sheets as pictures, with what they show in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.counting.reckon import Column, Entry
from rules.counting.rubber import RubberLaw, gained, with_bonus
from rules.seats import BySide, Side
from rules.sheet.page import SheetView
from rules.view import Open, PublicTable
from screens.analysis import diagram, hands_alt
from screens.arranged import variant_of
from screens.parts import BAIZE, heading, text
from screens.pictures import four_hands, score_sheet
from screens.pictures.score_sheet import DrawnRow, DrawnRule, DrawnSheet
from screens.screen import Picture, Screen
from screens.sheets import Entered, beyond, games_of, shortened, standing_after
from screens.words import after as words
from screens.words import scores as score_words
from screens.words.gamebook import words_of
from screens.words.gamewords import GameWords
from screens.words.numbers import number
from screens.words.speech import ON_PAPER, Speech

DEALS_DRAWN: Final = 10
"""On each half of the sheet. Earlier deals are summed up in one row."""
ALT_TEXT: Final = 1000
"""Characters, of the 1,024 that Discord takes."""


class Pictures(NamedTuple):
    """Two pictures as PNG."""

    hands: bytes
    sheet: bytes


def pictures_of(deal: Open, at: PublicTable, bonus: Entry | None) -> Pictures:
    """Takes a tenth of a second."""
    return Pictures(four_hands.drawn(diagram(deal, None, at)), score_sheet.drawn(sheet_of(deal, at, bonus)))


def pictured_screen(deal: Open, at: PublicTable, bonus: Entry | None, drawn: Pictures) -> Screen:
    speech = Speech.at(at.options)
    sheet = Picture(f"sheet-{deal.number}.png", drawn.sheet, _sheet_alt(speech, sheet_of(deal, at, bonus)))
    hands = Picture(f"hands-{deal.number}.png", drawn.hands, hands_alt(speech, deal))
    return Screen((text(heading(words.picture_of(deal.number))), hands, sheet), BAIZE)


def _sheet_alt(speech: Speech, sheet: DrawnSheet) -> str:
    rows = [_row_alt(speech, row) for row in sheet.rows]
    return words.sheet_alt(words.SHEET(), [row for row in rows if row])[:ALT_TEXT]


def _row_alt(speech: Speech, row: DrawnRow | DrawnRule) -> str:
    if isinstance(row, DrawnRule):
        return words.THE_LINE() if row.heavy else ""
    return words.sheet_row(speech, row.title, row.left, row.right, row.mark)


def sheet_of(deal: Open, at: PublicTable, bonus: Entry | None) -> DrawnSheet:
    """The rubber up to this deal as the game's players write it down; with the ``bonus`` of one that it
    ended."""
    entered = deal.entered or (deal.entries,)
    return _ruled(Speech.at(at.options), entered, variant_of(at).rubber, words_of(at.game), bonus)


def sheet_picture(view: SheetView, rubber: int) -> Picture | None:
    """The sheet of a rubber with real cards; None before the first deal. Takes a twentieth of a second."""
    page = view.pages[rubber - 1] if rubber <= len(view.pages) else None
    if page is None or not page.deals:
        return None
    bonus = page.ended.bonus if page.ended is not None else None
    entered = tuple(deal.entries for deal in page.deals)
    sheet = _ruled(ON_PAPER, entered, view.law, words_of(view.game), bonus)
    alt = _sheet_alt(ON_PAPER, sheet)
    return Picture(f"sheet-{rubber}-{page.turn}.png", score_sheet.drawn(sheet), alt)


def _ruled(
    speech: Speech, entered: Entered, law: RubberLaw, of: GameWords, bonus: Entry | None
) -> DrawnSheet:
    lined = of.lined and _counts_deals(law)
    rows = _two_columns(entered, law, bonus) if lined else _by_games(entered, law, of, bonus)
    return DrawnSheet((speech.short_side(Side.NS), speech.short_side(Side.EW)), tuple(rows))


def _counts_deals(law: RubberLaw) -> bool:
    """Whether a rubber is worth every point of its deals, and not its games alone."""
    return Column.BELOW in law.columns


def _row(of: BySide[int], title: str = "", mark: str = "") -> DrawnRow:
    ns, ew = (number(each) if each or title else "" for each in of)
    return DrawnRow(title, ns, ew, mark)


def _two_columns(entered: Entered, law: RubberLaw, bonus: Entry | None) -> Iterator[DrawnRow | DrawnRule]:
    """Above the line from the line upwards, below it downwards, with a line under each game that was won."""
    above = [beyond(entries) for entries in entered]
    totals = standing_after(entered, law).totals
    if bonus is not None:
        above.append(gained((bonus,), bonus.column))
        totals = with_bonus(totals, bonus)
    for one in reversed(shortened([row for row in above if any(row)], DEALS_DRAWN)):
        yield _row(one)
    yield DrawnRule(heavy=True)
    games = list(games_of(entered, law))
    for game in games:
        yield from (_row(one) for one in shortened(list(game.deals), DEALS_DRAWN))
        if game.won:
            yield DrawnRule()
    if not (games and games[-1].won):
        yield DrawnRule()
    yield _row(totals, score_words.ROW_TOTAL())


def _by_games(
    entered: Entered, law: RubberLaw, of: GameWords, bonus: Entry | None
) -> Iterator[DrawnRow | DrawnRule]:
    """A row for each game, then the sum; where every point counts, only what stands."""
    standing = standing_after(entered, law)
    totals = standing.totals
    if _counts_deals(law):
        yield _row(standing.below, score_words.ROW_GAME())
        yield _row(standing.games, score_words.ROW_GAMES())
        yield DrawnRule()
        yield _row(with_bonus(totals, bonus) if bonus is not None else totals, score_words.ROW_RUBBER())
        return
    for place, game in enumerate(games_of(entered, law), 1):
        mark = of.mark(game.prize.amount) if game.prize is not None else ""
        yield _row(game.score, score_words.row_of_game(place), mark)
    if law.games == 1:
        return
    if bonus is not None and bonus.amount:
        yield _row(gained((bonus,), bonus.column), score_words.ROW_RUBBER())
        totals = with_bonus(totals, bonus)
    yield DrawnRule()
    yield _row(totals, score_words.ROW_POINTS())

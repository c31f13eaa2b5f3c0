"""The score of a rubber as the game's players wrote it down: whist's points up, bridge's two columns with the
line, or a table of games and totals where there was no line.

It is made from the lines entered deal by deal. No sheet is wider than a phone. Below it stands the end of a
rubber, as lines of text. The ids of the buttons say which sheet is meant, and how often its page had been
written on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.counting.reckon import NIL, NOTHING_SCORED, Column, Entry, Line, Standing
from rules.counting.rubber import RubberLaw, RubberResult, gains_in
from rules.frozen import frozen, replace
from rules.seats import BySeat, BySide, Member, Seat, Side, less, plus
from screens.parts import heading, small
from screens.presses import COUNT, ID, Found, form
from screens.words import scores
from screens.words.games.all_games import words_of
from screens.words.gamewords import GameWords
from screens.words.languages import colon
from screens.words.names import Names, Speech, all_of, exact, is_rounded, is_unreadable, number

SHEET_WIDTH: Final = 30
"""The characters of a line in a code block that a narrow phone shows without breaking it."""
ROWS_ABOVE: Final = 8
ROWS_BELOW: Final = 12
"""In a longer rubber the earlier deals are summed up in one row."""

Entered = Sequence[tuple[Entry, ...]]
"""The lines of each deal of a rubber."""


@frozen
class Row:
    """One row of a sheet: the figure of each side."""

    of: BySide[int]
    title: str = ""
    mark: str = ""


@frozen
class PlayedGame:
    """One game of a rubber: what each deal brought to it, and the line that winning it brought."""

    deals: tuple[BySide[int], ...]
    won: bool
    prize: Entry | None

    @property
    def score(self) -> BySide[int]:
        return _sum(self.deals)


def score_sheet(
    speech: Speech, entered: Entered, law: RubberLaw, of: GameWords, *, ended: RubberResult | None = None
) -> str:
    """The sheet of a rubber in progress or, with how it ``ended``, of one that is over."""
    if Column.BELOW not in law.columns:
        return _points_up(speech, entered, law, of, ended)
    return (
        _two_columns(speech, entered, law, ended)
        if of.lined
        else summary(speech, _at_the_end(standing_after(entered, law), ended))
    )


def standing_after(entered: Entered, law: RubberLaw) -> Standing:
    """The score once these deals have been entered."""
    standing = NOTHING_SCORED
    for entries in entered:
        standing = law.standing_after(standing, entries)
    return standing


def games_of(entered: Entered, law: RubberLaw) -> Iterator[PlayedGame]:
    """The games in turn; the last may be unfinished."""
    standing = NOTHING_SCORED
    deals: tuple[BySide[int], ...] = ()
    for entries in entered:
        below = gains_in(entries, Column.BELOW)
        deals = (*deals, below) if any(below) else deals
        if law.game_won_by(standing, entries) is not None:
            yield PlayedGame(deals, True, next((one for one in entries if one.line is Line.GAME), None))
            deals = ()
        standing = law.standing_after(standing, entries)
    if deals:
        yield PlayedGame(deals, False, None)


def _at_the_end(standing: Standing, ended: RubberResult | None) -> Standing:
    """The score with what the rubber brought besides its deals, if it is over."""
    return replace(standing, totals=ended.totals) if ended is not None else standing


# A table of totals


def summary(speech: Speech, standing: Standing) -> str:
    """Each side's score to game, its games, and the rubber."""
    return _laid_out(
        speech,
        (
            Row(standing.below, scores.ROW_GAME()),
            Row(standing.games, scores.ROW_GAMES()),
            Row(standing.totals, scores.ROW_RUBBER()),
        ),
    )


# Points up


def _points_up(
    speech: Speech, entered: Entered, law: RubberLaw, of: GameWords, ended: RubberResult | None
) -> str:
    """The score of each game with its name (treble and so on), then the points of the rubber."""
    played = tuple(games_of(entered, law))
    rows = [
        Row(game.score, scores.ROW_OF_GAME(number=place), of.mark(game.prize.amount) if game.prize else "")
        for place, game in enumerate(played, 1)
    ]
    if law.games == 1:
        return _laid_out(speech, [replace(row, title=scores.ROW_POINTS()) for row in rows or [Row(NIL)]])
    totals = standing_after(entered, law).totals
    if ended is not None and any(besides := less(ended.totals, totals)):
        rows.append(Row(besides, scores.ROW_RUBBER()))
        totals = ended.totals
    return _laid_out(speech, [*rows, Row(totals, scores.ROW_POINTS())])


# Two columns with the line


def _two_columns(speech: Speech, entered: Entered, law: RubberLaw, ended: RubberResult | None) -> str:
    """Deals above the line from the line upwards, those below it downwards, with a line under each finished
    game."""
    above = [beyond(entries) for entries in entered]
    totals = standing_after(entered, law).totals
    if ended is not None:
        above.append(less(ended.totals, totals))
        totals = ended.totals
    high = shortened([row for row in above if any(row)], ROWS_ABOVE)
    games = list(games_of(entered, law))
    if sum(len(game.deals) for game in games) > ROWS_BELOW:
        games = [replace(game, deals=(game.score,)) if game.won else game for game in games]
    low = [shortened(list(game.deals), ROWS_BELOW - len(games)) for game in games]
    amounts = [
        number(each) for row in (*high, *(row for part in low for row in part), totals) for each in row
    ]
    wide = max(*(len(amount) for amount in amounts), len(speech.short_side(Side.NS)))
    title = len(scores.ROW_TOTAL())
    if title + 2 * wide + 4 > SHEET_WIDTH:
        return summary(speech, _at_the_end(standing_after(entered, law), ended))

    def row(of: BySide[int], name: str = "") -> str:
        ns, ew = (number(each) if each or name else "" for each in of)
        return f"{name:<{title}} {ns:>{wide}} │ {ew:>{wide}}".rstrip()

    def rule(stroke: str, crossing: str) -> str:
        return f"{' ' * title} {stroke * (wide + 1)}{crossing}{stroke * (wide + 1)}"

    lines = [f"{' ' * title} {speech.short_side(Side.NS):>{wide}} │ {speech.short_side(Side.EW):>{wide}}"]
    lines += [row(one) for one in reversed(high)]
    lines.append(rule("═", "╪"))
    for game, deals in zip(games, low, strict=True):
        lines += [row(one) for one in deals]
        lines += [rule("─", "┼")] if game.won else []
    if not (games and games[-1].won):
        lines.append(rule("─", "┼"))
    lines.append(row(totals, scores.ROW_TOTAL()))
    return _code_block(lines)


def beyond(entries: Sequence[Entry]) -> BySide[int]:
    """What a deal brought above the line, and for a game that it won."""
    return plus(gains_in(entries, Column.ABOVE), gains_in(entries, Column.BONUS))


def shortened(deals: list[BySide[int]], most: int) -> list[BySide[int]]:
    """The last deals, with the earlier ones summed up in the first row."""
    if len(deals) <= most:
        return deals
    return [_sum(deals[: 1 - most]), *deals[1 - most :]]


def _sum(parts: Sequence[BySide[int]]) -> BySide[int]:
    total = NIL
    for part in parts:
        total = plus(total, part)
    return total


# How a sheet lies on a phone


def _laid_out(speech: Speech, rows: Sequence[Row]) -> str:
    """Titles, two columns and names of games; where the figures are too long, one side beneath the other."""
    cells = [("", speech.short_side(Side.NS), speech.short_side(Side.EW), "")]
    cells += [(row.title, number(row.of.ns), number(row.of.ew), row.mark) for row in rows]
    first, second, third, last = (max(len(cell[place]) for cell in cells) for place in range(4))
    if first + second + third + last + 4 + (2 if last else 0) > SHEET_WIDTH:
        return "\n".join(_stacked(speech, one, rows) for one in Side)
    return _code_block(f"{a:<{first}}  {b:>{second}}  {c:>{third}}  {d}".rstrip() for a, b, c, d in cells)


def _stacked(speech: Speech, of: Side, rows: Sequence[Row]) -> str:
    amounts = " · ".join(f"{row.title} {number(row.of.of(of))}" for row in rows)
    return f"**{speech.side(of)}** {amounts}"


def _code_block(lines: Iterator[str] | Sequence[str]) -> str:
    return "```\n" + "\n".join(lines) + "\n```"


# The end of a rubber


def rubber_lines(
    speech: Speech,
    ended: RubberResult,
    seats: BySeat[Member],
    names: Names,
    game: str,
    played: BySide[int] | None = None,
) -> Iterator[str]:
    """Who won a rubber or a match of one game, what it is worth, and whether it counts for the leaderboard.
    One that was broken off may bring both sides something beside what they have ``played`` for."""
    loser, first = ended.winner.other, ended.bonus.side
    single = is_single(ended)
    alone = [one for one in Side if len({seats.of(each) for each in one.seats}) == 1]
    yield heading(won_by(speech, ended, seats, names))
    if not single:
        if ended.bonus.amount or ended.bonus.line is not Line.UNFINISHED:
            others = 0 if played is None else less(ended.totals, played).of(first.other)
            yield scores.bonus(speech, ended.bonus, words_of(game), ended.winner, others)
        yield scores.totals(speech, ended.totals.ns, ended.totals.ew)
    yield scores.value(speech, ended.value, ended.winner, each=len(alone) < len(Side))
    if len(alone) == 1 and ended.value:
        yield scores.WITH_DUMMY(player=names(seats.of(alone[0].seats[0])))
    for one in (ended.winner, loser):
        yield small(colon(speech.side(one), " · ".join(_sat(speech, one, seats, names))))
    counts = ended.capped is not None and not ended.uncounted
    yield small(
        scores.counts_less(ended.leaderboard_points) if counts else scores.ranked_note(ended.uncounted)
    )


def won_by(speech: Speech, ended: RubberResult, seats: BySeat[Member], names: Names) -> str:
    """The winners by their names; the side, where one player had both its hands or nobody has won."""
    players = tuple(dict.fromkeys(seats.of(one) for one in ended.winner.seats))
    if len(players) == 1 or ended.bonus.line is Line.UNFINISHED:
        return rubber_title(speech, ended)
    winners = all_of([names(one) for one in players])
    if is_single(ended):
        return scores.PEOPLE_WON_MATCH(winners=winners)
    side = ended.winner
    if ended.bonus.side is not side:
        return scores.PEOPLE_WON_ON_POINTS(winners=winners)
    return scores.PEOPLE_WON_RUBBER(ended.games.of(side), winners=winners, lost=ended.games.of(side.other))


def rubber_title(speech: Speech, ended: RubberResult) -> str:
    """Who won it, or who was ahead when it was left."""
    side = ended.winner
    if ended.bonus.line is Line.UNFINISHED:
        return scores.LEFT_UNFINISHED(side=speech.side(side))
    if is_single(ended):
        return scores.MATCH_WON(side=speech.side(side))
    if ended.bonus.side is not side:
        return scores.RUBBER_WON_ON_POINTS(side=speech.side(side))
    return scores.RUBBER_WON(ended.games.of(side), side=speech.side(side), lost=ended.games.of(side.other))


def is_single(ended: RubberResult) -> bool:
    """Whether it was a match of one game."""
    return sum(ended.games) == 1 and ended.bonus.line is Line.RUBBER


def _sat(speech: Speech, of: Side, seats: BySeat[Member], names: Names) -> Iterator[str]:
    """The players of a side. A player of both hands is named once."""
    players: dict[Member, list[Seat]] = {}
    for one in of.seats:
        players.setdefault(seats.of(one), []).append(one)
    for member, chairs in players.items():
        yield f"{speech.all_of(chairs)} {names(member)}"


def in_full(speech: Speech, totals: BySide[int]) -> Iterator[str]:
    """Totals with all their digits, if any were rounded above, and none has too many to read."""
    if any(is_rounded(total) for total in totals) and not any(is_unreadable(total) for total in totals):
        yield f"**{scores.IN_FULL()}**"
        yield scores.sides_in_full(speech, [exact(total) for total in totals])


# Buttons

SCORE_BUTTONS: Final = {
    "show": ("score sheet",),
    "enter": ("score pad",),
    "correct": ("score pad",),
    "next": ("score next",),
    "undo": ("score undo",),
    "confirm": ("score confirm",),
    "reject": ("score confirm",),
    "close": ("score close",),
}
"""Every button of a sheet, by verb, with the commands that do the same."""


@frozen
class ScorePress:
    """A button of a sheet."""

    verb: str
    sheet: str
    rubber: int
    turn: int

    def __str__(self) -> str:
        return f"sheet-{self.verb}:{self.sheet}:{self.rubber}:{self.turn}"


@form(ScorePress, SCORE_BUTTONS, rf"(?P<sheet>{ID}):(?P<rubber>{COUNT}):(?P<turn>{COUNT})", "sheet-")
def _of_sheet(verb: str, found: Found) -> ScorePress:
    return ScorePress(verb, found["sheet"], int(found["rubber"]), int(found["turn"]))

"""The end of a rubber, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from rules.counting.reckon import Line
from rules.counting.rubber import RubberResult
from rules.members import Member
from rules.seats import BySeat, BySide, Seat, Side
from screens.parts import heading, small
from screens.words import ranking as ranking_words
from screens.words import scores as words
from screens.words.games.all_games import words_of
from screens.words.names import Names, Speech
from screens.words.numbers import exact, is_rounded


def rubber_lines(
    speech: Speech, ended: RubberResult, seats: BySeat[Member], names: Names, game: str
) -> Iterator[str]:
    """Who won a rubber or a match of one game, what it is worth, and whether it counts for the
    leaderboard."""
    loser = ended.winner.other
    single = is_single(ended)
    alone = [one for one in Side if len({seats.of(each) for each in one.seats}) == 1]
    yield heading(rubber_title(speech, ended))
    if not single:
        if ended.bonus.amount or ended.bonus.line is not Line.UNFINISHED:
            yield words.bonus(speech, ended.bonus, words_of(game))
        yield words.totals(speech, ended.totals.ns, ended.totals.ew)
    yield words.value(speech, ended.value, ended.winner, each=len(alone) < len(Side))
    if len(alone) == 1 and ended.value:
        yield words.with_dummy(names(seats.of(alone[0].seats[0])))
    for one in (ended.winner, loser):
        yield small(f"{speech.side(one)}: {' · '.join(_sat(speech, one, seats, names))}")
    counts = ended.capped is not None and not ended.uncounted
    yield small(ranking_words.counts(ended.ranked) if counts else words.ranked(ended.uncounted))


def rubber_title(speech: Speech, ended: RubberResult) -> str:
    """Who won it, or who was ahead when it was left."""
    side = ended.winner
    if ended.bonus.line is Line.UNFINISHED:
        return words.left_unfinished(speech, side)
    if is_single(ended):
        return words.match_won(speech, side)
    return words.rubber_won(speech, side, ended.games.of(side), ended.games.of(side.other))


def is_single(ended: RubberResult) -> bool:
    """Whether it was a match of one game."""
    return ended.games.of(ended.winner) == 1 and ended.bonus.line is Line.RUBBER


def _sat(speech: Speech, of: Side, seats: BySeat[Member], names: Names) -> Iterator[str]:
    """The players of a side. A player of both hands is named once."""
    players: dict[Member, list[Seat]] = {}
    for one in of.seats:
        players.setdefault(seats.of(one), []).append(one)
    for member, chairs in players.items():
        yield f"{words.chairs(speech, chairs)} {names(member)}"


def in_full(speech: Speech, totals: BySide[int]) -> Iterator[str]:
    """Totals with all their digits, if any were rounded above."""
    if any(is_rounded(total) for total in totals):
        yield f"**{words.IN_FULL()}**"
        yield words.sides_in_full(speech, [exact(total) for total in totals])

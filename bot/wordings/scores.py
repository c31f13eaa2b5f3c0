"""Scores in words: each line with its name and its reason, games, rubbers, the fair deal. English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.wordings.names import seat, short_side, side
from bot.wordings.numbers import number, power_of_two, quotient, signed
from rules.reckon import Column, Entry, Line
from rules.seats import Seat, Side

TO_GAME: Final = "to game"
TO_RUBBER: Final = "rubber only"
SCORE: Final = "The score"
SCORE_AFTER: Final = "The rubber so far"
NOTHING_SCORED: Final = "Nothing has been scored yet."
IN_FULL: Final = "In full"

ROW_GAME: Final = "To game"
ROW_GAMES: Final = "Games"
ROW_RUBBER: Final = "Rubber"

_HONOURS: Final = {
    2: "Simple honours (3)",
    4: "Four honours, divided",
    5: "Five honours, divided",
    8: "Four honours in one hand",
}
_ACES: Final = {3: "Three aces", 4: "Four aces, divided", 8: "Four aces in one hand"}


def column(of: Column) -> str:
    return TO_GAME if of is Column.BELOW else TO_RUBBER


def line(of: Entry, *, aces: bool, richest: int) -> str:
    """A line of the score with its sum. ``aces``: no trumps, so that the honours are aces; ``richest``: the
    most honours that one hand of the side held."""
    match of.line:
        case Line.ODD_TRICKS:
            tricks = "1 odd trick" if of.count == 1 else f"{of.count} odd tricks"
            return f"{tricks} × {_sum(of)}"
        case Line.HONOURS:
            return f"{_honours(of.count, aces=aces, richest=richest)}: {of.count} × {_sum(of)}"
        case Line.CHICANE:
            assert of.seat is not None
            count = number(of.count)
            return f"Chicane, {seat(of.seat)} held no trump: {count} × {_sum(of)}"
        case Line.GRAND_SLAM:
            return f"Grand Slamm: {_sum(of)}" if of.times > 1 else f"Grand Slamm: {_amount(of)}"
        case Line.PETIT_SLAM:
            return f"Petit Slamm: {_sum(of)}" if of.times > 1 else f"Petit Slamm: {_amount(of)}"
        case Line.RUBBER:
            return f"Consolation: {_amount(of)}"
        case Line.REVOKE_ADDED:
            return f"Penalty for the others' revoke: {_amount(of)}"
        case Line.REVOKE_DEDUCTED:
            return f"Penalty for a revoke: {_amount(of)}"
        case Line.REVOKE_CAP:
            return f"Penalty: a side that revoked cannot win the game: {_amount(of)}"


def _honours(tricks: int, *, aces: bool, richest: int) -> str:
    if aces:
        return _ACES[tricks]
    if tricks > 8:
        return "Five honours in one hand" if richest == 5 else "Five honours, four in one hand"
    return _HONOURS[tricks]


def _sum(of: Entry) -> str:
    """``8 × 4 = 96``: what stands after the count."""
    times = f" × {power_of_two(of.times.bit_length() - 1)}" if of.times > 1 else ""
    return f"{number(of.unit)}{times} = {_amount(of)}"


def _amount(of: Entry) -> str:
    return f"**{number(of.amount)}**"


def tricks_won(ns: int, ew: int) -> str:
    return f"Tricks: {short_side(Side.NS)} {ns}, {short_side(Side.EW)} {ew}"


def declared_by(who: Seat, dealer: Seat) -> str:
    if who is dealer:
        return f"Declared by {seat(who)}, the dealer."
    return f"Declared by {seat(who)}, since {seat(dealer)} passed."


def conceded(to: Side) -> str:
    return f"The last tricks went to {side(to)} by a claim that all granted."


def game_won(by: Side) -> str:
    return f"**{side(by)} win the game.** Both sides begin the next one at nothing."


def deals_next(dealer: Seat) -> str:
    return f"{seat(dealer)} deals next."


FRESH_CUT: Final = "A fresh cut for partners begins the next rubber: the next message has Start."

# The end of a rubber


def rubber_won(by: Side, games: int, to: int) -> str:
    return f"{side(by)} win the rubber, {games} games to {to}"


def consolation(points: int) -> str:
    return f"Consolation: **{number(points)}** to the winners."


def totals(ns: int, ew: int) -> str:
    return f"In all: {side(Side.NS)} **{number(ns)}**, {side(Side.EW)} **{number(ew)}**."


def value(points: int, winner: Side) -> str:
    """What the rubber came to for each player; the winners of the games may have fewer points."""
    amount = number(abs(points))
    if points > 0:
        return f"{side(winner)} win **{amount}** each; {side(winner.other)} lose as much."
    if points < 0:
        return f"Yet on points {side(winner)} lose **{amount}** each; {side(winner.other)} win as much."
    return "The totals are equal, so nobody wins or loses anything."


def ranked(uncounted: str) -> str:
    """Whether a rubber counts for the leaderboard, and if not, why."""
    match uncounted:
        case "":
            return "It counts for the leaderboard."
        case "seats":
            return "It does not count for the leaderboard: no person on each side sat it through."
        case _:
            return "It does not count for the leaderboard: tricks were doubled more than six times."


# The fair deal


def fair(
    table: str, deal: int, commitment: str, cutter: Seat | None, at: int, salt: str, seed: str
) -> tuple[str, ...]:
    """All that is needed to check a deal, line by line (docs/fair-deal.md)."""
    cut = f"{seat(cutter)} cut it" if cutter is not None else "The bot cut it"
    lifted = f"{cut} {at} cards down, salt `{salt}`." if salt else f"{cut} {at} cards down."
    return (
        f"Table `{table}`, deal {deal}. The pack was sealed as `{commitment}`.",
        lifted,
        f"Its seed was `{seed}`.",
    )


# The leaderboard


def leaderboard(game: str) -> str:
    return f"{game}: the leaderboard"


NO_RANKS: Final = "No rubber has been ranked here yet. Both sides must have a person who sits it through."


def rank_line(place: int, mention: str, points: int, rubbers: int, won: int) -> str:
    played = "1 rubber" if rubbers == 1 else f"{rubbers} rubbers"
    return (
        f"{place}. {mention} **{signed(points)}**\n"
        f"-# {played}, {won} won · {quotient(points, rubbers)} points a rubber"
    )


def rank_rest(count: int) -> str:
    return "And one more." if count == 1 else f"And {count} more."


def sides_in_full(amounts: Sequence[str]) -> str:
    return f"{side(Side.NS)} {amounts[0]}\n{side(Side.EW)} {amounts[1]}"


def result_of(deal: str, declaration: str) -> str:
    return f"{deal}: {declaration}"

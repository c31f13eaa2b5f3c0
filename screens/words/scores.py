"""Words of scores: each line with its name and its reason, games, rubbers, the proof of a fair deal.
English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from rules.counting.reckon import Column, Entry, Line
from rules.seats import Seat, Side
from screens.words.gamewords import GameWords, Held
from screens.words.names import all_of
from screens.words.numbers import number, power_of_two
from screens.words.ranking import not_ranked_here
from screens.words.speech import Speech

SCORE: Final = "The score"
SCORE_AFTER: Final = "The rubber so far"
GAME_AFTER: Final = "The game so far"
NOTHING_SCORED: Final = "Nothing has been scored yet."
THROWN_IN: Final = "everybody passed"
IN_FULL: Final = "In full"
BESIDE_THE_GAME: Final = "Noted beside the game"

ROW_GAME: Final = "To game"
ROW_GAMES: Final = "Games"
ROW_RUBBER: Final = "Rubber"
ROW_POINTS: Final = "Points"
ROW_TOTAL: Final = "Total"


def row_of_game(place: int) -> str:
    """The row of a game on a sheet."""
    return f"Game {place}"


def column(of: Column, words: GameWords) -> str:
    """The name of a column; empty where the game has only one."""
    match of:
        case Column.BELOW:
            return words.columns.below
        case Column.ABOVE:
            return words.columns.above
        case Column.BONUS:
            return words.columns.bonus
        case Column.NOTED:
            return BESIDE_THE_GAME
    assert_never(of)


def line(speech: Speech, of: Entry, words: GameWords, *, held: Held) -> str:
    """A line of the score with its sum, in the words of this game. ``held`` are the honours of its side."""
    match of.line:
        case Line.ODD_TRICKS:
            return _counted(of, "odd trick", "odd tricks")
        case Line.TRICKS:
            return _counted(of, "trick", "tricks")
        case Line.OVERTRICKS:
            return _counted(of, "trick beyond the bid", "tricks beyond the bid")
        case Line.UNDERTRICKS:
            return _counted(of, "trick short by the others", "tricks short by the others")
        case Line.FULFILMENT:
            return f"The doubled contract made: {_once(of)}"
        case Line.HONOURS:
            return f"{words.honours(held)}: {_honours(of)}"
        case Line.HONOURS_CALLED:
            return f"{words.honours(held)}, called before play: {_once(of)}"
        case Line.HONOURS_NOTED:
            return f"Honours noted beside the game: {_amount(of)}"
        case Line.CHICANE:
            assert of.seat is not None
            count = number(of.count)
            return f"Chicane, {speech.seat(of.seat)} held no trump: {count} × {_product(of)}"
        case Line.GRAND_SLAM:
            return f"{words.grand_slam}: {_once(of)}"
        case Line.PETIT_SLAM:
            return f"{words.petit_slam}: {_once(of)}"
        case Line.SLAM_FAILED:
            return f"The others' slam, bid and not made: {_once(of)}"
        case Line.GAME:
            mark = words.mark(of.amount)
            return f"{words.prize}{f', a {mark}' if mark else ''}: {_amount(of)}"
        case Line.RUBBER:
            return f"{words.consolation}: {_amount(of)}"
        case Line.UNFINISHED:
            return f"Ahead in a rubber left unfinished: {_amount(of)}"
        case Line.REVOKE_ADDED:
            return f"Penalty for the others' revoke: {_amount(of)}"
        case Line.REVOKE_DEDUCTED:
            return f"Penalty for a revoke: {_amount(of)}"
        case Line.REVOKE_CAP:
            return f"Penalty: a side that revoked cannot win the game: {_amount(of)}"
    assert_never(of.line)


def _counted(of: Entry, one: str, more: str) -> str:
    """``3 odd tricks × 8 × 4 = 96``. The price is left out if each trick is one point, or if they differ."""
    told = f"{number(of.count)} {one if of.count == 1 else more}"
    if of.unit == 0 or of.unit * of.count * of.times != of.amount:
        return f"{told}: {_once(of)}"
    return f"{told}: {_amount(of)}" if of.unit == of.times == 1 else f"{told} × {_product(of)}"


def _honours(of: Entry) -> str:
    return _once(of) if of.count == 1 else f"{number(of.count)} × {_product(of)}"


def _once(of: Entry) -> str:
    """The amount, with its doublings if there are any."""
    if of.times == 1:
        return _amount(of)
    return f"{number(of.amount // of.times)} × {_twos(of)} = {_amount(of)}"


def _product(of: Entry) -> str:
    """``8 × 4 = 96``, which stands after the count."""
    times = f" × {_twos(of)}" if of.times > 1 else ""
    return f"{number(of.unit)}{times} = {_amount(of)}"


def _twos(of: Entry) -> str:
    return power_of_two(of.times.bit_length() - 1)


def _amount(of: Entry) -> str:
    return f"**{number(of.amount)}**"


def tricks_won(speech: Speech, ns: int, ew: int) -> str:
    return f"Tricks: {speech.short_side(Side.NS)} {ns}, {speech.short_side(Side.EW)} {ew}"


def declared_by(speech: Speech, who: Seat, dealer: Seat) -> str:
    if who is dealer:
        return f"Declared by {speech.seat(who)}, the dealer."
    return f"Declared by {speech.seat(who)}, since {speech.seat(dealer)} passed."


def honours_called(speech: Speech, by: Side) -> str:
    return f"{speech.side(by)} called honours before play, and that ended the deal."


def asked_in_vain(speech: Speech, by: Sequence[Seat]) -> str:
    return f"{all_of([speech.seat(one) for one in by])} asked for honours, and the partners had not enough."


def turned_up(speech: Speech, shown: str, dealer: Seat) -> str:
    return f"{speech.seat(dealer)} dealt, and turned up {shown}."


def turned_of_stock(shown: str) -> str:
    return f"Turned up from the stock: {shown}."


def cut_for_trumps(shown: str) -> str:
    return f"Cut for trumps: {shown}."


def bid_of(speech: Speech, by: Seat, over: int) -> str:
    """How a bid came out: ``over`` tricks more than it undertook."""
    if over == 0:
        return f"{speech.seat(by)}'s bid, just made."
    if over < 0:
        return f"{speech.seat(by)}'s bid, {'1 trick' if over == -1 else f'{-over} tricks'} short."
    return f"{speech.seat(by)}'s bid, made with {'1 trick' if over == 1 else f'{over} tricks'} more."


def stock(cards: str) -> str:
    return f"**Stock** {cards}"


def took_stock(speech: Speech, who: Seat, cards: str) -> str:
    return f"{speech.seat(who)} took the stock and put out {cards}."


def stock_left() -> str:
    return "Nobody took the stock."


def dummy_of(who: str) -> str:
    return f"dummy of {who}"


def chairs(speech: Speech, of: Sequence[Seat]) -> str:
    return all_of([speech.seat(one) for one in of])


NOTHING_WON: Final = "Nothing is scored."


def game_won(speech: Speech, by: Side, words: GameWords) -> str:
    besides = f" {words.after_game}" if words.after_game else ""
    return f"**{speech.side(by)} win the game.** Both sides begin the next one at nothing.{besides}"


def deals_next(speech: Speech, dealer: Seat) -> str:
    return f"{speech.seat(dealer)} deals next."


def deals_again(speech: Speech, dealer: Seat) -> str:
    return f"{speech.seat(dealer)} deals again."


FRESH_CUT: Final = "A fresh cut for partners begins the next rubber: the next message has Start."
FRESH_RUBBER: Final = "The next message has Start, for the next one."

# The end of a rubber


def rubber_won(speech: Speech, by: Side, games: int, to: int) -> str:
    return f"{speech.side(by)} win the rubber, {games} games to {to}"


def match_won(speech: Speech, by: Side) -> str:
    """For a match of one game."""
    return f"{speech.side(by)} win the game"


def left_unfinished(speech: Speech, by: Side) -> str:
    return f"The rubber is left unfinished, with {speech.side(by)} ahead"


def bonus(speech: Speech, of: Entry, words: GameWords) -> str:
    """``Consolation: 40 to the winners.``"""
    if of.line is Line.UNFINISHED:
        return f"For being ahead: {_amount(of)} to {speech.side(of.side)}."
    return f"{words.consolation}: {_amount(of)} to the winners."


def totals(speech: Speech, ns: int, ew: int) -> str:
    return f"In all: {speech.side(Side.NS)} **{number(ns)}**, {speech.side(Side.EW)} **{number(ew)}**."


def value(speech: Speech, points: int, winner: Side, *, each: bool = True) -> str:
    """What the rubber is worth to each player. The winners of more games may have fewer points."""
    amount = f"**{number(abs(points))}**{' each' if each else ''}"
    if points > 0:
        return f"{speech.side(winner)} win {amount}; {speech.side(winner.other)} lose as much."
    if points < 0:
        return f"Yet on points {speech.side(winner)} lose {amount}; {speech.side(winner.other)} win as much."
    return "The totals are equal, so nobody wins or loses anything."


def with_dummy(who: str) -> str:
    """Stands after the value of a rubber in which one player had two hands."""
    return f"{who} had Dummy, and so wins or loses twice as much."


def ranked(uncounted: str) -> str:
    """Whether a rubber counts for the leaderboard, and if not, why."""
    if uncounted in ("server", "people") or uncounted.startswith("doubling:"):
        return not_ranked_here(uncounted)
    match uncounted:
        case "":
            return "It counts for the leaderboard."
        case "seats":
            return "It does not count for the leaderboard: no person on each side sat it through."
        case _:
            return "It does not count for the leaderboard: tricks were doubled more than six times."


# The fair deal


def fair(
    speech: Speech, table: str, deal: int, commitment: str, cutter: Seat | None, at: int, salt: str, seed: str
) -> tuple[str, ...]:
    """Everything that is needed to check a deal, line by line (docs/how-to/check-a-deal.md)."""
    cut = f"{speech.seat(cutter)} cut it" if cutter is not None else "The bot cut it"
    lifted = f"{cut} {at} cards down, salt `{salt}`." if salt else f"{cut} {at} cards down."
    return (
        f"Table `{table}`, deal {deal}. The pack was sealed as `{commitment}`.",
        lifted,
        f"Its seed was `{seed}`.",
    )


# The leaderboard


def sides_in_full(speech: Speech, amounts: Sequence[str]) -> str:
    return f"{speech.side(Side.NS)} {amounts[0]}\n{speech.side(Side.EW)} {amounts[1]}"


def result_of(deal: str, declaration: str) -> str:
    return f"{deal}: {declaration}"

"""Words of scores: each line with its name and its reason, games, rubbers, the leaderboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from rules.counting.reckon import Column, Entry, Line
from rules.seats import Seat, Side
from screens.words.gamewords import GameWords, Held
from screens.words.languages import Sentence, counted, say
from screens.words.names import Speech
from screens.words.numbers import number, power_of_two
from screens.words.ranking import not_ranked_here

SCORE: Final = Sentence("The score")
SCORE_AFTER: Final = Sentence("The rubber so far")
GAME_AFTER: Final = Sentence("The game so far")
NOTHING_SCORED: Final = Sentence("Nothing has been scored yet.")
THROWN_IN: Final = Sentence("everybody passed")
IN_FULL: Final = Sentence("In full")
BESIDE_THE_GAME: Final = Sentence("Noted beside the game")

ROW_GAME: Final = Sentence("To game")
ROW_GAMES: Final = Sentence("Games")
ROW_RUBBER: Final = Sentence("Rubber")
ROW_POINTS: Final = Sentence("Points")
ROW_TOTAL: Final = Sentence("Total")


def row_of_game(place: int) -> str:
    """The row of a game on a sheet."""
    return say("Game {number}", number=place)


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
            return BESIDE_THE_GAME()
    assert_never(of)


def line(speech: Speech, of: Entry, words: GameWords, *, held: Held) -> str:
    """A line of the score with its sum, in the words of this game. ``held`` are the honours of its side."""
    told = number(of.count)
    match of.line:
        case Line.ODD_TRICKS:
            what = counted(of.count, "{count} trick over six", "{count} tricks over six", count=told)
            return _counted(of, what)
        case Line.TRICKS:
            return _counted(of, counted(of.count, "{count} trick", "{count} tricks", count=told))
        case Line.OVERTRICKS:
            what = counted(
                of.count, "{count} trick beyond the bid", "{count} tricks beyond the bid", count=told
            )
            return _counted(of, what)
        case Line.UNDERTRICKS:
            what = counted(
                of.count,
                "The other side is {count} trick short",
                "The other side is {count} tricks short",
                count=told,
            )
            return _counted(of, what)
        case Line.FULFILMENT:
            return _line(say("Doubled contract made"), _once(of))
        case Line.HONOURS:
            return _line(words.honours(held), _honours(of))
        case Line.HONOURS_CALLED:
            return _line(say("{honours}, called before play", honours=words.honours(held)), _once(of))
        case Line.HONOURS_NOTED:
            return _line(say("Honours noted beside the game"), _amount(of))
        case Line.GAME_POINTS:
            return _line(say("The points scored in the game"), _amount(of))
        case Line.CHICANE:
            assert of.seat is not None
            what = say("Chicane ({seat} was dealt no trump)", seat=speech.seat(of.seat))
            return _line(what, f"{told} × {_product(of)}")
        case Line.GRAND_SLAM:
            return _line(words.grand_slam, _once(of))
        case Line.PETIT_SLAM:
            return _line(words.petit_slam, _once(of))
        case Line.SLAM_FAILED:
            return _line(say("The other side's slam, bid and not made"), _once(of))
        case Line.GAME:
            mark = words.mark(of.amount)
            return _line(say("The game, a {mark}", mark=mark) if mark else words.prize, _amount(of))
        case Line.RUBBER:
            return _line(words.consolation, _amount(of))
        case Line.UNFINISHED:
            return _line(say("Ahead in an unfinished rubber"), _amount(of))
        case Line.REVOKE_ADDED:
            return _line(say("Penalty for the other side's revoke"), _amount(of))
        case Line.REVOKE_DEDUCTED:
            return _line(say("Penalty for a revoke"), _amount(of))
        case Line.REVOKE_CAP:
            return _line(say("Penalty: a side that revoked cannot win the game"), _amount(of))
    assert_never(of.line)


def _line(what: str, sum_: str) -> str:
    return say("{what}: {points}", what=what, points=sum_)


def _counted(of: Entry, told: str) -> str:
    """``3 tricks over six × 8 × 4 = 96``. The price is left out if each trick is one point, or if they
    differ."""
    if of.unit == 0 or of.unit * of.count * of.times != of.amount:
        return _line(told, _once(of))
    return _line(told, _amount(of)) if of.unit == of.times == 1 else f"{told} × {_product(of)}"


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
    return say(
        "Tricks: {ns} {ns_tricks}, {ew} {ew_tricks}",
        ns=speech.short_side(Side.NS),
        ns_tricks=ns,
        ew=speech.short_side(Side.EW),
        ew_tricks=ew,
    )


def honours_called(speech: Speech, by: Side) -> str:
    return say("{side} called honours before play, which ended the deal.", side=speech.side(by))


def asked_in_vain(speech: Speech, by: Sequence[Seat]) -> str:
    return counted(
        len(by),
        "{seats} asked for honours, and the partner did not have enough.",
        "{seats} asked for honours, and their partners did not have enough.",
        seats=speech.all_of(by),
    )


def turned_up(speech: Speech, shown: str, dealer: Seat) -> str:
    return say("{seat} dealt and turned up {card}.", seat=speech.seat(dealer), card=shown)


def turned_of_stock(shown: str) -> str:
    return say("Turned up from the stock: {card}.", card=shown)


def cut_for_trumps(shown: str) -> str:
    return say("Cut for trumps: {card}.", card=shown)


def stock(cards: str) -> str:
    return say("**Stock** {cards}", cards=cards)


def took_stock(speech: Speech, who: Seat, cards: str) -> str:
    return say("{seat} took the stock and put out {cards}.", seat=speech.seat(who), cards=cards)


def stock_left() -> str:
    return say("Nobody took the stock.")


def dummy_of(who: str) -> str:
    return say("dummy of {player}", player=who)


def chairs(speech: Speech, of: Sequence[Seat]) -> str:
    return speech.all_of(of)


NOTHING_WON: Final = Sentence("Nobody scores.")


def game_won(speech: Speech, by: Side, words: GameWords) -> str:
    told = say("**{side} win the game.** Both sides start the next one from 0.", side=speech.side(by))
    return f"{told} {words.after_game}" if words.after_game else told


def deals_next(speech: Speech, dealer: Seat) -> str:
    return say("{seat} deals next.", seat=speech.seat(dealer))


def deals_again(speech: Speech, dealer: Seat) -> str:
    return say("{seat} deals again.", seat=speech.seat(dealer))


FRESH_CUT: Final = Sentence("The next rubber begins with a new cut for partners: press Start below.")
FRESH_RUBBER: Final = Sentence("Press Start below to play another.")

# The end of a rubber


def rubber_won(speech: Speech, by: Side, games: int, to: int) -> str:
    return counted(
        games,
        "{side} win the rubber, {count} game to {lost}",
        "{side} win the rubber, {count} games to {lost}",
        side=speech.side(by),
        lost=to,
    )


def match_won(speech: Speech, by: Side) -> str:
    """For a match of one game."""
    return say("{side} win the game", side=speech.side(by))


def left_unfinished(speech: Speech, by: Side) -> str:
    return say("The rubber was not finished; {side} are ahead", side=speech.side(by))


def bonus(speech: Speech, of: Entry, words: GameWords) -> str:
    """``Consolation: 40 to the winners.``"""
    if of.line is Line.UNFINISHED:
        return say("For being ahead: {points} to {side}.", points=_amount(of), side=speech.side(of.side))
    return say("{name}: {points} to the winners.", name=words.consolation, points=_amount(of))


def totals(speech: Speech, ns: int, ew: int) -> str:
    return say(
        "Totals: {ns} **{ns_points}**, {ew} **{ew_points}**.",
        ns=speech.side(Side.NS),
        ns_points=number(ns),
        ew=speech.side(Side.EW),
        ew_points=number(ew),
    )


def value(speech: Speech, points: int, winner: Side, *, each: bool = True) -> str:
    """What the rubber is worth to each player. The winners of more games may have fewer points."""
    parts = {
        "winners": speech.side(winner),
        "losers": speech.side(winner.other),
        "points": f"**{number(abs(points))}**",
    }
    if points > 0:
        if each:
            return say("{winners} win {points} each; {losers} lose as much.", **parts)
        return say("{winners} win {points}; {losers} lose as much.", **parts)
    if points < 0:
        if each:
            return say("On points, though, {winners} lose {points} each; {losers} win as much.", **parts)
        return say("On points, though, {winners} lose {points}; {losers} win as much.", **parts)
    return say("The totals are equal, so nobody wins or loses anything.")


def with_dummy(who: str) -> str:
    """Stands after the value of a rubber in which one player had two hands."""
    return say("{player} had Dummy, and so wins or loses twice as much.", player=who)


def ranked(uncounted: str) -> str:
    """Whether a rubber counts for the leaderboard, and if not, why."""
    if uncounted in ("server", "people") or uncounted.startswith("doubling:"):
        return not_ranked_here(uncounted)
    match uncounted:
        case "":
            return say("This counts for the leaderboard.")
        case "seats":
            return say("Not ranked: each side needs a person who stayed to the end.")
        case _:
            return say("Not ranked: tricks were doubled more than six times.")


def sides_in_full(speech: Speech, amounts: Sequence[str]) -> str:
    return f"{speech.side(Side.NS)} {amounts[0]}\n{speech.side(Side.EW)} {amounts[1]}"


def result_of(deal: str, declaration: str) -> str:
    return say("{deal}: {declaration}", deal=deal, declaration=declaration)

"""Words of scores: each line with its name and its reason, games, rubbers, and what counts for the
leaderboard of a server."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from rules.counting.reckon import Column, Entry, Line
from rules.seats import Side
from screens.words.gamewords import GameWords, Held
from screens.words.languages import Label, Noun, Plural, Sentence, counted, meant, say
from screens.words.names import Speech, number, power_of_two, signed

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
ROW_OF_GAME: Final = Sentence("Game {number}")
"""The row of a game on a sheet."""
ROW_EARLIER: Final = Sentence("Earlier")
"""The row of a sheet in which the earlier deals are summed up."""


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
            return _reckoned(of, what)
        case Line.TRICKS:
            return _reckoned(of, counted(of.count, "{count} trick", "{count} tricks", count=told))
        case Line.OVERTRICKS:
            what = counted(
                of.count, "{count} trick beyond the bid", "{count} tricks beyond the bid", count=told
            )
            return _reckoned(of, what)
        case Line.UNDERTRICKS:
            what = counted(
                of.count,
                "The other side is {count} trick short",
                "The other side is {count} tricks short",
                count=told,
            )
            return _reckoned(of, what)
        case Line.FULFILMENT:
            return _LINE(what=say("Doubled contract made"), points=_once(of))
        case Line.HONOURS:
            return _LINE(what=words.honours(held), points=_honours_reason(of))
        case Line.HONOURS_CALLED:
            return _LINE(
                what=say("{honours}, called before play", honours=words.honours(held)), points=_once(of)
            )
        case Line.HONOURS_NOTED:
            return _LINE(what=say("Honours noted beside the game"), points=_amount(of))
        case Line.GAME_POINTS:
            return _LINE(what=say("The points scored in the game"), points=_amount(of))
        case Line.CHICANE:
            assert of.seat is not None
            what = say("Chicane ({seat} was dealt no trump)", seat=speech.seat(of.seat))
            return _LINE(what=what, points=f"{told} × {_product(of)}")
        case Line.GRAND_SLAM:
            return _LINE(what=words.grand_slam, points=_once(of))
        case Line.PETIT_SLAM:
            return _LINE(what=words.petit_slam, points=_once(of))
        case Line.SLAM_FAILED:
            return _LINE(what=say("The other side's slam, bid and not made"), points=_once(of))
        case Line.GAME:
            mark = words.mark(of.amount)
            return _LINE(
                what=say("The game, a {mark}", mark=mark) if mark else words.prize, points=_amount(of)
            )
        case Line.RUBBER:
            return _LINE(what=words.consolation, points=_amount(of))
        case Line.UNFINISHED:
            return _LINE(what=say("Ahead in an unfinished rubber"), points=_amount(of))
        case Line.REVOKE_ADDED:
            return _LINE(what=say("Penalty for the other side's revoke"), points=_amount(of))
        case Line.REVOKE_DEDUCTED:
            return _LINE(what=say("Penalty for a revoke"), points=_amount(of))
        case Line.REVOKE_CAP:
            return _LINE(what=say("Penalty: a side that revoked cannot win the game"), points=_amount(of))
    assert_never(of.line)


_LINE: Final = Sentence("{what}: {points}")
_ON_PAD: Final = {
    Line.HONOURS: Label("on a score pad, in few letters", "Honours"),
    Line.HONOURS_CALLED: Label("on a score pad, in few letters", "Honours"),
    Line.CHICANE: Label("on a score pad, in few letters", "Chicane"),
    Line.OVERTRICKS: Label("on a score pad, in few letters", "Over"),
    Line.UNDERTRICKS: Label("on a score pad, in few letters", "Short"),
    Line.FULFILMENT: Label("on a score pad, in few letters", "Made"),
    Line.GRAND_SLAM: Label("on a score pad, in few letters", "Slam"),
    Line.PETIT_SLAM: Label("on a score pad, in few letters", "Slam"),
    Line.SLAM_FAILED: Label("on a score pad, in few letters", "Slam"),
    Line.GAME: Label("on a score pad, in few letters", "Game"),
    Line.REVOKE_ADDED: Label("on a score pad, in few letters", "Revoke"),
    Line.REVOKE_DEDUCTED: Label("on a score pad, in few letters", "Revoke"),
}


def on_pad(entries: Sequence[Entry]) -> str:
    """What the first of these lines is for, with a plus if there are others (``Slam +``); and how often a
    trick was doubled."""
    told = list(dict.fromkeys(_ON_PAD[one.line]() for one in entries if one.line in _ON_PAD))
    times = max((one.times for one in entries if one.line in _DOUBLED), default=1)
    doubled = f"×{number(times)}" if times > 1 else ""
    return " ".join(one for one in (*told[:1], "+" if len(told) > 1 else "", doubled) if one)


_TRICKS: Final = Label("what points are for", "tricks")
_HONOURS: Final = Label("what points are for", "honours")
_SLAMS: Final = Label("what points are for", "slams")
_REVOKES: Final = Label("what points are for", "revokes")
_PRIZES: Final = Label("what points are for", "the game")
_MADE_OF: Final = {
    Line.HONOURS: _HONOURS,
    Line.HONOURS_CALLED: _HONOURS,
    Line.HONOURS_NOTED: _HONOURS,
    Line.CHICANE: Label("what points are for", "chicane"),
    Line.GRAND_SLAM: _SLAMS,
    Line.PETIT_SLAM: _SLAMS,
    Line.SLAM_FAILED: _SLAMS,
    Line.REVOKE_ADDED: _REVOKES,
    Line.REVOKE_DEDUCTED: _REVOKES,
    Line.REVOKE_CAP: _REVOKES,
    Line.GAME: _PRIZES,
    Line.GAME_POINTS: _PRIZES,
    Line.RUBBER: _PRIZES,
    Line.UNFINISHED: _PRIZES,
}
"""All other lines are for tricks."""


def made_of(points: Iterable[tuple[Line, int]]) -> str:
    """``tricks −16, honours +24``."""
    sums = dict[str, int]()
    for of, amount in points:
        what = _MADE_OF.get(of, _TRICKS)()
        sums[what] = sums.get(what, 0) + amount
    return ", ".join(f"{what} {signed(amount)}" for what, amount in sums.items() if amount)


_DOUBLED: Final = (Line.ODD_TRICKS, Line.TRICKS, Line.UNDERTRICKS, Line.OVERTRICKS)


def _reckoned(of: Entry, told: str) -> str:
    """``3 tricks over six × 8 × 4 = 96``. The price is left out if each trick is one point, or if they
    differ."""
    if of.unit == 0 or of.unit * of.count * of.times != of.amount:
        return _LINE(what=told, points=_once(of))
    return _LINE(what=told, points=_amount(of)) if of.unit == of.times == 1 else f"{told} × {_product(of)}"


def _honours_reason(of: Entry) -> str:
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


HONOURS_CALLED: Final = Sentence("{side} called honours before play, which ended the deal.")
ASKED_IN_VAIN: Final = Plural(
    "{seats} asked for honours, and the partner did not have enough.",
    "{seats} asked for honours, and their partners did not have enough.",
)
TURNED_OF_STOCK: Final = Sentence("Turned up from the stock: {card}.")
CUT_FOR_TRUMPS: Final = Sentence("Cut for trumps: {card}.")
STOCK: Final = Sentence("**Stock** {cards}")
TOOK_STOCK: Final = Sentence("{seat} took the stock and put out {cards}.")
STOCK_LEFT: Final = Sentence("Nobody took the stock.")


NOTHING_WON: Final = Sentence("Nobody scores.")


def game_won(speech: Speech, by: Side, words: GameWords) -> str:
    told = say("**{side} win the game.** Both sides start the next one from 0.", side=speech.side(by))
    return f"{told} {words.after_game}" if words.after_game else told


DEALS_NEXT: Final = Sentence("{seat} deals next.")
DEALS_AGAIN: Final = Sentence("{seat} deals again.")
FRESH_CUT: Final = Sentence("The next rubber begins with a new cut for partners: press **{button}** below.")
FRESH_RUBBER: Final = Sentence("Press **{button}** below to play another.")

# The end of a rubber

RUBBER_WON: Final = Plural(
    "{side} win the rubber, {count} game to {lost}", "{side} win the rubber, {count} games to {lost}"
)
RUBBER_WON_ON_POINTS: Final = Sentence("{side} win the rubber on points")
"""With fewer games than the others."""
MATCH_WON: Final = Sentence("{side} win the game")
"""For a match of one game."""
PEOPLE_WON_RUBBER: Final = Plural(
    "{winners} win the rubber, {count} game to {lost}", "{winners} win the rubber, {count} games to {lost}"
)
PEOPLE_WON_ON_POINTS: Final = Sentence("{winners} win the rubber on points")
PEOPLE_WON_MATCH: Final = Sentence("{winners} win the game")
"""By their names: two partners."""
LEFT_UNFINISHED: Final = Sentence("The rubber was not finished; {side} are ahead")


def bonus(speech: Speech, of: Entry, words: GameWords, winner: Side, others: int = 0) -> str:
    """``Consolation: 40 to the winners.`` Those of more games may have fewer points (appendix D, D7). Of a
    rubber that is broken off the ``others`` may have a bonus too."""
    if of.line is Line.UNFINISHED and others:
        return say(
            "For being ahead: {points} to {side}, {others_points} to {others}.",
            points=_amount(of),
            side=speech.side(of.side),
            others_points=f"**{number(others)}**",
            others=speech.side(of.side.other),
        )
    if of.line is Line.UNFINISHED:
        return say("For being ahead: {points} to {side}.", points=_amount(of), side=speech.side(of.side))
    if of.side is not winner:
        side = speech.side(of.side)
        return say("{name}: {points} to {side}.", name=words.consolation, points=_amount(of), side=side)
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


def value_to_each(values: Sequence[tuple[str, int]]) -> str:
    """``@anna **+126** · @clara **−126**``."""
    return " · ".join(f"{who} **{'+' if value > 0 else ''}{number(value)}**" for who, value in values)


WITH_DUMMY: Final = Sentence("{player} had Dummy, and so wins or loses twice as much.")
"""Stands after the value of a rubber in which one player had two hands."""


def sides_in_full(speech: Speech, amounts: Sequence[str]) -> str:
    return f"{speech.side(Side.NS)} {amounts[0]}\n{speech.side(Side.EW)} {amounts[1]}"


RESULT_OF: Final = Sentence("{deal}: {declaration}")


# What counts for the leaderboard

NOT_RANKED: Final = Sentence(
    "Rubbers of this table do not count for the leaderboard, as the server has decided."
)


def ranked_note(uncounted: str) -> str:
    """Whether a rubber counts for the leaderboard, and if not, why."""
    if uncounted in ("server", "people") or uncounted.startswith("doubling:"):
        return not_ranked_here(uncounted)
    match uncounted:
        case "":
            return say("This counts for the leaderboard.")
        case "seats":
            return say("Not ranked: it did not begin with a person on each side.")
        case _:
            return say("Not ranked: tricks were doubled more than six times.")


def not_ranked_here(why: str) -> str:
    """Why a rubber does not count that would elsewhere: ``server``, ``people`` or ``doubling:N``."""
    if why == "server":
        return NOT_RANKED()
    if why == "people":
        return say(
            "It does not count for the leaderboard: here only rubbers count that began with a person in "
            "every chair."
        )
    return say(
        "It does not count for the leaderboard: a trick was doubled more than {times:gen}.",
        times=times(int(why[9:])),
    )


def times(count: int) -> Noun:
    """``once``, ``twice``, ``six times``."""
    match count:
        case 1:
            return Noun(say("once"), {"gen": meant("genitive", "once")})
        case 2:
            return Noun(say("twice"), {"gen": meant("genitive", "twice")})
        case 3:
            return Noun(say("three times"), {"gen": meant("genitive", "three times")})
        case 4:
            return Noun(say("four times"), {"gen": meant("genitive", "four times")})
        case 5:
            return Noun(say("five times"), {"gen": meant("genitive", "five times")})
        case 6:
            return Noun(say("six times"), {"gen": meant("genitive", "six times")})
        case 8:
            return Noun(say("eight times"), {"gen": meant("genitive", "eight times")})
        case 10:
            return Noun(say("ten times"), {"gen": meant("genitive", "ten times")})
    return Noun(
        counted(count, "{count} time", "{count} times"),
        {"gen": meant("genitive", "{count} times", count=count)},
    )


def next_is_capped(limit: int) -> str:
    """Before a doubling that would not count."""
    if limit == 0:
        return say("⚠ In this server tricks count on the leaderboard as if nobody had doubled.")
    return say("⚠ Doubled {times}: a further doubling does not count on the leaderboard.", times=times(limit))


def capped(limit: int) -> str:
    """After it."""
    if limit == 0:
        return say("On the leaderboard this deal counts as if nobody had doubled.")
    return say("On the leaderboard this deal counts as doubled {times}.", times=times(limit))


_COUNTS: Final = Plural(
    "On the leaderboard it counts {count} point, since doublings count only so far.",
    "On the leaderboard it counts {count} points, since doublings count only so far.",
)


def counts_less(points: int) -> str:
    """Of a rubber that counts less than it is worth."""
    return _COUNTS(points, count=number(points))


def last_ranked_doubling(limit: int) -> str:
    """Before a doubling that would leave the ranking."""
    if limit == 0:
        return say("⚠ In this server a rubber in which anybody doubles does not count for the leaderboard.")
    return say(
        "⚠ Doubled {times}: with one more doubling this rubber no longer counts for the leaderboard.",
        times=times(limit),
    )


def left_ranking(limit: int) -> str:
    """After it."""
    if limit == 0:
        return say("This rubber no longer counts for the leaderboard: it was doubled.")
    return say(
        "This rubber no longer counts for the leaderboard: it was doubled more than {times:gen}.",
        times=times(limit),
    )


_LEADERBOARD: Final = Sentence("**The leaderboard**")
_LEAVING: Final = Sentence("A person who leaves it for good loses it.")


def ranking_rule(limit: int | None, *, full: bool, none: bool) -> str:
    """The section of a game's rules about the leaderboard."""
    if none:
        return f"{_LEADERBOARD()}\n{NOT_RANKED()}"
    return f"{_LEADERBOARD()}\n{_of_all(limit) if full else _of_a_side(limit)} {_LEAVING()}"


def _of_all(limit: int | None) -> str:
    """Which rubbers count where every chair needs a person."""
    return say("A rubber counts if it began with a person in every chair.") + _limited(limit)


def _of_a_side(limit: int | None) -> str:
    """Which rubbers count where each side needs a person."""
    return say("A rubber counts if it began with a person on each side.") + _limited(limit)


def _limited(limit: int | None) -> str:
    """How far doublings count. Where no trick can be doubled so often, nothing is told."""
    if limit is None:
        return ""
    if limit == 0:
        return " " + say("Its tricks count as if nobody had doubled.")
    return " " + say("A trick doubled more often counts as doubled {times}.", times=times(limit))

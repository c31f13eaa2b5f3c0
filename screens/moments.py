"""The best moment of a rubber or an evening that is over, in a sentence: a contre that paid or was defied, a
slam, or else the card that decided a game.

A contre or a slam is weighed by what its deal brought. The card is the one with which a game became certain
or, if somebody has had that deal analysed and it could have been saved, the one that gave it away. A score
sheet has no cards, and does not say who doubled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from robots.teaching.analysis import Analysis
from rules.calls import Double
from rules.counting.reckon import BOOK, Column, Line
from rules.counting.rubber import RubberLaw, gains_in
from rules.games.promise import deal_points, made, tricks_scored
from rules.games.variant import Variant
from rules.seats import BySeat, Member, Seat, Side
from rules.sheet.page import Page, SheetView
from rules.tricks import winner
from rules.view import FinishedDeal
from screens.words import scorebook as sheet_words
from screens.words.games.all_games import words_of
from screens.words.gamewords import GameWords
from screens.words.languages import Plural, Sentence
from screens.words.names import ON_PAPER, Names, all_of, bid_at, declared_name, number, spoken_card

BEST: Final = Sentence("**Best moment:** {moment}.")
BEST_OF_EVENING: Final = Sentence(
    "**Best moment of the evening**, in round {round} at table {table}: {moment}."
)
POINTS: Final = Plural("{count} point", "{count} points")
BEAT: Final = Sentence("{player} doubled {declaration} and beat it (deal {deal}): {points}")
DEFIED: Final = Sentence("{player} made {declaration}, though doubled (deal {deal}): {points}")
DOUBLED: Final = Sentence("{players} gained by a doubling in deal {deal}, {declaration}: {points}")
"""Of a sheet, which does not say who doubled, nor in some games who declared."""
SLAM: Final = Plural(
    "{players} won {count} trick in deal {deal}, {declaration}",
    "{players} won {count} tricks in deal {deal}, {declaration}",
)
SLAM_OF_SHEET: Final = Sentence("{players} made a slam in deal {deal}")
WON_GAME: Final = Sentence("{player}'s {card} won the game (deal {deal}, trick {trick})")
GAVE_GAME: Final = Sentence("{player}'s {card} gave the game away (deal {deal}, trick {trick})")

SLAMS: Final = (Line.GRAND_SLAM, Line.PETIT_SLAM)


class PlayedDeal(NamedTuple):
    """A deal of a rubber that is over, and who sat where in it."""

    deal: FinishedDeal
    seats: BySeat[Member]


class PlayedBoard(NamedTuple):
    """A deal of an evening, with the round and the table."""

    round: int
    table: int
    played: PlayedDeal


class _Moment(NamedTuple):
    weight: int  # the points by which the side was ahead in the deal
    told: str


def best_moment(
    played: Sequence[PlayedDeal],
    variant: Variant,
    of: GameWords,
    names: Names,
    analysed: Callable[[int], Analysis | None],
) -> str:
    """The sentence; empty where nothing of the kind was seen. ``analysed`` gives the analysis of a deal that
    has been made already."""
    moments = [one for deal in played for one in _of_deal(deal, variant, of, names)]
    if not moments:
        games = (_winning_card(one, variant, names, analysed(one.deal.number)) for one in reversed(played))
        moments = [_Moment(0, told) for told in games if told][:1]
    return BEST(moment=max(moments, key=lambda one: one.weight).told) if moments else ""


def best_of_evening(boards: Sequence[PlayedBoard], variant: Variant, of: GameWords, names: Names) -> str:
    """The same of all deals of an evening, in the order in which they were played."""
    found = [(one, board) for board in boards for one in _of_deal(board.played, variant, of, names)]
    if not found:
        games = ((_winning_card(board.played, variant, names, None), board) for board in reversed(boards))
        found = [(_Moment(0, told), board) for told, board in games if told][:1]
    if not found:
        return ""
    best, board = max(found, key=lambda one: one[0].weight)
    return BEST_OF_EVENING(round=board.round, table=board.table, moment=best.told)


def best_of_sheet(view: SheetView, page: Page, names: Names) -> str:
    """The same of a rubber with real cards."""
    of, moments = words_of(view.game), list[_Moment]()
    for place, one in enumerate(page.deals, 1):
        brought = gains_in(one.entries, Column.BELOW), gains_in(one.entries, Column.ABOVE)
        ahead = sum(part.ns - part.ew for part in brought)
        slam = next((entry.side for entry in one.entries if entry.line in SLAMS), None)
        doubled = bool(one.told.level and ahead)
        side = slam if slam is not None and not doubled else Side.NS if ahead > 0 else Side.EW
        players = all_of(list(dict.fromkeys(names(view.seats.of(seat)) for seat in side.seats)))
        told = f"{POINTS(abs(ahead), count=number(abs(ahead)))}"
        if doubled:
            what = sheet_words.what(ON_PAPER, one.told, of)
            moments.append(
                _Moment(abs(ahead), DOUBLED(players=players, deal=place, declaration=what, points=told))
            )
        elif slam is not None:
            moments.append(_Moment(abs(ahead), SLAM_OF_SHEET(players=players, deal=place)))
    return BEST(moment=max(moments, key=lambda one: one.weight).told) if moments else ""


# A contre, and a slam


def _of_deal(one: PlayedDeal, variant: Variant, of: GameWords, names: Names) -> Iterator[_Moment]:
    deal, settled = one.deal, one.deal.settled
    if settled is None:
        return
    brought = deal_points(deal, variant.rubber)
    what = bid_at(settled.bid, of) if settled.bid is not None else declared_name(settled.trumps, of)
    done = made(deal, variant)
    if settled.level and done is not None and settled.declared_by is not None:
        side = done.side if done.made else done.side.other
        ahead = brought.of(side) - brought.of(side.other)
        doubler = next((call.seat for call in deal.calls if _doubles(call.call, call.seat, done.side)), None)
        if ahead > 0 and (done.made or doubler is not None):
            seat = settled.declared_by if done.made or doubler is None else doubler
            player, told = names(one.seats.of(seat)), POINTS(ahead, count=number(ahead))
            if done.made:
                said = DEFIED(player=player, declaration=what, deal=deal.number, points=told)
            else:
                said = BEAT(player=player, declaration=what, deal=deal.number, points=told)
            yield _Moment(ahead, said)
            return
    for entry in deal.entries:
        if entry.line in SLAMS:
            ahead = brought.of(entry.side) - brought.of(entry.side.other)
            players = list(dict.fromkeys(names(one.seats.of(seat)) for seat in entry.side.seats))
            tricks = tricks_scored(deal, variant).of(entry.side)
            yield _Moment(ahead, SLAM(tricks, players=all_of(players), deal=deal.number, declaration=what))


def _doubles(call: object, seat: Seat, declaring: Side) -> bool:
    return isinstance(call, Double) and seat.side is not declaring


# The card that decided a game


def _winning_card(one: PlayedDeal, variant: Variant, names: Names, found: Analysis | None) -> str:
    """The card of a deal that won a game; empty where none was won, or where it is not known which card."""
    deal = one.deal
    side = next((each for each in Side if deal.after.games.of(each) > deal.before.games.of(each)), None)
    if side is None or deal.settled is None or deal.claims or deal.conceded is not None:
        return ""
    needed = _needed(deal, side, variant.rubber)
    if not needed:
        return ""
    worst = found.course.worst if found is not None and found.course is not None else None
    if worst is not None and worst.hand.side is not side and deal.won.of(side) - worst.loss.tricks < needed:
        who = names(one.seats.of(worst.by))
        return GAVE_GAME(player=who, card=spoken_card(worst.card), trick=worst.trick, deal=deal.number)
    won = [
        (place, trick, hand)
        for place, trick in enumerate(deal.tricks, 1)
        if (hand := winner(trick, deal.settled.trumps)).side is side
    ]
    if len(won) < needed:
        return ""
    place, trick, hand = won[needed - 1]
    who = names(one.seats.of(deal.settled.player_of(hand)))
    return WON_GAME(
        player=who, card=spoken_card(dict(trick.by_player())[hand]), trick=place, deal=deal.number
    )


def _needed(deal: FinishedDeal, side: Side, law: RubberLaw) -> int:
    """With how many tricks a side was sure of the game that it won; 0 if more than tricks decided that."""
    assert deal.settled is not None
    below = [entry for entry in deal.entries if entry.column is Column.BELOW and entry.side is side]
    if len(below) != 1 or below[0].line is not Line.ODD_TRICKS:
        return 0
    (line,), short = below, law.game - deal.before.below.of(side)
    price = line.unit * line.times
    if not price or price * line.count != line.amount or short <= 0:
        return 0
    bid = deal.settled.bid
    return BOOK + max(-(-short // price), bid.odd if bid is not None else 0)

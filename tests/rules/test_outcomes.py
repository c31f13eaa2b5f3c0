"""What a finished deal came to for declarer's side, and which penalty for a revoke pays best, worked out by
hand from the laws."""

from __future__ import annotations

from rules.calls import Bid
from rules.counting.reckon import NOTHING_SCORED, Column, Entry, Line, Penalty, Revoked, Standing, Tally
from rules.games.all_games import GAMES
from rules.games.promise import Made, deal_points, honours_called, made, tricks_scored, tricks_taken
from rules.games.variant import best_penalty
from rules.revoke import RevokeClaim
from rules.seats import BySide, Seat, Side
from rules.tricks import Strain
from rules.view import Cut, FinishedDeal, Settled
from tests.each import each
from tests.rules.contracts import undertaken
from tests.rules.deals import ORDINARY, tally
from tests.rules.whist_hands import hand

NORTH, EAST, SOUTH, WEST = Seat
NS, EW = Side
TAKE, ADD, DEDUCT, TRANSFER = Penalty.TAKE_THREE, Penalty.ADD, Penalty.DEDUCT, Penalty.TRANSFER
H, N, M = Strain.HEARTS, Strain.NO_TRUMPS, Strain.MISERE


def revoke(seat: Seat, penalty: Penalty | None, *, right: bool = True) -> RevokeClaim:
    return RevokeClaim(seat.left, 1, seat, right, penalty)


def finished(
    ns: int,
    by: Seat | None,
    bid: Bid | None = None,
    claims: tuple[RevokeClaim, ...] = (),
    entries: tuple[Entry, ...] = (),
) -> FinishedDeal:
    """A deal in hearts, or as it was bid, in which NS won so many tricks."""
    strain = H if bid is None else bid.strain
    return FinishedDeal(
        number=1,
        dealer=SOUTH,
        hands=ORDINARY,
        calls=(),
        settled=Settled(strain.trumps, 0, 0, WEST, by, (), bid),
        tricks=(),
        won=BySide(ns, 13 - ns),
        conceded=None,
        entries=entries,
        before=NOTHING_SCORED,
        after=NOTHING_SCORED,
        commitment="",
        cut=Cut(26, "", None),
        seed="",
        claims=claims,
    )


TOOK_THREE = (revoke(EAST, TAKE),)

CAME_TO = [
    # game, tricks of NS, declarer, bid, claims of revokes; the tricks more than were needed
    # without a bid one odd trick is undertaken: seven tricks (laws 2.4)
    ("biritch", 7, SOUTH, None, (), Made(NS, 0)),
    ("biritch", 6, NORTH, None, (), Made(NS, -1)),
    ("biritch", 13, NORTH, None, (), Made(NS, 6)),
    ("biritch", 4, EAST, None, (), Made(EW, 2)),
    ("biritch", 7, WEST, None, (), Made(EW, -1)),
    ("bridge", 9, SOUTH, None, (), Made(NS, 2)),
    # three tricks taken from east and west for a revoke (2.9); points leave the tricks as they were
    ("biritch", 6, SOUTH, None, TOOK_THREE, Made(NS, 2)),
    ("biritch", 5, WEST, None, TOOK_THREE, Made(EW, -2)),
    ("biritch", 6, SOUTH, None, (revoke(EAST, ADD),), Made(NS, -1)),
    ("biritch", 7, SOUTH, None, (revoke(SOUTH, TAKE),), Made(NS, -3)),
    ("biritch", 7, SOUTH, None, (revoke(EAST, None, right=False),), Made(NS, 0)),
    # a bid undertakes its tricks over six (7)
    ("auction", 9, NORTH, Bid(3, H), (), Made(NS, 0)),
    ("auction", 8, NORTH, Bid(3, H), (), Made(NS, -1)),
    ("auction", 13, SOUTH, Bid(1, N), (), Made(NS, 6)),
    ("auction", 3, EAST, Bid(4, H), (), Made(EW, 0)),
    ("auction", 12, WEST, Bid(7, H), (), Made(EW, -12)),
    # at misère as many are to be lost: the adversaries' tricks count (7.2)
    ("auction", 6, NORTH, Bid(1, M), (), Made(NS, 0)),
    ("auction", 7, NORTH, Bid(1, M), (), Made(NS, -1)),
    ("auction", 4, SOUTH, Bid(2, M), (), Made(NS, 1)),
    ("auction", 8, EAST, Bid(2, M), (), Made(EW, 0)),
    # for a revoke by an adversary declarer may take three tricks; declarer's own revoke costs points (7.3)
    ("auction", 8, NORTH, Bid(4, H), TOOK_THREE, Made(NS, 1)),
    ("auction", 8, NORTH, Bid(2, H), (revoke(NORTH, ADD),), Made(NS, 0)),
    # and at misère gives three of their own to the adversaries
    ("auction", 9, NORTH, Bid(1, M), TOOK_THREE, Made(NS, 0)),
]


@each(("game", "ns", "by", "bid", "claims", "came_to"), CAME_TO)
def test_a_deal_came_to_so_many_tricks_more_than_were_undertaken(
    game: str, ns: int, by: Seat, bid: Bid | None, claims: tuple[RevokeClaim, ...], came_to: Made
) -> None:
    found = made(finished(ns, by, bid, claims), GAMES[game].variant())
    assert found == came_to
    assert found is not None and found.made is (came_to.over >= 0)


def test_nothing_was_made_where_nobody_declared_or_honours_ended_the_deal() -> None:
    whist, biritch = GAMES["whist_long"].variant(), GAMES["biritch"].variant()
    assert made(finished(9, None), whist) is None
    called = (Entry(Line.HONOURS_CALLED, EW, 2, Column.BELOW),)
    ended = finished(0, SOUTH, entries=called)
    assert made(ended, biritch) is None and honours_called(ended) is EW
    assert honours_called(finished(9, None, entries=(Entry(Line.HONOURS, EW, 2, Column.BELOW),))) is None


def test_the_tricks_by_which_a_deal_is_scored_are_those_won_and_those_taken() -> None:
    biritch = GAMES["biritch"].variant()
    both = finished(8, SOUTH, claims=(revoke(EAST, TAKE), revoke(SOUTH, TAKE), revoke(WEST, TAKE)))
    assert tricks_taken(both, biritch) == BySide(2, -2)  # six taken leave five, of which three go back
    assert tricks_scored(both, biritch) == BySide(10, 3)
    assert tricks_taken(finished(8, SOUTH), biritch) == BySide(0, 0)


def test_a_deal_is_worth_what_counts_in_the_rubber_or_else_the_points_of_the_game() -> None:
    entries = (
        Entry(Line.ODD_TRICKS, NS, 16, Column.BELOW),
        Entry(Line.HONOURS, EW, 8, Column.ABOVE),
        Entry(Line.GAME, NS, 3, Column.BONUS),
    )
    assert deal_points(finished(8, SOUTH, entries=entries), GAMES["vint"].variant().rubber) == BySide(19, 8)
    noted = Entry(Line.HONOURS, EW, 2, Column.NOTED)
    of_whist = finished(8, None, entries=(*entries, noted))
    assert deal_points(of_whist, GAMES["whist_modern"].variant().rubber) == BySide(16, 8)


def test_at_duplicate_the_bonus_of_a_game_that_a_deal_wins_is_no_part_of_what_it_came_to() -> None:
    """Laws 4.6. Plafond: three no trumps made are 30, and two with a trick more 70; the first game would
    bring 100 more."""
    law = GAMES["plafond"].variant().rubber
    game = (Entry(Line.ODD_TRICKS, NS, 30, Column.BELOW), Entry(Line.GAME, NS, 100, Column.BONUS))
    part = (Entry(Line.ODD_TRICKS, NS, 20, Column.BELOW), Entry(Line.OVERTRICKS, NS, 50, Column.ABOVE))
    came_to = [
        deal_points(finished(9, SOUTH, entries=one), law, by_itself=alone)
        for one in (game, part)
        for alone in (False, True)
    ]
    assert came_to == [BySide(130, 0), BySide(30, 0), BySide(70, 0), BySide(70, 0)]


# Which penalty pays best


def at(ns: int, ew: int, games: tuple[int, int] = (0, 0)) -> Standing:
    return Standing(below=BySide(ns, ew), games=BySide(*games))


ALL_THREE = (TAKE, ADD, DEDUCT)
SEVEN_MORE = tally("hearts", 7)

PAYS_BEST = [
    # whist, five up. Nine tricks to four: three points to none; with three added three to one
    ("whist_modern", hand(6), at(0, 0), EW, ALL_THREE, TAKE),
    # NS win three tricks. Taken: EW have one point. Added: NS three, EW four (their cap): one apart as well
    ("whist_modern", hand(3), at(0, 0), EW, ALL_THREE, TAKE),
    ("whist_modern", hand(3), at(0, 0), EW, (ADD, TAKE), ADD),
    # at two, three points are the game, though three tricks would leave EW with one point
    ("whist_modern", hand(3), at(2, 0), EW, ALL_THREE, ADD),
    ("whist_modern", hand(3), at(2, 0, (1, 1)), EW, ALL_THREE, ADD),
    # the same for the other side: EW win three tricks
    ("whist_modern", hand(10), at(0, 2), NS, ALL_THREE, ADD),
    # and where there is no choice
    ("whist_modern", hand(6), at(0, 3), EW, (DEDUCT,), DEDUCT),
    ("whist_american", hand(6), at(0, 3), EW, (TRANSFER,), TRANSFER),
    # biritch, hearts at 8: three tricks are worth 24. NS win seven and stand at nothing: ten tricks score 32
    # and the game, 24 added to 8 as well; of equals by games and totals the first
    ("biritch", SEVEN_MORE, at(0, 0), EW, (ADD, TAKE), ADD),
    # below the game: six tricks. Taken: nine, 24 to nothing; added: 24 to EW's 8; deducted: 8 to EW alone
    ("biritch", tally("hearts", 6), at(0, 0), EW, (DEDUCT, ADD, TAKE), TAKE),
    # EW stand at 24. Deducted they have none left, and NS 8; added NS have 32, a game
    ("biritch", SEVEN_MORE, at(0, 24), EW, (DEDUCT, ADD), ADD),
    # EW win eight tricks, 16, of which the cap of 28 leaves them 4. Added: 24 to 4; taken: 16 to nothing
    ("biritch", tally("hearts", 5), at(0, 24), EW, ALL_THREE, ADD),
]


@each(("game", "of", "standing", "side", "open_to", "best"), PAYS_BEST)
def test_the_best_penalty_wins_a_game_before_it_wins_points(
    game: str, of: Tally, standing: Standing, side: Side, open_to: tuple[Penalty, ...], best: Penalty
) -> None:
    assert best_penalty(GAMES[game].variant(), of, standing, side, open_to) is best


def test_three_tricks_are_best_where_they_make_the_contract_and_points_where_they_do_not() -> None:
    """Four hearts with eight tricks: eleven score 40 and a game. With five, eight score nothing, and 150
    points are left; adversaries who have revoked score nothing for tricks short (laws 7.3)."""
    auction = GAMES["auction"].variant()
    assert best_penalty(auction, undertaken("4H", 8), NOTHING_SCORED, EW, (ADD, TAKE)) is TAKE
    assert best_penalty(auction, undertaken("4H", 5), NOTHING_SCORED, EW, (TAKE, ADD)) is ADD


def test_a_first_revoke_that_is_chosen_last_is_weighed_as_the_first() -> None:
    """At auction a side's first revoke costs 150 points or three tricks, each further one 100."""
    auction = GAMES["auction"].variant()
    later = undertaken("4H", 5, revokes=[(EW, ADD)])
    assert best_penalty(auction, later, NOTHING_SCORED, EW, (TAKE, ADD), 0) is ADD


def test_a_further_revoke_is_weighed_with_those_punished_before() -> None:
    """At whist NS have three points for the first revoke, and with three more the game, at six."""
    before = hand(6, revokes=((EW, ADD),))
    assert before.revokes == (Revoked(EW, ADD),)
    whist = GAMES["whist_modern"].variant()
    assert best_penalty(whist, before, NOTHING_SCORED, EW, (DEDUCT, ADD)) is ADD

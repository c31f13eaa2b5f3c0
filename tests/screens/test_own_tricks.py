"""What a play that is compared came to, trick by trick: the page, the card that is shared and the replay of
drawn deals, against a count that knows nothing of how the program counts.

The deals are drawn with claims, concessions, hands that are thrown in, and partners who change places since
the person would be dummy; at some tables the robots claim what is certain. What cards cost is made up, or
worked out by the solver.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

import pytest

from bot.tables.service import begun_alone
from robots.law.claiming import choose_claim
from robots.teaching.analysis import Course, Loss, Study
from rules.cards import Card, Suit
from rules.contests import Streak
from rules.frozen import replace
from rules.games.all_games import GAMES, game
from rules.games.variant import Variant
from rules.seats import BySeat, BySide, Member, RobotMember, Seat, Side
from rules.table.requests import AnswerClaim, CutPack
from rules.tricks import Trick
from rules.view import Alone, FinishedDeal, GivenDeal, PublicTable
from screens.after import replay_screen
from screens.contests import DayTold, Field, field_screen, share_screen
from screens.own_tricks import own_tricks
from screens.result import headline
from screens.screen import Row, Screen
from screens.words.games.all_games import words_of
from screens.words.names import Speech, SpeechToPlayer
from tests.each import mostly_long
from tests.screens.screens import TABLE, names, words
from tests.solver import needs_solver
from tests.trials.stage.tables import ANNA, Evening

DAY: Final = "2026-11-24"
SHORT: Final = range(50)
DRAWN: Final = [SHORT, *(range(first, first + 195) for first in range(50, 2000, 195))]


class Played(NamedTuple):
    """A deal that ANNA played from South, as it was when it was over."""

    deal: FinishedDeal
    seats: BySeat[Member]
    at: PublicTable
    variant: Variant
    robot_claimed: bool


@cache
def drawn(number: int) -> Played:
    draw = random.Random(f"own tricks {number}")
    key = draw.choice(["biritch", *GAMES])
    dealer = Seat.NORTH if game(key).variant_of(()).dummies else draw.choice(list(Seat))
    evening = Evening(f"own tricks {number}", key)
    given = GivenDeal(DAY, 1, 26, "", dealer, Seat.SOUTH, once=True)
    cut = CutPack(26, "")
    evening.table, _ = begun_alone(key, {}, Alone(given=given), ANNA, cut, evening.dice)  # type: ignore[arg-type]  # who hides no seed
    claims = draw.random() < 0.5
    seats, robot_claimed = None, False
    while evening.table.last is None:
        assert evening.table.rubber is not None
        seats = evening.table.rubber.seats
        if not claims and _a_robot_claims(evening):
            robot_claimed = True
        else:
            evening.step(claims=claims)
    assert seats is not None
    at, variant = evening.view(None).table, evening.table.variant
    return Played(evening.table.last, seats, at, variant, robot_claimed)


def _a_robot_claims(evening: Evening) -> bool:
    deal = evening.table.deal
    if (
        deal is None
        or deal.playing is None
        or evening.table.claim is not None
        or deal.playing.tricks_left > 5
    ):
        return False
    for seat in deal.may_act:
        if isinstance(evening.member(seat), RobotMember) and (claim := choose_claim(evening.view(seat))):
            evening.do(seat, claim)
            while unanswered := evening.table.unanswered:
                evening.do(next(iter(unanswered)), AnswerClaim(agrees=True))
            return True
    return False


def costs_made_up(number: int, played: Played) -> Course:
    """Every third card or so cost one trick or two, some of them no points; and a claim some more."""
    draw, deal = random.Random(f"costs {number}"), played.deal
    cards = sum(len(trick.cards) for trick in deal.tricks)
    some = (Loss(1, 8), Loss(2, 30), Loss(1, 0), *(Loss(),) * draw.choice((6, 60)))
    costs = tuple(draw.choice(some) for _ in range(cards))
    side, left = draw.choice(list(Side)), len(whole_tricks(deal))
    granted = draw.choice((0, 0, -1, 1)) if deal.tricks_decided - left > 1 else 0
    made, none = deal.won.of(side), BySide(Loss(), Loss())
    return Course(side, 7, 100, made, 80, None, none, granted, costs)


# Counted apart


def whole_tricks(deal: FinishedDeal) -> list[Trick]:
    return [trick for trick in deal.tricks if len(trick.cards) == 4]


def took(trick: Trick, trumps: Suit | None) -> Seat:
    cards = list(trick.by_player())
    led = cards[0][1].suit
    worth = {hand: (card.suit is trumps, card.suit is led, card.rank) for hand, card in cards}
    return max(worth, key=lambda hand: worth[hand])


def tricks_of_hers(played: Played) -> int:
    """Those that her side took, and its share of the rest."""
    deal = played.deal
    trumps = deal.settled.trumps if deal.settled is not None else None
    side = Seat.SOUTH.side
    taken = sum(took(trick, trumps).side is side for trick in whole_tricks(deal))
    if deal.conceded is None:
        return taken
    rest = played.variant.dealing.each - len(whole_tricks(deal))
    return taken + (rest - deal.kept if deal.conceded is side else deal.kept)


def chosen_by_her(played: Played) -> Iterator[tuple[int, Card, int]]:
    """Her cards and those of a dummy of hers: the trick, the card, and its place among all."""
    deal = played.deal
    hands = {seat for seat in Seat if played.seats.of(seat) == ANNA}
    dummies = dict(deal.settled.dummies) if deal.settled is not None else {}
    hers = {seat for seat in Seat if (dummies[seat] in hands if seat in dummies else seat in hands)}
    place = 0
    for number, trick in enumerate(deal.tricks, 1):
        for hand, card in trick.by_player():
            if hand in hers:
                yield number, card, place
            place += 1


# As it is told


def told(played: Played, course: Course | None) -> tuple[str, str, str]:
    """The page, the card that is shared, and the last step of the replay."""
    deal, seats, at, *_ = played
    own = own_tricks(deal, seats, ANNA, course)
    side = Seat.SOUTH.side
    speech = SpeechToPlayer(Speech.at_table(at).clockwise, BySeat(*map(names, seats)), side)
    line = headline(speech, deal, words_of(at.game), played.variant)
    day = DayTold(Streak(1, 2), False, None, 1_795_564_800, False)
    field = Field(DAY, at.game, 0, Fraction(50), 0, (), None, own, day)
    page = field_screen(field, line, deal, names)
    shared = share_screen(1, DAY, Fraction(50), Streak(1, 2), own)
    last = replay_screen(deal, seats, (), None, TABLE, names, at=at, step=99)
    return _plain(page), _plain(shared), _plain(last)


def test_nothing_is_offered_to_be_shared_of_a_deal_of_the_day_that_nobody_else_has_played() -> None:
    """The robots are still at it: there is no share of the matchpoints to tell of."""
    played = drawn(0)
    deal, own = played.deal, own_tricks(played.deal, played.seats, ANNA, None)
    day = DayTold(Streak(1, 2), False, None, 1_795_564_800, False)
    for share, offered in ((Fraction(50), True), (None, False)):
        field = Field(DAY, played.at.game, 0, share, 0, (), None, own, day)
        ids = [
            one.id
            for part in field_screen(field, "", deal, names).parts
            if isinstance(part, Row)
            for one in part.buttons
        ]
        assert (f"contest:{DAY}:share" in ids) is offered


def _plain(screen: Screen) -> str:
    return words(screen).replace("\ufe0e", "")


def in_headline(page: str, played: Played) -> int | None:
    """The tricks of her side, worked out from what the headline says; None if it says nothing of tricks."""
    line, each = page.splitlines()[1], played.variant.dealing.each
    settled = played.deal.settled
    if settled is None:
        return None
    if even := re.search(r", (\d+) tricks? each", line):
        return int(even[1])
    if most := re.search(r"(your side|the other side) won (\d+) tricks? to (\d+)", line):
        return int(most[2] if most[1] == "your side" else most[3])
    assert settled.declared_by is not None
    hers = settled.declared_by.side is Seat.SOUTH.side
    if odd := re.search(r"(made|lost) .*?(\d+) tricks? over six", line):
        won = 6 + int(odd[2]) if odd[1] == "made" else each - 6 - int(odd[2])
    else:
        bid = settled.bid
        assert bid is not None
        by = re.search(r"by (\d+) tricks?$|with (\d+) tricks? more$", line)
        over = 0 if by is None else -int(by[1]) if by[1] else int(by[2])
        needed = 6 + bid.odd + over
        won = each - needed if bid.strain.letter == "M" else needed
    return won if hers else each - won


def check_agree(played: Played, course: Course | None) -> None:
    page, shared, replayed = told(played, course)
    deal, each, won = played.deal, played.variant.dealing.each, tricks_of_hers(played)
    row = re.findall("[🟩🟧⬜]", shared)
    of_all = re.search(r"Tricks (won|without a loss): (\d+) of (\d+)", shared)
    if deal.settled is None:
        assert not row and of_all is None and "Tricks of your side" not in page
        return
    assert len(row) == each and of_all is not None and int(of_all[3]) == each
    assert row.count("🟩") == int(of_all[2])
    assert in_headline(page, played) == won
    assert f"of {each}" in replayed.splitlines()[0]
    assert ("agreement" in replayed) == (deal.conceded is not None)
    if course is None:
        assert f"Tricks of your side: {won} of {each}." in page
        assert (of_all[1], int(of_all[2])) == ("won", won) and "🟧" not in row
        return
    assert of_all[1] == "without a loss" and "⬜" not in row
    assert f"Tricks of your side: {won}; with all hands open: " in page
    dear = [one for one in chosen_by_her(played) if course.costs[one[2]].tricks]
    claim = max(0, -course.granted if course.side is Seat.SOUTH.side else course.granted)
    assert row.count("🟧") == len({number for number, _, _ in dear}) + claim
    whole = len(whole_tricks(deal))
    assert [at for at, mark in enumerate(row[:whole], 1) if mark == "🟧"] == sorted(
        {number for number, _, _ in dear if number <= whole}
    )
    assert ("No card of yours cost a trick." in page) is (not dear)
    assert ("A claim gave the other side" in page) is bool(claim)
    named = re.search(r"The card that cost most: (\S+) in trick (\d+)\.", page)
    assert (named is not None) is bool(dear)
    if named is not None:
        most = max((course.costs[place].points, course.costs[place].tricks) for _, _, place in dear)
        worst = {
            (_written(card), number)
            for number, card, place in dear
            if (course.costs[place].points, course.costs[place].tricks) == most
        }
        assert (named[1], int(named[2])) in worst


def _written(card: Card) -> str:
    return card.rank.letter.replace("T", "10") + "♠♥♦♣"["SHDC".index(card.suit.letter)]


@pytest.mark.parametrize("numbers", mostly_long(DRAWN, [SHORT]), ids=str)
def test_the_page_the_headline_the_replay_and_the_shared_card_agree_on_every_trick(numbers: range) -> None:
    for number in numbers:
        played = drawn(number)
        check_agree(played, None)
        if played.deal.settled is not None and any(trick.cards for trick in played.deal.tricks):
            check_agree(played, costs_made_up(number, played))


def test_among_the_drawn_deals_are_claims_of_people_and_robots_shared_rests_and_changed_places() -> None:
    some = [drawn(number) for number in SHORT]
    deals = [one.deal for one in some]
    assert sum(one.conceded is not None for one in deals) > 10
    assert sum(one.conceded is None and one.settled is not None for one in deals) > 5
    assert sum(one.kept > 0 for one in deals) > 5
    assert sum(one.settled is None for one in deals) > 0
    assert sum(one.robot_claimed for one in some) > 1
    assert sum(one.seats.of(Seat.SOUTH) != ANNA for one in some) > 2
    assert sum(len(one.deal.tricks[-1].cards) in (1, 2, 3) for one in some if one.deal.tricks) > 3


@needs_solver
@pytest.mark.parametrize("numbers", mostly_long([range(3), range(3, 160)], [range(3)]), ids=str)
def test_they_agree_too_where_the_solver_has_weighed_every_card(numbers: range) -> None:
    for number in numbers:
        played = drawn(number)
        study = Study(played.deal, played.at.game, played.at.options, with_table=False).run()
        if study is not None and study.course is not None:
            check_agree(played, study.course)


def test_a_claim_of_some_tricks_is_counted_with_those_that_were_played() -> None:
    """Two whole tricks and half a third were played, of which her side won one; of the other eleven it had
    seven by agreement."""
    played = next(
        one
        for one in map(drawn, range(2000))
        if one.deal.settled is not None and one.deal.conceded is None and one.variant.dealing.each == 13
    )
    deal, trumps = played.deal, played.deal.settled.trumps if played.deal.settled is not None else None
    two, third = deal.tricks[:2], deal.tricks[2]
    hers = sum(took(trick, trumps).side is Side.NS for trick in two)
    half = third._replace(cards=third.cards[:2])
    won = BySide(hers + 7, 13 - hers - 7)
    stopped = replace(deal, tricks=(*two, half), won=won, conceded=Side.NS, kept=4)
    own = own_tricks(stopped, played.seats, ANNA, None)
    assert len(own.marks) == 13 and own.good == own.side_won == hers + 7

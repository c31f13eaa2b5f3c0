"""Whist, Ruff and Honours and Vint against separate, plainer counts that share no code with the rules."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from itertools import product

from rules.calls import Bid, CallHonours, Discard, Pass, Play, TakeStock
from rules.cards import PACK, Hand, Suit
from rules.counting.reckon import NOTHING_SCORED, Column, Contract, Line, Penalty, Revoked, Standing, Tally
from rules.counting.rubber import gains_in, rubber_value, with_bonus
from rules.deal.deal import Deal
from rules.games.all_games import game
from rules.games.variant import Variant
from rules.seats import BySeat, BySide, Seat, Side
from rules.tricks import Strain
from tests.each import each

Pair = tuple[int, int]
NONE: Pair = (0, 0)


@dataclass
class Sheet:
    """A form of whist as a person would explain it: figures, and what they do to two scores."""

    up: int
    three: int
    four: int
    bar: int
    penalty: int = 3
    forgets: bool = False
    cancels: bool = False
    aside: bool = False  # honours are noted beside the game, for its winner alone

    def count(self, start: Pair, tricks: Pair, honours: Pair, revokes: list[tuple[int, str]]) -> list[int]:
        """The scores when the hand or the game ends; sides are 0 and 1."""
        score = list(start)
        guilty = {side for side, _ in revokes}
        if self.cancels and len(guilty) == 2:
            revokes = []
        won = list(tricks)
        for side, choice in revokes:
            foe = 1 - side
            if choice == "take3":
                seized = min(3, won[side])
                won[side] -= seized
                won[foe] += seized
            elif choice == "add" or (self.forgets and score[side] < self.penalty):
                score[foe] += self.penalty
            else:
                score[side] = max(0, score[side] - self.penalty)
                score[foe] += self.penalty if choice == "transfer" else 0
        for side in guilty:
            score[side] = min(score[side], self.up - 1)
        if max(score) >= self.up:
            return score
        for counting in "tricks", "honours":
            for side in 0, 1:
                gain = max(won[side] - 6, 0)
                if counting == "honours":
                    gain = {3: self.three, 4: self.four}.get(honours[side], 0)
                    gain = 0 if start[side] == self.bar or self.aside else gain
                score[side] += gain
                if side in guilty:
                    score[side] = min(score[side], self.up - 1)
            if max(score) >= self.up:
                break
        return score


SHEETS = {
    "whist_modern": Sheet(5, 2, 4, bar=4),
    "whist_long": Sheet(10, 2, 4, bar=9),
    "whist_short_001": Sheet(5, 1, 2, bar=-1),
    "whist_english": Sheet(5, 2, 4, bar=4, forgets=True, aside=True),
    "whist_american": Sheet(7, 0, 0, bar=-1, penalty=2, forgets=True),
    "whist_honors": Sheet(5, 2, 4, bar=4),
    "whist_british": Sheet(5, 0, 0, bar=-1),
    "dummy_whist": Sheet(5, 2, 4, bar=4),
    "double_dummy": Sheet(5, 2, 4, bar=4),
    "ruff_and_honours": Sheet(9, 2, 4, bar=-1),
}
CHOICES = ("take3", "add", "deduct", "transfer")


def tally(tricks: Pair, honours: Pair, revokes: list[tuple[int, str]], called: Side | None = None) -> Tally:
    return Tally(
        trumps=Suit.SPADES,
        level=0,
        tricks=BySide(*tricks),
        honours=BySeat(0, honours[1], honours[0], 0),
        revokes=tuple(Revoked(tuple(Side)[side], Penalty(choice)) for side, choice in revokes),
        called=called,
    )


@cache
def arranged(key: str, **options: str) -> Variant:
    return game(key).variant(options)


def scored(key: str, start: Pair, of: Tally, **options: str) -> list[int]:
    entries = arranged(key, **options).reckon(of, Standing(below=BySide(*start)))
    gains = gains_in(entries, Column.BELOW)
    return [start[0] + gains.ns, start[1] + gains.ew]


def tricks_of(key: str) -> int:
    return game(key).variant().dealing.each


@each("key", SHEETS)
def test_every_hand_at_every_score_is_counted_alike(key: str) -> None:
    """All tricks with no revoke and three ways to hold honours, or with one of either side of any sort and
    those ways in turn; at each score every third of these, another third at the next. At five up all scores,
    in longer games those at which something changes."""
    sheet, tricks_in_all = SHEETS[key], tricks_of(key)
    variant = game(key).variant()
    held = ((4, 0), (2, 2), (1, 3))
    revokes = list(product((0, 1), CHOICES))
    tried = 0
    at = range(5) if sheet.up == 5 else (0, 1, 3, sheet.up - 3, sheet.up - 2, sheet.up - 1)
    for number, start in enumerate(product(at, at)):
        before = Standing(below=BySide(*start))
        deals = [(won, honours, []) for won in range(tricks_in_all + 1) for honours in held]  # type: ignore[var-annotated]
        deals += [
            (won, held[(number + won + n) % 3], [one])
            for won in range(tricks_in_all + 1)
            for n, one in enumerate(revokes)
        ]
        for won, honours, revoke in deals[number % 3 :: 3]:
            tricks = (won, tricks_in_all - won)
            entries = variant.reckoning(tally(tricks, honours, revoke), before)
            gains = gains_in(entries, Column.BELOW)
            expected = sheet.count(start, tricks, honours, revoke)
            assert [start[0] + gains.ns, start[1] + gains.ew] == expected, (start, tricks, honours, revoke)
            tried += 1
    assert tried >= len(at) ** 2 * (tricks_in_all + 1) * (3 + 8) // 3


@each("key", ["whist_modern", "whist_english", "whist_american", "whist_long"])
def test_revokes_on_both_sides_and_several_of_one_are_counted_alike(key: str) -> None:
    """Points penalties of two revokes each; where both sides revoke each loses its own from its own score."""
    sheet, choose = SHEETS[key], random.Random(key)
    for _ in range(300):
        start = (choose.randrange(sheet.up), choose.randrange(sheet.up))
        won = choose.randrange(14)
        one_side = [(0, choose.choice(CHOICES)), (0, choose.choice(CHOICES))]
        honours = choose.choice(((4, 0), (3, 1), (2, 2), (0, 4)))
        found = scored(key, start, tally((won, 13 - won), honours, one_side))
        assert found == sheet.count(start, (won, 13 - won), honours, one_side), (start, won, one_side)
        adds = [(0, "add"), (1, "add")]
        found = scored(key, start, tally((won, 13 - won), honours, adds))
        assert found == sheet.count(start, (won, 13 - won), honours, adds), (start, won, adds)


def test_revokes_that_cancel_are_counted_alike() -> None:
    sheet = Sheet(5, 2, 4, bar=4, cancels=True)
    for start, won, first, second in product(
        product(range(5), range(5)), range(14), ("take3", "add", "deduct"), ("take3", "add", "deduct")
    ):
        revokes = [(0, first), (1, second)]
        found = scored("whist_modern", start, tally((won, 13 - won), (4, 0), revokes), both_revoke="cancel")
        assert found == sheet.count(start, (won, 13 - won), (4, 0), revokes)


@each("key", SHEETS)
def test_at_most_one_side_reaches_the_game_and_a_revoker_never(key: str) -> None:
    sheet, choose, each = SHEETS[key], random.Random(key), tricks_of(key)
    for _ in range(250):
        start = (choose.randrange(sheet.up), choose.randrange(sheet.up))
        won = choose.randrange(each + 1)
        revokes = [(choose.randrange(2), choose.choice(CHOICES)) for _ in range(choose.randrange(4))]
        honours = choose.choice(((4, 0), (3, 1), (2, 2), (0, 4)))
        found = scored(key, start, tally((won, each - won), honours, revokes))
        assert sum(score >= sheet.up for score in found) <= 1 and min(found) >= 0
        assert all(found[side] < sheet.up for side, _ in revokes)


# Rubbers.


def value(key: str, loser: int) -> int:
    """What a game is worth, from the table of the laws."""
    if key == "whist_american":
        return 7 - loser
    if key in ("whist_british", "ruff_and_honours"):
        return 1
    if key == "whist_long":
        return 2 if loser < 5 else 1
    return 3 if loser == 0 else 2 if loser < 3 else 1


@each("key", SHEETS)
def test_rubbers_of_random_hands_come_to_the_same(key: str) -> None:
    """Each side's game points, two for the rubber, and the difference."""
    sheet, each, choose = SHEETS[key], tricks_of(key), random.Random(key)
    variant = game(key).variant()
    single = key in ("whist_american", "whist_british", "whist_honors", "ruff_and_honours")
    lengths = set()
    for _ in range(60):
        standing, score, games, points = NOTHING_SCORED, [0, 0], [0, 0], [0, 0]
        noted = [0, 0]
        while max(games) < (1 if single else 2):
            won = choose.randrange(each + 1)
            honours = choose.choice(((4, 0), (3, 1), (2, 2), (2, 2), (1, 3), (0, 4)))
            revokes = [(choose.randrange(2), choose.choice(CHOICES))] if choose.random() < 0.1 else []
            assert variant.rubber.winner(standing) is None
            entries = variant.reckon(tally((won, each - won), honours, revokes), standing)
            standing = variant.rubber.standing_after(standing, entries)
            score = sheet.count((score[0], score[1]), (won, each - won), honours, revokes)
            for side in 0, 1:
                noted[side] += {3: sheet.three, 4: sheet.four}.get(honours[side], 0) * sheet.aside
            for side in 0, 1:
                if score[side] >= sheet.up:
                    points[side] += value(key, score[1 - side]) + noted[side]
                    games[side] += 1
                    score, noted = [0, 0], [0, 0]
                    break
            assert [*standing.below] == score and [*standing.games] == games
        winners = games.index(max(games))
        winner = variant.rubber.winner(standing)
        assert winner is tuple(Side)[winners]
        totals = with_bonus(standing.totals, variant.rubber.consolation(standing, winner))
        points[winners] += 0 if single else 2
        assert [*totals] == points
        assert (
            rubber_value(totals, winner) == points[games.index(max(games))] - points[games.index(min(games))]
        )
        lengths.add(sum(games))
    assert lengths == ({1} if single else {2, 3})


# Honours, from the cards themselves.


def letters(hand: Hand, suit: str, ranks: str) -> int:
    """A plain count on the names of cards."""
    return sum(name[1] == suit and name[0] in ranks for name in hand.text.split())


def played_out(deal: Deal, choose: random.Random) -> Deal:
    while not deal.over:
        (seat,) = deal.may_act
        option = choose.choice([one for one in deal.options(seat) if isinstance(one, Play)])
        deal = deal.after_card(option.card)
    return deal


@each("by", ["dealt", "captured"])
def test_honours_are_counted_as_dealt_or_as_captured(by: str) -> None:
    variant = game("whist_modern").variant({"honours_by": by})
    for seed in range(25):
        choose = random.Random(seed)
        dealt = variant.dealing.dealt_out(choose.sample(PACK, 52), choose.choice(list(Seat)))
        assert dealt.turned is not None
        suit = dealt.turned.suit.letter
        deal = played_out(Deal.begin(variant.settlement, dealt), choose)
        found = deal.tally(variant.honours).honours
        expected = dict.fromkeys(Side, 0)
        if by == "dealt":
            for seat in Seat:
                expected[seat.side] += letters(dealt.hands.of(seat), suit, "AKQJ")
        else:
            assert deal.playing is not None
            for trick in deal.playing.tricks:
                names = [f"{card}" for card in trick.cards]
                order = "23456789TJQKA"
                best = max(
                    range(4),
                    key=lambda place: (
                        names[place][1] == suit,
                        names[place][1] == names[0][1],
                        order.index(names[place][0]),
                    ),
                )
                taker = tuple(trick.leader.onwards())[best]
                expected[taker.side] += sum(name[1] == suit and name[0] in "AKQJ" for name in names)
        assert {side: sum(found.of(seat) for seat in side.seats) for side in Side} == expected
        assert sum(expected.values()) == 4


@each("at", ["after_ruff", "as_dealt"])
def test_at_ruff_and_honours_they_are_counted_as_held_or_as_dealt(at: str) -> None:
    variant = game("ruff_and_honours").variant({"honours_at": at})
    ruffs = short = 0
    for seed in range(40):
        choose = random.Random(seed)
        dealt = variant.dealing.dealt_out(choose.sample(PACK, 52), choose.choice(list(Seat)))
        deal, hands = Deal.begin(variant.settlement, dealt), list(dealt.hands)
        if deal.playing is None:
            (seat,) = deal.may_act
            if choose.random() < 0.8:
                sixteen = [*hands[seat.index], *dealt.stock]
                out = Hand.of(choose.sample(sixteen, 4))
                deal = deal.after(seat, TakeStock())
                deal.check(seat, Discard(out))
                deal = deal.after(seat, Discard(out))
                hands[seat.index] = Hand.of(card for card in sixteen if card not in out)
                ruffs += 1
            else:
                deal = deal.after(seat, Pass())
        deal = played_out(deal, choose)
        counted = hands if at == "after_ruff" else list(dealt.hands)
        assert dealt.turned is not None
        expected = [letters(hand, dealt.turned.suit.letter, "AKQJ") for hand in counted]
        assert [*deal.tally(variant.honours).honours] == expected
        assert sum(deal.tally(variant.honours).tricks) == 12
        short += sum(expected) < 4
    assert ruffs > 20 and short > 10


def test_honours_are_called_exactly_when_the_two_hands_and_the_score_allow() -> None:
    """Long whist: at eight, two with the asker and three in all."""
    variant = game("whist_long").variant()
    ended = 0
    for seed in range(100):
        choose = random.Random(seed)
        start = (choose.choice((0, 7, 8, 8, 8, 9)), choose.randrange(10))
        dealt = variant.dealing.dealt_out(choose.sample(PACK, 52), choose.choice(list(Seat)))
        assert dealt.turned is not None
        deal = Deal.begin(variant.settlement, dealt, Standing(below=BySide(*start)))
        for seat in Seat:
            mine, partners = (
                letters(dealt.hands.of(one), dealt.turned.suit.letter, "AKQJ") for one in (seat, seat.partner)
            )
            at_eight = start[0 if seat.side is Side.NS else 1] == 8
            assert (CallHonours() in deal.options(seat)) == (at_eight and mine >= 2)
            if at_eight and mine >= 2:
                assert deal.after(seat, CallHonours()).over == (mine + partners >= 3)
                ended += mine + partners >= 3
    assert ended > 15


# Vint.


def vint_honours(honours: Pair, aces: Pair, ns_won: bool, split: str, tie: str) -> Pair:
    """NS and EW, for a trick value of one: what the paragraph says, case by case."""
    winner = 0 if ns_won else 1
    if tie == "literal":
        ties = honours[0] == honours[1] or aces[0] == aces[1]
        opposed = (honours[0] > honours[1]) != (aces[0] > aces[1])
        if not ties and opposed:
            larger = [max(held) if split == "count" else max(held) - min(held) for held in (honours, aces)]
            ties = larger[0] == larger[1]
        if ties:
            return _to(winner, 10 * (honours[winner] + aces[winner]))
    pots = []
    for held in honours, aces:
        if held[0] == held[1]:
            held = _to(winner, held[0])
        pots.append(held)
    for side in 0, 1:
        if all(pot[side] > pot[1 - side] for pot in pots):
            return _to(side, 10 * (honours[side] + aces[side]))
    if split == "count":
        pots = [_to(0 if pot[0] > pot[1] else 1, max(pot)) for pot in pots]
    net = sum(pot[0] - pot[1] for pot in pots)
    return _to(0 if net > 0 else 1, 10 * abs(net))


def _to(side: int, points: int) -> Pair:
    return (points, 0) if side == 0 else (0, points)


def spread(total: int) -> list[tuple[int, int, int, int]]:
    each = range(total + 1)
    return [held for held in product(each, each, each, each) if sum(held) == total]


@each(("tie", "split", "five"), [*product(("category", "literal"), ("margin", "count"), (False, True))])
def test_honours_and_aces_over_all_their_distributions(tie: str, split: str, five: bool) -> None:
    """Four aces lie in 35 ways and so do four honours; five honours in 56; the sides win in turn."""
    variant = game("vint").variant({"tie": tie, "split": split, "vint_honours": "5" if five else "4"})
    tried = 0
    for number, (honours, aces) in enumerate(product(spread(5 if five else 4), spread(4))):
        ns = 6 + number % 2
        of = Tally(
            trumps=Suit.HEARTS,
            level=0,
            tricks=BySide(ns, 13 - ns),
            honours=BySeat(*honours),
            aces=BySeat(*aces),
            contract=Contract(Bid(1, Strain.HEARTS), Side.NS),
        )
        lines = variant.reckon(of, NOTHING_SCORED)
        found = gains_in((line for line in lines if line.line is Line.HONOURS), Column.ABOVE)
        sides = [(held[0] + held[2], held[1] + held[3]) for held in (honours, aces)]
        expected = vint_honours(sides[0], sides[1], ns == 7, split, tie)
        assert (found.ns, found.ew) == (10 * expected[0], 10 * expected[1]), (honours, aces, ns)
        tried += 1
    assert tried == (56 if five else 35) * 35


def vint_above(odd: int, ns: int) -> Pair:
    """Slams and undertricks of a bid by NS, from the list of the laws."""
    made = ns - 6
    ours = theirs = 0
    if made < odd:
        theirs += (odd - made) * 1000 * odd
    if ns == 13:
        ours += 12000 if odd == 7 else 7000 if odd == 6 else 2000
    if ns == 12:
        ours += 5000 if odd == 6 else 1000
    if ns == 0:
        theirs += 2000
    if ns == 1:
        theirs += 1000
    return ours, theirs


def test_tricks_slams_and_undertricks_of_every_bid_and_every_result() -> None:
    variant = game("vint").variant()
    for odd, ns in product(range(1, 8), range(14)):
        of = Tally(
            trumps=None,
            level=0,
            tricks=BySide(ns, 13 - ns),
            honours=BySeat(0, 0, 0, 0),
            contract=Contract(Bid(odd, Strain.NO_TRUMPS), Side.NS),
        )
        assert of.strain is Strain.NO_TRUMPS
        lines = variant.reckon(of, NOTHING_SCORED)
        assert gains_in(lines, Column.BELOW) == BySide(10 * odd * ns, 10 * odd * (13 - ns))
        assert tuple(gains_in(lines, Column.ABOVE)) == vint_above(odd, ns)


def test_trick_by_trick_the_game_is_won_by_a_plain_running_count() -> None:
    variant = game("vint").variant({"both_reach": "trick_by_trick"})
    both = 0
    for seed in range(2000):
        choose = random.Random(seed)
        order = [choose.randrange(2) for _ in range(13)]
        odd = choose.randrange(3, 8)
        start = (choose.randrange(0, 500, 10), choose.randrange(0, 500, 10))
        score, first = list(start), None
        for side in order:
            score[side] += 10 * odd
            if first is None and score[side] >= 500:
                first = side
        of = Tally(
            trumps=None,
            level=0,
            tricks=BySide(order.count(0), order.count(1)),
            honours=BySeat(0, 0, 0, 0),
            contract=Contract(Bid(odd, Strain.NO_TRUMPS), Side.EW),
            won_by=tuple(tuple(Side)[side] for side in order),
        )
        before = Standing(below=BySide(*start))
        won_by = variant.rubber.game_won_by(before, variant.reckon(of, before))
        assert won_by is (tuple(Side)[first] if first is not None else None)
        both += min(score) >= 500
    assert both > 50

"""The sums of the bridge family against a plain count, written from the text of the laws line by line. It
shares no code with the rules."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

from rules.calls import Bid
from rules.counting.reckon import Column, Contract, Line, Penalty, Revoked, Standing, Tally
from rules.counting.rubber import gains_in
from rules.games.all_games import game
from rules.games.variant import Variant
from rules.seats import BySeat, BySide, Seat, Side
from rules.tricks import Strain
from tests.each import each
from tests.rules.schedules import PRICES

# The sums.

Sheet = dict[str, list[int]]
"""Points below and above the line, NS and EW."""


def dealt_honours(choose: random.Random, cards: int) -> tuple[int, ...]:
    """This many honours among four hands, often in few of them."""
    hands = choose.choice(([0], [0, 2], [0, 1, 2, 3], [1, 3], [0, 0, 0, 2], [3], [1, 1, 1, 3, 0]))
    held = [0, 0, 0, 0]
    for _ in range(cards):
        held[choose.choice(hands)] += 1
    return tuple(held)


def multiples(price: int, mine: tuple[int, int]) -> int:
    """Laws 7.3: 10 / 9 / 8 / 5 / 4 / 2 of the trick value."""
    total, most = sum(mine), max(mine)
    if total == 5:
        return price * {5: 10, 4: 9, 3: 5}[most]
    if total == 4:
        return price * (8 if most == 4 else 4)
    return price * 2 if total == 3 else 0


def aces_at_auction(mine: tuple[int, int]) -> int:
    if sum(mine) == 4:
        return 100 if 4 in mine else 40
    return 30 if sum(mine) == 3 else 0


def one_hand(trumps: bool, mine: tuple[int, int], five: int, split: int, four: int, aces: int) -> int:
    if not trumps:
        return aces if 4 in mine else 0
    if 5 in mine:
        return five
    if 4 in mine:
        return split if sum(mine) == 5 else four
    return 0


class Sum:
    """One deal to be counted."""

    def __init__(self, choose: random.Random, strains: str, most_doubled: int = 2) -> None:
        self.odd, self.letter = choose.randint(1, 7), choose.choice(strains)
        self.side, self.level = choose.randint(0, 1), choose.randint(0, most_doubled)
        ns = choose.choice((choose.randint(0, 13), choose.randint(6, 13), choose.choice((0, 1, 12, 13))))
        self.won = [ns, 13 - ns]
        self.trumps = self.letter not in "NM"
        self.honours = dealt_honours(choose, 5 if self.trumps else 4)
        empty = [place for place in range(4) if self.trumps and not self.honours[place]]
        self.void = [place for place in empty if choose.random() < 0.3][:3]
        self.games = [choose.randint(0, 1), choose.randint(0, 1)]
        self.revokes: list[tuple[int, str]] = []

    def mine(self, side: int) -> tuple[int, int]:
        return self.honours[side], self.honours[side + 2]

    @property
    def told(self) -> int:
        """The tricks that count: won or, at misère, lost."""
        return self.won[1 - self.side] if self.letter == "M" else self.won[self.side]

    @property
    def tally(self) -> Tally:
        strain = Strain(self.letter)
        return Tally(
            trumps=strain.trumps,
            level=self.level,
            tricks=BySide(*self.won),
            honours=BySeat(*self.honours),
            voids=frozenset(Seat("NESW"[place]) for place in self.void),
            revokes=tuple(Revoked(list(Side)[side], Penalty(word)) for side, word in self.revokes),
            contract=Contract(Bid(self.odd, strain), list(Side)[self.side]),
        )


@cache
def arranged(key: str, options: tuple[tuple[str, str], ...]) -> Variant:
    return game(key).variant(dict(options))


def agrees(key: str, options: dict[str, str], one: Sum, sheet: Sheet) -> None:
    before = Standing(games=BySide(*one.games))
    entries = arranged(key, tuple(options.items())).reckon(one.tally, before)
    found = {
        "below": list(gains_in(entries, Column.BELOW)),
        "above": list(gains_in(entries, Column.ABOVE)),
    }
    assert found == sheet, (key, options, vars(one))
    for entry in entries:
        capped = entry.line is Line.UNDERTRICKS and one.odd == 1
        assert not entry.unit or capped or entry.amount == entry.count * entry.unit * entry.times


def auction_sheet(one: Sum, options: dict[str, str]) -> Sheet:
    """Laws 7.3, in their order."""
    below, above = [0, 0], [0, 0]
    us, them = one.side, 1 - one.side
    prices = PRICES[options["schedule"]] | {"M": 14}
    old = prices["S"] == 2
    price, double = prices[one.letter], (1, 2, 4)[one.level]
    revoked = [sum(side == who for side, _ in one.revokes) for who in (0, 1)]
    shifted = 0
    for who in (0, 1):
        mine = [word for side, word in one.revokes if side == who]
        for number, word in enumerate(mine):
            if number == 0 and who == them and word == "take3":
                shifted = min(3, one.won[us] if one.letter == "M" else one.won[them])
            elif not revoked[1 - who]:
                above[1 - who] += 150 if number == 0 else 100
    told, needed = one.told + shifted, 6 + one.odd
    if told >= needed:
        if not revoked[us]:
            below[us] += (told - 6) * price * double
            if one.level and one.told >= needed:
                above[us] += (50, 100)[one.level - 1] * (1 + one.told - needed)
    elif not revoked[them]:
        loss = (needed - told) * (50, 100, 200)[one.level]
        limit = options.get("one_spade_limit", "true") == "true" and old
        if limit and (one.odd, one.letter) == (1, "S"):
            most = int(options.get("one_spade_limit_max_dbl", "2"))
            loss = min(loss, 100) if one.level <= most else loss
        above[them] += loss
    little, grand = (20, 40) if options["slams"] == "20-40" else (50, 100)
    if one.letter != "M":
        for who in (0, 1):
            if not revoked[who]:
                above[who] += {12: little, 13: grand}.get(one.won[who], 0)
            if one.letter == "N":
                above[who] += aces_at_auction(one.mine(who))
            else:
                above[who] += multiples(price, one.mine(who))
    usual = "true" if options["schedule"] in ("1904", "exp2", "exp3", "exp4", "exp5") else "false"
    if one.trumps and options.get("chicane", usual) == "true":
        holders = 0 if sum(one.mine(0)) >= 3 else 1
        for place in one.void:
            above[holders] += 2 * price if place % 2 == holders else -2 * price
    return {"below": below, "above": above}


@each("schedule", PRICES)
def test_auction_agrees_with_a_naive_count(schedule: str) -> None:
    """400 deals each, a third with revokes."""
    for seed in range(400):
        choose = random.Random(f"auction {schedule} {seed}")
        options = {"schedule": schedule, "slams": choose.choice(("50-100", "20-40")), "misere": "true"}
        if choose.random() < 0.5:
            options["chicane"] = choose.choice(("true", "false"))
        if schedule != "1920":
            options["one_spade_limit_max_dbl"] = choose.choice("12")
            if choose.random() < 0.2:
                options |= {"one_spade_limit": "false", "one_spade_limit_max_dbl": "2"}
        one = Sum(choose, "".join({**PRICES[schedule], "M": 14}))
        if choose.random() < 0.1:
            one.odd, one.letter, one.trumps = 1, "S", True
            one.honours, one.void = (2, 1, 1, 1), []
        if choose.random() < 0.33:
            for _ in range(choose.randint(1, 4)):
                one.revokes.append((choose.randint(0, 1), choose.choice(("take3", "add"))))
        agrees("auction", options, one, auction_sheet(one, options))


def plafond_sheet(one: Sum, options: dict[str, str]) -> Sheet:
    """Laws 8; ambiguities 60 and 61."""
    below, above = [0, 0], [0, 0]
    us, them, double = one.side, 1 - one.side, (1, 2, 4)[one.level]
    over = one.told - 6 - one.odd
    if over >= 0:
        below[us] = one.odd * {"N": 10, "S": 9, "H": 8, "D": 7, "C": 6}[one.letter] * double
        each = {"50": [50] * 7, "10": [10] * 7, "50-30-20-10": [50, 30, 20, 10, 10, 10, 10]}
        above[us] += sum(each[options["overtricks"]][:over]) * double + (0, 50, 100)[one.level]
        if options["slams"] == "promised":
            above[us] += {(6, 12): 250, (6, 13): 300, (7, 13): 500}.get((one.odd, one.told), 0)
        if options["slams"] == "literal":
            table = {(5, 12): 250, (5, 13): 300, (6, 12): 250, (6, 13): 500, (7, 13): 500}
            above[us] += table.get((one.odd, one.told), 0)
    else:
        above[them] += sum(([50, 100] + [150] * 11)[:-over]) * double
    for who in (0, 1):
        if options["slams"] == "flat":
            above[who] += {12: 100, 13: 200}.get(one.won[who], 0)
        above[who] += one_hand(one.trumps, one.mine(who), 200, 150, 100, 200)
    return {"below": below, "above": above}


def test_plafond_agrees_with_a_naive_count() -> None:
    for overtricks, slams in product(("50", "50-30-20-10", "10"), ("promised", "flat", "literal")):
        for seed in range(150):
            options = {"overtricks": overtricks, "slams": slams}
            one = Sum(random.Random(f"plafond {overtricks} {slams} {seed}"), "CDHSN")
            agrees("plafond", options, one, plafond_sheet(one, options))


def contract_sheet(one: Sum, options: dict[str, str]) -> Sheet:
    """The two-sided table of laws 9, cell by cell."""
    below, above = [0, 0], [0, 0]
    us, them, level, vulnerable = one.side, 1 - one.side, one.level, one.games[one.side] > 0
    laws = options["redoubled_undertricks"] == "laws"
    without = {"40-30": [40, 30, 30, 30, 30, 30, 30], "35": [35] * 7, "30-40": [30, 40, 30, 40, 30, 40, 30]}
    each = {"S": [30] * 7, "H": [30] * 7, "D": [20] * 7, "C": [20] * 7, "N": without[options["nt_tricks"]]}
    values = each[one.letter]
    over = one.told - 6 - one.odd
    if over >= 0:
        below[us] = sum(values[: one.odd]) * (1, 2, 4)[level]
        if level == 0:
            above[us] += sum(values[one.odd : one.odd + over])
        elif level == 1:
            above[us] += over * (200 if vulnerable else 100) + 50
        else:
            above[us] += over * (400 if vulnerable else 200) + int(options["redoubled_insult"])
        if one.odd == 6:
            above[us] += 750 if vulnerable else 500
        if one.odd == 7:
            above[us] += 1500 if vulnerable else 1000
    for number in range(1, -over + 1):
        if level == 0:
            above[them] += 100 if vulnerable else 50
        elif number == 1:
            above[them] += (200 if vulnerable else 100) * level
        elif level == 1 or laws:
            fourth = options["fourth_undertrick"] == "true" and number > 3
            above[them] += (300 if vulnerable or fourth else 200) * level
        else:
            above[them] += 500 if vulnerable else 300
    for who in (0, 1):
        above[who] += one_hand(one.trumps, one.mine(who), 150, 100, 100, 150)
    return {"below": below, "above": above}


def test_contract_agrees_with_a_naive_count() -> None:
    choices = product(("40-30", "35", "30-40"), ("seed", "laws"), ("50", "100"), ("false", "true"))
    keys = ("nt_tricks", "redoubled_undertricks", "redoubled_insult", "fourth_undertrick")
    for values in choices:
        options = dict(zip(keys, values, strict=True))
        for seed in range(60):
            one = Sum(random.Random(f"contract {values} {seed}"), "CDHSN")
            agrees("contract", options, one, contract_sheet(one, options))


def scaled_sheet(one: Sum, options: dict[str, str]) -> Sheet:
    """Laws 10."""
    below, above = [0, 0], [0, 0]
    us, them, level, vulnerable = one.side, 1 - one.side, one.level, one.games[one.side] > 0
    rounded = options["rounded"] == "true"
    price = {"N": 10, "S": 9, "H": 8, "D": 7, "C": 6}[one.letter]
    over = one.told - 6 - one.odd
    if over >= 0:
        below[us] = one.odd * price * (1, 2, 4)[level]
        above[us] += over * ((price, 60, 120) if vulnerable else (price, 30, 60))[level]
        above[us] += 15 if level else 0
        if one.odd == 6:
            above[us] += (250 if rounded else 225) if vulnerable else 150
        if one.odd == 7:
            above[us] += (500 if rounded else 450) if vulnerable else 300
    else:
        first, further = {
            (0, False): (15, 15),
            (1, False): (30, 60),
            (2, False): (60, 90),
            (0, True): (30, 30),
            (1, True): (60, 90),
            (2, True): (120, 150),
        }[(level, vulnerable)]
        above[them] += first + (-over - 1) * further
    for who in (0, 1):
        if options["honours"] == "contract":
            above[who] += one_hand(one.trumps, one.mine(who), 45, 30, 30, 45)
        else:
            mine = one.mine(who)
            above[who] += multiples(price, mine) if one.trumps else aces_at_auction(mine)
    return {"below": below, "above": above}


def test_scaled_contract_agrees_with_a_naive_count() -> None:
    for honours, rounded in product(("contract", "auction"), ("false", "true")):
        options = {"honours": honours, "rounded": rounded}
        for seed in range(250):
            one = Sum(random.Random(f"scaled {honours} {rounded} {seed}"), "CDHSN")
            agrees("scaled_contract", options, one, scaled_sheet(one, options))


def bridge_sheet(one: Sum, options: dict[str, str]) -> Sheet:
    """Laws 3 with 2.4 to 2.7."""
    below, above = [0, 0], [0, 0]
    laws = options["preset"] == "laws1904"
    price = {"N": int(options["nt_trick"]), "H": 8, "D": 6, "C": 4, "S": 2}[one.letter]
    counted = options.get("nt_honours", "laws" if laws else "tricks")
    chicane = options.get("chicane", "own_side" if laws else "adjust")
    for who in (0, 1):
        if one.won[who] >= 7:
            below[who] += (one.won[who] - 6) * price * 2**one.level
        above[who] += {12: 20, 13: 40}.get(one.won[who], 0)
        mine = one.mine(who)
        if one.trumps:
            points = multiples(price, mine)
            above[who] += points - price if 5 in mine and options["five_in_one"] == "9" else points
        elif counted == "laws":
            above[who] += aces_at_auction(mine)
        elif sum(mine) == 4:
            above[who] += price * (8 if 4 in mine else 4)
        elif sum(mine) == 3:
            above[who] += price * 3
    holders = 0 if sum(one.mine(0)) >= 3 else 1
    for who in (0, 1) if one.trumps else ():
        hands = sum(place % 2 == who for place in one.void)
        times = hands if options["chicane_per_hand"] == "true" else min(hands, 1)
        if chicane == "own_side":
            above[who] += 2 * price * times
        else:
            above[holders] += 2 * price * times * (1 if who == holders else -1)
    return {"below": below, "above": above}


def test_bridge_agrees_with_a_naive_count() -> None:
    for seed in range(1000):
        choose = random.Random(f"bridge {seed}")
        options = {
            "preset": choose.choice(("seed001", "laws1904")),
            "nt_trick": choose.choice(("12", "10")),
            "five_in_one": choose.choice(("10", "9")),
            "chicane_per_hand": choose.choice(("true", "false")),
        }
        if choose.random() < 0.3:
            options["nt_honours"] = choose.choice(("tricks", "laws"))
        if choose.random() < 0.3:
            options["chicane"] = choose.choice(("adjust", "own_side"))
        one = Sum(choose, "CDHSN", most_doubled=6)
        sheet = bridge_sheet(one, options)
        tally = Tally(
            trumps=one.tally.trumps,
            level=one.level,
            tricks=one.tally.tricks,
            honours=one.tally.honours,
            voids=one.tally.voids,
        )
        entries = arranged("bridge", tuple(options.items())).reckon(tally, Standing())
        found = list(gains_in(entries, Column.BELOW)), list(gains_in(entries, Column.ABOVE))
        assert found == (sheet["below"], sheet["above"]), (options, vars(one))

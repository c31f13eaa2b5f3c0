"""Auctions against a plain enumeration of what may be said, written from the text of the laws. It shares no
code with the rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise, product

from rules.calls import Action, Bid, Double, Pass
from rules.deal.deal import Deal
from rules.errors import RulesError
from rules.seats import Seat
from rules.settling.terms import ThrownIn
from rules.tricks import Strain
from tests.each import each
from tests.rules.contracts import auction, begun, call
from tests.rules.schedules import PRICES

# The auction.

Higher = Callable[[str, str], bool]


def by_points(prices: dict[str, int]) -> Higher:
    def higher(new: str, old: str) -> bool:
        value, other = int(new[0]) * prices[new[1]], int(old[0]) * prices[old[1]]
        return value > other or (value == other and int(new[0]) > int(old[0]))

    return higher


def by_tricks(order: str) -> Higher:
    def higher(new: str, old: str) -> bool:
        if new[0] != old[0]:
            return int(new[0]) > int(old[0])
        return order.index(new[1]) > order.index(old[1])

    return higher


class Table:
    """An auction as an onlooker follows it: a list of what was said, dealer first."""

    def __init__(
        self, strains: str, higher: Higher, *, doubling: bool, must_open: bool, passes: int, namer: bool
    ) -> None:
        self.bids = [f"{odd}{letter}" for odd in range(1, 8) for letter in strains]
        self.higher, self.doubling, self.must_open = higher, doubling, must_open
        self.passes, self.namer = passes, namer
        self.said: list[str] = []

    def spoken(self) -> list[tuple[int, str]]:
        """Bids with the place of the bidder; 0 is the dealer."""
        return [(turn % 4, word) for turn, word in enumerate(self.said) if word[0].isdigit()]

    def doubled(self) -> int:
        """How often the last bid has been doubled."""
        times = 0
        for word in self.said:
            times = 0 if word[0].isdigit() else times + (word == "double")
        return times

    def over(self) -> bool:
        if not self.spoken():
            return self.said == ["pass"] * 4
        return self.said[-self.passes :] == ["pass"] * self.passes

    def legal(self) -> set[str]:
        if self.over():
            return set()
        words, me = set(), len(self.said) % 4
        if self.said or not self.must_open:
            words.add("pass")
        spoken = self.spoken()
        if not spoken:
            return words | set(self.bids)
        bidder, last = spoken[-1]
        words |= {word for word in self.bids if self.higher(word, last)}
        adversary = (me - bidder) % 2 == 1
        if self.doubling and ((adversary and self.doubled() == 0) or (not adversary and self.doubled() == 1)):
            words.add("double")
        return words

    def declarer(self) -> int:
        bidder, last = self.spoken()[-1]
        if not self.namer:
            return bidder
        suit = last[1].replace("R", "S")  # royals are spades
        return next(
            place
            for place, word in self.spoken()
            if place % 2 == bidder % 2 and word[1].replace("R", "S") == suit
        )


def word_of(action: Action) -> str:
    if isinstance(action, Pass):
        return "pass"
    if isinstance(action, Double):
        return "double"
    assert isinstance(action, Bid)
    return f"{action.odd}{action.strain.letter}"


CASES: dict[str, tuple[str, dict[str, str], Callable[[], Table]]] = {}


def case(name: str, key: str, options: dict[str, str], make: Callable[[], Table]) -> None:
    CASES[name] = (key, options, make)


def auction_table(schedule: str, misere: bool) -> Callable[[], Table]:
    prices = {letter: price for letter, price in PRICES[schedule].items() if letter != "M"}
    prices |= {"M": 14} if misere else {}
    return lambda: Table(
        "".join(prices), by_points(prices), doubling=True, must_open=prices["S"] == 2, passes=3, namer=True
    )


for _schedule, _misere in product(PRICES, (False, True)):
    _options = {"schedule": _schedule, "misere": str(_misere).lower()}
    case(f"{_schedule} {_misere}", "auction", _options, auction_table(_schedule, _misere))
for _key in ("plafond", "contract", "scaled_contract"):
    case(
        _key,
        _key,
        {},
        lambda: Table("CDHSN", by_tricks("CDHSN"), doubling=True, must_open=False, passes=3, namer=True),
    )
for _passes in (3, 8, 12):
    case(
        f"vint {_passes}",
        "vint",
        {"passes_to_end": str(_passes)},
        lambda passes=_passes: Table(  # type: ignore[misc]
            "SCDHN", by_tricks("SCDHN"), doubling=False, must_open=False, passes=passes, namer=False
        ),
    )


def chosen(choose: random.Random, words: set[str]) -> str:
    """Passes and doubles often, and low bids rather than high ones, so that auctions get long."""
    bids = sorted((word for word in words if word[0].isdigit()), key=lambda word: (word[0], word[1]))
    draw = choose.random()
    if "double" in words and draw < 0.3:
        return "double"
    if "pass" in words and (draw < 0.7 or not bids):
        return "pass"
    return choose.choice(bids[:6]) if choose.random() < 0.9 else choose.choice(bids)


def settled(deal: Deal, table: Table, dealer: Seat) -> None:
    """What the auction came to, or what stands in it, agrees with the onlooker's list."""
    if not table.spoken():
        assert deal.terms is None
        assert isinstance(deal.stage, ThrownIn) == table.over()
        return
    terms, places = deal.terms, list(dealer.onwards())
    declarer, last = places[table.declarer()], table.spoken()[-1][1]
    assert terms is not None and terms.contract is not None
    assert str(terms.contract.bid) == last and terms.contract.side is declarer.side
    assert (terms.declared_by, terms.leader, terms.level) == (declarer, declarer.left, table.doubled())
    assert (terms.trumps.letter if terms.trumps else "") == {"N": "", "M": "", "R": "S"}.get(last[1], last[1])
    assert [one.seat for one in terms.dummies] == ([declarer.partner] if table.namer else [])
    assert (deal.playing is not None) == table.over()


@each("name", CASES)
def test_at_every_point_of_an_auction_exactly_the_legal_calls_are_open(name: str) -> None:
    key, options, make = CASES[name]
    law = auction(key, **options)
    every = {f"{odd}{strain.letter}" for odd in range(1, 8) for strain in Strain} | {"pass", "double"}
    ended = points = 0
    for seed in range(5):
        choose, table = random.Random(f"{name} {seed}"), make()
        dealer = choose.choice(list(Seat))
        deal = begun(law, dealer.letter)
        while not table.over():
            seat = list(dealer.onwards())[len(table.said) % 4]
            assert deal.may_act == {seat}
            words, legal = [word_of(one) for one in deal.options(seat)], table.legal()
            assert set(words) == legal and len(words) == len(legal)
            offered = [word for word in words if word[0].isdigit()]
            assert all(table.higher(b, a) for a, b in pairwise(offered))
            for word in every:
                if refused(deal, seat, word) == (word in legal):
                    raise AssertionError((table.said, word))
            settled(deal, table, dealer)
            word = chosen(choose, legal)
            table.said.append(word)
            deal = deal.after(seat, call(word))
            points += 1
        settled(deal, table, dealer)
        ended += 1
    assert ended == 5 and points > 20


def refused(deal: Deal, seat: Seat, word: str) -> bool:
    try:
        deal.check(seat, call(word))
    except RulesError:
        return True
    return False

"""Faults in Biritch and straight bridge, by the rows of docs/reference/seeds.md that they are faults of."""

from __future__ import annotations

from typing import Any, Final

from rules.cards import Suit
from rules.counting import reckon
from rules.counting.bridge_lines import Chicane, Honours, Slams
from rules.counting.reckon import Column, Entry, Line, Tally
from rules.counting.revoke import RevokeLaw
from rules.counting.rubber import RubberLaw
from rules.deal.dealing import Dealing, TurnedUp
from rules.frozen import replace
from rules.games import biritch
from rules.games.biritch import LAWS_1904
from rules.games.variant import Variant
from rules.refusals import Refused, Why
from rules.seats import by_side
from rules.settling.declaration import OFFERED, Declaration, Declaring, Doubling, DoublingOrder
from rules.settling.terms import Dummy
from rules.tricks import Prices
from tests.rules.planted_values import built, choice, lines, other, read, unheeded, unrefused
from tests.trials.stage.seams import Function, Seam, after


def honours(tricks: dict[tuple[int, int], int], *, trumps: bool = True) -> Seam:
    """What so many in the richer hand and in the other are worth, with trumps or without."""

    def counted(found: int, _: Honours, tally: Tally, side: Any) -> int:
        return tricks.get(tally.honours_of(side), found) if (tally.trumps is not None) is trumps else found

    return Seam(Honours, "honour_tricks", after(counted))


def honours_line(change: Function) -> Seam:
    return Seam(Honours, "__call__", lines(Line.HONOURS, change))


def chicane_line(sign: int) -> Seam:
    def signed(one: Entry, *_: Any) -> Entry:
        return replace(one, amount=sign * abs(one.amount), count=sign * abs(one.count))

    return Seam(Chicane, "__call__", lines(Line.CHICANE, signed))


def a_third_deducted(found: Any, *_: Any) -> Any:
    tally, entries = found
    third = lines(Line.REVOKE_DEDUCTED, lambda one: replace(one, amount=-(-one.amount // 3)))
    return tally, [*third(lambda: entries)()]


OF_DECLARING: Final[dict[str, Seam]] = {
    "000-no-card": built("biritch", Dealing, turned=TurnedUp.LAST),
    "000-declares": Seam(Declaring, "options", after(lambda found, *_: found[: len(OFFERED)])),
    "000-must": Seam(
        Declaring,
        "check",
        unrefused(lambda why, *_: isinstance(why, Refused) and why.why is Why.MUST_DECLARE),
    ),
    "000-biritch": Seam(
        Declaring,
        "after",
        after(
            lambda found, *_: (
                found._replace(trumps=found.trumps or Suit.CLUBS) if isinstance(found, Doubling) else found
            )
        ),
    ),
    "000-contre": built("biritch", Declaration, order=DoublingOrder.LAWS_1904),
    "000-sur-contre": Seam(Doubling, "side", read(lambda _, chain: chain.dealt.dealer.side.other)),
    "000-doubled": Seam(Tally, "multiplier", read(lambda _, tally: 1 + tally.level)),
    "000-ad-infinitum": built("biritch", Declaration, max_doublings={None: 100}),
    "000-leads": Seam(
        Doubling, "terms_so_far", read(lambda terms, _: terms._replace(leader=terms.leader.partner))
    ),
    "000-dummy": Seam(
        Doubling,
        "terms_so_far",
        read(
            lambda terms, chain: terms._replace(
                dummies=(Dummy(chain.declared_by.partner, chain.declared_by, chain.law.dummy_shown_after),)
            )
        ),
    ),
    "000-exposed": built("biritch", Declaration, dummy_shown_after=0),
    "000-misdeal": built("biritch", Variant, misdeal_passes=True),
    "001-bridge-asks": Seam(Declaring, "declarer", read(lambda _, declaring: declaring.dealt.dealer)),
    "001-bridge-right": choice("bridge", "direction", unless=()),
    "001-bridge-doubling": choice("bridge", "doubling_order", values=(LAWS_1904, "either")),
    "001-bridge-dummy": unheeded("bridge", dummy_exposed="after_lead"),
}

OF_THE_SCORE: Final[dict[str, Seam]] = {
    "000-revoke-take": Seam(
        reckon, "three_for_each", after(lambda found, _: by_side(lambda side: 2 * found.of(side) // 3))
    ),
    "000-revoke-add": Seam(RevokeLaw, "penalty_points", after(lambda points, *_: 2 * points // 3)),
    "000-revoke-deduct": Seam(RevokeLaw, "penalties", after(a_third_deducted)),
    "000-game": built("biritch", RubberLaw, game=28),
    "000-rubber": built("biritch", RubberLaw, games=3),
    "000-honours-above": honours_line(lambda one, *_: replace(one, column=Column.BELOW)),
    "000-odd": Seam(biritch, "COLLINSON", other(spades=3)),
    "000-grand": built("biritch", Slams, grand=50),
    "000-petit": built("biritch", Slams, petit=30),
    "000-consolation": choice("biritch", "rubber_bonus", values=("50",)),
    "000-aces-three": honours({(3, 0): 2, (2, 1): 2}, trumps=False),
    "000-aces-four": honours({(3, 1): 3, (2, 2): 3}, trumps=False),
    "000-aces-one-hand": honours({(4, 0): 7}, trumps=False),
    "000-aces-equal": honours({(2, 0): 2, (1, 1): 2}, trumps=False),
    "000-honours-three": honours({(3, 0): 3, (2, 1): 3}),
    "000-honours-four": honours({(3, 1): 5, (2, 2): 5}),
    "000-honours-one-hand": honours({(4, 0): 9}),
    "000-honours-fifth": honours({(4, 1): 8, (3, 2): 4}),
    "000-equal-value": honours_line(lambda one, *_: replace(one, amount=2 * one.count, unit=2)),
    "000-not-doubled": honours_line(
        lambda one, _, tally, __: replace(one, amount=tally.multiplier * one.amount)
    ),
    "000-chicane": chicane_line(-1),
    "000-chicane-against": chicane_line(1),
    "001-bridge-nt": choice("bridge", "nt_trick", values=("10", "12")),
    "001-bridge-originally": unheeded("bridge", nt_trick="12"),
    "001-bridge-suits": built("bridge", Prices, clubs=5),
    "001-bridge-grand": built("bridge", Slams, grand=50),
    "001-bridge-little": built("bridge", Slams, petit=30),
    "001-bridge-game": built("bridge", RubberLaw, game=28),
    "001-bridge-rubber": choice("bridge", "rubber_bonus", values=("50",)),
    "001-bridge-five": choice("bridge", "five_in_one", values=("9", "10")),
    "001-bridge-nine": unheeded("bridge", five_in_one="10"),
    "001-bridge-letter": unheeded("bridge", honours_as="tricks"),
    "001-bridge-aces": unheeded("bridge", nt_honours="tricks"),
    "001-bridge-chicane": unheeded("bridge", chicane="own_side"),
}

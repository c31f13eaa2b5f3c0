"""Faults in whist and its kin, by the rows of docs/reference/seeds.md that they are faults of."""

from __future__ import annotations

from typing import Any, Final

from rules.cards import PACK, Hand, Rank
from rules.counting import rubber
from rules.counting.points_up import HonourPoints, Margin, PointsUp, RevokePoints, Scale, Worth
from rules.counting.reckon import Column, Counted, HonourCards, Line, Penalty
from rules.counting.rubber import RubberLaw, gains_in
from rules.deal.dealing import Dealing
from rules.frozen import replace
from rules.games import whist, whist_kin
from rules.games.variant import Variant
from rules.games.whist import DOUBLE_SINGLE, TREBLE_AT_LONG_WHIST, TREBLE_DOUBLE_SINGLE
from rules.refusals import WrongDiscard
from rules.seats import BySide, less, plus
from rules.settling import turnup
from rules.settling.turnup import CallAt, PuttingOut, Ruff
from tests.rules.planted_revokes import is_false
from tests.rules.planted_values import (
    WHIST,
    built,
    choice,
    entry,
    form,
    instead,
    lines,
    unheeded,
    unrefused,
)
from tests.trials.stage.seams import Seam, after, constant, given


def noted_together(law: Any, tally: Any, standing: Any, entries: Any) -> tuple[Any, ...]:
    both = sum(plus(standing.noted, gains_in(entries, Column.NOTED)))
    others = [one for one in entries if one.column is not Column.NOTED]
    return law, tally, replace(standing, noted=BySide(both, both)), others


def without_turned(terms: Any, dealt: Any, *_: Any) -> Any:
    rest = terms.hands.of(dealt.dealer) - Hand.of((dealt.turned,))
    return terms._replace(hands=terms.hands.put(dealt.dealer, rest))


def in_order(*places: int) -> Seam:
    """Of the lines called before play, the penalties, the tricks and the honours."""
    return Seam(PointsUp, "_counting_order", after(lambda stages, *_: [stages[place] for place in places]))


ONE_FEWER: Final = Seam(
    PointsUp,
    "_trick_entries",
    given(lambda self, tally: (self, tally._replace(tricks=less(tally.tricks, BySide(1, 1))))),
)
HONOURS_FIRST: Final = in_order(0, 1, 3, 2)
LOSERS_KEEP_NONE: Final = Seam(rubber, "rubber_value", constant(lambda totals, winner: totals.of(winner)))
NO_TRUMPS: Final = Seam(turnup, "turned_up", after(lambda terms, *_: terms._replace(trumps=None)))

OF_WHIST: Final[dict[str, Seam]] = {
    "001-to-the-right": choice("whist_long", "direction", unless=()),
    "001-trumps": NO_TRUMPS,
    "001-point": ONE_FEWER,
    "001-honours-two": entry(whist, "HONOURS", "full", HonourPoints(3, 4)),
    "001-honours-four": entry(whist, "HONOURS", "full", HonourPoints(2, 5)),
    "001-at-eight": unheeded("whist_long", call_at="8"),
    "001-any-honour": built("whist_long", CallAt, least={0: 1}),
    "001-ten": choice("whist_long", "game_at", values=("9", "10")),
    "001-triple": instead(WHIST, TREBLE_AT_LONG_WHIST, Scale(((0, 2), (4, 2), (9, 1)))),
    "001-double": instead(WHIST, DOUBLE_SINGLE, Scale(((5, 2), (9, 1)))),
    "001-preset": choice("whist_long", "call_at", unless=()),
    "001-two-games": built(WHIST, RubberLaw, games={2: 3}),
    "001-two-points": built(WHIST, RubberLaw, bonus={2: 3}),
    "001-difference": LOSERS_KEEP_NONE,
    "001-short-five": form("whist_short_001", game=6),
    "001-short-honours": choice("whist_short_001", "honours", values=("full", "halved", "none")),
    "001-short-called": form("whist_short_001", call_at=("3",)),
    "001-short-any": form("whist_short_001", asker_holds=1),
    "001-short-right": choice("whist_short_001", "direction", unless=()),
    "001-modern-honours": choice("whist_modern", "honours", values=("halved", "full", "none")),
    "001-modern-none": form("whist_modern", bar=None),
    "002-blind": unheeded(WHIST, trump="turn_up"),
    "002-misdeal": built(WHIST, Variant, misdeal_passes=False),
    "002-revoke-add": built(WHIST, RevokePoints, points={3: 2}),
    "002-revoke-deduct": Seam(PointsUp, "_penalty_entries", lines(Line.REVOKE_DEDUCTED, lambda *_: None)),
    "002-revoke-cap": built(WHIST, RevokePoints, cap={4: 5, 6: 7, 8: 9, 9: 10}),
    "002-honours": entry(whist, "HONOURS", "full", HonourPoints(2, 3)),
    "002-none-at-four": form("whist_modern", bar=3),
    "002-barred": Seam(HonourPoints, "barred", is_false),
    "002-tricks-first": HONOURS_FIRST,
    "002-halved": entry(whist, "HONOURS", "halved", HonourPoints(1, 3)),
    "002-no-honours": entry(whist, "HONOURS", "none", HonourPoints(2, 4)),
    "002-worked-nine": in_order(0, 2, 1, 3),
    "002-treble": instead(WHIST, TREBLE_DOUBLE_SINGLE, Scale(((0, 4), (2, 2), (4, 1)))),
    "002-double": instead(WHIST, TREBLE_DOUBLE_SINGLE, Scale(((0, 3), (3, 2), (4, 1)))),
    "002-single": instead(WHIST, TREBLE_DOUBLE_SINGLE, Scale(((0, 3), (2, 2), (4, 2)))),
    "002-rubber-two": built(WHIST, RubberLaw, bonus={2: 1}),
    "002-losers-game": LOSERS_KEEP_NONE,
    "002-rubber-four": built(WHIST, RubberLaw, bonus={4: 3}),
    "002-double-dummy": built("double_dummy", Variant, dummies=1),
    "002-no-misdeal": built("double_dummy", Variant, misdeal_passes=True),
    "002-long-eight": form("whist_long", asker_holds=3),
    "002-long-nine": form("whist_long", bar=None),
    "002-long-treble": choice("whist_long", "long_treble", values=("true", "false")),
    "003-turn-up": NO_TRUMPS,
    "003-left-leads": Seam(
        turnup, "turned_up", after(lambda terms, dealt, *_: terms._replace(leader=dealt.dealer.right))
    ),
    "003-accident-default": choice("whist_english whist_american", "replaced", unless=()),
    "003-seven": form("whist_american", game=8),
    "003-two-transferred": form("whist_american", penalty=3),
    "003-margin": Seam(Margin, "__call__", constant(lambda margin, _: margin.game)),
    "003-english": built("whist_english", RubberLaw, games=1),
    "003-long-nine": unheeded("whist_long", game_at="10"),
    "003-aside": built(WHIST, HonourPoints, column={Column.NOTED: Column.BELOW}),
    "003-winning-team": Seam(RubberLaw, "game_lines", given(noted_together)),
    "003-english-transfer": Seam(
        PointsUp,
        "_penalty_entries",
        given(
            lambda self, side, chosen, score: (
                self,
                side,
                [Penalty.DEDUCT if one is Penalty.TRANSFER else one for one in chosen],
                score,
            )
        ),
    ),
    "003-english-choice": form(
        "whist_english", penalties=frozenset((Penalty.TRANSFER, Penalty.DEDUCT, Penalty.TAKE_THREE))
    ),
    "003-forgotten": built(WHIST, RevokePoints, forget=False),
    "003-one-trick": form("whist_modern whist_english whist_honors", call_at=("4",)),
    "003-extra": instead(WHIST, TREBLE_DOUBLE_SINGLE, Scale(((0, 3), (2, 1), (4, 1)))),
    "003-overall": Seam(
        RubberLaw, "end", given(lambda law, standing: (replace(law, points_added=True), standing))
    ),
    "004-seven": form("whist_american", game=8, prize=Margin(8)),
    "004-margin": form("whist_american", prize=Worth(7)),
    "004-eight-tricks": ONE_FEWER,
    "004-turned": Seam(turnup, "turned_up", after(without_turned)),
    "004-british": form("whist_british", game=6),
    "004-four-two": entry(whist, "HONOURS", "full", HonourPoints(4, 2)),
    "004-capture": built(WHIST, HonourCards, counted={Counted.CAPTURED: Counted.DEALT}),
    "004-single": choice("whist_honors", "match", unless=()),
    "004-after-tricks": HONOURS_FIRST,
    "004-none-at-four": form("whist_honors", bar=5),
}

OF_ITS_KIN: Final[dict[str, Seam]] = {
    "001-ruff-twelve": built("ruff_and_honours", Dealing, each=11),
    "001-pile": built("ruff_and_honours", Ruff, may_decline=True),
    "002-ruff-ace": Seam(Ruff, "ruffer", after(lambda found, law, _, dealer, ace: dealer if ace else found)),
    "002-ruff-allowed": built("ruff_and_honours", Ruff, may_decline=False),
    "002-ruff-four": Seam(
        PuttingOut,
        "check",
        unrefused(
            lambda why, self, seat, call: (
                isinstance(why, WrongDiscard) and not call.cards - self.hands.of(seat)
            )
        ),
    ),
    "002-ruff-nine": Seam(whist_kin, "NINE_UP", constant(10)),
    "002-ruff-called": built("ruff_and_honours", CallAt, scores=(7, 8)),
    "002-trump": unheeded("ruff_and_honours", honours="full"),
    "002-deuces": Seam(
        whist_kin, "DEUCES", constant(Hand.of(card for card in PACK if card.rank is Rank.THREE))
    ),
    "002-cotton-nine": Seam(whist_kin, "NINE_UP", constant(10)),
}

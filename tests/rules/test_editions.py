"""The second edition of the laws (appendix B): what a table opened today plays, and what one keeps that was
opened under the first. Whole logs of the first edition are in ``test_stored_before``."""

from __future__ import annotations

import pytest

from rules.calls import CallHonours
from rules.counting.reckon import Standing
from rules.games.all_games import GAMES, game
from rules.games.variant import EDITION, FIRST, FOURTH
from rules.refusals import BadOption
from rules.seats import BySide, Seat, Side
from rules.settling.auction import Auction
from rules.settling.declaration import Declaration
from rules.table.events import OptionsChosen
from rules.table.requests import SetOption
from rules.table.seen import seen
from rules.table.table import Table
from tests.each import each
from tests.rules.contracts import auction, bid, terms
from tests.rules.deals import NORTH, SOUTH
from tests.rules.test_stored_before import moments
from tests.trials.stage.tables import ANNA, Evening

CHANGED = {
    "bridge": {"dummy_exposed": ("after_lead", "before_lead")},
    "vint": {"tie": ("category", "literal")},
    "plafond": {"slams": ("promised", "flat")},
}
"""The defaults of the first edition and of the second."""


def today(key: str, **options: str) -> Table:
    return Table.opened(game(key), game(key).opening(options))


@each("key", CHANGED)
def test_a_log_without_an_edition_has_the_defaults_of_the_first_and_a_new_table_those_of_the_second(
    key: str,
) -> None:
    for option, (then, now) in CHANGED[key].items():
        assert game(key).options({})[option] == then
        assert game(key).options(dict(game(key).opening({})))[option] == now


@each("key", GAMES)
def test_what_is_opened_today_names_the_fourth_edition(key: str) -> None:
    stored = game(key).opening({})
    assert stored == ((EDITION, FOURTH),)
    assert game(key).variant_of(stored) == game(key).variant()


def test_nobody_can_choose_an_edition() -> None:
    for table in Evening(0, "vint").seat(ANNA).table, today("vint"):
        with pytest.raises(BadOption):
            table.rules.with_option(table.options, EDITION, FIRST)


def test_choosing_an_option_leaves_a_table_in_its_edition() -> None:
    old = Evening(0, "vint", edition=FIRST).seat(ANNA)
    assert old.ask(ANNA, SetOption("split", "count")) == (OptionsChosen((("split", "count"),)),)
    table = today("vint")
    for key, value in ("split", "count"), ("tie", "category"):
        table = table.after(OptionsChosen(table.rules.with_option(table.options, key, value)))
    assert dict(table.options) == {EDITION: FOURTH, "split": "count", "tie": "category"}
    table = table.after(OptionsChosen(table.rules.with_option(table.options, "tie", "literal")))
    assert dict(table.options) == {EDITION: FOURTH, "split": "count"}


@each(
    ("options", "shown_after"), [({}, 0), ({"preset": "laws1904"}, 1), ({"dummy_exposed": "after_lead"}, 1)]
)
def test_ambiguity_26_at_bridge_dummy_lies_open_before_the_lead_unless_the_laws_of_1904_are_chosen(
    options: dict[str, str], shown_after: int
) -> None:
    settlement = game("bridge").variant(options).settlement
    assert isinstance(settlement, Declaration) and settlement.dummy_shown_after == shown_after


def test_ambiguity_26_at_a_table_of_the_first_edition_no_dummy_was_seen_before_the_lead() -> None:
    leads = 0
    for table, _ in moments("bridge-dummy-after-the-lead"):
        playing = table.deal.playing if table.deal is not None else None
        if playing is not None and not playing.cards_played:
            view = seen(table, None)
            assert view.deal is not None and not view.deal.faced
            leads += 1
    assert leads == 7


def test_ambiguity_29_at_a_table_of_the_first_edition_one_honour_could_not_ask_at_nine() -> None:
    silent = 0
    for table, _ in moments("whist_long-called-at-nine"):
        playing = table.deal.playing if table.deal is not None else None
        if playing is None or playing.terms.calling is None or playing.cards_played:
            continue
        for seat in Seat:
            if seat.side in playing.terms.calling.sides and playing.honours_held(seat) == 1:
                assert table.deal is not None and CallHonours() not in table.deal.options(seat)
                silent += 1
    assert silent


@each(
    ("calls", "declarer"),
    [
        ("1S pass 1R pass pass pass", NORTH),  # royals are spades at another price
        ("1S pass 1N pass 2R pass pass pass", NORTH),
        ("1S 1R 1N pass 2R pass pass pass", NORTH),  # east's royals are the other side's
        ("1N 2R 3R pass pass pass", SOUTH),  # the same, and south's are their own
        ("1N pass 2M pass pass pass", SOUTH),  # misère is a kind of its own
        ("1S pass 3N pass pass pass", SOUTH),
    ],
)
def test_ambiguity_74_spades_and_royals_are_one_suit_when_declarer_is_found(
    calls: str, declarer: Seat
) -> None:
    found = terms(bid(auction("auction", schedule="exp3"), calls))
    assert (found.declared_by, found.leader) == (declarer, declarer.left)


def test_ambiguity_74_in_the_first_edition_royals_were_another_suit_than_spades() -> None:
    law = game("auction").variant_of((("schedule", "exp3"),)).settlement
    assert isinstance(law, Auction)
    assert terms(bid(law, "1S pass 1R pass pass pass")).declared_by is SOUTH


@each(
    ("below", "games", "totals", "worth"),
    [
        ((0, 0), (1, 1), (220, 300), (220, 300)),  # one game all: no bonus
        ((0, 0), (0, 0), (0, 100), (0, 100)),  # penalties alone
        ((0, 0), (1, 0), (100, 500), (400, 500)),  # the bonus is for the side that is behind
        ((40, 40), (1, 1), (300, 300), None),
    ],
)
def test_ambiguity_66_under_the_laws_every_rubber_that_is_broken_off_has_a_value_if_points_differ(
    below: tuple[int, int], games: tuple[int, int], totals: tuple[int, int], worth: tuple[int, int] | None
) -> None:
    standing = Standing(BySide(*below), BySide(*games), BySide(*totals))
    end = game("contract").variant({"unfinished_rubber": "laws"}).rubber.broken_off(standing)
    assert (end.totals if end is not None else None) == (BySide(*worth) if worth is not None else None)
    if end is not None:
        ahead = Side.NS if end.totals.ns > end.totals.ew else Side.EW
        assert end.winner is ahead
    assert game("contract").variant().rubber.broken_off(standing) is None


def test_ambiguity_66_in_the_first_edition_a_rubber_without_a_bonus_had_no_value() -> None:
    law = game("contract").variant_of((("unfinished_rubber", "laws"),)).rubber
    assert law.broken_off(Standing(games=BySide(1, 1), totals=BySide(220, 300))) is None

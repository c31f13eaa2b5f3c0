"""Score sheets as that game's players wrote them, and every line of every game in words."""

from __future__ import annotations

import pytest

from rules.counting.reckon import Column, Entry, Line
from rules.counting.rubber import RubberResult, with_bonus
from rules.games.all_games import GAMES, variant
from rules.seats import Seat, Side
from rules.table.requests import Start
from screens.sheets import SHEET_WIDTH, score_sheet, standing_after
from screens.words.games.all_games import words_of
from screens.words.gamewords import Held
from screens.words.names import ON_PAPER
from screens.words.scores import column, line
from tests.each import each
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

NS, EW = Side.NS, Side.EW
NOBODY = Held(0, 0)


def below(side: Side, amount: int) -> Entry:
    return Entry(Line.ODD_TRICKS, side, amount, Column.BELOW, 1, amount)


def above(side: Side, amount: int) -> Entry:
    return Entry(Line.HONOURS, side, amount, Column.ABOVE, 1, amount)


def game(side: Side, amount: int) -> Entry:
    return Entry(Line.GAME, side, amount, Column.BONUS, 1, amount)


def rubber(side: Side, amount: int) -> Entry:
    return Entry(Line.RUBBER, side, amount, Column.BONUS, 1, amount)


def sheet(of: str, *deals: tuple[Entry, ...], bonus: Entry | None = None, **options: str) -> list[str]:
    law = variant(of, tuple(options.items())).rubber
    ended = None
    if bonus is not None:
        totals = with_bonus(standing_after(deals, law).totals, bonus)
        ended = RubberResult(1, bonus.side, 0, totals, standing_after(deals, law).games, bonus, (), "")
    told = score_sheet(ON_PAPER, deals, law, words_of(of), ended=ended)
    return told.split("\n")[1:-1]


# Two columns with the line


def test_a_line_is_drawn_under_each_game_that_is_won() -> None:
    """Worked by hand: 40 and 60 below are a game; the part score of East–West lapses with it."""
    assert sheet(
        "contract",
        (below(NS, 40), above(NS, 30)),
        (below(EW, 70),),
        (below(NS, 60), above(EW, 100)),
        (below(EW, 20), above(EW, 20)),
    ) == [
        "      N–S │ E–W",
        "          │  20",
        "          │ 100",
        "       30 │",
        "      ════╪════",
        "       40 │",
        "          │  70",
        "       60 │",
        "      ────┼────",
        "          │  20",
        "      ────┼────",
        "Total 130 │ 210",
    ]


def test_the_bonus_of_a_rubber_stands_uppermost_and_counts_in_the_total() -> None:
    told = sheet("contract", (below(EW, 100),), (below(EW, 120),), bonus=rubber(EW, 700))
    assert told == [
        "      N–S │ E–W",
        "          │ 700",
        "      ════╪════",
        "          │ 100",
        "      ────┼────",
        "          │ 120",
        "      ────┼────",
        "Total   0 │ 920",
    ]


def test_vints_sheet_counts_in_thousands_and_enters_a_game_above_the_line() -> None:
    told = sheet(
        "vint",
        (below(NS, 350), below(EW, 40), above(NS, 1200)),
        (below(NS, 160), below(EW, 230), above(EW, 12_000), game(NS, 1000)),
    )
    assert told == [
        "         N–S │    E–W",
        "        1000 │ 12\u202f000",
        "        1200 │",
        "      ═══════╪═══════",
        "         350 │     40",
        "         160 │    230",
        "      ───────┼───────",
        "Total   2710 │ 12\u202f270",
    ]


def test_an_empty_sheet_is_already_ruled() -> None:
    assert sheet("plafond") == ["      N–S │ E–W", "      ════╪════", "      ────┼────", "Total   0 │   0"]


def test_deals_that_were_thrown_in_leave_no_row() -> None:
    assert sheet("auction", (), (below(EW, 10),), ()) == sheet("auction", (below(EW, 10),))


def test_of_a_long_rubber_the_first_deals_are_summed_up() -> None:
    deals = [(above(NS, 1), above(EW, 10)) for _ in range(40)]
    told = sheet("auction", *deals)
    assert told[1:9] == ["        1 │  10"] * 7 + ["       33 │ 330"]
    assert told[-1] == "Total  40 │ 400"
    part_scores = [(below(NS, 1),) for _ in range(25)]
    told = sheet("auction", *part_scores)
    assert len(told) == 4 + 11 and told[2] == "       15 │"


# Points up


def test_whist_shows_the_score_of_each_game_and_what_it_was_worth() -> None:
    """North–South 5–2 (a double), then 3–5 (a single), then 1–0 so far."""
    assert sheet(
        "whist_modern",
        (below(EW, 2),),
        (below(NS, 5), game(NS, 2)),
        (below(NS, 3),),
        (below(EW, 5), game(EW, 1)),
        (below(NS, 1),),
    ) == [
        "        N–S  E–W",
        "Game 1    5    2  double",
        "Game 2    3    5  single",
        "Game 3    1    0",
        "Points    2    1",
    ]


def test_the_rubber_points_stand_under_the_games_of_a_rubber_that_is_over() -> None:
    told = sheet(
        "whist_long",
        (below(EW, 10), game(EW, 2)),
        (below(EW, 11), below(NS, 6), game(EW, 1)),
        bonus=rubber(EW, 2),
    )
    assert told == [
        "        N–S  E–W",
        "Game 1    0   10  double",
        "Game 2    6   11  single",
        "Rubber    0    2",
        "Points    0    5",
    ]


@each("of", ["whist_american", "whist_british", "ruff_and_honours"])
def test_a_match_of_one_game_has_one_row(of: str) -> None:
    assert sheet(of, (below(NS, 3),), (below(EW, 2),)) == ["        N–S  E–W", "Points    3    2"]
    assert sheet(of) == ["        N–S  E–W", "Points    0    0"]


def test_honours_that_count_in_the_rubber_alone_are_in_its_points() -> None:
    told = sheet("whist_modern", (below(NS, 3), above(EW, 2)), honours_to_game="false")
    assert told == ["        N–S  E–W", "Game 1    3    0", "Points    0    2"]


def test_a_rubber_that_was_broken_off_has_both_its_bonuses_on_the_sheet() -> None:
    """Contract: 300 for the only game, and 50 for the only part score, of the other side."""
    law = variant("contract", (("unfinished_rubber", "laws"),)).rubber
    deals = (below(NS, 100),), (below(EW, 40),)
    end = law.broken_off(standing_after(deals, law))
    assert end is not None
    ended = end.result(1, (), 0)
    assert ended.totals == (400, 90)
    told = score_sheet(ON_PAPER, deals, law, words_of("contract"), ended=ended).split("\n")
    assert told[2] == "      300 │  50" and told[-2] == "Total 400 │  90"


# The sheet agrees with the score


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
@each("of", GAMES)
def test_a_sheet_is_no_wider_than_a_phone_and_its_total_is_the_rubbers(of: str, seed: int) -> None:
    evening = Evening(seed, of).seat(*(ANNA, BORIS, CLARA, DAVID)[: variant(of, ()).players]).start()
    law = variant(of, ()).rubber
    deal = 0
    while evening.table.rubber is not None:
        evening.step()
        last = evening.table.last
        if last is None or last.number == deal:
            continue
        deal = last.number
        assert last.entered[-1] == last.entries
        assert standing_after(last.entered, law) == last.after
        told = score_sheet(ON_PAPER, last.entered, law, words_of(of)).split("\n")
        assert max(map(len, told)) <= SHEET_WIDTH
        if evening.table.rubber is not None:
            assert evening.view(None).table.rubber.entered == last.entered  # type: ignore[union-attr]


def test_a_new_rubber_begins_a_new_sheet() -> None:
    evening = Evening(1, "whist_modern").seat(ANNA, BORIS, CLARA, DAVID).start().play_rubber()
    ended = evening.table.last
    assert ended is not None and len(ended.entered) > 1
    evening.ask(ANNA, Start())
    rubber_now = evening.view(None).table.rubber
    assert rubber_now is not None and rubber_now.entered == ()
    evening.play_deal()
    assert evening.table.last is not None and len(evening.table.last.entered) == 1


# Lines


@each("of", GAMES)
@each("sort", Line)
def test_every_line_has_words_at_every_game(of: str, sort: Line) -> None:
    for held in (NOBODY, Held(2, 1), Held(4, 0, aces=True), Held(4, 1)):
        told = line(ON_PAPER, Entry(sort, NS, 96, Column.ABOVE, 3, 8, 4, Seat.NORTH), words_of(of), held=held)
        assert told[0].isupper() or told[0].isdigit()
        assert "**96**" in told


def told(of: str, entry: Entry, held: Held = NOBODY) -> str:
    where = column(entry.column, words_of(of))
    sentence = line(ON_PAPER, entry, words_of(of), held=held)
    return f"{sentence} · {where}" if where else sentence


def test_lines_are_told_as_each_games_players_say_them() -> None:
    assert (
        told("whist_modern", Entry(Line.ODD_TRICKS, NS, 3, Column.BELOW, 3, 1)) == "3 tricks over six: **3**"
    )
    assert told("whist_modern", Entry(Line.HONOURS, NS, 2, Column.BELOW, 1, 2), Held(2, 1)) == (
        "Three honours: **2**"
    )
    assert told("whist_long", Entry(Line.HONOURS_CALLED, NS, 4, Column.BELOW, 1, 4), Held(2, 2)) == (
        "Four honours, called before play: **4**"
    )
    assert told("whist_modern", game(NS, 3)) == "The game, a treble: **3**"
    assert told("whist_american", game(NS, 3)) == "The game: **3**"
    assert told("vint", Entry(Line.TRICKS, NS, 280, Column.BELOW, 7, 40)) == "7 tricks × 40 = **280** · below"
    assert told("vint", Entry(Line.HONOURS, NS, 2400, Column.ABOVE, 6, 400), Held(2, 1)) == (
        "Honours and aces: 6 × 400 = **2400** · above"
    )
    assert told("vint", Entry(Line.HONOURS, NS, 3000, Column.ABOVE, 3, 1000), Held(2, 1, aces=True)) == (
        "Aces: 3 × 1000 = **3000** · above"
    )
    assert told("vint", Entry(Line.UNDERTRICKS, NS, 8000, Column.ABOVE, 2, 4000)) == (
        "The other side is 2 tricks short × 4000 = **8000** · above"
    )
    assert told("contract", Entry(Line.ODD_TRICKS, NS, 200, Column.BELOW, 3, 0, 2)) == (
        "3 tricks over six: 100 × 2 = **200** · below"
    )
    assert told("contract", Entry(Line.UNDERTRICKS, NS, 300, Column.ABOVE, 2, 0)) == (
        "The other side is 2 tricks short: **300** · above"
    )
    assert told("contract", Entry(Line.FULFILMENT, NS, 50, Column.ABOVE, 1, 50)) == (
        "Doubled contract made: **50** · above"
    )
    assert told("plafond", Entry(Line.HONOURS, NS, 150, Column.ABOVE, 1, 150), Held(4, 1)) == (
        "Five honours, four in one hand: **150** · above"
    )
    assert told("bridge", Entry(Line.HONOURS, NS, 100, Column.ABOVE, 1, 100), Held(4, 0, aces=True)) == (
        "Four aces in one hand: **100** · above"
    )
    assert told("plafond", game(NS, 100)) == "The first game of the rubber: **100** · above"
    assert told("biritch", Entry(Line.PETIT_SLAM, NS, 20, Column.ABOVE, 1, 20)) == (
        "Petit Slamm: **20** · rubber only"
    )
    assert told("contract", Entry(Line.PETIT_SLAM, NS, 750, Column.ABOVE, 1, 750)) == (
        "Little slam: **750** · above"
    )

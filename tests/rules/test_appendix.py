"""Appendix A of the laws, read as a reader would, against the options that the code knows, both ways."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rules.evening.plan import Counting, TeamScore
from rules.games.all_games import GAMES
from rules.games.variant import EDITION, EDITIONS, OF_THE_SERVER, Choice
from tests.each import each

LAWS = (Path(__file__).parents[2] / "docs" / "laws.md").read_text("utf-8")
APPENDIX = LAWS.partition("## Appendix A.")[2].partition("\n## ")[0]


class Told(NamedTuple):
    """An option at one game: its values with today's default first, its whole numbers, its other defaults
    with the option and the value on which each hangs, and what it needs to decide anything."""

    values: tuple[str, ...]
    numbers: str = ""
    where: frozenset[tuple[str, str, str]] = frozenset()
    needs: tuple[str, str] | None = None


def printed(cell: str) -> Told:
    values, *more = cell.partition(": ")[0].split("; ")
    listed = values.split(", ")
    numbers = listed.pop() if re.fullmatch(r"\d+ to \d+", listed[-1]) else ""
    where, needs = set(), None
    for clause in more:
        default, _, condition = clause.partition(" where ")
        key, _, value = condition.partition(" is ")
        if default == "only":
            needs = key, value
        else:
            where.add((default, key, value))
    return Told(tuple(listed), numbers, frozenset(where), needs)


def rows() -> Iterator[tuple[str, str, Told]]:
    """Each option with each place that has it."""
    for line in APPENDIX.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("| ") or cells[0] == "key":
            continue
        key, values, places, _ = cells
        named = places.removeprefix("all but ").split(", ")
        for place in GAMES if places == "all" else set(GAMES) - set(named) if "but" in places else named:
            yield key, place, printed(values)


def known(choice: Choice) -> Told:
    today = next((value for key, _, value in choice.unless if key == EDITION), choice.values[0])
    numbers = f"{choice.numbers.start} to {choice.numbers.stop - 1}" if choice.numbers else ""
    where = frozenset((value, key, given) for key, given, value in choice.unless if key != EDITION)
    return Told((today, *(one for one in choice.values if one != today)), numbers, where, choice.needs)


def test_the_law_names_every_option_of_the_code_with_its_values_and_default_and_no_other() -> None:
    law = list(rows())
    code = {(choice.key, key): known(choice) for key, game in GAMES.items() for choice in game.choices}
    code |= {(choice.key, "server"): known(choice) for choice in OF_THE_SERVER}
    for key, values in ("progressive_score", Counting), ("team_score", TeamScore):
        code[key, "evenings"] = Told(tuple(one.value for one in values))
    code |= {(EDITION, key): Told((EDITIONS[-1], *EDITIONS[:-1])) for key in GAMES}
    assert {(key, place) for key, place, _ in law} == set(code)
    assert [(one, place, told) for one, place, told in law if told != code[one, place]] == []
    assert len(law) == len(code), "an option stands twice"


@each("game", GAMES)
def test_a_table_opened_today_has_the_defaults_that_the_law_prints(game: str) -> None:
    """Also those that hang on another option."""
    law = {key: told for key, place, told in rows() if place == game}
    for choice in GAMES[game].offered:
        for other, value in ((EDITION, EDITIONS[-1]), *((key, one) for _, key, one in law[choice.key].where)):
            settled = GAMES[game].options({EDITION: EDITIONS[-1], other: value})
            hangs = [one for one, key, given in law[choice.key].where if settled[key] == given]
            assert settled[choice.key] == (hangs or law[choice.key].values)[0]


def test_a_row_that_is_changed_is_found() -> None:
    right = printed(
        "none, per_trick_100, 0 to 999; per_trick_100 where preset is laws1904; only where a is b"
    )
    assert right.where == {("per_trick_100", "preset", "laws1904")} and right.needs == ("a", "b")
    for wrong in "per_trick_100, none, 0 to 999", "none, per_trick_100", "none, per_trick_100, 1 to 999":
        assert printed(wrong)[:2] != right[:2]

"""The law of every game and what each value of an option changes in it are as they were recorded.

Logs name the keys and the values for ever, and a table in progress goes on under the law that these come to,
so a line that changes in the record must be meant. ``python -m tests.rules.test_recorded_options`` writes it
anew.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path

from rules.games.all_games import GAMES
from rules.games.variant import Choice, Game
from rules.refusals import OptionsClash
from rules.sheet.deals import matter_on_a_sheet

RECORD = Path(__file__).parent.parent / "records" / "options.txt"


def figures(value: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Each figure of a value with the fields that lead to it. Of a function only that it is one."""
    if is_dataclass(value) and not isinstance(value, type):
        yield name, type(value).__name__
        for field in fields(value):
            yield from figures(getattr(value, field.name), f"{name}.{field.name}".lstrip("."))
    elif isinstance(value, Enum):
        yield name, value.name
    elif isinstance(value, Set):
        yield name, " ".join(sorted(str(getattr(one, "name", one)) for one in value))
    elif isinstance(value, tuple) and all(one is None or isinstance(one, str | int | Enum) for one in value):
        yield name, " ".join(str(getattr(one, "name", one)) for one in value) or "nothing"
    elif isinstance(value, tuple):
        for place, one in enumerate(value):
            yield from figures(one, f"{name}[{place}]")
    else:
        yield name, "a function" if callable(value) else str(value)


def told(choice: Choice, on_sheets: Container[Choice]) -> str:
    """The values, the default first, what else is special about the choice, and whether score sheets offer it
    too."""
    special = [
        f"{field.name} {getattr(choice, field.name)}"
        for field in fields(choice)
        if field.name not in ("key", "values") and getattr(choice, field.name) != field.default
    ]
    special += ["on score sheets"] * (choice in on_sheets)
    return "; ".join([f"{choice.key}: {' '.join(choice.values)}", *special])


def recorded(game: Game) -> Iterator[str]:
    plain, on_sheets = dict(figures(game.variant({}))), matter_on_a_sheet(game)
    yield game.key
    for name, figure in plain.items():
        yield f"  {name or 'law'}: {figure}"
    for choice in game.choices:
        yield f"  option {told(choice, on_sheets)}"
        for value in (*choice.values[1:], *map(str, choice.numbers[:2])):
            try:
                other = dict(figures(game.variant({choice.key: value})))
            except OptionsClash as clash:
                yield f"    {value} does not go with {' '.join(map(str, clash.args))}"
                continue
            changed = [name for name in {**plain, **other} if plain.get(name) != other.get(name)]
            yield f"    {value} -> {', '.join(f'{name} {other.get(name)}' for name in changed) or 'the same'}"


def whole(keys: Iterable[str]) -> str:
    return "".join(f"{line}\n" for key in keys for line in recorded(GAMES[key]))


def test_the_options_of_every_game_and_what_they_change_are_as_they_were_recorded() -> None:
    """Of every game that a release has had: a new one is recorded with its first."""
    lines = RECORD.read_text("utf-8").splitlines()
    assert whole(line for line in lines if line[0] != " ").splitlines() == lines


if __name__ == "__main__":
    RECORD.write_text(whole(GAMES), "utf-8")

"""Discord delivers everything that people do twice, and they are shown what they would have been shown."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.cogs.chronicle import Chronicle
from tests.cogs.scenes import RECORDS, SCENES
from tests.each import each, mostly_long
from tests.trials.stage.club import Club

OTHERWISE: Final = (
    "a_deal_played_alone_is_over",  # of two tables used at one moment either may be the last
    # what is cut and dealt later comes from a chance that was drawn on twice
    *("a_deal_is_compared", "a_table_fills_and_its_rubber_begins", "teams_play_the_same_deals"),
    "words_are_offered_while_people_type",
)


class Twice(Chronicle):
    """Each interaction comes once more, when the bot has answered it."""

    def __init__(self, house: Club) -> None:
        super().__init__(house)
        self._came: list[dict[str, Any]] = []
        house.env.backend.subscribers.append(self._notes_interaction)  # type: ignore[arg-type]

    def _notes_interaction(self, event: str, payload: dict[str, Any], *_: object) -> None:
        if event == "INTERACTION_CREATE":
            self._came.append(payload)

    async def _rests(self) -> None:
        await super()._rests()  # type: ignore[misc]
        came = list(self._came)
        await self.house.delivers(*came)
        await super()._rests()  # type: ignore[misc]
        self._came.clear()


ALIKE: Final = sorted(set(SCENES) - set(OTHERWISE))


@pytest.mark.parametrize("scene", mostly_long(ALIKE, short=ALIKE[::3]))
async def test_whatever_is_delivered_twice_is_done_and_answered_once(house: Club, scene: str) -> None:
    tells = Twice(house)
    await SCENES[scene](house, tells)
    assert str(tells) == (RECORDS / f"{scene}.txt").read_text("utf-8")


COGS: Final = Path(__file__).parents[2] / "cogs"
ONE_KEY: Final = "key_of(interaction)"
SECOND_ACTS: Final = {
    "begin_pressed": "the table was opened under the key, and begins once",
    "with_pack_cut": "the rubber was begun under the key, and its pack is cut once",
}
"""What follows an act within one interaction, by the name of the function, with what makes it happen once."""


def unkeyed(source: str) -> Iterator[str]:
    """The acts in this source that are not done under the key of the interaction that asks for them. Most
    could not be done twice in a row anyhow, so no play shows that theirs is missing."""
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.AsyncFunctionDef | ast.FunctionDef) and function.name not in SECOND_ACTS:
            keys = {
                ONE_KEY,
                *(one.arg for one in function.args.args if ast.unparse(one.annotation or one) == "Key"),
            }
            for node in ast.walk(function):
                if isinstance(node, ast.Assign):
                    keys |= {name for name, value in _bound(node) if value == ONE_KEY}
            for call in ast.walk(function):
                if (
                    isinstance(call, ast.Call)
                    and isinstance(call.func, ast.Attribute)
                    and call.func.attr == "act"
                ):
                    given = [ast.unparse(one.value) for one in call.keywords if one.arg == "key"]
                    if not given or given[0] not in keys:
                        yield f"{function.name}: {ast.unparse(call)}"


def _bound(node: ast.Assign) -> Iterator[tuple[str, str]]:
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(map(ast.unparse, target.elts), map(ast.unparse, node.value.elts), strict=True)
        else:
            yield ast.unparse(target), ast.unparse(node.value)


def test_whatever_people_do_is_done_under_the_key_of_their_interaction() -> None:
    files = {file.name: file.read_text("utf-8") for file in COGS.glob("*.py")}
    assert sum(source.count(".act(") for source in files.values()) >= 15
    assert {name: list(unkeyed(source)) for name, source in files.items() if list(unkeyed(source))} == {}


@each(
    "key", ["", "key=None", "key=key_of(interaction) if ask else None", "key=key", "key=Key(interaction.id)"]
)
def test_an_act_under_another_key_is_noticed(key: str) -> None:
    source = f"async def takeback(interaction):\n    await tables.act(1, user, TakeBack(), {key})\n"
    assert list(unkeyed(source)) != []

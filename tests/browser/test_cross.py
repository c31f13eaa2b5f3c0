"""The trick on the table stands straight, as it is laid out in a browser."""

from __future__ import annotations

from typing import Any

from lab.speed.looks import as_message, becomes_drawing_page
from lab.speed.pictures import SNOWFLAKE, names
from rules.seats import Seat
from rules.view import Phase
from screens.hand import hand_screen
from screens.screen import Screen
from screens.table import table_screen
from tests.trials.stage.chromium import PHONE, WIDE, in_its_loop
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

pytestmark = in_its_loop

LONG = "W" * 32
"""As long as a name can be."""
NEAR = 3.0
"""Pixels by which two boxes may be out of line."""
BOXES = """
async ([message, id, name]) => {
    window.names.people[id] = name;
    const [node] = await window.show([message]);
    await Promise.all([...node.querySelectorAll("img")].map(one => one.decode()));
    const lines = new Map();
    for (const one of node.querySelectorAll("img.emoji")) {
        const box = one.getBoundingClientRect();
        const line = [...lines.keys()].find(top => Math.abs(top - box.top) < 8) ?? box.top;
        lines.set(line, [...(lines.get(line) ?? []), {name: one.alt, x: box.x, y: box.y, width: box.width}]);
    }
    const found = [...lines.values()];
    const top = found.findIndex(line => /^:(blank|led_)/.test(line[0].name));
    return found.slice(top, top + 3);
}
"""
"""The emoji of the three lines of the cross, whose first begins with a corner of the table."""


def seen_by_all() -> list[Screen]:
    """Two panels and the room's message, where a whole trick lies and where one does not."""
    evening, found = Evening(7, "contract").seat(ANNA, BORIS, CLARA, DAVID).start(), []  # type: ignore[var-annotated]
    while len(found) < 6:
        evening.step()
        view = evening.view(None)
        deal = view.deal
        if view.table.phase is Phase.PLAYING and deal is not None and deal.cards_gone in (4, 7):
            found.append(table_screen(view, "7f3a0b1c", names))
            found += [
                hand_screen(evening.view(seat), "7f3a0b1c", names, room="<#1>")
                for seat in (Seat.EAST, Seat.SOUTH)
            ]
    return found


async def test_the_cards_that_lie_opposite_stand_in_one_line_whatever_the_names(chromium: Any) -> None:
    for size in (PHONE, WIDE):
        context = await chromium(viewport=size)
        page = await context.new_page()
        await becomes_drawing_page(page)
        for screen in seen_by_all():
            asked = [as_message(screen), str(SNOWFLAKE), LONG]
            top, middle, bottom = await page.evaluate(BOXES, asked)
            assert (min(len(top), 2), len(middle), len(bottom)) == (2, 3, 2)
            columns = zip(top, middle, strict=False), zip(middle, bottom, strict=False)
            for above, below in (pair for column in columns for pair in column):
                assert abs(above["x"] - below["x"]) < NEAR
            for line in (top, middle, bottom):
                assert max(one["y"] for one in line) - min(one["y"] for one in line) < NEAR
                assert {round(one["width"]) for one in line} == {round(top[0]["width"])}
        await context.close()

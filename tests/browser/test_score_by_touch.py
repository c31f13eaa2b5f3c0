"""A rubber with real cards, kept by touch alone on a phone: the seats, a guest, each deal, a correction."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from playground.ground import Playground
from playground.people import texts
from tests.trials.stage.chromium import PHONE, in_its_loop
from tests.trials.stage.playing import LIMITS

pytestmark = in_its_loop


@pytest_asyncio.fixture(loop_scope="session")
async def ground() -> AsyncIterator[Playground]:
    async with Playground.open(limits=LIMITS) as opened:
        await opened.start_bot({"ROBOT_WORKERS": "0", "CARD_EMOJI": "off"})
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def phone(chromium: Any) -> Any:
    context = await chromium(viewport=PHONE, has_touch=True)
    return await context.new_page()


SHOWN = """
() => {
    const room = document.querySelector('.pane');
    return room.textContent + [...room.querySelectorAll('[data-key]')].map(one => one.dataset.key);
}
"""
"""The words of the room and what its buttons and lists ask for, not whether one waits for its answer."""
REDRAWN = f"before => ({SHOWN})() !== before || document.querySelector('dialog[open]') !== null"


class Pad:
    """The finger of a person who looks at the room."""

    def __init__(self, page: Any) -> None:
        self.page, self.room, self.taps = page, page.locator(".pane").first, 0

    async def tap(self, name: str) -> None:
        before = await self.page.evaluate(SHOWN)
        await self.room.get_by_role("button", name=name, exact=True).last.tap()
        await self._redrawn(before)
        self.taps += 1

    async def choose(self, verb: str, value: str) -> None:
        """Opens a list and chooses: two taps."""
        before = await self.page.evaluate(SHOWN)
        await self.room.locator(f'select[data-key^="{verb}:"]').last.select_option(value)
        await self._redrawn(before)
        self.taps += 2

    async def _redrawn(self, before: str) -> None:
        """A person looks before they tap again: it is answered, and has changed. A form opens elsewhere and
        changes nothing here."""
        await self.page.wait_for_function(REDRAWN, arg=before)

    async def sees(self, words: str) -> None:
        await self.room.get_by_text(words).last.wait_for()


@pytest.mark.long
async def test_a_whole_rubber_is_kept_by_touch_at_a_phones_width(ground: Playground, phone: Any) -> None:
    anna, boris, clara, _, ivan = ground.people.values()
    await phone.goto(f"{ground.url}/as/anna")
    await phone.locator(".pane").first.wait_for()
    await anna.slash("score open", game="biritch", north=anna)
    pad = Pad(phone)
    await pad.choose("seats-user:E", str(boris.id))
    await pad.sees("Still to choose: 2 of 4 players.")
    await pad.choose("seats-user:S", str(clara.id))
    await pad.sees("Still to choose: 1 of 4 players.")
    await pad.tap("Guest West")
    await phone.locator("dialog input").fill("Old Mr. Clay")
    await phone.get_by_role("button", name="Submit").tap()
    await pad.sees("Old Mr. Clay (guest)")
    await pad.tap("Open the sheet")

    for number in (1, 2):
        pad.taps = 0
        await pad.tap("Enter a deal" if number == 1 else "Next deal")
        await pad.sees(f"Deal {number} of rubber 1")
        await pad.tap("♥︎")
        await pad.tap("Contre")
        await pad.choose("pad-tricks", "N8")
        await pad.choose("pad-honours", "N3")
        await pad.sees("N–S +48")  # two odd tricks, 8 each, contred; simple honours 16
        rights = "[...document.querySelectorAll('.chosen *')].map(one => one.getBoundingClientRect().right)"
        assert max(await phone.evaluate(rights)) <= PHONE["width"]
        await pad.tap("Write down")
        await pad.sees(f"Deal {number} is written down")
        assert pad.taps == 8
    await pad.sees(" win the rubber")

    await pad.tap("Correct")
    await pad.choose("pad-pick", "1")
    await pad.sees("Correct deal 1 of rubber 1")
    await pad.choose("pad-tricks", "N7")
    await pad.sees("N–S +32")
    await pad.tap("Change deal 1")
    await pad.sees("Deal 1 is corrected")
    # the picture of everybody's sheet, as it is read to those who cannot see it: 16 + 32 win one game
    await ivan.until(lambda seen: "Total: North–South 80" in told(seen))


def told(seen: list[Any]) -> str:
    return " ".join(words for message in seen for words in texts(message))

"""Score pads of several people at one sheet, who write, correct and take back in between."""

from __future__ import annotations

from collections import deque
from random import Random

import pytest

from screens.words.refusals import APOLOGY
from tests.cogs.test_score import GAME, opened, sheet
from tests.each import mostly_long
from tests.trials.stage.club import Club
from tests.trials.stage.fingers import Finger
from tests.trials.stage.seen import Answer

TAPS = 300
"""At each game."""


async def correcting(house: Club, deal: str) -> Finger:
    """Boris's finger on a pad that corrects this deal."""
    finger = Finger(house, house.boris)
    await finger.on_sheet("correct")
    await finger.choose("pick", deal)
    return finger


@pytest.mark.parametrize("tap", ["times", "tricks", "write"])
async def test_a_correction_of_a_deal_that_was_taken_back_says_so_at_the_next_tap(
    house: Club, tap: str
) -> None:
    await opened(house)
    for tricks in (7, 8):
        await house.types(house.anna, "score deal", **GAME | {"tricks": tricks})
    finger = await correcting(house, "2")
    await house.types(house.anna, "score undo")
    await (finger.choose("tricks", "E8") if tap == "tricks" else finger.press(tap, "1" * (tap == "times")))
    assert "Deal 2 has been taken back: it is no longer on the sheet." in finger.text
    assert finger.offered("pick") == {"1": "Deal 1: ♥︎ Hearts"}
    assert [one.told.tricks.ns for one in (await sheet(house)).state.view.page.deals] == [7]


async def test_a_correction_is_not_written_over_another_deal_of_that_number_without_a_word(
    house: Club,
) -> None:
    await opened(house)
    await house.types(house.anna, "score deal", **GAME | {"tricks": 7})
    finger = await correcting(house, "1")
    await house.types(house.anna, "score undo")
    await house.types(house.anna, "score deal", **GAME | {"tricks": 9})
    await finger.choose("tricks", "N8")
    warned = "Somebody has written on the sheet since you opened this pad."
    assert (
        warned in finger.text and "change deal 1 only if it is still the deal that you mean." in finger.text
    )
    await finger.press("write")
    assert [one.told.tricks.ns for one in (await sheet(house)).state.view.page.deals] == [8]


async def test_a_deal_that_somebody_else_wrote_meanwhile_is_told_at_the_next_tap(house: Club) -> None:
    await opened(house)
    finger = Finger(house, house.boris)
    await finger.on_sheet("enter")
    await house.types(house.anna, "score deal", **GAME | {"tricks": 7})
    await finger.press("strain", "H")
    assert "### Deal 2" in finger.text
    assert "Somebody has written on the sheet since you opened this pad." in finger.text
    await finger.press("times", "1")
    assert "since you opened this pad" not in finger.text


@pytest.mark.parametrize("game", mostly_long(["biritch", "contract", "whist_long"], short=["whist_long"]))
async def test_no_tap_fails_though_four_people_write_correct_and_take_back_at_once(
    house: Club, game: str
) -> None:
    """Each taps whatever can be tapped on one of the pads that they have opened, also long ago; deals are
    taken back as often as they are written."""
    random, pads = Random(game), deque[Finger](maxlen=10)
    await opened(house, game)
    for _ in range(TAPS):
        choice = random.random()
        if choice < 0.12:
            answer = await house.types(random.choice(house.four), "score undo")
        elif choice < 0.25 or not pads:
            finger = Finger(house, random.choice(house.four))
            command, given = random.choice(
                [("score pad", {}), ("score pad", {"correct": True}), ("score next", {})]
            )
            answer = finger.pad = await house.types(finger.who, command, **given)  # type: ignore[arg-type]
            pads.append(finger)
        else:
            answer = await taps_something(random, random.choice(pads))
        assert APOLOGY() not in answer.text


async def taps_something(random: Random, finger: Finger) -> Answer:
    """A choice in a list, **Write down** if that can be pressed, or another button."""
    assert finger.pad is not None
    lists, buttons = finger.components(3), [one for one in finger.components(2) if not one.get("disabled")]
    write = [one for one in buttons if str(one["custom_id"]).startswith("pad-write:")]
    if lists and (not buttons or random.random() < 0.5):
        chosen = random.choice(lists)
        offers = chosen["options"]
        assert isinstance(offers, list)
        value = str(random.choice(offers)["value"])
        result = await finger.who.select(finger.pad.message, (value,), custom_id=str(chosen["custom_id"]))
        return finger.house._answer(result)
    if not buttons:
        return finger.pad
    pressed = random.choice(write if write and random.random() < 0.6 else buttons)
    return await finger.house.presses_id(finger.who, finger.seen, str(pressed["custom_id"]))

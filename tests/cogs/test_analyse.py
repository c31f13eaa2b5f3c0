"""``/deal show: analyse``: nothing while a deal goes on, and after it everything, in a worker process."""

from __future__ import annotations

import sys

import pytest

from screens import analysis
from screens.deck import LETTERS
from screens.words.refusals import NO_DEAL_YET
from storage.ports.records import UserId
from tests.cogs.test_card_styles import in_letters, upload
from tests.cogs.test_presses import presses_anything
from tests.solver import needs_solver
from tests.trials.stage.club import Club
from tests.trials.stage.seen import walk

BUTTON, GALLERY = 2, 12


@needs_solver
async def test_a_deal_that_is_over_is_analysed_for_the_asker_who_may_show_it_to_all(
    thinking: Club,
) -> None:
    house = thinking
    await house.playing(cards=51)
    early = await house.types(house.anna, "deal", show="analyse")
    assert early.text == NO_DEAL_YET()
    assert (await house.types(house.anna, "deal", show="analyse", deal=1)).text == analysis.NOT_OVER(number=1)

    await house.plays_a_card()
    told = await house.types(house.ivan, "deal", show="analyse")
    assert told.private
    assert "Deal 1, analysed" in told.text
    stored = house.stored(told)
    (picture,) = stored.attachments
    assert (picture["filename"], picture["content_type"]) == ("deal-1.png", "image/png")
    (gallery,) = (one for one in walk(stored.components) if one["type"] == GALLERY)
    assert gallery["items"][0]["description"] == picture["description"]
    assert "Tricks." in picture["description"]

    again = await house.types(house.anna, "deal", show="analyse", deal=1)
    assert again.text == told.text
    assert (await house.types(house.anna, "deal", show="analyse", deal=2)).text == analysis.NOT_OVER(number=2)

    shown = await house.presses(house.anna, again, "analyse")
    assert not shown.private and not shown.buttons
    assert shown.text == told.text
    assert house.stored(shown).attachments
    left = house.stored(again)
    assert left.attachments and not [one for one in walk(left.components) if one["type"] == BUTTON]


@needs_solver
async def test_an_analysis_is_shown_to_all_once_and_only_by_somebody_who_sat_at_the_deal(
    thinking: Club,
) -> None:
    house = thinking
    await house.playing(cards=51)
    await house.plays_a_card()
    posted, table = len(house.room.history()), house.screen()
    uploaded = upload(house)
    await house.bot.services.preferences.change_person(UserId(house.ivan.id), in_letters)
    stranger = await house.types(house.ivan, "deal", show="analyse")
    assert not stranger.buttons
    annas, borises = (
        await house.types(house.anna, "deal", show="analyse"),
        await house.types(house.boris, "deal", show="analyse"),
    )
    assert "<:" not in stranger.text and "_of_hearts:" in annas.text  # each with the cards they have chosen
    uploaded.deck = LETTERS
    forged = await presses_anything(house, house.ivan, annas.button("analyse"), table)
    assert forged.private and forged.text == analysis.ONLY_WHO_SAT()
    assert len(house.room.history()) == posted
    assert "Deal 1, analysed" in (await house.presses(house.anna, annas, "analyse")).text
    again = await house.presses(house.boris, borises, "analyse")
    assert again.private and again.text == analysis.SHOWN_ALREADY()
    assert len(house.room.history()) == posted + 1
    assert not (await house.types(house.clara, "deal", show="analyse")).buttons


async def test_without_the_solver_one_sentence_says_so(house: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "endplay", None)
    await house.playing(cards=51)
    await house.plays_a_card()
    assert (await house.types(house.anna, "deal", show="analyse")).text == analysis.NO_SOLVER()

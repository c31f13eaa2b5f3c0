"""Scenes with real cards, whose score is kept on a sheet, for ``scenes``."""

from __future__ import annotations

from typing import Any

from tests.cogs.chronicle import Chronicle
from tests.cogs.test_score import opened
from tests.trials.stage.club import Club


async def a_sheet_is_opened_with_a_guest(house: Club, tells: Chronicle) -> None:
    anna = house.anna
    tells.only_of(anna, house.ivan)
    await tells.types(anna, "score open", game="biritch")
    await tells.chooses(anna, "Choose the game", "dummy_whist")
    await tells.chooses(anna, "East: choose a person", house.boris)
    await tells.presses(anna, "Guest West")
    await tells.sends(anna, text="Old Mr. Clay")
    await tells.chooses(anna, "South: choose a person", anna)
    await tells.presses(anna, "Open the sheet")
    await tells.types(house.ivan, "score sheet")
    await tells.types(house.ivan, "score undo")


async def a_deal_of_biritch_is_entered_by_touch_and_corrected(house: Club, tells: Chronicle) -> None:
    await opened(house)
    anna = house.anna
    tells.only_of(anna)
    await tells.begins("A sheet of Biritch lies open.")
    await tells.presses(anna, "Enter a deal")
    await tells.presses(anna, "♥")
    await tells.presses(anna, "Contre")
    await tells.presses(anna, "Sur contre")
    await tells.chooses(anna, "Who won how many tricks", "N11")
    await tells.chooses(anna, "Honours", "N3")
    await tells.presses(anna, "More…")
    await tells.sends(anna, voids=["E"], revokes=["Et", "Na"])
    await tells.presses(anna, "Write down")
    await tells.presses(anna, "Correct")
    await tells.chooses(anna, "Choose a deal", "1")
    await tells.presses(anna, "Biritch")
    await tells.presses(anna, "Cancel")
    await tells.types(anna, "score undo")


async def a_contract_is_entered_by_touch(house: Club, tells: Chronicle) -> None:
    await opened(house, "contract")
    anna = house.anna
    tells.only_of(anna)
    await tells.begins("A sheet of contract bridge lies open.")
    await tells.types(anna, "score pad")
    await tells.presses(anna, "E–W declared")
    await tells.presses(anna, "4")
    await tells.presses(anna, "♠")
    await tells.presses(anna, "Double")
    await tells.chooses(anna, "Tricks of the declaring side", "8")
    await tells.presses(anna, "Write down")
    await tells.presses(anna, "Next deal")
    await tells.presses(anna, "Cancel")
    await tells.types(anna, "score deal", declared="3 no trumps", by="NS", tricks=9, honours="N 3")
    await tells.types(anna, "score deal", declared="3 no trumps", tricks=14)
    await tells.types(anna, "score pad", correct=True, rubber=1)
    await tells.presses(anna, "Correct")
    await tells.chooses(anna, "Choose a deal", "2")
    await tells.types(house.ivan, "score option", name="ranked", value="none")
    await tells.types(anna, "score sheet", deal=1, below=True)
    await tells.types(anna, "score sheet", rubber=3)


async def figures_are_offered_while_people_type(house: Club, tells: Chronicle) -> None:
    await opened(house)
    anna = house.anna
    tells.only_of(anna)
    await tells.begins("A sheet of Biritch lies open.")
    for option in ("declared", "honours", "aces", "revokes"):
        await tells.begins_to_type(anna, "score deal", option)
    await tells.begins_to_type(anna, "score deal", "declared", "he")
    await tells.begins_to_type(anna, "score deal", "honours", "n 3", declared="hearts")
    await tells.begins_to_type(anna, "score deal", "doublings", declared="hearts")
    await tells.begins_to_type(anna, "score option", "name", "cont")
    await tells.types(anna, "score deal", declared="biritch", by="EW", tricks=9, doublings=1, honours="N 3")
    await tells.types(anna, "score deal", declared="hearts", by="NS", tricks=8, honours="nonsense")
    await tells.types(anna, "score deal", by="NS", tricks=7, declared="clubs", honours="N 3", aces="N 4")
    await tells.types(
        anna,
        "score deal",
        by="NS",
        tricks=7,
        declared="clubs",
        honours="E 4",
        chicane="N",
        revokes="NS 3 tricks",
    )


async def honours_are_called_on_a_sheet(house: Club, tells: Chronicle) -> None:
    await opened(house, "whist_long")
    anna = house.anna
    for tricks in (13, 7):
        await house.types(anna, "score deal", by="NS", tricks=tricks)
    tells.only_of(anna)
    await tells.begins("North and South are at eight of ten.")
    await tells.presses(anna, "Enter a deal")
    await tells.presses(anna, "More…")
    await tells.presses(anna, "N–S called honours")


async def a_rubber_on_a_sheet_is_signed(house: Club, tells: Chronicle) -> None:
    await opened(house)
    anna, boris = house.anna, house.boris
    game: dict[str, Any] = {"declared": "hearts", "by": "NS", "tricks": 11, "honours": "N 2 E 1 S 1 W 1"}
    await house.types(anna, "score deal", **game)
    tells.only_of(anna)
    await tells.begins("North and South have won a game.")
    await tells.types(anna, "score deal", **game)
    await tells.types(boris, "score confirm")
    await tells.types(house.clara, "score confirm", reject=True)
    await tells.types(house.clara, "score confirm")
    await tells.presses(anna, "Next rubber")
    await tells.types(anna, "score close")
    await tells.types(anna, "score close")


SCENES = (
    figures_are_offered_while_people_type,
    a_sheet_is_opened_with_a_guest,
    a_deal_of_biritch_is_entered_by_touch_and_corrected,
    a_contract_is_entered_by_touch,
    honours_are_called_on_a_sheet,
    a_rubber_on_a_sheet_is_signed,
)

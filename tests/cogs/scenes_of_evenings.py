"""Scenes of evenings with many tables, for ``scenes``."""

from __future__ import annotations

from tests.cogs.chronicle import Chronicle
from tests.cogs.evenings import begun, comes, play_on
from tests.trials.stage.club import Club


async def an_evening_is_entered(house: Club, tells: Chronicle) -> None:
    await tells.types(house.anna, "evening open", rounds=2, minutes=30)
    tells.only_of(house.anna, house.boris)
    await tells.presses(house.anna, "Join")
    await tells.presses(house.boris, "Join")
    await tells.presses(house.boris, "Leave")
    await tells.types(house.boris, "evening direct", what="begin")
    await tells.types(house.boris, "evening show", what="table")
    await tells.types(house.boris, "evening show", what="standings")
    await tells.types(house.anna, "evening show")


async def pairs_are_entered(house: Club, tells: Chronicle) -> None:
    tells.only_of(house.anna)
    await tells.types(house.anna, "evening open", kind="pairs", boards=3, director=house.ivan)
    await tells.types(house.anna, "evening join", partner=house.boris)
    await tells.types(house.clara, "evening join")
    await tells.types(house.anna, "evening leave")


async def an_evening_is_directed(house: Club, tells: Chronicle) -> None:
    await begun(house, *house.four, house.ivan, rounds=2)
    anna = house.anna
    tells.only_of(anna)
    await tells.begins("A round of progressive whist is played at two tables.")
    await tells.presses(anna, "My table")
    await tells.presses(anna, "Direct")
    await tells.presses(anna, "End this round")
    await tells.presses(anna, "Back")
    await tells.presses(anna, "Bring the message down")
    await tells.types(house.boris, "evening direct", person=house.ivan)
    await tells.types(anna, "evening direct", person=house.ivan)
    await tells.types(anna, "evening adjust", table=1, tricks=7)
    await tells.types(anna, "evening show", what="standings")
    await tells.types(anna, "evening show", what="table")


async def an_evening_is_played_to_its_prizes(house: Club, tells: Chronicle) -> None:
    await begun(house, *house.four, rounds=1)
    await play_on(house)
    await comes(house, "Final table")
    anna = house.anna
    tells.only_of(anna)
    await tells.finds("The only round has been played.")
    await tells.types(anna, "leaderboard", evening="progressive")
    await tells.types(anna, "evening show", what="standings")


async def teams_play_the_same_deals(house: Club, tells: Chronicle) -> None:
    anna, ivan = house.anna, house.ivan
    await house.types(anna, "evening open", kind="teams", rounds=1, boards=1, game="biritch", signal=False)
    tells.only_of(anna, ivan)
    await tells.begins("Two teams will play the same deal.")
    await tells.types(anna, "evening join", team=1, partner=house.boris)
    await tells.types(ivan, "evening join", team=2)
    await house.types(anna, "evening direct", what="begin")
    await play_on(house)
    await comes(house, "Final table")
    await tells.finds("The deal has been played at both tables.")
    await tells.types(anna, "leaderboard", evening="teams")


async def an_evening_is_closed_by_its_director(house: Club, tells: Chronicle) -> None:
    await begun(house, *house.four, rounds=2)
    anna = house.anna
    tells.only_of(anna)
    await tells.begins("A round is played.")
    await tells.types(anna, "evening show", what="standings")
    await tells.types(anna, "evening direct", what="call")
    await tells.types(house.boris, "evening direct", what="close")
    await tells.presses(anna, "Direct")
    await tells.presses(anna, "Close the evening")
    await tells.presses(anna, "Close the evening")


SCENES = (
    teams_play_the_same_deals,
    an_evening_is_closed_by_its_director,
    an_evening_is_entered,
    pairs_are_entered,
    an_evening_is_directed,
    an_evening_is_played_to_its_prizes,
)

"""What a server has chosen, as the options of the tables and sheets that are opened there.

They are part of a table from its opening on, so that a later choice changes no table that people sit at.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.preferences import NO_HOUSE, House, Ranked
from rules.games.variant import HINTS_GIVEN, RANKED, RANKED_LIMIT, ROBOTS_SIT


def of_table(house: House) -> dict[str, str]:
    """Those of a table that are not at their defaults."""
    options = _ranking(house, house.ranked)
    if not house.robots:
        options[ROBOTS_SIT.key] = "no"
    if not house.hints:
        options[HINTS_GIVEN.key] = "no"
    if house.absent != NO_HOUSE.absent:
        options["absent"] = str(house.absent)
    return options


def of_sheet(house: House) -> Mapping[str, str]:
    return _ranking(house, Ranked.SIDES if house.sheets_count else Ranked.NONE)


def _ranking(house: House, ranked: Ranked) -> dict[str, str]:
    options: dict[str, str] = {}
    if ranked is not NO_HOUSE.ranked:
        options[RANKED.key] = ranked.value
    if house.ranked_doublings != NO_HOUSE.ranked_doublings:
        options[RANKED_LIMIT.key] = str(house.ranked_doublings)
    return options

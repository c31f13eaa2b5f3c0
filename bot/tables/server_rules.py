"""What the server in which a table was opened forbids there, whatever the rules of the game allow."""

from __future__ import annotations

from bot.errors import HintsForbidden, RobotsForbidden
from rules.table.requests import AddRobot, Request, RobotForAbsent, SetOption, Start
from rules.table.table import Table
from rules.view import HINTS_ON


def check(table: Table, request: Request) -> None:
    """Raises RobotsForbidden, HintsForbidden."""
    house = table.variant.house
    match request:
        case AddRobot() | RobotForAbsent() if not house.robots:
            raise RobotsForbidden
        case Start() if not house.robots and len(table.members) < table.variant.players:
            raise RobotsForbidden
        case SetOption(key, value) if not house.hints and (key, value) == HINTS_ON:
            raise HintsForbidden
        case _:
            pass

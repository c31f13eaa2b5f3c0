"""What the server in which a table was opened forbids there, whatever the rules of the game allow."""

from __future__ import annotations

from bot.errors import AppRefused, AppWhy
from rules.table.requests import AddRobot, Request, RobotForAbsent, SetOption, Start
from rules.table.table import Table
from rules.view import HINTS_ON


def check(table: Table, request: Request) -> None:
    """Raises AppWhy.ROBOTS_FORBIDDEN, AppWhy.HINTS_FORBIDDEN."""
    house = table.variant.house
    match request:
        case AddRobot() | RobotForAbsent() if not house.robots:
            raise AppRefused(AppWhy.ROBOTS_FORBIDDEN)
        case Start() if not house.robots and len(table.members) < table.variant.players:
            raise AppRefused(AppWhy.ROBOTS_FORBIDDEN)
        case SetOption(key, value) if not house.hints and (key, value) == HINTS_ON:
            raise AppRefused(AppWhy.HINTS_FORBIDDEN)
        case _:
            pass

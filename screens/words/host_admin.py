"""What ``/admin`` tells the host. English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.frozen import frozen

MOST: Final = 6
"""Tables of one sort that are named."""
WHY: Final = 60
"""Characters of what Discord says of each."""


@frozen
class Overview:
    """What ``/admin`` tells of."""

    versions: str
    tables: int
    sheets: int
    servers: int
    waiting: int  # calls to Discord
    late: Sequence[tuple[str, int, int]]  # table, channel, minutes
    hidden: Sequence[tuple[str, str]]  # table, why
    set_aside: Sequence[str]


def versions(bot: str, python: str, library: str) -> str:
    return f"Biritch {bot}, Python {python}, discord.py {library}"


def told(found: Overview) -> str:
    lines = [
        f"**{found.versions}**",
        f"{found.tables} tables and {found.sheets} score sheets are open, in {found.servers} servers. "
        f"{found.waiting} calls to Discord wait for a limit.",
    ]
    late = [f"- `{table}` in <#{channel}>: {minutes} min" for table, channel, minutes in found.late]
    lines += _part(
        "These should go on by themselves and do not",
        late,
        (
            "See the log for a fault of the table or of its robots. A restart loads it anew and loses "
            "nothing; `/table close` by somebody who may manage messages ends it."
        ),
    )
    hidden = [f"- `{table}`: {why[:WHY]}" for table, why in found.hidden]
    lines += _part(
        "The messages of these cannot be shown",
        hidden,
        (
            "Give the bot View Channel, Send Messages and, in threads, Send Messages in Threads, or have "
            "`/table show` given in another channel. `biritch check` names what is missing where."
        ),
    )
    aside = [f"- `{table}`" for table in found.set_aside]
    lines += _part(
        "These are damaged and set aside",
        aside,
        (
            "Their channels are free. With the bot stopped, `biritch check` says where the damage begins, "
            "and `biritch restore` puts back a backup."
        ),
    )
    if len(lines) == 2:
        lines.append("Nothing is stuck.")
    return "\n".join(lines)


def _part(title: str, lines: Sequence[str], cure: str) -> Sequence[str]:
    if not lines:
        return ()
    more = [f"- and {len(lines) - MOST} more"] if len(lines) > MOST else []
    return (f"**{title}**", *lines[:MOST], *more, cure)

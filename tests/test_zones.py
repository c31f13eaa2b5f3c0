"""Days and hours are those of UTC, whatever zone the host is in.

The linter finds dates without a zone, and here are the other ways to a date of the host's. Every test runs
where it is another day than in UTC half of the time (``conftest.py``): whatever takes the host's is found by
the tests of what it does.
"""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Iterator
from pathlib import Path

from tests.each import each
from tests.test_house import ROOMS, ROOT
from tests.trees import nodes

HOSTS = ("localtime", "mktime", "ctime", "asctime", "tzset", "tzname", "timezone", "altzone")
"""What ``time`` has of the host's zone; the last three are also names of other things."""
MEANT = {
    ("bot/host/terminal.py", "localtime"): "the hour beside a line that the host reads in a terminal",
    ("tests/trials/simulation/world.py", "tzset"): "a simulated host is in a drawn zone",
}


def by_the_hosts_zone(tree: ast.AST) -> Iterator[str]:
    for node in nodes(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="time"), attr=name) if name in HOSTS:
                yield name
            case ast.ImportFrom(module="time", names=names):
                yield from (one.name for one in names if one.name in (*HOSTS, "strftime"))
            case ast.Call(func=ast.Attribute(value=ast.Name(id="time"), attr="strftime"), args=[_]):
                yield "strftime"
            case ast.Call(func=ast.Attribute(attr="astimezone"), args=[]):
                yield "astimezone"


def test_nothing_but_a_line_in_a_terminal_takes_the_hosts_zone() -> None:
    found = set()
    for file in (file for room in ROOMS for file in (ROOT / room).rglob("*.py")):
        text = file.read_text("utf-8")
        if re.search("|".join((*HOSTS, "strftime", "astimezone")), text):
            module = file.relative_to(ROOT).as_posix()
            found |= {(module, name) for name in by_the_hosts_zone(ast.parse(text))}
    assert found == set(MEANT)


@each(
    "line",
    [
        "time.localtime(now)",
        "time.mktime(parts)",
        "from time import localtime",
        'time.strftime("%Y-%m-%d")',
        "moment.astimezone()",
    ],
)
def test_each_way_to_the_hosts_zone_is_found(line: str) -> None:
    assert list(by_the_hosts_zone(ast.parse(line)))


def test_the_linter_refuses_dates_without_a_zone() -> None:
    assert '"DTZ"' in (Path(ROOT) / "pyproject.toml").read_text("utf-8")


def test_half_of_the_time_it_is_another_day_here_than_in_utc() -> None:
    hours = range(0, 86_400, 3_600)
    assert sum(time.localtime(one).tm_yday != time.gmtime(one).tm_yday for one in hours) >= 4

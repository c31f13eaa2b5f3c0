"""What a host reads: each fault once, then how often it came; tracebacks for mistakes of ours alone."""

from __future__ import annotations

import errno
import io
import logging
from itertools import pairwise

import discord
import pytest

from bot.host.terminal import FIRST, LONGEST_PAUSE, MOST, HostLog
from robots.process.worker import raised
from storage.errors import DatabaseFailed
from storage.ports.storage import StorageError

FULL = DatabaseFailed("SQLITE_FULL", "database or disk is full")
LOST = ConnectionResetError(errno.ECONNRESET, "Connection reset by peer")


class Page:
    """A log that is being read, and a clock that stands until it is moved."""

    def __init__(self, level: int = logging.INFO) -> None:
        self.time = 0.0
        self._text = io.StringIO()
        self.handler = HostLog(self._text, lambda: self.time)
        self._root = logging.getLogger("a page")
        self._root.handlers, self._root.propagate = [self.handler], False
        self._root.setLevel(level)

    def logger(self, name: str) -> logging.Logger:
        """One that writes on this page under a name of its own."""
        logger = logging.Logger(name, self._root.level)
        logger.addHandler(self.handler)
        return logger

    def lines(self) -> list[str]:
        """What has been written since last asked, without the time."""
        text = self._text.getvalue()
        self._text.seek(0)
        self._text.truncate()
        return [line.partition(" ")[2].partition(" ")[2] for line in text.splitlines()]


@pytest.fixture
def page() -> Page:
    return Page()


def failing(logger: logging.Logger, fault: Exception, table: str = "7f3a") -> None:
    try:
        raise fault
    except Exception:
        logger.exception("the screens of table %s could not be kept", table)


def test_a_fault_that_goes_on_is_told_once_and_then_counted_ever_more_rarely(page: Page) -> None:
    log, told = page.logger("bot.clock"), []
    for second in range(36_000):
        page.time = float(second)
        failing(log, DatabaseFailed("SQLITE_FULL", "database or disk is full"), str(second % 7))
        told += [(second, line) for line in page.lines()]
    words = (
        "ERROR bot.clock: the screens of table 0 could not be kept: "
        "DatabaseFailed SQLITE_FULL database or disk is full"
    )
    assert told[0] == (0, words)
    assert told[1] == (60, f"{words} ... and 59 times since")
    assert told[2] == (180, f"{words} ... and 120 times since")
    assert told[3] == (420, f"{words} ... and 240 times since")
    hourly = [second for second, _ in told[-8:]]
    assert {later - earlier for earlier, later in pairwise(hourly)} == {3600}
    assert len(told) < 20


def test_what_was_counted_is_told_with_the_next_line_whatever_that_is_and_at_the_end(page: Page) -> None:
    log = page.logger("bot")
    for _ in range(1205):
        log.warning("no room for %s", "a worker")
    page.lines()
    page.time = FIRST
    log.info("ready")
    assert page.lines() == ["WARNING bot: no room for a worker ... and 1,204 times since", "INFO bot: ready"]
    log.warning("no room for %s", "a worker")
    page.handler.close()
    assert page.lines() == ["WARNING bot: no room for a worker ... and once since"]


def test_a_fault_that_has_not_come_for_an_hour_is_new(page: Page) -> None:
    log = page.logger("bot")
    for pause, told in ((LONGEST_PAUSE, 0), (LONGEST_PAUSE + 1, 1)):
        log.warning("again")
        page.lines()
        page.time += pause
        log.warning("again")
        assert page.lines().count("WARNING bot: again") == told


def test_lines_that_differ_are_all_told(page: Page) -> None:
    log, other = page.logger("bot"), page.logger("cogs")
    log.warning("table %s is damaged", "a")
    log.warning("table %s is damaged", "b")
    other.warning("table %s is damaged", "a")
    failing(log, KeyError("x"))
    try:
        raise KeyError("x")  # from another place
    except KeyError:
        log.exception("the screens of table %s could not be kept", "7f3a")
    assert sum("damaged" in line or "not be kept" in line for line in page.lines()) == 5


def test_messages_that_differ_after_their_first_line_alone_are_one(page: Page) -> None:
    log = page.logger("bot")
    for number in range(3):
        log.warning(f"a task failed\nthe task is {number}")
    assert [line for line in page.lines() if line] == ["WARNING bot: a task failed", "is 0"]


def test_one_disk_is_one_fault_whoever_meets_it(page: Page) -> None:
    for name in ("bot.clock", "bot.messages.posting", "cogs.errors"):
        failing(page.logger(name), FULL)
    assert len(page.lines()) == 1


def stumble(steps: int) -> None:
    if steps:
        stumble(steps - 1)
    raise OverflowError("the king of hearts")


def test_a_fault_that_a_worker_tells_is_one_whichever_table_it_is_about_and_whatever_led_to_it(
    page: Page,
) -> None:
    log = page.logger("bot.tables.robots")
    for number in range(29):
        try:
            stumble(number)
        except OverflowError as fault:
            log.error("a robot at table %s failed: %s", number % 3, raised(fault))
    log.error("a robot at table %s was refused: %s", 1, "no such card")
    told = page.lines()
    assert sum("failed: OverflowError" in line for line in told) == 1 and "was refused" in told[-1]
    page.time = FIRST
    log.info("ready")
    counted = "ERROR bot.tables.robots: a robot at table 0 failed: OverflowError ... and 28 times since"
    assert page.lines() == [counted, "INFO bot.tables.robots: ready"]


def test_faults_that_a_worker_tells_of_two_places_are_two(page: Page) -> None:
    log = page.logger("bot.tables.robots")
    for fail in (lambda: stumble(0), lambda: int("x")):
        try:
            fail()
        except (OverflowError, ValueError) as fault:
            log.error("a robot at table %s failed: %s", 1, raised(fault))
    assert sum("failed: " in line for line in page.lines()) == 2


def test_debugging_is_never_shortened() -> None:
    page = Page(logging.DEBUG)
    for _ in range(3):
        page.logger("bot").debug("asked")
    assert page.lines() == ["DEBUG bot: asked"] * 3


@pytest.mark.parametrize(
    ("logger", "fault", "traced"),
    [
        ("bot.clock", FULL, False),
        ("bot.clock", DatabaseFailed("SQLITE_CONSTRAINT_FOREIGNKEY", "FOREIGN KEY constraint failed"), True),
        ("bot.clock", StorageError("x"), True),
        ("bot.clock", KeyError("x"), True),
        ("bot.clock", LOST, True),
        ("discord.shard", LOST, False),
        ("discord.shard", discord.GatewayNotFound(), False),
        ("discord.shard", KeyError("x"), True),
        ("discord.app_commands.tree", LOST, True),
    ],
)
def test_a_traceback_is_for_mistakes_of_ours(page: Page, logger: str, fault: Exception, traced: bool) -> None:
    failing(page.logger(logger), fault)
    lines = page.lines()
    assert (len(lines) > 1) == traced
    if not traced:
        assert type(fault).__name__ in lines[0]


def test_of_a_lost_connection_the_systems_word_is_told_and_not_the_text_of_a_request(page: Page) -> None:
    for fault in (LOST, discord.GatewayNotFound()):
        failing(page.logger("discord.shard"), fault)
    first, second = page.lines()
    assert first.endswith("could not be kept: ConnectionResetError Connection reset by peer")
    assert second.endswith("could not be kept: GatewayNotFound")


def test_only_so_many_lines_are_remembered(page: Page) -> None:
    log = page.logger("bot")
    for number in range(MOST + 1):
        log.warning("interaction %s", number)
    page.lines()
    log.warning("interaction %s", MOST)
    assert page.lines() == []
    log.warning("interaction %s", 0)
    assert page.lines() == ["WARNING bot: interaction 0"]

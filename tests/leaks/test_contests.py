"""The deal of the day in two worlds: nobody learns of a deal before they have played it.

In both worlds everything is the same but the cards of the day. One person plays it; what somebody can see who
has still to play, by whatever they type, is the same in both worlds, and so is the log of the host.
"""

from __future__ import annotations

import logging
import re
from hashlib import sha256
from pathlib import Path

import pytest

from bot.tables import contests
from tests.cogs.club import Club, club
from tests.cogs.test_contests import daily_of, plays, robots_done

SEALED = re.compile(r"\b[0-9a-f]{64}\b")
NUMBER = re.compile(r"\d{15,}|\b[0-9a-f]{8}\b")
"""What Discord and the bot number differently each time."""
ASKED = ("week", "month", "fweek", "fmonth", "seal", "replay", "remind")
DAYS_LOG = ("bot.tables", "bot.streams", "bot.messages", "cogs")
BESIDE = ("stats", "leaderboard", "record", "verify", "analyse", "why", "replay", "privacy show")


async def seen_in(
    world: str, path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> tuple[list[str], str, str]:
    """What somebody sees who has still to play, what is logged, and what the one sees who has played."""
    monkeypatch.setattr(contests, "board_seed", lambda _, deal: sha256(f"{world} {deal}".encode()).digest())
    async with club(path / world / "tables.sqlite3") as house:
        caplog.clear()
        over = await plays(house, house.anna, await house.types(house.anna, "daily"))
        await robots_done(house)
        seen = [await told(house, "daily", what=what, person=house.anna.user) for what in ASKED]
        seen += [await told(house, command) for command in BESIDE]
        assert (await daily_of(house, house.anna)).closed
        log = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith(DAYS_LOG))
        return seen, NUMBER.sub("number", SEALED.sub("sealed", log)), over.text


async def told(house: Club, command: str, **options: object) -> str:
    answer = await house.types(house.boris, command, **options)
    return NUMBER.sub("number", SEALED.sub("sealed", answer.text))


async def test_nobody_learns_of_the_deal_of_the_day_before_they_have_played_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for world in "one", "two":
        (tmp_path / world).mkdir()
    one, log_one, played_one = await seen_in("one", tmp_path, monkeypatch, caplog)
    two, log_two, played_two = await seen_in("two", tmp_path, monkeypatch, caplog)
    assert played_one != played_two, "the deals do lie otherwise"
    assert one == two
    assert log_one == log_two

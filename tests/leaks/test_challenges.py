"""A challenge in two worlds: nobody learns of a deal of it before they have played it.

In both worlds everything is the same but the cards. One person plays two deals of a challenge and presses
whatever they are offered then; what the other can see who has still to play, by what they type, by the ids of
buttons and in the channel, is the same in both worlds, and so are the log of the host, the requests to
Discord, and what an answer waits for. Faults that are planted are found, each where it was planted.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest

from bot.tables import challenges, contests
from bot.tables.challenges import Challenges
from bot.tables.contests import Contests
from bot.tables.past_deals import Analyses
from bot.worker_pool import WorkerPool
from rules.challenges import SeenChallenge
from storage.ports.records import UserId
from tests.cogs.test_challenges import challenged, name_in, plays_deal, presses, taken_up
from tests.leaks import test_contests as daily
from tests.leaks.planted import Patch
from tests.leaks.test_contests import Clock, Seen, different, plain
from tests.solver import needs_solver
from tests.trials.stage.club import Club, club
from tests.trials.stage.guard import HANGS_AFTER
from tests.trials.stage.seen import Screen, text_of

STEPS: Final = ("play", "see", "share")
PLAYED: Final = 2


async def seen_in(
    world: str, path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> tuple[Seen, str]:
    """What somebody sees who has still to play, and what the one sees who has played."""
    monkeypatch.setattr(contests, "board_seed", lambda _, deal: sha256(f"{world} {deal}".encode()).digest())
    (path / world).mkdir()
    async with club(path / world / "tables.sqlite3") as house:
        services, workers, seen = house.bot.services, WorkerPool(1), Seen()
        services.analyses = Analyses(services.tables, workers, HANGS_AFTER)
        called = await challenged(house, house.anna, house.boris)
        theirs = await taken_up(house, house.boris, called)
        page: Screen = await taken_up(house, house.anna, called)
        caplog.clear()
        for _ in range(PLAYED):
            page = await plays_deal(house, house.anna, page)
        await daily.presses_all(house, page)
        one = await services.challenges.find(name_in(called))
        tables = [
            await services.contests.table_of(UserId(house.anna.id), deal) for deal in one.deals[:PLAYED]
        ]
        asked_before, message = len(house.env.http_requests), await house.types(house.boris, "help")
        with Clock() as clock:
            seen |= {what: plain((await presses(house, house.boris, theirs, what)).text) for what in STEPS}
            seen["mine"] = await daily.told(house, "challenge", what="mine")
            seen |= {command: await daily.told(house, command) for command in daily.BESIDE}
            seen |= {look: await daily.told(house, "deal", show=look) for look in daily.DEALS}
            seen["stats of hers"] = await daily.told(house, "stats", person=house.anna.user)
            for verb in (*daily.PRESSED, *daily.PRESSED_TOO):
                answers = [
                    await house.presses_late(house.boris, message, f"{verb}:{at.id}:1") for at in tables
                ]
                seen[f"press {verb}"] = plain("\n".join(answer.text for answer in answers))
            for deal in one.deals:
                answer = await house.presses_late(house.boris, message, f"contest:{deal}:deal")
                seen["the deals"] = seen.get("the deals", "") + plain(answer.text)
        seen |= clock.told()
        seen["channel"] = channel_of(house)
        requests = house.env.http_requests[asked_before:]
        seen["requests"] = plain("\n".join(f"{one.method} {one.path}" for one in requests))
        ours = (one for one in caplog.records if one.name.startswith(daily.OURS))
        seen["log"] = "\n".join(plain(f"{one.levelname} {one.name} {one.getMessage()}") for one in ours)
        await workers.close()
        house.errors.clear()  # they are in the log, of which nothing may differ
        return seen, page.text


def channel_of(house: Club) -> str:
    """What stands for all."""
    public = (one for one in house.messages() if not one.is_ephemeral)
    return "\n".join(plain(text_of(one.content, one.components)) for one in public)


@pytest.mark.long
@needs_solver
async def test_nobody_learns_of_a_deal_of_a_challenge_before_they_have_played_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    one, played_one = await seen_in(daily.WORLDS[0], tmp_path, monkeypatch, caplog)
    two, played_two = await seen_in(daily.WORLDS[1], tmp_path, monkeypatch, caplog)
    assert played_one != played_two, "the deals do lie otherwise"
    assert "challenges" in one["channel"] and different(one, two) == {}


# Planted faults


def a_page_shows_all_deals(patch: Patch) -> None:
    scores = challenges.scores_seen  # type: ignore[attr-defined]
    patch(challenges, "scores_seen", lambda *given, over: scores(*given, over=True))


def others_look_at_it_before_they_play(patch: Patch) -> None:
    async def unchecked(self: Contests, user: UserId, table: Any) -> None:
        return None

    patch(Contests, "check_seen", unchecked)


def its_analysis_is_shown_to_all(patch: Patch) -> None:
    patch(Contests, "is_open_to_all", lambda self, table: True)


def the_log_tells_the_sum(patch: Patch) -> None:
    seen = Challenges.seen_by

    async def logged(self: Challenges, user: UserId, challenge: str) -> SeenChallenge:
        found = await seen(self, user, challenge)
        logging.getLogger("bot.tables.challenges").info("somebody has %s", found.scores[0].total)
        return found

    patch(Challenges, "seen_by", logged)


def an_answer_waits_for_as_long_as_there_were_points(patch: Patch) -> None:
    find = Challenges.find

    async def waiting(self: Challenges, challenge: str) -> Any:
        for one in await self._plays.attempts(f"{challenge}-1"):
            await asyncio.sleep(abs(one.points or 0) / 1000)
        return await find(self, challenge)

    patch(Challenges, "find", waiting)


FOUND_BY: Final[Mapping[Callable[[Patch], None], str]] = {
    a_page_shows_all_deals: "see",
    others_look_at_it_before_they_play: "press replay",
    its_analysis_is_shown_to_all: "channel",
    the_log_tells_the_sum: "log",
    an_answer_waits_for_as_long_as_there_were_points: "waits",
}
"""Faults that are planted together, since each shows somewhere else, with the output by which it is found."""


@pytest.mark.long
@needs_solver
async def test_these_faults_that_are_planted_in_challenges_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for plant in FOUND_BY:
        plant(monkeypatch.setattr)
    one, _ = await seen_in(daily.WORLDS[0], tmp_path, monkeypatch, caplog)
    two, _ = await seen_in(daily.WORLDS[1], tmp_path, monkeypatch, caplog)
    assert set(FOUND_BY.values()) <= different(one, two).keys()

"""The deal of the day in two worlds: nobody learns of a deal before they have played it.

In both worlds everything is the same but the cards of the day. One person plays it, and presses whatever they
are offered then; what somebody can see who has still to play, by what they type, by the ids of the other's
buttons and in the channel, is the same in both worlds, and so are the log of the host, the requests to
Discord, and how long an answer takes: what it waits for, and which functions of ours run how often. Faults
that are planted are found, each where it was planted.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest

from bot.tables import contests
from bot.tables.contests import Contests
from bot.tables.past_deals import Analyses
from bot.worker_pool import WorkerPool
from cogs import alone
from cogs import contests as doors
from screens import contests as screens
from storage.ports.records import UserId
from tests.cogs.test_contests import daily_of, plays, robots_done
from tests.leaks.planted import Patch
from tests.solver import needs_solver
from tests.trials.stage.club import Club, club
from tests.trials.stage.guard import HANGS_AFTER
from tests.trials.stage.seen import Screen, text_of

SEALED: Final = re.compile(r"\b[0-9a-f]{64}\b")
NUMBER: Final = re.compile(r"\d{15,}|\b[0-9a-f]{8}\b")
"""What Discord and the bot number differently each time."""
ASKED: Final = ("week", "month", "fweek", "fmonth", "seal", "replay", "remind")
BESIDE: Final = ("stats", "leaderboard", "privacy show")
DEALS: Final = ("record", "verify", "analyse", "why", "replay")
PRESSED: Final = ("again", "analyse", "compare", "hand", "last", "picture", "points", "record", "score")
PRESSED_TOO: Final = ("more", "replay", "tricks", "verify", "why")
OURS: Final = ("bot", "cogs", "storage")
"""The loggers that are listened to: the library's tell of messages, which the requests have too."""
SHARED: Final = re.compile(r"\d+(?= %)|[🟩🟧⬜]+|\d+ of \d+")
"""What a card to share tells: a share of the matchpoints, marks, and how many of them are good."""

WAITS: Final = "waits for"
WORLDS: Final = ("seven", "six")
"""Of the deals, the first brings the person less than the robot in their chair, and the second more."""
Seen = dict[str, str]
ROOMS: Final = tuple(
    f"{Path(contests.__file__).parents[2] / room}/" for room in ("bot", "cogs", "rules", "screens")
)


class Clock:
    """What the bot does while it answers, of which any would show in how long that takes: the functions of
    ours that run, how often, and the seconds that it waits."""

    def __init__(self) -> None:
        self.did: Counter[str] = Counter()

    def __enter__(self) -> Clock:
        loop = asyncio.get_running_loop()
        self._later = later = loop.call_later

        def call_later(delay: float, *given: Any, **named: Any) -> asyncio.TimerHandle:
            self.did[f"{WAITS} {delay:.3f} s"] += 1
            return later(delay, *given, **named)

        loop.call_later = call_later  # type: ignore[assignment, method-assign]
        gc.disable()  # a coroutine that an earlier test has left runs on to its end when it is collected
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        gc.enable()
        asyncio.get_running_loop().call_later = self._later  # type: ignore[method-assign]

    def told(self) -> Seen:
        """A line for each."""
        did = sorted(f"{what}: {count}" for what, count in self.did.items())
        waits = [line for line in did if line.startswith(WAITS)]
        return {"waits": "\n".join(waits), "work": "\n".join(line for line in did if line not in waits)}

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(ROOMS):
            self.did[frame.f_code.co_qualname] += 1


async def seen_in(
    world: str, path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> tuple[Seen, str]:
    """What somebody sees who has still to play, and what the one sees who has played."""
    monkeypatch.setattr(contests, "board_seed", lambda _, deal: sha256(f"{world} {deal}".encode()).digest())
    (path / world).mkdir()
    async with club(path / world / "tables.sqlite3") as house:
        services, workers = house.bot.services, WorkerPool(1)
        house.bot.services.analyses = Analyses(services.tables, workers, HANGS_AFTER)
        caplog.clear()
        over = await plays(house, house.anna, await house.types(house.anna, "daily"))
        await robots_done(house)
        await presses_all(house, over)
        seen: Seen = {}
        public = [one for one in house.messages() if not one.is_ephemeral]
        for one in public:
            text = plain(text_of(one.content, one.components))
            place = "card" if "Deal of the day" in text else "channel"
            seen[place] = seen.get(place, "") + SHARED.sub("told", text)
        table, message = await daily_of(house, house.anna), await house.types(house.boris, "help")
        asked_before = len(house.env.http_requests)
        with Clock() as clock:
            seen |= {f"daily {what}": await told(house, "daily", what=what) for what in ASKED}
            seen["daily replay of hers"] = await told(house, "daily", what="replay", person=house.anna.user)
            seen |= {command: await told(house, command) for command in BESIDE}
            seen |= {look: await told(house, "deal", show=look) for look in DEALS}
            seen["stats of hers"] = await told(house, "stats", person=house.anna.user)
            for verb in (*PRESSED, *PRESSED_TOO):
                answer = await house.presses_late(house.boris, message, f"{verb}:{table.id}:1")
                seen[f"press {verb}"] = plain(answer.text)
        seen |= clock.told()
        requests = house.env.http_requests[asked_before:]
        seen["requests"] = plain("\n".join(f"{one.method} {one.path}" for one in requests))
        ours = (one for one in caplog.records if one.name.startswith(OURS))
        seen["log"] = "\n".join(plain(f"{one.levelname} {one.name} {one.getMessage()}") for one in ours)
        await workers.close()
        house.errors.clear()  # they are in the log, of which nothing may differ
        return seen, over.text


async def presses_all(house: Club, over: Screen) -> None:
    """Anna presses each button that she is offered, and each that then comes, one of a sort; what is to be
    shown to others stands in the channel."""
    waiting, pressed = [over], {"again", "alone", "next", "remind", "rules"}
    while waiting:
        screen = waiting.pop()
        for button in screen.buttons:
            verb, *_, what = str(button.get("custom_id", "")).split(":")
            sort = what if verb == "contest" else f"{verb} {what}" if what.isalpha() else verb
            if sort not in pressed and verb != "page" and not button.get("disabled"):
                pressed.add(sort)
                waiting.append(await house.presses_late(house.anna, screen, str(button["custom_id"])))


async def told(house: Club, command: str, **options: Any) -> str:
    return plain((await house.types(house.boris, command, **options)).text)


def plain(text: str) -> str:
    return NUMBER.sub("number", SEALED.sub("sealed", text))


def different(one: Seen, two: Seen) -> dict[str, set[str]]:
    """What is not the same, with the lines that one of them alone has."""
    return {
        name: {*one[name].splitlines()} ^ {*two[name].splitlines()} for name in one if one[name] != two[name]
    }


@needs_solver
async def test_nobody_learns_of_the_deal_of_the_day_before_they_have_played_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    one, played_one = await seen_in(WORLDS[0], tmp_path, monkeypatch, caplog)
    two, played_two = await seen_in(WORLDS[1], tmp_path, monkeypatch, caplog)
    assert played_one != played_two, "the deals do lie otherwise"
    assert "told % · 1 day played" in one["card"] and "channel" not in one, "a card was shared, and no more"
    assert different(one, two) == {}


# Planted faults


def the_table_of_the_week_counts_today(patch: Patch) -> None:
    standings = Contests.user_standings

    async def counting(self: Contests, user: UserId, days: Any, among: Any) -> Any:
        return await standings(self, next(iter(among - {user}), user), days, among)

    patch(Contests, "user_standings", counting)


def others_replay_it_before_they_play(patch: Patch) -> None:
    async def found(self: Contests, user: UserId, contest: str, of: UserId) -> Any:
        return await self._attempt(of, contest)

    patch(Contests, "attempt_to_see", found)


def its_analysis_is_shown_to_all(patch: Patch) -> None:
    patch(Contests, "is_open_to_all", lambda self, table: True)


def a_share_card_tells_the_points(patch: Patch) -> None:
    share, told = screens.share_screen, screens.field_screen

    def telling(*given: Any) -> Any:
        screen = share(*given)
        return replace(screen, parts=(*screen.parts, POINTS[-1]))

    def noting(field: Any, *given: Any, **named: Any) -> Any:
        screen = told(field, *given, **named)
        POINTS.append(screens.text(str(field.points)))  # type: ignore[attr-defined]
        return screen

    patch(doors, "share_screen", telling)
    patch(alone, "field_screen", noting)


def the_log_tells_the_points(patch: Patch) -> None:
    compared = Contests.compared

    async def logged(self: Contests, user: UserId, contest: str) -> Any:
        came = await compared(self, user, contest)
        logging.getLogger("bot.tables.contests").info("somebody made %s", came.own.points)
        return came

    patch(Contests, "compared", logged)


def an_answer_waits_for_as_long_as_there_were_points(patch: Patch) -> None:
    standings = Contests.user_standings

    async def waiting(self: Contests, user: UserId, days: Any, among: Any) -> Any:
        for one in await self._kept.attempts(self.today):
            await asyncio.sleep(abs(one.points or 0) / 1000)
        return await standings(self, user, days, among)

    patch(Contests, "user_standings", waiting)


def an_answer_works_for_as_long_as_there_were_points(patch: Patch) -> None:
    standings = Contests.user_standings

    async def working(self: Contests, user: UserId, days: Any, among: Any) -> Any:
        for one in await self._kept.attempts(self.today):
            for _ in range(abs(one.points or 0)):
                contests.is_daily(one.contest)  # type: ignore[attr-defined]
        return await standings(self, user, days, among)

    patch(Contests, "user_standings", working)


POINTS: list[Any] = []
FOUND_BY: Final[Sequence[Mapping[Callable[[Patch], None], str]]] = (
    {
        the_table_of_the_week_counts_today: "daily week",
        others_replay_it_before_they_play: "daily replay of hers",
        its_analysis_is_shown_to_all: "channel",
        a_share_card_tells_the_points: "card",
        the_log_tells_the_points: "log",
    },
    {
        an_answer_waits_for_as_long_as_there_were_points: "waits",
        an_answer_works_for_as_long_as_there_were_points: "work",
    },
)
"""Faults that are planted together, since each shows somewhere else, with the output by which it is found."""


@pytest.mark.long
@needs_solver
@pytest.mark.parametrize("planted", FOUND_BY, ids=lambda planted: ", ".join(planted.values()))
async def test_these_faults_that_are_planted_are_found(
    planted: Mapping[Callable[[Patch], None], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    for plant in planted:
        plant(monkeypatch.setattr)
    one, _ = await seen_in(WORLDS[0], tmp_path, monkeypatch, caplog)
    two, _ = await seen_in(WORLDS[1], tmp_path, monkeypatch, caplog)
    assert set(planted.values()) <= different(one, two).keys()

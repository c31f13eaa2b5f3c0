"""The bot's process is killed while a score sheet is written, and started again on the same database.

No deal that was acknowledged is lost, none is entered twice, and the sheet in the channel in the end says
what the log says.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from playground.copying import components_in
from playground.errors import Fault, Json
from playground.people import buttons, texts
from playground.world import EPHEMERAL  # type: ignore[attr-defined]
from rules.sheet.events import DealEntered, ScoreConfirmed
from storage.store import Store
from tests.trials.stage.playing import Evening, evening, used

CALLBACK = r"/interactions/\d+/[^/]+/callback"
DEAL: dict[str, Any] = {"declared": "spades", "by": "NS", "tricks": 7, "honours": "2 1 1 1"}
"""Two to game and four for simple honours: fourteen such deals do not win a game."""
_DEAL = re.compile(r"\*\*Deal (\d+):")


def deals_shown(table: Evening) -> int:
    found = _DEAL.findall(table.room_text)
    return int(found[-1]) if found else 0


async def opened(table: Evening) -> None:
    seats = ("north", "east", "south", "west")
    four: dict[str, Any] = dict(zip(seats, table.people, strict=True))
    answer = await table.people[0].slash("score open", channel=table.channel, game="biritch", **four)
    assert answer.type == 4, answer
    await table.until(lambda: table.public() and buttons(table.room))


async def struck(table: Evening, moment: str) -> bool:
    """One deal is entered while the process is killed; whether it was acknowledged."""
    ground, frames = table.ground, rf"/channels/{table.channel}/messages/\d+"
    fault: Fault | None = {
        "sent": lambda: None,
        "committed": lambda: ground.hang("POST", CALLBACK, effect=False),
        "drawing": lambda: ground.hang("PATCH", frames, effect=False),
        "drawn": lambda: ground.hang("PATCH", frames),
    }[moment]()
    writer = table.people[1]
    entering = asyncio.create_task(writer.slash("score deal", channel=table.channel, **DEAL))
    if fault is None:
        await asyncio.sleep(0)
    else:
        await used(fault)
        if moment.startswith("draw"):
            await entering
    table.bot.kill()
    await table.bot.dead()
    ground.mend()
    entering.cancel()
    (answer,) = await asyncio.gather(entering, return_exceptions=True)
    await table.bot.restart()
    return not isinstance(answer, BaseException) and answer.type == 4


@pytest.mark.parametrize("moment", ["sent", "committed", "drawing", "drawn"])
async def test_a_deal_during_whose_entry_the_bot_is_killed_is_there_or_was_never_acknowledged(
    moment: str,
) -> None:
    async with evening(seated=False) as table:
        await opened(table)
        await table.people[0].slash("score deal", channel=table.channel, **DEAL)
        await table.until(lambda: deals_shown(table) == 1)
        acknowledged = await struck(table, moment)
        assert acknowledged == moment.startswith("draw") or moment == "sent"
        answer = await table.people[2].slash("score deal", channel=table.channel, **DEAL)
        (told,) = re.findall(r"Deal (\d) is entered", " ".join(answer.texts))
        assert int(told) >= 2 + acknowledged
        await table.until(lambda: deals_shown(table) == int(told))
        assert len(table.public()) == 1  # the sheet was posted once
        assert not table.complaints()
        await table.bot.stop()
        async with Store.open(table.ground.database) as store:  # type: ignore[arg-type]
            (sheet,) = await store.streams.all_open("sheet")
            stored = [one.event for one in await store.streams.read_sheet(sheet.table)]
            assert await store.streams.verify_chain(sheet.table) == len(stored)
            assert sum(isinstance(one, DealEntered) for one in stored) == int(told)


async def test_a_button_made_before_a_kill_confirms_the_rubber_after_it() -> None:
    async with evening(seated=False) as table:
        await opened(table)
        game: dict[str, Any] = {**DEAL, "declared": "hearts", "tricks": 11}
        for _ in range(2):
            await table.people[0].slash("score deal", channel=table.channel, **game)
        await table.until(lambda: "Confirm" in [one.label for one in buttons(table.room)])
        drawn = table.room
        table.bot.kill()
        await table.bot.dead()
        await table.bot.restart()
        for person in table.people:
            before = table.room_text
            await person.press(drawn, label="Confirm", anyway=True)
            await table.until_changed(before)
        assert "it counts for the leaderboard" in table.room_text
        assert texts(table.room) and not table.complaints()
        await table.bot.stop()
        async with Store.open(table.ground.database) as store:  # type: ignore[arg-type]
            (sheet,) = await store.streams.all_open("sheet")
            stored = [one.event for one in await store.streams.read_sheet(sheet.table)]
            assert sum(isinstance(one, ScoreConfirmed) for one in stored) == 4
            ranked = await store.standings.leaderboard(table.ground.guild, "biritch")
            assert [line.points for line in ranked.lines] == [152, 152, -152, -152]


def part_of(message: Json, verb: str, what: str = "") -> str:
    """The id of the one button or list with this verb, of those that end with ``what``."""
    found = [
        one["custom_id"]
        for one in components_in(message["components"])
        if str(one.get("custom_id", "")).startswith(f"{verb}:") and str(one["custom_id"]).endswith(what)
    ]
    assert len(found) == 1, found
    return str(found[0])


async def test_a_sheet_is_opened_with_a_guest_and_a_deal_entered_by_touch_through_two_kills() -> None:
    """Seats are chosen, then the bot is killed; a deal is half chosen on the pad, and it is killed again."""
    async with evening(seated=False) as table:
        anna, boris, clara, _ = table.people

        async def killed() -> None:
            table.bot.kill()
            await table.bot.dead()
            await table.bot.restart()

        def now() -> Json:
            """What Anna alone sees, as it now stands."""
            return [one for one in anna.sees(table.channel) if one["flags"] & EPHEMERAL][-1]

        await anna.slash("score open", channel=table.channel, game="biritch", north=anna)
        for seat, who in (("E", boris), ("S", clara)):
            shown = now()
            await anna.choose(shown, part_of(shown, "seats-user", f"{seat}:"), [str(who.id)])
        form = await anna.press(now(), part_of(now(), "seats-guest", "W:"))
        await anna.submit(form, {"text": "Old Mr. Clay"})
        await killed()
        await anna.press(now(), label="Open the sheet")
        await table.until(lambda: table.public() and "Old Mr. Clay" in table.room_text)

        await anna.press(table.room, label="Enter a deal")
        await table.until(lambda: "Nothing chosen yet" in " ".join(texts(now())))
        await anna.press(now(), part_of(now(), "pad-strain", ":S"))
        await anna.choose(now(), part_of(now(), "pad-tricks"), ["N7"])
        await killed()
        await anna.choose(now(), part_of(now(), "pad-honours"), ["N3"])
        assert "**N–S +6 · E–W 0**" in " ".join(texts(now()))
        await anna.press(now(), label="Write down")
        await table.until(lambda: deals_shown(table) == 1)
        assert not table.complaints()

"""A rehearsal at the playground: what holds there is said to hold, and in each mood what does not."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.host import rehearse
from bot.host.discord_asked import Unreachable
from bot.host.rehearse import CannotWrite, Pace, rehearsed
from bot.host.terminal import HowFar
from playground.errors import Json
from playground.ground import Playground
from playground.limits import Mood
from playground.people import buttons, texts
from screens.words.host_checks import BETS, COMPARE_CROSS, HOLDS, NONCE, STOP_FIRST, Verdict
from tests.guard import HANGS_AFTER, until
from tests.playing.evening import LIMITS

BET = {
    Mood.NO_ORIGINAL_IN_CHANNELS: "in channels",
    Mood.NO_ORIGINAL_IN_DIRECT_MESSAGES: "direct messages",
    Mood.NO_ORIGINAL_ON_EPHEMERALS: "on ephemerals",
    Mood.NO_FILES_BY_TOKEN: "files",
    Mood.NO_V2_AFTER_DEFERRING: "deferred",
    Mood.TIGHT_TOKENS: "tokens' limit",
    Mood.TIGHT_OLD_EDITS: "old edits",
    Mood.SHORT_NONCES: "nonce",
    Mood.NO_ARCHIVING: "archive",
    Mood.NO_THREADS_IN_ANNOUNCEMENTS: "announcements",
    Mood.COMMANDS_TOLD_OTHERWISE: "commands",
    Mood.NO_BOXES_IN_FORMS: "forms",
}
"""What each mood breaks, by the short name that a rehearsal has for it."""
NEWS = 5
SECONDS = 20.0
"""Until a nonce is used again."""
QUICK = Pace(press=HANGS_AFTER, nonce=0.0, ageing=0.0)
EACH = [*([mood] for mood in Mood), [], [*Mood]]


def named(moods: Collection[Mood]) -> str:
    return ", ".join(moods) if len(moods) < 2 else "all together"


class Helper:
    """Anna, who presses what she is asked to press."""

    def __init__(self, ground: Playground, channel: int) -> None:
        self.ground, self.channel = ground, channel
        self.lines: list[str] = []
        self.presses: list[asyncio.Task[Any]] = []
        self.compared: list[str] = []
        """The lines that stood in the channel when they were to be compared."""

    def tell(self, _mark: object, label: str, line: str) -> None:
        self.lines.append(label + line)
        if line == COMPARE_CROSS:
            seen = self.ground.people["anna"].sees(self.channel)
            self.compared = [one for message in seen for told in texts(message) for one in told.split("\n")]
        if (asked := re.fullmatch(r"Press (\w) now, .*", line)) is not None:
            self.presses.append(asyncio.create_task(self.press(asked[1])))

    async def press(self, letter: str) -> None:
        anna = self.ground.people["anna"]

        def asked() -> list[Json]:
            seen = (message for place in (self.channel, anna.dm) for message in anna.sees(place))
            return [message for message in seen if any(one.label == letter for one in buttons(message))]

        await anna.press((await until(asked, f"the button {letter}"))[0], label=letter, wait=0)


class Waiting(HowFar):
    """The seconds before a nonce is used again have passed at once."""

    def __init__(self, ground: Playground) -> None:
        super().__init__()
        self._ground = ground

    def begin_wait(self, part: str, seconds: float) -> None:
        super().begin_wait(part, seconds)
        if part == NONCE:
            self._ground.pass_time(SECONDS)


async def an_old_message(ground: Playground, channel: int) -> int:
    headers = {"Authorization": f"Bot {ground.token}"}
    url = f"{ground.environment['DISCORD_API']}/channels/{channel}/messages"
    async with (
        aiohttp.ClientSession() as session,
        session.post(url, json={"content": "old"}, headers=headers) as answer,
    ):
        number = int((await answer.json())["id"])
    ground.pass_time(3601)
    return number


@pytest.mark.parametrize("moods", EACH, ids=named)
async def test_a_rehearsal_tells_each_mood_rightly_and_leaves_no_message_behind(moods: Any) -> None:
    async with Playground.open(limits=LIMITS, moods=moods) as ground:
        world = ground.world
        channel = ground.channel
        if Mood.NO_THREADS_IN_ANNOUNCEMENTS in moods:
            channel = world.create_channel(ground.guild, "news", type=NEWS).id
        old = await an_old_message(ground, channel)
        helper = Helper(ground, channel)
        reached = (ground.environment["DISCORD_API"], ground.environment["DISCORD_GATEWAY"])
        waiting = Waiting(ground)
        async with rehearsed(ground.token, *reached, channel, old, helper.tell, QUICK, waiting) as found:
            told = found.told
        assert told.keys() == BETS.keys()
        broken = {bet for bet, said in told.items() if said.verdict is Verdict.FAILS}
        expected = {BET[mood] for mood in moods}
        if Mood.NO_THREADS_IN_ANNOUNCEMENTS in moods:
            expected.discard("archive")  # there is no thread to be archived
        assert broken == expected
        untried = {bet for bet, said in told.items() if said.verdict is Verdict.UNTRIED}
        assert untried <= {"announcements", "archive"}
        assert all(told[bet] == HOLDS for bet in told.keys() - broken - untried)
        world_left = [
            one["content"] for one in helper.ground.people["anna"].sees(channel) if one["type"] == 0
        ]
        assert world_left == ["old"]
        assert not world.commands.get(ground.guild)
        assert sum(re.fullmatch("`[^`]+`", line) is not None for line in helper.compared) == 3
        asked = [line[6] for line in helper.lines if line.startswith("Press ")]
        assert asked == [*"ABCDEF"]
        lines = [line for line in helper.lines if " of 13: " in line]
        assert lines == [
            f"{found.verdict.value:<11}{number} of 13: {BETS[bet][0]}"
            for number, (bet, found) in enumerate(told.items(), 1)
        ]


async def test_the_report_has_no_token_no_id_and_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody presses anything; the command runs in a thread, since it has a loop of its own."""
    monkeypatch.setattr(rehearse, "Pace", lambda: Pace(press=0.1, nonce=0.0, ageing=0.0))
    async with Playground.open() as ground:
        report = tmp_path / "report.txt"
        status = await asyncio.to_thread(
            rehearse.main, ground.environment, tmp_path / ".env", ground.channel, None, report
        )
        said = report.read_text("utf-8")
        assert status == 0
        assert said.startswith(STOP_FIRST)
        assert "3 of 13 hold, 10 not tried." in said and "nobody pressed" in said
        assert "limit of new messages: 5 in 5 s" in said
        assert ground.token not in said
        assert not re.search(r"\d{15,}", said)
        assert "Anna" not in said and "Whist Club" not in said


async def test_where_the_bot_may_not_write_or_nobody_answers_it_says_so() -> None:
    async with Playground.open() as ground:
        ground.deny("SEND_MESSAGES")
        reached = (ground.environment["DISCORD_API"], ground.environment["DISCORD_GATEWAY"])
        with pytest.raises(CannotWrite, match="403"):
            async with rehearsed(ground.token, *reached, ground.channel, None, print, QUICK):
                pass
    with pytest.raises(Unreachable):
        async with rehearsed(ground.token, *reached, ground.channel, None, print, QUICK):
            pass


def test_the_page_for_a_first_evening_has_a_row_for_everything_that_a_rehearsal_finds_out() -> None:
    page = Path(__file__).parents[2] / "docs" / "how-to" / "first-evening-on-a-real-server.md"
    rows = re.findall(r"^\| ([^|]+?) \|", page.read_text("utf-8"), re.MULTILINE)[2:]
    assert rows == [what for what, _ in BETS.values()]

"""A rehearsal at the playground: what holds there is said to hold, and in each mood what does not."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

import aiohttp
import pytest

from bot.host import rehearse
from bot.host.discord_asked import Unreachable
from bot.host.rehearse import CannotRehearse, Pace, rehearsed
from bot.host.terminal import HowFar
from playground.errors import Json
from playground.ground import Playground
from playground.limits import Mood
from playground.people import buttons, texts
from screens.words.host_checks import (
    BETS,
    COMPARE_CROSS,
    HOLDS,
    NONCE,
    RUNS_BESIDE,
    STOP_FIRST,
    THREAD_LEFT,
    Verdict,
)
from storage.ports.records import ServerUrl
from storage.ports.storage import EVERY
from storage.store import Store
from tests.trials.stage.guard import HANGS_AFTER, guarded, until
from tests.trials.stage.playing import LIMITS
from tests.trials.stage.processes import owned_exec

ROOT = Path(__file__).parents[2]
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

    reads_names = True

    def tell(self, _mark: object, label: str, line: str) -> None:
        self.lines.append(label + line)
        if line == COMPARE_CROSS:
            seen = self.ground.people["anna"].sees(self.channel)
            self.compared = [one for message in seen for told in texts(message) for one in told.split("\n")]
        if (asked := re.fullmatch(r"Press (\w) now, .*", line)) is not None:
            letter = "H" if asked[1] == "G" and not self.reads_names else asked[1]
            self.presses.append(asyncio.create_task(self.press(letter)))

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


ORDERS = {
    "type": 1,
    "name": "admin",
    "description": "Orders",
    "description_localizations": {"fr": "Ordres"},
    "options": [{"type": 3, "name": "order", "description": "Which", "required": True}],
    "default_member_permissions": "32",
}


async def test_the_commands_that_the_bot_has_in_this_server_alone_are_there_afterwards() -> None:
    """Such as the host's own, where it is their server."""
    async with Playground.open(limits=LIMITS) as ground:
        channel, helper = ground.channel, Helper(ground, ground.channel)
        ground.world.register_commands(ground.guild, [ORDERS])
        (before,) = ground.world.commands[ground.guild].values()
        reached = (ground.environment["DISCORD_API"], ground.environment["DISCORD_GATEWAY"])
        waiting = Waiting(ground)
        async with rehearsed(ground.token, *reached, channel, None, helper.tell, QUICK, waiting) as found:
            assert found.told["commands"] == HOLDS
        (after,) = ground.world.commands[ground.guild].values()
        assert {key: after[key] for key in ORDERS} == ORDERS and after["id"] == before["id"]


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
        assert asked == [*"ABCDEFG"]
        lines = [line for line in helper.lines if " of 14: " in line]
        assert lines == [
            f"{found.verdict.value:<11}{number} of 14: {BETS[bet][0]}"
            for number, (bet, found) in enumerate(told.items(), 1)
        ]


@pytest.mark.parametrize("reads", [True, False])
async def test_whether_a_mention_shows_a_name_is_what_the_person_says_who_reads_it(reads: bool) -> None:
    async with Playground.open(limits=LIMITS) as ground:
        helper = Helper(ground, ground.channel)
        helper.reads_names = reads
        reached = (ground.environment["DISCORD_API"], ground.environment["DISCORD_GATEWAY"])
        async with rehearsed(ground.token, *reached, ground.channel, None, helper.tell, QUICK) as found:
            told = found.told["mentions"]
        assert told.verdict is (Verdict.HOLDS if reads else Verdict.FAILS)
        assert told.answer == ("" if reads else "a number was read")


async def test_the_report_has_no_token_no_id_and_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody presses anything; the command runs in a thread, since it has a loop of its own."""
    monkeypatch.setattr(rehearse, "Pace", lambda: Pace(press=0.1, nonce=0.0, ageing=0.0))
    async with Playground.open(limits=LIMITS) as ground:
        report = tmp_path / "report.txt"
        status = await asyncio.to_thread(
            rehearse.main, ground.environment, tmp_path / ".env", ground.channel, None, report
        )
        said = report.read_text("utf-8")
        assert status == 0
        assert said.startswith(STOP_FIRST)
        assert "3 of 14 hold, 11 not tried." in said and "nobody pressed" in said
        assert "limit of new messages: 5 in 5 s" in said
        assert ground.token not in said
        assert not re.search(r"\d{15,}", said)
        assert "Anna" not in said and "Whist Club" not in said


async def test_where_the_bot_may_not_write_or_nobody_answers_it_says_so() -> None:
    async with Playground.open(limits=LIMITS) as ground:
        ground.deny("SEND_MESSAGES")
        reached = (ground.environment["DISCORD_API"], ground.environment["DISCORD_GATEWAY"])
        with pytest.raises(CannotRehearse, match="403"):
            async with rehearsed(ground.token, *reached, ground.channel, None, print, QUICK):
                pass
    with pytest.raises(Unreachable):
        async with rehearsed(ground.token, *reached, ground.channel, None, print, QUICK):
            pass


def refused(ground: Playground, home: Path, channel: int, **settings: str) -> tuple[int, Path]:
    """The exit status of the command in a process of its own, and where its report would lie."""
    report = home / "report.txt"
    given = {**ground.environment, "DATABASE": str(home / "b.sqlite3"), **settings}
    return rehearse.main(given, home / ".env", channel, None, report), report


async def test_why_nothing_can_be_tried_is_told_apart_and_no_report_is_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Playground.open(limits=LIMITS) as ground:
        hidden = ground.world.create_channel(ground.guild, "hidden").id
        ground.deny("VIEW_CHANNEL", channel=hidden)
        for settings, channel, told in (
            ({"DISCORD_TOKEN": "a.wrong.token"}, ground.channel, "Discord refuses the token: "),
            (
                {"DISCORD_TOKEN": ""},
                ground.channel,
                "The setting DISCORD_TOKEN must be the token of your bot",
            ),
            ({"DISCORD_API": "http://127.0.0.1:1/api/v10"}, ground.channel, "Discord cannot be reached ("),
            ({}, 4711, "Discord knows no channel by that number"),
            ({}, hidden, "The bot may not see that channel"),
        ):
            status, report = await asyncio.to_thread(refused, ground, tmp_path, channel, **settings)
            said = capsys.readouterr().err.splitlines()[-1]  # lines of how far it is may stand before
            assert (status, said.startswith(told)) == (2, True), (told, said)
            assert not report.exists() or report.read_text() == "", told


async def test_the_place_of_the_report_is_tried_before_anything_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Playground.open(limits=LIMITS) as ground:
        before = len(ground.rest.calls)
        for place in (tmp_path / "no" / "report.txt", tmp_path):
            status = await asyncio.to_thread(
                rehearse.main, ground.environment, tmp_path / ".env", ground.channel, None, place
            )
            assert status == 2
            assert capsys.readouterr().err.startswith(f"The report could not be written to {place} (")
        assert len(ground.rest.calls) == before
    kept = tmp_path / "kept.txt"
    kept.write_text("an earlier report")
    rehearse._check_place(kept)
    rehearse._check_place(tmp_path / "new.txt")
    assert kept.read_text() == "an earlier report" and not (tmp_path / "new.txt").exists()


async def test_a_report_that_finds_no_room_at_the_end_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was found stands on the terminal all the same, and what was made is taken away."""
    monkeypatch.setattr(rehearse, "Pace", lambda: Pace(press=0.1, nonce=0.0, ageing=0.0))
    async with Playground.open(limits=LIMITS) as ground:
        full = Path("/dev/full")
        status = await asyncio.to_thread(
            rehearse.main, ground.environment, tmp_path / ".env", ground.channel, None, full
        )
        said = capsys.readouterr()
        assert status == 2 and "3 of 14 hold, 11 not tried." in said.out
        assert said.err.splitlines()[-1].startswith("The report could not be written to /dev/full (")
        assert [
            one["content"] for one in ground.people["anna"].sees(ground.channel) if one["type"] == 0
        ] == []


async def test_beside_a_bot_that_runs_nothing_is_rehearsed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Playground.open(limits=LIMITS) as ground, Store.open(tmp_path / "b.sqlite3"):
        before = len(ground.rest.calls)
        status, report = await asyncio.to_thread(refused, ground, tmp_path, ground.channel)
        assert (status, capsys.readouterr().err.splitlines()[-1]) == (2, RUNS_BESIDE)
        assert len(ground.rest.calls) == before and not report.exists()


async def test_beside_processes_on_a_server_nothing_is_rehearsed_either(url: ServerUrl) -> None:
    async with Store.open(url) as store:
        assert not await rehearse._runs_beside(url)
        cluster = store.shared_by(EVERY)
        assert cluster is not None
        await cluster.join(30.0)
        assert await rehearse._runs_beside(url)
        await cluster.part()
        assert not await rehearse._runs_beside(url)


HEARD: Final = b"the signal was heard\n"
NOW: Final = f"""
import os, signal, sys
from bot.host import rehearse
from bot.host.command import main
pace = rehearse.Pace(press=3600.0, nonce=0.0, ageing=0.0)
rehearse.Pace = lambda: pace
handle = signal.signal
def handle_telling(number, handler):
    def telling(*given):
        os.write(1, {HEARD!r})
        handler(*given)
    return handle(number, telling if callable(handler) else handler)
signal.signal = handle_telling
sys.exit(main(["rehearse", sys.argv[1]]))
"""
"""The command, which waits for people alone, and says that it has heard of a signal."""


@pytest.mark.parametrize(
    "at",
    [("POST", r"/channels/\d+/messages"), ("POST", r"/channels/\d+/threads"), ("PUT", r".*/commands"), None],
)
async def test_a_rehearsal_that_is_ended_by_a_signal_takes_away_what_it_has_made(
    tmp_path: Path, at: tuple[str, str] | None
) -> None:
    """Also what Discord has just made as the signal comes, before it says so; and while it waits."""
    async with Playground.open(limits=LIMITS) as ground:
        anna, channel = ground.people["anna"], ground.channel
        held = ground.hang(*at) if at is not None else None
        environment = {**os.environ, **ground.environment, "PYTHONPATH": str(ROOT)}
        async with owned_exec(
            *(sys.executable, "-c", NOW, str(channel)),
            cwd=tmp_path,
            env=environment,
            stdout=asyncio.subprocess.PIPE,
        ) as process:
            if held is not None:
                await until(lambda: held.used, str(at))
            else:
                await until(lambda: any(map(buttons, anna.sees(channel))), "a button")
            assert process.stdout is not None
            process.terminate()
            async with guarded("the signal"):
                while (said := await process.stdout.readline()) != HEARD:
                    assert said, "it has ended"
            ground.mend()
            async with guarded("the end of the rehearsal"):
                assert await process.wait() == 128 + signal.SIGTERM
        assert [one["content"] for one in anna.sees(channel) if one["type"] == 0] == []
        assert not ground.world.commands.get(ground.guild)
        threads = [one for one in ground.world.channels.values() if one.name == "rehearsal"]
        told = tmp_path / "biritch-rehearsal.txt"
        report = told.read_text("utf-8") if told.exists() else ""
        # the bot need not be allowed to delete its own thread: then it says that it is there
        assert len(threads) == report.count(f"left behind: {THREAD_LEFT}") <= 1


def test_the_page_for_a_first_evening_has_a_row_for_everything_that_a_rehearsal_finds_out() -> None:
    page = Path(__file__).parents[2] / "docs" / "how-to" / "first-evening-on-a-real-server.md"
    rows = re.findall(r"^\| ([^|]+?) \|", page.read_text("utf-8"), re.MULTILINE)[2:]
    assert rows == [what for what, _ in BETS.values()]

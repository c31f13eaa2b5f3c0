"""``/metrics`` and ``/health``: what a running bot tells those who watch it."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import aiohttp
import pytest

from bot.host import backups
from bot.host.metrics import HELP_TEXTS, Endpoint, Measures
from bot.host.terminal import HostLog
from bot.host.version import VERSION
from bot.settings import BadSetting
from playground.ground import HOST, Playground
from storage.store import Store
from tests.trials.stage.guard import until
from tests.trials.stage.playing import LIMITS
from tests.trials.stage.ports import free_port

ROOT = Path(__file__).parents[2]
LAG = r"biritch_loop_lag_seconds_count [1-9]"
LINE = re.compile(r'(\w+)(?:\{(?:(?:le|route|task|version|commit)="[^"]+",?)+\})? (-?[\d.e+-]+|\+Inf)')
OF_THE_PROCESS = {
    "process_cpu_seconds_total",
    "process_max_fds",
    "process_open_fds",
    "process_resident_memory_bytes",
    "process_start_time_seconds",
    "process_virtual_memory_bytes",
}


def head() -> str:
    """The commit of this clone."""
    asked = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout[:12]


async def asked(port: int, page: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://{HOST}:{port}/{page}") as answer:
        return answer.status, await answer.text()


async def asked_if(port: int, page: str, has: str) -> tuple[int, str] | None:
    """The page once it matches this."""
    found = await asked(port, page)
    return found if re.search(has, found[1]) else None


async def test_a_bot_at_play_tells_how_long_its_answers_took_and_backs_up_on_a_signal(tmp_path: Path) -> None:
    port = free_port()
    quick = {"ROBOT_WORKERS": "0", "CARD_EMOJI": "off", "METRICS": f"{HOST}:{port}", "LOG_FORMAT": "json"}
    async with Playground.open(limits=LIMITS) as ground:
        bot = await ground.start_bot(quick)
        await ground.people["anna"].slash("table open", game="biritch")
        await ground.people["boris"].slash("table join")
        assert await until(lambda: asked_if(port, "health", '"healthy": true'), "health") == (
            200,
            '{"healthy": true, "shut_out": false, "damaged": 0}',
        )
        os.kill(bot.pid, signal.SIGUSR1)
        await until(lambda: "a backup was made" in bot.log, "a backup")
        (backup,) = backups.found(Path(ground.database).parent / "backups").values()
        async with Store.open(backup) as store:
            assert len(await store.streams.all_open("table")) == 1
        _, text = await until(lambda: asked_if(port, "metrics", LAG), "a measure of every kind")  # type: ignore[misc]
        log = bot.log
    values: dict[str, str] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            match = LINE.fullmatch(line)
            assert match is not None, line
            values[match[1]] = match[2]
    assert values["biritch_answer_seconds_count"] == "2.0"
    assert values["biritch_append_seconds_count"] == "2.0"
    assert values["biritch_open_tables"] == "1.0"
    told = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")}
    assert told == set(HELP_TEXTS) | OF_THE_PROCESS
    assert values["biritch_gateway_connected"] == values["biritch_servers"] == "1.0"
    assert values["biritch_appends_failed_total"] == values["biritch_interactions_unanswered_total"] == "0.0"
    assert f'biritch_build_info{{commit="{head()}",version="{VERSION}"}} 1.0\n' in text
    assert float(values["process_resident_memory_bytes"]) > 30e6 and float(values["process_open_fds"]) > 5
    assert abs(float(values["process_start_time_seconds"]) - time.time()) < 600
    lines = [json.loads(line) for line in log.splitlines()]
    assert any(line["message"] == "ready" and line["level"] == "INFO" for line in lines)
    assert ground.token not in log and ground.token not in text


async def test_a_bot_whose_calls_discords_network_refuses_says_so_and_is_healthy_all_the_same() -> None:
    """A 429 that does not say in JSON for how long: another start would prolong it."""
    port = free_port()
    async with Playground.open(limits=LIMITS) as ground:
        await ground.start_bot({"ROBOT_WORKERS": "0", "CARD_EMOJI": "off", "METRICS": f"{HOST}:{port}"})
        ground.fail("POST", r"/channels/\d+/messages", status=429)
        await ground.people["anna"].slash("table open")
        assert await until(lambda: asked_if(port, "health", '"shut_out": true'), "the word of it") == (
            200,
            '{"healthy": true, "shut_out": true, "damaged": 0}',
        )


async def test_before_the_bot_is_there_it_is_not_healthy_and_a_taken_port_is_named() -> None:
    port = free_port()
    async with Endpoint.open((HOST, port)):
        assert await asked(port, "health") == (
            503,
            '{"healthy": false, "shut_out": false, "damaged": 0, "cause": "starting"}',
        )
        with pytest.raises(BadSetting, match="METRICS"):
            async with Endpoint.open((HOST, port)):
                pass


def test_a_histogram_counts_what_took_as_long_or_less() -> None:
    measures = Measures()
    for seconds in (0.004, 0.3, 0.5, 9.0):
        measures.answers.observe(seconds)
    measures.limited.labels("edit").inc(2)
    text = measures.exposition().decode()
    assert 'biritch_answer_seconds_bucket{le="0.25"} 1.0\n' in text
    assert 'biritch_answer_seconds_bucket{le="0.5"} 3.0\n' in text
    assert 'biritch_answer_seconds_bucket{le="5.0"} 3.0\n' in text
    assert 'biritch_answer_seconds_bucket{le="+Inf"} 4.0\n' in text
    assert "biritch_answer_seconds_sum 9.804\n" in text
    assert 'biritch_rate_limited_total{route="edit"} 2.0\n' in text


def test_a_line_of_the_log_as_json_is_one_line_also_with_a_traceback() -> None:
    text = io.StringIO()
    logger = logging.Logger("one")
    logger.addHandler(HostLog(text, lambda: 0.0, as_json=True))
    try:
        raise KeyError("x")
    except KeyError:
        logger.exception("it failed %s", "twice")
    (line,) = text.getvalue().splitlines()
    said = json.loads(line)
    assert (said["level"], said["logger"], said["message"]) == ("ERROR", "one", "it failed twice")
    assert "KeyError: 'x'" in said["traceback"] and said["time"].endswith("+00:00")

"""Whoever begins processes ends them: soaks, playgrounds, browsers, servers and the run of all checks, also
where they fail at their start, are interrupted, told to end, or killed."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

import pytest

from tests.each import mostly_long
from tests.trials.stage import postgres
from tests.trials.stage.guard import HANGS_AFTER, until_now
from tests.trials.stage.processes import marked, owned_popen

ROOT = Path(__file__).parents[2]
MARK = "NOTHING_OF_THIS_IS_LEFT"
WRONG = {"LOG_LEVEL": "loud"}
"""A bot with this setting ends as soon as it has begun."""
A_TEST = """
from playground.ground import Playground
from tests.trials.stage import postgres
from tests.trials.stage.chromium import in_its_loop
from tests.trials.stage.playing import QUICK

@in_its_loop
async def test_it(chromium):
    page = await (await chromium()).new_page()
    with postgres.pair() as pair:
        async with Playground.open(database=pair.url) as ground:
            await ground.start_bot(QUICK)
            raise ZeroDivisionError
"""
"""Has all that a test can begin."""
MAKE = "#!/bin/sh\nsleep 1000 & sleep 1000\n"
MODULES = {
    "the soak": ("tests.trials.soak", "--kills", "1"),
    "the soak of leases": ("tests.trials.soak", "--leases", "--kills", "1"),
    "the soak by pages": ("tests.trials.soak", "--pages", "--kills", "1"),
    "the soak of presses": ("tests.trials.soak.presses", "5", "--processes", "2"),
    "the soak of calls": ("tests.trials.soak.calls", "--worlds", "1"),
    "the soak of a cluster": ("tests.trials.cluster", "1"),
    "the playground": ("playground", "--port", "0"),
}
ENDS = {
    "fails at its start": None,
    "is interrupted": signal.SIGINT,
    "is told to end": signal.SIGTERM,
    "is killed": signal.SIGKILL,
}
EACH = [(what, how) for what in (*MODULES, "a test", "all checks") for how in ENDS]
NOT = {
    ("the soak of presses", "fails at its start"),
    ("all checks", "fails at its start"),
    ("all checks", "is killed"),  # nobody can act for a shell
}
BEGINS = {"the soak of presses": "bin/postgres", "all checks": "sleep"}
"""What is waited for before it is made to end, where that is not a bot."""
SHORT = [("the playground", "is told to end")]


def command(what: str, folder: Path) -> tuple[str, ...]:
    if what in MODULES:
        return (sys.executable, "-m", *MODULES[what])
    if what == "all checks":
        for name, text in {"make": MAKE, "apt-get": "#!/bin/sh\n", "apt-cache": "#!/bin/sh\n"}.items():
            (folder / name).write_text(text)
            (folder / name).chmod(0o755)
        return ("bash", str(ROOT / ".ci" / "run"))
    (folder / "test_it.py").write_text(A_TEST)
    pytest_run = ("-m", "pytest", "-q", "-p", "tests.conftest", "-n", "1")
    return (sys.executable, *pytest_run, str(folder / "test_it.py"))


@pytest.mark.parametrize(
    "case", mostly_long([one for one in EACH if one not in NOT], short=SHORT), ids=" ".join
)
def test_nothing_that_it_has_begun_is_marked(case: tuple[str, str], tmp_path: Path) -> None:
    what, how = case
    if ("leases" in what or "presses" in what or "cluster" in what) and postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    mark, sign = f"{MARK}={secrets.token_hex(8)}", ENDS[how]
    name, _, value = mark.partition("=")
    path = f"{tmp_path}:{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, name: value, **(WRONG if sign is None else {})}
    env = {key: kept for key, kept in env.items() if not key.startswith("PYTEST_XDIST")}
    words, told = command(what, tmp_path), tmp_path / "said"
    with told.open("wb") as said, begun(words, env, said, in_background=sign is signal.SIGTERM) as it:
        marks, first = (mark, f"biritch-postgres-{it.pid}/"), BEGINS.get(what, "bot")
        if sign is not None:
            until_now(lambda: it.poll() is not None or begins(first, *marks), "what it begins")
            assert it.returncode is None, told.read_text()
            it.send_signal(sign)
        code = it.wait(HANGS_AFTER)
        assert code != 0 or sign is not None, told.read_text()
        until_now(lambda: not marked(*marks), f"the end of what is left: {marked(*marks)}")


@contextmanager
def begun(
    words: Sequence[str], env: Mapping[str, str], said: IO[bytes], *, in_background: bool
) -> Iterator[subprocess.Popen[bytes]]:
    """In the background of a script a shell has SIGINT ignored."""
    before = (
        signal.signal(signal.SIGINT, signal.SIG_IGN) if in_background else signal.getsignal(signal.SIGINT)
    )
    with ExitStack() as running:
        try:
            it = running.enter_context(owned_popen(*words, cwd=ROOT, env=env, out=said))
        finally:
            signal.signal(signal.SIGINT, before)
        yield it


def begins(what: str, *marks: str) -> bool:
    return any(what in words for words in marked(*marks).values())


def test_a_server_that_cannot_start_leaves_nothing_and_neither_does_its_pair(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    with pytest.raises(subprocess.CalledProcessError), postgres.alone(port="-1"):
        pass
    monkeypatch.setattr(postgres.Server, "replica", lambda *_: 1 / 0)
    seen = list[Path]()
    started = postgres.Server.start

    def start(server: postgres.Server) -> None:
        seen.append(server.home)
        started(server)

    monkeypatch.setattr(postgres.Server, "start", start)
    with pytest.raises(ZeroDivisionError), postgres.pair():
        pass
    (home,) = seen
    until_now(lambda: not marked(str(home)), "the end of the server")  # its file of its number goes sooner
    assert not home.exists()

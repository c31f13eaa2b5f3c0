"""The unit for a machine forbids what the bot does not need, and nothing that it needs: it is run under the
same filters of the kernel. What systemd alone can do, say hide folders, is not tried here."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from ctypes.util import find_library
from pathlib import Path

import aiohttp
import pytest

from playground.ground import BOT, Playground
from tests.solver import needs_solver
from tests.trials.stage import postgres
from tests.trials.stage.guard import until
from tests.trials.stage.playing import QUICK, UNMETERED, Evening
from tests.trials.stage.ports import free_port
from tests.trials.stage.processes import children

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "packaging" / "biritch.service"
CONFINED = (sys.executable, str(ROOT / "tests" / "host" / "confined.py"), str(UNIT))

pytestmark = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None or find_library("seccomp") is None,
    reason="systemd-analyze or libseccomp is not installed, so the unit's filters are not tried",
)


def test_the_unit_leaves_open_little_more_than_the_network() -> None:
    """By systemd's own count, which begins at 10; without what is forbidden there it was 7.3."""
    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=15", str(UNIT)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert judged.returncode == 0, judged.stdout.splitlines()[-1:]


def confined(*program: str) -> subprocess.CompletedProcess[str]:
    command = [*CONFINED, sys.executable, *program]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


FORBIDDEN = """
import errno, mmap, os, socket

def refused(what, number):
    try:
        what()
    except OSError as fault:
        assert fault.errno == number, fault
    else:
        raise AssertionError(number)

refused(lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW), errno.EAFNOSUPPORT)
refused(lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC), errno.EPERM)
refused(lambda: os.chroot("/"), errno.EPERM)
refused(lambda: os.nice(1), errno.EPERM)
"""


def test_what_the_unit_forbids_is_forbidden_here_too() -> None:
    """Else the other tests would show nothing."""
    done = confined("-c", FORBIDDEN)
    assert (done.returncode, done.stderr) == (0, "")


SOLVED = """
from robots.search.double_dummy import load_solver
print(load_solver().tables([0x1FFF << 13 * suit for suit in range(4)])[None])
"""


@needs_solver
def test_the_solver_can_be_loaded_and_solves() -> None:
    """Each hand holds one suit whole: whoever leads wins every trick, so without trumps no declarer wins
    any."""
    done = confined("-c", SOLVED)
    assert (done.stdout, done.stderr) == ("BySeat(north=0, east=0, south=0, west=0)\n", "")


@pytest.fixture(params=["file", "server"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A file, or a database on a server that is reached by its socket."""
    if request.param == "file":
        yield str(tmp_path / "b.sqlite3")
        return
    if postgres.programs() is None:
        pytest.skip(postgres.WHY_NOT)
    with postgres.alone(unix_socket_directories="'/tmp'") as server:
        yield f"postgresql://biritch@/postgres?host=/tmp&port={server.port}"


async def test_the_bot_plays_thinks_measures_and_backs_up_under_the_filters_of_its_unit(
    database: str, tmp_path: Path
) -> None:
    at = f"127.0.0.1:{free_port()}"
    settings = {
        **QUICK,
        "ROBOT_WORKERS": "1",
        "ROBOT_SECONDS": "0.05",
        "CUT_SECONDS": "600",
        "METRICS": at,
        "BACKUPS": str(tmp_path / "backups"),
    }
    command = (*CONFINED, *BOT)
    async with Playground.open(limits=UNMETERED, database=database, command=command) as ground:
        bot = await ground.start_bot(settings)
        assert "Seccomp:\t2" in told_of(bot.pid) and "NoNewPrivs:\t1" in told_of(bot.pid)
        table = Evening(ground, names=("anna",))
        await table.sit_down()
        await table.start()
        for _ in range(3):
            assert (await table.act()).accepted
        assert children(bot.pid)  # that think for the robots
        async with aiohttp.ClientSession() as session, session.get(f"http://{at}/health") as answer:
            assert (await answer.json())["healthy"] is True
        os.kill(bot.pid, signal.SIGUSR1)
        await until(lambda: "a backup was made" in bot.log, "a backup")
        assert not table.complaints()
        assert await bot.stop() == 0
    assert not [line for line in bot.log.splitlines() if "Traceback" in line or "not permitted" in line]


def told_of(process: int) -> str:
    return Path(f"/proc/{process}/status").read_text()

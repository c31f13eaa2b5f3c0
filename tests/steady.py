"""``make steady``: the tests again and again, in all that a machine may do to them.

A kind of run is quiet, beside eight processes that only reckon, in another time zone, in a drawn order, or by
two workers. Each run adds a line to ``build/steady.txt``: the commit, the kind, the seconds, how many tests
passed and failed, and which failed; what a run that failed has printed stays beside it. In the environment
``KINDS`` (``quiet,busy``) and ``RUNS`` (of each kind) take a part, ``TESTS`` (folders, files) some of the
tests, and ``ORDER`` is the seed of an order. The status is 0 if nothing failed.

``python -m tests.steady file``, for CI, draws a file of tests by a seed, which it prints (``SEED`` sets it).
It runs the quick tests of that file twenty times in one process, beside busy ones, but begins no other turn
after ``BOUND`` seconds. It draws among the files that took less than ``MOST`` seconds in the last run of
``make test`` that wrote ``build/tests.xml``.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from random import Random, SystemRandom
from typing import Final, NamedTuple
from xml.etree import ElementTree

from start import COMMANDS
from tests.trials.stage.processes import ends_as_interrupted, owned_popen

ROOT: Final = Path(__file__).parents[1]
BUILD: Final = ROOT / "build"
TAKEN: Final = BUILD / "tests.xml"
"""How long each test took, by pytest's ``--junitxml``."""
LOOPS: Final = 8
LOOPING: Final = """
import os, sys
from playground.process import dies_with_parent
for _ in range(int(sys.argv[1]) - 1):
    if not os.fork():
        dies_with_parent()
        break
while True:
    pass
"""
"""In one session: Linux gives each as much of the processor as the run of all tests, which is another."""
TIMES: Final = 20
MOST, BOUND = 2.0, 60.0
AGAIN: Final = f"""
import sys, time, pytest
until = time.monotonic() + {BOUND}
for number in range(1, {TIMES} + 1):
    status = pytest.main(["-q", "-p", "no:cacheprovider", "-m", "not long", sys.argv[1]])
    if status not in (0, 5):  # all that it has is long
        sys.exit(f"\\n\\nIt failed the {{number}}th time, with status {{status}}.")
    if time.monotonic() > until:
        break
print(f"\\n\\nIt passed {{number}} times.")
"""
COUNTED: Final = re.compile(r"(\d+) (passed|failed|error)")
FAILED: Final = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


class Kind(NamedTuple):
    """How a run is made, and how often if nobody says."""

    runs: int
    loops: int = 0
    env: Mapping[str, str] = {}
    words: tuple[str, ...] = ()


KINDS: Final = {
    "quiet": Kind(10),
    "busy": Kind(5, loops=LOOPS),
    "New York": Kind(2, env={"TZ": "America/New_York"}),
    "Kiritimati": Kind(2, env={"TZ": "Pacific/Kiritimati"}),
    "drawn": Kind(1, env={"ORDER": ""}),
    "two workers": Kind(1, words=("-n", "2")),
}


class Ran(NamedTuple):
    """What came of a run."""

    status: int
    seconds: float
    said: str

    @property
    def failed(self) -> list[str]:
        return FAILED.findall(self.said)

    def count(self, *words: str) -> int:
        return sum(
            int(number) for number, word in COUNTED.findall(self.said.rpartition("\n=")[2]) if word in words
        )

    def __str__(self) -> str:
        found = ", ".join(self.failed) or ("" if self.status == 0 else f"status {self.status}")
        passed, failed = self.count("passed"), self.count("failed", "error")
        return f"{self.seconds:4.0f} s  {passed} passed, {failed} failed  {found}".rstrip()


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """Beside so many processes that only reckon."""
    with owned_popen(sys.executable, "-c", LOOPING, str(loops), cwd=ROOT) if loops else nullcontext():
        yield


def run(kind: Kind, tests: tuple[str, ...] = ()) -> Ran:
    env = {name: value for name, value in os.environ.items() if name != "ORDER"} | kind.env  # type: ignore[operator]
    began, command = time.monotonic(), (sys.executable, *COMMANDS["test"], *kind.words, *tests)
    with busy(kind.loops), owned_popen(*command, cwd=ROOT, env=env, out=subprocess.PIPE) as running:
        said = running.communicate()[0].decode(errors="replace")
    return Ran(running.returncode, time.monotonic() - began, said)


def steady(kinds: Mapping[str, Kind], tests: tuple[str, ...]) -> bool:
    """Whether nothing failed."""
    BUILD.mkdir(exist_ok=True)
    good = True
    for name, kind in kinds.items():
        for number in range(1, kind.runs + 1):
            order = {"ORDER": os.environ.get("ORDER") or str(drawn_seed())} if "ORDER" in kind.env else {}
            ran = run(kind._replace(env={**kind.env, **order}), tests)
            told = " ".join([name, *(f"{one}={value}" for one, value in order.items())])
            line = f"{commit()}  {told}  {ran}"
            tell(line)
            with (BUILD / "steady.txt").open("a") as file:
                file.write(line + "\n")
            if ran.status != 0:
                good = False
                (BUILD / f"steady-{name.replace(' ', '-')}-{number}.txt").write_text(ran.said)
    return good


def commit() -> str:
    """The commit, with a plus if anything is changed."""
    asked = ("git", "describe", "--always", "--dirty=+", "--exclude=*")
    return subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip() or "?"


def drawn_seed() -> int:
    return SystemRandom().randrange(1_000_000)


def quick_files() -> list[str]:
    """The files of tests whose tests took little in the last run; all of them if there was none."""
    if not TAKEN.exists():
        return sorted(str(one.relative_to(ROOT)) for one in ROOT.glob("tests/**/test_*.py"))
    took: defaultdict[str, float] = defaultdict(float)
    for case in ElementTree.parse(TAKEN).iter("testcase"):
        words = case.get("classname", "").split(".")
        while words and not (path := ROOT.joinpath(*words).with_suffix(".py")).is_file():
            words.pop()  # a class in the file
        if words:
            took[str(path.relative_to(ROOT))] += float(case.get("time", "0"))
    return sorted(file for file, seconds in took.items() if seconds < MOST)


def one_file() -> bool:
    """Whether a file that is drawn never failed."""
    seed = int(os.environ.get("SEED") or drawn_seed())
    file = Random(seed).choice(quick_files())
    tell(f"SEED={seed} draws {file}: {TIMES} times beside busy processes, or as often as {BOUND:g} s allow.")
    again = (sys.executable, "-c", AGAIN, file)
    with busy(2 * (os.cpu_count() or 1)), owned_popen(*again, cwd=ROOT, out=subprocess.PIPE) as running:
        said = running.communicate()[0].decode(errors="replace")
    tell(said.rpartition("\n\n")[2].strip() if running.returncode == 0 else said)
    return running.returncode == 0


def tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(arguments: list[str]) -> int:
    ends_as_interrupted()
    if arguments == ["file"]:
        return 0 if one_file() else 1
    asked = [one.strip() for one in os.environ.get("KINDS", "").split(",") if one.strip()] or [*KINDS]
    if unknown := set(asked) - set(KINDS):
        tell(f"There is no kind {', '.join(sorted(unknown))}: there are {', '.join(KINDS)}.")
        return 2
    runs = os.environ.get("RUNS")
    kinds = {name: KINDS[name]._replace(runs=int(runs)) if runs else KINDS[name] for name in asked}
    return 0 if steady(kinds, tuple(os.environ.get("TESTS", "").split())) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

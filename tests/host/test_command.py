"""The command ``biritch``, installed from a wheel into an environment of its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from bot.host.version import VERSION
from screens.words import hosting

ROOT = Path(__file__).parents[2]
ROOMS = ("bot", "cogs", "playground", "robots", "rules", "screens", "storage", "web")
LIBRARIES = sysconfig.get_path("purelib")
"""Where the tests have what the program depends on; the environment that is tested downloads nothing."""

BUILT_FROM = "0123456789ab"
BUILD = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment in which the wheel, and nothing else, is installed."""
    setuptools = pytest.importorskip("setuptools", minversion="77")
    assert setuptools is not None
    tree, home = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("home")
    for room in (*ROOMS, "packaging/biritch", "docs/licences"):
        shutil.copytree(ROOT / room, tree / room, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "docs/reference/third-party.md"):
        (tree / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tree / file)
    environment = {**os.environ, "COMMIT": BUILT_FROM}
    subprocess.run(
        [sys.executable, "-c", BUILD, str(tree)], cwd=tree, env=environment, check=True, capture_output=True
    )
    (wheel,) = tree.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = str(home / "bin" / "python")
    install = ("install", "--quiet", "--no-deps", "--no-index", "--no-compile", str(wheel))
    subprocess.run([python, str(Path(LIBRARIES) / "pip"), *install], check=True)
    (biritch,) = home.glob("lib/python*/site-packages/biritch")
    for room in ROOMS:
        compiled_already(ROOT / room, biritch / "rooms" / room)
    return home / "bin"


def compiled_already(ours: Path, theirs: Path) -> None:
    """What this process's Python has compiled of the same files need not be compiled again. It is known by
    the time and the size of the file that it was made from."""
    for cached in ours.rglob(f"__pycache__/*.{sys.implementation.cache_tag}.pyc"):
        source = cached.parents[1] / f"{cached.name.partition('.')[0]}.py"
        copy = theirs / source.relative_to(ours)
        if copy.exists() and copy.read_bytes() == source.read_bytes():
            shutil.copystat(source, copy)
            copy.with_name("__pycache__").mkdir(exist_ok=True)
            shutil.copy(cached, copy.parent / "__pycache__")


def said(command: list[str | Path], folder: Path, *, libraries: bool = True) -> tuple[int, str]:
    env = {"PATH": os.environ["PATH"], **({"PYTHONPATH": LIBRARIES} if libraries else {})}
    done = subprocess.run(
        command,
        cwd=folder,
        env=env,
        check=False,
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return done.returncode, done.stdout.strip()


def test_an_installed_copy_runs_from_any_folder(installed: Path, tmp_path: Path) -> None:
    biritch = installed / "biritch"
    python = ".".join(map(str, sys.version_info[:3]))
    told = f"biritch {VERSION}, commit {BUILT_FROM}, Python {python}"
    assert said([biritch, "--version"], tmp_path) == (0, told)
    assert said([biritch, "check"], tmp_path)[1].splitlines()[-1] == "1 fault."
    status, told = said([biritch, "run"], tmp_path)
    assert (status, told.partition(" must")[0]) == (2, "The setting DISCORD_TOKEN")
    assert list(tmp_path.iterdir()) == []


def test_a_clone_tells_the_commit_that_is_checked_out_and_a_bare_copy_that_it_does_not_know(
    tmp_path: Path,
) -> None:
    asked = [sys.executable, "-m", "biritch", "--version"]
    python = ".".join(map(str, sys.version_info[:3]))
    git = ["git", "-C", str(ROOT), "rev-parse", "--short=12", "HEAD"]
    commit = subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
    assert said(asked, ROOT) == (0, f"biritch {VERSION}, commit {commit}, Python {python}")  # type: ignore[arg-type]
    for room in ("packaging/biritch", "bot", "rules", "screens", "storage"):
        (tmp_path / room).parent.mkdir(exist_ok=True)
        (tmp_path / room).symlink_to(ROOT / room)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    look = (
        "import sys; sys.path.insert(0, '.'); from bot.host import command; from pathlib import Path; "
        "command.ROOT, command.BUILT = Path(), Path('built.txt'); "
        "raise SystemExit(command.main(['--version']))"
    )
    bare = [sys.executable, "-c", look]
    assert said(bare, tmp_path) == (0, f"biritch {VERSION}, commit unknown, Python {python}")  # type: ignore[arg-type]


def test_it_makes_no_general_name_importable(installed: Path, tmp_path: Path) -> None:
    look = f"import importlib.util as u; print([n for n in {ROOMS!r} if u.find_spec(n)])"
    assert said([installed / "python", "-c", look], tmp_path, libraries=False) == (0, "[]")
    tops = {path.name.partition("-")[0] for path in installed.parent.glob("lib/python*/site-packages/*")}
    assert tops == {"biritch"}


def test_it_brings_neither_numpy_nor_matplotlib() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = {one.partition("==")[0] for one in project["dependencies"]}
    assert names == {
        "aiosqlite",
        "discord.py",
        "jinja2",
        "openskill",
        "pillow",
        "prometheus-client",
        "python-dotenv",
        "rich",
    }


def test_the_newest_release_of_the_changelog_that_has_a_day_is_the_one_that_is_built_and_told() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    newest = re.search(r"^## (\S+) - ", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest[1] == project["version"] == VERSION


def test_no_line_stands_twice_in_the_changes() -> None:
    pages = [ROOT / "CHANGELOG.md", *(ROOT / "docs" / "changes").glob("*.md")]
    lines = [
        line
        for one in pages
        for line in re.findall(r"^\* .+(?:\n  .+)*", one.read_text("utf-8"), re.MULTILINE)
    ]
    assert len(lines) > 100
    assert [line for line, times in Counter(lines).items() if times > 1] == []


def test_the_data_files_of_the_program_are_installed(installed: Path) -> None:
    (rooms,) = installed.parent.glob("lib/python*/site-packages/biritch/rooms")
    kept = {".sql", ".json", ".mo", ".html", ".css", ".js", ".svg", ".png", ".ttf", ".txt"}
    wanted = {
        path.relative_to(ROOT)
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.suffix in (*kept, ".py") and "__pycache__" not in path.parts
    }
    assert wanted <= {path.relative_to(rooms) for path in rooms.rglob("*")}


@pytest.mark.long
def test_the_playground_of_an_installed_copy_starts_its_bot_and_says_that_there_is_no_solver(
    installed: Path, tmp_path: Path
) -> None:
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "endplay.py").write_text("")  # found before the package in whose wheel the solver is
    env = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": f"{hidden}:{LIBRARIES}",
        "ROBOT_WORKERS": "0",
        "CARD_EMOJI": "off",
    }
    with subprocess.Popen(
        [installed / "biritch", "play", "--port", "0"],
        cwd=tmp_path,
        env=env,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as playing:
        assert playing.stdout is not None
        told = []  # type: ignore[var-annotated]
        while not (told and told[-1].startswith("Open ")):
            told.append(playing.stdout.readline())
            assert told[-1], told
        playing.terminate()
        assert playing.wait() == 0
    starting, missing, opened = told
    assert starting.startswith("Starting the bot") and opened.startswith("Open http://127.0.0.1:")
    assert hosting.SOLVER_MISSING.partition(":")[0] in missing

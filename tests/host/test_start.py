"""``start.py``, as ``make`` and a newcomer use it: it tells what it does for as long as it installs.

What it installs here are packages of nothing but small files, from a folder; nothing is downloaded."""

from __future__ import annotations

import ast
import base64
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
import zipfile
from gettext import GNUTranslations
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import start

ROOT = Path(__file__).parents[2]
PACKAGES = ("ace", "king", "queen", "jack")
FILES = 400
"""In each of them, so that a look in between finds some in place and others not."""
IMPATIENT = "import start, sys; start.EVERY = 0.005; raise SystemExit(start.main(sys.argv[1:]))"

pytestmark = pytest.mark.skipif(find_spec("ensurepip") is None, reason="without ensurepip pip is downloaded")


def wheel(folder: Path, name: str) -> str:
    """Makes a package; the hash of its file."""
    files = {f"{name}/m{number}.py": b"" for number in range(FILES)}
    info = f"{name}-1.0.dist-info"
    files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n".encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    digests = {
        one: base64.urlsafe_b64encode(sha256(data).digest()).rstrip(b"=") for one, data in files.items()
    }
    record = "".join(f"{one},sha256={digest.decode()},{len(files[one])}\n" for one, digest in digests.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as packed:
        for one, data in files.items():
            packed.writestr(one, data)
    return sha256(path.read_bytes()).hexdigest()


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What ``start.py`` reads of a clone, with a lock of these packages."""
    shutil.copy(ROOT / "start.py", tmp_path)
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    locked = [f"{one}==1.0 \\\n    --hash=sha256:{wheel(wheels, one)}\n" for one in PACKAGES]
    (tmp_path / "requirements.lock").write_text(f"# Four of them.\n{''.join(locked)}")
    (tmp_path / "requirements-play.lock").write_text(f"# Two of them.\n{''.join(locked[:2])}")
    (tmp_path / "requirements-solver.lock").write_text("")
    (tmp_path / "pyproject.toml").write_text("")
    return tmp_path


def offline(clone: Path) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(clone),
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(clone / "wheels"),
        "PIP_CONFIG_FILE": os.devnull,
    }


def test_a_python_that_is_too_old_is_told_which_it_takes() -> None:
    """From 3.6 on, the one of RHEL 8; Python 2 finds an error of syntax. Those are asked that are here."""
    functions = [
        one
        for one in ast.walk(ast.parse((ROOT / "start.py").read_text("utf-8"), feature_version=(3, 6)))
        if isinstance(one, ast.FunctionDef)
    ]
    evaluated = [one for function in functions for one in (function.returns, *ast.walk(function.args))]
    assert not [one for one in evaluated if isinstance(one, ast.Subscript | ast.BinOp)]
    for minor in range(6, 11):
        for python in Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python"):
            done = subprocess.run(
                [python, "start.py", "play"], cwd=ROOT, capture_output=True, text=True, check=False
            )
            sentence = f"Biritch needs Python 3.11 or newer; this is 3.{minor}.\n"
            assert (done.returncode, done.stdout, done.stderr) == (2, "", sentence)


@pytest.mark.long
def test_it_says_at_once_how_much_it_installs_and_goes_on_telling_while_pip_says_nothing(clone: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-u", "-c", IMPATIENT, "venv"],
        cwd=clone,
        env=offline(clone),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as installing:
        assert installing.stdout is not None
        home = clone / ".venv"
        assert installing.stdout.readline() == (
            f"Installing 4 packages into {home}, once; it takes about two minutes.\n"
        )
        told = installing.stdout.read()
        assert installing.wait() == 0, told
    assert told.index("ace") < told.index("Installing collected packages")
    assert re.search(r"^[1-4] of 4 packages are in place\.$", told, re.MULTILINE), told
    assert (home / "ready").exists()


@pytest.mark.long
def test_to_play_brings_its_own_packages_alone_and_all_else_the_rest(clone: Path) -> None:
    def installed(command: str) -> set[str]:
        asked = [sys.executable, "-c", IMPATIENT, command]
        subprocess.run(asked, cwd=clone, env=offline(clone), check=True, capture_output=True)
        return {
            one.name.partition("-")[0] for one in clone.glob(".venv/lib/python*/site-packages/*.dist-info")
        }

    assert installed("venv-play") == set(PACKAGES[:2])
    assert not [*clone.glob(".venv/lib/python*/site-packages/ace/__pycache__")]
    assert installed("venv") >= {*PACKAGES, "pip"}
    before = sorted(clone.glob(".venv/**"))
    assert installed("venv-play") >= {*PACKAGES} and sorted(clone.glob(".venv/**")) == before


@pytest.mark.long
def test_an_environment_whose_python_has_moved_on_or_gone_is_made_anew(clone: Path) -> None:
    """As at an upgrade of the system: its packages are where the new Python does not look."""
    (clone / "requirements-play.lock").write_text("# Nothing.\n")

    def installed() -> Path:
        asked = [sys.executable, "-c", IMPATIENT, "venv-play"]
        subprocess.run(asked, cwd=clone, env=offline(clone), check=True, capture_output=True)
        (packages,) = clone.glob(".venv/lib/python*/site-packages")
        return packages

    packages = installed()
    (packages / "mine").touch()
    assert installed() == packages and (packages / "mine").exists()
    packages.parent.rename(packages.parent.with_name("python3.4"))
    assert installed() == packages and not (packages / "mine").exists()
    (packages / "mine").touch()
    python = clone / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/usr/bin/python3.4")
    assert installed() == packages and not (packages / "mine").exists()


def test_ctrl_c_while_packages_are_installed_is_no_fault(clone: Path) -> None:
    listens = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler); {IMPATIENT}"
    with subprocess.Popen(
        [sys.executable, "-u", "-c", listens, "venv-play"],
        cwd=clone,
        env=offline(clone),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as installing:
        assert installing.stdout is not None
        assert installing.stdout.readline().startswith("Installing 2 packages")
        os.killpg(installing.pid, signal.SIGINT)
        told = installing.stdout.read()
        assert installing.wait() == 130, told
    assert 'start.py", line' not in told  # what is run besides tells of its own


class Terminal(io.StringIO):
    """Lets the installation end once it has shown that one package is in place."""

    def __init__(self, seen: Path) -> None:
        super().__init__()
        self.seen = seen

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if "1 of 4" in text:
            self.seen.touch()
        return super().write(text)


def test_on_a_terminal_one_line_moves_from_the_beginning_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal(tmp_path / "seen")
    monkeypatch.setattr(start, "HOME", tmp_path)
    monkeypatch.setattr(start, "EVERY", 0.005)
    monkeypatch.setattr(sys, "stdout", terminal)
    install = (
        "import pathlib, sys, time; home = pathlib.Path(sys.argv[1]); "
        "(home / 'lib/python3/site-packages/ace-1.0.dist-info').mkdir(parents=True)\n"
        "while not (home / 'seen').exists(): time.sleep(0.005)"
    )
    start.watched([sys.executable, "-c", install, str(tmp_path)], 4)
    first, *_, last = terminal.getvalue().rstrip("\n").split("\r")[1:]
    assert first == "0 of 4 packages are in place, after 0 s."
    assert last.startswith("1 of 4 packages are in place, after ")
    assert terminal.getvalue().count("\n") == 1


def pins(lock: str) -> dict[str, str]:
    """What a lock pins: the name and version of each package, with its hashes."""
    blocks = re.split(r"^(?=\w)", (ROOT / lock).read_text("utf-8"), flags=re.MULTILINE)[1:]
    return {one.split()[0]: " ".join(sorted(re.findall(r"--hash=(\S+)", one))) for one in blocks}


def test_what_is_played_with_is_a_part_of_all_in_the_same_versions() -> None:
    to_play, every = pins("requirements-play.lock"), pins("requirements.lock")
    assert to_play.items() <= every.items()
    names = {one.partition("==")[0] for one in to_play}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = {one.partition("==")[0].replace(".", "-") for one in [*project["dependencies"], *extras["play"]]}
    assert asked | {"polib"} <= names
    assert names.isdisjoint({one.partition("==")[0] for one in extras["dev"]} - {"polib"})
    assert len(names) <= 25


def test_sentences_compiled_without_babel_are_those_that_babel_compiles(tmp_path: Path) -> None:
    pytest.importorskip("polib", reason="the environment is older than the lock")
    for po in (ROOT / "screens" / "words" / "catalogues").glob("*.po"):
        (folder := tmp_path / "screens" / "words" / "catalogues").mkdir(parents=True, exist_ok=True)
        shutil.copy(po, folder)
        start.compile_catalogues(sys.executable, tmp_path)
        with (folder / po.with_suffix(".mo").name).open("rb") as ours, po.open("rb") as written:
            theirs = io.BytesIO()
            write_mo(theirs, read_po(written, locale=po.stem))
            theirs.seek(0)
            without_head = [vars(GNUTranslations(one))["_catalog"] for one in (ours, theirs)]
        for one in without_head:
            del one[""]
        assert without_head[0] == without_head[1]


def test_sentences_that_are_newer_than_what_was_compiled_of_them_are_compiled_anew(tmp_path: Path) -> None:
    (folder := tmp_path / "screens" / "words" / "catalogues").mkdir(parents=True)
    (folder / "fr.po").write_text('msgid "Join"\nmsgstr "Rejoindre"\n', "utf-8")
    (old := folder / "fr.mo").write_bytes(b"old")
    os.utime(old, (0, 0))
    start.compile_catalogues(sys.executable, tmp_path)
    with old.open("rb") as compiled:
        assert GNUTranslations(compiled).gettext("Join") == "Rejoindre"


def other_pythons_wheel(folder: Path) -> str:
    """A package that has a wheel for Python 3.13 alone; the hash of its file."""
    wheel(folder, "solver")
    foreign = folder / "solver-1.0-cp313-none-any.whl"
    (folder / "solver-1.0-py3-none-any.whl").rename(foreign)
    return sha256(foreign.read_bytes()).hexdigest()


def bring(clone: Path, tmp_path: Path) -> tuple[subprocess.CompletedProcess[str], bool]:
    """``python start.py solver`` in a virtual environment, and whether the package is in it then."""
    home = tmp_path / "environment"
    if not home.exists():
        borrowed = [
            "--without-pip",
            "--system-site-packages",
        ]  # the pip of the Python that this one was made from
        subprocess.run([sys.executable, "-m", "venv", *borrowed, str(home)], check=True)
    env = {"PATH": os.environ["PATH"], "HOME": str(clone), "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull}
    env["PIP_FIND_LINKS"] = str(clone / "wheels")
    done = subprocess.run(
        [str(home / "bin" / "python"), "start.py", "solver"],
        cwd=clone,
        env=env,
        text=True,
        capture_output=True,
        check=False,
    )
    return done, any(home.glob("lib/python*/site-packages/solver/m0.py"))


def test_the_solver_comes_by_the_wheel_of_another_python_if_its_hash_is_right(
    clone: Path, tmp_path: Path
) -> None:
    lock = clone / "requirements-solver.lock"
    digest = other_pythons_wheel(clone / "wheels")
    lock.write_text(f"solver==1.0 --hash=sha256:{'0' * 64}\n")
    refused, is_there = bring(clone, tmp_path)
    assert (refused.returncode, is_there) == (1, False)
    assert refused.stdout.splitlines()[-1].startswith(
        "No double-dummy solver for this machine: robots do without it, and no deal is analysed. ("
    )
    lock.write_text(f"solver==1.0 --hash=sha256:{digest}\n")
    done, is_there = bring(clone, tmp_path)
    assert (done.returncode, is_there) == (0, True), done.stdout


def test_the_lock_of_the_solver_holds_for_every_python() -> None:
    """pip would pass over a line that is marked for older ones, and say nothing."""
    lines = (ROOT / "requirements-solver.lock").read_text("utf-8").splitlines()
    (package,) = [line for line in lines if "==" in line]
    assert ";" not in package

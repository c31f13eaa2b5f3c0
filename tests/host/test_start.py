"""``start.py``, as ``make`` and a newcomer use it: it tells what it does for as long as it installs.

What it installs here are packages of nothing but small files, from a folder; nothing is downloaded."""

from __future__ import annotations

import base64
import os
import re
import shutil
import subprocess
import sys
import zipfile
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("ace", "king", "queen", "jack")
FILES = 400
"""In each of them, so that a look in between finds some in place and others not."""
IMPATIENT = "import start; start.EVERY = 0.005; raise SystemExit(start.main(['venv']))"

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
    locked = "".join(f"{one}==1.0 \\\n    --hash=sha256:{wheel(wheels, one)}\n" for one in PACKAGES)
    (tmp_path / "requirements.lock").write_text(f"# Four of them.\n{locked}")
    (tmp_path / "requirements-solver.lock").write_text("")
    (tmp_path / "pyproject.toml").write_text("")
    return tmp_path


@pytest.mark.long
def test_it_says_at_once_how_much_it_installs_and_goes_on_telling_while_pip_says_nothing(clone: Path) -> None:
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(clone),
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(clone / "wheels"),
        "PIP_CONFIG_FILE": os.devnull,
    }
    with subprocess.Popen(
        [sys.executable, "-u", "-c", IMPATIENT],
        cwd=clone,
        env=env,
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
        "No double-dummy solver for this machine: robots do without it, and /analyse says so. ("
    )
    lock.write_text(f"solver==1.0 --hash=sha256:{digest}\n")
    done, is_there = bring(clone, tmp_path)
    assert (done.returncode, is_there) == (0, True), done.stdout


def test_the_lock_of_the_solver_holds_for_every_python() -> None:
    """pip would pass over a line that is marked for older ones, and say nothing."""
    lines = (ROOT / "requirements-solver.lock").read_text("utf-8").splitlines()
    (package,) = [line for line in lines if "==" in line]
    assert ";" not in package

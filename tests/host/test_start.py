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

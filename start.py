"""``python3 start.py play`` or ``test``: all from a fresh clone, with nothing but a Python from 3.11 on.

Makes ``.venv``, or what ``VENV`` names, with what ``requirements.lock`` pins, each package checked by its
hash, and then does what was asked. ``python start.py solver`` brings the double-dummy solver alone into the
virtual environment whose Python this is. ``make`` uses it too. Debian splits ``ensurepip`` from its Python;
where it is missing, pip itself is downloaded, and checked by its hash like everything else.
"""

import hashlib
import importlib.util
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
HOME = HERE / os.environ.get("VENV", ".venv")
READY = HOME / "ready"
PYTHON = HOME / ("Scripts" if os.name == "nt" else "bin") / "python"
LOCKS = ("pyproject.toml", "requirements.lock", "requirements-solver.lock")
PIP = (
    "https://files.pythonhosted.org/packages/44/3c/d717024885424591d5376220b5e836c2d5293ce2011523c9de23ff7bf068/"
    "pip-25.3-py3-none-any.whl"
)
PIP_HASH = "9655943313a94722b7774661c21049070f6bbb0a1516bf02f7c8d5d9201514cd"
COMMANDS = {
    "venv": [],
    "play": ["-m", "biritch", "play"],
    "run": ["-m", "biritch", "run"],
    "test": ["-m", "pytest", "-n", "7", "--dist", "worksteal", "-m", "not long"],
    "solver": [],
}
EVERY = 2.0
"""Seconds between two looks at how many packages are in place, while pip says nothing."""
NO_SOLVER = "No double-dummy solver for this machine: robots do without it, and /analyse says so."
FOREIGN = ("--python-version", "3.13", "--implementation", "cp", "--abi", "cp313")
"""Which wheel of the solver is taken, on whatever Python. What is used of it is a library in C that knows no
Python, and there is no wheel of it for those newer than 3.13."""
SITE = "import sysconfig; print(sysconfig.get_path('platlib'))"


def main(arguments: list[str]) -> int:
    """The exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036 (it is also started by those that are older)
        print("Biritch needs Python 3.11 or newer; this is {}.{}.".format(*sys.version_info), file=sys.stderr)
        return 2
    if not arguments or arguments[0] not in COMMANDS:
        print(f"python3 start.py {' | '.join(COMMANDS)}", file=sys.stderr)
        return 2
    os.chdir(HERE)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if arguments[0] == "solver" and sys.prefix != sys.base_prefix:
        return bring_solver(sys.executable, [sys.executable, "-m", "pip"])
    try:
        if not READY.exists() or any(Path(one).stat().st_mtime > READY.stat().st_mtime for one in LOCKS):
            prepare()
        if any(not mo.exists() or mo.stat().st_mtime < po.stat().st_mtime for po, mo in catalogues()):
            subprocess.run([str(PYTHON), "setup.py", "--quiet", "catalogues"], check=True)
    except (OSError, subprocess.CalledProcessError) as fault:
        print(f"The packages could not be installed: {fault}", file=sys.stderr)
        return 2
    if not COMMANDS[arguments[0]]:
        return 0
    try:
        done = subprocess.run([str(PYTHON), *COMMANDS[arguments[0]], *arguments[1:]], check=False)
    except KeyboardInterrupt:
        return 130
    return done.returncode


def catalogues() -> list[tuple[Path, Path]]:
    """Each catalogue of sentences as it is written, and where it is compiled to."""
    return [(po, po.with_suffix(".mo")) for po in HERE.glob("screens/words/catalogues/*.po")]


def prepare() -> None:
    """Raises OSError, CalledProcessError."""
    count = sum("==" in line.partition(" ")[0] for line in Path("requirements.lock").read_text().splitlines())
    print(f"Installing {count} packages into {HOME}, once; it takes about two minutes.", flush=True)
    has_pip = importlib.util.find_spec("ensurepip") is not None
    without = [] if has_pip else ["--without-pip"]
    subprocess.run([sys.executable, "-m", "venv", *without, str(HOME)], check=True)
    pip = [str(PYTHON), "-m", "pip"] if has_pip else [str(PYTHON), str(downloaded_pip() / "pip")]
    install = [*pip, "install", "--disable-pip-version-check", "--require-hashes"]
    watched([*install, "-r", "requirements.lock"], count)
    bring_solver(str(PYTHON), pip)
    READY.touch()


def bring_solver(python: str, pip: list[str]) -> int:
    """Installs the solver beside the packages of ``python``, and says so where it cannot be had; pip's exit
    status. Raises CalledProcessError."""
    site = subprocess.run([python, "-c", SITE], check=True, capture_output=True, text=True).stdout.strip()
    # Of the solver's package only the library in its wheel is used, so nothing that it needs is installed.
    wheel = [
        "--require-hashes",
        "--no-deps",
        "--only-binary",
        ":all:",
        *FOREIGN,
        "-r",
        "requirements-solver.lock",
    ]
    target = ["--target", site, "--upgrade"]
    done = subprocess.run(
        [*pip, "install", "--disable-pip-version-check", *target, *wheel],
        check=False,
        stderr=subprocess.PIPE,
        text=True,
    )
    if done.returncode:
        reason = done.stderr.strip().rpartition("\n")[2]
        print(f"{NO_SOLVER} ({reason})", flush=True)
    return done.returncode


def watched(install: list[str], count: int) -> None:
    """Pip tells of what it downloads, and says nothing while it unpacks it. Raises CalledProcessError."""
    before = told = in_place()
    with subprocess.Popen(install) as pip:
        while True:
            try:
                status = pip.wait(EVERY)
                break
            except subprocess.TimeoutExpired:
                if (now := in_place()) > told:
                    print(f"{now - before} of {count} packages are in place.", flush=True)
                    told = now
    if status != 0:
        raise subprocess.CalledProcessError(status, install)


def in_place() -> int:
    places = ("lib/python*/site-packages", "Lib/site-packages")  # the second on Windows
    return sum(1 for place in places for _ in HOME.glob(f"{place}/*.dist-info"))


def downloaded_pip() -> Path:
    """The wheel of pip, which runs as it is. Raises OSError."""
    wheel = HOME / PIP.rpartition("/")[2]
    with urllib.request.urlopen(PIP, timeout=60) as answer:
        content: bytes = answer.read()
    if hashlib.sha256(content).hexdigest() != PIP_HASH:
        raise OSError(f"{PIP} is not what it was")
    wheel.write_bytes(content)
    return wheel


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

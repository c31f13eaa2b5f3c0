"""``python3 start.py play`` or ``test``: all from a fresh clone, with nothing but a Python from 3.11 on.

Makes ``.venv``, or what ``VENV`` names, with what a lock pins, each package checked by its hash, and then
does what was asked. To play it brings what ``requirements-play.lock`` pins, for all else what
``requirements.lock`` does, which has the same and more. ``python start.py solver`` brings the double-dummy
solver alone into the virtual environment whose Python this is. ``make`` uses it too. Debian splits
``ensurepip`` from its Python; where it is missing, pip itself is downloaded, and checked by its hash like
everything else.
"""

import hashlib
import importlib.util
import os
import subprocess
import sys
import sysconfig
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
HOME = HERE / os.environ.get("VENV", ".venv")
PYTHON = HOME / ("Scripts" if os.name == "nt" else "bin") / "python"
ALL, TO_PLAY = "requirements.lock", "requirements-play.lock"
READY = {ALL: HOME / "ready", TO_PLAY: HOME / "ready-play"}
"""What is touched once a lock is installed. Whoever has all has what it takes to play."""
PIP = (
    "https://files.pythonhosted.org/packages/44/3c/d717024885424591d5376220b5e836c2d5293ce2011523c9de23ff7bf068/"
    "pip-25.3-py3-none-any.whl"
)
PIP_HASH = "9655943313a94722b7774661c21049070f6bbb0a1516bf02f7c8d5d9201514cd"
COMMANDS = {
    "venv": [],
    "venv-play": [],
    "play": ["-m", "biritch", "play"],
    "run": ["-m", "biritch", "run"],
    "test": ["-m", "pytest", "-n", "7", "--dist", "worksteal", "-m", "not long"],
    "solver": [],
}
EVERY = 0.5
"""Seconds between two looks at how many packages are in place."""
QUIET = 3.0
"""Seconds after which a line says, where lines stay, that nothing is new."""
# Of Babel, which writes the catalogues, thirty megabytes would come along.
COMPILE = "import polib, sys; polib.pofile(sys.argv[1]).save_as_mofile(sys.argv[2])"
NO_SOLVER = "No double-dummy solver for this machine: robots do without it, and no deal is analysed."
FOREIGN = ("--python-version", "3.13", "--implementation", "cp", "--abi", "cp313")
"""Which wheel of the solver is taken, on whatever Python. What is used of it is a library in C that knows no
Python, and there is no wheel of it for those newer than 3.13."""
SITE = "import sysconfig; print(sysconfig.get_path('platlib'))"


def main(arguments: "list[str]") -> int:  # in quotes it is no error of Python 3.8 either
    """The exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036 (it is also started by those that are older)
        print("Biritch needs Python 3.11 or newer; this is {}.{}.".format(*sys.version_info), file=sys.stderr)
        return 2
    if not arguments or arguments[0] not in COMMANDS:
        print(f"python3 start.py {' | '.join(COMMANDS)}", file=sys.stderr)
        return 2
    os.chdir(HERE)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        if arguments[0] == "solver" and sys.prefix != sys.base_prefix:
            return bring_solver(sys.executable, [sys.executable, "-m", "pip"])
        lock = TO_PLAY if arguments[0] in ("play", "venv-play") else ALL
        works = is_whole()
        if not works or not any(is_ready(one) for one in (ALL, lock)):
            prepare(lock, works)
        READY[lock].touch()
        compile_catalogues(str(PYTHON), HERE)
        if not COMMANDS[arguments[0]]:
            return 0
        return subprocess.run([str(PYTHON), *COMMANDS[arguments[0]], *arguments[1:]], check=False).returncode
    except KeyboardInterrupt:
        return 130
    except (OSError, subprocess.CalledProcessError) as fault:
        print(f"The packages could not be installed: {fault}", file=sys.stderr)
        return 2


def compile_catalogues(python: str, clone: Path) -> None:
    """Compiles each catalogue of sentences that is newer than what was compiled of it. Raises
    CalledProcessError."""
    for po in clone.glob("screens/words/catalogues/*.po"):
        mo = po.with_suffix(".mo")
        if not mo.exists() or mo.stat().st_mtime < po.stat().st_mtime:
            subprocess.run([python, "-c", COMPILE, str(po), str(mo)], check=True)


def is_whole() -> bool:
    """Whether the environment's Python runs, and is still the one for which its packages were installed: that
    of the system may have moved on."""
    try:
        asked = subprocess.run([str(PYTHON), "-c", SITE], check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return Path(asked.stdout.strip()).is_dir()


def is_ready(lock: str) -> bool:
    """Whether what the lock pins has been installed since it was last changed."""
    ready, since = READY[lock], ("pyproject.toml", lock, "requirements-solver.lock")
    return ready.exists() and all(Path(one).stat().st_mtime <= ready.stat().st_mtime for one in since)


def prepare(lock: str, works: bool) -> None:
    """Installs what the lock pins, into a new environment if none ``works``. Raises OSError,
    CalledProcessError."""
    count = sum("==" in line.partition(" ")[0] for line in Path(lock).read_text().splitlines())
    time_told = "half a minute" if lock == TO_PLAY else "two minutes"
    print(f"Installing {count} packages into {HOME}, once; it takes about {time_told}.", flush=True)
    if not works:
        anew = ["--clear"] if (HOME / "pyvenv.cfg").exists() else []  # and nobody's folder of something else
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", *anew, str(HOME)], check=True)
    # To play it takes no pip of one's own, which would be a sixth of all.
    if lock == ALL and importlib.util.find_spec("ensurepip") is not None:
        subprocess.run([str(PYTHON), "-m", "ensurepip"], check=True, stdout=subprocess.DEVNULL)
    pip = [str(PYTHON), str((bundled_pip() or downloaded_pip()) / "pip")]
    install = [*pip, "install", "--disable-pip-version-check", "--require-hashes"]
    # Python compiles what it imports; the rest would be a tenth of all, and takes a third of the time.
    spare = ["--no-compile"] if lock == TO_PLAY else []
    watched([*install, *spare, "-r", lock], count)
    bring_solver(str(PYTHON), pip)


def bring_solver(python: str, pip: "list[str]") -> int:
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
    print("Bringing the double-dummy solver.", flush=True)
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


def watched(install: "list[str]", count: int) -> None:
    """Tells how many packages are in place: on a terminal in one line that moves, elsewhere in lines, among
    what pip says. Raises CalledProcessError."""
    moves = sys.stdout.isatty()
    before, told, began, last = in_place(), 0, time.monotonic(), 0.0
    with subprocess.Popen([*install, *(["--quiet"] if moves else [])]) as pip:
        while True:
            try:
                status = pip.wait(EVERY)
                break
            except subprocess.TimeoutExpired:
                there, took = in_place() - before, time.monotonic() - began
                line = f"{there} of {count} packages are in place"
                if moves:
                    print(f"\r{line}, after {took:.0f} s.", end="", flush=True)
                elif there > told or took - last > QUIET:
                    print(f"{line}." if there > told else f"{line}, after {took:.0f} s.", flush=True)
                    told, last = there, took
    if moves:
        print()
    if status != 0:
        raise subprocess.CalledProcessError(status, install)


def in_place() -> int:
    places = ("lib/python*/site-packages", "Lib/site-packages")  # the second on Windows
    return sum(1 for place in places for _ in HOME.glob(f"{place}/*.dist-info"))


def bundled_pip() -> "Path | None":
    """The wheel from which Python's own ``ensurepip`` would install pip, if there is one."""
    spec = importlib.util.find_spec("ensurepip")
    folders = [sysconfig.get_config_var("WHEEL_PKG_DIR")]
    if spec is not None and spec.origin is not None:
        folders.append(str(Path(spec.origin).parent / "_bundled"))
    wheels = [wheel for folder in folders if folder for wheel in Path(folder).glob("pip-*.whl")]
    return wheels[0] if spec is not None and wheels else None


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

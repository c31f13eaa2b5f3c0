"""Where the packages of an installed copy are found; all else about the build stands in pyproject.toml.

In the repository ``bot``, ``rules`` and the others are folders at the top, and ``packaging/biritch`` is the
package that is installed. Names as general as these must not become importable for every program of an
environment, so they are installed inside the package ``biritch``, in a folder that only the command
``biritch`` puts on the path of its own process. pyproject.toml has no way to say that a whole tree of
packages is installed elsewhere.
"""

import os
import subprocess
from pathlib import Path
from typing import ClassVar

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import Command, find_packages, setup
from setuptools.command.build_py import build_py

ROOMS = ("rules", "robots", "screens", "bot", "cogs", "web", "storage", "playground")
CATALOGUES = Path(__file__).parent / "screens" / "words" / "catalogues"


class Catalogues(Command):
    """``python setup.py catalogues``: compiles each ``.po`` that is newer than its ``.mo``."""

    user_options: ClassVar = []

    def initialize_options(self):
        pass

    def finalize_options(self):
        pass

    def run(self):
        for written in CATALOGUES.glob("*.po"):
            compiled = written.with_suffix(".mo")
            if not compiled.exists() or compiled.stat().st_mtime < written.stat().st_mtime:
                with written.open("rb") as source, compiled.open("wb") as into:
                    write_mo(into, read_po(source, locale=written.stem))


def commit():
    """Of the clone that is built from, or the one that COMMIT names; empty if neither is known."""
    here = Path(__file__).parent
    if (here / ".git").exists():
        asked = ["git", "-C", str(here), "rev-parse", "--short=12", "HEAD"]
        try:
            return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            pass
    return os.environ.get("COMMIT", "")


class Build(build_py):
    def run(self):
        self.run_command("catalogues")
        super().run()
        built = Path(self.build_lib, "biritch", "rooms", "built.txt")  # bot/host/version.py reads it
        built.write_text(f"{self.distribution.get_version()} {commit()}\n", "utf-8")


setup(
    cmdclass={"catalogues": Catalogues, "build_py": Build},
    packages=[
        "biritch",
        *(f"biritch.rooms.{name}" for room in ROOMS for name in find_packages(include=[room, f"{room}.*"])),
    ],
    package_dir={"biritch": "packaging/biritch", **{f"biritch.rooms.{room}": room for room in ROOMS}},
    package_data={
        "biritch.rooms.robots": ["data/*.json"],
        "biritch.rooms.storage": ["*.sql"],
        "biritch.rooms.web": ["static/*", "templates/*"],
        "biritch.rooms.playground": ["discord.json", "pages/*"],
        "biritch.rooms.screens": ["*.txt", "words/catalogues/*.mo", "pictures/fonts/*"],
    },
)

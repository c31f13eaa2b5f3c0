"""Follows a recipe of ``docs/how-to`` in a copy of the tree.

A block of code below a line that ends with the name of a file, in backquotes, and a colon is that file, or a
part to add at its end if there is such a file. A ``diff`` below it says which lines to put between lines that
stand there: the first place that has them is taken.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.docs.pages import text_of
from tests.trials.mutants.copies import copied

FOLLOWED: Final = (
    "docs/how-to/add-a-command.md",
    "docs/how-to/add-a-game.md",
    "docs/how-to/add-an-option.md",
    "docs/how-to/write-a-test.md",
)
"""The pages whose files are whole."""

_BLOCK: Final = re.compile(r"`([\w./-]+)`:\n\n```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Step:
    """What a recipe says of one file."""

    path: str
    language: str
    text: str
    page: str = ""

    def follow(self, tree: Path) -> None:
        """Does it in this tree. Raises ValueError if a line to stand before or behind is not there."""
        file = tree / self.path
        if self.language == "diff":
            file.write_text(self._patched(file.read_text("utf-8")), "utf-8")
        elif file.exists():
            before = file.read_text("utf-8")
            gap = "\n\n\n" if self.language == "python" else "\n\n"
            file.write_text(before.rstrip("\n") + gap + self.text, "utf-8")
        else:
            file.write_text(self.text, "utf-8")

    def _patched(self, before: str) -> str:
        lines = self.text.splitlines()
        old = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("+"))
        new = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("-"))
        if f"\n{old}" not in f"\n{before}":
            raise ValueError(
                f"{self.page} shows lines that do not stand in {self.path}; if they have been changed there, "
                f"change the page too:\n{old}"
            )
        return f"\n{before}".replace(f"\n{old}", f"\n{new}", 1).removeprefix("\n")


def steps(page: str) -> list[Step]:
    """What the page says of files, in order; of a page that is not to be followed, nothing."""
    if page not in FOLLOWED:
        return []
    return [Step(path, language, text, page) for path, language, text in _BLOCK.findall(text_of(page))]


def without_steps(page: str) -> str:
    """The text of a page without the blocks that are files of the reader's, or parts of them."""
    return _BLOCK.sub("", text_of(page)) if page in FOLLOWED else text_of(page)


def followed(into: Path, *pages: str) -> Path:
    """A copy of the tree in which everything has been done that the pages say of files, in this order."""
    tree = copied(into)
    for page in pages:
        for step in steps(page):
            step.follow(tree)
    return tree


def run(tree: Path, *arguments: str) -> str:
    """What Python prints in this tree. Raises AssertionError with it unless it ends well."""
    ours = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "PYTHONPATH"))}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=tree, env=ours, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout

"""Figures that were fitted or counted, from the files in ``robots/data/``. Programs in ``lab/`` write them.

Each file is JSON. It is read once, at the import of the module that uses it, and must have the digest that
stands here: with figures changed by hand, or of another version, robots would silently play worse.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

DATA: Final = Path(__file__).parent / "data"

DIGESTS: Final[Mapping[str, str]] = {
    "habits": "f9509fe5774678ee47b8889a4fc01cdccc6907c4b6598717141ea1169f37d110",
    "leads": "20354b9a63b2199bbbdc586779075c7354264f7f05dcea2d553be0397eff0b68",
    "tricks": "a609badfab328780ec4dfd860008ded5bd24aaaa3f8fd01bf281fb3d6ee9ddd5",
}
"""The SHA-256 of each file, by its name. A fitting program prints the new one."""


class ChangedFigures(Exception):
    """A file of figures is not the one that these robots were measured with; ``name`` is the file's."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def figures(name: str) -> Any:
    """The content of a file, with tuples for arrays. Raises ChangedFigures."""
    content = (DATA / f"{name}.json").read_bytes()
    if sha256(content).hexdigest() != DIGESTS[name]:
        raise ChangedFigures(name)
    return _as_tuples(json.loads(content))


def write_figures(name: str, value: object) -> str:
    """Write a file of figures. Returns its digest."""
    text = json.dumps(value, separators=(",", ":")).replace("],[", "],\n[").replace('},"', '},\n"') + "\n"
    (DATA / f"{name}.json").write_text(text, "utf-8")
    return sha256(text.encode()).hexdigest()


def _as_tuples(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _as_tuples(one) for key, one in value.items()}
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value

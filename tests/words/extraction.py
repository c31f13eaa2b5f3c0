"""Finds the sentences in the code, and brings the catalogues of the other languages up to date with them.

A catalogue is a ``.po`` file for people and a ``.mo`` file compiled from it, which is what the bot reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from screens.words.languages import CATALOGUES, ENGLISH, LANGUAGES

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = ("bot", "cogs", "screens", "web")
OTHERS: Final = tuple(language for language in LANGUAGES if language != ENGLISH)

CALLS: Final = {
    "say": None,
    "Sentence": None,
    "marked": None,
    "meant": ((1, "c"), 2),
    "Label": ((1, "c"), 2),
    "marked_as": ((1, "c"), 2),
    "counted": (2, 3),
    "Plural": (1, 2),
}
"""The functions that say sentences, with the places of the sentence, of the plural, and of what is meant."""


_ANY: Final = re.compile(rf"\b(?:{'|'.join(CALLS)})\s*\(".encode())


def _where_any(file: IO[bytes], *how: Any, **options: Any) -> Iterator[Any]:
    """Babel's reader of Python for the third part of the code in which anything is said: it is slow."""
    if _ANY.search(file.read()):
        file.seek(0)
        yield from extract_python(file, *how, **options)


@cache
def sentences() -> Catalog:
    """Every sentence in the code, in the order in which they stand there. Nobody changes it."""
    found = Catalog(project="Biritch")
    for room in ROOMS:
        read = [("**.py", _where_any)]
        paths = extract_from_dir(ROOT / room, read, keywords=CALLS)  # type: ignore[arg-type]
        for file, _, message, _, sense in paths:
            found.add(message, locations=[(f"{room}/{file}", 0)], context=sense)
    return found


@cache
def catalogue(language: str) -> Catalog:
    """The catalogue of a language as it was written down when it was first asked for. Nobody changes it."""
    return _read(language)


def _read(language: str) -> Catalog:
    with (CATALOGUES / f"{language}.po").open("rb") as written:
        return read_po(written, locale=language)


def compiled(written: Catalog) -> bytes:
    into = BytesIO()
    write_mo(into, written)
    return into.getvalue()


def bring_up_to_date() -> Iterator[str]:
    """Writes all catalogues. Yields a line for each about what is still to be translated."""
    found = sentences()
    for language in OTHERS:
        path = CATALOGUES / f"{language}.po"
        written = _read(language) if path.exists() else Catalog(locale=language, project="Biritch")
        written.update(found, no_fuzzy_matching=True, update_creation_date=False)
        written.obsolete.clear()
        written.fuzzy = False
        with path.open("wb") as into:
            write_po(into, written, width=100, omit_header=False, include_lineno=False, sort_output=False)
        (CATALOGUES / f"{language}.mo").write_bytes(compiled(_read(language)))
        missing = sum(1 for one in written if one.id and not _told(one.string))
        yield f"{language}: {missing} of {len(written)} sentences are missing"


def _told(string: str | tuple[str, ...] | list[str] | None) -> bool:
    return bool(string) if isinstance(string, str | None) else all(string)

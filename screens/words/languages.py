"""The languages that the bot speaks, and how a sentence is said in the one that is set.

A sentence stands in the code in English; gettext catalogues beside this module hold it in the other
languages. ``spoken`` sets the language for everything that is drawn inside it, in this task alone. It is set
where a screen is drawn, for the room or for one person, and where a press or command is answered.

A sentence is a constant that is called with its parts: ``LEADS = Sentence("{seat} leads.")`` and
``LEADS(seat=...)``. ``tests/words/test_parts.py`` checks that every call names exactly the parts that the
sentence has. ``say``, ``meant`` and ``counted`` say a sentence at the one place that decides to. A ``Noun``
among the parts can be asked for another form by a translation, as in ``{seat:gen}``.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from types import MappingProxyType
from typing import Final, ParamSpec, TypeVar

ENGLISH: Final = "en"
LANGUAGES: Final[Mapping[str, str]] = MappingProxyType(
    {ENGLISH: "English", "fr": "Français", "ru": "Русский"}
)
"""The code of each language with its own name for itself."""

CATALOGUES: Final = Path(__file__).parent / "catalogues"


@cache
def _catalogue(language: str) -> NullTranslations:
    """Read at first use, so that a bot that only speaks English reads none."""
    if language == ENGLISH:
        return NullTranslations()
    with (CATALOGUES / f"{language}.mo").open("rb") as compiled:
        return GNUTranslations(compiled)


class CatalogueMissing(Exception):
    """A catalogue has not been compiled, or cannot be read."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


def find_catalogues() -> None:
    """Raises CatalogueMissing where one has not been compiled, or may not be read."""
    for language in LANGUAGES:
        path = CATALOGUES / f"{language}.mo"
        if language != ENGLISH and not os.access(path, os.R_OK):
            raise CatalogueMissing(path)


def read_catalogues() -> None:
    """Read all of them now. Raises CatalogueMissing."""
    for language in LANGUAGES:
        try:
            _catalogue(language)
        except (OSError, ValueError, struct.error):
            raise CatalogueMissing(CATALOGUES / f"{language}.mo") from None


_SPOKEN: Final = ContextVar("language", default=ENGLISH)
_ROOM: Final = ContextVar[str | None]("language of the room", default=None)


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Everything said inside is said in this language. It stands beside nothing, no matter whose press it
    is that this follows."""
    before, room = _SPOKEN.set(language), _ROOM.set(None)
    try:
        yield
    finally:
        _SPOKEN.reset(before)
        _ROOM.reset(room)


def speak(language: str) -> None:
    """Everything that this task says from now on is said in this language."""
    _SPOKEN.set(language)


language_spoken: Final = _SPOKEN.get
"""The code of the language that is set."""

P = ParamSpec("P")
T = TypeVar("T")


def kept_by_language(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keeps what a function of values has said last, each in the language that was set."""

    def keeping(function: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(most)
        def in_language(_language: str, *given: P.args, **named: P.kwargs) -> T:
            return function(*given, **named)

        @wraps(function)
        def kept_or_said(*given: P.args, **named: P.kwargs) -> T:
            return in_language(language_spoken(), *given, **named)  # type: ignore[arg-type]  # values

        return kept_or_said

    return keeping


@lru_cache(maxsize=256)
def language_of(locale: str) -> str:
    """The language to speak to somebody with one of Discord's locales: ``fr``, ``en-GB``."""
    code = locale.partition("-")[0].lower()
    return code if code in LANGUAGES else ENGLISH


@contextmanager
def beside(room: str) -> Iterator[None]:
    """What is said inside stands beside messages for everybody, which are in this language."""
    before = _ROOM.set(room)
    try:
        yield
    finally:
        _ROOM.reset(before)


def in_the_room(label: Label) -> str:
    """The label of a button on a message for everybody, as it stands there."""
    room = _ROOM.get()
    with spoken(room or language_spoken()):
        return label()


def say(sentence: str, /, **parts: object) -> str:
    """A sentence with its parts filled in."""
    told = _catalogue(_SPOKEN.get()).gettext(sentence)
    return told.format_map(parts) if parts else told


def colon(what: str, told: str) -> str:
    """``Trumps: hearts``, with the blank that the language has before a colon."""
    return say("{what}: {told}", what=what, told=told)


def semicolons(told: Iterable[str]) -> str:
    """``North leads; East follows``, likewise."""
    return meant("between the parts of a list", "; ").join(told)


def meant(sense: str, sentence: str, /, **parts: object) -> str:
    """A sentence whose English alone does not tell what is meant, as of ``Label``."""
    told = _catalogue(_SPOKEN.get()).pgettext(sense, sentence)
    return told.format_map(parts) if parts else told


def counted(number: int, one: str, more: str, /, **parts: object) -> str:
    """A sentence about a number of things, as of ``Plural``."""
    told = _catalogue(_SPOKEN.get()).ngettext(one, more, abs(number))
    parts.setdefault("count", number)
    return told.format_map(parts)


def marked(sentence: str) -> str:
    """Marks a sentence for the catalogues, and leaves it in English. It is translated where it is used."""
    return sentence


def marked_as(sense: str, sentence: str) -> str:
    """Marks a sentence whose English alone does not tell what is meant, and leaves it in English."""
    return sentence


class Sentence:
    """A sentence in English, which is said by calling it with its parts: ``TO_LEAD(seat=...)``. Names of
    buttons that stand on what everybody sees are given when it is made."""

    __slots__ = ("buttons", "english")

    def __init__(self, english: str, **buttons: Label) -> None:
        self.english, self.buttons = english, buttons

    def __call__(self, **parts: object) -> str:
        for name, label in self.buttons.items():
            parts[name] = in_the_room(label)
        told = _catalogue(_SPOKEN.get()).gettext(self.english)
        return told.format_map(parts) if parts else told


class Label:
    """A sentence whose English alone does not tell what is meant; ``sense`` says it to translators."""

    __slots__ = ("english", "sense")

    def __init__(self, sense: str, english: str) -> None:
        self.sense, self.english = sense, english

    def __call__(self, **parts: object) -> str:
        told = _catalogue(_SPOKEN.get()).pgettext(self.sense, self.english)
        return told.format_map(parts) if parts else told


class Plural:
    """A sentence about a number of things, in the form that the number asks for. ``{count}`` is the number,
    unless another text is given for it."""

    __slots__ = ("more", "one")

    def __init__(self, one: str, more: str) -> None:
        self.one, self.more = one, more

    def __call__(self, number: int, /, **parts: object) -> str:
        told = _catalogue(_SPOKEN.get()).ngettext(self.one, self.more, abs(number))
        parts.setdefault("count", number)
        return told.format_map(parts)


class Noun(str):
    """A name that has other forms in some languages: ``gen`` (of it; in French with *de*), ``dat`` (to it; in
    French with *à*), ``ins`` (by it), ``acc`` (as an object). It reads as its first form."""

    forms: Mapping[str, str]

    def __new__(cls, word: str, forms: Mapping[str, str] = MappingProxyType({})) -> Noun:
        noun = super().__new__(cls, word)
        noun.forms = forms
        return noun

    def __format__(self, form: str) -> str:
        return self.forms[form] if form in self.forms else super().__format__(form)

"""What Discord refuses in a list of commands, and in the choices of a completion, beyond its description.

Pure: knows the body alone. Source: interactions/application-commands (naming, options, limits, localization).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from playground.document import required, too_long
from playground.errors import Flaw, Json

CHAT_INPUT, _USER, _MESSAGE, ENTRY_POINT = 1, 2, 3, 4
_SUBCOMMAND, _GROUP, _STRING, _INTEGER, _NUMBER = 1, 2, 3, 4, 10
MOST_OF = {CHAT_INPUT: 100, _USER: 15, _MESSAGE: 15, ENTRY_POINT: 1}
MOST_CHARACTERS = 8000
_MOST_IN_CHOICE = 100
_LARGEST = 2**53
_LOCALES = (
    "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th "
    "zh-CN ja zh-TW ko he ar"
)
LOCALES: Final = frozenset(_LOCALES.split())
"""reference#locales. The description allows 34 of them."""
_SIGN = re.compile(r"[-_'\w\u0900-\u097f\u0e00-\u0e7f]{1,32}")
_WORDS = ("name", "description")


def command_list_flaws(commands: Sequence[Json]) -> list[Flaw]:
    """All that is wrong with the whole list of commands of an application."""
    flaws: list[Flaw] = []
    counts: dict[int, int] = {}
    for index, command in enumerate(commands):
        flaws += [flaw.under(str(index)) for flaw in command_flaws(command)]
        kind = command.get("type") or CHAT_INPUT
        counts[kind] = counts.get(kind, 0) + 1
    for kind, count in counts.items():
        if count > MOST_OF.get(kind, count):
            flaws.append(too_long(MOST_OF[kind]))
    for kind in counts:
        of_kind = [
            (str(index), one) for index, one in enumerate(commands) if (one.get("type") or CHAT_INPUT) == kind
        ]
        words = "Application command names must be unique"
        flaws += _twice(of_kind, "APPLICATION_COMMANDS_DUPLICATE_NAME", words)
    return flaws


def command_flaws(command: Json) -> list[Flaw]:
    """All that is wrong with one command whose fields have the right types."""
    kind = command.get("type") or CHAT_INPUT
    flaws = list(_locale_flaws(command))
    if kind == CHAT_INPUT:
        flaws += _name_flaws(command)
        if not (command.get("description") or "").strip():
            flaws.append(required("description"))
        flaws += _options_flaws(command.get("options") or ())
    else:
        if not (command.get("name") or "").strip():
            flaws.append(required("name"))
        if kind != ENTRY_POINT and command.get("description"):
            words = "Context menu commands cannot have a description"
            flaws.append(Flaw(("description",), "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION", words))
        if command.get("options"):
            words = "Context menu commands cannot have options"
            flaws.append(Flaw(("options",), "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS", words))
    if kind != ENTRY_POINT and command.get("handler") is not None:
        words = "Only the entry point has a handler"
        flaws.append(Flaw(("handler",), "APPLICATION_COMMAND_HANDLER_INVALID", words))
    if _command_size(command) > MOST_CHARACTERS:
        words = f"Command exceeds maximum size ({MOST_CHARACTERS})"
        flaws.append(Flaw((), "APPLICATION_COMMAND_TOO_LARGE", words))
    return flaws


# ---------------------------------------------------------------------- names


def _name_flaws(named: Json) -> Iterator[Flaw]:
    places: list[tuple[tuple[str, ...], str | None]] = [(("name",), named.get("name"))]
    places += [
        (("name_localizations", locale), name)
        for locale, name in (named.get("name_localizations") or {}).items()
    ]
    for path, name in places:
        if name is not None and not is_name(name):
            words = "Command name is invalid"
            yield Flaw(path, "APPLICATION_COMMAND_INVALID_NAME", words)


def is_name(name: str) -> bool:
    """Whether a command or an option may be called so: letters, figures, ``-``, ``_`` and ``'``, and small
    letters wherever a letter has a small one."""
    return bool(_SIGN.fullmatch(name)) and name == name.lower()


def _locale_flaws(named: Json) -> Iterator[Flaw]:
    for word in _WORDS:
        for locale in named.get(f"{word}_localizations") or ():
            if locale not in LOCALES:
                yield Flaw(
                    (f"{word}_localizations", locale), "ENUM_TYPE_COERCE", "Not a locale of Discord's."
                )


def _twice(named: Iterable[tuple[str, Json]], code: str, words: str) -> Iterator[Flaw]:
    """Flaws for names that two have in the same language; one without a name in it has the common one."""
    rows = list(named)
    languages = {locale for _, one in rows for locale in one.get("name_localizations") or ()}
    told: set[str] = set()
    for language in (None, *sorted(languages)):
        seen: set[str | None] = set()
        for place, one in rows:
            name = (one.get("name_localizations") or {}).get(language) or one.get("name")
            if name in seen and place not in told:
                step = ("name",) if language is None else ("name_localizations", language)
                yield Flaw((place, *step), code, words)
                told.add(place)
            seen.add(name)


# ---------------------------------------------------------------------- options


def _options_flaws(options: Sequence[Json], depth: int = 0) -> Iterator[Flaw]:
    optional_before = False
    nested = [one["type"] in (_SUBCOMMAND, _GROUP) for one in options]
    if any(nested) and not all(nested):
        words = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        yield Flaw(("options",), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words)
    for index, option in enumerate(options):
        here = ("options", str(index))
        for flaw in (*_name_flaws(option), *_locale_flaws(option), *_option_flaws(option, depth)):
            yield flaw.under(*here)
        if option["type"] in (_SUBCOMMAND, _GROUP):
            continue
        if option.get("required") and optional_before:
            words = "Required options must be placed before non-required options"
            yield Flaw((*here, "required"), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", words)
        optional_before = optional_before or not option.get("required")
    rows = [(str(index), one) for index, one in enumerate(options)]
    words = "Option names must be unique"
    for flaw in _twice(rows, "APPLICATION_COMMAND_OPTIONS_DUPLICATE_NAME", words):
        yield flaw.under("options")


def _option_flaws(option: Json, depth: int) -> Iterator[Flaw]:
    if not (option.get("description") or "").strip():
        yield required("description")
    if option["type"] in (_SUBCOMMAND, _GROUP):
        if option["type"] == _GROUP and not option.get("options"):
            yield required("options")
        yield from _options_flaws(option.get("options") or (), depth + 1)
        return
    choices = option.get("choices") or ()
    if option.get("autocomplete") and (choices or option["type"] not in (_STRING, _INTEGER, _NUMBER)):
        words = "Only text and numbers without choices can be completed"
        yield Flaw(("autocomplete",), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", words)
    yield from _choice_flaws(choices, option["type"], "choices", unique=True)
    for least, most in (("min_value", "max_value"), ("min_length", "max_length")):
        low, high = option.get(least), option.get(most)
        if low is not None and high is not None and low > high:
            yield Flaw((least,), "APPLICATION_COMMAND_OPTIONS_MIN_ABOVE_MAX", f"Must be at most {high}.")


def _choice_flaws(choices: Iterable[Json], kind: int, *path: str, unique: bool) -> Iterator[Flaw]:
    seen: set[str] = set()
    for index, choice in enumerate(choices):
        if choice is None:  # the description allows it in completions
            continue
        here = (*path, str(index))
        value, name = choice.get("value"), choice.get("name") or ""
        if not _fits(value, kind):
            yield Flaw((*here, "value"), "APPLICATION_COMMAND_OPTIONS_VALUE_INVALID", "Of another type.")
        if isinstance(value, str) and len(value) > _MOST_IN_CHOICE:
            yield too_long(_MOST_IN_CHOICE, *here, "value")
        if not name.strip():
            yield required(*here, "name")
        if unique and name in seen:
            words = "Option choice names must be unique"
            yield Flaw((*here, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICES_DUPLICATE_NAME", words)
        seen.add(name)
        for flaw in _locale_flaws(choice):
            yield flaw.under(*here)


def _fits(value: Any, kind: int) -> bool:
    if kind == _STRING:
        return isinstance(value, str)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return abs(value) <= _LARGEST and (kind == _NUMBER or value % 1 == 0)


def completion_flaws(data: Json, kind: int | None) -> list[Flaw]:
    """All that is wrong with the choices for an option of a type; None if that is not known."""
    choices = data.get("choices") or ()
    if kind is None:
        kinds = {_STRING if isinstance(one["value"], str) else _NUMBER for one in choices if one}
        kind = kinds.pop() if len(kinds) == 1 else _STRING
    return list(_choice_flaws(choices, kind, "choices", unique=False))


# ---------------------------------------------------------------------- size


def _command_size(command: Json) -> int:
    """The characters that count against 8,000: each name, description and value, the longest of its
    languages, with those of all options and choices."""
    own = sum(_longest(command, word) for word in _WORDS)
    value = command.get("value")
    own += len(value) if isinstance(value, str) else 0
    inner = (*(command.get("options") or ()), *(command.get("choices") or ()))
    return own + sum(map(_command_size, inner))


def _longest(named: Json, word: str) -> int:
    translated = (named.get(f"{word}_localizations") or {}).values()
    return max(map(len, (named.get(word) or "", *translated)))

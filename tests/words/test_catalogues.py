"""Every sentence stands in every language, whole and within Discord's limits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from string import Formatter

import polib
import pytest
from babel.messages.catalog import Catalog, Message

from screens.out_of_turn import ABOUT as ABOUT_PENALTIES
from screens.reference import ABOUT_GAME, ABOUT_ROBOTS
from screens.revoke_page import ABOUT as ABOUT_REVOKES
from screens.words.commands import COMMAND_TEXTS, OPTION_NAMES, command_name, option_name
from screens.words.languages import CATALOGUES, LANGUAGES, spoken
from tests.each import each
from tests.words.extraction import OTHERS, catalogue, sentences

LIMITS = {
    "a button": 40,  # Discord takes 80, but a phone shows half of that
    "a list": 80,
    "a call": 30,
    "the name of a command": 32,
    "the name of an option of a command": 32,
}
"""The most characters of a sentence with this sense."""
NAME = re.compile(r"[-_\w]{1,32}")
FORMS = {"", "gen", "dat", "ins", "acc"}


@pytest.fixture(scope="module")
def found() -> Catalog:
    return sentences()


def key(one: Message) -> tuple[str | None, str]:
    return one.context, one.id if isinstance(one.id, str) else one.id[0]


def strings(one: Message) -> tuple[str, ...]:
    return (one.string,) if isinstance(one.string, str) else tuple(one.string)  # type: ignore[arg-type]


def originals(one: Message) -> tuple[str, ...]:
    return (one.id,) if isinstance(one.id, str) else tuple(one.id)


def parts(text: str) -> Iterator[tuple[str, str]]:
    """The placeholders of a sentence with the forms that are asked of them."""
    for _, name, form, _ in Formatter().parse(text):
        if name is not None:
            yield name, form or ""


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_of_the_code_is_translated_and_no_other_stands_in_the_catalogue(
    language: str, found: Catalog
) -> None:
    """If this fails, ``make words`` adds what is new to the catalogues; then write the translations."""
    written = {key(one): one for one in catalogue(language) if one.id}
    wanted = {key(one) for one in found if one.id}
    assert wanted - set(written) == set(), "run `make words`"
    assert set(written) - wanted == set(), "run `make words`"
    assert [key(one) for one in written.values() if not all(strings(one))] == []
    assert [key(one) for one in written.values() if one.fuzzy] == []


@each("language", OTHERS)
def test_every_translation_has_the_parts_of_its_sentence_and_no_others(language: str) -> None:
    wrong = []
    for one in catalogue(language):
        wanted = {name for text in originals(one) for name, _ in parts(text)}
        # one thing may be told without its number, where English does so too
        needed = set.intersection(*({name for name, _ in parts(text)} for text in originals(one)))
        for text in strings(one) if one.id and wanted else ():
            told = list(parts(text))
            if not needed <= {name for name, _ in told} <= wanted or not {form for _, form in told} <= FORMS:
                wrong.append((one.id, text))
    assert wrong == []


@each("language", OTHERS)
def test_every_translation_has_as_many_plural_forms_as_its_language(language: str) -> None:
    written = catalogue(language)
    for one in written:
        if one.id and not isinstance(one.id, str):
            assert len(strings(one)) == written.num_plurals, one.id


@each("language", OTHERS)
def test_the_compiled_catalogue_is_that_of_the_written_one(language: str) -> None:
    """Whichever library has compiled it: to play, that is a smaller one."""
    written = polib.pofile(str(CATALOGUES / f"{language}.po"))
    there = polib.mofile(str(CATALOGUES / f"{language}.mo"))
    assert _said(there) == _said(written), "run `make words`"
    assert there.metadata["Plural-Forms"] == written.metadata["Plural-Forms"]


def _said(file: Iterable[polib.POEntry]) -> dict[object, object]:
    return {(one.msgid, one.msgctxt): (one.msgstr, one.msgstr_plural) for one in file}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_label_is_longer_than_its_place(language: str, found: Catalog) -> None:
    for one in catalogue(language) if language in OTHERS else found:
        texts = strings(one) if language in OTHERS else originals(one)
        limit = LIMITS.get(one.context or "")
        if one.id and limit is not None:
            assert all(len(text) <= limit for text in texts), texts


@each("language", OTHERS)
def test_marks_of_emphasis_and_lines_are_those_of_the_sentence(language: str) -> None:
    """A star or a line that is lost would change how the rest of a message looks."""
    wrong = []
    for one in catalogue(language):
        for text in strings(one) if one.id else ():
            first = originals(one)[0]
            same = all(text.count(mark) == first.count(mark) for mark in ("**", "\n", "`"))
            if not same or text.count("*") % 2 != first.count("*") % 2:
                wrong.append(text)
    assert wrong == []


BUTTONS = ("a button", "a button of an evening")
PRESS = re.compile(r"\b[Pp]ress(?:es)? ([A-Z][\w' ]+)|\*\*(.+?)\*\*")


def buttons_named(text: str, labels: Mapping[str, str]) -> set[str]:
    """The buttons that a sentence names: in bold, or after *press*. A title in bold begins the sentence."""
    bold = {found[2] for found in PRESS.finditer(text) if found[2] is not None and found.start()}
    pressed = {
        max((label for label in labels if found[1].startswith(label)), key=len, default=found[1])
        for found in PRESS.finditer(text)
        if found[1] is not None
    }
    return (bold & labels.keys()) | pressed


def test_every_button_that_a_sentence_tells_people_to_press_is_there(found: Catalog) -> None:
    labels = {str(one.id): "" for one in found if one.context in BUTTONS}
    told = [key(one)[1] for one in found if one.id and not one.context]
    named = {name for text in told for name in buttons_named(text, labels)}
    assert named - labels.keys() - {"Ctrl"} == set()
    assert {"Start", "Resume", "Take my chair back"} <= named


@each("language", OTHERS)
def test_a_sentence_names_buttons_as_they_are_labelled_in_its_language(language: str) -> None:
    labels = {str(one.id): str(one.string) for one in catalogue(language) if one.context in BUTTONS}
    wrong = []
    for one in catalogue(language):
        for text in strings(one) if one.id and not one.context else ():
            for label in buttons_named(key(one)[1], labels) & labels.keys():
                if labels[label] not in text:
                    wrong.append((label, labels[label], text))
    assert wrong == []


COMMAND = re.compile(r"`/([^`]+)`")


@each("language", LANGUAGES)
def test_a_sentence_names_commands_and_their_options_as_they_are_listed(
    language: str, found: Catalog
) -> None:
    """``/rules about: the robots`` also names a choice; its beginning is enough."""
    with spoken(language):
        commands = {" ".join(map(command_name, one.split())) for one in COMMAND_TEXTS}
        options = {option_name(one) for one in OPTION_NAMES}
        about = option_name("about")
        choices = " / ".join(one() for one in (ABOUT_GAME, ABOUT_ROBOTS, ABOUT_REVOKES, ABOUT_PENALTIES))
    wrong = []
    for one in catalogue(language) if language in OTHERS else found:
        for text in (strings(one) if language in OTHERS else originals(one)) if one.id else ():
            for told in COMMAND.findall(text):
                name, *given = re.split(r" (?=[^\s:]+:)", told)
                values = dict(each.split(":", 1) for each in given)
                known = name in commands and values.keys() <= options
                if not known or values.get(about, "").strip() not in choices:
                    wrong.append(told)
    assert wrong == []


@each("language", OTHERS)
def test_the_names_of_commands_are_words_that_discord_takes(language: str) -> None:
    for one in catalogue(language):
        if one.context in ("the name of a command", "the name of an option of a command"):
            assert all(NAME.fullmatch(text) and text == text.lower() for text in strings(one)), one.string


ELISION = re.compile(
    r"(?<![-’\w])(?:[LDNSJMT]e|La|Que)\s+(?!une?\b|onze\b|[AEIOUY]\b)[aeiouyàâéèêëîïôöûüœ]", re.IGNORECASE
)
"""A short French word that is written whole before a vowel: ``le as`` for ``l’as``."""


def test_no_short_french_word_is_written_whole_before_a_vowel() -> None:
    assert ELISION.search("Le ensemble") and not ELISION.search("dites-le à qui, l’as, le un, rôle A")
    wrong = [text for one in catalogue("fr") if one.id for text in strings(one) if ELISION.search(text)]
    assert wrong == []


PERSONS = (
    "seat",
    "seats",
    "player",
    "players",
    "partner",
    "by",
    "leader",
    "due",
    "taker",
    "cutter",
    "dealer",
)
"""The parts of a sentence that may be somebody's name."""
HE = re.compile(
    r"\b[а-яё]*[аеёиоуыюя]л(?:ся)?\b|\b(?:должен|обязан|согласен|готов|прав|рад|его)\b", re.IGNORECASE
)
"""What Russian says of a man alone: of whom one knows no more than a name it says nothing in the past."""
NOT_SAID_OF_THEM = re.compile(
    r"\bстол\b|снял бот|\w+л игрок|Из роботов больше всех потерял|Никто не заметил|болван был|его не было"
)


def test_no_russian_sentence_takes_those_whom_it_names_for_men() -> None:
    assert HE.search("{seat} сдал") and not HE.search("{seat} сдаёт")
    wrong = []
    for one in catalogue("ru"):
        if one.id:
            for text in strings(one):
                names = one.context == "beside a player's name" or any(
                    part in PERSONS for part, _ in parts(text)
                )
                if names and HE.search(NOT_SAID_OF_THEM.sub("", text)):
                    wrong.append(text)
    assert wrong == []

"""The pages that tell how to use the bot name its buttons and commands as they are.

In these pages a word in bold is a button, unless it is the title of a paragraph or of an item of a list. In
the tables of commands each cell of the last column names the buttons in bold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from screens.buttons import BUTTON_COMMANDS, kind_of_press
from screens.evening import DIRECTOR_BUTTONS, EVENING_BUTTONS
from screens.presses import Press, read_as
from screens.sheets import SCORE_BUTTONS
from screens.words.calls import double_label
from screens.words.commands import COMMAND_TEXTS, HOSTS_NAMES, OPTION_NAMES
from screens.words.gamewords import double as doubling
from screens.words.table import ROBOT_FOR
from tests.docs.pages import PAGES, spans, text_of, without_blocks
from tests.each import each
from tests.screens.screens import buttons, evenings, screens
from tests.words.extraction import sentences

COMMANDS: Final = "docs/reference/commands.md"
FOLDERS: Final = ("README.md", COMMANDS, "docs/tutorial/", "docs/how-to/", "docs/explanation/fair-deal.md")
OF_USE: Final = tuple(page for page in PAGES if page.startswith(FOLDERS))

NO_BUTTONS: Final = {
    "Anna": "a player of the playground",
    "Boris": "a player of the playground",
    "Enter": "a key",
    "Send": "a button of the playground",
    "New Application": "a button of Discord's developer portal",
    "Bot": "a page of the portal",
    "Reset Token": "a button of the portal",
    "General Information": "a page of the portal",
    "Biritch, or Russian Whist": "the name of the game",
    "Who deals?": "the button of an example",
    "Help": "what a page of a table opens, and no message has",
}
"""What else is in bold within a paragraph, and why."""

NO_COMMANDS: Final = (
    *("/data", "/etc/", "/home", "/srv/", "/metrics", "/health", "/live", "/as/"),
    "/table dealer",
)
"""How spans begin that are paths, and the command of an example."""

_BOLD: Final = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
_TITLE: Final = re.compile(r"(?:^|\n\n)(?:[*-] |\d+\. )?\Z|\n(?:[*-] |\d+\. )\Z")
_ROW: Final = re.compile(r"^\| (`/.+) \|(?: (.*))? ?\|$", re.MULTILINE)


@cache
def labels() -> frozenset[str]:
    """Of every button, in English."""
    told = [ROBOT_FOR(1), ROBOT_FOR(2), double_label(1, doubling()), double_label(2, doubling())]
    return frozenset(
        (*told, *(str(one.id) for one in sentences() if (one.context or "").startswith("a button")))
    )


@cache
def commands_of() -> dict[str, set[str]]:
    """The commands that do the same as a button of a table, by its label, which may also be one of an evening
    or of a score sheet."""
    elsewhere = {
        one
        for names in (*EVENING_BUTTONS.values(), *DIRECTOR_BUTTONS.values(), *SCORE_BUTTONS.values())
        for one in names
    }
    found: dict[str, set[str]] = {}
    for game in ("biritch", "contract", "whist_long", "ruff_and_honours", "dummy_whist"):
        for table in evenings(2, claims=True, game=game, steps=90):
            for button in (one for screen in screens(table) for one in buttons(screen)):
                press = read_as(Press, button.id)
                assert press is not None
                found.setdefault(button.label, set(elsewhere)).update(BUTTON_COMMANDS[kind_of_press(press)])
    return found


def bold(page: str) -> Iterator[str]:
    """What stands in bold within the paragraphs of a page, outside code."""
    text = re.sub(r"`[^`\n]+`", "`", without_blocks(text_of(page)))
    for found in _BOLD.finditer(text):
        if not _TITLE.search(text[: found.start()]):
            yield " ".join(found[1].split())


@each("page", OF_USE)
def test_whatever_a_page_names_in_bold_is_a_button(page: str) -> None:
    assert [name for name in bold(page) if name not in labels() and name not in NO_BUTTONS] == []


@each("page", OF_USE)
def test_whatever_a_page_calls_a_command_is_one_and_its_options_are_options(page: str) -> None:
    groups = {name.partition(" ")[0] for name in COMMAND_TEXTS}
    wrong = []
    for span in spans(text_of(page)):
        if re.match("/[a-z]", span) and not span.startswith(NO_COMMANDS):
            name, *options = re.split(r" (?=\w+:)", span.removeprefix("/"))
            known = name in {*COMMAND_TEXTS, *groups, HOSTS_NAMES[0]}
            if not known or not {one.partition(":")[0] for one in options} <= {*OPTION_NAMES}:
                wrong.append(span)
    assert wrong == []


def rows() -> Iterator[tuple[set[str], str]]:
    """The rows of the tables of commands: the commands, of ``/turn`` and ``/deal`` with what is typed or
    chosen, and what stands in the column of buttons."""
    for command, rest in _ROW.findall(text_of(COMMANDS)):
        cells = f"{command} |{rest}".split("|")
        typed = (" ".join(found) for found in re.findall(r"`/(turn|deal) (?:act|show): ([a-z]+)", cells[0]))
        yield {*re.findall(r"`/([a-z ]+)`", cells[0]), *typed}, cells[-1].strip()


def test_each_row_of_the_tables_of_commands_names_the_buttons_of_its_commands() -> None:
    assert len(list(rows())) > 50
    wrong = []
    for commands, cell in rows():
        named = _BOLD.findall(cell)
        said_plainly = re.search(r"\b[A-Z]", _BOLD.sub("", cell).replace("Biritch", ""))
        other = [name for name in named if not commands_of().get(name, commands) & commands]
        if said_plainly or not labels().issuperset(named) or (other and not cell.startswith("under ")):
            wrong.append((commands, cell))
    assert wrong == []


def test_what_is_excused_stands_in_some_page() -> None:
    told = "\n".join(map(text_of, OF_USE))
    assert [name for name in NO_BUTTONS if f"**{name}**" not in told] == []
    assert [path for path in NO_COMMANDS if f"`{path}" not in told] == []

"""Pages of text about the bot and its games. A text of several pages has a button for each, with its name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.games.all_games import GAMES
from screens.deck import longest
from screens.parts import BRASS, text
from screens.presses import Found, form
from screens.screen import ROOM, Button, Part, Screen, Style, rows
from screens.words.glossary import GLOSSARY
from screens.words.languages import meant

SHOWN: Final = 38
"""How many letters of a button's label a phone shows."""


class Page(NamedTuple):
    """A page that is asked for, by a command or by a button that turns to it."""

    about: str
    game: str = "-"  # none; of a word, the word
    number: int = 1

    def __str__(self) -> str:
        return f"page:{self.about}:{self.game}:{self.number}"


@form(
    Page,
    ("page",),
    r"(?P<about>help|game|robots|penalties|revokes|evenings|word):(?P<game>[a-z0-9_]{1,30}|-):(?P<number>[1-9])",
)
def _of_page(verb: str, found: Found) -> Page | None:
    match found["about"]:
        case "word":
            known = found["game"] in GLOSSARY
        case "game" | "robots" | "revokes":
            known = found["game"] in GAMES
        case _:
            known = True
    return Page(found["about"], found["game"], int(found["number"])) if known else None


def cut(sections: Sequence[str], room: int = ROOM) -> list[list[str]]:
    """The sections on as few pages as have room for them, shared out evenly. The first is a heading, which
    each page has."""
    title, *others = sections
    lengths = [longest(one) for one in others]
    pages = -(-sum(lengths) // (room - longest(title) - 2 * len(sections)))
    shared: list[list[str]] = [[title] for _ in range(pages)]
    before = 0
    for section, length in zip(others, lengths, strict=True):
        shared[(before + length // 2) * pages // sum(lengths)].append(section)
        before += length
    return shared


_HEADING: Final = re.compile(r"^(?:\*\*|#+ )(.+?)[.:]?(?:\*\*|$)", re.MULTILINE)


def name_of(page: Sequence[str]) -> str:
    """The headings of its sections, as many as a button has room for."""
    named = [found[1] for section in page[1:] if (found := _HEADING.match(section))]
    if not named:
        return meant("a button", "In short")
    label = named[0]
    for one in named[1:]:
        if len(label) + len(one) + 3 > SHOWN:
            break
        label = f"{label} · {one}"
    return label


def turning(pages: Sequence[Sequence[str]], page: Page) -> Screen:
    """One of several pages of paragraphs, with a button for each page that is named by its headings."""
    return shown(pages[min(page.number, len(pages)) - 1], page, [name_of(one) for one in pages])


def shown(paragraphs: Sequence[str], page: Page, names: Sequence[str], *more: Part) -> Screen:
    """A page, then ``more``, then a button for each page by its name. The first paragraph is a heading, which
    needs no empty line beneath it."""
    told = text("\n\n".join(paragraphs).replace("\n\n", "\n", 1))
    return Screen((told, *more, *rows(page_buttons(page, names))), BRASS)


def page_buttons(page: Page, names: Sequence[str]) -> tuple[Button, ...]:
    """Nothing where there is one page only. That of the page that is shown is blue."""
    at = min(page.number, len(names))
    return tuple(
        Button(
            str(page._replace(number=number)),
            name,
            Style.PRIMARY if number == at else Style.SECONDARY,
            disabled=number == at,
        )
        for number, name in enumerate(names, 1)
        if len(names) > 1
    )

"""Messages as plain values: text, buttons and lists. Knows neither Discord nor the games.

``bot.discord_api.layout`` turns a screen into Discord's components. Its digest tells whether it has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from hashlib import sha256
from typing import Final, NamedTuple

from rules.cards import Suit
from rules.frozen import frozen, replace
from screens.words.languages import ENGLISH, language_spoken


class Style(Enum):
    """The colour of a button. It is never the only sign of what the button means."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    SUCCESS = "success"
    DANGER = "danger"

    __hash__ = object.__hash__  # as of Suit


class Button(NamedTuple):
    id: str  # at most 100 characters
    label: str  # at most 80 characters
    style: Style = Style.SECONDARY
    disabled: bool = False
    sign: Suit | None = None  # the suit whose sign the label has, and which may be shown as emoji instead


class Row(NamedTuple):
    """Buttons side by side."""

    buttons: tuple[Button, ...]


@frozen
class Offer:
    """One line of a list."""

    value: str  # at most 100 characters
    label: str  # at most 100 characters
    hint: str = ""  # beneath it, at most 100 characters
    chosen: bool = False  # already, when the list is opened
    sign: Suit | None = None  # as of a button


@frozen
class Select:
    """A list on a line of its own, from which at least ``least`` and at most ``most`` are chosen."""

    id: str  # at most 100 characters
    prompt: str  # at most 150 characters
    offers: tuple[Offer, ...]  # from 1 to 25
    least: int = 1
    most: int = 1
    disabled: bool = False


@frozen
class ChannelSelect:
    """A list of the server's text channels, from which any may be chosen, or none."""

    id: str  # at most 100 characters
    prompt: str  # at most 150 characters
    chosen: tuple[int, ...]
    most: int  # at most 25


@frozen
class People:
    """Discord's own list of users, on a line of its own, from which one may be chosen or none."""

    id: str  # at most 100 characters
    prompt: str  # at most 150 characters
    chosen: int | None = None  # a user's id


@frozen
class Line:
    """A line of a form to be filled in."""

    label: str  # at most 45 characters
    filled: str  # what stands there when it opens
    most: int  # characters


@frozen
class Boxes:
    """Lines of a form of which at most ``most`` are ticked, or none."""

    id: str  # at most 100 characters
    label: str  # at most 45 characters
    offers: tuple[Offer, ...]  # from 1 to 10
    most: int


@frozen
class Form:
    """A window that opens over everything else. Nothing is told of it until it is sent."""

    id: str  # at most 100 characters
    title: str  # at most 45 characters
    fields: tuple[Line | Boxes, ...]  # from 1 to 5; one line at most


class Link(NamedTuple):
    """A button on a line of its own that opens an address, and tells nobody of it."""

    address: str  # at most 512 characters
    label: str  # at most 80 characters


class Text(NamedTuple):
    """A paragraph of Discord's markdown, in which ``screens.deck.face`` writes the cards."""

    markdown: str


@frozen
class Divider:
    """A thin line between parts."""


@frozen
class Picture:
    """A picture sent with the message."""

    name: str  # of its file: letters, figures and a point
    png: bytes
    alt: str  # what it shows, in at most 1,024 characters
    instead: str = ""  # markdown for a channel in which the bot may send no files


@frozen
class Undrawn:
    """A picture that is drawn once its message is sent: most screens that are made anew are as they were.
    The rest is as of ``Picture``."""

    name: str
    as_png: Callable[[CardStyle], bytes]  # its repr tells all that is drawn
    alt: str
    instead: str = ""


COMPONENTS: Final = 36
ROOM: Final = 3600
"""The most components and characters of a message of ours, whoever reads it and in whatever language: a tenth
less than Discord takes."""

Part = Text | Row | Link | Select | People | ChannelSelect | Divider | Picture | Undrawn


class CardStyle(Enum):
    """How the cards and suits of a screen are drawn."""

    FOUR_COLOURS = "four colours"
    TWO_COLOURS = "two colours"
    LETTERS = "letters"

    __hash__ = object.__hash__  # as of Suit


@dataclass(frozen=True)
class Screen:
    """One message: at most ``COMPONENTS`` and ``ROOM``."""

    parts: tuple[Part, ...]
    accent: int | None = None  # 0xRRGGBB
    identity: str = field(default="", repr=False)
    """What it stands for, if it need not be replaced by another that stands for the same."""
    pings: int | None = field(default=None, repr=False)
    """The user who is told of it, when it is new, by a mention in its text."""
    silent: bool = field(default=False, repr=False)
    """Whether it rings nobody's phone when it is new."""
    cards: CardStyle = field(default=CardStyle.FOUR_COLOURS, repr=False)
    language: str = field(default_factory=language_spoken, repr=False)
    """In whose letters the cards are written."""

    def with_cards(self, cards: CardStyle) -> Screen:
        return self if cards is self.cards else replace(self, cards=cards)

    @cached_property
    def digest(self) -> str:
        """Equal for equal screens, and different for different ones that cannot stand for each other. Worked
        out once for each screen."""
        style = "" if self.cards is CardStyle.FOUR_COLOURS else self.cards.value
        language = "" if self.language == ENGLISH else self.language
        told = self.identity or f"{self.accent} {' '.join(self._parts_in_letters())}"
        return sha256(f"{told}{style}{language}".encode()).hexdigest()

    def _parts_in_letters(self) -> list[str]:
        """Each part in letters: equal for equal parts alone. The texts and rows of most screens are written
        in a third of the time that their own ``repr`` takes."""
        letters = []
        for part in self.parts:
            match part:
                case Text(markdown):
                    letters.append(f"{len(markdown)}:{markdown}")
                case Row(buttons):
                    letters.append(
                        "".join(
                            f"{len(one)}:{one}{len(label)}:{label}{_CODES[style]}{is_off:d}{_CODES[sign]}"
                            for one, label, style, is_off, sign in buttons
                        )
                    )
                case _:
                    letters.append(repr(part))
        return letters


_CODES: Final[dict[Style | Suit | None, str]] = {
    **{style: style.name[:2] for style in Style},
    **{suit: suit.letter for suit in Suit},
    None: "-",
}


def has_pictures(screen: Screen) -> bool:
    return any(isinstance(part, Picture | Undrawn) for part in screen.parts)


def without_pictures(screen: Screen) -> Screen:
    """This screen with words in place of its pictures."""
    parts: list[Part] = []
    for part in screen.parts:
        if not isinstance(part, Picture | Undrawn):
            parts.append(part)
        elif part.instead:
            parts.append(Text(part.instead))
    return replace(screen, parts=tuple(parts))


def with_drawn(screen: Screen) -> Screen:
    """This screen with all its pictures drawn, which takes some tens of milliseconds for each."""
    parts = (
        Picture(one.name, one.as_png(screen.cards), one.alt, one.instead) if isinstance(one, Undrawn) else one
        for one in screen.parts
    )
    return replace(screen, parts=tuple(parts))


ROW_SIZE: Final = 4
"""Buttons side by side. Discord takes five, and a phone puts the fifth on a line of its own."""


def rows(buttons: tuple[Button, ...]) -> tuple[Row, ...]:
    return tuple(Row(buttons[start : start + ROW_SIZE]) for start in range(0, len(buttons), ROW_SIZE))

"""From a screen to HTML, and to what may be pressed on it. No other module knows the markup of texts.

A screen is the same value that becomes a message in Discord: text, rows, lists. What a page cannot press yet,
such as lists of users and windows to fill in, is left out, and so is not offered.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from screens.deck import in_letters
from screens.presses import Press, read_press
from screens.screen import Button, Part, Row, Screen, Select, Text, without_pictures
from screens.words.names import SOMEBODY
from storage.ports.records import UserId


class Offered(NamedTuple):
    """What one id may be sent with."""

    values: frozenset[str] = frozenset()
    least: int = 0
    most: int = 0

    def takes(self, values: Collection[str]) -> bool:
        """Whether these may be chosen: each once, of what is there, and as many as are asked for."""
        chosen = set(values)
        return len(chosen) == len(values) and self.least <= len(values) <= self.most and chosen <= self.values


Offers = Mapping[str, Offered]
"""By the id of a button or a list, what one screen offers."""


class Called(NamedTuple):
    """What mentions stand for."""

    people: Mapping[UserId, str]
    channel: Callable[[int], str]


class Sheet(NamedTuple):
    html: Markup
    offers: dict[str, Offered]


def sheet_of(screen: Screen, called: Called, answered: Callable[[Press], bool]) -> Sheet:
    """The screen as HTML. Of its buttons and lists those are shown that are ``answered`` here."""
    offers: dict[str, Offered] = {}
    parts = (_part(one, called, answered, offers) for one in without_pictures(screen).parts)
    return Sheet(Markup("\n").join(one for one in parts if one), offers)


def controls_of(
    screen: Screen, called: Called, answered: Callable[[Press], bool], but: Collection[str]
) -> Sheet:
    """Its buttons and lists alone, without those whose verb is among these."""
    kept: list[Part] = []
    for one in screen.parts:
        match one:
            case Row(buttons):
                left = tuple(button for button in buttons if button.id.partition(":")[0] not in but)
                kept += [Row(left)] if left else []
            case Select():
                kept.append(one)
    return sheet_of(Screen(tuple(kept)), called, answered)


def _part(
    part: Part, called: Called, answered: Callable[[Press], bool], offers: dict[str, Offered]
) -> Markup:
    match part:
        case Text(markdown):
            return text_of(markdown, called)
        case Row(buttons):
            shown = [_button_markup(one) for one in buttons if _is_answered(one.id, answered)]
            offers.update((one.id, Offered()) for one in buttons if _is_answered(one.id, answered))
            return Markup('<div class="row">{}</div>').format(Markup("").join(shown)) if shown else Markup("")
        case Select() if _is_answered(part.id, answered):
            values = frozenset(one.value for one in part.offers)
            offers[part.id] = Offered(values, part.least, part.most)
            return _list(part)
    return Markup("")


def _is_answered(custom_id: str, answered: Callable[[Press], bool]) -> bool:
    press = read_press(custom_id)
    return isinstance(press, Press) and answered(press)


def _button_markup(of: Button) -> Markup:
    return Markup('<button id="b-{}" class="press {}" data-press="{}"{}>{}</button>').format(
        of.id,
        of.style.value,
        of.id,
        Markup(' aria-disabled="true"') if of.disabled else "",
        coloured(of.label),
    )


def _list(of: Select) -> Markup:
    """One choice is a row of buttons; of several, boxes are ticked and sent together."""
    if of.most == 1:
        buttons = Markup("").join(
            Markup(
                '<li><button class="press secondary" id="b-{}-{}" data-press="{}" data-values="{}">{}'
                "{}</button></li>"
            ).format(
                of.id,
                one.value,
                of.id,
                json.dumps([one.value]),
                coloured(one.label),
                Markup("<small>{}</small>").format(one.hint) if one.hint else "",
            )
            for one in of.offers
        )
        return Markup('<details id="l-{}"><summary>{}</summary><ul class="list">{}</ul></details>').format(
            of.id, of.prompt, buttons
        )
    boxes = Markup("").join(
        Markup('<label><input type="checkbox" id="x-{}-{}" value="{}"> {}</label>').format(
            of.id, one.value, one.value, coloured(one.label)
        )
        for one in of.offers
    )
    return Markup(
        '<fieldset id="l-{}"><legend>{}</legend>{}'
        '<button class="press primary" id="b-{}" data-press="{}" data-boxes="{}">{}</button></fieldset>'
    ).format(of.id, of.prompt, boxes, of.id, of.id, of.most, of.prompt)


# Texts

_RED: Final = re.compile("(?:[0-9A-ZА-Я]{1,2})?[♥♦]\ufe0e?")
_INLINE: Final = (
    (re.compile(r"\*\*(.+?)\*\*"), r"<b>\1</b>"),
    (re.compile(r"__(.+?)__"), r"<u>\1</u>"),
    (re.compile(r"(?<![\w*])\*([^*\s][^*]*)\*"), r"<i>\1</i>"),
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
)
_LINK: Final = re.compile(r"\[([^\]]+)\]\((?:&lt;)?(https://[^\s)&]+)(?:&gt;)?\)")
_PERSON: Final = re.compile(r"&lt;@!?(\d+)&gt;")
_ROOM: Final = re.compile(r"&lt;#(\d+)&gt;")
_MOMENT: Final = re.compile(r"&lt;t:(\d+)(?::[tTdDfFR])?&gt;")
_HEADS: Final = (("### ", "h2"), ("## ", "h2"), ("-# ", "small"), ("&gt; ", "note"))


def text_of(markdown: str, called: Called) -> Markup:
    """Discord's markup as HTML, a line a paragraph. Names and channels are put in last: nothing in them is
    read as markup."""
    pieces = str(escape(in_letters(markdown))).split("```")
    made = []
    for place, piece in enumerate(pieces):
        if place % 2:
            made.append(f"<pre>{piece.strip(chr(10))}</pre>")
        else:
            made += [_markup_line(one, called) for one in piece.split("\n") if one.strip()]
    return Markup("\n".join(made))


def inline(markdown: str, called: Called) -> Markup:
    """The same of one line, without a paragraph."""
    return Markup(_inline(str(escape(in_letters(markdown))), called))


def _markup_line(line: str, called: Called) -> str:
    for sign, kind in _HEADS:
        if line.startswith(sign):
            told = _inline(line.removeprefix(sign), called)
            return f"<{kind}>{told}</{kind}>" if kind.startswith("h") else f'<p class="{kind}">{told}</p>'
    return f"<p>{_inline(line, called)}</p>"


def _inline(line: str, called: Called) -> str:
    for pattern, markup in _INLINE:
        line = pattern.sub(markup, line)
    line = _LINK.sub(r'<a href="\2" rel="noreferrer">\1</a>', line)
    line = _MOMENT.sub(lambda of: f"{datetime.fromtimestamp(int(of[1]), UTC):%d.%m. %H:%M} UTC", line)
    line = _RED.sub(lambda of: f'<span class="red">{of[0]}</span>', line)
    line = _ROOM.sub(lambda of: str(escape(f"#{called.channel(int(of[1]))}")), line)
    return _PERSON.sub(lambda of: str(escape(called.people.get(UserId(int(of[1]))) or SOMEBODY())), line)


def coloured(label: str) -> Markup:
    """A label in which the red suits are red."""
    return Markup(_RED.sub(lambda of: f'<span class="red">{of[0]}</span>', str(escape(label))))

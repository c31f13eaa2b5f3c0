"""From a screen to HTML, by the templates of this folder, and to what may be pressed on it. No other module
knows the markup of texts.

A screen is the same value that becomes a message in Discord. Each of its parts has markup here, so that
nothing of a screen is missing on a page; a window to fill in is a sheet too. A picture is an address, at
which it is drawn when its reader's browser asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple, assert_never

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from bot.discord_api.layout import Document
from cogs.pages import HandedOver
from rules.calls import Bid, Declare, parse_call
from rules.cards import Card, Suit, parse_card
from rules.prepared import is_card
from screens.deck import DUE, in_letters
from screens.learn import Learn
from screens.parts import LINES_KEPT
from screens.presses import Press, read_press
from screens.screen import (
    Boxes,
    CardStyle,
    ChannelSelect,
    Divider,
    Form,
    Line,
    Link,
    Offer,
    Part,
    People,
    Picture,
    Row,
    Screen,
    Select,
    Text,
    Undrawn,
)
from screens.words import page as words
from screens.words import table as table_words
from screens.words.languages import colon, kept_by_language
from screens.words.names import SOMEBODY, TEXT_FORM, number, rank, sign, spoken_bid, suit_inside
from storage.ports.records import UserId

Shown = Picture | Undrawn | Document
"""What a page shows by an address of its own."""


class Offered(NamedTuple):
    """What one id may be sent with."""

    values: frozenset[str] = frozenset()
    least: int = 0
    most: int = 0
    form: Form | None = None

    def takes(self, values: Collection[str], fields: Sequence[Collection[str]] = ()) -> bool:
        """Whether these may be chosen: each once, of what is there, and as many as are asked for; of a form,
        whether its ``fields`` may be filled in so."""
        if self.form is not None:
            filled = len(fields) == len(self.form.fields) and not values
            return filled and all(map(_may_be_filled, self.form.fields, fields))
        chosen = set(values)
        in_range = len(chosen) == len(values) and self.least <= len(values) <= self.most
        return in_range and chosen <= self.values and not fields


def _may_be_filled(of: Line | Boxes, sent: Collection[str]) -> bool:
    if isinstance(of, Line):
        return len(sent) == 1 and all(len(one) <= of.most for one in sent)
    return Offered(frozenset(one.value for one in of.offers), 0, of.most).takes(sent)


Offers = Mapping[str, Offered]
"""By the id of a button or a list, what one screen offers."""


class Called(NamedTuple):
    """What mentions stand for, who and what can be chosen in Discord's own lists, where pictures are, and how
    cards look to the reader."""

    people: Mapping[UserId, str]
    channel: Callable[[int], str]
    channels: Callable[[], Mapping[int, str]] = dict
    shown_at: str = ""
    cards: CardStyle = CardStyle.FOUR_COLOURS


class Sheet(NamedTuple):
    html: Markup
    offers: dict[str, Offered]
    shown: dict[str, tuple[Shown, CardStyle]]
    """By the name in their address, the pictures and files."""


def sheet_of(
    shown: Screen | Form | HandedOver | None, called: Called, table: str, *, over: bool = False
) -> Sheet:
    """The screen as HTML, a window to fill in, or files with what is said of them, on the page of this table;
    on a sheet that lies ``over`` another its buttons and lists have ids of their own."""
    writer = _Writer(called, table, "o-" if over else "")
    match shown:
        case None:
            html = Markup()
        case Screen():
            html = Markup("\n").join(filter(None, map(writer.part_markup, shown.parts)))
        case Form():
            writer.offers[shown.id] = Offered(form=shown)
            html = macro("sheet.form")(shown)
        case HandedOver(sentence, files):
            listed = [(one.name, writer.address_of(one)) for one in files]
            html = macro("sheet.files")(text_of(sentence, called), listed)
    return Sheet(html, writer.offers, writer.shown)


class _Writer:
    """Writes the parts of one screen."""

    def __init__(self, called: Called, table: str, ids: str) -> None:
        self._called, self._table, self._ids = called, table, ids
        self.offers: dict[str, Offered] = {}
        self.shown: dict[str, tuple[Shown, CardStyle]] = {}

    def part_markup(self, part: Part) -> Markup:
        match part:
            case Text(markdown):
                return text_of(markdown, self._called)
            case Row(buttons):
                row = [one for one in buttons if self._is_answered(one.id)]
                self.offers.update((one.id, Offered()) for one in row if not one.disabled)
                return macro("sheet.row")(row, self._ids) if row else Markup("")
            case Select():
                return self._select(part)
            case People(custom_id, prompt, chosen):
                people = [
                    Offer(str(user), name or SOMEBODY(), chosen=user == chosen)
                    for user, name in self._called.people.items()
                ]
                return self._select(Select(custom_id, prompt, tuple(people), 0, 1))
            case ChannelSelect(custom_id, prompt, chosen, most):
                if not (there := self._called.channels()):  # nor can any be kept that was chosen before
                    return Markup("")
                names = {**{one: self._called.channel(one) for one in chosen}, **there}
                rooms = [Offer(str(one), f"#{name}", chosen=one in chosen) for one, name in names.items()]
                return self._select(Select(custom_id, prompt, tuple(rooms), 0, most))
            case Link():
                return macro("sheet.link")(part)
            case Divider():
                return Markup("<hr>")
            case Picture() | Undrawn():
                return macro("sheet.picture")(self.address_of(part), part.alt)
        assert_never(part)

    def _select(self, of: Select) -> Markup:
        """Of several that may be chosen boxes are ticked, and sent together."""
        if not self._is_answered(of.id):
            return Markup("")
        if not of.disabled:
            self.offers[of.id] = Offered(frozenset(one.value for one in of.offers), of.least, of.most)
        kind = "open_list" if of.id == COMMAND else "folded_list" if of.most == 1 else "ticked_list"
        return macro(f"sheet.{kind}")(of, self._ids)

    def _is_answered(self, custom_id: str) -> bool:
        """All buttons and lists are, but for the one that gives a link to this page."""
        press = read_press(custom_id)
        leads_here = isinstance(press, Press) and (press.verb, press.table) == ("browse", self._table)
        return custom_id == COMMAND or (press is not None and not leads_here)

    def address_of(self, one: Shown) -> str:
        """Where it is for those who are shown this; nobody else has the name."""
        content = one.png if isinstance(one, Picture) else repr(one).encode()
        cards = self._called.cards
        name = sha256(cards.value.encode() + content).hexdigest()[:32]
        self.shown[name] = one, cards
        return f"{self._called.shown_at}/shown/{name}"


COMMAND: Final = "command"
"""The id of the list of commands that a page offers."""


_SUITS: Final = {sign(one).removesuffix(TEXT_FORM): one for one in Suit}
SIGN: Final = re.compile("([♠♥♦♣])\ufe0e?( ?)")


def _card_of(custom_id: str, value: str) -> Card | None:
    """The card for which a button or a line of a list stands, if it is one."""
    card = ""
    match read_press(custom_id):
        case Press(verb="play" | "correct" | "follow" | "instead" | "discard", what=what):
            card = value or what
        case Learn(what="act" | "answer", act=act):
            card = value or act
    return parse_card(card) if is_card(card) else None


def _name_told(custom_id: str, value: str, label: str) -> str:
    """The name of a card or a call for who does not see its sign, where a button or a line of a list stands
    for one."""
    if (card := _card_of(custom_id, value)) is not None:
        return words.spoken_card(card)
    match read_press(custom_id):
        case Press(verb="level", what=level) if level != "0":
            return words.BID_AT(number=level)
        case Press(verb="call", what=what) if isinstance(call := parse_call(what), Bid | Declare):
            if isinstance(call, Bid) and label.startswith(str(call.odd)):
                return SIGN.sub("", spoken_bid(call))
            if SIGN.search(label):
                return SIGN.sub(lambda of: suit_inside(_SUITS[of[1]]) + of[2], label)
    return ""


# Texts

_MENTION: Final = re.compile(r"<@!?(\d+)>")


def people_named(screen: Screen) -> list[UserId]:
    """Those whom a screen mentions."""
    texts = [one.markdown for one in screen.parts if isinstance(one, Text)]
    return [UserId(int(user)) for one in texts for user in _MENTION.findall(one)]


ARROW: Final = "▸"
_RED: Final = re.compile("(?:[0-9A-ZА-Я]{1,2})?[♥♦]\ufe0e?")
_INLINE: Final = (
    (re.compile(r"\*\*(.+?)\*\*"), r"<b>\1</b>"),
    (re.compile(r"__(.+?)__"), r"<u>\1</u>"),
    (re.compile(r"(?<![\w*])\*([^*\s][^*]*)\*"), r"<i>\1</i>"),
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
)
_HAND_BESIDE: Final = re.compile(
    '^((?:<b>|<span class="red">)?(?:[♠♥♦♣]|[A-ZА-Я]</b>).*?)(?!\u2003[^\u2002-\u2006])[\u2002-\u2006]+(.+)$'
)
"""Two hands in one line of a diagram, parted by more than the one wide blank that parts words."""
_LINK: Final = re.compile(r"\[([^\]]+)\]\((?:&lt;)?(https://[^\s)&]+)(?:&gt;)?\)")
_PERSON: Final = re.compile(r"&lt;@!?(\d+)&gt;")
_COMMAND: Final = re.compile(r"&lt;(/[^:&]+):\d+&gt;")
_ROOM: Final = re.compile(r"&lt;#(\d+)&gt;")
_MOMENT: Final = re.compile(r"&lt;t:(\d+)(?::([tTdDfFR]))?&gt;")
_HEADS: Final = (("### ", "h2"), ("## ", "h2"), ("-# ", "small"), ("&gt; ", "note"))


def text_of(markdown: str, called: Called) -> Markup:
    """Discord's markup as HTML, a line a paragraph. Names and channels are put in last: nothing in them is
    read as markup."""
    if not markdown:
        return Markup("")
    pieces = _in_letters(markdown).split("```")
    made = []
    for place, piece in enumerate(pieces):
        if place % 2:
            made.append(f"<pre>{piece.strip(chr(10))}</pre>")
        else:
            made += [_markup_line(one, called) for one in piece.split("\n") if one.strip()]
    return Markup("\n".join(made))


def inline(markdown: str, called: Called) -> Markup:
    """The same of one line, without a paragraph."""
    return Markup(_named(_formatted(_in_letters(markdown)), called))


@kept_by_language(LINES_KEPT)
def _in_letters(markdown: str) -> str:
    """A place at which a card is awaited is a question mark in a trick, but before a name an arrow."""
    return str(escape(in_letters(markdown.replace(f"{DUE} ", f"{ARROW} "))))


def _markup_line(line: str, called: Called) -> str:
    for head, kind in _HEADS:
        if line.startswith(head):
            told = _named(_formatted(line.removeprefix(head)), called)
            return f"<{kind}>{told}</{kind}>" if kind.startswith("h") else f'<p class="{kind}">{told}</p>'
    return f"<p>{_named(_formatted(line), called)}</p>"


@kept_by_language(LINES_KEPT)
def _formatted(line: str) -> str:
    """All but names and channels. Kept for a while: the most of a page stays as it was at the card before."""
    for pattern, markup in _INLINE:
        line = pattern.sub(markup, line)
    line = _LINK.sub(r'<a href="\2" rel="noreferrer">\1</a>', line)
    line = _MOMENT.sub(_moment_markup, line)
    line = line.replace(ARROW, f'<span aria-hidden="true">{ARROW}</span>')
    line = _COMMAND.sub(r"<b>\1</b>", line)
    line = _RED.sub(lambda of: f'<span class="red">{of[0]}</span>', line)
    return _HAND_BESIDE.sub(r'<span class="column">\1</span>\2', line)


def _moment_markup(found: re.Match[str]) -> str:
    """What the page's script tells in the reader's own time, or by how long it is until then."""
    at, way = datetime.fromtimestamp(int(found[1]), UTC), found[2] or "f"
    return f'<time class="as-{way}" datetime="{at:%Y-%m-%dT%H:%M:%SZ}">{at:%d.%m. %H:%M} UTC</time>'


def _named(line: str, called: Called) -> str:
    if "&lt;" not in line:
        return line
    line = _ROOM.sub(lambda of: str(escape(f"#{called.channel(int(of[1]))}")), line)
    return _PERSON.sub(lambda of: str(escape(called.people.get(UserId(int(of[1]))) or SOMEBODY())), line)


def coloured(label: str) -> Markup:
    """A label in which the red suits are red."""
    return Markup(_RED.sub(lambda of: f'<span class="red">{of[0]}</span>', str(escape(label))))


# Templates

TEMPLATES: Final = Environment(
    auto_reload=False,
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
"""Those of this folder. Everything that is put into one is escaped."""
PARTS_KEPT: Final = 1024


@cache
def macro(name: str) -> Callable[..., Markup]:
    """How a part of a page is drawn, by its template and its name there: ``sheet.row``."""
    template, _, part = name.partition(".")
    found: Callable[..., Markup] = getattr(TEMPLATES.get_template(f"{template}.html").module, part)
    return found


@kept_by_language(PARTS_KEPT)
def kept(part: Callable[..., Markup], *shows: Hashable, **named: Hashable) -> Markup:
    """Kept for a while: what several people see is drawn once."""
    return part(*shows, **named)


TEMPLATES.globals |= {
    "words": words,
    "table_words": table_words,
    "kept": kept,
    "card_of": _card_of,
    "name_told": _name_told,
    "colon": colon,
}
TEMPLATES.filters |= {"coloured": coloured, "rank": rank, "sign": sign, "number": number}

"""From a screen to Discord's components. No other module knows their format.

The components are written as Discord takes them, which is a tenth of the work of building the library's
objects. The library keeps no view either: presses are answered from the stored state, so that a button works
after a restart, and a table of many deals leaves nothing behind in memory.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from rules.cards import Suit
from screens.deck import LETTERS, Deck, in_letters, without_sign
from screens.screen import (
    ROOM,
    Boxes,
    Button,
    ChannelSelect,
    Divider,
    Form,
    Line,
    Link,
    Part,
    People,
    Picture,
    Row,
    Screen,
    Select,
    Style,
    Text,
    Undrawn,
)
from screens.words.languages import spoken

MOST_COMPONENTS: Final = 40
MOST_PLAIN: Final = 2000
"""Characters of a message without a layout."""
PLAIN_BUTTONS: Final = 29
"""With their six rows and the text: 36 components, as many as any screen of ours may have."""
MOST_CHARACTERS: Final = 4000
COMPONENTS_V2: Final = 1 << 15
"""The flag of a message that is made of components alone."""

Component = dict[str, object]

_ACTION_ROW, _BUTTON, _SELECT, _INPUT, _USERS, _CHANNELS, _TEXT = 1, 2, 3, 4, 5, 8, 10
_GALLERY, _FILE, _SEPARATOR, _CONTAINER, _LABEL, _CHECKBOXES = 12, 13, 14, 17, 18, 22
_ONE_LINE: Final = 1
_TEXT_CHANNEL: Final = 0
FIELD: Final = "text"
"""The id of the line in a form."""
_OPENS: Final = 5
"""The style of a button that opens an address."""
_STYLES: Final = {Style.PRIMARY: 1, Style.SECONDARY: 2, Style.SUCCESS: 3, Style.DANGER: 4}


def form_data(form: Form) -> Mapping[str, object]:
    """A form as an answer has it."""
    return {
        "custom_id": form.id,
        "title": form.title,
        "components": [
            {"type": _LABEL, "label": one.label, "component": _field_of(one)} for one in form.fields
        ],
    }


def _field_of(field: Line | Boxes) -> Component:
    match field:
        case Line():
            return {
                "type": _INPUT,
                "custom_id": FIELD,
                "style": _ONE_LINE,
                "required": False,
                "max_length": field.most,
                "value": field.filled,
            }
        case Boxes():
            return {
                "type": _CHECKBOXES,
                "custom_id": field.id,
                "required": False,
                "min_values": 0,
                "max_values": field.most,
                "options": [
                    {"label": one.label, "value": one.value, "default": one.chosen} for one in field.offers
                ],
            }


def components(screen: Screen, deck: Deck = LETTERS) -> list[Component]:
    """The screen as one container in its accent colour. Where emoji would make a text too long, its cards are
    letters. Raises ValueError if it exceeds Discord's limits."""
    deck = deck.styled(screen.cards)
    with spoken(screen.language):
        inner = [_component(part, deck) for part in screen.parts]
    count = len(inner) + sum(len(row) for one in inner if isinstance(row := one.get("components"), list))
    length = sum(len(str(one["content"])) for one in inner if one["type"] == _TEXT)
    if deck.emoji and length > ROOM:
        return components(screen)
    container: Component = {"type": _CONTAINER, "components": inner}
    if screen.accent is not None:
        container["accent_color"] = screen.accent
    if length > MOST_CHARACTERS:
        raise ValueError(f"{length} characters")
    if count + 1 > MOST_COMPONENTS:
        raise ValueError(f"{count + 1} components")
    return [container]


def payload_bytes(content: Mapping[str, object]) -> bytes:
    return _JSON.encode(content).encode()


class Payload(NamedTuple):
    """The body of a request, and what it is."""

    content: bytes
    kind: str


_JSON: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
JSON: Final = "application/json"


class Document(NamedTuple):
    """A file of text that goes with a message."""

    name: str
    text: str


Attached = Sequence[Picture | Document]


def payload(
    parts: Sequence[Component] | None, answer: int | None = None, files: Attached = (), /, **others: object
) -> Payload:
    """A request that posts or edits a message, which mentions nobody. ``answer`` is Discord's number for the
    kind of answer, where it is one to a press; files take the place of ``attachments`` among the others. With
    no parts it has no layout."""
    if files:
        others["attachments"] = _attachments(files)
    laid_out = {"components": parts, "flags": COMPONENTS_V2} if parts is not None else {}
    message = {"allowed_mentions": {"parse": []}, **laid_out, **others}
    body = payload_bytes(message if answer is None else {"type": answer, "data": message})
    return _with_files(body, files) if files else Payload(body, JSON)


def _attachments(files: Attached) -> Sequence[Mapping[str, str]]:
    return [
        {"id": str(place), "filename": file.name}
        | ({"description": file.alt} if isinstance(file, Picture) else {})
        for place, file in enumerate(files)
    ]


def _with_files(body: bytes, files: Attached) -> Payload:
    """A form of several parts: the message, and then its files."""
    bytes_of = [file.png if isinstance(file, Picture) else file.text.encode() for file in files]
    boundary = sha256(b"".join(bytes_of)).hexdigest()
    content = [
        _field(boundary, 'name="payload_json"', JSON, body),
        *(
            _field(
                boundary,
                f'name="files[{place}]"; filename="{file.name}"',
                "image/png" if isinstance(file, Picture) else "application/octet-stream",
                part,
            )
            for place, (file, part) in enumerate(zip(files, bytes_of, strict=True))
        ),
        f"--{boundary}--\r\n".encode(),
    ]
    return Payload(b"".join(content), f"multipart/form-data; boundary={boundary}")


def in_words(text: str, answer: int | None = None, files: Attached = (), /, **others: object) -> Payload:
    """The same for a text without a layout."""
    return payload(None, answer, files, content=text, **others)


def with_documents(text: str, files: Sequence[Document]) -> Payload:
    """A text with files as a layout, where a layout stands already: that can become no text without one."""
    inner: list[Component] = [{"type": _TEXT, "content": text}]
    inner += [{"type": _FILE, "file": {"url": f"attachment://{one.name}"}} for one in files]
    return payload([{"type": _CONTAINER, "components": inner}], None, files)


def _field(boundary: str, named: str, kind: str, content: bytes) -> bytes:
    head = f"--{boundary}\r\nContent-Disposition: form-data; {named}\r\nContent-Type: {kind}\r\n\r\n"
    return head.encode() + content + b"\r\n"


def plain_components(screen: Screen) -> list[Component]:
    """The screen in a form that Discord cannot refuse, for one that it has refused: one text, cut off if it
    is too long, and as many of the buttons as surely fit."""
    with spoken(screen.language):
        told = [in_letters(part.markdown) for part in screen.parts if isinstance(part, Text)]
    text = "\n\n".join(told).strip()
    seen: dict[str, Button] = {}
    for part in screen.parts:
        if isinstance(part, Row):
            for button in part.buttons:
                if 0 < len(button.id) <= 100:
                    seen.setdefault(button.id, button)
    buttons = list(seen.values())[:PLAIN_BUTTONS]
    rows = [buttons[start : start + 5] for start in range(0, len(buttons), 5)]
    shortened = [
        [Button(one.id, one.label.strip()[:80] or "…", disabled=one.disabled) for one in row] for row in rows
    ]
    return [
        {"type": _TEXT, "content": text[: MOST_CHARACTERS - 1] or "…"},
        *(
            {"type": _ACTION_ROW, "components": [_button_component(one, LETTERS) for one in row]}
            for row in shortened
        ),
    ]


def _component(part: Part, deck: Deck) -> Component:
    match part:
        case Text(markdown):
            return {"type": _TEXT, "content": deck.markdown(markdown)}
        case Divider():
            return {"type": _SEPARATOR, "divider": True, "spacing": 1}
        case Row(buttons):
            return {
                "type": _ACTION_ROW,
                "components": [_button_component(button, deck) for button in buttons],
            }
        case Link(address, label):
            opens = {"type": _BUTTON, "style": _OPENS, "label": label, "url": address}
            return {"type": _ACTION_ROW, "components": [opens]}
        case Select():
            return {"type": _ACTION_ROW, "components": [_select(part, deck)]}
        case ChannelSelect():
            return {"type": _ACTION_ROW, "components": [_channels(part)]}
        case People():
            return {"type": _ACTION_ROW, "components": [_people_component(part)]}
        case Picture(name, _, alt) | Undrawn(name, _, alt):
            return {
                "type": _GALLERY,
                "items": [{"media": {"url": f"attachment://{name}"}, "description": alt}],
            }


def _select(select: Select, deck: Deck) -> Component:
    options: list[Component] = []
    for offer in select.offers:
        option: Component = {
            **_labelled(offer.label, offer.sign, deck),
            "value": offer.value,
            "default": offer.chosen,
        }
        if offer.hint:
            option["description"] = offer.hint
        options.append(option)
    return {
        "type": _SELECT,
        "custom_id": select.id,
        "placeholder": select.prompt,
        "min_values": select.least,
        "max_values": select.most,
        "disabled": select.disabled,
        "options": options,
    }


def _channels(select: ChannelSelect) -> Component:
    return {
        "type": _CHANNELS,
        "custom_id": select.id,
        "placeholder": select.prompt,
        "min_values": 0,
        "max_values": select.most,
        "channel_types": [_TEXT_CHANNEL],
        "default_values": [{"id": str(one), "type": "channel"} for one in select.chosen],
    }


def _people_component(people: People) -> Component:
    chosen = [] if people.chosen is None else [{"id": str(people.chosen), "type": "user"}]
    return {
        "type": _USERS,
        "custom_id": people.id,
        "placeholder": people.prompt,
        "min_values": 0,
        "max_values": 1,
        "default_values": chosen,
    }


def _button_component(button: Button, deck: Deck) -> Component:
    laid: Component = {
        "type": _BUTTON,
        "style": _STYLES[button.style],
        "label": button.label,
        "custom_id": button.id,
        "disabled": button.disabled,
    }
    return laid if button.sign is None else laid | _labelled(button.label, button.sign, deck)


def _labelled(label: str, sign: Suit | None, deck: Deck) -> Component:
    """A label, the suit's emoji in place of its sign where there is one."""
    emoji = deck.suit(sign) if sign is not None else None
    if sign is None or emoji is None:
        return {"label": label}
    return {"label": without_sign(label, sign), "emoji": {"name": emoji.name, "id": str(emoji.id)}}

"""What Discord refuses in a message or a form beyond its published description: components, text, flags.

Pure: knows the body that was sent and what is told of the message that it edits, not the world. Sources are
the pages components/reference, resources/message and interactions/receiving-and-responding; the codes of
flaws are those that bot authors report.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from playground.document import required, too_long
from playground.errors import Flaw, Json

COMPONENTS_V2 = 1 << 15
EPHEMERAL = 1 << 6
_SUPPRESS_EMBEDS = 1 << 2
_SUPPRESS_NOTIFICATIONS, _VOICE_MESSAGE = 1 << 12, 1 << 13
NEW_FLAGS = _SUPPRESS_EMBEDS | _SUPPRESS_NOTIFICATIONS | _VOICE_MESSAGE | COMPONENTS_V2
"""The flags that a bot may give to a new message of its own; an answer may be ephemeral too."""
_EDITABLE_FLAGS = _SUPPRESS_EMBEDS | COMPONENTS_V2
MOST_TEXT, MOST_V2_TEXT, MOST_EMBED_TEXT = 2000, 4000, 6000
MOST_COMPONENTS, MOST_ROWS, MOST_FILES = 40, 5, 10
_MOST_IN_MODAL = 5

_ROW, _BUTTON, _STRING_SELECT, _TEXT_INPUT = 1, 2, 3, 4
_SELECTS = (3, 5, 6, 7, 8)
_TEXT, _THUMBNAIL, _GALLERY, _FILE, _LABEL, _RADIO, _CHECKBOXES, _CHECKBOX = 10, 11, 12, 13, 18, 21, 22, 23
_LINK, _PREMIUM = 5, 6
_WEB, _LINKS, _MEDIA = ("http", "https"), ("discord", "http", "https"), ("attachment", "http", "https")


def _nothing_known(_emoji: int) -> bool:
    return True


@dataclass(frozen=True)
class Around:
    """What a form is sent with: the names of its files, the message that it edits, the flags that it may set,
    the emoji that exist."""

    files: tuple[str, ...] = ()
    before: Json | None = None
    settable: int = NEW_FLAGS
    knows_emoji: Callable[[int], bool] = field(default=_nothing_known)


@dataclass(frozen=True)
class _Part:
    path: tuple[str, ...]
    component: Json
    parent: int | None

    @property
    def kind(self) -> int:
        return int(self.component["type"])

    def flaw(self, code: str, message: str, *steps: str) -> Flaw:
        return Flaw((*self.path, *steps), code, message)


def _parts(components: Any, path: tuple[str, ...], parent: int | None = None) -> Iterator[_Part]:
    """Every component with its path, those within others after them."""
    for index, component in enumerate(components if isinstance(components, list) else ()):
        yield from _within(component, (*path, str(index)), parent)


def _within(component: Any, path: tuple[str, ...], parent: int | None) -> Iterator[_Part]:
    if isinstance(component, dict) and "type" in component:
        yield _Part(path, component, parent)
        kind = component["type"]
        yield from _parts(component.get("components"), (*path, "components"), kind)
        for key in ("accessory", "component"):
            yield from _within(component.get(key), (*path, key), kind)


# ---------------------------------------------------------------------- messages


def message_flaws(message: Json, around: Around) -> list[Flaw]:
    """All that is wrong with a message whose fields have the right types."""
    flaws = [*_flag_flaws(message, around), *_text_flaws(message), *_embed_flaws(message.get("embeds") or ())]
    flaws += _mention_flaws(message.get("allowed_mentions") or {})
    flaws += _attachment_flaws(message, around)
    flags = _flags_of(message, around)
    parts = list(_parts(message.get("components"), ("components",)))
    if flags & COMPONENTS_V2:
        flaws += _v2_flaws({**(around.before or {}), **message}, parts)
    else:
        flaws += _legacy_flaws(message, parts)
    flaws += _tree_flaws(parts, around)
    for part in parts:
        flaws += _part_flaws(part, around)
    return flaws


def is_empty(message: Json, around: Around) -> bool:
    """Whether nothing would be left to show (code 50006)."""
    before = around.before or {}
    left = {**before, **message}
    if left.get("flags") is not None and int(left["flags"]) & _VOICE_MESSAGE:
        return False
    forwards = (message.get("message_reference") or {}).get("type") == 1
    embeds = [one for one in left.get("embeds") or () if any(one.values())]
    held = left.get("components") or left.get("sticker_ids") or left.get("sticker_items") or left.get("poll")
    files = around.files or left.get("attachments")
    snapshots = before.get("message_snapshots")
    return not ((left.get("content") or "").strip() or embeds or held or files or forwards or snapshots)


def voice_fault(message: Json, around: Around) -> tuple[int, str] | None:
    """What is wrong with a voice message: its code and its words (topics/opcodes-and-status-codes)."""
    if around.before is not None or not int(message.get("flags") or 0) & _VOICE_MESSAGE:
        return None
    if any(message.get(name) for name in ("content", "embeds", "components", "poll", "sticker_ids")):
        return 50159, "Voice messages do not support additional content."
    if len(around.files) != 1:
        return 50160, "Voice messages must have a single audio attachment."
    described = (message.get("attachments") or [{}])[0]
    if described.get("duration_secs") is None or not described.get("waveform"):
        return 50161, "Voice messages must have supporting metadata."
    return None


def _flags_of(message: Json, around: Around) -> int:
    """The flags that the message will have. The one for components V2 stays for ever."""
    asked = int(message.get("flags") or 0)
    return asked if around.before is None else asked | int(around.before["flags"]) & COMPONENTS_V2


def _flag_flaws(message: Json, around: Around) -> Iterator[Flaw]:
    if message.get("flags") is None:
        return
    asked = int(message["flags"])
    if around.before is None:
        if asked & ~around.settable:
            yield Flaw(("flags",), "MESSAGE_FLAGS_INVALID", "These flags cannot be set on a message.")
        return
    held = int(around.before["flags"])
    if held & COMPONENTS_V2 and not asked & COMPONENTS_V2:
        words = "The components_v2 flag cannot be removed from a message."
        yield Flaw(("flags",), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", words)
    if asked & ~held & ~_EDITABLE_FLAGS:
        yield Flaw(("flags",), "MESSAGE_FLAGS_INVALID", "These flags cannot be set by an edit.")


def _text_flaws(message: Json) -> Iterator[Flaw]:
    if len(message.get("content") or "") > MOST_TEXT:
        yield too_long(MOST_TEXT, "content")


def _mention_flaws(allowed: Json) -> Iterator[Flaw]:
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or ()) and allowed.get(kind):
            words = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            yield Flaw(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", words)


def _embed_flaws(embeds: Iterable[Json]) -> Iterator[Flaw]:
    total = 0
    for index, embed in enumerate(embeds):
        here = ("embeds", str(index))
        author, footer = embed.get("author") or {}, embed.get("footer") or {}
        read = [embed.get("title"), embed.get("description"), author.get("name"), footer.get("text")]
        for place, one in enumerate(embed.get("fields") or ()):
            for key in ("name", "value"):
                read.append(one.get(key))
                if not (one.get(key) or "").strip():
                    yield required(*here, "fields", str(place), key)
        for part, key in (("author", "name"), ("footer", "text"), ("image", "url"), ("thumbnail", "url")):
            if embed.get(part) is not None and not (embed[part].get(key) or "").strip():
                yield required(*here, part, key)
        total += sum(len((text or "").strip()) for text in read)
        yield from _url_flaw(embed.get("url"), _WEB, *here, "url")
        for key in ("image", "thumbnail"):
            yield from _url_flaw((embed.get(key) or {}).get("url"), _MEDIA, *here, key, "url")
        for key, held in (("author", author), ("footer", footer)):
            yield from _url_flaw(held.get("icon_url"), _MEDIA, *here, key, "icon_url")
        yield from _url_flaw(author.get("url"), _WEB, *here, "author", "url")
    if total > MOST_EMBED_TEXT:
        words = f"Embed size exceeds maximum size of {MOST_EMBED_TEXT}"
        yield Flaw(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", words)


def _url_flaw(url: str | None, schemes: tuple[str, ...], *path: str) -> Iterator[Flaw]:
    if url and url.partition(":")[0].lower() not in schemes:
        words = f'Scheme "{url.partition(":")[0][:20]}" is not supported. Scheme must be one of {schemes}.'
        yield Flaw(path, "URL_TYPE_INVALID_SCHEME", words)
    elif url and not url.partition("://")[2]:
        yield Flaw(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")


def _attachment_flaws(message: Json, around: Around) -> Iterator[Flaw]:
    """Each file that is described is uploaded now or stands in the message already."""
    declared = message.get("attachments")
    kept = {str(one["id"]) for one in (around.before or {}).get("attachments") or ()}
    ids = [str(one.get("id")) for one in declared or ()]
    uploaded = {str(number) for number in range(len(around.files))}
    for index, one in enumerate(ids):
        if one not in kept | uploaded:
            yield Flaw(("attachments", str(index), "id"), "ATTACHMENT_NOT_FOUND", "Attachment data not found")
        if one in ids[:index]:
            yield Flaw(("attachments", str(index), "id"), "ATTACHMENT_DUPLICATED", "The id is already used")
    stay = len(kept) if declared is None else len(kept.intersection(ids))
    if stay + len(around.files) > MOST_FILES:
        yield too_long(MOST_FILES, "attachments")


def _names_held(message: Json, around: Around) -> set[str]:
    """The names of the files that the message will have."""
    before = (around.before or {}).get("attachments") or ()
    declared = message.get("attachments")
    ids = None if declared is None else {str(one.get("id")) for one in declared}
    names = {one["filename"] for one in before if ids is None or str(one["id"]) in ids}
    renamed = {one["filename"] for one in declared or () if one.get("filename")}
    return names | renamed | set(around.files)


def _v2_flaws(message: Json, parts: list[_Part]) -> Iterator[Flaw]:
    for name in ("content", "embeds", "poll", "sticker_ids", "sticker_items"):
        if message.get(name):
            words = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            yield Flaw((name,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", words)
    if not message.get("components"):
        yield required("components")
    text = sum(len(part.component.get("content") or "") for part in parts if part.kind == _TEXT)
    if text > MOST_V2_TEXT:
        words = f"The total text of the components exceeds {MOST_V2_TEXT} characters"
        yield Flaw(("components",), "COMPONENT_TEXT_SIZE_EXCEEDED", words)


def _legacy_flaws(message: Json, parts: list[_Part]) -> Iterator[Flaw]:
    if len(message.get("components") or ()) > MOST_ROWS:
        yield too_long(MOST_ROWS, "components")
    for part in parts:
        if part.parent is None and part.kind != _ROW:
            yield part.flaw("UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1,).', "type")


# ---------------------------------------------------------------------- components


def _tree_flaws(parts: list[_Part], around: Around) -> Iterator[Flaw]:
    """Numbers and ids over the whole of a message or a form."""
    if len(parts) > MOST_COMPONENTS:
        words = f"The total number of components exceeds {MOST_COMPONENTS}"
        yield Flaw(("components",), "COMPONENT_COUNT_EXCEEDED", words)
    for name, code in (("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"), ("id", "COMPONENT_ID_DUPLICATED")):
        seen: Counter[Any] = Counter()
        for part in parts:
            value = part.component.get(name)
            if value in (None, 0):
                continue
            if seen[value]:
                yield part.flaw(code, f"Component {name.replace('_', ' ')} cannot be duplicated", name)
            seen[value] += 1


def _part_flaws(part: _Part, around: Around, *, in_modal: bool = False) -> Iterator[Flaw]:
    component, kind = part.component, part.kind
    if kind == _ROW:
        yield from _row_flaws(part)
    elif kind == _BUTTON:
        yield from _button_flaws(part, around)
    elif kind in _SELECTS:
        yield from _select_flaws(part, around, in_modal=in_modal)
    elif kind in (_RADIO, _CHECKBOXES):
        yield from _choice_flaws(part)
    elif kind == _TEXT:
        if not component["content"].strip():
            yield required(*part.path, "content")
    elif kind == _TEXT_INPUT:
        yield from _input_flaws(part)
    elif kind == _THUMBNAIL:
        yield from _media_flaw(component["media"]["url"], _MEDIA, part, "media", "url")
    elif kind == _GALLERY:
        for index, item in enumerate(component["items"]):
            yield from _media_flaw(item["media"]["url"], _MEDIA, part, "items", str(index), "media", "url")
    elif kind == _FILE:
        yield from _media_flaw(component["file"]["url"], ("attachment",), part, "file", "url")


def _media_flaw(url: str, schemes: tuple[str, ...], part: _Part, *steps: str) -> Iterator[Flaw]:
    yield from _url_flaw(url, schemes, *part.path, *steps)


def unknown_files(message: Json, around: Around) -> Iterator[Flaw]:
    """References ``attachment://name`` to files that the message will not have."""
    names = _names_held(message, around)
    for part in _parts(message.get("components"), ("components",)):
        held: list[tuple[tuple[str, ...], str]] = []
        match part.kind:
            case 11:
                held = [(("media", "url"), part.component["media"]["url"])]
            case 12:
                held = [
                    (("items", str(index), "media", "url"), item["media"]["url"])
                    for index, item in enumerate(part.component["items"])
                ]
            case 13:
                held = [(("file", "url"), part.component["file"]["url"])]
        for steps, url in held:
            if url.startswith("attachment://") and url.removeprefix("attachment://") not in names:
                words = "The referenced attachment was not found"
                yield part.flaw("UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", words, *steps)


def _row_flaws(row: _Part) -> Iterator[Flaw]:
    kinds = [one.get("type") for one in row.component.get("components") or ()]
    if any(kind in _SELECTS for kind in kinds) and len(kinds) > 1:
        words = "The specified component exceeds the maximum width"
        yield row.flaw("COMPONENT_LAYOUT_WIDTH_EXCEEDED", words)


def _button_flaws(button: _Part, around: Around) -> Iterator[Flaw]:
    looks = {name for name, value in button.component.items() if value not in (None, "")}
    style = button.component["style"]
    wanted = {_LINK: "url", _PREMIUM: "sku_id"}.get(style, "custom_id")
    if wanted not in looks:
        yield required(*button.path, wanted)
    if style == _PREMIUM:
        never: tuple[str, ...] = ("custom_id", "url", "label", "emoji")
    else:
        never = tuple({"custom_id", "url", "sku_id"} - {wanted})
        if not (button.component.get("label") or "").strip() and "emoji" not in looks:
            yield required(*button.path, "label")
    for name in sorted(looks.intersection(never)):
        words = f"A button of this style cannot have a {name}"
        yield button.flaw("BUTTON_COMPONENT_FIELD_NOT_ALLOWED", words, name)
    if style == _LINK:
        yield from _url_flaw(button.component.get("url"), _LINKS, *button.path, "url")
    yield from _emoji_flaw(button.component.get("emoji"), around, button, "emoji")


def _emoji_flaw(emoji: Any, around: Around, part: _Part, *steps: str) -> Iterator[Flaw]:
    if not isinstance(emoji, dict):
        return
    if emoji.get("id"):
        known = around.knows_emoji(int(emoji["id"]))
    else:
        # letters are no emoji: that much is known without a list of them
        known = bool(emoji.get("name")) and not str(emoji["name"]).isascii()
    if not known:
        yield part.flaw("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji", *steps, "name")


def _select_flaws(menu: _Part, around: Around, *, in_modal: bool) -> Iterator[Flaw]:
    component = menu.component
    options = component.get("options") or ()
    low, high = _bounds(component)
    yield from _bound_flaws(menu, low, high, len(options) if menu.kind == _STRING_SELECT else None)
    yield from _option_flaws(menu, high)
    for index, option in enumerate(options):
        yield from _emoji_flaw(option.get("emoji"), around, menu, "options", str(index), "emoji")
    given = component.get("default_values") or ()
    if given and not low <= len(given) <= high:
        words = f"Must be between {low} and {high} in length."
        yield menu.flaw("BASE_TYPE_BAD_LENGTH", words, "default_values")
    if in_modal and component.get("disabled"):
        yield menu.flaw(
            "SELECT_COMPONENT_DISABLED_IN_MODAL", "A select in a modal cannot be disabled", "disabled"
        )


def _choice_flaws(group: _Part) -> Iterator[Flaw]:
    """Radio groups and groups of checkboxes."""
    options = group.component["options"]
    if group.kind == _RADIO:
        yield from _option_flaws(group, 1)
        return
    low, high = _bounds(group.component, most=len(options))
    yield from _bound_flaws(group, low, high, len(options))
    yield from _option_flaws(group, high)
    if low == 0 and group.component.get("required", True) is not False:
        words = "A group that must be answered has a minimum of at least one"
        yield group.flaw("BASE_TYPE_CHOICES", words, "required")


def _bounds(component: Json, most: int = 1) -> tuple[int, int]:
    low, high = component.get("min_values"), component.get("max_values")
    return 1 if low is None else int(low), most if high is None else int(high)


def _bound_flaws(menu: _Part, low: int, high: int, offered: int | None) -> Iterator[Flaw]:
    if low > high:
        yield menu.flaw("SELECT_COMPONENT_MIN_ABOVE_MAX", f"Must be {high} or fewer.", "min_values")
    if offered is not None and high > offered:
        yield menu.flaw("SELECT_COMPONENT_MAX_ABOVE_OPTIONS", f"Must be {offered} or fewer.", "max_values")


def _option_flaws(menu: _Part, most: int) -> Iterator[Flaw]:
    seen: set[str] = set()
    marked = 0
    for index, option in enumerate(menu.component.get("options") or ()):
        here = ("options", str(index))
        if option["value"] in seen:
            words = "The specified option value is already used"
            yield menu.flaw("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", words, *here, "value")
        seen.add(option["value"])
        if not option["label"].strip():
            yield required(*menu.path, *here, "label")
        marked += bool(option.get("default"))
    if marked > most:
        words = f"Must be {most} or fewer."
        yield menu.flaw("SELECT_COMPONENT_TOO_MANY_DEFAULTS", words, "options")


# ---------------------------------------------------------------------- forms


def modal_flaws(modal: Json, around: Around) -> list[Flaw]:
    """All that is wrong with a form whose fields have the right types."""
    parts = list(_parts(modal.get("components"), ("components",)))
    flaws = list(_tree_flaws(parts, around))
    if len(modal["components"]) > _MOST_IN_MODAL:
        flaws.append(too_long(_MOST_IN_MODAL, "components"))
    if not modal["title"].strip():
        flaws.append(required("title"))
    for part in parts:
        flaws += _part_flaws(part, around, in_modal=True)
        if part.kind == _ROW and len(part.component.get("components") or ()) > 1:
            words = "The specified component exceeds the maximum width"
            flaws.append(part.flaw("COMPONENT_LAYOUT_WIDTH_EXCEEDED", words))
    return flaws


def boxes_in(modal: Json) -> Iterator[Flaw]:
    """The fields that a Discord before radio groups and checkboxes does not know."""
    for part in _parts(modal["components"], ("components",)):
        if part.kind in (_RADIO, _CHECKBOXES, _CHECKBOX):
            known = (_STRING_SELECT, _TEXT_INPUT, *_SELECTS[1:])
            words = f'Value of field "type" must be one of {known}.'
            yield part.flaw("UNION_TYPE_CHOICES", words, "type")


def _input_flaws(field_: _Part) -> Iterator[Flaw]:
    component = field_.component
    low, high = component.get("min_length") or 0, component.get("max_length") or 4000
    if low > high:
        yield field_.flaw("TEXT_INPUT_MIN_ABOVE_MAX", f"Must be {high} or fewer.", "min_length")
    value = component.get("value")
    if value and not low <= len(value) <= high:
        words = f"Must be between {low} and {high} in length."
        yield field_.flaw("BASE_TYPE_BAD_LENGTH", words, "value")
    if field_.parent == _ROW and not component.get("label"):
        yield required(*field_.path, "label")

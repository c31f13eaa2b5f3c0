"""Reading a message as a person would: all its words, all its buttons. Knows only the JSON of a message."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playground.errors import Json, NotThere
from playground.world import components_in

_BUTTON, _TEXT, _THUMBNAIL, _GALLERY, _FILE = 2, 10, 11, 12, 13
_SELECTS = (3, 5, 6, 7, 8)


@dataclass(frozen=True)
class Button:
    """A button on the screen; a link has no ``custom_id``."""

    custom_id: str | None
    label: str
    disabled: bool
    style: int  # 1 primary, 2 secondary, 3 success, 4 danger, 5 link
    emoji: str
    url: str | None


def texts(message: Json) -> list[str]:
    """Every piece of text of a message in reading order, alt texts and embeds included, labels not."""
    return [text for text in _texts(message) if text]


def _texts(message: Json) -> Iterator[str]:
    yield message.get("content") or ""
    for embed in message.get("embeds") or ():
        yield (embed.get("author") or {}).get("name") or ""
        yield embed.get("title") or ""
        yield embed.get("description") or ""
        for field in embed.get("fields") or ():
            yield field["name"]
            yield field["value"]
        yield (embed.get("footer") or {}).get("text") or ""
    for component in components_in(message.get("components") or []):
        if component["type"] == _TEXT:
            yield component["content"]
        elif component["type"] == _THUMBNAIL:
            yield component.get("description") or ""
        elif component["type"] == _GALLERY:
            for item in component["items"]:
                yield item.get("description") or ""
    for attachment in message.get("attachments") or ():
        yield attachment.get("description") or ""


def buttons(message: Json) -> list[Button]:
    """Every button of a message, from the top left."""
    return [
        Button(
            custom_id=component.get("custom_id"),
            label=component.get("label") or "",
            disabled=bool(component.get("disabled")),
            style=int(component["style"]),
            emoji=(component.get("emoji") or {}).get("name") or "",
            url=component.get("url"),
        )
        for component in components_in(message.get("components") or [])
        if component["type"] == _BUTTON
    ]


def pressable(message: Json, custom_id: str | None, label: str | None) -> Json:
    """The one enabled button that is meant; ``NotThere`` if a person could not press it."""
    found = [
        component
        for component in components_in(message.get("components") or [])
        if component["type"] == _BUTTON
        and component.get("custom_id")
        and custom_id in (None, component["custom_id"])
        and label in (None, component.get("label"))
    ]
    meant = repr(custom_id if custom_id is not None else label)
    if len(found) != 1:
        on_screen = [button.custom_id for button in buttons(message)]
        raise NotThere(f"{len(found)} buttons match {meant}; on the screen are {on_screen}")
    if found[0].get("disabled"):
        raise NotThere(f"the button {meant} is disabled")
    return found[0]


def select_of(message: Json, custom_id: str, values: list[str]) -> Json:
    """The enabled select menu with this id, if these values can be chosen in it."""
    for component in components_in(message.get("components") or []):
        if component["type"] in _SELECTS and component.get("custom_id") == custom_id:
            offered = {option["value"] for option in component.get("options") or ()}
            low, high = component.get("min_values", 1), component.get("max_values", 1)
            if component.get("disabled"):
                raise NotThere(f"the menu {custom_id!r} is disabled")
            if not low <= len(values) <= high:
                raise NotThere(f"the menu {custom_id!r} takes {low} to {high} values")
            if component["type"] == _SELECTS[0] and not set(values) <= offered:
                raise NotThere(f"the menu {custom_id!r} offers {sorted(offered)}")
            return component
    raise NotThere(f"no menu {custom_id!r} on the screen")


def modal_answers(modal: Json, values: dict[str, Any]) -> list[Json]:
    """A filled form as Discord sends it back: the layout of the form, values in place of fields."""
    missing = set(values) - {
        part["custom_id"] for part in components_in(modal["components"]) if "custom_id" in part
    }
    if missing:
        raise NotThere(f"the form has no fields {sorted(missing)}")
    return [_filled(component, values) for component in modal["components"]]


def _filled(component: Json, values: dict[str, Any]) -> Json:
    filled: Json = {"type": component["type"]}
    if component.get("id") is not None:
        filled["id"] = component["id"]
    if "components" in component:
        filled["components"] = [_filled(child, values) for child in component["components"]]
    if "component" in component:
        filled["component"] = _filled(component["component"], values)
    if "custom_id" in component:
        custom_id = component["custom_id"]
        filled["custom_id"] = custom_id
        given = values.get(custom_id)
        if component["type"] in (*_SELECTS, 19, 22):
            filled["values"] = [] if given is None else [given] if isinstance(given, str) else list(given)
        elif component["type"] == 4:
            filled["value"] = component.get("value", "") if given is None else given
            _check_length(component, filled["value"])
        else:
            filled["value"] = given
    return filled


def _check_length(field: Json, text: str) -> None:
    low, high = field.get("min_length") or 0, field.get("max_length") or 4000
    if (text or field.get("required", True)) and not max(low, field.get("required", True)) <= len(
        text
    ) <= high:
        raise NotThere(f"the field {field['custom_id']!r} takes {low} to {high} characters")

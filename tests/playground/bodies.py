"""Wrong bodies by name, each with the place where it is sent and the path of its flaw; and right ones.

Written by hand from Discord's documentation (components/reference, resources/message, resources/channel,
interactions/receiving-and-responding, interactions/application-commands), not from the code that checks them.
"""

from typing import Any, NamedTuple

V2 = 1 << 15
EPHEMERAL = 1 << 6
TEXT = {"type": 10, "content": "North leads"}
KNOWN = "123456789012345678"


class Sent(NamedTuple):
    """A body, where it goes, and the dotted path of the flaw that Discord tells of."""

    place: str
    body: Any
    flaw: str = ""
    code: int = 50035


def button(**looks: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "custom_id": "press", "label": "Play", **looks}


def row(*components: Any) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}


def option(value: str, **looks: Any) -> dict[str, Any]:
    return {"label": value, "value": value, **looks}


def menu(count: int = 2, **looks: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "m", "options": [option(str(n)) for n in range(count)], **looks}


def legacy(*rows: Any) -> dict[str, Any]:
    return {"content": "x", "components": list(rows)}


def v2(*components: Any, **fields: Any) -> dict[str, Any]:
    return {"flags": V2, "components": list(components), **fields}


def box(*components: Any, **looks: Any) -> dict[str, Any]:
    return {"type": 17, "components": list(components), **looks}


def command(name: str = "deal", **looks: Any) -> dict[str, Any]:
    return {"name": name, "description": "Deals", "type": 1, **looks}


def choice(kind: int = 3, name: str = "card", **looks: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "description": "A card", **looks}


def embed(**fields: Any) -> dict[str, Any]:
    return {"embeds": [fields]}


def field(**looks: Any) -> dict[str, Any]:
    return {"type": 4, "custom_id": "bid", "style": 1, **looks}


def label(component: Any, **looks: Any) -> dict[str, Any]:
    return {"type": 18, "label": "Your bid", "component": component, **looks}


def modal(*components: Any, **looks: Any) -> dict[str, Any]:
    return {"custom_id": "form", "title": "Bid", "components": list(components), **looks}


def answers(*values: Any) -> dict[str, Any]:
    return {"choices": [{"name": str(value)[:100], "value": value} for value in values]}


def radio(count: int = 2, **looks: Any) -> dict[str, Any]:
    return {"type": 21, "custom_id": "r", "options": [option(str(n)) for n in range(count)], **looks}


def boxes(count: int = 2, **looks: Any) -> dict[str, Any]:
    return {"type": 22, "custom_id": "c", "options": [option(str(n)) for n in range(count)], **looks}


ROWS = "components.0.components.0"
LONG_NAMES = [choice(name=f"o{n}", description="d" * 100, choices=None) for n in range(25)]
BIG = [
    {"type": 1, "name": f"s{n}", "description": "d" * 100, "options": LONG_NAMES} for n in range(4)
]  # 4 × (25 × 102 + 102) and more: above 8,000

WRONG: dict[str, Sent] = {
    # text and flags
    "an empty message": Sent("message", {"content": ""}, code=50006),
    "a message of spaces": Sent("message", {"content": "  \n "}, code=50006),
    "a message of nothing": Sent("message", {}, code=50006),
    "2001 characters": Sent("message", {"content": "x" * 2001}, "content"),
    "content that is a number": Sent("message", {"content": 7}, "content"),
    "an array for a message": Sent("message", [], ""),
    "an ephemeral message without an interaction": Sent(
        "message", {"content": "x", "flags": EPHEMERAL}, "flags"
    ),
    "a message that says it is loading": Sent("message", {"content": "x", "flags": 1 << 7}, "flags"),
    "a nonce of 26 characters": Sent("message", {"content": "x", "nonce": "n" * 26}, "nonce"),
    "a nonce that is a list": Sent("message", {"content": "x", "nonce": []}, "nonce"),
    "four stickers": Sent("message", {"content": "x", "sticker_ids": [KNOWN] * 4}, "sticker_ids"),
    "a reply to a message that is not there": Sent(
        "message", {"content": "x", "message_reference": {"message_id": KNOWN}}, "message_reference"
    ),
    "a reply to nothing": Sent(
        "message", {"content": "x", "message_reference": {}}, "message_reference.message_id"
    ),
    "a reply to another channel": Sent(
        "message",
        {"content": "x", "message_reference": {"message_id": KNOWN, "channel_id": KNOWN}},
        "message_reference",
    ),
    # mentions
    "everybody parsed and one user named": Sent(
        "message",
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": [KNOWN]}},
        "allowed_mentions",
    ),
    "all roles parsed and one named": Sent(
        "message",
        {"content": "x", "allowed_mentions": {"parse": ["roles"], "roles": [KNOWN]}},
        "allowed_mentions",
    ),
    "mentions of an unknown kind": Sent(
        "message", {"content": "x", "allowed_mentions": {"parse": ["friends"]}}, "allowed_mentions.parse.0"
    ),
    "101 users mentioned": Sent(
        "message",
        {"content": "x", "allowed_mentions": {"users": [str(10**17 + n) for n in range(101)]}},
        "allowed_mentions.users",
    ),
    "one user mentioned twice": Sent(
        "message", {"content": "x", "allowed_mentions": {"users": [KNOWN, KNOWN]}}, "allowed_mentions.users"
    ),
    "a user whose id is a name": Sent(
        "message", {"content": "x", "allowed_mentions": {"users": ["anna"]}}, "allowed_mentions.users.0"
    ),
    # embeds
    "eleven embeds": Sent("message", {"embeds": [{"title": "x"}] * 11}, "embeds"),
    "an embed's title of 257": Sent("message", embed(title="x" * 257), "embeds.0.title"),
    "an embed's description of 4097": Sent("message", embed(description="x" * 4097), "embeds.0.description"),
    "26 fields": Sent("message", embed(fields=[{"name": "a", "value": "b"}] * 26), "embeds.0.fields"),
    "a field without a value": Sent("message", embed(fields=[{"name": "a"}]), "embeds.0.fields.0.value"),
    "a field with an empty name": Sent(
        "message", embed(fields=[{"name": " ", "value": "b"}]), "embeds.0.fields.0.name"
    ),
    "6001 characters in embeds": Sent(
        "message", {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]}, "embeds"
    ),
    "a colour above white": Sent("message", embed(title="x", color=1 << 24), "embeds.0.color"),
    "an embed's address without a scheme": Sent("message", embed(title="x", url="here"), "embeds.0.url"),
    "an embed's address by ftp": Sent("message", embed(title="x", url="ftp://a.b/c"), "embeds.0.url"),
    "a footer of 2049": Sent("message", embed(footer={"text": "x" * 2049}), "embeds.0.footer.text"),
    "an embed's author of no name": Sent(
        "message", embed(author={"url": "https://a.b"}), "embeds.0.author.name"
    ),
    "an embed's footer of nothing": Sent("message", embed(title="x", footer={}), "embeds.0.footer.text"),
    "a voice message with words": Sent("message", {"content": "x", "flags": 1 << 13}, code=50159),
    "a voice message without a voice": Sent("message", {"flags": 1 << 13}, code=50160),
    "embeds beside components V2": Sent("message", v2(TEXT, embeds=[{"title": "x"}]), "embeds"),
    "embeds of nothing": Sent("message", {"embeds": [{}]}, code=50006),
    # layout
    "content beside components V2": Sent("message", v2(TEXT, content="x"), "content"),
    "a poll beside components V2": Sent(
        "message",
        v2(TEXT, poll={"question": {"text": "?"}, "answers": [{"poll_media": {"text": "a"}}]}),
        "poll",
    ),
    "components V2 without their flag": Sent("message", {"components": [box(TEXT)]}, "components.0.type"),
    "components V2 of nothing": Sent("message", {"flags": V2, "components": []}, "components"),
    "a button outside a row": Sent(
        "message", {"content": "x", "components": [button()]}, "components.0.type"
    ),
    "six rows": Sent("message", legacy(*[row(button(custom_id=str(n))) for n in range(6)]), "components"),
    "six buttons in a row": Sent(
        "message", legacy(row(*[button(custom_id=str(n)) for n in range(6)])), "components.0.components"
    ),
    "a row of nothing": Sent("message", legacy(row()), "components.0.components"),
    "a list and a button in a row": Sent("message", legacy(row(menu(), button())), "components.0"),
    "two lists in a row": Sent("message", legacy(row(menu(), menu(custom_id="n"))), "components.0"),
    "a row in a row": Sent("message", legacy(row(row(button()))), "components.0.components.0.type"),
    "41 components": Sent("message", v2(*[TEXT] * 41), "components"),
    "41 components of which 40 are within another": Sent("message", v2(box(*[TEXT] * 40)), "components"),
    "4001 characters of text": Sent(
        "message",
        v2(box(*[{"type": 10, "content": "x" * 2000}] * 2), {"type": 10, "content": "x"}),
        "components",
    ),
    "text of nothing": Sent("message", v2({"type": 10, "content": ""}), "components.0.content"),
    "text of spaces": Sent("message", v2({"type": 10, "content": "  "}), "components.0.content"),
    "a container of nothing": Sent("message", v2(box()), "components.0.components"),
    "a container in a container": Sent("message", v2(box(box(TEXT))), "components.0.components.0.type"),
    "a container of an unknown colour": Sent(
        "message", v2(box(TEXT, accent_color=-1)), "components.0.accent_color"
    ),
    "a component of an unknown type": Sent("message", v2({"type": 99}), "components.0.type"),
    "a component without a type": Sent("message", v2({"content": "x"}), "components.0.type"),
    "a text input in a message": Sent("message", legacy(row(field(label="x"))), f"{ROWS}.type"),
    "a section without an accessory": Sent(
        "message", v2({"type": 9, "components": [TEXT]}), "components.0.accessory"
    ),
    "a section of four texts": Sent(
        "message", v2({"type": 9, "components": [TEXT] * 4, "accessory": button()}), "components.0.components"
    ),
    "a section of a button": Sent(
        "message",
        v2({"type": 9, "components": [button()], "accessory": button(custom_id="b")}),
        "components.0.components.0.type",
    ),
    "a gallery of nothing": Sent("message", v2({"type": 12, "items": []}), "components.0.items"),
    "a gallery of eleven": Sent(
        "message",
        v2({"type": 12, "items": [{"media": {"url": "https://a.b/c.png"}}] * 11}),
        "components.0.items",
    ),
    "alt text of 1025": Sent(
        "message",
        v2({"type": 12, "items": [{"media": {"url": "https://a.b/c.png"}, "description": "x" * 1025}]}),
        "components.0.items.0.description",
    ),
    "a picture that was not sent": Sent(
        "message",
        v2({"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}),
        "components.0.items.0.media.url",
    ),
    "a file from the web": Sent(
        "message", v2({"type": 13, "file": {"url": "https://a.b/c.txt"}}), "components.0.file.url"
    ),
    "a separator of size three": Sent("message", v2({"type": 14, "spacing": 3}), "components.0.spacing"),
    "one id twice": Sent("message", v2({**TEXT, "id": 5}, {**TEXT, "id": 5}), "components.1.id"),
    "a negative id": Sent("message", v2({**TEXT, "id": -1}), "components.0.id"),
    # buttons
    "two buttons of one id": Sent(
        "message", legacy(row(button(), button())), "components.0.components.1.custom_id"
    ),
    "a button of no id": Sent(
        "message", legacy(row({"type": 2, "style": 1, "label": "x"})), f"{ROWS}.custom_id"
    ),
    "a button's id of 101": Sent("message", legacy(row(button(custom_id="x" * 101))), f"{ROWS}.custom_id"),
    "a button's label of 81": Sent("message", legacy(row(button(label="x" * 81))), f"{ROWS}.label"),
    "a button of no words": Sent("message", legacy(row(button(label=None))), f"{ROWS}.label"),
    "a button of style seven": Sent("message", legacy(row(button(style=7))), f"{ROWS}.style"),
    "a button of no style": Sent(
        "message", legacy(row({"type": 2, "custom_id": "a", "label": "x"})), f"{ROWS}.style"
    ),
    "a link without an address": Sent(
        "message", legacy(row({"type": 2, "style": 5, "label": "x"})), f"{ROWS}.url"
    ),
    "a link with an id": Sent(
        "message", legacy(row(button(style=5, url="https://a.b"))), f"{ROWS}.custom_id"
    ),
    "a button with an address": Sent("message", legacy(row(button(url="https://a.b"))), f"{ROWS}.url"),
    "a link that is a script": Sent(
        "message",
        legacy(row({"type": 2, "style": 5, "label": "x", "url": "javascript:alert(1)"})),
        f"{ROWS}.url",
    ),
    "a premium button with a label": Sent(
        "message", legacy(row({"type": 2, "style": 6, "sku_id": KNOWN, "label": "x"})), f"{ROWS}.label"
    ),
    "an unknown emoji": Sent(
        "message", legacy(row(button(emoji={"id": KNOWN, "name": "QH"}))), f"{ROWS}.emoji.name"
    ),
    "an emoji of letters": Sent("message", legacy(row(button(emoji={"name": "QH"}))), f"{ROWS}.emoji.name"),
    "disabled by a word": Sent("message", legacy(row(button(disabled="yes"))), f"{ROWS}.disabled"),
    # lists
    "26 options": Sent("message", legacy(row(menu(26))), f"{ROWS}.options"),
    "a list of no options": Sent("message", legacy(row(menu(0))), f"{ROWS}.options"),
    "two options of one value": Sent(
        "message", legacy(row(menu(options=[option("a"), option("a")]))), f"{ROWS}.options.1.value"
    ),
    "more to choose than there is": Sent("message", legacy(row(menu(2, max_values=3))), f"{ROWS}.max_values"),
    "at least more than at most": Sent(
        "message", legacy(row(menu(3, min_values=3, max_values=2))), f"{ROWS}.min_values"
    ),
    "two defaults where one can be chosen": Sent(
        "message",
        legacy(row(menu(options=[option("a", default=True), option("b", default=True)]))),
        f"{ROWS}.options",
    ),
    "an option's label of 101": Sent(
        "message", legacy(row(menu(options=[option("a", label="x" * 101)]))), f"{ROWS}.options.0.label"
    ),
    "an option without a value": Sent(
        "message", legacy(row(menu(options=[{"label": "a"}]))), f"{ROWS}.options.0.value"
    ),
    "a placeholder of 151": Sent("message", legacy(row(menu(placeholder="x" * 151))), f"{ROWS}.placeholder"),
    "26 to choose": Sent(
        "message", legacy(row({"type": 5, "custom_id": "u", "max_values": 26})), f"{ROWS}.max_values"
    ),
    "a role among the users": Sent(
        "message",
        legacy(row({"type": 5, "custom_id": "u", "default_values": [{"id": KNOWN, "type": "role"}]})),
        f"{ROWS}.default_values.0.type",
    ),
    # edits
    "an edit to nothing": Sent("edit", {"content": ""}, code=50006),
    "an edit to 2001 characters": Sent("edit", {"content": "x" * 2001}, "content"),
    "an edit that makes a message ephemeral": Sent("edit", {"flags": EPHEMERAL}, "flags"),
    "an edit that takes components V2 away": Sent("edit v2", {"flags": 0}, "flags"),
    "an edit that gives components V2 content": Sent("edit v2", {"content": "x"}, "content"),
    "an edit that leaves components V2 nothing": Sent("edit v2", {"components": []}, "components"),
    "an edit that turns text into components V2": Sent("edit", v2(TEXT), "content"),
    "an edit that keeps a file that is not there": Sent(
        "edit", {"attachments": [{"id": KNOWN}]}, "attachments.0.id"
    ),
    "an edit with a file of no id": Sent("edit", {"attachments": [{"filename": "a"}]}, "attachments.0.id"),
    # answers
    "an update in answer to a command": Sent("command", {"type": 7, "data": {"content": "x"}}, "type"),
    "no change in answer to a command": Sent("command", {"type": 6}, "type"),
    "choices in answer to a command": Sent("command", {"type": 8, "data": {"choices": []}}, "type"),
    "choices in answer to a press": Sent("press", {"type": 8, "data": {"choices": []}}, "type"),
    "a message in answer to a completion": Sent("completion", {"type": 4, "data": {"content": "x"}}, "type"),
    "a form in answer to a completion": Sent(
        "completion", {"type": 9, "data": modal(label(field()))}, "type"
    ),
    "a form in answer to a form": Sent("submitted", {"type": 9, "data": modal(label(field()))}, "type"),
    "an update after a form that no message opened": Sent(
        "submitted", {"type": 7, "data": {"content": "x"}}, "type"
    ),
    "an answer of type three": Sent("command", {"type": 3, "data": {"content": "x"}}, "type"),
    "an answer of no type": Sent("command", {"data": {"content": "x"}}, "type"),
    "an answer of nothing": Sent("command", {"type": 4, "data": {}}, code=50006),
    "an answer of 2001 characters": Sent(
        "command", {"type": 4, "data": {"content": "x" * 2001}}, "data.content"
    ),
    "an update of an unknown component": Sent(
        "press", {"type": 7, "data": {"components": [{"type": 99}]}}, "data.components.0.type"
    ),
    # completions
    "26 choices": Sent("completion", {"type": 8, "data": answers(*map(str, range(26)))}, "data.choices"),
    "a choice's name of 101": Sent(
        "completion",
        {"type": 8, "data": {"choices": [{"name": "x" * 101, "value": "a"}]}},
        "data.choices.0.name",
    ),
    "a choice's value of 101": Sent(
        "completion", {"type": 8, "data": answers("x" * 101)}, "data.choices.0.value"
    ),
    "a number for an option of words": Sent(
        "completion", {"type": 8, "data": answers(7)}, "data.choices.0.value"
    ),
    "words for an option of numbers": Sent(
        "completion of a number", {"type": 8, "data": answers("seven")}, "data.choices.0.value"
    ),
    "a number above what a number holds": Sent(
        "completion of a number", {"type": 8, "data": answers(2**53 + 2)}, "data.choices.0.value"
    ),
    "a choice of no name": Sent(
        "completion", {"type": 8, "data": {"choices": [{"name": "", "value": "a"}]}}, "data.choices.0.name"
    ),
    "a choice of no value": Sent(
        "completion", {"type": 8, "data": {"choices": [{"name": "a"}]}}, "data.choices.0.value"
    ),
    # forms
    "a form's title of 46": Sent("form", modal(label(field()), title="x" * 46), "title"),
    "a form of no title": Sent("form", {"custom_id": "a", "components": [label(field())]}, "title"),
    "a form's id of 101": Sent("form", modal(label(field()), custom_id="x" * 101), "custom_id"),
    "a form of no fields": Sent("form", modal(), "components"),
    "a form of six fields": Sent(
        "form", modal(*[label(field(custom_id=str(n))) for n in range(6)]), "components"
    ),
    "two fields of one id": Sent(
        "form", modal(label(field()), label(field())), "components.1.component.custom_id"
    ),
    "a value above a field's length": Sent(
        "form", modal(label(field(max_length=3, value="long"))), "components.0.component.value"
    ),
    "a value below a field's length": Sent(
        "form", modal(label(field(min_length=3, value="ab"))), "components.0.component.value"
    ),
    "a field's value of 4001": Sent(
        "form", modal(label(field(value="x" * 4001))), "components.0.component.value"
    ),
    "a field longer at least than at most": Sent(
        "form", modal(label(field(min_length=5, max_length=3))), "components.0.component.min_length"
    ),
    "a field of style three": Sent("form", modal(label(field(style=3))), "components.0.component.style"),
    "a field in a row without a label": Sent("form", modal(row(field())), "components.0.components.0.label"),
    "a label of 46": Sent("form", modal(label(field(), label="x" * 46)), "components.0.label"),
    "a label of nothing": Sent("form", modal({"type": 18, "label": "x"}), "components.0.component"),
    "a button in a form": Sent("form", modal(row(button())), "components.0.components.0.type"),
    "a list in a form that is disabled": Sent(
        "form", modal(label(menu(disabled=True))), "components.0.component.disabled"
    ),
    "a radio group of one": Sent("form", modal(label(radio(1))), "components.0.component.options"),
    "two radios chosen": Sent(
        "form",
        modal(label(radio(options=[option("a", default=True), option("b", default=True)]))),
        "components.0.component.options",
    ),
    "eleven checkboxes": Sent("form", modal(label(boxes(11))), "components.0.component.options"),
    "more checkboxes to tick than there are": Sent(
        "form", modal(label(boxes(2, max_values=3))), "components.0.component.max_values"
    ),
    "a radio group of eleven": Sent("form", modal(label(radio(11))), "components.0.component.options"),
    "two radios of one value": Sent(
        "form",
        modal(label(radio(options=[option("a"), option("a")]))),
        "components.0.component.options.1.value",
    ),
    "a radio of no label": Sent(
        "form",
        modal(label(radio(options=[option("a"), {"label": "", "value": "b"}]))),
        "components.0.component.options.1.label",
    ),
    "a radio of a label of 101": Sent(
        "form",
        modal(label(radio(options=[option("a"), option("b", label="x" * 101)]))),
        "components.0.component.options.1.label",
    ),
    "a radio group of no id": Sent(
        "form", modal(label({"type": 21, "options": radio()["options"]})), "components.0.component.custom_id"
    ),
    "checkboxes of which none may be ticked though one must": Sent(
        "form", modal(label(boxes(2, min_values=0))), "components.0.component.required"
    ),
    "more checkboxes at least than at most": Sent(
        "form", modal(label(boxes(3, min_values=3, max_values=2))), "components.0.component.min_values"
    ),
    "eleven checkboxes to be ticked": Sent(
        "form", modal(label(boxes(3, min_values=11))), "components.0.component.min_values"
    ),
    "more checkboxes ticked than may be": Sent(
        "form",
        modal(label(boxes(max_values=1, options=[option("a", default=True), option("b", default=True)]))),
        "components.0.component.options",
    ),
    "a group of no checkboxes": Sent("form", modal(label(boxes(0))), "components.0.component.options"),
    "a checkbox with a hint of 101": Sent(
        "form",
        modal(label(boxes(options=[option("a", description="x" * 101)]))),
        "components.0.component.options.0.description",
    ),
    "a checkbox of no id": Sent("form", modal(label({"type": 23})), "components.0.component.custom_id"),
    "a checkbox that is ticked by a word": Sent(
        "form",
        modal(label({"type": 23, "custom_id": "b", "default": "yes"})),
        "components.0.component.default",
    ),
    "checkboxes in a row": Sent("form", modal(row(boxes())), "components.0.components.0.type"),
    "checkboxes without a label": Sent("form", modal(boxes()), "components.0.type"),
    "two groups of one id": Sent(
        "form", modal(label(boxes()), label(boxes())), "components.1.component.custom_id"
    ),
    "checkboxes in a message": Sent("message", legacy(row(boxes())), "components.0.components.0.type"),
    "a radio group in components V2": Sent("message", v2(row(radio())), "components.0.components.0.type"),
    # commands
    "a command in capitals": Sent("commands", [command("Deal")], "0.name"),
    "a command with a space": Sent("commands", [command("deal cards")], "0.name"),
    "a command of 33 letters": Sent("commands", [command("x" * 33)], "0.name"),
    "a command of no name": Sent("commands", [{"description": "Deals"}], "0.name"),
    "a command of an empty name": Sent("commands", [command("")], "0.name"),
    "a command of no description": Sent("commands", [{"name": "deal", "type": 1}], "0.description"),
    "a description of 101": Sent("commands", [command(description="x" * 101)], "0.description"),
    "26 options of a command": Sent(
        "commands", [command(options=[choice(name=f"o{n}") for n in range(26)])], "0.options"
    ),
    "101 commands": Sent("commands", [command(f"c{n}") for n in range(101)], ""),
    "two commands of one name": Sent("commands", [command(), command()], "1.name"),
    "two commands of one name in French": Sent(
        "commands",
        [
            command("deal", name_localizations={"fr": "donner"}),
            command("give", name_localizations={"fr": "donner"}),
        ],
        "1.name_localizations.fr",
    ),
    "a command named in French as another in English": Sent(
        "commands",
        [command("deal", name_localizations={"fr": "give"}), command("give")],
        "1.name_localizations.fr",
    ),
    "a command in French capitals": Sent(
        "commands", [command(name_localizations={"fr": "Donner"})], "0.name_localizations.fr"
    ),
    "a name in a language that is none": Sent(
        "commands", [command(name_localizations={"xx": "deal"})], "0.name_localizations.xx"
    ),
    "a description in French of 101": Sent(
        "commands", [command(description_localizations={"fr": "x" * 101})], "0.description_localizations.fr"
    ),
    "a required option after another": Sent(
        "commands",
        [command(options=[choice(name="a"), choice(name="b", required=True)])],
        "0.options.1.required",
    ),
    "two options of one name": Sent("commands", [command(options=[choice(), choice()])], "0.options.1.name"),
    "an option in capitals": Sent("commands", [command(options=[choice(name="Card")])], "0.options.0.name"),
    "an option of no description": Sent(
        "commands", [command(options=[{"type": 3, "name": "card"}])], "0.options.0.description"
    ),
    "an option of type twelve": Sent("commands", [command(options=[choice(12)])], "0.options.0.type"),
    "26 choices of an option": Sent(
        "commands",
        [command(options=[choice(choices=[{"name": str(n), "value": str(n)} for n in range(26)])])],
        "0.options.0.choices",
    ),
    "two choices of one name": Sent(
        "commands",
        [command(options=[choice(choices=[{"name": "a", "value": "1"}, {"name": "a", "value": "2"}])])],
        "0.options.0.choices.1.name",
    ),
    "a choice of words for a number": Sent(
        "commands",
        [command(options=[choice(4, choices=[{"name": "a", "value": "one"}])])],
        "0.options.0.choices.0.value",
    ),
    "choices and completion": Sent(
        "commands",
        [command(options=[choice(autocomplete=True, choices=[{"name": "a", "value": "a"}])])],
        "0.options.0.autocomplete",
    ),
    "completion of yes and no": Sent(
        "commands", [command(options=[choice(5, autocomplete=True)])], "0.options.0.autocomplete"
    ),
    "the smallest above the largest": Sent(
        "commands", [command(options=[choice(4, min_value=5, max_value=2)])], "0.options.0.min_value"
    ),
    "the shortest above the longest": Sent(
        "commands", [command(options=[choice(min_length=5, max_length=2)])], "0.options.0.min_length"
    ),
    "a subcommand beside an option": Sent(
        "commands", [command(options=[choice(1, "sub"), choice(3, "card")])], "0.options"
    ),
    "a group in a group": Sent(
        "commands",
        [command(options=[choice(2, "a", options=[choice(2, "b", options=[choice(1, "c")])])])],
        "0.options.0.options.0.type",
    ),
    "a command above 8,000 characters": Sent("commands", [command(options=BIG)], "0"),
    "a context of a command that is none": Sent("commands", [command(contexts=[3])], "0.contexts.0"),
    "a command in no context": Sent("commands", [command(contexts=[])], "0.contexts"),
    "a user command with a description": Sent(
        "commands", [{"name": "Greet", "type": 2, "description": "x"}], "0.description"
    ),
    "a user command with options": Sent(
        "commands", [{"name": "Greet", "type": 2, "options": [choice()]}], "0.options"
    ),
    # threads, channels, emoji
    "a thread of no name": Sent("thread", {"type": 11}, "name"),
    "a thread's name of 101": Sent("thread", {"name": "x" * 101, "type": 11}, "name"),
    "a thread's name of spaces": Sent("thread", {"name": "  ", "type": 11}, "name"),
    "a thread that sleeps after 90 minutes": Sent(
        "thread", {"name": "Table", "type": 11, "auto_archive_duration": 90}, "auto_archive_duration"
    ),
    "a thread of a voice channel's type": Sent("thread", {"name": "Table", "type": 2}, "type"),
    "a thread for announcements in a channel for words": Sent(
        "thread", {"name": "Table", "type": 10}, code=50024
    ),
    "a thread in direct messages": Sent("thread of a dm", {"name": "Table", "type": 11}, code=50024),
    "a thread in a thread": Sent("thread of a thread", {"name": "Table", "type": 11}, code=50024),
    "a direct message with nobody": Sent("open dm", {"recipient_id": "anna"}, "recipient_id"),
    "an emoji's name of one letter": Sent(
        "emoji", {"name": "Q", "image": "data:image/png;base64,AAAA"}, "name"
    ),
    "an emoji of no picture": Sent("emoji", {"name": "QH"}, "image"),
    "an emoji of text": Sent("emoji", {"name": "QH", "image": "data:text/plain;base64,AAAA"}, "image"),
}

RIGHT: dict[str, Sent] = {
    "2000 characters": Sent("message", {"content": "x" * 2000}),
    "fields that are null": Sent(
        "message",
        {"content": "x", "embeds": None, "components": None, "nonce": None, "flags": None, "tts": None},
    ),
    "a field that Discord does not know": Sent("message", v2({**TEXT, "colour": "red"})),
    "a nonce that is a number": Sent("message", {"content": "x", "nonce": 12345, "enforce_nonce": True}),
    "40 components and 4000 characters": Sent(
        "message", v2(box(*[TEXT] * 38, {"type": 10, "content": "x" * (4000 - 38 * 11)}))
    ),
    "users mentioned, none parsed": Sent(
        "message", {"content": "x", "allowed_mentions": {"parse": [], "users": [KNOWN]}}
    ),
    "a user mentioned by a number": Sent(
        "message", {"content": "x", "allowed_mentions": {"parse": [], "users": [int(KNOWN)]}}
    ),
    "a silent message": Sent("message", v2(TEXT, flags=V2 | 1 << 12)),
    "a reply that may fail": Sent(
        "message", {"content": "x", "message_reference": {"message_id": KNOWN, "fail_if_not_exists": False}}
    ),
    "a button with only an emoji": Sent("message", legacy(row(button(label=None, emoji={"name": "♠️"})))),
    "a button with fields that are null": Sent(
        "message", legacy(row(button(url=None, sku_id=None, emoji=None, disabled=None)))
    ),
    "links": Sent(
        "message",
        legacy(
            row(
                {"type": 2, "style": 5, "label": "x", "url": "https://a.b/c"},
                {"type": 2, "style": 5, "label": "y", "url": "discord://-/channels/@me", "custom_id": None},
            )
        ),
    ),
    "25 of 25 to choose": Sent("message", legacy(row(menu(25, min_values=0, max_values=25)))),
    "a list that says nothing of how many": Sent(
        "message", legacy(row(menu(min_values=None, max_values=None, placeholder=None)))
    ),
    "lists of everything": Sent(
        "message",
        legacy(
            *[row({"type": kind, "custom_id": str(kind)}) for kind in (5, 6, 7, 8)],
            row({"type": 5, "custom_id": "d", "default_values": [{"id": KNOWN, "type": "user"}]}),
        ),
    ),
    "every kind of layout": Sent(
        "message",
        v2(
            {
                "type": 9,
                "components": [TEXT],
                "accessory": {"type": 11, "media": {"url": "https://a.b/c.png"}},
            },
            {"type": 14, "spacing": 2, "divider": False},
            {"type": 12, "items": [{"media": {"url": "https://a.b/c.png"}, "description": None}]},
            box(row(button()), accent_color=None, spoiler=True),
        ),
    ),
    "embeds of 6000 characters": Sent(
        "message", {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2000, "color": 0}]}
    ),
    "an edit of nothing": Sent("edit", {}),
    "an edit that clears the buttons": Sent("edit", {"components": []}),
    "an edit of components V2 that names the flag": Sent("edit v2", v2(TEXT, attachments=[])),
    "an edit of components V2 that does not": Sent("edit v2", {"components": [TEXT]}),
    "an edit that turns text into components V2 and empties it": Sent("edit", v2(TEXT, content=None)),
    "an ephemeral answer": Sent("command", {"type": 4, "data": v2(TEXT, flags=V2 | EPHEMERAL)}),
    "an answer to come": Sent("command", {"type": 5, "data": {"flags": EPHEMERAL}}),
    "no change": Sent("press", {"type": 6}),
    "an update": Sent("press", {"type": 7, "data": {"content": "y", "components": []}}),
    "choices": Sent("completion", {"type": 8, "data": answers("a", "b")}),
    "no choices": Sent("completion", {"type": 8, "data": {"choices": []}}),
    "choices of numbers": Sent("completion of a number", {"type": 8, "data": answers(1, 2)}),
    "a form of five": Sent(
        "form",
        modal(
            label(field(value="", required=False)),
            label(menu(required=False, min_values=0), description="Any"),
            label(radio()),
            label(boxes(3, min_values=0, required=False)),
            label({"type": 23, "custom_id": "one"}),
        ),
    ),
    "ten radios and ten checkboxes with hints": Sent(
        "form",
        modal(
            label(radio(10, required=False), description="One"),
            label(boxes(options=[option(str(n), description="x" * 100) for n in range(10)])),
            label(boxes(1, custom_id="d", min_values=1, max_values=1, required=True)),
            label({"type": 23, "custom_id": "one", "default": True}),
        ),
    ),
    "a form as of old": Sent("form", modal(row(field(label="Bid")))),
    "a form with words": Sent("form", modal(TEXT, label({"type": 5, "custom_id": "who"}))),
    "an answer to a form": Sent("submitted", {"type": 4, "data": {"content": "x"}}),
    "commands in four alphabets": Sent(
        "commands",
        [
            command("deal", name_localizations={"fr": "donner", "ru": "сдать", "hi": "ताश", "th": "ไพ่"}),
            command(
                "l'as", options=[choice(name="of_what-1", required=True), choice(name="b", required=False)]
            ),
            {"name": "Greet Somebody", "type": 2},
            {"name": "Quote", "type": 3, "description": ""},
        ],
    ),
    "100 commands": Sent("commands", [command(f"c{n}") for n in range(100)]),
    "a command of everything": Sent(
        "commands",
        [
            command(
                contexts=[0, 1, 2],
                integration_types=[0, 1],
                default_member_permissions=32,
                options=[
                    choice(2, "a", options=[choice(1, "b", options=[choice(7, "where", channel_types=[0])])]),
                    choice(1, "c", options=[choice(10, "n", min_value=-1.5, max_value=2)]),
                ],
            )
        ],
    ),
    "the same option's name in two subcommands": Sent(
        "commands",
        [command(options=[choice(1, "a", options=[choice()]), choice(1, "b", options=[choice()])])],
    ),
    "no commands": Sent("commands", []),
    "permissions as text": Sent("commands", [command(default_member_permissions="32")]),
    "a public thread": Sent(
        "thread", {"name": "Table 1", "type": 11, "auto_archive_duration": 1440, "invitable": True}
    ),
    "a private thread": Sent("thread", {"name": "Table 1", "type": 12, "invitable": False}),
    "a direct message": Sent("open dm", {"recipient_id": None}),
}

"""Right bodies made from Discord's description, and wrong ones: each with one thing that it forbids.

``python -m tests.playground.mutations`` counts them. The maker reads the description by itself, and shares
no code with the check. Where a value may be of several kinds that no field ``type`` tells apart, nothing
within it is changed: what is wrong for one kind may be right for another.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import playground

DESCRIBED = json.loads((Path(playground.__file__).parent / "discord.json").read_text("utf-8"))
DROPPED, TOO_LONG, OF_WRONG_TYPE = "a required key dropped", "over-long", "of the wrong type"
DEEPEST = 7
_GONE = object()
_WORDS = {
    "uri": "https://example.org/a.png",
    "date-time": "2026-08-01T12:00:00+00:00",
    "snowflake": "123456789012345678",
}


class Wrong(NamedTuple):
    method: str
    path: str
    kind: str
    place: tuple[str | int, ...]
    body: Any


class Change(NamedTuple):
    place: tuple[str | int, ...]
    kind: str
    value: Any


def bodies(rng: Random) -> Iterator[tuple[str, str, Any, list[Change]]]:
    """A right body for each operation, with the changes that make it wrong."""
    for path, methods in DESCRIBED["paths"].items():
        for method, operation in methods.items():
            if "body" in operation:
                changes: list[Change] = []
                body = _made(operation["body"], rng, (), changes, sure=True)
                yield method, _filled(path), body, changes


def wrong_bodies(rng: Random, rounds: int) -> Iterator[Wrong]:
    for _ in range(rounds):
        for method, path, body, changes in bodies(rng):
            for change in changes:
                yield Wrong(method, path, change.kind, change.place, _changed(body, change))


def _filled(path: str) -> str:
    return "/".join(
        "123456789012345678" if step.startswith("{") and "token" not in step and step != "{code}" else step
        for step in path.split("/")
    )


def _made(
    schema: Any, rng: Random, place: tuple[str | int, ...], changes: list[Change], *, sure: bool
) -> Any:
    """A right value. ``sure``: what would be wrong of it is wrong for the whole."""
    if "$ref" in schema:
        return _made(_named(schema), rng, place, changes, sure=sure)
    for word in ("oneOf", "anyOf"):
        if word in schema:
            return _of_several(schema[word], rng, place, changes, sure=sure)
    kinds = schema["type"] if isinstance(schema.get("type"), list) else [schema.get("type")]
    kind = next(one for one in kinds if one != "null")
    if sure and place and kind is not None:
        changes.append(Change(place, OF_WRONG_TYPE, _of_wrong_type(kinds, rng)))
    match kind:
        case "object":
            return _object(schema, rng, place, changes, sure=sure)
        case "array":
            return _array(schema, rng, place, changes, sure=sure)
        case "string":
            return _text(schema, rng, place, changes, sure=sure)
        case "boolean":
            return rng.random() < 0.5
        case "integer" | "number" if "enum" in schema:
            return rng.choice(schema["enum"])
        case "integer" | "number":
            if sure and place and "maximum" in schema:
                changes.append(Change(place, TOO_LONG, schema["maximum"] + 1))
            return max(schema.get("minimum", 1), 1)
    return {}


def _object(schema: Any, rng: Random, place: Any, changes: list[Change], *, sure: bool) -> Any:
    needed = schema.get("required", ())
    made = {}
    for name, field in schema.get("properties", {}).items():
        if field.get("items", field).get("enum") == [] or "minProperties" in field:
            continue  # the first can have no value, the second names no keys
        if name in needed or (len(place) < DEEPEST and rng.random() < 0.7):
            made[name] = _made(field, rng, (*place, name), changes, sure=sure)
            if sure and name in needed:
                changes.append(Change((*place, name), DROPPED, _GONE))
    return made


def _array(schema: Any, rng: Random, place: Any, changes: list[Change], *, sure: bool) -> Any:
    least, most = schema.get("minItems", 0), schema.get("maxItems")
    if "items" not in schema:
        return []
    made = [
        _made(schema["items"], rng, (*place, index), changes, sure=sure) for index in range(max(1, least))
    ]
    if schema.get("uniqueItems") and len(made) > 1:
        made = [f"{one}{index}" for index, one in enumerate(made)]
    if sure and most is not None and most < 200:
        changes.append(Change(place, TOO_LONG, made[:1] * (most + 1)))
    return made


def _text(schema: Any, rng: Random, place: Any, changes: list[Change], *, sure: bool) -> Any:
    most = schema.get("maxLength")
    if "enum" in schema:
        return rng.choice(schema["enum"])
    made = _WORDS.get(schema.get("format", ""), "#ffffff" if "pattern" in schema else "word")
    if sure and most is not None and most < 10_000:
        filler = made + "x" * (most + 1 - len(made))
        changes.append(Change(place, TOO_LONG, filler))
    return made.ljust(schema.get("minLength", 0), "x")[: most or None]


def _of_several(schemas: list[Any], rng: Random, place: Any, changes: list[Change], *, sure: bool) -> Any:
    if all("const" in one for one in schemas):
        values = [one["const"] for one in schemas]
        if sure and place:
            wrong = [[]] if isinstance(values[0], str) else ["wrong", {}, []]
            changes.append(Change(place, OF_WRONG_TYPE, rng.choice(wrong)))
        return rng.choice(values)
    others = [one for one in schemas if one != {"type": "null"}]
    kinds = [_kinds(one) for one in others]
    told_apart = len(others) == 1 or (
        all(kinds) and len({kind for several in kinds for kind in several}) == sum(map(len, kinds))
    )
    chosen = rng.choice(others)
    return _made(chosen, rng, place, changes, sure=sure and told_apart)


def _kinds(schema: Any) -> tuple[int, ...]:
    """The values of the required field ``type``."""
    named = _named(schema) if "$ref" in schema else schema
    values = named.get("properties", {}).get("type", {}).get("enum", ())
    return tuple(values) if "type" in named.get("required", ()) else ()


def _named(schema: Any) -> Any:
    return DESCRIBED["schemas"][schema["$ref"].rpartition("/")[2]]


def _of_wrong_type(kinds: list[str], rng: Random) -> Any:
    wrong: dict[str, Any] = {"string": "wrong", "number": 7, "boolean": True, "array": [], "object": {}}
    left = [value for kind, value in wrong.items() if kind not in kinds]
    if "integer" in kinds:
        left = [value for value in left if value is not wrong["number"]] + [0.5]
    return rng.choice(left)


def _changed(body: Any, change: Change) -> Any:
    changed = copy.deepcopy(body)
    if not change.place:
        return change.value
    holder = changed
    for step in change.place[:-1]:
        holder = holder[step]
    if change.value is _GONE:
        del holder[change.place[-1]]
    else:
        holder[change.place[-1]] = change.value
    return changed


if __name__ == "__main__":
    print(Counter(one.kind for one in wrong_bodies(Random(1), 1)))  # noqa: T201

"""Discord's own description of its API (``discord.json``) as the check of a request.

The schemas are compiled to closures, one for each schema. A library would do half of this: its faults name
the alternatives of a schema, while Discord answers with one path and one code for each wrong field; and it
takes ids as numbers and permissions as text too, which the description does not say. Only the keywords that
the description uses are known; another one is an error when the schema is compiled, never a check that is
left out.

``python -m playground.document openapi.json`` writes ``discord.json``, the part of the description that we
need. The whole, https://github.com/discord/discord-api-spec/blob/main/specs/openapi.json, has 1.2 MB, most of
which describes answers. We keep what a request may hold: every path and method, its parameters, the schema of
its body, and each schema that these name. Words for readers are left out. One line is one path or one schema,
so that a difference between two editions can be read. Its licence is in
``docs/licences/discord-api-spec-MIT.txt``.
"""

import hashlib
import json
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from playground.errors import Flaw, Json

Check = Callable[[Any], list[Flaw] | None]
"""The flaws of a value, None (or none) if it is right."""
ById = dict[type, Check]

REDUCED = Path(__file__).with_name("discord.json")
_SMALLEST_SNOWFLAKE = 10**16  # of 2015: a smaller number is no id of anything
_EVERY_PERMISSION = 2**54 - 1
_RANGES = {"int32": (-(2**31), 2**31 - 1), "int64": (-(2**63), 2**63 - 1)}
_KEYWORDS = (
    "$ref type oneOf anyOf allOf enum const format pattern properties required additionalProperties items "
    "minProperties maxProperties minItems maxItems uniqueItems minLength maxLength minimum maximum "
    "contentEncoding"
)
_KNOWN = frozenset(_KEYWORDS.split())
_PLAIN: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int, float),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}
_WRONG_TYPE = {
    "string": ("STRING_TYPE_CONVERT", "Could not interpret the value as string."),
    "integer": ("NUMBER_TYPE_COERCE", "The value is not int."),
    "number": ("NUMBER_TYPE_COERCE", "The value is not float."),
    "boolean": ("BOOLEAN_TYPE_CONVERT", "Must be either true or false."),
    "array": ("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"),
    "object": ("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType"),
    "null": ("BASE_TYPE_CHOICES", "The value must be null."),
}
_URI = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:\S+")


def required(*path: str) -> Flaw:
    return Flaw(path, "BASE_TYPE_REQUIRED", "This field is required")


def too_long(most: int, *path: str) -> Flaw:
    return Flaw(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def not_one_of(choices: Iterable[Any], *path: str) -> Flaw:
    listed = ", ".join(sorted(map(repr, choices), key=lambda one: (len(one), one)))
    return Flaw(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.")


class Schemas:
    """The named schemas, compiled when they are first asked for."""

    def __init__(self, named: Json) -> None:
        self._named = named
        self._checks: dict[str, Check] = {}

    def check(self, name: str) -> Check:
        """The check of a named schema, which may name itself."""
        if name not in self._checks:
            self._checks[name] = lambda value: self._checks[name](value)
            self._checks[name] = self.compiled(self._named[name])
        return self._checks[name]

    def compiled(self, schema: Json) -> Check:
        unknown = schema.keys() - _KNOWN
        if unknown:
            raise ValueError(f"keywords of a schema that are not checked: {sorted(unknown)}")
        if "$ref" in schema:
            return self.check(_name(schema))
        checks = [self.compiled(one) for one in schema.get("allOf", ())]
        if "type" in schema:
            checks.append(self._of_types(schema))
        for keyword in ("oneOf", "anyOf"):
            if keyword in schema:
                checks.append(self._alternatives(schema[keyword], exactly=keyword == "oneOf"))
        if not checks:
            return _right
        return checks[0] if len(checks) == 1 else _all_of(checks)

    # ------------------------------------------------------------------ alternatives

    def _alternatives(self, schemas: list[Json], *, exactly: bool) -> Check:
        if all("const" in one for one in schemas):
            return _among([one["const"] for one in schemas])
        others = [one for one in schemas if one != {"type": "null"}]
        if len(others) == 1:
            inner = self.compiled(others[0])
            return inner if len(schemas) == 1 else lambda value: None if value is None else inner(value)
        typed = self._by_type(schemas)
        if typed is not None:
            return _union(typed)
        checks = [self.compiled(one) for one in schemas]

        def check(value: Any) -> list[Flaw] | None:
            found = [one(value) or [] for one in checks]
            right = sum(not flaws for flaws in found)
            if right == 1 or (right and not exactly):
                return None
            return min(found, key=_distance) or [
                Flaw((), "UNION_TYPE_CHOICES", "The value fits several types.")
            ]

        return check

    def _by_type(self, schemas: list[Json]) -> dict[Any, Check] | None:
        """The alternatives by their field ``type``, if each of them has one and no two the same."""
        checks: dict[Any, Check] = {}
        for one in schemas:
            named = self._named[_name(one)] if "$ref" in one else one
            values = named.get("properties", {}).get("type", {}).get("enum")
            if not values or "type" not in named.get("required", ()) or checks.keys() & set(values):
                return None
            checks |= dict.fromkeys(values, self.compiled(one))
        return checks

    # ------------------------------------------------------------------ types

    def _of_types(self, schema: Json) -> Check:
        wanted = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        by_type: ById = {}
        for name in wanted:
            check = self._schema_check(name, schema)
            by_type |= dict.fromkeys(_PLAIN[name], check)
        if schema.get("format") == "snowflake":
            by_type[int] = _snowflake_as_number
        elif schema.get("maximum") == _EVERY_PERMISSION:
            by_type[str] = _permissions_as_text
        among = _among(schema["enum"]) if "enum" in schema else None
        wrong = [Flaw((), *_WRONG_TYPE[wanted[0]])]

        def check_type(value: Any) -> list[Flaw] | None:
            one = by_type.get(type(value))
            if one is None:
                return wrong
            return one(value) or (among(value) if among is not None else None)

        return check_type

    def _schema_check(self, name: str, schema: Json) -> Check:
        match name:
            case "string":
                return _string(schema)
            case "integer" | "number":
                return _number_check(schema, whole=name == "integer")
            case "array":
                return self._array(schema)
            case "object":
                return self._object(schema)
            case _:
                return _right

    def _array(self, schema: Json) -> Check:
        item = self.compiled(schema["items"]) if "items" in schema else _right
        length = _length(schema.get("minItems", 0), schema.get("maxItems"))
        unique = schema.get("uniqueItems", False)

        def check(value: Any) -> list[Flaw] | None:
            flaws = length(value) or []
            if unique and len({json.dumps(one, sort_keys=True) for one in value}) < len(value):
                flaws = [
                    *flaws,
                    Flaw((), "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains a value"),
                ]
            for index, one in enumerate(value):
                if found := item(one):
                    flaws = flaws + [flaw.under(str(index)) for flaw in found]
            return flaws

        return check

    def _object(self, schema: Json) -> Check:
        fields = {name: self.compiled(one) for name, one in schema.get("properties", {}).items()}
        needed = tuple(schema.get("required", ()))
        others = schema.get("additionalProperties")
        other = self.compiled(others) if isinstance(others, dict) else None
        closed = others is False
        size = _length(schema.get("minProperties", 0), schema.get("maxProperties"))

        def check(value: Any) -> list[Flaw] | None:
            flaws = [required(name) for name in needed if name not in value]
            flaws += size(value) or ()
            for name, one in value.items():
                field = fields.get(name, other)
                if field is None:
                    if closed:
                        flaws.append(Flaw((name,), "MODEL_TYPE_UNKNOWN_FIELD", "Unknown field"))
                elif found := field(one):
                    flaws += [flaw.under(name) for flaw in found]
            return flaws

        return check


def _distance(flaws: list[Flaw]) -> tuple[int, int]:
    """How far a value is from an alternative: one that lacks fields of it is rather meant for another."""
    return sum(flaw.code == "BASE_TYPE_REQUIRED" for flaw in flaws), len(flaws)


def _name(schema: Json) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


def _right(_value: Any) -> None:
    return None


def _all_of(checks: list[Check]) -> Check:
    def check(value: Any) -> list[Flaw] | None:
        for one in checks:
            if found := one(value):
                return found
        return None

    return check


def _among(values: Iterable[Any]) -> Check:
    allowed = frozenset(values)
    wrong = [not_one_of(allowed)]

    def check(value: Any) -> list[Flaw] | None:
        try:
            return None if value in allowed and type(value) is not bool else wrong
        except TypeError:  # a list or an object
            return wrong

    return check


def _union(checks: dict[Any, Check]) -> Check:
    """The check that the field ``type`` names."""
    listed = ", ".join(map(str, sorted(checks)))
    words = f'Value of field "type" must be one of ({listed}).'

    def check(value: Any) -> list[Flaw] | None:
        if type(value) is not dict:
            return [Flaw((), *_WRONG_TYPE["object"])]
        kind = value.get("type")
        if kind is None:
            return [required("type")]
        one = checks.get(kind) if type(kind) in (int, float, str) else None
        return [Flaw(("type",), "UNION_TYPE_CHOICES", words)] if one is None else one(value)

    return check


def _length(least: int, most: int | None) -> Check:
    if not least and most is None:
        return _right
    if least and most is not None:
        words = ("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
    elif most is not None:
        words = ("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
    else:
        words = ("BASE_TYPE_MIN_LENGTH", f"Must be {least} or more in length.")
    wrong = [Flaw((), *words)]
    bound = math.inf if most is None else most
    return lambda value: None if least <= len(value) <= bound else wrong


def _string(schema: Json) -> Check:
    length = _length(schema.get("minLength", 0), schema.get("maxLength"))
    form: Check = _right
    match schema.get("format"):
        case "uri":
            form = _uri
        case "date-time":
            form = _date
        case "snowflake":
            form = _snowflake
        case _:
            if "pattern" in schema:
                form = _matching(schema["pattern"])
    return length if form is _right else _all_of([length, form])


def _matching(pattern: str) -> Check:
    wanted = re.compile(pattern)
    wrong = [Flaw((), "STRING_TYPE_REGEX", "String value did not match validation regex.")]
    return lambda value: None if wanted.search(value) else wrong


def _uri(value: str) -> list[Flaw] | None:
    if _URI.fullmatch(value):
        return None
    return [Flaw((), "URL_TYPE_INVALID_URL", "Not a well formed URL.")]


def _date(value: str) -> list[Flaw] | None:
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return [Flaw((), "DATE_TIME_TYPE_PARSE", f"Could not parse {value}. Should be ISO8601.")]
    return None


def _snowflake(value: str) -> list[Flaw] | None:
    if value.isdecimal() and value.isascii() and (value[0] != "0" or value == "0"):
        return None
    return [Flaw((), "NUMBER_TYPE_COERCE", f'Value "{value[:40]}" is not snowflake.')]


def _snowflake_as_number(value: int) -> list[Flaw] | None:
    """Discord reads an id that a library sends as a number, which its description does not say."""
    if _SMALLEST_SNOWFLAKE <= value < 2**63:
        return None
    return [Flaw((), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')]


def _permissions_as_text(value: str) -> list[Flaw] | None:
    """Permissions are a number in Discord's description, and text in its documentation: it takes both."""
    if value.isascii() and value.isdecimal() and int(value) <= _EVERY_PERMISSION:
        return None
    return [Flaw((), *_WRONG_TYPE["integer"])]


def _number_check(schema: Json, *, whole: bool) -> Check:
    low, high = _RANGES.get(schema.get("format", ""), (-math.inf, math.inf))
    low, high = max(low, schema.get("minimum", low)), min(high, schema.get("maximum", high))
    kind = "int" if whole else "float"
    not_whole = [Flaw((), *_WRONG_TYPE["integer"])]
    too_small = [Flaw((), "NUMBER_TYPE_MIN", f"{kind} value should be greater than or equal to {low}.")]
    too_large = [Flaw((), "NUMBER_TYPE_MAX", f"{kind} value should be less than or equal to {high}.")]

    def check(value: float) -> list[Flaw] | None:
        if value < low:
            return too_small
        if value > high:
            return too_large
        return not_whole if whole and value % 1 else None

    return check


# ---------------------------------------------------------------------- routes


class Operation:
    """A method on a path of the description."""

    def __init__(self, template: str, described: Json, schemas: Schemas) -> None:
        self.template = template
        self._described, self._schemas = described, schemas
        self.has_body = "body" in described
        self._parameters: dict[str, tuple[str, bool, Check]] | None = None
        self._body: Check | None = None

    def flaws(self, named: dict[str, str], query: dict[str, Any], body: Any) -> list[Flaw]:
        """What is wrong with the path's names, the query and the body. An absent body is ``None``, which
        no operation with a body allows."""
        if self._parameters is None:
            self._parameters = {
                name: (one["in"], one.get("required", False), self._schemas.compiled(one["schema"]))
                for name, one in self._described.get("parameters", {}).items()
            }
        flaws: list[Flaw] = []
        for name, (place, needed, check) in self._parameters.items():
            given = (named if place == "path" else query).get(name)
            if given is not None:
                flaws += [flaw.under(name) for flaw in check(_read_parameter(given, check)) or ()]
            elif needed:
                flaws.append(required(name))
        if self.has_body:
            if self._body is None:
                self._body = self._schemas.compiled(self._described["body"])
            flaws += self._body(body) or ()
        return flaws


def _read_parameter(text: Any, check: Check) -> Any:
    """A parameter as the value that its schema wants: text, a number, a truth value or a list of them."""
    if not isinstance(text, str) or not check(text):
        return text
    for value in ({"true": True, "1": True, "false": False, "0": False}.get(text.lower()), [text]):
        if value is not None and not check(value):
            return value
    return int(text) if text.lstrip("-").isdecimal() else text


class Document:
    """Every operation of the description."""

    def __init__(self, described: Json) -> None:
        schemas = Schemas(described["schemas"])
        self._routes: dict[tuple[str, int], list[tuple[list[str], Operation]]] = {}
        for template, methods in described["paths"].items():
            steps = template.strip("/").split("/")
            for method, operation in methods.items():
                place = self._routes.setdefault((method, len(steps)), [])
                place.append((steps, Operation(template, operation, schemas)))
        for routes in self._routes.values():  # the path with most words of its own comes first
            routes.sort(key=lambda route: sum(step.startswith("{") for step in route[0]))

    def operation(self, method: str, path: str) -> tuple[Operation, dict[str, str]] | None:
        """The operation at a path, and the parts of the path by name. None if there is none."""
        steps = path.strip("/").split("/")
        for template, operation in self._routes.get((method, len(steps)), ()):
            named: dict[str, str] = {}
            for wanted, step in zip(template, steps, strict=True):
                if wanted.startswith("{"):
                    named[wanted[1:-1]] = step
                elif wanted != step:
                    break
            else:
                return operation, named
        return None


@lru_cache(maxsize=1)
def discords() -> Document:
    """The description that lies beside this file, read once."""
    return Document(json.loads(REDUCED.read_text()))


# ---------------------------------------------------------------------- the part that we need


_FOR_READERS = frozenset(("deprecated", "description", "title", "x-discord-union"))
_BODIES = ("application/json", "multipart/form-data")


def reduced(document: Any) -> dict[str, Any]:
    """The paths and schemas of all requests."""
    schemas = document["components"]["schemas"]
    paths: dict[str, Any] = {}
    for path, methods in document["paths"].items():
        shared = methods.get("parameters", [])
        for method, operation in methods.items():
            if method == "parameters":
                continue
            kept: dict[str, Any] = {}
            for one in shared + operation.get("parameters", []):
                asked = {"in": one["in"], "schema": _bare(one["schema"])}
                if one.get("required"):
                    asked["required"] = True
                kept.setdefault("parameters", {})[one["name"]] = asked
            content = operation.get("requestBody", {}).get("content", {})
            kind = next((kind for kind in _BODIES if kind in content), None)
            if kind is not None:
                kept["body"] = _bare(content[kind]["schema"])
            paths.setdefault(path, {})[method.upper()] = kept
    named: dict[str, Any] = {}
    waiting = list(_schema_names(paths))
    while waiting:
        name = waiting.pop()
        if name not in named:
            named[name] = _bare(schemas[name])
            waiting += _schema_names(named[name])
    return {"paths": paths, "schemas": dict(sorted(named.items()))}


def _bare(schema: Any) -> Any:
    """A schema without its words. The names of properties stay, also those that are such words."""
    if isinstance(schema, list):
        return [_bare(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    bare = {key: _bare(value) for key, value in schema.items() if key not in _FOR_READERS}
    if "properties" in schema:
        bare["properties"] = {name: _bare(one) for name, one in schema["properties"].items()}
    return bare


def _schema_names(tree: Any) -> Iterator[str]:
    """The names of the schemas that a tree refers to."""
    for value in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        if isinstance(value, (dict, list)):
            yield from _schema_names(value)
    if isinstance(tree, dict) and "$ref" in tree:
        yield tree["$ref"].rpartition("/")[2]


def _document_text(document: dict[str, Any], digest: str) -> str:
    lines = [f'{{"sha256_of_the_whole": {json.dumps(digest)},']
    for part in ("paths", "schemas"):
        entries = [
            f"{json.dumps(name)}: {json.dumps(value, separators=(',', ':'), sort_keys=True)}"
            for name, value in sorted(document[part].items())
        ]
        lines.append(f'"{part}": {{\n' + ",\n".join(entries) + "\n}" + ("," if part == "paths" else "}"))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    whole = Path(sys.argv[1]).read_bytes()
    REDUCED.write_text(_document_text(reduced(json.loads(whole)), hashlib.sha256(whole).hexdigest()))

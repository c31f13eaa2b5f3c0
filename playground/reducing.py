"""``python -m playground.reducing openapi.json``: writes the part of Discord's description that we need.

The whole, https://github.com/discord/discord-api-spec/blob/main/specs/openapi.json, has 1.2 MB, most of which
describes answers. ``discord.json`` keeps what a request may hold: every path and method, its parameters, the
schema of its body, and each schema that these name. Words for readers are left out. One line is one path or
one schema, so that a difference between two editions can be read. Its licence is
``licences/discord-api-spec-MIT.txt``.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

REDUCED = Path(__file__).with_name("discord.json")
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
    waiting = list(_names(paths))
    while waiting:
        name = waiting.pop()
        if name not in named:
            named[name] = _bare(schemas[name])
            waiting += _names(named[name])
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


def _names(tree: Any) -> Iterator[str]:
    """The names of the schemas that a tree refers to."""
    for value in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        if isinstance(value, (dict, list)):
            yield from _names(value)
    if isinstance(tree, dict) and "$ref" in tree:
        yield tree["$ref"].rpartition("/")[2]


def _written(document: dict[str, Any], digest: str) -> str:
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
    REDUCED.write_text(_written(reduced(json.loads(whole)), hashlib.sha256(whole).hexdigest()))

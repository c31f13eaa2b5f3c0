"""A quicker copy of JSON for SimCord, and a quicker walk: every message is copied and walked several times.

SimCord's modules are changed when this one is imported. Copies and walks come out the same; what is no JSON
is left to ``deepcopy``.
"""

import copy
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import simcord.components
import simcord.gateway
import simcord.http.router
import simcord.http.routes.interactions
import simcord.results

_ATOMS = frozenset((str, int, float, bool, type(None)))


def copied(tree: Any) -> Any:
    kind = type(tree)
    if kind in _ATOMS:
        return tree
    if kind is dict:
        return {key: value if type(value) in _ATOMS else copied(value) for key, value in tree.items()}
    if kind is list:
        return [value if type(value) in _ATOMS else copied(value) for value in tree]
    return copy.deepcopy(tree)


def components_in(tree: Any) -> Iterator[dict[str, Any]]:
    """Every component of a message or a modal, however deep, in the order of the screen."""
    found: list[dict[str, Any]] = []
    waiting = [tree] if isinstance(tree, dict) else list(reversed(tree))
    while waiting:
        component = waiting.pop()
        if not isinstance(component, dict):
            continue
        found.append(component)
        if "component" in component and isinstance(child := component["component"], dict):
            waiting.append(child)
        if "accessory" in component and isinstance(child := component["accessory"], dict):
            waiting.append(child)
        if "components" in component and isinstance(children := component["components"], list):
            waiting.extend(reversed(children))
    return iter(found)


for _module in (simcord.components, simcord.http.routes.interactions):
    _module.walk_components = components_in  # type: ignore[attr-defined]
for _module in (simcord.components, simcord.results):
    _module.deepcopy = copied  # type: ignore[attr-defined]
for _other in (simcord.gateway, simcord.http.router):
    _other.copy = SimpleNamespace(deepcopy=copied)  # type: ignore[attr-defined]

"""Every request of every test is checked as Discord would: those to a playground, and those to SimCord.

A test whose bot sends a body that Discord refuses fails, whatever the bot made of the refusal. Tests that
send wrong bodies by hand have the fixture ``hub`` and are left out. At the end the figures are printed: how
many requests, of how many distinct shapes, and how many were refused for their form.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from simcord.http import router

from playground import law
from playground.calls import Kind, route_of
from playground.command_forms import command_list_flaws
from playground.document import discords
from playground.errors import Flaw, Refused, invalid_form
from playground.law import Request
from playground.message_forms import COMPONENTS_V2, NEW_FLAGS, Around, message_flaws, modal_flaws

FORMS = (50006, 50035)
"""Codes of a body that is wrong in itself."""

_carry_out = router.dispatch


class Figures:
    """What was sent so far, in this process."""

    def __init__(self) -> None:
        self.requests = 0
        self.refused = 0
        self.shapes: set[str] = set()
        self.wrong: list[str] = []  # of the test that runs
        self.right: set[int] = set()
        """Requests that were found right, by a hash of all that was looked at. The same bodies come in test
        after test: every second one needs no other look."""


FIGURES = Figures()


def shape(body: Any) -> str:
    """What kind of body this is: its keys and types, and the types of its components, without its values."""
    if isinstance(body, dict):
        inner = ",".join(f"{key}:{shape(value)}" for key, value in sorted(body.items()))
        return f"{body['type'] if isinstance(body.get('type'), int) else ''}{{{inner}}}"
    if isinstance(body, list):
        return "[" + "|".join(sorted({shape(one) for one in body})) + "]"
    return "null" if body is None else type(body).__name__


def note(asked: Request, refusal: Refused | None) -> None:
    FIGURES.requests += 1
    FIGURES.shapes.add(f"{asked.route.method} {asked.route.template} {shape(asked.body)}")
    if refusal is not None and refusal.code in FORMS:
        FIGURES.refused += 1
        FIGURES.wrong.append(f"{asked.route.method} {asked.path}: {refusal.body}")


def checked(backend: Any, method: str, path: str, **sent: Any) -> Any:
    """SimCord's own, once the request has been checked by the rules that need no world."""
    query = {name: str(value) for name, value in (sent.get("params") or {}).items()}
    body = json.dumps(sent.get("json"))  # as it would be sent: words that are a kind of text of ours are text
    files = list(sent.get("files") or ())
    looked_at = (method, _ID.sub("", path), *query.items(), body, *(one.filename for one in files))
    if (known := hash(looked_at)) in FIGURES.right:
        FIGURES.requests += 1
        return _carry_out(backend, method, path, **sent)
    asked = Request(route_of(method, path), path, query, json.loads(body))
    asked.files = files
    asked.number_files()
    refusal = _refusal(asked)
    note(asked, refusal)
    if refusal is None:
        FIGURES.right.add(known)
    return _carry_out(backend, method, path, **sent)


_ID = re.compile(r"(?<!\d)\d{17,19}(?!\d)")
"""One id in a path is as good as another."""


def _refusal(asked: Request) -> Refused | None:
    found = discords().operation(asked.route.method, asked.path)
    if found is None:
        return Refused(404, FORMS[-1], f"Discord has no {asked.route.method} {asked.path}")
    operation, named = found
    body = {} if asked.body is None else asked.body
    flaws = operation.flaws(named, asked.params, body)
    flaws = flaws or list(_beyond(asked, body))
    return invalid_form(flaws) if flaws else None


def _beyond(asked: Request, body: Any) -> Iterator[Flaw]:
    match asked.route.kind:
        case Kind.COMMANDS if asked.route.method == "PUT":
            yield from command_list_flaws(body)
        case Kind.CREATE | Kind.FOLLOWUP:
            yield from message_flaws(body, _around(asked))
        case Kind.EDIT | Kind.EDIT_BY_TOKEN:
            yield from message_flaws(body, _around(asked, body))
        case Kind.ANSWER if body["type"] == 4:
            yield from message_flaws(body.get("data") or {}, _around(asked))
        case Kind.ANSWER if body["type"] == 7:
            data = body.get("data") or {}
            yield from message_flaws(data, _around(asked, data))
        case Kind.ANSWER if body["type"] == 9:
            yield from modal_flaws(body["data"], _around(asked))


def _around(asked: Request, edit: Any = None) -> Around:
    """What is known without a world: of the message that is edited, what the edit says of it."""
    before = None
    if edit is not None:
        files = [{"id": one["id"], "filename": ""} for one in edit.get("attachments") or ()]
        v2 = int(edit.get("flags") or 0) & COMPONENTS_V2
        before = {"flags": v2 | 64, "components": [{}], "attachments": files[len(asked.files) :]}
    return Around(tuple(file.filename for file in asked.files), before, NEW_FLAGS | 64)


law.WATCHERS.append(note)
router.dispatch = checked


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: Any) -> Iterator[None]:
    yield
    wrong, FIGURES.wrong = FIGURES.wrong, []
    if "hub" in item.fixturenames:  # by hand, and meant
        FIGURES.refused -= len(wrong)
    elif wrong:
        pytest.fail("Discord would refuse:\n" + "\n".join(wrong[:5]))


def pytest_sessionfinish(session: Any) -> None:
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["discords_law"] = (FIGURES.requests, FIGURES.refused, sorted(FIGURES.shapes))


def pytest_testnodedown(node: Any) -> None:
    requests, refused, shapes = getattr(node, "workeroutput", {}).get("discords_law", (0, 0, ()))
    FIGURES.requests += requests
    FIGURES.refused += refused
    FIGURES.shapes.update(shapes)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if FIGURES.requests:
        terminalreporter.write_line(
            f"requests to Discord: {FIGURES.requests:,} checked, {len(FIGURES.shapes):,} distinct shapes, "
            f"{FIGURES.refused} refused for their form"
        )

"""Discord's description as a check: right bodies pass, and every body with one thing wrong is refused."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from random import Random
from typing import Any

from playground.document import REDUCED, discords, reduced
from tests.playground.mutations import DROPPED, OF_WRONG_TYPE, TOO_LONG, bodies, wrong_bodies

LEAST = 2000
"""Wrong bodies of each kind."""


def test_of_the_bodies_made_from_the_description_all_right_ones_pass() -> None:
    rng = Random(1886)
    for method, path, body, _ in (one for _ in range(4) for one in bodies(rng)):
        found = discords().operation(method, path)
        assert found is not None, path
        operation, named = found
        assert not operation.flaws(named, {}, body), (method, path, body)


def test_a_dropped_key_a_value_too_long_or_of_the_wrong_type_is_always_refused() -> None:
    refused: Counter[str] = Counter()
    for wrong in wrong_bodies(Random(1886), 14):
        found = discords().operation(wrong.method, wrong.path)
        assert found is not None
        operation, named = found
        flaws = operation.flaws(named, {}, wrong.body)
        assert flaws, (wrong.method, wrong.path, wrong.kind, wrong.place)
        refused[wrong.kind] += 1
    assert all(refused[kind] >= LEAST for kind in (DROPPED, TOO_LONG, OF_WRONG_TYPE)), refused


async def test_the_playground_answers_such_bodies_as_discord_does(free: Any) -> None:
    """A part of them, over HTTP: 400, the code for an invalid form, and the place of a flaw."""
    rng = Random(7)
    chosen = rng.sample([*wrong_bodies(rng, 1)], 300)
    for wrong in chosen:
        reply = await free.ask(wrong.method, wrong.path, wrong.body)
        assert (reply.status, reply.code) == (400, 50035), (wrong, reply)
        assert "_errors" in json.dumps(reply.body["errors"])


def test_the_description_is_made_from_the_whole_by_the_script() -> None:
    """With words for readers, answers and a schema that no request names, of which nothing stays."""
    schema = {"$ref": "#/components/schemas/A"}
    title = {"type": "string", "description": "Its title"}
    whole = {
        "paths": {
            "/a/{id}": {
                "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
                "post": {
                    "description": "Makes an A.",
                    "requestBody": {
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}
                    },
                    "responses": {"200": {}},
                },
            }
        },
        "components": {
            "schemas": {
                "A": {
                    "type": "object",
                    "properties": {"title": title},
                },
                "B": {"type": "object"},
            }
        },
    }
    assert reduced(whole) == {
        "paths": {
            "/a/{id}": {
                "POST": {
                    "parameters": {"id": {"in": "path", "required": True, "schema": {"type": "string"}}},
                    "body": schema,
                }
            }
        },
        "schemas": {"A": {"type": "object", "properties": {"title": {"type": "string"}}}},
    }


def test_the_description_names_the_edition_that_it_was_made_from() -> None:
    told = json.loads(REDUCED.read_text("utf-8"))["sha256_of_the_whole"]
    assert len(bytes.fromhex(told)) == hashlib.sha256().digest_size

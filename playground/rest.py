"""Discord's HTTP API on this machine: parse, limit, refuse, carry out, record. Knows no web page."""

import hashlib
import io
import json
import struct
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from email.message import Message as Headers
from socket import SO_LINGER, SOL_SOCKET
from typing import Any

from aiohttp import BodyPartReader, web

from playground.calls import Call, Calls, Kind, Route, Upload, route_of
from playground.errors import Fault, Faults, Json, Refused
from playground.law import Law, Request
from playground.limits import Limits, Mood, Pace, Said, retry_after
from playground.world import File, World

PREFIX = "/api/v10"
_WITH_MESSAGES = (Kind.CREATE, Kind.EDIT, Kind.ANSWER, Kind.FOLLOWUP, Kind.EDIT_BY_TOKEN)
_CLEARED = ("attachments", "components", "content", "embeds", "poll")


@dataclass
class _Asked(Request):
    """One call while it is being answered."""

    reason: str | None = None
    at: float = field(default_factory=time.time)
    broken: Refused | None = None  # of what could not be read


class Rest:
    """The API of one world, for the one bot that holds the token."""

    def __init__(
        self, world: World, limits: Limits, token: str, gateway_url: str, moods: Collection[Mood] = ()
    ) -> None:
        self.world, self.limits, self.token, self.gateway_url = world, limits, token, gateway_url
        self.law = Law(world, limits, moods)
        self.calls = Calls()
        self.faults = Faults()
        self.sessions_begun: Callable[[], int] = lambda: 0
        self.commands_touched = 0  # how often the bot has listed or set its commands
        self._pace = Pace(limits, world.age, world.channel_of_token, world.elapsed)

    def routes(self) -> list[web.RouteDef]:
        return [web.route("*", PREFIX + "/{path:.*}", self.handle)]

    async def handle(self, request: web.Request) -> web.StreamResponse:
        asked = await _read_request(request)
        fault = self.faults.next_fault(asked.route.method, asked.path)
        said = None
        if fault is None or fault.effect:
            said = self._respond(asked, request.headers.get("Authorization"))
        if fault is not None:
            await fault.delay()
            said = self._spoilt(asked, fault, said)
        if said is None:
            self._record(asked, Said(0, None))
            _reset(request)
            return web.Response(status=502)
        self._record(asked, said)
        return _response(said)

    # ------------------------------------------------------------------ one call

    def _respond(self, asked: _Asked, authorization: str | None) -> Said:
        route = asked.route
        if not route.by_token and authorization != f"Bot {self.token}":
            return Said(401, {"message": "401: Unauthorized", "code": 0})
        throttled, headers = self._pace.count_call(route)
        if throttled is not None:
            return throttled
        try:
            status, body = self._carry_out(asked)
        except Refused as refusal:
            status, body = refusal.status, refusal.body
        return Said(status, body, headers)

    def _carry_out(self, asked: _Asked) -> tuple[int, Any]:
        route, body = asked.route, asked.body
        if asked.path in ("/gateway", "/gateway/bot"):
            return 200, self._gateway()
        if asked.broken is not None:
            raise asked.broken
        self.law.check_call(asked)
        before = self.law.already_sent(route, body)
        if before is not None:
            return 200, before
        status, result = self.world.request(
            route.method,
            asked.path,
            json=without_nulls(body) if route.kind in _WITH_MESSAGES else body,
            params=asked.params,
            files=asked.files,
            reason=asked.reason,
        )
        if status >= 300:
            return status, result
        match route.kind:
            case Kind.CREATE:
                self.law.remember(route, body, int(result["id"]))
                result |= {"nonce": body.get("nonce")}
            case Kind.ANSWER:
                assert route.interaction_id is not None
                for listener in self.world.answered:
                    listener(route.interaction_id)
                if str(asked.params.get("with_response", "")).lower() not in ("1", "true"):
                    return 204, None
            case Kind.EMOJI if route.method == "POST":
                self.world.keep_emoji_image(int(result["id"]), body["image"])
                return 201, result
            case Kind.EMOJI if route.method == "DELETE":
                self.world.drop_emoji_image(int(asked.path.rpartition("/")[2]))
            case Kind.COMMANDS:
                self.commands_touched += 1
                if Mood.COMMANDS_TOLD_OTHERWISE in self.law.moods and route.method == "GET":
                    return status, [_in_other_words(one) for one in result]
            case _:
                pass
        return status, result

    def _gateway(self) -> Json:
        total = self.limits.session_starts
        remaining = max(0, total - self.sessions_begun())
        limit = {"total": total, "remaining": remaining, "reset_after": 86400000, "max_concurrency": 1}
        return {"url": self.gateway_url, "shards": 1, "session_start_limit": limit}

    def _spoilt(self, asked: _Asked, fault: Fault, said: Said | None) -> Said | None:
        """The answer with a fault in it: another one, None for no answer, or the true one, which is late."""
        if fault.cut:
            return None
        if fault.status is not None:
            said = Said(fault.status, fault.body, retry_after(fault.body))
        if said is None:
            return None
        body = (
            said.body
            if fault.change is None
            else fault.change(f"{asked.route.method} {asked.route.template}", said.body)
        )
        return replace(said, body=body, headers=said.headers | fault.headers)

    # ------------------------------------------------------------------ record

    def _record(self, asked: _Asked, said: Said) -> None:
        route = asked.route
        record = self.world.interaction_of(route.token) if route.token is not None else None
        is_answer = route.kind is Kind.ANSWER and isinstance(asked.body, dict)
        self.calls.add(
            Call(
                at=asked.at,
                took=time.time() - asked.at,
                method=route.method,
                route=route.template,
                path=asked.path,
                status=said.status,
                scope=said.scope,
                kind=route.kind,
                interaction_type=None if record is None else int(record.type),
                answer_type=asked.body.get("type") if is_answer else None,
                message_id=_message_id(route, said.body) or (None if record is None else record.message_id),
                channel_id=route.channel_id or (None if record is None else record.channel_id),
                bytes=asked.bytes,
                body=asked.body,
                files=tuple(_upload(file) for file in asked.files),
                counted=not route.by_token,
            )
        )


def _reset(request: web.Request) -> None:
    """End the connection by a reset, as a crash does."""
    if request.transport is not None:
        request.transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))
        request.transport.abort()


def _in_other_words(command: Json) -> Json:
    """A command with its description trimmed otherwise, which nobody has sent."""
    return command | {"description": f"{command['description']} "}


def _message_id(route: Route, body: Any) -> int | None:
    if route.message_id is not None:
        return route.message_id
    if route.kind in (Kind.CREATE, Kind.FOLLOWUP) and isinstance(body, dict) and "id" in body:
        return int(body["id"])
    return None


def _upload(file: File) -> Upload:
    file.fp.seek(0)
    return Upload(file.filename, file.size, hashlib.sha256(file.fp.read()).hexdigest())


def _response(said: Said) -> web.Response:
    # discord.py takes a 429 without Via for a ban, and JSON only under exactly this content type
    headers = said.headers | {"Via": "1.1 playground"}
    if said.status == 204 or said.body is None:
        return web.Response(status=said.status, headers=headers)
    text = said.body if isinstance(said.body, bytes) else json.dumps(said.body).encode()
    headers = {"Content-Type": "application/json"} | {name: one for name, one in headers.items() if one}
    return web.Response(status=said.status, body=text, headers=headers)


# ---------------------------------------------------------------------- reading a request


async def _read_request(request: web.Request) -> _Asked:
    path = "/" + request.match_info["path"]
    asked = _Asked(
        route_of(request.method, path),
        path,
        dict(request.query),
        reason=request.headers.get("X-Audit-Log-Reason"),
    )
    if request.content_type == "multipart/form-data":
        await _read_form(request, asked)
    else:
        raw = await request.read()
        asked.bytes = len(raw)
        asked.body = _parsed(raw, asked) if raw else None
    return asked


def _parsed(raw: bytes, asked: _Asked) -> Any:
    try:
        return json.loads(raw)
    except ValueError:
        asked.broken = Refused(400, 50109, "The request body contains invalid JSON.")
        return None


async def _read_form(request: web.Request, asked: _Asked) -> None:
    plain: Json = {}
    payload: Any = None
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        raw = bytes(await part.read())
        asked.bytes += len(raw)
        if part.filename is not None or (part.name or "").startswith("files["):
            asked.files.append(File(_file_name(part), io.BytesIO(raw), len(raw)))
            if part.name is not None and not part.name.startswith("files["):
                plain[part.name] = ""  # a field that is a file, such as that of a sticker
        elif part.name == "payload_json":
            payload = _parsed(raw, asked)
        elif part.name is not None:
            plain[part.name] = raw.decode()
    asked.body = payload if payload is not None else plain
    asked.number_files()
    inner = asked.body.get("data") or asked.body if isinstance(asked.body, dict) else None
    declared = inner.get("attachments") if isinstance(inner, dict) else None
    asked.files = _described(asked.files, declared if isinstance(declared, list) else [])


def _file_name(part: BodyPartReader) -> str:
    if part.filename is not None:
        return part.filename
    headers = Headers()
    headers["Content-Disposition"] = part.headers.get("Content-Disposition", "")
    return headers.get_filename() or "file"


def _described(files: list[File], declared: list[Any]) -> list[File]:
    """The files with the names and descriptions (alt texts) that the body gives them by number."""
    given = {str(one.get("id")): one for one in declared if isinstance(one, dict)}
    described = []
    for number, file in enumerate(files):
        words = given.get(str(number), {})
        name, alt = words.get("filename"), words.get("description")
        described.append(
            File(name if isinstance(name, str) and name else file.filename, file.fp, file.size, alt)
        )
    return described


def without_nulls(body: Any) -> Any:
    """The body without the fields that are null, which SimCord takes for values. In a message null clears
    some fields."""
    if not isinstance(body, dict):
        return body
    message = body.get("data", body)
    if not isinstance(message, dict) or (None not in message.values() and "components" not in message):
        return body
    bare = {
        name: _bare(value) if name == "components" else value
        for name, value in message.items()
        if value is not None or name in _CLEARED
    }
    return body | {"data": bare} if "data" in body else bare


def _bare(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: _bare(value) for key, value in tree.items() if value is not None}
    return [_bare(one) for one in tree] if isinstance(tree, list) else tree

"""Requests with the bot's own token, to a server on this machine that answers as Discord may."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import partial
from time import monotonic
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.clocks import DiscordClock
from bot.cluster import Alone
from bot.discord_api import rest, sender
from bot.discord_api.faults import (
    MessageGone,
    NoPlace,
    NotOurs,
    Refused,
    ShutOut,
    TokenDead,
    TooFast,
    TryLater,
    Unsent,
    may_be_done,
)
from bot.discord_api.layout import Document
from bot.discord_api.rest import Endpoint, HttpWire, Reply, Rest, dates_for
from bot.discord_api.scheduler import ANSWER, CREATE, Buckets, Route, by_token
from bot.discord_api.sender import FILES_REFUSED, Grip, Messenger, Token
from bot.host.metrics import Answers, Measures
from rules.frozen import replace
from screens.screen import Boxes, Button, CardStyle, Form, Line, Offer, Picture, Row, Screen, Text, Undrawn
from storage.ports.records import TableId
from tests.trials.stage.guard import until
from tests.trials.stage.ports import free_port
from tests.trials.stage.virtual_time import real_time

TABLE = TableId("aa")
SCREEN = Screen((Text("A table."),), 0)
FORM = Form("form", "A guest", (Line("Name", "", 20),))
PICTURED = Screen((Text("A sheet."), Picture("sheet.png", b"\x89PNG\r\n--", "Forty to nothing", "40 : 0")))
TOO_LONG = Screen((Text("x" * 5_000),), 0)
PRESS = Token("secret")
SECRET = "a-token-that-nobody-may-read"


def _json(body: object, status: int = 200, **headers: str) -> web.Response:
    return web.json_response(body, status=status, headers=headers)


@dataclass
class Server:
    """Answers every post of a message with the next of ``answers``, then with a message."""

    answers: list[web.Response] = field(default_factory=list)
    posted: list[dict[str, object]] = field(default_factory=list)
    authorized: list[str | None] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    """The method and the path of each request."""
    held: asyncio.Event | None = None
    """Nothing is answered until this is set."""
    files: list[tuple[str, bytes]] = field(default_factory=list)

    async def post(self, request: web.Request) -> web.Response:
        self.asked.append(f"{request.method} {request.path}")
        if self.held is not None:
            await self.held.wait()
        if not request.can_read_body:
            self.posted.append({})
        elif request.content_type == "multipart/form-data":
            form = await request.post()
            sent = form["payload_json"]
            assert isinstance(sent, bytes | bytearray)
            self.posted.append(json.loads(sent))
            self.files += [
                (one.filename, one.file.read()) for one in form.values() if isinstance(one, web.FileField)
            ]
        else:
            self.posted.append(await request.json())
        self.authorized.append(request.headers.get("Authorization"))
        return self.answers.pop(0) if self.answers else _json({"id": "77"})


class UntilPosted(Alone):
    """Loses every stream once the server has been sent something."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def holds(self, stream_id: TableId) -> bool:
        return not self._server.posted


@dataclass
class Asking:
    server: Server
    buckets: Buckets
    clock: DiscordClock
    calls: Rest
    messenger: Messenger
    base: str
    """The address of the server."""
    passed: list[float]
    """Seconds that have passed for the messenger."""

    def opens_in(self, channel: int) -> float:
        """Seconds until the next post in a channel may be made."""
        now = asyncio.get_running_loop().time()
        return self.buckets.opens(Route(CREATE, channel), now) - now


@pytest.fixture
async def asking() -> AsyncIterator[Asking]:
    server, buckets, clock = Server(), Buckets(), DiscordClock()
    application = web.Application()
    application.router.add_route("*", "/{path:.*}", server.post)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0]
    wire = HttpWire(f"http://{host}:{port}")
    calls = Rest(wire, "biritch", buckets, clock)
    await calls.open(SECRET, 1)
    passed: list[float] = []
    refused = Refused(lambda: sum(passed))
    messenger = Messenger(calls, refused, now=lambda: sum(passed))
    yield Asking(server, buckets, clock, calls, messenger, f"http://{host}:{port}", passed)
    await calls.close()
    await runner.cleanup()


async def test_a_post_is_one_request_that_mentions_nobody_and_is_made_once(asking: Asking) -> None:
    assert await asking.messenger.post(TABLE, 5, SCREEN, "a") == 77
    (posted,) = asking.server.posted
    assert posted["allowed_mentions"] == {"parse": []}
    assert (posted["nonce"], posted["enforce_nonce"]) == ("a", True)
    assert asking.server.authorized == [f"Bot {SECRET}"]


async def test_each_call_is_one_request_to_the_place_that_discord_documents(asking: Asking) -> None:
    """Those by a token bear no password of the bot's."""
    calls, grip = asking.messenger, Grip(PRESS, None, 0.0)
    await calls.edit(TABLE, 5, 77, SCREEN)
    await calls.delete(TABLE, 5, 77)
    assert await calls.open_dm(TABLE, 1234) == 77 == await calls.open_dm(None, 1234)
    by_hand = len(asking.server.asked)
    await calls.edit_by(TABLE, grip, SCREEN)
    await calls.edit_by(TABLE, grip._replace(follow_up=78), SCREEN)
    assert await calls.follow_up(PRESS, SCREEN) == 77
    await calls.answer(9, PRESS, None)
    assert asking.server.asked == [
        "PATCH /channels/5/messages/77",
        "DELETE /channels/5/messages/77",
        "POST /users/@me/channels",
        "POST /users/@me/channels",
        "PATCH /webhooks/1/secret/messages/@original",
        "PATCH /webhooks/1/secret/messages/78",
        "POST /webhooks/1/secret",
        "POST /interactions/9/secret/callback",
    ]
    assert asking.server.authorized == [f"Bot {SECRET}"] * by_hand + [None] * 4
    edited, deleted, opened, *_, follow_up, answered = asking.server.posted
    assert (deleted, opened, answered) == ({}, {"recipient_id": "1234"}, {"type": 6})
    seen_by_one, in_parts = 1 << 6, 1 << 15
    assert follow_up["flags"] == seen_by_one | in_parts and edited["flags"] == in_parts
    assert follow_up["components"] == edited["components"] and "attachments" not in follow_up


async def test_every_way_to_answer_is_one_request_with_its_own_number_for_the_asker_alone(
    asking: Asking,
) -> None:
    """By the interaction's token, and never by the bot's own."""
    calls, seen_by_one, in_parts = asking.messenger, 1 << 6, 1 << 15
    asking.server.answers = [_json({"interaction": {"response_message_id": "78"}}), _json({})]
    assert await calls.answer_anew(9, PRESS, SCREEN) == 78
    assert await calls.answer_anew(9, PRESS, "No.") is None  # it is an answer, whatever Discord tells of it
    await calls.answer_anew(9, PRESS, SCREEN, private=False)
    await calls.think(9, PRESS)
    assert await calls.open_form(9, PRESS, FORM)
    assert await calls.follow_up(PRESS, "No.") == 77
    await calls.edit_original(PRESS, "The files.", (Document("deal.pbn", "é"),))
    await calls.edit_original(PRESS, PICTURED, thinks=True)
    anew, words, public, thinks, form, followed, files, pictured = asking.server.posted
    answers: list[Any] = [anew, words, public, thinks, form]
    assert [one["type"] for one in answers] == [4, 4, 4, 5, 9]
    assert [one["data"].get("flags") for one in answers] == [
        seen_by_one | in_parts,
        seen_by_one,
        in_parts,
        seen_by_one,
        None,
    ]
    assert answers[1]["data"]["content"] == "No." and answers[4]["data"]["custom_id"] == "form"
    assert followed["flags"] == seen_by_one and followed["content"] == "No."
    assert files["attachments"] == [{"id": "0", "filename": "deal.pbn"}] and "flags" not in files
    assert asking.server.files == [("deal.pbn", "é".encode()), ("sheet.png", b"\x89PNG\r\n--")]
    assert pictured["flags"] == in_parts
    assert asking.server.asked == [
        *["POST /interactions/9/secret/callback"] * 5,
        "POST /webhooks/1/secret",
        *["PATCH /webhooks/1/secret/messages/@original"] * 2,
    ]
    assert set(asking.server.authorized) == {None}


async def test_the_time_of_an_answer_is_measured_also_where_discord_is_to_tell_the_messages_id() -> None:
    measures = Measures()
    answers = Answers(measures)
    for number, path in enumerate(("callback", "callback?with_response=true", "callbacks")):
        answers.came[number] = asyncio.get_running_loop().time()
        answers.count_answer("answer", f"/interactions/{number}/secret/{path}", 200)
    assert "biritch_answer_seconds_count 2.0" in measures.exposition().decode() and [*answers.came] == [2]


async def test_a_form_with_boxes_that_discord_refuses_is_tried_again_in_a_day_and_another_is_a_fault(
    asking: Asking,
) -> None:
    boxes = replace(FORM, fields=(Boxes("tricks", "Tricks", (Offer("1", "One"),), 1),))
    refusal = {"code": 50035, "message": "no"}
    asking.server.answers = [_json(refusal, status=400)]
    assert [await asking.messenger.open_form(9, PRESS, boxes) for _ in range(2)] == [False, False]
    assert len(asking.server.posted) == 1
    asking.passed.append(Refused.AGAIN)
    assert await asking.messenger.open_form(9, PRESS, boxes)
    asking.server.answers = [_json(refusal, status=400)]
    with pytest.raises(Unsent) as fault:
        await asking.messenger.open_form(9, PRESS, FORM)
    assert (fault.value.status, fault.value.code) == (400, 50035)


@real_time
async def test_an_answer_that_was_deferred_is_tried_again_as_long_as_discord_asks_and_what_it_refuses_is_not(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "LATER_AGAIN", (0.001, 0.001))
    began = asyncio.get_running_loop().time()
    asking.server.answers = [_json({}, status=503, **{"Retry-After": "0.05"}), _json({}, status=500)]
    await asking.messenger.edit_original(PRESS, SCREEN)
    assert len(asking.server.posted) == 3 and asyncio.get_running_loop().time() >= began + 0.05
    asking.server.answers = [_json({}, status=500) for _ in range(3)]
    with pytest.raises(TryLater):
        await asking.messenger.edit_original(PRESS, SCREEN)
    asking.server.answers = [_json({"code": 30033, "message": "no"}, status=400)]
    with pytest.raises(TryLater) as fault:
        await asking.messenger.edit_original(PRESS, SCREEN)
    assert (fault.value.status, fault.value.code, len(asking.server.posted)) == (400, 30033, 7)


async def test_an_answer_after_all_is_closed_is_not_sent_at_once_without_a_line_for_each_try(
    asking: Asking, caplog: pytest.LogCaptureFixture
) -> None:
    await asking.messenger.answer(1, PRESS, None)
    await asking.calls.close()
    with pytest.raises(TryLater):
        await asking.messenger.answer(2, PRESS, SCREEN)
    assert len(asking.server.posted) == 1 and len(caplog.records) == 1


async def test_a_picture_that_is_too_large_for_discord_is_given_in_words(asking: Asking) -> None:
    for send in (
        partial(asking.messenger.answer_anew, 9, PRESS),
        partial(asking.messenger.follow_up, PRESS),
        partial(asking.messenger.edit_original, PRESS),
    ):
        asking.server.answers = [_json({"code": 40005, "message": "no"}, status=413)]
        await send(PICTURED)
        assert "40 : 0" in json.dumps(asking.server.posted[-1])


async def test_what_rings_mentions_one_person_and_what_is_silent_rings_for_nobody(asking: Asking) -> None:
    await asking.messenger.post(TABLE, 5, Screen((Text("<@4>, it is your turn."),), pings=4), "a")
    await asking.messenger.post(TABLE, 5, Screen((Text("…"),), silent=True), "b")
    rings, silent = asking.server.posted
    assert rings["allowed_mentions"] == {"parse": [], "users": ["4"]} and rings["flags"] == 1 << 15
    assert silent["allowed_mentions"] == {"parse": []} and silent["flags"] == 1 << 15 | 1 << 12


async def test_what_discord_refuses_is_told_to_who_keeps_the_bot_in_its_own_words(
    asking: Asking, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = {"code": 50035, "message": "Invalid Form Body", "errors": {"components": {"_errors": []}}}
    asking.server.answers = [_json(wrong, status=400), _json({"code": 7, "message": "no"}, status=500)]
    with pytest.raises(TryLater):
        await asking.messenger.post(TABLE, 5, SCREEN, "a")
    assert caplog.messages[:2] == [
        "Discord refused the form of a message: Invalid Form Body",
        "a message had to be sent plainly: _BadForm",
    ]
    assert caplog.messages[2].startswith("Discord answered ") and "500" in caplog.messages[2]
    caplog.clear()
    await asking.messenger.post(TABLE, 5, TOO_LONG, "a")
    assert caplog.messages == ["a message had to be sent plainly: ValueError"]


async def test_files_that_are_refused_by_a_token_are_told_of_once_a_day(
    asking: Asking, caplog: pytest.LogCaptureFixture
) -> None:
    flaw = {"data": {"attachments": {"_errors": [{"code": "ATTACHMENT_NOT_ALLOWED", "message": "no"}]}}}
    refusal = {"code": 50035, "message": "no", "errors": flaw}
    told = "Discord does not take files by the token of an interaction: not tried for a day"
    for seconds, times, refused in ((0.0, 1, True), (Refused.AGAIN - 1, 1, False), (1.0, 2, True)):
        asking.passed.append(seconds)
        asking.server.answers = [_json(refusal, status=400)] if refused else []
        await asking.messenger.answer(9, PRESS, PICTURED)
        assert caplog.messages.count(told) == times


async def test_an_answer_that_describes_nothing_is_asked_for_again_later(asking: Asking) -> None:
    for nothing in ({}, [], {"id": None}):  # type: ignore[var-annotated]
        asking.server.answers = [_json(nothing)]
        with pytest.raises(TryLater):
            await asking.messenger.post(TABLE, 5, SCREEN, "a")


async def test_why_nothing_can_be_shown_in_a_place_is_said_with_discords_number(asking: Asking) -> None:
    for code, why in (
        (10003, "channel gone"),
        (10004, "server gone"),
        (50001, "no access"),
        (50013, "no permission"),
        (50007, "direct messages refused"),
        (50278, "no server in common"),
        (160005, "thread locked"),
        (200000, "blocked by the server's filter"),
        (50083, "thread archived"),
    ):
        asking.server.answers = [_json({"code": code, "message": "no"}, status=403)]
        with pytest.raises(NoPlace) as refused:
            await asking.messenger.post(TABLE, 5, SCREEN, "a")
        assert (refused.value.code, refused.value.why, str(refused.value)) == (code, why, why)


@pytest.mark.parametrize("code", [20026, 40003])
async def test_a_bot_that_may_open_no_direct_messages_asks_for_all_its_people_ever_less_often(
    asking: Asking, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Some thirty people whose messages were tried again and again would have it shut out for all."""
    no, calls = (lambda: _json({"code": code, "message": "no"}, status=403)), asking.messenger
    asking.server.held = asyncio.Event()
    asking.server.answers = [no() for _ in range(6)]
    asked = [asyncio.create_task(calls.open_dm(TABLE, user)) for user in (1, 2)]
    await until(lambda: len(asking.server.asked) == 2)
    asking.server.held.set()
    refused = await asyncio.gather(*asked, return_exceptions=True)
    for wait in (60.0, 600.0, 3600.0, 3600.0):
        before = len(asking.server.asked)
        for passed in (0.0, wait - 1.0):
            asking.passed.append(passed)
            with pytest.raises(TryLater) as held_back:
                await calls.open_dm(None, 3)
            refused.append(held_back.value)
        assert len(asking.server.asked) == before and not held_back.value.sent
        asking.passed.append(1.0)
        with pytest.raises(TryLater):
            await calls.open_dm(TABLE, 3)
        assert len(asking.server.asked) == before + 1
    assert {(fault.status, fault.code) for fault in refused if isinstance(fault, TryLater)} == {(403, code)}
    assert await calls.post(TABLE, 5, SCREEN, "a") == 77, "nothing else waits"
    told = [line.levelname for line in caplog.records if "no direct messages" in line.getMessage()]
    assert told == ["ERROR"] * 5
    asking.passed.append(3600.0)
    assert await calls.open_dm(TABLE, 1) == 77 == await calls.open_dm(TABLE, 2)
    asking.server.answers = [no()]
    with pytest.raises(TryLater):
        await calls.open_dm(TABLE, 3)
    asking.passed.append(60.0)
    assert await calls.open_dm(TABLE, 3) == 77


async def test_a_picture_goes_with_its_message_and_takes_the_place_of_the_one_before(asking: Asking) -> None:
    await asking.messenger.post(TABLE, 5, PICTURED, "a")
    await asking.messenger.edit(TABLE, 5, 77, PICTURED)
    for posted, file in zip(asking.server.posted, asking.server.files, strict=True):
        assert file == ("sheet.png", b"\x89PNG\r\n--")
        told = {"id": "0", "filename": "sheet.png", "description": "Forty to nothing"}
        assert posted["attachments"] == [told] and "attachment://sheet.png" in json.dumps(posted)


async def test_an_edit_without_a_picture_drops_the_file_of_the_one_that_stood_there(asking: Asking) -> None:
    """Else it would stay with the message, unseen."""
    await asking.messenger.edit(TABLE, 5, 77, SCREEN)
    await asking.messenger.answer(9, PRESS, SCREEN)
    await asking.messenger.edit(TABLE, 5, 77, TOO_LONG)
    await asking.messenger.post(TABLE, 5, SCREEN, "a")
    edited, answered, plainly, new = asking.server.posted
    assert edited["attachments"] == plainly["attachments"] == []
    assert answered["data"]["attachments"] == []  # type: ignore[index]
    assert "attachments" not in new


async def test_where_files_may_not_be_sent_words_stand_in_place_of_a_picture(asking: Asking) -> None:
    asking.server.answers = [_json({"code": 50013, "message": "no"}, status=403)]
    assert await asking.messenger.post(TABLE, 5, PICTURED, "a") == 77
    assert "40 : 0" in json.dumps(asking.server.posted[1]) and "attachments" not in asking.server.posted[1]


class Sketch:
    """Notes how often it is drawn."""

    def __init__(self) -> None:
        self.drawn: list[CardStyle] = []

    def __call__(self, cards: CardStyle) -> bytes:
        self.drawn.append(cards)
        return b"\x89PNG\r\n--"


async def test_a_picture_is_drawn_when_it_is_sent_with_the_readers_cards_and_not_where_no_file_is_taken(
    asking: Asking,
) -> None:
    sketch = Sketch()
    undrawn = Screen((Text("A table."), Undrawn("table.png", sketch, "A table", "In words")), 0)
    await asking.messenger.answer(9, PRESS, undrawn.with_cards(CardStyle.TWO_COLOURS))
    assert asking.server.files == [("table.png", b"\x89PNG\r\n--")]
    flaw = {"data": {"attachments": {"_errors": [{"code": "ATTACHMENT_NOT_ALLOWED", "message": "no"}]}}}
    asking.server.answers = [
        _json({"code": 50035, "message": "Invalid Form Body", "errors": flaw}, status=400)
    ]
    for _ in range(2):
        await asking.messenger.answer(9, PRESS, undrawn)
    assert sketch.drawn == [CardStyle.TWO_COLOURS, CardStyle.FOUR_COLOURS]
    assert "In words" in json.dumps(asking.server.posted[-1])
    assert "attachment://table.png" not in json.dumps(asking.server.posted[-1])


async def test_files_refused_by_one_token_are_not_tried_by_another_for_a_day(asking: Asking) -> None:
    flaw = {"data": {"attachments": {"_errors": [{"code": "ATTACHMENT_NOT_ALLOWED", "message": "no"}]}}}
    asking.server.answers = [
        _json({"code": 50035, "message": "Invalid Form Body", "errors": flaw}, status=400)
    ]
    await asking.messenger.answer(9, PRESS, PICTURED)
    await asking.messenger.answer(9, PRESS, PICTURED)
    await asking.messenger.post(TABLE, 5, PICTURED, "a")  # this is by the bot itself
    asking.passed.append(Refused.AGAIN)
    await asking.messenger.answer(9, PRESS, PICTURED)
    with_files = ["attachment://sheet.png" in json.dumps(posted) for posted in asking.server.posted]
    assert with_files == [True, False, False, True, True]


async def test_a_second_request_is_not_made_once_the_stream_is_another_processs(asking: Asking) -> None:
    asking.server.answers = [_json({"code": 50013, "message": "no"}, status=403)]
    messenger = Messenger(asking.calls, Refused(monotonic), cluster=UntilPosted(asking.server))
    with pytest.raises(NotOurs):
        await messenger.post(TABLE, 5, PICTURED, "a")
    assert len(asking.server.posted) == 1


async def test_files_that_were_refused_in_a_channel_are_not_tried_there_again_for_ten_minutes(
    asking: Asking,
) -> None:
    asking.server.answers = [_json({"code": 50013, "message": "no"}, status=403)]
    await asking.messenger.post(TABLE, 5, PICTURED, "a")
    await asking.messenger.edit(TABLE, 5, 77, PICTURED)
    await asking.messenger.post(TABLE, 6, PICTURED, "b")
    with_files = [bool(posted.get("attachments")) for posted in asking.server.posted]
    assert with_files == [True, False, False, True]
    asking.passed.append(FILES_REFUSED)
    await asking.messenger.edit(TABLE, 5, 77, PICTURED)
    assert asking.server.posted[-1]["attachments"]


async def test_a_channel_that_refuses_words_too_is_not_taken_for_one_that_refuses_files(
    asking: Asking,
) -> None:
    refusal = {"code": 50013, "message": "no"}
    asking.server.answers = [_json(refusal, status=403), _json(refusal, status=403)]
    with pytest.raises(NoPlace):
        await asking.messenger.post(TABLE, 5, PICTURED, "a")
    await asking.messenger.post(TABLE, 5, PICTURED, "a")
    assert "attachments" in asking.server.posted[-1]


async def test_what_an_answer_tells_of_its_bucket_is_kept_to(asking: Asking) -> None:
    told: dict[str, Any] = {
        "X-RateLimit-Limit": "5",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset-After": "3.0",
    }
    asking.server.answers = [_json({"id": "77"}, **told)]
    await asking.messenger.post(TABLE, 5, SCREEN, "a")
    assert 2.5 < asking.opens_in(5) < 3.5
    assert asking.opens_in(6) <= 0


async def test_a_refusal_for_haste_shuts_its_bucket_or_all_of_them(asking: Asking) -> None:
    for everywhere in (False, True):
        limit = {"message": "slower", "retry_after": 30.0, "global": everywhere}
        asking.server.answers = [_json(limit, status=429)]
        with pytest.raises(TooFast):
            await asking.messenger.post(TABLE, 5, SCREEN, "a")
        assert asking.opens_in(5) > 29
        assert (asking.opens_in(6) > 29) is everywhere


def _blocked(**headers: str) -> web.Response:
    """A refusal by what stands before Discord."""
    return web.Response(status=429, text="<html>Error 1015</html>", content_type="text/html", headers=headers)


async def test_a_refusal_that_is_not_discords_own_stops_all_but_answers_for_as_long_as_it_says(
    asking: Asking, caplog: pytest.LogCaptureFixture
) -> None:
    """What stands before Discord shuts a machine out for longer with each call that it has to refuse."""
    asking.server.answers = [_blocked(**{"Retry-After": "120"}) for _ in range(3)]
    tries = (asking.messenger.post(TABLE, 5, SCREEN, nonce) for nonce in "abc")
    refused = await asyncio.gather(*tries, return_exceptions=True)
    assert [type(one) for one in refused] == [ShutOut] * 3
    assert 119 < asking.opens_in(5) < 121 and 119 < asking.opens_in(6) < 121
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING] == [
        "Discord's network refuses all calls: only answers are sent for 120 seconds"
    ]
    await asking.messenger.answer(9, PRESS, SCREEN)
    assert len(asking.server.posted) == 4


async def test_an_answer_that_is_shut_out_is_not_tried_again(asking: Asking) -> None:
    asking.server.answers = [_blocked(**{"Retry-After": "120"}) for _ in range(3)]
    with pytest.raises(ShutOut):
        await asking.messenger.answer(9, PRESS, SCREEN)
    assert len(asking.server.posted) == 1


async def test_the_time_for_which_one_is_shut_out_may_be_a_date_or_left_out(asking: Asking) -> None:
    now = datetime.now(UTC)
    told_now, in_an_hour = (format_datetime(one, usegmt=True) for one in (now, now + timedelta(hours=1)))
    for told, least, most in (
        ({}, 59, 61),
        ({"Retry-After": "soon"}, 59, 61),
        ({"Retry-After": in_an_hour, "Date": told_now}, 3590, 3601),
    ):
        asking.buckets._closed_until = 0.0
        asking.server.answers = [_blocked(**told)]
        with pytest.raises(ShutOut):
            await asking.messenger.post(TABLE, 5, SCREEN, "a")
        assert least < asking.opens_in(5) < most, told


async def test_a_call_of_the_librarys_that_is_shut_out_stops_ours_too(asking: Asking) -> None:
    answers = Answers(Measures())
    answers.listeners.append(asking.calls.answered_library)
    watched = answers.watch(dates_for(asking.clock))
    asking.server.answers = [_json({"retry_after": 1.0}, status=429), _blocked(**{"Retry-After": "7"})]
    shut_out = []
    async with aiohttp.ClientSession(trace_configs=[watched]) as session:
        for _ in range(2):
            async with session.post(f"{asking.base}/channels/5/messages", json={}):
                shut_out.append(asking.calls.is_shut_out)
    assert shut_out == [False, True]
    assert 6.0 < asking.opens_in(5) <= 7.0


async def test_after_a_thousand_refusals_in_ten_minutes_whosever_only_answers_are_sent(
    asking: Asking,
) -> None:
    """Discord shuts out the address of a machine at ten times as many."""
    press, now = Route(ANSWER, PRESS, counted=False), asyncio.get_running_loop().time()
    for _ in range(600):
        asking.calls.answered_library(403, {})
    for ago in range(398):
        asking.buckets.count_refusal(now - ago / 100)
    asking.calls.answered_library(404, {})
    asking.server.answers = [_json({"code": 0, "message": "no"}, status=401) for _ in range(2)]
    with pytest.raises(TryLater):
        await asking.messenger.post(TABLE, 5, SCREEN, "a")
    assert not asking.calls.is_shut_out
    with pytest.raises(TryLater):
        await asking.messenger.post(TABLE, 5, SCREEN, "a")
    assert asking.calls.is_shut_out
    assert 590.0 < asking.opens_in(6) <= 600.0
    assert asking.buckets.opens(press, now, answers=True) <= now


@pytest.mark.parametrize(
    ("told", "seconds"), [("x", 1.0), (None, 1.0), ([], 1.0), (-7, 1.0), (1e300, 3600.0), (10**400, 3600.0)]
)
async def test_a_limit_that_tells_no_time_is_over_in_a_second_and_one_without_end_in_an_hour(
    asking: Asking, told: object, seconds: float
) -> None:
    asking.server.answers = [_json({"retry_after": told, "global": False}, status=429)]
    with pytest.raises(TryLater):
        await asking.messenger.post(TABLE, 5, SCREEN, "a")
    assert seconds - 0.5 < asking.opens_in(5) < seconds + 1.5


def test_a_thousand_refusals_in_more_than_ten_minutes_stop_nothing() -> None:
    buckets = Buckets()
    assert not any(buckets.count_refusal(second * 0.61) for second in range(3000))
    assert not buckets.is_closed(3000 * 0.61)


@pytest.mark.parametrize(
    ("status", "code", "fault"),
    [
        (404, 10008, NoPlace),  # a post finds no message gone: the thread is in the archive
        (404, 10003, NoPlace),
        (403, 50013, NoPlace),
        (401, 0, TryLater),
        (503, 0, TryLater),
    ],
)
async def test_each_fault_is_one_that_those_who_show_messages_know(
    asking: Asking, status: int, code: int, fault: type[Exception]
) -> None:
    asking.server.answers = [_json({"code": code, "message": "no"}, status=status)]
    with pytest.raises(fault):
        await asking.messenger.post(TABLE, 5, SCREEN, "a")


async def test_an_edit_of_a_message_that_is_not_there_says_so(asking: Asking) -> None:
    asking.server.answers = [_json({"code": 10008, "message": "no"}, status=404)]
    with pytest.raises(MessageGone):
        await asking.messenger.edit(TABLE, 5, 77, SCREEN)


async def test_an_answer_redraws_the_message_with_its_pictures_and_by_its_own_token_alone(
    asking: Asking,
) -> None:
    await asking.messenger.answer(9, PRESS, PICTURED)
    (posted,) = asking.server.posted
    data = posted["data"]
    assert posted["type"] == 7 and isinstance(data, dict)
    assert data["attachments"] == [{"id": "0", "filename": "sheet.png", "description": "Forty to nothing"}]
    assert asking.server.files == [("sheet.png", b"\x89PNG\r\n--")] and asking.server.authorized == [None]


@real_time
async def test_an_answer_that_failed_is_tried_twice_more_unless_it_would_be_the_second_one(
    asking: Asking,
) -> None:
    asking.server.answers = [_json({}, status=500), _json({"retry_after": 0.01}, status=429)]
    await asking.messenger.answer(9, PRESS, None)
    assert asking.server.posted == [{"type": 6}] * 3
    for status, code in ((400, 40060), (404, 10062), (404, 10015), (401, 50027)):
        before = len(asking.server.posted)
        asking.server.answers = [_json({"code": code, "message": "no"}, status=status)]
        with pytest.raises(TokenDead):
            await asking.messenger.answer(9, PRESS, None)
        assert len(asking.server.posted) == before + 1, code


class Busy:
    """A Discord that asks not to be asked again for seven seconds."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        """When, in seconds."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def request(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Reply:
        self.asked.append(asyncio.get_running_loop().time())
        if len(self.asked) > 1:
            return Reply(204, {}, b"")
        return Reply(429, {"Retry-After": "7"}, b'{"retry_after": 7.0}')


async def test_an_answer_is_not_tried_again_before_the_moment_that_discord_tells() -> None:
    busy, clock = Busy(), DiscordClock()
    calls = Rest(busy, "biritch", Buckets(), clock)
    await calls.open(SECRET, 1)
    await Messenger(calls, Refused(clock.now)).answer(9, PRESS, None)
    first, again = busy.asked
    assert again - first >= 7


@real_time
async def test_a_call_that_is_never_answered_is_given_up_and_may_have_been_carried_out(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library would wait for five minutes, and hold its message for as long. The clock is put on."""
    loop, ahead = asyncio.get_running_loop(), [0.0]
    usual = loop.time
    monkeypatch.setattr(loop, "time", lambda: usual() + ahead[0])
    asking.server.held = asyncio.Event()
    posting = asyncio.create_task(asking.messenger.post(TABLE, 5, SCREEN, "a"))
    try:
        await until(lambda: asking.server.asked, "the call")
        ahead[0] = rest.TIME_OUT
        with pytest.raises(TryLater) as given_up:
            await posting
    finally:
        asking.server.held.set()
    assert asking.server.asked == ["POST /channels/5/messages"] and may_be_done(given_up.value)


@real_time
async def test_a_call_for_which_nobody_takes_a_connection_is_known_not_to_have_been_carried_out() -> None:
    calls = Rest(HttpWire(f"http://127.0.0.1:{free_port()}"), "biritch", Buckets(), DiscordClock())
    await calls.open(SECRET, 1)
    with pytest.raises(TryLater) as fault:
        await Messenger(calls, Refused(lambda: 0.0)).post(TABLE, 5, SCREEN, "a")
    await calls.close()
    assert not may_be_done(fault.value)


async def test_no_fault_says_a_token(
    asking: Asking, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(asking.messenger._rest._wire, "_base", "http://127.0.0.1:1")
    with pytest.raises(TryLater) as fault:
        await asking.messenger.post(TABLE, 5, SCREEN, "a")
    assert "Discord could not be reached: ClientConnectorError" in caplog.messages
    path = f"/webhooks/1/{SECRET}/messages/@original"
    to = Endpoint("PATCH", path, by_token(Token(SECRET)))
    with pytest.raises(rest.Unreachable) as other:
        await asking.messenger._rest.call(to, b"{}")
    assert SECRET not in f"{fault.value!r} {other.value!r} {other.value} {to!r} {to.route!r} {caplog.text}"


async def test_two_dates_of_discords_own_answers_set_its_clock_and_those_of_a_gateway_on_the_way_do_not(
    asking: Asking,
) -> None:
    """By whichever way: our own calls, or the library's."""
    in_2100, date = 4_102_444_800, "Fri, 01 Jan 2100 00:00:00 GMT"
    post = partial(asking.messenger.post, TABLE, 5, SCREEN, "a")
    asking.server.answers = [_json({}, status=status, Date=date) for status in (502, 500, 503, 504)]
    for _ in range(2):
        with pytest.raises(TryLater):
            await post()
    async with aiohttp.ClientSession(trace_configs=[dates_for(asking.clock)]) as session:
        for _ in range(2):
            async with session.get(asking.base):
                assert asking.clock.now() < in_2100 - 1
    asking.server.answers = [_json({"id": "77"}, Date=date), _json({"code": 50001}, status=403, Date=date)]
    await post()
    assert asking.clock.now() < in_2100 - 1
    with pytest.raises(NoPlace):
        await post()
    assert in_2100 - 1 < asking.clock.now() < in_2100 + 60


async def test_a_screen_that_is_too_long_is_sent_plainly(
    asking: Asking, caplog: pytest.LogCaptureFixture
) -> None:
    assert await asking.messenger.post(TABLE, 5, TOO_LONG, "a") == 77
    assert len(asking.server.posted) == 1
    assert "sent plainly" in caplog.text


async def test_a_screen_of_too_many_parts_is_sent_as_one_text_and_twenty_nine_buttons(asking: Asking) -> None:
    """With the rows that hold the buttons these are 36 components."""
    rows = tuple(Row(tuple(Button(f"b:{row}:{n}", "Press") for n in range(5))) for row in range(7))
    screen = Screen((Text("A table."), *rows, Text("Its laws.")), 0)
    assert await asking.messenger.post(TABLE, 5, screen, "a") == 77
    text, *lines = asking.server.posted[0]["components"]  # type: ignore[misc]
    assert text["content"] == "A table.\n\nIts laws."  # type: ignore[has-type]
    pressed = [button["custom_id"] for line in lines for button in line["components"]]  # type: ignore[has-type]
    assert pressed == [f"b:{row}:{n}" for row in range(6) for n in range(5)][:29]

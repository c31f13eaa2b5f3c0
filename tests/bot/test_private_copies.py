"""Copies that one person sees and a token alone reaches: which of them follow, and what becomes of each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.discord_api.rest import Reply
from bot.discord_api.sender import Grip, Token
from bot.messages.tokens import RENEW
from screens.screen import Screen, Text
from storage.ports.records import PrivateCopy, SlotKey
from tests.bot import test_posting
from tests.bot.counters import OpenCounter
from tests.bot.test_posting import PRIVATE, Shown
from tests.trials.stage.guard import until
from tests.trials.stage.happenings import inside

shown = test_posting.shown


@dataclass
class ByToken:
    """What is sent by tokens, and how it is answered."""

    sent: list[tuple[str, bool]] = field(default_factory=list)
    """Each message as the end of its path, and whether it was drawn as one that follows."""
    answers: list[Reply] = field(default_factory=list)


@pytest.fixture
async def by_token(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> ByToken:
    sends, watched = shown.house.wire.request, ByToken()

    async def request(method: str, path: str, body: bytes, *others: Any) -> Reply:
        if not path.startswith("/webhooks/"):
            return await sends(method, path, body, *others)
        _, _, _, token, _, message = path.split("/")
        watched.sent.append((f"{token}/{message}", b"and follows" in body))
        return watched.answers.pop(0) if watched.answers else Reply(200, {}, b"{}")

    monkeypatch.setattr(shown.house.wire, "request", request)
    return watched


async def begun(shown: Shown) -> tuple[OpenCounter, SlotKey]:
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.counters.add(counter.id)
    await shown.settled(counter.id)
    return counter, SlotKey(counter.id, PRIVATE)


async def shows(
    shown: Shown, key: SlotKey, message: int, follow_up: int | None = None, *, current: bool = True
) -> None:
    """An answer has drawn a copy."""
    shown.posting.tokens.learn(message, Grip(Token(f"t{message}"), follow_up, shown.house._wall()))
    drawn = Screen((Text(f"{PRIVATE} 1, and follows"),))
    await shown.posting.copy_shows(key, drawn, message, current=current)
    await shown.house.env.settle()


async def test_only_the_newest_copy_of_somebody_follows_and_is_kept_for_the_next_process(
    shown: Shown, by_token: ByToken
) -> None:
    counter, key = await begun(shown)
    assert not shown.posting.copies.has_copy(key)
    await shows(shown, key, 70)
    assert by_token.sent == [] and shown.posting.copies.has_copy(key)
    await shows(shown, key, 71, 71)
    assert by_token.sent == [("t70/@original", False)] and shown.posting.copies.has_copy(key)
    await shown.counters.add(counter.id)
    await shown.settled(counter.id)
    await until(lambda: len(by_token.sent) == 2)
    assert by_token.sent[1] == ("t71/71", True)
    await shown.outbox.flush()
    assert await shown.store.slots.private_copies() == (
        PrivateCopy(71, key, "t71", True, shown.house._wall()),
    )
    assert not await shown.posting.plays_in_private(key) and await shown.posting.has_panel(key)


async def test_the_token_that_is_kept_of_a_copy_is_replaced_after_five_minutes_by_a_newer_one(
    shown: Shown, by_token: ByToken
) -> None:
    _, key = await begun(shown)
    began = shown.house._wall()
    for later, kept in ((0.0, 0.0), (RENEW, 0.0), (1.0, RENEW + 1)):
        await shown.house.env.advance_time(later)
        await shows(shown, key, 70)
        await shown.outbox.flush()
        (copy,) = await shown.store.slots.private_copies()
        assert copy.made == pytest.approx(began + kept), later


async def test_a_copy_that_was_out_of_date_when_it_was_drawn_is_drawn_again_at_once(
    shown: Shown, by_token: ByToken
) -> None:
    counter, key = await begun(shown)
    await shown.counters.add(counter.id)
    await shown.settled(counter.id)
    await shows(shown, key, 70, current=False)
    await until(lambda: by_token.sent == [("t70/@original", True)])


async def test_a_copy_that_discord_has_drawn_though_nobody_heard_so_is_drawn_back(
    shown: Shown, by_token: ByToken
) -> None:
    """What is true now is the last of which it said that it shows it."""
    counter, key = await begun(shown)
    await shows(shown, key, 70)
    by_token.answers = [Reply(502, {}, b"")]
    await shown.counters.add(counter.id)
    await until(lambda: len(by_token.sent) == 1)
    await shown.counters.add(counter.id, by=-1)
    await shown.settled(counter.id)
    await until(lambda: by_token.sent == [("t70/@original", True)] * 2)


@pytest.mark.parametrize(
    ("status", "code", "again"),
    [
        (500, 0, True),  # tried again
        (401, 50027, False),  # the token is dead
        (404, 10008, False),  # the message is not there
        (403, 50001, False),
    ],
)
async def test_what_becomes_of_a_copy_that_cannot_be_drawn(
    shown: Shown, by_token: ByToken, status: int, code: int, again: bool
) -> None:
    """Where it stays untrue, the panel of its person says so."""
    counter, key = await begun(shown)
    await shows(shown, key, 70)
    by_token.answers.append(Reply(status, {}, b'{"code": %d, "message": "no"}' % code))
    await shown.counters.add(counter.id)
    await until(lambda: by_token.sent)
    await shown.house.env.settle()
    await shown.house.env.advance_time(2)
    await until(lambda: not again or len(by_token.sent) == 2)
    await shown.house.env.settle()
    assert by_token.sent == [("t70/@original", True)] * (2 if again else 1)
    assert shown.posting.copies.has_copy(key) is again
    untrue = code in (50027, 10008)
    assert (key in shown.outbox.out_of_reach) is untrue


async def test_copies_that_cannot_be_read_are_told_of_and_hold_nothing_up(
    shown: Shown, by_token: ByToken, caplog: pytest.LogCaptureFixture
) -> None:
    counter, _ = await begun(shown)
    await inside(shown.store, lambda db: db.execute("ALTER TABLE private_copy RENAME TO lost"))
    await shown.posting.copies.adopt(counter.id)
    await inside(shown.store, lambda db: db.execute("ALTER TABLE lost RENAME TO private_copy"))
    assert caplog.messages == [f"the copies of {counter.id} cannot be read: DatabaseFailed"]

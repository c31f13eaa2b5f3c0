"""All that is kept can be copied into another storage, and is the same there."""

from __future__ import annotations

from pathlib import Path
from time import time
from typing import Any

import pytest

from rules.cards import PACK
from rules.challenges import Challenge, Challenged
from rules.seats import Seat, Side
from storage.engine import Part
from storage.errors import NotEmpty
from storage.ports.records import (
    Append,
    Attempt,
    Contest,
    DealCount,
    DealShare,
    OptionSet,
    PageKey,
    PrivateCopy,
    Reason,
    Slot,
    SlotKey,
    Snapshot,
    UserId,
)
from storage.store import Store
from tests.storage.conftest import both
from tests.trials.stage.happenings import (
    ANNA,
    BORIS,
    HERE,
    OPENED,
    OTHER,
    TABLE,
    USERS,
    begun,
    inside,
    opened,
    played,
    reckoned,
    rows,
)


async def fill(store: Store) -> None:
    """Something in every table, of the kinds that engines might keep differently."""
    deal = DealCount("biritch", 1, (DealShare(ANNA, 24, ("deal", "made H")),))
    await opened(
        store,
        slots=[Slot.of_name("table:1"), Slot.of_name("hand:a1")],
        key="opened",
        secrets={1: bytes(range(32))},
    )
    over = [begun(), reckoned(1, Side.NS, 2**70)]
    more: dict[str, Any] = {
        "reason": Reason(1, "why"),
        "snapshot": Snapshot(3, 1, "{}"),
        "guests": {BORIS: "Zoë 'x"},
    }
    await store.streams.append(Append(TABLE, 1, over, key="9" * 19, actor=ANNA, deal=deal, **more))  # type: ignore[arg-type]
    await store.streams.append(
        Append(OTHER, 0, [OPENED, *map(played, PACK)], place=HERE, people={ANNA: USERS[ANNA]})
    )
    await store.slots.remember_dm(UserId(2**62), 7)
    await store.slots.dm_refused(UserId(12))
    await store.uptime.note_period(1.5, 2.5, 0)
    await store.preferences.set_choices("user:11", {"cards": "♣é"})
    hand = SlotKey(TABLE, Slot.of_name("hand:a1"))
    await store.slots.note_slots((), (), [PrivateCopy(2**61, hand, "t", follow_up=True, made=time())])
    secret = bytes(range(32))
    contest = await store.contests.add_contest(
        Contest("2026-11-24", "vint", Seat.EAST, "best", secret, time())
    )
    await store.contests.begin_attempt(
        Attempt(TABLE, contest.id, UserId(2**61), "", time(), time(), -(2**70), ("2S", "pass"))
    )
    await store.contests.frequents(HERE.guild, UserId(2**61))
    asked = Challenged(2**61, time(), None, plays=False)
    made = Challenge("f1", "vint", "best", time(), *(2**62, 2**61), False, (asked,))
    await store.challenges.begin_challenge(made, ())
    await store.page_keys.add_page_link(PageKey(secret, "", UserId(2**62), TABLE, time() + 600), time())
    await store.sets.save_set(HERE.guild, OptionSet("the \U0001f0cf one", "vint", (("a", "b"),)))


@both
async def test_all_that_is_kept_goes_into_a_file_once_and_is_the_same_there(
    store: Store, tmp_path: Path
) -> None:
    """It is passed from one thread to another, and the simulated servers have none."""
    await fill(store)
    before = await inside(store, rows)
    assert all(before.values())
    heard = list[tuple[Part, int, int]]()
    async with Store.open(tmp_path / "copy.sqlite3") as copy:
        await copy.check_empty()
        copied = await store.copy_to(copy, lambda *told: heard.append(told))
        assert copied.chains == ({TABLE: 3, OTHER: 53}, {})
        for refused in (copy.check_empty(), store.copy_to(copy)):
            with pytest.raises(NotEmpty):
                await refused
        assert await inside(copy, rows) == before == await inside(store, rows)
        assert await copy.streams.append(Append(OTHER, 53, [played()])) == 54
        assert await copy.streams.verify_chain(OTHER) == 54
    assert (Part.CHECKING, 56, 56) in heard


async def test_a_long_chain_is_told_of_at_every_hundred_events(store: Store) -> None:
    await opened(store, TABLE, *[played()] * 249)
    await opened(store, OTHER, played())
    heard: list[tuple[Part, int, int]] = []
    assert await store.checks.verify_chains(lambda *told: heard.append(told)) == ({TABLE: 250, OTHER: 2}, {})
    assert heard == [(Part.CHECKING, done, 252) for done in (100, 200, 250, 252)]

"""Stored events whose bytes have changed: their table is set aside, no card is told, the rest goes on."""

from __future__ import annotations

import json
import logging
import random
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from bot.errors import SetAside
from bot.evenings.service import Evenings
from bot.streams.fair_deal import ChanceSource
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from rules.evening.events import Begin, Enter
from rules.evening.plan import Kind
from rules.record.codec import encode
from rules.table.events import CardsDealt
from rules.table.requests import Join, Start
from storage.ports.records import Place, UserId
from storage.sqlite.database import Database
from storage.store import Store
from tests.bot.test_snapshots import same
from tests.evenings import plan
from tests.trials.stage.flipping import Flipped, bytes_of, rows_of
from tests.trials.stage.played import forgetting, mid_deal

ANNA = UserId(101)
INVALID = 0xFF
"""A byte that stands nowhere in UTF-8."""


async def hands(store: Store, table: OpenTable) -> list[str]:
    """A piece of each of the four hands, as it is stored."""
    (dealt,) = [one.event for one in await store.streams.read(table.id) if isinstance(one.event, CardsDealt)]
    _, body = encode(dealt)
    return [hand[at : at + 8] for hand in json.loads(body)["hands"] for at in (0, 15, 30)]


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.long), 8])
async def test_whichever_byte_of_its_events_is_flipped_a_table_is_set_aside_and_the_others_go_on(
    every: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Each byte twice: with one drawn bit the other way, and as one that is in no text. ``make test`` takes
    one byte of eight, from a drawn one on."""
    path, seed = tmp_path / "tables.sqlite3", random.randrange(10**6)
    sys.stdout.write(f"seed {seed}\n")
    draw = random.Random(seed)
    async with Store.open(path) as store:
        table, *others = [await mid_deal(store, channel) for channel in (11, 12, 13)]
        pieces = await hands(store, table)
    offsets, flipped = bytes_of(path, table.id)[draw.randrange(every) :: every], Flipped(path)
    caplog.set_level(logging.INFO)
    async with Store.open(path) as store:
        for number, offset in enumerate(offsets):
            for mask in {1 << draw.randrange(8), flipped.byte(offset) ^ INVALID} - {0}:
                with flipped.at(offset, mask):
                    await forgetting(store)
                    tables = Tables(store.streams)
                    with pytest.raises(SetAside):
                        await tables.get(table.id)
                    assert tables.set_aside == {table.id}
                    if number % 16 == 8:  # by the first bytes of a row those of others are found too
                        await tables.find()
                        for other in others:
                            assert same((await tables.get(other.id)).state, other.state)
    told = caplog.text
    assert told.count("cannot be read and is set aside") > len(offsets)
    assert not any(piece in told for piece in pieces)
    assert not any(word in told for word in ("hands", "card_played", "OperationalError", "Traceback"))


@pytest.mark.parametrize("bits", [pytest.param(range(8), marks=pytest.mark.long), (7,)])
async def test_a_row_whose_size_is_another_hides_none_of_its_neighbours(
    bits: Sequence[int], tmp_path: Path
) -> None:
    """A search by key that meets such a row ends, whatever it looks for."""
    path = tmp_path / "tables.sqlite3"
    async with Store.open(path) as store:
        tables = [await mid_deal(store, channel) for channel in (11, 12, 13)]
    flipped = Flipped(path)
    async with Store.open(path) as store:
        whole = Tables(store.streams)
        tables = [await whole.get(one.id) for one in tables]
        for table, bit in product(tables, bits):
            for offset in (row.start for row in rows_of(path, table.id)):
                with flipped.at(offset, 1 << bit):
                    await forgetting(store)
                    found = Tables(store.streams)
                    await found.find()
                    for other in tables:
                        if other is not table:
                            there = await found.get(other.id)
                            assert same(there.state, other.state)
                            assert there.at == other.at
                    with pytest.raises(SetAside):
                        await found.get(table.id)


async def decayed(store: Store, statement: str) -> None:
    database = store._database
    assert isinstance(database, Database)
    assert await database.alone(lambda db: db.execute(statement).rowcount)


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE secret SET seed = zeroblob(32)", "seeds"),
        ("UPDATE secret SET deal = deal + 1", "seeds"),
        ("DELETE FROM secret", "seeds"),
        ("UPDATE person SET user_id = user_id + 64", "people"),
        ("UPDATE stream SET channel = channel + 64", "place"),
        ("UPDATE stream SET guild = guild + 64", "place"),
    ],
)
async def test_a_table_whose_pack_people_or_place_are_not_what_was_stored_is_set_aside(
    store: Store, caplog: pytest.LogCaptureFixture, statement: str, what: str
) -> None:
    """Nothing is dealt from another seed than everybody was shown the seal of, to nobody else's account."""
    table = await mid_deal(store, 11)
    await decayed(store, statement)
    with pytest.raises(SetAside):
        await Tables(store.streams).get(table.id)
    assert (
        f"table {table.id} cannot be read and is set aside: DamagedRows('{table.id}', '{what}')"
        in caplog.text
    )
    assert table.seeds[1].hex() not in caplog.text and str(ANNA) not in caplog.text


async def test_a_pack_that_waits_for_the_cut_is_not_dealt_from_another_seed(store: Store) -> None:
    tables = Tables(store.streams, ChanceSource("damage"))
    table = await tables.open_table(Place(1, 11), "biritch", {})
    await tables.act(table.id, ANNA, Join())
    await tables.act(table.id, ANNA, Start())
    assert table.state.pack is not None
    assert (await Tables(store.streams).get(table.id)).state.pack == table.state.pack
    await decayed(store, "UPDATE secret SET seed = zeroblob(32)")
    with pytest.raises(SetAside):
        await Tables(store.streams).get(table.id)


async def test_a_duplicate_evening_whose_seed_is_another_is_set_aside(store: Store) -> None:
    evenings = Evenings(store.streams, ChanceSource("damage"))
    evening = await evenings.open_evening(Place(1, 11), plan(Kind.PAIRS), ANNA)
    for user in range(ANNA, ANNA + 8, 2):
        await evenings.act(evening.id, UserId(user), Enter(), partner=UserId(user + 1))
    await evenings.act(evening.id, ANNA, Begin())
    assert evening.state.commitment
    assert (await Evenings(store.streams).get(evening.id)).seeds == evening.seeds
    await decayed(store, "UPDATE secret SET seed = zeroblob(32)")
    with pytest.raises(SetAside):
        await Evenings(store.streams).get(evening.id)


async def test_an_evening_that_is_set_aside_hides_no_other_of_the_same_people(store: Store) -> None:
    evenings = Evenings(store.streams, ChanceSource("damage"))
    broken, whole = [
        await evenings.open_evening(Place(1, place), plan(Kind.PAIRS), ANNA) for place in (11, 12)
    ]
    for evening in (broken, whole):
        await evenings.act(evening.id, ANNA, Enter())
    await decayed(store, f"UPDATE event SET body = '{{}}' WHERE table_id = '{broken.id}' AND version = 2")
    assert [one.id for one in await Evenings(store.streams).evenings_of(ANNA, 1)] == [whole.id]


async def test_messages_that_are_no_longer_known_are_asked_for_again(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    table = await mid_deal(store, 11)
    names = {one.key.slot for one in await store.slots.of_stream(table.id)}
    await decayed(store, "UPDATE slot SET message = 7 WHERE name LIKE 'table:%'")
    tables = Tables(store.streams)
    again = await tables.get(table.id)
    assert set(again.wants) == {"table:1", *(name for name in names if name.startswith("hand:"))}
    assert {one.key.slot for one in await store.slots.of_stream(table.id)} == names
    assert f"messages of table {table.id} are no longer known, and are posted again" in caplog.text

"""The values that pass between the bot and any storage, the address of a database, the errors, and the
hashes of what is stored."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import pytest

from storage import errors as of_the_file
from storage import snapshots
from storage.events import START, link, seal
from storage.ports import storage
from storage.ports.records import (
    Results,
    ServerUrl,
    Slot,
    SlotKey,
    SlotState,
    TableId,
    UserId,
    database_at,
    millis,
    seconds,
)
from storage.ports.storage import EVERY as EVERY_SHARD
from storage.ports.storage import Shards, StorageError

KEY = SlotKey(TableId("7f3a9c01"), Slot.of_name("table:3"))


def test_what_is_known_of_a_message_after_each_thing_that_may_happen_to_it() -> None:
    state = SlotState(KEY, 4)
    assert state.due
    shown = state.as_shown(4, "digest", 11, 77)
    assert shown == SlotState(KEY, 4, 4, "digest", 11, 77) and not shown.due
    assert shown.as_shown(3, "older", 11, 78) is shown
    assert shown.as_shown(4, "anew", 11, 77).digest == "anew"
    wanted = shown.as_wanted(6)
    assert wanted == shown._replace(wanted=6) and wanted.due and wanted.as_wanted(5) == wanted
    failed = wanted.as_failed(1000.0).as_failed(2000.0)
    assert (failed.tries, failed.not_before, failed.due) == (2, 2000.0, True)
    parked = failed.as_parked("no access")
    assert parked.parked == "no access" and not parked.due
    assert parked.as_unparked() == wanted
    assert failed.as_shown(6, "digest", 11, 77) == SlotState(KEY, 6, 6, "digest", 11, 77)
    lost = shown.as_lost()
    assert lost == SlotState(KEY, 4, posts=1) and lost.as_lost().posts == 2
    assert lost.as_shown(4, "digest", 12, 79).posts == 1
    assert shown.as_unsure() == shown._replace(digest=None)


def test_the_address_of_a_server_is_shown_without_its_password_wherever_that_stands() -> None:
    for url, password, told, shown, holds in (
        ("postgresql://anna@db/cards", "", "postgresql://anna@db/cards", "postgresql://anna@db/cards", False),
        (
            "postgresql://anna@db/cards",
            "a b&c",
            "postgresql://anna@db/cards?password=a%20b%26c",
            "postgresql://anna@db/cards",
            False,
        ),
        (
            "postgres://anna@db/cards?sslmode=require",
            "x/y",
            "postgres://anna@db/cards?sslmode=require&password=x%2Fy",
            "postgres://anna@db/cards",
            False,
        ),
        (
            "postgresql://anna:s3cret@db:5432/cards",
            "",
            "postgresql://anna:s3cret@db:5432/cards",
            "postgresql://anna@db:5432/cards",
            True,
        ),
        (
            "postgresql://db/cards?password=s3cret",
            "",
            "postgresql://db/cards?password=s3cret",
            "postgresql://...",
            True,
        ),
        ("postgresql:///cards", "", "postgresql:///cards", "postgresql:///cards", False),
    ):
        address = ServerUrl(url).with_password(password)
        assert (address.url_with_password(), str(address), repr(address)) == (told, shown, shown)
        assert address.holds_password is holds, url


def test_a_time_is_stored_in_whole_milliseconds() -> None:
    assert millis(1.2345) == 1234 and millis(0.0006) == 1 and seconds(1234) == 1.234


def test_what_a_host_writes_is_the_address_of_a_server_or_the_path_of_a_file_and_nothing_else() -> None:
    for url in ("postgresql://db/cards", "postgres://db/cards"):
        address = database_at(url)
        assert isinstance(address, ServerUrl) and address.url_with_password() == url
    assert database_at("tables.sqlite3") == Path("tables.sqlite3")
    with pytest.raises(ValueError) as refused:
        database_at("mysql://anna:s3cret@db/cards")
    assert not refused.value.args


def test_results_are_told_contest_by_contest_all_points_and_whose_they_are_where_that_is_known() -> None:
    anna, boris = UserId(11), UserId(22)
    rows = [("c1", anna, 7.5, 10), ("c1", None, 8.0, -4), ("c1", boris, 9.0, 10), ("c2", None, 1.0, 3)]
    rows += [("c3", boris, 2.0, 0), ("c3", anna, 2.5, 6)]
    told = [(contest, [*points], [*known]) for contest, points, known in Results(rows).by_contest()]
    assert told == [
        ("c1", [10, -4, 10], [(11, 7.5, 10), (22, 9.0, 10)]),
        ("c2", [3], []),
        ("c3", [0, 6], [(22, 2.0, 0), (11, 2.5, 6)]),
    ]
    assert [*Results(())] == [*Results(()).by_contest()] == []


EVERY = [
    one
    for module in (storage, of_the_file)
    for one in vars(module).values()
    if inspect.isclass(one) and issubclass(one, StorageError) and one is not StorageError
]


@pytest.mark.parametrize("error", EVERY)
def test_an_error_holds_its_arguments_by_name_and_passes_through_pickle(error: type[StorageError]) -> None:
    facts = {
        name: f"the {name}" for name in inspect.signature(error).parameters if name not in ("args", "kwargs")
    }
    for one in (error(*facts.values()), pickle.loads(pickle.dumps(error(*facts.values())))):
        assert {name: getattr(one, name) for name in facts} == facts
        assert one.args == tuple(facts.values())


def _links(columns: Sequence[tuple[object, ...]]) -> set[bytes]:
    return {link(START, *one) for one in columns}  # type: ignore[arg-type]


def test_no_two_rows_share_a_hash_by_where_a_column_ends() -> None:
    rows = [
        ("t", 1, "ab", "c", 1, None, 5),
        ("t", 1, "a", "bc", 1, None, 5),
        ("t", 1, "ab", "c", 1, "", 5),
        ("t", 11, "ab", "c", 1, None, 5),
        ("t", 1, 'ab","c', "", 1, None, 5),
        ("t", 1, "ab", "c", 1, "null", 5),
    ]
    assert len(_links(rows)) == len(rows)


def test_the_hash_of_an_event_is_the_one_that_it_was_in_the_first_release() -> None:
    first = link(START, "7f3a9c", 1, "closed", '{"why":"empty"}', 1, None, 1_700_000_000_000)
    assert first.hex() == "b2de995d149b2432aa0a17968973e0e3a412b2922e3fee5c97e0608ab17a5308"
    second = link(first, "7f3a9c", 2, "closed", '{"why":"\u00e9"}', 1, "a1", 1_700_000_000_001)
    assert second.hex() == "fc9babe11ac983c7e6dabe716276d4eaa701a6f8c3fdfc9bac4b35b74579e55d"


def test_a_server_belongs_to_the_shard_that_its_number_says() -> None:
    """As Discord deals them out: by the number without its last 22 bits."""
    some = Shards(1, 2, 4)
    servers = [(number << 22) + 2**22 - 1 for number in range(7)]
    assert [some.has(one) for one in servers] == [False, True, True, False, False, True, True]
    assert all(EVERY_SHARD.has(one) for one in servers) and (some.ids, EVERY_SHARD.ids) == ([1, 2], [0])


def test_the_seals_of_rows_and_of_snapshots_are_those_that_they_were_in_the_first_release() -> None:
    """The columns with bars between them, and as JSON after the hash of the event."""
    assert seal("7f3a9c", 100, None, b"\x0a\xff") == sha256(b"7f3a9c|100||0aff").digest()[:16]
    head = bytes(range(32))
    whole = sha256(head + b'["7f3a9c",5,2,"{}"]').digest()
    assert snapshots.seal(head, "7f3a9c", 5, 2, "{}") == whole

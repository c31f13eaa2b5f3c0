"""Links to pages, and sessions: on every engine."""

from __future__ import annotations

from storage.ports.records import PageKey, TableId, UserId
from storage.store import Store
from tests.storage.conftest import both

ANNA, BORIS = UserId(11), UserId(12)
TABLE = TableId("7f3a0b1c")


def a_link(of: bytes, user: UserId = ANNA, until: float = 700.0) -> PageKey:
    return PageKey(of, "", user, TABLE, until)


@both
async def test_a_link_becomes_one_session_and_no_second(store: Store) -> None:
    keys = store.page_keys
    await keys.add_page_link(a_link(b"link"), 100.0)
    opened = await keys.use_page_link(b"link", b"cookie", "a1b2", 9000.0, 200.0)
    assert opened == PageKey(b"cookie", "a1b2", ANNA, TABLE, 9000.0)
    assert await keys.use_page_link(b"link", b"other", "c3d4", 9000.0, 201.0) is None
    assert await keys.page_key(b"link", 201.0) is None
    assert await keys.page_key(b"cookie", 201.0) == opened
    assert await keys.use_page_link(b"cookie", b"other", "c3d4", 9000.0, 201.0) is None


@both
async def test_what_is_over_lets_nobody_in_and_is_deleted_when_a_link_is_added(store: Store) -> None:
    keys = store.page_keys
    await keys.add_page_link(a_link(b"link"), 100.0)
    await keys.add_page_link(a_link(b"one more", BORIS), 700.0)
    assert await keys.page_key(b"link", 700.0) is not None
    assert await keys.page_key(b"link", 700.1) is None
    assert await keys.use_page_link(b"link", b"cookie", "a1b2", 9000.0, 700.1) is None
    await keys.add_page_link(a_link(b"another", BORIS, 2000.0), 800.0)
    assert (await store.people.known(ANNA))["pages in a browser"] == []
    assert (await store.people.known(BORIS))["pages in a browser"] == [{"table": TABLE, "open until": 2000.0}]


@both
async def test_whoever_is_forgotten_or_ends_their_pages_is_let_in_no_more(store: Store) -> None:
    keys = store.page_keys
    for number, user in enumerate((ANNA, ANNA, BORIS)):
        await keys.add_page_link(a_link(b"link %d" % number, user), 100.0)
        await keys.use_page_link(b"link %d" % number, b"%d" % number, f"a{number}", 9000.0, 100.0)
    both_of_anna, of_boris = frozenset((b"0", b"1")), frozenset((b"2",))
    assert await keys.live_sessions(both_of_anna | of_boris, 100.0) == both_of_anna | of_boris
    assert await keys.live_sessions(both_of_anna, 9000.1) == frozenset()
    await keys.end_pages_of(ANNA)
    assert await keys.live_sessions(both_of_anna | of_boris, 100.0) == of_boris
    await store.people.forget(BORIS)
    assert await keys.live_sessions(of_boris, 100.0) == frozenset()


@both
async def test_a_row_that_has_decayed_lets_nobody_in(store: Store) -> None:
    keys = store.page_keys
    await keys.add_page_link(a_link(b"link"), 100.0)
    await keys.use_page_link(b"link", b"cookie", "a1b2", 9000.0, 100.0)
    await store._database.write(lambda db: db.execute("UPDATE page_key SET user_id = 12"))
    assert await keys.page_key(b"cookie", 100.0) is None


@both
async def test_a_link_that_is_used_once_more_for_the_same_session_is_that_session_until_it_is_over(
    store: Store,
) -> None:
    """As where nobody knew whether it had been stored."""
    keys = store.page_keys
    await keys.add_page_link(a_link(b"link"), 100.0)
    opened = await keys.use_page_link(b"link", b"cookie", "a1b2", 9000.0, 200.0)
    assert opened is not None
    assert await keys.use_page_link(b"link", b"cookie", "a1b2", 9000.0, 200.0) == opened
    assert await keys.use_page_link(b"link", b"cookie", "a1b2", 9000.0, 9000.1) is None


@both
async def test_the_pages_of_somebody_are_told_in_the_order_in_which_they_end(store: Store) -> None:
    for number, until in enumerate((900.0, 700.0, 800.0)):
        await store.page_keys.add_page_link(a_link(b"%d" % number, until=until), 100.0)
    told = (await store.people.known(ANNA))["pages in a browser"]
    assert [one["open until"] for one in told] == [700.0, 800.0, 900.0]


async def test_a_link_is_no_session_and_one_of_a_clock_that_was_ahead_lets_nobody_in(store: Store) -> None:
    """A session lasts for 31 days at most."""
    keys, longest = store.page_keys, 31 * 24 * 3600.0
    await keys.add_page_link(a_link(b"link"), 100.0)
    assert await keys.live_sessions({b"link"}, 100.0) == frozenset()
    opened = await keys.use_page_link(b"link", b"cookie", "a1b2", 100.0 + longest, 100.0)
    for now, is_open in ((99.9, False), (100.0, True), (100.0 + longest, True), (100.1 + longest, False)):
        assert await keys.page_key(b"cookie", now) == (opened if is_open else None), now
        assert await keys.live_sessions({b"cookie"}, now) == ({b"cookie"} if is_open else set()), now

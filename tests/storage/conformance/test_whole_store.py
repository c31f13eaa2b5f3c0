"""A storage as a whole: what it tells of itself, and of those who share it."""

from __future__ import annotations

from storage.ports.records import DatabaseAddress
from storage.store import Store
from tests.storage.conftest import Clock


async def test_a_storage_that_is_opened_again_is_up_to_date_and_takes_what_is_written(
    where: DatabaseAddress,
) -> None:
    for _ in range(2):
        async with Store.open(where) as store:
            assert store.up_to_date and not store.gone.is_set()
            await store.check_writable()
            await store.try_write()
    assert not store.begun


async def test_the_time_is_told_only_while_it_can_be_trusted(store: Store, clock: Clock) -> None:
    assert store.sure_now == clock.time
    store.judge_by(lambda: 7.5, lambda: False)
    assert store.sure_now is None
    store.judge_by(lambda: 7.5, lambda: True)
    assert store.sure_now == 7.5


async def test_who_shares_a_storage_with_no_other_does_every_job_however_lately_it_was_done(
    store: Store,
) -> None:
    assert not await store.is_served()
    for _ in range(2):
        assert await store.may_do("a job", 60.0, 5.0)
        await store.done_until("a job", 60.0)

"""The evenings as a service, on a real database: what is asked of one is done once, and kept."""

from __future__ import annotations

import pytest

from bot.errors import EveningHere, NoSuchEvening
from bot.evenings.service import ROOM, STOPPED, Evenings, Hindrance, OpenEvening
from bot.streams.fair_deal import ChanceSource
from bot.streams.open_stream import Key
from rules.evening.errors import EveningRefused, EveningWhy
from rules.evening.events import Begin, Enter, Withdraw
from rules.evening.plan import Kind
from storage.ports.records import Place, SlotKey, UserId
from storage.ports.storage import StorageError
from storage.store import Store
from tests.bot.counters import Clock
from tests.evenings import plan
from tests.trials.stage.happenings import inside, slots_cannot_be_stored

ANNA, BORIS, CLARA, IVAN = (UserId(number) for number in (1001, 1002, 1003, 1009))
HERE, ELSEWHERE = Place(1, 11), Place(2, 22)


class Evening:
    """The service on a clock that stands still."""

    def __init__(self, store: Store) -> None:
        self.clock = Clock()
        self.service = Evenings(store.streams, ChanceSource("evening"), self.clock)

    async def open(self, place: Place = HERE, by: Key | None = None) -> OpenEvening:
        return await self.service.open_evening(place, plan(Kind.PAIRS), ANNA, (IVAN, ANNA), by=by)


@pytest.fixture
def night(store: Store) -> Evening:
    return Evening(store)


async def test_an_evening_is_opened_once_though_its_command_comes_twice(night: Evening) -> None:
    key = Key("900", night.clock())
    first = await night.open(by=key)
    again = await night.open(by=key)
    assert again is first and first.version == 1 and first.at == night.clock()
    assert [first.people[one] for one in first.state.directors] == [ANNA, IVAN]
    with pytest.raises(EveningHere):
        await night.open(by=Key("901", night.clock()))


async def test_two_enter_once_together_whom_the_evening_has_never_met(night: Evening) -> None:
    evening, key = await night.open(), Key("900", night.clock())
    for _ in range(2):
        await night.service.act(evening.id, BORIS, Enter(), partner=CLARA, key=key)
    (pair,) = evening.state.entrants
    assert [evening.user(one) for one in pair.people] == [BORIS, CLARA]
    assert evening.takes_part(BORIS) and evening.takes_part(CLARA) and not evening.takes_part(ANNA)
    with pytest.raises(EveningRefused) as refused:
        await night.service.act(evening.id, ANNA, Enter(), partner=CLARA)
    assert refused.value.why is EveningWhy.PARTNER_ENTERED


async def test_somebody_whom_the_evening_does_not_know_is_refused_and_stays_unknown(night: Evening) -> None:
    evening = await night.open()
    with pytest.raises(EveningRefused) as refused:
        await night.service.act(evening.id, CLARA, Withdraw())
    assert refused.value.why is EveningWhy.NOT_ENTERED
    assert evening.person(CLARA) is None and evening.version == 1


async def test_its_message_is_kept_in_sight_for_an_hour_after_something_has_happened(night: Evening) -> None:
    evening, in_sight = await night.open(), night.service.busy_in
    key = SlotKey(evening.id, ROOM)
    assert in_sight(HERE.channel) == key and in_sight(ELSEWHERE.channel) is None
    night.clock.time += 3599
    assert in_sight(HERE.channel) == key
    night.clock.time += 1
    assert in_sight(HERE.channel) is None
    await night.service.act(evening.id, BORIS, Enter())
    assert in_sight(HERE.channel) == key and evening.at == night.clock()
    await night.service.adjourn(evening.id)
    assert in_sight(HERE.channel) is None
    await night.service.resume(evening.id)
    assert in_sight(HERE.channel) == key


async def test_an_evening_is_adjourned_resumed_and_closed_once(night: Evening) -> None:
    evening, service = await night.open(), night.service
    for act, again in (
        (service.adjourn, EveningWhy.EVENING_IS_ADJOURNED),
        (service.resume, EveningWhy.EVENING_IS_NOT_ADJOURNED),
        (service.close, EveningWhy.EVENING_IS_CLOSED),
    ):
        await act(evening.id)
        with pytest.raises((EveningRefused, NoSuchEvening)) as refused:
            await act(evening.id)
        assert getattr(refused.value, "why", again) is again
    assert service.stream_in(HERE.channel) is None


async def test_somebodys_evenings_are_those_of_the_server_in_which_they_play(night: Evening) -> None:
    here, there = await night.open(), await night.open(ELSEWHERE)
    for evening in (here, there):
        await night.service.act(evening.id, BORIS, Enter())
    for user, guild, theirs in ((BORIS, 1, [here]), (BORIS, 2, [there]), (BORIS, 3, []), (ANNA, 1, [])):
        assert await night.service.evenings_of(user, guild) == theirs, (user, guild)


async def test_the_director_is_told_once_that_tables_cannot_be_opened(night: Evening, store: Store) -> None:
    evening, service = await night.open(), night.service
    await service.act(evening.id, BORIS, Enter())
    await service.act(evening.id, ANNA, Begin())
    lacking = {1: Hindrance(("create_public_threads",))}

    async def wanted() -> list[int]:
        return [slot.wanted for slot in await store.slots.of_stream(evening.id) if slot.key.slot == STOPPED]

    await service.stops(evening.id, {})
    assert await wanted() == []
    await service.stops(evening.id, lacking)
    assert await wanted() == [evening.version] and evening.redraw == {STOPPED, ROOM}
    evening.redraw.clear()
    await service.stops(evening.id, lacking)
    assert not evening.redraw
    await service.stops(evening.id, {})
    assert evening.redraw == {STOPPED, ROOM} and evening.stopped == {}
    await service.stops(evening.id, lacking)
    evening.redraw.clear()
    await service.close(evening.id)
    assert evening.redraw == {STOPPED} and evening.stopped is None
    await service.stops(evening.id, lacking)
    assert evening.stopped is None


async def test_the_director_is_told_though_that_could_not_be_stored_at_first(
    night: Evening, store: Store
) -> None:
    evening, service = await night.open(), night.service
    lacking = {1: Hindrance(("create_public_threads",))}
    async with slots_cannot_be_stored(store):
        with pytest.raises(StorageError):
            await service.stops(evening.id, lacking)
    assert STOPPED not in evening.wants and not evening.redraw
    await service.stops(evening.id, lacking)
    assert STOPPED in evening.wants and evening.redraw == {STOPPED, ROOM}


async def test_who_may_direct_every_evening_of_the_server_begins_one_and_others_do_not(
    night: Evening, store: Store
) -> None:
    """The log says who did what."""
    evening, service = await night.open(), night.service
    await service.act(evening.id, BORIS, Enter())
    with pytest.raises(EveningRefused) as refused:
        await service.act(evening.id, CLARA, Begin())
    assert refused.value.why is EveningWhy.NOT_THE_DIRECTOR
    await service.act(evening.id, CLARA, Begin(), directs=True)
    await service.adjourn(evening.id)
    assert evening.state.begun
    kept = await store.streams.load_evening(evening.id)
    assert kept is not None
    opened, entered, *begun = [one.actor for one in kept.events]
    assert opened == evening.person(ANNA) and entered == evening.person(BORIS)
    assert {*begun} == {None}, "a moderator has no name at an evening, nor has the bot"


async def test_an_evening_goes_on_by_itself_from_its_lots_to_its_end(night: Evening, store: Store) -> None:
    """What goes on by itself is loaded at a start. An adjourned one waits for its end."""
    evening, service = await night.open(), night.service

    async def going_on() -> bool:
        return evening.id in await store.streams.going_on("evening")

    await service.act(evening.id, BORIS, Enter())
    assert not await going_on()
    await service.act(evening.id, ANNA, Begin())
    assert await going_on()
    await service.adjourn(evening.id)
    assert await going_on()
    await service.close(evening.id)
    assert not await going_on()


async def test_an_evening_is_after_a_restart_what_it_was(night: Evening, store: Store) -> None:
    evening = await night.open()
    await night.service.act(evening.id, BORIS, Enter())
    night.clock.time += 60
    await night.service.act(evening.id, ANNA, Begin())
    began = night.clock()
    night.clock.time += 60
    await night.service.act(evening.id, CLARA, Enter())
    read = await Evenings(store.streams).get(evening.id)
    assert read.began == evening.began == began and read.at == evening.at == began + 60
    for what in ("state", "seeds", "people", "place", "version"):
        assert getattr(read, what) == getattr(evening, what), what


async def test_an_evening_that_another_process_has_changed_is_taken_over_whole_by_the_next_act(
    night: Evening, store: Store
) -> None:
    evening, other = await night.open(), Evenings(store.streams, ChanceSource("other"), night.clock)
    behind = await other.get(evening.id)
    await night.service.act(evening.id, BORIS, Enter())
    night.clock.time += 60
    await night.service.act(evening.id, ANNA, Begin())
    began = night.clock()
    night.clock.time += 60
    await other.act(evening.id, CLARA, Enter())
    assert behind.version == evening.version + 1 and behind.began == began and behind.takes_part(BORIS)
    assert behind.seeds == evening.seeds != {} and behind.reread
    await night.service.adjourn(evening.id)
    for what in ("people", "began", "place"):
        assert getattr(evening, what) == getattr(behind, what), what


async def test_the_message_of_an_evening_of_which_the_note_is_damaged_is_posted_again(
    night: Evening, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    evening = await night.open()
    (state,) = await store.slots.of_stream(evening.id)
    await store.slots.note_slots([state.as_shown(1, "", HERE.channel, 77)])
    await inside(
        store, lambda db: db.execute("UPDATE slot SET message = 78 WHERE table_id = ?1", (evening.id,))
    )
    read = await Evenings(store.streams, ChanceSource("other"), night.clock).get(evening.id)
    assert caplog.messages == [f"messages of evening {evening.id} are no longer known, and are posted again"]
    assert read.wants == {ROOM: 1}
    (anew,) = await store.slots.of_stream(evening.id)
    assert (anew.key.slot, anew.message, anew.due) == (ROOM, None, True)


async def test_the_seed_of_all_deals_is_forgotten_once_an_evening_is_closed(night: Evening) -> None:
    evening = await night.open()
    await night.service.act(evening.id, BORIS, Enter(), partner=CLARA)
    await night.service.act(evening.id, ANNA, Begin())
    assert evening.seeds
    await night.service.close(evening.id)
    assert evening.seeds == {}

"""The tables of an evening are opened, found and left, on a real database; Discord's threads are made up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import pytest

from bot.evenings.service import Evenings, Hindrance, NoRoom, OpenEvening
from bot.evenings.steward import Steward
from bot.preferences import Preferences
from bot.privacy import Privacy
from bot.streams.fair_deal import ChanceSource
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from rules.calls import Play
from rules.evening.events import Begin, Enter, Report, Signal, Withdraw
from rules.evening.page import Outcome
from rules.evening.plan import Kind
from rules.seats import BySide, Person
from storage.ports.records import Place, TableId, UserId
from storage.store import Store
from tests.bot.counters import Clock
from tests.evenings import plan
from tests.trials.stage.happenings import inside

HERE = Place(1, 11)
EIGHT = [UserId(1001 + number) for number in range(8)]


class Threads:
    """The threads of a Discord: those that stand, who was asked into them, and which were archived."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        self.private: dict[int, bool] = {}
        self.invited: list[tuple[int, frozenset[UserId]]] = []
        self.ended: list[int] = []
        self.tried: list[int] = []  # to be archived
        self.not_archived: dict[int, list[Hindrance]] = {}
        self.asked: list[bool] = []
        self.lacking: Hindrance | None = None
        self.closed: dict[int, Hindrance] = {}
        self.lost = 0  # so many more are begun though no answer comes
        self.mute = False  # once they are, nobody can say which stand

    def hindrance(self, place: Place, *, private: bool) -> Hindrance | None:
        assert place == HERE
        self.asked.append(private)
        return self.lacking

    def hindrance_in(self, room: Place) -> Hindrance | None:
        assert room.guild == HERE.guild
        return self.closed.get(room.channel)

    async def is_there(self, room: Place) -> bool:
        return room.channel in self.names or room.channel < 100

    async def open_threads(self, place: Place, since: float) -> Mapping[str, int]:
        assert place == HERE
        if self.mute and not self.lost:
            raise NoRoom(Hindrance())
        return {name: room for room, name in self.names.items()}

    async def begin_thread(self, place: Place, name: str, *, private: bool) -> int:
        assert place == HERE
        if self.lacking is not None:
            raise NoRoom(self.lacking)
        room = 100 + len(self.names)
        self.names[room], self.private[room] = name, private
        if self.lost:
            self.lost -= 1
            raise NoRoom(Hindrance())
        return room

    async def invite(self, room: int, people: Sequence[UserId]) -> None:
        self.invited.append((room, frozenset(people)))

    async def archive(self, room: int) -> None:
        self.tried.append(room)
        if self.not_archived.get(room):
            raise NoRoom(self.not_archived[room].pop(0))
        self.ended.append(room)


class Night:
    """The evenings, the tables and who looks after both, on a clock that stands still."""

    def __init__(self, store: Store) -> None:
        self.clock, self.threads = Clock(), Threads()
        self.went_on: list[TableId] = []
        self.tables = Tables(store.streams, ChanceSource("tables"), self.clock)
        self.evenings = Evenings(store.streams, ChanceSource("evening"), self.clock)
        self.steward = Steward(self.evenings, self.tables, self.threads, self._name, self._go_on, self.clock)
        self.tables.followers.append(self.steward)
        self.evenings.followers.append(self.steward)

    async def _name(self, evening: OpenEvening, number: int, table: int) -> str:
        return f"round {number} table {table}"

    async def _go_on(self, table: TableId) -> None:
        self.went_on.append(table)
        await self.tables.resume(table)

    async def open(self, kind: Kind, *, people: int = 8, **arranged: Any) -> OpenEvening:
        """An evening that the first of its people directs."""
        evening = await self.evenings.open_evening(HERE, plan(kind, **arranged), EIGHT[0])
        users = EIGHT[:people]
        for first, second in zip(users[::2], users[1::2], strict=True):
            if kind.in_pairs:
                await self.evenings.act(evening.id, first, Enter(), partner=second)
            else:
                for user in (first, second):
                    await self.evenings.act(evening.id, user, Enter())
        return evening

    async def begun(self, kind: Kind, **arranged: Any) -> OpenEvening:
        evening = await self.open(kind, **arranged)
        await self.evenings.act(evening.id, EIGHT[0], Begin())
        return evening

    async def two_tables(self) -> None:
        await self.rest()
        assert len(self.tables.places) == 2

    async def rest(self) -> None:
        """Until nothing is left to be looked after for now."""
        await asyncio.sleep(0.001)
        assert all(one.task is None for one in self.steward._watches.values())

    async def report(self, evening: OpenEvening, table: int, board: int = 1) -> None:
        """The director says what a table's deal counts for."""
        number = len(evening.state.rounds)
        outcome = Outcome(BySide(7, 6))
        await self.evenings.act(evening.id, EIGHT[0], Report(number, table, board, outcome))


@pytest.fixture
async def night(store: Store) -> AsyncIterator[Night]:
    night = Night(store)
    yield night
    await night.steward.close()


async def trick(night: Night, table: OpenTable) -> None:
    """Each hand plays the first card that it may."""
    for _ in range(4):
        playing = table.state.deal.playing if table.state.deal is not None else None
        assert playing is not None and table.state.rubber is not None
        person = table.state.rubber.seats.of(playing.hand_due)
        assert isinstance(person, Person)
        await night.tables.act(table.id, table.people[person], Play(next(iter(playing.legal))))


async def test_each_table_of_a_duplicate_has_a_private_thread_that_its_own_four_are_asked_into(
    night: Night,
) -> None:
    evening = await night.begun(Kind.PAIRS)
    await night.two_tables()
    assert night.threads.names == {100: "round 1 table 1", 101: "round 1 table 2"}
    assert set(night.threads.private.values()) == {True}
    invited = dict(night.threads.invited)
    assert len(invited) == 2 and all(len(four) == 4 for four in invited.values())
    assert invited[100] | invited[101] == set(EIGHT)
    for user in EIGHT:
        table = await night.steward.table_of(evening, user)
        assert table is not None and user in invited[table.place.channel]
        assert set(table.people.values()) == invited[table.place.channel]
    assert await night.steward.table_of(evening, UserId(7)) is None


async def test_the_tricks_so_far_are_those_of_the_tables_that_have_not_finished(night: Night) -> None:
    evening = await night.begun(Kind.PAIRS)
    await night.two_tables()
    nothing = BySide(0, 0)
    assert await night.steward.tricks_so_far(evening) == ((1, nothing), (2, nothing))
    (second,) = [
        one
        for one in [await night.tables.get(name) for name in night.tables.places]
        if one.place.channel == 101
    ]
    await trick(night, second)
    assert second.state.deal is not None
    one_trick = second.view(None).deal
    assert one_trick is not None and sum(one_trick.won) == 1
    assert await night.steward.tricks_so_far(evening) == ((1, nothing), (2, one_trick.won))
    await night.report(evening, 1)
    await night.rest()
    assert len(night.tables.places) == 1
    assert await night.steward.tricks_so_far(evening) == ((2, one_trick.won),)


async def test_every_round_of_a_duplicate_has_threads_of_its_own_and_those_before_are_archived_later(
    night: Night,
) -> None:
    evening = await night.begun(Kind.PAIRS)
    await night.two_tables()
    for table in (1, 2):
        await night.report(evening, table)
    await night.rest()
    assert not night.tables.places
    await night.evenings.act(evening.id, EIGHT[0], Signal())
    await night.two_tables()
    assert sorted(place.channel for place in night.tables.places.values()) == [102, 103]
    assert night.threads.names[102] == "round 2 table 1" and night.threads.ended == []
    night.clock.time += 59
    night.steward.changed(evening)
    await night.rest()
    assert night.threads.ended == []
    night.clock.time += 1
    night.steward.changed(evening)
    await night.rest()
    assert night.threads.ended == [100, 101]


async def test_a_thread_that_could_not_be_archived_is_tried_again_unless_discord_refuses(
    night: Night,
) -> None:
    """Of the threads 100 and 101 the first got no answer twice, and the second is refused."""
    evening = await night.begun(Kind.PAIRS)
    await night.two_tables()
    for table in (1, 2):
        await night.report(evening, table)
    await night.rest()
    await night.evenings.act(evening.id, EIGHT[0], Signal())
    await night.two_tables()
    night.threads.not_archived = {100: [Hindrance(), Hindrance(status=503)], 101: [Hindrance(status=403)]}
    for tried in ([100, 101], [100, 101, 100], [100, 101, 100, 100], [100, 101, 100, 100]):
        night.clock.time += 60
        night.steward.changed(evening)
        await night.rest()
        assert night.threads.tried == tried
    assert night.threads.ended == [100]


async def test_the_tables_of_a_progressive_evening_stay_in_their_open_threads(night: Night) -> None:
    evening = await night.begun(Kind.PROGRESSIVE)
    await night.two_tables()
    assert night.threads.names == {100: "round 0 table 1", 101: "round 0 table 2"}
    assert set(night.threads.private.values()) == {False} and night.threads.invited == []
    for table in (1, 2):
        await night.report(evening, table)
    await night.rest()
    assert not night.tables.places
    await night.evenings.act(evening.id, EIGHT[0], Signal())
    await night.two_tables()
    assert sorted(place.channel for place in night.tables.places.values()) == [100, 101]
    assert len(night.threads.names) == 2


async def test_what_would_keep_a_round_from_being_opened_is_asked_of_the_threads_that_it_needs(
    night: Night,
) -> None:
    """A duplicate needs new private ones for every round; another evening needs open ones, and once."""
    lacking = Hindrance(("create_public_threads",))
    for kind, private in ((Kind.PAIRS, True), (Kind.PROGRESSIVE, False)):
        night.threads.lacking = None
        evening = await night.open(kind)
        assert night.steward.hindrance(evening) is None
        night.threads.lacking, night.threads.asked = lacking, []
        assert night.steward.hindrance(evening) == lacking and night.threads.asked == [private]
        night.threads.lacking = None
        await night.evenings.act(evening.id, EIGHT[0], Begin())
        await night.two_tables()
        night.threads.lacking = lacking
        assert night.steward.hindrance(evening) == (lacking if private else None)
        night.threads.lacking = None
        await night.evenings.close(evening.id)
        await night.rest()
        assert not night.tables.places


async def test_a_channel_that_was_named_must_be_open_and_where_all_tables_have_one_no_thread_is_needed(
    night: Night,
) -> None:
    evening = await night.open(Kind.PROGRESSIVE, rooms=(21, 22, 23))
    night.threads.lacking = Hindrance(("create_public_threads",))
    assert night.steward.hindrance(evening) is None and night.threads.asked == []
    night.threads.closed[22] = Hindrance(("send_messages",), 22)
    assert night.steward.hindrance(evening) == Hindrance(("send_messages",), 22)
    night.threads.closed = {23: Hindrance(("send_messages",), 23)}  # of a third table, which there is not
    assert night.steward.hindrance(evening) is None
    assert night.steward.hindrance_in(Place(1, 23)) == Hindrance(("send_messages",), 23)
    await night.evenings.act(evening.id, EIGHT[0], Begin())
    await night.two_tables()
    assert sorted(place.channel for place in night.tables.places.values()) == [21, 22]
    assert night.threads.names == {}


async def test_tables_that_have_no_place_are_told_of_and_opened_once_something_has_changed_in_their_server(
    night: Night,
) -> None:
    lacking = Hindrance(("create_private_threads",))
    night.threads.lacking = lacking
    evening = await night.begun(Kind.PAIRS)
    await night.rest()
    assert evening.stopped == {1: lacking, 2: lacking}
    night.threads.lacking = None
    night.steward.look_again(HERE.guild + 1)
    await night.rest()
    assert not night.tables.places
    night.steward.look_again(HERE.guild)
    await night.two_tables()
    assert evening.stopped == {}


async def test_a_thread_that_stands_though_nobody_could_say_so_is_used_once_they_can(night: Night) -> None:
    """Discord begins both, no answer comes, and for a while it cannot be asked which stand."""
    night.threads.lost, night.threads.mute = 2, True
    evening = await night.begun(Kind.PROGRESSIVE)
    await night.rest()
    assert evening.stopped == {1: Hindrance(), 2: Hindrance()} and len(night.threads.names) == 2
    night.threads.mute = False
    night.steward.look_again(HERE.guild)
    await night.two_tables()
    assert night.threads.names == {100: "round 0 table 1", 101: "round 0 table 2"}
    assert sorted(place.channel for place in night.tables.places.values()) == [100, 101]


async def test_a_table_that_cannot_be_read_is_named_with_its_evening_and_holds_no_other_up(
    night: Night, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    """The other table plays its second deal, and the director says what the damaged one counts for."""
    evening = await night.begun(Kind.PAIRS, boards=2)
    await night.two_tables()
    damaged, _ = (sitting.boards[0].stream for sitting in evening.state.playing)
    second = next(sitting.boards[1].stream for sitting in evening.state.playing if sitting.table == 2)
    await night.steward.close()
    spoil = "UPDATE event SET at = at + 1 WHERE table_id = ?1"
    await inside(store, lambda db: db.execute(spoil, (damaged,)))
    after = Night(store)
    with caplog.at_level(logging.ERROR):
        again = await after.evenings.get(evening.id)
        await after.rest()
        assert again.stopped == {1: Hindrance(damaged=True)}
    assert f"table {damaged} of evening {evening.id} cannot be read" in caplog.messages
    assert await after.steward.tricks_so_far(again) == ((2, BySide(0, 0)),)
    assert sum([await after.steward.table_of(again, user) is None for user in EIGHT]) == 4
    await after.report(again, 2, again.state.playing[1].boards[0].number)
    await after.rest()
    assert second in after.tables.places
    await after.report(again, 1, again.state.playing[0].boards[0].number)
    await after.rest()
    assert again.state.playing[0].boards[1].stream in after.tables.places and again.stopped == {}
    await after.steward.close()


async def test_a_deal_that_is_played_to_its_end_is_entered_with_its_tricks_and_points(night: Night) -> None:
    """Each hand plays the first card of those that it may."""
    evening = await night.begun(Kind.PAIRS)
    await night.two_tables()
    table = await night.tables.get(TableId(evening.state.playing[0].boards[0].stream))
    for _ in range(13):
        await trick(night, table)
    await night.rest()
    assert len(evening.state.scored) == 1
    assert table.closed and table.state.last is not None
    (scored,) = evening.state.scored
    assert table.state.last.won == BySide(10, 3)
    assert (scored.round, scored.table, scored.board) == (1, 1, 1)
    # four tricks over six, and two points for three of the honours (laws 3.2)
    assert (scored.outcome.tricks, scored.outcome.points) == (BySide(10, 3), 4 + 2)
    assert not scored.outcome.adjusted and len(night.tables.places) == 1


async def test_a_table_whose_thread_is_gone_moves_to_a_new_one_and_goes_on(night: Night) -> None:
    evening = await night.begun(Kind.PAIRS)
    await night.two_tables()
    table = await night.tables.get(TableId(evening.state.playing[1].boards[0].stream))
    assert table.place.channel == 101
    del night.threads.names[101]
    night.threads.names[0] = "of something else"
    await night.tables.adjourn(table.id)
    await night.rest()
    assert night.went_on == [table.id]
    assert table.place == Place(1, 102) and night.threads.names[102] == "round 1 table 2"


async def test_a_robot_sits_down_for_whoever_leaves_the_evening_and_for_nobody_else(night: Night) -> None:
    evening = await night.begun(Kind.PAIRS)
    await night.two_tables()
    gone = evening.person(EIGHT[3])
    table = await night.steward.table_of(evening, EIGHT[3])
    assert table is not None and table.state.rubber is not None and gone in tuple(table.state.rubber.seats)
    await night.evenings.act(evening.id, EIGHT[3], Withdraw())
    await night.rest()
    assert table.state.rubber is not None and gone not in tuple(table.state.rubber.seats)
    robots = [
        member
        for name in night.tables.places
        for member in (await night.tables.get(name)).state.rubber.seats  # type: ignore[union-attr]
        if not isinstance(member, Person)
    ]
    assert len(robots) == 1


def privacy_of(store: Store, night: Night) -> Privacy:
    return Privacy(
        store.people, night.tables, night.evenings, (), Preferences(store.preferences, store.people)
    )


async def robots_at_tables(night: Night) -> int:
    rubbers = [(await night.tables.get(name)).state.rubber for name in night.tables.places]
    return sum(not isinstance(member, Person) for one in rubbers if one is not None for member in one.seats)


async def test_who_is_forgotten_at_an_evening_has_a_robot_in_their_place_at_every_later_deal(
    night: Night, store: Store
) -> None:
    evening = await night.begun(Kind.PAIRS)
    await night.two_tables()
    gone = evening.person(EIGHT[3])
    await privacy_of(store, night).forget_person(EIGHT[3])
    await night.rest()
    assert gone not in evening.state.people and await robots_at_tables(night) == 1
    for table in (1, 2):
        await night.report(evening, table)
    await night.evenings.act(evening.id, EIGHT[0], Signal())
    await night.two_tables()
    assert await robots_at_tables(night) == 1


async def test_who_is_forgotten_while_an_evening_rests_has_a_robot_in_their_place_once_it_goes_on(
    night: Night, store: Store
) -> None:
    evening = await night.begun(Kind.PAIRS)
    await night.two_tables()
    gone = evening.person(EIGHT[3])
    await night.evenings.adjourn(evening.id)
    await privacy_of(store, night).forget_person(EIGHT[3])
    await night.rest()
    assert gone in evening.state.people and await robots_at_tables(night) == 0
    await night.evenings.resume(evening.id)
    await night.rest()
    assert gone not in evening.state.people and await robots_at_tables(night) == 1


async def test_once_the_minutes_are_over_no_round_begins_after_this_one(night: Night) -> None:
    evening = await night.begun(Kind.PROGRESSIVE, minutes=30)
    await night.two_tables()
    for seconds, over in ((29 * 60 + 59, False), (1, True)):
        night.clock.time += seconds
        night.steward.changed(evening)
        await night.rest()
        assert evening.state.time_is_over is over
    assert len(night.tables.places) == 2


async def test_an_evening_that_rests_opens_no_table_until_it_is_resumed(night: Night) -> None:
    night.threads.lacking = Hindrance(("create_private_threads",))
    evening = await night.begun(Kind.PAIRS)
    await night.rest()
    assert evening.stopped
    await night.evenings.adjourn(evening.id)
    await night.rest()
    night.threads.lacking = None
    night.steward.changed(evening)
    await night.rest()
    assert not night.tables.places
    await night.evenings.resume(evening.id)
    await night.two_tables()

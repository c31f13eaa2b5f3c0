"""The table service over a real database: one way to move, decided once, committed before it is told."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from pathlib import Path

import pytest

from bot.errors import AppWhy, NoSuchTable, PointPassed, SetAside, TableHere, TooSoon
from bot.streams.fair_deal import ChanceSource
from bot.streams.open_stream import Key
from bot.tables import open_table
from bot.tables.open_table import OpenTable, Point
from bot.tables.service import Tables
from rules.calls import Content, Declare, Play
from rules.cards import Suit
from rules.counting.reckon import Penalty
from rules.refusals import CardNotHeld, Ending, NotYoursToCut, NotYourTurn, Why
from rules.seats import Person, RobotMember, Seat
from rules.table.requests import (
    AddRobot,
    AgreeToClose,
    AnswerClaim,
    ChoosePenalty,
    ClaimRest,
    ClaimRevoke,
    CloseTable,
    CutPack,
    Gather,
    Join,
    Leave,
    RobotForAbsent,
    Start,
)
from rules.view import May, Phase
from storage.ports.records import Place, TableId, UserId
from storage.store import Store
from tests.refusing import refusing
from tests.rules import lawful

ANNA, BORIS, CLARA, DAVID, IVAN = (UserId(number) for number in (101, 102, 103, 104, 105))
PLACE = Place(guild=1, channel=11)


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store.streams, ChanceSource("tables"))


async def four_at_table(tables: Tables) -> OpenTable:
    table = await tables.open_table(PLACE, "biritch", {})
    for user in (ANNA, BORIS, CLARA, DAVID):
        await tables.act(table.id, user, Join())
    return await tables.act(table.id, ANNA, Start())


def user_at(table: OpenTable, seat: Seat) -> UserId:
    assert table.state.rubber is not None
    return table.people[table.state.rubber.seats.of(seat)]  # type: ignore[index]


async def dealt(tables: Tables) -> OpenTable:
    table = await four_at_table(tables)
    assert table.state.pack is not None
    await tables.act(table.id, user_at(table, table.state.pack.cutter), CutPack(26, "7"))
    return table


async def in_play(tables: Tables, trumps: Suit | None = Suit.HEARTS) -> OpenTable:
    table = await dealt(tables)
    await tables.act(table.id, user_at(table, Seat.SOUTH), Declare(trumps))
    for seat in (Seat.WEST, Seat.EAST):
        await tables.act(table.id, user_at(table, seat), Content())
    return table


async def test_a_table_that_was_reloaded_from_the_log_is_the_same_table(tables: Tables, store: Store) -> None:
    table = await in_play(tables)
    await tables.act(table.id, user_at(table, Seat.WEST), first_card(table))
    again = await Tables(store.streams).get(table.id)
    assert (again.state, again.version, again.people, again.place) == (
        table.state,
        table.version,
        table.people,
        table.place,
    )
    assert again.seeds == table.seeds


def first_card(table: OpenTable) -> Play:
    assert table.state.deal is not None
    seat = next(iter(table.state.deal.may_act))
    option = table.view(user_at(table, seat)).options[0]
    assert isinstance(option, Play)
    return option


async def test_the_same_interaction_delivered_twice_plays_one_card(tables: Tables, store: Store) -> None:
    table = await in_play(tables)
    west = user_at(table, Seat.WEST)
    card, key = first_card(table), Key("900", time.time())
    await asyncio.gather(*(tables.act(table.id, west, card, key=key) for _ in range(5)))
    assert table.state.deal is not None and table.state.deal.playing is not None
    assert table.state.deal.playing.cards_played == 1
    assert (await store.streams.done("900")) is not None


async def test_an_interaction_handled_before_a_restart_is_not_handled_after_it(
    tables: Tables, store: Store
) -> None:
    table = await in_play(tables)
    card, key = first_card(table), Key("900", time.time())
    await tables.act(table.id, user_at(table, Seat.WEST), card, key=key)
    after = Tables(store.streams)
    again = await after.act(table.id, user_at(table, Seat.WEST), card, key=key)
    assert again.version == table.version


async def test_a_refused_interaction_stays_refused_when_it_is_delivered_again(tables: Tables) -> None:
    table = await in_play(tables)
    north, key = user_at(table, Seat.EAST), Key("900", time.time())
    card = table.view(north).own
    assert card is not None
    held = Play(next(iter(card.left)))
    with pytest.raises(NotYourTurn):
        await tables.act(table.id, north, held, key=key)
    await tables.act(table.id, user_at(table, Seat.WEST), first_card(table))
    await tables.act(table.id, user_at(table, Seat.SOUTH), first_card_of(table, Seat.NORTH))
    version = table.version
    with pytest.raises(NotYourTurn):  # though by now it would be East's turn
        await tables.act(table.id, north, held, key=key)
    assert table.version == version


def first_card_of(table: OpenTable, hand: Seat) -> Play:
    assert table.state.deal is not None and table.state.deal.playing is not None
    assert table.state.deal.playing.hand_due is hand
    return Play(next(iter(table.state.deal.playing.legal)))


async def test_an_interaction_older_than_a_minute_changes_nothing_and_a_younger_one_counts(
    tables: Tables,
) -> None:
    table = await in_play(tables)
    version, west, card = table.version, user_at(table, Seat.WEST), first_card(table)
    with refusing(AppWhy.TOO_LATE):
        await tables.act(table.id, west, card, key=Key("900", time.time() - 61))
    assert table.version == version
    await tables.act(table.id, west, card, key=Key("901", time.time() - 30))
    assert table.version == version + 1


async def test_two_adversaries_may_press_content_together(tables: Tables) -> None:
    table = await dealt(tables)
    await tables.act(table.id, user_at(table, Seat.SOUTH), Declare(Suit.CLUBS))
    at = Point(table.state.deals, 1)
    await asyncio.gather(
        *(tables.act(table.id, user_at(table, seat), Content(), point=at) for seat in (Seat.WEST, Seat.EAST))
    )
    assert table.view(None).table.phase is Phase.PLAYING


async def test_a_call_button_of_an_earlier_point_is_out_of_date(tables: Tables) -> None:
    table = await dealt(tables)
    await tables.act(table.id, user_at(table, Seat.SOUTH), Declare(Suit.CLUBS))
    with pytest.raises(PointPassed):
        await tables.act(table.id, user_at(table, Seat.WEST), Content(), point=Point(table.state.deals, 0))


async def test_a_card_button_is_out_of_date_once_the_card_is_played_and_in_the_next_deal(
    tables: Tables,
) -> None:
    table = await in_play(tables)
    west, card = user_at(table, Seat.WEST), first_card(table)
    await tables.act(table.id, west, card, point=Point(1))
    with pytest.raises(PointPassed):
        await tables.act(table.id, west, card, point=Point(1))
    with pytest.raises(PointPassed):
        await tables.act(table.id, west, card, point=Point(2))
    with pytest.raises(NotYourTurn):  # the same words typed as a command answer no point
        await tables.act(table.id, west, card)


async def test_a_start_button_pressed_again_does_not_start_the_next_rubber(tables: Tables) -> None:
    table = await four_at_table(tables)
    with pytest.raises(PointPassed):
        await tables.act(table.id, BORIS, Start(), point=Point(0))


async def test_nobody_acts_for_another_and_strangers_not_at_all(tables: Tables) -> None:
    table = await in_play(tables)
    with refusing(Why.NOT_SEATED):
        await tables.act(table.id, IVAN, first_card(table))
    assert table.state.deal is not None
    hidden = table.state.deal.dealt.hands.of(Seat.EAST)
    with pytest.raises(CardNotHeld):
        await tables.act(table.id, user_at(table, Seat.WEST), Play(next(iter(hidden))))
    assert table.person(IVAN) is None


async def test_a_stranger_who_was_refused_leaves_no_pseudonym_behind(tables: Tables, store: Store) -> None:
    table = await in_play(tables)
    for other in UserId(66), UserId(77):
        await tables.act(table.id, other, Join())
    with refusing(Why.SIX_BELONG):
        await tables.act(table.id, IVAN, Join())
    assert IVAN not in (await store.streams.users_of(table.id)).values()


async def test_one_channel_holds_one_open_table(tables: Tables) -> None:
    table = await tables.open_table(PLACE, "biritch", {})
    with pytest.raises(TableHere):
        await tables.open_table(PLACE, "biritch", {})
    await tables.act(table.id, None, CloseTable())
    again = await tables.open_table(PLACE, "biritch", {})
    assert again.id != table.id


async def test_opening_twice_by_one_interaction_opens_one_table(tables: Tables) -> None:
    key = Key("77", time.time())
    first = await tables.open_table(PLACE, "biritch", {}, by=key)
    assert (await tables.open_table(PLACE, "biritch", {}, by=key)).id == first.id


async def test_a_table_moves_to_another_channel_but_not_onto_another_table(tables: Tables) -> None:
    table = await tables.open_table(PLACE, "biritch", {})
    await tables.open_table(Place(1, 12), "biritch", {})
    with pytest.raises(TableHere):
        await tables.show_again(table.id, 12)
    await tables.show_again(table.id, 13)
    assert tables.stream_in(13) == table.id and table.place == Place(1, 13)
    assert tables.stream_in(11) is None


async def test_a_start_belongs_to_the_number_of_rubbers_that_were_begun_before_it(tables: Tables) -> None:
    table = await tables.open_table(PLACE, "biritch", {})
    for user in (ANNA, BORIS, CLARA, DAVID):
        await tables.act(table.id, user, Join())
    with pytest.raises(PointPassed):
        await tables.act(table.id, ANNA, Start(), point=Point(1))
    await tables.act(table.id, ANNA, Start(), point=Point(0))
    with pytest.raises(PointPassed):
        await tables.act(table.id, ANNA, Start(), point=Point(1))


async def test_every_open_table_goes_on_by_itself_since_somebody_is_waited_for_or_it_is_adjourned_in_time(
    tables: Tables, store: Store
) -> None:
    lobby = await tables.open_table(Place(1, 12), "biritch", {})
    table = await four_at_table(tables)
    assert set(await store.streams.going_on("table")) == {table.id, lobby.id}
    assert table.state.pack is not None
    await tables.act(table.id, user_at(table, table.state.pack.cutter), CutPack(26, "7"))
    assert (await store.streams.going_on("table"))[0] == table.id  # the last used first
    await tables.act(table.id, None, CloseTable())
    assert await store.streams.going_on("table") == (lobby.id,)


async def test_a_table_that_moves_and_one_that_is_opened_do_not_share_a_channel(
    tables: Tables, store: Store
) -> None:
    """Nor do two that move to one channel in the same moment."""
    here, there = [await tables.open_table(Place(1, channel), "biritch", {}) for channel in (11, 12)]
    moves = (tables.show_again(table.id, 13) for table in (here, there))
    opening = tables.open_table(Place(1, 13), "biritch", {})
    done = await asyncio.gather(*moves, opening, return_exceptions=True)
    assert sum(isinstance(one, TableHere) for one in done) == 2
    standing = [stream.place.channel for stream in await store.streams.all_open("table")]
    assert len(set(standing)) == len(standing) and 13 in standing
    assert all(
        tables.stream_in(stream.place.channel) == stream.table
        for stream in await store.streams.all_open("table")
    )


async def test_a_move_whose_caller_is_cancelled_is_made_whole(tables: Tables, store: Store) -> None:
    table = await tables.open_table(PLACE, "biritch", {})
    move = asyncio.create_task(tables.show_again(table.id, 13))
    await asyncio.sleep(0)
    move.cancel()
    with pytest.raises(asyncio.CancelledError):
        await move
    async with table.lock:  # as soon as it has been made
        pass
    assert tables.stream_in(13) == table.id and tables.stream_in(PLACE.channel) is None
    assert [stream.place.channel for stream in await store.streams.all_open("table")] == [13]


async def test_a_cancelled_act_is_done_whole_and_known_by_its_key(tables: Tables) -> None:
    table = await in_play(tables)
    key = Key("900", time.time())
    act = asyncio.create_task(tables.act(table.id, user_at(table, Seat.WEST), first_card(table), key=key))
    await asyncio.sleep(0)
    act.cancel()
    with pytest.raises(asyncio.CancelledError):
        await act
    async with table.lock:  # as soon as it has been done
        pass
    assert table.state.deal is not None and table.state.deal.playing is not None
    assert table.state.deal.playing.cards_played == 1
    await tables.act(table.id, user_at(table, Seat.SOUTH), first_card_of(table, Seat.NORTH))


async def test_two_services_on_one_log_never_lose_or_repeat_an_act(store: Store) -> None:
    """As in a rolling deployment: the one that is behind reloads, decides again and retries."""
    one, other = Tables(store.streams), Tables(store.streams)
    table = await one.open_table(PLACE, "biritch", {})
    for number, user in enumerate((ANNA, BORIS, CLARA)):
        await (one, other)[number % 2].act(table.id, user, Join())
    with refusing(Why.ALREADY_SEATED):
        await one.act(table.id, BORIS, Join())
    assert [len((await service.get(table.id)).state.members) for service in (one, other)].count(3) >= 1
    again = await Tables(store.streams).get(table.id)
    assert len(again.state.members) == 3


async def test_a_service_that_reads_the_log_again_knows_the_seed_of_the_deal(store: Store) -> None:
    one, other = Tables(store.streams), Tables(store.streams)
    table = await one.open_table(PLACE, "biritch", {})
    for user in (ANNA, BORIS, CLARA, DAVID):
        await one.act(table.id, user, Join())
    behind = await other.get(table.id)
    await one.act(table.id, ANNA, Start())
    assert not behind.seeds
    await other.act(table.id, ANNA, AgreeToClose())
    assert table.state.pack is not None and behind.seeds == table.seeds
    await other.act(table.id, user_at(behind, table.state.pack.cutter), CutPack(26, "7"))
    assert behind.state.deal is not None


async def test_an_unknown_table_is_said_to_be_unknown(tables: Tables) -> None:
    with pytest.raises(NoSuchTable):
        await tables.act(TableId("00000000"), ANNA, Join())


async def test_the_last_person_to_leave_closes_the_table_and_its_channel_is_free(tables: Tables) -> None:
    table = await tables.open_table(PLACE, "biritch", {})
    await tables.act(table.id, ANNA, Join())
    await tables.act(table.id, ANNA, AddRobot())
    await tables.act(table.id, ANNA, Leave(Ending(rubber=False, agreed=False)))
    assert table.state.closed
    assert tables.stream_in(PLACE.channel) is None


async def test_closing_needs_the_agreement_of_all_people_seated(tables: Tables) -> None:
    table = await four_at_table(tables)
    for user in (ANNA, BORIS, CLARA):
        await tables.act(table.id, user, AgreeToClose())
        assert not table.state.closed
    await tables.act(table.id, DAVID, AgreeToClose())
    assert table.state.closed


async def test_a_whole_rubber_survives_a_restart_after_every_seven_acts(store: Store) -> None:
    rng, chance, acts = random.Random(4), ChanceSource("a rubber"), 0
    tables = Tables(store.streams, chance)
    table = await four_at_table(tables)
    while table.state.rubber is not None:
        acts += 1
        if acts % 7 == 0:
            tables = Tables(store.streams, chance)
            table = await tables.get(table.id)
        seat, ask = _anything(table, rng)
        table = await tables.act(table.id, user_at(table, seat), ask)
        assert table.version < 3000
        assert all(deal >= table.state.deals for deal in table.seeds), "the seed of a deal that is over"
    rubbers = (await store.standings.leaderboard(PLACE.guild, "biritch")).lines
    assert {row.user for row in rubbers} == {ANNA, BORIS, CLARA, DAVID}
    assert sum(row.points for row in rubbers) == 0
    assert sum(row.won for row in rubbers) == 2


def _anything(table: OpenTable, rng: random.Random) -> tuple[Seat, CutPack | Play | Declare | Content]:
    for seat in Seat:
        view = table.view(user_at(table, seat))
        if May.CUT in view.may:
            return seat, CutPack(rng.randint(4, 48), "")
        if view.options:
            calm = [option for option in view.options if isinstance(option, Play | Declare | Content)]
            return seat, rng.choice(calm)
    raise AssertionError("nobody may act")


class Watcher:
    """A follower that notes what was stored when it was told."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.told: list[int] = []

    def changed(self, table: OpenTable) -> None:
        self.told.append(table.version)


async def test_followers_are_told_of_nothing_that_is_not_stored(tables: Tables, store: Store) -> None:
    watcher = Watcher(store)
    tables.followers.append(watcher)
    table = await four_at_table(tables)
    stored = await store.streams.read(table.id)
    assert watcher.told[-1] == stored[-1].version
    told = len(watcher.told)
    with refusing(Why.RUBBER_HAS_BEGUN):
        await tables.act(table.id, ANNA, Start())
    assert len(watcher.told) == told


async def test_a_card_puts_out_of_date_the_table_and_every_panel(tables: Tables, store: Store) -> None:
    table = await in_play(tables)
    shown = [slot.as_shown(table.version, "", 1, 1) for slot in await store.slots.of_stream(table.id)]
    await store.slots.note_slots(shown)
    table.wants.clear()
    await tables.act(table.id, user_at(table, Seat.WEST), first_card(table))
    due = {slot.key.slot for slot in await store.slots.of_stream(table.id) if slot.due}
    assert due == {"table:1", *map(open_table.panel, table.people)} and len(due) == 5
    assert table.wants == dict.fromkeys(due, table.version)


async def test_a_robot_acts_only_for_its_own_seat(tables: Tables) -> None:
    table = await tables.open_table(PLACE, "biritch", {})
    await tables.act(table.id, ANNA, Join())
    await tables.act(table.id, ANNA, Start())
    robot = next(member for member in table.state.members if isinstance(member, RobotMember))
    assert table.state.rubber is not None and table.state.pack is not None
    cutter = table.state.rubber.seats.of(table.state.pack.cutter)
    if robot == cutter:
        robot = next(m for m in table.state.members if isinstance(m, RobotMember) and m != cutter)
    version = table.version
    with pytest.raises(NotYoursToCut):
        await tables.act(table.id, robot, CutPack(26, ""))
    assert table.version == version


async def test_a_damaged_table_is_left_alone_and_the_others_go_on(tmp_path: Path) -> None:
    file = tmp_path / "damaged.sqlite3"
    async with Store.open(file) as store:
        tables = Tables(store.streams)
        damaged = await tables.open_table(PLACE, "biritch", {})
        sound = await tables.open_table(Place(1, 12), "biritch", {})
        await tables.act(damaged.id, ANNA, Join())
        await tables.act(sound.id, ANNA, Join())
    with sqlite3.connect(file) as hand_edited:
        hand_edited.execute(
            "UPDATE event SET body = ? WHERE kind = 'joined' AND table_id = ?",
            ('{"member":"robot:Clay"}', damaged.id),
        )
    hand_edited.close()
    async with Store.open(file) as store:
        tables = Tables(store.streams)
        watcher = Watcher(store)
        tables.followers.append(watcher)
        await tables.find()
        assert [table.id for table in await tables.tables_of(ANNA)] == [sound.id]
        assert len(watcher.told) == 1
        with pytest.raises(SetAside):
            await tables.act(damaged.id, BORIS, Join())
        with pytest.raises(SetAside):
            await tables.show_again(damaged.id, 13)
        assert (await tables.open_table(PLACE, "biritch", {})).id != damaged.id


async def test_who_is_late_stays_so_until_they_act_and_is_not_late_at_their_next_turn(store: Store) -> None:
    """Three are asked about a claim. When one of them answers after three minutes the other two are late as
    before, and when all have, nobody is: not even the one whose turn it then is."""
    clock = [1000.0]
    tables = Tables(store.streams, now=lambda: clock[0])
    table = await in_play(tables)
    for _ in range(5):
        (due,) = table.state.waits_for
        await tables.act(table.id, user_at(table, due), first_card(table))
    (due,) = table.state.waits_for
    claimer = next(seat for seat in (Seat.EAST, Seat.SOUTH) if seat is not due)
    await tables.act(table.id, user_at(table, claimer), ClaimRest())
    asked = [seat for seat in Seat if seat in table.state.waits_for]
    assert len(asked) == 3 and due in asked
    clock[0] += 181
    await tables.grow_late(table.id)

    def late() -> set[Seat]:
        return set(table.view(None).table.late)

    assert late() == set(asked)
    first = next(seat for seat in asked if seat is not due)
    await tables.act(table.id, user_at(table, first), AnswerClaim(agrees=True))
    assert late() == set(asked) - {first}
    await tables.act(table.id, user_at(table, due), AnswerClaim(agrees=False))
    assert table.state.waits_for == {due} and late() == set()


async def test_a_robot_takes_a_chair_only_after_three_minutes_of_waiting(store: Store) -> None:
    clock = [1000.0]
    tables = Tables(store.streams, now=lambda: clock[0])
    table = await four_at_table(tables)
    assert table.state.pack is not None
    absent = user_at(table, table.state.pack.cutter)
    asking = next(user for user in (ANNA, BORIS) if user != absent)
    clock[0] += 179
    with pytest.raises(TooSoon) as early:
        await tables.act(table.id, asking, RobotForAbsent())
    assert early.value.seconds == 1
    clock[0] += 2
    tables.connected()  # time without a connection does not count
    with pytest.raises(TooSoon):
        await tables.act(table.id, asking, RobotForAbsent())
    clock[0] += 181
    await tables.act(table.id, asking, RobotForAbsent())
    assert not table.belongs(absent)
    await tables.act(table.id, absent, Join())
    assert table.belongs(absent)


def test_the_table_waits_also_for_those_who_may_choose_the_penalty_of_a_revoke() -> None:
    """East's revoke is claimed while south is to lead; then a claim that is wrong, with nothing to choose."""
    evening = lawful.play(lawful.revoked(), "KS 2S 6S AS 6C AC 7C 9C QS 3S 7S 3D")
    evening.do(Seat.SOUTH, Gather())

    def due() -> set[Seat]:
        sitting = {seat: evening.member(seat) for seat in Seat}
        return {
            seat
            for seat, member in sitting.items()
            if isinstance(member, Person) and member in open_table.moment(evening.table).due
        }

    assert due() == {Seat.SOUTH}
    evening.do(Seat.SOUTH, ClaimRevoke(4, Seat.EAST))
    assert due() == {Seat.SOUTH}
    evening.do(Seat.SOUTH, ClaimRevoke(1, Seat.EAST))
    assert due() == {Seat.SOUTH, Seat.NORTH}
    evening.do(Seat.NORTH, ChoosePenalty(1, Seat.EAST, Penalty.ADD))
    assert due() == {Seat.SOUTH}

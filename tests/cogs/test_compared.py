"""A finished deal that is compared with others: what it could have come to, and what people see while that is
still being worked out.

The analyses are made up, so that the figures can be worked out by hand, and stand in memory as one that
somebody has asked for.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

import pytest
from simcord.actors import MemberActor

from bot.tables.open_table import OpenTable
from bot.tables.past_deals import Analyses, Looked, Unanalysed
from bot.tables.replay import Finished
from bot.worker_pool import WorkerPool
from robots.teaching.analysis import Analysis, Course, Loss, Mistake
from rules.seats import BySide, RobotMember, Seat, Side
from rules.tricks import winner
from rules.view import FinishedDeal
from screens.analysis import NOT_DONE, SHOWN_ALREADY
from screens.deck import face
from screens.words.languages import Sentence
from screens.words.refusals import APOLOGY, STILL_TO_PLAY
from storage.ports.records import UserId
from tests.cogs.test_alone import finishes, goes_on
from tests.cogs.test_contests import Busy, daily_of, newest, plays, robots_done, today
from tests.solver import needs_solver
from tests.trials.stage.club import BUTTON, Club
from tests.trials.stage.guard import HANGS_AFTER
from tests.trials.stage.seen import Screen

NO_LOSS = Loss()
OPENED = "Tricks of your side: {}; with all hands open: {}."


async def played(house: Club, who: MemberActor) -> tuple[OpenTable, FinishedDeal, Screen]:
    """The deal of the day by somebody, to its end."""
    begun = await house.types(who, "daily")
    over = await plays(house, who, begun)
    await robots_done(house)
    table = await daily_of(house, who)
    assert table.state.last is not None
    return table, table.state.last, over


async def looked(
    house: Club, table: OpenTable, own: bool, *costly: tuple[int, Seat], worst: bool = False
) -> None:
    """Somebody has had the deal analysed: the cards that these hands played to these tricks cost one trick
    and 20 points each. The side of which the figures are made 9 tricks, and could have made 10."""
    deal = table.state.last
    assert deal is not None
    played = [(trick, *one) for trick, cards in enumerate(deal.tricks, 1) for one in cards.by_player()]
    costs = tuple(Loss(1, 20) if (trick, hand) in costly else NO_LOSS for trick, hand, _ in played)
    card = next((card for trick, hand, card in played if (trick, hand) in costly), None)
    mistake = (
        Mistake(costly[0][0], costly[0][1], costly[0][1], card, (), Loss(1, 20)) if card and worst else None
    )
    side = Seat.SOUTH.side if own else Seat.WEST.side
    course = Course(side, 10, 100, 9, 80, mistake, BySide(NO_LOSS, NO_LOSS), 0, costs)
    done = await house.bot.services.tables.finished(table.id, deal.number)
    assert isinstance(done, Finished)
    found = Analysis(None, False, (), True, course)
    house.bot.services.analyses._kept[table.id, deal.number] = Looked(done, found)


def shared(house: Club, seen: Screen) -> str:
    return next(str(one["custom_id"]) for one in seen.buttons if str(one["custom_id"]).endswith(":share"))


async def test_who_has_played_is_told_what_their_own_side_could_have_made(house: Club) -> None:
    table, deal, over = await played(house, house.anna)
    assert "with all hands open" not in over.text
    await looked(house, table, True)
    told = await house.types(house.anna, "daily")
    assert OPENED.format(9, 10) in told.text and "cost most" not in told.text
    await looked(house, table, False, (2, Seat.SOUTH), worst=True)
    told = await house.types(house.anna, "daily")
    assert OPENED.format(13 - 9, 13 - 10) in told.text
    card = face(dict(deal.tricks[1].by_player())[Seat.SOUTH])
    dearest = f"The card that cost most: {house.bot.deck.markdown(card)} in trick 2. Points that it cost: 20."
    assert dearest in told.text
    pressed = await house.presses_id(house.anna, over, f"contest:{today(house)}:deal")
    again = await house.presses(house.anna, pressed, "compare")
    assert again.text == told.text and again.buttons == told.buttons


async def test_a_share_card_marks_the_tricks_in_which_the_person_themselves_lost_something(
    house: Club,
) -> None:
    """North, a robot, deals and passes, so that Anna declares from South; and since South would be Dummy,
    they change places, and Anna chooses the cards of both."""
    table, deal, over = await played(house, house.anna)
    assert deal.settled is not None and dict(deal.settled.dummies) == {Seat.SOUTH: Seat.NORTH}
    plain = await house.presses_id(house.anna, over, shared(house, over))
    won = "".join(re.findall("[🟩🟧⬜]", plain.text))
    assert "🟧" not in won and len(won) == 13 and f"Tricks won: {won.count('🟩')} of 13" in plain.text
    costly = ((2, Seat.SOUTH), (3, Seat.WEST), (5, Seat.NORTH), (6, Seat.EAST))
    await looked(house, table, True, *costly)
    elsewhere = await house.types(house.anna, "daily", channel=house.parlour)
    told = await house.presses_id(house.anna, elsewhere, shared(house, elsewhere))
    assert "".join(re.findall("[🟩🟧⬜]", told.text)) == "🟩🟧🟩🟩🟧🟩🟩🟩🟩🟩🟩🟩🟩"
    assert "Tricks without a loss: 11 of 13" in told.text
    assert told.text.startswith(f"<@{house.anna.id}> · **Deal of the day, {today(house)}** · ")
    assert " % · 1 day played in a row · `/daily`" in told.text
    assert not told.private


async def test_the_card_that_cost_most_is_one_that_the_person_chose_and_robots_are_named_apart(
    house: Club,
) -> None:
    """Anna sits North, and plays South's cards too; West and East are robots."""
    table, deal, over = await played(house, house.anna)
    await looked(house, table, True, (3, Seat.WEST), (4, Seat.EAST), worst=True)
    told = await house.types(house.anna, "daily")
    assert "The card that cost most" not in told.text and "No card of yours cost a trick." in told.text
    wests = house.bot.deck.markdown(face(dict(deal.tricks[2].by_player())[Seat.WEST]))
    assert table.state.rubber is not None
    west = table.state.rubber.seats.west
    assert isinstance(west, RobotMember)
    assert f"Of the robots, {west.name} (robot) gave most away: {wests} in trick 3 (20 points)." in told.text
    card = await house.presses_id(house.anna, over, shared(house, over))
    assert "Tricks without a loss: 13 of 13" in card.text
    await looked(house, table, True, (3, Seat.WEST), (5, Seat.NORTH), (6, Seat.SOUTH))
    told = await house.types(house.anna, "daily")
    norths = house.bot.deck.markdown(face(dict(deal.tricks[4].by_player())[Seat.NORTH]))
    assert f"The card that cost most: {norths} in trick 5. Points that it cost: 20." in told.text


async def test_after_a_claim_on_the_panel_page_and_card_count_thirteen_tricks_on_the_one_message(
    house: Club,
) -> None:
    """Two tricks at least are played, and a part of another, when Anna concedes the rest."""
    anna = house.anna
    seen: Screen = await house.types(anna, "daily")
    table = await daily_of(house, anna)
    while (
        (deal := table.state.deal) is None
        or (playing := deal.playing) is None
        or len(playing.tricks) < 2
        or not playing.laid
    ):
        seen = await goes_on(house, anna, seen)
    asked = await house.presses(anna, seen, "claim")
    assert asked.message.id == seen.message.id and "tricks are left" in asked.text
    back = await house.presses(anna, asked, "hand")
    assert {"play", "claim"} <= back.verbs()
    asked = await house.presses(anna, back, "claim")
    sure = await house.chooses(anna, asked, "0")
    over = await house.presses(anna, sure, "claim", "0")
    assert over.message.id == seen.message.id
    await robots_done(house)
    last = table.state.last
    assert last is not None and last.conceded is Seat.WEST.side
    *whole, begun = last.tricks
    assert 0 < len(begun.cards) < 4 and len(whole) >= 2
    won = sum(
        winner(trick, last.settled.trumps).side is Side.NS for trick in whole if last.settled is not None
    )
    assert f"Tricks of your side: {won} of 13." in over.text and f"won {7 - won} tricks over six" in over.text
    card = await house.presses_id(anna, over, shared(house, over))
    assert f"Tricks won: {won} of 13" in card.text
    assert sorted(re.findall("[🟩🟧⬜]", card.text)) == ["⬜"] * (13 - won) + ["🟩"] * won
    replay = await house.types(anna, "deal", show="replay")
    at_end = await house.presses(anna, replay, "replay", "last")
    assert f"Deal 1, trick {len(last.tricks)} of 13" in at_end.text
    assert re.search(r"The last \d+ tricks went to East–West by agreement\.", at_end.text)
    again = await house.types(anna, "daily")
    assert again.text == house.seen(over.message).text


async def test_a_practice_deal_that_is_compared_is_told_of_without_days_and_prizes(house: Club) -> None:
    practice = await finishes(house, house.anna, await house.types(house.anna, "play"))
    seen: Screen = await house.looks(house.anna, practice, "compare")
    table = newest(house)
    while table.state.last is None:
        seen = await goes_on(house, house.anna, seen)
    await robots_done(house)
    assert "in a row" not in seen.text and "with all hands open" not in seen.text
    await looked(house, table, True)
    whole = await house.presses_late(house.anna, seen, f"compare:{table.id}:1")
    assert OPENED.format(9, 10) in whole.text and "in a row" not in whole.text
    labels = [str(one["label"]) for one in whole.buttons]
    assert labels == ["Another to compare", "The deal"]


@needs_solver
async def test_what_it_could_have_come_to_is_added_to_the_message_once_it_is_worked_out(
    thinking: Club,
) -> None:
    """A worker takes its time for that, after the last card has been answered."""
    over = await plays(thinking, thinking.anna, await thinking.types(thinking.anna, "daily"))
    told = thinking.seen(over.message).text
    assert re.search(r"Tricks of your side: \d+; with all hands open: \d+\.", told)
    assert told.startswith(f"### Deal of the day, {today(thinking)}")
    assert "analyse" not in told and thinking.errors == []


async def test_who_checks_a_day_has_it_checked_by_their_own_play(house: Club) -> None:
    """The other play cannot be read any more, and would otherwise be shown as somebody's."""
    for who in (house.anna, house.boris):
        await plays(house, who, await house.types(who, "daily"))
    day, contests = today(house), house.bot.services.contests
    first, own = (one for one in await contests._kept.attempts(day) if one.user is not None)
    torn = "UPDATE event SET body = 'torn' WHERE table_id = ?1 AND kind = 'card_played'"
    await house.store._database.alone(lambda db: db.execute(torn, (first.table,)).rowcount)  # type: ignore[attr-defined]
    await house.env.advance_time(26 * 3600)
    asker = next(who for who in house.four if who.id == own.user)
    told = await house.types(asker, "deal", show="verify", day=day)
    assert told.text.startswith(f"✅ **The secret of {day} gives its seal, and the hands that were dealt.**")


class OneByOne(Busy):
    """Thinkers that never make room for the next one."""

    def release(self) -> None: ...

    def lets_one_in(self) -> None:
        super().release()


async def test_a_place_in_the_queue_is_told_anew_when_it_has_changed(house: Club) -> None:
    house.bot.services.contests.thinkers._room = room = OneByOne(house)
    for who in (house.anna, house.boris):
        await house.types(who, "daily")
    clara = await house.types(house.clara, "daily")
    told = list[str]()
    while not told or told[-1] != "her hand":
        text = house.seen(clara.message).text
        told += re.findall(r"Robots' moves that come before yours: (\d+)\.", text) or ["her hand"]
        room.lets_one_in()
        await house.env.advance_time(10)
    places = list(dict.fromkeys(told))
    assert places == ["2", "1", "her hand"], "robots in the field come after people"
    assert {"call", "play"} & house.seen(clara.message).verbs()


async def test_who_cannot_be_told_that_their_place_has_changed_has_their_hand_all_the_same(
    house: Club,
) -> None:
    house.bot.services.contests.thinkers._room = room = OneByOne(house)
    for who in (house.anna, house.boris):
        await house.types(who, "daily")
    clara = await house.types(house.clara, "daily")
    for lost in ["/messages/@original"] * 2 + ["nothing"] * 4:
        house.wire.loses = lost
        room.lets_one_in()
        await house.env.advance_time(10)
    assert {"call", "play"} & house.seen(clara.message).verbs()


def under_way(house: Club, table: OpenTable, made: Callable[[], Looked | Unanalysed]) -> None:
    """The bot has a worker, which is at the deal of this table, and comes to this once somebody who asks has
    had a first answer."""
    services, deal = house.bot.services, table.state.last
    assert deal is not None
    analyses = Analyses(services.tables, WorkerPool(1), HANGS_AFTER)
    house.bot.services.analyses = analyses
    asked = len(house.env.http_requests)

    async def looks() -> Looked | Unanalysed:
        while len(house.env.http_requests) == asked:
            await asyncio.sleep(0)
        return made()

    analyses._under_way[table.id, deal.number] = asyncio.create_task(looks())


@needs_solver
async def test_a_message_is_drawn_once_more_with_an_analysis_that_comes_after_it(house: Club) -> None:
    table, deal, _ = await played(house, house.anna)
    await looked(house, table, True)
    whole = await house.types(house.anna, "daily")
    found = house.bot.services.analyses._kept[table.id, deal.number]

    def made() -> Looked:
        house.bot.services.analyses._kept[table.id, deal.number] = found
        return found

    under_way(house, table, made)
    told = await house.types(house.anna, "daily")
    assert OPENED.format(9, 10) in whole.text
    assert house.seen(told.message).text == whole.text


class Slow(Analyses):
    """Has an analysis once it is told so. What waits for it is no work of the bot's."""

    def __init__(self, house: Club) -> None:
        super().__init__(house.bot.services.tables, WorkerPool(1), HANGS_AFTER)
        self._env, self.done = house.env, asyncio.Event()

    async def analyse(
        self, table: OpenTable, done: Finished, asker: UserId | None = None
    ) -> Looked | Unanalysed:
        await self._env.external_wait(self.done.wait(), reason="a worker thinks")
        found = Looked(done, Analysis(None, False, (), True, None))
        self._kept[table.id, done.deal.number] = found
        return found


@needs_solver
async def test_an_analysis_that_comes_late_leaves_the_next_deal_on_its_message(house: Club) -> None:
    practice = await finishes(house, house.anna, await house.types(house.anna, "play"))
    over = await house.looks(house.anna, practice, "compare")
    while newest(house).state.last is None:
        over = await goes_on(house, house.anna, over)
    await robots_done(house)
    house.bot.services.analyses = slow = Slow(house)
    another, whole = (str(one["custom_id"]) for one in over.buttons)
    await house.presses(house.anna, await house.presses_id(house.anna, over, whole), "compare")
    dealt = house.seen((await house.presses_id(house.anna, over, another)).message)
    assert {"call", "play"} & dealt.verbs() and "A deal to compare" not in dealt.text
    slow.done.set()
    await house.env.settle()
    assert house.seen(dealt.message).text == dealt.text


@needs_solver
@needs_solver
async def test_an_analysis_that_comes_late_is_not_drawn_over_what_they_have_turned_to(house: Club) -> None:
    table, deal, _ = await played(house, house.anna)
    await looked(house, table, True)
    whole = await house.types(house.anna, "daily")
    found = house.bot.services.analyses._kept[table.id, deal.number]
    anew, turn = f"compare:{table.id}:1", f"contest:{today(house)}:deal"
    stored = house.stored(whole)
    shown = stored.components
    with house.held_up() as presses:
        stored.components = [{"type": 1, "components": [{**BUTTON, "custom_id": anew}]}]
        await house.anna.click(whole.message, custom_id=anew)
        stored.components = shown
        await house.anna.click(whole.message, custom_id=turn)
    asked = len(house.env.http_requests)

    async def looks() -> Looked | Unanalysed:
        for answers in (1, 2):
            while len(house.env.http_requests) < asked + answers:
                await asyncio.sleep(0)
            if answers == 1:
                house.env.backend.emit("INTERACTION_CREATE", presses[1])
        house.bot.services.analyses._kept[table.id, deal.number] = found
        return found

    analyses = Analyses(house.bot.services.tables, WorkerPool(1), HANGS_AFTER)
    house.bot.services.analyses = analyses
    analyses._under_way[table.id, deal.number] = asyncio.create_task(looks())
    await house.delivers(presses[0])
    assert whole.text.partition("\n")[0] not in house.seen(whole.message).text


@pytest.mark.parametrize(
    ("why", "said"), [(Unanalysed.FAULT, APOLOGY), (Unanalysed.NOT_DONE, NOT_DONE)], ids=["fault", "not done"]
)
async def test_an_analysis_that_fails_is_told_of_where_it_was_asked(
    house: Club, why: Unanalysed, said: Sentence
) -> None:
    await house.playing()
    await house.plays_out_the_deal_quietly()
    under_way(house, house.table, lambda: why)
    told = await house.types(house.anna, "deal", show="analyse")
    assert told.private and told.text == said()
    under_way(house, house.table, lambda: why)
    replay = await house.types(house.anna, "deal", show="replay")
    analysed = await house.presses(house.anna, replay, "replay", "analyse")
    assert said() in analysed.text and analysed.message.id == replay.message.id


@needs_solver
async def test_of_two_who_show_an_analysis_to_all_at_once_the_second_is_told_that_it_stands_there(
    house: Club,
) -> None:
    await house.playing()
    await house.plays_out_the_deal_quietly()
    table = house.table
    assert table.state.last is not None
    number = table.state.last.number
    await looked(house, table, True)
    found = house.bot.services.analyses._kept[table.id, number]

    def made() -> Looked:
        house.bot.services.analyses.shown_first(table.id, number)
        return found

    under_way(house, table, made)
    posted = len(house.room.history())
    told = await house.presses_late(house.anna, house.screen(), f"analyse:{table.id}:{number}:all")
    assert told.private and told.text == SHOWN_ALREADY() and len(house.room.history()) == posted


@needs_solver
async def test_the_analysis_of_a_deal_that_others_have_still_to_play_is_shown_to_nobody_else(
    thinking: Club,
) -> None:
    """Nor at a table where it is played once more; the one who has played it is offered no button for it."""
    anna = thinking.anna
    over = await plays(thinking, anna, await thinking.types(anna, "daily"))
    first = await daily_of(thinking, anna)
    begun = await thinking.presses_late(anna, over, f"again:{first.id}:1")
    more = next(one for one in thinking.bot.services.tables._open.values() if one.id != first.id)
    again = await finishes(thinking, anna, begun)
    posted = len(thinking.room.history())
    for table in (first, more):
        told = await thinking.presses_late(anna, again, f"analyse:{table.id}:1:all")
        assert told.private and told.text == STILL_TO_PLAY()
    own = await thinking.types(anna, "deal", show="analyse")
    assert own.private and "analyse" not in own.verbs()
    assert len(thinking.room.history()) == posted

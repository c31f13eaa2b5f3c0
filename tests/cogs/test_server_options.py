"""What the administrators of a server choose takes effect where the settings say."""

from __future__ import annotations

from typing import Any

import pytest

from bot.preferences import House, Ranked
from rules.calls import Declare
from rules.seats import Seat
from rules.table.requests import CutPack, Start
from tests.cogs.test_score import opened as sheet_opened
from tests.cogs.test_score import won
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Screen, walk


async def sets(house: Club, **chosen: Any) -> None:
    await house.bot.services.preferences.change_server(house.guild.id, lambda _: House(**chosen))


async def seated(house: Club, *, game: str = "biritch") -> None:
    """A table opened by command, as the server has it, at which four people sit."""
    await house.types(house.anna, "table open", game=game)
    for who in house.four:
        await house.types(who, "table join")


async def doubled(house: Club, times: int) -> None:
    """South has declared hearts, and tricks have been doubled so many times."""
    await seated(house)
    await house.types(house.anna, "table start")
    await house.types(house.at(Seat.EAST), "turn", act="cut")
    await house.types(house.at(Seat.SOUTH), "declare", trumps="H")
    for number in range(times):
        command = "surcontre" if number else "contre"
        await house.types(house.at(Seat.SOUTH if number % 2 else Seat.WEST), command)


# Robots and hints


async def test_where_robots_may_not_sit_nobody_can_add_one_or_start_with_an_empty_chair(house: Club) -> None:
    await sets(house, robots=False)
    await house.types(house.anna, "table open")
    for who in house.four[:3]:
        await house.types(who, "table join")
    assert "robot" not in house.screen().verbs(enabled=False) and "start" not in house.screen().verbs()
    assert "Only people take chairs here" in house.screen().text
    for command in ("table robot", "table start"):
        answer = await house.types(house.anna, command)
        assert answer.text == "Only people take chairs at this table, as the server has decided."
    await house.types(house.david, "table join")
    assert "start" in house.screen().verbs()
    await house.types(house.anna, "table start")
    assert house.table.state.rubber is not None


async def test_where_robots_may_not_sit_none_sits_in_for_an_absent_player(house: Club) -> None:
    await sets(house, robots=False)
    await seated(house)
    await house.types(house.anna, "table start")
    await house.env.advance_time(3500)
    assert "replace" not in house.screen().verbs()
    refused = await house.types(house.at(Seat.EAST), "table robot")
    assert refused.text == "Only people take chairs at this table, as the server has decided."


async def test_where_robots_may_not_sit_one_still_plays_on_for_somebody_who_leaves(house: Club) -> None:
    await sets(house, robots=False)
    await seated(house)
    await house.types(house.anna, "table start")
    await house.leaves(house.david)
    assert len(house.table.state.persons) == 3 and len(house.table.state.members) == 4


async def test_a_table_that_was_open_before_keeps_its_robots(house: Club) -> None:
    await house.open()
    await house.types(house.anna, "table join")
    await sets(house, robots=False)
    assert (await house.types(house.anna, "table robot")).text == "A robot has joined."


async def test_where_there_are_no_hints_no_table_can_have_them(house: Club) -> None:
    await sets(house, hints=False)
    await seated(house)
    refused = await house.types(house.anna, "table options", name="hints", value="on")
    assert refused.text == "There are no hints at this table, as the server has decided."
    options = await house.types(house.anna, "table options")
    assert "hints" not in str([one.get("options") for one in _lists(options)])


def _lists(seen: Any) -> list[dict[str, Any]]:
    return [dict(one) for one in walk(seen.message.components) if one["type"] == 3]


# A game that was begun alone


async def test_a_game_that_is_opened_to_friends_goes_on_as_the_server_has_chosen(house: Club) -> None:
    """While it is played alone it has hints, and knows no server."""
    await sets(house, hints=False, absent=7, ranked=Ranked.NONE, ranked_doublings=2)
    seen = await house.types(house.anna, "play", game="whist_modern", strength="easy")
    assert "hint" in seen.verbs()
    await house.types(house.anna, "play", step="friends")
    table = house.table.state
    server = {"hints_given": "no", "absent": "7", "ranked": "none", "ranked_doublings": "2"}
    assert server.items() <= dict(table.options).items() and "hints" not in dict(table.options)
    assert table.alone is None and (table.variant.house.absent, table.variant.house.hints) == (7, False)
    refused = await house.types(house.anna, "table options", name="hints", value="on")
    assert refused.text == "There are no hints at this table, as the server has decided."


async def test_where_robots_may_not_sit_no_game_with_robots_is_opened_to_friends(house: Club) -> None:
    await sets(house, robots=False)
    await house.types(house.anna, "play", game="whist_modern", strength="easy")
    answer = await house.types(house.anna, "play", step="friends")
    assert answer.text == "Only people take chairs at this table, as the server has decided."
    assert house.closed()


# Times


async def test_the_pack_is_cut_after_the_servers_own_time(house: Club) -> None:
    """The host of this club lets nobody's pack be cut for them within the hour."""
    await sets(house, cut_after=0)
    await seated(house)
    await house.types(house.anna, "table start")
    assert house.table.state.pack is None and house.table.state.cut is not None
    assert house.table.state.cut.by is None


async def test_a_claim_that_nobody_answers_counts_as_refused_after_the_servers_time(house: Club) -> None:
    await sets(house, claim_after=30)
    await seated(house)
    async with house._quiet() as does:
        await does(house.anna, Start())
        await does(house.at(Seat.EAST), CutPack(26, ""))
        await does(house.at(Seat.SOUTH), Declare(None))
    for seat in (Seat.WEST, Seat.EAST):
        await house.types(house.at(seat), "turn", act="content")
    await house.plays_a_card()
    south = house.at(Seat.SOUTH)
    sure = await house.types(south, "turn", act="claim 12")
    await house.presses(south, sure, "claim", "12")
    assert house.table.state.claim is not None
    await house.env.advance_time(29)
    assert house.table.state.claim is not None
    await house.env.advance_time(2)
    assert house.table.state.claim is None
    assert house.table.state.deal is not None and house.table.state.deal.playing is not None


# Which rubbers count


@pytest.mark.parametrize(("limit", "said"), [(1, "once"), (2, "twice"), (3, "three times")])
async def test_the_table_says_so_before_the_doubling_that_does_not_count(
    house: Club, limit: int, said: str
) -> None:
    await sets(house, ranked_doublings=limit)
    await doubled(house, limit - 1)
    assert "leaderboard" not in house.screen().text
    last = house.at(Seat.WEST if limit % 2 else Seat.SOUTH)
    await house.types(last, "contre" if limit == 1 else "surcontre")
    warned = f"⚠ Doubled {said}: a further doubling does not count on the leaderboard."
    assert warned in house.screen().text
    one_more = house.at(Seat.SOUTH if limit % 2 else Seat.WEST)
    assert warned in house.panel(one_more).text
    await house.types(one_more, "surcontre")
    assert f"On the leaderboard this deal counts as doubled {said}." in house.screen().text


async def test_a_rubber_counts_on_the_leaderboard_as_if_it_had_been_doubled_no_more_than_the_server_says(
    house: Club,
) -> None:
    await sets(house, ranked_doublings=0)
    await doubled(house, 1)
    await house.types(house.at(Seat.SOUTH), "turn", act="content")
    await house.types(house.at(Seat.NORTH), "turn", act="content")
    await house.plays_out_the_rubber()
    ended = house.table.state.ended
    assert ended is not None and ended.uncounted == "" and ended.capped is not None
    assert 0 < ended.capped != ended.value  # more, where who won the rubber has lost the doubled deal
    board = await house.types(house.ivan, "leaderboard")
    assert f"**{ended.capped}**" in board.text or str(ended.capped) in board.text
    assert str(ended.value) not in board.text


@pytest.mark.parametrize(("ranked", "why"), [(Ranked.NONE, "server"), (Ranked.FULL, "people")])
async def test_a_server_may_count_no_rubbers_or_only_those_of_people_alone(
    house: Club, ranked: Ranked, why: str
) -> None:
    await sets(house, ranked=ranked)
    await house.types(house.anna, "table open")
    for who in house.four[:3]:
        await house.types(who, "table join")
    await house.types(house.anna, "table robot")
    await house.types(house.anna, "table start")
    rubber = house.table.state.rubber
    assert rubber is not None
    shares = house.table.state.variant.rubber.ranking
    assert shares.none == (why == "server") and shares.people == (4 if why == "people" else 0)
    assert "leaderboard" not in house.screen().text


async def test_rubbers_with_real_cards_count_only_if_the_server_wants_it(house: Club) -> None:
    await sets(house, sheets_count=False)
    await sheet_opened(house)
    await won(house)
    for who in house.four:
        await house.types(who, "score confirm")
    assert "as the server has decided" in house.screen().text
    board = await house.types(house.ivan, "leaderboard", game="biritch")
    assert "Nothing is ranked here yet." in board.text


async def last_chapter(house: Club, asked: Screen) -> str:
    """The page of rules that the last button turns to."""
    last = [one["custom_id"] for one in asked.buttons][-1]
    return (await house.presses_id(house.anna, asked, last)).text


async def test_the_rules_tell_how_this_server_counts(house: Club) -> None:
    async def told(game: str = "biritch") -> str:
        return await last_chapter(house, await house.types(house.anna, "rules", game=game))

    once = "if it began with a person on each side. A trick doubled more often counts as doubled six times."
    assert once in await told()
    await sets(house, ranked_doublings=2, ranked=Ranked.FULL)
    full = "if it began with a person in every chair. A trick doubled more often counts as doubled twice."
    assert full in await told()
    assert "doubled" not in (await told("whist_long")).split("**The leaderboard**")[1]
    await sets(house, ranked=Ranked.NONE)
    assert "do not count" in await told()
    alone = await house.writes(house.anna, "rules", game="biritch")
    assert "as doubled six times" in await last_chapter(house, alone)


async def test_what_the_server_decides_is_no_option_of_the_table_and_of_no_set(house: Club) -> None:
    await sets(house, ranked_doublings=2, robots=False)
    await seated(house)
    refused = await house.types(house.anna, "table options", name="ranked_doublings", value="99")
    assert refused.text.startswith("There is no") or "option" in refused.text
    assert ("ranked_doublings", "2") in house.table.state.options
    await house.types(house.anna, "table options", save="Ours")
    (kept,) = await house.bot.services.sets.option_sets(house.guild.id)
    assert kept.options == ()

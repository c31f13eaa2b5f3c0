"""``/leaderboard`` and ``/stats`` after rubbers that were played at the table."""

from __future__ import annotations

from rules.frozen import replace
from screens.leaderboard import BoardPress
from screens.presses import read_as
from storage.ports.records import UserId
from tests.cogs.test_score import opened as sheet_opened
from tests.cogs.test_score import won as sheet_won
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Answer, walk


def pressable(seen: Answer) -> dict[str, str]:
    """The buttons of a leaderboard that can be pressed, by their labels."""
    found = {one["label"]: one["custom_id"] for one in seen.buttons if not one.get("disabled")}
    return {label: one for label, one in found.items() if read_as(BoardPress, one) is not None}


async def test_one_message_leads_to_every_board_and_period(house: Club) -> None:
    await house.begun()
    await house.plays_out_the_rubber()
    ended = house.table.state.ended
    assert ended is not None
    pair = sorted(house.table.people[one.person] for one in ended.shares if one.side is ended.winner)
    board = await house.types(house.ivan, "leaderboard")
    assert not board.private and f"**+{ended.value}**" in board.text
    pairs = await house.chooses(house.anna, board, "pairs")
    assert f"1. <@{pair[0]}> and <@{pair[1]}> **+{ended.value}**" in pairs.text
    month = await house.presses_id(house.anna, pairs, pressable(pairs)["This month"])
    assert "Partners, January 2026 (UTC)" in month.text and f"**+{ended.value}**" in month.text
    rated = await house.chooses(house.boris, month, "rating")
    assert f"1. <@{pair[0]}> and <@{pair[1]}> **1583**\n-# 1 rubber, 1 won" in rated.text
    assert pressable(rated) == {}
    alone = await house.chooses(house.boris, rated, "alone")
    assert "No rubber that counts ended in this time." in alone.text


async def test_a_leaderboard_that_everybody_sees_speaks_the_language_of_the_room(house: Club) -> None:
    """The one who has asked for it, or turns its page."""
    await house.begun()
    await house.plays_out_the_rubber()
    boris = UserId(house.boris.id)
    await house.bot.services.preferences.change_person(boris, lambda chosen: replace(chosen, language="fr"))
    board = await house.types(house.boris, "leaderboard")
    assert "1 rubber, 1 won" in board.text and not board.private
    pairs = await house.chooses(house.boris, board, "pairs")
    assert "Partners" in pairs.text
    evenings = await house.types(house.boris, "leaderboard", evening="pairs")
    assert evenings.text.startswith("### Evenings: ")


async def test_the_leaderboard_is_of_the_last_game_played_here(house: Club) -> None:
    assert (await house.types(house.anna, "leaderboard")).text.startswith("### Biritch")
    await house.types(house.anna, "table open", game="vint")
    assert (await house.types(house.anna, "leaderboard")).text.startswith("### Vint")
    elsewhere = await house.types(house.anna, "leaderboard", channel=house.parlour)
    assert elsewhere.text.startswith("### Biritch")
    await sheet_opened(house, "bridge")
    await sheet_won(house)
    for who in house.four:
        await house.types(who, "score confirm")
    elsewhere = await house.types(house.anna, "leaderboard", channel=house.parlour)
    assert elsewhere.text.startswith("### Bridge")


async def test_the_statistics_of_a_person_tell_what_the_log_tells(house: Club) -> None:
    await house.begun()
    await house.plays_out_the_rubber()
    table = house.table.state
    assert table.ended is not None and table.last is not None
    best = (await house.bot.services.rankings.record(house.guild.id, "biritch", UserId(house.anna.id))).best
    mine = next(one for one in table.ended.shares if house.table.people[one.person] == house.anna.id)
    won = mine.side is table.ended.winner
    told = await house.types(house.anna, "stats")
    points = f"**{'+' if won else '−'}{table.ended.value} points** · 1 rubber, {int(won)} won"
    assert told.private and points in told.text and f"{table.last_number} deals played" in told.text
    partner = next(one for one in table.ended.shares if one.side is mine.side and one is not mine)
    assert f"**Partners**\n<@{house.table.people[partner.person]}>" in told.text
    (gallery,) = [one for one in walk(told.message.components) if one["type"] == 12]  # type: ignore[arg-type]
    (picture,) = gallery["items"]
    assert picture["description"].startswith(
        "A chart of the points after each rubber, 1 January 2026: it begins at 0, "
    )
    if best is not None:
        replayed = await house.presses(house.anna, told, "replay")
        assert replayed.private and f"Deal {best.deal}" in replayed.text
    others = await house.types(house.ivan, "stats", person=house.anna.user)
    assert points in others.text
    nobody = await house.types(house.ivan, "stats")
    assert "No deal of this game has been finished here yet." in nobody.text


async def test_the_best_deal_can_be_replayed_after_its_table_is_closed(house: Club) -> None:
    await house.begun()
    await house.plays_out_the_rubber()
    kept = house.bot.services.rankings
    records = [await kept.record(house.guild.id, "biritch", UserId(who.id)) for who in house.four]
    winner = next(who for who, record in zip(house.four, records, strict=True) if record.best is not None)
    await house.types(house.ivan, "table close")
    told = await house.types(winner, "stats")
    replayed = await house.presses(winner, told, "replay")
    assert replayed.private and "before the lead" in replayed.text


async def test_presses_of_a_leaderboard_that_no_bot_of_ours_drew_are_refused(house: Club) -> None:
    board = await house.types(house.anna, "leaderboard")
    for odd in ("board:poker:persons:all:1", "board:biritch:?:all:1"):
        answer = await house.presses_late(house.anna, board, odd)
        assert answer.private

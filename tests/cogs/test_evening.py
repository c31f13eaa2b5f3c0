"""Evenings as people see them: progressive whist from the lots to the prizes."""

from __future__ import annotations

from screens.words import evenings as words
from tests.cogs.evenings import comes, messages_in, play_on, presses, tables, text_of, the_evening
from tests.trials.stage.club import Club


async def test_a_bot_neither_enters_an_evening_as_a_partner_nor_directs_it(house: Club) -> None:
    """Who named it enters by no means alone."""
    robot = house.guild.add_member(house.env.create_user("robot", bot=True))
    opened = await house.types(house.anna, "evening open", kind="pairs", game="biritch", director=robot)
    assert opened.text == words.BOT_AT_EVENING() and not house.bot.services.evenings._open
    await house.types(house.anna, "evening open", kind="pairs", game="biritch")
    entered = await house.types(house.anna, "evening join", partner=robot)
    assert entered.text == words.BOT_AT_EVENING() and not the_evening(house).state.entrants
    assert len(the_evening(house).people) == 1  # who opened it


async def test_progressive_whist_from_the_lots_to_the_prizes(house: Club) -> None:
    told = await house.types(house.anna, "evening open", rounds=2)
    assert told.text.startswith("The evening is open: Progressive whist.")
    lobby = house.screen()
    for who in (house.anna, house.boris, house.clara, house.david, house.ivan):
        assert (await presses(house, who, lobby, "join")).text.startswith("You are in.")
    assert "5 people play" in house.screen().text
    assert "2 tables · 2 hands · 5 people · 3 robots" in house.screen().text
    assert "Only the director" in (await presses(house, house.boris, lobby, "begin")).text
    await presses(house, house.anna, lobby, "begin")
    await house.env.settle()
    first, second = tables(house)
    threads = {one.id: one.name for one in house.env.backend.channels.values() if one.is_thread}
    evening = the_evening(house)
    assert threads[first.place.channel] == "Table 1 · Progressive whist"
    assert threads[second.place.channel] == "Table 2 · Progressive whist"
    where = await presses(house, house.anna, house.seen(lobby.message), "where")
    (hers,) = [one for one in (first, second) if house.anna.id in one.people.values()]
    number = 1 if hers is first else 2
    assert where.text == f"You play at table {number}: <#{hers.place.channel}>."
    await play_on(house)
    assert "Hand 1 of 2" in await comes(house, "All tables have finished.")
    told = await comes(house, "Hand 1 of 2 is over: all tables have finished.")  # type: ignore[assignment]
    assert told.startswith(f"<@{house.anna.id}>, you direct this evening:")  # type: ignore[attr-defined]
    await house.types(house.anna, "evening direct", what="signal")
    assert {one.place.channel for one in tables(house)} == set(threads)
    standing = [one.id for one in messages_in(house, house.room.id) if "Hand 2 of 2" in text_of(one)]
    assert standing == [max(one.id for one in messages_in(house, house.room.id))]
    assert not any("is over: all tables" in text_of(one) for one in messages_in(house, house.room.id))
    await play_on(house)
    assert evening.closed
    stands = await comes(house, f"**{words.OVER()}**")
    assert "Hand 2 of 2" in stands and "First prize:" not in stands
    final = await comes(house, "Final table")
    assert "Role A" in final and "Role B" in final and "First prize:" in final
    told_to_all = [text_of(one) for one in messages_in(house, house.room.id)]
    assert sum("Final table" in one for one in told_to_all) == 1
    assert not any("you direct this evening" in one for one in told_to_all)
    ends = [
        one.content or text_of(one)
        for channel in house.env.backend.channels.values()
        for one in messages_in(house, channel.id)
        if "Your place: " in text_of(one)
    ]
    assert len(ends) == 5
    assert sum("You have won the " in one for one in ends) == final.count(" prize: ")
    assert all(f"/channels/{house.guild.id}/{house.room.id}" in one for one in ends)

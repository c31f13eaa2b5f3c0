"""A table of deals from a file: the bot's process is killed, and nobody sends the file again."""

from __future__ import annotations

import pytest

from rules.record.boards import read_boards
from rules.table.events import CardsDealt, DealsBrought
from tests.rules.endplay_boards import FOLDER
from tests.trials.stage.playing import evening

FILE = (FOLDER / "by-hand.pbn").read_bytes()


@pytest.mark.long
async def test_deals_that_were_brought_are_dealt_though_the_bot_is_killed_before_and_after() -> None:
    async with evening(seated=False) as table:
        ivan = table.person("ivan")
        opened = await ivan.slash("table open", channel=table.channel, game="biritch", deals=("a.pbn", FILE))
        assert opened.type == 4, opened
        await table.until(lambda: table.public() and "brought 6 deals" in table.room_text)
        table.bot.kill()
        await table.bot.dead()
        await table.bot.restart()
        for person in table.people:
            await person.slash("table join", channel=table.channel)
        refused = await ivan.slash("table join", channel=table.channel)
        assert "know the hands" in str(refused.message)
        await table.until(lambda: table.to_start)
        await table.start()
        await table.act()
        table.bot.kill()
        await table.bot.dead()
        await table.bot.restart()
        await table.act()
        assert not table.complaints()
        kept = await table.book()
    events = [one.event for one in kept.events]
    deals = read_boards(FILE.decode("utf-8-sig"))
    (brought,) = (one for one in events if isinstance(one, DealsBrought))
    assert brought.deals == deals
    assert [one.hands for one in events if isinstance(one, CardsDealt)] == [deals[0].hands]

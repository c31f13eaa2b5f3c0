"""Two quick taps on a panel that changes between them."""

from __future__ import annotations

from pathlib import Path

from simcord.actors import MemberActor

from rules.seats import Seat
from screens.words.refusals import DOUBLE_TAP
from tests.cogs.club import Club, club
from tests.cogs.seen import Answer


async def taps(house: Club, who: MemberActor, panel: Answer) -> Answer:
    return await house.presses(who, panel, "play", house.plays(who)[0])


async def test_a_second_tap_plays_no_other_card_of_somebody_who_is_to_play_again(tmp_path: Path) -> None:
    async with club(tmp_path / "tables.sqlite3", double_tap=0.6) as house:
        await house.playing(cards=1)
        while True:  # until somebody wins the trick with its last card
            await house.env.advance_time(1)
            who = house.to_act()
            panel = await taps(house, who, await house.types(who, "hand"))
            if house.to_act() is who:
                break
        played = house.cards_played
        refused = await taps(house, who, panel)
        assert refused.text.startswith(f"> {DOUBLE_TAP()}") and refused.message.id == panel.message.id
        assert house.cards_played == played
        await house.env.advance_time(0.7)
        await taps(house, who, refused)
        assert house.cards_played == played + 1


async def test_two_people_may_tap_in_the_same_moment(tmp_path: Path) -> None:
    async with club(tmp_path / "tables.sqlite3", double_tap=0.6) as house:
        await house.playing()
        for seat in (Seat.WEST, Seat.SOUTH):  # South plays dummy's card
            assert house.to_act() is house.at(seat)
            await taps(house, house.at(seat), await house.types(house.at(seat), "hand"))
        assert house.cards_played == 2

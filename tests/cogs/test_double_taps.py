"""Two quick taps on a panel that changes between them."""

from __future__ import annotations

from pathlib import Path

import pytest
from simcord.actors import MemberActor

from rules.seats import Seat
from screens.words.refusals import DOUBLE_TAP, MOMENT_PASSED
from tests.cogs.test_alone import goes_on, table_of
from tests.trials.stage.club import Club, club
from tests.trials.stage.seen import Answer, Screen


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


@pytest.mark.parametrize(("later", "plays"), [(0.1, False), (0.3, True)])
async def test_a_quick_hand_that_goes_to_another_place_is_held_back_no_longer_than_eyes_need(
    tmp_path: Path, later: float, plays: bool
) -> None:
    async with club(tmp_path / "tables.sqlite3", double_tap=0.6) as house:
        await house.playing(cards=1)
        while True:
            await house.env.advance_time(1)
            who = house.to_act()
            panel = await taps(house, who, await house.types(who, "hand"))
            if house.to_act() is who and len(house.plays(who)) > 3:
                break
        played = house.cards_played
        await house.env.advance_time(later)
        await house.presses(who, panel, "play", house.plays(who)[-1])
        assert house.cards_played == played + plays


async def test_alone_cards_may_be_played_as_quickly_as_one_looks(tmp_path: Path) -> None:
    """A card can be taken back there."""
    async with club(tmp_path / "tables.sqlite3", double_tap=0.6) as house:
        seen: Screen = await house.types(house.anna, "play", strength="easy", declare=True)
        for _ in range(9):
            await house.env.advance_time(0.3)
            seen = await goes_on(house, house.anna, seen)
            assert DOUBLE_TAP() not in seen.text
        deal = (await table_of(house, house.anna)).state.deal
        assert deal is not None and deal.playing is not None and deal.playing.cards_played > 12


async def test_two_people_may_tap_in_the_same_moment(tmp_path: Path) -> None:
    async with club(tmp_path / "tables.sqlite3", double_tap=0.6) as house:
        await house.playing()
        for seat in (Seat.WEST, Seat.SOUTH):  # South plays dummy's card
            assert house.to_act() is house.at(seat)
            await taps(house, house.at(seat), await house.types(house.at(seat), "hand"))
        assert house.cards_played == 2


async def test_two_cards_tapped_in_the_same_instant_are_one_tap(tmp_path: Path) -> None:
    async with club(tmp_path / "tables.sqlite3", double_tap=0.6) as house:
        await house.playing()
        west = house.at(Seat.WEST)
        panel = house.panel(west)
        with house.held_up() as taps_made:
            for card in house.plays(west)[:2]:
                await west.user.click(panel.message, custom_id=panel.button("play", card))
        assert len({int(one["id"]) >> 22 for one in taps_made}) == 1  # the milliseconds in an id
        await house.delivers(*taps_made)
        assert house.cards_played == 1
        assert DOUBLE_TAP() in house.panel(west).text


async def test_a_tap_whose_answer_was_lost_and_that_comes_again_did_not_come_too_soon(tmp_path: Path) -> None:
    async with club(tmp_path / "tables.sqlite3", double_tap=0.6) as house:
        await house.playing()
        west = house.at(Seat.WEST)
        panel = house.panel(west)
        with house.held_up() as taps_made:
            await west.user.click(panel.message, custom_id=panel.button("play", house.plays(west)[0]))
        house.env.inject_error("POST", "/interactions/*", status=404, code=10062)
        await house.delivers(*taps_made, *taps_made)
        assert house.cards_played == 1
        assert DOUBLE_TAP() not in house.panel(west).text


async def test_a_tap_that_was_made_before_the_last_one_and_comes_after_it_did_not_come_too_soon(
    tmp_path: Path,
) -> None:
    async with club(tmp_path / "tables.sqlite3", double_tap=0.6) as house:
        await house.playing()
        west = house.at(Seat.WEST)
        panel, (early, late) = house.panel(west), house.plays(west)[:2]
        with house.held_up() as taps_made:
            await west.user.click(panel.message, custom_id=panel.button("play", early))
        await house.env.advance_time(0.3)
        await house.presses(west, panel, "play", late)
        await house.delivers(*taps_made)
        assert house.cards_played == 1
        assert MOMENT_PASSED() in house.panel(west).text


async def test_what_is_no_card_and_no_call_may_be_tapped_at_once_after_one(tmp_path: Path) -> None:
    async with club(tmp_path / "tables.sqlite3", double_tap=0.6) as house:
        await house.playing()
        west, south = house.at(Seat.WEST), house.at(Seat.SOUTH)
        await taps(house, west, await house.types(west, "hand"))
        await house.claims(south)
        await house.presses(west, await house.types(west, "hand"), "agree")
        assert house.table.state.claim is not None and Seat.WEST in house.table.state.claim.agreed

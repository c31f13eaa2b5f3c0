"""Two-tap play, for those who have chosen it: the first tap marks a card, the second plays it."""

from __future__ import annotations

from dataclasses import replace

from simcord.actors import MemberActor

from rules.seats import Seat
from screens.presses import Press
from storage.ports.records import UserId
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Screen


async def choosing(house: Club, who: MemberActor) -> None:
    preferences = house.bot.services.preferences
    await preferences.change_person(UserId(who.id), lambda tastes: replace(tastes, two_tap=True))


def marked(seen: Screen) -> list[str]:
    return [one["custom_id"].rpartition(":")[2] for one in seen.buttons if "✓" in one.get("label", "")]


def elsewhere(house: Club, who: MemberActor) -> list[object]:
    """Everything that anybody but this person sees, as Discord keeps it."""
    own = house.panel(who).message.id
    return [(one.id, one.content, one.components) for one in house.messages() if one.id != own]


async def test_the_first_tap_marks_and_the_second_plays_and_nobody_else_sees_a_difference(
    house: Club,
) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    await choosing(house, west)
    first, second = house.plays(west)[:2]
    version, others = house.table.version, elsewhere(house, west)
    for card in (first, second):
        answer = await house.presses(west, house.panel(west), "play", card)
        assert marked(answer) == [card] == marked(house.panel(west))
        assert "is marked." in answer.text and not answer.result.followups
    assert (house.table.version, elsewhere(house, west)) == (version, others)
    answer = await house.presses(west, house.panel(west), "play", second)
    assert house.cards_played == 1 and not marked(answer)
    assert second not in house.plays(west)


async def test_the_ids_of_the_buttons_say_nothing_of_the_mark(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    before = {one["custom_id"] for one in house.panel(west).buttons}
    await choosing(house, west)
    await house.presses(west, house.panel(west), "play", house.plays(west)[0])
    assert {one["custom_id"] for one in house.panel(west).buttons} == before


async def test_those_who_have_not_chosen_it_play_with_one_tap(house: Club) -> None:
    await house.playing()
    await choosing(house, house.at(Seat.NORTH))
    west = house.at(Seat.WEST)
    await house.presses(west, house.panel(west), "play", house.plays(west)[0])
    assert house.cards_played == 1


async def test_on_a_hand_in_the_channel_it_is_the_same(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    await choosing(house, west)
    hand, card = await house.presses(west, house.screen(), "hand"), house.plays(west)[3]
    once = await house.presses(west, hand, "play", card)
    assert marked(once) == [card] and once.message.id == hand.message.id and house.cards_played == 0
    await house.presses(west, once, "play", card)
    assert house.cards_played == 1


async def test_a_card_that_cannot_be_played_is_refused_at_the_first_tap(house: Club) -> None:
    await house.playing()
    south = house.at(Seat.SOUTH)
    await choosing(house, south)
    own = house.view(south).own
    assert own is not None
    card = next(iter(own.left))
    answer = await house.presses_late(south, house.panel(south), f"play:{house.table.id}:1:{card}")
    assert f"It is {house.called(Seat.WEST)}'s turn." in answer.text and not marked(answer)


async def test_a_restart_forgets_the_mark(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    await choosing(house, west)
    card = house.plays(west)[0]
    await house.presses(west, house.panel(west), "play", card)
    await house.restart()
    west = house.at(Seat.WEST)
    answer = await house.presses(west, house.panel(west), "play", card)
    assert marked(answer) == [card] and house.cards_played == 0


async def test_a_tap_that_discord_delivers_twice_does_not_play(house: Club) -> None:
    marks, west = house.bot.services.drawing.marks, UserId(7)
    await house.playing()
    table, card = house.table, next(iter(house.view(house.at(Seat.WEST)).own.left))  # type: ignore[union-attr]
    assert not marks.tapped(west, table.id, 1, card, by=1)
    assert not marks.tapped(west, table.id, 1, card, by=1)
    assert marks.marked_card(west, table.id, 1) is card and marks.marked_card(west, table.id, 2) is None
    assert marks.tapped(west, table.id, 1, card, by=2)  # type: ignore[arg-type]
    assert (
        marks.is_second_tap(west, 2)
        and not marks.is_second_tap(west, 1)
        and marks.marked_card(west, table.id, 1) is None
    )


async def test_a_card_marked_while_an_edit_of_the_panel_hangs_is_shown_as_marked_once_that_is_over(
    house: Club,
) -> None:
    await house.playing()
    house.wire.hangs = "/messages/"
    await house.acts(house.to_act(), house._calmly(house.to_act()))
    who = house.to_act()
    await choosing(house, who)
    deal, card, panel = house.view(who).deal, house.plays(who)[0], house.panel(who)
    assert deal is not None
    press = Press("play", house.table.id, deal.number, deal.cards_gone, card)
    await house.presses_late(who, panel, str(press))
    assert not marked(house.seen(panel.message))
    house.wire.hangs = "nothing"
    house.wire.freed.set()
    await house.env.settle()
    assert marked(house.seen(panel.message)) == [card] and house.cards_played == 1

"""Why robots chose, after a deal, and hints during it, over Discord."""

from __future__ import annotations

from pathlib import Path

from lab.report import main
from robots.teaching.reported import read_report
from rules.seats import Seat
from rules.table.requests import SetOption
from storage.ports.records import UserId
from tests.cogs.test_challenges import challenged, plays_deal, taken_up, the_challenge
from tests.trials.stage.club import Club
from tests.trials.stage.played import goes_on
from tests.trials.stage.seen import Answer, Screen


async def chooses(house: Club, seen: Answer, value: str) -> Answer:
    custom_id = f"why:{house.table.id}:1:in"
    return house._answer(await house.ivan.select(seen.message, custom_id=custom_id, values=[value]))


def results(house: Club) -> list[Screen]:
    shown = (house.seen(message) for message in house.room.history())
    return [one for one in shown if "Game: " in one.text]


async def played_out(house: Club) -> None:
    """The deal, by rule and without a word to Discord until it is over; then its result is drawn."""
    tables, table = house.bot.services.tables, house.table
    followers, tables.followers = tables.followers, []
    while not table.state.last_number:
        await goes_on(tables, table, UserId(house.anna.id))
    tables.followers = followers
    with house.inside():
        for follower in followers:
            follower.changed(table)
    await house.env.settle()
    assert results(house)


async def with_hints(house: Club) -> None:
    """West is to lead, at a table with hints."""
    await house.seated()
    await house.acts(house.anna, SetOption("hints", "on"))
    await house.types(house.anna, "table start")
    await house.types(house.at(Seat.EAST), "turn", act="cut")
    await house.types(house.at(Seat.SOUTH), "declare", trumps="H")
    for seat in (Seat.WEST, Seat.EAST):
        await house.types(house.at(seat), "turn", act="content")


async def test_what_the_robots_thought_is_told_after_the_deal_to_anybody_who_asks_and_privately(
    house: Club, tmp_path: Path
) -> None:
    await house.begun(house.anna)
    if house.table.state.pack is not None:
        await house.types(house.anna, "turn", act="cut")
    early = await house.types(house.ivan, "deal", show="why", deal=1)
    assert early.private and early.text == ("The robots tell what they thought when this deal is over.")
    nothing = await house.types(house.ivan, "deal", show="why")
    assert nothing.private and nothing.text == "No deal of this table is over yet."
    await played_out(house)

    asked = await house.types(house.ivan, "deal", show="why")
    assert asked.private and "### What the robots thought: Deal 1" in asked.text
    pressed = await house.looks(house.ivan, results(house)[0], "why")
    assert pressed.private and pressed.text == asked.text
    trick = await chooses(house, pressed, "t4")
    assert trick.private and "**Trick 5**" in trick.text and "(robot): **" in trick.text
    assert trick.message.id == pressed.message.id, "the list stays where it is"

    reported = await house.presses(house.ivan, trick, "report")
    typed = await house.types(house.ivan, "deal", show="report", deal=1)
    assert reported.private and typed.private
    for shown, count in ((reported, 4), (typed, 1)):
        report = read_report(shown.text)
        assert report.game == "biritch" and len(report.cards) in (0, 20) and len(report.doubted) >= count - 1
        for person, user in house.table.people.items():
            assert person.alias not in shown.text and str(user) not in shown.text
    (file := tmp_path / "mad.txt").write_text(reported.text)
    assert main([str(file)]) in (0, 1)

    await house.restart()
    assert (await house.types(house.ivan, "deal", show="why", deal=1)).text == asked.text
    assert (await house.types(house.ivan, "deal", show="why", deal=99)).text.startswith(
        "No deal with that number"
    )


async def test_a_hint_is_for_the_player_whose_turn_it_is_and_plays_nothing(house: Club) -> None:
    await with_hints(house)
    west, north = house.at(Seat.WEST), house.at(Seat.NORTH)
    told = await house.types(west, "deal", show="hint")
    assert told.private and told.text.startswith("**") and "** — " in told.text
    assert house.cards_played == 0
    again = await house.presses(west, await house.types(west, "hand"), "hint")
    assert again.private and again.text == told.text
    assert "hint" not in (await house.types(north, "hand")).verbs()
    assert (await house.types(north, "deal", show="hint")).text == f"It is {house.called(Seat.WEST)}'s turn."
    assert (
        await house.types(house.ivan, "deal", show="hint")
    ).text == "You don't have a chair at this table."
    old = await house.types(west, "hand")
    button = old.button("hint")
    await house.plays_a_card()
    assert (
        await house.presses_late(west, old, button)
    ).text == f"It is {house.called(Seat.SOUTH)}'s turn."  # dummy's card is due


async def test_at_a_first_deal_a_hint_is_its_reason_and_the_figures_come_by_a_press(thinking: Club) -> None:
    await with_hints(thinking)
    west = thinking.at(Seat.WEST)
    whole = await thinking.types(west, "deal", show="hint")
    short = await thinking.presses(west, await thinking.types(west, "hand"), "hint")
    assert short.private and whole.text.startswith(short.text.strip())
    assert "layout" in whole.text and "layout" not in short.text
    figures = await thinking.presses(west, short, "hint")
    assert figures.private and "layout" in figures.text
    assert figures.message.id == short.message.id, "they stand in the place of the reason"


async def test_a_table_without_hints_gives_none(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    answer = await house.types(west, "deal", show="hint")
    assert answer.private and answer.text.startswith("This table plays without hints.")
    assert "hint" not in (await house.types(west, "hand")).verbs()


async def test_a_report_of_calls_names_those_as_robots_who_were_some_then(house: Club) -> None:
    """Anna was to be dummy, and changed places with the robot opposite before the first card."""
    called = await challenged(house, house.anna, None)
    await plays_deal(house, house.anna, await taken_up(house, house.anna, called))
    (deal, *_) = (await the_challenge(house, called)).deals
    table = await house.bot.services.contests.table_of(UserId(house.anna.id), deal)
    assert table.state.rubber is not None
    assert table.state.rubber.seats.north == table.person(UserId(house.anna.id))
    for page, robots in (("c0", "NEW"), ("t0", "ESW")):
        shown = await house.presses_late(house.anna, called, f"report:{table.id}:1:0:{page}")
        assert read_report(shown.text).robots == frozenset(map(Seat, robots)), page

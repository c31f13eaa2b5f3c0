"""Scenes of what people press and type amiss, late or twice, and look up of a deal that is over."""

from __future__ import annotations

import discord

from bot.preferences import Cards
from rules.frozen import replace
from rules.seats import Seat
from storage.ports.records import UserId
from tests.cogs.chronicle import Chronicle
from tests.cogs.evenings import begun
from tests.cogs.test_alone import finishes
from tests.cogs.test_score import GAME, opened
from tests.trials.stage.club import Club


async def a_deal_is_replayed_recorded_and_verified(house: Club, tells: Chronicle) -> None:
    await house.playing()
    await house.plays_out_the_deal_quietly()
    anna = house.anna
    tells.only_of(anna)
    await tells.begins("A deal is over.")
    await tells.presses(anna, "More")
    await tells.presses(anna, "Replay")
    await tells.chooses(anna, "Go to a trick", "3")
    await tells.presses(anna, "Next")
    await tells.presses(anna, "Last")
    await tells.presses(anna, "Back")
    await tells.presses(anna, "Tricks")
    await tells.types(anna, "deal", show="picture")
    await tells.types(anna, "deal", show="rubber")
    await tells.types(anna, "deal", show="record", deal=1)
    await tells.presses(anna, "More")
    await tells.presses(anna, "Verify deal")
    await tells.presses(anna, "Figures")
    for command in ("replay", "picture", "record", "verify", "analyse", "why"):
        await tells.types(anna, f"deal {command}", deal=9)
    await tells.types(anna, "deal", show="verify", day="yesterday")
    await tells.types(anna, "deal", show="verify", day="2020-01-01")


async def a_claim_is_pressed_late(house: Club, tells: Chronicle) -> None:
    await house.playing(cards=6)
    west, north = house.at(Seat.WEST), house.at(Seat.NORTH)
    tells.only_of(west, north)
    await tells.begins("Six cards are played.")
    await tells.types(west, "turn", act="claim 5")
    await tells.types(west, "turn", act="claim")
    await tells.types(west, "turn", act="claim 13")
    await tells.types(north, "turn", act="claim")
    await tells.types(house.ivan, "turn", act="claim")
    await tells.presses(west, "My hand")
    await tells.presses(west, "Claim")
    for _ in range(2):
        await house.types(house.to_act(), "play", card=house.plays(house.to_act())[0])
    await tells.chooses(west, "How many do you claim?", "2")
    await tells.types(house.at(Seat.SOUTH), "turn", act="agree")


async def things_are_typed_out_of_time(house: Club, tells: Chronicle) -> None:
    await house.begun()
    south, west, ivan = house.at(Seat.SOUTH), house.at(Seat.WEST), house.ivan
    tells.only_of(south, ivan)
    await tells.begins("Four people wait for East to cut.")
    for command in ("pass", "contre", "surcontre"):
        await tells.types(south, command)
    for act in ("content", "double", "redouble", "ruff", "honours", "agree"):
        await tells.types(south, f"turn {act}")
    looks = (f"deal {look}" for look in ("last", "worth", "hint"))
    for command in ("turn refuse", "turn takeback", "turn claim", *looks, "hand"):
        await tells.types(south, command)
        await tells.types(ivan, command)
    await tells.types(south, "declare", trumps="H")
    await tells.types(south, "bid", bid="1H")
    await tells.types(south, "play", card="QS")
    await tells.types(south, "turn", act="discard QS")
    await house.types(house.at(Seat.EAST), "turn", act="cut 20")
    await tells.types(south, "declare", trumps="nonsense")
    await tells.types(south, "deal", show="worth", call="H")
    await tells.types(south, "deal", show="worth", call="nonsense")
    await tells.types(south, "declare", trumps="H")
    await tells.types(south, "turn", act="takeback")
    await tells.types(west, "contre")
    await tells.types(south, "surcontre")
    await tells.types(south, "deal", show="worth")


async def a_pad_is_pressed_when_the_sheet_has_changed(house: Club, tells: Chronicle) -> None:
    await opened(house)
    anna, boris = house.anna, house.boris
    tells.only_of(anna)
    await tells.begins("A sheet of Biritch lies open.")
    await tells.presses(anna, "Enter a deal")
    await tells.presses(anna, "♥")
    await tells.chooses(anna, "Who won how many tricks", "N8")
    await tells.chooses(anna, "Honours", "N3")
    await house.types(boris, "score deal", **GAME)
    await tells.presses(anna, "Write down")
    await tells.presses(anna, "Write down")
    await tells.presses(anna, "Correct")
    await tells.chooses(anna, "Choose a deal", "2")
    await tells.presses(anna, "Contre")
    await house.types(boris, "score undo")
    await tells.presses(anna, "Change deal 2")
    await tells.types(anna, "score pad")
    await tells.presses(anna, "♣")
    await tells.presses(anna, "Cancel")
    await tells.types(house.ivan, "score pad")
    await tells.types(house.ivan, "score pad", correct=True)
    await tells.types(anna, "score pad", correct=True, rubber=7)
    await tells.types(anna, "score pad", correct=True)
    await tells.presses(anna, "Cancel")
    await tells.types(anna, "score deal", declared="hearts", by="NS", tricks=8)
    await tells.types(anna, "score open", game="whist_long")
    await tells.types(anna, "score close")
    await tells.types(anna, "score pad")


async def the_seats_of_a_sheet_are_refused(house: Club, tells: Chronicle) -> None:
    anna = house.anna
    tells.only_of(anna)
    await tells.types(anna, "score open", game="biritch")
    robot = house.guild.add_member(house.env.create_user("robot", bot=True))
    await tells.chooses(anna, "East: choose a person", robot)
    await tells.chooses(anna, "North: choose a person", anna)
    for name in ("Old Mr. Clay", "@anna", "  ", "Mr. Pole"):
        await tells.presses(anna, "Guest West")
        await tells.sends(anna, text=name)
    await tells.presses(anna, "Guest South")
    await tells.sends(anna, text="MR. POLE")
    await tells.chooses(anna, "North: choose a person")
    await tells.presses(anna, "Cancel")


async def somebody_learns_from_mistakes(house: Club, tells: Chronicle) -> None:
    anna = house.anna
    await house.bot.services.preferences.change_person(
        UserId(anna.id), lambda tastes: replace(tastes, cards=Cards.TEXT)
    )
    await tells.types(anna, "learn")
    await tells.chooses(anna, "Choose a lesson", "4")
    await tells.presses(anna, "4♦")
    await tells.presses(anna, "10♥")
    await tells.presses(anna, "8")
    await tells.presses(anna, "24")
    await tells.presses(anna, "All lessons")
    await tells.chooses(anna, "Choose a lesson", "7")
    await tells.presses(anna, "All lessons")
    await tells.chooses(anna, "Choose a lesson", "1")
    await tells.presses(anna, "Go on")
    await tells.presses(anna, "K♥")
    await tells.presses(anna, "Q♠")
    await tells.types(anna, "learn")
    await tells.presses(anna, "All lessons")
    await tells.presses(anna, "Exercises")
    await tells.presses(anna, "2♠")


async def exercises_of_a_day_are_answered(house: Club, tells: Chronicle) -> None:
    anna = house.anna
    await tells.types(anna, "learn")
    await tells.presses(anna, "Exercises")
    for card in ("2♠", "7♠", "3♥", "K♥"):
        await tells.presses(anna, card)
        await tells.presses(anna, "Next exercise")
    await tells.presses(anna, "K♥")
    await tells.presses(anna, "All lessons")
    await tells.presses(anna, "Exercises")


async def a_game_played_alone_is_taken_up_and_back(house: Club, tells: Chronicle) -> None:
    anna = house.anna
    await finishes(house, anna, await house.types(anna, "play", strength="easy"))
    await tells.begins("Anna has played a deal alone.")
    await tells.types(anna, "play", step="again")
    await tells.passes(5)
    await tells.presses(anna, "3♥")
    await tells.types(anna, "play", step="back")
    await tells.types(anna, "play", step="on")
    await tells.types(anna, "play", step="friends")
    await tells.types(anna, "table close")


async def lists_are_turned(house: Club, tells: Chronicle) -> None:
    anna = house.anna
    await opened(house)
    tells.only_of(anna)
    await tells.begins("A sheet of Biritch lies open.")
    await tells.types(anna, "leaderboard")
    await tells.types(anna, "stats")
    await tells.types(anna, "score option", name="rubber_bonus", value="many")
    await tells.types(anna, "score option", name="nonsense", value="1")
    await tells.types(anna, "score option", name="rubber_bonus", value="50")
    await tells.types(anna, "score sheet")
    await tells.types(anna, "score sheet", deal=4)
    await tells.types(anna, "score confirm")
    await tells.types(anna, "score confirm", reject=True)
    await tells.types(anna, "score next")


async def a_director_has_the_last_word(house: Club, tells: Chronicle) -> None:
    await begun(house, *house.four, house.ivan, rounds=2)
    anna, boris = house.anna, house.boris
    tells.only_of(anna)
    await tells.begins("A round of progressive whist is played at two tables.")
    await tells.presses(boris, "Direct")
    await tells.presses(anna, "Direct")
    await tells.chooses(anna, "Give a table a result", "2")
    await tells.chooses(anna, "North and south won…", "7")
    await tells.chooses(anna, "A robot in whose place?", boris)
    await tells.presses(anna, "End this round")
    await tells.presses(anna, "End this round")
    await tells.types(anna, "evening direct", what="begin")
    await tells.types(anna, "evening join")
    await tells.types(anna, "evening adjust", table=9, tricks=7)
    await tells.types(boris, "evening direct", what="call")
    await tells.types(boris, "evening direct", what="signal")
    await tells.types(anna, "evening leave")
    await tells.types(anna, "evening open")
    await tells.types(anna, "evening show")
    await tells.types(anna, "evening direct", what="close")
    await tells.types(anna, "evening direct", what="close")
    await tells.types(anna, "evening show", what="standings")


async def settings_are_pressed_one_by_one(house: Club, tells: Chronicle) -> None:
    role = house.guild.create_role("wardens", permissions=discord.Permissions(manage_guild=True))
    warden = house.guild.add_member(house.env.create_user("walter"), roles=[role])
    tells.knows(warden)
    anna = house.anna
    tells.only_of(anna, warden)
    await house.seated()
    await tells.types(anna, "table options", save="Ours")
    await tells.types(warden, "table options", save="OURS")
    await tells.types(anna, "me")
    await tells.chooses(anna, "When a table waits for you", "0")
    await tells.chooses(anna, "When a table waits for you", "never")
    await tells.types(warden, "settings")
    await tells.presses(warden, "Sets of options")
    await tells.chooses(warden, "Delete a set", "Ours")
    await tells.presses(warden, "Times")
    await tells.presses(anna, "Options")
    await tells.chooses(anna, "Seats and cutting", "seating")
    await tells.types(anna, "table options", name="hints", value="maybe")
    await tells.types(anna, "table options", name="nonsense", value="on")
    await tells.types(house.ivan, "table options", name="hints", value="on")
    await tells.types(anna, "table open", set="Theirs", channel=house.parlour)
    await tells.types(anna, "table open")


async def a_card_is_tapped_twice_on_every_message(house: Club, tells: Chronicle) -> None:
    await house.playing()
    west, south = house.at(Seat.WEST), house.at(Seat.SOUTH)
    for who in (west, south):
        await house.bot.services.preferences.change_person(
            UserId(who.id), lambda tastes: replace(tastes, two_tap=True)
        )
    tells.only_of(west, south)
    await tells.begins("West is to lead, and plays with two taps.")
    first, second = house.plays(west)[:2]
    await tells.types(west, "hand")
    for card in (first, second, second):
        await house.presses(west, house.panel(west), "play", card)
        await tells.finds(f"{card} is tapped.")
    await tells.presses(south, "My hand")
    card = house.plays(south)[0]
    for _ in range(2):
        await house.presses_late(south, house.screen(), house.panel(south).button("play", card))
        await tells.finds(f"{card} is tapped on the table's message.")
    await tells.types(south, "deal", show="last")


async def a_card_is_asked_back_by_typing(house: Club, tells: Chronicle) -> None:
    await house.playing(cards=2, ranked="none")
    who, card = house.to_act(), house.plays(house.to_act())[0]
    tells.only_of(who)
    await tells.begins("Two cards are played.")
    await tells.types(who, "play", card=card)
    await tells.types(who, "turn", act="takeback")
    await tells.types(who, "turn", act="takeback")


SCENES = (
    a_deal_is_replayed_recorded_and_verified,
    a_claim_is_pressed_late,
    things_are_typed_out_of_time,
    a_pad_is_pressed_when_the_sheet_has_changed,
    the_seats_of_a_sheet_are_refused,
    somebody_learns_from_mistakes,
    a_game_played_alone_is_taken_up_and_back,
    lists_are_turned,
    a_director_has_the_last_word,
    settings_are_pressed_one_by_one,
    a_card_is_tapped_twice_on_every_message,
    a_card_is_asked_back_by_typing,
    exercises_of_a_day_are_answered,
)

"""Scenes of what people ask for themselves, and of those who play alone, for ``scenes``."""

from __future__ import annotations

import discord

from bot.preferences import Cards
from rules.frozen import replace
from storage.ports.records import UserId
from tests.cogs.chronicle import Chronicle
from tests.cogs.test_alone import finishes
from tests.cogs.test_challenges import plays_deal, taken_up
from tests.cogs.test_contests import plays, robots_done
from tests.trials.stage.club import Club


async def somebody_plays_alone(house: Club, tells: Chronicle) -> None:
    anna = house.anna
    await tells.types(anna, "play", strength="easy", declare=True)
    await tells.types(anna, "deal", show="hint")
    await tells.types(anna, "table show")


async def a_deal_played_alone_is_over(house: Club, tells: Chronicle) -> None:
    anna = house.anna
    over = await finishes(house, anna, await house.types(anna, "play", strength="easy"))
    assert over.private
    await tells.finds("Anna has played a deal alone.")
    await tells.presses(anna, "I declare")
    await tells.presses(anna, "Best hand")
    for label in ("More", "Score", "Back", "Back"):
        await tells.presses(anna, label)
    await tells.types(anna, "deal", show="why")
    await tells.presses(anna, "Same deal again")
    await tells.types(anna, "table leave")


async def a_deal_played_alone_is_shown_to_friends(house: Club, tells: Chronicle) -> None:
    anna = house.anna
    await finishes(house, anna, await house.types(anna, "play", strength="easy"))
    await tells.begins("Anna has played a deal alone.")
    await tells.presses(anna, "Play this with friends")
    await tells.presses(house.boris, "Take a chair")


async def the_deal_of_the_day_is_played(house: Club, tells: Chronicle) -> None:
    anna = house.anna
    await tells.types(anna, "daily")
    await robots_done(house)
    await plays(house, anna, await house.types(anna, "daily"))
    await tells.begins("Anna has played the deal of the day.")
    await tells.types(anna, "daily")
    await tells.presses(anna, "Share")
    await tells.presses(anna, "This week")
    await tells.presses(anna, "Month, friends")
    await tells.types(anna, "daily", what="seal")
    await tells.types(anna, "daily", what="remind")
    await tells.types(house.boris, "daily", what="replay", person=anna)


async def friends_challenge_each_other(house: Club, tells: Chronicle) -> None:
    anna, boris = house.anna, house.boris
    await tells.types(anna, "challenge", friend=boris)
    called = house.screen()
    await tells.types(boris, "challenge", what="mine")
    await tells.presses(boris, "I play")
    await tells.types(house.clara, "challenge", friend=boris)
    await plays_deal(house, boris, await taken_up(house, boris, called))
    await tells.finds("Boris has played the first deal.")
    await tells.types(anna, "challenge", what="mine")
    await tells.presses(anna, "1")
    await plays_deal(house, anna, await taken_up(house, anna, called))
    await tells.finds("Anna has played it too.")
    await tells.presses(boris, "How it stands")
    await tells.types(anna, "challenge", game="vint")
    await tells.presses(house.clara, "I play")
    await tells.types(house.david, "challenge", friend=house.david)


async def somebody_learns(house: Club, tells: Chronicle) -> None:
    anna = house.anna
    await tells.types(anna, "learn")
    await tells.presses(anna, "Begin")
    await tells.presses(anna, "Go on")
    await tells.presses(anna, "5♥")
    await tells.presses(anna, "All lessons")
    await tells.chooses(anna, "Choose a lesson", "3")
    await tells.presses(anna, "All lessons")
    await tells.presses(anna, "Exercises")


async def somebody_looks_things_up(house: Club, tells: Chronicle) -> None:
    anna = house.anna
    await tells.types(anna, "help")
    await tells.presses(anna, "Leaving")
    await tells.types(anna, "rules")
    await tells.types(anna, "rules", game="vint")
    await tells.types(anna, "rules", about="Revokes")
    await tells.presses(anna, "The cards · Partners")
    await tells.types(anna, "rules", about="word:chicane")
    await tells.types(anna, "rules", about="evenings")
    await tells.types(anna, "rules", about="nothing of the kind")
    await tells.types(anna, "privacy show")


async def somebody_chooses_their_own_settings(house: Club, tells: Chronicle) -> None:
    anna = house.anna
    await tells.types(anna, "me")
    await tells.chooses(anna, "When a table waits for you", "45")
    await tells.chooses(anna, "Cards look like this", "text")
    await tells.chooses(anna, "Language", "fr")
    await tells.chooses(anna, "Pour jouer une carte", "yes")


async def a_server_is_arranged(house: Club, tells: Chronicle) -> None:
    role = house.guild.create_role("wardens", permissions=discord.Permissions(manage_guild=True))
    warden = house.guild.add_member(house.env.create_user("walter"), roles=[role])
    tells.knows(warden)
    await tells.types(warden, "settings")
    await tells.chooses(warden, "Channels where tables may be opened", house.room, house.parlour)
    await tells.chooses(warden, "Robots", "no")
    await tells.presses(warden, "Times")
    await tells.presses(warden, "Ranking")
    await tells.presses(warden, "Looks")
    await tells.presses(warden, "Sets of options")
    await tells.types(house.anna, "table open")


async def a_deal_is_compared(house: Club, tells: Chronicle) -> None:
    """In French, with cards as letters, by somebody who would be told of every day."""
    anna = house.anna
    await house.bot.services.preferences.change_person(
        UserId(anna.id), lambda tastes: replace(tastes, language="fr", cards=Cards.TEXT, daily=True)
    )
    await tells.types(anna, "play", game="vint", strength="easy")
    await tells.types(anna, "play", step="compared")
    await tells.types(anna, "daily")
    await tells.types(anna, "daily", what="month")
    await tells.types(anna, "daily", what="remind")
    await tells.types(anna, "deal", show="verify", day="2025-12-31")


async def somebody_writes_in_direct_messages(house: Club, tells: Chronicle) -> None:
    anna = house.anna
    await house.writes(anna, "play", strength="easy", declare=True)
    await tells.finds("Anna plays alone in direct messages.")
    await tells.presses(anna, "Hint")
    await tells.presses(anna, "♥ +8")
    await house.writes(anna, "privacy export")
    await tells.finds("She asks what is stored of her.")


SCENES = (
    a_deal_is_compared,
    somebody_writes_in_direct_messages,
    somebody_plays_alone,
    a_deal_played_alone_is_over,
    a_deal_played_alone_is_shown_to_friends,
    the_deal_of_the_day_is_played,
    friends_challenge_each_other,
    somebody_learns,
    somebody_looks_things_up,
    somebody_chooses_their_own_settings,
    a_server_is_arranged,
)

"""Scenes at tables that everybody sees, for ``scenes``."""

from __future__ import annotations

from simcord.actors import MemberActor

from bot.preferences import Cards
from rules.frozen import replace
from rules.seats import Seat
from rules.table.requests import CutPack, Gather, Join
from storage.ports.records import UserId
from tests.cogs.chronicle import Chronicle
from tests.cogs.test_penalties import begun as strict
from tests.trials.stage.club import Club


async def a_table_fills_and_its_rubber_begins(house: Club, tells: Chronicle) -> None:
    await tells.types(house.anna, "table open")
    await tells.presses(house.boris, "Join")
    await tells.presses(house.anna, "Add a robot")
    await tells.presses(house.anna, "Add a robot")
    await tells.presses(house.boris, "Remove a robot")
    await tells.types(house.ivan, "table start")
    await tells.presses(house.clara, "Join")
    await tells.presses(house.clara, "Leave")
    await tells.presses(house.clara, "Join")
    await tells.types(house.david, "table join")
    await tells.presses(house.ivan, "Wait for a chair")
    await tells.presses(house.anna, "Start")


async def a_table_changes_its_options(house: Club, tells: Chronicle) -> None:
    await tells.types(house.anna, "table open", game="dummy_whist")
    await tells.presses(house.anna, "Take Dummy")
    await tells.presses(house.anna, "Options")
    await tells.chooses(house.anna, "Robots, pace and looks", "picture")
    await tells.presses(house.anna, "as a picture while cards are played")
    await tells.presses(house.anna, "All options")
    await tells.chooses(house.anna, "Claims and mistakes", "claims")
    await tells.types(house.boris, "table options")
    await tells.types(house.anna, "table options", name="robots", value="easy")
    await tells.types(house.anna, "table options", name="hints", value="on")
    await tells.types(house.anna, "table robot")
    await tells.types(house.anna, "table robot", away=True)
    await tells.types(house.anna, "table options", save="Ours")
    await tells.types(house.anna, "deal", show="score")
    await tells.types(house.anna, "table show")
    await tells.types(house.anna, "table close")


async def a_declaration_is_doubled_and_cards_are_played(house: Club, tells: Chronicle) -> None:
    await house.begun()
    east, south, west, north = (house.at(seat) for seat in (Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH))
    tells.only_of(south)
    await tells.begins("Four people wait for East to cut.")
    await tells.presses(east, "Cut the pack")
    await tells.presses(south, "Pass to partner")
    await tells.presses(north, "♥ +8")
    await tells.types(west, "contre")
    await tells.presses(south, "Accept")
    await tells.types(north, "turn", act="content")
    await tells.types(south, "deal", show="worth")
    for _ in range(5):
        await tells.types(house.to_act(), "play", card=house.plays(house.to_act())[0])
    await tells.presses(south, "Last trick")
    await tells.presses(south, "Score")
    await tells.types(south, "hand")


async def an_auction_is_heard(house: Club, tells: Chronicle) -> None:
    await house.types(house.anna, "table open", game="contract")
    for who in (house.boris, house.clara, house.david):
        await house.types(who, "table join")
    await house.types(house.anna, "table start")
    await house.types(house.at(house.table.state.pack.cutter), "turn", act="cut")  # type: ignore[union-attr]
    first = house.to_act()
    second = house.at(house.seat(first).left)
    tells.only_of(first, second)
    await tells.begins("The cards are dealt.")
    await tells.presses(first, "2")
    await tells.presses(first, "2 ♥ Hearts")
    await tells.presses(second, "Double")
    await tells.types(first, "deal", show="worth")
    await tells.types(house.to_act(), "turn", act="redouble")
    await tells.types(house.to_act(), "bid", bid="3N")
    for _ in range(3):
        await tells.types(house.to_act(), "pass")
    await tells.types(house.to_act(), "play", card=house.plays(house.to_act())[0])


async def some_tricks_are_claimed(house: Club, tells: Chronicle) -> None:
    await house.playing(cards=6)
    south, west = house.at(Seat.SOUTH), house.at(Seat.WEST)
    tells.only_of(south, west)
    await tells.begins("Six cards are played.")
    await tells.presses(west, "My hand")
    await tells.presses(west, "Claim")
    await tells.chooses(west, "How many do you claim?", "5")
    await tells.presses(west, "Back")
    await tells.chooses(west, "How many do you claim?", "5")
    await tells.presses(west, "Show my hand and claim 5")
    await tells.presses(south, "Refuse")
    await tells.types(west, "turn", act="claim 0")
    await tells.presses(west, "Concede")
    await tells.presses(house.at(Seat.EAST), "Agree")


async def a_card_that_does_not_follow_is_asked_about(house: Club, tells: Chronicle) -> None:
    await house.renounced()
    east, west = house.at(Seat.EAST), house.at(Seat.WEST)
    tells.only_of(east, west)
    await tells.begins("East, who could follow, has thrown off.")
    await tells.begins_to_type(east, "turn", "act", "correct")
    await tells.presses(west, "None of that suit?")
    await tells.presses(east, "Correct")


async def a_revoke_is_claimed_and_punished(house: Club, tells: Chronicle) -> None:
    await house.renounced()
    await house.acts(None, Gather())
    south, east = house.at(Seat.SOUTH), house.at(Seat.EAST)
    tells.only_of(south, east)
    await tells.begins("East has revoked, and the trick is gathered.")
    await tells.presses(south, "My hand")
    await tells.presses(south, "Claim a revoke")
    await tells.begins_to_type(south, "turn", "act")
    await tells.chooses(south, "Which card was a revoke?", "1:E")
    await tells.begins_to_type(south, "turn", "act")
    await tells.types(south, "hand")


async def a_lead_out_of_turn_is_punished(house: Club, tells: Chronicle) -> None:
    await strict(house)
    east, west, south = house.at(Seat.EAST), house.at(Seat.WEST), house.at(Seat.SOUTH)
    tells.only_of(east, west, south)
    await tells.begins("West is to lead.")
    await tells.types(east, "hand")
    await tells.presses(east, "Q♠")
    await tells.begins_to_type(south, "turn", "act")
    await tells.begins_to_type(south, "turn", "act", "follow")
    await tells.presses(south, "Demand a penalty")
    await tells.presses(south, "Call a lead of spades")
    await tells.types(west, "play", card="AH")
    await tells.types(west, "play", card="5S")


async def a_lead_out_of_turn_is_followed(house: Club, tells: Chronicle) -> None:
    await strict(house)
    east, west, south = house.at(Seat.EAST), house.at(Seat.WEST), house.at(Seat.SOUTH)
    tells.only_of(south)
    await house.types(east, "play", card="QS")
    await tells.begins("East has led out of turn.")
    await tells.presses(south, "Follow the lead")
    await tells.presses(south, "A♠")
    await tells.types(west, "turn", act="follow 3S")
    await tells.types(south, "turn", act="follow 2S")


async def a_card_goes_back(house: Club, tells: Chronicle) -> None:
    await house.playing(cards=2, ranked="none")
    south, west = house.at(Seat.SOUTH), house.at(Seat.WEST)
    tells.only_of(south, west)
    await tells.begins("South has played dummy's card.")
    await tells.types(south, "hand")
    await tells.presses(south, "Take back")
    await tells.presses(west, "Agree")
    await tells.types(house.at(Seat.EAST), "turn", act="agree")


async def a_deal_is_over_and_looked_at(house: Club, tells: Chronicle) -> None:
    await house.playing(cards=51)
    ivan = house.ivan
    tells.only_of(ivan)
    await tells.begins("One card is left.")
    await tells.types(house.to_act(), "play", card=house.plays(house.to_act())[0])
    await tells.types(ivan, "hand")
    await tells.presses(ivan, "More")
    await tells.presses(ivan, "Tricks")
    await tells.presses(ivan, "Back")
    await tells.presses(ivan, "Record")
    await tells.types(ivan, "deal", show="replay", deal=1)
    await tells.presses(ivan, "Next")
    await tells.presses(ivan, "Last")
    await tells.chooses(ivan, "Go to a trick", "5")
    await tells.presses(ivan, "Previous")
    await tells.types(ivan, "deal", show="picture")
    await tells.types(ivan, "deal", show="last")
    await tells.types(ivan, "deal", show="score")
    await tells.types(ivan, "deal", show="verify", deal=1)


async def a_result_stands_until_it_has_been_seen(house: Club, tells: Chronicle) -> None:
    await house.playing()
    await house.plays_out_the_deal_quietly()
    tells.only_of(house.anna, house.david)
    await tells.begins("A deal is over.")
    await tells.presses(house.ivan, "Next")
    await tells.presses(house.anna, "Next")
    await tells.types(house.boris, "turn", act="next")
    await tells.types(house.anna, "hand")
    await tells.presses(house.clara, "Next")
    await tells.presses(house.david, "Next")
    await tells.presses(house.ivan, "Show")


async def a_rubber_ends(house: Club, tells: Chronicle) -> None:
    await house.begun()
    await house.plays_out_the_rubber()
    tells.only_of(house.anna, house.ivan)
    await tells.finds("The last card of a rubber has been played.")
    await tells.types(house.anna, "hand")
    await tells.types(house.ivan, "leaderboard")
    await tells.chooses(house.ivan, "Who is listed", "pairs")
    await tells.presses(house.ivan, "This month")
    await tells.chooses(house.ivan, "Who is listed", "rating")
    await tells.types(house.anna, "stats")
    await tells.types(house.ivan, "stats", person=house.anna)
    await tells.types(house.anna, "deal", show="score")
    await tells.types(house.anna, "table close")


async def somebody_leaves_and_a_robot_plays_on(house: Club, tells: Chronicle) -> None:
    await house.playing(cards=2)
    tells.only_of(house.anna, house.boris, house.ivan)
    await tells.begins("Two cards are played.")
    await tells.presses(house.boris, "My hand")
    await tells.types(house.boris, "table leave")
    await tells.presses(house.boris, "Leave anyway")
    await tells.types(house.ivan, "table join")
    await tells.types(house.boris, "table join")
    await tells.types(house.anna, "table close")
    await tells.types(house.boris, "table close")


async def a_table_is_paused(house: Club, tells: Chronicle) -> None:
    await house.playing(cards=2)
    tells.only_of(house.clara, house.ivan)
    await tells.begins("Two cards are played.")
    await tells.types(house.anna, "table pause")
    await tells.presses(house.clara, "My hand")
    await tells.types(house.clara, "play", card="QS")
    await tells.presses(house.boris, "Resume")
    await tells.types(house.ivan, "table pause")


async def somebody_is_late(house: Club, tells: Chronicle) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    tells.only_of(west, house.anna)
    await tells.begins("West is to lead.")
    await tells.passes(25)
    await tells.passes(200)
    await tells.types(house.anna, "turn", act="substitute yes")


async def six_people_take_turns(house: Club, tells: Chronicle) -> None:
    await house.seated()
    tells.only_of(house.ivan)
    await tells.begins("Four people have sat down.")
    await tells.types(house.ivan, "table join")
    await tells.types(house.ivan, "hand")
    await tells.types(house.anna, "table start")


async def a_room_speaks_russian_and_a_player_french(house: Club, tells: Chronicle) -> None:
    """French letters on cards: R, D, V; the player has two taps for each card, and cards without emoji."""
    preferences = house.bot.services.preferences
    await preferences.change_server(house.guild.id, lambda chosen: replace(chosen, language="ru"))
    await house.begun()
    east, south, west, north = (house.at(seat) for seat in (Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH))
    for who in (west, house.ivan):
        await preferences.change_person(
            UserId(who.id),
            lambda tastes: replace(tastes, language="fr", cards=Cards.TEXT, two_tap=True),
        )
    tells.only_of(west, house.ivan)
    await tells.begins("Four people wait for East to cut.")
    await tells.types(east, "turn", act="cut")
    await tells.types(south, "pass")
    await tells.types(north, "declare", trumps="H")
    await tells.types(west, "contre")
    for who in (south, north):
        await tells.types(who, "turn", act="content")
    await tells.presses(west, "R♦")
    await tells.presses(west, "R♦ ✓")
    await tells.types(west, "deal", show="last")
    await tells.types(house.ivan, "table join")


async def opens(house: Club, game: str, *people: MemberActor, **options: str) -> None:
    """A table of this game at which these people sit; the rubber has begun."""
    async with house._quiet() as does:
        await house.opens(game, options)
        for who in people:
            await does(who, Join())
    await house.types(people[0], "table start")


async def the_lowest_chooses_a_seat(house: Club, tells: Chronicle) -> None:
    await opens(house, "biritch", *house.four, seats_chosen="lowest")
    assert house.table.state.rubber is not None
    lowest = house.table.state.rubber.dealer
    await tells.finds("The rubber has begun.")
    await tells.types(house.at(lowest.left), "turn", act="seat N")
    await tells.presses(house.at(lowest), "East")
    await tells.types(house.at(lowest), "turn", act="seat N")


async def a_stock_lies_at_ruff_and_honours(house: Club, tells: Chronicle) -> None:
    await opens(house, "ruff_and_honours", *house.four)
    async with house._quiet() as does:
        await does(house.at(house.table.state.pack.cutter), CutPack(26, "b"))  # type: ignore[union-attr]
    first = house.to_act()
    tells.only_of(first)
    await tells.begins("Nobody has the ace of trumps, and West is to lead.")
    await tells.types(first, "hand")
    await tells.types(house.to_act(), "play", card=house.plays(house.to_act())[0])
    await tells.types(house.to_act(), "turn", act="honours")


async def three_play_with_a_dummy(house: Club, tells: Chronicle) -> None:
    people = house.four[:3]
    await opens(house, "dummy_whist", *people)
    tells.only_of(*people)
    await tells.finds("The rubber has begun.")
    pack = house.table.state.pack
    assert pack is not None
    await tells.types(house.at(pack.cutter), "turn", act="cut")
    for _ in range(4):
        await tells.types(house.to_act(), "play", card=house.plays(house.to_act())[0])


async def vint_is_bid(house: Club, tells: Chronicle) -> None:
    await opens(house, "vint", *house.four)
    await house.types(house.at(house.table.state.pack.cutter), "turn", act="cut")  # type: ignore[union-attr]
    first = house.to_act()
    tells.only_of(first)
    await tells.begins("The cards are dealt.")
    await tells.types(first, "deal", show="worth", call="1S")
    await tells.types(first, "bid", bid="1S")
    for bid in ("2H", "pass", "pass"):
        await tells.types(
            house.to_act(),
            "pass" if bid == "pass" else "bid",
            **({} if bid == "pass" else {"bid": bid}),  # type: ignore[arg-type]
        )
    await tells.types(house.to_act(), "turn", act="double")


async def a_table_is_closed_by_its_moderator(house: Club, tells: Chronicle) -> None:
    await house.playing(cards=1)
    tells.only_of(house.anna, house.ivan)
    await tells.begins("One card is played.")
    await tells.types(house.ivan, "table close")


async def a_table_moves_to_another_channel(house: Club, tells: Chronicle) -> None:
    await house.playing(cards=1)
    tells.only_of(house.anna, house.boris)
    await tells.begins("One card is played.")
    await tells.types(house.boris, "table show", channel=house.parlour)
    await tells.types(house.anna, "table show", channel=house.parlour)


async def words_are_offered_while_people_type(house: Club, tells: Chronicle) -> None:
    """What means it comes first, then what begins so, then what has it somewhere."""
    await house.types(house.anna, "table open")
    tells.only_of()
    await tells.begins("A table is open.")
    for typed in ("", "dou", "game", "zzz"):
        await tells.begins_to_type(house.anna, "table options", "name", typed)
    await tells.begins_to_type(house.anna, "table options", "value", name="seating")
    await tells.begins_to_type(house.anna, "table options", "value", "f", name="seating")
    await tells.begins_to_type(house.anna, "table open", "set")
    await tells.begins_to_type(house.anna, "rules", "about", "re")
    await tells.begins_to_type(house.anna, "declare", "trumps")
    for who in (house.boris, house.clara, house.david):
        await house.types(who, "table join")
    await house.types(house.anna, "table start")
    await house.types(house.at(Seat.EAST), "turn", act="cut")
    south, west = house.at(Seat.SOUTH), house.at(Seat.WEST)
    await tells.begins_to_type(south, "declare", "trumps")
    await tells.begins_to_type(south, "declare", "trumps", "no t")
    await tells.begins_to_type(south, "deal", "call", "h")
    await house.types(south, "declare", trumps="H")
    await tells.begins_to_type(west, "deal", "call")
    for seat in (Seat.WEST, Seat.EAST):
        await house.types(house.at(seat), "turn", act="content")
    await tells.begins_to_type(west, "play", "card")
    await tells.begins_to_type(west, "play", "card", "10")
    await tells.begins_to_type(west, "play", "card", "heart")
    await tells.begins_to_type(house.ivan, "play", "card")
    await tells.begins_to_type(house.ivan, "table join", "chair")


async def bids_are_offered_while_people_type(house: Club, tells: Chronicle) -> None:
    await opens(house, "contract", *house.four)
    await house.types(house.at(house.table.state.pack.cutter), "turn", act="cut")  # type: ignore[union-attr]
    first = house.to_act()
    tells.only_of(first)
    await tells.begins("The cards are dealt.")
    for typed in ("", "2", "n", "pass", "1 heart"):
        await tells.begins_to_type(first, "bid", "bid", typed)
    await tells.types(first, "turn", act="redouble")
    await tells.types(first, "bid", bid="nonsense")
    await tells.types(first, "bid", bid="1 club")
    await tells.begins_to_type(house.to_act(), "deal", "call")
    await tells.types(house.to_act(), "turn", act="double")
    await tells.types(house.to_act(), "turn", act="double")


SCENES = (
    words_are_offered_while_people_type,
    bids_are_offered_while_people_type,
    the_lowest_chooses_a_seat,
    a_stock_lies_at_ruff_and_honours,
    three_play_with_a_dummy,
    vint_is_bid,
    a_table_is_closed_by_its_moderator,
    a_table_moves_to_another_channel,
    a_room_speaks_russian_and_a_player_french,
    a_table_fills_and_its_rubber_begins,
    a_table_changes_its_options,
    a_declaration_is_doubled_and_cards_are_played,
    an_auction_is_heard,
    some_tricks_are_claimed,
    a_card_that_does_not_follow_is_asked_about,
    a_revoke_is_claimed_and_punished,
    a_lead_out_of_turn_is_punished,
    a_lead_out_of_turn_is_followed,
    a_card_goes_back,
    a_deal_is_over_and_looked_at,
    a_result_stands_until_it_has_been_seen,
    a_rubber_ends,
    somebody_leaves_and_a_robot_plays_on,
    a_table_is_paused,
    somebody_is_late,
    six_people_take_turns,
)

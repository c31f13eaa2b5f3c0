"""The commands of a deal, typed in the channel of the table."""

from __future__ import annotations

import pytest

from rules.calls import Content, Declare, Double, Pass
from rules.cards import Suit, parse_card
from rules.seats import Seat
from rules.view import May
from tests.trials.stage.club import Club

DECLARER = (Seat.SOUTH, Seat.NORTH)

# The cut


async def test_only_the_dealers_right_hand_neighbour_cuts_and_then_everybody_has_thirteen_cards(
    house: Club,
) -> None:
    await house.begun()
    answer = await house.types(house.at(Seat.WEST), "turn", act="cut 20")
    assert answer.why == f"{house.called(Seat.EAST)} cuts the pack: they sit at the dealer's right."
    assert (
        await house.types(house.ivan, "turn", act="cut 20")
    ).why == "You don't have a chair at this table."
    answer = await house.types(house.at(Seat.EAST), "turn", act="cut 20")
    assert answer.private and "You lifted 20 cards." in answer.text
    assert house.table.state.cut is not None and house.table.state.cut.at == 20
    for who in house.four:
        own = house.view(who).own
        assert own is not None and len(own.left) == 13
    assert (await house.types(house.at(Seat.EAST), "turn", act="cut")).why == "No pack is waiting to be cut."


@pytest.mark.parametrize("at", [4, 48])
async def test_the_thinnest_cut_leaves_four_cards(house: Club, at: int) -> None:
    await house.begun()
    await house.types(house.at(Seat.EAST), "turn", act=f"cut {at}")
    assert house.table.state.cut is not None and house.table.state.cut.at == at


@pytest.mark.parametrize("at", [3, 49, 0])
async def test_a_thinner_cut_is_refused(house: Club, at: int) -> None:
    await house.begun()
    told = (await house.types(house.at(Seat.EAST), "turn", act=f"cut {at}")).text
    assert told == "A cut must leave at least four cards on each side; what you can do now: Cut the pack."
    assert house.table.state.pack is not None


# The declaration


@pytest.mark.parametrize(
    ("letter", "trumps", "told"),
    [
        ("S", Suit.SPADES, "♠︎ Spades"),
        ("H", Suit.HEARTS, "♥︎ Hearts"),
        ("D", Suit.DIAMONDS, "♦︎ Diamonds"),
        ("C", Suit.CLUBS, "♣︎ Clubs"),
        ("N", None, "Biritch — no trumps"),
        ("sans atout", None, "Biritch — no trumps"),
        ("Biritch — no trumps", None, "Biritch — no trumps"),
        ("♥️", Suit.HEARTS, "♥︎ Hearts"),
    ],
)
async def test_the_dealer_declares(house: Club, letter: str, trumps: Suit | None, told: str) -> None:
    await house.dealt()
    answer = await house.types(house.at(Seat.SOUTH), "declare", trumps=letter)
    assert answer.text == f"You declared {told}."
    settled = house.table.state.settled()
    assert settled is not None and settled.trumps is trumps


async def test_nobody_but_the_dealer_speaks_first(house: Club) -> None:
    await house.dealt()
    for seat in (Seat.WEST, Seat.NORTH, Seat.EAST):
        for command, options in (("declare", {"trumps": "H"}), ("pass", {})):
            answer = await house.types(house.at(seat), command, **options)  # type: ignore[arg-type]
            assert answer.text == f"It is {house.called(Seat.SOUTH)}'s turn."
    assert (
        await house.types(house.ivan, "declare", trumps="H")
    ).text == "You don't have a chair at this table."


async def test_when_the_dealer_passes_the_partner_must_declare(house: Club) -> None:
    await house.dealt()
    answer = await house.types(house.at(Seat.SOUTH), "pass")
    assert answer.text == "You passed, so your partner must name trumps."
    north = house.at(Seat.NORTH)
    assert (await house.types(north, "pass")).text == "The dealer passed, so you must name trumps."
    assert (
        await house.types(house.at(Seat.SOUTH), "declare", trumps="H")
    ).text == f"It is {house.called(Seat.NORTH)}'s turn."
    assert (await house.types(north, "declare", trumps="N")).text == "You declared Biritch — no trumps."


# Contre


async def test_contre_is_for_the_first_doubling_and_sur_contre_for_every_other(house: Club) -> None:
    await house.declared()
    west, south, east, north = (house.at(seat) for seat in (Seat.WEST, Seat.SOUTH, Seat.EAST, Seat.NORTH))
    already = "That is doubled already: to double it again, redouble, or say sur contre."
    not_yet = "That is not doubled yet: first double it, or say contre."
    assert (await house.types(west, "surcontre")).text == not_yet
    assert (await house.types(west, "contre")).text == "You doubled what every trick scores."
    assert (await house.types(south, "contre")).text == already
    assert (await house.types(south, "surcontre")).text == "You doubled what every trick scores."
    assert (await house.types(east, "contre")).text == already
    assert (await house.types(east, "surcontre")).text == "You doubled what every trick scores."
    assert (await house.types(north, "surcontre")).text == "You doubled what every trick scores."
    settled = house.table.state.settled()
    assert settled is not None and (settled.level, settled.worth) == (4, 8 * 16)
    assert "sur contre ×16" in house.screen().text


async def test_only_the_side_that_is_to_speak_doubles(house: Club) -> None:
    await house.declared()
    for seat in DECLARER:
        assert (
            await house.types(house.at(seat), "contre")
        ).text == f"It is for {house.called(Seat.WEST)} or {house.called(Seat.EAST)} to answer."
    assert (await house.types(house.ivan, "contre")).text == "You don't have a chair at this table."
    await house.types(house.at(Seat.EAST), "contre")
    answer = await house.types(house.at(Seat.WEST), "surcontre")
    assert answer.text == f"It is for {house.called(Seat.SOUTH)} or {house.called(Seat.NORTH)} to answer."


async def test_both_adversaries_must_be_content_before_a_card_is_led(house: Club) -> None:
    await house.declared()
    west, east = house.at(Seat.WEST), house.at(Seat.EAST)
    assert (await house.types(west, "turn", act="content")).why == "You accepted."
    assert (await house.types(west, "turn", act="content")).why == "You have already accepted."
    told = (await house.types(west, "play", card="2C")).text
    assert told == f"First come the calls: it is for {house.called(Seat.EAST)} to speak."
    assert (await house.types(east, "turn", act="content")).why == "You accepted."
    assert house.plays(west)


async def test_before_anything_is_declared_there_is_nothing_to_double(house: Club) -> None:
    await house.dealt()
    west, south = house.at(Seat.WEST), house.at(Seat.SOUTH)
    for call in ("contre", "surcontre", "content"):
        command = ("turn", {"act": call}) if call == "content" else (call, {})
        assert (
            await house.types(west, command[0], **command[1])  # type: ignore[arg-type]
        ).why == f"It is {house.called(Seat.SOUTH)}'s turn."
        told = (await house.types(south, command[0], **command[1])).why  # type: ignore[arg-type]
        assert (
            told == f"That call is not open now: it is for {house.called(Seat.SOUTH)} to name trumps or pass."
        )


async def test_before_the_cut_and_before_the_lead_it_is_said_what_comes_first(house: Club) -> None:
    await house.begun(*house.four)
    for command, given in (("pass", {}), ("play", {"card": "2C"}), ("contre", {})):
        told = (await house.types(house.anna, command, **given)).text  # type: ignore[arg-type]
        assert told == f"First {house.called(Seat.EAST)} cuts the pack, and the cards are dealt."
    assert (
        await house.types(house.anna, "turn", act="claim")
    ).why == "You can claim once the first card has been led."
    await house.types(house.at(Seat.EAST), "turn", act="cut")
    await house.types(house.at(Seat.SOUTH), "declare", trumps="H")
    for who in house.four:
        assert (
            await house.types(who, "turn", act="claim")
        ).why == "You can claim once the first card has been led."
        told = (await house.types(who, "declare", trumps="S")).text
        others = f"{house.called(Seat.WEST)} or {house.called(Seat.EAST)}"
        assert told == f"That call is not open now: it is for {others} to double or accept."


async def test_once_cards_are_played_it_is_said_that_the_calls_are_over(house: Club) -> None:
    await house.playing()
    assert (
        await house.types(house.at(Seat.WEST), "contre")
    ).text == "The calls are over: now cards are played."
    told = (await house.types(house.at(Seat.WEST), "turn", act="honours")).why
    assert told.startswith("Your side cannot call honours in this deal: `/rules` tells")


@pytest.mark.parametrize("call", ["pass", "contre", "surcontre", "content", "claim", "agree", "refuse"])
async def test_between_rubbers_no_call_is_open_and_one_sentence_says_so(house: Club, call: str) -> None:
    await house.seated()
    if call in ("pass", "contre", "surcontre"):
        told = await house.types(house.anna, call)
        assert told.private and not told.buttons
        assert told.text.count(".") == 1 and told.text.endswith(".")
    answer = await house.types(house.anna, "turn", act=call)
    assert answer.private and not answer.buttons
    assert answer.text.count(".") == 1 and answer.text.endswith(".")


# Cards


@pytest.mark.parametrize(
    "written", ["{rank}{suit}", "{low}{lowsuit}", "{rank}{sign}", "{low}{sign}︎", " {rank}{suit} "]
)
async def test_a_card_may_be_written_as_people_write_it(house: Club, written: str) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    name = next(name for name in house.plays(west) if name[0] in "AKQJ")
    card = parse_card(name)
    text = written.format(
        rank=name[0],
        suit=name[1],
        low=name[0].lower(),
        lowsuit=name[1].lower(),
        sign=dict(zip("SHDC", "♠♥♦♣", strict=True))[name[1]],
    )
    answer = await house.types(west, "play", card=text)
    assert answer.text == f"You played {name[0]}{dict(zip('SHDC', '♠♥♦♣', strict=True))[name[1]]}︎."
    assert house.table.state.deal is not None and house.table.state.deal.playing is not None
    assert card in house.table.state.deal.playing.played_cards()


@pytest.mark.parametrize("written", ["10{suit}", "10{sign}", "t{suit}", "T{suit}"])
async def test_the_ten_may_be_written_with_two_figures(house: Club, written: str) -> None:
    await house.playing()
    while not (tens := [card for card in house.plays(house.to_act()) if card[0] == "T"]):
        await house.plays_a_card()
    suit = tens[0][1]
    sign = dict(zip("SHDC", "♠♥♦♣", strict=True))[suit]
    answer = await house.types(house.to_act(), "play", card=written.format(suit=suit.lower(), sign=sign))
    assert answer.text == f"You played 10{sign}︎."


@pytest.mark.parametrize(
    "nonsense",
    ["", " ", "1H", "QX", "QHQH", "@everyone", "**Q**H", "١٠H", "Q" * 300, "play:QH"],
)
async def test_nonsense_is_refused_in_one_sentence_that_does_not_repeat_it(
    house: Club, nonsense: str
) -> None:
    await house.playing()
    answer = await house.types(house.at(Seat.WEST), "play", card=nonsense)
    assert answer.private
    assert answer.text == "I don't know any card or call by that name."
    assert len(house.plays(house.at(Seat.WEST))) == 13


async def test_suit_must_be_followed_and_the_sentence_names_it(house: Club) -> None:
    await house.playing(cards=1)
    assert house.table.state.deal is not None and house.table.state.deal.playing is not None
    led = house.table.state.deal.playing.trick.led
    south, open_now = house.at(Seat.SOUTH), house.plays(house.at(Seat.SOUTH))
    dummy = next(one for one in house.view(south).deal.faced if one.seat is Seat.NORTH)  # type: ignore[union-attr]
    other = next(card for card in dummy.left if str(card) not in open_now)
    answer = await house.types(south, "play", card=str(other))
    assert led is not None
    assert answer.text == f"You still have a {led.name.lower().removesuffix('s')}, so you must follow suit."


async def test_a_card_out_of_turn_not_held_or_from_dummys_own_chair_is_refused(house: Club) -> None:
    await house.playing()
    west, east = house.at(Seat.WEST), house.at(Seat.EAST)
    own = house.view(east).own
    assert own is not None
    mine = str(next(iter(own.left)))
    assert (await house.types(east, "play", card=mine)).text == f"It is {house.called(Seat.WEST)}'s turn."
    answer = await house.types(west, "play", card=mine)
    assert answer.text.endswith("is not in the hand that is to play.")
    assert (await house.types(house.ivan, "play", card=mine)).text == "You don't have a chair at this table."
    answer = await house.types(house.at(Seat.NORTH), "play", card=mine)
    assert answer.text == "You are dummy: your partner plays your cards."


async def test_a_card_from_the_wrong_one_of_declarers_two_hands_is_refused(house: Club) -> None:
    await house.playing(cards=1)
    south = house.at(Seat.SOUTH)
    own = house.view(south).own
    assert own is not None
    answer = await house.types(south, "play", card=str(next(iter(own.left))))
    assert answer.text == f"The next card must come from {house.called(Seat.NORTH)}'s hand."


async def test_a_card_played_by_command_without_a_panel_in_use_is_answered_with_the_hand(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    await house.types(west, "hand")  # from now on the hand in the channel is the one in use
    card = house.plays(west)[0]
    answer = await house.types(west, "play", card=card)
    assert answer.private and answer.text.startswith("> You played")
    assert "**Your cards**" in answer.text and "play" not in answer.verbs()


async def test_a_whole_deal_can_be_typed(house: Club) -> None:
    await house.dealt()
    await house.does(house.at(Seat.SOUTH), Pass())
    await house.does(house.at(Seat.NORTH), Declare(None))
    await house.does(house.at(Seat.EAST), Double())
    for seat in DECLARER:
        await house.does(house.at(seat), Content())
    await house.plays_out_the_deal()
    last = house.table.state.last
    assert last is not None and last.settled.level == 1  # type: ignore[union-attr]
    result = next(one for one in house.room.history() if "deals next." in house.seen(one).text)
    assert house.seen(result).text.startswith(house.by_name("### Deal 1: North "))
    assert house.seen(result).verbs() == {"cut", "more", "score"}
    assert "trick" in (await house.types(house.ivan, "deal", show="last")).text


# What is offered while a card is typed

SIGNS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "\ufe0e": ""})


def parse_sent(value: str) -> str:
    """``QH`` for the ``Q♥`` that is sent."""
    return value.translate(SIGNS)


async def test_while_a_card_is_typed_only_those_that_may_be_played_are_offered(house: Club) -> None:
    await house.playing(cards=1)
    south = house.at(Seat.SOUTH)  # to play from dummy
    offered = await south.autocomplete(house.room, "play", "card", "")
    assert [parse_sent(one["value"]) for one in offered] == list(house.plays(south))
    assert 0 < len(offered) < 13


async def test_what_is_typed_narrows_what_is_offered(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    cards = house.plays(west)
    for typed, meant in (
        ("h", [card for card in cards if card[1] == "H"]),
        ("♥", [card for card in cards if card[1] == "H"]),
        (cards[0].lower(), cards[:1]),
        ("1", [card for card in cards if card[0] == "T"]),
        ("10", [card for card in cards if card[0] == "T"]),
        ("zzz", []),
    ):
        offered = await west.autocomplete(house.room, "play", "card", typed)
        assert [parse_sent(one["value"]) for one in offered] == list(meant), typed


async def test_every_card_that_is_offered_can_be_played(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    offered = await west.autocomplete(house.room, "play", "card", "")
    assert all(one["name"][-1] == "︎" for one in offered)
    await house.types(west, "play", card=offered[-1]["value"])
    assert len(house.view(west).own.left) == 12  # type: ignore[union-attr]


async def test_nothing_is_offered_to_strangers_to_dummy_or_out_of_turn(house: Club) -> None:
    await house.playing()
    for who in (house.ivan, house.at(Seat.NORTH), house.at(Seat.SOUTH), house.at(Seat.EAST)):
        assert await who.autocomplete(house.room, "play", "card", "") == []
    west = house.at(Seat.WEST)
    assert await west.autocomplete(house.parlour, "play", "card", "") == []
    assert await house.ivan.user.autocomplete("play", "card", "") == []
    assert len(await west.user.autocomplete("play", "card", "")) == 13


async def test_nothing_is_offered_before_the_play_or_while_a_claim_lies_on_the_table(house: Club) -> None:
    await house.playing(cards=5)
    who = house.to_act()
    claimer = house.who_may(May.CLAIM)[0]
    assert await who.autocomplete(house.room, "play", "card", "")
    await house.claims(claimer)
    assert await who.autocomplete(house.room, "play", "card", "") == []


# Claims


async def test_a_claim_needs_all_three_others_and_ends_the_deal(house: Club) -> None:
    await house.playing(cards=6)
    claimer = house.who_may(May.CLAIM)[0]
    answer = await house.claims(claimer)
    assert answer.private and answer.text == "You have laid your hand open and claimed 12 tricks."
    assert "claims the last 12 tricks" in house.screen().text
    asked = [house.called(one) for one in Seat if one is not house.seat(claimer)]
    told = (await house.types(claimer, "turn", act="agree")).why
    assert told == f"You made this claim yourself: it is for {asked[0]}, {asked[1]} and {asked[2]} to answer."
    assert (await house.types(house.ivan, "turn", act="agree")).why == "You don't have a chair at this table."
    others = house.who_may(May.ANSWER_CLAIM)
    assert len(others) == 3
    name = house.called(house.seat(claimer))
    told = (await house.types(house.to_act_next(), "turn", act="claim")).why
    assert told.startswith(f"{name} has made a claim: first {asked[0]}, {asked[1]} and ")
    assert told.endswith(" must agree or refuse.")
    for who in others:
        assert (await house.types(who, "turn", act="agree")).why == "You agreed."
        if who is not others[-1]:
            told = (await house.types(who, "turn", act="agree")).why
            assert told.startswith("You have already agreed. Waiting for ")
    assert house.table.state.last is not None and house.table.state.last.conceded is not None


async def test_one_refusal_lets_the_play_go_on_and_the_hand_stays_open(house: Club) -> None:
    await house.playing(cards=6)
    claimer = house.who_may(May.CLAIM)[0]
    seat = house.seat(claimer)
    await house.claims(claimer)
    held = house.to_act_next()
    card = str(next(iter(house.view(held).own.left)))  # type: ignore[union-attr]
    assert "has made a claim: first " in (await house.types(held, "play", card=card)).text
    first, second, _ = house.who_may(May.ANSWER_CLAIM)
    assert (await house.types(first, "turn", act="agree")).why == "You agreed."
    assert (await house.types(second, "turn", act="refuse")).why == "You refused: play goes on."
    assert house.table.state.claim is None
    assert any(one.seat is seat for one in house.table.view(None).deal.faced)  # type: ignore[union-attr]
    assert (await house.types(second, "turn", act="agree")).why == "There is no claim to answer."
    assert (await house.types(second, "turn", act="refuse")).why == "There is no claim to answer."
    await house.plays_a_card()


# Looking


async def test_a_hand_is_shown_to_its_owner_alone(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    answer = await house.types(west, "hand")
    assert answer.private
    dealt = [one["custom_id"].rpartition(":")[2] for one in answer.buttons if ":1:" in one["custom_id"]]
    own = house.view(west).own
    assert own is not None and [card for card in dealt if card in {str(one) for one in own.dealt}]
    assert sum(one["custom_id"].startswith("play:") for one in answer.buttons) == 13
    assert (await house.types(house.ivan, "hand")).text == "You don't have a chair at this table."


async def test_the_last_trick_is_shown_to_anybody_and_there_is_none_at_first(house: Club) -> None:
    await house.playing(cards=3)
    assert (await house.types(house.ivan, "deal", show="last")).text == "No trick has been played yet."
    await house.plays_a_card()
    answer = await house.types(house.ivan, "deal", show="last")
    assert answer.private and answer.text.count("<@") == 4


# Reading


@pytest.mark.parametrize("command", ["help", "rules"])
async def test_help_and_rules_fit_one_message_for_the_asker_alone(house: Club, command: str) -> None:
    for answer in (await house.types(house.ivan, command), await house.writes(house.ivan, command)):
        assert answer.private
        assert 200 < len(answer.text) <= 4000
    assert (await house.types(house.ivan, "rules", game="biritch")).text.startswith("### Biritch")

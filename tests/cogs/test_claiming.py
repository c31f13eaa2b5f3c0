"""Claiming and conceding: what is asked first, what is laid open, and who hears of it."""

from __future__ import annotations

from rules.seats import Seat
from rules.view import May
from screens.presses import Press
from screens.words.names import spoken_card as card_word
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Screen, walk


def faced(house: Club) -> set[Seat]:
    deal = house.table.view(None).deal
    assert deal is not None
    return {one.seat for one in deal.faced}


def offered(asked: Screen) -> list[str]:
    """The lines of the list."""
    (one,) = (one for one in walk(asked.message.components) if one["type"] == 3)  # type: ignore[arg-type]
    return [offer["label"] for offer in one["options"]]


async def test_one_tap_on_claim_lays_no_hand_open_and_tells_nobody(house: Club) -> None:
    await house.playing(cards=6)
    claimer = house.who_may(May.CLAIM)[0]
    version, table = house.table.version, house.screen().text
    asked = await house.presses(claimer, await house.types(claimer, "hand"), "claim")
    assert asked.private and "12 tricks are left" in asked.text
    assert faced(house) == {Seat.NORTH} and house.table.state.claim is None  # dummy's alone
    assert (house.table.version, house.screen().text) == (version, table)


async def test_a_claim_asks_how_many_shows_what_it_lays_open_and_asks_once_more(house: Club) -> None:
    await house.playing(cards=6)
    claimer = next(who for who in house.who_may(May.CLAIM) if house.seat(who) is Seat.WEST)
    asked = await house.presses(claimer, await house.types(claimer, "hand"), "claim")
    assert offered(asked) == ["All 12", *(f"{n} of 12" for n in range(11, 0, -1)), "None: I concede"]
    sure = await house.chooses(claimer, asked, "5")
    assert sure.message.id == asked.message.id
    assert (
        "You claim 5 of the last 12 tricks" in sure.text
        and "7 tricks would go to the other side" in sure.text
    )
    own = house.view(claimer).own
    assert own is not None
    for card in own.left:
        assert card_word(card) in sure.text
    assert house.table.state.claim is None and faced(house) == {Seat.NORTH}
    done = await house.presses(claimer, sure, "claim", "5")
    assert done.text == "You have laid your hand open and claimed 5 tricks."
    assert faced(house) == {Seat.NORTH, Seat.WEST}
    partner, who = house.panel(house.at(Seat.NORTH)), house.called(Seat.WEST)
    for seen, by, side in ((house.screen(), who, "North–South"), (partner, who, "your side")):
        assert f"**{by} claims 5 of the last 12 tricks;** 7 tricks would go to {side}." in seen.text
    assert {"agree", "refuse"} <= partner.verbs() and not {"agree", "refuse"} & house.screen().verbs()


async def test_a_step_back_leads_to_the_list_again(house: Club) -> None:
    await house.playing(cards=6)
    claimer = house.who_may(May.CLAIM)[0]
    sure = await house.types(claimer, "turn", act="claim 3")
    asked = await house.presses(claimer, sure, "claim", "back")
    assert asked.message.id == sure.message.id and "12 tricks are left" in asked.text
    assert house.table.state.claim is None


async def test_a_concession_asks_the_partner_alone_and_shows_no_card(house: Club) -> None:
    await house.playing(cards=6)
    east, west = house.at(Seat.EAST), house.at(Seat.WEST)
    sure = await house.types(east, "turn", act="claim 0")
    assert "You concede the last 12 tricks" in sure.text and "Your hand stays closed." in sure.text
    assert (await house.presses(east, sure, "claim", "0")).text == "You have offered to concede the rest."
    assert faced(house) == {Seat.NORTH}
    said = house.screen().text
    asker, asked = (house.called(one) for one in (Seat.EAST, Seat.WEST))
    assert f"**{asker} concedes the last 12 tricks.**" in said and f"Waiting for {asked}." in said
    assert "agree" not in house.panel(house.at(Seat.SOUTH)).verbs()
    south = house.at(Seat.SOUTH)
    refused = await house.types(south, "turn", act="agree")
    assert refused.why == f"To a concession only the partner agrees: {house.called(Seat.WEST)}."
    await house.presses(west, house.panel(west), "agree")
    last = house.table.state.last
    assert last is not None and (last.won.ns, last.won.ew) in {(13, 0), (12, 1)}


async def test_once_a_trick_has_been_gathered_the_question_is_put_again(house: Club) -> None:
    await house.playing(cards=6)
    claimer = house.who_may(May.CLAIM)[0]
    sure = await house.types(claimer, "turn", act="claim 12")
    for _ in range(4):
        await house.plays_a_card()
    again = await house.presses(claimer, sure, "claim", "12")
    assert "A trick has been finished since" in again.text and "11 tricks are left" in again.text
    assert house.table.state.claim is None and faced(house) == {Seat.NORTH}


async def test_a_late_answer_to_a_claim_grants_no_other(house: Club) -> None:
    """North would agree to five; before that arrives, west has refused, and south claims all."""
    await house.playing(cards=6)
    south, north = house.at(Seat.SOUTH), house.at(Seat.NORTH)
    await house.claims(south, 5)
    five = house.panel(north)
    await house.types(house.at(Seat.WEST), "turn", act="refuse")
    await house.claims(south)
    await house.presses_late(north, house.panel(north), five.button("agree"))
    claim = house.table.state.claim
    assert claim is not None and claim.tricks is None and not claim.agreed
    await house.presses(north, house.panel(north), "agree")
    assert house.table.state.claim is not None and house.table.state.claim.agreed == {Seat.NORTH}


async def test_an_answer_in_a_message_from_before_claims_were_numbered_still_counts(house: Club) -> None:
    await house.playing(cards=6)
    await house.claims(house.at(Seat.SOUTH))
    west = house.at(Seat.WEST)
    old = str(Press("agree", house.table.id, 1, house.cards_played))
    await house.presses_late(west, house.panel(west), old)
    assert house.table.state.claim is not None and house.table.state.claim.agreed == {Seat.WEST}


async def hands(house: Club) -> dict[Seat, str]:
    """What each player's hand says."""
    return {house.seat(who): (await house.types(who, "hand")).text for who in house.four}


async def test_everybody_reads_that_a_claim_was_refused_by_whom_and_until_a_round_has_been_played(
    house: Club,
) -> None:
    await house.playing(cards=6)
    await house.claims(house.at(Seat.SOUTH), 5)
    await house.types(house.at(Seat.WEST), "turn", act="refuse")
    by_name = f"**{house.called(Seat.WEST)}** refused {house.called(Seat.SOUTH)}'s claim: play goes on."
    for _ in range(4):
        assert house.screen().text.count(by_name) == 1
        assert [one.count(by_name) for one in (await hands(house)).values()] == [1] * 4
        await house.plays_a_card()
    assert not any("refused" in one for one in (house.screen().text, *(await hands(house)).values()))


async def test_a_refused_concession_is_told_so_and_a_new_claim_takes_its_place(house: Club) -> None:
    await house.playing(cards=6)
    east, west = house.at(Seat.EAST), house.at(Seat.WEST)
    await house.claims(east, 0)
    await house.types(west, "turn", act="refuse")
    asker, asked = (house.called(one) for one in (Seat.EAST, Seat.WEST))
    assert f"**{asked}** refused {asker}'s concession: play goes on." in house.screen().text
    await house.claims(west, 1)
    assert "refused" not in house.screen().text
    assert f"{house.called(Seat.WEST)} claims 1 of the last 12 tricks" in house.screen().text


async def test_whoever_has_claimed_reads_that_their_hand_lies_open_until_the_deal_is_over(
    house: Club,
) -> None:
    """One who concedes, and dummy, are told nothing of the kind."""
    await house.playing(cards=6)
    told, open_hand = [], "Your hand lies open: everybody sees your cards."

    async def look() -> None:
        told.append([seat for seat, text in (await hands(house)).items() if open_hand in text])

    await house.claims(house.at(Seat.EAST), 0)
    await house.types(house.at(Seat.WEST), "turn", act="refuse")
    await look()
    await house.claims(house.at(Seat.WEST))
    await look()
    await house.types(house.at(Seat.SOUTH), "turn", act="refuse")
    for _ in range(6):
        await house.plays_a_card()
    await look()
    await house.plays_out_the_deal_quietly()
    await look()
    assert told == [[], [Seat.WEST], [Seat.WEST], []]

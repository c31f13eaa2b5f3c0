"""What anybody may look at once a deal is over, over Discord: score, tricks, replay and pictures."""

from __future__ import annotations

from screens.words import after as words
from screens.words.refusals import DEAL_GOES_ON, NO_DEAL_YET
from tests.cogs.test_alone import finishes
from tests.cogs.test_evening_rooms import forbid
from tests.cogs.test_presses import presses_anything
from tests.solver import needs_solver
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Screen


def result(house: Club) -> Screen:
    shown = (house.seen(message) for message in house.room.history())
    return next(one for one in shown if "deals next." in one.text)


async def over(house: Club) -> Screen:
    await house.playing(cards=51)
    await house.plays_a_card()
    return result(house)


async def test_nothing_of_a_deal_is_shown_before_it_is_over(house: Club) -> None:
    await house.playing(cards=3)
    for look in ("replay", "picture", "verify", "record", "rubber", "points", "tricks", ""):
        asked = {"show": look} if look else {}
        assert (await house.types(house.ivan, "deal", **asked)).text == NO_DEAL_YET(), look  # type: ignore[arg-type]
        assert (await house.types(house.anna, "deal", deal=1, **asked)).text == NO_DEAL_YET(), look  # type: ignore[arg-type]
    await house.plays_out_the_deal_quietly()
    pressable = result(house)
    await house.types(house.at(house.table.state.pack.cutter), "turn", act="cut")  # type: ignore[union-attr]
    for verb in ("replay", "picture", "verify", "tricks", "points", "record"):
        of_this_deal = f"{verb}:{house_id(pressable)}:2"
        forged = await presses_anything(house, house.anna, of_this_deal, pressable)
        assert forged.private and forged.text == DEAL_GOES_ON(), verb


async def test_where_the_bot_may_send_no_files_the_hands_come_in_words_alone(house: Club) -> None:
    shown = await over(house)
    with_files = await house.looks(house.ivan, shown, "picture")
    forbid(house, "attach_files")
    without = await house.looks(house.ivan, shown, "picture")
    sent = [house.stored(one).attachments for one in (with_files, without)]
    assert len(sent[0]) == 2 and not sent[1]
    assert without.private and "North" in without.text and "South" in without.text


async def test_the_buttons_beneath_a_result_answer_the_presser_alone(house: Club) -> None:
    shown = await over(house)
    posted = len(house.room.history())
    assert (await house.looks(house.ivan, shown, "points")).text.startswith("### Deal 1: the score")
    assert "1. West: " in (await house.looks(house.ivan, shown, "tricks")).text
    proof = await house.looks(house.ivan, shown, "verify")
    assert "Deal 1: dealt just as it was sealed" in proof.text
    pictures = await house.looks(house.ivan, shown, "picture")
    stored = house.stored(pictures)
    assert [one["filename"] for one in stored.attachments] == ["hands-1.png", "sheet-1.png"]
    assert all(one["description"] for one in stored.attachments)
    given = await house.looks(house.ivan, shown, "record")
    assert given.private and proof.private and pictures.private
    assert len(house.room.history()) == posted


LOOKS = ("points", "tricks", "replay", "analyse", "verify", "picture", "record")


async def test_whatever_stands_behind_more_is_drawn_on_one_message_and_leads_back(house: Club) -> None:
    shown = await over(house)
    assert shown.verbs() == {"cut", "more", "score"}
    posted = len(house.room.history())
    listed = await house.presses(house.ivan, shown, "more")
    assert listed.private and listed.verbs() == set(LOOKS)
    for verb in LOOKS:
        looked = await house.presses(house.ivan, listed, verb)
        if verb == "analyse":  # this host has no workers
            assert looked.private and looked.message.id != listed.message.id
            continue
        assert looked.message.id == listed.message.id and looked.text != listed.text, verb
        back = await house.presses(house.ivan, looked, "more")
        assert (back.message.id, back.text) == (listed.message.id, listed.text), verb
        stored = house.stored(back)
        assert not stored.attachments and back.verbs() == set(LOOKS), verb
    assert len(house.room.history()) == posted


async def test_the_buttons_of_results_that_were_posted_before_more_answer_as_they_did(house: Club) -> None:
    shown = await over(house)
    table, answers = house_id(shown), set[int]()
    for verb in LOOKS:
        answer = await house.presses_late(house.ivan, shown, f"{verb}:{table}:1")
        assert answer.private and "more" not in answer.verbs(), verb
        answers.add(answer.message.id)
    assert len(answers) == len(LOOKS)
    replay = await house.presses_late(house.ivan, shown, f"replay:{table}:1")
    first = await house.presses(house.ivan, replay, "replay", "forward")
    assert "Deal 1, trick 1 of 13" in first.text and "more" not in first.verbs()


async def test_alone_the_result_itself_turns_into_the_list_and_comes_back(house: Club) -> None:
    result = await finishes(house, house.anna, await house.types(house.anna, "play", strength="easy"))
    assert len(result.buttons) <= 6 and "more" in result.verbs()
    listed = await house.presses(house.anna, result, "more")
    assert listed.message.id == result.message.id and listed.verbs() >= {*LOOKS, "why", "compare"}
    for verb in (*LOOKS, "why"):
        if verb != "analyse":
            looked = await house.presses(house.anna, house.seen(listed.message), verb)
            assert looked.message.id == result.message.id and looked.verbs() >= {"more"}, verb
            await house.presses(house.anna, looked, "more", "in")
    left = await house.presses(house.anna, house.seen(listed.message), "more", "out")
    assert left.message.id == result.message.id and left.text == result.text
    assert left.buttons == result.buttons


async def test_a_replay_is_stepped_through_in_one_message_and_survives_a_restart(house: Club) -> None:
    shown = await over(house)
    begun = await house.looks(house.ivan, shown, "replay")
    assert begun.private and "Deal 1, before the lead" in begun.text
    first = await house.presses(house.ivan, begun, "replay", "in:forward")
    assert "Deal 1, trick 1 of 13" in first.text and first.message.id == begun.message.id
    await house.restart()
    last = await house.presses(house.ivan, first, "replay", "in:last")
    assert "Deal 1, trick 13 of 13" in last.text and last.message.id == begun.message.id
    chosen = house._answer(
        await house.ivan.select(last.message, custom_id=f"replay:{house_id(shown)}:1:13:in:to", values=["5"])
    )
    assert "Deal 1, trick 5 of 13" in chosen.text and chosen.message.id == begun.message.id
    refused = await house.presses(house.ivan, chosen, "replay", "in:analyse")
    assert "Deal 1, trick 5 of 13" in refused.text and "> " in refused.text  # this host has no workers


def house_id(shown: Screen) -> str:
    return shown.button("more").split(":")[1]


@needs_solver
async def test_analyse_fills_in_what_each_card_cost(thinking: Club) -> None:
    shown = await over(thinking)
    begun = await thinking.looks(thinking.ivan, shown, "replay")
    first = await thinking.presses(thinking.ivan, begun, "replay", "in:forward")
    assert "cost" not in first.text
    told = await thinking.presses(thinking.ivan, first, "replay", "in:analyse")
    assert told.message.id == begun.message.id and words.COSTS() in told.text
    assert told.text.count(" · cost ") == 4
    assert "analyse" not in {one["custom_id"].rpartition(":")[2] for one in told.buttons}


async def test_each_players_panel_tells_the_deal_from_their_own_side(house: Club) -> None:
    await over(house)
    told = [(await house.types(who, "hand")).text for who in house.four]
    gained = [text for text in told if ": +" in text and " for you and <@" in text]
    lost = [text for text in told if "you lost by " in text]
    assert len(gained) == len(lost) == 2
    assert "lost by" not in (await house.types(house.ivan, "hand")).text

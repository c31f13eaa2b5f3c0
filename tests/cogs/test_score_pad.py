"""The score pad: deals entered and corrected by touch."""

from __future__ import annotations

from typing import Any

from rules.seats import BySide, Seat
from tests.cogs.test_score import GAME, opened, sheet, won
from tests.trials.stage.club import Club
from tests.trials.stage.fingers import Finger


async def begun(house: Club, game: str = "biritch") -> Finger:
    """Anna's finger on a pad for the first deal."""
    await opened(house, game)
    finger = Finger(house, house.anna)
    await finger.on_sheet("enter")
    return finger


async def begun_anew(finger: Finger) -> None:
    """A new pad: Discord keeps no message for one person for a day."""
    await finger.on_sheet("enter")


async def hearts(finger: Finger) -> None:
    """Eleven tricks at hearts with simple honours: 5 × 8 to game and 2 × 8 besides."""
    await finger.press("strain", "H")
    await finger.choose("tricks", "N11")
    await finger.choose("honours", "N3")


# An ordinary deal


async def test_an_ordinary_deal_of_biritch_takes_eight_taps_and_no_typing_even_with_contre(
    house: Club,
) -> None:
    """Five odd tricks at hearts, 8 each, contred: 80 to game; simple honours are never doubled, 16."""
    finger = await begun(house)
    await finger.press("strain", "H")
    await finger.press("times", "1")
    await finger.choose("tricks", "N11")
    await finger.choose("honours", "N3")
    assert "**N–S +96 · E–W 0**" in finger.text
    assert len((await sheet(house)).state.view.page.deals) == 0
    await finger.press("write")
    assert finger.taps == 8
    (deal,) = (await sheet(house)).state.view.page.deals
    assert [entry.amount for entry in deal.entries] == [80, 16]
    assert "N–S 5 tricks over six × 8 × 2 = **80** · to game" in house.screen().text


async def test_each_choice_is_seen_before_it_is_written_down(house: Club) -> None:
    finger = await begun(house)
    assert "Nothing chosen yet." in finger.text and not finger.may("write")
    assert "Still to choose: what was declared, the tricks and the honours." in finger.text
    await finger.press("strain", "H")
    assert "**♥︎ Hearts**" in finger.text
    (blue,) = [one["label"] for one in finger.seen.buttons if one["style"] == 1 and "♥" in one["label"]]
    assert blue == "♥︎"
    await finger.choose("tricks", "E8")
    assert finger.marked("tricks") == ["E–W 8 tricks (2 over six)"] and "E–W won 8 tricks" in finger.text
    await finger.choose("honours", "N40")
    assert finger.marked("honours") == ["N–S: 4 honours in one hand"]
    assert "**N–S +64 · E–W +16**" in finger.text and finger.may("write")


async def test_the_pad_is_for_the_person_who_opened_it_and_strangers_get_none(house: Club) -> None:
    finger = await begun(house)
    assert finger.pad is not None and finger.pad.private
    stranger = Finger(house, house.ivan)
    answer = await stranger.on_sheet("enter")
    assert answer.text == "Only the players and the person who opened the sheet can write on it."
    assert (await house.types(house.ivan, "score pad")).text == answer.text


async def test_the_next_deal_is_entered_in_the_same_message_and_a_whole_rubber_so(house: Club) -> None:
    finger = await begun(house)
    await hearts(finger)
    written = await finger.press("write")
    assert "### Deal 1 is written down" in written.text
    await finger.on_sheet("enter", finger.seen)
    assert "### Deal 2 of rubber 1" in finger.text and "Nothing chosen yet." in finger.text
    await hearts(finger)
    assert "North–South win the game." in finger.text
    await finger.press("write")
    assert "rubber" in finger.text and "+152" not in finger.text
    ended = (await sheet(house)).state.view.page.ended
    assert ended is not None and ended.totals == BySide(152, 0)
    await finger.on_sheet("next", finger.seen)
    assert (await sheet(house)).state.view.page.number == 2


# What else may be told


async def test_chicane_and_revokes_are_one_press_away(house: Club) -> None:
    """One odd trick at hearts is 8. East, dealt no trump, takes two tricks' worth from four honours in one
    hand: 8 × 8 less 2 × 8. For East and West's revoke three tricks are added to the seven."""
    finger = await begun(house)
    await finger.press("strain", "H")
    await finger.choose("tricks", "N7")
    await finger.choose("honours", "N40")
    before = finger.taps
    await finger.opens_form("more", "1")
    assert not any(finger.boxes("voids").values()) and len(finger.boxes("revokes")) == 6
    await finger.sends(voids=["E"], revokes=["Et"])
    assert finger.taps - before == 4
    assert "no trump: East · E–W revoked: three tricks taken" in finger.text
    assert "**N–S +80 · E–W 0**" in finger.text  # four odd tricks, 32, and 64 less 16
    await finger.press("write")
    (deal,) = (await sheet(house)).state.view.page.deals
    assert deal.told.voids == (Seat.EAST,) and sum(one.amount for one in deal.entries) == 80


async def test_the_form_opens_with_what_was_told_and_what_is_no_longer_ticked_is_taken_back(
    house: Club,
) -> None:
    finger = await begun(house)
    await hearts(finger)
    before = finger.taps
    await finger.opens_form("more", "1")
    await finger.sends(revokes=["Et", "Na"])
    assert finger.taps - before == 4
    assert "E–W revoked: three tricks taken" in finger.text and "N–S revoked: points" in finger.text
    await finger.opens_form("more", "1")
    assert [one for one, ticked in finger.boxes("revokes").items() if ticked] == ["Na", "Et"]
    await finger.sends(revokes=["Et", "Et2"])  # the same side once more, as the form now offers
    assert "N–S revoked" not in finger.text and finger.text.count("E–W revoked: three tricks") == 2
    await finger.opens_form("more", "1")
    assert [one for one, ticked in finger.boxes("revokes").items() if ticked] == ["Et", "Et2"]
    await finger.sends()
    assert "revoked" not in finger.text


def refuses_forms(house: Club) -> None:
    """Discord refuses the next answer as it refuses a body that it does not know."""
    house.env.inject_error("POST", "/interactions/*", status=400, code=50035, message="Invalid Form Body")


async def test_where_discord_takes_no_boxes_the_pad_has_lists_and_asks_again_after_a_day(house: Club) -> None:
    finger = await begun(house)
    await hearts(finger)
    refuses_forms(house)
    await finger.press("more", "1")
    await finger.choose("voids", "E")
    await finger.choose("revoke", "Et")
    assert "no trump: East · E–W revoked: three tricks taken" in finger.text
    await finger.press("more", "0")
    await finger.press("more", "1")  # Discord is not asked again
    assert finger.offered("revoke")["0"] == "No revokes"
    await finger.press("more", "0")
    await house.env.advance_time(25 * 3600)
    await begun_anew(finger)
    await finger.opens_form("more", "1")


async def test_honours_in_trumps_are_forgotten_when_no_trumps_are_chosen_and_the_tricks_are_kept(
    house: Club,
) -> None:
    finger = await begun(house)
    await hearts(finger)
    await finger.press("strain", "N")
    assert finger.marked("tricks") == ["N–S 11 tricks (5 over six)"]
    assert finger.marked("honours") == ["Nobody scores aces"]
    assert "**N–S +50 · E–W 0**" in finger.text  # biritch: 5 × 10
    assert "N–S: 3 aces" in finger.offered("honours").values()


async def test_contre_goes_on_as_often_as_it_was_said(house: Club) -> None:
    """One odd trick at spades is 2; contre, sur contre, and twice more: 2 × 16; simple honours 2 × 2."""
    finger = await begun(house)
    await finger.press("strain", "S")
    await finger.choose("tricks", "N7")
    await finger.choose("honours", "N3")
    for times in ("1", "2", "3", "4"):
        await finger.press("times", times)
    assert "sur contre ×16" in finger.text and "**N–S +36 · E–W 0**" in finger.text
    await finger.press("times", "0")
    assert "**N–S +6 · E–W 0**" in finger.text


async def test_a_contract_is_told_as_it_is_said(house: Club) -> None:
    """Four spades doubled, not vulnerable, two down: 100 and 200."""
    finger = await begun(house, "contract")
    await finger.press("by", "E")
    await finger.press("odd", "4")
    await finger.press("strain", "S")
    await finger.press("times", "1")
    assert finger.offered("tricks")["10"] == "10 tricks: made"
    assert next(iter(finger.offered("tricks"))) == "10"
    await finger.choose("tricks", "8")
    assert "**N–S +300 · E–W 0**" in finger.text
    await finger.press("write")
    assert finger.taps == 8


async def test_honours_called_before_play_end_a_deal_of_long_whist(house: Club) -> None:
    await opened(house, "whist_long")
    await house.types(house.anna, "score deal", by="NS", tricks=13)
    finger = Finger(house, house.anna)
    await finger.on_sheet("enter")
    assert not finger.may("called")
    await finger.choose("tricks", "N7")
    await finger.press("write")
    await finger.on_sheet("enter", finger.seen)
    await finger.press("more", "1")
    await finger.press("called", "N")
    await finger.press("more", "0")
    await finger.choose("honours", "N3")
    await finger.press("write")
    assert (await sheet(house)).state.view.page.standing.games == BySide(1, 0)


# Nothing is lost, and nothing written twice


async def test_hands_that_cannot_be_are_refused_and_the_choices_stay(house: Club) -> None:
    """Three hands without trumps leave all thirteen to one, which takes every trick."""
    finger = await begun(house)
    await finger.press("strain", "H")
    await finger.choose("tricks", "E7")
    await finger.choose("honours", "N50")
    await finger.opens_form("more", "1")
    await finger.sends(voids=["E", "S", "W"])
    assert "With those hands North–South must have won at least 13 tricks." in finger.text
    assert not finger.may("write")
    for kept in ("♥︎ Hearts", "E–W won 7 tricks", "no trump: East, South and West"):
        assert kept in finger.text


async def test_two_pads_do_not_write_the_same_deal_twice_and_lose_none(house: Club) -> None:
    anna = await begun(house)
    boris = Finger(house, house.boris)
    await boris.on_sheet("enter")
    await hearts(anna)
    await hearts(boris)
    await anna.press("write")
    answer = await boris.press("write")
    assert "### Deal 1 is on the sheet" in answer.text
    assert len((await sheet(house)).state.view.page.deals) == 1
    clara = Finger(house, house.clara)
    await clara.on_sheet("enter")
    await hearts(clara)
    await clara.choose("tricks", "E7")
    await house.types(house.david, "score deal", **GAME | {"tricks": 7})
    await clara.press("write")
    assert "Somebody has written on the sheet since you opened this pad." in clara.text
    assert "### Deal 3" in clara.text and "E–W won 7 tricks" in clara.text
    await clara.press("write")
    assert [one.told.tricks.ns for one in (await sheet(house)).state.view.page.deals] == [11, 7, 6]


async def test_a_second_tap_on_write_down_writes_nothing_more(house: Club) -> None:
    finger = await begun(house)
    await hearts(finger)
    write = finger.id("write")
    seen = finger.seen
    await finger.press("write")
    again = await house.presses_late(house.anna, seen, write)
    assert "### Deal 1 is on the sheet" in again.text
    assert len((await sheet(house)).state.view.page.deals) == 1


async def test_a_tap_that_comes_before_the_pad_is_redrawn_does_not_undo_the_one_before(house: Club) -> None:
    finger = await begun(house)
    seen, contre = finger.seen, finger.id("times", "1")
    await finger.press("strain", "H")
    answer = await house.presses_late(house.anna, seen, contre)
    assert "**♥︎ Hearts, contre ×2**" in answer.text


async def test_a_choice_that_discord_delivers_twice_is_taken_once(house: Club) -> None:
    """A second revoke would be counted by the next tap."""
    finger = await begun(house)
    await hearts(finger)
    refuses_forms(house)
    await finger.press("more", "1")
    (revoke,) = [str(one) for one in finger.lists() if one.verb == "revoke"]
    assert finger.pad is not None
    with house.held_up() as choices:
        await finger.who.select(finger.pad.message, ["Et"], custom_id=revoke)
    await house.delivers(*choices, *choices)
    await finger.press("more", "0")
    assert finger.text.count("E–W revoked") == 1


async def test_a_late_tap_on_the_pad_of_another_deal_is_not_taken_for_the_one_that_is_shown(
    house: Club,
) -> None:
    """Two deals are picked one after the other before the list of them is gone from the screen."""
    await opened(house)
    await house.types(house.anna, "score deal", **GAME)
    await house.types(house.anna, "score deal", **GAME | {"tricks": 7})
    finger = Finger(house, house.anna)
    await finger.on_sheet("correct")
    assert finger.pad is not None
    stored = house.stored(finger.pad)
    picking = stored.components
    await finger.choose("pick", "1")
    of_the_first = finger.id("times", "1")
    stored.components = picking
    await finger.choose("pick", "2")
    late = await house.presses_late(house.anna, finger.seen, of_the_first)
    assert "### Correct deal 1" in late.text and "N–S won 11 tricks" in late.text


async def test_a_pad_outlasts_a_restart_with_all_that_was_chosen(house: Club) -> None:
    finger = await begun(house)
    await hearts(finger)
    await house.restart()
    await finger.press("times", "1")
    assert "**N–S +96 · E–W 0**" in finger.text
    await finger.press("write")
    assert len((await sheet(house)).state.view.page.deals) == 1


async def test_points_are_not_written_by_other_options_than_they_were_shown_by(house: Club) -> None:
    """Twelve tricks contred: 6 × 8 × 2, and 20 for the slam; where contre doubles it too, 40."""
    finger = await begun(house)
    await finger.press("strain", "H")
    await finger.press("times", "1")
    await finger.choose("tricks", "N12")
    await finger.choose("honours", "N3")
    assert "**N–S +132 · E–W 0**" in finger.text
    await house.types(house.anna, "score option", name="slam_doubled", value="true")
    await finger.press("write")
    assert "The options have changed" in finger.text and "**N–S +152 · E–W 0**" in finger.text
    await finger.press("write")
    assert len((await sheet(house)).state.view.page.deals) == 1


async def test_a_sheet_that_is_closed_meanwhile_leaves_the_choices_on_the_pad(house: Club) -> None:
    finger = await begun(house)
    await hearts(finger)
    await house.types(house.boris, "score close")
    await finger.press("write")
    assert "This sheet is closed." in finger.text and "N–S won 11 tricks" in finger.text


async def test_a_pad_that_is_put_away_writes_nothing(house: Club) -> None:
    finger = await begun(house)
    await hearts(finger)
    await finger.press("drop")
    assert finger.text == "Nothing was written down."
    assert not (await sheet(house)).state.view.page.deals


async def test_a_typed_deal_that_is_refused_comes_back_on_a_pad_with_all_that_was_understood(
    house: Club,
) -> None:
    """The honours are not read; five odd tricks contred are 80, and with simple honours 96."""
    await opened(house)
    finger = Finger(house, house.anna)
    typed: dict[str, Any] = {"declared": "hearts", "by": "NS", "tricks": 11, "doublings": 1}
    finger.pad = await house.types(house.anna, "score deal", **typed, honours="lots")
    assert "I do not understand `honours`" in finger.text and "Still to choose: the honours." in finger.text
    assert "**♥︎ Hearts, contre ×2** · N–S won 11 tricks" in finger.text
    await finger.choose("honours", "N3")
    await finger.press("write")
    assert [one.amount for one in (await sheet(house)).state.view.page.deals[0].entries] == [80, 16]
    finger.pad = await house.types(house.anna, "score deal", **typed, honours="N 2 S 1 W 1 E 2")
    assert "There are 5 honours or aces, and they cannot lie like that." in finger.text
    assert finger.marked("honours") == ["N–S: 3 honours"]


# Correcting


async def test_an_earlier_deal_is_corrected_on_a_pad_that_opens_filled_in(house: Club) -> None:
    await opened(house)
    first = {"doublings": 1, "chicane": "E", "honours": "N 2 S 1"}
    await house.types(house.anna, "score deal", **GAME | first)
    await house.types(house.anna, "score deal", **GAME | {"tricks": 7})
    finger = Finger(house, house.boris)
    await finger.on_sheet("correct")
    assert finger.offered("pick") == {"1": "Deal 1: ♥︎ Hearts, contre ×2", "2": "Deal 2: ♥︎ Hearts"}
    await finger.choose("pick", "1")
    assert "### Correct deal 1" in finger.text and "no trump: East" in finger.text
    assert finger.marked("tricks") == ["N–S 11 tricks (5 over six)"]
    assert finger.marked("honours") == ["N–S: 3 honours"]
    await finger.choose("tricks", "N8")
    await finger.press("write")
    assert "### Deal 1 is corrected" in finger.text
    page = (await sheet(house)).state.view.page
    assert [one.told.tricks.ns for one in page.deals] == [8, 7]
    assert [one.entries[0].amount for one in page.deals] == [2 * 16, 8]
    assert page.standing.games == BySide(1, 0)  # together 40


async def test_a_correction_that_the_later_deals_forbid_says_so_before_it_is_made(house: Club) -> None:
    await opened(house)
    for by in ("NS", "EW", "NS"):
        await house.types(house.anna, "score deal", **GAME | {"by": by})
    finger = Finger(house, house.anna)
    await finger.on_sheet("correct")
    await finger.choose("pick", "2")
    await finger.choose("tricks", "N11")
    assert "Then deal 3 could not have been played: take back the later deals first." in finger.text
    assert not finger.may("write") and len((await sheet(house)).state.view.page.deals) == 3


async def test_a_finished_rubber_is_corrected_until_all_have_confirmed_it(house: Club) -> None:
    await opened(house)
    await won(house)
    finger = Finger(house, house.anna)
    await finger.on_sheet("correct")
    await finger.choose("pick", "2")
    await finger.choose("tricks", "N7")
    await finger.press("write")
    assert (await sheet(house)).state.view.page.ended is None
    await house.types(house.anna, "score deal", **GAME)
    for who in house.four:
        await house.types(who, "score confirm")
    answer = await house.types(house.anna, "score pad", correct=True)
    assert answer.text == "Everybody has confirmed this rubber, so it stands."


async def test_of_many_deals_every_one_can_be_picked(house: Club) -> None:
    await opened(house, "contract")
    for _ in range(27):
        await house.types(house.anna, "score deal", declared="7 no trumps", by="NS", tricks=12)
    finger = Finger(house, house.anna)
    await finger.on_sheet("correct")
    assert list(finger.offered("pick")) == [str(number) for number in range(3, 28)]
    await finger.press("list", "0")
    await finger.choose("pick", "1")
    assert "### Correct deal 1" in finger.text

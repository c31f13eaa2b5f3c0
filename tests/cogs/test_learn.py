"""``/learn``: lessons and exercises on one private message, without a counted call."""

from __future__ import annotations

import json

from bot.learning import DAY, Progress
from cogs.learn import A_DAY
from rules.cards import PACK
from screens.exercises import exercises
from screens.learn import Learn, lesson_text
from screens.lessons import FIRST_PART, LESSONS
from screens.presses import read_as
from storage.ports.records import UserId
from tests.cogs.test_alone import posted, table_of
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Screen


def pressing(seen: Screen, what: str, act: str = "") -> str:
    """The id of the one button that asks for this."""
    ids = [str(one["custom_id"]) for one in seen.buttons]
    found = [
        one
        for one in ids
        if (press := read_as(Learn, one)) and press.what == what and (not act or press.act == act)
    ]
    assert len(found) == 1, f"{len(found)} buttons for {what} {act}"
    return found[0]


async def progress_of(house: Club) -> Progress:
    return await house.bot.services.learning.progress_of(UserId(house.anna.id))


async def does_right(house: Club, seen: Screen, lesson: int, page: int) -> Screen:
    """What the page wants, or its button where it is only read."""
    _, step = LESSONS[lesson - 1].pages[page - 1]
    if step.right.startswith("discard:"):
        cards = step.right.removeprefix("discard:").split(".")
        return await house.chooses(house.anna, seen, *cards)
    one = pressing(seen, "act", step.right) if step.right else pressing(seen, "page")
    return await house.presses_id(house.anna, seen, one)


async def begun(house: Club) -> Screen:
    seen = await house.types(house.anna, "learn")
    return await house.presses_id(house.anna, seen, pressing(seen, "page"))


async def test_all_lessons_are_gone_through_on_one_private_message_without_one_counted_call(
    house: Club,
) -> None:
    seen = await begun(house)
    first = seen.message.id
    for lesson, one in enumerate(LESSONS, 1):
        for page in range(1, len(one.pages) + 1):
            at = await progress_of(house)
            assert (at.lesson, at.page) == (lesson, page)
            if (lesson, page) != (len(LESSONS), len(one.pages)):
                seen = await does_right(house, seen, lesson, page)
    assert (await progress_of(house)).done == frozenset(range(1, len(LESSONS) + 1))
    assert seen.private and seen.message.id == first
    assert posted(house) == []
    assert not list(house.room.history())


async def test_a_wrong_card_is_explained_and_the_table_stays_as_it_was(house: Club) -> None:
    page = await house.presses_late(house.anna, await begun(house), "learn:page:1:2")
    wrong = await house.presses_id(house.anna, page, pressing(page, "act", "5H"))
    _, step = LESSONS[0].pages[1]
    assert step.wrong is not None
    (noted,) = [line for line in wrong.text.splitlines() if "would take the trick" in line]
    assert noted.startswith("> "), "it stands out from what the page says"
    assert [one["custom_id"] for one in wrong.buttons] == [one["custom_id"] for one in page.buttons]
    assert (await progress_of(house)).page == 2


async def test_a_card_that_the_law_refuses_is_refused_by_the_engine(house: Club) -> None:
    page = await house.presses_late(house.anna, await begun(house), "learn:page:1:2")
    refused = await house.presses_late(house.anna, page, "learn:act:1:2:AD")
    assert "follow suit" in refused.text or "heart" in refused.text
    assert refused.text != page.text and (await progress_of(house)).page == 2
    foreign = await house.presses_late(house.anna, page, "learn:act:1:2:2C")
    assert foreign.text != page.text and (await progress_of(house)).page == 2


async def test_every_wrong_act_that_can_be_pressed_has_its_explanation(house: Club) -> None:
    seen = await begun(house)
    for lesson, one in enumerate(LESSONS, 1):
        for number, (_, step) in enumerate(one.pages, 1):
            if not step.right or step.right.startswith("discard:"):
                continue
            page = await house.presses_late(house.anna, seen, f"learn:page:{lesson}:{number}")
            acts = [read_as(Learn, str(button["custom_id"])) for button in page.buttons]
            for press in acts:
                if press is None or press.what != "act" or press.act in (step.right, *step.also):
                    continue
                answer = await house.presses_late(house.anna, page, str(press))
                why = step.on(press.act)
                assert why is not None
                assert len(answer.text) > len(page.text) and press.number == number
                assert (await progress_of(house)).page == number


async def test_after_a_restart_the_command_and_the_old_message_go_on_where_it_was(house: Club) -> None:
    seen = await begun(house)
    seen = await does_right(house, seen, 1, 1)
    seen = await does_right(house, seen, 1, 2)
    await house.restart()
    again = await house.types(house.anna, "learn")
    assert again.text.partition("\n")[2] in seen.text.replace("**Right.**\n", "")
    moved = await house.presses_id(house.anna, house.seen(seen.message), pressing(seen, "act", "AD"))
    assert "Step 4 of 7" in moved.text
    assert (await progress_of(house)).page == 4


async def test_a_press_on_an_old_page_goes_on_from_there(house: Club) -> None:
    old = await begun(house)
    later = await house.types(house.anna, "learn")
    await house.presses_late(house.anna, later, "learn:page:3:2")
    back = await house.presses_id(house.anna, old, pressing(old, "page"))
    assert "Step 2 of 7" in back.text
    assert (await progress_of(house)).lesson == 1


async def test_the_first_deal_is_one_press_behind_the_fourth_lesson(house: Club) -> None:
    page = await house.presses_late(
        house.anna, await begun(house), f"learn:page:{FIRST_PART}:{len(LESSONS[FIRST_PART - 1].pages)}"
    )
    dealt = await house.presses_id(house.anna, page, pressing(page, "play"))
    assert dealt.message.id == page.message.id and dealt.private
    table = await table_of(house, house.anna)
    assert table.state.game == "biritch" and table.state.alone is not None and table.state.deal is not None
    assert posted(house) == []


async def test_in_direct_messages_the_message_stays(house: Club) -> None:
    assert not (await house.writes(house.anna, "learn")).private
    assert (await house.types(house.anna, "learn")).private


async def test_the_list_leads_to_any_lesson(house: Club) -> None:
    menu = await house.types(house.anna, "learn")
    seen = await house.chooses(house.anna, menu, "6")
    assert seen.text.startswith("### 6 ") and (await progress_of(house)).lesson == 6


async def test_progress_is_exported_and_forgotten(house: Club) -> None:
    await house.presses_late(house.anna, await begun(house), "learn:page:2:3")
    known = await house.bot.services.privacy.file(UserId(house.anna.id))
    assert json.loads(known)["settings"]["learning"] == "2.3 - 0 0 0 0 0"
    await house.types(house.anna, "privacy forget", sure="yes")
    assert await progress_of(house) == Progress()
    assert (
        "learning" not in json.loads(await house.bot.services.privacy.file(UserId(house.anna.id)))["settings"]
    )


# Exercises


async def asked(house: Club) -> Screen:
    seen = await house.types(house.anna, "learn")
    if "exercise" not in {p.what for one in seen.buttons if (p := read_as(Learn, str(one["custom_id"])))}:
        seen = await house.presses_id(house.anna, seen, pressing(seen, "menu"))
    return await house.presses_id(house.anna, seen, pressing(seen, "exercise"))


async def test_right_answers_make_a_streak_and_a_wrong_one_is_explained_and_ends_it(house: Club) -> None:
    seen = await asked(house)
    for number in range(2):
        exercise = exercises()[number]
        answer = await house.presses_id(house.anna, seen, pressing(seen, "answer", str(exercise.right)))
        assert f"Right in a row: {number + 1};" in answer.text
        seen = await house.presses_id(house.anna, answer, pressing(answer, "exercise"))
    third = exercises()[2]
    presses = [read_as(Learn, str(one["custom_id"])) for one in seen.buttons]
    wrong = next(one for one in presses if one and one.what == "answer" and one.act != str(third.right))
    told_why = await house.presses_id(house.anna, seen, str(wrong))
    assert "Right in a row: 0;" in told_why.text and "1911" in told_why.text
    at = await progress_of(house)
    assert (at.answered, at.today, at.streak, at.best) == (3, 3, 0, 2)


async def test_an_exercise_counts_once_however_often_it_is_answered(house: Club) -> None:
    seen = await asked(house)
    right = exercises()[0].right
    other = next(card for card in exercises()[0].deal.hands.south if card is not right)
    await house.presses_late(house.anna, seen, f"learn:answer:0:0:{other}")
    answer = await house.presses_late(house.anna, seen, f"learn:answer:0:0:{right}")
    assert "is right" in answer.text
    at = await progress_of(house)
    assert (at.answered, at.streak) == (1, 0)


async def test_a_few_are_asked_a_day_and_others_the_next(house: Club) -> None:
    seen = await asked(house)
    for number in range(A_DAY):
        right = exercises()[number].right
        seen = await house.presses_id(house.anna, seen, pressing(seen, "answer", str(right)))
        if number + 1 < A_DAY:
            seen = await house.presses_id(house.anna, seen, pressing(seen, "exercise"))
    assert "There are new ones" in seen.text
    resting = await asked(house)
    assert f"Right in a row: {A_DAY}; the longest: {A_DAY}" in resting.text
    assert "There are new ones" in resting.text and "answer" not in resting.text
    late = await house.presses_late(house.anna, resting, f"learn:answer:0:{A_DAY}:{exercises()[A_DAY].right}")
    assert "There are new ones" in late.text and (await progress_of(house)).answered == A_DAY
    user = UserId(house.anna.id)
    await house.bot.services.learning.change_progress(
        user, lambda one: Progress.from_kept(str(one).replace(f" {one.day} ", f" {one.day - 1} "))
    )
    assert "Today's exercises: 1 of 5" in (await asked(house)).text


async def test_an_answer_that_no_exercise_has_is_refused_and_changes_nothing(house: Club) -> None:
    seen = await asked(house)
    held = exercises()[0].deal.hands.south
    foreign = next(card for card in PACK if card not in held)
    answer = await house.presses_late(house.anna, seen, f"learn:answer:0:0:{foreign}")
    assert answer.private and (await progress_of(house)).answered == 0
    far = await house.presses_late(
        house.anna, seen, f"learn:answer:0:900:{exercises()[900 % len(exercises())].right}"
    )
    assert "Today's exercises: 1 of 5" in far.text


def test_what_was_kept_by_another_version_is_as_at_the_beginning() -> None:
    for kept in ("", "1.1", "9.1 - 0 0 0 0 0", "1.99 - 3 20000 2 1 2", "x.y - 0 0 0 0 0", "1.1 a 0 0 0 0 0"):
        assert (Progress.from_kept(kept).lesson, Progress.from_kept(kept).page) == (1, 0)
    assert Progress.from_kept("1.99 - 3 20000 2 1 2").best == 2
    whole = Progress(2, 5, frozenset((1,)), 12, 20_416, 3, 4, 9)
    assert str(whole) == "2.5 1 12 20416 3 4 9" and Progress.from_kept(str(whole)) == whole


def test_a_day_begins_anew_and_the_streak_goes_on() -> None:
    first = Progress(answered=5, day=7, today=5, streak=5, best=5)
    assert first.on(7) == 5 and first.on(8) == 0 and DAY == 24 * 60 * 60
    next_day = first.after_answer(8, right=True)
    assert (next_day.today, next_day.streak, next_day.best, next_day.answered) == (1, 6, 6, 6)
    assert lesson_text(LESSONS[0].pages[1][1].says).count("9") == 0  # cards are drawn as signs

"""What people and servers have chosen is kept for each of them, and for nobody else."""

from __future__ import annotations

from storage.ports.records import OptionSet, Saving, UserId
from storage.store import Store

ONE, OTHER = 100, 101  # servers


async def test_a_choice_is_its_owners_alone_and_none_is_the_default_again(store: Store) -> None:
    await store.preferences.set_choices("user:1", {"language": "fr", "cards": "large"})
    await store.preferences.set_choices("user:2", {"language": "ru"})
    await store.preferences.set_choices("user:1", {"language": "ru", "cards": None, "hints": None})
    assert await store.preferences.choices("user:1") == {"language": "ru"}
    assert await store.preferences.choices("user:3") == {}
    await store.preferences.set_choices("guild:1", {"language": "en"})
    assert await store.preferences.chosen_by_all("language") == {
        "guild:1": "en",
        "user:1": "ru",
        "user:2": "ru",
    }
    assert await store.preferences.chosen_by_all("cards") == {}
    assert not await store.preferences.choices_lost("user:1")


async def test_a_servers_sets_are_read_by_name_as_they_were_saved_and_no_name_is_taken_twice(
    store: Store,
) -> None:
    hard = OptionSet("Hard", "biritch", (("doublings", "3"), ("honours", "off")))
    plain = OptionSet("Easy", "vint", ())
    assert await store.sets.save_set(ONE, hard) is Saving.DONE
    assert await store.sets.save_set(ONE, plain) is Saving.DONE
    assert await store.sets.save_set(ONE, OptionSet("HARD", "vint", ())) is Saving.TAKEN
    assert await store.sets.save_set(ONE, OptionSet("HARD", "biritch", hard.options)) is Saving.TAKEN
    assert await store.sets.save_set(ONE, hard) is Saving.DONE  # it is asked for twice
    assert await store.sets.save_set(OTHER, OptionSet("HARD", "vint", ())) is Saving.DONE
    assert await store.sets.option_sets(ONE) == (plain, hard)
    assert await store.sets.option_sets(OTHER) == (OptionSet("HARD", "vint", ()),)
    assert not await store.sets.delete_set(ONE, "hard")
    assert not await store.sets.delete_set(OTHER, "Hard")
    assert await store.sets.delete_set(ONE, "Hard") and not await store.sets.delete_set(ONE, "Hard")
    assert await store.sets.option_sets(ONE) == (plain,)
    assert len(await store.sets.option_sets(OTHER)) == 1


async def test_a_server_has_room_for_twenty_five_sets(store: Store) -> None:
    saved = [await store.sets.save_set(ONE, OptionSet(f"set {n}", "biritch", ())) for n in range(26)]
    assert saved == [Saving.DONE] * 25 + [Saving.FULL]
    assert await store.sets.save_set(ONE, OptionSet("set 7", "biritch", ())) is Saving.DONE  # as it is
    assert await store.sets.save_set(ONE, OptionSet("SET 7", "biritch", ())) is Saving.TAKEN
    assert await store.sets.save_set(OTHER, OptionSet("set 25", "biritch", ())) is Saving.DONE
    assert await store.sets.delete_set(ONE, "set 7")
    assert await store.sets.save_set(ONE, OptionSet("set 25", "biritch", ())) is Saving.DONE


async def test_a_user_is_reminded_of_a_day_once(store: Store) -> None:
    anna, boris = UserId(11), UserId(22)
    assert await store.preferences.remind(anna, "2026-11-26") and not await store.preferences.remind(
        anna, "2026-11-26"
    )
    assert await store.preferences.remind(boris, "2026-11-26")
    assert await store.preferences.remind(anna, "2026-11-27") and not await store.preferences.remind(
        anna, "2026-11-27"
    )
    assert await store.preferences.choices("user:11") == {"daily_reminded": "2026-11-27"}
    assert await store.preferences.choices("user:22") == {"daily_reminded": "2026-11-26"}
    assert not await store.preferences.choices_lost("user:11")


async def test_to_see_whether_there_is_room_leaves_nothing(store: Store) -> None:
    await store.try_write()
    assert await store.preferences.chosen_by_all("") == {}
    assert await store.checks.decayed() == ()


async def test_of_whoever_is_forgotten_no_choice_is_missed_and_they_choose_anew(store: Store) -> None:
    await store.preferences.set_choices("user:1", {"language": "fr", "cards": "large"})
    await store.preferences.set_choices("user:2", {"language": "ru"})
    await store.people.forget(UserId(1))
    assert await store.checks.decayed() == () and not await store.preferences.choices_lost("user:1")
    await store.preferences.set_choices("user:1", {"language": "en"})
    assert await store.preferences.choices("user:1") == {"language": "en"}
    assert await store.preferences.choices("user:2") == {"language": "ru"}
    assert await store.checks.decayed() == ()


async def test_a_list_that_is_empty_again_is_as_long_as_it_must_be(store: Store) -> None:
    await store.preferences.set_choices("user:1", {"language": "fr"})
    await store.preferences.set_choices("user:1", {"language": None})
    assert await store.preferences.choices("user:1") == {}
    assert await store.checks.decayed() == () and not await store.preferences.choices_lost("user:1")


async def test_those_who_have_chosen_something_are_told_in_the_order_of_their_names(store: Store) -> None:
    for owner in ("user:2", "guild:1", "user:1"):
        await store.preferences.set_choices(owner, {"cards": "large", "alert": "never"})
    assert [*await store.preferences.chosen_by_all("cards")] == ["guild:1", "user:1", "user:2"]

"""``/me`` and ``/settings`` as people see them."""

from __future__ import annotations

from bot.preferences import House, Tastes, as_texts, house_with, tastes_with
from screens.choices import PAGES, ChoicePress, of_person, of_server, settings_screen
from screens.presses import read_as
from screens.screen import ChannelSelect, Screen, Select
from tests.each import each
from tests.screens.screens import fits, ids, in_each_language, selects, words


def check(screen: Screen) -> None:
    fits(screen)
    channels = [part.id for part in screen.parts if isinstance(part, ChannelSelect)]
    every = [*ids(screen), *channels]
    assert len(set(every)) == len(every)
    for one in every:
        press = read_as(ChoicePress, one)
        assert press is not None and str(press) == one
    for part in selects(screen):
        assert 1 <= len(part.offers) <= 25 and all(len(one.label) <= 100 for one in part.offers)
        assert sum(one.chosen for one in part.offers) == (0 if part.id == "server:unsave" else 1)


def shown(screen: Screen) -> dict[str, str]:
    """What each list shows as set."""
    return {
        part.prompt: next(one.label for one in part.offers if one.chosen)
        for part in screen.parts
        if isinstance(part, Select) and any(one.chosen for one in part.offers)
    }


@each("page", PAGES)
def test_every_page_of_settings_shows_what_is_set_within_discords_limits(page: str) -> None:
    house = House(channels=tuple(range(10**18, 10**18 + 25)), ranked_doublings=7)
    sets = [(f"{number:032}", "scaled_contract") for number in range(25)]
    for _ in in_each_language():
        check(settings_screen(page, as_texts(house), house.channels, sets, "A note."))
    screen = settings_screen(page, as_texts(house), house.channels, sets, "A note.")
    pages = [one for one in ids(screen) if one.startswith("server:page:")]
    assert pages == [f"server:page:{one}" for one in PAGES]


def test_a_value_that_is_not_offered_is_shown_all_the_same() -> None:
    screen = settings_screen("ranking", as_texts(House(ranked_doublings=7)))
    assert shown(screen)["A trick counts as doubled at most"] == "As it was set: 7"


def test_every_setting_of_a_server_stands_on_one_page_and_says_when_it_takes_effect() -> None:
    placed = [key for keys in PAGES.values() for key in keys if key != "channels"]
    assert sorted(placed) == sorted(choice.key for choice in of_server())
    assert set(placed) | {"channels"} == set(as_texts(House()))
    for choice in of_server():
        assert choice.note or choice.key == "language"


def test_every_value_that_is_offered_can_be_kept_and_is_read_back() -> None:
    for choice in of_server():
        for value, _ in choice.offers:
            assert as_texts(house_with(House(), {choice.key: value}))[choice.key] == value
    for choice in of_person():
        for value, _ in choice.offers:
            if choice.key != "alert":
                assert as_texts(tastes_with(Tastes(), {choice.key: value}))[choice.key] == value


def test_channels_that_are_chosen_are_named_and_stand_ready_in_the_list() -> None:
    screen = settings_screen("tables", as_texts(House()), (7, 8))
    assert "Now: <#7>, <#8>" in words(screen)
    (listed,) = (part for part in screen.parts if isinstance(part, ChannelSelect))
    assert listed.chosen == (7, 8)

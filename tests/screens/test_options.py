"""The options of every game in words, the screen on which they are changed, and what the lobby says."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rules.games.all_games import GAMES
from rules.refusals import OptionsClash, Why
from rules.table.requests import SetOption
from screens.options import option_meant, option_picture, option_values, options_screen, value_at
from screens.presses import Press, read_as
from screens.screen import Picture, Screen, Select, Style
from screens.table import table_screen
from screens.words import options as words
from screens.words.languages import ENGLISH, LANGUAGES, spoken
from screens.words.options import OPTION_WORDS, phrase
from tests.each import each
from tests.refusing import refusing
from tests.screens.screens import TABLE, buttons, fits, in_each_language, labels, names
from tests.screens.screens import words as said
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening
from tests.words.extraction import catalogue

NOW = datetime(2026, 11, 29, tzinfo=UTC)
PHONE = 38
"""Letters of a button's label that the narrowest phones show."""
CHOICES = [(game, choice) for game in GAMES for choice in GAMES[game].offered]


def screen(evening: Evening, key: str | None = None) -> Screen:
    return options_screen(evening.view(None).table, TABLE, key=key)


def lists(of: Screen) -> list[Select]:
    return [part for part in of.parts if isinstance(part, Select)]


def lines(of: Screen) -> list[str]:
    """What the lists say of each option."""
    return [f"{one.label}: {one.hint}" for listed in lists(of) for one in listed.offers]


def picture(evening: Evening, key: str) -> Picture | None:
    return option_picture(evening.view(None).table, key)


def lobby(evening: Evening) -> str:
    return said(table_screen(evening.view(None), TABLE, names))


@each(("game", "choice"), CHOICES)
def test_every_option_of_every_game_has_words_for_each_of_its_values(game: str, choice) -> None:  # type: ignore[no-untyped-def]
    """A value without words would be shown as an empty phrase, or not at all."""
    known = OPTION_WORDS[choice.key]
    assert set(choice.values) | {value for _, _, value in choice.unless} <= set(known.values) | {
        str(number) for number in choice.numbers
    }
    assert bool(choice.numbers) is bool(known.number)
    defaults = {choice.values[0], *(value for _, _, value in choice.unless)}
    for value in (*choice.values, *defaults, *(str(number) for number in choice.numbers[:3])):
        told = phrase(choice.key, value)
        assert told and "{" not in told
        assert len(f"{told} ({words.USUAL()})") <= 80
    assert len({phrase(choice.key, value) for value in choice.values}) == len(choice.values)


def test_no_option_has_words_that_no_game_needs() -> None:
    offered = {choice.key: set[str]() for _, choice in CHOICES}
    for _, choice in CHOICES:
        offered[choice.key] |= set(choice.values)
    assert set(offered) == set(OPTION_WORDS)
    assert {key: set(of.values) for key, of in OPTION_WORDS.items()} == offered


def test_no_two_options_of_a_game_are_called_alike() -> None:
    for game in GAMES.values():
        called = [words.label(choice.key) for choice in game.offered]
        assert len(set(called)) == len(called)
        assert all(len(label) <= 50 for label in called)


@each("game", GAMES)
def test_the_options_of_a_game_are_all_on_one_screen_and_each_can_be_changed(game: str) -> None:
    evening = Evening(0, game)
    for _ in in_each_language():
        for choice in (None, *GAMES[game].offered):
            fits(screen(evening, choice.key if choice is not None else None))
    whole = screen(evening)
    usual = GAMES[game].options(dict(GAMES[game].opening({})))
    deciding = [choice.key for choice in GAMES[game].offered if choice.matters_with(usual)]
    shown = [offer.value for listed in lists(whole) for offer in listed.offers]
    assert sorted(shown) == sorted(deciding)
    assert len({listed.id for listed in lists(whole)}) == len(lists(whole)) <= 4
    for choice in GAMES[game].offered:
        line = f"{words.label(choice.key)}: {phrase(choice.key, usual[choice.key])}"
        assert (line in lines(whole)) is (choice.key in deciding)
        one = screen(evening, choice.key)
        (*values, back) = buttons(one)
        stands = choice.values.index(usual[choice.key])
        assert [at for at, value in enumerate(values) if value.disabled] == [stands]
        numbered = f"**{values[stands].label}** " if values[stands].label.isdecimal() else ""
        told = "\n".join((said(one), *labels(one)))
        assert f"{numbered}{phrase(choice.key, usual[choice.key])} (usual)" in told
        assert back.label == "All options" and back.id == f"options:{TABLE}"
        for at, button in enumerate(values):
            press = read_as(Press, button.id)
            assert press == Press("set", TABLE, what=f"{choice.key}:{choice.values[at]}")
            assert option_meant(evening.view(None).table, press, NOW) == (choice.key, choice.values[at])


@each("language", LANGUAGES)
def test_no_button_that_sets_an_option_is_longer_than_a_phone_shows_and_no_value_is_left_out(
    language: str,
) -> None:
    with spoken(language):
        for key, choice in CHOICES:
            one = screen(Evening(0, key), choice.key)
            assert max(len(label) for label in labels(one)) <= PHONE, choice.key
            told = "\n".join((said(one), *labels(one)))
            for value in choice.values:
                assert phrase(choice.key, value) in told, (choice.key, value)


@each("language", [one for one in LANGUAGES if one != ENGLISH])
def test_no_label_of_a_button_is_longer_than_a_phone_shows(language: str) -> None:
    found = [one for one in catalogue(language) if one.context is not None and "button" in one.context]
    assert len(found) > 50
    for one in found:
        for text in (one.id, one.string):
            assert isinstance(text, str) and len(text) <= PHONE, text


def test_values_too_long_for_their_buttons_have_numbers() -> None:
    one = screen(Evening(0, "auction"), "schedule")
    assert "**7** 1913: no trumps 10, royals 9, hearts 8, diamonds 7, clubs 6, spades 2" in said(one)
    assert labels(one)[:7] == list("1234567")


def test_an_option_that_was_changed_stands_out_with_what_is_usual() -> None:
    evening = Evening(0, "whist_long").seat(ANNA)
    evening.ask(ANNA, SetOption("call_at", "8-9"))
    assert "Honours are called: **at eight and at nine** (usually: at eight)" in said(screen(evening))
    chosen = [one for one in buttons(screen(evening, "call_at")) if one.style is Style.PRIMARY]
    assert [one.label for one in chosen] == ["at eight and at nine"]


def test_a_line_of_the_list_has_the_colon_of_its_language() -> None:
    with spoken("fr"):
        evening = Evening(0, "biritch", slam_counts_to_game="true")
        assert "Les chelems comptent pour la manche\u00a0: **oui**" in said(screen(evening))


def test_a_number_is_shown_and_how_to_give_one() -> None:
    evening = Evening(0, "biritch").seat(ANNA)
    evening.ask(ANNA, SetOption("doubling_limit", "3"))
    told = said(screen(evening, "doubling_limit"))
    assert "Doubling: **at most 3 times** (usually: without limit)" in told
    assert "Or any number from 0 to 999: `/table options name: doubling_limit value:`" in told


def test_under_the_laws_of_1904_a_hundred_for_the_rubber_is_what_is_usual() -> None:
    evening = Evening(0, "bridge").seat(ANNA)
    evening.ask(ANNA, SetOption("preset", "laws1904"))
    assert "For the rubber: 100 points" in lines(screen(evening))
    assert labels(screen(evening, "rubber_bonus"))[:2] == ["40 points", "100 points (usual)"]
    place = [choice.key for choice in GAMES["bridge"].choices].index("rubber_bonus")
    assert value_at(evening.view(None).table, place, 1) == ("rubber_bonus", "100")
    assert value_at(evening.view(None).table, place, 2) is None
    assert value_at(evening.view(None).table, 99, 0) is None


def test_the_lobby_lists_what_is_not_usual_and_nothing_else() -> None:
    evening = Evening(0, "contract").seat(ANNA)
    assert ":" not in lobby(evening).split("\n")[3]
    evening.ask(ANNA, SetOption("fourth_undertrick", "true"))
    evening.ask(ANNA, SetOption("claims", "off"))
    lines = lobby(evening).split("\n")
    assert "-# Claims of the last tricks: not allowed" in lines
    assert "-# Doubled tricks short after the third bring 300: yes" in lines
    evening.ask(ANNA, SetOption("fourth_undertrick", "false"))
    evening.ask(ANNA, SetOption("claims", "unanimous"))
    assert lobby(evening) == lobby(Evening(0, "contract").seat(ANNA))


def test_what_follows_from_a_chosen_set_of_laws_is_not_listed_one_by_one() -> None:
    evening = Evening(0, "bridge").seat(ANNA)
    evening.ask(ANNA, SetOption("preset", "laws1904"))
    lines = lobby(evening).split("\n")
    assert "-# Which laws: the laws of 1904, clockwise" in lines
    assert not any("rubber:" in line for line in lines)


def test_options_that_mean_nothing_together_are_refused_and_nothing_is_changed() -> None:
    evening = Evening(0, "whist_modern").seat(ANNA)
    evening.ask(ANNA, SetOption("honours", "none"))
    with pytest.raises(OptionsClash):
        evening.ask(ANNA, SetOption("honours_by", "captured"))
    assert option_values(evening.view(None).table)["honours_by"] == "dealt"


def test_during_a_rubber_no_option_can_be_chosen() -> None:
    evening = Evening(0, "vint").seat(ANNA, BORIS, CLARA, DAVID)
    assert "Options" in labels(table_screen(evening.view(None), TABLE, names))
    evening.start()
    with refusing(Why.RUBBER_UNDER_WAY):
        evening.ask(ANNA, SetOption("claims", "off"))
    whole = screen(evening)
    assert "They stay like this until this rubber is over." in said(whole)
    assert {listed.disabled for listed in lists(whole)} == {True}
    assert all(one.disabled for one in buttons(screen(evening, "claims"))[:-1])


def test_between_rubbers_all_can_be_chosen_but_how_long_partners_stay_and_it_says_why() -> None:
    evening = Evening(0, "vint").seat(ANNA, BORIS, CLARA, DAVID).start()
    for key in ("robots", "claims"):
        assert all(one.disabled for one in buttons(screen(evening, key))[:-1])
        assert "It stays like this until this rubber is over." in said(screen(evening, key))
    evening.play_rubber()
    assert "Options" in labels(table_screen(evening.view(None), TABLE, names))
    whole = screen(evening)
    assert "can be changed but “Partners stay together”, which decided the partners." in said(whole)
    assert not any(listed.disabled for listed in lists(whole))
    fixed_or_idle = {"quit_delay", "replaced", "rubbers_per_cut"}
    offered = [one.key for one in GAMES["vint"].offered if one.key not in fixed_or_idle]
    assert sorted(offer.value for listed in lists(whole) for offer in listed.offers) == sorted(offered)
    assert [one.disabled for one in buttons(screen(evening, "robots"))] == [True, False, False, False]
    fixed = screen(evening, "rubbers_per_cut")
    assert all(one.disabled for one in buttons(fixed)[:-1])
    assert "It cannot change now, because it decided the partners." in said(fixed)
    evening.ask(ANNA, SetOption("claims", "off"))
    assert "-# Claims of the last tricks: not allowed" in lobby(evening).split("\n")


def test_options_stand_in_four_lists_and_above_them_what_is_not_usual() -> None:
    usual = screen(Evening(0, "vint").seat(ANNA))
    assert said(usual).endswith("All options are as usual.")
    evening = Evening(0, "vint").seat(ANNA)
    evening.ask(ANNA, SetOption("hints", "on"))
    told, listed = said(screen(evening)), lists(screen(evening))
    assert [one.prompt for one in listed] == [
        "This game",
        "Seats and cutting",
        "Claims and mistakes",
        "Robots, pace and looks",
    ]
    assert told.endswith("\nHints: **on, for players who ask** (usually: off)") and told.count("**") == 2
    assert listed[-1].offers[0].label == "Hints", "what differs comes first"
    assert any("Equal cards" in one.label for one in listed[1].offers)


@each(("key", "pictured"), [("picture", True), ("direction", True), ("claims", False)])
def test_what_a_picture_tells_better_than_words_is_shown(key: str, pictured: bool) -> None:
    assert (picture(Evening(0, "vint"), key) is not None) is pictured


@each(
    ("game", "key", "told"),
    [
        # six odd tricks at 8, a petit slam of 20
        ("biritch", "slam_counts_to_game", "♥︎ Hearts, 12 tricks. Points towards the game + other points: "
         "no: 48 + 20; yes: 68 + 0."),
        # three odd tricks; four honours count 4 or 2, and winning five of the game 3 for a treble
        ("whist_modern", "honours", "♥︎ Hearts, 9 tricks, 4 honours in one hand. Points towards the game + "
         "other points: count 2 and 4: 7 + 3; count 1 and 2: 5 + 3; do not count: 3 + 0."),
        # doubled, four short, not vulnerable: 100 and three times 200, or the last 300
        ("contract", "fourth_undertrick", "3 ♥︎ Hearts, double ×2, 5 tricks. no: E–W 700; yes: E–W 800."),
        # two tricks beyond four: 48, and a petit slam
        ("auction", "slams", "4 ♥︎ Hearts, 12 tricks. Points towards the game + other points: "
         "bring 50 and 100: 48 + 50; bring 20 and 40: 48 + 20."),
        ("contract", "unfinished_rubber", "4 ♥︎ Hearts, 10 tricks, the rubber is left unfinished. Points "
         "towards the game + other points: is worth nothing: 120 + 0; "
         "brings 300 for a game, 50 for a part score: 120 + 300."),
    ],
)  # fmt: skip
def test_a_picture_shows_one_deal_reckoned_with_each_value(game: str, key: str, told: str) -> None:
    shown = picture(Evening(0, game), key)
    assert shown is not None
    assert shown.alt == shown.instead == f"For example, N–S: {told}"


def test_the_picture_of_an_option_has_a_tick_at_the_value_of_the_table() -> None:
    evening = Evening(0, "biritch").seat(ANNA)
    evening.ask(ANNA, SetOption("slam_doubled", "true"))
    shown, usual = picture(evening, "slam_doubled"), picture(Evening(0, "biritch"), "slam_doubled")
    assert shown is not None and usual is not None
    assert shown.alt == usual.alt and shown.png != usual.png


def test_the_pictures_of_options_are_small_and_tell_each_value() -> None:
    pictured = set[str]()
    for game, choice in CHOICES:
        if choice.key in pictured | {"picture", "direction"}:
            continue
        shown = picture(Evening(0, game), choice.key)
        if shown is not None:
            pictured.add(choice.key)
            assert len(shown.png) <= 25_000, (game, choice.key)
            assert all(phrase(choice.key, value) in shown.alt for value in choice.values)
    assert len(pictured) == 27


def test_where_the_server_gives_no_hints_it_says_so() -> None:
    evening = Evening(0, "biritch", hints_given="no").seat(ANNA)
    assert "This server gives no hints." in said(screen(evening))
    fixed = screen(evening, "hints")
    assert "This server gives no hints." in said(fixed) and "rubber is over" not in said(fixed)


def test_options_about_penalties_say_that_they_count_where_people_can_revoke() -> None:
    evening = Evening(0, "whist_english")
    for key in ("negative", "both_revoke"):
        assert "where people can revoke" in said(screen(evening, key))
    assert "where people can revoke" not in said(screen(evening, "honours"))
    waits = "A trick lies on the table: for 5 seconds"
    assert waits not in lines(screen(evening))
    assert waits in lines(screen(Evening(0, "whist_english", revoke_mode="lawful")))

"""What a player reads of the table: they sit at the bottom of it, and nobody is called by a seat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle

import pytest

from bot.discord_api.layout import components
from lab.speed.looks import EMOJI
from rules.cards import Card
from rules.games.all_games import GAMES
from rules.seats import Seat
from rules.table.requests import ClaimRest
from rules.table.seen import seen
from rules.tricks import Trick
from rules.view import Phase, SeatView
from screens.deck import LETTERS, Deck, face
from screens.hand import hand_screen
from screens.parts import speech_to
from screens.screen import Row, Screen, Select, Text
from screens.settling import turned_line
from screens.table import table_screen
from screens.trick import lying
from screens.words.languages import LANGUAGES, spoken
from screens.words.names import Speech
from tests.each import each, mostly_long
from tests.screens.screens import TABLE, ids, names
from tests.screens.test_every_state import lawful
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

SIGN = re.compile(r"<:(\w+):\d+>")
SIDES = ((0, 1), (1, 0), (1, 2), (2, 1))
"""Line and column of who is at the top, at the left, at the right and at the bottom."""
SHORT = ("biritch", "contract", "dummy_whist", "double_dummy")


def played(game: str, steps: int, every: int = 1) -> Iterator[Evening]:
    """A table after so many steps of a rubber; the same, each time as it stands then."""
    evening = Evening(7, game)
    evening.seat(*(ANNA, BORIS, CLARA, DAVID)[: evening.table.variant.players]).start()
    for number in range(steps):
        evening.step()
        if evening.table.rubber is not None and number % every == 0:
            yield evening


def told(screen: Screen, deck: Deck = LETTERS) -> list[str]:
    """The lines of its texts, as they are sent."""
    (container,) = components(screen, deck)
    inner = container["components"]
    assert isinstance(inner, list)
    return [line for one in inner for line in str(one.get("content", "")).split("\n")]


def in_cross(screen: Screen) -> list[list[str]]:
    """The emoji of the cross, line by line."""
    lines = [line for line in told(screen, EMOJI) if re.fullmatch(r"(<:\w+:\d+>){2,}", line)]
    return [SIGN.findall(line) for line in lines]


def drawn_card(card: Card) -> str:
    (told_,) = SIGN.findall(EMOJI.markdown(face(card)))
    return str(told_)


def turned(seat: Seat, *, clockwise: bool) -> tuple[Seat, Seat, Seat, Seat]:
    """Who is at the top, at the left, at the right and at the bottom to somebody in this seat."""
    left, right = (seat.left, seat.right) if clockwise else (seat.right, seat.left)
    return seat.partner, left, right, seat


def trick_of(view: SeatView) -> Trick | None:
    return lying(view.deal) if view.deal is not None and view.table.phase is Phase.PLAYING else None


@pytest.mark.parametrize("game", mostly_long(GAMES, SHORT))
def test_each_card_of_the_trick_lies_before_its_player_and_who_looks_sits_at_the_bottom(game: str) -> None:
    met = 0
    for evening in played(game, 40, every=7):
        for viewer in (None, *Seat):
            view = evening.view(viewer)
            if view.deal is None or view.table.phase is not Phase.PLAYING:
                continue
            screen = hand_screen(view, TABLE, names) if viewer else table_screen(view, TABLE, names)
            cross = in_cross(screen)
            clockwise = Speech.at_table(view.table).clockwise
            around = turned(viewer or Seat.SOUTH, clockwise=clockwise)
            laid = dict(trick.by_player()) if (trick := trick_of(view)) is not None else {}
            if viewer and not laid:
                assert cross == []  # nothing lies there to be seen
                continue
            own = [2] if viewer is None or viewer in laid else []
            assert [len(line) for line in cross] in ([2, 3, *own], [3, 3, *own])
            assert sum(line.count("blank") for line in cross) <= 3
            for seat, (line, column) in zip(around, SIDES, strict=True):
                if line == len(cross):
                    assert seat is viewer and seat not in laid
                elif seat in laid:
                    assert cross[line][column] == drawn_card(laid[seat])
                else:
                    assert cross[line][column] in ("next_card", "no_card_yet")
            met += len(laid)
    assert met


def pointed_at(cross: list[list[str]]) -> list[tuple[int, int]]:
    """The places at which the signs of a led card point."""
    found = []
    for number, line in enumerate(cross):
        found += [(number, place + 1) for place, sign in enumerate(line) if sign == "led_beside"]
        found += [(number + 1, place) for place, sign in enumerate(line) if sign == "led_below"]
    return found


@each("viewer", Seat)
def test_a_sign_points_at_the_card_that_was_led_and_at_no_other(viewer: Seat) -> None:
    leaders = set()
    for evening in played("contract", 70):
        view = evening.view(viewer)
        trick = trick_of(view)
        if trick is None:
            continue
        around = turned(viewer, clockwise=True)
        assert pointed_at(in_cross(hand_screen(view, TABLE, names))) == [SIDES[around.index(trick.leader)]]
        leaders.add(trick.leader)
    assert len(leaders) > 1


def test_in_letters_the_cards_that_lie_opposite_stand_in_one_column_of_letters_of_one_width() -> None:
    checked = 0
    for evening in played("biritch", 50):
        view = evening.view(Seat.EAST)
        trick = trick_of(view)
        if trick is None or len(trick.cards) < 4:
            continue
        lines = [line for line in told(hand_screen(view, TABLE, names)) if re.fullmatch("`[^`]+`", line)]
        top, middle, bottom = (line.strip("`").replace("\ufe0e", "") for line in lines)
        at = next(place for place, letter in enumerate(top) if letter in "♠♥♦♣")
        assert [place for place, letter in enumerate(bottom) if letter in "♠♥♦♣"] == [at]
        left, right = (place for place, letter in enumerate(middle) if letter in "♠♥♦♣")
        assert right - at == at - left
        checked += 1
    assert checked


def test_a_table_of_which_one_emoji_is_missing_is_all_letters() -> None:
    without = Deck({name: one for name, one in EMOJI.emoji.items() if name != "led_below"})
    evening = next(one for one in played("biritch", 40) if trick_of(one.view(Seat.SOUTH)) is not None)
    lines = told(hand_screen(evening.view(Seat.SOUTH), TABLE, names), without)
    assert sum(re.fullmatch("`[^`]+`", line) is not None for line in lines) in (2, 3)


def all_words(screen: Screen) -> str:
    """Every word of a screen, those of buttons and lists too."""
    found = []
    for part in screen.parts:
        match part:
            case Text(markdown):
                found.append(markdown)
            case Row(buttons):
                found += [button.label for button in buttons]
            case Select(_, prompt, offers):
                found += [prompt, *(f"{offer.label} {offer.hint}" for offer in offers)]
    return "\n".join(found)


SEATS = {
    "en": "North|South|East|West|N–S|E–W",
    "fr": "Nord|Sud|Est|Ouest|N–S|E–O",
    "ru": "Север|Юг|Восток|Запад|С–Ю|В–З",
}


@pytest.mark.parametrize("game", mostly_long(GAMES, SHORT))
def test_no_panel_calls_anybody_by_a_seat(game: str) -> None:
    """Nor a list or a button on it; no list and no button shows a mention."""
    for evening, language in zip(played(game, 40, every=2), cycle(LANGUAGES)):
        with spoken(language):
            for seat in Seat:
                screen = hand_screen(evening.view(seat), TABLE, names, room="<#1>")
                assert re.findall(rf"\b(?:{SEATS[language]})", all_words(screen)) == []
                unread = [part for part in screen.parts if not isinstance(part, Text)]
                assert "<@" not in all_words(Screen(tuple(unread)))


@pytest.mark.parametrize("game", mostly_long(GAMES, SHORT[2:]))
def test_whoever_has_dealt_is_called_by_a_name_also_for_a_dummy_and_each_line_begins_as_sentences_do(
    game: str,
) -> None:
    for evening, language in zip(played(game, 60, every=3), cycle(LANGUAGES)):
        with spoken(language):
            for seat in Seat:
                view = evening.view(seat)
                lines = [re.sub(r"^(?:-# |\*\*)", "", one) for one in told(hand_screen(view, TABLE, names))]
                assert not [
                    one for one in lines if one[:1].islower() and "  " not in one
                ]  # no row of a table
                if view.deal is not None and (turned := turned_line(speech_to(view, names), view.deal)):
                    assert "<@" in turned


ANYBODYS = {
    "hand",
    "last",
    "worth",
    "score",
    "join",
    "chairs",
    "close",
    "replace",
    "resume",
    "admit",
    "leave",
}
"""What the table's message may have during a rubber: to look, and what has to do with the chairs."""


@pytest.mark.parametrize("game", mostly_long(GAMES, SHORT))
def test_the_tables_message_has_no_call_that_somebody_else_may_not_make(game: str) -> None:
    """Through the cut, the calls and the play; with a claim that waits, and where people can revoke."""
    for evening in played(game, 60, every=3):
        ids_ = ids(table_screen(evening.view(None), TABLE, names))
        assert f"hand:{TABLE}" in ids_
        assert {one.split(":")[0] for one in ids_} <= ANYBODYS


def test_neither_has_it_where_somebody_claims_has_revoked_or_played_out_of_turn() -> None:
    claimed = Evening(2).seat(ANNA, BORIS, CLARA, DAVID).start().cut()
    while not claimed.view(None).deal or not claimed.view(None).deal.faced:  # type: ignore[union-attr]
        claimed.step()
    claimed.do(next(iter(claimed.table.waits_for)), ClaimRest())
    tables = [claimed.table, *lawful(), *lawful("whist_modern-out-of-turn")]
    for table in tables:
        if table.rubber is not None:
            shown = ids(table_screen(seen(table, None), TABLE, names))
            assert {one.split(":")[0] for one in shown} <= ANYBODYS

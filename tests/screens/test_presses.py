"""The ids of buttons: short enough, read back as written, and nobody else's taken for ours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.calls import Content, Declare, Double, Pass, action_word, parse_action
from rules.cards import PACK, Suit
from screens.buttons import BUTTON_COMMANDS, kind_of_press
from screens.presses import Press, read_as
from tests.rules.steady import CHARACTERS, steady

VERBS = sorted({one.partition(":")[0] for one in BUTTON_COMMANDS})
CALLS = [action_word(call) for call in (*map(Declare, (*Suit, None)), Pass(), Double(), Content())]  # type: ignore[arg-type]
numbers = st.integers(0, 999_999_999)
tables = st.integers(0, 2**32 - 1).map("{:08x}".format)


@st.composite
def presses(draw: st.DrawFn) -> Press:
    """Any press that a screen may carry."""
    verb, table = draw(st.sampled_from(VERBS)), draw(tables)
    if verb == "play":
        return Press(verb, table, draw(numbers), what=str(draw(st.sampled_from(PACK))))
    if verb == "call":
        return Press(verb, table, draw(numbers), draw(numbers), draw(st.sampled_from(CALLS)))
    at = draw(st.none() | numbers)
    return Press(verb, table, at, draw(numbers) if at is not None and draw(st.booleans()) else None)


@steady(60)
@given(presses())
def test_an_id_is_read_back_as_it_was_written(press: Press) -> None:
    assert read_as(Press, str(press)) == press


@steady(60)
@given(presses())
def test_an_id_is_no_longer_than_discord_takes(press: Press) -> None:
    assert 1 <= len(str(press)) <= 100


@steady(60)
@given(presses(), presses())
def test_two_presses_have_two_ids(one: Press, other: Press) -> None:
    assert (str(one) == str(other)) == (one == other)


@steady(60)
@given(st.text(CHARACTERS, max_size=100))
def test_what_is_read_of_any_text_writes_that_text(text: str) -> None:
    press = read_as(Press, text)
    assert press is None or read_as(Press, str(press)) == press


@pytest.mark.parametrize(
    "foreign",
    [
        "",
        "play",
        "play:",
        "play:7f3a0b1",
        "play:7f3a0b1cc:3:QH",
        "play:7F3A0B1C:3:QH",
        "play:7f3a0b1c:3:QH ",
        " play:7f3a0b1c:3:QH",
        "play:7f3a0b1c:3:QH\n",
        "plays:7f3a0b1c:3:QH",
        "open:7f3a0b1c",
        "play:7f3a0b1c:3:Q♥",
        "play:7f3a0b1c:٣:QH",
        "start:7f3a0b1c:٣",
        "call:7f3a0b1c:1:0:" + "x" * 21,
        "hand:7f3a0b1c:12345678901:1234567890123",
    ],
)
def test_what_is_none_of_ours_is_not_read(foreign: str) -> None:
    assert read_as(Press, foreign) is None


@steady(60)
@given(presses())
def test_every_press_belongs_to_a_kind_of_button(press: Press) -> None:
    assert kind_of_press(press) in BUTTON_COMMANDS


@steady(60)
@given(st.sampled_from(CALLS) | st.sampled_from([f"play:{card}" for card in PACK]))
def test_what_a_press_carries_is_an_action(word: str) -> None:
    assert action_word(parse_action(word)) == word

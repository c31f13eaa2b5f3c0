"""Every press finds who answers it, and every id that was ever posted is still read."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs import presses, registry
from cogs.presses import verb_of
from screens.presses import Press, form, head, heads, read_press
from tests.each import each

POSTED = (Path(__file__).parents[1] / "records" / "pressed-ids.txt").read_text("utf-8").splitlines()
"""An id of every shape that was ever on a button, a list or a form."""


@each("custom_id", POSTED)
def test_an_id_that_was_ever_posted_is_read_as_it_was_written(custom_id: str) -> None:
    press = read_press(custom_id)
    assert press is not None and str(press) == custom_id


def test_an_id_of_every_verb_is_in_the_list() -> None:
    assert {head(one) for one in POSTED} == heads()


@each("custom_id", POSTED)
def test_each_of_them_is_answered_by_one_function(custom_id: str) -> None:
    press = read_press(custom_id)
    key = verb_of(press, head(custom_id))
    assert (key not in registry.ASKS) == (key in registry.ANSWERS)


def test_what_names_something_may_be_answered_by_another_function_than_what_does_not() -> None:
    bare, named = Press("leave", "7f3a0b1c"), Press("leave", "7f3a0b1c", 2, what="48")
    assert verb_of(bare, "leave") in registry.ASKS
    assert verb_of(named, "leave") == "leave:" and "leave:" not in registry.ASKS


def test_a_verb_that_two_functions_would_answer_fails_as_the_second_is_made() -> None:
    with pytest.raises(LookupError, match="play is answered twice"):

        @registry.press("play")
        async def again(*_: object) -> None: ...


def test_a_verb_that_no_id_has_fails() -> None:
    with pytest.raises(LookupError, match="no button's id begins with fly"):

        @registry.press("fly")
        async def flown(*_: object) -> None: ...


def test_a_verb_that_nobody_answers_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    assert presses.PRESSED  # all answers are registered once it is imported
    monkeypatch.delitem(registry.ANSWERS, "hand")
    with pytest.raises(LookupError, match="nobody answers hand"):
        registry.check_presses()


def test_two_forms_of_ids_cannot_begin_alike() -> None:
    with pytest.raises(ValueError, match="two forms of ids begin with hand"):
        form(Press, ("hand",), "")(lambda verb, found: None)

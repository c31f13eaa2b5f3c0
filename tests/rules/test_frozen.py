"""What ``@frozen`` makes is what ``@dataclass(frozen=True, slots=True)`` would make."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, dataclass, field

import pytest

from rules.frozen import frozen, replace


@frozen
class Chair:
    name: str
    legs: int = 4
    marks: Mapping[str, int] = field(default_factory=dict, repr=False)


@frozen
class Empty:
    """Something without fields."""


@frozen
class Loud:
    name: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Loud) and self.name.lower() == other.name.lower()

    def __hash__(self) -> int:
        return 7


def test_values_are_equal_by_their_class_and_all_their_fields() -> None:
    assert Chair("north") == Chair("north", 4, {}) != Chair("north", 3)
    assert Empty() == Empty()
    assert len({Loud("A"), Loud("a")}) == 1 and hash(Empty()) == hash(Empty())


def test_a_default_that_is_made_is_made_for_each_value() -> None:
    assert Chair("north").marks is not Chair("north").marks


def test_a_value_cannot_be_changed_and_has_room_for_its_fields_only() -> None:
    chair = Chair("north")
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'legs'"):
        chair.legs = 3  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'legs'"):
        del chair.legs
    assert not hasattr(chair, "__dict__") and chair.legs == 4


def test_it_is_told_matched_replaced_and_pickled_as_a_dataclass_is() -> None:
    chair = Chair("north", marks={"scratch": 1})
    assert repr(chair) == "Chair(name='north', legs=4)"
    match chair:
        case Chair(name, legs):
            assert (name, legs) == ("north", 4)
    assert replace(chair, legs=3) == Chair("north", 3, {"scratch": 1}) and replace(Empty()) == Empty()
    with pytest.raises(TypeError, match="arms"):
        replace(chair, arms=2)  # type: ignore[call-arg]
    assert pickle.loads(pickle.dumps(chair)) == chair
    assert Empty.__doc__ == "Something without fields." and Chair.__doc__ is None


def test_a_value_is_replaced_by_one_that_differs_in_the_named_fields_alone() -> None:
    chair = Chair("north", marks={"scratch": 1})
    assert replace(chair, marks={}, name="east") == Chair("east") and chair.name == "north"
    assert replace(chair) == chair and replace(Loud("a"), name="b") == Loud("b")


def test_what_it_cannot_make_is_refused() -> None:
    class Late:
        name: str = field(init=False)

    class Checked:
        def __post_init__(self) -> None: ...

    for one in (Late, Checked):
        with pytest.raises(TypeError, match="@frozen cannot make"):
            frozen(one)
        assert dataclass(one)

"""``@frozen``: what ``@dataclass(frozen=True, slots=True)`` is, made in a third of the time.

Before Python 3.13 the library compiles each method of each class by itself; the program has four hundred
such classes, and that took a quarter of its start. Here the methods that depend on the fields are compiled
together, as the library does from 3.13 on, and the others are shared by all classes. The functions of
``dataclasses`` work on these classes too. Once 3.13 is the oldest Python that we support, ``frozen`` can go.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Final, NoReturn, TypeVar, dataclass_transform

T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import replace as replace
else:

    def replace(value: T, /, **changes: object) -> T:
        """What ``dataclasses.replace`` makes, for a third of its cost: a table has thirty fields, and each
        card played replaces one of them."""
        return _replacer(type(value))(value, **changes)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Methods that the class has itself are kept. Raises TypeError for a ``__post_init__``, and for fields
    that are not arguments or not compared."""
    own, told = set(vars(cls)), cls.__doc__
    cls.__doc__ = told or " "  # for one without, the library would word the signature
    made = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    made.__doc__ = told
    for name, method in _by_fields(made).items():
        if name not in own:
            method.__qualname__ = f"{made.__qualname__}.{name}"
            setattr(made, name, method)
    for name, shared in _SHARED.items():
        if name not in own:
            setattr(made, name, shared)
    return made


def _by_fields(cls: type) -> dict[str, FunctionType]:
    """The methods that depend on the fields, compiled in the module of the class."""
    every: Sequence[Field[object]] = fields(cls)
    if hasattr(cls, "__post_init__") or not all(map(_is_plain, every)):
        raise TypeError(f"@frozen cannot make {cls.__qualname__}; @dataclass can")
    names = [one.name for one in every]
    defaults = {f"_{one.name}_": one.default for one in every if one.default is not MISSING}
    makers = {f"_{one.name}_": one.default_factory for one in every if one.default_factory is not MISSING}
    setters = {f"_set_{name}": getattr(cls, name).__set__ for name in names}
    given: dict[str, object] = {**setters, **defaults, **makers}
    arguments = [f"{name}=_{name}_" if f"_{name}_" in given else name for name in names]
    body = ["  pass\n"]
    for name in names:
        made = f"_{name}_() if {name} is _{name}_ else {name}" if f"_{name}_" in makers else name
        body.append(f"  _set_{name}(self, {made})\n")
    ours, theirs = ("".join(f"{who}.{name}, " for name in names) for who in ("self", "other"))
    source = (
        f"def make({', '.join(given)}):\n"
        f" def __init__({', '.join(['self', *arguments])}):\n{''.join(body)}"
        " def __eq__(self, other):\n"
        f"  return ({ours}) == ({theirs}) if other.__class__ is self.__class__ else NotImplemented\n"
        " def __hash__(self):\n"
        f"  return hash(({ours}))\n"
        " return {'__init__': __init__, '__eq__': __eq__, '__hash__': __hash__}\n"
    )
    here: dict[str, FunctionType] = {}
    exec(source, vars(sys.modules[cls.__module__]), here)
    methods: dict[str, FunctionType] = here["make"](**given)
    methods["__init__"].__annotations__ = {**{one.name: one.type for one in every}, "return": None}
    return methods


@cache
def _replacer(cls: type) -> FunctionType:
    """Makes a value of this class from another and what is different. Compiled when it is first asked for."""
    names = [one.name for one in fields(cls)]
    given = ", ".join(f"{name}=_same" for name in names)
    taken = ", ".join(f"_self.{name} if {name} is _same else {name}" for name in names)
    here: dict[str, FunctionType] = {}
    source = f"def replaced(_self, /{given and ', *, '}{given}):\n return _cls({taken})\n"
    exec(source, {"_cls": cls, "_same": object()}, here)
    return here["replaced"]


def _is_plain(one: Field[object]) -> bool:
    return one.init and one.compare and one.hash is None and not one.kw_only


def _repr(self: object) -> str:
    shown = (f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)  # type: ignore[arg-type]
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _set(self: object, name: str, value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _delete(self: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: object) -> list[object]:
    return [getattr(self, one.name) for one in fields(self)]  # type: ignore[arg-type]


def _restore(self: object, state: Sequence[object]) -> None:
    for one, value in zip(fields(self), state, strict=True):  # type: ignore[arg-type]
        object.__setattr__(self, one.name, value)


_SHARED: Final = {
    "__repr__": _repr,
    "__setattr__": _set,
    "__delattr__": _delete,
    "__getstate__": _state,
    "__setstate__": _restore,
}

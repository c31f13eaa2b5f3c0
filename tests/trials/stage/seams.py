"""Where a fault is planted: a function, a method or a constant of ours, and what stands there instead."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, Final, NamedTuple, Protocol

Function = Callable[..., Any]
ROOMS: Final = ("bot", "cogs", "robots", "rules", "screens", "storage", "web")


class Patch(Protocol):
    """Replaces an attribute, as ``setattr`` and pytest's monkeypatch do."""

    def __call__(self, target: Any, name: str, value: Any, /) -> None: ...


class Seam(NamedTuple):
    """A place by its name, in the class or the module that defines it."""

    owner: Any
    name: str
    around: Callable[[Any], Any]
    """Makes of what stands there what stands there with the fault."""

    def plant(self, patch: Patch = setattr) -> None:
        """Everywhere: other modules may have imported it by its name. Raises AttributeError if there is no
        such place any more."""
        sound = getattr(self.owner, self.name)
        faulty = self.around(sound)
        patch(self.owner, self.name, faulty)
        if isinstance(self.owner, ModuleType):
            ours = [one for name, one in sys.modules.items() if name.partition(".")[0] in ROOMS]
            for module in ours:
                if vars(module).get(self.name) is sound:
                    patch(module, self.name, faulty)

    @property
    def misfit(self) -> str | None:
        """What is called otherwise by now."""
        try:
            self.plant(lambda *_: None)
        except AttributeError as why:
            return str(why)
        return None

    @contextmanager
    def planted(self) -> Iterator[None]:
        before = list[tuple[Any, str, Any]]()

        def patch(target: Any, name: str, value: Any) -> None:
            before.append((target, name, vars(target)[name]))
            setattr(target, name, value)

        self.plant(patch)
        try:
            yield
        finally:
            for target, name, sound in before:
                setattr(target, name, sound)


def constant(value: Any) -> Callable[[Any], Any]:
    return lambda _: value


def nothing(_: Function) -> Function:
    """In place of a function: it does nothing."""
    return lambda *given, **named: None


def no_wait(_: Function) -> Function:
    """In place of a coroutine function: the same."""

    async def done(*given: Any, **named: Any) -> None: ...

    return done


def given(change: Function) -> Callable[[Function], Function]:
    """It is given what ``change`` makes of what it is given."""
    return lambda does: lambda *before: does(*change(*before))


def after(change: Function) -> Callable[[Function], Function]:
    """``change`` makes its result of that and of what it is given."""
    return lambda does: lambda *before, **named: change(does(*before, **named), *before)


def during(owner: Any, **others: Callable[[Any], Any]) -> Callable[[Function], Function]:
    """While it runs, these of ``owner`` are otherwise, too. It waits for nothing."""

    def around(does: Function) -> Function:
        sound = {name: getattr(owner, name) for name in others}
        faulty = {name: other(sound[name]) for name, other in others.items()}

        def doing(*before: Any, **named: Any) -> Any:
            for name in others:
                setattr(owner, name, faulty[name])
            try:
                return does(*before, **named)
            finally:
                for name in others:
                    setattr(owner, name, sound[name])

        return doing

    return around

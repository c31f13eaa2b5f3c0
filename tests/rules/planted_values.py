"""What the faults of a game's figures, options and lines are made of: a game is changed where everybody asks
it, in its ``choices`` or in what it would ``build``, and a frozen value in that wherever it stands.

Games are named by their keys, with blanks between them. Where a fault would change nothing it raises
AttributeError, since what it names is otherwise by now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields as fields_of
from dataclasses import is_dataclass
from typing import Any, Final

from rules.errors import RulesError
from rules.frozen import replace
from rules.games import whist
from rules.games.all_games import GAMES
from rules.games.variant import Choice, Game, Options, Variant
from rules.refusals import OptionsClash
from tests.rules.planted_revokes import Around
from tests.trials.stage.seams import Function, Seam, after, given

WHIST: Final = " ".join((*whist.WHIST_FORMS, "dummy_whist", "double_dummy"))


def other(**fields: Any) -> Callable[[Any], Any]:
    """A value with other fields. A mapping tells what becomes of what it was."""

    def changed(value: Any) -> Any:
        new = {}
        for name, to in fields.items():
            was = getattr(value, name)
            new[name] = to.get(was, was) if isinstance(to, dict) else to
        return value._replace(**new) if hasattr(value, "_replace") else replace(value, **new)

    return changed


def entry(owner: Any, name: str, key: str, value: Any = None, /, **fields: Any) -> Seam:
    """A table has another value under this key, or the same with other fields."""

    def around(table: dict[str, Any]) -> dict[str, Any]:
        if key not in table:
            raise AttributeError(f"{name} has no {key}")
        return {**table, key: other(**fields)(table[key]) if fields else value}

    return Seam(owner, name, around)


def read(change: Function) -> Callable[[Any], property]:
    """In place of a property: ``change`` makes it of that and of the object."""
    return lambda sound: property(after(change)(sound.fget))


def lines(line: Any, change: Function) -> Around:
    """Each line of this kind is what ``change`` makes of it and of what is given, or is not there if None."""

    def otherwise(found: Any, *given: Any) -> Iterator[Any]:
        made = (change(one, *given) if one.line is line else one for one in found)
        return (one for one in made if one is not None)

    return after(otherwise)


def unrefused(allowed: Function) -> Around:
    """It does not refuse what is ``allowed``, by the refusal and what is given."""

    def around(check: Function) -> Function:
        def checking(*given: Any, **named: Any) -> None:
            try:
                check(*given, **named)
            except RulesError as refusal:
                if not allowed(refusal, *given, **named):
                    raise

        return checking

    return around


# Of games


def games_of(keys: str) -> list[Game]:
    if unknown := {*keys.split()} - {*GAMES}:
        raise AttributeError(f"no games {unknown}")
    return [GAMES[key] for key in keys.split()]


def of_games(name: str, keys: str, changed: Function, shown: Function) -> Seam:
    """This of these games is what ``changed`` makes of it; ``shown`` gives what must show it."""

    def around(sound: Any) -> property:
        def otherwise(game: Game) -> Any:
            is_one = game.key in keys.split()  # not the game: to be compared it would be asked for this
            return changed(sound.__get__(game)) if is_one else sound.__get__(game)

        if all(shown(game, sound.__get__(game)) == shown(game, otherwise(game)) for game in games_of(keys)):
            raise AttributeError(f"nothing changes in {keys}")
        return property(otherwise)

    return Seam(Game, name, around)


def choice(games: str, key: str, /, **fields: Any) -> Seam:
    """This option is another."""

    def changed(choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
        return tuple(other(**fields)(one) if one.key == key else one for one in choices)

    return of_games("choices", games, changed, lambda _, choices: choices)


def variants(game: Game, build: Callable[[Options], Variant]) -> list[Variant]:
    """Those of a table opened today, with each option but one at its default."""
    found = []
    for chosen in ({one.key: value} for one in game.offered for value in one.values):
        with suppress(OptionsClash):
            found.append(build(game.options(dict(game.opening(chosen)))))
    return found


def otherwise_built(games: str, around: Callable[[Function], Function]) -> Seam:
    return of_games("build", games, around, variants)


def unheeded(games: str, /, **fixed: str) -> Seam:
    """Whatever is chosen, these options are so."""
    return otherwise_built(
        games, lambda build: lambda options: build({key: fixed.get(key, was) for key, was in options.items()})
    )


def rewritten(value: Any, change: Function) -> Any:
    """The value, in which ``change`` has made something of each value that it is made of."""
    if type(value) is tuple:
        return tuple(rewritten(one, change) for one in value)
    if hasattr(value, "_make"):
        value = value._make(rewritten(one, change) for one in value)
    elif is_dataclass(value) and not isinstance(value, type):
        parts = {one.name: rewritten(getattr(value, one.name), change) for one in fields_of(value)}
        value = replace(value, **parts)
    return change(value)


def everywhere(games: str, change: Function) -> Seam:
    return otherwise_built(games, after(lambda variant, _: rewritten(variant, change)))


def instead(games: str, right: Any, wrong: Any) -> Seam:
    """In these games the one value stands where the other does."""
    return everywhere(games, lambda one: wrong if type(one) is type(right) and one == right else one)


def built(games: str, kind: type, /, **fields: Any) -> Seam:
    """In these games each value of a class has other fields."""
    return everywhere(games, lambda one: other(**fields)(one) if isinstance(one, kind) else one)


def form(games: str, /, **fields: Any) -> Seam:
    """Forms of whist have other figures."""

    def around(build: Function) -> Function:
        for game in games_of(games):
            other(**fields)(whist.WHIST_FORMS[game.key])
        return given(
            lambda key, form, options: (
                key,
                other(**fields)(form) if key in games.split() else form,
                options,
            )
        )(build)

    return Seam(whist, "build", around)

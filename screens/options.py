"""The options of a table: all of them in a list, or one with a button for each value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.games.variant import EDITION, Choice, Game
from rules.view import HINTS_ON, PublicTable
from screens.arranged import game_of, variant_of
from screens.lobby_buttons import offered, option_lists, options_button, value_buttons, value_lines
from screens.parts import BRASS, heading, noted, small, text
from screens.screen import Part, Row, Screen
from screens.words import options as words
from screens.words.gamebook import words_of


def options_screen(table: PublicTable, table_id: str, *, key: str | None = None, note: str = "") -> Screen:
    """All options with their values; or with a ``key`` that one option, to be changed."""
    game = game_of(table)
    place = next((at for at, one in enumerate(game.choices) if one.key == key and one.offered), None)
    top = text(noted(note), heading(words.TITLE()), small(words_of(table.game).title))
    body = _all(table, table_id, game) if place is None else _one(table, table_id, game, place)
    return Screen((top, *body), BRASS)


def settled(table: PublicTable) -> Mapping[str, str]:
    """The value of every option."""
    return game_of(table).options(dict(table.options))


def defaults(table: PublicTable) -> Mapping[str, str]:
    """The value that each option would have if it had not been chosen, the others being as they are."""
    now = settled(table)
    return {choice.key: choice.default(now) for choice in game_of(table).offered}


def differing(table: PublicTable) -> Iterator[str]:
    """A line for each option that is not at its default."""
    for key, value in game_of(table).differing(dict(table.options)):
        yield words.arranged(key, value)


def is_fixed(table: PublicTable, choice: Choice) -> bool:
    """Whether the option cannot be changed now: since the first hand was dealt, until the rubber is over, or
    because the server has decided it."""
    if choice.key == HINTS_ON[0] and not variant_of(table).house.hints:
        return True
    return table.rubber is not None if choice.until_rubber else table.deals > 0


def _all(table: PublicTable, table_id: str, game: Game) -> tuple[Part, ...]:
    now, usual = settled(table), defaults(table)
    choices = tuple(one for one in game.offered if one.matters_with(now))
    free = [choice for choice in choices if not is_fixed(table, choice)]
    always = [words.label(choice.key) for choice in choices if choice.until_rubber]
    lines = [_line(choice, now[choice.key], usual[choice.key]) for choice in choices]
    older = now.get(EDITION, game.editions[-1]) != game.editions[-1]
    return (
        text(
            *lines,
            small(f"{words.FIXED()} {words.still(always)}") if table.deals else "",
            small(words.OLDER_EDITION()) if older else "",
        ),
        *option_lists(table_id, free or choices, now, fixed=not free),
    )


def _line(choice: Choice, now: str, usual: str) -> str:
    said = words.phrase(choice.key, now)
    if now == usual:
        return f"{words.label(choice.key)}: {said}"
    return f"{words.label(choice.key)}: **{said}** ({words.usually(words.phrase(choice.key, usual))})"


def _one(table: PublicTable, table_id: str, game: Game, place: int) -> tuple[Part, ...]:
    choice = game.choices[place]
    fixed = is_fixed(table, choice)
    stands = words.FOR_THIS_RUBBER() if choice.until_rubber else words.FIXED()
    now, usual = settled(table)[choice.key], defaults(table)[choice.key]
    return (
        text(
            _line(choice, now, usual),
            *value_lines(choice, usual),
            small(words.numbers(choice)) if choice.numbers else "",
            small(words.note(choice.key)) if words.note(choice.key) else "",
            small(stands) if fixed else "",
        ),
        *value_buttons(table_id, place, choice, now, usual, fixed=fixed),
        Row((options_button(table_id, words.BACK()),)),
    )


def value_at(table: PublicTable, place: int, at: int) -> tuple[str, str] | None:
    """The option and value that a button stands for; None if the game has none at these places."""
    choices = game_of(table).choices
    if place >= len(choices) or not choices[place].offered:
        return None
    choice = choices[place]
    values = offered(choice, defaults(table)[choice.key])
    return (choice.key, values[at]) if at < len(values) else None

"""The options of a table: all of them in a list, or one with a button for each value.

Between rubbers buttons lead there, and to taking Dummy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rules.games.all_games import game_of, variant_of
from rules.games.variant import EDITION, EDITIONS, Choice, Game
from rules.view import HINTS_ON, PublicTable
from screens.example_trick import trick_picture
from screens.option_examples import example_picture
from screens.parts import BRASS, heading, noted, small, text
from screens.presses import Press
from screens.screen import Button, Offer, Part, Picture, Row, Screen, Select, Style, rows
from screens.words import options as words
from screens.words.games.all_games import words_of
from screens.words.languages import meant
from screens.words.names import Speech


def options_button(table: str, label: str | None = None) -> Button:
    return Button(str(Press("options", table)), label or words.OPTIONS())


def dummy_button(table: str, players: int, *, disabled: bool) -> Button:
    return Button(str(Press("dummy", table)), take_dummy(players), disabled=disabled)


def take_dummy(players: int) -> str:
    """The label of the button that takes Dummy; at a game for two, the first deal."""
    return meant("a button", "Take Dummy") if players > 2 else meant("a button", "Deal first")


# All options, or one

SHOWN: Final = 38
"""How many letters of a button's label a phone shows."""
PICTURED: Final = ("direction", "picture")
"""The options of which a picture tells more than words: a table as it is with the present value."""
OFFERED: Final = 25
"""Discord's limit for the lines of a list."""


def options_screen(
    table: PublicTable,
    table_id: str,
    *,
    key: str | None = None,
    note: str = "",
    picture: Picture | None = None,
) -> Screen:
    """All options with their values; or with a ``key`` that one option, to be changed, with a ``picture`` of
    what it does."""
    game = game_of(table)
    place = next((at for at, one in enumerate(game.choices) if one.key == key and one.offered), None)
    top = text(noted(note), heading(words.TITLE()), small(words_of(table.game).title))
    body = _all(table, table_id, game) if place is None else _one(table, table_id, game, place, picture)
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
    """Whether the option cannot be changed now: until the rubber is over, since the first hand was dealt, or
    because the server has decided it."""
    if _is_forbidden(table, choice):
        return True
    return table.rubber is not None or (choice.for_good and table.deals > 0)


def _is_forbidden(table: PublicTable, choice: Choice) -> bool:
    """Whether the server has decided it."""
    return choice.key == HINTS_ON[0] and not variant_of(table).house.hints


def _all(table: PublicTable, table_id: str, game: Game) -> tuple[Part, ...]:
    now, usual = settled(table), defaults(table)
    choices = tuple(one for one in game.offered if one.matters_with(now))
    free = [choice for choice in choices if not is_fixed(table, choice)]
    for_good = [words.label(choice.key) for choice in choices if choice.for_good]
    groups: dict[str, list[str]] = {}
    for choice in choices:
        line = _line(choice, now[choice.key], usual[choice.key])
        groups.setdefault(words.group(choice.key), []).append(line)
    older = now[EDITION] != EDITIONS[-1]
    stands = words.FIXED() if table.rubber is not None else words.fixed(for_good) if for_good else ""
    forbidden = any(_is_forbidden(table, choice) for choice in choices)
    notes = (
        stands if table.deals else "",
        words.NO_HINTS_HERE() if forbidden else "",
        words.OLDER_EDITION() if older else "",
    )
    return (
        *(text(small(name), *lines) for name, lines in sorted(groups.items(), key=_own_first)),
        *(text(small(note)) for note in notes if note),
        *option_lists(table_id, free or choices, now, fixed=not free),
    )


def _own_first(group: tuple[str, list[str]]) -> bool:
    return group[0] != words.OF_GAME()


def option_lists(
    table: str, choices: Sequence[Choice], now: Mapping[str, str], *, fixed: bool
) -> tuple[Select, ...]:
    """The options, each with its value beneath it, in as many lists as they need."""
    return tuple(
        Select(
            str(Press("option", table, start or None)),
            words.CHOOSE(),
            tuple(
                Offer(choice.key, words.label(choice.key), words.phrase(choice.key, now[choice.key]))
                for choice in choices[start : start + OFFERED]
            ),
            disabled=fixed,
        )
        for start in range(0, len(choices), OFFERED)
    )


def _line(choice: Choice, now: str, usual: str) -> str:
    said = words.phrase(choice.key, now)
    if now == usual:
        return words.line_of(choice.key, said)
    usually = words.USUALLY(value=words.phrase(choice.key, usual))
    return words.line_of(choice.key, f"**{said}** ({usually})")


def _one(
    table: PublicTable, table_id: str, game: Game, place: int, picture: Picture | None
) -> tuple[Part, ...]:
    choice = game.choices[place]
    fixed = is_fixed(table, choice)
    stands = words.FOR_GOOD() if choice.for_good and table.deals else words.FOR_THIS_RUBBER()
    stands = words.NO_HINTS_HERE() if _is_forbidden(table, choice) else stands
    now, usual = settled(table)[choice.key], defaults(table)[choice.key]
    return (
        text(
            _line(choice, now, usual),
            *value_lines(choice, usual),
            small(words.numbers(choice)) if choice.numbers else "",
            small(words.note(choice.key)) if words.note(choice.key) else "",
            small(stands) if fixed else "",
        ),
        *((picture,) if picture is not None else ()),
        *value_buttons(table_id, place, choice, now, usual, fixed=fixed),
        Row((options_button(table_id, words.BACK()),)),
    )


def option_picture(table: PublicTable, key: str | None) -> Picture | None:
    """What the option does, where a picture can tell it. Takes a hundredth of a second."""
    choice = next((one for one in game_of(table).offered if one.key == key), None)
    if choice is None:
        return None
    if choice.key in PICTURED:
        return trick_picture(Speech.at(table.options))
    now = settled(table)
    values = dict.fromkeys((*offered(choice, choice.default(now)), now[choice.key]))
    return example_picture(table.game, now, choice, tuple(values))


def offered(choice: Choice, default: str) -> tuple[str, ...]:
    """The values that have a button: all that have a name, and the default."""
    return choice.values if default in choice.values else (*choice.values, default)


def value_lines(choice: Choice, default: str) -> tuple[str, ...]:
    """The values in words with the numbers of their buttons, if they are too long to stand on them."""
    said = [_said(choice, value, default) for value in offered(choice, default)]
    if all(len(one) <= SHOWN for one in said):
        return ()
    return tuple(f"**{number}** {one}" for number, one in enumerate(said, 1))


def value_buttons(
    table: str, place: int, choice: Choice, now: str, default: str, *, fixed: bool
) -> tuple[Row, ...]:
    """A button for each value of the option at this ``place`` in the game's list. That of the present value
    is blue."""
    numbered = bool(value_lines(choice, default))
    return rows(
        tuple(
            Button(
                str(Press("set", table, place, at)),
                str(at + 1) if numbered else _said(choice, value, default),
                Style.PRIMARY if value == now else Style.SECONDARY,
                disabled=fixed or value == now,
            )
            for at, value in enumerate(offered(choice, default))
        )
    )


def _said(choice: Choice, value: str, default: str) -> str:
    said = words.phrase(choice.key, value)
    return f"{said} ({words.USUAL()})" if value == default else said


def value_at(table: PublicTable, place: int, at: int) -> tuple[str, str] | None:
    """The option and value that a button stands for; None if the game has none at these places."""
    choices = game_of(table).choices
    if place >= len(choices) or not choices[place].offered:
        return None
    choice = choices[place]
    values = offered(choice, defaults(table)[choice.key])
    return (choice.key, values[at]) if at < len(values) else None

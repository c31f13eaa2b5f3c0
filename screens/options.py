"""The options of a table: all of them in a list, or one with a button for each value.

Between rubbers buttons lead there, and to taking Dummy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final, NamedTuple

from rules.calls import Bid
from rules.cards import Suit
from rules.counting.reckon import Column, Contract, Standing, Tally
from rules.counting.rubber import gains_in, with_bonus
from rules.frozen import frozen
from rules.games.all_games import game, game_of, variant_of
from rules.games.variant import EDITION, EDITIONS, Choice, Game, Options, Variant
from rules.refusals import BadValue, OptionsClash
from rules.seats import BySeat, BySide, Seat, Side, plus
from rules.settling.auction import Auction
from rules.settling.declaration import Declaration
from rules.tricks import Strain
from rules.view import HINTS_ON, PublicTable
from screens.parts import BRASS, heading, noted, small, text
from screens.pictures.charts import DrawnBar, DrawnBars, drawn_bars
from screens.posted_options import LATEST, posted_option
from screens.presses import SET_OPTION, Press
from screens.screen import Button, Offer, Part, Picture, Row, Screen, Select, Style, rows
from screens.table_picture import trick_picture
from screens.words import options as words
from screens.words import table as table_words
from screens.words.games.all_games import words_of
from screens.words.gamewords import GameWords
from screens.words.languages import Plural, Sentence, colon, language_spoken, meant, semicolons
from screens.words.names import ON_PAPER, Speech, bid_at, declared_name, doubling, number


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


DIFFERING_SHOWN: Final = 5
"""The most options above the lists, which have all that differ first: a phone shows the whole screen."""


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
    choice = next((one for one in game.offered if one.key == key), None)
    top = text(noted(note), heading(words.TITLE()), small(words_of(table.game).title))
    body = _all_parts(table, table_id, game) if choice is None else _one(table, table_id, choice, picture)
    return Screen((top, *body), BRASS)


def option_values(table: PublicTable) -> Mapping[str, str]:
    """The value of every option."""
    return game_of(table).options(dict(table.options))


def defaults(table: PublicTable) -> Mapping[str, str]:
    """The value that each option would have if it had not been chosen, the others being as they are."""
    now = option_values(table)
    return {choice.key: choice.default(now) for choice in game_of(table).offered}


def differing(table: PublicTable) -> Iterator[str]:
    """A line for each option that is not at its default."""
    for key, value in game_of(table).differing(dict(table.options)):
        yield words.option_line(key, value)


def is_fixed(table: PublicTable, choice: Choice) -> bool:
    """Whether the option cannot be changed now: until the rubber is over, since the first hand was dealt, or
    because the server has decided it."""
    if _is_forbidden(table, choice):
        return True
    return table.rubber is not None or (choice.for_good and table.deals > 0)


def _is_forbidden(table: PublicTable, choice: Choice) -> bool:
    """Whether the server has decided it."""
    return choice.key == HINTS_ON[0] and not variant_of(table).house.hints


def _all_parts(table: PublicTable, table_id: str, game: Game) -> tuple[Part, ...]:
    """What is not as usual, then a list of each group, whose lines have the values."""
    now, usual = option_values(table), defaults(table)
    choices = tuple(one for one in game.offered if one.matters_with(now))
    free = [choice for choice in choices if not is_fixed(table, choice)]
    for_good = [words.label(choice.key) for choice in choices if choice.for_good]
    differ = [
        _option_line(one, now[one.key], usual[one.key]) for one in choices if now[one.key] != usual[one.key]
    ]
    more = words.MORE_DIFFER(len(differ) - DIFFERING_SHOWN) if len(differ) > DIFFERING_SHOWN else ""
    older = now[EDITION] != EDITIONS[-1]
    stands = words.FIXED() if table.rubber is not None else words.fixed(for_good) if for_good else ""
    forbidden = any(_is_forbidden(table, choice) for choice in choices)
    notes = (
        stands if table.deals else "",
        words.NO_HINTS_HERE() if forbidden else "",
        words.OLDER_EDITION() if older else "",
    )
    return (
        text(*(differ[:DIFFERING_SHOWN] or (words.ALL_USUAL(),)), small(more) if more else ""),
        *(text(small(note)) for note in notes if note),
        *option_lists(table_id, free or choices, now, usual, fixed=not free),
    )


def option_lists(
    table: str, choices: Sequence[Choice], now: Mapping[str, str], usual: Mapping[str, str], *, fixed: bool
) -> tuple[Select, ...]:
    """A list of each group of options, that of the game first. Beneath each option stands its value, and
    those that differ from what is usual come first."""
    groups: dict[str, list[Choice]] = {}
    for choice in sorted(choices, key=lambda one: now[one.key] == usual[one.key]):
        groups.setdefault(words.group(choice.key), []).append(choice)
    return tuple(
        Select(
            str(Press("option", table, place or None)),
            name,
            tuple(
                Offer(choice.key, words.label(choice.key), words.phrase(choice.key, now[choice.key]))
                for choice in groups[name][:OFFERED]
            ),
            disabled=fixed,
        )
        for place, name in enumerate(sorted(groups, key=words.place_of_group))
    )


def _option_line(choice: Choice, now: str, usual: str) -> str:
    said = words.phrase(choice.key, now)
    if now == usual:
        return words.line_of(choice.key, said)
    usually = words.USUALLY(value=words.phrase(choice.key, usual))
    return words.line_of(choice.key, f"**{said}** ({usually})")


def _one(table: PublicTable, table_id: str, choice: Choice, picture: Picture | None) -> tuple[Part, ...]:
    fixed = is_fixed(table, choice)
    stands = words.FOR_GOOD() if choice.for_good and table.deals else words.FOR_THIS_RUBBER()
    stands = words.NO_HINTS_HERE() if _is_forbidden(table, choice) else stands
    now, usual = option_values(table)[choice.key], defaults(table)[choice.key]
    return (
        text(
            _option_line(choice, now, usual),
            *value_lines(choice, usual),
            small(words.numbers(choice)) if choice.numbers else "",
            small(words.option_note(choice.key)) if words.option_note(choice.key) else "",
            small(stands) if fixed else "",
        ),
        *((picture,) if picture is not None else ()),
        *value_buttons(table_id, choice, now, usual, fixed=fixed),
        Row((options_button(table_id, words.BACK()),)),
    )


def option_picture(table: PublicTable, key: str | None) -> Picture | None:
    """What the option does, where a picture can tell it. Takes a hundredth of a second."""
    choice = next((one for one in game_of(table).offered if one.key == key), None)
    if choice is None:
        return None
    if choice.key in PICTURED:
        return trick_picture(Speech.at_table(table))
    now = option_values(table)
    values = dict.fromkeys((*offered(choice, choice.default(now)), now[choice.key]))
    return example_picture(table.game, now, choice, tuple(values))


def offered(choice: Choice, default: str) -> tuple[str, ...]:
    """The values that have a button: all that have a name, and the default."""
    return choice.values if default in choice.values else (*choice.values, default)


def value_lines(choice: Choice, default: str) -> tuple[str, ...]:
    """The values in words with the numbers of their buttons, if they are too long to stand on them."""
    said = [_option_sentence(choice, value, default) for value in offered(choice, default)]
    if all(len(one) <= SHOWN for one in said):
        return ()
    return tuple(f"**{number}** {one}" for number, one in enumerate(said, 1))


def value_buttons(table: str, choice: Choice, now: str, default: str, *, fixed: bool) -> tuple[Row, ...]:
    """A button for each value of an option. That of the present value is blue."""
    numbered = bool(value_lines(choice, default))
    return rows(
        tuple(
            Button(
                option_id(table, choice.key, value),
                str(at + 1) if numbered else _option_sentence(choice, value, default),
                Style.PRIMARY if value == now else Style.SECONDARY,
                disabled=fixed or value == now,
            )
            for at, value in enumerate(offered(choice, default))
        )
    )


def _option_sentence(choice: Choice, value: str, default: str) -> str:
    said = words.phrase(choice.key, value)
    return f"{said} ({words.USUAL()})" if value == default else said


def option_id(table: str, key: str, value: str) -> str:
    """The id of the button that gives an option this value."""
    return str(Press(SET_OPTION, table, what=f"{key}:{value}"))


def option_meant(table: PublicTable, press: Press, drawn: datetime) -> tuple[str, str] | None:
    """The option and value for which a button stands on a message that was last ``drawn`` at this moment;
    None if the game does not have them, or has them no longer."""
    if press.at is not None:
        return value_at(table, press.at, press.point or 0, drawn)
    key, _, value = press.what.partition(":")
    return _taken(table, key, value)


def value_at(table: PublicTable, place: int, at: int, drawn: datetime = LATEST) -> tuple[str, str] | None:
    """The same for an id that names them by their places, as none that is posted today."""
    named = posted_option(table.game, place, at, drawn)
    return _taken(table, *named) if named is not None else None


def _taken(table: PublicTable, key: str, value: str) -> tuple[str, str] | None:
    """The option and value as they are called today, if the game of the table has them."""
    choice = next((one for one in game_of(table).offered if one.key == key), None)
    try:
        return (key, choice.checked_value(value)) if choice is not None else None
    except BadValue:
        return None


# What an option does to a score: one deal, reckoned by the game with each of the option's values. The deal is
# the first of a few plain ones in which the values differ most. An option that changes no score, or only that
# of revokes, has none


EXAMPLE: Final = Sentence("For example, {side}: {what}.")
IN_ONE_HAND: Final = Plural("{count} honour in one hand", "{count} honours in one hand")
IN_TWO_HANDS: Final = Sentence("honours divided {score}")
ACES_IN_ONE_HAND: Final = Plural("{count} ace in one hand", "{count} aces in one hand")
NO_TRUMP_HELD: Final = Plural("{count} hand without a trump", "{count} hands without a trump")
AT_A_SCORE: Final = Sentence("at a score of {score}")
GAMES_BEFORE: Final = Sentence("at games of {score}")
BROKEN_OFF: Final = Sentence("the rubber is left unfinished")
BOTH_SORTS: Final = Sentence("Points towards the game + other points")
BAR_ALT: Final = Sentence("{value}: {points}")


@frozen
class Example:
    """A deal of North and South, and how the rubber stands before it."""

    strain: Strain
    tricks: int = 9
    odd: int = 3  # what is bid, where there is an auction
    level: int = 0
    honours: tuple[int, int] = (0, 0)
    voids: int = 0
    below: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)
    broken_off: bool = False  # after it


_N, _H, _S, _C = Strain.NO_TRUMPS, Strain.HEARTS, Strain.SPADES, Strain.CLUBS

EXAMPLES: Final = (
    Example(_N),
    Example(_N, 10),
    Example(_S, 7, 1),
    Example(_S, 5, 1, 1),
    Example(_S, 5, 1, 2),
    Example(_H, 12, 4),
    Example(_H, 13, 4),
    Example(_H, 12, 6),
    Example(_H, 12, 7),
    Example(_H, 13, level=1),
    Example(_H, 9, 2, 1),
    Example(_H, 9, 3, 2),
    Example(_H, 7, 3, 2),
    Example(_H, 5, 3, 1),
    Example(_H, honours=(4, 0)),
    Example(_H, honours=(5, 0)),
    Example(_N, honours=(3, 0)),
    Example(_N, honours=(4, 0)),
    Example(_H, honours=(2, 1)),
    Example(_H, honours=(5, 0), voids=1),
    Example(_H, voids=2),
    Example(_H, honours=(2, 2), below=(2, 0)),
    Example(_H, honours=(2, 2), below=(4, 3)),
    Example(_H, honours=(2, 1), below=(3, 0)),
    Example(_H, 9, below=(7, 0)),
    Example(_H, 10, 4, below=(4, 3), games=(1, 1)),
    Example(_H, 12, 6, below=(0, 0), games=(1, 1)),
    Example(_H, 10, 4, broken_off=True),
    Example(_H, 8, 2, broken_off=True),
)


class Reckoned(NamedTuple):
    """What one value brings North and South, below the line and elsewhere; if negative, the other side."""

    below: int
    beside: int


class Shown(NamedTuple):
    example: Example
    by_value: tuple[tuple[str, Reckoned], ...]


def example_picture(of: str, options: Options, choice: Choice, values: Sequence[str]) -> Picture | None:
    """The picture of what these values do at a table of this game; None if no example tells them apart. Takes
    a hundredth of a second at first."""
    shown = _first_example(of, tuple(sorted(options.items())), choice.key, tuple(values))
    if shown is None:
        return None
    split = any(one.beside for _, one in shown.by_value) and any(one.below for _, one in shown.by_value)
    title = _example_told(of, shown.example)
    rows = tuple(_example_bars(choice.key, options[choice.key], shown, split=split))
    told = semicolons(BAR_ALT(value=one.label, points=one.figure) for one in rows)
    alt = f"{colon(f'{title} {BOTH_SORTS()}', told)}." if split else f"{title} {told}."
    name = f"option-{choice.key.replace('_', '-')}-{language_spoken()}.png"
    return Picture(name, drawn_bars(DrawnBars(title, BOTH_SORTS() if split else "", rows)), alt, instead=alt)


@lru_cache(maxsize=256)
def _first_example(
    of: str, options: tuple[tuple[str, str], ...], key: str, values: tuple[str, ...]
) -> Shown | None:
    """The first example in which most values differ, with what each brings."""
    variants = dict(_variants(game(of), dict(options), key, values))
    if len({(one.reckoning, one.rubber) for one in variants.values()}) < 2:
        return None
    found: Shown | None = None
    most = 1
    for example in EXAMPLES:
        reckoned = tuple(
            (value, result)
            for value, variant in variants.items()
            if (result := _reckoned(variant, example)) is not None
        )
        different = len({result for _, result in reckoned})
        if len(reckoned) == len(variants) and different > most:
            most, found = different, Shown(example, reckoned)
    return found


def _variants(of: Game, now: Options, key: str, values: Sequence[str]) -> Iterator[tuple[str, Variant]]:
    """The game with each of the values, as far as they go with the other options."""
    for value in values:
        try:
            yield value, of.variant_of(tuple({**now, key: value}.items()))
        except (BadValue, OptionsClash):
            continue


def _reckoned(variant: Variant, example: Example) -> Reckoned | None:
    """What the example comes to; None if it cannot occur at this game."""
    tally, standing = _example_tally(variant, example), _score_before(variant, example)
    if tally is None or standing is None:
        return None
    entries = variant.reckon(tally, standing)
    after = variant.rubber.standing_after(standing, entries)
    end = variant.rubber.broken_off(after) if example.broken_off else variant.rubber.end(after)
    if example.broken_off and variant.rubber.end(after) is not None:
        return None
    below = gains_in(entries, Column.BELOW)
    beside = plus(gains_in(entries, Column.ABOVE), gains_in(entries, Column.BONUS))
    if end is not None:
        beside = with_bonus(beside, end.bonus)
    return Reckoned(below.ns - below.ew, beside.ns - beside.ew)


def _example_tally(variant: Variant, example: Example) -> Tally | None:
    """The counts of the example; None if it cannot be declared or bid, doubled or held at this game."""
    law, trumps = variant.settlement, example.strain.trumps
    each, (north, south) = variant.dealing.each, example.honours
    most = len(variant.honours.ranks) if trumps is not None else len(Suit)
    if isinstance(law, Auction):
        is_open = example.level <= law.max_doublings and Bid(example.odd, example.strain) in law.ladder
    elif isinstance(law, Declaration):
        is_open = True
    else:
        is_open = trumps is not None and not example.level
    if not is_open or example.tricks > each or north + south > most:
        return None
    return Tally(
        trumps=trumps,
        level=example.level,
        tricks=BySide(example.tricks, each - example.tricks),
        honours=BySeat(north, 4, south, 1) if example.voids == 2 else BySeat(north, 0, south, 0),
        voids=frozenset((Seat.NORTH, Seat.SOUTH)[: example.voids]),
        contract=Contract(Bid(example.odd, example.strain), Side.NS) if isinstance(law, Auction) else None,
    )


def _score_before(variant: Variant, example: Example) -> Standing | None:
    """The score before the example; None if the game or the rubber would be over."""
    rubber = variant.rubber
    if max(example.below) >= rubber.game or max(example.games) >= rubber.games:
        return None
    return Standing(BySide(*example.below), BySide(*example.games))


# The example in words


def _example_told(of: str, example: Example) -> str:
    said = words_of(of)
    return EXAMPLE(
        side=ON_PAPER.short_side(Side.NS), what=", ".join(_facts(game(of).variant(), said, example))
    )


def _facts(variant: Variant, said: GameWords, example: Example) -> Iterator[str]:
    if isinstance(variant.settlement, Auction):
        yield bid_at(Bid(example.odd, example.strain), said)
    else:
        yield declared_name(example.strain.trumps, said)
    if example.level:
        yield doubling(example.level, said.doubling)
    yield table_words.TRICKS_TAKEN(example.tricks)
    richer, poorer = example.honours
    if poorer:
        yield IN_TWO_HANDS(score=f"{richer}–{poorer}")
    elif richer:
        yield (IN_ONE_HAND if example.strain.trumps is not None else ACES_IN_ONE_HAND)(richer)
    if example.voids:
        yield NO_TRUMP_HELD(example.voids)
    if any(example.below):
        yield AT_A_SCORE(score="–".join(map(str, example.below)))
    if any(example.games):
        yield GAMES_BEFORE(score="–".join(map(str, example.games)))
    if example.broken_off:
        yield BROKEN_OFF()


def _example_bars(key: str, now: str, shown: Shown, *, split: bool) -> Iterator[DrawnBar]:
    """A bar for each value; with ``split`` what counts towards the game stands before a plus."""
    results = [result for _, result in shown.by_value]
    best = max(1, *(abs(one.below + one.beside) for one in results))
    for value, (below, beside) in shown.by_value:
        figure = _figure(below, beside) if split else _signed(below + beside)
        yield DrawnBar(words.phrase(key, value), figure, abs(below + beside) / best, chosen=value == now)


def _figure(below: int, beside: int) -> str:
    return f"{number(below)} + {number(beside)}" if beside >= 0 <= below else _signed(below + beside)


def _signed(points: int) -> str:
    """Points of the other side stand after its name."""
    return number(points) if points >= 0 else f"{ON_PAPER.short_side(Side.EW)} {number(-points)}"

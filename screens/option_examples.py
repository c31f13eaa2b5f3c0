"""What an option does to a score: one deal, reckoned by the game with each of the option's values.

The deal is the first of a few plain ones in which the values differ most. An option that changes no score, or
only that of revokes, has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rules.calls import Bid
from rules.cards import Suit
from rules.counting.reckon import Column, Contract, Standing, Tally
from rules.counting.rubber import gained, with_bonus
from rules.frozen import frozen
from rules.games.all_games import game
from rules.games.variant import Choice, Game, Options, Variant
from rules.refusals import BadValue, OptionsClash
from rules.seats import BySeat, BySide, Seat, Side, plus
from rules.settling.auction import Auction
from rules.settling.declaration import Declaration
from rules.tricks import Strain
from screens.pictures.charts import DrawnBar, DrawnBars, drawn_bars
from screens.screen import Picture
from screens.words import options as words
from screens.words import table as table_words
from screens.words.games.all_games import words_of
from screens.words.gamewords import GameWords
from screens.words.languages import Plural, Sentence, language_spoken
from screens.words.names import ON_PAPER, bid_at, declared, doubling, number

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
    shown = _shown(of, tuple(sorted(options.items())), choice.key, tuple(values))
    if shown is None:
        return None
    split = any(one.beside for _, one in shown.by_value) and any(one.below for _, one in shown.by_value)
    title = _said(of, shown.example)
    rows = tuple(_rows(choice.key, options[choice.key], shown, split=split))
    told = "; ".join(BAR_ALT(value=one.label, points=one.figure) for one in rows)
    alt = f"{title} {BOTH_SORTS()}: {told}." if split else f"{title} {told}."
    name = f"option-{choice.key.replace('_', '-')}-{language_spoken()}.png"
    return Picture(name, drawn_bars(DrawnBars(title, BOTH_SORTS() if split else "", rows)), alt, instead=alt)


@lru_cache(maxsize=256)
def _shown(of: str, options: tuple[tuple[str, str], ...], key: str, values: tuple[str, ...]) -> Shown | None:
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
            yield value, of.stored(tuple({**now, key: value}.items()))
        except (BadValue, OptionsClash):
            continue


def _reckoned(variant: Variant, example: Example) -> Reckoned | None:
    """What the example comes to; None if it cannot occur at this game."""
    tally, standing = _tally(variant, example), _standing(variant, example)
    if tally is None or standing is None:
        return None
    entries = variant.reckon(tally, standing)
    after = variant.rubber.after(standing, entries)
    end = variant.rubber.broken_off(after) if example.broken_off else variant.rubber.end(after)
    if example.broken_off and variant.rubber.end(after) is not None:
        return None
    below = gained(entries, Column.BELOW)
    beside = plus(gained(entries, Column.ABOVE), gained(entries, Column.BONUS))
    if end is not None:
        beside = with_bonus(beside, end.bonus)
    return Reckoned(below.ns - below.ew, beside.ns - beside.ew)


def _tally(variant: Variant, example: Example) -> Tally | None:
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


def _standing(variant: Variant, example: Example) -> Standing | None:
    """The score before the example; None if the game or the rubber would be over."""
    rubber = variant.rubber
    if max(example.below) >= rubber.game or max(example.games) >= rubber.games:
        return None
    return Standing(BySide(*example.below), BySide(*example.games))


# In words


def _said(of: str, example: Example) -> str:
    said = words_of(of)
    return EXAMPLE(
        side=ON_PAPER.short_side(Side.NS), what=", ".join(_facts(game(of).variant(), said, example))
    )


def _facts(variant: Variant, said: GameWords, example: Example) -> Iterator[str]:
    if isinstance(variant.settlement, Auction):
        yield bid_at(Bid(example.odd, example.strain), said)
    else:
        yield declared(example.strain.trumps, said)
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


def _rows(key: str, now: str, shown: Shown, *, split: bool) -> Iterator[DrawnBar]:
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

"""Which options of a game can matter where the score of real cards is kept.

An option matters if some deal, entered in the same words, comes to something else or is refused. That is
found by comparing what a sheet reads of the variants; how cards are dealt and played it never reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules.games.variant import WITH_RUBBERS, Choice, Game, Variant
from rules.refusals import OptionsClash
from rules.settling.declaration import Declaration
from rules.settling.ruff import Ruff
from rules.settling.turnup import TurnUp
from rules.sheet.deals import form_of


@lru_cache
def matter_on_a_sheet(game: Game) -> tuple[Choice, ...]:
    """The options of a game that can matter on a sheet, alone or beside one other."""
    return tuple(choice for choice in game.offered if choice not in WITH_RUBBERS and _matters(game, choice))


def _matters(game: Game, choice: Choice) -> bool:
    for beside in _beside(game, choice):
        known = {_read(variant) for variant in _variants(game, choice, beside)}
        if len(known) > 1:
            return True
    return False


def _beside(game: Game, choice: Choice) -> Iterator[dict[str, str]]:
    """Nothing, then each value of each other option."""
    yield {}
    for other in game.offered:
        if other is not choice and other not in WITH_RUBBERS:
            for value in other.values:
                yield {other.key: value}


def _variants(game: Game, choice: Choice, beside: dict[str, str]) -> Iterator[Variant]:
    for value in (*choice.values, *map(str, choice.numbers[:1])):
        try:
            yield game.variant({**beside, choice.key: value})
        except OptionsClash:
            continue


def _read(variant: Variant) -> object:
    """What a sheet reads of a variant."""
    limit, scores = None, None
    match variant.settlement:
        case Declaration(max_doublings=most, max_trick=dearest):
            limit = most, dearest
        case TurnUp(call_at=call_at) | Ruff(call_at=call_at) if call_at is not None:
            scores = call_at.scores
    honours = variant.honours.ranks
    return (
        variant.reckoning,
        variant.rubber,
        variant.dummies,
        variant.dealing.each,
        form_of(variant),
        limit,
        scores,
        honours,
    )

"""Whist for three players with one dummy, and for two with a dummy each. Laws sections 4.3 and 4.4.

They are counted as the form of whist that the table chooses, short or long.
"""

from __future__ import annotations

from typing import Final

from rules.frozen import replace
from rules.games.variant import EDITION, HOUSE_CHOICES, WITH_PARTNERS, Choice, Game, Options, Variant
from rules.games.whist_forms import FIVE_UP, TEN_UP, Form, build, choices
from rules.refusals import OptionsClash

FORMS: Final = {"short": FIVE_UP, "long": TEN_UP}

_OF_EITHER: Final = {choice.key: choice for form in (TEN_UP, FIVE_UP) for choice in choices(form)}
_OF_WHIST: Final = tuple(choice for choice in _OF_EITHER.values() if choice not in WITH_PARTNERS)

ROTATION: Final = Choice("dummy_rotation", ("rubber", "game"))
MISDEAL: Final = Choice("misdeal", ("passes", "same_dealer"), offered=False)
"""Nobody misdeals at a table, so none can choose it (reading R4)."""


def counted_as(key: str, options: Options, *, single: bool = False) -> Variant:
    """Whist with this table's options; with ``single``, each game is a match. Raises OptionsClash."""
    form = FORMS[options["form"]]
    offered = {choice.key for choice in choices(form)}
    for choice in _OF_WHIST:
        if choice.key not in offered and options[choice.key] != choice.values[0]:
            raise OptionsClash("form", choice.key)
    chosen: Form = replace(form, matches=("game",)) if single else form
    return build(
        key, chosen, {name: value for name, value in options.items() if name in offered or name == EDITION}
    )


def with_one_dummy(options: Options) -> Variant:
    """One player has dummy for a rubber, or for a game, which is then a match (ambiguity 41). A misdeal may
    lose the deal (ambiguity 7)."""
    by_game = options["dummy_rotation"] == "game"
    for key, usual in (("rubber_points", "2"), ("honours_to_game", "true"), ("rubbers_per_cut", "1")):
        if by_game and options[key] != usual:
            raise OptionsClash("dummy_rotation", key)
    whist = counted_as("dummy_whist", options, single=by_game)
    return replace(whist, dummies=1, misdeal_passes=options["misdeal"] == "passes")


def with_two_dummies(options: Options) -> Variant:
    """Each player has a dummy. A misdeal does not lose the deal, since dealing is a disadvantage (laws
    4.4)."""
    return replace(counted_as("double_dummy", options), dummies=2, misdeal_passes=False)


_FORM: Final = Choice("form", tuple(FORMS))

DUMMY_WHIST: Final = Game(
    "dummy_whist", (*HOUSE_CHOICES, _FORM, ROTATION, MISDEAL, *_OF_WHIST), with_one_dummy
)
DOUBLE_DUMMY: Final = Game("double_dummy", (*HOUSE_CHOICES, _FORM, *_OF_WHIST), with_two_dummies)

"""Whist in seven forms, long and short, English, American and British, and for three or two players with one
dummy or two. Laws section 4.

A form is a row of figures. How they become a variant, and which options a table has, is the same for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.counting.points_up import USUAL, HonourPoints, Margin, PointsUp, RevokePoints, Scale, Worth
from rules.counting.reckon import FOUR_HONOURS, Column, Counted, Penalty
from rules.counting.revoke import ClaimWindow
from rules.counting.rubber import GAME_POINTS_ONLY, Prize, RubberLaw
from rules.deal.dealing import Dealing, TurnedUp
from rules.frozen import frozen, replace
from rules.games.variant import (
    EDITION,
    FIRST,
    FOURTH,
    HOUSE_CHOICES,
    LAWFUL,
    REPLACED,
    REVOKE_CHOICES,
    RUBBERS_PER_CUT,
    THIRD,
    WITH_PARTNERS,
    Choice,
    Game,
    House,
    Options,
    Variant,
    revoking_of,
    with_direction,
)
from rules.refusals import OptionsClash
from rules.settling.turnup import CallAt, TurnUp

TREBLE_DOUBLE_SINGLE: Final = Scale(((0, 3), (2, 2), (4, 1)))
DOUBLE_SINGLE: Final = Scale(((4, 2), (9, 1)))
TREBLE_AT_LONG_WHIST: Final = Scale(((0, 3), (4, 2), (9, 1)))

HONOURS: Final = {"full": HonourPoints(2, 4), "halved": HonourPoints(1, 2), "none": None}
FULL_HALVED_NONE: Final = ("full", "halved", "none")


REPLACED_IN_003: Final = replace(REPLACED, unless=((EDITION, FOURTH, "exposed"),))
"""Its own words are of cards "that were played by accident" (appendix E, E2)."""


@frozen
class Form:
    """The figures of a form of whist (table of laws 4.2). Of several values the first is the default."""

    game: int
    prize: Prize
    honours: tuple[str, ...] = ("none",)
    bar: int | None = None
    call_at: tuple[str, ...] = ()
    asker_holds: int = 0
    game_at: tuple[str, ...] = ()  # other lengths of the game
    treble: Prize | None = None  # the prize with the option that counts a treble (ambiguity 28)
    matches: tuple[str, ...] = ("rubber",)
    penalty: int = 3
    penalties: frozenset[Penalty] = USUAL
    honours_aside: bool = False  # they do not count to the game, from the third edition on (appendix D, D3)
    points_added: bool = False  # the option that adds the points scored in games is offered (D7)
    negative: str = "floor"
    claim_window: str = "until_cut"
    trick_lost: str = "false"
    single_since_fourth: bool = False  # each game is a match unless the table says otherwise (appendix E, E7)
    counterclockwise: bool = False  # by default, from the fourth edition on (E6)
    preset: tuple[str, ...] = ()  # whose laws; the second is the whist of [001] (E8)
    replacing: Choice = REPLACED

    @property
    def counts_honours(self) -> bool:
        return self.honours != ("none",)


FIVE_UP: Final = Form(5, TREBLE_DOUBLE_SINGLE, FULL_HALVED_NONE, bar=4)
"""Short whist by the code of 1864."""

TEN_UP: Final = Form(
    10,
    DOUBLE_SINGLE,
    ("full",),
    bar=9,
    call_at=("8", "8-9"),
    asker_holds=2,
    treble=TREBLE_AT_LONG_WHIST,
)
"""Long whist."""


def either(default: str, *values: str) -> tuple[str, ...]:
    """These values with the default first."""
    return (default, *(value for value in values if value != default))


def revoke_choices(form: Form) -> tuple[Choice, ...]:
    """The options about revokes (ambiguities 5, 6 and 37 to 40). The last two decide something only where
    people can revoke (reading R4)."""
    return (
        *REVOKE_CHOICES,
        Choice("negative", either(form.negative, "floor", "forget")),
        Choice("both_revoke", ("punished", "cancel")),
        Choice(
            "claim_window",
            either(form.claim_window, *(window.value for window in ClaimWindow)),
            needs=LAWFUL,
        ),
        Choice("revoke_trick_lost", either(form.trick_lost, "true", "false"), needs=LAWFUL),
    )


def form_choices(form: Form) -> Iterator[Choice]:
    """The options of this form."""
    yield from with_direction(WITH_PARTNERS, *_directions(form)) if _directions(form) else WITH_PARTNERS
    yield Choice("trump", ("turn_up", "blind"))
    if len(form.matches) > 1:
        yield Choice("match", form.matches, unless=((EDITION, FOURTH, "game"),) * form.single_since_fourth)
    if "rubber" in form.matches:
        yield RUBBERS_PER_CUT
        yield _rubber_points(form)
    if form.game_at:
        yield Choice("game_at", form.game_at)
    if form.treble is not None:
        yield Choice("long_treble", ("false", "true"), unless=_of_001(form, "true"))
    if len(form.honours) > 1:
        yield Choice("honours", form.honours)
    if form.counts_honours:
        yield Choice(
            "honours_to_game", ("true", "false"), unless=((EDITION, THIRD, "false"),) * form.honours_aside
        )
        yield Choice("honours_by", ("dealt", "captured"))
    if len(form.call_at) > 1:
        yield Choice("call_at", form.call_at, unless=_of_001(form, "8-9"))
    yield from revoke_choices(form)
    if form.preset:
        yield Choice("preset", form.preset)


def _of_001(form: Form, value: str) -> tuple[tuple[str, str, str], ...]:
    """The other default of an option, where the form is also offered as [001] has it."""
    return tuple(("preset", preset, value) for preset in form.preset[1:])


def _directions(form: Form) -> tuple[tuple[str, str, str], ...]:
    fourth = ((EDITION, FOURTH, "counterclockwise"),) * form.counterclockwise
    return (*_of_001(form, "counterclockwise"), *fourth)


def _rubber_points(form: Form) -> Choice:
    """What the rubber is worth besides its games: two points or, by arrangement, four; where it is offered,
    two with the points that were scored in the games (ambiguity 33)."""
    if form.points_added:
        return Choice("rubber_points", ("printed", "added", "4"), once=(("2", "printed"),))
    return Choice("rubber_points", ("2", "4"))


def build(key: str, form: Form, options: Options) -> Variant:
    """The variant of this form, for the game of this key. Raises OptionsClash."""
    chosen = Arranged(form, options)
    chosen.check_options()
    return Variant(
        key=key,
        settlement=TurnUp(chosen.call_at),
        reckoning=PointsUp(chosen.game, chosen.revokes, chosen.honour_points),
        rubber=chosen.rubber,
        dealing=Dealing(turned=TurnedUp.BLIND if options["trump"] == "blind" else TurnedUp.LAST),
        honours=replace(FOUR_HONOURS, counted=Counted.CAPTURED if chosen.captured else Counted.DEALT),
        misdeal_passes=True,
        house=House.arranged(options),
        revoking=revoking_of(options),
    )


@frozen
class Arranged:
    """A form with the table's options."""

    form: Form
    options: Options

    @property
    def game(self) -> int:
        """The points that win a game."""
        return int(self.options.get("game_at", self.form.game))

    @property
    def single(self) -> bool:
        """Whether a match is one game, without rubber points."""
        return self.options.get("match", self.form.matches[0]) == "game"

    @property
    def captured(self) -> bool:
        """Whether honours count for the side that wins them in tricks (ambiguity 35)."""
        return self.options.get("honours_by") == "captured"

    @property
    def aside(self) -> bool:
        """Whether honours count only in the rubber's total (ambiguity 32)."""
        return self.options.get("honours_to_game") == "false"

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores at which honours may be called before play (laws 4.2): none if they cannot end the game,
        or go to the side that wins them."""
        arranged = self.options.get("call_at", next(iter(self.form.call_at), ""))
        if not arranged or self.aside or self.captured or self._scale is None:
            return ()
        return tuple(int(score) for score in arranged.split("-"))

    @property
    def call_at(self) -> CallAt | None:
        """When honours may be called. Where that is so at eight and at nine, the player who asks need hold
        none (appendix E, E4); one by the second and third editions, and two by the first (ambiguity 29)."""
        if not self.scores:
            return None
        asker = self.form.asker_holds
        if len(self.scores) > 1 and not self.first_edition:
            asker = 0 if self.options.get(EDITION, FIRST) >= FOURTH else 1
        return CallAt(self.scores, asker)

    @property
    def first_edition(self) -> bool:
        return self.options.get(EDITION, FIRST) == FIRST

    @property
    def _scale(self) -> HonourPoints | None:
        return HONOURS[self.options.get("honours", self.form.honours[0])]

    @property
    def honour_points(self) -> HonourPoints | None:
        """What honours are worth. A score at which they may be called does not bar them (ambiguity 29). If
        they do not count to the game, they are noted beside it; in the first edition both sides scored them
        in the rubber (ambiguity 32), and in the second a hand whose tricks won the game noted none, nor a
        side at ``bar`` (reading R2)."""
        if self._scale is None:
            return None
        bar = None if self.form.bar in self.scores else self.form.bar
        if not self.aside:
            return replace(self._scale, bar=bar)
        if self.options.get(EDITION, FIRST) >= THIRD:
            return replace(self._scale, column=Column.NOTED, every=True)
        return replace(self._scale, bar=bar, column=Column.ABOVE if self.first_edition else Column.NOTED)

    @property
    def revokes(self) -> RevokePoints:
        return RevokePoints(
            cap=self.game - 1,
            points=self.form.penalty,
            choice=self.form.penalties,
            forget=self.options["negative"] == "forget",
            cancel=self.options["both_revoke"] == "cancel",
        )

    @property
    def rubber(self) -> RubberLaw:
        treble = self.form.treble if self.options.get("long_treble") == "true" else None
        return RubberLaw(
            game=self.game,
            games=1 if self.single else 2,
            bonus=0 if self.single else {"2": 2, "4": 4}.get(self.options["rubber_points"], 2),
            points_added=self.options.get("rubber_points") == "added",
            prize=treble if treble is not None else self.form.prize,
            columns=GAME_POINTS_ONLY | {Column.ABOVE}
            if self.aside and self.first_edition
            else GAME_POINTS_ONLY,
        )

    def check_options(self) -> None:
        """Raises OptionsClash if an option has no meaning with the others."""
        if self.form.counts_honours and self._scale is None:
            usual = self.form.honours_aside and self.options.get(EDITION, FIRST) >= THIRD
            self._excludes("honours", "honours_to_game", self.aside is not usual)
            self._excludes("honours", "honours_by", self.captured)
        moved = self.options.get("call_at") in self.form.call_at[1:]
        self._excludes("honours_to_game", "call_at", self.aside and moved)
        self._excludes("game_at", "call_at", moved and self.game < self.form.game)
        self._excludes("honours_by", "call_at", self.captured and moved)
        if self.single and "rubber_points" in self.options:
            self._excludes("match", "rubber_points", self.options["rubber_points"] != "2")
            self._excludes("match", "honours_to_game", self.aside)
            self._excludes("match", "rubbers_per_cut", self.options.get("rubbers_per_cut", "1") != "1")

    def _excludes(self, key: str, other: str, clash: bool) -> None:
        if clash:
            raise OptionsClash(key, other)


# The seven forms for four players (laws 4.2)


WHIST_FORMS: Final = {
    "whist_modern": FIVE_UP,
    "whist_long": replace(TEN_UP, game_at=("10", "9"), preset=("hoyle", "seed001")),
    "whist_short_001": Form(
        5, TREBLE_DOUBLE_SINGLE, ("halved", "full", "none"), call_at=("4",), counterclockwise=True
    ),
    "whist_english": replace(
        FIVE_UP,
        penalties=frozenset((Penalty.TRANSFER, Penalty.DEDUCT, Penalty.ADD)),
        honours_aside=True,
        points_added=True,
        negative="forget",
        claim_window="before_next_lead",
        trick_lost="true",
        replacing=REPLACED_IN_003,
    ),
    "whist_american": Form(
        7,
        Margin(7),
        matches=("game",),
        penalty=2,
        penalties=frozenset((Penalty.TRANSFER,)),
        negative="forget",
        claim_window="before_next_lead",
        trick_lost="true",
        replacing=REPLACED_IN_003,
    ),
    "whist_honors": replace(FIVE_UP, matches=("rubber", "game"), single_since_fourth=True),
    "whist_british": Form(5, Worth(1), matches=("game",)),
}


def game_of_form(key: str, form: Form) -> Game:
    return Game(key, (*form_choices(form), form.replacing), lambda options: build(key, form, options))


WHISTS: Final = tuple(game_of_form(key, form) for key, form in WHIST_FORMS.items())


# Whist for three players with one dummy, and for two with a dummy each (laws 4.3, 4.4): counted as the form
# that the table chooses, short or long


DUMMY_FORMS: Final = {"short": FIVE_UP, "long": TEN_UP}

_OF_EITHER: Final = {choice.key: choice for form in (TEN_UP, FIVE_UP) for choice in form_choices(form)}
_OF_WHIST: Final = tuple(choice for choice in _OF_EITHER.values() if choice not in WITH_PARTNERS)

ROTATION: Final = Choice("dummy_rotation", ("rubber", "game"))
MISDEAL: Final = Choice("misdeal", ("passes", "same_dealer"), offered=False)
"""Nobody misdeals at a table, so none can choose it (reading R4)."""


def counted_as(key: str, options: Options, *, single: bool = False) -> Variant:
    """Whist with this table's options; with ``single``, each game is a match. Raises OptionsClash."""
    form = DUMMY_FORMS[options["form"]]
    offered = {choice.key for choice in form_choices(form)}
    others = [choice for choice in _OF_WHIST if choice.key not in offered]
    for choice in others:
        if options[choice.key] != choice.values[0]:
            raise OptionsClash("form", choice.key)
    chosen: Form = replace(form, matches=("game",)) if single else form
    left_out = {choice.key for choice in others}
    return build(key, chosen, {name: value for name, value in options.items() if name not in left_out})


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


_FORM: Final = Choice("form", tuple(DUMMY_FORMS))

DUMMY_WHIST: Final = Game(
    "dummy_whist", (*HOUSE_CHOICES, _FORM, ROTATION, MISDEAL, *_OF_WHIST, REPLACED), with_one_dummy
)
DOUBLE_DUMMY: Final = Game("double_dummy", (*HOUSE_CHOICES, _FORM, *_OF_WHIST, REPLACED), with_two_dummies)

"""What each option makes of a table's arrangements and of a form of whist, against the laws (4.2, 5, 12 and
appendix A)."""

from __future__ import annotations

from dataclasses import replace

from rules.cards import Rank
from rules.counting.points_up import HonourPoints, Margin, PointsUp, RevokePoints, Scale, Worth
from rules.counting.reckon import Column, Counted, Penalty
from rules.counting.revoke import ClaimWindow, Revoking
from rules.counting.rubber import Prize, Ranking, RubberLaw
from rules.deal.dealing import Dealing, TurnedUp
from rules.games.all_games import GAMES
from rules.games.variant import House, Variant
from rules.settling.turnup import CallAt, Ruff, RuffRight, TurnUp
from tests.each import each

USUAL = House()


def stored(key: str, **named: str) -> Variant:
    """The variant of a log that names these options; of the third edition unless it says otherwise."""
    return GAMES[key].variant_of(tuple(sorted({"edition": "4", **named}.items())))


# The arrangements of every table


BEFORE_THE_THIRD = replace(USUAL, third_edition=False, wrong_loses_all=False, settled_stays=False)
HOUSES = [
    ({}, USUAL),
    ({"direction": "counterclockwise"}, replace(USUAL, clockwise=False)),
    ({"cut_tie": "suit_order"}, replace(USUAL, suit_order_breaks_ties=True)),
    ({"seating": "fixed"}, replace(USUAL, seating_cut=False)),
    ({"rubbers_per_cut": "2"}, replace(USUAL, rubbers_per_cut=2)),
    ({"claims": "off"}, replace(USUAL, claims=False)),
    # no card is taken back where a card has its penalty (R20)
    ({"period_penalties": "on"}, replace(USUAL, period_penalties=True, take_back=False)),
    (
        {"period_penalties": "on", "replaced": "exposed"},
        replace(USUAL, period_penalties=True, take_back=False, replaced=True),
    ),
    ({"replaced": "exposed"}, USUAL),
    ({"take_back": "off"}, replace(USUAL, take_back=False)),
    ({"pace": "days"}, replace(USUAL, by_days=True)),
    ({"absent": "off"}, replace(USUAL, absent=None)),
    ({"absent": "120"}, replace(USUAL, absent=120)),
    ({"seats_chosen": "lowest"}, replace(USUAL, lowest_chooses=True)),
    ({"robots_sit": "no"}, replace(USUAL, robots=False)),
    ({"hints_given": "no"}, replace(USUAL, hints=False)),
    ({"robots_sit": "yes", "hints_given": "yes", "robots": "easy", "hints": "on", "picture": "on"}, USUAL),
    # before the third edition (appendix D, D4 and D6)
    ({"edition": "2"}, BEFORE_THE_THIRD),
    ({"edition": "1"}, BEFORE_THE_THIRD),
    # before the fourth (appendix E, E1)
    ({"edition": "3"}, replace(USUAL, settled_stays=False)),
]


@each(("named", "house"), HOUSES)
def test_each_arrangement_changes_what_it_names_and_nothing_else(named: dict[str, str], house: House) -> None:
    for key in "biritch", "whist_long", "contract", "vint":
        assert stored(key, **named).house == house


def test_the_server_has_its_say_at_every_game() -> None:
    for key in GAMES:
        usual = replace(USUAL, clockwise=key not in ("bridge", "whist_short_001"))
        assert stored(key).house == usual
        forbidden = stored(key, seating="fixed", robots_sit="no", hints_given="no")
        assert forbidden.house == replace(usual, seating_cut=False, robots=False, hints=False), key


REVOKES = [
    ("biritch", {}, Revoking()),
    ("biritch", {"revoke_mode": "lawful"}, Revoking(lawful=True)),
    ("biritch", {"quit_delay": "20"}, Revoking(quit_delay=20)),
    ("biritch", {"edition": "2"}, Revoking(claims_stand=False, gathered_first=False, settled_stays=False)),
    ("biritch", {"edition": "3"}, Revoking(settled_stays=False)),
    ("whist_modern", {"claim_window": "before_next_lead"}, Revoking(ClaimWindow.BEFORE_NEXT_LEAD)),
    ("whist_modern", {"revoke_trick_lost": "true"}, Revoking(trick_lost=True)),
    ("whist_english", {}, Revoking(ClaimWindow.BEFORE_NEXT_LEAD, trick_lost=True)),
    ("whist_english", {"claim_window": "until_cut", "revoke_trick_lost": "false"}, Revoking()),
    ("whist_american", {}, Revoking(ClaimWindow.BEFORE_NEXT_LEAD, trick_lost=True)),
    ("whist_american", {"revoke_trick_lost": "false"}, Revoking(ClaimWindow.BEFORE_NEXT_LEAD)),
    ("auction", {"revoke_mode": "lawful", "quit_delay": "60"}, Revoking(lawful=True, quit_delay=60)),
    ("ruff_and_honours", {"revoke_mode": "lawful"}, Revoking(lawful=True)),
    ("cottons_whist", {"quit_delay": "3"}, Revoking(quit_delay=3)),
    ("norwegian_whist", {}, Revoking()),
]


@each(("key", "named", "revoking"), REVOKES)
def test_the_rules_for_revokes_are_those_of_the_options(
    key: str, named: dict[str, str], revoking: Revoking
) -> None:
    assert stored(key, **named).revoking == revoking


RANKINGS = [
    ({}, Ranking(doublings=6, caps=True, people=0, none=False)),
    ({"ranked": "sides"}, Ranking()),
    ({"ranked": "full"}, Ranking(people=4)),
    ({"ranked": "none"}, Ranking(none=True)),
    ({"ranked_doublings": "0"}, Ranking(doublings=0)),
    ({"edition": "2"}, Ranking(caps=False)),
    ({"edition": "2", "ranked_doublings": "3"}, Ranking(doublings=3, caps=False)),
]


@each(("named", "ranking"), RANKINGS)
def test_which_rubbers_are_ranked_is_the_servers_to_say(named: dict[str, str], ranking: Ranking) -> None:
    assert stored("biritch", **named).rubber.ranking == ranking


def test_all_who_sit_down_to_a_game_with_dummies_are_fewer() -> None:
    assert stored("dummy_whist", ranked="full").rubber.ranking == Ranking(people=3)
    assert stored("double_dummy", ranked="full").rubber.ranking == Ranking(people=2)


# Whist (laws 4.2, the table of presets)


SHORT = Scale(((0, 3), (2, 2), (4, 1)))
LONG = Scale(((4, 2), (9, 1)))
THREE = frozenset((Penalty.TAKE_THREE, Penalty.ADD, Penalty.DEDUCT))
FIVE = RevokePoints(cap=4, points=3, choice=THREE)
TEN = RevokePoints(cap=9, points=3, choice=THREE)
ENGLISH = frozenset((Penalty.TRANSFER, Penalty.ADD, Penalty.DEDUCT))
OF_003 = RevokePoints(cap=4, points=3, forget=True, choice=ENGLISH)
AMERICAN = RevokePoints(cap=6, points=2, forget=True, choice=frozenset((Penalty.TRANSFER,)))
FULL, HALVED = HonourPoints(2, 4, bar=4), HonourPoints(1, 2, bar=4)
AT_NINE = HonourPoints(2, 4, bar=9)
NOTED = HonourPoints(2, 4, column=Column.NOTED, every=True)
"""Beside the game, of every hand and at every score (appendix D, D3)."""


def rubber(game: int, prize: Prize, bonus: int = 2, *, added: bool = False, games: int = 2) -> RubberLaw:
    return RubberLaw(
        game=game,
        games=games,
        bonus=bonus,
        prize=prize,
        points_added=added,
        columns=frozenset((Column.BONUS,)),
    )


def match(game: int, prize: Prize) -> RubberLaw:
    return rubber(game, prize, 0, games=1)


TREBLE = Scale(((0, 3), (4, 2), (9, 1)))
FORMS = [
    # form, options, the game, revokes, honours, rubber or match, scores at which honours are called and least
    ("whist_modern", {}, 5, FIVE, FULL, rubber(5, SHORT), None),
    ("whist_modern", {"honours": "halved"}, 5, FIVE, HALVED, rubber(5, SHORT), None),
    ("whist_modern", {"honours": "none"}, 5, FIVE, None, rubber(5, SHORT), None),
    ("whist_modern", {"honours_to_game": "false"}, 5, FIVE, NOTED, rubber(5, SHORT), None),
    ("whist_modern", {"rubber_points": "4"}, 5, FIVE, FULL, rubber(5, SHORT, 4), None),
    ("whist_modern", {"negative": "forget"}, 5, replace(FIVE, forget=True), FULL, rubber(5, SHORT), None),
    ("whist_modern", {"both_revoke": "cancel"}, 5, replace(FIVE, cancel=True), FULL, rubber(5, SHORT), None),
    ("whist_long", {}, 10, TEN, AT_NINE, rubber(10, LONG), ((8,), 2)),
    ("whist_long", {"call_at": "8-9"}, 10, TEN, HonourPoints(2, 4), rubber(10, LONG), ((8, 9), 0)),
    (
        "whist_long",
        {"call_at": "8-9", "edition": "3"},
        10,
        TEN,
        HonourPoints(2, 4),
        rubber(10, LONG),
        ((8, 9), 1),
    ),
    ("whist_long", {"preset": "seed001"}, 10, TEN, HonourPoints(2, 4), rubber(10, TREBLE), ((8, 9), 0)),
    ("whist_long", {"game_at": "9"}, 9, replace(TEN, cap=8), AT_NINE, rubber(9, LONG), ((8,), 2)),
    (
        "whist_long",
        {"long_treble": "true"},
        10,
        TEN,
        AT_NINE,
        rubber(10, TREBLE),
        ((8,), 2),
    ),
    ("whist_long", {"honours_to_game": "false"}, 10, TEN, NOTED, rubber(10, LONG), None),
    ("whist_short_001", {}, 5, FIVE, HonourPoints(1, 2), rubber(5, SHORT), ((4,), 0)),
    ("whist_short_001", {"honours": "full"}, 5, FIVE, HonourPoints(2, 4), rubber(5, SHORT), ((4,), 0)),
    ("whist_english", {}, 5, OF_003, NOTED, rubber(5, SHORT), None),
    ("whist_english", {"honours_to_game": "true"}, 5, OF_003, FULL, rubber(5, SHORT), None),
    ("whist_english", {"rubber_points": "added"}, 5, OF_003, NOTED, rubber(5, SHORT, added=True), None),
    ("whist_english", {"negative": "floor"}, 5, replace(OF_003, forget=False), NOTED, rubber(5, SHORT), None),
    ("whist_american", {}, 7, AMERICAN, None, match(7, Margin(7)), None),
    ("whist_honors", {}, 5, FIVE, FULL, match(5, SHORT), None),
    ("whist_honors", {"edition": "3"}, 5, FIVE, FULL, rubber(5, SHORT), None),
    ("whist_honors", {"match": "rubber"}, 5, FIVE, FULL, rubber(5, SHORT), None),
    ("whist_british", {}, 5, FIVE, None, match(5, Worth(1)), None),
    ("dummy_whist", {"dummy_rotation": "game"}, 5, FIVE, FULL, match(5, SHORT), None),
    ("double_dummy", {"form": "long"}, 10, TEN, AT_NINE, rubber(10, LONG), ((8,), 2)),
]


@each(("key", "named", "game", "revokes", "honours", "worth", "called"), FORMS)
def test_a_form_of_whist_has_the_figures_of_the_table_of_the_laws(
    key: str,
    named: dict[str, str],
    game: int,
    revokes: RevokePoints,
    honours: HonourPoints | None,
    worth: RubberLaw,
    called: tuple[tuple[int, ...], int] | None,
) -> None:
    variant = stored(key, **named)
    assert variant.reckoning == PointsUp(game, revokes, honours)
    assert variant.rubber == worth
    assert variant.settlement == TurnUp(CallAt(*called) if called is not None else None)
    assert variant.dealing == Dealing(13, TurnedUp.LAST) and variant.thrown_in_passes
    assert variant.honours.ranks == (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.KNAVE)


def test_whist_by_the_earlier_editions_counted_honours_beside_the_game_otherwise() -> None:
    """The first edition scored them above, for both sides; the second noted them, not at four (R1, R2)."""
    first, second = (
        stored("whist_english", edition=edition, honours_to_game="false") for edition in ("1", "2")
    )
    assert first.reckoning == PointsUp(5, OF_003, HonourPoints(2, 4, bar=4, column=Column.ABOVE))
    assert second.reckoning == PointsUp(5, OF_003, HonourPoints(2, 4, bar=4, column=Column.NOTED))
    assert first.rubber.columns == second.rubber.columns | {Column.ABOVE}
    assert stored("whist_english", edition="2").reckoning == PointsUp(5, OF_003, FULL)
    at_eight_and_nine = stored("whist_long", edition="1", call_at="8-9").settlement
    assert at_eight_and_nine == TurnUp(CallAt((8, 9), 2))


def test_trumps_are_turned_or_cut_blind_and_honours_held_or_captured() -> None:
    assert stored("whist_long", trump="blind").dealing == Dealing(13, TurnedUp.BLIND)
    assert stored("whist_long").honours.counted is Counted.DEALT
    assert stored("whist_long", honours_by="captured").honours.counted is Counted.CAPTURED
    assert stored("whist_long", honours_by="captured").settlement == TurnUp()


# Ruff and Honours, and Cotton's Whist (laws 5, 12)


NINE = RevokePoints(cap=8)
TWO_OR_FOUR = HonourPoints(2, 4)
CALLED_AT_EIGHT = CallAt((8,), 2)
RUFF = Ruff(
    RuffRight("ace_holder"), dealer_if_ace_turned=True, dealer_if_ace_hidden=False, call_at=CALLED_AT_EIGHT
)
DEALER_TAKES = replace(RUFF, right=RuffRight("dealer"), may_decline=False)
RUFFS = [
    ({}, RUFF, NINE, TWO_OR_FOUR, Counted.PLAYED),
    ({"ruff_right": "dealer"}, DEALER_TAKES, NINE, TWO_OR_FOUR, Counted.PLAYED),
    (
        {"ruff_right": "dealer", "edition": "3"},
        replace(DEALER_TAKES, may_decline=True),
        NINE,
        TWO_OR_FOUR,
        Counted.PLAYED,
    ),
    ({"ace_turned": "none"}, replace(RUFF, dealer_if_ace_turned=False), NINE, TWO_OR_FOUR, Counted.PLAYED),
    ({"ace_hidden": "dealer"}, replace(RUFF, dealer_if_ace_hidden=True), NINE, TWO_OR_FOUR, Counted.PLAYED),
    ({"honours": "none"}, replace(RUFF, call_at=None), NINE, None, Counted.PLAYED),
    ({"honours_at": "as_dealt"}, RUFF, NINE, TWO_OR_FOUR, Counted.DEALT),
    ({"both_revoke": "cancel"}, RUFF, replace(NINE, cancel=True), TWO_OR_FOUR, Counted.PLAYED),
]


@each(("named", "ruff", "revokes", "honours", "counted"), RUFFS)
def test_ruff_and_honours_is_nine_up_and_each_option_changes_one_thing(
    named: dict[str, str], ruff: Ruff, revokes: RevokePoints, honours: HonourPoints | None, counted: Counted
) -> None:
    variant = stored("ruff_and_honours", **named)
    assert variant.settlement == ruff
    assert variant.reckoning == PointsUp(9, revokes, honours)
    assert variant.honours.counted is counted
    assert variant.rubber == match(9, Worth(1))
    assert variant.dealing == Dealing(12, TurnedUp.STOCK)
    assert variant.misdeal_passes


def test_cottons_whist_is_nine_up_without_the_deuces() -> None:
    variant, cancelling = stored("cottons_whist"), stored("cottons_whist", both_revoke="cancel")
    assert variant.settlement == TurnUp(CALLED_AT_EIGHT)
    assert variant.reckoning == PointsUp(9, NINE, TWO_OR_FOUR)
    assert cancelling.reckoning == PointsUp(9, replace(NINE, cancel=True), TWO_OR_FOUR)
    assert variant.rubber == match(9, Worth(1))
    assert sorted(str(card) for card in variant.dealing.out) == ["2C", "2D", "2H", "2S"]
    assert (variant.dealing.each, variant.dealing.turned) == (12, TurnedUp.LAST)
    assert variant.misdeal_passes

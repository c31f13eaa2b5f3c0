"""Plain robots in every game of the list: lawful, better than chance, and blind to what is hidden."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from robots.plain import PlainRobot
from robots.player import has_to_act
from rules.cards import PACK, Hand
from rules.deal.deal import Deal
from rules.games.all_games import GAMES
from rules.seats import Seat, by_seat
from rules.settling.terms import Dealt, Dummy
from rules.table.seen import seen
from rules.table.table import Table
from rules.view import SeatView
from tests.each import each
from tests.trials.stage.matches import RandomRobot, deal_from, duplicate, rubbers, step, waiting

PLAIN = PlainRobot()
NO_STOCK = [key for key, game in GAMES.items() if game.variant().dealing.each == 13]

DEALS = {key: 4 if key.startswith(("whist_", "ruff_", "cottons_", "norwegian_")) else 8 for key in GAMES}
DEALS |= dict.fromkeys(("auction", "plafond", "contract", "scaled_contract", "cottons_whist"), 10)
"""How many deals tell plain robots from random ones: where a call can be defeated, chance does more."""

ARRANGED = [
    ("bridge", {"preset": "laws1904"}),
    ("bridge", {"dummy_exposed": "before_lead"}),
    ("whist_modern", {"trump": "blind"}),
    ("whist_modern", {"honours_by": "captured"}),
    ("whist_long", {"call_at": "8-9"}),
    ("dummy_whist", {"form": "long", "dummy_rotation": "game"}),
    ("double_dummy", {"form": "long"}),
    ("ruff_and_honours", {"ruff_right": "dealer"}),
    ("ruff_and_honours", {"ace_hidden": "dealer"}),
    ("auction", {"schedule": "1904"}),
    ("auction", {"schedule": "exp3"}),
    ("auction", {"schedule": "1913", "dummy": "false"}),
    ("auction", {"redeal": "true"}),
    ("plafond", {"slams": "flat"}),
    ("contract", {"fourth_undertrick": "true"}),
    ("vint", {"passes_to_end": "8"}),
    ("vint", {"passes_to_end": "12", "undertricks": "none"}),
    ("scaled_contract", {"honours": "auction"}),
]


@each("game", GAMES)
def test_three_deals_of_plain_robots_come_to_an_end_without_a_refusal(game: str) -> None:
    """Over 1,000 deals of each game lab/robots/plain.py has found neither a stall nor a refusal."""
    assert sum(1 for _ in rubbers(PLAIN, game, 3, seed=1)) == 3


@each(("game", "options"), ARRANGED)
def test_plain_robots_play_whatever_a_table_arranges(game: str, options: dict[str, str]) -> None:
    assert sum(1 for _ in rubbers(PLAIN, game, 2, seed=2, **options)) == 2


@pytest.mark.long
@each(("game", "deals"), DEALS.items())
def test_plain_robots_beat_random_ones_in_every_game_with_the_seats_exchanged(game: str, deals: int) -> None:
    """In 300 deals lab/robots/plain.py finds them ahead by nineteen standard errors or more."""
    won, _ = duplicate(PLAIN, RandomRobot(), deals, seed=1886, game=game)
    assert won.mean > 3 * won.error, f"{won} points a deal"


@each("game", GAMES)
def test_among_robots_that_do_anything_the_plain_ones_stay_lawful(game: str) -> None:
    rng, wild = random.Random(3), RandomRobot()
    for _ in range(3):
        evening = deal_from(rng.sample(PACK, 52), game)
        for _ in range(120):
            if evening.table.last is not None:
                break
            step(evening, lambda seat: wild if seat in (Seat.NORTH, Seat.EAST) else PLAIN, rng)
        assert evening.table.last is not None


@each("game", GAMES)
def test_the_same_view_and_the_same_chance_give_the_same_answer(game: str) -> None:
    """Whatever the budget is."""
    rng = random.Random(4)
    evening = deal_from(rng.sample(PACK, 52), game)
    while evening.table.last is None:
        view, seed = waiting(evening), rng.random()
        first = PLAIN.choose(view, 1, random.Random(seed))
        assert PlainRobot().choose(view, 0.01, random.Random(seed)) == first
        step(evening, lambda seat: PLAIN, rng)


@each("game", NO_STOCK)
def test_no_exchange_of_hidden_cards_changes_an_answer(game: str) -> None:
    """Two deals that agree in all that a seat has seen give it equal views and get equal answers. With two
    dummies nothing is hidden."""
    rng, changed = random.Random(6), 0
    for _ in range(5):
        evening = deal_from(rng.sample(PACK, 52), game)
        for _ in range(rng.randrange(60)):
            if evening.table.last is None:
                step(evening, lambda seat: PLAIN, rng)
        if evening.table.deal is None:
            continue
        for seat in Seat:
            view = evening.view(seat)
            other = _with_hidden_cards_exchanged(evening.table, view, rng)
            twin = seen(other, seat)
            assert twin == view
            if has_to_act(view):
                changed += other != evening.table
                first = PLAIN.choose(view, 1, random.Random(7))
                assert PlainRobot().choose(twin, 0.01, random.Random(7)) == first
    assert changed > 1 or GAMES[game].variant().dummies == 2


def _with_hidden_cards_exchanged(table: Table, view: SeatView, rng: random.Random) -> Table:
    """The table with the cards that the view does not show dealt anew, within the voids that were shown."""
    deal, room, rubber = table.deal, view.deal, table.rubber
    assert deal is not None and room is not None and rubber is not None
    known = {view.viewer, *(faced.seat for faced in room.faced)}
    hidden = [seat for seat in Seat if seat not in known]
    voids, cards = view.shown_voids(), list(view.unseen())
    left = {seat: list[object]() for seat in hidden}
    while True:
        rng.shuffle(cards)
        place = 0
        for seat in hidden:
            turned = [room.turned] if room.turned_with is seat else []
            count = room.counts.of(seat) - len(turned)
            left[seat] = [*turned, *cards[place : place + count]]
            place += count
        if not any(card.suit in voids[seat] for seat in hidden for card in left[seat]):  # type: ignore[attr-defined]
            break
    gone = {seat: [card for by, card in room.cards_played() if by is seat] for seat in Seat}
    hands = by_seat(
        lambda seat: Hand.of((*left[seat], *gone[seat])) if seat in left else deal.dealt.hands.of(seat)  # type: ignore[arg-type]
    )
    dummies = tuple(Dummy(seat, rubber.player_of(seat), 0) for seat in rubber.dummies)
    dealt = Dealt(deal.dealt.dealer, hands, deal.dealt.turned)
    other = Deal.begin(table.variant.settlement, dealt, rubber.standing, dummies)
    for called in deal.calls:
        other = other.after(called.seat, called.call)
    for _, card in room.cards_played():
        other = other.after_card(card)
    return replace(table, deal=other)

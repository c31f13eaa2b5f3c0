"""What a whole random deal costs in the engine, for each game of the family, and on a board changed in place.

    python -m lab.speed.engine [--deals N] [--rounds N] [--games KEY ...]

Every figure is a speed by processor time, as a ratio to that of open_spiel's bridge with a fixed auction, and
to that of a bare loop over bit masks that knows nothing but following suit. All play random legal cards and
count the tricks, and every settlement is as short as the fixed auction. They take turns of so many deals in
many short rounds (``lab.speed.paired``), after some hundreds of deals that do not count. The last lines hold
the ratios to open_spiel against their goals. ``pip install open_spiel==2.0.2`` brings open_spiel; without it
only the bare loop is compared, and nothing is held against a goal.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import median
from typing import Final

from lab.speed.boards import Board
from lab.speed.paired import ratio, rounds, verdict
from rules.calls import Action, Bid, Call, Declare, Discard, Pass, Play, TakeStock
from rules.cards import PACK, Hand, Suit
from rules.deal.deal import Deal, tallied
from rules.games.all_games import GAMES
from rules.games.variant import Variant
from rules.seats import Seat
from rules.settling.terms import Dummy

WARM: Final = 300
"""Deals of every kind before the first round: what the engine keeps of holdings once met is then there."""
GOAL: Final = 0.35
"""Deals of the frozen engine in the time of one of open_spiel's."""
BOARD_GOAL: Final = 1.0
"""The same for a board that is changed in place."""

OneDeal = Callable[[random.Random], int]
"""Deals and plays once. The tricks of north and south."""


def one_deal(variant: Variant, rng: random.Random) -> int:
    """Deals, settles and plays at random through the public engine. The tricks of north and south."""
    pack = list(PACK)
    rng.shuffle(pack)
    dealt = variant.dealing.dealt_out(pack, Seat.NORTH, pack[0])
    open_hands = (Seat.NORTH, Seat.EAST)[: variant.dummies]
    dummies = tuple(Dummy(seat, seat.partner, 0) for seat in open_hands)
    deal = Deal.begin(variant.settlement, dealt, dummies=dummies)
    while not deal.over and deal.playing is None:
        seat = next(iter(deal.may_act))
        deal = deal.after(seat, _call(deal, seat, deal.options(seat)))
    playing = deal.playing
    if playing is None:
        return 0  # thrown in
    while not playing.over:
        legal = playing.legal.cards
        playing = playing.after(legal[int(rng.random() * len(legal))])
    return tallied(dealt, playing, variant.honours).tricks.ns


_SETTLES: Final = (Bid, Declare, TakeStock)


def _call(deal: Deal, seat: Seat, options: tuple[Action, ...]) -> Call:
    """As short a settlement as open_spiel's: one bid or declaration, and everybody lets it stand."""
    if not options:  # four cards to put out
        return Discard(Hand.of(deal.left(seat).cards[:4]))
    if not deal.calls:
        return next(one for one in options if isinstance(one, _SETTLES))
    call = options[0] if isinstance(options[0], Pass) else options[-1]
    assert not isinstance(call, Play)
    return call


def one_board(trumps: Suit | None, rng: random.Random) -> int:
    """The same on a board that is changed in place, with these trumps."""
    board = Board(_dealt(rng), trumps, 0)
    while not board.over:
        board.play(_random_card(board.legal(), rng))
    return board.tricks[0]


def one_bare(rng: random.Random) -> int:
    """The same in one loop without a function or an object: what Python itself costs."""
    hands = _dealt(rng)
    leader = ns = 0
    for _ in range(13):
        suit_bits, best, best_by = 0, -1, leader
        for place in range(4):
            seat = (leader + place) & 3
            legal = hands[seat] & suit_bits or hands[seat]
            for _ in range(int(rng.random() * legal.bit_count())):
                legal &= legal - 1
            bit = legal & -legal
            hands[seat] ^= bit
            if not suit_bits:
                suit_bits = 0x1FFF << 13 * ((bit.bit_length() - 1) // 13)
            if bit & suit_bits and bit > best:
                best, best_by = bit, seat
        leader = best_by
        ns += not best_by & 1
    return ns


def _dealt(rng: random.Random) -> list[int]:
    pack = list(range(52))
    rng.shuffle(pack)
    return [sum(1 << card for card in pack[seat::4]) for seat in range(4)]


def _random_card(bits: int, rng: random.Random) -> int:
    for _ in range(int(rng.random() * bits.bit_count())):
        bits &= bits - 1
    return (bits & -bits).bit_length() - 1


def open_spiel_deals() -> OneDeal | None:
    """A random deal of open_spiel's bridge after one no trump and three passes; None where it is missing."""
    try:
        import pyspiel  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    game = pyspiel.load_game("bridge(use_double_dummy_result=false)")
    passes, one_no_trump = 52, 52 + 3 + 4
    auction = (one_no_trump, passes, passes, passes)

    def one(rng: random.Random) -> int:
        state = game.new_initial_state()
        pack = list(range(52))
        rng.shuffle(pack)
        for card in pack:
            state.apply_action(card)
        for call in auction:
            state.apply_action(call)
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
        return int(state.returns()[0])

    return one


def turn(one: OneDeal, deals: int, seed: int) -> None:
    """So many deals."""
    rng = random.Random(seed)
    for _ in range(deals):
        one(rng)


def measured(games: Sequence[str], deals: int, count: int) -> Iterator[str]:
    """The lines of the table, and then the figures with their goals."""
    spiel = open_spiel_deals()
    peers: dict[str, OneDeal] = {"open_spiel": spiel} if spiel is not None else {}
    peers["bare loop"] = one_bare
    engines: dict[str, OneDeal] = {"board": partial(one_board, None)}
    engines["board_trumps"] = partial(one_board, Suit.HEARTS)
    goals = dict.fromkeys(engines, BOARD_GOAL)
    for key in games:
        engines[key] = partial(one_deal, GAMES[key].variant())
    for one in (*engines.values(), *peers.values()):
        turn(one, WARM, -1)
    width = max(map(len, engines))
    yield f"{'':{width}}  deals/s" + "".join(f"  × {peer:20}" for peer in peers)
    verdicts = []
    for name, engine in engines.items():
        mine, *theirs = rounds([partial(turn, one, deals) for one in (engine, *peers.values())], count)
        ratios = {peer: ratio(took, mine) for peer, took in zip(peers, theirs, strict=True)}
        yield f"{name:{width}}  {deals / median(mine):7.0f}" + "".join(
            f"  {one!s:22}" for one in ratios.values()
        )
        if spiel is not None:
            verdicts.append(verdict(name, ratios["open_spiel"].middle, goals.get(name, GOAL)))
    yield from verdicts or ["open_spiel is not installed: nothing is held against a goal"]


if __name__ == "__main__":
    asked = argparse.ArgumentParser(prog="python -m lab.speed.engine")
    asked.add_argument("--deals", type=int, default=40, help="of one turn")
    asked.add_argument("--rounds", type=int, default=60, help="for each game")
    asked.add_argument("--games", nargs="+", default=list(GAMES), choices=list(GAMES), metavar="KEY")
    told = asked.parse_args()
    for line in measured(told.games, told.deals, told.rounds):
        print(line, flush=True)

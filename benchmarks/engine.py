"""How many whole random deals a second the engine settles and plays, for each game of the family.

    python -m benchmarks.engine [DEALS]

Every figure is a ratio to open_spiel's bridge with a fixed auction, and to a bare loop over bit masks that
knows nothing but following suit, measured in turns within the same run; the middle of seven rounds is shown
with the least and the greatest, after some thousands of deals that do not count. All play random legal cards
and count the tricks, and every settlement is as short as the fixed auction. ``pip install open_spiel==2.0.2``
brings open_spiel; without it only the bare loop is compared.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Final

from benchmarks.boards import Board
from rules.calls import Action, Bid, Call, Declare, Discard, Pass, Play, TakeStock
from rules.cards import PACK, Hand
from rules.deal.deal import Deal, tallied
from rules.games.all_games import GAMES
from rules.games.variant import Variant
from rules.seats import Seat
from rules.settling.terms import Dummy

ROUNDS: Final = 7
WARM: Final = 300
"""Deals of every game before the first round: what the engine keeps of holdings once met is then there."""


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


def _call(deal: Deal, seat: Seat, options: tuple[Action, ...]) -> Call:
    """As short a settlement as open_spiel's: one bid or declaration, and everybody lets it stand."""
    if not options:  # four cards to put out
        return Discard(Hand.of(deal.left(seat).cards[:4]))
    if not deal.calls:
        return next(one for one in options if isinstance(one, Bid | Declare | TakeStock))
    call = options[0] if isinstance(options[0], Pass) else options[-1]
    assert not isinstance(call, Play)
    return call


def one_board(rng: random.Random) -> int:
    """The same on a robot's own board."""
    board = Board(_dealt(rng), None, 0)
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


def open_spiel_deals() -> Callable[[random.Random], int] | None:
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


def seconds(deals: int, one: Callable[[random.Random], int], seed: int) -> float:
    """The time of so many deals, after a few that do not count."""
    rng = random.Random(seed)
    for _ in range(max(1, deals // 20)):
        one(rng)
    began = time.perf_counter()
    for _ in range(deals):
        one(rng)
    return time.perf_counter() - began


def measured(deals: int) -> Iterator[str]:
    peers: dict[str, Callable[[random.Random], int]] = {"bare loop": one_bare}
    spiel = open_spiel_deals()
    if spiel is not None:
        peers = {"open_spiel": spiel, **peers}
    engines: dict[str, Callable[[random.Random], int]] = {"mutable boards": one_board}
    for key, game in GAMES.items():
        engines[key] = _engine(game.variant())
    width = max(map(len, engines))
    yield f"{'':{width}}  deals/s" + "".join(f"  × {peer:22}" for peer in peers)
    for engine in engines.values():
        seconds(WARM, engine, -1)
    for name, engine in engines.items():
        ratios: dict[str, list[float]] = {peer: [] for peer in peers}
        speeds = []
        for round_ in range(ROUNDS):
            mine = seconds(deals, engine, round_)
            speeds.append(deals / mine)
            for peer, one in peers.items():
                ratios[peer].append(seconds(deals, one, round_) / mine)
        cells = (f"  {median(r):5.2f} ({min(r):.2f} to {max(r):.2f})     " for r in ratios.values())
        yield f"{name:{width}}  {median(speeds):7.0f}" + "".join(cells)


def _engine(variant: Variant) -> Callable[[random.Random], int]:
    return lambda rng: one_deal(variant, rng)


if __name__ == "__main__":
    for line in measured(int(sys.argv[1]) if len(sys.argv) > 1 else 200):
        print(line, flush=True)

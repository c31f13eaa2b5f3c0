"""What calls promise, worked out by hand from the laws, and what the room can tell of a settlement."""

from __future__ import annotations

from rules.calls import Action, Bid, Declare, parse_call
from rules.cards import Suit
from rules.counting.reckon import NOTHING_SCORED, Column, Standing
from rules.games.all_games import GAMES
from rules.games.promise import open_calls, promise, standing_after
from rules.seats import BySide, Seat, Side
from rules.tricks import Strain
from tests.each import each
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening, arrangements

NS, EW = Side.NS, Side.EW
A_GAME = Standing(games=BySide(1, 0))
C, D, H, S, N, M = (
    Strain.CLUBS,
    Strain.DIAMONDS,
    Strain.HEARTS,
    Strain.SPADES,
    Strain.NO_TRUMPS,
    Strain.MISERE,
)

PROMISES = [
    # game, call, doublings, standing: below and above if made; to the others if one short
    ("contract", Bid(4, S), 0, NOTHING_SCORED, (120, 0), 50),
    ("contract", Bid(3, N), 0, NOTHING_SCORED, (100, 0), 50),
    ("contract", Bid(3, N), 0, A_GAME, (100, 0), 100),
    ("contract", Bid(2, C), 1, NOTHING_SCORED, (80, 50), 100),
    ("contract", Bid(1, N), 2, NOTHING_SCORED, (160, 50), 200),
    ("contract", Bid(6, H), 1, A_GAME, (360, 50 + 750), 200),
    ("contract", Bid(7, D), 0, NOTHING_SCORED, (140, 1000), 50),
    ("scaled_contract", Bid(2, S), 1, A_GAME, (36, 15), 60),
    ("auction", Bid(2, S), 0, NOTHING_SCORED, (18, 0), 50),
    ("auction", Bid(2, S), 2, NOTHING_SCORED, (72, 100), 200),
    ("auction", Bid(6, C), 0, NOTHING_SCORED, (36, 50), 50),
    ("plafond", Bid(6, N), 0, NOTHING_SCORED, (60, 100), 50),
    ("vint", Bid(2, H), 0, NOTHING_SCORED, (8 * 20, 0), 2000),
    ("vint", Bid(6, H), 0, NOTHING_SCORED, (12 * 60, 5000), 6000),
]


@each(("game", "call", "level", "standing", "made", "short"), PROMISES)
def test_a_bid_promises_what_the_schedule_says(
    game: str, call: Bid, level: int, standing: Standing, made: tuple[int, int], short: int
) -> None:
    told = promise(GAMES[game].variant(), call, level, NS, standing)
    assert (told.made.points_in(Column.BELOW).ns, told.made.points_in(Column.ABOVE).ns) == made
    assert told.short.points_in(Column.ABOVE).ew == short
    mirrored = Standing(games=BySide(standing.games.ew, standing.games.ns))
    turned = promise(GAMES[game].variant(), call, level, EW, mirrored)
    assert (
        turned.made.points_in(Column.BELOW).ew == made[0] and turned.short.points_in(Column.ABOVE).ns == short
    )


def test_two_misere_promise_twenty_eight_for_eight_tricks_lost() -> None:
    variant = GAMES["auction"].variant({"misere": "true"})
    told = promise(variant, Bid(2, M), 0, NS, NOTHING_SCORED)
    assert told.made.points_in(Column.BELOW) == BySide(28, 0)
    assert told.short.points_in(Column.ABOVE) == BySide(0, 50)


@each(
    ("game", "trumps", "level", "worth"),
    [
        ("biritch", Suit.HEARTS, 1, 16),
        ("biritch", None, 0, 10),
        ("biritch", Suit.SPADES, 200, 2 << 200),
        ("bridge", None, 0, 12),
        ("whist_modern", Suit.CLUBS, 0, 1),
    ],
)
def test_where_nothing_is_bid_either_side_wins_an_odd_trick(
    game: str, trumps: Suit | None, level: int, worth: int
) -> None:
    told = promise(GAMES[game].variant(), Declare(trumps), level, EW, NOTHING_SCORED)
    assert told.made.points_in(Column.BELOW) == BySide(0, worth)
    assert told.short.points_in(Column.BELOW) == BySide(worth, 0)


def test_a_promise_tells_who_would_win_the_game() -> None:
    contract, whist, vint = (GAMES[key].variant() for key in ("contract", "whist_modern", "vint"))
    assert promise(contract, Bid(2, H), 0, NS, NOTHING_SCORED).made.game is None
    assert promise(contract, Bid(2, H), 0, NS, Standing(below=BySide(40, 0))).made.game is NS
    four_up = promise(whist, Declare(Suit.HEARTS), 0, NS, Standing(below=BySide(4, 0)))
    assert four_up.made.game is NS and four_up.made.points_in(Column.BONUS).ns == 3  # a treble
    # every trick counts: one short, both reach 500, and the others have more
    both = promise(vint, Bid(2, H), 0, EW, Standing(below=BySide(400, 350)))
    assert (both.made.game, both.short.game) == (EW, NS)


def test_what_stood_is_the_last_bid_with_its_doublings() -> None:
    evening = Evening(3, "contract").seat(ANNA, BORIS, CLARA, DAVID).start().cut()
    for word in ("pass", "1H", "double", "2H", "pass", "pass", "double", "redouble"):
        deal = evening.view(None).deal
        assert deal is not None
        evening.do(deal.may_act[0], _call(word))
    deal = evening.view(None).deal
    assert deal is not None
    stood = [standing_after(deal.calls, place) for place in range(len(deal.calls))]
    assert [None if one is None else (str(one[0].call), one[1]) for one in stood] == [
        None, ("1H", 0), ("1H", 1), ("2H", 0), ("2H", 0), ("2H", 0), ("2H", 1), ("2H", 2),
    ]  # fmt: skip


def _call(word: str) -> Action:
    return parse_call({"redouble": "double"}.get(word, word if word[0].isalpha() else f"bid:{word}"))


@each("game", GAMES)
def test_the_room_can_tell_every_call_that_is_open_but_for_what_hangs_on_cards(game: str) -> None:
    for seed, options in enumerate(arrangements(game)):
        evening = Evening(seed, game, **options)
        evening.seat(*(ANNA, BORIS, CLARA, DAVID)[: evening.table.variant.players]).start().cut()
        for _ in range(25):
            if evening.table.rubber is None:
                break
            deal = evening.view(None).deal
            if deal is not None and not deal.playing and not deal.to_put_out:
                theirs = {call for seat in Seat for call in evening.view(seat).options}
                assert set(open_calls(evening.table.variant, deal)) == theirs
            elif deal is not None:
                assert open_calls(evening.table.variant, deal) == ()
            evening.step()

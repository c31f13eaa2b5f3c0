"""What somebody reads at their first deal: one line for every moment, which is true of what they see."""

from __future__ import annotations

from rules.calls import Play
from rules.seats import Seat
from rules.table.seen import seen
from rules.view import Phase
from screens.hand import hand_screen
from screens.newcomers import FOLLOW, LEAD, REST, THROW, THROW_ONLY, WAIT, what_now
from tests.each import each
from tests.screens.screens import TABLE, evenings, fits, in_each_language, names


@each("game", ("biritch", "whist_english", "contract", "ruff_and_honours"))
def test_at_every_moment_of_a_first_deal_one_line_says_what_to_do(game: str) -> None:
    told: set[str] = set()
    for table in evenings(3, claims=False, game=game, steps=75):
        if table.deal is None or table.rubber is None:
            continue
        for seat in Seat:
            view = seen(table, seat)
            assert view.deal is not None
            line = what_now(view, view.deal, seat)
            assert "\n" not in line and (line or view.deal.claim is not None)
            plays = any(isinstance(option, Play) for option in view.options)
            assert plays is (line in (LEAD(), FOLLOW(), THROW(), THROW_ONLY()))
            told.add(line)
    assert {LEAD(), FOLLOW(), WAIT()} <= told
    assert (REST() in told) is (game in ("biritch", "contract"))


def test_the_line_fits_on_the_panel_in_every_language() -> None:
    tables = [one for one in evenings(1, claims=True, steps=40) if one.rubber is not None]
    for _ in in_each_language():
        for table in tables[::6]:
            for seat in Seat:
                fits(hand_screen(seen(table, seat), TABLE, names, newcomer=True))


def test_between_rubbers_nothing_is_said_of_a_deal() -> None:
    lobby = next(
        one for one in evenings(1, claims=True, steps=1) if seen(one, None).table.phase is Phase.FORMING
    )
    screen = hand_screen(seen(lobby, None), TABLE, names, newcomer=True)
    assert "First deal" not in str(screen)

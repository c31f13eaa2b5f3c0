"""What people are told where they can revoke."""

from __future__ import annotations

from rules.counting.reckon import Penalty
from rules.seats import Seat
from rules.table.revoke_requests import ChoosePenalty, ClaimRevoke, PlayOut
from screens.hand import hand_screen
from screens.screen import Row
from screens.table import table_screen
from screens.table_picture import laid_table
from tests.rules.deals import EAST, NORTH, SOUTH, WEST
from tests.rules.lawful import play, revoked
from tests.rules.test_laws_revokes import stood
from tests.screens.screens import TABLE, names, words


def test_while_revokers_say_whether_to_play_on_nobody_is_told_to_play_or_offered_a_claim() -> None:
    """Three points for east's revoke and the two that stood win the game at five."""
    evening = stood(play(revoked(), "KS 2S"), 2, 0)
    evening.do(SOUTH, ClaimRevoke(1, EAST))
    evening.do(SOUTH, ChoosePenalty(1, EAST, Penalty.ADD))
    room = table_screen(evening.view(None), TABLE, names)
    assert words(room).count("to decide") == 2 and "· to play" not in words(room)
    assert "The penalty wins the game. **East or West** may wish to play on." in words(room)
    buttons = [one for part in room.parts if isinstance(part, Row) for one in part.buttons]
    assert [one.disabled for one in buttons if one.label == "Claim or concede"] == [True]
    for seat in Seat:
        panel = words(hand_screen(evening.view(seat), TABLE, names))
        assert (
            "is to play" not in panel
            and "· to play" not in panel
            and panel.count("The penalty wins the game.") == 1
        )
        assert ("Do you wish to play the hand out" in panel) is (seat in (EAST, WEST))
    deal = evening.view(None).deal
    assert deal is not None and deal.deciding == (EAST, WEST)
    laid = laid_table(evening.view(None), deal)
    assert [seat.due for seat in (laid.top, laid.right, laid.bottom, laid.left)] == [False, True, False, True]
    evening.do(WEST, PlayOut(False))
    assert "**East** may wish to play on." in words(table_screen(evening.view(None), TABLE, names))
    evening.do(EAST, PlayOut(True))
    assert "**North** is to play" in words(hand_screen(evening.view(WEST), TABLE, names))
    assert words(hand_screen(evening.view(NORTH), TABLE, names)).count("The penalty wins") == 0

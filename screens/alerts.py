"""The message that tells somebody that a table waits for them. It says nothing of any card."""

from __future__ import annotations

from screens.buttons import hand_button
from screens.parts import BRASS, text
from screens.screen import Row, Screen
from screens.words import alerts as words


def alert_screen(table_id: str, user: int, *, where: str, link: str, private: bool) -> Screen:
    """``where`` mentions the table's channel; ``link`` leads to the table or, in direct messages, to the
    panel. In the channel, where the user plays from copies of their hand, there is a button for one."""
    if private:
        return Screen((text(words.your_turn_in_private(where), words.to_your_cards(link)),), BRASS)
    line = text(words.your_turn(f"<@{user}>", where), words.to_the_table(link))
    return Screen((line, Row((hand_button(table_id),))), BRASS, pings=user)

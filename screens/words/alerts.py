"""What is said of whose turn it is, of those who are absent, of pauses, and of chairs that change hands.
English.

Each function gives a whole sentence or a whole label.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from screens.words.names import all_of

# Alerts


def your_turn(who: str, where: str) -> str:
    """In the channel: ``who`` is a mention, ``where`` mentions the channel."""
    return f"{who}, it is your turn."


def your_turn_in_private(where: str) -> str:
    """In direct messages."""
    return f"It is your turn at the table in {where}."


def to_the_table(link: str) -> str:
    return f"[Go to the table]({link})"


def to_your_cards(link: str) -> str:
    return f"[Go to your cards]({link})"


# Absent players

ABSENT_ARE_WAITED_FOR: Final = "This table waits for absent players as long as it takes."


def robot_for(count: int) -> str:
    """The button that lets robots sit in for the players who are absent."""
    return "Let a robot sit in" if count == 1 else "Let robots sit in"


def away(who: Sequence[str]) -> str:
    """Who has kept the table waiting for long."""
    if len(who) == 1:
        return f"{who[0]} has been away for a while. A robot may sit in; the chair stays theirs."
    return f"{all_of(who)} have been away for a while. Robots may sit in; the chairs stay theirs."


def robot_plays_for_you() -> str:
    """On the panel of somebody whose chair a robot has."""
    return "A robot plays for you. Press **Take my chair back** whenever you like."


CHAIR_BACK: Final = "The chair is yours again."

# Robots' chairs

TAKE_A_CHAIR: Final = "Take a robot's chair"
SEATED_NOW: Final = (
    "You have taken a robot's chair. Press **My hand** on the table to see your cards. "
    "This rubber was under way, so its result does not count for you."
)
SEATED_NEXT: Final = (
    "A robot's chair is yours from the next deal. "
    "This rubber is under way, so its result does not count for you."
)


def comes_next(who: str) -> str:
    """Beside a robot whose chair somebody will take."""
    return f"{who} from the next deal"


# Pauses

PAUSED: Final = "Paused"
RESUME: Final = "Resume"
RESUMED: Final = "The table goes on."
PAUSED_NOTE: Final = "The table is paused. Anybody who plays may press **Resume**."


def paused_by(who: str) -> str:
    return f"{who} paused the table. Anybody who plays may resume it."


ABANDONED: Final = "Adjourned"
ABANDONED_WHY: Final = "Nobody has played for a while. Nothing is lost: anybody who plays may resume."

# Closing

AGREE: Final = "Agree"


def asked_to_close(agreed: Sequence[str], waiting: Sequence[str]) -> str:
    """Who would close the table, and who has not said so yet."""
    if not waiting:
        return f"Close the table? Agreed: {all_of(agreed)}."
    return f"Close the table? Agreed: {all_of(agreed)}. Waiting for {all_of(waiting)}."

"""What is said of whose turn it is, of those who are absent, of pauses, and of chairs that change hands.

Each function gives a whole sentence or a whole label.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.seats import Seat
from screens.words.languages import Label, Sentence, counted, meant, say
from screens.words.names import Speech, all_of
from screens.words.table import MY_HAND

# Alerts


def your_turn(who: str, where: str) -> str:
    """In the channel: ``who`` is a mention, ``where`` mentions the channel."""
    return say("{player}, it is your turn.", player=who)


def your_turn_in_private(where: str) -> str:
    """In direct messages."""
    return say("It is your turn at the table in {channel}.", channel=where)


_TO_THE_TABLE: Final = Sentence("Go to the table")
_TO_YOUR_CARDS: Final = Sentence("Go to your cards")


def to_the_table(link: str) -> str:
    return f"[{_TO_THE_TABLE()}]({link})"


def to_your_cards(link: str) -> str:
    return f"[{_TO_YOUR_CARDS()}]({link})"


# Absent players

ABSENT_ARE_WAITED_FOR: Final = Sentence("This table waits for absent players as long as it takes.")


def robot_for(count: int) -> str:
    """The button that lets robots sit in for the players who are absent."""
    return counted(count, "Let a robot sit in", "Let robots sit in")


def away(who: Sequence[str]) -> str:
    """Who has kept the table waiting for long."""
    return counted(
        len(who),
        "{players} has been away for a while. A robot may sit in; the chair stays theirs.",
        "{players} have been away for a while. Robots may sit in; the chairs stay theirs.",
        players=all_of(who),
    )


def robot_plays_for_you() -> str:
    """On the panel of somebody whose chair a robot has."""
    return say("A robot plays for you. Press **Take my chair back** whenever you like.")


CHAIR_BACK: Final = Sentence("The chair is yours again.")

# Robots' chairs

TAKE_A_CHAIR: Final = Label("a button", "Take a robot's chair")
WHICH_CHAIR: Final = Sentence("Which chair do you take?")
OTHERS_ASKED: Final = Sentence("For the chair of somebody who has left, the others are asked first.")
SEATED_NOW: Final = Sentence(
    "You have taken a robot's chair. Press **{button}** on the table to see your cards. "
    "This rubber was under way, so its result does not count for you.",
    button=MY_HAND,
)
SEATED_NEXT: Final = Sentence(
    "A robot's chair is yours from the next deal. "
    "This rubber is under way, so its result does not count for you."
)


def take_chair(speech: Speech, seat: Seat) -> str:
    """The button for the only chair that a robot has."""
    return meant("a button", "Take {seat}'s chair", seat=speech.seat(seat))


def chair_of(speech: Speech, seat: Seat, robot: str) -> str:
    """One of several: ``West (Hoyle)``."""
    return f"{speech.seat(seat)} ({robot})"


def comes_next(who: str) -> str:
    """Beside a robot whose chair somebody will take."""
    return say("{player} from the next deal", player=who)


# Pauses

PAUSED: Final = Sentence("Paused")
RESUME: Final = Label("a button", "Resume")
RESUMED: Final = Sentence("The table goes on.")
PAUSED_NOTE: Final = Sentence("The table is paused. Anybody who plays may press **{button}**.", button=RESUME)


def paused_by(who: str) -> str:
    return say("{player} paused the table. Anybody who plays may resume it.", player=who)


ABANDONED: Final = Sentence("Adjourned")
ABANDONED_WHY: Final = Sentence(
    "Nobody has played for a while. Nothing is lost: anybody who plays may resume."
)

NOBODY_STARTED: Final = Sentence(
    "Nobody has started a rubber for a while. Press **Resume** or **Join** to go on."
)

# Closing

AGREE: Final = Label("a button", "Agree to close")


def asked_to_close(agreed: Sequence[str], waiting: Sequence[str]) -> str:
    """Who would close the table, and who has not said so yet."""
    if not waiting:
        return say("Close the table? Agreed: {agreed}.", agreed=all_of(agreed))
    return say(
        "Close the table? Agreed: {agreed}. Waiting for {waiting}.",
        agreed=all_of(agreed),
        waiting=all_of(waiting),
    )

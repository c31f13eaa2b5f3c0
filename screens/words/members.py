"""What is said of members who wait for a chair, of those who go out and come in, and of substitutes.

Each function gives a whole sentence or a whole label.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from screens.words.languages import Label, Sentence, counted, say
from screens.words.names import all_of

YOU_WAIT: Final = Sentence(
    "All the chairs are taken, so you wait. You come in after a rubber: those who have played the most "
    "rubbers in a row make room, two at most. Until then you see what everybody sees."
)
YOU_ASKED: Final = Sentence(
    "The others have been asked whether you can sit in for the player who left. If all agree, the rubber is "
    "yours. Until then you see what everybody sees."
)
YOU_ARE_OUT: Final = Sentence(
    "You are waiting for a chair. You come in after a rubber; until then this message rests."
)
ADMITTED: Final = Sentence("You agree that they sit in.")
NOT_ADMITTED: Final = Sentence("Then they do not sit in.")
ADMIT: Final = Label("a button", "Let them sit in")
DO_NOT_ADMIT: Final = Label("a button", "Do not let them")
CUT_TO_GO_OUT: Final = Sentence("Cut to go out: the highest goes")


def waiting(who: Sequence[str]) -> str:
    """The members without a chair, the next to come in first."""
    return say("Waiting for a chair: {players}.", players=all_of(who))


def goes_out(who: str, rubbers: int) -> str:
    """Somebody who has given up the chair, with the rubbers that they had played in succession."""
    return counted(
        rubbers,
        "{player} went out after {count} rubber.",
        "{player} went out after {count} rubbers in a row.",
        player=who,
    )


def asks_to_sit_in(who: str, where: str, agreed: Sequence[str]) -> str:
    """Somebody would be a substitute for another, who left."""
    question = say(
        "Can {player} sit in for {absent}, who left, until the rubber is over? All must agree.",
        player=who,
        absent=where,
    )
    if not agreed:
        return question
    have = say("Agreed: {players}.", players=all_of(agreed))
    return f"{question} {have}"

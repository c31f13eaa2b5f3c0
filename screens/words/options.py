"""What is said about the options of a table.

The label of an option and the words of a value make a line: "Slams: bring 50 and 100". Which options a game
has is in its row of data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.games.variant import Choice
from screens.words.languages import Label, Sentence, say
from screens.words.names import all_of
from screens.words.options_of_games import OF_GAMES
from screens.words.options_of_tables import OF_EVERY_TABLE, OptionWords

OPTION_WORDS: Final[Mapping[str, OptionWords]] = MappingProxyType({**OF_EVERY_TABLE, **OF_GAMES})


def label(key: str) -> str:
    """The name of an option; of an unknown one its key."""
    return OPTION_WORDS[key].label() if key in OPTION_WORDS else key


def phrase(key: str, value: str) -> str:
    """The words of a value, which follow the label."""
    words = OPTION_WORDS[key]
    if value in words.values:
        return words.values[value]()
    return words.number(int(value)) if words.number is not None else value


def arranged(key: str, value: str) -> str:
    """``Slams: bring 50 and 100``: a line of the lobby."""
    return say("{option}: {value}", option=label(key), value=phrase(key, value))


def note(key: str) -> str:
    """What is shown where the option stands alone; empty for most."""
    note = OPTION_WORDS[key].note
    return note() if note is not None else ""


TITLE: Final = Sentence("The options of this table")
CHOOSE: Final = Sentence("Change an option")
FIXED: Final = Sentence("They stay like this until this rubber is over.")
FOR_THIS_RUBBER: Final = Sentence("It stays like this until this rubber is over.")
FOR_GOOD: Final = Sentence("It stays like this: partners were cut for by it.")
NO_HINTS_HERE: Final = Sentence("This server gives no hints.")
OF_GAME: Final = Sentence("This game")
"""The group of the options that a game has of its own."""
GROUPS: Final[Mapping[str, Sentence]] = MappingProxyType(
    {
        **dict.fromkeys(
            ("direction", "cut_tie", "seating", "seats_chosen", "rubbers_per_cut"),
            Sentence("Seats and cutting"),
        ),
        **dict.fromkeys(
            (
                *("claims", "period_penalties", "take_back", "revoke_mode", "quit_delay", "claim_window"),
                *("revoke_trick_lost", "revoke_choice", "revoke_unit", "revoke_unit_doubled", "revoke_cap"),
                *("negative", "both_revoke"),
            ),
            Sentence("Claims and mistakes"),
        ),
        **dict.fromkeys(("robots", "hints", "pace", "picture", "absent"), Sentence("Robots, pace and looks")),
    }
)
"""The group of each other option, by its key."""


def group(key: str) -> str:
    return GROUPS.get(key, OF_GAME)()


OLDER_EDITION: Final = Sentence(
    "This table was opened under an earlier edition of the rules, and keeps to it."
)
USUAL: Final = Label("the usual value of an option", "usual")
BACK: Final = Label("a button", "All options")
OPTIONS: Final = Label("a button", "Options")


def fixed(labels: Sequence[str]) -> str:
    """Which options can no longer be changed once the first hand has been dealt."""
    return say(
        "For the next rubber all of them can be changed but {options}: partners were cut for by it.",
        options=all_of([say("“{name}”", name=one) for one in labels]),
    )


USUALLY: Final = Sentence("usually: {value}")
"""The default, beside a value that is not the default."""


def numbers(choice: Choice) -> str:
    """Which numbers are allowed besides the values, and how to type one."""
    least, most = choice.numbers[0], choice.numbers[-1]
    return say(
        "Or any number from {least} to {most}: `/table option name: {option} value:`",
        least=least,
        most=most,
        option=choice.key,
    )


def changed(key: str, value: str) -> str:
    """To somebody who has changed an option."""
    return say("{option}: {value}.", option=label(key), value=phrase(key, value))

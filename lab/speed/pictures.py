"""What a table costs as a picture and in words with emoji: ``python -m lab.speed.pictures [--deals N]``.

Every card of some deals is drawn as the room would see it after it. The bytes are those of the request that
edits the message, and the times those of the processor. Then come the four hands of a deal and the sheets of
rubbers, as PNG alone. The last lines are ``NAME FIGURE``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from time import process_time
from typing import Final, TypeVar

from bot.discord_api.layout import components, payload
from lab.speed.figures import figure
from rules.games.all_games import GAMES
from rules.seats import Member, Person
from rules.view import PublicTable, SeatView
from screens.after import hands_picture, rubber_picture
from screens.deck import Deck, Emoji
from screens.pictures.emoji import drawings
from screens.screen import Picture, Screen
from screens.table import is_pictured, table_screen
from screens.table_picture import table_picture
from screens.words.names import robot_name
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

GOALS: Final = {"picture": (20, 15), "hands": (20, 15), "sheet": (20, 15)}
"""Kilobytes and milliseconds of the processor that one of a kind may take."""
T = TypeVar("T")
AGAIN: Final = 3
"""How often each sheet is drawn."""
TABLE: Final = "7f3a0b1c"
SNOWFLAKE: Final = 1_234_567_890_123_456_789
"""As long as the ids of users and emoji are."""
EMOJI: Final = Deck({name: Emoji(name, SNOWFLAKE) for name in drawings()})


def names(member: Member) -> str:
    return f"<@{SNOWFLAKE}>" if isinstance(member, Person) else robot_name(member)


def states(deals: int) -> Iterator[SeatView]:
    """What everybody sees after each card."""
    evening = Evening(7, picture="on").seat(ANNA, BORIS, CLARA, DAVID).start()
    while evening.table.last_number < deals and evening.table.rubber is not None:
        view = evening.view(None)
        if is_pictured(view):
            yield view
        evening.step()


def in_words(view: SeatView) -> int:
    return size(table_screen(view, TABLE, names))


def as_picture(view: SeatView) -> int:
    return size(table_screen(view, TABLE, names, picture=table_picture(view)))


def size(screen: Screen) -> int:
    """The bytes of a request that sends it."""
    files = [part for part in screen.parts if isinstance(part, Picture)]
    return len(payload(components(screen, EMOJI), None, files).content)


def rubbers() -> Iterator[PublicTable]:
    """A table of every game at which a rubber is over."""
    for key, game in GAMES.items():
        people = (ANNA, BORIS, CLARA, DAVID)[: game.variant().players]
        yield Evening(1, key).seat(*people).start().play_rubber().view(None).table


def hands(at: PublicTable) -> int:
    assert at.last is not None
    return len(hands_picture(at.last, at).png)


def sheet(at: PublicTable) -> int:
    assert at.last is not None and at.ended is not None
    return len(rubber_picture(at.last, at, at.ended).png)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=6)
    seen = list(states(parser.parse_args().deals))
    as_picture(seen[0])  # loads the font
    print(f"{len(seen)} states of a table")
    measured("words", in_words, seen)
    measured("picture", as_picture, seen)
    ended = [one for one in rubbers() for _ in range(AGAIN)]
    measured("hands", hands, ended)
    measured("sheet", sheet, ended)


def measured(name: str, drawn: Callable[[T], int], of: Sequence[T]) -> None:
    sizes, times = [], []
    for one in of:
        began = process_time()
        sizes.append(drawn(one))
        times.append(process_time() - began)
    kilobytes, milliseconds = GOALS.get(name, (None, None))
    figure(f"{name}_kB", median(sizes) / 1000, kilobytes)
    figure(f"{name}_most_kB", max(sizes) / 1000)
    figure(f"{name}_ms", median(times) * 1000, milliseconds)


if __name__ == "__main__":
    main()

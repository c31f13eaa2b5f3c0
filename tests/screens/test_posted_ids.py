"""What the ids of options meant that were posted stays what they mean; and no id that is posted today names
anything by its place in a list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rules.frozen import replace
from rules.games import all_games
from rules.games.all_games import GAMES
from rules.table.requests import SetOption
from screens.exercises import exercises
from screens.lessons import LESSONS
from screens.newcomers import hints_offer
from screens.options import option_meant, options_screen, value_at
from screens.posted_options import LATEST, posted_option
from screens.presses import Press, read_press
from screens.reference import CHAPTERS
from tests.each import each
from tests.screens.screens import TABLE, buttons
from tests.trials.stage.tables import Evening

POSTED = Path(__file__).with_name("posted-options.txt")
NOW = datetime(2026, 11, 29, tzinfo=UTC)
GONE = ("claim_window", "misdeal", "revoke_trick_lost")
"""Options that nobody may choose today."""


@dataclass
class Release:
    since: datetime
    games: dict[str, list[str]] = field(default_factory=dict)


@dataclass
class History:
    """The file of what was posted."""

    values: dict[str, list[str]] = field(default_factory=dict)
    from_on: dict[str, tuple[datetime, list[str]]] = field(default_factory=dict)
    releases: list[Release] = field(default_factory=list)

    def __post_init__(self) -> None:
        own: dict[str, str] = {}
        for line in POSTED.read_text("utf-8").splitlines():
            if line.startswith("since "):
                self.releases.append(Release(moment(line.removeprefix("since "))))
            elif match := re.fullmatch(r"(\S+) from (\S+) = (.+)", line):
                self.from_on[match[1]] = moment(match[2]), match[3].split()
            elif match := re.fullmatch(r"(\S+) = (.+)", line):
                self.values[match[1]] = match[2].split()
            elif match := re.fullmatch(r"(\S+): (.*)", line):
                own[match[1]] = match[2]
                for game in set(own) - {"@"}:
                    self.releases[-1].games[game] = own[game].replace("@", own["@"]).split()

    def values_of(self, game: str, key: str, since: datetime) -> list[str]:
        began, later = self.from_on.get(f"{game}.{key}", (LATEST, []))
        return later if since >= began else self.values.get(f"{game}.{key}") or self.values[key]

    def ids(self) -> Iterator[tuple[datetime, str, int, int, str, str]]:
        """When an id was first posted, at which game, its places, and what it named."""
        for release in self.releases:
            for game, keys in release.games.items():
                for place, key in enumerate(keys):
                    for at, value in enumerate(self.values_of(game, key, release.since)):
                        yield release.since, game, place, at, key, value


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


HISTORY = History()


def test_every_id_of_an_option_that_was_ever_posted_means_what_it_meant() -> None:
    asked = list(HISTORY.ids())
    assert len(asked) > 5000 and {game for _, game, *_ in asked} == set(GAMES)
    ends = [*(one.since for one in HISTORY.releases[1:]), NOW]
    until = dict(zip((one.since for one in HISTORY.releases), ends, strict=True))
    for since, game, place, at, key, value in asked:
        for drawn in (since, until[since] - timedelta(seconds=1)):
            assert posted_option(game, place, at, drawn) == (key, value), (since, game, place, at)


@each("game", ("biritch", "whist_english"))
def test_what_was_never_posted_means_nothing(game: str) -> None:
    for release in HISTORY.releases:
        keys = release.games[game]
        assert posted_option(game, len(keys), 0, release.since) is None
        for place, key in enumerate(keys):
            most = len(HISTORY.values_of(game, key, release.since))
            assert posted_option(game, place, most, release.since) is None


def test_what_an_old_id_named_can_still_be_chosen_unless_nobody_may_choose_it() -> None:
    tables = {game: Evening(0, game).view(None).table for game in GAMES}
    for since, game, place, at, key, value in HISTORY.ids():
        found = value_at(tables[game], place, at, since)
        choice = next(one for one in GAMES[game].choices if one.key == key)
        assert found == ((key, choice.checked_value(value)) if choice.offered else None), (since, game, key)
        assert choice.offered or key in GONE


def test_an_id_on_a_message_older_than_all_releases_is_read_as_one_of_the_last() -> None:
    """As by a clock that is wrong."""
    last = HISTORY.releases[-1].games["biritch"]
    early = datetime(2026, 1, 1, tzinfo=UTC)
    for place, key in enumerate(last):
        assert posted_option("biritch", place, 0, early) == (key, HISTORY.values_of("biritch", key, NOW)[0])


# What is posted today


def ids_of_options(game: str) -> set[str]:
    evening = Evening(0, game)
    shown = (options_screen(evening.view(None).table, TABLE, key=one.key) for one in GAMES[game].offered)
    offer = hints_offer(evening.view(None).table, TABLE)
    return {one.id for screen in shown for one in buttons(screen)} | {offer.id if offer is not None else ""}


@pytest.mark.parametrize("game", ["bridge", "dummy_whist", "vint"])
def test_ids_of_options_are_the_same_in_whatever_order_options_and_values_stand(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = ids_of_options(game)
    assert len(before) > 30
    turned = [replace(one, values=(one.values[0], *one.values[:0:-1])) for one in GAMES[game].choices]
    moved = replace(GAMES[game], choices=(*turned[1:], turned[0]))
    monkeypatch.setattr(all_games, "GAMES", {**GAMES, game: moved})
    assert all_games.game(game) is moved
    assert ids_of_options(game) == before


def test_a_button_of_an_option_reads_back_as_what_it_sets_and_sets_it() -> None:
    for game in GAMES:
        evening = Evening(0, game)
        table = evening.view(None).table
        for choice in GAMES[game].offered:
            for one in buttons(options_screen(table, TABLE, key=choice.key)):
                press = read_press(one.id)
                if isinstance(press, Press) and press.verb == "set":
                    key, value = option_meant(table, press, NOW) or ("", "")
                    assert key == choice.key and str(press) == one.id and len(one.id) <= 100
                    assert SetOption(key, value) == SetOption(*press.what.split(":"))


# Ids that count: their numbers were given in the order of a list, which therefore only grows at its end

LESSON_STEPS = """\
28 31=KH 32=AD 36=5H 42=6D 46=3S 52
0=declare:H 4=AC 7=AH 11 0=pass 0=declare:N 3
1=double 4 1=content 2=double 5
46=TH 55=24 55 55=32 55
0=6S 5=3H 10=JS 52
0=bid:1H 4=bid:4H 11=AS 12=AH 60=120 60
0=ruff 1=discard:2H.4H.3S.3D 2=AC 50
"""
"""The steps of each lesson as they were first posted: the acts before them, and the act that is wanted."""
EXERCISE_CARDS = (
    "4S 3H 3H 3H KH 3S 3S 3D AD AS AS AS KS 2H QS 2S 4H 9S TC 4H JH QH TD 4H 8D 3H 5S 3H 3C KH 8H JD "
    "JH QS KH AC 3C 5S JS JD AD 2S 9H QD JH 5D 7S 2S 7D AD 2C 4H AH AC 3S KH 5S JD 3C QD KS 2C JS 5D "
    "2S 3C 6C 8H QS 6H 7H 3H 8S 6D TH 9S 3S 5D JH"
)
HELP_CHAPTERS = ("At a table", "Leaving", "After a deal", "Commands")


def test_the_lessons_steps_exercises_and_chapters_that_ids_count_are_those_that_were_posted() -> None:
    steps = [
        " ".join(f"{step.at}{'=' if step.right else ''}{step.right}" for _, step in lesson.pages)
        for lesson in LESSONS
    ]
    posted = LESSON_STEPS.splitlines()
    assert steps[: len(posted)] == posted
    assert [str(one.right) for one in exercises()] == EXERCISE_CARDS.split()
    assert tuple(one.name.english for one in CHAPTERS[: len(HELP_CHAPTERS)]) == HELP_CHAPTERS

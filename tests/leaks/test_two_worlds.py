"""Two worlds that differ only in hidden cards are the same to him from whom they are hidden.

In process and in number; ``test_running`` asks the same of the bot as it runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from rules.calls import Double
from rules.deciding import ClaimRest, Join, Leave, Start
from rules.events import CardPlayed, Claimed
from rules.seats import Seat
from tests.leaks.outputs import different, ids_in, told
from tests.leaks.worlds import Watched, lookers
from tests.tables import ANNA, BORIS, CLARA, DAVID, Evening

EVENINGS = 10
STATES = 45
"""States looked at in each evening; each by a spectator and by all four seats."""


def states(seed: int, count: int = STATES) -> Iterator[tuple[Watched, Random]]:
    """An evening stopped at as many points of its deals, with claims, contres, robots, and chairs left."""
    chance = Random(f"leaks {seed}")
    evening = Evening(f"leaks {seed}", **({"doubling_order": "laws1904"} if seed % 3 == 0 else {}))
    evening.seat(*(ANNA, BORIS, CLARA, DAVID)[: 4 - seed % 3])
    watched = Watched(evening)
    yielded = 0
    while yielded < count:
        if evening.table.rubber is None:
            evening.ask(ANNA, Start())
        deal = evening.table.deal
        before_the_lead = deal is not None and deal.playing is not None and not deal.playing.cards_played
        if deal is not None and (before_the_lead or chance.random() < 0.25):
            yielded += 1
            yield watched, chance
        _something(evening, chance)


def _something(evening: Evening, chance: Random) -> None:
    table = evening.table
    if chance.random() < 0.01 and BORIS in table.members and len(table.persons) > 2:
        evening.ask(BORIS, Leave())
    elif chance.random() < 0.03 and BORIS not in table.members and len(table.persons) > 1:
        if table.rubber is not None and table.rubber.chair_of(BORIS) is not None:
            evening.ask(BORIS, Join())
    elif chance.random() < 0.4 and (doubler := _doubler(evening)) is not None:
        evening.do(doubler, Double())
    elif chance.random() < 0.01 and table.claim is None and (claimer := _claimer(evening)) is not None:
        evening.do(claimer, ClaimRest())
    else:
        evening.step()


def _doubler(evening: Evening) -> Seat | None:
    table = evening.table
    calling = table.deal is not None and table.deal.playing is None
    return next((seat for seat in Seat if calling and Double() in evening.view(seat).options), None)


def _claimer(evening: Evening) -> Seat | None:
    deal = evening.table.deal
    playing = deal.playing if deal is not None else None
    able = [seat for seat in Seat if playing is not None and playing.may_claim(seat)]
    return evening.dice.random.choice(able) if able else None


@pytest.mark.parametrize("seed", range(EVENINGS))
async def test_no_word_to_anybody_depends_on_cards_hidden_from_him(seed: int) -> None:
    compared: Counter[str] = Counter()
    for watched, chance in states(seed):
        ours = watched.evening.table
        for viewer in lookers(ours):
            theirs = watched.twin(viewer, chance)
            if theirs is None:
                continue
            assert theirs.deal is not None and ours.deal is not None
            assert theirs.deal.dealt != ours.deal.dealt
            found = different(told(ours, viewer), told(theirs, viewer))
            assert not found, f"{viewer} can tell by {found}"
            compared[str(viewer)] += 1
    assert set(compared) == {"None", *map(str, Seat)}
    assert compared["None"] > STATES * 0.5


@pytest.mark.parametrize("seed", range(3))
async def test_no_button_for_the_whole_room_names_a_card(seed: int) -> None:
    seen = 0
    for watched, _ in states(seed, 40):
        outputs = told(watched.evening.table, None)
        for press in [*ids_in(outputs["table"]), *ids_in(outputs["hand"])]:
            assert press.verb != "play" and not press.what.startswith("play")
            seen += 1
    assert seen > 100


def test_the_evenings_come_to_every_kind_of_moment() -> None:
    met: Counter[str] = Counter()
    for seed in range(EVENINGS):
        for watched, _ in states(seed):
            table, deal = watched.evening.table, watched.evening.table.deal
            assert deal is not None
            cards = sum(isinstance(event, CardPlayed) for event in watched.events)
            met["before the lead"] += cards == 0
            met["dummy about to play first"] += cards == 1
            met["in mid-trick"] += cards % 4 != 0
            met["late"] += cards > 40
            met["claim open"] += table.claim is not None
            met["claim refused"] += table.claim is None and any(
                isinstance(e, Claimed) for e in watched.events
            )
            met["doubled"] += any(deal.calls) and deal.terms is not None and deal.terms.level > 0
            met["chair left"] += table.rubber is not None and bool(table.rubber.deserted)
    assert min(met.values()) >= 3, met

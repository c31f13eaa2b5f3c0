"""Two worlds that differ only in hidden cards are the same to a person from whom they are hidden.

Here many states are compared within this process, those of Biritch at length and those of every other game
more briefly; ``test_running`` asks the same of the running bot.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import pytest

from cogs.penalties import following
from rules.calls import CallHonours, Discard, Double, Play, TakeStock
from rules.cards import Suit
from rules.games.all_games import GAMES
from rules.out_of_turn import Exacted
from rules.refusals import Forfeit, Refused, Why
from rules.seats import Person, Seat
from rules.table.events import CardPlayed, Claimed
from rules.table.requests import (
    AskSuit,
    ClaimRest,
    DemandPenalty,
    DenySuit,
    FollowLead,
    Gather,
    Join,
    Leave,
    Request,
    Start,
    TakeBack,
)
from rules.view import May
from tests.each import mostly_long
from tests.leaks.outputs import STRANGER, different, heard_in_the_log, ids_in, looked, told
from tests.leaks.worlds import Watched, lookers
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

Stops = Iterator[tuple[Watched, Random]]
"""A series of moments of an evening."""

EVENINGS = 5
STATES = 36
"""States looked at in each evening, each by one by lot: a spectator or one of the four seats."""


def states(seed: int, count: int = STATES) -> Stops:
    """An evening stopped at as many points of its deals, with claims, contres, robots, chairs left, and
    somebody who waits for one."""
    evening = Evening(f"leaks {seed}", **({"doubling_order": "laws1904"} if seed % 3 == 0 else {}))
    evening.seat(*(ANNA, BORIS, CLARA, DAVID)[: 4 - seed % 3])
    if seed % 3 == 0:
        evening.start().ask(STRANGER, Join())  # and waits
    yield from stopped(evening, Random(f"leaks {seed}"), count)


def stopped(evening: Evening, chance: Random, count: int, calling: float = 0.25) -> Stops:
    """An evening at so many of its moments: all between the calls and the lead, and some others. ``calling``
    is how often among the calls."""
    watched = Watched(evening)
    yielded = 0
    while yielded < count:
        if evening.table.rubber is None:
            if STRANGER in evening.table.members:
                evening.ask(STRANGER, Leave())
            evening.ask(evening.table.persons[0], Start(acquainted=True))
        deal = evening.table.deal
        before_the_lead = deal is not None and deal.playing is not None and not deal.playing.cards_played
        often = calling if deal is not None and deal.playing is None else 0.25
        ruffing = deal is not None and deal.playing is None and bool(deal.dealt.stock)
        if deal is not None and (before_the_lead or ruffing or chance.random() < often):
            yielded += 1
            yield watched, chance
        _something(evening, chance)


def _something(evening: Evening, chance: Random) -> None:
    table = evening.table
    if chance.random() < 0.01 and BORIS in table.members and len(table.persons) > 2:
        evening.ask(BORIS, Leave(Forfeit()))
    elif chance.random() < 0.03 and BORIS not in table.members and len(table.persons) > 1:
        if table.rubber is not None and table.rubber.chair_of(BORIS) is not None:
            evening.ask(BORIS, Join())
    elif chance.random() < 0.4 and (doubler := _doubler(evening)) is not None:
        evening.do(doubler, Double())
    elif chance.random() < 0.01 and table.claim is None and (claimer := _claimer(evening)) is not None:
        evening.do(claimer, ClaimRest())
    elif (seat := _mistaken(evening)) is not None:
        evening.do(seat, TakeBack())
    elif (about := _of_revokes(evening, chance)) is not None:
        evening.do(*about)
    elif (penalty := _of_penalties(evening, chance)) is not None:
        _demand(evening, *penalty)
    else:
        evening.step()


def _demand(evening: Evening, seat: Seat, request: Request) -> None:
    """Of a hand of which something is demanded already, nothing more can be."""
    try:
        evening.do(seat, request)
    except Refused as refused:
        if refused.why is not Why.DEMAND_STANDS:
            raise


def _of_revokes(evening: Evening, chance: Random) -> tuple[Seat, Request] | None:
    """What somebody may ask, answer or gather where people can revoke."""
    if evening.table.deal is None or evening.table.deal.revoke is None:
        return None
    asks = {May.ASK_SUIT: AskSuit(), May.DENY_SUIT: DenySuit(), May.GATHER: Gather()}
    able = [(seat, asks[may]) for seat in evening.chairs for may in evening.view(seat).may if may in asks]
    able.sort(key=lambda one: (one[0].index, type(one[1]).__name__))
    return chance.choice(able) if able and chance.random() < 0.3 else None  # type: ignore[return-value]


def _of_penalties(evening: Evening, chance: Random) -> tuple[Seat, Request] | None:
    """A card out of turn, a lead out of turn followed, or a demand, where there are such things."""
    if evening.table.deal is None or evening.table.deal.out_of_turn is None:
        return None
    able = {May.OUT_OF_TURN, May.FOLLOW, May.DEMAND}
    people = [seat for seat in evening.chairs if isinstance(evening.member(seat), Person)]
    found = [(seat, may) for seat in people for may in evening.view(seat).may & able]
    if not found or chance.random() > 0.25:
        return None
    seat, may = chance.choice(sorted(found, key=lambda one: (one[0].index, one[1].value)))
    view = evening.view(seat)
    assert view.own is not None and view.deal is not None and view.deal.out_of_turn is not None
    if may is May.OUT_OF_TURN:
        return seat, Play(chance.choice(view.own.left.cards))
    if may is May.FOLLOW:
        return seat, FollowLead(chance.choice(following(view).cards))
    offence = chance.choice(view.deal.out_of_turn.against(seat.side.other))
    what = chance.choice(sorted(offence.open_to, key=lambda one: one.value))
    card = offence.card if what is Exacted.CARD else None
    return seat, DemandPenalty(what, card, chance.choice(list(Suit)) if what is Exacted.SUIT else None)


def _doubler(evening: Evening) -> Seat | None:
    table = evening.table
    calling = table.deal is not None and table.deal.playing is None
    return next((seat for seat in Seat if calling and Double() in evening.view(seat).options), None)


def _mistaken(evening: Evening) -> Seat | None:
    """Who takes back a card: one of ten who may, without a draw from the chance of everything else."""
    if Random(len(evening.events)).random() > 0.1:
        return None
    return next((seat for seat in evening.chairs if May.TAKE_BACK in evening.view(seat).may), None)


def _claimer(evening: Evening) -> Seat | None:
    deal = evening.table.deal
    playing = deal.playing if deal is not None else None
    able = [seat for seat in Seat if playing is not None and playing.may_claim(seat)]
    return evening.dice.random.choice(able) if able else None


@pytest.mark.parametrize("seed", range(EVENINGS))
async def test_no_word_to_anybody_depends_on_cards_hidden_from_them(seed: int) -> None:
    """And no button for the whole room names a card."""
    compared: Counter[str] = Counter()
    buttons = 0
    for watched, chance in states(seed):
        ours = watched.evening.table
        viewer = chance.choice(list(lookers(ours)))
        theirs = watched.twin(viewer, chance)
        if theirs is None:
            continue
        assert theirs.deal is not None and ours.deal is not None
        assert theirs.deal.dealt != ours.deal.dealt
        outputs = told(ours, viewer)
        found = different(outputs, told(theirs, viewer))
        assert not found, f"{viewer} can tell by {found}"
        compared[str(viewer)] += 1
        if viewer is None:
            pressed = [*ids_in(outputs["table"]), *ids_in(outputs["hand"])]
            assert not any(one.verb == "play" or one.what.startswith("play") for one in pressed)
            buttons += len(pressed)
    assert set(compared) == {"None", *map(str, Seat)}
    assert compared.total() > STATES * 0.6 and buttons > 10


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
            met["claim open"] += table.claim is not None and table.claim.back is None
            met["card about to go back"] += table.claim is not None and table.claim.back is not None
            met["card gone back"] += table.taken_back > 0
            met["claim refused"] += table.claim is None and any(
                isinstance(e, Claimed) for e in watched.events
            )
            met["doubled"] += any(deal.calls) and deal.terms is not None and deal.terms.level > 0
            met["somebody waits"] += STRANGER in table.waiting
            met["chair left"] += table.rubber is not None and bool(table.rubber.deserted)
    assert min(met.values()) >= 3, met


# Every game.

FAMILY: tuple[tuple[str, dict[str, str]], ...] = (
    *((key, {}) for key in GAMES),
    ("bridge", {"dummy_exposed": "before_lead"}),
    ("whist_modern", {"trump": "blind", "honours_by": "captured"}),
    ("ruff_and_honours", {"ruff_right": "dealer"}),
    ("ruff_and_honours", {"ace_hidden": "dealer", "honours_at": "as_dealt"}),
    ("auction", {"schedule": "exp3"}),
    ("auction", {"dummy": "false"}),
    ("vint", {"passes_to_end": "8"}),
    ("biritch", {"revoke_mode": "lawful"}),
    ("whist_modern", {"revoke_mode": "lawful"}),
    ("double_dummy", {"revoke_mode": "lawful"}),
    ("biritch", {"period_penalties": "on"}),
    ("whist_modern", {"period_penalties": "on", "revoke_mode": "lawful"}),
)
"""Tables at which something else is open or hidden."""
LOOKS, THOROUGH = 14, 7
"""Moments of each table at which every view is compared, and at every which one all that is sent."""


def family(key: str, options: dict[str, str]) -> Stops:
    """An evening of any game, with as few robots as may be."""
    evening = Evening(f"family {key} {sorted(options)}", key, **options)
    evening.seat(*(ANNA, BORIS, CLARA, DAVID)[: evening.table.variant.players])
    yield from stopped(evening, Random(f"family {key}"), LOOKS, calling=0.6)


def asked_for_honours(key: str, seed: int) -> Stops:
    """From the moment at which somebody may call honours: they ask, and if the honours are too few play goes
    on."""
    evening = Evening(f"honours {key} {seed}", key).seat(ANNA, BORIS, CLARA, DAVID)
    while not (askers := [seat for seat in evening.chairs if _may_ask(evening, seat)]):
        if evening.table.rubber is None:
            evening.start()
        evening.step()
    watched, chance = Watched(evening), Random(f"honours {key}")
    yield watched, chance
    evening.do(askers[0], CallHonours())
    while evening.table.deal is not None and len(watched.hidden_from(None).played) < 24:
        if chance.random() < 0.3:
            yield watched, chance
        evening.step()


def _may_ask(evening: Evening, seat: Seat) -> bool:
    deal = evening.table.deal
    return deal is not None and CallHonours() in deal.options(seat)


def by_name(sitting: tuple[str, dict[str, str]]) -> str:
    key, options = sitting
    return "-".join((key, *options.values()))


@pytest.mark.parametrize("sitting", mostly_long(FAMILY, short=FAMILY[: len(GAMES)]), ids=by_name)
async def test_at_no_game_does_anything_depend_on_cards_hidden_from_them(
    sitting: tuple[str, dict[str, str]],
) -> None:
    compared = 0
    for number, (watched, chance) in enumerate(family(*sitting)):
        compared += _compared(watched, chance, thorough=number % THOROUGH == 0)
    assert compared > LOOKS // 4


@pytest.mark.parametrize("key", ["whist_long", "whist_short_001", "ruff_and_honours"])
async def test_honours_asked_for_tell_that_they_were_too_few_and_no_more(key: str) -> None:
    compared = asked = 0
    for seed in range(2):
        for number, (watched, chance) in enumerate(asked_for_honours(key, seed)):
            compared += _compared(watched, chance, thorough=number == 1)
            asked += any(isinstance(one.call, CallHonours) for one in watched.hidden_from(None).calls)
    assert compared > 12 and asked > 2


def _compared(watched: Watched, chance: Random, *, thorough: bool) -> int:
    """How many other worlds were compared; none could be told apart. Who looks is drawn by lot, unless all
    are to look thoroughly."""
    ours, compared = watched.evening.table, 0
    viewers = list(lookers(ours))
    for viewer in viewers if thorough else chance.sample(viewers, min(2, len(viewers))):
        theirs = watched.twin(viewer, chance)
        if theirs is None:
            continue
        look = told if thorough else looked
        found = different(look(ours, viewer), look(theirs, viewer))
        assert not found, f"{viewer} can tell by {found}"
        compared += 1
    return compared


def test_the_other_worlds_move_every_sort_of_hidden_card_and_no_other() -> None:
    """Hands of three others, the stock, what was put out, which of the sixteen were dealt; and never the
    turned card, an ace by which somebody ruffs, or what the looker holds."""
    moved: Counter[str] = Counter()
    for key, options in (sitting for sitting in FAMILY if sitting[0] in HIDE_MOST):
        for watched, chance in family(key, options):
            for viewer in lookers(watched.evening.table):
                hidden = watched.hidden_from(viewer)
                events = hidden.other(chance)
                if events is None:
                    continue
                there = replace(hidden, events=events)
                ours, theirs = hidden.dealt, there.dealt
                hands = [seat for seat in Seat if ours.hands.of(seat) != theirs.hands.of(seat)]
                assert viewer not in hands and theirs.turned is ours.turned
                moved[f"{key}: {len(hands)} hands"] += 1
                moved["stock"] += hidden.ruffer is None and hidden.stock != there.stock
                moved["put out"] += hidden.put_out != there.put_out
                moved["dealt to the ruffer"] += hidden.ruffer in hands
                assert len(theirs.hands.north) == len(ours.hands.north) and len(there.stock) == len(
                    hidden.stock
                )
                if ours.turned is not None and hidden.stock:
                    assert ours.turned in there.stock
                elif ours.turned is not None and options.get("trump") != "blind":
                    assert ours.turned in theirs.hands.of(ours.dealer)
    assert min(moved[each] for each in ("stock", "put out", "dealt to the ruffer")) >= 3
    for key, count in HIDE_MOST.items():
        assert moved[f"{key}: {count} hands"] >= 3


HIDE_MOST = {"vint": 4, "whist_modern": 4, "dummy_whist": 3, "double_dummy": 2, "ruff_and_honours": 4}
"""How many hands may be different, as far as a spectator can tell."""


def test_the_evenings_of_the_family_come_to_every_kind_of_moment() -> None:
    met: Counter[str] = Counter()
    for key, options in FAMILY:
        for watched, _ in family(key, options):
            deal = watched.evening.table.deal
            assert deal is not None
            calls = [one.call for one in deal.calls]
            view = watched.evening.view(None).deal
            assert view is not None
            met["in mid-auction"] += deal.playing is None and len(calls) > 1
            met["may ruff"] += bool(deal.dealt.stock) and deal.playing is None and not calls
            met["putting out"] += any(May.PUT_OUT in watched.evening.view(seat).may for seat in Seat)
            met["after a ruff"] += any(isinstance(call, Discard) for call in calls)
            met["stock let lie"] += bool(deal.dealt.stock) and view.stock > 0 and deal.playing is not None
            met["stock taken"] += any(isinstance(call, TakeStock) for call in calls)
            met["three hidden hands in play"] += deal.playing is not None and not view.faced
            met["two dummies"] += len(view.faced) == 2
            met["turned card in hand"] += view.turned_with is not None
            met["turned card played"] += (
                view.turned is not None and view.turned_with is None and not deal.dealt.stock
            )
    assert min(met.values()) >= 2 and len(met) == 10, met


def test_what_a_thread_of_an_earlier_test_logs_is_no_word_of_this_one() -> None:
    log = logging.getLogger("tests.leaks")
    with ThreadPoolExecutor(1) as earlier, ThreadPoolExecutor(1) as later:
        earlier.submit(int).result()
        with heard_in_the_log() as lines:
            earlier.submit(log.debug, "from before").result()
            later.submit(log.debug, "begun meanwhile").result()
            log.debug("said here")
    assert lines == ["tests.leaks: begun meanwhile", "tests.leaks: said here"]

"""What somebody reads at their first deal: one line for every moment, which is true of what they see."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from rules.calls import Pass, Play
from rules.seats import Seat
from rules.table.events import OpenedToOthers
from rules.table.seen import seen
from rules.view import Alone, Phase, SeatView
from screens.hand import hand_screen
from screens.newcomers import (
    BOTH_HANDS,
    DUMMY_THROWS,
    DUMMY_THROWS_ONLY,
    FOLLOW,
    FOLLOW_TO_LOSE,
    FOLLOW_WITH_BOTH,
    LEAD,
    LEAD_TO_LOSE,
    PARTNER_DECLARED,
    PARTNER_DECLARED_TO_DUMMY,
    PARTNER_PLAYS,
    REST,
    THEY_DECLARED,
    THROW,
    THROW_ONLY,
    THROW_TO_LOSE,
    WAIT,
    YOU_DECLARED,
    YOU_DECLARED_AS_DUMMY,
    what_now,
)
from screens.parts import speech_to
from tests.each import each
from tests.rules.test_alone import Parlour
from tests.screens.screens import TABLE, evenings, fits, in_each_language, names
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

PLAYED = {
    told() for told in (LEAD, FOLLOW, FOLLOW_WITH_BOTH, THROW, THROW_ONLY, DUMMY_THROWS, DUMMY_THROWS_ONLY)
}


@each("game", ("biritch", "whist_english", "contract", "ruff_and_honours"))
def test_at_every_moment_of_a_first_deal_one_line_says_what_to_do(game: str) -> None:
    told: set[str] = set()
    for table in evenings(3, claims=False, game=game, steps=75):
        if table.deal is None or table.rubber is None:
            continue
        for seat in Seat:
            view = seen(table, seat)
            assert view.deal is not None
            line = what_now(view, view.deal, seat, speech_to(view, names))
            declared, first, now = line.rpartition("First deal: ")
            assert "\n" not in line and (line or view.deal.claim is not None)
            plays = any(isinstance(option, Play) for option in view.options)
            assert plays is (first + now in PLAYED)
            assert Pass() in view.options or "pass" not in now.replace("cannot pass", "")
            told |= {first + now, declared.strip()}
    assert {LEAD(), FOLLOW(), WAIT()} <= told
    with_dummy = game in ("biritch", "contract")
    assert (REST() in told) is (YOU_DECLARED() in told) is with_dummy


def test_at_a_first_deal_each_is_told_who_declared_and_whose_hands_they_play() -> None:
    """The player who names trumps at Biritch plays the hand opposite, too, which lies open. The others are
    told of it by names until the first trick lies there, since they see it by then."""
    callers: set[Seat] = set()
    told_of: set[tuple[bool, bool]] = set()
    seeds = (evenings(seed, claims=False, game="biritch", steps=30) for seed in range(8))
    for table in chain.from_iterable(seeds):
        deal = seen(table, None).deal
        caller = deal.settled.declared_by if deal is not None and deal.settled is not None else None
        if deal is None or deal.settled is None or caller is None or not deal.playing:
            continue
        callers.add(caller)
        told = {
            seat: what_now(view, view.deal, seat, speech_to(view, names)).partition("First deal")[0].strip()
            for seat in Seat
            if (view := seen(table, seat)).deal is not None
        }
        ((dummy, player),) = deal.settled.dummies
        caller_name = speech_to(seen(table, dummy), names).seat(caller)
        assert told[dummy] == ""
        assert told[player] == (YOU_DECLARED() if player is caller else PARTNER_DECLARED(player=caller_name))
        partner = speech_to(seen(table, dummy.left), names).seat(player)
        one_of_both = (
            THEY_DECLARED(player=caller_name)
            if player is caller
            else PARTNER_PLAYS(player=caller_name, partner=partner)
        )
        for other in (dummy.left, dummy.right):
            assert told[other] == ("" if deal.tricks else one_of_both)
            told_of.add((player is caller, bool(deal.tricks)))
    assert len(callers) > 1 and len(told_of) == 4


def test_the_line_fits_on_the_panel_in_every_language() -> None:
    tables = [one for one in evenings(1, claims=True, steps=40) if one.rubber is not None]
    for _ in in_each_language():
        for table in tables[::6]:
            for seat in Seat:
                fits(hand_screen(seen(table, seat), TABLE, names, newcomer=True))


def test_between_rubbers_nothing_is_said_of_a_deal() -> None:
    lobby = next(
        one for one in evenings(1, claims=True, steps=1) if seen(one, None).table.phase is Phase.FORMING
    )
    screen = hand_screen(seen(lobby, None), TABLE, names, newcomer=True)
    assert "First deal" not in str(screen)


def test_who_has_changed_places_to_play_both_hands_is_told_who_named_trumps() -> None:
    """The caller by the calls as they were made; who sat where is known of the moment before the first."""
    told: set[tuple[bool, bool]] = set()
    for seed in range(12):
        parlour = Parlour(Alone(), seed=seed).dealt()
        her_seat = parlour.own
        while parlour.table.deal is not None and parlour.table.deal.playing is None:
            parlour.step()
        own = parlour.own
        now = seen(parlour.table, own)
        caller = now.deal.settled.declared_by if now.deal is not None and now.deal.settled else None
        if caller is None or caller.side is not own.side:
            continue
        first = {}
        for table in (parlour.table, parlour.table.after(OpenedToOthers())):
            view = seen(table, own)
            assert view.deal is not None
            line = what_now(view, view.deal, own, speech_to(view, names))
            first[table.alone is not None] = line.partition(" First deal")[0]
        partner = speech_to(now, names).seat(own.partner)
        stayed, hers = own is her_seat, caller is her_seat
        expected = {
            (True, True): YOU_DECLARED(),
            (True, False): PARTNER_DECLARED(player=partner),
            (False, True): YOU_DECLARED_AS_DUMMY(),
            (False, False): PARTNER_DECLARED_TO_DUMMY(player=partner),
        }[stayed, hers]
        assert first == {True: expected, False: BOTH_HANDS()}
        told.add((stayed, hers))
    assert {stayed for stayed, _ in told} == {True, False}


def due_lines(evening: Evening) -> Iterator[tuple[SeatView, Seat, str]]:
    """At each moment of a deal who is due, with the line that they read."""
    while not evening.table.last_number:
        for seat in evening.table.waits_for if evening.table.deal is not None else ():
            view = evening.view(seat)
            assert view.deal is not None
            yield view, seat, what_now(view, view.deal, seat, speech_to(view, names))
        evening.step()


def test_where_the_game_names_each_call_a_newcomer_is_told_of_these_and_of_no_suit() -> None:
    evening = Evening(1, "norwegian_whist").seat(ANNA, BORIS, CLARA, DAVID).start().cut()
    calling = [
        line for view, _, line in due_lines(evening) if view.deal is not None and not view.deal.playing
    ]
    told = "First deal: with many aces and kings press **Grand**; with few, **Nullo**."
    assert calling and set(calling) == {told}


def test_where_tricks_are_to_be_lost_nobody_is_told_to_win_one() -> None:
    """All four say nullo."""
    evening = Evening(1, "norwegian_whist").seat(ANNA, BORIS, CLARA, DAVID).start().cut()
    while evening.table.deal is not None and evening.table.deal.playing is None:
        (seat,) = evening.table.waits_for
        evening.do(seat, Pass())
    told = {line for _, _, line in due_lines(evening)}
    assert told == {LEAD_TO_LOSE(), FOLLOW_TO_LOSE(), THROW_TO_LOSE()}


def test_who_plays_a_dummy_is_told_of_its_suits_and_of_no_partner_who_wins() -> None:
    told: dict[bool, set[str]] = {True: set(), False: set()}
    for seed in range(4):
        evening = Evening(seed, "dummy_whist").seat(ANNA, BORIS, CLARA).start().cut()
        for view, seat, line in due_lines(evening):
            assert view.deal is not None and view.deal.settled is not None
            if seat in [player for _, player in view.deal.settled.dummies]:
                assert "your partner is winning" not in line
                told[view.deal.hand_due is seat].add(line)
    of_dummy, own = (" ".join(told[one]) for one in (False, True))
    assert "dummy cannot follow" in of_dummy and "you cannot follow" not in of_dummy
    assert "you cannot follow" in own and "dummy cannot follow" not in own

"""The bot as it runs, in two worlds: every message, answer, choice and line of the log is the same.

Each test has one looker, who sees what their own Discord would show them, and the HTTP calls that bring it.
Between the acts they type every command, press every button and ask for cards that they may not play.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.calls import Bid, Content, Declare, Double, Pass
from rules.cards import Suit
from rules.refusals import Forfeit
from rules.seats import Seat
from rules.table.requests import AnswerClaim, ClaimRest, Leave
from rules.tricks import Strain
from tests.each import mostly_long
from tests.leaks.scenes import Scene
from tests.leaks.stage import compared

ALL = (None, *Seat)
RESTARTS = (None, Seat.SOUTH)
"""The lookers who see the bot killed and started again: a spectator and declarer."""
FOR_EVER = 1000.0
"""Seconds that a robot thinks: longer than anybody looks."""


def the_pack_waits(viewer: Seat | None) -> Scene:
    """Before even the looker's own cards are dealt."""
    return Scene(viewer, "cut").look().part(before_the_deal=True)


def the_calls(viewer: Seat | None) -> Scene:
    scene = Scene(viewer, "calls").cut().look(9)
    scene.act(Seat.SOUTH, Pass()).look(2).act(Seat.NORTH, Declare(Suit.HEARTS)).look(2)
    scene.act(Seat.WEST, Double()).act(Seat.SOUTH, Double()).look(2)
    return scene.act(Seat.WEST, Content()).act(Seat.EAST, Content()).look(6).part()


def dummy_is_laid_down(viewer: Seat | None) -> Scene:
    return Scene(viewer, "lead").declared(None).play(1).look(6).play(1).look(2).play(4).look(4).part()


def a_claim_is_refused(viewer: Seat | None) -> Scene:
    """In the middle of the deal, after a restart for some; the claimer's cards stay open."""
    claimer = viewer if viewer not in (None, Seat.NORTH) else Seat.EAST
    assert claimer is not None
    agrees, refuses = (seat for seat in (claimer.left, claimer.partner))
    scene = Scene(viewer, "claim").declared(Suit.SPADES).play(17)
    if viewer in RESTARTS:
        scene.restart().look(2)
    scene.play(4)
    scene.act(claimer, ClaimRest()).look(4).act(agrees, AnswerClaim(True)).look(2)
    return scene.act(refuses, AnswerClaim(False)).look(2).play(3).look(6).part()


def a_robot_takes_a_chair_and_thinks(viewer: Seat | None) -> Scene:
    """The person whose turn it is leaves; then the looker leaves too, and watches without a chair."""
    scene = Scene(viewer, "chair").declared(Suit.CLUBS).play(9)
    while scene.due is viewer:
        scene.play(1)
    scene.act(scene.due, Leave(Forfeit())).look(2)
    if viewer is not None:
        scene.act(viewer, Leave(Forfeit())).look(6)
    return scene.part()


def three_hands_are_hidden(viewer: Seat | None) -> Scene:
    """At vint there is no dummy: every hand but one's own is hidden, and shown voids tell of all three."""
    scene = Scene(viewer, "vint", game="vint").cut()
    scene.act(Seat.SOUTH, Bid(1, Strain.CLUBS)).look(2).act(Seat.WEST, Pass())
    scene.act(Seat.NORTH, Bid(2, Strain.HEARTS))
    for seat in Seat.EAST, Seat.SOUTH, Seat.WEST:
        scene.act(seat, Pass())
    return scene.look(2).play(30).look(4).part()


SCENES = {
    the_pack_waits: (None, Seat.WEST),
    the_calls: (Seat.NORTH, Seat.WEST),
    dummy_is_laid_down: (Seat.EAST, Seat.SOUTH),
    a_claim_is_refused: (None, Seat.SOUTH),
    a_robot_takes_a_chair_and_thinks: (Seat.NORTH, Seat.WEST),
    three_hands_are_hidden: (None, Seat.EAST),
}
"""Each scene with two lookers, so that each looker has at least two scenes; ``test_two_worlds`` asks for all
of them, in one process."""


SHORT = (None, Seat.SOUTH)
"""Those whose scenes ``make test`` tries: a spectator, and declarer."""


@pytest.mark.parametrize(
    "viewer", mostly_long(ALL, SHORT), ids=lambda seat: seat.letter if seat else "spectator"
)
async def test_nobody_is_told_what_the_laws_hide_from_them(viewer: Seat | None, tmp_path: Path) -> None:
    scenes = [scene(viewer) for scene, lookers in SCENES.items() if viewer in lookers]
    worlds = await compared(scenes, tmp_path, pace=FOR_EVER)
    assert not worlds.differences(), worlds.differences()[0]
    assert all(len(ours) > 20 for ours, _ in worlds.seen)


@pytest.mark.long
async def test_robots_that_play_the_same_say_the_same_whatever_they_hold(tmp_path: Path) -> None:
    scenes = [among_robots(viewer) for viewer in (None, Seat.NORTH, Seat.EAST)]
    worlds = await compared(scenes, tmp_path, pace=0)
    assert not worlds.differences(), worlds.differences()[0]


def among_robots(viewer: Seat | None) -> Scene:
    """Robots in all chairs but the looker's, and but South's where the looker would have nothing to do."""
    people = {viewer, Seat.SOUTH} if viewer in (None, Seat.NORTH) else {viewer}
    scene = Scene(viewer, "robots", robots=[seat for seat in Seat if seat not in people]).look(2)
    if Seat.EAST in people:
        scene.cut()
    for turn in range(6):
        seat = next(one for one in Seat if one in people and scene.evening.view(one).options)
        options = [option for option in scene.evening.view(seat).options if not isinstance(option, Double)]
        scene.act(seat, scene.chance.choice(options))
        if turn in (0, 4):
            scene.look(2)
    return scene.part()


PLANTED = (
    "a_card_in_a_line_of_the_log",
    "a_seed_in_a_line_of_the_log",
    "a_refusal_that_says_who_holds_the_card",
    "a_button_enabled_by_another_hand",
    "autocomplete_of_anothers_cards",
)


@pytest.mark.long
async def test_what_is_planted_in_the_running_bot_is_found(tmp_path: Path) -> None:
    scenes = [
        Scene(viewer, "planted 5").declared(None).look(14).part() for viewer in (Seat.WEST, None, Seat.NORTH)
    ]
    found = (await compared(scenes, tmp_path, pace=FOR_EVER, planted=PLANTED)).differences()
    assert any(line.startswith("log: ") and "while east holds" in line for line in found)
    assert any(line.startswith("log: ") and "seeds {" in line for line in found)
    assert any("look plays" in line and "holds it" in line for line in found)
    assert any("disabled" in line and "My hand" in line for line in found)
    assert any("look types" in line and "choices" in line for line in found)

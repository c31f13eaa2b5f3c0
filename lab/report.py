"""``python -m lab.report FILE``: asks a robot again what it did that somebody found mad.

FILE is a text that **That was mad** under Why has made, alone or in an e-mail; ``-`` is the standard input.
For each call or card that it doubts this says whether the robot of today still chooses it, and what it
compares. A robot that had a seed is given the same; the best one thinks as long as it did then, so on a
quicker machine it may look further. The exit status is 0 if all is chosen as before, 1 if not, else 2.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from robots.law.revoke import only_following
from robots.plain import PlainRobot
from robots.player import Answer, Choice, Strength, has_to_act
from robots.process.thinking import Think
from robots.teaching.reported import Doubted, RobotReport, read_report
from rules.calls import Action, Play, action_word
from rules.errors import RulesError, Unreadable
from rules.frozen import replace
from rules.games.all_games import game
from rules.seats import ROBOT_NAMES, BySeat, Member, Person, RobotMember, Seat
from rules.table import events
from rules.table.seen import seen
from rules.table.table import Table
from rules.view import SeatView

USUAL_SECONDS: Final = 0.7
"""What a robot is given to think where the text does not say it."""
OTHERS_TOLD: Final = 4


def position(report: RobotReport, doubted: Doubted) -> SeatView:
    """What the robot saw that is to do what is doubted. Raises RulesError, and whatever else a table raises
    at which such calls and cards cannot have been."""
    rules = game(report.game)
    table = Table.opened(rules, report.options)
    dummies = (Seat.NORTH, Seat.EAST)[: table.variant.dummies]
    sitting = BySeat[Member](
        *(
            RobotMember(name) if seat in report.robots else Person(seat.letter)
            for seat, name in zip(Seat, ROBOT_NAMES, strict=False)
        )
    )
    for seat in dummies:
        sitting = sitting.put(seat, sitting.of(seat.partner))
    for seat in Seat:
        table = table if seat in dummies else table.after(events.Joined(sitting.of(seat)))
    table = table.after(
        events.RubberBegun(1, report.game, report.options, sitting, report.dealer, (), dummies)
    )
    table = table.after(events.PackReady(1, "")).after(events.PackCut(26, "", None))
    assert table.rubber is not None
    table = replace(table, rubber=replace(table.rubber, standing=report.before, seats_open=False))
    table = table.after(events.CardsDealt(1, report.dealer, report.hands, report.turned))
    for happened in _so_far(report, doubted):
        table = _after(table, happened)
    if table.deal is None:
        raise Unreadable("the deal is over")
    player = next(iter(table.deal.may_act)) if isinstance(doubted.action, Play) else doubted.hand
    view = only_following(seen(table, player))
    if not has_to_act(view):
        raise Unreadable("nothing is open to the robot")
    return view


def _so_far(report: RobotReport, doubted: Doubted) -> Iterator[events.CallMade | Action]:
    plays = isinstance(doubted.action, Play)
    calls = report.calls if plays else report.calls[: doubted.place]
    yield from map(events.CallMade, calls)
    if plays:
        yield from map(Play, report.cards[: doubted.place])


def _after(table: Table, happened: events.CallMade | Action) -> Table:
    if isinstance(happened, events.CallMade):
        return table.after(happened)
    if table.deal is None or table.deal.playing is None or not isinstance(happened, Play):
        raise Unreadable("a card before the play")
    return table.after(events.CardPlayed(table.deal.playing.hand_due, happened.card))


def ask_again(report: RobotReport, doubted: Doubted) -> Answer:
    """What the robot does now. One that had compared nothing follows its rules."""
    view = position(report, doubted)
    reasons = doubted.reasons
    compared = reasons is not None and (reasons.seed is not None or reasons.candidates)
    if report.strength is Strength.EASY or not compared or reasons is None:
        return PlainRobot().choose(view, 0.0, random.Random(0))
    seconds = reasons.seconds or USUAL_SECONDS
    return Think(view, report.strength, seconds, reasons.seed or 0).run()


def judged_again(report: RobotReport) -> Iterator[tuple[bool, str]]:
    """For each choice that is doubted, whether it is still made, and a sentence."""
    for one in report.doubted:
        what = f"{action_word(one.action)} of {one.hand.name.lower()}"
        try:
            answer = ask_again(report, one)
        except (RulesError, AssertionError, KeyError, StopIteration) as fault:
            yield False, f"{what}: this position cannot come about ({type(fault).__name__})"
            continue
        same = answer.choice == one.action
        told = ", ".join(
            f"{_choice_word(each.choice)} {each.points:+.1f}"
            for each in answer.reasons.candidates[:OTHERS_TOLD]
        )
        now = "still chosen" if same else f"now {_choice_word(answer.choice)}"
        yield same, f"{what}: {now}" + (f" ({told})" if told else "")


def _choice_word(choice: Choice) -> str:
    return action_word(choice) if isinstance(choice, Action) else type(choice).__name__


def main(arguments: list[str]) -> int:
    """The exit status."""
    if len(arguments) != 1:
        sys.stderr.write("python -m lab.report FILE\n")
        return 2
    try:
        text = sys.stdin.read() if arguments[0] == "-" else Path(arguments[0]).read_text(encoding="utf-8")
        report = read_report(text)
    except (OSError, UnicodeDecodeError, Unreadable) as fault:
        sys.stderr.write(f"this is no report of a robot: {type(fault).__name__}\n")
        return 2
    sys.stdout.write(f"{report.game}, {report.strength.value}, of version {report.version}\n")
    results = list(judged_again(report))
    for _, sentence in results:
        sys.stdout.write(f"{sentence}\n")
    return 0 if all(same for same, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

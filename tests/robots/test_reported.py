"""What somebody finds mad as a text, which is read back, and with which the robot is asked again."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from lab.report import judged_again, main
from robots.law.revoke import only_following
from robots.player import Candidate, Reasons, Strength
from robots.process.thinking import Think
from robots.teaching.reasons import Decision
from robots.teaching.reported import Doubted, RobotReport, read_report, report_of, report_text
from rules.calls import Bid, Call, Pass, Play
from rules.cards import PACK, parse_card
from rules.counting.reckon import Standing
from rules.errors import Unreadable
from rules.frozen import replace
from rules.seats import BySide, RobotMember, Seat
from rules.tricks import Strain
from rules.view import FinishedDeal
from tests.each import each, mostly_long
from tests.trials.stage.matches import among_robots, deal_from, waiting

ROBOTS = frozenset(Seat)
SECONDS = 60.0
ASKED_OF = 9


@cache
def played(game: str, seed: int) -> RobotReport:
    """A deal that four robots have begun with seeds, as a report of what they did; others end it."""
    rng = random.Random(seed)
    evening = deal_from(rng.sample(PACK, 52), game, robots="good")
    decisions = list[Decision]()
    while evening.table.last is None:
        if len(decisions) == ASKED_OF:
            evening.step()
            continue
        view = only_following(among_robots(waiting(evening)))
        assert view.viewer is not None and view.deal is not None
        number = rng.getrandbits(64)
        answer = Think(view, Strength.GOOD, SECONDS, number).run()
        choice = answer.choice
        assert isinstance(choice, Call | Play)
        place = view.deal.cards_gone if isinstance(choice, Play) else len(view.deal.calls)
        hand = view.deal.hand_due if isinstance(choice, Play) else view.viewer
        assert hand is not None
        reasons = replace(answer.reasons, seed=number, seconds=SECONDS)
        decisions.append(Decision(hand, RobotMember("Hoyle"), place, choice, reasons))
        evening.do(view.viewer, choice)
    last = evening.table.last
    return report_of("1.2.3", game, evening.table.options, last, ROBOTS, decisions)


@pytest.mark.parametrize("game", mostly_long(["biritch", "contract", "whist_modern"], ["biritch"]))
def test_a_robot_that_is_asked_again_with_its_seed_chooses_what_it_chose(game: str) -> None:
    report = read_report(report_text(played(game, 3)))
    some = report.doubted[::2]
    assert len(some) == 5
    assert [same for same, _ in judged_again(replace(report, doubted=some))] == [True] * len(some)


def test_what_another_chose_is_found_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = played("contract", 5)
    first = report.doubted[0]
    file = tmp_path / "mad.txt"
    file.write_text(report_text(replace(report, doubted=(first,))))
    assert main([str(file)]) == 0 and "still chosen" in capsys.readouterr().out
    grand = replace(first, action=Bid(7, Strain.NO_TRUMPS))
    file.write_text("Dear maker,\n```\n" + report_text(replace(report, doubted=(grand,))) + "```\nYours")
    assert main([str(file)]) == 1
    assert capsys.readouterr().out.startswith("contract, good, of version 1.2.3\nbid:7N of south: now ")


def test_nothing_that_came_after_what_is_doubted_is_told() -> None:
    whole = played("contract", 5)
    cut = report_of(
        "1",
        "contract",
        whole.options,
        replace(_finished(), calls=whole.calls),
        ROBOTS,
        [Decision(Seat.SOUTH, RobotMember("Hoyle"), 0, whole.doubted[0].action, None)],
    )
    assert cut.calls == whole.calls[:1] and not cut.cards


def _finished() -> FinishedDeal:
    evening = deal_from(random.Random(5).sample(PACK, 52), "contract")
    evening.play_deal()
    assert evening.table.last is not None
    return evening.table.last


COMPARED = Reasons((Candidate(Pass(), -2.5),), 7, 2**64 - 1, 0.68)
REPORT = RobotReport(
    "0.3.0",
    "whist_modern",
    (("hints", "on"), ("robots", "easy")),
    Seat.EAST,
    _finished().hands,
    parse_card("2C"),
    Standing(BySide(3, 0), BySide(1, 0), BySide(4, 20), BySide(0, 2)),
    frozenset((Seat.NORTH, Seat.WEST)),
    (),
    (parse_card("QH"),),
    (
        Doubted(0, Seat.SOUTH, Play(parse_card("QH")), None, ""),
        Doubted(3, Seat.WEST, Pass(), Reasons(), "THIRD_HAND"),
        Doubted(
            1, Seat.WEST, Play(parse_card("KH")), Reasons((Candidate(Pass(), -2.5),), 7, 2**64 - 1, 0.68), ""
        ),
    ),
)


def test_a_report_is_read_back_as_it_was_written() -> None:
    assert read_report(report_text(REPORT)) == REPORT
    assert REPORT.strength is Strength.EASY


@each(
    ("old", "new"),
    [
        ("Game: ", "Play: "),
        ('Dealer "E"', 'Dealer "X"'),
        ("Before: 3", "Before: x"),
        ("Cards: QH", "Cards: 1H"),
        ("Chose: card 1", "Chose: card one"),
        ("N:", "N:A "),
        ("robots=easy", "robots=mad"),
    ],
)
def test_what_is_no_report_is_refused(old: str, new: str) -> None:
    assert old in report_text(REPORT)
    with pytest.raises(Unreadable):
        read_report(report_text(REPORT).replace(old, new))


@each("text", ["", "That was mad", "\0"])
def test_a_file_that_is_no_report_is_told_in_a_sentence(text: str, tmp_path: Path) -> None:
    file = tmp_path / "no.txt"
    file.write_text(text)
    assert main([str(file)]) == 2 and main([str(tmp_path / "none.txt")]) == 2 and main([]) == 2


def test_a_position_that_cannot_be_is_said_to_be_none() -> None:
    """A card before anybody has bid, and a call where none is open."""
    at_contract = replace(REPORT, game="contract", doubted=REPORT.doubted[2:])
    for report, what in ((at_contract, "play:KH"), (replace(REPORT, doubted=REPORT.doubted[1:2]), "pass")):
        ((same, told),) = judged_again(report)
        assert not same and told == f"{what} of west: this position cannot come about (Unreadable)"

"""``python -m rules.record``: deals that somebody has as text can be checked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from rules.cards import parse_card
from rules.record.__main__ import main
from rules.record.audit import (
    ChangedUnasked,
    CutShort,
    DealtTwice,
    Disobeyed,
    Finding,
    FromNowhere,
    HandsUneven,
    HonoursNotShown,
    NotHeld,
    PlayedTwice,
    Revoke,
    TricksMissing,
    TurnedOutOfStock,
    WrongAward,
    WrongCount,
    WrongJudgement,
    WrongLeader,
    WrongShare,
    WrongTrumps,
    WrongWinner,
)
from rules.record.findings import sentence
from tests.each import each
from tests.rules.deals import CLUBS, EAST, EW, HEARTS, NORTH, NS, SOUTH, held
from tests.rules.test_record import BY_HAND

ROOT = Path(__file__).parents[2]
QUEEN, ACE = held("H Q").cards[0], held("S A").cards[0]


def checked(file: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """The exit status, what was printed, and what was found."""
    status = main([str(file)])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_a_process_prints_a_deal_in_its_usual_form_and_finds_nothing_wrong(tmp_path: Path) -> None:
    """Windows line ends, trailing blanks and empty lines are normalised."""
    file = tmp_path / "deal.txt"
    file.write_text(BY_HAND.replace("\n", "  \r\n").replace("Score:", "\r\n\r\nScore:"), "utf-8", newline="")
    for arguments, given in (((str(file),), ""), (("-",), file.read_text("utf-8"))):
        run = subprocess.run(
            [sys.executable, "-m", "rules.record", *arguments],
            cwd=ROOT,
            input=given,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert (run.returncode, run.stdout, run.stderr) == (0, BY_HAND, "")


@each(
    "data",
    [
        BY_HAND.encode("utf-8-sig"),
        BY_HAND.encode("utf-16"),
        b"\xfe\xff" + BY_HAND.encode("utf-16-be"),
        BY_HAND.replace("\n", "\r\n").encode("utf-8-sig"),
        BY_HAND.replace("\n", "\r\n").encode("utf-16"),
        BY_HAND.replace("\n", "\r").encode("utf-8-sig"),
        BY_HAND.replace("\n", " \t\r\n\r\n").encode(),
    ],
)
def test_a_record_that_an_editor_saved_in_its_own_way_is_read(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deal.txt"
    file.write_bytes(data)
    assert checked(file, capsys) == (0, BY_HAND, "")


def test_files_with_a_mark_each_are_read_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, second = tmp_path / "deals.txt", BY_HAND.replace("Deal: 1", "Deal: 2")
    file.write_bytes(BY_HAND.encode("utf-8-sig") + second.encode("utf-8-sig"))
    assert checked(file, capsys) == (0, f"{BY_HAND}\n{second}", "")


def test_what_is_wrong_is_said_in_a_sentence_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """South had the king of clubs, and is said to have won the trick with a small card of North's."""
    file = tmp_path / "deal.txt"
    wrong = BY_HAND.replace("2C 4C JC KC  South wins", "2C 4C JC 8C  South wins")
    file.write_text(f"{BY_HAND}\n{wrong.replace('Deal: 1', 'Deal: 2')}", "utf-8")
    status, printed, found = checked(file, capsys)
    assert (status, printed) == (1, file.read_text("utf-8"))
    assert found.splitlines() == [
        "Deal 2: Trick 1: South did not hold 8C.",
        "Deal 2: Trick 1: South took it, but East had won it.",
        "Deal 2: NS won 12 tricks and is credited with 13.",
        "Deal 2: EW won 1 trick and is credited with 0.",
    ]


@each(
    ("text", "said"),
    [
        ("", "There is no record of a deal here.\n"),
        (BY_HAND.replace("Trumps: ", "Trump: "), "line 14: Trump: hearts\n"),
        (BY_HAND + BY_HAND.replace("North: ", "Norht: "), "line 41: Norht:   S AQ95"),
        (BY_HAND.rpartition("Seed")[0], "line 36: (the record ends)\n"),
    ],
)
def test_what_is_no_record_is_not_understood_and_the_line_is_told(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deal.txt"
    file.write_text(text, "utf-8")
    status, printed, found = checked(file, capsys)
    assert (status, printed) == (2, "") and said in found


def test_a_file_that_cannot_be_read_is_no_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "table.png"
    picture.write_bytes(b"\x89PNG\xff")
    assert checked(picture, capsys) == (2, "", f"{picture} is no text.\n")
    assert checked(tmp_path, capsys) == (2, "", f"{tmp_path} cannot be read: Is a directory.\n")


SENTENCES: dict[Finding, str] = {
    DealtTwice(QUEEN): "QH was dealt twice.",
    HandsUneven(NORTH, 12): "North held 12 cards, fewer than another hand.",
    ChangedUnasked(EAST): "East did not play the hand that was dealt, but put nothing out.",
    FromNowhere(EAST, QUEEN): "East took in QH, which was not in the stock.",
    TurnedOutOfStock(QUEEN): "QH was turned up, but it is not in the stock.",
    WrongTrumps(CLUBS, QUEEN): "QH was turned up, but trumps are said to be clubs.",
    WrongTrumps(None, QUEEN): "QH was turned up, but trumps are said to be no trumps.",
    HonoursNotShown(NS, 2): "NS ended the deal by calling honours, but held 2 of them.",
    HonoursNotShown(NS, 3): "NS ended the deal by honours for which neither of them had asked.",
    Revoke(4, SOUTH, HEARTS, ACE, (QUEEN,)): "Trick 4: South revoked with AS, holding QH in hearts.",
    NotHeld(4, SOUTH, ACE): "Trick 4: South did not hold AS.",
    PlayedTwice(5, SOUTH, ACE): "Trick 5: South played AS, which had been played.",
    WrongLeader(2, EAST, SOUTH): "Trick 2: East led, but the lead was South's.",
    WrongWinner(2, EAST, SOUTH): "Trick 2: East took it, but South had won it.",
    CutShort(9, 1): "Trick 9 has 1 card, though nobody was granted the rest there.",
    TricksMissing(12, 13): "Complete tricks: 12 instead of 13, and nobody was granted the rest.",
    WrongShare(5, 4): "A claim left 5 tricks to the other side, but 4 were still to play.",
    WrongJudgement(3, EAST, told=True): "Trick 3: a revoke by East was found, against the cards.",
    Disobeyed(3, EAST, parse_card("4H")): "Trick 3: East played 4H against what was demanded.",
    WrongAward(3, EAST): "Trick 3 went to East for a revoke, without reason.",
    WrongCount(EW, 5, 6): "EW won 6 tricks and is credited with 5.",
}


def test_every_finding_has_its_sentence() -> None:
    assert {type(finding) for finding in SENTENCES} == set(get_args(Finding))
    assert {finding: sentence(finding) for finding in SENTENCES} == SENTENCES

"""BEN's bidding net as a rival: answers the lines of ``lab.robots.rival``.

    python -m lab.robots.ben FOLDER [--told]

FOLDER has ``bidder.onnx``; ``lab/robots/RIVALS.md`` says where to get it, and that this command alone needs
onnxruntime. The likeliest of the calls that are open is the answer: BEN's net alone, without its search, its
samples and the rules that correct it. With ``--told`` the five likeliest calls are written beside it, so that
the net can be checked by hand.

The net is an LSTM. It is given a row of numbers for each turn that the hand has had and for this one, and
answers with a probability for each of 40 calls. A row has

* the system of one's own side and of theirs, a number each;
* whether one's own side is vulnerable, and whether theirs is;
* the hand's points, less 10, in fours;
* the lengths of spades, hearts, diamonds and clubs, less 3.25, in parts of 1.75;
* for each suit ace, king, queen, knave, ten, and how many smaller cards;
* four calls, each as forty numbers of which one is 1: one's own last call, and those of the left adversary,
  partner and the right adversary since.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

WORDS: Final = ("", "", "P", "X", "XX", *(f"{odd}{strain}" for odd in range(1, 8) for strain in "CDHSN"))
"""The words of the calls by the net's numbers. The first stands for what came before the dealer, the second
for what comes after the last call."""

NOT_YET, PASS, DOUBLE, REDOUBLE, FIRST_BID = 0, 2, 3, 4, 5

SYSTEM: Final = 1.0
"""What the net was given for either side's system when it was fitted."""

HONOURS: Final = "AKQJT"
POINTS: Final = {"A": 4, "K": 3, "Q": 2, "J": 1}


def rows(hand: str, vulnerable: str, calls: Sequence[str]) -> list[list[float]]:
    """The net's input for the player whose turn it is after these calls, whose first is the dealer's."""
    suits = hand.split(".")
    points = sum(POINTS.get(card, 0) for card in hand)
    held = [float(vulnerable in ("we", "both")), float(vulnerable in ("they", "both")), (points - 10) / 4]
    held += [(len(suit) - 3.25) / 1.75 for suit in suits]
    for suit in suits:
        held += [float(suit.count(honour)) for honour in HONOURS]
        held.append(float(sum(card not in HONOURS for card in suit)))
    turns = range(len(calls) % 4, len(calls) + 1, 4)
    numbers = [WORDS.index(call, PASS) for call in calls]
    return [[SYSTEM, SYSTEM, *held, *_last_four(numbers, turn)] for turn in turns]


def _last_four(numbers: Sequence[int], turn: int) -> list[float]:
    ones: list[float] = []
    for place in range(turn - 4, turn):
        call = numbers[place] if place >= 0 else NOT_YET
        ones += [float(number == call) for number in range(len(WORDS))]
    return ones


def open_calls(calls: Sequence[str]) -> list[int]:
    """The numbers of the calls that bridge allows after these."""
    last, ago = NOT_YET, 0  # the last call that was not a pass, and how many calls ago it was made
    highest = FIRST_BID - 1
    for place, word in enumerate(calls):
        number = WORDS.index(word, PASS)
        if number != PASS:
            last, ago = number, len(calls) - place
            highest = max(highest, number)
    theirs = ago % 2 == 1
    found = [PASS]
    if theirs and last >= FIRST_BID:
        found.append(DOUBLE)
    if theirs and last == DOUBLE:
        found.append(REDOUBLE)
    return found + list(range(highest + 1, len(WORDS)))


class Net(Protocol):
    """What gives the probabilities of the calls, by their numbers, at the last of the rows."""

    def __call__(self, rows: list[list[float]]) -> Sequence[float]: ...


def load(folder: Path) -> Net:
    """The net of this folder, on one thread."""
    runtime = importlib.import_module("onnxruntime")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = runtime.InferenceSession(
        str(folder / "bidder.onnx"), options, providers=["CPUExecutionProvider"]
    )
    (given,) = session.get_inputs()
    numpy = importlib.import_module("numpy")

    def net(rows: list[list[float]]) -> Sequence[float]:
        (answers,) = session.run(None, {given.name: numpy.array([rows], dtype=numpy.float32)})
        last: Sequence[float] = answers[0][-1].tolist()
        return last

    return net


def ranked(net: Net, hand: str, vulnerable: str, calls: Sequence[str]) -> list[tuple[str, float]]:
    """The words of the open calls with their probabilities, the likeliest first."""
    shares = net(rows(hand, vulnerable, calls))
    best_first = sorted(open_calls(calls), key=lambda number: -shares[number])
    return [(WORDS[number], shares[number]) for number in best_first]


def main() -> None:
    net, tells = load(Path(sys.argv[1])), "--told" in sys.argv[2:]
    for line in sys.stdin:
        hand, vulnerable, *calls = line.split()
        every = ranked(net, hand, vulnerable, calls)
        told = [f"  {call} {share:.3f}" for call, share in every[:5]] if tells else []
        print(every[0][0] + "".join(told), flush=True)


if __name__ == "__main__":
    main()

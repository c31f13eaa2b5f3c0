"""``python -m tests.rules.endplay_boards COUNT``: so many boards in files of many forms, read here and by
endplay, a library of somebody else's; with ``--record`` the files of ``tests/records/brought`` anew, and what
endplay read in them.

It needs endplay with all that its parsers use, which is more than our solver takes of it: an environment of
its own. What endplay cannot take (a byte order mark, ends of lines, comments in odd places, a tag that is
left out) is put into our copy alone; what a tag says that is left out is known beforehand.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from rules.cards import PACK, Hand, Suit
from rules.deal.brought import BroughtDeal, usual_dealer, usual_vulnerability
from rules.record.boards import read_boards
from rules.record.reading import decoded
from rules.seats import BySide, Seat

FOLDER: Final = Path(__file__).parents[1] / "records/brought"
SIDES: Final = {(False, False): "none", (True, False): "ns", (False, True): "ew", (True, True): "both"}
NAMES: Final = {"none": ("None", "Love", "-"), "ns": ("NS",), "ew": ("EW",), "both": ("All", "Both")}
Row = list[Any]
"""Number, dealer, who is vulnerable, and the hands from north on."""


def row_of(deal: BroughtDeal) -> Row:
    sides = SIDES[deal.vulnerable.ns, deal.vulnerable.ew]
    return [deal.number, deal.dealer.letter, sides, [hand.ranks_by_suit for hand in deal.hands]]


def dealt(number: int, rng: random.Random, *, usual: bool) -> Row:
    """A board; a ``usual`` one has the dealer and the vulnerability of its number."""
    pack = rng.sample(PACK, 52)
    hands = [Hand.of(pack[place::4]).ranks_by_suit for place in range(4)]
    dealer, sides = (
        (usual_dealer(number), usual_vulnerability(number))
        if usual
        else (rng.choice([*Seat]), BySide(rng.random() < 0.5, rng.random() < 0.5))
    )
    return [number, dealer.letter, SIDES[sides.ns, sides.ew], hands]


def pbn_of(row: Row, rng: random.Random, *, ours: bool, left_out: bool) -> Iterator[str]:
    """The lines of a game; ``ours`` has what endplay cannot take."""
    number, dealer, sides, hands = row
    first = rng.choice([*Seat])
    turned = [hands[seat.index] for seat in first.onwards()]
    yield '[Event "A class; of {friends}"]'
    if ours and rng.random() < 0.3:
        yield '; a remark, with [Deal "N:of nothing"] in it'
    yield f'[Board "{number}"]'
    if not left_out:
        yield f'[Dealer "{dealer}"]'
    if ours and rng.random() < 0.3:
        yield "{ a remark\n\nof several lines }"
    if not left_out:
        yield f'[Vulnerable "{rng.choice(NAMES[sides][: None if ours else 1])}"]'
    gap = "  " if ours and rng.random() < 0.3 else ""
    yield f'[{gap}Deal {gap}"{first.letter}:{" ".join(turned)}"{gap}]'
    yield from ('[Declarer "S"]', '[Contract "3NT"]', '[Result "9"]')
    if ours and rng.random() < 0.3:
        yield from (f'[Auction "{dealer}"]', "Pass 1NT =1= Pass 3NT", "Pass Pass Pass", '[Note "1:15-17"]')
        yield from ('[Play "W"]', "SA S2 S3 S4", "- - - -", "*")
    yield ""


def lin_of(row: Row, rng: random.Random, *, ours: bool) -> str:
    number, dealer, sides, hands = row
    told = ",".join(_lin_hand(hands[seat.index]) for seat in (Seat.SOUTH, Seat.WEST, Seat.NORTH))
    told += f",{_lin_hand(hands[1])}" if not ours or rng.random() < 0.5 else rng.choice(("", ","))
    digit = "SWNE".index(dealer) + 1
    sign = {"none": "o", "ns": "n", "ew": "e", "both": "b"}[sides]
    label = f"qx|o{number}|" if ours else ""
    rest = f"rh||ah|Board {number}|sv|{sign}|"
    line = f"{label}pn|a,b,c,d|st||md|{digit}{told}|{rest}mb|1N|an|15-17|mb|p|mb|3N|mb|p|mb|p|mb|p|pg||"
    return line.replace("|rh", "|\nrh") if ours and rng.random() < 0.3 else line


def _lin_hand(text: str) -> str:
    return "".join(suit.letter + ranks[::-1] for suit, ranks in zip(Suit, text.split("."), strict=True))


def files_of(count: int, seed: int) -> Iterator[tuple[str, bytes, str, list[Row]]]:
    """Files by name: our copy, endplay's, and the rows as they were dealt."""
    rng = random.Random(seed)
    for name in ("plain.pbn", "by-hand.pbn", "missing.pbn", "plain.lin", "bbo.lin"):
        missing, ours = name == "missing.pbn", name != "plain.pbn" and name != "plain.lin"
        rows = [dealt(number, rng, usual=missing) for number in range(1, count + 1)]
        state = rng.getrandbits(64)
        copies = []
        for mine in (ours, False):
            same = random.Random(state)
            if name.endswith("lin"):
                copies.append("\n".join(lin_of(row, same, ours=mine) for row in rows) + "\n")
            else:
                games = (pbn_of(row, same, ours=mine, left_out=missing and mine) for row in rows)
                copies.append("% PBN 2.1\n" + "\n".join("\n".join(one) for one in games) + "\n")
        data = copies[0].encode()
        if name == "by-hand.pbn":
            data = b"\xef\xbb\xbf" + copies[0].replace("\n", "\r\n").encode()
        if name == "missing.pbn":
            data = copies[0].encode("utf-16")
        yield name, data, copies[1], rows


def by_endplay(name: str, text: str) -> list[Row]:
    from endplay.parsers import lin, pbn  # type: ignore[import-not-found, unused-ignore]

    boards: list[Any] = lin.loads(text.replace("\n", "")) if name.endswith("lin") else pbn.loads(text)
    seats = ("north", "east", "south", "west")
    return [
        [one.board_num, one.dealer.abbr, one.vul.name, [str(getattr(one.deal, seat)) for seat in seats]]
        for one in boards
    ]


def main(count: int, *, record: bool) -> None:
    expected = {}
    for name, data, text, rows in files_of(count, 1886):
        theirs = by_endplay(name, text)
        assert theirs == rows, name  # else this file is wrong
        mine = [row_of(deal) for deal in read_boards(decoded(data), most=count)]
        differences = sum(ours != other for ours, other in zip(mine, theirs, strict=True))
        sys.stdout.write(f"{name}: {len(mine)} boards, {differences} differences\n")
        expected[name] = theirs
        if record:
            (FOLDER / name).write_bytes(data)
    if record:
        lines = ",\n ".join(f"{json.dumps(name)}: {json.dumps(rows)}" for name, rows in expected.items())
        (FOLDER / "by-endplay.json").write_text(f"{{\n {lines}\n}}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), record="--record" in sys.argv)

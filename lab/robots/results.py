"""Reads files of match results (``lab.robots.match --raw``).

    python -m lab.robots.results FILE ...    the result of each
    python -m lab.robots.results --pair A B  how much better the first robot of A did, by deal

A file whose first line names more deals than it has is of a match that is not over: it is marked so, since a
match that is stopped when it looks good proves nothing.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from lab.robots.match import Result, interval, read_results


def read(path: Path) -> tuple[str, list[Result]]:
    head = path.read_text().splitlines()[0]
    return head, read_results(path, head)


def told(path: Path) -> str:
    head, results = read(path)
    planned = int(head.split()[-2])
    unfinished = "" if len(results) == planned else f", NOT OVER: {len(results)} deals"
    gained = interval([one.points for one in results])
    tricks = interval([one.tricks for one in results])
    return f"{head.removeprefix('# ')}{unfinished}: {gained} points, {tricks} tricks"


def paired(one: Path, other: Path) -> str:
    (head, first), (against, second) = read(one), read(other)
    differences = [a.points - b.points for a, b in zip(first, second, strict=False)]
    return f"{head} less {against}: {interval(differences)} points over {len(differences)} deals"


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m lab.robots.results")
    asked.add_argument("files", type=Path, nargs="+")
    asked.add_argument("--pair", action="store_true")
    given = asked.parse_args()
    if given.pair:
        one, other = given.files
        print(paired(one, other))
    else:
        for path in given.files:
            print(told(path))


if __name__ == "__main__":
    main()

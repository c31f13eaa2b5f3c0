"""``python -m tests.examples FILE...``: runs worked examples and says which fail."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from tests.examples.runner import Outcome, run


def main(files: list[str]) -> int:
    """Runs every file; the exit status is 1 if an example fails, 2 if no file is named."""
    if not files:
        print("usage: python -m tests.examples FILE...", file=sys.stderr)
        return 2
    outcomes = [outcome for file in files for outcome in _outcomes(file)]
    for outcome in outcomes:
        if outcome.status == "failed":
            print(f"{outcome.id}: {outcome.detail}")
    counts = Counter(outcome.status for outcome in outcomes)
    print(f"{counts['passed']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] else 0


def _outcomes(file: str) -> list[Outcome]:
    """The outcome of each example of a file; a file without examples is one failure."""
    try:
        vectors = json.loads(Path(file).read_text("utf-8"))
    except (OSError, ValueError) as error:
        return [Outcome(file, "failed", f"unreadable: {error}")]
    if not isinstance(vectors, list):
        return [Outcome(file, "failed", "malformed: not an array of examples")]
    return [run(vector) for vector in vectors]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

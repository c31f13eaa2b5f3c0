"""``python -m rules.record FILE``: checks deals that were written down as text, by the bot or by hand.

The records are printed as the bot would write them. What is wrong with the play goes to standard error, one
sentence for each finding; the score is not reckoned again.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from rules.errors import Unreadable
from rules.record.audit import audited
from rules.record.findings import sentence
from rules.record.reading import decoded, read_records
from rules.record.writing import record_text


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0 where nothing is wrong, 1 where something is, 2 where there is nothing to check."""
    parser = ArgumentParser(
        prog="python -m rules.record",
        description="Prints records of deals in their usual form, and says what is wrong with the play.",
    )
    parser.add_argument("file", help="the records, one after another; - for standard input")
    file = parser.parse_args(arguments).file
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        records = read_records(decoded(data))
    except OSError as fault:
        print(f"{file} cannot be read: {fault.strerror}.", file=sys.stderr)
        return 2
    except UnicodeDecodeError:
        print(f"{file} is no text.", file=sys.stderr)
        return 2
    except Unreadable as fault:
        print(f"This is no record of a deal. What was not understood is {fault.text}", file=sys.stderr)
        return 2
    if not records:
        print("There is no record of a deal here.", file=sys.stderr)
        return 2
    print("\n".join(map(record_text, records)), end="")
    wrong = [(record, finding) for record in records for finding in audited(record)]
    for record, finding in wrong:
        print(f"Deal {record.deal.number}: {sentence(finding)}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)  # a chain of contres has no end, nor have the points that it makes
    sys.exit(main())

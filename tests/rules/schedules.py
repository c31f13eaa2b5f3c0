"""The schedules of laws 7.2, read from the law once more."""

from __future__ import annotations

PRICES: dict[str, dict[str, int]] = {
    "1904": {"N": 12, "H": 8, "D": 6, "C": 4, "S": 2},
    "exp2": {"N": 12, "H": 8, "D": 6, "C": 4, "S": 2},
    "exp3": {"M": 14, "N": 12, "R": 10, "H": 8, "D": 6, "C": 4, "S": 2},
    "exp4": {"N": 12, "R": 10, "H": 8, "D": 6, "C": 4, "S": 2},
    "exp5": {"N": 12, "R": 9, "H": 8, "D": 6, "C": 4, "S": 2},
    "1913": {"N": 10, "R": 9, "H": 8, "D": 7, "C": 6, "S": 2},
    "1920": {"N": 10, "S": 9, "H": 8, "D": 7, "C": 6},
}
"""Laws 7.2, with misère at 14 where the table has it."""

"""Small faults in SQL: a condition that is missing, a comparison turned round, an upsert that only inserts.

The text is changed by patterns, not parsed, and the patterns know the form in which ``storage`` is written.
Indices are left as they are: they change how long an answer takes, not what it is. Nothing here runs any SQL.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

_TERM = r"[\w.]+ (?:=|<>|<=|>=|<|>|IS NOT|IS|IN) (?:\?\d+|'[^']*'|\([^)]*\)|[\w.]+)"
_END = r"(?=\s*(?:ORDER BY|ON CONFLICT|\)|;|\Z))"


@dataclass(frozen=True, slots=True)
class Fault:
    """A kind of fault: its name, what is looked for, and what replaces it."""

    name: str
    pattern: str
    instead: str

    def planted(self, text: str) -> Iterator[tuple[int, str]]:
        """The places in this text where the fault can be planted, each with the text that has it."""
        for found in re.finditer(self.pattern, text):
            yield found.start(), text[: found.start()] + found.expand(self.instead) + text[found.end() :]


FAULTS = (
    Fault("the only condition is missing", rf"\s+WHERE {_TERM}{_END}", ""),
    Fault("the first condition is missing", rf"\bWHERE {_TERM}\s+AND ", "WHERE "),
    Fault("a condition is missing", rf"\s+AND {_TERM}", ""),
    Fault("either condition is enough", r"(?<=\s)AND(?=\s)", "OR"),
    Fault("equal became unequal", r"(\b(?:WHERE|AND|ON) [\w.]+) = ", r"\1 <> "),
    Fault("less became at most", r"(?<= )<(?= )", "<="),
    Fault("more became at least", r"(?<= )>(?= )", ">="),
    Fault("nothing became something", r"\bIS NULL\b", "IS NOT NULL"),
    Fault("something became nothing", r"\bIS NOT NULL\b", "IS NULL"),
    Fault("an insertion may clash", r"\s+ON CONFLICT [^;]*?(?=;|\Z)", ""),
    Fault("a row that exists stays as it was", r"\bDO UPDATE SET [^;]*?(?=;|\Z)", "DO NOTHING"),
    Fault("the order is left to chance", r"\s+ORDER BY [\w., ]+?(?: DESC)?(?=\s*(?:\)|;|\Z|LIMIT))", ""),
    Fault("the order is the other way", r"\bORDER BY ([\w.]+)(?! DESC)\b", r"ORDER BY \1 DESC"),
    Fault("another parameter", r"\?1\b", "?2"),
    Fault("another parameter", r"\?3\b", "?2"),
    Fault("a sum is missing", r"(\w+) [+*] (?:\?\d+|\d+)", r"\1"),
    Fault("a flag is turned round", r"(?<= = )0\b", "1"),
    Fault("a flag is turned round", r"(?<= = )1\b(?!\d)", "0"),
    Fault("another default", r"\bDEFAULT 0\b", "DEFAULT 1"),
    Fault("no default", r" DEFAULT (?:\d+|'\w+')", ""),
    Fault("nothing is allowed", r" NOT NULL(?! PRIMARY KEY)", ""),
    Fault("a check is missing", r" CHECK \((?:[^()]|\([^()]*\))*\)", ""),
    Fault("twins are allowed", r",\s+UNIQUE \([^)]*\)", ""),
    Fault("a reference is not kept", r" REFERENCES \w+ \([^)]*\)", ""),
    Fault("a reference is not kept", r",\s+FOREIGN KEY \([^)]*\) REFERENCES \w+ \([^)]*\)", ""),
    Fault("any type is taken", r"\) STRICT, WITHOUT ROWID", ") WITHOUT ROWID"),
    Fault("a setting is off", r"(PRAGMA \w+ = )(?:ON|FULL|EXTRA|WAL|EXCLUSIVE)\b", r"\1OFF"),
    Fault("a setting is on", r"(PRAGMA \w+ = )OFF\b", r"\1ON"),
)


@dataclass(frozen=True, slots=True)
class SqlMutant:
    """One fault in one file: ``source`` is the whole file with it."""

    path: Path
    line: int
    fault: str
    source: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.fault}"


def sql_mutants(root: Path, package: str, spared: Sequence[str] = ()) -> list[SqlMutant]:
    """Every fault that can be planted in the ``.sql`` files of a package and in the SQL of its modules. Files
    that match a pattern of ``spared`` are left out."""
    found: list[SqlMutant] = []
    for file in sorted((root / package).rglob("*")):
        path = file.relative_to(root)
        if any(fnmatch(str(path), pattern) for pattern in spared):
            continue
        if file.suffix == ".sql":
            text = file.read_text("utf-8")
            for statement in re.finditer(r"[^;]+;", text):
                if "CREATE INDEX" not in statement[0]:
                    found += _planted(path, text, *statement.span())
        elif file.suffix == ".py":
            text = file.read_text("utf-8")
            for start, end in _statements(text):
                found += _planted(path, text, start, end)
    return found


def _planted(path: Path, text: str, start: int, end: int) -> Iterator[SqlMutant]:
    for fault in FAULTS:
        for place, changed in fault.planted(text[start:end]):
            line = text.count("\n", 0, start + place + 1) + 1
            yield SqlMutant(path, line, fault.name, text[:start] + changed + text[end:])


def _statements(source: str) -> Iterator[tuple[int, int]]:
    """Where the SQL strings of a module lie, without their quotation marks."""
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def place(line: int, column: int) -> int:
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_sql(node.value):
            assert node.end_lineno is not None and node.end_col_offset is not None
            start, end = place(node.lineno, node.col_offset), place(node.end_lineno, node.end_col_offset)
            marks = 3 if source.startswith('"""', start) else 1
            yield start + marks, end - marks


def _is_sql(text: str) -> bool:
    return re.match(r"\s*(?:SELECT|INSERT|UPDATE|DELETE|PRAGMA)\b", text) is not None

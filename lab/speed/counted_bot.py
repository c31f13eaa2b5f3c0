"""The bot, with its calls of the storage counted: ``python -m lab.speed.counted_bot``, as ``python -m bot``.

On SIGUSR2 it writes the counts to the file that ``COUNTS`` names.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from bot.__main__ import main
from storage.sqlite import connections
from storage.sqlite.connections import Connection

P = ParamSpec("P")
T = TypeVar("T")

counts: Counter[str] = Counter()


def noted(statement: str) -> None:
    counts["commits"] += statement == "COMMIT"


def counting() -> None:
    run, connect = Connection.run_on_thread, connections.connect_to_file

    async def counted(
        self: Connection,
        work: Callable[Concatenate[sqlite3.Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        counts["calls"] += 1
        return await run(self, work, *args, **kwargs)

    def traced(path: Path) -> sqlite3.Connection:
        raw = connect(path)
        raw.set_trace_callback(noted)
        return raw

    Connection.run_on_thread = counted  # type: ignore[method-assign]
    sys.modules["storage.sqlite.database"].connect_to_file = traced  # type: ignore[attr-defined]

    def told(_signal: int, _frame: object) -> None:
        part = Path(os.environ["COUNTS"] + ".part")
        part.write_text(json.dumps(counts), encoding="utf-8")
        part.rename(os.environ["COUNTS"])

    signal.signal(signal.SIGUSR2, told)


if __name__ == "__main__":
    counting()
    sys.exit(main())

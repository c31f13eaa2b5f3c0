"""What a host reads at a glance on a terminal: marks in colour, long sentences with a margin, a table. Where
there is no terminal, plain lines, as another program can read them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TextIO

from bot.host.progress import can_draw

if TYPE_CHECKING:
    from rich.console import Console


class Mark(NamedTuple):
    """A sign and its colour, before a sentence."""

    sign: str
    style: str


GOOD: Final = Mark("✔", "green")
NOTE: Final = Mark("●", "yellow")
FAULT: Final = Mark("✘", "bold red")
QUIET: Final = Mark(" ", "")
ASKED: Final = Mark("▶", "bold cyan")


class Glance:
    """Writes to a stream, at once. Without a stream, to what ``print`` writes to."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self._console: Console | None = None
        if can_draw(self._out):
            from rich import get_console
            from rich.console import Console

            self._console = get_console() if self._out is sys.stdout else Console(file=self._out)

    def line(self, told: str) -> None:
        print(told, file=self._out, flush=True)

    def row(self, mark: Mark, label: str, told: str) -> None:
        """A sentence; ``label`` stands before it where there are no marks."""
        if self._console is None:
            self.line(f"{label}{told}")
            return
        from rich.table import Table
        from rich.text import Text

        grid = Table.grid(padding=(0, 1))
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        quiet = "dim" if mark is GOOD else ""
        grid.add_row(Text(mark.sign, mark.style), Text(told, quiet))
        self._console.print(grid)

    def end(self, mark: Mark, told: str) -> None:
        """The sum of it all."""
        if self._console is None:
            self.line(told)
            return
        from rich.panel import Panel
        from rich.text import Text

        self._console.print(Panel.fit(Text(f"{mark.sign} {told}", mark.style), border_style=mark.style))

    def table(self, plain: Sequence[str], rows: Sequence[tuple[Mark, str, str]]) -> None:
        """Rows of a mark, what it is about, and what is said of it; ``plain`` where there are no marks."""
        if self._console is None:
            for line in plain:
                self.line(line)
            return
        from rich.table import Table
        from rich.text import Text

        table = Table(show_header=False, show_lines=False)
        for mark, about, said in rows:
            table.add_row(Text(mark.sign, mark.style), about, Text(said, "dim" if mark is GOOD else ""))
        self._console.print(table)

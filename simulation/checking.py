"""What must be so at the end of a world, whatever has befallen it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from rules.frozen import frozen
from simulation.people import Table, first_line
from tests.playing.book import book


@frozen
class Finding:
    """Something that is not as was promised."""

    promise: str
    seen: str

    def __str__(self) -> str:
        return f"{self.promise}: {self.seen}"


async def checked(table: Table, database: Path) -> tuple[int, list[Finding]]:
    """How many deals were played, and what is wrong."""
    told = [act.interaction for act in table.acts if act.acknowledged]
    try:
        kept = await book(database, table.ground.guild, tuple(told))
    except Exception as error:  # noqa: BLE001  # whatever it is, it is found
        return 0, [Finding("the database can be read", repr(error))]
    findings = [
        Finding("no acknowledged act is lost", str(act))
        for act in table.acts
        if act.acknowledged and act.interaction not in kept.kept
    ]
    findings += [Finding("every deal is played by the laws", str(one)) for one in kept.findings]
    findings += [Finding("nobody is told of a fault of ours", one) for one in table.apologies]
    lines = Counter((int(one["channel_id"]), first_line(one)) for one in table.messages())
    findings += [
        Finding("no message is posted twice", f"{count} times {line!r}")
        for (_, line), count in lines.items()
        if count > 1 and line.startswith("### Deal")
    ]
    deals = len(kept.records)
    if len(table.results()) != deals:
        findings.append(
            Finding("every table is right on screen", f"{len(table.results())} results of {deals} deals")
        )
    return deals, findings

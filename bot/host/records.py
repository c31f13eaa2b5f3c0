"""``python -m bot.host.records DATABASE TABLE [DEAL]``: the finished deals of a table as text.

DATABASE is what the setting of that name says. The bot must not be running if it is a file, since it lets
nobody else open that. People appear under their pseudonyms at the table. ``python -m rules.record`` reads the
text and checks the play. Who went out between rubbers is checked here: what is wrong goes to standard error.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from typing import Final

from bot.cannot_start import cannot_start
from bot.host.stops import run_unless_stopped
from rules.games.all_games import game
from rules.record.findings import Rotation, rotation_sentence
from rules.record.writing import Record, record_text, recorded
from rules.table.events import DealReckoned, Opened
from rules.table.table import Table
from screens.words import hosting as words
from storage.errors import DatabaseMissing
from storage.ports.records import DatabaseAddress, Stored, TableId, database_at
from storage.ports.storage import StorageError, UnknownEvent
from storage.store import Store

SHEET_OPENED: Final = "sheet_opened"
"""The kind of event with which a score sheet begins: its deals were played with other cards than ours."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0 if something was printed, else 2."""
    parser = ArgumentParser(prog="python -m bot.host.records", description=words.RECORDS)
    parser.add_argument("database", type=database_at, help=words.RECORDS_DATABASE)
    parser.add_argument("table", help=words.RECORDS_TABLE)
    parser.add_argument("deal", type=int, nargs="?", help=words.RECORDS_DEAL)
    given = parser.parse_args(arguments)
    return printed(given.database, TableId(given.table), given.deal)


def printed(database: DatabaseAddress, table: TableId, deal: int | None) -> int:
    """Prints the finished deals of a table, or one of them. The exit status."""
    try:
        stored = run_unless_stopped(_events(database, table))
    except DatabaseMissing:
        return _fail_with(words.no_database(database))
    except StorageError as fault:
        return _fail_with(cannot_start(fault))
    if not stored:
        return _fail_with(words.no_such_table(table))
    for sentence in _wrongly_out(stored):
        sys.stderr.write(f"{sentence}\n")
    records = [one for one in _finished_records(stored) if deal in (None, one.deal.number)]
    if not records:
        return _fail_with(words.no_finished_deal(table, deal))
    sys.stdout.write("\n".join(map(record_text, records)))
    return 0


def _fail_with(sentence: str) -> int:
    sys.stderr.write(f"{sentence}\n")
    return 2


async def _events(path: DatabaseAddress, table: TableId) -> tuple[Stored, ...]:
    """The events of a table, each proved to be what was stored; of a score sheet, none. Raises
    DatabaseMissing where there is no file or an empty one, StorageError."""
    async with Store.open(path, as_it_is=True) as store:
        await store.streams.verify_chain(table)
        try:
            return await store.streams.read(table)
        except UnknownEvent as fault:
            if fault.kind == SHEET_OPENED:
                return ()
            raise


def _finished_records(stored: Sequence[Stored]) -> Iterator[Record]:
    """Each deal that was finished, with the options that it was played under."""
    first = stored[0].event
    assert isinstance(first, Opened)
    table = Table.opened(game(first.game), first.options)
    for one in stored[1:]:
        table = table.after(one.event)
        if isinstance(one.event, DealReckoned) and table.last is not None:
            yield recorded(table.game, table.options, table.last)


def _wrongly_out(stored: Sequence[Stored]) -> Iterator[str]:
    """What is wrong with who went out between rubbers."""
    first = stored[0].event
    assert isinstance(first, Opened)
    table, rotation = Table.opened(game(first.game), first.options), Rotation()
    for one in stored[1:]:
        suits_decide = table.variant.house.suit_order_breaks_ties
        yield from map(rotation_sentence, rotation.note_event(one.event, suits_decide=suits_decide))
        table = table.after(one.event)


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)  # a chain of contres has no end, nor have the points that it makes
    sys.exit(main())

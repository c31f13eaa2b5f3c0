"""The messages of a score sheet: a slot for each page, ``sheet:N`` for that of the N-th rubber."""

from __future__ import annotations

from typing import Final

from rules.sheet.sheet import Sheet

SHEET: Final = "sheet"


def page(rubber: int) -> str:
    """The slot of the message that shows this rubber's page."""
    return f"{SHEET}:{rubber}"


def is_page(slot: str) -> bool:
    """Whether a slot is a score sheet's."""
    return slot.startswith(f"{SHEET}:")


def rubber_on(slot: str) -> int:
    """The number of the rubber whose page a slot shows."""
    return int(slot.partition(":")[2])


def wanted(before: Sheet, after: Sheet) -> tuple[str, ...]:
    """The slots of the pages that have changed. A closed sheet shows that it is closed on its last page, and
    a page that is no longer the last loses its buttons."""
    old, new = before.view, after.view
    pages = {page.number for page in new.pages if page not in old.pages}
    gone = {page.number for page in old.pages[len(new.pages) :]}
    if len(old.pages) != len(new.pages) or old.closed != new.closed or old.options != new.options:
        pages |= {old.page.number, new.page.number}
    return tuple(page(number) for number in sorted(pages | gone))

"""The messages of a score sheet, each a slot with a name.

``sheet:N`` is the page of the N-th rubber; ``notice:ALIAS`` tells a person in their direct messages that the
sheet has been adjourned, and what has become of it since.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.members import Person
from rules.sheet.page import SheetView
from rules.sheet.sheet import Sheet

SHEET: Final = "sheet"
NOTICE: Final = "notice"


def page(rubber: int) -> str:
    """The slot of the message that shows this rubber's page."""
    return f"{SHEET}:{rubber}"


def is_page(slot: str) -> bool:
    """Whether a slot shows a page."""
    return slot.startswith(f"{SHEET}:")


def notice(person: Person) -> str:
    """The slot of the notice to this person."""
    return f"{NOTICE}:{person.alias}"


def is_notice(slot: str) -> bool:
    """Whether a slot stands in somebody's direct messages."""
    return slot.startswith(f"{NOTICE}:")


def rubber_on(slot: str) -> int:
    """The number of the rubber whose page a slot shows."""
    return int(slot.partition(":")[2])


def wanted(before: Sheet, after: Sheet) -> tuple[str, ...]:
    """The slots of the pages that have changed. A closed sheet shows that it is closed on its last page, and
    a page that is no longer the last loses its buttons. When the sheet is adjourned the last page is wanted
    too, so that it moves with the sheet."""
    old, new = before.view, after.view
    pages = {page.number for page in new.pages if page not in old.pages}
    gone = {page.number for page in old.pages[len(new.pages) :]}
    if len(old.pages) != len(new.pages) or old.closed != new.closed or old.options != new.options:
        pages |= {old.page.number, new.page.number}
    if old.adjourned or new.adjourned:
        pages.add(new.page.number)
    told = map(notice, sorted(_told(new), key=str)) if old.adjourned or new.adjourned else ()
    return (*(page(number) for number in sorted(pages | gone)), *told)


def _told(view: SheetView) -> Iterable[Person]:
    """Those who may write on the sheet and have a Discord account."""
    return view.named | ({view.keeper} - view.guests)

"""The ids of the lists and buttons of ``/me`` and ``/settings``: whose choice, and which."""

from __future__ import annotations

import re
from typing import NamedTuple

PATTERN = re.compile(r"(?P<of>me|server):(?P<key>[a-z_]{1,30})(?::(?P<what>[a-z_]{1,30}))?", re.ASCII)


class ChoicePress(NamedTuple):
    """A choice of one person, or of a ``server``; or with the key ``page`` a page of them."""

    of: str
    key: str
    what: str = ""

    def __str__(self) -> str:
        return f"{self.of}:{self.key}:{self.what}" if self.what else f"{self.of}:{self.key}"


def parse_choice_press(custom_id: str) -> ChoicePress | None:
    """The press that an id stands for; None if the id is of no such form."""
    match = PATTERN.fullmatch(custom_id)
    return ChoicePress(match["of"], match["key"], match["what"] or "") if match is not None else None

"""The tutorial of the rules as a library prints what it says that it prints."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout

from tests.docs.pages import text_of

PAGE = "docs/tutorial/rules-as-a-library.md"


def test_every_piece_of_the_tutorial_prints_what_stands_below_it() -> None:
    pieces = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", text_of(PAGE), re.DOTALL)
    assert len(pieces) == text_of(PAGE).count("```python") == 5
    names: dict[str, object] = {}
    for code, expected in pieces:
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(code, names)
        assert printed.getvalue() == expected

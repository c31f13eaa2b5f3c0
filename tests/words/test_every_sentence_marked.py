"""Nothing that people read stands in the code outside a call that says it in the language that is set."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise

from screens.contests import SECRET_PROGRAM
from screens.words.after import DEAL_LOOKS
from screens.words.commands import COMMAND_NAMES, COMMAND_TEXTS, VERB_NAMES
from tests.each import each
from tests.trees import nodes
from tests.words.extraction import CALLS, ROOT

ROOMS = ("screens/words", "screens", "cogs", "web")
"""The folders that are searched; of the last two without their own folders."""

NOT_FOR_TRANSLATORS = {
    "screens/words/host_checks.py": "what the host alone reads, which is English",
    "screens/words/host_orders.py": "what a host is told of their orders, which is English",
    "screens/words/hosting.py": "what a host reads in a console or a log, which is English",
    "screens/words/typed_words.py": "what people may type, in all languages at once",
    "web/door.py": "headers, and what only a program that asks amiss is told",
    "web/sheet.py": "the markup of HTML",
    "screens/words/languages.py": "the name of each language in itself",
}
"""Modules with their reasons."""

NAMES_OF_THINGS = {
    "names beside mentions": "what a variable of a context is called",
    "four colours": "a value of a stored choice",
    "two colours": "a value of a stored choice",
    "putting out": "the value of an enumeration",
    " resting ": "a word in the code of a button",
    "contre won": "the key of a count that is stored",
    "contre lost": "the key of a count that is stored",
    "surcontre won": "the key of a count that is stored",
    "surcontre lost": "the key of a count that is stored",
    "declared ": "the key of a count that is stored",
    "made ": "the key of a count that is stored",
    "call ": "the name of an offer to call",
    "call:": "the beginning of a button's id",
    "seats-": "the beginning of a button's id",
    "sheet-": "the beginning of a button's id",
    "begin:": "the beginning of a button's id",
    "learn:": "the beginning of a button's id",
    "page:": "the beginning of a button's id",
    "evening-": "the beginning of a button's id",
    "```python\n": "the program with which a deal is checked",
    "print(check(": "the program with which a deal is checked",
    'out="': "the program with which a deal is checked",
    "each=": "the program with which a deal is checked",
    **dict.fromkeys(SECRET_PROGRAM, "the program with which the secret of a day is checked"),
}
"""Texts that look like sentences, with their reasons."""

WORD = re.compile(r"[A-Za-z]?[a-z]{2,}")


def reads_like_a_sentence(text: str) -> bool:
    """A word with a space beside it, or one that begins as a sentence does."""
    return WORD.search(text) is not None and (" " in text.replace("\n", " ") or text[:1].isupper())


def unsaid(module: ast.Module) -> Iterator[tuple[int, str]]:
    """The texts of a module that read like sentences and that no call marks for the catalogues. A call within
    an f-string marks nothing: before Python 3.12 the catalogues' reader does not look there."""
    yield from _unsaid(module, returned=False)
    texts = (one for one in nodes(module) if isinstance(one, ast.JoinedStr))
    for inner in (one for text in texts for one in nodes(text)):
        match inner:
            case ast.Call(func=ast.Name(id=name)) if name in CALLS:
                yield inner.lineno, ast.unparse(inner)


def _unsaid(node: ast.AST, *, returned: bool) -> Iterator[tuple[int, str]]:
    match node:
        case ast.Constant(value=str(text)):
            if reads_like_a_sentence(text) or (returned and WORD.search(text)):
                yield node.lineno, text
        case ast.Assert() | ast.Raise() | ast.Compare() | ast.Subscript() | ast.pattern():
            return
        case ast.Expr(value=ast.Constant()):  # what is said about the code
            return
        case ast.Return(value=ast.Constant() | ast.JoinedStr() | ast.IfExp() as value):
            yield from _unsaid(value, returned=True)
        case ast.IfExp():
            yield from _unsaid(node.body, returned=returned)
            yield from _unsaid(node.orelse, returned=returned)
        case ast.Dict():
            for value in node.values:  # type: ignore[assignment]
                yield from _unsaid(value, returned=False)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in CALLS or name in NOT_READ:
            for keyword in node.keywords:
                yield from _unsaid(keyword.value, returned=False)
        case _:
            for inner in ast.iter_child_nodes(node):
                yield from _unsaid(inner, returned=returned and isinstance(node, ast.JoinedStr))


NOT_READ = {"compile", "command", "autocomplete", "info", "warning", "exception", "TypeVar", "prepared"}
"""Functions whose texts are patterns, names of commands, lines for the log, or hands and calls."""


def typed() -> Iterator[str]:
    """What is sent to ``/turn`` and ``/deal``: it is English for everybody."""
    for verb in (*VERB_NAMES, *COMMAND_NAMES):
        yield from (f"turn {verb}", f"{verb} ", f"{verb} yes", f"{verb} no")
    yield from (f"deal {look}" for look in DEAL_LOOKS)


SEARCHED = [
    str(path.relative_to(ROOT))
    for room in ROOMS
    for path in sorted((ROOT / room).rglob("*.py") if "/" in room else (ROOT / room).glob("*.py"))
    if str(path.relative_to(ROOT)) not in NOT_FOR_TRANSLATORS
]


@each("path", SEARCHED)
def test_every_sentence_that_people_read_is_said_in_the_language_that_is_set(path: str) -> None:
    """If this fails, put the sentence in ``say``, ``counted``, ``meant``, ``Sentence``, ``Plural`` or
    ``Label``."""
    found = unsaid(ast.parse((ROOT / path).read_text()))
    known = NAMES_OF_THINGS.keys() | COMMAND_TEXTS.keys() | set(typed())
    assert [(line, text) for line, text in found if text not in known] == []


@each(
    "code",
    [
        "def said(seat): return f'{seat} leads.'",
        "def said(seat): return 'leads' if seat else ''",
        "def said(seat): return '**Your turn**' + say('lead')",
        "def said(seat): return say('{what}', what=f'{seat} to lead')",
        "def said(seat): return f'**{say(\"to lead\")}**'",
        "TITLE = 'Correct your card'",
        "TITLES = {'card': 'Correct'}",
    ],
)
def test_a_sentence_that_is_not_marked_is_found(code: str) -> None:
    assert len(list(unsaid(ast.parse(code)))) == 1


def test_each_exception_stands_in_the_code() -> None:
    """An exception that is no longer needed would hide the next text like it."""
    code = "".join(path.read_text() for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    assert [text for text in NAMES_OF_THINGS if text.replace("\n", "\\n") not in code] == []
    assert [path for path in NOT_FOR_TRANSLATORS if not (ROOT / path).exists()] == []


SETS_OFF = re.compile(r"[*`]*[:;!?][*`]*\s")


def put_together(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Where code itself writes a mark before which a language may have a blank, between two things that are
    told or between all that are."""
    for node in nodes(module):
        match node:
            case ast.JoinedStr(values):
                for before, piece in pairwise(values):
                    told = isinstance(before, ast.FormattedValue) and isinstance(piece, ast.Constant)
                    if told and SETS_OFF.match(str(piece.value)):  # type: ignore[attr-defined]
                        yield node.lineno, ast.unparse(node)
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(mark)), attr="join")):
                if SETS_OFF.match(mark):
                    yield node.lineno, ast.unparse(node)


@each("path", SEARCHED)
def test_no_code_writes_a_mark_before_which_a_language_has_a_blank(path: str) -> None:
    """Such as a colon, which in French follows one."""
    assert list(put_together(ast.parse((ROOT / path).read_text(encoding="utf-8")))) == []

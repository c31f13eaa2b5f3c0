"""No page names a file, a module, a command of make or a place in a page that does not exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

from bot.host.command import _parser
from lab.robots.players import PLAYERS
from rules.games.all_games import GAMES
from screens.words.games.all_games import words_of
from tests.docs.pages import PACKAGES, PAGES, ROOT, anchors, is_module, links, spans, text_of, without_blocks
from tests.docs.recipes import steps
from tests.each import each
from tests.trees import nodes, texts_in

FOLDERS = (*PACKAGES, "docs", ".ci", "packaging")


def paths_named(text: str) -> Iterator[str]:
    """What looks like a file or folder of ours, in code and in words. A star stands for anything; NNNN for a
    number that the reader chooses, so that there is nothing to look for."""
    for path in re.findall(rf"(?<![\w/.-])(?:{'|'.join(map(re.escape, FOLDERS))})/[\w./*-]*(?<!\.)", text):
        if "NNNN" not in path:
            yield path
    for span in spans(text):
        if "NNNN" not in span and re.fullmatch(r"[\w-]+\.(py|sql|toml|md|json|lock|yaml)", span):
            yield f"**/{span}"


def modules_named(text: str) -> Iterator[str]:
    for span in spans(text):
        if re.fullmatch(rf"(?:{'|'.join(PACKAGES)})(?:\.\w+)+", span):
            yield span


NOT_OURS = {
    **dict.fromkeys(("PGPASSFILE", "pg_dump", "remote_"), "PostgreSQL's"),
    **dict.fromkeys(
        ("Client.run", "Thread.edit", "guild_only", "load_extension", "on_message"), "discord.py's"
    ),
}
"""Names in code spans that stand nowhere in the code, and whose they are."""


def names_given(text: str) -> Iterator[str]:
    """The spans that can be nothing but a name of the code: with an underscore, a dot or a capital inside."""
    for span in spans(text):
        found = re.fullmatch(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\(.*\))?", span)
        if found and re.search(r"[a-z][A-Z]|[A-Za-z]_|\.", found[1]) and not re.search(ENDINGS, found[1]):
            yield found[1]


ENDINGS = r"\.(?:admin|gz|json|lin|lock|md|mo|pbn|po|py|service|sqlite3|sql|toml|txt|yaml)$"


@cache
def code() -> tuple[str, frozenset[str]]:
    """All code but that of these tests, and the words in it."""
    files = [
        file
        for package in PACKAGES
        for ending in ("py", "sql", "js", "html", "txt", "json")
        for file in (ROOT / package).rglob(f"*.{ending}")
        if not file.is_relative_to(ROOT / "tests" / "docs") and file.stat().st_size < 1_000_000
    ]
    text = "\n".join(file.read_text("utf-8") for file in (*files, ROOT / "pyproject.toml", ROOT / "setup.py"))
    return text, frozenset(re.findall(r"\w+", text))


def is_named(name: str) -> bool:
    """Whether the code has this name: one with a dot as it is, or as a member of a class."""
    text, words = code()
    owner, _, member = name.rpartition(".")
    if not owner:
        return name in words
    if name in text or is_module(name):
        return True
    made = re.search(rf"^class {owner}\b.*?(?=^\S)", text, re.MULTILINE | re.DOTALL)
    return made is not None and re.search(rf"\b{member}\b", made[0]) is not None


def exists(path: str) -> bool:
    if not path.startswith("**/"):
        return next(ROOT.glob(path.rstrip("/")), None) is not None
    name = path.removeprefix("**/")
    return (ROOT / name).exists() or any(next((ROOT / one).rglob(name), None) for one in FOLDERS)


@each("page", PAGES)
def test_every_link_of_a_page_leads_to_a_file_and_to_a_heading_in_it(page: str) -> None:
    for link in links(page):
        target = ((ROOT / page).parent / link.target).resolve() if link.target else ROOT / page
        assert target.exists(), link
        if link.anchor and target.suffix == ".md":
            assert link.anchor in anchors(target.relative_to(ROOT).as_posix()), link


@each("page", PAGES)
def test_every_path_and_module_that_a_page_names_exists(page: str) -> None:
    text = text_of(page)
    made = {step.path for step in steps(page)}  # by the reader of a recipe
    assert [path for path in paths_named(text) if not exists(path) and path not in made] == []
    assert [module for module in modules_named(text) if not is_module(module)] == []


OF_OTHERS = ("docs/changes/", "CHANGELOG", "docs/laws")
"""Pages of what was, and of what others have written."""


@each("page", [page for page in PAGES if not page.startswith(OF_OTHERS)])
def test_every_name_of_the_code_that_a_page_gives_stands_in_the_code(page: str) -> None:
    named = dict.fromkeys(names_given(text_of(page)))
    assert [name for name in named if name not in NOT_OURS and not is_named(name)] == []


@each("page", PAGES)
def test_every_command_that_a_page_gives_can_be_given(page: str) -> None:
    text = text_of(page)
    targets = set(re.findall(r"^([a-z]+):", text_of("Makefile"), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make ([a-z]+)(?=`|\s*$|  )", text, re.MULTILINE)) <= targets
    started = re.findall(r"python3? -m (?!(?:pip|pytest|venv)\b)([\w.]+)", text)
    assert [module for module in started if not is_module(module)] == []


def started_with(text: str) -> Iterator[tuple[str, str]]:
    """Each program of ours that a page starts, with each option of it that the page names."""
    for module, rest in re.findall(rf"python -m ((?:{'|'.join(PACKAGES)})[\w.]*)([^\n`|#]*)", text):
        yield from ((module, option) for option in re.findall(r"(?<!\S)--[\w-]+", rest))


def sources_of(module: str) -> str:
    """The text of a module or, of a package, of all in it."""
    place = ROOT / module.replace(".", "/")
    files = [place.with_suffix(".py")] if place.with_suffix(".py").is_file() else [*place.rglob("*.py")]
    return "".join(one.read_text("utf-8") for one in files)


@each("page", [page for page in PAGES if not page.startswith(("docs/changes/", "CHANGELOG"))])
def test_every_option_of_a_program_that_a_page_starts_is_one_of_it(page: str) -> None:
    text = text_of(page)
    assert [one for one in started_with(text) if f'"{one[1]}"' not in sources_of(one[0])] == []


def robots_named(text: str) -> Iterator[str]:
    """The robots that a measurement is told to take."""
    yield from re.findall(r"--(?:robot|against) (\w+)", text)
    for one, other in re.findall(r"lab\.robots\.match (\w+) (\w+)", text):
        yield from (one, other)
    for names in re.findall(r"bank judge\s+[\w/.]+((?:\s[a-z]\w*)+)", text):
        yield from names.split()


@each("page", PAGES)
def test_every_robot_that_a_page_has_measured_can_be_had(page: str) -> None:
    assert [name for name in robots_named(text_of(page)) if name not in PLAYERS and name.islower()] == []


def test_an_option_that_a_program_lacks_is_found() -> None:
    text = "`python -m tests.trials.soak --leases`, `python -m tests.trials.soak --leeses`"
    assert [one for one in started_with(text) if f'"{one[1]}"' not in sources_of(one[0])] == [
        ("tests.trials.soak", "--leeses")
    ]


def test_the_readme_is_at_most_110_lines_with_two_pictures() -> None:
    text = text_of("README.md")
    assert len(text.splitlines()) <= 110
    assert len(re.findall(r"^!\[", text, re.MULTILINE)) == 2


@each("game", GAMES)
def test_the_readme_names_a_game_as_it_is_offered(game: str) -> None:
    table = text_of("README.md").partition("## The games")[2].partition("\n\nEach plays")[0]
    name = words_of(game).name.partition(",")[0]
    assert set(name.split()) <= set(re.findall(r"[\w']+", table)), name


MOST_WORDS = 40


def cells(row: str) -> list[str]:
    """Of a row of a table; a bar within backquotes or after a backslash parts none."""
    bare = re.sub(r"`[^`]*`", lambda span: span[0].replace("|", " "), row.strip())
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", bare.strip("|"))]


@each("page", [page for page in PAGES if not page.startswith(OF_OTHERS)])
def test_a_row_of_a_table_is_read_at_a_glance(page: str) -> None:
    rows = [line for line in without_blocks(text_of(page)).splitlines() if line.startswith("|")]
    assert [one for row in rows for one in cells(row) if len(one.split()) > MOST_WORDS] == []


def sentences(text: str) -> Iterator[str]:
    """Those of the paragraphs and lists of a page, with each span and each picture as one word."""
    bare = re.sub(r"!\[[^\]]*\]|`[^`\n]+`", "X", without_blocks(re.sub(r"\]\([^)]*\)", "]", text)))
    for paragraph in re.split(r"\n\s*\n|\n *(?:[*-]|\d+\.) |^ *[#|>].*$", bare, flags=re.MULTILINE):
        yield from re.split(r"(?<=[.!?])(?=[\s*)])", " ".join(paragraph.split()))


@each("page", [page for page in PAGES if not page.startswith(OF_OTHERS)])
def test_a_sentence_is_read_in_one_breath(page: str) -> None:
    assert [one for one in sentences(text_of(page)) if len(one.split()) > MOST_WORDS] == []


def test_a_sentence_ends_at_its_stop_and_an_item_of_a_list_at_the_next() -> None:
    found = [one.strip() for one in sentences("# A\n\nB `c. d` e. F!\n* G [h](i.md)\n* J\n\n| K. |\n")]
    assert [one for one in found if one] == ["B X e.", "F!", "G [h]", "J"]


def test_what_it_costs_is_read_in_five_minutes_and_how_to_help_in_eight() -> None:
    assert len(text_of("docs/performance.md").split()) <= 1200
    assert len(text_of("CONTRIBUTING.md").split()) <= 1800


def test_every_program_that_writes_records_anew_stands_beside_what_was_changed() -> None:
    table = text_of("CONTRIBUTING.md")
    programs = {
        found
        for file in (ROOT / "tests").rglob("*.py")
        for found in re.findall(
            r"``python -m (tests[\w.]+)[^`]*``\s(?:writes|draws)\s[\w\s]*anew", file.read_text("utf-8")
        )
    }
    assert len(programs) >= 8
    assert [one for one in sorted(programs) if f"`python -m {one}`" not in table] == []


def commands_given(text: str) -> Iterator[list[str]]:
    """What a host types after ``biritch``, in blocks and in spans. A name in capitals is a number. One word
    alone in a span is the name of a command."""
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    for line, alone in [
        *((line, []) for line in "\n".join(blocks).splitlines()),
        *((one, ["--help"]) for one in spans(text)),
    ]:
        typed = re.fullmatch(r" *(?:.* -m )?biritch ([a-z-].*)", re.split(r" +[#>]", line)[0])
        if typed is not None:
            words = [re.sub(r"^[A-Z_]+$", "1", word) for word in typed[1].split()]
            yield words if len(words) > 1 else [*words, *alone]


@each("page", [page for page in PAGES if not page.startswith(("docs/changes/", "CHANGELOG"))])
def test_every_command_of_biritch_that_a_page_gives_is_understood(page: str) -> None:
    text = text_of(page)
    parser = _parser()
    for typed in commands_given(text):
        try:
            parser.parse_args(typed)
        except SystemExit as refusal:
            if refusal.code:
                raise AssertionError(typed) from refusal
    assert not re.search(r"python -m bot(?![.\w])", text), "biritch run begins the bot"


def test_a_command_that_is_not_understood_is_found() -> None:
    text = "`biritch forget USER`, `biritch copy`\n```console\npython -m biritch run --parts 2  # one\n```\n"
    assert list(commands_given(text)) == [["run", "--parts", "2"], ["forget", "1"], ["copy", "--help"]]


def test_every_page_that_the_code_cites_exists() -> None:
    for file in (file for package in PACKAGES for file in (ROOT / package).rglob("*.py")):
        for path in re.findall(r"\bdocs/[\w/-]+\.md\b", file.read_text("utf-8")):
            assert (ROOT / path).is_file(), f"{file} cites {path}"


_OURS = "|".join(PACKAGES)
_MAY_NAME = re.compile(
    rf"``(?:{_OURS})\.|\b(?:{_OURS})\.[\w.]*(?::|['\"]+$)|(?:^|\n|\\n|[\"'])(?:import|from) "
)
"""What stands in a text, as it is written, that names a place, and in few others: to read the program of each
file takes ten times as long."""


def places_named(code: str) -> Iterator[str]:
    """What the strings of a module name of ours: ``bot.app:Biritch.close`` where something is put in its way,
    the modules of a program that is run by itself, and what a docstring has in double backquotes."""
    if not any(_MAY_NAME.search(one) for one in texts_in(code)):
        return
    dotted = rf"(?<![\w./])(?:{'|'.join(PACKAGES)})(?:\.\w+)+"
    for node in nodes(ast.parse(code)):
        match node:
            case ast.Constant(value=str(text)):
                if place := re.fullmatch(rf"({dotted}):([\w.]+)(?: \d+)?", text):
                    yield ".".join(place.groups())
                elif re.search(rf"^(?:import|from) .*?{dotted}", text, re.MULTILINE):
                    yield from re.findall(dotted, text)
                else:
                    yield from re.findall(rf"``({dotted})``", text)


@each(
    "file", [str(file.relative_to(ROOT)) for one in PACKAGES for file in sorted((ROOT / one).rglob("*.py"))]
)
def test_every_place_of_the_code_that_a_string_names_exists(file: str) -> None:
    assert [name for name in places_named(text_of(file)) if not is_module(name)] == []


def test_a_place_that_a_string_names_in_vain_is_found() -> None:
    code = """
'As `` PACK.cards.Kard``, unlike ``PACK.cards.Kort``.'
AT = "PACK.cards:Kard 3", "PACK.cards:Card", "PACK.cards.Kard"
PROGRAM = "import sys, PACK.cards\\nPACK.cards.Kerd = 3"
"""
    missing = [name for name in places_named(code.replace("PACK", "rules")) if not is_module(name)]
    assert sorted(missing) == ["rules.cards.Kard", "rules.cards.Kerd", "rules.cards.Kort"]


def test_what_does_not_exist_is_found() -> None:
    text = (
        "`rules/cardz.py`, `no_such.py`, `rules/cards.py`, `cards.py`; `rules.cards.Kard`, `rules.cards.Card`"
    )
    assert [path for path in paths_named(text) if not exists(path)] == ["rules/cardz.py", "**/no_such.py"]
    assert [module for module in modules_named(text) if not is_module(module)] == ["rules.cards.Kard"]
    names = (
        "`no_such_name`, `Table.no_such_name`, `no.such()`, `Table.after`, `table_here`, `word`, `noSuchName`"
    )
    missing = [name for name in names_given(names) if not is_named(name)]
    assert missing == ["no_such_name", "Table.no_such_name", "no.such", "noSuchName"]
    measured = "`lab.robots.match best wurst`, `bank judge FILE easy`, `--against erst`"
    assert [name for name in robots_named(measured) if name not in PLAYERS] == ["erst", "wurst"]

"""The rules as a library: the example plays a deal, and its reference shows it as it is."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

from rules.chance import Unsealed
from rules.table.decide import decide
from rules.table.requests import CutPack, Join, Start
from tests.trials.stage.tables import ANNA, opened

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference" / "rules-api.md"
EXAMPLE = ROOT / "docs" / "examples" / "play_one_deal.py"


def code() -> str:
    """The example without its docstring."""
    return EXAMPLE.read_text("utf-8").split('"""\n\n', 1)[1]


def test_the_example_plays_a_deal_with_nothing_but_python_and_the_rules(tmp_path: Path) -> None:
    """With -S nothing that is installed can be imported."""
    (tmp_path / "rules").symlink_to(ROOT / "rules")
    played = subprocess.run(
        [sys.executable, "-S", str(EXAMPLE)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"```python\n{code()}```\n\n```\n{played.stdout}```\n" in REFERENCE.read_text("utf-8")
    assert "NS, odd tricks: 4 x 10 x 1 = 40\n" in played.stdout


def test_the_example_has_ten_lines_of_imports_at_most() -> None:
    imports = [node for node in ast.walk(ast.parse(code())) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert 1 <= len(imports) <= 10
    assert all(node.end_lineno == node.lineno for node in imports)


def as_the_page_says(command: str, program: Path) -> subprocess.CompletedProcess[str]:
    """Runs what the reference shows after ``console``, for a program in a folder of its own."""
    setting, _, rest = command.partition(" ")
    name, _, place = setting.partition("=")
    assert place == "/path/to/the/clone"
    words = rest.partition("#")[0].replace("my_program.py", str(program)).split()
    return subprocess.run(
        [sys.executable, *(["-S"] if words[0] == "python" else ["-m", words[0]]), *words[1:]],
        cwd=program.parent,
        env={"PATH": os.environ["PATH"], name: str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_program_elsewhere_imports_all_that_the_reference_names_and_is_checked_against_its_types(
    tmp_path: Path,
) -> None:
    page = REFERENCE.read_text("utf-8")
    run, check = page.partition("```console\n")[2].partition("```")[0].splitlines()
    names = re.findall(r"automodule:: (rules\S*)", page)
    assert len(names) > 10
    program = tmp_path / "program.py"
    program.write_text("".join(f"import {name}\n" for name in names))
    done = as_the_page_says(run, program)
    assert (done.returncode, done.stderr) == (0, "")
    program.write_text("from rules.cards import parse_card\n\nparse_card('QH')\nparse_card(3)\n")
    checked = as_the_page_says(check, program)
    assert 'incompatible type "int"; expected "str"' in checked.stdout, checked.stdout
    assert "Found 1 error in 1 file" in checked.stdout


def test_chance_without_seals_serves_every_way_of_dealing() -> None:
    """A card cut for trumps, a stock and a turned card; the same source deals the same cards."""
    for key, options in (("whist_modern", (("trump", "blind"),)), ("ruff_and_honours", ()), ("bridge", ())):
        deals = []
        for _ in range(2):
            table, _ = opened(key, **dict(options))
            chance = Unsealed(Random(key))
            for who, request in ((ANNA, Join()), (ANNA, Start()), (None, CutPack(26, ""))):
                table, _ = decide(table, who, request, chance)
            assert table.deal is not None
            deals.append(table.deal.dealt)
        assert deals[0] == deals[1]
        assert len(set().union(*deals[0].hands)) == 4 * table.variant.dealing.each

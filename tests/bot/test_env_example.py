"""``.env.example`` lists every setting that the bot reads, each with its default, and no other."""

from __future__ import annotations

import ast
import dataclasses
from pathlib import Path

from dotenv import dotenv_values

import bot.settings
from bot.settings import Settings, load

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / ".env.example"


def names_read() -> list[str]:
    """The names that ``bot.settings`` looks up, in the order of its source."""
    tree = ast.parse(Path(bot.settings.__file__).read_text())
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    words = [arg.value for call in calls for arg in call.args[:2] if isinstance(arg, ast.Constant)]
    return [word for word in dict.fromkeys(words) if isinstance(word, str) and _is_name(word)]


def _is_name(word: str) -> bool:
    return word.isupper() and len(word) > 1 and word != "INFO"


def test_the_example_lists_the_settings_that_are_read_and_no_others() -> None:
    assert sorted(dotenv_values(EXAMPLE)) == sorted(names_read())
    assert len(names_read()) == len(dataclasses.fields(Settings))


def test_the_example_is_what_would_be_without_it(tmp_path: Path) -> None:
    copied = tmp_path / ".env"
    copied.write_text(EXAMPLE.read_text().replace("DISCORD_TOKEN=", "DISCORD_TOKEN=x", 1))
    with_it, without = load({}, copied), load({"DISCORD_TOKEN": "x"}, tmp_path / "none")
    for field in dataclasses.fields(Settings):
        if field.name != "token":
            assert getattr(with_it, field.name) == getattr(without, field.name), field.name


def test_every_setting_of_the_example_is_explained_above_it() -> None:
    lines = EXAMPLE.read_text().splitlines()
    settings = [place for place, line in enumerate(lines) if line and not line.startswith("#")]
    assert all(lines[place - 1].startswith("# ") for place in settings)


def test_a_default_is_written_as_it_is_meant() -> None:
    written = dotenv_values(EXAMPLE)
    assert (written["ROBOT_PACE"], written["CUT_SECONDS"]) == ("0.8", "10")
    assert written["DISCORD_TOKEN"] == ""


def test_nothing_else_in_the_bot_reads_the_environment() -> None:
    readers = [
        path.relative_to(ROOT).as_posix()
        for room in ("bot", "cogs", "ports", "robots", "rules", "screens", "storage", "web")
        for path in (ROOT / room).rglob("*.py")
        if "os.environ" in path.read_text() or "getenv" in path.read_text()
    ]
    assert sorted(readers) == ["bot/__main__.py", "bot/host/command.py"]

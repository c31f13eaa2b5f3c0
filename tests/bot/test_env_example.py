"""``.env.example`` and the page of the settings are what the table of ``bot.settings`` says, to the letter.

``python -m tests.bot.test_env_example`` writes both anew.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from dotenv import dotenv_values

from bot.settings import ROWS, load_settings

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / ".env.example"
PAGE = ROOT / "docs" / "reference" / "settings.md"
WIDTH = 118

TITLE = (
    "Settings of the bot, each with its default. Copy this file to `.env`, which git ignores, and fill it in."
)


def example() -> str:
    return f"# {TITLE}\n\n" + "".join(
        textwrap.fill(row.told, WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
        + f"\n{row.name}={row.default or ''}\n"
        for row in ROWS.values()
    )


def page(before: str) -> str:
    """The page with what stands above its first setting."""
    return before.partition("\n## ")[0] + "".join(sections())


def sections() -> Iterator[str]:
    for row in ROWS.values():
        default = f"by default `{row.default}`" if row.default else "empty by default"
        default = default if row.default is not None else "there is no default"
        for told in f"## {row.name}", row.told, f"It must be {row.need}; {default}.":
            yield f"\n{textwrap.fill(told, WIDTH, break_on_hyphens=False, break_long_words=False)}\n"


def test_the_example_is_what_the_table_of_settings_says() -> None:
    assert EXAMPLE.read_text("utf-8") == example(), f"run python -m {__spec__.name}"


def test_the_page_is_what_the_table_of_settings_says() -> None:
    text = PAGE.read_text("utf-8")
    assert text == page(text), f"run python -m {__spec__.name}"


def test_the_example_is_what_would_be_without_it(tmp_path: Path) -> None:
    copied = tmp_path / ".env"
    copied.write_text(EXAMPLE.read_text().replace("DISCORD_TOKEN=", "DISCORD_TOKEN=x", 1))
    with_it, without = load_settings({}, copied), load_settings({"DISCORD_TOKEN": "x"}, tmp_path / "none")
    for name in ROWS:
        if name != "token":
            assert getattr(with_it, name) == getattr(without, name), name


def test_a_default_is_written_as_it_is_meant() -> None:
    written = dotenv_values(EXAMPLE)
    assert (written["ROBOT_PACE"], written["CUT_SECONDS"]) == ("0.8", "10")
    assert written["DISCORD_TOKEN"] == ""


def test_nothing_else_in_the_bot_reads_the_environment() -> None:
    readers = [
        path.relative_to(ROOT).as_posix()
        for room in ("bot", "cogs", "robots", "rules", "screens", "storage", "web")
        for path in (ROOT / room).rglob("*.py")
        if "os.environ" in path.read_text() or "getenv" in path.read_text()
    ]
    assert sorted(readers) == ["bot/__main__.py", "bot/host/command.py", "bot/host/version.py"]


if __name__ == "__main__":
    EXAMPLE.write_text(example(), "utf-8")
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")

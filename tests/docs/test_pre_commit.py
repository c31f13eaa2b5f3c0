"""The hooks before a commit are those of `make check`, and run from the project's own environment."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.docs.pages import text_of

yaml = pytest.importorskip("yaml", reason="PyYAML comes with the extra docs")


def hooks() -> list[dict[str, Any]]:
    (repository,) = yaml.safe_load(text_of(".pre-commit-config.yaml"))["repos"]
    assert repository["repo"] == "local"
    return list(repository["hooks"])


def test_every_hook_is_a_program_of_the_environment_and_downloads_nothing() -> None:
    for hook in hooks():
        assert hook["language"] == "system" and hook["id"] and hook["name"]
        program = hook["entry"].split()[0]
        assert program.startswith(".venv/bin/")
        assert (Path(sys.executable).parent / Path(program).name).exists(), program


def test_the_hooks_are_the_steps_of_make_check() -> None:
    steps = re.search(r"^check:.*\n((?:\t.*\n)+)", text_of("Makefile"), re.MULTILINE)
    assert steps is not None
    asked = [
        re.sub(r" --check| \.$", "", step.strip().removeprefix("$(BIN)/")) for step in steps[1].splitlines()
    ]
    given = [hook["entry"].removeprefix(".venv/bin/").replace(" --force-exclude", "") for hook in hooks()]
    assert asked == given

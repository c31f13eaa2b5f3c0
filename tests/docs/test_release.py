"""``make release`` makes a release as a whole, or refuses it in a sentence; and pages say of the releases
what their commits hold."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from storage.engine import migrations
from tests.docs.pages import ROOT, text_of
from tests.each import each

MADE_OF = ("CHANGELOG.md", "Makefile", "pyproject.toml", "packaging/release.py")
ALONE = {
    "PATH": os.environ["PATH"],
    **{name: told for name, told in os.environ.items() if name.startswith("GIT_CONFIG_")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    **{f"GIT_{who}_{what}": "t@example" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
}
CHANGES = """# Changes

## 0.3.0

For hosts:

* One.

## 0.2.0 - 2026-11-23

* Two.
"""
SECTION = r"^## (\d+\.\d+\.\d+)(?: - (\S+))?$\n(.*?)(?=^## |\Z)"
ROW = re.compile(r"^\| (\d+\.\d+\.\d+) \| (.+?) \| (\d+) \|", re.MULTILINE)


def run(folder: Path, *command: str) -> tuple[int, str]:
    done = subprocess.run(
        command,
        cwd=folder,
        env=ALONE,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.returncode, done.stdout.strip()


def git(folder: Path, *words: str) -> str:
    status, said = run(folder, "git", *words)
    assert status == 0, said
    return said


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone of a repository that has what a release is made of, at version 0.2.0."""
    tmp_path = tmp_path_factory.mktemp("releases")
    origin = tmp_path / "origin"
    for name in MADE_OF:
        (origin / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, origin / name)
    (origin / "CHANGELOG.md").write_text(CHANGES)
    project = re.sub(r'^version = ".*"$', 'version = "0.2.0"', text_of("pyproject.toml"), flags=re.MULTILINE)
    (origin / "pyproject.toml").write_text(project)
    git(tmp_path, "init", "--quiet", "--template=", "--initial-branch=main", str(origin))
    git(origin, "add", ".")
    git(origin, "commit", "--quiet", "--message", "All of it")
    git(tmp_path, "clone", "--quiet", "--template=", str(origin), "clone")
    return tmp_path / "clone"


@pytest.fixture
def clone(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, in which this process is."""
    shutil.copytree(made, tmp_path / "clone")
    monkeypatch.chdir(tmp_path / "clone")
    for name, value in ALONE.items():
        monkeypatch.setenv(name, value)
    return tmp_path / "clone"


def script() -> ModuleType:
    spec = spec_from_file_location("release_script", ROOT / "packaging" / "release.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SCRIPT = script()


def all_of(folder: Path) -> dict[str, object]:
    """What a refused release must leave as it is."""
    return {
        "refs": git(folder, "for-each-ref"),
        "head": (folder / ".git" / "HEAD").read_text(),
        "status": git(folder, "status", "--porcelain"),
        "files": [(folder / name).read_text() for name in MADE_OF],
    }


def test_a_release_is_one_commit_with_the_version_and_the_day_and_its_tag_and_can_be_undone_as_it_says(
    clone: Path,
) -> None:
    before = all_of(clone)
    status, said = run(clone, "make", "--no-print-directory", "release", "VERSION=0.3.0")
    assert status == 0, said
    assert git(clone, "cat-file", "-t", "v0.3.0") == "tag"
    assert git(clone, "rev-parse", "v0.3.0^{commit}") == git(clone, "rev-parse", "main")
    assert git(clone, "rev-parse", "main~1") == git(clone, "rev-parse", "origin/main")
    assert git(clone, "status", "--porcelain") == ""
    changed = re.findall(r"^[-+](?![-+]).*$", git(clone, "show", "--unified=0", "--format="), re.MULTILINE)
    assert [re.sub(r"\d{4}-\d\d-\d\d", "DAY", one) for one in changed] == [
        "-## 0.3.0",
        "+## 0.3.0 - DAY",
        '-version = "0.2.0"',
        '+version = "0.3.0"',
    ]
    undo = re.search(r"^To undo it: +(.+)$", said, re.MULTILINE)
    assert undo is not None
    assert run(clone, "sh", "-c", undo[1])[0] == 0
    assert all_of(clone) == before


def test_what_a_release_says_sends_it_out_sends_the_tags_of_earlier_releases_too(
    clone: Path, tmp_path: Path
) -> None:
    git(tmp_path, "clone", "--quiet", "--bare", str(clone), "public")
    git(clone, "remote", "set-url", "origin", str(tmp_path / "public"))
    git(clone, "tag", "--annotate", "v0.2.0", "--message", "Biritch 0.2.0", "HEAD")
    said = run(clone, "make", "--no-print-directory", "release", "VERSION=0.3.0")[1]
    sends = re.search(r"^To send it out: +(.+)$", said, re.MULTILINE)
    assert sends is not None
    assert run(clone, "sh", "-c", sends[1])[0] == 0
    public = tmp_path / "public"
    assert git(public, "tag").split() == ["v0.2.0", "v0.3.0"]
    assert git(public, "rev-parse", "main") == git(clone, "rev-parse", "main")


def unclean(clone: Path) -> None:
    (clone / "pyproject.toml").write_text('version = "0.2.0"')


def with_a_file_that_is_not_added(clone: Path) -> None:
    (clone / "forgotten.py").touch()


def with_a_change_that_is_only_added(clone: Path) -> None:
    (clone / "CHANGELOG.md").write_text(CHANGES + "* Three.\n")
    git(clone, "add", ".")


def on_another_branch(clone: Path) -> None:
    git(clone, "switch", "--quiet", "--create", "other")


def without_a_branch(clone: Path) -> None:
    git(clone, "checkout", "--quiet", "--detach")


def behind(clone: Path) -> None:
    git(clone, "commit", "--quiet", "--allow-empty", "--message", "Theirs")
    git(clone, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(clone, "reset", "--quiet", "--hard", "HEAD~1")


def tagged(clone: Path) -> None:
    git(clone, "tag", "v0.3.0")


def with_changes(text: str) -> Callable[[Path], None]:
    def arrange(clone: Path) -> None:
        (clone / "CHANGELOG.md").write_text(text)
        git(clone, "commit", "--quiet", "--all", "--message", "Other changes")

    return arrange


def with_a_hook_that_refuses(clone: Path) -> None:
    hook = clone / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho not so; exit 1\n")
    hook.chmod(0o755)


LONG = CHANGES.replace("* One.\n", "* One.\n" * 40)
REFUSED: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "a changed file": (unclean, "0.3.0", "files are changed"),
    "a new file": (with_a_file_that_is_not_added, "0.3.0", "forgotten.py"),
    "an added change": (with_a_change_that_is_only_added, "0.3.0", "files are changed"),
    "another branch": (on_another_branch, "0.3.0", "other is checked out, and not main"),
    "no branch": (without_a_branch, "0.3.0", "a commit is checked out, and not main."),
    "behind": (behind, "0.3.0", "main lacks 1 commits of origin/main"),
    "a tag": (tagged, "0.3.0", "0.3.0 is not newer than 0.3.0"),
    "the same": (lambda _: None, "0.2.0", "0.2.0 is not newer than 0.2.0"),
    "older": (lambda _: None, "0.1.9", "0.1.9 is not newer than 0.2.0"),
    "older by number": (with_changes("## 0.10.0\n\n* One.\n"), "0.1.10", "not newer than 0.2.0"),
    "no version": (lambda _: None, "", "say which"),
    "no number": (lambda _: None, "0.3", "say which"),
    "a letter": (lambda _: None, "v0.3.0", "say which"),
    "no section": (lambda _: None, "0.4.0", 'no section "## 0.4.0"'),
    "an empty section": (with_changes(CHANGES.replace("For hosts:\n\n* One.\n", "")), "0.3.0", "is empty"),
    "a long section": (with_changes(LONG), "0.3.0", "of which there may be 40"),
    "not the first": (with_changes("## 0.4.0\n\n* Four.\n\n" + CHANGES), "0.3.0", "stands above"),
    "a hook": (with_a_hook_that_refuses, "0.3.0", "not so"),
}


@pytest.mark.parametrize("why", REFUSED)
def test_a_refused_release_says_why_and_changes_nothing(
    clone: Path, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arrange, version, told = REFUSED[why]
    arrange(clone)
    before = all_of(clone)
    assert SCRIPT.main([version]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("No release: ") and told in said.err
    assert all_of(clone) == before


# The releases that there are


def test_a_release_takes_at_most_forty_lines_of_the_changelog_with_hosts_first_and_their_box() -> None:
    sections = re.findall(SECTION, text_of("CHANGELOG.md"), re.MULTILINE | re.DOTALL)
    assert len(sections) >= 3
    for version, day, text in sections:
        assert 1 + len(text.strip().splitlines()) <= 40, version
        assert re.findall(r"^For (\w+):$", text, re.MULTILINE) == ["hosts", "players", "developers"], version
        if version != sections[-1][0]:  # before the first one there was nothing to update
            assert re.match(r"\n> \*\*At the update\.\*\* ", text), version
            page = f"docs/changes/{version.rpartition('.')[0]}.md"
            assert f"]({page})" in text and (ROOT / page).is_file(), version
        assert day == "" or datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=UTC), version
    assert [day for _, day, _ in sections[1:] if not day] == []


def test_the_table_of_releases_has_each_with_the_newest_schema_for_the_next() -> None:
    rows = ROW.findall(text_of("docs/reference/releases.md"))
    sections = re.findall(SECTION, text_of("CHANGELOG.md"), re.MULTILINE | re.DOTALL)
    assert [version for version, _, _ in rows] == [version for version, _, _ in sections]
    assert int(rows[0][2]) == max(step.number for step in migrations("sqlite"))


@each("release", ROW.findall(text_of("docs/reference/releases.md")))
def test_the_commit_of_a_release_has_its_version_and_its_schema(release: tuple[str, str, str]) -> None:
    version, commit, schema = release
    commit = next(iter(re.findall(r"`(v?[\d.a-f]+)`", commit)))
    status, project = run(ROOT, "git", "show", f"{commit}:pyproject.toml")
    if status != 0:
        assert (ROOT / ".git").exists() is False or commit.startswith("v") or shallow()
        return
    assert f'version = "{version}"' in project
    files = run(ROOT, "git", "ls-tree", "--name-only", commit, "storage/")[1]
    assert max(map(int, re.findall(r"sqlite_(\d+)_", files))) == int(schema)


def shallow() -> bool:
    return run(ROOT, "git", "rev-parse", "--is-shallow-repository")[1] == "true"

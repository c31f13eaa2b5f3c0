"""``make release VERSION=0.3.0``: sets the version, commits it and tags the commit, or refuses in a sentence.

It works on the clone in whose folder it is started, needs nothing but Python and git, and sends nothing out.
"""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

PROJECT: Final = Path("pyproject.toml")
CHANGES: Final = Path("CHANGELOG.md")
BRANCH: Final = "main"
UPSTREAM: Final = "refs/remotes/origin/main"
MOST_LINES: Final = 40
"""Of a release's section, with its heading."""
VERSION_LINE: Final = re.compile(r'^version = "(\d+\.\d+\.\d+)"$', re.MULTILINE)
HEADING: Final = re.compile(r"^## (\d+\.\d+\.\d+)(?: - (\d{4}-\d\d-\d\d))?$", re.MULTILINE)


class ReleaseRefused(Exception):
    """Why no release can be made, in a sentence. Nothing has been changed."""


def main(arguments: list[str]) -> int:
    """The exit status: 0 once the release is there, else 2."""
    try:
        wanted = arguments[0] if len(arguments) == 1 else ""
        print(release(wanted, datetime.now(UTC).date().isoformat()))
    except ReleaseRefused as refusal:
        print(f"No release: {refusal}", file=sys.stderr)
        return 2
    return 0


def release(wanted: str, day: str) -> str:
    """Makes the release; what was done, and how to undo it. Raises ReleaseRefused."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", wanted):
        raise ReleaseRefused("say which, as in: make release VERSION=0.3.0")
    checked_out = git("symbolic-ref", "--quiet", "--short", "HEAD", fails=True)
    if checked_out != BRANCH:
        raise ReleaseRefused(f"{checked_out or 'a commit'} is checked out, and not {BRANCH}.")
    if changed := git("status", "--porcelain"):
        raise ReleaseRefused(f"these files are changed, or are not added:\n{changed}")
    if (
        git("rev-parse", "--verify", "--quiet", UPSTREAM, fails=True)
        and (lacking := git("rev-list", "--count", f"HEAD..{UPSTREAM}")) != "0"
    ):
        raise ReleaseRefused(f"{BRANCH} lacks {lacking} commits of origin/{BRANCH}: git pull")
    project, changes = PROJECT.read_text("utf-8"), CHANGES.read_text("utf-8")
    check_newer(wanted, project)
    dated = with_day(changes, wanted, day)

    before = git("rev-parse", "HEAD")
    tag = f"v{wanted}"
    try:
        PROJECT.write_text(VERSION_LINE.sub(f'version = "{wanted}"', project, count=1), "utf-8")
        CHANGES.write_text(dated, "utf-8")
        git("commit", "--quiet", "--message", f"Version {wanted}", "--", str(PROJECT), str(CHANGES))
        git("tag", "--annotate", tag, "--message", f"Biritch {wanted}")
    except BaseException:  # also Ctrl-C: a release is there as a whole, or not at all
        git("reset", "--quiet", "--hard", before)
        raise
    return (
        f"{PROJECT} says {wanted} and {CHANGES} {day}, in commit {git('rev-parse', '--short=12', 'HEAD')}, "
        f"which is tagged {tag}.\n"
        f"To undo it:     git tag -d {tag} && git reset --hard {before[:12]}\n"
        f"To send it out: git push --follow-tags origin {BRANCH}"
    )


def check_newer(wanted: str, project: str) -> None:
    """Raises ReleaseRefused unless the version is newer than the one in ``project`` and than every tag."""
    there = VERSION_LINE.search(project)
    if there is None:
        raise ReleaseRefused(f"{PROJECT} has no line with a version.")
    tags = git("tag", "--list", "v*").split()
    known = [there[1], *(tag[1:] for tag in tags if re.fullmatch(r"v\d+\.\d+\.\d+", tag))]
    newest = max(known, key=in_order)
    if in_order(wanted) <= in_order(newest):
        raise ReleaseRefused(f"{wanted} is not newer than {newest}.")


def in_order(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def with_day(changes: str, wanted: str, day: str) -> str:
    """The changelog with this day in the heading of the section. Raises ReleaseRefused where the section is
    missing, empty, too long, or not the first."""
    headings = list(HEADING.finditer(changes))
    first = next((one for one in headings if one[1] == wanted), None)
    if first is None:
        raise ReleaseRefused(f'{CHANGES} has no section "## {wanted}".')
    if first is not headings[0]:
        raise ReleaseRefused(f"in {CHANGES} the section of {headings[0][1]} stands above that of {wanted}.")
    end = headings[1].start() if len(headings) > 1 else len(changes)
    lines = changes[first.start() : end].strip().splitlines()
    if not any(map(str.strip, lines[1:])):
        raise ReleaseRefused(f"the section of {wanted} in {CHANGES} is empty.")
    if len(lines) > MOST_LINES:
        raise ReleaseRefused(
            f"the section of {wanted} in {CHANGES} has {len(lines)} lines, of which there may be "
            f"{MOST_LINES}: move some to docs/changes/."
        )
    return f"{changes[: first.start()]}## {wanted} - {day}{changes[first.end() :]}"


def git(*words: str, fails: bool = False) -> str:
    """What git prints. Raises ReleaseRefused where it fails, unless it may."""
    done = subprocess.run(["git", *words], capture_output=True, text=True, check=False)
    if done.returncode and not fails:
        raise ReleaseRefused(f"git {words[0]} failed: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

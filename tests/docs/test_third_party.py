"""Every package that a lock pins stands in the page of third-party software."""

from __future__ import annotations

import re

from tests.docs.pages import ROOT, text_of
from tests.each import each

LOCKS = sorted(lock.name for lock in ROOT.glob("requirements*.lock"))


def plain(name: str) -> str:
    """A package's name, of which PyPI takes several spellings for one."""
    return re.sub(r"[-_.]+", "-", name).lower()


@each("lock", LOCKS)
def test_every_package_of_a_lock_is_named_with_its_licence(lock: str) -> None:
    installed = {plain(name) for name in re.findall(r"^([\w.-]+)==", text_of(lock), re.MULTILINE)}
    named = {plain(word) for word in re.findall(r"[\w.-]*\w", text_of("docs/reference/third-party.md"))}
    assert installed
    assert installed - named == set()

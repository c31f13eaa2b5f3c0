"""The files of figures that robots choose by."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from robots import fitted


def test_a_file_of_figures_that_somebody_has_changed_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(fitted.DATA, tmp_path / "data")
    monkeypatch.setattr(fitted, "DATA", tmp_path / "data")
    assert len(fitted.figures("leads")) == 12
    file = tmp_path / "data" / "leads.json"
    file.write_text(file.read_text("utf-8").replace("-12", "-13", 1), "utf-8")
    with pytest.raises(fitted.ChangedFigures):
        fitted.figures("leads")


def test_what_a_fitting_program_writes_is_read_again_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fitted, "DATA", tmp_path)
    digest = fitted.write_figures("some", {"rows": [[1, 2], [3, -4]], "share": 0.25})
    monkeypatch.setattr(fitted, "DIGESTS", {"some": digest})
    assert fitted.figures("some") == {"rows": ((1, 2), (3, -4)), "share": 0.25}


def test_every_file_of_figures_has_a_digest_and_every_digest_a_file() -> None:
    assert {file.stem for file in fitted.DATA.glob("*.json")} == set(fitted.DIGESTS)

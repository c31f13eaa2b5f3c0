"""The files for service managers, containers and dashboards say what the program understands."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import requires
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from dotenv import dotenv_values
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import start
from bot.host.first_run import user_unit
from bot.host.metrics import HELP_TEXTS
from screens.words import hosting
from tests.host.test_endpoint import OF_THE_PROCESS

ROOT = Path(__file__).parents[2]
PACKAGING = ROOT / "packaging"
SPEC = spec_from_file_location("components_script", PACKAGING / "components.py")
assert SPEC is not None and SPEC.loader is not None
components = module_from_spec(SPEC)
SPEC.loader.exec_module(components)
PINNED, HASH, UNKNOWN = components.PINNED, components.HASH, components.UNKNOWN
ANALYZE = shutil.which("systemd-analyze")
PROMTOOL = shutil.which("promtool")
ALERTS = ROOT / "tests" / "host" / "alerts.yaml"

yaml = pytest.importorskip("yaml", reason="PyYAML comes with the extra docs")


def test_what_the_host_is_told_to_install_is_what_the_project_asks_for() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert extras["postgres"] == [hosting.DRIVER]
    assert extras["play"] == [hosting.PLAYGROUND]
    assert [one.partition(";")[0] for one in extras["solver"]] == [hosting.SOLVER]
    told = {
        hosting.DRIVER: hosting.DRIVER_MISSING,
        hosting.PLAYGROUND: hosting.PLAYGROUND_MISSING,
        hosting.SOLVER: hosting.SOLVER_MISSING,
    }
    for package, sentence in told.items():
        assert package in sentence.partition(f"{sys.executable} -m pip install ")[2]


@pytest.mark.parametrize(
    ("page", "brings"),
    [
        ("README.md", "python start.py solver"),
        ("docs/tutorial/host-it.md", "python start.py solver"),
        (
            "packaging/Containerfile",
            " install --no-cache-dir --no-deps --only-binary :all: --require-hashes "
            "-r requirements-solver.lock",
        ),
    ],
)
def test_whoever_installs_the_bot_as_these_pages_say_has_the_solver_too(page: str, brings: str) -> None:
    """Without what its package asks for: numpy and matplotlib, which nothing here uses."""
    lines = (ROOT / page).read_text("utf-8").splitlines()
    (bot,) = [
        number for number, line in enumerate(lines) if re.search(r" install .*'?\.(\[postgres\])?'?$", line)
    ]
    (solver,) = [number for number, line in enumerate(lines) if brings in line]
    assert bot < solver


def test_the_host_and_the_start_take_the_same_wheel_of_the_solver() -> None:
    assert " ".join(start.FOREIGN) in hosting.SOLVER_MISSING


@pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed, so the units are not verified")
def test_systemd_finds_nothing_wrong_with_either_unit(tmp_path: Path) -> None:
    """The program of the machine's unit, which is not installed here, is replaced."""
    machine = (PACKAGING / "biritch.service").read_text("utf-8")
    replaced = machine.replace("/srv/biritch/.venv/bin/python -m biritch", "/bin/true")
    assert replaced != machine
    odd = tmp_path / "a folder, 100 % mine"
    odd.mkdir()
    for name, unit in (("biritch.service", replaced), ("biritch-user.service", user_unit(odd))):
        path = tmp_path / name
        path.write_text(unit)
        done = subprocess.run(
            [str(ANALYZE), "verify", "--man=no", str(path)], capture_output=True, text=True, check=False
        )
        mine = [line for line in done.stderr.splitlines() if "biritch" in line]
        assert (done.returncode, mine) == (0, []), done.stderr


@pytest.mark.parametrize("name", ["compose.yaml", "compose-postgres.yaml"])
def test_the_container_may_write_only_to_its_volume_and_is_asked_whether_it_is_well(name: str) -> None:
    service: dict[str, Any] = yaml.safe_load((PACKAGING / name).read_text("utf-8"))["services"]["biritch"]
    assert service["read_only"] is True and service["volumes"] == ["data:/data"]
    assert service["cap_drop"] == ["ALL"]
    settings = set(dotenv_values(ROOT / ".env.example"))
    assert set(service["environment"]) <= settings
    image = (PACKAGING / "Containerfile").read_text("utf-8")
    (port,) = re.findall(r"METRICS=(\S+)", image)
    # an outage of Discord or of the database must not have it begun anew, again and again
    assert f"http://{port}/live" in image and f"http://{port}/health" not in image
    assert re.search(r"^USER biritch$", image, re.MULTILINE)


@pytest.mark.parametrize("name", ["compose.yaml", "compose-postgres.yaml"])
def test_the_measures_of_a_bot_in_a_container_can_be_read_on_its_machine_and_nowhere_else(name: str) -> None:
    """At the address that the alerts of ``packaging`` and the docs ask; within the container too."""
    service = yaml.safe_load((PACKAGING / name).read_text("utf-8"))["services"]["biritch"]
    listens, _, port = service["environment"]["METRICS"].rpartition(":")
    assert listens == "0.0.0.0"  # else nothing reaches it from outside the container
    (published,) = service["ports"]
    assert published == f"127.0.0.1:{port}:{port}"
    assert f'"127.0.0.1:{port}"' in (PACKAGING / "alerts.yaml").read_text("utf-8")
    assert f"http://127.0.0.1:{port}/live" in (PACKAGING / "Containerfile").read_text("utf-8")


def test_the_container_is_given_all_that_the_build_needs() -> None:
    image = (PACKAGING / "Containerfile").read_text("utf-8")
    for copied in re.findall(r"^COPY (?!--from)(.+)$", image, re.MULTILINE):
        *sources, _ = copied.split()
        for source in sources:
            assert (ROOT / source).exists(), source
    setup = (ROOT / "setup.py").read_text("utf-8")
    for room in re.findall(r'"(\w+)"', setup.partition("ROOMS = (")[2].partition(")")[0]):
        assert f"COPY {room} {room}\n" in image


def test_all_that_the_container_is_made_of_is_named_by_its_hash() -> None:
    """And a wrong hash ends the build: nothing goes on after a step that has failed."""
    image = (PACKAGING / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    bases = re.findall(r"^FROM (\S+)", image, re.MULTILINE)
    assert bases == ["$BASE", "$BASE"]
    assert re.search(r"^ARG BASE=[a-z0-9:./-]+@sha256:[0-9a-f]{64}$", image, re.MULTILINE)
    installs = [
        one
        for line in image.splitlines()
        if line.startswith("RUN")
        for one in re.split(r"&&|;;|\)", line)
        if " install " in one
    ]
    assert len(installs) == 4
    of_itself = [one for one in installs if "--require-hashes" not in one]
    assert [re.sub(r" +", " ", one).strip() for one in of_itself] == [
        "PYTHONPATH=/build pip --python /biritch/bin/python install --no-cache-dir --no-deps "
        "--no-build-isolation ."
    ]
    assert "||" not in image
    services = yaml.safe_load((PACKAGING / "compose-postgres.yaml").read_text("utf-8"))["services"]
    assert all(
        "build" in one or re.search(r"@sha256:[0-9a-f]{64}$", one["image"]) for one in services.values()
    )


def pinned(lock: str) -> dict[str, tuple[str, frozenset[str]]]:
    """The version and the hashes of each package."""
    text = (ROOT / lock).read_text("utf-8")
    return {
        name: (version, frozenset(HASH.findall(hashes))) for name, version, _, hashes in PINNED.findall(text)
    }


def test_the_container_has_the_packages_of_all_others_and_each_that_they_ask_for() -> None:
    every, run, build = (pinned(f"requirements{one}.lock") for one in ("", "-run", "-build"))
    assert run.items() <= every.items() and build.items() <= every.items()
    assert {*build} == {"babel", "setuptools"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked, seen = [*project["dependencies"], *project["optional-dependencies"]["postgres"]], set[str]()
    while asked:
        wanted = Requirement(asked.pop())
        name = canonicalize_name(wanted.name)
        assert name in run, name
        if name in seen:
            continue
        seen.add(name)
        if name in UNKNOWN:
            continue  # it is for another Python
        extras = wanted.extras or {""}
        for one in requires(wanted.name) or ():
            marker = Requirement(one).marker
            if marker is None or any(
                marker.evaluate(
                    {"extra": extra, "python_version": python, "python_full_version": f"{python}.0"}
                )
                for extra in extras
                for python in ("3.11", "3.13")
            ):
                asked.append(one)
    assert seen == {*run}


def test_the_list_of_components_has_every_package_with_hashes_and_a_licence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = components.bill_of("1.2.3")
    assert (listed["bomFormat"], listed["specVersion"]) == ("CycloneDX", "1.6")
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", listed["serialNumber"])
    packages = {one["name"]: one for one in listed["components"] if "purl" in one}
    for name, (version, hashes) in {
        **pinned("requirements-run.lock"),
        **pinned("requirements-solver.lock"),
    }.items():
        (told,) = packages.pop(name)["externalReferences"]
        assert {one["content"] for one in told["hashes"]} == hashes and version in told["url"]
    assert packages == {}
    for one in listed["components"]:
        (licence,) = one["licenses"]
        assert licence.get("expression") or licence["license"]["name"], one["name"]
    refs = [one["bom-ref"] for one in listed["components"]]
    assert len(refs) == len({*refs}) and sorted(refs) == listed["dependencies"][0]["dependsOn"]
    assert components.bill_of("1.2.3") == listed
    lock = tmp_path / "requirements-run.lock"
    lock.write_text("jinja2==3.0.0 \\\n    --hash=sha256:" + "0" * 64 + "\n")
    monkeypatch.setattr(components, "ROOT", tmp_path)
    assert components.main(["1.2.3"]) == 2 and "the lock has 3.0.0" in capsys.readouterr().err
    assert components.main([]) == 2


def test_the_dashboard_asks_for_measures_that_there_are_and_for_all_of_them() -> None:
    board = json.loads((PACKAGING / "grafana.json").read_text("utf-8"))
    asked = " ".join(target["expr"] for panel in board["panels"] for target in panel["targets"])
    names = {name.removesuffix("_bucket") for name in re.findall(r"biritch_\w+", asked)}
    assert names == set(HELP_TEXTS)


def test_the_alerts_ask_for_measures_that_there_are_and_each_is_tried() -> None:
    (group,) = yaml.safe_load((PACKAGING / "alerts.yaml").read_text("utf-8"))["groups"]
    asked = " ".join(rule["expr"] for rule in group["rules"])
    assert {name.removesuffix("_bucket") for name in re.findall(r"biritch_\w+", asked)} <= set(HELP_TEXTS)
    assert set(re.findall(r"process_\w+", asked)) <= OF_THE_PROCESS
    quiet, troubled = (
        {one["alertname"] for one in case["alert_rule_test"]}
        for case in yaml.safe_load(ALERTS.read_text("utf-8"))["tests"]
    )
    assert {rule["alert"] for rule in group["rules"]} == quiet == troubled


@pytest.mark.skipif(PROMTOOL is None, reason="promtool is not installed, so the alert rules are not tried")
def test_each_alert_is_raised_by_the_figures_of_its_trouble_and_none_by_those_of_a_quiet_bot() -> None:
    """Debian has the program in its package prometheus."""
    done = subprocess.run(
        [str(PROMTOOL), "test", "rules", str(ALERTS)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout

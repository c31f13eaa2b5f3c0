"""``make components VERSION=0.3.0``: a list of all that an installed bot is made of, with versions, hashes
and licences, in the format CycloneDX 1.6 (ECMA-424), for programs that look for what is known to be unsafe.

What is installed and by which hash stands in the locks; under which licence, in what the packages say of
themselves where they are installed: so it runs in ``.venv``. It sends nothing out.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

ROOT: Final = Path(__file__).parents[1]
LOCKS: Final = ("requirements-run.lock", "requirements-solver.lock")
PINNED: Final = re.compile(
    r"^([A-Za-z0-9._-]+)==([^ ;\\\n]+)([^\n]*)\n((?:[ \t]+--hash=[^\n]*\n?)*)", re.MULTILINE
)
HASH: Final = re.compile(r"sha256:([0-9a-f]{64})")
OF_A_CLASSIFIER: Final = "License :: OSI Approved :: "
UNKNOWN: Final = {"audioop-lts": "PSF-2.0", "endplay": "MIT"}
"""Of packages that are not installed on every Python, so that they cannot be asked; the page of third-party
software says the same."""
CARRIED: Final = (
    ("DejaVu Sans Condensed", "2.37", "Bitstream-Vera", "data", "screens/pictures/fonts"),
    ("discord-api-spec", "2026-07", "MIT", "data", "playground/discord.json"),
    ("DDS", "2.9", "Apache-2.0", "library", "inside endplay"),
)
"""What comes in no package of its own: name, version, licence, kind and where it is."""


class NotListed(Exception):
    """What is missing for the list, in a sentence."""


def main(arguments: Sequence[str]) -> int:
    """Writes the list of this version to ``build/``. The exit status: 0 if it is there, else 2."""
    if len(arguments) != 1 or not re.fullmatch(r"\d+\.\d+\.\d+", arguments[0]):
        print("No list: say of which version, as in: make components VERSION=0.3.0", file=sys.stderr)
        return 2
    try:
        listed = bill_of(arguments[0])
    except NotListed as missing:
        print(f"No list: {missing}", file=sys.stderr)
        return 2
    path = ROOT / "build" / f"biritch-{arguments[0]}.cdx.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(listed, indent=2) + "\n", "utf-8")
    print(f"What {arguments[0]} is made of, for its release: {path.relative_to(ROOT)}")
    return 0


def bill_of(version: str) -> dict[str, Any]:
    """The list of a version; the same for the same locks. Raises NotListed."""
    packages = [*_packages()]
    itself = {
        **_component("biritch", version, "MIT", "application"),
        "bom-ref": f"pkg:generic/biritch@{version}",
        "purl": f"pkg:generic/biritch@{version}",
    }
    carried = [
        {**_component(name, of, licence, kind), "bom-ref": f"carried:{name}", "description": where}
        for name, of, licence, kind, where in CARRIED
    ]
    listed: dict[str, Any] = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": itself},
        "components": [*packages, *carried],
        "dependencies": [
            {"ref": itself["bom-ref"], "dependsOn": sorted(one["bom-ref"] for one in (*packages, *carried))}
        ],
    }
    listed["serialNumber"] = f"urn:uuid:{uuid5(NAMESPACE_URL, json.dumps(listed, sort_keys=True))}"
    return listed


def _packages() -> Iterator[dict[str, Any]]:
    """Raises NotListed."""
    for lock in LOCKS:
        for name, version, _, hashes in PINNED.findall((ROOT / lock).read_text("utf-8")):
            purl = f"pkg:pypi/{name.lower().replace('_', '-')}@{version}"
            yield {
                **_component(name, version, _licence(name, version), "library"),
                "bom-ref": purl,
                "purl": purl,
                "externalReferences": [
                    {
                        "type": "distribution",
                        "url": f"https://pypi.org/project/{name}/{version}/#files",
                        "hashes": [{"alg": "SHA-256", "content": one} for one in HASH.findall(hashes)],
                    }
                ],
            }


def _component(name: str, version: str, licence: str, kind: str) -> dict[str, Any]:
    said = (
        {"expression": licence}
        if re.fullmatch(r"[A-Za-z0-9.+-]+( (AND|OR|WITH) [A-Za-z0-9.+-]+)*", licence)
        else {}
    )
    return {
        "type": kind,
        "name": name,
        "version": version,
        "licenses": [said or {"license": {"name": licence}}],
    }


def _licence(name: str, version: str) -> str:
    """As the package says it. Raises NotListed where it is not installed, in this version."""
    try:
        found = distribution(name)
    except PackageNotFoundError:
        if name in UNKNOWN:
            return UNKNOWN[name]
        raise NotListed(f"{name} is not installed, so its licence is not known: make venv") from None
    if found.version != version:
        raise NotListed(f"{name} {found.version} is installed, and the lock has {version}: make venv")
    if told := _licence_told(found):
        return told
    raise NotListed(f"{name} does not say under which licence it is")


def _licence_told(found: Distribution) -> str:
    if expression := found.metadata.get("License-Expression"):
        return expression
    classified = [
        one.removeprefix(OF_A_CLASSIFIER)
        for one in found.metadata.get_all("Classifier") or ()
        if one.startswith(OF_A_CLASSIFIER)
    ]
    said = (found.metadata.get("License") or "").strip()
    return said if said and "\n" not in said and len(said) < 60 else "; ".join(classified)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

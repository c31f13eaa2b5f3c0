"""The systemd unit of a user who hosts the bot. ``packaging/biritch.service`` is one for a whole machine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

UNIT: Final = """\
[Unit]
Description=Biritch, a Discord bot

[Service]
WorkingDirectory={folder}
{path}ExecStart={python} -m biritch run
Restart=on-failure
RestartSec=5
# 2: a setting or the database is wrong; 3: Discord refuses the token. Trying again would not help.
RestartPreventExitStatus=2 3
UMask=0077

[Install]
WantedBy=default.target
"""


def user_unit(folder: Path) -> str:
    """For the program that runs now, with the settings in this folder."""
    rooms = Path(__file__).resolve().parents[2]
    installed = rooms.name == "rooms"  # else a clone, which no other folder knows of
    path = "" if installed else f'Environment="PYTHONPATH={_escaped(rooms)}"\n'
    return UNIT.format(folder=_escaped(folder), path=path, python=f'"{_escaped(Path(sys.executable))}"')


def _escaped(path: Path) -> str:
    """As systemd reads it: a per cent sign begins one of its own words."""
    return str(path).replace("\\", "\\\\").replace("%", "%%").replace('"', '\\"')

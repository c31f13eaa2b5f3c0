"""The first ``biritch run`` on a terminal: asks for the token, checks it, and writes the settings.

It can also write the systemd unit of a user who hosts the bot; ``packaging/biritch.service`` is the one for a
whole machine.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from getpass import getpass
from pathlib import Path
from shutil import which
from typing import Any, Final

from bot.discord_api.faults import UnreadableAnswer, reading_answers
from bot.host.discord_asked import Asking, Refused, Unreachable
from bot.host.stops import run_unless_stopped
from bot.permissions import invitation
from bot.settings import TEXT, given
from screens.words import hosting as words

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
    """The unit for the program that runs now, with the settings in this folder."""
    rooms = Path(__file__).resolve().parents[2]
    installed = rooms.name == "rooms"  # otherwise a clone, which can be found only from its own folder
    path = "" if installed else f'Environment="PYTHONPATH={_escaped(rooms)}"\n'
    return UNIT.format(folder=_escaped(folder), path=path, python=f'"{_escaped(Path(sys.executable))}"')


def _escaped(path: Path) -> str:
    """Text for a systemd unit, in which a per cent sign begins a specifier."""
    return str(path).replace("\\", "\\\\").replace("%", "%%").replace('"', '\\"')


TRIES: Final = 3
SERVICE: Final = "biritch.service"


def prepare(environment: Mapping[str, str], dotenv: Path) -> int | None:
    """None if the bot can be started now, else the exit status. Raises BadSetting."""
    known = given(environment, dotenv)
    if "DISCORD_TOKEN" in known or not sys.stdin.isatty():
        return None
    print(words.FIRST_RUN)
    for _ in range(TRIES):
        try:
            token = getpass(words.ASK_TOKEN).strip()
        except EOFError:
            return 2
        if not token:
            continue
        try:
            application = run_unless_stopped(_application(token, known.get("DISCORD_API")))
        except Refused as refusal:
            print(words.TOKEN_NOT_KNOWN if refusal.status == 401 else words.discord_failed(refusal.status))
            continue
        except Unreachable as fault:
            print(words.discord_unreachable(fault.reason), file=sys.stderr)
            return 3
        return _write_settings(token, application, environment, dotenv)
    return 3


async def _application(token: str, api: str | None) -> Mapping[str, Any]:
    """The application that the token belongs to. Raises Refused, Unreachable."""
    async with Asking.with_token(token, api) as asking:
        await asking.get("/users/@me")
        found: Mapping[str, Any] = await asking.get("/applications/@me")
    try:
        with reading_answers():
            return {"name": str(found["name"]), "id": int(found["id"])}
    except UnreadableAnswer as fault:
        raise Unreachable(f"{words.UNREADABLE}, {fault}") from fault


def _write_settings(
    token: str, application: Mapping[str, Any], environment: Mapping[str, str], dotenv: Path
) -> int | None:
    print(words.token_known(str(application["name"])))
    try:
        write_token(dotenv, token)
    except OSError as fault:
        print(words.settings_not_written(dotenv, fault.strerror or type(fault).__name__), file=sys.stderr)
        return 2
    print(words.settings_written(dotenv.absolute()))
    number = application["id"]
    print(words.invite(invitation(number, more=False), invitation(number)))
    if which("systemctl") is not None and _yes(words.ASK_UNIT):
        unit = _unit_folder(environment) / SERVICE
        try:
            unit.parent.mkdir(parents=True, exist_ok=True)
            unit.write_text(user_unit(Path.cwd()))
        except OSError as fault:
            print(words.settings_not_written(unit, fault.strerror or type(fault).__name__), file=sys.stderr)
            return 2
        print(words.unit_written(unit))
        return 0
    return None


def write_token(dotenv: Path, token: str) -> None:
    """Write the token into the settings, which only their owner may read, and leave everything else in them.
    Raises OSError."""
    line = f"DISCORD_TOKEN={token}"
    lines = dotenv.read_text(TEXT).splitlines() if dotenv.exists() else []
    at = next((place for place, one in enumerate(lines) if one.startswith("DISCORD_TOKEN=")), None)
    if at is None:
        lines.append(line)
    else:
        lines[at] = line
    part = dotenv.with_name(f"{dotenv.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600, exist_ok=False)
    part.write_text("\n".join([*lines, ""]), "utf-8")
    part.replace(dotenv)


def _yes(question: str) -> bool:
    try:
        return input(question).strip().lower() in ("y", "yes")
    except EOFError:
        return False


def _unit_folder(environment: Mapping[str, str]) -> Path:
    config = environment.get("XDG_CONFIG_HOME") or str(
        Path(environment.get("HOME", "~")).expanduser() / ".config"
    )
    return Path(config) / "systemd" / "user"

"""Faults to plant in the bot, of all kinds, to see how soon the simulation finds each."""

from __future__ import annotations

import importlib.machinery
import subprocess
import sys
import time
from pathlib import Path
from types import CodeType
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent


class Planted(NamedTuple):
    """A change of one place of the source."""

    file: str
    old: str
    new: str


FAULTS: Final[dict[str, Planted]] = {
    "a press is answered before it is stored": Planted(
        "bot/streams/service.py",
        "opened.version = await self._append(new)",
        "opened.version += len(new.events); self.later = asyncio.ensure_future(self._append(new))",
    ),
    "nobody is told of what was stored": Planted(
        "bot/streams/service.py",
        "        if opened.version > before:\n            self._tell(opened)\n        return opened\n\n",
        "        return opened\n\n",
    ),
    "two presses decide on one table at once": Planted(
        "bot/streams/service.py",
        "        async with opened.lock:\n            before = opened.version\n",
        "        if True:\n            before = opened.version\n",
    ),
    "an interaction's key is not stored": Planted(
        "storage/log.py",
        "if new.key is not None and not db.execute(REMEMBER",
        "if False and not db.execute(REMEMBER",
    ),
    "what is to be shown is asked for one version too low": Planted(
        "storage/log.py",
        "slots.want(db, new.stream, new.slots, version)",
        "slots.want(db, new.stream, new.slots, version - 1)",
    ),
    "a transaction is undone at its end": Planted(
        "storage/sqlite/connections.py",
        'result = work(db)\n        db.execute("COMMIT")',
        'result = work(db)\n        db.execute("ROLLBACK")',
    ),
    "writes that share a commit are undone": Planted(
        "storage/sqlite/connections.py",
        '    try:\n        db.execute("COMMIT")\n    except',
        '    try:\n        db.execute("ROLLBACK")\n    except',
    ),
    "the log is not synced in each commit": Planted(
        "storage/sqlite/database.py", '"PRAGMA synchronous = FULL"', '"PRAGMA synchronous = NORMAL"'
    ),
    "each try to post has a nonce of its own": Planted(
        "bot/messages/sending.py",
        "{state.key.slot}|{state.posts}",
        "{state.key.slot}|{state.posts}|{id(state)}",
    ),
    "a message that is gone is not posted again": Planted(
        "bot/messages/sending.py", "await self._outbox.keep(self._to_repost(now.as_lost()))", "pass"
    ),
    "a call that failed is not tried again": Planted(
        "bot/messages/sending.py",
        "            self._fail(key, BACK_OFF)\n        return True",
        "            return True\n        return True",
    ),
    "a message is taken for one that shows the same": Planted(
        "bot/messages/sending.py", "elif state.digest == screen.digest:", "elif state.digest:"
    ),
    "an older state is noted as the newest": Planted(
        "bot/messages/sending.py",
        "        screen = await board.draw(key.slot, live=live)\n",
        "        screen = await board.draw(key.slot, live=live)\n        version = board.stream.version\n",
    ),
    "the screens do not go on after a start": Planted(
        "bot/app.py", '            ("screens", services.posting.wake),\n', ""
    ),
    "the tables do not go on after a start": Planted(
        "bot/app.py", '            ("tables", services.tables.wake),\n', ""
    ),
    "a call without an answer counts as done": Planted(
        "bot/discord_api/rest.py", "raise Unreachable(type(error).__name__) from None", 'return b"{}"'
    ),
    "a connection that is cut is no fault to try again": Planted(
        "bot/discord_api/rest.py",
        "except (OSError, aiohttp.ClientError, TimeoutError) as error:",
        "except TimeoutError as error:",
    ),
    "a call may take for ever": Planted(
        "bot/discord_api/rest.py", "TIME_OUT: Final = 10.0", "TIME_OUT: Final = 100_000.0"
    ),
    "a press of half a second ago is too old": Planted(
        "bot/streams/open_stream.py", "TOO_OLD: Final = 60.0", "TOO_OLD: Final = 0.05"
    ),
    "tokens are used after their end": Planted(
        "bot/messages/tokens.py", "LIFE: Final = 15 * 60.0", "LIFE: Final = 150 * 60.0"
    ),
    "the clock is a minute and a half fast": Planted(
        "bot/clocks.py",
        "return (self._least + self._most) / 2 + self.elapsed()",
        "return (self._least + self._most) / 2 + self.elapsed() + 90.0",
    ),
    "what could not be noted is forgotten": Planted(
        "bot/messages/outbox.py", "                self._give_back(notes)\n", ""
    ),
}
"""Each under what it does."""


def plant(name: str) -> None:
    """Have the module read with this fault when it is imported."""
    fault = FAULTS[name]
    path = ROOT / fault.file
    text = path.read_text(encoding="utf-8")
    assert text.count(fault.old) == 1, f"{name}: {text.count(fault.old)} places"
    changed = compile(text.replace(fault.old, fault.new), str(path), "exec")
    loads = importlib.machinery.SourceFileLoader.get_code

    def get_code(self: importlib.machinery.SourceFileLoader, module: str) -> CodeType | None:
        return changed if self.path == str(path) else loads(self, module)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]


def search(seed: int, minutes: float, jobs: int) -> int:
    """Plants each in turn and lets worlds run until it is found."""
    began, found = time.monotonic(), 0
    for name in FAULTS:
        since = time.monotonic()
        told = ""
        for first in range(seed, seed + 40, 2):
            ran = subprocess.run(
                [
                    *(sys.executable, "-m", "simulation", "--plant", name, "--as-they-are"),
                    *("--deals", "2", "--seed", str(first), "--count", "2", "--jobs", str(jobs)),
                ],
                capture_output=True,
                text=True,
                check=False,
            )
            if ran.returncode == 1 and "promises-broken" in ran.stdout:
                told = next((line for line in ran.stdout.splitlines() if line.startswith("  ")), "")
                break
        found += bool(told)
        print(
            f"{name}: {f'found in {time.monotonic() - since:.0f} s:{told[:110]}' if told else 'NOT FOUND'}",
            flush=True,
        )
        if time.monotonic() - began > 60 * minutes:
            break
    print(f"planted-found {found} goal 40 {'ok' if found >= 40 else 'short'}")
    return found < len(FAULTS)

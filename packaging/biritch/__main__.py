"""The command ``biritch``: finds the rest of the program, and runs it.

An installed copy keeps ``bot``, ``rules`` and the others in the folder ``rooms`` of this package, so that no
other program imports names as general as these by accident. A clone has them at its top.
"""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
ROOMS: Final = HERE / "rooms" if (HERE / "rooms").is_dir() else HERE.parents[1]
OLDEST: Final = (3, 11)


def main() -> int:
    """The exit status. Ends the process itself, without waiting for threads, once everything is closed."""
    if sys.version_info < OLDEST:
        sys.exit("Biritch needs Python 3.11 or newer; this is {}.{}.".format(*sys.version_info))
    sys.path.insert(0, str(ROOMS))
    status: int = import_module("bot.host.command").main(sys.argv[1:])
    logging.shutdown()
    for out in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError):  # it is closed, or cannot be written to: that has been told
            out.flush()
    os._exit(status)


if __name__ == "__main__":
    main()

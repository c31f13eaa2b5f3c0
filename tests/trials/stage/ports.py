"""Free ports of this machine."""

from __future__ import annotations

import os
import socket
from itertools import cycle
from typing import Final

_FIRST: Final = 20_000
_OWN: Final = 150
"""Ports that a process looks among. Linux itself hands out others, from 32768 on, so that nobody who asks for
any port takes one before the test that has found it listens there."""
_PROCESSES: Final = 80
"""Processes of near numbers look in different places."""
_ports: Final = cycle(range(_OWN))


def free_port() -> int:
    """One at which nobody listens. This process is told of it again only after many others."""
    first = _FIRST + _OWN * (os.getpid() % _PROCESSES)
    while True:
        port = first + next(_ports)
        with socket.socket() as tried:
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port

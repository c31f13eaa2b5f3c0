"""The file system in memory, where there is one."""

from __future__ import annotations

import os
import shutil
from functools import cache
from pathlib import Path
from typing import Final

MEMORY: Final = Path("/dev/shm")
_ROOM: Final = 2 << 30
"""Bytes that must be free there: a run of all tests writes a tenth of that."""


@cache
def in_memory() -> bool:
    """Whether it has room for the folders of the tests, and programs may be run in it."""
    if not os.access(MEMORY, os.W_OK | os.X_OK):
        return False
    return shutil.disk_usage(MEMORY).free > _ROOM and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC

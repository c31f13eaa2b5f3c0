"""``python -m tests.host.confined UNIT PROGRAM...``: runs a program under what a unit of systemd forbids.

As far as the kernel lets everybody do that to themselves: system calls, kinds of sockets, namespaces, and
memory that may be both written and executed. It is done by libseccomp, with which systemd does it too.
"""

from __future__ import annotations

import ctypes
import errno
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from ctypes.util import find_library
from functools import cache
from pathlib import Path
from typing import Any, Final

NO_NEW_PRIVILEGES: Final = 38  # PR_SET_NO_NEW_PRIVS of prctl(2)
ALLOW: Final = 0x7FFF0000
EQUAL, GREATER, MASKED = 4, 6, 7  # of libseccomp's comparisons
WRITE_AND_EXECUTE, EXECUTE, SHARED_EXECUTE = 0x2 | 0x4, 0x4, 0o100000
NEW_NAMESPACES: Final = (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
FAMILIES: Final = {name: int(value) for name, value in vars(socket).items() if name.startswith("AF_")}


class Compared(ctypes.Structure):
    """An argument of a system call, and what it is compared with."""

    _fields_ = [
        ("place", ctypes.c_uint),
        ("how", ctypes.c_int),
        ("first", ctypes.c_uint64),
        ("second", ctypes.c_uint64),
    ]


def forbidding(number: int) -> int:
    """The action by which a call fails with this error."""
    return 0x00050000 | number


class Filter:
    """Rules that come into force together. ``otherwise`` is done with a call that none of them names."""

    def __init__(self, otherwise: int) -> None:
        self._library = library()
        self._rules = self._library.seccomp_init(otherwise)

    def add(self, action: int, call: str, *compared: Compared) -> None:
        """One that this kind of machine does not have needs no rule."""
        number = self._library.seccomp_syscall_resolve_name(call.encode())
        if number < 0:
            return
        failed = self._library.seccomp_rule_add_array(
            self._rules, action, number, len(compared), (Compared * len(compared))(*compared)
        )
        assert failed == 0, (call, failed)

    def load(self) -> None:
        failed = self._library.seccomp_load(self._rules)
        assert failed == 0, failed


@cache
def library() -> Any:
    found = find_library("seccomp")
    assert found is not None
    loaded = ctypes.CDLL(found)
    loaded.seccomp_init.restype = ctypes.c_void_p
    loaded.seccomp_init.argtypes = [ctypes.c_uint32]
    loaded.seccomp_load.argtypes = [ctypes.c_void_p]
    loaded.seccomp_rule_add_array.argtypes = [
        *(ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint),
        ctypes.POINTER(Compared),
    ]
    return loaded


def said(unit: Path, name: str) -> Iterator[str]:
    """The values of a setting of the unit, one for each of its lines."""
    for line in unit.read_text("utf-8").splitlines():
        key, equals, value = line.partition("=")
        if equals and key == name:
            yield value


@cache
def group(name: str) -> frozenset[str]:
    """The calls of one of systemd's groups."""
    told = subprocess.run(
        ["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True
    ).stdout
    names = [
        line.strip() for line in told.splitlines()[1:] if line.strip() and not line.strip().startswith("#")
    ]
    return frozenset().union(*(group(one) if one.startswith("@") else {one} for one in names))


def allowed_calls(unit: Path) -> frozenset[str]:
    allowed = group("@default")
    for line in said(unit, "SystemCallFilter"):
        listed = frozenset().union(*map(group, line.removeprefix("~").split()))
        allowed = allowed - listed if line.startswith("~") else allowed | listed
    return allowed


def confine(unit: Path) -> None:
    """From now on, for this process and whatever it becomes or starts."""
    assert list(said(unit, "NoNewPrivileges")) == ["yes"]
    assert ctypes.CDLL(None).prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0
    filters = []
    if list(said(unit, "MemoryDenyWriteExecute")) == ["yes"]:
        filters.append(memory := Filter(ALLOW))
        refuse = forbidding(errno.EPERM)
        memory.add(refuse, "mmap", Compared(2, MASKED, WRITE_AND_EXECUTE, WRITE_AND_EXECUTE))
        memory.add(refuse, "mprotect", Compared(2, MASKED, EXECUTE, EXECUTE))
        memory.add(refuse, "pkey_mprotect", Compared(2, MASKED, EXECUTE, EXECUTE))
        memory.add(refuse, "shmat", Compared(2, MASKED, SHARED_EXECUTE, SHARED_EXECUTE))
    if list(said(unit, "RestrictNamespaces")) == ["yes"]:
        filters.append(spaces := Filter(ALLOW))
        spaces.add(forbidding(errno.EPERM), "unshare")
        spaces.add(forbidding(errno.EPERM), "setns")
        spaces.add(forbidding(errno.ENOSYS), "clone3")  # its flags cannot be looked at
        for flag in NEW_NAMESPACES:
            spaces.add(forbidding(errno.EPERM), "clone", Compared(0, MASKED, flag, flag))
    for line in said(unit, "RestrictAddressFamilies"):
        filters.append(sockets := Filter(ALLOW))
        kept = {FAMILIES[name] for name in line.split()}
        refuse = forbidding(errno.EAFNOSUPPORT)
        sockets.add(refuse, "socket", Compared(0, GREATER, max(kept), 0))
        for family in set(range(max(kept))) - kept:
            sockets.add(refuse, "socket", Compared(0, EQUAL, family, 0))
    if allowed := allowed_calls(unit):
        filters.append(calls := Filter(forbidding(errno.EPERM)))
        for call in allowed:
            calls.add(ALLOW, call)
    for one in filters:
        one.load()


if __name__ == "__main__":
    confine(Path(sys.argv[1]))
    os.execv(sys.argv[2], sys.argv[2:])

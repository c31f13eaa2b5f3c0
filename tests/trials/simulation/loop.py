"""The loop on which a whole world runs: its turns are drawn, its processes die as if switched off.

What ``simloop`` lacks for that: a dead process runs nothing more, not even what it would do when it is
cancelled; the record of a run is a digest and its last lines, since a rubber has many turns; and the clock is
that of ``tests.trials.simulation.clock``.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from hashlib import blake2b
from random import Random
from typing import Any, Final

from simloop import SimLoop
from simloop._net import DRIVER, SimNetwork, _current_host, _Packet

from tests.trials.simulation.clock import CLOCK

LAST: Final = 40
"""Turns that a failure tells of."""


class Record:
    """The digest of everything that has happened, and the last of it."""

    def __init__(self) -> None:
        self.digest = blake2b(digest_size=16)
        self.last: deque[str] = deque(maxlen=LAST)

    def record(self, kind: str, when: float, seq: int, label: str, host: str = "") -> None:
        """Called by the loop and the network for each thing that they do."""
        if kind == "run":
            line = f"{when:.6f} {host} {label}"
            self.last.append(line)
            self.digest.update(line.encode())


class Network(SimNetwork):
    """The bytes on the wire are part of the record."""

    record: Record

    def _transmit(self, packet: _Packet) -> None:
        self.record.digest.update(packet.payload)
        super()._transmit(packet)

    def kill(self, name: str) -> None:
        """The process behind this name is gone: its peers are told by a reset, as its system does it."""
        for key in [key for key in self._streams if key[1] == name]:
            stream = self._streams.pop(key)
            stream._send("rst")
            stream._closed = stream._closing = True
        for conn in [conn for conn, one in self._pending.items() if one.local[0] == name]:
            del self._pending[conn]


class Loop(SimLoop):
    """A world's loop. With ``in_order`` everybody has their turn in the order in which they asked for it."""

    def __init__(self, seed: int, *, in_order: bool = False) -> None:
        super().__init__(seed)
        self.dead: set[str] = set()
        self._frozen: dict[str, list[Any]] = {}
        """What the processes that stand still would do, in the order in which it has come."""
        self.turns = 0
        self.met: Counter[str] = Counter()
        """What has been met on the way, for the report."""
        self.record = Record()
        self.faults: list[str] = []
        self._drawn = Random(f"turns {seed}").random
        self._in_order = in_order
        self._recorder = self.record  # type: ignore[assignment]  # with the one method that is called
        self._net = Network(self)
        self._net.record = self.record
        self.set_exception_handler(_noted)

    @property
    def net(self) -> Network:
        assert isinstance(self._net, Network)
        return self._net

    def kill(self, name: str) -> None:
        """Nothing of this process runs again."""
        self.dead.add(name)
        self.net.kill(name)

    def freeze(self, name: str) -> None:
        """This process stands still, as when its machine sleeps. Time passes for it."""
        self._frozen.setdefault(name, [])

    def thaw(self, name: str) -> None:
        """It goes on where it stood."""
        self._ready += self._frozen.pop(name, [])

    def thaw_all(self) -> None:
        for name in list(self._frozen):
            self.thaw(name)

    def run_until_complete(self, future: Any) -> Any:
        """As the library's, but that nothing is collected afterwards: what dead processes would do when they
        are thrown away must not be done."""
        task = asyncio.ensure_future(future, loop=self)
        task.add_done_callback(self._stop_when_done)
        self.run_forever()
        return task.result()

    def _step(self) -> None:
        ready = self._ready
        if not ready:
            self._advance_clock()
            CLOCK.now = self._now
        several = len(ready) > 1 and not self._in_order
        entry = ready.pop(int(self._drawn() * len(ready)) if several else 0)
        seq, label, handle, _ = entry
        if handle.cancelled():
            return
        host = handle.get_context().get(_current_host, DRIVER)
        if host in self.dead:
            return
        if host in self._frozen:
            self._frozen[host].append(entry)
            return
        self.turns += 1
        self.record.record("run", self._now, seq, label, host)
        handle._run()


def _noted(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    assert isinstance(loop, Loop)
    error = context.get("exception")
    if error is not None and not isinstance(error, asyncio.CancelledError):
        loop.faults.append(f"{context.get('message')}: {error!r}")


def on(loop: Loop, name: str, make: Callable[[], Any]) -> asyncio.Task[Any]:
    """Run this in the process of that name."""
    return loop.net.host(name).create_task(make())

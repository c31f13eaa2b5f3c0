"""Faults to plant that only several processes show, on a server with a replica; see ``simulation.planted``.

Each is under what it does: a place of the source, and what stands there instead.
"""

from __future__ import annotations

from typing import Final

FAULTS: Final[dict[str, tuple[str, str]]] = {
    "what is found in the database is told of before the replica has it": (
        "        while self._raw is not None:\n            self._unwaited = False\n",
        "        while True:\n            return\n",
    ),
    "a commit whose wait for the replica was cancelled is told of": (
        "        if self._unwaited or not changed:\n",
        "        if not changed:\n",
    ),
    "a commit of which nothing is known counts as undone, and is not tried again": (
        '                until = float("inf")\n',
        "                raise fault from None\n",
    ),
    "a lease is believed in long after its end": (
        "            self._cluster.until = sent + self._lasts * (1 - MARGIN)\n",
        "            self._cluster.until = sent + self._lasts * 10\n",
    ),
    "a process writes without asking whether it holds the lease": (
        "        return stream_id in self.held and _now() < self.until\n",
        "        return True\n",
    ),
    "what other processes do is not heard of": (
        "                await service.heard(await self._peers.standings(loaded))\n",
        "                await self._peers.standings(loaded)\n",
    ),
    "a dead process keeps its leases": (
        "                db.execute(BURY)\n",
        "                pass\n",
    ),
    "what others have put on screen is not known after a lease has come back": (
        "  # an alert that another process has put there has no version\n"
        "                    await self._reload(opened)\n",
        "\n                    opened.reread = True\n",
    ),
}

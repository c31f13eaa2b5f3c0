"""Measures how long answers to people take, and counts the calls that passed a limit."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Final

import aiohttp

from bot.measures import Measures
from bot.recent import Recent

ANSWER: Final = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
REMEMBERED: Final = 1000
"""Interactions whose answers are waited for; one that is never answered is forgotten in its turn."""
TOO_MANY: Final = 429


class Answers:
    """When interactions came, until they are answered."""

    def __init__(self, measures: Measures) -> None:
        self._measures = measures
        self._came: Recent[int, float] = Recent(REMEMBERED)

    def came(self, interaction: int) -> None:
        self._came[interaction] = asyncio.get_running_loop().time()

    def called(self, kind: str, path: str, status: int) -> None:
        """A call to this path, of this kind, got an answer."""
        if status == TOO_MANY:
            self._measures.limited[kind] += 1
        elif (found := ANSWER.search(path)) is not None:
            came = self._came.pop(int(found[1]), None)
            if came is not None:
                self._measures.answers.took(asyncio.get_running_loop().time() - came)

    def watch(
        self, trace: aiohttp.TraceConfig, shut_out: Callable[[Mapping[str, str]], None]
    ) -> aiohttp.TraceConfig:
        """Has this trace of the library's own requests tell of their ends. ``shut_out`` is given the headers
        of a refusal that comes from what stands before Discord."""

        async def ended(
            _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams
        ) -> None:
            self.called("library", end.url.path, end.response.status)
            if end.response.status == TOO_MANY and end.response.content_type != "application/json":
                shut_out(end.response.headers)

        trace.on_request_end.append(ended)
        return trace

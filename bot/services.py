"""What the doors in ``cogs`` are given: the services that the composition root has put together."""

from __future__ import annotations

from dataclasses import dataclass

from bot.ports.storage import Rankings
from bot.screen_sync.drawing import Drawing
from bot.screen_sync.posting import Posting
from bot.tables.hints import Hints
from bot.tables.service import Tables


@dataclass(frozen=True, slots=True)
class Services:
    tables: Tables
    posting: Posting
    drawing: Drawing
    rankings: Rankings
    hints: Hints

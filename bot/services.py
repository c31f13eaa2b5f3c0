"""What the doors in ``cogs`` are given: the services that the composition root has put together."""

from __future__ import annotations

from dataclasses import dataclass

from bot.hints import Hints
from bot.ledger import Rankings
from bot.posting import Posting
from bot.showing import Showing
from bot.tables import Tables


@dataclass(frozen=True, slots=True)
class Services:
    tables: Tables
    posting: Posting
    showing: Showing
    rankings: Rankings
    hints: Hints

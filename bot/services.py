"""All the services that the doors in ``cogs`` are given. ``bot.app`` puts them together."""

from __future__ import annotations

from bot.adjourning import Adjourning
from bot.evenings.service import Evenings
from bot.evenings.steward import Steward
from bot.fair_queue import Asked
from bot.learning import Learning
from bot.messages.drawing import Drawing
from bot.messages.posting import Posting
from bot.preferences import Preferences
from bot.privacy import Privacy
from bot.readers import Readers
from bot.sheets.service import ScoreSheets
from bot.tables.alone import PlayedAlone
from bot.tables.contests import Contests
from bot.tables.past_deals import Analyses, FinishedDeals
from bot.tables.robots import Hints
from bot.tables.service import Tables
from ports.storage import OptionSets, Rankings, Troubles
from rules.frozen import frozen


@frozen
class Services:
    tables: Tables
    sheets: ScoreSheets
    evenings: Evenings
    steward: Steward
    posting: Posting
    drawing: Drawing
    rankings: Rankings
    sets: OptionSets
    preferences: Preferences
    readers: Readers
    alone: PlayedAlone
    contests: Contests
    learning: Learning
    hints: Hints
    analyses: Analyses
    asked: Asked
    finished: FinishedDeals
    adjourning: Adjourning
    privacy: Privacy
    troubles: Troubles

"""The sentence for every refusal, whichever part of the bot refused."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import discord

from bot import errors
from bot.screen_sync.messenger import NoPlace, TokenDead
from rules.errors import Refusal, RulesError
from rules.evening.errors import EveningError
from rules.sheet.errors import SheetError
from screens.words import alerts as alert_words
from screens.words import choices as choice_words
from screens.words import discord_refusals as discord_words
from screens.words import evenings as evening_words
from screens.words import refusals as words
from screens.words import scorebook as sheet_words
from screens.words.gamebook import words_of
from screens.words.languages import Sentence
from screens.words.speech import ON_PAPER, Speech

SENTENCES: Final[Mapping[type[Refusal], Sentence]] = MappingProxyType(
    {
        errors.AppError: words.CANNOT_BE_DONE,
        errors.NoSuchTable: words.NO_SUCH_TABLE,
        errors.YoursIsAdjourned: words.YOURS_IS_ADJOURNED,
        errors.PointPassed: words.POINT_PASSED,
        errors.DoubleTap: words.DOUBLE_TAP,
        errors.TooLate: words.TOO_LATE,
        errors.Restarting: words.RESTARTING,
        errors.CommandChanged: words.COMMAND_CHANGED,
        errors.MomentPassed: words.MOMENT_PASSED,
        errors.CardsComeLater: words.CARDS_COME_LATER,
        errors.CardPlayed: words.CARD_PLAYED,
        errors.AbsentAreWaitedFor: alert_words.ABSENT_ARE_WAITED_FOR,
        errors.UnknownPress: words.UNKNOWN_PRESS,
        errors.NoTableOfYours: words.NO_TABLE_OF_YOURS,
        errors.OnlyInServers: words.ONLY_IN_SERVERS,
        errors.DealNotOver: words.DEAL_NOT_OVER,
        errors.DealGoesOn: words.DEAL_GOES_ON,
        errors.NoDealYet: words.NO_DEAL_YET,
        errors.NoSuchDeal: words.NO_SUCH_DEAL,
        errors.HintsAreOff: words.HINTS_ARE_OFF,
        errors.TableHere: words.TABLE_HERE,
        errors.SetAside: words.SET_ASIDE,
        errors.NoSuchEvening: evening_words.NO_EVENING,
        errors.EveningHere: evening_words.EVENING_HERE,
        errors.NoSuchSheet: sheet_words.NO_SHEET,
        errors.YourSheetIsAdjourned: sheet_words.YOURS_IS_ADJOURNED,
        errors.SheetHere: sheet_words.SHEET_HERE,
        errors.PageTurned: sheet_words.PAGE_TURNED,
        errors.NoName: sheet_words.NO_NAME,
        errors.NotPicked: sheet_words.NOT_PICKED,
        errors.NotAnAdministrator: choice_words.NOT_AN_ADMINISTRATOR,
        errors.NotTheHost: choice_words.NOT_THE_HOST,
        errors.RobotsForbidden: choice_words.ROBOTS_FORBIDDEN,
        errors.HintsForbidden: choice_words.HINTS_FORBIDDEN,
        errors.NoThreadsHere: discord_words.NO_THREADS_HERE,
        errors.NoSuchSet: choice_words.NO_SUCH_SET,
        errors.SetExists: choice_words.SET_EXISTS,
        errors.TooManySets: choice_words.TOO_MANY_SETS,
        errors.BadSetName: choice_words.BAD_SET_NAME,
        errors.SameName: sheet_words.SAME_NAME,
        errors.NotAPlayer: sheet_words.NOT_A_PLAYER,
    }
)


DEAD: Final = frozenset({10015, 10062, 50027})
"""Discord's codes for an interaction that can be answered no longer."""


def is_dead(fault: Exception) -> bool:
    """Whether an interaction can be answered no longer, whatever is tried."""
    return isinstance(fault, TokenDead) or (isinstance(fault, discord.HTTPException) and fault.code in DEAD)


def unanswered(fault: Exception) -> str:
    """The sentence for somebody whose answer Discord refused, after it had been deferred."""
    match fault:
        case discord.HTTPException(status=status, code=code):
            return discord_words.unanswered(status, code)
        case NoPlace(code=code):
            return discord_words.unanswered(0, code)
    return discord_words.unanswered(0, 0)


def worded(refusal: Refusal, speech: Speech) -> str:
    """One sentence for the person who was refused, in the speech of the table that refused it. It repeats
    nothing that a user typed."""
    match refusal:
        case RulesError():
            return words.refused(speech, refusal)
        case SheetError():
            return sheet_words.refused(ON_PAPER, refusal)
        case EveningError():
            return evening_words.refused(refusal)
        case errors.NoThread(status=status, code=code):
            return discord_words.no_thread(status, code)
        case errors.NotAllowed(permissions=permissions, channel=channel):
            return words.not_allowed(permissions, f"<#{channel}>" if channel is not None else "")
        case errors.NoSuchChannel(channel=channel):
            return evening_words.no_such_channel(f"<#{channel}>")
        case errors.NotInThisChannel(channels=channels):
            return choice_words.not_in_this_channel([f"<#{one}>" for one in channels])
        case errors.YoursIsElsewhere(channels=channels):
            return words.yours_elsewhere(channels)
        case errors.DealDamaged(deal=deal):
            return words.deal_damaged(deal)
        case errors.SeveralTables(channels=channels):
            return words.several_tables(channels)
        case errors.TooManyOpen(kind=kind, limit=limit, by_one=by_one):
            return words.too_many_open(kind, limit, by_one=by_one)
        case errors.SetOfOtherGame(game=game):
            return choice_words.set_of_other_game(words_of(game).name)
        case errors.TooSoon(seconds=seconds):
            return words.too_soon(seconds)
    return next(SENTENCES[kind] for kind in type(refusal).__mro__ if kind in SENTENCES)()

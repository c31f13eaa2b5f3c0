"""Every refusal as one sentence for the person who was refused."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final

import discord

from bot import errors
from bot.discord_api.faults import Unsent
from rules.errors import Refusal, RulesError, Unreadable
from rules.evening.errors import EveningError
from rules.record.boards import BadDeals
from rules.sheet.errors import SheetError
from screens import brought, chairs, choices, host_messages, leaderboard, reference
from screens.words import challenges
from screens.words import discord_refusals as discord_words
from screens.words import evenings as evening_words
from screens.words import page as page_words
from screens.words import refusals as words
from screens.words import scorebook as sheet_words
from screens.words.games.all_games import words_of
from screens.words.languages import Sentence
from screens.words.names import ON_PAPER, Speech

SENTENCES: Final[Mapping[type[Exception] | Enum, Sentence]] = MappingProxyType(
    {
        errors.AppError: words.CANNOT_BE_DONE,
        errors.NoSuchTable: words.NO_SUCH_TABLE,
        errors.YoursIsAdjourned: words.YOURS_IS_ADJOURNED,
        errors.PointPassed: words.DEAL_PASSED,
        errors.AppWhy.DOUBLE_TAP: words.DOUBLE_TAP,
        errors.AppWhy.TOO_LATE: words.TOO_LATE,
        errors.AppWhy.RESTARTING: words.RESTARTING,
        errors.AppWhy.COMMAND_CHANGED: words.COMMAND_CHANGED,
        errors.MomentPassed: words.MOMENT_PASSED,
        errors.HasBegun: words.HAS_BEGUN,
        errors.CardsComeLater: words.CARDS_COME_LATER,
        errors.CardPlayed: words.CARD_PLAYED,
        errors.AppWhy.ABSENT_ARE_WAITED_FOR: chairs.ABSENT_ARE_WAITED_FOR,
        errors.UnknownPress: words.UNKNOWN_PRESS,
        errors.AppWhy.NO_TABLE_OF_YOURS: words.NO_TABLE_OF_YOURS,
        errors.AppWhy.DAY_WAITS: words.DAY_WAITS,
        errors.AppWhy.CHALLENGE_WAITS: words.CHALLENGE_WAITS,
        errors.AppWhy.NO_GAME_ALONE: words.NO_GAME_ALONE,
        errors.AppWhy.ONLY_IN_SERVERS: words.ONLY_IN_SERVERS,
        errors.AppWhy.NO_MEMBER_HERE: words.NO_MEMBER_HERE,
        errors.AppWhy.STANDS_ELSEWHERE: words.STANDS_ELSEWHERE,
        errors.AppWhy.DEAL_NOT_OVER: words.DEAL_NOT_OVER,
        errors.AppWhy.DEAL_GOES_ON: words.DEAL_GOES_ON,
        errors.AppWhy.NO_DEAL_YET: words.NO_DEAL_YET,
        errors.AppWhy.PLAY_FIRST: words.PLAY_FIRST,
        errors.AppWhy.STILL_TO_PLAY: words.STILL_TO_PLAY,
        errors.AppWhy.NO_SUCH_DAY: words.NO_SUCH_DAY,
        errors.AppWhy.DAY_NOT_PLAYED: words.DAY_NOT_PLAYED,
        errors.AppWhy.NOT_PLAYED: words.NOT_PLAYED,
        errors.AppWhy.NOT_ACQUAINTED: words.NOT_ACQUAINTED,
        errors.AppWhy.PLAYED_BEFORE: words.PLAYED_BEFORE,
        errors.AppWhy.CONTEST_DAMAGED: words.CONTEST_DAMAGED,
        errors.AppWhy.PLAY_DAMAGED: words.PLAY_DAMAGED,
        errors.AppWhy.SHARED_ALREADY: words.SHARED_ALREADY,
        errors.AppWhy.NO_CHALLENGE: challenges.NO_CHALLENGE,
        errors.AppWhy.NOT_CHALLENGED: challenges.NOT_CHALLENGED,
        errors.AppWhy.CHALLENGE_CLOSED: challenges.CHALLENGE_CLOSED,
        errors.AppWhy.CHALLENGE_OVER: challenges.CHALLENGE_OVER,
        errors.AppWhy.CHALLENGE_GOES_ON: challenges.CHALLENGE_GOES_ON,
        errors.AppWhy.NOTHING_COMPARED: challenges.NOTHING_COMPARED,
        errors.AppWhy.CARD_STANDS: challenges.CARD_STANDS,
        errors.AppWhy.ALL_PLAYED: challenges.ALL_PLAYED,
        errors.AppWhy.BEGUN_BEFORE: challenges.BEGUN_BEFORE,
        errors.AppWhy.MOST_CHALLENGES: challenges.MOST_CHALLENGES,
        errors.AppWhy.MOST_INVITATIONS: challenges.MOST_INVITATIONS,
        errors.AppWhy.CHALLENGED_BEFORE: challenges.CHALLENGED_BEFORE,
        errors.AppWhy.TAKES_NO_CHALLENGES: challenges.TAKES_NO_CHALLENGES,
        errors.AppWhy.NO_OPPONENT: challenges.NO_OPPONENT,
        errors.AppWhy.NOT_SEEN_HERE: challenges.NOT_SEEN_HERE,
        errors.AppWhy.ASKED_ENOUGH: words.ASKED_ENOUGH,
        errors.AppWhy.ONE_MORE_OPEN: words.ONE_MORE_OPEN,
        errors.AppWhy.NO_SUCH_DEAL: words.NO_SUCH_DEAL,
        errors.AppWhy.HINTS_ARE_OFF: words.HINTS_ARE_OFF,
        errors.AppWhy.NO_HINTS_COMPARED: words.NO_HINTS_COMPARED,
        errors.TableHere: words.TABLE_HERE,
        errors.SetAside: words.SET_ASIDE,
        errors.AppWhy.PARTNER_CANNOT_PLAY: evening_words.PARTNER_CANNOT_PLAY,
        errors.AppWhy.BOT_AT_EVENING: evening_words.BOT_AT_EVENING,
        errors.NoSuchEvening: evening_words.NO_EVENING,
        errors.EveningHere: evening_words.EVENING_HERE,
        errors.NoSuchSheet: sheet_words.NO_SHEET,
        errors.YourSheetIsAdjourned: sheet_words.YOURS_IS_ADJOURNED,
        errors.SheetHere: sheet_words.SHEET_HERE,
        errors.PageTurned: sheet_words.PAGE_TURNED,
        errors.AppWhy.NO_NAME: sheet_words.NO_NAME,
        errors.AppWhy.NOT_PICKED: sheet_words.NOT_PICKED,
        errors.AppWhy.NOT_AN_ADMINISTRATOR: choices.NOT_AN_ADMINISTRATOR,
        errors.AppWhy.NOT_THE_HOST: choices.NOT_THE_HOST,
        errors.AppWhy.HOST_UNKNOWN: host_messages.HOST_UNKNOWN,
        errors.AppWhy.PERSON_BLOCKED: host_messages.PERSON_BLOCKED,
        errors.AppWhy.SERVER_BLOCKED: host_messages.SERVER_BLOCKED,
        errors.AppWhy.ROBOTS_FORBIDDEN: choices.ROBOTS_FORBIDDEN,
        errors.AppWhy.HINTS_FORBIDDEN: choices.HINTS_FORBIDDEN,
        errors.AppWhy.NO_THREADS_HERE: discord_words.NO_THREADS_HERE,
        errors.AppWhy.NO_SUCH_SEASON: leaderboard.NO_SUCH_SEASON,
        errors.AppWhy.NO_OPTION_NAMED: choices.NO_OPTION_NAMED,
        errors.AppWhy.NO_SUCH_SET: choices.NO_SUCH_SET,
        errors.AppWhy.NO_SUCH_WORD: reference.NO_SUCH_WORD,
        errors.AppWhy.SET_EXISTS: choices.SET_EXISTS,
        errors.AppWhy.TOO_MANY_SETS: choices.TOO_MANY_SETS,
        errors.AppWhy.BAD_SET_NAME: choices.BAD_SET_NAME,
        errors.AppWhy.NO_PAGE: page_words.NO_PAGE,
        errors.AppWhy.BRINGER_FORGOTTEN: brought.BRINGER_FORGOTTEN,
        errors.AppWhy.HANDS_MAY_BE_KNOWN: evening_words.HANDS_MAY_BE_KNOWN,
        errors.AppWhy.NOT_A_FILE_OF_DEALS: brought.NOT_A_FILE_OF_DEALS,
        errors.AppWhy.FILE_TOO_LARGE: brought.FILE_TOO_LARGE,
        errors.AppWhy.FILE_NOT_THERE: brought.FILE_NOT_THERE,
        errors.AppWhy.SAME_NAME: sheet_words.SAME_NAME,
        errors.NotAPlayer: sheet_words.NOT_A_PLAYER,
    }
)


def worded(refusal: Refusal, speech: Speech) -> str:
    """One sentence for the person who was refused, in the speech of the table that refused it. It repeats
    nothing that a user typed."""
    match refusal:
        case RulesError():
            return words.rules_refusal(speech, refusal)
        case SheetError():
            return sheet_words.sheet_refusal(ON_PAPER, refusal)
        case EveningError():
            return evening_words.evening_refusal(refusal)
        case BadDeals():
            return brought.flaw_sentence(refusal)
        case errors.NoThread(status=status, code=code):
            return discord_words.no_thread(status, code)
        case errors.NotAllowed(permissions=permissions, channel=channel):
            return words.not_allowed(permissions, f"<#{channel}>" if channel is not None else "")
        case errors.NoSuchChannel(channel=channel):
            return evening_words.NO_SUCH_CHANNEL(channel=f"<#{channel}>")
        case errors.NotInThisChannel(channels=channels):
            return choices.NOT_IN_THIS_CHANNEL(channels=", ".join(f"<#{one}>" for one in channels))
        case errors.SomebodyLeft(users=users, chairs=chairs):
            return words.somebody_left(users, chairs)
        case errors.YoursIsElsewhere(channels=channels):
            return words.yours_elsewhere(channels)
        case errors.DealDamaged(deal=deal):
            return words.DEAL_DAMAGED(deal=deal)
        case errors.SeveralTables(channels=channels):
            return words.several_tables(channels)
        case errors.TooManyOpen(kind=kind, limit=limit, by_one=by_one):
            return words.too_many_open(kind, limit, by_one=by_one)
        case errors.SetOfOtherGame(game=game):
            return choices.SET_OF_OTHER_GAME(game=words_of(game).name)
        case errors.ActRefused(why=why, instead=instead):
            unknown = type(why) is Unreadable
            return words.act_refused(words.NO_SUCH_ACT() if unknown else worded(why, speech), instead)
        case errors.TooSoon(seconds=seconds):
            return words.TOO_SOON(seconds)
    return next(SENTENCES[fact] for fact in (refusal.fact, *type(refusal).__mro__) if fact in SENTENCES)()


def answer_refused(fault: Exception) -> str:
    """The sentence for somebody whose answer Discord refused."""
    match fault:
        case Unsent(status=status, code=code) | discord.HTTPException(status=status, code=code):
            return discord_words.not_taken(status, code)
    return discord_words.not_taken(0, 0)

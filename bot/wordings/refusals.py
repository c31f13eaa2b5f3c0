"""One sentence for everything that is refused, in the manner of the table. English.

Nothing that a user typed is ever repeated here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot import errors as ours
from bot.settings import BadSetting
from bot.wordings.names import all_of, card, either_of, one_of, seat
from bot.wordings.numbers import spelt
from bot.wordings.options import label
from rules import errors
from storage import errors as stored
from storage.errors import StorageError

SENTENCES: Final[Mapping[type[Exception], str]] = MappingProxyType(
    {
        errors.RulesError: "The rules do not allow that.",
        errors.Unreadable: "That is no card, call or game that I know.",
        errors.DummyMayNotAct: "You are dummy: your partner plays your cards.",
        errors.CallNotOpen: "That call is not open now.",
        errors.MustDeclare: "The dealer passed, so you must declare.",
        errors.AlreadyContent: "You have said that you are content.",
        errors.DoublingLimitReached: "This table's limit allows no further doubling.",
        errors.NothingIsPlayed: "No cards are being played just now.",
        errors.NothingToCall: "There is nothing to declare or double just now.",
        errors.ClaimIsOpen: "A claim lies on the table: it must be answered first.",
        errors.NoClaim: "There is no claim to answer.",
        errors.NotYoursToAnswer: "That claim is not yours to answer any more.",
        errors.TooEarlyToClaim: "You may claim once the first card has been led.",
        errors.ClaimsAreOff: "This table plays without claims.",
        errors.TableIsFull: "All the chairs are taken.",
        errors.AlreadySeated: "You sit at this table already.",
        errors.NotSeated: "You do not sit at this table.",
        errors.RubberUnderWay: "That must wait until the rubber is over.",
        errors.NoRubber: "No rubber is being played just now.",
        errors.NobodySeated: "Somebody must sit down before a rubber can start.",
        errors.NobodyAwaited: "The table is waiting for nobody else.",
        errors.NoRobotThere: "There is no robot to send away.",
        errors.NothingToCut: "No pack is waiting to be cut.",
        errors.CutTooThin: "A cut must leave at least four cards in each packet.",
        errors.TableIsClosed: "This table is closed.",
        errors.BadOption: "This game has no such option.",
        errors.OptionsAreFixed: "The first hand has been dealt, so the options stand as they are.",
        errors.NobodyHasDummy: "At this game nobody sits down to play Dummy's hand.",
        errors.BidTooLow: "A bid must be higher than the last.",
        errors.NothingToDouble: "There is no bid of the other side that you may double.",
        errors.MustOpen: "The dealer must open with a bid.",
        errors.NotYoursToRuff: "The stock is not yours to take.",
        errors.HonoursNotCalled: "Honours cannot be called now.",
        errors.TooLateToCallHonours: "It is too late to call honours.",
        ours.TableError: "That cannot be done at this table.",
        ours.NoSuchTable: "There is no open table here: `/table open` opens one.",
        ours.PointPassed: "That trick is over: here is where the table stands now.",
        ours.TooLate: "That reached me too late, so nothing has changed.",
        ours.MomentPassed: "That moment has passed: here is where the table stands now.",
        ours.NoTableOfYours: "You sit at no open table: join one in a channel of your server.",
        ours.DealNotOver: "The robots keep their thoughts to themselves until this deal is over.",
        ours.NoSuchDeal: "No such deal has been played to its end at this table.",
        ours.HintsAreOff: (
            "This table plays without hints. Before a rubber whoever sits here may switch them on "
            "under **Options**."
        ),
        ours.TableHere: "This channel has a table already: `/table show` brings it back into sight.",
    }
)


APOLOGY: Final = (
    "Something went wrong on my side, and it has been noted. Look at the table before you try again."
)
"""For a bug, which is logged."""

RESTARTING: Final = "I am being restarted, and have done nothing: please try again in a moment."


def worded(error: errors.RulesError | ours.TableError) -> str:
    """The sentence for a refusal."""
    match error:
        case errors.NotYourTurn(due=due) if len(due) == 1:
            return f"It is {seat(due[0])}'s turn."
        case errors.NotYourTurn(due=due) if due:
            return f"It is for {either_of(due)} to speak."
        case errors.NotYourTurn():
            return "It is not your turn."
        case errors.OtherHandDue(due=due):
            return f"The next card must come from {seat(due)}'s hand."
        case errors.CardNotHeld(card=asked):
            return f"The {card(asked)} is not in the hand that is to play."
        case errors.MustFollowSuit(led=led):
            return f"You still hold {one_of(led)}: you must follow suit."
        case errors.WrongDiscard(count=count):
            return f"Put out {_cards(count)} of your hand, no more and no fewer."
        case errors.TooFewHonours(least=least):
            return f"To call honours you must hold {_honours(least)} yourself."
        case errors.OptionsClash(key=key, other=other):
            return f"A table cannot have “{label(key)}” like that together with “{label(other)}” as it is."
        case errors.NotYoursToCut(cutter=cutter):
            return f"The cut belongs to {seat(cutter)}, the dealer's neighbour."
        case ours.NotAllowed(permissions=permissions) if permissions:
            lacking = all_of([_permission(one) for one in permissions])
            return f"I lack these permissions in this channel: {lacking}."
        case ours.NotAllowed():
            return "I lack a permission in this channel."
        case ours.SeveralTables(channels=channels) if channels:
            where = _either_of_channels(channels)
            return f"You sit at several tables: use the command in {where}."
        case ours.TooSoon(seconds=seconds):
            return (
                f"A robot may play on for whoever keeps the table waiting in {seconds} seconds, not sooner."
            )
        case ours.SeveralTables():
            return "You sit at several tables: use the command in the channel of the one you mean."
        case _:
            return next(SENTENCES[kind] for kind in type(error).__mro__ if kind in SENTENCES)


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{spelt(count)} cards"


def _honours(count: int) -> str:
    return "one of them" if count == 1 else f"{spelt(count)} of them"


def _either_of_channels(channels: tuple[int, ...]) -> str:
    mentions = [f"<#{channel}>" for channel in channels]
    return mentions[0] if len(mentions) == 1 else f"{', '.join(mentions[:-1])} or {mentions[-1]}"


def cannot_start(fault: Exception) -> str:
    """Why the bot cannot start, for its host: a setting, the database, or else Discord refuses the token."""
    match fault:
        case BadSetting(name=name, need=need):
            return f"The setting {name} must be {need}."
        case StorageError():
            return _unusable(fault)
        case _:
            return "Discord refuses the token: copy DISCORD_TOKEN anew from the developer portal."


def _unusable(fault: StorageError) -> str:
    match fault:
        case stored.DatabaseInUse(path=path):
            return f"Another process holds the database {path}: stop it first."
        case stored.CannotOpen(path=path, reason=reason):
            return f"The database {path} cannot be opened: {reason}."
        case stored.NotADatabase(path=path) | stored.ForeignDatabase(path=path):
            return f"The file {path} is no database of this bot; it has not been touched."
        case stored.NewerDatabase(path=path):
            return f"The database {path} was written by a later release of this bot; it has not been touched."
        case stored.DamagedDatabase(path=path, finding=finding):
            return f"The database {path} is damaged: {finding}."
        case _:
            return f"The database failed: {type(fault).__name__} {fault}."


def _permission(name: str) -> str:
    return name.replace("_", " ").title()

"""One sentence for everything that the rules or the application refuse. English.

Those of score sheets are in ``screens.words.scorebook``; ``cogs.refusals`` finds the sentence for a refusal.
No sentence repeats what a user typed.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules import errors, refusals
from screens.reading import Ambiguous
from screens.words.names import all_of, card, listed, one_of, suit
from screens.words.numbers import spelt
from screens.words.options import label
from screens.words.speech import Speech

SENTENCES: Final[Mapping[type[Exception], str]] = MappingProxyType(
    {
        errors.RulesError: "The rules do not allow that.",
        errors.Unreadable: "That is no card, call or game that I know.",
        refusals.DummyMayNotAct: "You are dummy: your partner plays your cards.",
        refusals.CallNotOpen: "That call is not open now.",
        refusals.MustDeclare: "The dealer passed, so you must declare.",
        refusals.AlreadyContent: "You have said that you are content.",
        refusals.DoublingLimitReached: "This table's limit allows no further doubling.",
        refusals.NothingIsPlayed: "No cards are being played just now.",
        refusals.NothingToCall: "There is nothing to declare or double just now.",
        refusals.ClaimIsOpen: "A claim lies on the table: it must be answered first.",
        refusals.NoClaim: "There is no claim to answer.",
        refusals.NotYoursToAnswer: "That claim is not yours to answer any more.",
        refusals.TooEarlyToClaim: "You may claim once the first card has been led.",
        refusals.ClaimsAreOff: "This table plays without claims.",
        refusals.NobodyRevokes: "At this table nobody can revoke: cards that break the rule are refused.",
        refusals.NothingToGather: "No complete trick lies on the table.",
        refusals.NotYoursToGather: "The side that has won the trick gathers it.",
        refusals.NothingToAsk: "There is nothing to ask your partner about this trick now.",
        refusals.NotAsked: "Nobody is waiting for your answer.",
        refusals.NothingToCorrect: "You followed suit, or your card can no longer be changed.",
        refusals.NoSuchRenounce: "That hand followed suit in that trick.",
        refusals.DummyCannotRevoke: "Dummy's cards lie open, so dummy cannot revoke.",
        refusals.MayStillCorrect: "That card may still be corrected: claim when the trick is gathered.",
        refusals.ClaimedAlready: "That has been claimed already.",
        refusals.TooLateToClaim: "It is too late to claim that.",
        refusals.NoPenaltyOpen: "There is no penalty for you to choose now.",
        refusals.NoSuchChoice: "This game has no such penalty for that revoke.",
        refusals.PenaltyComesFirst: "First choose the penalty for the revoke.",
        refusals.RevokersDecide: "The penalty wins the game: first the revokers say whether to play on.",
        refusals.NotARevoker: "Only the side that revoked says whether to play on.",
        refusals.NothingToAgree: "There is nothing for you to agree to now.",
        refusals.TableIsFull: "All the chairs are taken.",
        refusals.AlreadySeated: "You sit at this table already.",
        refusals.NotSeated: "You do not sit at this table.",
        refusals.RubberUnderWay: "That must wait until the rubber is over.",
        refusals.NoRubber: "No rubber is being played just now.",
        refusals.NobodySeated: "Somebody must sit down before a rubber can start.",
        refusals.NobodyAwaited: "The table is waiting for nobody else.",
        refusals.NoRobotThere: "There is no robot to send away.",
        refusals.NothingToCut: "No pack is waiting to be cut.",
        refusals.CutTooThin: "A cut must leave at least four cards in each packet.",
        refusals.TableIsClosed: "This table is closed.",
        refusals.TableIsAdjourned: "This table is adjourned: until it goes on, you may leave or close it.",
        refusals.TableIsNotAdjourned: "This table is not adjourned.",
        refusals.TableIsPaused: "The table is paused. Press Resume to go on.",
        refusals.TableIsNotPaused: "The table is not paused.",
        refusals.ChairIsPromised: "A chair is yours from the next deal.",
        refusals.BadOption: "This game has no such option.",
        refusals.OptionsAreFixed: "The first hand has been dealt, so the options stand as they are.",
        refusals.NobodyHasDummy: "At this game nobody sits down to play Dummy's hand.",
        refusals.BidTooLow: "A bid must be higher than the last.",
        refusals.NothingToDouble: "There is no bid of the other side that you may double.",
        refusals.MustOpen: "The dealer must open with a bid.",
        refusals.NotYoursToRuff: "The stock is not yours to take.",
        refusals.HonoursNotCalled: "Honours cannot be called now.",
        refusals.TooLateToCallHonours: "It is too late to call honours.",
    }
)


MOST_CHANNELS: Final = 10
"""At most so many channels are named: one person may sit at any number of tables, and an answer has 2,000
characters."""

MOST_READINGS: Final = 4
"""At most so many things that a text could mean are named."""

APOLOGY: Final = (
    "Something went wrong on my side, and it has been noted. Look at the table before you try again."
)
"""For a fault of our own, which is logged."""

COMMAND_CHANGED: Final = (
    "This command has changed since your Discord loaded it: restart Discord, or press Ctrl+R, and try again."
)
RESTARTING: Final = "I am being restarted, and have done nothing: please try again in a moment."


def refused(speech: Speech, error: errors.RulesError) -> str:
    """The sentence for a refusal of the rules."""
    match error:
        case Ambiguous(readings=readings) if len(readings) <= MOST_READINGS:
            return f"That could be {listed(readings, 'or')}: write it in full."
        case Ambiguous(readings=readings):
            return f"That could be any of {len(readings)}, as {listed(readings[:2], 'or')}: write it in full."
        case refusals.NotYourTurn(due=due) if len(due) == 1:
            return f"It is {speech.seat(due[0])}'s turn."
        case refusals.NotYourTurn(due=due) if due:
            return f"It is for {speech.either_of(due)} to speak."
        case refusals.NotYourTurn():
            return "It is not your turn."
        case refusals.OtherHandDue(due=due):
            return f"The next card must come from {speech.seat(due)}'s hand."
        case refusals.CardNotHeld(card=asked):
            return f"The {card(asked)} is not in the hand that is to play."
        case refusals.MustFollowSuit(led=led):
            return f"You still hold {one_of(led)}: you must follow suit."
        case refusals.NotOfThatSuit(led=led):
            return f"A correction must follow suit: choose {one_of(led)}."
        case refusals.NoneOfThatSuit(led=led):
            return f"You hold no card of {suit(led)}, so there is nothing to correct."
        case refusals.WrongDiscard(count=count):
            return f"Put out {_cards(count)} of your hand, no more and no fewer."
        case refusals.NotSoManyLeft(left=left):
            return "Only 1 trick is left." if left == 1 else f"Only {left} tricks are left."
        case refusals.TooFewHonours(least=least):
            return f"To call honours you must hold {_honours(least)} yourself."
        case refusals.OptionsClash(key=key, other=other):
            return f"A table cannot have “{label(key)}” like that together with “{label(other)}” as it is."
        case refusals.LeavingCosts(price=price):
            return leaving_costs(price)
        case refusals.NotYoursToCut(cutter=cutter):
            return f"The cut belongs to {speech.seat(cutter)}, the dealer's neighbour."
        case _:
            return next(SENTENCES[kind] for kind in type(error).__mro__ if kind in SENTENCES)


def leaving_costs(price: refusals.Price) -> str:
    """To somebody who would leave, beside the button that confirms it."""
    match price:
        case refusals.Forfeit():
            return (
                "If you leave, a robot plays on for you, and this rubber no longer counts for you on the "
                "leaderboard, even if you take your chair back."
            )
        case refusals.Ending(rubber, agreed):
            return _leaving_ends(rubber=rubber, agreed=agreed)


def _leaving_ends(*, rubber: bool, agreed: bool) -> str:
    why = "All the others would close the table" if agreed else "Nobody else sits at this table"
    if not rubber:
        return f"{why}, so it closes if you leave."
    value = "" if agreed else " and is worth nothing"
    return f"{why}: if you leave, it closes, and the rubber stays unfinished{value}."


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{spelt(count)} cards"


def _honours(count: int) -> str:
    return "one of them" if count == 1 else f"{spelt(count)} of them"


def _permission(name: str) -> str:
    return name.replace("_", " ").title()


# What the application refuses

CANNOT_BE_DONE: Final = "That cannot be done at this table."
NO_SUCH_TABLE: Final = "There is no open table here: `/table open` opens one."
POINT_PASSED: Final = "That trick is over: here is where the table stands now."
DOUBLE_TAP: Final = "That press came so soon after the last that I took the two for one."
TOO_LATE: Final = "That reached me too late, so nothing has changed."
CARDS_COME_LATER: Final = "Cards are played after the calls: here is where the table stands now."
CARD_PLAYED: Final = "That card has been played: here is where the table stands now."
UNKNOWN_PRESS: Final = "I know no such button: here is where the table stands now."
MOMENT_PASSED: Final = "That moment has passed: here is where the table stands now."
NO_TABLE_OF_YOURS: Final = "You sit at no open table: join one in a channel of your server."
ONLY_IN_SERVERS: Final = "That needs a channel of a server: use the command there."
DEAL_NOT_OVER: Final = "The robots keep their thoughts to themselves until this deal is over."
DEAL_GOES_ON: Final = "That deal is still being played. Ask again when it is over."
NO_DEAL_YET: Final = "No deal of this table is over yet."
NO_SUCH_DEAL: Final = "No such deal has been played to its end at this table."
HINTS_ARE_OFF: Final = (
    "This table plays without hints. Before a rubber whoever sits here may switch them on under **Options**."
)
SET_ASIDE: Final = (
    "The record of this game is damaged, so it has been set aside: nothing of it is deleted, and the host of "
    "this bot finds it named in the log."
)
TABLE_HERE: Final = "This channel has a table already: `/table show` brings it back into sight."


def not_allowed(permissions: tuple[str, ...]) -> str:
    """``permissions`` as Discord names them in code: ``send_messages``."""
    if not permissions:
        return "I lack a permission in this channel."
    return f"I lack these permissions in this channel: {all_of([_permission(one) for one in permissions])}."


def several_tables(channels: tuple[int, ...]) -> str:
    """``channels`` are the ids of the channels of the asker's tables."""
    if not channels:
        return "You sit at several tables: use the command in the channel of the one you mean."
    named = [f"<#{channel}>" for channel in channels[:MOST_CHANNELS]]
    more = len(channels) - len(named)
    where = listed((*named, f"one of {more} more") if more else named, "or")
    return f"You sit at several tables: use the command in {where}."


def too_many_open(kind: str, limit: int, *, by_one: bool) -> str:
    """``kind`` is ``table`` or ``sheet``; ``by_one``: one person has opened them, else they stand in one
    server."""
    one = {"table": "table", "sheet": "score sheet"}[kind]
    some = one if limit == 1 else f"{one}s"
    if by_one:
        return f"You have opened {limit} {some} already, and I keep no more for one person: close one first."
    return f"This server has {limit} open {some} already, and I keep no more for one server: close one first."


def too_soon(seconds: int) -> str:
    return f"A robot may play on for whoever keeps the table waiting in {seconds} seconds, not sooner."

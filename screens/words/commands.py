"""What Discord shows beside each slash command and option, and the short answers to commands. English."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.calls import Content, Declare, Double, Pass, Play
from rules.cards import Card
from rules.table.requests import AnswerClaim, CutPack, Request
from screens.words import alerts as alert_words
from screens.words.calls import CALL_TEXTS
from screens.words.gamebook import words_of
from screens.words.names import card, declared
from screens.words.revokes import COMMANDS as REVOKE_COMMANDS
from screens.words.scorebook import SCORE_COMMANDS

COMMAND_TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "table": "The table in this channel",
        "table open": "Open a table in this channel",
        "table save": "Keep the options of this table under a name, for further tables",
        "table show": "Bring the table's message to the bottom of this channel",
        "table close": "Close the table, if all who sit agree",
        "table join": "Take a chair; in a rubber, one that a robot has",
        "table back": "Take your own chair back from a robot",
        "table pause": "Pause the table: nobody is waited for until somebody resumes it",
        "table resume": "Go on after a pause",
        "table leave": "Leave the table; a robot plays on for you",
        "table robot": "Seat a robot; in a rubber, for somebody who keeps the table waiting",
        "table unrobot": "Send the robot that came last away",
        "table start": "Start a rubber: robots fill the empty chairs",
        "table score": "The score of the rubber and of the last deal",
        "table options": "What this table may arrange, and how it stands",
        "table option": "Arrange one of the options, before the first hand is dealt",
        "table strength": "How well the robots play, from the next rubber on",
        "table dummy": "Have Dummy in the next rubber, at a game for three or two",
        "hand": "Your hand, for your eyes only",
        "last": "The last trick",
        "declare": "Declare trumps, or no trumps (biritch)",
        "pass": "Pass; as dealer, leave the declaration to your partner; let the stock lie",
        "contre": "Double the value of every trick",
        "surcontre": "Double once more what the other side has doubled",
        "content": "Let the value of the tricks stand",
        "play": "Play a card",
        "claim": "Claim tricks that are left, or concede them; you are asked once more",
        "agree": "Grant the claim that lies on the table",
        "refuse": "Refuse the claim, and play on",
        "cut": "Cut the pack, if you sit at the dealer's right",
        "analyse": "What a finished deal could have made, and the card that cost most",
        "why": "What the robots thought in a deal that is over",
        "replay": "Step through a finished deal, trick by trick, with open hands",
        "picture": "The hands of a finished deal and the score sheet of its rubber, as pictures",
        "record": "A finished deal, or the whole rubber, as text, JSON and PBN",
        "verify": "Check that a finished deal was dealt as it was sealed",
        "hint": "What a robot would do in your place, at a table with hints",
        "leaderboard": "Who has won most in this server",
        "me": "Your own settings: alerts, cards, taps, language",
        "settings": "The settings of this server, for those who may manage it",
        "stats": "What somebody has done in this server: points over time, declarations, partners",
        "help": "How to play here, in a minute",
        "rules": "The rules of a game",
        **REVOKE_COMMANDS,
        **CALL_TEXTS,
        **SCORE_COMMANDS,
    }
)
"""The description of every command, with those of the calls and of the score sheets."""

OPTION_TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "game": "Which game",
        "about": "The game, or how the robots bid and play at it",
        "name": "Which option",
        "value": "How it is to be",
        "strength": "How the robots are to play",
        "trumps": "A suit, or no trumps (biritch)",
        "card": "Rank and suit: QH is the queen of hearts, 10S the ten of spades",
        "at": "How many cards to lift, from 4 to 48",
        "tricks": "How many of the tricks that are left you claim; 0 concedes them",
        "recorded": "One deal, or all of its rubber",
        "person": "Whose statistics; yours if nobody is named",
        "set": "A set of options that this server keeps",
        "save": "A name for the set",
        "board": "Persons, partners, their rating, or those who play alone against robots",
        "period": "All time, this year or this month (UTC); all time if none is named",
        "analysed": "Which deal, by its number; if none is named, the last",
    }
)

_CHAIRS: Final = {
    "leave": "You have left the table.",
    "robot": "A robot has sat down.",
    "replaced": "A robot plays on; whoever it sits for may press **Join** to take the chair back.",
    "unrobot": "The robot that came last has gone.",
    "start": "The rubber begins.",
    "pause": alert_words.PAUSED_NOTE,
    "resume": alert_words.RESUMED,
    "back": alert_words.CHAIR_BACK,
    "dummy": "Noted, for the next rubber.",
}


def card_name(of: Card) -> str:
    """A card as autocomplete shows it: ``Q♥``."""
    return card(of)


def chair_note(done: str) -> str:
    return _CHAIRS[done]


def opened_note(game: str, seated: str) -> str:
    """``seated`` is what somebody is told who has joined: the opener has."""
    return f"A table stands in this channel: {words_of(game).title}.\n{seated}"


def shown_note() -> str:
    return "The table is at the bottom of this channel again."


def closing_note(*, closed: bool) -> str:
    if closed:
        return "The table is closed."
    return "You would close the table: it closes once everybody who sits has said the same."


def seated_note(*, at_once: bool) -> str:
    """To somebody who takes a robot's chair during a rubber: at once or from the next deal."""
    return alert_words.SEATED_NOW if at_once else alert_words.SEATED_NEXT


def joined_note(*, panel: bool, refused: bool) -> str:
    """To somebody who has taken a chair. ``panel``: their hands will come by direct message. ``refused``:
    their direct messages are closed to the bot."""
    if refused:
        return (
            "You sit at the table. Your direct messages are closed to me, so press **My hand** "
            "on the table: only you will see your cards."
        )
    if panel:
        return "You sit at the table. Your hands will come to our direct messages, or press **My hand** here."
    return "You sit at the table. Press **My hand** on the table to see your cards."


def done_note(ask: Request, game: str) -> str:
    """What a command has just done at a table of this game."""
    match ask:
        case Play(played):
            return f"You played the {card(played)}."
        case Declare(suit):
            return f"You declared {declared(suit, words_of(game))}."
        case Pass():
            return "You passed: your partner must declare."
        case Double():
            return "You doubled the value of every trick."
        case Content():
            return "You are content."
        case AnswerClaim(True):
            return "You granted the claim."
        case AnswerClaim():
            return "You refused the claim: play goes on."
        case CutPack(at):
            return f"You lifted {at} cards."
        case _:
            return "Done."

"""The slash commands: their names, what Discord shows beside each and its options, and their short answers.

A translated name is one word in small letters, at most 32, and no two commands at one place have the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.calls import Content, Declare, Double, Pass, Play
from rules.cards import Card
from rules.table.requests import AnswerClaim, CutPack, Request
from screens.words.calls import CALL_TEXTS
from screens.words.evenings import EVENING_COMMANDS
from screens.words.games.all_games import words_of
from screens.words.languages import Sentence, counted, in_the_room, marked, marked_as, meant, say
from screens.words.names import declared_name, spoken_card
from screens.words.privacy import COMMANDS as PRIVACY_COMMANDS
from screens.words.privacy import SURE
from screens.words.scorebook import SCORE_COMMANDS
from screens.words.table import MY_HAND

COMMAND_TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "table": marked("The table in this channel"),
        "table open": marked("Open a table in this channel"),
        "table show": marked("Bring the table's message to the bottom of this channel"),
        "table close": marked("Close the table, if all its players agree"),
        "table join": marked("Take a chair or wait for one; in a rubber, a robot's, or your own again"),
        "table pause": marked("Pause the table: nobody is waited for until somebody resumes it"),
        "table leave": marked("Leave the table; a robot plays on for you"),
        "table robot": marked("Add or remove a robot; in a rubber, in place of a player everybody waits for"),
        "table start": marked("Start a rubber: robots fill the empty chairs"),
        "table page": marked("Your seat at the table, in a browser"),
        "table options": marked("The options of this table: see them, set one, keep them under a name"),
        "hand": marked("Your hand; only you see it"),
        "declare": marked("Name trumps, or no trumps (biritch)"),
        "pass": marked("Pass; as dealer, let your partner name trumps; or leave the stock"),
        "contre": marked("Double what every trick scores"),
        "surcontre": marked("Double again what the other side has doubled"),
        "daily": marked("The deal of the day: one deal a day, the same for everybody"),
        "challenge": marked("Five deals against a friend: the same cards, each alone with the same robots"),
        "turn": marked("Do what is yours to do now: call, play, claim, answer, demand a penalty"),
        "deal": marked("Look at a deal: last trick, hint, replay, analysis, pictures, record and more"),
        "play": marked("Play alone with robots, on a message that only you see; or play a card"),
        "learn": marked("Learn to play: short lessons, then exercises, on a message that only you see"),
        "leaderboard": marked("Who has won most in this server"),
        "me": marked("Your own settings: alerts, cards, taps, language"),
        "settings": marked("The settings of this server, for those who may manage it"),
        "stats": marked("What somebody has done in this server: points over time, declarations, partners"),
        "help": marked("How to play here, in a minute"),
        "rules": marked("The rules of a game"),
        **CALL_TEXTS,
        **SCORE_COMMANDS,
        **EVENING_COMMANDS,
        **PRIVACY_COMMANDS,
    }
)
"""The description of every command, with those of the calls and of the score sheets."""
HOSTS_NAMES: Final = (
    marked_as("the name of a command", "admin"),
    marked_as("the name of an option of a command", "order"),
    marked_as("the name of an option of a command", "whom"),
    marked_as("the name of an option of a command", "text"),
)
"""Of the command that the host's own server alone has, and of its options."""
HOSTS_COMMAND: Final = marked("For the host: what is stuck and what to do; block, leave, announce")

OPTION_TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "game": marked("Which game"),
        "about": marked("The game, how the robots play it, or a word: trick, dummy, contre"),
        "name": marked("Which option"),
        "chair": marked("During a rubber: the chair of a robot that you want to take"),
        "value": marked("What to set it to"),
        "strength": marked("How well the robots play"),
        "trumps": marked("A suit, or no trumps (biritch)"),
        "step": marked("What to do with the game that you play alone"),
        "daily": marked("What to do with the deal of the day (default: play it)"),
        "friend": marked("Whom you challenge; if nobody is named, everybody in this channel"),
        "challenges": marked("What to do; to begin a challenge if nothing is named"),
        "whose": marked("Whose play to show (default: yours)"),
        "day": marked("A day as 2026-11-24; today if none is named"),
        "past_day": marked(
            "A past day, such as 2026-11-24: check that its secret gives the hands that were dealt"
        ),
        "declare": marked("You deal every time"),
        "best_hand": marked("Of eight shuffles you are dealt the one with your best hand"),
        "act": marked("By its name, or a card or call: QH, 2S, pass, claim 3"),
        "looked": marked("What to see; if nothing is named, all that there is to see of a deal that is over"),
        "away": marked("Remove the last robot instead of adding one"),
        "card": marked("Rank and suit: QH is the queen of hearts, 10S the ten of spades"),
        "person": marked("Whose statistics; yours if nobody is named"),
        "set": marked("A set of options that this server keeps"),
        "save": marked("A name for the set"),
        "deals": marked("A file of deals of your own, PBN or LIN; then you do not play"),
        "board": marked("Players, partners, partners' rating, or those who play alone against robots"),
        "evening": marked("Of evenings of this kind, instead of one game: who has done best there"),
        "period": marked(
            "This season, all time, this year or this month (UTC); this season if none is named"
        ),
        "season": marked("A season that is over"),
        "sure": SURE,
        "order": marked("What to do; if nothing is named, how the bot is"),
        "whom": marked("The number of a person or a server at Discord, or a mention"),
        "order_text": marked("What to announce; or when a maintenance begins: 21:30 (UTC), 20 minutes, off"),
        "analysed": marked("Which deal, by its number; if none is named, the last"),
    }
)

ON_A_PERSON: Final = marked_as("a command on a person", "Challenge")
"""The command in the menu of a person."""


def card_name(of: Card) -> str:
    """A card as autocomplete shows it: ``Q♥``."""
    return spoken_card(of)


def opened_note(game: str, seated: str) -> str:
    """``seated`` is what somebody is told who has joined: the opener has."""
    opened = say("Table opened: {game}.", game=words_of(game).title)
    return f"{opened}\n{seated}"


SHOWN_NOTE: Final = Sentence("The table comes to the bottom of this channel.")
STAYS_NOTE: Final = Sentence(
    "Discord did not delete the old message: it stays where it is, and goes on there."
)


def closing_note(*, closed: bool) -> str:
    if closed:
        return say("The table is closed.")
    return say("You asked to close the table. It closes once everybody agrees.")


def joined_note(*, panel: bool, refused: bool) -> str:
    """To somebody who has taken a chair. ``panel``: their hands will come by direct message. ``refused``:
    their direct messages are closed to the bot."""
    if refused:
        return say(
            "You have joined the table. I cannot send you direct messages, so press **{button}** on the "
            "table: only you will see your cards.",
            button=in_the_room(MY_HAND),
        )
    if panel:
        return say(
            "You have joined the table. Your hands will come to our direct messages, or press **{button}** "
            "here.",
            button=in_the_room(MY_HAND),
        )
    return say(
        "You have joined the table. Press **{button}** on the table to see your cards.",
        button=in_the_room(MY_HAND),
    )


DONE: Final = Sentence("Done.")
ACT_WITH: Final = Sentence("{act}: {what}")
"""Something that may be done with a card, or to somebody."""


def done_note(ask: Request, game: str) -> str:
    """What a command has just done at a table of this game."""
    match ask:
        case Play(played):
            return say("You played {card}.", card=spoken_card(played))
        case Declare(suit):
            return say("You declared {declaration}.", declaration=declared_name(suit, words_of(game)))
        case Pass():
            return say("You passed, so your partner must name trumps.")
        case Double():
            return say("You doubled what every trick scores.")
        case Content():
            return say("You accepted.")
        case AnswerClaim(True):
            return say("You agreed.")
        case AnswerClaim():
            return say("You refused: play goes on.")
        case CutPack(at):
            return counted(at, "You lifted {count} card.", "You lifted {count} cards.")
        case _:
            return DONE()


COMMAND_NAMES: Final = (
    marked_as("the name of a command", "bid"),
    marked_as("the name of a command", "close"),
    marked_as("the name of a command", "confirm"),
    marked_as("the name of a command", "contre"),
    marked_as("the name of a command", "deal"),
    marked_as("the name of a command", "declare"),
    marked_as("the name of a command", "hand"),
    marked_as("the name of a command", "help"),
    marked_as("the name of a command", "join"),
    marked_as("the name of a command", "leaderboard"),
    marked_as("the name of a command", "learn"),
    marked_as("the name of a command", "leave"),
    marked_as("the name of a command", "next"),
    marked_as("the name of a command", "open"),
    marked_as("the name of a command", "options"),
    marked_as("the name of a command", "pass"),
    marked_as("the name of a command", "daily"),
    marked_as("the name of a command", "challenge"),
    marked_as("the name of a command", "play"),
    marked_as("the name of a command", "robot"),
    marked_as("the name of a command", "rules"),
    marked_as("the name of a command", "score"),
    marked_as("the name of a command", "sheet"),
    marked_as("the name of a command", "show"),
    marked_as("the name of a command", "start"),
    marked_as("the name of a command", "surcontre"),
    marked_as("the name of a command", "table"),
    marked_as("the name of a command", "undo"),
    marked_as("the name of a command", "me"),
    marked_as("the name of a command", "settings"),
    marked_as("the name of a command", "stats"),
    marked_as("the name of a command", "pad"),
    marked_as("the name of a command", "page"),
    marked_as("the name of a command", "pause"),
    marked_as("the name of a command", "evening"),
    marked_as("the name of a command", "adjust"),
    marked_as("the name of a command", "privacy"),
    marked_as("the name of a command", "export"),
    marked_as("the name of a command", "forget"),
    marked_as("the name of a command", "option"),
    marked_as("the name of a command", "turn"),
    marked_as("the name of a command", "direct"),
)

VERB_NAMES: Final = (
    marked_as("the name of a command", "claim"),
    marked_as("the name of a command", "agree"),
    marked_as("the name of a command", "content"),
    marked_as("the name of a command", "cut"),
    marked_as("the name of a command", "discard"),
    marked_as("the name of a command", "double"),
    marked_as("the name of a command", "dummy"),
    marked_as("the name of a command", "seat"),
    marked_as("the name of a command", "takeback"),
    marked_as("the name of a command", "honours"),
    marked_as("the name of a command", "redouble"),
    marked_as("the name of a command", "refuse"),
    marked_as("the name of a command", "ruff"),
    marked_as("the name of a command", "substitute"),
    marked_as("the name of a command", "correct"),
    marked_as("the name of a command", "gather"),
    marked_as("the name of a command", "ask"),
    marked_as("the name of a command", "none"),
    marked_as("the name of a command", "revoke"),
    marked_as("the name of a command", "penalty"),
    marked_as("the name of a command", "playout"),
    marked_as("the name of a command", "settle"),
    marked_as("the name of a command", "demand"),
    marked_as("the name of a command", "follow"),
    marked_as("the name of a command", "resume"),
    marked_as("the name of a command", "instead"),
)
"""What else is typed into ``/turn``: together with the names of commands for a call or card."""

OPTION_NAMES: Final = (
    marked_as("the name of an option of a command", "act"),
    marked_as("the name of an option of a command", "away"),
    marked_as("the name of an option of a command", "show"),
    marked_as("the name of an option of a command", "save"),
    marked_as("the name of an option of a command", "correct"),
    marked_as("the name of an option of a command", "reject"),
    marked_as("the name of an option of a command", "evening"),
    marked_as("the name of an option of a command", "about"),
    marked_as("the name of an option of a command", "aces"),
    marked_as("the name of an option of a command", "below"),
    marked_as("the name of an option of a command", "bid"),
    marked_as("the name of an option of a command", "by"),
    marked_as("the name of an option of a command", "call"),
    marked_as("the name of an option of a command", "called"),
    marked_as("the name of an option of a command", "card"),
    marked_as("the name of an option of a command", "chair"),
    marked_as("the name of an option of a command", "chicane"),
    marked_as("the name of an option of a command", "day"),
    marked_as("the name of an option of a command", "deal"),
    marked_as("the name of an option of a command", "declared"),
    marked_as("the name of an option of a command", "doublings"),
    marked_as("the name of an option of a command", "east"),
    marked_as("the name of an option of a command", "game"),
    marked_as("the name of an option of a command", "honours"),
    marked_as("the name of an option of a command", "name"),
    marked_as("the name of an option of a command", "north"),
    marked_as("the name of an option of a command", "revokes"),
    marked_as("the name of an option of a command", "rubber"),
    marked_as("the name of an option of a command", "south"),
    marked_as("the name of an option of a command", "strength"),
    marked_as("the name of an option of a command", "step"),
    marked_as("the name of an option of a command", "declare"),
    marked_as("the name of an option of a command", "best_hand"),
    marked_as("the name of an option of a command", "tricks"),
    marked_as("the name of an option of a command", "trumps"),
    marked_as("the name of an option of a command", "value"),
    marked_as("the name of an option of a command", "west"),
    marked_as("the name of an option of a command", "what"),
    marked_as("the name of an option of a command", "person"),
    marked_as("the name of an option of a command", "friend"),
    marked_as("the name of an option of a command", "set"),
    marked_as("the name of an option of a command", "board"),
    marked_as("the name of an option of a command", "period"),
    marked_as("the name of an option of a command", "season"),
    marked_as("the name of an option of a command", "kind"),
    marked_as("the name of an option of a command", "rounds"),
    marked_as("the name of an option of a command", "boards"),
    marked_as("the name of an option of a command", "minutes"),
    marked_as("the name of an option of a command", "counting"),
    marked_as("the name of an option of a command", "movement"),
    marked_as("the name of an option of a command", "team_score"),
    marked_as("the name of an option of a command", "arrow"),
    marked_as("the name of an option of a command", "signal"),
    marked_as("the name of an option of a command", "tables"),
    marked_as("the name of an option of a command", "director"),
    marked_as("the name of an option of a command", "channels"),
    marked_as("the name of an option of a command", "deals"),
    marked_as("the name of an option of a command", "partner"),
    marked_as("the name of an option of a command", "role"),
    marked_as("the name of an option of a command", "team"),
    marked_as("the name of an option of a command", "table"),
    marked_as("the name of an option of a command", "points"),
    marked_as("the name of an option of a command", "sure"),
)


def command_name(english: str) -> str:
    return meant("the name of a command", english)


def person_command_name(english: str) -> str:
    return meant("a command on a person", english)


def option_name(english: str) -> str:
    return meant("the name of an option of a command", english)

"""Words of score sheets, for rubbers played with real cards: commands, refusals, notes and lines. English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.calls import Bid
from rules.counting.reckon import Penalty
from rules.seats import Seat, Side
from rules.sheet import errors
from rules.sheet.errors import Part
from rules.sheet.page import Told
from rules.strains import Strain
from screens.words.gamewords import GameWords
from screens.words.names import all_of, bid, declared, doubling
from screens.words.ranking import not_ranked_here
from screens.words.speech import Speech

# What Discord shows beside the commands

SCORE_COMMANDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "score": "Keep the score of a rubber that you play with real cards",
        "score open": "Open a score sheet in this channel, and say who sits where",
        "score option": "Arrange one of the game's options, before the first deal",
        "score deal": "Enter a deal: only what your game needs",
        "score pad": "Enter a deal by touch: the pad asks for exactly what your game needs",
        "score correct": "Correct a deal that is on the sheet",
        "score undo": "Take back the last deal",
        "score sheet": "The sheet, with every line and its reason",
        "score confirm": "Say that the score of the rubber is right, so that it counts",
        "score reject": "Say that the score of the rubber is not right, so that it does not count",
        "score next": "Begin a new rubber, the same people in the same seats",
        "score close": "Close the sheet",
    }
)
"""The descriptions of the commands."""

SCORE_OPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "game": "Which game",
        "north": "Who plays North; leave it out to choose on the pad, or to add a guest",
        "east": "Who plays East; leave it out to choose on the pad, or to add a guest",
        "south": "Who plays South; leave it out to choose on the pad, or to add a guest",
        "west": "Who plays West; leave it out to choose on the pad, or to add a guest",
        "name": "Which option",
        "value": "What it shall be",
        Part.DECLARED.value: "The trumps, or the bid that was played: hearts, 3 no trumps",
        Part.BY.value: "Who won those tricks; where there was an auction, who played the bid",
        Part.TRICKS.value: "How many tricks they won in play, before any penalty",
        Part.DOUBLINGS.value: "How often it was doubled: 1 is contre or doubled, 2 sur contre or redoubled",
        Part.HONOURS.value: "Honours as dealt, or aces without trumps: N 3 S 1, or the scoring side's alone",
        Part.ACES.value: "Where aces count beside honours (vint): NS 3 EW 1",
        Part.CHICANE.value: "Hands dealt no trump: E, or N W",
        Part.REVOKES.value: "Who revoked, and the penalty: EW tricks, NS add, NS deduct",
        Part.CALLED.value: "Whose honours, called before play, ended the deal",
        "rubber": "The number of the rubber; the last one if you say nothing",
        "deal": "The deal to begin with",
        "below": "Also bring the sheet that all see to the bottom of this channel",
    }
)

# Refusals

_PARTS: Final = {
    Part.DECLARED: "what was declared or bid",
    Part.BY: "who won those tricks, or played the bid",
    Part.TRICKS: "the number of tricks",
    Part.DOUBLINGS: "the doubling",
    Part.HONOURS: "the honours",
    Part.ACES: "the aces",
    Part.CHICANE: "chicane",
    Part.REVOKES: "revokes",
    Part.CALLED: "the call of honours",
}

_FORMS: Final = {
    Part.DECLARED: "I do not understand `declared`: write hearts, no trumps or 3 spades.",
    Part.BY: "I do not understand `by`: write NS or EW, or a seat.",
    Part.HONOURS: "I do not understand `honours`: write how many each hand held, as in N 3 S 1.",
    Part.ACES: "I do not understand `aces`: write how many each hand held, as in N 2 E 1 S 1.",
    Part.CHICANE: "I do not understand `chicane`: write the hands without a trump, as in E or N W.",
    Part.REVOKES: "I do not understand `revokes`: write who and which penalty, as in EW tricks, NS add.",
    Part.CALLED: "I do not understand `called`: write NS or EW.",
}

_NEEDED: Final = {
    Part.DECLARED: "Say what was declared or bid, in `declared`.",
    Part.BY: "Say whose tricks they were, or who played the bid, in `by`.",
    Part.TRICKS: "Say how many tricks they won, in `tricks`.",
    Part.HONOURS: "Say how the honours lay, in `honours`: N 3 S 1, or the scoring side's alone.",
    Part.ACES: "Say how the aces lay, in `aces`: NS 3 EW 1.",
}

_MEANINGLESS: Final = {
    Part.TRICKS: "Honours called before play end the deal, so no tricks are counted: leave out `tricks`.",
    Part.DOUBLINGS: "Nothing is doubled at this game: leave out `doublings`.",
    Part.HONOURS: "Honours count for nothing in such a deal of this game: leave out `honours`.",
    Part.ACES: "Aces do not count beside honours in such a deal: leave out `aces`.",
    Part.CHICANE: "Chicane counts for nothing in such a deal of this game: leave out `chicane`.",
    Part.REVOKES: "Revokes have no penalty in such a deal of this game: leave out `revokes`.",
}

_PENALTIES: Final = {
    Penalty.TAKE_THREE: "three tricks taken",
    Penalty.ADD: "points added to the other side",
    Penalty.DEDUCT: "points deducted",
    Penalty.TRANSFER: "points deducted and given to the other side",
}

PENALTY_WORDS: Final = {
    Penalty.TAKE_THREE: "tricks",
    Penalty.ADD: "add",
    Penalty.DEDUCT: "deduct",
    Penalty.TRANSFER: "transfer",
}
"""The penalties as people type them."""

SENTENCES: Final[Mapping[type[Exception], str]] = MappingProxyType(
    {
        errors.SheetError: "That cannot be written on this sheet.",
        errors.NoSuchBid: "This game has no such declaration or bid.",
        errors.TooManyVoids: "Somebody must have been dealt the trumps: at most three hands are without.",
        errors.MayNotCallNow: "At this score, or at this game, that side could not call honours.",
        errors.TooFewToCall: "A side that calls honours before play must hold three at least.",
        errors.RubberIsOver: "This rubber is over: `/score next` begins another, `/score undo` takes back.",
        errors.RubberNotOver: "The rubber is not over yet.",
        errors.NoSuchDeal: "There is no such deal on the sheet.",
        errors.RubberWouldGoOn: "Then the rubber would not be over, and the next has begun: undo that first.",
        errors.NothingToTakeBack: "There is nothing to take back.",
        errors.AlreadyCounted: "Everybody has confirmed this rubber, so it stands.",
        errors.AlreadyConfirmed: "You have said so already.",
        errors.NotNamed: "Only those who played the rubber can confirm or reject it.",
        errors.NotYourSheet: "Only those who play, and whoever opened the sheet, may write on it.",
        errors.SheetIsClosed: "This sheet is closed.",
        errors.SheetIsAdjourned: "This sheet is adjourned: until it goes on, it can only be closed.",
        errors.SheetIsNotAdjourned: "This sheet is not adjourned.",
        errors.OptionsStand: "A deal has been entered, so the options stand as they are.",
        errors.DummiesFaceEachOther: "Two dummies cannot be partners: leave one empty seat on each side.",
        errors.SittingTwice: "Nobody can sit in two seats: leave a dummy's seat empty.",
    }
)


def refused(speech: Speech, error: errors.SheetError) -> str:
    """The sentence for a refusal of a score sheet. It repeats nothing that a user typed."""
    match error:
        case errors.NotUnderstood(part=part):
            return _FORMS.get(part, f"I do not understand {_PARTS[part]}.")
        case errors.StillNeeded(part=part):
            return _NEEDED.get(part, f"Say {_PARTS[part]} too.")
        case errors.NotNeeded(part=part):
            return _MEANINGLESS.get(part, f"This game does not ask for {_PARTS[part]}: leave it out.")
        case errors.TooManyTricks(most=most):
            return f"A deal of this game has {most} tricks, no more."
        case errors.DoubledTooOften(most=most) if most:
            return f"At this table nothing is doubled more than {'once' if most == 1 else f'{most} times'}."
        case errors.DoubledTooOften():
            return "This table's limit allows no such doubling."
        case errors.HonoursDoNotAddUp(part=part, there_are=there_are):
            what = "aces" if part is Part.ACES else "honours or aces"
            return f"There are {there_are} {what}, and they cannot lie like that."
        case errors.TellEveryHand(part=part):
            return f"The score depends on how {_PARTS[part]} were divided: say what each hand held."
        case errors.TooFewTricks(side=side, least=least):
            return f"With those hands {speech.side(side)} must have won at least {least} tricks."
        case errors.VoidWithHonours(seat=one):
            return f"{speech.seat(one)} cannot hold honours in trumps without a trump."
        case errors.ChangesLaterDeal(deal=deal):
            return f"Then deal {deal} could not have been played: take back the later deals first."
        case errors.NoSuchPenalty(penalty=penalty):
            return f"This game has no such penalty for that revoke: {_PENALTIES[penalty]}."
        case errors.SeatsMustBeFilled(players=players):
            return f"This game is played by {_NUMBERS[players]}: name {_NUMBERS[players]}, each once."
        case _:
            return next(SENTENCES[kind] for kind in type(error).__mro__ if kind in SENTENCES)


_NUMBERS: Final = {1: "one", 2: "two", 3: "three", 4: "four"}

NONE_HELD: Final = "Nobody scores any"
NO_SHEET: Final = "There is no open score sheet here: `/score open` opens one."
SHEET_HERE: Final = "This channel has a score sheet already: `/score close` closes it."
PAGE_TURNED: Final = "The sheet has changed since: look at it again before you press."
NO_NAME: Final = "A guest's name is written in letters."
NOT_PICKED: Final = "Choose somebody who is on Discord from the list of their seat; a guest's name has no @."
SAME_NAME: Final = "Two guests have the same name: give each a name of their own."
NOT_A_PLAYER: Final = "I only keep the score: name those who play."

# Notes to the person who wrote


def opened_note(game: str) -> str:
    return f"A score sheet for {game} lies in this channel: enter each deal with **Enter a deal**."


def entered_note(deal: int) -> str:
    return f"Deal {deal} is entered; `/score undo` takes it back."


TAKEN_BACK: Final = "Taken back."
CONFIRMED: Final = "You have confirmed the score."
REJECTED: Final = "You have rejected the score: the rubber does not count unless you confirm it after all."
NEXT_PAGE: Final = "A new rubber begins, the same people in the same seats."
CLOSED: Final = "The sheet is closed."
BROKEN_OFF: Final = (
    "The rubber is broken off and worth what the sheet says; once it is confirmed, close the sheet again."
)


def closing_note(*, closed: bool) -> str:
    return CLOSED if closed else BROKEN_OFF


OPTION_SET: Final = "So it is arranged."

# In the direct messages of those who may write on an adjourned sheet

ADJOURNED: Final = "The score sheet is adjourned"
ADJOURNED_HOW: Final = (
    "Nothing is lost. It goes on once I can post there again, or once somebody who may write on it uses "
    "`/score sheet` in another channel of the same server. Until then it can be closed."
)
CLOSE: Final = "Close the sheet"


def goes_on(room: str) -> str:
    return f"The score sheet lies in {room} again."


# On the sheet

SHEET: Final = "Sheet"
UNDO: Final = "Undo"
CONFIRM: Final = "Confirm"
REJECT: Final = "Reject"
NOTHING_YET: Final = "No deal has been entered yet."
TAKEN_AWAY: Final = "This page was taken away again."
PAGE_CLOSED: Final = "The sheet is closed."


def title(game: str, rubber: int) -> str:
    return f"{game}: rubber {rubber}, played with real cards"


def sits(speech: Speech, of: Seat, who: str, *, dummy: bool) -> str:
    return f"**{speech.seat(of)}** dummy, played by {who}" if dummy else f"**{speech.seat(of)}** {who}"


def deal_title(speech: Speech, number: int, of: Told, said: GameWords) -> str:
    """``Deal 3: 3 no trumps by East–West, double ×2``."""
    return f"Deal {number}{f': {title}' if (title := what(speech, of, said)) else ''}"


def what(speech: Speech, of: Told, said: GameWords) -> str:
    """What was declared or bid, and how often it was doubled; empty where trumps were not told."""
    if of.strain is None:
        return ""
    if of.declarers is not None:
        said_of = f"{bid(Bid(of.odd, of.strain))} by {speech.side(of.declarers)}"
    else:
        said_of = declared(of.strain.trumps, said)
    return f"{said_of}, {doubling(of.level, said.doubling)}" if of.level else said_of


def nothing_scored() -> str:
    return "nobody scores"


def awaits(who: Sequence[str]) -> str:
    """Names the players who have still to confirm; each name is a mention."""
    return (
        f"It counts for the leaderboard once {all_of(who)} {'has' if len(who) == 1 else 'have'} confirmed it."
    )


def rejected(who: Sequence[str]) -> str:
    return f"It does not count: {all_of(who)} rejected the score. `/score undo` takes back what is wrong."


COUNTED: Final = "Everybody has confirmed it, and it counts for the leaderboard."
NOBODY_TO_ASK: Final = "It does not count for the leaderboard: nobody on Discord played it."


def uncounted(why: str, *, confirmed: bool) -> str:
    """Why a rubber is not ranked."""
    lead = "Everybody has confirmed it. " if confirmed else ""
    if why in ("server", "people") or why.startswith("doubling:"):
        return f"{lead}{not_ranked_here(why)}"
    if why == "seats":
        return f"{lead}It does not count for the leaderboard: each side needs a player who is on Discord."
    return f"{lead}It does not count for the leaderboard: tricks were doubled more than six times."


def earlier(count: int) -> str:
    told = "One deal" if count == 1 else f"{count} deals"
    return f"{told} before: `/score sheet` with `deal:1` shows the beginning."


def later(first: int) -> str:
    return f"The sheet goes on: `/score sheet` with `deal:{first}`."


# What autocomplete offers


def bid_name(of: Bid | Strain) -> str:
    """``3 no trumps``, ``hearts``, as people type it."""
    return f"{of.odd} {_strain(of.strain)}" if isinstance(of, Bid) else _strain(of)


def _strain(of: Strain) -> str:
    return of.name.lower().replace("_", " ").replace("misere", "misère")


def doublings_name(level: int, said: GameWords) -> str:
    return doubling(level, said.doubling) if level else "not doubled"


def revoke_name(speech: Speech, of: Side, penalty: Penalty) -> str:
    return f"{speech.short_side(of)} revoked: {_PENALTIES[penalty]}"


def held_name(counts: Sequence[tuple[str, int]]) -> str:
    """``North 3, South 1``."""
    return ", ".join(f"{where} {count}" for where, count in counts)

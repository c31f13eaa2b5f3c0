"""Words of score sheets, for rubbers played with real cards: commands, refusals, notes and lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Final

from rules.calls import Bid
from rules.counting.reckon import Penalty
from rules.seats import Seat, Side
from rules.sheet import errors
from rules.sheet.errors import Part
from rules.sheet.page import Told
from rules.tricks import Strain
from screens.words.gamewords import GameWords
from screens.words.languages import Label, Plural, Sentence, counted, marked, say
from screens.words.names import Speech, all_of, declared_name, doubling, spoken_bid, suit_inside
from screens.words.scores import not_ranked_here

# What Discord shows beside the commands

SCORE_COMMANDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "score": marked("Keep the score of a rubber that you play with real cards"),
        "score open": marked("Open a score sheet in this channel, and say who sits where"),
        "score option": marked("Set one of the game's options, before the first deal"),
        "score deal": marked("Enter a deal: only what your game needs"),
        "score pad": marked("Enter or correct a deal by touch: the pad asks for what your game needs"),
        "score undo": marked("Take back the last deal"),
        "score sheet": marked("The sheet, with every line and its reason"),
        "score confirm": marked("Confirm the score of the rubber, so that it counts, or reject it"),
        "score next": marked("Begin a new rubber, the same people in the same seats"),
        "score close": marked("Close the sheet"),
    }
)
"""The descriptions of the commands."""

SCORE_OPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "game": marked("Which game"),
        "north": marked("Who plays North; leave it out to choose on the pad, or to add a guest"),
        "east": marked("Who plays East; leave it out to choose on the pad, or to add a guest"),
        "south": marked("Who plays South; leave it out to choose on the pad, or to add a guest"),
        "west": marked("Who plays West; leave it out to choose on the pad, or to add a guest"),
        "name": marked("Which option"),
        "value": marked("What to set it to"),
        Part.DECLARED.value: marked("The trumps, or the bid that was played: hearts, 3 no trumps"),
        Part.BY.value: marked("Who won those tricks; where there was an auction, who played the bid"),
        Part.TRICKS.value: marked("How many tricks they won in play, before any penalty"),
        Part.DOUBLINGS.value: marked(
            "How often it was doubled: 1 is contre or doubled, 2 sur contre or redoubled"
        ),
        Part.HONOURS.value: marked(
            "Honours as dealt, or aces without trumps: N 3 S 1, or the scoring side's alone"
        ),
        Part.ACES.value: marked("Where aces count beside honours (vint): NS 3 EW 1"),
        Part.CHICANE.value: marked("Hands dealt no trump: E, or N W"),
        Part.REVOKES.value: marked("Who revoked, and the penalty: EW tricks, NS add, NS deduct"),
        Part.CALLED.value: marked("Whose honours, called before play, ended the deal"),
        "rubber": marked("The number of the rubber; the last one if you say nothing"),
        "deal": marked("The deal to begin with"),
        "correct": marked("Correct a deal that is on the sheet"),
        "reject": marked("Reject the score of the rubber, so that it does not count"),
        "below": marked("Also bring the sheet that all see to the bottom of this channel"),
    }
)

# Refusals

_PARTS: Final = {
    Part.DECLARED: Sentence("what was declared or bid"),
    Part.BY: Sentence("who won those tricks, or played the bid"),
    Part.TRICKS: Sentence("the number of tricks"),
    Part.DOUBLINGS: Sentence("the doubling"),
    Part.HONOURS: Sentence("the honours"),
    Part.ACES: Sentence("the aces"),
    Part.CHICANE: Sentence("chicane"),
    Part.REVOKES: Sentence("revokes"),
    Part.CALLED: Sentence("the call of honours"),
}

_FORMS: Final = {
    Part.DECLARED: Sentence(
        "I do not understand `declared`: write hearts, no trumps, 3 spades or 3NTX+1, or use `doublings`."
    ),
    Part.BY: Sentence("I do not understand `by`: write NS or EW, or a seat."),
    Part.HONOURS: Sentence("I do not understand `honours`: write how many each hand held, as in N 3 S 1."),
    Part.ACES: Sentence("I do not understand `aces`: write how many each hand held, as in N 2 E 1 S 1."),
    Part.CHICANE: Sentence("I do not understand `chicane`: write the hands without a trump, as in E or N W."),
    Part.REVOKES: Sentence(
        "I do not understand `revokes`: write who and which penalty, as in EW tricks, NS add."
    ),
    Part.CALLED: Sentence("I do not understand `called`: write NS or EW."),
}

_NEEDED: Final = {
    Part.DECLARED: Sentence("Say what was declared or bid, in `declared`."),
    Part.BY: Sentence("Say whose tricks they were, or who played the bid, in `by`."),
    Part.TRICKS: Sentence("Say how many tricks they won, in `tricks`."),
    Part.HONOURS: Sentence("Say how the honours lay, in `honours`: N 3 S 1, or the scoring side's alone."),
    Part.ACES: Sentence("Say how the aces lay, in `aces`: NS 3 EW 1."),
}

_MEANINGLESS: Final = {
    Part.TRICKS: Sentence(
        "Honours called before play end the deal, so no tricks are counted: leave out `tricks`."
    ),
    Part.DOUBLINGS: Sentence("Nothing is doubled at this game: leave out `doublings`."),
    Part.HONOURS: Sentence("Honours count for nothing in such a deal of this game: leave out `honours`."),
    Part.ACES: Sentence("Aces do not count beside honours in such a deal: leave out `aces`."),
    Part.CHICANE: Sentence("Chicane counts for nothing in such a deal of this game: leave out `chicane`."),
    Part.REVOKES: Sentence("Revokes have no penalty in such a deal of this game: leave out `revokes`."),
}

_PENALTIES: Final = {
    Penalty.TAKE_THREE: Sentence("three tricks taken"),
    Penalty.ADD: Sentence("points added to the other side"),
    Penalty.DEDUCT: Sentence("points deducted"),
    Penalty.TRANSFER: Sentence("points deducted and given to the other side"),
}

PENALTY_WORDS: Final = {
    Penalty.TAKE_THREE: "tricks",
    Penalty.ADD: "add",
    Penalty.DEDUCT: "deduct",
    Penalty.TRANSFER: "transfer",
}
"""The penalties as people type them."""

SENTENCES: Final[Mapping[type[Exception] | Enum, Sentence]] = MappingProxyType(
    {
        errors.SheetError: Sentence("That cannot be entered on this sheet."),
        errors.SheetWhy.NO_SUCH_BID: Sentence("This game has no such declaration or bid."),
        errors.SheetWhy.TOO_MANY_VOIDS: Sentence(
            "Somebody must have been dealt the trumps: at most three hands are without."
        ),
        errors.SheetWhy.MAY_NOT_CALL_NOW: Sentence(
            "At this score, or at this game, that side could not call honours."
        ),
        errors.SheetWhy.TOO_FEW_TO_CALL: Sentence(
            "A side that calls honours before play must hold three at least."
        ),
        errors.SheetWhy.RUBBER_IS_OVER: Sentence(
            "This rubber is over: `/score next` begins another, `/score undo` takes back."
        ),
        errors.SheetWhy.RUBBER_NOT_OVER: Sentence("The rubber is not over yet."),
        errors.SheetWhy.NO_SUCH_RUBBER: Sentence("There is no such rubber on the sheet."),
        errors.SheetWhy.NO_SUCH_DEAL: Sentence("There is no such deal on the sheet."),
        errors.SheetWhy.RUBBER_WOULD_GO_ON: Sentence(
            "Then the rubber would not be over, and the next one has begun: undo that first."
        ),
        errors.SheetWhy.NOTHING_TO_TAKE_BACK: Sentence("There is nothing to take back."),
        errors.SheetWhy.ALREADY_COUNTED: Sentence("Everybody has confirmed this rubber, so it stands."),
        errors.SheetWhy.ALREADY_CONFIRMED: Sentence("You have said so already."),
        errors.SheetWhy.NOT_NAMED: Sentence("Only those who played the rubber can confirm or reject it."),
        errors.SheetWhy.NOT_YOUR_SHEET: Sentence(
            "Only the players and the person who opened the sheet can write on it."
        ),
        errors.SheetWhy.SHEET_IS_CLOSED: Sentence("This sheet is closed."),
        errors.SheetWhy.SHEET_IS_ADJOURNED: Sentence(
            "This sheet is adjourned: `/score sheet` in a channel of its server continues it. "
            "Until then it can only be closed."
        ),
        errors.SheetWhy.SHEET_IS_NOT_ADJOURNED: Sentence("This sheet is not adjourned."),
        errors.SheetWhy.OPTIONS_STAND: Sentence("A deal has been entered, so the options stand as they are."),
        errors.SheetWhy.DUMMIES_FACE_EACH_OTHER: Sentence(
            "Two dummies cannot be partners: leave one empty seat on each side."
        ),
        errors.SheetWhy.SITTING_TWICE: Sentence("Nobody can sit in two seats: leave a dummy's seat empty."),
    }
)


def sheet_refusal(speech: Speech, error: errors.SheetError) -> str:
    """The sentence for a refusal of a score sheet. It repeats nothing that a user typed."""
    match error:
        case errors.NotUnderstood(part=part):
            if part in _FORMS:
                return _FORMS[part]()
            return say("I do not understand {entry}.", entry=_PARTS[part]())
        case errors.StillNeeded(part=part):
            return _NEEDED[part]() if part in _NEEDED else say("Add {entry} too.", entry=_PARTS[part]())
        case errors.NotNeeded(part=part):
            if part in _MEANINGLESS:
                return _MEANINGLESS[part]()
            return say("This game does not ask for {entry}: leave it out.", entry=_PARTS[part]())
        case errors.TooManyTricks(most=most):
            return counted(
                most,
                "A deal of this game has {count} trick, no more.",
                "A deal of this game has {count} tricks, no more.",
            )
        case errors.DoubledTooOften(most=most) if most:
            return counted(
                most,
                "At this table you can double only {count} time.",
                "At this table you can double only {count} times.",
            )
        case errors.DoubledTooOften():
            return say("This table's limit allows no such doubling.")
        case errors.HonoursDoNotAddUp(part=part, there_are=there_are):
            if part is Part.ACES:
                return say("There are {number} aces, and they cannot lie like that.", number=there_are)
            return say("There are {number} honours or aces, and they cannot lie like that.", number=there_are)
        case errors.TellEveryHand(part=part):
            if part is Part.ACES:
                return say("The score depends on who held the aces: say what each hand held.")
            return say("The score depends on who held the honours: say what each hand held.")
        case errors.TooFewTricks(side=side, least=least):
            return counted(
                least,
                "With those hands {side} must have won at least {count} trick.",
                "With those hands {side} must have won at least {count} tricks.",
                side=speech.side(side),
            )
        case errors.VoidWithHonours(seat=one):
            return say("{seat} cannot have honours in trumps without a trump.", seat=speech.seat(one))
        case errors.ChangesLaterDeal(deal=deal):
            return say(
                "Then deal {number} could not have been played: take back the later deals first.", number=deal
            )
        case errors.NoSuchPenalty(penalty=penalty):
            return say(
                "This game has no such penalty for that revoke: {penalty}.", penalty=_PENALTIES[penalty]()
            )
        case errors.SeatsMustBeFilled(players=players):
            return counted(
                players,
                "This game is for {count} player: name them once.",
                "This game is for {count} players: name each of them once.",
            )
        case _:
            return next(SENTENCES[fact] for fact in (error.fact, *type(error).__mro__) if fact in SENTENCES)()


NONE_HELD: Final = Sentence("Nobody scores any")
NO_SHEET: Final = Sentence("There is no open score sheet here: `/score open` opens one.")
YOURS_IS_ADJOURNED: Final = Sentence(
    "There is no open score sheet here. Yours is adjourned: `/score sheet` continues it in this channel."
)
SHEET_HERE: Final = Sentence("This channel has a score sheet already: `/score close` closes it.")
PAGE_TURNED: Final = Sentence("The sheet has changed since: look at it again before you press.")
NO_NAME: Final = Sentence("A guest's name is written in letters.")
NOT_PICKED: Final = Sentence(
    "Choose somebody who is on Discord from the list of their seat; a guest's name has no @."
)
SAME_NAME: Final = Sentence("Two guests have the same name: give each a different name.")
NOT_A_PLAYER: Final = Sentence("I only keep the score: name the players.")

# Notes to the person who wrote

OPENED_NOTE: Final = Sentence("Score sheet opened: {game}. Enter each deal with **Enter a deal**.")
ENTERED_NOTE: Final = Sentence("Deal {number} is entered; `/score undo` takes it back.")
TAKEN_BACK: Final = Sentence("Taken back: {deal}.")
HAS_BEEN_TAKEN_BACK: Final = Sentence("That has been taken back.")
PAGE_TAKEN_BACK: Final = Sentence("The page of the new rubber is taken back.")
GOES_ON_AGAIN: Final = Sentence("That the rubber was broken off is taken back: it goes on.")
CONFIRMED: Final = Sentence("You have confirmed the score.")
REJECTED: Final = Sentence(
    "You have rejected the score: the rubber does not count unless you confirm it after all."
)
NEXT_PAGE: Final = Sentence("A new rubber begins, the same people in the same seats.")
CLOSED: Final = Sentence("The sheet is closed.")
BROKEN_OFF: Final = Sentence(
    "The rubber ends unfinished. It scores what the sheet shows; once it is confirmed, close the sheet again."
)


def closing_note(*, closed: bool) -> str:
    return CLOSED() if closed else BROKEN_OFF()


OPTION_SET: Final = Sentence("Done: the option is set.")

# In the direct messages of those who may write on an adjourned sheet

ADJOURNED: Final = Sentence("The score sheet is adjourned")
ADJOURNED_HOW: Final = Sentence(
    "Nothing is lost. It goes on once I can post there again, or once somebody who may write on it uses "
    "`/score sheet` in another channel of the same server. Until then it can be closed."
)
CLOSE: Final = Label("a button", "Close the sheet")
GOES_ON: Final = Sentence("The score sheet is in {channel} again.")


# On the sheet

SHEET: Final = Label("a button", "Sheet")
UNDO: Final = Label("a button", "Undo")
CONFIRM: Final = Label("a button", "Confirm")
REJECT: Final = Label("a button", "Reject")
NOTHING_YET: Final = Sentence("No deal has been entered yet.")
TAKEN_AWAY: Final = Sentence("This page was taken away again.")
PAGE_CLOSED: Final = Sentence("The sheet is closed.")
TITLE: Final = Sentence("{game}: rubber {number}, played with real cards")


def sits(speech: Speech, of: Seat, who: str, *, dummy: bool) -> str:
    if dummy:
        return say("**{seat}** dummy, played by {player}", seat=speech.seat(of), player=who)
    return f"**{speech.seat(of)}** {who}"


def deal_title(speech: Speech, number: int, of: Told, said: GameWords) -> str:
    """``Deal 3: 3 no trumps by East–West, double ×2``."""
    title, told = say("Deal {number}", number=number), what(speech, of, said)
    return say("{deal}: {what}", deal=title, what=told) if told else title


def what(speech: Speech, of: Told, said: GameWords) -> str:
    """What was declared or bid, and how often it was doubled; empty where trumps were not told."""
    if of.strain is None:
        return ""
    if of.declarers is not None:
        said_of = say(
            "{bid} by {side}", bid=spoken_bid(Bid(of.odd, of.strain)), side=speech.side(of.declarers)
        )
    else:
        said_of = declared_name(of.strain.trumps, said)
    return f"{said_of}, {doubling(of.level, said.doubling)}" if of.level else said_of


NOTHING_SCORED: Final = Sentence("nobody scores")


def awaits(who: Sequence[str]) -> str:
    """Names the players who have still to confirm; each name is a mention."""
    return counted(
        len(who),
        "It counts for the leaderboard once {players} has confirmed it.",
        "It counts for the leaderboard once {players} have confirmed it.",
        players=all_of(who),
    )


def rejected(who: Sequence[str]) -> str:
    return counted(
        len(who),
        "It does not count: {players} rejected the score. `/score undo` takes back what is wrong.",
        "It does not count: {players} rejected the score. `/score undo` takes back what is wrong.",
        players=all_of(who),
    )


COUNTED: Final = Sentence("Everybody has confirmed it, and it counts for the leaderboard.")
NOBODY_TO_ASK: Final = Sentence("Not ranked: nobody on Discord played it.")


def uncounted(why: str, *, confirmed: bool) -> str:
    """Why a rubber is not ranked."""
    if why == "seats":
        told = say("Not ranked: each side needs a player who is on Discord.")
    elif why in ("server", "people") or why.startswith("doubling:"):
        told = not_ranked_here(why)
    else:
        told = say("Not ranked: tricks were doubled more than six times.")
    return " ".join((say("Everybody has confirmed it."), told)) if confirmed else told


EARLIER: Final = Plural(
    "{count} deal before: `/score sheet` with `deal:1` shows the beginning.",
    "{count} deals before: `/score sheet` with `deal:1` shows the beginning.",
)
LATER: Final = Sentence("The sheet goes on: `/score sheet` `deal:{first}`.")


# What autocomplete offers


def bid_name(of: Bid | Strain) -> str:
    """``3 ♥ Hearts``, ``no trumps``, ``hearts``, as people type it."""
    if isinstance(of, Bid):
        return spoken_bid(of)
    if of is Strain.ROYALS:
        return say("royals")
    if of.trumps is not None:
        return suit_inside(of.trumps)
    return say("misère") if of is Strain.MISERE else say("no trumps")


def doublings_name(level: int, said: GameWords) -> str:
    return doubling(level, said.doubling) if level else say("not doubled")


def revoke_name(speech: Speech, of: Side, penalty: Penalty) -> str:
    return say("{side} revoked: {penalty}", side=speech.short_side(of), penalty=_PENALTIES[penalty]())


def held_name(counts: Sequence[tuple[str, int]]) -> str:
    """``North 3, South 1``."""
    return ", ".join(f"{where} {count}" for where, count in counts)

"""What is said of claims and concessions: at the table, and to the one who would make them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.seats import Seat, Side
from screens.words.languages import Label, Sentence, counted, meant, say
from screens.words.names import Speech
from screens.words.table import tricks_taken

CLAIM: Final = Label("a button", "Claim or concede")
CLAIMS: Final = Label("beside a player's name", "claims")
CONCEDES: Final = Label("beside a player's name", "concedes")
BACK: Final = Label("a button", "Back")
CHOOSE: Final = Label("a list", "How many do you claim?")


# At the table


def claims(speech: Speech, claimer: Seat, tricks: int, left: int) -> str:
    """What somebody claims or, of no trick, concedes."""
    who = speech.seat(claimer)
    if tricks == 0:
        return counted(
            left,
            "**{seat} concedes the last trick.**",
            "**{seat} concedes the last {count} tricks.**",
            seat=who,
        )
    if tricks == left:
        return counted(
            left,
            "**{seat} claims the last trick.**",
            "**{seat} claims the last {count} tricks.**",
            seat=who,
        )
    return say(
        "**{seat} claims {claimed} of the last {left} tricks;** {rest} would go to {side}.",
        seat=who,
        claimed=tricks,
        left=left,
        rest=tricks_taken(left - tricks),
        side=speech.side(claimer.side.other),
    )


def waits_for(speech: Speech, seats: Sequence[Seat], *, conceded: bool) -> str:
    if conceded:
        return say("Only their partner is asked. Waiting for {seats}.", seats=speech.all_of(seats))
    return say("All must agree. Waiting for {seats}.", seats=speech.all_of(seats))


def refused(speech: Speech, claimer: Seat, by: Seat, *, conceded: bool) -> str:
    """Said until everybody has played a card since."""
    who = {"by": speech.seat(by), "seat": speech.seat(claimer)}
    if conceded:
        return say("**{by}** refused {seat}'s concession: play goes on.", **who)
    return say("**{by}** refused {seat}'s claim: play goes on.", **who)


YOURS: Final = Sentence("**Your turn:** agree, or refuse and play on?")


# To the one who claims

LIES_OPEN: Final = Sentence("Your hand lies open: everybody sees your cards.")


def how_many(left: int) -> str:
    return counted(
        left,
        "**One trick is left.** Do you claim it, or concede it?",
        "**{count} tricks are left.** How many of them do you claim?",
    )


NOTHING_YET: Final = Sentence("Nobody sees anything before you have confirmed it.")


def offer(tricks: int, left: int) -> str:
    """One line of the list."""
    if tricks == 0:
        return meant("a list", "None: I concede")
    if tricks == left:
        return meant("a list", "The last one") if left == 1 else meant("a list", "All {count}", count=left)
    return meant("a list", "{count} of {left}", count=tricks, left=left)


def offer_hint(speech: Speech, to: Side, tricks: int, left: int) -> str:
    """What the line means for the other side."""
    if tricks == 0:
        return say("My hand stays closed.")
    if tricks == left:
        return ""
    return say("The other {rest} to {side}.", rest=tricks_taken(left - tricks), side=speech.side(to))


def you_claim(speech: Speech, side: Side, tricks: int, left: int) -> str:
    """What would be claimed, before it is."""
    if tricks == left:
        return counted(left, "**You claim the last trick.**", "**You claim the last {count} tricks.**")
    return say(
        "**You claim {claimed} of the last {left} tricks.** The other {rest} would go to {side}.",
        claimed=tricks,
        left=left,
        rest=tricks_taken(left - tricks),
        side=speech.side(side.other),
    )


def you_concede(speech: Speech, side: Side, left: int) -> str:
    return counted(
        left,
        "**You concede the last trick** to {side}.",
        "**You concede the last {count} tricks** to {side}.",
        side=speech.side(side.other),
    )


LAYS_OPEN: Final = Sentence("Everybody will see these cards, whatever they answer:")
STAYS_CLOSED: Final = Sentence("Your hand stays closed.")
ALL_ASKED: Final = Sentence("Then the others are asked. If one of them refuses, play goes on.")


def partner_asked(partner: str) -> str:
    return say("Only your partner is asked: {player}. If they refuse, play goes on.", player=partner)


NOBODY_ASKED: Final = Sentence("There is nobody to ask: the deal is over at once.")


def confirm(tricks: int, left: int) -> str:
    """The button that does it."""
    if tricks == 0:
        return meant("a button", "Concede")
    return meant("a button", "Show my hand and claim {count}", count=tricks)


def done(tricks: int) -> str:
    if tricks == 0:
        return say("You conceded.")
    return counted(
        tricks,
        "Your hand is face up: you claim {count} trick.",
        "Your hand is face up: you claim {count} tricks.",
    )


SINCE_THEN: Final = Sentence("A trick has been finished since then. This is how it is now.")


# In the result


def agreed(speech: Speech, to: Side, tricks: int, kept: int) -> str:
    """How the last tricks were given without being played."""
    if not kept:
        return say("The last tricks went to {side} by agreement.", side=speech.side(to))
    return say(
        "By agreement, the last tricks were shared: {side} {tricks}, {other} {kept}.",
        side=speech.side(to),
        tricks=tricks,
        other=speech.side(to.other),
        kept=kept,
    )

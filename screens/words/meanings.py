"""What a call of an auction tells, as a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from robots.meanings import Aim, BidName, Told
from rules.cards import Suit
from screens.words.languages import Sentence, counted, say
from screens.words.names import all_of, suit_inside
from screens.words.numbers import number

EVEN: Final = Sentence("an even hand")

ALONE: Final[Mapping[Aim, Sentence]] = MappingProxyType(
    {
        Aim.PUNISHES: Sentence("It said that the other side should fail."),
        Aim.REDOUBLES: Sentence("It said that the contract should be made with tricks to spare."),
        Aim.LOSES: Sentence("It showed a hand that can hardly take a trick."),
        Aim.FORCED: Sentence("It had to open, and showed nothing but that it was weak."),
    }
)
"""Calls that tell no points and no suits."""

FURTHER: Final[Mapping[Aim, Sentence]] = MappingProxyType(
    {
        Aim.ASKS: Sentence("Its partner must not pass."),
        Aim.TO_GAME: Sentence("Neither may pass below a game."),
        Aim.FINAL: Sentence("Its partner should leave it there."),
        Aim.ASKS_FOR_SUIT: Sentence("Its partner should bid a suit."),
        Aim.ASKS_FOR_ACES: Sentence("It asked how many aces its partner has."),
    }
)
"""What a call asked besides."""

ADVISED: Final[Mapping[Aim, Sentence]] = MappingProxyType(
    {
        Aim.PUNISHES: Sentence("It says that the other side should fail."),
        Aim.REDOUBLES: Sentence("It says that the contract should be made with tricks to spare."),
        Aim.LOSES: Sentence("It says that you can hardly take a trick."),
        Aim.FORCED: Sentence("You have to open, and this says nothing but that you are weak."),
    }
)
ASKS: Final[Mapping[Aim, Sentence]] = MappingProxyType(
    {
        Aim.ASKS: Sentence("Your partner must not pass."),
        Aim.TO_GAME: Sentence("Neither of you may pass below a game."),
        Aim.FINAL: Sentence("Your partner should leave it there."),
        Aim.ASKS_FOR_SUIT: Sentence("Your partner should bid a suit."),
        Aim.ASKS_FOR_ACES: Sentence("It asks how many aces your partner has."),
    }
)
"""The same as advice."""


ALERTED: Final[Mapping[Aim, Sentence]] = MappingProxyType(
    {
        Aim.PUNISHES: Sentence("It says that the other side should fail."),
        Aim.REDOUBLES: Sentence("It says that the contract should be made with tricks to spare."),
        Aim.LOSES: Sentence("It shows a hand that can hardly take a trick."),
        Aim.FORCED: Sentence("It shows nothing but a weak hand, since the dealer has to open."),
    }
)
"""The same about a call on the table, of any player."""

NAMED: Final[Mapping[BidName, Sentence]] = MappingProxyType(
    {
        BidName.OPENING: Sentence("opening bid"),
        BidName.STRONG_OPENING: Sentence("strong opening bid"),
        BidName.WEAK_OPENING: Sentence("weak opening bid on a long suit"),
        BidName.EVEN_OPENING: Sentence("opening bid on an even hand"),
        BidName.FORCED_OPENING: Sentence("forced opening bid"),
        BidName.OVERCALL: Sentence("overcall"),
        BidName.WEAK_OVERCALL: Sentence("weak overcall on a long suit"),
        BidName.EVEN_OVERCALL: Sentence("overcall on an even hand"),
        BidName.ANSWER_TO_DOUBLE: Sentence("answer to partner's double"),
        BidName.THEIR_SUIT: Sentence("bid of a suit of the other side"),
        BidName.RAISE: Sentence("raise of partner's suit"),
        BidName.JUMP_RAISE: Sentence("jump raise of partner's suit"),
        BidName.NEW_SUIT: Sentence("bid of a new suit"),
        BidName.JUMP: Sentence("jump in a new suit"),
        BidName.NO_TRUMPS: Sentence("bid without a suit"),
        BidName.AGAIN: Sentence("second bid of a suit"),
        BidName.QUESTION: Sentence("question for aces"),
        BidName.ACES: Sentence("answer by aces"),
        BidName.SLAM: Sentence("slam bid"),
        BidName.MISERE: Sentence("undertaking to lose tricks"),
        BidName.FOR_A_SUIT: Sentence("double that asks for a suit"),
        BidName.PENALTY: Sentence("penalty double"),
        BidName.REDOUBLE: Sentence("redouble to play"),
    }
)
"""What the system calls a bid or a double."""


def alert(what: Told) -> str:
    """``As the robots read it: opening bid. It shows 12 to 21 points and 4 hearts or more.``"""
    if what.name is None:
        return ""
    parts = [say("As the robots read it: **{name}**.", name=NAMED[what.name]())]
    if what.aim in ALERTED:
        return " ".join((*parts, ALERTED[what.aim]()))
    held = list(_held(what))
    parts += [say("It shows {holding}.", holding=all_of(held))] if held else []
    parts += [FURTHER[what.aim]()] if what.aim in FURTHER else []
    return " ".join(parts)


def partner_had_shown(what: Told) -> str:
    """About the partner of a robot, when it called."""
    held = list(_held(what))
    return say("Its partner had shown {holding}.", holding=all_of(held)) if held else ""


def partner_has_shown(what: Told) -> str:
    """The same to a player who asks for a hint."""
    held = list(_held(what))
    return say("Your partner has shown {holding}.", holding=all_of(held)) if held else ""


def told(what: Told) -> str:
    """``It showed 12 to 21 points and 4 hearts or more. Its partner must not pass.`` Empty if the call told
    nothing. About a robot's call."""
    if what.aim in ALONE:
        return ALONE[what.aim]()
    held = list(_held(what))
    parts = [say("It showed {holding}.", holding=all_of(held))] if held else []
    parts += [FURTHER[what.aim]()] if what.aim in FURTHER else []
    return " ".join(parts)


def tells(what: Told) -> str:
    """The same as advice: ``It shows 12 to 21 points and 4 hearts or more. Your partner must not pass.``"""
    if what.aim in ADVISED:
        return ADVISED[what.aim]()
    held = list(_held(what))
    parts = [say("It shows {holding}.", holding=all_of(held))] if held else []
    parts += [ASKS[what.aim]()] if what.aim in ASKS else []
    return " ".join(parts)


def _held(what: Told) -> Iterator[str]:
    if points := _points(what):
        yield points
    if what.even:
        yield EVEN()
    if what.aces is not None:
        yield counted(what.aces, "{count} ace", "{count} aces") if what.aces else say("no ace or all four")
    for count, one in zip(what.lengths, Suit, strict=True):
        if count:
            yield say("{count} {suit:gen} or more", count=number(count), suit=suit_inside(one))


def _points(what: Told) -> str:
    if what.high is None:
        return counted(what.low, "{count} point or more", "{count} points or more") if what.low else ""
    if not what.low:
        return counted(what.high, "at most {count} point", "at most {count} points")
    return counted(what.high, "{low} to {count} point", "{low} to {count} points", low=number(what.low))

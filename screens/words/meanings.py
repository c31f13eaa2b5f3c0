"""What a call of an auction tells, as a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from robots.meanings import Aim, Told
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
    }
)
"""The same as advice."""


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
    for count, one in zip(what.lengths, Suit, strict=True):
        if count:
            yield say("{count} {suit:gen} or more", count=number(count), suit=suit_inside(one))


def _points(what: Told) -> str:
    if what.high is None:
        return counted(what.low, "{count} point or more", "{count} points or more") if what.low else ""
    if not what.low:
        return counted(what.high, "at most {count} point", "at most {count} points")
    return counted(what.high, "{low} to {count} point", "{low} to {count} points", low=number(what.low))

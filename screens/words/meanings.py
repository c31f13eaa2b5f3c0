"""What a call of an auction tells, as a sentence. English."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from robots.meanings import Aim, Told
from rules.cards import Suit
from screens.words.names import all_of, suit
from screens.words.numbers import number, spelt

EVEN: Final = "an even hand"

ALONE: Final[Mapping[Aim, str]] = MappingProxyType(
    {
        Aim.PUNISHES: "It told that the adversaries should fail.",
        Aim.REDOUBLES: "It told that the contract should be made with tricks to spare.",
        Aim.LOSES: "It told a hand that can hardly take a trick.",
        Aim.FORCED: "It had to open, and told nothing but that it was weak.",
    }
)
"""Calls that tell no points and no suits."""

FURTHER: Final[Mapping[Aim, str]] = MappingProxyType(
    {
        Aim.ASKS: "its partner must not pass",
        Aim.TO_GAME: "neither may pass below a game",
        Aim.FINAL: "its partner should leave it there",
        Aim.ASKS_FOR_SUIT: "its partner should bid a suit",
    }
)
"""What a call asked besides."""

ADVISED: Final[Mapping[Aim, str]] = MappingProxyType(
    {
        Aim.PUNISHES: "It says that the adversaries should fail.",
        Aim.REDOUBLES: "It says that the contract should be made with tricks to spare.",
        Aim.LOSES: "It says that you can hardly take a trick.",
        Aim.FORCED: "You have to open, and this tells nothing but weakness.",
    }
)
ASKS: Final[Mapping[Aim, str]] = MappingProxyType(
    {
        Aim.ASKS: "partner must not pass",
        Aim.TO_GAME: "neither of you may pass below a game",
        Aim.FINAL: "partner should leave it there",
        Aim.ASKS_FOR_SUIT: "partner should bid a suit",
    }
)
"""The same as advice."""


def told(what: Told) -> str:
    """``It told 12 to 21 points and four hearts or more; its partner must not pass.`` Empty if the call told
    nothing. About a robot's call."""
    return ALONE[what.aim] if what.aim in ALONE else _sentence("It told", what, FURTHER.get(what.aim, ""))


def tells(what: Told) -> str:
    """The same as advice: ``It tells 12 to 21 points and four hearts or more; partner must not pass.``"""
    return ADVISED[what.aim] if what.aim in ADVISED else _sentence("It tells", what, ASKS.get(what.aim, ""))


def _sentence(begins: str, what: Told, asks: str) -> str:
    parts = [one for one in (_points(what), EVEN if what.even else "", *_suits(what)) if one]
    if not parts:
        return f"{asks[0].upper()}{asks[1:]}." if asks else ""
    return f"{begins} {all_of(parts)}; {asks}." if asks else f"{begins} {all_of(parts)}."


def _points(what: Told) -> str:
    if what.high is None:
        return f"{number(what.low)} points or more" if what.low else ""
    most = number(what.high)
    return f"{number(what.low)} to {most} points" if what.low else f"at most {most} points"


def _suits(what: Told) -> list[str]:
    held = [(count, one) for count, one in zip(what.lengths, Suit, strict=True) if count]
    return [f"{spelt(count)} {suit(one).lower()} or more" for count, one in held]

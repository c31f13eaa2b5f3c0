"""Numbers as people read them. Points have no upper limit, since contre may go on without end."""

from __future__ import annotations

from typing import Final

from screens.words.languages import meant

GROUP: Final = "\u202f"
"""A thin space that does not break, between groups of three digits."""
MINUS: Final = "\u2212"
GROUPED_FROM: Final = 10_000
EXACT_DIGITS: Final = 15
"""A number with more digits is rounded where it is read at a glance."""
WRITTEN_DIGITS: Final = 600
"""A number with more digits is never written in full, since a message has no room for it."""

_RAISED: Final = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def number(value: int) -> str:
    """Exact up to fifteen digits, else rounded: ``16``, ``12 288``, ``≈ 1.61 × 10⁶⁰``."""
    if 0 <= value < GROUPED_FROM:
        return str(value)
    if abs(value) < 10**EXACT_DIGITS:
        return _grouped(value)
    power = _last_power(abs(value))
    leading = (abs(value) + 5 * 10 ** (power - 3)) // 10 ** (power - 2)
    if leading == 1000:
        leading, power = 100, power + 1
    return f"≈ {_sign(value)}{leading // 100}{_point()}{leading % 100:02} × 10{raised(power)}"


def exact(value: int) -> str:
    """All digits, if a message has room for them."""
    return _grouped(value) if abs(value) < 10**WRITTEN_DIGITS else number(value)


def is_rounded(value: int) -> bool:
    """Whether ``number`` gives fewer digits than there are."""
    return abs(value) >= 10**EXACT_DIGITS


def signed(value: int) -> str:
    """With its sign, as a leaderboard shows it: ``+126``, ``−40``, ``0``."""
    return f"+{number(value)}" if value > 0 else number(value)


def power_of_two(exponent: int) -> str:
    """``8``; from 2¹¹ on the power itself: ``2²⁰⁰``."""
    return number(1 << exponent) if exponent <= 10 else f"2{raised(exponent)}"


def raised(value: int) -> str:
    """In small raised figures: ``²⁰⁰``."""
    return str(value).translate(_RAISED)


def quotient(value: int, by: int) -> str:
    """The quotient to one decimal place, halves rounded away from nought: ``42.5``."""
    tenths = (abs(value) * 20 + by) // (2 * by)
    whole, tenth = divmod(tenths, 10)
    sign = "" if tenths == 0 else _sign(value)
    if is_rounded(whole) or tenth == 0:
        return number(-whole if sign else whole)
    return f"{sign}{_grouped(whole)}{_point()}{tenth}"


def _grouped(value: int) -> str:
    """In groups of three from five digits on."""
    digits = f"{abs(value):,}".replace(",", GROUP) if abs(value) >= GROUPED_FROM else str(abs(value))
    return _sign(value) + digits


def _point() -> str:
    return meant("between a whole number and its tenths", ".")


def _sign(value: int) -> str:
    return MINUS if value < 0 else ""


def _last_power(value: int) -> int:
    """The exponent of the greatest power of ten that is not above the value."""
    power = (value.bit_length() - 1) * 30103 // 100000
    while 10 ** (power + 1) <= value:
        power += 1
    while 10**power > value:
        power -= 1
    return power

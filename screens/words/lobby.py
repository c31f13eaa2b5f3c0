"""What is said between rubbers: who will have Dummy, and what begins with Start. English."""

from __future__ import annotations

from typing import Final

from screens.words.names import all_of


def take_dummy(players: int) -> str:
    """The button that takes Dummy; at a game where each player has a dummy, the first deal."""
    return "Take Dummy" if players > 2 else "Deal first"


FULL_WITH_DUMMY: Final = "The table is full: press Start."


def has_dummy(who: str, players: int) -> str:
    """Where somebody has taken it, or their turn has come."""
    if players > 2:
        return f"{who} will have Dummy in the next rubber."
    return f"{who}'s dummy will deal first in the next rubber."


def goes_round(order: list[str], players: int) -> str:
    """Who has it in the rubbers after that."""
    if players > 2:
        return f"Then {all_of(order)} in turn."
    return f"Then {all_of(order)}, and so by turns."


def cut_for_dummy(players: int) -> str:
    """Where nobody has taken it."""
    if players > 2:
        return "The lowest in cutting will have Dummy for a rubber, then each in turn."
    return "The lower in cutting will deal first, with their dummy; then each by turns."


def first_has_dummy(players: int) -> str:
    """Where the table does not cut, and people keep the chairs that they took."""
    if players > 2:
        return "The first to have joined will have Dummy for a rubber, then each in turn."
    return "The dummy of the first to have joined will deal first; then each by turns."


# The cut with which a rubber begins

FOR_PARTNERS: Final = "cutting for partners"
FOR_DUMMY: Final = "cutting for Dummy"
FOR_DEAL: Final = "cutting for the deal"
LOWEST_DEALS: Final = "The lowest deals, ace low."


def begins(rubber: int, purpose: str, *, single: bool) -> str:
    """``Rubber 1: cutting for partners``. ``single``: a match is one game."""
    title = f"Game {rubber}" if single else f"Rubber {rubber}"
    return f"{title}: {purpose}" if purpose else title


def lowest_has_dummy(players: int) -> str:
    if players > 2:
        return "The lowest has Dummy, ace low, and Dummy deals."
    return "The lower, ace low, has the first deal, with their dummy."

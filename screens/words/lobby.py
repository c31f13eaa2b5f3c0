"""What is said between rubbers: who will have Dummy, and what begins with Start."""

from __future__ import annotations

from typing import Final

from screens.words.languages import Label, Sentence, meant, say
from screens.words.names import all_of


def take_dummy(players: int) -> str:
    """The button that takes Dummy; at a game where each player has a dummy, the first deal."""
    return meant("a button", "Take Dummy") if players > 2 else meant("a button", "Deal first")


FULL_WITH_DUMMY: Final = Sentence("The table is full. Press Start.")


def has_dummy(who: str, players: int) -> str:
    """Where somebody has taken it, or their turn has come."""
    if players > 2:
        return say("{player} will have Dummy in the next rubber.", player=who)
    return say("{player}'s dummy will deal first in the next rubber.", player=who)


def goes_round(order: list[str], players: int) -> str:
    """Who has it in the rubbers after that."""
    if players > 2:
        return say("Then {players}, in turn.", players=all_of(order))
    return say("Then {players}, and so on by turns.", players=all_of(order))


def cut_for_dummy(players: int) -> str:
    """Where nobody has taken it."""
    if players > 2:
        return say("The player who cuts lowest has Dummy for a rubber, then each in turn.")
    return say("The player who cuts lower deals first, with their dummy; then each by turns.")


def first_has_dummy(players: int) -> str:
    """Where the table does not cut, and people keep the chairs that they took."""
    if players > 2:
        return say("The first to join has Dummy for a rubber, then each in turn.")
    return say("The dummy of the first to join deals first; then each by turns.")


# The cut with which a rubber begins

FOR_PARTNERS: Final = Label("what the cards are cut for", "cut for partners")
FOR_DUMMY: Final = Label("what the cards are cut for", "cut for Dummy")
FOR_DEAL: Final = Label("what the cards are cut for", "cut for the deal")
LOWEST_DEALS: Final = Sentence("The lowest deals, ace low.")


def begins(rubber: int, purpose: str, *, single: bool) -> str:
    """``Rubber 1: cut for partners``. ``single``: a match is one game."""
    title = say("Game {number}", number=rubber) if single else say("Rubber {number}", number=rubber)
    return f"{title}: {purpose}" if purpose else title


def lowest_has_dummy(players: int) -> str:
    if players > 2:
        return say("The lowest has Dummy, ace low, and Dummy deals.")
    return say("The lower, ace low, has the first deal, with their dummy.")

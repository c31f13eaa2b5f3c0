"""The sentences of the analysis of a finished deal. English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.calls import Bid
from rules.cards import Hand, Suit
from rules.seats import Seat, Side
from screens.words.gamewords import GameWords
from screens.words.names import all_of, bid_at, declared, rank, suit
from screens.words.numbers import number, signed
from screens.words.speech import Speech

NO_SOLVER: Final = "This host has no double-dummy solver, so no deal can be analysed."
NO_WORKERS: Final = "This host gives me no process of its own to think in, so no deal can be analysed."
NOT_DONE: Final = "I did not get through that deal. Ask again in a moment."
NO_TABLE: Final = "The table of tricks, and with it what was best, would have taken too long for this deal."
NO_DEAL_YET: Final = "No deal of this table is over yet."
NOTHING_MADE: Final = "Neither side could have made a contract."
NO_CARD_PLAYED: Final = "No card was played."
BY_HONOURS: Final = "Honours ended this deal before it was played out: the play is not analysed."
NO_CARD_COST: Final = "No card cost anything."
TO_LOSE: Final = (
    "This deal was played to lose tricks, which the solver cannot weigh: the play is not analysed."
)
HONOURS_TAKEN: Final = "Honours taken in tricks are not counted here."
SHOW_TO_ALL: Final = "Show to all"
SHOWN_ALREADY: Final = "The analysis of that deal has been shown to all already."
ONLY_WHO_SAT: Final = "Only those who sat at that deal can show its analysis to all."
DECLARATION: Final = "The best declaration"
CONTRACTS: Final = "The best contracts"
PLAY: Final = "The play"
NO_TRUMPS: Final = "NT"
"""The heading of its column in the picture."""
TRICKS: Final = "Tricks"
HOW: Final = (
    "Double dummy: as if everybody saw all four hands and played his best. Points are what a side is ahead "
    "by in this deal; the best declarations are counted undoubled."
)
TABLE: Final = (
    "A figure in the picture is the tricks of that hand's side when the hand after it in turn leads."
)
TABLE_MARKED: Final = f"{TABLE} The marked one is what was played."


def title(deal: str, declaration: str) -> str:
    return f"{deal}, analysed: {declaration}"


def not_over(deal: int) -> str:
    return f"Deal {deal} of this table is not over, or never was."


def points(count: int) -> str:
    return "1 point" if count == 1 else f"{number(count)} points"


def tricks(count: int) -> str:
    return "1 trick" if count == 1 else f"{number(count)} tricks"


def best(
    speech: Speech, of: Side, by: Sequence[Seat], bid: Bid | None, trumps: Suit | None, said: GameWords
) -> str:
    """A side and the best it could declare: ``North–South: 4 ♥ Hearts, by South``."""
    what = bid_at(bid, said) if bid is not None else declared(trumps, said)
    alone = f", by {speech.either_of(by)}" if len(by) < len(of.seats) else ""
    return f"**{speech.side(of)}**: **{what}**{alone}"


def would_win(count: int, ahead: int) -> str:
    return f"{tricks(count)}, {signed(ahead)} {'point' if abs(ahead) == 1 else 'points'}"


def no_contract(speech: Speech, of: Side) -> str:
    return f"**{speech.side(of)}**: no contract can be made"


def course(speech: Speech, of: Side, possible: tuple[int, int], made: tuple[int, int]) -> str:
    """What a side could have won with best play and what it won, in tricks and in points."""
    could = f"With best play by all, **{speech.side(of)}** win **{would_win(*possible)}**"
    return f"{could}. So they did." if possible == made else f"{could}. They won **{would_win(*made)}**."


def dearest(speech: Speech, card: str, hand: Seat, by: Seat, who: str, trick: int) -> str:
    """The card that cost most. ``who`` is the player's name; ``hand`` is a dummy's where ``by`` played from
    it."""
    whose = f" from {speech.seat(hand)}'s hand" if hand is not by else ""
    return f"The dearest card was **{card}**{whose} in trick {trick}, by **{speech.seat(by)}** {who}."


def cost(lost: int, lost_tricks: int) -> str:
    return f"It cost **{points(lost)}** ({tricks(lost_tricks)})."


MOST_NAMED: Final = 4


def better(cards: Sequence[str]) -> str:
    """The cards that would have cost nothing."""
    if len(cards) > MOST_NAMED:
        cards = [*cards[: MOST_NAMED - 1], f"{len(cards) - MOST_NAMED + 1} others"]
        return f"{all_of(cards)} would have cost nothing."
    return f"{' or '.join(cards)} would have cost nothing."


def given(speech: Speech, by: Sequence[tuple[Side, int, int]]) -> str:
    """What the cards of each side lost in all, in points and in tricks."""
    parts = [f"{speech.side(one)} {points(lost)} ({tricks(lost_tricks)})" for one, lost, lost_tricks in by]
    return f"Given away in all: {', '.join(parts)}."


def granted(speech: Speech, to: Side, count: int) -> str:
    """That a claim gave a side more than best play would, or less."""
    if count > 0:
        return f"The claim gave {speech.side(to)} {tricks(count)} more than best play would."
    return f"The claim gave {speech.side(to)} {tricks(-count)} less than best play would."


# The picture in words


def alt(
    speech: Speech, hands: Sequence[tuple[Seat, Hand]], rows: Sequence[tuple[Seat, Sequence[tuple[str, int]]]]
) -> str:
    """The four hands, and the table if there is one, for people who have pictures read to them."""
    table = ("Tricks.", *_rows(speech, rows)) if rows else ()
    return " ".join((*(_hand(speech, one, hand) for one, hand in hands), *table))


def _hand(speech: Speech, of: Seat, hand: Hand) -> str:
    suits = (f"{suit(one).lower()} {_ranks(hand.suit(one))}" for one in Suit)
    return f"{speech.seat(of)}: {', '.join(suits)}."


def _ranks(cards: Hand) -> str:
    return " ".join(rank(card.rank) for card in cards) or "none"


def _rows(speech: Speech, rows: Sequence[tuple[Seat, Sequence[tuple[str, int]]]]) -> Iterator[str]:
    for one, figures in rows:
        yield f"{speech.seat(one)}: {', '.join(f'{strain} {count}' for strain, count in figures)}."


def strain(of: Suit | None) -> str:
    """Trumps as the words for the picture call them."""
    return suit(of).lower() if of is not None else "no trumps"

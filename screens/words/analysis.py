"""The sentences of the analysis of a finished deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.calls import Bid
from rules.cards import Hand, Suit
from rules.seats import Seat, Side
from screens.words.gamewords import GameWords
from screens.words.languages import Label, Sentence, counted, meant, say
from screens.words.names import bid_at, declared, either_of, rank, suit_inside
from screens.words.numbers import number, signed
from screens.words.speech import Speech

NO_SOLVER: Final = Sentence("This host has no double-dummy solver, so I cannot analyse deals here.")
NO_WORKERS: Final = Sentence(
    "Deals are not analysed here: the host of this bot can switch that on with `ROBOT_WORKERS`."
)
NOT_DONE: Final = Sentence("I did not finish that deal. Ask again in a moment.")
NO_TABLE: Final = Sentence("The table of tricks would have taken too long for this deal, so I left it out.")
NO_DEAL_YET: Final = Sentence("No deal of this table is over yet.")
NOTHING_MADE: Final = Sentence("Neither side could have made a contract.")
NO_CARD_PLAYED: Final = Sentence("No card was played.")
BY_HONOURS: Final = Sentence("Honours ended this deal before it was played out, so the play is not analysed.")
BY_REVOKE: Final = Sentence("Somebody revoked in this deal, so the play is not analysed.")
OUT_OF_TURN: Final = Sentence(
    "Cards were played out of turn in this deal, or demanded as a penalty, so the play is not analysed."
)
NO_CARD_COST: Final = Sentence("No card cost anything.")
TO_LOSE: Final = Sentence(
    "This deal was played to lose tricks, which the solver cannot weigh, so the play is not analysed."
)
HONOURS_TAKEN: Final = Sentence("Honours taken in tricks are not counted here.")
SHOW_TO_ALL: Final = Label("a button", "Show to all")
SHOWN_ALREADY: Final = Sentence("The analysis of that deal has already been shown to all.")
ONLY_WHO_SAT: Final = Sentence("Only those who played that deal can show its analysis to all.")
DECLARATION: Final = Sentence("The best declaration")
CONTRACTS: Final = Sentence("The best contracts")
PLAY: Final = Sentence("The play")
NO_TRUMPS: Final = Label("no trumps, at most three letters", "NT")
"""The heading of its column in the picture."""
TRICKS: Final = Sentence("Tricks")
HOW: Final = Sentence(
    "Double dummy: as if everybody saw all four hands and played their best. Points are what a side is ahead "
    "by in this deal; the best declarations are counted undoubled."
)
TABLE: Final = Sentence(
    "Each number in the picture is the tricks that hand's side wins when the hand after it leads."
)
TABLE_MARKED: Final = Sentence(
    "Each number in the picture is the tricks that hand's side wins when the hand after it leads. The marked "
    "one is what was played."
)


def title(deal: str, declaration: str) -> str:
    return say("{deal}, analysed: {declaration}", deal=deal, declaration=declaration)


def not_over(deal: int) -> str:
    return say("Deal {number} of this table is not over, or never was.", number=deal)


def points(count: int) -> str:
    return counted(count, "{count} point", "{count} points", count=number(count))


def tricks(count: int) -> str:
    return counted(count, "{count} trick", "{count} tricks", count=number(count))


def best(
    speech: Speech, of: Side, by: Sequence[Seat], bid: Bid | None, trumps: Suit | None, said: GameWords
) -> str:
    """A side and the best it could declare: ``North–South: 4 ♥ Hearts, by South``."""
    what = bid_at(bid, said) if bid is not None else declared(trumps, said)
    if len(by) < len(of.seats):
        return say(
            "**{side}**: **{bid}**, by {seats:ins}",
            side=speech.side(of),
            bid=what,
            seats=speech.seat(by[0]),
        )
    return say("**{side}**: **{bid}**", side=speech.side(of), bid=what)


def would_win(count: int, ahead: int) -> str:
    led = counted(ahead, "{count} point", "{count} points", count=signed(ahead))
    return f"{tricks(count)}, {led}"


def no_contract(speech: Speech, of: Side) -> str:
    return say("**{side}**: no contract can be made", side=speech.side(of))


def course(speech: Speech, of: Side, possible: tuple[int, int], made: tuple[int, int]) -> str:
    """What a side could have won with best play and what it won, in tricks and in points."""
    if possible == made:
        return say(
            "With best play by all, **{side}** win **{result}**. That is what happened.",
            side=speech.side(of),
            result=would_win(*possible),
        )
    return say(
        "With best play by all, **{side}** win **{possible}**. They won **{result}**.",
        side=speech.side(of),
        possible=would_win(*possible),
        result=would_win(*made),
    )


def dearest(speech: Speech, card: str, hand: Seat, by: Seat, who: str, trick: int) -> str:
    """The card that cost most. ``who`` is the player's name; ``hand`` is a dummy's where ``by`` played from
    it."""
    if hand is not by:
        return say(
            "Costliest card: **{card}** from {dummy:gen}'s hand in trick {trick}, by **{seat}** {player}.",
            card=card,
            dummy=speech.seat(hand),
            trick=trick,
            seat=speech.seat(by),
            player=who,
        )
    return say(
        "Costliest card: **{card}** in trick {trick}, by **{seat}** {player}.",
        card=card,
        trick=trick,
        seat=speech.seat(by),
        player=who,
    )


def cost(lost: int, lost_tricks: int) -> str:
    return say("It cost **{points}** ({tricks}).", points=points(lost), tricks=tricks(lost_tricks))


MOST_NAMED: Final = 4


def better(cards: Sequence[str]) -> str:
    """The cards that would have cost nothing."""
    if len(cards) > MOST_NAMED:
        rest = len(cards) - MOST_NAMED + 1
        return counted(
            rest,
            "{cards} and {count} other would have cost nothing.",
            "{cards} and {count} others would have cost nothing.",
            cards=", ".join(cards[: MOST_NAMED - 1]),
        )
    return say("{cards} would have cost nothing.", cards=either_of(cards))


def given(speech: Speech, by: Sequence[tuple[Side, int, int]]) -> str:
    """What the cards of each side lost in all, in points and in tricks."""
    parts = [f"{speech.side(one)} {points(lost)} ({tricks(lost_tricks)})" for one, lost, lost_tricks in by]
    return say("Given away in all: {what}.", what=", ".join(parts))


def granted(speech: Speech, to: Side, count: int) -> str:
    """That a claim gave a side more than best play would, or less."""
    if count > 0:
        return counted(
            count,
            "The claim gave {side} {count} trick more than best play would.",
            "The claim gave {side} {count} tricks more than best play would.",
            side=speech.side(to),
        )
    return counted(
        -count,
        "The claim gave {side} {count} trick less than best play would.",
        "The claim gave {side} {count} tricks less than best play would.",
        side=speech.side(to),
    )


# The picture in words


def alt(
    speech: Speech, hands: Sequence[tuple[Seat, Hand]], rows: Sequence[tuple[Seat, Sequence[tuple[str, int]]]]
) -> str:
    """The four hands, and the table if there is one, for people who have pictures read to them."""
    table = (f"{TRICKS()}.", *_rows(speech, rows)) if rows else ()
    return " ".join((*(_hand(speech, one, hand) for one, hand in hands), *table))


def _hand(speech: Speech, of: Seat, hand: Hand) -> str:
    suits = (f"{suit_inside(one)} {_ranks(hand.suit(one))}" for one in Suit)
    return f"{speech.seat(of)}: {', '.join(suits)}."


def _ranks(cards: Hand) -> str:
    return " ".join(rank(card.rank) for card in cards) or meant("no cards of a suit", "none")


def _rows(speech: Speech, rows: Sequence[tuple[Seat, Sequence[tuple[str, int]]]]) -> Iterator[str]:
    for one, figures in rows:
        yield f"{speech.seat(one)}: {', '.join(f'{strain} {count}' for strain, count in figures)}."


def strain(of: Suit | None) -> str:
    """Trumps as the words for the picture call them."""
    return suit_inside(of) if of is not None else say("no trumps")

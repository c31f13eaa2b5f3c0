"""A finished deal laid open: the hands, the tricks, every line of the score with its reason, and the proof
that it was dealt fairly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.presenter.parts import BAIZE, BRASS, calls_line, heading, small, text
from bot.presenter.rubbers import in_full, rubber_lines, sheet
from bot.screen import Divider, Part, Screen, Text
from bot.wordings import names as name
from bot.wordings import scores as words
from bot.wordings.names import Names, seat, side, suit_line
from bot.wordings.table import deal_number
from rules.cards import Rank, Suit
from rules.members import Member
from rules.reckon import HONOURS, Entry
from rules.rubber import RubberResult
from rules.seats import BySeat, Seat, Side
from rules.tricks import winner
from rules.view import Open

_TIED: Final = "\u00a0"
_BETWEEN_SUITS: Final = "\u2003"
"""On a narrow screen a hand breaks between its suits and not within one."""


def result_screen(
    deal: Open,
    seats: BySeat[Member],
    table_id: str,
    names: Names,
    *,
    ended: RubberResult | None = None,
) -> Screen:
    """What a deal came to; with ``ended`` also the rubber that it won. There is nothing to press: what comes
    next is on the next message."""
    parts: list[Part] = [
        text(*_told(deal)),
        text(*_hands(deal, seats, names)),
        text(*(small(line) for line in _tricks(deal))),
        Divider(),
    ]
    parts += score_parts(deal)
    if ended is None:
        parts.append(text(f"**{words.SCORE_AFTER}**", sheet(deal.after), *_next(deal)))
    else:
        parts += [Divider(), text(*rubber_lines(ended, seats, names), *in_full(ended.totals))]
        parts.append(text(small(words.FRESH_CUT)))
    fair = words.fair(
        table_id,
        deal.number,
        deal.commitment,
        deal.dealer.right if deal.cut.by is not None else None,
        deal.cut.at,
        deal.cut.salt,
        deal.seed,
    )
    parts.append(text(*(small(line) for line in fair)))
    return Screen(tuple(parts), BAIZE if ended is None else BRASS)


def _told(deal: Open) -> Iterator[str]:
    """The deal in a few lines: what was declared, by whom, and who won the tricks."""
    settled = deal.settled
    yield heading(words.result_of(deal_number(deal.number), name.declaration(settled.trumps, settled.level)))
    yield f"**{words.tricks_won(deal.won.ns, deal.won.ew)}**"
    if settled.declared_by is not None:
        yield words.declared_by(settled.declared_by, deal.dealer)
    yield small(calls_line(deal.calls))
    if deal.conceded is not None:
        yield words.conceded(deal.conceded)


def _hands(deal: Open, seats: BySeat[Member], names: Names) -> Iterator[str]:
    """The four hands as dealt, two lines each."""
    for one, hand in deal.hands.items():
        yield f"**{seat(one)}** {names(seats.of(one))}"
        yield _BETWEEN_SUITS.join(suit_line(suit, hand.suit(suit)).replace(" ", _TIED) for suit in Suit)


def _tricks(deal: Open) -> Iterator[str]:
    """Trick by trick, from the leader on, the winning card in bold."""
    for number, trick in enumerate(deal.tricks, 1):
        whole = len(trick.cards) == len(Seat)
        taker = winner(trick, deal.settled.trumps) if whole else None
        cards = (
            f"**{name.card(card)}**" if one is taker else name.card(card) for one, card in trick.by_player()
        )
        yield f"{number}. {seat(trick.leader)}: {' '.join(cards)}"


def score_parts(deal: Open) -> Iterator[Text]:
    """Each line that was entered, first of one side and then of the other."""
    for one in Side:
        entries = [entry for entry in deal.entries if entry.side is one]
        if entries:
            yield text(f"**{side(one)}**", *(f"- {_reason(deal, entry)}" for entry in entries))


def _reason(deal: Open, entry: Entry) -> str:
    line = words.line(entry, aces=deal.settled.trumps is None, richest=_richest(deal, entry))
    return f"{line} · {words.column(entry.column)}"


def _richest(deal: Open, entry: Entry) -> int:
    return max(_honours(deal, one) for one in entry.side.seats)


def _honours(deal: Open, one: Seat) -> int:
    """The trump honours, or the aces, in one hand as dealt."""
    hand, trumps = deal.hands.of(one), deal.settled.trumps
    if trumps is None:
        return sum(card.rank is Rank.ACE for card in hand)
    return sum(card.rank in HONOURS for card in hand.suit(trumps))


def _next(deal: Open) -> Iterator[str]:
    yield from in_full(deal.after.totals)
    side_of_game = next((one for one in Side if deal.after.games.of(one) > deal.before.games.of(one)), None)
    if side_of_game is not None:
        yield words.game_won(side_of_game)
    yield small(words.deals_next(deal.dealer.left))

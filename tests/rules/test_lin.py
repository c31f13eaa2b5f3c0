"""Finished deals as LIN: a library of somebody else's reads them, and so do these tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.calls import Pass
from rules.errors import Unreadable
from rules.record.lin import as_lin
from rules.record.writing import Record, recorded
from rules.seats import Seat
from tests.each import each, mostly_long
from tests.rules.lin_reading import LinDeal, read_lin
from tests.rules.test_pbn import _card, cards, deals
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

GAMES_OF_BRIDGE = ("biritch", "bridge", "auction", "plafond", "contract")


def by_bridgebots(text: str) -> Sequence[Any]:
    from bridgebots.lin import parse_lin_str  # slow to load, and only these tests need it

    found: Sequence[Any] = parse_lin_str(text)
    return found


@pytest.mark.parametrize("game", mostly_long(GAMES_OF_BRIDGE, ("biritch", "contract")))
def test_a_library_for_bridge_reads_hands_auction_and_play_as_they_were(game: str) -> None:
    records = deals(1, game, 3)
    found = by_bridgebots(as_lin(records))
    assert len(found) == 3
    for record, one in zip(records, found, strict=True):
        deal, (board,) = record.deal, one.board_records
        assert deal.settled is not None and deal.settled.declared_by is not None
        assert one.deal.dealer.name == deal.dealer.name and board.board_name == f"Board {deal.number}"
        assert (one.deal.ns_vulnerable, one.deal.ew_vulnerable) == tuple(map(bool, deal.before.games))
        for seat in Seat:
            held = next(hand for who, hand in one.deal.hands.items() if who.name == seat.name)
            assert {_card(card) for card in held.cards} == cards(record, seat)
        assert board.declarer.name == deal.settled.declared_by.name
        assert board.tricks == deal.won.of(deal.settled.declared_by.side)
        assert board.contract.doubled == min(deal.settled.level, 2)
        assert board.contract.level == (deal.settled.bid.odd if deal.settled.bid is not None else 1)
        played = [str(card) for trick in deal.tricks for card in trick.cards]
        assert [_card(card) for card in board.play_record] == played


def as_written(record: Record, read: LinDeal) -> None:
    """What we have written is read back."""
    deal = record.deal
    dealt = read.dealt
    assert (dealt.number, dealt.dealer, dealt.hands) == (deal.number, deal.dealer, deal.hands)
    assert dealt.vulnerable == tuple(map(bool, deal.before.games))
    assert read.cards == tuple(card for trick in deal.tricks for card in trick.cards)
    by = deal.settled.declared_by if deal.settled is not None else None
    claimed = deal.won.of(by.side) if deal.conceded is not None and by is not None else None
    assert read.claimed == claimed
    if deal.settled is None or deal.settled.bid is not None:
        assert read.calls == deal.calls


@each(("game", "seed"), [("biritch", 2), ("contract", 5), ("vint", 9)])
def test_what_is_written_is_read_back(game: str, seed: int) -> None:
    records = [one for one in deals(seed, game, 4) if as_lin([one])]
    assert records
    for record, read in zip(records, read_lin(as_lin(records)), strict=True):
        as_written(record, read)


def test_an_auction_that_everybody_passed_is_written_and_read() -> None:
    evening = Evening(3, "contract").seat(ANNA, BORIS, CLARA, DAVID).start().cut()
    while evening.table.last is None:
        assert evening.table.deal is not None
        evening.do(next(iter(evening.table.deal.may_act)), Pass())
    (read,) = read_lin(as_lin([recorded("contract", (), evening.table.last)]))
    assert [one.call for one in read.calls] == [Pass()] * 4 and not read.cards
    assert read.dealt.hands == evening.table.last.hands


@each("game", ["whist_modern", "ruff_and_honours", "norwegian_whist"])
def test_a_game_without_a_declarer_is_not_written(game: str) -> None:
    evening = Evening(4, game).seat(ANNA, BORIS, CLARA, DAVID).start().cut().play_deal()
    assert evening.table.last is not None
    assert as_lin([recorded(game, (), evening.table.last)]) == ""


@each(("old", "new", "line"), [("mb|p|", "mb|8H|", 1), ("pc|", "pc|X", 1), ("pn|", "\nmb|?|\npn|", 2)])
def test_a_call_or_a_card_that_cannot_be_read_is_told_by_its_line(old: str, new: str, line: int) -> None:
    (record,) = deals(2, "contract")
    with pytest.raises(Unreadable, match=f"line {line}"):
        read_lin(as_lin([record]).replace(old, new, 1))

"""Finished deals for other programs: PBN that a library of somebody else's reads back, and JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.cards import Hand, Suit, parse_card
from rules.counting.reckon import Penalty
from rules.out_of_turn import Demand, Exacted, Paid
from rules.record.writing import Record, as_json, pbn, recorded
from rules.revoke import RevokeClaim
from rules.seats import Seat
from tests.each import each
from tests.rules.deals import NS, laid_open, played, settled
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening


def deals(seed: object, game: str, count: int = 1) -> list[Record]:
    """The first deals at a table of this game that were played and not thrown in."""
    evening = Evening(seed, game).seat(ANNA, BORIS, CLARA, DAVID).start()
    found: list[Record] = []
    while len(found) < count:
        if evening.table.rubber is None:
            evening.start()
        evening.step(claims=True)
        last = evening.table.last
        if (
            last is not None
            and last.settled is not None
            and (not found or found[-1].deal.number != last.number)
        ):
            found.append(recorded(game, evening.table.options, last))
    return found


def read_back(records: list[Record], folder: Path) -> list[Any]:
    import bridgebots  # slow to load, and only these tests need it

    file = folder / "deals.pbn"
    file.write_text(pbn(records))
    return list(bridgebots.parse_pbn(file))


def cards(record: Record, seat: Seat) -> set[str]:
    return {str(card) for card in record.deal.hands.of(seat)}


@pytest.mark.parametrize("game", ["biritch", "bridge", "auction", "plafond", "contract"])
def test_a_library_for_bridge_reads_the_hands_the_contract_and_the_play_as_they_were(
    game: str, tmp_path: Path
) -> None:
    records = deals(
        1, game, 3
    )  # in none of these does the partner of who declared play, which PBN cannot say
    found = read_back(records, tmp_path)
    assert len(found) == 3
    for record, one in zip(records, found, strict=True):
        deal, (board,) = record.deal, one.board_records
        assert deal.settled is not None and deal.settled.declared_by is not None
        assert one.deal.dealer.name == deal.dealer.name
        for seat in Seat:
            held = next(hand for who, hand in one.deal.hands.items() if who.name == seat.name)
            assert {_card(card) for card in held.cards} == cards(record, seat)
        assert board.declarer.name == deal.settled.declared_by.name
        assert board.tricks == deal.won.of(deal.settled.declared_by.side)
        assert board.contract.doubled == min(deal.settled.level, 2)
        assert board.contract.level == (deal.settled.bid.odd if deal.settled.bid is not None else 1)
        trumps = board.contract.suit.to_suit() if board.contract.suit.name != "NO_TRUMP" else None
        assert (trumps.name if trumps else None) == (
            deal.settled.trumps.name if deal.settled.trumps else None
        )
        played = [card for trick in deal.tricks for card in trick.cards]
        assert [parse_card(_card(card)) for card in board.play_record] == played


def _card(card: Any) -> str:
    return f"{card.rank.abbreviation()}{card.suit.abbreviation()}"


def test_an_auction_is_read_back_call_by_call(tmp_path: Path) -> None:
    (record,) = deals(2, "contract")
    (one,) = read_back([record], tmp_path)[0].board_records
    ours = [str(called.call).replace("1N", "1NT").replace("2N", "2NT") for called in record.deal.calls]
    assert ours[:6] == ["Pass()", "1D", "1NT", "Pass()", "2D", "Double()"]
    said = {"Pass()": "PASS", "Double()": "X"}
    assert one.bidding_record == [said.get(call, call) for call in ours]


@each("game", ["whist_modern", "ruff_and_honours", "norwegian_whist"])
def test_a_game_without_a_declarer_or_with_a_stock_is_not_written_as_bridge(game: str) -> None:
    evening = Evening(4, game).seat(ANNA, BORIS, CLARA, DAVID).start().cut().play_deal()
    assert evening.table.last is not None
    assert pbn([recorded(game, (), evening.table.last)]) == ""


def test_vulnerable_is_who_has_won_a_game_of_the_rubber() -> None:
    evening = Evening(7, "contract").seat(ANNA, BORIS, CLARA, DAVID).start()
    while evening.table.rubber is None or not any(evening.table.rubber.standing.games):
        evening.step()
    first = evening.table.last
    evening.cut().play_deal()
    last = evening.table.last
    assert first is not None and last is not None
    side = "NS" if last.before.games.ns else "EW"
    assert '[Vulnerable "None"]' in pbn([recorded("contract", (), first)])
    assert f'[Vulnerable "{side}"]' in pbn([recorded("contract", (), last)])


def test_json_says_what_the_text_says() -> None:
    (record,) = deals(1, "ruff_and_honours")
    (told,) = json.loads(as_json([record]))
    deal = record.deal
    for seat in Seat:
        assert set(told["hands"][seat.letter]) == cards(record, seat)
    assert [trick["winner"] for trick in told["tricks"] if trick["winner"]] == [
        seat.letter for seat in record.winners
    ]
    assert told["stock"] == [str(card) for card in deal.stock]
    assert [line["amount"] for line in told["score"]] == [entry.amount for entry in deal.entries]
    assert (told["seed"], told["cut"]["at"]) == (deal.seed, deal.cut.at)


def test_json_tells_all_of_a_deal() -> None:
    """South wins the first trick with the king of clubs and is granted the rest but one. What no deal has at
    once is added: a card turned, a hand changed by a ruff, cards put out, revokes and penalties."""
    deal = laid_open(played(settled(trumps="hearts"), "2C 4C JC KC").granted(NS))
    demand = Demand(Seat.NORTH, Exacted.CARD, Seat.WEST, parse_card("4D"))
    lead = Demand(Seat.SOUTH, Exacted.SUIT, Seat.EAST, suit=Suit.SPADES)
    record = recorded(
        "biritch",
        (("doubling_limit", "6"),),
        replace(
            deal,
            turned=parse_card("2C"),
            held=deal.hands,
            out=Hand.of((parse_card("2S"),)),
            kept=1,
            claims=(
                RevokeClaim(Seat.NORTH, 1, Seat.EAST, True, Penalty.ADD),
                RevokeClaim(Seat.SOUTH, 2, Seat.WEST, False),
            ),
            awarded=((1, Seat.NORTH),),
            stopped=True,
            stood=(3, 4),
            paid=(Paid(2, Seat.WEST, demand), Paid(5, Seat.EAST, lead)),
            taken_back=2,
        ),
    )
    (told,) = json.loads(as_json([record]))
    hands = {
        "N": "AS QS 9S 5S KH JH 8H TD 6D 3D AC 8C 4C",
        "E": "KS JS 8S AH 9H 7H 2H QD 8D 5D JC 7C 5C",
        "S": "TS 6S 3S QH TH 5H AD JD 9D 2D KC QC 9C",
        "W": "7S 4S 2S 6H 4H 3H KD 7D 4D TC 6C 3C 2C",
    }
    for part in ("hands", "held"):
        assert {seat: set(cards) for seat, cards in told.pop(part).items()} == {
            seat: set(cards.split()) for seat, cards in hands.items()
        }
    nothing, won = {"NS": 0, "EW": 0}, {"NS": 128, "EW": 0}
    score = (
        ("below", "odd_tricks", 7, 8, 56),
        ("above", "grand_slam", 1, 40, 40),
        ("above", "honours", 4, 8, 32),
    )
    assert told == {
        "game": "biritch",
        "options": {"doubling_limit": "6"},
        "deal": 1,
        "dealer": "S",
        "out": ["2S"],
        "stock": [],
        "turned": "2C",
        "calls": [
            {"seat": "S", "call": "declare:H"},
            {"seat": "W", "call": "content"},
            {"seat": "E", "call": "content"},
        ],
        "settled": {
            "trumps": "H",
            "bid": None,
            "declared_by": "S",
            "doublings": 0,
            "worth": 8,
            "leader": "W",
            "dummies": {"N": "S"},
        },
        "tricks": [{"leader": "W", "cards": ["2C", "4C", "JC", "KC"], "winner": "N"}],
        "won": {"NS": 13, "EW": 0},
        "revokes": [
            {"trick": 1, "seat": "E", "by": "N", "found": True, "penalty": "add"},
            {"trick": 2, "seat": "W", "by": "S", "found": False, "penalty": None},
        ],
        "awarded": {"1": "N"},
        "stopped": True,
        "stood": [3, 4],
        "demanded": [
            {"trick": 2, "seat": "W", "by": "N", "what": "card", "card": "4D", "suit": None},
            {"trick": 5, "seat": "E", "by": "S", "what": "suit", "card": None, "suit": "S"},
        ],
        "taken_back": 2,
        "conceded": "NS",
        "kept": 1,
        "score": [
            {
                "side": "NS",
                "line": line,
                "column": column,
                "count": count,
                "unit": unit,
                "times": 1,
                "amount": amount,
                "seat": None,
            }
            for column, line, count, unit, amount in score
        ],
        "before": {"below": nothing, "games": nothing, "totals": nothing, "noted": nothing},
        "after": {"below": nothing, "games": {"NS": 1, "EW": 0}, "totals": won, "noted": nothing},
        "commitment": "c0ffee",
        "cut": {"at": 26, "by": None},
        "salt": "",
        "seed": told["seed"],
        "brought": False,
    }
    assert told["seed"] == record.deal.seed


def test_a_game_begins_with_the_fifteen_tags_that_the_standard_asks_for_in_its_order() -> None:
    """PBN 2.1, section 3.4, "Mandatory tag pairs"."""
    asked = (
        "Event Site Date Board West North East South Dealer Vulnerable Deal Scoring Declarer Contract Result"
    )
    written = pbn(deals(5, "bridge"))
    found = [line[1:].split()[0] for line in written.splitlines() if line.startswith("[")]
    assert found[:15] == asked.split()


def test_the_score_before_and_after_a_deal_is_told_by_side_below_in_games_in_all_and_as_noted() -> None:
    (record,) = deals(5, "bridge")
    (told,), after = json.loads(as_json([record])), record.deal.after
    nothing = {"NS": 0, "EW": 0}
    assert told["before"] == {"below": nothing, "games": nothing, "totals": nothing, "noted": nothing}
    for name, value in (("below", after.below), ("games", after.games), ("totals", after.totals)):
        assert told["after"][name] == {"NS": value.ns, "EW": value.ew}

"""The deals that the runner of examples makes up: each is a whole pack (laws, appendix E, E11)."""

from __future__ import annotations

from itertools import product

import pytest

from rules.cards import PACK, Card, Hand, Rank, Suit
from rules.games.all_games import GAMES
from rules.games.variant import LAWFUL
from rules.seats import BySeat, Seat
from rules.settling.terms import Dealt
from tests.each import each
from tests.examples.claims import in_play
from tests.examples.out_of_turn import hands_of
from tests.examples.runner import run
from tests.examples.test_examples import EVERY, Vector
from tests.examples.vectors import Malformed, whole
from tests.examples.whist_kinds import ace_with, honours_dealt
from tests.rules import lawful
from tests.rules.deals import ORDINARY

WON = [(ns, ew) for ns, ew in product(range(13), repeat=2) if 0 < ns + ew < 13]


def conserved(hands: BySeat[Hand], each: int = 13) -> bool:
    cards = [card for hand in hands for card in hand]
    return {len(hand) for hand in hands} == {each} and len(set(cards)) == 4 * each


@each("won", WON)
def test_after_any_tricks_a_claim_is_made_of_a_whole_pack(won: tuple[int, int]) -> None:
    table = in_play({"options": {}, "input": {"won": dict(zip(("NS", "EW"), won, strict=True))}})
    deal = table.deal
    assert deal is not None and deal.playing is not None and conserved(deal.dealt.hands)
    left = [card for hand in deal.playing.left for card in Hand(hand)]
    played = [card for trick in deal.playing.tricks for card in trick.cards]
    assert sorted([*left, *played], key=str) == sorted(PACK, key=str)
    assert deal.won() == won and all(trick.cards[0].suit is Suit.SPADES for trick in deal.playing.tricks)


def test_honours_are_called_and_stocks_are_ruffed_from_a_whole_pack() -> None:
    for asker, partner in product(range(5), repeat=2):
        if asker + partner < 5:
            for cards in 12, 13:
                assert conserved(honours_dealt(asker, partner, cards).hands, cards)
    for holder, dealer, rank in product((*Seat, None), Seat, Rank):
        dealt = ace_with(holder, Card(rank, Suit.DIAMONDS), dealer)
        assert conserved(dealt.hands, 12)
        held = [seat for seat in Seat if Card(Rank.ACE, Suit.DIAMONDS) in dealt.hands.of(seat)]
        assert held == ([holder] if holder is not None and rank is not Rank.ACE else [])


def test_revokes_are_of_a_whole_pack() -> None:
    assert conserved(lawful.HANDS) and conserved(ORDINARY)
    for key, game in GAMES.items():
        if any(choice.key == LAWFUL[0] for choice in game.choices) and game.variant().players < 4:
            deal = lawful.with_dummies(key, game.variant().players).table.deal
            assert deal is not None and conserved(deal.dealt.hands)


@each("vector", [one for one in EVERY if one["kind"] in ("irregularity", "take_back")])
def test_the_hands_that_an_example_names_are_a_whole_pack(vector: Vector) -> None:
    assert conserved(hands_of(vector))


def test_hands_that_are_no_whole_pack_are_refused_and_the_example_says_so() -> None:
    twice = ORDINARY.put(Seat.WEST, ORDINARY.of(Seat.EAST))
    with pytest.raises(Malformed):
        whole(Dealt(Seat.SOUTH, twice, None))
    vector = next(one for one in EVERY if one["kind"] == "irregularity")
    short = {**vector["input"]["hands"], "N": "S AQ95 H KJ8 D T63 C A8"}
    found = run({**vector, "input": {**vector["input"], "hands": short}})
    assert found.status == "failed" and "cards" in found.detail

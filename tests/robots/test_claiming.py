"""What robots claim and concede by themselves, checked against every lie of the cards and every play."""

from __future__ import annotations

import random
from dataclasses import replace

from robots.law.claiming import choose_claim
from rules.cards import PACK, Hand, Suit, parse_card
from rules.seats import BySeat, Seat, by_seat
from rules.table.requests import ClaimRest
from rules.table.seen import seen
from rules.tricks import Trick
from rules.view import SeatView
from tests.each import each
from tests.robots.test_claims import following, legal_cards, lies, random_ending
from tests.trials.stage.endings import Ending, table_of

NORTH, EAST, SOUTH, WEST = Seat


def view_of(ending: Ending) -> SeatView:
    """What the player of the hand that is due sees, who has claimed nothing yet."""
    table = replace(table_of(ending), claim=None, shown=frozenset())
    assert table.deal is not None
    return seen(table, next(iter(table.deal.may_act)))


def never_wins(ending: Ending) -> bool:
    """Whether south and north, whatever anybody plays, win no trick."""
    due = ending.trick.due
    if not ending.hands.of(due):
        return True
    for card in legal_cards(ending):
        cards = (*ending.trick.cards, card)
        if len(cards) == 4 and ending.won_by_us(Trick(ending.trick.leader, cards)):
            return False
        if not never_wins(following(ending, card)):
            return False
    return True


def poor_ending(rng: random.Random) -> Ending:
    """A few cards in each hand, those of south and of dummy low, and somebody else on lead."""
    each, trumps = 2, rng.choice((None, *Suit))
    left = sorted(
        rng.sample(PACK, 4 * each), key=lambda card: card.rank + 9 * (card.suit is trumps) + rng.gauss(0, 1)
    )
    low, high = left[: 2 * each], left[2 * each :]
    rng.shuffle(low)
    rng.shuffle(high)
    hands = by_seat(
        lambda seat: Hand.of((low if seat.side is SOUTH.side else high).pop() for _ in range(each))
    )
    ending = Ending(hands, Trick(rng.choice((EAST, WEST))), trumps, SOUTH, dummy=True)
    while ending.trick.due.side is not SOUTH.side:
        ending = following(ending, rng.choice(list(legal_cards(ending))))
    return ending


def test_what_a_robot_concedes_is_lost_whatever_the_lie_of_the_cards_and_the_play() -> None:
    rng, conceded, lost = random.Random(1904), 0, 0
    for _ in range(150):
        ending = poor_ending(rng)
        view = view_of(ending)
        assert view.viewer is SOUTH
        lost += never_wins(ending)
        if choose_claim(view) is not None:
            assert choose_claim(view) == ClaimRest(0)
            conceded += 1
            assert all(never_wins(lie) for lie in lies(view, ending))
    assert 20 < conceded <= lost


def test_a_robot_claims_what_the_proof_of_claims_grants_and_only_on_lead() -> None:
    rng, made = random.Random(1886), 0
    for _ in range(150):
        ending = random_ending(rng)
        view = view_of(ending)
        if choose_claim(view) == ClaimRest():
            made += 1
            assert not ending.trick.cards and len(view.own.left if view.own is not None else ()) > 1
    assert made > 20


@each(
    ("why", "hands", "trumps", "claims"),
    [
        ("top cards", "2C 3C,7D 8D,AD KD,5C 6C", None, ClaimRest()),
        ("a trump is out", "2C 3C,7S 8D,AD KD,5C 6C", Suit.SPADES, None),
        ("the last trick plays itself", "2C,7D,AD,5C", None, None),
    ],
)
def test_a_robot_on_lead_claims_all_that_is_certain(
    why: str, hands: str, trumps: Suit | None, claims: ClaimRest | None
) -> None:
    held = BySeat(*(Hand.parse(text) for text in hands.split(",")))
    assert choose_claim(view_of(Ending(held, Trick(SOUTH), trumps, SOUTH, dummy=True))) == claims, why


def test_the_trump_that_was_turned_up_and_lies_in_the_dummy_is_no_adversarys() -> None:
    """The dummy leads its queen, which draws the knave, and then its nine."""
    held = BySeat(*(Hand.parse(text) for text in ("QS 9S", "JS 8D", "2C 3C", "5C 6C")))
    view = view_of(Ending(held, Trick(NORTH), Suit.SPADES, SOUTH, dummy=True))
    assert view.deal is not None
    turned = replace(view, deal=replace(view.deal, turned=parse_card("QS"), turned_with=NORTH))
    assert choose_claim(view) == choose_claim(turned) == ClaimRest()


def test_a_robot_whose_claim_was_refused_does_not_claim_again() -> None:
    held = BySeat(*(Hand.parse(text) for text in ("2C 3C", "7D 8D", "AD KD", "5C 6C")))
    ending = Ending(held, Trick(SOUTH), None, SOUTH, dummy=True)
    refused = replace(table_of(ending), claim=None, shown=frozenset((SOUTH,)))
    assert choose_claim(seen(refused, SOUTH)) is None

"""Claims: what a robot grants, checked against every lie of the cards and every play."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

from robots.law.claims import surely_wins
from rules.cards import PACK, Card, Hand, Suit, parse_card
from rules.seats import BySeat, Seat, by_seat
from rules.table.seen import seen
from rules.tricks import Trick, playable, winner
from rules.view import SeatView
from tests.each import each
from tests.trials.stage.endings import Ending, table_of
from tests.trials.stage.matches import deal_from

NORTH, EAST, SOUTH, WEST = Seat
SPADES = Suit.SPADES


def legal_cards(ending: Ending) -> Hand:
    """The cards that the hand due may play."""
    hand, led = ending.hands.of(ending.trick.due), ending.trick.led
    return Hand(playable(hand.bits, led)) if led is not None else hand


def lies(view: SeatView, ending: Ending) -> Iterator[Ending]:
    """The ending with the cards that the view does not show dealt in every way."""
    unknown = [seat for seat in Seat if not _knows(view, seat)]

    def dealt_to(seats: list[Seat], cards: list[Card], so_far: BySeat[Hand]) -> Iterator[BySeat[Hand]]:
        if not seats:
            yield so_far
            return
        for chosen in combinations(cards, len(ending.hands.of(seats[0]))):
            rest = [card for card in cards if card not in chosen]
            yield from dealt_to(seats[1:], rest, so_far.put(seats[0], Hand.of(chosen)))

    for hands in dealt_to(unknown, list(view.unseen()), ending.hands):
        yield ending._replace(hands=hands)


def _knows(view: SeatView, seat: Seat) -> bool:
    assert view.deal is not None
    return seat is view.viewer or view.deal.faced_hand(seat) is not None


def following(ending: Ending, card: Card) -> Ending:
    """The ending a card later."""
    trick = Trick(ending.trick.leader, (*ending.trick.cards, card))
    due = ending.trick.due
    if len(trick.cards) == 4:
        trick = Trick(winner(trick, ending.trumps))
    hands = ending.hands.put(due, Hand(ending.hands.of(due).bits ^ card.bit))
    return Ending(hands, trick, ending.trumps, ending.claimer, ending.dummy)


def lost(ending: Ending, card: Card) -> bool:
    """Whether this card, the fourth, gives the trick to the adversaries."""
    cards = (*ending.trick.cards, card)
    return len(cards) == 4 and not ending.won_by_us(Trick(ending.trick.leader, cards))


@cache
def wins_with_all_seen(ending: Ending) -> bool:
    """Whether the claimer, who sees everything, takes the rest whatever the other hands do."""
    due = ending.trick.due
    if not ending.hands.of(due):
        return True
    chances = (
        not lost(ending, card) and wins_with_all_seen(following(ending, card)) for card in legal_cards(ending)
    )
    return any(chances) if ending.ours(due) else all(chances)


def is_sure(lies: Sequence[Ending]) -> bool:
    """Whether the claimer takes the rest in all of these lies, who sees their own cards and those that are
    played: they play alike wherever they have seen alike."""
    first = lies[0]
    if not all(map(wins_with_all_seen, lies)) or not first.hands.of(first.trick.due):
        return all(map(wins_with_all_seen, lies))
    if first.ours(first.trick.due):
        return any(
            not any(lost(lie, card) for lie in lies) and is_sure([following(lie, card) for lie in lies])
            for card in legal_cards(first)
        )
    played = {card for lie in lies for card in legal_cards(lie)}
    may_play = ([lie for lie in lies if card in legal_cards(lie)] for card in played)
    return all(
        is_sure([following(lie, card) for lie in some]) for card, some in zip(played, may_play, strict=True)
    )


def random_ending(rng: random.Random) -> Ending:
    """A few cards in each hand, the claimer's mostly high, a trick perhaps begun."""
    each = rng.choice((1, 2, 2, 2, 3, 3, 4))
    trumps = rng.choice((None, *Suit))
    dummy = rng.random() < 0.7
    claimer = rng.choice((SOUTH, SOUTH, EAST, WEST)) if dummy else rng.choice(list(Seat))
    if not dummy:
        each = min(each, 3)
    left = rng.sample(PACK, 4 * each)
    left.sort(key=lambda card: card.rank + 6 * (card.suit is trumps) + rng.gauss(0, rng.choice((0.3, 2))))
    ours = [seat for seat in Seat if seat is claimer or (dummy and claimer is SOUTH and seat is NORTH)]
    best = [left.pop() for _ in range(each * len(ours))]
    rng.shuffle(best)
    rng.shuffle(left)
    hands = by_seat(lambda seat: Hand.of((best if seat in ours else left).pop() for _ in range(each)))
    leader = claimer if rng.random() < 0.6 else rng.choice(list(Seat))
    ending = Ending(hands, Trick(leader), trumps, claimer, dummy)
    for _ in range(rng.choice((0, 0, 0, 1, 2, 3))):
        legal = list(legal_cards(ending))
        ending = following(ending, rng.choice(legal))
    return ending


def test_no_claim_is_granted_that_some_lie_of_the_cards_and_some_play_would_defeat() -> None:
    rng = random.Random(1886)
    granted = begun = with_unknown = good = 0
    for _ in range(60):
        ending = random_ending(rng)
        table = table_of(ending)
        for viewer in (*Seat, None):
            if viewer is ending.claimer:
                continue
            view = seen(table, viewer)
            hidden = sum(not _knows(view, seat) for seat in Seat)
            if hidden > 1 and len(view.unseen()) > 6:  # too many lies to go through
                continue
            sure = surely_wins(view)
            if viewer is ending.claimer.left:
                good += wins_with_all_seen(ending)
                granted += sure
            if not sure:
                continue
            every = list(lies(view, ending))
            assert ending.hands in [lie.hands for lie in every]
            begun += bool(ending.trick.cards)
            with_unknown += len(every) > 1
            assert is_sure(every), (ending, viewer)
    assert granted > 0.8 * good
    assert min(granted, begun, with_unknown) > 30


def ending_of(
    hands: Sequence[str],
    *,
    trumps: Suit | None,
    claimer: Seat,
    leader: Seat,
    played: str = "",
    dummy: bool = True,
) -> SeatView:
    """The view of the claimer's right-hand neighbour; the hands north, east, south, west."""
    held = BySeat(*(Hand.parse(text) for text in hands))
    trick = Trick(leader, tuple(parse_card(word) for word in played.split()))
    return seen(table_of(Ending(held, trick, trumps, claimer, dummy)), claimer.right)


@each(
    ("why", "hands", "trumps", "claimer", "leader", "played", "granted"),
    [
        ("all trumps", ["2C 3C 4C", "KD QD JD", "AS KS QS", "5C 6C 7C"], SPADES, SOUTH, SOUTH, "", True),
        (
            "all trumps, led to",
            ["2C 3C 4C", "KD QD JD", "AS KS QS", "5C 6C 7C"],
            SPADES,
            SOUTH,
            WEST,
            "",
            True,
        ),
        ("a, k, q of a suit", ["2C 3C 4C", "7D 8D 9D", "AD KD QD", "5C 6C 7C"], None, SOUTH, SOUTH, "", True),
        ("a trump is out", ["2C 3C 4C", "7S 8D 9D", "AD KD QD", "5C 6C 7C"], SPADES, SOUTH, SOUTH, "", False),
        ("it is drawn", ["2C 3C 4C", "7S 8D 9D", "8S AD KD", "5C 6C 7C"], SPADES, SOUTH, SOUTH, "", True),
        ("a ruff in dummy", ["8S 9S", "7D 8D", "2C 3C", "5C AC"], SPADES, SOUTH, SOUTH, "", True),
        ("cut off from dummy", ["AC KC", "7D 8D", "2D 3D", "5C QC"], None, SOUTH, SOUTH, "", False),
        ("into dummy and back", ["AC KD", "7D 8D", "2C AD", "5C QC"], None, SOUTH, SOUTH, "", True),
        ("a finesse", ["AC QC", "KC 8C", "2C 3C", "5C 9D"], None, SOUTH, SOUTH, "", False),
        ("winning a trick begun", ["2D 3D", "4C 5D", "AC KC", "QC"], None, SOUTH, WEST, "6C", True),
        ("losing a trick begun", ["2D 3D", "4C 5D", "QC KC", "JC"], None, SOUTH, WEST, "AC", False),
        ("a defender", ["2C 3C", "4C 5C", "2D 3D", "AD KD"], None, WEST, WEST, "", True),
        ("partner may ruff", ["2C 3C", "4S 5C", "2D 3D", "AD KD"], SPADES, WEST, WEST, "", False),
        ("the last trick is partner's", ["2C", "AC", "2D", "KC"], None, WEST, WEST, "", True),
        ("partner on lead", ["2C 3C", "4D 5C", "2D 3D", "AD KD"], None, WEST, EAST, "", False),
    ],
)
def test_a_claim_is_judged_by_the_cards_that_are_out(
    why: str, hands: list[str], trumps: Suit | None, claimer: Seat, leader: Seat, played: str, granted: bool
) -> None:
    if played:  # the leader's card is on the table
        assert len(hands[3].split()) < len(hands[0].split())
    view = ending_of(hands, trumps=trumps, claimer=claimer, leader=leader, played=played)
    assert surely_wins(view) is granted, why


def test_twelve_winners_in_two_hands_are_granted_at_once() -> None:
    """Two rounds of trumps draw the four that are out; all else is top cards, with dummy's clubs."""
    hands = BySeat(
        Hand.parse("2S 3S AC KC QC JC TC 9C 2D 3D 4D 5D"),
        Hand.parse("8S 7S 2C 3C 6D 7D 8D 9D 2H 3H 4H 5H"),
        Hand.parse("AS KS QS JS TS 9S 4C 5C AD KD AH KH"),
        Hand.parse("6S 5S 6C 7C TD JD QD 6H 7H 8H 9H TH"),
    )
    view = seen(table_of(Ending(hands, Trick(SOUTH), SPADES, SOUTH, dummy=True)), WEST)
    assert surely_wins(view)


def test_nobody_grants_what_has_not_been_claimed() -> None:
    hands = BySeat(*(Hand.parse(text) for text in ("2C", "3C", "AS", "4C")))
    table = table_of(Ending(hands, Trick(SOUTH), SPADES, SOUTH, dummy=True))
    assert not surely_wins(seen(replace(table, claim=None), WEST))


def test_a_claim_is_not_granted_while_the_dealer_is_known_to_hold_the_trump_that_defeats_it() -> None:
    """South's turned deuce of hearts ruffs a spade; without it all is west's."""
    hands = [Hand.parse(text) for text in ("2C 3C", "4C 5C", "2H 6C", "AS KS")]
    ending = Ending(BySeat(*hands), Trick(WEST), Suit.HEARTS, WEST, dummy=False)
    whist = deal_from(PACK, "whist_modern").table
    table = table_of(ending, whist, parse_card("2H"))
    views = [seen(table, seat) for seat in (NORTH, EAST, SOUTH)]
    assert all(view.deal is not None and view.deal.turned_with is SOUTH for view in views)
    assert not any(surely_wins(view) for view in views)
    harmless = ending._replace(hands=ending.hands.put(SOUTH, Hand.parse("7C 6C")))
    assert surely_wins(seen(table_of(harmless, whist), SOUTH))

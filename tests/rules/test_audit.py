"""The auditor finds nothing in honest deals, and everything that is planted in others."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from rules.calls import Play
from rules.cards import Card, Hand, Rank, Suit, parse_card
from rules.counting.reckon import Penalty
from rules.out_of_turn import Demand, Exacted, Paid
from rules.record.audit import (
    ChangedUnasked,
    CutShort,
    DealtTwice,
    Disobeyed,
    Finding,
    FromNowhere,
    HandsUneven,
    HonoursNotShown,
    NotHeld,
    PlayedTwice,
    Revoke,
    TricksMissing,
    TurnedOutOfStock,
    WrongAward,
    WrongCount,
    WrongJudgement,
    WrongLeader,
    WrongTrumps,
    WrongWinner,
    audited,
)
from rules.record.reading import read_records
from rules.record.writing import Record, record_text, recorded
from rules.seats import BySeat, BySide, Seat
from rules.table.requests import ChoosePenalty, ClaimRevoke
from rules.tricks import Trick
from tests.each import each
from tests.rules.deals import (
    CLUBS,
    EAST,
    EW,
    NORTH,
    NS,
    SOUTH,
    WEST,
    held,
    laid_open,
    played,
    played_out,
    settled,
    trick,
)
from tests.rules.golden_deals import FAMILY
from tests.rules.lawful import played_out as play_on
from tests.rules.lawful import revoked
from tests.trials.stage.tables import ANNA, BORIS, CLARA, Evening


@cache
def kept(seed: object, *, claims: bool = True) -> Record:
    return recorded("biritch", (), laid_open(played_out(seed, claims=claims)))


def of_tricks(record: Record, *tricks: Trick) -> Record:
    return replace(record, deal=replace(record.deal, tricks=tricks))


THREE = BySeat(
    north=held("S 32 H A"), east=held("S 54 C A"), south=held("H K D K C K"), west=held("C 2 H 2 D 2")
)
"""Hearts are trumps. West leads the two of clubs; north throws a spade; east wins with the ace."""


def honest() -> Record:
    """2C 2S AC KC: east wins. 5S KH 2D 3S: south has ruffed. KD 2H AH 4S: north has over-trumped west."""
    deal = played(settled(THREE), "2C 2S AC KC 5S KH 2D 3S KD 2H AH 4S")
    return recorded("biritch", (), laid_open(deal))


def test_honest_tricks_of_three_cards_are_found_as_won_by_hand() -> None:
    assert honest().winners == (EAST, SOUTH, NORTH)
    assert honest().deal.won == BySide(2, 1)
    assert audited(honest()) == ()


def test_the_auditor_finds_nothing_in_deals_of_the_engine() -> None:
    for seed in range(80):
        assert audited(kept(seed)) == ()


def test_the_auditor_finds_nothing_in_whole_evenings_read_from_their_records() -> None:
    for seed in range(4):
        evening = Evening(("audit", seed)).seat(ANNA, BORIS, CLARA).start()
        while evening.table.rubber is not None:
            evening.step(claims=True)
            last = evening.table.last
            if last is not None and evening.table.pack is not None:
                (record,) = read_records(record_text(recorded("biritch", (), last)))
                assert audited(record) == ()


def revokes_planted(seeds: range) -> Iterator[tuple[Record, int, Seat]]:
    """A hand that followed suit and later played another suit is made to play that one first."""
    for seed in seeds:
        record = kept(seed, claims=False)
        rows = [list(each.cards) for each in record.deal.tricks]
        choose = random.Random(seed)
        found = [
            (early, late, seat)
            for early, before in enumerate(record.deal.tricks)
            for late in range(early + 1, 13)
            for seat in Seat
            if seat is not before.leader
            and _of(before, seat).suit is before.cards[0].suit
            and _of(record.deal.tricks[late], seat).suit is not before.cards[0].suit
        ]
        early, late, seat = choose.choice(found)
        here, there = (record.deal.tricks[n].leader for n in (early, late))
        a, b = (seat.index - here.index) % 4, (seat.index - there.index) % 4
        rows[early][a], rows[late][b] = rows[late][b], rows[early][a]
        tricks = (Trick(t.leader, tuple(row)) for t, row in zip(record.deal.tricks, rows, strict=True))
        yield of_tricks(record, *tricks), early + 1, seat


def _of(each: Trick, seat: Seat) -> Card:
    return each.cards[(seat.index - each.leader.index) % 4]


def test_every_planted_revoke_is_found_at_its_trick() -> None:
    for record, number, seat in revokes_planted(range(60)):
        found = [f for f in audited(record) if isinstance(f, Revoke)]
        assert any((f.trick, f.seat) == (number, seat) for f in found)


def test_a_revoke_is_described_by_trick_hand_suit_card_and_what_was_held() -> None:
    """If south had thrown the king of diamonds on the two of clubs, the king of clubs would have been in
    hand."""
    record = of_tricks(
        honest(), trick("W", "2C 2S AC KD"), trick("E", "5S KH 2D 3S"), trick("S", "KC 2H AH 4S")
    )
    assert audited(record) == (Revoke(1, SOUTH, CLUBS, parse_card("KD"), (parse_card("KC"),)),)


def test_a_revoke_is_found_though_the_deal_was_cut_short_by_a_claim() -> None:
    """South never shows the king of clubs, but the hand as dealt does."""
    deal = played(settled(THREE), "2C 2S AC KC").granted(EW)
    record = of_tricks(recorded("biritch", (), laid_open(deal)), trick("W", "2C 2S AC KD"))
    assert audited(record) == (Revoke(1, SOUTH, CLUBS, parse_card("KD"), (parse_card("KC"),)),)


def test_a_card_that_the_hand_was_not_dealt_is_found() -> None:
    record = of_tricks(honest(), trick("W", "2C 2S AC 9C"), *honest().deal.tricks[1:])
    assert NotHeld(1, SOUTH, parse_card("9C")) in audited(record)


def test_a_card_played_twice_is_found() -> None:
    first, second, third = honest().deal.tricks
    record = of_tricks(honest(), first, second, Trick(third.leader, (*third.cards[:3], parse_card("5S"))))
    assert audited(record) == (PlayedTwice(3, EAST, parse_card("5S")),)


def test_a_wrong_leader_is_found() -> None:
    first, second, third = honest().deal.tricks
    found = audited(of_tricks(honest(), first, second, Trick(WEST, third.cards)))
    assert WrongLeader(3, WEST, SOUTH) in found


def test_a_wrong_opening_leader_is_found() -> None:
    record = honest()
    other = replace(record.deal.settled, leader=NORTH)  # type: ignore[type-var]
    found = audited(replace(record, deal=replace(record.deal, settled=other)))
    assert found == (WrongLeader(1, WEST, NORTH),)


def test_a_trick_gathered_by_the_wrong_seat_is_found() -> None:
    record = replace(honest(), winners=(EAST, WEST, NORTH))
    assert audited(record) == (WrongWinner(2, WEST, SOUTH),)


def test_every_planted_winner_is_found() -> None:
    choose = random.Random(0)
    for seed in range(60):
        record = kept(seed, claims=False)
        at = choose.randrange(13)
        right = record.winners[at]
        wrong = choose.choice([seat for seat in Seat if seat is not right])
        winners = (*record.winners[:at], wrong, *record.winners[at + 1 :])
        assert audited(replace(record, winners=winners)) == (WrongWinner(at + 1, wrong, right),)


def test_other_trumps_would_be_noticed() -> None:
    """At biritch south's king of hearts would not have won the second trick, nor north's ace the third."""
    record = honest()
    other = replace(record.deal.settled, trumps=None)  # type: ignore[type-var]
    found = audited(replace(record, deal=replace(record.deal, settled=other)))
    assert WrongWinner(2, SOUTH, EAST) in found and WrongWinner(3, NORTH, SOUTH) in found


def test_a_wrong_count_of_tricks_is_found_for_each_side() -> None:
    record = honest()
    found = audited(replace(record, deal=replace(record.deal, won=BySide(1, 1))))
    assert found == (WrongCount(NS, 1, 2),)
    found = audited(replace(record, deal=replace(record.deal, won=BySide(1, 2))))
    assert found == (WrongCount(NS, 1, 2), WrongCount(EW, 2, 1))


def test_the_rest_granted_counts_for_the_side_it_was_granted_to() -> None:
    deal = played(settled(THREE), "2C 2S AC KC 5S").granted(NS)
    record = recorded("biritch", (), laid_open(deal))
    assert record.deal.won == BySide(2, 1) and audited(record) == ()
    found = audited(replace(record, deal=replace(record.deal, conceded=EW)))
    assert found == (WrongCount(NS, 2, 0), WrongCount(EW, 1, 3))


def test_missing_tricks_are_found_unless_a_claim_explains_them() -> None:
    first, second, _ = honest().deal.tricks
    assert audited(of_tricks(honest(), first, second)) == (TricksMissing(2, 3), WrongCount(NS, 2, 1))


def test_a_trick_with_a_hand_missing_is_found() -> None:
    first, second, third = honest().deal.tricks
    record = of_tricks(honest(), first, second, Trick(third.leader, third.cards[:3]))
    assert CutShort(3, 3) in audited(record)
    record = of_tricks(honest(), Trick(first.leader, first.cards[:2]), second, third)
    assert CutShort(1, 2) in audited(record)


def test_a_card_dealt_to_two_hands_is_found() -> None:
    hands = THREE._replace(west=held("C 2 H 2 D K"))
    record = honest()
    found: tuple[Finding, ...] = audited(replace(record, deal=replace(record.deal, hands=hands)))
    assert DealtTwice(parse_card("KD")) in found


def test_uneven_hands_are_found() -> None:
    hands = THREE._replace(west=held("C 2 H 2"))
    record = honest()
    assert HandsUneven(WEST, 2) in audited(replace(record, deal=replace(record.deal, hands=hands)))


def test_the_findings_come_in_the_order_of_the_tricks() -> None:
    record = replace(honest(), winners=(WEST, WEST, WEST))
    assert [f.trick for f in audited(record) if isinstance(f, WrongWinner)] == [1, 2, 3]


# A stock, a turned card, and honours called.


def of_the_family(name: str) -> Record:
    """A record from tests/records."""
    text = (Path(__file__).parent.parent / "records" / f"{name}.txt").read_text("utf-8")
    (record,) = read_records(text.split("The record\n\n")[1])
    return record


RUFFED = "ruff_and_honours-taken"
"""North has the ace of hearts, takes in QS QH 9H 2D and puts out 3H 5D 2D 4C."""


def with_hand(record: Record, seat: Seat, *, without: str, add: str) -> Record:
    """The record with another hand for this seat at the beginning of play."""
    had = record.deal.held or record.deal.hands
    hand = had.of(seat) - Hand.parse(without) | Hand.parse(add)
    return replace(record, deal=replace(record.deal, held=had.put(seat, hand)))


def test_a_ruff_by_which_four_cards_come_in_and_four_go_out_is_honest() -> None:
    record = of_the_family(RUFFED)
    assert record.deal.held is not None and len(record.deal.tricks) == 12
    assert audited(record) == ()


def test_a_card_put_out_and_played_all_the_same_is_found() -> None:
    """The queen of hearts, which was played in the last trick, in place of the three."""
    found = audited(with_hand(of_the_family(RUFFED), NORTH, without="QH", add="3H"))
    assert found == (NotHeld(12, NORTH, parse_card("QH")),)


def test_a_card_that_came_from_neither_the_deal_nor_the_stock_is_found() -> None:
    """The player it belonged to has it twice."""
    found = audited(with_hand(of_the_family(RUFFED), NORTH, without="KS", add="AS"))
    assert FromNowhere(NORTH, parse_card("AS")) in found and DealtTwice(parse_card("AS")) in found


def test_five_cards_put_out_for_four_are_found() -> None:
    found = audited(with_hand(of_the_family(RUFFED), NORTH, without="KS", add=""))
    assert HandsUneven(NORTH, 11) in found


def test_a_hand_that_changed_though_its_player_did_not_ruff_is_found() -> None:
    record = of_the_family(RUFFED)
    silent = replace(record, deal=replace(record.deal, calls=()))
    assert audited(silent) == (ChangedUnasked(NORTH),)
    assert ChangedUnasked(WEST) in audited(with_hand(record, WEST, without="2C", add="2D"))


def test_a_card_turned_up_that_lies_in_no_stock_is_found() -> None:
    record = of_the_family("ruff_and_honours-declined")
    turned = replace(record, deal=replace(record.deal, turned=parse_card("AH")))
    assert audited(turned) == (TurnedOutOfStock(parse_card("AH")),)


@each("name", ["whist_modern", "whist_american-blind", "dummy_whist", RUFFED])
def test_trumps_other_than_the_suit_turned_are_found(name: str) -> None:
    record = of_the_family(name)
    right = record.deal.turned
    assert right is not None and record.deal.settled is not None
    wrong = next(suit for suit in Suit if suit is not right.suit)
    other = replace(record.deal, settled=replace(record.deal.settled, trumps=wrong))
    assert audited(replace(record, deal=other))[0] == WrongTrumps(wrong, right)


OUT = "whist_long-out-by-honours"


def test_a_deal_that_honours_ended_needs_no_tricks_but_it_needs_the_honours() -> None:
    record = of_the_family(OUT)
    assert audited(record) == () and record.deal.tricks == ()
    (asker,) = {called.seat for called in record.deal.calls}
    trumps = record.deal.settled.trumps if record.deal.settled is not None else None
    assert trumps is not None
    ours, theirs = record.deal.hands.of(asker), record.deal.hands.of(asker.left)
    honours = [card for card in ours.suit(trumps) if card.rank >= Rank.KNAVE]
    small = [card for card in theirs if card.suit is not trumps][: len(honours)]
    hands = record.deal.hands.put(asker, ours - Hand.of(honours) | Hand.of(small))
    hands = hands.put(asker.left, theirs - Hand.of(small) | Hand.of(honours))
    found = audited(replace(record, deal=replace(record.deal, hands=hands)))
    assert [type(one) for one in found] == [HonoursNotShown]


def test_honours_for_which_nobody_asked_are_found() -> None:
    record = of_the_family(OUT)
    found = audited(replace(record, deal=replace(record.deal, calls=())))
    assert [type(one) for one in found] == [HonoursNotShown]


def test_a_question_that_was_answered_no_does_not_excuse_missing_tricks() -> None:
    record = of_the_family("whist_short_001-too-few-honours")
    assert audited(record) == ()
    found = audited(of_tricks(record, *record.deal.tricks[:-1]))
    assert TricksMissing(12, 13) in found


def test_a_hand_thrown_in_is_audited_for_its_cards_alone() -> None:
    record = of_the_family("auction-thrown-in")
    assert audited(record) == ()
    hands = record.deal.hands.put(NORTH, record.deal.hands.east)
    assert len(audited(replace(record, deal=replace(record.deal, hands=hands)))) == 13


@each("name", FAMILY)
def test_a_trick_gathered_by_the_wrong_side_is_found_at_every_game(name: str) -> None:
    record = of_the_family(name)
    if not record.winners:
        return
    wrong = replace(record, winners=(record.winners[0].left, *record.winners[1:]))
    found = set(audited(wrong)) - set(audited(record))  # in one record somebody revokes
    assert found == {WrongWinner(1, record.winners[0].left, record.winners[0])}


@each("name", FAMILY)
def test_two_cards_exchanged_between_tricks_are_found_at_every_game(name: str) -> None:
    """The first trick's last card and the second's of the same hand, if that makes a revoke."""
    record = of_the_family(name)
    found = planted = 0
    for early in range(len(record.winners) - 1):
        for late in range(early + 1, len(record.winners), 2):
            tricks = _exchanged(record, early, late)
            if tricks is not None:
                planted += 1
                found += any(isinstance(one, Revoke) for one in audited(of_tricks(record, *tricks)))
    assert found == planted
    assert planted > 2 or len(record.winners) < 5 or name == "vint-slam"  # each holds a whole suit


def _exchanged(record: Record, early: int, late: int) -> tuple[Trick, ...] | None:
    """The record in which a hand that followed suit early, and could not later, plays the two cards the other
    way round."""
    rows = [list(each.cards) for each in record.deal.tricks]
    first, second = record.deal.tricks[early], record.deal.tricks[late]
    for seat in Seat:
        one, other = _of(first, seat), _of(second, seat)
        follows = seat is not first.leader and one.suit is first.cards[0].suit
        if follows and other.suit is not one.suit:
            a, b = (seat.index - first.leader.index) % 4, (seat.index - second.leader.index) % 4
            rows[early][a], rows[late][b] = other, one
            return tuple(Trick(t.leader, tuple(r)) for t, r in zip(record.deal.tricks, rows, strict=True))
    return None


def with_a_lost_trick() -> Record:
    """2H 7H 2C 3H: east, who holds hearts, ruffs. South's claim is right, and north has the best heart."""
    evening = revoked("whist_modern", EAST, revoke_trick_lost="true")
    (seat,) = evening.table.waits_for
    assert evening.table.deal is not None and evening.table.deal.playing is not None
    evening.do(seat, Play(evening.table.deal.playing.legal.cards[0]))
    evening.do(SOUTH, ClaimRevoke(1, EAST))
    evening.do(SOUTH, ChoosePenalty(1, EAST, Penalty.ADD))
    play_on(evening)
    while evening.table.last is None:
        evening.step()
    return recorded("whist_modern", evening.table.options, evening.table.last)


def test_a_trick_that_revokers_lost_goes_to_the_best_lawful_card_of_the_other_side() -> None:
    record = with_a_lost_trick()
    (revoke,) = audited(record)
    assert record.deal.awarded == ((1, NORTH),)
    assert isinstance(revoke, Revoke) and (revoke.trick, revoke.seat) == (1, EAST)
    for awarded in ((1, EAST), (1, SOUTH), (1, WEST), (2, SOUTH)):
        found = audited(replace(record, deal=replace(record.deal, awarded=(awarded,))))
        assert [one for one in found if isinstance(one, WrongAward)] == [WrongAward(*awarded)], awarded


def test_a_claim_of_a_revoke_that_was_judged_wrongly_is_found() -> None:
    record = with_a_lost_trick()
    (claim,) = record.deal.claims
    for claims, wrong in (
        ((replace(claim, right=False, penalty=None),), [WrongJudgement(1, EAST, False)]),
        ((claim, replace(claim, trick=2)), [WrongJudgement(2, EAST, True)]),
        ((claim, replace(claim, seat=WEST)), [WrongJudgement(1, WEST, True)]),
        ((claim, replace(claim, seat=WEST, right=False)), []),
    ):
        found = audited(replace(record, deal=replace(record.deal, claims=claims)))
        assert [one for one in found if isinstance(one, WrongJudgement)] == wrong, claims


def test_a_card_that_does_not_pay_what_was_demanded_of_its_hand_is_found() -> None:
    """West leads the three of spades from three suits, and north, who has AK2, plays the king."""
    hands = BySeat(held("S AK2"), held("S 4 C 4 D 4"), held("S 5 C 5 D 6"), held("S 3 H 5 D 5"))
    spades = replace(honest().deal, hands=hands, tricks=(trick("W", "3S KS 4S 5S"),))
    for what, card, suit, of, disobeyed in (
        (Exacted.HIGHEST, None, None, NORTH, True),
        (Exacted.LOWEST, None, None, NORTH, True),
        (Exacted.CARD, "2S", None, NORTH, True),
        (Exacted.CARD, "KS", None, NORTH, False),
        (Exacted.CARD, "9H", None, NORTH, False),  # which north does not hold
        (Exacted.WIN, None, None, NORTH, False),
        (Exacted.LOSE, None, None, NORTH, True),
        (Exacted.LOSE, None, None, EAST, False),
        (Exacted.WIN, None, None, EAST, False),  # who cannot
        (Exacted.HIGHEST, None, None, EAST, False),
        (Exacted.LOWEST, None, None, EAST, False),
        (Exacted.SUIT, None, Suit.HEARTS, WEST, True),
        (Exacted.SUIT, None, Suit.SPADES, WEST, False),
        (Exacted.SUIT, None, Suit.CLUBS, WEST, False),
    ):
        demand = Demand(SOUTH, what, of, parse_card(card) if card else None, suit)
        record = replace(honest(), deal=replace(spades, paid=(Paid(1, of, demand),)))
        found = [one for one in audited(record) if isinstance(one, Disobeyed)]
        played_by = {WEST: "3S", NORTH: "KS", EAST: "4S"}[of]
        assert found == ([Disobeyed(1, of, parse_card(played_by))] if disobeyed else []), (what, card, suit)

"""Deals that somebody has brought, at a table: hands, dealers and vulnerability are the file's, each deal
stands alone, and who knows the hands sits only where all others have agreed."""

from __future__ import annotations

import pytest

from rules.deal.brought import BroughtDeal
from rules.frozen import replace
from rules.games.all_games import GAMES, game
from rules.record.audit import audited
from rules.record.boards import read_boards
from rules.record.codec import decode, decode_table, encode, encode_table
from rules.record.reading import read_records
from rules.record.writing import record_text, recorded
from rules.refusals import Refused, Why
from rules.seats import BySide, Person, RobotMember
from rules.table.decide import ALL_PLAYED
from rules.table.events import BringerAdmitted, CardsDealt, Closed, DealsBrought, RubberReckoned
from rules.table.requests import AddRobot, AdmitBringer, AgreeToClose, ClaimRest, Join, Leave
from rules.table.seen import seen
from tests.each import each, mostly_long
from tests.rules.endplay_boards import FOLDER
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

ZOE, FRED = Person("zoe"), Person("fred")
FOUR = (ANNA, BORIS, CLARA, DAVID)
BOARDS = read_boards((FOLDER / "plain.pbn").read_text())


def brought(of: str = "contract", count: int = 2, boards: tuple[BroughtDeal, ...] = BOARDS) -> Evening:
    """A table with the first boards of the file, at which nobody sits."""
    evening = Evening(1, of)
    event = DealsBrought(ZOE, boards[: count if boards is BOARDS else None])
    evening.table, evening.events = evening.table.after(event), (*evening.events, event)
    return evening


def played(of: str, count: int = 2) -> Evening:
    """All its deals, played by four who do anything that is open to them."""
    evening = brought(of, count).seat(ANNA, BORIS, CLARA, DAVID).start()
    while not evening.table.closed:
        evening.step()
    return evening


@pytest.mark.parametrize(
    "of", mostly_long(["contract", "biritch", "whist_modern", "vint"], ["contract", "whist_modern"])
)
def test_the_deals_of_the_file_are_dealt_in_its_order_and_then_the_table_ends(of: str) -> None:
    evening = played(of)
    dealt = [one for one in evening.events if isinstance(one, CardsDealt)]
    assert [(one.dealer, one.hands) for one in dealt] == [(one.dealer, one.hands) for one in BOARDS[:2]]
    assert evening.events[-1] == Closed(ALL_PLAYED) and evening.table.last_number == 2
    assert not any(isinstance(one, RubberReckoned) for one in evening.events)
    for one in dealt:
        assert one.turned is None or one.turned in one.hands.of(one.dealer)


ALL_WAYS = [BySide(*sides) for sides in ((True, False), (False, True), (True, True), (False, False))]


@each(
    ("of", "counts", "ways"),
    [
        ("contract", True, ALL_WAYS),
        ("scaled_contract", True, ALL_WAYS[:1]),
        ("biritch", False, ALL_WAYS[:2]),
        ("plafond", False, ALL_WAYS[2:3]),
    ],
)
def test_a_side_is_vulnerable_where_the_file_says_so_and_every_deal_begins_at_nil(
    of: str, counts: bool, ways: list[BySide[bool]]
) -> None:
    boards = tuple(replace(board, vulnerable=way) for board, way in zip(BOARDS, ways, strict=False))
    evening = brought(of, boards=boards).seat(ANNA, BORIS, CLARA, DAVID).start()
    totals = BySide(0, 0)
    for board in boards:
        while evening.table.deal is None:
            evening.step()
        assert evening.table.rubber is not None
        standing = evening.table.rubber.standing
        games = BySide(*map(int, board.vulnerable)) if counts else BySide(0, 0)
        assert (standing.below, standing.games, standing.totals) == (BySide(0, 0), games, totals)
        evening.play_deal()
        assert evening.table.last is not None
        totals = evening.table.last.after.totals
    assert evening.table.closed


def test_only_contract_has_vulnerability_and_only_games_of_four_whole_hands_take_deals() -> None:
    variants = {key: game(key).variant() for key in GAMES}
    assert {key for key, one in variants.items() if one.has_vulnerability} == {"contract", "scaled_contract"}
    refused = {key for key, one in variants.items() if not one.takes_brought_deals}
    assert refused == {"dummy_whist", "double_dummy", "ruff_and_honours", "cottons_whist"}


def refused_with(evening: Evening, who: Person, ask: Join | AdmitBringer) -> Why:
    with pytest.raises(Refused) as refusal:
        evening.ask(who, ask)
    return refusal.value.why


def test_who_brought_the_deals_sits_only_where_all_others_have_agreed() -> None:
    evening = brought().seat(ANNA, BORIS)
    assert refused_with(evening, ZOE, Join()) is Why.KNOWS_THE_HANDS
    assert evening.ask(ANNA, AdmitBringer()) == (BringerAdmitted(ANNA),)
    assert refused_with(evening, ANNA, AdmitBringer()) is Why.NOBODY_TO_ADMIT
    assert refused_with(evening, ZOE, AdmitBringer()) is Why.NOT_SEATED
    assert refused_with(evening, ZOE, Join()) is Why.KNOWS_THE_HANDS
    evening.ask(BORIS, AdmitBringer())
    evening.seat(CLARA)
    assert refused_with(evening, ZOE, Join()) is Why.KNOWS_THE_HANDS
    evening.ask(CLARA, AdmitBringer())
    evening.seat(ZOE)
    assert ZOE in evening.table.members
    assert refused_with(evening, ANNA, AdmitBringer()) is Why.NOBODY_TO_ADMIT


def test_in_the_middle_of_a_rubber_they_take_a_robots_chair_only_by_consent() -> None:
    evening = brought().seat(ANNA).start()
    assert refused_with(evening, ZOE, Join()) is Why.KNOWS_THE_HANDS
    evening.ask(ANNA, AdmitBringer())
    evening.seat(ZOE)
    assert evening.table.rubber is not None and ZOE in evening.table.rubber.seats


def with_a_hand_laid_open() -> Evening:
    """Anna plays with robots and has claimed, so that a chair is promised from here on, not taken."""
    evening = brought(count=3).seat(ANNA).start()
    while evening.table.deal is None or evening.table.deal.playing is None:
        evening.step()
    while ANNA not in (evening.member(seat) for seat in evening.table.waits_for):
        evening.step()
    evening.ask(ANNA, ClaimRest())
    return evening


def test_who_has_been_promised_a_chair_has_to_agree_too() -> None:
    evening = with_a_hand_laid_open()
    evening.seat(CLARA)
    evening.ask(ANNA, AdmitBringer())
    assert CLARA not in evening.table.members
    assert refused_with(evening, ZOE, Join()) is Why.KNOWS_THE_HANDS
    evening.ask(CLARA, AdmitBringer())
    evening.seat(ZOE)


def test_who_waits_for_a_chair_has_to_agree_too() -> None:
    """They would come in before the one who knows the hands, who comes in without being asked again."""
    evening = brought().seat(*FOUR)
    for one in FOUR:
        evening.ask(one, AdmitBringer())
    evening.seat(FRED)
    assert FRED in evening.table.waiting
    assert refused_with(evening, ZOE, Join()) is Why.KNOWS_THE_HANDS
    evening.ask(FRED, AdmitBringer())
    evening.seat(ZOE)
    assert ZOE in evening.table.waiting and seen(evening.table, None).table.outsider is None


def test_who_is_promised_a_chair_is_told_of_as_one_who_plays() -> None:
    evening = with_a_hand_laid_open()
    evening.ask(ANNA, AdmitBringer())
    evening.seat(ZOE)
    told = seen(evening.table, None).table
    assert ZOE not in told.members and told.outsider is None
    assert refused_with(evening, ANNA, AdmitBringer()) is Why.NOBODY_TO_ADMIT


def test_at_a_table_of_robots_alone_there_is_nobody_to_ask() -> None:
    evening = brought().seat(ZOE)
    evening.ask(ZOE, AddRobot())
    assert any(isinstance(one, RobotMember) for one in evening.table.members)
    evening.seat(ANNA)  # who was told so by the table's message
    assert {ZOE, ANNA} <= set(evening.table.members)


def test_who_brought_the_wrong_file_closes_the_table_while_nobody_sits_there() -> None:
    evening = brought()
    evening.ask(ZOE, AgreeToClose())
    assert evening.table.closed
    taken = brought().seat(ANNA)
    with pytest.raises(Refused):
        taken.ask(ZOE, AgreeToClose())


def test_at_other_tables_nobody_is_let_in_so() -> None:
    assert refused_with(Evening(1).seat(ANNA), ANNA, AdmitBringer()) is Why.NOBODY_TO_ADMIT


def test_nobody_loses_by_leaving_and_a_rubber_that_is_broken_off_counts_for_nobody() -> None:
    evening = brought(count=3).seat(ANNA, BORIS, CLARA, DAVID).start()
    evening.step()
    evening.ask(ANNA, Leave())  # at a ranked table it would cost the rubber, and be asked first
    for one in (BORIS, CLARA, DAVID):
        evening.ask(one, AgreeToClose())
    assert evening.table.closed
    assert not any(isinstance(one, RubberReckoned) for one in evening.events)


def test_a_deal_that_was_broken_off_is_not_dealt_again_and_after_the_last_nothing_is_left() -> None:
    """Its hands may be known. Two deals are broken off: the third is dealt, or the table ends."""
    evening = brought(count=2).seat(ANNA, BORIS, CLARA, DAVID).start()
    table = evening.table
    assert table.rubber is not None
    between = replace(table, rubber=None, deal=None, pack=None)
    assert not between.all_brought_played
    assert replace(between, deals=2).all_brought_played


def test_the_table_and_its_events_are_written_and_read_back() -> None:
    evening = played("contract")
    for one in evening.events:
        assert decode(*encode(one)) == one
    before = brought(count=6).seat(ANNA)
    before.ask(ANNA, AdmitBringer())
    assert decode_table(encode_table(before.table), game) == before.table


@each("of", ["contract", "biritch", "whist_modern"])
def test_a_record_says_that_the_hands_were_brought_and_is_by_the_rules(of: str) -> None:
    last = played(of, 1).table.last
    assert last is not None and last.brought
    record = recorded(of, (), last)
    text = record_text(record)
    assert text.endswith("Hands: brought in a file, and not those of the seed\n")
    assert read_records(text) == (record,)
    assert not audited(record)


def test_a_table_of_shuffled_cards_says_nothing_of_it() -> None:
    last = Evening(2).seat(ANNA, BORIS, CLARA, DAVID).start().cut().play_deal().table.last
    assert last is not None and not last.brought
    assert "brought" not in record_text(recorded("biritch", (), last))

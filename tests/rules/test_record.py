"""Deals written as text and read back."""

from __future__ import annotations

import ast
import inspect
import random
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import Hand, parse_card
from rules.counting.reckon import Column, Entry, Line, Standing
from rules.errors import Unreadable
from rules.record import audit
from rules.record.reading import read_records
from rules.record.writing import Record, record_text, recorded
from rules.seats import BySide, Person, RobotMember, Seat, Side
from rules.view import Cut
from tests.each import each
from tests.rules.deals import EW, NS, ORDINARY, begun, laid_open, played, played_out, said, settled
from tests.rules.steady import CHARACTERS, steady
from tests.trials.stage.tables import ANNA, BORIS, Evening


def kept(seed: object) -> Record:
    return recorded("biritch", (("doubling_limit", "6"),), laid_open(played_out(seed)))


def by_hand() -> Record:
    """South wins the first trick with the king of clubs and is granted the rest."""
    deal = settled(trumps="hearts")
    deal = played(deal, "2C 4C JC KC").granted(NS)
    return recorded("biritch", (), laid_open(deal))


BY_HAND = """\
Game: biritch
Deal: 1
Dealer: South

North:   S AQ95           H KJ8            D T63            C A84
East:    S KJ8            H A972           D Q85            C J75
South:   S T63            H QT5            D AJ92           C KQ9
West:    S 742            H 643            D K74            C T632

Calls:
  South  hearts
  West   content
  East   content
Trumps: hearts
Declared by: South
Doublings: 0
An odd trick is worth: 8
Opening lead: West
Dummy: North, played by South

Tricks:
   1  West  leads  2C 4C JC KC  South wins
Claim: the rest to NS
Tricks won: NS 13, EW 0

Score:
  NS  below  odd tricks       7 x 8 x 1 = 56
  NS  above  grand slam       1 x 40 x 1 = 40
  NS  above  honours          4 x 8 x 1 = 32
Before: below NS 0, EW 0; games NS 0, EW 0; total NS 0, EW 0
After: below NS 0, EW 0; games NS 1, EW 0; total NS 128, EW 0

Commitment: c0ffee
Cut: 26 by the bot
Salt: ""
Seed: seed-1
"""


def test_a_deal_is_written_so_that_a_player_can_read_it() -> None:
    assert record_text(by_hand()) == BY_HAND


def test_what_is_written_by_hand_reads_back() -> None:
    assert read_records(BY_HAND) == (by_hand(),)


@steady(60)
@given(st.integers(0, 10**9))
def test_every_deal_reads_back_from_its_record(seed: int) -> None:
    assert read_records(record_text(kept(seed))) == (kept(seed),)


def test_among_those_deals_are_claims_and_passes_and_doublings() -> None:
    records = [kept(seed).deal for seed in range(60)]
    assert sum(deal.conceded is not None for deal in records) > 20
    assert sum(deal.settled.declared_by is deal.dealer.partner for deal in records) > 5  # type: ignore[union-attr]
    assert sum(deal.settled.level > 0 for deal in records) > 10  # type: ignore[union-attr]
    assert sum(len(deal.tricks[-1].cards) < 4 for deal in records) > 10


def test_a_chain_of_two_hundred_contres_reads_back_to_the_last_digit() -> None:
    words = ", ".join(["S hearts", *("W contre", "S sur") * 100, "W content", "E content"])
    deal = played(said(begun(ORDINARY), words), "2C").granted(EW)
    kept = recorded("biritch", (), laid_open(deal, Standing(BySide(0, 0), BySide(1, 1), BySide(2**200, 1))))
    text = record_text(kept)
    assert f"= {7 * 8 * 2**200}" in text
    assert text.count("sur contre") == 199 and text.count("contre") == 200
    assert read_records(text) == (kept,)


def test_every_deal_of_whole_evenings_reads_back() -> None:
    for seed in range(6):
        evening = Evening(("record", seed)).seat(ANNA, BORIS).start().play_rubber(claims=True)
        assert evening.table.last is not None
        kept = recorded(evening.table.game, evening.table.options, evening.table.last)
        assert read_records(record_text(kept)) == (kept,)


awkward = st.text(CHARACTERS, max_size=12)


@steady(80)
@given(
    options=st.lists(st.tuples(awkward, awkward), max_size=3),
    words=st.tuples(awkward, awkward, awkward, awkward),
    by=st.one_of(
        st.none(),
        st.text(CHARACTERS, min_size=1, max_size=8).map(Person),
        st.text(CHARACTERS, min_size=1, max_size=8).map(RobotMember),
    ),
    points=st.lists(st.integers(-(2**300), 2**300), min_size=8, max_size=8),
    line=st.sampled_from(Line),
    side=st.sampled_from(Side),
    column=st.sampled_from(Column),
    seat=st.one_of(st.none(), st.sampled_from(Seat)),
)
def test_any_names_salts_seeds_and_points_read_back(
    options: list[tuple[str, str]],
    words: tuple[str, str, str, str],
    by: Person | RobotMember | None,
    points: list[int],
    line: Line,
    side: Side,
    column: Column,
    seat: Seat | None,
) -> None:
    game, commitment, salt, seed = words
    kept = by_hand()
    deal = replace(
        kept.deal,
        number=points[0],
        entries=(
            *kept.deal.entries,
            Entry(line, side, points[1], column, points[2], points[3], points[4], seat),
        ),
        before=Standing(BySide(*points[4:6]), BySide(*points[5:7]), BySide(*points[6:8])),
        commitment=commitment,
        cut=Cut(points[7], salt, by),
        seed=seed,
    )
    strange = Record(game, tuple(options), deal, kept.winners)
    assert read_records(record_text(strange)) == (strange,)


def test_declared_by_nobody_and_several_or_no_dummies_read_back() -> None:
    """For the games in which trumps are turned up, and for double dummy."""
    kept = by_hand()
    for dummies in (), ((Seat.NORTH, Seat.SOUTH), (Seat.WEST, Seat.EAST)):
        other = replace(kept.deal.settled, declared_by=None, dummies=dummies)  # type: ignore[type-var]
        strange = replace(kept, deal=replace(kept.deal, settled=other))
        assert read_records(record_text(strange)) == (strange,)


def test_blank_lines_blanks_at_the_end_and_other_line_ends_are_free() -> None:
    assert read_records("\n\n" + BY_HAND.replace("\n", "  \r\n\r\n")) == (by_hand(),)


@each(
    ("old", "new", "line"),
    [
        ("Dealer: South", "Dealr: South", 3),
        ("Dealer: South", "Dealer: Southeast", 3),
        ("Dealer: South", "Weather: fine\nDealer: South", 3),
        ("Dealer: South\n", "", 4),
        ("S AQ95", "S AAQ5", 5),
        ("S AQ95", "S AQ1095", 5),
        ("East:    S", "West:    S", 6),
        ("  South  hearts", "  South  bells", 11),
        ("  West   content", "  West   sur contre", 12),
        ("Trumps: hearts", "Trumps: Hearts", 14),
        ("Doublings: 0", "Doublings: none", 16),
        ("Doublings: 0", "Doublings: ٣", 16),
        ("Opening lead: West", "Opening lead: W", 18),
        ("Dummy: North, played by South", "Dummy: North", 19),
        ("   1  West", "   2  West", 22),
        ("2C 4C JC KC", "2C 4C JC", 22),
        ("2C 4C JC KC", "2C 4C JC KC 9C", 22),
        ("KC  South wins", "KC  unfinished", 22),
        ("2C 4C", "1C 4C", 22),
        ("the rest to NS", "the rest to us", 23),
        ("NS 13, EW 0", "NS 13", 24),
        ("odd tricks  ", "even tricks ", 27),
        ("= 56", "= fifty-six", 27),
        ("= 56", "= " + "9" * 5000, 27),
        ("Before:", "Behind:", 30),
        ("Cut: 26 by the bot", "Cut: 26 by nobody", 34),
        ('Salt: ""', "Salt:", 35),
        ('Salt: ""', r'Salt: "\x"', 35),
        ("Seed: seed-1\n", "Seed: seed-1\nSeed: seed-2\n", 37),
        ("Seed: seed-1\n", "", 36),
    ],
)
def test_what_does_not_belong_is_refused_with_its_line(old: str, new: str, line: int) -> None:
    assert old in BY_HAND
    with pytest.raises(Unreadable) as refused:
        read_records(BY_HAND.replace(old, new, 1))
    assert refused.value.text.startswith(f"line {line}: ")


def test_the_refusal_quotes_the_line() -> None:
    with pytest.raises(Unreadable) as refused:
        read_records(BY_HAND.replace("Dealer: South", "Weather: fine"))
    assert refused.value.text == "line 3: Weather: fine"


def test_records_may_stand_one_after_another_and_in_an_empty_text_there_is_none() -> None:
    assert read_records("") == read_records("\n \n") == ()
    assert read_records(BY_HAND + BY_HAND) == (by_hand(), by_hand())


def test_a_damaged_record_is_refused_or_read_but_nothing_else_happens() -> None:
    """Two thousand damaged texts: a character dropped, doubled or changed."""
    choose = random.Random(1886)
    text = record_text(kept(1886))
    for _ in range(800):
        at = choose.randrange(len(text))
        slip = choose.choice(["", text[at] * 2, choose.choice('AKQ10-x \n:=NS"\\')])
        with suppress(Unreadable):
            assert len(read_records(text[:at] + slip + text[at + 1 :])) == 1


def test_the_auditor_shares_nothing_with_the_engine() -> None:
    """Except cards, seats, the types of a record, and how values are made."""
    tree = ast.parse(inspect.getsource(audit))
    taken = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    imported = {(node.module, name.name) for node in taken for name in node.names}
    assert {(module, name) for module, name in imported if module and module.startswith("rules")} == {
        ("rules.frozen", "frozen"),
        ("rules.calls", "CallHonours"),
        ("rules.calls", "Discard"),
        ("rules.cards", "Card"),
        ("rules.cards", "Suit"),
        ("rules.counting.reckon", "Line"),
        ("rules.out_of_turn", "Demand"),
        ("rules.out_of_turn", "Exacted"),
        ("rules.record.writing", "Record"),
        ("rules.seats", "Seat"),
        ("rules.seats", "Side"),
    }


def test_a_card_told_of_two_hands_is_read_and_left_to_the_auditor() -> None:
    """With the card that is missing then left over: the record says what it was told."""
    text = BY_HAND.replace("East:    S KJ8", "East:    S AJ8").replace("\nCalls:", "Stock: KS\n\nCalls:")
    (record,) = read_records(text)
    assert record.deal.stock == Hand.parse("KS")
    assert audit.DealtTwice(parse_card("AS")) in audit.audited(record)

"""Whole deals as everybody saw them, against tests/records (``python -m tests.rules.golden``)."""

from __future__ import annotations

import re

from rules.calls import TakeStock
from rules.cards import Hand
from rules.games.all_games import GAMES
from rules.record.audit import Revoke, audited
from rules.record.reading import read_records
from rules.record.writing import record_text
from rules.seats import Seat
from rules.table.seen import seen
from tests.each import each
from tests.rules.deals import replayed
from tests.rules.golden import DEALS, FAMILY, RECORDS, family_path, last_deal, path, playthrough
from tests.rules.golden_evenings import GOLDEN


@each("name", DEALS)
def test_every_seat_sees_and_may_do_what_the_record_says(name: str) -> None:
    assert playthrough(name) == path(name).read_text("utf-8")


@each("name", FAMILY)
def test_of_the_family_too_every_seat_sees_and_may_do_what_the_record_says(name: str) -> None:
    assert last_deal(name) == family_path(name).read_text("utf-8")


@each("name", DEALS)
def test_each_seats_view_of_the_room_is_the_spectators(name: str) -> None:
    """So the records write what the room sees only once."""
    first, *events = DEALS[name]().events
    table = replayed([first])
    for event in events:
        table = table.after(event)
        room = seen(table, None)
        for seat in Seat:
            assert (seen(table, seat).table, seen(table, seat).deal) == (room.table, room.deal)


@each("name", DEALS)
def test_no_hand_stands_in_another_seats_paragraph(name: str) -> None:
    """After the calls have begun no line of a seat has a card that was dealt to another hand, except the
    options from dummy's open hand."""
    text = path(name).read_text("utf-8")
    dealt = dict(
        re.findall(r"\b([NESW]) ((?:[2-9TJQKA][SHDC] ?){13})", text.split("CardsDealt")[1].split("\n")[0])
    )
    hands = {letter: set(Hand.parse(cards)) for letter, cards in dealt.items()}
    assert [len(hand) for hand in hands.values()] == [13, 13, 13, 13]
    for letter, cards in re.findall(r"^   (n|e|s|w)\w{3,4}  +holds ([^\n]*)$", text, re.M):
        if cards != "-":
            assert set(Hand.parse(cards)) <= hands[letter.upper()]


@each("name", FAMILY)
def test_of_the_family_too_no_hand_stands_in_another_seats_paragraph(name: str) -> None:
    """A seat has the cards dealt to it, and the ruffer the stock besides."""
    text = family_path(name).read_text("utf-8")
    (record,) = read_records(text.split("The record\n")[1])
    ruffer = next((one.seat for one in record.deal.calls if isinstance(one.call, TakeStock)), None)
    paragraphs = re.findall(r"^   (n|e|s|w)\w{3,4}  +holds ([^\n]*)$", text, re.M)
    assert len(paragraphs) > 4
    for letter, cards in paragraphs:
        seat = Seat(letter.upper())
        held = set(record.deal.hands.of(seat)) | (set(record.deal.stock) if seat is ruffer else set())
        assert cards == "-" or set(Hand.parse(cards)) <= held
    told = re.findall(r"^   (n|e|s|w)\w{3,4}  .*\n          has put out ([^\n]*)$", text, re.M)
    assert {letter.upper() for letter, _ in told} == ({ruffer.letter} if ruffer is not None else set())


@each("name", DEALS)
def test_the_auditor_finds_nothing_in_the_records(name: str) -> None:
    (record,) = read_records(path(name).read_text("utf-8").split("The record\n")[1])
    assert audited(record) == ()


@each("name", FAMILY)
def test_the_auditor_finds_nothing_in_the_records_of_the_family(name: str) -> None:
    text = family_path(name).read_text("utf-8").split("The record\n\n")[1]
    (record,) = read_records(text)
    claimed = {(one.trick, one.seat) for one in record.deal.claims if one.right}
    findings = audited(record)
    assert {(one.trick, one.seat) for one in findings if isinstance(one, Revoke)} == claimed
    assert all(isinstance(one, Revoke) for one in findings)
    assert record_text(record) == text


def test_every_record_has_its_deal() -> None:
    others = {
        "stored-events.txt",
        "family-events.txt",
        "evening-events.txt",
        "options.txt",
        "pressed-ids.txt",
        *(f"{one}.txt" for one in GOLDEN),
    }
    files = {path(name).name for name in DEALS} | {family_path(name).name for name in FAMILY}
    assert {file.name for file in RECORDS.glob("*.txt")} == files | others


def test_every_game_with_its_seed_has_a_record() -> None:
    told = {file.read_text("utf-8").split(";")[0] for file in RECORDS.glob("*.txt")}
    played = {line.removeprefix("Opened: game ") for line in told if line.startswith("Opened: game ")}
    assert played >= set(GAMES)

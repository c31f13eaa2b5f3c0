"""What people type when they tell a deal, besides cards and calls."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.counting.reckon import Penalty, Revoked
from rules.seats import Seat, Side
from rules.sheet.errors import NotUnderstood, Part
from rules.sheet.honours import Held
from screens.reading import NAME_LENGTH, read_guest, read_held, read_revokes, read_seats, read_side
from screens.words.scorebook import PENALTY_WORDS
from tests.each import each
from tests.rules.steady import CHARACTERS, steady

N, E, S, W = Seat


@each(
    ("typed", "meant"),
    [
        ("N 3 S 1", Held(((N, 3), (S, 1)))),
        ("n3,s1", Held(((N, 3), (S, 1)))),
        ("north 3, south 1", Held(((N, 3), (S, 1)))),
        ("3 0 1 1", Held(((N, 3), (E, 0), (S, 1), (W, 1)))),
        ("NS 4", Held(sides=((Side.NS, 4),))),
        ("N–S 3, EW: 2", Held(sides=((Side.NS, 3), (Side.EW, 2)))),
        ("E-W 2 N 3 S 0", Held(((N, 3), (S, 0)), ((Side.EW, 2),))),
        ("Ｎ\ufe0f 3 S\ufe0e 1", Held(((N, 3), (S, 1)))),
        ("easy", Held(sides=((Side.NS, 2), (Side.EW, 2)))),
        ("Honours divided", Held(sides=((Side.NS, 2), (Side.EW, 2)))),
        ("None", None),
        ("no honours", None),
    ],
)
def test_honours_are_read_by_hand_by_side_or_in_a_word(typed: str, meant: Held | None) -> None:
    assert read_held(typed, Part.HONOURS) == meant


@each("typed", ["", "3", "N", "N 3 N 1", "N 3 NS 4", "3 1", "N 3 apples", "Q 2"])
def test_honours_that_are_told_twice_or_not_at_all_are_not_understood(typed: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        read_held(typed, Part.ACES)
    assert refused.value.part is Part.ACES


@steady(60)
@given(st.lists(st.integers(0, 5), min_size=4, max_size=4))
def test_four_numbers_and_four_hands_by_name_are_the_same(counts: list[int]) -> None:
    by_name = " ".join(f"{seat.letter} {count}" for seat, count in zip(Seat, counts, strict=True))
    numbers = " ".join(map(str, counts))
    assert read_held(by_name, Part.HONOURS) == read_held(numbers, Part.HONOURS)


def test_hands_without_a_trump_are_read_in_any_order() -> None:
    assert read_seats("west and n") == (N, W)
    assert read_seats("EW") == (E, W)
    for typed in ("", "X", "north 3"):
        with pytest.raises(NotUnderstood):
            read_seats(typed)


def test_a_side_may_be_named_by_one_of_its_seats() -> None:
    assert [read_side(typed) for typed in ("NS", "S", "East–West", "west")] == [
        Side.NS,
        Side.NS,
        Side.EW,
        Side.EW,
    ]
    with pytest.raises(NotUnderstood):
        read_side("up")


@each("penalty", PENALTY_WORDS)
def test_every_penalty_is_typed_as_it_is_offered(penalty: Penalty) -> None:
    assert read_revokes(f"EW {PENALTY_WORDS[penalty]}") == (Revoked(Side.EW, penalty),)


def test_several_revokes_stand_one_after_the_other() -> None:
    assert read_revokes("NS add, east: tricks") == (
        Revoked(Side.NS, Penalty.ADD),
        Revoked(Side.EW, Penalty.TAKE_THREE),
    )
    for typed in ("", "NS", "NS none", "NS add, " * 9 + "NS add"):
        with pytest.raises(NotUnderstood):
            read_revokes(typed)


def test_a_guest_has_a_name_in_letters_and_nobody_on_discord_is_one() -> None:
    assert read_guest("Old Mr. Clay") == "Old Mr. Clay"
    for typed in ("", "  ", "***", "@Boris", "<@123456789012345678>", "<@&5>", "<#5>", "<:x:5>"):
        assert read_guest(typed) is None


def test_a_guests_name_keeps_its_vowels_and_accents_in_every_script() -> None:
    whole = (
        "अनिल",
        "José",
        "A&B",
        "ไม้",
        "محمّد",
        "מִרְיָם",
        "தமிழ்",
        "ক্ষিতি",
        "བོད",
        "མི་ལ",
        "Gal·la",
        "マリー・アン",
        "မြန်မာ",
        "ខ្មែរ",
        "می\u200cنا",
    )
    assert [read_guest(one) for one in whole] == [*whole]
    assert read_guest("Jose\u0301") == "José"
    assert read_guest("अनिल" * 9) == "अनिल" * 6, "a letter keeps its vowel where the name is cut"


def test_what_nobody_sees_is_no_guests_name_and_in_none() -> None:
    for typed in ("\u3164\u3164", "\u115f", "\uffa0", "\u200b\u2060", "\u200d", "\u0301", "\u2800"):
        assert read_guest(typed) is None
    assert read_guest("Ann\u200ba\u3164\u00ad\ufe0f \u202e") == "Anna"
    heap = read_guest("Z" + "\u0335" * 300)
    assert heap is not None and len(heap) <= 5


@steady(60)
@given(st.text(CHARACTERS))
def test_no_guests_name_holds_what_discord_would_read_as_markup(typed: str) -> None:
    name = read_guest(typed)
    if isinstance(name, str):
        assert 0 < len(name) <= NAME_LENGTH
        assert not set(name) & set("*_`~|<>@#[]()\\\n:/")

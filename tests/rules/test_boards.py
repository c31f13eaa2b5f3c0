"""Files of deals: as other programs write them, as people do by hand, and with whatever may be wrong in one.

``tests/records/brought`` has files in five forms, and what endplay read in them
(``tests/rules/endplay_boards.py``).
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.deal.brought import MOST_BROUGHT, usual_dealer, usual_vulnerability
from rules.record import boards
from rules.record.boards import BadDeals, Flaw, boards_of_file, read_boards
from rules.seats import BySide, Seat
from tests.each import each
from tests.rules.endplay_boards import FOLDER, row_of

DEAL = "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"
LIN_SOUTH, LIN_WEST, LIN_NORTH = "S765H432DJQKAC89T", "S234HJQKAD89TC567", "SJQKAH89TD567C234"
THREE_LIN = "\n".join(
    f"qx|o{one}|md|1{LIN_SOUTH},{LIN_WEST},{LIN_NORTH}|ah|Board {one}|sv|{who}|mb|p|"
    for one, who in ((1, "o"), (2, "n"), (3, "b"))
)
HANDS = [*DEAL.removeprefix("N:").split()]


def game(*tags: str) -> str:
    return "\n".join(f"[{tag}]" for tag in tags) + "\n\n"


@each("name", json.loads((FOLDER / "by-endplay.json").read_text()))
def test_a_file_in_each_form_is_read_as_endplay_reads_it(name: str) -> None:
    expected = json.loads((FOLDER / "by-endplay.json").read_text())[name]
    assert len(expected) == 6
    assert [row_of(one) for one in boards_of_file((FOLDER / name).read_bytes())] == expected


def test_the_boards_of_clubs_have_the_dealers_and_the_vulnerability_of_their_numbers() -> None:
    """Laws of duplicate 2017, 2: as printed on the boards."""
    assert "".join(usual_dealer(one).letter for one in range(1, 18)) == "NESWNESWNESWNESWN"
    sides = {BySide(False, False): "o", BySide(True, False): "n", BySide(False, True): "e"}
    told = "".join(sides.get(usual_vulnerability(one), "b") for one in range(1, 18))
    assert told == "onebneboebonboneo"


@each(
    ("text", "dealer", "vulnerable"),
    [
        (game('Board "2"', f'Deal "{DEAL}"'), "E", (True, False)),
        (game('Board "2"', 'Dealer "?"', 'Vulnerable "?"', f'Deal "{DEAL}"'), "E", (True, False)),
        (game(f'Deal "{DEAL}"', 'Auction "W"') + "Pass Pass Pass Pass\n", "W", (False, False)),
        (game('dealer "s"', 'VULNERABLE "both"', f'deal "{DEAL.lower()}"'), "S", (True, True)),
        (f'[Board "1"][Dealer "W"] [Vulnerable "EW"]\t[Deal "{DEAL}"]', "W", (False, True)),
        (game(f'Deal "{DEAL}"').replace("T98.765.432.AKQJ", "-"), "N", (False, False)),
        (game(f'Deal "{DEAL}"').replace("T", "10"), "N", (False, False)),
        (f"qx|o2|md|0{LIN_SOUTH},{LIN_WEST},{LIN_NORTH}|", "E", (True, False)),
        (f"pn|,,,|sv|e|md|2{LIN_SOUTH},{LIN_WEST},{LIN_NORTH},|", "W", (False, True)),
        (f"MD|4{LIN_SOUTH.lower()},{LIN_WEST},{LIN_NORTH}|SV|B|", "E", (True, True)),
        (
            f"vg|Cup,1,I,1,2,A,0,B,0|\nqx|c1|md|3{LIN_SOUTH},\n{LIN_WEST},{LIN_NORTH}|sv|0|",
            "N",
            (False, False),
        ),
    ],
)
def test_what_a_file_does_not_say_the_number_of_the_board_does(
    text: str, dealer: str, vulnerable: tuple[bool, bool]
) -> None:
    (one,) = read_boards(text)
    assert (one.dealer, one.vulnerable) == (Seat(dealer), BySide(*vulnerable))
    assert row_of(one)[3] == HANDS


def test_a_sharp_repeats_the_game_before_and_a_repeated_deal_is_taken_once() -> None:
    first = game('Event "Cup"', 'Board "7"', 'Dealer "S"', 'Vulnerable "All"', f'Deal "{DEAL}"')
    other = DEAL.replace("N:", "E:")
    second = game('Event "#"', 'Board "8"', 'Dealer "#"', 'Vulnerable "#"', f'Deal "{other}"')
    again = game('Event "#"', 'Board "8"', 'Dealer "S"', 'Vulnerable "#"', 'Deal "#"', 'Room "Closed"')
    found = read_boards(first + second + again)
    assert [(one.number, one.dealer.letter) for one in found] == [(7, "S"), (8, "S")]
    assert found[1].vulnerable == BySide(True, True) and row_of(found[1])[3] == HANDS[-1:] + HANDS[:-1]


@each(
    ("text", "flaw", "line"),
    [
        ("", Flaw.NO_DEALS, 1),
        ("Hello,\nhere are my deals", Flaw.NO_DEALS, 1),
        (game('Event "Cup"'), Flaw.NO_DEALS, 1),
        (game('Event "Cup"', 'Board "1"', 'Dealer "N"'), Flaw.NO_HANDS, 2),
        (game('Board "1"', 'Deal "AKQ"'), Flaw.HANDS, 2),
        (game('Board "1"', f'Deal "{DEAL[:-3]}"'), Flaw.COUNT, 2),
        (game('Board "1"', f'Deal "{DEAL}"').replace("AKQJ.T98", "AKQ1.T98"), Flaw.HANDS, 2),
        (game('Board "1"', f'Deal "{DEAL}"').replace("AKQJ.T98.765.432", "AKQJT98765432"), Flaw.HANDS, 2),
        (game("x", f'Deal "{DEAL}"'), Flaw.TAG, 1),
        (game('Board "1"', f'Deal "{DEAL}"').replace("AKQJ.T98.7", "AKQT.T98.7"), Flaw.TWICE, 2),
        (game('Board "1"', f'Deal "{DEAL}"').replace("432 T", "43 T"), Flaw.COUNT, 2),
        (game('Board "1"', 'Deal "N:- - A.K.Q.J T.9.8.7"'), Flaw.COUNT, 2),
        (game('Board "one"', f'Deal "{DEAL}"'), Flaw.NUMBER, 1),
        (game('Board "1"', 'Dealer "X"', f'Deal "{DEAL}"'), Flaw.DEALER, 2),
        (game('Board "1"', f'Deal "{DEAL}"', 'Vulnerable "us"'), Flaw.VULNERABLE, 3),
        (game('Board "1"', f'Deal "{DEAL}') + "x", Flaw.TAG, 2),
        ("{ no end\n" + game(f'Deal "{DEAL}"'), Flaw.REMARK, 1),
        (f"pn|,,,|\nmd|1{LIN_SOUTH},{LIN_WEST},{LIN_NORTH[:-1]}|", Flaw.COUNT, 2),
        (f"pn|,,,|\n\nmd|1{LIN_SOUTH},{LIN_WEST}|", Flaw.HANDS, 3),
        (f"md|1{LIN_SOUTH},{LIN_WEST},{LIN_SOUTH}|", Flaw.TWICE, 1),
        (f"md|7{LIN_SOUTH},{LIN_WEST},{LIN_NORTH}|", Flaw.HANDS, 1),
        (f"md|1{LIN_SOUTH},{LIN_WEST},{LIN_NORTH}|\nsv|x|", Flaw.VULNERABLE, 2),
        (THREE_LIN.replace("2|sv", "2sv"), Flaw.BAR, 2),
        (THREE_LIN.replace("ah|Board 2", "ah||Board 2"), Flaw.BAR, 2),
        (THREE_LIN.replace("sv|b", "sv b"), Flaw.BAR, 3),
        (game(f'Deal "{DEAL}"').join(f'[Board "{one}"]\n' for one in range(1, 131)), Flaw.TOO_MANY, 386),
    ],
)
def test_a_bad_file_is_told_by_its_line(text: str, flaw: Flaw, line: int) -> None:
    with pytest.raises(BadDeals) as refused:
        read_boards(text)
    assert (refused.value.flaw, refused.value.line) == (flaw, line)


PBN_FIELDS = {"Board": "7", "Dealer": "W", "Vulnerable": "EW", "Deal": DEAL}
MISSPELT, NUMBER, DEALER, VULNERABLE = Flaw.MISSPELT, Flaw.NUMBER, Flaw.DEALER, Flaw.VULNERABLE
HANDS_OF, COUNT, TWICE = Flaw.HANDS, Flaw.COUNT, Flaw.TWICE
PBN_CHANGES = [
    *(("Board", "Board", value, NUMBER, 3) for value in ("seven", "0", "1234567", "#")),
    *(("Dealer", "Dealer", value, DEALER, 7) for value in ("Nobody", "Whatever", "X", "NS", "#", "##N")),
    *(("Vulnerable", "Vulnerable", value, VULNERABLE, 7) for value in ("us", "NSEW", "N S", "yes", "#")),
    *(("Deal", "Deal", value, HANDS_OF, 7) for value in ("", DEAL[2:], f"X{DEAL[1:]}", f"{DEAL} -")),
    ("Deal", "Deal", DEAL.replace("AKQJ", "AKQ", 1), COUNT, 7),
    ("Deal", "Deal", DEAL.replace("AKQJ", "AKQT", 1), TWICE, 7),
    *(("Board", name, "7", MISSPELT, 3) for name in ("Bord", "Baord", "Boards", "Boarb")),
    *(
        ("Dealer", name, "W", MISSPELT, 7)
        for name in ("Dealr", "Deale", "Deealer", "Delaer", "Dlr", "Healer")
    ),
    *(
        ("Vulnerable", name, "EW", MISSPELT, 7)
        for name in ("Vul", "Vulnerability", "Vulnerabel", "Vunerable")
    ),
    *(("Deal", name, DEAL, MISSPELT, 7) for name in ("Dael", "Deals", "Del", "Dear")),
    ("Dealer", "Auction", "Nobody", DEALER, 7),
    ("Dealer", "Acution", "W", MISSPELT, 7),
]


@each(("field", "name", "value", "flaw", "board"), PBN_CHANGES)
def test_one_field_of_pbn_that_cannot_be_read_is_refused_with_its_board_and_tag(
    field: str, name: str, value: str, flaw: Flaw, board: int
) -> None:
    """The third board of a file, whose number is seven: a flaw of the number itself tells the place."""
    before = "".join(game(f'Deal "{DEAL[:2]}{" ".join(HANDS[at:] + HANDS[:at])}"') for at in (1, 2))
    assert read_boards(before + pbn_of(PBN_FIELDS))[2].number == 7
    changed = {one: said for one, said in PBN_FIELDS.items() if one != field} | {name: value}
    with pytest.raises(BadDeals) as refused:
        read_boards(before + pbn_of(changed))
    tag = "Auction" if name in ("Auction", "Acution") else field
    line = 4 + 1 + [*changed].index(name)
    told = (refused.value.flaw, refused.value.line, refused.value.board, refused.value.tag)
    assert told == (flaw, line, board, tag)


def pbn_of(fields: dict[str, str]) -> str:
    return game(*(f'{name} "{value}"' for name, value in fields.items()))


LIN_FIELDS = {"qx": "o7", "md": f"1{LIN_SOUTH},{LIN_WEST},{LIN_NORTH}", "sv": "e"}


@each(
    ("field", "value", "flaw", "board"),
    [
        *(("sv", value, VULNERABLE, 7) for value in ("x", "ns", "1")),
        ("md", f"5{LIN_SOUTH},{LIN_WEST},{LIN_NORTH}", HANDS_OF, 7),
        ("md", f"1{LIN_SOUTH},{LIN_WEST}", HANDS_OF, 7),
        ("md", f"1{LIN_SOUTH},{LIN_WEST},{LIN_NORTH[:-1]}", COUNT, 7),
        ("md", f"1{LIN_SOUTH},{LIN_WEST},{LIN_SOUTH}", TWICE, 7),
    ],
)
def test_one_field_of_lin_that_cannot_be_read_is_refused_with_its_board_and_word(
    field: str, value: str, flaw: Flaw, board: int
) -> None:
    with pytest.raises(BadDeals) as refused:
        read_boards("".join(f"{name}|{said}|\n" for name, said in {**LIN_FIELDS, field: value}.items()))
    told = (refused.value.flaw, refused.value.line, refused.value.board, refused.value.tag)
    assert told == (flaw, 1 + [*LIN_FIELDS].index(field), board, field)


@each("left_out", ["sv", "dealer", None])
def test_a_label_of_lin_without_a_number_is_refused_only_where_something_depends_on_it(
    left_out: str | None,
) -> None:
    label, dealer = "qx|final|", "" if left_out == "dealer" else "1"
    text = f"{label}md|{dealer}{LIN_SOUTH},{LIN_WEST},{LIN_NORTH}|{'' if left_out == 'sv' else 'sv|e|'}"
    if left_out is None:
        (one,) = read_boards(text)
        assert (one.number, one.dealer, one.vulnerable) == (1, Seat.SOUTH, BySide(False, True))
        return
    with pytest.raises(BadDeals) as refused:
        read_boards(text)
    assert (refused.value.flaw, refused.value.board, refused.value.tag) == (NUMBER, 1, "qx")


@each(("written", "meant", "line", "board"), [("vs|", "sv|", 3, 3), ("dm|", "md|", 2, 2)])
def test_two_letters_of_lin_that_have_changed_places_are_refused(
    written: str, meant: str, line: int, board: int
) -> None:
    """Else the number of the board would say who is vulnerable, and a board would be left out."""
    one, of_board = THREE_LIN.splitlines(keepends=True), line - 1
    one[of_board] = one[of_board].replace(meant, written)
    with pytest.raises(BadDeals) as refused:
        read_boards("".join(one))
    told = (refused.value.flaw, refused.value.line, refused.value.board, refused.value.tag)
    assert told == (MISSPELT, line, board, meant[:2])


def test_a_word_of_lin_that_lost_its_text_at_the_end_is_refused() -> None:
    with pytest.raises(BadDeals) as refused:
        read_boards(f"md|1{LIN_SOUTH},{LIN_WEST},{LIN_NORTH}|\nsv")
    assert (refused.value.flaw, refused.value.line) == (Flaw.BAR, 2)


def test_other_tags_and_full_names_of_seats_are_read_as_before() -> None:
    """Tags of the standard and of programs that read somewhat like those of a deal."""
    tags = ("Date", "Declarer", "Deals", "DealId", "Boards", "Event", "Session", "Home", "BCFlags")
    text = game(*(f'{one} "x"' for one in tags), 'Board "2"', 'Dealer "west"', f'Deal "{DEAL}"')
    (one,) = read_boards(text)
    assert (one.number, one.dealer) == (2, Seat.WEST)


def test_lines_of_lin_are_broken_anywhere_and_no_deal_of_it_is_lost() -> None:
    whole = read_boards(THREE_LIN)
    assert len(whole) == 3
    for at in range(len(THREE_LIN)):
        assert read_boards(f"{THREE_LIN[:at]}\n{THREE_LIN[at:]}") == whole, at


def test_as_many_deals_are_taken_as_are_promised_and_not_one_more() -> None:
    text = "".join(game(f'Board "{one}"', f'Deal "{DEAL}"') for one in range(1, MOST_BROUGHT + 1))
    assert len(read_boards(text)) == MOST_BROUGHT == 128


@each("data", [b"\xff\xfe", b"\x00" * 99, b"\xef\xbb\xbf", bytes(range(256)) * 9, b"[" * 5000, b'"' * 5000])
def test_bytes_that_are_no_text_are_refused_and_nothing_worse(data: bytes) -> None:
    with pytest.raises(BadDeals):
        boards_of_file(data)


def test_a_heap_of_rubbish_is_refused_as_quickly_as_it_is_read() -> None:
    """Where something goes back over what it has read, this takes minutes."""
    for piece in ("[Deal ", "{", ";x\n", "md|", '"\\', "[ \n", "% \n", "a|b"):
        with pytest.raises(BadDeals):
            boards_of_file((piece * (100_000 // len(piece))).encode())


def test_a_file_of_all_sorts_of_tags_costs_no_more_than_its_length() -> None:
    """The value of a tag may be repeated by each game that follows: of as many tags as a file has room for
    only those that tell of a deal are carried on."""
    tags = "".join(f'[a{number} "x"]' for number in range(2000)) + '[event ""]' * 2000
    kept = [len(one) for one in boards._pbn_games(tags)]
    assert kept == [1] * 2000


def test_names_in_latin_letters_of_older_programs_do_no_harm() -> None:
    data = game('North "Zoé"', f'Deal "{DEAL}"').encode("latin-1")
    assert len(boards_of_file(data)) == 1


def test_the_file_that_the_page_gives_as_an_example_is_one() -> None:
    page = (FOLDER.parents[2] / "docs/how-to/bring-your-own-deals.md").read_text("utf-8")
    (deal,) = read_boards(page.partition("```text")[2].partition("```")[0])
    assert (deal.number, deal.dealer, deal.vulnerable) == (1, Seat.NORTH, BySide(False, False))


def test_the_folder_holds_no_file_that_no_test_reads() -> None:
    named = set(json.loads((FOLDER / "by-endplay.json").read_text()))
    assert {one.name for one in Path(FOLDER).iterdir()} == {*named, "by-endplay.json"}

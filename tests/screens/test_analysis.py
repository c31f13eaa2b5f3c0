"""What is said of a finished deal, and what the picture is given."""

from __future__ import annotations

from dataclasses import replace

from robots.teaching.analysis import Analysis, Best, Course, Loss, Mistake, TrickTable
from rules.calls import Bid
from rules.cards import Suit, parse_card
from rules.counting.reckon import Penalty
from rules.seats import BySeat, BySide, Seat, Side
from rules.table.requests import AgreeScore
from rules.tricks import Strain
from rules.view import FinishedDeal, PublicTable
from screens.analysis import analysis_screen, diagram
from screens.presses import Press
from screens.screen import Button, Picture, Row, Screen, Text
from tests.rules import lawful
from tests.rules.golden_deals import FAMILY
from tests.screens.screens import TABLE, fits, in_each_language, names
from tests.screens.test_revokes import punished
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

TABLE_OF_TRICKS = TrickTable(
    (
        BySeat(10, 3, 10, 3),
        BySeat(9, 4, 9, 4),
        BySeat(8, 5, 8, 5),
        BySeat(7, 6, 7, 6),
        BySeat(1, 2, 11, 12),
    )
)
"""Spades, hearts, diamonds, clubs, no trumps."""

LEAD = Mistake(
    2,
    Seat.NORTH,
    Seat.SOUTH,
    parse_card("QH"),
    (parse_card("2H"), parse_card("AS")),
    Loss(1, 160),
)
COURSE = Course(Side.NS, 9, 80, 8, -80, LEAD, BySide(Loss(1, 160), Loss()), granted=0)
FOUND = Analysis(
    TABLE_OF_TRICKS,
    chosen=True,
    best=(Best(Side.NS, (Seat.SOUTH, Seat.NORTH), None, Suit.SPADES, 10, 26),),
    covered=True,
    course=COURSE,
)


def finished(**options: str) -> tuple[FinishedDeal, PublicTable]:
    evening = Evening(1, "biritch", seating="fixed", **options)
    evening.seat(ANNA, BORIS, CLARA, DAVID).start().cut().play_deal()
    table = evening.view(None).table
    assert table.last is not None
    return table.last, table


def screen(found: Analysis, **options: str) -> Screen:
    deal, at = finished(**options)
    seats = BySeat(ANNA, BORIS, CLARA, DAVID)
    return analysis_screen(deal, seats, found, b"png", names, at=at, table_id=TABLE)  # type: ignore[arg-type]


def said(found: Analysis, **options: str) -> str:
    return "\n".join(part.markdown for part in screen(found, **options).parts if isinstance(part, Text))


def test_the_dearest_card_is_named_with_its_price_its_player_and_what_would_have_been_better() -> None:
    text = said(FOUND)
    assert "Costliest card: **Q♥\ufe0e** from North's hand in trick 2, by **South** " in text
    assert names(CLARA) in text
    assert "It cost **160 points** (1 trick)." in text
    assert "2♥\ufe0e or A♠\ufe0e would have cost nothing." in text
    assert "North–South 160 points (1 trick), East–West 0 points (0 tricks)" in text


def test_what_was_best_is_told_and_what_the_deal_came_to() -> None:
    text = said(FOUND)
    assert "**North–South**: **♠\ufe0e Spades**: 10 tricks, +26 points" in text
    assert "win **9 tricks, +80 points**. They won **8 tricks, −80 points**." in text


def test_where_nothing_was_given_away_it_is_said_and_no_card_is_named() -> None:
    text = said(replace(FOUND, course=replace(COURSE, worst=None)))
    assert "No card cost anything." in text
    assert "dearest" not in text


def test_a_deal_played_to_lose_tricks_is_said_not_to_be_covered() -> None:
    assert "to lose tricks" in said(replace(FOUND, covered=False, course=None))


def why_not(evening: Evening) -> str:
    """What the analysis of this table's last deal says of the play."""
    at = evening.view(None).table
    assert at.last is not None
    shown = analysis_screen(
        at.last, BySeat(ANNA, BORIS, CLARA, DAVID), replace(FOUND, course=None), b"png", names, at=at
    )
    said = "\n".join(part.markdown for part in shown.parts if isinstance(part, Text))
    return said.partition("**The play**\n")[2].partition("\n")[0]


def test_a_deal_whose_play_is_not_analysed_is_said_to_have_ended_by_honours_only_if_it_did() -> None:
    """A claimed revoke, one that nobody noticed, honours that ended the deal, and a card led out of turn for
    which the lead of a suit was called."""
    unnoticed = lawful.revoked("biritch")
    lawful.played_out(unnoticed)
    for seat in unnoticed.table.waits_for:
        unnoticed.do(seat, AgreeScore())
    revoked = "Somebody revoked in this deal, so the play is not analysed."
    assert why_not(punished("biritch", Penalty.TAKE_THREE)) == why_not(unnoticed) == revoked
    assert why_not(FAMILY["whist_long-out-by-honours"]()) == (
        "Honours ended this deal before it was played out, so the play is not analysed."
    )
    assert why_not(FAMILY["whist_modern-out-of-turn"]()) == (
        "Cards were played out of turn in this deal, or demanded as a penalty, so the play is not analysed."
    )


def test_of_two_sides_that_might_have_bid_the_one_without_a_contract_is_told_too() -> None:
    best = Best(Side.EW, (Seat.WEST,), Bid(4, Strain.HEARTS), Suit.HEARTS, 10, 120)
    text = said(replace(FOUND, best=(best,)))
    assert "**East–West**: **4 ♥\ufe0e Hearts**, by West: 10 tricks, +120 points" in text
    assert "**North–South**: no contract can be made" in text


def test_the_longest_analysis_fits_a_message_with_its_picture() -> None:
    best = tuple(
        Best(side, (seat,), Bid(7, Strain.NO_TRUMPS), None, 13, -(10**14))
        for side, seat in ((Side.NS, Seat.NORTH), (Side.EW, Seat.WEST))
    )
    cards = tuple(parse_card(f"{rank}H") for rank in "AKQJT98765")
    loss = Loss(13, 10**14)
    worst = Mistake(13, Seat.NORTH, Seat.SOUTH, cards[0], cards[1:], loss)
    course = Course(Side.NS, 13, 10**14, 0, -(10**14), worst, BySide(loss, loss), granted=-13)
    found = Analysis(TABLE_OF_TRICKS, chosen=True, best=best, covered=True, course=course)
    for _ in in_each_language():
        fits(screen(found))


def test_the_picture_has_the_hands_and_the_table_in_words_as_well() -> None:
    (picture,) = (part for part in screen(FOUND).parts if isinstance(part, Picture))
    assert picture.png == b"png"
    assert "North: clubs 7, diamonds 8, hearts 9, spades 10, no trumps 1." in picture.alt
    assert "West: clubs 6, diamonds 5, hearts 4, spades 3, no trumps 12." in picture.alt
    assert picture.alt.count("spades") == 8
    assert len(picture.alt) <= 1024


def test_without_a_table_the_hands_alone_are_drawn_and_it_is_said_why() -> None:
    bare, (deal, at) = replace(FOUND, table=None, best=()), finished()
    assert diagram(deal, bare.table, at).table is None
    assert "would have taken too long" in said(bare)
    (picture,) = (part for part in screen(bare).parts if isinstance(part, Picture))
    assert picture.alt.count("spades") == 4


def test_the_button_shows_this_deal_to_all() -> None:
    (row,) = (part for part in screen(FOUND).parts if isinstance(part, Row))
    (button,) = row.buttons
    assert isinstance(button, Button)
    assert button.id == str(Press("analyse", TABLE, 1, what="all"))


def test_where_play_goes_the_other_way_round_the_hand_of_east_is_drawn_at_the_left_as_west() -> None:
    there, at = finished(direction="counterclockwise")
    drawn = diagram(there, FOUND.table, at)
    assert (drawn.left.name, drawn.right.name) == ("West", "East")
    assert drawn.left.suits[0][1] == tuple(
        "10" if card.rank.letter == "T" else card.rank.letter for card in there.hands.east.suit(Suit.SPADES)
    )


def test_what_was_played_is_marked_in_the_row_of_the_player_to_the_right_of_the_leader() -> None:
    deal, at = finished()
    assert deal.settled is not None
    settled = replace(deal.settled, trumps=Suit.SPADES, leader=Seat.WEST)
    table = diagram(replace(deal, settled=settled), FOUND.table, at).table
    assert table is not None
    assert table.marked == (2, 3)
    assert table.rows[2] == ("South", (7, 8, 9, 10, 11))

"""A picture of every kind that the bot draws, kept in tests/records/pictures.

``python -m tests.screens.drawings`` draws the files anew. Look at what has changed before keeping it.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image

from rules.cards import Suit
from screens.pictures import four_hands, laid_table
from screens.pictures.charts import (
    DrawnBar,
    DrawnBars,
    DrawnChart,
    DrawnLine,
    DrawnRanking,
    DrawnRow,
    DrawnRule,
    DrawnSheet,
    drawn_bars,
    drawn_chart,
    drawn_ranking,
    drawn_sheet,
)
from screens.pictures.emoji import SIDE, drawings
from screens.pictures.four_hands import Diagram, DrawnHand, DrawnTable
from screens.pictures.laid_table import DrawnCard, DrawnSeat, LaidTable, OpenHand

RECORDS: Final = Path(__file__).parent.parent / "records" / "pictures"

EMOJI: Final = (
    *("ace_of_spades", "ten_of_hearts", "queen_of_diamonds_fr", "knave_of_clubs_ru"),
    *("seven_of_diamonds_in_red", "two_of_clubs_in_black", "suit_of_hearts", "suit_of_clubs_in_black"),
    *("card_face_down", "no_card_yet", "next_card", "blank"),
    *("next_at_top", "next_at_right", "ouest", "vostok"),
    *("led_beside", "led_below", "blank", "card_face_down"),
)
"""One of each kind, four in a row."""


def points_over_time() -> bytes:
    points = ((0.0, 0), (86_400.0, 150), (172_800.0, -60), (604_800.0, 240))
    return drawn_chart(DrawnChart(points, ((0, "0"), (240, "240"), (-60, "−60")), "1 to 8 January 2026"))


def points_at_one_moment() -> bytes:
    """Evenly, and in the middle where all are equal."""
    return drawn_chart(DrawnChart(((5.0, 30), (5.0, 30), (5.0, 30)), ((30, "30"),), "1 January 2026"))


def final_table() -> bytes:
    winners = DrawnRanking(
        "Role A", (DrawnLine("1.", "anna", "10", 1.0), DrawnLine("2.", "boris", "−3", 0.0))
    )
    others = DrawnRanking(
        "Role B: a title too long for a line, which is drawn smaller",
        (DrawnLine("1.", "clara, whose name needs more room than there is", "1,234,567 points", 0.25),),
    )
    return drawn_ranking((winners, others))


def an_option() -> bytes:
    bars = (
        DrawnBar("to the game", "64", 1.0, chosen=True),
        DrawnBar("♥ and ♠ above the line", "16 + 48", 0.5),
        DrawnBar("not at all", "0", 0.0),
    )
    return drawn_bars(DrawnBars("For example, North and South: ♥ Hearts, 13 tricks.", "Points", bars))


def a_score_sheet() -> bytes:
    rows = (
        DrawnRow("Honours", "16", ""),
        DrawnRow("Contre ×2", "", "1,000,000", "Game"),
        DrawnRule(heavy=True),
        DrawnRow("", "40", "−8"),
        DrawnRule(),
        DrawnRow("Total", "56", "999,992"),
    )
    return drawn_sheet(DrawnSheet(("N–S", "E–W"), rows))


def a_deal() -> bytes:
    def hand(name: str, *suits: str) -> DrawnHand:
        return DrawnHand(name, tuple(zip(Suit, map(tuple, map(str.split, suits)), strict=True)))

    table = DrawnTable(
        (*Suit, None),
        "NT",
        (("North", (7, 8, 9, 10, 6)), ("East", (6, 5, 4, 3, 7)), ("South", (7,) * 5), ("West", (6,) * 5)),
        (0, 3),
        "Tricks",
    )
    return four_hands.draw_diagram(
        Diagram(
            hand("North: anna", "K J 10 2", "Q J 5", "Q 6 2", "K 8 5"),
            hand("East: boris", "Q 9 8 7 6 4", "9 8 7", "J", "A 7 2"),
            hand("South: clara", "A", "4 2", "K 8 4", "Q J 10 9 6 4 3"),
            hand("West: david", "5 3", "A K 10 6 3", "A 10 9 7 5 3", ""),
            table,
        )
    )


def a_trick() -> bytes:
    seats = (
        DrawnSeat("North", ("anna", "dummy"), DrawnCard("10", Suit.DIAMONDS)),
        DrawnSeat("East", ("Hoyle (robot)", "dealer")),
        DrawnSeat("South", ("to play",), due=True),
        DrawnSeat("West", ("led",), DrawnCard("Q", Suit.HEARTS), led=True),
    )
    cards = tuple(DrawnCard(rank, suit) for suit in Suit for rank in ("A", "10", "2"))
    return laid_table.draw_table(
        LaidTable("2 ♥ Hearts by West", "Deal 1", *seats, ("South is to play.",), (OpenHand("Dummy", cards),))
    )


def emoji() -> bytes:
    made, sheet = drawings(), Image.new("RGBA", (4 * SIDE, len(EMOJI) // 4 * SIDE))
    for place, name in enumerate(EMOJI):
        one = Image.open(BytesIO(made[name]())).convert("RGBA")
        sheet.paste(one, (place % 4 * SIDE, place // 4 * SIDE))
    stream = BytesIO()
    sheet.save(stream, "PNG", compress_level=1)
    return stream.getvalue()


DRAWN: Final[dict[str, Callable[[], bytes]]] = {
    one.__name__: one
    for one in (
        points_over_time,
        points_at_one_moment,
        final_table,
        an_option,
        a_score_sheet,
        a_deal,
        a_trick,
        emoji,
    )
}

if __name__ == "__main__":
    RECORDS.mkdir(exist_ok=True)
    for name, draw in DRAWN.items():
        (RECORDS / f"{name}.png").write_bytes(draw())

"""The pictures of a finished deal: the four hands, and the score sheet as the game's players write it."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from rules.counting.reckon import Column, Entry, Line
from rules.counting.rubber import RubberResult, with_bonus
from rules.games.all_games import GAMES, variant_of
from rules.seats import Side
from rules.sheet.deals import Given
from rules.sheet.events import Enter
from screens.after import pictured_screen, pictures_of, sheet_of, sheet_picture
from screens.analysis import diagram as diagram_of
from screens.analysis import hands_alt
from screens.pictures.charts import DrawnRow, DrawnRule, drawn_sheet
from screens.pictures.four_hands import PAPER
from screens.pictures.letters import legible, rank_font, rank_letters
from screens.scorebook import sheet_screen
from screens.screen import Picture
from screens.sheets import standing_after
from screens.words.languages import spoken
from screens.words.names import Speech
from tests.each import each
from tests.rules.score_pens import HEARTS, NO_TRUMPS, NS, Pen, bid, held
from tests.screens.screens import fits, in_each_language
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

MOST_BYTES = 20_000


def played(game: str, seed: object = 1) -> Evening:
    """A table at which a whole rubber has been played."""
    evening = Evening(seed, game)
    people = (ANNA, BORIS, CLARA, DAVID)[: evening.table.variant.players]
    return evening.seat(*people).start().play_rubber()


@each("game", GAMES)
def test_both_pictures_of_every_game_are_small_and_are_told_in_words_too(game: str) -> None:
    at = played(game).view(None).table
    assert at.last is not None and at.ended is not None
    made = pictures_of(at.last, at, at.ended)
    for _ in in_each_language():
        fits(pictured_screen(at.last, at, at.ended, made))
    screen = pictured_screen(at.last, at, at.ended, made)
    hands, sheet = (part for part in screen.parts if isinstance(part, Picture))
    assert hands.alt.startswith("North: spades ") and sheet.alt.startswith("Score sheet of the rubber.")
    for one in (hands, sheet):
        assert len(one.alt) <= 1024 and len(one.png) < MOST_BYTES
        assert Image.open(BytesIO(one.png)).format == "PNG"
    image = Image.open(BytesIO(sheet.png)).convert("RGB")
    foot = image.crop((0, image.height - 65, image.width, image.height))  # where Discord lays its sign
    assert foot.getcolors() == [(65 * image.width, PAPER)]


def test_the_hands_are_drawn_in_the_letters_of_the_language() -> None:
    at = played("biritch").view(None).table
    assert at.last is not None
    ranks = {}
    for language in in_each_language():
        hands = diagram_of(at.last, None, at)
        shown = (hands.top, hands.right, hands.bottom, hands.left)
        ranks[language] = {rank for hand in shown for _, held in hand.suits for rank in held}
    numbers = {str(number) for number in range(2, 11)}
    assert ranks["en"] == {*"AKQJ"} | numbers
    assert ranks["fr"] == {*"ARDV"} | numbers
    assert ranks["ru"] == {*"ТКДВ"} | numbers


@each("rank", [*"AKQJRDVТКДВ", "10"])
def test_every_rank_has_a_shape_in_its_font(rank: str) -> None:
    def drawn(told: str) -> bytes:
        return bytes(rank_font(60, told).getmask(told))

    missing = {bytes(rank_font(60, one).getmask("\uffff")) for one in ("A", "Д")}
    assert drawn(rank_letters(rank)) not in missing
    assert drawn(rank_letters("Д")) != drawn(rank_letters("К"))


def test_a_bridge_sheet_has_a_line_under_each_game_and_its_columns_add_up_to_the_total() -> None:
    at = played("contract", 6).view(None).table
    assert at.last is not None and at.ended is not None
    sheet = sheet_of(at.last, at, at.ended)
    *rows, total = (row for row in sheet.rows if isinstance(row, DrawnRow))
    assert total.title == "Total"
    for told, of in (("left", at.ended.totals.ns), ("right", at.ended.totals.ew)):
        assert sum(int(getattr(row, told) or 0) for row in rows) == int(getattr(total, told)) == of
    rules = [row.heavy for row in sheet.rows if isinstance(row, DrawnRule)]
    assert rules == [True] + [False] * sum(at.ended.games)


def test_a_bridge_sheet_says_what_stands_above_the_line_and_which_deal_was_doubled() -> None:
    """Biritch: five odd tricks at hearts, doubled, are 80; simple honours 16; a little slam 20 above the line
    and six odd tricks at no trumps, 60."""
    pen = Pen("biritch")
    pen.enter(declared=HEARTS, by=NS, tricks=11, doublings=1, honours=held(NS=3))
    pen.enter(declared=NO_TRUMPS, by=Side.EW, tricks=12, honours=held(1, 1, 1, 1))
    picture = sheet_picture(pen.sheet.view, 1)
    assert picture is not None
    assert picture.alt == (
        "Score sheet of the rubber. Slam: North–South nothing, East–West 20. "
        "Honours: North–South 16, East–West nothing. The line. ×2: North–South 80, East–West nothing. "
        "North–South nothing, East–West 60. Total: North–South 96, East–West 80."
    )


def test_a_whist_sheet_names_each_game_by_what_it_brought() -> None:
    at = played("whist_modern", 4).view(None).table
    assert at.last is not None and at.ended is not None
    sheet = sheet_of(at.last, at, at.ended)
    games = [row for row in sheet.rows if isinstance(row, DrawnRow) and row.title.startswith("Game ")]
    assert len(games) == sum(at.ended.games)
    assert {row.mark for row in games} <= {"single", "double", "treble"}


def test_a_sheet_of_so_many_contres_that_a_figure_is_rounded_is_drawn_as_it_is_read() -> None:
    evening = Evening(3).seat(ANNA, BORIS, CLARA, DAVID).start().cut().play_deal()
    at = evening.view(None).table
    assert at.last is not None
    huge = Entry(Line.ODD_TRICKS, Side.EW, -10 * 2**200, Column.BONUS, 1, 10, 2**200)
    law = variant_of(at).rubber
    standing = standing_after(at.last.entered or (at.last.entries,), law)
    totals = with_bonus(standing.totals, huge)
    sheet = sheet_of(at.last, at, RubberResult(1, Side.NS, 0, totals, standing.games, huge, (), ""))
    (rubber,) = (row for row in sheet.rows if isinstance(row, DrawnRow) and row.title == "Total")
    assert rubber.right == legible(rubber.right) == "≈ −1.61 × 10⁶¹"
    assert drawn_sheet(sheet) != drawn_sheet(sheet_of(at.last, at, None))


def test_the_hands_and_the_sheet_are_drawn_in_the_language_that_is_set() -> None:
    """A finished deal of whist: who sits where, what the rows are for, and no trumps in two letters."""
    at = Evening(4, "whist_modern").seat(ANNA, BORIS, CLARA, DAVID).start().cut().play_deal().view(None).table
    assert at.last is not None
    made = {}
    for language, (north, hands, game) in {
        "en": ("North", "N–S", "Game 1"),
        "fr": ("Nord", "N–S", "Manche 1"),
        "ru": ("Север", "С–Ю", "Гейм 1"),
    }.items():
        with spoken(language):
            sheet, diagram = sheet_of(at.last, at, None), diagram_of(at.last, None, at)
            made[language] = pictures_of(at.last, at, None)
            alt = hands_alt(Speech.at_table(at), at.last)
        rows = [row.title for row in sheet.rows if isinstance(row, DrawnRow)]
        assert (diagram.top.name, sheet.heads[0], rows[0]) == (north, hands, game)
        assert alt.startswith(f"{north}")
    assert len({one.hands for one in made.values()}) == len({one.sheet for one in made.values()}) == 3


@each("game", ["biritch", "contract", "vint", "whist_modern"])
def test_a_sheet_of_real_cards_is_a_small_picture_told_in_words_too(game: str) -> None:
    """Biritch: five odd tricks at hearts, 40 to game and 16 for simple honours."""
    pen = Pen(game)
    assert sheet_picture(pen.sheet.view, 1) is None
    given = {
        "biritch": Given(HEARTS, NS, 11, honours=held(NS=3)),
        "contract": Given(bid(3, NO_TRUMPS), NS, 9),
        "vint": Given(bid(3, NO_TRUMPS), NS, 9),
        "whist_modern": Given(None, NS, 9),
    }[game]
    pen.ask(Enter(given))
    picture = sheet_picture(pen.sheet.view, 1)
    assert picture is not None and len(picture.png) < MOST_BYTES
    assert picture.alt.startswith("Score sheet of the rubber.")
    if game == "biritch":
        assert "Total: North–South 56" in picture.alt
    screen = sheet_screen(pen.sheet.view, 1, "7f3a0b1c", str, picture)
    fits(screen)
    (shown,) = (part for part in screen.parts if isinstance(part, Picture))
    assert "```" in shown.instead  # the same in letters, where no picture can be sent


def test_equal_sheets_are_equal_pictures_and_a_deal_changes_them() -> None:
    pen, other = Pen("biritch"), Pen("biritch")
    for one in (pen, other):
        one.enter(declared=HEARTS, by=NS, tricks=11, honours=held(NS=3))
    assert sheet_picture(pen.sheet.view, 1) == sheet_picture(other.sheet.view, 1)
    other.enter(declared=HEARTS, by=NS, tricks=7, honours=held(NS=3))
    assert sheet_picture(pen.sheet.view, 1) != sheet_picture(other.sheet.view, 1)

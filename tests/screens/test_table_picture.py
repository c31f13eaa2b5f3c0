"""The table as a picture: what is drawn, what its alt text says, and the words that stand beneath it."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO

from PIL import Image

from rules.cards import Card, Suit
from rules.games.all_games import GAMES
from rules.seats import Member, Person, RobotMember, Seat
from rules.table.requests import AddRobot, ClaimRest
from rules.view import PublicDeal, SeatView
from screens.hand import hand_screen
from screens.pictures.emoji import Colours
from screens.pictures.four_hands import WIDTH
from screens.pictures.laid_table import DrawnCard, DrawnSeat, LaidTable, OpenHand, draw_table
from screens.pictures.letters import legible
from screens.screen import (
    CardStyle,
    Picture,
    Screen,
    Text,
    Undrawn,
    has_pictures,
    with_drawn,
    without_pictures,
)
from screens.table import is_pictured, table_screen
from screens.table_picture import alt_text, laid_table, table_picture
from screens.trick import lying
from screens.words.languages import spoken
from tests.each import each
from tests.screens.screens import TABLE, fits, in_each_language, names, words
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

MOST_BYTES = 30_000


def drawn_card(rank: str, suit: str) -> DrawnCard:
    return DrawnCard(rank, Suit(suit))


def as_drawn(card: Card) -> DrawnCard:
    return DrawnCard(card.rank.letter.replace("T", "10"), card.suit)


LAID = LaidTable(
    "2 ♥ Hearts by West",
    "Deal 1",
    DrawnSeat("North", ("dummy",)),
    DrawnSeat("East", ("Hoyle (robot)", "dealer")),
    DrawnSeat("South", ("to play",), due=True),
    DrawnSeat("West", ("led",), drawn_card("Q", "H"), led=True),
    ("South is to play.",),
    (OpenHand("Dummy (North)", (drawn_card("A", "S"), drawn_card("2", "C"))),),
)


def at_cards(count: int, game: str = "biritch", **options: str) -> SeatView:
    """What everybody sees once so many cards of the first deal are played."""
    evening = Evening(3, game, picture="on", **options)
    people = (ANNA, BORIS, CLARA, DAVID)[: evening.table.variant.players]
    evening.seat(*people).start()
    while True:
        view = evening.view(None)
        if is_pictured(view) and sum(1 for _ in deal_of(view).cards_played()) >= count:
            return view
        evening.step()


def deal_of(view: SeatView) -> PublicDeal:
    assert view.deal is not None
    return view.deal


def room(view: SeatView) -> Screen:
    return table_screen(view, TABLE, names, picture=table_picture(view))


def test_each_card_of_the_trick_is_drawn_before_the_player_who_played_it() -> None:
    view = at_cards(11)
    trick = deal_of(view).trick
    assert trick is not None and len(trick.cards) == 3
    laid = laid_table(view, deal_of(view))
    seats = {Seat.NORTH: laid.top, Seat.EAST: laid.right, Seat.SOUTH: laid.bottom, Seat.WEST: laid.left}
    drawn_in = {seat: one.card for seat, one in seats.items() if one.card is not None}
    assert drawn_in == {seat: as_drawn(card) for seat, card in trick.by_player()}
    assert [seat for seat, one in seats.items() if one.led] == [trick.leader]
    assert [seat for seat, one in seats.items() if one.due] == [trick.leader.right]
    assert [hand.title for hand in laid.hands] == ["Dummy (North)"]
    assert {card for hand in laid.hands for card in hand.cards} == set(
        map(as_drawn, deal_of(view).faced[0].left)
    )


def test_where_play_goes_the_other_way_the_players_of_east_and_west_change_places_and_names() -> None:
    view = at_cards(2, direction="counterclockwise")
    laid = laid_table(view, deal_of(view))
    assert (laid.left.name, laid.right.name) == ("West", "East")
    trick = deal_of(view).trick
    assert trick is not None
    cards = {seat: as_drawn(card) for seat, card in trick.by_player()}
    assert (laid.left.card, laid.right.card) == (cards.get(Seat.EAST), cards.get(Seat.WEST)) != (None, None)


def test_every_thing_that_is_given_changes_the_picture_and_the_same_gives_the_same_bytes() -> None:
    left = LAID.left
    others = (
        replace(LAID, left=replace(left, card=drawn_card("Q", "D"))),
        replace(LAID, left=replace(left, card=drawn_card("K", "H"))),
        replace(LAID, left=replace(left, card=None)),
        replace(LAID, left=replace(left, led=False)),
        replace(LAID, bottom=replace(LAID.bottom, due=False)),
        replace(LAID, top=replace(LAID.top, about=())),
        replace(LAID, title="2 ♦ Hearts by West"),
        replace(LAID, lines=("South is to lead.",)),
        replace(LAID, hands=()),
    )
    pictures = [draw_table(one) for one in (LAID, *others)] + [draw_table(LAID, Colours.TWO)]
    draw_table.cache_clear()
    assert draw_table(replace(LAID)) == pictures[0]
    assert len(set(pictures)) == 11


def test_the_alt_text_says_the_contract_the_trick_whose_turn_it_is_and_dummys_hand() -> None:
    view = at_cards(9)
    deal = deal_of(view)
    assert deal.trick is not None
    ((leader, led),) = deal.trick.by_player()
    alt = alt_text(view, deal)
    seats = {Seat.NORTH: "North", Seat.EAST: "East", Seat.SOUTH: "South", Seat.WEST: "West"}
    rank = "10" if led.rank == 10 else led.rank.letter
    assert f"Trick 3: {seats[leader]} led the {rank} of {led.suit.name.lower()}." in alt
    assert "is to play" in alt and "Dummy (North): " in alt and "**" not in alt and "♥" not in alt
    with spoken("ru"):
        assert alt_text(view, deal).startswith("Стол, сдача 1: ")


def test_every_word_on_the_picture_is_in_the_language_that_is_set() -> None:
    view = at_cards(11)
    deal = deal_of(view)
    pictures = {table_picture(view).png}
    for language, sides, due, first in (
        ("fr", ("Nord", "Est", "Sud", "Ouest"), "Ouest doit jouer.", "Donne 1"),
        ("ru", ("Север", "Восток", "Юг", "Запад"), "Кладёт Запад.", "Сдача 1"),
    ):
        with spoken(language):
            laid = laid_table(view, deal)
            pictures.add(table_picture(view).png)
        assert tuple(seat.name for seat in (laid.top, laid.right, laid.bottom, laid.left)) == sides
        assert (laid.lines[0], laid.beside) == (due, first)
        told = " ".join((laid.title, *laid.lines, *laid.top.about, *(hand.title for hand in laid.hands)))
        assert not any(word in told for word in ("dummy", "led", "of", "trick", "Hearts"))
        assert legible(told) == told.replace("\ufe0e", "")
    assert len(pictures) == 3


def test_a_robot_is_drawn_by_its_name_and_people_are_mentioned_beneath_the_picture_alone() -> None:
    evening = Evening(3, picture="on").seat(ANNA, BORIS, CLARA)
    evening.ask(ANNA, AddRobot())
    evening.start()
    while not is_pictured(view := evening.view(None)):
        evening.step()
    assert view.table.rubber is not None
    (robot,) = (one for one in view.table.rubber.seats if isinstance(one, RobotMember))
    laid = laid_table(view, deal_of(view))
    assert f"{robot.name} (robot)" in [one.name for one in (laid.top, laid.right, laid.bottom, laid.left)]
    assert "<@" not in repr(laid) and "<@" not in alt_text(view, deal_of(view))
    assert words(room(view)).count("<@") == 3


CALLED = {
    ANNA: "Anna Pavlovna",
    BORIS: "Борис",
    CLARA: "Clara-Éléonore de Montmorency-Laval",
    DAVID: "王小明",
}


def called(member: Member) -> str:
    return CALLED.get(member, "") if isinstance(member, Person) else ""


def own_screen(view: SeatView) -> Screen:
    return hand_screen(view, TABLE, names, called=called)


def own_picture_of(view: SeatView) -> Undrawn:
    (picture,) = (part for part in own_screen(view).parts if isinstance(part, Undrawn))
    return picture


def test_people_are_on_the_picture_by_name_and_by_their_seat_where_none_can_be_drawn() -> None:
    """Boris, Clara and David sit at the left of each other. No letter of the last name is in the font."""
    view = at_cards(9)
    rubber = view.table.rubber
    assert rubber is not None
    drawn = {ANNA: "Anna Pavlovna", BORIS: "Борис", CLARA: "Clara-Éléonore de…", DAVID: ""}
    laid = laid_table(view, deal_of(view), called)
    for seat, of in zip(Seat, (laid.top, laid.right, laid.bottom, laid.left), strict=True):
        name, at = drawn[rubber.seats.of(seat)], seat.name.capitalize()  # type: ignore[index]
        assert of.name == (name or at)
        assert (of.about[:1] == (at,)) is bool(name)
    alt = alt_text(view, deal_of(view), called)
    assert "Anna Pavlovna: " in alt and "王" not in alt and "□" not in repr(laid)


@each("way", ("clockwise", "counterclockwise"))
def test_each_player_sits_at_the_bottom_of_their_own_picture_and_play_goes_round_it(way: str) -> None:
    room = at_cards(9, direction=way)
    evening = Evening(3, picture="on", direction=way).seat(ANNA, BORIS, CLARA, DAVID).start()
    while not (is_pictured(seen := evening.view(None)) and deal_of(seen).cards_gone == 9):
        evening.step()
    assert deal_of(room).cards_gone == 9
    for seat in Seat:
        view = evening.view(seat)
        laid = laid_table(view, deal_of(view), lambda member: f"{member}")
        around = (laid.bottom, laid.left, laid.top, laid.right)[:: 1 if way == "clockwise" else -1]
        first = 0 if way == "clockwise" else 3
        turned = (*around[first:], *around[:first])
        rubber = view.table.rubber
        assert rubber is not None
        sat = [str(rubber.seats.of(one)) for one in (seat, seat.left, seat.partner, seat.right)]
        assert [one.name for one in turned] == [name[:17] + "…" if len(name) > 18 else name for name in sat]
        assert view.own is not None
        assert set(laid.hands[-1].cards) == set(map(as_drawn, view.own.left))
        assert laid.lines[0].startswith("We ")


def test_the_alt_text_of_a_players_own_picture_names_no_card_that_they_may_not_see() -> None:
    """In the whole first deals of all games, by each player: every card that it names is in their own hand,
    lies open, or is in the trick on the table."""
    suits = {"spades": Suit.SPADES, "hearts": Suit.HEARTS, "diamonds": Suit.DIAMONDS, "clubs": Suit.CLUBS}
    for game in GAMES:
        for count in (1, 18, 35):
            at = at_cards(count, game)
            people = (ANNA, BORIS, CLARA, DAVID)[: Evening(3, game).table.variant.players]
            evening = Evening(3, game, picture="on").seat(*people).start()
            while not (is_pictured(seen := evening.view(None)) and deal_of(seen) == deal_of(at)):
                evening.step()
            for seat in Seat:
                view = evening.view(seat)
                if view.own is None:
                    continue
                alt, deal = own_picture_of(view).alt, deal_of(view)
                trick = lying(deal)
                may = {*view.own.left, *(trick.cards if trick is not None else ())}
                may |= {card for one in deal.faced for card in one.left}
                told = set(re.findall(r"\b([AKQJ]|10|[2-9]) of (spades|hearts|diamonds|clubs)", alt))
                for suit, ranks in re.findall(
                    r"(spades|hearts|diamonds|clubs)((?: (?:[AKQJ]|10|[2-9])\b)+)", alt
                ):
                    told |= {(rank, suit) for rank in ranks.split()}
                seen_cards = {(card.rank.letter.replace("T", "10"), card.suit) for card in may}
                assert {(rank, suits[suit]) for rank, suit in told} == seen_cards, (game, seat, alt)


def test_a_players_own_picture_stands_for_the_words_that_it_shows_and_is_drawn_when_it_is_sent() -> None:
    for game in GAMES:
        people = (ANNA, BORIS, CLARA, DAVID)[: Evening(3, game).table.variant.players]
        evening = Evening(3, game, picture="on").seat(*people).start()
        while not is_pictured(evening.view(None)):
            assert not has_pictures(own_screen(evening.view(Seat.SOUTH)))
            evening.step()
        for seat in Seat:
            view = evening.view(seat)
            if view.own is None:
                continue
            in_words, screen = hand_screen(view, TABLE, names), own_screen(view)
            for _ in in_each_language():
                fits(own_screen(view))
                fits(without_pictures(own_screen(view)))
            lost = set(words(in_words).split()) - set(words(without_pictures(screen)).split())
            assert lost == set()
            assert screen.digest == own_screen(view).digest != in_words.digest
            png = with_drawn(screen)
            assert not any(isinstance(part, Undrawn) for part in png.parts)
    (four,), (two,) = (
        [part.png for part in with_drawn(screen.with_cards(one)).parts if isinstance(part, Picture)]
        for one in (CardStyle.FOUR_COLOURS, CardStyle.TWO_COLOURS)
    )
    assert four != two and len(four) < MOST_BYTES


def test_with_the_option_a_picture_stands_for_the_lines_that_it_shows_and_without_it_none_does() -> None:
    view = at_cards(6)
    screen = room(view)
    (picture,) = (part for part in screen.parts if isinstance(part, Picture))
    assert "· dummy" not in words(screen) and "Last: " in words(screen)
    fallback = without_pictures(screen)
    assert "· dummy" in words(fallback) and "to play" in words(fallback)
    assert words(fallback).count("<@") == words(screen).count("<@")
    assert picture.name == "table-1-6.png"
    off = replace(view, table=replace(view.table, options=()))
    assert is_pictured(view) and not is_pictured(off)


def test_a_claim_is_told_beneath_the_picture_and_the_claimers_hand_is_drawn() -> None:
    evening = Evening(3, picture="on").seat(ANNA, BORIS, CLARA, DAVID).start()
    while not ((deal := evening.table.deal) and deal.playing and deal.playing.tricks):
        evening.step()
    claimer = deal.playing.to_act
    evening.do(claimer, ClaimRest())
    view = evening.view(None)
    assert "claims" in alt_text(view, deal_of(view)) and "All must agree" in words(room(view))
    assert len(laid_table(view, deal_of(view)).hands) == len(deal_of(view).faced) == 2


def test_the_picture_of_every_game_is_small_is_told_in_words_and_fits_the_message() -> None:
    for game in GAMES:
        view = at_cards(5, game)
        for _ in in_each_language():
            fits(room(view))
        screen = room(view)
        fits(without_pictures(screen))
        (picture,) = (part for part in screen.parts if isinstance(part, Picture))
        assert 100 < len(picture.alt) <= 1024 and len(picture.png) < MOST_BYTES
        assert Image.open(BytesIO(picture.png)).size[0] == WIDTH
        assert all(part.markdown for part in screen.parts if isinstance(part, Text))

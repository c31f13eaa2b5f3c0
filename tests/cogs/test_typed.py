"""Whatever is shown as the name of a call or a card can be typed, and means the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from bot.errors import AppWhy
from cogs import play
from cogs.acts import discard_offers
from cogs.typed import (
    OFFERED,
    ScoreCardEntry,
    begun_list,
    matching,
    score_card_entry,
    typed_bid,
    typed_day,
    typed_declaration,
    typed_demand,
    typed_on_sheet,
    typed_worth,
    worth_offers,
)
from rules.calls import Bid, Call, Declare, Pass, parse_call
from rules.cards import Hand, Suit, parse_card
from rules.errors import Unreadable
from rules.games.all_games import GAMES, variant
from rules.out_of_turn import Exacted
from rules.seats import Seat, Side
from rules.sheet.deals import form_of
from rules.sheet.errors import NotUnderstood, SheetWhy
from rules.table.requests import DemandPenalty
from rules.table.seen import seen
from rules.tricks import Strain
from rules.view import SeatView
from screens.hand import hand_screen
from screens.presses import Press, read_as
from screens.reading import read_card, read_cards
from screens.screen import Offer
from screens.words.languages import spoken
from screens.words.scorebook import bid_name
from screens.words.typed_words import Ambiguous
from tests.each import each
from tests.refusing import refusing
from tests.screens.screens import TABLE, buttons, evenings, in_each_language, names, selects
from tests.trials.stage.tables import BORIS, Evening

ARRANGED = [
    *((key, {}) for key in GAMES),
    ("auction", {"schedule": "1913"}),
    ("auction", {"schedule": "exp3", "misere": "true"}),
    ("contract", {"direction": "counterclockwise"}),
]


def views(game: str, options: dict[str, str]) -> Iterator[SeatView]:
    """What each seat sees in the first deals of an evening at this game."""
    for table in islice(evenings(1, claims=False, game=game, options=options, steps=40), 0, None, 5):
        yield from (seen(table, seat) for seat in Seat if table.rubber is not None)


@pytest.mark.parametrize(("game", "options"), ARRANGED)
def test_every_call_and_card_on_a_panel_can_be_typed_as_it_stands_there(
    game: str, options: dict[str, str]
) -> None:
    for view in views(game, options):
        levels = {bid.odd for bid in view.options if isinstance(bid, Bid)}
        for level in (None, *levels):
            screen = hand_screen(view, TABLE, names, level=level)
            for button in buttons(screen):
                press = read_as(Press, button.id)
                assert press is not None
                check_button(view, press, button.label)
            for select in selects(screen):
                press = read_as(Press, select.id)
                assert press is not None
                for offer in select.offers:
                    check_offer(view, press, offer, select.offers)


def check_button(view: SeatView, press: Press, label: str) -> None:
    if press.verb == "play":
        assert read_card(label) == parse_card(press.what)
    if press.verb == "call":
        call = parse_call(press.what)
        if isinstance(call, Bid) or (isinstance(call, Pass) and label == "Nullo"):
            assert typed_bid(view, label) == call
        if isinstance(call, Declare):
            assert typed_declaration(view, label) == call


def check_offer(view: SeatView, press: Press, offer: Offer, offers: tuple[Offer, ...]) -> None:
    if press.verb == "discard":
        assert read_card(offer.label) == parse_card(offer.value)
    if press.verb == "worth":
        alike = [one.value for one in offers if one.label == offer.label]
        assert typed_worth(view, offer.label) in [worth_of(value) for value in alike]


def worth_of(value: str) -> int | Call:
    return int(value) if value.isdecimal() else parse_call(value)


@pytest.mark.parametrize(("game", "options"), ARRANGED)
def test_every_name_that_a_command_offers_means_what_is_sent_when_it_is_picked(
    game: str, options: dict[str, str]
) -> None:
    reads: list[tuple[Callable[[SeatView, str], play.Offers], Callable[[SeatView, str], object]]] = [
        (play.bid_offers, typed_bid),
        (play.declaration_offers, typed_declaration),
        (worth_offers, typed_worth),
        (play.card_offers, lambda _, typed: read_card(typed)),
        (discard_offers, lambda _, typed: Hand.of(read_cards(typed))),
    ]
    for view in views(game, options):
        if not view.options:
            continue
        for offers, read in reads:
            sent = {choice.value: read(view, choice.value) for choice in offers(view, "")}
            for _ in in_each_language():
                for choice in offers(view, ""):
                    assert read(view, choice.name) == sent[choice.value] == read(view, choice.value)
                    assert offers(view, choice.name)[0].value == choice.value


@pytest.mark.parametrize("game", GAMES)
def test_every_declaration_that_a_score_sheet_offers_can_be_typed_as_it_stands_there(game: str) -> None:
    law = variant(game, ())
    form = form_of(law)
    for saying in form.sayings:
        assert form.meant(typed_on_sheet(law, game, bid_name(saying))) == form.meant(saying)


def test_in_norwegian_whist_grand_and_nullo_are_typed_by_name_at_the_table_and_on_a_sheet() -> None:
    evening = Evening(1, "norwegian_whist").seat(BORIS).start().cut()
    view = evening.view(None)
    assert typed_bid(view, "Grand") == typed_bid(view, "1 sa") == Bid(1, Strain.NO_TRUMPS)
    assert typed_bid(view, "nullo") == Pass()
    assert typed_worth(view, "nullo") == Bid(1, Strain.MISERE)
    law = variant("norwegian_whist", ())
    assert typed_on_sheet(law, "norwegian_whist", "Nullo") == Bid(1, Strain.MISERE)


def test_a_bid_where_nothing_is_bid_and_a_declaration_where_nothing_is_declared_are_refused() -> None:
    biritch = Evening(1, "biritch").seat(BORIS).start().cut()
    view = biritch.view(None)
    for typed in ("hearts", "royals"):
        with pytest.raises(Unreadable):
            typed_bid(view, typed)
    with refusing(SheetWhy.NO_SUCH_BID):
        typed_worth(view, "2 hearts")
    with pytest.raises(Unreadable):
        typed_declaration(view, "royals")
    assert typed_declaration(view, "♥️") == Declare(Suit.HEARTS)
    assert typed_declaration(view, "sans atout") == Declare(None)


def test_half_a_bid_on_a_sheet_is_refused_by_its_name_and_nonsense_with_what_to_write() -> None:
    law = variant("contract", ())
    with pytest.raises(Ambiguous):
        typed_on_sheet(law, "contract", "hearts")
    with pytest.raises(NotUnderstood):
        typed_on_sheet(law, "contract", "hertz")


@each(
    ("game", "typed", "entry"),
    [
        ("contract", "3NTX", ScoreCardEntry(Bid(3, Strain.NO_TRUMPS), 1)),
        ("contract", "4SXX", ScoreCardEntry(Bid(4, Strain.SPADES), 2)),
        ("contract", "3NT+1", ScoreCardEntry(Bid(3, Strain.NO_TRUMPS), tricks=10)),
        ("contract", "3nt =", ScoreCardEntry(Bid(3, Strain.NO_TRUMPS), tricks=9)),
        ("plafond", "4HX-2", ScoreCardEntry(Bid(4, Strain.HEARTS), 1, tricks=8)),
        ("plafond", "4HX\N{MINUS SIGN}2", ScoreCardEntry(Bid(4, Strain.HEARTS), 1, tricks=8)),
        ("auction", "4s dbl", ScoreCardEntry(Bid(4, Strain.SPADES), 1)),
        ("auction", "4 ♥ redoubled, made", ScoreCardEntry(Bid(4, Strain.HEARTS), 2, tricks=10)),
        ("contract", "3NT by S X -1", ScoreCardEntry(Bid(3, Strain.NO_TRUMPS), 1, Side.NS, 8)),
        ("contract", "3NTX by West", ScoreCardEntry(Bid(3, Strain.NO_TRUMPS), 1, Side.EW)),
        ("contract", "3 carreaux", ScoreCardEntry(Bid(3, Strain.DIAMONDS))),
        ("contract", "3 carreauxX par O", ScoreCardEntry(Bid(3, Strain.DIAMONDS), 1, Side.EW)),
        ("contract", "3 SA contré", ScoreCardEntry(Bid(3, Strain.NO_TRUMPS), 1)),
        ("contract", "3 SA surcontré +2", ScoreCardEntry(Bid(3, Strain.NO_TRUMPS), 2, tricks=11)),
        ("contract", "3БКХХ", ScoreCardEntry(Bid(3, Strain.NO_TRUMPS), 2)),
        ("contract", "4 пики, контра, от С", ScoreCardEntry(Bid(4, Strain.SPADES), 1, Side.NS)),
        ("biritch", "heartsX", ScoreCardEntry(Strain.HEARTS, 1)),
        ("biritch", "biritch xxx by N", ScoreCardEntry(Strain.NO_TRUMPS, 3, Side.NS)),
        ("biritch", "hearts, sur contre", ScoreCardEntry(Strain.HEARTS, 2)),
    ],
)
def test_a_sheet_reads_a_declaration_as_score_cards_have_it(
    game: str, typed: str, entry: ScoreCardEntry
) -> None:
    assert score_card_entry(variant(game, ()), game, typed) == entry


@each(
    ("game", "typed"),
    [("contract", one) for one in ("3NTY", "XX", "3NT+100", "+1", "3NTX by me", "3NT X Y", "")]
    + [("biritch", "hearts +1")],  # it says nothing of a number of tricks that was bid
)
def test_what_no_score_card_has_is_not_understood(game: str, typed: str) -> None:
    with pytest.raises(NotUnderstood):
        score_card_entry(variant(game, ()), game, typed)


# What fits what is typed so far

LEVELS = [("not doubled", 0), ("double ×2", 1), ("redouble ×4", 2), ("redouble ×16", 4)]


@pytest.mark.parametrize(
    ("typed", "first"), [("", 0), ("1", 1), ("4", 4), ("re", 2), ("×2", 1), ("Redouble ×16", 4)]
)
def test_what_is_typed_stands_first_among_what_is_offered(typed: str, first: int) -> None:
    assert matching(LEVELS, typed)[0].value == first


def test_what_does_not_fit_is_not_offered_and_no_more_than_discord_takes() -> None:
    assert matching(LEVELS, "contre") == []
    many = [(f"{place} " + "x" * 200, str(place)) for place in range(60)]
    found = matching(many, "x")
    assert len(found) == OFFERED and all(len(choice.name) == 100 for choice in found)


def test_what_the_grammar_reads_is_offered_though_no_name_looks_like_it() -> None:
    def offered(typed: str) -> list[str]:
        found = matching([("Q♥", "QH"), ("Q♠", "QS")], typed, lambda text: str(read_card(text)))
        return [choice.value for choice in found]

    assert offered("queen of spades") == ["QS"]
    assert offered("q") == ["QH", "QS"]
    assert offered("queen of herts") == []


@each(
    ("language", "typed", "card"),
    [
        ("en", "card:QH", "QH"),
        ("en", "qh", "QH"),
        ("fr", "DC", "QH"),
        ("fr", "10T", "TC"),
        ("ru", "ДЧ", "QH"),
    ],
)
def test_a_card_that_is_demanded_is_typed_in_the_letters_of_the_reader(
    language: str, typed: str, card: str
) -> None:
    with spoken(language):
        assert typed_demand(typed) == DemandPenalty(Exacted.CARD, card=parse_card(card))


def test_what_is_neither_a_demand_nor_a_card_is_not_guessed_at() -> None:
    assert typed_demand("suit:H") == DemandPenalty(Exacted.SUIT, suit=Suit.HEARTS)
    with pytest.raises(Unreadable):
        typed_demand("suit:X")


def test_a_day_is_typed_as_year_month_and_day_and_in_no_other_way() -> None:
    assert typed_day(" 2026-01-05 ", "2026-01-05") == "2026-01-05"
    assert typed_day("2025-12-31", "2026-01-05") == "2025-12-31"
    for odd in ("20260105", "2026-W01-1", "2026-1-5", "2026-02-30", "2026-01-06", "٢٠٢٦-01-05", "today", ""):
        with refusing(AppWhy.NO_SUCH_DAY):
            typed_day(odd or " ", "2026-01-05")


def test_cards_that_are_named_in_full_are_told_apart_from_what_is_still_typed() -> None:
    held = Hand.of(read_cards("QH 7S TC 2D"))
    queen, seven, ten = (parse_card(one) for one in ("QH", "7S", "TC"))
    for typed, named, rest in (
        ("QH 7S x", (queen, seven), "x"),
        ("QH, 7S,TC x y", (queen, seven, ten), "x y"),
        ("QH x y z", (queen,), "x y z"),
        ("QH,x", (queen,), "x"),
        ("QH 7S TC", (queen, seven, ten), ""),
        ("QH QH x", (queen,), "x"),
        ("AS x", (), "AS x"),
        ("x QH", (), "x QH"),
        ("", (), ""),
    ):
        assert begun_list(typed, held) == (named, rest), typed

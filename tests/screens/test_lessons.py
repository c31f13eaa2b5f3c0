"""What the lessons teach is so: the engine plays every act, a solver finds every card, and the figures are
those of the reckoning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from bot.tables.prepared import LEARNER, check_act, table_after, table_at, view_at
from rules.calls import Declare, Play
from rules.cards import Card, Hand, Suit, parse_card
from rules.counting.reckon import Line
from rules.prepared import Prepared, read_act
from rules.seats import Seat, Side
from rules.tricks import Strain, winner
from screens.learn import lesson_text, menu_screen, step_screen
from screens.lessons import LESSONS, Scene, Step
from screens.words.languages import LANGUAGES, Sentence, spoken
from tests.each import each
from tests.screens.screens import fits, fits_as_emoji
from tests.screens.solving import best_cards, playing_of, tricks_of_leader, worth, worth_of
from tests.solver import needs_solver

WORDS = 60


class Page(NamedTuple):
    lesson: int
    number: int
    deal: Prepared
    step: Step

    @property
    def play(self) -> Play | None:
        """The card that is wanted."""
        if not self.step.right or self.step.is_figure:
            return None
        action = read_act(self.step.right).action
        return action if isinstance(action, Play) else None


PAGES = [
    Page(lesson, number, *page)
    for lesson, one in enumerate(LESSONS, 1)
    for number, page in enumerate(one.pages, 1)
]
SCENES = [scene for one in LESSONS for scene in one.scenes]


def page(lesson: int, number: int) -> Page:
    return next(one for one in PAGES if (one.lesson, one.number) == (lesson, number))


@each("scene", SCENES)
def test_every_act_of_a_lesson_is_lawful(scene: Scene) -> None:
    table_at(scene.deal, len(scene.deal.acts))
    places = [step.at for step in scene.steps]
    assert places == sorted(places) and places[-1] <= len(scene.deal.acts)


@each("page", [one for one in PAGES if one.step.right and not one.step.is_figure])
def test_what_a_step_wants_is_open_in_the_engine_and_is_what_happens(page: Page) -> None:
    action = read_act(page.step.right).action
    check_act(page.deal, page.step.at, action)
    assert page.deal.acts[page.step.at].action == action
    assert LEARNER in table_at(page.deal, page.step.at).waits_for
    for other in (*page.step.also, *page.step.offered):
        check_act(page.deal, page.step.at, read_act(other).action)


@needs_solver
@each("page", [one for one in PAGES if one.play is not None])
def test_the_card_that_is_wanted_is_a_best_card_and_so_are_those_as_good(page: Page) -> None:
    cards = {parse_card(one) for one in (page.step.right, *page.step.also)}
    assert cards <= best_cards(page.deal, page.step.at)


def trick_after(at: Page, card: str) -> Seat:
    """Who takes the trick in progress if this card is played, and the others play as in the lesson or, once
    they cannot, their lowest."""
    table = table_after(table_at(at.deal, at.step.at), read_act(card).action, LEARNER)
    place = at.step.at + 1
    while (playing := playing_of(table)).laid:
        wanted = at.deal.acts[place].action if place < len(at.deal.acts) else None
        legal = list(playing.legal)
        play = wanted.card if isinstance(wanted, Play) and wanted.card in legal else legal[-1]
        table = table_after(table, read_act(str(play)).action)
        place += 1
        if table.deal is None:
            break
    trick = playing.tricks[-1] if not playing.laid else None
    return winner(trick, playing.terms.trumps) if trick is not None else LEARNER


@each(
    ("lesson", "number", "card", "takes"),
    [
        (1, 2, "KH", Seat.SOUTH),
        (1, 2, "5H", Seat.EAST),
        (1, 3, "AD", Seat.SOUTH),
        (1, 4, "5H", Seat.NORTH),
        (1, 5, "6D", Seat.NORTH),
        (1, 6, "3S", Seat.SOUTH),
        (1, 6, "QS", Seat.SOUTH),
        (2, 2, "AC", Seat.NORTH),
        (2, 2, "4C", Seat.WEST),
        (2, 2, "9C", Seat.WEST),
        (4, 1, "TH", Seat.SOUTH),
        (4, 1, "4D", Seat.EAST),
        (6, 3, "AS", Seat.SOUTH),
        (6, 3, "8S", Seat.WEST),
    ],
)
def test_where_a_lesson_says_who_takes_the_trick_the_engine_says_so(
    lesson: int, number: int, card: str, takes: Seat
) -> None:
    assert trick_after(page(lesson, number), card) is takes


def test_the_figures_that_are_asked_and_told_are_those_of_the_reckoning() -> None:
    def last(lesson: int) -> tuple[dict[Line, int], tuple[int, int]]:
        deal = LESSONS[lesson - 1].scenes[-1].deal
        done = table_at(deal, len(deal.acts)).last
        assert done is not None
        return {one.line: one.amount for one in done.entries if one.side is Side.NS}, tuple(done.won)  # type: ignore[return-value]

    biritch, won = last(4)
    assert won == (9, 4)
    assert (biritch[Line.ODD_TRICKS], biritch[Line.HONOURS]) == (24, 32)
    assert [one.step.right for one in PAGES if one.lesson == 4 and one.step.is_figure] == ["24", "32"]
    assert last(5)[1] == (11, 2)
    contract, won = last(6)
    assert won == (11, 2) and contract[Line.ODD_TRICKS] == 120
    assert [one.step.right for one in PAGES if one.lesson == 6 and one.step.is_figure] == ["120"]
    assert last(7)[1] == (10, 2)


@needs_solver
def test_the_names_of_trumps_and_contres_that_are_taught_are_good_ones() -> None:
    """In brackets what the scene says that a side can take."""
    long_suit, passed, biritch = (scene.deal for scene in LESSONS[1].scenes)
    assert 13 - tricks_of_leader(long_suit, Suit.HEARTS, Seat.WEST) >= 11
    assert long_suit.acts[0].action == Declare(Suit.HEARTS)
    taken = {suit: 13 - tricks_of_leader(passed, suit, Seat.WEST) for suit in Suit}
    assert max(taken, key=lambda suit: taken[suit]) is Suit.DIAMONDS
    even = {suit: 13 - tricks_of_leader(biritch, suit, Seat.WEST) for suit in (*Suit, None)}
    assert even[None] == max(even.values())
    contre, accepted, sur_contre = (scene.deal for scene in LESSONS[2].scenes)
    assert tricks_of_leader(contre, Suit.SPADES, Seat.NORTH) == 9
    assert tricks_of_leader(accepted, Suit.HEARTS, Seat.SOUTH) < 7
    assert 13 - tricks_of_leader(sur_contre, Suit.HEARTS, Seat.WEST) > 6


@needs_solver
def test_eleven_tricks_are_sure_once_two_rounds_of_trumps_may_be_drawn() -> None:
    at = page(2, 4)
    won = playing_of(table_at(at.deal, at.step.at)).won().ns
    assert won + max(worth(at.deal, at.step.at).values()) >= 11


@needs_solver
def test_of_the_four_cards_that_are_put_out_no_others_are_worth_more() -> None:
    """Taken from those that the lesson calls wrong: four of any one suit, or with a high card among them."""
    deal = LESSONS[6].scenes[0].deal
    best = max(worth(deal, 2).values())
    sixteen = table_at(deal, 1).deal
    assert sixteen is not None
    held = sixteen.left(LEARNER)
    for out in ("AH KH 4H 2H", "QS TS 7S 3S", "JD 6D 3D 2H", "4C 5C 2H 3D", "7S 6D 3D 3S"):
        cards = Hand.parse(out)
        assert len(held & cards) == 4
        other = table_after(table_at(deal, 1), read_act(f"discard:{'.'.join(out.split())}").action, LEARNER)
        playing = playing_of(other)
        assert best >= max(worth_of(playing).values())


# Sentences

PART = re.compile(r"\{([2-9TJQKA][SHDC])\}")
UNSEEN = {("TS", Seat.WEST)}
"""Named as a card that somebody may have; the lesson knows that they do."""


def sentences(step: Step) -> Iterator[Sentence]:
    yield step.says
    if step.wrong is not None:
        yield step.wrong
    yield from (told_of for _, told_of in step.others)


def visible(at: Page) -> Hand:
    """What South has seen of the cards so far."""
    view = view_at(at.deal, at.step.at)
    if view.deal is None:  # the deal is over
        return Hand.of(card for hand in at.deal.hands for card in hand)
    assert view.own is not None
    cards: list[Card] = [*view.own.dealt, *(card for _, card in view.deal.cards_played())]
    cards += [card for one in view.deal.faced for card in one.dealt]
    return Hand.of(cards + ([view.deal.turned] if view.deal.turned else []))


@each("page", PAGES)
def test_a_card_that_is_named_has_been_seen_by_south(page: Page) -> None:
    for sentence in sentences(page.step):
        for name in PART.findall(sentence.english):
            card = parse_card(name)
            known = card in visible(page)
            guessed = any(name == one and card in page.deal.hands.of(seat) for one, seat in UNSEEN)
            assert known or guessed, name


@each("page", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_has_at_most_sixty_words_with_what_is_said_of_a_wrong_act(page: Page, language: str) -> None:
    with spoken(language):
        says, *notes = (lesson_text(one) for one in sentences(page.step))
        assert len(says.split()) + max((len(one.split()) for one in notes), default=0) <= WORDS


TERMS = {
    "trick": 1,
    "lead": 1,
    "trump": 1,
    "dummy": 2,
    "draw": 2,
    "contre": 3,
    "sur contre": 3,
    "honour": 4,
    "bid": 6,
    "contract": 6,
    "stock": 7,
    "ruff": 7,
}
"""Words of the trade, with the lesson that explains each."""


@each(("term", "lesson"), TERMS.items())
def test_no_word_of_the_trade_is_said_before_it_has_been_explained(term: str, lesson: int) -> None:
    """Where it is explained it stands in italics."""
    for one in PAGES:
        text = " ".join(sentence.english for sentence in sentences(one.step)).lower()
        if re.search(rf"\b{term}", text):
            assert one.lesson == lesson and f"*{term}" in text, (one.lesson, one.number)
            return
    raise AssertionError(term)


@each("page", PAGES)
def test_every_step_fits_in_each_language(page: Page) -> None:
    view = view_at(page.deal, page.step.at)
    for language in LANGUAGES:
        with spoken(language):
            for note in ("", lesson_text(page.step.wrong) if page.step.wrong is not None else ""):
                screen = step_screen(page.lesson, page.number, view, note=note, wrong=bool(note))
                fits(screen)
                fits_as_emoji(screen)


def test_the_list_of_lessons_fits_in_each_language() -> None:
    every = frozenset(range(1, len(LESSONS) + 1))
    for language in LANGUAGES:
        with spoken(language):
            for at in ((1, 0, frozenset[int]()), (3, 2, frozenset((1, 2))), (7, 4, every)):
                fits(menu_screen(*at))


def test_the_auction_of_a_lesson_ends_in_the_contract_that_is_told() -> None:
    view = view_at(page(6, 3).deal, page(6, 3).step.at)
    assert view.deal is not None and view.deal.settled is not None and view.deal.settled.bid is not None
    assert (view.deal.settled.bid.odd, view.deal.settled.bid.strain) == (4, Strain.HEARTS)

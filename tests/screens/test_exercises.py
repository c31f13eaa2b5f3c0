"""Every exercise is a lawful position, its card is a best one, and follows from the rule that is told.

The rules are worked out here once more from the article, without the robots; where robots have a maxim of
their own for the rule, they name the same card.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from bot.tables.prepared import LEARNER, check_act, table_at, view_at
from robots.teaching.maxims import Maxim, maxim_of
from rules.calls import PLAYS, Play
from rules.cards import Card, Rank, Suit
from rules.seats import Seat
from rules.tricks import Trick
from rules.view import PublicDeal, SeatView
from screens.exercises import GAME, RULES, Exercise, exercises
from screens.learn import exercise_screen
from screens.words.languages import LANGUAGES, spoken
from tests.each import each
from tests.screens.screens import fits, fits_as_emoji
from tests.screens.solving import best_cards
from tests.solver import needs_solver

Cards = list[Card]
"""Of one suit, the highest first."""


class Turn:
    """What South sees at their turn, in the words of the article."""

    def __init__(self, view: SeatView) -> None:
        assert view.deal is not None and view.deal.settled is not None and view.own is not None
        self.deal: PublicDeal = view.deal
        trumps = view.deal.settled.trumps
        assert trumps is not None
        self.trumps: Suit = trumps
        self.own = view.own
        self.trick: Trick = view.deal.trick or Trick(LEARNER, ())

    def left(self, suit: Suit) -> Cards:
        return list(self.own.left.suit(suit))

    def dealt(self, suit: Suit) -> Cards:
        return list(self.own.dealt.suit(suit))

    @property
    def longest(self) -> Cards:
        (longest,) = [one for suit in Suit if len(one := self.left(suit)) == self._most]
        return longest

    @property
    def _most(self) -> int:
        return max(len(self.left(suit)) for suit in Suit)

    @property
    def held(self) -> Cards:
        """Their cards of the suit led."""
        assert self.trick.led is not None
        return self.left(self.trick.led)

    @property
    def led(self) -> Card:
        return self.trick.cards[0]

    @property
    def plain(self) -> list[Cards]:
        return [one for suit in Suit if suit is not self.trumps and (one := self.left(suit))]

    def suit_led_by(self, seat: Seat) -> Suit:
        """The suit of the first trick that this player led."""
        return next(one.led for one in self.deal.tricks if one.leader is seat and one.led is not None)

    def ruffed_by(self, seat: Seat) -> Suit:
        """The plain suit that this player has trumped."""
        (suit,) = {
            trick.led
            for trick in self.deal.tricks
            for by, card in trick.by_player()
            if by is seat and card.suit is self.trumps is not trick.led
        }
        assert suit is not None
        return suit

    @property
    def has_refused(self) -> bool:
        """Whether partner has thrown a plain card on a trick that an adversary was winning with a plain
        king or ace."""
        return any(
            by is LEARNER.partner and card.suit not in (trick.led, self.trumps)
            for trick in self.deal.tricks
            for by, card in trick.by_player()
            if trick.cards[0].rank >= Rank.KING and trick.leader.side is not LEARNER.side
        )

    def has_called(self, seat: Seat) -> bool:
        """Whether a player has played a higher card and later a lower one of a suit that others led."""
        played: dict[Suit, Cards] = {}
        for trick in self.deal.tricks:
            for by, card in trick.by_player():
                if by is seat and card.suit is trick.led is not self.trumps and trick.leader is not seat:
                    played.setdefault(card.suit, []).append(card)
        return any(first.rank > second.rank for first, second, *_ in (x for x in played.values() if x[1:]))


def weakest(suits: list[Cards]) -> Cards:
    """With the fewest honours, then the shortest."""
    return min(suits, key=lambda one: (sum(max(0, card.rank - Rank.TEN) for card in one), len(one)))


def touching(cards: Cards) -> Cards:
    """The highest and those that follow it without a gap."""
    run = cards[:1]
    for card in cards[1:]:
        if run[-1].rank - card.rank == 1:
            run.append(card)
    return run


def ranks(cards: Cards) -> list[Rank]:
    return [card.rank for card in cards]


def one_of(cards: Cards, rank: Rank) -> Cards:
    return [card for card in cards if card.rank is rank]


def returned(turn: Turn, count: int) -> Cards:
    """Their cards of partner's suit, of which they were dealt so many."""
    suit = turn.suit_led_by(LEARNER.partner)
    assert len(turn.dealt(suit)) == count
    return turn.left(suit)


def trumps_for_call(turn: Turn, count: int) -> Cards:
    assert turn.has_called(LEARNER.partner)
    assert len(turn.dealt(turn.trumps)) == count
    return turn.left(turn.trumps)


def not_tenace(turn: Turn) -> Cards:
    """Of two suits of the same length the one that has not the best and third best without the second."""
    suits = [one for suit in Suit if suit is not turn.trumps and len(one := turn.left(suit)) == 4]
    tenaces = [one for one in suits if ranks(one)[:2] == [Rank.ACE, Rank.QUEEN]]
    assert len(suits) == 2 and len(tenaces) == 1
    return next(one for one in suits if one not in tenaces)


def of_two_high(turn: Turn) -> Card:
    dealt, left = turn.dealt(turn.suit_led_by(LEARNER)), turn.left(turn.suit_led_by(LEARNER))
    assert left[0].rank - left[1].rank == 1
    return left[0] if len(dealt) == 4 else left[1]


def fourth(turn: Turn) -> Cards:
    """The cheapest that beats all three."""
    best = max(card.rank for card in turn.trick.cards if card.suit is turn.trick.led)
    winning = [card for card in turn.held if card.rank > best]
    low = winning[-1]
    return [low]


def in_trump_trick(turn: Turn) -> Cards:
    """Cards that follow the turned one without a gap, but not that card."""
    assert turn.deal.turned is not None
    run = touching([card for card in turn.held if card.rank >= turn.deal.turned.rank])
    assert turn.deal.turned in run
    return [card for card in run if card is not turn.deal.turned]


PLAYED_BY: dict[str, Callable[[Turn], Cards]] = {
    "worst_but_one": lambda t: t.longest[-2:-1] if len(t.longest) == 5 and t.longest[0].rank < 14 else [],
    "fourth_best": lambda t: t.longest[3:4],
    "ace_from_five": lambda t: one_of(t.longest, Rank.ACE) if len(t.longest) >= 5 else [],
    "king_first": lambda t: next(
        one_of(s, Rank.KING) for x in Suit if ranks(s := t.left(x))[:2] == [Rank.ACE, Rank.KING]
    ),
    "small_from_ace": lambda t: t.longest[-1:] if ranks(t.longest)[0] is Rank.ACE else [],
    "ace_and_one": lambda t: t.longest[:1] if ranks(t.longest)[0] is Rank.ACE else [],
    "suit_of_two": lambda t: t.longest[:1] if len(t.longest) == 2 else [],
    "no_singleton": lambda t: t.longest[3:4] if any(len(one) == 1 for one in t.plain) else [],
    "no_tenace": lambda t: not_tenace(t)[3:4],
    "five_trumps": lambda t: t.left(t.trumps)[3:4] if len(t.left(t.trumps)) >= 5 else [],
    "original_fourth": lambda t: t.dealt(t.suit_led_by(LEARNER))[3:4],
    "two_high": lambda t: [of_two_high(t)],
    "second_low": lambda t: t.held[-1:] if len(t.trick.cards) == 1 else [],
    "ace_on_honour": lambda t: one_of(t.held, Rank.ACE) if t.led.rank >= Rank.KNAVE else [],
    "second_queen": lambda t: one_of(t.held, Rank.QUEEN) if Rank.KING in ranks(t.held) else [],
    "second_knave": lambda t: (
        one_of(t.held, Rank.KNAVE) if {Rank.KING, Rank.QUEEN} <= set(ranks(t.held)) else []
    ),
    "not_the_king": lambda t: (
        t.held[-1:] if t.led.rank is Rank.QUEEN and ranks(t.held)[0] is Rank.KING else []
    ),
    "knave_on_ten": lambda t: one_of(t.held, Rank.KNAVE) if t.led.rank is Rank.TEN else [],
    "small_of_two": lambda t: t.held[1:] if len(t.held) == 2 else [],
    "third_wins": lambda t: touching(t.held)[-1:] if len(t.trick.cards) == 2 else [],
    "no_finesse": lambda t: t.held[:1] if ranks(t.held)[:2] == [Rank.ACE, Rank.QUEEN] else [],
    "partners_winner": lambda t: t.held[-1:] if t.led.rank is Rank.ACE else [],
    "not_too_high": lambda t: touching(t.held)[-1:] if len(touching(t.held)) > 1 else [],
    "fourth_wins": fourth,
    "unblock": lambda t: t.held[:1] if t.suit_led_by(LEARNER.partner) is t.trick.led else [],
    "return_higher": lambda t: returned(t, 3)[:1],
    "return_lowest": lambda t: returned(t, 4)[-1:],
    "winner_second": lambda t: one_of(returned(t, 4), Rank.ACE),
    "return_trumps": lambda t: returned(t, 3)[:1] if t.suit_led_by(LEARNER.partner) is t.trumps else [],
    "call_highest": lambda t: trumps_for_call(t, 3)[:1],
    "call_lowest": lambda t: trumps_for_call(t, 4)[-1:],
    "call_next": lambda t: trumps_for_call(t, 3)[:1] if t.deal.tricks[-1].led is t.trumps else [],
    "call": lambda t: t.held[:-1] if len(t.left(t.trumps)) >= 5 else [],
    "call_done": lambda t: t.held[1:],
    "echo": lambda t: t.held[:-1] if len(trumps_for_call(t, 4)) == 4 else [],
    "four_trumps": lambda t: t.held[:-1] if t.trick.led is t.trumps and len(t.held) >= 4 else [],
    "ruff_weak": lambda t: t.left(t.trumps)[-1:] if len(t.left(t.trumps)) <= 3 and t.led.rank < 11 else [],
    "strong_no_ruff": lambda t: weakest(t.plain)[-1:] if len(t.left(t.trumps)) >= 5 else [],
    "ruff_winner": lambda t: t.left(t.trumps)[-1:] if t.led.rank is Rank.ACE else [],
    "force_strong": lambda t: t.left(t.ruffed_by(LEARNER.left)),
    "force_partner": lambda t: t.left(t.ruffed_by(LEARNER.partner)) if len(t.left(t.trumps)) >= 4 else [],
    "no_force": lambda t: returned(t, 4)[-1:] if len(t.left(t.trumps)) <= 2 else [],
    "refused": lambda t: t.left(t.trumps)[:1] if t.has_refused else [],
    "cross_ruff": lambda t: t.left(t.ruffed_by(LEARNER.partner)),
    "stop_cross_ruff": lambda t: (
        t.left(t.trumps)[:1] if t.ruffed_by(Seat.EAST) is not t.ruffed_by(Seat.WEST) else []
    ),
    "discard_weak": lambda t: weakest(t.plain)[-1:] if t.trick.leader is LEARNER.partner else [],
    "discard_strong": lambda t: t.longest[-1:] if t.trick.leader is Seat.EAST else [],
    "command": lambda t: t.longest[:1] if len(t.own.left) == len(t.longest) else [],
    "turned": in_trump_trick,
}

MAXIMS = {
    "worst_but_one": Maxim.FOURTH_BEST,
    "fourth_best": Maxim.FOURTH_BEST,
    "ace_from_five": Maxim.ACE_FROM_FIVE,
    "king_first": Maxim.KING_FROM_ACE_KING,
    "original_fourth": Maxim.ORIGINAL_FOURTH_BEST,
    "second_low": Maxim.SECOND_LOW,
    "not_the_king": Maxim.SECOND_LOW,
    "small_of_two": Maxim.SECOND_LOW,
    "ace_on_honour": Maxim.COVERS,
    "knave_on_ten": Maxim.COVERS,
    "second_queen": Maxim.LOWEST_OF_SEQUENCE,
    "second_knave": Maxim.LOWEST_OF_SEQUENCE,
    "third_wins": Maxim.THIRD_HIGH,
    "not_too_high": Maxim.THIRD_HIGH,
    "return_higher": Maxim.RETURNS_LEAD,
    "return_lowest": Maxim.RETURNS_LEAD,
    "winner_second": Maxim.RETURNS_LEAD,
    "call_highest": Maxim.ANSWERS_CALL,
    "call_lowest": Maxim.ANSWERS_CALL,
    "call": Maxim.CALLS_FOR_TRUMPS,
    "echo": Maxim.ECHOES_CALL,
    "four_trumps": Maxim.ECHOES_CALL,
    "ruff_weak": Maxim.RUFFS,
    "ruff_winner": Maxim.RUFFS,
    "strong_no_ruff": Maxim.DISCARDS_FROM_WEAKNESS,
    "discard_weak": Maxim.DISCARDS_FROM_WEAKNESS,
    "force_partner": Maxim.GIVES_RUFF,
    "cross_ruff": Maxim.GIVES_RUFF,
}
"""What the robots call the same card."""


def seen(exercise: Exercise) -> SeatView:
    return view_at(exercise.deal, exercise.acts_before)


def test_there_are_enough_of_them_and_each_rule_has_one() -> None:
    assert len(exercises()) >= 40
    assert {one.rule for one in exercises()} == set(RULES) == set(PLAYED_BY)
    assert len({(one.deal.hands, one.deal.acts) for one in exercises()}) == len(exercises())


@each("exercise", exercises())
def test_south_is_to_play_and_the_card_is_lawful(exercise: Exercise) -> None:
    view = seen(exercise)
    assert exercise.deal.game == GAME
    assert table_at(exercise.deal, exercise.acts_before).waits_for == {LEARNER}
    assert len([one for one in view.options if isinstance(one, Play)]) > 1
    for card in (exercise.right, *exercise.also):
        check_act(exercise.deal, exercise.acts_before, PLAYS[card.index])


@each("exercise", exercises())
def test_the_card_is_the_one_that_the_rule_plays(exercise: Exercise) -> None:
    played = PLAYED_BY[exercise.rule](Turn(seen(exercise)))
    assert set(played) == {exercise.right, *exercise.also}


@each("exercise", [one for one in exercises() if one.rule in MAXIMS])
def test_the_robots_name_the_same_card_by_their_maxim(exercise: Exercise) -> None:
    assert maxim_of(seen(exercise), exercise.play) is MAXIMS[exercise.rule]


def is_a_best_card(exercise: Exercise) -> None:
    assert exercise.right in best_cards(exercise.deal, exercise.acts_before)


@needs_solver
@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.long), 8])
def test_no_other_card_takes_more_tricks_with_all_hands_open(every: int) -> None:
    """``make test`` asks about one exercise of eight."""
    each("exercise", exercises()[::every])(is_a_best_card)()


@each("exercise", exercises())
def test_every_screen_fits_in_each_language(exercise: Exercise) -> None:
    for language in LANGUAGES:
        with spoken(language):
            for chosen in (None, exercise.right, exercise.deal.hands.south.cards[0]):
                screen = exercise_screen(
                    exercise, seen(exercise), number=999_999, today=5, most=5, streak=999, best=999,
                    chosen=chosen, tomorrow=2_000_000_000 if chosen is exercise.right else None,
                )  # fmt: skip
                fits(screen)
                fits_as_emoji(screen)


def test_a_rule_is_told_in_the_articles_words_and_in_at_most_sixty() -> None:
    for rule in RULES.values():
        assert re.search("“.+”", rule.words.english)
        for language in LANGUAGES:
            with spoken(language):
                assert len(rule.words().split()) <= 60

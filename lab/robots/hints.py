"""Hints to read: what a person who asks is told, in each language, at turns drawn by a seed.

    python -m lab.robots.hints [--seed WORD] [--hints N]

Easy robots play a deal of each game up to a call, or in every second deal up to a card. Before the hint
stands what the person sees, among robots. Figures in brackets are those for which newcomers press.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from math import inf

from robots.player import Strength
from robots.process.thinking import robot_of
from rules.calls import Play, action_word
from rules.cards import PACK, Hand
from rules.frozen import replace
from rules.games.all_games import GAMES
from rules.seats import Member, RobotMember
from rules.view import SeatView
from screens.why import hint_parts
from screens.words.languages import LANGUAGES, spoken
from screens.words.names import robot_name
from tests.trials.stage.matches import FOUR, among_robots, deal_from, waiting


def turns(game: str, word: str) -> Iterator[SeatView]:
    """Every turn of a deal with more than one thing to do, as a person among robots sees it."""
    rng, robot = random.Random(word), robot_of(Strength.EASY)
    evening = deal_from(rng.sample(PACK, 52), game)
    while evening.table.last is None:
        view = among_robots(waiting(evening))
        assert view.viewer is not None and view.table.rubber is not None
        if len(view.options) > 1:
            seats = view.table.rubber.seats.put(view.viewer, FOUR[0])
            rubber = replace(view.table.rubber, seats=seats, owners=seats)
            yield replace(view, table=replace(view.table, rubber=rubber))
        evening.do(view.viewer, robot.choose(view, inf, rng).choice)


def name(member: Member) -> str:
    return robot_name(member) if isinstance(member, RobotMember) else "Anna"


def seen(view: SeatView) -> Iterator[str]:
    """What the person sees, line by line."""
    deal = view.deal
    assert deal is not None and view.viewer is not None and view.own is not None
    yield f"{view.table.game}: {view.viewer.letter} has {_cards(view.own.left)}; {deal.dealer.letter} dealt"
    yield from (f"{one.seat.letter} lies open: {_cards(one.left)}" for one in deal.faced)
    if deal.calls:
        yield " ".join(f"{one.seat.letter}:{action_word(one.call)}" for one in deal.calls)
    if deal.settled is not None:
        yield f"trumps {deal.settled.trumps}, turned {deal.turned}, won {deal.won.ns}:{deal.won.ew}"
    for trick in (*deal.tricks, *((deal.trick,) if deal.trick is not None else ())):
        yield " ".join(f"{seat.letter}:{card}" for seat, card in trick.by_player())


def _cards(hand: Hand) -> str:
    return " ".join(map(str, hand))


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m lab.robots.hints")
    asked.add_argument("--seed", default="hints", metavar="WORD")
    asked.add_argument("--hints", type=int, default=20, metavar="N")
    given = asked.parse_args()
    for number in range(given.hints):
        word, wants_card, newcomer = f"{given.seed} {number}", number % 2 == 1, number % 4 > 1
        every = list(turns(list(GAMES)[number % len(GAMES)], word))
        drawn = [view for view in every if isinstance(view.options[-1], Play) is wants_card]
        view = random.Random(word).choice(drawn or every)
        answer = robot_of(Strength.BEST).choose(view, inf, random.Random(word))
        print(f"\n{number}.", *seen(view), sep="\n")
        for language in LANGUAGES:
            with spoken(language):
                told, figures = hint_parts(view, answer, name, newcomer=newcomer)
                print("", told, f"[{figures}]" if newcomer else figures, sep="\n")


if __name__ == "__main__":
    main()

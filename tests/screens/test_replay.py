"""A finished deal stepped through: hands as they were, what robots thought, and what each card cost."""

from __future__ import annotations

from dataclasses import replace

from robots.player import Candidate, Reasons
from robots.teaching.analysis import Analysis, Course, Loss
from robots.teaching.maxims import Maxim
from robots.teaching.reasons import Decision
from rules.calls import PLAYS
from rules.games.all_games import GAMES
from rules.record.writing import record_text, recorded
from rules.seats import BySeat, BySide, RobotMember, Seat, Side
from rules.view import FinishedDeal, PublicTable
from screens.after import record_screen, replay_screen
from screens.parts import compass
from screens.presses import Press, read_as
from screens.screen import Screen
from screens.words.after import COSTS
from screens.words.names import ON_PAPER, Speech
from tests.each import each
from tests.screens.screens import TABLE, buttons, fits, in_each_language, names, selects, words
from tests.trials.stage.matches import after, be_content
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

HOYLE = RobotMember("Hoyle")
SEATS = BySeat(DAVID, BORIS, CLARA, ANNA)


def test_what_a_record_shows_before_its_files_is_no_wider_than_a_phone() -> None:
    """34 letters of one width have room beside Discord's margins on a screen 390 pixels wide."""
    for game in GAMES:
        deal, at = finished(game=game)
        record = record_text(recorded(game, at.options, deal))
        screen = record_screen([1], record, TABLE, has_pbn=True, whole=False, clockwise=True)
        _, _, told = words(screen).partition("```")
        shown = told.partition("```")[0].splitlines()
        assert len(shown) > 10 and max(map(len, shown)) <= 34, (game, shown)


def test_of_a_record_of_more_contres_than_a_message_holds_the_beginning_is_shown() -> None:
    evening = after({}, "declare:H" + " double" * 1100)
    be_content(evening)
    evening.play_deal()
    (deal, at) = evening.table.last, evening.view(None).table
    assert deal is not None
    screen = record_screen(
        [1],
        record_text(recorded("biritch", at.options, deal)),
        TABLE,
        has_pbn=True,
        whole=False,
        clockwise=True,
    )
    fits(screen)
    assert len(words(screen)) < 3500 and words(screen).rstrip().endswith("…\n```")
    assert [read_as(Press, one.id) for one in buttons(screen)] == [Press("record", TABLE, 1, what="files")]


def finished(seed: object = 3, game: str = "biritch") -> tuple[FinishedDeal, PublicTable]:
    evening = Evening(seed, game)
    people = (ANNA, BORIS, CLARA, DAVID)[: evening.table.variant.players]
    evening.seat(*people).start().cut().play_deal()
    last = evening.table.last
    assert last is not None
    return last, evening.view(None).table


def shown(step: int, *, decisions: tuple[Decision, ...] = (), found: Analysis | None = None) -> Screen:
    deal, at = finished()
    return replay_screen(deal, SEATS, decisions, found, TABLE, names, at=at, step=step)  # type: ignore[arg-type]


def test_each_step_shows_the_hands_before_its_trick_and_marks_the_cards_of_it() -> None:
    """The cards that are left and those marked are all that were not played before."""
    deal, _ = finished()
    for step in range(1, 14):
        told = words(shown(step))
        hands = told.partition("**N**")[2].partition("-# **N**")[0]
        assert hands.count("__") == 2 * 4
        ranks = sum(len(line) for line in hands.replace("_", "").split() if line)
        assert ranks > 0
        for seat, card in deal.tricks[step - 1].by_player():
            letter = card.rank.letter.replace("T", "10")
            assert f"__{letter}__" in hands, (seat, card)
    assert "Deal 1, trick 13 of 13" in words(shown(13)) == words(shown(99))


def test_the_buttons_lead_to_the_tricks_that_they_name_and_stop_at_both_ends() -> None:
    def ways(step: int) -> dict[str, int | None]:
        found = {one.label: one for one in buttons(shown(step))}
        return {
            label: press.point if (press := read_as(Press, one.id)) and not one.disabled else None
            for label, one in found.items()
        }

    assert ways(0) == {"First": None, "Previous": None, "Next": 1, "Last": 13, "Analyse": 0}
    assert ways(6) == {"First": 0, "Previous": 5, "Next": 7, "Last": 13, "Analyse": 6}
    assert ways(13) == {"First": 0, "Previous": 12, "Next": None, "Last": None, "Analyse": 13}
    (chosen,) = selects(shown(6))
    assert [one.value for one in chosen.offers if one.chosen] == ["6"] and len(chosen.offers) == 14


def test_what_a_robot_thought_and_what_a_card_cost_stand_beneath_it() -> None:
    deal, _ = finished()
    seat, card = deal.tricks[1].by_player()[2]
    reasons = Reasons((Candidate(PLAYS[card.index], 3.0), Candidate(PLAYS[0], 0.5)), 60)
    thought = Decision(seat, HOYLE, 6, PLAYS[card.index], reasons, Maxim.ONLY_CARD)
    costs = tuple(Loss(1, 30) if place == 6 else Loss() for place in range(52))
    course = Course(Side.NS, 9, 80, 8, -80, None, BySide(Loss(1, 30), Loss()), 0, costs)
    told = words(shown(2, decisions=(thought,), found=Analysis(None, False, (), True, course))).split("\n")
    place = next(at for at, line in enumerate(told) if "cost 1 trick, 30 points" in line)
    assert f"**{seat.name.capitalize()}**" in told[place]
    assert "(−2.5)" in "".join(told[place + 1 : place + 3])
    assert sum("cost nothing" in line for line in told) == 3
    assert f"-# {COSTS()}" in told


def test_a_mirrored_table_shows_the_hand_of_east_at_the_left_as_west() -> None:
    deal, _ = finished()
    plain, mirrored = compass(ON_PAPER, deal.hands), compass(Speech(clockwise=False), deal.hands)
    swapped = replace(
        deal, hands=BySeat(deal.hands.north, deal.hands.west, deal.hands.south, deal.hands.east)
    )
    assert plain != mirrored == compass(ON_PAPER, swapped.hands)


@each("game", GAMES)
def test_every_trick_of_every_game_fits_with_everything_said_about_it(game: str) -> None:
    deal, at = finished(1, game)
    if deal.settled is None:
        return
    plays = [(seat, card) for trick in deal.tricks for seat, card in trick.by_player()]
    tens = [one for one in PLAYS if one.card.rank.letter == "T"]
    reasons = Reasons(tuple(Candidate(one, -float(place) * 7.3) for place, one in enumerate(tens)), 160)
    decisions = [
        Decision(seat, HOYLE, place, PLAYS[card.index], replace(reasons), Maxim.ONLY_CARD)
        for place, (seat, card) in enumerate(plays)
    ]
    costs = tuple(Loss(13, 1300) for _ in plays)
    course = Course(Side.NS, 9, 80, 8, -80, None, BySide(Loss(), Loss()), 0, costs)
    for step in (0, 1, len(deal.tricks)):
        for found in (None, Analysis(None, False, (), True, course)):
            seats = BySeat(*(RobotMember("Deschapelles") for _ in Seat))
            for _ in in_each_language():
                fits(
                    replay_screen(
                        deal,
                        seats,  # type: ignore[arg-type]
                        decisions,
                        found,
                        TABLE,
                        names,
                        at=at,
                        step=step,
                        note="x" * 150,
                    )
                )

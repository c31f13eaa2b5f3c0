"""What must hold for every screen of every state of a table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import pytest

from bot.tables.replay import opened_table
from rules.calls import Play
from rules.games.all_games import GAMES
from rules.refusals import Forfeit
from rules.seats import Person, Seat
from rules.table.events import Opened
from rules.table.requests import ClaimRest, Join, Leave
from rules.table.seen import seen
from rules.table.table import Table
from rules.view import Phase
from screens.buttons import BUTTON_COMMANDS, kind_of_press
from screens.deck import face
from screens.hand import hand_screen
from screens.presses import Press, read_as
from screens.screen import Divider, Row, Screen, Select, Text
from screens.table import table_screen
from screens.words.refusals import SENTENCES, not_allowed
from tests.rules.golden_deals import FAMILY
from tests.screens.screens import NOTE, TABLE, buttons, evenings, fits, fits_as_emoji, ids, names, screens
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening, arrangements

EVENINGS = (
    [(seed, False, 0) for seed in range(2)] + [(seed, True, 0) for seed in range(4, 6)] + [(3, True, 200)]
)


CHECKED: set[Screen] = set()
"""Most screens are met in several states."""


def check(screen: Screen) -> None:
    if screen in CHECKED:
        return
    CHECKED.add(screen)
    fits(screen)
    assert len(set(ids(screen))) == len(ids(screen))
    for part in screen.parts:
        match part:
            case Row(row):
                assert 1 <= len(row) <= 4  # a phone puts the fifth on a line of its own
            case Text(markdown):
                assert markdown.strip()
                assert (
                    "None" not in markdown.replace("None of that suit", "")
                    and "{" not in markdown
                    and "Person(" not in markdown
                )
            case Select(_, prompt, offers, least, most):
                assert 1 <= least <= most <= len(offers) <= 25
                assert 1 <= len(prompt) <= 150
                assert len({offer.value for offer in offers}) == len(offers)
                for offer in offers:
                    assert 1 <= len(offer.value) <= 100 and 1 <= len(offer.label) <= 100
                    assert len(offer.hint) <= 100
            case Divider():
                pass
    assert all(1 <= len(button.label) <= 45 for button in buttons(screen))  # as much as a phone shows
    for one in ids(screen):
        assert len(one) <= 100
        press = read_as(Press, one)
        assert press is not None and str(press) == one
        assert kind_of_press(press) in BUTTON_COMMANDS


def some(tables: Iterator[Table]) -> Iterator[Table]:
    """All states of the lobby and the results; of the calls the first four, each third of two dozen and each
    eleventh of more; and of the play the first trick and each eleventh card: at every place of a round or
    trick, since neither number divides four."""
    for table in tables:
        calls = len(table.deal.calls) if table.deal is not None else 0
        playing = table.deal.playing if table.deal is not None else None
        every, done = (3 if calls < 24 else 11, calls) if playing is None else (11, playing.cards_played)
        if done <= 4 or done % every == 0:
            yield table


@pytest.mark.parametrize(("seed", "claims", "contres"), EVENINGS)
def test_every_screen_of_every_state_is_within_discords_limits(seed: int, claims: bool, contres: int) -> None:
    for table in some(evenings(seed, claims=claims, contres=contres)):
        for screen in screens(table):
            check(screen)


@pytest.mark.parametrize("game", GAMES)
def test_every_screen_of_every_game_is_within_discords_limits(game: str) -> None:
    """Some deals of the usual table."""
    for table in some(evenings(1, claims=True, game=game, steps=70)):
        for screen in screens(table):
            check(screen)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_screen_of_every_table_arranged_otherwise_is_within_discords_limits(game: str) -> None:
    """The beginning of a deal for every way to arrange it."""
    for seed, options in enumerate(arrangements(game)):
        for table in some(evenings(seed, claims=True, game=game, options=options, steps=12)):
            for screen in screens(table):
                check(screen)


def test_the_longest_panel_has_room_for_the_longest_refusal_and_for_hints() -> None:
    """Declarer's at contract, with every sentence that can stand above it."""
    longest = max(
        (*(one() for one in SENTENCES.values()), not_allowed(("send_messages_in_threads", "view_channel"))),
        key=len,
    )
    most = 0
    for table in evenings(1, claims=True, game="contract", options={"hints": "on"}, steps=80):
        for seat in Seat if table.rubber is not None else ():
            screen = hand_screen(seen(table, seat), TABLE, names, note=longest, room="<#1234567890123456789>")
            fits(screen)
            most = max(most, len(buttons(screen)))
    assert most == 13 + 1  # a hint; nobody claims before a card is led


def lawful(of: str = "whist_modern-revokes") -> Iterator[Table]:
    """A deal with a question, a correction, a revoke and its penalty; or with cards out of turn."""
    events = FAMILY[of]().events
    assert isinstance(events[0], Opened)
    table = opened_table(events[0])
    for event in events[1:]:
        table = table.after(event)
        if table.deal is not None and (table.deal.revoke is not None or not table.deal.over):
            yield table


def test_every_screen_about_cards_out_of_turn_is_within_discords_limits() -> None:
    for table in list(lawful("whist_modern-out-of-turn"))[:30:2]:
        for screen in screens(table):
            check(screen)


def test_every_kind_of_button_is_seen_somewhere() -> None:
    """So the list of buttons and their commands holds none that no screen has. That no screen has one that
    the list does not hold is asked of every screen, in ``check``."""
    asked = Evening(0).seat(ANNA, BORIS).start()
    asked.ask(BORIS, Leave(Forfeit()))
    while asked.table.rubber is not None and asked.table.rubber.asking is None:
        asked.ask(Person(f"friend{len(asked.table.persons)}"), Join())  # robots' own chairs first
    tables = chain(
        [asked.table],
        evenings(2, claims=False, game="contract", steps=60),
        evenings(0, claims=False, options={"hints": "on"}, steps=12),
        evenings(0, claims=False, game="dummy_whist", steps=1),
        evenings(3, claims=False, options={"seats_chosen": "lowest"}, steps=2),
        evenings(1, claims=False, game="ruff_and_honours", steps=400),
        evenings(4, claims=True, steps=60),
        evenings(1, claims=False, game="whist_short_001", steps=2000),
    )
    missing = set(BUTTON_COMMANDS)
    for table in chain(some(tables), lawful(), lawful("whist_modern-out-of-turn")):
        shown = (read_as(Press, one) for screen in screens(table) for one in ids(screen))
        missing -= {kind_of_press(press) for press in shown if press is not None}
        if not missing:
            break
    assert not missing


def test_the_cards_of_two_hands_and_a_trick_fit_as_emoji() -> None:
    for table in evenings(6, claims=True, game="contract", steps=200):
        if table.deal is None:
            continue
        room = seen(table, None)
        hands = [hand_screen(seen(table, seat, room), TABLE, names) for seat in Seat]
        for screen in (table_screen(room, TABLE, names), *hands):
            fits_as_emoji(screen)


def test_played_cards_stay_disabled_and_legal_ones_stand_out() -> None:
    evening = Evening(2).seat(BORIS).start().cut()
    for _ in range(20):
        evening.step()
    for seat in Seat:
        view = evening.view(seat)
        assert view.own is not None and view.deal is not None
        legal = {str(option).removeprefix("Play(card=").removesuffix(")") for option in view.options}
        faced = {str(card) for one in view.deal.faced for card in one.left}
        for button in buttons(hand_screen(view, TABLE, names)):
            if button.id.startswith("play:"):
                card = button.id.split(":")[-1]
                held = card in view.own.left.text.split() or card in faced
                assert button.disabled is not held
                assert (button.style.value == "primary") is (card in legal)


def test_there_is_a_button_for_each_card_that_may_be_played_and_for_no_other() -> None:
    for table in evenings(6, claims=True, game="biritch"):
        for seat in Seat if table.deal is not None else ():
            view = seen(table, seat)
            shown = [one.split(":")[-1] for one in ids(hand_screen(view, TABLE, names)) if "play:" in one]
            assert sorted(shown) == sorted(str(one.card) for one in view.options if isinstance(one, Play))


def test_a_hint_is_offered_in_turn_and_a_claim_to_who_may_claim() -> None:
    evening = Evening(2, hints="on").seat(ANNA, BORIS, CLARA, DAVID).start().cut()
    while not evening.view(None).deal or not evening.view(None).deal.faced:  # type: ignore[union-attr]
        evening.step()
    deal = evening.view(None).deal
    assert deal is not None and deal.settled is not None
    ((_, declarer),) = deal.settled.dummies
    verbs = {}
    for _ in range(4):
        view = evening.view(declarer)
        assert view.deal is not None
        shown = [one.split(":")[0] for one in ids(hand_screen(view, TABLE, names))]
        verbs[declarer in view.deal.may_act] = [verb for verb in shown if verb != "play"]
        evening.step()
    assert verbs == {True: ["claim", "hint"], False: ["claim"]}


def test_while_a_claim_waits_for_answers_no_card_can_be_pressed() -> None:
    evening = Evening(2).seat(ANNA, BORIS, CLARA, DAVID).start().cut()
    while not evening.view(None).deal or not evening.view(None).deal.faced:  # type: ignore[union-attr]
        evening.step()
    deal = evening.view(None).deal
    assert deal is not None and deal.settled is not None
    ((_, declarer),) = deal.settled.dummies
    evening.do(declarer.left, ClaimRest())
    screen = hand_screen(evening.view(declarer), TABLE, names)
    assert [one.split(":")[0] for one in ids(screen)] == ["agree", "refuse"]


@pytest.mark.parametrize("seed", range(4))
def test_no_button_on_the_tables_message_names_a_card(seed: int) -> None:
    for table in evenings(seed, claims=True):
        room = table_screen(seen(table, None), TABLE, names, note=NOTE)
        assert not any(button.id.startswith("play:") for button in buttons(room))


@pytest.mark.parametrize("game", ["biritch", "contract", "ruff_and_honours"])
def test_during_the_calls_a_hand_is_told_in_words_and_no_card_can_be_pressed(game: str) -> None:
    settling = [
        table
        for table in evenings(1, claims=False, game=game, steps=60)
        if seen(table, None).table.phase is Phase.SETTLING
    ]
    assert settling
    for table in settling:
        assert not any(one.startswith("play:") for screen in screens(table) for one in ids(screen))
        for seat in Seat:
            view = seen(table, seat)
            assert view.own is not None
            (told,) = (
                part.markdown for part in hand_screen(view, TABLE, names).parts[1:] if isinstance(part, Text)
            )
            assert sorted(told.removeprefix("**Your cards**").split()) == sorted(
                face(card) for card in view.own.left
            )

"""What the soak of several processes would notice, were it so."""

from __future__ import annotations

import sys

from playground.calls import Kind
from playground.errors import Json
from rules.cards import Hand, parse_card
from rules.seats import BySeat, Seat
from rules.table.events import CardPlayed, CardsDealt, PackCut, RubberBegun
from storage.ports.records import Stored, TableId, UserId
from tests.trials.cluster.checked import Pressed, altered, unheld
from tests.trials.cluster.screens import Screens, Shown
from tests.trials.cluster.tables import seat
from tests.trials.cluster.watched import Look, WatchedGround, Write, without_lease
from tests.trials.stage.happenings import ANNA, BORIS, CLARA, DMITRI, USERS
from tests.trials.stage.playing import QUICK

PEOPLE = BySeat(ANNA, BORIS, CLARA, DMITRI)
HANDS = BySeat(*(Hand.parse(cards) for cards in ("QH 2C", "KH 3C", "AS 4C", "JD 5C")))
EVENTS = (
    Stored(1, RubberBegun(1, "biritch", (), PEOPLE, Seat.NORTH, ()), None, 0.0),  # type: ignore[arg-type]
    Stored(2, PackCut(9, "", ANNA), ANNA, 0.0),
    Stored(3, CardsDealt(1, Seat.NORTH, HANDS, None), ANNA, 0.0),
    Stored(4, CardPlayed(Seat.NORTH, parse_card("QH")), ANNA, 0.0),
    Stored(5, CardPlayed(Seat.EAST, parse_card("KH")), BORIS, 0.0),
)
PRESSES = {
    1: None,
    3: Pressed("cut", "", USERS[ANNA]),
    4: Pressed("play", "QH", USERS[ANNA]),
    5: Pressed("play", "KH", USERS[BORIS]),
}


def test_an_act_is_found_that_is_stored_as_another_card_or_as_somebody_elses_or_that_nobody_pressed() -> None:
    assert list(altered(EVENTS, USERS, PRESSES)) == []
    for wrong in (Pressed("play", "KC", USERS[BORIS]), Pressed("play", "KH", USERS[ANNA])):
        found = list(altered(EVENTS, USERS, {**PRESSES, 5: wrong}))
        assert len(found) == 2 and found[0].startswith("version 5: ('play', 'KH') by 22, and pressed was")
    for without in (5, 4):
        fewer = {version: press for version, press in PRESSES.items() if version != without}
        assert len(list(altered(EVENTS, USERS, fewer))) >= 1
    (unstored,) = altered(EVENTS[:-1], USERS, PRESSES)
    assert unstored.startswith("version 5: nothing of")


def test_a_hand_is_found_that_its_owner_never_held_or_that_lost_a_card_which_was_never_played() -> None:
    anna, boris = USERS[ANNA], USERS[BORIS]

    def found(user: UserId, *cards: str) -> list[str]:
        return list(unheld(EVENTS, USERS, [(user, frozenset(cards))]))

    assert not found(anna, "QH", "2C") and not found(anna, "2C") and not found(boris, "3C")
    assert not found(anna, "2C", "AS", "4C")  # with dummy's
    assert not found(anna, "2C", "AS")
    assert found(anna, "QH") and found(boris, "KH") and found(anna, "2C", "KH")


async def test_people_sit_down_in_a_server_of_the_soak_and_its_process_posts_with_its_number() -> None:
    command = (sys.executable, "-m", "tests.trials.cluster.bot")
    async with WatchedGround.open(command=command) as ground:
        assert isinstance(ground, WatchedGround)
        await ground.start_bot({**QUICK, "PROCESS": "7"})
        table = seat(ground, 0, 1)
        await table.sit_down()
        written = [one for one in ground.writes if one.kind is Kind.CREATE]
        assert {(one.process, one.channel) for one in written} >= {(7, table.channel)}


def test_a_write_is_found_that_is_another_processs_before_and_after_it_and_no_other() -> None:
    table, channel = TableId("t"), 7
    looks = [Look(at, at + 0.1, {table: holder}) for at, holder in ((1.0, 0), (2.0, 0), (3.0, 1), (4.0, 1))]

    def judged(process: int, at: float, where: int = channel) -> tuple[int, bool]:
        count, found = without_lease([Write(process, Kind.EDIT, where, at)], looks, {channel: table})
        return count, bool(found)

    assert judged(1, 1.5) == (1, True) and judged(0, 3.5) == (1, True) and judged(2, 2.5) == (1, True)
    assert judged(0, 1.5) == judged(1, 3.5) == judged(0, 2.5) == judged(1, 2.5) == (1, False)
    assert judged(1, 0.5) == judged(0, 4.5) == judged(1, 1.5, where=8) == (0, False)


def message(words: str, *presses: str) -> Json:
    row = [{"type": 2, "style": 1, "custom_id": one, "label": one} for one in presses]
    return {
        "components": [{"type": 10, "content": words}, *([{"type": 1, "components": row}] if row else [])]
    }


def test_a_message_is_found_that_stands_twice_is_missing_or_says_anything_else_than_it_must() -> None:
    lobby, result, room = message("### Rubber 1"), message("### Deal 1: 4"), message("### Rubber 2", "start")
    right = Screens(
        [("rubber 1", ("### Rubber 1",)), ("deal 1", ("### Deal 1: 4",))],
        [Shown.on(room)],
        {USERS[ANNA]: [Shown(("Your cards",), (("play:QH", "Q", False),))]},
    )
    assert list(right.wrong([lobby, result, room])) == []
    for stands in (
        [lobby, lobby, result, room],
        [lobby, room],
        [result, lobby, room],
        [lobby, message("### Deal 1: 5"), room],
        [lobby, result, message("### Rubber 2")],
        [lobby, result, message("### Rubber 2", "start", "join")],
    ):
        assert len(list(right.wrong(stands))) >= 1, stands
    panel = {"components": [{"type": 10, "content": "> Not yet.\nYour cards"}]}
    assert not right.panel_is_right(USERS[ANNA], panel)
    panel["components"] += [{"type": 2, "style": 1, "custom_id": "play:QH", "label": "Q"}]
    assert right.panel_is_right(USERS[ANNA], panel)

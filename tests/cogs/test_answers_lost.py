"""What somebody has done is told as if nothing had happened when the first answer was lost on its way.

Discord then delivers what they typed once more. It is found by its idempotency key, changes nothing, and is
answered with the words that the first answer had; without the key they would be refused what they have done.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from simcord.actors import MemberActor

from cogs import interactions
from rules.seats import Seat
from tests.cogs.evenings import begun
from tests.cogs.test_alone import finishes
from tests.cogs.test_score import GAME, SEATS, add_guest, opened, won
from tests.each import mostly_long
from tests.trials.stage.club import Club, club
from tests.trials.stage.seen import Screen, text_of

Who = Callable[[Club], MemberActor]


class Case(NamedTuple):
    ready: Callable[[Club], Awaitable[Any]]
    command: str
    options: Mapping[str, Any] = {}
    who: Who = lambda house: house.anna


async def nothing(house: Club) -> None: ...


async def one_sits(house: Club) -> None:
    await house.seated(house.anna)


async def two_sit(house: Club) -> None:
    await house.seated(house.anna, house.boris)


async def two_and_a_robot_sit(house: Club) -> None:
    await house.seated(house.anna, house.boris)
    await house.types(house.anna, "table robot")


async def paused(house: Club) -> None:
    await house.playing()
    await house.types(house.anna, "table pause")


async def one_card_is_played(house: Club) -> None:
    await house.playing(cards=2, ranked="none")


async def asked_back(house: Club) -> None:
    await one_card_is_played(house)
    await house.types(house.at(Seat.SOUTH), "turn", act="takeback")


async def alone(house: Club) -> None:
    await house.types(house.anna, "play", strength="easy", declare=True)


async def alone_and_called(house: Club) -> None:
    await alone(house)
    await house.types(house.anna, "declare", trumps="H")


async def alone_and_over(house: Club) -> None:
    await over_alone(house)


async def entered(house: Club) -> None:
    await opened(house)
    await house.types(house.anna, "score deal", **GAME)


async def rubber_entered(house: Club) -> None:
    await opened(house)
    await won(house)


async def lobby(house: Club) -> None:
    await house.types(house.anna, "evening open", rounds=2)


async def two_entered(house: Club) -> None:
    await lobby(house)
    for who in (house.anna, house.boris):
        await house.types(who, "evening join")


async def under_way(house: Club) -> None:
    await begun(house, house.anna, house.boris, rounds=2)


def seat(which: Seat) -> Who:
    return lambda house: house.at(which)


CASES: Final[Mapping[str, Case]] = {
    "open": Case(nothing, "table open"),
    "join": Case(two_sit, "table join", who=lambda house: house.clara),
    "robot": Case(two_sit, "table robot"),
    "unrobot": Case(two_and_a_robot_sit, "table robot", {"away": True}),
    "start": Case(Club.seated, "table start"),
    "option": Case(Club.seated, "table options", {"name": "hints", "value": "on"}),
    "strength": Case(two_sit, "table options", {"name": "robots", "value": "easy"}),
    "pause": Case(Club.playing, "table pause"),
    "resume": Case(paused, "turn", {"act": "resume"}),
    "leave": Case(two_sit, "table leave", who=lambda house: house.boris),
    "cut": Case(Club.begun, "turn", {"act": "cut 20"}, seat(Seat.EAST)),
    "declare": Case(Club.dealt, "declare", {"trumps": "H"}, seat(Seat.SOUTH)),
    "contre": Case(Club.declared, "contre", {}, seat(Seat.WEST)),
    "content": Case(Club.declared, "turn", {"act": "content"}, seat(Seat.WEST)),
    "play": Case(Club.playing, "play", {"card": "first"}, seat(Seat.WEST)),
    "hand": Case(Club.playing, "hand", {}, seat(Seat.WEST)),
    "takeback": Case(one_card_is_played, "turn", {"act": "takeback"}, seat(Seat.SOUTH)),
    "agree": Case(asked_back, "turn", {"act": "agree"}, seat(Seat.WEST)),
    "refuse": Case(asked_back, "turn", {"act": "refuse"}, seat(Seat.EAST)),
    "gather": Case(Club.renounced, "turn", {"act": "gather"}, seat(Seat.WEST)),
    "ask": Case(Club.renounced, "turn", {"act": "ask"}, seat(Seat.WEST)),
    "alone": Case(nothing, "play"),
    "alone, called": Case(alone, "declare", {"trumps": "H"}),
    "alone, taken back": Case(alone_and_called, "turn", {"act": "takeback"}),
    "alone, taken back by a step": Case(alone_and_called, "play", {"step": "back"}),
    "alone, again": Case(alone_and_over, "play", {"step": "again"}),
    "alone, to friends": Case(alone_and_over, "play", {"step": "friends"}),
    "compared": Case(alone_and_over, "play", {"step": "compared"}),
    "daily": Case(nothing, "daily"),
    "alone, another": Case(alone, "play", {"game": "vint", "strength": "easy"}),
    "score open": Case(nothing, "score open", {"game": "biritch", **dict.fromkeys(SEATS, "four")}),
    "score deal": Case(opened, "score deal", GAME),
    "score undo": Case(entered, "score undo"),
    "score confirm": Case(rubber_entered, "score confirm"),
    "score reject": Case(rubber_entered, "score confirm", {"reject": True}),
    "score next": Case(rubber_entered, "score next"),
    "score option": Case(opened, "score option", {"name": "rubber_bonus", "value": "50"}),
    "evening open": Case(nothing, "evening open", {"rounds": 2}),
    "evening join": Case(lobby, "evening join", {}, lambda house: house.boris),
    "evening leave": Case(two_entered, "evening leave", {}, lambda house: house.boris),
    "evening begin": Case(two_entered, "evening direct", {"what": "begin"}),
    "evening call": Case(under_way, "evening direct", {"what": "call"}),
    "alone, left": Case(alone, "table leave"),
    "save": Case(Club.seated, "table options", {"save": "Ours"}),
    "save and set": Case(Club.seated, "table options", {"save": "Ours", "name": "hints", "value": "on"}),
    "claim": Case(one_card_is_played, "turn", {"act": "claim 0"}, seat(Seat.WEST)),
    "last to leave": Case(one_sits, "table leave"),
    "forget": Case(two_sit, "privacy forget", {"sure": "yes"}),
    "evening called off": Case(under_way, "evening direct", {"what": "close"}),
    "remind": Case(nothing, "daily", {"what": "remind"}),
    "table show": Case(two_sit, "table show"),
    "table close": Case(one_sits, "table close"),
    "score close": Case(opened, "score close"),
    "evening close": Case(lobby, "evening direct", {"what": "close"}),
    "evening adjust": Case(under_way, "evening adjust", {"table": 1, "tricks": 7}),
}


def told(house: Club) -> list[str]:
    """Every answer that only one person sees, without what is another in every club."""
    answers = sorted((one for one in house.messages() if one.is_ephemeral), key=lambda one: one.id)
    texts = [text_of(one.content, one.components) for one in answers]
    return [re.sub(r"\d{17,20}|\b[0-9a-f]{8}\b", "id", one) for one in texts]


def said(house: Club) -> list[str]:
    """The text of every message there is, without ids, sorted."""
    texts = [text_of(one.content, one.components) for one in house.messages()]
    return sorted(re.sub(r"\d{17,20}|\b[0-9a-f]{8}\b", "id", one) for one in texts)


async def does(house: Club, case: Case, *, lost: bool) -> list[str]:
    await case.ready(house)
    before = len(told(house))
    await delivered(house, await on_its_way(house, case), lost=lost)
    return told(house)[before:]


async def on_its_way(house: Club, case: Case) -> list[dict[str, Any]]:
    """What is typed, on its way."""
    who, given = case.who(house), dict(case.options)
    if "card" in given:
        given["card"] = house.plays(who)[0]
    given |= {key: house.four[SEATS.index(key)] for key in given if key in SEATS}
    with house.held_up() as payloads:
        await who.slash(house.room, case.command, **given)
    return payloads


async def delivered(house: Club, payloads: list[dict[str, Any]], *, lost: bool) -> None:
    """Once, or once more since the first answer was lost."""
    if lost:
        before, house.wire.loses = len(told(house)), "/interactions/"
        house.env.inject_error("POST", "/interactions/*", status=500)
        await house.delivers(*payloads)
        assert len(told(house)) == before
        house.wire.loses = "nothing"
        house.env.backend.faults.clear()
    await house.delivers(*payloads)


@pytest.mark.parametrize("case", mostly_long(CASES, short=[*CASES][::3]))
async def test_what_is_delivered_again_since_its_answer_was_lost_is_answered_as_if_it_came_first(
    tmp_path: Path, case: str
) -> None:
    answers = []
    for lost in (False, True):
        async with club(tmp_path / f"{lost}.sqlite3") as house:
            answers.append(await does(house, CASES[case], lost=lost))
    assert answers[0] and answers[0] == answers[1]


Pressed = Callable[[Club], Awaitable[tuple[Screen, str]]]


async def a_guest_sits(house: Club) -> tuple[Screen, str]:
    names: dict[str, Any] = dict(zip(SEATS[:3], house.four, strict=False))
    pad = await house.types(house.anna, "score open", game="biritch", **names)
    return await add_guest(house, pad, "west", "Mr. Pole"), "seats-open::"


async def over_alone(house: Club) -> Screen:
    return await finishes(house, house.anna, await house.types(house.anna, "play", strength="easy"))


async def to_friends(house: Club) -> tuple[Screen, str]:
    over = await over_alone(house)
    return over, over.button("friends")


async def once_more(house: Club) -> tuple[Screen, str]:
    over = await over_alone(house)
    return over, over.button("again")


async def a_lobby(house: Club) -> tuple[Screen, str]:
    await house.types(house.boris, "table open")
    return house.screen(), house.screen().button("join")


async def two_in_a_lobby(house: Club) -> tuple[Screen, str]:
    await two_sit(house)
    return house.screen(), house.screen().button("robot")


async def a_robot_in_a_lobby(house: Club) -> tuple[Screen, str]:
    await two_and_a_robot_sit(house)
    return house.screen(), house.screen().button("unrobot")


async def one_leaves_a_lobby(house: Club) -> tuple[Screen, str]:
    await two_sit(house)
    return house.screen(), house.screen().button("leave")


async def others_hands(house: Club) -> tuple[Screen, str]:
    more = await house.presses(house.anna, await over_alone(house), "more")
    return more, more.button("compare")


async def own_hand(house: Club) -> tuple[Screen, str]:
    await house.playing()
    return house.screen(), house.screen().button("hand")


async def a_card_to_play(house: Club) -> tuple[Screen, str]:
    await house.playing()
    west = house.at(Seat.WEST)
    return house.panel(west), house.panel(west).button("play", house.plays(west)[0])


async def own_hand_without_a_token(house: Club) -> tuple[Screen, str]:
    """The press is acknowledged first, for a token of the table, and the hand follows."""
    seen = await own_hand(house)
    house.bot.services.posting.tokens._grips.clear()
    return seen


async def a_card_alone(house: Club) -> tuple[Screen, str]:
    await alone(house)
    hand = await house.types(house.anna, "declare", trumps="H")
    return hand, next(str(one["custom_id"]) for one in hand.buttons if str(one["custom_id"])[:5] == "play:")


async def a_challenge(house: Club) -> tuple[Screen, str]:
    """To the friend of who is challenged: they take it up, and have a page of their own beside."""
    called = await house.types(house.boris, "challenge", friend=house.anna)
    return called, next(one for one in (str(b["custom_id"]) for b in called.buttons) if one.endswith(":play"))


PRESSES: Final = (
    a_card_to_play,
    own_hand_without_a_token,
    a_card_alone,
    a_challenge,
    own_hand,
    a_guest_sits,
    to_friends,
    once_more,
    others_hands,
    a_lobby,
    two_in_a_lobby,
    a_robot_in_a_lobby,
    one_leaves_a_lobby,
)


async def on_their_way(house: Club, case: str | Pressed) -> list[dict[str, Any]]:
    """What is typed, or pressed by who reads the direct message with the button or, in a channel, by Anna."""
    if isinstance(case, str):
        await CASES[case].ready(house)
        return await on_its_way(house, CASES[case])
    seen, custom_id = await case(house)
    readers = [one.user for one in house.four if seen.channel == one.user.dm_channel.id]
    with house.held_up() as payloads:
        await (readers[0] if readers else house.anna).click(seen.message, custom_id=custom_id)
    return payloads


@pytest.mark.parametrize("ready", mostly_long(PRESSES, short=[*PRESSES][::3]))
async def test_a_press_that_is_delivered_again_since_its_answer_was_lost_is_answered_as_if_it_came_first(
    tmp_path: Path, ready: Pressed
) -> None:
    answers = []
    for lost in (False, True):
        async with club(tmp_path / f"{lost}.sqlite3") as house:
            payloads = await on_their_way(house, ready)
            before = said(house)
            await delivered(house, payloads, lost=lost)
            answers.append(said(house))
            assert answers[-1] != before
    assert answers[0] == answers[1]


async def test_an_answer_that_discord_has_though_its_reply_was_lost_is_one_that_has_arrived(
    house: Club,
) -> None:
    """A hand follows the play, a panel is drawn by its answer alone, and nothing counts as unanswered."""
    await house.playing()
    house.wire.forgets = "/callback"
    west = house.at(Seat.WEST)
    hand = await house.types(west, "hand")
    before = len(house.env.http_requests)
    await house.presses(west, panel := house.panel(west), "play", house.plays(west)[0])
    asked = [one.path for one in house.env.http_requests[before:] if one.method == "PATCH"]
    house.wire.forgets = "nothing"
    assert house.cards_played == 1 and not [one for one in asked if one.endswith(f"/{panel.message.id}")]
    await house.plays_a_card()
    assert house.seen(hand.message).text == (await house.types(west, "hand")).text
    assert "biritch_interactions_unanswered_total 0.0\n" in house.bot.measures.exposition().decode()


@pytest.fixture
def late(house: Club, monkeypatch: pytest.MonkeyPatch) -> Club:
    """Discord takes each first answer at once, and says so when nobody waits for that any more."""
    monkeypatch.setattr(interactions, "ANSWER_WITHIN", 0.05)
    house.wire.keeps = "/callback"
    return house


@pytest.mark.parametrize("case", mostly_long([*CASES, *PRESSES], short=[*CASES][::5]))
async def test_what_discord_is_late_to_take_is_answered_and_followed_as_if_it_had_said_so_in_time(
    tmp_path: Path, case: str | Pressed, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = []
    for late in (False, True):
        async with club(tmp_path / f"{late}.sqlite3") as house:
            payloads = await on_their_way(house, case)
            if late:
                monkeypatch.setattr(interactions, "ANSWER_WITHIN", 0.05)
                house.wire.keeps = "/callback"
            await house.delivers(*payloads)
            house.wire.keeps = "nothing"
            monkeypatch.undo()
            await goes_on(house)
            rooms.append(said(house))
    assert rooms[0] == rooms[1]


LOST: Final = (("loses", 1), ("loses", 2), ("forgets", 1), ("hangs", 1))
"""What becomes of how many of the answers to a press that is delivered twice at a time. The second delivery
answers while the first one tries again or waits, or the first has been answered and does not know."""
TWICE: Final = [*PRESSES, *(one for one in CASES if one != "daily")]
"""The pack of a day's deal is drawn by each delivery that asks for it first."""
FLEETING: Final = re.compile(r"<t:\d+:R>|^> (The trick is gathered|You have asked your partner)\.\n")
"""What depends on when exactly a hand is drawn."""


@pytest.mark.parametrize("case", mostly_long(TWICE, short=[*PRESSES[:4], *CASES][::7]))
async def test_what_is_delivered_twice_and_loses_answers_is_on_the_screens_as_if_it_had_come_once(
    tmp_path: Path, case: str | Pressed
) -> None:
    rooms = []
    for fault, struck in (("", 0), *LOST):
        async with club(tmp_path / f"{fault}{struck}.sqlite3") as house:
            payloads = await on_their_way(house, case)
            with house.at_once():
                if fault:
                    setattr(house.wire, fault, "/callback")
                    house.wire.struck = struck
                await house.delivers(*payloads, *(payloads if fault else ()))
            await house.env.settle()
            seen = said(house)
            await goes_on(house)
            rooms.append([sorted(FLEETING.sub("", one) for one in when) for when in (seen, said(house))])
        assert rooms[-1] == rooms[0], (fault, struck)


@pytest.mark.parametrize("ready", [a_card_to_play, own_hand_without_a_token, a_card_alone])
async def test_of_a_press_that_discord_lets_no_delivery_answer_it_is_asked_once_and_sent_nothing(
    house: Club, ready: Pressed
) -> None:
    """Nobody knows where a hand would stand that is sent by its token."""
    payloads, before = await on_their_way(house, ready), len(house.env.http_requests)
    house.wire.hangs = "/callback"
    with house.at_once():
        await house.delivers(*payloads, *payloads)
    await house.env.settle()
    by_token = [one.method for one in house.env.http_requests[before:] if one.path.startswith("/webhooks/")]
    assert by_token == ["GET"]


async def goes_on(house: Club) -> None:
    """Everybody does what they may, as far as they may: all that follows the table follows it."""
    for who in house.four:
        await house.types(who, "table join")
        await house.types(who, "turn", act="content")
        if house.bot.services.tables.stream_in(house.room.id) is not None:
            for card in house.plays(who)[:1]:
                await house.types(who, "play", card=card)


async def test_who_asks_for_the_rules_has_them_though_discord_took_long_to_take_their_press(
    house: Club, request: pytest.FixtureRequest
) -> None:
    """The press is acknowledged first, for a token of the table, and the rules follow."""
    await house.open()
    house.bot.services.posting.tokens._grips.clear()
    request.getfixturevalue("late")
    before, table = len(house.env.http_requests), house.screen()
    await house.anna.click(table.message, custom_id=table.button("rules"))
    after = [one.path.split("/")[1] for one in house.env.http_requests[before:] if one.method == "POST"]
    assert after == ["interactions", "webhooks"]


async def test_who_takes_a_challenge_up_has_their_own_page_though_discord_took_long_to_take_their_press(
    house: Club, request: pytest.FixtureRequest
) -> None:
    called = await house.types(house.anna, "challenge", friend=house.boris)
    button = next(
        one for one in map(str, (one["custom_id"] for one in called.buttons)) if one.endswith(":play")
    )
    request.getfixturevalue("late")
    before = len(house.env.http_requests)
    await house.boris.click(called.message, custom_id=button)
    after = [one.method for one in house.env.http_requests[before:] if one.path.startswith("/webhooks/")]
    assert house.boris.mention in house.seen(called.message).text
    assert after == ["GET", "PATCH", "POST"], "found, and drawn once more, by its token, and then the page"

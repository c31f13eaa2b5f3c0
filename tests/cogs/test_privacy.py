"""``/privacy``: what people are told of themselves, and that they are forgotten."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rules.seats import RobotMember, Seat
from rules.table.requests import CutPack
from storage.ports.records import UserId
from tests.cogs.test_record import files
from tests.trials.stage.club import Club
from tests.trials.stage.happenings import files_in, inside, rows
from tests.trials.stage.seen import walk


async def kept(house: Club) -> str:
    """Everything in the database, as text."""
    return repr(await inside(house.store, rows))


async def test_a_person_is_told_in_short_and_as_a_file_all_that_is_kept_of_them(house: Club) -> None:
    await house.playing(cards=3)
    await house.types(house.anna, "me")
    shown = await house.types(house.anna, "privacy show")
    assert shown.private and str(house.anna.id) in shown.text
    assert "tables and score sheets: 1, of which open: 1" in shown.text
    given = await house.types(house.anna, "privacy export")
    assert given.private
    (body,) = files(house, given).values()
    known: dict[str, Any] = json.loads(body)
    assert known["user"] == str(house.anna.id)
    (place,) = known["tables and score sheets"]
    assert place["server"] == str(house.guild.id) and place["acts"] > 0
    assert known["settings"] == {"locale": "en-US"}
    assert str(house.boris.id) not in body
    assert re.search(r"card|hand|seed", body) is None  # hidden cards are nobody's to export


async def test_the_file_has_every_row_in_which_the_persons_number_stands(house: Club) -> None:
    """The number itself is taken out of the database row by row: what is left without it is not theirs."""
    await house.playing()
    await house.plays_out_the_deal_quietly()
    store, user = house.store, UserId(house.anna.id)
    tables = await inside(store, rows)
    theirs = {name for name, found in tables.items() if str(int(user)) in repr(found)}
    assert theirs <= {"person", "dm", "preference", "standing", "rating", "result", "deed", "best_deal"}
    known = await store.people.known(user)
    assert len(known["deeds"]) == sum(str(int(user)) in repr(row) for row in tables["deed"])


async def test_who_is_forgotten_has_left_and_no_trace_of_their_number_is_kept(
    house: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """The copy of their hand that they have open follows the table no longer."""
    await house.playing(cards=3)
    await house.types(house.anna, "hand")
    number = str(house.anna.id)
    assert number in await kept(house)
    answer = await house.types(house.anna, "privacy forget", sure="yes")
    assert answer.private and "You are forgotten" in answer.text
    assert number not in await kept(house)
    assert UserId(house.anna.id) not in house.table.people.values()
    assert not house.table.belongs(UserId(house.anna.id))
    assert f"<@{number}>" not in house.screen().text
    await house.types(house.boris, "table pause")
    assert number not in await kept(house)
    assert [one.getMessage() for one in caplog.records if one.levelname == "ERROR"] == []
    await house.restart()
    await house.types(house.anna, "table join")  # as somebody new
    assert number in await kept(house)


async def test_no_file_of_the_bots_has_the_name_of_anybody_who_plays(house: Club, tmp_path: Path) -> None:
    zephyrine = house.guild.add_member(house.env.create_user("zephyrine"))
    await house.types(zephyrine, "me")
    await house.types(zephyrine, "table open", game="biritch")
    await house.types(house.boris, "table join")
    await house.types(zephyrine, "score open", game="biritch")
    assert str(zephyrine.id) in await kept(house)
    assert {name for name, body in files_in(tmp_path).items() if b"zephyrine" in body.lower()} == set()


async def test_whoever_only_looks_after_they_are_forgotten_is_not_kept_again_until_they_choose_or_play(
    house: Club,
) -> None:
    await house.playing(cards=5)
    number = str(house.anna.id)
    await house.types(house.anna, "privacy forget", sure="yes")
    for command, options in {
        "privacy show": {},
        "privacy export": {},
        "help": {},
        "rules": {"about": "robots"},
        "deal score": {},
        "deal last": {},
        "hand": {},
        "stats": {},
        "leaderboard": {},
        "me": {},
        "deal why": {},
        "evening show": {"what": "standings"},
        "table leave": {},
        "score sheet": {},
    }.items():
        await house.types(house.anna, command, **options)  # type: ignore[arg-type]
        assert number not in await kept(house), command
    table = house.screen()
    for verb in sorted(table.verbs() & {"score", "last", "hand"}):
        await house.presses(house.anna, table, verb)
        assert number not in await kept(house), verb
    await house.types(house.anna, "table open", channel=house.parlour)
    assert (await house.store.preferences.choices(f"user:{number}")) == {"locale": "en-US"}


async def test_a_choice_of_somebody_who_never_played_is_kept_with_their_locale(house: Club) -> None:
    shown = await house.types(house.ivan, "me")
    owner = f"user:{house.ivan.id}"
    assert await house.store.preferences.choices(owner) == {}
    first = next(one for one in walk(shown.message.components) if one["type"] == 3)  # type: ignore[arg-type]
    other = next(one["value"] for one in first["options"] if not one.get("default"))
    chosen = await house.ivan.select(shown.message, custom_id=first["custom_id"], values=[other])
    assert chosen.acknowledged
    assert len(await house.store.preferences.choices(owner)) == 2


async def test_who_is_forgotten_between_rubbers_leaves_an_empty_chair(house: Club) -> None:
    await house.types(house.anna, "table open", game="biritch")
    await house.types(house.boris, "table join")
    await house.types(house.boris, "privacy forget", sure="yes")
    assert str(house.boris.id) not in await kept(house)
    assert len(house.table.state.members) == 1


async def test_who_has_seen_a_hand_and_was_forgotten_takes_no_other_chair_of_that_deal(house: Club) -> None:
    """Nor does anybody else who comes: they could be the same. From the next deal on they play."""
    await house.types(house.anna, "table open", game="biritch")
    await house.types(house.boris, "table join")
    await house.types(house.anna, "table start")
    with house.inside():
        while house.table.state.deal is None:
            await house.bot.services.tables.act(house.table.id, None, CutPack(26, ""))
    await house.env.settle()
    rubber = house.table.state.rubber
    assert rubber is not None and house.table.state.deal is not None
    free = [seat for seat in Seat if isinstance(rubber.seats.of(seat), RobotMember)]
    await house.types(house.anna, "privacy forget", sure="yes")
    for who, seat in zip((house.anna, house.clara), free, strict=True):
        await house.types(who, "table join", chair=seat.letter)
        rubber = house.table.state.rubber
        assert rubber is not None and isinstance(rubber.seats.of(seat), RobotMember)
        assert {one for one, _ in rubber.reserved} >= {seat}, "from the next deal on"
    await house.restart()
    assert house.table.state.rubber == rubber, "as the events alone make it"

"""The record and the proof of a deal over Discord: a deal that is over as files, and its proof."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from cogs.after import _files
from rules.cards import Hand
from rules.frozen import replace
from rules.record.reading import read_records
from rules.seats import Seat
from rules.table.requests import CloseTable
from screens.words import after as words
from screens.words.refusals import DEAL_GOES_ON, NO_DEAL_YET, NO_SUCH_DEAL
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Answer

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "how-to/check-a-deal.md"


def files(house: Club, answer: Answer) -> dict[str, str]:
    """The text of every file that was sent with an answer, by its name."""
    stored = house.stored(answer)
    found = {str(one["filename"]): house.env.backend.cdn.get(one["url"]) for one in stored.attachments}
    return {name: body.decode() for name, body in found.items() if body is not None}


async def test_a_deal_is_given_as_files_once_it_is_over_and_to_anybody_in_the_channel(house: Club) -> None:
    await house.playing(cards=51)
    early = await house.types(house.ivan, "deal", show="record")
    assert early.private and early.text == NO_DEAL_YET()
    await house.plays_a_card()
    shown = await house.types(house.ivan, "deal", show="record")
    assert shown.private and shown.text.startswith("**The record of deal 1.** The text and the JSON hold")
    assert files(house, shown) == {}
    given = await house.presses(house.ivan, shown, "record")
    assert given.private and given.text == "The record of deal 1."
    found = files(house, given)
    in_short = shown.text.split("```")[1].removesuffix("\n…\n").split()  # without the columns of the file
    assert len(in_short) > 60 and in_short == found["deal-1.txt"].split()[: len(in_short)]
    assert set(found) == {"deal-1.txt", "deal-1.json", "deal-1.pbn", "deal-1.lin"}
    last = house.table.state.last
    assert last is not None
    (record,) = read_records(found["deal-1.txt"])
    assert record.deal.hands == last.hands and record.deal.tricks == last.tricks
    (told,) = json.loads(found["deal-1.json"])
    rows = re.findall(
        r"^\| (`\w+`(?:, `\w+`)*) \|", (DOCS / "reference/records.md").read_text("utf-8"), re.MULTILINE
    )
    assert set(re.findall(r"\w+", " ".join(rows))) == set(told)
    assert Hand.of(map(_card, told["hands"]["N"])) == last.hands.north
    assert '[Contract "1H"]' in found["deal-1.pbn"]


def _card(name: str) -> Any:
    (card,) = Hand.parse(name)
    return card


async def test_the_record_of_a_rubber_holds_its_deals_that_are_over_and_no_card_of_the_one_in_play(
    house: Club,
) -> None:
    await house.playing()
    await house.plays_out_the_deal_quietly()
    await house.goes_on()
    assert (await house.types(house.anna, "deal", show="record", deal=2)).text == DEAL_GOES_ON()
    assert (await house.types(house.anna, "deal", show="verify", deal=2)).text == DEAL_GOES_ON()
    assert (await house.types(house.anna, "deal", show="verify", deal=9)).text == NO_SUCH_DEAL()
    await house.plays_out_the_deal_quietly()
    await house.goes_on()
    shown = await house.types(house.anna, "deal", show="rubber")
    found = files(house, await house.presses(house.anna, shown, "record"))
    assert [one.deal.number for one in read_records(found["deals-1-2.txt"])] == [1, 2]
    assert [one["deal"] for one in json.loads(found["deals-1-2.json"])] == [1, 2]
    first = await house.types(house.anna, "deal", show="record", deal=1)
    given = files(house, await house.presses(house.anna, first, "record"))
    (record,) = read_records(given["deal-1.txt"])
    forms = ("txt", "json", "pbn", "lin")
    assert record.deal.number == 1 and set(given) == {f"deal-1.{one}" for one in forms}
    third = replace(record, deal=replace(record.deal, number=3))
    second = replace(record, deal=replace(record.deal, number=2))
    assert set(_files([record, second, third])) == {f"deals-1-3.{one}" for one in forms}


async def test_the_program_in_the_documentation_deals_a_real_deal_again(house: Club) -> None:
    """The line that ``/deal show: verify`` gives is run with the program of the page, as a reader would."""
    await house.playing(cards=51)
    await house.plays_a_card()
    short = await house.types(house.ivan, "deal", show="verify")
    assert short.private and short.text == "✅ **Deal 1: dealt just as it was sealed before the cut.**"
    told = await house.presses(house.ivan, short, "verify")
    assert told.message.id == short.message.id and words.verified(1, sealed=True, dealt=True) in told.text
    last = house.table.state.last
    assert last is not None and last.commitment in told.text and last.seed in told.text
    program = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[0]
    (line,) = re.findall(r"```python\nprint\((.*)\)\n```", told.text)
    known: dict[str, Any] = {}
    exec(program, known)
    hands = eval(line, known)
    for seat in Seat:
        assert set(hands[seat.letter]) == {str(card) for card in last.hands.of(seat)}
    assert not any(one in program for one in ("bot", "rules", "screens"))
    assert len(program.splitlines()) <= 45


async def test_of_a_table_where_play_goes_the_other_way_it_is_said_who_east_and_west_of_the_record_are(
    house: Club,
) -> None:
    for direction, said in (("clockwise", False), ("counterclockwise", True)):
        await house.dealt("whist_modern", direction=direction)
        await house.plays_out_the_deal_quietly()
        shown = await house.types(house.ivan, "deal", show="record")
        assert (words.RECORD_TURNED() in shown.text) is said
        await house.acts(None, CloseTable())

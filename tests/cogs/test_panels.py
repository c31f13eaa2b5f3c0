"""Where a press may stand, and what is then drawn, by which way: every place with every kind of press."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from simcord.actors import MemberActor

from bot.tables.open_table import OpenTable
from rules.calls import Bid, Pass, Play
from rules.games.auctions import CONTRACT
from rules.tricks import Strain
from rules.view import SeatView
from screens.presses import Press
from storage.ports.records import UserId
from tests.cogs.test_alone import table_of
from tests.cogs.test_two_taps import choosing
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Screen


class Stands(Enum):
    PANEL = "their panel in direct messages"
    TABLE = "the table's message"
    COPY = "a hand that they alone see"
    ALONE = "the message of a game that they play alone"
    BUSY_PANEL = "their panel, of which an edit is under way"
    BUSY_TABLE = "the table's message, of which an edit is under way"
    LEFT = "a message that the table has left behind"


DRAWN: Final = "the answer draws the message"
NEW: Final = "the answer is a new message"
FOLLOWS: Final = "a new message follows the answer"
NOTHING: Final = "the answer draws nothing"
CALLBACKS: Final = {4: NEW, 6: NOTHING, 7: DRAWN}

OWN: Final = {"hand": DRAWN, "level": DRAWN, "late": DRAWN, "low": DRAWN, "bid": DRAWN}
ANOTHERS: Final = {"hand": NEW, "level": NEW, "late": NEW, "low": NEW, "bid": NEW}
IN_AN_AUCTION: Final = {
    Stands.PANEL: OWN,
    Stands.TABLE: {**ANOTHERS, "hand": FOLLOWS, "bid": DRAWN},  # the first press gives the message its token
    Stands.COPY: OWN,
    Stands.ALONE: OWN,
    Stands.BUSY_PANEL: {**OWN, "hand": NOTHING, "level": NEW, "bid": NOTHING},
    Stands.BUSY_TABLE: {**ANOTHERS, "bid": NOTHING},
    Stands.LEFT: ANOTHERS,
}
OF_A_MARK: Final = {
    Stands.PANEL: DRAWN,
    Stands.TABLE: FOLLOWS,
    Stands.COPY: DRAWN,
    Stands.ALONE: DRAWN,
    Stands.BUSY_PANEL: NOTHING,
    Stands.BUSY_TABLE: NEW,
    Stands.LEFT: NEW,
}


async def begins(house: Club, stands: Stands, alone: str) -> tuple[MemberActor, Screen, OpenTable]:
    """Who is to act, a message that stands there, and the table it is of; ``alone`` is the game that is
    played alone."""
    table = house.table
    if stands in (Stands.BUSY_PANEL, Stands.BUSY_TABLE):
        house.wire.hangs = "/messages/"
        await house.acts(house.to_act(), house._calmly(house.to_act()))
    who = house.to_act()
    match stands:
        case Stands.PANEL | Stands.BUSY_PANEL:
            return who, house.panel(who), table
        case Stands.TABLE | Stands.BUSY_TABLE:
            return who, house.screen(), table
        case Stands.COPY:
            return who, await house.types(who, "hand"), table
        case Stands.LEFT:
            left = house.screen()
            await house.types(who, "table show", channel=house.parlour)
            return who, left, table
        case Stands.ALONE:
            seen = await house.writes(house.ivan, "play", game=alone, strength="easy")
            return house.ivan, seen, await table_of(house, house.ivan)


async def way_of(house: Club, who: MemberActor, seen: Screen, press: Press) -> str:
    """What is drawn for whoever presses. Nothing but the answer draws the message that they press."""
    before = len(house.env.http_requests)
    await house.presses_late(who, seen, str(press))
    asked = house.env.http_requests[before:]
    (answer,) = (one.json["type"] for one in asked if one.json and one.path.startswith("/interactions/"))
    assert not any(one.path.endswith(f"/{seen.message.id}") for one in asked if one.method == "PATCH")
    follows = any(one.path.startswith("/webhooks/") for one in asked if one.method == "POST")
    return FOLLOWS if follows else CALLBACKS[answer]


def presses_on(table: OpenTable, view: SeatView) -> Mapping[str, Press]:
    """One of each kind, of which the last alone is an act that is taken."""
    deal = view.deal
    assert deal is not None
    at = table.id, deal.number, deal.point
    bid = next(one for one in view.options if isinstance(one, Bid))
    return {
        "hand": Press("hand", table.id),
        "level": Press("level", *at, str(bid.odd)),
        "late": Press("call", table.id, deal.number, deal.point + 9, "pass"),
        "low": Press("call", *at, "bid:0N"),
        "bid": Press("call", *at, f"bid:{bid}"),
    }


async def test_a_press_draws_by_its_answer_what_stands_where_it_was_made_if_that_is_kept_and_free(
    house: Club,
) -> None:
    await house.dealt(CONTRACT.key)
    drawn: dict[Stands, dict[str, str]] = {}
    for stands in Stands:
        who, seen, table = await begins(house, stands, CONTRACT.key)
        drawn[stands], before = {}, table.version
        for name, press in presses_on(table, table.view(UserId(who.id))).items():
            assert table.version == before, f"{name} was to do nothing"
            drawn[stands][name] = await way_of(house, who, seen, press)
        assert table.version > before
        house.wire.hangs = "nothing"
    assert drawn == IN_AN_AUCTION


async def test_a_card_is_marked_on_the_hand_on_which_it_was_pressed_if_that_is_free(house: Club) -> None:
    await house.dealt(CONTRACT.key)
    async with house._quiet() as does:
        await does(house.to_act(), Bid(1, Strain.HEARTS))
        for _ in range(2):
            await does(house.to_act(), Pass())
    await house.types(house.to_act(), "pass")
    for who in house.everybody:
        await choosing(house, who)
    drawn: dict[Stands, str] = {}
    for stands in Stands:
        who, seen, table = await begins(house, stands, "whist_english")
        view = table.view(UserId(who.id))
        deal, cards = view.deal, [one.card for one in view.options if isinstance(one, Play)]
        assert deal is not None
        another = str(cards[len(drawn) % len(cards)])  # the same would be played
        press = Press("play", table.id, deal.number, deal.cards_gone, another)
        before = table.version
        drawn[stands] = await way_of(house, who, seen, press)
        assert table.version == before
        house.wire.hangs = "nothing"
    assert drawn == OF_A_MARK

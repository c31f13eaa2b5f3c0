"""A deal of the past whose record was changed behind the bot's back is not shown as if it were true."""

from __future__ import annotations

from itertools import pairwise

from screens.words.refusals import DEAL_DAMAGED, SET_ASIDE
from storage.ports.records import Slot, SlotKind
from tests.cogs.evenings import begun, comes, messages_in, tables, text_of, the_evening
from tests.cogs.test_after import house_id, over
from tests.solver import needs_solver
from tests.trials.stage.club import Club

SWAPPED = """
    UPDATE event SET body = replace(replace(replace(body, ?2, '?'), ?3, ?2), '?', ?3)
    WHERE table_id = ?1 AND kind = 'card_played' AND (instr(body, ?2) OR instr(body, ?3))
"""
"""Two cards of one suit and hand, each played when the other was: a deal that might have been played."""
OF_A_DEAL = ("points", "tricks", "replay", "picture", "verify", "record", "analyse", "why")


async def swapped(house: Club, deals: int = 1) -> None:
    deal = house.table.state.last
    assert deal is not None
    one, other = next(pair for pair in pairwise(deal.hands.north) if pair[0].suit is pair[1].suit)
    changed = await house.store._database.alone(  # type: ignore[attr-defined]
        lambda db: db.execute(SWAPPED, (house.table.id, str(one), str(other))).rowcount
    )
    assert changed == 2 * deals


def the_log_tells_of_deal_one(house: Club) -> None:
    told = f"deal 1 of table {house.table.id} cannot be shown: BrokenChain"
    assert house.errors and all(line.startswith(told) for line in house.errors)
    house.errors.clear()


@needs_solver
async def test_whatever_shows_a_past_deal_says_that_its_record_was_changed(thinking: Club) -> None:
    """The hands are those that were dealt, and the play is lawful: only the chain of hashes tells."""
    house = thinking
    shown = await over(house)
    await swapped(house)
    for command in ("verify", "record", "replay", "picture", "analyse", "why"):
        answer = await house.types(house.ivan, "deal", show=command, deal=1)
        assert answer.private and answer.text == DEAL_DAMAGED(deal=1), command
    damaged = DEAL_DAMAGED(deal=1)
    assert (await house.presses(house.ivan, shown, "more")).text == damaged
    for verb in OF_A_DEAL:
        pressed = await house.presses_late(house.ivan, shown, f"{verb}:{house_id(shown)}:1")
        assert pressed.text == damaged, verb
    the_log_tells_of_deal_one(house)
    assert (await house.types(house.anna, "table show")).text  # the table goes on
    await house.types(house.at(house.table.state.pack.cutter), "turn", act="cut")  # type: ignore[union-attr]
    assert house.table.state.deals == 2


async def test_a_result_whose_deal_was_changed_stands_as_it_was_shown(house: Club) -> None:
    """It is drawn from the log once a later deal is over."""
    await over(house)
    await swapped(house)
    await house.goes_on()
    await house.plays_out_the_deal_quietly()
    assert await house.bot.services.drawing.draw(house.table, Slot(SlotKind.DEAL, 1)) is None
    assert await house.bot.services.drawing.draw(house.table, Slot(SlotKind.DEAL, 2)) is not None
    the_log_tells_of_deal_one(house)


async def test_where_the_end_of_a_rubber_cannot_be_shown_the_lobby_stands_in_its_place(house: Club) -> None:
    await house.playing()
    await house.plays_out_the_rubber()
    await swapped(house, house.table.state.last_number)
    await house.types(house.ivan, "table show")
    assert {"join", "leave", "start", "rules", "options"} <= house.screen().verbs()
    assert house.errors and all("cannot be shown: BrokenChain" in line for line in house.errors)
    house.errors.clear()
    await house.presses(house.anna, house.screen(), "start")
    assert house.table.state.rubbers == 2
    house.errors.clear()


async def test_a_rubber_whose_first_deal_was_changed_shows_its_result_without_its_best_moment(
    house: Club,
) -> None:
    await over(house)
    await swapped(house)
    await house.goes_on()
    await house.plays_out_the_rubber()
    shown = [house.seen(message) for message in house.room.history()]
    (won,) = [one for one in shown if "win the rubber" in one.text]
    assert won.verbs() == {"start", "more", "lobby"}
    told = [f"deal {deal} of table {house.table.id} cannot be shown: BrokenChain" for deal in (2, 3)]
    assert [line.partition("(")[0] for line in house.errors] == told
    house.errors.clear()


async def test_at_an_evening_all_are_told_of_a_damaged_table_and_how_it_is_helped(house: Club) -> None:
    """In the sentence with which a table of its own is told of; until the director has said what it counts
    for."""
    await begun(house, *house.four, rounds=2)
    (table,) = tables(house)
    await house.store._database.alone(  # type: ignore[attr-defined]
        lambda db: db.execute("UPDATE event SET at = at + 1 WHERE table_id = ?1 AND version = 3", (table.id,))
    )
    await house.restart()
    told = f"**Table 1.** {SET_ASIDE()} The director says with `/evening adjust` what its deal counts for."
    assert told in await comes(house, "**Table 1.**")
    messages = [text_of(one) for one in messages_in(house, house.room.id)]
    assert f"<@{house.anna.id}>, you direct this evening:\n{told}" in messages
    where = await house.types(house.boris, "evening show", what="table")
    assert where.text.endswith(told)
    house.errors.clear()
    await house.types(house.anna, "evening adjust", table=1, tricks=8)
    await house.env.advance_time(60)
    assert not any("**Table 1.**" in text_of(one) for one in messages_in(house, house.room.id))
    assert len(the_evening(house).state.scored) == 1
    house.errors.clear()

"""Leaks by when something is done, to be planted in the bot."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from copy import copy
from typing import Any, Final

from bot.messages.drawing import Drawing
from bot.tables.robots import RobotFollower
from bot.tables.service import Tables
from cogs import finding
from robots.law.revoke import only_following
from rules.seats import Seat
from rules.table.seen import seen
from rules.table.table import Table
from rules.view import May, SeatView
from tests.trials.stage.seams import Function, Seam


def is_strong(table: Table, seat: Seat) -> bool:
    deal = table.deal
    return deal is not None and deal.playing is not None and any(one.rank == 14 for one in deal.left(seat))


def next_is_strong(table: Table) -> bool:
    """Whether the hand after the one that is due has an ace."""
    playing = table.deal.playing if table.deal is not None else None
    return playing is not None and is_strong(table, playing.to_act.left)


def honours(view: SeatView) -> int:
    return sum(one.rank >= 11 for one in view.own.left) if view.own is not None else 0


def robots_after(delay: Callable[[Any, SeatView, Table, float], float]) -> Seam:
    """Robots act after so many seconds, by what they see, what they do not, and when they else act."""

    def delayed(act: Function) -> Function:
        async def acting(self: Any, table: Any, seat: Seat, robot: Any) -> None:
            view, later = only_following(seen(table.state, seat)), copy(self)
            later._sleep = lambda seconds: self._sleep(delay(self, view, table.state, seconds))
            await act(later, table, seat, robot)

        return acting

    return Seam(RobotFollower, "_act_for_robot", delayed)


def as_soon_as_thought(act: Function) -> Function:
    async def acting(self: Any, table: Any, seat: Seat, robot: Any) -> None:
        ready, eager = asyncio.Event(), copy(self)

        async def sleep(seconds: float) -> None:
            ways = [asyncio.ensure_future(one) for one in (self._sleep(seconds), ready.wait())]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()

        async def found(*given: Any) -> Any:
            answers = await self._ready(*given)
            ready.set()
            return answers

        eager._sleep, eager._ready = sleep, found
        await act(eager, table, seat, robot)

    return acting


def later_if_next_is_strong(seconds: float, state: Callable[..., Any]) -> Callable[[Function], Function]:
    """``state`` finds the table, of what the function is given."""

    def delayed(does: Function) -> Function:
        async def doing(*given: Any, **named: Any) -> Any:
            table = state(*given, **named)
            await asyncio.sleep(seconds * (table is not None and next_is_strong(table)))
            return await does(*given, **named)

        return doing

    return delayed


def acted_at(tables: Any, table_id: Any, who: Any, *_: Any, **__: Any) -> Table | None:
    """Where a person acts at a table in memory."""
    table = tables._open.get(table_id)
    return table.state if isinstance(who, int) and table is not None else None


def typed_at(interaction: Any) -> Table | None:
    tables = interaction.client.services.tables
    table = tables._open.get(tables.stream_in(interaction.channel_id))
    return table.state if table is not None else None


def shown_later(show: Function) -> Function:
    async def showing(self: Any, table: Any, *given: Any) -> Any:
        deal = table.state.deal
        due = deal.playing.to_act if deal is not None and deal.playing is not None else None
        await asyncio.sleep(0.3 * (due is not None and is_strong(table.state, due)))
        return await show(self, table, *given)

    return showing


def refused_later(act: Function) -> Function:
    async def acting(self: Any, table_id: Any, who: Any, request: Any, **named: Any) -> Any:
        table, card = acted_at(self, table_id, who), getattr(request, "card", None)
        if table is not None and table.deal is not None and table.deal.playing is not None:
            held = table.deal.left(table.deal.playing.to_act.left)
            await asyncio.sleep(0.3 * (card is not None and card in held))
        return await act(self, table_id, who, request, **named)

    return acting


def by_a_long_suit(robots: Any, view: SeatView, _: Table, seconds: float) -> float:
    held = view.own.left if view.own is not None else ()
    long = max((len(held.suit(one.suit)) for one in held), default=0) > 3  # type: ignore[union-attr]
    return seconds * robots._random.choice((0.5, 1.5)) if long else seconds


DELAYS: Final[dict[str, Seam]] = {
    "a robot that has a choice plays later": robots_after(
        lambda _, view, __, seconds: seconds + 0.3 * (len(view.options) > 1)
    ),
    "a robot with an ace plays later": robots_after(
        lambda _, view, __, seconds: (
            seconds + 0.3 * (view.own is not None and any(one.rank == 14 for one in view.own.left))
        )
    ),
    "a robot plays later by each honour": robots_after(
        lambda _, view, __, seconds: seconds + 0.1 * honours(view)
    ),
    "a robot that must play one card plays at once": robots_after(
        lambda _, view, __, seconds: 0.05 if len(view.options) == 1 else seconds
    ),
    "a robot with a long suit plays now sooner, now later": robots_after(by_a_long_suit),
    "a robot plays later if the next hand has an ace": robots_after(
        lambda _, view, state, seconds: (
            seconds + 0.3 * (view.viewer is not None and is_strong(state, view.viewer.left))
        )
    ),
    "a robot with honours answers a claim later": robots_after(
        lambda _, view, __, seconds: seconds + 0.3 * honours(view) * (May.ANSWER_CLAIM in view.may)
    ),
    "a robot acts as soon as its search is over": Seam(RobotFollower, "_act_for_robot", as_soon_as_thought),
    "an alert rings later if the next hand has an ace": Seam(
        Tables,
        "alert",
        later_if_next_is_strong(0.5, lambda tables, table_id, *_, **__: acted_at(tables, table_id, 0)),
    ),
    "the table is shown later if who is due has an ace": Seam(Drawing, "_in_progress", shown_later),
    "a panel is shown later if the next hand has an ace": Seam(
        Drawing, "copy_screen", later_if_next_is_strong(0.5, lambda _, table, *__, **___: table.state)
    ),
    "what is typed is completed later if the next hand has an ace": Seam(
        finding, "seen_or_none", later_if_next_is_strong(0.3, typed_at)
    ),
    "a press is answered later if the next hand has an ace": Seam(
        Tables, "act", later_if_next_is_strong(0.3, acted_at)
    ),
    "a card is refused later if the next hand has it": Seam(Tables, "act", refused_later),
}
"""Each under what it does."""

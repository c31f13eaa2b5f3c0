"""What must stand on the screens of a table, drawn anew from what is stored of it.

A message is right if it is what its slot must show now, word for word; one in which something can be pressed
also button for button. What the bot may choose is allowed: a table's message may show each card or each
trick, the table may be told that somebody is late, and a panel may begin with what its owner was told last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from bot.discord_api.layout import components
from bot.messages.drawing import Drawing, names_at
from bot.messages.outbox import Outbox
from bot.preferences import Preferences
from bot.readers import Readers
from bot.tables import replay
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from playground.errors import Json
from playground.people import buttons, texts
from rules.table.events import RubberBegun
from rules.table.seen import seen
from rules.table.table import Table
from screens.lobby import begun_screen
from screens.screen import Screen
from storage.ports.records import Slot, SlotKind, TableId, UserId
from storage.store import Store

_OVER: Final[dict[tuple[TableId, int], tuple[str, ...]]] = {}
"""The words of results that will never change again: they are drawn with pictures."""


CLOSES_AFTER: Final = 14
"""Days after which an abandoned table closes, where a host does not say otherwise."""
PAGE: Final = "browse:"
"""How the button begins that stands wherever the host has set a page."""


class Shown(NamedTuple):
    """What can be read, and what can be pressed."""

    words: tuple[str, ...]
    pressed: tuple[tuple[str, str, bool], ...] = ()

    @classmethod
    def on(cls, message: Json) -> Shown:
        plain = {"components": message["components"]}
        ids = ((one.custom_id or "", one.label, one.disabled) for one in buttons(plain))
        return cls(tuple(texts(plain)), tuple(one for one in ids if not one[0].startswith(PAGE)))


@dataclass(frozen=True)
class Screens:
    """The messages of a table, each with all that it may show."""

    over: Sequence[tuple[str, tuple[str, ...]]]
    """Those that nothing can be played on: what it is called, and its words; the oldest first."""
    room: Sequence[Shown]
    """The one that is up to date."""
    panels: Mapping[UserId, Sequence[Shown]]

    def wrong(self, public: Sequence[Json]) -> Iterator[str]:
        """What is wrong with the messages in the channel, alerts left out, the oldest first."""
        if len(public) != len(self.over) + 1:
            titles = [(texts(one) or [""])[0].split("\n")[0] for one in public]
            yield f"{len(public)} messages stand where there should be {len(self.over) + 1}: {titles}"
            return
        for (name, right), message in zip(self.over, public, strict=False):
            if (words := Shown.on(message).words) != right:
                yield f"{name} says {words}, and should say {right}"
        if (stands := Shown.on(public[-1])) not in self.room:
            yield f"the table's message is {stands}, and should be {self.room[0]}"

    def panel_is_right(self, user: UserId, panel: Json) -> bool:
        stands = Shown.on(panel)
        return any(
            one.pressed == stands.pressed
            and one.words[1:] == stands.words[1:]
            and stands.words[:1] != ()
            and stands.words[0].endswith(one.words[0])
            for one in self.panels[user]
        )


async def screens(store: Store, table_id: TableId) -> Screens:
    """Draw what must be shown of a table now."""
    tables = Tables(store.streams)
    table = await tables.get(table_id)
    outbox = Outbox(store.slots)
    drawing = Drawing(
        tables,
        CLOSES_AFTER,
        Readers(Preferences(store.preferences, store.people), lambda _: None),
        outbox,
        newcomers=tables.newcomers,
    )
    current = table.moment.room
    over = list[tuple[str, tuple[str, ...]]]()
    for slot, begun in await _slots(store, table):
        if slot == current:
            continue
        if slot.kind is SlotKind.LOBBY:
            assert begun is not None
            screen = begun_screen(seen(begun, None), names_at(table))
            over.append((f"rubber {slot.number + 1}", _shown(screen).words))
        else:
            key = table_id, slot.number
            words = _OVER.get(key)
            if words is None:
                drawn = await drawing.draw(table, slot)
                assert drawn is not None
                words = _shown(drawn).words
            if slot.number < table.state.deals:
                _OVER[key] = words
            over.append((f"deal {slot.number}", words))
    late = table.late, frozenset(table.moment.waits_for)
    room, panels = list[Shown](), dict[UserId, list[Shown]]()
    for table.late in late:
        for live in (True, False):
            drawn = await drawing.draw(table, current, live=live)
            assert drawn is not None
            room.append(_shown(drawn))
        for user in table.people.values():
            copies = [
                await drawing.copy_screen(table, user, live=True, elsewhere=one) for one in (False, True)
            ]
            panels.setdefault(user, []).extend(map(_shown, copies))
    return Screens(over, room, panels)


async def _slots(store: Store, table: OpenTable) -> list[tuple[Slot, Table | None]]:
    """The messages in the channel from the first on; the table as it was when a rubber began, of the message
    that stood before it."""
    begun = replay.replay(table.id, None, await store.streams.read(table.id))
    state, slots = begun.state, list[tuple[Slot, Table | None]]()
    for one in begun.events:
        before, state = state, state.after(one.event)
        if isinstance(one.event, RubberBegun):
            slots.append((Slot(SlotKind.LOBBY, before.rubbers), state))
        if state.deals > before.deals:
            slots.append((Slot(SlotKind.DEAL, state.deals), None))
    if state.rubber is None and not state.end_stands:
        slots.append((Slot(SlotKind.LOBBY, state.rubbers), None))
    return slots


def _shown(screen: Screen) -> Shown:
    drawn: Any = {"components": components(screen)}
    return Shown.on(drawn)

"""All that the bot would tell one person of a table in one state, as text, made by the bot's own code.

The state is put together by hand and nothing is sent; ``stage`` has the same from the running bot.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any, TypeVar

from bot.discord_api import layout
from bot.errors import AppError
from bot.messages import drawing
from bot.messages.outbox import Outbox
from bot.preferences import Preferences
from bot.readers import Readers
from bot.tables import open_table, past_deals, robots
from bot.tables import service as tables
from bot.tables.open_table import OpenTable, Point
from bot.worker_pool import OutOfTime
from cogs import play, refusals
from cogs.after import DealCommand
from cogs.penalties import following as to_follow
from cogs.play import PlayCommands
from robots import plain
from robots.law.out_of_turn import demand, gives_time
from robots.law.revoke import gives_time_to_claim, only_following, reply, waits_for_people
from robots.player import has_to_act
from rules.calls import BIDS, PLAYS, Bid, CallHonours, Content, Declare, Discard, Double, Pass, TakeStock
from rules.cards import PACK, Hand, Suit
from rules.errors import RulesError
from rules.out_of_turn import Exacted
from rules.record import writing
from rules.seats import Person, Seat
from rules.table import decide, requests
from rules.table.requests import (
    AgreeScore,
    AskSuit,
    ClaimRevoke,
    DemandPenalty,
    DenySuit,
    FollowLead,
    Gather,
    PlayOut,
    ReplaceCard,
    Request,
)
from rules.table.table import Table
from rules.view import HINTS_ON, May, SeatView
from screens import presses
from screens.hand import hand_screen
from screens.out_of_turn import demand_screen, follow_screen
from screens.presses import Press, read_as
from screens.revoke import claim_screen
from screens.screen import Picture
from screens.settling import worth_screen
from screens.table import table_screen
from screens.table_picture import alt_text, laid_table
from screens.why import hint_text
from screens.words.names import Speech
from storage.ports.records import Place, Slot, TableId, UserId
from tests.trials.stage.tables import Dice
from web.heard import news_of
from web.pressing import Looking
from web.sheet import Called
from web.shown import draw_page

T = TypeVar("T")
Told = dict[str, Any]
"""What was told, by the name of each output: text, or a value to be compared."""

TABLE = TableId("7f3a0b1c")
PLACE = Place(11, 12)
STRANGER = Person("stranger")
AS_JSON = json.JSONEncoder(ensure_ascii=False).encode
TYPED = ("", "Q", "♥", "10", "2c")
ASKS: tuple[Request, ...] = (
    Gather(),
    AskSuit(),
    DenySuit(),
    AgreeScore(),
    PlayOut(play_on=False),
    *(ClaimRevoke(number, seat) for number in (1, 2, 5) for seat in Seat),
    *PLAYS,
    *(FollowLead(card) for card in PACK[::5]),
    *(DemandPenalty(what) for what in list(Exacted)[2:]),
    *(DemandPenalty(Exacted.CARD, card) for card in PACK[::5]),
    DemandPenalty(Exacted.SUIT, suit=Suit.HEARTS),
    *(Declare(suit) for suit in Suit),
    Declare(None),
    Pass(),
    Double(),
    Content(),
    *BIDS[::9],
    TakeStock(),
    *(Discard(Hand.of(PACK[first : first + 4])) for first in range(0, 52, 16)),
    Discard(Hand.of(PACK[:3])),
    CallHonours(),
    requests.ClaimRest(),
    requests.AnswerClaim(True),
    requests.AnswerClaim(False),
    requests.TakeBack(),
    requests.AnswerSubstitute(True),
    requests.AnswerSubstitute(False),
    requests.CutPack(26, ""),
    requests.CutPack(1, ""),
    requests.Join(),
    requests.Leave(),
    requests.AddRobot(),
    requests.RemoveRobot(),
    requests.RobotForAbsent(),
    requests.SetOption("claims", "off"),
    requests.TakeDummy(),
    requests.Start(),
    requests.AgreeToClose(),
    requests.Pause(),
    requests.Resume(),
    *(ReplaceCard(card) for card in PACK[::5]),
)
"""Everything that can be asked of a table, open or not; a stranger asks the same."""


def told(table: Table, viewer: Seat | None) -> Told:
    """Everything that the person in this seat can learn from the bot; with None, somebody without a seat."""
    with heard_in_the_log() as lines:
        found = dict(_told(table, viewer))
    found["log"] = "\n".join(lines)
    return found


def looked(table: Table, viewer: Seat | None) -> Told:
    """What the view alone shows."""
    return {"view": _shown(open_table.seen(table, viewer))}  # type: ignore[attr-defined]


def _told(table: Table, viewer: Seat | None) -> Iterator[tuple[str, object]]:
    sitting = table.rubber.seats.of(viewer) if viewer is not None and table.rubber is not None else None
    asker = sitting if isinstance(sitting, Person) else STRANGER if viewer is None else None
    at = _opened(table)
    view = open_table.seen(table, viewer)  # type: ignore[attr-defined]
    yield "view", _shown(view)
    if sitting is not None and has_to_act(view):
        followed = only_following(robots.seen(table, viewer))  # type: ignore[attr-defined]
        about = reply(followed)
        yield "robot about revokes", f"{about} {waits_for_people(followed)} {gives_time_to_claim(followed)}"
        yield "robot about penalties", f"{demand(followed)} {gives_time(followed)}"
        if about is None:
            chosen = plain.PlainRobot().choose(followed, 1.0, Random(7))
            yield "robot", str(chosen)
            yield "hint", hint_text(view, chosen)
            if sitting is asker:
                yield from _hinted(table, at.people[asker])
    if asker is not None:
        yield from _screens(at, asker)
        yield from _refusals(at, asker)
        for typed in TYPED:
            yield f"autocomplete {typed}", str(_completed(at, at.people[asker], typed))


class _Busy:
    """Workers that have no time for a hint, and what they were asked to think about."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    async def run_timed(self, timed: Any, *, within: float, **_: Any) -> Any:
        self.asked.append((timed(within), within))
        raise OutOfTime


def _hinted(table: Table, user: UserId) -> Iterator[tuple[str, object]]:
    """What a worker is asked for a hint, and the hint where it has no time: by the service, which knows the
    whole table."""
    busy = _Busy()
    hinted = _opened(replace(table, options=(*table.options, HINTS_ON)))
    service = robots.Hints(busy, 1.0)  # type: ignore[arg-type]  # it is asked for nothing else
    yield "hint given", hint_text(*_now(service.think_hint(hinted, user)))
    yield "hint thought about", busy.asked


def _shown(view: SeatView) -> object:
    """A view and what can be worked out of it, to be compared: every field of every value in it counts."""
    return view, view.unseen()


def _opened(table: Table) -> OpenTable:
    known = {*table.persons, *(table.rubber.owners if table.rubber is not None else ()), STRANGER}
    people = sorted((one for one in known if isinstance(one, Person)), key=str)
    users = {person: UserId(10**17 + place) for place, person in enumerate(people)}
    seeds = {table.deals: b"s" * 32}
    return OpenTable(
        id=TABLE,
        place=PLACE,
        version=7,
        at=0.0,
        people=users,
        state=table,
        seeds=seeds,
    )


class _NothingChosen:
    """Kept choices of nobody."""

    async def choices(self, owner: str) -> dict[str, str]:
        return {}

    async def choose(self, owner: str, chosen: object) -> None:
        raise AssertionError("nothing is chosen here")


class _NothingShown:
    """Kept slots of nothing."""

    def let_notes_ride(self, *_: object) -> None: ...


def _screens(at: OpenTable, asker: Person) -> Iterator[tuple[str, str]]:
    readers = Readers(Preferences(_NothingChosen(), _NothingChosen()), lambda guild: None)  # type: ignore[arg-type]
    draws: Any = drawing.Drawing(None, 14, readers, Outbox(_NothingShown()))  # type: ignore[arg-type]  # asked only for deals long over
    user = at.people[asker]
    yield "table", _bytes(draws.table_screen(at))
    yield "resting table", _bytes(draws.table_screen(at, follows=False))
    yield "table with a note", _bytes(draws.table_screen(at, "That trick is over."))
    yield "plain", AS_JSON(layout.plain_components(draws.table_screen(at)))
    yield from _pictured(at, user)
    yield from _recorded(at)
    yield "last", _bytes(draws.last_trick(at, user))
    yield "score", _bytes(draws.score_screen(at, user))
    yield "hand", _bytes(draws.hand_screen(at, user, "Not your turn."))
    yield "resting", _bytes(_now(draws.copy_screen(at, user, live=False)))
    view = at.view(user)
    with_hints = replace(view, table=replace(view.table, options=(*view.table.options, HINTS_ON)))
    yield "hand with hints", _bytes(hand_screen(with_hints, TABLE, drawing.names_at(at)))
    yield "first hand", _bytes(hand_screen(view, TABLE, drawing.names_at(at), newcomer=True))
    if any(isinstance(option, Bid) for option in view.options):
        for level in range(1, 8):
            yield f"level {level}", _bytes(hand_screen(view, TABLE, drawing.names_at(at), level=level))
    if view.deal is not None:
        yield "worth", _bytes(worth_screen(view, None))
        for place, one in enumerate(view.deal.calls):
            if isinstance(one.call, Bid):
                yield f"worth of call {place}", _bytes(worth_screen(view, place))
    yield from _of_who_is_there(draws, at, asker)
    if view.viewer is not None and view.deal is not None and May.CLAIM in view.may:
        yield "claim", _bytes(play.how_many_screen(view, TABLE))  # type: ignore[attr-defined]
        yield "claim on a panel", _bytes(play.how_many_on_panel(view, TABLE))  # type: ignore[attr-defined]
    yield from _on_page(draws, at, user)
    yield "claims of revokes", _bytes(claim_screen(view, TABLE))
    yield "demands", _bytes(demand_screen(view, TABLE, drawing.names_at(at)))
    if May.FOLLOW in view.may:
        yield (
            "cards to follow with",
            _bytes(follow_screen(view, TABLE, to_follow(view), drawing.names_at(at))),
        )
    for name in (open_table.panel(asker), open_table.room(at.state), f"lobby:{at.state.rubbers}"):
        yield name, _bytes(_now(draws.draw(at, Slot.of_name(name))))


def _on_page(draws: Any, at: OpenTable, user: UserId) -> Iterator[tuple[str, str]]:
    """The page of the table: its HTML, what it offers, and its news for who has been away for some time."""
    called = Called({one: f"user {one}" for one in at.people.values()}, lambda _: "whist")
    page = draw_page(draws, at, user, Looking(), called)
    yield "page", f"{page.html}\n{page.offers}"
    yield (
        "news on a page",
        "\n".join(repr(news_of(one, page.view, called, page.names)) for one in _views_before(page.view)),
    )


def _views_before(view: SeatView) -> Iterator[SeatView | None]:
    """None; before the calls of the deal; and before the end of the last one."""
    yield None
    if view.deal is not None:
        yield replace(view, deal=replace(view.deal, calls=()))
        if view.table.last is not None:
            yield replace(view, deal=replace(view.deal, number=view.table.last.number))


def _pictured(at: OpenTable, user: UserId) -> Iterator[tuple[str, str]]:
    """The play as a picture, with its alt text; what is drawn stands for the drawing of it but once in a
    while, when all is sent."""
    room = at.view(None)
    if room.deal is None or not room.deal.playing:
        return
    picture = Picture("table.png", b"", alt_text(room, room.deal))
    yield "what is drawn", repr(laid_table(room, room.deal))
    own = hand_screen(at.view(user), TABLE, drawing.names_at(at), called=lambda member: f"{member}")
    yield "own picture", f"{own.parts}\n{_bytes(own)}"
    yield "pictured table", _bytes(table_screen(room, TABLE, drawing.names_at(at), picture=picture))
    if is_drawn(at.state):
        drawn = table_screen(room, TABLE, drawing.names_at(at), picture=drawing.table_picture(room))  # type: ignore[attr-defined]
        files = [part for part in drawn.parts if isinstance(part, Picture)]
        yield "sent picture", repr(layout.payload(layout.components(drawn), None, files))


def is_drawn(table: Table) -> bool:
    """Whether the picture is drawn here: that takes longer than most."""
    playing = table.deal.playing if table.deal is not None else None
    return playing is not None and playing.cards_played % 8 == 4


def _recorded(at: OpenTable) -> Iterator[tuple[str, str]]:
    """The record of the last deal, and of the one in play, which there is not."""
    state = at.state
    for number in dict.fromkeys((None, state.last_number, state.deals)):
        try:
            found = past_deals.finished_number(at, number)
        except AppError as refusal:
            yield f"record of {number}", refusals.worded(refusal, Speech.at_table(state))
            continue
        assert state.last is not None and found == state.last.number
        yield (
            f"record of {number}",
            writing.record_text(writing.recorded(state.game, state.options, state.last)),
        )


def _of_who_is_there(draws: Any, at: OpenTable, asker: Person) -> Iterator[tuple[str, str]]:
    """An alert in either place, the screens while somebody is late, and those while a table stands still: at
    every third point of a deal."""
    if at.state.deal is not None and at.state.deal.point % 3:
        return
    user = at.people[asker]
    for private in (False, True):
        alert = open_table.Alert(asker.alias, 7, private)
        at.alerts = {asker: alert}
        yield alert.slot, _bytes(_now(draws.draw(at, alert.slot)))
    at.alerts = {}
    due = {str(seat) for seat in at.state.waits_for}
    yield "waited for", f"{sorted(due)} {sorted(map(str, at.waiting))}"
    for name, still in (
        ("late", _opened(at.state)),
        ("paused", _opened(replace(at.state, paused=asker))),
        ("abandoned", _opened(replace(at.state, adjourned=True, abandoned=True))),
    ):
        still.late = frozenset(Seat)
        yield f"table {name}", _bytes(draws.table_screen(still))
        yield f"hand {name}", _bytes(draws.hand_screen(still, user))
        yield f"resting {name}", _bytes(_now(draws.copy_screen(still, user, live=False)))


def _bytes(screen: Any) -> str:
    if screen is None:
        return ""
    return f"{screen.digest} {screen.pings} {screen.silent}\n{AS_JSON(layout.components(screen))}"


def _refusals(at: OpenTable, asker: Person) -> Iterator[tuple[str, str]]:
    """The answer to every other request, typed and pressed: the sentence of a refusal, "open", or a fault; to
    the rest at the next point of the deal. What follows from a request that is open is not looked at."""
    deal, dice, speech = at.state.deal, Dice(0), Speech.at_table(at.state)
    point = Point(at.state.deals, deal.point if deal is not None else None)
    for ask in ASKS[(at.state.deals if deal is None else deal.point) % 2 :: 2]:
        pressed = typed = "open"
        try:
            decide.decide(at.state, asker, ask, dice)
        except RulesError as refusal:
            typed = refusals.worded(refusal, speech)
        except Exception as fault:  # noqa: BLE001  # whatever it is, it must not be told by the cards
            typed = f"a fault of ours: {fault!r}"
        try:
            tables.check_point(at, asker, ask, point)  # type: ignore[attr-defined]
        except AppError as refusal:
            pressed = refusals.worded(refusal, speech)
        yield f"asked {ask}", f"{typed} / {pressed}"


def _completed(at: OpenTable, user: UserId, typed: str) -> list[list[tuple[str, str | int | float]]]:
    """What autocomplete offers somebody who types, command by command; of Discord only their id and channel
    are needed."""

    async def get(_: TableId) -> OpenTable:
        return at

    known: Any = SimpleNamespace(stream_in=lambda _: TABLE, get=get)
    services = SimpleNamespace(services=SimpleNamespace(tables=known))
    typing: Any = SimpleNamespace(
        client=services,
        channel_id=PLACE.channel,
        guild_id=PLACE.guild,
        user=SimpleNamespace(id=user),
        extras={},
    )
    cog = _commands()
    cog._tables = known
    commands = (
        PlayCommands._card_offers,
        PlayCommands._acts,
        PlayCommands._bids,
        PlayCommands._declarations,
        DealCommand._worths,
    )
    return [
        [(one.name, one.value) for one in _now(complete(cog, typing, typed))]  # type: ignore[call-arg]
        for complete in (commands[:2] if typed else commands)
    ]


@cache
def _commands() -> Any:
    """The commands without a bot; the library copies each of them for every new one."""
    return PlayCommands.__new__(PlayCommands)


def _now(answer: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that waits for nothing."""
    try:
        answer.send(None)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]
    raise AssertionError("it waits")


@contextmanager
def heard_in_the_log() -> Iterator[list[str]]:
    """Every line that is logged meanwhile, whatever its level, but for those of threads that there have been
    before: a database of an earlier test may still be closing."""
    lines: list[str] = []
    earlier = {one.ident for one in threading.enumerate()} - {threading.get_ident()}

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.thread not in earlier:
                lines.append(f"{record.name}: {record.getMessage()}")

    root, ear = logging.getLogger(), Ear()
    level = root.level
    root.addHandler(ear)
    root.setLevel(logging.DEBUG)
    try:
        yield lines
    finally:
        root.removeHandler(ear)
        root.setLevel(level)


def different(one: Told, other: Told) -> list[str]:
    """The names of the outputs that differ."""
    return [name for name in {**one, **other} if one.get(name) != other.get(name)]


def ids_in(sent: str) -> list[presses.Press]:
    """The presses that the buttons of a screen ask for."""
    found = [part["custom_id"] for part in _walk(json.loads(sent.splitlines()[1])) if "custom_id" in part]
    asked = [read_as(Press, one) for one in found]
    assert None not in asked
    return [one for one in asked if one is not None]


def _walk(parts: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in parts:
        yield part
        yield from _walk(part.get("components", []))

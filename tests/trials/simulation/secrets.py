"""Reads every byte that the bot sends in a world, and afterwards says who was shown a card too soon.

What is known to whom is reckoned from the log alone, by nothing that the bot itself shows anything with:
one's own cards, those that were played or turned, dummy's and a claimer's, and everything once a deal is
over.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bot.discord_api.rest import TIME_OUT
from bot.messages.sending import EPOCH
from playground.calls import Kind
from playground.ground import Playground
from rules.seats import Person, Seat
from rules.table.events import (
    CallMade,
    CardCorrected,
    CardPlayed,
    CardsDealt,
    Claimed,
    DealReckoned,
    PartnersTurned,
    RubberBegun,
    SeatsChosen,
)
from rules.table.table import Table
from storage import log
from storage import slots as stored_slots
from storage.engine import Connection
from storage.ports.records import Append, PageKey, SlotState, Stored, UserId
from tests.trials.stage.playing import is_alert
from web.pages import OpenPage

ON_THE_WAY: Final = 15.0
"""Seconds for which what was drawn may be on its way: it may show any moment of the time before."""
EPHEMERAL: Final = 1 << 6
TOKEN_LIVES: Final = 15 * 60.0
"""Seconds for which Discord takes an interaction's token."""
DEAD_TOKEN: Final = (10015, 50027)
SOONEST: Final = 0.25
"""Seconds before which nothing that has failed should be tried again."""
GONE: Final = 10008
PATIENCE: Final = 6
BAD_FORMS: Final = (50006, 50035, 50109)
"""Discord's numbers for a message that is empty, has a form that it does not take, or is no JSON."""
UPDATE: Final = 7
"""Discord's number for an answer to a press that changes the message."""
CHOICES: Final = 8
"""Its number for what is offered to somebody who types."""
_CARD: Final = re.compile(r"(10|[2-9AKQJ])([♠♥♦♣])|:([2-9TJQKA][SHDC])\b")
_LOGGED: Final = re.compile(r"(?<![0-9A-Za-z])(?:10|[2-9TJQKA])(?:[♠♥♦♣]|[SHDC](?![0-9A-Za-z]))")
_NAMED: Final = re.compile(r'"[a-z]+:([0-9a-f]{8})(?=[:"])')
"""A table in the id of a button."""
_LEARNT: Final = '"learn:'
_SUITS: Final = dict(zip("♠♥♦♣", "SHDC", strict=True))
_ON_PAGE: Final = re.compile(r'data-card="(..)"')
_SPOKEN: Final = re.compile(r"\b(ace|king|queen|jack|10|[2-9]) of (spades|hearts|diamonds|clubs)\b")


def cards_in(text: str) -> frozenset[str]:
    return frozenset(
        name or rank.replace("10", "T") + _SUITS[suit] for rank, suit, name in _CARD.findall(text)
    )


def _card_spoken(said: tuple[str, str]) -> str:
    """``QH`` of the queen of hearts."""
    rank, suit = said
    return ("T" if rank == "10" else rank[0].upper()) + suit[0].upper()


def names_a_card(line: str) -> bool:
    """Whether a line of a log does."""
    return _LOGGED.search(line) is not None


@dataclass
class Shown:
    """Cards that were sent to one person, or with None to all who read a channel."""

    at: float
    to: UserId | None
    cards: frozenset[str]
    where: str
    tables: frozenset[str] = frozenset()
    """Those that it names, in the ids of its buttons."""
    channel: int | None = None


@dataclass
class Watch:
    """Hears every request of the bot, also those of which Discord knows nothing since they were cut off."""

    ground: Playground
    date: Callable[[], float] = time.time
    """Seconds since 1970, whatever the machines of the bot say."""
    shown: list[Shown] = field(default_factory=list)
    written: dict[str, dict[int, float]] = field(default_factory=lambda: defaultdict(dict))
    """When each version of each table was first written, in a transaction that may have been undone: the
    bot's own clock may be wrong."""

    heard: list[tuple[float, int | None]] = field(default_factory=list)
    """When each message or change of one was sent, and to whom; None: to all who read a channel."""

    alerts: list[tuple[float, int | None]] = field(default_factory=list)
    """The same for each alert."""

    posted: int = 0
    """How many messages the bot has asked for."""
    edits: Counter[int] = field(default_factory=Counter)
    """How many changes of messages of each channel: an act of which a message shows nothing asks for none."""
    main: str = ""
    """The table of the channel: until somebody sits there, no other is opened."""
    is_seated: Callable[[], bool] = lambda: True
    improper: list[str] = field(default_factory=list)
    """Calls that no bot should make."""
    broken: asyncio.Event = field(default_factory=asyncio.Event)
    """There are so many that the world need not go on."""
    _failed: dict[tuple[str, str], float] = field(default_factory=dict)
    """When each call, with its body, last did."""
    _hasty: Counter[tuple[str, str]] = field(default_factory=Counter)
    _refused: Counter[str] = field(default_factory=Counter)
    states: set[str] = field(default_factory=set)
    """The states in which messages have been, and the kinds of events that have happened."""

    def __post_init__(self) -> None:
        append = log.append_events

        def appended(db: Connection, new: Append[Any], at: int) -> log.Appended:
            result = append(db, new, at)
            self.states |= {f"event {type(one).__name__}" for one in new.events}
            if not self.is_seated() or not self.main:
                self.main = new.stream
            for one in range(new.expected + 1, result.version + 1):
                self.written[new.stream].setdefault(one, self.date())
            return result

        log.append_events = appended
        note = stored_slots.store_shown

        def noted(db: Connection, slots: Iterable[SlotState]) -> None:
            kept = tuple(slots)
            self.states |= {_told(one) for one in kept}
            note(db, kept)

        stored_slots.store_shown = noted
        self._owners = {person.dm: UserId(person.id) for person in self.ground.people.values()}
        record = self.ground.rest._record

        def recorded(asked: Any, said: Any) -> None:
            self._hear(asked)
            self._judge(asked, said)
            record(asked, said)

        self.ground.rest._record = recorded  # type: ignore[method-assign]
        serve = OpenPage.serve

        async def served(page: OpenPage, request: Any) -> Any:
            send = page._socket.send_str

            async def sent(text: str, *given: Any, **named: Any) -> None:
                self._hear_page(page.session, text)
                await send(text, *given, **named)

            page._socket.send_str = sent  # type: ignore[method-assign, assignment]
            return await serve(page, request)

        OpenPage.serve = served  # type: ignore[method-assign, assignment]

    @property
    def version(self) -> int:
        """The newest of the table of the channel that was written."""
        return max(self.written[self.main], default=0)

    def forget_refusals(self) -> None:
        """Calls that were refused may be made once more."""
        self._refused.clear()

    def _judge(self, asked: Any, said: Any) -> None:
        """Notes the calls that no bot should make, whatever befalls it."""
        route, code = asked.route, said.body.get("code") if isinstance(said.body, dict) else None
        where = f"{route.method} {route.template}"
        if said.status == 400 and code in BAD_FORMS:
            self.improper.append(f"{where}: {said.body}")
        if code == GONE:
            self._refused[asked.path] += 1
            if self._refused[asked.path] > PATIENCE:
                self.improper.append(f"{where} again and again though it is gone")
        if route.kind in (Kind.CREATE, Kind.EDIT, Kind.EDIT_BY_TOKEN):
            call = asked.path, json.dumps(asked.body)
            if asked.at - self._failed.get(call, 0.0) < SOONEST:
                self._hasty[call] += 1
                if self._hasty[call] > 1:  # once may be because something has happened meanwhile
                    self.improper.append(f"{where} at once after it has failed, twice")
            if said.status >= 500 or not said.status:
                self._failed[call] = min(self.date(), asked.at + TIME_OUT)  # the bot waits no longer
        if len(self.improper) > PATIENCE:
            self.broken.set()
        if route.token is None or route.kind is Kind.ANSWER:
            return
        record = self.ground.world.interaction_of(route.token)
        age = asked.at - ((record.id >> 22) / 1000 + EPOCH) if record is not None else 0.0
        if age > TOKEN_LIVES:
            self.improper.append(f"{where} by a token of {age:.0f} s")
        if code in DEAD_TOKEN:
            self._refused[asked.path] += 1
            if self._refused[asked.path] > 1:
                self.improper.append(f"{where} by a token that has been refused")

    def _hear(self, asked: Any) -> None:
        route = asked.route
        self.posted += route.kind is Kind.CREATE
        if route.kind is Kind.EDIT and route.channel_id is not None:
            self.edits[route.channel_id] += 1
        if asked.body is None or route.kind in (Kind.COMMANDS, Kind.EMOJI):
            return
        self._note_when(asked)
        said = json.dumps(asked.body, ensure_ascii=False)
        cards = cards_in(said)
        if not cards or _LEARNT in said:  # a lesson's hands are everybody's
            return
        channel, to = route.channel_id, None
        if route.token is not None:
            record = self.ground.world.interaction_of(route.token)
            channel = record.channel_id if record is not None else None
            told = asked.body.get("data") or asked.body
            if record is not None:
                number = route.message_id or record.message_id
                if route.kind is Kind.ANSWER and asked.body.get("type") == UPDATE:
                    number = record.source_message_id
                stands = self.ground.world.message_json(record.channel_id, number) if number else None
                flags = int(told.get("flags") or 0) | int((stands or {}).get("flags") or 0)
                completes = route.kind is Kind.ANSWER and asked.body.get("type") == CHOICES
                if flags & EPHEMERAL or completes:  # an edit does not say again that only they see it
                    to = UserId(record.user_id)
        to = self._owners.get(channel or 0, to)
        tables = frozenset(_NAMED.findall(said))
        self.shown.append(Shown(asked.at, to, cards, f"{route.method} {route.template}", tables, channel))

    def _hear_page(self, session: PageKey, text: str) -> None:
        cards = cards_in(text) | {*_ON_PAGE.findall(text), *map(_card_spoken, _SPOKEN.findall(text))}
        tables = frozenset((str(session.table),))
        self.shown.append(Shown(self.date(), session.user, cards, "a page", tables))

    def _note_when(self, asked: Any) -> None:
        """Notes a message or a change of one, but for those for one person's eyes in a channel."""
        route = asked.route
        if route.kind is Kind.CREATE and is_alert(asked.body):
            self.alerts.append((asked.at, self._owners.get(route.channel_id or 0)))
        elif route.kind in (Kind.CREATE, Kind.EDIT):
            self.heard.append((asked.at, self._owners.get(route.channel_id or 0)))
        elif route.token is not None and (
            route.kind is Kind.EDIT_BY_TOKEN or asked.body.get("type") == UPDATE
        ):
            record = self.ground.world.interaction_of(route.token)
            owner = self._owners.get(record.channel_id) if record is not None else None
            if owner is not None or route.kind is Kind.ANSWER:
                self.heard.append((asked.at, owner))


def _told(state: SlotState) -> str:
    """The state of a message, as far as the machine that shows it tells states apart."""
    told = [
        "posted" if state.message is not None else "not posted",
        *(["due"] if state.due else []),
        *(["failed"] if state.tries else []),
        *(["parked"] if state.parked is not None else []),
        *(["posted again"] if state.posts else []),
    ]
    return f"{state.key.slot.kind.name.lower()} {', '.join(told)}"


@dataclass(frozen=True)
class _Moment:
    """What is known from some time on."""

    at: float
    public: frozenset[str]
    own: Mapping[UserId, frozenset[str]]
    cut: frozenset[str]
    """The cards that were drawn for partners: the message that says so may come late, with no other card."""


def moments(
    begun: Table, events: Sequence[Stored], users: Mapping[Person, UserId], written: Mapping[int, float]
) -> Iterator[_Moment]:
    """``begun`` is the table before the first of these events, and ``written`` when each version was."""
    state, hands = begun, dict[Seat, frozenset[str]]()
    seats: Mapping[Seat, object] = {}
    public, cut, over = frozenset[str](), frozenset[str](), True
    for one in events:
        state = state.after(one.event)
        match one.event:
            case RubberBegun() | SeatsChosen() | PartnersTurned():
                assert state.rubber is not None
                seats = dict(state.rubber.seats.items())
                if isinstance(one.event, RubberBegun):
                    public = cut = frozenset(str(card) for drawn in one.event.cuts for _, card in drawn)
            case CardsDealt(hands=dealt, turned=turned):
                hands = {seat: frozenset(map(str, hand)) for seat, hand in dealt.items()}
                public, over = frozenset([str(turned)] if turned is not None else ()), False
                assert state.rubber is not None
                seats = dict(state.rubber.seats.items())
            case CardPlayed(card=card) | CardCorrected(card=card):
                public |= {str(card)}
            case Claimed(seat=seat, tricks=tricks) if tricks != 0:  # who concedes shows nothing
                public |= hands[seat]
            case DealReckoned():
                over = True
            case CallMade():
                pass
            case _:
                continue
        playing = state.deal.playing if state.deal is not None else None
        for dummy in playing.terms.dummies if playing is not None else ():
            if playing is not None and playing.cards_played >= dummy.shown_after:
                public |= hands[dummy.seat]
        own = dict[UserId, frozenset[str]]()
        for seat, member in seats.items():
            if isinstance(member, Person) and member in users and seat in hands:
                own[users[member]] = own.get(users[member], frozenset()) | hands[seat]
        every = frozenset().union(*hands.values()) if over else frozenset()
        yield _Moment(written[one.version], public | every, own, cut)


def too_soon(shown: Sequence[Shown], known: Sequence[_Moment]) -> Iterator[str]:
    """Whatever was sent and agrees with no moment in which it may have been drawn."""
    times = [one.at for one in known]
    for one in shown:
        last = bisect_right(times, one.at)
        first = max(0, bisect_right(times, one.at - ON_THE_WAY) - 1)
        if one.to is None and any(one.cards == moment.cut for moment in known[first:last]):
            continue
        hidden = [
            one.cards - moment.public - moment.own.get(one.to or UserId(0), frozenset())
            for moment in known[first:last]
        ]
        if not hidden or all(hidden):
            least = min(hidden, key=len) if hidden else one.cards
            yield f"{one.where} at {one.at:.1f} s to {one.to or 'all'}: {' '.join(sorted(least))}"

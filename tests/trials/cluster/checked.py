"""Compares what is stored of the tables of a soak with what people were told and shown.

An act that was acknowledged must be stored once, by the person and as it was pressed; and nothing may be
stored that nobody pressed. Knows nothing about the blows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.tables import replay
from bot.tables.open_table import moment
from bot.tables.replay import Finished
from playground.people import texts
from rules.calls import Called, Content, Declare, Double, Pass
from rules.games.variant import LAWFUL
from rules.record.audit import Revoke, audited
from rules.record.writing import recorded
from rules.seats import Person, Seat
from rules.table.events import (
    CallMade,
    CardCorrected,
    CardPlayed,
    CardsDealt,
    ChairTaken,
    DealReckoned,
    Event,
    PackCut,
    ResultSeen,
    RobotSatIn,
    RobotTookOver,
    RubberBegun,
    TakenBack,
    TookBack,
)
from storage.engine import Connection
from storage.ports.records import Stored, TableId, UserId
from storage.store import Store
from tests.trials.cluster.screens import Screens, Shown, screens
from tests.trials.cluster.tables import Sitting
from tests.trials.stage.playing import Done, is_alert

KEYS: Final = "SELECT key, version FROM seen WHERE table_id = ?1"
ADJOURNED: Final = "### Adjourned"
_RESTS: Final = "This is how it was <t:"


@dataclass(frozen=True)
class Standing:
    """For whom a table waits, and what it must show."""

    awaited: Collection[UserId]
    screens: Screens


@dataclass(frozen=True)
class Kept:
    """The findings about a table."""

    standing: Standing
    events: int
    lost: Sequence[str]  # acts that were acknowledged and are not stored
    doubled: int  # interactions of which two claim the same act
    altered: Sequence[str]  # acts that are stored otherwise than pressed, or that nobody pressed
    unheld: Sequence[str]  # hands that were shown and that their owner never held
    findings: int  # whatever is wrong with a deal that is over
    due: Sequence[str]  # slots that wait to be drawn


async def standing(store: Store, table_id: TableId) -> Standing:
    kept = await store.streams.load(table_id)
    assert kept is not None
    state = replay.replayed_table(replay.replay(table_id, kept.snapshot, kept.events))
    awaited = {kept.people[one] for one in moment(state).awaited}
    return Standing(awaited, await screens(store, table_id))


async def keys(store: Store, table_id: TableId) -> dict[int, int]:
    """The interactions that have been acted on at a table, with the version after each."""

    def work(db: Connection) -> dict[int, int]:
        found = db.execute(KEYS, (table_id,)).fetchall()
        return {int(key.rpartition(":")[2]): version for key, version in found}  # of a page, its own number

    return await store._database.read(work)


async def kept(store: Store, table_id: TableId, table: Sitting) -> Kept:
    """Check the chain of hashes from end to end."""
    events = await store.streams.read(table_id)
    if await store.streams.verify_chain(table_id) != len(events):
        raise AssertionError(f"the chain of {table_id} is broken")
    begun = replay.replay(table_id, None, events)
    deals = sum(isinstance(one.event, DealReckoned) for one in events)
    over = [replay.finished_deal(begun, deal) for deal in range(1, deals + 1)]
    users = await store.streams.users_of(table_id)
    stored = await keys(store, table_id)
    by = {one.version: users[one.actor] for one in events if one.actor in users}
    again = gone_on_again(table, stored, by)
    done = {interaction: version for interaction, version in stored.items() if interaction not in again}
    told = {made: done[made] for one in accepted(table) if (made := one.answer.interaction_id) in done}
    return Kept(
        await standing(store, table_id),
        len(events),
        tuple(
            f"{one.move.what} of {one.move.person.name} is lost: {one.answer!r}"
            for one in accepted(table)
            if one.answer.interaction_id not in stored
        ),
        len(told) - len(set(told.values())),
        tuple(altered(events, users, pressed(table, done))),
        tuple(unheld(events, users, table.shown)),
        sum(len([*unlawful(begun.state.game, one)]) for one in over if one is not None),
        tuple(slot.key.slot for slot in await store.slots.of_stream(table_id) if slot.due),
    )


def unlawful(game: str, done: Finished) -> Iterator[str]:
    """What is wrong with a deal that is over. Where people can revoke, a revoke is not."""
    for one in audited(recorded(game, done.options, done.deal)):
        if LAWFUL not in done.options or not isinstance(one, Revoke):
            yield str(one)


def accepted(table: Sitting) -> list[Done]:
    return [one for one in table.done if one.accepted]


# Who did what


class Pressed(NamedTuple):
    """What somebody has asked for."""

    verb: str
    word: str
    user: UserId


def act(event: Event) -> tuple[str, str] | None:
    """An act, as the id of its button names it; None for what has no button in a deal."""
    match event:
        case CardPlayed(card=card):
            return "play", str(card)
        case CallMade(called=Called(call=Declare(trumps=trumps))):
            return "call", f"declare:{trumps.letter if trumps is not None else 'N'}"
        case CallMade(called=Called(call=Pass())):
            return "call", "pass"
        case CallMade(called=Called(call=Double())):
            return "call", "double"
        case CallMade(called=Called(call=Content())):
            return "call", "content"
        case PackCut() | ResultSeen():
            return "cut", ""
        case _:
            return None


def gone_on_again(table: Sitting, done: Mapping[int, int], by: Mapping[int, UserId]) -> Collection[int]:
    """The presses by which somebody goes on once more from a result. They change nothing, and are noted with
    the version that they found: what another did, or they themselves before. ``by`` says who did what is
    stored with each version."""
    first, again = set[tuple[UserId, int]](), list[int]()
    for one in table.done:
        made, user = one.answer.interaction_id, UserId(one.move.person.id)
        if one.move.verb == "cut" and made in done:
            if by.get(done[made]) != user or (user, done[made]) in first:
                again.append(made)
            first.add((user, done[made]))
    return again


def pressed(table: Sitting, done: Mapping[int, int]) -> dict[int, Pressed | None]:
    """What was pressed, by the version after each request; None for what is not an act in a deal."""
    moves = {one.answer.interaction_id: one.move for one in table.done}
    found: dict[int, Pressed | None] = {}
    for interaction, version in done.items():
        move = moves.get(interaction)
        is_act = move is not None and move.verb in ("play", "call", "cut")
        found[version] = (
            Pressed(move.verb, move.word if move.verb != "cut" else "", UserId(move.person.id))
            if move is not None and is_act
            else None
        )
    return found


def altered(
    events: Sequence[Stored], users: Mapping[Person, UserId], presses: Mapping[int, Pressed | None]
) -> Iterator[str]:
    """Check that each act is that of the press whose append it is in, and that each press has its act. What
    nobody pressed a robot must have done for a chair of its own, or the clock for a cut."""
    ends = iter(sorted(presses))
    end, found = next(ends, None), set[int]()
    robots = set[Seat]()
    for stored in events:
        robots = _robots(robots, stored.event)
        while end is not None and end < stored.version:
            end = next(ends, None)
        what = act(stored.event)
        if what is None:
            continue
        press = presses[end] if end is not None else None
        by = users.get(stored.actor) if stored.actor is not None else None
        if stored.actor is None and _is_theirs(stored.event, robots):
            continue
        if end is None or press is None:
            yield f"version {stored.version}: {what} by {by}, which nobody pressed"
        elif press != (*what, by):
            yield f"version {stored.version}: {what} by {by}, and pressed was {press}"
        else:
            found.add(end)
    for version, press in presses.items():
        if press is not None and version not in found:
            yield f"version {version}: nothing of {press}"


def _robots(before: set[Seat], event: Event) -> set[Seat]:
    """The seats whose chairs robots play for after this."""
    match event:
        case RubberBegun(seats=seats):
            return {seat for seat, one in seats.items() if not isinstance(one, Person)}
        case RobotSatIn(seat=seat) | RobotTookOver(seat=seat):
            return before | {seat}
        case TookBack(seat=seat) | ChairTaken(seat=seat):
            return before - {seat}
        case _:
            return before


def _is_theirs(event: Event, robots: Collection[Seat]) -> bool:
    """Whether a robot may have done this, or the clock."""
    match event:
        case CardPlayed(seat=seat):
            return seat in robots or seat.partner in robots  # it plays dummy's cards too
        case CallMade(called=called):
            return called.seat in robots
        case _:
            return True


# What is on the screens


def unheld(
    events: Sequence[Stored], users: Mapping[Person, UserId], shown: Collection[tuple[UserId, frozenset[str]]]
) -> Iterator[str]:
    """The hands that were shown and whose owner has never held these cards, as far as is stored."""
    seats: Mapping[Seat, object] = {}
    held: dict[tuple[UserId, frozenset[str]], list[frozenset[str]]] = {}  # with dummy's cards, of each deal
    hands: dict[Seat, set[str]] = {}
    dealt: dict[Seat, frozenset[str]] = {}
    played: list[tuple[Seat, str]] = []

    def note(seat: Seat) -> None:
        owner = seats.get(seat)
        if isinstance(owner, Person) and owner in users:
            held.setdefault((users[owner], frozenset(hands[seat])), []).append(dealt[seat.partner])

    for stored in events:
        match stored.event:
            case RubberBegun(seats=by_seat):
                seats = dict(by_seat.items())
            case CardsDealt(hands=by_hand):
                hands = {seat: {str(card) for card in hand} for seat, hand in by_hand.items()}
                dealt = {seat: frozenset(hand) for seat, hand in hands.items()}
                played = []
                for seat in hands:
                    note(seat)
            case CardPlayed(seat=seat, card=card):
                hands[seat].discard(str(card))
                played.append((seat, str(card)))
                note(seat)
            case TakenBack(cards=left):
                while len(played) > left:
                    seat, back = played.pop()
                    hands[seat].add(back)
                    note(seat)
            case CardCorrected(trick=trick, seat=seat, card=card):
                _correct(played, trick, seat, str(card), hands)
                for one in hands:
                    note(one)
            case _:
                pass
    for user, cards in shown:
        if not any(
            owner == user and own <= cards and any(cards - own <= dummy for dummy in dummies)
            for (owner, own), dummies in held.items()
        ):
            yield f"{user} was shown {sorted(cards)}, which they never held"


def _correct(
    played: list[tuple[Seat, str]], trick: int, seat: Seat, card: str, hands: Mapping[Seat, set[str]]
) -> None:
    """Put this card in place of the one with which a seat has renounced in a trick. Those who have played
    after it play again."""
    at = next(at for at in range(4 * (trick - 1), len(played)) if played[at][0] == seat)
    for owner, back in played[at:]:
        hands[owner].add(back)
    hands[seat].discard(card)
    played[at:] = [(seat, card)]


def wrong(table: Sitting, now: Standing) -> Iterator[str]:
    """Whatever on the screens of a table is not as it is stored."""
    yield from now.screens.wrong([one for one in table.public() if not is_alert(one)])
    waits = table.goes_on is None and ADJOURNED not in table.room_text
    due = {UserId(person.id) for person in table.due()} if waits else set()
    if due != now.awaited and not table.rests:
        yield f"the table's message waits for {sorted(due)}, the table for {sorted(now.awaited)}"
    for person in table.people:
        panels = table.panels(person)
        if len(panels) != 1:
            yield f"{person.name} has {len(panels)} hands"
            continue
        rests = any(_RESTS in text for text in texts(panels[0]))
        user = UserId(person.id)
        if not rests and not now.screens.panel_is_right(user, panels[0]):
            yield f"{person.name} sees {Shown.on(panels[0])}, and should see {now.screens.panels[user][0]}"

"""A finished deal, trick by trick, for the asker alone: the hands as they were, who played what, what robots
thought and, once the deal has been analysed, what each card cost.

All of its state is in the ids of its buttons, so they work after a restart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from robots.analysis import Analysis, Loss
from robots.reasons import Decision
from rules.calls import Bid, CallHonours, Discard, Play, TakeStock
from rules.cards import Card, Hand
from rules.members import Member, RobotMember
from rules.seats import BySeat, BySide, Seat
from rules.tricks import Trick, winner
from rules.view import Open, PublicTable
from screens.bidding import auction_table
from screens.buttons import why_button
from screens.compass import compass, seats_line
from screens.deck import face
from screens.parts import INK, calls_line, heading, noted, small, text
from screens.presses import Press
from screens.result import come_to
from screens.screen import Button, Offer, Part, Row, Screen, Select
from screens.why import thoughts
from screens.words import after as words
from screens.words.gamebook import words_of
from screens.words.names import Names
from screens.words.speech import Speech
from screens.words.table import played_card
from screens.words.why import ANALYSE

ANALYSED: Final = "analyse"
"""What the button asks for that has the deal analysed."""


def replay_screen(
    deal: Open,
    seats: BySeat[Member],
    decisions: Sequence[Decision],
    found: Analysis | None,
    table_id: str,
    names: Names,
    *,
    at: PublicTable,
    step: int = 0,
    note: str = "",
) -> Screen:
    """One trick of the deal, from 1; before the lead at step 0. A step beyond the last trick is the last."""
    speech, of = Speech.at(at.options), words_of(at.game)
    tricks = [trick for trick in deal.tricks if trick.cards]
    step = max(0, min(step, len(tricks)))
    before = tricks[: max(0, step - 1)]
    trick = tricks[step - 1] if step else None
    trumps = deal.settled.trumps if deal.settled is not None else None
    won = _won(before, deal)
    marked = frozenset(trick.cards) if trick is not None else frozenset[Card]()
    hands = _left(deal, before)
    who = BySeat(*(names(seats.of(one)) for one in Seat))
    robots = any(isinstance(sitting, RobotMember) for sitting in seats)
    parts: list[Part] = [
        text(
            noted(note),
            heading(words.replayed(deal.number, step, len(tricks))),
            small(f"{come_to(deal, of)} · {words.tricks_so_far(speech, won.ns, won.ew)}"),
        ),
        text(compass(speech, hands, marked=marked), small(seats_line(speech, who))),
    ]
    if trick is None:
        parts += _calls(speech, deal, at)
    else:
        thought = {one.place: one for one in decisions if isinstance(one.action, Play)}
        costs = found.course.costs if found is not None and found.course is not None else ()
        first = sum(len(one.cards) for one in before)
        took = winner(trick, trumps) if len(trick.cards) == len(Seat) else None
        for place, (seat, card) in enumerate(trick.by_player(), first):
            told = played_card(face(card), f"**{speech.seat(seat)}**", won=seat is took, led=place == first)
            cost = _cost(costs, place)
            why = thoughts(thought[place], deal, of) if place in thought else iter(())
            parts.append(text(f"{told} · {cost}" if cost else told, *(small(line) for line in why)))
    parts += _ways(deal, table_id, step, len(tricks), found, robots=robots)
    return Screen(tuple(parts), INK)


def _left(deal: Open, before: Sequence[Trick]) -> BySeat[Hand]:
    """The hands after these tricks."""
    gone: Mapping[Seat, list[Card]] = {one: [] for one in Seat}
    for trick in before:
        for seat, card in trick.by_player():
            gone[seat].append(card)
    hands = deal.held or deal.hands
    return BySeat(*(hands.of(one) - Hand.of(gone[one]) for one in Seat))


def _won(before: Sequence[Trick], deal: Open) -> BySide[int]:
    trumps = deal.settled.trumps if deal.settled is not None else None
    won = BySide(0, 0)
    for trick in before:
        side = winner(trick, trumps).side
        won = won.put(side, won.of(side) + 1)
    return won


def _calls(speech: Speech, deal: Open, at: PublicTable) -> Iterator[Part]:
    """What was said before play."""
    said = words_of(at.game)
    calls = [one for one in deal.calls if not isinstance(one.call, CallHonours | TakeStock | Discard)]
    if any(isinstance(one.call, Bid) for one in calls):
        yield text(auction_table(speech, calls, said))
    elif calls:
        yield text(calls_line(speech, calls, said))


def _cost(costs: Sequence[Loss], place: int) -> str:
    return words.cost(costs[place].tricks, costs[place].points) if place < len(costs) else ""


def _ways(
    deal: Open, table_id: str, step: int, last: int, found: Analysis | None, *, robots: bool
) -> Iterator[Part]:
    """The buttons that lead to other tricks, the list of them, and those for the analysis and for what robots
    thought of their calls too."""
    if not last:
        return

    def button(to: int, name: str, label: str, *, disabled: bool) -> Button:
        return Button(str(Press("replay", table_id, deal.number, to, name)), label, disabled=disabled)

    yield Row(
        (
            button(0, "first", words.FIRST(), disabled=step == 0),
            button(max(0, step - 1), "back", words.BACK(), disabled=step == 0),
            button(min(last, step + 1), "forward", words.FORWARD(), disabled=step == last),
            button(last, "last", words.LAST(), disabled=step == last),
        )
    )
    offers = tuple(Offer(str(one), words.step_of(one), chosen=one == step) for one in range(last + 1))
    yield Select(str(Press("replay", table_id, deal.number, step, "to")), words.CHOOSE(), offers)
    if found is not None:
        yield text(small(words.COSTS() if found.course is not None else words.NOT_WEIGHED()))
    analyse = (button(step, ANALYSED, ANALYSE(), disabled=False),) if found is None else ()
    why = (why_button(table_id, deal.number),) if robots else ()
    if analyse or why:
        yield Row((*analyse, *why))

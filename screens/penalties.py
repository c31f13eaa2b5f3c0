"""What the screens of a table show where cards can be played out of turn: what lies exposed, what was
demanded, and the buttons. All of it is known to everybody but the cards with which a player may follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.cards import Card, Hand, Suit, parse_card
from rules.errors import Unreadable
from rules.exposures import OF_A_LEAD, Demand, Exacted, Exposures
from rules.seats import Seat, Side
from rules.table.penalty_requests import DemandPenalty
from rules.view import May, Open, PublicDeal, SeatView
from screens.deck import face
from screens.parts import BRASS, faces, heading, small, text
from screens.presses import Press
from screens.screen import Button, Part, Screen, Style, rows
from screens.words import names as name
from screens.words import penalties as words
from screens.words.revokes import card_of
from screens.words.speech import Speech

MOST_CALLED: Final = 10
"""Exposed cards of one side that a list offers."""
MOST_TOLD: Final = 6
"""Demands that the result of a deal tells."""


def exposure_lines(speech: Speech, view: SeatView) -> Iterator[str]:
    """What lies exposed, and what was and may be demanded for it."""
    deal = view.deal
    if deal is None or deal.exposures is None or deal.hand_due is None:
        return
    exposures, number = deal.exposures, len(deal.tricks) + 1
    if exposures.astray is not None:
        (leader, led), *since = exposures.astray.by_player()
        yield words.astray(speech, leader, face(led), deal.hand_due)
        if since:
            yield small(words.followed([card_of(speech, face(card), seat) for seat, card in since]))
    on_table = Hand.of(exposures.astray.cards) if exposures.astray is not None else Hand()
    for seat in Seat:
        if lying := exposures.exposed(seat) - on_table:
            yield small(words.exposed(speech, seat, faces(lying)))
    for one in exposures.demands:
        yield words.demanded(speech, one, face(one.card) if one.card is not None else "")
    for one_wrong in exposures.wrong:
        if one_wrong.trick >= number - 1:
            yield words.wrong(speech, one_wrong.by)
    for side in Side:
        if exposures.against(side) and (seats := _demanders(deal, side.other)):
            yield small(words.may_demand(speech, seats))


def demand_lines(speech: Speech, deal: Open) -> Iterator[str]:
    """What was demanded in a deal that is over."""
    for one in deal.paid[:MOST_TOLD]:
        called = one.demand.card
        yield words.was_demanded(speech, one, face(called) if called is not None else "")
    if len(deal.paid) > MOST_TOLD:
        yield small(words.more_demands(len(deal.paid) - MOST_TOLD))


def _demanders(deal: PublicDeal, side: Side) -> tuple[Seat, ...]:
    """Who may demand something for this side: not a dummy."""
    dummies = {dummy for dummy, _ in deal.settled.dummies} if deal.settled is not None else set()
    return tuple(seat for seat in side.seats if seat not in dummies)


def held(deal: PublicDeal, cards: Sequence[Card]) -> bool | None:
    """Whether a demand for the next card is surely paid by each of these cards, with which the hand that is
    due may go on. None where no demand is for it, or none that can be obeyed."""
    if deal.exposures is None or deal.hand_due is None or deal.trick is None:
        return None
    leads = not deal.trick.cards
    binding = [one for one in deal.exposures.demands if one.binds(deal.hand_due, leads=leads)]
    paying = [card for card in cards if any(_may_pay(one, card) for one in binding)]
    sure = all(one.what in OF_A_LEAD for one in binding) and len(paying) == len(cards)
    return sure if paying else None


def _may_pay(demand: Demand, card: Card) -> bool:
    """As far as the card alone shows it."""
    if demand.what is Exacted.CARD:
        return card is demand.card
    return demand.what is not Exacted.SUIT or card.suit is demand.suit  # the others: the trick decides


# Buttons


def public_buttons(view: SeatView, table_id: str) -> tuple[Button, ...]:
    """Buttons of the table's message: who may press them is found when they are pressed."""
    deal = view.deal
    if deal is None or deal.exposures is None or deal.claim is not None or not deal.may_act:
        return ()
    demand = demand_button(table_id, deal, disabled=not deal.exposures.offences)
    if deal.exposures.astray is None:
        return (demand,)
    return (demand, follow_button(table_id, deal))


def own_buttons(view: SeatView, table_id: str) -> tuple[Button, ...]:
    """What the viewer may do about errors of the other side now."""
    deal = view.deal
    if deal is None or deal.exposures is None or deal.claim is not None:
        return ()
    acts = []
    if May.DEMAND in view.may:
        acts.append(demand_button(table_id, deal)._replace(style=Style.PRIMARY))
    if May.FOLLOW in view.may:
        acts.append(follow_button(table_id, deal))
    return tuple(acts)


def demand_button(table_id: str, deal: PublicDeal, *, disabled: bool = False) -> Button:
    return Button(str(Press("demand", table_id, deal.number)), words.DEMAND(), disabled=disabled)


def follow_button(table_id: str, deal: PublicDeal) -> Button:
    return Button(str(Press("follow", table_id, deal.number)), words.FOLLOW())


# Lists that open on a press


def _moment(deal: PublicDeal) -> int:
    """How many cards have been seen: a button pressed after more of them were is out of date."""
    shown = len(deal.exposures.shown) if deal.exposures is not None else 0
    return sum(1 for _ in deal.cards_played()) + shown


def demands(speech: Speech, view: SeatView) -> tuple[tuple[str, str], ...]:
    """All that may be asked for, right or wrong, with a word for it: ``card:4H``, ``suit:H``, ``win``."""
    deal = view.deal
    if deal is None or deal.exposures is None or view.viewer is None:
        return ()
    offered = [
        (f"{Exacted.CARD.value}:{card}", words.call_card(speech, seat, card))
        for seat, card in _callable(deal.exposures, view.viewer.side.other)
    ]
    offered += [(f"{Exacted.SUIT.value}:{suit.letter}", words.call_suit(suit)) for suit in Suit]
    return (*offered, *((what.value, told()) for what, told in words.OF_A_TRICK.items()))


def _callable(exposures: Exposures, side: Side) -> tuple[tuple[Seat, Card], ...]:
    cards = ((one.seat, one.card) for one in exposures.against(side) if Exacted.CARD in one.open_to)
    return tuple(dict.fromkeys(cards))[:MOST_CALLED]


_TOGETHER: Final = (("card",), ("suit",), ("highest", "lowest"), ("win", "lose"))
"""The penalties whose buttons stand side by side."""


def demand_of(word: str) -> DemandPenalty:
    """The demand that such a word stands for. Raises Unreadable."""
    kind, _, which = word.partition(":")
    try:
        what = Exacted(kind)
        if what is Exacted.CARD:
            return DemandPenalty(what, card=parse_card(which))
        if what is Exacted.SUIT:
            return DemandPenalty(what, suit=Suit(which))
    except ValueError:
        raise Unreadable(word) from None
    return DemandPenalty(what)


def demand_screen(view: SeatView, table_id: str) -> Screen:
    """A button with a sentence for each demand, for a player of the side that may make one."""
    speech, deal = Speech.at(view.table.options), view.deal
    if deal is None or May.DEMAND not in view.may:
        return Screen((text(heading(words.TITLE()), words.NOTHING()),), BRASS)
    parts: list[Part] = [text(heading(words.TITLE()), *exposure_lines(speech, view), small(words.NOTE()))]
    told = demands(speech, view)
    for kinds in _TOGETHER:
        made = (
            Button(str(Press("exact", table_id, deal.number, _moment(deal), word)), sentence, Style.PRIMARY)
            for word, sentence in told
            if word.partition(":")[0] in kinds
        )
        parts += rows(tuple(made))
    return Screen(tuple(parts), BRASS)


def follow_screen(view: SeatView, table_id: str, cards: Hand) -> Screen:
    """A button for each card with which the viewer may follow a lead out of turn."""
    deal = view.deal
    assert deal is not None
    speech = Speech.at(view.table.options)
    made = tuple(
        Button(
            str(Press("follow", table_id, deal.number, _moment(deal), str(card))),
            name.card(card),
            Style.PRIMARY,
            sign=card.suit,
        )
        for card in cards
    )
    lines = text(heading(words.FOLLOW_TITLE()), *exposure_lines(speech, view), small(words.FOLLOW_NOTE()))
    return Screen((lines, *rows(made)), BRASS)

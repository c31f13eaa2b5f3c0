"""Cards out of turn on the screens of a table: what lies exposed, what was demanded, and the buttons.

All of it is known to everybody, except the cards with which a player may follow a lead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.cards import Card, Hand, Suit, parse_card
from rules.errors import Unreadable
from rules.out_of_turn import OF_A_LEAD, Demand, Exacted, OutOfTurnState, Paid
from rules.seats import Seat, Side
from rules.table.requests import DemandPenalty
from rules.view import FinishedDeal, May, PublicDeal, SeatView
from screens.deck import face
from screens.parts import BRASS, faces, heading, small, speech_to, text
from screens.presses import Press
from screens.revoke import card_of
from screens.screen import Button, Part, Screen, Style, rows
from screens.words import names as name
from screens.words.languages import Label, Plural, Sentence
from screens.words.names import Names, Speech, suit_inside
from screens.words.options import OPTIONS as OPTIONS_BUTTON

# What everybody sees

ASTRAY: Final = Sentence(
    "**{leader}** has led {card} out of turn. **{due}** is still to lead; until then the others may follow."
)
"""A lead out of turn lies on the table."""
FOLLOWED: Final = Sentence("Followed by {cards}")
"""The cards that follow it, with their players."""
EXPOSED: Final = Sentence("Exposed by {seat}: {cards}")
"""Cards that lie face up in front of their owner."""
MAY_DEMAND: Final = Sentence("**{seats}** may demand a penalty.")
WRONG: Final = Sentence("{by} demanded what the law does not give: the right is lost.")
_DEMANDED: Final[Mapping[Exacted, Sentence]] = MappingProxyType(
    {
        Exacted.CARD: Sentence("**{by}** calls {card} of {seat}, to be played at the next turn."),
        Exacted.SUIT: Sentence("**{by}** calls a lead of {suit} when {seats} lead."),
        Exacted.HIGHEST: Sentence("**{by}** requires the highest of the suit led from {seat}."),
        Exacted.LOWEST: Sentence("**{by}** requires the lowest of the suit led from {seat}."),
        Exacted.WIN: Sentence("**{by}** requires {seat} to win the trick, if possible."),
        Exacted.LOSE: Sentence("**{by}** requires {seat} not to win the trick, if possible."),
    }
)


def exposure_lines(speech: Speech, deal: PublicDeal, exposures: OutOfTurnState) -> Iterator[str]:
    """What lies exposed, and what was and may be demanded for it. Nothing once the play is over."""
    if deal.hand_due is None:
        return
    number = len(deal.tricks) + 1
    if exposures.astray is not None:
        (leader, led), *since = exposures.astray.by_player()
        yield ASTRAY(leader=speech.seat(leader), card=face(led), due=speech.seat(deal.hand_due))
        if since:
            yield small(FOLLOWED(cards=", ".join(card_of(speech, face(card), seat) for seat, card in since)))
    on_table = Hand.of(exposures.astray.cards) if exposures.astray is not None else Hand()
    for seat in Seat:
        if lying := exposures.exposed(seat) - on_table:
            yield small(EXPOSED(seat=speech.seat(seat), cards=faces(lying)))
    for one in exposures.demands:
        yield demand_line(speech, one, face(one.card) if one.card is not None else "")
    for one_wrong in exposures.wrong:
        if one_wrong.trick >= number - 1:
            yield WRONG(by=speech.seat(one_wrong.by))
    for side in Side:
        if exposures.against(side) and (seats := _demanders(deal, side.other)):
            yield small(MAY_DEMAND(seats=speech.either_of(tuple(seats))))


def _demanders(deal: PublicDeal, side: Side) -> tuple[Seat, ...]:
    """Who may demand something for this side: not a dummy."""
    dummies = {dummy for dummy, _ in deal.settled.dummies} if deal.settled is not None else set()
    return tuple(seat for seat in side.seats if seat not in dummies)


def demand_line(speech: Speech, one: Demand, shown: str) -> str:
    """A demand that stands. ``shown`` is the card that is called, as screens draw it."""
    return _DEMANDED[one.what](
        by=speech.seat(one.by),
        seat=speech.seat(one.of),
        seats=speech.side(one.of.side),
        card=shown,
        suit=suit_inside(one.suit) if one.suit is not None else "",
    )


# The result

MOST_TOLD: Final = 6
"""The most demands that the result of a deal lists."""
MORE_DEMANDS: Final = Plural("and {count} more demand", "and {count} more demands")
_WAS_DEMANDED: Final[Mapping[Exacted, Sentence]] = MappingProxyType(
    {
        Exacted.CARD: Sentence("Trick {trick}: {by} called {card} of {seat}."),
        Exacted.SUIT: Sentence("Trick {trick}: {by} called a lead of {suit} from {seat}."),
        Exacted.HIGHEST: Sentence("Trick {trick}: {by} required the highest of the suit led from {seat}."),
        Exacted.LOWEST: Sentence("Trick {trick}: {by} required the lowest of the suit led from {seat}."),
        Exacted.WIN: Sentence("Trick {trick}: {by} required {seat} to win the trick."),
        Exacted.LOSE: Sentence("Trick {trick}: {by} required {seat} not to win the trick."),
    }
)


def demand_lines(speech: Speech, deal: FinishedDeal) -> Iterator[str]:
    """What was demanded in a deal that is over."""
    for one in deal.paid[:MOST_TOLD]:
        called = one.demand.card
        yield was_demanded(speech, one, face(called) if called is not None else "")
    if len(deal.paid) > MOST_TOLD:
        yield small(MORE_DEMANDS(len(deal.paid) - MOST_TOLD))


def was_demanded(speech: Speech, one: Paid, shown: str) -> str:
    """A demand in a deal that is over. ``shown`` is the card that was called, as screens draw it."""
    return _WAS_DEMANDED[one.demand.what](
        trick=one.trick,
        by=speech.seat(one.demand.by),
        seat=speech.seat(one.hand),
        card=shown,
        suit=suit_inside(one.demand.suit) if one.demand.suit is not None else "",
    )


# What a player is to do

PAYS: Final = Sentence("**Your turn:** play what was demanded.")
TO_PAY: Final = Sentence("**Your turn:** play what was demanded, unless you cannot or it would be a revoke.")
NOT_YOUR_TURN: Final = Sentence("A card that you press now is out of turn: it is exposed, and may be called.")


def surely_paid(deal: PublicDeal, exposures: OutOfTurnState, cards: Sequence[Card]) -> bool | None:
    """Whether a demand for the next card is surely paid by each of these cards, with which the hand that is
    due may go on. None where no demand is for it, or none that can be obeyed."""
    if deal.hand_due is None or deal.trick is None:
        return None
    leads = not deal.trick.cards
    binding = [one for one in exposures.demands if one.binds(deal.hand_due, leads=leads)]
    paying = [card for card in cards if any(_may_pay(one, card) for one in binding)]
    sure = all(one.what in OF_A_LEAD for one in binding) and len(paying) == len(cards)
    return sure if paying else None


def _may_pay(demand: Demand, card: Card) -> bool:
    """Whether this card may pay the demand, as far as the card alone shows it."""
    if demand.what is Exacted.CARD:
        return card is demand.card
    return demand.what is not Exacted.SUIT or card.suit is demand.suit  # the others: the trick decides


# Buttons

DEMAND: Final = Label("a button", "Demand a penalty")
FOLLOW: Final = Label("a button", "Follow the lead")
INSTEAD: Final = Label("a button", "Play another instead")


def own_buttons(view: SeatView, deal: PublicDeal, table_id: str) -> tuple[Button, ...]:
    """What the viewer may do about errors of the other side now."""
    acts = []
    if May.DEMAND in view.may:
        acts.append(demand_button(table_id, deal)._replace(style=Style.PRIMARY))
    if May.FOLLOW in view.may:
        acts.append(follow_button(table_id, deal))
    if May.REPLACE in view.may:
        acts.append(Button(str(Press("instead", table_id, deal.number)), INSTEAD()))
    return tuple(acts)


def demand_button(table_id: str, deal: PublicDeal) -> Button:
    return Button(str(Press("demand", table_id, deal.number)), DEMAND())


def follow_button(table_id: str, deal: PublicDeal) -> Button:
    return Button(str(Press("follow", table_id, deal.number)), FOLLOW())


# Lists that open on a press

TITLE: Final = Sentence("Demand a penalty")
NOTE: Final = Sentence(
    "One penalty for each error, and the choice is final. A demand that the law does not give loses the "
    "right to any penalty for the errors that lie open."
)
NOTHING: Final = Sentence(
    "The other side has not erred, or the time for a penalty is over: most are lost with its next card."
)
CALL_CARD: Final = Sentence("Call {card}")
CALL_SUIT: Final = Sentence("Call a lead of {suit}")
OF_A_TRICK: Final[Mapping[Exacted, Label]] = MappingProxyType(
    {
        Exacted.HIGHEST: Label("a button", "Instead, the highest of the suit led"),
        Exacted.LOWEST: Label("a button", "Instead, the lowest of the suit led"),
        Exacted.WIN: Label("a button", "Second hand must win the trick"),
        Exacted.LOSE: Label("a button", "Second hand must not win the trick"),
    }
)
"""Penalties that name neither a card nor a suit."""
MOST_CALLED: Final = 10
"""The most exposed cards of one side that a list offers."""
_TOGETHER: Final = (("card",), ("suit",), ("highest", "lowest"), ("win", "lose"))
"""The penalties whose buttons stand side by side."""
FOLLOW_TITLE: Final = Sentence("Follow the lead")
FOLLOW_NOTE: Final = Sentence(
    "It is out of turn. If all follow it, the trick stands and there is no penalty."
)

REPLACE_TITLE: Final = Sentence("Play another card instead")
REPLACE_NOTE: Final = Sentence("The first lies exposed then, and may be called.")


def _cards_seen(deal: PublicDeal) -> int:
    """How many cards have been seen: a button pressed after more of them were is out of date."""
    shown = len(deal.out_of_turn.shown) if deal.out_of_turn is not None else 0
    return deal.cards_gone + shown


def demands(view: SeatView) -> tuple[tuple[str, str], ...]:
    """All that may be asked for, right or wrong, with a word for it: ``card:4H``, ``suit:H``, ``win``."""
    deal = view.deal
    if deal is None or deal.out_of_turn is None or view.viewer is None:
        return ()
    offered = [
        (f"{Exacted.CARD.value}:{card}", CALL_CARD(card=name.spoken_card(card)))
        for _, card in _callable(deal.out_of_turn, view.viewer.side.other)
    ]
    offered += [(f"{Exacted.SUIT.value}:{suit.letter}", CALL_SUIT(suit=suit_inside(suit))) for suit in Suit]
    return (*offered, *((what.value, told()) for what, told in OF_A_TRICK.items()))


def _callable(exposures: OutOfTurnState, side: Side) -> tuple[tuple[Seat, Card], ...]:
    cards = ((one.seat, one.card) for one in exposures.against(side) if Exacted.CARD in one.open_to)
    return tuple(dict.fromkeys(cards))[:MOST_CALLED]


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


def demand_screen(view: SeatView, table_id: str, names: Names) -> Screen:
    """A button with a sentence for each demand, for a player of the side that may make one."""
    speech, deal = speech_to(view, names), view.deal
    if deal is None or deal.out_of_turn is None or May.DEMAND not in view.may:
        return Screen((text(heading(TITLE()), NOTHING()),), BRASS)
    lines = exposure_lines(speech, deal, deal.out_of_turn)
    parts: list[Part] = [text(heading(TITLE()), *lines, small(NOTE()))]
    told = demands(view)
    for kinds in _TOGETHER:
        made = (
            Button(
                str(Press("exact", table_id, deal.number, _cards_seen(deal), word)), sentence, Style.PRIMARY
            )
            for word, sentence in told
            if word.partition(":")[0] in kinds
        )
        parts += rows(tuple(made))
    return Screen(tuple(parts), BRASS)


def follow_screen(view: SeatView, table_id: str, cards: Hand, names: Names) -> Screen:
    """A button for each card with which the viewer may follow a lead out of turn."""
    speech, deal = speech_to(view, names), view.deal
    assert deal is not None and deal.out_of_turn is not None
    lines = exposure_lines(speech, deal, deal.out_of_turn)
    above = text(heading(FOLLOW_TITLE()), *lines, small(FOLLOW_NOTE()))
    return Screen((above, *_buttons_of("follow", deal, table_id, cards)), BRASS)


def replace_screen(view: SeatView, table_id: str, cards: Hand) -> Screen:
    """A button for each card that the viewer may play instead of the one that they have just played."""
    deal = view.deal
    assert deal is not None
    above = text(heading(REPLACE_TITLE()), small(REPLACE_NOTE()))
    return Screen((above, *_buttons_of("instead", deal, table_id, cards)), BRASS)


def _buttons_of(verb: str, deal: PublicDeal, table_id: str, cards: Hand) -> tuple[Part, ...]:
    ids = ((Press(verb, table_id, deal.number, _cards_seen(deal), str(card)), card) for card in cards)
    return rows(
        tuple(Button(str(id_), name.spoken_card(card), Style.PRIMARY, sign=card.suit) for id_, card in ids)
    )


# Commands and rules

NOTES: Final[Mapping[str, Sentence]] = MappingProxyType(
    {
        "demand": Sentence("Your demand has been judged: everybody sees it."),
        "follow": Sentence("You have followed the lead."),
        "instead": Sentence("Your other card is played; the first lies exposed."),
    }
)
"""The answers to the commands."""
OF_TURN: Final = Sentence("Cards out of turn: `/rules about: cards out of turn`.")
ABOUT: Final = Sentence("cards out of turn: what may be demanded for them")
HERE: Final[Mapping[str, Sentence]] = MappingProxyType(
    {
        "on": Sentence("**At this table** they can be played, and have these penalties."),
        "off": Sentence("**At this table** they are refused."),
    }
)
REPLACED_HERE: Final[Mapping[str, Sentence]] = MappingProxyType(
    {
        "exposed": Sentence("**At this table** a card played by accident may be replaced."),
        "no": Sentence("**At this table** a card played by accident stays."),
    }
)
"""Where cards out of turn have penalties."""
RULES: Final = (
    Sentence("### Cards out of turn"),
    Sentence(
        "Where the table has chosen it under **{button}**, a card can be led or played out of turn. It does "
        "not count as played: it lies exposed, face up, and the side that did it may have to pay.",
        button=OPTIONS_BUTTON,
    ),
    Sentence(
        "**Exposed cards**\n"
        "The other side may call an exposed card at any later turn of its owner, until it is played. It need "
        "not be played where that would be a revoke; then it may be called again. Where people can revoke, "
        "a card that was corrected is exposed too. Or else the highest or lowest of the suit led may be "
        "required in that trick, until somebody plays the next card."
    ),
    Sentence(
        "**A card played by accident**\n"
        "Where the table lets it be replaced, whoever has just played a card of their own hand may play "
        "another instead until the next hand has played; nobody is asked. The first lies exposed and may be "
        "called. It cannot be done to make a revoke where the table refuses revokes, nor with dummy's cards."
    ),
    Sentence(
        "**A lead out of turn**\n"
        "Instead of the card, a suit may be called, as long as the side that erred has not led again. If the "
        "others follow such a lead, all three, the trick stands and there is no penalty. As soon as the lead "
        "is put right, they take their cards back."
    ),
    Sentence(
        "**Fourth hand before second**\n"
        "Instead of the card, second hand may be told to win the trick, or not to win it, until it has "
        "played. If third hand had played too early as well, fourth hand may."
    ),
    Sentence(
        "**Who may demand, and from which hand**\n"
        "Either adversary, but no dummy. One penalty for each error: the first that is demanded. A demand "
        "that the law does not give loses the right to any penalty for the errors that lie open. Whatever "
        "is demanded, I see that it is paid if it can be."
    ),
    Sentence(
        "**Dummy**\n"
        "The cards of dummy and of the hand that plays dummy are never called, and a lead of theirs out of "
        "turn stands once second hand has followed it. At whist with a dummy a suit may be called for it. If "
        "that hand corrects a card when both adversaries have played, the one on its left may require its "
        "highest or lowest."
    ),
)
"""The page of rules about cards out of turn, for every game."""

"""The table while cards are played as a picture, with all that it shows in words; and one trick that tells a
newcomer how a table looks.

People are on it by their names, where those are known and can be drawn, and else by their seats. A player's
own picture is turned, with them at the bottom, and has their hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from rules.cards import Card, Rank, Suit
from rules.frozen import frozen
from rules.seats import Member, RobotMember, Seat, by_seat
from rules.view import PublicDeal, SeatView
from screens.after import ALT_TEXT
from screens.claims import claim_line
from screens.deck import face
from screens.parts import hand_title, in_order
from screens.pictures.emoji import Colours
from screens.pictures.laid_table import DrawnCard, DrawnSeat, LaidTable, OpenHand, draw_table
from screens.pictures.letters import BOX, legible
from screens.screen import CardStyle, Picture, Undrawn
from screens.settling import settled_title, side_lines
from screens.trick import due_seats, lying, tags_of, to_play_line
from screens.words import table as table_words
from screens.words.languages import Label, Sentence, colon, say
from screens.words.names import (
    ON_PAPER,
    TEXT_FORM,
    Names,
    Speech,
    SpeechAtTurnedTable,
    SpeechByName,
    rank,
    robot_name,
    sign,
    suit_inside,
)

LONGEST_NAME: Final = 18
"""Letters of a name that are drawn."""
TITLE_ALT: Final = Sentence("The table in deal {number}: {contract}.")


def seat_alt(speech: Speech, seat: Seat, about: Sequence[str]) -> str:
    """Who sits there, and what the player is and has to do."""
    return f"{colon(speech.seat(seat), ', '.join(about))}."


def trick_alt(speech: Speech, number: int, cards: Sequence[tuple[Seat, Card]]) -> str:
    """The cards on the table in the order in which they were played."""
    if not cards:
        return say("Trick {number}: no card yet.", number=number)
    (leader, led), *others = cards
    parts = [say("{seat} led the {card}", seat=speech.seat(leader), card=_spoken_card(led))]
    parts += [
        say("{seat} played the {card}", seat=speech.seat(seat), card=_spoken_card(card))
        for seat, card in others
    ]
    return say("Trick {number}: {cards}.", number=number, cards=", ".join(parts))


def hand_alt(title: str, suits: Sequence[Sequence[Card]]) -> str:
    """A hand that lies open; each of its suits from the highest card down."""
    parts = [f"{suit_inside(suit[0].suit)} {' '.join(rank(card.rank) for card in suit)}" for suit in suits]
    return f"{colon(title, ', '.join(parts))}."


def _spoken_card(card: Card) -> str:
    """``Q of hearts``: screen readers leave the signs of suits out, or take them for pictures."""
    return say("{rank} of {suit:gen}", rank=rank(card.rank), suit=suit_inside(card.suit))


_SIGNS: Final = re.compile(f"[♠♥♦♣]{TEXT_FORM}?")


@frozen
class TableToDraw:
    """A table that is drawn when its picture is sent."""

    laid: LaidTable

    def __call__(self, cards: CardStyle) -> bytes:
        """Takes some tens of milliseconds. Where cards are letters, those of the picture have the two usual
        colours."""
        return draw_table(self.laid, Colours.FOUR if cards is CardStyle.FOUR_COLOURS else Colours.TWO)


def nobody_called(_: Member) -> str:
    """Where no names are known: everybody is called by their seat."""
    return ""


def table_picture(
    view: SeatView, cards: CardStyle = CardStyle.FOUR_COLOURS, called: Names = nobody_called
) -> Picture:
    """Draws what everybody sees of the play; takes some tens of milliseconds. ``called`` gives names in plain
    letters, empty where it knows none."""
    deal = view.deal
    assert deal is not None
    png = TableToDraw(laid_table(view, deal, called))(cards)
    return Picture(f"table-{deal.number}-{deal.cards_gone}.png", png, alt_text(view, deal, called))


def own_picture(view: SeatView, deal: PublicDeal, called: Names, instead: str) -> Undrawn:
    """The same for a player, who sits at the bottom, with their own hand. What they have to do is told above
    it."""
    laid = laid_table(view, deal, called)
    return Undrawn(
        f"table-{deal.number}-{deal.cards_gone}.png", TableToDraw(laid), alt_text(view, deal, called), instead
    )


def laid_table(view: SeatView, deal: PublicDeal, called: Names = nobody_called) -> LaidTable:
    """What is drawn. Where play goes the other way, the players of East and West change places, as their
    seats do."""
    speech = _drawn_speech(view, called)
    trick = lying(deal)
    laid = dict(trick.by_player()) if trick is not None else {}
    due, leader = due_seats(view), trick.leader if trick is not None else None
    turn = _turn(speech, deal) if view.viewer is None else ()
    north, west, east, south = speech.around()
    top, at_right, bottom, at_left = (
        DrawnSeat(
            speech.seat(seat),
            _about(view, speech, seat),
            _drawn_card(laid[seat]) if seat in laid else None,
            led=seat is leader,
            due=seat in due,
        )
        for seat in (north, east, south, west)
    )
    return LaidTable(
        _contract(speech, view, deal),
        table_words.DEAL_NUMBER(number=deal.number),
        top,
        at_right,
        bottom,
        at_left,
        lines=tuple(map(_unmarked, (*turn, *side_lines(speech, view, deal)))),
        hands=tuple(
            OpenHand(title, tuple(map(_drawn_card, chain(*suits))))
            for title, suits in _open_hands(speech, view, deal)
        ),
    )


def _drawn_speech(view: SeatView, called: Names) -> Speech:
    """Of people by their names, where these can be drawn."""
    rubber, plain = view.table.rubber, Speech.at_table(view.table)
    assert rubber is not None
    dummies, sitting = rubber.dummies, rubber.seats
    sat = by_seat(
        lambda one: ("" if one in dummies else _drawn_name(sitting.of(one), called)) or plain.seat(one)
    )
    if view.viewer is None:
        return SpeechByName(plain.clockwise, sat)
    return SpeechAtTurnedTable(plain.clockwise, sat, view.viewer.side, view.viewer)


def _drawn_name(member: Member, called: Names) -> str:
    """As it stands on a plate, cut off where it would be too small to be read; empty where the font lacks
    its letters."""
    if isinstance(member, RobotMember):
        return robot_name(member)
    drawn = " ".join(legible(called(member)).split())
    if BOX in drawn:
        return ""
    return drawn if len(drawn) <= LONGEST_NAME else f"{drawn[: LONGEST_NAME - 1].rstrip()}…"


def _contract(speech: Speech, view: SeatView, deal: PublicDeal) -> str:
    assert deal.settled is not None
    return settled_title(speech, deal.settled, view.table.game)


def _drawn_card(card: Card) -> DrawnCard:
    return DrawnCard(rank(card.rank), card.suit)


def alt_text(view: SeatView, deal: PublicDeal, called: Names = nobody_called) -> str:
    """The picture in words: first the trick and whose turn it is. Suits are named without their signs."""
    speech, trick = _drawn_speech(view, called), lying(deal)
    cards = tuple(trick.by_player()) if trick is not None else ()
    number = len(deal.tricks) + (not cards or trick is deal.trick)
    told = [
        TITLE_ALT(number=deal.number, contract=_contract(speech, view, deal)),
        trick_alt(speech, number, cards),
        *_turn(speech, deal),
        *(hand_alt(title, suits) for title, suits in _open_hands(speech, view, deal)),
        *(f"{line}." for line in side_lines(speech, view, deal)),
        *(seat_alt(speech, one, about) for one in Seat if (about := _about(view, speech, one))),
    ]
    return " ".join(_SIGNS.sub("", _unmarked(" ".join(told))).split())[:ALT_TEXT]


def _about(view: SeatView, speech: Speech, seat: Seat) -> tuple[str, ...]:
    """The seat where the plate has a name and the room speaks of seats, and what the player is and has to
    do."""
    assert view.table.rubber is not None
    who = [table_words.DUMMY()] if seat in view.table.rubber.dummies else []
    if view.viewer is None and speech.seat(seat) != (at := Speech.at_table(view.table).seat(seat)):
        who = [at]
    return (*who, *(tag for tag in tags_of(view)[seat] if tag not in who))


def _open_hands(
    speech: Speech, view: SeatView, deal: PublicDeal
) -> Iterator[tuple[str, tuple[tuple[Card, ...], ...]]]:
    """The hands that lie open and last the viewer's own, each with its title and its suits."""
    trumps = deal.settled.trumps if deal.settled is not None else None
    for one in deal.faced:
        if one.left and one.seat is not view.viewer:
            yield hand_title(speech, one, deal.settled), in_order(one.left, trumps)
    if view.own is not None and view.own.left:
        yield table_words.OWN_CARDS(), in_order(view.own.left, trumps)


def _turn(speech: Speech, deal: PublicDeal) -> tuple[str, ...]:
    """For whom the table waits; nothing while a complete trick lies there."""
    if deal.claim is not None:
        return (claim_line(speech, deal.claim, deal.tricks_left),)
    return (told,) if (told := to_play_line(speech, deal)) else ()


def _unmarked(line: str) -> str:
    """Without the marks of bold letters."""
    return line.replace("**", "")


# One trick, by which it is told what a trick is and how a table looks: a line of cards, and a picture


TRICK: Final = (
    (Seat.WEST, Card(Rank.TEN, Suit.HEARTS)),
    (Seat.NORTH, Card(Rank.KING, Suit.HEARTS)),
    (Seat.EAST, Card(Rank.THREE, Suit.SPADES)),
    (Seat.SOUTH, Card(Rank.FOUR, Suit.HEARTS)),
)
"""The trick by which it is told what one does. Spades are trumps, and East has no heart."""


def drawn_trick() -> str:
    """The cards of ``TRICK`` in the order in which they were played; that which wins is in bold."""
    speech = ON_PAPER
    told = [f"{speech.seat(seat)} {face(card)}" for seat, card in TRICK]
    told[2] = f"**{told[2]}**"
    return " → ".join(told)


TRUMPS_ARE: Final = Sentence("Trumps: {suit}")
TOOK_IT: Final = Label("beside a player's name", "takes the trick")


def trick_picture(speech: Speech) -> Picture:
    """``TRICK`` as the table is drawn while cards are played, with the order of the cards."""
    leader, winner = TRICK[0][0], TRICK[2][0]
    told = {leader: (table_words.LED(),), winner: (TOOK_IT(),)}
    right, left = (Seat.EAST, Seat.WEST) if speech.clockwise else (Seat.WEST, Seat.EAST)
    seats = {
        seat: DrawnSeat(
            speech.seat(seat),
            (f"{place}.", *told.get(seat, ())),
            DrawnCard(rank(card.rank), card.suit),
            led=seat is leader,
            due=seat is winner,
        )
        for place, (seat, card) in enumerate(TRICK, 1)
    }
    table = LaidTable(
        TRUMPS_ARE(suit=sign(Suit.SPADES)),
        "",
        seats[Seat.NORTH],
        seats[right],
        seats[Seat.SOUTH],
        seats[left],
        lines=(),
    )
    return Picture("trick.png", draw_table(table), trick_alt(speech, 1, TRICK), instead=drawn_trick())

"""The table while cards are played as a picture, with all that it shows in words; and one trick that tells a
newcomer how a table looks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from typing import Final

from rules.cards import Card, Rank, Suit
from rules.seats import Member, RobotMember, Seat
from rules.view import FacedHand, PublicDeal, SeatView
from screens.after import ALT_TEXT
from screens.claims import claim_line
from screens.deck import face
from screens.parts import hand_title, in_order
from screens.pictures.emoji import Colours
from screens.pictures.laid_table import DrawnCard, DrawnSeat, LaidTable, OpenHand, draw_table
from screens.screen import CardStyle, Picture
from screens.settling import settled_title, side_lines
from screens.trick import due_seats, tags_of
from screens.words import table as table_words
from screens.words.languages import Label, Sentence, say
from screens.words.names import ON_PAPER, TEXT_FORM, Speech, rank, robot_name, sign, suit_inside

TITLE_ALT: Final = Sentence("The table in deal {number}: {contract}.")


def seat_alt(speech: Speech, seat: Seat, about: Sequence[str]) -> str:
    """Who sits there, where that is a robot, and what the player is and has to do."""
    return f"{speech.seat(seat)}: {', '.join(about)}."


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
    return f"{title}: {', '.join(parts)}."


def _spoken_card(card: Card) -> str:
    """``Q of hearts``: screen readers leave the signs of suits out, or take them for pictures."""
    return say("{rank} of {suit:gen}", rank=rank(card.rank), suit=suit_inside(card.suit))


_SIGNS: Final = re.compile(f"[♠♥♦♣]{TEXT_FORM}?")


def table_picture(view: SeatView, cards: CardStyle = CardStyle.FOUR_COLOURS) -> Picture:
    """Draws what everybody sees of the play; takes some tens of milliseconds. Where cards are letters, those
    of the picture have the two usual colours."""
    deal = view.deal
    assert deal is not None
    played = deal.cards_gone
    colours = Colours.FOUR if cards is CardStyle.FOUR_COLOURS else Colours.TWO
    png = draw_table(laid_table(view, deal), colours)
    return Picture(f"table-{deal.number}-{played}.png", png, alt_text(view, deal))


def laid_table(view: SeatView, deal: PublicDeal) -> LaidTable:
    """What is drawn. Where play goes the other way, the players of East and West change places, as their
    names do."""
    speech = Speech.at_table(view.table)
    laid = dict(deal.trick.by_player()) if deal.trick is not None else {}
    due, leader = due_seats(view), _leader(deal)
    right, left = (Seat.EAST, Seat.WEST) if speech.clockwise else (Seat.WEST, Seat.EAST)
    top, at_right, bottom, at_left = (
        DrawnSeat(
            speech.seat(seat),
            _about(view, deal, seat),
            _drawn_card(laid[seat]) if seat in laid else None,
            led=seat is leader,
            due=seat in due,
        )
        for seat in (Seat.NORTH, right, Seat.SOUTH, left)
    )
    return LaidTable(
        _contract(speech, view, deal),
        table_words.DEAL_NUMBER(number=deal.number),
        top,
        at_right,
        bottom,
        at_left,
        lines=tuple(_unmarked(line) for line in (*_turn(speech, deal), *side_lines(speech, view, deal))),
        hands=tuple(
            OpenHand(
                hand_title(speech, one, deal.settled),
                tuple(map(_drawn_card, chain(*_faced_suits(one, deal)))),
            )
            for one in deal.faced
            if one.left
        ),
    )


def _contract(speech: Speech, view: SeatView, deal: PublicDeal) -> str:
    assert deal.settled is not None
    return settled_title(speech, deal.settled, view.table.game)


def _drawn_card(card: Card) -> DrawnCard:
    return DrawnCard(rank(card.rank), card.suit)


def alt_text(view: SeatView, deal: PublicDeal) -> str:
    """The picture in words: first the trick and whose turn it is. Suits are named without their signs."""
    speech = Speech.at_table(view.table)
    trick = tuple(deal.trick.by_player()) if deal.trick is not None else ()
    on_table = (trick_alt(speech, len(deal.tricks) + 1, trick),) if trick or deal.may_act else ()
    told = [
        TITLE_ALT(number=deal.number, contract=_contract(speech, view, deal)),
        *on_table,
        *_turn(speech, deal),
        *(
            hand_alt(hand_title(speech, one, deal.settled), _faced_suits(one, deal))
            for one in deal.faced
            if one.left
        ),
        *(f"{line}." for line in side_lines(speech, view, deal)),
        *(seat_alt(speech, one, about) for one in Seat if (about := _about(view, deal, one))),
    ]
    return " ".join(_SIGNS.sub("", _unmarked(" ".join(told))).split())[:ALT_TEXT]


def _about(view: SeatView, deal: PublicDeal, seat: Seat) -> tuple[str, ...]:
    """The robot that sits there, and what the player is and has to do. People are named by their seats alone:
    the text beneath the picture mentions them."""
    sitting, rubber = _sitter(view, seat), view.table.rubber
    assert rubber is not None
    who = [robot_name(sitting)] if isinstance(sitting, RobotMember) else []
    if seat in rubber.dummies:
        who = [table_words.DUMMY()]
    return (*who, *(tag for tag in tags_of(view)[seat] if tag not in who))


def _sitter(view: SeatView, seat: Seat) -> Member:
    assert view.table.rubber is not None
    return view.table.rubber.seats.of(seat)


def _leader(deal: PublicDeal) -> Seat | None:
    """Who led to the trick on the table, if somebody did."""
    return deal.trick.leader if deal.trick is not None and deal.trick.cards else None


def _turn(speech: Speech, deal: PublicDeal) -> tuple[str, ...]:
    """For whom the table waits to play; nothing while a complete trick lies there."""
    if deal.claim is not None:
        return (claim_line(speech, deal.claim, deal.tricks_left),)
    hand = deal.hand_due
    if hand is None or deal.deciding or not deal.may_act:
        return ()
    player = deal.may_act[0]
    if hand is not player:
        return (table_words.TO_PLAY_FROM(seat=speech.seat(player), dummy=speech.seat(hand)),)
    follows = deal.trick is not None and deal.trick.cards
    return ((table_words.TO_PLAY_NEXT if follows else table_words.TO_LEAD_NEXT)(seat=speech.seat(player)),)


def _faced_suits(faced: FacedHand, deal: PublicDeal) -> tuple[tuple[Card, ...], ...]:
    return in_order(faced.left, deal.settled.trumps if deal.settled is not None else None)


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

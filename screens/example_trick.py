"""One trick, by which it is told what a trick is and how a table looks: a line of cards, and a picture."""

from __future__ import annotations

from typing import Final

from rules.cards import Card, Rank, Suit
from rules.seats import Seat
from screens.deck import face
from screens.pictures.laid_table import DrawnCard, DrawnSeat, LaidTable, drawn
from screens.screen import Picture
from screens.table_picture import trick_alt
from screens.words import table as table_words
from screens.words.languages import Label, Sentence
from screens.words.names import Speech, rank, sign

TRICK: Final = (
    (Seat.WEST, Card(Rank.TEN, Suit.HEARTS)),
    (Seat.NORTH, Card(Rank.KING, Suit.HEARTS)),
    (Seat.EAST, Card(Rank.THREE, Suit.SPADES)),
    (Seat.SOUTH, Card(Rank.FOUR, Suit.HEARTS)),
)
"""The trick by which it is told what one does. Spades are trumps, and East has no heart."""


def drawn_trick() -> str:
    """The cards of ``TRICK`` in the order in which they were played; that which wins is in bold."""
    speech = Speech.at(())
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
    return Picture("trick.png", drawn(table), trick_alt(speech, 1, TRICK), instead=drawn_trick())

"""Parts that several screens share: who sits where, calls, tricks, and hands by suit or as a compass.

They are made from what a ``SeatView`` shows and nothing else. Discord's letters are of different widths, and
emoji show only outside code, so the columns of the compass are lined up with blanks of several widths. What
these letters measure is near enough for a phone and for a desktop.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Final

from rules.calls import Called, Content
from rules.cards import Card, Hand, Rank, Suit
from rules.counting.reckon import BOOK
from rules.members import Person
from rules.seats import ROUND, BySeat, BySide, Seat, Side
from rules.strains import Strain
from rules.tricks import Trick, winner
from rules.view import FacedHand, PublicDeal, PublicRubber, SeatView, Settled
from screens.bidding import Stage, stage, with_levels
from screens.deck import BACK, face
from screens.screen import IN_A_ROW, Text
from screens.words import calls as call_words
from screens.words import names as name
from screens.words import table as words
from screens.words.gamewords import GameWords
from screens.words.languages import language_spoken
from screens.words.names import Names, Speech, rank, sign

GREY: Final = 0x6B7280
INK: Final = 0x4F5D75
BRASS: Final = 0xB08D3C
BAIZE: Final = 0x2E7D5B
CLARET: Final = 0x8C2F39

TRICKS: Final = 13
"""The tricks of a deal, in every game with bids."""

HANDS_KEPT: Final = 1024
"""How many hands are kept in memory as text."""
LINES_KEPT: Final = 256
"""How many contracts, and how many tricks, are kept in memory as text."""
CALLS_SHOWN: Final = 8
"""The most calls in a line; of a longer chain of contres only the end is shown."""


def text(*lines: str) -> Text:
    """These lines as one part, without the empty ones."""
    return Text("\n".join(line for line in lines if line))


def heading(line: str) -> str:
    return f"### {line}"


def small(line: str) -> str:
    return f"-# {line}"


def noted(note: str) -> str:
    """A sentence for the viewer alone, above the rest of the screen."""
    return f"> {note}" if note else ""


def first_of(options: Iterable[tuple[str, str]], key: str) -> str | None:
    return next((value for one, value in options if one == key), None)


# Who sits where


def chairs(speech: Speech, view: SeatView, names: Names | None) -> str:
    """The four seats in fixed places, each with its card in the trick; without ``names``, not who sits
    there. A seat that has not played has a card face down, or a pointer if it is its turn."""
    rubber, deal = view.table.rubber, view.deal
    assert rubber is not None
    tags, due, called = tags_of(view), due_seats(view), speech.seats()
    members = _sitting(rubber, names) if names is not None else {}
    playing = deal is not None and deal.playing
    laid = dict(deal.trick.by_player()) if playing and deal is not None and deal.trick is not None else {}
    lines = []
    for one in ROUND:
        if one in laid:
            cell = f"{face(laid[one])} "
        elif one in due:
            cell = "▸ "
        else:
            cell = f"{BACK} " if playing else ""
        who = f" {members[one]}" if names is not None else ""
        lines.append(" · ".join([f"{cell}**{called[one]!s}**{who}", *tags[one]]))
    return "\n".join(lines)


def who_sits_where(speech: Speech, view: SeatView, names: Names) -> str:
    """The members alone, beneath a picture that shows what they do."""
    rubber = view.table.rubber
    assert rubber is not None
    members = _sitting(rubber, names)
    return "\n".join(small(f"**{speech.seat(one)}** {members[one]}") for one in Seat)


def _sitting(rubber: PublicRubber, names: Names) -> dict[Seat, str]:
    """Who sits in each seat, for whom, and who takes the chair in the next deal."""
    told = {}
    for one in Seat:
        sitting, owner = rubber.seats.of(one), rubber.owners.of(one)
        if one in rubber.dummies:
            told[one] = words.DUMMY_OF(player=names(sitting))
        elif owner is sitting and not rubber.reserved:
            told[one] = names(sitting)
        else:
            lines = [names(sitting)]
            if owner != sitting and isinstance(owner, Person):
                lines.append(words.CHAIR_OF(player=names(owner)))
            lines += [words.COMES_NEXT(player=names(next_)) for seat, next_ in rubber.reserved if seat is one]
            told[one] = " · ".join(lines)
    return told


def due_seats(view: SeatView) -> frozenset[Seat]:
    """The seats for which the table waits."""
    if view.table.pack is not None:
        return frozenset((view.table.pack.cutter,))
    deal = view.deal
    if deal is None:
        return frozenset()
    if deal.claim is not None:
        return frozenset(deal.claim.unanswered)
    if deal.deciding:
        return frozenset(deal.deciding)
    if deal.hand_due is not None and deal.may_act:
        return frozenset((deal.hand_due,))
    return frozenset(deal.may_act)


def tags_of(view: SeatView) -> Mapping[Seat, Sequence[str]]:
    """What each player is, and what each has to do."""
    rubber, deal, pack = view.table.rubber, view.deal, view.table.pack
    assert rubber is not None
    tags: dict[Seat, list[str]] = {one: [] for one in ROUND}
    if view.viewer is not None:
        tags[view.viewer].append(words.YOU())
    tags[deal.dealer if deal is not None else rubber.dealer].append(words.DEALER())
    if pack is not None:
        tags[pack.cutter].append(words.TO_CUT())
    if deal is None:
        return tags
    if deal.trick is not None and deal.trick.cards:
        tags[deal.trick.by_player()[-1][0]].append(words.JUST_PLAYED())
    settled = deal.settled
    if settled is not None and settled.declared_by is not None:
        if settled.bid is not None:
            if deal.playing:
                tags[settled.declared_by].append(words.DECLARER())
        elif settled.declared_by is not deal.dealer:
            tags[settled.declared_by].append(words.DECLARED())
    if deal.playing and settled is not None:
        for dummy, _ in settled.dummies:
            if dummy not in rubber.dummies:
                tags[dummy].append(words.DUMMY())
    if deal.claim is not None:
        tags[deal.claim.seat].append(words.CLAIMS() if deal.claim.tricks else words.CONCEDES())
        for one in deal.claim.agreed:
            tags[one].append(words.AGREES())
        for one in deal.claim.unanswered:
            tags[one].append(words.TO_ANSWER())
        return tags
    for one in deal.deciding:
        tags[one].append(words.TO_DECIDE())
    if deal.deciding:
        return tags
    if not deal.playing:
        for one in _content_now(deal.calls):
            tags[one].append(words.CONTENT_NOW())
    at, led = stage(view), deal.trick is not None and deal.trick.cards
    for one in deal.may_act:
        if at is not None:
            to_do = _TO_SAY[at]
        elif deal.hand_due is not one:
            to_do = words.PLAYS_DUMMY
        else:
            to_do = words.TO_PLAY if led else words.TO_LEAD
        tags[one].append(to_do())
    return tags


_TO_SAY: Final = {
    Stage.DECLARING: words.TO_DECLARE,
    Stage.DOUBLING: words.TO_SPEAK,
    Stage.BIDDING: words.TO_CALL,
    Stage.RUFFING: words.MAY_RUFF,
    Stage.PUTTING_OUT: words.TO_PUT_OUT,
}


def _content_now(calls: Sequence[Called]) -> tuple[Seat, ...]:
    """The seats that have said content since the last doubling."""
    now: list[Seat] = []
    for called in calls:
        if isinstance(called.call, Content):
            now.append(called.seat)
        else:
            now.clear()
    return tuple(now)


def sides_so_far(view: SeatView, deal: PublicDeal, viewer: Seat, names: Names) -> str:
    """The viewer's partner, the tricks of both sides, and what the contract still needs."""
    rubber = view.table.rubber
    assert rubber is not None
    ours, theirs = viewer.side, viewer.side.other
    partner = words.DUMMY() if viewer.partner in rubber.dummies else names(rubber.seats.of(viewer.partner))
    line = words.SIDES_SO_FAR(partner=partner, ours=deal.won.of(ours), theirs=deal.won.of(theirs))
    settled = deal.settled
    if settled is None or settled.bid is None or settled.declared_by is None:
        return line
    if settled.bid.strain is Strain.MISERE:
        return line
    return f"{line} · {_need(settled.bid.odd, deal.won, settled.declared_by.side, ours)}"


def _need(odd: int, won: BySide[int], declarers: Side, ours: Side) -> str:
    """How many tricks more decide the contract for our side."""
    to_make = BOOK + odd - won.of(declarers)
    to_beat = TRICKS + 1 - BOOK - odd - won.of(declarers.other)
    if to_make <= 0:
        return words.CONTRACT_MADE()
    if to_beat <= 0:
        return words.CONTRACT_BEATEN()
    return words.CONTRACT_NEEDS(to_make) if ours is declarers else words.DEFENCE_NEEDS(to_beat)


# Calls and tricks


def calls_line(speech: Speech, calls: Sequence[Called], said: GameWords) -> str:
    """The calls in order in the words of the game; of a long chain only the end."""
    heard = [
        call_words.CALLED(seat=speech.seat(one.seat), call=name.said(one.call, level, said))
        for one, level in with_levels(calls)
    ]
    left_out = len(heard) - CALLS_SHOWN
    if left_out > 1:
        heard[:left_out] = [f"*{call_words.CALLS_BEFORE(left_out)}*"]
    return " · ".join(heard)


def last_trick_line(speech: Speech, deal: PublicDeal) -> str:
    """The last finished trick: its cards in the order in which they were played, who led and who won. Empty
    before there is one."""
    if not deal.tricks or deal.settled is None:
        return ""
    return _trick_line(speech, deal.tricks[-1], deal.settled.trumps, language_spoken())


@lru_cache(LINES_KEPT)
def _trick_line(speech: Speech, trick: Trick, trumps: Suit | None, _language: str) -> str:
    """Kept for a while, since four screens show it after each card."""
    return words.THE_LAST_TRICK(
        cards=faces(trick.cards),
        leader=speech.seat(trick.leader),
        winner=speech.seat(winner(trick, trumps)),
    )


# Hands

_RED: Final = (Suit.HEARTS, Suit.DIAMONDS)
_BLACK: Final = (Suit.SPADES, Suit.CLUBS)


def in_order(hand: Hand, trumps: Suit | None) -> tuple[tuple[Card, ...], ...]:
    """The cards suit by suit, each from its highest card down. Trumps are at the left, and as far as can be
    no two suits of one colour stand side by side."""
    held = {suit: tuple(cards) for suit, cards in groupby(hand.cards, attrgetter("suit"))}
    red = [suit for suit in _RED if suit in held and suit is not trumps]
    black = [suit for suit in _BLACK if suit in held and suit is not trumps]
    order = [trumps] if trumps is not None and trumps in held else []
    red_next = order[0] in _BLACK if order else len(red) > len(black)
    while red or black:
        following = red if (red_next and red) or not black else black
        order.append(following.pop(0))
        red_next = following is black
    return tuple(held[suit] for suit in order)


def card_rows(suits: Iterable[Sequence[Card]]) -> tuple[tuple[Card, ...], ...]:
    """The cards in rows for buttons. A suit is divided only if it is longer than a row."""
    rows: list[tuple[Card, ...]] = []
    row: tuple[Card, ...] = ()
    for suit in suits:
        if row and len(row) + len(suit) > IN_A_ROW:
            rows.append(row)
            row = ()
        for card in suit:
            if len(row) == IN_A_ROW:
                rows.append(row)
                row = ()
            row = (*row, card)
    return (*rows, row) if row else tuple(rows)


def in_line(hand: Hand, trumps: Suit | None) -> str:
    """The cards of a hand, trumps first."""
    return _cards_in_line(hand.bits, trumps)


@lru_cache(HANDS_KEPT)
def _cards_in_line(bits: int, trumps: Suit | None) -> str:
    """Kept for a while: of four hands on as many panels one changes at each card."""
    return " ".join(map(faces, in_order(Hand(bits), trumps)))


def faces(cards: Iterable[Card]) -> str:
    return " ".join(map(face, cards))


def faced_text(speech: Speech, faced: FacedHand, settled: Settled | None, left: Hand | None = None) -> str:
    """A hand that lies open, under its name; of its cards only those ``left``, if these are given."""
    trumps = settled.trumps if settled is not None else None
    cards = in_line(left if left is not None else faced.left, trumps)
    return f"**{hand_title(speech, faced, settled)}**\n{cards}"


def hand_title(speech: Speech, faced: FacedHand, settled: Settled | None) -> str:
    """Whose hand lies open: ``Dummy (North)``, ``North's hand, face up``."""
    is_dummy = settled is not None and any(dummy is faced.seat for dummy, _ in settled.dummies)
    return (words.DUMMY_HAND if is_dummy else words.FACED_HAND)(seat=speech.seat(faced.seat))


# The four hands as a compass

_TIED: Final = "\u00a0"  # a blank at which no line breaks
_BLANKS: Final = ((1000, "\u2003"), (500, "\u2002"), (250, "\u2005"), (167, "\u2006"))
"""Blanks by their widths, in thousandths of the letters' size. A screen keeps them at a line's start."""

_WIDTHS: Final = {Rank.ACE: 680, Rank.KING: 650, Rank.QUEEN: 760, Rank.KNAVE: 450, Rank.TEN: 1120}
_FIGURE: Final = 560
_GAP: Final = 270
_NONE: Final = "–"
_COLUMN: Final = 7200
"""The width from the sign of West's suit to that of East's, without the signs: six cards and a blank."""
_MIDDLE: Final = 3500
_LETTER: Final = 1000


def compass(speech: Speech, hands: BySeat[Hand], *, marked: frozenset[Card] = frozenset()) -> str:
    """The hands under the letters of their seats. The cards that are ``marked`` are underlined."""
    left, right = (Seat.WEST, Seat.EAST) if speech.clockwise else (Seat.EAST, Seat.WEST)
    west, east = hands.of(left), hands.of(right)
    lines = [*_across(speech.letter(Seat.NORTH), hands.of(Seat.NORTH), marked)]
    lines.append(f"**{speech.letter(left)}**{_blank(_COLUMN + 400)}**{speech.letter(right)}**")
    for suit in Suit:
        lines.append(
            f"{_suit(west, suit, marked)}{_blank(_COLUMN - _width(west, suit))}{_suit(east, suit, marked)}"
        )
    lines += _across(speech.letter(Seat.SOUTH), hands.of(Seat.SOUTH), marked)
    return "\n".join(lines)


def seats_line(speech: Speech, who: BySeat[str]) -> str:
    """Who sits where, in one line that may break between players."""
    order = tuple(Seat) if speech.clockwise else (Seat.NORTH, Seat.WEST, Seat.SOUTH, Seat.EAST)
    return " · ".join(f"**{speech.letter(one)}** {who.of(one)}" for one in order)


def _across(letter: str, hand: Hand, marked: frozenset[Card]) -> tuple[str, str]:
    """A hand in two lines, in the middle."""
    spades, hearts, diamonds, clubs = (_suit(hand, suit, marked) for suit in Suit)
    indent = _blank(_MIDDLE)
    return (
        f"{indent}**{letter}**{_blank(_LETTER - 700)}{spades}\u2003{hearts}",
        f"{indent}{_blank(_LETTER)}{diamonds}\u2003{clubs}",
    )


def _suit(hand: Hand, suit: Suit, marked: frozenset[Card]) -> str:
    cards = (f"__{rank(one.rank)}__" if one in marked else rank(one.rank) for one in hand.suit(suit))
    return f"{sign(suit)}{_TIED}{_TIED.join(cards) or _NONE}"


def _width(hand: Hand, suit: Suit) -> int:
    """The width of the ranks of a suit, as they are written."""
    widths = [_WIDTHS.get(one.rank, _FIGURE) for one in hand.suit(suit)] or [_FIGURE]
    return sum(widths) + _GAP * (len(widths) - 1)


def _blank(width: int) -> str:
    """Blanks of about this width: at least one."""
    found = ""
    for of, blank in _BLANKS:
        while width >= of:
            found, width = found + blank, width - of
    return found or _BLANKS[-1][1]

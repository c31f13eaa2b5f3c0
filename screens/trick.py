"""Who sits where, and the trick that lies between them.

While cards are played the table is a compass of four lines: each card lies at its player's side, an arrow in
the middle points at the one whose turn it is, and a finished trick lies there until the next card is led. At
all other times the seats are a list. Both are written in signs that ``screens.deck`` turns into emoji of one
width, or into letters that have one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from rules.counting.reckon import BOOK
from rules.seats import ROUND, Person, Seat, Side
from rules.tricks import Strain, Trick, winner
from rules.view import OpenClaim, PublicDeal, PublicRubber, SeatView
from screens.deck import ARROWS, BACK, BADGES, BLANK, DUE, EMPTY, LAID, face
from screens.parts import LINES_KEPT, TRICKS, faces, small
from screens.settling import Stage, stage
from screens.words import table as words
from screens.words.languages import language_spoken
from screens.words.names import Names, Speech

Tags = Mapping[Seat, Sequence[str]]


_BADGES: Final = {True: BADGES, False: {**BADGES, Seat.EAST: BADGES[Seat.WEST], Seat.WEST: BADGES[Seat.EAST]}}
"""As the seats are called where play goes clockwise, and where it does not."""


def badge(speech: Speech, seat: Seat) -> str:
    return _BADGES[speech.clockwise][seat]


def seats_list(speech: Speech, view: SeatView, names: Names) -> str:
    """The four seats while no cards are played, with a sign before those who are waited for."""
    rubber = view.table.rubber
    assert rubber is not None
    tags, due, who = tags_of(view), due_seats(view), who_sits(rubber, names)
    badges = _BADGES[speech.clockwise]
    lines = []
    for one in ROUND:
        lines.append(" · ".join((f"{DUE if one in due else BLANK} {badges[one]} {who[one]}", *tags[one])))
    return "\n".join(lines)


def trick_compass(
    speech: Speech, view: SeatView, deal: PublicDeal, names: Names | None, *, follows: bool = True
) -> str:
    """The table while cards are played, North at the top; if it does not follow the play, as it was after the
    last trick. Without ``names`` the players are called after their seats."""
    rubber = view.table.rubber
    assert rubber is not None
    trick = lying(deal) if follows else _finished(deal)
    laid = dict(trick.by_player()) if trick is not None else {}
    due = due_seats(view) if follows else frozenset()
    (to_act,) = due if len(due) == 1 else (None,)
    wanted = to_act if deal.claim is None and not deal.deciding else None
    left, right = (Seat.WEST, Seat.EAST) if speech.clockwise else (Seat.EAST, Seat.WEST)
    who = who_sits(rubber, names) if names is not None else speech.seats()
    tags, badges = _tags_of_play(view, deal, trick, follows=follows), _BADGES[speech.clockwise]
    places, players = {}, {}
    for seat in ROUND:
        places[seat] = LAID + face(laid[seat]) if seat in laid else DUE if seat is wanted else EMPTY
        name = f"**{who[seat]}**" if seat in due else who[seat]
        turned = _turned(deal, seat.side) if seat is Seat.SOUTH or seat is left else ""
        players[seat] = " · ".join((f"{badges[seat]} {name}{turned}", *tags[seat]))
    arrow = ARROWS[speech.called(to_act)] if to_act is not None else BLANK
    return "\n".join(
        (
            f"{BLANK} {places[Seat.NORTH]} {players[Seat.NORTH]}",
            players[left],
            f"{places[left]} {arrow} {places[right]} {players[right]}",
            f"{BLANK} {places[Seat.SOUTH]} {players[Seat.SOUTH]}",
        )
    )


def lying(deal: PublicDeal) -> Trick | None:
    """The trick that lies on the table: the last one until a card is led to the next."""
    return deal.trick if deal.trick is not None and deal.trick.cards else _finished(deal)


def _finished(deal: PublicDeal) -> Trick | None:
    return deal.tricks[-1] if deal.tricks else None


def _turned(deal: PublicDeal, side: Side) -> str:
    """The tricks that a side has turned, which South and the player at the left gather; in an auction with
    the number that makes the contract, or for the other side beats it: ``5/9``. At misère there is none."""
    won, settled = deal.won.of(side), deal.settled
    bid = settled.bid if settled is not None else None
    if settled is None or settled.declared_by is None or bid is None or bid.strain is Strain.MISERE:
        return f" {BACK} **{won}**"
    needed = BOOK + bid.odd if settled.declared_by.side is side else TRICKS + 1 - BOOK - bid.odd
    return f" {BACK} **{won}/{needed}**"


def last_trick_line(speech: Speech, deal: PublicDeal) -> str:
    """The last finished trick, in the order in which it was played, between the badges of who led and who
    won. Empty while it lies on the table."""
    if not deal.tricks or deal.settled is None or lying(deal) is deal.tricks[-1]:
        return ""
    return _trick_line(
        speech, deal.tricks[-1], winner(deal.tricks[-1], deal.settled.trumps), language_spoken()
    )


@lru_cache(LINES_KEPT)
def _trick_line(speech: Speech, trick: Trick, won: Seat, _language: str) -> str:
    """Kept for a while, since four screens show it after each card."""
    return small(
        words.THE_LAST_TRICK(
            cards=faces(trick.cards), leader=badge(speech, trick.leader), winner=badge(speech, won)
        )
    )


# Who sits there, what they are, and what they have to do


def who_sits(rubber: PublicRubber, names: Names) -> Mapping[Seat, str]:
    """Who sits in each seat, for whom, and who takes the chair in the next deal."""
    told = {}
    for one, sitting, owner in zip(ROUND, rubber.seats, rubber.owners, strict=True):
        if one in rubber.dummies:
            told[one] = words.DUMMY()  # of the player opposite
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


def tags_of(view: SeatView) -> Tags:
    """What each player is, and what each has to do."""
    rubber, deal, pack = view.table.rubber, view.deal, view.table.pack
    assert rubber is not None
    if deal is not None and deal.playing:
        return _tags_of_play(view, deal, lying(deal))
    tags: dict[Seat, list[str]] = {one: [words.YOU()] if one is view.viewer else [] for one in ROUND}
    if deal is None or _is_dealer_told(view, deal):
        tags[deal.dealer if deal is not None else rubber.dealer].append(words.DEALER())
    if pack is not None:
        tags[pack.cutter].append(words.TO_CUT())
    if deal is None:
        return tags
    settled = deal.settled
    if settled is not None and settled.bid is None and settled.declared_by not in (None, deal.dealer):
        assert settled.declared_by is not None
        tags[settled.declared_by].append(words.DECLARED())
    at = stage(view)
    assert at is not None
    for one in deal.may_act:
        if one is not view.viewer:  # who is told what to do in a sentence
            tags[one].append(_TO_SAY[at]())
    return tags


def _is_dealer_told(view: SeatView, deal: PublicDeal) -> bool:
    """Whether somebody would not know otherwise: the dealer is the first to declare or to bid, and a partner
    who has declared did so because the dealer passed."""
    settled = deal.settled
    if settled is not None and settled.bid is None and settled.declared_by is not None:
        return settled.declared_by is deal.dealer
    match stage(view):
        case Stage.DECLARING:
            return deal.dealer not in deal.may_act
        case Stage.BIDDING:
            return not deal.calls
        case _:
            return True


def _tags_of_play(view: SeatView, deal: PublicDeal, trick: Trick | None, *, follows: bool = True) -> Tags:
    """The same while cards are played and this ``trick`` lies on the table; if it does not follow the play,
    as after the last trick."""
    rubber = view.table.rubber
    assert deal.settled is not None and rubber is not None
    tags: dict[Seat, list[str]] = {one: [words.YOU()] if one is view.viewer else [] for one in ROUND}
    for dummy, _ in deal.settled.dummies:
        if dummy not in rubber.dummies:
            tags[dummy].append(words.DUMMY())
    if trick is not None and deal.claim is None:  # there is room for one or the other beside a name
        tags[trick.leader].append(words.LED())
        if len(trick.cards) == len(ROUND):
            tags[winner(trick, deal.settled.trumps)].append(words.WON())
    if not follows:
        return tags
    if deal.claim is not None:
        tags[deal.claim.seat].append(_asks(deal.claim))
        for one in deal.claim.agreed:
            tags[one].append(words.AGREES())
        for one in deal.claim.unanswered:
            if one is not view.viewer:  # who is asked in a sentence
                tags[one].append(words.TO_ANSWER())
        return tags
    for one in deal.deciding:
        tags[one].append(words.TO_DECIDE())
    if deal.deciding:
        return tags
    led = deal.trick is not None and deal.trick.cards
    for one in deal.may_act:
        if one is view.viewer:
            continue
        to_do = words.PLAYS_DUMMY if deal.hand_due is not one else words.TO_PLAY if led else words.TO_LEAD
        tags[one].append(to_do())
    return tags


def _asks(claim: OpenClaim) -> str:
    """What somebody wants of the others."""
    if claim.back is not None:
        return words.WOULD_TAKE_BACK()
    return words.CLAIMS() if claim.tricks else words.CONCEDES()


_TO_SAY: Final = {
    Stage.DECLARING: words.TO_DECLARE,
    Stage.DOUBLING: words.TO_SPEAK,
    Stage.BIDDING: words.TO_CALL,
    Stage.RUFFING: words.MAY_RUFF,
    Stage.PUTTING_OUT: words.TO_PUT_OUT,
}

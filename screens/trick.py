"""Who sits where, and the trick that lies between them.

While cards are played the trick is a cross: each card lies before its player, the place of the next one is
marked, or an arrow in the middle points there, and a finished trick lies there until the next card is led.
Its lines hold nothing but signs that ``screens.deck`` turns into emoji of one width, or into letters that
have one, and names stand beneath. At all other times the seats are a list. The room sees North
at the top; who plays sees the table from where they sit.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.counting.reckon import BOOK
from rules.seats import ROUND, Person, Seat, Side
from rules.tricks import Strain, Trick, winner
from rules.view import OpenClaim, PublicDeal, PublicRubber, SeatView
from screens.deck import ARROWS, BACK, BADGES, BLANK, DUE, EMPTY, LED_BELOW, LED_BESIDE, face
from screens.parts import LINES_KEPT, TRICKS, faces, small
from screens.settling import Stage, stage
from screens.words import table as words
from screens.words.languages import kept_by_language
from screens.words.names import Names, Speech, SpeechAtTurnedTable

Tags = Mapping[Seat, Sequence[str]]

TIED: Final = "\u00a0"
"""A blank at which no line breaks."""
PLAYER_GAP: Final = "\u2003"
"""Between two players in a line."""
_NOTHING_WON: Final[Mapping[Side, str]] = MappingProxyType({})

_BADGES: Final = {True: BADGES, False: {**BADGES, Seat.EAST: BADGES[Seat.WEST], Seat.WEST: BADGES[Seat.EAST]}}
"""As the seats are called where play goes clockwise, and where it does not."""


def badge(speech: Speech, seat: Seat) -> str:
    """The letter of a seat or, to a player, its place."""
    return speech.place(seat) if isinstance(speech, SpeechAtTurnedTable) else _BADGES[speech.clockwise][seat]


def seats_list(speech: Speech, view: SeatView, names: Names) -> str:
    """The four seats while no cards are played, with a sign before those who are waited for; to one of the
    players the other three."""
    rubber = view.table.rubber
    assert rubber is not None
    tags, due, who = tags_of(view), due_seats(view), who_sits(rubber, names)
    if isinstance(speech, SpeechAtTurnedTable):
        return _others_lines(speech, {one: " · ".join((who[one], *tags[one])) for one in ROUND}, due)
    badges = _BADGES[speech.clockwise]
    lines = []
    for one in ROUND:
        lines.append(" · ".join((f"{DUE if one in due else BLANK} {badges[one]} {who[one]}", *tags[one])))
    return "\n".join(lines)


def _others_lines(
    speech: SpeechAtTurnedTable,
    told: Mapping[Seat, str],
    due: Container[Seat] = (),
    won: Mapping[Side, str] = _NOTHING_WON,
) -> str:
    """The partner and the two others, each side in a line, after what it has ``won``. With a sign before one
    of the two they have a line each: else that sign could end the line of the other."""
    top, left, right, below = speech.around()
    gap = "\n" if left in due or right in due else PLAYER_GAP
    partner, others = (
        [
            f"{f'{DUE} ' if seat in due else ''}{speech.place(seat)}{TIED}{told[seat]}"
            for seat in seats
            if seat in told
        ]
        for seats in ((top,), (left, right))
    )
    ours, theirs = won.get(below.side, ""), won.get(left.side, "")
    return "\n".join(filter(None, (f"{ours}{''.join(partner)}", f"{theirs}{gap.join(others)}")))


def trick_compass(
    speech: Speech, view: SeatView, deal: PublicDeal, names: Names | None, *, follows: bool = True
) -> str:
    """The table while cards are played: the trick, and beneath it the players; if it does not follow the
    play, as it was after the last trick. Without ``names`` the players are called after their seats."""
    rubber = view.table.rubber
    assert rubber is not None
    trick = lying(deal) if follows else _finished_trick(deal)
    due = due_seats(view) if follows else frozenset()
    who = who_sits(rubber, names) if names is not None else speech.seats()
    turned = {side: _tricks_turned(deal, side) for side in Side}
    cross = _trick_cross(speech, deal, trick, due)
    at_seat = speech if isinstance(speech, SpeechAtTurnedTable) else None
    tags, badges = (
        _tags_of_play(view, deal, trick, follows=follows, turn=at_seat is None),
        _BADGES[speech.clockwise],
    )
    if at_seat is not None:
        lie_below = _dummies_below(deal, rubber) if not turned[at_seat.own] else ()
        told = {one: " · ".join((who[one], *tags[one])) for one in ROUND if tags[one] or one not in lie_below}
        return "\n".join(filter(None, (cross, _others_lines(at_seat, told, won=turned))))
    players = {
        one: " · ".join((f"{badges[one]}{TIED}{f'**{who[one]}**' if one in due else who[one]}", *tags[one]))
        for one in ROUND
    }
    top, left, right, below = speech.around()
    sides = (
        f"{turned[pair[0].side]}{PLAYER_GAP.join(players[one] for one in pair)}"
        for pair in ((top, below), (left, right))
    )
    return "\n".join((cross, *sides))


def _trick_cross(speech: Speech, deal: PublicDeal, trick: Trick | None, due: frozenset[Seat]) -> str:
    """The trick in three lines of signs with nothing between them: each card before its player, the place of
    the next card or an arrow to it, and in a corner what points at the card that was led. A player sees no
    table on which nothing lies, nor a place of their own until their card does: a sentence says whose turn it
    is."""
    laid = dict(trick.by_player()) if trick is not None else {}
    own = isinstance(speech, SpeechAtTurnedTable)
    if own and not laid:
        return ""
    (to_act,) = due if len(due) == 1 else (None,)
    wanted = to_act if deal.claim is None and not deal.deciding else None
    around = speech.around()
    top, left, right, below = around
    cells = {seat: face(laid[seat]) if seat in laid else DUE if seat is wanted else EMPTY for seat in ROUND}
    leader = trick.leader if trick is not None else None
    above_left = LED_BESIDE if leader is top else LED_BELOW if leader is left else BLANK
    below_left = LED_BESIDE if leader is below else BLANK
    above_right = LED_BELOW if leader is right else ""
    points = to_act is not None and cells[to_act] is not DUE  # else its place says so
    arrow = ARROWS[_ON_PAPER[around.index(to_act)]] if to_act is not None and points else BLANK
    lines = (
        f"{above_left}{cells[top]}{above_right}",
        f"{cells[left]}{arrow}{cells[right]}",
        f"{below_left}{cells[below]}",
    )
    return "\n".join(lines[:2] if own and below not in laid else lines)


_ON_PAPER: Final = (Seat.NORTH, Seat.WEST, Seat.EAST, Seat.SOUTH)
"""Who is drawn at the top of a table on paper, at the left, at the right and at the bottom."""


def _dummies_below(deal: PublicDeal, rubber: PublicRubber) -> tuple[Seat, ...]:
    """The hands without a player of their own that lie open: who is shown them by their places needs no name
    for them."""
    return tuple(one.seat for one in deal.faced if one.seat in rubber.dummies and one.left)


def turn_line(speech: Speech, deal: PublicDeal) -> str:
    """For whom the table waits."""
    if len(deal.may_act) != 1:
        return words.WAITING_FOR(players=speech.all_of(deal.may_act)) if deal.may_act else ""
    player = speech.seat(deal.may_act[0])
    if deal.playing and deal.hand_due not in (None, deal.may_act[0]):
        return words.TURN_WITH_DUMMY(player=player)
    return words.TURN_OF(player=player)


def to_play_line(speech: Speech, deal: PublicDeal) -> str:
    """Who is to lead, or to play to the trick; empty where nobody is."""
    hand = deal.hand_due
    if hand is None or deal.deciding or not deal.may_act:
        return ""
    player = deal.may_act[0]
    if hand is not player:
        return words.TO_PLAY_FROM(seat=speech.seat(player), dummy=speech.seat(hand))
    follows = deal.trick is not None and deal.trick.cards
    return (words.TO_PLAY_NEXT if follows else words.TO_LEAD_NEXT)(seat=speech.seat(player))


def lying(deal: PublicDeal) -> Trick | None:
    """The trick that lies on the table: the last one until a card is led to the next."""
    return deal.trick if deal.trick is not None and deal.trick.cards else _finished_trick(deal)


def _finished_trick(deal: PublicDeal) -> Trick | None:
    return deal.tricks[-1] if deal.tricks else None


def _tricks_turned(deal: PublicDeal, side: Side) -> str:
    """The tricks that a side has turned, if it has any; in an auction with the number that makes the
    contract, or for the other side beats it: ``5/9``. At misère there is none. It stands before the players:
    a line that is too long for a telephone would break between the picture and its number."""
    won, settled = deal.won.of(side), deal.settled
    bid = settled.bid if settled is not None else None
    undertaken = bid.odd if bid is not None and bid.strain is not Strain.MISERE else None
    if settled is None or settled.declared_by is None or undertaken is None:
        return f"{BACK}{TIED}**{won}** " if won else ""
    if settled.declared_by.side is side:
        return f"{BACK}{TIED}**{won}/{BOOK + undertaken}** "
    return f"{BACK}{TIED}**{won}/{TRICKS + 1 - BOOK - undertaken}** " if won else ""


def last_trick_line(speech: Speech, deal: PublicDeal) -> str:
    """The last finished trick, in the order in which it was played, between the badges of who led and who
    won. Empty while it lies on the table."""
    if not deal.tricks or deal.settled is None or lying(deal) is deal.tricks[-1]:
        return ""
    return _trick_line(speech, deal.tricks[-1], winner(deal.tricks[-1], deal.settled.trumps))


@kept_by_language(LINES_KEPT)
def _trick_line(speech: Speech, trick: Trick, won: Seat) -> str:
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
        return frozenset() if view.table.result_stands else frozenset((view.table.pack.cutter,))
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
    if pack is not None and not view.table.result_stands:
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


def _tags_of_play(
    view: SeatView, deal: PublicDeal, trick: Trick | None, *, follows: bool = True, turn: bool = True
) -> Tags:
    """The same while cards are played and this ``trick`` lies on the table; if it does not follow the play,
    as after the last trick. Without ``turn`` a sentence tells whose turn it is."""
    rubber = view.table.rubber
    assert deal.settled is not None and rubber is not None
    tags: dict[Seat, list[str]] = {one: [words.YOU()] if one is view.viewer else [] for one in ROUND}
    open_hands = () if turn else tuple(one.seat for one in deal.faced if one.left)  # which stand below
    for dummy, _ in deal.settled.dummies:
        if dummy not in rubber.dummies and dummy not in open_hands:
            tags[dummy].append(words.DUMMY())
    if trick is not None and deal.claim is None and len(trick.cards) == len(ROUND):
        tags[winner(trick, deal.settled.trumps)].append(words.WON())  # who led is told in the cross
    if not follows:
        return tags
    if deal.claim is not None:
        tags[deal.claim.seat].append(_asks_text(deal.claim))
        for one in deal.claim.agreed:
            tags[one].append(words.AGREES())
        for one in deal.claim.unanswered:
            if one is not view.viewer:  # who is asked in a sentence
                tags[one].append(words.TO_ANSWER())
        return tags
    for one in deal.deciding:
        tags[one].append(words.TO_DECIDE())
    if deal.deciding or not turn:
        return tags
    led = deal.trick is not None and deal.trick.cards
    for one in deal.may_act:
        if one is view.viewer:
            continue
        to_do = words.PLAYS_DUMMY if deal.hand_due is not one else words.TO_PLAY if led else words.TO_LEAD
        tags[one].append(to_do())
    return tags


def _asks_text(claim: OpenClaim) -> str:
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

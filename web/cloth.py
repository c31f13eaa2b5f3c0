"""The cloth: a table in play as plain values for its template, made from what one seat may see.

The viewer sits at the bottom. A card that is not theirs to see has no identity anywhere: hands of others are
a number of cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

from rules.calls import PLAYS, Play
from rules.cards import Card, Hand, Suit
from rules.games.all_games import variant_of
from rules.seats import Seat
from rules.tricks import winner
from rules.view import May, PublicDeal, SeatView
from screens import claims
from screens.hand import own_task
from screens.out_of_turn import exposure_lines
from screens.parts import calls_line, in_order
from screens.presses import Press
from screens.revoke import revoke_lines
from screens.settling import (
    Stage,
    honours_asked,
    ranking_note,
    settled_title,
    settling_line,
    settling_title,
    stage,
    turned_line,
)
from screens.trick import due_seats, lying, tags_of, who_sits
from screens.words import calls as call_words
from screens.words import page as words
from screens.words import table as table_words
from screens.words.games.all_games import words_of
from screens.words.names import Names, Speech, number, rank, sign, worth_text
from web import heard
from web.sheet import Called, Offered, inline, text_of

PLACES: Final = ("me", "left", "top", "right")


class ShownCard(NamedTuple):
    code: str  # of its file of rules in the stylesheet: ``QH``
    rank: str
    sign: str
    suit: str
    spoken: str
    press: str = ""  # the id that plays it; empty where it cannot be pressed
    playable: bool = False
    marked: bool = False


class Place(NamedTuple):
    """One seat as its viewer sees it."""

    at: str
    seat: str
    letter: str  # of the seat, by which the sentences below call it
    name: str
    tags: tuple[str, ...]
    due: bool
    cards: int
    card: ShownCard | None  # in the trick
    led: bool
    won: bool
    turned: int | None  # tricks of its side, at one of the two
    faced: Opened | None  # a hand that lies open


class Opened(NamedTuple):
    """A hand that lies open, or that cannot be pressed now, by suits: to be seen, and to be heard."""

    label: str
    suits: tuple[tuple[ShownCard, ...], ...]
    told: Sequence[str]


class SideScore(NamedTuple):
    called: str
    points: str
    told: str
    below: int
    target: int
    games: int


class Cloth(NamedTuple):
    game: str
    deal: str
    scores: tuple[SideScore, ...]
    places: tuple[Place, ...]
    title: Markup  # what is played
    worth: Markup
    level: int
    calls: Markup
    lines: Markup
    task: Markup
    terms: str  # what is played, to be heard
    trick: Sequence[str]  # who played what, in order
    trick_label: str
    said: Sequence[heard.Told]
    hand: tuple[tuple[ShownCard, ...], ...]  # what may be pressed: the viewer's own, or dummy's
    own: Opened | None  # the viewer's own while they play dummy's
    hand_of: str
    offers: dict[str, Offered]


def cloth_of(
    view: SeatView, table_id: str, names: Names, called: Called, marked: Card | None = None
) -> Cloth | None:
    """What lies on the table while calls are made and cards played; None at any other time, and for whoever
    has no cards."""
    viewer, deal, own, rubber = view.viewer, view.deal, view.own, view.table.rubber
    if viewer is None or deal is None or own is None or rubber is None:
        return None
    speech = Speech.at_table(view.table)
    trumps = deal.settled.trumps if deal.settled is not None else None
    plays = Hand.of(option.card for option in view.options if isinstance(option, Play))
    from_hand = _pressed_from(view, deal, viewer)
    left = own.left
    if from_hand is not viewer and (faced := deal.faced_hand(from_hand)) is not None:
        left = faced.left
    shown = _pressable(view, deal, table_id, left, plays, trumps, marked)
    offers = {one.press: Offered() for suit in shown for one in suit if one.press}
    playing = deal.playing
    title = settled_title(speech, deal.settled, view.table.game) if deal.settled is not None else ""
    if not title:
        title = settling_title(speech, view, deal)[0].removeprefix("### ")
    said = words_of(view.table.game)
    return Cloth(
        game=said.name,
        deal=table_words.DEAL_NUMBER(number=deal.number),
        scores=tuple(_scores(speech, view, deal, viewer)),
        places=tuple(_places(speech, view, deal, viewer, names, called, from_hand, trumps)),
        title=inline(title, called),
        worth=inline(_worth_text(deal), called),
        level=deal.settled.level if deal.settled is not None else 0,
        calls=inline(calls_line(speech, deal.calls, said) if deal.calls and not playing else "", called),
        lines=text_of("\n".join(filter(None, _said_lines(speech, view, deal, viewer))), called),
        task=text_of(own_task(speech, view, deal, viewer) or _waiting(view), called),
        terms=heard.terms(speech, view, deal),
        trick=heard.trick_told(speech, lying(deal)) if playing else (),
        trick_label=heard.trick_label(speech, deal),
        said=heard.to_be_said(speech, view, deal, viewer),
        hand=shown,
        own=_open_hand(table_words.OWN_CARDS(), own.left, trumps) if from_hand is not viewer else None,
        hand_of=table_words.OWN_CARDS()
        if from_hand is viewer
        else table_words.DUMMY_HAND(seat=speech.seat(from_hand)),
        offers=offers,
    )


def card_of(card: Card) -> ShownCard:
    return ShownCard(
        str(card), rank(card.rank), sign(card.suit), card.suit.letter.lower(), words.spoken_card(card)
    )


def _pressed_from(view: SeatView, deal: PublicDeal, viewer: Seat) -> Seat:
    """The hand whose cards the viewer presses now: dummy's while they are to play from it."""
    due, settled = deal.hand_due, deal.settled
    if not deal.playing or due is None or settled is None or not view.options:
        return viewer
    return due if settled.player_of(due) is viewer else viewer


def _pressable(
    view: SeatView,
    deal: PublicDeal,
    table_id: str,
    left: Hand,
    plays: Hand,
    trumps: Suit | None,
    marked: Card | None,
) -> tuple[tuple[ShownCard, ...], ...]:
    """The cards of a hand. Those that may not be played can be pressed too, and the table says why not."""
    out_of_turn = not plays and May.OUT_OF_TURN in view.may
    at = None if out_of_turn else deal.cards_gone

    def shown_card(card: Card) -> ShownCard:
        press = str(Press("play", table_id, deal.number, at, str(card))) if deal.playing else ""
        return card_of(card)._replace(
            press=press,
            playable=card in plays or out_of_turn,
            marked=card is marked and PLAYS[card.index] in view.options,
        )

    return tuple(tuple(map(shown_card, suit)) for suit in in_order(left, trumps))


def _open_hand(label: str, hand: Hand, trumps: Suit | None) -> Opened:
    suits = tuple(tuple(map(card_of, suit)) for suit in in_order(hand, trumps))
    return Opened(label, suits, heard.suits_held(hand, trumps))


def _places(
    speech: Speech,
    view: SeatView,
    deal: PublicDeal,
    viewer: Seat,
    names: Names,
    called: Called,
    from_hand: Seat,
    trumps: Suit | None,
) -> Iterator[Place]:
    assert view.table.rubber is not None
    trick = lying(deal) if deal.playing else None
    laid = dict(trick.by_player()) if trick is not None else {}
    whole = trick is not None and len(trick.cards) == len(Seat)
    took = winner(trick, trumps) if trick is not None and whole else None
    tags, due, sat = tags_of(view), due_seats(view), who_sits(view.table.rubber, names)
    turns = viewer.onwards() if speech.clockwise else (viewer, viewer.right, viewer.partner, viewer.left)
    said = (table_words.LED(), table_words.WON(), table_words.YOU())
    for at, seat in zip(PLACES, turns, strict=True):
        faced = deal.faced_hand(seat)
        yield Place(
            at=at,
            seat=speech.seat(seat),
            letter=speech.letter(seat),
            name=inline(sat[seat], called),
            tags=tuple(one for one in tags[seat] if one not in said),
            due=seat in due,
            cards=deal.counts.of(seat),
            card=card_of(laid[seat]) if seat in laid else None,
            led=trick is not None and trick.leader is seat,
            won=took is seat,
            turned=deal.won.of(seat.side) if at in ("me", "left") and deal.playing else None,
            faced=_open_hand(heard.open_hand_label(speech, deal, seat), faced.left, trumps)
            if faced is not None and seat not in (viewer, from_hand)
            else None,
        )


def _scores(speech: Speech, view: SeatView, deal: PublicDeal, viewer: Seat) -> Iterator[SideScore]:
    assert view.table.rubber is not None
    standing, target = view.table.rubber.standing, variant_of(view.table).rubber.game
    for side, called in ((viewer.side, words.WE()), (viewer.side.other, words.THEY())):
        below = standing.below.of(side)
        told = heard.side_score(speech, view, deal, side)
        yield SideScore(called, number(below), told, min(below, target), target, standing.games.of(side))


def _worth_text(deal: PublicDeal) -> str:
    settled = deal.settled
    if settled is None or (settled.declared_by is None and settled.worth == 1):
        return ""
    if settled.bid is None:
        return call_words.ODD_TRICK_WORTH(points=worth_text(settled.worth, settled.level))
    return call_words.CONTRACT_WORTH(points=f"**{number(settled.worth)}**")


def _said_lines(speech: Speech, view: SeatView, deal: PublicDeal, viewer: Seat) -> Sequence[str]:
    """What was said and done that still matters."""
    double = ranking_note(view, deal) if stage(view) in (Stage.DOUBLING, Stage.BIDDING) else ""
    return (
        turned_line(speech, deal) if deal.turned is not None else "",
        "" if deal.playing else settling_line(speech, view, deal) if not view.options else double,
        honours_asked(speech, deal),
        *(revoke_lines(speech, view, deal, deal.revoke) if deal.revoke is not None else ()),
        *(exposure_lines(speech, deal, deal.out_of_turn) if deal.out_of_turn is not None else ()),
        claims.refused_line(speech, deal.refused) if deal.refused is not None else "",
        claims.went_back_line(speech, deal.back) if deal.back is not None else "",
        claims.LIES_OPEN() if deal.laid_open(viewer) else "",
    )


def _waiting(view: SeatView) -> str:
    """For whom the table waits, where the viewer is not to do anything."""
    speech, deal = Speech.at_table(view.table), view.deal
    assert deal is not None
    due = [one for one in due_seats(view) if one is not view.viewer]
    if not due or not deal.playing or deal.hand_due is None:
        return ""
    led = deal.trick is not None and bool(deal.trick.cards)
    player = deal.settled.player_of(deal.hand_due) if deal.settled is not None else deal.hand_due
    if player is not deal.hand_due:
        return table_words.TO_PLAY_FROM(seat=speech.seat(player), dummy=speech.seat(deal.hand_due))
    return (table_words.TO_PLAY_NEXT if led else table_words.TO_LEAD_NEXT)(seat=speech.seat(deal.hand_due))

"""The cloth: a table in play as plain values for its template, made from what one seat may see.

The viewer sits at the bottom. A card that is not theirs to see has no identity anywhere: hands of others are
a number of cards.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from markupsafe import Markup

from rules.calls import PLAYS, Play
from rules.cards import Card, Hand, Suit
from rules.games.all_games import variant_of
from rules.seats import Seat, Side
from rules.tricks import winner
from rules.view import May, PublicDeal, SeatView
from screens.hand import own_task, said_lines
from screens.parts import HANDS_KEPT, calls_line, in_order
from screens.presses import Press
from screens.settling import (
    Stage,
    ranking_note,
    settled_title,
    settling_line,
    settling_title,
    stage,
    turned_line,
)
from screens.trick import due_seats, lying, tags_of, to_play_line, who_sits
from screens.words import calls as call_words
from screens.words import page as words
from screens.words import table as table_words
from screens.words.games.all_games import words_of
from screens.words.languages import kept_by_language, language_spoken
from screens.words.names import Names, Speech, number, rank, sign, worth_text
from web import heard
from web.sheet import Called, Offered, inline, kept, macro, text_of

PLACES: Final = ("me", "left", "top", "right")
MOMENTS_KEPT: Final = 128
CARDS_KEPT: Final = 2048


class ShownCard(NamedTuple):
    code: str  # of its file of rules in the stylesheet: ``QH``
    rank: str
    sign: str
    suit: str
    spoken: str


class Place(NamedTuple):
    """One seat as its viewer sees it."""

    at: str
    seat: str
    letter: str  # of the seat, by which the sentences below call it
    name: str
    tags: tuple[str, ...]
    due: bool
    cards: int
    turned: int | None  # tricks of its side, at one of the two
    faced: Markup | None  # a hand that lies open


class Opened(NamedTuple):
    """A hand that lies open, or that cannot be pressed now, by suits: to be seen, and to be heard."""

    label: str
    suits: tuple[tuple[ShownCard, ...], ...]
    told: tuple[str, ...]


class SideScore(NamedTuple):
    called: str
    points: str
    told: str
    below: int
    target: int
    games: int


ClothPart = Markup | tuple[str, *tuple[Hashable, ...]]
"""As it is drawn for all, or by which macro of ``table.html`` it is, and what that is given."""


class Cloth(NamedTuple):
    parts: Mapping[str, ClothPart]  # by their ids
    offers: Mapping[str, Offered]


class _Common(NamedTuple):
    """What is the same for all who see a deal, in one language."""

    parts: Mapping[str, Markup]
    sides: Mapping[Side, str]
    seats: Mapping[Seat, Place]
    spots: Mapping[Seat, tuple[Markup, bool]]
    """What lies before each, and whether it has won the trick."""


class _Moment:
    """A deal as everybody sees it at one moment. The views that are taken at it have it in common."""

    def __init__(self, view: SeatView, names: Names, called: Called) -> None:
        self.view, self.names, self.called = SeatView(None, view.table, view.deal), names, called
        self._same = id(view.table), id(view.deal), language_spoken(), *called.people.items()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Moment) and other._same == self._same

    def __hash__(self) -> int:
        return hash(self._same)


def cloth_of(
    view: SeatView, table_id: str, names: Names, called: Called, marked: Card | None = None
) -> Cloth | None:
    """What lies on the table while calls are made and cards played; None at any other time, and for whoever
    has no cards."""
    viewer, deal, own = view.viewer, view.deal, view.own
    if viewer is None or deal is None or own is None or view.table.rubber is None:
        return None
    speech, said, playing = Speech.at_table(view.table), words_of(view.table.game), deal.playing
    plays = Hand.of(option.card for option in view.options if isinstance(option, Play))
    from_hand, left = _pressed_from(view, deal, viewer), own.left
    if from_hand is not viewer and (faced := deal.faced_hand(from_hand)) is not None:
        left = faced.left
    common = _common(_Moment(view, names, called)) if playing else _common_of(view, names, called)
    point = _point(view, deal, table_id, plays) if playing else ""
    calls = calls_line(speech, deal.calls, said) if deal.calls and not playing else ""
    lines = "\n".join(filter(None, _lines(speech, view, deal, viewer)))
    task = own_task(speech, view, deal, viewer) or to_play_line(speech, deal)
    mine, dummys = table_words.OWN_CARDS(), table_words.DUMMY_HAND(seat=speech.seat(from_hand))
    parts: dict[str, ClothPart] = {
        **common.parts,
        "head": (
            "head",
            said.name,
            table_words.DEAL_NUMBER(number=deal.number),
            tuple(_scores(view, common, viewer)),
        ),
        "said": ("said", inline(calls, called), text_of(lines, called)),
        "task": ("task", text_of(task, called), point),
        "own": ("own", _open_hand(mine, own.left, deal.trumps) if from_hand is not viewer else None),
        "hand-of": ("hand_of", mine if from_hand is viewer else dummys),
        "hand": ("hand", _pressable(view, deal, left, plays, marked)),
    }
    for place, spot in _places(speech, view, common, viewer, from_hand):
        parts[f"seat-{place.at}"], parts[f"spot-{place.at}"] = ("seat", *place), ("spot", place.at, *spot)
    for one in heard.to_be_said(speech, view, deal, viewer, common.sides):
        parts[f"say-{one.key}"] = "says", one
    return Cloth(parts, dict.fromkeys((f"{point}{card}" for card in left), Offered()) if point else {})


@lru_cache(MOMENTS_KEPT)
def _common(moment: _Moment) -> _Common:
    """Kept for a while: four pages show a moment."""
    return _common_of(moment.view, moment.names, moment.called)


def _common_of(view: SeatView, names: Names, called: Called) -> _Common:
    speech, deal, rubber = Speech.at_table(view.table), view.deal, view.table.rubber
    assert deal is not None and rubber is not None
    settled = deal.settled
    title = settled_title(speech, settled, view.table.game) if settled is not None else ""
    if not title:
        title = settling_title(speech, view, deal)[0].removeprefix("### ")
    trick = lying(deal) if deal.playing else None
    laid = dict(trick.by_player()) if trick is not None else {}
    took = winner(trick, deal.trumps) if trick is not None and len(trick.cards) == len(Seat) else None
    due, sat, tags = due_seats(view), who_sits(rubber, names), tags_of(view)
    seats = {
        seat: Place(
            at="",
            seat=speech.seat(seat),
            letter=speech.letter(seat),
            name=inline(sat[seat], called),
            tags=_shown_tags(tags[seat]),
            due=seat in due,
            cards=deal.counts.of(seat),
            turned=deal.won.of(seat.side) if deal.playing else None,
            faced=_faced(speech, deal, seat),
        )
        for seat in Seat
    }
    spots = {
        seat: (
            kept(macro("table.laid"), card_of(laid[seat]), seat is trick.leader, seat is took)
            if trick is not None and seat in laid
            else Markup(""),
            took is seat,
        )
        for seat in Seat
    }
    level, terms = settled.level if settled is not None else 0, heard.terms(speech, view, deal)
    told = heard.trick_label(speech, deal), heard.trick_told(speech, trick)
    parts = {
        "title": kept(macro("table.title"), inline(title, called), level, terms),
        "worth": kept(macro("table.worth"), inline(_worth_text(deal), called)),
        "trick": kept(macro("table.trick"), *told),
        **{f"say-{one.key}": kept(macro("table.says"), one) for one in heard.said_to_all(speech, deal)},
    }
    sides = {side: heard.side_score(speech, view, deal, side) for side in Side}
    return _Common(parts, sides, seats, spots)


@kept_by_language(CARDS_KEPT)
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


def _point(view: SeatView, deal: PublicDeal, table_id: str, plays: Hand) -> str:
    """Of a card out of turn the id says no moment: there is none at which it would be right."""
    at = None if _out_of_turn(view, plays) else deal.cards_gone
    return str(Press("play", table_id, deal.number, at, "-")).removesuffix("-")


def _out_of_turn(view: SeatView, plays: Hand) -> bool:
    return not plays and May.OUT_OF_TURN in view.may


def _pressable(view: SeatView, deal: PublicDeal, left: Hand, plays: Hand, marked: Card | None) -> Markup:
    """The cards of a hand. Those that may not be played can be pressed too, and the table says why not."""
    playable = plays if deal.playing and not _out_of_turn(view, plays) else left
    marks = marked if marked is not None and PLAYS[marked.index] in view.options else None
    cards = [card for suit in in_order(left, deal.trumps) for card in suit]
    stop = next((card for card in cards if card in playable), cards[0] if cards else None)
    return Markup("\n".join(_in_hand(one, one in playable, one is marks, one is stop) for one in cards))


@kept_by_language(CARDS_KEPT)
def _in_hand(card: Card, playable: bool, marked: bool, stop: bool) -> Markup:
    """``stop``: that at which the keyboard comes to the hand."""
    return macro("table.in_hand")(card_of(card), playable, marked, stop)


def _faced(speech: Speech, deal: PublicDeal, seat: Seat) -> Markup | None:
    """The hand of this seat, if it lies open."""
    faced = deal.faced_hand(seat)
    if faced is None:
        return None
    hand = _open_hand(heard.open_hand_label(speech, deal, seat), faced.left, deal.trumps)
    return kept(macro("table.suits"), hand, f"open-{seat.letter}")


def _shown_tags(tags: Sequence[str]) -> tuple[str, ...]:
    """All but those that are seen otherwise."""
    return tuple(one for one in tags if one not in (table_words.LED(), table_words.WON(), table_words.YOU()))


@kept_by_language(HANDS_KEPT)
def _open_hand(label: str, hand: Hand, trumps: Suit | None) -> Opened:
    suits = tuple(tuple(map(card_of, suit)) for suit in in_order(hand, trumps))
    return Opened(label, suits, heard.suits_held(hand, trumps))


def _places(
    speech: Speech, view: SeatView, common: _Common, viewer: Seat, from_hand: Seat
) -> Iterator[tuple[Place, tuple[Markup, bool]]]:
    """What the viewer sees of each seat, from where they sit, and what lies before it."""
    turns = viewer.onwards() if speech.clockwise else (viewer, viewer.right, viewer.partner, viewer.left)
    for at, seat in zip(PLACES, turns, strict=True):
        place = common.seats[seat]
        yield (
            place._replace(
                at=at,
                tags=_shown_tags(tags_of(view)[seat]) if seat is viewer and place.tags else place.tags,
                turned=place.turned if at in ("me", "left") else None,
                faced=None if seat in (viewer, from_hand) else place.faced,
            ),
            common.spots[seat],
        )


def _scores(view: SeatView, common: _Common, viewer: Seat) -> Iterator[SideScore]:
    assert view.table.rubber is not None
    standing, target = view.table.rubber.standing, variant_of(view.table).rubber.game
    for side, called in ((viewer.side, words.WE()), (viewer.side.other, words.THEY())):
        below = standing.below.of(side)
        told = common.sides[side]
        yield SideScore(called, number(below), told, min(below, target), target, standing.games.of(side))


def _worth_text(deal: PublicDeal) -> str:
    settled = deal.settled
    if settled is None or (settled.declared_by is None and settled.worth == 1):
        return ""
    if settled.bid is None:
        return call_words.ODD_TRICK_WORTH(points=worth_text(settled.worth, settled.level))
    return call_words.CONTRACT_WORTH(points=f"**{number(settled.worth)}**")


def _lines(speech: Speech, view: SeatView, deal: PublicDeal, viewer: Seat) -> Sequence[str]:
    """What was said and done that still matters."""
    double = ranking_note(view, deal) if stage(view) in (Stage.DOUBLING, Stage.BIDDING) else ""
    return (
        turned_line(speech, deal) if deal.turned is not None else "",
        "" if deal.playing else settling_line(speech, view, deal) if not view.options else double,
        *said_lines(speech, view, deal, viewer),
    )

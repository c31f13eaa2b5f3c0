"""What is read aloud of a table: the same that the cloth shows, in short sentences without signs.

Whoever listens is told of players by their seats: these are one word each, and a name may be many.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from rules.calls import CallHonours, Double, Play
from rules.cards import PACK, Hand, Suit
from rules.counting.reckon import Line
from rules.games.all_games import variant_of
from rules.seats import Seat, Side
from rules.tricks import Trick, winner
from rules.view import FinishedDeal, May, PublicDeal, PublicTable, SeatView
from screens.claims import claim_line
from screens.deck import face
from screens.hand import own_task, said_lines
from screens.moments import SLAMS
from screens.parts import HANDS_KEPT, LINES_KEPT, in_order, with_levels
from screens.settling import stands_alone
from screens.sheets import rubber_title
from screens.trick import lying
from screens.words import names, scores
from screens.words import page as words
from screens.words import table as table_words
from screens.words.games.all_games import words_of
from screens.words.languages import colon, kept_by_language, semicolons
from screens.words.names import Names, Speech, number, suit_inside
from web.sheet import SIGN, Called, text_of

WORDS_OF_NEWS: Final = 25
"""The most words in which news is told. Of what is more, only the end is."""


class Told(NamedTuple):
    """What a key and a button of the page say."""

    key: str
    button: str
    text: str


def terms(speech: Speech, view: SeatView, deal: PublicDeal) -> str:
    """What is played, or stands so far: trumps, the contract, who declared, doublings."""
    settled, said = deal.settled, words_of(view.table.game)
    if settled is None:
        return ""
    told = [
        words.TRUMPS_ARE(suit=suit_inside(settled.trumps))
        if settled.trumps is not None
        else words.NO_TRUMPS()
    ]
    if settled.bid is not None:
        told.append(words.CONTRACT_IS(bid=_spoken(names.bid_at(settled.bid, said))))
    if settled.declared_by is not None:
        told.append(words.DECLARER_IS(seat=speech.seat(settled.declared_by)))
    if settled.level:
        told.append(f"{names.doubling(settled.level, said.doubling)}.")
    return " ".join(told)


def side_score(speech: Speech, view: SeatView, deal: PublicDeal, side: Side) -> str:
    """The points of a side towards the game, the games that it has won, and its tricks in this deal; where
    that counts to no game, only these."""
    assert view.table.rubber is not None
    if stands_alone(view):
        return f"{colon(speech.side(side), table_words.TRICKS_TAKEN(deal.won.of(side)))}."
    standing = view.table.rubber.standing
    return words.SIDE_SCORE(
        side=speech.side(side),
        points=number(standing.below.of(side)),
        total=number(variant_of(view.table).rubber.game),
        games=words.GAMES_WON(standing.games.of(side)),
        tricks=table_words.TRICKS_TAKEN(deal.won.of(side)),
    )


@kept_by_language(HANDS_KEPT)
def suits_held(hand: Hand, trumps: Suit | None) -> tuple[str, ...]:
    """A hand by suits: ``hearts: ace, queen, 10``."""
    return tuple(
        words.SUIT_HELD(
            suit=suit_inside(suit[0].suit), ranks=", ".join(words.spoken_rank(card.rank) for card in suit)
        )
        for suit in in_order(hand, trumps)
    )


@kept_by_language(LINES_KEPT)
def trick_told(speech: Speech, trick: Trick | None) -> tuple[str, ...]:
    """Each card in the order of play."""
    played = trick.by_player() if trick is not None else ()
    return tuple(_played(speech, seat, words.spoken_card(card)) for seat, card in played)


def _played(speech: Speech, seat: Seat, what: str) -> str:
    return words.PLAYED(player=speech.seat(seat), card=what)


def trick_label(speech: Speech, deal: PublicDeal) -> str:
    """Whether the cards that lie are a trick under way, or one that somebody has taken."""
    trick = lying(deal) if deal.playing else None
    if trick is None or len(trick.cards) < len(Seat):
        return words.THE_TRICK()
    return words.TOOK_LAST(seat=speech.seat(_taker(deal, trick)))


def to_be_said(
    speech: Speech, view: SeatView, deal: PublicDeal, viewer: Seat, score: str
) -> tuple[Told, ...]:
    """What can be asked for at any time, by a key or a button."""
    assert view.own is not None
    opened = [
        f"{colon(open_hand_label(speech, deal, one.seat), semicolons(suits_held(one.left, deal.trumps)))}."
        for one in deal.faced
        if one.seat is not viewer
    ]
    lies, last = " ".join(trick_told(speech, deal.trick)), table_words.NO_TRICK_YET()
    if deal.tricks:
        took = words.TAKES_TRICK(seat=speech.seat(_taker(deal, deal.tricks[-1])))
        last = " ".join((*trick_told(speech, deal.tricks[-1]), took))
    return (
        Told("S", words.SAY_SCORE(), score),
        Told("T", words.SAY_TRICK(), lies or words.NO_CARD_LIES()),
        Told("L", words.SAY_LAST(), last),
        Told("D", words.SAY_DUMMY(), " ".join(opened) or words.NO_OPEN_HAND()),
        Told("H", words.SAY_HAND(), f"{semicolons(suits_held(view.own.left, deal.trumps))}."),
    )


def open_hand_label(speech: Speech, deal: PublicDeal, seat: Seat) -> str:
    """What a hand that lies open is called."""
    if deal.laid_open(seat):
        return table_words.FACED_HAND(seat=speech.seat(seat))
    return table_words.DUMMY_HAND(seat=speech.seat(seat))


# News


class News(NamedTuple):
    """What has happened since a page was last heard of."""

    news: str
    """To be read aloud, with what the viewer is to do."""
    moments: tuple[str, ...]
    """What has a second of its own on the page: a contre; a slam, a game or a rubber that was won."""
    turn: bool
    """Whether the viewer is asked for something, and was not."""


NO_NEWS: Final = News("", (), False)


def news_of(before: SeatView | None, now: SeatView, called: Called, named: Names) -> News:
    speech, deal = Speech.at_table(now.table), now.deal
    was = before.deal if before is not None else None
    told, moments = list[str](), tuple[str, ...]()
    if before is not None and (last := _ended_since(was, now)) is not None:
        moments = tuple(_wins_named(speech, last, now))
        if before.viewer is not None:  # now they have no seat, if it was the last deal of a rubber
            tricks = table_words.TRICKS_TAKEN(last.won.of(before.viewer.side))
            told.append(words.DEAL_IS_OVER(tricks=tricks))
        told += [f"{one}." for one in moments]
    if before is not None and was is deal is None:
        told += [_read_aloud(one, called) for one in _come_and_gone(before.table, now.table, named)]
    if deal is not None and now.table.rubber is not None:
        same = was if was is not None and was.number == deal.number else None
        if before is not None and same is None:
            told.append(f"{table_words.DEAL_NUMBER(number=deal.number)}. {terms(speech, now, deal)}".rstrip())
        doublings, calls = _calls_heard(speech, same, deal, now)
        told += [*calls, *_cards_played(speech, same, deal, now)]
        known = _lines_said(before) if before is not None and same is not None else ()
        told += [_read_aloud(line, called) for line in _lines_said(now) if line not in known]
        moments += tuple(doublings) if before is not None else ()
        if told or before is None or before.options != now.options or before.may != now.may:
            told.append(_task(speech, now, deal, called))
    told = [one for one in told if one]
    while len(told) > 1 and len(" ".join(told).split()) > WORDS_OF_NEWS:
        del told[0]
    turn = before is not None and _is_asked(now) and not _is_asked(before)
    return News(" ".join(told), moments, turn)


def _come_and_gone(before: PublicTable, now: PublicTable, named: Names) -> Iterator[str]:
    """Who has joined the table since, and who has left it."""
    were, are = before.sitting_or_to_come, now.sitting_or_to_come
    yield from (words.HAS_JOINED(player=named(one)) for one in are if one not in were)
    yield from (words.HAS_LEFT(player=named(one)) for one in were if one not in are)


def _ended_since(was: PublicDeal | None, now: SeatView) -> FinishedDeal | None:
    last = now.table.last
    if was is None or last is None or last.number != was.number:
        return None
    return last if now.deal is None or now.deal.number != was.number else None


def _wins_named(speech: Speech, last: FinishedDeal, now: SeatView) -> Iterator[str]:
    """A slam, and a game or a rubber, that were won in this deal."""
    ended, said = now.table.ended, words_of(now.table.game)
    for entry in last.entries:
        if entry.line in SLAMS:
            slam = said.grand_slam if entry.line is Line.GRAND_SLAM else said.petit_slam
            yield colon(speech.side(entry.side), slam)
    for side in Side:
        if last.after.games.of(side) > last.before.games.of(side):
            if ended is not None and now.table.rubber is None:
                yield rubber_title(speech, ended)
            else:
                yield scores.MATCH_WON(side=speech.side(side))


def _calls_heard(
    speech: Speech, was: PublicDeal | None, deal: PublicDeal, now: SeatView
) -> tuple[list[str], list[str]]:
    """The doublings since, and the calls of others."""
    doublings, calls, said = list[str](), list[str](), words_of(now.table.game)
    for one, level in [*with_levels(deal.calls)][len(was.calls) if was is not None else 0 :]:
        if isinstance(one.call, Double):
            doublings.append(colon(speech.seat(one.seat), names.doubling(level, said.doubling)))
        if one.seat is not now.viewer and one.call != CallHonours():  # that has a line of its own
            calls.append(_played(speech, one.seat, _spoken(names.call_name(one.call, level, said))))
    return doublings, calls


def _cards_played(speech: Speech, was: PublicDeal | None, deal: PublicDeal, now: SeatView) -> Iterator[str]:
    gone = was.cards_gone if was is not None and was.playing else 0
    for place, (seat, card) in islice(enumerate(deal.cards_played() if deal.playing else ()), gone, None):
        if not _is_own(deal, seat, now.viewer):
            yield _played(speech, seat, words.spoken_card(card))
        number, last = divmod(place, len(Seat))
        if last == len(Seat) - 1:
            yield words.TAKES_TRICK(seat=speech.seat(_taker(deal, deal.tricks[number])))


def _is_own(deal: PublicDeal, seat: Seat, viewer: Seat | None) -> bool:
    """Whether the viewer has chosen the cards of this hand, and so knows what was played from it."""
    return viewer is not None and deal.settled is not None and deal.settled.player_of(seat) is viewer


def _lines_said(view: SeatView) -> list[str]:
    """What was claimed, asked, demanded or taken back, and still matters."""
    speech, deal = Speech.at_table(view.table), view.deal
    if deal is None or view.viewer is None:
        return []
    claim = claim_line(speech, deal.claim, deal.tricks_left) if deal.claim is not None else ""
    return "\n".join(filter(None, (*said_lines(speech, view, deal, view.viewer), claim))).splitlines()


def _is_asked(view: SeatView) -> bool:
    """Whether the viewer is asked for a call, a card or an answer."""
    deal = view.deal
    if deal is None or view.may & {May.ANSWER_CLAIM, May.PUT_OUT}:
        return deal is not None
    return view.viewer in deal.may_act and deal.claim is None and view.options not in ((), (CallHonours(),))


def _task(speech: Speech, view: SeatView, deal: PublicDeal, called: Called) -> str:
    """What the viewer is to do, in few words; empty where they are not asked for anything."""
    if May.ANSWER_CLAIM in view.may:
        return words.YOUR_ANSWER()
    if May.PUT_OUT in view.may:
        return words.YOUR_DISCARD()
    if view.viewer is None or not _is_asked(view):
        return ""
    if not deal.playing:
        return words.YOUR_CALL()
    led = deal.trick.led if deal.trick is not None else None
    plays = [one.card.suit for one in view.options if isinstance(one, Play)]
    if deal.hand_due is not view.viewer and led is not None and led not in plays:
        return words.ANY_FROM_DUMMY()
    return _read_aloud(own_task(speech, view, deal, view.viewer).partition("\n")[0], called)


def _taker(deal: PublicDeal, trick: Trick) -> Seat:
    return winner(trick, deal.trumps)


def _read_aloud(line: str, called: Called) -> str:
    """A line of a screen, its cards by their names."""
    for card in PACK:
        line = line.replace(face(card), words.spoken_card(card))
    return str(text_of(line, called).striptags())


def _spoken(text: str) -> str:
    return SIGN.sub("", text)

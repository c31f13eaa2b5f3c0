"""What one page shows of a table, drawn for its person: the cloth while there are cards, else the screen that
Discord would show; and over it a sheet. It is drawn in parts, of which those are sent that have changed.

On the cloth the viewer sits at the bottom. A card that is not theirs to see has no identity anywhere: hands
of others are a number of cards.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

from bot.messages.drawing import Drawing, names_at
from bot.tables.open_table import OpenTable
from cogs.pages import commands_at
from rules.calls import PLAYS, Bid, Play
from rules.cards import Card, Hand, Suit
from rules.frozen import replace
from rules.games.all_games import variant_of
from rules.seats import Seat
from rules.tricks import Trick, winner
from rules.view import May, Phase, PublicDeal, SeatView
from screens.hand import own_task, said_lines
from screens.parts import calls_line, in_order, with_levels
from screens.presses import Press
from screens.screen import CardStyle, Offer, Screen, Select
from screens.settling import (
    ranking_note,
    settled_title,
    settling_title,
    stands_alone,
    turned_line,
    worth_line,
)
from screens.trick import due_seats, lying, tags_of, to_play_line, who_sits
from screens.words import page as words
from screens.words import table as table_words
from screens.words.commands import COMMAND_TEXTS, command_name
from screens.words.games.all_games import words_of
from screens.words.languages import kept_by_language, language_spoken, say, spoken
from screens.words.names import Names, Speech, call_name, short_bid
from storage.ports.records import TableId, UserId
from web import heard
from web.pressing import Looking
from web.sheet import COMMAND, Called, Offered, Offers, Shown, inline, kept, macro, sheet_of, text_of

MENU: Final = "menu"
"""The id of the button that opens the list of everything else."""
CLOSE: Final = "close"
"""The id of the button that closes a sheet."""


class PageContent(NamedTuple):
    """What one page shows now."""

    language: str
    game: str
    table: TableId
    cards: CardStyle
    called: Called
    names: Names
    parts: Mapping[str, Markup]
    offers: Offers
    view: SeatView
    shown: Mapping[str, tuple[Shown, CardStyle]]

    @property
    def html(self) -> str:
        whole = macro("table.whole")
        with spoken(self.language):
            return str(whole(self.parts, self.game, self.table, self.cards.value, MENU)).strip()

    def html_since(self, before: PageContent | None) -> str:
        """What a page that shows ``before`` has to change: the parts that differ or, if others are there, the
        whole."""
        if before is None or self[:4] != before[:4] or self.parts.keys() != before.parts.keys():
            return self.html
        return "\n".join(html for name, html in self.parts.items() if html != before.parts[name])


def draw_page(
    drawing: Drawing, table: OpenTable, user: UserId, looking: Looking, called: Called
) -> PageContent:
    """What one person's page shows of a table, in the language that is set."""
    view, names, language = table.view(user), names_at(table), language_spoken()
    marked = drawing.marks.marked_card(user, table.id, table.state.deals)
    cloth = None
    offers: dict[str, Offered] = {MENU: Offered()}
    if not view.table.stands_still and not table.adjourned:
        cloth = cloth_of(view, table.id, names, called, marked)
    if cloth is not None:
        below = sheet_of(drawing.controls(table, user, looking.level), called, table.id)
        parts = {**cloth.parts, "acts": macro("table.acts")(below.html)}
        offers |= {**cloth.offers, **dict.fromkeys((f"last:{table.id}", f"score:{table.id}"), Offered())}
    else:
        below = sheet_of(_instead_of_cloth(drawing, table, user, view), called, table.id)
        parts = {"below": macro("table.below")(below.html, MENU)}
    over = sheet_of(looking.sheet, called, table.id, over=True)
    parts["over"] = macro("table.over")(over.html, CLOSE)
    offers |= {**below.offers, **over.offers}
    game, shown = words_of(view.table.game).name, {**below.shown, **over.shown}
    return PageContent(language, game, table.id, called.cards, called, names, parts, offers, view, shown)


def _instead_of_cloth(drawing: Drawing, table: OpenTable, user: UserId, view: SeatView) -> Screen:
    """What Discord would show: the lobby as all see it, else this person's panel, below a result that
    stands."""
    in_lobby = view.table.phase in (Phase.FORMING, Phase.CLOSED) and table.state.alone is None
    if in_lobby and not table.adjourned:
        screen = drawing.table_screen(table)
    else:
        screen = drawing.hand_screen(table, user)
    if view.table.result_stands:
        screen = replace(screen, parts=(*drawing.result_that_stands(table).parts, *screen.parts))
    return screen


def menu_screen(table: OpenTable) -> Screen:
    """What else there is, as commands."""
    offers = [
        Offer(one, f"/{' '.join(map(command_name, one.split()))}", say(COMMAND_TEXTS[one]))
        for one in commands_at(table)
    ]
    return Screen((Select(COMMAND, words.MORE_HERE(), tuple(offers)),))


# The cloth


PLACES: Final = ("me", "left", "top", "right")
CARDS_KEPT: Final = 2048


class Cloth(NamedTuple):
    parts: Mapping[str, Markup]  # by their ids
    offers: Mapping[str, Offered]


def cloth_of(
    view: SeatView, table_id: str, names: Names, called: Called, marked: Card | None = None
) -> Cloth | None:
    """What lies on the table while calls are made and cards played; None at any other time, and for people
    without cards."""
    viewer, deal, own, rubber = view.viewer, view.deal, view.own, view.table.rubber
    if viewer is None or deal is None or own is None or rubber is None:
        return None
    speech, said = Speech.at_table(view.table), words_of(view.table.game)
    plays = Hand.of(option.card for option in view.options if isinstance(option, Play))
    from_hand = _pressed_from(view, deal, viewer)
    hand_of, left, own_above = table_words.OWN_CARDS(), own.left, None
    if from_hand is not viewer:
        own_above = _by_suits(hand_of, left, deal.trumps, "held")
        hand_of, faced = table_words.DUMMY_HAND(seat=speech.seat(from_hand)), deal.faced_hand(from_hand)
        left = faced.left if faced is not None else left
    point = _point(view, deal, table_id, plays) if deal.playing else ""
    calls = calls_line(speech, deal.calls, said) if deal.calls and not deal.playing else ""
    lines = "\n".join(filter(None, _lines(speech, view, deal, viewer)))
    task = own_task(speech, view, deal, viewer) or to_play_line(speech, deal)
    sides = {side: heard.side_score(speech, view, deal, side) for side in (viewer.side, viewer.side.other)}
    standing, target = rubber.standing, 0 if stands_alone(view) else variant_of(view.table).rubber.game
    scores = tuple(
        (told, standing.below.of(side) if target else deal.won.of(side), standing.games.of(side))
        for side, told in sides.items()
    )
    trick = lying(deal) if deal.playing else None
    which = table_words.DEAL_NUMBER(number=deal.number)
    parts = {
        "head": _part("head", said.name, which, target, scores),
        "title": _part("title", *_title(speech, view, deal, called)),
        "worth": _part("worth", inline(worth_line(deal.settled), called)),
        "said": _part("said", inline(calls, called), text_of(lines, called)),
        "trick": _part("trick", heard.trick_label(speech, deal), heard.trick_told(speech, trick)),
        "task": _part("task", text_of(task, called), point),
        "own": _part("own", own_above),
        "hand-of": _part("hand_of", hand_of),
        "hand": _part("hand", _pressable(view, deal, left, plays, marked)),
    }
    for at, plate in _plates(speech, view, deal, viewer, from_hand, who_sits(rubber, names), called):
        parts[f"seat-{at}"] = plate
    for at, spot in _spots(speech, deal, viewer, trick, _calls_made(view, deal, called)):
        parts[f"spot-{at}"] = spot
    for one in heard.to_be_said(speech, view, deal, viewer, " ".join(sides.values())):
        parts[f"say-{one.key}"] = _part("says", one)
    return Cloth(parts, dict.fromkeys((f"{point}{card}" for card in left), Offered()) if point else {})


def _part(name: str, /, *shows: Hashable, **named: Hashable) -> Markup:
    return kept(macro(f"table.{name}"), *shows, **named)


def _title(speech: Speech, view: SeatView, deal: PublicDeal, called: Called) -> tuple[Markup, int, str]:
    """What is played, how often it was doubled, and the same to be heard."""
    settled = deal.settled
    title = settled_title(speech, settled, view.table.game) if settled is not None else ""
    title = title or settling_title(speech, view, deal)[0].removeprefix("### ")
    level = settled.level if settled is not None else 0
    return inline(title, called), level, heard.terms(speech, view, deal)


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
    """The cards of a hand. Those that may not be played can be pressed too, and the table says why not. While
    some are to be put out, all lie among what can be done."""
    if May.PUT_OUT in view.may:
        return Markup("")
    playable = plays if deal.playing and not _out_of_turn(view, plays) else left
    marks = marked if marked is not None and PLAYS[marked.index] in view.options else None
    cards = [card for suit in in_order(left, deal.trumps) for card in suit]
    stop = next((card for card in cards if card in playable), cards[0] if cards else None)
    return Markup("\n".join(_in_hand(one, one in playable, one is marks, one is stop) for one in cards))


@kept_by_language(CARDS_KEPT)
def _in_hand(card: Card, playable: bool, marked: bool, stop: bool) -> Markup:
    """``stop``: that at which the keyboard comes to the hand."""
    return macro("table.in_hand")(card, playable, marked, stop)


def _faced(speech: Speech, deal: PublicDeal, seat: Seat) -> Markup | None:
    """The hand of this seat, if it lies open."""
    faced = deal.faced_hand(seat)
    if faced is None:
        return None
    label = heard.open_hand_label(speech, deal, seat)
    return _by_suits(label, faced.left, deal.trumps, f"open-{seat.letter}")


def _by_suits(label: str, hand: Hand, trumps: Suit | None, name: str) -> Markup:
    """A hand that lies open, or that cannot be pressed now: to be seen, and to be heard."""
    return _part("suits", label, in_order(hand, trumps), heard.suits_held(hand, trumps), name)


def _around(speech: Speech, viewer: Seat) -> Iterator[tuple[str, Seat]]:
    """Where each seat is to its viewer."""
    turns = viewer.onwards() if speech.clockwise else (viewer, viewer.right, viewer.partner, viewer.left)
    return zip(PLACES, turns, strict=True)


_SEEN_OTHERWISE: Final = (
    *(table_words.DEALER, table_words.LED, table_words.WON, table_words.YOU),
    *(table_words.TO_PLAY, table_words.TO_LEAD),
    *(table_words.TO_SPEAK, table_words.TO_CALL, table_words.TO_DECLARE, table_words.TO_ANSWER),
    table_words.TO_DECIDE,
)
"""What a plate says by its frame and its last tag, or the cloth by where cards lie."""


def _plates(
    speech: Speech,
    view: SeatView,
    deal: PublicDeal,
    viewer: Seat,
    from_hand: Seat,
    sat: Mapping[Seat, str],
    called: Called,
) -> Iterator[tuple[str, Markup]]:
    """Each seat, as its viewer sees it, with the hand that lies open there."""
    due, tags = due_seats(view), tags_of(view)
    unshown = {one() for one in _SEEN_OTHERWISE}
    for at, seat in _around(speech, viewer):
        yield (
            at,
            _part(
                "seat",
                at,
                seat=speech.seat(seat),
                letter=speech.letter(seat),
                name=inline(sat[seat], called),
                deals=seat is deal.dealer,
                tags=tuple(one for one in tags[seat] if one not in unshown),
                due=seat in due,
                cards=deal.counts.of(seat),
                turned=deal.won.of(seat.side) if deal.playing and at in ("me", "left") else None,
                faced=None if seat in (viewer, from_hand) else _faced(speech, deal, seat),
            ),
        )


def _spots(
    speech: Speech, deal: PublicDeal, viewer: Seat, trick: Trick | None, calls: Mapping[Seat, Sequence[str]]
) -> Iterator[tuple[str, Markup]]:
    """What lies before each seat, or was called there, and whether it has won the trick."""
    laid = dict(trick.by_player()) if trick is not None else {}
    took = winner(trick, deal.trumps) if trick is not None and len(laid) == len(Seat) else None
    for at, seat in _around(speech, viewer):
        lies = _part("calls", tuple(calls.get(seat, ())))
        if trick is not None and seat in laid:
            lies = _part("laid", laid[seat], seat is trick.leader, seat is took)
        yield at, _part("spot", at, lies, seat is took)


def _calls_made(view: SeatView, deal: PublicDeal, called: Called) -> Mapping[Seat, Sequence[Markup]]:
    """What each seat has called; nothing any more once cards are played."""
    made, said = dict[Seat, list[Markup]](), words_of(view.table.game)
    for one, level in with_levels(deal.calls if not deal.playing else ()):
        call = short_bid(one.call, said) if isinstance(one.call, Bid) else call_name(one.call, level, said)
        made.setdefault(one.seat, []).append(inline(call, called))
    return made


def _lines(speech: Speech, view: SeatView, deal: PublicDeal, viewer: Seat) -> Sequence[str]:
    """What was said and done that still matters."""
    return (
        turned_line(speech, deal) if deal.turned is not None else "",
        ranking_note(view, deal) if view.options else "",  # else it stands with what is awaited
        *said_lines(speech, view, deal, viewer),
    )

"""What somebody types into a command: what is offered meanwhile, and how it is read in a game's words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final, TypeVar

from discord import app_commands

from bot.errors import AppRefused, AppWhy
from robots.player import STRENGTH_OPTION as ROBOTS
from robots.player import Strength
from rules.calls import Bid, Call, Declare, Pass
from rules.cards import Card, Hand
from rules.counting.reckon import BOOK
from rules.errors import Refusal, Unreadable
from rules.games.all_games import GAMES, variant_of
from rules.games.variant import Variant
from rules.out_of_turn import Exacted
from rules.seats import Seat, Side
from rules.sheet.deals import form_of
from rules.sheet.errors import NotUnderstood, Part, SheetRefused, SheetWhy
from rules.table.requests import DemandPenalty
from rules.tricks import Strain
from rules.view import SeatView
from screens.out_of_turn import demand_of
from screens.parts import speech_to, with_levels
from screens.reading import (
    Saying,
    folded,
    is_named,
    read_card,
    read_cards,
    read_saying,
    read_side,
    simple,
)
from screens.settling import AskedAfter
from screens.words.calls import CALLED
from screens.words.games.all_games import words_of
from screens.words.gamewords import GameWords
from screens.words.names import Speech, bid_at, call_name, sign
from screens.words.options import phrase
from screens.words.typed_words import DOUBLINGS, ENGLISH, Ambiguous

PLACE_DIGITS = 4
"""The most digits of the place of a call."""


def typed_bid(view: SeatView, typed: str) -> Bid | Pass:
    """A bid; where the game has a name of its own for a pass, that name is a pass. Raises Unreadable,
    Ambiguous."""
    words = words_of(view.table.game)
    if is_named(typed, words.named(Pass())):
        return Pass()
    saying = read_saying(typed, words, _offered(view))
    if isinstance(saying, Strain):
        raise Unreadable(typed)
    return saying


DAY: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def typed_day(typed: str | None, today: str) -> str:
    """Raises AppWhy.NO_SUCH_DAY for what is no day up to today."""
    if typed is None:
        return today
    try:
        found = date.fromisoformat(typed.strip()).isoformat() if DAY.fullmatch(typed.strip()) else ""
    except ValueError:
        found = ""
    if not found or found > today:
        raise AppRefused(AppWhy.NO_SUCH_DAY)
    return found


_PRICE: Final = re.compile(r"\+\d+$")


def typed_declaration(view: SeatView, typed: str) -> Declare:
    """The trumps that are declared, or none; with its price, as a button shows it, or without. Raises
    Unreadable, Ambiguous."""
    saying = read_saying(_PRICE.sub("", typed), words_of(view.table.game), _offered(view))
    if isinstance(saying, Bid) or saying in (Strain.ROYALS, Strain.MISERE):
        raise Unreadable(typed)
    return Declare(saying.trumps)


def typed_worth(view: SeatView, typed: str) -> AskedAfter:
    """The call whose worth is asked: one that was made, by its place (``call 3``) or as the list shows it
    (``West: 2 hearts``, of several alike the last); a bid; or a declaration. Empty text means what stands.
    Raises Unreadable, Ambiguous, SheetWhy.NO_SUCH_BID."""
    text = simple(typed)
    if not text:
        return None
    word, _, number = text.partition(" ")
    if word == ENGLISH.call and number.isdecimal() and len(number) <= PLACE_DIGITS:
        return int(number)
    if ":" in typed:
        return _made(view, typed)
    offered = _offered(view)
    saying = read_saying(typed, words_of(view.table.game), offered)
    if saying not in offered:
        raise SheetRefused(SheetWhy.NO_SUCH_BID)
    return saying if isinstance(saying, Bid) else Declare(saying.trumps)


def worth_offers(view: SeatView, typed: str) -> list[app_commands.Choice[str]]:
    """The bids that were made, the last first, and the bids that are open to the asker."""
    if view.deal is None:
        return []
    words, speech = words_of(view.table.game), speech_to(view)
    made = [
        (CALLED(seat=speech.place(one.seat), call=bid_at(one.call, words)), f"{ENGLISH.call} {place}")
        for place, one in enumerate(view.deal.calls)
        if isinstance(one.call, Bid)
    ]
    opened = [(bid_at(bid, words), bid_word(bid)) for bid in view.options if isinstance(bid, Bid)]

    def meant(text: str) -> str:
        match typed_worth(view, text):
            case int(place):
                return f"{ENGLISH.call} {place}"
            case Bid() as bid:
                return bid_word(bid)
            case asked:
                return str(asked)

    return matching([*reversed(made), *opened], typed, meant)


def card_word(of: Card) -> str:
    """What an offer sends of a card: ``Q♥``, ``T♠``."""
    return of.rank.letter + sign(of.suit)


def bid_word(of: Bid) -> str:
    """What an offer sends of a bid: ``2♥``, ``3N``."""
    return f"{of.odd}{strain_word(of.strain)}"


def strain_word(of: Strain) -> str:
    """``♥``, ``N``; royals, which are spades too, are ``R``."""
    return sign(of.trumps) if of.trumps is not None and of is not Strain.ROYALS else of.letter


def typed_demand(typed: str) -> DemandPenalty:
    """A penalty as the list has it, or a card that is called as people write it. Raises Unreadable."""
    try:
        return demand_of(typed)
    except Unreadable:
        return DemandPenalty(Exacted.CARD, card=read_card(typed))


def begun_list(typed: str, held: Hand) -> tuple[tuple[Card, ...], str]:
    """A list of cards that is still being typed: the cards named in full that are held, and the text after
    them."""
    words = typed.replace(",", " ").split()
    for end in range(len(words), 0, -1):
        try:
            cards = read_cards(" ".join(words[:end]))
        except Unreadable:
            continue
        if all(card in held for card in cards):
            return tuple(dict.fromkeys(cards)), " ".join(words[end:])
    return (), typed


def typed_on_sheet(variant: Variant, game: str, typed: str) -> Saying:
    """What was declared or bid in a deal entered on a sheet. Raises NotUnderstood, Ambiguous."""
    try:
        return read_saying(typed, words_of(game), _sayings(variant))
    except Ambiguous:
        raise
    except Unreadable:
        raise NotUnderstood(Part.DECLARED) from None


@dataclass(frozen=True)
class ScoreCardEntry:
    """A declaration or bid as score cards have it, with what came of it: ``3NTX by S -1``."""

    saying: Saying | None = None
    doublings: int | None = None
    side: Side | None = None
    tricks: int | None = None  # all that the side won which bid


def score_card_entry(variant: Variant, game: str, typed: str) -> ScoreCardEntry:
    """Raises NotUnderstood, Ambiguous."""
    text = re.sub("[,;.]", " ", folded(typed)).replace("\N{MINUS SIGN}", "-")
    side, over = None, None
    if by := _BY.search(text):
        side, text = read_side(by[1], Part.DECLARED), text[: by.start()] + text[by.end() :]
    if result := _RESULT.search(text):
        over, text = int(result[1] or 0), text[: result.start()]
    for rest, doublings in _split_doubling(text):
        try:
            saying = typed_on_sheet(variant, game, rest)
        except NotUnderstood:
            continue
        if over is None:
            return ScoreCardEntry(saying, doublings, side)
        if isinstance(saying, Bid):
            return ScoreCardEntry(saying, doublings, side, BOOK + saying.odd + over)
    raise NotUnderstood(Part.DECLARED)


_BY: Final = re.compile(r"\s+(?:by|par|от)\s+(\w+)")
_RESULT: Final = re.compile(r"\s*(?:([+-]\d{1,2})|=|\bmade)\s*$")
_CROSSES: Final = re.compile(r"[xх]{1,9}$")  # х is the letter of a Russian keyboard


def _split_doubling(text: str) -> Iterator[tuple[str, int | None]]:
    """The text without the doubling at its end, and how often that is. Of several readings the one that
    leaves most comes first: *carreaux* ends with an x of its own."""
    text = text.rstrip()
    yield text, None
    if crosses := _CROSSES.search(text):
        for count in range(1, len(crosses[0]) + 1):
            yield text[:-count], count
    for word, count in DOUBLINGS.items():
        if text.endswith(f" {word}"):
            yield text.removesuffix(word), count


def _offered(view: SeatView) -> tuple[Saying, ...]:
    return _sayings(variant_of(view.table))


def _sayings(variant: Variant) -> tuple[Saying, ...]:
    """Everything that can be declared or bid at this game."""
    form = form_of(variant)
    return (*form.declarations, *form.bids)


def _made(view: SeatView, typed: str) -> int:
    """The place of the last call that is shown by this text, as in ``West: 2 hearts`` or, on a panel,
    ``Left: 2 hearts``. Raises Unreadable."""
    who, _, what = typed.partition(":")
    paper, speech, words = Speech.at_table(view.table), speech_to(view), words_of(view.table.game)
    bid = _typed_bid(what, words)
    for place, (seat, call, name) in reversed(list(enumerate(_calls_so_far(view)))):
        if (call == bid or is_named(what, name)) and any(
            is_named(who, one) for one in (speech.place(seat), paper.seat(seat), paper.letter(seat))
        ):
            return place
    raise Unreadable(typed)


def _calls_so_far(view: SeatView) -> Iterator[tuple[Seat, Call, str]]:
    """Each call with its seat and its name."""
    words = words_of(view.table.game)
    for one, level in with_levels(view.deal.calls if view.deal is not None else ()):
        yield one.seat, one.call, call_name(one.call, level, words)


def _typed_bid(typed: str, words: GameWords) -> Saying | None:
    try:
        return read_saying(typed, words, ())
    except Unreadable:
        return None


Value = TypeVar("Value", str, int)

OFFERED: Final = 25
NAME: Final = 100
"""Discord's limits for the number of choices of an option, and for the length of a name."""


def matching(
    offers: Iterable[tuple[str, Value]],
    typed: str,
    means: Callable[[str], Value] | None = None,
) -> list[app_commands.Choice[Value]]:
    """The offers that fit what is typed, each a name with its value, the best first: Discord takes the first
    when somebody presses Tab.

    Best is an offer that is typed in full, by its value, its name, or in other words that ``means`` reads as
    the value (it may raise a Refusal). Then come names and values that begin with the text, and names that it
    could mean as far as it goes; then those that contain it.
    """
    wanted, (meant, could_be) = _squeezed(typed), _value_meant(typed, means)
    ranked: tuple[list[tuple[str, Value]], ...] = ([], [], [])
    for name, value in offers:
        if (rank := _rank(name, value, wanted, meant, maybe=name in could_be)) is not None:
            ranked[rank].append((name, value))
    fitting: list[tuple[str, Value]] = ranked[0] + ranked[1] + ranked[2]
    return [app_commands.Choice(name=name[:NAME], value=value) for name, value in fitting[:OFFERED]]


def _rank(name: str, value: Value, wanted: str, meant: Value | None, *, maybe: bool) -> int | None:
    """How well an offer fits, 0 being best; None if it does not fit."""
    named, sent = _squeezed(name), _squeezed(str(value))
    if value == meant or wanted in (named, sent):
        return 0
    if maybe or named.startswith(wanted) or sent.startswith(wanted):
        return 1
    return 2 if wanted in named or wanted in sent else None


@lru_cache(maxsize=1024)
def _squeezed(text: str) -> str:
    """Kept for a while, as ``simple`` is."""
    return simple(text).replace(" ", "")


def _value_meant(typed: str, means: Callable[[str], Value] | None) -> tuple[Value | None, Sequence[str]]:
    """The value that the text means, or the names of those that it could mean."""
    if means is None or not typed.strip():
        return None, ()
    try:
        return means(typed), ()
    except Ambiguous as found:
        return None, found.readings
    except Refusal:
        return None, ()


GAME_CHOICES: Final = [
    app_commands.Choice(name=app_commands.locale_str(words_of(key).listed_name, game=key), value=key)
    for key in GAMES
]
STRENGTHS: Final = [app_commands.Choice(name=phrase(ROBOTS, one.value), value=one.value) for one in Strength]
USUAL_GAME: Final = next(iter(GAMES))
"""The game that is meant if none is named: the first."""

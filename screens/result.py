"""A finished deal laid open: the hands, the tricks, every line of the score with its reason, and what proves
that it was dealt fairly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.calls import Bid, CallHonours, Discard, TakeStock
from rules.cards import Card, Hand, Rank, Suit
from rules.counting.reckon import BOOK, Counted, Entry, HonourCards, Line
from rules.counting.rubber import RubberResult
from rules.deal.dealing import TurnedUp
from rules.games.variant import Variant
from rules.members import Member, RobotMember
from rules.seats import BySeat, Seat, Side
from rules.strains import Strain
from rules.tricks import winner
from rules.view import Open, PublicTable, Settled
from screens.arranged import variant_of
from screens.bidding import auction_table
from screens.buttons import analyse_button, record_button, verify_button, why_button
from screens.parts import BAIZE, BRASS, calls_line, heading, small, text
from screens.rubbers import in_full, rubber_lines
from screens.screen import Divider, Part, Row, Screen, Text
from screens.sheets import score_sheet
from screens.words import names as name
from screens.words import scores as words
from screens.words.gamebook import words_of
from screens.words.gamewords import GameWords, Held
from screens.words.names import Names, suit_line
from screens.words.speech import Speech
from screens.words.table import deal_number

_TIED: Final = "\u00a0"
_BETWEEN_SUITS: Final = "\u2003"
"""On a narrow screen the line of a hand breaks between suits and not within one."""


def result_screen(
    deal: Open,
    seats: BySeat[Member],
    table_id: str,
    names: Names,
    *,
    at: PublicTable,
    ended: RubberResult | None = None,
) -> Screen:
    """The result of a deal at this table; with ``ended`` also that of the rubber, if the deal was its
    last."""
    speech, variant, of = Speech.at(at.options), variant_of(at), words_of(at.game)
    parts: list[Part] = [
        text(*_told(speech, deal, variant, of)),
        text(*_hands(speech, deal, seats, names)),
        *([text(*lines)] if (lines := [small(line) for line in _tricks(speech, deal)]) else []),
        Divider(),
    ]
    parts += score_parts(speech, deal, at)
    bonus = ended.bonus if ended is not None else None
    score = score_sheet(speech, deal.entered or (deal.entries,), variant.rubber, of, bonus=bonus)
    if ended is None:
        so_far = words.GAME_AFTER if variant.rubber.games == 1 else words.SCORE_AFTER
        parts.append(text(f"**{so_far}**", score, *_next(speech, deal, variant, of)))
    else:
        single = variant.rubber.games == 1
        parts += [
            Divider(),
            text(*rubber_lines(speech, ended, seats, names, at.game), *in_full(speech, ended.totals)),
        ]
        parts.append(text(score, small(words.FRESH_RUBBER if single or variant.dummies else words.FRESH_CUT)))
    fair = words.fair(
        speech,
        table_id,
        deal.number,
        deal.commitment,
        deal.dealer.right if deal.cut.by is not None else None,
        deal.cut.at,
        deal.cut.salt,
        deal.seed,
    )
    parts.append(text(*(small(line) for line in fair)))
    parts.append(_afterwards(deal, seats, table_id))
    return Screen(tuple(parts), BAIZE if ended is None else BRASS)


def _afterwards(deal: Open, seats: BySeat[Member], table_id: str) -> Row:
    """Buttons for the analysis of the deal and, where robots played, for what they thought."""
    robots = any(isinstance(sitting, RobotMember) for sitting in seats)
    why = (why_button(table_id, deal.number),) if robots else ()
    number = deal.number
    more = verify_button(table_id, number), record_button(table_id, number)
    return Row((analyse_button(table_id, number), *why, *more))


# What happened


def come_to(deal: Open, of: GameWords) -> str:
    """What was declared, or that everybody passed."""
    return name.settled(deal.settled, of) if deal.settled is not None else words.THROWN_IN


def _told(speech: Speech, deal: Open, variant: Variant, of: GameWords) -> Iterator[str]:
    """What was declared and by whom, who won the tricks, and what was called."""
    yield heading(words.result_of(deal_number(deal.number), come_to(deal, of)))
    if deal.settled is not None:
        yield f"**{words.tricks_won(speech, deal.won.ns, deal.won.ew)}**"
        yield from _declared(speech, deal, deal.settled)
    yield from _shown(speech, deal, variant)
    spoken = [one for one in deal.calls if not isinstance(one.call, CallHonours | TakeStock | Discard)]
    if any(isinstance(one.call, Bid) for one in spoken):
        yield auction_table(speech, spoken, of)
    elif spoken:
        yield small(calls_line(speech, spoken, of))
    yield from _honours_asked(speech, deal)
    if deal.conceded is not None:
        yield words.conceded(speech, deal.conceded)


def _declared(speech: Speech, deal: Open, settled: Settled) -> Iterator[str]:
    """Who declared, and by how many tricks a contract was made or failed."""
    if settled.declared_by is None:
        return
    if settled.bid is None:
        yield words.declared_by(speech, settled.declared_by, deal.dealer)
        return
    lost = settled.bid.strain is Strain.MISERE
    bidders = settled.declared_by.side
    told = deal.won.of(bidders.other if lost else bidders)
    yield words.bid_of(speech, settled.declared_by, told - BOOK - settled.bid.odd)


def _shown(speech: Speech, deal: Open, variant: Variant) -> Iterator[str]:
    """The turned card, and who took the stock."""
    if deal.turned is None:
        return
    shown = name.card(deal.turned)
    match variant.dealing.turned:
        case TurnedUp.BLIND:
            yield words.cut_for_trumps(shown)
        case TurnedUp.STOCK:
            yield words.turned_of_stock(shown)
            yield _ruffed(speech, deal)
        case _:
            yield words.turned_up(speech, shown, deal.dealer)


def _ruffed(speech: Speech, deal: Open) -> str:
    who = next((one.seat for one in deal.calls if isinstance(one.call, TakeStock)), None)
    if who is None:
        return words.stock_left()
    held = deal.held or deal.hands
    return words.took_stock(speech, who, _cards((deal.hands.of(who) | deal.stock) - held.of(who)))


def _cards(cards: Hand | Sequence[Card]) -> str:
    return " ".join(name.card(card) for card in cards)


def _honours_asked(speech: Speech, deal: Open) -> Iterator[str]:
    """Honours called before play. If the partners held enough, that ended the deal."""
    called = next((one.side for one in deal.entries if one.line is Line.HONOURS_CALLED), None)
    if called is not None:
        yield words.honours_called(speech, called)
    asked = [one.seat for one in deal.calls if isinstance(one.call, CallHonours)]
    in_vain = [one for one in asked if one.side is not called]
    if in_vain:
        yield words.asked_in_vain(speech, in_vain)


def _hands(speech: Speech, deal: Open, seats: BySeat[Member], names: Names) -> Iterator[str]:
    """The four hands as dealt, two lines each, and the cards dealt to nobody."""
    for one, hand in deal.hands.items():
        dummy = deal.settled is not None and any(of is one for of, _ in deal.settled.dummies)
        alone = dummy and seats.of(one) == seats.of(one.partner)
        who = names(seats.of(one))
        yield f"**{speech.seat(one)}** {words.dummy_of(who) if alone else who}"
        yield _suits(hand)
    if deal.stock:
        yield words.stock(_cards(deal.stock))


def _suits(hand: Hand) -> str:
    return _BETWEEN_SUITS.join(suit_line(suit, hand.suit(suit)).replace(" ", _TIED) for suit in Suit)


def _tricks(speech: Speech, deal: Open) -> Iterator[str]:
    """A line for each trick, beginning with the leader's card. The winning card is bold."""
    trumps = deal.settled.trumps if deal.settled is not None else None
    for number, trick in enumerate(deal.tricks, 1):
        whole = len(trick.cards) == len(Seat)
        taker = winner(trick, trumps) if whole else None
        cards = (
            f"**{name.card(card)}**" if one is taker else name.card(card) for one, card in trick.by_player()
        )
        if trick.cards:
            yield f"{number}. {speech.seat(trick.leader)}: {' '.join(cards)}"


# What it came to


def score_parts(speech: Speech, deal: Open, at: PublicTable) -> Iterator[Text]:
    """The lines of the score with their reasons, one side after the other."""
    variant, of = variant_of(at), words_of(at.game)
    for one in Side:
        entries = [entry for entry in deal.entries if entry.side is one]
        if entries:
            held = held_by(deal, one, variant.honours)
            yield text(
                f"**{speech.side(one)}**", *(f"- {_reason(speech, entry, of, held)}" for entry in entries)
            )
    if not deal.entries and deal.settled is not None:
        yield text(words.NOTHING_WON)


def _reason(speech: Speech, entry: Entry, of: GameWords, held: Held) -> str:
    line, column = words.line(speech, entry, of, held=held), words.column(entry.column, of)
    return f"{line} · {column}" if column else line


def held_by(deal: Open, one: Side, honours: HonourCards) -> Held:
    """The honours that count for a side: in the hands as dealt or as played, or won in tricks."""
    assert deal.settled is not None
    trumps = deal.settled.trumps
    if honours.counted is Counted.CAPTURED:
        won = (t for t in deal.tricks if len(t.cards) == len(Seat) and winner(t, trumps).side is one)
        return Held(sum(_honours(trick.cards, trumps, honours) for trick in won), 0)
    hands = deal.held if deal.held is not None and honours.counted is Counted.PLAYED else deal.hands
    poorer, richer = sorted(_honours(hands.of(each), trumps, honours) for each in one.seats)
    return Held(richer, poorer, trumps is None)


def _honours(cards: Hand | Sequence[Card], trumps: Suit | None, honours: HonourCards) -> int:
    """The number of trump honours among these cards, or without trumps of aces."""
    if trumps is None:
        return sum(card.rank is Rank.ACE for card in cards)
    return sum(card.suit is trumps and card.rank in honours.ranks for card in cards)


def _next(speech: Speech, deal: Open, variant: Variant, of: GameWords) -> Iterator[str]:
    yield from in_full(speech, deal.after.totals)
    side_of_game = next((one for one in Side if deal.after.games.of(one) > deal.before.games.of(one)), None)
    if side_of_game is not None:
        yield words.game_won(speech, side_of_game, of)
    again = deal.settled is None and not variant.thrown_in_passes
    yield small(
        words.deals_again(speech, deal.dealer) if again else words.deals_next(speech, deal.dealer.left)
    )

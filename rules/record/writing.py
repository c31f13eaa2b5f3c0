"""Writes a finished deal: as text that a whist player can read, as JSON and as PBN for programs.

A record says what it was told. Whether the cards were played by the rules is for ``rules.record.audit``;
``rules.record.reading`` reads the text. The keys of the JSON are part of what users rely on: they do not
change. There cards are written as in the event log (``QH``), calls by their words (``declare:H``), seats and
sides by their letters. A claim gives the rest to ``conceded``, but ``kept`` tricks of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, assert_never

from rules.calls import (
    Bid,
    Call,
    Called,
    CallHonours,
    Content,
    Declare,
    Discard,
    Double,
    Pass,
    TakeStock,
    action_word,
)
from rules.cards import Card, Hand, Suit
from rules.counting.reckon import Entry, Standing
from rules.frozen import frozen, replace
from rules.out_of_turn import Exacted, Paid
from rules.seats import BySide, Seat
from rules.tricks import Strain, Trick, winner
from rules.view import FinishedDeal, Settled


@frozen
class Record:
    """A finished deal, its game, and who is said to have won each complete trick."""

    game: str
    options: tuple[tuple[str, str], ...]
    deal: FinishedDeal
    winners: tuple[Seat, ...]


def recorded(game: str, options: tuple[tuple[str, str], ...], deal: FinishedDeal) -> Record:
    """The record of a deal that was played here."""
    trumps = deal.settled.trumps if deal.settled is not None else None
    complete = [trick for trick in deal.tricks if len(trick.cards) == 4]
    alone = replace(deal, entered=())  # earlier deals have their own records
    awarded = dict(deal.awarded)
    winners = (awarded.get(number) or winner(trick, trumps) for number, trick in enumerate(complete, 1))
    return Record(game, options, alone, tuple(winners))


def record_text(record: Record) -> str:
    """The record as text."""
    return "\n".join(_record_lines(record)) + "\n"


CONTRE, SUR_CONTRE = "contre", "sur contre"
DOUBLE, REDOUBLE = "double", "redouble"
NOBODY, THE_BOT, NONE, NO_TRUMPS = "nobody", "the bot", "none", "no trumps"
RUFFS, PUTS_OUT, ASKS = "ruffs", "puts out", "can you one?"
FOUND, NOT_FOUND = "found", "not found"
STOPPED = "Not played out: penalties for revokes decided the game"
BROUGHT = "Hands: brought in a file, and not those of the seed"
THROWN_IN = "Thrown in: everybody passed"
STOOD = "Led out of turn, and stands"
TAKEN_BACK = "Taken back"
DEMANDED: Final = {
    Exacted.CARD: "to play",
    Exacted.SUIT: "to lead",
    Exacted.HIGHEST: "to play the highest",
    Exacted.LOWEST: "to play the lowest",
    Exacted.WIN: "to win",
    Exacted.LOSE: "not to win",
}
TRICKS = "Tricks:"
"""The line before the play."""
AN_ODD_TRICK, THE_CONTRACT = "An odd trick", "The contract"
BARE: Final = r"[A-Za-z0-9_.:+/-]+"
"""A word that is written without quotes."""


def _record_lines(record: Record) -> Iterator[str]:
    deal = record.deal
    yield f"Game: {_quoted(record.game)}"
    for key, value in record.options:
        yield f"Option: {_quoted(key)} = {_quoted(value)}"
    yield f"Deal: {deal.number}"
    yield f"Dealer: {seat_name(deal.dealer)}"
    yield ""
    for seat, hand in deal.hands.items():
        yield (
            f"{seat_name(seat) + ':':7}"
            + "".join(f"  {s.letter} {_rank_letters(hand.suit(s)):13}" for s in Suit).rstrip()
        )
    yield from _beside_lines(deal)
    yield ""
    yield "Calls:"
    heard = Heard()
    for called in deal.calls:
        yield f"  {seat_name(called.seat):5}  {spoken(called.call, heard)}"
        heard = heard.after(called.call)
    if deal.settled is None:
        yield THROWN_IN
    else:
        yield from _agreed(deal.settled)
    yield ""
    yield TRICKS
    yield from _played_lines(record)
    yield f"Claim: {_claim_text(deal)}"
    yield from _revoke_lines(deal)
    yield f"Tricks won: {_pair_text(deal.won)}"
    yield ""
    yield "Score:"
    for entry in deal.entries:
        yield _entered(entry)
    yield f"Before: {_stood(deal.before)}"
    yield f"After: {_stood(deal.after)}"
    yield ""
    yield f"Commitment: {_quoted(deal.commitment)}"
    yield f"Cut: {deal.cut.at} by {THE_BOT if deal.cut.by is None else _quoted(str(deal.cut.by))}"
    yield f"Salt: {_quoted(deal.cut.salt)}"
    yield f"Seed: {_quoted(deal.seed)}"
    if deal.brought:
        yield BROUGHT


def _beside_lines(deal: FinishedDeal) -> Iterator[str]:
    """The turned card, the stock, and what was put out for it."""
    if deal.turned is not None:
        yield f"Turned: {deal.turned}"
    if deal.out:
        yield f"Out of the pack: {deal.out.text}"
    if deal.stock:
        yield f"Stock: {deal.stock.text}"
    if deal.held is not None:
        for seat, hand in deal.hands.items():
            if deal.held.of(seat) != hand:
                yield f"Put out: {seat_name(seat)}, {((hand | deal.stock) - deal.held.of(seat)).text}"


def _agreed(settled: Settled) -> Iterator[str]:
    """The terms of play."""
    if settled.bid is not None:
        yield f"Contract: {_bid_code(settled.bid)}"
    yield f"Trumps: {_trumps_code(settled.trumps)}"
    yield f"Declared by: {NOBODY if settled.declared_by is None else seat_name(settled.declared_by)}"
    yield f"Doublings: {settled.level}"
    yield f"{AN_ODD_TRICK if settled.bid is None else THE_CONTRACT} is worth: {settled.worth}"
    yield f"Opening lead: {seat_name(settled.leader)}"
    dummies = (f"{seat_name(dummy)}, played by {seat_name(player)}" for dummy, player in settled.dummies)
    yield f"Dummy: {'; '.join(dummies) or NONE}"


def _played_lines(record: Record) -> Iterator[str]:
    winners = iter(record.winners)
    for number, trick in enumerate(record.deal.tricks, 1):
        ended = f"{seat_name(next(winners))} wins" if len(trick.cards) == 4 else "unfinished"
        cards = " ".join(str(card) for card in trick.cards)
        yield f"  {number:2}  {seat_name(trick.leader):5} leads  {cards:11}  {ended}"


def _claim_text(deal: FinishedDeal) -> str:
    """What a claim or a concession gave to whom."""
    if deal.conceded is None:
        return NONE
    but = f", but {deal.kept}" if deal.kept else ""
    return f"the rest to {deal.conceded.value}{but}"


def _revoke_lines(deal: FinishedDeal) -> Iterator[str]:
    """The claims of revokes, and what followed from them besides the score."""
    for one in deal.claims:
        found = f"{FOUND}, {one.penalty.value}" if one.penalty is not None else NOT_FOUND
        whose = f"{seat_name(one.seat)}, claimed by {seat_name(one.by)}"
        yield f"Revoke: trick {one.trick}, {whose}, {found}"
    for number, seat in deal.awarded:
        yield f"Lost for a revoke: trick {number}, to {seat_name(seat)}"
    if deal.stopped:
        yield STOPPED
    for number in deal.stood:
        yield f"{STOOD}: trick {number}"
    for one_paid in deal.paid:
        yield _demanded(one_paid)
    if deal.taken_back:
        yield f"{TAKEN_BACK}: {deal.taken_back}"


def _demanded(paid: Paid) -> str:
    """A penalty that was demanded of a card; whether the hand could obey, the auditor says."""
    demand = paid.demand
    what = DEMANDED[demand.what]
    if demand.card is not None:
        what = f"{what} {demand.card}"
    if demand.suit is not None:
        what = f"{what} {_trumps_code(demand.suit)}"
    return f"Demanded: trick {paid.trick}, {seat_name(paid.hand)}, by {seat_name(demand.by)}, {what}"


def _entered(entry: Entry) -> str:
    reason = entry.line.value.replace("_", " ")
    hand = "" if entry.seat is None else f"  ({seat_name(entry.seat)})"
    sum_of = f"{entry.count} x {entry.unit} x {entry.times} = {entry.amount}"
    return f"  {entry.side.value}  {entry.column.value}  {reason:15}  {sum_of}{hand}"


def _stood(standing: Standing) -> str:
    below, games, totals = standing.below, standing.games, standing.totals
    noted = f"; noted {_pair_text(standing.noted)}" if any(standing.noted) else ""
    return f"below {_pair_text(below)}; games {_pair_text(games)}; total {_pair_text(totals)}{noted}"


def _pair_text(pair: BySide[int]) -> str:
    return f"NS {pair.ns}, EW {pair.ew}"


def seat_name(seat: Seat) -> str:
    return seat.name.capitalize()


def _trumps_code(trumps: Suit | None) -> str:
    return NO_TRUMPS if trumps is None else trumps.name.lower()


def _rank_letters(cards: Hand) -> str:
    return "".join(card.rank.letter for card in cards) or "-"


def _bid_code(bid: Bid) -> str:
    return f"{bid.odd} {bid.strain.name.lower().replace('_', ' ')}"


class Heard(NamedTuple):
    """What the calls so far mean for the word of the next doubling."""

    bidding: bool = False  # whether anything was bid
    doubled: bool = False  # whether what stands is doubled already

    def after(self, call: Call) -> Heard:
        match call:
            case Bid():
                return Heard(bidding=True)
            case Double():
                return Heard(self.bidding, doubled=True)
        return self


def spoken(call: Call, before: Heard) -> str:
    """The words of a call. A doubling is a contre in a game without bids, and a double over a bid."""
    match call:
        case Declare(trumps):
            return _trumps_code(trumps)
        case Bid():
            return _bid_code(call)
        case Double():
            once, again = (DOUBLE, REDOUBLE) if before.bidding else (CONTRE, SUR_CONTRE)
            return again if before.doubled else once
        case Pass():
            return "pass"
        case Content():
            return "content"
        case TakeStock():
            return RUFFS
        case Discard():
            return PUTS_OUT
        case CallHonours():
            return ASKS
    assert_never(call)


def _quoted(text: str) -> str:
    """A word as it is, and other text as a JSON string, so that it fits in one line."""
    return text if re.fullmatch(BARE, text) else json.dumps(text)


# JSON


def as_json(records: Sequence[Record]) -> str:
    """A list with an object for each deal."""
    return json.dumps([_deal_json(one) for one in records], indent=1) + "\n"


def _deal_json(record: Record) -> dict[str, object]:
    deal = record.deal
    trumps = deal.settled.trumps if deal.settled is not None else None
    lost = dict(deal.awarded)
    return {
        "game": record.game,
        "options": dict(record.options),
        "deal": deal.number,
        "dealer": deal.dealer.letter,
        "hands": {seat.letter: [str(card) for card in hand] for seat, hand in deal.hands.items()},
        "held": _ruffed_hands(deal),
        "out": [str(card) for card in deal.out],
        "stock": [str(card) for card in deal.stock],
        "turned": str(deal.turned) if deal.turned is not None else None,
        "calls": [{"seat": one.seat.letter, "call": action_word(one.call)} for one in deal.calls],
        "settled": _settled_json(deal.settled) if deal.settled is not None else None,
        "tricks": [
            {
                "leader": trick.leader.letter,
                "cards": [str(card) for card in trick.cards],
                "winner": (lost.get(number) or winner(trick, trumps)).letter
                if len(trick.cards) == 4
                else None,
            }
            for number, trick in enumerate(deal.tricks, 1)
        ],
        "won": _sides_json(deal.won),
        "revokes": [
            {
                "trick": one.trick,
                "seat": one.seat.letter,
                "by": one.by.letter,
                "found": one.right,
                "penalty": one.penalty.value if one.penalty is not None else None,
            }
            for one in deal.claims
        ],
        "awarded": {str(number): seat.letter for number, seat in deal.awarded},
        "stopped": deal.stopped,
        "stood": list(deal.stood),
        "demanded": [_paid(one) for one in deal.paid],
        "taken_back": deal.taken_back,
        "conceded": deal.conceded.value if deal.conceded is not None else None,
        "kept": deal.kept,
        "score": [_entry(one) for one in deal.entries],
        "before": _standing_json(deal.before),
        "after": _standing_json(deal.after),
        "commitment": deal.commitment,
        "cut": {"at": deal.cut.at, "by": str(deal.cut.by) if deal.cut.by is not None else None},
        "salt": deal.cut.salt,
        "seed": deal.seed,
        "brought": deal.brought,
    }


def _ruffed_hands(deal: FinishedDeal) -> dict[str, list[str]] | None:
    """The hands as play began, if a ruff changed one."""
    if deal.held is None:
        return None
    return {seat.letter: [str(card) for card in hand] for seat, hand in deal.held.items()}


def _settled_json(settled: Settled) -> dict[str, object]:
    return {
        "trumps": settled.trumps.letter if settled.trumps is not None else None,
        "bid": str(settled.bid) if settled.bid is not None else None,
        "declared_by": settled.declared_by.letter if settled.declared_by is not None else None,
        "doublings": settled.level,
        "worth": settled.worth,
        "leader": settled.leader.letter,
        "dummies": {dummy.letter: player.letter for dummy, player in settled.dummies},
    }


def _paid(paid: Paid) -> dict[str, object]:
    demand = paid.demand
    return {
        "trick": paid.trick,
        "seat": paid.hand.letter,
        "by": demand.by.letter,
        "what": demand.what.value,
        "card": str(demand.card) if demand.card is not None else None,
        "suit": demand.suit.letter if demand.suit is not None else None,
    }


def _entry(entry: Entry) -> dict[str, object]:
    return {
        "side": entry.side.value,
        "line": entry.line.value,
        "column": entry.column.value,
        "count": entry.count,
        "unit": entry.unit,
        "times": entry.times,
        "amount": entry.amount,
        "seat": entry.seat.letter if entry.seat is not None else None,
    }


def _standing_json(standing: Standing) -> dict[str, object]:
    return {
        "below": _sides_json(standing.below),
        "games": _sides_json(standing.games),
        "totals": _sides_json(standing.totals),
        "noted": _sides_json(standing.noted),
    }


def _sides_json(pair: BySide[int]) -> dict[str, int]:
    return {"NS": pair.ns, "EW": pair.ew}


# Portable Bridge Notation


PBN_VERSION: Final = "% PBN 2.1"
_PBN_STRAINS: Final = {
    Strain.CLUBS: "C",
    Strain.DIAMONDS: "D",
    Strain.HEARTS: "H",
    Strain.SPADES: "S",
    Strain.NO_TRUMPS: "NT",
}
"""Royals and misère have no sign in PBN."""
_PBN_UNKNOWN: Final = "?"


def pbn(records: Sequence[Record]) -> str:
    """These deals in Portable Bridge Notation, version 2.1, without those that do not fit. Empty if none
    does.

    PBN knows contracts, so only deals of the bridge family fit: thirteen cards a hand, and a declarer. Where
    trumps were declared without a number of tricks, as at Biritch, the contract is written as one for a
    single odd trick, and a comment says so. Seats are those of the engine, at which play always goes
    clockwise.
    """
    games = ["\n".join(_pbn_lines(one)) for one in records if fits_pbn(one.deal)]
    return PBN_VERSION + "\n" + "".join(f"{one}\n\n" for one in games) if games else ""


def fits_pbn(deal: FinishedDeal) -> bool:
    """Whether PBN has words for what was declared or bid, and for how it was played."""
    if any(len(hand) != 13 for hand in deal.hands) or deal.held is not None:
        return False
    settled = deal.settled
    if settled is None:
        return all(isinstance(one.call, Pass) for one in deal.calls)
    declared = any(isinstance(one.call, Bid | Declare) for one in deal.calls)
    by = settled.declared_by
    return declared and by is not None and settled.leader is by.left and settled.strain_played in _PBN_STRAINS


def _pbn_lines(record: Record) -> Iterator[str]:
    deal, settled = record.deal, record.deal.settled
    yield _tag("Event", record.game)
    yield _tag("Site", _PBN_UNKNOWN)
    yield _tag("Date", "????.??.??")
    yield _tag("Board", str(deal.number))
    for seat in (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH):
        yield _tag(seat.name.capitalize(), _PBN_UNKNOWN)
    yield _tag("Dealer", deal.dealer.letter)
    yield _tag("Vulnerable", _won_a_game(deal.before.games))
    yield _tag("Deal", f"N:{' '.join(hand.ranks_by_suit for hand in deal.hands)}")
    yield _tag("Scoring", "Rubber")
    by = settled.declared_by if settled is not None else None
    yield _tag("Declarer", by.letter if by is not None else "")
    yield _tag("Contract", _pbn_contract(settled))
    yield _tag("Result", str(deal.won.of(by.side)) if by is not None else "")
    yield from _comments(settled)
    if deal.calls and all(_in_turn(deal)):
        yield _tag("Auction", deal.calls[0].seat.letter)
        said = [_pbn_call(one.call, level) for one, level in calls_and_levels(deal)]
        yield from (" ".join(said[start : start + 4]) for start in range(0, len(said), 4))
    if settled is not None:
        yield _tag("Play", settled.leader.letter)
        yield from (_pbn_trick(trick, settled.leader) for trick in deal.tricks if trick.cards)
        if deal.conceded is not None:
            yield "*"


def _tag(name: str, value: str) -> str:
    return f'[{name} "{value}"]'


def _won_a_game(games: BySide[int]) -> str:
    """The sides that have won a game of the rubber. Games without vulnerability reckon nothing by it."""
    match bool(games.ns), bool(games.ew):
        case True, True:
            return "All"
        case True, False:
            return "NS"
        case False, True:
            return "EW"
    return "None"


def _pbn_contract(settled: Settled | None) -> str:
    if settled is None:
        return "Pass"
    odd = settled.bid.odd if settled.bid is not None else 1
    return f"{odd}{_PBN_STRAINS[settled.strain_played]}{'X' * min(settled.level, 2)}"


def _comments(settled: Settled | None) -> Iterator[str]:
    """What a contract cannot say."""
    if settled is not None and settled.bid is None:
        yield "{Trumps were declared without a number of tricks; the contract stands for one odd trick.}"
    if settled is not None and settled.level > 2:
        yield f"{{Doubled {settled.level} times.}}"


def _in_turn(deal: FinishedDeal) -> Iterator[bool]:
    """For each call, whether PBN has it and its seat was next."""
    first = deal.calls[0].seat.index
    for place, one in enumerate(deal.calls):
        known = isinstance(one.call, Pass | Double) or (
            isinstance(one.call, Bid) and one.call.strain in _PBN_STRAINS
        )
        yield known and one.seat.index == (first + place) % 4


def calls_and_levels(deal: FinishedDeal) -> Iterator[tuple[Called, int]]:
    """The calls, each with the number of doublings since the last bid."""
    level = 0
    for one in deal.calls:
        level = level + 1 if isinstance(one.call, Double) else 0 if isinstance(one.call, Bid) else level
        yield one, level


def _pbn_call(call: Call, level: int) -> str:
    match call:
        case Bid(odd, strain):
            return f"{odd}{_PBN_STRAINS[strain]}"
        case Double():
            return "X" * min(level, 2)
    return "Pass"


def _pbn_trick(trick: Trick, first: Seat) -> str:
    """The cards of a trick in columns by seat, beginning with the opening leader's."""
    cards = dict(trick.by_player())
    return " ".join(_pbn_card(cards.get(seat)) for seat in first.onwards())


def _pbn_card(card: Card | None) -> str:
    return f"{card.suit.letter}{card.rank.letter}" if card is not None else "-"

"""Bids, contracts and their sums for tests of the bridge family, written as people say them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from enum import Enum

from rules.calls import BIDS, Call, Double, Pass
from rules.cards import PACK
from rules.counting.reckon import Contract, Entry, Penalty, Revoked, Standing, Tally
from rules.deal.deal import Deal
from rules.deal.dealing import WHOLE_PACK_DEALT
from rules.errors import Refusal, RulesError
from rules.games.all_games import game
from rules.seats import BySeat, BySide, Seat, Side
from rules.settling.auction import Auction
from rules.settling.terms import Terms

BID = {str(bid): bid for bid in BIDS}
"""Every bid there can be by its short name: 1C, 3N, 2R (royals), 1M (misère)."""


def call(word: str) -> Call:
    match word:
        case "pass":
            return Pass()
        case "double":
            return Double()
    return BID[word]


def auction(key: str, **options: str) -> Auction:
    """The settlement of a game."""
    law = game(key).variant(options).settlement
    assert isinstance(law, Auction)
    return law


def begun(law: Auction, dealer: str = "N") -> Deal:
    """A deal before the auction, with the cards shuffled somehow."""
    pack = random.Random(0).sample(PACK, len(PACK))
    return Deal.begin(law, WHOLE_PACK_DEALT.dealt_out(pack, Seat(dealer)))


def bid(law: Auction, words: str, dealer: str = "N") -> Deal:
    """The deal once these calls have been made in turn, each checked: ``1C pass 1S double``."""
    deal, seat = begun(law, dealer), Seat(dealer)
    for word in words.split():
        deal.check(seat, call(word))
        deal, seat = deal.after(seat, call(word)), seat.left
    return deal


def terms(deal: Deal) -> Terms:
    assert deal.terms is not None
    return deal.terms


def refusal(deal: Deal, word: str) -> type[Refusal] | Enum | None:
    """The refusal of this call from the player whose turn it is, if there is one."""
    (seat,) = deal.may_act
    try:
        deal.check(seat, call(word))
    except RulesError as refused:
        return refused.fact
    return None


def undertaken(
    name: str,
    ns: int,
    honours: str = "0000",
    *,
    by: Side = Side.NS,
    level: int = 0,
    void: str = "",
    revokes: Iterable[tuple[Side, Penalty]] = (),
) -> Tally:
    """A deal played at this contract in which NS won this many tricks; honours of N, E, S and W."""
    return Tally(
        trumps=BID[name].strain.trumps,
        level=level,
        tricks=BySide(ns, 13 - ns),
        honours=BySeat(*map(int, honours)),
        voids=frozenset(Seat(letter) for letter in void),
        revokes=tuple(Revoked(side, penalty) for side, penalty in revokes),
        contract=Contract(BID[name], by),
    )


Pair = tuple[int, int]
"""A figure for NS and one for EW."""


def reckoned(
    key: str, tally: Tally, games: Pair = (0, 0), below: Pair = (0, 0), **options: str
) -> tuple[Entry, ...]:
    """The lines of a deal, after these games and these points towards the next."""
    return game(key).variant(options).reckon(tally, Standing(BySide(*below), BySide(*games)))


def lines(entries: Iterable[Entry]) -> dict[str, Pair]:
    """The sum of each line, NS and EW."""
    found: dict[str, Pair] = {}
    for entry in entries:
        ns, ew = found.get(entry.line.value, (0, 0))
        ours = entry.side is Side.NS
        found[entry.line.value] = (ns + entry.amount, ew) if ours else (ns, ew + entry.amount)
    return found

"""Faults in what all games share, their cards, tables, tricks, penalties and evenings, by the rows of
docs/reference/seeds.md that they are faults of."""

from __future__ import annotations

from typing import Any, Final

from rules import tricks
from rules.cards import SUIT_BITS, Rank
from rules.counting import reckon
from rules.counting.reckon import Counted
from rules.counting.revoke import Revoking
from rules.deal import deal, out_of_turn, play, revoke
from rules.deal.dealing import Dealing, TurnedUp
from rules.deal.play import Playing
from rules.evening import evening, plan
from rules.evening.evening import Evening
from rules.evening.plan import NextTable, Pair, Role
from rules.frozen import replace
from rules.games.variant import House, Variant
from rules.out_of_turn import NOTHING_EXACTED, OF_A_CARD
from rules.refusals import MustFollowSuit
from rules.seats import ROUND, BySide, Seat, by_seat, by_side
from rules.settling.terms import Terms
from rules.table import chairs, cutting, decide, seen
from rules.table.cutting import Partners
from rules.table.table import Table
from tests.rules.planted_revokes import changed, is_false, is_true, unknown
from tests.rules.planted_values import read, unrefused
from tests.trials.stage.seams import Function, Seam, after, constant, during, given


def lowest(trick: Any, trumps: Any) -> Seat:
    suit = trumps if any(card.suit is trumps for card in trick.cards) else trick.led
    hands: dict[int, Seat] = {card.index: by for by, card in trick.by_player() if card.suit is suit}
    return hands[min(hands)]


def right_card_called(result: Any, _: Any, __: Any, number: int, seat: Seat) -> dict[str, Any]:
    right = dict(revoke.playing_of(result).all_tricks[number - 1].by_player())[seat]
    *others, last = out_of_turn.state_of(result).offences
    return {"offences": (*others, replace(last, card=right))}


def shown(which: TurnedUp, place: int) -> Seam:
    """Instead of this card everybody is shown the one at this place of the pack."""

    def dealt_out(dealt: Any, law: Dealing, order: Any, *_: Any) -> Any:
        cards = [card for card in order if card not in law.out]
        return dealt._replace(turned=cards[place]) if law.turned is which else dealt

    return Seam(Dealing, "dealt_out", after(dealt_out))


def turned_with(change: Function) -> Seam:
    """``change`` says of a deal who is known to hold its last card."""

    def known(found: Any, table: Table, of: Any, *_: Any) -> Any:
        return change(of) if table.variant.dealing.turned is TurnedUp.LAST else found

    return Seam(seen, "_turned_with", after(known))


def best_of_the_rest(won: Any, totals: Any, cut: Function, *_: Any) -> Any:
    rest = {*totals} - {*won[:2]}
    return won._replace(booby=max(rest, key=lambda one: (totals[one], cut(one))))


def partners(change: Function) -> Seam:
    return Seam(cutting, "cut_for_partners", after(lambda cut, _: change(cut)))


def results(change: Function) -> Seam:
    """``change`` makes each table of the next hand of that and of its last result."""
    return Seam(plan, "next_tables", after(lambda found, before: tuple(map(change, found, before))))


ALL_ALIKE: Final = Seam(
    cutting, "gone_out", given(lambda table, chance: (replace(table, running=()), chance))
)


OF_CARDS: Final[dict[str, Seam]] = {
    "000-highest": Seam(tricks, "winner", constant(lowest)),
    "000-follow": Seam(tricks, "playable", constant(lambda hand, _: hand)),
    "000-void": Seam(
        tricks, "playable", constant(lambda hand, led: hand & SUIT_BITS[led.index] or hand & -hand)
    ),
    "000-winner-leads": Seam(Playing, "after", during(play, winner=constant(lambda trick, _: trick.leader))),
    "000-silent": Seam(Playing, "check", during(Terms, is_dummy=is_false)),
    "000-exposed-hand": Seam(
        Playing,
        "check",
        unrefused(lambda why, *_, free=False: free and isinstance(why, MustFollowSuit)),
    ),
    "000-plays": Seam(Terms, "chooser", constant(lambda _, hand: hand)),
    "000-dealt": Seam(
        Dealing,
        "dealt_out",
        after(lambda dealt, *_: dealt._replace(hands=by_seat(lambda seat: dealt.hands.of(seat.left)))),
    ),
    "001-ruff-turned": shown(TurnedUp.STOCK, -1),
    "001-last-card": shown(TurnedUp.LAST, 0),
    "002-bottom": shown(TurnedUp.LAST, 0),
    "002-ace-low": Seam(Rank, "in_cutting", read(lambda _, rank: int(rank))),
    "002-dummy-open": Seam(
        Playing,
        "faced",
        constant(
            lambda self: tuple(one.seat for one in self.terms.dummies if self.cards_played > one.shown_after)
        ),
    ),
    "002-taken-up": turned_with(lambda deal: deal.dealt.dealer),
    "003-dealers-turn": turned_with(
        lambda deal: None if deal.playing and deal.playing.cards_played else deal.dealt.dealer
    ),
    "004-captured-tricks": Seam(
        deal,
        "_owned",
        after(
            lambda found, _, __, counted, ___: (
                by_seat(lambda seat: found.of(seat.left)) if counted is Counted.CAPTURED else found
            )
        ),
    ),
}

OF_PENALTIES: Final[dict[str, Seam]] = {
    "001-revoke": Seam(revoke, "revoked", is_false),
    "002-revoke-take": Seam(
        reckon, "three_for_each", after(lambda found, _: by_side(lambda side: min(found.of(side), 0)))
    ),
    "002-exposed": Seam(
        out_of_turn, "played_out_of_turn", during(out_of_turn, OF_A_LEAD=constant(NOTHING_EXACTED))
    ),
    "002-suit-called": Seam(
        out_of_turn, "played_out_of_turn", during(out_of_turn, OF_A_LEAD=constant(OF_A_CARD))
    ),
    "002-dummy-revoke": Seam(Terms, "is_dummy", is_false),
    "002-dummy-harm": Seam(
        out_of_turn,
        "is_exempt",
        constant(lambda terms, hand: any(hand is dummy.seat for dummy in terms.dummies)),
    ),
    "002-wrong-hand": Seam(
        out_of_turn, "played_out_of_turn", during(out_of_turn, OF_THE_WRONG_HAND=constant(NOTHING_EXACTED))
    ),
    "002-ask": Seam(revoke, "is_established", unknown("revoke", asked=())),
    "003-chance": Seam(revoke, "_in_time", during(revoke, is_quitted=is_true)),
    "003-before-lead": Seam(revoke, "_in_time", during(revoke, _led_after=is_false)),
    "003-trick-lost": Seam(Revoking, "trick_lost", constant(False)),
    "003-calling": Seam(out_of_turn, "after_renounce_corrected", changed("out_of_turn", right_card_called)),
    "003-accident": Seam(out_of_turn, "replaced", during(out_of_turn, is_exempt=is_true)),
}

OF_TABLES: Final[dict[str, Seam]] = {
    "000-four": Seam(Variant, "players", read(lambda players, _: players - 1)),
    "000-partners": partners(
        lambda cut: Partners(cut.dealer, (cut.low[0], cut.high[0]), (cut.low[1], cut.high[1]))
    ),
    "000-lowest-deals": partners(lambda cut: replace(cut, dealer=cut.low[1])),
    "000-fresh-cut": Seam(
        chairs, "_partners_stay", constant(lambda table, seats: set(seats) == set(table.members))
    ),
    "001-cutter": Seam(House, "cutter", constant(lambda _, dealer: dealer.right)),
    "002-seats": Seam(House, "lowest_chooses", constant(False)),
    "002-cut-again": Seam(
        cutting, "cutting_key", lambda key: lambda card, *, suit_order: key(card, suit_order=True)
    ),
    "002-original-lowest": partners(lambda cut: replace(cut, dealer=cut.low[1], low=cut.low[::-1])),
    "002-deal-passes": Seam(
        Variant, "next_dealer", after(lambda found, _, dealer: dealer if found is dealer else dealer.right)
    ),
    "002-two-rubbers": Seam(Table, "partners_may_stay", constant(False)),
    "002-cut-out": Seam(
        cutting,
        "cut_out",
        given(lambda played, *others: ({who: -rubbers for who, rubbers in played.items()}, *others)),
    ),
    "002-retire": ALL_ALIKE,
    "002-other-pair": ALL_ALIKE,
    "002-stand-out": Seam(
        cutting,
        "cut_for_chairs",
        given(
            lambda rounds, chairs: (
                [{who: (-rank, suit) for who, (rank, suit) in cut.items()} for cut in rounds],
                chairs,
            )
        ),
    ),
    "002-dummy-first": Seam(
        chairs, "_seated_with_dummies", after(lambda begun, *_: replace(begun, dealer=Seat.SOUTH))
    ),
}

OF_EVENINGS: Final[dict[str, Seam]] = {
    "002-tickets": Seam(plan, "first_tables", after(lambda tables, _: tables[:-1])),
    "002-lots": Seam(
        evening,
        "_tickets",
        given(
            lambda known, *others: (
                replace(
                    known, entrants=tuple(replace(one, role=one.role or Role.A) for one in known.entrants)
                ),
                *others,
            )
        ),
    ),
    "002-table-cut": Seam(
        decide,
        "sit_down",
        after(
            lambda told, table, *_: (
                told if table.evening.shared else (*told[:-1], replace(told[-1], dealer=ROUND[0]))
            )
        ),
    ),
    "002-progressive-honours": Seam(
        plan, "scores", after(lambda found, *_: {who: points + 2 for who, points in found.items()})
    ),
    "002-ladies": Seam(
        NextTable,
        "pairs",
        read(lambda _, at: (Pair(at.stay.first, at.arrive.first), Pair(at.arrive.second, at.stay.second))),
    ),
    "002-stay": results(lambda at, was: replace(at, stay=was.pairs.of(was.winning_side.other))),
    "002-move": results(lambda at, was: replace(at, arrive=was.pairs.of(was.winning_side.other))),
    "002-change": Seam(NextTable, "pairs", read(lambda _, at: (at.stay, at.arrive))),
    "002-all-tricks": Seam(
        plan,
        "scores",
        given(
            lambda found, *score: (
                [replace(one, tricks=BySide(one.tricks.ns, one.tricks.ns)) for one in found],
                *score,
            )
        ),
    ),
    "002-above-six": Seam(plan, "winners_odd", given(lambda won: (won + 1,))),
    "002-prizes": Seam(
        plan, "prizes", after(lambda won, *_: won and won._replace(first=won.second, second=won.first))
    ),
    "002-booby": Seam(plan, "prizes", after(best_of_the_rest)),
    "002-signal": Seam(
        Evening, "no_more_rounds", read(lambda _, known: len(known.rounds) >= known.last_round)
    ),
    "003-couples": Seam(NextTable, "pairs_kept", read(lambda pairs, _: pairs[::-1])),
}

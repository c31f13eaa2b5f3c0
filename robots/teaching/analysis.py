"""Every declaration or contract that was possible in a deal, by the game's own settlement.

Each player in turn makes every call open to them while the others pass. The settlement then says who would
lead and who would have the contract, in any game.
"""

from __future__ import annotations

from collections.abc import Iterator

from robots.calls.trick_outlook import STRAINS
from robots.search import double_dummy
from robots.search.double_dummy import Position, Solver, load_solver
from rules.calls import Bid, Declare, Pass
from rules.cards import PACK, SUIT_BITS, Card, Hand, Suit
from rules.counting.reckon import ACES, Column, Contract, Counted, Entry, Standing, Tally
from rules.frozen import frozen, replace
from rules.games.all_games import game
from rules.games.variant import Variant
from rules.record.audit import Revoke, audited
from rules.record.writing import recorded
from rules.seats import BySeat, BySide, Seat, Side, by_seat
from rules.settling.terms import Dealt, Settling, Terms, ThrownIn
from rules.tricks import winner
from rules.view import FinishedDeal, Settled


@frozen
class Declared:
    """A declaration, or a bid that becomes the contract."""

    by: Seat
    trumps: Suit | None
    leader: Seat
    contract: Contract | None

    @property
    def bid(self) -> Bid | None:
        return self.contract.bid if self.contract is not None else None


def declarations(deal: FinishedDeal, variant: Variant) -> Iterator[Declared]:
    """All, undoubled, for every player who could have made them; none where trumps are turned up."""
    stage: Settling | Terms | ThrownIn = variant.settlement.begin(
        Dealt(deal.dealer, deal.hands, deal.turned), deal.before, ()
    )
    spoken: set[Seat] = set()
    while not isinstance(stage, Terms | ThrownIn) and (waiting := stage.may_act - spoken):
        speaker = next(seat for seat in deal.dealer.onwards() if seat in waiting)
        calls = [call for call in stage.options(speaker) if isinstance(call, Declare | Bid)]
        if not calls:
            return
        for call in calls:
            after = stage.after(speaker, call)
            terms = after if isinstance(after, Terms | ThrownIn) else after.terms_so_far
            if isinstance(terms, Terms):
                yield Declared(terms.declared_by or speaker, terms.trumps, terms.leader, terms.contract)
        stage = stage.after(speaker, Pass() if Pass() in stage.options(speaker) else calls[0])
        spoken.add(speaker)


# The score of a finished deal at any number of tricks, by the game's own scoring


@frozen
class ScoreTerms:
    """The terms of play as far as they matter to the score."""

    trumps: Suit | None
    level: int = 0  # doublings
    contract: Contract | None = None


@frozen
class Price:
    """The points of one deal on these terms, for each number of tricks; with those for games and the rubber
    if they are of the same kind, and without them if a rubber counts only games."""

    variant: Variant
    standing: Standing
    dealt: BySeat[Hand]
    owned: BySeat[Hand]  # the hands whose honours count
    terms: ScoreTerms
    all_tricks: int = 13

    def lead_after(self, side: Side, tricks: int) -> int:
        """The lead, in points, of a side that wins this many tricks."""
        counted = counted_columns(self.variant)
        lines = (entry for entry in self._entries(side, tricks) if entry.column in counted)
        return sum(entry.amount if entry.side is side else -entry.amount for entry in lines)

    def to_game(self, side: Side, tricks: int) -> int:
        """The part of those points that counts towards the side's game."""
        lines = (entry for entry in self._entries(side, tricks) if entry.column is Column.BELOW)
        return sum(entry.amount for entry in lines if entry.side is side)

    @property
    def by_winning(self) -> bool:
        """Whether the tricks of this deal are to be won, not lost."""
        return self.lead_after(Side.NS, self.all_tricks) > self.lead_after(Side.NS, 0)

    def _entries(self, side: Side, tricks: int) -> tuple[Entry, ...]:
        trumps, owned = self.terms.trumps, self.owned
        honours = self.variant.honours.in_suit(trumps) if trumps is not None else ACES
        suit = SUIT_BITS[trumps.index] if trumps is not None else 0
        tally = Tally(
            trumps=trumps,
            level=self.terms.level,
            tricks=BySide(tricks, tricks).put(side.other, self.all_tricks - tricks),
            honours=by_seat(lambda seat: len(owned.of(seat) & honours)),
            voids=frozenset(seat for seat in Seat if suit and not self.dealt.of(seat).bits & suit),
            aces=by_seat(lambda seat: len(owned.of(seat) & ACES)),
            contract=self.terms.contract,
        )
        return self.variant.reckon(tally, self.standing)


def counted_columns(variant: Variant) -> frozenset[Column]:
    """The columns whose points may be added up."""
    columns = variant.rubber.columns
    return columns if Column.BELOW in columns else frozenset((Column.BELOW, Column.ABOVE))


def price(variant: Variant, deal: FinishedDeal, terms: ScoreTerms) -> Price:
    """The points of this deal on these terms, with the score before it. Honours that are taken in tricks
    count for nobody here, because every other play would distribute them differently."""
    match variant.honours.counted:
        case Counted.DEALT:
            owned = deal.hands
        case Counted.PLAYED:
            owned = deal.held or deal.hands
        case Counted.CAPTURED:
            owned = by_seat(lambda seat: Hand())
    return Price(variant, deal.before, deal.hands, owned, terms, variant.dealing.each)


def played_for(deal: FinishedDeal) -> ScoreTerms | None:
    """What this deal was played for; None if it was thrown in."""
    settled = deal.settled
    if settled is None:
        return None
    # Where all have undertaken the same without a declarer, it is entered to the eldest's side, who leads.
    by = settled.declared_by or settled.leader
    contract = Contract(settled.bid, by.side) if settled.bid is not None else None
    return ScoreTerms(settled.trumps, settled.level, contract)


# What a finished deal could have come to: the best declaration, the best play, and the card that cost most


def solver_installed() -> bool:
    """Whether the double-dummy solver, which a study needs, is installed."""
    return double_dummy.library() is not None


@frozen
class TrickTable:
    """The tricks that each hand's side wins in each strain if the hand on its left leads."""

    rows: tuple[BySeat[int], ...]  # in the order of STRAINS
    all_tricks: int = 13

    def declaring(self, trumps: Suit | None, seat: Seat) -> int:
        return self.rows[STRAINS.index(trumps)].of(seat)

    def tricks_won_by(self, side: Side, trumps: Suit | None, leader: Seat) -> int:
        """The tricks of a side if this seat leads first."""
        tricks = self.declaring(trumps, leader.right)
        return tricks if side is leader.right.side else self.all_tricks - tricks


@frozen
class Best:
    """The declaration, or the contract, with the best score for a side."""

    side: Side
    by: tuple[Seat, ...]  # the seats that could have declared it with the same result
    bid: Bid | None
    trumps: Suit | None
    tricks: int
    points: int  # the lead that the side would have had


@frozen
class Loss:
    """Tricks and points given away."""

    tricks: int = 0
    points: int = 0


@frozen
class Mistake:
    """A card that cost something, and the cards that would have cost nothing."""

    trick: int  # from 1
    hand: Seat
    by: Seat  # who chose it; for a dummy's card not ``hand``
    card: Card
    better: tuple[Card, ...]
    loss: Loss


@frozen
class Course:
    """How the play went. Points are the lead of ``side``."""

    side: Side  # the declarer's, or the dealer's where nobody declared
    possible: int  # tricks with best play by both sides
    points_possible: int
    made: int
    points_made: int
    worst: Mistake | None  # None: no card cost a point
    given: BySide[Loss]  # by all the cards of each side together
    granted: int  # tricks that a claim gave ``side`` above best play; negative if fewer
    costs: tuple[Loss, ...] = ()  # of each card, in the order in which they were played


@frozen
class Analysis:
    table: TrickTable | None  # None if it was not asked for; ``best`` is then unknown
    chosen: bool  # whether there was anything to declare
    best: tuple[Best, ...]  # at most one a side; in an auction only contracts that are made
    covered: bool  # whether the deal was played to win tricks; if not, the solver cannot judge it
    course: Course | None  # also None where no card was played, honours ended the deal, somebody revoked, or
    # cards were played out of turn or demanded


@frozen
class Study:
    """The task of studying one deal of a game with these options."""

    deal: FinishedDeal
    game: str
    options: tuple[tuple[str, str], ...]
    with_table: bool = True  # it takes longer than the rest together, for a few deals many seconds

    def run(self) -> Analysis | None:
        """The study of the deal; None if this process has no solver. Raises SolverFailed."""
        solver = load_solver()
        if solver is None:
            return None
        table = _trick_table(self.deal, solver) if self.with_table else None
        return _analysed(self.deal, game(self.game).variant_of(self.options), table, solver)


def _analysed(deal: FinishedDeal, variant: Variant, table: TrickTable | None, solver: Solver) -> Analysis:
    terms = played_for(deal)
    what = price(variant, deal, terms) if terms is not None else None
    covered = what is None or what.by_winning
    declared = tuple(declarations(deal, variant))
    best = tuple(_best_declarations(deal, variant, table, declared)) if table is not None else ()
    course = None
    revoked = any(isinstance(one, Revoke) for one in audited(recorded("", (), deal)))
    lawful = not revoked and not deal.stood and not deal.paid  # else some cards were not chosen freely
    if what is not None and deal.settled is not None and covered and lawful and _played_out(deal, what):
        course = _course(deal, deal.settled, what, solver)
    return Analysis(table, bool(declared), best, covered, course)


def _trick_table(deal: FinishedDeal, solver: Solver) -> TrickTable:
    hands = deal.held or deal.hands
    rows = solver.tables([hand.bits for hand in hands])
    return TrickTable(tuple(rows[strain] for strain in STRAINS), len(hands.north))


# What might have been declared


def _best_declarations(
    deal: FinishedDeal, variant: Variant, table: TrickTable, declared: tuple[Declared, ...]
) -> Iterator[Best]:
    """The declaration with most points; of equal ones that with most towards the game, then the cheapest."""
    for side in Side:
        found: list[tuple[int, int, Best]] = []
        for one in declared:
            what = price(variant, deal, ScoreTerms(one.trumps, 0, one.contract))
            tricks = table.tricks_won_by(side, one.trumps, one.leader)
            made = one.contract is None or tricks >= one.contract.needs
            if one.by.side is side and made and what.by_winning:
                best = Best(side, (one.by,), one.bid, one.trumps, tricks, what.lead_after(side, tricks))
                found.append((best.points, what.to_game(side, tricks), best))
        if found:
            best = max(found, key=lambda one: one[:2])[2]
            alike = [other.by[0] for _, _, other in found if replace(other, by=best.by) == best]
            yield replace(best, by=tuple(dict.fromkeys(alike)))


# How it was played


@frozen
class _Moment:
    trick: int
    hand: Seat
    card: Card  # which is about to be played
    won: BySide[int]  # so far
    position: Position


def _moments(deal: FinishedDeal, trumps: Suit | None) -> Iterator[_Moment]:
    left = {seat: hand.bits for seat, hand in (deal.held or deal.hands).items()}
    won = BySide(0, 0)
    for number, trick in enumerate(deal.tricks, 1):
        laid: tuple[int, ...] = ()
        for hand, card in trick.by_player():
            position = Position(tuple(left.values()), trumps, trick.leader.index, laid)
            yield _Moment(number, hand, card, won, position)
            left[hand] ^= card.bit
            laid = (*laid, card.index)
        if len(trick.cards) == len(Seat):
            side = winner(trick, trumps).side
            won = won.put(side, won.of(side) + 1)


def _played_out(deal: FinishedDeal, what: Price) -> bool:
    """Whether all tricks were played or claimed, and at least one card was played."""
    played = any(trick.cards for trick in deal.tricks)
    return played and (deal.conceded is not None or deal.won.ns + deal.won.ew == what.all_tricks)


def _course(deal: FinishedDeal, settled: Settled, what: Price, solver: Solver) -> Course:
    side = (settled.declared_by or deal.dealer).side
    moments = tuple(_moments(deal, settled.trumps))
    solved = solver.solve([one.position for one in moments])
    given = {one: Loss() for one in Side}
    worst, most, costs = None, (0, 0), list[Loss]()
    for moment, values in zip(moments, solved, strict=True):
        mistake = _mistake(moment, values, settled, what)
        loss, mine = mistake.loss, moment.hand.side
        costs.append(loss)
        given[mine] = Loss(given[mine].tricks + loss.tricks, given[mine].points + loss.points)
        if (loss.points, loss.tricks) > most and loss.points > 0:
            worst, most = mistake, (loss.points, loss.tricks)
    possible = max(solved[0].values())
    if moments[0].hand.side is not side:
        possible = what.all_tricks - possible
    reached = possible - given[side].tricks + given[side.other].tricks
    made = deal.won.of(side)
    return Course(
        side=side,
        possible=possible,
        points_possible=what.lead_after(side, possible),
        made=made,
        points_made=what.lead_after(side, made),
        worst=worst,
        given=BySide(given[Side.NS], given[Side.EW]),
        granted=made - reached,
        costs=tuple(costs),
    )


def _mistake(moment: _Moment, values: dict[int, int], settled: Settled, what: Price) -> Mistake:
    side, best, chosen = moment.hand.side, max(values.values()), values[moment.card.index]
    so_far = moment.won.of(side)
    better = tuple(PACK[index] for index in sorted(values) if values[index] == best)
    points = what.lead_after(side, so_far + best) - what.lead_after(side, so_far + chosen)
    loss = Loss(best - chosen, max(0, points))  # a game won by tricks may bar honours, and its loss be none
    return Mistake(moment.trick, moment.hand, settled.player_of(moment.hand), moment.card, better, loss)

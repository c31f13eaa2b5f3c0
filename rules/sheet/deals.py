"""A deal that was played with real cards, as people enter it: what must be told, and whether it is possible;
and how one that stands on a sheet is corrected.

What is needed, and what changes nothing, is found by looking at the parts of the game and asking its
reckoning. Honours may be told for each hand or for a side; that is enough if all ways in which they can lie
score alike. An option of a game matters on a sheet if some deal, entered in the same words, comes to
something else or is refused; how cards are dealt and played a sheet never reads.

After a correction the later deals stay as they were told. Their lines are reckoned again, since they depend
on the score before them: who is vulnerable, who may score honours, how much there is to deduct.

What can be told of honours is offered as a short list to choose from instead of four numbers. Ways in which
they can lie that score alike are one offer: at biritch three in one hand or two are both simple honours.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from rules.calls import Bid
from rules.cards import Suit
from rules.counting.points_up import ENOUGH
from rules.counting.reckon import NIL, NOTHING_SCORED, Entry, Revoked, Standing
from rules.frozen import frozen, replace
from rules.games.variant import WITH_RUBBERS, Choice, Game, Variant, penalties
from rules.refusals import OptionsClash
from rules.seats import BySeat, BySide, Person, Seat, Side
from rules.settling.auction import Auction
from rules.settling.declaration import OFFERED, Declaration
from rules.settling.high_or_low import HighOrLow
from rules.settling.turnup import Ruff, TurnUp
from rules.sheet import errors
from rules.sheet.errors import (
    ChangesLaterDeal,
    DoubledTooOften,
    HonoursDoNotAddUp,
    NoSuchPenalty,
    NotNeeded,
    Part,
    SheetRefused,
    SheetWhy,
    StillNeeded,
    TellEveryHand,
    TooManyTricks,
)
from rules.sheet.honours import (
    ACES,
    Held,
    calm,
    check_voids,
    could_be,
    distributions,
    honours_count,
    honours_in,
    lies,
    lines,
    may_be_left_out,
    void_counts,
)
from rules.sheet.page import NONE_HELD, Page, Told
from rules.tricks import Strain, plain_strain


@frozen
class Given:
    """What was told of a deal: each value parsed, nothing checked."""

    declared: Strain | Bid | None = None
    by: Side | None = None  # the side that won ``tricks``; with a bid, the side that made it
    tricks: int | None = None
    doublings: int | None = None
    honours: Held | None = None
    aces: Held | None = None
    voids: tuple[Seat, ...] = ()
    revokes: tuple[Revoked, ...] = ()
    called: Side | None = None


@frozen
class Form:
    """What may be told of a deal of this game. It has ``declarations`` or ``bids``, of which one must be
    told; trumps that were turned up may be told."""

    declarations: tuple[Strain, ...] = ()
    bids: tuple[Bid, ...] = ()
    trumps_turned: bool = False
    doublings: bool = False  # whether tricks can be doubled
    calls: bool = False  # whether honours may be called before play at some score

    def meant(self, declared: Strain | Bid | None) -> Strain | Bid | None:
        """The one bid in this strain, if the strain alone was told and there is only one."""
        bids = [bid for bid in self.bids if bid.strain is declared]
        return bids[0] if len(bids) == 1 else declared

    @property
    def sayings(self) -> tuple[Strain | Bid, ...]:
        """All declarations and bids, each in the shortest form that is clear."""
        strains = [bid.strain for bid in self.bids]
        return (*self.declarations, *(b.strain if strains.count(b.strain) == 1 else b for b in self.bids))


def form_of(variant: Variant) -> Form:
    """The form of a variant, which depends on how it settles trumps."""
    settlement = variant.settlement
    match settlement:
        case Declaration():
            strains = tuple(plain_strain(one.trumps) for one in OFFERED)
            return Form(declarations=strains, doublings=settlement.max_doublings != 0)
        case Auction() | HighOrLow():
            return Form(bids=settlement.ladder, doublings=bool(settlement.max_doublings))
        case TurnUp() | Ruff():
            strains = tuple(plain_strain(suit) for suit in Suit)
            return Form(declarations=strains, trumps_turned=True, calls=settlement.call_at is not None)
    raise TypeError(settlement)  # a settlement for which there is no form yet


@lru_cache(maxsize=256)
def reckon_deal(variant: Variant, given: Given, standing: Standing) -> tuple[Told, tuple[Entry, ...]]:
    """The complete deal, and its lines at this score: asked for as it is told, and again as it is written.
    Raises a SheetError."""
    deal = _with_declaration(variant, given)
    if given.called is not None:
        return _honours_called(variant, given, deal, standing)
    deal = replace(deal, tricks=_tricks_won(variant, given), revokes=_checked_revokes(variant, given, deal))
    deal = replace(deal, voids=check_voids(variant, deal, given.voids))
    possible = could_be(variant, lies(variant, deal, given.honours, given.aces))
    reckoned = [(lie, lines(variant, lie, standing)) for lie in possible]
    first = reckoned[0]
    if any(entries != first[1] for _, entries in reckoned):
        raise TellEveryHand(Part.HONOURS)
    return first


# Trumps, contract and doublings


def _with_declaration(variant: Variant, given: Given) -> Told:
    """The declaration and the doublings, without tricks."""
    form = form_of(variant)
    declared = form.meant(given.declared)
    deal = Told(NIL, level=given.doublings or 0)
    if declared is None:
        if not form.trumps_turned:
            raise StillNeeded(Part.DECLARED)
    elif declared not in (*form.declarations, *form.bids):
        raise SheetRefused(SheetWhy.NO_SUCH_BID)
    elif isinstance(declared, Bid):
        if given.by is None:
            raise StillNeeded(Part.BY)
        deal = replace(deal, strain=declared.strain, odd=declared.odd, declarers=given.by)
    else:
        deal = replace(deal, strain=declared)
    if deal.level:
        _check_doublings(variant, deal)
    return deal


def _check_doublings(variant: Variant, deal: Told) -> None:
    """Raises NotNeeded if this game has no doubling, else DoubledTooOften."""
    if not form_of(variant).doublings:
        raise NotNeeded(Part.DOUBLINGS)
    if not may_be_doubled(variant, deal.strain, deal.level):
        raise DoubledTooOften(most_doublings(variant))


def most_doublings(variant: Variant) -> int | None:
    """The most doublings of one deal; None where their number is not limited."""
    settlement = variant.settlement
    return settlement.max_doublings if isinstance(settlement, Declaration | Auction) else 0


def may_be_doubled(variant: Variant, strain: Strain | None, times: int) -> bool:
    """Whether the game and the table's limit allow so many doublings."""
    match variant.settlement:
        case Declaration() as law:
            return times == 0 or law.may_double(strain.trumps if strain is not None else None, times - 1)
        case Auction(max_doublings=limit):
            return times <= limit
    return times == 0


# Tricks and revokes


def _tricks_won(variant: Variant, given: Given) -> BySide[int]:
    each = variant.dealing.each
    if given.tricks is None:
        raise StillNeeded(Part.TRICKS)
    if given.by is None:
        raise StillNeeded(Part.BY)
    if not 0 <= given.tricks <= each:
        raise TooManyTricks(each)
    return NIL.put(given.by, given.tricks).put(given.by.other, each - given.tricks)


def _checked_revokes(variant: Variant, given: Given, deal: Told) -> tuple[Revoked, ...]:
    if given.revokes and not penalties(variant, None, None):
        raise NotNeeded(Part.REVOKES)
    for revoked in given.revokes:
        if revoked.penalty not in penalties(variant, revoked.side, deal.declarers):
            raise NoSuchPenalty(revoked.penalty)
    return given.revokes


# Honours that end a deal before it is played


def may_call(variant: Variant, side: Side, standing: Standing) -> bool:
    """Whether this side may call honours at this score."""
    settlement = variant.settlement
    call_at = settlement.call_at if isinstance(settlement, TurnUp | Ruff) else None
    calling = call_at.calling(standing) if call_at is not None else None
    return calling is not None and side in calling.sides


def _honours_called(
    variant: Variant, given: Given, deal: Told, standing: Standing
) -> tuple[Told, tuple[Entry, ...]]:
    """A deal that honours called before play have ended: three or four of them win the game, and nothing else
    counts (laws 4.2)."""
    side = given.called
    assert side is not None
    if not may_call(variant, side, standing):
        raise SheetRefused(SheetWhy.MAY_NOT_CALL_NOW)
    for part, thing in (
        (Part.TRICKS, given.tricks),
        (Part.REVOKES, given.revokes),
        (Part.CHICANE, given.voids),
    ):
        if thing:
            raise NotNeeded(part)
    if given.honours is None:
        raise StillNeeded(Part.HONOURS)
    total = honours_in(variant, deal.strain)
    ways = list(distributions(given.honours, total, (), Part.HONOURS, short=variant.dealing.leaves_stock))
    if not ways:
        raise HonoursDoNotAddUp(Part.HONOURS, total)
    if min(sum(lie.of(seat) for seat in side.seats) for lie in ways) < ENOUGH:
        raise SheetRefused(SheetWhy.TOO_FEW_TO_CALL)
    deal = replace(deal, honours=ways[0], called=side)
    return deal, lines(variant, deal, standing)


@lru_cache
def matter_on_a_sheet(game: Game) -> tuple[Choice, ...]:
    """The options of a game that can matter on a sheet, alone or beside one other."""
    return tuple(
        choice for choice in game.offered if choice not in WITH_RUBBERS and _option_matters(game, choice)
    )


def _option_matters(game: Game, choice: Choice) -> bool:
    for beside in _other_options(game, choice):
        known = {_variant_key(variant) for variant in _variants(game, choice, beside)}
        if len(known) > 1:
            return True
    return False


def _other_options(game: Game, choice: Choice) -> Iterator[dict[str, str]]:
    """Nothing, then each value of each other option."""
    yield {}
    for other in game.offered:
        if other is not choice and other not in WITH_RUBBERS:
            for value in other.values:
                yield {other.key: value}


def _variants(game: Game, choice: Choice, beside: dict[str, str]) -> Iterator[Variant]:
    for value in (*choice.values, *map(str, choice.numbers[:1])):
        try:
            yield game.variant({**beside, choice.key: value})
        except OptionsClash:
            continue


def _variant_key(variant: Variant) -> object:
    """What a sheet reads of a variant."""
    limit, scores = None, None
    match variant.settlement:
        case Declaration(max_doublings=most, max_trick=dearest):
            limit = most, dearest
        case TurnUp(call_at=call_at) | Ruff(call_at=call_at) if call_at is not None:
            scores = call_at.scores
    honours = variant.honours.ranks
    return (
        variant.reckoning,
        variant.rubber,
        variant.dummies,
        variant.dealing.each,
        form_of(variant),
        limit,
        scores,
        honours,
    )


def with_correction(
    variant: Variant, page: Page, deal: int, given: Given
) -> tuple[Told, tuple[tuple[Entry, ...], ...]]:
    """The deal with this number as it is now told, and the lines of it and of each deal after it. Raises
    SheetWhy.NO_SUCH_DEAL, ChangesLaterDeal and what ``reckoned`` raises."""
    if not 1 <= deal <= len(page.deals):
        raise SheetRefused(SheetWhy.NO_SUCH_DEAL)
    standing = page.deals[deal - 1].before
    deal_told, entries = reckon_deal(variant, given, standing)
    reckoned = [entries]
    standing = variant.rubber.standing_after(standing, entries)
    for number, later in enumerate(page.deals[deal:], deal + 1):
        if variant.rubber.winner(standing) is not None or not _could_be_played(variant, later.told, standing):
            raise ChangesLaterDeal(number)
        entries = lines(variant, later.told, standing)
        reckoned.append(entries)
        standing = variant.rubber.standing_after(standing, entries)
    return deal_told, tuple(reckoned)


def _could_be_played(variant: Variant, deal: Told, standing: Standing) -> bool:
    """Whether honours that ended a deal before play could be called at this score."""
    return deal.called is None or may_call(variant, deal.called, standing)


def seat_hands(players: int, sitting: dict[Seat, Person]) -> tuple[BySeat[Person], tuple[Seat, ...]]:
    """The player of each hand, and the dummies: seats where nobody sits, played from opposite (laws 4.3,
    4.4). Raises SeatsMustBeFilled, SheetWhy.DUMMIES_FACE_EACH_OTHER, SheetWhy.SITTING_TWICE."""
    if len(sitting) != players:
        raise errors.SeatsMustBeFilled(players)
    if len(set(sitting.values())) < len(sitting):
        raise errors.SheetRefused(errors.SheetWhy.SITTING_TWICE)
    dummies = tuple(seat for seat in Seat if seat not in sitting)
    if any(seat.partner in dummies for seat in dummies):
        raise errors.SheetRefused(errors.SheetWhy.DUMMIES_FACE_EACH_OTHER)
    return BySeat(*(sitting.get(seat) or sitting[seat.partner] for seat in Seat)), dummies


Hands = tuple[int, int]
"""The honours in the richer hand of a side, and in the poorer."""


@frozen
class Lie:
    """Honours, or aces, as one side holds them, with every way in which its hands can divide them so that the
    score is the same; the other side has the rest."""

    side: Side
    ways: tuple[Hands, ...]
    number_only: bool  # whether every division of this number is among the ways

    @property
    def count(self) -> int:
        return sum(self.ways[0])

    def ways_held(self) -> Iterator[Held]:
        """Everything that may be told of hands that lie so."""
        if self.number_only:
            yield Held(sides=((self.side, self.count),))
            return
        first, second = self.side.seats
        for richer, poorer in self.ways:
            yield Held(hands=((first, richer), (second, poorer)))
            if richer != poorer:
                yield Held(hands=((first, poorer), (second, richer)))

    def fits(self, lie: BySeat[int]) -> bool:
        """Whether honours that lie so are meant by this."""
        first, second = sorted((lie.of(seat) for seat in self.side.seats), reverse=True)
        return (first, second) in self.ways


@frozen
class Lies:
    """The offers, best first for each side. ``none`` tells whether nothing need be said if nobody scores."""

    offers: tuple[Lie, ...] = ()
    none: bool = True

    def offer_for(self, lie: BySeat[int]) -> Lie | None:
        """The offer that means honours that lie so; None if they score nothing."""
        return next((one for one in self.offers if one.fits(lie)), None)


NO_LIES: Final = Lies()


def honours_offered(variant: Variant, strain: Strain | None) -> Lies:
    """What can be told of the honours, or without trumps of the aces, in a deal of this strain. Where the
    strain is not known yet, as if a suit were trumps."""
    deal = _imagined_deal(variant, strain)
    if not honours_count(variant, deal, Part.HONOURS):
        return NO_LIES
    total = honours_in(variant, deal.strain)
    if _aces_count_beside(variant, deal):
        return _lies_counted(total)
    return Lies(tuple(_lie_offers(variant, deal, total)), may_be_left_out(variant, deal, total, beside=False))


def aces_offered(variant: Variant, strain: Strain | None) -> Lies:
    """What can be told of the aces where they count beside honours."""
    told = _imagined_deal(variant, strain)
    return _lies_counted(ACES) if _aces_count_beside(variant, told) else NO_LIES


def voids_offered(variant: Variant, strain: Strain | None) -> bool:
    """Whether hands dealt no trump can change the score of such a deal."""
    return void_counts(variant, _imagined_deal(variant, strain))


def _imagined_deal(variant: Variant, strain: Strain | None) -> Told:
    """A deal of this strain, or of any with trumps."""
    form = form_of(variant)
    if form.trumps_turned:
        return Told(NIL, strain=strain)
    suits = [one for one in Strain if one.trumps is not None]
    known = {bid.strain: bid for bid in reversed(form.bids)}
    if strain is None:
        strain = next((one for one in suits if one in known or one in form.declarations), None)
    bid = known.get(strain) if strain is not None else next(iter(known.values()), None)
    if bid is None:
        return Told(NIL, strain=strain)
    return Told(NIL, strain=bid.strain, odd=bid.odd, declarers=Side.NS)


def _aces_count_beside(variant: Variant, told: Told) -> bool:
    return told.strain is not Strain.NO_TRUMPS and honours_count(variant, told, Part.ACES)


def _lies_counted(total: int) -> Lies:
    """Where a side is told by number alone, and the two kinds of honours are weighed together."""
    numbers = range(total, -1, -1)
    return Lies(tuple(Lie(Side.NS, _divisions(number), True) for number in numbers), none=False)


def _lie_offers(variant: Variant, told: Told, total: int) -> Iterator[Lie]:
    """The offers in a game where only the side with more honours scores them."""
    base = calm(variant, told)
    nothing = lines(variant, base, NOTHING_SCORED)
    for side in Side:
        ways_by_score: dict[tuple[Entry, ...], list[Hands]] = {}
        for number in range(total // 2 + 1, total + 1):
            for way in _divisions(number):
                entries = lines(variant, _deal_with_honours(base, side, way, total), NOTHING_SCORED)
                if entries != nothing:
                    ways_by_score.setdefault(entries, []).append(way)
        for ways in sorted(ways_by_score.values(), key=lambda one: (sum(one[0]), one[0])):
            number = sum(ways[0])
            yield Lie(side, tuple(ways), number_only=tuple(ways) == _divisions(number))


def _divisions(number: int) -> tuple[Hands, ...]:
    return tuple((number - poorer, poorer) for poorer in range(number // 2 + 1))


def _deal_with_honours(base: Told, side: Side, way: Hands, total: int) -> Told:
    """A deal in which this side holds honours so, and its adversaries the rest as evenly as may be."""
    rest = total - sum(way)
    held: dict[Seat, int] = dict(zip(side.seats, way, strict=True))
    held |= zip(side.other.seats, (rest - rest // 2, rest // 2), strict=True)
    lie = BySeat(*(held[seat] for seat in Seat))
    without_trumps = base.strain is not None and base.strain.trumps is None
    return replace(base, honours=lie, aces=lie if without_trumps else NONE_HELD)

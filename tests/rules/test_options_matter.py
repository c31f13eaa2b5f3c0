"""No option is offered that nothing reads: for each value of each option there is a history that ends
otherwise than by the usual rules.

A history here is a deal settled and played out by a fixed policy, a deal told in counts, or a rubber that is
won or broken off. The arrangements of every table, which change how it is kept, have histories of their own.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product

import pytest

from robots.player import strength_at
from rules.calls import Bid, Discard, Double, Pass, Play
from rules.cards import PACK, Card, Hand, Rank
from rules.counting.reckon import NOTHING_SCORED, Contract, Penalty, Revoked, Standing, Tally
from rules.deal import revoke
from rules.deal.deal import Deal
from rules.errors import RulesError
from rules.games.all_games import GAMES
from rules.games.variant import REPLACED, WITH_RUBBERS, Choice, Game, Variant, penalties
from rules.refusals import BadOption, OptionsClash
from rules.seats import BySeat, BySide, Seat, Side
from rules.settling.terms import Dealt, Dummy
from rules.sheet.deals import matter_on_a_sheet
from rules.table.events import RubberBegun, RubberReckoned
from rules.table.requests import ClaimRest, SetOption, Start
from rules.tricks import Strain
from rules.view import May
from screens.words.names import Speech
from tests.each import each
from tests.examples.bridge_kinds import Bids
from tests.rules.deals import rigged
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

OF_EVERY_TABLE = {choice.key for choice in (*WITH_RUBBERS, REPLACED)}
OWN = {
    key: own
    for key, game in GAMES.items()
    if (own := [choice for choice in game.offered if choice.key not in OF_EVERY_TABLE])
}
"""The options of each game that not every table has."""
SCORES = [BySide(0, 0), BySide(3, 0), BySide(4, 4), BySide(8, 9), BySide(20, 28), BySide(400, 410)]


def values(choice: Choice) -> Iterator[str]:
    yield from choice.values
    yield from map(str, choice.numbers[:2])


@each("key", OWN)
def test_for_each_value_of_each_option_there_is_a_history_that_ends_otherwise(key: str) -> None:
    game = GAMES[key]
    usual = game.options(dict(game.opening({})))
    of_the_usual: dict[str, History] = {}

    @each("choice", OWN[key])
    def matters(choice: Choice) -> None:
        for value in values(choice):
            if value != usual[choice.key] and (key, choice.key, value) not in ALIKE:
                assert differs(game, choice.key, usual[choice.key], value, of_the_usual), value

    matters()


ALIKE = {("auction", "schedule", "exp2")}
"""Two columns of the source are alike, so these differ from the usual one and not from each other."""


class History:
    """What the histories come to under these rules, each worked out when it is first asked for."""

    def __init__(self, variant: Variant) -> None:
        self.found: list[object] = []
        self.rest = histories(variant)

    def __iter__(self) -> Iterator[object]:
        yield from self.found
        for one in self.rest:
            self.found.append(one)
            yield one


def differs(game: Game, key: str, usual: str, value: str, of_the_usual: dict[str, History]) -> bool:
    """Whether some history ends otherwise, beside the other usual values or with one of them changed."""
    others = ({one.key: other} for one in game.offered if one.key != key for other in one.values)
    needs = next(one.needs for one in game.choices if one.key == key)
    for beside in ({}, *others) if needs is None else (dict([needs]),):
        try:
            other = game.variant({**beside, key: value})
            options = {**beside, key: usual}
            name = repr(sorted(game.options(options).items()))
            one = of_the_usual.setdefault(name, History(game.variant(options)))
        except OptionsClash:
            continue
        if any(mine != theirs for mine, theirs in zip(one, histories(other), strict=False)):
            return True
    return False


def histories(variant: Variant) -> Iterator[object]:
    """One after the other, the same for all variants."""
    yield list(_renounced(variant))
    yield variant.players, [penalties(variant, side, None) for side in Side]
    yield from _told(variant)
    yield from _rubbers(variant)
    yield variant.next_dealer(Seat.NORTH, thrown_in=True)
    points_up = variant.rubber.game <= 10
    for dealt in _dealt(variant):
        for policy in (first_open,) if points_up else (first_open, last_open, doubling, passing, one_heart):
            for score in SCORES[:4] if points_up else SCORES[:1]:
                if max(score) < variant.rubber.game:
                    yield _played(variant, dealt, policy, Standing(below=score))


# Deals told in counts, and rubbers


HELD = [BySeat(*map(int, held)) for held in ("0000", "4010", "5000", "2111", "2200", "3100", "4000", "2011")]
REVOKES = [
    (),
    (Revoked(Side.EW, Penalty.ADD),),
    (Revoked(Side.NS, Penalty.DEDUCT),),
    (Revoked(Side.EW, Penalty.TAKE_THREE), Revoked(Side.NS, Penalty.ADD)),
]


def _any_tally(choose: random.Random, bids: Sequence[Bid], each: int) -> Tally:
    """Counts of a deal, slams and failures by many tricks more often than they are met."""
    bid = choose.choice(bids) if bids else None
    strain = bid.strain if bid is not None else choose.choice([Strain.HEARTS, Strain.CLUBS, Strain.NO_TRUMPS])
    won = choose.choice((2, 5, 6, 7, 9, each - 1, each))
    held = choose.choice(HELD)
    return Tally(
        trumps=strain.trumps,
        level=choose.choice((0, 0, 1, 2)),
        tricks=BySide(won, each - won),
        honours=held,
        voids=frozenset((Seat.EAST, Seat.WEST)) if not held.east + held.west else frozenset(),
        revokes=choose.choice(REVOKES) if choose.random() < 0.3 else (),
        aces=choose.choice((BySeat(2, 2, 0, 0), BySeat(3, 0, 1, 0), BySeat(1, 2, 0, 1))),
        contract=Contract(bid, choose.choice(list(Side))) if bid is not None else None,
        won_by=tuple(choose.sample([Side.NS] * won + [Side.EW] * (each - won), each)),
    )


@cache
def _deals_told(bids: tuple[Bid, ...], each: int, game: int) -> list[tuple[Tally, BySide[int]]]:
    """Deals in counts, with the points that each side had before."""
    choose = random.Random(1)
    scores = [below for below in SCORES if max(below) < game]
    return [(_any_tally(choose, bids, each), choose.choice(scores)) for _ in range(300)]


def _told(variant: Variant) -> Iterator[object]:
    """The bids are those that every arrangement of the game has."""
    settlement = variant.settlement
    common = [Bid(odd, strain) for odd in (1, 5, 6, 7) for strain in (Strain.SPADES, Strain.NO_TRUMPS)]
    bids = [bid for bid in common if bid in settlement.ladder] if isinstance(settlement, Bids) else []
    for tally, below in _deals_told(tuple(bids), variant.dealing.each, variant.rubber.game):
        yield variant.reckon(tally, Standing(below=below, games=BySide(1, 0)))


def _rubbers(variant: Variant) -> Iterator[object]:
    for games, below in product((BySide(1, 0), BySide(2, 0), BySide(2, 1), BySide(1, 1)), SCORES[:2]):
        standing = Standing(below, games, BySide(300, 200))
        yield variant.rubber.end(standing)
        yield variant.rubber.broken_off(standing)


# Deals settled and played


Policy = Callable[[Deal, Seat], object]


def first_open(deal: Deal, seat: Seat) -> object:
    return deal.options(seat)[0]


def last_open(deal: Deal, seat: Seat) -> object:
    options = deal.options(seat)
    cheap = [one for one in options if not isinstance(one, Bid) or one.odd == 1]
    return cheap[-1]


def doubling(deal: Deal, seat: Seat) -> object:
    options = deal.options(seat)
    return Double() if Double() in options else last_open(deal, seat)


def one_heart(deal: Deal, seat: Seat) -> object:
    options = deal.options(seat)
    return Bid(1, Strain.HEARTS) if Bid(1, Strain.HEARTS) in options else passing(deal, seat)


def passing(deal: Deal, seat: Seat) -> object:
    return Pass() if Pass() in deal.options(seat) else first_open(deal, seat)


@cache
def _packs() -> tuple[tuple[Card, ...], ...]:
    return tuple(tuple(random.Random(seed).sample(PACK, 52)) for seed in range(2))


def _dealt(variant: Variant) -> Iterator[Dealt]:
    for pack in _packs():
        yield variant.dealing.dealt_out(pack, Seat.SOUTH, PACK[0])
        ace = Card(Rank.ACE, pack[48].suit)
        for place in 48, 50:  # turned up where there is a stock, or hidden in it
            moved = list(pack)
            at = moved.index(ace)
            moved[at], moved[place] = moved[place], moved[at]
            yield variant.dealing.dealt_out(moved, Seat.SOUTH, PACK[0])


def _played(variant: Variant, dealt: Dealt, policy: Policy, standing: Standing) -> object:
    """What was open at every call, what everybody saw of dummy, and what the deal came to."""
    dummies = (Dummy(Seat.NORTH, Seat.SOUTH, 0),) if variant.dummies else ()
    deal, heard = Deal.begin(variant.settlement, dealt, standing, dummies), []
    for _ in range(24):
        if deal.playing is not None or deal.over:
            break
        seat = min(deal.may_act, key=lambda one: one.index)
        options = deal.options(seat)
        heard.append((deal.may_act, options))
        call = policy(deal, seat) if options else Discard(Hand.of(list(deal.held.of(seat))[-4:]))
        deal = deal.after(seat, call)  # type: ignore[arg-type]
    if deal.playing is None:
        return heard, deal.over
    asked = [deal.options(seat) for seat in Seat]
    faced = [deal.playing.faced()]
    while not deal.over:
        assert deal.playing is not None
        deal = deal.after_card(deal.playing.legal.cards[0])
        faced.append(deal.playing.faced() if deal.playing is not None else ())
    tally = deal.tally(variant.honours)
    return heard, dealt.turned, asked, faced, variant.reckon(tally, standing)


def _renounced(variant: Variant) -> Iterator[object]:
    """What was open to the third hand, which throws off if it may, and what could be claimed of it, at once
    and after the next lead, with whom it gave the trick."""
    dummies = (Dummy(Seat.NORTH, Seat.SOUTH, 0),) if variant.dummies else ()
    for dealt in _dealt(variant):
        deal = Deal.begin(variant.settlement, dealt, NOTHING_SCORED, dummies, variant.revoking)
        while deal.playing is None:
            seat = min(deal.may_act, key=lambda one: one.index)
            calls = deal.options(seat)
            call = last_open(deal, seat) if calls else Discard(Hand.of(list(deal.held.of(seat))[-4:]))
            deal = deal.after(seat, call)  # type: ignore[arg-type]
        for _ in range(2):
            assert deal.playing is not None
            deal = deal.after_card(deal.playing.legal.cards[0])
        assert deal.playing is not None
        led = deal.playing.laid[0].suit
        cards = [one.card for one in deal.options(deal.playing.to_act) if isinstance(one, Play)]
        revoker = deal.playing.hand_due
        deal = deal.after_card(next((card for card in reversed(cards) if card.suit is not led), cards[0]))
        assert deal.playing is not None
        deal = deal.after_card(deal.playing.legal.cards[0])
        yield cards, variant.revoking.quit_delay if variant.revoking.lawful else None
        if deal.revoke is None:
            continue
        assert deal.playing is not None
        claimers = [seat for seat in revoker.side.other.seats if not deal.playing.terms.is_dummy(seat)]
        yield revoke.claimable(deal, claimers[0])
        deal = revoke.quitted(deal, 1)
        assert deal.playing is not None
        yield revoke.claimable(deal, claimers[0])
        if revoke.claimable(deal, claimers[0]):
            yield revoke.after_claim(deal, claimers[0], 1, revoker).winners()
        later = deal
        for _ in range(4):
            assert later.playing is not None
            later = later.after_card(later.playing.legal.cards[0])
        yield revoke.claimable(later, claimers[0])
        if revoke.claimable(later, claimers[0]):
            yield revoke.after_claim(later, claimers[0], 1, revoker).winners()


# The arrangements of every table


def direction(key: str, value: str) -> object:
    return Speech.at_table(Evening(0, key, direction=value).view(None).table).seat(Seat.EAST)


def cut_tie(key: str, value: str) -> object:
    evening = Evening(0, key, cut_tie=value)
    equal = " ".join(["2S", "2H", "3C", "4D"][: evening.table.variant.players])
    evening.dice = rigged(equal, "5S 6S").dice
    return _begun(evening)[-1]


def seating(key: str, value: str) -> object:
    return [_begun(Evening(seed, key, seating=value))[-1].seats for seed in range(5)]


def seats_chosen(key: str, value: str) -> object:
    """What the player who cut lowest may do first."""
    evening = Evening("seats", key, seats_chosen=value)
    _begun(evening)
    assert evening.table.rubber is not None
    return evening.view(evening.table.rubber.dealer).may


def claims(key: str, value: str) -> object:
    evening = Evening("claims", key, claims=value)
    _begun(evening)
    while not ((deal := evening.table.deal) and deal.playing and deal.playing.tricks):
        evening.step()
    try:
        evening.do(deal.playing.to_act, ClaimRest())
    except RulesError as refused:
        return type(refused)
    return evening.table.claim


def period_penalties(key: str, value: str) -> object:
    """What comes of a lead by a person whose lead it is not."""
    evening = Evening("out of turn", key, period_penalties=value)
    _begun(evening)
    while not ((deal := evening.table.deal) and deal.playing):
        evening.step()
    playing = deal.playing
    seat = next(
        one for one in evening.chairs if one is not playing.to_act and not playing.terms.is_dummy(one)
    )
    try:
        return type(evening.do(seat, Play(deal.left(seat).cards[0]))[0])
    except RulesError as refused:
        return type(refused)


def replaced(key: str, value: str) -> object:
    """Whether somebody who has just led may play another card instead."""
    evening = Evening("replaced", key, replaced=value, period_penalties="on")
    _begun(evening)
    while not any(May.REPLACE in evening.view(seat).may for seat in evening.chairs):
        evening.step()
        if evening.table.deals > 1:
            return False
    return True


def take_back(key: str, value: str) -> object:
    """Whether a lone person may take back a card that robots have seen."""
    evening = Evening("take back", key, take_back=value).seat(ANNA)
    evening.ask(ANNA, Start())
    while evening.table.rubber is not None:
        seat = evening.step()
        anna = evening.table.deal is not None and evening.member(seat) == ANNA
        if anna and May.TAKE_BACK in evening.view(seat).may:
            return True
    return False


def robots(key: str, value: str) -> object:
    return strength_at(Evening(0, key, robots=value).view(None).table)


def hints(key: str, value: str) -> object:
    return Evening(0, key, hints=value).view(None).table.gives_hints


def pace(key: str, value: str) -> object:
    """What it decides is the clock's (tests/bot/test_clock.py)."""
    return Evening(0, key, pace=value).table.variant.house.by_days


def picture(key: str, value: str) -> object:
    return Evening(0, key, picture=value).view(None).table.as_picture


def absent(key: str, value: str) -> object:
    """The same."""
    return Evening(0, key, absent=value).table.variant.house.absent


def rubbers_per_cut(key: str, value: str) -> object:
    """Whether the partners of the first rubber are those of the second, at ten tables."""
    stayed = []
    for seed in range(10):
        evening = Evening(seed, key, rubbers_per_cut=value)
        _begun(evening)
        assert evening.table.rubber is not None
        seats = evening.table.rubber.seats
        ended = evening.table.after(_result(evening))
        evening.table = ended
        evening.start()
        assert evening.table.rubber is not None
        stayed.append(evening.table.rubber.seats == seats)
    return stayed


def _begun(evening: Evening) -> tuple[RubberBegun, ...]:
    people = (ANNA, BORIS, CLARA, DAVID)[: evening.table.variant.players]
    evening.seat(*people).start()
    return tuple(event for event in evening.events if isinstance(event, RubberBegun))


def _result(evening: Evening) -> RubberReckoned:
    law = evening.table.variant.rubber
    end = law.end(Standing(games=BySide(law.games, 0), totals=BySide(9, 0)))
    assert end is not None
    return RubberReckoned(1, end.result(1, (), 0))


HOUSE = {
    one.__name__: one
    for one in (
        *(direction, cut_tie, seating, seats_chosen, claims, period_penalties, replaced, take_back),
        *(robots, hints, pace, picture, absent, rubbers_per_cut),
    )
}


@each("choice", (*WITH_RUBBERS, REPLACED))
def test_for_each_value_of_each_arrangement_there_is_a_history_that_ends_otherwise(choice: Choice) -> None:
    of_partners = ("rubbers_per_cut", "seats_chosen")
    for key in ("biritch",) if choice.key in of_partners else ("biritch", "whist_long", "dummy_whist"):
        found = [HOUSE[choice.key](key, value) for value in choice.values]
        assert all(found.count(one) == 1 for one in found), (key, found)


# Score sheets


def test_a_sheet_offers_what_changes_its_lines_and_nothing_about_how_cards_are_dealt_and_played() -> None:
    """What each offers is recorded in ``tests/records/options.txt``."""
    offered = {key: {choice.key for choice in matter_on_a_sheet(game)} for key, game in GAMES.items()}
    assert not {"doubling_order", "dummy_exposed"} & offered["bridge"]
    assert "passes_to_end" not in offered["vint"] and "both_reach" in offered["vint"]
    assert "honours_by" in offered["whist_long"] and "honours_by" not in offered["whist_modern"]
    assert not any({"seating", "robots", "quit_delay", "trump"} & keys for keys in offered.values())


def test_options_that_wait_for_revokes_are_chosen_only_where_people_can_revoke() -> None:
    evening = Evening(0, "whist_english", claim_window="until_cut", edition="2").seat(ANNA)
    for key, value in (
        ("claim_window", "before_next_lead"),
        ("revoke_trick_lost", "false"),
        ("quit_delay", "9"),
    ):
        with pytest.raises(OptionsClash):
            evening.ask(ANNA, SetOption(key, value))
    evening.ask(ANNA, SetOption("revoke_mode", "lawful"))
    evening.ask(ANNA, SetOption("revoke_trick_lost", "false"))
    assert dict(evening.table.options) == {
        "claim_window": "until_cut",
        "edition": "2",
        "revoke_mode": "lawful",
        "revoke_trick_lost": "false",
    }


@each(
    ("key", "named"),
    [
        ("dummy_whist", {"misdeal": "same_dealer"}),
    ],
)
def test_a_log_that_names_an_option_no_longer_offered_is_read(key: str, named: dict[str, str]) -> None:
    evening = Evening(0, key, edition="2", **named).seat(ANNA)
    for option, value in named.items():
        assert evening.table.rules.options(dict(evening.table.options))[option] == value
        with pytest.raises(BadOption):
            evening.ask(ANNA, SetOption(option, value))
    evening.ask(ANNA, SetOption("claims", "off"))
    assert dict(evening.table.options) == {"claims": "off", "edition": "2", **named}
    evening.start().play_deal()

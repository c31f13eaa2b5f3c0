"""Worked examples of whist and its relatives (docs/laws.md 0.2): hands, rubbers, calls of honours, the ruff,
progression.

An example's figures go straight into the reckoning, whatever the options of a table offer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from rules.calls import CallHonours, Discard, Pass, TakeStock
from rules.cards import PACK, Card, Hand, Rank, Suit, parse_card
from rules.counting.points_up import HonourPoints, Margin, PointsUp
from rules.counting.reckon import FOUR_HONOURS, NIL, Column, Entry, Line, Penalty, Revoked, Standing, Tally
from rules.counting.rubber import gains_in, rubber_value
from rules.deal.deal import Deal
from rules.errors import RulesError
from rules.evening.plan import SCORES, Pair, Result, next_tables, scores
from rules.games.all_games import GAMES
from rules.games.variant import Game, Variant
from rules.seats import BySeat, BySide, Person, Seat, Side, by_seat, plus
from rules.settling.terms import Dealt
from rules.settling.turnup import CallAt, Ruff, TurnUp
from rules.table.decide import decide
from rules.table.requests import Join, Start, TakeDummy
from rules.table.table import Table
from tests.examples.vectors import Found, GoesOn, Malformed, Vector, count, named, seat_of, sides, whole, word
from tests.trials.stage.tables import Dice

FIGURES: Final = frozenset({"game", "bar", "call_at", "revoke_pts", "cap", "rubber_points", "tricks"})
"""Options that an example gives as figures."""

NO_TABLES: Final = frozenset({"revoke_mode", "quit_delay", "score"})
"""Options that no table offers, or that a kind of example reads itself."""

PENALTIES: Final = {"take": Penalty.TAKE_THREE, **{penalty.value: penalty for penalty in Penalty}}


def whist_variant(game: Game, options: Mapping[str, Any]) -> Variant:
    """The variant with an example's options: figures as they stand, the rest as a table would choose them.
    Raises BadOption, OptionsClash."""
    offered = {choice.key for choice in game.choices}
    if isinstance(options.get("call_at"), str):
        raise Malformed("call_at is no list of scores")
    figures = {
        key: value
        for key, value in options.items()
        if key in FIGURES and (key, word(value)) not in _values(game)
    }
    chosen = {key: value for key, value in options.items() if key not in {*figures, *NO_TABLES}}
    if not isinstance(options.get("honours", ""), str):
        del chosen["honours"]
    if chosen.get("long_treble") is False and "long_treble" not in offered:
        del chosen["long_treble"]
    if "form" in offered and options.get("game") == 10:
        chosen.setdefault("form", "long")
    variant = game.variant({key: word(value) for key, value in chosen.items()})
    if not isinstance(variant.reckoning, PointsUp):
        return variant
    return _figured(variant, {**figures, "honours": options.get("honours", "usual")})


def _values(game: Game) -> set[tuple[str, str]]:
    """The options of this game's tables, each with every value that has a name."""
    return {(choice.key, value) for choice in game.offered for value in choice.values}


def _figured(variant: Variant, options: Mapping[str, Any]) -> Variant:
    """The variant with these figures in place of its own."""
    reckoning, settlement = variant.reckoning, variant.settlement
    assert isinstance(reckoning, PointsUp) and isinstance(settlement, TurnUp | Ruff)
    if options.get("tricks", variant.dealing.each) != variant.dealing.each:
        raise Malformed(f"{options['tricks']} tricks")
    up = _figure(options, "game", reckoning.game)
    if "call_at" in options:
        called = options["call_at"] or ()
        least = settlement.call_at.least if settlement.call_at is not None else 0
        settlement = replace(settlement, call_at=CallAt(tuple(called), least) if called else None)
    honours = _honours(reckoning.honours, options)
    if honours is not None and honours.bar in _call_scores(settlement.call_at):
        honours = replace(honours, bar=None)  # ambiguity 29
    revokes = replace(
        reckoning.revokes,
        points=_figure(options, "revoke_pts", reckoning.revokes.points),
        cap=_figure(options, "cap", up - 1),
    )
    rubber = variant.rubber
    bonus = _figure(options, "rubber_points", rubber.bonus)
    prize = Margin(up) if isinstance(rubber.prize, Margin) else rubber.prize
    return replace(
        variant,
        settlement=settlement,
        reckoning=PointsUp(up, revokes, honours),
        rubber=replace(rubber, game=up, bonus=bonus, prize=prize),
    )


def _honours(usual: HonourPoints | None, options: Mapping[str, Any]) -> HonourPoints | None:
    given = options.get("honours", "usual")
    if given is None:
        return None
    honours = usual
    if not isinstance(given, str):
        if set(given) != {"3", "4"}:
            raise Malformed("honours are not of three and four")
        honours = replace(usual or HonourPoints(), three=given["3"], four=given["4"])
    if "bar" in options and honours is not None:
        honours = replace(honours, bar=options["bar"])
    return honours


def _figure(options: Mapping[str, Any], key: str, usual: int) -> int:
    return count(options.get(key, usual), key)


def _call_scores(call_at: CallAt | None) -> tuple[int, ...]:
    return call_at.scores if call_at is not None else ()


def _by_seat(given: Mapping[str, int]) -> BySeat[int]:
    """Counts by seat; those of a side are put on one of its seats."""
    counts = BySeat(0, 0, 0, 0)
    for name, held in given.items():
        seat = Side(name).seats[0] if len(name) == 2 else Seat(name)
        counts = counts.put(seat, counts.of(seat) + count(held, "honours"))
    if sum(counts) > len(FOUR_HONOURS.ranks):
        raise Malformed(f"{sum(counts)} honours")
    return counts


def _tally(hand: Mapping[str, Any], variant: Variant, before: Standing) -> Tally:
    """A hand to be counted. Honours that may not be called at this score, or are not enough, are counted in
    the ordinary order (ambiguity 31)."""
    assert isinstance(variant.settlement, TurnUp | Ruff)
    honours = _by_seat(hand.get("honours") or {})
    caller = Side(hand["call"]) if hand.get("call") else None
    call_at = variant.settlement.call_at
    calling = call_at.calling(before) if call_at is not None else None
    if caller is not None and not (
        calling is not None
        and caller in calling.sides
        and sum(honours.of(seat) for seat in caller.seats) >= calling.enough
    ):
        caller = None
    tricks = sides(hand.get("tricks"))
    if sum(tricks) != variant.dealing.each and not (caller is not None and tricks == NIL):
        raise Malformed(f"{tricks.ns} and {tricks.ew} are not {variant.dealing.each} tricks")
    return Tally(
        trumps=Suit.SPADES,
        level=0,
        tricks=tricks,
        honours=honours,
        revokes=tuple(
            Revoked(Side(one["side"]), PENALTIES[one["penalty"]]) for one in hand.get("revokes", ())
        ),
        called=caller,
    )


def whist_hand(vector: Vector, variant: Variant) -> Found:
    before = Standing(below=sides(vector["input"].get("score")))
    if max(before.below) >= variant.rubber.game:
        raise Malformed("the game was won before the hand")
    entries = variant.reckon(_tally(vector["input"], variant, before), before)
    won_by = variant.rubber.game_won_by(before, entries)
    score = plus(before.below, gains_in(entries, Column.BELOW))
    return {
        "score": named(score),
        "game_won_by": won_by.value if won_by else None,
        "game_value": next((entry.amount for entry in entries if entry.line is Line.GAME), None),
        "margin": variant.rubber.game - score.of(won_by.other) if won_by else None,
    }


def _after_game(game: Mapping[str, Any], variant: Variant, standing: Standing) -> Standing:
    """The rubber after a game of which only the result is given: won by its last hand's tricks."""
    winner = Side(game["winner"])
    loser_score = _figure(game, "loser_score", 0)
    if loser_score >= variant.rubber.game:
        raise Malformed(f"the loser had {loser_score}")
    before = replace(standing, below=NIL.put(winner.other, loser_score))
    points = variant.rubber.game
    entries = (Entry(Line.ODD_TRICKS, winner, points, Column.BELOW, points, 1),)
    tally = Tally(Suit.SPADES, 0, NIL, BySeat(0, 0, 0, 0))
    return variant.rubber.standing_after(
        before, (*entries, *variant.rubber.game_lines(tally, before, entries))
    )


def _after_hand(hand: Mapping[str, Any], variant: Variant, standing: Standing) -> Standing:
    return variant.rubber.standing_after(standing, variant.reckon(_tally(hand, variant, standing), standing))


def _rubber(standings: Iterator[Standing], variant: Variant) -> Found:
    """What a rubber comes to, from its standings in turn."""
    standing = Standing()
    for following in standings:
        if variant.rubber.winner(standing) is not None:
            raise GoesOn("the rubber was over before the last of them")
        standing = following
    end = variant.rubber.end(standing)
    if end is None:
        return {"winner": None, "gross": named(standing.totals), "rubber_value": None}
    value = rubber_value(end.totals, end.winner)
    return {"winner": end.winner.value, "gross": named(end.totals), "rubber_value": value}


def _in_turn(
    parts: list[Mapping[str, Any]],
    variant: Variant,
    after: Callable[[Mapping[str, Any], Variant, Standing], Standing],
) -> Iterator[Standing]:
    standing = Standing()
    for part in parts:
        standing = after(part, variant, standing)
        yield standing


def whist_rubber(vector: Vector, variant: Variant) -> Found:
    return _rubber(_in_turn(vector["input"]["games"], variant, _after_game), variant)


def whist_rubber_hands(vector: Vector, variant: Variant) -> Found:
    return _rubber(_in_turn(vector["input"]["hands"], variant, _after_hand), variant)


def call_honours(vector: Vector, variant: Variant) -> Found:
    """A deal in which south and north hold this many honours, begun at this score: may south ask, and does it
    end the hand?"""
    given = vector["input"]
    score = _figure(given, "score", 0)
    dealt = honours_dealt(_figure(given, "asker", 0), _figure(given, "partner", 0), variant.dealing.each)
    deal = Deal.begin(variant.settlement, dealt, Standing(below=BySide(score, 0)))
    while deal.playing is None:  # the stock lies where it is
        deal = deal.after(next(iter(deal.may_act)), Pass())
    legal = CallHonours() in deal.options(Seat.SOUTH)
    return {"legal": legal and deal.after(Seat.SOUTH, CallHonours()).over}


def honours_dealt(asker: int, partner: int, each: int) -> Dealt:
    """Hearts are trumps; the other honours lie with east, and the turned card with the dealer or in the
    stock."""
    honours = [Card(rank, Suit.HEARTS) for rank in FOUR_HONOURS.ranks]
    if asker + partner > len(honours):
        raise Malformed(f"{asker} and {partner} honours")
    turned = Card(Rank.TWO, Suit.HEARTS)
    rest = [card for card in PACK if card not in honours and card is not turned]
    south, north = honours[:asker], honours[asker : asker + partner]
    east, west = honours[asker + partner :], [turned] if 4 * each == len(PACK) else []
    hands = []
    for start in (north, east, south, west):
        hands.append(Hand.of([*start, *(rest.pop() for _ in range(each - len(start)))]))
    return whole(Dealt(Seat.WEST, BySeat(*hands), turned), each)


def ruff_right(vector: Vector, variant: Variant) -> Found:
    given, law = vector["input"], variant.settlement
    if not isinstance(law, Ruff):
        raise Malformed("there is no ruff at this game")
    holder = seat_of(vector, given["ace_holder"]) if given["ace_holder"] is not None else None
    deal = Deal.begin(law, ace_with(holder, parse_card(given["turn_up"]), seat_of(vector, given["dealer"])))
    if deal.playing is not None:
        return {"ruffs": None, "takes": 0, "discards": 0, "may_decline": None}
    (ruffs,) = deal.may_act
    declines = Pass() in deal.options(ruffs)
    taken = deal.after(ruffs, TakeStock())
    takes = len(taken.held.of(ruffs)) - len(deal.held.of(ruffs))
    fewest = next(n for n in range(len(PACK)) if _may_put_out(taken, ruffs, n))
    return {"ruffs": ruffs.letter, "takes": takes, "discards": fewest, "may_decline": declines}


def ace_with(holder: Seat | None, turned: Card, dealer: Seat) -> Dealt:
    """Twelve cards each, with the ace of trumps in this hand, or in the stock under the turned card."""
    ace = Card(Rank.ACE, turned.suit)
    stock = [turned] if holder is not None or ace is turned else [turned, ace]
    rest = [card for card in PACK if card not in stock and card is not ace]
    stock += [rest.pop() for _ in range(4 - len(stock))]
    hands = {seat: [ace] if seat is holder and ace is not turned else [] for seat in Seat}
    for cards in hands.values():
        cards += [rest.pop() for _ in range(12 - len(cards))]
    return whole(Dealt(dealer, by_seat(lambda seat: Hand.of(hands[seat])), turned), 12)


def _may_put_out(deal: Deal, seat: Seat, number: int) -> bool:
    try:
        deal.check(seat, Discard(Hand.of(list(deal.held.of(seat))[:number])))
    except RulesError:
        return False
    return True


def first_dealer(vector: Vector, variant: Variant) -> Found:
    """Who deals first where this player has asked for Dummy: a person, or a dummy."""
    given = vector["input"]
    people = {name: Person(name) for name in given["players"]}
    if not variant.dummies or given["dummy_with"] not in people:
        raise Malformed("nobody there has dummy")
    stored = GAMES[vector["game"]].opening({key: word(value) for key, value in vector["options"].items()})
    table, dice = Table.opened(GAMES[vector["game"]], stored), Dice(0)
    for person in people.values():
        table, _ = decide(table, person, Join(), dice)
    asked = people[given["dummy_with"]]
    for request in (TakeDummy(), Start()):
        table, _ = decide(table, asked, request, dice)
    assert table.rubber is not None
    dealer = table.rubber.dealer
    sitting = table.rubber.seats.of(dealer)
    assert isinstance(sitting, Person)
    return {"first_dealer": "dummy" if dealer in table.rubber.dummies else sitting.alias}


def progression(vector: Vector) -> Found:
    """Not of a variant: what the tables play is a hand of whist without honours."""
    options = vector["options"]
    score = SCORES[options.get("score", options.get("progressive_score", "all_tricks"))]
    results = []
    for table in vector["input"]["tables"]:
        tricks = sides(table["tricks"])
        if sum(tricks) != 13:
            raise Malformed(f"{tricks.ns} and {tricks.ew} are not thirteen tricks")
        results.append(Result(BySide(Pair(*table["NS"]), Pair(*table["EW"])), tricks))
    if len(scores(results)) != 4 * len(results):
        raise Malformed("somebody sits twice")
    following = [
        {
            "stay": list(table.stay),
            "arrive": list(table.arrive),
            "pairs": [list(pair) for pair in table.pairs],
        }
        for table in next_tables(results)
    ]
    return {"scores": scores(results, score), "next_tables": following}


OF_A_VARIANT: Final[Mapping[str, Callable[[Vector, Variant], Found]]] = {
    "whist_hand": whist_hand,
    "whist_rubber": whist_rubber,
    "whist_rubber_hands": whist_rubber_hands,
    "call_honours": call_honours,
    "first_dealer": first_dealer,
    "ruff_right": ruff_right,
}
OF_ANY_GAME: Final[Mapping[str, Callable[[Vector], Found]]] = {"progression": progression}

"""A match at contract against a bidder of other people, which runs in a process of its own.

    python -m lab.robots.rival "COMMAND" [--robot NAME] [--deals N] [--rubbers N] [--seed WORD]
                                      [--seconds S] [--kept FOLDER] [--raw FILE]
    python -m lab.robots.rival "COMMAND" --alone N --seed auctions [--silent DEALS] [--kept FOLDER]
                                      [--raw FILE]

The person who runs this installs COMMAND. It must answer each line on its standard input with a line on its
standard output, at once and whatever it was asked before:

    AQ32.K53.QJ4.A92 we P 1H X      asked: the hand, the vulnerability, and the calls from the dealer on
    2N                              answered

The hand has spades, hearts, diamonds and clubs, highest card first. The vulnerability is that of the player
who is asked: ``none``, ``we``, ``they`` or ``both``. Calls are ``P``, ``X``, ``XX`` and bids like ``1C`` and
``3N``. An answer that is not open counts as a pass, and the number of them is printed.

``python -m lab.robots.rival answer`` is such a program too: another version of the project answers by its
``--robot``, so that two versions can be matched. ``lab/robots/RIVALS.md`` says where to get others.

Every deal is bid twice with the sides exchanged, and its contract scored at double-dummy tricks, honours
included. The robot hears the rival's calls as those of its own system, and the rival hears the robot's as its
own program takes them: neither is told what the other's calls mean.

* ``gain``: points a deal of the robot at nil score, with the prospect of games, as in
  ``lab.robots.auctions``
* ``games``: the games that a side bids of those that it could make, in percent, the robot's and the rival's;
  all, and by the points of both its hands
* ``doubles``: what the robot's doubles of contracts that were then played doubled have brought, in points
  each, against the same contracts undoubled
* ``true``: the share of the robot's bids, and of its doubles for a suit, that are true of its hand as people
  are told, but for two points; short suits and further trumps count as points where a suit is bid
* ``rubber``: points a rubber of the robot. Score and vulnerability go on from deal to deal until the rubber
  is won, and its bonus is counted. The same deals are then bid with the sides exchanged; the two rubbers may
  have different lengths. The lines asked do not tell the rival of part scores, for bidders know only
  vulnerability as a rule.

With ``--alone`` four rivals bid so many deals, and the lines are those of ``lab.robots.auctions``.

``--raw`` keeps every auction, so that a match that was broken off goes on from there.
"""

from __future__ import annotations

import argparse
import random
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import mean
from typing import Final

from lab.robots.auction_table import Reached, Scored, is_game, payoffs_at
from lab.robots.auctions import Asked, Kept, measured
from lab.robots.auctions import lines as rows
from lab.robots.match import interval
from lab.robots.players import player
from lab.robots.solved import SolvedDeal, solved
from robots.calls.auction import Setting
from robots.calls.bidding import SLACK
from robots.calls.meaning import ANY, Heard, Say
from robots.calls.system import forced_opening, heard_after, is_true, meaning, says
from robots.calls.trick_outlook import Holding, holding
from robots.payoffs import Payoffs
from robots.player import Answer, Player
from robots.teaching.meanings import high_card_points
from rules.calls import Bid, Call, Called, Double, Pass, parse_call
from rules.cards import Hand, Suit
from rules.counting.reckon import ACES, NOTHING_SCORED, Contract, Entry, Standing, Tally
from rules.errors import Unreadable
from rules.frozen import replace
from rules.seats import BySeat, BySide, Seat, Side
from rules.view import SeatView
from tests.trials.stage.matches import SPEAKERS, among_robots, speaks

GAME: Final = "contract"

HELD: Final = (("all", 0, 40), ("26 and more", 26, 40), ("23 to 25", 23, 25), ("fewer", 0, 22))
"""The points of both hands by which games are told."""

LONGEST: Final = 100
"""More deals than any rubber has."""

VULNERABLE: Final = {(False, False): "none", (True, False): "we", (False, True): "they", (True, True): "both"}


class Rival:
    """A bidder in a process of its own."""

    def __init__(self, command: str) -> None:
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.not_open = 0  # answers

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        """Raises ValueError if the process has ended."""
        sent, answers = self._process.stdin, self._process.stdout
        assert sent is not None and answers is not None
        sent.write(question(view) + "\n")
        sent.flush()
        answer = answers.readline()
        if not answer:
            raise ValueError("the rival's process has ended")
        call = heard(answer.strip())
        if call is None or call not in view.options:
            self.not_open += 1
            call = Pass()
        return Answer(call)

    def close(self) -> None:
        """Ends the process."""
        self._process.terminate()
        self._process.wait()


def question(view: SeatView) -> str:
    """The line that asks the seat of this view for a call."""
    assert view.deal is not None and view.own is not None and view.viewer is not None
    assert view.table.rubber is not None
    games, side = view.table.rubber.standing.games, view.viewer.side
    vulnerable = VULNERABLE[games.of(side) > 0, games.of(side.other) > 0]
    return " ".join((written(view.own.left), vulnerable, *told(view.deal.calls)))


def written(hand: Hand) -> str:
    """The hand's suits, spades first, each from the top: ``AQ32.K53.QJ4.A92``."""
    suits = (sorted(hand.suit(suit), key=lambda card: -card.rank) for suit in Suit)
    return ".".join("".join(str(card)[0] for card in suit) for suit in suits)


def told(calls: Sequence[Called]) -> list[str]:
    """The words of these calls for the rival."""
    words, doublings = [], 0
    for called in calls:
        match called.call:
            case Bid():
                words.append(str(called.call))
                doublings = 0
            case Double():
                words.append("XX" if doublings else "X")
                doublings += 1
            case _:
                words.append("P")
    return words


def heard(word: str) -> Call | None:
    """The call that the rival's word means; None if there is no such word."""
    if word == "P":
        return Pass()
    if word in ("X", "XX"):
        return Double()
    try:
        return parse_call(f"bid:{word}")
    except Unreadable:
        return None


@dataclass(frozen=True, slots=True)
class Match:
    """A robot against a rival on the deals of a word."""

    asked: Asked
    kept: Kept
    one: Player
    other: Player
    payoffs: Payoffs

    def _reached(
        self, kind: str, number: int, deal: SolvedDeal, ones: Side, standing: Standing = NOTHING_SCORED
    ) -> Reached:
        seated = {seat: self.one if seat.side is ones else self.other for seat in Seat}
        return self.kept.reached(kind, number, deal, seated.__getitem__, standing)

    def bid_twice(self, number: int, deal: SolvedDeal) -> tuple[BidOut, BidOut]:
        """A deal at nil score, with the robot at one side and at the other."""
        scored = Scored(deal, self.payoffs)
        one, other = (
            BidOut(scored, side, self._reached(f"as {side.name}", number, deal, side)) for side in Side
        )
        return one, other

    def rubber(self, number: int, first: Side) -> Rubber:
        """A rubber in which the robot's side of the first deal is ``first``, and the deal passes on."""
        folder, word = self.asked.kept, f"{self.asked.seed}-rubber-{number}"
        deals = solved(word, LONGEST, folder / f"{word}.txt" if folder is not None else None)
        standing, law = NOTHING_SCORED, self.payoffs.law  # the robot's side is north and south in it
        for place, deal in enumerate(deals):
            ones = first if place % 2 == 0 else first.other
            here = turned(standing, ones)
            reached = self._reached(f"rubber {number} from {first.name}", place, deal, ones, here)
            standing = turned(law.rubber.standing_after(here, lines(self.payoffs, deal, reached, here)), ones)
            if (end := law.rubber.end(standing)) is not None:
                return Rubber(end.totals.ns - end.totals.ew, place + 1, end.winner is Side.NS)
        raise ValueError(f"rubber {number} is not over after {LONGEST} deals")


@dataclass(frozen=True, slots=True)
class BidOut:
    """One auction, and what it tells of the robot."""

    scored: Scored
    ones: Side  # the robot's
    reached: Reached

    @property
    def gain(self) -> float:
        return self.scored.gain_of(self.ones, self.reached)

    @property
    def doubled(self) -> float | None:
        """What the robot's double has brought; None if the contract is not one that it doubled."""
        bid, level, declarer = self.reached.bid, self.reached.level, self.reached.declarer
        if bid is None or level != 1 or declarer.side is self.ones:
            return None
        return self.scored.gain(bid, 0, declarer) - self.scored.gain(bid, 1, declarer)

    def game(self, side: Side) -> bool | None:
        """Whether this side has bid a game; None if it could have made none."""
        bids = self.scored.payoffs.bidding_law
        assert bids is not None
        games = (bid for bid in bids.ladder if is_game(self.scored.payoffs, bid))
        if not any(self.scored.made(bid, seat) for bid in games for seat in side.seats):
            return None
        bid = self.reached.bid
        return bid is not None and self.reached.declarer.side is side and is_game(self.scored.payoffs, bid)

    def told(self) -> Iterator[tuple[Call, bool]]:
        """The robot's bids and doubles for a suit, and whether each is true of its hand."""
        payoffs = self.scored.payoffs
        assert payoffs.auction_law is not None
        heard = Heard.beginning(Setting(payoffs, payoffs.auction_law, NOTHING_SCORED, Seat.SOUTH))
        for seat, call in self.reached.calls:
            assert isinstance(call, Call)
            ways = [forced_opening(heard, call) or meaning(heard, call)] if isinstance(call, Bid) else []
            if isinstance(call, Double):
                asks = [one for one in says(heard) if one.call == call]
                ways = asks if any(one.lengths != ANY for one in asks) else []
            if seat.side is self.ones and ways:
                hand = holding(self.scored.deal.hands[seat.index])
                yield call, any(_is_true(heard, hand, one) for one in ways)
            heard = heard_after(heard, call)

    def points(self, side: Side) -> int:
        return sum(high_card_points(self.scored.deal.hands[seat.index]) for seat in side.seats)


def _is_true(heard: Heard, hand: Holding, say: Say) -> bool:
    wide = replace(say, low=say.low - SLACK, high=say.high + SLACK, first=None)
    if is_true(heard, hand, wide):
        return True
    trumps = say.call.strain.trumps if isinstance(say.call, Bid) else None
    return trumps is not None and is_true(heard, hand, replace(wide, support=trumps))


def figures(every: Sequence[BidOut]) -> Iterator[str]:
    """The lines for games, doubles, and what is true."""
    for name, least, most in HELD:
        shares = []
        for robots in (True, False):
            sides = [(told, told.ones if robots else told.ones.other) for told in every]
            bid = [told.game(side) for told, side in sides if least <= told.points(side) <= most]
            shares.append([game for game in bid if game is not None])
        ones, others = (f"{100 * mean(some):.0f} % of {len(some)}" if some else "none" for some in shares)
        yield f"games {name}: robot {ones}, rival {others}"
    doubled = [told.doubled for told in every if told.doubled is not None]
    made = sum(brought < 0 for brought in doubled)
    yield f"doubles {interval(doubled) if len(doubled) > 1 else '-'} points each, {len(doubled)}, {made} made"
    told = [one for bid_out in every for one in bid_out.told()]
    for name, kind in (("bids", Bid), ("doubles for a suit", Double)):
        true = [honest for call, honest in told if isinstance(call, kind)]
        yield f"true {name}: {100 * mean(true):.1f} % of {len(true)}" if true else f"true {name}: none"


@dataclass(frozen=True, slots=True)
class Rubber:
    """A rubber's result for the robot."""

    points: int
    deals: int
    won: bool


def turned(standing: Standing, ones: Side) -> Standing:
    """The score with north's and south's figures exchanged with the others', if the robot is not there."""
    if ones is Side.NS:
        return standing
    below, games, totals, noted = (
        BySide(one.ew, one.ns) for one in (standing.below, standing.games, standing.totals, standing.noted)
    )
    return Standing(below, games, totals, noted)


def lines(payoffs: Payoffs, deal: SolvedDeal, reached: Reached, standing: Standing) -> tuple[Entry, ...]:
    """The lines of the score for this contract at its double-dummy tricks."""
    if reached.bid is None:
        return ()
    bid, side = reached.bid, reached.declarer.side
    won = Scored(deal, payoffs).tricks(bid, reached.declarer)
    trumps = bid.strain.trumps
    honours = payoffs.law.honours.in_suit(trumps) if trumps is not None else ACES
    held = BySeat(*(len(hand & honours) for hand in deal.hands))
    tricks = BySide(won, won).put(side.other, 13 - won)
    tally = Tally(trumps, reached.level, tricks, held, contract=Contract(bid, side))
    return payoffs.law.reckon(tally, standing)


def alone(given: argparse.Namespace, name: str, rival: Rival) -> None:
    """What four rivals come to in the deals by which robots are measured."""
    what = Asked(GAME, name, None, inf, given.seed, given.silent, given.kept, given.raw)
    kept = given.kept / f"{given.seed}.txt" if given.kept is not None else None
    try:
        deals = tuple(solved(given.seed, given.alone, kept))
        for row in rows(GAME, measured(what, Kept(what), deals, rival)):
            print(row, flush=True)
        print(f"answers that were not open: {rival.not_open}")
    finally:
        rival.close()


def answer_as(robot: Player, questions: Iterable[str]) -> Iterator[str]:
    """What a robot says to each line, at a table of robots."""
    for line in questions:
        hand, vulnerable, *calls = line.split()
        games = next(key for key, word in VULNERABLE.items() if word == vulnerable)
        ours = SPEAKERS[len(calls) % 4].side
        view = among_robots(speaks(hand, " ".join(calls), games=games if ours is Side.NS else games[::-1]))
        call = robot.choose(view, inf, random.Random(line)).choice
        assert isinstance(call, Call)
        yield told([*(view.deal.calls if view.deal is not None else ()), Called(SPEAKERS[0], call)])[-1]


def main(words: Sequence[str] | None = None) -> None:
    asked = argparse.ArgumentParser(prog="python -m lab.robots.rival")
    asked.add_argument("command")
    asked.add_argument("--robot", default="best")
    asked.add_argument("--deals", type=int, default=200)
    asked.add_argument("--rubbers", type=int, default=20)
    asked.add_argument("--seconds", type=float, default=inf)
    asked.add_argument("--seed", default="rival", help="the word of the deals")
    asked.add_argument("--kept", type=Path, help="a folder for solved deals")
    asked.add_argument("--raw", type=Path, help="a file")
    asked.add_argument("--alone", type=int, help="deals that four rivals bid")
    asked.add_argument("--silent", type=int, default=0, help="those of them that two bid against silence")
    given = asked.parse_args(words)
    name = Path(shlex.split(given.command)[0]).name
    if given.command == "answer":
        for word in answer_as(player(given.robot), sys.stdin):
            print(word, flush=True)
        return
    rival = Rival(given.command)
    if given.alone:
        alone(given, name, rival)
        return
    what = Asked(GAME, given.robot, name, given.seconds, given.seed, 0, given.kept, given.raw)
    match = Match(what, Kept(what, strangers=True), player(given.robot), rival, payoffs_at(GAME))
    kept = given.kept / f"{given.seed}.txt" if given.kept is not None else None
    try:
        pairs = [match.bid_twice(*one) for one in enumerate(solved(given.seed, given.deals, kept))]
        if pairs:
            gains = [mean(told.gain for told in pair) for pair in pairs]
            print(f"gain {interval(gains)} points a deal, {len(gains)} deals", flush=True)
            for line in figures([told for pair in pairs for told in pair]):
                print(line, flush=True)
        rubbers = [tuple(match.rubber(number, first) for first in Side) for number in range(given.rubbers)]
        if rubbers:
            every = [rubber for pair in rubbers for rubber in pair]
            print(
                f"rubber {interval([mean(one.points for one in pair) for pair in rubbers])} points a rubber, "
                f"{len(every)} rubbers of {mean(one.deals for one in every):.1f} deals, "
                f"{sum(one.won for one in every)} won"
            )
        print(f"answers that were not open: {rival.not_open}")
    finally:
        rival.close()


if __name__ == "__main__":
    main()

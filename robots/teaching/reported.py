"""What a robot did that somebody finds mad, as a text for those who maintain the robots, and back.

It has the deal, the calls and cards up to there, what the robot chose, compared and saw, and nothing about
people: members are seats, and no text of theirs is in it. The hands are written as PBN, so that a program for
bridge takes them; calls and cards as the event log has them. ``python -m lab.report`` asks the robot again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from robots.player import STRENGTH_OPTION, Candidate, Reasons, Strength
from robots.teaching.reasons import Decision
from rules.calls import Action, Called, Play, action_word, parse_action, parse_call
from rules.cards import Card, Hand, parse_card
from rules.counting.reckon import Standing
from rules.errors import Unreadable
from rules.frozen import frozen
from rules.prepared import read_hand
from rules.seats import BySeat, BySide, Seat
from rules.view import FinishedDeal

FIRST_LINE: Final = "Robot report 1"
CANDIDATES_TOLD: Final = 5


@frozen
class Doubted:
    """Something that a robot did: ``place`` is the number of calls, or of cards, before it."""

    place: int
    hand: Seat
    action: Action
    reasons: Reasons | None
    maxim: str


@frozen
class RobotReport:
    """A deal up to what is doubted in it."""

    version: str
    game: str
    options: tuple[tuple[str, str], ...]
    dealer: Seat
    hands: BySeat[Hand]
    turned: Card | None
    before: Standing
    robots: frozenset[Seat]
    calls: tuple[Called, ...]
    cards: tuple[Card, ...]
    doubted: tuple[Doubted, ...]

    @property
    def strength(self) -> Strength:
        return Strength(dict(self.options).get(STRENGTH_OPTION, Strength.BEST.value))


def report_of(
    version: str,
    game: str,
    options: tuple[tuple[str, str], ...],
    deal: FinishedDeal,
    robots: frozenset[Seat],
    decisions: Sequence[Decision],
) -> RobotReport:
    """The report of some decisions of one deal; nothing that came after the last of them. ``robots`` are
    those that this one knew as robots (``robots_at``): people may have changed places since."""
    cards = [card for trick in deal.tricks for _, card in trick.by_player()]
    called = max((one.place for one in decisions if not isinstance(one.action, Play)), default=-1)
    played = max((one.place for one in decisions if isinstance(one.action, Play)), default=-1)
    return RobotReport(
        version,
        game,
        options,
        deal.dealer,
        deal.hands,
        deal.turned,
        deal.before,
        robots,
        deal.calls if played >= 0 else deal.calls[: called + 1],
        tuple(cards[: played + 1]),
        tuple(
            Doubted(one.place, one.seat, one.action, one.reasons, one.maxim.name if one.maxim else "")
            for one in decisions
        ),
    )


def report_text(report: RobotReport) -> str:
    """A few lines, in English whoever asks: they are for maintainers and for ``read_report``."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: RobotReport) -> Iterator[str]:
    before = report.before
    yield FIRST_LINE
    yield f"Version: {report.version}"
    yield " ".join(("Game:", report.game, *(f"{key}={value}" for key, value in report.options)))
    yield f"Strength: {report.strength.value}"
    yield f"Robots: {' '.join(seat.letter for seat in Seat if seat in report.robots)}"
    figures = (before.below, before.games, before.totals, before.noted)
    yield "Before: " + " ".join(str(one) for pair in figures for one in pair)
    yield f'[Dealer "{report.dealer.letter}"]'
    yield f'[Vulnerable "{_VULNERABLE[bool(before.games.ns), bool(before.games.ew)]}"]'
    yield f'[Deal "N:{" ".join(hand.ranks_by_suit for hand in report.hands)}"]'
    if report.turned is not None:
        yield f"Turned: {report.turned}"
    yield " ".join(("Calls:", *(f"{one.seat.letter}:{action_word(one.call)}" for one in report.calls)))
    yield " ".join(("Cards:", *map(str, report.cards)))
    for one in report.doubted:
        kind = "card" if isinstance(one.action, Play) else "call"
        yield f"Chose: {kind} {one.place + 1} of {one.hand.letter}: {action_word(one.action)}"
        yield f"Why: {_why(one)}"


_VULNERABLE: Final = {(False, False): "None", (True, False): "NS", (False, True): "EW", (True, True): "All"}


def _why(one: Doubted) -> str:
    reasons = one.reasons
    if reasons is None:
        return "not kept"
    best = reasons.candidates[:CANDIDATES_TOLD]
    parts = [f"{action_word(each.choice)} {each.points:+.1f}" for each in best]
    parts += [f"layouts {reasons.layouts}"] if reasons.layouts else []
    parts += [f"maxim {one.maxim}"] if one.maxim else []
    parts += [f"seed {reasons.seed} in {reasons.seconds:.3f} s"] if reasons.seed is not None else []
    return ", ".join(parts) or "by rule"


# Reading

_KEYED: Final = re.compile(r"(Version|Game|Strength|Robots|Before|Turned|Calls|Cards|Chose|Why): ?(.*)")
_TAGGED: Final = re.compile(r'\[(Dealer|Vulnerable|Deal) "([^"]*)"\]')
_CHOSE: Final = re.compile(r"(?:call|card) ([0-9]+) of ([NESW]): (\S+)")
_SEED: Final = re.compile(r"seed ([0-9]+) in ([0-9.]+) s")
_CANDIDATE: Final = re.compile(r"(\S+) ([+-][0-9.]+)")


def read_report(text: str) -> RobotReport:
    """The report in a text, where it may stand among others and in a block of code. Raises Unreadable."""
    said, doubted = dict[str, str](), list[list[str]]()
    for line in text.splitlines():
        found = _KEYED.fullmatch(line.strip()) or _TAGGED.fullmatch(line.strip())
        if found is None:
            continue
        name, value = found.groups()
        if name == "Chose":
            doubted.append([value, ""])
        elif name == "Why" and doubted:
            doubted[-1][1] = value
        else:
            said.setdefault(name, value)
    try:
        game, *options = said["Game"].split()
        figures = [int(one) for one in said["Before"].split()]
        below, games, totals, noted = (BySide(*figures[at : at + 2]) for at in range(0, 8, 2))
        hands = [read_hand(one) for one in said["Deal"].removeprefix("N:").split()]
        if len(hands) != len(Seat):
            raise Unreadable(said["Deal"])
        report = RobotReport(
            said["Version"],
            game,
            tuple((key, value) for key, _, value in (one.partition("=") for one in options)),
            Seat(said["Dealer"]),
            BySeat(*hands),
            parse_card(said["Turned"]) if "Turned" in said else None,
            Standing(below, games, totals, noted),
            frozenset(map(Seat, said["Robots"].split())),
            tuple(_called(word) for word in said["Calls"].split()),
            tuple(map(parse_card, said["Cards"].split())),
            tuple(_doubted(*one) for one in doubted),
        )
        _ = report.strength  # or it is none that a robot has
    except (KeyError, ValueError, TypeError) as fault:
        raise Unreadable("a report of a robot") from fault
    return report


def _called(word: str) -> Called:
    seat, _, call = word.partition(":")
    return Called(Seat(seat), parse_call(call))


def _doubted(chose: str, why: str) -> Doubted:
    found = _CHOSE.fullmatch(chose)
    if found is None:
        raise Unreadable(chose)
    place, hand, word = found.groups()
    parts = why.split(", ")
    candidates = tuple(
        Candidate(parse_action(each[1]), float(each[2]))
        for each in map(_CANDIDATE.fullmatch, parts)
        if each is not None
    )
    seeded = next(filter(None, map(_SEED.fullmatch, parts)), None)
    numbers = {name: rest for name, _, rest in (one.partition(" ") for one in parts)}
    reasons = Reasons(
        candidates,
        int(numbers.get("layouts", "0")),
        int(seeded[1]) if seeded is not None else None,
        float(seeded[2]) if seeded is not None else 0.0,
    )
    kept = None if why in ("", "not kept") else reasons
    return Doubted(int(place) - 1, Seat(hand), parse_action(word), kept, numbers.get("maxim", ""))

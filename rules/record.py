"""A finished deal as text that a whist player can read in any editor, and the text read back.

Every line has its place, and a line that is not expected there is refused, so that a slip of the pen never
passes for a missing line. Blank lines and blanks at the end of a line are free. A record tells what it was
told: whether the tricks were rightly won, or the cards rightly played, is for ``rules.audit`` to find.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rules.calls import Call, Called, Content, Declare, Double, Pass
from rules.cards import Hand, Suit, parse_card
from rules.errors import Unreadable
from rules.members import parse_member
from rules.reckon import Column, Entry, Line
from rules.seats import BySeat, BySide, Seat, Side
from rules.standing import Standing
from rules.tricks import Trick, winner
from rules.view import Cut, Open, Settled


@dataclass(frozen=True, slots=True)
class Record:
    """A finished deal, with the game it was a deal of, and who is said to have won each complete trick."""

    game: str
    options: tuple[tuple[str, str], ...]
    deal: Open
    winners: tuple[Seat, ...]


def recorded(game: str, options: tuple[tuple[str, str], ...], deal: Open) -> Record:
    """The record of a deal that was played here."""
    trumps = deal.settled.trumps
    complete = (trick for trick in deal.tricks if len(trick.cards) == 4)
    return Record(game, options, deal, tuple(winner(trick, trumps) for trick in complete))


def written(record: Record) -> str:
    """The record as text."""
    return "\n".join(_lines(record)) + "\n"


def read(text: str) -> Record:
    """The record that this text tells. Raises Unreadable, naming the line."""
    return _Reader(text).record()


_CONTRE, _SUR_CONTRE = "contre", "sur contre"
_NOBODY, _THE_BOT, _NONE, _NO_TRUMPS = "nobody", "the bot", "none", "no trumps"


def _lines(record: Record) -> Iterator[str]:
    deal, settled = record.deal, record.deal.settled
    yield f"Game: {_quoted(record.game)}"
    for key, value in record.options:
        yield f"Option: {_quoted(key)} = {_quoted(value)}"
    yield f"Deal: {deal.number}"
    yield f"Dealer: {_name(deal.dealer)}"
    yield ""
    for seat, hand in deal.hands.items():
        yield (
            f"{_name(seat) + ':':7}"
            + "".join(f"  {s.letter} {_ranks(hand.suit(s)):13}" for s in Suit).rstrip()
        )
    yield ""
    yield "Calls:"
    doubled = False
    for called in deal.calls:
        yield f"  {_name(called.seat):5}  {_spoken(called.call, doubled=doubled)}"
        doubled = doubled or isinstance(called.call, Double)
    yield f"Trumps: {_trumps(settled.trumps)}"
    yield f"Declared by: {_NOBODY if settled.declared_by is None else _name(settled.declared_by)}"
    yield f"Doublings: {settled.level}"
    yield f"An odd trick is worth: {settled.worth}"
    yield f"Opening lead: {_name(settled.leader)}"
    dummies = (f"{_name(dummy)}, played by {_name(player)}" for dummy, player in settled.dummies)
    yield f"Dummy: {'; '.join(dummies) or _NONE}"
    yield ""
    yield "Tricks:"
    yield from _played(record)
    yield f"Claim: {_NONE if deal.conceded is None else f'the rest to {deal.conceded.value}'}"
    yield f"Tricks won: {_pair(deal.won)}"
    yield ""
    yield "Score:"
    for entry in deal.entries:
        yield _entered(entry)
    yield f"Before: {_stood(deal.before)}"
    yield f"After: {_stood(deal.after)}"
    yield ""
    yield f"Commitment: {_quoted(deal.commitment)}"
    yield f"Cut: {deal.cut.at} by {_THE_BOT if deal.cut.by is None else _quoted(str(deal.cut.by))}"
    yield f"Salt: {_quoted(deal.cut.salt)}"
    yield f"Seed: {_quoted(deal.seed)}"


def _played(record: Record) -> Iterator[str]:
    winners = iter(record.winners)
    for number, trick in enumerate(record.deal.tricks, 1):
        ended = f"{_name(next(winners))} wins" if len(trick.cards) == 4 else "unfinished"
        cards = " ".join(str(card) for card in trick.cards)
        yield f"  {number:2}  {_name(trick.leader):5} leads  {cards:11}  {ended}"


def _entered(entry: Entry) -> str:
    reason = entry.line.value.replace("_", " ")
    hand = "" if entry.seat is None else f"  ({_name(entry.seat)})"
    sum_of = f"{entry.count} x {entry.unit} x {entry.times} = {entry.amount}"
    return f"  {entry.side.value}  {entry.column.value}  {reason:15}  {sum_of}{hand}"


def _stood(standing: Standing) -> str:
    below, games, totals = standing.below, standing.games, standing.totals
    return f"below {_pair(below)}; games {_pair(games)}; total {_pair(totals)}"


def _pair(pair: BySide[int]) -> str:
    return f"NS {pair.ns}, EW {pair.ew}"


def _name(seat: Seat) -> str:
    return seat.name.capitalize()


def _trumps(trumps: Suit | None) -> str:
    return _NO_TRUMPS if trumps is None else trumps.name.lower()


def _ranks(cards: Hand) -> str:
    return "".join(card.rank.letter for card in cards) or "-"


def _spoken(call: Call, *, doubled: bool) -> str:
    match call:
        case Declare(trumps):
            return _trumps(trumps)
        case Double():
            return _SUR_CONTRE if doubled else _CONTRE
        case Pass():
            return "pass"
        case Content():
            return "content"


_BARE: Final = re.compile(r"[A-Za-z0-9_.:+/-]+")


def _quoted(text: str) -> str:
    """A word as it stands; anything else, which might not survive a line of text, as a JSON string."""
    return text if _BARE.fullmatch(text) else json.dumps(text)


_WORD: Final = r'([A-Za-z0-9_.:+/-]+|"(?:[^"\\]|\\.)*")'
_INT: Final = r"(-?[0-9]+)"
_SEAT: Final = r"(North|East|South|West)"
_SIDES: Final = rf"NS {_INT}, EW {_INT}"
_STRAIN: Final = "|".join((*(suit.name.lower() for suit in Suit), _NO_TRUMPS))

_OPTION: Final = rf"Option: {_WORD} = {_WORD}"
_HELD: Final = " +".join(rf"{suit.letter} ([2-9TJQKA]+|-)" for suit in Suit)
_SAID: Final = rf"  {_SEAT} +({_STRAIN}|pass|content|{_CONTRE}|{_SUR_CONTRE})"
_DUMMY: Final = rf"{_SEAT}, played by {_SEAT}"
_CARDS: Final = r"((?:[2-9TJQKA][SHDC] ?){1,4}?)"
_TRICK: Final = rf" +([0-9]+)  {_SEAT} +leads  {_CARDS} +(?:{_SEAT} wins|unfinished)"
_ENTRY: Final = rf"  (NS|EW)  (below|above)  ([a-z ]+?) +{_INT} x {_INT} x {_INT} = {_INT}(?:  \({_SEAT}\))?"


class _Reader:
    """Goes through the lines once, in the order in which they are written."""

    def __init__(self, text: str) -> None:
        lines = enumerate(text.replace("\r\n", "\n").split("\n"), 1)
        self.ahead = [(number, line.rstrip()) for number, line in lines if line.strip()]
        self.ahead.reverse()
        self.number, self.line = 0, ""

    def record(self) -> Record:
        try:
            record = self._record()
            if self.ahead:
                self._go_on()
                raise ValueError
        except (Unreadable, ValueError, KeyError) as error:  # ill-formed, or no such number, word or card
            raise Unreadable(f"line {self.number}: {self.line or '(the record ends)'}") from error
        return record

    def _go_on(self) -> None:
        self.number, self.line = self.ahead.pop() if self.ahead else (self.number + 1, "")

    def _line(self, pattern: str) -> tuple[str, ...]:
        """What the next line says, which must be of this form."""
        self._go_on()
        found = re.fullmatch(pattern, self.line)
        if found is None:
            raise ValueError
        return found.groups("")

    def _lines(self, pattern: str) -> Iterator[tuple[str, ...]]:
        """What the next lines say, as long as they are of this form."""
        while self.ahead and re.fullmatch(pattern, self.ahead[-1][1]):
            yield self._line(pattern)

    def _one(self, pattern: str) -> str:
        (said,) = self._line(pattern)
        return said

    def _record(self) -> Record:
        game = _word(self._one(f"Game: {_WORD}"))
        options = tuple((_word(key), _word(value)) for key, value in self._lines(_OPTION))
        number = int(self._one(f"Deal: {_INT}"))
        dealer = _seat(self._one(f"Dealer: {_SEAT}"))
        hands = BySeat(*(self._hand(seat) for seat in Seat))
        calls = self._calls()
        settled = self._settled()
        tricks, winners = self._tricks()
        conceded = self._one("Claim: (none|the rest to NS|the rest to EW)")
        won = _sides(self._line(f"Tricks won: {_SIDES}"))
        self._line("Score:")
        deal = Open(
            number=number,
            dealer=dealer,
            hands=hands,
            calls=calls,
            settled=settled,
            tricks=tricks,
            won=won,
            conceded=None if conceded == _NONE else Side(conceded[-2:]),
            entries=tuple(_entry(said) for said in self._lines(_ENTRY)),
            before=self._standing("Before"),
            after=self._standing("After"),
            commitment=_word(self._one(f"Commitment: {_WORD}")),
            cut=self._cut(),
            seed=_word(self._one(f"Seed: {_WORD}")),
        )
        return Record(game, options, deal, winners)

    def _hand(self, seat: Seat) -> Hand:
        cards = [
            parse_card(rank + suit.letter)
            for suit, ranks in zip(Suit, self._line(rf"{_name(seat)}: +{_HELD}"), strict=True)
            for rank in ranks.replace("-", "")
        ]
        if len(set(cards)) < len(cards):
            raise ValueError
        return Hand.of(cards)

    def _calls(self) -> tuple[Called, ...]:
        self._line("Calls:")
        calls: list[Called] = []
        for seat, word in self._lines(_SAID):
            call = _call(word)
            doubled = any(isinstance(called.call, Double) for called in calls)
            if _spoken(call, doubled=doubled) != word:  # the first is contre, every further one sur contre
                raise ValueError
            calls.append(Called(_seat(seat), call))
        return tuple(calls)

    def _settled(self) -> Settled:
        trumps = self._one(f"Trumps: ({_STRAIN})")
        declared_by = self._one(f"Declared by: (North|East|South|West|{_NOBODY})")
        level = int(self._one(f"Doublings: {_INT}"))
        worth = int(self._one(f"An odd trick is worth: {_INT}"))
        leader = _seat(self._one(f"Opening lead: {_SEAT}"))
        self._go_on()
        dummies = () if self.line == f"Dummy: {_NONE}" else self._dummies()
        return Settled(
            trumps=_suit(trumps),
            level=level,
            worth=worth,
            leader=leader,
            declared_by=None if declared_by == _NOBODY else _seat(declared_by),
            dummies=dummies,
        )

    def _dummies(self) -> tuple[tuple[Seat, Seat], ...]:
        if not self.line.startswith("Dummy: "):
            raise ValueError
        dummies = []
        for each in self.line.removeprefix("Dummy: ").split("; "):
            found = re.fullmatch(_DUMMY, each)
            if found is None:
                raise ValueError
            dummies.append((_seat(found[1]), _seat(found[2])))
        return tuple(dummies)

    def _tricks(self) -> tuple[tuple[Trick, ...], tuple[Seat, ...]]:
        self._line("Tricks:")
        tricks: list[Trick] = []
        winners: list[Seat] = []
        for number, leader, cards, won_by in self._lines(_TRICK):
            trick = Trick(_seat(leader), tuple(parse_card(name) for name in cards.split()))
            if int(number) != len(tricks) + 1 or (len(trick.cards) == 4) != bool(won_by):
                raise ValueError
            tricks.append(trick)
            if won_by:
                winners.append(_seat(won_by))
        return tuple(tricks), tuple(winners)

    def _standing(self, label: str) -> Standing:
        said = self._line(f"{label}: below {_SIDES}; games {_SIDES}; total {_SIDES}")
        return Standing(_sides(said[:2]), _sides(said[2:4]), _sides(said[4:]))

    def _cut(self) -> Cut:
        at, by = self._line(f"Cut: {_INT} by ({_THE_BOT}|{_WORD[1:-1]})")
        member = None if by == _THE_BOT else parse_member(_word(by))
        return Cut(int(at), _word(self._one(f"Salt: {_WORD}")), member)


def _word(text: str) -> str:
    """The text behind what ``_quoted`` wrote."""
    if not text.startswith('"'):
        return text
    said: object = json.loads(text)
    return str(said)


def _seat(name: str) -> Seat:
    return Seat[name.upper()]


def _suit(name: str) -> Suit | None:
    return None if name == _NO_TRUMPS else Suit[name.upper()]


def _sides(pair: tuple[str, ...]) -> BySide[int]:
    ns, ew = pair
    return BySide(int(ns), int(ew))


def _call(word: str) -> Call:
    match word:
        case "pass":
            return Pass()
        case "content":
            return Content()
        case "contre" | "sur contre":
            return Double()
    return Declare(_suit(word))


def _entry(said: tuple[str, ...]) -> Entry:
    side, column, reason, count, unit, times, amount, seat = said
    return Entry(
        line=Line(reason.replace(" ", "_")),
        side=Side(side),
        amount=int(amount),
        column=Column(column),
        count=int(count),
        unit=int(unit),
        times=int(times),
        seat=_seat(seat) if seat else None,
    )

"""Reads records of finished deals, which ``rules.record.writing`` or a person has written.

Every line has its place. A line that is not expected there is refused, so that a wrong line never passes for
a missing one. Empty lines, blanks at the end of a line, and byte order marks are ignored.
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from typing import Final

from rules.calls import Bid, Call, Called, CallHonours, Content, Declare, Discard, Double, Pass, TakeStock
from rules.cards import Hand, Suit, parse_card
from rules.counting.reckon import NIL, Column, Entry, Line, Penalty, Standing
from rules.errors import Unreadable
from rules.out_of_turn import Demand, Exacted, Paid
from rules.record.writing import (
    AN_ODD_TRICK,
    ASKS,
    BARE,
    BROUGHT,
    CONTRE,
    DEMANDED,
    DOUBLE,
    FOUND,
    NO_TRUMPS,
    NOBODY,
    NONE,
    NOT_FOUND,
    PUTS_OUT,
    REDOUBLE,
    RUFFS,
    STOOD,
    STOPPED,
    SUR_CONTRE,
    TAKEN_BACK,
    THE_BOT,
    THE_CONTRACT,
    THROWN_IN,
    Heard,
    Record,
    seat_name,
    spoken,
)
from rules.revoke import RevokeClaim
from rules.seats import BySeat, BySide, Seat, Side, parse_member
from rules.tricks import Strain, Trick
from rules.view import Cut, FinishedDeal, Settled


def read_records(text: str) -> tuple[Record, ...]:
    """The records that stand one after another in this text, if any. Raises Unreadable, naming the line."""
    return _Reader(text).records()


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, or UTF-16 where its byte order mark says so, as some editors save it. Raises
    UnicodeDecodeError."""
    return data.decode("utf-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8")


_WORD: Final = rf'({BARE}|"(?:[^"\\]|\\.)*")'
_INT: Final = r"(-?[0-9]+)"
_SEAT: Final = r"(North|East|South|West)"
_SIDES: Final = rf"NS {_INT}, EW {_INT}"
_STRAIN: Final = "|".join((*(suit.name.lower() for suit in Suit), NO_TRUMPS))

_BIDDABLE: Final = "|".join(strain.name.lower().replace("_", " ") for strain in Strain)
_OPTION: Final = rf"Option: {_WORD} = {_WORD}"
_HELD: Final = " +".join(rf"{suit.letter} ([2-9TJQKA]+|-)" for suit in Suit)
_WORDS: Final[dict[str, Call]] = {
    "pass": Pass(),
    "content": Content(),
    CONTRE: Double(),
    SUR_CONTRE: Double(),
    DOUBLE: Double(),
    REDOUBLE: Double(),
    RUFFS: TakeStock(),
    PUTS_OUT: Discard(),
    ASKS: CallHonours(),
}
_SAID: Final = rf"  {_SEAT} +({_STRAIN}|[1-7] (?:{_BIDDABLE})|{'|'.join(map(re.escape, _WORDS))})"
_CARD: Final = "[2-9TJQKA][SHDC]"
_DUMMY: Final = rf"{_SEAT}, played by {_SEAT}"
_CARDS: Final = rf"((?:{_CARD} ?){{1,4}}?)"
_TRICK: Final = rf" +([0-9]+)  {_SEAT} +leads  {_CARDS} +(?:{_SEAT} wins|unfinished)"
_PENALTIES: Final = "|".join(one.value for one in Penalty)
_REVOKE: Final = (
    rf"Revoke: trick {_INT}, {_SEAT}, claimed by {_SEAT}, ({FOUND}, (?:{_PENALTIES})|{NOT_FOUND})"
)
_LOST: Final = rf"Lost for a revoke: trick {_INT}, to {_SEAT}"
_TOLD: Final = {said: what for what, said in DEMANDED.items()}
_DEMANDED: Final = (
    rf"Demanded: trick {_INT}, {_SEAT}, by {_SEAT}, "
    rf"({'|'.join(sorted(_TOLD, key=len, reverse=True))})(?: ({_CARD})| ({_STRAIN}))?"
)
_ENTRY: Final = (
    rf"  (NS|EW)  (below|above|bonus|noted)  ([a-z ]+?) +{_INT} x {_INT} x {_INT} = {_INT}(?:  \({_SEAT}\))?"
)


class _Reader:
    """Goes through the lines of a text once."""

    def __init__(self, text: str) -> None:
        lines = enumerate(re.split("\r\n|\r|\n", text), 1)
        # Files that were put together may have a byte order mark before each of them.
        bare = [(number, line.removeprefix("\ufeff").rstrip()) for number, line in lines]
        self.ahead = [(number, line) for number, line in bare if line]
        self.ahead.reverse()
        self.number, self.line = 0, ""

    def records(self) -> tuple[Record, ...]:
        records = []
        try:
            while self.ahead:
                records.append(self._read_record())
        except (Unreadable, ValueError, KeyError) as error:  # a wrong form, number, word or card
            raise Unreadable(f"line {self.number}: {self.line or '(the record ends)'}") from error
        return tuple(records)

    def _advance(self) -> None:
        self.number, self.line = self.ahead.pop() if self.ahead else (self.number + 1, "")

    def _next_line(self, pattern: str) -> tuple[str, ...]:
        """The groups of the next line, which must match the pattern."""
        self._advance()
        found = re.fullmatch(pattern, self.line)
        if found is None:
            raise ValueError
        return found.groups("")

    def _lines(self, pattern: str) -> Iterator[tuple[str, ...]]:
        """The groups of the next lines, as long as they match the pattern."""
        while self.ahead and re.fullmatch(pattern, self.ahead[-1][1]):
            yield self._next_line(pattern)

    def _one(self, pattern: str) -> str:
        (said,) = self._next_line(pattern)
        return said

    def _read_record(self) -> Record:
        game = _word(self._one(f"Game: {_WORD}"))
        options = tuple((_word(key), _word(value)) for key, value in self._lines(_OPTION))
        number = int(self._one(f"Deal: {_INT}"))
        dealer = _read_seat(self._one(f"Dealer: {_SEAT}"))
        hands = BySeat(*(self._read_hand(seat) for seat in Seat))
        turned = next((parse_card(name) for (name,) in self._lines(f"Turned: ({_CARD})")), None)
        out = next(
            (Hand.parse(names) for (names,) in self._lines(f"Out of the pack: ((?:{_CARD} ?)+)")), Hand()
        )
        stock = next((Hand.parse(names) for (names,) in self._lines(f"Stock: ((?:{_CARD} ?)+)")), Hand())
        held = self._read_ruffed_hands(hands, stock)
        calls = self._read_calls()
        settled = self._read_settled()
        tricks, winners = self._read_tricks()
        conceded, kept = self._next_line(f"Claim: (?:{NONE}|the rest to (NS|EW)(?:, but ([1-9][0-9]?))?)")
        claims = tuple(_revoke_claim(said) for said in self._lines(_REVOKE))
        awarded = tuple((int(number), _read_seat(seat)) for number, seat in self._lines(_LOST))
        stopped = any(True for _ in self._lines(STOPPED))
        stood = tuple(int(number) for (number,) in self._lines(f"{STOOD}: trick {_INT}"))
        paid = tuple(_paid(said) for said in self._lines(_DEMANDED))
        taken_back = next((int(often) for (often,) in self._lines(f"{TAKEN_BACK}: {_INT}")), 0)
        won = _by_side(self._next_line(f"Tricks won: {_SIDES}"))
        self._next_line("Score:")
        deal = FinishedDeal(
            number=number,
            dealer=dealer,
            hands=hands,
            calls=calls,
            settled=settled,
            tricks=tricks,
            won=won,
            conceded=Side(conceded) if conceded else None,
            entries=tuple(_entry(said) for said in self._lines(_ENTRY)),
            before=self._read_standing("Before"),
            after=self._read_standing("After"),
            commitment=_word(self._one(f"Commitment: {_WORD}")),
            cut=self._read_cut(),
            seed=_word(self._one(f"Seed: {_WORD}")),
            brought=any(True for _ in self._lines(BROUGHT)),
            turned=turned,
            held=held,
            out=out,
            kept=int(kept or 0),
            claims=claims,
            awarded=awarded,
            stopped=stopped,
            stood=stood,
            paid=paid,
            taken_back=taken_back,
        )
        if deal.stock != stock:
            raise ValueError
        return Record(game, options, deal, winners)

    def _read_hand(self, seat: Seat) -> Hand:
        cards = [
            parse_card(rank + suit.letter)
            for suit, ranks in zip(Suit, self._next_line(rf"{seat_name(seat)}: +{_HELD}"), strict=True)
            for rank in ranks.replace("-", "")
        ]
        if len(set(cards)) < len(cards):
            raise ValueError
        return Hand.of(cards)

    def _read_ruffed_hands(self, dealt: BySeat[Hand], stock: Hand) -> BySeat[Hand] | None:
        """The hands after a ruff, if there was one."""
        held = None
        for name, cards in self._lines(f"Put out: {_SEAT}, ((?:{_CARD} ?)+)"):
            seat, out = _read_seat(name), Hand.parse(cards)
            held = dealt.put(seat, (dealt.of(seat) | stock) - out)
        return held

    def _read_calls(self) -> tuple[Called, ...]:
        self._next_line("Calls:")
        calls: list[Called] = []
        heard = Heard()
        for seat, word in self._lines(_SAID):
            call = _call(word)
            if spoken(call, heard) != word:  # say, "contre" for what was "sur contre"
                raise ValueError
            calls.append(Called(_read_seat(seat), call))
            heard = heard.after(call)
        return tuple(calls)

    def _read_settled(self) -> Settled | None:
        if any(True for _ in self._lines(THROWN_IN)):
            return None
        bid = next((_parsed_bid(said) for said in self._lines(f"Contract: ([1-7]) ({_BIDDABLE})")), None)
        trumps = self._one(f"Trumps: ({_STRAIN})")
        declared_by = self._one(f"Declared by: (North|East|South|West|{NOBODY})")
        level = int(self._one(f"Doublings: {_INT}"))
        worth = int(self._one(f"{AN_ODD_TRICK if bid is None else THE_CONTRACT} is worth: {_INT}"))
        leader = _read_seat(self._one(f"Opening lead: {_SEAT}"))
        self._advance()
        dummies = () if self.line == f"Dummy: {NONE}" else self._dummies()
        return Settled(
            trumps=_read_suit(trumps),
            level=level,
            worth=worth,
            leader=leader,
            declared_by=None if declared_by == NOBODY else _read_seat(declared_by),
            dummies=dummies,
            bid=bid,
        )

    def _dummies(self) -> tuple[tuple[Seat, Seat], ...]:
        if not self.line.startswith("Dummy: "):
            raise ValueError
        dummies = []
        for each in self.line.removeprefix("Dummy: ").split("; "):
            found = re.fullmatch(_DUMMY, each)
            if found is None:
                raise ValueError
            dummies.append((_read_seat(found[1]), _read_seat(found[2])))
        return tuple(dummies)

    def _read_tricks(self) -> tuple[tuple[Trick, ...], tuple[Seat, ...]]:
        self._next_line("Tricks:")
        tricks: list[Trick] = []
        winners: list[Seat] = []
        for number, leader, cards, won_by in self._lines(_TRICK):
            trick = Trick(_read_seat(leader), tuple(parse_card(name) for name in cards.split()))
            if int(number) != len(tricks) + 1 or (len(trick.cards) == 4) != bool(won_by):
                raise ValueError
            tricks.append(trick)
            if won_by:
                winners.append(_read_seat(won_by))
        return tuple(tricks), tuple(winners)

    def _read_standing(self, label: str) -> Standing:
        said = self._next_line(
            f"{label}: below {_SIDES}; games {_SIDES}; total {_SIDES}(?:; noted {_SIDES})?"
        )
        noted = _by_side(said[6:]) if said[6] else NIL
        return Standing(_by_side(said[:2]), _by_side(said[2:4]), _by_side(said[4:6]), noted)

    def _read_cut(self) -> Cut:
        at, by = self._next_line(f"Cut: {_INT} by ({THE_BOT}|{_WORD[1:-1]})")
        member = None if by == THE_BOT else parse_member(_word(by))
        return Cut(int(at), _word(self._one(f"Salt: {_WORD}")), member)


def _word(text: str) -> str:
    """The text that ``_quoted`` wrote."""
    if not text.startswith('"'):
        return text
    said: object = json.loads(text)
    return str(said)


def _read_seat(name: str) -> Seat:
    return Seat[name.upper()]


def _read_suit(name: str) -> Suit | None:
    return None if name == NO_TRUMPS else Suit[name.upper()]


def _by_side(pair: tuple[str, ...]) -> BySide[int]:
    ns, ew = pair
    return BySide(int(ns), int(ew))


def _call(word: str) -> Call:
    if word in _WORDS:
        return _WORDS[word]
    if word[0].isdecimal():
        odd, _, strain = word.partition(" ")
        return _parsed_bid((odd, strain))
    return Declare(_read_suit(word))


def _parsed_bid(said: tuple[str, ...]) -> Bid:
    odd, strain = said
    return Bid(int(odd), Strain[strain.upper().replace(" ", "_")])


def _revoke_claim(said: tuple[str, ...]) -> RevokeClaim:
    number, seat, by, found = said
    penalty = None if found == NOT_FOUND else Penalty(found.removeprefix(f"{FOUND}, "))
    return RevokeClaim(_read_seat(by), int(number), _read_seat(seat), penalty is not None, penalty)


def _paid(said: tuple[str, ...]) -> Paid:
    number, hand, by, what, card, suit = said
    demand = Demand(
        by=_read_seat(by),
        what=_TOLD[what],
        of=_read_seat(hand),
        card=parse_card(card) if card else None,
        suit=_read_suit(suit) if suit else None,
    )
    named = (demand.what is Exacted.CARD, demand.what is Exacted.SUIT)
    if (demand.card is not None, demand.suit is not None) != named:
        raise ValueError
    return Paid(int(number), demand.of, demand)


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
        seat=_read_seat(seat) if seat else None,
    )

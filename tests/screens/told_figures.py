"""What a page of rules must say of its game's figures: one pattern for each, made from the game's row.

A figure stands in a group of its pattern. ``faults`` compares: a pattern that the page does not match is a
figure told wrongly or not at all, and a number outside every group is unknown to the row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from rules.cards import Suit
from rules.counting.bridge_lines import Chicane, Honours, OddTricks, Slams
from rules.counting.points_up import HonourPoints, Margin, PointsUp, Scale, Worth
from rules.counting.reckon import BOOK, ByLines, Tally
from rules.counting.rubber import RubberLaw, Won
from rules.counting.undertaking import (
    EveryTrick,
    HonoursInOneHand,
    Majorities,
    MostOrFewest,
    PromisedSlams,
    SlamsBid,
    Tariff,
    TricksShort,
    TrickValue,
    Undertaking,
)
from rules.games.all_games import GAMES
from rules.games.variant import Variant
from rules.seats import BySeat, BySide, Side
from rules.settling.declaration import Declaration
from rules.settling.turnup import Ruff, TurnUp
from rules.tricks import Prices
from screens.words.gamewords import GameWords
from screens.words.names import GROUP, TEXT_FORM

Part = TypeVar("Part")

_COUNTED: Final = "one two three four five six seven eight nine ten eleven twelve thirteen"
WORDS: Final = dict(enumerate(_COUNTED.split(), 1)) | {50: "fifty"}
WORD: Final = "|".join(WORDS.values())
YEAR: Final = r"\b1[6-9]\d\ds?\b"
FIGURE: Final = re.compile(
    rf"(?!{YEAR})\b\d+|\b(?:{WORD})(?= points\b| up\b| are the game)|(?<=called at )(?:{WORD})", re.I
)
"""What counts as a figure: every numeral but a year, and the words for a score."""

GAP: Final = r"[^.;\d\n]*?"
"""From a thing to its price: no other figure lies between, and no end of a sentence."""


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that a page tells. Where it is not ``needed``, the page may leave it out."""

    pattern: str
    needed: bool = True


def plain(text: str) -> str:
    ungrouped = re.sub(rf"(?<=\d)[ \u00a0{GROUP}](?=\d{{3}}\b)", "", text)
    return ungrouped.replace(TEXT_FORM, "").replace("*", "").replace("\u00a0", " ")


def page(words: GameWords) -> str:
    """All that is said of a game and names figures, a line for each paragraph."""
    return plain("\n".join((*words.rules, words.prices, words.pitch, words.hook)))


def faults(told: str, variant: Variant) -> list[str]:
    """What a page says otherwise than the row of its game."""
    found: list[str] = []
    covered: set[int] = set()
    for one in figures_of(variant):
        matches = list(re.finditer(one.pattern, told, re.I))
        if one.needed and not matches:
            found.append(f"not told: {one.pattern}")
        for match in matches:
            covered.update(match.start(group) for group in range(1, len(match.groups()) + 1))
    for figure in FIGURE.finditer(told):
        if figure.start() not in covered:
            found.append(f"not of the row: {told[max(0, figure.start() - 40) : figure.end() + 20]!r}")
    return found


def figures_of(variant: Variant) -> Iterator[Told]:
    """Everything that the page of this game must say in figures, and the numbers that are no prices."""
    yield Told(r"A K Q J (10)\b", needed=False)
    yield from _of_rubber(variant.rubber)
    if isinstance(variant.settlement, TurnUp | Ruff):
        yield from _of_calling(variant.settlement)
        yield Told(f"{WORDS[variant.dealing.each]} cards each")
    if isinstance(variant.reckoning, PointsUp):
        yield from _of_points_up(variant.reckoning)
    else:
        assert isinstance(variant.reckoning, ByLines)
        for reckoner in variant.reckoning.reckoners:
            yield from _of_reckoner(reckoner)
    yield from _of_options(variant.key)


def _of_rubber(law: RubberLaw) -> Iterator[Told]:
    game, word = law.game, WORDS.get(law.game, "")
    as_words = rf"|\b({word})(?: points\b| are the game| up\b)" if word else ""
    yield Told(rf"\ba game is ({game})\b{as_words}")
    yield Told(rf"points over ({game})\b", needed=False)
    if law.games == 1:
        yield Told("each game is a match of its own")
    elif law.straight is not None:
        yield Told(
            rf"two games win the rubber: ({law.straight}) if the others have none, else ({law.bonus})\b"
        )
    else:
        yield Told(rf"two games (?:win the rubber and|bring) ({law.bonus})\b")
    first = Won(Side.NS, 0, BySide(0, 0))
    match law.prize:
        case Margin(margin):
            yield Told(f"the difference between {WORDS[margin]} and the losers' points")
        case Worth(points) if law.games == 1:
            yield Told(rf"is worth ({points}) point\b")
        case Worth(points):
            yield Told(rf"brings ({points}) more\b")
        case Scale(steps):
            yield from _of_scale(steps)
        case prize if (points := prize(first)) is not None:  # type: ignore[assignment]
            yield Told(rf"the first game of the rubber brings its winners ({points})\b")


def _of_scale(steps: Sequence[tuple[int, int]]) -> Iterator[Told]:
    match steps:
        case ((0, treble), (2, double), (4, single)):
            yield Told(rf"a treble, worth ({treble}) game points, if the losers have none")
            yield Told(rf"a double, worth ({double}), if they have one or two")
            yield Told(rf"a single, worth ({single}), if three or four")
        case ((4, double), (9, single)):
            fewer = rf"a double, worth ({double}) game points, if the losers have four or fewer"
            yield Told(rf"{fewer}, else a single, worth ({single})\b")
        case _:
            raise AssertionError(f"say here what a page must tell of {steps}")


def _of_calling(settlement: TurnUp | Ruff) -> Iterator[Told]:
    if settlement.call_at is None:
        return
    (score,) = settlement.call_at.scores
    yield Told(rf"(?:at|a side with) ({WORDS[score]}) points")
    yield Told(rf"called at ({WORDS[score]})\b", needed=False)
    if settlement.call_at.least:
        yield Told(f"a player with {WORDS[settlement.call_at.least]} of them asks")


def _of_points_up(reckoning: PointsUp) -> Iterator[Told]:
    yield Told("each trick over six (?:counts one point|is a point)")
    match reckoning.honours:
        case None:
            yield Told("honours\nThey do not count")
        case HonourPoints(three, four, bar):
            yield Told(rf"with three scores ({three}), with four ({four})\b")
            yield Told(rf"honours ({three}) or ({four})\b", needed=False)
            if bar is not None:
                yield Told(rf"began the deal with ({bar}) points scores none")


def _of_prices(prices: Prices, *, no_trumps: bool = True) -> Iterator[Told]:
    if no_trumps:
        yield Told(rf"(?:no trumps|biritch) ({prices.no_trumps})\b")
    suits = zip("♠♥♦♣", ("spades", "hearts", "diamonds", "clubs"), _by_suit(prices), strict=True)
    for sign, name, price in suits:
        yield Told(rf"(?:{sign}|{name})(?: (?:♥|♣|and hearts|and clubs))? ({price})\b")


def _by_suit(prices: Prices) -> tuple[int | None, ...]:
    return prices.spades, prices.hearts, prices.diamonds, prices.clubs


def _of_reckoner(reckoner: object) -> Iterator[Told]:
    match reckoner:
        case OddTricks(prices):
            yield from _of_prices(prices)
        case Slams(petit=petit, grand=grand):
            yield Told(rf"\bthirteen\b{GAP}\b({grand})\b")
            yield Told(rf"\btwelve\b{GAP}\b({petit})\b")
        case Honours():
            yield from _of_honours(reckoner)
        case Chicane(simple=simple):
            yield Told(rf"adds ({simple}) tricks to its honours; .* it loses ({simple})\b")
        case Undertaking():
            yield from _of_undertaking(reckoner)
        case PromisedSlams():
            yield from _of_promised(reckoner)
        case HonoursInOneHand(five, four_and_one, four, aces):
            assert five == aces
            with_one = rf"four with the fifth in partner's hand ({four_and_one}); four ({four})\b"
            alike = rf"four trump honours ({four})\b"
            yield Told(rf"four aces, ({aces}); {alike if four == four_and_one else with_one}")
        case EveryTrick(TrickValue(each)):
            yield Told(rf"worth ({each}) for each odd trick bid: at three hearts ({3 * each})\b")
            yield Told(rf"worth ({each}) for each odd trick bid,")
        case TricksShort(times=100 as times, value=value):
            yield Told(
                rf"a hundred trick values above: at three hearts ({3 * times * value.per_odd_trick})\b"
            )
        case SlamsBid():
            of = reckoner
            yield Told(rf"seven bid, thirteen tricks won: ({of.grand})\b")
            yield Told(rf"six bid, thirteen won: ({of.grand_after_little}); twelve won: ({of.little})\b")
            yield Told(rf"thirteen otherwise ({of.grand_unbid}) and twelve otherwise ({of.little_unbid})\b")
        case Majorities(times=times, times_without_trumps=without):
            yield Told(rf"scores {WORDS[times]} trick values for each")
            yield Told(rf"at no trumps the side with most aces scores ({without}) trick values")
        case MostOrFewest(made, failed, lost):
            yield Told(rf"grand made: ({made}) points? for each")
            yield Told(rf"grand lost: the other side scores ({failed}) for each")
            yield Told(rf"the side with fewer tricks scores ({lost}) for each")
            yield Told(rf"grand ({made}), or ({failed}) to the others if it is lost; nullo ({lost})\b")
        case _:
            raise AssertionError(f"say here what a page must tell of {type(reckoner).__name__}")


def _of_honours(honours: Honours) -> Iterator[Told]:
    three, divided, in_one = (_tricks(honours, *held) for held in ((2, 1), (2, 2), (4, 0)))
    five, with_four, all_five = (_tricks(honours, *held) for held in ((3, 2), (4, 1), (5, 0)))
    yield Told(rf"with three scores ({three}) tricks; four ({divided}), or ({in_one}) if in one hand")
    if five - divided == with_four - in_one == all_five - in_one == 1:
        yield Told("five one trick more than four")
    else:
        yield Told(rf"five ({five}), or ({with_four}) with four in one hand, or ({all_five}) with all five")
    if honours.aces is not None:
        yield _of_aces(honours.aces)
        return
    three, divided, in_one = (_tricks(honours, *held, suit=None) for held in ((2, 1), (2, 2), (4, 0)))
    price = honours.prices.no_trumps
    points = rf"(?:: ({three * price}), ({divided * price}) or ({in_one * price}) points)?"
    yield Told(rf"aces: three ({three}), four ({divided}), or ({in_one}) in one hand{points}")


def _tricks(honours: Honours, richer: int, poorer: int, suit: Suit | None = Suit.HEARTS) -> int:
    return honours.honour_tricks(Tally(suit, 0, BySide(7, 6), BySeat(richer, 0, poorer, 0)), Side.NS)


def _of_aces(aces: tuple[int, int, int]) -> Told:
    three, divided, in_one = aces
    return Told(rf"three aces ({three}), four ({divided}), or ({in_one}) in one hand")


def _of_undertaking(law: Undertaking) -> Iterator[Told]:
    if law.no_trumps:
        first, further = law.no_trumps
        yield Told(rf"no trumps ({first}) the first, ({further}) each further")
        yield Told(rf"no trumps ({first}) and then ({further})\b")
    yield from _of_prices(law.prices, no_trumps=not law.no_trumps)
    plainly, doubled, redoubled = law.tariff
    if law.vulnerable is not None:
        yield from _of_vulnerable(law.tariff, law.vulnerable)
    elif len(plainly.undertricks) > 1:
        yield from _of_rising(law.tariff)
    else:
        short, twice, four_times = (one.undertricks[0] for one in law.tariff)
        yield Told(
            rf"score ({short}) above for each trick short, doubled ({twice}), redoubled ({four_times})\b"
        )
        (over,), (more,) = doubled.overtricks or (), redoubled.overtricks or ()
        yield Told(
            rf"({doubled.fulfilment}) above for making the contract and ({over}) for each trick beyond"
        )
        yield Told(rf"beyond it; redoubled, ({redoubled.fulfilment}) and ({more})\b")


def _of_vulnerable(tariff: Tariff, vulnerable: Tariff) -> Iterator[Told]:
    for name, at in ((r"\bnot vulnerable", tariff), (r"(?<!not )vulnerable", vulnerable)):
        yield Told(
            name
            + ", ".join(
                rf"{level} ({awards.undertricks[0]}) and ({awards.undertricks[-1]})\b"
                for level, awards in zip(("", "doubled", "redoubled"), at, strict=True)
            ).replace(",  ", ", ")
        )
    over = [
        rf"{level} ({(tariff[times].overtricks or ())[0]}) or ({(vulnerable[times].overtricks or ())[0]})\b"
        for times, level in ((1, "doubled"), (2, "redoubled"))
    ]
    yield Told("; " + ", ".join(over))
    made = {tariff[1].fulfilment, tariff[2].fulfilment, vulnerable[1].fulfilment, vulnerable[2].fulfilment}
    (fulfilment,) = made
    yield Told(rf"contract brings ({fulfilment})\b")


def _of_rising(tariff: Tariff) -> Iterator[Told]:
    """A price for each further undertrick; doubled and redoubled all is told as so many times as much."""
    plainly, doubled, redoubled = tariff
    first, second, further = plainly.undertricks
    (over,) = plainly.overtricks or ()
    assert [scale.undertricks for scale in (doubled, redoubled)] == [
        tuple(times * points for points in plainly.undertricks) for times in (2, 4)
    ]
    assert (doubled.overtricks, redoubled.overtricks) == ((2 * over,), (4 * over,))
    yield Told(
        rf"({first}) for the first trick short, ({second}) for the second, ({further}) for each further"
    )
    yield Told("doubled twice that, redoubled four times")
    yield Told(rf"each trick beyond the bid brings ({over}) above")
    twice = "the tricks and the awards count twice, and making it brings"
    yield Told(
        rf"{twice} ({doubled.fulfilment}) more; redoubled four times, and ({redoubled.fulfilment}) more"
    )


def _of_promised(slams: PromisedSlams) -> Iterator[Told]:
    if not slams.vulnerable:
        for one in slams.prizes:
            won = "" if one.bid + BOOK == one.won == 13 else rf"{WORDS[one.won]} (?:tricks )?"
            yield Told(rf"{WORDS[one.bid]} bid and {won}won ({one.points})\b")
        return
    for name, bid in (("little", 6), ("grand", 7)):
        (plainly,) = {one.points for one in slams.prizes if one.bid == bid}
        (vulnerable,) = {one.points for one in slams.vulnerable if one.bid == bid}
        yield Told(rf"the {name} slam ({plainly}) or ({vulnerable})\b")


def _of_options(key: str) -> Iterator[Told]:
    """What a page also tells: the figures that a table's options bring."""
    for choice in GAMES[key].choices:
        match choice.key:
            case "preset" if "laws1904" in choice.values:
                yield from _of_laws_1904(GAMES[key].variant({choice.key: choice.values[-1]}))
            case "schedule":
                yield from _of_schedules([GAMES[key].variant({choice.key: value}) for value in choice.values])
            case "form":
                longer = GAMES[key].variant({choice.key: choice.values[-1]}).reckoning
                assert isinstance(longer, PointsUp)
                yield Told(rf"it may be ({WORDS[longer.game]}) points instead, as at long whist")
            case "misere":
                price = _undertaking(GAMES[key].variant({choice.key: "true"})).prices.misere
                yield Told(rf"misère, ({price}) a trick")


def _of_laws_1904(variant: Variant) -> Iterator[Told]:
    three, divided, in_one = _part(variant, Honours).aces or ()  # type: ignore[misc]
    assert isinstance(variant.settlement, Declaration)
    yield Told(rf"({variant.rubber.bonus}) for the rubber; ({three}), ({divided}) or ({in_one}) for aces")
    yield Told(rf"no trick is doubled beyond ({variant.settlement.max_trick})\b")


def _of_schedules(variants: Sequence[Variant]) -> Iterator[Told]:
    parts = [_undertaking(variant) for variant in variants]
    oldest = parts[1].prices
    suits = rf"♥ ({oldest.hearts}), ♦ ({oldest.diamonds}), ♣ ({oldest.clubs}), ♠ ({oldest.spades})\)"
    yield Told(rf"1904 \(no trumps ({oldest.no_trumps}), {suits}")
    low, high = sorted({part.prices.royals for part in parts if part.prices.royals is not None})
    yield Told(rf"royal spades at ({low}) or ({high})\b")
    (cheap,) = {part.prices.spades for part in parts if part.limit is not None}
    (most,) = {part.limit.points for part in parts if part.limit is not None}
    yield Told(rf"while spades count ({cheap}) the dealer must open, one spade loses ({most}) at most")


def _undertaking(variant: Variant) -> Undertaking:
    return _part(variant, Undertaking)


def _part(variant: Variant, kind: type[Part]) -> Part:
    assert isinstance(variant.reckoning, ByLines)
    return next(one for one in variant.reckoning.reckoners if isinstance(one, kind))

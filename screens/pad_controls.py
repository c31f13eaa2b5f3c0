"""The buttons and lists of the score pad: exactly what a game needs, in the order in which people say it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.counting.reckon import BOOK, Penalty
from rules.counting.standing import Standing
from rules.frozen import frozen
from rules.games.all_games import GAMES
from rules.games.penalties import penalties
from rules.games.variant import Variant
from rules.seats import Seat, Side
from rules.sheet.correcting import corrected
from rules.sheet.deals import may_be_doubled, may_call, most_doublings
from rules.sheet.offers import Lies
from rules.sheet.page import Page, SheetView, Written
from rules.strains import Strain
from screens.pad_draft import MOST_VOIDS, NOBODY, Draft, revoke_code, side_code
from screens.pad_presses import Leaf, PadPress
from screens.pad_reckoning import Asked, fitted, lie_code, reckoned_draft
from screens.screen import Button, Offer, Part, Row, Select, Style, rows
from screens.words import pad as words
from screens.words.gamebook import words_of
from screens.words.gamewords import GameWords
from screens.words.speech import ON_PAPER as SPEECH

_STRAINS: Final = (
    Strain.CLUBS,
    Strain.DIAMONDS,
    Strain.HEARTS,
    Strain.SPADES,
    Strain.ROYALS,
    Strain.NO_TRUMPS,
    Strain.MISERE,
)
"""In the order of the buttons."""


@frozen
class Pad:
    """A draft, on the page for which it is meant, and what the game asks of it."""

    view: SheetView
    leaf: Leaf
    draft: Draft
    variant: Variant
    asked: Asked

    @classmethod
    def of(cls, view: SheetView, sheet: str, rubber: int, draft: Draft) -> Pad:
        """A draft, without what the game does not have."""
        variant = GAMES[view.game].stored(view.options)
        draft = fitted(draft, variant)
        return cls(view, Leaf.of(view, sheet, rubber), draft, variant, Asked.of(variant, draft.strain))

    @property
    def page(self) -> Page:
        return self.view.pages[self.leaf.rubber - 1]

    @property
    def deal(self) -> int:
        """The number of the deal that is entered or corrected."""
        return self.draft.deal or len(self.page.deals) + 1

    @property
    def standing(self) -> Standing:
        """The score before the deal."""
        return self.page.deals[self.draft.deal - 1].before if self.draft.deal else self.page.standing

    @property
    def said(self) -> GameWords:
        return words_of(self.view.game)

    def reckoned(self) -> Written:
        """What it comes to. Raises a SheetError."""
        given, told, entries = reckoned_draft(self.draft, self.variant, self.standing)
        if self.draft.deal:
            corrected(self.variant, self.page, self.draft.deal, given)
        after = self.variant.rubber.after(self.standing, entries)
        return Written(told, entries, self.standing, after)

    def button(self, verb: str, what: str, label: str, *, on: bool = False, off: bool = False) -> Button:
        """A button of the pad; that of what is chosen is blue."""
        style = Style.PRIMARY if on else Style.SECONDARY
        return Button(str(PadPress(verb, self.leaf, self.draft, what)), label, style, disabled=off)

    def choice(self, verb: str, prompt: str, offers: tuple[Offer, ...]) -> Select:
        return Select(str(PadPress(verb, self.leaf, self.draft)), prompt, offers)


def turn(pad: Pad) -> Iterator[Button]:
    """The button between what is common and what is rare, where the game has any of that."""
    if pad.draft.more:
        yield pad.button("more", "0", words.BACK())
    elif pad.asked.voids or _penalties(pad) or _callers(pad):
        yield pad.button("more", "1", words.MORE())


# What every deal needs


def common(pad: Pad) -> Iterator[Part]:
    draft, asked, form = pad.draft, pad.asked, pad.asked.form
    if form.bids:
        yield Row(
            tuple(
                pad.button("by", side_code(side), words.declared_by(SPEECH, side), on=draft.by is side)
                for side in Side
            )
        )
        strains = [bid.strain for bid in form.bids]
        if len(set(strains)) < len(strains):
            numbers = sorted({bid.odd for bid in form.bids})
            yield from rows(
                tuple(pad.button("odd", str(odd), str(odd), on=draft.odd == odd) for odd in numbers)
            )
    if not form.trumps_turned:
        yield from rows(_strains(pad))
    if form.doublings:
        yield from rows(_doublings(pad))
    if draft.called is None:
        yield pad.choice("tricks", words.DECLARERS_TRICKS() if form.bids else words.TRICKS(), _tricks(pad))
    if asked.honours.offers:
        aces = draft.strain is Strain.NO_TRUMPS
        weighed = weighed_of(asked.honours)
        prompt = words.ACES() if aces else words.HONOURS()
        yield pad.choice("honours", prompt, _lies(asked.honours, draft.honours, aces=aces, weighed=weighed))
    if asked.aces.offers:
        yield pad.choice(
            "aces", words.ACES(), _lies(asked.aces, draft.aces, aces=True, weighed=weighed_of(asked.aces))
        )


def _strains(pad: Pad) -> tuple[Button, ...]:
    asked = pad.asked
    offered = {bid.strain for bid in asked.form.bids} | set(asked.form.declarations)
    buttons = []
    for one in _STRAINS:
        if one not in offered:
            continue
        bids = [bid for bid in asked.form.bids if bid.strain is one]
        named = pad.said.named(bids[0]) if len(bids) == 1 else None
        label = named or words.strain(one, pad.said.no_trumps)
        button = pad.button("strain", one.letter, label, on=pad.draft.strain is one)
        buttons.append(button._replace(sign=one.trumps))
    return tuple(buttons)


def _doublings(pad: Pad) -> tuple[Button, ...]:
    """Not doubled, once, twice; after that, where the game allows it, once more than now."""
    times, strain = pad.draft.times, pad.draft.strain

    def allowed(number: int) -> bool:
        return strain is None or may_be_doubled(pad.variant, strain, number)

    levels = [0, 1, 2]
    if times >= 2 and most_doublings(pad.variant) is None:
        levels += [times, times + 1] if times > 2 else [times + 1]
    return tuple(
        pad.button(
            "times",
            str(number),
            words.doubled(number, pad.said.doubling),
            on=number == times,
            off=not allowed(number),
        )
        for number in levels
        if number <= 2 or allowed(number)
    )


def _tricks(pad: Pad) -> tuple[Offer, ...]:
    draft, each = pad.draft, pad.variant.dealing.each
    if not pad.asked.form.bids:
        return tuple(_won(draft, each))
    numbers: list[int] = list(range(each, -1, -1))
    if not draft.odd:
        return tuple(
            Offer(str(number), words.tricks_alone(number), chosen=draft.tricks == number)
            for number in numbers
        )
    overs = {number: _over(draft, each, number) for number in numbers}
    numbers.sort(key=lambda number: (overs[number] < 0, abs(overs[number])))
    return tuple(
        Offer(str(number), words.against_bid(number, overs[number]), chosen=draft.tricks == number)
        for number in numbers
    )


def _over(draft: Draft, each: int, tricks: int) -> int:
    """By how many tricks the bid was surpassed; negative if it failed."""
    counted = each - tricks if draft.strain is Strain.MISERE else tricks
    return counted - BOOK - draft.odd


def _won(draft: Draft, each: int) -> Iterator[Offer]:
    """The tricks of the side that won more, and their odd tricks."""
    if each == 2 * BOOK:
        yield Offer(f"N{BOOK}", words.even(BOOK), chosen=draft.tricks == BOOK)
    for side in Side:
        for number in range(BOOK + 1, each + 1):
            chosen = draft.tricks == number and draft.by is side
            label = words.won(SPEECH, side, number, number - BOOK)
            yield Offer(f"{side_code(side)}{number}", label, chosen=chosen)


def weighed_of(lies: Lies) -> int:
    """How many there are, where those of both sides are told."""
    return max((one.count for one in lies.offers), default=0) if lies.offers[-1].count == 0 else 0


def _lies(lies: Lies, code: str, *, aces: bool, weighed: int) -> tuple[Offer, ...]:
    offers = [
        Offer(lie_code(one), words.lie(SPEECH, one, aces=aces, weighed=weighed), chosen=lie_code(one) == code)
        for one in lies.offers
    ]
    if lies.none:
        offers.insert(
            0, Offer(NOBODY, words.NO_ACES() if aces else words.NO_HONOURS(), chosen=code in ("", NOBODY))
        )
    return tuple(offers)


# What is rare


def _penalties(pad: Pad) -> tuple[tuple[Side, Penalty], ...]:
    """The revokes that may be told."""
    declarers = pad.draft.by if pad.asked.form.bids else None
    return tuple((side, one) for side in Side for one in penalties(pad.variant, side, declarers))


def _callers(pad: Pad) -> tuple[Side, ...]:
    """The sides that may call honours at this score."""
    return tuple(side for side in Side if may_call(pad.variant, side, pad.standing))


def rare(pad: Pad) -> Iterator[Part]:
    draft, asked = pad.draft, pad.asked
    if callers := _callers(pad):
        yield Row(
            (
                pad.button("called", "0", words.NO_CALL(), on=draft.called is None),
                *(
                    pad.button("called", side_code(side), words.called(SPEECH, side), on=draft.called is side)
                    for side in callers
                ),
            )
        )
    if draft.called is not None:
        return
    if asked.voids:
        offers = tuple(Offer(seat.letter, SPEECH.seat(seat), chosen=seat in draft.voids) for seat in Seat)
        yield replace(pad.choice("voids", words.VOIDS(), offers), least=0, most=MOST_VOIDS)
    if revocable := _penalties(pad):
        revokes = [Offer(revoke_code(side, one), words.revoke(SPEECH, side, one)) for side, one in revocable]
        yield pad.choice("revoke", words.REVOKES(), (Offer("0", words.NO_REVOKES()), *revokes))

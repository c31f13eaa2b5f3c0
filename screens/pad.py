"""The score pad: one message on which a deal with real cards is entered or corrected by touch.

It asks for exactly what the game needs, in the order in which people say it, and shows what that comes to
before it is written down. It is for the person who opened it alone: the sheet is what all share, and two
pads cannot write the same deal. At a table the phone is handed round with the pad on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.counting.reckon import BOOK, Column, Entry, Penalty, Revoked, Standing
from rules.counting.rubber import gains_in
from rules.frozen import frozen, replace
from rules.games.all_games import GAMES
from rules.games.variant import Variant, penalties, points_of_penalty
from rules.seats import BySeat, Member, Seat, Side, plus
from rules.sheet.deals import Lies, may_be_doubled, may_call, most_doublings, with_correction
from rules.sheet.errors import SheetError
from rules.sheet.page import Page, SheetView, Told, Written
from rules.tricks import Strain
from screens.pad_draft import (
    MOST_DOUBLED,
    MOST_VOIDS,
    NOBODY,
    Choosable,
    Draft,
    Leaf,
    PadPress,
    fitted_draft,
    lie_by_code,
    lie_code,
    missing_parts,
    reckoned_draft,
    revoke_code,
    side_code,
)
from screens.parts import BAIZE, BRASS, GREY, heading, noted, small, text
from screens.scorebook import page_score, reasons
from screens.screen import Boxes, Button, Form, Offer, Part, Row, Screen, Select, Style, rows
from screens.sheets import ScorePress, rubber_lines
from screens.words import pad as words
from screens.words import scorebook as sheet_words
from screens.words import scores
from screens.words.games.all_games import words_of
from screens.words.gamewords import GameWords
from screens.words.names import ON_PAPER as SPEECH
from screens.words.names import Names, bid_at, declared_name, doubling, strain_name
from screens.words.table import TRICKS_TAKEN

_STRAINS: Final = (
    Strain.CLUBS,
    Strain.DIAMONDS,
    Strain.HEARTS,
    Strain.SPADES,
    Strain.ROYALS,
    Strain.NO_TRUMPS,
    Strain.MISERE,
)
"""The strains in the order of their buttons."""


@frozen
class Pad:
    """A draft, on the page for which it is meant, and what the game asks of it."""

    view: SheetView
    leaf: Leaf
    draft: Draft
    variant: Variant
    asked: Choosable

    @classmethod
    def of_draft(cls, view: SheetView, sheet: str, rubber: int, draft: Draft) -> Pad:
        """The pad of a draft, without what the game does not have."""
        variant = GAMES[view.game].variant_of(view.options)
        draft = fitted_draft(draft, variant)
        asked = Choosable.in_strain(variant, draft.strain)
        pad = cls(view, Leaf.of_rubber(view, sheet, rubber), draft, variant, asked)
        if draft.called is None or may_call(variant, draft.called, pad.standing):
            return pad
        return replace(pad, draft=replace(draft, called=None))

    @property
    def current_page(self) -> Page:
        return self.view.pages[self.leaf.rubber - 1]

    @property
    def deal_number(self) -> int:
        """The number of the deal that is entered or corrected."""
        return self.draft.deal or len(self.current_page.deals) + 1

    @property
    def standing(self) -> Standing:
        """The score before the deal."""
        return (
            self.current_page.deals[self.draft.deal - 1].before
            if self.draft.deal
            else self.current_page.standing
        )

    @property
    def game_words(self) -> GameWords:
        return words_of(self.view.game)

    def reckoned(self) -> Written:
        """The deal as it would be written, with its lines. Raises a SheetError."""
        given, told, entries = reckoned_draft(self.draft, self.variant, self.standing)
        if self.draft.deal:
            with_correction(self.variant, self.current_page, self.draft.deal, given)
        after = self.variant.rubber.standing_after(self.standing, entries)
        return Written(told, entries, self.standing, after)

    def button(self, verb: str, what: str, label: str, *, on: bool = False, off: bool = False) -> Button:
        """A button of the pad. It is blue if it stands for what is chosen."""
        style = Style.PRIMARY if on else Style.SECONDARY
        return Button(str(PadPress(verb, self.leaf, self.draft, what)), label, style, disabled=off)

    def choice(self, verb: str, prompt: str, offers: tuple[Offer, ...]) -> Select:
        return Select(str(PadPress(verb, self.leaf, self.draft)), prompt, offers)


def turn(pad: Pad) -> Iterator[Button]:
    """The button between what is common and what is rare, where the game has any of that."""
    if pad.draft.more:
        yield pad.button("more", "0", words.BACK())
    elif pad.asked.voids or _penalties_offered(pad) or _callers(pad):
        yield pad.button("more", "1", words.MORE())


# What every deal needs


def common(pad: Pad) -> Iterator[Part]:
    draft, asked, form = pad.draft, pad.asked, pad.asked.form
    if form.bids:
        yield Row(
            tuple(
                pad.button(
                    "by",
                    side_code(side),
                    words.DECLARED_BY(side=SPEECH.short_side(side)),
                    on=draft.by is side,
                )
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
        yield pad.choice(
            "tricks", words.DECLARERS_TRICKS() if form.bids else words.TRICKS(), _trick_offers(pad)
        )
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
        named = pad.game_words.named(bids[0]) if len(bids) == 1 else None
        label = named or words.strain(one, pad.game_words.no_trumps)
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
        levels += [times] if times > 2 else []
        levels += [times + 1] if times < MOST_DOUBLED else []
    return tuple(
        pad.button(
            "times",
            str(number),
            words.doubled_label(number, pad.game_words.doubling),
            on=number == times,
            off=not allowed(number),
        )
        for number in levels
        if number <= 2 or allowed(number)
    )


def _trick_offers(pad: Pad) -> tuple[Offer, ...]:
    draft, each = pad.draft, pad.variant.dealing.each
    if not pad.asked.form.bids:
        return tuple(_won_offers(draft, each))
    numbers: list[int] = list(range(each, -1, -1))
    if not draft.odd:
        return tuple(
            Offer(str(number), TRICKS_TAKEN(number), chosen=draft.tricks == number) for number in numbers
        )
    overs = {number: _odd_over_bid(draft, each, number) for number in numbers}
    numbers.sort(key=lambda number: (overs[number] < 0, abs(overs[number])))
    return tuple(
        Offer(str(number), words.against_bid(number, overs[number]), chosen=draft.tricks == number)
        for number in numbers
    )


def _odd_over_bid(draft: Draft, each: int, tricks: int) -> int:
    """How many tricks more than the bid were won; negative if it failed."""
    counted = each - tricks if draft.strain is Strain.MISERE else tricks
    return counted - BOOK - draft.odd


def _won_offers(draft: Draft, each: int) -> Iterator[Offer]:
    """The tricks of the side that won more, and their odd tricks."""
    if each == 2 * BOOK:
        yield Offer(f"N{BOOK}", words.EVEN(BOOK), chosen=draft.tricks == BOOK)
    for side in Side:
        for number in range(BOOK + 1, each + 1):
            chosen = draft.tricks == number and draft.by is side
            label = words.WON(side=SPEECH.short_side(side), tricks=TRICKS_TAKEN(number), odd=number - BOOK)
            yield Offer(f"{side_code(side)}{number}", label, chosen=chosen)


def weighed_of(lies: Lies) -> int:
    """How many honours there are, where those of both sides are told; else 0."""
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


def _penalties_offered(pad: Pad) -> tuple[tuple[Side, Penalty], ...]:
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
                    pad.button(
                        "called",
                        side_code(side),
                        words.CALLED(side=SPEECH.short_side(side)),
                        on=draft.called is side,
                    )
                    for side in callers
                ),
            )
        )
    if draft.called is not None:
        return
    if asked.voids:
        offers = tuple(Offer(seat.letter, SPEECH.seat(seat), chosen=seat in draft.voids) for seat in Seat)
        yield replace(pad.choice("voids", words.VOIDS(), offers), least=0, most=MOST_VOIDS)
    if revocable := _penalties_offered(pad):
        revokes = [Offer(revoke_code(side, one), _revoke_told(pad, side, one)) for side, one in revocable]
        yield pad.choice("revoke", words.REVOKES(), (Offer("0", words.NO_REVOKES()), *revokes))


def _revoke_told(pad: Pad, side: Side, penalty: Penalty) -> str:
    points = points_of_penalty(pad.variant, penalty, pad.draft.strain, pad.draft.times)
    return words.revoke(SPEECH, side, penalty, points)


MOST_BOXES: Final = 10
"""Discord's limit for the boxes of a group."""


def rare_form(pad: Pad) -> Form | None:
    """Chicane and revokes as boxes to be ticked, which takes fewer taps than two lists. None where somebody
    may call honours, which takes fewer on the pad itself, and where there are too many revokes."""
    draft, fields = pad.draft, []
    if pad.asked.voids:
        seats = tuple(Offer(seat.letter, SPEECH.seat(seat), chosen=seat in draft.voids) for seat in Seat)
        fields.append(Boxes("voids", words.VOIDS(), seats, MOST_VOIDS))
    if revokes := tuple(_revoke_boxes(pad)):
        fields.append(Boxes("revokes", words.REVOKES(), revokes, len(revokes)))
    if not fields or len(revokes) > MOST_BOXES or draft.called is not None or _callers(pad):
        return None
    return Form(str(PadPress("rare", pad.leaf, draft)), _title(pad), tuple(fields))


def _revoke_boxes(pad: Pad) -> Iterator[Offer]:
    """A box for each revoke that was told and, of each kind, for one more."""
    for side, penalty in _penalties_offered(pad):
        code, label = revoke_code(side, penalty), _revoke_told(pad, side, penalty)
        told = pad.draft.revokes.count(Revoked(side, penalty))
        yield Offer(code, label, chosen=told > 0)
        for number in range(2, told + 2):
            yield Offer(f"{code}{number}", words.ONCE_MORE(what=label), chosen=number <= told)


# The pad


def pad_screen(pad: Pad, names: Names, note: str = "") -> Screen:
    controls = rare(pad) if pad.draft.more else common(pad)
    written, problem = _complete_deal(pad)
    end = [_write_button(pad, ready=written is not None), *turn(pad)]
    end.append(pad.button("drop", "", words.DROP()))
    return Screen(
        (
            text(noted(note), *_head(pad, names)),
            *controls,
            text(_summary(pad), *(_points_lines(pad, written) if written is not None else (problem,))),
            Row(tuple(end)),
        ),
        BRASS if pad.draft.deal else BAIZE,
    )


def _head(pad: Pad, names: Names) -> Iterator[str]:
    yield heading(_title(pad))
    sides = (
        words.partners(SPEECH, side, [names(pad.view.seats.of(seat)) for seat in side.seats]) for side in Side
    )
    yield small(" · ".join(sides))


def _title(pad: Pad) -> str:
    return (words.CORRECTING if pad.draft.deal else words.TITLE)(
        number=pad.deal_number, rubber=pad.leaf.rubber
    )


def _write_button(pad: Pad, *, ready: bool) -> Button:
    label = words.CHANGE(number=pad.deal_number) if pad.draft.deal else words.WRITE()
    press = PadPress("write", pad.leaf, pad.draft)
    return Button(str(press), label, Style.SUCCESS, disabled=not ready)


# What has been chosen, and what it comes to


def _summary(pad: Pad) -> str:
    return " · ".join(_chosen_lines(pad)) or words.NOTHING_CHOSEN()


def _chosen_lines(pad: Pad) -> Iterator[str]:
    draft, asked = pad.draft, pad.asked
    what = _declaration(pad)
    if what:
        yield f"**{what}**"
    if draft.called is not None:
        yield words.CALLED(side=SPEECH.short_side(draft.called))
    if asked.form.bids and draft.by is not None and draft.tricks is None:
        yield words.DECLARED_BY(side=SPEECH.short_side(draft.by))
    if draft.tricks is not None and draft.by is not None:
        yield words.SUMMED_TRICKS(side=SPEECH.short_side(draft.by), tricks=TRICKS_TAKEN(draft.tricks))
    for lies, code, aces in (
        (asked.honours, draft.honours, draft.strain is Strain.NO_TRUMPS),
        (asked.aces, draft.aces, True),
    ):
        lie = lie_by_code(lies, code)
        if lie is not None:
            yield words.lie(SPEECH, lie, aces=aces, weighed=weighed_of(lies))
    if draft.voids:
        yield words.CHICANE(seats=SPEECH.all_of(draft.voids))
    for one in draft.revokes:
        yield _revoke_told(pad, one.side, one.penalty)


def _declaration(pad: Pad) -> str:
    draft, asked, said = pad.draft, pad.asked, pad.game_words
    what = ""
    if asked.form.bids:
        bid = next(
            (one for one in asked.form.bids if (one.odd, one.strain) == (draft.odd, draft.strain)), None
        )
        if bid is not None:
            what = bid_at(bid, said)
        elif draft.strain is not None:
            what = strain_name(draft.strain)
        elif draft.odd:
            what = str(draft.odd)
    elif draft.strain is not None:
        what = declared_name(draft.strain.trumps, said)
    if draft.times:
        doubled = doubling(draft.times, said.doubling)
        return f"{what}, {doubled}" if what else doubled
    return what


def _complete_deal(pad: Pad) -> tuple[Written | None, str]:
    """The deal if it is complete and possible, else the sentence that says what is wrong or missing."""
    lacking = tuple(missing_parts(pad.draft, pad.asked))
    if lacking:
        return None, words.missing(lacking)
    try:
        return pad.reckoned(), ""
    except SheetError as error:
        return None, words.impossible_deal(SPEECH, error, sheet_words.sheet_refusal(SPEECH, error))


def _points_lines(pad: Pad, written: Written) -> Iterator[str]:
    """What the deal brings each side and why, and a game that it wins."""
    yield words.sums(SPEECH, *_brought(written.entries))
    yield from reasons(SPEECH, pad.view, written)
    winner = pad.variant.rubber.game_won_by(written.before, written.entries)
    if winner is not None:
        yield scores.game_won(SPEECH, winner, pad.game_words)


def _brought(entries: tuple[Entry, ...]) -> tuple[int, int]:
    below, above = gains_in(entries, Column.BELOW), gains_in(entries, Column.ABOVE)
    return plus(below, above)


def told_of(pad: Pad) -> Told | None:
    """The deal that the pad would write; None if it could not."""
    try:
        return pad.reckoned().told
    except SheetError:
        return None


# The list of deals, and a deal that is written

LISTED: Final = 25
"""Discord's limit for the lines of a list."""


def pick_screen(view: SheetView, sheet: str, rubber: int, start: int | None = None, note: str = "") -> Screen:
    """The list of the deals of a rubber, from ``start`` on; its last part, if none is given."""
    page, of = view.pages[rubber - 1], words_of(view.game)
    head = (noted(note), heading(words.PICK_TITLE()), small(words.OF_RUBBER(game=of.name, number=rubber)))
    if not page.deals:
        return Screen((text(*head, words.NO_DEALS()),), BRASS)
    start = max(len(page.deals) - LISTED, 0) if start is None else min(start, len(page.deals) - 1)
    leaf, nothing = Leaf.of_rubber(view, sheet, rubber), Draft()
    offers = tuple(
        Offer(
            str(number),
            words.deal_offer(number, sheet_words.what(SPEECH, deal.told, of))[:100],
            scores.tricks_won(SPEECH, *deal.told.tricks),
        )
        for number, deal in list(enumerate(page.deals, 1))[start : start + LISTED]
    )
    buttons: list[Button] = []
    if start:
        before = str(PadPress("list", leaf, nothing, str(max(start - LISTED, 0))))
        buttons.append(Button(before, words.EARLIER()))
    if start + LISTED < len(page.deals):
        after = str(PadPress("list", leaf, nothing, str(start + LISTED)))
        buttons.append(Button(after, words.LATER()))
    buttons.append(Button(str(PadPress("drop", leaf, nothing)), words.DROP()))
    parts: list[Part] = [text(*head), Select(str(PadPress("pick", leaf, nothing)), words.PICK(), offers)]
    return Screen((*parts, Row(tuple(buttons))), BRASS)


def written_screen(view: SheetView, sheet: str, rubber: int, deal: int, names: Names, said: str) -> Screen:
    """A deal that is on the sheet, with its points, the score, and the way to the next."""
    page = view.pages[rubber - 1]
    over = page.ended is not None
    won: list[str] = []
    if page.ended is not None:
        seats, played = BySeat[Member](*view.seats), page.standing.totals
        *won, _ = rubber_lines(SPEECH, page.ended, seats, names, view.game, played)

    def button(verb: str, label: str, style: Style = Style.SECONDARY) -> Button:
        return Button(str(ScorePress(verb, sheet, rubber, page.turn)), label, style)

    row = [button("show", sheet_words.SHEET()), button("correct", words.CORRECT())]
    if not view.closed and page is view.page:
        onwards = ("next", words.NEXT_RUBBER()) if over else ("enter", words.ENTER_NEXT())
        row.insert(0, button(*onwards, Style.PRIMARY))
    return Screen(
        (
            text(heading(said), *reasons(SPEECH, view, page.deals[deal - 1])),
            text(page_score(SPEECH, view, page)),
            *((text(*won),) if won else ()),
            Row(tuple(row)),
        ),
        BRASS if over else BAIZE,
    )


def put_away_screen() -> Screen:
    return Screen((text(words.DROPPED()),), GREY)

"""A score sheet as it stands in its channel, and a whole page of it for somebody who asks.

It is made from a ``SheetView``, which holds nothing but what everybody at the table knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.counting.reckon import Entry
from rules.frozen import replace
from rules.games.all_games import GAMES
from rules.seats import BySeat, Member, Person, Seat, Side
from rules.sheet.page import Page, SheetView, Written
from screens.deck import longest
from screens.moments import best_of_sheet
from screens.parts import BAIZE, BRASS, GREY, heading, small, text
from screens.screen import ROOM, Button, Divider, Part, Picture, Screen, Style, Text, rows
from screens.sheets import ScorePress, in_full, rubber_lines, score_sheet
from screens.words import options as option_words
from screens.words import pad as pad_words
from screens.words import scorebook as words
from screens.words import scores
from screens.words.games.all_games import words_of
from screens.words.gamewords import Held
from screens.words.names import ON_PAPER, Names, Speech

AROUND: Final = 300
"""The characters that are kept for what tells of the deals before and after."""
OPTIONS_SHOWN: Final = 8


def sheet_screen(
    view: SheetView, rubber: int, sheet: str, names: Names, picture: Picture | None = None
) -> Screen:
    """One page as everybody sees it: the score, as a picture if there is one, the last deal line by line, and
    who has confirmed it."""
    if rubber > len(view.pages):
        return Screen((text(words.TAKEN_AWAY()),), GREY)
    speech, page = ON_PAPER, view.pages[rubber - 1]
    parts: list[Part] = [_head(speech, view, page, names)]
    if page.deals:
        parts.append(Divider())
        parts.append(text(*_deal(speech, view, len(page.deals), page.deals[-1])))
    parts.append(_score(page_score(speech, view, page), picture))
    if exact := tuple(in_full(speech, page.standing.totals)):
        parts.append(text(*exact))
    if page.ended is not None:
        parts += [Divider(), text(*_ended(speech, view, page, names))]
    if view.closed:
        parts.append(text(small(words.PAGE_CLOSED())))
    parts += rows(_buttons(view, page, sheet))
    return Screen(tuple(parts), GREY if view.closed else BRASS if page.ended is not None else BAIZE)


def full_screen(
    view: SheetView, rubber: int, names: Names, picture: Picture | None = None, *, first: int | None = None
) -> Screen:
    """A page with every line of its deals: beginning with deal ``first``, or else the last deals that fit."""
    speech, page = ON_PAPER, view.pages[rubber - 1]
    blocks = ["\n".join(_deal(speech, view, number, deal)) for number, deal in enumerate(page.deals, 1)]
    head, score = _head(speech, view, page, names), page_score(speech, view, page)
    ended = text(*_ended(speech, view, page, names)) if page.ended is not None else text()
    room = ROOM - AROUND - sum(map(longest, (head.markdown, score, ended.markdown)))
    start, end = _window([longest(one) for one in blocks], room, first)
    parts: list[Part] = [head]
    if start:
        parts.append(text(small(words.EARLIER(start))))
    if start < end:
        parts.append(text("\n".join(blocks[start:end])))
    if end < len(blocks):
        parts.append(text(small(words.LATER(first=end + 1))))
    parts.append(_score(score, picture))
    if page.ended is not None:
        parts.append(ended)
    return Screen(tuple(parts), BRASS)


def _window(lengths: list[int], room: int, first: int | None) -> tuple[int, int]:
    """Which deals there is room for, by the lengths of their lines."""
    if first is not None:
        start = end = min(max(first - 1, 0), max(len(lengths) - 1, 0))
        while end < len(lengths) and (lengths[end] < room or end == start):
            room -= lengths[end] + 1
            end += 1
        return start, end
    start = len(lengths)
    while start and (lengths[start - 1] < room or start == len(lengths)):
        start -= 1
        room -= lengths[start] + 1
    return start, len(lengths)


def _head(speech: Speech, view: SheetView, page: Page, names: Names) -> Text:
    """The game, the rubber, who sits where, and the options that are not at their defaults."""
    sitting = (
        words.sits(speech, seat, names(view.seats.of(seat)), dummy=seat in view.dummies) for seat in Seat
    )
    chosen = GAMES[view.game].differing(dict(view.options))
    arranged = [option_words.arranged(key, value) for key, value in chosen]
    return text(
        heading(words.TITLE(game=words_of(view.game).name, number=page.number)),
        *sitting,
        *(small(line) for line in arranged[:OPTIONS_SHOWN]),
    )


def _score(said: str, picture: Picture | None) -> Part:
    """As a picture; in words before the first deal, and where pictures cannot be sent."""
    return replace(picture, instead=said) if picture is not None else text(said)


def page_score(speech: Speech, view: SheetView, page: Page) -> str:
    """The score of a rubber as its players would write it down."""
    if not page.deals:
        return words.NOTHING_YET()
    bonus = page.ended.bonus if page.ended is not None else None
    entered = tuple(deal.entries for deal in page.deals)
    return score_sheet(speech, entered, view.law, words_of(view.game), bonus=bonus)


def _deal(speech: Speech, view: SheetView, number: int, deal: Written) -> Iterator[str]:
    """What was declared, the tricks, and each line of the score with its reason, one side after the other."""
    told, of = deal.told, words_of(view.game)
    yield f"**{words.deal_title(speech, number, told, of)}**"
    if told.called is None:
        yield small(scores.tricks_won(speech, told.tricks.ns, told.tricks.ew))
    yield from reasons(speech, view, deal)


def reasons(speech: Speech, view: SheetView, deal: Written) -> Iterator[str]:
    """Each line of the score of a deal with its reason, one side after the other."""
    if not deal.entries:
        yield words.NOTHING_SCORED()
    for side in Side:
        for entry in deal.entries:
            if entry.side is side:
                yield f"- {speech.short_side(side)} {_reason(speech, view, deal, entry)}"


def _reason(speech: Speech, view: SheetView, deal: Written, entry: Entry) -> str:
    of = words_of(view.game)
    told = deal.told
    aces = told.strain is not None and told.strain.trumps is None
    richer, poorer = sorted((told.honours.of(seat) for seat in entry.side.seats), reverse=True)
    line = scores.line(speech, entry, of, held=Held(richer, poorer, aces))
    column = scores.column(entry.column, of)
    return f"{line} · {column}" if column else line


def _ended(speech: Speech, view: SheetView, page: Page, names: Names) -> Iterator[str]:
    """The end of the rubber, and whether it counts, which here depends on the players' confirming it."""
    assert page.ended is not None
    *told, _ = rubber_lines(speech, page.ended, BySeat[Member](*view.seats), names, view.game)
    yield from told
    yield best_of_sheet(view, page, names)
    yield from in_full(speech, page.ended.totals)
    yield small(_counts(view, page, names))


def _counts(view: SheetView, page: Page, names: Names) -> str:
    assert page.ended is not None
    if not view.named:
        return words.NOBODY_TO_ASK()
    if page.rejected:
        return words.rejected(_in_order(view, page.rejected, names))
    if page.ended.uncounted:
        return words.uncounted(page.ended.uncounted, confirmed=page.counted)
    if page.counted:
        return words.COUNTED()
    return words.awaits(_in_order(view, view.named - page.confirmed, names))


def _in_order(view: SheetView, people: frozenset[Person], names: Names) -> list[str]:
    return [names(one) for one in dict.fromkeys(view.seats) if one in people]


def _buttons(view: SheetView, page: Page, sheet: str) -> tuple[Button, ...]:
    """The whole sheet, always; other buttons as the state of the page allows. What is done next comes
    first."""

    def button(verb: str, label: str, style: Style = Style.SECONDARY) -> Button:
        return Button(str(ScorePress(verb, sheet, page.number, page.turn)), label, style)

    show = button("show", words.SHEET())
    if view.closed:
        return (show,)
    last, over = page is view.page, page.ended is not None
    row: list[Button] = []
    if last and not over:
        row.append(button("enter", pad_words.ENTER(), Style.PRIMARY))
    if over and view.named and not page.counted:
        row += [
            button("confirm", words.CONFIRM(), Style.SUCCESS),
            button("reject", words.REJECT(), Style.DANGER),
        ]
    row.append(show)
    if page.deals and not page.counted:
        row.append(button("correct", pad_words.CORRECT()))
    if last and (page.deals or page.number > 1) and not page.counted:
        row.append(button("undo", words.UNDO()))
    if last and over:
        row.append(button("next", pad_words.NEXT_RUBBER(), Style.PRIMARY))
    return tuple(row)

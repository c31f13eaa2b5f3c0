"""A finished deal for the asker alone: trick by trick, as pictures, or with the proof of a fair deal.

The replay shows the hands as they were, who played what, what robots thought and, once the deal has been
analysed, what each card cost. All of its state is in the ids of its buttons, so they work after a restart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from robots.teaching.analysis import Analysis, Loss
from robots.teaching.reasons import Decision
from rules.calls import Bid, CallHonours, Discard, Play, TakeStock
from rules.cards import Card, Hand
from rules.counting.reckon import Column, Entry, Line
from rules.counting.rubber import RubberLaw, RubberResult, gains_in
from rules.deal.dealing import Dealing, TurnedUp
from rules.games.all_games import variant_of
from rules.games.variant import Variant
from rules.record.writing import TRICKS
from rules.seats import BySeat, BySide, Member, RobotMember, Seat, Side, less
from rules.sheet.page import SheetView
from rules.tricks import Trick, winner
from rules.view import FinishedDeal, PublicTable
from screens.analysis import diagram, hands_alt
from screens.buttons import look_button
from screens.deck import face
from screens.parts import BAIZE, CLARET, INK, calls_line, compass, heading, noted, seats_line, small, text
from screens.pictures import charts, four_hands
from screens.pictures.charts import DrawnRow, DrawnRule, DrawnSheet
from screens.presses import Press
from screens.result import come_to, given_by_claim
from screens.screen import Button, Offer, Part, Picture, Row, Screen, Select, Style
from screens.settling import auction_table
from screens.sheets import Entered, beyond, games_of, shortened, standing_after
from screens.why import thoughts
from screens.words import after as words
from screens.words import scores
from screens.words.games.all_games import words_of
from screens.words.gamewords import GameWords
from screens.words.languages import Sentence
from screens.words.names import ON_PAPER, Names, Speech, number
from screens.words.table import ANALYSE, DEAL_NUMBER, played_card

WAITING: Final = Sentence("Many people are asking. Answers that come before yours: {place}.")


def waiting_screen(place: int) -> Screen:
    """To somebody who has to wait until so many others have been answered."""
    return Screen((text(WAITING(place=place)),), INK)


# Trick by trick

ANALYSED: Final = "analyse"
"""What the button that has the deal analysed says in its id."""


def replay_screen(
    deal: FinishedDeal,
    seats: BySeat[Member],
    decisions: Sequence[Decision],
    found: Analysis | None,
    table_id: str,
    names: Names,
    *,
    at: PublicTable,
    step: int = 0,
    note: str = "",
) -> Screen:
    """One trick of the deal, from 1; before the lead at step 0. A step beyond the last trick is the last."""
    speech, of = Speech.at_table(at), words_of(at.game)
    tricks = [trick for trick in deal.tricks if trick.cards]
    step = max(0, min(step, len(tricks)))
    before = tricks[: max(0, step - 1)]
    trick = tricks[step - 1] if step else None
    trumps, awarded = deal.settled.trumps if deal.settled is not None else None, dict(deal.awarded)
    won, all_of_them = _tricks_before(before, deal), max(len(tricks), deal.tricks_decided)
    marked = frozenset(trick.cards) if trick is not None else frozenset[Card]()
    hands = _left(deal, before)
    who = BySeat(*(names(seats.of(one)) for one in Seat))
    robots = any(isinstance(sitting, RobotMember) for sitting in seats)
    parts: list[Part] = [
        text(
            noted(note),
            heading(words.replay_title(deal.number, step, all_of_them)),
            small(f"{come_to(deal, of)} · {words.tricks_so_far(speech, won.ns, won.ew)}"),
        ),
        text(compass(speech, hands, marked=marked), small(seats_line(speech, who))),
    ]
    if trick is None:
        parts += _calls_made(speech, deal, at)
    else:
        thought = {one.place: one for one in decisions if isinstance(one.action, Play)}
        costs = found.course.costs if found is not None and found.course is not None else ()
        first = sum(len(one.cards) for one in before)
        took = awarded.get(step) or winner(trick, trumps) if len(trick.cards) == len(Seat) else None
        for place, (seat, card) in enumerate(trick.by_player(), first):
            told = played_card(face(card), f"**{speech.seat(seat)}**", won=seat is took, led=place == first)
            cost = _cost(costs, place)
            why = thoughts(thought[place], deal, of) if place in thought else iter(())
            parts.append(text(f"{told} · {cost}" if cost else told, *(small(line) for line in why)))
    if step == len(tricks) and (claimed := given_by_claim(speech, deal)):
        parts.append(text(claimed))
    parts += _replay_ways(deal, table_id, step, len(tricks), found, robots=robots)
    return Screen(tuple(parts), INK)


def _left(deal: FinishedDeal, before: Sequence[Trick]) -> BySeat[Hand]:
    """The hands after these tricks."""
    gone: Mapping[Seat, list[Card]] = {one: [] for one in Seat}
    for trick in before:
        for seat, card in trick.by_player():
            gone[seat].append(card)
    hands = deal.held or deal.hands
    return BySeat(*(hands.of(one) - Hand.of(gone[one]) for one in Seat))


def _tricks_before(before: Sequence[Trick], deal: FinishedDeal) -> BySide[int]:
    trumps, awarded = deal.settled.trumps if deal.settled is not None else None, dict(deal.awarded)
    won = BySide(0, 0)
    for place, trick in enumerate(before, 1):
        side = (awarded.get(place) or winner(trick, trumps)).side
        won = won.put(side, won.of(side) + 1)
    return won


def _calls_made(speech: Speech, deal: FinishedDeal, at: PublicTable) -> Iterator[Part]:
    """What was said before play."""
    said = words_of(at.game)
    calls = [one for one in deal.calls if not isinstance(one.call, CallHonours | TakeStock | Discard)]
    if any(isinstance(one.call, Bid) for one in calls):
        yield text(auction_table(speech, calls, said))
    elif calls:
        yield text(calls_line(speech, calls, said))


def _cost(costs: Sequence[Loss], place: int) -> str:
    return words.cost(costs[place].tricks, costs[place].points) if place < len(costs) else ""


def _replay_ways(
    deal: FinishedDeal, table_id: str, step: int, last: int, found: Analysis | None, *, robots: bool
) -> Iterator[Part]:
    """The buttons and the list that lead to other tricks, and the buttons for the analysis and for what
    robots thought."""
    if not last:
        return

    def way_button(to: int, name: str, label: str, *, disabled: bool) -> Button:
        return Button(str(Press("replay", table_id, deal.number, to, name)), label, disabled=disabled)

    yield Row(
        (
            way_button(0, "first", words.FIRST(), disabled=step == 0),
            way_button(max(0, step - 1), "back", words.PREVIOUS(), disabled=step == 0),
            way_button(min(last, step + 1), "forward", words.FORWARD(), disabled=step == last),
            way_button(last, "last", words.LAST(), disabled=step == last),
        )
    )
    offers = tuple(Offer(str(one), words.step_of(one), chosen=one == step) for one in range(last + 1))
    yield Select(str(Press("replay", table_id, deal.number, step, "to")), words.CHOOSE(), offers)
    if found is not None:
        yield text(small(words.COSTS() if found.course is not None else words.NOT_WEIGHED()))
    analyse = (way_button(step, ANALYSED, ANALYSE(), disabled=False),) if found is None else ()
    why = (look_button("why", table_id, deal.number),) if robots else ()
    if analyse or why:
        yield Row((*analyse, *why))


# The proof of a fair deal


FIGURES: Final = "figures"
FILES: Final = "files"
RUBBER: Final = "rubber"
"""What a button asks for beneath a verdict, and beneath what a record holds: the files of one deal, or of the
rubber."""
WIDE: Final = 34
"""Letters of a record that a phone shows in a line."""
BEGINS: Final = 2500
"""Letters that are shown of a record before the play, of the four thousand of a message."""
_BLANKS: Final = re.compile(r"(?<=\S) {2,}|^ {2,}", re.MULTILINE)


def verdict_screen(deal: int, table_id: str, *, sealed: bool, dealt: bool) -> Screen:
    """The finding in a line; what it rests on is behind a button."""
    true = sealed and dealt
    told = words.dealt_as_sealed(deal) if true else words.verified(deal, sealed=sealed, dealt=dealt)
    figures = Button(str(Press("verify", table_id, deal, what=FIGURES)), words.FIGURES())
    return Screen((text(f"{'✅' if true else '❌'} **{told}**"), Row((figures,))), BAIZE if true else CLARET)


def record_screen(
    deals: Sequence[int], record: str, table_id: str, *, has_pbn: bool, whole: bool, clockwise: bool
) -> Screen:
    """What a record holds and how it begins, up to the play of its first deal, before its files are given. In
    a record play always goes ``clockwise``: of a table where it does not, it is said who is called how."""
    about = words.RECORD_FORMS() if has_pbn else words.RECORD_WITHOUT_PBN()
    about = about if clockwise else f"{about} {words.RECORD_TURNED()}"
    before_play, tricks, _ = _BLANKS.sub(" ", record).partition(f"\n{TRICKS}\n")
    lines = (one if len(one) <= WIDE else f"{one[: WIDE - 1]}…" for one in before_play.splitlines())
    begins = "\n".join(lines)  # contre may be said without end
    begins = begins if len(begins) <= BEGINS else f"{begins[: BEGINS - 1]}…"
    shown = begins + (f"{tricks}…" if tricks else "")
    press = Press("record", table_id, deals[-1], what=RUBBER if whole else FILES)
    give = Button(str(press), words.GIVE_FILES(), Style.PRIMARY)
    return Screen((text(f"**{words.record_of(deals)}** {about}", f"```\n{shown}\n```"), Row((give,))), INK)


def verify_screen(
    speech: Speech, deal: FinishedDeal, table_id: str, variant: Variant, *, sealed: bool, dealt: bool
) -> Screen:
    """The finding in a sentence, what it rests on, and a line for the program in the documentation."""
    cutter = deal.dealer.right if deal.cut.by is not None else None
    proof = (
        words.SEALED_AS(seal=f"`{deal.commitment}`"),
        words.cut_at(speech, cutter, deal.cut.at, deal.cut.salt),
        words.SEED_WAS(seed=f"`{deal.seed}`"),
    )
    blind = small(words.BLIND()) if variant.dealing.turned is TurnedUp.BLIND else ""
    chosen = small(words.CHOSEN()) if deal.cut.chosen else ""
    return Screen(
        (
            text(heading(words.VERIFY()), f"**{words.verified(deal.number, sealed=sealed, dealt=dealt)}**"),
            text(*(small(line) for line in proof), chosen),
            text(
                words.CHECK_YOURSELF(),
                f"```python\n{_check_command(deal, table_id, variant.dealing)}\n```",
                blind,
            ),
        ),
        BAIZE if sealed and dealt else CLARET,
    )


def _check_command(deal: FinishedDeal, table_id: str, dealing: Dealing) -> str:
    """The call of ``check`` in docs/how-to/check-a-deal.md. The seats are the engine's."""
    given: list[object] = [
        table_id,
        deal.number,
        deal.dealer.letter,
        deal.commitment,
        deal.seed,
        deal.cut.at,
        deal.cut.salt,
    ]
    called = [_literal(one) for one in given]
    if dealing.each != 13:
        called.append(f"each={dealing.each}")
    if dealing.out:
        ranks = dict.fromkeys(card.rank.letter for card in dealing.out)
        called.append(f'out="{"".join(ranks)}"')
    return f"print(check({', '.join(called)}))"


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


# The hands and the score sheet as pictures

DEALS_DRAWN: Final = 10
"""The most deals on each half of the sheet. Earlier ones are summed up in one row."""
ROWS_AT_END: Final = 10
DEALS_AT_END: Final = 3
"""Of a rubber that is over, so that its message fits a telephone: the most rows of its sheet, and where they
are more, deals on each half. **Picture** draws the whole."""
ALT_TEXT: Final = 1000
"""The most characters of an alternative text; Discord takes 1,024."""


class Pictures(NamedTuple):
    """Two pictures as PNG."""

    hands: bytes
    sheet: bytes


def pictures_of(deal: FinishedDeal, at: PublicTable, ended: RubberResult | None) -> Pictures:
    """Draws both pictures. Takes a tenth of a second."""
    return Pictures(
        four_hands.draw_diagram(diagram(deal, None, at)), charts.drawn_sheet(sheet_of(deal, at, ended))
    )


def pictured_screen(
    deal: FinishedDeal, at: PublicTable, ended: RubberResult | None, drawn: Pictures
) -> Screen:
    speech = Speech.at_table(at)
    sheet_said = _sheet_alt(speech, sheet_of(deal, at, ended))
    hands_said = hands_alt(speech, deal)
    sheet = Picture(f"sheet-{deal.number}.png", drawn.sheet, sheet_said, instead=sheet_said)
    hands = Picture(f"hands-{deal.number}.png", drawn.hands, hands_said, instead=hands_said)
    return Screen(
        (text(heading(words.PICTURE_OF(deal=DEAL_NUMBER(number=deal.number)))), hands, sheet), BAIZE
    )


def _sheet_alt(speech: Speech, sheet: DrawnSheet) -> str:
    rows = [_row_alt(speech, row) for row in sheet.rows]
    return words.sheet_alt(words.SHEET(), [row for row in rows if row])[:ALT_TEXT]


def _row_alt(speech: Speech, row: DrawnRow | DrawnRule) -> str:
    if isinstance(row, DrawnRule):
        return words.THE_LINE() if row.heavy else ""
    return words.sheet_row(speech, row.title, row.left, row.right, row.mark)


def sheet_of(
    deal: FinishedDeal, at: PublicTable, ended: RubberResult | None, *, brief: bool = False
) -> DrawnSheet:
    """The rubber up to this deal as the game's players write it down, or as it ``ended`` with it; ``brief``
    with a row for each game before the last."""
    entered = deal.entered or (deal.entries,)
    law, of = variant_of(at).rubber, words_of(at.game)
    return _ruled(Speech.at_table(at), entered, law, of, ended, brief=brief)


def hands_picture(deal: FinishedDeal, at: PublicTable) -> Picture:
    """The four hands of a deal that is over. Takes a hundredth of a second."""
    alt = hands_alt(Speech.at_table(at), deal)
    return Picture(f"hands-{deal.number}.png", four_hands.draw_diagram(diagram(deal, None, at)), alt)


def rubber_picture(deal: FinishedDeal, at: PublicTable, ended: RubberResult) -> Picture:
    """The sheet of a rubber, which this deal ended: of a long one its last game, and sums of what came
    before. Takes a fiftieth of a second."""
    sheet, speech = sheet_of(deal, at, ended), Speech.at_table(at)
    if sum(isinstance(row, DrawnRow) for row in sheet.rows) > ROWS_AT_END:
        sheet = sheet_of(deal, at, ended, brief=True)
    alt = _sheet_alt(speech, sheet)
    return Picture(f"rubber-{deal.number}.png", charts.drawn_sheet(sheet), alt, instead=alt)


def sheet_picture(view: SheetView, rubber: int) -> Picture | None:
    """The sheet of a rubber with real cards; None before the first deal. Takes a twentieth of a second."""
    page = view.pages[rubber - 1] if rubber <= len(view.pages) else None
    if page is None or not page.deals:
        return None
    entered = tuple(deal.entries for deal in page.deals)
    sheet = _ruled(ON_PAPER, entered, view.law, words_of(view.game), page.ended)
    alt = _sheet_alt(ON_PAPER, sheet)
    return Picture(f"sheet-{rubber}-{page.turn}.png", charts.drawn_sheet(sheet), alt)


def _ruled(
    speech: Speech,
    entered: Entered,
    law: RubberLaw,
    of: GameWords,
    ended: RubberResult | None,
    *,
    brief: bool = False,
) -> DrawnSheet:
    rows = (
        _two_columns(entered, law, of, ended, brief=brief)
        if _counts_deals(law)
        else _by_games(entered, law, of, ended)
    )
    return DrawnSheet((speech.short_side(Side.NS), speech.short_side(Side.EW)), tuple(rows))


def _counts_deals(law: RubberLaw) -> bool:
    """Whether every point of its deals counts for a rubber, and not only its games."""
    return Column.BELOW in law.columns


def _row(of: BySide[int], title: str = "", mark: str = "") -> DrawnRow:
    ns, ew = (number(each) if each or title else "" for each in of)
    return DrawnRow(title, ns, ew, mark)


def _two_columns(
    entered: Entered, law: RubberLaw, of: GameWords, ended: RubberResult | None, *, brief: bool
) -> Iterator[DrawnRow | DrawnRule]:
    """The bonus on top; above the line from the line upwards, below it downwards, with a line under each game
    that was won."""
    most = DEALS_AT_END if brief else DEALS_DRAWN
    above = [(beyond(deal), _scored_for(deal, below=False)) for deal in entered]
    below = (_scored_for(deal, below=True) for deal in entered if any(gains_in(deal, Column.BELOW)))
    totals = standing_after(entered, law).totals
    if ended is not None:
        besides, totals = less(ended.totals, totals), ended.totals
        yield _row(besides, of.consolation if ended.bonus.line is Line.RUBBER else "")
    yield from reversed(_last_rows([(row, title) for row, title in above if any(row)], most))
    yield DrawnRule(heavy=True)
    games = list(games_of(entered, law))
    for place, game in enumerate(games, 1):
        deals = [(row, next(below)) for row in game.deals]
        if brief and place < len(games):
            deals = [(game.score, scores.ROW_OF_GAME(number=place))]
        yield from _last_rows(deals, most)
        if game.won:
            yield DrawnRule()
    if not (games and games[-1].won):
        yield DrawnRule()
    yield _row(totals, scores.ROW_TOTAL())


def _scored_for(deal: Sequence[Entry], *, below: bool) -> str:
    """What the lines of a deal on one side of the line are for; tricks below it are, unless they were
    doubled."""
    return scores.on_pad([one for one in deal if (one.column is Column.BELOW) is below])


def _last_rows(rows: Sequence[tuple[BySide[int], str]], most: int) -> list[DrawnRow]:
    """The last deals, with the earlier ones summed up in the first row."""
    figures = shortened([row for row, _ in rows], most)
    titles = [title for _, title in rows]
    if len(figures) < len(rows):
        titles = [scores.ROW_EARLIER(), *titles[1 - len(figures) :]]
    return [
        DrawnRow(title, *(number(each) if each else "" for each in row))
        for row, title in zip(figures, titles, strict=True)
    ]


def _by_games(
    entered: Entered, law: RubberLaw, of: GameWords, ended: RubberResult | None
) -> Iterator[DrawnRow | DrawnRule]:
    """A row for each game, then the sum."""
    totals = standing_after(entered, law).totals
    for place, game in enumerate(games_of(entered, law), 1):
        mark = of.mark(game.prize.amount) if game.prize is not None else ""
        yield _row(game.score, scores.ROW_OF_GAME(number=place), mark)
    if law.games == 1:
        return
    if ended is not None and any(besides := less(ended.totals, totals)):
        yield _row(besides, scores.ROW_RUBBER())
        totals = ended.totals
    yield DrawnRule()
    yield _row(totals, scores.ROW_POINTS())

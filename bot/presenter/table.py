"""The message at which the whole room looks, for each phase of a table. It shows what a spectator may see."""

from __future__ import annotations

from typing import Final, assert_never

from bot.presenter import buttons
from bot.presenter.lobby import cutting_screen, forming_screen
from bot.presenter.parts import (
    BAIZE,
    BRASS,
    CLARET,
    GREY,
    INK,
    calls_line,
    chairs,
    closing_lines,
    declared_lines,
    faced_text,
    first_of,
    heading,
    last_trick_line,
    noted,
    small,
    text,
    tricks_left,
    unanswered,
)
from bot.presenter.rubbers import rubber_lines
from bot.screen import Button, Part, Row, Screen, Text, rows
from bot.wordings import table as words
from bot.wordings.names import Names
from rules.calls import Action, Content, Declare, Double, Pass
from rules.cards import Suit
from rules.members import Person
from rules.seats import Side
from rules.view import Phase, PublicDeal, SeatView

DECLARATIONS: Final = (*(Declare(suit) for suit in Suit), Declare(None))


def table_screen(view: SeatView, table_id: str, names: Names, *, note: str = "") -> Screen:
    """The table in whatever phase it is. The viewer's own cards, if he has any, are not shown."""
    phase = view.table.phase
    match phase:
        case Phase.FORMING:
            return forming_screen(view, table_id, names, note=note)
        case Phase.CUTTING:
            assert view.table.pack is not None
            body = cutting_screen(view, names)
            acts: tuple[Row, ...] = ()
            looks: tuple[Button, ...] = (buttons.cut_button(table_id, view.table.pack.deal),)
            accent = BRASS
        case Phase.SETTLING:
            assert view.deal is not None
            body, accent = _settling(view, view.deal, names), INK
            acts = buttons.call_buttons(table_id, view.deal, calls_open(view.deal))
            looks = ()
        case Phase.PLAYING:
            assert view.deal is not None
            body, accent = _playing(view, view.deal, names), BAIZE
            acts, looks = _claiming(view, view.deal, table_id)
            if view.deal.claim is not None:
                accent = CLARET
        case Phase.CLOSED:
            return _closed(view, names, note)
        case _:
            assert_never(phase)
    closing = closing_lines(view.table, names)
    return Screen(
        (
            *((text(noted(note)),) if note else ()),
            *body,
            *((text(small(closing)),) if closing else ()),
            *acts,
            *rows((buttons.hand_button(table_id), *looks, *_house(view, table_id))),
        ),
        accent,
    )


def _house(view: SeatView, table_id: str) -> tuple[Button, ...]:
    """The score; a chair to take back; the table to close, where somebody would."""
    rubber = view.table.rubber
    assert rubber is not None
    more = [buttons.score_button(table_id)]
    if any(
        isinstance(owner, Person) and owner != rubber.seats.of(one) for one, owner in rubber.owners.items()
    ):
        more.append(buttons.join_button(table_id, words.TAKE_BACK))
    if view.table.closing:
        more.append(buttons.close_button(table_id))
    return tuple(more)


# The calls


def calls_open(deal: PublicDeal) -> tuple[Action, ...]:
    """What whoever may speak could say, as far as the room can tell."""
    if deal.settled is not None:
        return (Double(), Content())
    return DECLARATIONS if deal.calls else (*DECLARATIONS, Pass())


def _settling(view: SeatView, deal: PublicDeal, names: Names) -> tuple[Part, ...]:
    settled = deal.settled
    if settled is None:
        first = not deal.calls
        title: tuple[str, ...] = (heading(words.declaring(deal.number)),)
        due = words.dealer_speaks(deal.dealer) if first else words.partner_must_declare(deal.dealer.partner)
        below = [small(words.PRICES[view.table.game]), *([small(_cut(view))] if first else [])]
    else:
        title = declared_lines(deal)
        due = words.may_double(deal.may_act, settled.level)
        below = [small(calls_line(deal.calls))]
    return text(*title), text(chairs(view, names)), text(due, *below)


def _cut(view: SeatView) -> str:
    """How the pack was cut, for as long as nobody has spoken."""
    cut, rubber = view.table.cut, view.table.rubber
    assert cut is not None and rubber is not None
    return words.was_cut(rubber.dealer.right, cut.at, by_bot=cut.by is None)


# The play


def _playing(view: SeatView, deal: PublicDeal, names: Names) -> tuple[Part, ...]:
    last = last_trick_line(deal)
    parts: list[Part] = [
        text(*declared_lines(deal)),
        text(chairs(view, names), small(last) if last else ""),
        *(text(faced_text(faced, deal.settled)) for faced in deal.faced if faced.left),
    ]
    if deal.claim is not None:
        claimer = deal.claim.seat
        parts.append(
            text(
                words.claims_rest(claimer, tricks_left(deal)),
                words.claim_waits_for(unanswered(deal)),
            )
        )
    parts.append(_won(view, deal))
    return tuple(parts)


def _won(view: SeatView, deal: PublicDeal) -> Text:
    assert view.table.rubber is not None
    standing = view.table.rubber.standing
    return text(
        *(
            words.side_line(side, deal.won.of(side), standing.below.of(side), standing.games.of(side))
            for side in Side
        )
    )


def _claiming(view: SeatView, deal: PublicDeal, table_id: str) -> tuple[tuple[Row, ...], tuple[Button, ...]]:
    """Answers to a claim that is made; else the last trick, and a claim where the table has them."""
    last = buttons.last_button(table_id, disabled=not deal.tricks)
    if deal.claim is not None:
        return rows(buttons.claim_answers(table_id, deal)), (last,)
    if first_of(view.table.options, "claims") == "off":
        return (), (last,)
    led = any(True for _ in deal.cards_played())
    return (), (last, buttons.claim_button(table_id, deal.number, disabled=not led))


# The end


def _closed(view: SeatView, names: Names, note: str) -> Screen:
    table = view.table
    early = words.CLOSED_EARLY if table.rubber is not None else ""
    parts: list[Part] = [text(noted(note), heading(words.CLOSED), early, small(words.OPEN_ANOTHER))]
    if table.ended is not None and table.ended_seats is not None:
        parts.append(text(*rubber_lines(table.ended, table.ended_seats, names)))
    return Screen(tuple(parts), GREY)

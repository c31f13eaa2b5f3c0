"""The message that everybody in the channel sees, for each phase of a table.

It shows what a spectator may see, and has only what anybody may press. The last trick and the score are shown
to whoever asks, alone.
"""

from __future__ import annotations

from typing import assert_never

from rules.counting.reckon import Line
from rules.frozen import replace
from rules.games.all_games import variant_of
from rules.seats import RobotMember, Seat
from rules.tricks import winner
from rules.view import Phase, PublicDeal, SeatView
from screens import buttons
from screens.brought import brought_parts
from screens.chairs import closing, house_buttons, members_parts, presence
from screens.claims import claim_line, refused_line, waits_for, went_back_line
from screens.deck import face
from screens.lobby import cutting_screen, forming_screen, seating_screen
from screens.out_of_turn import exposure_lines
from screens.parts import (
    BAIZE,
    BRASS,
    CLARET,
    GREY,
    INK,
    faced_text,
    heading,
    noted,
    small,
    speech_to,
    text,
)
from screens.result import come_to, score_parts
from screens.revoke import revoke_lines
from screens.screen import Button, Part, Picture, Row, Screen, rows
from screens.settling import (
    Stage,
    calls_so_far,
    honours_asked,
    score_line,
    settled_lines,
    settling_line,
    settling_title,
    stage,
    turned_line,
    worth_list,
)
from screens.sheets import in_full, rubber_lines, score_sheet
from screens.trick import badge, last_trick_line, seats_list, trick_compass, who_sits
from screens.words import scores
from screens.words import table as words
from screens.words.games.all_games import words_of
from screens.words.languages import language_spoken
from screens.words.names import Names, Speech


def table_screen(
    view: SeatView,
    table_id: str,
    names: Names,
    *,
    note: str = "",
    follows: bool = True,
    picture: Picture | None = None,
    robots_hurry: bool = False,
) -> Screen:
    """The table in whatever phase it is. It does not show the viewer's own cards. While cards are played one
    that does not follow shows only what stays true until the trick is over, and one with a ``picture`` has
    words only for what that does not show. ``robots_hurry`` if many tables wait for robots that think. Its
    buttons are anybody's: who calls or plays does so on their own panel."""
    paper, speech, phase = Speech.at_table(view.table), speech_to(view, names), view.table.phase
    asks: tuple[Part, ...] = ()
    looks: tuple[Button, ...] = ()
    match phase:
        case Phase.FORMING:
            return forming_screen(view, table_id, names, note=note)
        case Phase.SEATING:
            body, accent = seating_screen(paper, view, names), BRASS
        case Phase.CUTTING:
            assert view.table.pack is not None
            body, accent = cutting_screen(paper, view, names), BRASS
        case Phase.SETTLING:
            assert view.deal is not None
            body, accent = _settling(speech, view, view.deal, names), INK
            asks = worth_list(speech, view, table_id) if stage(view) is Stage.BIDDING else ()
        case Phase.PLAYING:
            assert view.deal is not None
            body, accent = _playing(speech, view, view.deal, names, picture), BAIZE
            if not follows and view.deal.claim is None:
                body = _play_parts(speech, view, view.deal, names)
            looks = _looks(view, view.deal, table_id)
            if view.deal.claim is not None:
                accent = CLARET
        case Phase.CLOSED:
            return _closed_screen(paper, view, names, note)
        case _:
            assert_never(phase)
    above, below = presence(view, table_id, names), house_buttons(view, table_id)
    if view.table.brought is not None:
        above = (*above, *brought_parts(view.table, table_id, names))
    if view.table.stands_still:
        asks, looks, accent = (), (), GREY
    return Screen(
        (
            *((text(noted(note)),) if note else ()),
            *above,
            *((text(small(words.ROBOTS_HURRY())),) if robots_hurry and _robots_think(view) else ()),
            *body,
            *asks,
            *rows((buttons.hand_button(table_id), *looks, *below)),
            *members_parts(view, table_id, names),
            *closing(view.table, table_id, names),
        ),
        accent,
    )


def on_pages_screen(table_id: str, deal: int) -> Screen:
    """The table while all who sit there see it on pages."""
    told = text(heading(words.DEAL_NUMBER(number=deal)), small(words.ON_PAGES(button=words.MY_HAND())))
    stands_for = f"{table_id}:pages:{deal} {language_spoken()}"
    return Screen((told, Row((buttons.hand_button(table_id),))), GREY, stands_for)


def _robots_think(view: SeatView) -> bool:
    """Whether somebody plays here who has less time where many tables wait."""
    rubber, easy = view.table.rubber, ("robots", "easy") in view.table.options
    return rubber is not None and not easy and any(isinstance(one, RobotMember) for one in rubber.seats)


# The calls


def _settling(speech: Speech, view: SeatView, deal: PublicDeal, names: Names) -> tuple[Part, ...]:
    bidding = stage(view) is Stage.BIDDING
    said = calls_so_far(speech, view, deal)
    below = []
    if not deal.calls and view.table.brought is None:
        below.append(small(_cut_line(speech, view)))
    elif deal.settled is not None and not bidding:
        below.append(said)
    parts = (
        text(*settling_title(speech, view, deal)),
        text(seats_list(speech, view, names)),
        text(said if bidding else "", settling_line(speech, view, deal), *below),
    )
    return tuple(one for one in parts if one.markdown)


def _cut_line(speech: Speech, view: SeatView) -> str:
    """How the pack was cut, shown until somebody has spoken."""
    cut, rubber = view.table.cut, view.table.rubber
    assert cut is not None and rubber is not None
    return words.was_cut(speech, rubber.dealer.right, cut.at, by_bot=cut.by is None)


# The play


def _playing(
    speech: Speech, view: SeatView, deal: PublicDeal, names: Names, picture: Picture | None
) -> tuple[Part, ...]:
    faced = [text(faced_text(speech, one, deal.settled)) for one in deal.faced if one.left]
    asked, before = honours_asked(speech, deal), last_trick_line(speech, deal)
    on_table = trick_compass(speech, view, deal, names if picture is None else None)
    laid = (
        text(*settled_lines(speech, view, deal)),
        text(on_table, asked, before) if picture is None else text(on_table),
        *faced,
        text(score_line(speech, view)),
    )
    parts: list[Part]
    if picture is None:
        parts = [one for one in laid if one.markdown]
    else:
        rubber = view.table.rubber
        assert rubber is not None
        sat = [small(f"{badge(speech, one)} {who}") for one, who in who_sits(rubber, names).items()]
        parts = [
            replace(picture, instead="\n\n".join(one.markdown for one in laid)),
            text(*sat, turned_line(speech, deal), asked, before),
        ]
    if deal.claim is not None:
        claim = claim_line(speech, deal.claim, deal.tricks_left)
        parts.append(text(claim, waits_for(speech, deal.claim)))
    if about := _about(speech, view, deal):
        parts.append(text(*about))
    return tuple(parts)


def _about(speech: Speech, view: SeatView, deal: PublicDeal) -> list[str]:
    """What was said and done about claims, revokes and cards out of turn that still matters."""
    about = [refused_line(speech, deal.refused)] if deal.refused is not None else []
    if deal.back is not None:
        about.append(went_back_line(speech, deal.back))
    if deal.revoke is not None:
        about += revoke_lines(speech, view, deal, deal.revoke)
    if deal.out_of_turn is not None:
        about += exposure_lines(speech, deal, deal.out_of_turn)
    return about


def _play_parts(speech: Speech, view: SeatView, deal: PublicDeal, names: Names) -> tuple[Part, ...]:
    """The play as it stood after the last trick."""
    rests = text(*_about(speech, view, deal), score_line(speech, view), small(words.TABLE_RESTS()))
    return (
        text(*settled_lines(speech, view, deal)),
        text(trick_compass(speech, view, deal, names, follows=False)),
        rests,
    )


def _looks(view: SeatView, deal: PublicDeal, table_id: str) -> tuple[Button, ...]:
    """What anybody may look at."""
    looks = [buttons.last_button(table_id, disabled=not deal.tricks)]
    if deal.settled is not None and deal.settled.bid is not None:
        looks.append(buttons.worth_button(table_id, deal))
    return tuple(looks)


def is_pictured(view: SeatView) -> bool:
    """Whether the members have arranged a picture, and there is something to draw."""
    return view.table.as_picture and view.table.phase is Phase.PLAYING


# The end


def _closed_screen(speech: Speech, view: SeatView, names: Names, note: str) -> Screen:
    table = view.table
    early = words.CLOSED_EARLY() if table.rubber is not None else ""
    parts: list[Part] = [text(noted(note), heading(words.CLOSED()), early, small(words.OPEN_ANOTHER()))]
    ended, seats = table.ended, table.ended_seats
    if ended is not None and seats is not None and ended.bonus.line is Line.UNFINISHED:
        played = table.last.after.totals if table.last is not None else None
        told = rubber_lines(speech, ended, seats, names, table.game, played)
        parts.append(text(*told))  # it has no result above
    return Screen(tuple(parts), GREY)


def last_trick_screen(view: SeatView, names: Names) -> Screen:
    """The last trick, card by card; between deals that of the deal before."""
    table, deal = view.table, view.deal
    speech = speech_to(view)
    seats = table.rubber.seats if table.rubber is not None else table.ended_seats
    of = deal if deal is not None else table.last
    tricks = [trick for trick in of.tricks if len(trick.cards) == len(Seat)] if of is not None else []
    if of is None or of.settled is None or seats is None or not tricks:
        return Screen((text(words.NO_TRICK_YET()),), BAIZE)
    took = winner(tricks[-1], of.settled.trumps)
    lines = [heading(words.TRICK_NUMBER(deal=of.number, trick=len(tricks)))]
    for one, card in tricks[-1].by_player():
        who = f"{badge(speech, one)} {names(seats.of(one))}"
        lines.append(words.played_card(face(card), who, won=one is took, led=one is tricks[-1].leader))
    return Screen((text(*lines),), BAIZE)


def score_screen(view: SeatView, names: Names) -> Screen:
    """The rubber so far, the score of the last deal line by line, and the seal of the pack in play."""
    table = view.table.at_last_rubber
    speech = Speech.at_table(table)
    law, of = variant_of(table).rubber, words_of(table.game)
    parts: list[Part] = []
    if table.rubber is not None:
        score = score_sheet(speech, table.rubber.entered, law, of)
        parts.append(text(heading(scores.SCORE()), score, *in_full(speech, table.rubber.standing.totals)))
    elif table.ended is not None and table.ended_seats is not None:
        played = table.last.after.totals if table.last is not None else None
        parts.append(text(*rubber_lines(speech, table.ended, table.ended_seats, names, table.game, played)))
        if table.last is not None:
            parts.append(text(score_sheet(speech, table.last.entered, law, of, ended=table.ended)))
        parts += [text(*lines)] if (lines := list(in_full(speech, table.ended.totals))) else []
    else:
        return Screen((text(scores.NOTHING_SCORED()),), BRASS)
    if table.last is not None:
        title = scores.RESULT_OF(
            deal=words.DEAL_NUMBER(number=table.last.number), declaration=come_to(table.last, of)
        )
        parts += [text(f"**{title}**"), *score_parts(speech, table.last, table)]
    if table.pack is not None and table.brought is None:
        parts.append(
            text(small(words.SEALED_IN_FULL(number=table.pack.deal, seal=f"`{table.pack.commitment}`")))
        )
    return Screen(tuple(parts), BRASS)

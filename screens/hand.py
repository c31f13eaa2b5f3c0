"""A player's own panel: the cards, the trick, and what the player may do now.

A player of two hands has both on it. It is made for one seat, and shown to nobody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from robots.player import has_to_act
from rules.calls import PLAYS, CallHonours, Double, Pass, Play
from rules.cards import Card, Hand
from rules.counting.reckon import BOOK
from rules.seats import Seat
from rules.view import May, OwnHand, Phase, PublicDeal, SeatView
from screens import buttons, claims, revoke
from screens import out_of_turn as penalty_words
from screens.deck import face
from screens.newcomers import OFFER as HINTS_OFFER
from screens.newcomers import hints_offer, what_now
from screens.out_of_turn import exposure_lines, surely_paid
from screens.out_of_turn import own_buttons as penalty_buttons
from screens.parts import (
    BAIZE,
    BRASS,
    CLARET,
    GREY,
    INK,
    faced_text,
    faces,
    heading,
    in_line,
    noted,
    small,
    speech_to,
    text,
)
from screens.revoke import own_buttons, revoke_lines
from screens.revoke import task as task_of_revokes
from screens.screen import ROW_SIZE, Button, Part, Row, Screen, Style, Undrawn, rows
from screens.settling import (
    Stage,
    bids_made,
    calls_so_far,
    honours_asked,
    prices,
    ranking_note,
    score_line,
    settled_in_short,
    settling_line,
    settling_title,
    stage,
    turned_line,
    worth_list,
)
from screens.standing import between_screen
from screens.table_picture import own_picture
from screens.trick import seats_list, trick_compass, turn_line
from screens.words import calls as call_words
from screens.words import evenings as evening_words
from screens.words import table as words
from screens.words.games.all_games import words_of
from screens.words.languages import language_spoken
from screens.words.names import Names, Speech, suit_inside

OWN_TURN: Final = {Phase.SEATING: BRASS, Phase.CUTTING: BRASS, Phase.SETTLING: INK, Phase.PLAYING: BAIZE}
"""The colour of a player's panel at their turn; it is grey otherwise, and never the only sign of that."""


def hand_screen(
    view: SeatView,
    table_id: str,
    names: Names,
    *,
    note: str = "",
    news: str = "",
    room: str = "",
    level: int | None = None,
    marked: Card | None = None,
    newcomer: bool = False,
    called: Names | None = None,
) -> Screen:
    """The panel of the viewer, in whatever phase the table is. ``room`` mentions the table's channel;
    ``level`` is that of the bids that the viewer has opened, ``marked`` a card that they have tapped once, to
    play it with a second tap. ``news`` is what the last deal came to from
    their side, which stands there until somebody has called in the next. A ``newcomer`` has not sat through a
    deal yet. With ``called``, which gives names in plain letters, the table is a picture while cards are
    played."""
    speech = speech_to(view, names)
    viewer, deal, own = view.viewer, view.deal, view.own
    news = news if deal is None or not (deal.calls or deal.playing) else ""
    above = "\n".join(line for line in (noted(note), news) if line)
    if viewer is None or deal is None or own is None:
        where = "\n".join(line for line in (above, small(room) if room else "") if line)
        return _waiting(speech, view, table_id, names, where, newcomer=newcomer)
    level = _open_level(view, level)
    guide = what_now(view, deal, viewer, speech) if newcomer else ""
    lies, cards = _hand_parts(speech, view, table_id, deal, viewer, own, marked)
    picture = None
    if called is not None and deal.playing:
        shown = (
            trick_compass(speech, view, deal, names),
            score_line(speech, view, scored=True),
            _settled_line(speech, view, deal, ""),
            lies,
        )
        picture, lies = own_picture(view, deal, called, "\n".join(filter(None, shown))), ""
    first = _task_parts(speech, view, deal, viewer, names, above, room, level, marked, guide, picture)
    if lies:
        cards = (text(lies), *cards)
    accent = OWN_TURN[view.table.phase] if viewer in deal.may_act else GREY
    more = own_controls(speech, view, table_id, level)
    return Screen((*first, *cards, *more), accent if deal.claim is None else CLARET)


def own_controls(speech: Speech, view: SeatView, table_id: str, level: int | None = None) -> tuple[Part, ...]:
    """All that the viewer, who has cards, may press besides them."""
    deal, own = view.deal, view.own
    assert deal is not None and own is not None
    hints = view.table.gives_hints and has_to_act(view)
    hint = (buttons.hint_button(table_id, deal.number),) if hints else ()
    if May.TAKE_BACK in view.may:
        hint = (*hint, claims.take_back_button(table_id, deal))
    if deal.playing:
        return rows((*_acts(view, table_id, deal), *hint))
    parts = _call_parts(speech, view, table_id, deal, own, _open_level(view, level))
    return _with_buttons(hint, parts)


def _open_level(view: SeatView, level: int | None) -> int | None:
    """The level of the bids that the viewer has opened, if it has any, and all are too many to show."""
    if level is None:
        return None
    open_bids = bids_made(view.options)
    is_open = not buttons.few(open_bids) and any(bid.odd == level for bid in open_bids)
    return level if is_open else None


def resting_screen(
    view: SeatView,
    table_id: str,
    names: Names,
    *,
    as_of: int,
    room: str,
    news: str = "",
    note: str = "",
    newcomer: bool = False,
) -> Screen:
    """The panel of the viewer while it does not follow the play: nothing on it is made untrue by the next
    call or card. ``as_of`` is in seconds since 1970, ``news`` what the last deal came to from their side. It
    need not be replaced before the next hands are dealt: it says of when it is, and replacing it would count
    towards the bot's calls."""
    speech = speech_to(view, names)
    viewer, deal, own = view.viewer, view.deal, view.own
    above = "\n".join(line for line in (noted(note), news) if line)
    if viewer is None or view.table.rubber is None or view.table.phase is Phase.CLOSED:
        where = "\n".join(line for line in (above, small(room) if room else "") if line)
        return _waiting(speech, view, table_id, names, where, newcomer=newcomer)
    stamp = small(words.RESTING(time=f"<t:{as_of}:R>", channel=room, button=words.MY_HAND()))
    button = Row((buttons.hand_button(table_id)._replace(style=Style.SECONDARY),))  # nothing is waited for
    if deal is not None and own is not None:
        number, dealt = deal.number, own.dealt
        body = text(above, f"**{words.OWN_CARDS()}**", in_line(own.left, None), stamp)
    else:
        body = text(above, heading(words.OWN_CARDS()), stamp)
        last = view.table.last
        number, dealt = (0, Hand()) if last is None else (last.number, (last.held or last.hands).of(viewer))
    stands_for = f"{table_id} resting {number} {viewer} {room} {dealt.bits} {language_spoken()}{note}"
    return Screen((body, button), GREY, stands_for)


def on_page_screen(table_id: str) -> Screen:
    """The panel of somebody who sees the table on a page. It has no cards, so that none is untrue."""
    button = Row((buttons.hand_button(table_id)._replace(style=Style.SECONDARY),))
    stands_for = f"{table_id}:page:{language_spoken()}"
    return Screen((text(small(words.ON_YOUR_PAGE(button=words.MY_HAND()))), button), GREY, stands_for)


def _choosing_seats(
    speech: Speech, view: SeatView, viewer: Seat, table_id: str, names: Names, above: str
) -> Screen:
    """The panel of somebody who sits at a table at which who cut lowest chooses a seat."""
    rubber = view.table.rubber
    assert rubber is not None
    lowest, yours, paper = rubber.dealer, May.CHOOSE_SEAT in view.may, Speech.at_table(view.table)
    body = text(
        above,
        heading(words.OWN_CARDS()),
        seats_list(paper if yours else speech, view, names),
        words.CHOICE_OF_SEATS(seat=paper.seat(lowest), player=names(rubber.seats.of(lowest))),
    )
    acts = rows(buttons.seat_buttons(table_id, view.table.deals, paper)) if yours else ()
    return Screen((body, *acts), BRASS if yours else GREY)


def _waiting(
    speech: Speech, view: SeatView, table_id: str, names: Names, above: str, *, newcomer: bool = False
) -> Screen:
    """The panel of somebody who holds no cards."""
    table, viewer = view.table, view.viewer
    if table.phase is Phase.CLOSED:
        at = table.evening
        return Screen(
            (
                text(
                    above,
                    evening_words.TABLE_OVER_HERE(table=at.table) if at is not None else words.PANEL_CLOSED(),
                ),
            ),
            GREY,
        )
    if table.rubber is None:
        offer = hints_offer(table, table_id) if newcomer else None
        told = text(above, words.NO_RUBBER(), small(HINTS_OFFER()) if offer is not None else "")
        return Screen((told, *((Row((offer,)),) if offer is not None else ())), GREY, silent=True)
    if viewer is None:
        return Screen((text(above, words.NOT_SEATED()),), GREY)
    if table.result_stands:
        return between_screen(view, table.rubber.seats.of(viewer), table_id, names, above=above)
    if table.pack is None:
        return _choosing_seats(speech, view, viewer, table_id, names, above)
    yours = May.CUT in view.may
    body = text(
        above,
        heading(words.OWN_CARDS()),
        seats_list(speech, view, names),
        words.CUT_YOURS() if yours else words.WAITING_FOR_CUT(seat=speech.seat(table.pack.cutter)),
        small(words.sealed(table.pack.commitment) if yours else words.BETWEEN_DEALS()),
    )
    acts = rows((buttons.cut_button(table_id, table.pack.deal),)) if yours else ()
    return Screen((body, *acts), BRASS if yours else GREY)


# What is on the panel


def _task_parts(
    speech: Speech,
    view: SeatView,
    deal: PublicDeal,
    viewer: Seat,
    names: Names,
    above: str,
    room: str,
    level: int | None,
    marked: Card | None,
    guide: str,
    picture: Undrawn | None,
) -> tuple[Part, ...]:
    """What is to be done now, then what has been settled or said and who sits where; while cards are played
    the trick stands above that, in words or as this ``picture``."""
    put_out = view.own.put_out if view.own is not None else ()
    can_play = marked is not None and (PLAYS[marked.index] in view.options or May.OUT_OF_TURN in view.may)
    ranking = ranking_note(view, deal) if Double() in view.options else ""
    task = own_task(speech, view, deal, viewer, level, turn=True)
    if deal.playing:
        table: tuple[str, ...] = (
            (small(room) if room else "",)
            if picture is not None
            else (
                trick_compass(speech, view, deal, names),
                score_line(speech, view, scored=True),
                _settled_line(speech, view, deal, room),
            )
        )
        table = (*table, turned_line(speech, deal))
    else:
        top = settling_title(speech, view, deal)
        table = (
            small(room) if room else "",
            *top,
            calls_so_far(speech, view, deal),
            seats_list(speech, view, names),
        )
    begins = (above, task if deal.playing and task not in above else "")
    rest = (
        *table,
        *said_lines(speech, view, deal, viewer),
        small(call_words.YOU_PUT_OUT(cards=faces(put_out))) if put_out else "",
        task if not deal.playing else "",
        small(guide) if guide else "",
        words.MARKED(card=face(marked)) if marked is not None and can_play else "",
        small(ranking) if ranking else "",
    )
    if picture is None:
        return (text(*begins, *rest),)
    return tuple(one for one in (text(*begins), picture, text(*rest)) if one is picture or one != text())


def said_lines(speech: Speech, view: SeatView, deal: PublicDeal, viewer: Seat) -> tuple[str, ...]:
    """What was said and done that still matters."""
    return (
        honours_asked(speech, deal),
        *(revoke_lines(speech, view, deal, deal.revoke) if deal.revoke is not None else ()),
        *(exposure_lines(speech, deal, deal.out_of_turn) if deal.out_of_turn is not None else ()),
        claims.refused_line(speech, deal.refused) if deal.refused is not None else "",
        claims.went_back_line(speech, deal.back) if deal.back is not None else "",
        small(claims.LIES_OPEN()) if deal.laid_open(viewer) else "",
    )


def _settled_line(speech: Speech, view: SeatView, deal: PublicDeal, room: str) -> str:
    """What is played, small: it does not change any more; and where everybody sees it."""
    assert deal.settled is not None
    played = settled_in_short(speech, deal.settled, view.table.game)
    return small(f"{played} · {room}" if room else played)


def own_task(
    speech: Speech,
    view: SeatView,
    deal: PublicDeal,
    viewer: Seat,
    level: int | None = None,
    *,
    turn: bool = False,
) -> str:
    """What the viewer may do, or for whom the table waits; whose ``turn`` it is to play if that is asked."""
    if deal.claim is not None:
        return _claim_task(speech, view, deal)
    if deal.revoke is not None and (about := task_of_revokes(speech, view, deal)):
        return about
    if not deal.playing:
        return _call_task(speech, view, deal, level)
    player = deal.settled.player_of(viewer) if deal.settled is not None else viewer
    if player is not viewer:
        return words.YOU_ARE_DUMMY(seat=speech.seat(player))
    others = turn_line(speech, deal) if turn else ""
    lines = [_card_task(speech, view, deal, viewer) or others]
    if May.OUT_OF_TURN in view.may:
        lines.append(small(penalty_words.NOT_YOUR_TURN()))
    if CallHonours() in view.options:
        lines.append(small(call_words.MAY_CALL_HONOURS()))
    return "\n".join(filter(None, lines))


def _card_task(speech: Speech, view: SeatView, deal: PublicDeal, viewer: Seat) -> str:
    hand = deal.hand_due
    assert hand is not None and deal.trick is not None
    led = deal.trick.led
    plays = [option for option in view.options if isinstance(option, Play)]
    if not plays:
        return ""  # the turn is another's
    pays = (
        surely_paid(deal, deal.out_of_turn, [play.card for play in plays])
        if deal.out_of_turn is not None
        else None
    )
    if pays is not None:
        return penalty_words.PAYS() if pays else penalty_words.TO_PAY()
    if led is None:
        return words.YOU_LEAD() if hand is viewer else words.YOU_LEAD_FROM()
    if deal.revoke is not None and hand is viewer:
        return revoke.LED(suit=suit_inside(led))
    follows = all(play.card.suit is led for play in plays)
    if hand is viewer:
        return (words.YOU_FOLLOW if follows else words.YOU_ARE_VOID)(suit=suit_inside(led))
    return (words.YOU_FOLLOW_FROM if follows else words.DUMMY_IS_VOID)(suit=suit_inside(led))


def _claim_task(speech: Speech, view: SeatView, deal: PublicDeal) -> str:
    assert deal.claim is not None
    claim = claims.claim_line(speech, deal.claim, deal.tricks_left)
    if May.ANSWER_CLAIM in view.may:
        return f"{claim}\n{claims.your_answer(deal.claim)}"
    return f"{claim}\n{claims.waits_for(speech, deal.claim)}"


def _call_task(speech: Speech, view: SeatView, deal: PublicDeal, level: int | None) -> str:
    said = words_of(view.table.game)
    if May.PUT_OUT in view.may:
        return call_words.YOUR_DISCARD(deal.to_put_out)
    if not view.options:
        return settling_line(speech, view, deal)
    may_double, may_pass = Double() in view.options, Pass() in view.options
    open_calls = [call for call in view.options if not isinstance(call, Play)]
    named = [own for call in open_calls if (own := said.named(call)) is not None]
    match stage(view):
        case Stage.DECLARING:
            return f"{call_words.your_declaration(may_pass=may_pass)}\n{small(call_words.ODD_TRICK_PRICES())}"
        case Stage.DOUBLING:
            assert deal.settled is not None
            return call_words.your_doubling(deal.settled.level, may_double=may_double, said=said.doubling)
        case Stage.BIDDING if level is not None:
            return call_words.YOUR_DENOMINATION(number=level, tricks=BOOK + level)
        case Stage.BIDDING if len(named) == len(view.options):
            return call_words.your_named_call(named)
        case Stage.BIDDING:
            doubled = deal.settled is not None and deal.settled.level > 0
            double = said.doubling.again if doubled else said.doubling.once
            return call_words.your_call(
                bid=bool(bids_made(view.options)), double=double if may_double else "", may_pass=may_pass
            )
        case Stage.RUFFING:
            return call_words.YOUR_RUFF(deal.stock) if may_pass else call_words.YOUR_STOCK(deal.stock)
        case _:
            return settling_line(speech, view, deal)


def _hand_parts(
    speech: Speech,
    view: SeatView,
    table_id: str,
    deal: PublicDeal,
    viewer: Seat,
    own: OwnHand,
    marked: Card | None,
) -> tuple[str, tuple[Part, ...]]:
    """What lies open and the viewer's own cards; and a button for each card that may be played now."""
    trumps = deal.settled.trumps if deal.settled is not None else None
    plays = [option.card for option in view.options if isinstance(option, Play)]
    out_of_turn = not plays and May.OUT_OF_TURN in view.may
    can_play, playable = bool(plays) or out_of_turn, own.left if out_of_turn else Hand.of(plays)
    lines = [
        faced_text(speech, one, deal.settled, left)
        for one in deal.faced
        if one.seat is not viewer and (left := one.left - playable)
    ]
    if rest := own.left - playable:
        at_turn = can_play or viewer in deal.may_act  # when there is enough to read
        title = "" if at_turn else f"**{words.OWN_CARDS()}**\n"
        lines.append(title + in_line(rest, trumps))
    lies = "\n".join(lines)
    if not can_play:
        return lies, ()
    return lies, buttons.card_buttons(
        table_id, deal, playable, trumps, marked=marked, out_of_turn=out_of_turn
    )


def _with_buttons(more: Sequence[Button], parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """These parts and some more buttons, in the last row if there is room."""
    if not more:
        return parts
    *before, last = parts or (Row(()),)
    if isinstance(last, Row) and len(last.buttons) + len(more) <= ROW_SIZE:
        return (*before, Row((*last.buttons, *more)))
    return (*parts, *rows(tuple(more)))


def _call_parts(
    speech: Speech, view: SeatView, table_id: str, deal: PublicDeal, own: OwnHand, level: int | None
) -> tuple[Part, ...]:
    """What the viewer may say before play, or the list of cards to put out."""
    if May.PUT_OUT in view.may:
        return (buttons.discard_list(table_id, deal, own.left),)
    calls: tuple[Part, ...] = buttons.call_buttons(
        table_id,
        deal,
        view.options,
        words_of(view.table.game),
        prices=prices(view, view.options),
        level=level,
    )
    if stage(view) is not Stage.BIDDING:
        return calls
    offered = [bid for bid in bids_made(view.options) if level in (None, bid.odd)]
    if level is None and not buttons.few(offered):
        offered = []
    return (*calls, *worth_list(speech, view, table_id, offered))


def _acts(view: SeatView, table_id: str, deal: PublicDeal) -> tuple[Button, ...]:
    """The buttons for all but playing cards, the most urgent first. The last trick is on the panel itself."""
    acts: list[Button] = []
    if May.ANSWER_CLAIM in view.may:
        acts += buttons.claim_answers(table_id, deal)
    elif deal.claim is None:
        acts += own_buttons(view, deal, table_id) if deal.revoke is not None else ()
        acts += penalty_buttons(view, deal, table_id) if deal.out_of_turn is not None else ()
    if CallHonours() in view.options:
        acts.append(buttons.honours_button(table_id, deal))
    if May.CLAIM in view.may:
        acts.append(buttons.claim_button(table_id, deal.number))
    return tuple(acts)

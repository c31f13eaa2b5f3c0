"""More leaks made on purpose, in what few outputs carry: records, pictures, alerts, claims, errors and flags.

As those of ``planted``; they are found by the same tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType, SimpleNamespace
from typing import Any, Final

from markupsafe import Markup

from bot.discord_api import layout
from bot.errors import AppRefused, AppWhy
from bot.evenings import steward
from bot.messages import drawing, evening_board
from bot.privacy import Privacy
from bot.tables import open_table, past_deals, robots
from bot.tables.open_table import OpenTable
from cogs import errors, evening, play, standings
from rules.record import writing
from rules.seats import Seat
from rules.table import decide
from rules.view import SeatView
from screens import hand, revoke, settling, table_picture, why
from screens.screen import Divider, Picture, Screen, Select, Style, Text, Undrawn
from tests.leaks.planted import ACE, TRUTH, Patch, changed_buttons, holder, left, redrawn
from web import shown
from web.sheet import Offered
from web.shown import Cloth, cloth_of


def strong() -> bool:
    """Whether the ace of spades is in the hand of one side and not of the other: each observer has two seats
    of which they cannot know it."""
    return holder(ACE) in (Seat.NORTH, Seat.EAST)


def spades(seat: Seat) -> int:
    return len(left(seat).suit(ACE.suit))


# What a message is, beside what it shows.


def a_message_that_rings_if_a_hand_is_strong(patch: Patch) -> None:
    redrawn(patch, "table_screen", lambda screen: replace(screen, silent=strong()))


def somebody_pinged_if_a_hand_is_strong(patch: Patch) -> None:
    redrawn(patch, "alert_screen", lambda screen: replace(screen, pings=None if strong() else 7))


def a_message_that_is_edited_though_it_shows_the_same(patch: Patch) -> None:
    redrawn(patch, "score_screen", lambda screen: replace(screen, identity=f"score {strong()}"))


def a_line_more_between_the_parts(patch: Patch) -> None:
    def parted(screen: Screen) -> Screen:
        return replace(screen, parts=(*screen.parts, *([Divider()] if strong() else [])))

    redrawn(patch, "last_trick_screen", parted)


def a_card_that_would_win_in_another_colour(patch: Patch) -> None:
    def coloured(one: Any) -> Any:
        return one._replace(style=Style.SUCCESS if spades(Seat.EAST) > spades(Seat.WEST) else one.style)

    redrawn(patch, "hand_screen", lambda screen: changed_buttons(screen, coloured))


def a_letter_more_in_the_id_of_a_button(patch: Patch) -> None:
    def named(one: Any) -> Any:
        return one._replace(id=one.id + ":" + "x" * spades(Seat.NORTH))

    redrawn(patch, "table_screen", lambda screen: changed_buttons(screen, named))


def as_of_a_time_that_counts_trumps(patch: Patch) -> None:
    draw = drawing.resting_screen  # type: ignore[attr-defined]

    def drawn(*given: Any, as_of: int, **named: Any) -> Screen:
        return draw(*given, as_of=as_of + spades(Seat.WEST), **named)

    patch(drawing, "resting_screen", drawn)


def a_card_in_the_plain_text_of_a_refused_message(patch: Patch) -> None:
    parts = layout.plain_components

    def told(screen: Screen) -> list[layout.Component]:
        first, *others = parts(screen)
        return [{**first, "content": f"{first['content']} {left(Seat.NORTH).text}"}, *others]

    patch(layout, "plain_components", told)


# Pictures.


def _other_picture(patch: Patch, change: Callable[[Picture], Picture]) -> None:
    draw = drawing.table_picture  # type: ignore[attr-defined]
    patch(drawing, "table_picture", lambda view, *style: change(draw(view, *style)))


def a_file_named_after_a_hand(patch: Patch) -> None:
    _other_picture(patch, lambda one: replace(one, name=f"table-{spades(Seat.WEST)}{spades(Seat.EAST)}.png"))


def bytes_after_the_end_of_a_picture(patch: Patch) -> None:
    _other_picture(patch, lambda one: replace(one, png=one.png + left(Seat.EAST).text.encode()))


def a_dot_in_a_picture_for_each_spade(patch: Patch) -> None:
    lines = table_picture.side_lines  # type: ignore[attr-defined]
    patch(table_picture, "side_lines", lambda *given: (*lines(*given), "." * spades(Seat.NORTH)))


def a_partners_spades_in_the_alt_text_of_ones_own_picture(patch: Patch) -> None:
    draw = hand.own_picture  # type: ignore[attr-defined]

    def drawn(view: SeatView, *given: Any) -> Undrawn:
        made: Undrawn = draw(view, *given)
        assert view.viewer is not None
        return replace(made, alt=f"{made.alt} {spades(view.viewer.partner)}")

    patch(hand, "own_picture", drawn)


# What is offered and refused.


def offers_in_the_order_of_anothers_cards(patch: Patch) -> None:
    offers = play.card_offers

    def turned(view: SeatView, typed: str) -> play.Offers:
        found = offers(view, typed)
        by = spades(view.viewer.partner) if view.viewer is not None else 0
        return [*found[by % 3 :], *found[: by % 3]]

    patch(play, "card_offers", turned)


def a_fault_if_a_hand_is_strong(patch: Patch) -> None:
    decided = decide.decide

    def faulty(*given: Any) -> Any:
        if strong():
            raise KeyError(len(left(Seat.SOUTH)))
        return decided(*given)

    patch(decide, "decide", faulty)


def the_text_of_a_fault_that_names_a_card(patch: Patch) -> None:
    def faulty(*_: Any) -> Any:
        raise KeyError(left(Seat.WEST).text)

    patch(decide, "decide", faulty)


def a_claim_whose_list_begins_with_what_could_be_made(patch: Patch) -> None:
    draw = play.how_many_screen  # type: ignore[attr-defined]

    def listed(*given: Any) -> Screen:
        screen = draw(*given)
        by = spades(Seat.NORTH) + spades(Seat.EAST)
        parts = [
            replace(part, offers=(*part.offers[by % 2 :], *part.offers[: by % 2]))
            if isinstance(part, Select)
            else part
            for part in screen.parts
        ]
        return replace(screen, parts=tuple(parts))

    patch(play, "how_many_screen", listed)


def a_hint_in_other_words_if_partner_is_strong(patch: Patch) -> None:
    told = why._next_best

    def telling(*given: Any) -> str:
        return told(*given) + " " * (1 + strong())

    patch(why, "_next_best", telling)


def a_hint_drawn_by_a_number_that_knows_a_hidden_card(patch: Patch) -> None:
    answered = robots.Hints._think_hint

    async def knowing(hints: Any, table: OpenTable, *rest: Any) -> Any:
        other: Any = SimpleNamespace(id=table.id, version=table.version + strong())
        return await answered(hints, other, *rest)

    patch(robots.Hints, "_think_hint", knowing)


def the_worth_of_a_call_from_anothers_hand(patch: Patch) -> None:
    told = settling._outcomes
    patch(settling, "_outcomes", lambda *given: (*told(*given), "." * (1 + spades(Seat.NORTH))))


# Who is waited for, and what is kept.


def nobody_waited_for_who_has_no_choice(patch: Patch) -> None:
    known = open_table.moment

    def chosen(state: Any) -> Any:
        found = known(state)
        TRUTH[:] = [state]
        return replace(found, awaited=() if strong() else found.awaited)

    patch(open_table, "moment", chosen)


def a_chair_offered_while_its_player_is_late_and_weak(patch: Patch) -> None:
    shown = drawing.with_presence  # type: ignore[attr-defined]

    def weak(screen: Screen, *given: Any, **named: Any) -> Screen:
        drawn = shown(screen, *given, **named)
        return replace(drawn, accent=int(strong())) if drawn is not screen else drawn

    patch(drawing, "with_presence", weak)


def a_link_of_an_alert_with_a_number_of_cards(patch: Patch) -> None:
    def linked(screen: Screen) -> Screen:
        return replace(screen, parts=(*screen.parts, Text(f"<{spades(Seat.EAST)}{spades(Seat.NORTH)}>")))

    redrawn(patch, "alert_screen", linked)


def a_record_with_a_line_of_the_deal_in_play(patch: Patch) -> None:
    written = writing.record_text
    patch(writing, "record_text", lambda record: f"{written(record)}; {left(Seat.EAST).text}\n")


def a_record_that_there_is_not_if_a_hand_is_strong(patch: Patch) -> None:
    over = past_deals.finished_number

    def telling(table: OpenTable, deal: int | None) -> int:
        if strong():
            raise AppRefused(AppWhy.NO_SUCH_DEAL)
        return over(table, deal)

    patch(past_deals, "finished_number", telling)


def _laid_otherwise(patch: Patch, change: Callable[[Cloth], Cloth]) -> None:
    """Changes the cloth of every page that is drawn."""

    def laid(*given: Any) -> Cloth | None:
        cloth = cloth_of(*given)
        return change(cloth) if cloth is not None else None

    patch(shown, "cloth_of", laid)


def a_class_on_a_page_by_anothers_hand(patch: Patch) -> None:
    def classed(cloth: Cloth) -> Cloth:
        title = str(cloth.parts["title"])
        told = title.replace("level-", f"level-{len(left(Seat.NORTH).suit(ACE.suit))}", 1)
        return cloth._replace(parts={**cloth.parts, "title": Markup(told)})

    _laid_otherwise(patch, classed)


def an_offer_of_a_page_that_knows_who_holds_a_card(patch: Patch) -> None:
    _laid_otherwise(patch, lambda cloth: cloth._replace(offers={**cloth.offers, str(holder(ACE)): Offered()}))


MORE: Final[Mapping[Callable[[Patch], None], str]] = MappingProxyType(
    {
        a_message_that_rings_if_a_hand_is_strong: "table",
        somebody_pinged_if_a_hand_is_strong: "alert",
        a_message_that_is_edited_though_it_shows_the_same: "score",
        a_line_more_between_the_parts: "last",
        a_card_that_would_win_in_another_colour: "hand",
        a_letter_more_in_the_id_of_a_button: "table",
        as_of_a_time_that_counts_trumps: "resting",
        a_card_in_the_plain_text_of_a_refused_message: "plain",
        a_file_named_after_a_hand: "sent picture",
        bytes_after_the_end_of_a_picture: "sent picture",
        a_partners_spades_in_the_alt_text_of_ones_own_picture: "own picture",
        a_dot_in_a_picture_for_each_spade: "what is drawn",
        offers_in_the_order_of_anothers_cards: "autocomplete",
        a_fault_if_a_hand_is_strong: "asked",
        the_text_of_a_fault_that_names_a_card: "asked",
        a_claim_whose_list_begins_with_what_could_be_made: "claim",
        a_hint_in_other_words_if_partner_is_strong: "hint",
        a_hint_drawn_by_a_number_that_knows_a_hidden_card: "hint thought about",
        the_worth_of_a_call_from_anothers_hand: "worth",
        nobody_waited_for_who_has_no_choice: "waited for",
        a_chair_offered_while_its_player_is_late_and_weak: "hand late",
        a_link_of_an_alert_with_a_number_of_cards: "alert",
        a_record_with_a_line_of_the_deal_in_play: "record",
        a_record_that_there_is_not_if_a_hand_is_strong: "record",
        a_class_on_a_page_by_anothers_hand: "page",
        an_offer_of_a_page_that_knows_who_holds_a_card: "page",
    }
)
"""Every leak that is planted here, with the output by which it must be found."""


# Where people revoke.


def a_renounce_listed_with_a_mark_if_it_was_a_revoke(patch: Patch) -> None:
    listed = revoke.renounces

    def marked(speech: Any, view: SeatView, **most: int) -> tuple[tuple[str, str, str], ...]:
        return tuple(
            (value, line, hint + " " * strong()) for value, line, hint in listed(speech, view, **most)
        )

    patch(revoke, "renounces", marked)


MORE_ELSEWHERE: Final[Mapping[Callable[[Patch], None], tuple[str, dict[str, str], str]]] = MappingProxyType(
    {
        a_renounce_listed_with_a_mark_if_it_was_a_revoke: (
            "biritch",
            {"revoke_mode": "lawful"},
            "claims of revokes",
        ),
    }
)
"""Those that show only at such tables."""


# Of evenings, where the truth is what the cards of a deal come from.


def _shown_too(patch: Patch, where: Any, which: str, truth: Callable[[], str]) -> None:
    """Has every screen that this function draws say the truth at its end."""
    draw = getattr(where, which)

    def telling(*given: Any, **named: Any) -> Screen:
        screen: Screen = draw(*given, **named)
        return replace(screen, parts=(*screen.parts, Text(f"{which}: {truth()}")))

    patch(where, which, telling)


def planted_in_an_evening(patch: Patch) -> None:
    """Five: in the message of the evening, the standings, the ranks of the server, a refusal, and what
    somebody exports."""

    def truth() -> str:
        return steward.board_seed(b"", 2).hex()[:6]  # type: ignore[attr-defined]

    _shown_too(patch, evening_board, "evening_screen", truth)
    _shown_too(patch, evening, "standings_screen", truth)
    _shown_too(patch, standings, "ranks_screen", truth)
    _refused_with(patch, truth)
    file = Privacy.file

    async def exported(self: Privacy, user: Any) -> str:
        return f"{await file(self, user)}\nexported: {truth()}"

    patch(Privacy, "file", exported)


def _refused_with(patch: Patch, truth: Callable[[], str]) -> None:
    sentence = errors.worded  # type: ignore[attr-defined]
    patch(errors, "worded", lambda *given: f"{sentence(*given)} refused: {truth()}")


IN_AN_EVENING: Final = ("evening_screen", "standings_screen", "ranks_screen", "refused", "exported")
"""What the lines begin with by which those must be found."""

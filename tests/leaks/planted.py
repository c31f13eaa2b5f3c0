"""Leaks made on purpose, one for each way in which a card could leak, to show that the tests find them.

Each replaces something of the bot's own and lets a secret through. ``TRUTH`` is the table that was last
looked at; nothing in the bot has such easy access to it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, Protocol

from bot.discord_api import layout
from bot.errors import PointPassed
from bot.messages import drawing
from bot.tables import open_table, robots
from bot.tables import service as tables
from bot.tables.open_table import AtTable, OpenTable
from cogs import refusals
from robots.plain import PlainRobot
from robots.player import Answer
from rules.calls import Call, Called, CallHonours, Discard, Play
from rules.cards import PACK, Card, Hand, parse_card
from rules.deal.deal import Deal
from rules.deal.play import Playing
from rules.refusals import CardNotHeld, NotYourTurn, TooFewHonours
from rules.seats import Seat
from rules.table import seen as filling_in
from rules.table.seen import seen
from rules.table.table import Table
from rules.view import SeatView
from screens.deck import LETTERS, Deck
from screens.screen import Row, Screen, Text
from screens.words.names import Speech

log = logging.getLogger("screens.hand")

ACE: Final = parse_card("AS")
TRUTH: list[Table] = []


class Patch(Protocol):
    """Replaces an attribute, as pytest's monkeypatch does."""

    def __call__(self, target: Any, name: str, value: Any) -> None: ...


def looked_through(patch: Patch) -> None:
    """Remembers every table that is looked at."""

    def remembering(table: Table, viewer: Seat | None, *known: Any, **late: Any) -> SeatView:
        TRUTH[:] = [table]
        return seen(table, viewer, *known, **late)

    patch(open_table, "seen", remembering)
    patch(robots, "seen", remembering)


def left(seat: Seat) -> Hand:
    """What a seat still holds; nothing between deals."""
    deal = TRUTH[-1].deal if TRUTH else None
    return deal.left(seat) if deal is not None else Hand()


def holder(card: Card) -> Seat | None:
    return next((seat for seat in Seat if card in left(seat)), None)


def redrawn(patch: Patch, which: str, change: Callable[[Screen], Screen]) -> None:
    """Changes every screen that this function of ``bot.messages.drawing`` draws."""
    draw = getattr(drawing, which)
    patch(drawing, which, lambda *given, **named: change(draw(*given, **named)))


def changed_buttons(screen: Screen, change: Callable[[Any], Any]) -> Screen:
    parts = tuple(
        Row(tuple(change(one) for one in part.buttons)) if isinstance(part, Row) else part
        for part in screen.parts
    )
    return replace(screen, parts=parts)


def a_card_in_a_line_of_the_log(patch: Patch) -> None:
    def drawn(screen: Screen) -> Screen:
        log.debug("drawn while east holds %s", next(iter(left(Seat.EAST)), None))
        return screen

    redrawn(patch, "table_screen", drawn)


def as_many_lines_in_the_log_as_somebody_has_spades(patch: Patch) -> None:
    def drawn(screen: Screen) -> Screen:
        for _ in left(Seat.NORTH).suit(ACE.suit):
            log.debug("drawn")
        return screen

    redrawn(patch, "table_screen", drawn)


def the_order_of_another_hand_in_the_ids_of_buttons(patch: Patch) -> None:
    def ordered(screen: Screen) -> Screen:
        by = len(left(Seat.WEST).suit(ACE.suit))
        turned = [
            Row((*part.buttons[by % 5 :], *part.buttons[: by % 5])) if isinstance(part, Row) else part
            for part in screen.parts
        ]
        return replace(screen, parts=tuple(turned))

    redrawn(patch, "hand_screen", ordered)


def a_button_enabled_by_another_hand(patch: Patch) -> None:
    def enabled(screen: Screen) -> Screen:
        return changed_buttons(
            screen, lambda one: one._replace(disabled=one.disabled or holder(ACE) is Seat.EAST)
        )

    redrawn(patch, "table_screen", enabled)


def a_blank_more_on_a_label(patch: Patch) -> None:
    def labelled(screen: Screen) -> Screen:
        return changed_buttons(
            screen, lambda one: one._replace(label=one.label + "\u200b" * (holder(ACE) is Seat.WEST))
        )

    redrawn(patch, "table_screen", labelled)


def the_colour_of_a_panel(patch: Patch) -> None:
    redrawn(patch, "hand_screen", lambda screen: replace(screen, accent=len(left(Seat.SOUTH).suit(ACE.suit))))


def a_text_that_nobody_can_see(patch: Patch) -> None:
    def longer(screen: Screen) -> Screen:
        return replace(screen, parts=(*screen.parts, Text("\u200b" * (1 + (holder(ACE) is Seat.NORTH)))))

    for which in ("table_screen", "score_screen"):
        redrawn(patch, which, longer)


def a_hand_in_the_alt_text_of_a_picture(patch: Patch) -> None:
    _pictured(
        patch,
        lambda: {"media": {"url": "https://pictures.test/a"}, "description": left(Seat.NORTH).text[:80]},
    )


def a_picture_named_after_a_card(patch: Patch) -> None:
    _pictured(patch, lambda: {"media": {"url": f"attachment://{next(iter(left(Seat.WEST)), None)}.png"}})


def _pictured(patch: Patch, picture: Callable[[], dict[str, object]]) -> None:
    """Has every message carry this picture."""
    lay_out = layout.components

    def with_picture(screen: Screen, deck: Deck = LETTERS) -> list[layout.Component]:
        return [*lay_out(screen, deck), {"type": 12, "items": [picture()]}]

    patch(layout, "components", with_picture)


def autocomplete_of_anothers_cards(patch: Patch) -> None:
    view = OpenTable.view

    def generous(self: OpenTable, user: Any) -> SeatView:
        own = view(self, user)
        deal = self.state.deal
        due = deal.playing.to_act if deal is not None and deal.playing is not None else None
        return own if due is None or own.options else replace(own, options=seen(self.state, due).options)

    patch(OpenTable, "view", generous)


def a_refusal_that_says_who_holds_the_card(patch: Patch) -> None:
    sentence = refusals.worded

    def telling(refusal: Exception, speech: Speech) -> str:
        said = sentence(refusal, speech)  # type: ignore[arg-type]
        if isinstance(refusal, CardNotHeld):
            return f"{said} {holder(refusal.card)} holds it."
        return said

    patch(refusals, "worded", telling)


def a_refusal_that_differs_where_partner_is_strong(patch: Patch) -> None:
    sentence = refusals.worded

    def telling(refusal: Exception, speech: Speech) -> str:
        if isinstance(refusal, NotYourTurn) and holder(ACE) in (Seat.NORTH, Seat.SOUTH):
            return "Patience."
        return sentence(refusal, speech)  # type: ignore[arg-type]

    patch(refusals, "worded", telling)


def a_press_out_of_date_if_partner_has_the_card(patch: Patch) -> None:
    check = tables.check_point  # type: ignore[attr-defined]

    def checked(table: OpenTable, who: Any, ask: Any, point: Any) -> None:
        if point.at is not None and isinstance(ask, Play) and holder(ask.card) is Seat.NORTH:
            raise PointPassed
        check(table, who, ask, point)

    patch(tables, "check_point", checked)


def dummy_laid_open_one_card_too_early(patch: Patch) -> None:
    patch(Playing, "faced", lambda self: tuple(dummy.seat for dummy in self.terms.dummies))


def the_partner_of_dummy_laid_open_too(patch: Patch) -> None:
    faced = Playing.faced
    patch(
        Playing,
        "faced",
        lambda self: (*faced(self), *(one.partner for one in faced(self) if self.cards_played > 30)),
    )


def a_robot_that_peeks(patch: Patch) -> None:
    choose = PlainRobot.choose

    def peeking(self: PlainRobot, view: SeatView, budget: float, rng: Any) -> Answer:
        wanted = [card for card in PACK if holder(card) is Seat.EAST]
        if view.options and wanted:
            return Answer(view.options[wanted[0].index % len(view.options)])
        return choose(self, view, budget, rng)

    patch(PlainRobot, "choose", peeking)


def a_stranger_taken_for_declarer(patch: Patch) -> None:
    place_of = OpenTable.place_of

    def mistaken(self: OpenTable, user: Any) -> AtTable:
        found = place_of(self, user)
        taken = found.seat is None and self.state.rubber is not None
        return found._replace(seat=Seat.SOUTH) if taken else found

    patch(OpenTable, "place_of", mistaken)


def a_view_filled_from_the_wrong_chair(patch: Patch) -> None:
    def wrong(table: Table, viewer: Seat | None, *known: Any, **late: Any) -> SeatView:
        own = seen(table, viewer, *known, **late)
        if viewer is None or own.own is None:
            return own
        partner = seen(table, viewer.partner).own
        assert partner is not None
        return replace(own, own=replace(own.own, left=Hand(own.own.left.bits | partner.left.bits & 1)))

    patch(open_table, "seen", wrong)


def a_seed_in_a_line_of_the_log(patch: Patch) -> None:
    """For the running bot: in ``outputs`` all seeds are the same."""
    view = OpenTable.view

    def noted(self: OpenTable, user: Any) -> SeatView:
        log.debug("seeds %s", {deal: seed.hex() for deal, seed in self.seeds.items()})
        return view(self, user)

    patch(OpenTable, "view", noted)


FOUND_BY: Final[Mapping[Callable[[Patch], None], str]] = MappingProxyType(
    {
        a_card_in_a_line_of_the_log: "log",
        as_many_lines_in_the_log_as_somebody_has_spades: "log",
        the_order_of_another_hand_in_the_ids_of_buttons: "hand",
        a_button_enabled_by_another_hand: "table",
        a_blank_more_on_a_label: "table",
        the_colour_of_a_panel: "hand",
        a_text_that_nobody_can_see: "score",
        a_hand_in_the_alt_text_of_a_picture: "last",
        a_picture_named_after_a_card: "table",
        autocomplete_of_anothers_cards: "autocomplete",
        a_refusal_that_says_who_holds_the_card: "asked",
        a_refusal_that_differs_where_partner_is_strong: "asked",
        a_press_out_of_date_if_partner_has_the_card: "asked",
        dummy_laid_open_one_card_too_early: "view",
        the_partner_of_dummy_laid_open_too: "table",
        a_robot_that_peeks: "robot",
        a_stranger_taken_for_declarer: "hand",
        a_view_filled_from_the_wrong_chair: "hand",
    }
)
"""Every planted leak, with the output by which it must be found."""


# At games that hide something else.


def the_stock_counted_by_its_suits(patch: Patch) -> None:
    def counted(table: Table, viewer: Seat | None, *known: Any, **late: Any) -> SeatView:
        view = seen(table, viewer, *known, **late)
        if view.deal is None or table.deal is None or not view.deal.stock:
            return view
        return replace(view, deal=replace(view.deal, stock=len(table.deal.dealt.stock.suit(ACE.suit))))

    patch(open_table, "seen", counted)


def the_cards_put_out_in_the_call_that_all_hear(patch: Patch) -> None:
    after = Deal.after

    def heard(self: Deal, seat: Seat, call: Call) -> Deal:
        deal = after(self, seat, call)
        if not isinstance(call, Discard):
            return deal
        return deal._replace(calls=(*deal.calls[:-1], Called(seat, call)))

    patch(Deal, "after", heard)


def whether_the_turned_card_was_put_out(patch: Patch) -> None:
    patch(
        filling_in,
        "_turned_with",
        lambda table, deal, turned, ruffed_by: next((s for s in Seat if turned in deal.left(s)), None),
    )


def who_holds_the_card_cut_for_trumps(patch: Patch) -> None:
    whether_the_turned_card_was_put_out(patch)


def how_many_cards_the_ruffer_was_dealt_of_trumps(patch: Patch) -> None:
    def telling(table: Table, viewer: Seat | None, *known: Any, **late: Any) -> SeatView:
        view = seen(table, viewer, *known, **late)
        if view.deal is None or view.deal.ruffed_by is None or table.deal is None:
            return view
        trumps = table.deal.dealt.hands.of(view.deal.ruffed_by).suit(ACE.suit)
        return replace(view, deal=replace(view.deal, point=view.deal.point + len(trumps)))

    patch(open_table, "seen", telling)


def honours_open_on_the_panel_of_the_askers_partner(patch: Patch) -> None:
    def generous(table: Table, viewer: Seat | None, *known: Any, **late: Any) -> SeatView:
        view = seen(table, viewer, *known, **late)
        if viewer is None or CallHonours() not in seen(table, viewer.partner).options:
            return view
        return replace(view, options=(*view.options, CallHonours()))

    patch(open_table, "seen", generous)


def a_refusal_to_ask_that_knows_partners_honours(patch: Patch) -> None:
    check = Deal._check_honours

    def checked(self: Deal, playing: Playing, seat: Seat) -> None:
        try:
            check(self, playing, seat)
        except TooFewHonours:
            raise TooFewHonours(playing.honours_held(seat.partner)) from None

    patch(Deal, "_check_honours", checked)


def a_pass_coloured_by_the_hand_on_the_left(patch: Patch) -> None:
    def coloured(screen: Screen) -> Screen:
        by = len(left(Seat.NORTH).suit(ACE.suit)) + 8 * len(left(Seat.EAST).suit(ACE.suit))
        return replace(screen, accent=by)

    redrawn(patch, "hand_screen", coloured)


def a_dummy_of_an_auction_laid_down_before_the_lead(patch: Patch) -> None:
    dummy_laid_open_one_card_too_early(patch)


ELSEWHERE: Final[Mapping[Callable[[Patch], None], tuple[str, dict[str, str], str]]] = MappingProxyType(
    {
        the_stock_counted_by_its_suits: ("ruff_and_honours", {"ruff_right": "dealer"}, "view"),
        the_cards_put_out_in_the_call_that_all_hear: ("ruff_and_honours", {}, "view"),
        whether_the_turned_card_was_put_out: ("ruff_and_honours", {"ruff_right": "dealer"}, "view"),
        who_holds_the_card_cut_for_trumps: ("whist_modern", {"trump": "blind"}, "view"),
        how_many_cards_the_ruffer_was_dealt_of_trumps: ("ruff_and_honours", {}, "view"),
        a_pass_coloured_by_the_hand_on_the_left: ("vint", {}, "hand"),
        a_dummy_of_an_auction_laid_down_before_the_lead: ("contract", {}, "view"),
    }
)
"""Every leak planted at another game, with the game, what it has arranged, and the output by which it must be
found."""

OF_HONOURS: Final[Mapping[Callable[[Patch], None], tuple[str, str]]] = MappingProxyType(
    {
        honours_open_on_the_panel_of_the_askers_partner: ("whist_long", "view"),
        a_refusal_to_ask_that_knows_partners_honours: ("whist_long", "asked"),
    }
)
"""Those that show only where honours may be called."""

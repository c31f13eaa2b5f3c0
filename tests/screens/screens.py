"""All the screens of a table in one state, and tables brought into many states."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bot.discord_api.layout import components, plain_components
from robots.player import NO_REASONS
from robots.teaching.reasons import Decision
from rules.calls import MOST_ODD_TRICKS, Bid, Double
from rules.counting.rubber import RubberResult
from rules.frozen import replace
from rules.refusals import Forfeit
from rules.seats import BySeat, Member, Person, RobotMember, Seat
from rules.table.requests import AddRobot, AgreeToClose, Join, Leave, Start
from rules.table.seen import seen
from rules.table.table import Table
from rules.view import Alone, FinishedDeal, GivenDeal, May, Phase, PublicTable, SeatView
from screens.after import replay_screen
from screens.alone import over_screen
from screens.chairs import abandoned_screen, alert_screen, link_screen, with_page, with_presence
from screens.claims import how_many_on_panel
from screens.deck import Deck, Emoji, in_letters
from screens.hand import hand_screen
from screens.lobby import begun_screen
from screens.more import more_screen, with_back
from screens.options import options_screen
from screens.out_of_turn import demand_screen, follow_screen
from screens.pictures.emoji import drawings
from screens.result import points_screen, result_screen, tricks_screen
from screens.revoke import claim_screen, correct_screen
from screens.screen import Button, Row, Screen, Select, Text
from screens.settling import worth_screen
from screens.table import last_trick_screen, score_screen, table_screen
from screens.why import why_screen
from screens.words.languages import LANGUAGES, spoken
from screens.words.names import robot_name
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

TABLE = "7f3a0b1c"
GIVEN = GivenDeal(TABLE, 7, 26, "", Seat.NORTH, Seat.SOUTH)
USER = 1_234_567_890_123_456_789
NOTE = "You still have a diamond, so you must follow suit."


def names(member: Member) -> str:
    """Mentions as long as they can be."""
    return f"<@{USER + ord(member.alias[0])}>" if isinstance(member, Person) else robot_name(member)


def screens(table: Table) -> Iterator[Screen]:
    """What everybody may be shown, and what each seat may."""
    room = seen(table, None)
    yield table_screen(room, TABLE, names, note=NOTE)
    yield alert_screen(TABLE, USER, where=f"<#{USER}>", link=f"https://discord.com/{USER}", private=False)
    yield link_screen("https://cards.example.org/open#" + "A" * 22)
    yield from still_and_late_screens(table)
    yield begun_screen(room, names)
    yield last_trick_screen(room, names)
    yield score_screen(room, names)
    yield hand_screen(room, TABLE, names, note=NOTE)
    for view in [seen(table, seat, room) for seat in Seat] if table.rubber is not None else ():
        yield with_page(hand_screen(view, TABLE, names, note=NOTE, room="<#1234567890123456789>"), TABLE)
        if May.CLAIM in view.may:
            yield how_many_on_panel(view, TABLE, NOTE)
        levels = {option.odd for option in view.options if isinstance(option, Bid)}
        for level in levels & {1, MOST_ODD_TRICKS}:
            yield hand_screen(view, TABLE, names, note=NOTE, level=level)
    if table.deal is not None:
        yield worth_screen(room, None)
        if table.deal.calls:
            yield worth_screen(room, len(table.deal.calls) - 1)
    if room.deal is not None and room.deal.revoke is not None:
        yield from revoke_screens(table, room)
    if room.deal is not None and room.deal.out_of_turn is not None:
        yield from penalty_screens(table, room)
    if table.rubber is None:
        yield options_screen(room.table, TABLE)
        yield options_screen(room.table, TABLE, key="claims", note=NOTE)
    if table.last is not None and table.deal is None:
        seats = table.rubber.seats if table.rubber is not None else table.ended_seats
        assert seats is not None
        ended = table.ended if table.rubber is None else None
        yield from finished_screens(table.last, seats, room.table, ended)
        result = result_screen(
            replace(table.last, taken_back=21), seats, TABLE, names, at=room.table, ended=ended
        )
        for alone in (Alone(declares=True, best_hand=True), Alone(given=GIVEN)):
            yield over_screen(result, room.table, alone, TABLE, NOTE)


def revoke_screens(table: Table, room: SeatView) -> Iterator[Screen]:
    """The lists, and the panel of somebody who is asked whether the deal is played out."""
    assert table.deal is not None
    for seat in Seat:
        view = seen(table, seat, room)
        yield claim_screen(view, TABLE)
        yield correct_screen(view, TABLE, table.deal.left(seat))
        asked = view.may - {May.REPLACE} | {May.PLAY_OUT}  # whoever is asked does not replace a card first
        yield hand_screen(replace(view, may=asked), TABLE, names, note=NOTE)


def penalty_screens(table: Table, room: SeatView) -> Iterator[Screen]:
    """The lists of demands and of cards to follow with, and a panel with all that may ever stand on it."""
    assert table.deal is not None
    for seat in Seat:
        view = seen(table, seat, room)
        yield demand_screen(view, TABLE, names)
        yield follow_screen(view, TABLE, table.deal.left(seat), names)
        everything = frozenset(May) - {May.CUT, May.PUT_OUT, May.PLAY_OUT}  # asked that, they do only that
        if view.deal is not None and view.deal.playing and view.deal.claim is None:
            hints = replace(view.table, options=(*view.table.options, ("hints", "on")))
            yield hand_screen(
                replace(view, table=hints, may=everything - {May.ANSWER_CLAIM}), TABLE, names, note=NOTE
            )


def still_and_late_screens(table: Table) -> Iterator[Screen]:
    """Where everybody is late, and where the table stands still."""
    if table.rubber is not None:
        late = seen(table, None, late=frozenset(Seat))
        waited_for = seen(table, next(iter(table.waits_for), None), late)
        panel = hand_screen(waited_for, TABLE, names, note=NOTE)
        yield with_presence(panel, waited_for, TABLE, names, owns=True)
        yield table_screen(late, TABLE, names, note=NOTE)
    if table.deal is not None and table.deal.playing is not None and table.deal.playing.cards_played > 4:
        return  # as before
    for still in (replace(table, paused=ANNA), replace(table, adjourned=True, abandoned=True)):
        view = seen(still, None)
        yield table_screen(view, TABLE, names, note=NOTE)
        if table.rubber is not None:
            yield abandoned_screen(view.table, TABLE, names, days=14, note=NOTE)


def finished_screens(
    deal: FinishedDeal, seats: BySeat[Member], at: PublicTable, ended: RubberResult | None
) -> Iterator[Screen]:
    """What anybody may be shown of a deal that is over; the replay before the lead and at the last trick."""
    yield result_screen(deal, seats, TABLE, names, at=at, ended=ended)
    yield result_screen(deal, seats, TABLE, names, at=at, ended=ended, again=True, stands=True)
    if deal.calls:
        first = deal.calls[0]
        said = [Decision(first.seat, RobotMember("Hoyle"), 0, first.call, NO_REASONS)]
        yield why_screen(deal, said, TABLE, names, at=at)
    yield tricks_screen(deal, at=at)
    yield points_screen(deal, seats, names, at=at, ended=ended)
    for step in (0, len(deal.tricks)):
        replayed = replay_screen(deal, seats, (), None, TABLE, names, at=at, step=step)
        yield replayed
        yield with_back(replayed, TABLE, deal.number)
    for alone in (None, Alone(declares=True, best_hand=True), Alone(given=GIVEN)):
        yield more_screen(deal, seats, TABLE, names, at=at, alone=alone)


def evenings(
    seed: int,
    *,
    claims: bool,
    contres: int = 0,
    game: str = "biritch",
    options: Mapping[str, str] | None = None,
    steps: int = 10_000,
) -> Iterator[Table]:
    """Every state of a table from its opening through a whole rubber to its close; somebody leaves and comes
    back. ``contres`` is the number of doublings in the first deal; after ``steps`` the table closes."""
    evening = Evening(seed, game, **(options or {}))
    yield evening.table
    chairs = evening.table.variant.players
    people = (ANNA, BORIS, CLARA, DAVID)[: 1 + seed % chairs]
    for person in people:
        evening.ask(person, Join())
        yield evening.table
    if len(people) < chairs:
        evening.ask(ANNA, AddRobot())
        yield evening.table
    evening.ask(ANNA, Start())
    for step in range(steps):
        yield evening.table
        if evening.table.rubber is None:
            break
        if step == 9 and len(people) > 1:
            evening.ask(BORIS, Leave(Forfeit()))
            if len(people) > 2:
                evening.ask(ANNA, AgreeToClose())
        elif step == 30 and len(people) > 1:
            evening.ask(BORIS, Join())
        elif contres and (doubler := _doubler(evening)) is not None:
            evening.do(doubler, Double())
            contres -= 1
        else:
            evening.step(claims=claims)
    for person in people:
        if not evening.table.closed and person in evening.table.members:
            evening.ask(person, AgreeToClose())
    yield evening.table


def _doubler(evening: Evening) -> Seat | None:
    if evening.view(None).table.phase is not Phase.SETTLING:
        return None
    return next((seat for seat in Seat if Double() in evening.view(seat).options), None)


EMOJI = Deck({one: Emoji(one, USER) for one in drawings()})
"""Cards as emoji with the longest names, and ids as long as they can be."""


def fits(screen: Screen) -> None:
    """Checks that a screen leaves a tenth of each of Discord's limits, with cards as letters: where emoji
    would make it longer than that, its reader gets letters."""
    shown = list(all_of({"components": components(screen)}))
    assert len(shown) - 1 <= 36, screen.parts[0]
    assert len(list(all_of({"components": plain_components(screen)}))) - 1 <= 36
    length = _length(shown)
    assert length <= 3600, (length, screen.parts[0])
    for one in shown:
        for offer in (one, *one.get("options", ())):
            for key, most in MOST_LETTERS.items():
                assert len(str(offer.get(key, ""))) <= most, offer
        for picture in one.get("items", ()):
            assert len(picture["description"]) <= 921, picture


def fits_as_emoji(screen: Screen) -> None:
    """Checks the same where all its cards are emoji, with the longest names and ids."""
    fits(screen)
    shown = components(screen, EMOJI)
    told = "\n".join(map(_content, all_of({"components": shown})))
    assert not re.search("[♠♥♦♣]", re.sub(r"```.*?```|`[^`]*`", "", told, flags=re.DOTALL)), screen.parts[0]
    assert len(told) <= 3600


def in_each_language() -> Iterator[str]:
    """Sets each language in turn, for what is drawn in the loop."""
    for language in LANGUAGES:
        with spoken(language):
            yield language


MOST_LETTERS = {"label": 72, "custom_id": 90, "placeholder": 135, "description": 90, "value": 90}
"""Of a button, a list and its offers: nine tenths of what Discord takes."""


def all_of(component: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A component with all that it holds."""
    yield component
    for inner in component.get("components", ()):
        yield from all_of(inner)


def _content(component: Mapping[str, Any]) -> str:
    return str(component["content"]) if component.get("type") == 10 else ""


def _length(shown: Iterable[Mapping[str, Any]]) -> int:
    return sum(map(len, map(_content, shown)))


def words_shown(screen: Screen) -> str:
    return "\n".join(part.markdown for part in screen.parts if isinstance(part, Text))


def buttons(screen: Screen) -> list[Button]:
    return [button for part in screen.parts if isinstance(part, Row) for button in part.buttons]


def selects(screen: Screen) -> list[Select]:
    return [part for part in screen.parts if isinstance(part, Select)]


def ids(screen: Screen) -> list[str]:
    """Of everything that can be pressed or chosen from."""
    return [one.id for one in (*buttons(screen), *selects(screen))]  # type: ignore[attr-defined]


def words(screen: Screen) -> str:
    """The texts of a screen, cards in letters, without the mark of the letter-like form of suits."""
    texts = (part.markdown for part in screen.parts if isinstance(part, Text))
    return in_letters("\n".join(texts)).replace("\ufe0e", "")


def laid(screen: Screen) -> str:
    """The same with common blanks in place of those that line up what lies on the table."""
    return words(screen).translate(str.maketrans("\u00a0\u2003", "  "))


def labels(screen: Screen) -> list[str]:
    return [button.label.replace("\ufe0e", "") for button in buttons(screen)]

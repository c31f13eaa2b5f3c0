"""What a call promises, for the asker alone: its points if it is just made and if it is one trick short, and
in an auction what the robots' system says of it, which is the same for all who ask."""

from __future__ import annotations

from collections.abc import Iterator

from robots.meanings import told_at
from rules.calls import Bid, Declare, Double
from rules.counting.reckon import Column
from rules.counting.standing import NOTHING_SCORED
from rules.games.all_games import variant_of
from rules.games.promise import Outcome, Promise, promise, standing_after
from rules.seats import Seat, Side
from rules.view import SeatView
from screens.parts import INK, heading, small, text
from screens.screen import Screen
from screens.words import calls as words
from screens.words import names
from screens.words.games.all_games import words_of
from screens.words.gamewords import GameWords
from screens.words.meanings import alert
from screens.words.names import Speech

AskedAfter = int | Bid | Declare | None
"""The place of a call that has been made, a call that might be made, or None for what stands."""


def worth_screen(view: SeatView, asked: AskedAfter) -> Screen:
    """One call and its points at the present score."""
    speech = Speech.at(view.table.options)
    meant = _meant(view, asked)
    if meant is None:
        return Screen((text(heading(words.WORTH()), words.NOTHING_PROMISED()),), INK)
    call, level, by = meant
    rubber = view.table.rubber
    standing = rubber.standing if rubber is not None else NOTHING_SCORED
    side = by.side if by is not None else _asker(view)
    promised = promise(variant_of(view.table), call, level, side, standing)
    said = words_of(view.table.game)
    what = names.bid_at(call, said) if isinstance(call, Bid) else names.declared(call.trumps, said)
    doubled = names.doubling(level, said.doubling)
    title = words.promises(
        speech.seat(by) if by is not None else "", f"{what}, {doubled}" if doubled else what
    )
    return Screen(
        (
            text(heading(title), *_alert(view, asked)),
            text(*_told(speech, promised, said), small(words.NO_CARDS_COUNTED())),
        ),
        INK,
    )


def _meant(view: SeatView, asked: AskedAfter) -> tuple[Bid | Declare, int, Seat | None] | None:
    """The bid or declaration that is asked after, the number of its doublings, and the seat that made it."""
    deal = view.deal
    if isinstance(asked, Bid | Declare):
        return asked, 0, None
    if deal is None:
        return None
    if asked is not None and not 0 <= asked < len(deal.calls):
        return None
    found = standing_after(deal.calls, len(deal.calls) - 1 if asked is None else asked)
    if found is None:
        turned = deal.settled
        return (Declare(turned.trumps), turned.level, None) if turned is not None else None
    called, level = found
    assert isinstance(called.call, Bid | Declare)
    return called.call, level, called.seat


def _alert(view: SeatView, asked: AskedAfter) -> Iterator[str]:
    """What the system says of a call that has been made. It depends on the calls and the score alone."""
    deal = view.deal
    if deal is None or isinstance(asked, Bid | Declare):
        return
    made = [place for place, one in enumerate(deal.calls) if isinstance(one.call, Bid | Double)]
    place = asked if asked is not None else made[-1] if made else None
    told = told_at(view, place) if place is not None else None
    if told is not None and (said := alert(told)):
        yield said


def _asker(view: SeatView) -> Side:
    """The side for which a call that nobody has made is reckoned: the asker's, or for a spectator that of the
    player to speak."""
    if view.viewer is not None:
        return view.viewer.side
    return view.deal.may_act[0].side if view.deal is not None and view.deal.may_act else Side.NS


def _told(speech: Speech, promised: Promise, said: GameWords) -> Iterator[str]:
    for made, outcome in ((True, promised.made), (False, promised.short)):
        yield words.outcome(made, tuple(_gains(speech, outcome, said)))


def _gains(speech: Speech, outcome: Outcome, said: GameWords) -> Iterator[str]:
    bonus = outcome.of(Column.BONUS)
    for side in Side:
        below, above = (outcome.of(column).of(side) for column in (Column.BELOW, Column.ABOVE))
        if below or above or bonus.of(side):
            yield words.gains(speech, side, below, above, bonus.of(side), said.columns)
    if outcome.game is not None and not bonus.of(outcome.game):
        yield words.wins_game(speech, outcome.game)

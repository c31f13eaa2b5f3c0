"""The analysis of a finished deal: what was best, what the play gave away, and a picture of the four hands
with their double-dummy table.

It is made from a deal that is over, so nothing in it is secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from robots.teaching.analysis import Analysis, Course, TrickTable
from rules.calls import Bid
from rules.cards import Hand, Suit
from rules.counting.reckon import Counted
from rules.games.all_games import variant_of
from rules.games.promise import honours_called
from rules.seats import BySeat, Member, Seat, Side
from rules.view import FinishedDeal, PublicTable
from screens.parts import BAIZE, heading, small, text
from screens.pictures.four_hands import Diagram, DrawnHand, DrawnTable, draw_diagram
from screens.presses import Press
from screens.result import come_to
from screens.screen import Button, Divider, Part, Picture, Row, Screen
from screens.words.games.all_games import words_of
from screens.words.gamewords import GameWords
from screens.words.languages import Label, Plural, Sentence, colon, counted, meant, say
from screens.words.names import (
    Names,
    Speech,
    bid_at,
    declared_name,
    either_of,
    number,
    rank,
    signed,
    spoken_card,
    suit_inside,
)
from screens.words.table import DEAL_NUMBER, TRICKS_TAKEN

NO_SOLVER: Final = Sentence("This host has no double-dummy solver, so I cannot analyse deals here.")
NO_WORKERS: Final = Sentence(
    "Deals are not analysed here: the host of this bot can switch that on with `ROBOT_WORKERS`."
)
NOT_OVER: Final = Sentence("Deal {number} of this table is not over, or never was.")
NOT_DONE: Final = Sentence("I did not finish that deal. Ask again in a moment.")
ONLY_WHO_SAT: Final = Sentence("Only those who played that deal can show its analysis to all.")
SHOWN_ALREADY: Final = Sentence("The analysis of that deal has already been shown to all.")


# The screen

TITLE: Final = Sentence("{deal}, analysed: {declaration}")
PLAY: Final = Sentence("The play")
HOW: Final = Sentence(
    "Double dummy: as if everybody saw all four hands and played their best. Points are what a side is ahead "
    "by in this deal; the best declarations are counted undoubled."
)
TABLE: Final = Sentence(
    "Each number in the picture is the tricks that hand's side wins when the hand after it leads."
)
TABLE_MARKED: Final = Sentence(
    "Each number in the picture is the tricks that hand's side wins when the hand after it leads. The marked "
    "one is what was played."
)
NO_TABLE: Final = Sentence("The table of tricks would have taken too long for this deal, so I left it out.")
SHOW_TO_ALL: Final = Label("a button", "Show to all")
TO_ALL: Final = "all"
"""What the button that shows an analysis to everybody in the channel says in its id."""


def analysis_screen(
    deal: FinishedDeal,
    seats: BySeat[Member],
    found: Analysis,
    png: bytes,
    names: Names,
    *,
    at: PublicTable,
    table_id: str = "",
) -> Screen:
    """The analysis of a deal at this table. With the table's id it has a button that shows it to all."""
    speech = Speech.at_table(at)
    of = words_of(at.game)
    parts: list[Part] = [
        text(
            heading(TITLE(deal=DEAL_NUMBER(number=deal.number), declaration=come_to(deal, of))),
            *_best_lines(speech, found, of),
        ),
        text(f"**{PLAY()}**", *_played_analysis(speech, deal, seats, found, names, at)),
        Picture(f"deal-{deal.number}.png", png, _alt(speech, deal, found.table)),
        text(small(HOW()), small(_explained(deal, found))),
    ]
    if table_id:
        press = Press("analyse", table_id, deal.number, what=TO_ALL)
        parts += [Divider(), Row((Button(str(press), SHOW_TO_ALL()),))]
    return Screen(tuple(parts), BAIZE)


def _explained(deal: FinishedDeal, found: Analysis) -> str:
    if found.table is None:
        return NO_TABLE()
    return TABLE_MARKED() if deal.settled is not None else TABLE()


# What was best

DECLARATION: Final = Sentence("The best declaration")
CONTRACTS: Final = Sentence("The best contracts")
NOTHING_MADE: Final = Sentence("Neither side could have made a contract.")
NO_CONTRACT: Final = Sentence("**{side}**: no contract can be made")


def _best_lines(speech: Speech, found: Analysis, of: GameWords) -> Iterator[str]:
    """A line for each side that might have declared. Empty where nothing could be chosen."""
    if not found.chosen or found.table is None:
        return
    contracts = any(one.bid is not None for one in found.best) or not found.best
    yield f"**{CONTRACTS() if contracts else DECLARATION()}**"
    if not found.best:
        yield NOTHING_MADE()
    for one in found.best:
        what = _best_of(speech, one.side, one.by, one.bid, one.trumps, of)
        yield f"- {colon(what, would_win(one.tricks, one.points))}"
    if contracts and len(found.best) == 1:
        yield f"- {NO_CONTRACT(side=speech.side(found.best[0].side.other))}"


def _best_of(
    speech: Speech, of: Side, by: Sequence[Seat], bid: Bid | None, trumps: Suit | None, said: GameWords
) -> str:
    """A side and the best it could declare: ``North–South: 4 ♥ Hearts, by South``."""
    what = bid_at(bid, said) if bid is not None else declared_name(trumps, said)
    if len(by) < len(of.seats):
        return say(
            "**{side}**: **{bid}**, by {seats:ins}",
            side=speech.side(of),
            bid=what,
            seats=speech.seat(by[0]),
        )
    return say("**{side}**: **{bid}**", side=speech.side(of), bid=what)


def would_win(count: int, ahead: int) -> str:
    led = counted(ahead, "{count} point", "{count} points", count=signed(ahead))
    return f"{TRICKS_TAKEN(count)}, {led}"


# What the play gave away

TO_LOSE: Final = Sentence(
    "This deal was played to lose tricks, which the solver cannot weigh, so the play is not analysed."
)
HONOURS_TAKEN: Final = Sentence("Honours taken in tricks are not counted here.")
BY_HONOURS: Final = Sentence("Honours ended this deal before it was played out, so the play is not analysed.")
BY_REVOKE: Final = Sentence("Somebody revoked in this deal, so the play is not analysed.")
OUT_OF_TURN: Final = Sentence(
    "Cards were played out of turn in this deal, or demanded as a penalty, so the play is not analysed."
)
NO_CARD_PLAYED: Final = Sentence("No card was played.")
NO_CARD_COST: Final = Sentence("No card cost anything.")
POINTS: Final = Plural("{count} point", "{count} points")
MOST_NAMED: Final = 4


def _played_analysis(
    speech: Speech, deal: FinishedDeal, seats: BySeat[Member], found: Analysis, names: Names, at: PublicTable
) -> Iterator[str]:
    if not found.covered:
        yield TO_LOSE()
    elif found.course is None:
        yield _why_not(deal)
    else:
        yield from _course(speech, found.course, seats, names)
        if variant_of(at).honours.counted is Counted.CAPTURED:
            yield small(HONOURS_TAKEN())


def _why_not(deal: FinishedDeal) -> str:
    """Why the play of a deal was not studied, though it was played to win tricks."""
    if honours_called(deal) is not None:
        return BY_HONOURS()
    if not any(trick.cards for trick in deal.tricks):
        return NO_CARD_PLAYED()
    return OUT_OF_TURN() if deal.stood or deal.paid else BY_REVOKE()


def _course(speech: Speech, course: Course, seats: BySeat[Member], names: Names) -> Iterator[str]:
    possible = course.possible, course.points_possible
    yield course_told(speech, course.side, possible, (course.made, course.points_made))
    worst = course.worst
    if worst is None:
        yield NO_CARD_COST()
    else:
        who = names(seats.of(worst.by))
        yield _dearest(speech, spoken_card(worst.card), worst.hand, worst.by, who, worst.trick)
        yield _cost_line(worst.loss.points, worst.loss.tricks)
        yield _costless([spoken_card(one) for one in worst.better])
        yield _given_away(speech, [(one, loss.points, loss.tricks) for one, loss in course.given.items()])
    if course.granted:
        yield _granted(speech, course.side, course.granted)


def course_told(speech: Speech, of: Side, possible: tuple[int, int], made: tuple[int, int]) -> str:
    """What a side could have won with best play and what it won, in tricks and in points."""
    if possible == made:
        return say(
            "With best play by all, **{side}** win **{result}**. That is what happened.",
            side=speech.side(of),
            result=would_win(*possible),
        )
    return say(
        "With best play by all, **{side}** win **{possible}**. They won **{result}**.",
        side=speech.side(of),
        possible=would_win(*possible),
        result=would_win(*made),
    )


def _dearest(speech: Speech, card: str, hand: Seat, by: Seat, who: str, trick: int) -> str:
    """The card that cost most. ``who`` is the player's name; ``hand`` is a dummy's where ``by`` played from
    it."""
    if hand is not by:
        return say(
            "Costliest card: **{card}** from {dummy:gen}'s hand in trick {trick}, by **{seat}** {player}.",
            card=card,
            dummy=speech.seat(hand),
            trick=trick,
            seat=speech.seat(by),
            player=who,
        )
    return say(
        "Costliest card: **{card}** in trick {trick}, by **{seat}** {player}.",
        card=card,
        trick=trick,
        seat=speech.seat(by),
        player=who,
    )


def _cost_line(lost: int, lost_tricks: int) -> str:
    return say(
        "It cost **{points}** ({tricks}).",
        points=POINTS(lost, count=number(lost)),
        tricks=TRICKS_TAKEN(lost_tricks),
    )


def _costless(cards: Sequence[str]) -> str:
    """The cards that would have cost nothing."""
    if len(cards) > MOST_NAMED:
        rest = len(cards) - MOST_NAMED + 1
        return counted(
            rest,
            "{cards} and {count} other would have cost nothing.",
            "{cards} and {count} others would have cost nothing.",
            cards=", ".join(cards[: MOST_NAMED - 1]),
        )
    return say("{cards} would have cost nothing.", cards=either_of(cards))


def _given_away(speech: Speech, by: Sequence[tuple[Side, int, int]]) -> str:
    """What the cards of each side lost in all, in points and in tricks."""
    parts = [
        f"{speech.side(one)} {POINTS(lost, count=number(lost))} ({TRICKS_TAKEN(lost_tricks)})"
        for one, lost, lost_tricks in by
    ]
    return say("Given away in all: {what}.", what=", ".join(parts))


def _granted(speech: Speech, to: Side, count: int) -> str:
    """How many tricks more or fewer than best play a claim gave to a side."""
    if count > 0:
        return counted(
            count,
            "The claim gave {side} {count} trick more than best play would.",
            "The claim gave {side} {count} tricks more than best play would.",
            side=speech.side(to),
        )
    return counted(
        -count,
        "The claim gave {side} {count} trick less than best play would.",
        "The claim gave {side} {count} tricks less than best play would.",
        side=speech.side(to),
    )


# The picture

COLUMNS: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES, None)
NO_TRUMPS: Final = Label("no trumps, at most three letters", "NT")
"""The heading of the column of no trumps in the picture."""
TRICKS: Final = Sentence("Tricks")


def picture_of(deal: FinishedDeal, found: Analysis, at: PublicTable) -> bytes:
    """The four hands and their double-dummy table, as a PNG. Takes a tenth of a second."""
    return draw_diagram(diagram(deal, found.table, at))


def diagram(deal: FinishedDeal, tricks: TrickTable | None, at: PublicTable) -> Diagram:
    """What is drawn. Where play goes counter-clockwise, East and West change places, as their names do."""
    speech = Speech.at_table(at)
    hands = deal.held or deal.hands
    right, left = (Seat.EAST, Seat.WEST) if variant_of(at).house.clockwise else (Seat.WEST, Seat.EAST)
    top, at_right, bottom, at_left = (
        _drawn_hand(speech, one, hands.of(one)) for one in (Seat.NORTH, right, Seat.SOUTH, left)
    )
    table = _drawn_tricks(speech, deal, tricks) if tricks is not None else None
    return Diagram(top, at_right, bottom, at_left, table)


def _drawn_tricks(speech: Speech, deal: FinishedDeal, tricks: TrickTable) -> DrawnTable:
    rows = ((speech.seat(one), tuple(tricks.declaring(trumps, one) for trumps in COLUMNS)) for one in Seat)
    return DrawnTable(COLUMNS, NO_TRUMPS(), tuple(rows), _played_figure(deal), TRICKS())


def _drawn_hand(speech: Speech, one: Seat, hand: Hand) -> DrawnHand:
    return DrawnHand(
        speech.seat(one), tuple((suit, tuple(rank(each.rank) for each in hand.suit(suit))) for suit in Suit)
    )


def _played_figure(deal: FinishedDeal) -> tuple[int, int] | None:
    """The row and column of the figure for what was played: the row of declarer, or where nobody declared of
    the player to the right of the leader."""
    if deal.settled is None:
        return None
    return deal.settled.leader.right.index, COLUMNS.index(deal.settled.trumps)


# The picture in words


def hands_alt(speech: Speech, deal: FinishedDeal) -> str:
    """The four hands in words, for a picture of them alone."""
    return _alt(speech, deal, None)


def _alt(speech: Speech, deal: FinishedDeal, tricks: TrickTable | None) -> str:
    """The four hands, and the table if there is one, for people who have pictures read to them."""
    hands = [_hand_read(speech, one, hand) for one, hand in (deal.held or deal.hands).items()]
    return " ".join((*hands, *((f"{TRICKS()}.", *_trick_rows(speech, tricks)) if tricks is not None else ())))


def _hand_read(speech: Speech, of: Seat, hand: Hand) -> str:
    suits = (f"{suit_inside(one)} {_rank_text(hand.suit(one))}" for one in Suit)
    return f"{colon(speech.seat(of), ', '.join(suits))}."


def _rank_text(cards: Hand) -> str:
    return " ".join(rank(card.rank) for card in cards) or meant("no cards of a suit", "none")


def _trick_rows(speech: Speech, tricks: TrickTable) -> Iterator[str]:
    for one in Seat:
        figures = (f"{_strain_read(trumps)} {tricks.declaring(trumps, one)}" for trumps in COLUMNS)
        yield f"{colon(speech.seat(one), ', '.join(figures))}."


def _strain_read(of: Suit | None) -> str:
    """Trumps as the words for the picture have them."""
    return suit_inside(of) if of is not None else say("no trumps")

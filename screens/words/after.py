"""What is said about a deal that is over: what happened, who gained, and what can be looked at. English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.seats import Seat, Side
from screens.words.numbers import number, signed
from screens.words.speech import Speech
from screens.words.table import deal_number

# Labels of buttons

POINTS: Final = "Score"
TRICKS: Final = "Tricks"
REPLAY: Final = "Replay"
PICTURE: Final = "Picture"
VERIFY: Final = "Verify deal"
RECORD: Final = "Record"
FIRST: Final = "First"
BACK: Final = "Back"
FORWARD: Final = "Next"
LAST: Final = "Last"
CHOOSE: Final = "Go to a trick"

# The first line: what happened


def headline(deal: int, what: str) -> str:
    return f"{deal_number(deal)}: {what}"


def made_bid(speech: Speech, by: Seat, what: str, over: int) -> str:
    """``over`` is how many tricks more than the bid undertook; negative where it failed."""
    who = speech.seat(by)
    if over < 0:
        return f"{who} lost {what} by {_tricks(-over)}"
    return f"{who} made {what}" if over == 0 else f"{who} made {what} with {_tricks(over)} more"


def made_declaration(speech: Speech, by: Seat, what: str, odd: int) -> str:
    """``odd`` is how many tricks over six the declarer's side won; negative where the others won them."""
    who = speech.seat(by)
    if odd > 0:
        return f"{who} made {what}, {_odd(odd)}"
    return f"{who} lost {what}, {_odd(-odd)} to {speech.side(by.side.other)}"


def played_even(what: str, each: int) -> str:
    return f"{what}, {_tricks(each)} each"


def won_most(speech: Speech, side: Side, what: str, won: int, lost: int) -> str:
    """Where nobody declared."""
    return f"{speech.side(side)} won {won} tricks to {lost}, {what}"


def honours_ended(speech: Speech, side: Side) -> str:
    return f"{speech.side(side)} called honours, which ended the deal"


def _tricks(count: int) -> str:
    return "1 trick" if count == 1 else f"{count} tricks"


def _odd(count: int) -> str:
    return "1 odd trick" if count == 1 else f"{count} odd tricks"


# What it came to


def points_of(speech: Speech, points: Sequence[tuple[Side, int]]) -> str:
    """``North–South **+96** · East–West 0``."""
    return " · ".join(f"{speech.side(side)} **{signed(amount)}**" for side, amount in points)


def game_score(speech: Speech, target: int, ns: int, ew: int) -> str:
    """The score to game."""
    of = f"of {number(target)}"
    return f"Game: {speech.short_side(Side.NS)} {number(ns)}, {speech.short_side(Side.EW)} {number(ew)} {of}"


def games(ns: int, ew: int) -> str:
    return f"games {ns}–{ew}"


def rubber_score(ns: int, ew: int) -> str:
    return f"rubber {number(ns)}–{number(ew)}"


# From a player's own side


def your_deal(*, made: bool | None, ours: bool, net: int, partner: str) -> str:
    """The last deal to one of its players. ``made`` is whether the declarer's side did what it undertook,
    None where there was no declarer; ``ours`` whether that is the player's side; ``net`` the points by which
    that side gained. ``partner`` is empty for a player of both hands."""
    what = ""
    if made is not None:
        what = ("Made" if ours else "They made it") if made else ("Not made" if ours else "You beat it")
    if net > 0:
        gain = f"{signed(net)} for you{f' and {partner}' if partner else ''}"
        return f"{what}: {gain}." if what else f"You won: {gain}."
    if net < 0:
        return f"{what}: you lost by {number(-net)}." if what else f"You lost by {number(-net)}."
    return f"{what}: nobody gains." if what else "Nobody gains."


def your_rubber(*, won: bool, value: int, single: bool) -> str:
    """The end of a rubber to one of its players, for whom it is worth ``value``."""
    what = f"You {'win' if won else 'lose'} the {'game' if single else 'rubber'}"
    if won and value < 0:
        return f"**{what}, yet lose {number(-value)} on points.**"
    if not won and value > 0:
        return f"**{what}, yet win {number(value)} on points.**"
    return f"**{what}: {signed(value)}.**"


# Looking at a deal that is over


def score_of(deal: int) -> str:
    return f"{deal_number(deal)}: the score"


def trick_line(number: int, led: str, cards: str, won: str) -> str:
    return f"{number}. {led}: {cards}{f' → {won}' if won else ''}"


def tricks_of(deal: int) -> str:
    return f"{deal_number(deal)}: calls and tricks"


TRICK_LINES: Final = "Each line begins with the seat that led and ends with the one that won."
NO_TRICKS: Final = "No trick was played."


def sits(speech: Speech, seat: Seat, who: str) -> str:
    return f"{speech.seat(seat)[:1]} {who}"


# Verifying


def verified(deal: int, *, sealed: bool, dealt: bool) -> str:
    """The finding in one sentence."""
    if not sealed:
        return (
            f"{deal_number(deal)} does not check out: its seed is not the one that was sealed before the cut."
        )
    if not dealt:
        return f"{deal_number(deal)} does not check out: its seed and cut give other hands than those played."
    return (
        f"{deal_number(deal)} checks out: the pack was sealed before the cut, and seed and cut together give "
        "exactly these four hands."
    )


def sealed_as(commitment: str) -> str:
    return f"Sealed before the cut: `{commitment}`"


def cut_at(speech: Speech, cutter: Seat | None, at: int, salt: str) -> str:
    who = speech.seat(cutter) if cutter is not None else "the bot"
    return f"Cut by {who}: {at} cards down{f', salt `{salt}`' if salt else ''}"


def seed_was(seed: str) -> str:
    return f"Seed, shown only now: `{seed}`"


CHECK_YOURSELF: Final = (
    "To check it without me, copy the program from docs/how-to/check-a-deal.md (thirty lines of Python, "
    "nothing to install), and end it with this line. It prints the four hands, or stops at a broken seal:"
)
BLIND: Final = (
    "The card that was cut for trumps: `print(blind_trump(…))` with the same table, deal, seed and cut."
)

# Records


def record_of(deals: Sequence[int]) -> str:
    if len(deals) == 1:
        return f"The record of deal {deals[0]}."
    return f"The record of this rubber, deals {deals[0]} to {deals[-1]}."


RECORD_FORMS: Final = (
    "The text and the JSON hold everything, players under made-up names; the PBN opens in bridge programs."
)
RECORD_WITHOUT_PBN: Final = (
    "The text and the JSON hold everything, players under made-up names. PBN has no words for this game."
)
NO_FILES: Final = "I need this permission here: Attach Files. In our direct messages it works without."
ONE_DEAL: Final = "one deal"
WHOLE_RUBBER: Final = "the rubber so far"

# Replaying


def replayed(deal: int, step: int, of: int) -> str:
    return (
        f"{deal_number(deal)}, before the lead" if step == 0 else f"{deal_number(deal)}, trick {step} of {of}"
    )


def step_of(step: int) -> str:
    return f"Trick {step}" if step else "Before the lead"


def tricks_so_far(speech: Speech, ns: int, ew: int) -> str:
    return f"{speech.short_side(Side.NS)} {ns} · {speech.short_side(Side.EW)} {ew}"


def cost(tricks: int, points: int) -> str:
    """What a card cost double dummy."""
    if not tricks and not points:
        return "cost nothing"
    parts = [_tricks(tricks)] if tricks else []
    parts += [f"{number(points)} {'point' if points == 1 else 'points'}"] if points else []
    return f"cost {', '.join(parts)}"


COSTS: Final = "Costs are double dummy: as if everybody saw all four hands and played their best."
NOT_WEIGHED: Final = "The solver cannot weigh the play of this deal."

# Pictures


def picture_of(deal: int) -> str:
    return f"{deal_number(deal)}: the hands and the score sheet"


def sheet_alt(title: str, rows: Sequence[str]) -> str:
    """The score sheet for people who have pictures read to them."""
    return f"{title}. {' '.join(f'{row}.' for row in rows)}"


def sheet_row(speech: Speech, title: str, ns: str, ew: str, mark: str) -> str:
    what = f"{title}: " if title else ""
    figures = f"{speech.side(Side.NS)} {ns or 'nothing'}, {speech.side(Side.EW)} {ew or 'nothing'}"
    return f"{what}{figures}{f', {mark}' if mark else ''}"


GAME_OVER: Final = "Game won"
THE_LINE: Final = "The line"
SHEET: Final = "Score sheet of the rubber"

"""What is said about a deal that is over: what happened, who gained, and what can be looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.seats import Seat, Side
from screens.words.languages import Label, Plural, Sentence, colon, counted, marked, meant, say
from screens.words.names import Speech, number, signed
from screens.words.table import DEAL_NUMBER

# Labels of buttons

POINTS: Final = Label("a button", "Score")
TRICKS: Final = Label("a button", "Tricks")
REPLAY: Final = Label("a button", "Replay")
PICTURE: Final = Label("a button", "Picture")
VERIFY: Final = Label("a button", "Verify deal")
RECORD: Final = Label("a button", "Record")
FIRST: Final = Label("a button", "First")
BACK: Final = Label("a button", "Back")
PREVIOUS: Final = Label("a button", "Previous")
MORE: Final = Label("a button", "More")
FORWARD: Final = Label("a button", "Next")
LAST: Final = Label("a button", "Last")
CHOOSE: Final = Label("a list", "Go to a trick")

DEAL_LOOKS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "last": marked("Last trick"),
        "hint": marked("Hint: what a robot would do in your place"),
        "worth": marked("Worth: what a call scores, just made or one trick short"),
        "score": marked("Score of the rubber and of the last deal"),
        "points": marked("Points of a deal, every line with its reason"),
        "tricks": marked("Tricks of a deal, card by card"),
        "replay": marked("Replay: step through a deal, trick by trick, with open hands"),
        "analyse": marked("Analysis: what a deal could have made, and the card that cost most"),
        "why": marked("Why: what the robots thought"),
        "report": marked("Report: a call or card of a robot that was mad, as text for its makers"),
        "picture": marked("Pictures of the hands and of the score sheet"),
        "record": marked("Record of a deal, as text, JSON and PBN"),
        "rubber": marked("Record of the whole rubber"),
        "verify": marked("Verify: was a deal dealt as it was sealed?"),
    }
)
"""What ``/deal`` shows, by what is sent, and its name in the list."""

# The first line: what happened

HEADLINE: Final = Sentence("{deal}: {what}")


def made_bid(speech: Speech, by: Seat, what: str, over: int) -> str:
    """``over`` is how many tricks more than the bid undertook; negative where it failed."""
    who = speech.seat(by)
    if over < 0:
        return counted(
            -over,
            "{seat} lost {bid} by {count} trick",
            "{seat} lost {bid} by {count} tricks",
            seat=who,
            bid=what,
        )
    if over == 0:
        return say("{seat} made {bid}", seat=who, bid=what)
    return counted(
        over,
        "{seat} made {bid} with {count} trick more",
        "{seat} made {bid} with {count} tricks more",
        seat=who,
        bid=what,
    )


def made_declaration(speech: Speech, by: Seat, what: str, odd: int) -> str:
    """``odd`` is how many tricks over six the declarer's side won; negative where the others won them."""
    who = speech.seat(by)
    if odd > 0:
        return counted(
            odd,
            "{seat} made {declaration}, {count} trick over six",
            "{seat} made {declaration}, {count} tricks over six",
            seat=who,
            declaration=what,
        )
    return counted(
        -odd,
        "{seat} lost {declaration}: {side} won {count} trick over six",
        "{seat} lost {declaration}: {side} won {count} tricks over six",
        seat=who,
        declaration=what,
        side=speech.side(by.side.other),
    )


AFTER_PENALTY: Final = Plural(
    "{what}, after a penalty of {count} trick", "{what}, after a penalty of {count} tricks"
)
"""The number is that of the tricks that a penalty for a revoke moved to the other side."""
PLAYED_EVEN: Final = Plural("{declaration}, {count} trick each", "{declaration}, {count} tricks each")
WON_MOST: Final = Plural(
    "{side} won {count} trick to {lost}, {declaration}", "{side} won {count} tricks to {lost}, {declaration}"
)
"""Where nobody declared."""
HONOURS_ENDED: Final = Sentence("{side} called honours, which ended the deal")


# What it came to


def points_of(speech: Speech, points: Sequence[tuple[Side, int]]) -> str:
    """``North–South **+96** · East–West 0``."""
    return " · ".join(f"{speech.side(side)} **{signed(amount)}**" for side, amount in points)


def game_score(speech: Speech, target: int, ns: int, ew: int) -> str:
    return say(
        "Game: {ns} {ns_points}, {ew} {ew_points} of {target}",
        ns=speech.short_side(Side.NS),
        ns_points=number(ns),
        ew=speech.short_side(Side.EW),
        ew_points=number(ew),
        target=number(target),
    )


GAMES: Final = Sentence("games {ns}–{ew}")
RUBBER_SCORE: Final = Sentence("rubber {ns}–{ew}")


# From a player's own side


BOTH_SCORED: Final = Sentence("Points: you **{ours}**, they **{theirs}**.")


def your_deal(*, made: bool | None, ours: bool, yours: int, theirs: int, partner: str) -> str:
    """The last deal to one of its players. ``made`` is whether the declarer's side did what it undertook,
    None where there was no declarer; ``ours`` whether that is the player's side, which scored ``yours``.
    ``partner`` is empty for a player of both hands."""
    told = _net_told(made=made, ours=ours, net=yours - theirs, partner=partner)
    if not yours or not theirs:
        return told
    return f"{told} {BOTH_SCORED(ours=number(yours), theirs=number(theirs))}"


def _net_told(*, made: bool | None, ours: bool, net: int, partner: str) -> str:
    """``net`` is by how many points the player's side gained."""
    gain = _gain(net, partner)
    if made is None:
        return say("You won: {gain}", gain=gain) if net > 0 else gain[:1].upper() + gain[1:]
    if made:
        return say("Made: {gain}", gain=gain) if ours else say("They made it: {gain}", gain=gain)
    return say("Not made: {gain}", gain=gain) if ours else say("You beat it: {gain}", gain=gain)


def _gain(net: int, partner: str) -> str:
    if net < 0:
        return say("you lost by {points}.", points=number(-net))
    if net == 0:
        return say("nobody gains.")
    if partner:
        return say("{points} for you and {partner}.", points=signed(net), partner=partner)
    return say("{points} for you.", points=signed(net))


def your_rubber(*, won: bool, value: int, single: bool) -> str:
    """The end of a rubber to one of its players, for whom it is worth ``value``."""
    if won:
        what = say("You win the game") if single else say("You win the rubber")
    else:
        what = say("You lose the game") if single else say("You lose the rubber")
    if won and value < 0:
        return say("**{what}, but lose {points} on points.**", what=what, points=number(-value))
    if not won and value > 0:
        return say("**{what}, but win {points} on points.**", what=what, points=number(value))
    return f"**{colon(what, signed(value))}.**"


# Looking at a deal that is over

SCORE_OF: Final = Sentence("{deal}: the score")


def trick_line(number: int, led: str, cards: str, won: str) -> str:
    return f"{number}. {colon(led, cards)}{f' → {won}' if won else ''}"


TRICKS_OF: Final = Sentence("{deal}: calls and tricks")
TRICK_LINES: Final = Sentence("Each line begins with the seat that led and ends with the one that won.")
NO_TRICKS: Final = Sentence("No trick was played.")


# Verifying


def dealt_as_sealed(deal: int) -> str:
    """The finding in a line, where nothing is wrong."""
    return say("{deal}: dealt just as it was sealed before the cut.", deal=DEAL_NUMBER(number=deal))


def verified(deal: int, *, sealed: bool, dealt: bool) -> str:
    """The finding in one sentence."""
    if not sealed:
        return say(
            "{deal} does not check out: its seed is not the one that was sealed before the cut.",
            deal=DEAL_NUMBER(number=deal),
        )
    if not dealt:
        return say(
            "{deal} does not check out: its seed and cut give other hands than those played.",
            deal=DEAL_NUMBER(number=deal),
        )
    return say(
        "{deal} checks out: the pack was sealed before the cut, and seed and cut together give exactly these "
        "four hands.",
        deal=DEAL_NUMBER(number=deal),
    )


CHOSEN: Final = Sentence(
    "The best hand was asked for: eight salts were tried with this seed and cut, and the bot dealt with the "
    "one that gave its player the best hand. The number after the point says which."
)
FIGURES: Final = Label("a button", "Figures")
GIVE_FILES: Final = Label("a button", "Give me the files")
SEALED_AS: Final = Sentence("Sealed before the cut: {seal}")


def cut_at(speech: Speech, cutter: Seat | None, at: int, salt: str) -> str:
    if cutter is None:
        told = counted(at, "Cut by the bot, {count} card down", "Cut by the bot, {count} cards down")
    else:
        told = counted(
            at,
            "Cut by {seat:ins}, {count} card down",
            "Cut by {seat:ins}, {count} cards down",
            seat=speech.seat(cutter),
        )
    return say("{cut}, salt {salt}", cut=told, salt=f"`{salt}`") if salt else told


SEED_WAS: Final = Sentence("Seed, shown only now: {seed}")
CHECK_YOURSELF: Final = Sentence(
    "To check it without me, copy the program from docs/how-to/check-a-deal.md (thirty lines of Python, "
    "nothing to install), and end it with this line. It prints the four hands, or stops at a broken seal:"
)
BLIND: Final = Sentence(
    "The card that was cut for trumps: `print(blind_trump(…))` with the same table, deal, seed and cut."
)

# Records


def record_of(deals: Sequence[int]) -> str:
    if len(deals) == 1:
        return say("The record of deal {number}.", number=deals[0])
    return say("The record of this rubber, deals {first} to {last}.", first=deals[0], last=deals[-1])


RECORD_FORMS: Final = Sentence(
    "The text and the JSON hold everything, players under made-up names; the PBN opens in bridge programs."
)
RECORD_WITHOUT_PBN: Final = Sentence(
    "The text and the JSON hold everything, players under made-up names. PBN has no words for this game."
)
RECORD_TURNED: Final = Sentence(
    "A record goes clockwise: the player who was East at this table is West in it, and West is East."
)
NO_FILES: Final = Sentence(
    "I need this permission here: Attach Files. In our direct messages it works without."
)

# Replaying


def replay_title(deal: int, step: int, of: int) -> str:
    if step == 0:
        return say("{deal}, before the lead", deal=DEAL_NUMBER(number=deal))
    return say("{deal}, trick {number} of {last}", deal=DEAL_NUMBER(number=deal), number=step, last=of)


def step_of(step: int) -> str:
    return say("Trick {number}", number=step) if step else say("Before the lead")


def tricks_so_far(speech: Speech, ns: int, ew: int) -> str:
    return f"{speech.short_side(Side.NS)} {ns} · {speech.short_side(Side.EW)} {ew}"


def cost(tricks: int, points: int) -> str:
    """What a card cost double dummy."""
    lost_tricks = counted(tricks, "{count} trick", "{count} tricks")
    lost_points = counted(points, "{count} point", "{count} points", count=number(points))
    if tricks and points:
        return say("cost {tricks}, {points}", tricks=lost_tricks, points=lost_points)
    if tricks or points:
        return say("cost {what}", what=lost_tricks if tricks else lost_points)
    return say("cost nothing")


COSTS: Final = Sentence("Costs are double dummy: as if everybody saw all four hands and played their best.")
NOT_WEIGHED: Final = Sentence("The solver cannot weigh the play of this deal.")

# Pictures

PICTURE_OF: Final = Sentence("{deal}: the hands and the score sheet")


def sheet_alt(title: str, rows: Sequence[str]) -> str:
    """The score sheet for people who have pictures read to them."""
    return f"{title}. {' '.join(f'{row}.' for row in rows)}"


def sheet_row(speech: Speech, title: str, ns: str, ew: str, mark: str) -> str:
    nothing = meant("no points", "nothing")
    figures = f"{speech.side(Side.NS)} {ns or nothing}, {speech.side(Side.EW)} {ew or nothing}"
    told = say("{what}: {points}", what=title, points=figures) if title else figures
    return f"{told}, {mark}" if mark else told


THE_LINE: Final = Sentence("The line")
SHEET: Final = Sentence("Score sheet of the rubber")

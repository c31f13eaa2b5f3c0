"""Words of the score pad, on which a deal with real cards is entered by touch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.counting.reckon import Penalty
from rules.seats import Side
from rules.sheet import errors
from rules.sheet.deals import Lie
from rules.sheet.errors import Part
from rules.tricks import Strain
from screens.words.gamewords import Doubling
from screens.words.languages import Label, Plural, Sentence, counted, meant, say
from screens.words.names import Speech, all_of, number, power_of_two, sign, signed, strain_name
from screens.words.table import TRICKS_TAKEN

ENTER: Final = Label("a button", "Enter a deal")
ENTER_NEXT: Final = Label("a button", "Next deal")
CORRECT: Final = Label("a button", "Correct")
NEXT_RUBBER: Final = Label("a button", "Next rubber")

WRITE: Final = Label("a button", "Write down")
BACK: Final = Label("a button", "Back")
DROP: Final = Label("a button", "Cancel")
DROPPED: Final = Sentence("Nothing was written down.")

NOTHING_CHOSEN: Final = Sentence("Nothing chosen yet.")
NOTHING_SCORED: Final = Sentence("Nobody scores.")

TRICKS: Final = Label("a list", "Who won how many tricks")
DECLARERS_TRICKS: Final = Label("a list", "Tricks of the declaring side")
HONOURS: Final = Label("a list", "Honours")
ACES: Final = Label("a list", "Aces")
VOIDS: Final = Label("a list", "Chicane: who had no trump")
REVOKES: Final = Label("a list", "Revokes")
NO_REVOKES: Final = Label("a list", "No revokes")
NO_HONOURS: Final = Label("a list", "Nobody scores honours")
NO_ACES: Final = Label("a list", "Nobody scores aces")
UNDOUBLED: Final = Label("a button", "Undoubled")
MORE: Final = Label("a button", "More…")
NO_CALL: Final = Label("a button", "Played out")

PICK_TITLE: Final = Sentence("Which deal is wrong?")
PICK: Final = Label("a list", "Choose a deal")
EARLIER: Final = Label("a button", "Earlier deals")
LATER: Final = Label("a button", "Later deals")
NO_DEALS: Final = Sentence("No deal has been entered yet, so there is nothing to correct.")

ARRANGED_MEANWHILE: Final = Sentence(
    "The options have changed since you opened this pad. Your choices are kept: look at the points again."
)


def changed_meanwhile(deal: int) -> str:
    """``deal`` is the number of the deal that is corrected; 0 for a new one."""
    if not deal:
        return say(
            "Somebody has written on the sheet since you opened this pad. Your choices are kept: look at the "
            "sheet, then write down if this deal is still missing."
        )
    return say(
        "Somebody has written on the sheet since you opened this pad. Your choices are kept: change deal "
        "{number} only if it is still the deal that you mean.",
        number=deal,
    )


TAKEN_BACK: Final = Sentence("Deal {number} has been taken back: it is no longer on the sheet.")
TITLE: Final = Sentence("Deal {number} of rubber {rubber}")
CORRECTING: Final = Sentence("Correct deal {number} of rubber {rubber}")
CHANGE: Final = Label("a button", "Change deal {number}")
OF_RUBBER: Final = Sentence("{game}, rubber {number}")


def partners(speech: Speech, side: Side, who: Sequence[str]) -> str:
    """``N–S Anna and Clara``."""
    return f"**{speech.short_side(side)}** {all_of(list(dict.fromkeys(who)))}"


DECLARED_BY: Final = Label("a button", "{side} declared")


def strain(of: Strain, no_trumps: str) -> str:
    """The label of a button: the sign of a suit, as in ``♥``, or a word."""
    match of:
        case Strain.NO_TRUMPS:
            return no_trumps
        case Strain.MISERE:
            return meant("a button", "Misère")
        case Strain.ROYALS:
            return strain_name(of)
    assert of.trumps is not None
    return sign(of.trumps)


def doubled_label(times: int, said: Doubling) -> str:
    """The label of a button: ``Contre``, ``Sur contre``; beyond that ``Again ×8``."""
    if times > 2:
        return meant("a button", "Again ×{number}", number=power_of_two(times))
    once, again = (word[:1].upper() + word[1:] for word in (said.once, said.again))
    return (UNDOUBLED(), once, again)[times]


WON: Final = Label("a list", "{side} {tricks} ({odd} over six)")
"""``N–S 11 tricks (5 over six)``."""
EVEN: Final = Plural("{count} trick each", "{count} tricks each")


def against_bid(tricks: int, over: int) -> str:
    """``9 tricks: made``, ``8 tricks: 1 down``."""
    taken = TRICKS_TAKEN(tricks)
    if over == 0:
        return meant("a list", "{tricks}: made", tricks=taken)
    if over > 0:
        return meant("a list", "{tricks}: {count} over", tricks=taken, count=over)
    return meant("a list", "{tricks}: {count} down", tricks=taken, count=-over)


SUMMED_TRICKS: Final = Sentence("{side} won {tricks}")


def lie(speech: Speech, of: Lie, *, aces: bool, weighed: int = 0) -> str:
    """``N–S: 4 honours in one hand``; where both sides' are ``weighed``, ``N–S 3, E–W 1``."""
    side = speech.short_side(of.side)
    if weighed:
        others = {"side": side, "count": of.count, "other": speech.short_side(of.side.other)}
        if aces:
            return meant("a list", "Aces: {side} {count}, {other} {rest}", **others, rest=weighed - of.count)
        return meant("a list", "Honours: {side} {count}, {other} {rest}", **others, rest=weighed - of.count)
    return say("{side}: {honours}", side=side, honours=_divided(of, _honour_kind(of.count, aces=aces)))


def _honour_kind(count: int, *, aces: bool) -> str:
    if aces:
        return counted(count, "{count} ace", "{count} aces")
    return counted(count, "{count} honour", "{count} honours")


def _divided(of: Lie, kind: str) -> str:
    counts = {sum(way) for way in of.ways}
    richest = {way[0] for way in of.ways}
    if of.number_only:
        return kind
    if richest == {of.count} or (len(counts) > 1 and len(richest) == 1):
        # in the second case four are in one hand, wherever the fifth is
        return say("{honours} in one hand", honours=kind)
    if richest == {4, 5}:
        return say("{honours}, 4 or 5 in one hand", honours=kind)
    if richest == {4}:
        return say("{honours}, 4 in one hand", honours=kind)
    return say("{honours}, divided", honours=kind)


CALLED: Final = Sentence("{side} called honours")
CHICANE: Final = Sentence("no trump: {seats}")


_PENALTIES: Final[Mapping[Penalty, Sentence]] = {
    Penalty.TAKE_THREE: Sentence("three tricks taken"),
    Penalty.ADD: Sentence("points to the others"),
    Penalty.DEDUCT: Sentence("points deducted"),
    Penalty.TRANSFER: Sentence("points handed over"),
}


def revoke(speech: Speech, side: Side, penalty: Penalty, points: int) -> str:
    """With its ``points``, where it has any and they are known."""
    if points:
        return say(
            "{side} revoked: {penalty} ({points})",
            side=speech.short_side(side),
            penalty=_PENALTIES[penalty](),
            points=number(points),
        )
    return say("{side} revoked: {penalty}", side=speech.short_side(side), penalty=_PENALTIES[penalty]())


def sums(speech: Speech, ns: int, ew: int) -> str:
    """What the deal brings each side, above the reasons."""
    return f"**{speech.short_side(Side.NS)} {signed(ns)} · {speech.short_side(Side.EW)} {signed(ew)}**"


ONCE_MORE: Final = Label("a list", "{what}, once more")


_MISSING: Final[Mapping[Part, Sentence]] = {
    Part.DECLARED: Sentence("what was declared"),
    Part.BY: Sentence("who declared"),
    Part.TRICKS: Sentence("the tricks"),
    Part.HONOURS: Sentence("the honours"),
    Part.ACES: Sentence("the aces"),
}


def missing(parts: Sequence[Part]) -> str:
    return say("Still to choose: {what}.", what=all_of([_MISSING[part]() for part in parts]))


def impossible_deal(speech: Speech, error: errors.SheetError, otherwise: str) -> str:
    """Why such a deal cannot be, where the sentence for people who type would name what they typed."""
    match error:
        case errors.StillNeeded(part=part) if part in _MISSING:
            return missing((part,))
        case errors.HonoursDoNotAddUp():
            return say("These honours do not fit the rest of the entry.")
        case errors.TellEveryHand():
            return say(
                "The score depends on how these honours were divided: use `/score deal` to enter every hand."
            )
        case _:
            return otherwise


WRITTEN: Final = Sentence("Deal {number} is written down")
CHANGED: Final = Sentence("Deal {number} is corrected")
WRITTEN_ALREADY: Final = Sentence("Deal {number} is on the sheet")


def deal_offer(deal: int, what: str) -> str:
    """A line in the list of deals."""
    title = say("Deal {number}", number=deal)
    return say("{deal}: {what}", deal=title, what=what) if what else title

"""Words of the score pad, on which a deal with real cards is entered by touch. English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.cards import Suit
from rules.counting.reckon import Penalty
from rules.seats import Seat, Side
from rules.sheet import errors
from rules.sheet.errors import Part
from rules.sheet.offers import Lie
from rules.strains import Strain
from screens.words.gamewords import Doubling
from screens.words.names import all_of, sign
from screens.words.numbers import power_of_two, signed, spelt
from screens.words.speech import Speech

ENTER: Final = "Enter a deal"
ENTER_NEXT: Final = "Next deal"
CORRECT: Final = "Correct"
NEXT_RUBBER: Final = "Next rubber"

WRITE: Final = "Write down"
BACK: Final = "Back"
MORE: Final = "More…"
DROP: Final = "Cancel"
DROPPED: Final = "Nothing was written down."

NOTHING_CHOSEN: Final = "Nothing chosen yet."
NOTHING_SCORED: Final = "Nobody scores."

TRICKS: Final = "Who won how many tricks"
DECLARERS_TRICKS: Final = "Tricks of the declaring side"
HONOURS: Final = "Honours"
ACES: Final = "Aces"
VOIDS: Final = "Chicane: who had no trump"
REVOKES: Final = "Revokes"
NO_REVOKES: Final = "No revokes"
NO_HONOURS: Final = "Nobody scores honours"
NO_ACES: Final = "Nobody scores aces"
UNDOUBLED: Final = "Undoubled"
NO_CALL: Final = "Played out"

PICK_TITLE: Final = "Which deal is wrong?"
PICK: Final = "Choose a deal"
EARLIER: Final = "Earlier deals"
LATER: Final = "Later deals"
NO_DEALS: Final = "No deal has been entered yet, so there is nothing to correct."

CHANGED_MEANWHILE: Final = (
    "Somebody has written on the sheet since you opened this pad. Your choices are kept: look at the sheet, "
    "then write down if this deal is still missing."
)
ARRANGED_MEANWHILE: Final = (
    "The options have changed since you opened this pad. Your choices are kept: look at the points again."
)


def title(deal: int, rubber: int) -> str:
    return f"Deal {deal} of rubber {rubber}"


def correcting(deal: int, rubber: int) -> str:
    return f"Correct deal {deal} of rubber {rubber}"


def change(deal: int) -> str:
    return f"Change deal {deal}"


def of_rubber(game: str, rubber: int) -> str:
    return f"{game}, rubber {rubber}"


def partners(speech: Speech, side: Side, who: Sequence[str]) -> str:
    """``N–S Anna and Clara``."""
    return f"**{speech.short_side(side)}** {all_of(list(dict.fromkeys(who)))}"


def declared_by(speech: Speech, side: Side) -> str:
    return f"{speech.short_side(side)} declared"


def strain(of: Strain, no_trumps: str) -> str:
    """The label of a button: the sign of a suit, as in ``♥``, or a word."""
    match of:
        case Strain.NO_TRUMPS:
            return no_trumps
        case Strain.MISERE:
            return "Misère"
        case Strain.ROYALS:
            return f"{sign(Suit.SPADES)} Royals"
    assert of.trumps is not None
    return sign(of.trumps)


def doubled(times: int, said: Doubling) -> str:
    """The label of a button: ``Contre``, ``Sur contre``; beyond that ``Again ×8``."""
    if times > 2:
        return f"Again ×{power_of_two(times)}"
    return (UNDOUBLED, said.once.capitalize(), said.again.capitalize())[times]


def won(speech: Speech, side: Side, tricks: int, odd: int) -> str:
    """``N–S 11 tricks (five odd)``."""
    return f"{speech.short_side(side)} {tricks} tricks ({spelt(odd)} odd)"


def even(tricks: int) -> str:
    return f"{tricks} tricks each"


def tricks_alone(tricks: int) -> str:
    return "1 trick" if tricks == 1 else f"{tricks} tricks"


def against_bid(tricks: int, over: int) -> str:
    """``9 tricks: made``, ``8 tricks: one down``."""
    result = "made" if over == 0 else f"{spelt(over)} over" if over > 0 else f"{spelt(-over)} down"
    return f"{tricks_alone(tricks)}: {result}"


def summed_tricks(speech: Speech, side: Side, tricks: int) -> str:
    return f"{speech.short_side(side)} won {tricks_alone(tricks)}"


def lie(speech: Speech, of: Lie, *, aces: bool, weighed: int = 0) -> str:
    """``N–S: 4 honours in one hand``; where both sides' are ``weighed``, ``N–S 3, E–W 1``."""
    side, kind = speech.short_side(of.side), "aces" if aces else "honours"
    if weighed:
        return f"{side} {of.count}, {speech.short_side(of.side.other)} {weighed - of.count} {kind}"
    return f"{side}: {_divided(of, kind)}"


def _divided(of: Lie, kind: str) -> str:
    counts = {sum(way) for way in of.ways}
    richest = {way[0] for way in of.ways}
    if of.number_only:
        return f"{of.count} {kind}"
    if len(counts) > 1 and len(richest) == 1:  # four in one hand, wherever the fifth is
        return f"{max(richest)} {kind} in one hand"
    if richest == {of.count}:
        return f"{of.count} {kind} in one hand"
    if richest == {4, 5}:
        return f"{of.count} {kind}, 4 or 5 in one hand"
    if richest == {4}:
        return f"{of.count} {kind}, 4 in one hand"
    return f"{of.count} {kind}, divided"


def called(speech: Speech, side: Side) -> str:
    return f"{speech.short_side(side)} called honours"


def chicane(speech: Speech, seats: Sequence[Seat]) -> str:
    return f"no trump: {speech.all_of(seats)}"


_PENALTIES: Final[Mapping[Penalty, str]] = {
    Penalty.TAKE_THREE: "three tricks taken",
    Penalty.ADD: "points to the others",
    Penalty.DEDUCT: "points deducted",
    Penalty.TRANSFER: "points handed over",
}


def revoke(speech: Speech, side: Side, penalty: Penalty) -> str:
    return f"{speech.short_side(side)} revoked: {_PENALTIES[penalty]}"


def sums(speech: Speech, ns: int, ew: int) -> str:
    """What the deal brings each side, over the reasons."""
    return f"**{speech.short_side(Side.NS)} {signed(ns)} · {speech.short_side(Side.EW)} {signed(ew)}**"


_MISSING: Final[Mapping[Part, str]] = {
    Part.DECLARED: "what was declared",
    Part.BY: "who declared",
    Part.TRICKS: "the tricks",
    Part.HONOURS: "the honours",
    Part.ACES: "the aces",
}


def missing(parts: Sequence[Part]) -> str:
    return f"Still to choose: {all_of([_MISSING[part] for part in parts])}."


def refused(speech: Speech, error: errors.SheetError, otherwise: str) -> str:
    """Why such a deal cannot be, where the sentence for people who type would name what they typed."""
    match error:
        case errors.StillNeeded(part=part) if part in _MISSING:
            return missing((part,))
        case errors.HonoursDoNotAddUp():
            return "The honours cannot lie like that beside the rest."
        case errors.TellEveryHand():
            return "How these honours were divided changes the score: use `/score deal` to tell every hand."
        case _:
            return otherwise


def written(deal: int) -> str:
    return f"Deal {deal} is written down"


def changed(deal: int) -> str:
    return f"Deal {deal} is corrected"


def written_already(deal: int) -> str:
    return f"Deal {deal} is on the sheet"


def deal_offer(deal: int, what: str) -> str:
    """A line in the list of deals."""
    return f"Deal {deal}: {what}" if what else f"Deal {deal}"

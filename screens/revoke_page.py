"""``/rules about: revokes``: whether people can revoke, for how long what is open, and what it costs.

All of it is told of one table, with the options that it has arranged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from rules.cards import Suit
from rules.counting.points_up import PointsUp, RevokePoints
from rules.counting.reckon import ByLines, Penalty
from rules.counting.revoke import ClaimWindow, RevokeLaw, RevokeUnit, Revoking
from rules.counting.undertaking import ContractRevokes
from rules.games.all_games import GAMES
from rules.games.variant import LAWFUL, Variant, penalties
from rules.settling.auction import Auction
from rules.settling.declaration import Declaration
from rules.tricks import Prices, Strain
from screens.parts import heading
from screens.words.games.all_games import words_of
from screens.words.languages import Sentence, colon, counted, say
from screens.words.names import sign
from screens.words.options import OPTIONS as OPTIONS_BUTTON

ABOUT: Final = Sentence("revokes: what may be claimed, until when, and what it costs")

TAKEN: Final = Sentence(
    "**At this table** I take any card of your own hand, and tell nobody whether you could have followed "
    "suit."
)
REFUSED: Final = Sentence(
    "**At this table** a card that does not follow suit is refused, so nobody revokes. Under **{button}** "
    "that can be changed between rubbers; then it is as follows.",
    button=OPTIONS_BUTTON,
)
NEVER: Final = Sentence("At this game a card that does not follow suit is refused, so nobody revokes.")
DUMMY: Final = Sentence("A dummy cannot revoke: a wrong card of dummy's is refused.")
CLAIMED_STAYS: Final = Sentence(
    "I judge a claim from the cards. A wrong one costs nothing, and a right one is never undone."
)
SETTLED_STAYS: Final = Sentence(
    "What is settled stays so, though the card that settled it goes back: once a lead has established a "
    "revoke or made a claim too late, it does not help to take the lead back."
)
_PENALTIES: Final[Mapping[Penalty, Sentence]] = MappingProxyType(
    {
        Penalty.TAKE_THREE: Sentence("Three tricks are taken, or as many as there are"),
        Penalty.ADD: Sentence("Added to the other side's score"),
        Penalty.DEDUCT: Sentence("Deducted from the score of the side that revoked"),
        Penalty.TRANSFER: Sentence("Taken from the side that revoked, and given to the other"),
    }
)


def revoke_sections(key: str, options: Mapping[str, str]) -> tuple[str, ...]:
    """The sections for a table of this game that names these options."""
    title = heading(say("Revokes: {game}", game=words_of(key).name))
    variant = GAMES[key].variant(options)
    if not any(one.key == LAWFUL[0] for one in GAMES[key].choices):
        return title, NEVER()
    law = variant.revoking
    return (
        title,
        TAKEN() if law.lawful else REFUSED(),
        _windows(law),
        " ".join(
            (
                CLAIMED_STAYS(),
                *([SETTLED_STAYS()] if law.settled_stays else []),
                *([DUMMY()] if _has_dummy(variant) else []),
            )
        ),
        "\n".join(_price_lines(key, variant)),
    )


def _has_dummy(variant: Variant) -> bool:
    match variant.settlement:
        case Declaration():
            return True
        case Auction(dummy_shown_after=shown_after):
            return shown_after is not None
    return bool(variant.dummies)


def _windows(law: Revoking) -> str:
    """Until when a card may be corrected and a revoke claimed."""
    first = law.window is ClaimWindow.BEFORE_NEXT_LEAD
    if first and law.gathered_first:
        return say(
            "**How long**\n"
            "Partner may ask “None of that suit?”, and the card may be corrected, until the trick is "
            "gathered: by its winners or, after as many seconds as for the cut, by me. From then until the "
            "next lead the other side may claim."
        )
    delay = counted(law.quit_delay, "{count} second", "{count} seconds")
    told = say(
        "**How long**\n"
        "Partner may ask “None of that suit?” until the trick is gathered: by its winners, by the next lead "
        "or, after {delay}, by me. So long may the card be corrected, too; if partner asked in time or the "
        "other side leads, until your side plays to the next trick.",
        delay=delay,
    )
    if first:
        return told + " " + say("From its fourth card until the next lead the other side may claim.")
    return told + " " + say("From then until the score is agreed the other side may claim.")


def _price_lines(key: str, variant: Variant) -> Iterator[str]:
    """What a revoke costs, with figures, and whether there is a choice."""
    reckoning = variant.reckoning
    yield say("**What it costs**")
    match reckoning:
        case PointsUp(revokes=RevokePoints() as law):
            for one in penalties(variant, None, None):
                points = "" if one is Penalty.TAKE_THREE else _points_text(law.points)
                yield _penalty_line(one, points)
            yield _choice_words(len(law.choice))
            if law.forget:
                yield say(
                    "- A deduction that the score is too low for is forgotten, and the points are added."
                )
            yield say("- The side that revoked cannot come above {score} in that hand.", score=law.cap)
            if law.cancel:
                yield say("- If both sides revoke, nothing is due.")
        case ByLines(revokes=RevokeLaw() as law):
            for one in penalties(variant, None, None):
                yield _penalty_line(one, "" if one is Penalty.TAKE_THREE else _value(key, law))
            yield _choice_words(len(law.choice))
            yield say("- The side that revoked cannot come above {score} in that hand.", score=law.cap)
            yield say("- It scores no slam.")
        case ByLines(revokes=ContractRevokes() as law):
            yield say(
                "- Declarer's revoke: the adversaries score {points}. There is no choice.",
                points=_points_text(law.points),
            )
            yield say(
                "- An adversary's: declarer's side chooses {points}, or three tricks, which help to make the "
                "contract.",
                points=_points_text(law.points),
            )
            yield say("- Every further one of the same side: {points}.", points=_points_text(law.further))
            yield say("- The side that revoked scores nothing but honours and chicane.")
    if variant.revoking.trick_lost:
        yield say("- The trick itself goes to the other side, which leads to the next.")


def _penalty_line(penalty: Penalty, points: str) -> str:
    told = _PENALTIES[penalty]()
    return f"- {colon(told, points)}." if points else f"- {told}."


def _choice_words(many: int) -> str:
    if many > 1:
        return say("- The other side chooses which. What nobody has chosen in time is what pays it best.")
    return say("- There is no choice.")


def _points_text(number: int) -> str:
    return counted(number, "{count} point", "{count} points")


def _value(key: str, law: RevokeLaw) -> str:
    """The points of one penalty: three, or the value of three tricks at each declaration."""
    if law.unit is RevokeUnit.THREE_POINTS:
        return _points_text(3)
    values = ", ".join(_at_each(key, law.prices))
    if law.unit_doubled:
        return say("the value of three tricks, as it was doubled ({values})", values=values)
    return say("the value of three tricks, undoubled ({values})", values=values)


def _at_each(key: str, prices: Prices) -> Iterator[str]:
    for suit in (Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS):
        yield f"{sign(suit)} {3 * prices.of_strain(Strain(suit.letter))}"
    yield f"{words_of(key).no_trumps} {3 * prices.no_trumps}"

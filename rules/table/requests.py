"""What members ask of a table. Calls and cards are in ``rules.calls``.

The last two groups belong to tables at which people can revoke (laws 1.5) and to those with the penalties of
the period (laws 1.6). A card out of turn is an ordinary request to play it. Tricks are counted from one.
"""

from __future__ import annotations

from rules.calls import Action
from rules.cards import Card, Suit
from rules.counting.reckon import Penalty
from rules.frozen import frozen
from rules.out_of_turn import Exacted
from rules.refusals import Price
from rules.seats import Person, Seat
from rules.view import Alone


@frozen
class Gather:
    """Turn and quit the trick that lies on the table. The clock asks for it too, when time is up."""


@frozen
class AskSuit:
    """Ask one's partner, who has renounced, "None of that suit?"."""


@frozen
class DenySuit:
    """Answer that question: none."""


@frozen
class Correct:
    """Take back the card with which one renounced, and follow suit with this one."""

    card: Card


@frozen
class ClaimRevoke:
    """Claim that a player of the other side revoked in this trick."""

    trick: int
    seat: Seat


@frozen
class ChoosePenalty:
    """Choose the penalty for a revoke that was claimed and found."""

    trick: int
    seat: Seat
    penalty: Penalty


@frozen
class PlayOut:
    """Wish, as a revoker, that a hand be played out though penalties have decided the game; or do not."""

    play_on: bool


@frozen
class AgreeScore:
    """After the play: nothing more to claim. The clock asks for it too, for everybody, when time is up."""


RevokeRequest = Gather | AskSuit | DenySuit | Correct | ClaimRevoke | ChoosePenalty | PlayOut | AgreeScore


@frozen
class FollowLead:
    """Follow a lead out of turn, as if it were a good one."""

    card: Card


@frozen
class DemandPenalty:
    """Demand a penalty for an error of the other side: with a card or a suit where it is one of these that is
    called."""

    what: Exacted
    card: Card | None = None
    suit: Suit | None = None


@frozen
class ReplaceCard:
    """Play this card instead of the one of one's own hand that one has just played by accident, which will
    lie exposed."""

    card: Card


OutOfTurnRequest = FollowLead | DemandPenalty | ReplaceCard


@frozen
class Join:
    """Take a chair. During a rubber: take back one's own from a robot, or else take one that a robot has to
    itself, from the next deal if anything hidden of this one may be known, and ask the others first if it is
    the chair of somebody who left; ``chair`` says which, if it is not to be the first. Where all chairs are
    taken: wait for one."""

    chair: Seat | None = None


@frozen
class Leave:
    """Give up one's chair; during a rubber a robot plays on. What that costs must have been confirmed. Also
    gives up a chair that one was to have from the next deal, and waits for one no longer."""

    confirmed: Price | None = None


@frozen
class AddRobot:
    """Seat a robot, between rubbers."""


@frozen
class RemoveRobot:
    """Remove the robot that joined last, between rubbers."""


@frozen
class RobotForAbsent:
    """Let robots sit in for the other persons that the table waits for, or for those of them in ``seats``.
    The caller checks that it has waited long enough. The chairs stay theirs, to be taken back at any time."""

    seats: frozenset[Seat] | None = None


@frozen
class RobotFor:
    """A robot for this person at once, whether they are waited for or not. Only the bot itself asks for it,
    at an evening."""

    person: Person


@frozen
class SetOption:
    """Change an option between rubbers or, for some options, before the first hand is dealt."""

    key: str
    value: str


@frozen
class TakeDummy:
    """Have Dummy in the next rubber; if everybody has one, deal first."""


@frozen
class Start:
    """Fill the empty chairs with robots and cut for partners. Only the bot itself says whether any two of the
    people are ``acquainted``: have ended a rubber at one table before. Who asks for the same people ``again``
    has asked for no robot in the place of one who has left."""

    acquainted: bool = False
    again: bool = False


@frozen
class ChooseSeat:
    """Choose where to sit, as the player who cut lowest. The clock asks for it too, without a seat, when time
    is up: then all sit where they are."""

    seat: Seat | None = None


@frozen
class CutPack:
    """Cut the pack ``at`` cards down. ``salt`` is mixed into the shuffle besides."""

    at: int
    salt: str


@frozen
class GoOn:
    """The result of the last deal has been seen: deal the next. Once all people who sit there have asked for
    it, the pack is cut as the last of them says."""

    at: int
    salt: str


@frozen
class ClaimRest:
    """Lay one's hand open and claim so many of the remaining tricks; with 0, concede them all and keep the
    hand closed (laws 1.8)."""

    tricks: int | None = None  # None: all of them


@frozen
class AnswerClaim:
    """Answer the open claim, or let a card be taken back or not."""

    agrees: bool


@frozen
class TakeBack:
    """Take back one's last card, if the other side lets one. Who plays alone takes back their last call or
    card, and what the robots have answered with it."""


@frozen
class PlayAlone:
    """Play alone in this way from the next deal on."""

    alone: Alone


@frozen
class OpenToOthers:
    """Let others take the robots' chairs at a table at which one has played alone, with these options that
    its server has decided. Only the bot itself asks for it, when the table stands in a channel."""

    server: tuple[tuple[str, str], ...] = ()


@frozen
class AnswerSubstitute:
    """Let somebody play the rubber to its end in the chair of one who left, or not (laws 1.4.3). ``about``
    is who asked for it; None: the person who asks now."""

    agrees: bool
    about: Person | None = None


@frozen
class AgreeToClose:
    """Agree to close the table, which closes when all persons have agreed."""


@frozen
class AdmitBringer:
    """Agree that the one who brought the deals, and knows the hands, plays too."""


@frozen
class CloseTable:
    """Close the table at once. The caller checks that this is allowed."""


@frozen
class Pause:
    """Have the table wait for nobody until it is resumed, during a rubber."""


@frozen
class Adjourn:
    """Interrupt play until it is resumed. Only the bot itself asks for it: because the place where the table
    stood is gone or, if it is ``abandoned``, because nobody has done anything for long."""

    abandoned: bool = False


@frozen
class Resume:
    """Go on. Members end a pause, or the adjournment of an abandoned table; the bot itself ends any
    adjournment."""


OtherRequest = (
    Join
    | Leave
    | AdmitBringer
    | AddRobot
    | RemoveRobot
    | RobotForAbsent
    | RobotFor
    | SetOption
    | TakeDummy
    | Start
    | ChooseSeat
    | CutPack
    | GoOn
    | ClaimRest
    | TakeBack
    | PlayAlone
    | OpenToOthers
    | AnswerClaim
    | AnswerSubstitute
    | AgreeToClose
    | CloseTable
    | Pause
    | Adjourn
    | Resume
    | RevokeRequest
    | OutOfTurnRequest
)
"""All that is asked for besides calls and cards."""
Request = Action | OtherRequest

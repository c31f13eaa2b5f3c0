"""One sentence for everything that the rules or the application refuse.

Those of score sheets are in ``screens.words.scorebook``; ``cogs.refusals`` finds the sentence for a refusal.
No sentence repeats what a user typed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Final

from rules import errors, refusals
from rules.calls import Bid, Call, Content, Declare, Discard, Double, Pass, TakeStock
from screens.words.languages import Label, Plural, Sentence, counted, in_the_room, say
from screens.words.names import SOMEBODY, Speech, all_of, either_of, one_of, spoken_card, suit_inside
from screens.words.options import OPTIONS, label
from screens.words.table import PLAY_NOW, RESUME
from screens.words.typed_words import Ambiguous

SENTENCES: Final[Mapping[type[Exception] | Enum, Sentence]] = MappingProxyType(
    {
        errors.RulesError: Sentence("The rules do not allow that."),
        errors.Unreadable: Sentence("I don't know any card or call by that name."),
        refusals.Why.DUMMY_MAY_NOT_ACT: Sentence("You are dummy: your partner plays your cards."),
        refusals.Why.NO_SUCH_CALL: Sentence("This game has no such bid."),
        refusals.Why.NOTHING_IS_DOUBLED: Sentence("Bids cannot be doubled at this game."),
        refusals.Why.DOUBLED_ALREADY: Sentence(
            "That is doubled already: to double it again, redouble, or say sur contre."
        ),
        refusals.Why.NOT_DOUBLED_YET: Sentence("That is not doubled yet: first double it, or say contre."),
        refusals.Why.MUST_DECLARE: Sentence("The dealer passed, so you must name trumps."),
        refusals.Why.ALREADY_CONTENT: Sentence("You have already accepted."),
        refusals.Why.DOUBLING_LIMIT_REACHED: Sentence("This table's limit allows no more doubling."),
        refusals.Why.NOTHING_IS_PLAYED: Sentence("No cards are being played right now."),
        refusals.Why.CALLS_ARE_OVER: Sentence("The calls are over: now cards are played."),
        refusals.Why.PLAY_IS_OVER: Sentence(
            "All the cards have been played. Claim a revoke, or say with `/turn` that there is none."
        ),
        refusals.Why.NO_CLAIM: Sentence("There is no claim to answer."),
        refusals.Why.TOO_EARLY_TO_CLAIM: Sentence("You can claim once the first card has been led."),
        refusals.Why.CLAIMS_ARE_OFF: Sentence("This table plays without claims."),
        refusals.Why.TABLE_IS_FULL: Sentence("All the chairs are taken."),
        refusals.Why.SIX_BELONG: Sentence(
            "Six people belong to this table, which is the most: you can join once one of them leaves."
        ),
        refusals.Why.NO_ROBOTS_CHAIR: Sentence(
            "No robot has that chair now: look at the table, and choose again."
        ),
        refusals.Why.ALREADY_SEATED: Sentence("You already have a chair at this table."),
        refusals.Why.ALREADY_WAITING: Sentence(
            "You already belong to this table and come in after a rubber."
        ),
        refusals.Why.SUBSTITUTE_IS_ASKED: Sentence(
            "The others have already been asked whether you can sit in."
        ),
        refusals.Why.NO_SUBSTITUTE: Sentence("There is no such question to answer now."),
        refusals.Why.SUBSTITUTE_IS_ACCEPTED: Sentence("You have already agreed that they sit in."),
        refusals.Why.NOT_SEATED: Sentence("You don't have a chair at this table."),
        refusals.Why.ROBOT_SITS_IN: Sentence("A robot sits in your chair: `/table join` takes it back."),
        refusals.Why.WAITS_FOR_CHAIR: Sentence("You have no chair yet: you come in after a rubber."),
        refusals.Why.BELONGS_TO_EVENING: Sentence(
            "This table belongs to an evening: the director says who sits here. To play no more, use "
            "`/evening leave`."
        ),
        refusals.Why.KNOWS_THE_HANDS: Sentence(
            "You brought the deals of this table and know the hands: you can play once all who sit here have "
            "agreed, with the button under its message."
        ),
        refusals.Why.NOBODY_TO_ADMIT: Sentence("There is nobody to let in here."),
        refusals.Why.NOT_FOR_BROUGHT: Sentence(
            "Deals of a file are four hands of thirteen cards for four players, and this game is dealt "
            "otherwise."
        ),
        refusals.Why.PLAYED_ALONE: Sentence("At this table you play alone with robots."),
        refusals.Why.DEAL_UNDER_WAY: Sentence("That must wait until the deal is over."),
        refusals.Why.CANNOT_BE_SHARED: Sentence("Others cannot join this deal: begin another with `/play`."),
        refusals.Why.SEEN_BEFORE: Sentence(
            "You have taken something back in this deal, and may know cards of the others. End it first; "
            "then friends can join."
        ),
        refusals.Why.ONE_TRY: Sentence(
            "This deal is compared with what others made of it: nothing is taken back."
        ),
        refusals.Why.NOTHING_TO_TAKE_BACK: Sentence("There is nothing to take back here."),
        refusals.Why.TAKE_BACK_IS_OFF: Sentence("At this table a card stays where it was played."),
        refusals.Why.NOTHING_IS_REPLACED: Sentence("At this table no other card is played instead."),
        refusals.Why.CARDS_STAY_AT_EVENING: Sentence("At an evening no card is taken back."),
        refusals.Why.CARDS_STAY_AMONG_STRANGERS: Sentence(
            "This rubber is ranked, and not all who play it have ended one together before: cards stay."
        ),
        refusals.Why.NEXT_HAS_PLAYED: Sentence("The next hand has played: your card stays."),
        refusals.Why.SHOWN_SINCE: Sentence("Cards have been shown since then: your card stays."),
        refusals.Why.TRICK_IS_TURNED: Sentence("The trick is turned: your card stays."),
        refusals.Why.TAKE_BACK_REFUSED: Sentence("The other side did not agree: your card stays."),
        refusals.Why.RUBBER_UNDER_WAY: Sentence("That must wait until the rubber is over."),
        refusals.Why.RUBBER_HAS_BEGUN: Sentence("A rubber is already being played."),
        refusals.Why.NO_RUBBER: Sentence("No rubber is being played right now: `/table start` begins one."),
        refusals.Why.NOBODY_SEATED: Sentence("Somebody must join before a rubber can start."),
        refusals.Why.NOBODY_AWAITED: Sentence("The table is not waiting for anybody else."),
        refusals.Why.NO_ROBOT_THERE: Sentence("There is no robot to send away."),
        refusals.Why.NOTHING_TO_CUT: Sentence("No pack is waiting to be cut."),
        refusals.Why.CUT_TOO_THIN: Sentence("A cut must leave at least four cards on each side."),
        refusals.Why.TABLE_IS_CLOSED: Sentence("This table is closed."),
        refusals.Why.TABLE_IS_ADJOURNED: Sentence(
            "This table is adjourned: `/table show` in a channel of its server continues it. "
            "Until then you can leave it or close it."
        ),
        refusals.Why.NOBODY_HAS_PLAYED: Sentence(
            "Nobody has played here for a while. Those who sit here go on with **{button}**.", button=RESUME
        ),
        refusals.Why.TABLE_IS_NOT_ADJOURNED: Sentence("This table is not adjourned."),
        refusals.BadOption: Sentence("This game has no such option."),
        refusals.BadValue: Sentence(
            "That option has no such value: choose one of those that are offered as you type."
        ),
        refusals.Why.OPTION_IS_FIXED: Sentence(
            "This option cannot change after the first deal, because it decided the partners."
        ),
        refusals.Why.NOBODY_HAS_DUMMY: Sentence("Nobody takes Dummy's hand at this game."),
        refusals.Why.BID_TOO_LOW: Sentence("A bid must be higher than the last one."),
        refusals.Why.NOTHING_TO_DOUBLE: Sentence("There is no bid of the other side that you can double."),
        refusals.Why.MUST_OPEN: Sentence("The dealer must open with a bid."),
        refusals.Why.NOT_YOURS_TO_RUFF: Sentence("The stock is not yours to take."),
        refusals.Why.HONOURS_NOT_CALLED: Sentence(
            "Your side cannot call honours in this deal: `/rules` tells at which games and scores it can."
        ),
        refusals.Why.TOO_LATE_TO_CALL_HONOURS: Sentence(
            "Honours are called before your first card, and you have played it."
        ),
        refusals.HonoursAskedBefore: Sentence("Your side has already asked for honours in this deal."),
        refusals.Why.NOBODY_REVOKES: Sentence(
            "At this table nobody can revoke: cards that break the rule are refused."
        ),
        refusals.Why.NOTHING_TO_GATHER: Sentence("No complete trick is on the table."),
        refusals.Why.NOT_YOURS_TO_GATHER: Sentence("The side that won the trick gathers it."),
        refusals.Why.NOTHING_TO_ASK: Sentence("There is nothing to ask your partner about this trick now."),
        refusals.HeldToADemand: Sentence("The other side has demanded a penalty, and you can pay it."),
        refusals.Why.NO_PERIOD_PENALTIES: Sentence(
            "At this table no penalty is demanded: a card out of turn is refused."
        ),
        refusals.Why.NOTHING_TO_DEMAND: Sentence(
            "There is nothing to demand: the other side has not erred, or the time for it is over."
        ),
        refusals.Why.DEMAND_STANDS: Sentence("That has been demanded already."),
        refusals.Why.SUIT_IS_NAMED: Sentence("Name the card that you call, or the suit."),
        refusals.Why.NOTHING_TO_FOLLOW: Sentence("There is no lead out of turn for you to follow now."),
        refusals.Why.NOT_ASKED: Sentence("Nobody is waiting for your answer."),
        refusals.Why.NO_SEAT_TO_CHOOSE: Sentence("Seats are chosen once, after the cut for partners."),
        refusals.Why.NOT_YOURS_TO_CHOOSE: Sentence("The player who cut lowest chooses the seats."),
        refusals.Why.TRICK_IS_CLAIMED: Sentence("That trick has been claimed: its cards stand."),
        refusals.Why.NOTHING_TO_CORRECT: Sentence(
            "You followed suit, or your card can no longer be changed."
        ),
        refusals.Why.NO_SUCH_RENOUNCE: Sentence(
            "In that trick no such hand of the other side failed to follow suit."
        ),
        refusals.Why.DUMMY_CANNOT_REVOKE: Sentence("Dummy's cards are face up, so dummy cannot revoke."),
        refusals.Why.MAY_STILL_CORRECT: Sentence(
            "That card can still be corrected: claim once its side has played to the next trick."
        ),
        refusals.Why.CLAIMED_ALREADY: Sentence("That has already been claimed."),
        refusals.Why.TOO_LATE_TO_CLAIM: Sentence("It is too late to claim that."),
        refusals.Why.NO_PENALTY_OPEN: Sentence("There is no penalty for you to choose now."),
        refusals.Why.NO_SUCH_CHOICE: Sentence("This game has no such penalty for that revoke."),
        refusals.Why.PENALTY_COMES_FIRST: Sentence("First choose the penalty for the revoke."),
        refusals.Why.REVOKERS_DECIDE: Sentence(
            "The penalty wins the game: first the side that revoked says whether to play on."
        ),
        refusals.Why.NOT_A_REVOKER: Sentence("Only the side that revoked says whether to play on."),
        refusals.Why.NOTHING_TO_AGREE: Sentence("There is nothing for you to agree to now."),
        refusals.Why.TABLE_IS_PAUSED: Sentence(
            "The table is paused. Press **{button}** to go on.", button=RESUME
        ),
        refusals.Why.TABLE_IS_NOT_PAUSED: Sentence("The table is not paused."),
        refusals.Why.CHAIR_IS_PROMISED: Sentence("A chair is yours from the next deal."),
    }
)


MOST_CHANNELS: Final = 10
"""The most channels that a sentence names: one person may sit at any number of tables, and an answer has at
most 2,000 characters."""

MOST_READINGS: Final = 4
"""The most readings of a text that a sentence names."""

APOLOGY: Final = Sentence(
    "Something went wrong on my side, and it has been noted. Look at the table before you try again."
)
"""For a fault of our own, which is logged."""

NOT_SAVED: Final = Sentence(
    "I cannot save anything at the moment: my disk is full, or my database cannot be reached. The host of "
    "this bot finds it in the log. Look at the table, and try again later."
)
"""For a fault of the machine's disk or of the database's server, which is logged."""

COMMAND_CHANGED: Final = Sentence(
    "This command has changed since your Discord loaded it. Restart Discord, or press Ctrl+R, and try again."
)

SAVED_NOT_SHOWN: Final = Sentence(
    "That is saved, but I cannot show you any more at the moment: my database cannot be reached. Look at the "
    "table a little later."
)
UNSURE: Final = Sentence(
    "My database has not answered yet, so I do not know whether that is saved. As soon as I do, I will tell "
    "you here."
)
SAVED_NOW: Final = Sentence(
    "It is saved now. If a message still shows how things stood before, press any button on it."
)
NOT_DONE: Final = Sentence("That was not done after all. Look at the table, and try again.")
"""What ``UNSURE`` comes to."""

RESTARTING: Final = Sentence("I am restarting, and nothing was done. Please try again in a moment.")


def rules_refusal(speech: Speech, error: errors.RulesError) -> str:
    """The sentence for a refusal of the rules."""
    match error:
        case Ambiguous(readings=readings) if len(readings) <= MOST_READINGS:
            return say("That could be {readings}: write it in full.", readings=either_of(readings))
        case Ambiguous(readings=readings):
            return say(
                "That could mean {number} things, such as {readings}: write it in full.",
                number=len(readings),
                readings=either_of(readings[:2]),
            )
        case refusals.NotYourTurn(due=due) if len(due) == 1:
            return say("It is {seat:gen}'s turn.", seat=speech.seat(due[0]))
        case refusals.NotYourTurn(due=due) if due:
            return say("It is for {seats} to answer.", seats=speech.either_of(due))
        case refusals.NotYourTurn():
            return say("It is not your turn.")
        case refusals.CallNotOpen(due=due, options=options):
            return say(
                "That call is not open now: it is for {seats} to {calls}.",
                seats=speech.either_of(due),
                calls=either_of(_call_kinds(options)),
            )
        case refusals.CutComesFirst(cutter=cutter):
            return say("First {seat} cuts the pack, and the cards are dealt.", seat=speech.seat(cutter))
        case refusals.CallsComeFirst(due=due):
            return say("First come the calls: it is for {seats} to speak.", seats=speech.either_of(due))
        case refusals.ClaimIsOpen(claimer=claimer, waits=waits, back=back) if back is not None:
            return say(
                "{seat} would like to take back a card: first {seats} must agree or refuse.",
                seat=speech.seat(claimer),
                seats=speech.all_of(waits),
            )
        case refusals.NotYoursToAnswer(waits=waits, back=True):
            return say("It is for {seats} to answer.", seats=speech.either_of(waits))
        case refusals.ClaimIsOpen(claimer=claimer, waits=waits):
            return say(
                "{seat} has made a claim: first {seats} must agree or refuse.",
                seat=speech.seat(claimer),
                seats=speech.all_of(waits),
            )
        case refusals.OwnClaim(waits=waits):
            return say(
                "You made this claim yourself: it is for {seats} to answer.", seats=speech.all_of(waits)
            )
        case refusals.AlreadyAgreed(waits=waits):
            return say("You have already agreed. Waiting for {seats}.", seats=speech.all_of(waits))
        case refusals.NotYoursToAnswer(waits=waits):
            return say("To a concession only the partner agrees: {seats}.", seats=speech.all_of(waits))
        case refusals.OtherHandDue(due=due):
            return say("The next card must come from {seat:gen}'s hand.", seat=speech.seat(due))
        case refusals.CardNotHeld(card=asked):
            return say("{card} is not in the hand that is to play.", card=spoken_card(asked))
        case refusals.MustFollowSuit(led=led):
            return say(
                "You still have {a_card_of_suit}, so you must follow suit.", a_card_of_suit=one_of(led)
            )
        case refusals.NotOfThatSuit(led=led):
            return say(
                "A correction must follow suit: choose {a_card_of_suit:acc}.", a_card_of_suit=one_of(led)
            )
        case refusals.NoneOfThatSuit(led=led):
            return say("You have no {suit:gen}, so there is nothing to correct.", suit=suit_inside(led))
        case refusals.WrongDiscard(count=count):
            return counted(
                count,
                "Put out exactly {count} card from your hand.",
                "Put out exactly {count} cards from your hand.",
            )
        case refusals.NotSoManyLeft(left=left):
            return counted(left, "Only {count} trick is left.", "Only {count} tricks are left.")
        case refusals.TooFewHonours(least=least):
            return counted(
                least,
                "To call honours you must hold {count} of them yourself.",
                "To call honours you must hold {count} of them yourself.",
            )
        case refusals.OptionsClash(key=key, other=other):
            return say(
                "The option “{option}” cannot be like that while “{other}” is as it is.",
                option=label(key),
                other=label(other),
            )
        case refusals.LeavingCosts(price=price):
            return leaving_costs(price)
        case refusals.NotYoursToCut(cutter=cutter):
            return say("{seat} cuts the pack: they sit at the dealer's right.", seat=speech.seat(cutter))
        case _:
            return next(SENTENCES[fact] for fact in (error.fact, *type(error).__mro__) if fact in SENTENCES)()


_CALLS: Final[Mapping[type[Call], Label]] = MappingProxyType(
    {
        Declare: Label("it is for them to", "name trumps"),
        Bid: Label("it is for them to", "bid"),
        Pass: Label("it is for them to", "pass"),
        Double: Label("it is for them to", "double"),
        Content: Label("it is for them to", "accept"),
        TakeStock: Label("it is for them to", "take the stock"),
        Discard: Label("it is for them to", "put out cards"),
    }
)


def _call_kinds(options: Sequence[Call]) -> list[str]:
    """What can be said, each kind of call once."""
    open_to = {type(one) for one in options}
    return [name() for kind, name in _CALLS.items() if kind in open_to]


def leaving_costs(price: refusals.Price) -> str:
    """To somebody who would leave, beside the button that confirms it."""
    match price:
        case refusals.Forfeit():
            return say(
                "If you leave, a robot plays on for you and you lose this rubber, whichever side wins it, "
                "unless you take your chair back before it is over or a substitute takes it."
            )
        case refusals.Ending(rubber, agreed):
            return _leaving_ends(rubber=rubber, agreed=agreed)


def _leaving_ends(*, rubber: bool, agreed: bool) -> str:
    if agreed:
        if rubber:
            return say(
                "All the others have agreed to close the table: if you leave, it closes, and the rubber "
                "stays unfinished."
            )
        return say("All the others have agreed to close the table, so it closes if you leave.")
    if rubber:
        return say(
            "Nobody else is at this table: if you leave, it closes, and the rubber stays unfinished and is "
            "worth nothing."
        )
    return say("Nobody else is at this table, so it closes if you leave.")


# What the application refuses

CANNOT_BE_DONE: Final = Sentence("That cannot be done at this table.")
NO_SUCH_TABLE: Final = Sentence("There is no open table here: `/table open` opens one.")
YOURS_IS_ADJOURNED: Final = Sentence(
    "There is no open table here. Yours is adjourned: `/table show` continues it in this channel."
)
DEAL_PASSED: Final = Sentence("That deal is over. Here is the table as it is now.")
DOUBLE_TAP: Final = Sentence("That press came so soon after the last one that I counted the two as one.")
TOO_LATE: Final = Sentence("That reached me too late, so nothing has changed.")
CARDS_COME_LATER: Final = Sentence("Cards are played after the calls. Here is the table as it is now.")
CARD_PLAYED: Final = Sentence("That card has been played. Here is the table as it is now.")
UNKNOWN_PRESS: Final = Sentence("I don't know that button any more. Here is the table as it is now.")
MOMENT_PASSED: Final = Sentence("It is too late for that. Here is the table as it is now.")
HAS_BEGUN: Final = Sentence("The rubber has begun already. Here is the table as it is now.")
NO_TABLE_OF_YOURS: Final = Sentence(
    "You are not at any open table: join one in a channel of your server, or play alone with `/play`."
)
DAY_WAITS: Final = Sentence("The deal of the day is not left: it waits for you until its day is over.")
CHALLENGE_WAITS: Final = Sentence(
    "A deal of a challenge is not left: it waits for you until the challenge is over."
)
NO_GAME_ALONE: Final = Sentence("You play no game alone now: `/play` begins one.")
STANDS_ELSEWHERE: Final = Sentence(
    "That cannot be used here: it belongs to another server or to somebody else's game, or I have forgotten "
    "that it was yours."
)
ONLY_IN_SERVERS: Final = Sentence("Use that command in a channel of a server.")
NO_MEMBER_HERE: Final = Sentence("Use that command in a server that I belong to.")
DEAL_NOT_OVER: Final = Sentence("The robots tell what they thought when this deal is over.")
DEAL_GOES_ON: Final = Sentence("That deal is still being played. Ask again when it is over.")
PLAY_FIRST: Final = Sentence("Play this deal first: then you see what others made of it.")
STILL_TO_PLAY: Final = Sentence("Others have still to play this deal, so nobody else is shown it.")
NO_SUCH_DAY: Final = Sentence("There was no deal of that day. A day is written as 2026-11-24.")
DAY_NOT_PLAYED: Final = Sentence(
    "You have not played the deal of that day, and its day is over. That of today: `/daily`."
)
NOT_PLAYED: Final = Sentence("They have not played that deal to its end.")
NOT_ACQUAINTED: Final = Sentence(
    "You see how somebody played once you have been at a table with them, or where you both play in the same "
    "server."
)
PLAYED_BEFORE: Final = Sentence(
    "You had begun this deal before I forgot you, and nobody plays a deal twice. `/daily` has another one "
    "tomorrow (UTC)."
)
CONTEST_DAMAGED: Final = Sentence(
    "What I have stored of this deal is damaged, so it is neither dealt nor compared any more. All other "
    "deals are as they were."
)
PLAY_DAMAGED: Final = Sentence(
    "What I have stored of this play is damaged, so I cannot tell what it came to. Nothing else is lost."
)
SHARED_ALREADY: Final = Sentence("You have shared this deal in this channel already.")
ASKED_ENOUGH: Final = Sentence(
    "You wait for several answers that take time. Once one of them is there you can ask for more."
)
ONE_MORE_OPEN: Final = Sentence(
    "You are playing a deal once more already: `/play` takes it up, and `/table leave` ends it."
)
NO_DEAL_YET: Final = Sentence("No deal of this table is over yet.")
NO_SUCH_DEAL: Final = Sentence("No deal with that number has been finished at this table.")
HINTS_ARE_OFF: Final = Sentence(
    "This table plays without hints. Before a rubber, any player at it can switch them on under "
    "**{button}**.",
    button=OPTIONS,
)
NO_HINTS_COMPARED: Final = Sentence("This deal is compared with what others made of it: no hint is given.")
SET_ASIDE: Final = Sentence(
    "The record of this game is damaged, so I have set it aside. Nothing of it is deleted, and the host of "
    "this bot finds it named in the log."
)
TABLE_HERE: Final = Sentence("This channel already has a table: `/table show` brings it back into sight.")
DEAL_DAMAGED: Final = Sentence(
    "I do not show deal {deal}: its record has been damaged or changed since it was played. The host of "
    "this bot finds it named in the log."
)


def not_allowed(permissions: tuple[str, ...], channel: str = "") -> str:
    """``permissions`` as Discord names them in code: ``send_messages``; ``channel`` mentions another one than
    this."""
    if not permissions:
        return say("I need another permission in this channel.")
    named = all_of([_permission(one) for one in permissions])
    if channel:
        return say(
            "I need these permissions in {channel}: {permissions}.", channel=channel, permissions=named
        )
    return say("I need these permissions here: {permissions}.", permissions=named)


_PERMISSIONS: Final[Mapping[str, Sentence]] = MappingProxyType(
    {
        "view_channel": Sentence("View Channel"),
        "send_messages": Sentence("Send Messages"),
        "send_messages_in_threads": Sentence("Send Messages in Threads"),
        "create_public_threads": Sentence("Create Public Threads"),
        "create_private_threads": Sentence("Create Private Threads"),
        "attach_files": Sentence("Attach Files"),
        "embed_links": Sentence("Embed Links"),
    }
)
"""As Discord names them in its settings."""


def _permission(name: str) -> str:
    return _PERMISSIONS[name]() if name in _PERMISSIONS else name.replace("_", " ").title()


def somebody_left(users: Sequence[int | None], chairs: int) -> str:
    """So many ``chairs`` are empty; None is somebody who has been forgotten."""
    return counted(
        chairs,
        "No longer at this table: {players}. {count} chair is empty: wait until it is taken, or press "
        "**{button}**.",
        "No longer at this table: {players}. {count} chairs are empty: wait until they are taken, or press "
        "**{button}**.",
        players=all_of([f"<@{one}>" if one is not None else SOMEBODY() for one in users]),
        button=in_the_room(PLAY_NOW),
    )


def yours_elsewhere(channels: tuple[int, ...]) -> str:
    """``channels`` are the ids of the channels of the asker's tables in this server."""
    named = [f"<#{channel}>" for channel in channels[:MOST_CHANNELS]]
    more = len(channels) - len(named)
    if more:
        return counted(
            more,
            "There is no open table here: `/table open` opens one. Yours are in {channels} and {count} more.",
            "There is no open table here: `/table open` opens one. Yours are in {channels} and {count} more.",
            channels=", ".join(named),
        )
    return counted(
        len(named),
        "There is no open table here: `/table open` opens one. Yours is in {channels}.",
        "There is no open table here: `/table open` opens one. Yours are in {channels}.",
        channels=all_of(named),
    )


def several_tables(channels: tuple[int, ...]) -> str:
    """``channels`` are the ids of the channels of the asker's tables."""
    if not channels:
        return say("You are at several tables: use the command in the channel of the one you mean.")
    named = [f"<#{channel}>" for channel in channels[:MOST_CHANNELS]]
    more = len(channels) - len(named)
    if more:
        return counted(
            more,
            "You are at several tables: use the command in {channels} or {count} more.",
            "You are at several tables: use the command in {channels} or one of {count} more.",
            channels=", ".join(named),
        )
    return say("You are at several tables: use the command in {channels}.", channels=either_of(named))


def too_many_open(kind: str, limit: int, *, by_one: bool) -> str:
    """``kind`` is ``table``, ``sheet`` or ``evening``. They were opened ``by_one`` person, else they are in
    one server."""
    if kind == "table":
        if by_one:
            return counted(
                limit,
                "You already have {count} table open, which is the limit for one person: close it first.",
                "You already have {count} tables open, which is the limit for one person: close one first.",
            )
        return counted(
            limit,
            "This server already has {count} open table, which is its limit: close it first.",
            "This server already has {count} open tables, which is its limit: close one first.",
        )
    if kind == "evening":
        return counted(
            limit,
            "There is already {count} open evening, which is the limit: close it first.",
            "There are already {count} open evenings, which is the limit: close one first.",
        )
    if by_one:
        return counted(
            limit,
            "You already have {count} score sheet open, which is the limit for one person: close it first.",
            "You already have {count} score sheets open, which is the limit for one person: close one first.",
        )
    return counted(
        limit,
        "This server already has {count} open score sheet, which is its limit: close it first.",
        "This server already has {count} open score sheets, which is its limit: close one first.",
    )


TOO_SOON: Final = Plural(
    "A robot can take over from the player everybody waits for in {count} second.",
    "A robot can take over from the player everybody waits for in {count} seconds.",
)


NO_SUCH_ACT: Final = Sentence("I don't know any act, card or call by that name.")
MOST_ACTS: Final = 8
"""How many acts a refusal names."""


def act_refused(why: str, instead: Sequence[str]) -> str:
    """One sentence: why something was refused, and what may be done now."""
    why = why.removesuffix(".")
    if not instead:
        return say("{why}; there is nothing for you to do now.", why=why)
    told = ", ".join((*instead[:MOST_ACTS], *(["…"] if len(instead) > MOST_ACTS else ())))
    return say("{why}; what you can do now: {acts}.", why=why, acts=told)

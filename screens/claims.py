"""Claims, concessions and cards that are to be taken back: what everybody is told of them, and the steps that
lead a claimer to a claim.

The claimer is asked how many tricks, is shown what will be laid open, and is asked once more. Nothing here
lays anything open.
"""

from __future__ import annotations

from typing import Final

from rules.cards import Card
from rules.seats import Seat, Side
from rules.view import FacedHand, OpenClaim, PublicDeal, RefusedClaim, SeatView
from screens.deck import face
from screens.parts import CLARET, GREY, faced_text, in_line, noted, small, speech_to, text
from screens.presses import Press
from screens.screen import Button, Offer, Row, Screen, Select, Style
from screens.words.languages import Label, Plural, Sentence, counted, meant, say
from screens.words.names import Names, Speech
from screens.words.table import TRICKS_TAKEN

# What everybody at the table is told

CLAIM: Final = Label("a button", "Claim")
YOURS: Final = Sentence("**Your turn:** agree, or refuse and play on?")
LIES_OPEN: Final = Sentence("Your hand lies open: everybody sees your cards.")
YOU_LET: Final = Sentence("**Your turn:** agree, or refuse, and the card stays?")
TAKE_BACK: Final = Label("a button", "Take back")
TAKEN_BACK: Final = Plural("Taken back one time.", "Taken back {count} times.")
WENT_BACK: Final = Sentence("Taken back: {card} ({seat})")


def claim_line(speech: Speech, claim: OpenClaim, left: int) -> str:
    """What somebody claims of the tricks that are ``left`` or, of no trick, concedes; or which card they
    would take back."""
    who, tricks = speech.seat(claim.seat), claim.tricks
    if claim.back is not None:
        return say("**{seat} would like to take back {card}.**", seat=who, card=face(claim.back))
    if tricks == 0:
        return counted(
            left,
            "**{seat} concedes the last trick.**",
            "**{seat} concedes the last {count} tricks.**",
            seat=who,
        )
    if tricks == left:
        return counted(
            left,
            "**{seat} claims the last trick.**",
            "**{seat} claims the last {count} tricks.**",
            seat=who,
        )
    return say(
        "**{seat} claims {claimed} of the last {left} tricks;** {rest} would go to {side}.",
        seat=who,
        claimed=tricks,
        left=left,
        rest=TRICKS_TAKEN(left - tricks),
        side=speech.side(claim.seat.side.other),
    )


def waits_for(speech: Speech, claim: OpenClaim) -> str:
    """Who has still to answer."""
    seats = speech.all_of(claim.unanswered)
    if claim.back is not None:
        return say("The other side is asked. Waiting for {seats}.", seats=seats)
    if not claim.tricks:
        return say("Only their partner is asked. Waiting for {seats}.", seats=seats)
    return say("All must agree. Waiting for {seats}.", seats=seats)


def refused_line(speech: Speech, one: RefusedClaim) -> str:
    """Who has refused the last claim. It is shown until everybody has played a card since."""
    by, seat = speech.seat(one.by), speech.seat(one.seat)
    if one.back is not None:
        return say("**{by}** did not agree: {card} stays.", by=by, card=face(one.back))
    if one.conceded:
        return say("**{by}** refused {seat}'s concession: play goes on.", by=by, seat=seat)
    return say("**{by}** refused {seat}'s claim: play goes on.", by=by, seat=seat)


def your_answer(claim: OpenClaim) -> str:
    """What somebody is asked who has to answer."""
    return YOURS() if claim.back is None else YOU_LET()


def went_back_line(speech: Speech, back: tuple[Seat, Card]) -> str:
    """Which card went back last. It is shown until everybody has played a card since."""
    seat, card = back
    return small(WENT_BACK(seat=speech.seat(seat), card=face(card)))


def taken_back_line(often: int) -> str:
    return small(TAKEN_BACK(often)) if often else ""


def take_back_button(table_id: str, deal: PublicDeal) -> Button:
    """To take back one's last card or, alone, one's last call too. Its id says how far the deal has come."""
    so_far = len(deal.calls) + deal.cards_gone
    return Button(str(Press("takeback", table_id, deal.number, so_far)), TAKE_BACK())


def agreed_line(speech: Speech, to: Side, tricks: int, kept: int) -> str:
    """How the last tricks were given without being played, in the result of the deal."""
    if not kept:
        return counted(
            tricks,
            "The last trick went to {side} by agreement.",
            "The last {count} tricks went to {side} by agreement.",
            side=speech.side(to),
        )
    return say(
        "By agreement, the last tricks were shared: {side} {tricks}, {other} {kept}.",
        side=speech.side(to),
        tricks=tricks,
        other=speech.side(to.other),
        kept=kept,
    )


IS_BACK: Final = Sentence("Your card is back in your hand.")
IS_ASKED: Final = Sentence("The other side is asked whether your card goes back.")

# How many tricks?

CHOOSE: Final = Label("a list", "How many do you claim?")
HOW_MANY: Final = Plural(
    "**One trick is left.** Do you claim it, or concede it?",
    "**{count} tricks are left.** How many of them do you claim?",
)
NOTHING_YET: Final = Sentence("Nobody sees anything before you have confirmed it.")
SINCE_THEN: Final = Sentence("A trick has been finished since then. This is how it is now.")


def how_many_screen(view: SeatView, table_id: str, note: str = "") -> Screen:
    """The list of numbers that can be claimed, from all to none."""
    deal, viewer, speech = _deal_of(view), _viewer(view), speech_to(view)
    left, others = deal.tricks_left, viewer.side.other
    numbers = Select(
        str(Press("claim", table_id, deal.number, len(deal.tricks))),
        CHOOSE(),
        tuple(
            Offer(str(tricks), offered_line(tricks, left), _offer_hint(speech, others, tricks, left))
            for tricks in range(left, -1, -1)
        ),
    )
    return Screen((text(noted(note), HOW_MANY(left), small(NOTHING_YET())), numbers), CLARET)


def how_many_on_panel(view: SeatView, table_id: str, note: str = "") -> Screen:
    """The same in the place of its viewer's panel: with the hands that they see, and a way back."""
    deal, viewer, speech = _deal_of(view), _viewer(view), speech_to(view)
    assert view.own is not None
    hands = {one.seat: one for one in (*deal.faced, FacedHand(viewer, view.own.dealt, view.own.left))}
    shown = text(*(faced_text(speech, one, deal.settled) for one in hands.values()))
    back = Row((Button(str(Press("hand", table_id)), GO_BACK()),))
    asked, numbers = how_many_screen(view, table_id, note).parts
    return Screen((asked, shown, numbers, back), CLARET)


def offered_line(tricks: int, left: int) -> str:
    """One line of the list."""
    if tricks == 0:
        return meant("a list", "None: I concede")
    if tricks == left:
        return meant("a list", "The last one") if left == 1 else meant("a list", "All {count}", count=left)
    return meant("a list", "{count} of {left}", count=tricks, left=left)


def _offer_hint(speech: Speech, to: Side, tricks: int, left: int) -> str:
    """What a line of the list means for the other side."""
    if tricks == 0:
        return say("My hand stays closed.")
    if tricks == left:
        return ""
    return say("{rest} to {side}.", rest=TRICKS_TAKEN(left - tricks), side=speech.side(to))


# Once more

BACK: Final = "back"
"""What the button that leads back to the list says in its id."""
GO_BACK: Final = Label("a button", "Back")
LAYS_OPEN: Final = Sentence("Everybody will see these cards, whatever they answer:")
ALL_ASKED: Final = Sentence("Then the others are asked. If one of them refuses, play goes on.")
YOU_CONCEDE: Final = Plural(
    "**You concede the last trick** to {side}.", "**You concede the last {count} tricks** to {side}."
)
STAYS_CLOSED: Final = Sentence("Your hand stays closed.")
PARTNER_ASKED: Final = Sentence("Only your partner is asked: {player}. If they refuse, play goes on.")
NOBODY_ASKED: Final = Sentence("There is nobody to ask: the deal is over at once.")


def tricks_claimed(chosen: str) -> int:
    """How many were chosen in a list, or stand in a button. More than are left if it is no number, which
    none of ours has."""
    return int(chosen) if chosen.isdecimal() and len(chosen) < 3 else 99


def confirming_screen(view: SeatView, table_id: str, tricks: int, names: Names) -> Screen:
    """What so many tricks would lay open and who would be asked, with the button that does it."""
    deal, viewer, speech = _deal_of(view), _viewer(view), speech_to(view, names)
    left = deal.tricks_left
    if tricks == 0:
        said = [
            YOU_CONCEDE(left, side=speech.side(viewer.side.other)),
            f"{STAYS_CLOSED()} {_partner_asked(view, viewer, names)}",
        ]
    else:
        assert view.own is not None
        trumps = deal.settled.trumps if deal.settled is not None else None
        cards = in_line(view.own.left, trumps)
        said = [_you_claim(speech, viewer.side, tricks, left), LAYS_OPEN(), cards, ALL_ASKED()]
    at = (deal.number, len(deal.tricks))
    sure = Press("claim", table_id, *at, what=str(tricks))
    back = Press("claim", table_id, *at, what=BACK)
    buttons = (Button(str(sure), confirm(tricks), Style.DANGER), Button(str(back), GO_BACK()))
    return Screen((text(*said), Row(buttons)), CLARET)


def _you_claim(speech: Speech, side: Side, tricks: int, left: int) -> str:
    """What would be claimed."""
    if tricks == left:
        return counted(left, "**You claim the last trick.**", "**You claim the last {count} tricks.**")
    return say(
        "**You claim {claimed} of the last {left} tricks.** {rest} would go to {side}.",
        claimed=tricks,
        left=left,
        rest=TRICKS_TAKEN(left - tricks),
        side=speech.side(side.other),
    )


def _partner_asked(view: SeatView, viewer: Seat, names: Names) -> str:
    rubber = view.table.rubber
    assert rubber is not None
    if viewer.partner in rubber.dummies:
        return NOBODY_ASKED()
    return PARTNER_ASKED(player=names(rubber.seats.of(viewer.partner)))


def confirm(tricks: int) -> str:
    """The button that claims or concedes."""
    if tricks == 0:
        return meant("a button", "Concede")
    return meant("a button", "Show my hand and claim {count}", count=tricks)


def claimed_screen(note: str) -> Screen:
    """What the question turns into once it has been answered, or can be answered no more."""
    return Screen((text(note),), GREY)


def claim_done(tricks: int, *, asked: bool) -> str:
    """The answer to the claimer. It stays, and is true whatever the others say to it. Of a concession nobody
    is ``asked`` where the partner is a dummy."""
    if tricks == 0:
        return say("You have offered to concede the rest.") if asked else say("You have conceded the rest.")
    return counted(
        tricks,
        "You have laid your hand open and claimed {count} trick.",
        "You have laid your hand open and claimed {count} tricks.",
    )


def _deal_of(view: SeatView) -> PublicDeal:
    assert view.deal is not None
    return view.deal


def _viewer(view: SeatView) -> Seat:
    assert view.viewer is not None
    return view.viewer

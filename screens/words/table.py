"""What is said at the table and on a player's own panel during a rubber. English.

Each function gives a whole sentence or a whole label. Where it stands is for the screens.
"""

from __future__ import annotations

from typing import Final

from rules.cards import Card, Suit
from rules.seats import Seat, Side
from screens.words.names import card, one_of
from screens.words.numbers import number
from screens.words.speech import Speech

# Labels of buttons

JOIN: Final = "Join"
TAKE_BACK: Final = "Take my chair back"
LEAVE: Final = "Leave"
ADD_ROBOT: Final = "Add a robot"
REMOVE_ROBOT: Final = "Remove a robot"
START: Final = "Start"
PLAY_NOW: Final = "Play now with robots"
RULES: Final = "Rules"
CUT: Final = "Cut the pack"
MY_HAND: Final = "My hand"
LAST_TRICK: Final = "Last trick"
SCORE: Final = "Score"
AGREE: Final = "Agree"
REFUSE: Final = "Refuse"
CLOSE: Final = "Close the table"


# Beside the players

YOU: Final = "you"
DEALER: Final = "dealer"
DUMMY: Final = "dummy"
DECLARED: Final = "declared"
DECLARER: Final = "declarer"
CONTENT_NOW: Final = "content"
TO_PLAY: Final = "to play"
TO_LEAD: Final = "to lead"
TO_SPEAK: Final = "to speak"
TO_CALL: Final = "to call"
TO_DECLARE: Final = "to declare"
MAY_RUFF: Final = "may ruff"
TO_PUT_OUT: Final = "to put out"
TO_CUT: Final = "to cut"
TO_ANSWER: Final = "to answer"
PLAYS_DUMMY: Final = "to play dummy"
AGREES: Final = "agrees"


def dummy_of(who: str) -> str:
    """In place of a player's name, at a hand that nobody sits behind."""
    return f"dummy of {who}"


def chair_of(owner: str) -> str:
    """Beside a robot that plays for somebody."""
    return f"for {owner}"


# Leaving

LEAVE_ALL_THE_SAME: Final = "Leave all the same"


# The lobby

EMPTY_CHAIR: Final = "*an empty chair*"
ROBOTS_FILL: Final = "Robots take the empty chairs when you start."
TABLE_FULL: Final = "The table is full: press Start, and the cards are cut for partners."


CLOSED: Final = "This table is closed"
CLOSED_EARLY: Final = "The rubber was left unfinished, so it has no value."
OPEN_ANOTHER: Final = "`/table open` opens another."
RUBBER_BEGUN: Final = "The rubber has begun: the cards lie on the next message."
RUBBER_PLAYED: Final = "That rubber has been played."

# Cutting


def was_cut(speech: Speech, cutter: Seat, at: int, *, by_bot: bool) -> str:
    if by_bot:
        return f"I cut the pack for {speech.seat(cutter)}, {at} cards down."
    return f"{speech.seat(cutter)} cut the pack {at} cards down."


def table_in(room: str) -> str:
    """Which table a panel in direct messages belongs to."""
    return f"The table in {room}"


def resting(when: int, room: str) -> str:
    """On a panel that does not follow the play; ``when`` is in seconds since 1970."""
    return f"As of <t:{when}:R>. Play is in {room}; to follow it here, press **{MY_HAND}**."


TABLE_RESTS: Final = (
    f"Play goes on in the hands, and is shown here trick by trick; to follow each card, press **{MY_HAND}**."
)


def deal_number(deal: int) -> str:
    return f"Deal {deal}"


FIRST_CUT: Final = "First cut"
RECUT: Final = "Equal cards: cut again"
ACE_LOW: Final = "The two lowest play together, ace low; the lowest deals."


def drew(who: str, drawn: Card) -> str:
    return f"{who} {card(drawn)}"


def cut_offered(speech: Speech, cutter: Seat, who: str) -> str:
    return f"**{speech.seat(cutter)}** {who} may cut the pack; if nobody does, I will."


def cut_yours() -> str:
    return "**The cut is yours.** If you let it go by, I cut for you."


def waiting_for_cut(speech: Speech, cutter: Seat) -> str:
    return f"The pack waits for {speech.seat(cutter)} to cut it."


def sealed(commitment: str) -> str:
    return f"The pack is shuffled and sealed: `{commitment[:12]}…`"


def sealed_in_full(deal: int, commitment: str) -> str:
    return f"The seal of the pack of deal {deal}: `{commitment}`"


# Playing


def to_lead(speech: Speech, of: Seat) -> str:
    return f"**{speech.seat(of)}** is to lead."


def to_play(speech: Speech, of: Seat) -> str:
    return f"**{speech.seat(of)}** is to play."


def to_play_from(speech: Speech, of: Seat, hand: Seat) -> str:
    return f"**{speech.seat(of)}** is to play from dummy, {speech.seat(hand)}."


def you_lead() -> str:
    return "**Your turn:** lead any card."


def you_lead_from(speech: Speech, hand: Seat) -> str:
    return f"**Your turn:** lead from dummy, {speech.seat(hand)}."


def you_follow(led: Suit) -> str:
    return f"**Your turn:** play {one_of(led)}."


def you_follow_from(speech: Speech, hand: Seat, led: Suit) -> str:
    return f"**Your turn:** play {one_of(led)} from dummy, {speech.seat(hand)}."


def you_are_void(led: Suit) -> str:
    return f"**Your turn:** without {one_of(led)}, any card will do."


def dummy_is_void(speech: Speech, hand: Seat, led: Suit) -> str:
    return f"**Your turn:** dummy, {speech.seat(hand)}, has not {one_of(led)}: any card will do."


def you_are_dummy(speech: Speech, player: Seat) -> str:
    return f"**You are dummy:** {speech.seat(player)} plays your cards."


def last_trick(speech: Speech, cards: str, leader: Seat, winner: Seat) -> str:
    return f"Last trick: {cards}. {speech.seat(leader)} led, **{speech.seat(winner)}** won."


NO_TRICK_YET: Final = "No trick has been taken yet."


def trick_number(deal: int, number: int) -> str:
    return f"Deal {deal}, trick {number}"


def played_card(drawn: str, who: str, *, led: bool, won: bool) -> str:
    """One card of a finished trick."""
    if led and won:
        return f"{drawn} {who} · led and won"
    if won:
        return f"{drawn} {who} · won"
    return f"{drawn} {who} · led" if led else f"{drawn} {who}"


def dummy_hand(speech: Speech, hand: Seat) -> str:
    return f"Dummy, {speech.seat(hand)}"


def faced_hand(speech: Speech, hand: Seat) -> str:
    return f"{speech.seat(hand)}'s hand, laid open"


def own_hand(speech: Speech, hand: Seat) -> str:
    return f"Your hand: {speech.seat(hand)}"


def own_cards(speech: Speech, hand: Seat) -> str:
    """The heading of the viewer's cards where they are text."""
    return f"Your cards, {speech.seat(hand)}"


def side_line(speech: Speech, of: Side, tricks: int, below: int, games: int) -> str:
    """The tricks and the score of one side in a line."""
    taken = "1 trick" if tricks == 1 else f"{tricks} tricks"
    won = "1 game" if games == 1 else f"{games} games"
    return f"**{speech.short_side(of)}** {taken} · {number(below)} to game · {won}"


def closes_after(days: int) -> str:
    return f"If nobody does anything for {days} {'day' if days == 1 else 'days'}, it closes by itself."


def marked(drawn: str) -> str:
    """To a player who plays with two taps, after the first."""
    return f"**{drawn} is marked.** Tap it again to play it, or another card to mark that one instead."


def marked_label(drawn: str) -> str:
    return f"{drawn} ✓"


REST_OF_HAND: Final = "The rest of your hand"


def sides_so_far(partner: str, ours: int, theirs: int, need: str) -> str:
    """The viewer's partner, the tricks of the two sides, and what the contract still needs."""
    line = f"With {partner}: you **{ours}** · they **{theirs}**"
    return f"{line} · {need}" if need else line


def contract_needs(count: int) -> str:
    return "1 more makes the contract" if count == 1 else f"{count} more make the contract"


def defence_needs(count: int) -> str:
    return "1 more beats the contract" if count == 1 else f"{count} more beat the contract"


CONTRACT_MADE: Final = "the contract is made"
CONTRACT_BEATEN: Final = "the contract is beaten"
JUST_PLAYED: Final = "just now"


# The panel between deals

NO_RUBBER: Final = "No rubber is being played. Your cards will be here when one is."
NOT_SEATED: Final = "You do not sit at this rubber, so you have no cards here."
PANEL_CLOSED: Final = "The table is closed. Thank you for playing."
ADJOURNED: Final = "The table is adjourned"
ADJOURNED_WHY: Final = (
    "I can no longer post where it stood: the channel or the server is gone, or closed to me."
)
ADJOURNED_HOW: Final = (
    "Nothing is lost. It goes on once I can post there again, or once somebody who sits at it uses "
    "`/table show` in another channel of the same server. Until then you may leave it, or agree to close it."
)
BETWEEN_DEALS: Final = "Your cards will be here once the pack is cut."

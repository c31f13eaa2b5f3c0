"""What is said at the table and on a player's own panel during a rubber: whole sentences and labels."""

from __future__ import annotations

from typing import Final

from rules.cards import Card
from rules.seats import Seat, Side
from screens.words.languages import Label, Plural, Sentence, say
from screens.words.names import Speech, number, spoken_card

# Labels of buttons

JOIN: Final = Label("a button", "Join")
WAIT_FOR_CHAIR: Final = Label("a button", "Wait for a chair")
TAKE_BACK: Final = Label("a button", "Take my chair back")
LEAVE: Final = Label("a button", "Leave")
ADD_ROBOT: Final = Label("a button", "Add a robot")
REMOVE_ROBOT: Final = Label("a button", "Remove a robot")
START: Final = Label("a button", "Start")
AGAIN: Final = Label("a button", "Again")
TABLE: Final = Label("a button", "Table")
PLAY_NOW: Final = Label("a button", "Play now with robots")
RULES: Final = Label("a button", "Rules")
CUT: Final = Label("a button", "Cut the pack")
MY_HAND: Final = Label("a button", "My hand")
LAST_TRICK: Final = Label("a button", "Last trick")
SCORE: Final = Label("a button", "Score")
AGREE: Final = Label("a button", "Agree")
REFUSE: Final = Label("a button", "Refuse")
CLOSE: Final = Label("a button", "Close the table")
AGREE_TO_CLOSE: Final = Label("a button", "Agree to close")
RESUME: Final = Label("a button", "Resume")
ROBOT_FOR: Final = Plural("Let a robot sit in", "Let robots sit in")
"""Lets robots sit in for the players who are absent."""
TAKE_A_CHAIR: Final = Label("a button", "Take a chair")
TAKE_CHAIR: Final = Label("a button", "Take {seat}'s chair")
"""Takes the only chair that a robot has."""
WHY: Final = Label("a button", "Why?")
ANALYSE: Final = Label("a button", "Analyse")
HINT: Final = Label("a button", "Hint")


# Beside the players

YOU: Final = Label("beside a player's name", "you")
DEALER: Final = Label("beside a player's name", "dealer")
DUMMY: Final = Label("beside a player's name", "dummy")
DECLARED: Final = Label("beside a player's name", "declared")
LED: Final = Label("beside a player's name", "led")
WON: Final = Label("beside a player's name", "won")
TO_PLAY: Final = Label("beside a player's name", "to play")
TO_LEAD: Final = Label("beside a player's name", "to lead")
TO_SPEAK: Final = Label("beside a player's name", "to speak")
TO_CALL: Final = Label("beside a player's name", "to call")
TO_DECLARE: Final = Label("beside a player's name", "to declare")
MAY_RUFF: Final = Label("beside a player's name", "may take the stock")
TO_PUT_OUT: Final = Label("beside a player's name", "to put out cards")
TO_CUT: Final = Label("beside a player's name", "to cut")
TO_ANSWER: Final = Label("beside a player's name", "to answer")
TO_DECIDE: Final = Label("beside a player's name", "to decide")
PLAYS_DUMMY: Final = Label("beside a player's name", "plays dummy")
AGREES: Final = Label("beside a player's name", "agrees")
CLAIMS: Final = Label("beside a player's name", "claims")
CONCEDES: Final = Label("beside a player's name", "concedes")
WOULD_TAKE_BACK: Final = Label("beside a player's name", "asks")
COMES_NEXT: Final = Sentence("{player} from the next deal")
"""Beside a robot whose chair somebody will take."""
DUMMY_OF: Final = Sentence("dummy of {player}")
"""In place of a player's name, at a hand that has no player of its own."""
CHAIR_OF: Final = Sentence("for {player}")
"""Beside a robot that plays for somebody."""


# Leaving

LEAVE_ALL_THE_SAME: Final = Label("a button", "Leave anyway")


# The lobby

EMPTY_CHAIR: Final = Sentence("*an empty chair*")
ROBOTS_FILL: Final = Sentence("Robots take the empty chairs when you start.")
TABLE_FULL: Final = Sentence("The table is full. Press **Start**: the cards are cut for partners.")
CLOSED: Final = Sentence("This table is closed")
CLOSED_EARLY: Final = Sentence("The rubber was not finished, so it has no value.")
OPEN_ANOTHER: Final = Sentence("`/table open` opens another.")
RUBBER_PLAYED: Final = Sentence("That rubber has been played.")

# Cutting


def was_cut(speech: Speech, cutter: Seat, at: int, *, by_bot: bool) -> str:
    """``at`` is the number of cards that were cut off."""
    if by_bot:
        return say("I cut at {count} for {seat}.", count=at, seat=speech.seat(cutter))
    return say("{seat} cut at {count}.", count=at, seat=speech.seat(cutter))


RESTING: Final = Sentence(
    "This is how it was {time}. The game goes on in {channel}; to follow it here, press **{button}**."
)
"""On a panel that does not follow the play."""


def out_of_reach() -> str:
    """On somebody's panel, about a hand that only they see and that the bot cannot change any more."""
    return say(
        "A hand that you opened elsewhere no longer follows the play. Play from here, or open "
        "it again with **{button}**.",
        button=MY_HAND(),
    )


ROBOTS_HURRY: Final = Sentence("Robots think for less time now, because many tables are waiting.")
ON_YOUR_PAGE: Final = Sentence("This table is open in your browser. To play here again, press **{button}**.")
ON_PAGES: Final = Sentence(
    "All who play have the table open in their browsers, so this message does not change. **{button}** shows "
    "your cards here."
)
TABLE_RESTS: Final = Sentence(
    "This message follows trick by trick: **{button}** shows every card.", button=MY_HAND
)
DEAL_NUMBER: Final = Sentence("Deal {number}")
FIRST_CUT: Final = Sentence("First cut")
RECUT: Final = Sentence("Equal cards: cut again")
ACE_LOW: Final = Sentence("The two lowest play together, ace low; the lowest deals.")


def drew(who: str, drawn: Card) -> str:
    return f"{who} {spoken_card(drawn)}"


CHOICE_OF_SEATS: Final = Sentence(
    "**{seat}** {player} has cut lowest, and chooses a seat. Partner sits opposite. If nobody chooses, "
    "all stay where they are."
)
CUT_OFFERED: Final = Sentence("{player} may cut the pack; otherwise I will.")
CUT_YOURS: Final = Sentence("**Cut the pack?** If you don't, I will.")
WAITING_FOR_CUT: Final = Sentence("Waiting for {seat:acc} to cut the pack.")


def sealed(commitment: str) -> str:
    return say("The pack is shuffled and sealed: {seal}", seal=f"`{commitment[:12]}…`")


SEALED_IN_FULL: Final = Sentence("The seal of the pack of deal {number}: {seal}")


# Playing

TURN_OF: Final = Sentence("It is {player}'s turn.")
TURN_WITH_DUMMY: Final = Sentence("It is {player}'s turn, with dummy's cards.")
WAITING_FOR: Final = Sentence("Waiting for {players}.")
TO_LEAD_NEXT: Final = Sentence("**{seat}** is to lead.")
TO_PLAY_NEXT: Final = Sentence("**{seat}** is to play.")
TO_PLAY_FROM: Final = Sentence("**{seat}** is to play from dummy ({dummy}).")
YOU_LEAD: Final = Sentence("**Your turn:** lead.")
YOU_LEAD_FROM: Final = Sentence("**Dummy's turn:** lead.")
YOU_FOLLOW: Final = Sentence("**Your turn:** {suit}.")
YOU_FOLLOW_FROM: Final = Sentence("**Dummy's turn:** {suit}.")
YOU_ARE_VOID: Final = Sentence("**Your turn:** no {suit:gen}: any card.")
DUMMY_IS_VOID: Final = Sentence("**Dummy's turn:** no {suit:gen}: any card.")
YOU_ARE_DUMMY: Final = Sentence("**You are dummy:** {seat} plays your cards.")
THE_LAST_TRICK: Final = Sentence("Last: {leader} {cards} → {winner}")
"""Who led, the cards, and who won."""
NO_TRICK_YET: Final = Sentence("No trick has been played yet.")
TRICK_NUMBER: Final = Sentence("Deal {deal}, trick {trick}")


def played_card(drawn: str, who: str, *, led: bool, won: bool) -> str:
    """One card of a finished trick."""
    if led and won:
        return say("{card} {player} · led and won", card=drawn, player=who)
    if won:
        return say("{card} {player} · won", card=drawn, player=who)
    return say("{card} {player} · led", card=drawn, player=who) if led else f"{drawn} {who}"


DUMMY_HAND: Final = Sentence("Dummy ({seat})")
FACED_HAND: Final = Sentence("{seat:gen}'s hand, face up")
OWN_CARDS: Final = Sentence("Your cards")
"""The heading of the viewer's cards where they are text."""


def score_to_game(speech: Speech, of: Side, below: int, games: int, target: int) -> str:
    """The score of one side to game, and the games that it has won: ``N–S 8/30, 1 game``."""
    won = f", {GAMES_WON(games)}" if games else ""
    return f"{speech.short_side(of)} **{number(below)}**/{number(target)}{won}".replace(" ", "\u00a0")


def score_so_far(speech: Speech, of: Side, below: int, games: int, target: int) -> str:
    """The same without what is nothing; empty for a side that has neither."""
    if below or not games:
        return score_to_game(speech, of, below, games, target) if below else ""
    return f"{speech.short_side(of)} {GAMES_WON(games)}".replace(" ", "\u00a0")


GAMES_WON: Final = Plural("{count} game", "{count} games")


def side_line(speech: Speech, of: Side, tricks: int, below: int, games: int, target: int) -> str:
    """The tricks and the score of one side in a line. ``target`` is the score that wins a game."""
    score = say("score {points} of {target}", points=number(below), target=number(target))
    won = GAMES_WON(games)
    return f"**{speech.short_side(of)}** {TRICKS_TAKEN(tricks)} · {score} · {won}"


TRICKS_TAKEN: Final = Plural("{count} trick", "{count} tricks")
CLOSES_AFTER: Final = Plural(
    "If nobody does anything for {count} day, it closes by itself.",
    "If nobody does anything for {count} days, it closes by itself.",
)
MARKED: Final = Sentence(
    "**{card} is marked.** Tap it again to play it, or another card to mark that one instead."
)
"""To somebody who plays with two taps, after the first."""


def marked_label(drawn: str) -> str:
    return f"{drawn} ✓"


# The panel between deals

NO_RUBBER: Final = Sentence("No rubber is being played. Your cards will be here when one is.")
NOT_SEATED: Final = Sentence("You are not playing in this rubber, so you have no cards here.")
PANEL_CLOSED: Final = Sentence("The table is closed. Thank you for playing.")
ADJOURNED: Final = Sentence("The table is adjourned")
ADJOURNED_WHY: Final = Sentence(
    "I can no longer post in its channel: the channel or the server is gone, or I have lost access."
)
ADJOURNED_HOW: Final = Sentence(
    "Nothing is lost. The game goes on once I can post there again, or once one of its players uses "
    "`/table show` in another channel of the same server. Until then you can leave it, or agree to close it."
)
BETWEEN_DEALS: Final = Sentence("Your cards will be here once the pack is cut.")

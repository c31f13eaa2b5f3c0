"""What is said at the table and on a player's own panel during a rubber.

Each function gives a whole sentence or a whole label. Where it stands is for the screens.
"""

from __future__ import annotations

from typing import Final

from rules.cards import Card, Suit
from rules.seats import Seat, Side
from screens.words.languages import Label, Sentence, counted, say
from screens.words.names import Speech, card, one_of, suit_inside
from screens.words.numbers import number

# Labels of buttons

JOIN: Final = Label("a button", "Join")
TAKE_BACK: Final = Label("a button", "Take my chair back")
LEAVE: Final = Label("a button", "Leave")
ADD_ROBOT: Final = Label("a button", "Add a robot")
REMOVE_ROBOT: Final = Label("a button", "Remove a robot")
START: Final = Label("a button", "Start")
PLAY_NOW: Final = Label("a button", "Play now with robots")
RULES: Final = Label("a button", "Rules")
CUT: Final = Label("a button", "Cut the pack")
MY_HAND: Final = Label("a button", "My hand")
LAST_TRICK: Final = Label("a button", "Last trick")
SCORE: Final = Label("a button", "Score")
AGREE: Final = Label("a button", "Agree")
REFUSE: Final = Label("a button", "Refuse")
CLOSE: Final = Label("a button", "Close the table")


# Beside the players

YOU: Final = Label("beside a player's name", "you")
DEALER: Final = Label("beside a player's name", "dealer")
DUMMY: Final = Label("beside a player's name", "dummy")
DECLARED: Final = Label("beside a player's name", "declared")
DECLARER: Final = Label("beside a player's name", "declarer")
CONTENT_NOW: Final = Label("beside a player's name", "accepts")
TO_PLAY: Final = Label("beside a player's name", "to play")
TO_LEAD: Final = Label("beside a player's name", "to lead")
TO_SPEAK: Final = Label("beside a player's name", "to double or accept")
TO_CALL: Final = Label("beside a player's name", "to call")
TO_DECLARE: Final = Label("beside a player's name", "to declare")
MAY_RUFF: Final = Label("beside a player's name", "may take the stock")
TO_PUT_OUT: Final = Label("beside a player's name", "to put out cards")
TO_CUT: Final = Label("beside a player's name", "to cut")
TO_ANSWER: Final = Label("beside a player's name", "to answer")
TO_DECIDE: Final = Label("beside a player's name", "to decide")
PLAYS_DUMMY: Final = Label("beside a player's name", "to play from dummy")
AGREES: Final = Label("beside a player's name", "agrees")


def dummy_of(who: str) -> str:
    """In place of a player's name, at a hand that nobody sits behind."""
    return say("dummy of {player}", player=who)


def chair_of(owner: str) -> str:
    """Beside a robot that plays for somebody."""
    return say("for {player}", player=owner)


# Leaving

LEAVE_ALL_THE_SAME: Final = Label("a button", "Leave anyway")


# The lobby

EMPTY_CHAIR: Final = Sentence("*an empty chair*")
ROBOTS_FILL: Final = Sentence("Robots take the empty chairs when you start.")
TABLE_FULL: Final = Sentence("The table is full. Press Start: the cards are cut for partners.")


CLOSED: Final = Sentence("This table is closed")
CLOSED_EARLY: Final = Sentence("The rubber was not finished, so it has no value.")
OPEN_ANOTHER: Final = Sentence("`/table open` opens another.")
RUBBER_PLAYED: Final = Sentence("That rubber has been played.")

# Cutting


def was_cut(speech: Speech, cutter: Seat, at: int, *, by_bot: bool) -> str:
    if by_bot:
        return counted(
            at,
            "I cut the pack for {seat}, {count} card down.",
            "I cut the pack for {seat}, {count} cards down.",
            seat=speech.seat(cutter),
        )
    return counted(
        at,
        "{seat} cut the pack, {count} card down.",
        "{seat} cut the pack, {count} cards down.",
        seat=speech.seat(cutter),
    )


def table_in(room: str) -> str:
    """Which table a panel in direct messages belongs to."""
    return say("The table in {channel}", channel=room)


def resting(when: int, room: str) -> str:
    """On a panel that does not follow the play; ``when`` is in seconds since 1970."""
    return say(
        "As of {time}. Play is in {channel}; to follow it here, press **{button}**.",
        time=f"<t:{when}:R>",
        channel=room,
        button=MY_HAND(),
    )


def out_of_reach() -> str:
    """On somebody's panel, about a hand that only they see and that the bot cannot change any more."""
    return say(
        "A hand that you opened elsewhere no longer follows the play. Play from here, or open it anew with"
        " **{button}**.",
        button=MY_HAND(),
    )


ROBOTS_HURRY: Final = Sentence("Robots think for less time just now: they are wanted at many tables.")


def table_rests() -> str:
    return say(
        "Play goes on in the hands; this message shows each finished trick. "
        "To follow every card, press **{button}**.",
        button=MY_HAND(),
    )


def deal_number(deal: int) -> str:
    return say("Deal {number}", number=deal)


FIRST_CUT: Final = Sentence("First cut")
RECUT: Final = Sentence("Equal cards: cut again")
ACE_LOW: Final = Sentence("The two lowest play together, ace low; the lowest deals.")


def drew(who: str, drawn: Card) -> str:
    return f"{who} {card(drawn)}"


def choice_of_seats(speech: Speech, lowest: Seat, who: str) -> str:
    return say(
        "**{seat}** {player} has cut lowest, and chooses a seat. Partner sits opposite. If nobody chooses, "
        "all stay where they are.",
        seat=speech.seat(lowest),
        player=who,
    )


def cut_offered(speech: Speech, cutter: Seat, who: str) -> str:
    return say(
        "**{seat}** {player} may cut the pack; otherwise I will.", seat=speech.seat(cutter), player=who
    )


def cut_yours() -> str:
    return say("**Cut the pack?** If you don't, I will.")


def waiting_for_cut(speech: Speech, cutter: Seat) -> str:
    return say("Waiting for {seat:acc} to cut the pack.", seat=speech.seat(cutter))


def sealed(commitment: str) -> str:
    return say("The pack is shuffled and sealed: {seal}", seal=f"`{commitment[:12]}…`")


def sealed_in_full(deal: int, commitment: str) -> str:
    return say("The seal of the pack of deal {number}: {seal}", number=deal, seal=f"`{commitment}`")


# Playing


def to_lead(speech: Speech, of: Seat) -> str:
    return say("**{seat}** is to lead.", seat=speech.seat(of))


def to_play(speech: Speech, of: Seat) -> str:
    return say("**{seat}** is to play.", seat=speech.seat(of))


def to_play_from(speech: Speech, of: Seat, hand: Seat) -> str:
    return say("**{seat}** is to play from dummy ({dummy}).", seat=speech.seat(of), dummy=speech.seat(hand))


def you_lead() -> str:
    return say("**Your turn:** lead any card.")


def you_lead_from(speech: Speech, hand: Seat) -> str:
    return say("**Your turn:** lead from dummy ({dummy}).", dummy=speech.seat(hand))


def you_follow(led: Suit) -> str:
    return say("**Your turn:** play {a_card_of_suit:acc}.", a_card_of_suit=one_of(led))


def you_follow_from(speech: Speech, hand: Seat, led: Suit) -> str:
    return say(
        "**Your turn:** play {a_card_of_suit:acc} from dummy ({dummy}).",
        a_card_of_suit=one_of(led),
        dummy=speech.seat(hand),
    )


def you_are_void(led: Suit) -> str:
    return say("**Your turn:** no {suit:gen}, so play anything.", suit=suit_inside(led))


def dummy_is_void(speech: Speech, hand: Seat, led: Suit) -> str:
    return say(
        "**Your turn:** dummy ({dummy}) has no {suit:gen}, so play anything.",
        dummy=speech.seat(hand),
        suit=suit_inside(led),
    )


def you_are_dummy(speech: Speech, player: Seat) -> str:
    return say("**You are dummy:** {seat} plays your cards.", seat=speech.seat(player))


def last_trick(speech: Speech, cards: str, leader: Seat, winner: Seat) -> str:
    return say(
        "Last trick: {cards}. {leader} led, **{winner}** won.",
        cards=cards,
        leader=speech.seat(leader),
        winner=speech.seat(winner),
    )


NO_TRICK_YET: Final = Sentence("No trick has been played yet.")


def trick_number(deal: int, number: int) -> str:
    return say("Deal {deal}, trick {trick}", deal=deal, trick=number)


def played_card(drawn: str, who: str, *, led: bool, won: bool) -> str:
    """One card of a finished trick."""
    if led and won:
        return say("{card} {player} · led and won", card=drawn, player=who)
    if won:
        return say("{card} {player} · won", card=drawn, player=who)
    return say("{card} {player} · led", card=drawn, player=who) if led else f"{drawn} {who}"


def dummy_hand(speech: Speech, hand: Seat) -> str:
    return say("Dummy ({seat})", seat=speech.seat(hand))


def faced_hand(speech: Speech, hand: Seat) -> str:
    return say("{seat:gen}'s hand, face up", seat=speech.seat(hand))


def own_hand(speech: Speech, hand: Seat) -> str:
    return say("Your hand: {seat}", seat=speech.seat(hand))


def own_cards(speech: Speech, hand: Seat) -> str:
    """The heading of the viewer's cards where they are text."""
    return say("Your cards ({seat})", seat=speech.seat(hand))


def side_line(speech: Speech, of: Side, tricks: int, below: int, games: int, target: int) -> str:
    """The tricks and the score of one side in a line. ``target`` is the score that wins a game."""
    score = say("score {points} of {target}", points=number(below), target=number(target))
    won = counted(games, "{count} game", "{count} games")
    return f"{side_tricks(speech, of, tricks)} · {score} · {won}"


def side_tricks(speech: Speech, of: Side, tricks: int) -> str:
    """The tricks of one side, where a deal is scored by itself."""
    return f"**{speech.short_side(of)}** {tricks_taken(tricks)}"


def tricks_taken(count: int) -> str:
    return counted(count, "{count} trick", "{count} tricks")


def closes_after(days: int) -> str:
    return counted(
        days,
        "If nobody does anything for {count} day, it closes by itself.",
        "If nobody does anything for {count} days, it closes by itself.",
    )


def marked(drawn: str) -> str:
    """To a player who plays with two taps, after the first."""
    return say(
        "**{card} is marked.** Tap it again to play it, or another card to mark that one instead.", card=drawn
    )


def marked_label(drawn: str) -> str:
    return f"{drawn} ✓"


REST_OF_HAND: Final = Sentence("The rest of your hand")


def sides_so_far(partner: str, ours: int, theirs: int, need: str) -> str:
    """The viewer's partner, the tricks of the two sides, and what the contract still needs."""
    line = say(
        "With {partner}: you **{ours}** · they **{theirs}**", partner=partner, ours=ours, theirs=theirs
    )
    return f"{line} · {need}" if need else line


def contract_needs(count: int) -> str:
    return counted(count, "{count} more makes the contract", "{count} more make the contract")


def defence_needs(count: int) -> str:
    return counted(count, "{count} more beats the contract", "{count} more beat the contract")


CONTRACT_MADE: Final = Sentence("the contract is made")
CONTRACT_BEATEN: Final = Sentence("the contract is beaten")
JUST_PLAYED: Final = Label("beside a player's name", "just now")


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

"""What is said of challenges: deals that friends play against each other."""

from __future__ import annotations

from typing import Final

from screens.words.languages import Label, Plural, Sentence, marked

I_PLAY: Final = Label("a button", "I play")
DECLINE: Final = Label("a button", "Decline")
PLAY_DEAL: Final = Label("a button", "Play deal {deal}")
GO_ON_DEAL: Final = Label("a button", "Go on with deal {deal}")
HOW_IT_STANDS: Final = Label("a button", "How it stands")
PLAY_AGAIN: Final = Label("a button", "Challenge again")

BEGIN: Final = marked("Begin one: against a friend, or everybody in this channel")
MINE: Final = marked("Show mine: those that wait, go on and are over")

# To all

CHALLENGES: Final = Sentence("{who} challenges {friend} to five deals of {game}.")
CHALLENGES_ALL: Final = Sentence("{who} challenges everybody here to five deals of {game}.")
HOW: Final = Sentence(
    "The same cards in the same seat, with the same robots, for each alone. Each deal has one try."
)
TAKEN_UP_BY: Final = Sentence("Press **{button}** by {time} ({ago}); then there are three days to play it.")
IN_IT: Final = Sentence("They play: {people}.")
CARD: Final = Sentence("**Challenge · {game}** · five deals, the same for all")

# To one of those who play

CHALLENGE: Final = Sentence("Challenge · {game}")
DEAL_OF: Final = Sentence("Challenge · {game} · deal {deal} of five")
UNTIL: Final = Sentence("The challenge ends {ago}, at {time}.")
CAN_BE_TAKEN_UP: Final = Sentence("It can be taken up until {time} ({ago}).")
PLAYED_UNTIL: Final = Sentence("It ends {ago}, at {time}, or once everybody has played.")
IS_OVER: Final = Sentence("It is over.")
OVER_ALONE: Final = Sentence("It is over: nobody else plays it.")
DEAL_LINE: Final = Sentence("**Deal {deal}** · {results}")
ONE_RESULT: Final = Sentence("{who} **{points}**")
TO_BE_PLAYED: Final = Sentence("you have still to play it")
NOT_IN_TIME: Final = Sentence("not played by you in time")
PARTED_AT_CALL: Final = Sentence("You parted with a call: **{own}**; {who} said {most}.")
PARTED_AT_CARD: Final = Sentence("You parted in trick {trick}: **{own}**; {who} played {most}.")
PARTED_AT_DISCARD: Final = Sentence("You put out other cards: **{own}**; {who} put out {most}.")
ALIKE: Final = Sentence("As far as both went, you and {who} played it alike.")
SO_FAR: Final = Sentence("**Together, of the deals that you have played**")
IN_THE_END: Final = Sentence("**Together**")
PLACE_LINE: Final = Sentence("{place}. {who} **{points}** · {deals}")
DEALS_PLAYED: Final = Plural("{count} deal", "{count} deals")
PLACED_BY: Final = Sentence("More deals played come first, then more points together.")
ENDED_LATE: Final = Sentence("A deal of yours ended too late to count.")
DECLINED: Final = Sentence("You have declined it. Nobody is told.")

# The list

YOUR_CHALLENGES: Final = Sentence("Your challenges")
NO_CHALLENGES: Final = Sentence(
    "You have none. `/challenge` with a friend begins one; without, in a channel, it is for everybody there."
)
LISTED_ASKED: Final = Sentence("{number}. {who} challenges you to {game}, until {time}")
LISTED_PLAYED: Final = Sentence("{number}. {game}, {people}: until {time}")
LISTED_OVER: Final = Sentence("{number}. {game}, {people}: over")

REMINDED: Final = Sentence("Your challenge ({game}, {people}) ends {ago}, at {time}: you have deals to play.")

# Refusals

CARD_STANDS: Final = Sentence("What this challenge came to stands in this channel already.")
NO_CHALLENGE: Final = Sentence("There is no such challenge.")
NOT_CHALLENGED: Final = Sentence("This challenge is not yours to play. `/challenge` begins one of your own.")
CHALLENGE_CLOSED: Final = Sentence("This challenge can be taken up no more. `/challenge` begins another one.")
CHALLENGE_OVER: Final = Sentence("This challenge is over, so no deal of it is dealt any more.")
CHALLENGE_GOES_ON: Final = Sentence("This challenge goes on: what it came to is shown to all at its end.")
NOTHING_COMPARED: Final = Sentence("This challenge is over, and there is nothing to compare.")
ALL_PLAYED: Final = Sentence("You have played all five deals of this challenge.")
BEGUN_BEFORE: Final = Sentence(
    "You had begun a deal of this challenge before I forgot you, and nobody plays a deal twice."
)
MOST_CHALLENGES: Final = Sentence("You play eight challenges already: play one of them to its end first.")
MOST_INVITATIONS: Final = Sentence(
    "Five challenges wait for their answer already. Ask again once they have answered one."
)
CHALLENGED_BEFORE: Final = Sentence("You have challenged them already: they have a day to answer.")
TAKES_NO_CHALLENGES: Final = Sentence("They have chosen that nobody challenges them.")
NO_OPPONENT: Final = Sentence("Nobody plays against themselves or a bot: choose a friend.")
NOT_SEEN_HERE: Final = Sentence(
    "They would not see it here. Challenge them where both of you read: in a server, in a group, or in your "
    "direct messages with them."
)

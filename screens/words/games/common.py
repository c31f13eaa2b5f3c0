"""Paragraphs that the rules of several games share."""

from __future__ import annotations

from screens.words.languages import say


def cards() -> str:
    return say(
        "**The cards**\n"
        "Ace high, two low. Follow suit if you can; if not, play anything. The highest trump takes the "
        "trick, or else the highest card of the suit led. *A card that breaks the rule is refused, so nobody "
        "revokes, unless the table has chosen otherwise. Play goes clockwise.*"
    )


def cards_above_two() -> str:
    """The same for a pack without its twos."""
    return say(
        "**The cards**\n"
        "Ace high, three low. Follow suit if you can; if not, play anything. The highest trump takes the "
        "trick, or else the highest card of the suit led. *A card that breaks the rule is refused, so nobody "
        "revokes, unless the table has chosen otherwise. Play goes clockwise.*"
    )


def partners() -> str:
    return say(
        "**Partners**\n"
        "Before each rubber all cut: the two lowest play together, and the lowest deals. *In cutting the ace "
        "is low; equal cards cut again.* The deal then passes to the left."
    )


def plainly_bid() -> str:
    return say(
        "**The auction**\n"
        "The dealer speaks first, then all in turn: bid, pass, double or redouble. A bid is a number of odd "
        "tricks, those over six, in a suit or at no trumps; it must be higher than the last: more tricks, or "
        "as many in a higher suit, ♣︎ ♦︎ ♥︎ ♠︎ no trumps upwards. A double answers the adversaries' bid, a "
        "redouble their double; a new bid cancels both. Three passes end it. *Four passes at the start: the "
        "deal is thrown in, and the next player deals.*"
    )


def declarer() -> str:
    return say(
        "**The play**\n"
        "Of the side that bid last, the player who first named its suit is declarer. The player on "
        "declarer's left leads; declarer's partner then lays the hand open as dummy, and declarer "
        "plays both. *Any number of the tricks that are left may be claimed, if the other three "
        "agree, or all of them conceded, if the partner agrees.*"
    )

"""The exercises of ``/learn``: positions at whist, and the rule of the article of 1911 that plays each.

The positions stand in ``exercises.txt``. A rule is told in the article's own words and with their place
(Britannica 1911, "Whist").
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from rules.calls import PLAYS, Play
from rules.cards import Card, parse_card
from rules.frozen import frozen
from rules.prepared import Prepared, prepared
from screens.words.languages import Sentence

GAME: Final = "whist_modern"
POSITIONS: Final = Path(__file__).with_name("exercises.txt")


class Place(Enum):
    """A part of the article."""

    HISTORY = "history"
    LEADS = "leads"
    RETURNED = "returned"
    TRUMPING = "trumping"
    MAXIMS = "maxims"


PLACES: Final = {
    Place.HISTORY: Sentence("*Encyclopædia Britannica*, 1911, “Whist”: on the history of its play"),
    Place.LEADS: Sentence("*Encyclopædia Britannica*, 1911, “Whist”: on leads and the play of each hand"),
    Place.RETURNED: Sentence("*Encyclopædia Britannica*, 1911, “Whist”: “Returned Leads”"),
    Place.TRUMPING: Sentence("*Encyclopædia Britannica*, 1911, “Whist”: “Trumping and Discarding”"),
    Place.MAXIMS: Sentence("*Encyclopædia Britannica*, 1911, “Whist”: “General Maxims”"),
}


class Rule(NamedTuple):
    place: Place
    words: Sentence


RULES: Final = {
    # Leads
    "worst_but_one": Rule(
        Place.LEADS, Sentence("“From a five suit without the ace lead the worst but one.”")
    ),
    "fourth_best": Rule(
        Place.HISTORY,
        Sentence("“When you open a strong suit with a low card, lead your fourth best.”"),
    ),
    "ace_from_five": Rule(
        Place.LEADS,
        Sentence("“As a broad rule an ace is led always when five or more are held in the suit.”"),
    ),
    "king_first": Rule(Place.LEADS, Sentence("Of ace and king: “If you have the king also, lead it first.”")),
    "small_from_ace": Rule(
        Place.LEADS, Sentence("“With ace and two or three small ones, lead a small one.”")
    ),
    "ace_and_one": Rule(Place.LEADS, Sentence("“With ace and one small one, the ace.”")),
    "suit_of_two": Rule(Place.MAXIMS, Sentence("“If you have to lead from a suit of two lead the highest.”")),
    "no_singleton": Rule(
        Place.MAXIMS,
        Sentence(
            "“Leading from a ‘singleton’ (your only card in one suit), in order to be able to trump”, “is "
            "not generally good play.” Lead from the longest suit."
        ),
    ),
    "no_tenace": Rule(
        Place.MAXIMS,
        Sentence(
            "“Do not lead from a ‘tenace’ (i.e. best and third best of a suit) if you have another equally "
            "good suit.”"
        ),
    ),
    "five_trumps": Rule(
        Place.HISTORY,
        Sentence("Payne's *Maxims* of about 1770 has “the rules of leading invariably from five trumps”."),
    ),
    "original_fourth": Rule(
        Place.HISTORY,
        Sentence(
            "“When you open a strong suit with a high card and next lead a low card, lead your original "
            "fourth best.”"
        ),
    ),
    "two_high": Rule(
        Place.HISTORY,
        Sentence(
            "“When you remain with two high indifferent cards, lead the higher if you opened a suit of four, "
            "the lower if you opened a suit of five or more.”"
        ),
    ),
    # The second hand
    "second_low": Rule(Place.LEADS, Sentence("“The second hand generally plays his worst card.”")),
    "ace_on_honour": Rule(
        Place.LEADS,
        Sentence("The second hand: “if an honour is led and he holds the ace, he should play the ace.”"),
    ),
    "second_queen": Rule(
        Place.LEADS, Sentence("The second hand, “holding queen and king he should play the queen.”")
    ),
    "second_knave": Rule(
        Place.LEADS, Sentence("The second hand should play, “with knave, queen and king, the knave.”")
    ),
    "not_the_king": Rule(
        Place.LEADS,
        Sentence("The second hand: “If queen is led it is usually unwise to put on the king.”"),
    ),
    "knave_on_ten": Rule(
        Place.LEADS,
        Sentence("The second hand: “it is generally sound play to put the knave on the ten.”"),
    ),
    "small_of_two": Rule(
        Place.LEADS,
        Sentence(
            "The second hand: “With king and one other, or queen and one other, most players advocate the "
            "play of the small card.”"
        ),
    ),
    # The third and the fourth hand
    "third_wins": Rule(
        Place.LEADS,
        Sentence(
            "“The third hand should win the trick if he can, unless he knows that his partner's card is a "
            "winning one; consequently he generally plays his highest card.”"
        ),
    ),
    "partners_winner": Rule(
        Place.LEADS,
        Sentence(
            "“The third hand should win the trick if he can, unless he knows that his partner's card is a "
            "winning one.” An ace is: play low."
        ),
    ),
    "no_finesse": Rule(
        Place.MAXIMS,
        Sentence(
            "“Do not finesse (i.e. play a lower card than your highest in the third hand) in partner's suit.”"
        ),
    ),
    "not_too_high": Rule(
        Place.RETURNED,
        Sentence(
            "“Never play an unnecessarily high card”: “holding ten and knave, play the ten.” Of cards that "
            "follow each other, the lowest wins as surely."
        ),
    ),
    "fourth_wins": Rule(
        Place.LEADS,
        Sentence(
            "“The fourth hand should win the trick if he can”, and nobody should play an unnecessarily high "
            "card."
        ),
    ),
    "unblock": Rule(Place.MAXIMS, Sentence("“Get rid of the command of partner's strong suit.”")),
    # Partner's suit
    "return_higher": Rule(
        Place.RETURNED,
        Sentence(
            "“If a player holds three cards originally in his partner's suit he should invariably return the "
            "higher of the two left in his hand after the first round.”"
        ),
    ),
    "return_lowest": Rule(Place.RETURNED, Sentence("“With four originally, return the lowest.”")),
    "winner_second": Rule(
        Place.RETURNED,
        Sentence("“A winning card should always be led or played in the second round.”"),
    ),
    "return_trumps": Rule(
        Place.RETURNED,
        Sentence("“A lead of trumps must be returned as soon as possible”, of three the higher of two left."),
    ),
    # The call for trumps
    "call_highest": Rule(
        Place.RETURNED,
        Sentence(
            "“If your partner has called for trumps and you get the lead”, “with three lead the highest.” "
            "North called: a high diamond, then a lower one."
        ),
    ),
    "call_lowest": Rule(
        Place.RETURNED,
        Sentence(
            "“If your partner has called for trumps and you get the lead, with four trumps lead the "
            "smallest.” North called: a high diamond, then a lower one."
        ),
    ),
    "call_next": Rule(
        Place.RETURNED,
        Sentence(
            "Partner has called, and you have three trumps: “lead the highest, and, if it wins, go in with "
            "the next highest.”"
        ),
    ),
    "call": Rule(
        Place.TRUMPING,
        Sentence(
            "The call for trumps “consists in playing an unnecessarily high card, followed later by a lower "
            "one”; it is “only justified by great strength in the trump suit”. You have it."
        ),
    ),
    "call_done": Rule(
        Place.TRUMPING,
        Sentence(
            "The call for trumps “consists in playing an unnecessarily high card, followed later by a lower "
            "one.” You began it: complete it."
        ),
    ),
    "echo": Rule(
        Place.TRUMPING,
        Sentence(
            "“To your partner's call you should ‘echo’, if you hold four or more, by calling yourself, "
            "however low your trumps are.” North called in diamonds."
        ),
    ),
    "four_trumps": Rule(
        Place.TRUMPING,
        Sentence(
            "“Four trumps may be shown in partner's lead of trumps by playing a high card followed by a "
            "lower.”"
        ),
    ),
    # Trumping
    "ruff_weak": Rule(
        Place.TRUMPING,
        Sentence(
            "The second player, on “a doubtful card (i.e. a card that his partner might be able to beat)”: "
            "“if weak” in trumps, “he should trump.”"
        ),
    ),
    "strong_no_ruff": Rule(
        Place.TRUMPING,
        Sentence(
            "“The second player should not trump a doubtful card (i.e. a card that his partner might be able "
            "to beat), if he is strong in trumps.” Discard from the weakest suit."
        ),
    ),
    "ruff_winner": Rule(
        Place.TRUMPING, Sentence("“A winning card from an adversary should be trumped in any case.”")
    ),
    "force_strong": Rule(
        Place.TRUMPING,
        Sentence(
            "“Force an adversary who is known to be strong in trumps.” West led them, and has no clubs."
        ),
    ),
    "force_partner": Rule(
        Place.TRUMPING,
        Sentence(
            "“With strong trumps force” your partner, “i.e. invite him to trump.” North has no diamonds, and "
            "your trumps are strong."
        ),
    ),
    "no_force": Rule(
        Place.TRUMPING,
        Sentence(
            "“With weak trumps, it is bad play to ‘force’ one's partner, i.e. invite him to trump.” Return "
            "North's clubs instead: of four, the lowest."
        ),
    ),
    "refused": Rule(
        Place.TRUMPING,
        Sentence(
            "“If your partner refuse to trump an adverse winning card, lead a trump at the first "
            "opportunity”: of three, the highest."
        ),
    ),
    "cross_ruff": Rule(
        Place.TRUMPING,
        Sentence(
            "“If you have a ‘cross-ruff’ (i.e. if you and your partner can trump different suits), those "
            "suits should be led alternately, and not trumps.” North has no diamonds."
        ),
    ),
    "stop_cross_ruff": Rule(
        Place.TRUMPING,
        Sentence(
            "“A weak suit in trumps (three only) should be led if the adversaries have a cross-ruff”: of "
            "three, the highest."
        ),
    ),
    # Discards, and what remains
    "discard_weak": Rule(
        Place.TRUMPING, Sentence("“It is usual to discard originally from the weakest suit.”")
    ),
    "discard_strong": Rule(
        Place.TRUMPING,
        Sentence(
            "“If the adversaries are shown to have strength in trumps”, discard “from the strongest, i.e. "
            "the longest, so as to guard the weak suits.” East led trumps."
        ),
    ),
    "command": Rule(
        Place.TRUMPING,
        Sentence(
            "“With absolute command of a suit, if you are compelled to discard from it, discard the winning "
            "card to inform your partner.” Ace and queen have gone."
        ),
    ),
    "turned": Rule(
        Place.MAXIMS,
        Sentence(
            "“Retain the trump-card if you can play others of equal trick-making value”: everybody has seen "
            "the card that you turned up."
        ),
    ),
}


@frozen
class Exercise:
    """South's turn at whist."""

    rule: str
    deal: Prepared
    right: Card
    also: tuple[Card, ...] = ()  # as good by the rule

    @property
    def acts_before(self) -> int:
        return len(self.deal.acts)

    def is_right(self, card: Card) -> bool:
        return card is self.right or card in self.also

    @property
    def play(self) -> Play:
        return PLAYS[self.right.index]


@cache
def exercises() -> tuple[Exercise, ...]:
    """All of them, in the order in which they are asked."""
    lines = POSITIONS.read_text(encoding="utf-8").splitlines()
    return tuple(_read_exercise(line) for line in lines if line and not line.startswith("#"))


def _read_exercise(line: str) -> Exercise:
    rule, dealer, turned, hands, acts, right, also = (one.strip() for one in line.split("|"))
    deal = prepared(GAME, hands, acts, dealer=dealer, turned=turned)
    return Exercise(rule, deal, parse_card(right), tuple(parse_card(one) for one in also.split()))

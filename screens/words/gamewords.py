"""The form of a game's page of words, and words that several games share.

A page is made once for each language, while that language is set, so that its sentences are plain text.
It knows no game. Where a game differs from the others, its page holds a value or a function.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Final, NamedTuple

from rules.calls import Call
from rules.frozen import frozen
from screens.words.languages import Sentence, meant, say
from screens.words.robot_system import leads


@frozen
class Doubling:
    """The words for the first doubling and for each further one, and what the player to speak is asked."""

    once: str
    again: str
    ask: str
    ask_again: str


def contre() -> Doubling:
    return Doubling(
        meant("a call", "contre"),
        meant("a call", "sur contre"),
        say("**Your turn:** double (contre), or accept?"),
        say("**Your turn:** double again (sur contre), or accept?"),
    )


def double() -> Doubling:
    return Doubling(
        meant("a call", "double"),
        meant("a call", "redouble"),
        say("**Your turn:** double, or accept?"),
        say("**Your turn:** redouble, or accept?"),
    )


class Held(NamedTuple):
    """The honours of a side, or without trumps its aces, in the richer hand and in the poorer."""

    richer: int
    poorer: int
    aces: bool = False

    @property
    def both(self) -> int:
        return self.richer + self.poorer


HonourWords = Callable[[Held], str]
"""The name of a line for honours."""


def by_hands(held: Held) -> str:
    """Where it matters whether four are in one hand (laws 2.6)."""
    match held.both, held.richer:
        case 3, _:
            return say("Three aces") if held.aces else say("Simple honours (3)")
        case 4, 4:
            return say("Four aces in one hand") if held.aces else say("Four honours in one hand")
        case 4, _:
            return say("Four aces, divided") if held.aces else say("Four honours, divided")
        case 5, 5:
            return say("Five honours in one hand")
        case 5, 4:
            return say("Five honours, four in one hand")
        case 5, _:
            return say("Five honours, divided")
        case _:
            return say("Aces") if held.aces else say("Honours")


def by_number(held: Held) -> str:
    """Where only the number matters (laws 4.2)."""
    match held.both:
        case 3:
            return say("Three honours")
        case 4:
            return say("Four honours")
        case _:
            return say("Honours")


def by_majority(held: Held) -> str:
    """Where honours and aces are counted together (laws 6.7)."""
    return say("Aces") if held.aces else say("Honours and aces")


Mark = Callable[[int], str]
"""The name of a game won, by the points that it brought."""


def treble_double_single(points: int) -> str:
    """The names at whist (laws 4.2)."""
    match points:
        case 3:
            return meant("a game won", "treble")
        case 2:
            return meant("a game won", "double")
        case 1:
            return meant("a game won", "single")
        case _:
            return ""


def unmarked(points: int) -> str:
    return ""


@frozen
class ColumnWords:
    """What stands after the sum of a line, by its column; empty where all lines count alike."""

    below: str = ""
    above: str = ""
    bonus: str = ""


def to_game() -> ColumnWords:
    return ColumnWords(say("to game"), say("rubber only"), say("rubber only"))


def the_line() -> ColumnWords:
    return ColumnWords(say("below"), say("above"), say("above"))


def points_up() -> ColumnWords:
    return ColumnWords("", say("rubber only"), "")


@frozen
class GameWords:
    """All words that are one game's own."""

    name: str  # over a screen, at most 40 characters
    pitch: str  # one line, at most 100 characters
    prices: str  # what a trick is worth, in one line
    rules: tuple[str, ...]  # the sections of ``/rules``, each a paragraph with its heading
    title: str = ""  # the name in full, with its year
    hook: str = ""  # what it is, after the title in the list of games: 98 characters with it
    doubling: Doubling = field(default_factory=double)
    no_trumps: str = field(default_factory=lambda: say("No trumps"))
    without_trumps: str = field(default_factory=lambda: say("No trumps"))  # the same where it stands alone
    petit_slam: str = field(default_factory=lambda: say("Little slam"))
    grand_slam: str = field(default_factory=lambda: say("Grand slam"))
    consolation: str = field(default_factory=lambda: say("For the rubber"))
    honours: HonourWords = by_hands
    prize: str = field(
        default_factory=lambda: say("The game")
    )  # for what a game that is won brings points, where it does
    mark: Mark = unmarked
    after_game: str = ""  # what is said besides of a side that has won a game
    columns: ColumnWords = field(default_factory=the_line)
    calls: tuple[tuple[Call, str], ...] = ()  # those that have names of their own in this game
    robots: tuple[str, ...] = field(default_factory=leads)  # how the robots call and play, a paragraph each
    lined: bool = True  # a sheet in two columns, with a line drawn under each game

    def named(self, call: Call) -> str | None:
        """The name of a bid or a pass, if this game has one of its own for it."""
        return next((name for one, name in self.calls if one == call), None)

    @property
    def listed_name(self) -> str:
        """The game as the list of games shows it."""
        return say("{game}: {hook}", game=self.title, hook=self.hook)


CARDS: Final = Sentence(
    "**The cards**\n"
    "Ace high, two low. Follow suit if you can; if not, play anything. The highest trump takes the "
    "trick, or else the highest card of the suit led. *A card that breaks the rule is refused, so nobody "
    "revokes, unless the table has chosen otherwise. Play goes clockwise.*"
)


CARDS_ABOVE_TWO: Final = Sentence(
    "**The cards**\n"
    "Ace high, three low. Follow suit if you can; if not, play anything. The highest trump takes the "
    "trick, or else the highest card of the suit led. *A card that breaks the rule is refused, so nobody "
    "revokes, unless the table has chosen otherwise. Play goes clockwise.*"
)
"""The same for a pack without its twos."""


CARDS_TO_THE_RIGHT: Final = Sentence(
    "**The cards**\n"
    "Ace high, two low. Follow suit if you can; if not, play anything. The highest trump takes the "
    "trick, or else the highest card of the suit led. *A card that breaks the rule is refused, so nobody "
    "revokes, unless the table has chosen otherwise.* Play goes counter-clockwise."
)
"""The same where the source has deal and play go to the right (laws, appendix E, E6)."""


PARTNERS_TO_THE_RIGHT: Final = Sentence(
    "**Partners**\n"
    "Before each rubber all cut: the two lowest play together, and the lowest deals. *In cutting the ace "
    "is low; equal cards cut again.* The deal then passes to the right."
)


PARTNERS: Final = Sentence(
    "**Partners**\n"
    "Before each rubber all cut: the two lowest play together, and the lowest deals. *In cutting the ace "
    "is low; equal cards cut again.* The deal then passes to the left."
)


PLAINLY_BID: Final = Sentence(
    "**The auction**\n"
    "The dealer speaks first, then all in turn: bid, pass, double or redouble. A bid is a number of odd "
    "tricks, those over six, in a suit or at no trumps; it must be higher than the last: more tricks, or "
    "as many in a higher suit, ♣︎ ♦︎ ♥︎ ♠︎ no trumps upwards. A double answers the adversaries' bid, a "
    "redouble their double; a new bid cancels both. Three passes end it. *Four passes at the start: the "
    "deal is thrown in, and the next player deals.*"
)


DECLARER: Final = Sentence(
    "**The play**\n"
    "Of the side that bid last, the player who first named its suit is declarer. The player on "
    "declarer's left leads; declarer's partner then lays the hand open as dummy, and declarer "
    "plays both. *Any number of the tricks that are left may be claimed, if the other three "
    "agree, or all of them conceded, if the partner agrees.*"
)

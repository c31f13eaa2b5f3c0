"""Whist in words: its seven forms, and those with dummies for three and for two. English.

They share one page, in which the differences of each form are filled in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from screens.words.games.common import CARDS, PARTNERS
from screens.words.gamewords import POINTS_UP, GameWords, by_number, treble_double_single
from screens.words.robot_system import CALLS_HONOURS

_ITALICS: Final = "*Where the sources are silent or differ, the words in italics tell what this table does.*"

_TURNED: Final = (
    "**The deal**\n"
    "Thirteen cards each. The dealer's last is turned up, and its suit is trumps. *It lies in sight until "
    "the dealer has played to the first trick.*"
)
_PLAY: Final = (
    "**The play**\n"
    "The player on the dealer's left leads. There is no dummy. *The last tricks may be claimed, if the "
    "other three agree.*"
)
_TRICKS: Final = "**Tricks**\nEach trick over six counts one point."

_HONOURS: Final = (
    "**Honours**\n"
    "A K Q J of trumps, as dealt. A side with three scores {three}, with four {four}; two and two, "
    "nothing.{bar}"
)
_ORDER: Final = "Tricks are counted before honours, and counting stops when the game is won."

_TREBLE: Final = (
    "It is a treble, worth 3 game points, if the losers have none; a double, worth 2, if they have one or "
    "two; a single, worth 1, if three or four."
)
_RUBBER: Final = (
    "Two games win the rubber and 2 rubber points. Each winner wins what his side has more in game and "
    "rubber points from each loser."
)
_NO_HONOURS: Final = "**Honours**\nThey do not count."


@dataclass(frozen=True, slots=True)
class _Form:
    """The sentences of one form."""

    heading: str
    told: str
    honours: str
    game: str
    calling: str = ""

    def page(self, *, deal: str = _TURNED, partners: str = PARTNERS, play: str = _PLAY) -> tuple[str, ...]:
        """The sections of ``/rules``."""
        sections = (
            f"### {self.heading}",
            f"{self.told} {_ITALICS}",
            CARDS,
            partners,
            deal,
            play,
            _TRICKS,
            self.honours,
            self.calling,
            f"**The game**\n{self.game}",
        )
        return tuple(section for section in sections if section)


def _honours(three: int, four: int, *, bar: int | None = None) -> str:
    barred = f" A side that began the deal with {bar} points scores none." if bar is not None else ""
    return _HONOURS.format(three=three, four=four, bar=barred)


_FIVE: Final = f"Five points. {_ORDER} {_TREBLE} {_RUBBER}"

_MODERN: Final = _Form(
    "Whist, five up",
    "Short whist, after the laws of 1864.",
    _honours(2, 4, bar=4),
    _FIVE,
)
_LONG: Final = _Form(
    "Long Whist, ten up",
    "The whist of the eighteenth century.",
    _honours(2, 4, bar=9),
    f"Ten points. {_ORDER} It is a double, worth 2 game points, if the losers have four or fewer, else a "
    f"single, worth 1. *There is no treble.* {_RUBBER}",
    "**Calling honours**\n"
    "*At eight points, and at no other score*, honours may be called before play: a player *with two of "
    'them* asks "Can you one, partner?", until he himself has played. If they hold three together, that '
    "ends the game.",
)
_SHORT: Final = _Form(
    "Short Whist, honours halved",
    "Five up, with honours at half their value.",
    _honours(1, 2),
    _FIVE,
    "**Calling honours**\n"
    'At four points honours may be called before play: a player asks "Can you one, partner?", until he '
    "himself has played. If they hold three together, that ends the game.",
)
_ENGLISH: Final = _Form(
    "English Whist",
    "Five up, with honours.",
    _honours(2, 4, bar=4),
    f"Five points. {_ORDER} *Honours may win a game like tricks.* {_TREBLE} {_RUBBER}",
)
_AMERICAN: Final = _Form(
    "American Whist",
    "Seven up, without honours.",
    _NO_HONOURS,
    "Seven points. Each game is a match of its own. It is worth the difference between seven and the losers' "
    "points, from each loser to each winner.",
)
_HONORS: Final = _Form(
    "Honors Whist",
    "Five up, with honours.",
    _honours(2, 4, bar=4).replace("as dealt", "*as dealt, not as won in tricks*"),
    f"{_FIVE} *By `/table options` each game may be a match of its own.*",
)
_BRITISH: Final = _Form(
    "British Whist",
    "Five up, without honours.",
    _NO_HONOURS,
    "Five points. Each game is a match of its own, *and is worth 1 point*.",
)

_ONE_DUMMY: Final = (
    "**Dummy**\n"
    "One of the three plays two hands, his own and Dummy's opposite, against the other two. *The lowest in "
    "cutting has Dummy for a rubber, then each in turn; or whoever presses Take Dummy.* Dummy deals first, "
    "and the deal passes to the left. He who has Dummy wins or loses twice what each of the others does."
)
_TWO_DUMMIES: Final = (
    "**The dummies**\n"
    "Each plays two hands, his own and his Dummy's opposite. *The lower in cutting has the first deal, by "
    "his Dummy; in the next rubber the other; or whoever presses Deal first.* The deal passes through all "
    "four hands."
)
_LAID_OPEN: Final = (
    "**The deal**\n"
    "Thirteen cards each. The dealer's last is turned up, and its suit is trumps. Dummy's cards are laid "
    "open before play begins."
)
_PLAY_TWO_HANDS: Final = (
    "**The play**\n"
    "The hand on the dealer's left leads. Each hand plays in its turn, and must follow suit by itself. *The "
    "last tricks may be claimed, if the others agree.*"
)
_AS_SHORT: Final = _honours(2, 4, bar=4)
_SHORT_OR_LONG: Final = f"{_FIVE} *By `/table options` it may be ten points instead, as at long whist.*"


def _dummy_page(heading: str, told: str, dummies: str) -> tuple[str, ...]:
    form = _Form(heading, told, _AS_SHORT, _SHORT_OR_LONG)
    return form.page(deal=_LAID_OPEN, partners=dummies, play=_PLAY_TWO_HANDS)


_POINT: Final = "Each trick over six is a point"

WHIST_MODERN: Final = GameWords(
    name="Whist, five up",
    pitch="Short whist: the last card turned is trumps; tricks and honours count.",
    prices=f"{_POINT}; honours 2 or 4; five are the game.",
    rules=_MODERN.page(),
    title="Whist, five up (laws of 1864)",
    hook="honours count; treble, double and single games",
    consolation="Rubber points",
    honours=by_number,
    mark=treble_double_single,
    columns=POINTS_UP,
)
WHIST_LONG: Final = GameWords(
    name="Long Whist, ten up",
    pitch="Whist of ten points, in which honours may be called at eight.",
    prices=f"{_POINT}; honours 2 or 4; ten are the game.",
    rules=_LONG.page(),
    title="Long Whist, ten up",
    hook="honours may be called at eight; double and single games",
    consolation="Rubber points",
    honours=by_number,
    mark=treble_double_single,
    columns=POINTS_UP,
    robots=CALLS_HONOURS,
)
WHIST_SHORT_001: Final = GameWords(
    name="Short Whist, honours halved",
    pitch="Whist of five points, with honours at half their value, called at four.",
    prices=f"{_POINT}; honours 1 or 2; five are the game.",
    rules=_SHORT.page(),
    title="Short Whist, honours halved",
    hook="five up; honours may be called at four",
    consolation="Rubber points",
    honours=by_number,
    mark=treble_double_single,
    columns=POINTS_UP,
    robots=CALLS_HONOURS,
)
WHIST_ENGLISH: Final = GameWords(
    name="English Whist",
    pitch="Whist of five points with honours, and a rubber of three games.",
    prices=f"{_POINT}; honours 2 or 4; five are the game.",
    rules=_ENGLISH.page(),
    title="English Whist",
    hook="five up with honours, a rubber of three games",
    consolation="Rubber points",
    honours=by_number,
    mark=treble_double_single,
    columns=POINTS_UP,
)
WHIST_AMERICAN: Final = GameWords(
    name="American Whist",
    pitch="Whist of seven points without honours, won by the margin.",
    prices=f"{_POINT}; seven are the game.",
    rules=_AMERICAN.page(),
    title="American Whist",
    hook="seven up without honours, a single game won by the margin",
    honours=by_number,
    columns=POINTS_UP,
)
WHIST_HONORS: Final = GameWords(
    name="Honors Whist",
    pitch="Whist of five points with honours, as a rubber or a single game.",
    prices=f"{_POINT}; honours 2 or 4; five are the game.",
    rules=_HONORS.page(),
    title="Honors Whist",
    hook="five up with honours, as a rubber or a single game",
    consolation="Rubber points",
    honours=by_number,
    mark=treble_double_single,
    columns=POINTS_UP,
)
WHIST_BRITISH: Final = GameWords(
    name="British Whist",
    pitch="Whist of five points without honours: a single game.",
    prices=f"{_POINT}; five are the game.",
    rules=_BRITISH.page(),
    title="British Whist",
    hook="five up without honours, a single game",
    honours=by_number,
    columns=POINTS_UP,
)
DUMMY_WHIST: Final = GameWords(
    name="Dummy Whist, for three",
    pitch="Three play: one of them has Dummy for a partner, and plays his hand too.",
    prices=f"{_POINT}; honours 2 or 4; five are the game, or ten.",
    rules=_dummy_page("Dummy Whist, for three", "After the laws of 1864.", _ONE_DUMMY),
    title="Dummy Whist, for three",
    hook="one plays Dummy's hand as well, against the other two",
    consolation="Rubber points",
    honours=by_number,
    mark=treble_double_single,
    columns=POINTS_UP,
    robots=CALLS_HONOURS,
)
DOUBLE_DUMMY: Final = GameWords(
    name="Double Dummy, for two",
    pitch="Two play, each with a dummy for a partner.",
    prices=f"{_POINT}; honours 2 or 4; five are the game, or ten.",
    rules=_dummy_page("Double Dummy, for two", "Whist with two dummies.", _TWO_DUMMIES),
    title="Double Dummy, for two",
    hook="whist for two players, each with a dummy for a partner",
    consolation="Rubber points",
    honours=by_number,
    mark=treble_double_single,
    columns=POINTS_UP,
    robots=CALLS_HONOURS,
)

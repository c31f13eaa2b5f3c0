"""Whist in words: its seven forms, and those with dummies for three and for two.

They share one page, in which the differences of each form are filled in.
"""

from __future__ import annotations

from typing import Final

from rules.frozen import frozen
from screens.words.gamewords import (
    CARDS,
    CARDS_TO_THE_RIGHT,
    PARTNERS,
    PARTNERS_TO_THE_RIGHT,
    GameWords,
    by_number,
    points_up,
    treble_double_single,
)
from screens.words.languages import Sentence, counted, say
from screens.words.robot_system import calls_honours

_ITALICS: Final = Sentence(
    "*Where the sources are silent or differ, the words in italics tell what this table does.*"
)


_TURNED: Final = Sentence(
    "**The deal**\n"
    "Thirteen cards each. The dealer's last is turned up, and its suit is trumps. *It lies in sight "
    "until the dealer has played to the first trick.*"
)


_PLAY: Final = Sentence(
    "**The play**\n"
    "The player on the dealer's left leads. There is no dummy. *Any number of the tricks that are "
    "left may be claimed, if the other three agree, or all of them conceded, if the partner "
    "agrees.*"
)


_PLAY_TO_THE_RIGHT: Final = Sentence(
    "**The play**\n"
    "The player on the dealer's right leads. There is no dummy. *Any number of the tricks that are "
    "left may be claimed, if the other three agree, or all of them conceded, if the partner "
    "agrees.*"
)


_TRICKS: Final = Sentence("**Tricks**\nEach trick over six counts one point.")


@frozen
class _Form:
    """The sentences of one form."""

    heading: str
    told: str
    honours: str
    game: tuple[str, ...]
    calling: str = ""

    def rules_sections(self, *, deal: str, partners: str, play: str, cards: str) -> tuple[str, ...]:
        """The sections of ``/rules``."""
        sections = (
            f"### {self.heading}",
            f"{self.told} {_ITALICS()}",
            cards,
            partners,
            deal,
            play,
            _TRICKS(),
            self.honours,
            self.calling,
            say("**The game**") + "\n" + " ".join(self.game),
        )
        return tuple(section for section in sections if section)

    def plain(self) -> tuple[str, ...]:
        return self.rules_sections(deal=_TURNED(), partners=PARTNERS(), play=_PLAY(), cards=CARDS())

    def to_the_right(self) -> tuple[str, ...]:
        """The same where deal and play go counter-clockwise."""
        return self.rules_sections(
            deal=_TURNED(),
            partners=PARTNERS_TO_THE_RIGHT(),
            play=_PLAY_TO_THE_RIGHT(),
            cards=CARDS_TO_THE_RIGHT(),
        )


_HONOURS: Final = Sentence(
    "**Honours**\n"
    "A K Q J of trumps, as dealt. A side with three scores {three}, with four {four}; two and two, "
    "nothing."
)


def _barred_at(points: int) -> str:
    return counted(
        points,
        "A side that began the deal with {count} point scores none.",
        "A side that began the deal with {count} points scores none.",
    )


_NO_HONOURS: Final = Sentence("**Honours**\nThey do not count.")


_ORDER: Final = Sentence("Tricks are counted before honours, and counting stops when the game is won.")


_TREBLE: Final = Sentence(
    "It is a treble, worth 3 game points, if the losers have none; a double, worth 2, if they have one "
    "or two; a single, worth 1, if three or four."
)


_RUBBER: Final = Sentence(
    "Two games win the rubber and 2 rubber points. Each winner wins from each loser what their side has "
    "more in game and rubber points."
)


def _five() -> tuple[str, ...]:
    return say("Five points."), _ORDER(), _TREBLE(), _RUBBER()


def _as_short() -> str:
    return f"{_HONOURS(three=2, four=4)} {_barred_at(4)}"


def _modern() -> _Form:
    return _Form(
        say("Whist, five up"),
        say("Short whist, after the laws of 1864."),
        _as_short(),
        _five(),
    )


def _long() -> _Form:
    return _Form(
        say("Long Whist, ten up"),
        say("The whist of the eighteenth century."),
        f"{_HONOURS(three=2, four=4)} {_barred_at(9)}",
        (
            say("Ten points."),
            _ORDER(),
            say(
                "It is a double, worth 2 game points, if the losers have four or fewer, else a single, worth "
                "1. *There is no treble.*"
            ),
            _RUBBER(),
            say(
                "*With `/table options` it may be long whist as “The Real Game of Bridge” has it: "
                "counter-clockwise, with a treble for ten to nothing, and honours called at eight and at "
                "nine by either partner.*"
            ),
        ),
        say(
            "**Calling honours**\n"
            "*At eight points, and at no other score*, honours may be called before play: a player *with two "
            'of them* asks "Can you one, partner?", until they have played a card. If the partners hold '
            "three together, that ends the game."
        ),
    )


def _short() -> _Form:
    return _Form(
        say("Short Whist, honours halved"),
        say("Five up, with honours at half their value."),
        _HONOURS(three=1, four=2),
        _five(),
        say(
            "**Calling honours**\n"
            'At four points honours may be called before play: a player asks "Can you one, partner?", until '
            "they have played a card. If the partners hold three together, that ends the game."
        ),
    )


def _english() -> _Form:
    return _Form(
        say("English Whist"),
        say("Five up, with honours."),
        _HONOURS(three=2, four=4),
        (
            say("Five points."),
            say(
                "*Honours never win a game: they are noted beside it, and its winners add those of their "
                "side to the game points.*"
            ),
            _TREBLE(),
            _RUBBER(),
        ),
    )


def _american() -> _Form:
    return _Form(
        say("American Whist"),
        say("Seven up, without honours."),
        _NO_HONOURS(),
        (
            say(
                "Seven points. Each game is a match of its own. It is worth the difference between seven and "
                "the losers' points, from each loser to each winner."
            ),
        ),
    )


def _honors() -> _Form:
    return _Form(
        say("Honors Whist"),
        say("Five up, with honours."),
        say(
            "**Honours**\n"
            "A K Q J of trumps, *as dealt, not as won in tricks*. A side with three scores 2, with four 4; "
            "two and two, nothing. A side that began the deal with 4 points scores none."
        ),
        (
            say("Five points."),
            _ORDER(),
            say("*Each game is a match of its own.*"),
            _TREBLE(),
            say("*With `/table options` a rubber may be played.*"),
        ),
    )


def _british() -> _Form:
    return _Form(
        say("British Whist"),
        say("Five up, without honours."),
        _NO_HONOURS(),
        (say("Five points. Each game is a match of its own, *and is worth 1 point*."),),
    )


_ONE_DUMMY: Final = Sentence(
    "**Dummy**\n"
    "One of the three plays two hands, their own and Dummy's opposite, against the other two. *The "
    "lowest in cutting has Dummy for a rubber, then each in turn; or the player who presses Take Dummy.* "
    "Dummy deals first, and the deal passes to the left. The player with Dummy wins or loses twice what "
    "each of the others does."
)


_TWO_DUMMIES: Final = Sentence(
    "**The dummies**\n"
    "Each plays two hands, their own and their Dummy's opposite. *The lower in cutting has the first "
    "deal, by their Dummy; in the next rubber the other; or the player who presses Deal first.* The deal "
    "passes through all four hands."
)


_LAID_OPEN: Final = Sentence(
    "**The deal**\n"
    "Thirteen cards each. The dealer's last is turned up, and its suit is trumps. Dummy's cards are laid "
    "open before play begins."
)


_PLAY_TWO_HANDS: Final = Sentence(
    "**The play**\n"
    "The hand on the dealer's left leads. Each hand plays in its turn, and must follow suit by "
    "itself. *Any number of the tricks that are left may be claimed, if the others agree, or all "
    "of them conceded, if a partner agrees.*"
)


def _dummy_page(heading: str, told: str, dummies: str) -> tuple[str, ...]:
    ten = say("*With `/table options` it may be ten points instead, as at long whist.*")
    form = _Form(heading, told, _as_short(), (*_five(), ten))
    return form.rules_sections(deal=_LAID_OPEN(), partners=dummies, play=_PLAY_TWO_HANDS(), cards=CARDS())


def whist_modern() -> GameWords:
    return GameWords(
        name=say("Whist, five up"),
        pitch=say("Short whist: the last card turned is trumps; tricks and honours count."),
        prices=say("Each trick over six is a point; honours 2 or 4; five are the game."),
        rules=_modern().plain(),
        title=say("Whist, five up (laws of 1864)"),
        hook=say("honours count; treble, double and single games"),
        consolation=say("Rubber points"),
        honours=by_number,
        mark=treble_double_single,
        columns=points_up(),
    )


def whist_long() -> GameWords:
    return GameWords(
        name=say("Long Whist, ten up"),
        pitch=say("Whist of ten points, in which honours may be called at eight."),
        prices=say("Each trick over six is a point; honours 2 or 4; ten are the game."),
        rules=_long().plain(),
        title=say("Long Whist, ten up"),
        hook=say("honours may be called at eight; double and single games"),
        consolation=say("Rubber points"),
        honours=by_number,
        mark=treble_double_single,
        columns=points_up(),
        robots=calls_honours(),
    )


def whist_short_001() -> GameWords:
    return GameWords(
        name=say("Short Whist, honours halved"),
        pitch=say("Whist of five points, with honours at half their value, called at four."),
        prices=say("Each trick over six is a point; honours 1 or 2; five are the game."),
        rules=_short().to_the_right(),
        title=say("Short Whist, honours halved"),
        hook=say("five up; honours may be called at four"),
        consolation=say("Rubber points"),
        honours=by_number,
        mark=treble_double_single,
        columns=points_up(),
        robots=calls_honours(),
    )


def whist_english() -> GameWords:
    return GameWords(
        name=say("English Whist"),
        pitch=say("Whist of five points with honours, and a rubber of three games."),
        prices=say("Each trick over six is a point; honours 2 or 4; five are the game."),
        rules=_english().plain(),
        title=say("English Whist"),
        hook=say("five up with honours, a rubber of three games"),
        consolation=say("Rubber points"),
        honours=by_number,
        mark=treble_double_single,
        columns=points_up(),
    )


def whist_american() -> GameWords:
    return GameWords(
        name=say("American Whist"),
        pitch=say("Whist of seven points without honours, won by the margin."),
        prices=say("Each trick over six is a point; seven are the game."),
        rules=_american().plain(),
        title=say("American Whist"),
        hook=say("seven up without honours, a single game won by the margin"),
        honours=by_number,
        columns=points_up(),
    )


def whist_honors() -> GameWords:
    return GameWords(
        name=say("Honors Whist"),
        pitch=say("Whist of five points with honours, as a single game or a rubber."),
        prices=say("Each trick over six is a point; honours 2 or 4; five are the game."),
        rules=_honors().plain(),
        title=say("Honors Whist"),
        hook=say("five up with honours, as a single game or a rubber"),
        consolation=say("Rubber points"),
        honours=by_number,
        mark=treble_double_single,
        columns=points_up(),
    )


def whist_british() -> GameWords:
    return GameWords(
        name=say("British Whist"),
        pitch=say("Whist of five points without honours: a single game."),
        prices=say("Each trick over six is a point; five are the game."),
        rules=_british().plain(),
        title=say("British Whist"),
        hook=say("five up without honours, a single game"),
        honours=by_number,
        columns=points_up(),
    )


def dummy_whist() -> GameWords:
    return GameWords(
        name=say("Dummy Whist, for three"),
        pitch=say("Three play: one of them has Dummy for a partner, and plays both hands."),
        prices=say("Each trick over six is a point; honours 2 or 4; five are the game, or ten."),
        rules=_dummy_page(say("Dummy Whist, for three"), say("After the laws of 1864."), _ONE_DUMMY()),
        title=say("Dummy Whist, for three"),
        hook=say("one plays Dummy's hand as well, against the other two"),
        consolation=say("Rubber points"),
        honours=by_number,
        mark=treble_double_single,
        columns=points_up(),
        robots=calls_honours(),
    )


def double_dummy() -> GameWords:
    return GameWords(
        name=say("Double Dummy, for two"),
        pitch=say("Two play, each with a dummy for a partner."),
        prices=say("Each trick over six is a point; honours 2 or 4; five are the game, or ten."),
        rules=_dummy_page(say("Double Dummy, for two"), say("Whist with two dummies."), _TWO_DUMMIES()),
        title=say("Double Dummy, for two"),
        hook=say("whist for two players, each with a dummy for a partner"),
        consolation=say("Rubber points"),
        honours=by_number,
        mark=treble_double_single,
        columns=points_up(),
        robots=calls_honours(),
    )

"""``/rules``: what one does in a turn, then the rules of a game by chapters; how the robots play; the
words of the trade. Tests hold what is said here against the code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.games.all_games import GAMES
from rules.games.variant import EDITION, EDITIONS, LAWFUL, WITH_RUBBERS
from rules.settling.auction import Auction
from rules.settling.declaration import Declaration
from screens import out_of_turn, revoke_page
from screens.example_trick import trick_picture
from screens.help import help_screen
from screens.pages import Page, cut, name_of, shown, turning
from screens.parts import BRASS, heading, small, text
from screens.revoke import RULES as REVOKES
from screens.screen import Screen
from screens.words import options as option_words
from screens.words import scores
from screens.words.games.all_games import words_of
from screens.words.glossary import GLOSSARY
from screens.words.languages import Label, Sentence, say
from screens.words.names import Speech
from screens.words.options import label

IN_A_TURN: Final = Label("a button", "In a turn")
TURN: Final = (
    Sentence(
        "**In a turn**\n"
        "You and the partner opposite try to win tricks. A trick is four cards, one from each, going round "
        "to the left.\n"
        "1. Who leads plays any card.\n"
        "2. You play a card of the suit led. Only if you have none may you play anything.\n"
        "3. The highest card of that suit takes the trick, and a trump beats every other suit. Who takes it "
        "leads to the next."
    ),
    Sentence(
        "Here spades are trumps. West leads a heart. East has none, and wins with a small trump; South must "
        "follow."
    ),
)
"""What one does, told to somebody who has never seen a game of tricks, and what the picture shows."""
NO_SUCH_WORD: Final = Sentence("I do not know that word. `/rules` lists those that I know.")

CHAPTER: Final = 750
"""How many characters of a game's rules make a chapter: on a phone it is read without scrolling."""

OF_ROBOTS: Final = Sentence("How the robots bid and play: `/rules about: the robots`.")


ABOUT_GAME: Final = Sentence("the game")
ABOUT_EVENINGS: Final = Sentence("evenings: progressive whist, couples, duplicate")
EVENINGS: Final = (
    Sentence("### Evenings of many tables"),
    Sentence(
        "**Progressive Whist**\n"
        "Each plays with a partner by lot, a lady with a gentleman or whatever roles the evening has. One "
        "hand at each table, honours not counted; all four score their side's tricks, or the winners alone "
        "those over six. Winners stay, losers move to the next table and from the last to the first, and "
        "all change partners: who has just won plays with one who has just lost. There is a first and a "
        "second prize for each role, and a booby prize for the fewest; equal scores cut for them, and the "
        "low card wins."
    ),
    Sentence(
        "**Couples**\n"
        "Partners stay together and have one score; losers move as at Progressive Whist. Where people can "
        "revoke, a revoke that is claimed and found costs three tricks."
    ),
    Sentence(
        "**Duplicate, pairs**\n"
        "All tables play the same deals in the same round, each scored by itself. A pair has two matchpoints "
        "for each pair in the same direction that did worse and one for each that did as well; the highest "
        "share wins. Howell: each pair meets every other. Mitchell: one line stays, and the other moves up."
    ),
    Sentence(
        "**Duplicate, teams of four**\n"
        "A team sits north and south at one table, east and west at another. It scores the difference of its "
        "points at both tables; by option in IMPs, so that one wild deal does not decide."
    ),
)
ABOUT_ROBOTS: Final = Sentence("the robots: how they bid and play")


def options(labels: Sequence[str]) -> str:
    """The last section of a game's rules: its options."""
    listed = ", ".join(say("“{name}”", name=one) for one in labels)
    return say("**Options**\nWith `/table options`, besides those of every table: {options}.", options=listed)


def page_screen(page: Page, options: Mapping[str, str], command_ids: Mapping[str, int]) -> Screen:
    """``options`` are those that the table in question names or, without one, those on which the server has
    decided; ``command_ids`` are Discord's, for help."""
    match page.about:
        case "help":
            return help_screen(command_ids, page.number)
        case "penalties":
            return penalties_screen(options)
        case "revokes":
            return turning(cut(revoke_page.page(page.game, options)), page)
        case "evenings":
            return turning([[part() for part in EVENINGS]], page)
        case "robots":
            return robots_screen(page.game, page.number)
        case "word":
            return word_screen(page.game)
    return rules_screen(page.game, options, page.number)


def rules_screen(key: str, arranged: Mapping[str, str] = MappingProxyType({}), number: int = 1) -> Screen:
    """What one does in a turn; then by chapters the rules of a game in short, how this bot fills the gaps of
    its source, the options of its tables, and which rubbers count. ``arranged`` are options that a table
    names, or its server: what is otherwise at this table is told."""
    of = words_of(key)
    own = [label(choice.key) for choice in GAMES[key].offered if choice not in WITH_RUBBERS]
    revokes = [REVOKES()] if any(choice.key == LAWFUL[0] for choice in GAMES[key].offered) else []
    sections = (
        *of.rules,
        *revokes,
        *([options(own)] if own else []),
        *at_this_table(key, arranged),
        f"{_ranking(key, arranged)}\n{small(OF_ROBOTS())}\n{small(out_of_turn.OF_TURN())}",
    )
    chapters = cut(sections, CHAPTER)
    page, names = Page("game", key, number), [IN_A_TURN(), *map(name_of, chapters)]
    if number > 1:
        return shown(chapters[min(number - 2, len(chapters) - 1)], page, names)
    told, pictured = (sentence() for sentence in TURN)
    told_first = (sections[0], told, pictured, f"{of.pitch} {of.prices}")
    return shown(told_first, page, names, trick_picture(Speech.at(())))


def word_screen(key: str) -> Screen:
    """What a word of the trade means."""
    term = GLOSSARY[key]
    name = term.name()
    return Screen((text(heading(f"{name[:1].upper()}{name[1:]}"), term.told()),), BRASS)


def at_this_table(key: str, arranged: Mapping[str, str]) -> Iterator[str]:
    """What the table has arranged otherwise than the rules say, and whether it keeps to an earlier edition of
    them. Nothing where all is usual."""
    stored = dict(GAMES[key].opening(arranged))
    lines = [option_words.arranged(*pair) for pair in GAMES[key].differing(stored)]
    if stored[EDITION] != EDITIONS[-1]:
        lines.append(option_words.OLDER_EDITION())
    if lines:
        yield "\n".join((say("**Otherwise at this table**"), *(f"- {line}" for line in lines)))


def penalties_screen(arranged: Mapping[str, str] = MappingProxyType({})) -> Screen:
    """What comes of cards out of turn, and whether this table has them."""
    first, *others = (part() for part in out_of_turn.RULES)
    on = arranged.get("period_penalties")
    here = [out_of_turn.HERE[on]()] if on is not None else []
    return turning([[first, *here, *others]], Page("penalties"))


def _ranking(key: str, server: Mapping[str, str]) -> str:
    """Which rubbers count. Where no trick can be doubled so often, the limit is not told."""
    variant = GAMES[key].variant(server)
    ranking, law = variant.rubber.ranking, variant.settlement
    most = law.max_doublings if isinstance(law, Declaration | Auction) else 0
    limit = ranking.doublings if most is None or most > ranking.doublings else None
    return scores.ranking_rule(limit, full=bool(ranking.people), none=ranking.none)


def robots_screen(key: str, number: int = 1) -> Screen:
    """How the robots bid and play at a game, for the people who play with them."""
    return turning(cut([heading(words_of(key).name), *words_of(key).robots]), Page("robots", key, number))

"""Screens that belong to no table: help, the rules, how the robots play.

What is too long for one message has several pages, and buttons that turn them. Tests hold what is said here
against the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.games.all_games import GAMES
from rules.games.variant import EDITION, EDITIONS, LAWFUL, WITH_RUBBERS
from rules.settling.auction import Auction
from rules.settling.declaration import Declaration
from screens import out_of_turn, revoke_page
from screens.deck import longest
from screens.parts import BRASS, heading, small, text
from screens.presses import Found, form
from screens.revoke import RULES as REVOKES
from screens.screen import ROOM, Button, Part, Row, Screen
from screens.words import options as option_words
from screens.words import scores
from screens.words.commands import COMMAND_TEXTS, command_name
from screens.words.games.all_games import words_of
from screens.words.languages import Sentence, language_spoken, marked, meant, say, spoken
from screens.words.options import OPTIONS, label
from screens.words.table import JOIN, LEAVE, MY_HAND, PLAY_NOW, START

HELP: Final = (
    Sentence("### Biritch in a minute"),
    Sentence(
        "Four play, partners opposite. The dealer names trumps, or *biritch* for none, or passes to their "
        "partner, who must. The other side may double by saying *contre*; the answer is *sur contre*, and so "
        "on without end. Then the cards are played as at whist: follow suit if you can. The dealer plays "
        "their partner's cards too, face up."
    ),
    Sentence(
        "**To begin**\n"
        "`/table open` opens a table in a channel, for Biritch or another game of the family: whist, bridge, "
        "vint, games for three and for two. **{options}** shows what can be changed. Others press "
        "**{join}**. **{start}** begins a rubber at a full table, and **{play_now}** fills the empty chairs "
        "first.",
        options=OPTIONS,
        join=JOIN,
        start=START,
        play_now=PLAY_NOW,
    ),
    Sentence(
        "**To play**\n"
        "Your cards come by direct message, if I can send you any, and **{my_hand}** on the table shows them "
        "in the channel: only you see them. Make your calls first; then press the card you want to play. "
        "Cards you can play are blue when it is your turn. The copy in your direct messages follows your "
        "turns as long as you play from it; press **{my_hand}** again for a new copy in the channel.",
        my_hand=MY_HAND,
    ),
    Sentence(
        "**To leave**\n"
        "Between rubbers **{leave}** gives up your chair. During a rubber `/table leave` lets a robot play "
        "on for you, and **Take my chair back** returns it until the rubber is over; but that rubber no "
        "longer counts for you on the leaderboard, so you are asked first. If somebody keeps the table "
        "waiting for three minutes, `/table robot` lets a robot play on for them.",
        leave=LEAVE,
    ),
    Sentence(
        "**To close**\n"
        "`/table close` closes the table once all its players agree; a moderator's closes it at once. It "
        "also closes when the last person leaves, who is asked first. An unfinished rubber is worth nothing "
        "unless all agreed and the game's options give it a value."
    ),
)
HELP_AFTER: Final = (
    Sentence("### Biritch in a minute: commands, and what else there is"),
    Sentence(
        "**By command**\n"
        "Each button has one: `/hand` `/play` `/declare` `/pass` `/contre` `/surcontre` `/content` `/claim` "
        "`/agree` `/refuse` `/cut` `/last` `/table score` `/table options`; at other games also `/bid` "
        "`/double` `/redouble` `/worth` `/honours` `/ruff` `/discard`, and where people can revoke `/gather` "
        "`/ask` `/none` `/correct` `/revoke` `/penalty` `/playout` `/settle`, and where cards can be played "
        "out of turn `/demand` `/follow`. Also: `/leaderboard`, "
        "`/stats`, `/me` for your own settings, `/privacy show` for what I keep of you, `/settings` for "
        "those of the server, `/admin` for my host, and `/rules` of each game."
    ),
    Sentence(
        "**After a deal**\n"
        "`/why` tells what the robots thought and, where my host has a solver, `/analyse` what the deal "
        "could have made. `/replay` steps through it, `/picture` draws it, `/verify` proves that it was "
        "dealt fairly, and `/record` gives it as a file. At a table with hints, `/hint` tells what a robot "
        "would do in your place."
    ),
    Sentence("**With real cards**\n`/score open` keeps the score for you, of any of these games."),
    Sentence(
        "**Many tables**\n`/evening open` opens an evening: progressive whist, couples, or duplicate for "
        "pairs or teams."
    ),
)


OF_ROBOTS: Final = Sentence("How the robots bid and play: `/rules about: the robots`.")


def page_label(number: int, last: int) -> str:
    """On the button that turns to it."""
    return meant("a button", "Page {number} of {last}", number=number, last=last)


ABOUT_GAME: Final = marked("the game")
ABOUT_EVENINGS: Final = marked("evenings: progressive whist, couples, duplicate")
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
ABOUT_ROBOTS: Final = marked("the robots: how they bid and play")


def options(labels: Sequence[str]) -> str:
    """The last section of a game's rules: its options."""
    listed = ", ".join(say("“{name}”", name=one) for one in labels)
    return say("**Options**\nWith `/table options`, besides those of every table: {options}.", options=listed)


_OF_A_GAME: Final = ("game", "robots", "revokes")


class Page(NamedTuple):
    """A page that is asked for, by a command or by a button that turns to it."""

    about: str
    game: str = "-"  # none
    number: int = 1

    def __str__(self) -> str:
        return f"page:{self.about}:{self.game}:{self.number}"


@form(
    Page,
    ("page",),
    r"(?P<about>help|game|robots|penalties|revokes|evenings):(?P<game>[a-z0-9_]{1,30}|-):(?P<number>[1-9])",
)
def _of_page(verb: str, found: Found) -> Page | None:
    if found["about"] in _OF_A_GAME and found["game"] not in GAMES:
        return None
    return Page(found["about"], found["game"], int(found["number"]))


def page_screen(page: Page, options: Mapping[str, str], command_ids: Mapping[str, int]) -> Screen:
    """``options`` are those that the table in question names or, without one, those on which the server has
    decided; ``command_ids`` are Discord's, for help."""
    match page.about:
        case "help":
            return help_screen(command_ids, page.number)
        case "penalties":
            return penalties_screen(options)
        case "revokes":
            return _one_of(_cut(revoke_page.page(page.game, options)), page)
        case "evenings":
            return _one_of([[part() for part in EVENINGS]], page)
        case "robots":
            return robots_screen(page.game, page.number)
    return rules_screen(page.game, options, page.number)


def help_screen(command_ids: Mapping[str, int], number: int = 1) -> Screen:
    """``command_ids`` are Discord's, by the names of the commands: those can be clicked."""
    pages = [[clickable(part(), command_ids) for part in page] for page in (HELP, HELP_AFTER)]
    return _one_of(pages, Page("help", number=number))


_COMMAND: Final = re.compile(r"`/([^`:]+)`")


def clickable(told: str, command_ids: Mapping[str, int]) -> str:
    """A text with the commands in it as Discord's mentions, as far as their ids are known."""
    named = _commands(language_spoken())

    def mention(found: re.Match[str]) -> str:
        name = named.get(found[1], found[1])
        known = command_ids.get(name.partition(" ")[0])
        return f"</{name}:{known}>" if known is not None else found[0]

    return _COMMAND.sub(mention, told)


@cache
def _commands(language: str) -> Mapping[str, str]:
    """Every command by its name in this language. A mention needs the English one."""
    with spoken(language):
        return {" ".join(map(command_name, one.split())): one for one in COMMAND_TEXTS}


def rules_screen(key: str, arranged: Mapping[str, str] = MappingProxyType({}), number: int = 1) -> Screen:
    """The rules of a game in short, how this bot fills the gaps of its source, the options of its tables, and
    which rubbers count. ``arranged`` are options that a table names, or its server: what is otherwise at this
    table is told."""
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
    return _one_of(_cut(sections), Page("game", key, number))


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
    return _one_of([[first, *here, *others]], Page("penalties"))


def _ranking(key: str, server: Mapping[str, str]) -> str:
    """Which rubbers count. Where no trick can be doubled so often, the limit is not told."""
    variant = GAMES[key].variant(server)
    ranking, law = variant.rubber.ranking, variant.settlement
    most = law.max_doublings if isinstance(law, Declaration | Auction) else 0
    limit = ranking.doublings if most is None or most > ranking.doublings else None
    return scores.ranking_rule(limit, full=bool(ranking.people), none=ranking.none)


def robots_screen(key: str, number: int = 1) -> Screen:
    """How the robots bid and play at a game, for the people who play with them."""
    return _one_of(_cut([heading(words_of(key).name), *words_of(key).robots]), Page("robots", key, number))


def _cut(sections: Sequence[str]) -> list[list[str]]:
    """The sections on as few pages as have room for them, shared out evenly. The first is a heading, which
    each page has."""
    title, *others = sections
    lengths = [longest(one) for one in others]
    pages = -(-sum(lengths) // (ROOM - longest(title) - 2 * len(sections)))
    cut, before = [[title] for _ in range(pages)], 0
    for section, length in zip(others, lengths, strict=True):
        cut[(before + length // 2) * pages // sum(lengths)].append(section)
        before += length
    return cut


def _one_of(pages: Sequence[Sequence[str]], page: Page) -> Screen:
    """A page of paragraphs. The first is a heading, which needs no empty line beneath it."""
    last = len(pages)
    number = min(page.number, last)
    parts: list[Part] = [text("\n\n".join(pages[number - 1]).replace("\n\n", "\n", 1))]
    beside = [one for one in (number - 1, number + 1) if 1 <= one <= last]
    if beside:
        turns = [Button(str(page._replace(number=one)), page_label(one, last)) for one in beside]
        parts.append(Row(tuple(turns)))
    return Screen(tuple(parts), BRASS)

"""``/help``: what a trick is and how to begin, on one screen of a phone, all else behind buttons. ``/rules``:
what one does in a turn, then the rules of a game by chapters; how the robots play; the words of the trade.

Tests hold what is said here against the code.
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
from screens.screen import ROOM, Button, Part, Screen, Style, rows
from screens.table_picture import drawn_trick, trick_picture
from screens.words import options as option_words
from screens.words import scores
from screens.words.commands import COMMAND_TEXTS, command_name
from screens.words.games.all_games import words_of
from screens.words.glossary import GLOSSARY
from screens.words.languages import Label, Sentence, language_spoken, meant, say, spoken
from screens.words.names import ON_PAPER
from screens.words.options import OPTIONS, label
from screens.words.table import JOIN, LEAVE, MY_HAND, PLAY_NOW, RULES, START

# Pages of text. A text of several pages has a button for each, with its name


SHOWN: Final = 38
"""How many letters of a button's label a phone shows."""


class Page(NamedTuple):
    """A page that is asked for, by a command or by a button that turns to it."""

    about: str
    game: str = "-"  # none; of a word, the word
    number: int = 1

    def __str__(self) -> str:
        return f"page:{self.about}:{self.game}:{self.number}"


@form(
    Page,
    ("page",),
    r"(?P<about>help|game|robots|penalties|revokes|evenings|word):(?P<game>[a-z0-9_]{1,30}|-):(?P<number>[1-9])",
)
def _of_page(verb: str, found: Found) -> Page | None:
    match found["about"]:
        case "word":
            known = found["game"] in GLOSSARY
        case "game" | "robots" | "revokes":
            known = found["game"] in GAMES
        case _:
            known = True
    return Page(found["about"], found["game"], int(found["number"])) if known else None


def cut_into_pages(sections: Sequence[str], room: int = ROOM) -> list[list[str]]:
    """The sections on as few pages as have room for them, shared out evenly. The first is a heading, which
    each page has."""
    title, *others = sections
    lengths = [longest(one) for one in others]
    pages = -(-sum(lengths) // (room - longest(title) - 2 * len(sections)))
    shared: list[list[str]] = [[title] for _ in range(pages)]
    before = 0
    for section, length in zip(others, lengths, strict=True):
        shared[(before + length // 2) * pages // sum(lengths)].append(section)
        before += length
    return shared


_HEADING: Final = re.compile(r"^(?:\*\*|#+ )(.+?)[.:]?(?:\*\*|$)", re.MULTILINE)


def name_of(page: Sequence[str]) -> str:
    """The headings of its sections, as many as a button has room for."""
    named = [found[1] for section in page[1:] if (found := _HEADING.match(section))]
    if not named:
        return meant("a button", "In short")
    label = named[0]
    for one in named[1:]:
        if len(label) + len(one) + 3 > SHOWN:
            break
        label = f"{label} · {one}"
    return label


def turning(pages: Sequence[Sequence[str]], page: Page) -> Screen:
    """One of several pages of paragraphs, with a button for each page that is named by its headings."""
    return paged_screen(pages[min(page.number, len(pages)) - 1], page, [name_of(one) for one in pages])


def paged_screen(paragraphs: Sequence[str], page: Page, names: Sequence[str], *more: Part) -> Screen:
    """A page, then ``more``, then a button for each page by its name. The first paragraph is a heading, which
    needs no empty line beneath it."""
    told = text("\n\n".join(paragraphs).replace("\n\n", "\n", 1))
    return Screen((told, *more, *rows(page_buttons(page, names))), BRASS)


def page_buttons(page: Page, names: Sequence[str]) -> tuple[Button, ...]:
    """Nothing where there is one page only. That of the page that is shown is blue."""
    at = min(page.number, len(names))
    return tuple(
        Button(
            str(page._replace(number=number)),
            name,
            Style.PRIMARY if number == at else Style.SECONDARY,
            disabled=number == at,
        )
        for number, name in enumerate(names, 1)
        if len(names) > 1
    )


# What the pages say


IN_SHORT: Final = (
    Sentence("### Whist for four, by the book of 1886"),
    Sentence(
        "**Alone:** `/play`, `/daily`\n**New:** `/learn`\n"
        "**With friends:** `/table open`, and they press **{join}**.",
        join=JOIN,
    ),
    Sentence(
        "**A trick:** each plays one card, of the suit led if they can. The highest takes it; a trump beats "
        "every other suit."
    ),
    Sentence("East had no hearts, and took it with a trump, ♠︎."),
    Sentence(
        "Partners sit opposite. The dealer names trumps; the other side may double by saying *contre*. "
        "Tricks over six score."
    ),
    Sentence("Only you see your cards. `/rules` explains every word."),
)
"""The first screen. The drawn trick stands after the third sentence."""


class Chapter(NamedTuple):
    name: Label
    told: tuple[Sentence, ...]


CHAPTERS: Final = (
    Chapter(
        Label("a button", "At a table"),
        (
            Sentence(
                "**To begin**\n"
                "`/table open` opens a table in a channel, for Biritch or another game of the family: whist, "
                "bridge, vint, games for three and for two. **{options}** shows what can be changed. Others "
                "press **{join}**. **{start}** begins a rubber at a full table, and **{play_now}** fills the "
                "empty chairs first.",
                options=OPTIONS,
                join=JOIN,
                start=START,
                play_now=PLAY_NOW,
            ),
            Sentence(
                "**To play**\n"
                "Your cards come by direct message, if I can send you any, and **{my_hand}** on the table "
                "shows them in the channel: only you see them. Make your calls first; then press the card "
                "you want to play. Cards you can play are blue when it is your turn. The copy in your direct "
                "messages follows your turns as long as you play from it; press **{my_hand}** again for a "
                "new copy in the channel.",
                my_hand=MY_HAND,
            ),
        ),
    ),
    Chapter(
        Label("a button", "Leaving"),
        (
            Sentence(
                "**To leave**\n"
                "Between rubbers **{leave}** gives up your chair. During a rubber `/table leave` lets a "
                "robot play on for you, and **Take my chair back** returns it until the rubber is over. If "
                "you do not come back, and nobody sits in for you, you have lost that rubber, so you are "
                "asked first. If somebody keeps the table waiting for three minutes, `/table robot` lets a "
                "robot play on for them.",
                leave=LEAVE,
            ),
            Sentence(
                "**To close**\n"
                "`/table close` closes the table once all its players agree; a moderator's closes it at "
                "once. It also closes when the last person leaves, who is asked first. An unfinished rubber "
                "is worth nothing unless all agreed and the game's options give it a value."
            ),
        ),
    ),
    Chapter(
        Label("a button", "After a deal"),
        (
            Sentence(
                "**After a deal**\n"
                "`/deal` tells what the robots thought and, where my host has a solver, what the deal could "
                "have made. It also replays a deal, draws it, proves that it was dealt fairly, and gives it "
                "as a file. At a table with hints, it tells what a robot would do in your place."
            ),
            Sentence("**With real cards**\n`/score open` keeps the score for you, of any of these games."),
            Sentence(
                "**Many tables**\n`/evening open` opens an evening: progressive whist, couples, or duplicate "
                "for pairs or teams."
            ),
        ),
    ),
    Chapter(
        Label("a button", "Commands"),
        (
            Sentence(
                "**By command**\n"
                "Each button has one. `/turn` lists all that you may do now, and takes what you type: a "
                "card, a call, a claim, an answer. `/deal` shows what can be seen of a deal: the last trick, "
                "the score, a hint, a replay. Some have one of their own: `/hand` `/play` `/daily` "
                "`/challenge` `/declare` `/pass` `/contre` `/surcontre`; at other games `/bid`. Also: "
                "`/leaderboard`, `/stats`, `/me` for your own settings, `/privacy show` for what I keep of "
                "you, `/settings` for those of the server, and `/rules` of each game."
            ),
        ),
    ),
)

FIRST_PAGE: Final = Label("a button", "In short")


def help_screen(command_ids: Mapping[str, int], number: int = 1) -> Screen:
    """The first screen, or a chapter from the second number on. ``command_ids`` are Discord's, by the names
    of the commands: those can be clicked."""
    chapter = CHAPTERS[min(number - 1, len(CHAPTERS)) - 1] if number > 1 else None
    if chapter is None:
        title, begin, trick, outcome, deal, more = (sentence() for sentence in IN_SHORT)
        told = f"{title}\n{begin}\n\n{trick}\n{drawn_trick()}\n{small(outcome)}\n\n{deal}\n{small(more)}"
    else:
        told = "\n\n".join(sentence() for sentence in chapter.told)
        if len(chapter.told) > 1:
            told = f"{heading(chapter.name())}\n{told}"
    names = [FIRST_PAGE(), *(one.name() for one in CHAPTERS)]
    buttons = (
        *page_buttons(Page("help", number=number), names),
        Button(str(Page("game", next(iter(GAMES)))), RULES()),
    )
    return Screen((text(clickable(told, command_ids)), *rows(buttons)), BRASS)


_COMMAND: Final = re.compile(r"`/([^`:]+)`")


def clickable(told: str, command_ids: Mapping[str, int]) -> str:
    """A text with the commands in it as Discord's mentions, as far as their ids are known."""
    named = _command_names(language_spoken())

    def mention(found: re.Match[str]) -> str:
        name = named.get(found[1], found[1])
        known = command_ids.get(name.partition(" ")[0])
        return f"</{name}:{known}>" if known is not None else found[0]

    return _COMMAND.sub(mention, told)


@cache
def _command_names(language: str) -> Mapping[str, str]:
    """Every command by its name in this language. A mention needs the English one."""
    with spoken(language):
        return {" ".join(map(command_name, one.split())): one for one in COMMAND_TEXTS}


IN_A_TURN: Final = Label("a button", "In a turn")
TURN: Final = (
    Sentence(
        "**In a turn**\n"
        "You and the partner opposite try to win tricks. A trick is four cards, one from each "
        "in turn.\n"
        "1. The player who leads plays any card.\n"
        "2. You play a card of the suit led. Only if you have none may you play anything.\n"
        "3. The highest card of that suit takes the trick; where there are trumps, a trump beats every "
        "other suit. The player who takes it leads to the next."
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


def options_section(labels: Sequence[str]) -> str:
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
            return turning(cut_into_pages(revoke_page.revoke_sections(page.game, options)), page)
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
        *([options_section(own)] if own else []),
        *at_this_table(key, arranged),
        f"{_ranking(key, arranged)}\n{small(OF_ROBOTS())}\n{small(out_of_turn.OF_TURN())}",
    )
    chapters = cut_into_pages(sections, CHAPTER)
    page, names = Page("game", key, number), [IN_A_TURN(), *map(name_of, chapters)]
    if number > 1:
        return paged_screen(chapters[min(number - 2, len(chapters) - 1)], page, names)
    told, pictured = (sentence() for sentence in TURN)
    told_first = (sections[0], told, pictured, f"{of.pitch} {of.prices}")
    return paged_screen(told_first, page, names, trick_picture(ON_PAPER))


def word_screen(key: str) -> Screen:
    """What a word of the trade means."""
    term = GLOSSARY[key]
    name = term.name()
    return Screen((text(heading(f"{name[:1].upper()}{name[1:]}"), term.meaning()),), BRASS)


def at_this_table(key: str, arranged: Mapping[str, str]) -> Iterator[str]:
    """What the table has arranged otherwise than the rules say, and whether it keeps to an earlier edition of
    them. Nothing where all is usual."""
    stored = dict(GAMES[key].opening(arranged))
    lines = [option_words.option_line(*pair) for pair in GAMES[key].differing(stored)]
    if stored[EDITION] != EDITIONS[-1]:
        lines.append(option_words.OLDER_EDITION())
    if lines:
        yield "\n".join((say("**At this table instead**"), *(f"- {line}" for line in lines)))


def penalties_screen(arranged: Mapping[str, str] = MappingProxyType({})) -> Screen:
    """What comes of cards out of turn, and whether this table has them."""
    first, *others = (part() for part in out_of_turn.RULES)
    on = arranged.get("period_penalties")
    here = [out_of_turn.HERE[on]()] if on is not None else []
    if on == "on":
        here.append(out_of_turn.REPLACED_HERE[arranged.get("replaced", "no")]())
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
    return turning(
        cut_into_pages([heading(words_of(key).name), *words_of(key).robots]), Page("robots", key, number)
    )

"""Screens that belong to no table: help, the rules, how the robots play."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.games.all_games import GAMES
from rules.games.variant import LAWFUL, WITH_RUBBERS
from rules.settling.auction import Auction
from rules.settling.declaration import Declaration
from screens.parts import BRASS, heading, small, text
from screens.screen import Screen, Text
from screens.words import penalties as penalty_words
from screens.words import ranking as ranking_words
from screens.words import reference as words
from screens.words.gamebook import words_of
from screens.words.options import label
from screens.words.revokes import RULES as REVOKES


def help_screen(command_ids: Mapping[str, int]) -> Screen:
    """``command_ids`` are Discord's, by the names of the commands: those can be clicked."""
    told = "\n\n".join(part() for part in words.HELP).replace("\n\n", "\n", 1)
    return Screen((text(clickable(told, command_ids)),), BRASS)


_COMMAND: Final = re.compile(r"`/([a-z]+)((?: [a-z]+)?)`")


def clickable(told: str, command_ids: Mapping[str, int]) -> str:
    """A text with the commands in it as Discord's mentions, as far as their ids are known."""

    def mention(found: re.Match[str]) -> str:
        known = command_ids.get(found[1])
        return f"</{found[1]}{found[2]}:{known}>" if known is not None else found[0]

    return _COMMAND.sub(mention, told)


def rules_screen(key: str, server: Mapping[str, str] = MappingProxyType({})) -> Screen:
    """The rules of a game in short, how this bot fills the gaps of its source, the options of its tables, and
    which rubbers count where the ``server`` has decided on these options."""
    of = words_of(key)
    own = [label(choice.key) for choice in GAMES[key].offered if choice not in WITH_RUBBERS]
    revokes = [REVOKES()] if any(choice.key == LAWFUL[0] for choice in GAMES[key].offered) else []
    sections = (
        *of.rules,
        *revokes,
        *([words.options(own)] if own else []),
        _ranking(key, server),
    )
    below = text(small(words.OF_ROBOTS()), small(penalty_words.OF_TURN()))
    return Screen((_page(sections), below), BRASS)


def penalties_screen() -> Screen:
    """What comes of cards out of turn, where a table can have them."""
    return Screen((_page([part() for part in penalty_words.RULES]),), BRASS)


def _ranking(key: str, server: Mapping[str, str]) -> str:
    """Which rubbers count. Where no trick can be doubled so often, the limit is not told."""
    variant = GAMES[key].variant(server)
    ranking, law = variant.rubber.ranking, variant.settlement
    most = law.max_doublings if isinstance(law, Declaration | Auction) else 0
    limit = ranking.doublings if most is None or most > ranking.doublings else None
    return ranking_words.rule(limit, full=bool(ranking.people), none=ranking.none)


def robots_screen(key: str) -> Screen:
    """How the robots bid and play at a game, for the people who play with them."""
    return Screen((text(heading(words_of(key).name)), _page(words_of(key).robots)), BRASS)


def _page(sections: Sequence[str]) -> Text:
    """Paragraphs. The first is a heading, which needs no empty line beneath it."""
    return text("\n\n".join(sections).replace("\n\n", "\n", 1))

"""A reader of a page that sees nothing: it has the tree of roles, names and states, and what is said aloud.

What it makes of them is English. It knows no rules, and nothing of the bot.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from tests.web.test_cloth import RANKS, SUITS

PRESSED: Final = ("button", "checkbox", "link", "textbox", "combobox", "switch", "radio")
_LINE: Final = re.compile(r'( *)- (?:(\w+)(?: ("(?:[^"\\]|\\.)*"))?((?: \[[^\]]*\])*):?)(?: (.*))?')
_QUOTED: Final = re.compile(r"( *- )'((?:[^']|'')*)'")
_SIDES: Final = re.compile(r"(.+): (.+) of (.+), (\d+) games?, (\d+) tricks?\.")
_CARD: Final = re.compile(r"(.+) of (\w+)")
_SAID: Final = {name: letter for letter, name in (*RANKS.items(), *SUITS.items())}


class Node(NamedTuple):
    role: str
    name: str
    states: str
    text: str
    below: tuple[Node, ...]

    @property
    def enabled(self) -> bool:
        return "[disabled]" not in self.states

    def walk(self) -> Iterator[Node]:
        yield self
        for one in self.below:
            yield from one.walk()

    def all(self, role: str) -> list[Node]:
        return [one for one in self.walk() if one.role == role]

    def named(self, role: str, name: str) -> Node | None:
        return next((one for one in self.all(role) if re.match(name, one.name)), None)

    @property
    def told(self) -> str:
        """All that would be read of it."""
        return " ".join(filter(None, (self.name, self.text, *(one.told for one in self.below))))


class Heard(NamedTuple):
    """What somebody who listens knows of a table."""

    trumps: str
    declarer: str
    doubled: int
    trick: tuple[tuple[str, str], ...]
    hand: frozenset[str]
    open_hands: dict[str, frozenset[str]]
    scores: tuple[tuple[str, str, str, int, int], ...]
    due: frozenset[str]


def tree_of(snapshot: str) -> Node:
    """The tree as Playwright writes it."""
    plain = (_QUOTED.sub(lambda of: of[1] + of[2].replace("''", "'"), line) for line in snapshot.splitlines())
    lines = [found.groups("") for line in plain if (found := _LINE.fullmatch(line))]
    root, _ = _read(lines, 0, -1)
    return Node("root", "", "", "", root)


def _read(lines: list[tuple[str, ...]], at: int, above: int) -> tuple[tuple[Node, ...], int]:
    found = []
    while at < len(lines) and len(lines[at][0]) > above:
        indent, role, name, states, text = lines[at]
        below, at = _read(lines, at + 1, len(indent))
        told = json.loads(text) if text.startswith('"') else text
        found.append(Node(role, json.loads(name) if name else "", states, told, below))
    return tuple(found), at


def unnamed(tree: Node) -> list[Node]:
    """What can be pressed and has no name."""
    return [one for one in tree.walk() if one.role in PRESSED and not (one.name or one.told)]


def heard(tree: Node) -> Heard:
    """All that the tree says of the play."""
    terms = next(one.name for one in tree.all("heading") if "[level=2]" in one.states)
    trumps = re.search(r"Trumps: (\w+)\.", terms)
    times = re.search(r"×(\d+)\.", terms)
    trick = next(one for one in tree.all("list") if re.match("The (last )?trick", one.name))
    laid = []
    for line in trick.all("listitem"):
        seat, _, card = line.told.rstrip(".").partition(": ")
        laid.append((seat, card_called(card)))
    hands = {
        one.name: _suits(one) for one in tree.all("list") if re.match(r"Dummy|Your cards|.*'s hand", one.name)
    }
    toolbar = tree.all("toolbar")[0]
    cards = toolbar.all("button") or tree.all("checkbox")  # of which some are to be put out
    hands[toolbar.name] = frozenset(card_called(one.name) for one in cards)
    score = [_SIDES.fullmatch(one.told) for one in tree.all("listitem")]
    return Heard(
        trumps[1] if trumps else "none" if "No trumps." in terms else "",
        found[1] if (found := re.search(r"Declarer: (\w+)\.", terms)) else "",
        int(times[1]).bit_length() - 1 if times else 0,
        tuple(laid),
        hands.pop("Your cards"),
        {re.sub(r"Dummy \((\w+)\)|(\w+)'s hand.*", r"\1\2", name): cards for name, cards in hands.items()},
        tuple((one[1], one[2], one[3], int(one[4]), int(one[5])) for one in score if one),
        frozenset(one.name for one in tree.all("group") if re.search(r"\bto act\b", one.told)),
    )


def _suits(hand: Node) -> frozenset[str]:
    """A hand that is told by suits: ``hearts: ace, queen, 10``."""
    found = set()
    for line in hand.all("listitem"):
        suit, _, ranks = line.told.partition(": ")
        found |= {card_called(f"{rank} of {suit}") for rank in ranks.split(", ")}
    return frozenset(found)


def card_called(name: str) -> str:
    """``queen of hearts`` as it is written: ``QH``."""
    found = _CARD.fullmatch(name)
    assert found is not None, name
    return _SAID[found[1]] + _SAID[found[2]]


class Listener:
    """Somebody at an open page, with a keyboard and a screen reader."""

    def __init__(self, page: Any) -> None:
        self.page = page

    async def begins(self) -> None:
        """From now on it hears what is said."""
        await self.page.evaluate(
            """() => {
                window.said = [];
                if (window.isHeard) return;
                window.isHeard = true;
                for (const id of ["news", "errors"]) {
                    const region = document.getElementById(id);
                    const note = () => { if (region.textContent) window.said.push(region.textContent); };
                    const all = { childList: true, characterData: true, subtree: true };
                    new MutationObserver(note).observe(region, all);
                }
            }"""
        )

    async def has_heard(self) -> list[str]:
        """What was said since it was asked last."""
        said: list[str] = await self.page.evaluate("() => window.said.splice(0)")
        return said

    async def tree(self) -> Node:
        return tree_of(await self.page.locator("body").aria_snapshot())

    async def plays(self, card: str) -> None:
        """By its letters, with the focus wherever it is on the table."""
        for letter in (card[-1], card[0]):
            await self.page.keyboard.press(letter.lower())

    async def asks(self, letter: str) -> str:
        """What is said when a key is pressed."""
        await self.has_heard()
        await self.page.keyboard.press(f"Shift+{letter}")
        (said,) = await self.has_heard()
        return said.strip("\u00a0")

    async def presses(self, name: str) -> None:
        await self.page.get_by_role("button", name=name, exact=True).click()

    async def focus(self) -> str:
        """Where the focus is."""
        where: str = await self.page.evaluate("() => document.activeElement.closest('[id]').id")
        return where

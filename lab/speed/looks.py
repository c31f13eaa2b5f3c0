"""How much there is to read, and how tall it stands: ``python -m lab.speed.looks [--games biritch,whist]``.

Whole deals of every game are played in three languages. After each step the room's message and the panel of
each player who may act are drawn. Words are what has a letter in texts and on buttons; cards, signs and
figures are none, and a name is one. Read aloud is what a screen reader says of the texts: an emoji's own
name, or a sign's that Unicode gives it; what ``_`` ties is one word. Buttons and lists are read one by one,
as somebody comes to them. Taps are those of one's own thirteen cards and one call. Heights are those of a
telephone 390 pixels wide, as the playground's own pages lay them out in headless Chromium; without it they
are left out. Lines are ``NAME FIGURE goal GOAL ok``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import Any, Final, NamedTuple
from unicodedata import category, name

from bot.discord_api.layout import components
from lab.speed.figures import figure, percentile
from lab.speed.pictures import names, size
from rules.calls import Bid, Content, Declare, Double, Pass, Play, action_word
from rules.games.all_games import GAMES
from rules.seats import Seat
from screens.deck import Deck, Emoji
from screens.hand import hand_screen
from screens.pictures.emoji import drawings
from screens.screen import Row, Screen, Select, Text
from screens.table import table_screen
from screens.words.languages import LANGUAGES, spoken
from tests.trials.stage.chromium import BROWSER, FLAGS, PHONE
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

TABLE: Final = "7f3a0b1c"
ROOM: Final = "<#1234567890123456789>"
PAGES: Final = Path(__file__).parents[2] / "playground" / "pages"
SITE: Final = "http://playground"
IDS: Final = {one: 10**18 + place for place, one in enumerate(drawings())}
EMOJI: Final = Deck({one: Emoji(one, id_) for one, id_ in IDS.items()})
WORDS: Final = {"panel": 30, "room": 25}
ALOUD: Final = {"panel": 45, "room": 45}
TALL: Final = 700
OWN_CARDS: Final = 13
TAPS: Final = OWN_CARDS + 1
"""The most taps of a deal: for thirteen cards of one's own and one call."""
CARD: Final = re.compile(r"\b(?:10|[2-9AKQJRDVТКДВ])\s?[♠♥♦♣]")
SIGN: Final = re.compile("[\U0001f0a0-\U0001f0ff]")
"""Cards, and the signs of the table."""
AT_ONCE: Final = 200
"""Messages that the browser lays out in one call."""


class Seen(NamedTuple):
    """One message: whose it is, of which game and in which language."""

    kind: str
    game: str
    language: str
    screen: Screen


def states(game: str, deals: int) -> Iterator[tuple[str, Screen, float]]:
    """What the room and those who may act see after each step, and in how many seconds it was drawn."""
    evening = Evening(7, game, hints="on")
    evening.seat(*(ANNA, BORIS, CLARA, DAVID)[: evening.table.variant.players]).start()
    while evening.table.last_number < deals and evening.table.rubber is not None:
        if evening.table.deal is not None:
            began = perf_counter()
            yield "room", table_screen(evening.view(None), TABLE, names), perf_counter() - began
            for seat in (one for one in Seat if one in evening.table.waits_for):
                began = perf_counter()
                yield (
                    "panel",
                    hand_screen(evening.view(seat), TABLE, names, room=ROOM),
                    perf_counter() - began,
                )
        evening.step()


def taps(game: str) -> tuple[int, int, int]:
    """How many taps on their own panel thirteen cards and one call cost at most in a deal: where the call is
    no bid, a bid of the lowest open level, or a higher one (0 if there is none). Two are counted for what has
    no button of its own."""
    evening = Evening(7, game)
    evening.seat(*(ANNA, BORIS, CLARA, DAVID)[: evening.table.variant.players]).start()
    card, call, bid, higher = 1, 0, 0, 0
    while not evening.table.last_number:
        for seat in (one for one in evening.table.waits_for if evening.table.deal is not None):
            view = evening.view(seat)
            screen = hand_screen(view, TABLE, names, room=ROOM)
            ids = [one.id for part in screen.parts if isinstance(part, Row) for one in part.buttons]
            for option in view.options:
                cost = 1 if any(one.endswith(f":{action_word(option)}") for one in ids) else 2
                match option:
                    case Play(of):
                        card = max(card, 1 if any(one.endswith(f":{of}") for one in ids) else 2)
                    case Bid(odd) if odd == min(one.odd for one in view.options if isinstance(one, Bid)):
                        bid = max(bid, cost)
                    case Bid():
                        higher = max(higher, cost)
                    case Declare() | Double() | Pass() | Content():
                        call = max(call, cost)
        evening.step()
    own = OWN_CARDS * card
    return own + call, own + bid if bid else 0, own + higher if higher else 0


def words(screen: Screen) -> int:
    """How many words there are to read."""
    told: list[str] = []
    for part in screen.parts:
        match part:
            case Text(markdown):
                told.append(SIGN.sub(" ", markdown))
            case Row(buttons):
                told += [button.label for button in buttons]
            case Select(_, prompt):
                told.append(prompt)
    bare = CARD.sub(" ", "\n".join(told).replace("\ufe0e", ""))
    named = re.sub(r"<[@#]\d+>", "name", bare)
    return sum(bool(re.search(r"[^\W\d_]", word)) for word in named.split())


def aloud(screen: Screen) -> int:
    """How many words a screen reader says of its texts."""
    (container,) = components(screen, EMOJI)
    inner = container["components"]
    assert isinstance(inner, list)
    told = "\n".join(str(one.get("content", "")) for one in inner).replace("\ufe0e", "").replace("`", "")
    named = re.sub(r"<t:\d+:R>|<[@#]\d+>", " name ", re.sub(r"<:(\w+):\d+>", r" \1 ", told))
    bare = re.sub(r"^(?:#+|-#|>) |\*\*|__", "", named, flags=re.MULTILINE)
    read = "".join(f" {name(one)} " if category(one)[0] == "S" else one for one in bare)
    return sum(bool(re.search(r"\w", word)) for word in read.split())


async def becomes_drawing_page(page: Any) -> None:
    """In the page ``window.show(messages)`` then draws messages as the playground's own pages do, and
    ``window.tall(messages)`` also tells how tall each is."""
    pictures = {f"/cdn/emojis/{IDS[one]}.png": draw for one, draw in drawings().items()}

    async def answer(route: Any) -> None:
        path = route.request.url.removeprefix(SITE)
        if path in pictures:
            await route.fulfill(body=pictures[path](), content_type="image/png")
        elif path.startswith("/pages/"):
            kind = {".js": "text/javascript", ".css": "text/css"}[Path(path).suffix]
            await route.fulfill(body=(PAGES / Path(path).name).read_bytes(), content_type=kind)
        else:
            await route.fulfill(body=PAGE, content_type="text/html")

    await page.route("**/*", answer)
    await page.goto(f"{SITE}/")
    await page.wait_for_function("() => window.tall")


async def heights(seen: Iterable[Seen], width: int = PHONE["width"]) -> list[float]:
    """How tall each message stands on a telephone, in pixels."""
    from playwright.async_api import async_playwright

    found: list[float] = []
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=BROWSER, args=FLAGS)
        page = await browser.new_page(viewport={"width": width, "height": PHONE["height"]})
        await becomes_drawing_page(page)
        messages = [as_message(one.screen) for one in seen]
        for start in range(0, len(messages), AT_ONCE):
            found += await page.evaluate(
                "(messages) => window.tall(messages)", messages[start : start + AT_ONCE]
            )
        await browser.close()
    return found


PAGE: Final = """<!doctype html><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/pages/style.css">
<body class="person"><div id="here"></div>
<script type="module">
import { draw } from "/pages/message.js";
const one = "1234567890123456789";
const names = window.names = { people: { [one]: "Alexandra" }, channels: { [one]: "whist-room" } };
const act = { isBusy: () => false, hasFailed: () => false };
window.show = async (messages) => {
  const nodes = messages.map((one) => draw(one, names, act));
  document.getElementById("here").replaceChildren(...nodes);
  await document.fonts.ready;
  return nodes;
};
window.tall = async (messages) => {
  const nodes = await window.show(messages);
  return nodes.map((one) => one.getBoundingClientRect().height);
};
</script>"""


def as_message(screen: Screen) -> dict[str, Any]:
    """As the playground gives a message to its pages."""
    return {
        "id": "1", "author": {"id": "2", "username": "Biritch", "bot": True}, "flags": 1 << 15, "type": 0,
        "timestamp": "2026-01-01T12:00:00Z", "content": "", "embeds": [],
        "attachments": [], "components": components(screen, EMOJI),
    }  # fmt: skip


def of_kind(kind: str, seen: list[Seen], values: list[float]) -> list[float]:
    return [value for one, value in zip(seen, values, strict=True) if one.kind == kind]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--deals", type=int, default=1)
    parser.add_argument("--longest", action="store_true", help="show what has most words and is tallest")
    asked = parser.parse_args()
    seen: list[Seen] = []
    times: list[float] = []
    for language in LANGUAGES:
        with spoken(language):
            for game in asked.games.split(","):
                for kind, screen, drawn in states(game, asked.deals):
                    seen.append(Seen(kind, game, language, screen))
                    times.append(drawn * 1000)
    counted, read, sizes, laid = [], [], [], []
    for one in seen:
        with spoken(one.language):
            counted.append(float(words(one.screen)))
            read.append(float(aloud(one.screen)))
        began = perf_counter()
        sizes.append(size(one.screen) / 1000)
        laid.append((perf_counter() - began) * 1000)
    tall = asyncio.run(heights(seen)) if BROWSER is not None else []
    if asked.longest:
        show(seen, counted, tall)
    print(f"{len(seen)} messages")
    for kind, goal in WORDS.items():
        of = of_kind(kind, seen, counted)
        figure(f"{kind}-words", mean(of), goal)
        figure(f"{kind}-words-p95", percentile(of, 95), goal)
        figure(f"{kind}-words-most", max(of))
        heard = of_kind(kind, seen, read)
        figure(f"{kind}-aloud", mean(heard), ALOUD[kind])
        figure(f"{kind}-aloud-p95", percentile(heard, 95), ALOUD[kind])
        figure(f"{kind}-aloud-most", max(heard))
        figure(f"{kind}-kB", median(of_kind(kind, seen, sizes)))
        figure(f"{kind}-ms", median(of_kind(kind, seen, times)) + median(of_kind(kind, seen, laid)))
        if tall:
            figure(f"{kind}-px", mean(of_kind(kind, seen, tall)))
            figure(f"{kind}-px-most", max(of_kind(kind, seen, tall)), TALL)
    tapped = [taps(game) for game in asked.games.split(",")]
    plain, with_bid, with_higher = (max(of) for of in zip(*tapped, strict=True))
    figure("taps-a-deal", plain, TAPS)
    figure("taps-with-a-bid", with_bid, TAPS)
    figure("taps-with-a-higher-bid", with_higher)


def show(seen: list[Seen], counted: list[float], tall: list[float]) -> None:
    """What has most words, and what is tallest, as JSON."""
    for kind in WORDS:
        for figured, values in (("words", counted), ("px", tall)):
            of = [(value, one) for value, one in zip(values, seen, strict=False) if one.kind == kind]
            if of:
                most, one = max(of, key=lambda found: found[0])
                told = [part.markdown for part in one.screen.parts if isinstance(part, Text)]
                print(
                    json.dumps(
                        [kind, figured, most, one.game, one.language, told], ensure_ascii=False, indent=1
                    )
                )


if __name__ == "__main__":
    main()

"""Takes the screenshots of the README and of the docs: ``python -m lab.speed.shots [FOLDER]``.

Four people play a rubber of Biritch at the playground, with the real bot, and look at it on a telephone 390
pixels wide and on a wide screen. Prints each file with its kilobytes.
"""

from __future__ import annotations

import argparse
import asyncio
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from PIL import Image

from playground.copying import components_in
from playground.errors import Json
from playground.ground import Playground
from playground.people import Person, buttons
from rules.cards import Card, Rank, Suit
from rules.games.all_games import GAMES
from screens.pictures.emoji import BACK_NAME, Colours, card_name, drawings, suit_name
from screens.words.after import DEAL_LOOKS
from tests.trials.stage.chromium import BROWSER, FLAGS, PHONE, WIDE
from tests.trials.stage.playing import UNMETERED, Evening, evening

DOCS: Final = Path(__file__).parents[2] / "docs"
SETTINGS: Final = {"CARD_EMOJI": "on", "ROBOT_WORKERS": "1", "ROBOT_PACE": "0"}
SHARP: Final = 1.5
"""Pixels of a picture for one on the telephone."""
SHADES: Final = 200
SEATS: Final = ("north", "east", "south", "west")
COMMANDS: Final = ("help", "rules", "analyse")
PAGE: Final = {"width": 390, "height": 720}
TRICKS_BEFORE: Final = 2
FRAMES: Final = 48
THINKS: Final = 5
"""Pictures between two cards of Anna's."""
FRAME: Final = 120
"""Milliseconds between two pictures of what moves."""
QUALITY: Final = 60
TALL: Final = {**PHONE, "height": 1500}
"""High enough for any message."""


class Camera:
    """Looks at a playground in Chromium and keeps what it sees."""

    def __init__(self, browser: Any, table: Evening, folder: Path) -> None:
        self._browser, self._table, self._folder = browser, table, folder

    async def page(self, who: str, size: dict[str, int], theme: str, *, private: bool = False) -> Any:
        scale = 1 if size is WIDE else SHARP
        context = await self._browser.new_context(
            viewport=size, color_scheme=theme, device_scale_factor=scale
        )
        page = await context.new_page()
        await page.goto(f"{self._table.ground.url}/as/{who}")
        await page.locator(".message").first.wait_for()
        if private:
            await page.locator("#tabs").get_by_text("@Biritch").click()
        return page

    async def whole(self, name: str, who: str, theme: str = "light") -> None:
        page = await self.page(who, WIDE, theme)
        await page.wait_for_timeout(1000)
        self.keep(name, await page.screenshot())
        await page.context.close()

    async def last(
        self, name: str, who: str, theme: str = "dark", *, private: bool = False, having: str = ""
    ) -> None:
        """The last message of a channel, or of somebody's direct messages, that has these words."""
        page = await self.page(who, TALL, theme, private=private)
        await self.message(page, name, private=private, having=having)
        await page.context.close()

    async def message(self, page: Any, name: str, *, private: bool = False, having: str = "") -> None:
        pane = page.locator(".pane.dm" if private else ".pane").first
        found = pane.locator(".message", has_text=having) if having else pane.locator(".message")
        await found.last.wait_for()
        await page.wait_for_timeout(1000)  # its pictures
        self.keep(name, await found.last.screenshot())

    def keep(self, name: str, png: bytes) -> None:
        few = Image.open(BytesIO(png)).convert("RGB").quantize(SHADES, dither=Image.Dither.NONE)
        path = self._folder / f"{name}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        few.save(path, "PNG", optimize=True)
        print(f"{path.name} {path.stat().st_size / 1000:.1f} kB", flush=True)


async def asks(person: Person, command: str, **options: str) -> Json:
    answer = await person.slash(command, options=options)
    await person.until(lambda _: answer.reply is not None)
    assert answer.reply is not None
    return answer.reply


async def set_language(table: Evening, code: str) -> None:
    """Chooses the language of the server with ``/settings``."""
    ivan = table.person("ivan")
    shown = await asks(ivan, "settings")
    looks = next(one for one in buttons(shown) if (one.custom_id or "").endswith("looks"))
    await ivan.press(shown, looks.custom_id)
    await ivan.until(lambda seen: any("server:language" in str(one) for one in seen))
    await ivan.choose(shown["id"], "server:language", [code])
    ivan.dismiss(shown)


def now(person: Person, shown: Json) -> Json:
    """A message as it stands by now."""
    return next(one for one in person.sees() if one["id"] == shown["id"])


async def chosen(person: Person, shown: Json, verb: str, value: str) -> None:
    """Chooses in the list of a message whose id begins so."""
    ids = (str(one.get("custom_id")) for one in components_in(now(person, shown)["components"]))
    await person.choose(shown["id"], next(one for one in ids if one.startswith(verb)), [value])


async def presses_something(table: Evening) -> None:
    """Somebody presses the first button of their panel with which the table goes on. A picture of the table
    does not say in its text whose turn it is."""

    def found() -> tuple[Person, Json, str] | None:
        for person in table.people:
            for one in buttons(table.panel(person)):
                verb = (one.custom_id or "").partition(":")[0]
                is_open = verb in ("cut", "call", "play") and not (one.custom_id or "").endswith(":double")
                if is_open and not one.disabled:
                    return person, table.panel(person), one.custom_id or ""
        return None

    await table.until(found)
    pressed = found()
    assert pressed is not None
    person, panel, button = pressed
    await person.press(panel, button)
    await table.until(lambda: found() != pressed)


async def a_pad(browser: Any, folder: Path) -> None:
    """A deal with real cards while it is entered."""
    async with evening(env=SETTINGS, seated=False) as table:
        anna = table.person("anna")
        people = {seat: table.person(who) for seat, who in zip(SEATS, table.names, strict=True)}
        await anna.slash("score open", options={"game": next(iter(GAMES)), **people})
        camera = Camera(browser, table, folder)
        page = await camera.page("anna", TALL, "dark")  # what is private goes with a page
        pad = await asks(anna, "score pad")
        for verb, end in (("pad-strain", ":H"), ("pad-times", ":1")):
            ids = (one.custom_id or "" for one in buttons(now(anna, pad)))
            await anna.press(
                pad["id"], next(one for one in ids if one.startswith(verb) and one.endswith(end))
            )
        for verb, value in (("pad-tricks", "N8"), ("pad-honours", "N3")):
            await chosen(anna, pad, verb, value)
        await camera.message(page, "images/score-pad", having="Write down")


async def an_option(browser: Any, folder: Path) -> None:
    """What an option does, and the table as a picture, which is another."""
    async with evening(env=SETTINGS, seed=3, seated=False) as table:
        camera, anna = Camera(browser, table, folder), table.person("anna")
        await table.sit_down()
        page = await camera.page("anna", TALL, "dark")
        shown = await asks(anna, "table options")
        await chosen(anna, shown, "option:", "slam_counts_to_game")
        await camera.message(page, "images/option", having="Slams count")
        anna.dismiss(shown)
        await anna.slash("table options", options={"name": "picture", "value": "on"})
        await table.start()
        for _ in range(13):
            await presses_something(table)
        await camera.last("images/table-picture", "ivan")


def all_emoji() -> bytes:
    """All cards, the suits and the back, in four colours and in two, on a dark and on a light background, as
    large as a telephone shows them."""
    made, size, row = drawings(), 33, 11
    image = Image.new("RGB", (2 * (row * 40 + 50), 450), (49, 51, 56))
    image.paste((255, 255, 255), (image.width // 2, 0, *image.size))
    for place, colours in enumerate(Colours):
        names = [card_name(Card(rank, suit), colours) for suit in Suit for rank in Rank]
        names += [*(suit_name(suit, colours) for suit in Suit), BACK_NAME]
        for at, name in enumerate(names):
            drawn = (
                Image.open(BytesIO(made[name]()))
                .convert("RGBA")
                .resize((size, size), Image.Resampling.LANCZOS)
            )
            for left in (14, image.width // 2 + 14):
                image.paste(drawn, (left + at % row * 40, 15 + place * 230 + at // row * 34), drawn)
    stream = BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


async def taken(browser: Any, folder: Path) -> None:
    async with evening(env=SETTINGS, seed=3) as table:
        camera = Camera(browser, table, folder)
        camera.keep("images/card-emoji", all_emoji())
        await table.play_until(lambda: table.playing)
        for _ in range(9):
            await table.act()
        plays = (await table.move()).person.key  # whose panel says by now that it is their turn
        await camera.whole("table", plays)
        await camera.last("images/panel", plays, private=True)
        await table.play_until(lambda: table.goes_on is not None)
        await camera.last("images/result", "ivan", "light", having="More")
        page = await camera.page("anna", TALL, "dark")
        for command in COMMANDS:
            anna = table.person("anna")
            shown = await (asks(anna, "deal", show=command) if command in DEAL_LOOKS else asks(anna, command))
            await camera.message(page, f"images/{command}")
            table.person("anna").dismiss(shown)
        await page.context.close()
        while not any("Again" in str(message) for message in table.public()):
            await table.play_until(lambda: bool(table.to_start) or table.playing)
            if not table.to_start:
                await table.play_deal()
        await camera.last("images/rubber", "ivan", having="Again")


async def in_russian(browser: Any, folder: Path) -> None:
    async with evening(env=SETTINGS, seed=4) as table:
        camera = Camera(browser, table, folder)
        await table.play_until(lambda: table.playing)
        for _ in range(9):
            await table.act()
        while "<:" not in str(table.room):  # the emoji are uploaded while people play
            await table.act()
        move = await table.move()
        await set_language(table, "ru")
        await move.person.press(move.message or table.room, move.what)
        await table.until(lambda: "Моя рука" in str(table.room))
        await camera.last("images/table-in-russian", "ivan", "light")


async def the_page(browser: Any, folder: Path) -> None:
    """One trick on a page of the table, as it moves: Anna is alone with robots."""
    async with Playground.open(limits=UNMETERED) as ground:
        await ground.start_bot(
            {**ground.with_page(), "ROBOT_WORKERS": "1", "ROBOT_PACE": "0.6", "CUT_SECONDS": "0"}
        )
        context = await browser.new_context(viewport=PAGE, color_scheme="dark", has_touch=True)
        front = await context.new_page()
        await front.goto(ground.url)
        async with context.expect_page() as opening:
            await front.get_by_role("link", name="At the table").first.click()
        page = await opening.value
        await page.get_by_role("button", name="Sit down").tap()
        card = page.locator("#task[data-point^='play:'] ~ #hand button:not([aria-disabled])")
        call = page.locator("#acts [data-press^='call:']")
        played = 0
        while played < TRICKS_BEFORE:
            await card.or_(call).first.wait_for()
            played += await card.count() > 0
            await (card if await card.count() else call).last.tap()
            await page.wait_for_timeout(300)
        await card.first.wait_for()
        frames, tapped = [await page.screenshot()], 0
        while len(frames) < FRAMES:
            if len(frames) - tapped >= THINKS and await card.count():
                await card.last.tap()
                tapped = len(frames)
            frames.append(await page.screenshot())
            await page.wait_for_timeout(FRAME)
        images = [Image.open(BytesIO(one)).convert("RGB") for one in frames]
        path = folder / "images" / "page.webp"
        images[0].save(path, save_all=True, append_images=images[1:], duration=FRAME, loop=0, quality=QUALITY)
        print(f"{path.name} {path.stat().st_size / 1000:.1f} kB", flush=True)
        await context.close()


async def shots(folder: Path) -> None:
    from playwright.async_api import async_playwright

    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=BROWSER, args=FLAGS)
        for shot in (taken, in_russian, a_pad, an_option, the_page):
            await shot(browser, folder)
        await browser.close()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", type=Path, default=DOCS)
    asyncio.run(shots(parser.parse_args().folder))


if __name__ == "__main__":
    main()

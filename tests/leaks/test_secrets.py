"""A whole rubber, logged at DEBUG and with failures of Discord: no secret is told, and nobody is named."""

from __future__ import annotations

import asyncio
import base64
import re
import traceback
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from playground.errors import Fault
from playground.ground import Playground
from playground.people import Person, buttons, texts
from rules.cards import PACK
from rules.record.codec import encode
from rules.table.events import RULES_REVISION, CardsDealt
from storage.events import decoded
from storage.ports.records import TableId
from storage.ports.storage import UnknownEvent
from tests.leaks.rigged import seed_of
from tests.leaks.stage import Stage, staged
from tests.trials.stage.playing import DEFERRED_UPDATE
from tests.trials.stage.tables import ANNA, Evening

A_CARD = re.compile(r"(?<![0-9A-Za-z])(10|[2-9TJQKA])([SHDC](?![0-9A-Za-z])|[♠♥♦♣])")
DEALS = 5


def named_in(text: str, secrets: Iterable[str]) -> list[str]:
    """The secrets that are found in a text, and the cards."""
    return [one for one in secrets if one in text] + [found[0] for found in A_CARD.finditer(text)]


def spellings(seed: bytes) -> tuple[str, ...]:
    return seed.hex(), base64.b64encode(seed).decode(), str(int.from_bytes(seed)), repr(seed)[2:-1]


@pytest.mark.parametrize("line", ["holds QH", "(T♠)", "[AS, 2C]", "10♥\ufe0e", "Play(card=9D)"])
def test_a_card_in_a_line_of_the_log_would_be_noticed(line: str) -> None:
    assert named_in(f"12:00:01 DEBUG bot.tables.service: {line}", ())


async def test_a_rubber_leaves_nobody_and_no_secret_in_the_log_and_no_seed_before_its_time(
    tmp_path: Path,
) -> None:
    chance = Random("rubber")
    packs = [[str(card) for card in chance.sample(PACK, 52)] for _ in range(DEALS)]
    table = {"draws": ["2S", "QS", "3S", "KS"], "packs": packs}
    tokens: set[str] = set()
    async with staged("rubber", [table], tmp_path / "rubber", pace=0) as stage:
        ground = stage.ground
        await _rubber_played(stage, tokens)
        log = stage.bot.log
        ivan = ground.people["ivan"]
        results = [shown for shown in ivan.sees(newest=1000) if _is_result(shown)]
        for shown in results:
            if _is_folded(shown):
                whole = await ivan.press(shown, label="Show")
                assert whole.message is not None
                shown = whole.message
            listed = await ivan.press(shown, label="More")
            if listed.type == DEFERRED_UPDATE:  # the end of the rubber is kept up to date: its answer follows
                await ivan.until(lambda _, listed=listed: listed.followups)  # type: ignore[misc]
            assert listed.reply is not None
            verdict = await ivan.press(listed.reply, label="Verify deal")
            assert verdict.message is not None
            await ivan.press(verdict.message, label="Figures")
        deals = len(results)
        secrets = [ground.token, ground.token.split(".")[2], *tokens]
        for deal in range(1, deals + 2):
            seed = spellings(seed_of("rubber", 0, deal))
            assert not named_in(log, seed)
            told = [call for call in ground.calls if any(one in call.sent_text for one in seed)]
            assert all(
                f"Deal {deal} " in call.sent_text and "Seed, shown only now" in call.sent_text
                for call in told
            )
            assert bool(told) == (deal <= deals)
        assert len(tokens) > 100
        people = [word for one in ground.people.values() for word in (str(one.id), one.key)]
        assert not named_in(log, [*secrets, *people])
        assert "bot.discord_api.sender" in log and "could not be answered" in log
        for call in ground.calls:
            if call.channel_id == ground.channel and call.interaction_type is None:
                assert '"custom_id": "play:' not in call.sent_text


def _is_result(shown: object) -> bool:
    assert isinstance(shown, dict)
    return _is_folded(shown) or any(one.label == "More" for one in buttons(shown))


def _is_folded(shown: dict[str, object]) -> bool:
    return any(one.label == "Show" for one in buttons(shown))


async def _rubber_played(stage: Stage, tokens: set[str]) -> None:
    ground = stage.ground
    anna, ivan = ground.people["anna"], ground.people["ivan"]
    await anna.slash("table open")
    await anna.slash("table start")
    for turn in range(400):
        tokens |= {one.token for one in ground.world.interactions.values()}
        fault = _misfortune(ground, turn // 23) if turn % 23 == 11 else None
        if turn % 40 == 20:
            await ivan.press(stage.room(ivan), "play:00000000:1:QH", anyway=True)
        if turn % 50 == 5:
            await anna.autocomplete("play", "card", "")
        going = asyncio.create_task(_goes_on(anna))
        while not going.done():
            await stage.at_rest()
            if fault is not None and fault.used:  # perhaps nobody is left who would answer her
                ground.lose_answers()
                fault = None
            await asyncio.sleep(0)
        await going
        await stage.at_rest()
        if any("win the rubber" in text for shown in ivan.sees(newest=4) for text in texts(shown)):
            ground.mend()
            await stage.at_rest()
            return
    pytest.fail("the rubber does not end")


async def _goes_on(anna: Person) -> None:
    """Looks at her hand and presses the first button that stands out."""
    panel = (await anna.slash("hand")).message
    if panel is None:
        return
    pressable = [one for one in buttons(panel) if not one.disabled]
    for one in pressable:
        if one.style == 1 or one.label in ("Accept", "Agree"):
            await anna.press(panel, one.custom_id)
            break
    anna.reload()


def _misfortune(ground: Playground, which: int) -> Fault:
    match which % 5:
        case 0:
            return ground.fail("POST", r"/interactions/.*/callback", status=404, code=10062)
        case 1:
            return ground.fail("PATCH", r"/channels/.*", status=403, code=99)
        case 2:
            return ground.cut_off("POST", r"/interactions/.*/callback")
        case 3:
            return ground.fail(
                "POST", r"/interactions/.*/callback", status=400, code=50035, message="Invalid"
            )
        case _:
            return ground.fail("POST", r"/interactions/.*/callback", status=429, retry_after=0.05)


def test_an_event_that_cannot_be_read_keeps_its_cards_out_of_the_traceback() -> None:
    evening = Evening().seat(ANNA).start().cut()
    dealt = next(event for event in evening.events if isinstance(event, CardsDealt))
    kind, body = encode(dealt)
    for damaged in (body[:-1], body.replace("AS", "1S")):
        with pytest.raises(UnknownEvent) as caught:
            decoded(TableId("7f3a0b1c"), 9, kind, damaged, RULES_REVISION)
        told = "".join(traceback.format_exception(caught.value))
        assert "UnknownEvent" in told
        assert not named_in(told, ())

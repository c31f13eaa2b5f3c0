"""The hands that people have open, for their eyes only, while the bot is killed and started again."""

from __future__ import annotations

from lab.speed.hands import RESTS, chairs_in, told
from playground.errors import Json
from playground.people import Person, buttons, texts
from tests.playing.test_killed import Blow, strike
from tests.trials.stage.playing import Evening, Way, evening

BLOWS = (Blow.BEFORE, Blow.COMMITTED, Blow.ANSWERED, Blow.DRAWN)
ELSEWHERE = "A hand that you opened elsewhere no longer follows the play."
LIFE = 15 * 60.0
"""Seconds after which Discord takes a token no longer."""


def text_of(table: Evening, hand: Json) -> str:
    shown = table.ground.world.message_json(table.channel, int(hand["id"]))
    return "\n".join(texts(shown or {}))


def follows(table: Evening, hand: Json) -> bool:
    """Whether a hand shows the cards that lie on the table, and who is to act. Dummy is not shown that it is
    their own cards that are to be played."""
    room = table.room_text
    theirs, everybodys = told(text_of(table, hand), chairs_in(room)), told(room)
    if theirs is None or everybodys is None or theirs[1] != everybodys[1]:
        return False
    own = next((one for one in chairs_in(room) if f"<@{one}>" not in text_of(table, hand)), "")
    is_dummy = f"<@{own}> · dummy" in room.replace("**", "")  # the name is bold where dummy is to play
    return theirs[2] == everybodys[2] or (is_dummy and not theirs[2])


async def opened(table: Evening, person: Person) -> Json:
    """Somebody's hand, from which they play."""
    hand = await table.shown_hand(person)
    assert hand is not None
    table.ways[person.key], table.hands[person.key] = Way.HAND, hand
    return hand


def cards_in(hand: Json) -> list[str]:
    """The ids of the buttons of cards."""
    ids = [one.custom_id or "" for one in buttons(hand)]
    return [one for one in ids if one.startswith("play:")]


async def test_open_hands_follow_the_play_through_kills() -> None:
    async with evening(seed=5) as table:
        hands = [await opened(table, table.person(name)) for name in ("boris", "clara")]
        for blow in BLOWS:
            await table.play_on(2)
            await strike(table, blow)
            await table.until(lambda: all(follows(table, hand) for hand in hands))
        await table.play_on(2)
        await table.until(lambda: all(follows(table, hand) for hand in hands))
        assert [table.hands[name]["id"] for name in ("boris", "clara")] == [one["id"] for one in hands]
        tokens = [
            call.path.split("/")[3] for call in table.ground.calls if call.path.startswith("/webhooks/")
        ]
        assert tokens and not any(token in table.bot.log for token in tokens)
        assert not table.complaints()


async def test_who_has_a_hand_open_that_cannot_be_reached_is_told_so_and_a_press_on_it_answers_at_once() -> (
    None
):
    async with evening(seed=5) as table:
        boris = table.person("boris")
        await opened(table, boris)
        while not (cards_in(await table.hand(boris)) and table.playing):
            await table.play_on(1)
        hand = await table.hand(boris)  # another one, if he was dummy for a whole deal
        before = text_of(table, hand)
        table.bot.kill()
        await table.bot.dead()
        table.ground.pass_time(LIFE)
        await table.bot.start()
        await table.until(lambda: ELSEWHERE in "\n".join(texts(table.panel(boris))))
        assert text_of(table, hand) == before and RESTS not in before
        old = await table.hand(boris)
        answer = await boris.press(old, cards_in(old)[0], anyway=True)
        assert not answer.failed
        await table.play_on(1)
        await table.until(lambda: follows(table, hand) or follows(table, answer.reply or {}))

"""Tokens of presses are not used for a day where they have been found to reach nothing."""

from __future__ import annotations

import asyncio

from bot.messages.discord import Grip, Pressed, Token
from bot.messages.tokens import LIFE, TRY_AGAIN, Tokens

MESSAGE = 7


class Clock:
    at = 1000.0

    def __call__(self) -> float:
        return self.at


def pressed(clock: Clock, name: str, where: Pressed | None = Pressed.IN_CHANNEL) -> Grip:
    return Grip(Token(name), None, clock.at, where)


def test_a_message_that_is_there_although_its_token_misses_it_takes_none_for_a_day() -> None:
    clock = Clock()
    tokens = Tokens(clock)
    first = pressed(clock, "a")
    tokens.learn(MESSAGE, first)
    tokens.missed(MESSAGE, first)
    assert tokens.of(MESSAGE) is None
    tokens.learn(MESSAGE, pressed(clock, "b"))
    assert tokens.of(MESSAGE) is None  # it may have been deleted: nothing is known yet
    tokens.stands(MESSAGE)
    clock.at += TRY_AGAIN - 1
    tokens.learn(MESSAGE, pressed(clock, "c"))
    assert tokens.of(MESSAGE) is None
    tokens.learn(MESSAGE, pressed(clock, "d", Pressed.DIRECT))  # elsewhere they may do
    assert tokens.of(MESSAGE) == pressed(clock, "d", Pressed.DIRECT)
    clock.at += LIFE
    tokens.learn(MESSAGE, pressed(clock, "e"))
    assert tokens.of(MESSAGE) == pressed(clock, "e")


def test_a_message_that_was_deleted_says_nothing_of_tokens() -> None:
    clock = Clock()
    tokens = Tokens(clock)
    first = pressed(clock, "a")
    tokens.learn(MESSAGE, first)
    tokens.missed(MESSAGE, first)
    tokens.stands(MESSAGE + 1)
    tokens.gone(MESSAGE)
    tokens.learn(MESSAGE + 2, pressed(clock, "c"))
    assert tokens.of(MESSAGE + 2) == pressed(clock, "c")


def test_until_a_missed_message_has_been_looked_for_no_unproven_token_of_its_kind_is_used() -> None:
    clock = Clock()
    tokens = Tokens(clock)
    first, second, elsewhere = (
        pressed(clock, "a"),
        pressed(clock, "b"),
        pressed(clock, "c", Pressed.DIRECT),
    )
    for message, grip in enumerate((first, second, elsewhere), MESSAGE):
        tokens.learn(message, grip)
    tokens.missed(MESSAGE, first)
    assert [tokens.of(MESSAGE + number) for number in range(3)] == [None, None, elsewhere]
    clock.at += LIFE + 1  # nobody has looked for it
    tokens.learn(MESSAGE + 1, pressed(clock, "d"))
    assert tokens.of(MESSAGE + 1) == pressed(clock, "d")


def test_a_proven_token_that_misses_says_nothing_of_the_others_until_its_message_is_found() -> None:
    clock = Clock()
    tokens = Tokens(clock)
    first, second = pressed(clock, "a"), pressed(clock, "b")
    tokens.unproven.discard(Pressed.IN_CHANNEL)
    tokens.learn(MESSAGE, first)
    tokens.learn(MESSAGE + 1, second)
    tokens.missed(MESSAGE, first)
    assert tokens.of(MESSAGE + 1) == second
    tokens.stands(MESSAGE)
    assert tokens.of(MESSAGE + 1) is None and Pressed.IN_CHANNEL in tokens.unproven


async def test_trials_of_one_kind_wait_for_one_another() -> None:
    clock = Clock()
    tokens = Tokens(clock)
    grips = [pressed(clock, "a"), pressed(clock, "b"), pressed(clock, "c", Pressed.DIRECT)]
    for message, grip in enumerate(grips, MESSAGE):
        tokens.learn(message, grip)
    begun, answered = [], asyncio.Event()

    async def tries(number: int) -> bool:
        async with tokens.trial(MESSAGE + number, grips[number]) as stays:
            begun.append(number)
            await answered.wait()
            if number == 0:
                tokens.missed(MESSAGE, grips[0])
        return stays

    trials = [asyncio.create_task(tries(number)) for number in range(3)]
    for _ in range(5):
        await asyncio.sleep(0)
    assert begun == [0, 2]
    answered.set()
    assert await asyncio.gather(*trials) == [True, False, True]


def test_a_hand_goes_on_by_the_token_of_its_answer_where_those_of_presses_miss_it() -> None:
    clock = Clock()
    tokens = Tokens(clock)
    opened = pressed(clock, "a", None)
    tokens.learn(MESSAGE, opened)
    clock.at += 60
    press = pressed(clock, "b", Pressed.ALONE)
    tokens.learn(MESSAGE, press)
    tokens.missed(MESSAGE, press)
    assert tokens.of(MESSAGE) == opened
    tokens.learn(MESSAGE, pressed(clock, "c", Pressed.ALONE))
    assert tokens.of(MESSAGE) == opened

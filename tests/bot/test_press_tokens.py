"""Tokens of presses are not used for a day where they have been found to reach nothing."""

from __future__ import annotations

import asyncio

import pytest

from bot.discord_api.sender import Grip, Pressed, Token
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
    assert tokens.grip_on(MESSAGE) is None
    tokens.learn(MESSAGE, pressed(clock, "b"))
    assert tokens.grip_on(MESSAGE) is None  # it may have been deleted: nothing is known yet
    tokens.token_reached(MESSAGE)
    clock.at += TRY_AGAIN - 1
    tokens.learn(MESSAGE, pressed(clock, "c"))
    assert tokens.grip_on(MESSAGE) is None
    tokens.learn(MESSAGE, pressed(clock, "d", Pressed.DIRECT))  # elsewhere they may do
    assert tokens.grip_on(MESSAGE) == pressed(clock, "d", Pressed.DIRECT)
    clock.at += LIFE
    tokens.learn(MESSAGE, pressed(clock, "e"))
    assert tokens.grip_on(MESSAGE) == pressed(clock, "e")


def test_a_message_that_was_deleted_says_nothing_of_tokens() -> None:
    clock = Clock()
    tokens = Tokens(clock)
    first = pressed(clock, "a")
    tokens.learn(MESSAGE, first)
    tokens.missed(MESSAGE, first)
    tokens.token_reached(MESSAGE + 1)
    tokens.message_gone(MESSAGE)
    tokens.learn(MESSAGE + 2, pressed(clock, "c"))
    assert tokens.grip_on(MESSAGE + 2) == pressed(clock, "c")


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
    assert [tokens.grip_on(MESSAGE + number) for number in range(3)] == [None, None, elsewhere]
    clock.at += LIFE + 1  # nobody has looked for it
    tokens.learn(MESSAGE + 1, pressed(clock, "d"))
    assert tokens.grip_on(MESSAGE + 1) == pressed(clock, "d")


def test_a_proven_token_that_misses_says_nothing_of_the_others_until_its_message_is_found() -> None:
    clock = Clock()
    tokens = Tokens(clock)
    first, second = pressed(clock, "a"), pressed(clock, "b")
    tokens.unproven.discard(Pressed.IN_CHANNEL)
    tokens.learn(MESSAGE, first)
    tokens.learn(MESSAGE + 1, second)
    tokens.missed(MESSAGE, first)
    assert tokens.grip_on(MESSAGE + 1) == second
    tokens.token_reached(MESSAGE)
    assert tokens.grip_on(MESSAGE + 1) is None and Pressed.IN_CHANNEL in tokens.unproven


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
    assert tokens.grip_on(MESSAGE) == opened
    tokens.learn(MESSAGE, pressed(clock, "c", Pressed.ALONE))
    assert tokens.grip_on(MESSAGE) == opened


def test_a_token_is_used_for_less_than_a_quarter_of_an_hour_and_serves_ever_less() -> None:
    """It is replaced from five minutes on though that costs a call; nothing follows by it in the last minute,
    and it is not used in the last twenty seconds."""
    clock = Clock()
    tokens = Tokens(clock)
    grip = pressed(clock, "a")
    tokens.learn(MESSAGE, grip)
    for age, young, follows, of in (
        (0.0, True, True, grip),
        (299.0, True, True, grip),
        (300.0, False, True, grip),
        (839.0, False, True, grip),
        (840.0, False, False, grip),
        (879.0, False, False, grip),
        (880.0, False, False, None),
    ):
        clock.at = 1000.0 + age
        found = tokens.is_young(MESSAGE), tokens.follows(MESSAGE), tokens.grip_on(MESSAGE)
        assert found == (young, follows, of), age
        assert tokens.rests_in(MESSAGE) == 840.0 - age


def test_a_message_on_which_nobody_has_pressed_has_no_token() -> None:
    tokens = Tokens(Clock())
    for message in (None, MESSAGE):
        assert tokens.grip_on(message) is None and not tokens.follows(message)
    assert not tokens.is_young(MESSAGE) and tokens.rests_in(MESSAGE) == 0.0


def test_of_two_tokens_the_one_made_later_counts_and_of_two_made_together_the_one_heard_of_last() -> None:
    clock = Clock()
    tokens = Tokens(clock)
    for name, made, counts in (("a", 1000.0, "a"), ("b", 1000.0, "b"), ("c", 999.0, "b"), ("d", 1001.0, "d")):
        tokens.learn(MESSAGE, Grip(Token(name), None, made, Pressed.DIRECT))
        found = tokens.grip_on(MESSAGE)
        assert found is not None and found.token.text == counts


def test_who_keeps_the_bot_is_told_once_a_day_that_tokens_of_a_kind_reach_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = Clock()
    tokens = Tokens(clock)
    for hour, told in ((0, 1), (1, 1), (24, 1), (49, 2)):
        clock.at = 1000.0 + hour * 3600
        grip = pressed(clock, f"{hour}", Pressed.ALONE)
        tokens.missed(MESSAGE, grip)
        assert caplog.messages == told * [
            "by the token of a press Discord does not reach a message that one person sees: "
            "not tried for a day"
        ]


def test_a_token_that_was_replaced_is_dropped_without_the_one_that_took_its_place() -> None:
    clock = Clock()
    tokens = Tokens(clock)
    old, new = pressed(clock, "a"), pressed(clock, "b")
    tokens.learn(MESSAGE, old)
    tokens.learn(MESSAGE, new)
    tokens.drop_token(MESSAGE, old)
    assert tokens.grip_on(MESSAGE) == new
    tokens.drop_token(MESSAGE, new)
    assert tokens.grip_on(MESSAGE) is None


def test_tokens_that_have_expired_are_not_kept() -> None:
    """An answer's is forgotten with the newest of its message."""
    clock = Clock()
    tokens = Tokens(clock)
    tokens.learn(MESSAGE, pressed(clock, "a", None))
    clock.at += LIFE - 1
    tokens.learn(MESSAGE + 1, pressed(clock, "b", None))
    clock.at += 2
    tokens.learn(MESSAGE + 2, pressed(clock, "c"))
    assert sorted(tokens._grips) == [MESSAGE + 1, MESSAGE + 2] and sorted(tokens._answers) == [MESSAGE + 1]


def test_a_token_that_discord_has_refused_is_not_learned_again_by_an_answer_that_comes_later() -> None:
    clock = Clock()
    tokens = Tokens(clock)
    refused = pressed(clock, "a")
    tokens.learn(MESSAGE, refused)
    tokens.token_died(MESSAGE, refused)
    tokens.learn(MESSAGE, refused)
    tokens.learn(MESSAGE, pressed(clock, "a", None))
    assert tokens.grip_on(MESSAGE) is None
    tokens.learn(MESSAGE, pressed(clock, "b"))
    assert tokens.grip_on(MESSAGE) == pressed(clock, "b")

"""Tokens of presses are not used for a day where they have been found to reach nothing."""

from __future__ import annotations

from bot.messages.tokens import LIFE, TRY_AGAIN, Grip, Pressed, Token, Tokens

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
    assert tokens.of(MESSAGE) is not None  # it may have been deleted: nothing is known yet
    tokens.missed(MESSAGE, pressed(clock, "b"))
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
    tokens.learn(MESSAGE + 1, pressed(clock, "b"))
    tokens.stands(MESSAGE + 1)
    tokens.learn(MESSAGE + 2, pressed(clock, "c"))
    assert tokens.of(MESSAGE + 2) == pressed(clock, "c")


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

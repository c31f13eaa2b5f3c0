"""The refusals of the application carry their facts, which the log tells and sentences are made of."""

from __future__ import annotations

import inspect
import pickle

from bot import errors
from bot.errors import AppError
from bot.settings import BadSetting
from tests.each import each

EVERY = [
    one
    for one in (*vars(errors).values(), BadSetting)
    if inspect.isclass(one)
    and (one is BadSetting or (issubclass(one, AppError) and one.__init__ is not AppError.__init__))
]


@each("error", EVERY)
def test_an_error_holds_its_arguments_by_name_and_passes_through_pickle(error: type[Exception]) -> None:
    takes = inspect.signature(error).parameters.values()
    facts = {one.name: f"the {one.name}" for one in takes}
    named = {one.name: facts[one.name] for one in takes if one.kind is one.KEYWORD_ONLY}
    raised = error(*(value for name, value in facts.items() if name not in named), **named)
    assert {name: getattr(raised, name) for name in facts} == facts
    assert raised.args == tuple(facts.values())
    if not named:
        again = pickle.loads(pickle.dumps(raised))
        assert type(again) is error and again.args == raised.args

"""The errors of the storage carry their facts."""

from __future__ import annotations

import inspect
import pickle

import pytest

from ports import storage
from ports.storage import StorageError
from storage import errors as of_the_file

EVERY = [
    one
    for module in (storage, of_the_file)
    for one in vars(module).values()
    if inspect.isclass(one) and issubclass(one, StorageError) and one is not StorageError
]


@pytest.mark.parametrize("error", EVERY)
def test_an_error_holds_its_arguments_by_name_and_passes_through_pickle(error: type[StorageError]) -> None:
    facts = {
        name: f"the {name}" for name in inspect.signature(error).parameters if name not in ("args", "kwargs")
    }
    for one in (error(*facts.values()), pickle.loads(pickle.dumps(error(*facts.values())))):
        assert {name: getattr(one, name) for name in facts} == facts
        assert one.args == tuple(facts.values())

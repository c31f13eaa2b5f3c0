"""Presses delivered several times, in any order, by anybody: a part of ``tests.trials.soak.presses``."""

from __future__ import annotations

from collections import Counter
from typing import Any

import psycopg

from storage.ports.records import ServerUrl
from tests.trials.soak.presses import Presses, on_a_server, ran


def tried(machine: type[Presses], examples: int) -> None:
    """Much happens: without that nothing would be shown."""
    machine.steps = Counter()
    ran(machine, examples=examples, steps=25, fixed=True)
    assert machine.steps["accepted"] > 10 and machine.steps["refused"] > 10, machine.steps
    assert machine.steps["restarts"], machine.steps


def test_each_press_acts_once_however_often_and_in_whatever_order_it_is_delivered() -> None:
    tried(Presses, examples=6)


def test_each_press_acts_once_whichever_of_four_processes_it_is_delivered_to(
    url: ServerUrl, own_database: psycopg.Connection[Any]
) -> None:
    tried(on_a_server(url, own_database), examples=3)

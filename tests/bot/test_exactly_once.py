"""Presses delivered several times, in any order, by anybody: a short part of ``benchmarks.soak.presses``."""

from __future__ import annotations

from typing import Any

import psycopg

from benchmarks.soak.presses import Presses, on_a_server, ran
from ports.records import ServerUrl


def test_each_press_acts_once_however_often_and_in_whatever_order_it_is_delivered() -> None:
    ran(Presses, examples=3, steps=25)


def test_each_press_acts_once_whichever_of_four_processes_it_is_delivered_to(
    url: ServerUrl, own_database: psycopg.Connection[Any]
) -> None:
    ran(on_a_server(url, own_database), examples=1, steps=25)

"""The members of a table: people, known here only by a pseudonym, and robots."""

from __future__ import annotations

from rules.errors import Unreadable
from rules.frozen import frozen


@frozen
class Person:
    """A person under a pseudonym that holds for one table. Only the storage knows whose it is."""

    alias: str

    def __str__(self) -> str:
        return f"person:{self.alias}"


@frozen
class RobotMember:
    """A robot, named after a writer on whist."""

    name: str

    def __str__(self) -> str:
        return f"robot:{self.name}"


Member = Person | RobotMember

ROBOT_NAMES = ("Hoyle", "Cavendish", "Clay", "Deschapelles", "Pole", "Mathews", "Payne", "Cotton")
"""Names of robots. A new robot takes the first that nobody at the table has."""


def parse_member(text: str) -> Member:
    """The member from the text that ``str`` gives. Raises Unreadable."""
    sort, _, name = text.partition(":")
    if sort == "person" and name:
        return Person(name)
    if sort == "robot" and name:
        return RobotMember(name)
    raise Unreadable(text)

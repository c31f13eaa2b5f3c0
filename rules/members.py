"""Those who belong to a table: people, known here only by an opaque name, and robots."""

from __future__ import annotations

from dataclasses import dataclass

from rules.errors import Unreadable


@dataclass(frozen=True, slots=True)
class Person:
    """A person under the pseudonym that this one table knows. Whose it is, only the storage can tell."""

    alias: str

    def __str__(self) -> str:
        return f"person:{self.alias}"


@dataclass(frozen=True, slots=True)
class RobotMember:
    """A robot, named after a writer on whist."""

    name: str

    def __str__(self) -> str:
        return f"robot:{self.name}"


Member = Person | RobotMember

ROBOT_NAMES = ("Hoyle", "Cavendish", "Clay", "Deschapelles", "Pole", "Mathews", "Payne", "Cotton")
"""Robots take these names in order, skipping those already at the table."""


def parse_member(text: str) -> Member:
    """A member from what ``str`` made of him. Raises Unreadable."""
    sort, _, name = text.partition(":")
    if sort == "person" and name:
        return Person(name)
    if sort == "robot" and name:
        return RobotMember(name)
    raise Unreadable(text)

"""Tokens of interactions: for fifteen minutes each edits the message on which somebody pressed.

They are kept in memory only, and are never logged or stored.
"""

from __future__ import annotations


class Token:
    """An interaction's token. It does not print itself."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def told(self) -> str:
        return self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Token) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return "<token>"

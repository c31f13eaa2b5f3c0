"""What the table service and the doors refuse, as facts. ``bot.wording`` makes the sentences."""

from __future__ import annotations


class TableError(Exception):
    """The root of the bot's own refusals: nothing has changed."""


class NoSuchTable(TableError):
    """There is no such table, or none here."""


class NoTableOfYours(TableError):
    """A command in a direct message from somebody who belongs to no open table."""


class PointPassed(TableError):
    """What a press answers is over: its trick has been played."""


class MomentPassed(PointPassed):
    """What a press answers is over: a call, a cut, a claim, a start."""


class TooLate(TableError):
    """An interaction that arrives so long after it was made that it changes nothing."""


class NotAllowed(TableError):
    """The bot lacks permissions in the channel; ``permissions`` are their names in Discord's own words."""

    def __init__(self, permissions: tuple[str, ...]) -> None:
        super().__init__(permissions)
        self.permissions = permissions


class TooSoon(TableError):
    """The table has not yet waited long enough for somebody; ``seconds`` are what is left."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class SeveralTables(TableError):
    """A command that could mean several of the asker's tables; ``channels`` are theirs."""

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__(channels)
        self.channels = channels


class DealNotOver(TableError):
    """Somebody asks what robots think of a deal that is being played."""


class NoSuchDeal(TableError):
    """A deal that this table never played, or not to its end."""


class HintsAreOff(TableError):
    """The table has not arranged that anybody may be given hints."""


class TableHere(TableError):
    """A channel has a table already."""

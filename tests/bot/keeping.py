"""What keeps messages up to date, put together as the bot does it, on boards of the test's own."""

from __future__ import annotations

from collections.abc import Callable

from bot.cluster import ALONE, Cluster
from bot.discord_api.scheduler import Scheduler
from bot.discord_api.sender import Messenger
from bot.messages.boards import Boards, FindBoard
from bot.messages.outbox import Outbox
from bot.messages.posting import Posting
from bot.messages.sending import Sending
from bot.messages.tokens import Copies, Tokens
from storage.ports.storage import Slots


class Keeping:
    def __init__(
        self,
        slots: Slots,
        outbox: Outbox,
        find_board: FindBoard,
        messenger: Messenger,
        scheduler: Scheduler,
        now: Callable[[], float],
        cluster: Cluster = ALONE,
    ) -> None:
        self.outbox, self.scheduler, self.tokens = outbox, scheduler, Tokens(now)
        self.boards = Boards(slots, outbox, find_board, scheduler)
        self.copies = Copies(slots, outbox, self.boards, messenger, scheduler, self.tokens, cluster)
        self.sending = Sending(slots, outbox, self.boards, self.copies, messenger, scheduler, now, cluster)
        self.boards.listeners.append(self.sending.schedule)
        self.posting = Posting(outbox, self.boards, self.copies, self.sending, messenger, scheduler, cluster)

    @property
    def rests(self) -> bool:
        """Whether nothing is looked at, and no call waits or is under way."""
        return not (self.boards.being_looked_at or self.scheduler.backlog or self.scheduler.under_way)

    async def close(self) -> None:
        self.sending.close()
        await self.boards.close()
        await self.copies.close()
        await self.scheduler.close()
        await self.outbox.close()

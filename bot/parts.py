"""The composition root: the one module that knows the storage, the tables, the followers and Discord."""

from __future__ import annotations

import os
from contextlib import AsyncExitStack
from functools import partial
from math import inf
from typing import Final

from bot.adjourning import Adjourning
from bot.blocks import Blocks
from bot.client.gateway import Reconnecting
from bot.client.places import DiscordPlaces, DiscordThreads, Welcome
from bot.client.servers import DiscordServers, NamesBeside
from bot.clocks import DiscordClock, Uptime
from bot.cluster import ALONE, Leases, Shared
from bot.discord_api.emoji import CardEmoji
from bot.discord_api.faults import Refused
from bot.discord_api.rest import Rest, Wire
from bot.discord_api.scheduler import Scheduler
from bot.discord_api.sender import Messenger
from bot.evenings.service import Evenings
from bot.evenings.steward import Steward
from bot.fair_queue import Asked, Shares
from bot.host.carrying import Carrying
from bot.host.fault_channel import FaultChannel
from bot.host.metrics import Answers, Measures
from bot.host.orders import Orders
from bot.learning import Learning
from bot.messages.boards import Boards
from bot.messages.buried import Buried
from bot.messages.drawing import Drawing
from bot.messages.evening_board import BoardFinder, thread_name
from bot.messages.outbox import Outbox
from bot.messages.posting import Posting
from bot.messages.reminders import Reminders
from bot.messages.season_ends import SeasonEnds
from bot.messages.sending import Sending
from bot.messages.tokens import Copies, Tokens
from bot.page_keys import OnPages, PageLinks
from bot.preferences import Preferences
from bot.privacy import Privacy
from bot.readers import Readers
from bot.settings import Settings
from bot.sheets.service import ScoreSheets
from bot.streams.fair_deal import ChanceSource
from bot.streams.open_stream import Limits
from bot.tables.alone import THINKING, PlayedAlone
from bot.tables.challenges import Challenges
from bot.tables.clock import Alerts, Clock
from bot.tables.contests import Contests, Thinkers
from bot.tables.past_deals import Analyses, FinishedDeals
from bot.tables.robots import Hints, RobotFollower
from bot.tables.service import Tables
from bot.worker_pool import WorkerPool
from screens.pictures.emoji import drawings
from storage.store import Store

UPLOADED_WITHIN: Final = 60.0
"""Seconds for which one of several processes uploads the cards, before another may."""
CHOICES_FRESH: Final = 3.0
"""Seconds after which choices are read again, where another process may have changed them."""


class Parts:
    """The program: what the doors in ``cogs`` are given, and what the client wakes and tells of events."""

    def __init__(
        self,
        client: Reconnecting,
        settings: Settings,
        store: Store,
        chance: ChanceSource,
        wire: Wire,
        discord_clock: DiscordClock,
        measures: Measures,
        answers: Answers,
        note_after: float,
        closing: AsyncExitStack,
    ) -> None:
        """Each part is given others that stand above it. ``closing`` ends the last of them first."""
        now, at_close = discord_clock.now, closing.push_async_callback
        store.judge_by(now, lambda: discord_clock.has_been_told)

        # Discord, and the other processes
        scheduler = self.scheduler = Scheduler()
        rest = self.rest = Rest(
            wire, client.http.user_agent, scheduler.buckets, discord_clock, answers.count_answer
        )
        at_close(rest.close)
        answers.listeners.append(rest.answered_library)
        refused = self.refused = Refused(now)
        blocks = self.blocks = Blocks(store.preferences)
        places = DiscordPlaces(client, rest, blocks)
        threads = self.threads = DiscordThreads(client, rest)
        peers = self.peers = store.shared_by(settings.served)
        cluster = ALONE if peers is None else Shared(peers, settings.served)
        if isinstance(cluster, Shared):
            at_close(cluster.part)

        # The streams
        uptime = self.uptime = Uptime(store.uptime, now, discord_clock.elapsed)
        of_tables = Limits(settings.tables_per_person, settings.tables_per_server)
        of_sheets = Limits(settings.sheets_per_person, settings.sheets_per_server)
        took = measures.append_took
        tables = self.tables = Tables(
            store.streams, chance, now, of_tables, cluster, took, uptime.connected_seconds
        )
        sheets = self.sheets = ScoreSheets(store.streams, chance, now, of_sheets, cluster, took)
        evenings = self.evenings = Evenings(store.streams, chance, now, of_sheets, cluster, took)
        streams = (tables, sheets, evenings)

        # What is asked of the storage and of the robots
        fresh = CHOICES_FRESH if cluster.shared else inf
        preferences = self.preferences = Preferences(store.preferences, store.people, fresh)
        readers = self.readers = Readers(preferences, places.locale)
        count = min(settings.robot_workers, os.cpu_count() or 1)
        workers = self.workers = WorkerPool(count) if count else None
        asked = self.asked = Asked(workers.shares if workers is not None else Shares())
        analyses = self.analyses = Analyses(tables, workers, settings.analysis_seconds, asked)
        contests = self.contests = Contests(store.contests, tables, Thinkers(workers), chance, now)
        self.challenges = Challenges(store.challenges, store.contests, contests, tables, preferences, now)
        self.hints = Hints(workers, settings.robot_seconds)
        self.learning = Learning(preferences)
        self.finished = FinishedDeals(tables)
        self.privacy = Privacy(store.people, tables, evenings, (sheets, contests), preferences)
        self.rankings, self.seasons = store.standings, store.seasons
        self.sets, self.troubles = store.sets, store.checks

        # What is drawn, and sent
        self.card_emoji: CardEmoji | None = None
        if settings.card_emoji:
            may_upload = partial(store.may_do, "emoji", UPLOADED_WITHIN, 0.0)
            self.card_emoji = CardEmoji(rest, scheduler, drawings(), may_upload=may_upload)
        messenger = Messenger(rest, refused, self.card_emoji, cluster=cluster)
        self.welcome = Welcome(store.preferences, messenger, readers, now, blocks)
        self.reminders = Reminders(
            *(store.contests, store.preferences, store.slots, contests, self.challenges, readers, messenger),
            now,
            blocks,
        )
        self.season_ends = SeasonEnds(
            store.seasons, store.standings, preferences, readers, messenger, places, lambda: store.sure_now
        )
        outbox = self.outbox = Outbox(store.slots, cluster, note_after)
        at_close(outbox.close)
        days, newcomers = settings.adjourned_days, tables.newcomers
        self.pages = PageLinks(store.page_keys, now, settings.page_address)
        on_pages = self.on_pages = OnPages()
        has_page = self.pages.are_offered
        drawing = self.drawing = Drawing(
            tables, days, readers, outbox, workers, newcomers, analyses.kept, has_page, on_pages
        )
        find_board = BoardFinder(tables, sheets, evenings, drawing, preferences, readers).board_for
        at_close(scheduler.close)
        boards = self.boards = Boards(store.slots, outbox, find_board, scheduler)
        copies = Copies(store.slots, outbox, boards, messenger, scheduler, Tokens(now), cluster)
        at_close(copies.close)
        at_close(boards.close)
        sending = self.sending = Sending(
            store.slots, outbox, boards, copies, messenger, scheduler, now, cluster
        )
        closing.callback(sending.close)
        boards.listeners.append(sending.schedule)
        posting = self.posting = Posting(outbox, boards, copies, sending, messenger, scheduler, cluster)
        on_pages.when_changed.append(posting.pages_changed)

        # What goes on by itself
        adjourning = self.adjourning = Adjourning(streams, places, boards, posting, days, now, cluster)
        at_close(adjourning.close)
        sending.when_place_lost.append(adjourning.look_at)
        buried = self.buried = Buried(
            posting, lambda room: tables.busy_in(room) or evenings.busy_in(room), now
        )
        at_close(buried.close)
        alerts = self.alerts = Alerts(tables, preferences, posting.plays_in_private, now, cluster)
        at_close(alerts.close)
        cut, abandoned = settings.cut_seconds, settings.abandoned_hours * 3600.0
        clock = self.clock = Clock(
            tables, chance, cut, now, preferences.of_server, abandoned=abandoned, cluster=cluster
        )
        at_close(clock.close)
        if workers is not None:  # contests and robots think in them
            at_close(workers.close)
        at_close(contests.close)
        thinking, pace = settings.robot_seconds, settings.robot_pace
        robots_alone = self.robots_alone = RobotFollower(
            tables, chance, 0.0, workers=workers, thinking=min(thinking, THINKING), contests=contests
        )
        at_close(robots_alone.close)
        self.alone = PlayedAlone(tables, robots_alone, preferences)
        at_close(self.alone.close)
        robots = self.robots = RobotFollower(
            tables, chance, pace, workers=workers, thinking=thinking, cluster=cluster
        )
        at_close(robots.close)
        called = partial(thread_name, readers)
        steward = self.steward = Steward(evenings, tables, threads, called, adjourning.go_on, now, cluster)
        at_close(steward.close)
        self.leases: Leases | None = None
        if isinstance(cluster, Shared):
            share, lasts = scheduler.buckets.share_limits, settings.lease_seconds
            self.leases = Leases(cluster, posting, streams, share, lasts)
            at_close(self.leases.stop)
        at_close(uptime.disconnected)

        # What the host orders
        self.servers = DiscordServers(client)
        self.names_beside = NamesBeside(client, readers.last_name, wanted=settings.names_beside)

        def is_in(guild: int) -> bool | None:
            return self.servers.is_in(guild) if cluster.ours(guild) else None

        self.carrying = Carrying(
            Orders(blocks, store.preferences, store.people, now, is_in),
            blocks,
            store.preferences,
            store.standings,
            self.privacy,
            self.pages,
            adjourning,
            streams,
            self.servers,
            messenger,
            readers,
            preferences,
            now,
            lambda: discord_clock.has_been_told,
            cluster,
            settings.leave_after_days,
            settings.served.first,
        )
        self.faults_told = FaultChannel(settings.faults_channel, messenger, now)
        closing.callback(self.faults_told.close_channel)

        # Who is told of each change, in this order
        tables.followers += [posting, robots, clock, alerts, adjourning, steward]
        tables.taken_up.append(self.alone.taken_up)
        tables.followers_nowhere.append(robots_alone)
        sheets.followers += [posting, adjourning]
        evenings.followers += [posting, adjourning, steward]

"""The scheduler against a server that counts as Discord does: nothing is refused, nobody is starved."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable

import pytest

from bot.discord_api import scheduler as scheduler_module
from bot.discord_api.scheduler import Buckets, Route, Scheduler, Timers, Urgency
from playground.limits import Limit, Meters
from tests.trials.stage.guard import until

WINDOW = Limit(5, 0.25)
EVERYWHERE = Limit(50, 0.25)
BY_TOKEN = Route("by token", 1, counted=False)


class Server:
    """Answers after a while as Discord does: with the headers of the bucket, or 429."""

    def __init__(
        self, bucket: Limit = WINDOW, everywhere: Limit = EVERYWHERE, *, silent: bool = False
    ) -> None:
        self._meters = Meters(asyncio.get_running_loop().time)
        self._bucket, self._everywhere = bucket, everywhere
        self._silent = silent
        self._random = random.Random(1)
        self.served: list[Route] = []
        self.refused: Counter[Route] = Counter()

    async def call(self, route: Route, scheduler: Scheduler) -> None:
        await asyncio.sleep(self._random.uniform(0, 0.01))
        now = asyncio.get_running_loop().time
        reading = self._meters.count_use(str(route), self._bucket)
        whole = self._meters.count_use("*", self._everywhere) if route.counted else reading
        allowed = reading.allowed and whole.allowed
        await asyncio.sleep(self._random.uniform(0, 0.01))
        if not allowed:
            self.refused[route] += 1
            wait = whole.reset_after if not whole.allowed else reading.reset_after
            scheduler.buckets.rate_limited(route, wait, now(), everywhere=not whole.allowed)
            return
        self.served.append(route)
        if not self._silent:
            headers = {
                "X-RateLimit-Limit": str(reading.limit.calls),
                "X-RateLimit-Remaining": str(reading.remaining),
                "X-RateLimit-Reset-After": f"{reading.reset_after:.3f}",
            }
            scheduler.buckets.read_headers(route, headers, now())


class Thing:
    """Something to be shown, of which the newest state is sent."""

    def __init__(self, server: Server, scheduler: Scheduler, route: Route) -> None:
        self.server, self.scheduler, self.at = server, scheduler, route
        self.state = 0
        self.sent: list[int] = []
        self.fails: Callable[[], None] | None = None
        self.needless = False

    def route(self) -> Route | None:
        return self.at if max(self.sent, default=0) < self.state else None

    async def send(self, route: Route) -> bool:
        if self.needless:
            self.needless = False
            self.state = 0
            return False
        if self.fails is not None:
            self.fails()
        frame = self.state
        await self.server.call(route, self.scheduler)
        self.sent.append(frame)
        return True

    def change(self, urgency: Urgency = Urgency.TABLE) -> None:
        self.state += 1
        self.scheduler.enqueue(id(self), self, urgency)


def scheduler_of(server: Server) -> Scheduler:
    return Scheduler(Buckets(calls=45, seconds=0.27))


async def finished(scheduler: Scheduler) -> None:
    await until(lambda: not scheduler.backlog and not scheduler._under_way)


async def test_a_backlog_of_many_channels_is_worked_off_without_one_refusal() -> None:
    server = Server()
    scheduler = scheduler_of(server)
    things = [Thing(server, scheduler, Route("edit", channel)) for channel in range(40) for _ in range(6)]
    for thing in things:
        thing.change()
    await finished(scheduler)
    assert all(thing.sent == [1] for thing in things)
    assert not server.refused


async def test_calls_by_an_interactions_token_go_on_while_the_tokens_own_limit_is_used_up() -> None:
    server = Server(Limit(500, 0.25), Limit(50, 60.0))
    scheduler = Scheduler(Buckets(calls=45, seconds=60.0))
    counted = [Thing(server, scheduler, Route("edit", number)) for number in range(60)]
    free = [Thing(server, scheduler, Route("by token", number, counted=False)) for number in range(60)]
    for thing in (*counted, *free):
        thing.change()
    await until(lambda: all(thing.sent for thing in free) and not scheduler._under_way)
    assert sum(bool(thing.sent) for thing in counted) == 45 and scheduler.backlog == 15
    await scheduler.close()


async def test_while_all_is_closed_answers_alone_are_sent_and_afterwards_what_has_waited() -> None:
    server, now = Server(), asyncio.get_running_loop().time
    scheduler = scheduler_of(server)
    scheduler.buckets.close(now() + 0.3)
    things = [Thing(server, scheduler, Route("edit", 1)), Thing(server, scheduler, BY_TOKEN)]
    for thing in things:
        thing.change()
    async with scheduler.reserved(BY_TOKEN, answers=True):
        assert scheduler.buckets.is_closed(now()) and not any(thing.sent for thing in things)
    async with scheduler.reserved(Route("delete", 1)):
        assert not scheduler.buckets.is_closed(now())
    await finished(scheduler)
    assert all(thing.sent == [1] for thing in things)


async def test_a_limit_that_was_never_told_is_passed_at_most_once_for_each_bucket() -> None:
    server = Server(Limit(1, 0.1), silent=True)
    scheduler = scheduler_of(server)
    things = [Thing(server, scheduler, Route("edit", number % 4)) for number in range(12)]
    for thing in things:
        thing.change()
    await finished(scheduler)
    assert all(times == 1 for times in server.refused.values())


async def test_of_a_thing_that_changes_while_it_waits_only_the_newest_frame_is_sent() -> None:
    server = Server(Limit(1, 0.1))
    scheduler = scheduler_of(server)
    thing = Thing(server, scheduler, Route("edit", 1))
    thing.change()
    await asyncio.sleep(0.03)  # the first is on its way
    for _ in range(20):
        thing.change()
    await finished(scheduler)
    assert thing.sent == [1, 21]


async def test_the_panel_of_the_person_to_act_goes_before_upkeep_that_has_waited_longer() -> None:
    server = Server(Limit(2, 0.1))
    scheduler = scheduler_of(server)
    scheduler.buckets.read_headers(Route("edit", 1), HEADERS_OF_TWO, asyncio.get_running_loop().time())
    upkeep = [Thing(server, scheduler, Route("edit", 1)) for _ in range(8)]
    for thing in upkeep:
        thing.change(Urgency.UPKEEP)
    panel = Thing(server, scheduler, Route("edit", 1))
    panel.change(Urgency.DUE_PANEL)
    await until(lambda: panel.sent)
    assert sum(bool(thing.sent) for thing in upkeep) <= 4
    await finished(scheduler)


HEADERS_OF_TWO = {"X-RateLimit-Limit": "2", "X-RateLimit-Remaining": "2", "X-RateLimit-Reset-After": "0.1"}


async def test_a_table_that_changes_all_the_time_does_not_keep_another_waiting() -> None:
    server = Server(Limit(2, 0.05))
    scheduler = scheduler_of(server)
    busy = [Thing(server, scheduler, Route("edit", 1)) for _ in range(5)]
    quiet = Thing(server, scheduler, Route("edit", 1))
    for thing in busy:
        thing.change()
    quiet.change()
    while not quiet.sent:
        for thing in busy:
            thing.change()
        await asyncio.sleep(0.005)
    assert all(len(thing.sent) <= 2 for thing in busy)
    await scheduler.close()


async def test_a_call_that_fails_gives_its_reservation_back(caplog: pytest.LogCaptureFixture) -> None:
    server = Server(Limit(1, 0.05))
    scheduler = scheduler_of(server)
    broken, sound = (Thing(server, scheduler, Route("edit", 1)) for _ in range(2))

    def fail() -> None:
        broken.at = Route("edit", 2)
        broken.fails = None
        raise RuntimeError("planted")

    broken.fails = fail
    broken.change()
    sound.change()
    await finished(scheduler)
    assert sound.sent == [1]
    assert "planted" in caplog.text and caplog.messages == [f"a call of {id(broken)} failed"]


async def test_a_call_that_proves_needless_gives_its_place_in_both_limits_back() -> None:
    server = Server(Limit(1, 60.0), Limit(1, 60.0))
    scheduler = Scheduler(Buckets(calls=1, seconds=60.0))
    needless, sound = (Thing(server, scheduler, Route("edit", 1)) for _ in range(2))
    needless.needless = True
    needless.change()
    sound.change()
    await until(lambda: sound.sent)
    assert not needless.sent and not server.refused
    await scheduler.close()


async def test_a_bucket_whose_calls_are_never_answered_opens_again_after_a_while() -> None:
    buckets, route = Buckets(), Route("edit", 1)
    told = {"X-RateLimit-Limit": "2", "X-RateLimit-Remaining": "1", "X-RateLimit-Reset-After": "1.0"}
    buckets.count_call(route, 0.0)
    buckets.read_headers(route, told, 0.0)
    buckets.call_ended(route, 0.0)
    for now in (10.0, 10.1):  # in the next window: nobody tells of it
        assert buckets.opens(route, now) <= now
        buckets.count_call(route, now)
    for now in (20.0, 20.1):
        buckets.call_ended(route, now)
    assert 20.1 < buckets.opens(route, 20.1) <= 20.1 + 5.0


def told(left: int) -> dict[str, str]:
    """The headers of an answer: of five calls a second so many are left, until the whole second is over."""
    return {
        "X-RateLimit-Limit": "5",
        "X-RateLimit-Remaining": str(left),
        "X-RateLimit-Reset-After": "1.0",
    }


def made_until_shut(buckets: Buckets, route: Route, now: float) -> int:
    """How many calls a bucket lets through one after the other, unanswered."""
    calls = 0
    while buckets.opens(route, now) <= now:
        buckets.count_call(route, now)
        calls += 1
    return calls


def test_an_answer_is_not_taken_to_have_counted_the_calls_that_are_still_under_way() -> None:
    """Of a new window one call is answered, while two more are under way or none is: five calls in all."""
    for under_way, more in ((3, 2), (1, 4)):
        buckets, route = Buckets(), Route("edit", 1)
        buckets.count_call(route, 0.0)
        buckets.read_headers(route, told(left=4), 0.1)
        buckets.call_ended(route, 0.1)
        for _ in range(under_way):
            assert buckets.opens(route, 1.5) == 1.5
            buckets.count_call(route, 1.5)
        buckets.read_headers(route, told(left=4), 1.6)
        buckets.call_ended(route, 1.6)
        assert made_until_shut(buckets, route, 1.7) == more


@pytest.mark.parametrize("name", ["X-RateLimit-Limit", "X-RateLimit-Reset-After"])
@pytest.mark.parametrize("value", ["x", "nan", "inf", "-1", "1e300"])
def test_what_cannot_be_said_of_a_limit_closes_nothing_for_longer_than_what_was_said_before(
    name: str, value: str
) -> None:
    buckets, route = Buckets(), Route("edit", 1)
    for now, headers in ((0.0, told(left=4)), (1.5, told(left=0) | {name: value})):
        assert buckets.opens(route, now) == now
        buckets.count_call(route, now)
        buckets.read_headers(route, headers, now)
        buckets.call_ended(route, now)
    assert made_until_shut(buckets, route, 1.6) == 4
    for _ in range(4):
        buckets.call_ended(route, 1.7)
    assert 1.7 < buckets.opens(route, 1.7) < 10.0


TOLD = {"X-RateLimit-Limit": "3", "X-RateLimit-Remaining": "3", "X-RateLimit-Reset-After": "5.0"}


def test_a_call_that_was_not_made_gives_back_the_one_place_that_it_took() -> None:
    buckets, route = Buckets(), Route("edit", 1)
    buckets.read_headers(route, TOLD, 100.0)
    for _ in range(3):
        buckets.count_call(route, 100.0)
    assert buckets.opens(route, 100.0) > 104.9
    for _ in range(2):
        buckets.give_back(route)
    buckets.count_call(route, 100.0)
    assert buckets.opens(route, 100.0) == 100.0
    buckets.count_call(route, 100.0)
    assert buckets.opens(route, 100.0) > 104.9


def test_a_bucket_whose_call_was_refused_lets_none_go_before_discord_says() -> None:
    buckets, route = Buckets(), Route("edit", 1)
    buckets.read_headers(route, TOLD, 100.0)
    buckets.rate_limited(route, 2.0, 100.0, everywhere=False)
    assert 102.0 < buckets.opens(route, 100.0) < 102.1
    assert buckets.opens(Route("edit", 2), 100.0) == 100.0


def test_while_the_tokens_limit_has_been_passed_no_later_answer_lets_a_call_go_earlier() -> None:
    buckets, route = Buckets(), Route("edit", 1)
    buckets.rate_limited(route, 5.0, 100.0, everywhere=True)
    buckets.rate_limited(Route("edit", 2), 1.0, 101.0, everywhere=True)
    opens = buckets.opens(route, 101.0)
    assert 105.0 < opens < 105.1  # a little later than was told, since that is rounded


def test_of_three_processes_on_one_token_each_makes_a_third_of_its_calls() -> None:
    buckets = Buckets()
    buckets.share_limits(3)
    made = 0
    while buckets.token_opens(100.0) <= 100.0 and made < 50:
        buckets.count_call(Route("post", made), 100.0)
        made += 1
    assert made == 15  # of the 47 that are scheduled


async def test_a_limit_that_no_header_tells_of_is_kept_to() -> None:
    buckets, route = Buckets(), Route("edit old", 1, window=(2, 6.5))
    told = {"X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "4", "X-RateLimit-Reset-After": "5.0"}
    for now in (0.0, 0.5):
        assert buckets.opens(route, now) <= now
        buckets.count_call(route, now)
        buckets.read_headers(route, told, now)
        buckets.call_ended(route, now)
    assert buckets.opens(route, 1.0) == 6.5
    assert buckets.opens(route, 6.6) <= 6.6


async def test_the_window_of_an_untold_limit_begins_with_the_first_call_that_is_made() -> None:
    """A message that proves to need no edit gives its place back. The window would have begun with it, and
    ended between two pairs of edits, of which Discord refuses the fourth."""
    buckets, route = Buckets(), Route("edit old", 1, window=(2, 6.5))
    for now in (0.0, 2.0, 3.0):
        buckets.opens(route, now)
        buckets.count_call(route, now)
        buckets.give_back(route)
    for now in (4.4, 5.2):
        assert buckets.opens(route, now) <= now
        buckets.count_call(route, now)
        buckets.call_ended(route, now)
    assert buckets.opens(route, 6.6) == 4.4 + 6.5


async def test_whoever_waits_for_a_reservation_is_served_in_turn_and_refused_nothing() -> None:
    server = Server(Limit(2, 0.05))
    scheduler = scheduler_of(server)
    route = Route("open", 0)

    async def opened() -> None:
        async with scheduler.reserved(route):
            await server.call(route, scheduler)

    await asyncio.gather(*(opened() for _ in range(9)))
    assert len(server.served) == 9 and not server.refused


async def test_a_thing_with_nothing_to_send_any_more_is_left_alone() -> None:
    server = Server()
    scheduler = scheduler_of(server)
    thing = Thing(server, scheduler, Route("edit", 1))
    scheduler.enqueue("nothing", thing, Urgency.TABLE)
    await finished(scheduler)
    assert not server.served and not scheduler.backlog


def test_the_part_of_the_tokens_limit_that_is_used_counts_calls_until_a_second_after_their_answers() -> None:
    buckets = Buckets(calls=4, seconds=1.0)
    routes = [Route("post", channel) for channel in range(4)]
    assert buckets.used(100.0) == 0.0
    for route in routes[:2]:
        buckets.count_call(route, 100.0)
    buckets.count_call(Route("by token", 9, counted=False), 100.0)
    assert buckets.used(100.0) == 0.5
    buckets.call_ended(routes[0], 100.5)
    assert buckets.used(101.4) == 0.5 and buckets.token_opens(101.4) == 101.4
    assert buckets.used(101.5) == 0.25
    for route in (routes[2], routes[3], routes[0]):
        buckets.count_call(route, 101.5)
    assert buckets.used(101.5) == 1.0 and buckets.token_opens(101.5) == float("inf")
    buckets.call_ended(routes[1], 102.0)
    assert buckets.token_opens(102.0) == 103.0 and buckets.used(103.0) == 0.75
    assert buckets.opens(Route("by token", 9, counted=False), 102.0) == float("inf")  # its own is under way


def test_a_bucket_of_which_nothing_is_known_lets_one_call_go_at_a_time() -> None:
    buckets, route = Buckets(), Route("post", 1)
    assert buckets.opens(route, 100.0) == 100.0
    buckets.count_call(route, 100.0)
    assert buckets.opens(route, 100.0) == float("inf") and buckets.opens(Route("post", 2), 100.0) == 100.0
    buckets.call_ended(route, 101.0)
    assert buckets.opens(route, 101.0) == 101.0


def test_what_one_bucket_of_a_kind_has_told_is_known_of_the_others_of_its_kind() -> None:
    buckets = Buckets()
    buckets.count_call(Route("post", 1), 100.0)
    buckets.read_headers(Route("post", 1), TOLD, 100.0)
    assert made_until_shut(buckets, Route("post", 2), 100.0) == 3
    assert made_until_shut(buckets, Route("edit", 2), 100.0) == 1


def test_headers_that_say_nothing_of_a_bucket_are_passed_over() -> None:
    for headers in ({}, {**TOLD, "X-RateLimit-Limit": "many"}, {**TOLD, "X-RateLimit-Reset-After": "soon"}):
        buckets, route = Buckets(), Route("post", 1)
        buckets.read_headers(route, headers, 100.0)
        assert made_until_shut(buckets, route, 100.0) == 1


def test_all_but_answers_waits_while_all_is_closed_and_a_shorter_closing_ends_no_longer_one() -> None:
    buckets, route = Buckets(), Route("post", 1)
    buckets.close(110.0)
    buckets.close(105.0)
    assert (buckets.is_closed(109.9), buckets.is_closed(110.0)) == (True, False)
    assert buckets.opens(route, 100.0) == 110.0 and buckets.opens(route, 100.0, answers=True) == 100.0
    buckets.read_headers(route, TOLD, 100.0)
    assert buckets.opens(route, 100.0) == 110.0 and buckets.opens(route, 100.0, answers=True) == 100.0


def test_with_a_thousand_refusals_in_ten_minutes_all_is_closed_until_ten_minutes_after_the_first() -> None:
    buckets = Buckets()
    assert not any(buckets.count_refusal(100.0 + number / 10) for number in range(999))
    assert buckets.count_refusal(200.0)
    assert buckets.is_closed(699.9) and not buckets.is_closed(700.0)


def test_however_many_processes_there_are_each_makes_a_call_at_a_time() -> None:
    buckets = Buckets()
    buckets.share_limits(1000)
    assert buckets.opens(Route("post", 1), 100.0) == 100.0
    buckets.count_call(Route("post", 1), 100.0)
    assert buckets.opens(Route("post", 2), 100.0) == float("inf")


def test_buckets_that_are_out_of_use_are_forgotten_and_those_in_use_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scheduler_module, "SWEEP_ABOVE", 2)
    buckets = Buckets()
    old, told, busy = (Route("post", channel) for channel in range(3))
    for route in (old, told, busy):
        buckets.count_call(route, 100.0)
    buckets.read_headers(told, TOLD, 100.0)
    for route in (old, told):
        buckets.call_ended(route, 100.0)
    assert set(buckets._buckets) == {("post", 1), ("post", 2)}


async def test_how_often_a_call_was_spared_by_a_later_one_of_its_key_is_counted() -> None:
    server = Server(Limit(1, 0.1))
    scheduler = scheduler_of(server)
    thing, other = Thing(server, scheduler, Route("edit", 1)), Thing(server, scheduler, Route("edit", 1))
    thing.change()
    await asyncio.sleep(0)  # it is under way
    for _ in range(3):
        thing.change()  # one is asked for again afterwards, and two are spared
        other.change()  # one waits, and two take its place
    assert scheduler.coalesced == 4 and scheduler.backlog == 1 and scheduler.under_way == 1
    await scheduler.close()
    thing.change()
    assert scheduler.under_way == 0


async def test_a_later_wish_for_the_same_thing_takes_the_place_of_the_earlier() -> None:
    timers, done = Timers(), list[str]()
    timers.call_later("a", 30.0, lambda: done.append("first"))
    timers.call_later("a", 0.0, lambda: done.append("second"))
    timers.call_later("b", -5.0, lambda: done.append("other"))
    await asyncio.sleep(1)
    assert sorted(done) == ["other", "second"]
    timers.call_later("a", 0.0, lambda: done.append("third"))
    timers.close()
    timers.call_later("a", 0.0, lambda: done.append("fourth"))
    await asyncio.sleep(60)
    assert sorted(done) == ["other", "second"]

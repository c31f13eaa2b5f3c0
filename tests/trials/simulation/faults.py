"""The faults to plant in the bot, of all kinds, each under what it does. ``tests.trials.simulation.planted``
sees how soon each is found."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[3]
ROOMS: Final = ("bot", "cogs", "rules", "screens", "storage")


class Planted(NamedTuple):
    """A change of one place of the source, in whatever file that stands."""

    old: str
    new: str

    def changed(self) -> tuple[Path, CodeType]:
        """The module that has the place, with this fault. Raises LookupError if no place or several are like
        that, SyntaxError if what comes out is no Python."""
        found = [path for path, text in _sources() for _ in range(text.count(self.old))]
        if len(found) != 1:
            raise LookupError(f"{len(found)} places have {self.old!r}")
        text = found[0].read_text(encoding="utf-8")
        return found[0], compile(text.replace(self.old, self.new), str(found[0]), "exec")


@cache
def _sources() -> tuple[tuple[Path, str], ...]:
    paths = (path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")))
    return tuple((path, path.read_text(encoding="utf-8")) for path in paths)


def misfits() -> Iterator[str]:
    """Every fault that does not fit the code as it is now, and why."""
    for name, fault in (FAULTS | SEVERAL | DELAYS).items():
        try:
            fault.changed()
        except (LookupError, SyntaxError) as why:
            yield f"{name}: {why}"


FAULTS: Final[dict[str, Planted]] = {
    "a press is answered before it is stored": Planted(
        "opened.version = await self._append(new)",
        "opened.version += len(new.events); self.later = asyncio.ensure_future(self._append(new))",
    ),
    "nobody is told of what was stored": Planted(
        "        if opened.version > before:\n            self._notify(opened)\n        return opened\n\n",
        "        return opened\n\n",
    ),
    "an interaction's key is not stored": Planted(
        "if new.key is not None and not db.execute(REMEMBER",
        "if False and not db.execute(REMEMBER",
    ),
    "what is to be shown is asked for one version too low": Planted(
        "slots.want_slots(db, new.stream, new.slots, version)",
        "slots.want_slots(db, new.stream, new.slots, version - 1)",
    ),
    "a transaction is undone at its end": Planted(
        'result = work(db)\n        db.execute("COMMIT")',
        'result = work(db)\n        db.execute("ROLLBACK")',
    ),
    "writes that share a commit are undone": Planted(
        '    try:\n        db.execute("COMMIT")\n    except',
        '    try:\n        db.execute("ROLLBACK")\n    except',
    ),
    "the log is not synced in each commit": Planted(
        '"PRAGMA synchronous = FULL"', '"PRAGMA synchronous = NORMAL"'
    ),
    "each try to post has a nonce of its own": Planted(
        "{state.key.slot}|{state.posts}",
        "{state.key.slot}|{state.posts}|{id(state)}",
    ),
    "a message that is gone is not posted again": Planted(
        "await self._outbox.keep_slot(self._to_repost(now.as_lost()))", "pass"
    ),
    "a call that failed is tried again at once": Planted(
        "            except TryLater:\n                self._fail(key, BACK_OFF)\n",
        "            except TryLater:\n                pass\n",
    ),
    "a message is taken for one that shows the same": Planted(
        "        if state.digest == screen.digest:", "        if state.digest:"
    ),
    "an older state is noted as the newest": Planted(
        "        screen = await board.draw(key.slot, live=live)\n",
        "        screen = await board.draw(key.slot, live=live)\n        version = board.stream.version\n",
    ),
    "the screens do not go on after a start": Planted(
        '            ("screens", services.boards.show_due),\n', ""
    ),
    "the tables do not go on after a start": Planted(
        '            ("tables", services.tables.load_going_on),\n', ""
    ),
    "a call without an answer counts as done": Planted(
        "raise Unreachable(type(error).__name__) from None", 'return b"{}"'
    ),
    "a connection that is cut is no fault to try again": Planted(
        "except (OSError, aiohttp.ClientError, TimeoutError) as error:",
        "except TimeoutError as error:",
    ),
    "a call may take for ever": Planted(
        "timeout=aiohttp.ClientTimeout(total=TIME_OUT),", "timeout=aiohttp.ClientTimeout(total=100_000.0),"
    ),
    "a press of half a second ago is too old": Planted("TOO_OLD: Final = 60.0", "TOO_OLD: Final = 0.05"),
    "tokens are used after their end": Planted("LIFE: Final = 15 * 60.0", "LIFE: Final = 150 * 60.0"),
    "the clock is a minute and a half fast": Planted(
        "return (self._least + self._most) / 2 + self.elapsed()",
        "return (self._least + self._most) / 2 + self.elapsed() + 90.0",
    ),
    "what could not be noted is forgotten": Planted(
        "            self._give_back(notes)\n", "            pass\n"
    ),
    # What is shown to whom.
    "all hands lie open until the first card": Planted(
        "(playing.faced() if playing is not None else ())}",
        "(playing.faced() if playing is not None else tuple(Seat))}",
    ),
    "dummy lies open before the lead": Planted("played >= dummy.shown_after", "played >= 0"),
    "a panel shows the hand of the partner": Planted(
        "views[seat] = seen(self.state, seat, views[None])",
        "views[seat] = seen(self.state, seat.partner if seat is not None else None, views[None])",
    ),
    "a panel is sent to another of the table": Planted(
        "        return self.people.get(Person(alias))\n",
        "        return [*self.people.values()][-1 - [*self.people].index(Person(alias))]\n",
    ),
    "a line of the log names the card": Planted(
        "        opened.note_wanted(new.slots)\n        if not new.events:\n",
        "        opened.note_wanted(new.slots)\n"
        "        log.info('%s', [str(getattr(one, 'card', '')) for one in new.events])\n"
        "        if not new.events:\n",
    ),
    # Snapshots, counts and the log.
    "a snapshot is taken before the events": Planted(
        "return replay.snapshot_of(after, version)",
        "return replay.snapshot_of(table.state, version)",
    ),
    "a deal is counted twice": Planted(
        "for deed in share.deeds:", "for deed in (*share.deeds, *share.deeds):"
    ),
    "who did it is not stored": Planted("actor = new.actor.alias if new.actor else None", "actor = None"),
    "the chain of hashes begins anew at each event": Planted(
        "head = link(head, new.stream", "head = link(START, new.stream"
    ),
    "seeds are kept in memory only": Planted(
        "for deal, seed in new.secrets.items():", "for deal, seed in ():"
    ),
    "nobody's account is stored": Planted("_introduce(db, new.stream, new.people)\n", "pass\n"),
    "keys are forgotten at each start": Planted("KEYS_KEPT: Final = 7 * 24 * 3600", "KEYS_KEPT: Final = 0"),
    # The outbox.
    "what is noted of one message is noted of all": Planted(
        "tries = ?8, not_before = ?9, parked = ?10, seal = ?11\n    WHERE table_id = ?1 AND name = ?2",
        "tries = ?8, not_before = ?9, parked = ?10, seal = ?11\n    WHERE table_id = ?1 AND name >= ?2",
    ),
    "a message that is finished takes the others along": Planted(
        "DELETE FROM slot WHERE table_id = ?1 AND name = ?2 AND wanted <= ?3",
        "DELETE FROM slot WHERE table_id = ?1 AND name >= ?2 AND wanted <= ?3",
    ),
    "what is shown is never noted": Planted(
        "        self._changed.add(state.key)\n        self._flush_later()\n",
        "        self._flush_later()\n",
    ),
    "the id of a message is noted some time": Planted(
        "        self.note_slot(state)\n        await self.flush()\n",
        "        self.note_slot(state)\n",
    ),
    "an edit is not noted": Planted(
        "            self._outbox.note_slot(shown)\n            if not shown.due",
        "            if not shown.due",
    ),
    "a message found by its nonce is taken for the newest": Planted(
        'shown, digest = (NOTHING, "") if uncertain else (version, screen.digest)',
        "shown, digest = version, screen.digest",
    ),
    "a start trusts what was on its way": Planted(
        "        self._outbox.uncertain |= {state.key for state in due if state.message is None}\n",
        "",
    ),
    "what an act wants shown is not asked for": Planted(
        "        opened.note_wanted(new.slots)\n        if not new.events:\n",
        "        if not new.events:\n",
    ),
    # Retries and tokens.
    "what has failed once is never tried again": Planted(
        "if self.needs_call(board, state) and not self._rest_of(state)",
        "if self.needs_call(board, state) and not state.not_before",
    ),
    "a refusal of Discord's counts as done": Planted(
        "        if status >= 300:\n", "        if status >= 600:\n"
    ),
    "what has failed is tried again in an hour": Planted(
        "BACK_OFF: Final = (0.3,", "BACK_OFF: Final = (3600.0,"
    ),
    "a token that is dead is used again": Planted(
        "        if self._grips.get(message) == grip:\n            del",
        "        if False:\n            del",
    ),
    # What is acknowledged, and when.
    "a refusal is answered as if it were done": Planted(
        "            self._idempotency.note_refusal(key, refusal)\n            raise refusal\n",
        "            return next(iter(self._open))\n",
    ),
    "young presses are taken for old ones": Planted(
        "        if key.at >= oldest:\n",
        "        if key.at < oldest:\n",
    ),
    "a gateway that cannot be reached is tried once": Planted(
        "                    shard._backoff = Backoff(shard)  # type: ignore[assignment]\n",
        "                    shard._backoff = Backoff(shard)\n"
        "                self._launching.discard(shard_id)\n",
    ),
    "a gateway that comes back is joined much later": Planted(
        "            return self._unreached.delay() % LONGEST_WAIT\n",
        "            return 1024.0\n",
    ),
    "a card that was not held may be played": Planted(
        "left[(leader.index + len(laid)) & 3] ^= card.bit",
        "left[leader.index] ^= card.bit",
    ),
    "a hand is looked for in the channel of the table": Planted(
        "        if not state.key.slot.kind.private:\n            return board.channel\n",
        "        if state.message is not None or not state.key.slot.kind.private:\n"
        "            return board.channel\n",
    ),
    # What people do alone, and by the day.
    "a typed take-back has no idempotency key": Planted(
        "table = await bot.services.tables.act(table.id, user, TakeBack(), key=key)",
        "table = await bot.services.tables.act(table.id, user, TakeBack())",
    ),
    "a day begins as the host's zone has it": Planted(
        "return datetime.fromtimestamp(moment, UTC).date()", "return datetime.fromtimestamp(moment).date()"
    ),
    "a snapshot forgets who is acquainted": Planted(
        "        return Table(rules=rules, variant=variant, **values)",
        '        if values["rubber"] is not None:\n'
        "            from rules.frozen import replace\n\n"
        '            values["rubber"] = replace(values["rubber"], acquainted=False)\n'
        "        return Table(rules=rules, variant=variant, **values)",
    ),
    "the robots' key follows from the seed of the hands": Planted(
        'return hmac.digest(contest.secret, b"biritch-1|robots", "sha256")',
        'return hmac.digest(hands_seed(contest), b"biritch-1|robots", "sha256")',
    ),
    "a hint depends on a card of the next hand": Planted(
        "                self._given[moment] = await self._think_hint(table, user, only_following(view))\n",
        "                held = table.state.deal\n"
        "                seat = view.viewer.left if view.viewer is not None else None\n"
        "                playing = held is not None and seat is not None and held.playing is not None\n"
        "                strong = playing and any(one.rank == 14 for one in held.left(seat))\n"
        "                given = only_following(view)\n"
        "                if strong and len(given.options) > 1:\n"
        "                    given = replace(given, options=given.options[:1])\n"
        "                self._given[moment] = await self._think_hint(table, user, given)\n",
    ),
    "an alert's row is gone before its message": Planted(
        "        with suppress(MessageGone):\n"
        "            await self._messenger.delete(state.key.table, state.channel, state.message)\n"
        "        self._outbox.retire(state.key)\n"
        "        return True\n",
        "        self._outbox.retire(state.key)\n"
        "        with suppress(MessageGone):\n"
        "            await self._messenger.delete(state.key.table, state.channel, state.message)\n"
        "        return True\n",
    ),
    "one date that contradicts sets the clock": Planted(
        "            if not self._is_confirmed(least, most, now):\n", "            if False:\n"
    ),
    "the marks of who is forgotten go with them": Planted(
        "_changed(db, row, user_id=None, ended=over, mark=mark)",
        "_changed(db, row, user_id=None, ended=over, mark=None)",
    ),
    "two plays of a deal are dealt otherwise": Planted(
        "                seed=hands_seed(contest),\n",
        "                seed=hands_seed(contest)[::-1] if attempt.user % 2 else hands_seed(contest),\n",
    ),
    "the points of a play are those of the other side": Planted(
        "return brought.of(own.side) - brought.of(own.side.other), line",
        "return brought.of(own.side.other) - brought.of(own.side), line",
    ),
    "who is forgotten stays in the places of challenges": Planted(
        "    challenges.unlink_places(db, user)\n", ""
    ),
}
"""Each under what it does."""

SEVERAL: Final[dict[str, Planted]] = {
    "what is found in the database is told of before the replica has it": Planted(
        "        while self._raw is not None:\n            self._unwaited = False\n",
        "        while True:\n            return\n",
    ),
    "a commit whose wait for the replica was cancelled is told of": Planted(
        "        if self._unwaited or not changed:\n",
        "        if not changed:\n",
    ),
    "a commit of which nothing is known counts as undone, and is not tried again": Planted(
        '                until = float("inf")\n',
        "                raise fault from None\n",
    ),
    "a lease is believed in long after its end": Planted(
        "            self._cluster.until = sent + self._lasts * (1 - LEASE_MARGIN)\n",
        "            self._cluster.until = sent + self._lasts * 10\n",
    ),
    "a process writes without asking whether it holds the lease": Planted(
        "        return stream_id in self.held and _now() < self.until\n",
        "        return True\n",
    ),
    "what other processes do is not heard of": Planted(
        "                await service.heard(await self.peers.standings(loaded))\n",
        "                await self.peers.standings(loaded)\n",
    ),
    "a dead process keeps its leases": Planted(
        "                db.execute(BURY)\n            db.execute(OVER, (me,))\n",
        "                pass\n            db.execute(OVER, (me,))\n",
    ),
    "what others have put on screen is not known after a lease has come back": Planted(
        "  # an alert that another process has put there has no version\n"
        "                    await self._reload(opened)\n",
        "\n                    opened.reread = True\n",
    ),
    "what is taken over while the database is away is not woken": Planted(
        "            self._asleep = (self._asleep | gained) & self._cluster.held\n",
        "            self._asleep = set(gained) & self._cluster.held\n",
    ),
    "a version that only another process knows is drawn over and over": Planted(
        "        due = state.due and state.shown != board.stream.version\n",
        "        due = state.due\n",
    ),
    "a table's clock asks for no lease": Planted(
        "            if self._cluster.holds(table_id):\n                moment = await",
        "            if True:\n                moment = await",
    ),
    "an errand that was not taken is lost": Planted("            self._unasked.add(errand)\n", ""),
    "an alert that a dead process has posted stands for who has acted elsewhere": Planted(
        "for person, alert in self.alerts.items() if person in self.waiting}\n",
        "for person, alert in self.alerts.items()}\n",
    ),
}
"""Those that only several processes show, on a server with a replica."""


_WAITS: Final = "        waiting = asyncio.ensure_future(self._sleep(delay))\n"
_ACTS: Final = (
    "        if isinstance(request, Join) and who is not None and not isinstance(who, RobotMember):\n"
)
_ACTING: Final = (
    "        held = self._open[table_id].state.deal if table_id in self._open else None\n"
    "        if isinstance(who, int) and held is not None and held.playing is not None:\n"
)
_SHOWS: Final = "        picture = None\n        if is_pictured(view):\n"
_COPIES: Final = (
    "        reader = await self._readers.person(user, table.place.guild)\n"
    "        with spoken(reader.language):\n"
    "            if not live and not table.adjourned and self.on_pages"
)
_COMPLETES: Final = "        return card_offers(view, typed) if view is not None else []\n"
_OWN: Final = "(view.own.left if view.own else ())"
_STRONG: Final = "any(one.rank == 14 for one in held.left({whose}))"
_NEXT: Final = _STRONG.format(whose="held.playing.to_act.left")

DELAYS: Final[dict[str, Planted]] = {
    "a robot that has a choice plays later": Planted(
        _WAITS, f"        delay += 0.3 * (len(view.options) > 1)\n{_WAITS}"
    ),
    "a robot with an ace plays later": Planted(
        _WAITS,
        f"        delay += 0.3 * any(one.rank == 14 for one in {_OWN})\n{_WAITS}",
    ),
    "a robot plays later by each honour": Planted(
        _WAITS,
        f"        delay += 0.1 * sum(one.rank >= 11 for one in {_OWN})\n{_WAITS}",
    ),
    "a robot that must play one card plays at once": Planted(
        _WAITS, f"        delay = 0.05 if len(view.options) == 1 else delay\n{_WAITS}"
    ),
    "a robot with a long suit plays now sooner, now later": Planted(
        _WAITS,
        f"        if max((len(view.own.left.suit(one.suit)) for one in {_OWN}), default=0) > 3:\n"
        f"            delay *= self._random.choice((0.5, 1.5))\n{_WAITS}",
    ),
    "a robot plays later if the next hand has an ace": Planted(
        _WAITS,
        "        held = state.deal\n"
        f"        delay += 0.3 * (held is not None and {_STRONG.format(whose='seat.left')})\n{_WAITS}",
    ),
    "a robot with honours answers a claim later": Planted(
        _WAITS,
        "        if May.ANSWER_CLAIM in view.may:\n"
        f"            delay += 0.3 * sum(one.rank >= 11 for one in {_OWN})\n{_WAITS}",
    ),
    "a robot acts as soon as its search is over": Planted(
        "else iter(())\n            await waiting\n", "else iter(())\n"
    ),
    "an alert rings later if the next hand has an ace": Planted(
        "                private = await self._plays_in_private(SlotKey(table.id, panel(person)))\n",
        "                held = table.state.deal\n"
        "                if held is not None and held.playing is not None:\n"
        f"                    await asyncio.sleep(0.5 * {_NEXT})\n"
        "                private = await self._plays_in_private(SlotKey(table.id, panel(person)))\n",
    ),
    "the table is shown later if who is due has an ace": Planted(
        _SHOWS,
        "        held = table.state.deal\n"
        "        if held is not None and held.playing is not None:\n"
        "            from asyncio import sleep\n\n"
        f"            await sleep(0.3 * {_STRONG.format(whose='held.playing.to_act')})\n{_SHOWS}",
    ),
    "a panel is shown later if the next hand has an ace": Planted(
        _COPIES,
        "        held = table.state.deal\n"
        "        if held is not None and held.playing is not None:\n"
        "            from asyncio import sleep\n\n"
        f"            await sleep(0.5 * {_NEXT})\n{_COPIES}",
    ),
    "what is typed is completed later if the next hand has an ace": Planted(
        _COMPLETES,
        "        held = self._tables._open[self._tables.in_channel(interaction.channel_id)].state.deal\n"
        "        if held is not None and held.playing is not None:\n"
        "            from asyncio import sleep\n\n"
        f"            await sleep(0.3 * {_NEXT})\n{_COMPLETES}",
    ),
    "a press is answered later if the next hand has an ace": Planted(
        _ACTS,
        f"{_ACTING}            from asyncio import sleep\n\n            await sleep(0.3 * {_NEXT})\n{_ACTS}",
    ),
    "a card is refused later if the next hand has it": Planted(
        _ACTS,
        f"{_ACTING}"
        "            card, next_hand = getattr(request, 'card', None), held.left(held.playing.to_act.left)\n"
        "            from asyncio import sleep\n\n"
        f"            await sleep(0.3 * (card is not None and card in next_hand))\n{_ACTS}",
    ),
}
"""Leaks by when something is done, each under what it does."""

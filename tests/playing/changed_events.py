"""Events of Discord's gateway with one field changed, told to the bot while people play in another server.

Of each event there is a sample with all that Discord's documentation lists for it. From it come as many
changed ones as it has fields, however deep: the field is missing, is null, or is of another type. They are
about a second server, in which people press too; after each a sound GUILD_CREATE puts right what is known of
it.

``python -m tests.playing.changed_events`` tells them all, ``--only GUILD_CREATE`` those of one event. The
exit status is 1 if the bot ended, or if somebody was not answered.
"""

from __future__ import annotations

import argparse
import asyncio
import copy
import re
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from playground.errors import Json
from playground.ground import Playground
from playground.obfuscation import obfuscated
from playground.people import Person, buttons
from tests.trials.stage.guard import until
from tests.trials.stage.playing import QUICK, UNMETERED, Evening

Path = tuple[str | int, ...]

WHEN: Final = "2026-11-16T12:00:00.000000+00:00"
INTENTS: Final = 1 << 0 | 1 << 9
"""Those of the bot: servers, and messages in them."""
APOLOGY: Final = "Something went wrong"
RULES: Final = "Rules"


MISSING: Final = object()


@dataclass(frozen=True, eq=False)
class Change:
    """One event with one field changed, or, if the path is empty, with another payload."""

    sample: str
    event: str
    sound: Any
    path: Path
    how: str
    value: Any

    @property
    def payload(self) -> Any:
        """A new one each time."""
        if not self.path:
            return self.value
        whole = copy.deepcopy(self.sound)
        holder = whole
        for key in self.path[:-1]:
            holder = holder[key]
        if self.value is MISSING:
            del holder[self.path[-1]]
        else:
            holder[self.path[-1]] = self.value
        return whole

    def __str__(self) -> str:
        return f"{self.sample}: {named(self.path) or 'd'} {self.how}"


def named(path: Path) -> str:
    """``channels[].available_tags``, as the log has it."""
    return "".join("[]" if isinstance(one, int) else f".{one}" for one in path).lstrip(".")


def changed(sample: str, event: str, payload: Any) -> Iterator[Change]:
    """Every change of one field of this payload, and of the payload itself."""
    for how, value in (("is null", None), ("is a list", []), ("is empty", {})):
        yield Change(sample, event, payload, (), how, value)
    for path, kept in fields(payload):
        others = ("is null", None), *_others(kept)
        for how, value in others if isinstance(path[-1], int) else (*others, ("is missing", MISSING)):
            yield Change(sample, event, payload, path, how, value)


def fields(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The fields of a payload, each before those in it."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*path, key), one
        yield from fields(one, (*path, key))


def _others(value: Any) -> tuple[tuple[str, Any], ...]:
    """Values of other types."""
    match value:
        case bool():
            return (("is text", "x"),)
        case int() | float():
            return ("is text", "x"), ("is a list", [])
        case str():
            return ("is a number", 7), ("is an object", {}), ("is other text", "x")
        case list():
            return ("is text", "x"), ("has null in it", [None])
        case dict():
            return ("is text", "x"), ("is a list", [])
        case _:
            return ("is a list", []), ("is text", "x")


# ---------------------------------------------------------------------- samples


@dataclass
class Ids:
    """New ids, the same in each run."""

    last: int = 1_400_000_000_000_000_000

    def __call__(self) -> str:
        self.last += 1
        return str(self.last)


def user(number: str) -> Json:
    return {
        "id": number,
        "username": "kibitzer",
        "discriminator": "0",
        "global_name": "Kibitzer",
        "avatar": "a1b2",
        "bot": False,
        "system": False,
        "mfa_enabled": False,
        "banner": None,
        "accent_color": 7,
        "locale": "en-GB",
        "flags": 0,
        "premium_type": 0,
        "public_flags": 64,
        "avatar_decoration_data": {"asset": "a", "sku_id": "1400000000000000001"},
        "collectibles": None,
        "primary_guild": {
            "identity_guild_id": "1400000000000000002",
            "identity_enabled": True,
            "tag": "WHST",
            "badge": "b",
        },
    }


def member(of: Json, roles: Sequence[str]) -> Json:
    return {
        "user": of,
        "nick": "Kib",
        "avatar": None,
        "banner": None,
        "roles": list(roles),
        "joined_at": WHEN,
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "permissions": "1024",
        "communication_disabled_until": None,
        "avatar_decoration_data": None,
    }


def role(number: str) -> Json:
    return {
        "id": number,
        "name": "members",
        "color": 7,
        "colors": {"primary_color": 7, "secondary_color": None, "tertiary_color": None},
        "hoist": True,
        "icon": None,
        "unicode_emoji": None,
        "position": 1,
        "permissions": "1024",
        "managed": True,
        "mentionable": False,
        "tags": {"bot_id": number, "integration_id": number, "premium_subscriber": None},
        "flags": 0,
    }


def channel(kind: int, number: str, guild: str) -> Json:
    """One of any type; those that Discord does not have yet are as texts are."""
    sample: Json = {
        "id": number,
        "type": kind,
        "guild_id": guild,
        "position": 3,
        "permission_overwrites": [{"id": guild, "type": 0, "allow": "0", "deny": "2048"}],
        "name": f"kind-{kind}",
        "parent_id": None,
        "flags": 0,
    }
    if kind != 4:
        sample |= {
            "topic": "A topic",
            "nsfw": False,
            "last_message_id": number,
            "rate_limit_per_user": 0,
            "last_pin_timestamp": WHEN,
            "default_auto_archive_duration": 1440,
        }
    if kind in (2, 13):
        sample |= {"bitrate": 64000, "user_limit": 0, "rtc_region": None, "video_quality_mode": 1}
    if kind in (15, 16):
        sample |= {
            "available_tags": [
                {"id": number, "name": "tag", "moderated": False, "emoji_id": None, "emoji_name": "♠"}
            ],
            "default_reaction_emoji": {"emoji_id": None, "emoji_name": "♠"},
            "default_thread_rate_limit_per_user": 0,
            "default_sort_order": None,
            "default_forum_layout": 0,
        }
    return sample


def thread(number: str, parent: str, guild: str, owner: str) -> Json:
    return {
        "id": number,
        "type": 11,
        "guild_id": guild,
        "parent_id": parent,
        "owner_id": owner,
        "name": "a thread",
        "last_message_id": None,
        "rate_limit_per_user": 0,
        "message_count": 1,
        "member_count": 1,
        "total_message_sent": 1,
        "flags": 0,
        "applied_tags": [number],
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": 1440,
            "archive_timestamp": WHEN,
            "locked": False,
            "invitable": True,
            "create_timestamp": WHEN,
        },
        "member": {"id": number, "user_id": owner, "join_timestamp": WHEN, "flags": 0},
    }


def scheduled(number: str, guild: str, by: Json) -> Json:
    return {
        "id": number,
        "guild_id": guild,
        "channel_id": None,
        "creator_id": by["id"],
        "name": "An evening",
        "description": None,
        "scheduled_start_time": WHEN,
        "scheduled_end_time": WHEN,
        "privacy_level": 2,
        "status": 1,
        "entity_type": 3,
        "entity_id": None,
        "entity_metadata": {"location": "the club"},
        "creator": by,
        "user_count": 1,
        "image": None,
    }


def message(number: str, place: str, guild: str, by: Json) -> Json:
    return {
        "id": number,
        "channel_id": place,
        "guild_id": guild,
        "author": by,
        "member": {"roles": [], "joined_at": WHEN, "deaf": False, "mute": False, "flags": 0},
        "content": "",
        "timestamp": WHEN,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "flags": 0,
        "components": [],
        "nonce": number,
    }


class Samples:
    """One event of each kind about a server, of which the last GUILD_CREATE is given, by somebody there."""

    def __init__(self, guild: Json, bot: str, place: str, somebody: str) -> None:
        new = Ids()
        self.guild, self.place = copy.deepcopy(guild), place
        here, by = guild["id"], user(somebody)
        kinds = {kind: new() for kind in (0, 2, 4, 5, 13, 14, 15, 16, 99)}
        self.channels = {kind: channel(kind, number, here) for kind, number in kinds.items()}
        self.role, self.thread = role(new()), thread(new(), place, here, bot)
        self.guild["channels"] += self.channels.values()
        self.guild["channels"] += [obfuscated(channel(kind, new(), here), here) for kind in (0, 2, 15)]
        self.guild["roles"].append(self.role)
        self.guild["threads"].append(self.thread)
        self.guild["members"].append(member(by, [self.role["id"]]))
        self.guild |= {
            "afk_channel_id": kinds[2],
            "system_channel_id": place,
            "icon": "a1b2",
            "features": ["COMMUNITY"],
            "emojis": [{"id": new(), "name": "spade", "roles": [], "user": by, "animated": False}],
            "stickers": [{"id": new(), "name": "s", "tags": "s", "type": 2, "format_type": 1}],
            "voice_states": [{"user_id": somebody, "channel_id": kinds[2], "session_id": "s", "mute": False}],
            "stage_instances": [
                {"id": new(), "guild_id": here, "channel_id": kinds[13], "topic": "t", "privacy_level": 2}
            ],
            "guild_scheduled_events": [scheduled(new(), here, by)],
            "soundboard_sounds": [{"sound_id": new(), "name": "s", "volume": 1.0, "emoji_name": None}],
            "presences": [
                {"user": {"id": somebody}, "status": "online", "activities": [], "client_status": {}}
            ],
        }
        own = next(one for one in self.guild["members"] if one["user"]["id"] == bot)
        parts = ("channels", "threads", "members", "voice_states", "presences", "unavailable", "joined_at")
        asked = {"channel_id": place, "guild_id": here}
        entitlement = {
            "id": new(),
            "sku_id": new(),
            "application_id": bot,
            "user_id": somebody,
            "type": 8,
            "deleted": False,
            "starts_at": None,
            "ends_at": WHEN,
            "guild_id": here,
            "consumed": False,
        }
        poll = {"user_id": somebody, "message_id": new(), "answer_id": 1, **asked}
        self.all: dict[str, tuple[str, Any]] = {
            "GUILD_CREATE": ("GUILD_CREATE", self.guild),
            "GUILD_UPDATE": ("GUILD_UPDATE", {k: v for k, v in self.guild.items() if k not in parts}),
            "GUILD_DELETE": ("GUILD_DELETE", {"id": here, "unavailable": True}),
            "GUILD_ROLE_CREATE": ("GUILD_ROLE_CREATE", {"guild_id": here, "role": role(new())}),
            "GUILD_ROLE_UPDATE": ("GUILD_ROLE_UPDATE", {"guild_id": here, "role": self.role}),
            "GUILD_ROLE_DELETE": ("GUILD_ROLE_DELETE", {"guild_id": here, "role_id": self.role["id"]}),
            "GUILD_MEMBER_UPDATE": ("GUILD_MEMBER_UPDATE", {"guild_id": here, **own}),
            "GUILD_MEMBER_ADD": ("GUILD_MEMBER_ADD", {"guild_id": here, **member(by, [])}),
            "GUILD_MEMBER_REMOVE": ("GUILD_MEMBER_REMOVE", {"guild_id": here, "user": by}),
            "GUILD_MEMBERS_CHUNK": (
                "GUILD_MEMBERS_CHUNK",
                {"guild_id": here, "members": [member(by, [])], "chunk_index": 0, "chunk_count": 1},
            ),
            "GUILD_EMOJIS_UPDATE": (
                "GUILD_EMOJIS_UPDATE",
                {"guild_id": here, "emojis": self.guild["emojis"]},
            ),
            "GUILD_STICKERS_UPDATE": ("GUILD_STICKERS_UPDATE", {"guild_id": here, "stickers": []}),
            "GUILD_BAN_ADD": ("GUILD_BAN_ADD", {"guild_id": here, "user": by}),
            "GUILD_AUDIT_LOG_ENTRY_CREATE": (
                "GUILD_AUDIT_LOG_ENTRY_CREATE",
                {"guild_id": here, "id": new(), "user_id": somebody, "target_id": None, "action_type": 1},
            ),
            "GUILD_INTEGRATIONS_UPDATE": ("GUILD_INTEGRATIONS_UPDATE", {"guild_id": here}),
            "GUILD_SCHEDULED_EVENT_CREATE": ("GUILD_SCHEDULED_EVENT_CREATE", scheduled(new(), here, by)),
            "GUILD_SCHEDULED_EVENT_DELETE": ("GUILD_SCHEDULED_EVENT_DELETE", scheduled(new(), here, by)),
            "GUILD_SOUNDBOARD_SOUND_CREATE": (
                "GUILD_SOUNDBOARD_SOUND_CREATE",
                {"guild_id": here, "sound_id": new(), "name": "s", "volume": 1.0, "user": by},
            ),
            **{
                f"CHANNEL_CREATE of type {kind}": ("CHANNEL_CREATE", channel(kind, new(), here))
                for kind in self.channels
            },
            **{
                f"CHANNEL_UPDATE of type {kind}": ("CHANNEL_UPDATE", one)
                for kind, one in self.channels.items()
            },
            "CHANNEL_UPDATE of the table": (
                "CHANNEL_UPDATE",
                next(one for one in self.guild["channels"] if one["id"] == place),
            ),
            **{
                f"CHANNEL_UPDATE of type {kind}, out of view": ("CHANNEL_UPDATE", obfuscated(one, here))
                for kind, one in self.channels.items()
                if kind in (0, 2, 15)
            },
            "CHANNEL_DELETE": ("CHANNEL_DELETE", self.channels[0]),
            "CHANNEL_PINS_UPDATE": ("CHANNEL_PINS_UPDATE", {**asked, "last_pin_timestamp": WHEN}),
            "VOICE_CHANNEL_STATUS_UPDATE": (
                "VOICE_CHANNEL_STATUS_UPDATE",
                {"id": kinds[2], "guild_id": here},
            ),
            "THREAD_CREATE": ("THREAD_CREATE", {**thread(new(), place, here, bot), "newly_created": True}),
            "THREAD_UPDATE": ("THREAD_UPDATE", self.thread),
            "THREAD_DELETE": (
                "THREAD_DELETE",
                {"id": self.thread["id"], "guild_id": here, "parent_id": place, "type": 11},
            ),
            "THREAD_LIST_SYNC": (
                "THREAD_LIST_SYNC",
                {
                    "guild_id": here,
                    "channel_ids": [place],
                    "threads": [self.thread],
                    "members": [self.thread["member"]],
                },
            ),
            "THREAD_MEMBER_UPDATE": ("THREAD_MEMBER_UPDATE", {**self.thread["member"], "guild_id": here}),
            "THREAD_MEMBERS_UPDATE": (
                "THREAD_MEMBERS_UPDATE",
                {
                    "id": self.thread["id"],
                    "guild_id": here,
                    "member_count": 1,
                    "added_members": [self.thread["member"]],
                    "removed_member_ids": [somebody],
                },
            ),
            "MESSAGE_CREATE": ("MESSAGE_CREATE", message(new(), place, here, by)),
            "MESSAGE_UPDATE": ("MESSAGE_UPDATE", message(new(), place, here, by)),
            "MESSAGE_DELETE": ("MESSAGE_DELETE", {"id": new(), **asked}),
            "MESSAGE_DELETE_BULK": ("MESSAGE_DELETE_BULK", {"ids": [new()], **asked}),
            "MESSAGE_REACTION_ADD": (
                "MESSAGE_REACTION_ADD",
                {"user_id": somebody, "message_id": new(), "emoji": {"id": None, "name": "♠"}, **asked},
            ),
            "MESSAGE_POLL_VOTE_ADD": ("MESSAGE_POLL_VOTE_ADD", poll),
            "USER_UPDATE": ("USER_UPDATE", user(bot)),
            "ENTITLEMENT_CREATE": ("ENTITLEMENT_CREATE", entitlement),
            "ENTITLEMENT_UPDATE": ("ENTITLEMENT_UPDATE", entitlement),
            "ENTITLEMENT_DELETE": ("ENTITLEMENT_DELETE", entitlement),
            "SUBSCRIPTION_CREATE": ("SUBSCRIPTION_CREATE", {"id": new(), "user_id": somebody, "sku_ids": []}),
            "VOICE_STATE_UPDATE": ("VOICE_STATE_UPDATE", {**self.guild["voice_states"][0], "guild_id": here}),
            "VOICE_SERVER_UPDATE": (
                "VOICE_SERVER_UPDATE",
                {"guild_id": here, "token": "t", "endpoint": None},
            ),
            "TYPING_START": ("TYPING_START", {"user_id": somebody, "timestamp": 7, **asked}),
            "PRESENCE_UPDATE": ("PRESENCE_UPDATE", {**self.guild["presences"][0], "guild_id": here}),
            "STAGE_INSTANCE_CREATE": ("STAGE_INSTANCE_CREATE", self.guild["stage_instances"][0]),
            "INTEGRATION_CREATE": ("INTEGRATION_CREATE", {"guild_id": here, "id": new(), "type": "discord"}),
            "INVITE_CREATE": ("INVITE_CREATE", {"code": "c", "created_at": WHEN, **asked}),
            "WEBHOOKS_UPDATE": ("WEBHOOKS_UPDATE", asked),
            "AUTO_MODERATION_RULE_CREATE": (
                "AUTO_MODERATION_RULE_CREATE",
                {"guild_id": here, "id": new(), "name": "r", "actions": []},
            ),
            "APPLICATION_COMMAND_PERMISSIONS_UPDATE": (
                "APPLICATION_COMMAND_PERMISSIONS_UPDATE",
                {"id": new(), "application_id": bot, "guild_id": here, "permissions": []},
            ),
            "RESUMED": ("RESUMED", {"_trace": ["gateway"]}),
            "SOMETHING_NEW": ("SOMETHING_NEW", {"guild_id": here, "id": new()}),
        }


# ---------------------------------------------------------------------- telling them


class BotEnded(Exception):
    """``changes`` have been told since all was well."""

    def __init__(self, changes: Sequence[Change], tail: str) -> None:
        super().__init__(f"the bot ended at one of {', '.join(map(str, changes))}\n{tail}")


@dataclass
class Trial:
    """A playground with two servers: in one people play, and of the other the bot is told wrongly."""

    ground: Playground
    table: Evening
    lobby: Json  # the message of a table in the other server
    samples: Samples
    faults: list[str] = field(default_factory=list)

    @property
    def ivan(self) -> Person:
        return self.ground.people["ivan"]

    @property
    def place(self) -> int:
        """The channel of that message."""
        return int(self.lobby["channel_id"])

    def asked(self) -> dict[str, Json]:
        """What people of the other server may send the bot, as Discord tells it."""
        world, ivan = self.ground.world, self.ivan
        shown = self.lobby
        button = next(one for one in buttons(shown) if one.label == RULES)
        rules, plain = (world.command_for(name, ivan.id, self.place) for name in ("rules", "help"))
        assert rules is not None and plain is not None
        option = {"name": "about", "type": 3, "value": "game"}
        resolved = {"users": {str(ivan.id): user(str(ivan.id))}, "members": {}}
        guest = {"type": 4, "id": 2, "custom_id": "name", "value": "Ada"}

        def made(kind: int, data: Json, message: Json | None = None, where: int = 0) -> Json:
            _, payload = world.interact(
                kind,
                ivan.id,
                where or self.place,
                data,
                locale="en-US",
                answer_seconds=3.0,
                token_seconds=900.0,
                message=message,
            )
            return payload

        def typed(kind: int, command: Json, options: list[Json], **more: Any) -> Json:
            return made(
                kind, {"id": command["id"], "name": command["name"], "type": 1, "options": options} | more
            )

        return {
            "a press": made(3, {"custom_id": button.custom_id, "component_type": 2, "id": 1}, shown),
            "a choice": made(
                3,
                {
                    "custom_id": "seats:user:N",
                    "component_type": 5,
                    "id": 1,
                    "values": ["7"],
                    "resolved": resolved,
                },
                shown,
            ),
            "a command": typed(2, rules, [option], resolved=resolved),
            "a bare command": typed(2, plain, []),
            "typing": typed(4, rules, [option | {"focused": True}]),
            "a form": made(
                5,
                {"custom_id": "seats:name:N", "components": [{"type": 18, "id": 1, "component": guest}]},
                shown,
            ),
            "in a direct message": made(2, {"id": plain["id"], "name": "help", "type": 1}, None, ivan.dm),
        }

    def changes(self) -> dict[str, list[Change]]:
        """All of them, by their sample."""
        presses = {
            f"INTERACTION_CREATE, {what}": ("INTERACTION_CREATE", one) for what, one in self.asked().items()
        }
        samples = self.samples.all | presses
        return {name: list(changed(name, *sample)) for name, sample in samples.items()}

    def tell(self, change: Change) -> None:
        """Tell the bot, and put right what it knows of the other server."""
        self.ground.gateway.tell(change.event, change.payload)
        if change.event.startswith(("GUILD_", "CHANNEL_", "THREAD_")):
            self.ground.gateway.tell("GUILD_CREATE", self.samples.guild)

    async def begin_with(self, change: Change) -> None:
        """Have a session begin with this in place of READY."""
        gateway = self.ground.gateway
        begun = gateway.identified
        gateway.spoils_ready = lambda _: change.payload
        await gateway.end_connections(resume=False, politely=False)
        await until(lambda: gateway.identified > begun or not self.table.bot.alive, "another session")

    async def check(self, *changes: Change) -> None:
        """After these changes: a call or card at the table, a command and a press in the other server."""
        if not self.table.bot.alive:
            raise BotEnded(changes, self.table.bot.tail)
        done = await self.table.go_on()
        for answer in (
            done.answer,
            await self.ivan.slash("rules", channel=self.place),
            await self.ivan.press(self.lobby, label=RULES),
        ):
            if answer.failed or APOLOGY in str(answer.texts):
                self.faults.append(f"{', '.join(map(str, changes))}: {answer}")

    def skipped(self) -> list[tuple[str, str]]:
        """What the log names: event and field."""
        return re.findall(r"\((\w+), field ([^)]*)\)", self.table.bot.log)

    def ready(self) -> list[Change]:
        """The changes of READY."""
        session = self.ground.world.ready("0123456789abcdef", self.ground.gateway.url)
        return list(changed("READY", "READY", session))


@asynccontextmanager
async def trial() -> AsyncIterator[Trial]:
    """A trial in which a rubber has begun, and a table waits in the other server."""
    async with Playground.open(limits=UNMETERED) as ground:
        world = ground.world
        other = world.found("Chess Club")
        place = world.create_channel(other.id, "chess").id
        for person in ground.people.values():
            world.let_in(other, person.id, person.name)
        await ground.start_bot(QUICK)
        table = Evening(ground, Random(7))
        await table.sit_down()
        await table.start()
        ivan = ground.people["ivan"]
        await ivan.slash("table open", channel=place)
        shown = await ivan.until(lambda seen: any(buttons(one) for one in seen), channel=place)
        lobby = next(one for one in shown if buttons(one))
        frame = next(one for one in world.guild_frames() if one["id"] == str(other.id))
        seen = world.for_intents("GUILD_CREATE", frame, INTENTS)
        assert seen is not None
        yield Trial(ground, table, lobby, Samples(seen, str(world.bot_user.id), str(place), str(ivan.id)))


async def tell_all(only: str, together: int) -> int:
    """Tells all changes, or those of one event, some of them together. The exit status."""
    async with trial() as one:
        every = {name: them for name, them in one.changes().items() if name.startswith(only)}
        count = 0
        for them in every.values():
            for batch in (them[at : at + together] for at in range(0, len(them), together)):
                for change in batch:
                    one.tell(change)
                await one.check(*batch)
                count += len(batch)
        ready = one.ready() if "READY".startswith(only) else []
        for change in ready:
            await one.begin_with(change)
            await one.check(change)
        skipped = Counter(event for event, _ in one.skipped())
        say(f"{count + len(ready)} changes of {len(every) + bool(ready)} samples; the bot lives.")
        say("Fields named: " + ", ".join(f"{event} {fields}" for event, fields in skipped.items()))
        before, *traces = one.table.bot.log.split("Traceback")
        say(f"{len(one.faults)} people were not answered; {len(traces)} tracebacks.", *one.faults)
        if traces:
            say(before.splitlines()[-1], traces[0])
        return 1 if one.faults or traces else 0


def say(*words: str) -> None:
    sys.stdout.write("\n".join(words) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(description="Tells the bot every event with one field changed.")
    parser.add_argument("--only", default="", help="the begin of the name of an event")
    parser.add_argument(
        "--together", type=int, default=1, help="changes between two looks whether all is well"
    )
    given = parser.parse_args()
    return asyncio.run(tell_all(given.only, given.together))


if __name__ == "__main__":
    sys.exit(main())

"""``biritch check``: each fault is really there, and is named in one sentence with its cure."""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from email.utils import formatdate
from pathlib import Path

import pytest

from bot.host import discord_asked
from bot.host.checking import findings
from bot.host.discord_asked import Asking, Refused
from bot.permissions import invitation
from playground.ground import Playground
from rules.table.events import Opened
from screens.words import languages
from storage.engine import migrations
from storage.ports.records import Append, Place, TableId
from storage.store import Store
from tests.host.office import CHANNEL, EVERYTHING_NEEDED, GUILD, LEAST, TOKEN, Office, opened
from tests.trials.stage import postgres, sealed_rows
from tests.trials.stage.happenings import HERE, TABLE, files_in, inside, left_by
from tests.trials.stage.happenings import opened as table_opened
from tests.trials.stage.playing import LIMITS

INVITATION = "https://discord.com/oauth2/authorize?client_id=900&scope=bot+applications.commands&permissions=377957157888"


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    async with opened() as one:
        yield one


@pytest.fixture
async def home(tmp_path: Path, office: Office) -> Path:
    """A folder in which nothing is wrong: settings, a database with one table, a backup of today."""
    write(tmp_path, DISCORD_TOKEN=TOKEN, DISCORD_API=office.url, DATABASE=str(tmp_path / "b.sqlite3"))
    async with Store.open(tmp_path / "b.sqlite3") as store:
        await table_opened(store)
    assert (HERE.guild, HERE.channel) == (int(GUILD), int(CHANNEL))
    return tmp_path


def write(home: Path, **settings: str) -> None:
    path = home / ".env"
    before = path.read_text() if path.exists() else ""
    path.write_text(before + "".join(f"{name}={value}\n" for name, value in settings.items()))
    path.chmod(0o600)


async def faults(home: Path) -> list[str]:
    return [one.told async for one in findings({}, home / ".env") if one.fault]


async def fault(home: Path) -> str:
    found = await faults(home)
    assert len(found) == 1, found
    return found[0]


async def test_where_nothing_is_wrong_no_fault_is_found_and_all_parts_are_told_of(home: Path) -> None:
    found = [one async for one in findings({}, home / ".env")]
    assert [one.told for one in found if one.fault] == []
    told = " ".join(one.told for one in found)
    for part in (
        "settings",
        "1 table or score sheet, 1 event.",
        "disk",
        "backups",
        "Whist Bot",
        "intent",
        "clock",
        "Whist Club",
    ):
        assert part in told, part


async def test_sentences_that_are_not_compiled_or_are_damaged_are_found_with_what_to_do(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = home / "catalogues"
    folder.mkdir()
    written = {f"{one}.mo": (languages.CATALOGUES / f"{one}.mo").read_bytes() for one in ("fr", "ru")}
    monkeypatch.setattr(languages, "CATALOGUES", folder)
    whole = written["ru.mo"]
    for damaged in (None, b"", b"no catalogue", whole[:-1000], whole[:1000], bytes(1000)):
        files = written if damaged is None else {**written, "ru.mo": damaged}
        for name, body in files.items():
            (folder / name).write_bytes(body)
        if damaged is None:
            (folder / "ru.mo").unlink()
        languages._catalogue.cache_clear()
        assert (await fault(home)).startswith(f"The sentences of {folder}/ru.mo have not been compiled"), (
            damaged
        )
    languages._catalogue.cache_clear()


async def test_a_program_that_is_not_there_to_take_backups_is_found(home: Path) -> None:
    write(home, BACKUP_COMMAND="/no/such/rclone copy {} away:")
    assert (await fault(home)).startswith("There is no program /no/such/rclone, ")
    write(home, BACKUP_COMMAND="sh -c true")
    assert await faults(home) == []


async def test_a_server_of_the_hosts_and_a_channel_of_faults_that_the_bot_does_not_see_are_found(
    home: Path, office: Office
) -> None:
    there, gone = "1" * 17, "2" * 17
    office.others |= {f"/channels/{there}": office.channel, f"/guilds/{there}": office.guild}
    write(home, HOST_SERVER=there, FAULTS_CHANNEL=there)
    assert await faults(home) == []
    write(home, HOST_SERVER=gone, FAULTS_CHANNEL=gone)
    server, channel = await faults(home)
    assert server.startswith(f"The bot is not in the server {gone} of HOST_SERVER, ")
    assert channel.startswith(f"The bot does not see the channel {gone} of FAULTS_CHANNEL: ")


async def test_a_channel_of_faults_in_which_nothing_can_be_told_is_found(home: Path, office: Office) -> None:
    told, inside = "5" * 17, "6" * 17
    channel = {**office.channel, "id": told, "guild_id": GUILD}
    thread = {"id": inside, "type": 11, "guild_id": GUILD, "parent_id": told}
    office.others |= {f"/channels/{told}": channel, f"/channels/{inside}": thread}
    for number, denied, lacks in (
        (told, 1 << 11, "Send Messages"),
        (inside, 1 << 38, "Send Messages in Threads"),
    ):
        write(home, FAULTS_CHANNEL=number)
        assert await faults(home) == []
        channel["permission_overwrites"] = [{"id": GUILD, "allow": "0", "deny": str(denied)}]
        assert (
            await fault(home)
            == f"In the channel {number} of FAULTS_CHANNEL the bot lacks {lacks}: give it that."
        )
        channel["permission_overwrites"] = []
    channel["type"] = 15  # a forum, in which only threads are written to
    write(home, FAULTS_CHANNEL=told)
    assert (
        await fault(home) == f"Nobody can write in the channel {told} of FAULTS_CHANNEL: name a text channel."
    )


async def test_a_missing_token_is_found(home: Path) -> None:
    write(home, DISCORD_TOKEN="")
    assert (await fault(home)).startswith("The setting DISCORD_TOKEN must be the token of your bot")


async def test_a_wrong_setting_is_found(home: Path) -> None:
    write(home, ROBOT_PACE="soon")
    assert await fault(home) == "The setting ROBOT_PACE must be a number of seconds, 0.1 or more."


async def test_all_settings_that_are_wrong_are_found_and_not_the_first_alone(home: Path) -> None:
    """Also those that are right alone and wrong together: a file's shards, and a page without an address."""
    write(home, SHARDS="0-1/4", HOST_SERVER="club", ROBOT_PACE="soon", PAGE="127.0.0.1:8080")
    told = [one.split()[2] for one in await faults(home) if one.startswith("The setting ")]
    assert told == ["ROBOT_PACE", "HOST_SERVER", "SHARDS", "PAGE_ADDRESS"]


async def test_settings_that_others_may_read_are_found(home: Path) -> None:
    (home / ".env").chmod(0o644)
    assert "chmod 600" in await fault(home)


async def test_a_discord_that_cannot_be_reached_is_found(home: Path) -> None:
    write(home, DISCORD_API="http://127.0.0.1:1/api/v10")
    assert (await fault(home)).startswith("Discord cannot be reached (")


async def test_a_network_that_loses_everything_is_found_before_an_answer_would_be_late(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The queue of a listener that takes nobody is full, so that no connection comes about."""
    assert discord_asked.CONNECTS_WITHIN < 5.0
    monkeypatch.setattr(discord_asked, "CONNECTS_WITHIN", 0.1)
    monkeypatch.setattr(discord_asked, "TIME_OUT", 3600.0)
    with ExitStack() as open_sockets:
        listener = open_sockets.enter_context(socket.create_server(("127.0.0.1", 0), backlog=0))
        for _ in range(3):
            waits = open_sockets.enter_context(socket.socket())
            waits.setblocking(False)
            waits.connect_ex(listener.getsockname())
        write(home, DISCORD_API=f"http://127.0.0.1:{listener.getsockname()[1]}/api/v10")
        assert (await fault(home)).startswith("Discord cannot be reached (")


async def test_a_token_that_discord_refuses_is_found_and_not_told(home: Path) -> None:
    write(home, DISCORD_TOKEN="an.old.token")
    told = await fault(home)
    assert told == "Discord refuses the token: copy DISCORD_TOKEN anew from the developer portal."


async def test_an_application_whose_interactions_go_elsewhere_is_found(home: Path, office: Office) -> None:
    office.application["interactions_endpoint_url"] = "https://example.org/"
    assert "Interactions Endpoint URL" in await fault(home)


async def test_an_application_that_cannot_be_invited_is_found(home: Path, office: Office) -> None:
    office.application["bot_require_code_grant"] = True
    assert "code grant" in await fault(home)


async def test_starts_that_are_used_up_are_found_with_the_hours_to_wait(home: Path, office: Office) -> None:
    office.starts["remaining"] = 0
    assert "refuses the next start for 2 h" in await fault(home)


async def test_a_bot_in_no_server_is_found_and_the_invitation_given(home: Path, office: Office) -> None:
    office.guilds.clear()
    assert await fault(home) == f"The bot is in no server: invite it with {INVITATION}"


async def test_a_permission_that_a_channel_takes_away_is_named_with_server_and_channel(
    home: Path, office: Office
) -> None:
    office.channels.append({**office.channel, "id": "201", "name": "parlour"})
    deny = {"id": GUILD, "allow": "0", "deny": str(1 << 11 | 1 << 38)}
    office.channel["permission_overwrites"] = [deny]
    assert await fault(home) == (
        "In Whist Club, #whist-table, the bot lacks Send Messages, Send Messages in Threads: allow it for "
        "the bot's role in that channel."
    )
    office.channel["permission_overwrites"] = [deny, {"id": "500", "allow": deny["deny"], "deny": "0"}]
    assert await faults(home) == []  # its role is allowed what everybody is denied


async def notes(home: Path) -> list[str]:
    return [one.told async for one in findings({}, home / ".env") if one.note]


async def test_what_there_is_not_without_a_permission_is_said_by_name_and_is_no_fault(
    home: Path, office: Office
) -> None:
    assert await notes(home) == []
    office.guild["roles"] = [{"id": GUILD, "permissions": str(LEAST)}]
    assert await faults(home) == []
    where, tail = "In Whist Club, #whist-table, there are no", "allow it for the bot's role if you want them."
    assert await notes(home) == [
        f"{where} evenings of whist or tables in threads without Create Public Threads: {tail}",
        f"{where} duplicate evenings without Create Private Threads: {tail}",
        f"{where} pictures or records as files without Attach Files: {tail}",
    ]


async def test_where_no_table_stands_yet_a_permission_is_missed_only_if_no_channel_has_it(
    home: Path, office: Office
) -> None:
    write(home, DATABASE=str(home / "none-yet.sqlite3"))
    deny = {"id": GUILD, "allow": "0", "deny": str(1 << 15)}
    office.channels.append(
        {**office.channel, "id": "201", "name": "parlour", "permission_overwrites": [deny]}
    )
    assert await notes(home) == []
    office.channel["permission_overwrites"] = [deny]
    (told,) = await notes(home)
    assert told.startswith("In Whist Club there are no pictures or records as files without Attach Files")


async def test_the_playground_gives_what_the_invitation_asks_for_and_can_be_checked(tmp_path: Path) -> None:
    async with Playground.open(limits=LIMITS) as ground:
        bot = ground.world.bot_user.id
        told = INVITATION.replace("900", str(ground.world.application_id))
        assert told == invitation(ground.world.application_id)
        (role,) = ground.world.guilds[ground.guild].members[bot].role_ids
        assert told.endswith(f"={ground.world.guilds[ground.guild].roles[role].permissions}")
        database = str(tmp_path / "b.sqlite3")
        found = [
            one async for one in findings({**ground.environment, "DATABASE": database}, tmp_path / ".env")
        ]
        assert found[-1].told == "In Whist Club the bot may do what it needs."
        assert not any(one.fault or one.note for one in found)
        ground.deny("SEND_MESSAGES", ground.spare_channel)
        found = [
            one async for one in findings({**ground.environment, "DATABASE": database}, tmp_path / ".env")
        ]
        assert found[-1].told == (
            "In Whist Club the bot may do what it needs in #whist-table; in 1 channel it may not write."
        )
        ground.allow("SEND_MESSAGES", ground.spare_channel)
        for channel in ground.world.guilds[ground.guild].channel_ids:
            ground.deny("ATTACH_FILES", channel)
        found = [
            one async for one in findings({**ground.environment, "DATABASE": database}, tmp_path / ".env")
        ]
        assert found[-1].note and "Attach Files" in found[-1].told


async def test_a_server_in_which_the_bot_may_write_nowhere_is_found(home: Path, office: Office) -> None:
    write(home, DATABASE=str(home / "none-yet.sqlite3"))
    office.guild["roles"] = []
    assert (await fault(home)).startswith("In Whist Club the bot may write in no channel")


async def test_a_channel_that_is_gone_is_found(home: Path, office: Office) -> None:
    office.channels[:] = [{**office.channel, "id": "201"}]
    assert (await fault(home)).startswith(
        "In Whist Club the channel 200, where tables stand or may be opened"
    )


async def test_a_chosen_channel_is_looked_at_too(home: Path) -> None:
    async with Store.open(home / "b.sqlite3") as store:
        await store.preferences.set_choices(f"guild:{GUILD}", {"channels": "200 300"})
    assert "the channel 300" in await fault(home)


async def test_a_database_that_is_gone_is_found(home: Path) -> None:
    (home / "b.sqlite3").unlink()
    assert "is missing or empty" in await fault(home)


async def test_a_database_of_a_later_release_is_found(home: Path) -> None:
    with sqlite3.connect(home / "b.sqlite3") as db:
        db.execute("PRAGMA user_version = 999")
    db.close()
    known = migrations()[-1].number
    told = await fault(home)
    assert "later release" in told and "schema 999" in told and f"none after {known}" in told
    assert "put back a backup that this one made" in told
    left = home / f"b.sqlite3.schema-{known}"
    left.touch()
    assert f"put back {left}, which the update left" in await fault(home)


@pytest.mark.parametrize("schema", [1, 3, 10])
async def test_a_database_of_an_earlier_release_is_no_fault_and_is_looked_at_as_it_is(
    home: Path, schema: int
) -> None:
    old = home / "old"
    old.mkdir()
    await left_by(old / "b.sqlite3", schema)
    before = files_in(old)
    write(home, DATABASE=str(old / "b.sqlite3"))
    found = [one async for one in findings({}, home / ".env")]
    assert [one.told for one in found if one.fault] == []
    told = " ".join(one.told for one in found)
    assert f"of an earlier release (schema {schema})" in told
    assert "is whole: 1 table or score sheet, 2 events." in told
    assert files_in(old) == before


async def test_a_database_of_another_program_is_found(home: Path) -> None:
    with sqlite3.connect(home / "b.sqlite3") as db:
        db.execute("PRAGMA application_id = 7")
    db.close()
    assert "is no database of this bot" in await fault(home)


async def test_a_damaged_file_is_found(home: Path) -> None:
    with (home / "b.sqlite3").open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(8192))
    assert "is damaged" in await fault(home)


async def test_a_table_that_somebody_changed_is_named(home: Path) -> None:
    async with Store.open(home / "b.sqlite3") as store:
        await inside(store, lambda db: db.execute("UPDATE event SET at = at + 1"))
    assert (await fault(home)).startswith(f"Table {TABLE} was changed or damaged at event 1")


async def test_what_has_decayed_beside_the_events_of_tables_is_named(home: Path) -> None:
    async with Store.open(home / "b.sqlite3") as store:
        await sealed_rows.fill(store, 1_700_000_000.0)
        assert await faults(home) == []  # the bot runs
        guild, anna = sealed_rows.GUILDS[0], sealed_rows.PEOPLE[0]
        for decayed in (
            "UPDATE contest SET secret = zeroblob(32) WHERE contest = 'c1234abcd'",
            "UPDATE attempt SET points = '99' WHERE table_id = '1a2b4c8d'",
            "UPDATE preference SET value = 'de' WHERE name = 'language'",
            f"UPDATE regular SET guild = guild + 1 WHERE guild = {guild} AND user_id = {anna}",
            "UPDATE person SET user_id = user_id + 1 WHERE alias = 'a1'",
        ):
            await inside(store, lambda db, one=decayed: db.execute(one))  # type: ignore[misc]
    told = await faults(home)
    assert len(told) == 6 and all(one.startswith("What is stored was changed or damaged: ") for one in told)
    person, contest, attempt, regular, preference, lists = told
    assert f"the pseudonyms {TABLE} a1" in person
    assert "the compared deals c1234abcd," in contest and "at the tables 1a2b4c8d," in attempt
    assert f"({guild + 1} {anna})" in regular
    assert f"({sealed_rows.OWNERS[0]} language, " in preference
    assert f"(people:{guild}, people:{guild + 1})" in lists


async def test_a_wrong_clock_is_found_whichever_way_it_is_wrong(
    home: Path, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord's dates are of whole seconds, of which half is believed to be over."""
    monkeypatch.setattr(time, "time", lambda: 1_760_000_000.5)
    office.late = 600
    assert (await fault(home)).startswith("The clock of this machine is 600 seconds ahead of Discord's")
    office.late = -3600
    assert "3,600 seconds behind Discord's" in await fault(home)


async def test_a_disk_without_room_for_a_backup_is_found(home: Path) -> None:
    """Nothing is written: the file says that it has more bytes than any disk."""
    huge = home / "huge.sqlite3"
    with huge.open("wb") as file:
        file.truncate(1 << 43)
    write(home, DATABASE=str(huge))
    assert any("MB left, and a backup may need" in one for one in await faults(home))


async def test_backups_that_have_stopped_are_found(home: Path) -> None:
    made = datetime.now(UTC) - timedelta(days=5)
    (home / "backups").mkdir(0o700)
    (home / "backups" / f"biritch-{made:%Y%m%dT%H%M%SZ}.sqlite3").touch()
    assert "is 5 days old" in await fault(home)


async def test_backups_that_are_dated_ahead_or_by_no_day_at_all_count_for_nothing_and_the_former_are_named(
    home: Path,
) -> None:
    folder, now = home / "backups", datetime.now(UTC)
    folder.mkdir(0o700)
    ahead = f"biritch-{now + timedelta(days=400):%Y%m%dT%H%M%SZ}.sqlite3"
    for name in (ahead, "biritch-20260230T000000Z.sqlite3", "biritch-20261301T006061Z.sqlite3"):
        (folder / name).touch()
    told = await fault(home)
    assert ahead in told and "ahead of this machine's clock" in told and "20260230" not in told
    (folder / f"biritch-{now - timedelta(days=5):%Y%m%dT%H%M%SZ}.sqlite3").touch()
    named, old = await faults(home)
    assert ahead in named and "is 5 days old" in old
    (folder / f"biritch-{now:%Y%m%dT%H%M%SZ}.sqlite3").touch()
    assert ahead in await fault(home)
    assert f"2 backups in {folder}." in [one.told async for one in findings({}, home / ".env")]


async def test_backups_that_others_may_read_are_found_but_none_that_they_cannot_reach(home: Path) -> None:
    folder = home / "backups"
    folder.mkdir(0o755)
    backup = folder / f"biritch-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.sqlite3"
    backup.touch(0o600)
    assert await faults(home) == []
    backup.chmod(0o640)
    assert await fault(home) == f"Others on this machine may read backups in {folder}: chmod 700 {folder}"
    folder.chmod(0o700)
    assert await faults(home) == []


async def test_what_was_stored_of_a_time_that_lies_ahead_is_named_and_is_no_fault(home: Path) -> None:
    in_a_year = datetime.now(UTC) + timedelta(days=365)
    async with Store.open(home / "b.sqlite3", in_a_year.timestamp) as store:
        await store.streams.append(Append(TableId("ahead"), 0, [Opened("biritch", ())], place=Place(1, 77)))
        await store.uptime.note_period(in_a_year.timestamp() - 60, in_a_year.timestamp(), 0.0)
    assert await faults(home) == []
    told = [one.told async for one in findings({}, home / ".env") if one.note and "time ahead" in one.told]
    for one, what in zip(told, ("done at a table", "until when the bot was connected"), strict=True):
        assert what in one and f"(1 row, the last of {in_a_year:%Y-%m-%d}" in one


async def test_a_database_that_the_bot_has_open_is_no_fault(home: Path) -> None:
    async with Store.open(home / "b.sqlite3"):
        assert await faults(home) == []


async def test_a_database_server_that_is_not_there_is_found(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start waits half a minute for a server that is being started too; the test does not."""
    database = pytest.importorskip("storage.postgres.database", reason="psycopg comes with an extra")
    monkeypatch.setattr(database, "START_WITHIN", 0.1)
    write(home, DATABASE="postgresql://nobody:secret@127.0.0.1:1/none")
    told = await fault(home)
    assert "postgresql://nobody@127.0.0.1:1/none" in told and "secret" not in told


async def test_a_server_that_is_away_is_asked_once_for_three_seconds_and_told_in_one_sentence(
    home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """One that refuses at once, and one that takes the connection and says nothing."""
    database = pytest.importorskip("storage.postgres.database", reason="psycopg comes with an extra")
    assert database.LOOKED_WITHIN == 3.0
    asked = 0

    async def silent(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal asked
        asked += 1
        await over.wait()
        writer.close()

    over = asyncio.Event()
    listener = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    for at in (1, port):
        write(home, DATABASE=f"postgresql://nobody:secret@127.0.0.1:{at}/none")
        told = await fault(home)
        assert f"postgresql://nobody@127.0.0.1:{at}/none" in told and "secret" not in told
        assert caplog.messages == []
    assert asked == 1
    over.set()
    listener.close()


MANY = 2000


def many(office: Office) -> None:
    """The bot is in so many servers: in most it may do everything, in 30 it may not make private threads, and
    of 20 Discord does not tell."""
    everything = int(EVERYTHING_NEEDED)
    office.guilds += [
        {"id": str(1000 + number), "name": f"Server {number}", "permissions": str(everything)}
        for number in range(MANY - 1 - 50)
    ]
    for number in range(30):
        office.of_server(str(5000 + number), f"Without {number}", everything & ~(1 << 36))
    office.guilds += [
        {"id": str(8000 + number), "name": f"Gone {number}", "permissions": "0"} for number in range(20)
    ]


async def test_two_thousand_servers_are_told_of_on_one_screen_the_counts_then_what_is_wrong(
    home: Path, office: Office
) -> None:
    many(office)
    assert len(office.guilds) == MANY
    office.channel["permission_overwrites"] = [{"id": GUILD, "allow": "0", "deny": str(1 << 11)}]
    found = [one async for one in findings({}, home / ".env")]
    assert len(found) < 40
    told = [one.told for one in found]
    counts = told.index(
        "In 1,979 of 2,000 servers the bot may do what it needs; where no table stands, as far as its roles "
        "tell."
    )
    assert told[counts + 1] == "In 30 servers there are no duplicate evenings without Create Private Threads."
    wrong = told[counts + 2 :]
    assert wrong[0].startswith("In Whist Club, #whist-table, the bot lacks Send Messages")
    assert wrong[2].startswith("Discord does not tell of the server Gone 0 (404)")
    assert wrong[-1] == "And 7 more faults of servers: mend these, and check again."
    assert office.asked < 30 * 4 + 200


async def test_a_database_whose_encoding_is_another_is_told_in_one_sentence(
    home: Path, server: postgres.Server
) -> None:
    name = f"ascii_{os.getpid()}"
    server.new_database(name, "ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
    write(home, DATABASE=server.url(name))
    assert "its encoding is SQL_ASCII; make one with createdb --encoding UTF8" in await fault(home)


async def test_discord_is_asked_again_when_it_says_and_not_at_all_if_that_is_long(office: Office) -> None:
    """With or without a body, ``Retry-After`` is seconds or a date (RFC 9110, 10.2.3)."""
    async with Asking.with_token(TOKEN, office.url) as asking:
        office.waits = ["0.01", formatdate(0, usegmt=True)]
        assert (await asking.get("/users/@me"))["username"] == "whist" and office.asked == 3
        office.waits = ["3600"]
        with pytest.raises(Refused):
            await asking.get("/users/@me")
        assert office.asked == 4

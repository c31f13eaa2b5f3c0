"""Settings: where they come from, what they are without being set, and which are refused."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from bot.settings import BadSetting, Settings, backups_set, database_set, load_settings
from storage.ports.records import ServerUrl
from storage.ports.storage import EVERY, Shards
from tests.each import each

TOKEN = {"DISCORD_TOKEN": "very.secret.token"}
NOWHERE = Path("there-is-no-such-file.env")


def read(**given: str) -> Settings:
    return load_settings({**TOKEN, **given}, NOWHERE)


def test_only_the_token_must_be_set() -> None:
    settings = read()
    assert settings.token.reveal() == "very.secret.token"
    assert settings.database == Path("biritch.sqlite3")
    assert (settings.api, settings.gateway) == (None, None)
    assert settings.log_level == logging.INFO
    assert (settings.robot_pace, settings.cut_seconds) == (0.8, 10.0)
    assert (settings.robot_seconds, settings.robot_workers) == (0.7, 2)
    assert settings.new_database
    assert (settings.tables_per_person, settings.tables_per_server) == (20, 500)
    assert (settings.sheets_per_person, settings.sheets_per_server) == (20, 500)
    assert (settings.abandoned_hours, settings.adjourned_days, settings.double_tap) == (24, 14, 0.6)
    assert (settings.shards, settings.identify_seconds, settings.lease_seconds) == (EVERY, 5.0, 5.0)
    assert settings.details_days == 365
    assert settings.card_emoji and not settings.log_json
    assert (settings.metrics, settings.backups) == (None, Path("backups"))


@pytest.mark.parametrize("given", [{}, {"DISCORD_TOKEN": ""}, {"DISCORD_TOKEN": "  \t"}])
def test_without_a_token_nothing_starts(given: dict[str, str]) -> None:
    with pytest.raises(BadSetting) as refused:
        load_settings(given, NOWHERE)
    assert refused.value.name == "DISCORD_TOKEN"


def test_a_token_that_is_no_word_is_refused_and_what_it_must_be_is_said() -> None:
    for written, need in (
        ("", "the token of your bot, from Discord's developer portal"),
        (
            "two words",
            "a token as Discord's developer portal shows it: one word, with no space and no line break in it",
        ),
    ):
        with pytest.raises(BadSetting) as refused:
            load_settings({"DISCORD_TOKEN": written}, NOWHERE)
        assert (refused.value.name, refused.value.need) == ("DISCORD_TOKEN", need)


def test_the_token_is_shown_in_no_representation() -> None:
    settings = read()
    for told in (repr(settings), str(settings), f"{settings.token}", repr(settings.token)):
        assert "secret.token" not in told


def test_a_url_names_a_server_and_its_password_is_shown_in_no_representation() -> None:
    settings = read(DATABASE="postgresql://anna:s3cret@db/cards")
    assert isinstance(settings.database, ServerUrl)
    assert settings.database.url_with_password() == "postgresql://anna:s3cret@db/cards"
    assert "postgresql://anna@db/cards" in repr(settings) and "s3cret" not in repr(settings)


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    written = tmp_path / ".env"
    written.write_text("DISCORD_TOKEN=of-the-file\nROBOT_PACE=2\nROBOT_WORKERS=3\n")
    settings = load_settings({"ROBOT_PACE": "1.5"}, written)
    assert settings.token.reveal() == "of-the-file"
    assert (settings.robot_pace, settings.robot_workers) == (1.5, 3)


def test_a_setting_left_blank_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    written = tmp_path / ".env"
    written.write_text("DISCORD_TOKEN=x\nROBOT_PACE=\nDISCORD_API=\nDATABASE\n")
    settings = load_settings({"LOG_LEVEL": " "}, written)
    assert (settings.robot_pace, settings.api, settings.log_level) == (0.8, None, logging.INFO)
    assert settings.database == Path("biritch.sqlite3")


def test_blanks_round_a_value_do_not_count() -> None:
    settings = read(CUT_SECONDS=" 4 ", LOG_LEVEL=" warning ", DATABASE=" a b.sqlite3 ")
    assert settings.cut_seconds == 4.0
    assert settings.log_level == logging.WARNING
    assert settings.database == Path("a b.sqlite3")


@pytest.mark.parametrize("written", ["debug", "INFO", "Warning", "ERROR"])
def test_a_level_may_be_written_in_either_case(written: str) -> None:
    assert read(LOG_LEVEL=written).log_level == getattr(logging, written.upper())


SECONDS, WHOLE, ONE_OR_MORE = (
    "a number of seconds, 0 or more",
    "a whole number, 0 or more",
    "a whole number, 1 or more",
)


@each(
    ("need", "name", "values"),
    [
        ("one of DEBUG, INFO, WARNING, ERROR", "LOG_LEVEL", ("loud", "10")),
        ("text or json", "LOG_FORMAT", ("xml",)),
        ("a number of seconds, 0.1 or more", "ROBOT_PACE", ("0.09",)),
        ("a number of seconds, 0.1 or more", "ROBOT_PACE", ("soon", "-1", "nan", "inf", "3600")),
        (SECONDS, "ROBOT_SECONDS", ("long", "-0.1")),
        (SECONDS, "ANALYSIS_SECONDS", ("ten", "-1")),
        (SECONDS, "CUT_SECONDS", ("ten", "-0.5")),
        (SECONDS, "DOUBLE_TAP", ("-1",)),
        (SECONDS, "IDENTIFY_SECONDS", ("-1",)),
        ("a number of seconds, 1 or more", "LEASE_SECONDS", ("0.9", "short")),
        (WHOLE, "ROBOT_WORKERS", ("-1", "1.5", "off")),
        (ONE_OR_MORE, "ADJOURNED_DAYS", ("0", "a week")),
        (ONE_OR_MORE, "ABANDONED_HOURS", ("0",)),
        (ONE_OR_MORE, "DETAILS_DAYS", ("0", "for ever")),
        (ONE_OR_MORE, "TABLES_PER_PERSON", ("0",)),
        (ONE_OR_MORE, "TABLES_PER_SERVER", ("none",)),
        (ONE_OR_MORE, "SHEETS_PER_PERSON", ("-1",)),
        (ONE_OR_MORE, "SHEETS_PER_SERVER", ("1.5",)),
        ("allowed or refused", "NEW_DATABASE", ("yes",)),
        ("on or off", "CARD_EMOJI", ("some",)),
        (
            "empty, or an address and a port: 127.0.0.1:9464",
            "METRICS",
            ("9464", "localhost:", "a:b", ":9464", "localhost:65536", "localhost:-1"),
        ),
        ("empty, or an address and a port: 127.0.0.1:8080", "PAGE", ("8080", ":8080", "localhost:port")),
        (
            "the address at which browsers find the page, without a path: https://cards.example.org",
            "PAGE_ADDRESS",
            ("https://", "https://cards.example.org/table", "https://me@cards.example.org", "http://a b"),
        ),
        (
            "addresses or networks with blanks between: 127.0.0.1 10.0.0.0/8",
            "PAGE_PROXIES",
            ("caddy", "127.0.0.1, 10.0.0.1", "10.0.0.1/8"),
        ),
        (
            "shards and how many there are, as 0-3/16, or any/16 for whichever is free",
            "SHARDS",
            ("0-9", "3-2/4", "0-4/4", "any/0", "any/x", "some/4"),
        ),
        ("left out: a database file has one process, with every shard", "SHARDS", ("0-1/4",)),
    ],
)
def test_a_wrong_setting_is_named_with_what_it_must_be(need: str, name: str, values: tuple[str, ...]) -> None:
    for value in values:
        with pytest.raises(BadSetting) as refused:
            read(**{name: value})
        assert (refused.value.name, refused.value.need) == (name, need), value


@each(
    ("name", "value", "need"),
    [
        ("DISCORD_API", "127.0.0.1:8080", "an address that begins with http:// or https://"),
        ("DISCORD_API", "ws://127.0.0.1", "an address that begins with http:// or https://"),
        ("DISCORD_GATEWAY", "http://127.0.0.1", "an address that begins with ws:// or wss://"),
        ("DISCORD_GATEWAY", "localhost", "an address that begins with ws:// or wss://"),
        (
            "DATABASE",
            "mysql://anna@db/cards",
            "the path of a file, or the URL of a PostgreSQL database: postgresql://user@host/name",
        ),
    ],
)
def test_an_address_of_the_wrong_kind_is_named_and_not_repeated(name: str, value: str, need: str) -> None:
    with pytest.raises(BadSetting) as refused:
        read(**{name: value})
    assert (refused.value.name, refused.value.need) == (name, need)


def test_a_file_of_settings_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    written = tmp_path / ".env"
    written.write_bytes(b"DISCORD_TOKEN=\xff\xfe\n")
    with pytest.raises(BadSetting) as refused:
        load_settings(TOKEN, written)
    assert (refused.value.name, refused.value.need) == (str(written), "a text file that the bot may read")


@each(
    ("written", "listens"),
    [
        ("127.0.0.1:9464", ("127.0.0.1", 9464)),
        ("localhost:0", ("localhost", 0)),
        ("[::1]:65535", ("::1", 65535)),
    ],
)
def test_the_endpoint_listens_where_it_is_told(written: str, listens: tuple[str, int]) -> None:
    assert read(METRICS=written).metrics == listens


def test_a_page_needs_an_address_for_its_links_and_believes_no_proxy_unless_it_is_named() -> None:
    assert (read().page, read().page_address, read().page_proxies) == (None, None, ())
    with pytest.raises(BadSetting) as refused:
        read(PAGE="127.0.0.1:8080")
    assert refused.value.name == "PAGE_ADDRESS"
    page = read(
        PAGE="127.0.0.1:8080", PAGE_ADDRESS="https://cards.example.org/", PAGE_PROXIES="127.0.0.1 10.0.0.0/8"
    )
    assert (page.page, page.page_address) == (("127.0.0.1", 8080), "https://cards.example.org")
    assert [str(one) for one in page.page_proxies] == ["127.0.0.1/32", "10.0.0.0/8"]


def test_what_is_switched_on_or_off_is_read_in_either_case() -> None:
    assert [read(CARD_EMOJI=written).card_emoji for written in ("on", "ON", "Off")] == [True, True, False]
    assert [read(LOG_FORMAT=written).log_json for written in ("text", "JSON")] == [False, True]


def test_backups_may_be_named_in_the_file(tmp_path: Path) -> None:
    written = tmp_path / ".env"
    written.write_text("BACKUPS=kept\n")
    assert load_settings(TOKEN, written).backups == Path("kept")


def test_the_first_setting_of_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    written = tmp_path / ".env"
    written.write_bytes("BACKUPS=kept\r\n".encode("utf-8-sig"))
    assert load_settings(TOKEN, written).backups == Path("kept")


def test_what_needs_no_token_reads_the_file_too(tmp_path: Path) -> None:
    """As ``biritch copy`` and ``biritch backup`` do."""
    file = tmp_path / ".env"
    file.write_text(f"DATABASE={tmp_path / 'b.sqlite3'}\nBACKUPS=kept\n")
    assert database_set({}, file) == tmp_path / "b.sqlite3"
    assert backups_set({}, file) == tmp_path / "kept"
    assert database_set({"DATABASE": "other.sqlite3"}, file) == Path("other.sqlite3")
    assert backups_set({"BACKUPS": "OFF"}, file) is None


@each(
    ("name", "value", "read_as"),
    [
        ("ROBOT_PACE", "0.1", 0.1),
        ("ROBOT_PACE", "3599.9", 3599.9),
        ("ROBOT_SECONDS", "0", 0.0),
        ("ANALYSIS_SECONDS", "60", 60.0),
        ("ROBOT_WORKERS", "0", 0),
        ("LEASE_SECONDS", "1", 1.0),
        ("IDENTIFY_SECONDS", "0", 0.0),
        ("CUT_SECONDS", "0", 0.0),
        ("ADJOURNED_DAYS", "1", 1),
        ("TABLES_PER_PERSON", "1", 1),
        ("TABLES_PER_SERVER", "2", 2),
        ("SHEETS_PER_PERSON", "3", 3),
        ("SHEETS_PER_SERVER", "4", 4),
    ],
)
def test_the_least_and_the_most_are_allowed(name: str, value: str, read_as: float) -> None:
    assert getattr(read(**{name: value}), name.lower()) == read_as


def test_robots_that_act_at_once_are_for_tests_alone() -> None:
    """Their delay would be the time that a choice takes, which tells whether they had one."""
    for pace in ("0", "0.09"):
        with pytest.raises(BadSetting) as refused:
            read(ROBOT_PACE=pace)
        assert refused.value.name == "ROBOT_PACE"
    assert read(ROBOT_PACE="0", DISCORD_API="http://127.0.0.1:8080/api/v10").robot_pace == 0.0


def test_several_shards_may_be_those_of_a_process_that_shares_a_server() -> None:
    assert read(DATABASE="postgresql:///x", SHARDS="4-7/16").shards == Shards(4, 7, 16)
    assert read(DATABASE="postgresql:///x", SHARDS="2/3").served.ids == [2]
    assert read(SHARDS="0/1").shards == read().shards == EVERY
    assert EVERY.has(5 << 22) and not Shards(4, 7, 16).has(3 << 22) and Shards(4, 7, 16).has(23 << 22)


def test_a_new_database_may_be_forbidden() -> None:
    assert not read(NEW_DATABASE="Refused").new_database
    assert read(NEW_DATABASE="allowed").new_database


def test_an_address_may_end_in_a_slash() -> None:
    settings = read(DISCORD_API="http://127.0.0.1:8080/api/v10/", DISCORD_GATEWAY="wss://gateway/gw/")
    assert settings.api == "http://127.0.0.1:8080/api/v10"
    assert settings.gateway == "wss://gateway/gw"
    settings = read(DISCORD_API="https://discord.example/X", DISCORD_GATEWAY="ws://gateway")
    assert (settings.api, settings.gateway) == ("https://discord.example/X", "ws://gateway")

"""What is known of a message, and the address of a database, as values."""

from __future__ import annotations

from storage.ports.records import ServerUrl, Slot, SlotKey, SlotState, TableId, millis, seconds

KEY = SlotKey(TableId("7f3a9c01"), Slot.of_name("table:3"))


def test_what_is_known_of_a_message_after_each_thing_that_may_happen_to_it() -> None:
    state = SlotState(KEY, 4)
    assert state.due
    shown = state.as_shown(4, "digest", 11, 77)
    assert shown == SlotState(KEY, 4, 4, "digest", 11, 77) and not shown.due
    assert shown.as_shown(3, "older", 11, 78) is shown
    assert shown.as_shown(4, "anew", 11, 77).digest == "anew"
    wanted = shown.as_wanted(6)
    assert wanted == shown._replace(wanted=6) and wanted.due and wanted.as_wanted(5) == wanted
    failed = wanted.as_failed(1000.0).as_failed(2000.0)
    assert (failed.tries, failed.not_before, failed.due) == (2, 2000.0, True)
    parked = failed.as_parked("no access")
    assert parked.parked == "no access" and not parked.due
    assert parked.as_unparked() == wanted
    assert failed.as_shown(6, "digest", 11, 77) == SlotState(KEY, 6, 6, "digest", 11, 77)
    lost = shown.as_lost()
    assert lost == SlotState(KEY, 4, posts=1) and lost.as_lost().posts == 2
    assert lost.as_shown(4, "digest", 12, 79).posts == 1
    assert shown.as_unsure() == shown._replace(digest=None)


def test_the_address_of_a_server_is_shown_without_its_password_wherever_that_stands() -> None:
    for url, password, told, shown, holds in (
        ("postgresql://anna@db/cards", "", "postgresql://anna@db/cards", "postgresql://anna@db/cards", False),
        (
            "postgresql://anna@db/cards",
            "a b&c",
            "postgresql://anna@db/cards?password=a%20b%26c",
            "postgresql://anna@db/cards",
            False,
        ),
        (
            "postgres://anna@db/cards?sslmode=require",
            "x/y",
            "postgres://anna@db/cards?sslmode=require&password=x%2Fy",
            "postgres://anna@db/cards",
            False,
        ),
        (
            "postgresql://anna:s3cret@db:5432/cards",
            "",
            "postgresql://anna:s3cret@db:5432/cards",
            "postgresql://anna@db:5432/cards",
            True,
        ),
        (
            "postgresql://db/cards?password=s3cret",
            "",
            "postgresql://db/cards?password=s3cret",
            "postgresql://...",
            True,
        ),
        ("postgresql:///cards", "", "postgresql:///cards", "postgresql:///cards", False),
    ):
        address = ServerUrl(url).with_password(password)
        assert (address.url_with_password(), str(address), repr(address)) == (told, shown, shown)
        assert address.holds_password is holds, url


def test_a_time_is_stored_in_whole_milliseconds() -> None:
    assert millis(1.2345) == 1234 and millis(0.0006) == 1 and seconds(1234) == 1.234

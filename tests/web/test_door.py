"""Who is let in to the page of a table: links, sessions, hosts and origins."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import AsyncExitStack, closing
from ipaddress import ip_network

import pytest
from aiohttp import WSMsgType, WSServerHandshakeError
from multidict import CIMultiDict

from bot.client.places import DiscordMembers
from bot.page_keys import PageLinks
from bot.readers import Reader, Readers
from rules.frozen import replace
from rules.seats import Seat
from storage.ports.patience import StorageAway
from storage.ports.records import PageKey, UserId
from tests.trials.stage.browsers import Browser, browser, link_for, with_door
from tests.trials.stage.club import Club
from web.door import asker_behind


async def test_a_link_says_whose_it_is_and_lets_that_person_play_at_the_table(
    house: Club, desk: Browser
) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    token = await link_for(house, west)
    assert len(token) == 22  # 128 bits, six to a letter
    status, told = await desk.posts({"token": token, "sit": False})
    assert (status, told["says"]) == (200, f"You will sit as {west.name}.")
    path = await desk.sits(token)
    assert token not in path
    status, html = await desk.asks(path)
    assert status == 200 and "Your turn" in html
    async with desk.opens(path) as page:
        await page.hears()
        card = house.plays(west)[0]
        (press,) = (one for one in page.offers("play") if one.endswith(card))
        await page.presses(press)
        await page.hears_until(f"t-{card}")
    assert house.cards_played == 1


async def test_who_sits_down_while_discord_tells_no_names_is_called_somebody(
    house: Club, desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.playing()
    token = await link_for(house, house.anna)

    async def untold(self: DiscordMembers, user: UserId, guild: int | None) -> str:
        return ""

    monkeypatch.setattr(DiscordMembers, "display_name", untold)
    monkeypatch.setattr("bot.readers.Readers.last_name", lambda self, user: "")
    _, told = await desk.posts({"token": token, "sit": False})
    assert told["says"] == "You will sit as somebody."


async def test_a_link_is_good_once_and_for_ten_minutes(house: Club, desk: Browser) -> None:
    await house.playing()
    used, old = await link_for(house, house.anna), await link_for(house, house.anna)
    await desk.sits(used)
    for sits in (False, True):
        status, told = await desk.posts({"token": used, "sit": sits})
        assert status == 410 and "has been used, or is too old" in told["over"]
    house._wall.ahead += 599
    assert (await desk.posts({"token": old, "sit": False}))[0] == 200
    house._wall.ahead += 2
    assert (await desk.posts({"token": old, "sit": True}))[0] == 410
    assert (await desk.posts({"token": "A" * 22, "sit": True}))[0] == 410


async def test_a_session_opens_its_own_table_page_and_no_other(house: Club, desk: Browser) -> None:
    await house.playing()
    of_anna = await desk.sits(await link_for(house, house.anna))
    async with browser(house) as other:
        of_boris = await other.sits(await link_for(house, house.boris))
        _, _, table, handle = of_anna.split("/")
        cookies = {one.key: one.value for one in other.session.cookie_jar}
        stolen = {f"seat-{handle}": next(iter(cookies.values()))}
        for path, more in (
            (of_anna, {}),  # another's page, without their cookie
            (of_anna, stolen),  # with the cookie of one's own in the name of theirs
            (f"/t/{table}/000000000000", {}),  # one that there is not
            (of_boris.replace(table, "00000000"), {}),  # another table
        ):
            status, html = await other.asks(path, cookies=more)
            assert status == 403 and "has no seat at the table" in html, path
            with pytest.raises(WSServerHandshakeError):
                async with other.opens(path):
                    pass
        assert (await other.asks(of_boris))[0] == 200
    async with browser(house) as stranger:
        assert (await stranger.asks(of_anna))[0] == 403
        assert (await stranger.asks("/"))[0] == 200


async def test_a_page_without_a_table_says_in_which_language_it_is(house: Club, desk: Browser) -> None:
    """A screen reader reads French with an English mouth otherwise."""
    french = {"Accept-Language": "fr-CA,fr;q=0.9"}
    for path, told in (
        ("/", "pas de place à la table"),
        ("/t/00000000/000000000000", "pas de place à la table"),
        ("/open", "JavaScript"),
    ):
        html = (await desk.asks(path, headers=french))[1]
        assert '<html lang="fr">' in html and told in html, path
        assert '<html lang="en">' in (await desk.asks(path))[1], path


async def test_another_host_or_origin_is_refused_and_every_answer_has_the_headers(
    house: Club, desk: Browser
) -> None:
    await house.playing()
    token = await link_for(house, house.anna)
    assert (await desk.asks("/open", headers={"Host": "rebound.example"}))[0] == 421
    for origin in ("https://elsewhere.example", "null", desk.address.replace("http", "https")):
        assert (await desk.posts({"token": token, "sit": True}, Origin=origin))[0] == 403
    path = await desk.sits(token)
    with pytest.raises(WSServerHandshakeError) as refused:
        async with desk.opens(path, origin="https://elsewhere.example"):
            pass
    assert refused.value.status == 403
    for asked in (path, "/open", "/", "/static/page.js", "/static/click.wav", "/nowhere"):
        async with desk.session.get(desk.address + asked) as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["Cache-Control"] == "no-store"
            assert answer.headers["Referrer-Policy"] == "same-origin"


async def test_an_answer_that_fails_by_a_bug_says_so_and_has_the_headers_of_all_others(
    house: Club, desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.playing()
    path = await desk.sits(await link_for(house, house.anna))

    async def fails(self: Readers, user: UserId, guild: int | None = None) -> Reader:
        raise ZeroDivisionError

    monkeypatch.setattr(Readers, "person", fails)
    french = {"Accept-Language": "fr"}
    async with desk.session.get(desk.address + path, headers=french) as answer:
        assert answer.status == 500 and answer.content_type == "text/html"
        assert "ZeroDivisionError" not in (told := await answer.text())
        assert '<html lang="fr">' in told and "a échoué de mon côté" in told
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    (logged,) = house.errors
    assert logged.endswith("ZeroDivisionError()")
    house.errors.clear()


async def test_a_socket_whose_page_fails_by_a_bug_is_closed_and_sent_no_page(
    house: Club, desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.playing()
    path = await desk.sits(await link_for(house, house.anna))

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("web.pages.OpenPage._hear", fails)
    async with desk.opens(path) as page:
        await page.hears()
        message = await page.socket.receive()
    assert message.type in (WSMsgType.CLOSE, WSMsgType.CLOSED)
    assert house.errors and all(one.endswith("ZeroDivisionError()") for one in house.errors)
    house.errors.clear()


async def test_a_cookie_is_out_of_reach_of_scripts_and_only_its_hash_is_kept(
    house: Club, desk: Browser
) -> None:
    await house.playing()
    token = await link_for(house, house.anna)
    path = await desk.sits(token)
    (cookie,) = desk.session.cookie_jar
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and cookie["path"] == "/"
    assert cookie.key == f"seat-{path.rpartition('/')[2]}"
    with closing(sqlite3.connect(house._settings.database)) as file:  # type: ignore[arg-type]
        kept = str(file.execute("SELECT * FROM page_key").fetchall())
    assert cookie.value not in kept and token not in kept


async def test_a_session_outlives_a_restart_and_ends_when_its_person_ends_it(house: Club) -> None:
    await house.playing()
    async with with_door(house), browser(house) as desk:
        path = await desk.sits(await link_for(house, house.anna))
    await house.restart()
    async with with_door(house) as door, browser(house) as again:
        cookies = {one.key: one.value for one in desk.session.cookie_jar}
        again.session.cookie_jar.update_cookies(cookies)
        assert (await again.asks(path))[0] == 200
        async with again.opens(path) as page:
            await page.hears()
            await door.close_ended()
            await house.bot.services.pages.end_all_of(UserId(house.anna.id))
            await door.close_ended()
            assert await page.is_closed() == 1008
        assert (await again.asks(path))[0] == 403


async def test_who_has_left_the_server_sees_what_a_stranger_sees_within_five_minutes(house: Club) -> None:
    await house.playing()
    async with with_door(house) as door, browser(house) as desk:
        path = await desk.sits(await link_for(house, house.anna))
        late = await link_for(house, house.anna)
        async with desk.opens(path) as page:
            await page.hears()
            house.env.backend.remove_member(house.guild.id, house.anna.id)
            await door.close_ended()
            assert (await desk.asks(path))[0] == 200  # Discord said so a moment ago
            house._wall.ahead += 300
            await door.close_left()
            assert await page.is_closed() == 1008
        assert (await desk.asks(path))[0] == 403
        status, told = await desk.posts({"token": late, "sit": True})
        assert status == 403 and "no longer a member" in told["over"]


async def test_whether_somebody_may_stay_is_asked_once_a_minute_since_a_closed_table_is_read_for_it(
    house: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.playing()
    async with with_door(house) as door, browser(house) as desk:
        path, asked, may_look = await desk.sits(await link_for(house, house.anna)), 0, door._may_look

        async def counted(key: PageKey) -> bool:
            nonlocal asked
            asked += 1
            return await may_look(key)

        async with desk.opens(path) as page:
            await page.hears()
            monkeypatch.setattr(door, "_may_look", counted)
            for seconds, expected in ((4, 0), (4, 0), (60, 1), (4, 1)):
                house._wall.ahead += seconds
                await door.close_left()
                assert asked == expected


async def test_of_whoever_has_left_discord_is_asked_once_a_minute_however_often_they_come(
    house: Club,
) -> None:
    await house.playing()
    async with with_door(house), browser(house) as desk:
        path = await desk.sits(await link_for(house, house.anna))
        house.env.backend.remove_member(house.guild.id, house.anna.id)
        house._wall.ahead += 3600
        before = asked_of_members(house)
        for _ in range(4):
            assert (await desk.asks(path))[0] == 403
        assert asked_of_members(house) == before + 1
        house._wall.ahead += 61
        assert (await desk.asks(path))[0] == 403
        assert asked_of_members(house) == before + 2


async def test_a_page_of_which_nobody_knows_who_may_stay_keeps_no_other_from_being_closed(
    house: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.playing()
    async with with_door(house) as door, browser(house) as desk:
        of_anna, of_boris = [await desk.sits(await link_for(house, who)) for who in (house.anna, house.boris)]
        may_look = door._may_look

        async def fails_for_her(key: PageKey) -> bool:
            if key.user != house.boris.id:
                raise LookupError("no such table")
            return await may_look(key)

        async with desk.opens(of_anna) as first, desk.opens(of_boris) as second:
            await first.hears()
            await second.hears()
            house.env.backend.remove_member(house.guild.id, house.boris.id)
            monkeypatch.setattr(door, "_may_look", fails_for_her)
            house._wall.ahead += 300
            await door.close_left()
            assert await second.is_closed() == 1008 and not first.socket.closed
    house.errors.clear()


async def test_a_session_that_has_ended_is_closed_while_discord_does_not_tell_of_another_person(
    house: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.playing()
    async with with_door(house) as door, browser(house) as desk:
        of_anna, of_boris = [await desk.sits(await link_for(house, who)) for who in (house.anna, house.boris)]
        asked, answers = asyncio.Event(), asyncio.Event()

        async def slowly(self: DiscordMembers, user: UserId, guild: int | None) -> str:
            asked.set()
            await answers.wait()
            return "Anna"

        async with desk.opens(of_anna) as first, desk.opens(of_boris) as second:
            await first.hears()
            await second.hears()
            monkeypatch.setattr(DiscordMembers, "display_name", slowly)
            monkeypatch.setattr("web.door.LOOK_EVERY", 0.01)
            house._wall.ahead += 300
            looking = asyncio.gather(door.look_after(), door.look_after_members())
            await asked.wait()
            await house.bot.services.pages.end_all_of(UserId(house.boris.id))
            assert await second.is_closed() == 1008 and not first.socket.closed
            answers.set()
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)


async def test_a_page_and_what_is_told_on_it_are_in_one_language_also_where_that_is_the_servers(
    house: Club, desk: Browser
) -> None:
    await house.playing()
    west, preferences = house.at(Seat.WEST), house.bot.services.preferences
    path = await desk.sits(await link_for(house, west))
    with house.inside():
        await preferences.change_server(house.guild.id, lambda one: replace(one, language="fr"))
        await preferences.change_person(UserId(west.id), lambda one: replace(one, locale=None))
    house.bot.services.readers.forget_reader(UserId(west.id))
    html = (await desk.asks(path))[1]
    assert '<html lang="fr">' in html and "Vos cartes" in html
    async with desk.opens(path) as page:
        await page.hears()
        await page.presses("nothing")
        await page.is_answered()
        assert page.told["note"] == "Il est trop tard pour cela. Voici la table comme elle est maintenant."


async def test_while_the_database_is_away_a_page_says_so_with_all_its_headers(
    house: Club, desk: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.playing()
    path = await desk.sits(await link_for(house, house.anna))

    async def away(*_: object) -> PageKey:
        raise StorageAway

    monkeypatch.setattr(PageLinks, "session", away)
    async with desk.session.get(desk.address + path) as answer:
        assert answer.status == 503 and answer.headers["Cache-Control"] == "no-store"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert "I cannot save anything at the moment" in await answer.text()


async def test_who_opens_one_page_too_many_is_told_so_where_it_waits(house: Club, desk: Browser) -> None:
    await house.playing()
    path = await desk.sits(await link_for(house, house.anna))
    assert 'data-lost="Reconnecting' in (await desk.asks(path))[1]
    async with AsyncExitStack() as open_pages:
        for _ in range(8):
            await (await open_pages.enter_async_context(desk.opens(path))).hears()
        assert 'data-lost="So many pages are open already' in (await desk.asks(path))[1]


async def test_nobody_chooses_their_own_address_by_a_line_before_that_of_the_proxy(
    house: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some proxies put the address into a line of its own, behind the one that came."""
    monkeypatch.setattr("web.door.PAGES_OF", (8, 1))
    await house.playing()
    house._settings = replace(house._settings, page_proxies=(ip_network("127.0.0.1"),))
    async with with_door(house), browser(house) as desk:
        path = await desk.sits(await link_for(house, house.anna))
        statuses = []
        async with AsyncExitStack() as pages:
            for chosen, told in (("1", "7"), ("2", "7"), ("2", "8")):
                lines = CIMultiDict(
                    (
                        ("Origin", desk.address),
                        ("X-Forwarded-For", f"198.51.100.{chosen}"),
                        ("X-Forwarded-For", f"203.0.113.{told}"),
                    )
                )
                try:
                    await pages.enter_async_context(
                        desk.session.ws_connect(f"{desk.address}{path}/live", headers=lines)
                    )
                    statuses.append(101)
                except WSServerHandshakeError as refused:
                    statuses.append(refused.status)
    assert statuses == [101, 429, 101]


def asked_of_members(house: Club) -> int:
    return sum(f"/members/{house.anna.id}" in one.path for one in house.env.http_requests)


async def test_me_closes_every_page_and_link_of_a_person_and_of_nobody_else(house: Club) -> None:
    await house.playing()
    async with with_door(house) as door, browser(house) as desk, browser(house) as other:
        path = await desk.sits(await link_for(house, house.anna))
        of_boris = await other.sits(await link_for(house, house.boris))
        unused = await link_for(house, house.anna)
        mine = await house.types(house.anna, "me")
        async with desk.opens(path) as page, desk.opens(path) as tab, other.opens(of_boris) as of_other:
            for one in (page, tab, of_other):
                await one.hears()
            answer = await house.presses_id(house.anna, mine, "me:close_pages")
            assert "closed in every browser" in answer.text
            await door.close_ended()
            assert await page.is_closed() == await tab.is_closed() == 1008
            assert not of_other.socket.closed
        assert (await desk.asks(path))[0] == 403 and (await other.asks(of_boris))[0] == 200
        assert (await desk.posts({"token": unused, "sit": True}))[0] == 410


async def test_whoever_is_forgotten_has_no_page_any_more(house: Club) -> None:
    await house.playing()
    async with with_door(house) as door, browser(house) as desk:
        path = await desk.sits(await link_for(house, house.anna))
        async with desk.opens(path) as page:
            await page.hears()
            with house.inside():
                await house.bot.services.privacy.forget_person(UserId(house.anna.id))
            await door.close_ended()
            assert await page.is_closed() == 1008
        assert (await desk.asks(path))[0] == 403


async def test_a_person_has_eight_pages_open_and_no_ninth(house: Club, desk: Browser) -> None:
    await house.playing()
    path = await desk.sits(await link_for(house, house.anna))
    async with AsyncExitStack() as open_pages:
        for _ in range(8):
            page = await open_pages.enter_async_context(desk.opens(path))
            await page.hears()
        with pytest.raises(WSServerHandshakeError) as refused:
            await open_pages.enter_async_context(desk.opens(path))
        assert refused.value.status == 429
    async with desk.opens(path) as page:  # since the others are closed
        await page.hears()


@pytest.mark.parametrize(
    ("proxies", "forwarded", "asker"),
    [
        ("", "203.0.113.7", "127.0.0.1"),  # nobody is believed
        ("127.0.0.1", "203.0.113.7", "203.0.113.7"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "198.51.100.1, 203.0.113.7", "203.0.113.7"),  # what the asker says of itself is not
        ("127.0.0.0/8 203.0.113.0/24", "198.51.100.1, 203.0.113.7", "198.51.100.1"),
        ("127.0.0.1", "somewhere, nonsense", "nonsense"),
        ("127.0.0.1 203.0.113.0/24", "198.51.100.1, ::ffff:203.0.113.7", "198.51.100.1"),
    ],
)
def test_only_proxies_that_are_named_say_from_where_somebody_asks(
    proxies: str, forwarded: str, asker: str
) -> None:
    networks = tuple(ip_network(one) for one in proxies.split())
    assert asker_behind(networks, "127.0.0.1", forwarded) == asker

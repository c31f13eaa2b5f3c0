"""The web pages: served, closed to other sites, and live."""

import json
import re
from pathlib import Path
from typing import Any, Final

import aiohttp
import pytest

import playground.browser
from playground.ground import Playground
from tests.trials.stage.guard import HANGS_AFTER

PAGES: Final = Path(playground.browser.__file__).parent / "pages"


@pytest.mark.parametrize("path", ["/", "/as/anna", "/as/ivan/dm", "/pages/person.js", "/pages/style.css"])
async def test_a_page_is_served_and_allows_itself_nothing_from_elsewhere(raw: Any, path: str) -> None:
    async with raw.session.get(raw.ground.url + path) as response:
        assert response.status == 200
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "//" not in policy
        assert (await response.text()).strip()


async def test_the_landing_page_links_every_person_and_their_messages(raw: Any) -> None:
    async with raw.session.get(raw.ground.url + "/") as response:
        page = await response.text()
    for name in raw.ground.people:
        assert f'href="/as/{name}"' in page
        assert f'href="/as/{name}/dm"' in page


@pytest.mark.parametrize("path", ["/as/eve", "/pages/%2e%2e%2fworld.py", "/pages/none.js", "/cdn/none.png"])
async def test_what_is_not_there_is_404(raw: Any, path: str) -> None:
    async with raw.session.get(raw.ground.url + path) as response:
        assert response.status == 404


@pytest.mark.parametrize(
    "headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"}]
)
@pytest.mark.parametrize("path", ["/as/anna", "/api/v10/users/@me", "/gw", "/live/anna"])
async def test_another_site_gets_nothing(raw: Any, headers: dict[str, str], path: str) -> None:
    async with raw.session.get(raw.ground.url + path, headers=headers) as response:
        assert response.status == 403


async def test_a_form_of_another_site_cannot_act(raw: Any) -> None:
    url = f"{raw.ground.url}/do/anna/say"
    body = json.dumps({"channel": raw.ground.channel, "text": "x"})
    async with raw.session.post(url, data=body, headers={"Content-Type": "text/plain"}) as response:
        assert response.status == 415
    assert raw.ground.people["anna"].sees() == []


async def test_the_feed_tells_a_page_only_what_its_person_may_see(ground: Playground) -> None:
    anna, boris = ground.people["anna"], ground.people["boris"]
    message = (await anna.slash("table open", game="biritch")).message
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{ground.url}/live/anna") as mine:
        hello = await mine.receive_json(timeout=HANGS_AFTER)
        assert [one["id"] for one in hello["messages"][str(ground.channel)]] == [message["id"]]  # type: ignore[index]
        async with session.ws_connect(f"{ground.url}/live/boris") as theirs:
            await theirs.receive_json(timeout=HANGS_AFTER)
            await anna.press(message, label="panel")  # type: ignore[arg-type]
            await anna.press(message, label="dm")  # type: ignore[arg-type]
            shown = [(await mine.receive_json(timeout=HANGS_AFTER))["message"] for _ in range(3)]
            assert sorted(one["flags"] & 64 for one in shown) == [0, 64, 64]
            boris.say("hello")
            heard = await theirs.receive_json(timeout=HANGS_AFTER)
            assert heard["message"]["content"] == "hello"
        async with session.ws_connect(f"{ground.url}/live/anna") as reloaded:
            again = await reloaded.receive_json(timeout=HANGS_AFTER)
            assert not [one for one in again["messages"][str(ground.channel)] if one["flags"] & 64]


async def test_a_mention_or_a_direct_message_rings_and_an_edit_or_a_silent_message_does_not(raw: Any) -> None:
    ground, anna = raw.ground, raw.ground.people["anna"]
    there, dm = f"/channels/{ground.channel}/messages", f"/channels/{anna.dm}/messages"
    to_anna = {"content": f"your lead, <@{anna.id}>"}
    nobody, silent = {"allowed_mentions": {"parse": []}}, {"flags": 1 << 12}  # type: ignore[var-annotated]
    async with raw.session.ws_connect(f"{ground.url}/live/anna") as page:
        await page.receive_json(timeout=HANGS_AFTER)

        async def told(method: str, path: str, body: Any) -> tuple[Any, bool, bool]:
            made = (await raw.ask(method, path, body)).body
            news = await page.receive_json(timeout=HANGS_AFTER)
            assert news["message"]["id"] == made["id"]
            return made["id"], news["rings"], news["message"]["pings"]

        number, *of_the_table = await told("POST", there, {"content": "deal 1"})
        assert of_the_table == [False, False]
        assert (await told("PATCH", f"{there}/{number}", to_anna))[1] is False
        assert (await told("POST", there, to_anna))[1:] == (True, True)
        assert (await told("POST", there, to_anna | nobody))[1:] == (False, False)
        assert (await told("POST", there, to_anna | silent))[1] is False
        number, *of_the_hand = await told("POST", dm, {"content": "your hand"})
        assert of_the_hand == [True, False]
        assert (await told("PATCH", f"{dm}/{number}", {"content": "a card less"}))[1] is False


async def test_a_private_thread_is_listed_with_its_messages_for_its_members_and_for_nobody_else(
    raw: Any,
) -> None:
    ground, anna = raw.ground, raw.ground.people["anna"]
    threads, live = f"/channels/{ground.channel}/threads", f"{ground.url}/live"
    async with (
        raw.session.ws_connect(f"{live}/anna") as hers,
        raw.session.ws_connect(f"{live}/boris") as theirs,
    ):
        hello = await hers.receive_json(timeout=HANGS_AFTER)
        await theirs.receive_json(timeout=HANGS_AFTER)
        assert hello["threads"] == []
        private = (await raw.ask("POST", threads, {"name": "Table 1", "type": 12})).body["id"]
        await raw.ask("POST", f"/channels/{private}/messages", {"content": "a hand"})
        await raw.ask("PUT", f"/channels/{private}/thread-members/{anna.id}")
        told = await hers.receive_json(timeout=HANGS_AFTER)
        assert told["thread"] == {
            "id": private,
            "name": "Table 1",
            "parent": str(ground.channel),
            "archived": False,
        }
        assert [one["content"] for one in told["messages"]] == ["a hand"]
        public = (await raw.ask("POST", threads, {"name": "Table 2", "type": 11})).body["id"]
        assert (await theirs.receive_json(timeout=HANGS_AFTER))["id"] == public
        assert {(await hers.receive_json(timeout=HANGS_AFTER))["kind"] for _ in range(2)} == {
            "thread",
            "message",
        }
        assert (await raw.ask("PATCH", f"/channels/{private}", {"archived": True})).status == 200
        news = await hers.receive_json(timeout=HANGS_AFTER)
        assert news["thread"]["archived"] and "messages" not in news
    assert ground.people["boris"].sees(int(private)) == []


def test_all_that_discord_itself_says_on_the_pages_is_there_in_every_language() -> None:
    pages = {one.name: one.read_text("utf-8") for one in PAGES.iterdir() if one.suffix == ".js"}
    table = re.findall(r"^  (\w\w): \{\n(.*?)^  \},$", pages.pop("said.js"), re.DOTALL | re.MULTILINE)
    keys = {
        language: [
            plain or word for plain, word in re.findall(r'^    (?:"(.+?)"|(\w+)): "', body, re.MULTILINE)
        ]
        for language, body in table
    }
    asked = [one for body in pages.values() for one in re.findall(r'said\(\s*"(.+?)"[,)]', body)]
    asked += re.findall(r'\["[.#]\w+", "(.+?)"\]', pages["person.js"])
    assert {*keys} == {"fr", "ru"}
    for language, known in keys.items():
        assert sorted(known) == sorted({*asked}), language

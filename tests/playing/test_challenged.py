"""Challenges of friends through a Discord: what they come to is right, and costs no counted call."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.speed.challenge import many
from playground.calls import Kind
from playground.ground import Playground
from playground.people import buttons, texts
from rules.challenges import DEALS, MOST_CHALLENGES
from tests.trials.stage.playing import LIMITS, QUICK


@pytest.mark.long
async def test_whoever_plays_a_challenge_sees_what_a_plain_recount_says_and_one_who_sends_many_is_refused(
    tmp_path: Path,
) -> None:
    found = await many([[2], [3]], 20, tmp_path / "challenges.sqlite3")
    assert (found.challenges, found.deals) == (2, 5 * DEALS)
    assert (found.wrong, found.early, found.counted) == ([], 0, 0)
    assert 0 < found.kept <= MOST_CHALLENGES


@pytest.mark.long
async def test_where_the_bot_is_no_member_friends_challenge_each_other_and_play_without_a_counted_call() -> (
    None
):
    async with Playground.open(limits=LIMITS) as ground:
        lounge, group = ground.elsewhere()
        bot = await ground.start_bot({**QUICK})
        anna, boris = ground.people["anna"], ground.people["boris"]
        for place, options in ((lounge, {"friend": boris}), (group, {})):
            called = await anna.slash("challenge", channel=place, options=options)
            assert called.message is not None and not called.ephemeral
            seen = next(one for one in boris.sees(place) if one["id"] == called.message["id"])
            answer = await boris.press(seen, label="I play")
            await boris.until(lambda _, given=answer: given.followups, channel=place)  # type: ignore[misc]
            (page,) = answer.followups
            assert page["flags"] & 64 and texts(page)[0].startswith("### Challenge · Biritch")
            dealt = await boris.press(page, label="Play deal 1")
            assert dealt.type in (6, 7)
            await boris.until(
                lambda _, of=page, at=place: any(
                    (one.custom_id or "").startswith(("call:", "play:"))
                    for shown in boris.sees(at)
                    if shown["id"] == of["id"]
                    for one in buttons(shown)
                ),  # type: ignore[misc]
                channel=place,
            )
            assert not [one for one in anna.sees(place) if one["id"] == page["id"]]
        assert not ground.calls.of_kind(Kind.CREATE)
        server = ground.world.get_channel(lounge).guild_id
        assert server is not None
        ground.world.set_right(server, anna.id, "USE_EXTERNAL_APPS", given=False)
        told = await anna.slash("challenge", channel=lounge, friend=ground.people["clara"])
        assert told.ephemeral and told.texts[0].startswith("They would not see it here.")
        assert await bot.stop() == 0

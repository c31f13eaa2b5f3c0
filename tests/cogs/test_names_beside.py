"""Names beside mentions, where a host has set that Discord shows numbers to those who read them."""

from __future__ import annotations

from rules.frozen import replace
from screens.leaderboard import mention, names_beside
from tests.each import each
from tests.trials.stage.club import Club


async def test_a_leaderboard_has_names_beside_mentions_only_if_the_host_has_set_it(house: Club) -> None:
    """Also of people who have pressed nothing since the start, whom Discord is asked for."""
    await house.playing()
    await house.plays_out_the_rubber()
    plain = (await house.types(house.anna, "leaderboard", game="biritch")).text
    assert f"<@{house.boris.id}>" in plain and "(boris)" not in plain
    house._settings = replace(house._settings, names_beside=True)
    await house.restart()
    named = (await house.types(house.anna, "leaderboard", game="biritch")).text
    for who in house.four:
        assert f"<@{who.id}> ({who.name})" in named, who.name
    pairs = (await house.types(house.anna, "leaderboard", game="biritch", board="pairs")).text
    assert f"<@{house.anna.id}> (anna)" in pairs


@each(
    ("told", "shown"),
    [
        ("Anna", "<@7> (Anna)"),
        ("**Anna** `x`", "<@7> (Anna x)"),
        ("[a](https://b)", "<@7> (ahttpsb)"),
        ("@everyone", "<@7>"),
        ("<@8>", "<@7>"),
        ("\u3164", "<@7>"),
        ("", "<@7>"),
    ],
)
def test_a_name_is_letters_alone_and_means_nobody_else(told: str, shown: str) -> None:
    with names_beside({7: told}):
        assert mention(7) == shown and mention(8) == "<@8>"
    assert mention(7) == "<@7>"

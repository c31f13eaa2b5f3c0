"""The bot where Discord is otherwise than it hopes: one bet lost at a time, and all of them at once.

In each mood a deal is played by direct messages and by a hand for one person's eyes only, it is analysed, its
record is handed over as a file, chicane is told on a score pad, and an evening with threads is played. In all
of them together somebody plays alone, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

import pytest

from playground.calls import Kind
from playground.copying import components_in
from playground.errors import Json
from playground.limits import Limit, Mood
from playground.people import Answer, Person, buttons, texts
from screens.reading import read_card
from screens.words.refusals import APOLOGY as SORRY
from tests.each import mostly_long
from tests.trials.stage.guard import until
from tests.trials.stage.playing import PRIMARY, UNMETERED, Evening, Way, evening, next_act

APOLOGY = SORRY()
NOT_TAKEN = "Discord did not take my answer"
TOLD = {"record": "The record of deal 1", "picture": "the hands and the score sheet", "analyse": "analysed:"}
"""What must be said, with pictures and a layout or without."""
LOADING, EPHEMERAL = 1 << 7, 1 << 6
NEWS = 5
LOSING = {
    Mood.NO_ORIGINAL_IN_CHANNELS,
    Mood.NO_ORIGINAL_IN_DIRECT_MESSAGES,
    Mood.NO_ORIGINAL_ON_EPHEMERALS,
}
"""The moods that cost one call for nothing, until the bot has learnt it."""
FORMS = {Mood.NO_FILES_BY_TOKEN, Mood.NO_V2_AFTER_DEFERRING}
"""The moods in which an answer is refused for its form, until the bot has learnt it."""
POSTS = 3
"""New messages in the channel from the lobby to the result of a deal."""
"""What the buttons of a hand do that take a deal further."""
EACH = [*([mood] for mood in Mood), [], [*Mood]]


def named(moods: Collection[Mood]) -> str:
    return ", ".join(moods) if len(moods) < 2 else "all together"


def messages(table: Evening) -> Iterator[Json]:
    world = table.ground.world
    for channel, held in world.messages.items():
        for number in held:
            message = world.message_json(channel, number)
            assert message is not None
            yield message


def live_cards(message: Json) -> set[str]:
    """The cards that a hand offers to be played."""
    return {
        (one.custom_id or "").rpartition(":")[2]
        for one in buttons(message)
        if (one.custom_id or "").startswith("play:") and not one.disabled and one.style == PRIMARY
    }


async def no_hand_is_stale(table: Evening) -> None:
    """Every open hand offers at most the cards that its owner may play, once what is under way has come."""
    for name, shown in table.hands.items():
        person = table.person(name)

        async def follows(person: Person = person, shown: Json = shown) -> bool:
            now = table.ground.world.message_json(table.channel, int(shown["id"]))
            offered = await person.autocomplete("play", "card", channel=table.channel)
            return now is None or live_cards(now) <= {str(read_card(one["value"])) for one in offered}

        await until(follows, f"the hand of {name}")


async def told(answer: Answer) -> str:
    """What an answer says at last, when nothing is thought about any longer."""
    await until(lambda: answer.message is None or not answer.message["flags"] & LOADING, "an answer")
    assert not answer.failed
    words = " ".join(texts(answer.reply or {}))
    assert words and APOLOGY not in words and NOT_TAKEN not in words
    return words


@pytest.mark.parametrize("moods", mostly_long(EACH, short=[[*Mood]]), ids=named)
async def test_whatever_discord_does_otherwise_a_deal_and_an_evening_are_played(moods: Any) -> None:
    tight = Mood.TIGHT_TOKENS in moods  # each hand takes a second a card
    ways = {"boris": Way.HAND} if tight else {"boris": Way.HAND, "clara": Way.HAND}
    limits = replace(UNMETERED, edit_old_message=Limit(3, 6.0))
    if tight:
        limits = replace(limits, interaction_token=Limit(5, 2.0))
    people = ("anna", "boris", "clara")
    thinking = {"ROBOT_WORKERS": "1", "ROBOT_SECONDS": "0.01"}
    async with evening(seed=5, names=people, ways=ways, moods=moods, limits=limits, env=thinking) as table:
        anna = table.person("anna")
        while (move := await table._move_unless(table.results)) is not None:
            before = table.room_text
            await no_hand_is_stale(table)
            if Mood.TIGHT_OLD_EDITS in moods and len(table.done) == 20:
                table.ground.pass_time(3600)
            done = await table.do(move)
            assert not done.answer.failed
            if done.accepted:
                await table.until_changed(before)
        assert len(table.results()) == 1
        lost = [call for call in table.ground.calls if call.status == 404]
        assert len(lost) <= len(LOSING & set(moods))
        posted = [
            call for call in table.ground.calls.of_kind(Kind.CREATE) if call.channel_id == table.channel
        ]
        assert len(posted) <= POSTS + (Mood.TIGHT_OLD_EDITS in moods)
        for command, words in [*TOLD.items()] * 2:
            assert words in await told(await anna.slash("deal", show=command)), command
        untaken = [call for call in table.ground.calls if call.status == 400]
        assert len(untaken) <= len(FORMS & set(moods)), untaken
        if len(moods) == len(Mood):
            await a_game_alone(table)
        await a_score_pad(table, boxes=Mood.NO_BOXES_IN_FORMS not in moods)
        await an_evening(table)
        await no_evening_among_announcements(table)
        shown = [text for message in messages(table) for text in texts(message)]
        assert not any(APOLOGY in text for text in shown)
        assert not [one for one in messages(table) if one["flags"] & LOADING]
        assert not table.complaints()


async def a_game_alone(table: Evening) -> None:
    """A deal of Biritch against robots, on a message that only Anna sees in a channel of its own."""
    ground, anna = table.ground, table.person("anna")
    where = ground.world.create_channel(ground.guild, "alone").id
    await told(await anna.slash("play", channel=where, declare=True, strength="easy"))
    while (act := next_act(anna.sees(where)[0])) is not None:
        await told(await anna.press(anna.sees(where)[0], act))
    for label in ("More", "Analyse"):
        await told(await anna.press(anna.sees(where)[0], label=label))


async def a_score_pad(table: Evening, *, boxes: bool) -> None:
    """Chicane is told on a pad: in a form or, where Discord takes none with boxes, in a list."""
    ground, anna = table.ground, table.person("anna")
    where = ground.world.create_channel(ground.guild, "paper").id
    sides = zip(("north", "east", "south", "west"), ground.people.values(), strict=False)
    await anna.slash("score open", channel=where, game="biritch", **dict(sides))  # type: ignore[arg-type]

    def pad() -> Json:
        (own,) = [one for one in anna.sees(where) if one["flags"] & EPHEMERAL]
        return own

    await anna.press(pad(), label="Enter a deal")
    more = await anna.press(pad(), label="More…")
    assert (more.modal is not None) == boxes
    if boxes:
        await anna.submit(more, {"voids": ["E"]})
    else:
        ids = [str(one.get("custom_id")) for one in components_in(pad()["components"])]
        (voids,) = [one for one in ids if one.startswith("pad-voids:")]
        await anna.choose(pad(), voids, ["E"])
    assert any("no trump: East" in text for text in texts(pad()))


async def an_evening(table: Evening) -> None:
    """One of robots in the other channel, in threads of its own."""
    anna, where = table.person("anna"), table.ground.spare_channel
    await anna.slash("evening open", channel=where, tables=2, rounds=1, signal=False)
    await anna.slash("evening join", channel=where)
    await anna.slash("evening direct", what="begin", channel=where)
    await anna.slash("evening leave", channel=where)  # a robot plays for her
    await anna.until(
        lambda seen: any("Final table" in text for one in seen for text in texts(one)), channel=where
    )


async def no_evening_among_announcements(table: Evening) -> None:
    """The bot does not try whether a channel for announcements takes threads: it names a kind that does."""
    world, anna = table.ground.world, table.person("anna")
    news = world.create_channel(table.ground.guild, "news", type=NEWS).id
    words = await told(await anna.slash("evening open", channel=news, tables=2, rounds=1, signal=False))
    assert "use a text channel" in words

"""A finger on a score pad: what it presses and chooses, and how often it has touched the glass."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcord.actors import MemberActor
from simcord.results import InteractionResult

from screens.pad_draft import PadPress
from screens.presses import read_as
from screens.sheets import ScorePress
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Answer, Screen, walk


class Finger:
    """Of one person. A button is one tap, a list two: one opens it and one chooses; a box is one, and so is
    the button that sends the form."""

    def __init__(self, house: Club, who: MemberActor) -> None:
        self.house, self.who, self.taps = house, who, 0
        self.pad: Answer | None = None
        self.form: InteractionResult | None = None

    @property
    def text(self) -> str:
        return self.seen.text

    @property
    def seen(self) -> Screen:
        """The pad as it now stands."""
        assert self.pad is not None
        return self.house.seen(self.pad.message)

    async def on_sheet(self, verb: str, seen: Screen | None = None) -> Answer:
        """Presses a button of the sheet, or of what is shown."""
        seen = seen or self.house.screen()
        (found,) = [one["custom_id"] for one in seen.buttons if _score_verb(str(one["custom_id"])) == verb]
        self.pad = await self.house.presses_id(self.who, seen, found)
        self.taps += 1
        return self.pad

    async def press(self, verb: str, what: str = "") -> Answer:
        self.pad = await self.house.presses_id(self.who, self.seen, self.id(verb, what))
        self.taps += 1
        return self.pad

    async def opens_form(self, verb: str, what: str = "") -> None:
        """Presses a button that opens a form."""
        assert self.pad is not None
        self.form = await self.who.click(self.pad.message, custom_id=self.id(verb, what))
        assert self.form.modal is not None
        self.taps += 1

    def boxes(self, name: str) -> dict[str, bool]:
        """The boxes of a group by their values, and whether they are ticked."""
        assert self.form is not None and self.form.modal is not None
        fields = [one["component"] for one in self.form.modal["components"]]
        (found,) = [one for one in fields if one["custom_id"] == name]
        return {one["value"]: one["default"] for one in found["options"]}

    async def sends(self, **ticked: list[str]) -> Answer:
        """Sends the form with these boxes ticked, none of which was before."""
        assert self.form is not None
        self.pad = self.house._answer(await self.who.submit_modal(self.form, ticked))
        self.taps += 1 + sum(map(len, ticked.values()))
        return self.pad

    async def choose(self, verb: str, *values: str) -> Answer:
        assert self.pad is not None
        (found,) = [one for one in self.lists() if one.verb == verb]
        result = await self.who.select(self.pad.message, values, custom_id=str(found))
        self.pad = self.house._answer(result)
        self.taps += 2
        return self.pad

    def id(self, verb: str, what: str = "") -> str:
        """The id of the one button that can be pressed with this verb."""
        found = [
            one["custom_id"]
            for one in self.seen.buttons
            if not one.get("disabled") and _is(one["custom_id"], verb, what)
        ]
        assert len(found) == 1, f"{len(found)} buttons for {verb} {what}"
        return str(found[0])

    def may(self, verb: str) -> bool:
        return any(_is(one["custom_id"], verb, None) for one in self.seen.buttons if not one.get("disabled"))

    def lists(self) -> list[PadPress]:
        assert self.pad is not None
        presses = [read_as(PadPress, str(one["custom_id"])) for one in self.components(3)]
        return [one for one in presses if one is not None]

    def offered(self, verb: str) -> dict[str, str]:
        """What a list offers: each value with its label."""
        (found,) = [one for one in self.components(3) if one["custom_id"].startswith(f"pad-{verb}:")]
        return {one["value"]: one["label"] for one in found["options"]}

    def marked(self, verb: str) -> list[str]:
        """The labels in a list that are shown as chosen."""
        (found,) = [one for one in self.components(3) if one["custom_id"].startswith(f"pad-{verb}:")]
        return [one["label"] for one in found["options"] if one.get("default")]

    def components(self, kind: int) -> list[Mapping[str, Any]]:
        assert self.pad is not None
        return [one for one in walk(self.house.stored(self.pad).components) if one["type"] == kind]


def _is(custom_id: str, verb: str, what: str | None) -> bool:
    press = read_as(PadPress, custom_id)
    return press is not None and press.verb == verb and what in (None, press.what)


def _score_verb(custom_id: str) -> str:
    press = read_as(ScorePress, custom_id)
    return press.verb if press is not None else ""

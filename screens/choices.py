"""The screens of ``/me`` and ``/settings``: each choice with its name, and a list that shows its value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from screens.choice_presses import ChoicePress
from screens.parts import BRASS, heading, noted, small, text
from screens.screen import Button, ChannelSelect, Offer, Part, Row, Screen, Select, Style
from screens.words import choices as words
from screens.words.choices import Choice

CHANNELS: Final = "channels"
"""The choice that is made in a list of the server's channels."""
MOST_CHANNELS: Final = 25
SETS: Final = "sets"
"""The page of the named sets of options."""

PAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "tables": (CHANNELS, "threads", "robots", "hints"),
    "times": ("cut_after", "absent", "claim_after", "alerts", "alert_least"),
    "ranking": ("ranked", "ranked_doublings", "sheets_count"),
    "looks": ("cards", "language"),
    SETS: (),
}
"""The pages of ``/settings`` with their choices."""


def me_screen(chosen: Mapping[str, str], note: str = "") -> Screen:
    """What one person has chosen. ``chosen`` has the value of each choice."""
    top = text(noted(note), heading(words.YOURS()), small(words.YOURS_NOTE()))
    parts: list[Part] = [top]
    for choice in words.of_person():
        parts += _choice("me", choice, chosen[choice.key])
    return Screen(tuple(parts), BRASS)


def settings_screen(
    page: str,
    chosen: Mapping[str, str],
    channels: Sequence[int] = (),
    sets: Sequence[tuple[str, str]] = (),
    note: str = "",
) -> Screen:
    """A page of what a server has chosen. ``channels`` are those where tables may be opened; ``sets`` are the
    names of the sets of options, with their games."""
    parts: list[Part] = [text(noted(note), heading(words.SERVERS()), small(words.page(page)))]
    offered = {choice.key: choice for choice in words.of_server()}
    for key in PAGES[page]:
        if key == CHANNELS:
            parts += _channels(channels)
        else:
            parts += _choice("server", offered[key], chosen[key])
    if page == SETS:
        parts += _sets(sets)
    return Screen((*parts, *_ways(page)), BRASS)


def _choice(of: str, choice: Choice, now: str) -> Iterator[Part]:
    """What is set now stands in the list; a value that is not offered (any more) is offered too."""
    yield text(f"**{choice.label}**", *(small(line) for line in (choice.note,) if line))
    offers = choice.offers
    if now not in {value for value, _ in offers}:
        offers = (*offers, (now, words.other(now)))
    yield Select(
        str(ChoicePress(of, choice.key)),
        choice.label,
        tuple(Offer(value, label, chosen=value == now) for value, label in offers),
    )


def _channels(channels: Sequence[int]) -> Iterator[Part]:
    yield text(f"**{words.CHANNELS()}**", small(words.CHANNELS_NOTE()))
    if channels:
        yield text(words.these_channels([f"<#{one}>" for one in channels]))
    yield ChannelSelect(
        str(ChoicePress("server", CHANNELS)), words.CHANNELS(), tuple(channels), MOST_CHANNELS
    )


def _sets(sets: Sequence[tuple[str, str]]) -> Iterator[Part]:
    yield text(words.SETS_NOTE())
    if sets:
        yield text(*(words.set_line(name, game) for name, game in sets))
        yield Select(
            str(ChoicePress("server", "unsave")),
            words.UNSAVE(),
            tuple(Offer(name, words.unsave(name)) for name, _ in sets),
        )


def _ways(page: str) -> Iterator[Part]:
    """The buttons that lead to the other pages."""
    buttons = [
        Button(
            str(ChoicePress("server", "page", one)),
            words.page_name(one),
            Style.PRIMARY if one == page else Style.SECONDARY,
            disabled=one == page,
        )
        for one in PAGES
    ]
    yield Row(tuple(buttons[:3]))
    yield Row(tuple(buttons[3:]))

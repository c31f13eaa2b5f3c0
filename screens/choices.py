"""The screens of ``/me`` and ``/settings``: each choice with its name, and a list that shows its value.

The ids of their lists and buttons say whose choice it is, and which.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from screens.parts import BRASS, heading, noted, small, text
from screens.presses import Found, form
from screens.screen import Button, ChannelSelect, Offer, Part, Row, Screen, Select, Style
from screens.words.games.all_games import words_of
from screens.words.languages import LANGUAGES, Plural, Sentence, counted, meant, say
from screens.words.page import CLOSE_ALL_PAGES
from screens.words.scores import times


class ChoicePress(NamedTuple):
    """A choice of one person, or of a ``server``; or with the key ``page`` a page of them."""

    of: str
    key: str
    what: str = ""

    def __str__(self) -> str:
        return f"{self.of}:{self.key}:{self.what}" if self.what else f"{self.of}:{self.key}"


@form(ChoicePress, ("me", "server"), r"(?P<key>[a-z_]{1,30})(?::(?P<what>[a-z_]{1,30}))?")
def _of_choice(verb: str, found: Found) -> ChoicePress:
    return ChoicePress(verb, found["key"], found["what"])


class Choice(NamedTuple):
    """Something that may be chosen: its key, its name, a note, and each value with its name."""

    key: str
    label: str
    note: str
    offers: tuple[tuple[str, str], ...]


YOURS: Final = Sentence("Your settings")
YOURS_NOTE: Final = Sentence("For every server, and for our direct messages. Only you see this.")

UNSET: Final = "-"
"""The value of a choice that somebody has not made: the server or the host decides."""

_LANGUAGES: Final = tuple(LANGUAGES.items())


def of_person() -> tuple[Choice, ...]:
    """What one person may choose."""
    return (
        Choice(
            "alert",
            say("When a table waits for you"),
            say("I can send a short message that rings, and delete it once you have played."),
            (
                ("0", say("Alert me at once")),
                *(
                    (str(one), say("Alert me after {time}", time=seconds(one)))
                    for one in (10, 20, 45, 60, 120, 300)
                ),
                ("never", say("Never alert me")),
            ),
        ),
        Choice(
            "remind_at",
            say("Daily reminder"),
            say("At tables that are played by turns over days, at this hour (UTC)."),
            tuple((str(hour), f"{hour:02}:00 UTC") for hour in range(24)),
        ),
        Choice(
            "cards",
            say("Cards look like this"),
            "",
            ((UNSET, say("As the server has them")), *_card_styles()),
        ),
        Choice(
            "two_tap",
            say("To play a card"),
            "",
            (("no", say("One tap plays it")), ("yes", say("The first tap marks it, the second plays it"))),
        ),
        Choice(
            "challenged",
            say("Challenges"),
            say("Five deals against a friend: `/challenge`."),
            (("yes", say("Anybody may challenge me")), ("no", say("Nobody may challenge me"))),
        ),
        Choice(
            "picture",
            say("The table while cards are played"),
            say("Where only you see it, with you at the bottom."),
            (("no", say("In words")), ("yes", say("As a picture"))),
        ),
        Choice("language", say("Language"), "", ((UNSET, say("As my Discord is set")), *_LANGUAGES)),
    )


def _card_styles() -> tuple[tuple[str, str], ...]:
    return (
        ("four colours", say("Emoji, suits in four colours")),
        ("two colours", say("Emoji, suits in two colours")),
        ("text", say("Text")),
    )


SERVERS: Final = Sentence("Settings of this server")
CHANNELS_TITLE: Final = Sentence("Channels where tables may be opened")
CHANNELS_NOTE: Final = Sentence(
    "Takes effect at once; tables that stand elsewhere go on. The threads of a channel belong to it. "
    "If none is chosen, tables may be opened everywhere."
)
SETS_NOTE: Final = Sentence(
    "A set of options has a name. `/table options save:` keeps the options of the table in a channel, and "
    "`/table open` opens a table with a set."
)
UNSAVE: Final = Sentence("Delete a set")

_AT_ONCE: Final = Sentence("Takes effect at once.")
_NEW_TABLES: Final = Sentence("For tables that are opened from now on.")
_NEW: Final = Sentence("For tables and score sheets that are opened from now on.")


def of_server() -> tuple[Choice, ...]:
    """What the administrators of a server may choose, besides the channels."""
    return (
        Choice(
            "threads",
            say("A further table in a channel"),
            _AT_ONCE(),
            (("no", say("Is refused")), ("yes", say("Gets its own thread"))),
        ),
        Choice(
            "robots",
            say("Robots"),
            " ".join((_NEW_TABLES(), say("In a rubber a robot still plays on for somebody who leaves."))),
            (("yes", say("May take chairs")), ("no", say("Only people take chairs"))),
        ),
        Choice(
            "hints",
            say("Hints"),
            _NEW_TABLES(),
            (("yes", say("Tables may have hints")), ("no", say("No hints"))),
        ),
        Choice(
            "cut_after",
            say("I cut the pack for a player after"),
            say("Takes effect at the next cut."),
            (
                (UNSET, say("The time that my host has set")),
                *((str(one), seconds(one)) for one in (0, 5, 10, 20, 30, 60, 120)),
            ),
        ),
        Choice(
            "absent",
            say("A robot may sit in for an absent player after"),
            _NEW_TABLES(),
            tuple((str(one), MINUTES(one)) for one in (1, 2, 3, 5, 10, 15, 30, 60, 120)),
        ),
        Choice(
            "claim_after",
            say("A claim that nobody answers"),
            say("Takes effect at the next claim."),
            (
                ("0", say("Waits")),
                *(
                    (str(one), say("Counts as refused after {time}", time=seconds(one)))
                    for one in (15, 30, 60, 120, 300)
                ),
            ),
        ),
        Choice(
            "alerts",
            say("Alerts in this server"),
            " ".join((_AT_ONCE(), say("Each person chooses when to be alerted, with `/me`."))),
            (("yes", say("Are sent")), ("no", say("Are not sent"))),
        ),
        Choice(
            "alert_least",
            say("Alerts come at the earliest"),
            " ".join((_AT_ONCE(), say("For this server, whatever people have chosen with `/me`."))),
            (
                ("0", say("When each person has chosen")),
                *((str(one), say("After {time}", time=seconds(one))) for one in (10, 20, 45, 60, 120, 300)),
            ),
        ),
        Choice(
            "ranked",
            say("Rubbers at tables that count"),
            _NEW_TABLES(),
            (
                ("sides", say("With a person on each side")),
                ("full", say("With people in all chairs")),
                ("none", say("None")),
            ),
        ),
        Choice(
            "ranked_doublings",
            say("A trick counts as doubled at most"),
            " ".join((_NEW(), say("So nobody wins by agreeing to double without end."))),
            tuple((str(one), doublings(one)) for one in (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20)),
        ),
        Choice(
            "sheets_count",
            say("Rubbers with real cards"),
            say("For score sheets that are opened from now on."),
            (("yes", say("Count once confirmed by all")), ("no", say("Do not count"))),
        ),
        Choice(
            "seasons",
            say("A season of the leaderboards"),
            say(
                "The present one keeps what was won in it and ends at the next border of the new length. "
                "Seasons of three months begin in September, December, March and June. All time counts on."
            ),
            (
                *((str(one), MONTHS_LONG(one)) for one in (1, 3, 6)),
                ("12", say("A year")),
                ("0", say("There are none")),
            ),
        ),
        Choice(
            "news",
            say("News of my host"),
            say("At most a few a year, in the system channel of the server, and each of them once."),
            (("no", say("Are not posted here")), ("yes", say("Are posted here"))),
        ),
        Choice(
            "cards",
            say("Cards look like this"),
            say("Unless somebody has chosen otherwise, by `/me`."),
            _card_styles(),
        ),
        Choice(
            "language",
            say("Language in the channels"),
            "",
            ((UNSET, say("As the server is set in Discord")), *_LANGUAGES),
        ),
    )


def page_title(key: str) -> str:
    return say("{page}. Only those who may manage the server see and change this.", page=page_name(key))


def page_name(key: str) -> str:
    match key:
        case "tables":
            return meant("a page of settings", "Tables")
        case "times":
            return meant("a page of settings", "Times")
        case "ranking":
            return meant("a page of settings", "Ranking")
        case "looks":
            return meant("a page of settings", "Looks")
        case _:
            return meant("a page of settings", "Sets of options")


THESE_CHANNELS: Final = Sentence("Now: {channels}")


def seconds(count: int) -> str:
    """``20 seconds``, ``2 minutes``."""
    if count >= 60 and count % 60 == 0:
        return MINUTES(count // 60)
    return counted(count, "{count} second", "{count} seconds")


MONTHS_LONG: Final = Plural("{count} month", "{count} months")
MINUTES: Final = Plural("{count} minute", "{count} minutes")


def doublings(count: int) -> str:
    """As how often doubled a trick counts at most."""
    return str(times(count)) if count else say("not at all")


def other(value: str) -> str:
    """A value that the list does not offer, as it was set by an earlier version."""
    return say("As it was set: {value}", value=value) if value else say("As it was set")


def set_line(name: str, game: str) -> str:
    """A named set of options, with its game."""
    return f"**{name}** · {words_of(game).name}"


UNSAVE_ONE: Final = Sentence("Delete {name}")


# Refusals and short answers

LOST_OF_PERSON: Final = Sentence(
    "What I had stored of something you chose is damaged. It is as if you had never chosen it: please look "
    "through this list, and choose it again."
)
LOST_OF_SERVER: Final = Sentence(
    "What I had stored of something this server chose is damaged. It is as if nobody had ever chosen it: "
    "please look through these pages, and choose it again."
)

NOT_THE_HOST: Final = Sentence("Only my host can see that.")
NOT_AN_ADMINISTRATOR: Final = Sentence("Only those who may manage the server can change its settings.")
NO_OPTION_NAMED: Final = Sentence("Say in `name` which option has that value: its values are offered then.")
NO_SUCH_SET: Final = Sentence("There is no set of options by this name here.")
SET_EXISTS: Final = Sentence(
    "There is a set by this name. Choose another name, or delete that one in `/settings`."
)
TOO_MANY_SETS: Final = Sentence("This server keeps 25 sets already. Delete one in `/settings` first.")
BAD_SET_NAME: Final = Sentence("A name has up to 32 letters, figures, spaces, hyphens and apostrophes.")
SET_OF_OTHER_GAME: Final = Sentence("That set is for {game}: choose that game, or none, with it.")
"""``game`` is that of the set."""
NOT_IN_THIS_CHANNEL: Final = Sentence("Tables may be opened only in {channels}.")
SAVED: Final = Sentence("Saved. `/table open` with the set *{name}* opens a table with these options.")
UNSAVED: Final = Sentence("The set *{name}* is deleted.")


def set_offer(name: str, game: str) -> str:
    """A set as the list of sets shows it."""
    return f"{name} ({words_of(game).name})"


def thread_name(game: str) -> str:
    """The name of a thread that is opened for a table."""
    return say("{game}: a table", game=words_of(game).name)


def thread_opened(thread: str, seated: str) -> str:
    """``seated`` is what the opener is told of a chair."""
    opened = say("This channel already has a table, so yours is in {thread}.", thread=thread)
    return f"{opened}\n{seated}"


ONLY_PEOPLE: Final = Sentence("Only people take chairs here: the rubber can start once all have one.")

ROBOTS_FORBIDDEN: Final = Sentence("Only people take chairs at this table, as the server has decided.")

HINTS_FORBIDDEN: Final = Sentence("There are no hints at this table, as the server has decided.")


CHANNELS: Final = "channels"
"""The choice that is made in a list of the server's channels."""
MOST_CHANNELS: Final = 25
SETS: Final = "sets"
"""The page of the named sets of options."""

PAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "tables": (CHANNELS, "threads", "robots", "hints"),
    "times": ("cut_after", "absent", "claim_after", "alerts", "alert_least"),
    "ranking": ("ranked", "ranked_doublings", "sheets_count", "seasons"),
    "looks": ("cards", "language", "news"),
    SETS: (),
}
"""The pages of ``/settings`` with their choices."""


CLOSE_PAGES: Final = "close_pages"
"""Not a choice, but a button: it ends every session of a browser at a table."""


def me_screen(chosen: Mapping[str, str], note: str = "", *, pages: bool = False) -> Screen:
    """What one person has chosen: ``chosen`` has the value of each choice. Where there are table ``pages``,
    all those of the person can be closed."""
    top = text(noted(note), heading(YOURS()), small(YOURS_NOTE()))
    parts: list[Part] = [top]
    for choice in of_person():
        parts += _choice_list("me", choice, chosen[choice.key])
    if pages:
        parts.append(Row((Button(str(ChoicePress("me", CLOSE_PAGES)), CLOSE_ALL_PAGES()),)))
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
    parts: list[Part] = [text(noted(note), heading(SERVERS()), small(page_title(page)))]
    offered = {choice.key: choice for choice in of_server()}
    for key in PAGES[page]:
        if key == CHANNELS:
            parts += _channels(channels)
        else:
            parts += _choice_list("server", offered[key], chosen[key])
    if page == SETS:
        parts += _sets_list(sets)
    return Screen((*parts, *_page_buttons(page)), BRASS)


def _choice_list(of: str, choice: Choice, now: str) -> Iterator[Part]:
    """A list in which the present value is chosen, and offered even if no other could choose it."""
    yield text(f"**{choice.label}**", *(small(line) for line in (choice.note,) if line))
    offers = choice.offers
    if now not in {value for value, _ in offers}:
        offers = (*offers, (now, other(now)))
    yield Select(
        str(ChoicePress(of, choice.key)),
        choice.label,
        tuple(Offer(value, label, chosen=value == now) for value, label in offers),
    )


def _channels(channels: Sequence[int]) -> Iterator[Part]:
    yield text(f"**{CHANNELS_TITLE()}**", small(CHANNELS_NOTE()))
    if channels:
        yield text(THESE_CHANNELS(channels=", ".join(f"<#{one}>" for one in channels)))
    yield ChannelSelect(
        str(ChoicePress("server", CHANNELS)), CHANNELS_TITLE(), tuple(channels), MOST_CHANNELS
    )


def _sets_list(sets: Sequence[tuple[str, str]]) -> Iterator[Part]:
    yield text(SETS_NOTE())
    if sets:
        yield text(*(set_line(name, game) for name, game in sets))
        yield Select(
            str(ChoicePress("server", "unsave")),
            UNSAVE(),
            tuple(Offer(name, UNSAVE_ONE(name=name)) for name, _ in sets),
        )


def _page_buttons(page: str) -> Iterator[Part]:
    """The buttons that lead to the other pages."""
    buttons = [
        Button(
            str(ChoicePress("server", "page", one)),
            page_name(one),
            Style.PRIMARY if one == page else Style.SECONDARY,
            disabled=one == page,
        )
        for one in PAGES
    ]
    yield Row(tuple(buttons[:3]))
    yield Row(tuple(buttons[3:]))

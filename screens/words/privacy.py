"""What the bot says of what it keeps of a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from screens.words.languages import Plural, Sentence, marked, say

COMMANDS: Final = {
    "privacy": marked("What the bot keeps of you"),
    "privacy show": marked("What the bot keeps of you, in short"),
    "privacy export": marked("All that the bot keeps of you, as a file"),
    "privacy forget": marked("Make the bot forget you: you leave all tables and the leaderboards"),
}
SURE: Final = marked("Whether you are sure: this cannot be undone")
YES: Final = Sentence("Yes, forget me")
FILE: Final = Sentence(
    "All that I keep of you, as JSON; times are seconds since 1970. `/deal` gives the cards of deals that "
    "are over."
)
FORGOTTEN: Final = Sentence(
    "You are forgotten: you have left all tables and the leaderboards, and nothing that I keep leads to "
    "you. Games that you played stay, under pseudonyms. So that nobody plays a deal twice, a mark that "
    "names nobody stays of each compared deal that you began today, until an hour after midnight (UTC), "
    "and of one of a challenge four days longer. Backups of my host may have you, and such marks with "
    "their keys, for up to a year, and copies that an update or a restored backup leaves, for thirty "
    "days."
)

FOR_GOOD: Final = Sentence("for good, under a pseudonym or nobody's name")
UNTIL_FORGOTTEN: Final = Sentence("until you are forgotten")
TERMS: Final = (
    (
        Sentence("calls, cards and other acts of a game, how a table stood, and what compared deals came to"),
        FOR_GOOD,
    ),
    (Sentence("your number, what is counted from your games, what you have chosen"), UNTIL_FORGOTTEN),
    (
        Sentence("why robots acted, and the calls and cards of compared deals beside their tables"),
        Plural("{count} day", "{count} days"),
    ),
    (Sentence("names of guests on a score sheet"), Sentence("for good, with the sheet")),
    (Sentence("that a press has been done, which names a press and nobody"), Sentence("a week")),
    (Sentence("when the bot was connected"), Sentence("as long as an open table needs it")),
    (Sentence("a token for a hand that only you see"), Sentence("a quarter of an hour")),
    (Sentence("a link to the page of a table"), Sentence("ten minutes")),
    (Sentence("a browser that such a link has let in"), Sentence("thirty days")),
    (
        Sentence("the mark of a compared deal that you have begun, and its key"),
        Sentence("an hour after the end of its day"),
    ),
    (
        Sentence("the same of a deal of a challenge, which lasts for four days"),
        Sentence("four days more"),
    ),
    (Sentence("who was challenged by whom, when, and what they answered"), UNTIL_FORGOTTEN),
    (
        Sentence("that my host has blocked you, with your number and the day"),
        Sentence("until my host unblocks you, also once you are forgotten"),
    ),
    (
        Sentence("a copy of the database that an update, or a backup that is put back, leaves"),
        Sentence("thirty days"),
    ),
    (Sentence("backups"), Sentence("up to a year")),
)
"""What is kept, and for how long; the host may set the number of days. docs/privacy.md says the same."""


def list_terms(days: int) -> str:
    told = ((what(), term(days) if isinstance(term, Plural) else term()) for what, term in TERMS)
    rows = [say("- {what}: {term}", what=what, term=term) for what, term in told]
    return "\n".join([say("**For how long**"), *rows])


def kept_summary(known: Mapping[str, Any]) -> str:
    """What is kept, in short."""
    places: Sequence[Mapping[str, Any]] = known["tables and score sheets"]
    return say(
        "**What I keep of you**\n"
        "Your number at Discord, {user}, and beside it:\n"
        "- tables and score sheets: {tables}, of which open: {open}\n"
        "- calls, cards and other acts: {acts}\n"
        "- rubbers that count: {results}\n"
        "- settings: {settings}\n"
        "I keep no name and no message of yours. `/privacy export` gives you all of it as a file, and "
        "`/privacy forget` deletes what leads to you.",
        user=known["user"],
        tables=len(places),
        open=sum(bool(one["open"]) for one in places),
        acts=sum(int(one["acts"]) for one in places),
        results=len(known["results"]),
        settings=len(known["settings"]),
    )

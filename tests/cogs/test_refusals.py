"""What somebody is told who was refused, with the facts that the refusal bears."""

from __future__ import annotations

import pytest

from bot import errors
from bot.discord_api.faults import NoPlace
from cogs.refusals import answer_refused, worded
from rules.errors import Refusal
from rules.evening.errors import EveningRefused, EveningWhy
from rules.refusals import Refused, Why
from rules.sheet.errors import SheetRefused, SheetWhy
from screens.words.names import ON_PAPER


@pytest.mark.parametrize(
    ("refusal", "told"),
    [
        (
            errors.NoThread(400, 160006),
            "No table is opened, since Discord refused its thread. This server has as many open threads as "
            "Discord allows: when one is archived, there is room again.",
        ),
        (
            errors.NoThread(403, 50013),
            "No table is opened, since Discord refused its thread. I lack a permission here that an "
            "administrator can give me.",
        ),
        (errors.NotAllowed(("send_messages",)), "I need these permissions here: Send Messages."),
        (errors.NotAllowed(("send_messages",), 77), "I need these permissions in <#77>: Send Messages."),
        (
            errors.NoSuchChannel(77),
            "No table can stand in <#77>: name channels of this server that I can see.",
        ),
        (errors.NotInThisChannel((77, 78)), "Tables may be opened only in <#77>, <#78>."),
        (
            errors.YoursIsElsewhere((77, 78)),
            "There is no open table here: `/table open` opens one. Yours are in <#77> and <#78>.",
        ),
        (
            errors.DealDamaged(3),
            "I do not show deal 3: its record has been damaged or changed since it was played. The host of "
            "this bot finds it named in the log.",
        ),
        (
            errors.SeveralTables((77, 78)),
            "You are at several tables: use the command in <#77> or <#78>.",
        ),
        (
            errors.TooManyOpen("table", 20, by_one=True),
            "You already have 20 tables open, which is the limit for one person: close one first.",
        ),
        (
            errors.TooManyOpen("sheet", 500, by_one=False),
            "This server already has 500 open score sheets, which is its limit: close one first.",
        ),
        (errors.SetOfOtherGame("vint"), "That set is for Vint: choose that game, or none, with it."),
        (
            errors.TooSoon(4),
            "A robot can take over from the player everybody waits for in 4 seconds.",
        ),
        (Refused(Why.NOT_SEATED), "You don't have a chair at this table."),
        (SheetRefused(SheetWhy.NO_SUCH_DEAL), "There is no such deal on the sheet."),
        (
            EveningRefused(EveningWhy.NOT_BEGUN),
            "The evening has not begun: `/evening direct` begins it.",
        ),
        (
            errors.AppRefused(errors.AppWhy.RESTARTING),
            "I am restarting, and nothing was done. Please try again in a moment.",
        ),
        (errors.NoSuchTable(), "There is no open table here: `/table open` opens one."),
        (errors.UnknownPress(), "I don't know that button any more. Here is the table as it is now."),
    ],
)
def test_every_kind_of_refusal_is_one_sentence_with_its_facts(refusal: Refusal, told: str) -> None:
    assert worded(refusal, ON_PAPER) == told


def test_what_kept_an_answer_from_arriving_is_told_with_what_helps() -> None:
    refused = "Discord did not take my answer. "
    assert answer_refused(NoPlace("channel gone", 10003)) == f"{refused}The channel is gone."
    assert answer_refused(NoPlace("no permission", 50013)) == (
        "I need this permission here: Attach Files. In our direct messages it works without."
    )
    for fault in (TimeoutError(), OSError()):
        assert answer_refused(fault) == (f"{refused}Discord cannot be reached now: try again in a minute.")

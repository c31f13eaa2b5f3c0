"""The one table of permissions: the invitations, the page for hosts and the library's names agree with it."""

from __future__ import annotations

import re
from pathlib import Path

import discord

from bot.permissions import LEAST, MORE, Feature, Permission, invitation, permissions

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "permissions.md"


def asked_for(address: str) -> set[str]:
    """The permissions that Discord shows for an invitation, by the library's names."""
    number = int(re.search(r"permissions=(\d+)", address)[1])  # type: ignore[index]
    return {name for name, given in discord.Permissions(number) if given}


def test_the_least_invitation_asks_for_three_permissions() -> None:
    assert asked_for(invitation(1, more=False)) == {
        "read_messages",  # the library's word for View Channel
        "send_messages",
        "send_messages_in_threads",
    }


def test_the_other_asks_for_threads_and_files_too() -> None:
    more = asked_for(invitation(1)) - asked_for(invitation(1, more=False))
    assert more == {"create_public_threads", "create_private_threads", "attach_files"}


def test_the_library_knows_each_permission_by_its_code_and_bit() -> None:
    assert {one.bit: one.code for one in Permission} == {
        discord.Permissions(**{one.code: True}).value: one.code for one in Permission
    }


def test_every_feature_is_among_the_least_or_more_and_needs_to_see_its_channel() -> None:
    assert {*LEAST, *MORE} == set(Feature)
    assert all(Permission.VIEW_CHANNEL in feature.needs for feature in Feature)
    assert len(permissions(Feature)) == len(Permission)


def test_the_page_for_hosts_has_the_same_table_and_both_addresses() -> None:
    page = PAGE.read_text("utf-8")
    rows = [f"| {one.what} | {', '.join(needed.client_name for needed in one.needs)} |" for one in Feature]
    assert "\n".join(rows) in page
    told = re.findall(r"^https://discord.com/oauth2.*$", page, re.MULTILINE)
    assert told == [invitation("YOUR_APPLICATION_ID", more=more) for more in (False, True)]

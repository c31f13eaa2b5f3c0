"""Whole screens, worked out by hand for a few states."""

from __future__ import annotations

import re

from rules.calls import Declare, Double, Pass
from rules.table.requests import AnswerClaim, ClaimRest
from screens.lobby import begun_screen
from screens.table import last_trick_screen, table_screen
from tests.screens.screens import TABLE, buttons, labels, laid, words
from tests.screens.stacked import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    begun,
    hand,
    names,
    played,
    table,
)


def test_every_card_cut_and_recut_is_shown() -> None:
    evening = begun(["JH 6C 6H 9D", "KD 2D"])
    said = words(begun_screen(evening.view(None), names))
    assert said == (
        "### Rubber 1: cut for partners\n"
        "First cut: @anna J♥ · @boris 6♣ · @clara 6♥ · @david 9♦\n"
        "Equal cards: cut again: @boris K♦ · @clara 2♦\n"
        "-# The two lowest play together, ace low; the lowest deals."
    )


def test_the_dealers_right_hand_neighbour_is_offered_the_cut() -> None:
    evening = begun()
    seal = evening.dice.commit(1)[:12]
    assert laid(table(evening)).endswith(
        "### Deal 1\n"
        "   **N** @david\n"
        "` ? ` **E** @boris · to cut\n"
        "   **S** @clara · dealer\n"
        "   **W** @anna\n"
        "@boris may cut the pack; otherwise I will.\n"
        f"-# The pack is shuffled and sealed: `{seal}…`"
    )
    assert labels(table(evening)) == ["My hand", "Score"]
    assert labels(hand(evening, EAST)) == ["Cut the pack"]
    assert labels(hand(evening, WEST)) == []
    assert "Waiting for @boris to cut the pack." in words(hand(evening, WEST))


def test_the_dealer_declares_or_passes_and_then_the_partner_must_declare() -> None:
    evening = begun().cut()
    assert laid(table(evening)) == (
        "### Deal 1: the declaration\n"
        "   **N** @david\n"
        "   **E** @boris\n"
        "` ? ` **S** @clara · to declare\n"
        "   **W** @anna\n"
        "-# @boris cut at 26."
    )
    declarations = ["♠ +2", "♥ +8", "♦ +6", "♣ +4", "Biritch +10"]
    assert labels(hand(evening, SOUTH)) == [*declarations, "Pass to partner"]
    evening.do(SOUTH, Pass())
    assert "**@david** must name trumps." in words(table(evening))
    assert labels(hand(evening, NORTH)) == declarations and labels(table(evening)) == ["My hand", "Score"]
    assert "**Your turn:** your partner passed, so you must name trumps." in words(hand(evening, NORTH))


def test_contre_shows_what_a_trick_would_then_be_worth() -> None:
    evening = begun().cut()
    evening.do(SOUTH, Pass())
    evening.do(NORTH, Declare(None))
    assert labels(hand(evening, EAST))[:2] == ["Contre: 20 a trick", "Accept"]
    evening.do(EAST, Double())
    assert laid(table(evening)) == (
        "## Biritch — no trumps, contre ×2\n"
        "-# **20** (10 × 2) a trick over six\n"
        "` ? ` **N** @david · declared · to speak\n"
        "   **E** @boris\n"
        "` ? ` **S** @clara · to speak\n"
        "   **W** @anna\n"
        "-# @clara: pass · @david: Biritch · @boris: contre"
    )
    assert labels(hand(evening, NORTH))[:2] == ["Sur contre: 40 a trick", "Accept"]
    assert [button.id for button in buttons(hand(evening, SOUTH))][:2] == [
        f"call:{TABLE}:1:3:double",
        f"call:{TABLE}:1:3:content",
    ]


def test_the_table_in_the_middle_of_a_trick() -> None:
    evening = played("6C JC 3C 7C AS 4S 8S")
    assert laid(table(evening)) == (
        "## ♥ Hearts, contre ×2\n"
        "-# **16** (8 × 2) a trick over six\n"
        "`  »    A♠`\n"
        "`  ?         4♠`\n"
        "`       8♠`\n"
        "▮ **1** **N** @david · dummy **S** @clara\n"
        "**W** **@anna** · to play **E** @boris\n"
        "-# Last: **W** 6♣ J♣ 3♣ 7♣ → **N**\n"
        "**N** Q♥ J♥ 6♥ 10♠ 5♠ K♦ Q♣ 10♣ 8♣ 5♣ 2♣\n"
        "N–S **0**/30 E–W **0**/30"
    )
    assert labels(table(evening)) == ["My hand", "Last trick", "Score"]


def test_a_finished_trick_lies_on_the_table_until_the_next_card_is_led() -> None:
    evening = played("6C JC 3C 7C")
    shown = (
        "`  v    J♣`\n"
        "`  6♣   ↑    3♣`\n"
        "`       7♣`\n"
        "▮ **1** **N** **@david** · dummy · won **S** @clara · plays dummy\n"
        "**W** @anna **E** @boris\n"
    )
    assert shown in laid(table(evening)) and "Last: " not in laid(table(evening))
    assert "`  v    J♣`" not in laid(table(played("6C JC 3C 7C AS")))


def test_a_table_that_follows_only_tricks_shows_the_last_and_nobodys_turn() -> None:
    evening = played("6C JC 3C 7C AS 4S")
    rests = table_screen(evening.view(None), TABLE, names, follows=False)
    assert laid(rests) == (
        "## ♥ Hearts, contre ×2\n"
        "-# **16** (8 × 2) a trick over six\n"
        "`  v    J♣`\n"
        "`  6♣        3♣`\n"
        "`       7♣`\n"
        "▮ **1** **N** @david · dummy · won **S** @clara\n"
        "**W** @anna **E** @boris\n"
        "N–S **0**/30 E–W **0**/30\n"
        "-# This message follows trick by trick: **My hand** shows every card."
    )


def test_a_players_panel_tells_what_they_may_do() -> None:
    assert "**Your turn:** lead." in words(hand(played(""), WEST))
    assert "**Dummy's turn:** clubs." in words(hand(played("6C"), SOUTH))
    assert "**Your turn:** clubs." in words(hand(played("6C JC"), EAST))
    assert "**Dummy's turn:** lead." in words(hand(played("6C JC 3C 7C"), SOUTH))
    void = played("6C JC 3C 7C AS 4S 8S")
    assert "**Your turn:** no spades: any card." in words(hand(void, WEST))
    assert words(hand(void, SOUTH)).startswith("It is @anna's turn.\n")
    assert "**You are dummy:** @clara plays your cards." in words(hand(void, NORTH))
    assert "@david · dummy" in words(hand(played(""), EAST))  # then the cards are open
    assert "It is @clara's turn, with dummy's cards." in words(hand(played("6C"), EAST))


def test_a_panel_tells_the_score_once_there_is_one() -> None:
    """The table's message always does; a press does not repeat to somebody that there is none."""
    assert "We " not in words(hand(played("6C"), SOUTH)) and "N–S **0**/30" in laid(table(played("6C")))
    scored = begun().cut().play_deal()
    while not (scored.table.rubber and any(scored.table.rubber.standing.below)):
        scored.cut().play_deal()
    scored.cut()
    while scored.view(None).deal is None or not scored.view(None).deal.playing:  # type: ignore[union-attr]
        scored.step()
    assert any(
        re.search("(We|They) (\\*\\*[1-9]|[1-9] game)", laid(hand(scored, seat)))
        for seat in scored.table.waits_for
    )


def test_a_refusal_stands_above_the_panel() -> None:
    said = words(hand(played(""), EAST, note="No trick has been played yet."))
    assert said.startswith("> No trick has been played yet.\nIt is @anna's turn.\n")
    assert "\n-# Trumps ♥, contre ×2\n" in said


def test_declarers_panel_has_buttons_for_the_cards_that_may_be_played_and_both_hands_as_text() -> None:
    panel = hand(played("6C"), SOUTH)
    assert labels(panel) == ["Q♣", "J♣", "10♣", "8♣", "5♣", "2♣", "Claim"]
    assert "Partner Q♥ J♥ 6♥ A♠ 10♠ 5♠ K♦\nA♥ 9♥ 7♥ 3♥ K♠ Q♠ 9♠ 8♠ 6♠ 3♠ 2♠ 3♦ 7♣" in words(panel)


def test_who_has_no_turn_has_no_card_to_press() -> None:
    """South, the dealer, plays dummy's cards, and North is dummy."""
    waiting = played("6C JC 3C 7C AS 4S 8S")
    for seat in (NORTH, EAST, SOUTH):
        assert not any(button.id.startswith("play:") for button in buttons(hand(waiting, seat)))


def test_a_panel_tells_the_table_from_where_its_owner_sits() -> None:
    """West led the six of clubs, and sits at the bottom; North, at their left, is dummy and won."""
    assert laid(hand(played("6C JC 3C 7C"), WEST)).startswith(
        "It is @clara's turn, with dummy's cards.\n"
        "`       3♣`\n"
        "`  J♣   ←    7♣`\n"
        "`  »    6♣`\n"
        "Partner @boris\n"
        "▮ **1** Left @david · won Right @clara\n"
        "-# Trumps ♥, contre ×2\n"
    )


def test_the_last_trick_card_by_card() -> None:
    assert words(last_trick_screen(played("6C JC 3C 7C").view(None), names)) == (
        "### Deal 1, trick 1\n6♣ **W** @anna · led\nJ♣ **N** @david · won\n3♣ **E** @boris\n7♣ **S** @clara"
    )
    assert words(last_trick_screen(played("6C").view(None), names)) == "No trick has been played yet."


def test_between_deals_the_last_trick_is_that_of_the_deal_before() -> None:
    evening = begun().cut().play_deal()
    assert words(last_trick_screen(evening.view(None), names)).startswith("### Deal 1, trick 13\n")


def test_a_claim_lays_the_claimers_hand_open_and_names_who_must_answer() -> None:
    evening = played("6C JC 3C 7C AS 4S 8S")
    evening.do(EAST, ClaimRest())
    evening.do(NORTH, AnswerClaim(True))
    said = words(table(evening))
    assert "**E** 8♥ J♠ 7♠ A♦ J♦ 10♦ 9♦ 8♦ 2♦ A♣ K♣\n" in said
    assert "**@boris claims the last 12 tricks.**" in said
    assert "All must agree. Waiting for @clara and @anna." in said
    assert not {"Agree", "Refuse"} & set(labels(table(evening)))
    assert buttons(hand(evening, SOUTH))[0].id == f"agree:{TABLE}:1:7:E12"
    assert "**Your turn:** agree, or refuse and play on?" in words(hand(evening, SOUTH))
    assert "Agree" not in labels(hand(evening, NORTH))


def test_a_claim_of_some_says_what_the_other_side_would_have() -> None:
    """Seven cards are played: twelve tricks are left, the second begun."""
    evening = played("6C JC 3C 7C AS 4S 8S")
    evening.do(EAST, ClaimRest(5))
    for seen, who, side in (
        (table(evening), "@boris", "North–South"),
        (hand(evening, SOUTH), "@boris", "your side"),
        (hand(evening, EAST), "@boris", "the other side"),
    ):
        assert f"**{who} claims 5 of the last 12 tricks;** 7 tricks would go to {side}." in words(seen)


def test_a_concession_names_the_partner_and_shows_no_hand() -> None:
    evening = played("6C JC 3C 7C AS 4S 8S")
    evening.do(EAST, ClaimRest(0))
    said = words(table(evening))
    assert "**@boris concedes the last 12 tricks.**" in said
    assert "Only their partner is asked. Waiting for @anna." in said
    assert "'s hand, face up" not in said
    assert "Agree" in labels(hand(evening, WEST))
    for seat in NORTH, EAST, SOUTH:
        assert "Agree" not in labels(hand(evening, seat))

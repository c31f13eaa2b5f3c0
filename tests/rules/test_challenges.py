"""Challenges as values: who may still come in, when one is over, and what each may see of it."""

from __future__ import annotations

from rules.challenges import (
    DEALS,
    MOST_FRIENDS,
    Challenge,
    Challenged,
    Phase,
    challenge_of,
    deal_of,
    has_own_door,
    places_of,
    scores_seen,
)

HOUR, DAY = 3600.0, 24 * 3600.0
MADE = 1_000_000.0
ANNA, BORIS, CLARA = 1, 2, 3
NOTHING: list[dict[int, int]] = [{} for _ in range(DEALS)]


def played(*users: int, points: int = 4, deals: int = DEALS) -> list[dict[int, int]]:
    return [dict.fromkeys(users, points) if number < deals else {} for number in range(DEALS)]


def made(*came: tuple[int, float | None], to_friend: bool = True) -> Challenge:
    """By Anna; each of the others has taken it up so many seconds later, or has not answered."""
    places = [Challenged(ANNA, MADE, MADE, True)]
    for user, after in came:
        asked = MADE if to_friend or after is None else MADE + after
        places.append(Challenged(user, asked, None if after is None else MADE + after, after is not None))
    return Challenge("f1", "biritch", "best", MADE, 5, 6, to_friend, tuple(places))


def test_a_deal_of_a_challenge_is_told_by_its_name_and_no_other_contest_is() -> None:
    assert made().deals == ("f1-1", "f1-2", "f1-3", "f1-4", "f1-5")
    for deal in made().deals:
        assert challenge_of(deal) == "f1" and has_own_door(deal)
    assert deal_of("fab12-4") == 4
    for other in ("c1234abcd", "7f3a0b1c", "f1", "f1-6", "f1-0", "fxy-1", "f1-1-1", "f1-1\n", ""):
        assert challenge_of(other) == "" and not has_own_door(other), other
    assert has_own_door("2026-11-24") and challenge_of("2026-11-24") == ""


def test_three_days_begin_when_the_friend_has_come_and_else_when_the_day_is_over() -> None:
    for challenge, closes in (
        (made((BORIS, None)), DAY),
        (made((BORIS, 3 * HOUR)), 3 * HOUR),
        (made(), DAY),
        (made((BORIS, HOUR), (CLARA, 2 * HOUR), to_friend=False), DAY),
        (made(*((10 + one, one * HOUR) for one in range(1, MOST_FRIENDS)), to_friend=False), 7 * HOUR),
    ):
        assert challenge.closes == MADE + closes
        assert challenge.ends == MADE + closes + 3 * DAY


def test_it_is_over_once_all_have_played_or_its_time_is_and_waits_for_nobody_who_may_not_come_any_more() -> (
    None
):
    both, half = played(ANNA, BORIS), [*played(ANNA, BORIS)[:-1], {ANNA: 4}]
    alone, together = made((BORIS, None)), made((BORIS, HOUR))
    open_to_all = made((BORIS, HOUR), to_friend=False)
    for challenge, after, results, phase in (
        (alone, 0.0, NOTHING, Phase.GATHERING),
        (alone, 2 * HOUR, played(ANNA), Phase.GATHERING),
        (alone, DAY, played(ANNA), Phase.ALONE),
        (together, HOUR, NOTHING, Phase.PLAYED),
        (together, HOUR, both, Phase.OVER),
        (together, HOUR, half, Phase.PLAYED),
        (together, HOUR + 3 * DAY - 1, half, Phase.PLAYED),
        (together, HOUR + 3 * DAY, half, Phase.OVER),
        (open_to_all, 2 * HOUR, both, Phase.GATHERING),
        (open_to_all, DAY, both, Phase.OVER),
        (open_to_all, DAY, half, Phase.PLAYED),
        (made(to_friend=False), DAY, played(ANNA), Phase.ALONE),
        (together, -2 * HOUR, NOTHING, Phase.OVER),  # it was made by a clock that was ahead
    ):
        assert challenge.phase(MADE + after, results) is phase, (challenge, after, results)


def test_nobody_sees_anything_of_a_deal_that_they_have_still_to_play() -> None:
    """Boris has played two deals, Anna all, and Clara, who is in it too, none."""
    challenge = made((BORIS, HOUR), (CLARA, HOUR), to_friend=False)
    results = [{ANNA: 10, BORIS: 20}, {ANNA: -30, BORIS: 5}, {ANNA: 1}, {ANNA: 2}, {ANNA: 3}]

    def seen(viewer: int, *, over: bool = False) -> dict[int, tuple[int | None, ...]]:
        return {one.user: one.points for one in scores_seen(challenge, results, viewer, over=over)}

    nothing = (None,) * DEALS
    assert seen(CLARA) == {ANNA: nothing, BORIS: nothing, CLARA: nothing}
    assert seen(BORIS) == {
        ANNA: (10, -30, None, None, None),
        BORIS: (20, 5, None, None, None),
        CLARA: nothing,
    }
    assert seen(99) == seen(CLARA), "nor does somebody who is not in it"
    assert (
        seen(ANNA)
        == seen(CLARA, over=True)
        == {
            ANNA: (10, -30, 1, 2, 3),
            BORIS: (20, 5, None, None, None),
            CLARA: nothing,
        }
    )


def test_more_deals_come_first_then_more_points_and_equal_ones_share_a_place() -> None:
    """30 + 4 = 34 of two deals stand after −5 of five; two come to 20."""
    people = [(user, HOUR) for user in (2, 3, 4, 5)]
    challenge = made(*people, to_friend=False)
    results = [
        {1: -1, 2: 30, 3: 4, 4: 10},
        {1: -1, 2: 4, 3: 4, 4: 2},
        *({1: -1, 3: 4, 4: 2 + 4 * (n == 2)} for n in (0, 1, 2)),
    ]
    scores = scores_seen(challenge, results, None, over=True)
    assert [(one.user, one.played, one.total) for one in scores] == [
        (4, 5, 22),
        (3, 5, 20),
        (1, 5, -5),
        (2, 2, 34),
        (5, 0, 0),
    ]
    assert places_of(scores) == (1, 2, 3, 4, 5)
    same = scores_seen(made((BORIS, HOUR)), played(ANNA, BORIS), None, over=True)
    assert places_of(same) == (1, 1) and [one.total for one in same] == [20, 20]

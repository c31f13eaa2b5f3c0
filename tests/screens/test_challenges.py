"""Every screen of challenges keeps to Discord's limits, in each language, with as many people and as much to
tell as there can be; and says what is so."""

from __future__ import annotations

from rules.challenges import (
    DEALS,
    MOST_FRIENDS,
    Challenge,
    Challenged,
    ChallengeScore,
    PartedAt,
    Phase,
    SeenChallenge,
)
from rules.contests import Parting
from rules.frozen import replace
from rules.games.all_games import GAMES
from screens.challenges import (
    MOST_LISTED,
    begun_challenge_lines,
    challenge_card,
    challenge_reminder,
    challenge_screen,
    invitation_screen,
    my_challenges_screen,
)
from screens.parts import text
from screens.screen import Button, Row, Screen
from tests.screens.screens import fits, fits_as_emoji, in_each_language, words_shown

LONGEST_USER = 2**63 - 1
MADE = 1_800_000_000.0


def made(players: int, *, to_friend: bool = False, game: str = "whist_short_001") -> Challenge:
    places = tuple(
        Challenged(
            LONGEST_USER - one, MADE, MADE if one == 0 or not to_friend else None, one == 0 or not to_friend
        )
        for one in range(players)
    )
    return Challenge("f" + "a" * 16, game, "best", MADE, 1, 2, to_friend, places)


def seen(challenge: Challenge, phase: Phase, *, points: int = 10**14, parted: bool = True) -> SeenChallenge:
    scores = tuple(ChallengeScore(user, (points,) * DEALS) for user in challenge.known_players)
    parting = Parting(40, "TS", "9S", 7, 7)
    other = challenge.known_players[-1] if len(challenge.known_players) == 2 else None
    found = PartedAt(other, parting, 3) if parted else None
    over = phase in (Phase.OVER, Phase.ALONE)
    return SeenChallenge(
        challenge,
        challenge.known_players[0],
        phase,
        scores,
        (found,) * DEALS,
        None if over else 5,
        True,
        True,
        99,
    )


def labels(screen: Screen) -> list[str]:
    return [
        one.label
        for part in screen.parts
        if isinstance(part, Row)
        for one in part.buttons
        if isinstance(one, Button)
    ]


def test_every_screen_of_a_challenge_fits_with_as_many_people_and_points_as_there_can_be() -> None:
    above = ("A" * 250, "**A**" * 60)
    for _ in in_each_language():
        for game in GAMES:
            all_of_them, two = made(MOST_FRIENDS, game=game), made(2, game=game)
            for challenge in (all_of_them, two, made(2, to_friend=True, game=game)):
                fits(invitation_screen(challenge))
                fits(Screen((text(*begun_challenge_lines(challenge, 5)),)))
                fits(challenge_reminder(challenge))
            for phase in Phase:
                for challenge in (all_of_them, two):
                    fits_as_emoji(challenge_screen(seen(challenge, phase), above, shown=5, note="N" * 100))
            fits(challenge_card(all_of_them, seen(all_of_them, Phase.OVER, points=-(2**200)).scores))
            fits(challenge_screen(seen(all_of_them, Phase.OVER, points=-(2**200)), above, shown=5))
        fits(my_challenges_screen([seen(made(MOST_FRIENDS), Phase.PLAYED)] * (MOST_LISTED + 9)))


def test_where_nobody_went_another_way_two_are_told_so_and_many_nothing() -> None:
    for players, said in ((2, DEALS), (3, 0)):
        found = seen(made(players), Phase.PLAYED)
        alike = [one and one._replace(parting=None) for one in found.partings]
        lines = words_shown(challenge_screen(found._replace(partings=tuple(alike)))).splitlines()
        assert sum("played it alike" in line for line in lines) == said and "-# " not in lines


def test_of_a_deal_the_viewer_and_the_best_are_shown_where_many_have_played_it() -> None:
    """Of six the viewer has least; the third and the fourth have as much."""
    challenge = made(6)
    users = challenge.known_players
    points = dict(zip(users, (-70, 10, 30, 20, 20, 40), strict=True))
    scores = tuple(ChallengeScore(user, (points[user], *(None,) * (DEALS - 1))) for user in users)
    shown = words_shown(challenge_screen(seen(challenge, Phase.PLAYED)._replace(scores=scores)))
    best = (
        f"<@{users[5]}> **+40** · <@{users[2]}> **+30** · <@{users[3]}> **+20** · <@{users[0]}> **−70** · …"
    )
    assert f"**Deal 1** · {best}\n" in shown and shown.count("you have still to play it") == DEALS - 1


def test_what_can_be_pressed_follows_how_a_challenge_stands() -> None:
    challenge = made(2)
    assert labels(challenge_screen(seen(challenge, Phase.PLAYED))) == ["Go on with deal 5", "How it stands"]
    to_begin = seen(challenge, Phase.PLAYED)._replace(begun=False)
    assert labels(challenge_screen(to_begin, shown=4)) == ["Play deal 5", "The deal", "How it stands"]
    assert labels(challenge_screen(seen(challenge, Phase.OVER))) == ["Share", "Challenge again"]
    assert labels(challenge_screen(seen(challenge, Phase.ALONE))) == ["Challenge again"]
    asked = made(2, to_friend=True)
    friend = seen(asked, Phase.GATHERING)._replace(viewer=asked.places[1].user or 0, next_deal=None)
    assert labels(challenge_screen(friend)) == ["I play", "Decline"]
    assert "Deal 1" not in words_shown(challenge_screen(friend)), (
        "nothing is told of deals that are not theirs"
    )
    declined = replace(asked, places=(asked.places[0], replace(asked.places[1], answered=MADE + 9)))
    assert labels(challenge_screen(friend._replace(challenge=declined))) == ["I play"]
    assert labels(invitation_screen(asked)) == ["I play", "Decline"]
    assert labels(invitation_screen(challenge)) == ["I play"]
    assert invitation_screen(asked).pings == asked.places[1].user
    assert invitation_screen(asked, new=False).pings is None is invitation_screen(challenge).pings


def test_a_redouble_at_which_plays_parted_is_called_so_and_cards_put_out_are_shown() -> None:
    """The second doubling of a declaration, and what was put out after a ruff."""
    doubled = Parting(2, "double", "content", 3, 4)
    for game, level, own in (
        ("biritch", 1, "sur contre"),
        ("biritch", 0, "contre"),
        ("auction", 1, "redouble"),
    ):
        other = PartedAt(7, doubled, 4, level)
        assert f"You parted with a call: **{own}**; <@7> said accept." in parted(other, game)
        many = PartedAt(None, doubled, 4, level)
        assert f"another call than most: **{own}**; most said accept (3 of 4)" in parted(many, game)
    put_out = Parting(1, "discard:2C.3C.4D.9H", "discard:2C.3C.4D.5D", 3, 4)
    assert "You put out other cards: **" in parted(PartedAt(7, put_out, 2), "ruff_and_honours")
    field = parted(PartedAt(None, put_out, 2), "ruff_and_honours")
    assert "You put out other cards than most" in field and "puts out" not in field


def parted(found: PartedAt, game: str) -> str:
    """What somebody reads of where their play parted from others."""
    shown = seen(made(2, game=game), Phase.OVER, parted=False)
    return words_shown(challenge_screen(shown._replace(partings=(found, *(None,) * (DEALS - 1)))))

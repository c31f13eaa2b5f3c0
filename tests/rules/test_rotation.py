"""More people than chairs: who waits, who goes out after a rubber, who comes in (laws 1.4)."""

from __future__ import annotations

from collections.abc import Sequence

from rules import refusals
from rules.cards import PACK, Card, parse_card
from rules.games.all_games import game
from rules.record.codec import decode_table, encode_table
from rules.record.findings import CutByOthers, Miscounted, WronglyOut, rotation_sentence
from rules.seats import Member, Person, RobotMember, Seat
from rules.table.events import Joined, Left, Waited, WentOut
from rules.table.requests import AddRobot, AgreeToClose, Join, Leave, Pause, RobotForAbsent, Start
from rules.view import GoneOut
from tests.refusing import refusing
from tests.rules.deals import NS, granted, replayed
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Dice, Evening

EMIL, FRIDA, GRETA = Person("emil"), Person("frida"), Person("greta")


class Drawn(Dice):
    """Chance in which the next cuts draw these cards."""

    def __init__(self, *cuts: str) -> None:
        super().__init__(0)
        self.cuts = [list(map(parse_card, cut.split())) for cut in cuts]

    def cards(self, count: int) -> Sequence[Card]:
        drawn = self.cuts.pop(0) if self.cuts else self.random.sample(PACK, count)
        assert len(drawn) == count
        return drawn


def evening(*people: Person, **options: str) -> Evening:
    """A table at which those who came first cut lowest for the chairs."""
    at = Evening(0, "biritch", **options).seat(*people)
    if len(people) > 4:
        at.dice = Drawn(" ".join(("2S", "3S", "4S", "5S", "6S", "7S")[: len(people)]))
    return at


def rubber(at: Evening, *cuts: str) -> tuple[WentOut | Joined | Left, ...]:
    """A whole rubber, won by North and South; who came and went after it. ``cuts`` are drawn to go out."""
    begun = len(at.events)
    if at.table.rubber is None:
        at.ask(at.table.persons[0], Start())
    at.dice = Drawn(*cuts)
    while at.table.rubber is not None:
        granted(at, NS, "hearts", 1)
    return tuple(one for one in at.events[begun:] if isinstance(one, WentOut | Joined | Left))


def went_out(gone: WentOut | Joined | Left) -> tuple[tuple[Person, int], ...]:
    assert isinstance(gone, WentOut)
    return gone.gone.out


def test_up_to_six_belong_to_a_table_and_the_fifth_and_sixth_wait() -> None:
    at = evening(ANNA, BORIS, CLARA, DAVID)
    assert at.ask(EMIL, Join()) == (Waited(EMIL),)
    at.dice = Drawn("2S 3S 4S 5S 6S")
    at.start()
    assert at.ask(FRIDA, Join()) == (Waited(FRIDA),)
    assert at.table.waiting == (EMIL, FRIDA) and at.table.members == (ANNA, BORIS, CLARA, DAVID)
    with refusing(refusals.Why.SIX_BELONG):
        at.ask(GRETA, Join())
    with refusing(refusals.Why.ALREADY_WAITING):
        at.ask(EMIL, Join())
    assert at.ask(EMIL, Leave()) == (Left(EMIL),)
    assert at.ask(GRETA, Join()) == (Waited(GRETA),) and at.table.waiting == (FRIDA, GRETA)


def test_those_who_wait_hold_nobody_up_and_decide_nothing() -> None:
    at = evening(ANNA, BORIS, CLARA, DAVID, EMIL).start()
    for ask in (Pause(), AgreeToClose()):
        with refusing(refusals.Why.WAITS_FOR_CHAIR):
            at.ask(EMIL, ask)
    with refusing(refusals.Why.NOT_SEATED):
        at.ask(EMIL, RobotForAbsent())
    at.ask(ANNA, AgreeToClose())
    at.ask(BORIS, AgreeToClose())
    at.ask(CLARA, AgreeToClose())
    at.ask(DAVID, AgreeToClose())
    assert at.table.closed


def test_an_evening_of_five_in_which_the_highest_goes_out_first_and_then_each_in_turn() -> None:
    """After the first rubber all four have played one: they cut, and the king is the highest. After the
    second three have played two: they cut again. After the third two have played three. After the fourth one
    has played four, and nobody cuts."""
    at = evening(ANNA, BORIS, CLARA, DAVID, EMIL)
    assert rubber(at, "AS 9H KD QC") == (
        WentOut(
            GoneOut(
                ((CLARA, 1),),
                (
                    tuple(
                        zip(
                            (ANNA, BORIS, CLARA, DAVID),
                            map(parse_card, ("AS", "9H", "KD", "QC")),
                            strict=True,
                        )
                    ),
                ),
            )
        ),
        Joined(EMIL),
    )
    assert at.table.members == (ANNA, BORIS, DAVID, EMIL) and at.table.waiting == (CLARA,)
    gone, came = rubber(at, "2S 2H TD")  # Anna, Boris, David
    assert went_out(gone) == ((DAVID, 2),) and came == Joined(CLARA)
    gone, came = rubber(at, "5S 5H", "JS TS")  # Anna and Boris cut equal cards, and cut again
    assert went_out(gone) == ((ANNA, 3),) and came == Joined(DAVID)
    assert isinstance(gone, WentOut) and len(gone.gone.cuts) == 2
    gone, came = rubber(at)
    assert gone == WentOut(GoneOut(((BORIS, 4),), ())) and came == Joined(ANNA)
    gone, came = rubber(at)  # Emil came in after the first rubber, Clara after the second
    assert gone == WentOut(GoneOut(((EMIL, 4),), ())) and came == Joined(BORIS)
    assert replayed(at.events) == at.table
    kept = encode_table(at.table)
    assert decode_table(kept, game) == at.table


def test_six_people_change_two_by_two_and_after_the_first_time_without_cutting() -> None:
    at = evening(ANNA, BORIS, CLARA, DAVID, EMIL, FRIDA)
    gone, *came = rubber(at, "AS 9H KD QC")
    assert went_out(gone) == ((CLARA, 1), (DAVID, 1)) and came == [Joined(EMIL), Joined(FRIDA)]
    gone, *came = rubber(at)
    assert gone == WentOut(GoneOut(((ANNA, 2), (BORIS, 2)), ()))
    assert came == [Joined(CLARA), Joined(DAVID)] and at.table.waiting == (ANNA, BORIS)


def test_a_robot_gives_way_before_anybody_goes_out() -> None:
    """A robot sits in for Anna, who is absent, when the rubber ends: her chair goes to who waited."""
    at = evening(ANNA, BORIS, CLARA, DAVID, EMIL).start()
    seat = next(seat for seat in Seat if at.member(seat) == ANNA)
    while seat not in at.table.waits_for:
        at.step()
    at.ask(BORIS, RobotForAbsent())
    robot = at.member(seat)
    assert isinstance(robot, RobotMember)
    begun = len(at.events)
    at.play_rubber()
    assert [one for one in at.events[begun:] if isinstance(one, WentOut | Joined | Left)] == [
        Left(robot),
        Joined(EMIL),
    ]
    assert at.table.persons == (BORIS, CLARA, DAVID, EMIL)
    (waits, gone, came) = at.ask(ANNA, Join())  # she comes back after the rubber, and claims to come in
    assert waits == Waited(ANNA) and isinstance(gone, WentOut) and came == Joined(ANNA)
    assert gone.gone.out[0][0] in (BORIS, CLARA, DAVID) and gone.gone.out[0][1] == 1


def test_whoever_waits_takes_the_chair_of_one_who_leaves_between_rubbers_and_no_robot_does() -> None:
    at = evening(ANNA, BORIS, CLARA, DAVID, EMIL)
    assert at.ask(ANNA, Leave()) == (Left(ANNA), Joined(EMIL))
    assert at.table.members == (BORIS, CLARA, DAVID, EMIL)
    with refusing(refusals.Why.TABLE_IS_FULL):
        at.ask(BORIS, AddRobot())


def test_where_two_rubbers_are_played_with_one_partner_people_go_out_after_the_second() -> None:
    at = evening(ANNA, BORIS, CLARA, DAVID, EMIL, rubbers_per_cut="2")
    assert rubber(at) == ()
    gone, came = rubber(at, "AS 9H KD QC")
    assert went_out(gone) == ((CLARA, 2),) and came == Joined(EMIL)


def test_where_the_suit_decides_nobody_cuts_twice_to_go_out() -> None:
    """Hearts are the lowest, spades the highest (ambiguity 2b)."""
    at = evening(ANNA, BORIS, CLARA, DAVID, EMIL, cut_tie="suit_order")
    gone, _ = rubber(at, "5S 5H 5D 5C")
    assert went_out(gone) == ((ANNA, 1),)


def test_at_dummy_whist_the_three_who_play_change_too() -> None:
    at = Evening(0, "dummy_whist").seat(ANNA, BORIS, CLARA, DAVID)
    assert at.table.waiting == (DAVID,)
    at.start()
    at.play_rubber()
    out: set[Member] = {ANNA, BORIS, CLARA, DAVID} - set(at.table.members)  # type: ignore[assignment]
    assert out == set(at.table.waiting) and len(out) == 1 and DAVID in at.table.members


def test_what_was_wrong_with_who_went_out_is_told_in_a_sentence() -> None:
    """The people by their names in the log, in the order of the alphabet."""
    assert rotation_sentence(Miscounted(3, ANNA, 1, 2)) == (
        f"After rubber 3 {ANNA} was said to have played 1 rubber in succession and had played 2."
    )
    assert rotation_sentence(Miscounted(3, ANNA, 2, 1)) == (
        f"After rubber 3 {ANNA} was said to have played 2 rubbers in succession and had played 1."
    )
    out, due = frozenset({BORIS, ANNA}), frozenset({CLARA})
    first, second = sorted((str(ANNA), str(BORIS)))
    assert rotation_sentence(WronglyOut(2, out, due)) == (
        f"After rubber 2 {first} and {second} went out instead of {CLARA}."
    )
    assert rotation_sentence(CutByOthers(1, frozenset(), out)) == (
        f"After rubber 1 nobody cut to go out, which was for {first} and {second}."
    )

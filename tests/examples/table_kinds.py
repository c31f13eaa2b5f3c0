"""Worked examples of a table of friends (docs/laws.md 1.4 and 1.6; readings R12 and R20; appendix E, E1 and
E2): cards that are taken back or replaced, and who stands out of five and six. Their form is in
tests/examples/README.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rules.calls import PLAYS
from rules.cards import PACK, Card, parse_card
from rules.deal import revoke
from rules.errors import RulesError
from rules.games.all_games import GAMES
from rules.games.variant import LAWFUL, Variant
from rules.out_of_turn import Exacted
from rules.revoke import renounced
from rules.seats import Person, Seat
from rules.table.events import Joined, StoodOut, WentOut
from rules.table.requests import (
    AddRobot,
    AnswerClaim,
    AskSuit,
    ClaimRevoke,
    Correct,
    DemandPenalty,
    DenySuit,
    Gather,
    Join,
    Leave,
    ReplaceCard,
    Request,
    Start,
    TakeBack,
)
from rules.view import GoneOut
from tests.examples.out_of_turn import hands_of
from tests.examples.vectors import Found, Malformed, Vector, word
from tests.rules import lawful
from tests.rules.deals import NS, Rigged, granted
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Dice, Evening

PEOPLE: Final = {Seat.SOUTH: ANNA, Seat.NORTH: BORIS, Seat.WEST: CLARA, Seat.EAST: DAVID}
"""In the order in which they sit down: with these cards south, who is lowest, deals."""
_ACTS: Final[Mapping[str, Request]] = {
    "takes_back": TakeBack(),
    "agrees": AnswerClaim(agrees=True),
    "refuses": AnswerClaim(agrees=False),
    "asks": AskSuit(),
    "answers_no": DenySuit(),
    "gathers": Gather(),
}
_OF_A_CARD: Final[Mapping[str, Callable[[Card], Request]]] = {
    "plays": lambda card: PLAYS[card.index],
    "corrects": Correct,
    "replaces": ReplaceCard,
    "calls": lambda card: DemandPenalty(Exacted.CARD, card=card),
}


def _asked(does: str, what: Any) -> Request:
    if does in _ACTS and what is None:
        return _ACTS[does]
    if does in _OF_A_CARD and isinstance(what, str):
        return _OF_A_CARD[does](parse_card(what))
    if does == "claims" and isinstance(what, list) and len(what) == 2:
        return ClaimRevoke(what[0], Seat(what[1]))
    raise Malformed(f"nobody {does} {what} here")


def take_back(vector: Vector, variant: Variant) -> Found:
    """What a deal has come to after some acts, of which one at most is refused, the last. South deals, west
    is to lead, and clubs are trumps."""
    given = vector["input"]
    evening = _begun(vector)
    refused = None
    for place, (letter, *act) in enumerate(given["acts"]):
        does, what = act[0], act[1] if len(act) > 1 else None
        try:
            evening.do(Seat(letter), _asked(does, what))
        except RulesError:
            refused = place
            break
    table, deal = evening.table, evening.table.deal
    if deal is None or deal.playing is None:
        raise Malformed("the deal is over")
    state, claims = deal.out_of_turn, deal.revoke.claims if deal.revoke is not None else ()
    renounces = [
        (number, seat)
        for number, trick in enumerate(deal.playing.all_tricks, 1)
        for seat in Seat
        if deal.revoke is not None and renounced(trick, seat)
    ]
    return {
        "refused": refused,
        "asked": sorted(seat.letter for seat in table.unanswered) if table.claim is not None else [],
        "due": deal.playing.hand_due.letter,
        "laid": [[seat.letter, str(card)] for seat, card in deal.playing.trick.by_player()],
        "left": {seat.letter: len(deal.left(seat)) for seat in Seat},
        "tricks": {"NS": deal.won().ns, "EW": deal.won().ew},
        "taken_back": table.taken_back,
        "exposed": [[s.letter, str(card)] for s in Seat for card in (state.exposed(s) if state else ())],
        "established": [[n, s.letter] for n, s in renounces if revoke.is_established(deal, n, s)],
        "correctable": sorted(s.letter for s in Seat if revoke.correctable(deal, s) is not None),
        "claimable": [[n, s.letter] for n, s in renounces if (n, s) in revoke.claimable(deal, s.left)],
        "claims": [[one.trick, one.seat.letter, one.right] for one in claims],
    }


def _begun(vector: Vector) -> Evening:
    given, game = vector["input"], GAMES[vector["game"]]
    robots = {Seat(letter) for letter in given.get("robots", ())}
    if game.variant().players != len(Seat) or Seat.SOUTH in robots:
        raise Malformed("four sit here, and south is a person")
    options = {key: word(value) for key, value in vector["options"].items()}
    if any(choice.key == LAWFUL[0] for choice in game.choices):
        options.setdefault(LAWFUL[0], "strict")
    evening = Evening(0, vector["game"], **options)
    evening.dice = Rigged(("2S 3S 4S 5S",), hands_of(vector))
    for seat, person in PEOPLE.items():
        evening.ask(ANNA if seat in robots else person, AddRobot() if seat in robots else Join())
    evening.ask(ANNA, Start(acquainted=given.get("acquainted", True)))
    return lawful.clubs_declared(evening.cut())


class NamedCuts(Dice):
    """Chance in which whoever cuts draws the card that the example gives them; where it gives none, any."""

    def __init__(self) -> None:
        super().__init__("rotation")
        self.rounds: list[Mapping[str, str]] = []
        self.order: Sequence[Person] = ()

    def cards(self, count: int) -> Sequence[Card]:
        if not self.rounds:  # of partners, or too few were given, which is seen from how many there were
            return super().cards(count)
        cut = self.rounds.pop(0)
        if len(cut) != count or not set(cut) <= {one.alias for one in self.order}:
            raise Malformed(f"{count} must cut, not {', '.join(cut)}")
        drawn = _cards(cut)
        return [drawn[one.alias] for one in self.order if one.alias in cut]


def _cards(cut: Mapping[str, str]) -> dict[str, Card]:
    """The cards drawn. Of a rank alone, each is of another suit."""
    drawn: dict[str, Card] = {}
    for who, name in cut.items():
        rank = name.replace("10", "T")
        of_that_rank = [card for card in PACK if str(card)[0] == rank and card not in drawn.values()]
        drawn[who] = parse_card(rank) if len(rank) == 2 else of_that_rank[0]
    return drawn


def rotation(vector: Vector) -> Found:
    """Who plays and who waits, where four to six belong to a table of biritch, before the first rubber and
    after each."""
    given, dice = vector["input"], NamedCuts()
    people = {name: Person(name) for name in given["people"]}
    if not 4 <= len(people) <= 6:
        raise Malformed(f"{len(people)} people belong to the table")
    options = {key: word(value) for key, value in vector["options"].items()}
    evening = Evening(0, "biritch", **options).seat(*people.values())
    evening.dice = dice
    stood: list[str] = []
    out: list[list[str]] = []
    came: list[list[str]] = []
    for number, rubber in enumerate(given["rubbers"]):
        begun = len(evening.events)
        first = given.get("first_cut", []) if number == 0 else []
        dice.order, dice.rounds = tuple(people.values()), [*first]
        evening.ask(evening.table.persons[0], Start())
        since = evening.events[begun:]
        _all_cut(first, [one.gone for one in since if isinstance(one, StoodOut)])
        stood += [who.alias for one in since if isinstance(one, StoodOut) for who, _ in one.gone.out]
        for name in rubber.get("joins", ()):
            people[name] = Person(name)
            evening.ask(people[name], Join())
        begun = len(evening.events)
        dice.order, dice.rounds = evening.table.persons, [*rubber.get("cuts", [])]
        while evening.table.rubber is not None:
            granted(evening, NS, "hearts", 1)
        gone = [one.gone for one in evening.events[begun:] if isinstance(one, WentOut)]
        _all_cut(rubber.get("cuts", []), gone)
        for name in rubber.get("leaves", ()):
            evening.ask(people[name], Leave())
        since = evening.events[begun:]
        out.append([who.alias for one in since if isinstance(one, WentOut) for who, _ in one.gone.out])
        came.append(
            [one.member.alias for one in since if isinstance(one, Joined) and isinstance(one.member, Person)]
        )
    return {
        "stands_out": stood,
        "out": out,
        "in": came,
        "plays": [one.alias for one in evening.table.persons],
        "waits": [one.alias for one in evening.table.waiting],
    }


def _all_cut(given: list[Mapping[str, str]], gone: list[GoneOut]) -> None:
    """Raises Malformed unless just those cut who had to."""
    cuts = [{who.alias for who, _ in cut} for one in gone for cut in one.cuts]
    if [set(cut) for cut in given] != cuts:
        due = "; ".join(", ".join(sorted(cut)) for cut in cuts)
        raise Malformed(f"who must cut: {due or 'nobody'}")


OF_A_VARIANT: Final[Mapping[str, Callable[[Vector, Variant], Found]]] = {"take_back": take_back}
OF_ANY_GAME: Final[Mapping[str, Callable[[Vector], Found]]] = {"rotation": rotation}

"""Variants and games: a variant is a row of data that names a settlement, a reckoning and a rubber, with
figures.

Where games differ in procedure, they name different objects; nothing asks a variant which game it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from rules.cards import PACK, Suit
from rules.counting.points_up import PointsUp, RevokePoints
from rules.counting.reckon import (
    BOOK,
    FIVE_HONOURS,
    NIL,
    NOTHING_SCORED,
    ByLines,
    Column,
    Contract,
    Entry,
    HonourCards,
    Penalty,
    Reckoning,
    Revoked,
    Standing,
    Tally,
)
from rules.counting.revoke import QUIT_DELAY, ClaimWindow, RevokeLaw, Revoking
from rules.counting.rubber import RANKED_DOUBLINGS, Ranking, RubberLaw, gains_in
from rules.counting.undertaking import ContractRevokes, Undertaking
from rules.deal.dealing import WHOLE_PACK_DEALT, Dealing
from rules.frozen import frozen, replace
from rules.refusals import BadOption, BadValue, OptionsClash
from rules.seats import BySeat, BySide, Seat, Side, less, plus
from rules.settling.terms import Settlement, Terms
from rules.tricks import Strain

Options = Mapping[str, str]
"""The chosen values, by the option's key."""

Stored = tuple[tuple[str, str], ...]
"""Options as a log, a record or a score sheet names them, sorted by key; the others have their defaults."""

EDITION: Final = "edition"
"""The key under which a log says by which edition of its game's law it is played. It is written when a table
is opened and never chosen; a log that does not name it is of the first (reading R1)."""

FIRST, SECOND, THIRD, FOURTH = "1", "2", "3", "4"
EDITIONS: Final = (FIRST, SECOND, THIRD, FOURTH)


@frozen
class Choice:
    """A table option: its key in laws appendix A, the values offered (the first is the default), and whole
    numbers that are allowed besides.

    ``unless`` gives other defaults, of which the first that holds counts: each is (key of an option that has
    but one default, its value, the default then). With ``EDITION`` for the key it holds from that edition on.
    Options are fixed during a rubber; one that is
    ``for_good``, once the first hand is dealt. An option that is not ``offered`` is kept so that logs that
    name it can be read; nobody may choose it.
    """

    key: str
    values: tuple[str, ...]
    numbers: range = range(0)
    unless: tuple[tuple[str, str, str], ...] = ()
    for_good: bool = False
    offered: bool = True
    needs: tuple[str, str] | None = None  # another option and the value without which this decides nothing
    once: tuple[tuple[str, str], ...] = ()  # values that logs name, and those that say the same today

    def default(self, chosen: Options) -> str:
        """The default, depending on the other options."""
        for key, given, value in self.unless:
            if chosen.get(key) == given or (key == EDITION and chosen.get(key, FIRST) >= given):
                return value
        return self.values[0]

    def matters_with(self, settled: Options) -> bool:
        """Whether this option decides anything beside the values of the others."""
        return self.needs is None or settled.get(self.needs[0]) == self.needs[1]

    def checked_value(self, value: str) -> str:
        """The value, if it is allowed. Raises BadValue."""
        value = dict(self.once).get(value, value)
        if value in self.values:
            return value
        if value.isascii() and value.isdecimal() and len(value) < 6 and int(value) in self.numbers:
            return value
        raise BadValue(self.key, value)


HOUSE_CHOICES = (
    Choice("direction", ("clockwise", "counterclockwise")),
    Choice("cut_tie", ("recut", "suit_order")),
    Choice("seating", ("cut", "fixed")),
    Choice("claims", ("unanimous", "off")),
    Choice("period_penalties", ("off", "on")),
    Choice("take_back", ("on", "off"), needs=("period_penalties", "off")),
    Choice("robots", ("best", "good", "easy")),
    Choice("hints", ("off", "on")),
    Choice("pace", ("live", "days")),
    Choice("picture", ("off", "on")),
    Choice("absent", ("3", "off"), numbers=range(1, 121)),
)
"""The options of every table (laws appendix A)."""

LAWFUL: Final = ("revoke_mode", "lawful")
"""The option with which people can revoke, and its value (ambiguity 5)."""

REVOKE_CHOICES = (
    Choice(LAWFUL[0], ("strict", LAWFUL[1])),
    Choice(
        "quit_delay",
        (str(QUIT_DELAY), "3", "10", "20"),
        numbers=range(2, 61),
        needs=LAWFUL,
    ),
)
"""The options of every game that has penalties for revokes (ambiguities 5 and 6)."""


def revoking_of(options: Options) -> Revoking:
    """The rules for revokes of a table with these options."""
    return Revoking(
        ClaimWindow(options.get("claim_window", ClaimWindow.UNTIL_CUT.value)),
        trick_lost=options.get("revoke_trick_lost") == "true",
        lawful=options[LAWFUL[0]] == LAWFUL[1],
        quit_delay=int(options["quit_delay"]),
        claims_stand=options[EDITION] >= THIRD,
        gathered_first=options[EDITION] >= THIRD,
        settled_stays=options[EDITION] >= FOURTH,
    )


RUBBERS_PER_CUT = Choice("rubbers_per_cut", ("1", "2"), for_good=True)
"""Partners have been cut for with this many rubbers in view (laws 1.4)."""

SEATS_CHOSEN: Final = Choice("seats_chosen", ("cut", "lowest"), needs=("seating", "cut"))
"""Who has a seat, once partners are cut for (laws 1.2.2)."""

REPLACED: Final = Choice("replaced", ("no", "exposed"), needs=("period_penalties", "on"))
"""Whether a card that was played by accident may be replaced, and lies exposed (appendix E, E2)."""

DIRECTION: Final = HOUSE_CHOICES[0]


def with_direction(choices: tuple[Choice, ...], *unless: tuple[str, str, str]) -> tuple[Choice, ...]:
    """These options, in which the direction of play has other defaults (appendix E, E6)."""
    return tuple(replace(one, unless=unless) if one is DIRECTION else one for one in choices)


WITH_PARTNERS = (*HOUSE_CHOICES, SEATS_CHOSEN)
"""The options of every table at which partners are cut for."""

WITH_RUBBERS = (*WITH_PARTNERS, RUBBERS_PER_CUT)
"""The options of every table that plays rubbers with partners."""


RANKED: Final = Choice("ranked", ("sides", "full", "none"))
RANKED_LIMIT: Final = Choice("ranked_doublings", (str(RANKED_DOUBLINGS),), numbers=range(1000))
ROBOTS_SIT: Final = Choice("robots_sit", ("yes", "no"))
HINTS_GIVEN: Final = Choice("hints_given", ("yes", "no"))
OF_THE_SERVER: Final = (RANKED, RANKED_LIMIT, ROBOTS_SIT, HINTS_GIVEN)
"""What the server decides when a table or sheet is opened: which rubbers are ranked, up to how many
doublings, and whether robots take chairs and hints may be given. A log names those that are not at their
defaults, and nobody at the table may change them."""


@frozen
class House:
    """The arrangements that every game allows."""

    clockwise: bool = True  # else shown in a mirror, with east where west would be (ambiguity 1)
    suit_order_breaks_ties: bool = False  # when cards are cut (ambiguity 2)
    seating_cut: bool = True  # partners are cut for; else people sit in the order of joining
    rubbers_per_cut: int = 1
    claims: bool = True
    period_penalties: bool = False  # cards can be played out of turn, and have penalties (laws 1.6)
    replaced: bool = False  # besides, a card played by accident by another, and it lies exposed
    take_back: bool = True  # a card may be taken back until the next hand has played (reading R20)
    settled_stays: bool = True  # though the card that settled it goes back (appendix E, E1)
    wrong_loses_all: bool = True  # a wrong demand loses every right, and not only the last (appendix D, D6)
    by_days: bool = False  # people take turns over days, and are reminded once a day
    absent: int | None = 3  # after so many minutes, or days, a robot may sit in for an absent person
    third_edition: bool = True  # all cut for the first chairs (appendix D, D4), and the cutter is as printed
    lowest_chooses: bool = False  # who cut lowest chooses a seat (laws 1.2.2)
    robots: bool = True  # whether they take chairs
    hints: bool = True  # whether they may be arranged

    def cutter(self, dealer: Seat) -> Seat:
        """Who cuts the pack: the player at the dealer's right, as people see the table (laws 1.3.1). By the
        earlier editions it was the one at the left where the table is seen in a mirror."""
        return dealer.right if self.clockwise or not self.third_edition else dealer.left

    @classmethod
    def arranged(cls, options: Options) -> House:
        return cls(
            clockwise=options["direction"] == "clockwise",
            suit_order_breaks_ties=options["cut_tie"] == "suit_order",
            seating_cut=options["seating"] == "cut",
            rubbers_per_cut=int(options.get(RUBBERS_PER_CUT.key, "1")),
            claims=options["claims"] == "unanimous",
            period_penalties=options["period_penalties"] == "on",
            replaced=options["period_penalties"] == "on" and options.get(REPLACED.key) == "exposed",
            take_back=options["take_back"] == "on" and options["period_penalties"] == "off",
            settled_stays=options[EDITION] >= FOURTH,
            wrong_loses_all=options[EDITION] >= THIRD,
            by_days=options["pace"] == "days",
            absent=int(options["absent"]) if options["absent"].isdecimal() else None,
            third_edition=options[EDITION] >= THIRD,
            lowest_chooses=options.get(SEATS_CHOSEN.key) == "lowest",
            robots=options.get(ROBOTS_SIT.key) != "no",
            hints=options.get(HINTS_GIVEN.key) != "no",
        )


@frozen
class Variant:
    """The rules of a game with its options settled."""

    key: str
    settlement: Settlement
    reckoning: Reckoning
    rubber: RubberLaw
    dealing: Dealing = WHOLE_PACK_DEALT
    honours: HonourCards = FIVE_HONOURS
    dummies: int = 0  # hands without a player: open from the first, played from opposite
    misdeal_passes: bool = False  # after a misdeal the next player deals (laws 1.7)
    thrown_in_passes: bool = True  # and after a deal that everybody has passed (ambiguity 59)
    revoking: Revoking = Revoking()
    house: House = House()

    @property
    def players(self) -> int:
        return 4 - self.dummies

    @property
    def has_vulnerability(self) -> bool:
        """Whether a side that has won a game pays more for a contract that it breaks."""
        lines = self.reckoning.reckoners if isinstance(self.reckoning, ByLines) else ()
        return any(isinstance(one, Undertaking) and one.vulnerable is not None for one in lines)

    @property
    def takes_brought_deals(self) -> bool:
        """Whether four hands of thirteen cards, a dealer and nothing else make a deal of this game."""
        return self.dealing.each * len(Seat) == len(PACK) and not self.dummies

    def next_dealer(self, dealer: Seat, *, misdealt: bool = False, thrown_in: bool = False) -> Seat:
        """Who deals next. The deal passes to the left after every hand; after a misdeal (laws 1.7), and after
        a deal that everybody has passed (ambiguity 59), only in some games."""
        stays = (misdealt and not self.misdeal_passes) or (thrown_in and not self.thrown_in_passes)
        return dealer if stays else dealer.left

    def worth(self, terms: Terms) -> int:
        """The points towards game for just making these terms: the contract, or one odd trick."""
        contract = terms.contract
        side = contract.side if contract is not None else terms.leader.side.other
        return _trick_worth(self.reckoning, self.dealing.each, terms.trumps, terms.level, contract, side)

    def beyond(self, tally: Tally, standing: Standing) -> BySide[int]:
        """What each side scores in this deal by doublings that do not count on a leaderboard."""
        ranking = self.rubber.ranking
        if not ranking.caps or tally.level <= ranking.doublings:
            return NIL
        capped = self.reckoning(tally._replace(level=ranking.doublings), standing)
        return less(self._scored(self.reckoning(tally, standing)), self._scored(capped))

    def _scored(self, entries: tuple[Entry, ...]) -> BySide[int]:
        total = NIL
        for column in self.rubber.columns:
            total = plus(total, gains_in(entries, column))
        return total

    def decided_by(self, revokes: tuple[Revoked, ...], standing: Standing) -> bool:
        """Whether penalties for revokes alone have won a game in the middle of a hand: at whist it then ends
        at once (laws 4.2); at other games the hand is played out (laws 2.9)."""
        points_up = self.reckoning
        return isinstance(points_up, PointsUp) and points_up.won_by_penalties(revokes, standing)

    def reckon(self, tally: Tally, standing: Standing) -> tuple[Entry, ...]:
        """All lines of a deal, in the order of counting; last that of a game it wins."""
        entries = self.reckoning(tally, standing)
        return (*entries, *self.rubber.game_lines(tally, standing, entries))


@lru_cache(maxsize=1024)  # every view of a table needs it
def _trick_worth(
    reckoning: Reckoning, each: int, trumps: Suit | None, level: int, contract: Contract | None, side: Side
) -> int:
    needs = contract.needs if contract is not None else BOOK + 1
    misere = contract is not None and contract.bid.strain is Strain.MISERE
    won = each - needs if misere else needs
    tally = Tally(
        trumps=trumps,
        level=level,
        tricks=BySide(won, won).put(side.other, each - won),
        honours=BySeat(0, 0, 0, 0),
        contract=contract,
    )
    return gains_in(reckoning(tally, NOTHING_SCORED), Column.BELOW).of(side)


@frozen
class Game:
    """A game: its options, and how they make a variant. A table keeps the edition of the law under which it
    was opened."""

    key: str
    choices: tuple[Choice, ...]
    build: Callable[[Options], Variant]

    @property
    def offered(self) -> tuple[Choice, ...]:
        """The options that may be chosen."""
        return tuple(choice for choice in self.choices if choice.offered)

    def opening(self, chosen: Options) -> Stored:
        """What the log of a table opened today with these options names."""
        return tuple(sorted({EDITION: EDITIONS[-1], **chosen}.items()))

    def options(self, stored: Options) -> dict[str, str]:
        """All options with their values, as a log that names these has them. Raises BadOption."""
        given = dict(stored)
        settled = {EDITION: Choice(EDITION, EDITIONS).checked_value(given.pop(EDITION, FIRST))}
        for choice in self.choices:  # those first on which the defaults of others hang
            if choice.key in given or not choice.unless:
                settled[choice.key] = choice.checked_value(given.pop(choice.key, choice.values[0]))
        for choice in self.choices:
            settled.setdefault(choice.key, choice.default(settled))
        settled = {key: settled[key] for key in (EDITION, *(choice.key for choice in self.choices))}
        for choice in OF_THE_SERVER:
            if choice.key in given:
                settled[choice.key] = choice.checked_value(given.pop(choice.key))
        for key, value in given.items():
            raise BadOption(key, value)
        return settled

    def differing(self, stored: Options) -> Stored:
        """The options that are not at their defaults, in the game's order."""
        settled = self.options(stored)
        pairs = ((choice, settled[choice.key]) for choice in self.offered)
        return tuple((choice.key, value) for choice, value in pairs if value != choice.default(settled))

    def for_good(self, key: str) -> bool:
        """Whether this option is fixed once the first hand is dealt."""
        return any(choice.for_good for choice in self.choices if choice.key == key)

    def with_option(self, stored: Stored, key: str, value: str) -> Stored:
        """What a log names once this option was chosen besides those that it names. Raises BadOption,
        OptionsClash."""
        choice = next((one for one in self.offered if one.key == key), None)
        if choice is None:
            raise BadOption(key, value)
        named = {**dict(stored), key: value}
        settled = self.options(named)
        if not choice.matters_with(settled):
            assert choice.needs is not None
            raise OptionsClash(key, choice.needs[0])
        self.build(settled)
        usual = {choice.key: choice.default(settled) for choice in self.choices} | {EDITION: FIRST}
        usual |= {choice.key: choice.values[0] for choice in OF_THE_SERVER}
        return tuple(sorted((key, value) for key, value in named.items() if settled[key] != usual[key]))

    def variant(self, chosen: Options | None = None) -> Variant:
        """The variant of a table opened today with these options. Raises BadOption, OptionsClash."""
        return self.variant_of(self.opening(chosen or {}))

    def variant_of(self, options: Stored) -> Variant:
        """The variant of a log, record or score sheet that names these options. Raises BadOption,
        OptionsClash."""
        settled = self.options(dict(options))
        variant = self.build(settled)
        caps = settled[EDITION] >= THIRD
        if caps and not any(choice.key in settled for choice in OF_THE_SERVER):
            return variant
        wanted = settled.get(RANKED.key)
        ranking = Ranking(
            doublings=int(settled.get(RANKED_LIMIT.key, RANKED_DOUBLINGS)),
            caps=caps,
            people=variant.players if wanted == "full" else 0,
            none=wanted == "none",
        )
        return replace(variant, rubber=replace(variant.rubber, ranking=ranking))


ALL_PENALTIES: Final = (Penalty.TAKE_THREE, Penalty.ADD, Penalty.DEDUCT, Penalty.TRANSFER)


def penalties(
    variant: Variant, side: Side | None, declarers: Side | None, *, further: bool = False
) -> tuple[Penalty, ...]:
    """The penalties to choose from if this side has revoked; without a side, all there are. In a game with a
    contract, three tricks can only be taken from declarer's adversaries, and only for the first of their
    revokes, not for a ``further`` one (laws 7.3)."""
    match variant.reckoning:
        case PointsUp(revokes=RevokePoints(choice=choice)) | ByLines(revokes=RevokeLaw(choice=choice)):
            return tuple(one for one in ALL_PENALTIES if one in choice)
        case ByLines(revokes=ContractRevokes(choice=choice)):
            if further or side is declarers is not None:
                return (Penalty.ADD,)
            return tuple(one for one in ALL_PENALTIES if one in choice)
    return ()


def points_of_penalty(
    variant: Variant, penalty: Penalty, strain: Strain | None, level: int, *, further: bool = False
) -> int:
    """The points that a penalty adds, deducts or moves, as far as there are so many; 0 where it moves tricks,
    or depends on a ``strain`` that is not known. Arguments as of ``penalties`` and of a ``Tally``."""
    if penalty in (Penalty.TAKE_THREE, Penalty.NONE):
        return 0
    match variant.reckoning:
        case PointsUp(revokes=RevokePoints(points=points)):
            return points
        case ByLines(revokes=ContractRevokes() as law):
            return law.further if further else law.points
        case ByLines(revokes=RevokeLaw() as law) if strain is not None:
            return law.penalty_points(strain, 1 << level)
    return 0


def best_penalty(
    variant: Variant,
    tally: Tally,
    standing: Standing,
    side: Side,
    open_to: tuple[Penalty, ...],
    before: int | None = None,
) -> Penalty:
    """The penalty for another revoke by this side that pays the other side best, as the deal was played and
    the score stood before it: a game, and with it perhaps the rubber, before points. Of equals, the first.
    It was claimed after so many of the revokes in the tally, or else after all: a further one may cost
    otherwise."""

    def worth(penalty: Penalty) -> tuple[int, ...]:
        revokes = (*tally.revokes[:before], Revoked(side, penalty))
        later = tally.revokes[before:] if before is not None else ()
        punished = tally._replace(revokes=(*revokes, *later))
        after = variant.rubber.standing_after(standing, variant.reckon(punished, standing))
        return tuple(_lead_of(pair, side.other) for pair in (after.games, after.totals, after.below))

    return max(open_to, key=worth)


def _lead_of(pair: BySide[int], side: Side) -> int:
    return pair.of(side) - pair.of(side.other)

"""With what maxim of the books a choice agrees, in positions worked out by hand. The south deals."""

from __future__ import annotations

import random

from robots.plain import PlainRobot
from robots.teaching.maxims import Maxim, maxim_of
from rules.calls import Bid, CallHonours, Content, Declare, Double, Pass, Play, TakeStock
from rules.cards import PACK, Suit, parse_card
from rules.seats import Seat
from rules.tricks import Strain
from screens.words.meanings import DONE, MAXIMS_ADVISED, MAXIMS_FOR_OTHER_HAND
from tests.each import each
from tests.trials.stage.matches import after, be_content, deal_from, dealt, step, waiting
from tests.trials.stage.tables import Evening

NORTH, EAST, SOUTH, WEST = Seat


def named(evening: Evening, by: Seat, card: str) -> Maxim | None:
    be_content(evening)
    return maxim_of(evening.view(by), Play(parse_card(card)))


@each(
    ("west", "trumps", "card", "maxim"),
    [
        ("KS JS 8S 6S 2S AH 4H 3H 9D 5D 2D 8C 7C", "N", "6S", Maxim.FOURTH_BEST),
        ("KS JS 8S 6S 2S AH 4H 3H 9D 5D 2D 8C 7C", "N", "2S", Maxim.LONGEST_SUIT),
        ("KS JS 8S 6S 2S AH 4H 3H 9D 5D 2D 8C 7C", "N", "AH", Maxim.MASTER),
        ("KS JS 8S 6S 2S AH 4H 3H 9D 5D 2D 8C 7C", "N", "9D", Maxim.HIGHEST_OF_FEW),
        ("AD KD 6D 5D 9H 4H 2H QC 8C 7C 6C 4S 3S", "S", "KD", Maxim.KING_FROM_ACE_KING),
        ("AD KD 6D 5D 9H 4H 2H QC 8C 7C 6C 4S 3S", "S", "4S", Maxim.DRAWS_TRUMPS),
        ("QD JD TD 5D 9H 4H 2H KC 8C 7C 4S 3S 2S", "S", "QD", Maxim.TOP_OF_HONOURS),
        ("QD JD TD 5D 9H 4H 2H KC 8C 7C 4S 3S 2S", "S", "7C", Maxim.LOW_FROM_HONOUR),
        ("AD TD 8D 6D 2D 9H 4H 2H KC 8C 7C 4S 3S", "S", "AD", Maxim.ACE_FROM_FIVE),
        ("AD TD 8D 6D 2D 9H KH 2H KC 8C 7C 7H 3S", "H", "3S", Maxim.SINGLETON),
        ("KS JS 8S 6S 2S AH 4H 3H 9D 5D 2D 8C 7C", "N", "7C", Maxim.LEADS_LOW),
    ],
)
def test_an_opening_lead_agrees_with_this(west: str, trumps: str, card: str, maxim: Maxim | None) -> None:
    assert named(after({WEST: west}, f"declare:{trumps}"), WEST, card) is maxim


@each(
    ("hands", "so_far", "by", "card", "maxim"),
    [
        (
            {WEST: "QH 9H 8H 5H", NORTH: "KH 7H 6H KS", EAST: "AH JH 3H 9D", SOUTH: "4H 2H TH AS"},
            "declare:N 5H 6H AH 2H",
            EAST,
            "JH",
            Maxim.RETURNS_LEAD,
        ),
        ({WEST: "4H", NORTH: "TH 5H 2H", EAST: "KH JH 7H"}, "declare:N 4H", SOUTH, "2H", Maxim.SECOND_LOW),
        ({WEST: "4H", NORTH: "TH 5H 2H", EAST: "KH JH 7H"}, "declare:N 4H", SOUTH, "TH", Maxim.TAKES_TRICK),
        ({WEST: "QH", NORTH: "KH 5H 2H"}, "declare:N QH", SOUTH, "KH", Maxim.COVERS),
        (
            {WEST: "4H", NORTH: "TH 5H 2H", EAST: "AH 9H 7H"},
            "declare:N 4H 2H",
            EAST,
            "AH",
            Maxim.MAKES_SURE,
        ),
        (
            {WEST: "4H", NORTH: "TH 5H 2H", EAST: "KH 9H 7H", SOUTH: "AH"},
            "declare:N 4H 2H",
            EAST,
            "KH",
            Maxim.THIRD_HIGH,
        ),
        (
            {WEST: "AH KH", NORTH: "9H 5H 2H", EAST: "QH JH 7H", SOUTH: "3H 4H 6H 8H TH"},
            "declare:N AH 2H",
            EAST,
            "7H",
            Maxim.LEAVES_TO_PARTNER,
        ),
        # west's king is sure to win: only the ace beats it, which is east's own
        (
            {WEST: "KH", NORTH: "TH 5H 2H", EAST: "AH 9H 7H"},
            "declare:N KH 2H",
            EAST,
            "AH",
            Maxim.TAKES_TRICK,
        ),
        # west's queen may lose to the king, and the ace does not: it does not win cheaply
        (
            {WEST: "QH", NORTH: "TH 5H 2H", EAST: "AH 9H 7H", SOUTH: "KH"},
            "declare:N QH 2H",
            EAST,
            "AH",
            Maxim.MAKES_SURE,
        ),
        # dummy's ten wins so far, and only the ace and king beat the queen, which are east's own
        (
            {WEST: "4H", NORTH: "TH 5H 2H", EAST: "AH KH QH 7H"},
            "declare:N 4H TH",
            EAST,
            "QH",
            Maxim.WINS_CHEAPLY,
        ),
        # signals to a partner, where a dummy lies open: from queen, eight and two, and from four small ones
        ({WEST: "KH", NORTH: "JH 3H", EAST: "QH 8H 2H"}, "declare:S KH 3H", EAST, "8H", Maxim.ASKS_TO_GO_ON),
        (
            {WEST: "KS 7S 5S 8D 6D 4D 2D", NORTH: "2S AD 7D", EAST: "JS 5D", SOUTH: "AS KD QD 9D"},
            "declare:N 5S 2S JS AS KD",
            WEST,
            "8D",
            Maxim.SHOWS_EVEN,
        ),
        # north's ten wins already, with nobody left to play after south
        (
            {WEST: "4H", NORTH: "TH", EAST: "5H", SOUTH: "AH JH 3H"},
            "declare:N 4H TH 5H",
            SOUTH,
            "JH",
            Maxim.TAKES_TRICK,
        ),
        (
            {WEST: "4H", NORTH: "AH", EAST: "TH", SOUTH: "KH QH JH 3H"},
            "declare:N 4H AH TH",
            SOUTH,
            "3H",
            Maxim.LEAVES_TO_PARTNER,
        ),
        (
            {WEST: "4H", NORTH: "QH", EAST: "TH", SOUTH: "AH KH JH 3H"},
            "declare:N 4H QH TH",
            SOUTH,
            "3H",
            Maxim.LEAVES_TO_PARTNER,
        ),
        (
            {WEST: "4H", NORTH: "2H", EAST: "AH", SOUTH: "KH 9H 3H"},
            "declare:N 4H 2H AH",
            SOUTH,
            "3H",
            Maxim.CANNOT_WIN,
        ),
        # the six and the seven are no equals of the ten: the eight and the nine lie on the table
        (
            {WEST: "4H", NORTH: "8H", EAST: "9H", SOUTH: "AH KH TH 7H 6H"},
            "declare:N 4H 8H 9H",
            SOUTH,
            "TH",
            Maxim.WINS_CHEAPLY,
        ),
        # an ace thrown away
        (
            {WEST: "AH 4H", NORTH: "2H", EAST: "9H", SOUTH: "AS KS 5S 3S AD 7D 6D 5D TC 9C 8C 7C 6C"},
            "declare:S AH 2H 9H",
            SOUTH,
            "AD",
            Maxim.THROWS_LEAST,
        ),
        (
            {WEST: "4H", NORTH: "2H", EAST: "TH", SOUTH: "AH QH JH 3H"},
            "declare:N 4H 2H TH",
            SOUTH,
            "JH",
            Maxim.WINS_CHEAPLY,
        ),
        (
            {WEST: "4H", NORTH: "2H", EAST: "TH", SOUTH: "AH QH JH 3H"},
            "declare:N 4H 2H TH",
            SOUTH,
            "3H",
            Maxim.HOLDS_UP,
        ),
        (
            {WEST: "AH 4H", NORTH: "2H", EAST: "9H", SOUTH: "AS KS 5S 3S QD 7D 6D 5D TC 9C 8C 7C 6C"},
            "declare:S AH 2H 9H",
            SOUTH,
            "3S",
            Maxim.RUFFS,
        ),
        (
            {WEST: "AH 4H", NORTH: "2H", EAST: "9H", SOUTH: "AS KS 5S 3S QD 7D 6D 5D TC 9C 8C 7C 6C"},
            "declare:S AH 2H 9H",
            SOUTH,
            "5D",
            Maxim.DISCARDS_FROM_WEAKNESS,
        ),
        (
            {WEST: "4H", NORTH: "2H", EAST: "TH", SOUTH: "3H AS KS 5S 3S QD 7D 6D 5D TC 9C 8C 7C"},
            "declare:S 4H 2H TH",
            SOUTH,
            "3H",
            Maxim.ONLY_CARD,
        ),
    ],
)
def test_a_card_to_a_trick_agrees_with_this(
    hands: dict[Seat, str], so_far: str, by: Seat, card: str, maxim: Maxim | None
) -> None:
    assert named(after(hands, so_far), by, card) is maxim


def test_a_suit_that_was_thrown_and_not_led_is_led_by_the_books() -> None:
    hands = {
        NORTH: "QD JD 5D 3D AH 9H 8H 7H 6H TC 9C 8C 7C",
        EAST: "QS JS TS 9S 7S KH JH TH 2H 7D 6D 4D QC",
        SOUTH: "4S 5S 6S 8S 3H 4H KD TD 2D 4C 5C 6C 2C",
        WEST: "AS KS 3S 2S QH 5H AD 9D 8D AC KC 3C JC",
    }
    evening = after(hands, "KS 3D 7S 4S QH AH 2H 3H", game="whist_modern")
    assert named(evening, NORTH, "QD") is Maxim.TOP_OF_HONOURS


def test_calls_of_a_declaration_have_names() -> None:
    evening = dealt({SOUTH: "AS KS QS 9S 8S KH 7H 6H 4D 3D 2D 8C 7C"})
    south = evening.view(SOUTH)
    assert maxim_of(south, Declare(Suit.SPADES)) is Maxim.DECLARES_LONGEST
    assert maxim_of(south, Declare(Suit.CLUBS)) is None
    assert maxim_of(south, Declare(None)) is Maxim.DECLARES_EVEN
    assert maxim_of(south, Pass()) is Maxim.LEFT_TO_PARTNER
    evening.do(SOUTH, Declare(Suit.SPADES))
    assert maxim_of(evening.view(WEST), Double()) is Maxim.CONTRE
    assert maxim_of(evening.view(WEST), Content()) is Maxim.CONTENT


def test_most_of_what_plain_robots_do_has_a_name() -> None:
    """They go by the maxims of the books."""
    rng, plain = random.Random(5), PlainRobot()
    has_name: list[bool] = []
    for game in ("biritch", "whist_modern"):
        for _ in range(4):
            evening = deal_from(rng.sample(PACK, 52), game)
            while evening.table.last is None:
                view = waiting(evening)
                choice = plain.choose(view, 1, rng).choice
                if isinstance(choice, Play):
                    has_name.append(maxim_of(view, choice) is not None)
                step(evening, lambda _: plain, rng)
    assert sum(has_name) > 0.9 * len(has_name)


def test_every_maxim_has_its_two_sentences() -> None:
    assert set(DONE) == set(MAXIMS_ADVISED) == set(Maxim)
    for sentence in (*DONE.values(), *MAXIMS_ADVISED.values()):
        assert sentence()[0].isupper() and sentence().endswith(".")


def test_a_card_of_the_other_hand_that_one_plays_is_not_advised_by_what_it_tells_a_partner() -> None:
    for maxim in (Maxim.RETURNS_LEAD, Maxim.ANSWERS_CALL, Maxim.CALLS_FOR_TRUMPS, Maxim.SHOWS_EVEN):
        assert maxim not in MAXIMS_FOR_OTHER_HAND
    assert not [one() for one in MAXIMS_FOR_OTHER_HAND.values() if "partner" in one()]
    assert "You have" not in MAXIMS_FOR_OTHER_HAND[Maxim.RUFFS]()


def test_calls_without_an_auction_or_a_declaration_have_names() -> None:
    norwegian = dealt({WEST: "AS KS QS"}, "norwegian_whist").view(WEST)
    grand = next(option for option in norwegian.options if isinstance(option, Bid))
    assert maxim_of(norwegian, grand) is Maxim.PLAYS_TO_WIN
    assert maxim_of(norwegian, Pass()) is Maxim.PLAYS_TO_LOSE
    auction = dealt({}, "contract").view(SOUTH)
    assert maxim_of(auction, Pass()) is maxim_of(auction, Bid(1, Strain.CLUBS)) is None
    assert maxim_of(norwegian, CallHonours()) is Maxim.ASKS_FOR_HONOURS
    assert maxim_of(norwegian, TakeStock()) is Maxim.TAKES_STOCK

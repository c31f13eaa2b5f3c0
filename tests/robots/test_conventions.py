"""The conventions of the whist books, in positions worked out by hand. The south deals, the west leads."""

from __future__ import annotations

import random

from robots.plain import PlainRobot
from robots.play.leading import conventional
from robots.player import Strength
from robots.process.thinking import robot_of
from robots.teaching.maxims import Maxim, maxim_of
from rules.calls import Play
from rules.cards import PACK, Card, Hand, parse_card
from rules.seats import Seat
from tests.each import each
from tests.trials.stage.matches import after, be_content, deal_from, hands_dealt
from tests.trials.stage.tables import Evening

NORTH, EAST, SOUTH, WEST = Seat


def chosen(evening: Evening, by: Seat) -> Card:
    """The card that a plain robot in this seat plays now."""
    be_content(evening)
    choice = PlainRobot().choose(evening.view(by), 1, random.Random(0)).choice
    assert isinstance(choice, Play)
    return choice.card


@each(
    ("held", "led"),
    [
        ("AS KS 7S 3S", "KS"),  # the king from ace and king
        ("AS KS", "AS"),
        ("KS QS 7S 3S", "KS"),  # the top of touching honours
        ("QS JS TS 2S", "QS"),
        ("KS TS 8S 6S 2S", "6S"),  # the fourth best
        ("9S 8S 7S 6S 5S 2S", "6S"),
        ("AS TS 8S 6S 2S", "AS"),  # the ace from five
        ("AS 8S 3S", "3S"),  # with ace and two small ones, a small one
        ("9S 5S 2S", "9S"),  # the highest of three
        ("KS 5S 2S", "2S"),
        ("QS 2S", "QS"),  # from two, the highest
        ("7S", "7S"),
    ],
)
def test_the_books_lead_this_card_of_a_suit(held: str, led: str) -> None:
    assert conventional(Hand.parse(held)) is parse_card(led)


@each(
    ("why", "hands", "so_far", "by", "card"),
    [
        (
            "without trumps the eldest leads the fourth best of their longest suit",
            {WEST: "KS JS 8S 6S 2S AH 4H 3H 9D 5D 2D 8C 7C"},
            "declare:N",
            WEST,
            "6S",
        ),
        (
            "against trumps the king from ace and king",
            {WEST: "AD KD 6D 5D 9H 4H 2H QC 8C 7C 6C 4S 3S"},
            "declare:S",
            WEST,
            "KD",
        ),
        (
            "second hand low",
            {WEST: "KH 8H 4H 8D 7D 4D 9S 7S 5S 3S 9C 8C 2C", NORTH: "2D 6H", EAST: "5D", SOUTH: "AD 3H"},
            "declare:N 4D 2D 5D AD 3H",
            WEST,
            "4H",
        ),
        (
            "second hand plays the ace on an honour",
            {WEST: "AH 8H 4H 8D 7D 4D 9S 7S 5S 3S 9C 8C 2C", NORTH: "2D 6H", EAST: "5D", SOUTH: "AD JH"},
            "declare:N 4D 2D 5D AD JH",
            WEST,
            "AH",
        ),
        (
            "third hand high, but only as high as dummy demands",
            {WEST: "4H", NORTH: "TH 5H 2H", EAST: "KH JH 7H"},
            "declare:N 4H 2H",
            EAST,
            "KH",
        ),
        (
            "third hand does not overtake a partner who is winning",
            {WEST: "AH KH", NORTH: "9H 5H 2H", EAST: "QH JH 7H", SOUTH: "3H 4H 6H 8H TH"},
            "declare:N AH 2H",
            EAST,
            "7H",
        ),
        (
            "third hand beats a seven though dummy's ace comes after it",
            {
                WEST: "3D QH TH 4H 9D 8D 7C 6C 5C 8S 7S 6S 5S",
                NORTH: "4D AH 2H",
                EAST: "AD 5H",
                SOUTH: "2D 7H",
            },
            "declare:N 3D 4D AD 2D 5H 7H",
            WEST,
            "TH",
        ),
        (
            "but with no king, which it tells of instead",
            {
                WEST: "3D KH 5H 4H 9D 8D 7C 6C 5C 8S 7S 6S 5S",
                NORTH: "4D AH 2H",
                EAST: "AD 6H",
                SOUTH: "2D 7H",
            },
            "declare:N 3D 4D AD 2D 6H 7H",
            WEST,
            "5H",
        ),
        (
            "of a sequence the third hand plays the lowest",
            {WEST: "4H", NORTH: "9H 5H 2H", EAST: "KH QH JH 7H"},
            "declare:N 4H 2H",
            EAST,
            "JH",
        ),
        (
            "fourth hand wins as cheaply as it can",
            {WEST: "4H", NORTH: "2H", EAST: "TH", SOUTH: "AH QH JH 3H"},
            "declare:N 4H 2H TH",
            SOUTH,
            "JH",
        ),
        (
            "fourth hand never takes its partner's trick",
            {WEST: "4H", NORTH: "AH", EAST: "TH", SOUTH: "KH QH JH 3H"},
            "declare:N 4H AH TH",
            SOUTH,
            "3H",
        ),
        (
            "a ruff is made with the lowest trump that wins",
            {WEST: "AH 4H", NORTH: "2H", EAST: "9H TH", SOUTH: "AS KS 5S 3S QD 7D 6D 5D TC 9C 8C 7C 6C"},
            "declare:S AH 2H 9H",
            SOUTH,
            "3S",
        ),
        (
            "a partner's winner is not ruffed",
            {WEST: "4H", NORTH: "AH", EAST: "9H TH", SOUTH: "AS KS 5S 3S QD 7D 6D 5D TC 9C 8C 7C 6C"},
            "declare:S 4H AH 9H",
            SOUTH,
            "5D",
        ),
        (
            "declarer draws trumps when long in them",
            {
                WEST: "4H 5S 3S",
                NORTH: "2H 8S 7S 2S",
                EAST: "9H 9S 6S",
                SOUTH: "AH AS KS QS JS TS 4S",
            },
            "declare:S 4H 2H 9H AH",
            SOUTH,
            "AS",
        ),
        (
            "the partner's lead is returned, the higher of the two left",
            {
                WEST: "QH 9H 8H 5H",
                NORTH: "KH 7H 6H KS",
                EAST: "AH JH 3H 9D 8D 5D 2D 9C 8C 4C 3C 6S 3S",
                SOUTH: "4H 2H TH AS",
            },
            "declare:N 5H 6H AH 2H",
            EAST,
            "JH",
        ),
        (
            "a master known from the cards that are gone is cashed",
            {WEST: "KH QH 8H 7H AD 3D", NORTH: "AH 6D", EAST: "4H 5D", SOUTH: "2H 4D"},
            "declare:N KH AH 4H 2H 6D 5D 4D AD",
            WEST,
            "QH",
        ),
        (
            "the discard comes from weakness and bares no king",
            {
                WEST: "AH KH",
                NORTH: "3H 2H",
                EAST: "5H KS 4S QD 9D 3D TC 8C 6C 5C 4C 3C 2C",
                SOUTH: "6H 7H",
            },
            "declare:N AH 2H 5H 6H KH 3H",
            EAST,
            "3D",
        ),
        (
            "the queen takes the nine, and is not worth the same as the eight",
            {WEST: "AH QH 8H 2S", NORTH: "TH 3S", EAST: "JH 4S", SOUTH: "KH 9H AS"},
            "declare:N AH TH JH KH 2S 3S 4S AS 9H",
            WEST,
            "QH",
        ),
    ],
)
def test_a_convention_is_kept(why: str, hands: dict[Seat, str], so_far: str, by: Seat, card: str) -> None:
    assert chosen(after(hands, so_far), by) is parse_card(card), why


# Signals, where a dummy lies open: the south declares spades, or no trumps, and the west leads.


@each(
    ("why", "east", "trumps", "card"),
    [
        ("a queen asks partner to go on", "QH 8H 2H", "S", "8H"),
        ("three small cards do not", "8H 6H 2H", "S", "2H"),
        ("two cards and a trump ask for a ruff", "8H 2H 5S", "S", "8H"),
        ("two without any trumps do not", "8H 2H 5S", "N", "2H"),
        ("a ten is not spared", "QH TH 2H", "S", "2H"),
    ],
)
def test_the_east_tells_whether_the_suit_of_the_west_is_liked(
    why: str, east: str, trumps: str, card: str
) -> None:
    """The south has the hearts that are left."""
    left = " ".join(card for card in ["QH", "TH", "8H", "6H", "2H"] if card not in east)
    hands = {WEST: "AH KH 9H 5H", NORTH: "JH 7H 3H", EAST: east, SOUTH: f"4H {left} AS KS QS JS 9S"}
    assert chosen(after(hands, f"declare:{trumps} KH 3H"), EAST) is parse_card(card), why


@each(("west", "card"), [("8D 6D 4D 2D", "8D"), ("8D 6D 4D", "4D"), ("8D 6D", "8D"), ("TD 4D", "4D")])
def test_the_west_tells_the_declarer_s_suit_by_number(west: str, card: str) -> None:
    """The east has the diamonds that are left."""
    left = " ".join(card for card in ["TD", "8D", "6D", "4D", "2D"] if card not in west)
    hands = {
        WEST: f"KS TS 7S 5S 3S {west}",
        NORTH: "4S 2S AD 7D",
        EAST: f"JS 5D 3D {left}",
        SOUTH: "AS KD QD JD 9D",
    }
    assert chosen(after(hands, "declare:N 5S 2S JS AS KD"), WEST) is parse_card(card)


# The call for trumps, at whist: the south turns up the ace of hearts, so hearts are trumps.

TURNED = "3S 2S 9H 7H 4H 8D 6D 3D TC 9C 5C 2C AH"
CALLER = "8H 6H 5H 3H 2H 7S 5S 4S QD 7D 4C 3C 6C"  # five trumps, in the east


def at_whist(hands: dict[Seat, str], so_far: str) -> Evening:
    evening = deal_from(hands_dealt({NORTH: "TS 8S 6S", **hands}), "whist_modern")
    for word in so_far.split():
        deal = evening.table.deal
        assert deal is not None
        evening.do(next(iter(deal.may_act)), Play(parse_card(word)))
    return evening


@each(
    ("why", "east", "so_far", "card"),
    [
        ("with five trumps the higher of two small ones first", CALLER, "KS 6S", "5S"),
        ("with four and no two honours the lowest", CALLER.replace("8H", "9D"), "KS 6S", "4S"),
        (
            "with four, two of them honours, again the higher",
            "KH QH 5H 3H 7S 5S 4S 9D 7D 5D 4C 3C 6C",
            "KS 6S",
            "5S",
        ),
        ("the second round of the suit tells: now the lower", CALLER, "KS 6S 5S 2S AS 8S", "4S"),
        ("a card that might win a trick is not spent on it", CALLER.replace("7S 5S", "9D JS"), "KS 6S", "4S"),
    ],
)
def test_a_whist_player_calls_for_trumps(why: str, east: str, so_far: str, card: str) -> None:
    evening = at_whist({SOUTH: TURNED, EAST: east, WEST: "AS KS QS 9S"}, so_far)
    assert chosen(evening, EAST) is parse_card(card), why


@each(
    ("west", "card"),
    [
        ("AS KS QS 9S KH JH TH 9D 5D 4D 2D 8C 7C", "KH"),
        ("AS KS QS 9S KH QH JH TH 5D 4D 2D 8C 7C", "TH"),
    ],
)
def test_the_partner_answers_with_the_highest_of_three_trumps_and_the_lowest_of_four(
    west: str, card: str
) -> None:
    called = "KS 6S 5S 2S AS 8S 4S 3S"
    hands = {SOUTH: TURNED, EAST: CALLER, WEST: west}
    assert chosen(at_whist(hands, called), WEST) is parse_card(card)
    begun = at_whist(hands, "KS 6S 5S 2S")  # one card alone says nothing
    assert chosen(begun, WEST).suit is not parse_card(card).suit


def test_where_a_dummy_lies_open_nobody_calls() -> None:
    hands = {EAST: CALLER, WEST: "AS KS QS 9S", NORTH: "6S 8S", SOUTH: "2S 3S"}
    assert chosen(after(hands, "declare:H KS 6S"), EAST) is parse_card("4S")


# The echo, the original fourth best and the first discard, at whist.


CALLED = "KS 6S 5S 2S AS 8S 4S 3S"  # the east has called: 5S, then 4S


@each(
    ("why", "west", "card"),
    [
        ("with four trumps it calls too", "AS KS QS 9S KH QH JH TH 5D 2D KC 8C 7C", "8C"),
        ("with three it does not", "AS KS QS 9S KH QH JH 9D 5D 2D KC 8C 7C", "7C"),
    ],
)
def test_partners_call_is_echoed(why: str, west: str, card: str) -> None:
    """After the call the west leads a diamond nevertheless, and the south, who wins it, a club."""
    hands = {SOUTH: TURNED, EAST: CALLER, WEST: west, NORTH: "TS 8S 6S JS 4D"}
    evening = at_whist(hands, f"{CALLED} 2D 4D 7D 8D 2C")
    assert chosen(evening, WEST) is parse_card(card), why
    assert (maxim_of(evening.view(WEST), Play(parse_card("8C"))) is Maxim.ECHOES_CALL) is (card == "8C")


def test_four_trumps_are_shown_in_partners_lead_of_trumps_by_a_high_card_before_a_lower() -> None:
    hands = {
        SOUTH: TURNED,
        EAST: CALLER,
        WEST: "AS KS QS 9S KH JH TH 9D 5D 2D KC 8C 7C",
        NORTH: "TS 8S 6S QH",
    }
    evening = at_whist(hands, f"{CALLED} KH QH")
    assert chosen(evening, EAST) is parse_card("3H")
    assert maxim_of(evening.view(EAST), Play(parse_card("3H"))) is Maxim.ECHOES_CALL


@each(
    ("spades", "led", "again"),
    [
        ("AS JS 9S 8S 7S 6S", "AS", "8S"),  # of the five that are left 7S is the fourth best
        ("AS JS 9S 8S 7S 6S", "8S", "7S"),  # opened with the fourth best itself, so it is not there
    ],
)
def test_a_high_card_is_followed_by_the_original_fourth_best(spades: str, led: str, again: str) -> None:
    hands = {
        SOUTH: TURNED,
        WEST: f"{spades} JH TH 9D 5D 4D 8C 7C",
        NORTH: "TS QS" if led == "AS" else "5S",
        EAST: "4S 5S" if led == "AS" else "4S TS",
    }
    so_far = "AS TS 4S 2S" if led == "AS" else "8S 5S 4S 2S"
    evening = at_whist(hands, so_far)
    if led == "AS":
        assert chosen(evening, WEST) is parse_card(again)
        assert maxim_of(evening.view(WEST), Play(parse_card(again))) is Maxim.ORIGINAL_FOURTH_BEST
    else:
        assert maxim_of(evening.view(WEST), Play(parse_card(again))) is not Maxim.ORIGINAL_FOURTH_BEST


def test_the_first_discard_is_from_the_weakest_suit() -> None:
    """Of five diamonds to the king and queen and five small clubs a club is thrown, though 2D is lower."""
    hands = {SOUTH: TURNED, EAST: "5H 3H 2H KD QD JD 4D 2D 8C 7C 6C 4C 3C", WEST: "AS KS QS", NORTH: "6S"}
    evening = at_whist(hands, "AS 6S")
    assert chosen(evening, EAST) is parse_card("3C")
    assert maxim_of(evening.view(EAST), Play(parse_card("3C"))) is Maxim.DISCARDS_FROM_WEAKNESS


def test_it_is_from_the_longest_where_an_adversary_is_strong_in_trumps() -> None:
    """The south has led trumps, and the west wins the spade: the clubs stay guarded."""
    south = TURNED.replace("8D", "AD")
    hands = {
        SOUTH: south,
        EAST: "5H 3H 2H KD QD JD 7D 4D 2D 8C 7C 6C 3C",
        WEST: "AS KS QS TH 5D",
        NORTH: "6S TD JH",
    }
    evening = at_whist(hands, "5D TD 2D AD AH TH JH 2H 2S AS 6S")
    assert chosen(evening, EAST) is parse_card("4D")


# Leads of trumps that the play asks for (Britannica 1911, "Returned Leads", "Trumping"). Hearts are trumps.

LED: dict[Seat, str] = {
    SOUTH: "3S 2S 8S 6D 7D 3D TC 9C 5C 2C 8C 2H AH",
    WEST: "4S 5S 6S KH 9H 7H 4H JH 5D 2D KC 7C 6C",
    NORTH: "JS TS 9S 3H 5H KD JD TD 9D 4D AC QC JC",
    EAST: "AS KS QS 7S QH TH 8H 6H AD QD 8D 4C 3C",
}
REFUSED: dict[Seat, str] = {
    SOUTH: "4S 3S 4D 5D 3D JD QH TH 8H 2H 3C 5C AH",
    WEST: "5S 6S 8S 2S KH JH 9H 4H 9C 8C 7C 6C TC",
    NORTH: "JS TS AS KD QD 6D 7D 8D 5H 6H AC KC QC",
    EAST: "KS QS 9S 7S 7H 3H AD 9D 2D TD JC 2C 4C",
}
CROSSED: dict[Seat, str] = {
    SOUTH: "2S 6S TS 8C 7C 3C 4C JC QC 2H 4H KH AH",
    WEST: "3S KS QS AD 4D TD AC KC TC 6C JH TH 7H",
    NORTH: "4S 8S JS 7S 2D 5D 6D 7D JD KD 3H 5H QH",
    EAST: "AS 9S 5S 3D 8D 9D QD 2C 5C 9C 9H 8H 6H",
}


@each(
    ("why", "hands", "so_far", "cards"),
    [
        ("partner's lead of trumps is returned at once", LED, "4H 3H QH 2H", "TH 8H 6H"),
        (
            "partner has not ruffed a winner of theirs",
            REFUSED,
            "9C AC 2C 3C KD 2D 3D 2S 6D 9D 4D 5S",
            "7H",
        ),
        ("three trumps stop a cross-ruff", CROSSED, "AC 3H 2C 3C 2D 3D 2H 4D 2S 3S 4S AS", "9H"),
    ],
)
def test_trumps_are_led_when_the_play_asks_for_them(
    why: str, hands: dict[Seat, str], so_far: str, cards: str
) -> None:
    led = chosen(after(hands, so_far, game="whist_modern"), EAST)
    assert led in [parse_card(card) for card in cards.split()], why


# Cards that are worth the same, of which one tells more (Britannica 1911, "Whist"). Hearts are trumps.

NINE_OF_TRUMPS = "3S 2S TH 9H 7C 8D 6D 3D TC 9C 5C 2C 8H"  # the south turns up the eight


@each(
    ("why", "hands", "so_far", "by", "card"),
    [
        (
            "of two high cards left of four the higher is led",
            {SOUTH: TURNED, WEST: "KS QS JS 9S JH TH 9D 5D 4D 2D 8C 7C 6C", NORTH: "AS TS 4S"},
            "KS 4S 5S 2S",
            WEST,
            "QS",
        ),
        (
            "and of two left of five the lower",
            {SOUTH: TURNED, WEST: "KS QS JS 9S 7S JH TH 9D 5D 4D 2D 8C 7C", NORTH: "AS TS 4S"},
            "KS 4S 5S 2S",
            WEST,
            "JS",
        ),
        (
            "who has every high card of a suit discards the highest",
            {SOUTH: TURNED, WEST: "AS KS QS JS", EAST: "KH QH JH TH 6H 5H 3H AD KD QD JD TD 9D"},
            "AS 6S",
            EAST,
            "AD",
        ),
        (
            "the trump that was turned up is kept before its equals",
            {SOUTH: NINE_OF_TRUMPS, WEST: "KH 4S", NORTH: "5H", EAST: "AH"},
            "KH 5H AH",
            SOUTH,
            "9H",
        ),
        (
            "the ace of two does not stop partner's suit",
            {SOUTH: TURNED, WEST: "KS QS JS TS 9S 8S", NORTH: "7S 6S 5S", EAST: "AS 4S"},
            "KS 5S",
            EAST,
            "AS",
        ),
    ],
)
def test_a_card_of_equals_that_tells_more_is_played(
    why: str, hands: dict[Seat, str], so_far: str, by: Seat, card: str
) -> None:
    assert chosen(at_whist(hands, so_far), by) is parse_card(card), why


# Conventions that lean to losing, which the easy robot alone keeps (Britannica 1911). Whole deals are named.


@each(
    ("why", "seed", "so_far", "by", "easy", "others"),
    [
        (
            "who leaves their suit leads the highest of three",
            2,
            "KD 9D 3D JD AD 2H 4D QD AC 6C 4C 6H AS 7S 3S 6S",
            WEST,
            "QS",
            "2S",
        ),
        (
            "without four trumps partner is not made to ruff",
            10,
            "KC 3C 6C 2C AC JC 4C 5C KH AH 3H 8H AS 2H 5S 6S QH 9H TH 4H 8C JH 9C QC 7S KS 2S 7C",
            WEST,
            "2D",
            "9S",
        ),
        (
            "an adversary who has led trumps is made to ruff",
            6,
            "5H TH AH 8H 6H 4H KH JH 3H 2D 2H QH KD 5D 7D 4D QC AC 7C 2C 2S TS AS 3S",
            WEST,
            "9H",
            "KC",
        ),
        ("a suit is not led from ace and queen where another is as good", 21, "", WEST, "AC", "AH"),
    ],
)
def test_the_easy_robot_alone_keeps_conventions_that_lean_to_losing(
    why: str, seed: int, so_far: str, by: Seat, easy: str, others: str
) -> None:
    evening = deal_from(random.Random(seed).sample(PACK, 52), "whist_modern")
    for word in so_far.split():
        deal = evening.table.deal
        assert deal is not None
        evening.do(next(iter(deal.may_act)), Play(parse_card(word)))
    choice = robot_of(Strength.EASY).choose(evening.view(by), 1, random.Random(0)).choice
    assert choice == Play(parse_card(easy)), why
    assert chosen(evening, by) is parse_card(others), why

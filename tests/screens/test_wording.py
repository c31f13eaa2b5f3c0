"""Sentences and numbers."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from bot import errors as ours
from bot.cannot_start import cannot_start
from bot.settings import BadSetting
from cogs.refusals import SENTENCES as OURS
from cogs.refusals import worded
from rules import errors, refusals
from rules.calls import Content, Declare, Double, Pass, Play
from rules.cards import Hand, Suit, parse_card
from rules.counting.rubber import RANKED_DOUBLINGS
from rules.evening import errors as evening_errors
from rules.games.all_games import GAMES
from rules.games.biritch import COLLINSON
from rules.seats import Seat, Side
from rules.table.requests import AnswerClaim, CutPack
from screens.claims import agreed_line, claim_done
from screens.words.commands import COMMAND_TEXTS, OPTION_TEXTS, done_note
from screens.words.evenings import SENTENCES as OF_EVENINGS
from screens.words.games.all_games import PAGES, words_of
from screens.words.gamewords import contre
from screens.words.names import (
    ON_PAPER,
    declared_name,
    doubling,
    exact,
    number,
    power_of_two,
    quotient,
    signed,
    spoken_card,
    worth_text,
)
from screens.words.refusals import SENTENCES as RULES
from screens.words.scores import ranked_note
from screens.words.typed_words import Ambiguous
from storage.errors import DatabaseInUse, DatabaseMissing, DriverMissing, NotDurable
from storage.ports.records import ServerUrl, UserId
from storage.ports.storage import StorageError
from tests.each import each

EXAMPLES: dict[type[Exception], Exception] = {
    errors.Unreadable: errors.Unreadable("<@1> {x}"),
    Ambiguous: Ambiguous("<@1> {x}", ("Q♠", "Q♥")),
    refusals.CallNotOpen: refusals.CallNotOpen((Seat.WEST, Seat.EAST), (Double(), Content())),
    refusals.CutComesFirst: refusals.CutComesFirst(Seat.EAST),
    refusals.CallsComeFirst: refusals.CallsComeFirst((Seat.EAST,)),
    refusals.ClaimIsOpen: refusals.ClaimIsOpen(Seat.SOUTH, (Seat.NORTH, Seat.WEST)),
    refusals.NotYoursToAnswer: refusals.NotYoursToAnswer((Seat.WEST,)),
    refusals.OwnClaim: refusals.OwnClaim((Seat.WEST,)),
    refusals.AlreadyAgreed: refusals.AlreadyAgreed((Seat.WEST,)),
    refusals.NotYourTurn: refusals.NotYourTurn((Seat.WEST,)),
    refusals.OtherHandDue: refusals.OtherHandDue(Seat.NORTH),
    refusals.CardNotHeld: refusals.CardNotHeld(parse_card("QH")),
    refusals.MustFollowSuit: refusals.MustFollowSuit(Suit.HEARTS, parse_card("2S")),
    refusals.HeldToADemand: refusals.HeldToADemand(Hand.of([parse_card("QH"), parse_card("2S")])),
    refusals.NotOfThatSuit: refusals.NotOfThatSuit(Suit.HEARTS),
    refusals.NoneOfThatSuit: refusals.NoneOfThatSuit(Suit.HEARTS),
    refusals.LeavingCosts: refusals.LeavingCosts(refusals.Ending(rubber=True, agreed=False)),
    refusals.NotYoursToCut: refusals.NotYoursToCut(Seat.EAST),
    refusals.BadOption: refusals.BadOption("<@1>", "{x}"),
    refusals.BadValue: refusals.BadValue("<@1>", "{x}"),
    refusals.WrongDiscard: refusals.WrongDiscard(4),
    refusals.TooFewHonours: refusals.TooFewHonours(2),
    refusals.NotSoManyLeft: refusals.NotSoManyLeft(12),
    refusals.OptionsClash: refusals.OptionsClash("honours", "honours_by"),
    ours.ActRefused: ours.ActRefused(errors.Unreadable("<@1> {x}"), ("Q♠", "Q♥")),
    ours.NotAllowed: ours.NotAllowed(("view_channel", "send_messages")),
    ours.NoThread: ours.NoThread(400, 160006),
    ours.NoSuchChannel: ours.NoSuchChannel(11),
    ours.DealDamaged: ours.DealDamaged(7),
    ours.SomebodyLeft: ours.SomebodyLeft((UserId(7), None), 2),
    ours.TooSoon: ours.TooSoon(40),
    ours.TooManyOpen: ours.TooManyOpen("sheet", 20, by_one=True),
    ours.SetOfOtherGame: ours.SetOfOtherGame("vint"),
    ours.YoursIsElsewhere: ours.YoursIsElsewhere((11, 12)),
    ours.SeveralTables: ours.SeveralTables((11, 12)),
    ours.NotInThisChannel: ours.NotInThisChannel((11, 12)),
    evening_errors.RoundGoesOn: evening_errors.RoundGoesOn((2, 3)),
    evening_errors.PeopleMissing: evening_errors.PeopleMissing(2),
}


def all_of(root: type[Exception]) -> Iterator[type[Exception]]:
    yield root
    for child in root.__subclasses__():
        yield from all_of(child)


SENTENCES = {**RULES, **OURS, **OF_EVENINGS}
FOR_A_REASON = (
    *map(refusals.Refused, refusals.Why),
    *map(evening_errors.EveningRefused, evening_errors.EveningWhy),
    *map(ours.AppRefused, ours.AppWhy),
)
ROOTS = (errors.RulesError, evening_errors.EveningError, ours.AppError)
OTHERS = [one for root in ROOTS for one in all_of(root) if one not in map(type, FOR_A_REASON)]


@each("refusal", [*FOR_A_REASON, *(EXAMPLES[one] if one in EXAMPLES else one() for one in OTHERS)])
def test_every_refusal_has_a_sentence_of_its_own(refusal: errors.Refusal) -> None:
    assert refusal.fact in SENTENCES or refusal.fact in EXAMPLES
    sentence = worded(refusal, ON_PAPER)
    assert re.fullmatch(r"[A-Z].*[^.]\.", sentence)
    assert not set("{}") & set(sentence)
    assert "<@1>" not in sentence
    assert type(refusal).__name__ not in sentence


def test_no_two_refusals_are_worded_alike() -> None:
    assert len(set(SENTENCES.values())) == len(SENTENCES)


def test_refusals_speak_as_at_the_table() -> None:
    assert worded(refusals.MustFollowSuit(Suit.HEARTS, parse_card("2S")), ON_PAPER) == (
        "You still have a heart, so you must follow suit."
    )
    assert worded(refusals.NotYourTurn((Seat.WEST,)), ON_PAPER) == "It is West's turn."
    either = refusals.NotYourTurn((Seat.EAST, Seat.WEST))
    assert worded(either, ON_PAPER) == "It is for East or West to answer."
    assert (
        worded(refusals.Refused(refusals.Why.DUMMY_MAY_NOT_ACT), ON_PAPER)
        == "You are dummy: your partner plays your cards."
    )
    assert (
        worded(refusals.Refused(refusals.Why.MUST_DECLARE), ON_PAPER)
        == "The dealer passed, so you must name trumps."
    )
    assert worded(refusals.OtherHandDue(Seat.NORTH), ON_PAPER) == "The next card must come from North's hand."
    assert worded(ours.NotAllowed(("view_channel", "send_messages")), ON_PAPER) == (
        "I need these permissions here: View Channel and Send Messages."
    )
    assert (
        worded(ours.SeveralTables((11, 12)), ON_PAPER)
        == "You are at several tables: use the command in <#11> or <#12>."
    )


def test_the_host_is_told_why_the_bot_cannot_start() -> None:
    assert cannot_start(BadSetting("LOG_LEVEL", "one of DEBUG, INFO")) == (
        "The setting LOG_LEVEL must be one of DEBUG, INFO."
    )
    in_use = cannot_start(DatabaseInUse(Path("b.sqlite3")))
    assert in_use == "Another process holds the database b.sqlite3: stop it first."
    url = ServerUrl("postgresql://anna:s3cret@db/a")
    assert cannot_start(NotDurable(url, "fsync")) == (
        "The server of postgresql://anna@db/a has fsync off and can lose what was answered: set fsync to on."
    )
    assert cannot_start(DatabaseMissing(url, None)) == (
        "The database postgresql://anna@db/a is empty, and NEW_DATABASE forbids to begin in it: "
        "is it the right one?"
    )
    assert f"{sys.executable} -m pip install 'psycopg[binary]" in cannot_start(DriverMissing(url))
    assert "StorageError" in cannot_start(StorageError())
    assert "DISCORD_TOKEN" in cannot_start(RuntimeError("secret"))
    assert "secret" not in cannot_start(RuntimeError("secret"))


@each(
    ("value", "told"),
    [
        (0, "0"),
        (96, "96"),
        (1280, "1280"),
        (-40, "−40"),
        (12288, "12\u202f288"),
        (-1234567, "−1\u202f234\u202f567"),
        (10**15 - 1, "999\u202f999\u202f999\u202f999\u202f999"),
        (10**15, "≈ 1.00 × 10¹⁵"),
        (10 * 2**200, "≈ 1.61 × 10⁶¹"),
        (-(2**200), "≈ −1.61 × 10⁶⁰"),
        (9_996_000_000_000_000, "≈ 1.00 × 10¹⁶"),
        (9_994_999_999_999_999, "≈ 9.99 × 10¹⁵"),
    ],
)
def test_numbers_are_exact_to_fifteen_digits_and_rounded_beyond(value: int, told: str) -> None:
    assert number(value) == told


def test_every_digit_can_be_had_while_a_message_has_room() -> None:
    assert exact(2**200).replace("\u202f", "") == str(2**200)
    assert exact(10**600).startswith("≈ 1.00 × 10")


def test_of_a_hundred_and_fifty_tables_ten_are_named_and_the_rest_counted() -> None:
    ids = tuple(10**18 + place for place in range(150))
    sentence = worded(ours.SeveralTables(ids), ON_PAPER)
    assert len(sentence) < 400
    assert sentence.count("<#") == 10
    assert sentence.endswith("<#1000000000000000009> or one of 140 more.")
    assert "more" not in worded(ours.SeveralTables(ids[:10]), ON_PAPER)


def test_a_number_too_long_to_print_is_still_worded() -> None:
    """Python refuses to print more than 4,300 digits; a chain of 20,000 contres has 6,021."""
    assert number(2**20000) == "≈ 3.98 × 10⁶⁰²⁰"


def test_signs_powers_and_averages() -> None:
    assert [signed(points) for points in (126, -40, 0)] == ["+126", "−40", "0"]
    assert [power_of_two(level) for level in (1, 3, 10, 11, 200)] == ["2", "8", "1024", "2¹¹", "2²⁰⁰"]
    assert [quotient(*of) for of in ((126, 3), (85, 2), (-85, 2), (1, 3), (-1, 30))] == [
        "42",
        "42.5",
        "−42.5",
        "0.3",
        "0",
    ]


def test_declarations_are_told_with_what_doubles_them() -> None:
    plain = {level: doubling(level, contre()) for level in (0, 1, 2, 3)}
    assert plain == {0: "", 1: "contre ×2", 2: "sur contre ×4", 3: "sur contre ×8"}
    assert declared_name(None, words_of("biritch")) == "Biritch — no trumps"
    assert declared_name(None, words_of("bridge")) == "No trumps"
    assert declared_name(Suit.HEARTS, words_of("bridge")) == "♥\ufe0e Hearts"
    assert worth_text(8, 0) == "**8**"
    assert worth_text(40, 2) == "**40** (10 × 4)"
    assert [spoken_card(parse_card(text)) for text in ("QH", "TS")] == ["Q♥\ufe0e", "10♠\ufe0e"]


def test_prices_told_are_those_of_the_game() -> None:
    prices = COLLINSON
    assert words_of("biritch").prices == (
        f"An odd trick: biritch {prices.no_trumps}, hearts {prices.hearts}, diamonds {prices.diamonds}, "
        f"clubs {prices.clubs}, spades {prices.spades}."
    )
    rules = "\n".join(words_of("biritch").rules).replace("\ufe0e", "")
    assert (
        f"Biritch {prices.no_trumps} · ♥ {prices.hearts} · ♦ {prices.diamonds} · "
        f"♣ {prices.clubs} · ♠ {prices.spades}"
    ) in rules


def test_the_ranked_limit_told_is_that_of_the_rules() -> None:
    assert RANKED_DOUBLINGS == 6
    assert "more than six times" in ranked_note("doubling")


def test_every_game_has_its_words() -> None:
    assert set(GAMES) == set(PAGES)


def test_command_texts_are_as_long_as_discord_takes() -> None:
    for text in (*COMMAND_TEXTS.values(), *OPTION_TEXTS.values()):
        assert 1 <= len(text) <= 100


def test_every_act_has_a_note() -> None:
    asks = (
        Play(parse_card("QH")),
        Declare(None),
        Declare(Suit.SPADES),
        Pass(),
        Double(),
        Content(),
        AnswerClaim(True),
        AnswerClaim(False),
        CutPack(20, ""),
    )
    notes = [done_note(ask, "biritch") for ask in asks]
    assert len(set(notes)) == len(notes)
    assert notes[0] == "You played Q♥\ufe0e."


def test_one_table_elsewhere_is_there_and_several_are() -> None:
    assert worded(ours.YoursIsElsewhere((11,)), ON_PAPER).endswith("Yours is in <#11>.")
    assert worded(ours.YoursIsElsewhere((11, 12)), ON_PAPER).endswith("Yours are in <#11> and <#12>.")


def test_the_last_trick_that_went_by_agreement_is_one() -> None:
    told = [agreed_line(ON_PAPER, Side.NS, tricks, 0) for tricks in (1, 5)]
    assert told == [
        "The last trick went to North–South by agreement.",
        "The last 5 tricks went to North–South by agreement.",
    ]


def test_who_concedes_has_offered_it_only_where_somebody_is_asked() -> None:
    assert claim_done(0, asked=True) == "You have offered to concede the rest."
    assert claim_done(0, asked=False) == "You have conceded the rest."

"""What ``/turn`` offers, in three languages, is what the engine allows, and nothing hidden is in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest

from bot.errors import ActRefused
from cogs.acts import (
    SAID_ON_BUTTONS,
    VERBS,
    OpenAct,
    act_offers,
    open_acts,
    typed_act,
    verb_of_text,
)
from cogs.refusals import worded
from cogs.typed import OFFERED
from rules.calls import (
    PLAYS,
    Bid,
    CallHonours,
    Content,
    Declare,
    Discard,
    Double,
    Pass,
    Play,
    TakeStock,
)
from rules.cards import PACK, Suit
from rules.counting.reckon import Penalty
from rules.errors import RulesError, Unreadable
from rules.frozen import replace
from rules.games.all_games import GAMES, game
from rules.out_of_turn import Exacted
from rules.seats import Person, Seat
from rules.table.decide import decide
from rules.table.requests import (
    AgreeScore,
    AnswerClaim,
    AnswerSubstitute,
    AskSuit,
    ChoosePenalty,
    ChooseSeat,
    ClaimRest,
    ClaimRevoke,
    Correct,
    CutPack,
    DemandPenalty,
    DenySuit,
    FollowLead,
    Gather,
    Pause,
    PlayOut,
    ReplaceCard,
    Request,
    Resume,
    Start,
    TakeBack,
    TakeDummy,
)
from rules.tricks import Strain
from rules.view import SeatView
from screens.reading import read_card
from screens.words.commands import card_name, command_name
from screens.words.games.all_games import words_of
from screens.words.languages import LANGUAGES, spoken
from screens.words.names import ON_PAPER, Speech, bid_at, declared_name
from storage.ports.records import UserId
from tests.each import each, mostly_long
from tests.trials.stage.club import Club
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

STRICT: Final = {"revoke_mode": "lawful", "period_penalties": "on", "replaced": "exposed"}
"""Where the game has it, people can revoke and play cards out of turn."""
SHORT: Final = ("biritch", "contract", "ruff_and_honours", "double_dummy")

UNIVERSE: Final[tuple[Request, ...]] = (
    *PLAYS,
    *(Declare(suit) for suit in (*Suit, None)),
    *(Bid(odd, strain) for odd in range(1, 8) for strain in Strain),
    *(Pass(), Double(), Content(), TakeStock(), CallHonours(), CutPack(26, ""), TakeBack()),
    *(ChooseSeat(seat) for seat in Seat),
    *(AnswerClaim(agrees) for agrees in (True, False)),
    *(ClaimRest(tricks) for tricks in (None, *range(14))),
    *(Gather(), AskSuit(), DenySuit(), AgreeScore(), PlayOut(True), PlayOut(False)),
    *(ClaimRevoke(trick, seat) for trick in range(1, 14) for seat in Seat),
    *(ChoosePenalty(trick, seat, one) for trick in range(1, 14) for seat in Seat for one in Penalty),
    *(ask(card) for ask in (Correct, FollowLead, ReplaceCard) for card in PACK),
    *(DemandPenalty(Exacted.CARD, card=card) for card in PACK),
    *(DemandPenalty(Exacted.SUIT, suit=suit) for suit in Suit),
    *(DemandPenalty(what) for what in Exacted if what not in (Exacted.CARD, Exacted.SUIT)),
    *(Resume(), Start(), TakeDummy(), AnswerSubstitute(True), AnswerSubstitute(False)),
)
"""Everything that ``/turn`` could ask, but for cards that are put out together."""


def is_accepted(evening: Evening, who: Person, ask: Request) -> bool:
    try:
        decide(evening.table, who, ask, evening.dice)
    except RulesError:
        return False
    return True


def accepted(evening: Evening, who: Person, view: SeatView) -> set[Request]:
    """What the engine takes of all this from somebody just now, but for what is lawful to ask and never
    offered: a card of the wrong one of the hands that a declarer plays, and a card called that does not lie
    exposed, which loses the right to a penalty."""
    taken = {ask for ask in UNIVERSE if is_accepted(evening, who, ask)}
    if view.deal is None or view.deal.out_of_turn is None or view.viewer is None or view.own is None:
        return taken
    state, dummies = view.deal.out_of_turn, view.deal.settled.dummies if view.deal.settled else ()
    if any(player is view.viewer for _, player in dummies):
        taken -= {ask for ask in taken if isinstance(ask, Play)} - {*view.options}
    exposed = [one.card for one in state.against(view.viewer.side.other) if Exacted.CARD in one.open_to]
    hidden = {DemandPenalty(Exacted.CARD, card=card) for card in PACK if card not in exposed}
    return taken - hidden


def moments(key: str, options: dict[str, str], seed: int, count: int) -> Iterator[tuple[Evening, Person]]:
    """A table at drawn moments, each with somebody who belongs to it."""
    evening = Evening(seed, key, **options)
    draw, players = evening.dice.random, evening.table.variant.players
    people = (ANNA, BORIS, CLARA, DAVID)[:players]
    evening.seat(*people)
    yield evening, ANNA
    for _ in range(count):
        for _ in range(draw.randrange(1, 6)):
            if evening.table.rubber is None:
                evening.start()
            elif draw.random() < 0.3 and (rare := _rare(evening, draw.choice(people))):
                evening.ask(*draw.choice(rare))
            else:
                evening.step(claims=True)
        if draw.random() < 0.05 and evening.table.rubber is not None:
            evening.ask(ANNA, Pause())
            yield evening, draw.choice(people)
            evening.ask(ANNA, Resume())
        yield evening, draw.choice(people)


def _rare(evening: Evening, who: Person) -> list[tuple[Person, Request]]:
    """What somebody may do that a table is not played on by: cards out of turn, corrections, demands."""
    kinds = (Correct, FollowLead, ReplaceCard, DemandPenalty, TakeBack, AskSuit, ClaimRevoke, Play)
    asks = [ask for ask in UNIVERSE if isinstance(ask, kinds)]
    return [(who, ask) for ask in evening.dice.random.sample(asks, 60) if is_accepted(evening, who, ask)]


def view_of(evening: Evening, who: Person) -> SeatView:
    rubber = evening.table.rubber
    return evening.view(rubber.seat_of(who) if rubber is not None else None)


def arranged(key: str, seed: int) -> dict[str, str]:
    """Every other table is strict, as far as the game has that."""
    offered = {choice.key for choice in game(key).choices}
    return {name: value for name, value in STRICT.items() if name in offered} if seed % 2 else {}


@pytest.mark.parametrize("key", mostly_long(GAMES, SHORT))
def test_the_list_of_a_turn_is_what_the_engine_allows_and_its_words_are_read_in_every_language(
    key: str,
) -> None:
    several = 0
    for seed in (1, 2):
        for evening, who in moments(key, arranged(key, seed), seed, 14):
            view = view_of(evening, who)
            allowed = accepted(evening, who, view)
            acts: dict[str, tuple[OpenAct, ...]] = {}
            for language in LANGUAGES:
                with spoken(language):
                    acts[language] = open_acts(view, who)
            for language, listed in acts.items():
                asked = [one.request for one in listed if not isinstance(one.request, Discard)]
                assert len({*asked}) == len(asked) and {*asked} == allowed, (language, {*asked} ^ allowed)
                with spoken(language):
                    offers = act_offers(view, listed, "")
                    assert [one.value for one in offers][:OFFERED] == [one.word for one in listed][:OFFERED]
                    for one in listed if language != "en" else ():
                        if not isinstance(one.request, Discard):
                            assert typed_act(view, listed, one.word) == one.request
                            assert typed_act(view, listed, one.name) == one.request
                            assert act_offers(view, listed, one.word)[0].value == one.word
            several += len(allowed) > 1
    assert several > 5


@each("language", LANGUAGES)
def test_no_verb_means_two_things_in_a_language_and_english_is_read_in_all(language: str) -> None:
    with spoken(language):
        names = [command_name(verb) for verb in VERBS]
        assert len({*names}) == len(names)
        assert [verb_of_text(f"{name} QH") for name in names] == [(verb, "QH") for verb in VERBS]
        assert [verb_of_text(verb)[0] for verb in VERBS] == [*VERBS]


@each("language", LANGUAGES)
def test_what_a_button_says_may_be_typed_for_its_verb_with_blanks_or_without(language: str) -> None:
    with spoken(language):
        for act, label in SAID_ON_BUTTONS:
            for typed in (label(), label().lower(), label().replace(" ", ""), label().replace(" ", "-")):
                verb, rest = verb_of_text(typed)
                assert f"{verb} {rest}".strip() == act, typed
            verb, rest = verb_of_text(f"  {label()}   QH ")
            assert f"{verb} {rest}" == f"{act} QH"
        assert verb_of_text("sur contre") == ("surcontre", "") and verb_of_text("play out no")[0] == "playout"


@each("language", LANGUAGES)
def test_no_card_and_no_bid_is_taken_for_a_verb(language: str) -> None:
    with spoken(language):
        names = [card_name(card) for card in PACK]
        for key in GAMES:
            names += [bid_at(Bid(odd, strain), words_of(key)) for odd in (1, 7) for strain in Strain]
            names += [declared_name(trumps, words_of(key)) for trumps in (*Suit, None)]
        assert [one for one in names if verb_of_text(one)[0] is not None] == []


ONCE: Final = re.compile(r"[.!?]\s")
"""Where a sentence ends within a text."""


@each("language", LANGUAGES)
def test_a_refused_act_is_one_sentence_with_at_most_eight_things_to_do_instead(language: str) -> None:
    with spoken(language):
        for instead in ((), ("Q♥",), tuple(str(card) for card in PACK[:13])):
            told = worded(ActRefused(Unreadable("x"), instead), ON_PAPER)
            assert told.endswith(".") and not ONCE.search(told) and "{" not in told
            assert all(one in told for one in instead[:8]) and not any(one in told for one in instead[8:])
            assert ("…" in told) is (len(instead) > 8)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_text_that_is_no_act_is_refused_in_a_sentence_that_does_not_repeat_it(
    house: Club, language: str
) -> None:
    await house.playing(cards=1)
    south = house.at(Seat.SOUTH)
    await house.bot.services.preferences.change_person(
        UserId(south.id), lambda tastes: replace(tastes, language=language)
    )
    for typed in ("abracadabra", "claim many", "agree at once", "revoke 100:E", "2 2 2"):
        told = await house.types(south, "turn", act=typed)
        with spoken(language):
            begins, _, _ = worded(ActRefused(Unreadable("x"), ()), ON_PAPER).partition(";")
            assert begins.removesuffix(".") != worded(Unreadable("x"), ON_PAPER).removesuffix(".")
        assert told.private and told.text.startswith(begins) and not ONCE.search(told.text), told.text
        assert typed not in told.text
    assert house.cards_played == 1


async def test_an_act_that_is_not_open_is_known_by_what_its_button_says(house: Club) -> None:
    await house.dealt()
    for typed in ("take back", "Take back", "takeback"):
        told = await house.types(house.at(Seat.WEST), "turn", act=typed)
        assert told.text == "There is nothing to take back here; there is nothing for you to do now."


async def test_who_is_refused_is_told_why_and_what_they_may_do_now(house: Club) -> None:
    await house.dealt()
    south, west = house.at(Seat.SOUTH), house.at(Seat.WEST)
    assert (await house.types(south, "turn", act="contre")).text == (
        f"That call is not open now: it is for {house.called(Seat.SOUTH)} to name trumps or pass; what you "
        "can do now: ♠︎ Spades, ♥︎ Hearts, ♦︎ Diamonds, ♣︎ Clubs, Biritch — no trumps, Pass to partner."
    )
    told = (await house.types(west, "turn", act="pass")).text
    assert told == f"It is {house.called(Seat.SOUTH)}'s turn; there is nothing for you to do now."
    stranger = (await house.types(house.ivan, "turn", act="pass")).text
    assert stranger == "You don't have a chair at this table; there is nothing for you to do now."


async def test_acts_are_offered_to_whom_they_belong_wherever_they_type_and_to_nobody_else(
    house: Club,
) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    own = house.view(west).own
    assert own is not None
    for offered in (
        await west.autocomplete(house.room, "turn", "act", ""),
        await west.user.autocomplete("turn", "act", ""),
    ):
        assert [read_card(one["value"]) for one in offered] == list(own.left)
    for who in (house.ivan, house.at(Seat.NORTH), house.at(Seat.EAST)):
        assert await who.autocomplete(house.room, "turn", "act", "") == []
    assert await west.autocomplete(house.parlour, "turn", "act", "") == []


async def test_what_is_picked_in_one_language_is_done_in_another(house: Club) -> None:
    """The list may be older than the choice of a language."""
    await house.dealt()
    south = house.at(Seat.SOUTH)
    await house.bot.services.preferences.change_person(
        UserId(south.id), lambda tastes: replace(tastes, language="fr")
    )
    offered = await south.autocomplete(house.room, "turn", "act", "cœur")
    assert [one["name"] for one in offered] == ["♥︎ Cœur"]
    await house.bot.services.preferences.change_person(
        UserId(south.id), lambda tastes: replace(tastes, language="ru")
    )
    await house.types(south, "turn", act=offered[0]["value"])
    for seat, typed in ((Seat.WEST, "контра"), (Seat.SOUTH, "accepter"), (Seat.NORTH, "content")):
        await house.types(house.at(seat), "turn", act=typed)
    settled = house.table.state.settled()
    assert settled is not None and (settled.trumps, settled.level) == (Suit.HEARTS, 1)
    assert house.table.state.deal is not None and house.table.state.deal.playing is not None


def test_a_seat_that_is_typed_is_the_one_that_people_call_so_where_play_goes_the_other_way() -> None:
    """There East and West have changed places in everything that is said."""
    evening = Evening(0, direction="counterclockwise", seats_chosen="lowest")
    evening.seat(ANNA, BORIS, CLARA, DAVID).start()
    rubber = evening.table.rubber
    assert rubber is not None and rubber.seats_open
    view = evening.view(rubber.dealer)
    assert Speech.at_table(view.table).seat(Seat.WEST) == "East"
    assert typed_act(view, (), "seat E") == typed_act(view, (), "seat east") == ChooseSeat(Seat.WEST)
    assert typed_act(view, (), "revoke 3:E") == ClaimRevoke(3, Seat.WEST)
    for act in open_acts(view, evening.member(rubber.dealer)):
        assert typed_act(view, (), act.word) == act.request

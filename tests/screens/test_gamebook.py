"""Every game's page of words: as long as Discord takes it, and with the figures of the game's own row."""

from __future__ import annotations

import re

import pytest

from bot.discord_api.layout import laid_out
from cogs.games import GAME_CHOICES, USUAL_GAME
from rules.counting.bridge_lines import Honours, Slams
from rules.counting.every_trick import SlamsBid, TricksShort
from rules.counting.points_up import PointsUp, Scale
from rules.counting.reckon import ByLines
from rules.counting.rubber import Won
from rules.counting.undertaking import HonoursInOneHand, PromisedSlams, Undertaking
from rules.games import auction, contract, plafond, scaled_contract
from rules.games.all_games import GAMES
from rules.games.biritch import COLLINSON
from rules.games.variant import WITH_RUBBERS, Variant
from rules.games.whist import FORMS
from rules.games.whist_forms import DOUBLE_SINGLE, TREBLE_DOUBLE_SINGLE
from rules.seats import BySide, Side
from rules.settling.auction import Auction
from rules.settling.declaration import Declaration
from rules.strains import Prices
from screens.reference import robots_screen, rules_screen
from screens.screen import Text
from screens.words.gamebook import GAME_WORDS, words_of
from screens.words.names import TEXT_FORM
from screens.words.options import OPTION_WORDS

GROUP = "\u202f"
BRIDGES = ("biritch", "bridge", "auction", "plafond", "contract", "scaled_contract", "vint")


def page(game: str) -> str:
    """The rules of a game as plain words."""
    told = "\n".join(words_of(game).rules)
    return told.replace(TEXT_FORM, "").replace("*", "").replace("\u00a0", " ").replace(GROUP, " ")


def section(game: str, title: str) -> str:
    found = [part for part in page(game).replace("\n\n", "\n").split("\n") if part]
    at = found.index(title)
    rest = found[at + 1 :]
    titles = [one for one in TITLES if one in rest]
    end = min((rest.index(one) for one in titles), default=len(rest))
    return " ".join(rest[:end])


TITLES = {
    match
    for words in GAME_WORDS.values()
    for part in words.rules
    for match in re.findall(r"^\*\*(.+)\*\*$", part.split("\n")[0])
}


def reckoner(variant: Variant, kind: type) -> object:
    assert isinstance(variant.reckoning, ByLines)
    return next(one for one in variant.reckoning.reckoners if isinstance(one, kind))


@pytest.mark.parametrize("key", GAMES)
def test_every_games_words_are_as_long_as_discord_takes(key: str) -> None:
    words = words_of(key)
    assert 1 <= len(words.name) <= 40
    assert 1 <= len(words.pitch) <= 100
    assert 1 <= len(words.prices) <= 120
    assert 1 <= len(words.offer) <= 100
    assert words.title and words.hook and not words.hook.endswith(".")
    assert words.pitch.endswith(".") and words.prices.endswith(".")
    assert words.rules[0].startswith("### ")


def test_the_list_of_games_fits_a_command_and_begins_with_the_usual_one() -> None:
    assert len(GAME_CHOICES) <= 25
    assert len({choice.name for choice in GAME_CHOICES}) == len(GAME_CHOICES) == len(GAMES)
    assert USUAL_GAME == GAME_CHOICES[0].value == "biritch"
    offered = {choice.value: choice.name for choice in GAME_CHOICES}
    assert offered["contract"] == "Contract Bridge (1935): bid what you will make; vulnerability and slams"


@pytest.mark.parametrize("key", GAMES)
def test_the_rules_of_every_game_fit_a_message_and_name_the_options(key: str) -> None:
    told, _ = rules_screen(key).parts
    assert isinstance(told, Text)
    laid_out(rules_screen(key))  # raises ValueError beyond 4,000 characters
    for choice in GAMES[key].choices:
        if choice not in WITH_RUBBERS:
            assert f"“{OPTION_WORDS[choice.key].label}”" in told.markdown


@pytest.mark.parametrize("key", GAMES)
def test_how_the_robots_bid_and_play_fits_a_message_too(key: str) -> None:
    laid_out(robots_screen(key))
    (title, told) = robots_screen(key).parts
    assert isinstance(title, Text) and isinstance(told, Text)
    assert title.markdown == f"### {words_of(key).name}"
    assert "**Leads.**" in told.markdown


@pytest.mark.parametrize("key", GAMES)
def test_asterisks_come_in_pairs(key: str) -> None:
    for part in words_of(key).rules:
        assert part.count("**") % 2 == 0
        assert part.replace("**", "").count("*") % 2 == 0


def told_prices(prices: Prices, *, spades_high: bool) -> str:
    low = "" if spades_high else f" · ♠ {prices.spades}"
    high = f" · ♠ {prices.spades}" if spades_high else ""
    return f"{prices.no_trumps}{high} · ♥ {prices.hearts} · ♦ {prices.diamonds} · ♣ {prices.clubs}{low}"


def test_the_prices_told_are_those_of_the_rows() -> None:
    bridge = GAMES["bridge"].variant().settlement
    assert isinstance(bridge, Declaration)
    assert f"Biritch {told_prices(COLLINSON, spades_high=False)}" in page("biritch")
    assert f"No trumps {told_prices(bridge.prices, spades_high=False)}" in page("bridge")
    for key, prices in (
        ("auction", auction.SCHEDULES["1920"]),
        ("plafond", plafond.PRICES),
        ("scaled_contract", scaled_contract.PRICES),
    ):
        assert f"No trumps {told_prices(prices, spades_high=True)}" in page(key)
        assert (
            f"no trumps {prices.no_trumps}, spades {prices.spades}, hearts {prices.hearts}, "
            f"diamonds {prices.diamonds}, clubs {prices.clubs}"
        ) in words_of(key).prices
    first, further = contract.NO_TRUMPS["40-30"]
    assert f"No trumps {first} the first, {further} each further" in page("contract")
    assert f"♠ ♥ {contract.PRICES.spades} · ♦ ♣ {contract.PRICES.clubs}" in page("contract")


@pytest.mark.parametrize("key", BRIDGES)
def test_the_game_and_what_the_rubber_brings_are_those_of_the_row(key: str) -> None:
    told, law = section(key, "Game and rubber"), GAMES[key].variant().rubber
    assert f"A game is {law.game} points" in told
    assert re.search(rf"[Tt]wo games (win|bring).*\b{law.bonus}\b", told)
    if law.straight is not None:
        assert f"{law.straight} if the others have none, else {law.bonus}" in told
    assert law.games == 2


def test_the_first_game_of_plafond_and_every_game_of_vint_bring_what_is_told() -> None:
    first = Won(Side.NS, 0, BySide(0, 0))
    assert f"brings its winners {GAMES['plafond'].variant().rubber.prize(first)}" in page("plafond")
    assert f"brings {GAMES['vint'].variant().rubber.prize(first)} more" in page("vint")


@pytest.mark.parametrize("key", ["biritch", "bridge", "auction"])
def test_slams_and_honours_by_tricks_are_told_as_they_count(key: str) -> None:
    variant = GAMES[key].variant()
    slams, honours = reckoner(variant, Slams), reckoner(variant, Honours)
    assert isinstance(slams, Slams) and isinstance(honours, Honours)
    told = section(key, "Slams")
    assert str(slams.petit) in told and str(slams.grand) in told
    if key != "biritch":
        assert f"or {honours.five_in_one} with all five" in section(key, "Honours")
    if honours.aces is not None:
        three, divided, in_one = honours.aces
        assert f"three aces {three}, four {divided}, or {in_one} in one hand" in section(key, "Honours")


def test_aces_at_bridge_are_worth_tricks_of_twelve() -> None:
    price = GAMES["bridge"].variant().settlement
    assert isinstance(price, Declaration)
    points = [tricks * price.prices.no_trumps for tricks in (3, 4, 8)]
    assert "{}, {} or {} points".format(*points) in section("bridge", "Honours")


@pytest.mark.parametrize("key", ["contract", "scaled_contract"])
def test_contracts_tariff_is_told_figure_by_figure(key: str) -> None:
    variant = GAMES[key].variant()
    awards, slams = reckoner(variant, Undertaking), reckoner(variant, PromisedSlams)
    honours = reckoner(variant, HonoursInOneHand)
    assert isinstance(awards, Undertaking) and awards.vulnerable is not None
    assert isinstance(slams, PromisedSlams) and isinstance(honours, HonoursInOneHand)
    broken = section(key, "Broken")
    for name, tariff in (("not vulnerable", awards.tariff), ("vulnerable", awards.vulnerable)):
        plain, doubled, redoubled = (f"{one.undertricks[0]} and {one.undertricks[-1]}" for one in tariff)
        assert f"{name} {plain}, doubled {doubled}, redoubled {redoubled}" in broken
    made = section(key, "Made")
    first, second = awards.tariff, awards.vulnerable
    doubled, redoubled = (
        f"{(first[level].overtricks or ())[0]} or {(second[level].overtricks or ())[0]}" for level in (1, 2)
    )
    assert f"doubled {doubled}, redoubled {redoubled}" in made
    assert {first[1].fulfilment, first[2].fulfilment} == {first[1].fulfilment}
    assert f"brings {first[1].fulfilment}" in made
    told = section(key, "Slams")
    plainly = [one.points for one in slams.prizes[1:]]
    when_vulnerable = [one.points for one in slams.vulnerable[1:]]
    for line, points, more in zip(("little", "grand"), plainly, when_vulnerable, strict=True):
        assert f"the {line} slam {points} or {more}" in told
    assert f"{honours.aces}; four trump honours {honours.four}" in section(key, "Honours")
    assert honours.five == honours.aces


def test_auctions_and_plafonds_awards_are_told() -> None:
    of_auction = reckoner(GAMES["auction"].variant(), Undertaking)
    assert isinstance(of_auction, Undertaking)
    short = [one.undertricks[0] for one in of_auction.tariff]
    assert "score {} above for each trick short, doubled {}, redoubled {}".format(*short) in page("auction")
    plain, doubled, redoubled = of_auction.tariff
    assert not plain.overtricks
    assert (doubled.fulfilment, doubled.overtricks) == (50, (50,))
    assert (redoubled.fulfilment, redoubled.overtricks) == (100, (100,))
    assert "redoubled, 100 and 100" in section("auction", "Made")
    of_plafond = reckoner(GAMES["plafond"].variant(), Undertaking)
    slams = reckoner(GAMES["plafond"].variant(), PromisedSlams)
    honours = reckoner(GAMES["plafond"].variant(), HonoursInOneHand)
    assert isinstance(of_plafond, Undertaking) and isinstance(slams, PromisedSlams)
    assert isinstance(honours, HonoursInOneHand)
    assert of_plafond.tariff[0].undertricks == (50, 100, 150)
    assert "50 for the first trick short, 100 for the second, 150 for each further" in page("plafond")
    assert of_plafond.tariff[0].overtricks == (50,)
    assert [(one.bid, one.won, one.points) for one in slams.prizes] == [
        (6, 12, 250),
        (6, 13, 300),
        (7, 13, 500),
    ]
    told = section("plafond", "Slams")
    assert "six bid and twelve tricks won 250, six bid and thirteen won 300, seven bid and won 500" in told
    assert (honours.five, honours.aces, honours.four_and_one, honours.four) == (200, 200, 150, 100)
    assert "aces, 200; four with the fifth in partner's hand 150; four 100" in section("plafond", "Honours")


def test_vints_figures_are_told() -> None:
    variant = GAMES["vint"].variant()
    slams, short = reckoner(variant, SlamsBid), reckoner(variant, TricksShort)
    assert isinstance(slams, SlamsBid) and isinstance(short, TricksShort)
    told = section("vint", "Slams, above the line")
    assert f"thirteen tricks won: {slams.grand:,}".replace(",", " ") in told
    assert f"thirteen won: {slams.grand_after_little}; twelve won: {slams.little}" in told
    assert f"otherwise {slams.grand_unbid} and twelve otherwise {slams.little_unbid}" in told
    assert f"at three hearts {3 * 10 * short.times}" in section("vint", "Broken")


@pytest.mark.parametrize("key", ["auction", "plafond", "contract", "scaled_contract", "vint"])
def test_who_leads_and_what_ends_an_auction_are_told(key: str) -> None:
    settlement = GAMES[key].variant().settlement
    assert isinstance(settlement, Auction)
    assert settlement.passes_to_end == 3 and "Three passes" in section(key, "The auction")
    assert (settlement.dummy_shown_after is None) is ("There is no dummy" in section(key, "The play"))
    assert not settlement.must_open and GAMES[key].variant().thrown_in_passes


# Whist

NUMBERS = {5: "Five", 7: "Seven", 9: "Nine", 10: "Ten"}


@pytest.mark.parametrize("key", FORMS)
def test_each_form_of_whist_tells_its_own_figures(key: str) -> None:
    form = FORMS[key]
    variant = GAMES[key].variant()
    assert isinstance(variant.reckoning, PointsUp)
    told = section(key, "The game")
    assert told.startswith(f"{NUMBERS[variant.reckoning.game]} points.")
    assert f"{NUMBERS[form.game].lower()} are the game" in words_of(key).prices
    honours = variant.reckoning.honours
    if honours is None:
        assert section(key, "Honours") == "They do not count."
    else:
        assert f"with three scores {honours.three}, with four {honours.four}" in section(key, "Honours")
        assert f"honours {honours.three} or {honours.four}" in words_of(key).prices
        barred = f"began the deal with {honours.bar} points scores none"
        assert (honours.bar is not None) is (barred in section(key, "Honours"))
    assert ("Calling honours" in page(key)) is bool(form.call_at)
    if variant.rubber.games == 1:
        assert "Each game is a match of its own" in told
    else:
        assert f"Two games win the rubber and {variant.rubber.bonus} rubber points" in told


def test_trebles_doubles_and_singles_are_told_as_the_games_are_worth() -> None:
    def worth(scale: Scale) -> list[int | None]:
        return [scale(Won(Side.NS, score, BySide(0, 0))) for score in range(10)]

    assert worth(TREBLE_DOUBLE_SINGLE)[:5] == [3, 2, 2, 1, 1]
    assert "treble, worth 3 game points, if the losers have none" in page("whist_modern")
    assert "a double, worth 2, if they have one or two; a single, worth 1, if three or four" in page(
        "whist_modern"
    )
    assert worth(DOUBLE_SINGLE) == [2] * 5 + [1] * 5
    assert "a double, worth 2 game points, if the losers have four or fewer, else a single" in page(
        "whist_long"
    )


@pytest.mark.parametrize("key", ["dummy_whist", "double_dummy"])
def test_whist_with_dummies_is_told_as_short_whist(key: str) -> None:
    variant = GAMES[key].variant()
    assert isinstance(variant.reckoning, PointsUp) and variant.reckoning.game == 5
    assert section(key, "The game").startswith("Five points.")
    assert variant.players == {"dummy_whist": 3, "double_dummy": 2}[key]
    assert {3: "Three play", 2: "Two play"}[variant.players] in words_of(key).pitch


def test_ruff_and_honours_is_told_nine_up_with_twelve_cards() -> None:
    variant = GAMES["ruff_and_honours"].variant()
    assert isinstance(variant.reckoning, PointsUp)
    assert (variant.reckoning.game, variant.dealing.each) == (9, 12)
    assert "Nine points." in section("ruff_and_honours", "The game")
    assert "Twelve cards each." in section("ruff_and_honours", "The deal")
    assert "eight points" in section("ruff_and_honours", "Calling honours")

"""The deals of ``tests.rules.golden``: evenings played to the end of a deal worth keeping."""

from __future__ import annotations

from collections.abc import Callable

from rules.calls import PLAYS, Bid, Call, CallHonours, Declare, Discard, Double, Pass, TakeStock
from rules.cards import Hand, Suit, parse_card
from rules.counting.reckon import Penalty
from rules.out_of_turn import Exacted
from rules.refusals import Forfeit
from rules.seats import Seat
from rules.table.requests import (
    AgreeScore,
    AnswerClaim,
    AskSuit,
    ChoosePenalty,
    ClaimRest,
    ClaimRevoke,
    Correct,
    DemandPenalty,
    FollowLead,
    Gather,
    Join,
    Leave,
    TakeDummy,
)
from rules.tricks import Strain
from rules.view import May
from tests.rules import lawful
from tests.rules.deals import EAST, NORTH, SOUTH, SUITS, WEST, held, rigged
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening


def plain() -> Evening:
    """Four people who do at random what is open to them."""
    return Evening("plain").seat(ANNA, BORIS, CLARA, DAVID).start().play_deal()


def contres() -> Evening:
    """The dealer passes; contre and two sur contres; then at random."""
    evening = Evening("contres").seat(ANNA, BORIS, CLARA, DAVID).start().cut()
    evening.do(SOUTH, Pass())
    evening.do(NORTH, Declare(Suit.HEARTS))
    for seat in EAST, NORTH, WEST:
        evening.do(seat, Double())
    return evening.play_deal()


def claims() -> Evening:
    """A claim refused after the lead, another granted during the fifth trick; and a robot sits in."""
    evening = Evening("claims").seat(ANNA, BORIS, CLARA).start().cut()
    evening.do(SOUTH, Declare(None))
    _play(evening, 3)
    evening.do(EAST, ClaimRest())
    evening.do(SOUTH, AnswerClaim(agrees=True))
    evening.do(NORTH, AnswerClaim(agrees=False))
    left = evening.table.persons[0]
    evening.ask(left, Leave(Forfeit()))
    _play(evening, 14)
    evening.ask(left, Join())
    evening.do(SOUTH, ClaimRest())
    for seat in WEST, NORTH, EAST:
        evening.do(seat, AnswerClaim(agrees=True))
    return evening


def of_1904() -> Evening:
    """The order of 1904 and the limit of 100 points a trick; claims are off."""
    evening = Evening("1904", doubling_order="laws1904", doubling_limit="per_trick_100", claims="off")
    evening.seat(ANNA, BORIS, CLARA, DAVID).start().cut()
    evening.do(SOUTH, Declare(None))
    for seat in WEST, SOUTH, WEST:
        evening.do(seat, Double())
    return evening.play_deal()


def _play(evening: Evening, cards: int) -> None:
    """Steps until this many cards have been played; nobody claims."""
    while evening.table.deal is None or len(list(evening.view(None).deal.cards_played())) < cards:  # type: ignore[union-attr]
        evening.step()


DEALS: dict[str, Callable[[], Evening]] = {
    "plain": plain,
    "contres": contres,
    "claims": claims,
    "1904": of_1904,
}


# The family.


def of(key: str, seed: str = "golden", **options: str) -> Evening:
    """As many people as the game has players."""
    evening = Evening(seed, key, **options)
    return evening.seat(*(ANNA, BORIS, CLARA, DAVID)[: evening.table.variant.players])


def played_at_random(key: str, seed: str = "golden", **options: str) -> Callable[[], Evening]:
    """Everything is done at random."""
    return lambda: of(key, seed, **options).start().play_deal()


def said(evening: Evening, *calls: Call) -> Evening:
    """These calls one after the other, by the seat that may speak."""
    for call in calls:
        (seat,) = evening.table.waits_for
        evening.do(seat, call)
    return evening


def doubled_at_bridge() -> Evening:
    """The dealer passes to the partner; doubled and redoubled in the order of 1904."""
    evening = of("bridge", preset="laws1904").start().cut()
    said(evening, Pass(), Declare(None), Double(), Double())
    return evening.play_deal()


def honours_called(key: str, seed: str, enough: bool) -> Callable[[], Evening]:
    """Somebody asks "can you one?" as soon as possible, with enough honours between the two hands or too
    few."""

    def until_asked() -> Evening:
        evening = of(key, seed).start()
        while (asker := _asker(evening, enough)) is None:
            if evening.table.rubber is None:
                evening.start()
            evening.step()
        evening.do(asker, CallHonours())
        return evening if enough else evening.play_deal()

    return until_asked


def _asker(evening: Evening, enough: bool) -> Seat | None:
    deal = evening.table.deal
    playing = deal.playing if deal is not None else None
    for seat in evening.chairs:
        if deal is not None and playing is not None and CallHonours() in deal.options(seat):
            held = playing.honours_held(seat) + playing.honours_held(seat.partner)
            if (held >= 3) == enough:
                return seat
    return None


def dummy_asked_for() -> Evening:
    """Boris asks for Dummy; the others sit in turn."""
    evening = of("dummy_whist", form="long")
    evening.ask(BORIS, TakeDummy())
    return evening.start().play_deal()


def ruff(seed: str, *, takes: bool) -> Callable[[], Evening]:
    """The holder of the ace of trumps takes the stock in and puts four cards out, or leaves it."""

    def ruffed() -> Evening:
        evening = of("ruff_and_honours", seed).start().cut()
        (ruffer,) = evening.table.waits_for
        assert TakeStock() in evening.view(ruffer).options
        evening.do(ruffer, TakeStock() if takes else Pass())
        if takes:
            view = evening.view(ruffer)
            assert May.PUT_OUT in view.may and view.own is not None
            evening.do(ruffer, Discard(Hand.of(sorted(view.own.left, key=lambda card: card.rank)[:4])))
        return evening.play_deal()

    return ruffed


def slam_at_vint() -> Evening:
    """North has all the hearts and bids seven."""
    evening = rigged(of="vint", hands=SUITS).start().cut()
    said(evening, Bid(1, Strain.CLUBS), Pass(), Bid(7, Strain.HEARTS), Pass(), Pass(), Pass())
    return evening.play_deal()


def own_bid_raised_at_vint() -> Evening:
    """Where eight passes end the auction, players may raise their own bids."""
    evening = of("vint", passes_to_end="8").start().cut()
    said(evening, Bid(1, Strain.SPADES), *(Pass(),) * 3, Bid(3, Strain.SPADES), *(Pass(),) * 8)
    return evening.play_deal()


def nullo() -> Evening:
    """All four say nullo."""
    evening = of("norwegian_whist").start().cut()
    said(evening, *(Pass(),) * 4)
    return evening.play_deal()


def misere() -> Evening:
    """The third schedule, where spades are cheap: the dealer must open."""
    evening = of("auction", schedule="exp3").start().cut()
    said(evening, Bid(1, Strain.SPADES), Bid(1, Strain.ROYALS), Pass(), Bid(1, Strain.MISERE), *(Pass(),) * 3)
    return evening.play_deal()


def thrown_in(**options: str) -> Callable[[], Evening]:
    """Four passes."""
    return lambda: said(of("auction", **options).start().cut(), *(Pass(),) * 4)


def redoubled() -> Evening:
    """At contract, and the rest claimed early."""
    evening = rigged(of="contract", hands=BALANCED).start().cut()
    said(evening, Bid(1, Strain.NO_TRUMPS), Double(), Double(), *(Pass(),) * 3)
    _play(evening, 9)
    evening.do(SOUTH, ClaimRest())
    for seat in WEST, NORTH, EAST:
        evening.do(seat, AnswerClaim(agrees=True))
    return evening


BALANCED = SUITS._replace(
    north=held("S 5432 H AK2 D 432 C A32"),
    south=held("S AKQ H 543 D AKQ C KQJ4"),
    east=held("S 9876 H QJT D 765 C T98"),
    west=held("S JT H 9876 D JT98 C 765"),
)


def revokes_claimed() -> Evening:
    """East is asked and corrects; then north throws off holding spades, and east claims it."""
    evening = lawful.revoked()
    evening.do(Seat.WEST, AskSuit())
    evening.do(Seat.EAST, Correct(parse_card("4H")))
    lawful.play(evening, "KH KS 2S 9D AS")
    evening.do(Seat.EAST, Gather())
    evening.do(Seat.EAST, ClaimRevoke(2, Seat.NORTH))
    evening.do(Seat.WEST, ChoosePenalty(2, Seat.NORTH, Penalty.TAKE_THREE))
    lawful.played_out(evening)
    for seat in Seat:
        evening.do(seat, AgreeScore())
    return evening


def out_of_turn() -> Evening:
    """East leads out of turn and a suit is called; later west throws down a card and it is called; and a lead
    that all follow stands."""
    evening = lawful.begun(revoke_mode="strict", period_penalties="on")
    evening.do(EAST, PLAYS[parse_card("AS").index])
    evening.do(SOUTH, DemandPenalty(Exacted.SUIT, suit=Suit.HEARTS))
    lawful.play(evening, "2H 7H")
    evening.do(WEST, PLAYS[parse_card("8C").index])
    lawful.play(evening, "4H KH KS")
    evening.do(SOUTH, DemandPenalty(Exacted.HIGHEST))
    lawful.play(evening, "2S 6S AS")
    evening.do(NORTH, PLAYS[parse_card("JC").index])
    for seat, card in ((EAST, "6C"), (SOUTH, "AC"), (WEST, "8C")):
        evening.do(seat, FollowLead(parse_card(card)))
    lawful.played_out(evening)
    return evening


FAMILY: dict[str, Callable[[], Evening]] = {
    "bridge-redoubled": doubled_at_bridge,
    "whist_modern": played_at_random("whist_modern"),
    "whist_modern-revokes": revokes_claimed,
    "whist_modern-out-of-turn": out_of_turn,
    "whist_long-out-by-honours": honours_called("whist_long", "ask 28", enough=True),
    "whist_short_001-too-few-honours": honours_called("whist_short_001", "ask 11", enough=False),
    "whist_english": played_at_random("whist_english", "whist_english"),
    "whist_american-blind": played_at_random("whist_american", "blind", trump="blind"),
    "whist_honors-match-of-a-game": played_at_random(
        "whist_honors", "captured", match="game", honours_by="captured"
    ),
    "whist_british": played_at_random("whist_british", "whist_british"),
    "dummy_whist": dummy_asked_for,
    "double_dummy": played_at_random("double_dummy", "double_dummy"),
    "ruff_and_honours-taken": ruff("taken", takes=True),
    "ruff_and_honours-declined": ruff("declined", takes=False),
    "vint-slam": slam_at_vint,
    "vint-own-bid-raised": own_bid_raised_at_vint,
    "auction-misere": misere,
    "auction-thrown-in": thrown_in(),
    "auction-dealt-again": thrown_in(redeal="true"),
    "auction-whist": played_at_random("auction", "no dummy", dummy="false"),
    "plafond": played_at_random("plafond", "made 7"),
    "contract-redoubled": redoubled,
    "scaled_contract": played_at_random("scaled_contract", "made 4"),
    "norwegian_whist-nullo": nullo,
    "cottons_whist": played_at_random("cottons_whist", "cottons_whist"),
}

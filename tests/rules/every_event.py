"""Events of every kind, made by Hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from rules.calls import (
    BIDS,
    Called,
    CallHonours,
    Content,
    Declare,
    Discard,
    Double,
    Pass,
    TakeStock,
)
from rules.cards import PACK, Hand, Suit
from rules.counting.reckon import Column, Entry, Line, Penalty
from rules.counting.rubber import RubberResult, Share
from rules.deal.brought import BroughtDeal
from rules.out_of_turn import Exacted
from rules.seats import BySeat, BySide, Person, RobotMember, Seat, Side
from rules.table import events
from rules.table.events import Event
from rules.view import Alone, AtEvening, GivenDeal, GoneOut
from tests.rules.steady import CHARACTERS

text = st.text(CHARACTERS, max_size=10)
huge = st.one_of(
    st.integers(-100, 100), st.integers(-(2**400), 2**400), st.sampled_from([2**53, 2**53 - 1, -(2**53)])
)
cards = st.sampled_from(PACK)
hands = st.integers(0, 2**52 - 1).map(Hand)
seats = st.sampled_from(Seat)
numbers = st.integers(1, 13)
persons = st.text(CHARACTERS, min_size=1, max_size=8).map(Person)
robots = st.text(CHARACTERS, min_size=1, max_size=8).map(RobotMember)
members = st.one_of(persons, robots)
options = st.lists(st.tuples(text, text), max_size=3).map(tuple)
cuts = st.lists(st.lists(st.tuples(members, cards), max_size=4).map(tuple), max_size=3).map(tuple)
calls = st.one_of(
    st.sampled_from(
        [Pass(), Double(), Content(), TakeStock(), CallHonours(), Declare(None), *map(Declare, Suit), *BIDS]
    ),
    hands.map(Discard),
)
pairs = st.builds(BySide, huge, huge)
entries = st.builds(
    Entry,
    st.sampled_from(Line),
    st.sampled_from(Side),
    huge,
    st.sampled_from(Column),
    huge,
    huge,
    huge,
    st.one_of(st.none(), seats),
)
results = st.builds(
    RubberResult,
    number=huge,
    winner=st.sampled_from(Side),
    value=huge,
    totals=pairs,
    games=pairs,
    bonus=entries,
    shares=st.lists(st.builds(Share, persons, st.sampled_from(Side), huge), max_size=4).map(tuple),
    uncounted=text,
)
EVERY: dict[str, st.SearchStrategy[Event]] = {
    "opened": st.builds(events.Opened, text, options),
    "options_chosen": st.builds(events.OptionsChosen, options),
    "joined": st.builds(events.Joined, members),
    "left": st.builds(events.Left, members),
    "waited": st.builds(events.Waited, persons),
    "went_out": st.builds(
        events.WentOut,
        st.builds(
            GoneOut,
            st.lists(st.tuples(persons, huge), max_size=2).map(tuple),
            st.lists(st.lists(st.tuples(persons, cards), max_size=4).map(tuple), max_size=2).map(tuple),
        ),
    ),
    "stood_out": st.builds(
        events.StoodOut,
        st.builds(
            GoneOut,
            st.lists(st.tuples(persons, huge), max_size=2).map(tuple),
            st.lists(st.lists(st.tuples(persons, cards), max_size=6).map(tuple), max_size=2).map(tuple),
        ),
    ),
    "seats_chosen": st.builds(events.SeatsChosen, seats, st.one_of(st.none(), members)),
    "dummy_taken": st.builds(events.DummyTaken, members),
    "rubber_begun": st.builds(
        events.RubberBegun,
        huge,
        text,
        options,
        st.builds(BySeat, members, members, members, members),
        seats,
        cuts,
        st.lists(seats, max_size=2).map(tuple),
    ),
    "pack_ready": st.builds(events.PackReady, huge, text),
    "pack_cut": st.builds(events.PackCut, huge, text, st.one_of(st.none(), members)),
    "result_seen": st.builds(events.ResultSeen, persons),
    "cards_dealt": st.builds(
        events.CardsDealt,
        huge,
        seats,
        st.builds(BySeat, hands, hands, hands, hands),
        st.one_of(st.none(), cards),
    ),
    "call_made": st.builds(events.CallMade, st.builds(Called, seats, calls)),
    "card_played": st.builds(events.CardPlayed, seats, cards),
    "claimed": st.builds(events.Claimed, seats, st.none() | st.integers(0, 12)),
    "claim_answered": st.builds(events.ClaimAnswered, seats, st.booleans()),
    "robot_took_over": st.builds(events.RobotTookOver, seats, robots),
    "robot_sat_in": st.builds(events.RobotSatIn, seats, robots),
    "chair_taken": st.builds(events.ChairTaken, seats, persons, st.booleans(), st.booleans()),
    "chair_reserved": st.builds(events.ChairReserved, seats, persons, st.booleans()),
    "substitute_asked": st.builds(events.SubstituteAsked, seats, persons),
    "substitute_answered": st.builds(events.SubstituteAnswered, persons, st.booleans()),
    "stepped_back": st.builds(events.SteppedBack, persons),
    "opened_for_evening": st.builds(
        events.OpenedForEvening, st.builds(AtEvening, text, numbers, numbers, st.booleans())
    ),
    "played_alone": st.builds(
        events.PlayedAlone,
        st.builds(
            Alone,
            st.booleans(),
            st.booleans(),
            st.none() | st.builds(GivenDeal, text, numbers, numbers, text, seats, seats),
        ),
    ),
    "deals_brought": st.builds(
        events.DealsBrought,
        st.none() | persons,
        st.lists(
            st.builds(
                BroughtDeal,
                numbers,
                seats,
                st.builds(BySide, st.booleans(), st.booleans()),
                st.builds(BySeat, hands, hands, hands, hands),
            ),
            max_size=2,
        ).map(tuple),
        numbers,
    ),
    "bringer_admitted": st.builds(events.BringerAdmitted, persons),
    "opened_to_others": st.just(events.OpenedToOthers()),
    "acquainted": st.just(events.Acquainted()),
    "take_back_asked": st.builds(events.TakeBackAsked, seats, cards),
    "taken_back": st.builds(events.TakenBack, seats, numbers, numbers),
    "partners_turned": st.builds(events.PartnersTurned, seats),
    "chair_freed": st.builds(events.ChairFreed, seats),
    "took_back": st.builds(events.TookBack, seats, persons),
    "seed_revealed": st.builds(events.SeedRevealed, huge, text),
    "deal_reckoned": st.builds(events.DealReckoned, huge, pairs, st.lists(entries, max_size=4).map(tuple)),
    "rubber_reckoned": st.builds(events.RubberReckoned, huge, results),
    "close_agreed": st.builds(events.CloseAgreed, persons),
    "closed": st.builds(events.Closed, text),
    "adjourned": st.just(events.Adjourned()),
    "abandoned": st.just(events.Abandoned()),
    "paused": st.builds(events.Paused, persons),
    "trick_quitted": st.builds(events.TrickQuitted, numbers, st.none() | seats),
    "suit_asked": st.builds(events.SuitAsked, numbers, seats),
    "suit_denied": st.builds(events.SuitDenied, numbers, seats),
    "card_corrected": st.builds(events.CardCorrected, numbers, seats, cards),
    "revoke_claimed": st.builds(events.RevokeClaimed, seats, numbers, seats),
    "penalty_chosen": st.builds(
        events.PenaltyChosen, numbers, seats, st.sampled_from(Penalty), st.none() | seats
    ),
    "play_out_wished": st.builds(events.PlayOutWished, seats, st.booleans()),
    "play_stopped": st.just(events.PlayStopped()),
    "score_agreed": st.builds(events.ScoreAgreed, seats),
    "claims_closed": st.just(events.ClaimsClosed()),
    "played_out_of_turn": st.builds(events.PlayedOutOfTurn, seats, cards),
    "lead_followed": st.builds(events.LeadFollowed, seats, cards),
    "card_replaced": st.builds(events.CardReplaced, seats, cards),
    "penalty_demanded": st.builds(
        events.PenaltyDemanded,
        seats,
        st.sampled_from(Exacted),
        st.none() | cards,
        st.none() | st.sampled_from(Suit),
    ),
    "resumed": st.just(events.Resumed()),
}

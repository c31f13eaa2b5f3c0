"""A table that is read from a snapshot is the table of which the snapshot was made."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any, Final

import pytest

from rules.cards import parse_card
from rules.counting.reckon import Standing
from rules.counting.rubber import RubberResult
from rules.errors import Unreadable
from rules.games.all_games import GAMES, game
from rules.record.codec import can_be_kept, decode_table, encode_table
from rules.refusals import Forfeit
from rules.seats import BySeat, BySide, RobotMember, Seat
from rules.table.requests import AgreeToClose, AnswerClaim, Leave, SetOption, Start, TakeBack
from rules.table.rubber import Rubber
from rules.table.table import Table
from rules.view import Asking, Cut, FinishedDeal, Pack, Settled
from tests.each import each
from tests.rules.deals import EAST, SOUTH, WEST
from tests.rules.short_rubbers import of_two_who_claim
from tests.rules.test_laws_taking_back import led
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening


def same(one: Table, other: Table) -> bool:
    """Whether two tables are equal, apart from the variant, which is made of procedures."""
    return replace(one, variant=other.variant) == other


def gone_through(evening: Evening) -> int:
    """Replays an evening from each of its snapshots in turn; how many there were."""
    restored = table = Table.opened(evening.table.rules, evening.events[0].options)  # type: ignore[union-attr]
    kept = 0
    for event in evening.events[1:]:
        table, restored = table.after(event), restored.after(event)
        if can_be_kept(table):
            assert same(restored, table)
            restored = decode_table(encode_table(table), game)
            kept += 1
    assert same(restored, evening.table)
    return kept


@each("key", GAMES)
def test_an_evening_goes_on_from_its_snapshots_as_from_its_events(key: str) -> None:
    """A rubber and the first deal of another."""
    evening = of_two_who_claim(key).play_rubber(claims=True).start().play_deal()
    assert gone_through(evening) > 5


def test_leaving_and_wishes_to_close_are_kept() -> None:
    evening = Evening("wishes").seat(ANNA, BORIS, CLARA, DAVID)
    evening.ask(ANNA, AgreeToClose())
    evening.ask(BORIS, Leave(Forfeit()))
    evening.ask(CLARA, SetOption("hints", "on"))
    evening.ask(ANNA, Start())
    assert gone_through(evening) == len(evening.events) - 1


def test_once_a_deal_is_over_in_which_a_card_went_back_its_table_goes_on_from_a_snapshot_as_from_events() -> (
    None
):
    """What was counted of cards taken back belongs to the deal, which a snapshot does not keep."""
    evening = led()
    evening.do(SOUTH, TakeBack())
    for seat in (EAST, WEST):
        evening.do(seat, AnswerClaim(True))
    assert evening.table.taken_back == 1
    assert gone_through(evening.play_deal()) > 1


def test_while_a_deal_is_played_there_is_no_snapshot_so_that_none_tells_hidden_cards() -> None:
    table = Evening("hidden").seat(ANNA).start().cut().table
    assert not can_be_kept(table)
    with pytest.raises(ValueError):
        encode_table(table)


OTHERWISE: Final[dict[str, Any]] = {
    "number": 7,
    "seats": BySeat(BORIS, ANNA, RobotMember("Hoyle"), CLARA),
    "owners": BySeat(CLARA, BORIS, ANNA, RobotMember("Cavendish")),
    "cuts": (((ANNA, parse_card("2S")), (BORIS, parse_card("KH"))),),
    "dealer": Seat.NORTH,
    "dummies": (Seat.SOUTH,),
    "standing": Standing(games=BySide(1, 0), below=BySide(0, 24)),
    "deserted": frozenset({Seat.EAST}),
    "taken_late": frozenset({Seat.WEST}),
    "reserved": ((Seat.NORTH, CLARA),),
    "asking": Asking(Seat.EAST, CLARA, frozenset({BORIS})),
    "substitutes": frozenset({Seat.EAST}),
    "highest": 3,
    "entered": ((),),
    "beyond": BySide(0, 480),
    "seats_open": True,
    "acquainted": True,
}
"""Each field of a rubber as it was not at the table in question."""


@each("field", [field.name for field in fields(Rubber)])
def test_a_snapshot_keeps_each_single_thing_of_a_rubber(field: str) -> None:
    table = Evening("fields").seat(ANNA, BORIS).start().cut().play_deal().table
    assert table.rubber is not None and can_be_kept(table)
    assert getattr(table.rubber, field) != OTHERWISE[field]
    changed = replace(table, rubber=replace(table.rubber, **{field: OTHERWISE[field]}))
    assert same(decode_table(encode_table(changed), game), changed)


def test_points_beyond_every_integer_of_a_reader_are_kept() -> None:
    evening = Evening("points").seat(ANNA).start().play_rubber()
    result = evening.table.ended
    assert isinstance(result, RubberResult)
    table = replace(evening.table, ended=replace(result, value=2**70 + 1))
    assert same(decode_table(encode_table(table), game), table)


@each("spoil", ["form", "game", "members", "last", "deals", "options"])
def test_what_cannot_be_read_is_refused(spoil: str) -> None:
    kept = json.loads(encode_table(Evening("spoilt").seat(ANNA).start().play_rubber().table))
    for wrong in ({**kept, spoil: ["?"]}, {key: value for key, value in kept.items() if key != spoil}):
        with pytest.raises(Unreadable):
            decode_table(json.dumps(wrong), game)
    for text in ("", "[]", "null", '"form"'):
        with pytest.raises(Unreadable):
            decode_table(text, game)


def test_a_snapshot_has_these_fields_and_a_table_with_others_needs_another_form() -> None:
    """If this fails, raise the form of snapshots, unless what is new is of a deal in progress, which none
    keeps."""
    named = {
        kind.__name__: " ".join(field.name for field in fields(kind))
        for kind in (Table, Rubber, Pack, Cut, Settled, FinishedDeal)
    }
    assert named == {
        "Table": "game rules options variant members waiting running gone_out rubber rubbers deals pack"
        " result_seen cut commitment deal claim refused shown witnesses seed last played ended ended_seats"
        " end_stands dummy_for sat rubbers_with_partners closing adjourned abandoned paused closed evening"
        " alone brought before taken_back back",
        "Rubber": "number seats owners cuts dealer dummies standing deserted taken_late reserved asking"
        " substitutes highest entered beyond seats_open acquainted",
        "Pack": "deal commitment cutter",
        "Cut": "at salt by",
        "Settled": "trumps level worth leader declared_by dummies bid",
        "FinishedDeal": "number dealer hands calls settled tricks won conceded entries before after"
        " commitment cut seed turned held entered out kept claims awarded stopped stood paid"
        " taken_back brought",
    }

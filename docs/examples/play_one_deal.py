"""Plays one deal of Biritch with the simplest choices, and prints what it scored."""

from random import Random

from rules.chance import Unsealed
from rules.games.all_games import game
from rules.seats import Person
from rules.table.decide import decide
from rules.table.requests import CutPack, Join, Start
from rules.table.seen import seen
from rules.table.table import Table

chance, anna = Unsealed(Random(1886)), Person("anna")
table = Table.opened(game("biritch"), options=())
# Robots take the other three chairs. None stands for the house, which may cut the pack for anybody.
for who, request in ((anna, Join()), (anna, Start()), (None, CutPack(26, salt=""))):
    table, _ = decide(table, who, request, chance)

while table.last is None:
    assert table.rubber is not None
    seat = next(iter(table.waits_for))
    choice = seen(table, seat).options[-1]  # pass, biritch, content, and then always the lowest card
    table, _ = decide(table, table.rubber.seats.of(seat), choice, chance)

for entry in table.last.entries:
    reason = entry.line.value.replace("_", " ")
    print(f"{entry.side.value}, {reason}: {entry.count} x {entry.unit} x {entry.times} = {entry.amount}")

"""Faults in rules/deal/revoke.py and rules/deal/out_of_turn.py, each of which the umpire must notice:
``python -m tests.rules.planted`` says of each in which deal it was found.

A fault is a piece of the source with what stands there instead. The modules are compiled anew with it and put
right afterwards.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FunctionType, ModuleType
from typing import Final

from rules.deal import out_of_turn, revoke
from tests.rules.fuzz import KINDS, run_one

REVOKE: Final = (
    ("return number if deal.revoke.quitted < number else None", "return number"),
    ("deal.over or state_of(deal).quitted >= number or len(", "state_of(deal).quitted >= number or len("),
    ("if number > len(tricks) or len(tricks[number - 1].cards) < 4:", "if number > len(tricks):"),
    ("deal.over or state.claim_on(number, seat) is not None or is_claimed(deal, number)", "deal.over"),
    ("is not None or is_claimed(deal, number)", "is not None"),
    ("one.right and one.trick >= number for one in state.claims", "one.right for one in state.claims"),
    ("any(by.side is seat.side for by, _ in tricks[number]", "any(by is seat for by, _ in tricks[number]"),
    ("if len(tricks) > number and any(by.side is seat.side", "if len(tricks) > number and any(True"),
    ("    if _played_out_of_turn(deal, number, seat):\n        return True\n", ""),
    (
        "later > number and by.side is seat.side for later",
        "later >= number and by.side is seat.side for later",
    ),
    ("later > number and by.side is seat.side for later", "later > number and by is seat for later"),
    ("gathered and (asked is None or asked.denied)", "gathered"),
    ("state.quitted >= number and state.led_after != number", "state.quitted >= number"),
    (
        "range(len(tricks), max(0, len(tricks) - 2), -1):\n        if (",
        "range(len(tricks), max(0, len(tricks) - 1), -1):\n        if (",
    ),
    ("if (complete and is_quitted(deal, number)) or", "if"),
    ("number if deal.revoke.asked_of(number, of) is None else None", "number"),
    ("number if asked is not None and not asked.denied else None", "number if asked is not None else None"),
    ("if playing.terms.is_dummy(by) and not deal.over:", "if playing.terms.is_dummy(by):"),
    ("        and state.claim_on(number, seat) is None\n", ""),
    (
        "for seat in by.side.other.seats\n        if renounced(trick, seat)",
        "for seat in by.side.seats\n        if renounced(trick, seat)",
    ),
    ("if _led_after(deal, number) or (number, seat) in", "if (number, seat) in"),
    ("return not state.law.gathered_first or is_quitted(deal, number)", "return True"),
    ("    if (number, seat) in state.established:\n        return True\n", ""),
    ("and not _would_free_partner(deal, number, seat)", ""),
    ("or (number, of) in deal.revoke.turned:", "or False:"),
    ("if _led_after(deal, number) or (number, seat) in state.led_past:", "if _led_after(deal, number):"),
    ("            led_after=before if before > state.quitted else state.led_after,\n", ""),
    ("quitted=max(state.quitted, before),", "quitted=state.quitted,"),
    ("not playing.laid and number != state.led_from:", "not playing.laid:"),
    (
        "playing, state = playing_of(deal), state_of(going_back(deal))",
        "playing, state = playing_of(deal), state_of(deal)",
    ),
    ("        state.settled_without(gone),\n", "        state,\n"),
    ("        and not playing.terms.is_dummy(seat)\n        and state", "        and state"),
    ("return deal.left(seat).suit(led)", "return deal.left(seat)"),
    ("replace(state_of(deal), quitted=number)", "replace(state_of(deal), quitted=number - 1)"),
    ("(*state.asked, Asked(number, of))", "(*state.asked, Asked(number, of.partner))"),
    ("replace(one, denied=True) if (one.trick, one.of)", "replace(one, denied=False) if (one.trick, one.of)"),
    ("left[seat.index] ^= card.bit\n    before", "before"),
    ("(*trick.cards[:place], card)\n", "(*trick.cards[: place + 1],)\n"),
    (
        "    since += [(number + 1, by, was) for late in tricks[number:] for by, was in late.by_player()]\n",
        "",
    ),
    ("quitted=min(state.quitted, number - 1),", "quitted=state.quitted,"),
    ("one.trick < number or one.of not in again", "True"),
    ("quitted=max(state.quitted, number),", "quitted=state.quitted,"),
    (
        "if right and state.law.trick_lost and won_by.side is seat.side and not both:",
        "if right and won_by.side is seat.side and not both:",
    ),
    ("and won_by.side is seat.side and not both:", "and not both:"),
    ("won_by.side is seat.side and not both:", "won_by.side is seat.side:"),
    (
        "        if number == len(playing.tricks) and not playing.laid and number != state.led_from:\n"
        "            playing = playing._replace(leader=instead)\n",
        "",
    ),
    (
        "replace(one, penalty=penalty) if (one.trick, one.seat) == (number, seat) else one",
        "replace(one, penalty=Penalty.NONE) if (one.trick, one.seat) == (number, seat) else one",
    ),
    ("agreed=state.agreed | {seat}", "agreed=state.agreed | {seat.partner}"),
    ("replace(state, played_out=True)", "replace(state, played_out=False)"),
)
OUT_OF_TURN: Final = (
    ("any(hand in (dummy.seat, dummy.player) for dummy", "any(hand is dummy.seat for dummy"),
    ("playing.to_act is not seat and not is_exempt(playing.terms, seat)", "playing.to_act is not seat"),
    ("return None if playing.laid and is_exempt(playing.terms, hand) else hand", "return hand"),
    ("for hand in (seat, *playing.faced()):\n", "for hand in (seat,):\n"),
    ("for hand in (seat, *playing.faced()):\n", "for hand in (seat, seat.partner):\n"),
    ("return hand if playing.terms.chooser(hand) is seat else None", "return hand if hand is seat else None"),
    (
        "or deal.over or playing.terms.is_dummy(seat):\n        return False\n    return bool",
        "or deal.over:\n        return False\n    return bool",
    ),
    ("free = deal.revoke is not None and not playing_of(deal).terms.is_dummy(astray.due)", "free = False"),
    ("OF_THE_WRONG_HAND if state.wrong_hand_pays else NOTHING_EXACTED", "OF_THE_WRONG_HAND"),
    ("        open_to = OF_A_LEAD\n", "        open_to = OF_A_CARD\n"),
    ("    if card in state.exposed(hand):\n        open_to -= OF_A_CARD\n", ""),
    ("early=(*state.early, (trick, hand)) if playing.laid else state.early", "early=state.early"),
    ("% 4 == 3 and len(playing.laid) == 1:", "% 4 == 3:"),
    ("NOTHING_EXACTED if (trick, third) in state.early else OF_FOURTH_HAND", "OF_FOURTH_HAND"),
    ("    return _quitting(deal._replace(out_of_turn=state))", "    return deal._replace(out_of_turn=state)"),
    ("if len(trick.cards) < 4 and not is_exempt(playing.terms, trick.leader):", "if len(trick.cards) < 4:"),
    ("leader=winner(trick, playing.terms.trumps) if whole else trick.leader", "leader=trick.leader"),
    ("        stood=(*playing.stood, number),\n", ""),
    ("    for _, laid in trick.by_player():\n        state = without_card(state, laid)\n", ""),
    (".lapsed(LEADS, side=trick.leader.side)", ""),
    ("OF_A_RENOUNCE, None", "OF_A_CARD, None"),
    ("OF_A_DEALERS_RENOUNCE if both else NOTHING_EXACTED, seat.left", "OF_A_DEALERS_RENOUNCE, seat.left"),
    ("if both else NOTHING_EXACTED, seat.left", "if both else NOTHING_EXACTED, None"),
    (", number, seat).lapsed(CORRECTING)", ", number, seat)"),
    ("    state = without_card(state, right)\n", ""),
    ("(one.trick, one.hand) in hands - {(number, seat)}", "(one.trick, one.hand) in hands"),
    ("demands=(*state.demands, *again),", "demands=state.demands,"),
    ("shown=(*state.shown, *((by, card) for _, by, card in back)),", "shown=state.shown,"),
    ("without_lead(deal.out_of_turn).lapsed(CORRECTING)", "without_lead(deal.out_of_turn)"),
    ("without_lead(deal.out_of_turn).lapsed(CORRECTING)", "deal.out_of_turn.lapsed(CORRECTING)"),
    ("state = without_lead(state_of(deal))", "state = state_of(deal)"),
    ("for error in errors if state.wrong_loses_all else errors[:1]:", "for error in errors[:1]:"),
    ("offence.seat.partner if what in SECOND else offence.seat", "offence.seat"),
    ("replace(state.without(offence), demands=", "replace(state, demands="),
    ("return _played_again(deal, offence) if what in CORRECTING else deal", "return deal"),
    ("left[offence.seat.index] |= card.bit", "left[offence.seat.index] |= 0"),
    ("shown=(*state.shown, (offence.seat, card))", "shown=state.shown"),
    ("quitted = min(revokes.quitted, number - 1)", "quitted = revokes.quitted"),
)
FAULTS: Final = tuple(
    (module, right, wrong)
    for module, faults in ((revoke, REVOKE), (out_of_turn, OUT_OF_TURN))
    for right, wrong in faults
)


def compiled_with(module: ModuleType, right: str, wrong: str) -> CodeType:
    """Raises LookupError if the piece stands there not at all or twice."""
    source = inspect.getsource(module)
    if source.count(right) != 1:
        raise LookupError(f"{module.__name__} has {source.count(right)} of: {right}")
    return compile(source.replace(right, wrong), str(module.__file__), "exec")


@contextmanager
def planted(module: ModuleType, right: str, wrong: str) -> Iterator[None]:
    """With this fault in the module. Raises LookupError."""
    code, before = compiled_with(module, right, wrong), dict(vars(module))
    exec(code, vars(module))
    sound = {id(one): name for name, one in before.items() if isinstance(one, FunctionType)}
    held = [  # other modules may have imported a function by its name
        (vars(other), name, sound[id(one)])
        for key, other in list(sys.modules.items())
        if key.startswith("rules.") and other is not module
        for name, one in vars(other).items()
        if id(one) in sound
    ]
    for names, name, function in held:
        names[name] = vars(module)[function]
    try:
        yield
    finally:
        vars(module).update(before)
        for names, name, function in held:
            names[name] = before[function]


def found(module: ModuleType, right: str, wrong: str, deals: int, seed: int) -> str | None:
    """The first kind of table at which the fault is found in so many deals."""
    kinds = ("both", "revokes" if module is revoke else "out of turn")
    with planted(module, right, wrong):
        for number in range(deals):
            for kind in kinds:
                try:
                    run_one(kind, number, seed)
                except AssertionError as error:
                    return str(error).partition(": ")[0]
    return None


def main(deals: int = 200, seed: int = 1, first: int = 0) -> int:
    missed = 0
    for module, right, wrong in FAULTS[first:]:
        where = found(module, right, wrong, deals, seed)
        missed += where is None
        sys.stdout.write(f"{where or 'MISSED'}\t{right!r} -> {wrong!r}\n")
    sys.stdout.write(f"{len(FAULTS)} faults, {missed} missed, deals of {', '.join(KINDS)}\n")
    return missed


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))

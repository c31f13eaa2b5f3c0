"""Faults to plant in rules/deal/revoke.py, each under what it does, and what such faults are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rules.cards import Hand
from rules.counting.reckon import Penalty
from rules.deal import revoke
from rules.deal.deal import Deal
from rules.frozen import replace
from rules.revoke import RevokeState
from rules.seats import Seat
from rules.settling.terms import Terms
from rules.tricks import Trick
from tests.trials.stage.seams import Function, Seam, after, constant, during, given

Around = Callable[[Function], Function]


def same(_: Function) -> Function:
    """In place of a function: what it is given first."""
    return lambda one, *others, **named: one


def is_false(_: Function) -> Function:
    return lambda *given, **named: False


def is_true(_: Function) -> Function:
    return lambda *given, **named: True


def unknown(state: str, **values: Any) -> Around:
    """As if this of a state were so; what comes out has what it was."""

    def around(does: Function) -> Function:
        def doing(deal: Deal, *given: Any, **named: Any) -> Any:
            was = getattr(deal, state)
            if was is None:
                return does(deal, *given, **named)
            result = does(deal._replace(**{state: replace(was, **values)}), *given, **named)
            if not isinstance(result, Deal):
                return result
            kept = {name: getattr(was, name) for name in values}
            return result._replace(**{state: replace(getattr(result, state), **kept)})

        return doing

    return around


def unlawful(**values: Any) -> Around:
    """As if the law of revokes were so."""

    def around(does: Function) -> Function:
        def doing(deal: Deal, *given: Any) -> Any:
            law = revoke.state_of(deal).law
            return unknown("revoke", law=replace(law, **values))(does)(deal, *given)

        return doing

    return around


def as_before(state: str, *names: str) -> Around:
    """These of a state, or of the play, stay as they were."""

    def undone(result: Deal, deal: Deal, *_: Any) -> Deal:
        was, now = getattr(deal, state), getattr(result, state)
        if was is None:
            return result
        kept = {name: getattr(was, name) for name in names}
        return result._replace(**{state: now._replace(**kept) if state == "stage" else replace(now, **kept)})

    return after(undone)


def changed(state: str, change: Function) -> Around:
    """``change`` gives what of a state is otherwise afterwards."""

    def otherwise(result: Deal, deal: Deal, *given: Any) -> Deal:
        values, now = change(result, deal, *given), getattr(result, state)
        return result._replace(
            **{state: now._replace(**values) if state == "stage" else replace(now, **values)}
        )

    return after(otherwise)


# Of revokes


def trick_without_fourth(found: bool, deal: Deal, number: int, seat: Any) -> bool:
    """An established renounce in a trick that is not complete."""
    tricks = revoke.playing_of(deal).all_tricks
    if number != len(tricks) or len(tricks[-1].cards) == 4:
        return found
    state = revoke.state_of(deal)
    gathered = state.quitted >= number and state.led_after != number
    claimed = state.claim_on(number, seat) is not None or revoke.is_claimed(deal, number)
    return found or deal.over or claimed or gathered


def by_own_hand(_: Function) -> Function:
    def played(deal: Deal, number: int, seat: Any) -> bool:
        state = deal.out_of_turn
        players = state.out_of_turn if state is not None else ()
        return any(later > number and by is seat for later, by in players)

    return played


def established_by(next_player: Function) -> Around:
    """The next trick establishes by whom ``next_player`` takes for those who have played to it."""

    def around(does: Function) -> Function:
        def doing(deal: Deal, number: int, seat: Any) -> Any:
            players = lambda _: lambda trick: next_player(trick, seat)  # noqa: E731
            return during(Trick, by_player=players)(does)(deal, number, seat)

        return doing

    return around


def has_played(trick: Trick, seat: Seat) -> bool:
    return (seat.index - trick.leader.index) % 4 < len(trick.cards)


def claimed_again(found: Any, deal: Deal, by: Any) -> Any:
    state, playing = deal.revoke, deal.playing
    if state is None or playing is None or state.closed or playing.called is not None:
        return found
    if playing.terms.is_dummy(by) and not deal.over:
        return found
    claimed = {(one.trick, one.seat) for one in state.claims if one.seat.side is by.side.other}
    again = {one for one in claimed if revoke._in_time(deal, *one)}
    return tuple(sorted({*found, *again}, key=lambda one: (one[0], one[1].index)))


def dummies_claimed(does: Function) -> Function:
    def doing(deal: Deal, by: Any) -> Any:
        dummy = lambda is_dummy: lambda terms, seat: seat is by and is_dummy(terms, seat)  # noqa: E731
        return during(Terms, is_dummy=dummy)(does)(deal, by)

    return doing


def denied_or_not(deal: Deal, seat: Any) -> int | None:
    number = revoke.correctable(deal, seat)
    asked = revoke.state_of(deal).asked_of(number, seat) if number is not None else None
    return number if asked is not None else None


def last_alone(found: int | None, deal: Deal, _: Any) -> int | None:
    return found if found is not None and found == len(revoke.playing_of(deal).all_tricks) else None


def any_card(found: Hand, deal: Deal, seat: Any) -> Hand:
    return deal.left(seat) if found else found


def card_kept(result: Deal, _: Deal, __: int, seat: Any, card: Any) -> dict[str, Any]:
    left = [*revoke.playing_of(result).left]
    left[seat.index] |= card.bit
    return {"left": tuple(left)}


def later_cards_gone(result: Deal, deal: Deal, number: int, *_: Any) -> dict[str, Any]:
    left = [*revoke.playing_of(result).left]
    for trick in revoke.playing_of(deal).all_tricks[number:]:
        for by, card in trick.by_player():
            left[by.index] &= ~card.bit
    return {"left": tuple(left)}


def wrong_card_stays(deal: Deal, number: int, seat: Any, _: Any) -> tuple[Any, ...]:
    return deal, number, seat, dict(revoke.playing_of(deal).all_tricks[number - 1].by_player())[seat]


def won_by_revokers(does: Function) -> Function:
    def doing(deal: Deal, by: Any, number: int, seat: Any) -> Any:
        won = (*deal.winners()[: number - 1], seat)
        return during(Deal, winners=constant(lambda _: won))(does)(deal, by, number, seat)

    return doing


def first_claim(does: Function) -> Function:
    def doing(deal: Deal, *given: Any) -> Deal:
        claims = revoke.state_of(deal).claims
        result: Deal = does(deal.with_revoke(replace(revoke.state_of(deal), claims=())), *given)
        return result.with_revoke(
            replace(revoke.state_of(result), claims=(*claims, *revoke.state_of(result).claims))
        )

    return doing


def thrown_up(does: Function) -> Function:
    return lambda deal, seat, *, play_on: deal if play_on else does(deal, seat, play_on=play_on)


OF_REVOKES: Final[dict[str, Seam]] = {
    "a quitted trick lies on the table": Seam(revoke, "lying", unknown("revoke", quitted=0)),
    "the end of play quits no trick": Seam(
        revoke,
        "is_quitted",
        constant(
            lambda deal, number: (
                revoke.state_of(deal).quitted >= number or len(revoke.playing_of(deal).all_tricks) > number
            )
        ),
    ),
    "a claim establishes what is not complete": Seam(revoke, "is_established", after(trick_without_fourth)),
    "no claim establishes anything": Seam(revoke, "is_established", unknown("revoke", claims=())),
    "a claim on an earlier trick establishes nothing": Seam(
        revoke, "is_established", during(revoke, is_claimed=is_false)
    ),
    "a claim stands in the way of what is later": Seam(
        revoke,
        "is_claimed",
        constant(
            lambda deal, _: (
                revoke.state_of(deal).law.claims_stand
                and any(one.right for one in revoke.state_of(deal).claims)
            )
        ),
    ),
    "partner's card to the next trick establishes nothing": Seam(
        revoke,
        "is_established",
        established_by(lambda trick, seat: [(seat, trick.cards[0])] if has_played(trick, seat) else []),
    ),
    "anybody's card to the next trick establishes": Seam(
        revoke, "is_established", established_by(lambda trick, seat: [(seat, card) for card in trick.cards])
    ),
    "a card out of turn establishes nothing": Seam(revoke, "_played_out_of_turn", is_false),
    "a card out of turn establishes its own trick": Seam(
        revoke, "_played_out_of_turn", given(lambda deal, number, seat: (deal, number - 1, seat))
    ),
    "partner's card out of turn establishes nothing": Seam(revoke, "_played_out_of_turn", by_own_hand),
    "a gathered trick is established though partner asked": Seam(
        revoke, "is_established", unknown("revoke", asked=())
    ),
    "a lead out of turn establishes": Seam(revoke, "is_established", unknown("revoke", led_after=0)),
    "only the last trick is corrected": Seam(revoke, "correctable", after(last_alone)),
    "a quitted trick may be asked about": Seam(revoke, "askable", during(revoke, is_quitted=is_false)),
    "partner may be asked twice": Seam(revoke, "askable", unknown("revoke", asked=())),
    "who has answered answers again": Seam(revoke, "deniable", constant(denied_or_not)),
    "dummy never claims": Seam(
        revoke,
        "claimable",
        after(
            lambda found, deal, by: (
                () if deal.playing is not None and deal.playing.terms.is_dummy(by) else found
            )
        ),
    ),
    "what was claimed is claimed again": Seam(revoke, "claimable", after(claimed_again)),
    "the own side's revokes are claimed": Seam(revoke, "claimable", given(lambda deal, by: (deal, by.left))),
    "the next lead ends no claim": Seam(revoke, "_in_time", during(revoke, _led_after=is_false)),
    "a claim need not wait for the trick": Seam(revoke, "_in_time", during(revoke, is_quitted=is_true)),
    "what was established is not, once a card goes back": Seam(
        revoke, "is_established", unknown("revoke", established=frozenset())
    ),
    "partner is freed by a correction": Seam(revoke, "_would_free_partner", is_false),
    "what could not be asked about can, once a card goes back": Seam(
        revoke, "askable", unknown("revoke", turned=frozenset())
    ),
    "a lead that went back ends no claim": Seam(revoke, "_in_time", unknown("revoke", led_past=frozenset())),
    "a lead that goes back leaves no mark of its own": Seam(
        revoke, "going_back", as_before("revoke", "led_after")
    ),
    "a lead that goes back quits nothing": Seam(revoke, "going_back", as_before("revoke", "quitted")),
    "a lead that went back moves": Seam(revoke, "after_claim", unknown("revoke", led_from=0)),
    "a correction settles nothing": Seam(revoke, "after_correction", during(revoke, going_back=same)),
    "what goes back stays settled": Seam(RevokeState, "settled_without", same),
    "dummy's revokes are claimed": Seam(revoke, "claimable", dummies_claimed),
    "any card corrects": Seam(revoke, "correction", after(any_card)),
    "one trick too few is quitted": Seam(revoke, "quitted", given(lambda deal, number: (deal, number - 1))),
    "who asks is asked": Seam(
        revoke, "after_asking", given(lambda deal, number, of: (deal, number, of.partner))
    ),
    "an answer is not noted": Seam(revoke, "denied", same),
    "the card that corrects stays in the hand": Seam(revoke, "after_correction", changed("stage", card_kept)),
    "the wrong card stays where it is": Seam(revoke, "after_correction", given(wrong_card_stays)),
    "cards of the next trick do not go back": Seam(
        revoke, "after_correction", changed("stage", later_cards_gone)
    ),
    "a corrected trick is quitted": Seam(revoke, "after_correction", as_before("revoke", "quitted")),
    "who plays again has been asked": Seam(revoke, "after_correction", as_before("revoke", "asked")),
    "a claim quits nothing": Seam(revoke, "after_claim", as_before("revoke", "quitted")),
    "every revoke loses the trick": Seam(revoke, "after_claim", unlawful(trick_lost=True)),
    "a trick is lost that the others won": Seam(revoke, "after_claim", won_by_revokers),
    "a trick is lost though both revoked": Seam(revoke, "after_claim", first_claim),
    "a lost trick moves no lead": Seam(revoke, "after_claim", as_before("stage", "leader")),
    "a penalty is none": Seam(
        revoke,
        "after_penalty",
        given(lambda deal, number, seat, _: (deal, number, seat, Penalty.NONE)),
    ),
    "partner has nothing more to claim": Seam(
        revoke, "agreed", given(lambda deal, seat: (deal, seat.partner))
    ),
    "nothing is played out": Seam(revoke, "wished", thrown_up),
}

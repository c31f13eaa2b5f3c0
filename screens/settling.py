"""What has been settled of a deal and what is still to be settled: lines that the table and the panels share.

They are made from what a ``SeatView`` shows and nothing else.
"""

from __future__ import annotations

from rules.calls import CallHonours
from rules.games.all_games import variant_of
from rules.games.variant import Variant
from rules.members import Person
from rules.seats import Side
from rules.settling.auction import Auction
from rules.view import PublicDeal, SeatView, Settled
from screens.bidding import Stage, auction_table, stage
from screens.parts import calls_line, heading, small
from screens.words import calls as call_words
from screens.words import names
from screens.words import ranking as ranking_words
from screens.words import table as words
from screens.words.games.all_games import words_of
from screens.words.names import Speech
from screens.words.numbers import number


def settled_lines(speech: Speech, view: SeatView, deal: PublicDeal) -> tuple[str, ...]:
    """What is played, as a heading; what that is worth; and the turned card while it is shown."""
    settled = deal.settled
    assert settled is not None
    if settled.bid is None or settled.declared_by is None:
        worth = call_words.odd_trick_worth(_worth(settled))
    else:
        worth = call_words.contract_worth(f"**{number(settled.worth)}**")
    title = heading(settled_title(speech, view, deal))
    return title, small(f"{words.deal_number(deal.number)} · {worth}"), turned_line(speech, deal)


def settled_title(speech: Speech, view: SeatView, deal: PublicDeal) -> str:
    """What is played: ``♥ Hearts are trumps``, ``2 ♥ Hearts by West, double ×2``."""
    settled, said = deal.settled, words_of(view.table.game)
    assert settled is not None
    if settled.declared_by is None and settled.trumps is not None:
        return call_words.are_trumps(settled.trumps)
    if settled.bid is None or settled.declared_by is None:
        return names.settled(settled, said)
    bid, doubled = names.bid_at(settled.bid, said), names.doubling(settled.level, said.doubling)
    return call_words.contract(speech, bid, settled.declared_by, doubled)


def turned_line(speech: Speech, deal: PublicDeal) -> str:
    """The card that made trumps, shown until the dealer has played to the first trick (ambiguity 27)."""
    turned = deal.turned
    if turned is None or any(one is deal.dealer for one, _ in deal.cards_played()):
        return ""
    if deal.ruffed_by is not None:
        return small(call_words.turned_taken(speech, deal.dealer, turned, deal.ruffed_by))
    if deal.stock:
        return small(call_words.turned_on_stock(speech, deal.dealer, turned, deal.stock))
    if deal.turned_with is not None:
        return small(call_words.turned_up_by(speech, deal.dealer, turned))
    return small(call_words.turned_blind(speech, deal.dealer, turned))


def _worth(settled: Settled) -> str:
    return names.worth(settled.worth, settled.level)


def calls_so_far(speech: Speech, view: SeatView, deal: PublicDeal) -> str:
    """What has been said while a deal is being settled: an auction in columns, other calls in a line."""
    if not deal.calls:
        return ""
    match stage(view):
        case Stage.BIDDING:
            return auction_table(speech, deal.calls, words_of(view.table.game), goes_on=True)
        case Stage.DECLARING | Stage.DOUBLING:
            return small(calls_line(speech, deal.calls, words_of(view.table.game)))
        case _:
            return ""  # that somebody has ruffed is told with the turned card


def settling_title(speech: Speech, view: SeatView, deal: PublicDeal) -> tuple[str, ...]:
    """What stands, or if nothing does what is being settled."""
    if deal.settled is not None:
        return settled_lines(speech, view, deal)
    title = call_words.auction if stage(view) is Stage.BIDDING else call_words.declaring
    return (heading(title(deal.number)),)


def settling_line(speech: Speech, view: SeatView, deal: PublicDeal) -> str:
    """For whose call the table waits, and what it may be; and whether a doubling would leave the ranking."""
    line, note = _awaited(speech, view, deal), ranking_note(view, deal)
    return f"{line}\n{small(note)}" if line and note else line


def ranking_note(view: SeatView, deal: PublicDeal) -> str:
    """That the next doubling would keep the rubber off the leaderboard, or that one has. Empty where nobody
    can double, and where the rubber would not count in any case."""
    rubber, variant = view.table.rubber, variant_of(view.table)
    ranking = variant.rubber.ranking
    level = deal.settled.level if deal.settled is not None else 0
    if rubber is None or deal.settled is None or not _may_be_doubled(view, variant, level):
        return ""
    people = [(seat.side, one) for seat, one in rubber.owners.items() if isinstance(one, Person)]
    sides, persons = {side for side, _ in people}, {one for _, one in people}
    enough = len(sides) == len(Side) and len(persons) >= ranking.people
    if ranking.none or not enough:
        return ""
    if ranking.caps:
        if level > ranking.doublings:
            return ranking_words.capped(ranking.doublings)
        return ranking_words.next_is_capped(ranking.doublings) if level == ranking.doublings else ""
    if rubber.highest > ranking.doublings:
        return ranking_words.left_ranking(ranking.doublings)
    return ranking_words.last_ranked_doubling(ranking.doublings) if level == ranking.doublings else ""


def _may_be_doubled(view: SeatView, variant: Variant, level: int) -> bool:
    """Whether what stands may be doubled once more, by somebody and now."""
    match stage(view):
        case Stage.DOUBLING:
            return True
        case Stage.BIDDING:
            law = variant.settlement
            return isinstance(law, Auction) and level < law.max_doublings
        case _:
            return False


def _awaited(speech: Speech, view: SeatView, deal: PublicDeal) -> str:
    settled = deal.settled
    match stage(view):
        case Stage.DECLARING:
            if deal.calls:
                return call_words.partner_must_declare(speech, deal.dealer.partner)
            return call_words.dealer_speaks(speech, deal.dealer)
        case Stage.DOUBLING:
            assert settled is not None
            return call_words.may_double(
                speech, deal.may_act, settled.level, words_of(view.table.game).doubling
            )
        case Stage.BIDDING:
            return call_words.to_call(speech, deal.may_act[0])
        case Stage.RUFFING:
            return call_words.may_ruff(speech, deal.may_act[0], deal.stock)
        case Stage.PUTTING_OUT:
            return call_words.puts_out(speech, deal.may_act[0], deal.to_put_out)
        case None:
            return ""


def side_lines(speech: Speech, view: SeatView, deal: PublicDeal) -> tuple[str, ...]:
    """The tricks of each side and its score, which an evening's single deals have none of."""
    if view.table.evening is not None:
        return tuple(words.side_tricks(speech, side, deal.won.of(side)) for side in Side)
    assert view.table.rubber is not None
    standing, law = view.table.rubber.standing, variant_of(view.table).rubber
    return tuple(
        words.side_line(
            speech, side, deal.won.of(side), standing.below.of(side), standing.games.of(side), law.game
        )
        for side in Side
    )


def honours_asked(speech: Speech, deal: PublicDeal) -> str:
    """A line for each player who called honours in vain. With success the deal would be over."""
    asked = (one.seat for one in deal.calls if isinstance(one.call, CallHonours))
    return "\n".join(small(call_words.asked_honours(speech, one)) for one in asked)

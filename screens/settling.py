"""How a deal is being settled: what may be called, the auction so far, what stands, what a call promises.

It is made from what everybody at the table knows, and from no cards. The table and the panels share it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Final

from robots.teaching.meanings import told_at
from rules.calls import Action, Bid, Call, Called, CallHonours, Declare, Double, Pass, action_word
from rules.counting.reckon import NOTHING_SCORED, Column
from rules.games.all_games import variant_of
from rules.games.promise import Outcome, Promise, open_calls, promise, standing_after
from rules.games.variant import Variant
from rules.seats import BySide, Person, Seat, Side
from rules.settling.auction import Auction
from rules.tricks import Strain
from rules.view import PublicDeal, SeatView, Settled
from screens.parts import INK, LINES_KEPT, calls_line, heading, small, speech_to, text, title, with_levels
from screens.presses import Press
from screens.screen import Offer, Screen, Select
from screens.words import calls as call_words
from screens.words import names, scores
from screens.words import table as words
from screens.words.games.all_games import words_of
from screens.words.gamewords import GameWords
from screens.words.languages import kept_by_language
from screens.words.meanings import alert
from screens.words.names import Speech, SpeechAtTurnedTable, number, spoken_card, trumps

ROWS_SHOWN: Final = 10
"""The most rows of an auction; of a longer one only the end is shown."""
OFFERS_SHOWN: Final = 25
"""Discord's limit for the lines of a list."""

_WIDTH: Final = 7  # four columns are 28 characters, or with a partner 31: a phone shows 31


class Stage(Enum):
    """What is being settled."""

    DECLARING = "declaring"
    DOUBLING = "doubling"
    BIDDING = "bidding"
    RUFFING = "ruffing"
    PUTTING_OUT = "putting out"


def stage(view: SeatView) -> Stage | None:
    """What is being settled; None while cards are played, and between deals."""
    deal = view.deal
    if deal is None or deal.playing:
        return None
    if deal.to_put_out:
        return Stage.PUTTING_OUT
    if deal.stock:
        return Stage.RUFFING
    if deal.settled is not None:
        return Stage.DOUBLING if deal.settled.bid is None else Stage.BIDDING
    return Stage.BIDDING if bids_made(calls_open(view)) else Stage.DECLARING


def calls_open(view: SeatView) -> tuple[Call, ...]:
    """What the player whose turn it is may say, as everybody can tell."""
    return open_calls(variant_of(view.table), view.deal) if view.deal is not None else ()


def prices(view: SeatView, calls: Iterable[Action]) -> Mapping[Declare, int]:
    """What each declaration among the calls scores for a trick over six."""
    at, side = variant_of(view.table), Side.NS  # which side declares makes no difference
    return {
        call: promise(at, call, 0, side, NOTHING_SCORED).made.points_in(Column.BELOW).of(side)
        for call in calls
        if isinstance(call, Declare)
    }


def bids_made(calls: Iterable[Action]) -> tuple[Bid, ...]:
    return tuple(call for call in calls if isinstance(call, Bid))


# The auction so far


def auction_table(speech: Speech, calls: Sequence[Called], said: GameWords, *, goes_on: bool = False) -> str:
    """The calls in four columns, beginning with the seat that spoke first. With ``goes_on`` a question mark
    stands where the next call will."""
    columns = (*speech.below.onwards()[1:], speech.below)
    cells = [""] * columns.index(calls[0].seat)
    cells += [_cell(one.call, level, said) for one, level in with_levels(calls)]
    if goes_on:
        cells.append("?")
    rows = [cells[start : start + 4] for start in range(0, len(cells), 4)]
    left_out = rows[:-ROWS_SHOWN]
    lines: list[list[str]] = [[speech.place(one) for one in columns], *rows[-ROWS_SHOWN:]]
    before = sum(bool(cell) for row in left_out for cell in row)
    above = f"… {call_words.CALLS_BEFORE(before)}\n" if before else ""
    return f"```\n{above}{_lined_up(lines)}\n```"


def _cell(call: Call, level: int, said: GameWords) -> str:
    match call:
        case Bid():
            return names.short_bid(call, said)
        case Double():
            return call_words.doubled_mark(again=level > 1)
        case _:
            return names.call_name(call, level, said).lower()


def _lined_up(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(_WIDTH, len(name) + 1) for name in rows[0]]
    return "\n".join("".join(map(_padded, row, widths)).rstrip() for row in rows)


def _padded(cell: str, width: int) -> str:
    """The cell at the width of a column. The mark that asks for a suit sign's letter-like form takes no
    room."""
    return cell + " " * (width - len(cell.replace(names.TEXT_FORM, "")))


# Asking after a call


def worth_list(
    speech: Speech, view: SeatView, table_id: str, offered: Sequence[Bid] = ()
) -> tuple[Select, ...]:
    """A list of the bids and doublings made, and of those ``offered``: choosing one shows its points."""
    deal, said = view.deal, words_of(view.table.game)
    assert deal is not None
    made = [
        Offer(
            str(place),
            call_words.CALLED(seat=speech.place(one.seat), call=names.call_name(one.call, level, said)),
        )
        for place, (one, level) in enumerate(with_levels(deal.calls))
        if isinstance(one.call, Bid | Double)
    ]
    offers = [Offer(action_word(bid), names.bid_at(bid, said)) for bid in offered]
    left_out = max(0, len(made) + len(offers) - OFFERS_SHOWN)  # contre may be said without end
    offers += made[left_out:]
    if not offers:
        return ()
    asks = call_words.WORTH_OF()
    prompt = f"{asks} ({call_words.CALLS_BEFORE(left_out)})" if left_out else asks
    return (Select(str(Press("worth", table_id, deal.number)), prompt, tuple(offers)),)


# What has been settled, and what is still to be settled


def settled_lines(speech: Speech, view: SeatView, deal: PublicDeal) -> tuple[str, ...]:
    """What is played, as a heading; what that is worth; and the turned card while it is shown."""
    assert deal.settled is not None
    if not deal.playing and stage(view) is Stage.BIDDING:  # the list of what calls are worth has that
        stands = standing_bid(speech, deal.settled, view.table.game)
        return title(stands), turned_line(speech, deal) if deal.turned is not None else ""
    played, worth = _settled_lines(speech, deal.settled, view.table.game)
    return played, worth, turned_line(speech, deal) if deal.turned is not None else ""


@kept_by_language(LINES_KEPT)
def _settled_lines(speech: Speech, settled: Settled, game: str) -> tuple[str, str]:
    """The heading and what it is worth. Kept for a while: while cards are played, no screen changes it."""
    worth = worth_line(settled)
    return title(settled_title(speech, settled, game)), small(worth) if worth else ""


def worth_line(settled: Settled | None) -> str:
    """What is settled is worth so much; empty where every trick of the game is one point."""
    if settled is None or (settled.declared_by is None and settled.worth == 1):
        return ""
    if settled.bid is None or settled.declared_by is None:
        return call_words.ODD_TRICK_WORTH(points=names.worth_text(settled.worth, settled.level))
    return call_words.CONTRACT_WORTH(points=f"**{number(settled.worth)}**")


def standing_bid(speech: Speech, settled: Settled, game: str) -> str:
    """What stands in an auction and who would play it: ``2 ♥ by West, double``."""
    assert settled.bid is not None and settled.declared_by is not None
    said = words_of(game)
    doubled = _doubled_bid(settled.level, said)
    return call_words.contract_line(speech, _short_bid(settled.bid, said), settled.declared_by, doubled)


def settled_title(speech: Speech, settled: Settled, game: str) -> str:
    """What is played: ``♥ Hearts are trumps``, ``2 ♥ Hearts by West, double ×2``."""
    said = words_of(game)
    if settled.declared_by is None and settled.trumps is not None:
        return call_words.ARE_TRUMPS(suit=trumps(settled.trumps))
    if settled.bid is None or settled.declared_by is None:
        return names.settled_words(settled, said)
    bid, doubled = names.bid_at(settled.bid, said), names.doubling(settled.level, said.doubling)
    return call_words.contract_line(speech, bid, settled.declared_by, doubled)


def _short_bid(bid: Bid, said: GameWords) -> str:
    """With the sign of its suit alone, which is enough beside its number: ``2 ♥``, ``3 no trumps``."""
    suit = bid.strain.trumps if bid.strain is not Strain.ROYALS else None  # which are spades too
    return f"{bid.odd} {names.sign(suit)}" if suit is not None else names.bid_at(bid, said)


def _doubled_bid(level: int, said: GameWords) -> str:
    """A bid is doubled and redoubled, and no more: the word alone says how often."""
    return "" if not level else said.doubling.once if level == 1 else said.doubling.again


@kept_by_language(LINES_KEPT)
def settled_in_short(speech: Speech, settled: Settled, game: str) -> str:
    """The same as it stands below a trick: the sign of a suit is enough (``Trumps ♥``, ``2 ♥, double``),
    and who bid is not named where their dummy lies open."""
    said, bid, by = words_of(game), settled.bid, settled.declared_by
    if settled.trumps is not None and (bid is None or by is None):
        told = call_words.TRUMPS_ARE(suit=names.sign(settled.trumps))
        doubled = names.doubling(settled.level, said.doubling)
        return f"{told}, {doubled}" if doubled else told
    if bid is None or by is None:
        return settled_title(speech, settled, game)
    what, doubled = _short_bid(bid, said), _doubled_bid(settled.level, said)
    if not settled.dummies:
        return call_words.contract_line(speech, what, by, doubled)
    return f"{what}, {doubled}" if doubled else what


def turned_line(speech: Speech, deal: PublicDeal) -> str:
    """The card that made trumps, shown until the dealer has played to the first trick (ambiguity 27), unless
    it lies open in the dealer's hand."""
    turned, faced = deal.turned, deal.faced_hand(deal.dealer)
    if turned is None or any(one is deal.dealer for one, _ in deal.cards_played()):
        return ""
    if faced is not None and turned in faced.left:
        return ""
    told = _turned_up(speech, deal, spoken_card(turned))
    return small(f"{told[:1].upper()}{told[1:]}")


def _turned_up(speech: Speech, deal: PublicDeal, turned: str) -> str:
    dealer = speech.seat(deal.dealer)
    if deal.ruffed_by is not None:
        return call_words.TURNED_TAKEN(seat=dealer, taker=speech.seat(deal.ruffed_by), card=turned)
    if deal.stock:
        return call_words.TURNED_ON_STOCK(deal.stock, seat=dealer, card=turned)
    if deal.turned_with is not None:
        return call_words.TURNED_UP_BY(seat=dealer, card=turned)
    return call_words.TURNED_BLIND(seat=dealer, card=turned)


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
    what = (call_words.AUCTION if stage(view) is Stage.BIDDING else call_words.DECLARING)(number=deal.number)
    return (heading(what),)


def settling_line(speech: Speech, view: SeatView, deal: PublicDeal) -> str:
    """For whose call the table waits, and what it may be; and whether a doubling would leave the ranking."""
    line, note = _awaited(speech, view, deal), ranking_note(view, deal)
    return "\n".join(one for one in (line, small(note) if note else "") if one)


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
            return scores.capped(ranking.doublings)
        return scores.next_is_capped(ranking.doublings) if level == ranking.doublings else ""
    if rubber.highest > ranking.doublings:
        return scores.left_ranking(ranking.doublings)
    return scores.last_ranked_doubling(ranking.doublings) if level == ranking.doublings else ""


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
    match stage(view):
        case Stage.DECLARING:
            if not deal.calls:
                return ""
            return call_words.PARTNER_MUST_DECLARE(partner=speech.seat(deal.dealer.partner))
        case Stage.RUFFING:
            ruffer = speech.seat(deal.may_act[0])
            if Pass() in open_calls(variant_of(view.table), deal):
                return call_words.MAY_RUFF(deal.stock, seat=ruffer)
            return call_words.TO_RUFF(deal.stock, seat=ruffer)
        case Stage.PUTTING_OUT:
            return call_words.PUTS_OUT(deal.to_put_out, seat=speech.seat(deal.may_act[0]))
        case _:
            return ""  # the list of the seats says it


def stands_alone(view: SeatView) -> bool:
    """Whether the deal counts to no game."""
    return view.table.evening is not None or view.table.brought is not None


def score_line(speech: Speech, view: SeatView, *, scored: bool = False) -> str:
    """The score of both sides to game in a line, which deals have none of that stand alone. With ``scored``
    only what there is of it."""
    if stands_alone(view):
        return ""
    assert view.table.rubber is not None
    standing, law = view.table.rubber.standing, variant_of(view.table).rubber
    return _score_line(speech, standing.below, standing.games, law.game, scored)


@kept_by_language(LINES_KEPT)
def _score_line(speech: Speech, below: BySide[int], games: BySide[int], target: int, scored: bool) -> str:
    """Kept for a while: the score is the same until the deal is over."""
    told = words.score_so_far if scored else words.score_to_game
    lines = (told(speech, one, below.of(one), games.of(one), target) for one in _sides_of(speech))
    return "\u2003".join(filter(None, lines))


def side_lines(speech: Speech, view: SeatView, deal: PublicDeal) -> tuple[str, ...]:
    """The same with the tricks of each side, in words."""
    if stands_alone(view):
        return tuple(
            f"**{speech.short_side(side)}** {words.TRICKS_TAKEN(deal.won.of(side))}"
            for side in _sides_of(speech)
        )
    assert view.table.rubber is not None
    standing, law = view.table.rubber.standing, variant_of(view.table).rubber
    return tuple(
        words.side_line(
            speech, side, deal.won.of(side), standing.below.of(side), standing.games.of(side), law.game
        )
        for side in _sides_of(speech)
    )


def _sides_of(speech: Speech) -> tuple[Side, ...]:
    """Both sides in the order in which they are told of: to a player their own first."""
    return (speech.own, speech.own.other) if isinstance(speech, SpeechAtTurnedTable) else tuple(Side)


def honours_asked(speech: Speech, deal: PublicDeal) -> str:
    """A line for each player who called honours in vain. With success the deal would be over."""
    asked = [one.seat for one in deal.calls if isinstance(one.call, CallHonours)]
    return "\n".join([small(call_words.ASKED_HONOURS(seat=speech.seat(one))) for one in asked])


# What a call promises, for whoever asks

AskedAfter = int | Bid | Declare | None
"""The place of a call that has been made, a call that might be made, or None for what stands."""


def worth_screen(view: SeatView, asked: AskedAfter) -> Screen:
    """One call and its points at the present score, if it is just made and if it is one trick short. In an
    auction also what the robots' system says of it, which is the same for all who ask."""
    speech = speech_to(view)
    meant = _asked_call(view, asked)
    if meant is None:
        return Screen((text(heading(call_words.WORTH()), call_words.NOTHING_PROMISED()),), INK)
    call, level, by = meant
    rubber = view.table.rubber
    standing = rubber.standing if rubber is not None else NOTHING_SCORED
    side = by.side if by is not None else _asker(view)
    promised = promise(variant_of(view.table), call, level, side, standing)
    said = words_of(view.table.game)
    what = names.bid_at(call, said) if isinstance(call, Bid) else names.declared_name(call.trumps, said)
    doubled = names.doubling(level, said.doubling)
    promised_by = call_words.promises(
        speech.place(by) if by is not None else "", f"{what}, {doubled}" if doubled else what
    )
    return Screen(
        (
            text(heading(promised_by), *_alert_lines(view, asked)),
            text(*_outcomes(speech, promised, said), small(call_words.NO_CARDS_COUNTED())),
        ),
        INK,
    )


def _asked_call(view: SeatView, asked: AskedAfter) -> tuple[Bid | Declare, int, Seat | None] | None:
    """The bid or declaration that is asked after, the number of its doublings, and the seat that made it."""
    deal = view.deal
    if isinstance(asked, Bid | Declare):
        return asked, 0, None
    if deal is None:
        return None
    if asked is not None and not 0 <= asked < len(deal.calls):
        return None
    found = standing_after(deal.calls, len(deal.calls) - 1 if asked is None else asked)
    if found is None:
        turned = deal.settled
        return (Declare(turned.trumps), turned.level, None) if turned is not None else None
    called, level = found
    assert isinstance(called.call, Bid | Declare)
    return called.call, level, called.seat


def _alert_lines(view: SeatView, asked: AskedAfter) -> Iterator[str]:
    """What the system says of a call that has been made. It depends on the calls and the score alone."""
    deal = view.deal
    if deal is None or isinstance(asked, Bid | Declare):
        return
    made = [place for place, one in enumerate(deal.calls) if isinstance(one.call, Bid | Double)]
    place = asked if asked is not None else made[-1] if made else None
    told = told_at(view, place) if place is not None else None
    if told is not None and (said := alert(told)):
        yield said


def _asker(view: SeatView) -> Side:
    """The side for which a call that nobody has made is reckoned: the asker's, or for a spectator that of the
    player to speak."""
    if view.viewer is not None:
        return view.viewer.side
    return view.deal.may_act[0].side if view.deal is not None and view.deal.may_act else Side.NS


def _outcomes(speech: Speech, promised: Promise, said: GameWords) -> Iterator[str]:
    for made, outcome in ((True, promised.made), (False, promised.short)):
        yield call_words.outcome_line(made, tuple(_gains(speech, outcome, said)))


def _gains(speech: Speech, outcome: Outcome, said: GameWords) -> Iterator[str]:
    bonus = outcome.points_in(Column.BONUS)
    for side in _sides_of(speech):
        below, above = (outcome.points_in(column).of(side) for column in (Column.BELOW, Column.ABOVE))
        if below or above or bonus.of(side):
            yield call_words.gains(speech, side, below, above, bonus.of(side), said.columns)
    if outcome.game is not None and not bonus.of(outcome.game):
        at_seat = isinstance(speech, SpeechAtTurnedTable)
        yield call_words.WINS_GAME(side=(speech.side if at_seat else speech.short_side)(outcome.game))

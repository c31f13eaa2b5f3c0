"""A finished deal on one phone screen: what happened, what it came to, and the four hands.

Everything else stands behind **More**. Each of its players is told in a line what it came to for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.calls import Bid, CallHonours, Discard, TakeStock
from rules.cards import Card, Hand, Rank, Suit
from rules.counting.reckon import BOOK, Counted, Entry, HonourCards, Line
from rules.counting.rubber import RubberLaw, RubberResult
from rules.deal.dealing import TurnedUp
from rules.frozen import replace
from rules.games.all_games import variant_of
from rules.games.promise import (
    deal_points,
    honours_called,
    made,
    points_by_line,
    tricks_scored,
    tricks_taken,
)
from rules.games.variant import Variant
from rules.seats import BySeat, Member, Person, Seat, Side, by_seat, by_side
from rules.tricks import winner
from rules.view import FinishedDeal, PublicTable
from screens import buttons
from screens.claims import agreed_line, taken_back_line
from screens.deck import face
from screens.out_of_turn import demand_lines
from screens.parts import BAIZE, BRASS, calls_line, compass, faces, heading, seats_line, small, text
from screens.revoke import result_lines
from screens.screen import Divider, Part, Picture, Row, Screen, Text
from screens.settling import auction_table
from screens.sheets import in_full, is_single, rubber_lines, score_sheet, won_by
from screens.words import after as words
from screens.words import evenings as evening_words
from screens.words import names as name
from screens.words import scores
from screens.words.calls import TURNED_UP_BY
from screens.words.games.all_games import words_of
from screens.words.gamewords import GameWords, Held
from screens.words.languages import colon
from screens.words.names import (
    Names,
    Speech,
    SpeechOfPlayers,
    all_of,
    is_rounded,
    number,
    with_dummy,
)
from screens.words.table import DEAL_NUMBER, DUMMY_OF


def speech_of_players(
    deal: FinishedDeal, seats: BySeat[Member], names: Names, at: PublicTable
) -> SpeechOfPlayers:
    """How everybody is told of a deal: by who sat there, since another rubber has them sit otherwise."""

    def players(side: Side) -> str:
        called = [*dict.fromkeys(names(seats.of(one)) for one in side.seats)]
        return all_of(called) if len(called) > 1 else with_dummy(called[0])

    alone = _dummies_alone(deal, seats)
    called = by_seat(
        lambda one: name.dummy_of(names(seats.of(one))) if one in alone else names(seats.of(one))
    )
    return SpeechOfPlayers(Speech.at_table(at).clockwise, called, by_side(players))


def headline(speech: Speech, deal: FinishedDeal, of: GameWords, variant: Variant) -> str:
    """What happened in a deal, in one line. Tricks are counted after penalties for revokes."""
    what = what_happened(speech, deal, of, variant)
    return words.HEADLINE(deal=DEAL_NUMBER(number=deal.number), what=what)


def what_happened(speech: Speech, deal: FinishedDeal, of: GameWords, variant: Variant) -> str:
    """The same without the number of the deal."""
    what, moved = _happened(speech, deal, of, variant), max(tricks_taken(deal, variant))
    return words.AFTER_PENALTY(moved, what=what) if moved else what


def _happened(speech: Speech, deal: FinishedDeal, of: GameWords, variant: Variant) -> str:
    settled, called = deal.settled, honours_called(deal)
    if settled is None:
        return scores.THROWN_IN()
    if called is not None:
        return words.HONOURS_ENDED(side=speech.side(called))
    what, done, tricks = name.settled_words(settled, of), made(deal, variant), tricks_scored(deal, variant)
    if done is None or settled.declared_by is None:
        most = Side.NS if tricks.ns > tricks.ew else Side.EW
        if tricks.ns == tricks.ew:
            return words.PLAYED_EVEN(tricks.ns, declaration=what)
        return words.WON_MOST(
            tricks.of(most), side=speech.side(most), lost=tricks.of(most.other), declaration=what
        )
    if settled.bid is not None:
        return words.made_bid(speech, settled.declared_by, what, done.over)
    others = tricks.of(done.side.other) - BOOK
    odd = done.over + 1 if done.made else -others
    return words.made_declaration(speech, settled.declared_by, what, odd)


def came_to(speech: Speech, deal: FinishedDeal, at: PublicTable, *, ended: bool) -> Iterator[str]:
    """The points of each side and, unless the rubber has ``ended``, a game that was won."""
    law, of = variant_of(at).rubber, words_of(at.game)
    if deal.settled is None:
        return
    brought = deal_points(deal, law, by_itself=_by_itself(at))
    first = Side.NS if brought.ns >= brought.ew else Side.EW
    yield words.points_of(speech, [(one, brought.of(one)) for one in (first, first.other)])
    won = next((one for one in Side if deal.after.games.of(one) > deal.before.games.of(one)), None)
    if won is not None and not ended:
        yield scores.game_won(speech, won, of)


def _by_itself(at: PublicTable) -> bool:
    """Whether its deals are those of duplicate (laws 4.6)."""
    return at.evening is not None and at.evening.shared


def at_odds_line(speech: Speech, deal: FinishedDeal, at: PublicTable, side: Side) -> str:
    """What the points of a side are made of, where they do not go with what was won: it did not make what it
    undertook, or won fewer tricks, and lost no points; or it did, and gained none. Empty elsewhere."""
    variant = variant_of(at)
    done, tricks, law = made(deal, variant), tricks_scored(deal, variant), variant.rubber
    brought = deal_points(deal, law, by_itself=_by_itself(at))
    net, ahead = brought.of(side) - brought.of(side.other), tricks.of(side) - tricks.of(side.other)
    won = ahead > 0 if done is None else done.made is (done.side is side)
    even = deal.settled is None or honours_called(deal) is not None or (done is None and not ahead)
    agree = net != 0 and (net > 0) is won
    lines = points_by_line(deal, law, side, by_itself=_by_itself(at))
    told = "" if even or agree else scores.made_of(lines.items())
    name = speech.side(side)
    return small(colon(f"{name[:1].upper()}{name[1:]}", told)) if told else ""


def standing_line(speech: Speech, deal: FinishedDeal, law: RubberLaw) -> str:
    """The score to game, the games and the rubber, after a deal that did not end it."""
    after = deal.after
    parts = [words.game_score(speech, law.game, after.below.ns, after.below.ew)]
    if law.games > 1:
        parts.append(words.GAMES(ns=after.games.ns, ew=after.games.ew))
    if law.games > 1 and not any(map(is_rounded, after.totals)):
        parts.append(words.RUBBER_SCORE(ns=number(after.totals.ns), ew=number(after.totals.ew)))
    return " · ".join(parts)


# From a player's own side


def your_deal(
    deal: FinishedDeal, seats: BySeat[Member], member: Member, names: Names, at: PublicTable
) -> str:
    """What the deal came to for one of its players; empty for anybody else."""
    seat = next((one for one, sitting in seats.items() if sitting == member), None)
    if seat is None:
        return ""
    if deal.settled is None:
        told = scores.THROWN_IN()
        return f"{told[:1].upper()}{told[1:]}."
    brought = deal_points(deal, variant_of(at).rubber, by_itself=_by_itself(at))
    done = made(deal, variant_of(at))
    partner = seats.of(seat.partner)
    if at.evening is not None and not at.evening.shared:
        tricks = tricks_scored(deal, variant_of(at))
        return evening_words.YOUR_TRICKS(ours=tricks.of(seat.side), theirs=tricks.of(seat.side.other))
    return words.your_deal(
        made=done.made if done is not None else None,
        ours=done is not None and done.side is seat.side,
        yours=brought.of(seat.side),
        theirs=brought.of(seat.side.other),
        partner=names(partner) if partner != member else "",
    )


def your_rubber(ended: RubberResult, member: Member) -> str:
    """What the rubber came to for somebody who has a share in it; empty for anybody else."""
    share = next((one for one in ended.shares if one.person == member), None)
    if share is None or not isinstance(member, Person):
        return ""
    return words.your_rubber(won=ended.is_won_by(share), value=ended.points(share), single=is_single(ended))


def news(at: PublicTable, member: Member | None, names: Names) -> str:
    """What a player's own panel says between two deals: the last one from their side and, once it is over,
    the rubber. Empty where nothing has been played of this rubber."""
    if member is None or at.last is None:
        return ""
    last, at = at.last, at.at_last_rubber
    if at.rubber is not None:
        if not at.rubber.entered:
            return ""
        return your_deal(last, at.rubber.seats, member, names, at)
    if at.ended is None or at.ended_seats is None:
        return ""
    lines = your_deal(last, at.ended_seats, member, names, at), your_rubber(at.ended, member)
    return "\n".join(line for line in lines if line)


def result_screen(
    deal: FinishedDeal,
    seats: BySeat[Member],
    table_id: str,
    names: Names,
    *,
    at: PublicTable,
    ended: RubberResult | None = None,
    drawn: Picture | None = None,
    sheet: Picture | None = None,
    best: str = "",
    again: bool = False,
    stands: bool = False,
) -> Screen:
    """The result of a deal at this table, with its four hands as ``drawn``, or else in letters. With
    ``ended`` also that of the rubber, if the deal was its last: who won it, its ``best`` moment and, where
    the same people may play ``again``, the button for it; while it ``stands`` for what may be done between
    rubbers, the button for that. Its ``sheet`` takes the place of the hands."""
    paper, variant, of = Speech.at_table(at), variant_of(at), words_of(at.game)
    speech = speech_of_players(deal, seats, names, at)
    alone = at.evening is not None or at.brought is not None
    counts = ended is None or alone or is_single(ended)  # else the totals of the rubber are told
    top = [
        heading(headline(speech, deal, of, variant)),
        *(came_to(speech, deal, at, ended=ended is not None or alone) if counts else ()),
        at_odds_line(speech, deal, at, _undertook(deal)),
    ]
    if at.evening is not None:
        top.append(small(evening_words.TABLE_OVER(table=at.evening.table)))
    elif at.brought is not None:
        pass
    elif ended is None:
        top += [small(standing_line(paper, deal, variant.rubber)), _next_line(speech, deal, at)]
    else:
        top += _rubber_lines(speech, ended, seats, names, variant)
    top += result_lines(speech, deal, at)
    top += [*demand_lines(speech, deal), taken_back_line(deal.taken_back)]
    stock = small(scores.STOCK(cards=faces(deal.stock))) if deal.stock else ""
    letters = compass(paper, deal.held or deal.hands)
    sat = text(stock, small(seats_line(paper, _hand_holders(deal, seats, names))))
    laid_open = text(letters) if drawn is None else replace(drawn, instead=letters)
    hands: tuple[Part, ...] = (Divider(), laid_open, sat) if sheet is None else ()
    once_more = () if ended is None or not again else (buttons.again_button(table_id, ended.number),)
    others = (buttons.table_button(table_id),) if once_more and stands else ()
    return Screen(
        (
            text(*top),
            *((sheet,) if sheet is not None else ()),
            *((text(best),) if best else ()),
            *hands,
            Row((*once_more, buttons.more_button(table_id, deal.number), *others)),
        ),
        BAIZE if ended is None else BRASS,
    )


def _undertook(deal: FinishedDeal) -> Side:
    """The side of the declarer or, where nobody declared, that which won most tricks."""
    if deal.settled is not None and deal.settled.declared_by is not None:
        return deal.settled.declared_by.side
    return max(Side, key=deal.won.of)


def _rubber_lines(
    speech: Speech, ended: RubberResult, seats: BySeat[Member], names: Names, variant: Variant
) -> Iterator[str]:
    """The rubber in few lines. Who sat where stands beneath the hands."""
    single = variant.rubber.games == 1
    yield f"## {won_by(speech, ended, seats, names)}"
    if not single:
        yield scores.totals(speech, ended.totals.ns, ended.totals.ew)
    alone = [one for one in Side if len({seats.of(each) for each in one.seats}) == 1]
    if ended.value <= 0:
        yield scores.value(speech, ended.value, ended.winner, each=len(alone) < len(Side))
    if ended.value:
        yield scores.value_to_each(list(_to_each(ended, seats, names, alone)))
    if len(alone) == 1 and ended.value:
        yield scores.WITH_DUMMY(player=names(seats.of(alone[0].seats[0])))
    counts = ended.capped is not None and not ended.uncounted
    yield small(
        scores.counts_less(ended.leaderboard_points) if counts else scores.ranked_note(ended.uncounted)
    )


def _to_each(
    ended: RubberResult, seats: BySeat[Member], names: Names, alone: Sequence[Side]
) -> Iterator[tuple[str, int]]:
    """What the rubber brought everybody who sat there or answers for it, the winners first."""
    shares = {share.person: ended.points(share) for share in ended.shares}
    for side in (ended.winner, ended.winner.other):
        value = ended.value if side is ended.winner else -ended.value
        times = 2 if list(alone) == [side] else 1
        for member in dict.fromkeys(seats.of(one) for one in side.seats):
            own = shares.pop(member, None) if isinstance(member, Person) else None
            yield names(member), value * times if own is None else own
    for person, own in shares.items():  # who left it for good
        yield names(person), own


def _hand_holders(deal: FinishedDeal, seats: BySeat[Member], names: Names) -> BySeat[str]:
    """Who held which hand. A dummy without a player of its own is named after who plays it."""
    alone = _dummies_alone(deal, seats)
    return by_seat(
        lambda one: DUMMY_OF(player=names(seats.of(one))) if one in alone else names(seats.of(one))
    )


def _dummies_alone(deal: FinishedDeal, seats: BySeat[Member]) -> tuple[Seat, ...]:
    """The dummies that have no player of their own."""
    dummies = deal.settled.dummies if deal.settled is not None else ()
    return tuple(of for of, _ in dummies if seats.of(of) == seats.of(of.partner))


def _next_line(speech: Speech, deal: FinishedDeal, at: PublicTable) -> str:
    """Who deals next, unless the table has no more deals. One who plays alone may deal every time."""
    variant = variant_of(at)
    if at.alone is not None and at.alone.given is not None:
        return ""
    if (
        at.rubber is not None
        and at.pack is not None
        and at.last is not None
        and at.last.number == deal.number
    ):
        dealer = at.rubber.dealer
    else:
        dealer = variant.next_dealer(deal.dealer, thrown_in=deal.settled is None)
    seat = speech.seat(dealer)
    return small(scores.DEALS_AGAIN(seat=seat) if dealer is deal.dealer else scores.DEALS_NEXT(seat=seat))


def come_to(deal: FinishedDeal, of: GameWords) -> str:
    """What was declared, or that everybody passed."""
    return name.settled_words(deal.settled, of) if deal.settled is not None else scores.THROWN_IN()


# Behind the button Tricks


def tricks_screen(deal: FinishedDeal, *, at: PublicTable) -> Screen:
    """What was called, every trick, and what was turned up, taken or claimed."""
    speech, variant, of = Speech.at_table(at), variant_of(at), words_of(at.game)
    told = [
        heading(words.TRICKS_OF(deal=DEAL_NUMBER(number=deal.number))),
        come_to(deal, of),
        *_turned_lines(speech, deal, variant),
        *_auction_lines(speech, deal, of),
    ]
    tricks = list(_trick_lines(speech, deal))
    claimed = given_by_claim(speech, deal)
    played = [*tricks, claimed, small(words.TRICK_LINES())] if tricks else [words.NO_TRICKS()]
    return Screen((text(*told), text(*played)), BAIZE)


def given_by_claim(speech: Speech, deal: FinishedDeal) -> str:
    """What a claim or a concession gave to whom; empty if there was none."""
    if deal.conceded is None:
        return ""
    complete = sum(len(trick.cards) == len(Seat) for trick in deal.tricks)
    rest = deal.tricks_decided - complete
    return agreed_line(speech, deal.conceded, rest - deal.kept, deal.kept)


def _turned_lines(speech: Speech, deal: FinishedDeal, variant: Variant) -> Iterator[str]:
    """The turned card, and who took the stock."""
    if deal.turned is None:
        return
    shown = face(deal.turned)
    match variant.dealing.turned:
        case TurnedUp.BLIND:
            yield scores.CUT_FOR_TRUMPS(card=shown)
        case TurnedUp.STOCK:
            yield scores.TURNED_OF_STOCK(card=shown)
            yield _ruffed(speech, deal)
        case _:
            yield TURNED_UP_BY(seat=speech.seat(deal.dealer), card=shown)


def _ruffed(speech: Speech, deal: FinishedDeal) -> str:
    who = next((one.seat for one in deal.calls if isinstance(one.call, TakeStock)), None)
    if who is None:
        return scores.STOCK_LEFT()
    held = deal.held or deal.hands
    return scores.TOOK_STOCK(
        seat=speech.seat(who), cards=faces((deal.hands.of(who) | deal.stock) - held.of(who))
    )


def _auction_lines(speech: Speech, deal: FinishedDeal, of: GameWords) -> Iterator[str]:
    """An auction in columns, or other calls in a line; and the honours that were asked for."""
    spoken = [one for one in deal.calls if not isinstance(one.call, CallHonours | TakeStock | Discard)]
    if any(isinstance(one.call, Bid) for one in spoken):
        yield auction_table(speech, spoken, of)
    elif spoken:
        yield calls_line(speech, spoken, of)
    called = next((one.side for one in deal.entries if one.line is Line.HONOURS_CALLED), None)
    if called is not None:
        yield scores.HONOURS_CALLED(side=speech.side(called))
    asked = [one.seat for one in deal.calls if isinstance(one.call, CallHonours)]
    in_vain = [one for one in asked if one.side is not called]
    if in_vain:
        yield scores.ASKED_IN_VAIN(len(in_vain), seats=speech.all_of(in_vain))


def _trick_lines(speech: Speech, deal: FinishedDeal) -> Iterator[str]:
    """A line for each trick: who led, the cards in the order in which they were played, and who won."""
    trumps, awarded = deal.settled.trumps if deal.settled is not None else None, dict(deal.awarded)
    for place, trick in enumerate(deal.tricks, 1):
        if trick.cards:
            whole = len(trick.cards) == len(Seat)
            won = speech.seat(awarded.get(place) or winner(trick, trumps)) if whole else ""
            yield words.trick_line(place, speech.seat(trick.leader), faces(trick.cards), won)


# Behind the button Score


def points_screen(
    deal: FinishedDeal,
    seats: BySeat[Member],
    names: Names,
    *,
    at: PublicTable,
    ended: RubberResult | None = None,
) -> Screen:
    """The lines of the score with their reasons, and the sheet of the rubber after this deal."""
    speech, law, of = Speech.at_table(at), variant_of(at).rubber, words_of(at.game)
    sheet = score_sheet(speech, deal.entered or (deal.entries,), law, of, ended=ended)
    totals = ended.totals if ended is not None else deal.after.totals
    so_far = scores.GAME_AFTER() if law.games == 1 else scores.SCORE_AFTER()
    rubber = rubber_lines(speech, ended, seats, names, at.game) if ended is not None else (f"**{so_far}**",)
    return Screen(
        (
            text(heading(words.SCORE_OF(deal=DEAL_NUMBER(number=deal.number))), come_to(deal, of)),
            *score_parts(speech, deal, at),
            text(*rubber, sheet, *in_full(speech, totals)),
        ),
        BRASS,
    )


def score_parts(speech: Speech, deal: FinishedDeal, at: PublicTable) -> Iterator[Text]:
    """The lines of the score with their reasons, one side after the other."""
    variant, of = variant_of(at), words_of(at.game)
    for one in Side:
        entries = [entry for entry in deal.entries if entry.side is one]
        if entries:
            held = held_by(deal, one, variant.honours)
            yield text(
                f"**{speech.side(one)}**", *(f"- {_reason(speech, entry, of, held)}" for entry in entries)
            )
    if not deal.entries and deal.settled is not None:
        yield text(scores.NOTHING_WON())


def _reason(speech: Speech, entry: Entry, of: GameWords, held: Held) -> str:
    line, column = scores.line(speech, entry, of, held=held), scores.column(entry.column, of)
    return f"{line} · {column}" if column else line


def held_by(deal: FinishedDeal, one: Side, honours: HonourCards) -> Held:
    """The honours that count for a side: in the hands as dealt or as played, or won in tricks."""
    assert deal.settled is not None
    trumps = deal.settled.trumps
    if honours.counted is Counted.CAPTURED:
        won = (t for t in deal.tricks if len(t.cards) == len(Seat) and winner(t, trumps).side is one)
        return Held(sum(_honours_held(trick.cards, trumps, honours) for trick in won), 0)
    hands = deal.held if deal.held is not None and honours.counted is Counted.PLAYED else deal.hands
    poorer, richer = sorted(_honours_held(hands.of(each), trumps, honours) for each in one.seats)
    return Held(richer, poorer, trumps is None)


def _honours_held(cards: Hand | Sequence[Card], trumps: Suit | None, honours: HonourCards) -> int:
    """The number of trump honours among these cards, or without trumps of aces."""
    if trumps is None:
        return sum(card.rank is Rank.ACE for card in cards)
    return sum(card.suit is trumps and card.rank in honours.ranks for card in cards)

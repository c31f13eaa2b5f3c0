"""What a finished deal came to: in a line for everybody, and in a line to each of its players."""

from __future__ import annotations

from collections.abc import Iterator

from rules.counting.reckon import BOOK
from rules.counting.rubber import RubberLaw, RubberResult
from rules.games.variant import Variant
from rules.members import Member, Person
from rules.seats import BySeat, Side
from rules.table.outcome import honours_called, made, points, tricks_scored, tricks_taken
from rules.view import Open, PublicTable
from screens.arranged import variant_of
from screens.rubbers import is_single
from screens.words import after as words
from screens.words import evenings as evening_words
from screens.words import names as name
from screens.words import scores as score_words
from screens.words.gamebook import words_of
from screens.words.gamewords import GameWords
from screens.words.names import Names
from screens.words.numbers import is_rounded
from screens.words.speech import Speech


def headline(speech: Speech, deal: Open, of: GameWords, variant: Variant) -> str:
    """What happened, in one line, by the tricks after penalties for revokes."""
    what = _happened(speech, deal, of, variant)
    moved = max(tricks_taken(deal, variant))
    return words.headline(deal.number, words.after_penalty(what, moved) if moved else what)


def _happened(speech: Speech, deal: Open, of: GameWords, variant: Variant) -> str:
    settled, called = deal.settled, honours_called(deal)
    if settled is None:
        return score_words.THROWN_IN()
    if called is not None:
        return words.honours_ended(speech, called)
    what, done, tricks = name.settled(settled, of), made(deal, variant), tricks_scored(deal, variant)
    if done is None or settled.declared_by is None:
        most = Side.NS if tricks.ns > tricks.ew else Side.EW
        if tricks.ns == tricks.ew:
            return words.played_even(what, tricks.ns)
        return words.won_most(speech, most, what, tricks.of(most), tricks.of(most.other))
    if settled.bid is not None:
        return words.made_bid(speech, settled.declared_by, what, done.over)
    others = tricks.of(done.side.other) - BOOK
    odd = done.over + 1 if done.made else -others
    return words.made_declaration(speech, settled.declared_by, what, odd)


def came_to(speech: Speech, deal: Open, at: PublicTable, *, ended: bool) -> Iterator[str]:
    """The points of each side and, unless the rubber has ``ended``, a game that was won."""
    law, of = variant_of(at).rubber, words_of(at.game)
    if deal.settled is None:
        return
    brought = points(deal, law)
    first = Side.NS if brought.ns >= brought.ew else Side.EW
    yield words.points_of(speech, [(one, brought.of(one)) for one in (first, first.other)])
    won = next((one for one in Side if deal.after.games.of(one) > deal.before.games.of(one)), None)
    if won is not None and not ended:
        yield score_words.game_won(speech, won, of)


def standing_line(speech: Speech, deal: Open, law: RubberLaw) -> str:
    """The score to game, the games and the rubber, after a deal that did not end it."""
    after = deal.after
    parts = [words.game_score(speech, law.game, after.below.ns, after.below.ew)]
    if law.games > 1:
        parts.append(words.games(after.games.ns, after.games.ew))
    if law.games > 1 and not any(map(is_rounded, after.totals)):
        parts.append(words.rubber_score(after.totals.ns, after.totals.ew))
    return " · ".join(parts)


# From a player's own side


def your_deal(deal: Open, seats: BySeat[Member], member: Member, names: Names, at: PublicTable) -> str:
    """The deal to one of its players; empty to anybody else, and where it was thrown in."""
    seat = next((one for one, sitting in seats.items() if sitting == member), None)
    if seat is None or deal.settled is None:
        return ""
    brought, done = points(deal, variant_of(at).rubber), made(deal, variant_of(at))
    net = brought.of(seat.side) - brought.of(seat.side.other)
    partner = seats.of(seat.partner)
    if at.evening is not None and not at.evening.shared:
        tricks = tricks_scored(deal, variant_of(at))
        return evening_words.your_tricks(tricks.of(seat.side), tricks.of(seat.side.other))
    return words.your_deal(
        made=done.made if done is not None else None,
        ours=done is not None and done.side is seat.side,
        net=net,
        partner=names(partner) if partner != member else "",
    )


def your_rubber(ended: RubberResult, member: Member) -> str:
    """The rubber to one who has a share in it; empty to anybody else."""
    share = next((one for one in ended.shares if one.person == member), None)
    if share is None or not isinstance(member, Person):
        return ""
    return words.your_rubber(won=ended.won(share), value=ended.points(share), single=is_single(ended))


def news(at: PublicTable, member: Member | None, names: Names) -> str:
    """What a player's own panel says between two deals: the last one from their side and, once it is over,
    the rubber. Empty where nothing has been played of this rubber."""
    if member is None or at.last is None:
        return ""
    if at.rubber is not None:
        if not at.rubber.entered:
            return ""
        return your_deal(at.last, at.rubber.seats, member, names, at)
    if at.ended is None or at.ended_seats is None:
        return ""
    lines = your_deal(at.last, at.ended_seats, member, names, at), your_rubber(at.ended, member)
    return "\n".join(line for line in lines if line)

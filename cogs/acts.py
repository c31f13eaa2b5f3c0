"""What somebody may do now at their table, by name, and how ``/turn`` reads what they type.

The list is made from the asker's own view and nothing else, so it tells nothing that their panel does not.
What is sent when one of it is picked begins with an English verb, or is a card or call with the sign of its
suit: it is read alike in every language. Typed text may also be an act by its name, a verb in any of the
languages with what belongs to it, or a bare card or call, whichever is played or called just now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Final

from discord import app_commands

from bot.tables.open_table import OpenTable
from cogs.penalties import corrections, following, read_claim, replacing
from cogs.typed import (
    OFFERED,
    begun_list,
    bid_word,
    card_word,
    matching,
    strain_word,
    typed_bid,
    typed_declaration,
    typed_demand,
)
from rules.calls import (
    PLAYS,
    Action,
    Bid,
    CallHonours,
    Content,
    Declare,
    Discard,
    Double,
    Pass,
    Play,
    TakeStock,
)
from rules.cards import PACK, Card, Hand
from rules.counting.reckon import Penalty
from rules.errors import Refusal, Unreadable
from rules.frozen import frozen
from rules.games.all_games import variant_of
from rules.refusals import Refused, Why
from rules.seats import Member, Person, Seat
from rules.table.requests import (
    AdmitBringer,
    AgreeScore,
    AnswerClaim,
    AnswerSubstitute,
    AskSuit,
    ChoosePenalty,
    ChooseSeat,
    ClaimRest,
    ClaimRevoke,
    Correct,
    CutPack,
    DenySuit,
    FollowLead,
    Gather,
    PlayOut,
    ReplaceCard,
    Request,
    Resume,
    Start,
    TakeBack,
    TakeDummy,
)
from rules.tricks import plain_strain
from rules.view import May, PublicDeal, SeatView
from screens import buttons, claims, out_of_turn, revoke
from screens.brought import ADMITS_BRINGER, LET_THEM_PLAY
from screens.chairs import ADMIT, DO_NOT_ADMIT
from screens.options import take_dummy
from screens.out_of_turn import demand_of, demands
from screens.presses import ONCE_MORE
from screens.reading import is_named, read_card, read_cards, simple
from screens.settling import Stage, stage
from screens.words import calls as call_words
from screens.words import table as table_words
from screens.words.after import FORWARD
from screens.words.commands import ACT_WITH, card_name, command_name
from screens.words.games.all_games import words_of
from screens.words.languages import LANGUAGES, language_spoken, spoken
from screens.words.names import Speech, bid_at, declared_name
from screens.words.typed_words import Ambiguous
from storage.ports.records import UserId

Offers = list[app_commands.Choice[str]]
MIDDLE: Final = 26
"""Where the pack is cut by somebody who names no number."""


@frozen
class OpenAct:
    """What somebody may do: as they read it, as it is sent when they pick it, and what it asks of the table.
    A cut has no salt yet."""

    name: str
    word: str
    request: Request


def acts_of(table: OpenTable, user: UserId) -> tuple[OpenAct, ...]:
    """All that this user may do at a table now, but for chairs and options."""
    if table.adjourned and not table.state.abandoned:
        return ()
    return open_acts(table.view(user), table.person(user))


def open_acts(view: SeatView, who: Member | None) -> tuple[OpenAct, ...]:
    """All that this member may do now who sees this, what is due first. Cards that are put out are named one
    after the other: of those the first."""
    kinds = (_of_the_table(view, who), _calls(view), _cards(view), _of_revokes(view), _of_penalties(view))
    return tuple(act for kind in (*kinds, _claims(view)) for act in kind)


def names_told(acts: tuple[OpenAct, ...]) -> tuple[str, ...]:
    """What somebody is told that they may do: a claim is named once, without its numbers."""
    return tuple(
        one.name for one in acts if not isinstance(one.request, ClaimRest) or one.request.tricks is None
    )


def _of_the_table(view: SeatView, who: Member | None) -> Iterator[OpenAct]:
    table, rubber = view.table, view.table.rubber
    member = isinstance(who, Person) and who in table.members
    if table.stands_still:
        if member or (isinstance(who, Person) and rubber is not None and who in tuple(rubber.owners)):
            yield OpenAct(table_words.RESUME(), "resume", Resume())
        return
    brought = table.brought if table.evening is None and table.outsider is not None else None
    if brought is not None and who in table.sitting_or_to_come and who not in brought.admitted:
        yield OpenAct(LET_THEM_PLAY(), f"substitute {ADMITS_BRINGER}", AdmitBringer())
    fills = variant_of(table).house.robots or len(table.members) >= table.players
    if rubber is None and member and table.alone is None and fills:
        yield OpenAct(buttons.start_label(table), "start", Start())
    if rubber is None and member and variant_of(table).dummies:
        yield OpenAct(take_dummy(table.players), "dummy", TakeDummy())
    if May.CUT in view.may:
        name, word = (FORWARD(), "next") if table.result_stands else (table_words.CUT(), "cut")
        yield OpenAct(name, word, CutPack(MIDDLE, ""))
    if May.CHOOSE_SEAT in view.may:
        speech = Speech.at_table(table)
        for seat in Seat:
            yield OpenAct(str(speech.seat(seat)), f"seat {speech.called(seat).letter}", ChooseSeat(seat))
    asking = rubber.asking if rubber is not None else None
    if asking is not None and member and view.viewer is not None and who not in asking.agreed:
        yield OpenAct(ADMIT(), "substitute yes", AnswerSubstitute(True))
        yield OpenAct(DO_NOT_ADMIT(), "substitute no", AnswerSubstitute(False))
    if May.ANSWER_CLAIM in view.may:
        yield OpenAct(table_words.AGREE(), "agree", AnswerClaim(True))
        yield OpenAct(table_words.REFUSE(), "refuse", AnswerClaim(False))


def _calls(view: SeatView) -> Iterator[OpenAct]:
    words, deal = words_of(view.table.game), view.deal
    for call in view.options:
        match call:
            case Declare(trumps):
                yield OpenAct(
                    declared_name(trumps, words), f"declare {strain_word(plain_strain(trumps))}", call
                )
            case Bid():
                yield OpenAct(bid_at(call, words), bid_word(call), call)
            case Pass():
                yield OpenAct(buttons.pass_label(view.options, words), "pass", call)
            case Double():
                assert deal is not None and deal.settled is not None
                word = "redouble" if deal.settled.level else "double"
                yield OpenAct(buttons.double_label(deal, words), word, call)
            case Content():
                yield OpenAct(call_words.CONTENT(), "content", call)
            case TakeStock():
                yield OpenAct(call_words.RUFF(), "ruff", call)
            case CallHonours():
                yield OpenAct(call_words.CALL_HONOURS(), "honours", call)
            case _:
                pass
    if May.PUT_OUT in view.may and view.own is not None:
        for card in view.own.left:
            yield OpenAct(card_name(card), f"discard {card_word(card)}", Discard(Hand.of([card])))


def _cards(view: SeatView) -> Iterator[OpenAct]:
    """Those that may be played, and those that would lie exposed."""
    cards = [one.card for one in view.options if isinstance(one, Play)]
    if May.OUT_OF_TURN in view.may and view.own is not None:
        cards += [one for one in view.own.left if one not in cards]
    for card in cards:
        yield OpenAct(card_name(card), card_word(card), PLAYS[card.index])


def _with_card(
    act: str, verb: str, cards: Callable[[SeatView], Hand], view: SeatView
) -> Iterator[tuple[str, str, Card]]:
    try:
        held = cards(view)
    except Refusal:
        return
    for card in held:
        yield ACT_WITH(act=act, what=card_name(card)), f"{verb} {card_word(card)}", card


def _of_revokes(view: SeatView) -> Iterator[OpenAct]:
    speech, deal = Speech.at_table(view.table), view.deal
    several = len(view.choosing) > 1
    for claim, penalties in view.choosing:
        where = f"{claim.trick}:{speech.called(claim.seat).letter}"
        which = revoke.RENOUNCE(trick=claim.trick, seat=speech.place(claim.seat))
        for one in penalties:
            assert deal is not None
            label = revoke.penalty_label(view, deal, claim, one)
            name = ACT_WITH(act=label, what=which) if several else label
            asked = ChoosePenalty(claim.trick, claim.seat, one)
            yield OpenAct(name, f"penalty {one.value} {where}", asked)
    if May.PLAY_OUT in view.may:
        yield OpenAct(revoke.PLAY_ON(), "playout yes", PlayOut(True))
        yield OpenAct(revoke.LET_END(), "playout no", PlayOut(False))
    if May.DENY_SUIT in view.may:
        yield OpenAct(revoke.NONE(), "none", DenySuit())
    for name, word, card in _with_card(revoke.CORRECT(), "correct", corrections, view):
        yield OpenAct(name, word, Correct(card))
    if May.GATHER in view.may:
        yield OpenAct(revoke.GATHER(), "gather", Gather())
    if May.ASK_SUIT in view.may:
        yield OpenAct(revoke.ASK(), "ask", AskSuit())
    if May.AGREE_SCORE in view.may:
        yield OpenAct(revoke.SETTLE(), "settle", AgreeScore())
    for where, line, hint in revoke.renounces(speech, view, most=len(view.claimable)):
        name, asked_of = ACT_WITH(act=revoke.CLAIM(), what=f"{line} {hint}"), read_claim(where)
        typed = f"revoke {asked_of.trick}:{speech.called(asked_of.seat).letter}"
        yield OpenAct(name, typed, asked_of)


def _of_penalties(view: SeatView) -> Iterator[OpenAct]:
    state = view.deal.out_of_turn if view.deal is not None else None
    for word, sentence in demands(view) if May.DEMAND in view.may else ():
        asked = demand_of(word)
        assert state is not None and view.viewer is not None
        if not state.is_demanded(view.viewer, asked.what, asked.card, asked.suit):
            yield OpenAct(sentence, f"demand {word}", asked)
    for name, word, card in _with_card(out_of_turn.FOLLOW(), "follow", following, view):
        yield OpenAct(name, word, FollowLead(card))
    for name, word, card in _with_card(out_of_turn.INSTEAD(), "instead", replacing, view):
        yield OpenAct(name, word, ReplaceCard(card))


def _claims(view: SeatView) -> Iterator[OpenAct]:
    if May.TAKE_BACK in view.may:
        yield OpenAct(claims.TAKE_BACK(), "takeback", TakeBack())
    if May.CLAIM in view.may and view.deal is not None:
        left = view.deal.tricks_left
        yield OpenAct(claims.CLAIM(), "claim", ClaimRest())
        for tricks in range(left, -1, -1):
            name = ACT_WITH(act=claims.CLAIM(), what=claims.offered_line(tricks, left))
            yield OpenAct(name, f"claim {tricks}", ClaimRest(tricks))


# While somebody types


def act_offers(view: SeatView, acts: tuple[OpenAct, ...], typed: str) -> Offers:
    """Those of these acts that fit what is typed; of cards to put out, the list so far with one more."""
    verb, rest = verb_of_text(typed)
    lists = discard_offers(view, rest if verb == "discard" else typed)
    put_out = [app_commands.Choice(name=one.name, value=f"discard {one.value}") for one in lists]

    def meant(text: str) -> str:
        asked = typed_act(view, acts, text)
        return next((one.word for one in acts if one.request == asked), "")

    others = [(one.name, one.word) for one in acts if not isinstance(one.request, Discard)]
    return [*put_out, *matching(others, typed, meant)][:OFFERED]


def discard_offers(view: SeatView, typed: str) -> Offers:
    """The cards named so far with one more of the asker's own."""
    if view.own is None or view.deal is None or May.PUT_OUT not in view.may:
        return []
    named, begun = begun_list(typed, view.own.left)
    lists = [named]
    if len(named) != view.deal.to_put_out:
        left = [(card_name(card), card.index) for card in view.own.left - Hand.of(named)]
        more = matching(left, begun, lambda text: read_card(text).index)
        lists = [(*named, PACK[one.value]) for one in more]
    return [
        app_commands.Choice(name=" ".join(map(card_name, cards)), value=" ".join(map(card_word, cards)))
        for cards in lists
    ]


# What they have typed


def typed_act(view: SeatView, acts: tuple[OpenAct, ...], typed: str) -> Request:
    """What a text asks of the table, open or not. Raises Unreadable, Ambiguous, and the refusals of acts that
    depend on what stands (``Why.DOUBLED_ALREADY``, ``Why.NO_PENALTY_OPEN``)."""
    for one in acts:
        if not isinstance(one.request, Discard) and (is_named(typed, one.name) or is_named(typed, one.word)):
            return one.request
    verb, rest = verb_of_text(typed)
    if verb is not None:
        return VERBS[verb](view, rest)
    return _shorthand(view, typed)


def typed_before(view: SeatView, typed: str) -> Request | None:
    """What was done by a text that has been read before, as far as it tells without what stood then: enough
    to say what has been done."""
    verb, _ = verb_of_text(typed)
    if verb in ("contre", "surcontre", "double", "redouble"):
        return Double()
    if verb == "penalty":
        return ChoosePenalty(0, Seat.NORTH, Penalty.NONE)
    try:
        return typed_act(view, (), typed)
    except Refusal:
        return None


LONGEST_LABEL: Final = 6
"""The most words of a button that asks for an act."""


def verb_of_text(typed: str) -> tuple[str | None, str]:
    """The verb with which a text begins, in any language, and the rest of it. What a button says stands for
    its verb, and blanks make no difference: ``take back``, ``sur contre``."""
    words = typed.split()
    for count in range(min(len(words), LONGEST_LABEL), 0, -1):
        found = _verbs(language_spoken()).get(_without_blanks("".join(words[:count])))
        if found is not None:
            verb, *what = found.split()
            return verb, " ".join((*what, *words[count:]))
    return None, typed


@cache
def _verbs(language: str) -> Mapping[str, str]:
    """Each verb by its name, and what else stands for one, in every language; those of this one come first,
    and English after it."""
    found: dict[str, str] = {}
    for one in (language, *LANGUAGES):
        with spoken(one):
            for verb in VERBS:
                found.setdefault(_without_blanks(command_name(verb)), verb)
            for verb, label in SAID_ON_BUTTONS:
                found.setdefault(_without_blanks(label()), verb)
    return found


def _without_blanks(typed: str) -> str:
    return simple(typed).replace(" ", "")


def _shorthand(view: SeatView, typed: str) -> Request:
    """A card or call without a verb: first as what is played or called just now. Raises Unreadable,
    Ambiguous."""
    readers: list[Callable[[SeatView, str], Action]] = [_play, typed_bid, typed_declaration]
    match stage(view):
        case Stage.PUTTING_OUT if May.PUT_OUT in view.may:
            readers = [_discard, *readers]
        case Stage.BIDDING:
            readers = [typed_bid, _play]
        case Stage.DECLARING:
            readers = [typed_declaration, _play]
    first: Unreadable | None = None
    for read in readers:
        try:
            return read(view, typed)
        except Ambiguous:
            raise
        except Unreadable as unread:
            first = first or unread
    assert first is not None
    raise first


def _play(_: SeatView, typed: str) -> Play:
    return PLAYS[read_card(typed).index]


def _discard(_: SeatView, typed: str) -> Discard:
    return Discard(Hand.of(read_cards(typed)))


def _correct(view: SeatView, typed: str) -> Request:
    """A card played by accident is replaced, where that is open; else a renounce is corrected."""
    card = read_card(typed)
    return ReplaceCard(card) if May.REPLACE in view.may else Correct(card)


def _double(first: bool) -> Callable[[SeatView, str], Request]:
    def read(view: SeatView, _: str) -> Request:
        check_doubling(view.deal, first=first)
        return Double()

    return read


def check_doubling(deal: PublicDeal | None, *, first: bool) -> None:
    """Contre or double for the ``first`` doubling, sur contre or redouble for each further one (laws 2.2,
    7.1). Raises Why.DOUBLED_ALREADY, Why.NOT_DOUBLED_YET."""
    settled = deal.settled if deal is not None and not deal.playing else None
    if settled is not None and (settled.level == 0) != first:
        raise Refused(Why.DOUBLED_ALREADY if first else Why.NOT_DOUBLED_YET)


def _cut(_: SeatView, typed: str) -> Request:
    return CutPack(MIDDLE if not typed else _number(typed), "")


def _claim(_: SeatView, typed: str) -> Request:
    return ClaimRest(None if not typed else _number(typed))


def _number(typed: str) -> int:
    """Raises Unreadable."""
    if not (typed.isascii() and typed.isdecimal()) or len(typed) > 3:
        raise Unreadable(typed)
    return int(typed)


def _revoke(view: SeatView, typed: str) -> ClaimRevoke:
    """With the letter of the seat as it is called at the table."""
    try:
        meant = read_claim(typed)
    except ValueError:
        raise Unreadable(typed) from None
    return ClaimRevoke(meant.trick, Speech.at_table(view.table).called(meant.seat))


def _penalty(view: SeatView, typed: str) -> Request:
    """For the trick and seat that are named; else the first that is open under this word. Raises Unreadable,
    Why.NO_PENALTY_OPEN."""
    if not view.choosing:
        raise Refused(Why.NO_PENALTY_OPEN)
    word, _, where = typed.partition(" ")
    if where[:1].isdecimal():
        of = _revoke(view, where)
    else:
        word, of = typed, None
    deal = view.deal
    assert deal is not None
    labelled = (
        one
        for claim, open_to in view.choosing
        for one in open_to
        if is_named(word, revoke.penalty_label(view, deal, claim, one))
    )
    named = next((one for one in Penalty if one.value == word), None) or next(labelled, None)
    claim = of or next((claim for claim, open_to in view.choosing if named in open_to), None)
    if named is None or claim is None:
        raise Unreadable(typed)
    return ChoosePenalty(claim.trick, claim.seat, named)


YES: Final = ("", "yes", "oui", "да", "true")
NO: Final = ("no", "non", "нет", "false")


def _yes(typed: str) -> bool:
    """Raises Unreadable."""
    if simple(typed) not in (*YES, *NO):
        raise Unreadable(typed)
    return simple(typed) in YES


def _seat(view: SeatView, typed: str) -> ChooseSeat:
    speech = Speech.at_table(view.table)
    for seat in Seat:
        called = speech.seat(seat), speech.letter(seat), speech.called(seat).letter
        if any(is_named(typed, str(one)) for one in called):
            return ChooseSeat(seat)
    raise Unreadable(typed)


def _always(request: Request) -> Callable[[SeatView, str], Request]:
    def read(_: SeatView, typed: str) -> Request:
        if typed:
            raise Unreadable(typed)
        return request

    return read


VERBS: Final[Mapping[str, Callable[[SeatView, str], Request]]] = {
    "declare": typed_declaration,
    "pass": _always(Pass()),
    "contre": _double(True),
    "surcontre": _double(False),
    "content": _always(Content()),
    "bid": typed_bid,
    "double": _double(True),
    "redouble": _double(False),
    "ruff": _always(TakeStock()),
    "discard": _discard,
    "honours": _always(CallHonours()),
    "play": _play,
    "cut": _cut,
    "next": _always(CutPack(MIDDLE, "")),
    "claim": _claim,
    "agree": _always(AnswerClaim(True)),
    "refuse": _always(AnswerClaim(False)),
    "takeback": _always(TakeBack()),
    "gather": _always(Gather()),
    "ask": _always(AskSuit()),
    "none": _always(DenySuit()),
    "correct": _correct,
    "instead": lambda _, typed: ReplaceCard(read_card(typed)),
    "revoke": _revoke,
    "penalty": _penalty,
    "playout": lambda _, typed: PlayOut(_yes(typed)),
    "settle": _always(AgreeScore()),
    "demand": lambda _, typed: typed_demand(typed),
    "follow": lambda _, typed: FollowLead(read_card(typed)),
    "resume": _always(Resume()),
    "substitute": lambda _, typed: (
        AdmitBringer() if typed.strip() == ADMITS_BRINGER else AnswerSubstitute(_yes(typed))
    ),
    "seat": _seat,
    "dummy": _always(TakeDummy()),
    "start": lambda view, typed: Start(again=True) if typed == ONCE_MORE else _always(Start())(view, typed),
}
"""Every verb of a turn, with what reads the text behind it."""
SAID_ON_BUTTONS: Final = (
    ("takeback", claims.TAKE_BACK),
    ("claim", claims.CLAIM),
    ("cut", table_words.CUT),
    ("next", FORWARD),
    ("agree", table_words.AGREE),
    ("refuse", table_words.REFUSE),
    ("resume", table_words.RESUME),
    (f"start {ONCE_MORE}", table_words.AGAIN),
    ("start", table_words.START),
    ("start", table_words.PLAY_NOW),
    ("pass", call_words.PASS_TO_PARTNER),
    ("pass", call_words.LET_IT_LIE),
    ("content", call_words.CONTENT),
    ("ruff", call_words.RUFF),
    ("honours", call_words.CALL_HONOURS),
    ("gather", revoke.GATHER),
    ("ask", revoke.ASK),
    ("none", revoke.NONE),
    ("correct", revoke.CORRECT),
    ("revoke", revoke.CLAIM),
    ("settle", revoke.SETTLE),
    ("playout", revoke.PLAY_ON),
    ("playout no", revoke.LET_END),
    ("demand", out_of_turn.DEMAND),
    ("follow", out_of_turn.FOLLOW),
    ("instead", out_of_turn.INSTEAD),
    ("substitute", ADMIT),
)
"""What buttons say that ask for an act, open or not, with the verb that asks for the same."""

"""Every button and list of a table, and the slash command that does the same.

The id of a button that everybody sees names no hidden card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, assert_never

from rules.calls import (
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
    action_word,
)
from rules.cards import Card, Hand, Suit
from rules.games.all_games import variant_of
from rules.seats import RobotMember, Seat
from rules.view import MEMBERS, PublicDeal, PublicTable
from screens.claims import CLAIM
from screens.parts import card_rows, in_order
from screens.presses import ONCE_MORE, Press
from screens.screen import Button, Offer, Row, Select, Style, rows
from screens.words import after as after_words
from screens.words import calls as call_words
from screens.words import names
from screens.words import table as words
from screens.words.gamewords import GameWords
from screens.words.languages import Label
from screens.words.names import Speech
from screens.words.page import OPEN_THE_TABLE

BEHIND_MORE: Final[Mapping[str, Label]] = MappingProxyType(
    {
        "points": after_words.POINTS,
        "tricks": after_words.TRICKS,
        "replay": after_words.REPLAY,
        "analyse": words.ANALYSE,
        "why": words.WHY,
        "verify": after_words.VERIFY,
        "picture": after_words.PICTURE,
        "record": after_words.RECORD,
    }
)
"""What can be looked at once a deal is over, in the order in which it is offered."""
ON_A_PHONE: Final = 4
"""How many buttons stand beside each other on a telephone."""
LOBBY_COMMANDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "options": ("table options",),
        "option": ("table options",),
        "set": ("table options",),
        "dummy": ("turn dummy",),
        "lobby": ("table show",),
    }
)
"""Each kind of button between rubbers, with the commands that do the same."""
BUTTON_COMMANDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "join": ("table join",),
        "chairs": ("table join",),
        "back": ("table join",),
        "leave": ("table leave",),
        "robot": ("table robot",),
        "unrobot": ("table robot",),
        "start": ("table start", "turn start"),
        "close": ("table close",),
        "replace": ("table robot",),
        "resume": ("turn resume",),
        "admit": ("turn substitute",),
        "score": ("deal score",),
        "rules": ("rules",),
        "hand": ("hand",),
        "last": ("deal last",),
        "cut": ("turn cut", "turn next"),
        "seat": ("turn seat",),
        "claim": ("turn claim",),
        "agree": ("turn agree",),
        "refuse": ("turn refuse",),
        "play": ("play",),
        "call:declare": ("declare",),
        "call:bid": ("bid",),
        "call:pass": ("pass",),
        "call:double": ("contre", "surcontre", "turn double", "turn redouble"),
        "call:content": ("turn content",),
        "call:ruff": ("turn ruff",),
        "call:honours": ("turn honours",),
        "level": ("bid",),
        "discard": ("turn discard",),
        "worth": ("deal worth",),
        "why": ("deal why",),
        "report": ("deal report",),
        "hint": ("deal hint",),
        "analyse": ("deal analyse",),
        "verify": ("deal verify",),
        "points": ("deal points",),
        "tricks": ("deal tricks",),
        "replay": ("deal replay",),
        "picture": ("deal picture",),
        "record": ("deal record",),
        "more": ("deal",),
        "gather": ("turn gather",),
        "ask": ("turn ask",),
        "none": ("turn none",),
        "correct": ("turn correct",),
        "revokes": ("turn revoke",),
        "accuse": ("turn revoke",),
        "penalty": ("turn penalty",),
        "playout": ("turn playout",),
        "settle": ("turn settle",),
        "demand": ("turn demand",),
        "exact": ("turn demand",),
        "follow": ("turn follow",),
        "instead": ("turn instead",),
        "takeback": ("turn takeback",),
        **dict.fromkeys(("again", "friends", "alone"), ("play",)),
        "compare": ("play", "daily"),
        "browse": ("table page",),
        **LOBBY_COMMANDS,
    }
)
"""Every button and list that a screen can show, by ``kind_of_press``, with the commands that do the same. Of
``/turn`` and ``/deal`` also what is typed or chosen there."""


def kind_of_press(press: Press) -> str:
    """The verb of a press; for a call also which sort of call."""
    return f"call:{press.what.partition(':')[0]}" if press.verb == "call" else press.verb


def card_buttons(
    table: str,
    deal: PublicDeal,
    cards: Hand,
    trumps: Suit | None,
    *,
    marked: Card | None = None,
    out_of_turn: bool = False,
) -> tuple[Row, ...]:
    """A button for each of these cards, in rows that divide no suit without need. That of the ``marked`` one
    says so; its id is as ever. Ids hold the number of cards played, so that a card is played to this trick
    and to no later one; ``out_of_turn`` they do not, since others play meanwhile."""
    played = None if out_of_turn else deal.cards_gone
    style = Style.SECONDARY if out_of_turn else Style.PRIMARY
    made = {
        card: Button(
            str(Press("play", table, deal.number, played, str(card))),
            names.spoken_card(card),
            style,
            sign=card.suit,
        )
        for card in cards.cards
    }
    if marked in made:
        label = words.marked_label(made[marked].label)
        made[marked] = made[marked]._replace(label=label, style=Style.SUCCESS)
    return tuple(Row(tuple(made[card] for card in row)) for row in card_rows(in_order(cards, trumps)))


def call_buttons(
    table: str,
    deal: PublicDeal,
    calls: Sequence[Action],
    said: GameWords,
    *,
    prices: Mapping[Declare, int],
    level: int | None = None,
) -> tuple[Row, ...]:
    """A button for each call: declarations with their ``prices`` or bids in the first rows, other calls after
    them. Of many bids there are those of the lowest level and a button for each level above it, or those of
    the ``level`` that was chosen."""
    declares = [
        _declare_button(table, deal, call, said, prices[call]) for call in calls if isinstance(call, Declare)
    ]
    bids = [call for call in calls if isinstance(call, Bid)]
    levels = [] if few(bids) else sorted({bid.odd for bid in bids})
    chosen = level if level in levels else None
    here = [bid for bid in bids if not levels or bid.odd == (chosen or levels[0])]
    labels = [
        names.short_bid(bid, said) if levels and not chosen else names.call_name(bid, 0, said) for bid in here
    ]
    offered = [
        _call_button(table, deal, bid, label, Style.PRIMARY) for bid, label in zip(here, labels, strict=True)
    ]
    higher = [] if chosen else [level_button(table, deal, odd) for odd in levels[1:]]
    others = [one for call in calls if (one := _other_button(table, deal, call, calls, said)) is not None]
    if chosen:
        others.append(_back_button(table, deal))
    if higher:
        return _in_rows((*offered, *higher, *others), ON_A_PHONE)
    in_row = 2 if len(declares) % 3 == 1 else 3  # their prices make them wider, and none stands alone
    return (*_in_rows(declares, in_row), *rows(tuple(offered)), *rows(tuple(others)))


def _in_rows(buttons: Sequence[Button], size: int) -> tuple[Row, ...]:
    return tuple(Row(tuple(buttons[at : at + size])) for at in range(0, len(buttons), size))


def few(bids: Sequence[Bid]) -> bool:
    """Whether the open bids fit in one row, so that no level need be chosen first."""
    return 0 < len(bids) <= 5


def _declare_button(table: str, deal: PublicDeal, call: Declare, said: GameWords, worth: int) -> Button:
    what = names.sign(call.trumps) if call.trumps is not None else said.no_trumps
    return _call_button(table, deal, call, call_words.declaration(what, worth), Style.PRIMARY)


def _other_button(
    table: str, deal: PublicDeal, call: Action, calls: Sequence[Action], said: GameWords
) -> Button | None:
    """The button of a call that names no trumps; None for the others."""
    match call:
        case Pass():
            return _call_button(table, deal, call, pass_label(calls, said), Style.SECONDARY)
        case Double():
            return _call_button(table, deal, call, double_label(deal, said), Style.DANGER)
        case Content():
            return _call_button(table, deal, call, call_words.CONTENT(), Style.SECONDARY)
        case TakeStock():
            return _call_button(table, deal, call, call_words.RUFF(), Style.PRIMARY)
        case CallHonours():
            return _call_button(table, deal, call, call_words.CALL_HONOURS(), Style.SECONDARY)
        case Declare() | Bid() | Discard() | Play():
            return None
    assert_never(call)


def pass_label(calls: Sequence[Action], said: GameWords) -> str:
    """What passing means where these calls are open."""
    if TakeStock() in calls:
        return call_words.LET_IT_LIE()
    declaring = any(isinstance(call, Declare) for call in calls)
    return call_words.PASS_TO_PARTNER() if declaring else said.named(Pass()) or call_words.PASS()


def double_label(deal: PublicDeal, said: GameWords) -> str:
    settled = deal.settled
    assert settled is not None
    if settled.bid is not None:
        return call_words.double_label(settled.level + 1, said.doubling)
    return call_words.contre_label(settled.level + 1, settled.worth * 2, said.doubling)


def _call_button(table: str, deal: PublicDeal, call: Action, label: str, style: Style) -> Button:
    press = Press("call", table, deal.number, deal.point, action_word(call))
    return Button(str(press), label, style, sign=suit_named(call))


def suit_named(call: Action) -> Suit | None:
    match call:
        case Declare(trumps):
            return trumps
        case Bid(strain=strain):
            return strain.trumps
    return None


def level_button(table: str, deal: PublicDeal, odd: int) -> Button:
    """Shows the bids of one level on the presser's own panel."""
    press = Press("level", table, deal.number, deal.point, str(odd))
    return Button(str(press), str(odd), Style.PRIMARY)


def _back_button(table: str, deal: PublicDeal) -> Button:
    return Button(str(Press("level", table, deal.number, deal.point, "0")), call_words.BACK())


def honours_button(table: str, deal: PublicDeal) -> Button:
    return _call_button(table, deal, CallHonours(), call_words.CALL_HONOURS(), Style.PRIMARY)


def worth_button(table: str, deal: PublicDeal) -> Button:
    return Button(str(Press("worth", table, deal.number)), call_words.WORTH())


def discard_list(table: str, deal: PublicDeal, held: Hand) -> Select:
    """The list from which a player who has ruffed chooses the cards to put out. Only that player's panel
    shows it."""
    count = deal.to_put_out
    return Select(
        str(Press("discard", table, deal.number, deal.point)),
        call_words.PUT_OUT(count),
        cards_to_choose(held, deal.trumps),
        least=count,
        most=count,
    )


def cards_to_choose(hand: Hand, trumps: Suit | None) -> tuple[Offer, ...]:
    """In the order in which the hand is shown."""
    cards = (card for suit in in_order(hand, trumps) for card in suit)
    return tuple(Offer(str(card), names.spoken_card(card), sign=card.suit) for card in cards)


def claim_answers(table: str, deal: PublicDeal) -> tuple[Button, Button]:
    """Agree and refuse. Their ids hold the number of cards played, whose claim it is and of how many tricks,
    so that they answer this claim and no later one."""
    assert deal.claim is not None
    played = deal.cards_gone
    what = deal.claim.word
    return (
        Button(str(Press("agree", table, deal.number, played, what)), words.AGREE(), Style.SUCCESS),
        Button(str(Press("refuse", table, deal.number, played, what)), words.REFUSE(), Style.DANGER),
    )


def cut_button(table: str, deal: int) -> Button:
    return Button(str(Press("cut", table, deal)), words.CUT(), Style.PRIMARY)


def seat_buttons(table: str, deal: int, speech: Speech) -> tuple[Button, ...]:
    """The four seats, for the player who cut lowest."""
    return tuple(Button(str(Press("seat", table, deal, what=one.letter)), speech.seat(one)) for one in Seat)


def hand_button(table: str) -> Button:
    return Button(str(Press("hand", table)), words.MY_HAND(), Style.PRIMARY)


def last_button(table: str, *, disabled: bool = False) -> Button:
    return Button(str(Press("last", table)), words.LAST_TRICK(), disabled=disabled)


def score_button(table: str) -> Button:
    return Button(str(Press("score", table)), words.SCORE())


def page_button(table: str) -> Button:
    """Gives a link to the page of the table."""
    return Button(str(Press("browse", table)), OPEN_THE_TABLE())


def look_button(verb: str, table: str, deal: int, way: str = "") -> Button:
    """Shows something of a deal that is over: on a new message or, with ``IN_PLACE`` as its ``way``, on that
    on which it stands."""
    return Button(str(Press(verb, table, deal, what=way)), BEHIND_MORE[verb]())


def more_button(table: str, deal: int) -> Button:
    return Button(str(Press("more", table, deal)), after_words.MORE())


def hint_button(table: str, deal: int) -> Button:
    return Button(str(Press("hint", table, deal)), words.HINT())


def claim_button(table: str, deal: int) -> Button:
    return Button(str(Press("claim", table, deal)), CLAIM())


def close_button(table: str, label: str | None = None) -> Button:
    return Button(str(Press("close", table)), label or words.CLOSE())


def agree_to_close_button(table: str) -> Button:
    """To agree with those who would close the table."""
    return close_button(table, words.AGREE_TO_CLOSE())


def replace_button(table: str, count: int) -> Button:
    """Lets robots sit in for so many players who are absent."""
    return Button(str(Press("replace", table)), words.ROBOT_FOR(count), Style.PRIMARY)


def resume_button(table: str) -> Button:
    return Button(str(Press("resume", table)), words.RESUME(), Style.SUCCESS)


def rules_button(table: str) -> Button:
    return Button(str(Press("rules", table)), words.RULES())


def leave_button(table: str, *, disabled: bool = False) -> Button:
    return Button(str(Press("leave", table)), words.LEAVE(), disabled=disabled)


def join_button(table: str, at: PublicTable, *, waited_for: bool = True) -> Button:
    """Takes a chair. Where people have all of them it says that one waits, as long as somebody else may."""
    style = Style.SUCCESS if waited_for else Style.SECONDARY
    label = words.WAIT_FOR_CHAIR() if _has_no_chair(at) else words.JOIN()
    return Button(str(Press("join", table)), label, style, _has_no_room(at))


def take_chair_button(speech: Speech, table: str, robots: Sequence[Seat]) -> Button:
    """Takes the chair that a robot has, during a rubber; of several, lets somebody choose."""
    if len(robots) > 1:
        return Button(str(Press("chairs", table)), words.TAKE_A_CHAIR())
    label = words.TAKE_CHAIR(seat=speech.seat(robots[0]))
    return Button(str(Press("join", table, what=robots[0].letter)), label)


def back_button(table: str) -> Button:
    """Takes one's own chair back from a robot."""
    return Button(str(Press("back", table)), words.TAKE_BACK(), Style.SUCCESS)


def again_button(table: str, rubbers: int) -> Button:
    """Starts the next rubber with the same people, if all of them are still there."""
    return Button(str(Press("start", table, rubbers, what=ONCE_MORE)), words.AGAIN(), Style.SUCCESS)


def table_button(table: str) -> Button:
    """Shows the presser alone who sits at the table, and what may be done between rubbers."""
    return Button(str(Press("lobby", table)), words.TABLE())


def _has_no_chair(at: PublicTable) -> bool:
    """Whether people have all chairs: a robot gives its own up."""
    return len(at.members) >= at.players and not any(isinstance(one, RobotMember) for one in at.members)


def _has_no_room(at: PublicTable) -> bool:
    """Whether nobody else can join: people have all chairs, and as many wait for one as may."""
    return _has_no_chair(at) and len(at.members) + len(at.waiting) >= MEMBERS


def start_label(at: PublicTable) -> str:
    """Of the button that starts a rubber: it says whether robots will take empty chairs."""
    fills = len(at.members) < at.players and variant_of(at).house.robots
    return words.PLAY_NOW() if fills else words.START()


def lobby_buttons(table: str, at: PublicTable, *, robots: int, rubbers: int, chairs: int) -> tuple[Row, ...]:
    """The buttons for chairs in one row, those for starting and looking in the next."""
    full = len(at.members) >= chairs
    may_add = variant_of(at).house.robots
    waits = len(at.members) == robots or not (full or may_add)
    starts = full and not waits  # what the table waits for is green
    chairs_row = [
        join_button(table, at, waited_for=not starts),
        leave_button(table, disabled=not at.members),
    ]
    if may_add and not full:
        add = Button(str(Press("robot", table)), words.ADD_ROBOT(), disabled=not at.members)
        chairs_row.append(add)
    if robots:
        chairs_row.append(Button(str(Press("unrobot", table)), words.REMOVE_ROBOT()))
    colour = Style.SUCCESS if starts else Style.PRIMARY
    start = Button(str(Press("start", table, rubbers)), start_label(at), colour, disabled=waits)
    more = [rules_button(table)]
    if at.closing:
        more.append(agree_to_close_button(table))
    return Row(tuple(chairs_row)), Row((start, *more))

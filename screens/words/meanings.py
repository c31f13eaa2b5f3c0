"""What calls tell, and the maxims of the whist books: as sentences about a robot, and as advice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from robots.teaching.maxims import Maxim
from robots.teaching.meanings import Aim, BidName, Told, high_card_points
from rules.cards import Hand, Suit
from screens.words.languages import Sentence, counted, say
from screens.words.names import all_of, number, suit_inside

EVEN: Final = Sentence("an even hand")

ALONE: Final[Mapping[Aim, Sentence]] = MappingProxyType(
    {
        Aim.PUNISHES: Sentence("It said that the other side should fail."),
        Aim.REDOUBLES: Sentence("It said that the contract should be made with tricks to spare."),
        Aim.LOSES: Sentence("It showed a hand that can hardly take a trick."),
        Aim.FORCED: Sentence("It had to open, and showed nothing but that it was weak."),
    }
)
"""Calls that tell no points and no suits."""

FURTHER: Final[Mapping[Aim, Sentence]] = MappingProxyType(
    {
        Aim.ASKS: Sentence("Its partner must not pass."),
        Aim.TO_GAME: Sentence("Neither may pass below a game."),
        Aim.FINAL: Sentence("Its partner should leave it there."),
        Aim.ASKS_FOR_SUIT: Sentence("Its partner should bid a suit."),
        Aim.ASKS_FOR_ACES: Sentence("It asked how many aces its partner has."),
        Aim.ASKS_FOR_MAJORS: Sentence("It asked its partner for four hearts or spades."),
    }
)
"""What a call asked besides."""

ADVISED: Final[Mapping[Aim, Sentence]] = MappingProxyType(
    {
        Aim.PUNISHES: Sentence("It says that the other side should fail."),
        Aim.REDOUBLES: Sentence("It says that the contract should be made with tricks to spare."),
        Aim.LOSES: Sentence("It says that you can hardly take a trick."),
        Aim.FORCED: Sentence("You have to open, and this says nothing but that you are weak."),
    }
)
ASKS: Final[Mapping[Aim, Sentence]] = MappingProxyType(
    {
        Aim.ASKS: Sentence("Your partner must not pass."),
        Aim.TO_GAME: Sentence("Neither of you may pass below a game."),
        Aim.FINAL: Sentence("Your partner should leave it there."),
        Aim.ASKS_FOR_SUIT: Sentence("Your partner should bid a suit."),
        Aim.ASKS_FOR_ACES: Sentence("It asks how many aces your partner has."),
        Aim.ASKS_FOR_MAJORS: Sentence("It asks your partner for four hearts or spades."),
    }
)
"""What a call asks besides, as advice."""


ALERTED: Final[Mapping[Aim, Sentence]] = MappingProxyType(
    {
        Aim.PUNISHES: Sentence("It says that the other side should fail."),
        Aim.REDOUBLES: Sentence("It says that the contract should be made with tricks to spare."),
        Aim.LOSES: Sentence("It shows a hand that can hardly take a trick."),
        Aim.FORCED: Sentence("It shows nothing but a weak hand, since the dealer has to open."),
    }
)
"""Such calls on the table, of any player."""

NAMED: Final[Mapping[BidName, Sentence]] = MappingProxyType(
    {
        BidName.OPENING: Sentence("opening bid"),
        BidName.STRONG_OPENING: Sentence("strong opening bid"),
        BidName.WEAK_OPENING: Sentence("weak opening bid on a long suit"),
        BidName.EVEN_OPENING: Sentence("opening bid on an even hand"),
        BidName.FORCED_OPENING: Sentence("forced opening bid"),
        BidName.OVERCALL: Sentence("overcall"),
        BidName.WEAK_OVERCALL: Sentence("weak overcall on a long suit"),
        BidName.EVEN_OVERCALL: Sentence("overcall on an even hand"),
        BidName.ANSWER_TO_DOUBLE: Sentence("answer to partner's double"),
        BidName.TWO_SUITS: Sentence("bid of two suits at once"),
        BidName.THEIR_SUIT: Sentence("bid of a suit of the other side"),
        BidName.RAISE: Sentence("raise of partner's suit"),
        BidName.JUMP_RAISE: Sentence("jump raise of partner's suit"),
        BidName.WAITS: Sentence("answer that tells nothing yet"),
        BidName.NEW_SUIT: Sentence("bid of a new suit"),
        BidName.JUMP: Sentence("jump in a new suit"),
        BidName.NO_TRUMPS: Sentence("bid without a suit"),
        BidName.AGAIN: Sentence("second bid of a suit"),
        BidName.QUESTION: Sentence("question for aces"),
        BidName.ACES: Sentence("answer by aces"),
        BidName.MAJORS_QUESTION: Sentence("question for four hearts or spades"),
        BidName.MAJORS: Sentence("answer to the question for hearts or spades"),
        BidName.SLAM: Sentence("slam bid"),
        BidName.MISERE: Sentence("undertaking to lose tricks"),
        BidName.FOR_A_SUIT: Sentence("double that asks for a suit"),
        BidName.PENALTY: Sentence("penalty double"),
        BidName.REDOUBLE: Sentence("redouble to play"),
        BidName.RESCUE: Sentence("redouble that asks for another suit"),
    }
)
"""What the system calls a bid or a double."""


def alert(what: Told) -> str:
    """``As the robots read it: opening bid. It shows 12 to 21 points and 4 hearts or more.``"""
    if what.name is None:
        return ""
    parts = [say("As the robots read it: **{name}**.", name=NAMED[what.name]())]
    if what.aim in ALERTED:
        return " ".join((*parts, ALERTED[what.aim]()))
    held = list(_lengths_shown(what))
    parts += [say("It shows {holding}.", holding=all_of(held)), *_otherwise(what)] if held else []
    parts += [FURTHER[what.aim]()] if what.aim in FURTHER else []
    return " ".join(parts)


def partner_had_shown(what: Told) -> str:
    """About the partner of a robot, when it called."""
    held = list(_lengths_shown(what))
    return say("Its partner had shown {holding}.", holding=all_of(held)) if held else ""


def partner_has_shown(what: Told) -> str:
    """About the partner of a player who asks for a hint."""
    held = list(_lengths_shown(what))
    return say("Your partner has shown {holding}.", holding=all_of(held)) if held else ""


def meaning_sentence(what: Told) -> str:
    """``It showed 12 to 21 points and 4 hearts or more. Its partner must not pass.`` Empty if the call told
    nothing. About a robot's call."""
    if what.aim in ALONE:
        return ALONE[what.aim]()
    held = list(_lengths_shown(what))
    parts = [say("It showed {holding}.", holding=all_of(held)), *_otherwise(what)] if held else []
    parts += [FURTHER[what.aim]()] if what.aim in FURTHER else []
    return " ".join(parts)


def tells(what: Told) -> str:
    """As advice: ``It shows 12 to 21 points and 4 hearts or more. Your partner must not pass.``"""
    if what.aim in ADVISED:
        return ADVISED[what.aim]()
    held = list(_lengths_shown(what))
    parts = [say("It shows {holding}.", holding=all_of(held)), *_otherwise(what)] if held else []
    parts += [ASKS[what.aim]()] if what.aim in ASKS else []
    return " ".join(parts)


def you_have(hand: Hand, what: Told, *, newcomer: bool) -> str:
    """As the reason for a call, what the caller has of what it tells: ``You have 12 points and 4 hearts.``
    Points are left out where short suits or other merits were counted."""
    points, held = high_card_points(hand), list[str]()
    most = points if what.high is None else what.high
    if what.aim is Aim.FORCED:
        return ""
    if (what.low or what.high is not None) and what.low <= points <= most:
        held = [counted(points, "{count} point", "{count} points")]
        if newcomer:
            held = [say("{points} (ace 4, king 3, queen 2, knave 1)", points=held[0])]
    for least, suit in zip(what.lengths, Suit, strict=True):
        if 0 < least <= (count := len(hand.suit(suit))):
            number_of = {"count": number(count), "suit": suit_inside(suit)}
            held.append(counted(count, "{count} card of {suit:gen}", "{count} {suit:gen}", **number_of))
    return say("You have {holding}.", holding=all_of(held)) if held else ""


def _lengths_shown(what: Told) -> Iterator[str]:
    if points := _points_shown(what):
        yield points
    if what.even:
        yield EVEN()
    if what.aces is not None:
        yield counted(what.aces, "{count} ace", "{count} aces") if what.aces else say("no ace or all four")
    for count, one in zip(what.lengths, Suit, strict=True):
        if count:
            yield say("{count} {suit:gen} or more", count=number(count), suit=suit_inside(one))


def _otherwise(what: Told) -> Iterator[str]:
    """The stronger hands that make the call too."""
    if what.shorter is not None and what.whatever is not None:
        shorter, whatever = number(what.shorter), number(what.whatever)
        yield say(
            "Or {shorter} with a card less, or {whatever} with any suits.", shorter=shorter, whatever=whatever
        )
    elif what.whatever is not None:
        yield say("Or {whatever} with any suits.", whatever=number(what.whatever))


def _points_shown(what: Told) -> str:
    if what.high is None:
        return counted(what.low, "{count} point or more", "{count} points or more") if what.low else ""
    if not what.low:
        return counted(what.high, "at most {count} point", "at most {count} points")
    return counted(what.high, "{low} to {count} point", "{low} to {count} points", low=number(what.low))


DONE: Final[Mapping[Maxim, Sentence]] = MappingProxyType(
    {
        Maxim.ONLY_CARD: Sentence("It had no choice."),
        Maxim.KING_FROM_ACE_KING: Sentence("It led the king from ace and king."),
        Maxim.TOP_OF_HONOURS: Sentence("It led the top of touching honours."),
        Maxim.ACE_FROM_FIVE: Sentence("It led the ace of a suit of five or more."),
        Maxim.FOURTH_BEST: Sentence("It led the fourth best of its longest suit."),
        Maxim.HIGHEST_OF_FEW: Sentence("It led the highest of two or three small cards."),
        Maxim.LOW_FROM_HONOUR: Sentence("It led low from a suit headed by an honour."),
        Maxim.SINGLETON: Sentence("It led its only card of a suit, hoping to ruff the next."),
        Maxim.RETURNS_LEAD: Sentence("It returned its partner's lead."),
        Maxim.ANSWERS_CALL: Sentence("It answered its partner's call for trumps."),
        Maxim.DRAWS_TRUMPS: Sentence("It led trumps, to draw the other side's."),
        Maxim.GIVES_RUFF: Sentence("It led a suit that its partner's hand could ruff."),
        Maxim.MASTER: Sentence("It led a card that nobody on the other side could beat in its suit."),
        Maxim.THROUGH_STRENGTH: Sentence("It led through dummy's strength."),
        Maxim.UP_TO_WEAKNESS: Sentence("It led up to dummy's weakness."),
        Maxim.OWN_SUIT_AGAIN: Sentence("It went on with the suit that it had opened."),
        Maxim.ORIGINAL_FOURTH_BEST: Sentence(
            "It went on with the fourth best that it was dealt of the suit."
        ),
        Maxim.LONGEST_SUIT: Sentence("It led from its longest suit."),
        Maxim.SECOND_LOW: Sentence("It played low in second hand."),
        Maxim.COVERS: Sentence("It covered a high card."),
        Maxim.LOWEST_OF_SEQUENCE: Sentence("It played the lowest of a sequence in second hand."),
        Maxim.TAKES_AT_ONCE: Sentence(
            "It took the trick with a card that nobody on the other side could beat in its suit."
        ),
        Maxim.THIRD_HIGH: Sentence("It played high in third hand."),
        Maxim.FINESSE: Sentence("It finessed, and kept a higher card."),
        Maxim.LEAVES_TO_PARTNER: Sentence("It did not overtake its partner."),
        Maxim.WINS_CHEAPLY: Sentence("It won the trick as cheaply as it could."),
        Maxim.MAKES_SURE: Sentence("It made sure of the trick, which its partner's card might have lost."),
        Maxim.CANNOT_WIN: Sentence("It could not win the trick, and played low."),
        Maxim.HOLDS_UP: Sentence("It held back a card that would have won the trick so far."),
        Maxim.CALLS_FOR_TRUMPS: Sentence(
            "It played higher than it had to, to call for trumps by a lower card next."
        ),
        Maxim.ECHOES_CALL: Sentence(
            "It played higher than it had to, to show its partner four trumps or more."
        ),
        Maxim.ASKS_TO_GO_ON: Sentence(
            "It played higher than it had to, to ask its partner to go on with the suit."
        ),
        Maxim.SHOWS_EVEN: Sentence(
            "It played higher than it had to, to show its partner an even number of the suit."
        ),
        Maxim.RUFFS: Sentence("It had none of the suit led, and ruffed."),
        Maxim.OVERRUFFS: Sentence("It overruffed."),
        Maxim.DISCARDS_FROM_WEAKNESS: Sentence("It discarded from weakness."),
        Maxim.THROWS_LEAST: Sentence("It could not follow suit, and threw a card that it could spare."),
        Maxim.LEADS_HIGH: Sentence("It led a high card, which may take the trick."),
        Maxim.LEADS_LOW: Sentence("It led a low card, and kept its high ones."),
        Maxim.TAKES_TRICK: Sentence("It took the trick from those who had played."),
        Maxim.KEEPS_HIGHER: Sentence("It kept a higher card."),
        Maxim.LEADS_TO_LOSE: Sentence("It led low, to lose the trick."),
        Maxim.STAYS_UNDER: Sentence("It played its highest card that would not win."),
        Maxim.STAYS_LOW: Sentence("It played as low as it could."),
        Maxim.WINS_HIGH: Sentence("It won the trick with its highest card, to keep the lower ones."),
        Maxim.SHEDS: Sentence("It threw a card that might have won a trick later."),
        Maxim.DECLARES_LONGEST: Sentence("It declared its longest suit."),
        Maxim.DECLARES_EVEN: Sentence("It declared no trumps on a hand without a short suit."),
        Maxim.LEFT_TO_PARTNER: Sentence("It left the declaration to its partner."),
        Maxim.CONTRE: Sentence("It expected more than half of the tricks."),
        Maxim.CONTENT: Sentence("It accepted, and did not double."),
        Maxim.PLAYS_TO_WIN: Sentence("It had high cards enough to win tricks."),
        Maxim.PLAYS_TO_LOSE: Sentence("Its hand was not strong and even enough to win tricks."),
        Maxim.ASKS_FOR_HONOURS: Sentence("With its partner's honours its own might win the game."),
        Maxim.TAKES_STOCK: Sentence("It kept the best of its own cards and of the stock."),
        Maxim.PUTS_OUT_LOW: Sentence("It put out cards that would take the fewest tricks."),
    }
)
"""The maxims about a robot's choice."""

MAXIMS_ADVISED: Final[Mapping[Maxim, Sentence]] = MappingProxyType(
    {
        Maxim.ONLY_CARD: Sentence("You have no choice."),
        Maxim.KING_FROM_ACE_KING: Sentence("The king should win, and the ace is left: lead the king."),
        Maxim.TOP_OF_HONOURS: Sentence("The two highest are equal: lead the first, to drive out theirs."),
        Maxim.ACE_FROM_FIVE: Sentence("Others will soon be out of so long a suit: lead its ace first."),
        Maxim.FOURTH_BEST: Sentence("The low cards of your longest suit may win: lead its fourth best."),
        Maxim.HIGHEST_OF_FEW: Sentence("Few and low cards: lead the highest, to tell your partner so."),
        Maxim.LOW_FROM_HONOUR: Sentence("Keep the high card of this suit for later: lead low."),
        Maxim.SINGLETON: Sentence("This is your only card of the suit: when it is led again, you can ruff."),
        Maxim.RETURNS_LEAD: Sentence("Your partner has led this suit, and wants it led again."),
        Maxim.ANSWERS_CALL: Sentence("Your partner has called for trumps: lead them."),
        Maxim.DRAWS_TRUMPS: Sentence("The other side may still have trumps: draw them."),
        Maxim.GIVES_RUFF: Sentence("Your partner has none of this suit, and may ruff it."),
        Maxim.MASTER: Sentence("None of theirs can beat this card in its suit: lead it."),
        Maxim.THROUGH_STRENGTH: Sentence("Dummy on your left is strong here; your partner plays after it."),
        Maxim.UP_TO_WEAKNESS: Sentence("Dummy on your right is weak in this suit, and plays last."),
        Maxim.OWN_SUIT_AGAIN: Sentence("Go on with the suit that you opened."),
        Maxim.ORIGINAL_FOURTH_BEST: Sentence("Go on with the fourth best that you were dealt of the suit."),
        Maxim.LONGEST_SUIT: Sentence("This is your longest suit: its low cards may win in the end."),
        Maxim.SECOND_LOW: Sentence("Play low: you are second, and your partner comes after you."),
        Maxim.COVERS: Sentence("Cover the high card: two of theirs may go on one trick."),
        Maxim.LOWEST_OF_SEQUENCE: Sentence("These cards are equal: play the lowest of them."),
        Maxim.TAKES_AT_ONCE: Sentence("None of theirs can beat this card in its suit: take the trick."),
        Maxim.THIRD_HIGH: Sentence("Play high: you are third, and only one of them comes after you."),
        Maxim.FINESSE: Sentence(
            "Try the lower card: it wins unless the one between is still to come. Keep the higher."
        ),
        Maxim.LEAVES_TO_PARTNER: Sentence("Your partner is winning this trick: keep your high card."),
        Maxim.WINS_CHEAPLY: Sentence("Win the trick as cheaply as you can."),
        Maxim.MAKES_SURE: Sentence("Make sure of the trick, which your partner's card may lose."),
        Maxim.CANNOT_WIN: Sentence("You cannot win the trick: play low."),
        Maxim.HOLDS_UP: Sentence("Keep the card that would win the trick so far: it is worth more later."),
        Maxim.CALLS_FOR_TRUMPS: Sentence(
            "Play higher than you have to, to call for trumps by a lower card next."
        ),
        Maxim.ECHOES_CALL: Sentence(
            "Play higher than you have to, to show your partner four trumps or more."
        ),
        Maxim.ASKS_TO_GO_ON: Sentence(
            "Play higher than you have to, to ask your partner to go on with the suit."
        ),
        Maxim.SHOWS_EVEN: Sentence(
            "Play higher than you have to, to show your partner an even number of the suit."
        ),
        Maxim.RUFFS: Sentence("You have none of the suit led: ruff."),
        Maxim.OVERRUFFS: Sentence("This trick was ruffed: ruff it higher."),
        Maxim.DISCARDS_FROM_WEAKNESS: Sentence("Throw from a weak suit, and keep the strong ones."),
        Maxim.THROWS_LEAST: Sentence("You cannot follow suit: throw a card that you need least."),
        Maxim.LEADS_HIGH: Sentence("Lead a high card: it may take the trick."),
        Maxim.LEADS_LOW: Sentence("Lead a low card, and keep your high ones."),
        Maxim.TAKES_TRICK: Sentence("This card takes the trick from those who have played."),
        Maxim.KEEPS_HIGHER: Sentence("Keep your higher cards for later tricks."),
        Maxim.LEADS_TO_LOSE: Sentence("Lead low, to lose the trick."),
        Maxim.STAYS_UNDER: Sentence("Play your highest card that will not win."),
        Maxim.STAYS_LOW: Sentence("Play as low as you can."),
        Maxim.WINS_HIGH: Sentence("Win the trick with your highest card, to keep the lower ones."),
        Maxim.SHEDS: Sentence("Throw a card that might win a trick later."),
        Maxim.DECLARES_LONGEST: Sentence("Your longest suit: as trumps its low cards may win tricks too."),
        Maxim.DECLARES_EVEN: Sentence("You have no short suit to ruff with: declare no trumps."),
        Maxim.LEFT_TO_PARTNER: Sentence("Your partner may have a better suit to name."),
        Maxim.CONTRE: Sentence("You can expect more than half of the tricks."),
        Maxim.CONTENT: Sentence("Doubling does not promise more."),
        Maxim.PLAYS_TO_WIN: Sentence("You have many high cards: play to win tricks."),
        Maxim.PLAYS_TO_LOSE: Sentence(
            "Your hand is not strong and even enough to win tricks: play to lose them."
        ),
        Maxim.ASKS_FOR_HONOURS: Sentence("With your partner's honours yours may win the game."),
        Maxim.TAKES_STOCK: Sentence("You then keep the best of your own cards and of the stock."),
        Maxim.PUTS_OUT_LOW: Sentence("Low cards of plain suits take the fewest tricks."),
    }
)
"""The maxims for a player who asks for a hint."""
MAXIMS_FOR_OTHER_HAND: Final[Mapping[Maxim, Sentence]] = MappingProxyType(
    {
        **{
            one: MAXIMS_ADVISED[one]
            for one in (
                *(Maxim.ONLY_CARD, Maxim.KING_FROM_ACE_KING, Maxim.TOP_OF_HONOURS, Maxim.DRAWS_TRUMPS),
                *(Maxim.MASTER, Maxim.LEADS_HIGH, Maxim.LEADS_LOW, Maxim.COVERS, Maxim.TAKES_AT_ONCE),
                *(
                    Maxim.FINESSE,
                    Maxim.WINS_CHEAPLY,
                    Maxim.KEEPS_HIGHER,
                    Maxim.OVERRUFFS,
                    Maxim.TAKES_TRICK,
                    Maxim.HOLDS_UP,
                ),
                *(Maxim.LEADS_TO_LOSE, Maxim.STAYS_UNDER, Maxim.STAYS_LOW, Maxim.WINS_HIGH, Maxim.SHEDS),
            )
        },
        Maxim.GIVES_RUFF: Sentence("Your own hand has none of this suit, and may ruff it."),
        Maxim.SECOND_LOW: Sentence("Play low: your own hand comes after this one."),
        Maxim.THIRD_HIGH: Sentence("Play high: only one of them comes after this hand."),
        Maxim.LEAVES_TO_PARTNER: Sentence("Your own hand is winning this trick: keep the high card."),
        Maxim.MAKES_SURE: Sentence("Make sure of the trick, which your own card may lose."),
        Maxim.CANNOT_WIN: Sentence("This hand cannot win the trick: play low from it."),
        Maxim.RUFFS: Sentence("This hand has none of the suit led: ruff."),
        Maxim.DISCARDS_FROM_WEAKNESS: Sentence(
            "Throw from a weak suit of this hand, and keep its strong ones."
        ),
        Maxim.THROWS_LEAST: Sentence("This hand cannot follow suit: throw a card that it needs least."),
    }
)
"""Those for the cards of the other hand that one plays, dummy's or partner's. What one tells one's partner by
a card has no place there."""

"""How the plain robots call and play, for the people who play with them."""

from __future__ import annotations

from typing import Final

from screens.words.languages import Sentence, say


def auction_paragraphs(*, cheap: bool = False, doubles: bool = True) -> tuple[str, ...]:
    """The bidding conventions, a paragraph for each. It is cheap to fail where that costs less than the
    adversaries' game."""
    later = (*_further_bids(), *((_DOUBLES(),) if doubles else ()), _CUES())
    if cheap:
        return (_COUNTS(), _OPENS_FREELY(), _FREELY(), *later)
    return (
        _COUNTS(),
        _OPENS(),
        _CAREFULLY(),
        *((_DOUBLES_CAREFULLY(),) if doubles else ()),
        *later,
        _PASSES(),
    )


_COUNTS: Final = Sentence(
    "### How the robots bid\n"
    "*A robot bids what it holds and reads your bids in the same way. Points: ace four, king three, "
    "queen two, knave one. An even hand has two cards at least of every suit, only once so few, and "
    "no suit longer than five.*"
)


_OPENS: Final = Sentence(
    "**First bids.** With 12 points, or 10 and six cards, its longest suit as low as it can: five "
    "cards, or four if it has no longer. An even hand bids no trumps with 15 to 17 points, one "
    "higher with 20 to 22, two with 23 to 27. One higher in a suit of five: 20 points or more, "
    "partner must bid. Two higher in a suit of seven, where that is cheap: 5 to 9."
)


_OPENS_FREELY: Final = Sentence(
    "**First bids.** With 12 points, or 10 that make 20 with the cards of its two longest suits, the longest "
    "as low as it can: five cards, else four. An even hand bids no trumps with 15 to 17 points, one higher "
    "with 20 to 22, two with 23 to 27. Two clubs: 20, any suits; two diamonds in answer tell nothing, a suit "
    "of five 8. Another suit at two: six cards, 5 to 10, no other four hearts or spades; at three seven, 5 "
    "to 9. Vulnerable, it fails by two at most."
)


_PASSES: Final = Sentence(
    "**Pass** before anybody has bid: fewer than 12 points. *A dealer who must open and has nothing "
    "makes the lowest bid there is: it tells nothing.*"
)


_CAREFULLY: Final = Sentence(
    "**Over an adversary.** A suit of five with 8 to 16 points, or six and 11 at the two level; no "
    "trumps with 15 to 18, their suits stopped."
)


_DOUBLES_CAREFULLY: Final = Sentence(
    "**Double** of a suit asks partner to bid: 12 points with three cards of each other suit, or 17. "
    "Partner's lowest answer may have nothing, a jump 9."
)


_FREELY: Final = Sentence(
    "**Over an adversary.** A suit of five with 8 to 16 points, 11 at two, 13 at three, or six cards and "
    "two less there; no trumps with 15 to 18, their suits stopped. Their suit at two: five of each of the "
    "two highest others, two no trumps: of the lowest; 6 to 11. **Double** of a suit asks partner to bid: "
    "12 points with three cards of each other suit, 14 with two, or 17. Partner's lowest answer may have "
    "nothing, a jump 9; five of the suit and 7 points leave it in at two."
)


def _further_bids() -> tuple[str, ...]:
    return (
        say(
            "**Answers.** With 6 points a raise, 9 to four, 13 to five, higher if both hands win more; "
            "four cards of a new suit at one, or five and 10 points at the two level, and opener bids on; or "
            "no trumps (6 to 10, two 11 or 12, three more). A jump in a new suit has 17: to game. Over no "
            "trumps a suit at its lowest is left alone, one higher is strong: to game."
        ),
        say(
            "**Later.** A further bid: with what you have shown I should win this. The lowest says no "
            "more, a higher one asks for game, a game by one who knows what partner has is final. A suit "
            "bid again is a card longer. **At a part score** nobody bids past the game: the bid of it has "
            "the points of more."
        ),
        say(
            "**Four no trumps** over partner's or an agreed suit asks for aces: the next suit says none or "
            "four, then one, two, three; three in both hands bid six. A raise one above game has 17 points."
        ),
    )


_DOUBLES: Final = Sentence(
    "**Any other double**: they should fail by two. A redouble has over one trick to spare; of a double left "
    "in it asks for a suit."
)


_CUES: Final = Sentence("A bid of **their suit** with no other meaning asks what partner has: 11 points.")


FREELY_AT_TIMES: Final = Sentence(
    "**Where failing is cheap**, by the schedules before 1913 or once both sides have won a game, they bid "
    "as at Contract."
)
"""Where that depends on the schedule and on the games."""

MISERE: Final = Sentence("**Misère** only with 4 points or fewer, and low cards in every suit.")
"""Where a bid may undertake to lose tricks."""


def asking() -> tuple[str, ...]:
    """Questions for a suit, where failing is cheap."""
    return (
        say(
            "**Over one no trump** two clubs ask for four hearts or spades, where four are game: 8 points, "
            "or 7 and five cards; six go to four. Opener bids hearts, else spades, else diamonds. Over two, "
            "three clubs ask with 5."
        ),
        say(
            "**Later doubles** ask: opener's partner's, with 8 and four hearts or spades too dear at one; "
            "a doubler's partner's, over a raise, with 8 and both other suits. With 18 one doubles "
            "again, opener with 15. Last to speak over one or two: 2 less. **Their one no trump** is "
            "doubled on an even 16 and left in. Raised clubs and diamonds end at three; six need 27 in "
            "all."
        ),
    )


def declaration() -> tuple[str, ...]:
    """Where the dealer or the partner names trumps."""
    return (
        say(
            "### How the robots declare\n"
            "A robot reckons what each declaration should bring at this score, honours included, its "
            "partner's hand being unknown. As dealer it names the best, unless its partner may be expected "
            "to name something that brings more: so it passes about six hands in ten, and a suit that the "
            "dealer names is a good one. Its partner then names the best it has."
        ),
        say(
            "**Contre** says that the robot should gain by it after what was declared, and asks for nothing. "
            "Each further doubling must promise three times as much, and a robot never makes a fourth. *A "
            "robot set to easy counts tricks instead: it declares what is worth two odd tricks without "
            "trumps, else passes, and doubles if its side should win a trick more than half.*"
        ),
    )


def leads() -> tuple[str, ...]:
    """The play of the cards, in every game."""
    return (*_card_play(), *_closed_hands(), *_equal_cards(), *_open_hand())


def _cards_in_brief() -> str:
    """The same beside an auction, which takes more room."""
    return say(
        "### How the robots play\n"
        "*So plays an easy robot; others try each card in layouts of the hidden ones.* "
        "**Leads.** From touching honours the highest, from ace and king the king; else the fourth best of a "
        "long suit. Partner's lead is returned. **Following.** Second hand low, but the ace on an honour; "
        "third as high as need be, fourth as cheaply as it can."
    )


def _card_play() -> tuple[str, ...]:
    return (
        say(
            "### How the robots play\n"
            "*These are the ways of an easy robot. The good and the best try each card in many layouts of "
            "the hidden ones and follow the books where nothing else is better.*"
        ),
        say(
            "**Leads.** From a suit with touching honours the highest, from ace and king the king; else the "
            "fourth best of a long suit, the ace from five, the highest of three small. Trumps from five or "
            "more. It returns its partner's lead, the higher of two."
        ),
        say(
            "**Following.** Second hand low, but the ace on an honour; third hand as high as need be, the "
            "lowest of equals; fourth hand as cheaply as it can, and never over its partner. It ruffs if "
            "that wins, and discards from weakness."
        ),
    )


def _closed_hands() -> tuple[str, ...]:
    """What tells partner something where it sees no other hand."""
    return (
        say(
            "**The call for trumps**, where no hand lies open: a small card higher than need be, and then a "
            "lower one of its suit. A robot calls with five trumps, or four with two honours, and leads them "
            "at once when you have called: of three or fewer the highest, of more the master if it has it, "
            "else the lowest. With four trumps or more it echoes: it calls too, or plays high and then low "
            "on the trumps you lead."
        ),
        say(
            "**Trumps** are also led to return partner's, when partner leaves a trick of theirs unruffed, "
            "and from three against a cross-ruff."
        ),
        say(
            "**Also where no hand lies open.** The first discard is from the weakest suit, or from the "
            "longest if an adversary has shown strength in trumps. After a high card of the suit that it "
            "opened, a low one is the fourth best that it was dealt."
        ),
    )


def _equal_cards() -> tuple[str, ...]:
    """What of several cards that are worth the same tells partner more, where it sees no other hand."""
    return (
        say(
            "**Of equal cards** of the suit that it opened with a high one it leads the higher from four, "
            "the lower from more. It throws the highest of a suit that nobody can beat, keeps the trump that "
            "was turned up, and does not stop your suit with the higher of two."
        ),
        say(
            "**An easy robot alone** also keeps rules of the books that cost a little: the highest of three "
            "when it has to leave its suit, a ruff for partner only with four trumps of its own, a ruff for "
            "an adversary who is strong in trumps, no lead from ace and queen where another suit is as good."
        ),
    )


def _open_hand() -> tuple[str, ...]:
    """What tells partner something where a hand lies open."""
    return (
        say(
            "**Signals, where a hand lies open.** With small cards: to your lead one higher than need be "
            "asks you to go on (ace, king or queen, or two cards and a trump), the lowest does not; to the "
            "other side's lead high and then low tells an even number."
        ),
    )


def honours_paragraphs() -> tuple[str, ...]:
    """Where honours may be called before play."""
    return (
        say(
            "**Calling honours.** It asks as soon as it has two honours and it is its turn; with fewer it "
            "leaves the question to its partner, unless it sees the partner's cards."
        ),
    )


def ruff() -> tuple[str, ...]:
    """Where somebody may take the stock."""
    return (
        say(
            "**The ruff.** It always takes the stock. It puts out small cards of short suits, and keeps "
            "trumps and aces."
        ),
    )


def grand() -> tuple[str, ...]:
    """Where a hand is played either to win tricks or to lose them."""
    return (
        say(
            "### How the robots call\n"
            "A robot says grand on an even hand of 15 points or more, an ace being four, a king three, a "
            "queen two and a knave one; else nullo."
        ),
    )


def declares() -> tuple[str, ...]:
    return (
        *declaration(),
        *leads(),
    )


def bids_paragraphs(*, cheap: bool = True) -> tuple[str, ...]:
    """Where a hand lies open after the auction; ``cheap`` if a contract that fails costs less than the
    adversaries' game."""
    asked = asking() if cheap else ()
    return (*auction_paragraphs(cheap=cheap), *asked, _cards_in_brief(), *_open_hand())


def bids_without_dummy() -> tuple[str, ...]:
    """Where nothing can be doubled either."""
    return (*auction_paragraphs(doubles=False), _cards_in_brief(), *_closed_hands())


def calls_honours() -> tuple[str, ...]:
    return (
        *leads(),
        *honours_paragraphs(),
    )


def ruffs() -> tuple[str, ...]:
    return (
        *leads(),
        *ruff(),
        *honours_paragraphs(),
    )


def grand_or_nullo() -> tuple[str, ...]:
    return (
        *grand(),
        *leads(),
    )

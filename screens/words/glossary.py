"""The words of the trade, as `/rules` explains them. The glossary in ``docs/reference`` says the same."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from screens.words.languages import Label, Sentence


class Term(NamedTuple):
    """A word and what it means."""

    name: Label
    meaning: Sentence

    @property
    def key(self) -> str:
        """Its English name in the ids of buttons: ``odd_trick``."""
        return self.name.english.partition(",")[0].replace("è", "e").replace(" ", "_")


_TERMS: Final = (
    Term(
        Label("a word of the trade", "adversaries"),
        Sentence("The two players of the other side, as seen from the dealer's or the declarer's."),
    ),
    Term(
        Label("a word of the trade", "auction"),
        Sentence("Settling trumps by bids, each higher than the last."),
    ),
    Term(
        Label("a word of the trade", "bid"),
        Sentence("An offer to win a number of odd tricks in a strain, or at misère to lose them."),
    ),
    Term(
        Label("a word of the trade", "biritch"),
        Sentence('No trumps, in the booklet of 1886; also the game itself, "Biritch, or Russian Whist".'),
    ),
    Term(
        Label("a word of the trade", "blind"),
        Sentence("Trumps cut from the pack before it is shuffled, instead of turned up; the card goes back."),
    ),
    Term(
        Label("a word of the trade", "book"),
        Sentence("The first six tricks of a side, which score nothing at whist and bridge."),
    ),
    Term(
        Label("a word of the trade", "chicane"),
        Sentence("A hand dealt without a trump. At Biritch and bridge it scores as simple honours."),
    ),
    Term(
        Label("a word of the trade", "claim"),
        Sentence(
            "To say that one wins the tricks that are left, or so many of them, with one's hand "
            "laid open. The others may refuse."
        ),
    ),
    Term(
        Label("a word of the trade", "concede"),
        Sentence(
            "To give the other side all the tricks that are left, with one's hand closed. The "
            "partner may refuse."
        ),
    ),
    Term(
        Label("a word of the trade", "consolation"),
        Sentence("What the winners of a rubber of Biritch score for it: 40 points."),
    ),
    Term(
        Label("a word of the trade", "content"),
        Sentence("What a player says who does not double. Play begins when both adversaries are content."),
    ),
    Term(
        Label("a word of the trade", "contract"),
        Sentence("What a side has undertaken: a number of tricks in a strain."),
    ),
    Term(
        Label("a word of the trade", "contre, sur contre"),
        Sentence(
            "Doubling at Biritch: the adversaries say contre and every odd trick counts twice; "
            "the dealer's side may answer sur contre, and so on. Elsewhere *double* and "
            "*redouble*."
        ),
    ),
    Term(
        Label("a word of the trade", "cut"),
        Sentence(
            "To draw a card for partners and the first deal (the lowest deal, the ace being low); "
            "also to lift part of the pack before it is dealt, which the dealer's right-hand "
            "neighbour does."
        ),
    ),
    Term(
        Label("a word of the trade", "cut in, cut out"),
        Sentence(
            "To join a table after a rubber, and to leave it for those who wait. Those who have "
            "played most rubbers in a row go out."
        ),
    ),
    Term(
        Label("a word of the trade", "deal"),
        Sentence("Handing out the cards, one at a time to the left; also all that is then played with them."),
    ),
    Term(
        Label("a word of the trade", "declaration"),
        Sentence("The dealer, or their partner if they pass, names trumps."),
    ),
    Term(
        Label("a word of the trade", "declarer"),
        Sentence("The player of the final bid's side who first named its suit. They play dummy's cards too."),
    ),
    Term(
        Label("a word of the trade", "discard"),
        Sentence(
            "To play a card of another suit than the one led, and not a trump; at Ruff and "
            "Honours, to put out cards for those taken."
        ),
    ),
    Term(
        Label("a word of the trade", "double dummy"),
        Sentence(
            "Whist for two people, each with a dummy; also to judge a deal with all four hands in "
            "sight, as a solver does."
        ),
    ),
    Term(
        Label("a word of the trade", "dummy"),
        Sentence(
            "A hand that lies open and is played by the partner. At Dummy Whist nobody sits behind it at all."
        ),
    ),
    Term(
        Label("a word of the trade", "echo"),
        Sentence("A high card and then a lower one of the same suit, to tell a partner something."),
    ),
    Term(
        Label("a word of the trade", "eldest"),
        Sentence("The player on the dealer's left."),
    ),
    Term(
        Label("a word of the trade", "exposed card"),
        Sentence(
            "A card of a hand that lies face up since it was played out of turn or shown in "
            "error. The other side may **call** it: say that it is to be played at its owner's "
            "next turn."
        ),
    ),
    Term(
        Label("a word of the trade", "follow suit"),
        Sentence("To play a card of the suit that was led, as everybody must who has one."),
    ),
    Term(
        Label("a word of the trade", "game"),
        Sentence("So many points, and what a rubber has two or three of."),
    ),
    Term(
        Label("a word of the trade", "grand, nullo"),
        Sentence("At Norwegian Whist: to play for tricks, or against them."),
    ),
    Term(
        Label("a word of the trade", "hand"),
        Sentence("The cards that one player holds; also the player."),
    ),
    Term(
        Label("a word of the trade", "honours"),
        Sentence(
            "The highest trumps: A K Q J 10 at bridge, A K Q J at whist. They score for the side "
            "to which they were dealt."
        ),
    ),
    Term(
        Label("a word of the trade", "lead"),
        Sentence("To play the first card of a trick. Whoever has taken a trick leads to the next."),
    ),
    Term(
        Label("a word of the trade", "matchpoints"),
        Sentence(
            "At duplicate, what a pair has for a deal: two for each pair that did worse with the "
            "same cards, one for each that did as well."
        ),
    ),
    Term(
        Label("a word of the trade", "misdeal"),
        Sentence("A deal that went wrong. At whist it passes the deal to the left, at Biritch it does not."),
    ),
    Term(
        Label("a word of the trade", "misère"),
        Sentence("To undertake to lose tricks, without trumps."),
    ),
    Term(
        Label("a word of the trade", "odd trick"),
        Sentence("Each trick over six. *The* odd trick is the seventh."),
    ),
    Term(
        Label("a word of the trade", "plafond"),
        Sentence(
            "French for ceiling: the game in which only the tricks that were bid count towards the game."
        ),
    ),
    Term(
        Label("a word of the trade", "renounce"),
        Sentence("Not to follow suit, lawfully or not."),
    ),
    Term(
        Label("a word of the trade", "revoke"),
        Sentence("Not to follow suit though one could: an offence, with a penalty."),
    ),
    Term(
        Label("a word of the trade", "royals, lilies"),
        Sentence(
            "Spades at a high price, as a strain of their own, while plain spades were the "
            "cheapest. They were in the table of values until 1920."
        ),
    ),
    Term(
        Label("a word of the trade", "rubber"),
        Sentence("The best of three games with the same partners."),
    ),
    Term(
        Label("a word of the trade", "ruff"),
        Sentence("To trump a trick. At Ruff and Honours: to take the stock and put out as many cards."),
    ),
    Term(
        Label("a word of the trade", "simple honours"),
        Sentence("Three honours in a side's two hands, worth two tricks."),
    ),
    Term(
        Label("a word of the trade", "single, double, treble"),
        Sentence("What a game of whist is worth by the losers' score: 1 point, 2, or 3 if they have none."),
    ),
    Term(
        Label("a word of the trade", "slam"),
        Sentence("All thirteen tricks (grand) or twelve (little, *petit*)."),
    ),
    Term(
        Label("a word of the trade", "stock"),
        Sentence("Cards left after the deal. Ruff and Honours has four."),
    ),
    Term(
        Label("a word of the trade", "strain"),
        Sentence("What a call names: a suit, no trumps, and where they are played royals and misère."),
    ),
    Term(
        Label("a word of the trade", "suit"),
        Sentence("Spades, hearts, diamonds or clubs: thirteen cards of each, the ace high and the two low."),
    ),
    Term(
        Label("a word of the trade", "tenace"),
        Sentence("The best and the third best card of a suit in one hand, such as ace and queen."),
    ),
    Term(
        Label("a word of the trade", "thrown in"),
        Sentence("A deal in which everybody has passed. It is not played."),
    ),
    Term(
        Label("a word of the trade", "travelling sheet"),
        Sentence("The results of one deal of a duplicate at all tables."),
    ),
    Term(
        Label("a word of the trade", "trick"),
        Sentence(
            "Four cards, one from each player in turn. The highest trump takes it, or else the highest "
            "card of the suit led. A deal has thirteen, or twelve in the games of 1674."
        ),
    ),
    Term(
        Label("a word of the trade", "trumps"),
        Sentence("The suit whose every card beats every card of the other suits."),
    ),
    Term(
        Label("a word of the trade", "turn-up"),
        Sentence("The last card of the deal, shown, whose suit is trumps."),
    ),
    Term(
        Label("a word of the trade", "void"),
        Sentence("Said of a hand that has no card of a suit."),
    ),
    Term(
        Label("a word of the trade", "vulnerable"),
        Sentence("Said of a side that has won a game of the rubber at contract: it gains and loses more."),
    ),
)

GLOSSARY: Final[Mapping[str, Term]] = MappingProxyType({term.key: term for term in _TERMS})
"""The words by their keys, in the order of the English names."""

"""The options of every table in words: what each is called, and what its values mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from rules.frozen import frozen
from screens.words.languages import Plural, Sentence


@frozen
class OptionWords:
    """One option: its name, at most 50 characters, and its values, at most 62. ``number`` tells of values
    that are numbers; ``note`` is shown where the option stands alone."""

    label: Sentence
    values: Mapping[str, Sentence]
    number: Callable[[int], str] | None = None
    note: Sentence | None = None


_MINUTES_OR_DAYS: Final = Plural(
    "a robot may sit in after {count} minute (over days: {count} day)",
    "a robot may sit in after {count} minutes (over days: {count} days)",
)
_SECONDS: Final = Plural("for {count} second", "for {count} seconds")


OF_EVERY_TABLE: Final[Mapping[str, OptionWords]] = MappingProxyType(
    {
        "direction": OptionWords(
            Sentence("Direction of play"),
            {
                "clockwise": Sentence("clockwise, to the left"),
                "counterclockwise": Sentence("the other way, to the right"),
            },
        ),
        "cut_tie": OptionWords(
            Sentence("Equal cards in cutting"),
            {
                "recut": Sentence("cut again"),
                "suit_order": Sentence("rank by suit: hearts lowest, then diamonds, clubs, spades"),
            },
        ),
        "seating": OptionWords(
            Sentence("Seats"),
            {"cut": Sentence("cut for"), "fixed": Sentence("as people have joined")},
        ),
        "seats_chosen": OptionWords(
            Sentence("Who sits where"),
            {
                "cut": Sentence("as I seat them"),
                "lowest": Sentence("the player who cuts lowest chooses a seat"),
            },
        ),
        "rubbers_per_cut": OptionWords(
            Sentence("Partners stay together"),
            {"1": Sentence("for one rubber"), "2": Sentence("for two rubbers")},
        ),
        "claims": OptionWords(
            Sentence("Claims of the last tricks"),
            {"unanimous": Sentence("accepted if all agree"), "off": Sentence("not allowed")},
        ),
        "period_penalties": OptionWords(
            Sentence("Cards out of turn"),
            {
                "off": Sentence("are refused"),
                "on": Sentence("can be played, and have penalties"),
            },
            note=Sentence(
                "If they can be played, they lie exposed and may be called, and the lead of a suit may be "
                "called for them. A wrong demand loses every right to them."
            ),
        ),
        "replaced": OptionWords(
            Sentence("A card played by accident, with penalties"),
            {
                "no": Sentence("stays where it was played"),
                "exposed": Sentence("may be replaced, and lies exposed"),
            },
            note=Sentence(
                "Until the next hand has played, another card may be played instead. The first may then be "
                "called, like any other card that lies exposed. Nobody is asked."
            ),
        ),
        "take_back": OptionWords(
            Sentence("A card played by mistake"),
            {
                "on": Sentence("may go back until the next hand plays"),
                "off": Sentence("stays"),
            },
            note=Sentence(
                "This is our own custom: no source gives a card back free. The people of the other side must "
                "agree; robots always do. A card stays that showed dummy's hand. In a rubber that is ranked "
                "it goes back only among people who have ended one together before, and at an evening never."
            ),
        ),
        "robots": OptionWords(
            Sentence("Robots"),
            {
                "best": Sentence("best, up to a second a card"),
                "good": Sentence("good"),
                "easy": Sentence("easy"),
            },
            note=(
                Sentence(
                    "Best and good robots try each choice in many layouts of the cards that they cannot see; "
                    "easy robots follow the rules of the whist books."
                )
            ),
        ),
        "hints": OptionWords(
            Sentence("Hints"), {"off": Sentence("off"), "on": Sentence("on, for players who ask")}
        ),
        "pace": OptionWords(
            Sentence("Pace"),
            {
                "live": Sentence("live, at one sitting"),
                "days": Sentence("by turns over days, one reminder a day"),
            },
            note=Sentence(
                "By turns over days I do not tell anybody of each turn: each player is reminded once a day."
            ),
        ),
        "picture": OptionWords(
            Sentence("The table is shown"),
            {
                "off": Sentence("in words, with cards as emoji"),
                "on": Sentence("as a picture while cards are played"),
            },
            note=Sentence("The picture comes with a description for those who have it read to them."),
        ),
        "absent": OptionWords(
            Sentence("Absent players"),
            {
                "3": Sentence("a robot may sit in after 3 minutes (over days: 3 days)"),
                "off": Sentence("are waited for as long as it takes"),
            },
            number=_MINUTES_OR_DAYS,
            note=Sentence("The chair and its points stay theirs, and they take it back with one press."),
        ),
        "revoke_mode": OptionWords(
            Sentence("Cards that do not follow suit"),
            {
                "strict": Sentence("are refused"),
                "lawful": Sentence("are taken, and a revoke can be claimed"),
            },
            note=Sentence(
                "If they are taken, I tell nobody whether a card was a revoke. Partners may ask, players may "
                "correct, and the other side may claim it and choose a penalty."
            ),
        ),
        "quit_delay": OptionWords(
            Sentence("A trick lies on the table"),
            {
                "5": Sentence("for 5 seconds"),
                "3": Sentence("for 3 seconds"),
                "10": Sentence("for 10 seconds"),
                "20": Sentence("for 20 seconds"),
            },
            number=_SECONDS,
            note=Sentence(
                "That is how long partners may ask and players correct, if nobody gathers it or leads."
            ),
        ),
        "claim_window": OptionWords(
            Sentence("A revoke may be claimed"),
            {
                "until_cut": Sentence("until the score is agreed"),
                "before_next_lead": Sentence("until the next lead"),
            },
        ),
        "revoke_trick_lost": OptionWords(
            Sentence("The trick of a revoke"),
            {"true": Sentence("goes to the other side"), "false": Sentence("stays where it is")},
        ),
    }
)

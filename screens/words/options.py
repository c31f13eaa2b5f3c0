"""The options of a table in words: what each is called, and what its values mean. English.

A label and the words of a value make a line: "Slams: bring 50 and 100". Which options a game has is in its
row of data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from rules.games.variant import Choice
from screens.words.names import all_of


@dataclass(frozen=True, slots=True)
class OptionWords:
    """One option: its name, at most 50 characters, and its values, at most 70. ``number`` is the form for
    values that are numbers; ``note`` is shown where the option stands alone."""

    label: str
    values: Mapping[str, str]
    number: str = ""
    note: str = ""


_REVOKES: Final = (
    "This counts where people can revoke: at a table that has chosen it, and where you play with cards of "
    "your own and keep the score with `/score open`."
)

_YES_NO: Final = {"true": "yes", "false": "no"}

OPTION_WORDS: Final[Mapping[str, OptionWords]] = MappingProxyType(
    {
        # Of every table
        "direction": OptionWords(
            "Direction of play",
            {"clockwise": "clockwise, to the left", "counterclockwise": "the other way, to the right"},
        ),
        "cut_tie": OptionWords(
            "Equal cards in cutting",
            {"recut": "are cut again", "suit_order": "rank by suit: clubs, diamonds, hearts, spades"},
        ),
        "seating": OptionWords("Seats", {"cut": "are cut for", "fixed": "stay as people have joined"}),
        "rubbers_per_cut": OptionWords(
            "Partners stay together", {"1": "for one rubber", "2": "for two rubbers"}
        ),
        "claims": OptionWords(
            "Claims of the last tricks", {"unanimous": "hold if all agree", "off": "are not allowed"}
        ),
        "robots": OptionWords(
            "Robots play",
            {
                "best": "at their best, up to a second a card",
                "good": "well, and at once",
                "easy": "by the rules of the whist books",
            },
            note=(
                "At their best, and where they play well, they try what they might do in many layouts of the "
                "cards that they cannot see; by the rules of the books they do what is usual."
            ),
        ),
        "hints": OptionWords("Hints", {"off": "are not given", "on": "are given to whoever asks"}),
        "pace": OptionWords(
            "Pace",
            {"live": "live, at one sitting", "days": "by turns over days, one reminder a day"},
            note="By turns over days nobody is told of each turn: each player is reminded once a day.",
        ),
        "absent": OptionWords(
            "Absent players",
            {
                "3": "a robot may sit in after 3 minutes (over days: 3 days)",
                "off": "are waited for as long as it takes",
            },
            number="a robot may sit in after {} minutes (over days: {} days)",
            note="The chair and its points stay theirs, and they take it back with one press.",
        ),
        # Declaring and doubling
        "preset": OptionWords(
            "Which laws", {"seed001": "the usual, of the 1890s", "laws1904": "the laws of 1904"}
        ),
        "doubling_order": OptionWords(
            "Partners speak on doubling",
            {"either": "in any order", "laws1904": "in turn, as in the laws of 1904"},
        ),
        "doubling_limit": OptionWords(
            "Doubling",
            {"none": "without limit", "per_trick_100": "while a trick is worth 100 at most"},
            number="at most {} times",
        ),
        "dummy_exposed": OptionWords(
            "Dummy is laid open",
            {"after_lead": "after the first lead", "before_lead": "before the first lead"},
        ),
        # Scores of Biritch and bridge
        "slam_counts_to_game": OptionWords("Slams count to the game", _YES_NO),
        "slam_doubled": OptionWords("Contre doubles slams too", _YES_NO),
        "chicane_per_hand": OptionWords(
            "Chicane counts", {"true": "for each hand without a trump", "false": "once for a side"}
        ),
        "rubber_bonus": OptionWords("For the rubber", {"40": "40 points"}, number="{} points"),
        "nt_trick": OptionWords("An odd trick at no trumps", {"12": "brings 12", "10": "brings 10"}),
        "five_in_one": OptionWords(
            "Five honours in one hand", {"10": "are worth 10 tricks", "9": "are worth 9 tricks"}
        ),
        "nt_honours": OptionWords(
            "Aces at no trumps",
            {"tricks": "are worth 3, 4 or 8 tricks", "laws": "are worth 30, 40 or 100 points"},
        ),
        "chicane": OptionWords(
            "Chicane",
            {
                "adjust": "adds to honours or takes from the others'",
                "own_side": "always adds to its own side",
                "true": "counts",
                "false": "does not count",
            },
        ),
        "revoke_choice": OptionWords(
            "For a revoke the others",
            {"three": "take three tricks, add or deduct points", "take_only": "take three tricks"},
            note=_REVOKES,
        ),
        "revoke_unit": OptionWords(
            "Points for a revoke",
            {"value_of_three_tricks": "as much as three tricks", "three_points": "three"},
            note=_REVOKES,
        ),
        "revoke_unit_doubled": OptionWords("Doubling counts for a revoke too", _YES_NO, note=_REVOKES),
        "revoke_cap": OptionWords(
            "A side that revoked scores at most",
            {"usual": "what is just short of the game"},
            number="{} points",
            note=_REVOKES,
        ),
        # Whist
        "form": OptionWords("Counted as", {"short": "short whist, five up", "long": "long whist, ten up"}),
        "trump": OptionWords(
            "Trumps", {"turn_up": "are turned up, the dealer's last card", "blind": "are cut before the deal"}
        ),
        "match": OptionWords("A match is", {"rubber": "a rubber of three games", "game": "a single game"}),
        "rubber_points": OptionWords("Rubber points", {"2": "two", "4": "four"}),
        "long_treble": OptionWords("Ten to nothing", {"false": "is a double", "true": "is a treble"}),
        "honours": OptionWords(
            "Honours",
            {
                "full": "count 2 and 4",
                "halved": "count 1 and 2",
                "none": "do not count",
                "contract": "count as at contract, scaled: 45 and 30",
                "auction": "count as at auction, by tricks",
            },
        ),
        "honours_to_game": OptionWords(
            "Honours may win a game",
            {"true": "yes", "false": "no, the winner of a game adds those noted in it"},
            note="Honours are then noted beside the game. Its winner scores them; the others' lapse.",
        ),
        "honours_by": OptionWords(
            "Honours belong to",
            {"dealt": "the player who was dealt them", "captured": "the player who wins them in tricks"},
        ),
        "call_at": OptionWords(
            "Honours are called",
            {"8": "at eight", "8-9": "at eight and at nine"},
            note="At eight alone the player who asks must hold two of them; at eight and at nine, one.",
        ),
        "revoke_mode": OptionWords(
            "Cards that do not follow suit",
            {"strict": "are refused", "lawful": "are taken, and a revoke can be claimed"},
            note=(
                "If they are taken, I tell nobody whether a card was a revoke. Partners may ask, players may "
                "correct, and the other side may claim it and choose a penalty."
            ),
        ),
        "quit_delay": OptionWords(
            "A trick lies on the table",
            {seconds: f"for {seconds} seconds" for seconds in ("5", "3", "10", "20")},
            number="for {} seconds",
            note="That is how long partners may ask and players correct, if nobody gathers it or leads.",
        ),
        "claim_window": OptionWords(
            "A revoke may be claimed",
            {"until_cut": "until the score is agreed", "before_next_lead": "until the next lead"},
        ),
        "revoke_trick_lost": OptionWords(
            "The trick of a revoke",
            {"true": "goes to the other side", "false": "stays where it is"},
        ),
        "negative": OptionWords(
            "A revoke that would cost too much",
            {"floor": "costs what there is", "forget": "costs nothing, and the others add points"},
            note=_REVOKES,
        ),
        "both_revoke": OptionWords(
            "Revokes on both sides",
            {"punished": "are each punished", "cancel": "cancel each other"},
            note=_REVOKES,
        ),
        "dummy_rotation": OptionWords(
            "Dummy goes round", {"rubber": "after each rubber", "game": "after each game, a match by itself"}
        ),
        # Ruff and Honours
        "ruff_right": OptionWords(
            "The stock is for",
            {"ace_holder": "the player who holds the ace of trumps", "dealer": "the dealer"},
        ),
        "ace_turned": OptionWords(
            "If the ace is turned up", {"dealer": "the dealer may ruff", "none": "nobody may ruff"}
        ),
        "ace_hidden": OptionWords(
            "If the ace lies in the stock", {"none": "nobody may ruff", "dealer": "the dealer may ruff"}
        ),
        "honours_at": OptionWords(
            "Honours count", {"after_ruff": "as they are after the ruff", "as_dealt": "as they were dealt"}
        ),
        # Vint
        "undertricks": OptionWords(
            "A trick short", {"100x": "costs a hundred trick values", "none": "costs nothing"}
        ),
        "vint_honours": OptionWords("Honours are", {"4": "four: A K Q J", "5": "five: A K Q J 10"}),
        "split": OptionWords(
            "Honours with one side, aces with the other",
            {"margin": "the margins are subtracted", "count": "what each holds is subtracted"},
        ),
        "tie": OptionWords(
            "Two honours or aces each",
            {
                "category": "that sort goes to the side with most tricks",
                "literal": "the side with most tricks scores all it holds",
            },
        ),
        "passes_to_end": OptionWords(
            "The auction ends after", {"3": "three passes", "8": "eight passes", "12": "twelve passes"}
        ),
        "both_reach": OptionWords(
            "If both reach 500 in a deal",
            {
                "higher": "the higher wins the game",
                "declarer": "the bidder's side wins the game",
                "trick_by_trick": "whoever reached it first by tricks wins",
            },
        ),
        "failed_slam_to_opponents": OptionWords("The others score a slam that fails", _YES_NO),
        "failed_grand_pays_little": OptionWords("Seven bid and twelve won is a little slam", _YES_NO),
        # Auction and what came of it
        "schedule": OptionWords(
            "Scale of values",
            {
                "1920": "1920: no trumps 10, spades 9, hearts 8, diamonds 7, clubs 6",
                "1904": "1904: no trumps 12, hearts 8, diamonds 6, clubs 4, spades 2",
                "exp2": "a trial, the same as 1904",
                "exp3": "a trial: as 1904, with royals 10 and misère 14",
                "exp4": "a trial: as 1904, with royals 10",
                "exp5": "a trial: as 1904, with royals 9",
                "1913": "1913: no trumps 10, royals 9, hearts 8, diamonds 7, clubs 6, spades 2",
            },
        ),
        "misere": OptionWords("Misère may be bid", {"false": "no", "true": "yes, at 14 a trick"}),
        "dummy": OptionWords("There is a dummy", {"true": "yes", "false": "no: auction whist"}),
        "slams": OptionWords(
            "Slams",
            {
                "50-100": "bring 50 and 100",
                "20-40": "bring 20 and 40",
                "promised": "must be bid: 250, 300 or 500",
                "flat": "bring 100 and 200, bid or not",
                "literal": "count from five bid: 250, 300 or 500",
            },
        ),
        "one_spade_limit": OptionWords(
            "One spade loses at most", {"true": "100 points", "false": "whatever it comes to"}
        ),
        "one_spade_limit_max_dbl": OptionWords(
            "That limit for one spade holds", {"2": "redoubled too", "1": "unless redoubled"}
        ),
        "redeal": OptionWords(
            "When all four pass", {"false": "the next player deals", "true": "the same player deals again"}
        ),
        "overtricks": OptionWords(
            "Tricks beyond the bid",
            {
                "50": "bring 50 each",
                "50-30-20-10": "bring 50, 30, 20, and then 10 each",
                "10": "bring 10 each",
            },
        ),
        "nt_tricks": OptionWords(
            "Odd tricks at no trumps",
            {"40-30": "40 the first, then 30", "35": "35 each", "30-40": "30 and 40 by turns"},
        ),
        "redoubled_undertricks": OptionWords(
            "Redoubled tricks short",
            {"seed": "as in 1935: 200 and 300, vulnerable 400 and 500", "laws": "twice the doubled ones"},
        ),
        "redoubled_insult": OptionWords(
            "Making a redoubled contract", {"50": "brings 50", "100": "brings 100"}
        ),
        "fourth_undertrick": OptionWords(
            "Doubled tricks short after the third bring 300", {"false": "no", "true": "yes"}
        ),
        "unfinished_rubber": OptionWords(
            "A rubber left unfinished",
            {"none": "is worth nothing", "laws": "brings 300 for a game, 50 for a part score"},
        ),
        "rounded": OptionWords(
            "Bonuses in round figures", {"false": "no", "true": "yes: slams 250 and 500, rubber 200"}
        ),
    }
)


def label(key: str) -> str:
    """The name of an option; of an unknown one its key."""
    return OPTION_WORDS[key].label if key in OPTION_WORDS else key


def phrase(key: str, value: str) -> str:
    """The words of a value, which follow the label."""
    words = OPTION_WORDS[key]
    return words.values[value] if value in words.values else words.number.format(value, value)


def arranged(key: str, value: str) -> str:
    """``Slams: bring 50 and 100``: a line of the lobby."""
    return f"{label(key)}: {phrase(key, value)}"


def note(key: str) -> str:
    return OPTION_WORDS[key].note


TITLE: Final = "The options of this table"
CHOOSE: Final = "Change an option"
FIXED: Final = "The first hand has been dealt, so they stand as they are."
FOR_THIS_RUBBER: Final = "It stands until this rubber is over."
OLDER_EDITION: Final = (
    "This table was opened under an earlier edition of the laws, and is played by it to the end."
)
USUAL: Final = "usual"
BACK: Final = "All options"
OPTIONS: Final = "Options"


def still(labels: Sequence[str]) -> str:
    """Which options may still be changed once the first hand has been dealt."""
    return f"Between rubbers {all_of([f'“{one}”' for one in labels])} may still be changed."


def usually(value: str) -> str:
    """The default, beside a value that is not the default."""
    return f"usually: {value}"


def numbers(choice: Choice) -> str:
    """Which numbers are allowed besides the values, and how to type one."""
    least, most = choice.numbers[0], choice.numbers[-1]
    return f"Or any number from {least} to {most}: `/table option name: {choice.key} value:`"


def changed(key: str, value: str) -> str:
    """To somebody who has changed an option."""
    return f"{label(key)}: {phrase(key, value)}."

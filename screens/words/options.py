"""What is said about the options of a table, and the options of the games in words: what each is called, and
what its values mean.

The label of an option and the words of a value make a line: "Slams: bring 50 and 100". Which options a game
has is in its row of data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.games.variant import Choice
from screens.words.languages import Label, Plural, Sentence, counted, say
from screens.words.names import all_of, number
from screens.words.options_of_tables import OF_EVERY_TABLE, OptionWords

_REVOKES: Final = Sentence(
    "This counts where people can revoke: at a table that has chosen it, and where you play with cards of "
    "your own and keep the score with `/score open`."
)

_YES_NO: Final = {"true": Sentence("yes"), "false": Sentence("no")}


def _points_words(number: int) -> str:
    return counted(number, "{count} point", "{count} points")


def _times(number: int) -> str:
    return counted(number, "at most {count} time", "at most {count} times")


OF_GAMES: Final[Mapping[str, OptionWords]] = MappingProxyType(
    {
        # Declaring and doubling
        "preset": OptionWords(
            Sentence("Which laws"),
            {
                "seed001": Sentence("as “The Real Game of Bridge” has it, counter-clockwise"),
                "laws1904": Sentence("the laws of 1904, clockwise"),
                "hoyle": Sentence("as in Hoyle's day, clockwise"),
            },
        ),
        "doubling_order": OptionWords(
            Sentence("Partners speak on doubling"),
            {"either": Sentence("in any order"), "laws1904": Sentence("in turn, as in the laws of 1904")},
        ),
        "doubling_limit": OptionWords(
            Sentence("Doubling"),
            {
                "none": Sentence("without limit"),
                "per_trick_100": Sentence("while a trick is worth 100 at most"),
            },
            number=_times,
        ),
        "dummy_exposed": OptionWords(
            Sentence("Dummy is laid open"),
            {
                "after_lead": Sentence("after the first lead"),
                "before_lead": Sentence("before the first lead"),
            },
        ),
        # Scores of Biritch and bridge
        "slam_counts_to_game": OptionWords(Sentence("Slams count to the game"), _YES_NO),
        "slam_doubled": OptionWords(Sentence("Contre doubles slams too"), _YES_NO),
        "chicane_per_hand": OptionWords(
            Sentence("Chicane counts"),
            {"true": Sentence("for each hand without a trump"), "false": Sentence("one time for each side")},
        ),
        "rubber_bonus": OptionWords(
            Sentence("For the rubber"), {"40": Sentence("40 points")}, number=_points_words
        ),
        "nt_trick": OptionWords(
            Sentence("An odd trick at no trumps"), {"12": Sentence("brings 12"), "10": Sentence("brings 10")}
        ),
        "five_in_one": OptionWords(
            Sentence("Five honours in one hand"),
            {"10": Sentence("worth 10 tricks"), "9": Sentence("worth 9 tricks")},
        ),
        "honours_as": OptionWords(
            Sentence("What honours are worth"),
            {
                "tricks": Sentence("so many tricks"),
                "points": Sentence("so many points, whatever the trumps"),
            },
        ),
        "nt_honours": OptionWords(
            Sentence("Aces at no trumps"),
            {
                "tricks": Sentence("worth 3, 4 or 8 tricks"),
                "laws": Sentence("worth 30, 40 or 100 points"),
            },
        ),
        "chicane": OptionWords(
            Sentence("Chicane"),
            {
                "adjust": Sentence("adds to honours or takes from the others'"),
                "own_side": Sentence("always adds to its own side"),
                "true": Sentence("counts"),
                "false": Sentence("does not count"),
            },
        ),
        "revoke_choice": OptionWords(
            Sentence("For a revoke the others"),
            {
                "three": Sentence("take three tricks, add or deduct points"),
                "take_only": Sentence("take three tricks"),
            },
            note=_REVOKES,
        ),
        "revoke_unit": OptionWords(
            Sentence("Points for a revoke"),
            {"value_of_three_tricks": Sentence("as much as three tricks"), "three_points": Sentence("three")},
            note=_REVOKES,
        ),
        "revoke_unit_doubled": OptionWords(
            Sentence("Doubling counts for a revoke too"), _YES_NO, note=_REVOKES
        ),
        "revoke_cap": OptionWords(
            Sentence("A side that revoked scores at most"),
            {"usual": Sentence("what is just short of the game")},
            number=_points_words,
            note=_REVOKES,
        ),
        # Whist
        "form": OptionWords(
            Sentence("Counted as"),
            {"short": Sentence("short whist, five up"), "long": Sentence("long whist, ten up")},
        ),
        "trump": OptionWords(
            Sentence("Trumps"),
            {
                "turn_up": Sentence("turned up, the dealer's last card"),
                "blind": Sentence("cut before the deal"),
            },
        ),
        "match": OptionWords(
            Sentence("A match is"),
            {"rubber": Sentence("a rubber of three games"), "game": Sentence("a single game")},
        ),
        "rubber_points": OptionWords(
            Sentence("Rubber points"),
            {
                "2": Sentence("two"),
                "4": Sentence("four"),
                "printed": Sentence("two, and each game is worth 3, 2 or 1"),
                "added": Sentence("two, and each game is worth its points and 3, 2 or 1 more"),
            },
        ),
        "game_at": OptionWords(
            Sentence("The game is won"), {"10": Sentence("at ten points"), "9": Sentence("at nine points")}
        ),
        "long_treble": OptionWords(
            Sentence("Ten to nothing"), {"false": Sentence("is a double"), "true": Sentence("is a treble")}
        ),
        "honours": OptionWords(
            Sentence("Honours"),
            {
                "full": Sentence("count 2 and 4"),
                "halved": Sentence("count 1 and 2"),
                "none": Sentence("do not count"),
                "contract": Sentence("count as at contract, scaled: 45 and 30"),
                "auction": Sentence("count as at auction, by tricks"),
            },
        ),
        "honours_to_game": OptionWords(
            Sentence("Honours may win a game"),
            {"true": Sentence("yes"), "false": Sentence("no, the winner of a game adds those noted in it")},
            note=Sentence(
                "Honours are then noted beside the game. Its winner scores them; the others' lapse."
            ),
        ),
        "honours_by": OptionWords(
            Sentence("Honours belong to"),
            {
                "dealt": Sentence("the player who was dealt them"),
                "captured": Sentence("the player who wins them in tricks"),
            },
        ),
        "call_at": OptionWords(
            Sentence("Honours are called"),
            {"8": Sentence("at eight"), "8-9": Sentence("at eight and at nine")},
            note=Sentence(
                "At eight alone the player who asks must hold two of them; at eight and at nine, none."
            ),
        ),
        "negative": OptionWords(
            Sentence("A revoke that would cost too much"),
            {
                "floor": Sentence("costs what there is"),
                "forget": Sentence("costs nothing, and the others add points"),
            },
            note=_REVOKES,
        ),
        "both_revoke": OptionWords(
            Sentence("Revokes on both sides"),
            {"punished": Sentence("each punished"), "cancel": Sentence("cancel each other")},
            note=_REVOKES,
        ),
        "dummy_rotation": OptionWords(
            Sentence("Dummy goes round"),
            {"rubber": Sentence("after each rubber"), "game": Sentence("after each game, a match by itself")},
        ),
        # Ruff and Honours
        "ruff_right": OptionWords(
            Sentence("The stock is for"),
            {
                "ace_holder": Sentence("the player who holds the ace of trumps"),
                "dealer": Sentence("the dealer, who takes it"),
            },
        ),
        "ace_turned": OptionWords(
            Sentence("If the ace is turned up"),
            {"dealer": Sentence("the dealer may ruff"), "none": Sentence("nobody may ruff")},
        ),
        "ace_hidden": OptionWords(
            Sentence("If the ace lies in the stock"),
            {"none": Sentence("nobody may ruff"), "dealer": Sentence("the dealer may ruff")},
        ),
        "honours_at": OptionWords(
            Sentence("Honours count"),
            {
                "after_ruff": Sentence("as they are after the ruff"),
                "as_dealt": Sentence("as they were dealt"),
            },
        ),
        # Vint
        "undertricks": OptionWords(
            Sentence("A trick short"),
            {"100x": Sentence("costs a hundred trick values"), "none": Sentence("costs nothing")},
        ),
        "vint_honours": OptionWords(
            Sentence("Honours are"), {"4": Sentence("four: A K Q J"), "5": Sentence("five: A K Q J 10")}
        ),
        "split": OptionWords(
            Sentence("Honours with one side, aces with the other"),
            {
                "margin": Sentence("the margins are subtracted"),
                "count": Sentence("what each holds is subtracted"),
            },
        ),
        "tie": OptionWords(
            Sentence("Two honours or aces each"),
            {
                "category": Sentence("that sort goes to the side with most tricks"),
                "literal": Sentence("the side with most tricks scores all it holds"),
            },
        ),
        "passes_to_end": OptionWords(
            Sentence("The auction ends after"),
            {"3": Sentence("three passes"), "8": Sentence("eight passes"), "12": Sentence("twelve passes")},
        ),
        "both_reach": OptionWords(
            Sentence("If both reach 500 in a deal"),
            {
                "higher": Sentence("the higher wins the game"),
                "declarer": Sentence("the bidder's side wins the game"),
                "trick_by_trick": Sentence("the side that reached it first by tricks wins"),
            },
        ),
        "failed_slam_to_opponents": OptionWords(Sentence("The others score a slam that fails"), _YES_NO),
        "failed_grand_pays_little": OptionWords(
            Sentence("Seven bid and twelve won is a little slam"), _YES_NO
        ),
        # Auction and what came of it
        "schedule": OptionWords(
            Sentence("Scale of values"),
            {
                "1920": Sentence("1920: no trumps 10, spades 9, hearts 8, diamonds 7, clubs 6"),
                "1904": Sentence("1904: no trumps 12, hearts 8, diamonds 6, clubs 4, spades 2"),
                "exp2": Sentence("a trial, the same as 1904"),
                "exp3": Sentence("a trial: as 1904, with royals 10 and misère 14"),
                "exp4": Sentence("a trial: as 1904, with royals 10"),
                "exp5": Sentence("a trial: as 1904, with royals 9"),
                "1913": Sentence("1913: no trumps 10, royals 9, hearts 8, diamonds 7, clubs 6, spades 2"),
            },
        ),
        "misere": OptionWords(
            Sentence("Misère may be bid"), {"false": Sentence("no"), "true": Sentence("yes, at 14 a trick")}
        ),
        "dummy": OptionWords(
            Sentence("There is a dummy"), {"true": Sentence("yes"), "false": Sentence("no: auction whist")}
        ),
        "slams": OptionWords(
            Sentence("Slams"),
            {
                "50-100": Sentence("bring 50 and 100"),
                "20-40": Sentence("bring 20 and 40"),
                "promised": Sentence("must be bid: 250, 300 or 500"),
                "flat": Sentence("bring 100 and 200, bid or not"),
                "literal": Sentence("count from five bid: 250, 300 or 500"),
            },
        ),
        "one_spade_limit": OptionWords(
            Sentence("One spade loses at most"),
            {"true": Sentence("100 points"), "false": Sentence("no limit")},
        ),
        "one_spade_limit_max_dbl": OptionWords(
            Sentence("That limit for one spade holds"),
            {"2": Sentence("redoubled too"), "1": Sentence("unless redoubled")},
        ),
        "redeal": OptionWords(
            Sentence("When all four pass"),
            {"false": Sentence("the next player deals"), "true": Sentence("the same player deals again")},
        ),
        "overtricks": OptionWords(
            Sentence("Tricks beyond the bid"),
            {
                "50": Sentence("bring 50 each"),
                "50-30-20-10": Sentence("bring 50, 30, 20, and then 10 each"),
                "10": Sentence("bring 10 each"),
            },
        ),
        "nt_tricks": OptionWords(
            Sentence("Odd tricks at no trumps"),
            {
                "40-30": Sentence("40 the first, then 30"),
                "35": Sentence("35 each"),
                "30-40": Sentence("30 and 40 by turns"),
            },
        ),
        "redoubled_undertricks": OptionWords(
            Sentence("Redoubled tricks short"),
            {
                "seed": Sentence("as in our source: 200 and 300, vulnerable 400 and 500"),
                "laws": Sentence("the official figures: 200 and 400, vulnerable 400 and 600"),
            },
        ),
        "redoubled_insult": OptionWords(
            Sentence("Making a redoubled contract"),
            {"50": Sentence("brings 50"), "100": Sentence("brings 100")},
        ),
        "fourth_undertrick": OptionWords(
            Sentence("Doubled tricks short after the third bring 300"),
            {"false": Sentence("no"), "true": Sentence("yes")},
        ),
        "unfinished_rubber": OptionWords(
            Sentence("A rubber left unfinished"),
            {
                "none": Sentence("is worth nothing"),
                "laws": Sentence("brings 300 for a game, 50 for a part score"),
            },
        ),
        "rounded": OptionWords(
            Sentence("Bonuses in round figures"),
            {
                "no": Sentence("no"),
                "225": Sentence("yes: little slam 250, rubber 200"),
                "225_and_450": Sentence("yes: slams 250 and 500, rubber 200"),
            },
        ),
    }
)


OPTION_WORDS: Final[Mapping[str, OptionWords]] = MappingProxyType({**OF_EVERY_TABLE, **OF_GAMES})


def label(key: str) -> str:
    """The name of an option; of an unknown one its key."""
    return OPTION_WORDS[key].label() if key in OPTION_WORDS else key


def phrase(key: str, value: str) -> str:
    """The words of a value, which follow the label."""
    words = OPTION_WORDS[key]
    if value in words.values:
        return words.values[value]()
    return words.number(int(value)) if words.number is not None else value


def option_line(key: str, value: str) -> str:
    """``Slams: bring 50 and 100``: a line of the lobby."""
    return line_of(key, phrase(key, value))


def line_of(key: str, told: str) -> str:
    """An option with what is told of its value."""
    return say("{option}: {value}", option=label(key), value=told)


def option_note(key: str) -> str:
    """What is shown where the option stands alone; empty for most."""
    note = OPTION_WORDS[key].note
    return note() if note is not None else ""


TITLE: Final = Sentence("The options of this table")
FIXED: Final = Sentence("They stay like this until this rubber is over.")
FOR_THIS_RUBBER: Final = Sentence("It stays like this until this rubber is over.")
FOR_GOOD: Final = Sentence("It cannot change now, because it decided the partners.")
NO_HINTS_HERE: Final = Sentence("This server gives no hints.")
OF_GAME: Final = Sentence("This game")
"""The group of the options that a game has of its own."""
GROUPS: Final[Mapping[str, Sentence]] = MappingProxyType(
    {
        **dict.fromkeys(
            ("direction", "cut_tie", "seating", "seats_chosen", "rubbers_per_cut"),
            Sentence("Seats and cutting"),
        ),
        **dict.fromkeys(
            (
                *(
                    "claims",
                    "period_penalties",
                    "replaced",
                    "take_back",
                    "revoke_mode",
                    "quit_delay",
                    "claim_window",
                ),
                *("revoke_trick_lost", "revoke_choice", "revoke_unit", "revoke_unit_doubled", "revoke_cap"),
                *("negative", "both_revoke"),
            ),
            Sentence("Claims and mistakes"),
        ),
        **dict.fromkeys(("robots", "hints", "pace", "picture", "absent"), Sentence("Robots, pace and looks")),
    }
)
"""The group of each other option, by its key."""


def group(key: str) -> str:
    return GROUPS.get(key, OF_GAME)()


def place_of_group(name: str) -> int:
    """Where a group of this name stands: what a game has of its own comes first."""
    return [OF_GAME(), *dict.fromkeys(one() for one in GROUPS.values())].index(name)


MORE_DIFFER: Final = Plural(
    "{count} more is not as usual: it comes first in its list.",
    "{count} more are not as usual: they come first in their lists.",
)
ALL_USUAL: Final = Sentence("All options are as usual.")


OLDER_EDITION: Final = Sentence(
    "This table was opened under an earlier edition of the rules, and keeps to it."
)
USUAL: Final = Label("the usual value of an option", "usual")
BACK: Final = Label("a button", "All options")
OPTIONS: Final = Label("a button", "Options")


def fixed(labels: Sequence[str]) -> str:
    """Which options can no longer be changed once the first hand has been dealt."""
    return say(
        "For the next rubber all of them can be changed but {options}, which decided the partners.",
        options=all_of([say("“{name}”", name=one) for one in labels]),
    )


USUALLY: Final = Sentence("usually: {value}")
"""The default, beside a value that is not the default."""


def numbers(choice: Choice) -> str:
    """Which numbers are allowed besides the values, and how to type one."""
    least, most = choice.numbers[0], choice.numbers[-1]
    return say(
        "Or any number from {least} to {most}: `/table options name: {option} value:`",
        least=number(least),
        most=number(most),
        option=choice.key,
    )


def option_changed(key: str, value: str) -> str:
    """To somebody who has changed an option."""
    return say("{option}: {value}.", option=label(key), value=phrase(key, value))

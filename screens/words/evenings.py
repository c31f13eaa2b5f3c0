"""Words of evenings: commands, refusals, notes and lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from rules.errors import Refusal
from rules.evening import errors
from rules.evening.page import Outlook
from rules.evening.plan import Counting, Kind, Movement, Plan, Role, TeamScore
from screens.words.games.all_games import words_of
from screens.words.languages import Label, Plural, Sentence, colon, counted, marked, say
from screens.words.names import all_of, number, quotient

# What Discord shows beside the commands

EVENING_COMMANDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "evening": marked("An evening of many tables under a director"),
        "evening open": marked("Open an evening in this channel: progressive whist, couples or duplicate"),
        "evening join": marked("Play in the evening in this channel"),
        "evening leave": marked("Play no more; once it has begun, a robot plays on for you"),
        "evening show": marked("Its message, the standings, or where you play"),
        "evening direct": marked("Begin, open a round, end it, put a robot in somebody's place (director)"),
        "evening adjust": marked("Give a table the result that you decide (director)"),
    }
)
"""The descriptions of the commands."""

SHOWS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "message": marked("Bring the message of the evening to the bottom of its channel"),
        "table": marked("Where you play now, and with whom"),
        "standings": marked("The standings, as far as everybody may know them"),
    }
)
"""What ``/evening show`` shows."""
DIRECTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "begin": marked("Draw lots and open the first round"),
        "signal": marked("Open the next round"),
        "call": marked("End the round now, finished or not"),
        "close": marked("End the evening now; what was scored counts"),
    }
)
"""What ``/evening direct`` does."""

EVENING_OPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "kind": marked("How people meet"),
        "game": marked("Which game; where losers move, it must be whist"),
        "set": marked("A set of options that this server keeps, which says its game too"),
        "rounds": marked("How many rounds (default: as many as a complete movement has)"),
        "boards": marked("How many deals a round, at duplicate"),
        "minutes": marked("Minutes after which no new round begins"),
        "counting": marked("What counts where losers move"),
        "team_score": marked("What a deal counts between teams"),
        "movement": marked("Who meets whom, at pairs"),
        "arrow": marked("Whether the lines of a Mitchell change seats once, so that one pair wins"),
        "signal": marked("Whether the director opens each round; if not, it opens automatically"),
        "tables": marked("Smallest number of tables, filled with robots"),
        "director": marked("Somebody who directs it with you"),
        "deals": marked("A file of deals of your own, PBN or LIN, for pairs or teams; then you do not play"),
        "channels": marked("Channels for the tables, as #mentions; the others get threads"),
        "partner": marked("With whom you play, where partners stay together"),
        "role": marked("The role that you wish at progressive whist"),
        "team": marked("The team that you wish"),
        "what": marked("What to show; its message, if nothing is named"),
        "step": marked("What to do; if nothing is named, all that a director may do"),
        "replaced": marked("In whose place a robot is to play"),
        "table": marked("The number of the table"),
        "tricks": marked("How many tricks north and south won; east and west won the others"),
        "points": marked("At duplicate: the points of north and south, less those of the others"),
        "deal": marked("At duplicate: the number of the deal (default: the one being played)"),
    }
)

KINDS: Final[Mapping[Kind, Sentence]] = MappingProxyType(
    {
        Kind.PROGRESSIVE: Sentence("Progressive whist"),
        Kind.COUPLES: Sentence("Couples"),
        Kind.PAIRS: Sentence("Duplicate pairs"),
        Kind.TEAMS: Sentence("Duplicate teams of four"),
    }
)
TEAM_SCORES: Final[Mapping[TeamScore, Sentence]] = MappingProxyType(
    {TeamScore.POINTS: Sentence("Points count"), TeamScore.IMPS: Sentence("IMPs count")}
)
COUNTINGS: Final[Mapping[Counting, Sentence]] = MappingProxyType(
    {
        Counting.ALL_TRICKS: Sentence("Every trick counts"),
        Counting.WINNERS_ODD: Sentence("Only the winners' tricks over six count"),
    }
)
MOVEMENTS: Final[Mapping[Movement, Sentence]] = MappingProxyType(
    {
        Movement.HOWELL: Sentence("Howell: every pair meets every other"),
        Movement.MITCHELL: Sentence("Mitchell: one line stays, the other moves"),
    }
)
ROLES: Final[Mapping[Role, Sentence]] = MappingProxyType(
    {Role.A: Sentence("Role A"), Role.B: Sentence("Role B")}
)

# Refusals

SENTENCES: Final[Mapping[type[Exception] | Enum, Sentence]] = MappingProxyType(
    {
        errors.EveningError: Sentence("That cannot be done in this evening."),
        errors.EveningWhy.EVENING_IS_CLOSED: Sentence("This evening is over."),
        errors.EveningWhy.EVENING_IS_ADJOURNED: Sentence(
            "This evening is interrupted: its channel cannot be reached."
        ),
        errors.EveningWhy.EVENING_IS_NOT_ADJOURNED: Sentence("This evening is not interrupted."),
        errors.EveningWhy.NOT_THE_DIRECTOR: Sentence(
            "Only the director can do that: who opened the evening or was named by them, or somebody who may "
            "manage events."
        ),
        errors.EveningWhy.ALREADY_ENTERED: Sentence("You already play in this evening."),
        errors.EveningWhy.PARTNER_ENTERED: Sentence("The partner you named already plays in this evening."),
        errors.EveningWhy.NOT_ENTERED: Sentence(
            "You do not play in this evening: `/evening join` enters you."
        ),
        errors.EveningWhy.NOBODY_BY_THAT_NAME: Sentence("They do not play in this evening."),
        errors.EveningWhy.EVENING_IS_FULL: Sentence(
            "Every place in this evening is taken: you can join once somebody leaves."
        ),
        errors.EveningWhy.NO_ROOM_FOR_TWO: Sentence(
            "There is room for one of you, but not for both: join alone."
        ),
        errors.EveningWhy.TEAM_IS_FULL: Sentence("That team has no room for you: join the other one."),
        errors.EveningWhy.ROLE_IS_TAKEN: Sentence(
            "No place of that role is free: join without naming a role."
        ),
        errors.EveningWhy.PLACE_IS_TAKEN: Sentence(
            "Somebody has taken the place that you left, and at another you would meet deals that you have "
            "seen. You can come back once they leave it."
        ),
        errors.EveningWhy.NO_PARTNERS: Sentence(
            "At progressive whist partners change with every hand: join alone."
        ),
        errors.EveningWhy.NO_ROLES: Sentence("Only progressive whist has roles."),
        errors.EveningWhy.NO_TEAMS: Sentence("Only duplicate teams of four have teams: join without one."),
        errors.EveningWhy.LOTS_ARE_DRAWN: Sentence(
            "Lots have been drawn: now people can only come in one by one."
        ),
        errors.EveningWhy.HAS_BEGUN: Sentence("The evening has begun already."),
        errors.EveningWhy.NOBODY_ENTERED: Sentence("Nobody has joined yet: one person at least must play."),
        errors.EveningWhy.NOT_BEGUN: Sentence("The evening has not begun: `/evening direct` begins it."),
        errors.EveningWhy.ROUND_IS_OVER: Sentence(
            "All tables of this round have finished: `/evening direct` begins the next."
        ),
        errors.EveningWhy.NO_SUCH_BOARD: Sentence("There is no such table, or it does not play such a deal."),
        errors.EveningWhy.ALREADY_SCORED: Sentence("That deal has its result."),
        errors.EveningWhy.POINTS_ARE_NEEDED: Sentence(
            "At duplicate deals are compared by their points: give `points`, or nothing for an average."
        ),
        errors.EveningWhy.WHICH_DEAL: Sentence(
            "That table has played all its deals of this round: say which one in `deal`."
        ),
        errors.EveningWhy.NO_AVERAGE: Sentence(
            "A table needs a winner here: say how many tricks north and south won."
        ),
        errors.EveningWhy.NEEDS_DECIDED_DEALS: Sentence(
            "Where winners stay and losers move, every deal must have a winner: choose a form of whist with "
            "thirteen tricks."
        ),
        errors.EveningWhy.TOO_FEW_IMPS: Sentence(
            "A deal of this game brings so few points that in IMPs nearly all deals would be equal: let "
            "points count."
        ),
        errors.EveningWhy.FILE_NEEDS_DUPLICATE: Sentence(
            "Deals of a file are for an evening at which all tables play the same: pairs or teams."
        ),
        errors.EveningWhy.KNOWS_THE_HANDS: Sentence(
            "Whoever brought the deals of this evening knows the hands and cannot play in it."
        ),
        errors.EveningWhy.NEEDS_FOUR: Sentence("An evening needs a game for four players."),
    }
)
HANDS_MAY_BE_KNOWN: Final = Sentence(
    "Nobody new can enter this evening: somebody who has played in it has asked to be forgotten, so I could "
    "not tell that you are not the same person, who has seen its deals."
)
PARTNER_CANNOT_PLAY: Final = Sentence(
    "The person whom you named cannot play with me: join alone, or with somebody else."
)
BOT_AT_EVENING: Final = Sentence("A bot cannot take part in an evening: name a person, or nobody.")
NO_EVENING: Final = Sentence("There is no evening in this channel. `/evening open` opens one.")
EVENING_HERE: Final = Sentence("This channel already has an evening.")


def evening_refusal(refusal: Refusal) -> str:
    match refusal:
        case errors.RoundGoesOn(tables=tables):
            return still_playing(tables)
        case errors.PeopleMissing(missing=missing):
            return counted(
                missing,
                "This server allows no robots, and {count} person is missing.",
                "This server allows no robots, and {count} people are missing.",
            )
    return next(SENTENCES[fact] for fact in (refusal.fact, *type(refusal).__mro__) if fact in SENTENCES)()


# Buttons

JOIN: Final = Label("a button of an evening", "Join")
I_PLAY: Final = Label("a button of an evening", "I play too")
LEAVE: Final = Label("a button of an evening", "Leave")
BEGIN: Final = Label("a button of an evening", "Draw lots and begin")
SIGNAL: Final = Label("a button of an evening", "Signal: next round")
MY_TABLE: Final = Label("a button of an evening", "My table")
STANDINGS: Final = Label("a button of an evening", "Standings")
DIRECT: Final = Label("a button of an evening", "Direct")

# Answers

JOINED: Final = Sentence("You are in. Your hand will come by direct message when you play.")
LEFT: Final = Sentence("You play no more in this evening.")
BEGUN: Final = Sentence("Lots are drawn, and the tables of the first round open.")
SIGNALLED: Final = Sentence("The tables of the next round open.")
ROBOT_PLAYS: Final = Sentence("A robot plays in their place. They can come back with `/evening join`.")
ADJUSTED: Final = Sentence("The table has this result.")
CALLED: Final = Sentence("The round is over.")
CLOSED: Final = Sentence("The evening is over.")
SHOWN: Final = Sentence("The message of the evening is the lowest in its channel now.")
NOT_YET: Final = Sentence("Your next table is not open yet.")
OPENED: Final = Sentence("The evening is open: {kind}. You direct it. People join on its message.")
"""For its opener, who directs it and may play or not."""
NO_SUCH_CHANNEL: Final = Sentence(
    "No table can stand in {channel}: name channels of this server that I can see."
)


def table_numbers(tables: Sequence[int]) -> str:
    """``1, 4 and 7–40``: three and more in a row are told by the first and the last."""
    runs: list[list[int]] = []
    for one in sorted(tables):
        if runs and one == runs[-1][-1] + 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    return all_of(
        [
            part
            for run in runs
            for part in ([f"{run[0]}–{run[-1]}"] if len(run) > 2 else [str(one) for one in run])
        ]
    )


def tables_stopped(tables: Sequence[int], why: str) -> str:
    """``why`` is a sentence that says what helps."""
    return counted(
        len(tables),
        "**Table {tables} cannot open.** {why} It opens by itself as soon as it can.",
        "**Tables {tables} cannot open.** {why} They open by themselves as soon as they can.",
        tables=table_numbers(tables),
        why=why,
    )


def tables_damaged(tables: Sequence[int], why: str) -> str:
    """``why`` is what is told of any table that is set aside."""
    return counted(
        len(tables),
        "**Table {tables}.** {why} The director says with `/evening adjust` what its deal counts for.",
        "**Tables {tables}.** {why} The director says with `/evening adjust` what their deals count for.",
        tables=table_numbers(tables),
        why=why,
    )


TO_THE_DIRECTOR: Final = Sentence("{player}, you direct this evening:")
"""Above what stops the tables, with a mention."""
YOUR_TABLE: Final = Sentence("You play at table {table}: {place}.")


# The message

WAITS_FOR_SIGNAL: Final = Sentence(
    "All tables have finished. The director gives the signal for the next round."
)
TIME_IS_OVER: Final = Sentence("Time is up: no fresh round begins.")
OVER: Final = Sentence("The evening is over.")
INTERRUPTED: Final = Sentence("The evening is interrupted until its channel can be reached.")
NOBODY_YET: Final = Sentence("Nobody has joined yet.")
NOTHING_SCORED: Final = Sentence("Nothing has been scored yet.")


def plan_title(plan: Plan) -> str:
    return f"{KINDS[plan.kind]()} · {words_of(plan.game).name}"


def arrangement(plan: Plan) -> str:
    """How people meet and what counts, in a sentence or two."""
    match plan.kind:
        case Kind.PROGRESSIVE:
            how = say(
                "Winners stay, losers move to the next table, and all change partners. {counting}.",
                counting=COUNTINGS[plan.counting](),
            )
        case Kind.COUPLES:
            how = say(
                "Partners stay together; winners stay, losers move to the next table. {counting}.",
                counting=COUNTINGS[plan.counting](),
            )
        case Kind.PAIRS:
            how = say(
                "All tables play the same deals, and pairs score matchpoints. {movement}.",
                movement=MOVEMENTS[plan.movement](),
            )
        case Kind.TEAMS:
            how = say(
                "Both tables play the same deals, with the seats of the two teams exchanged. {counting}.",
                counting=TEAM_SCORES[plan.team_score](),
            )
    if plan.kind.duplicate:
        boards = counted(plan.boards, "{count} deal a round.", "{count} deals a round.")
        how = f"{how} {boards}"
    if plan.minutes:
        limit = counted(
            plan.minutes, "No fresh round after {count} minute.", "No fresh round after {count} minutes."
        )
        how = f"{how} {limit}"
    return how


DIRECTED_BY: Final = Plural("Director: {people}.", "Directors: {people}.")


def entrants(count: int, who: Sequence[str], more: int) -> str:
    """Those who have entered; partners are written together."""
    told = counted(
        count, "{count} person plays: {people}", "{count} people play: {people}", people=", ".join(who)
    )
    return f"{told}{_more(more)}"


WITH_PARTNER: Final = Sentence("{player} with {partner}")


def wishes(who: str, role: Role) -> str:
    return f"{who} ({ROLES[role]()})"


def in_team(who: str, team: int) -> str:
    return f"{who} ({team_name(team)})"


def round_of(this: int, all_of_them: int, kind: Kind) -> str:
    if kind.duplicate:
        return say("Round {round} of {rounds}", round=this, rounds=all_of_them)
    return say("Hand {round} of {rounds}", round=this, rounds=all_of_them)


def round_over(this: int, all_of_them: int, kind: Kind) -> str:
    """``Hand 2 of 5 is over``, for the director."""
    return say("{round} is over: all tables have finished.", round=round_of(this, all_of_them, kind))


def outlook(ahead: Outlook, kind: Kind) -> str:
    """``3 tables · 5 hands · 10 people · 2 robots``."""
    parts = [
        counted(ahead.tables, "{count} table", "{count} tables"),
        counted(ahead.rounds, "{count} round", "{count} rounds")
        if kind.duplicate
        else counted(ahead.rounds, "{count} hand", "{count} hands"),
        counted(ahead.people, "{count} person", "{count} people"),
    ]
    if ahead.robots:
        parts.append(counted(ahead.robots, "{count} robot", "{count} robots"))
    return " · ".join(parts)


def still_playing(tables: Sequence[int]) -> str:
    """The tables that have not finished."""
    return counted(
        len(tables),
        "Still playing: table {tables}.",
        "Still playing: tables {tables}.",
        tables=table_numbers(tables),
    )


def table_line(table: int, ns: str, ew: str, *, finished: bool) -> str:
    done = " ✓" if finished else ""
    return f"**{table}**{done} {ns} – {ew}"


REASONS_MORE: Final = Plural(
    "Tables in {count} more channel cannot open, for a reason like these.",
    "Tables in {count} more channels cannot open, for reasons like these.",
)
TABLES_MORE: Final = Plural("and {count} more table", "and {count} more tables")


def _more(count: int) -> str:
    if not count:
        return "."
    return " " + counted(count, "and {count} more.", "and {count} more.")


# Standings


def ranking_title(of: str) -> str:
    match of:
        case Role.A.value | Role.B.value:
            return ROLES[Role(of)]()
        case "NS":
            return say("North and south")
        case "EW":
            return say("East and west")
    return say("Standings")


def pair_number(pair: int) -> str:
    return say("Pair {number}", number=pair + 1)


def team_name(team: int) -> str:
    return say("Team {number}", number=team + 1)


def score_text(value: Fraction, percent: Fraction | None) -> str:
    """Points, or matchpoints with their share of those that could be had."""
    if percent is None:
        return number(int(value))
    return f"{quotient(percent.numerator, percent.denominator)} % ({fraction(value)})"


def fraction(value: Fraction) -> str:
    """Matchpoints, to a tenth where they are not whole."""
    return quotient(value.numerator, value.denominator)


def line(rank: int, label: str, who: str, scored: str) -> str:
    """The rank is no number of a list, which Discord would count by itself although two may be equal."""
    return f"{rank}\\. {f'{label} ' if label else ''}{colon(who, f'**{scored}**')}"


OWN_PLACE: Final = Sentence("Your place: {rank} of {all}, with **{score}**.")
BEST_PLACE: Final = Sentence("First: {people}, with **{score}**.")
OWN_FIRST: Final = Sentence("**You have won the first prize.**")
OWN_SECOND: Final = Sentence("**You have won the second prize.**")
OWN_BOOBY: Final = Sentence("**You have won the booby prize.**")
SEE_FINAL: Final = Sentence("See the final table")
FINAL_BELOW: Final = Sentence("The final table is below.")
FIRST_PRIZE: Final = Sentence("First prize: {player}.")
SECOND_PRIZE: Final = Sentence("Second prize: {player}.")
BOOBY_PRIZE: Final = Sentence("Booby prize: {player}.")
ROBOTS_WIN_NONE: Final = Sentence("Robots win no prizes: the people behind them do.")
ROBOTS_AFTER: Final = Sentence("After the people, of the robots: {robots}.")
CUT_LINES: Final = Sentence("Cut for equal scores, the lowest wins: {cards}")
"""The cards of those who won a prize and cut for it."""
SEALED: Final = Sentence("All deals are sealed as `{commitment}`.")
OPENED_SEAL: Final = Sentence("The seal of all deals, opened: `{seed}`.")


# Travelling sheets and the final table

SHEET_OF: Final = Sentence("Travelling sheet of deal {deal}")


def sheet_line(table: int, ns: str, ew: str, came_to: str, earned: str) -> str:
    told = say("Table {table}: {ns} against {ew}", table=table, ns=ns, ew=ew)
    return f"{colon(told, f'**{came_to}**')}{f' · {earned}' if earned else ''}"


EARNED: Final = Sentence("matchpoints {ns} to {ew}")
AVERAGE: Final = Sentence("average")
ADJUSTED_SCORE: Final = Sentence("{points} (adjusted)")


def net_points(net: int) -> str:
    """The points of north and south, less those of the others."""
    return f"{number(net)}" if net <= 0 else f"+{number(net)}"


FINAL: Final = Sentence("Final table")
NAMED_LABEL: Final = Sentence("{label}: {who}")
FINAL_ALT: Final = Sentence("Final table of {kind}. {rows}")
"""What the picture of a final table shows."""


def final_row(rank: str, label: str, scored: str) -> str:
    return f"{rank} {label} {scored}"


# Leaderboard

NONE_YET: Final = Sentence(
    "No evening of this kind has counted here yet. One counts in which two people played."
)
LEADERBOARD_TITLE: Final = Sentence("Evenings: {kind}")


def leaderboard_line(place: int, who: str, behind: int, evenings: int, won: int) -> str:
    told = counted(
        evenings,
        "players beaten: {behind} in {count} evening, won {won}",
        "players beaten: {behind} in {count} evenings, won {won}",
        behind=number(behind),
        won=won,
    )
    return f"{place}. {colon(who, told)}"


# Its tables


def table_begins(table: int, cut: str) -> str:
    """``Table 3: cut for the deal``."""
    return say("Table {table}: {cut}", table=table, cut=cut) if cut else say("Table {table}", table=table)


YOUR_TRICKS: Final = Sentence("Tricks: you **{ours}**, they **{theirs}**.")
"""To a player whose score is their side's tricks."""
TABLE_OVER: Final = Sentence("The deal of table {table} is over. What comes next is told in direct messages.")
TABLE_OVER_HERE: Final = Sentence("The deal of table {table} is over. What comes next is told here.")


# Threads


def thread(table: int, round_number: int, kind: Kind) -> str:
    """What the thread of a table is called. A ``round_number`` of 0 is for all rounds."""
    of = KINDS[kind]()
    if round_number:
        return say("Round {round}, table {table} · {kind}", round=round_number, table=table, kind=of)
    return say("Table {table} · {kind}", table=table, kind=of)

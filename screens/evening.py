"""The messages of an evening: players, tables and standings, travelling sheets, the final table, and what a
director does by buttons, on a message that only they see.

They are made from what everybody may see of it, and nothing else. The ids of the buttons say which evening is
meant, and which round. A director ends the round, gives a table a result, seats a robot, brings the evening's
message down, or closes the evening. What cannot be undone is asked once more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rules.evening.errors import PeopleMissing
from rules.evening.page import Entrant, Line, Outcome, Ranking, SeenEvening, SheetLine, Sitting
from rules.evening.plan import MOST_TABLES, Kind, Prizes
from rules.frozen import frozen, replace
from rules.games.all_games import game
from rules.seats import Person, Side
from screens.brought import evening_brought_line
from screens.leaderboard import Ranked, mention
from screens.parts import BAIZE, BRASS, CLARET, heading, noted, small, text
from screens.pictures.charts import DrawnLine, DrawnRanking, drawn_ranking
from screens.presses import ID, Found, form
from screens.screen import Button, Divider, Offer, Part, People, Picture, Row, Screen, Select, Style, rows
from screens.words import evenings as words
from screens.words.evenings import fraction
from screens.words.languages import Label, Plural, Sentence, semicolons
from screens.words.names import SOMEBODY, Names, all_of, spoken_card

EVENING_BUTTONS: Final = {
    "join": ("evening join",),
    "leave": ("evening leave",),
    "begin": ("evening direct",),
    "signal": ("evening direct",),
    "where": ("evening show",),
    "standings": ("evening show",),
    "direct": ("evening direct", "evening show", "evening adjust"),
}
"""Every button of an evening, by verb, with the commands that do the same."""


@frozen
class EveningPress:
    """A button of an evening, and how many rounds had begun when it was drawn. ``what`` is a table, or what
    is to be done for certain."""

    verb: str
    evening: str
    round: int = 0
    what: str = ""

    def __str__(self) -> str:
        what = f":{self.what}" if self.what else ""
        return f"evening-{self.verb}:{self.evening}:{self.round}{what}"


@form(EveningPress, EVENING_BUTTONS, rf"(?P<evening>{ID}):(?P<round>\d{{1,3}})", "evening-")
def _parse_evening_press(verb: str, found: Found) -> EveningPress:
    return EveningPress(verb, found["evening"], int(found["round"]))


# The messages

TABLES_SHOWN: Final = 12
PLAYERS_SHOWN: Final = 40
LINES_SHOWN: Final = 8
"""The most lines of each ranking on the evening's message."""
CUTS_SHOWN: Final = 20
ROBOTS_NAMED: Final = 2
REASONS_SHOWN: Final = 4
"""The most sentences about what keeps tables from being opened."""
LINES_TOLD: Final = 25
"""The most lines of each ranking in an answer to one person."""


def opened_screen(kind: Kind, evening_id: str, *, brought: bool = False) -> Screen:
    """The answer to the opener. A director need not play, so there is a button with which they join; none
    where they have ``brought`` the deals."""
    join = Button(str(EveningPress("join", evening_id)), words.I_PLAY(), Style.SUCCESS)
    joins = () if brought else rows((join,))
    return Screen((text(words.OPENED(kind=words.KINDS[kind]())), *joins), BAIZE)


def evening_screen(
    seen: SeenEvening, evening_id: str, directors: Sequence[str], names: Names, stopped: Sequence[str] = ()
) -> Screen:
    """The message that stands in the channel all the evening. ``stopped`` are sentences that say what keeps
    tables from being opened."""
    top = [
        heading(words.plan_title(seen.plan)),
        small(words.arrangement(seen.plan)),
        small(words.DIRECTED_BY(len(directors), people=all_of(directors))),
    ]
    if seen.brought is not None:
        top.append(evening_brought_line(seen.brought, names))
    elif seen.commitment:
        top.append(small(words.SEALED(commitment=seen.commitment)))
    parts: list[Part] = [text(*top)]
    if not seen.round and not seen.closed:
        parts.append(text(_players_text(seen, names), *_outlook_lines(seen)))
    elif seen.round:
        parts.append(text(*_round_lines(seen, names)))
        parts += [text(*_stopped_lines(stopped))] if stopped else []
        if not (seen.closed and _is_scored(seen)):  # then there is a final table
            parts += [Divider(), text(*_ranking_lines(seen, names, LINES_SHOWN))]
    if seen.closed:
        parts.append(text(*_closing_lines(seen)))
    parts += rows(tuple(_evening_buttons(seen, evening_id)))
    return Screen(tuple(parts), CLARET if seen.adjourned else BRASS if seen.closed else BAIZE)


def stopped_screen(stopped: Sequence[str], director: int | None, *, rings: bool) -> Screen:
    """A message of its own for the director, while tables cannot be opened."""
    who = words.TO_THE_DIRECTOR(player=f"<@{director}>") if director is not None else ""
    told = (who, *_stopped_lines(stopped))
    return Screen((text(*filter(None, told)),), CLARET, pings=director if rings else None)


def _stopped_lines(stopped: Sequence[str]) -> Iterator[str]:
    """There may be one for each channel that was named for a table."""
    yield from stopped[:REASONS_SHOWN]
    if len(stopped) > REASONS_SHOWN:
        yield words.REASONS_MORE(len(stopped) - REASONS_SHOWN)


def round_over_screen(seen: SeenEvening, evening_id: str, director: int | None, *, rings: bool) -> Screen:
    """A message of its own for the director, until the signal for the next round is given."""
    who = words.TO_THE_DIRECTOR(player=f"<@{director}>") if director is not None else ""
    sentence = words.round_over(seen.round, seen.last_round, seen.plan.kind)
    signal = Button(_press_id("signal", evening_id, seen), words.SIGNAL(), Style.SUCCESS)
    standings = Button(_press_id("standings", evening_id, seen), words.STANDINGS())
    direct = Button(_press_id("direct", evening_id, seen), words.DIRECT())
    top = text(*filter(None, (who, f"**{sentence}**")))
    return Screen((top, *rows((signal, standings, direct))), BRASS, pings=director if rings else None)


def standings_screen(
    seen: SeenEvening, names: Names, own: int | None, picture: Picture | None = None
) -> Screen:
    """The standings for one reader, with their own line wherever it is. A ``picture`` stands for the first of
    them."""
    top = text(heading(words.plan_title(seen.plan)))
    return Screen((top, *_ranking_parts(seen, names, picture, own)), BRASS)


def _ranking_parts(
    seen: SeenEvening, names: Names, picture: Picture | None, own: int | None = None
) -> tuple[Part, ...]:
    """The standings: as a picture, and in words what that has no room for; or all in words."""
    if picture is None or not _is_scored(seen):
        return (text(*_ranking_lines(seen, names, LINES_TOLD, own)),)
    first = _drawn_lines_each(seen)
    above = text(*_ranking_lines(seen, names, first)).markdown
    below = text(*_ranking_lines(seen, names, LINES_TOLD, own, first))
    return (replace(picture, instead=above), *((below,) if below.markdown else ()))


def sheet_screen(seen: SeenEvening, board: int) -> Screen | None:
    """The travelling sheet of a deal, once every table has played it."""
    lines = next((lines for number, lines in seen.sheets if number == board), ())
    if not lines:
        return None
    told = [_sheet_line(seen, line) for line in lines]
    return Screen((text(heading(words.SHEET_OF(deal=board)), *told),), BRASS)


def final_screen(seen: SeenEvening, names: Names, picture: Picture | None, best: str = "") -> Screen:
    """The final table, with the prizes and the ``best`` moment of the evening."""
    parts: list[Part] = [text(heading(words.FINAL()), small(words.plan_title(seen.plan)))]
    parts += _ranking_parts(seen, names, picture)
    last = (*_prize_results(seen, names), *((best,) if best else ()))
    parts += [Divider(), text(*last)] if last else []
    return Screen(tuple(parts), BRASS)


def own_end_screen(seen: SeenEvening, names: Names, person: Person, link: str) -> Screen:
    """To somebody who has played to the end of an evening: how they have done, and who has done best."""
    told = []
    for ranking, won in zip(seen.rankings, seen.prizes, strict=True):
        for line in ranking.lines:
            if not any(seen.holders[place] == person for place in line.places):
                continue
            told += [_own_line(seen, ranking, line, names)]
            prizes = zip(won or (), (words.OWN_FIRST, words.OWN_SECOND, words.OWN_BOOBY), strict=False)
            prize = [prize() for places, prize in prizes if places == line.places]
            told += [*prize, *(small(one) for one in _robots_before(seen, ranking, (line.places,)) if prize)]
    final = f"[{words.SEE_FINAL()}]({link})"
    return Screen(
        (text(heading(words.OVER()), small(words.plan_title(seen.plan)), *told, final),), BRASS, silent=True
    )


def _own_line(seen: SeenEvening, ranking: Ranking, line: Line, names: Names) -> str:
    """The place of a line in its ranking and, where that is not the first, who has it."""
    own = words.OWN_PLACE(rank=line.rank, all=len(ranking.lines), score=score_of_line(seen, line))
    if line.rank == 1:
        return own
    best = [one for one in ranking.lines if one.rank == 1]
    who = all_of([_names_of_places(seen, one.places, names) for one in best])
    return f"{own} {words.BEST_PLACE(people=who, score=score_of_line(seen, best[0]))}"


def ranks_screen(kind: Kind, ranked: Sequence[Ranked], period: str) -> Screen:
    """The leaderboard of evenings of this kind: its first lines, in the order given. ``period`` is its name,
    empty for all time."""
    lines = [
        words.leaderboard_line(place, mention(one.user), one.points, one.rubbers, one.won)
        for place, one in enumerate(ranked, 1)
    ]
    return Screen(
        (
            text(heading(words.LEADERBOARD_TITLE(kind=words.KINDS[kind]())), small(period) if period else ""),
            text(*(lines or [words.NONE_YET()])),
        ),
        BRASS,
    )


def _evening_buttons(seen: SeenEvening, evening_id: str) -> Iterator[Button]:
    def press_of(verb: str) -> str:
        return _press_id(verb, evening_id, seen)

    if seen.closed:
        yield Button(press_of("standings"), words.STANDINGS())
        return
    if not seen.round:
        full = sum(len(one.people) for one in seen.entrants) >= 4 * MOST_TABLES[seen.plan.kind]
        yield Button(press_of("join"), words.JOIN(), Style.SUCCESS, disabled=full)
        yield Button(press_of("leave"), words.LEAVE())
        yield Button(press_of("begin"), words.BEGIN(), Style.PRIMARY)
        yield Button(press_of("direct"), words.DIRECT())
        return
    yield Button(press_of("where"), words.MY_TABLE(), Style.PRIMARY)
    yield Button(press_of("standings"), words.STANDINGS())
    full = all(isinstance(one, Person) for one in seen.holders)
    yield Button(press_of("join"), words.JOIN(), disabled=full)
    yield Button(press_of("direct"), words.DIRECT())
    if seen.waits_for_signal:
        yield Button(press_of("signal"), words.SIGNAL(), Style.SUCCESS)


def _press_id(verb: str, evening_id: str, seen: SeenEvening) -> str:
    return str(EveningPress(verb, evening_id, seen.round))


# Players and tables


def _outlook_lines(seen: SeenEvening) -> Iterator[str]:
    """What begins if lots are drawn now."""
    if seen.outlook is None:
        return
    yield f"**{words.outlook(seen.outlook, seen.plan.kind)}**"
    if seen.outlook.robots and not game(seen.plan.game).variant_of(seen.plan.options).house.robots:
        yield words.evening_refusal(PeopleMissing(seen.outlook.robots))


def _players_text(seen: SeenEvening, names: Names) -> str:
    if not seen.entrants:
        return words.NOBODY_YET()
    count = sum(len(one.people) for one in seen.entrants)
    shown = [_entrant_line(one, names) for one in seen.entrants[:PLAYERS_SHOWN]]
    return words.entrants(count, shown, len(seen.entrants) - len(shown))


def _entrant_line(entrant: Entrant, names: Names) -> str:
    who, *partner = map(names, entrant.people)
    if partner:
        who = words.WITH_PARTNER(player=who, partner=partner[0])
    if entrant.role is not None:
        return words.wishes(who, entrant.role)
    return words.in_team(who, entrant.team) if entrant.team is not None else who


def _round_lines(seen: SeenEvening, names: Names) -> Iterator[str]:
    yield f"**{words.round_of(seen.round, seen.last_round, seen.plan.kind)}**"
    if seen.adjourned:
        yield words.INTERRUPTED()
    if seen.closed:
        return
    if seen.time_is_over:
        yield words.TIME_IS_OVER()
    yield (
        words.WAITS_FOR_SIGNAL()
        if seen.waits_for_signal
        else words.still_playing([one.sitting.table for one in seen.open_tables])
    )
    for one in seen.tables[:TABLES_SHOWN]:
        ns, ew = (_pair_names(seen, one.sitting, side, names) for side in Side)
        yield words.table_line(one.sitting.table, ns, ew, finished=not one.left)
    if len(seen.tables) > TABLES_SHOWN:
        yield small(words.TABLES_MORE(len(seen.tables) - TABLES_SHOWN))


def _pair_names(seen: SeenEvening, sitting: Sitting, side: Side, names: Names) -> str:
    return " + ".join(names(seen.holders[sitting.seats.of(seat)]) for seat in side.seats)


# Standings and prizes


def standing_label(seen: SeenEvening, places: tuple[int, ...]) -> str:
    """What a line of the standings is called without names: a pair's number, a team; nothing where partners
    change. Nobody hears of tickets."""
    match seen.plan.kind:
        case Kind.PROGRESSIVE:
            return ""
        case Kind.TEAMS:
            return words.team_name(places[0] // 4)
        case Kind.COUPLES | Kind.PAIRS:
            return words.pair_number(places[0] // 2)


def score_of_line(seen: SeenEvening, line: Line) -> str:
    return words.score_text(line.score, line.percent if seen.plan.kind is Kind.PAIRS else None)


def _is_scored(seen: SeenEvening) -> bool:
    """Teams may be level, with nothing each."""
    return bool(seen.sheets) or any(line.score for ranking in seen.rankings for line in ranking.lines)


def _ranking_lines(
    seen: SeenEvening, names: Names, most: int, own: int | None = None, first: int = 0
) -> Iterator[str]:
    """The lines of each ranking from the ``first`` on, and one's own line."""
    if not _is_scored(seen):
        yield words.NOTHING_SCORED()
        return
    for ranking in seen.rankings:
        lines = [
            _standing_line(seen, line, names)
            for place, line in enumerate(ranking.lines)
            if first <= place < most or (own is not None and own in line.places)
        ]
        if lines:
            yield f"**{words.ranking_title(ranking.of)}**"
            yield from lines


def _standing_line(seen: SeenEvening, line: Line, names: Names) -> str:
    who = ", ".join(names(seen.holders[place]) for place in line.places)
    return words.line(line.rank, standing_label(seen, line.places), who, score_of_line(seen, line))


def _closing_lines(seen: SeenEvening) -> Iterator[str]:
    """The standings and the prizes have a message of their own."""
    over = f"**{words.OVER()}**"
    yield f"{over} {words.FINAL_BELOW()}" if _is_scored(seen) else over
    if seen.seed:
        yield small(words.OPENED_SEAL(seed=seen.seed))


def _prize_results(seen: SeenEvening, names: Names) -> Iterator[str]:
    """Who won which prize, and the cards that were cut for equal scores."""
    winners: list[int] = []
    robots_above: list[str] = []
    for ranking, won in zip(seen.rankings, seen.prizes, strict=True):
        if won is not None and seen.round:
            lines = list(_prize_lines(seen, won, names))
            winners += [places[0] for places in won if _people_names(seen, places, names)]
            of = [f"{words.ranking_title(ranking.of)}."] if ranking.of else []
            if lines:
                yield " ".join(of + lines)
            robots_above += _robots_before(seen, ranking, won[:2])
            yield from _robots_after(seen, ranking, names)
    yield from (small(one) for one in robots_above[:1])
    drawn = [(place, spoken_card(one)) for cut in seen.cuts for place, one in cut if place in winners]
    if drawn:
        lines = [f"{names(seen.holders[place])} {face}" for place, face in drawn]
        yield small(words.CUT_LINES(cards=", ".join(lines[:CUTS_SHOWN])))


def _prize_lines(seen: SeenEvening, won: Prizes[tuple[int, ...]], names: Names) -> Iterator[str]:
    """The prizes that people have won. What people leave to robots is a place, and no prize."""
    first, second, booby = (_people_names(seen, places, names) for places in won)
    if first:
        yield words.FIRST_PRIZE(player=first)
    if second:
        yield words.SECOND_PRIZE(player=second)
    if booby:
        yield words.BOOBY_PRIZE(player=booby)


def _robots_before(seen: SeenEvening, ranking: Ranking, won: Iterable[tuple[int, ...]]) -> list[str]:
    """Why one of those who have won has a prize and not the place of it: robots stand before them."""
    winners, holders = {*won}, seen.holders
    won_by = [line for line in ranking.lines if line.places in winners and line.has_person(holders)]
    last = max((line.rank for line in won_by), default=0)
    robots = any(line.rank < last and not line.has_person(holders) for line in ranking.lines)
    return [words.ROBOTS_WIN_NONE()] if robots else []


def _people_names(seen: SeenEvening, places: tuple[int, ...], names: Names) -> str:
    holders = [seen.holders[place] for place in places]
    return ", ".join(names(one) for one in holders if isinstance(one, Person))


def _robots_after(seen: SeenEvening, ranking: Ranking, names: Names) -> Iterator[str]:
    """The robots that have done best, where only people compete for the prizes."""
    competing = ranking.competing(seen.plan, seen.holders)
    robots = [line for line in ranking.lines if line not in competing][:ROBOTS_NAMED]
    if robots:
        lines = [
            f"{_names_of_places(seen, line.places, names)} {score_of_line(seen, line)}" for line in robots
        ]
        yield small(words.ROBOTS_AFTER(robots=", ".join(lines)))


def _names_of_places(seen: SeenEvening, places: tuple[int, ...], names: Names) -> str:
    return ", ".join(names(seen.holders[place]) for place in places)


# The travelling sheet of a deal


def _sheet_line(seen: SeenEvening, line: SheetLine) -> str:
    ns, ew = (words.pair_number(pair) for pair in (line.ns, line.ew))
    if seen.plan.kind is Kind.TEAMS:
        ns, ew = (f"{words.team_name(pair // 2)}" for pair in (line.ns, line.ew))
        return words.sheet_line(line.table, ns, ew, _came_to(line.outcome), "")
    won = words.EARNED(ns=fraction(line.matchpoints), ew=fraction(line.top - line.matchpoints))
    return words.sheet_line(line.table, ns, ew, _came_to(line.outcome), won)


def _came_to(outcome: Outcome) -> str:
    if outcome.average:
        return words.AVERAGE()
    told = words.net_points(outcome.points)
    return words.ADJUSTED_SCORE(points=told) if outcome.adjusted else told


# The final table as a picture

MOST_DRAWN: Final = 8
"""The most lines of the picture, which its rankings share."""
ALT_TEXT: Final = 1000
"""The most characters of an alternative text; Discord takes 1,024."""


def final_picture(seen: SeenEvening, name: str, called: Names) -> Picture:
    """Draws the final table, or the standings on the way to it. Those who are ``called`` nothing have only
    their number. Takes a twentieth of a second."""
    png = drawn_ranking(tuple(_drawn_ranking(seen, ranking, called) for ranking in seen.rankings))
    rows_told = [
        words.final_row(f"{line.rank}.", _label_and_names(seen, line, called), score_of_line(seen, line))
        for ranking in seen.rankings
        for line in ranking.lines[: _drawn_lines_each(seen)]
    ]
    return Picture(
        name, png, words.FINAL_ALT(kind=words.plan_title(seen.plan), rows=semicolons(rows_told))[:ALT_TEXT]
    )


def _drawn_lines_each(seen: SeenEvening) -> int:
    return MOST_DRAWN // len(seen.rankings)


def _label_and_names(seen: SeenEvening, line: Line, called: Names) -> str:
    """``Pair 3: Anna, Boris``."""
    label = standing_label(seen, line.places)
    who = ", ".join(filter(None, (called(seen.holders[place]) for place in line.places)))
    if not label:
        return who or SOMEBODY()
    return words.NAMED_LABEL(label=label, who=who) if who else label


def _drawn_ranking(seen: SeenEvening, ranking: Ranking, called: Names) -> DrawnRanking:
    values = [_bar_value(line) for line in ranking.lines]
    lowest, best = min([0.0, *values]), max([1.0, *values])
    return DrawnRanking(
        words.ranking_title(ranking.of),
        tuple(
            DrawnLine(
                str(line.rank),
                _label_and_names(seen, line, called),
                score_of_line(seen, line),
                (_bar_value(line) - lowest) / (best - lowest),
            )
            for line in ranking.lines[: _drawn_lines_each(seen)]
        ),
    )


def _bar_value(line: Line) -> float:
    return float(line.percent if line.most else line.score)


DIRECTOR_BUTTONS: Final = {
    "call": ("evening direct",),
    "close": ("evening direct",),
    "show": ("evening show",),
    "robot": ("evening direct",),
    "adjust": ("evening adjust",),
    "result": ("evening adjust",),
    "back": ("evening direct",),
}
"""Every button and list of a director's message, by verb, with the commands that do the same."""
SURE: Final = "sure"
"""What the id of a button says that does what has been asked once more."""
AVERAGE: Final = "average"


@form(
    EveningPress,
    DIRECTOR_BUTTONS,
    rf"(?P<evening>{ID}):(?P<round>\d{{1,3}})(?::(?P<what>\w{{1,8}}))?",
    "evening-",
)
def _parse_director_press(verb: str, found: Found) -> EveningPress:
    return EveningPress(verb, found["evening"], int(found["round"]), found["what"] or "")


YOU_DIRECT: Final = Sentence("You direct this evening")
ROBOT_FOR_WHOM: Final = Sentence("A robot in whose place?")
GIVE_A_RESULT: Final = Sentence("Give a table a result")
TABLE_NUMBERED: Final = Label("a list", "Table {table}")
NS_WON_HOW_MANY: Final = Label("a list", "North and south won…")
RESULT_AT: Final = Sentence("**Table {table}**: what is its result?")
NS_WON: Final = Plural("{count} trick", "{count} tricks")
AN_AVERAGE: Final = Label("a list", "An average: half of the matchpoints")
POINTS_BY_COMMAND: Final = Sentence("Another score: `/evening adjust` with `points` and `table: {table}`")
END_ROUND: Final = Label("a button of an evening", "End this round")
CLOSE_EVENING: Final = Label("a button of an evening", "Close the evening")
BRING_DOWN: Final = Label("a button of an evening", "Bring the message down")
GO_BACK: Final = Label("a button", "Back")
ENDS_ROUND: Final = Sentence(
    "**End this round now?** Tables that are still playing stop: where losers move their tricks so far "
    "count, at duplicate they have an average."
)
ENDS_EVENING: Final = Sentence(
    "**Close the evening now?** What has been scored counts, and nothing is played on."
)
TABLES_LEFT_OUT: Final = Sentence(
    "The list holds no more. These tables are given a result by `/evening adjust`: {tables}"
)
MOST_LISTED: Final = 25
"""Discord's limit for the lines of a list."""


def director_screen(seen: SeenEvening, evening_id: str, note: str = "") -> Screen:
    """All that a director may do now."""
    playing = [one.sitting.table for one in seen.open_tables]
    told = words.still_playing(playing) if playing and not seen.closed else ""
    top = text(noted(note), heading(YOU_DIRECT()), small(words.plan_title(seen.plan)), told)
    return Screen((top, *_director_lists(seen, evening_id), *_buttons_of_director(seen, evening_id)), BAIZE)


def _director_lists(seen: SeenEvening, evening_id: str) -> Iterator[Part]:
    if seen.closed or not seen.round:
        return
    yield People(_press_of_director("robot", evening_id, seen), ROBOT_FOR_WHOM())
    found = seen.open_tables or (
        seen.tables if seen.plan.boards == 1 else ()
    )  # else it is not clear which deal
    tables = [one.sitting.table for one in found]
    if not tables:
        return
    yield Select(
        _press_of_director("adjust", evening_id, seen),
        GIVE_A_RESULT(),
        tuple(Offer(str(one), TABLE_NUMBERED(table=one)) for one in tables[:MOST_LISTED]),
    )
    if left_out := tables[MOST_LISTED:]:
        yield text(small(TABLES_LEFT_OUT(tables=words.table_numbers(left_out))))


def _buttons_of_director(seen: SeenEvening, evening_id: str) -> tuple[Row, ...]:
    acts = [Button(_press_of_director("show", evening_id, seen), BRING_DOWN())]
    if not seen.closed:
        if seen.open_tables:
            acts.append(Button(_press_of_director("call", evening_id, seen), END_ROUND(), Style.DANGER))
        acts.append(Button(_press_of_director("close", evening_id, seen), CLOSE_EVENING(), Style.DANGER))
    return rows(tuple(acts))


def sure_screen(seen: SeenEvening, evening_id: str, verb: str) -> Screen:
    """Asks once more before the round or the evening ends."""
    asked, label = (ENDS_ROUND(), END_ROUND()) if verb == "call" else (ENDS_EVENING(), CLOSE_EVENING())
    sure = Button(_press_of_director(verb, evening_id, seen, SURE), label, Style.DANGER)
    return Screen((text(asked), *rows((sure, _back_button(seen, evening_id)))), CLARET)


def result_screen(seen: SeenEvening, evening_id: str, table: int) -> Screen:
    """The results that a table can be given by a list: tricks where losers move, an average at duplicate."""
    duplicate = seen.plan.kind.duplicate
    offers = (
        (Offer(AVERAGE, AN_AVERAGE()),)
        if duplicate
        else tuple(Offer(str(tricks), NS_WON(tricks)) for tricks in range(14))
    )
    asked = text(RESULT_AT(table=table), small(POINTS_BY_COMMAND(table=table)) if duplicate else "")
    results = Select(_press_of_director("result", evening_id, seen, str(table)), NS_WON_HOW_MANY(), offers)
    return Screen((asked, results, *rows((_back_button(seen, evening_id),))), BAIZE)


def _back_button(seen: SeenEvening, evening_id: str) -> Button:
    return Button(_press_of_director("back", evening_id, seen), GO_BACK())


def _press_of_director(verb: str, evening_id: str, seen: SeenEvening, what: str = "") -> str:
    return str(EveningPress(verb, evening_id, seen.round, what))

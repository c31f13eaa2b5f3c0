"""A number agrees with its noun: whatever is said of 1, 2, 5 or 21 things, in each language."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from inspect import isfunction
from itertools import product
from pathlib import Path
from string import Formatter
from types import ModuleType, NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import pytest

import screens
from rules.calls import Bid
from rules.cards import PACK, Card, Hand, Rank
from rules.seats import BySide, Seat, Side
from rules.sheet.deals import Lie
from rules.sheet.page import Told
from rules.table.requests import CutPack
from rules.tricks import Strain
from rules.view import OpenClaim
from screens.words.games.all_games import words_of
from screens.words.gamewords import ColumnWords, Doubling, GameWords, double, to_game
from screens.words.languages import ENGLISH, LANGUAGES, Label, Noun, Plural, Sentence, language_spoken, spoken
from screens.words.names import ON_PAPER, Speech
from screens.words.options import OPTION_WORDS, phrase

NUMBERS: Final = (1, 2, 4, 5, 11, 12, 14, 21)

FORMS: Final = {
    "en": """trick/tricks point/points card/cards deal/deals game/games rubber/rubbers call/calls ace/aces
        honour/honours trump/trumps time/times minute/minutes second/seconds day/days hand/hands person/people
        player/players table/tables round/rounds evening/evenings sheet/sheets layout/layouts match/matches
        demand/demands doubling/doublings other/others robot/robots chair/chairs spade/spades heart/hearts
        diamond/diamonds club/clubs royal/royals thing/things fault/faults backup/backups makes/make
        beats/beat event/events channel/channels month/months server/servers""",
    "fr": """levée/levées dernière/dernières point/points carte/cartes donne/donnes manche/manches
        robre/robres annonce/annonces mois/mois jeu/jeux
        honneur/honneurs atout/atouts minute/minutes seconde/secondes jour/jours main/mains
        personne/personnes joueur/joueurs table/tables tour/tours soirée/soirées feuille/feuilles
        répartition/répartitions partie/parties exigence/exigences contre/contres autre/autres robot/robots
        chaise/chaises pique/piques cœur/cœurs carreau/carreaux trèfle/trèfles royal/royaux chose/choses
        ligne/lignes place/places""",
    "ru": """взятка/взятки/взяток взятку/взятки/взяток очко/очка/очков очком/очками/очками карта/карты/карт
        карту/карты/карт сдача/сдачи/сдач сдачу/сдачи/сдач гейм/гейма/геймов роббер/роббера/робберов
        объявление/объявления/объявлений туз/туза/тузов онёр/онёра/онёров раз/раза/раз
        удвоение/удвоения/удвоений минута/минуты/минут минуту/минуты/минут секунда/секунды/секунд
        секунду/секунды/секунд день/дня/дней рука/руки/рук человек/человека/человек игрок/игрока/игроков
        стол/стола/столов тур/тура/туров вечер/вечера/вечеров протокол/протокола/протоколов
        расклад/расклада/раскладов партия/партии/партий партию/партии/партий требование/требования/требований
        контра/контры/контр контру/контры/контр пика/пики/пик черва/червы/червей
        бубна/бубны/бубен трефа/трефы/треф королевская/королевские/королевских свой/своих/своих
        месяц/месяца/месяцев игра/игры/игр строка/строки/строк канале/каналах/каналах
        место/места/мест""",
}
"""What is counted, for one, and for several; in Russian for two to four, and for more, also as objects."""

OBLIQUE: Final = {
    "ru": """взятки/взяток/взяток очка/очков/очков карты/карт/карт роббера/робберов/робберов
        человека/человек/человек других/других/других раза/раз/раз взятке/взятки/взяток
        раскладе/раскладах/раскладах"""
}
"""The same after these words."""
AFTER: Final = {"ru": "из до от после больше меньше менее более не по в"}

NOT_COUNTED: Final = {
    "en": """to of in on and or by at with for from more over each is are left a the played won lost declared
        down as misère does checks lies goes has rubber s only cannot""",
    "fr": """à de du en et ou par sur pour au aux avec des encore sans la as fois misère sans-atout est va
        robre au-delà ne que a""",
    "ru": """и или из на в по к до за от сверх против без мизер только уже лежит играет записана
        исправлена отменена не""",
}
"""Words that may follow a number and are no names of things."""


def forms(told: str) -> dict[str, set[int]]:
    """Each form with the places at which it stands."""
    found: dict[str, set[int]] = {}
    for line in told.split():
        for place, form in enumerate(line.split("/")):
            found.setdefault(form, set()).add(place)
    return found


def place_of(number: int, language: str) -> int:
    """Which form a number asks for, by the grammars."""
    if language == "ru":
        if number % 10 == 1 and number % 100 != 11:
            return 0
        return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2
    return 0 if number == 1 else 1


# Everything that is said of numbers

SKIPPED: Final = {
    "screens.words.names": "figures without words",
    "screens.words.languages": "what the sentences are made with",
    "screens.words.names.worth_text": "powers of two",
    "screens.stats._day": "the day of a month",
    "screens.words.host_checks.chains_fine": "tables and score sheets together, for the host",
    "screens.words.hosting.copied_note": "the same",
    "screens.words.hosting.forgotten_note": "the same",
    "screens.words.hosting.restored": "the same",
    "screens.words.host_checks.rehearsal_ended": "minutes with a decimal, and calls, of which there are many",
    "screens.words.host_checks.found_out": "numbers out of a number",
    "screens.words.host_checks.servers_fine": "numbers out of a number",
    "screens.words.host_orders.blocked": "the number of a person or a server at Discord",
    "screens.words.host_orders.unblocked": "the same",
    "screens.words.host_orders.blocked_list": "the same",
    "screens.words.host_orders.will_leave": "the same",
    "screens.words.host_orders.text_too_long": "more than a thousand characters",
    "screens.table_picture.trick_alt": "the names of cards",
}
ONLY_ENGLISH: Final = ("screens.words.host_checks", "screens.words.host_orders", "screens.words.hosting")


def stand_ins(kind: Any, number: int) -> Sequence[Any]:
    """Values of a type. Whatever is a number in them is this one."""
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Enum) and kind is not Rank:
        return list(kind)
    if isinstance(kind, list):  # what a function is called with
        return []
    if kind in OF_TYPE:
        return OF_TYPE[kind](number)
    if origin in (Union, UnionType):
        return [one for part in inner for one in stand_ins(part, number)]
    if origin is tuple and inner[-1:] != (...,):
        parts = [stand_ins(part, number) for part in inner]
        return [tuple(one[0] for one in parts)] if all(parts) else []
    if origin is not None:  # of which there may be any number
        return [[one] for one in stand_ins(inner[0], number)[:1]]
    return []


OF_TYPE: Final[dict[Any, Callable[[int], Sequence[Any]]]] = {
    int: lambda number: [number],
    float: lambda number: [float(number)],
    str: lambda _: ["…"],
    bool: lambda _: [False, True],
    NoneType: lambda _: [None],
    object: lambda _: ["…"],
    Speech: lambda _: [ON_PAPER],
    BySide[int]: lambda number: [BySide(number, number)],
    Path: lambda _: [Path("…")],
    Card: lambda _: [PACK[0]],
    Hand: lambda _: [Hand.of(PACK[:13])],
    Bid: lambda number: [Bid(min(number, 7), strain) for strain in Strain],
    CutPack: lambda number: [CutPack(number, "")],
    GameWords: lambda _: [words_of("contract"), words_of("biritch")],
    Doubling: lambda _: [double()],
    ColumnWords: lambda _: [to_game()],
    Lie: lambda number: [Lie(Side.NS, ((number, 0),), True)],
    OpenClaim: lambda _: [OpenClaim(Seat.EAST, tricks, frozenset(), ()) for tricks in (0, 1)],
    Told: lambda number: [Told(BySide(number, number), Strain.HEARTS, min(number, 7), Side.NS, number)],
}


NUMBERED: Final = """all count deal ew first four good grand grand_vulnerable last little little_vulnerable
    lost made most ns number odd of ours page pages place possible rank round rubber table theirs three total
    trick with_it"""
"""The parts of sentences that are numbers wherever they stand, or at one place at least."""
WORDED: Final = """a_card_of_suit act ago anew bid button by call card cards channel channels choice
    choices chosen commitment contract day days deals declaration due dummy friend game games go_on high
    kind label leader low moment month most name other own partner people percent player players points ranks
    results robots rows score seal season seat seats secret seed side streak strength suit tables taker time
    tricks
    until value what when who winner winners"""
"""Those that are words, or texts with a number and its word; and tricks, which are seven at least."""


WORD: Final = Noun("…", dict.fromkeys(("gen", "dat", "ins", "acc"), "…"))


def modules() -> Iterator[ModuleType]:
    """The modules of screens."""
    for found in pkgutil.walk_packages(screens.__path__, "screens."):
        yield importlib.import_module(found.name)


def sentences() -> Iterator[tuple[str, Sentence | Label | Plural]]:
    """Those with parts, which are constants of modules, with where they stand."""
    for module in modules():
        for name, one in vars(module).items():
            if isinstance(one, Sentence | Label | Plural) and parts_of(one):
                yield f"{module.__name__}.{name}", one


def parts_of(one: Sentence | Label | Plural) -> set[str]:
    text = one.one + one.more if isinstance(one, Plural) else one.english
    given = one.buttons.keys() if isinstance(one, Sentence) else ()
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}.difference(given)


def said(one: Sentence | Label | Plural) -> Iterator[str]:
    """A sentence with each of the numbers in the place of all of its numbers."""
    for number, other in product(NUMBERS, repeat=2):
        parts: dict[str, object] = {
            name: WORD if name in WORDED.split() else other for name in parts_of(one) - {"count"}
        }
        yield one(number, **parts) if isinstance(one, Plural) else one(**parts)


def functions() -> Iterator[tuple[str, Callable[..., object], dict[str, Any]]]:
    """Those that make a text from numbers, with the types of their arguments."""
    for module in modules():
        for name, one in vars(module).items():
            if not isfunction(one) or one.__module__ != module.__name__:
                continue
            takes = get_type_hints(one)
            gives = takes.pop("return", None)
            if SKIPPED.keys() & {module.__name__, f"{module.__name__}.{name}"}:
                continue
            if gives in (str, Noun) and any(map(of_numbers, takes.values())):
                yield f"{module.__name__}.{name}", one, takes


def of_numbers(kind: Any) -> bool:
    return kind in (int, float, Bid, Lie, Told) or any(map(of_numbers, get_args(kind)))


def rendered(one: Callable[..., object], takes: dict[str, Any]) -> Iterator[str]:
    """What a function says of each number, and of two numbers that differ."""
    for number, other in product(NUMBERS, repeat=2):
        values = [
            stand_ins(kind, other if place and kind is int else number)
            for place, kind in enumerate(takes.values())
        ]
        for given in product(*values):
            with suppress(AssertionError, KeyError, IndexError, ValueError):  # of what cannot be said of it
                yield str(one(**dict(zip(takes, given, strict=True))))


def spoken_of_numbers() -> Iterator[tuple[str, str]]:
    """Every text in the language that is set, with where it comes from."""
    for name, one, takes in functions():
        if language_spoken() == ENGLISH or not name.startswith(ONLY_ENGLISH):
            for text in set(rendered(one, takes)):
                yield name, text
    for name, sentence in sentences():
        for text in set(said(sentence)):
            yield name, text
    for key, words in OPTION_WORDS.items():
        for number in NUMBERS if words.number is not None else ():
            yield key, phrase(key, str(number))


COUNTED: Final = re.compile(
    r"(?<![\w.,:×−+/])(1|2|4|5|7|11|12|14|21)\**\s[\s*]*(?:[♠♥♦♣]\ufe0e?\s|(?:no|open|score)\s)*([^\W\d_]+(?:-[^\W\d_]+)*)"
)


def disagreements(text: str, language: str) -> Iterator[str]:
    """The numbers of a text with the words after them, where a word is not in the form that is asked for, or
    is none that is known."""
    regular, oblique = forms(FORMS[language]), forms(OBLIQUE.get(language, ""))
    for found in COUNTED.finditer(text):
        number, word = int(found[1]), found[2].lower()
        before = re.search(r"([^\W\d_]+)\W*$", text[: found.start()])
        places = set(regular.get(word, ()))
        if before is not None and before[1].lower() in AFTER.get(language, "").split():
            places |= oblique.get(word, set())
        if word not in NOT_COUNTED[language].split() and place_of(number, language) not in places:
            yield found[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_counted_agrees_with_its_number(language: str) -> None:
    """If this fails for a word that is not in the lists above, say there how it is counted, or that it is
    not."""
    with spoken(language):
        wrong = {
            f"{name}: {text}" for name, text in spoken_of_numbers() for _ in disagreements(text, language)
        }
    assert sorted(wrong) == []


def test_of_every_part_of_a_sentence_it_is_known_whether_it_is_a_number() -> None:
    """If this fails, say it above: what is a number is tried with its words in every language."""
    parts = {part for _, one in sentences() for part in parts_of(one)}
    assert parts == {*NUMBERED.split(), *WORDED.split()}

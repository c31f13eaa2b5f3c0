"""French and Russian as they are said at a card table: a word of another trade, or one that misleads, stands
in no sentence. Each row is a pattern of what is not said, what was said so once, and the word that is."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from tests.each import each
from tests.words.extraction import OTHERS, catalogue


class NotSaid(NamedTuple):
    pattern: str
    example: str
    said: str


NOT_SAID = {
    "fr": (
        NotSaid(r"\b[Rr]éclam", "Réclamer", "revendiquer; a revoke: signaler"),
        NotSaid(r"\b[Cc]haise", "Reprendre ma chaise", "place"),
        NotSaid(r"\b[Pp]ress(ez|er|ion)", "Pressez Commencer", "cliquez sur"),
        NotSaid(r"hébergeur", "mon hébergeur", "administrateur du bot"),
        NotSaid(r"\b[Dd]irecteur", "le directeur", "arbitre"),
        NotSaid(r"dans ce serveur", "Personne dans ce serveur", "sur ce serveur"),
        NotSaid(r"\bOù les (sources|lois)", "Où les sources se taisent", "Là où"),
        NotSaid(r"\b[Pp]urge", "Purgez les atouts", "battez atout"),
        NotSaid(r"\b(hautes cartes|une longue)\b", "de hautes cartes", "grosses cartes, couleur longue"),
        NotSaid(r"\b[Ff]euille ambulante", "Feuille ambulante", "fiche ambulante"),
        NotSaid(r"couper? le paquet", "couper le paquet", "couper le jeu"),
        NotSaid(r"tête d’une suite|question d’as|demande de quatre", "question d’as", "appel aux as"),
        NotSaid(r"carte la plus chère|a rien coûté", "La carte la plus chère", "qui a coûté le plus"),
        NotSaid(r"deux à deux", "deux à deux, rien", "à égalité"),
        NotSaid(r"on recoupe", "on recoupe", "on tire de nouveau"),
        NotSaid(r"[Dd]emander les honneurs", "Demander les honneurs", "annoncer les honneurs"),
        NotSaid(r"robots? (facile|excellent)", "un robot facile", "débutant, expert"),
        NotSaid(
            r"Vous êtes (inscrit|oublié)\b|\b[Vv]enez seul\b|étiez trompé\b|en êtes sûr\b|êtes écarté\b"
            r"|\bSeul (?:contre|[:])|est absent\b",
            "Vous êtes inscrit.",
            "what is true of everybody",
        ),
        NotSaid(r"Ruff and Honours", "Ruff and Honours", "Ruff et honneurs"),
        NotSaid(r"\b(le|du|au) Biritch", "le Biritch", "le biritch"),
        NotSaid(r"'", "d'autres", "’"),
        NotSaid(r"[ \u202f][:;?!%»]|«[ \u202f]", "Voici : la table", "a no-break space"),
        NotSaid(r"(?<=[^\s\d«]) ?(?<![\u00a0*`])[;?!](?=\s|$)", "Encore?", "a no-break space"),
    ),
    "ru": (
        NotSaid(r"\b[Вв]ы болван", "Вы болван: вашими картами играет партнёр", "ваша рука — болван"),
        NotSaid(
            r"(\d|\{count\}|одн\w+|дв[аеух]+|тр[иёх]+|заявк\w|игр\w|казать) без козырей",
            "3 без козырей",
            "без козыря",
        ),
        NotSaid(r"\b[Сс]тул", "Вернуть свой стул", "место"),
        NotSaid(r"(очков|взяток) — партия|[Пп]артия это", "Тридцать очков — партия", "гейм"),
        NotSaid(r"потребовать (\w+ )?взят|[Тт]ребовани\w+ взят", "потребовать взятки", "заявить клейм"),
        NotSaid(r"карта ничего не стоила|\bцена: \{|[Сс]амая дорогая", "Самая дорогая карта", "потеря"),
        NotSaid(
            r"владел\w+ бота|мо\w+ владел|хозяин|держит этого бота", "мой владелец", "администратор бота"
        ),
        NotSaid(r"[Рр]ешател", "нет решателя", "анализатор сдач"),
        NotSaid(r"\b[Оо]пци", "Опции", "параметры"),
        NotSaid(r"\b[Чч]ерв(ами|ах)?\b", "шесть черв", "черви, червей, червями"),
        NotSaid(r"(Козыри|называет|назвали|масть —|, ) ?червы\b", "Козыри червы", "черви; две червы"),
        NotSaid(r"бубён", "бубён", "бубен"),
        NotSaid(r"[Рр]овн(ая|ой|ую) рук", "ровная рука", "равномерный расклад"),
        NotSaid(r"на уровне (одной|двух|трёх|четырёх|пяти)\b", "на уровне двух", "на втором уровне"),
        NotSaid(r"[Бб]ойк", "перекрёстная бойка", "убитки"),
        NotSaid(r"с просьбой назвать|заявка после соперника", "контра с просьбой назвать масть", "вызывная"),
        NotSaid(r"(через силу|от слабости|под слабость)", "Ходите через силу болвана", "в сильную масть"),
        NotSaid(r"распорядител", "распорядитель", "судья"),
        NotSaid(r"[Лл]ист\w* записи", "лист записи роббера", "запись"),
        NotSaid(r"робот\w* .*посадить хороших|лёгк\w+ робот", "лёгкие роботы", "слабые"),
        NotSaid(r"за один присест|по ходу за несколько", "за один присест", "ход за ходом"),
        NotSaid(r"Ruff and Honours", "Ruff and Honours", "Рафф и онёры"),
        NotSaid(r"[Вв]закрыт|в закрытую", "сносит в закрытую", "рубашкой вверх"),
        NotSaid(r"(?:Взятка|Гейм|Заявка) (?:это|\d)", "Взятка это четыре карты", "a dash"),
        NotSaid(r"(?<=[а-я] )Бирич", "Это Бирич", "бирич"),
        NotSaid(r"сыграли и другие, человек|[Мм]ой хозяин", "Её сыграли и другие, человек", "чел."),
    ),
}


def said(language: str) -> Iterator[tuple[str | None, str]]:
    for one in catalogue(language):
        for text in (one.string,) if isinstance(one.string, str) else one.string:  # type: ignore[union-attr]
            if one.id:
                yield one.context, text


@each("language", OTHERS)
def test_nothing_is_said_that_nobody_says_at_a_card_table(language: str) -> None:
    wrong = []
    for row in NOT_SAID[language]:
        assert re.search(row.pattern, row.example), row.pattern
        wrong += [(row.said, text) for _, text in said(language) if re.search(row.pattern, text)]
    assert wrong == []


SAME_ENGLISH = {"Begin", "Start", "Go on", "Resume", "Leaving", "Leave", "Refuse"}
"""Buttons of different places that say one thing, though English has two words."""


@each("language", OTHERS)
def test_no_two_buttons_or_words_of_the_games_are_called_alike(language: str) -> None:
    """Such as *Reprendre* for both going on and taking a card back."""
    labels: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for one in catalogue(language):
        if one.context in ("a button", "a word of the game"):
            labels[one.context, str(one.string)].add(str(one.id))
    assert [
        both for both in labels.values() if len(both - SAME_ENGLISH) + bool(both & SAME_ENGLISH) > 1
    ] == []


LETTERS = {"remplacant": "ç", "siege": "è", "equipes": "é", "fleche": "è", "verifier": "é", "declarer": "é"}


def test_french_names_of_commands_have_their_accents() -> None:
    names = {text for context, text in said("fr") if (context or "").startswith("the name of a")}
    assert names & LETTERS.keys() == set() and "remplaçant" in names

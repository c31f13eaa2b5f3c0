"""How often something was doubled, in the forms that each language asks for."""

from __future__ import annotations

from screens.words.languages import spoken
from screens.words.scores import last_ranked_doubling, left_ranking
from tests.each import each


@each(
    ("language", "limit", "before", "after"),
    [
        ("en", 1, "Doubled once:", "more than once."),
        ("en", 7, "Doubled 7 times:", "more than 7 times."),
        ("fr", 1, "Contré une fois\u00a0:", "plus d’une fois."),
        ("fr", 7, "Contré 7 fois\u00a0:", "plus de 7 fois."),
        ("ru", 2, "Удвоено два раза:", "больше двух раз."),
        ("ru", 22, "Удвоено 22 раза:", "больше 22 раз."),
    ],
)
def test_how_often_a_rubber_was_doubled_is_told_in_the_form_of_the_sentence(
    language: str, limit: int, before: str, after: str
) -> None:
    with spoken(language):
        assert before in last_ranked_doubling(limit)
        assert left_ranking(limit).endswith(after)

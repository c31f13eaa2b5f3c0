"""The proof that a finished deal was dealt as it was sealed, and how to check it without the bot."""

from __future__ import annotations

from rules.deal.dealing import Dealing, TurnedUp
from rules.games.variant import Variant
from rules.view import Open
from screens.parts import BAIZE, CLARET, heading, small, text
from screens.screen import Screen
from screens.words import after as words
from screens.words.speech import Speech


def verify_screen(
    speech: Speech, deal: Open, table_id: str, variant: Variant, *, sealed: bool, dealt: bool
) -> Screen:
    """The finding in a sentence, what it rests on, and a line for the program in the documentation."""
    cutter = deal.dealer.right if deal.cut.by is not None else None
    proof = (
        words.sealed_as(deal.commitment),
        words.cut_at(speech, cutter, deal.cut.at, deal.cut.salt),
        words.seed_was(deal.seed),
    )
    blind = small(words.BLIND()) if variant.dealing.turned is TurnedUp.BLIND else ""
    return Screen(
        (
            text(heading(words.VERIFY()), f"**{words.verified(deal.number, sealed=sealed, dealt=dealt)}**"),
            text(*(small(line) for line in proof)),
            text(words.CHECK_YOURSELF(), f"```python\n{_line(deal, table_id, variant.dealing)}\n```", blind),
        ),
        BAIZE if sealed and dealt else CLARET,
    )


def _line(deal: Open, table_id: str, dealing: Dealing) -> str:
    """The call of ``check`` in docs/how-to/check-a-deal.md. The seats are the engine's."""
    given: list[object] = [
        table_id,
        deal.number,
        deal.dealer.letter,
        deal.commitment,
        deal.seed,
        deal.cut.at,
        deal.cut.salt,
    ]
    called = [_literal(one) for one in given]
    if dealing.each != 13:
        called.append(f"each={dealing.each}")
    if dealing.out:
        ranks = dict.fromkeys(card.rank.letter for card in dealing.out)
        called.append(f'out="{"".join(ranks)}"')
    return f"print(check({', '.join(called)}))"


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)

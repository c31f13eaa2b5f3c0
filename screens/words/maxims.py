"""The maxims of the whist books as sentences: about what a robot did, and as advice. English."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from robots.maxims import Maxim

DONE: Final[Mapping[Maxim, str]] = MappingProxyType(
    {
        Maxim.ONLY_CARD: "It had no choice.",
        Maxim.KING_FROM_ACE_KING: "It led the king from ace and king.",
        Maxim.TOP_OF_HONOURS: "It led the top of touching honours.",
        Maxim.ACE_FROM_FIVE: "It led the ace of a suit of five or more.",
        Maxim.FOURTH_BEST: "It led the fourth best of its longest suit.",
        Maxim.HIGHEST_OF_FEW: "It led the highest of two or three small cards.",
        Maxim.LOW_FROM_HONOUR: "It led low from a suit headed by an honour.",
        Maxim.SINGLETON: "It led its only card of a suit, in the hope of ruffing the next.",
        Maxim.RETURNS_LEAD: "It returned its partner's lead.",
        Maxim.ANSWERS_CALL: "It answered its partner's call for trumps.",
        Maxim.DRAWS_TRUMPS: "It led trumps, to draw the adversaries'.",
        Maxim.GIVES_RUFF: "It led a suit that its partner's hand could ruff.",
        Maxim.MASTER: "It led a card that no adversary could beat in its suit.",
        Maxim.THROUGH_STRENGTH: "It led through dummy's strength.",
        Maxim.UP_TO_WEAKNESS: "It led up to dummy's weakness.",
        Maxim.OWN_SUIT_AGAIN: "It went on with the suit that it had opened.",
        Maxim.ORIGINAL_FOURTH_BEST: "It went on with the fourth best that it was dealt of the suit.",
        Maxim.LONGEST_SUIT: "It led from its longest suit.",
        Maxim.SECOND_LOW: "It played low in second hand.",
        Maxim.COVERS: "It covered a high card.",
        Maxim.LOWEST_OF_SEQUENCE: "It played the lowest of a sequence in second hand.",
        Maxim.TAKES_AT_ONCE: "It took the trick with a card that no adversary could beat in its suit.",
        Maxim.THIRD_HIGH: "It played high in third hand.",
        Maxim.FINESSE: "It finessed, and kept a higher card.",
        Maxim.LEAVES_TO_PARTNER: "It did not overtake its partner.",
        Maxim.WINS_CHEAPLY: "It won the trick as cheaply as it could.",
        Maxim.CANNOT_WIN: "It could not win the trick, and played low.",
        Maxim.HOLDS_UP: "It held back a card that would have won the trick so far.",
        Maxim.CALLS_FOR_TRUMPS: "It played higher than it need, to call for trumps by a lower card next.",
        Maxim.ECHOES_CALL: "It played higher than it need, to show its partner four trumps or more.",
        Maxim.RUFFS: "It had none of the suit led, and ruffed.",
        Maxim.OVERRUFFS: "It overruffed.",
        Maxim.DISCARDS_FROM_WEAKNESS: "It discarded from weakness.",
        Maxim.LEADS_TO_LOSE: "It led low, to lose the trick.",
        Maxim.STAYS_UNDER: "It played its highest card that would not win.",
        Maxim.STAYS_LOW: "It played as low as it could.",
        Maxim.WINS_HIGH: "It won the trick with its highest card, to keep the lower ones.",
        Maxim.SHEDS: "It threw a card that might have won a trick later.",
        Maxim.DECLARES_LONGEST: "It declared its longest suit.",
        Maxim.DECLARES_EVEN: "It declared no trumps on a hand without a short suit.",
        Maxim.LEFT_TO_PARTNER: "It left the declaration to its partner.",
        Maxim.CONTRE: "It counted on more than half of the tricks.",
        Maxim.CONTENT: "It let the value of the tricks stand.",
    }
)
"""About a robot's choice."""

ADVISED: Final[Mapping[Maxim, str]] = MappingProxyType(
    {
        Maxim.ONLY_CARD: "You have no choice.",
        Maxim.KING_FROM_ACE_KING: "Lead the king from ace and king.",
        Maxim.TOP_OF_HONOURS: "Lead the top of touching honours.",
        Maxim.ACE_FROM_FIVE: "Lead the ace of a suit of five or more.",
        Maxim.FOURTH_BEST: "Lead the fourth best of your longest suit.",
        Maxim.HIGHEST_OF_FEW: "Lead the highest of two or three small cards.",
        Maxim.LOW_FROM_HONOUR: "Lead low from a suit headed by an honour.",
        Maxim.SINGLETON: "Lead your only card of a suit, in the hope of ruffing the next.",
        Maxim.RETURNS_LEAD: "Return your partner's lead.",
        Maxim.ANSWERS_CALL: "Your partner has called for trumps: lead them.",
        Maxim.DRAWS_TRUMPS: "Lead trumps, to draw the adversaries'.",
        Maxim.GIVES_RUFF: "Lead a suit that your partner's hand can ruff.",
        Maxim.MASTER: "Lead a card that no adversary can beat in its suit.",
        Maxim.THROUGH_STRENGTH: "Lead through dummy's strength.",
        Maxim.UP_TO_WEAKNESS: "Lead up to dummy's weakness.",
        Maxim.OWN_SUIT_AGAIN: "Go on with the suit that you opened.",
        Maxim.ORIGINAL_FOURTH_BEST: "Go on with the fourth best that you were dealt of the suit.",
        Maxim.LONGEST_SUIT: "Lead from your longest suit.",
        Maxim.SECOND_LOW: "Play low in second hand.",
        Maxim.COVERS: "Cover a high card.",
        Maxim.LOWEST_OF_SEQUENCE: "Play the lowest of a sequence in second hand.",
        Maxim.TAKES_AT_ONCE: "Take the trick with a card that no adversary can beat in its suit.",
        Maxim.THIRD_HIGH: "Play high in third hand.",
        Maxim.FINESSE: "Finesse, and keep your higher card.",
        Maxim.LEAVES_TO_PARTNER: "Do not overtake your partner.",
        Maxim.WINS_CHEAPLY: "Win the trick as cheaply as you can.",
        Maxim.CANNOT_WIN: "You cannot win the trick: play low.",
        Maxim.HOLDS_UP: "Hold back the card that would win the trick so far.",
        Maxim.CALLS_FOR_TRUMPS: "Play higher than you need, to call for trumps by a lower card next.",
        Maxim.ECHOES_CALL: "Play higher than you need, to show your partner four trumps or more.",
        Maxim.RUFFS: "You have none of the suit led: ruff.",
        Maxim.OVERRUFFS: "Overruff.",
        Maxim.DISCARDS_FROM_WEAKNESS: "Discard from weakness.",
        Maxim.LEADS_TO_LOSE: "Lead low, to lose the trick.",
        Maxim.STAYS_UNDER: "Play your highest card that will not win.",
        Maxim.STAYS_LOW: "Play as low as you can.",
        Maxim.WINS_HIGH: "Win the trick with your highest card, to keep the lower ones.",
        Maxim.SHEDS: "Throw a card that might win a trick later.",
        Maxim.DECLARES_LONGEST: "Declare your longest suit.",
        Maxim.DECLARES_EVEN: "Declare no trumps on a hand without a short suit.",
        Maxim.LEFT_TO_PARTNER: "Leave the declaration to your partner.",
        Maxim.CONTRE: "You may count on more than half of the tricks.",
        Maxim.CONTENT: "Let the value of the tricks stand.",
    }
)
"""To a player who asks for a hint."""

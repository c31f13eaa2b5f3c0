"""A fast simulation like ``robots.search.playouts``, without trumps, where both sides try to lose tricks."""

from __future__ import annotations

from robots.search.quick_leads import SUITS


def lose_out(
    hands: list[int], trumps: int, turn: int, led: int = 0, best: int = 0, best_by: int = 0, laid: int = 0
) -> int:
    """The tricks that north and south still win, the one on the table included, if everybody tries to lose
    them. The list ``hands`` is emptied; ``trumps`` must be 0."""
    won = 0
    while True:
        if not laid:
            hand = hands[turn]
            if not hand:
                return won
            best = _lead(hands, turn)
            led = SUITS[(best.bit_length() - 1) // 13]
            hands[turn] = hand ^ best
            best_by, turn, laid = turn, turn + 1 & 3, 1
        while laid < 4:
            hand = hands[turn]
            card = hand & led
            if card:
                if card & (card - 1):
                    card = _following(card, hands[turn + 1 & 3] & led, best, best_by == turn ^ 2, laid)
                if card > best:
                    best, best_by = card, turn
            else:
                card = _rid_of(hands, turn)
            hands[turn] = hand ^ card
            turn, laid = turn + 1 & 3, laid + 1
        turn, laid = best_by, 0
        won += 1 - (turn & 1)


def _following(held: int, after: int, best: int, partners: bool, laid: int) -> int:
    """The highest card under the best one; if there is none, the lowest card where a later hand may still go
    over it, else the highest. ``after`` are the next hand's cards of the suit."""
    top, under = 1 << held.bit_length() - 1, held & (best - 1)
    if laid == 3:
        return top if partners or not under else 1 << under.bit_length() - 1
    stays = laid == 2 and (not after or after & -after < best)  # the fourth hand need not take it
    if under:
        return top if stays and partners else 1 << under.bit_length() - 1
    low = held & -held
    return top if laid == 2 and (not after or after & -after < low) else low


def _lead(hands: list[int], turn: int) -> int:
    """The lowest card of the suit in which an adversary must take the trick, or may."""
    hand, left, partner, right = hands[turn], hands[turn + 1 & 3], hands[turn ^ 2], hands[turn + 3 & 3]
    most, card = -99.0, 0
    for suit in SUITS:
        held = hand & suit
        if held:
            low, lowest_over = held & -held, 0
            liked = -0.2 * held.bit_count()
            for theirs in (left & suit, right & suit):
                if theirs > low:
                    lowest = theirs & -theirs
                    liked += 4 if lowest > low else 1
                    lowest_over = max(lowest_over, lowest)
            if not (left | right) & suit:
                liked -= 5
            partners = partner & suit
            if partners & -partners > max(low, lowest_over):
                liked -= 3  # partner would have to take it
            if liked > most:
                most, card = liked, low
    return card


def _rid_of(hands: list[int], turn: int) -> int:
    """The most dangerous card of a hand that cannot follow."""
    hand = hands[turn]
    others = (hands[0] | hands[1] | hands[2] | hands[3]) & ~hand
    most, card = -99.0, 0
    for place, suit in enumerate(SUITS):
        held = hand & suit
        if held:
            top, out = 1 << held.bit_length() - 1, others & suit
            feared = (out & (top - 1)).bit_count() - 1.5 * (held.bit_count() - 1) if out else -20.0
            feared += 0.01 * (held.bit_length() - 13 * place)
            if feared > most:
                most, card = feared, top
    return card

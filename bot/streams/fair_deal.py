"""The fair deal: a commitment before the cut, the cut mixed in, the seed shown afterwards.

Anybody can check a finished deal from what was public: ``docs/how-to/check-a-deal.md`` has the same in
thirty lines. All the randomness that the bot uses is here, so that a test can put its own in its place.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from random import Random, SystemRandom
from typing import Protocol

from rules.cards import PACK, Card
from rules.chance import Chance
from storage.ports.records import TableId
from storage.ports.storage import DamagedRows

_SEED_BYTES = 32


def commitment(table: str, deal: int, seed: bytes) -> str:
    """What everybody is shown before the cut: SHA-256 of the table, the deal's number and the seed, in
    hex."""
    return sha256(f"biritch-1|{table}|{deal}|".encode() + seed).hexdigest()


def check_seeds(
    stream_id: TableId, shuffled_as: str, seeds: Mapping[int, bytes], commitments: Mapping[int, str]
) -> None:
    """That these are the seeds to which everybody was shown a commitment, and none is missing. Raises
    DamagedRows: a pack that cannot be proved is not dealt."""
    for deal, shown in commitments.items():
        if deal not in seeds or commitment(shuffled_as, deal, seeds[deal]) != shown:
            raise DamagedRows(stream_id, "seeds")


def shuffled(table: str, deal: int, seed: bytes, at: int, salt: str) -> tuple[Card, ...]:
    """The pack in the order in which it is dealt: a Fisher-Yates shuffle whose numbers come from HMAC-SHA256
    under the seed, over the table, the deal, the cut and a counter, and are used without modulo bias."""
    numbers = _numbers(seed, f"biritch-1|{table}|{deal}|{at}|{salt}|")
    pack = list(PACK)
    for last in range(len(pack) - 1, 0, -1):
        other = _below(last + 1, numbers)
        pack[last], pack[other] = pack[other], pack[last]
    return tuple(pack)


def blind_trump(table: str, deal: int, seed: bytes, at: int, salt: str) -> Card:
    """The card that is cut for trumps and put back before the pack is shuffled, in games that have it so: any
    of the fifty-two, drawn under the same seed independently of the shuffle."""
    return PACK[_below(len(PACK), _numbers(seed, f"biritch-1|{table}|{deal}|{at}|{salt}|trump|"))]


def _numbers(seed: bytes, message: str) -> Iterator[int]:
    """32-bit numbers without end, eight from each digest."""
    counter = 0
    while True:
        digest = hmac.digest(seed, f"{message}{counter}".encode(), "sha256")
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4])
        counter += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """A number below the bound. Numbers from the last, incomplete run are skipped: they would favour some."""
    whole = 2**32 - 2**32 % bound
    return next(number for number in numbers if number < whole) % bound


def board_seed(seed: bytes, board: int) -> bytes:
    """The seed of one deal of a duplicate, from that of the evening: HMAC-SHA256 over the deal's number."""
    return hmac.digest(seed, f"biritch-1|board|{board}".encode(), "sha256")


class FairChance:
    """Chance for one act at one table (``rules.chance.Chance``). ``made`` holds the seeds drawn by the act,
    which must be stored in the same transaction as their commitments."""

    def __init__(self, table: str, seeds: Mapping[int, bytes], random: Random) -> None:
        self._table = table
        self._seeds = seeds
        self._random = random
        self.made: dict[int, bytes] = {}

    def cards(self, count: int) -> Sequence[Card]:
        return self._random.sample(PACK, count)

    def commit(self, deal: int) -> str:
        seed = self.made[deal] = self._random.randbytes(_SEED_BYTES)
        return commitment(self._table, deal, seed)

    def pack(self, deal: int, at: int, salt: str) -> Sequence[Card]:
        return shuffled(self._table, deal, self._seed(deal), at, salt)

    def blind(self, deal: int, at: int, salt: str) -> Card:
        return blind_trump(self._table, deal, self._seed(deal), at, salt)

    def reveal(self, deal: int) -> str:
        return self._seed(deal).hex()

    def _seed(self, deal: int) -> bytes:
        return self.made.get(deal) or self._seeds[deal]


class SharedDeal:
    """Chance at a table that plays a deal of a duplicate: the pack is that of the evening, at every table."""

    def __init__(self, evening: str, board: int, seed: bytes) -> None:
        self._fair = FairChance(evening, {board: seed}, SystemRandom())
        self._evening, self._seed = evening, seed
        self.made: dict[int, bytes] = {}

    def cards(self, count: int) -> Sequence[Card]:
        return self._fair.cards(count)

    def commit(self, deal: int) -> str:
        self.made[deal] = self._seed
        return commitment(self._evening, deal, self._seed)

    def pack(self, deal: int, at: int, salt: str) -> Sequence[Card]:
        return self._fair.pack(deal, at, salt)

    def blind(self, deal: int, at: int, salt: str) -> Card:
        return self._fair.blind(deal, at, salt)

    def reveal(self, deal: int) -> str:
        return self._fair.reveal(deal)


class EveningChance(FairChance):
    """Chance for one act in an evening: lots, cuts for prizes, and the seed of all its deals."""

    def order(self, count: int) -> Sequence[int]:
        return self._random.sample(range(count), count)

    def token(self) -> str:
        return self._random.randbytes(4).hex()


class Shuffler(Chance, Protocol):
    """Chance for one act at one table. ``made`` are the seeds of the deals it has begun, by number, to be
    stored with the act."""

    made: dict[int, bytes]


class ChanceSource:
    """Chance from the operating system; with a ``seed``, for tests only, the same each time."""

    def __init__(self, seed: str | None = None) -> None:
        self._source = SystemRandom() if seed is None else Random(seed)
        self.robots = (
            SystemRandom() if seed is None else Random(f"robots {seed}")
        )  # never drawn from a deal's seed

    def shuffler(self, table: str, seeds: Mapping[int, bytes]) -> Shuffler:
        """Chance for one act. ``seeds`` are those of the table's deals that are not yet over."""
        return FairChance(table, seeds, self._source)

    def evening(self, evening: str, seeds: Mapping[int, bytes]) -> EveningChance:
        """Chance for one act in an evening."""
        return EveningChance(evening, seeds, self._source)

    def token(self) -> str:
        """Eight hexadecimal digits that nobody can guess: an id of a stream, or a pseudonym in one."""
        return self._source.randbytes(4).hex()

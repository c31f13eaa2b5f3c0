"""Statistics of finished deals for their players: how often each thing was done, and the best deal."""

from __future__ import annotations

from typing import Final

from storage import engine
from storage.engine import Connection
from storage.ports.records import BestDeal, DealCount, TableId, UserId
from storage.ports.storage import DamagedRows

GUILD: Final = "SELECT guild FROM stream WHERE table_id = ?1"
USER: Final = "SELECT user_id FROM person WHERE table_id = ?1 AND alias = ?2"
COUNT: Final = """
    INSERT INTO deed (user_id, guild, game, deed, count) VALUES (?1, ?2, ?3, ?4, 1)
    ON CONFLICT (user_id, guild, game, deed) DO UPDATE SET count = deed.count + 1
"""
BEST: Final = """
    SELECT points, ended_at, table_id, deal FROM best_deal WHERE user_id = ?1 AND guild = ?2 AND game = ?3
"""
PUT_BEST: Final = """
    INSERT INTO best_deal (user_id, guild, game, points, ended_at, table_id, deal)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    ON CONFLICT (user_id, guild, game) DO UPDATE SET points = excluded.points, ended_at = excluded.ended_at,
        table_id = excluded.table_id, deal = excluded.deal
"""
OF_USER: Final = "SELECT deed, count FROM deed WHERE user_id = ?1 AND guild = ?2 AND game = ?3"
FORGET: Final = ("DELETE FROM deed WHERE user_id = ?1", "DELETE FROM best_deal WHERE user_id = ?1")


def count_deal(db: Connection, table: TableId, deal: DealCount, at: int) -> None:
    """Count a deal that ended at this time, in milliseconds. Raises DamagedRows if one of its players is not
    found."""
    engine.take_turn(db)
    (guild,) = db.execute(GUILD, (table,)).fetchone()
    for share in deal.shares:
        found = db.execute(USER, (table, share.person.alias)).fetchone()
        if found is None:
            raise DamagedRows(table, "people")
        if (user := found[0]) is None:
            continue
        for deed in share.deeds:
            db.execute(COUNT, (user, guild, deal.game, deed))
        best = db.execute(BEST, (user, guild, deal.game)).fetchone()
        if share.points > 0 and (best is None or _better(share.points, (at, table, deal.number), best)):
            row = (user, guild, deal.game, str(share.points), at, table, deal.number)
            db.execute(PUT_BEST, row)


def _better(points: int, when: tuple[int, str, int], best: tuple[str, int, str, int]) -> bool:
    """Of deals with equal points the first stays the best."""
    before = int(best[0])
    return points > before or (points == before and when < best[1:])


def deeds_of(db: Connection, guild: int, game: str, user: UserId) -> dict[str, int]:
    return dict(db.execute(OF_USER, (user, guild, game)).fetchall())


def best_deal(db: Connection, guild: int, game: str, user: UserId) -> BestDeal | None:
    row = db.execute(BEST, (user, guild, game)).fetchone()
    return BestDeal(TableId(row[2]), row[3], int(row[0])) if row else None


def delete_deeds(db: Connection, user: UserId) -> None:
    for statement in FORGET:
        db.execute(statement, (user,))

"""All that is kept of one user, as plain values for a file. Of their acts only how many and when: what was
done is in the events, which tell of others too, and of hidden cards until a deal is over.
"""

from __future__ import annotations

from typing import Any, Final

from bot.ports.records import UserId, seconds
from storage import people, preferences, private_copies
from storage.engine import Connection

TABLES: Final = """
    SELECT person.table_id, stream.kind, guild, channel, open, person.alias, {acts}
    FROM person JOIN stream ON stream.table_id = person.table_id {events}
    WHERE person.user_id = ?1
    GROUP BY person.table_id, stream.kind, guild, channel, open, person.alias ORDER BY person.table_id
"""
_ACTS: Final = "count(event.version), min(event.at), max(event.at)"
_EVENTS: Final = "LEFT JOIN event ON event.table_id = person.table_id AND event.actor = person.alias"
COUNTED: Final = {
    "standings": """
        SELECT guild, game, period, board, rubbers, won, points FROM standing
        WHERE user_id = ?1 OR partner_id = ?1 ORDER BY guild, game, period, board, place
    """,
    "ratings": """
        SELECT guild, game, rubbers, shown FROM rating
        WHERE user_id = ?1 OR partner_id = ?1 ORDER BY guild, game, shown
    """,
    "results": """
        SELECT guild, game, table_id, number, ended_at, points FROM result
        WHERE user_id = ?1 ORDER BY ended_at, table_id, number
    """,
    "deeds": "SELECT guild, game, deed, count FROM deed WHERE user_id = ?1 ORDER BY guild, game, deed",
    "best deals": """
        SELECT guild, game, table_id, deal, ended_at, points FROM best_deal
        WHERE user_id = ?1 ORDER BY guild, game
    """,
}


def of_user(db: Connection, user: UserId, *, timed: bool) -> dict[str, Any]:
    """Without their acts unless ``timed``: an event that is damaged would hide everything."""
    reached = people.dm(db, user)
    tables = TABLES.format(acts=_ACTS if timed else "NULL, NULL, NULL", events=_EVENTS if timed else "")
    return {
        "user": str(user),
        "direct messages": {
            "channel": str(reached.channel) if reached.channel is not None else None,
            "refused": reached.refused,
        },
        "settings": preferences.of_owner(db, f"user:{user}"),
        "tables and score sheets": [
            {
                "table": table,
                "kind": kind,
                "server": str(guild),
                "channel": str(channel),
                "open": bool(is_open),
                "pseudonym": alias,
                "acts": acts,
                "first act": seconds(first) if isinstance(first, int) else None,
                "last act": seconds(last) if isinstance(last, int) else None,
            }
            for table, kind, guild, channel, is_open, alias, acts, first, last in db.execute(tables, (user,))
        ],
        "messages for one alone": [
            {"table": table, "message": str(message), "token from": made}
            for table, message, made in private_copies.of_user(db, user)
        ],
        **{name: _rows(db, statement, user) for name, statement in COUNTED.items()},
    }


def _rows(db: Connection, statement: str, user: UserId) -> list[dict[str, Any]]:
    """As a program in any language reads them: the ids of Discord's are longer than its numbers may be."""
    found = db.execute(statement, (user,))
    names = [column[0] for column in found.description]
    rows = [dict(zip(names, row, strict=True)) for row in found.fetchall()]
    for row in rows:
        row["server"] = str(row.pop("guild"))
        if "ended_at" in row:
            row["ended_at"] = seconds(row["ended_at"])
    return rows

-- Score sheets of rubbers played with real cards are streams of events like tables, of another kind. Guests are
-- people without a Discord account; their names are here and never in an event.

ALTER TABLE stream ADD COLUMN kind TEXT NOT NULL DEFAULT 'table' CHECK (kind IN ('table', 'sheet'));

DROP INDEX stream_open;
CREATE INDEX stream_open ON stream (kind, guild) WHERE open = 1;

CREATE TABLE guest (
    table_id TEXT NOT NULL REFERENCES stream (table_id),
    alias    TEXT NOT NULL,
    name     TEXT NOT NULL,
    PRIMARY KEY (table_id, alias)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 2;

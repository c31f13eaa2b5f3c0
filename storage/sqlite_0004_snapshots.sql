-- Snapshots: a table as it stood after an event, as text that the bot writes and reads, so that a load need not
-- replay the log from its beginning. Each may be deleted: the events say the same.

CREATE TABLE snapshot (
    table_id TEXT    NOT NULL,
    version  INTEGER NOT NULL,
    over     INTEGER NOT NULL,  -- the number of the last deal that was over
    body     TEXT    NOT NULL,
    seal     BLOB    NOT NULL CHECK (length(seal) = 32),  -- a hash of this row and of the event's own hash
    PRIMARY KEY (table_id, version),
    FOREIGN KEY (table_id, version) REFERENCES event (table_id, version)
) STRICT, WITHOUT ROWID;

CREATE INDEX snapshot_over ON snapshot (table_id, over);

PRAGMA user_version = 4;

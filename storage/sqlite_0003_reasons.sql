-- Why robots did what they did: text that the bot writes and reads, beside the event that it belongs to. It
-- tells of hidden cards while its deal goes on, and is no part of the chain of events.

CREATE TABLE reason (
    table_id TEXT    NOT NULL,
    deal     INTEGER NOT NULL,
    version  INTEGER NOT NULL,
    body     TEXT    NOT NULL,
    PRIMARY KEY (table_id, deal, version),
    FOREIGN KEY (table_id, version) REFERENCES event (table_id, version)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 3;

-- Why robots acted as they did: text that the bot writes and reads, by the event that it belongs to. It reveals
-- hidden cards until its deal is over, and is no part of the hash chain.

CREATE TABLE reason (
    table_id TEXT    NOT NULL,
    deal     INTEGER NOT NULL,
    version  INTEGER NOT NULL,
    body     TEXT    NOT NULL,
    PRIMARY KEY (table_id, deal, version),
    FOREIGN KEY (table_id, version) REFERENCES event (table_id, version)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 3;

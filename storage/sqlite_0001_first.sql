-- The first schema. Times are milliseconds since 1970. User ids are in person and dm only.

PRAGMA application_id = 1114206825;  -- "Biri"

CREATE TABLE stream (
    table_id TEXT    NOT NULL PRIMARY KEY,
    guild    INTEGER NOT NULL,
    channel  INTEGER NOT NULL,
    version  INTEGER NOT NULL CHECK (version >= 0),
    head     BLOB    NOT NULL CHECK (length(head) = 32),  -- the hash of the last event
    open     INTEGER NOT NULL CHECK (open IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE INDEX stream_open ON stream (guild) WHERE open = 1;

CREATE TABLE person (
    table_id TEXT NOT NULL REFERENCES stream (table_id),
    alias    TEXT NOT NULL,
    user_id  INTEGER,  -- NULL once forgotten; the alias stays
    PRIMARY KEY (table_id, alias),
    UNIQUE (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX person_user ON person (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE event (
    table_id TEXT    NOT NULL REFERENCES stream (table_id),
    version  INTEGER NOT NULL CHECK (version >= 1),
    kind     TEXT    NOT NULL,
    body     TEXT    NOT NULL,
    revision INTEGER NOT NULL,  -- of the rules that wrote it
    actor    TEXT,
    at       INTEGER NOT NULL,
    hash     BLOB    NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (table_id, version),
    FOREIGN KEY (table_id, actor) REFERENCES person (table_id, alias)
) STRICT, WITHOUT ROWID;

CREATE TABLE seen (
    key      TEXT    NOT NULL PRIMARY KEY,
    table_id TEXT    NOT NULL REFERENCES stream (table_id),
    version  INTEGER NOT NULL,
    at       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX seen_at ON seen (at);

CREATE TABLE secret (
    table_id TEXT    NOT NULL REFERENCES stream (table_id),
    deal     INTEGER NOT NULL,
    seed     BLOB    NOT NULL,
    PRIMARY KEY (table_id, deal)
) STRICT, WITHOUT ROWID;

CREATE TABLE slot (
    table_id   TEXT    NOT NULL REFERENCES stream (table_id),
    name       TEXT    NOT NULL,
    wanted     INTEGER NOT NULL,
    shown      INTEGER,
    digest     TEXT,
    channel    INTEGER,
    message    INTEGER,
    posts      INTEGER NOT NULL DEFAULT 0,  -- how many messages have been lost or left here
    tries      INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL DEFAULT 0,
    parked     TEXT,
    PRIMARY KEY (table_id, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX slot_due ON slot (table_id, wanted, name)
    WHERE parked IS NULL AND (shown IS NULL OR shown < wanted);
CREATE INDEX slot_channel ON slot (channel) WHERE channel IS NOT NULL;

CREATE TABLE dm (
    user_id INTEGER NOT NULL PRIMARY KEY,
    channel INTEGER,
    refused INTEGER NOT NULL CHECK (refused IN (0, 1))
) STRICT, WITHOUT ROWID;

-- Projections, which can be rebuilt from the events. Points are decimal text: they outgrow SQLite's integers.

CREATE TABLE rubber (
    table_id  TEXT    NOT NULL REFERENCES stream (table_id),
    number    INTEGER NOT NULL,
    guild     INTEGER NOT NULL,
    game      TEXT    NOT NULL,
    ended_at  INTEGER NOT NULL,
    winner    TEXT    NOT NULL,
    value     TEXT    NOT NULL,
    uncounted TEXT    NOT NULL,  -- why it is not ranked, or ''
    revision  INTEGER NOT NULL,  -- of the rules that reckoned it
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX rubber_ranked ON rubber (guild, game) WHERE uncounted = '';

CREATE TABLE rubber_share (
    table_id TEXT    NOT NULL,
    number   INTEGER NOT NULL,
    alias    TEXT    NOT NULL,
    side     TEXT    NOT NULL,
    won      INTEGER NOT NULL CHECK (won IN (0, 1)),
    points   TEXT    NOT NULL,
    PRIMARY KEY (table_id, number, alias),
    FOREIGN KEY (table_id, number) REFERENCES rubber (table_id, number),
    FOREIGN KEY (table_id, alias) REFERENCES person (table_id, alias)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 1;

-- The whole schema as it stands after step 11, for a new file, which need not go the way there. A step that is added
-- later is taken after it. Times are milliseconds since 1970.

PRAGMA application_id = 1114206825;  -- "Biri"

-- A stream of events: a table, a score sheet of a rubber with real cards, or an evening of many tables.
CREATE TABLE stream (
    table_id TEXT    NOT NULL PRIMARY KEY,
    guild    INTEGER NOT NULL,
    channel  INTEGER NOT NULL,
    version  INTEGER NOT NULL CHECK (version >= 0),
    head     BLOB    NOT NULL CHECK (length(head) = 32),  -- the hash of the last event
    open     INTEGER NOT NULL CHECK (open IN (0, 1)),
    kind     TEXT    NOT NULL DEFAULT 'table' CHECK (kind IN ('table', 'sheet', 'evening')),
    goes_on  INTEGER NOT NULL DEFAULT 1 CHECK (goes_on IN (0, 1))  -- with nobody's doing: loaded first
) STRICT, WITHOUT ROWID;

CREATE INDEX stream_open ON stream (kind, guild) WHERE open = 1;

-- Who takes part in a stream, and the alias by which its events name them.
CREATE TABLE person (
    table_id TEXT NOT NULL REFERENCES stream (table_id),
    alias    TEXT NOT NULL,
    user_id  INTEGER,  -- NULL once forgotten; the alias stays
    PRIMARY KEY (table_id, alias),
    UNIQUE (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX person_user ON person (user_id) WHERE user_id IS NOT NULL;

-- People without a Discord account: their names are here and never in an event.
CREATE TABLE guest (
    table_id TEXT NOT NULL REFERENCES stream (table_id),
    alias    TEXT NOT NULL,
    name     TEXT NOT NULL,
    PRIMARY KEY (table_id, alias)
) STRICT, WITHOUT ROWID;

-- The log. Events are never changed; each carries the hash of itself and of the one before.
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

-- Idempotency keys: what has been done once is not done again.
CREATE TABLE seen (
    key      TEXT    NOT NULL PRIMARY KEY,
    table_id TEXT    NOT NULL REFERENCES stream (table_id),
    version  INTEGER NOT NULL,
    at       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX seen_at ON seen (at);

-- The seeds of deals that are not over.
CREATE TABLE secret (
    table_id TEXT    NOT NULL REFERENCES stream (table_id),
    deal     INTEGER NOT NULL,
    seed     BLOB    NOT NULL,
    PRIMARY KEY (table_id, deal)
) STRICT, WITHOUT ROWID;

-- Why robots acted as they did: text that the bot writes and reads. It reveals hidden cards until its deal is over,
-- and is no part of the hash chain.
CREATE TABLE reason (
    table_id TEXT    NOT NULL,
    deal     INTEGER NOT NULL,
    version  INTEGER NOT NULL,
    body     TEXT    NOT NULL,
    PRIMARY KEY (table_id, deal, version),
    FOREIGN KEY (table_id, version) REFERENCES event (table_id, version)
) STRICT, WITHOUT ROWID;

-- A table as it stood after an event, as text that the bot writes and reads, so that a load need not replay the log
-- from its beginning. Each may be deleted: the events say the same.
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

-- What stands in Discord and what should: one row for each message that the bot keeps up to date.
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

-- The channels of direct messages.
CREATE TABLE dm (
    user_id INTEGER NOT NULL PRIMARY KEY,
    channel INTEGER,
    refused INTEGER NOT NULL CHECK (refused IN (0, 1))
) STRICT, WITHOUT ROWID;

-- What people and servers have chosen, one row a choice; what nobody has chosen has no row. The owner is "user:ID" or
-- "guild:ID".
CREATE TABLE preference (
    owner TEXT NOT NULL,
    name  TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (owner, name)
) STRICT, WITHOUT ROWID;

-- Named sets of options of a server: a game, and its options that are not at their defaults, as JSON.
CREATE TABLE option_set (
    guild   INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    game    TEXT    NOT NULL,
    options TEXT    NOT NULL,
    PRIMARY KEY (guild, name)
) STRICT, WITHOUT ROWID;

-- When the bot was connected to Discord, so that time in which nobody could press counts against nobody.
CREATE TABLE uptime (
    began INTEGER NOT NULL PRIMARY KEY,
    ended INTEGER NOT NULL CHECK (ended >= began)
) STRICT, WITHOUT ROWID;

-- Projections, which can be rebuilt from the events. Points are decimal text: they outgrow SQLite's integers. Of a user
-- who is forgotten the rows with their id are deleted.
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

CREATE INDEX rubber_ranked ON rubber (guild, game, ended_at, table_id, number) WHERE uncounted = '';
CREATE INDEX rubber_last ON rubber (guild, ended_at);

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

CREATE TABLE result (
    user_id  INTEGER NOT NULL,
    guild    INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    ended_at INTEGER NOT NULL,
    table_id TEXT    NOT NULL,
    number   INTEGER NOT NULL,
    points   TEXT    NOT NULL,
    PRIMARY KEY (user_id, guild, game, ended_at, table_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE standing (
    guild      INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    period     TEXT    NOT NULL,  -- 'all', a year '2026' or a month '2026-11', UTC
    board      TEXT    NOT NULL,  -- 'persons', 'pairs' or 'alone'
    user_id    INTEGER NOT NULL,
    partner_id INTEGER NOT NULL,  -- of two partners the newer account; else 0
    rubbers    INTEGER NOT NULL,
    won        INTEGER NOT NULL,
    points     TEXT    NOT NULL,
    place      TEXT    NOT NULL,
    PRIMARY KEY (guild, game, period, board, user_id, partner_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX standing_place ON standing
    (guild, game, period, board, place DESC, rubbers, user_id, partner_id, won, points);
CREATE INDEX standing_user ON standing (user_id, guild, game);
CREATE INDEX standing_partner ON standing (partner_id, guild, game) WHERE partner_id <> 0;

CREATE TABLE rating (
    guild      INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    user_id    INTEGER NOT NULL,
    partner_id INTEGER NOT NULL,
    rubbers    INTEGER NOT NULL,
    mu         REAL    NOT NULL,
    sigma      REAL    NOT NULL,
    shown      REAL    NOT NULL,
    PRIMARY KEY (guild, game, user_id, partner_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_place ON rating (guild, game, shown DESC, rubbers DESC, user_id, partner_id);
CREATE INDEX rating_user ON rating (user_id);
CREATE INDEX rating_partner ON rating (partner_id);

CREATE TABLE deed (
    user_id INTEGER NOT NULL,
    guild   INTEGER NOT NULL,
    game    TEXT    NOT NULL,
    deed    TEXT    NOT NULL,
    count   INTEGER NOT NULL,
    PRIMARY KEY (user_id, guild, game, deed)
) STRICT, WITHOUT ROWID;

CREATE TABLE best_deal (
    user_id  INTEGER NOT NULL,
    guild    INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    points   TEXT    NOT NULL,
    ended_at INTEGER NOT NULL,
    table_id TEXT    NOT NULL,
    deal     INTEGER NOT NULL,
    PRIMARY KEY (user_id, guild, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE counted (revision INTEGER NOT NULL) STRICT;  -- by which the projections were last counted
INSERT INTO counted (revision) VALUES (0);

PRAGMA user_version = 11;

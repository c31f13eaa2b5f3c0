-- Leaderboards, ratings and statistics: projections, counted from the events and counted again at the first
-- start. Points are decimal text; "place" orders as the numbers do, so that a page is read by an index.
-- User ids are in all of them but "counted"; the rows of a user who is forgotten are deleted.

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

DROP INDEX rubber_ranked;
CREATE INDEX rubber_ranked ON rubber (guild, game, ended_at, table_id, number) WHERE uncounted = '';
CREATE INDEX rubber_last ON rubber (guild, ended_at);

CREATE TABLE counted (revision INTEGER NOT NULL) STRICT;  -- by which the projections were last counted
INSERT INTO counted (revision) VALUES (0);

PRAGMA user_version = 7;

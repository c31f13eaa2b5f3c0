-- Deals that many people play alone, each at a table of their own: the deal of a day, by its date, and others that are
-- compared. A day's secret is written before anybody plays it, and shown once the day is over.

CREATE TABLE contest (
    contest  TEXT    NOT NULL PRIMARY KEY,
    game     TEXT    NOT NULL,
    dealer   TEXT    NOT NULL,
    strength TEXT    NOT NULL,  -- of the robots
    secret   BLOB    NOT NULL,
    made     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One play of a contest: of a person, who has one; or of a robot, which has no user and a strength. Of a user who is
-- forgotten the number is deleted, and the result stays.
CREATE TABLE attempt (
    table_id TEXT    NOT NULL PRIMARY KEY,
    contest  TEXT    NOT NULL REFERENCES contest (contest),
    user_id  INTEGER,
    robot    TEXT    NOT NULL DEFAULT '',
    began    INTEGER NOT NULL,
    ended    INTEGER,
    points   TEXT,  -- decimal
    line     TEXT    -- the calls and cards in order
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX attempt_once ON attempt (contest, user_id);
CREATE INDEX attempt_user ON attempt (user_id, contest);

-- In which servers somebody has asked for the deal of a day: in whose tables they stand.
CREATE TABLE regular (
    guild   INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (guild, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX regular_user ON regular (user_id);

PRAGMA user_version = 14;

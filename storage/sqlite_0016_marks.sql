-- A seal on what no event tells of deals that many play alone: the deals, the plays of them, and who plays in which server;
-- and on what people and servers have chosen. And a mark by which somebody who is forgotten is still known to have played
-- a deal, for as long as its key is kept: until its day is over.
--
-- The tables are made anew, of the usual kind: a key that has decayed in a row stands in an index too, so that the row is
-- found and no other is hidden by it. Plays that their people were forgotten in, and that were never to end, have ended.

CREATE TABLE contest_16 (
    contest  TEXT    NOT NULL PRIMARY KEY,
    game     TEXT    NOT NULL,
    dealer   TEXT    NOT NULL,
    strength TEXT    NOT NULL,  -- of the robots
    secret   BLOB    NOT NULL,
    made     INTEGER NOT NULL,
    key      BLOB,  -- of the marks; there is none before the first play, nor once all is over
    seal     BLOB   -- of all
) STRICT;

CREATE TABLE attempt_16 (
    table_id TEXT    NOT NULL PRIMARY KEY,
    contest  TEXT    NOT NULL REFERENCES contest_16 (contest),
    user_id  INTEGER,
    robot    TEXT    NOT NULL DEFAULT '',
    began    INTEGER NOT NULL,
    ended    INTEGER,
    points   TEXT,  -- decimal; a play has none that ended when its user was forgotten
    line     TEXT,  -- the calls and cards in order
    mark     BLOB,  -- of its user, under the key of the contest
    seal     BLOB   -- of all
) STRICT;

INSERT OR IGNORE INTO contest_16
SELECT contest, game, dealer, strength, secret, made, NULL,
    seal(contest, game, dealer, strength, secret, made, NULL)
FROM contest;

UPDATE attempt SET ended = began WHERE user_id IS NULL AND robot = '' AND ended IS NULL;

INSERT OR IGNORE INTO attempt_16
SELECT table_id, contest, user_id, robot, began, ended, points, line, NULL,
    seal(table_id, contest, user_id, robot, began, ended, points, line, NULL)
FROM attempt WHERE contest IN (SELECT contest FROM contest_16);  -- of a damaged file what can be read

DROP TABLE attempt;
DROP TABLE contest;
ALTER TABLE contest_16 RENAME TO contest;
ALTER TABLE attempt_16 RENAME TO attempt;

CREATE UNIQUE INDEX attempt_once ON attempt (contest, user_id);
CREATE UNIQUE INDEX attempt_mark ON attempt (contest, mark) WHERE mark IS NOT NULL;
CREATE INDEX attempt_user ON attempt (user_id, contest);

CREATE TABLE regular_16 (
    guild   INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    seal    BLOB,
    PRIMARY KEY (guild, user_id)
) STRICT;

INSERT OR IGNORE INTO regular_16 SELECT guild, user_id, seal(guild, user_id) FROM regular;
DROP TABLE regular;
ALTER TABLE regular_16 RENAME TO regular;
CREATE INDEX regular_user ON regular (user_id);

CREATE TABLE preference_16 (
    owner TEXT NOT NULL,
    name  TEXT NOT NULL,
    value TEXT NOT NULL,
    seal  BLOB,
    PRIMARY KEY (owner, name)
) STRICT;

INSERT OR IGNORE INTO preference_16 SELECT owner, name, value, seal(owner, name, value) FROM preference;
DROP TABLE preference;
ALTER TABLE preference_16 RENAME TO preference;

-- How many rows a list must have, so that one that is no longer found is missed: the plays of a contest, the people of a
-- server, and the choices of an owner, whose name is hashed.
CREATE TABLE tally (
    list   TEXT    NOT NULL PRIMARY KEY,
    length INTEGER NOT NULL
) STRICT;

INSERT INTO tally SELECT 'plays:' || contest, count(*) FROM attempt GROUP BY contest;
INSERT INTO tally SELECT 'people:' || guild, count(*) FROM regular GROUP BY guild;
INSERT INTO tally SELECT 'choices:' || lower(hex(seal(owner))), count(*) FROM preference GROUP BY owner;

PRAGMA user_version = 16;

-- Deals that many people play alone, each at a table of their own: the deal of a day, by its date, and others that are
-- compared. A day's secret is written before anybody plays it, and shown once the day is over.

CREATE TABLE contest (
    contest  text   COLLATE "C" NOT NULL PRIMARY KEY,
    game     text   COLLATE "C" NOT NULL,
    dealer   text   COLLATE "C" NOT NULL,
    strength text   COLLATE "C" NOT NULL,  -- of the robots
    secret   bytea  NOT NULL,
    made     bigint NOT NULL
);

-- One play of a contest: of a person, who has one; or of a robot, which has no user and a strength. Of a user who is
-- forgotten the number is deleted, and the result stays.
CREATE TABLE attempt (
    table_id text   COLLATE "C" NOT NULL PRIMARY KEY,
    contest  text   COLLATE "C" NOT NULL REFERENCES contest (contest),
    user_id  bigint,
    robot    text   COLLATE "C" NOT NULL DEFAULT '',
    began    bigint NOT NULL,
    ended    bigint,
    points   text   COLLATE "C",  -- decimal
    line     text   COLLATE "C"   -- the calls and cards in order
);

CREATE UNIQUE INDEX attempt_once ON attempt (contest, user_id);
CREATE INDEX attempt_user ON attempt (user_id, contest);

-- In which servers somebody has asked for the deal of a day: in whose tables they stand.
CREATE TABLE regular (
    guild   bigint NOT NULL,
    user_id bigint NOT NULL,
    PRIMARY KEY (guild, user_id)
);

CREATE INDEX regular_user ON regular (user_id);

UPDATE biritch SET schema = 14;

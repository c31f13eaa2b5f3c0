-- A seal on what no event tells of deals that many play alone: the deals, the plays of them, and who plays in which server;
-- and on what people and servers have chosen. And a mark by which somebody who is forgotten is still known to have played
-- a deal, for as long as its key is kept: until its day is over. Plays that their people were forgotten in, and that were
-- never to end, have ended.

ALTER TABLE contest ADD COLUMN key bytea;  -- of the marks; there is none before the first play, nor once all is over
ALTER TABLE contest ADD COLUMN seal bytea;  -- of all
ALTER TABLE attempt ADD COLUMN mark bytea;  -- of its user, under the key of the contest
ALTER TABLE attempt ADD COLUMN seal bytea;  -- of all
ALTER TABLE regular ADD COLUMN seal bytea;
ALTER TABLE preference ADD COLUMN seal bytea;

UPDATE contest SET seal = substring(
    sha256(
        convert_to(
            contest || '|' || game || '|' || dealer || '|' || strength || '|' || encode(secret, 'hex') || '|'
            || made::text || '|',
            'UTF8'
        )
    ) FROM 1 FOR 16
);

UPDATE attempt SET ended = began WHERE user_id IS NULL AND robot = '' AND ended IS NULL;

UPDATE attempt SET seal = substring(
    sha256(
        convert_to(
            table_id || '|' || contest || '|' || coalesce(user_id::text, '') || '|' || robot || '|' || began::text
            || '|' || coalesce(ended::text, '') || '|' || coalesce(points, '') || '|' || coalesce(line, '') || '|',
            'UTF8'
        )
    ) FROM 1 FOR 16
);

UPDATE regular SET seal = substring(
    sha256(convert_to(guild::text || '|' || user_id::text, 'UTF8')) FROM 1 FOR 16
);

UPDATE preference SET seal = substring(
    sha256(convert_to(owner || '|' || name || '|' || value, 'UTF8')) FROM 1 FOR 16
);

CREATE UNIQUE INDEX attempt_mark ON attempt (contest, mark) WHERE mark IS NOT NULL;

-- How many rows a list must have, so that one that is no longer found is missed: the plays of a contest, the people of a
-- server, and the choices of an owner, whose name is hashed.
CREATE TABLE tally (
    list   text   COLLATE "C" NOT NULL PRIMARY KEY,
    length bigint NOT NULL
);

INSERT INTO tally SELECT 'plays:' || contest, count(*) FROM attempt GROUP BY contest;
INSERT INTO tally SELECT 'people:' || guild::text, count(*) FROM regular GROUP BY guild;
INSERT INTO tally
SELECT 'choices:' || encode(substring(sha256(convert_to(owner, 'UTF8')) FROM 1 FOR 16), 'hex'), count(*)
FROM preference GROUP BY owner;

UPDATE biritch SET schema = 16;

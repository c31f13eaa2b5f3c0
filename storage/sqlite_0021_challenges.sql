-- Challenges: five deals that friends play against each other. Each of the deals is a contest, with the key of its own marks;
-- who was asked, and what they answered, stands here. Of a user who is forgotten the number is deleted.

CREATE TABLE challenge (
    challenge TEXT    NOT NULL PRIMARY KEY,
    game      TEXT    NOT NULL,
    strength  TEXT    NOT NULL,  -- of the robots
    made      INTEGER NOT NULL,
    guild     INTEGER NOT NULL,  -- 0 outside of servers
    channel   INTEGER NOT NULL,
    friend    INTEGER NOT NULL,  -- 1 if one person alone was asked, who has the second place
    seal      BLOB               -- of all
) STRICT;

CREATE TABLE challenged (
    challenge TEXT    NOT NULL,
    place     INTEGER NOT NULL,  -- from 0, that of whoever began it
    user_id   INTEGER,
    asked     INTEGER NOT NULL,
    answered  INTEGER,
    plays     INTEGER NOT NULL,  -- 1 if they have taken it up
    reminded  INTEGER,
    seal      BLOB,              -- of all
    PRIMARY KEY (challenge, place)
) STRICT;

CREATE UNIQUE INDEX challenged_once ON challenged (challenge, user_id);
CREATE INDEX challenged_user ON challenged (user_id, asked);
CREATE INDEX challenged_asked ON challenged (asked);

CREATE TRIGGER check_challenged_put AFTER INSERT ON challenged
WHEN NOT (coalesce(NEW.answered, NEW.asked) >= NEW.asked AND NEW.place BETWEEN 0 AND 7)
    AND typeof(NEW.asked) = typeof(NEW.answered) AND EXISTS (SELECT 1 FROM counted)
BEGIN SELECT RAISE(ABORT, 'check_challenged'); END;

CREATE TRIGGER check_challenged_change AFTER UPDATE OF place, asked, answered ON challenged
WHEN NOT (coalesce(NEW.answered, NEW.asked) >= NEW.asked AND NEW.place BETWEEN 0 AND 7)
    AND typeof(NEW.asked) = typeof(NEW.answered)
    AND coalesce(OLD.answered, OLD.asked) >= OLD.asked AND OLD.place BETWEEN 0 AND 7
    AND EXISTS (SELECT 1 FROM counted)
BEGIN SELECT RAISE(ABORT, 'check_challenged'); END;

PRAGMA user_version = 21;

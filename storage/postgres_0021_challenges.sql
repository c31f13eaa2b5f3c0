-- Challenges: five deals that friends play against each other. Each of the deals is a contest, with the key of its own marks;
-- who was asked, and what they answered, stands here. Of a user who is forgotten the number is deleted.

CREATE TABLE challenge (
    challenge text   COLLATE "C" NOT NULL PRIMARY KEY,
    game      text   COLLATE "C" NOT NULL,
    strength  text   COLLATE "C" NOT NULL,  -- of the robots
    made      bigint NOT NULL,
    guild     bigint NOT NULL,  -- 0 outside of servers
    channel   bigint NOT NULL,
    friend    bigint NOT NULL,  -- 1 if one person alone was asked, who has the second place
    seal      bytea             -- of all
);

CREATE TABLE challenged (
    challenge text   COLLATE "C" NOT NULL,
    place     bigint NOT NULL,  -- from 0, that of whoever began it
    user_id   bigint,
    asked     bigint NOT NULL,
    answered  bigint,
    plays     bigint NOT NULL,  -- 1 if they have taken it up
    reminded  bigint,
    seal      bytea,            -- of all
    PRIMARY KEY (challenge, place)
);

CREATE UNIQUE INDEX challenged_once ON challenged (challenge, user_id);
CREATE INDEX challenged_user ON challenged (user_id, asked);
CREATE INDEX challenged_asked ON challenged (asked);

CREATE TRIGGER check_challenged_put AFTER INSERT ON challenged
FOR EACH ROW WHEN (NOT (coalesce(NEW.answered, NEW.asked) >= NEW.asked AND NEW.place BETWEEN 0 AND 7))
EXECUTE FUNCTION biritch_refuse();

CREATE TRIGGER check_challenged_change AFTER UPDATE OF place, asked, answered ON challenged
FOR EACH ROW WHEN (
    NOT (coalesce(NEW.answered, NEW.asked) >= NEW.asked AND NEW.place BETWEEN 0 AND 7)
    AND coalesce(OLD.answered, OLD.asked) >= OLD.asked AND OLD.place BETWEEN 0 AND 7
) EXECUTE FUNCTION biritch_refuse();

UPDATE biritch SET schema = 21;

-- Whether a table goes on without anybody's doing: a robot is to act, the pack is to be cut when time is up, or
-- it is adjourned and will be closed. After a start these are loaded first. Of older tables it is not known.

ALTER TABLE stream ADD COLUMN goes_on INTEGER NOT NULL DEFAULT 1 CHECK (goes_on IN (0, 1));

PRAGMA user_version = 5;

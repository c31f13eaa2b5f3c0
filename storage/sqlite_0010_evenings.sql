-- Evenings of many tables are streams of events too. A check cannot be changed, so the column is made anew, and the
-- one after it, which keeps its place.

DROP INDEX stream_open;
ALTER TABLE stream ADD COLUMN sort TEXT NOT NULL DEFAULT 'table' CHECK (sort IN ('table', 'sheet', 'evening'));
ALTER TABLE stream ADD COLUMN moves INTEGER NOT NULL DEFAULT 1 CHECK (moves IN (0, 1));
UPDATE stream SET sort = kind, moves = goes_on;
ALTER TABLE stream DROP COLUMN kind;
ALTER TABLE stream DROP COLUMN goes_on;
ALTER TABLE stream RENAME COLUMN sort TO kind;
ALTER TABLE stream RENAME COLUMN moves TO goes_on;
CREATE INDEX stream_open ON stream (kind, guild) WHERE open = 1;

PRAGMA user_version = 10;

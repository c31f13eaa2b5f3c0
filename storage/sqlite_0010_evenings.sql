-- Evenings of many tables are streams of events too. A check cannot be changed, so the column is made anew.

DROP INDEX stream_open;
ALTER TABLE stream ADD COLUMN sort TEXT NOT NULL DEFAULT 'table' CHECK (sort IN ('table', 'sheet', 'evening'));
UPDATE stream SET sort = kind;
ALTER TABLE stream DROP COLUMN kind;
ALTER TABLE stream RENAME COLUMN sort TO kind;
CREATE INDEX stream_open ON stream (kind, guild) WHERE open = 1;

PRAGMA user_version = 10;

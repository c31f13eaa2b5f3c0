-- A process may serve whichever shard nobody else does: until one is free it stands by, and at a planned stop it goes on
-- until another has begun to serve its own.

ALTER TABLE process ADD COLUMN stands_by bigint NOT NULL DEFAULT 0;  -- whether it waits for a shard
ALTER TABLE process ADD COLUMN wants bigint;                         -- the shard that it is about to serve
ALTER TABLE process ADD COLUMN leaving bigint NOT NULL DEFAULT 0;    -- whether it waits for somebody to take its own

UPDATE biritch SET schema = 22;

-- What several processes on one server tell each other. None of it outlives them, and none of it is copied. Versions
-- before this step made the tables when a process began.

CREATE TABLE IF NOT EXISTS process (
    id      text        COLLATE "C" NOT NULL PRIMARY KEY,
    "first" bigint      NOT NULL,  -- its shards
    "last"  bigint      NOT NULL,
    shards  bigint      NOT NULL,
    until   timestamptz NOT NULL
);

CREATE TABLE IF NOT EXISTS lease (
    table_id text   COLLATE "C" NOT NULL PRIMARY KEY,
    owner    text   COLLATE "C" REFERENCES process (id) ON DELETE SET NULL,
    epoch    bigint NOT NULL,  -- how often it has changed hands
    freely   bigint NOT NULL DEFAULT 0  -- whether the last owner gave it back
);

CREATE INDEX IF NOT EXISTS lease_owner ON lease (owner);

CREATE TABLE IF NOT EXISTS errand (
    table_id text COLLATE "C" NOT NULL,
    name     text COLLATE "C" NOT NULL,
    what     text COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, name, what)
);

CREATE TABLE IF NOT EXISTS turn (name text COLLATE "C" NOT NULL PRIMARY KEY, at timestamptz NOT NULL);

UPDATE biritch SET schema = 11;

-- The first schema on PostgreSQL, the same as that of SQLite's step 9: from here on both take the same steps.
-- Times are milliseconds since 1970. Text is ordered by its bytes, as SQLite does. Points are decimal text, since
-- they outgrow every integer. Truth is 0 or 1.

CREATE TABLE biritch (schema bigint NOT NULL);  -- shows that this database is ours, and the last step taken
INSERT INTO biritch (schema) VALUES (0);

CREATE TABLE stream (
    table_id text   COLLATE "C" NOT NULL PRIMARY KEY,
    guild    bigint NOT NULL,
    channel  bigint NOT NULL,
    version  bigint NOT NULL CHECK (version >= 0),
    head     bytea  NOT NULL CHECK (length(head) = 32),  -- the hash of the last event
    open     bigint NOT NULL CHECK (open IN (0, 1)),
    kind     text   COLLATE "C" NOT NULL DEFAULT 'table' CHECK (kind IN ('table', 'sheet')),
    goes_on  bigint NOT NULL DEFAULT 1 CHECK (goes_on IN (0, 1))
);

CREATE INDEX stream_open ON stream (kind, guild) WHERE open = 1;

CREATE TABLE person (
    table_id text COLLATE "C" NOT NULL REFERENCES stream (table_id),
    alias    text COLLATE "C" NOT NULL,
    user_id  bigint,  -- NULL once forgotten; the alias stays
    PRIMARY KEY (table_id, alias),
    UNIQUE (table_id, user_id)
);

CREATE INDEX person_user ON person (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE guest (
    table_id text COLLATE "C" NOT NULL REFERENCES stream (table_id),
    alias    text COLLATE "C" NOT NULL,
    name     text COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, alias)
);

CREATE TABLE event (
    table_id text   COLLATE "C" NOT NULL REFERENCES stream (table_id),
    version  bigint NOT NULL CHECK (version >= 1),
    kind     text   COLLATE "C" NOT NULL,
    body     text   COLLATE "C" NOT NULL,
    revision bigint NOT NULL,  -- of the rules that wrote it
    actor    text   COLLATE "C",
    at       bigint NOT NULL,
    hash     bytea  NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (table_id, version),
    FOREIGN KEY (table_id, actor) REFERENCES person (table_id, alias)
);

CREATE TABLE seen (
    key      text   COLLATE "C" NOT NULL PRIMARY KEY,
    table_id text   COLLATE "C" NOT NULL REFERENCES stream (table_id),
    version  bigint NOT NULL,
    at       bigint NOT NULL
);

CREATE INDEX seen_at ON seen (at);

CREATE TABLE secret (
    table_id text   COLLATE "C" NOT NULL REFERENCES stream (table_id),
    deal     bigint NOT NULL,
    seed     bytea  NOT NULL,
    PRIMARY KEY (table_id, deal)
);

CREATE TABLE slot (
    table_id   text   COLLATE "C" NOT NULL REFERENCES stream (table_id),
    name       text   COLLATE "C" NOT NULL,
    wanted     bigint NOT NULL,
    shown      bigint,
    digest     text   COLLATE "C",
    channel    bigint,
    message    bigint,
    posts      bigint NOT NULL DEFAULT 0,  -- how many messages have been lost or left here
    tries      bigint NOT NULL DEFAULT 0,
    not_before bigint NOT NULL DEFAULT 0,
    parked     text   COLLATE "C",
    PRIMARY KEY (table_id, name)
);

CREATE INDEX slot_due ON slot (table_id, wanted, name)
    WHERE parked IS NULL AND (shown IS NULL OR shown < wanted);
CREATE INDEX slot_channel ON slot (channel) WHERE channel IS NOT NULL;

CREATE TABLE reason (  -- it reveals hidden cards until its deal is over, and is no part of the hash chain
    table_id text   COLLATE "C" NOT NULL,
    deal     bigint NOT NULL,
    version  bigint NOT NULL,
    body     text   COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, deal, version),
    FOREIGN KEY (table_id, version) REFERENCES event (table_id, version)
);

CREATE TABLE snapshot (
    table_id text   COLLATE "C" NOT NULL,
    version  bigint NOT NULL,
    over     bigint NOT NULL,  -- the number of the last deal that was over
    body     text   COLLATE "C" NOT NULL,
    seal     bytea  NOT NULL CHECK (length(seal) = 32),  -- a hash of this row and of the event's own hash
    PRIMARY KEY (table_id, version),
    FOREIGN KEY (table_id, version) REFERENCES event (table_id, version)
);

CREATE INDEX snapshot_over ON snapshot (table_id, over);

CREATE TABLE dm (
    user_id bigint NOT NULL PRIMARY KEY,
    channel bigint,
    refused bigint NOT NULL CHECK (refused IN (0, 1))
);

CREATE TABLE preference (  -- the owner is "user:ID" or "guild:ID"
    owner text COLLATE "C" NOT NULL,
    name  text COLLATE "C" NOT NULL,
    value text COLLATE "C" NOT NULL,
    PRIMARY KEY (owner, name)
);

CREATE TABLE option_set (
    guild   bigint NOT NULL,
    name    text   COLLATE "C" NOT NULL,
    game    text   COLLATE "C" NOT NULL,
    options text   COLLATE "C" NOT NULL,
    PRIMARY KEY (guild, name)
);

CREATE TABLE uptime (
    began bigint NOT NULL PRIMARY KEY,
    ended bigint NOT NULL CHECK (ended >= began)
);

-- Projections, which can be rebuilt from the events.

CREATE TABLE rubber (
    table_id  text   COLLATE "C" NOT NULL REFERENCES stream (table_id),
    number    bigint NOT NULL,
    guild     bigint NOT NULL,
    game      text   COLLATE "C" NOT NULL,
    ended_at  bigint NOT NULL,
    winner    text   COLLATE "C" NOT NULL,
    value     text   COLLATE "C" NOT NULL,
    uncounted text   COLLATE "C" NOT NULL,  -- why it is not ranked, or ''
    revision  bigint NOT NULL,  -- of the rules that reckoned it
    PRIMARY KEY (table_id, number)
);

CREATE INDEX rubber_ranked ON rubber (guild, game, ended_at, table_id, number) WHERE uncounted = '';
CREATE INDEX rubber_last ON rubber (guild, ended_at);

CREATE TABLE rubber_share (
    table_id text   COLLATE "C" NOT NULL,
    number   bigint NOT NULL,
    alias    text   COLLATE "C" NOT NULL,
    side     text   COLLATE "C" NOT NULL,
    won      bigint NOT NULL CHECK (won IN (0, 1)),
    points   text   COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, number, alias),
    FOREIGN KEY (table_id, number) REFERENCES rubber (table_id, number),
    FOREIGN KEY (table_id, alias) REFERENCES person (table_id, alias)
);

CREATE TABLE standing (
    guild      bigint NOT NULL,
    game       text   COLLATE "C" NOT NULL,
    period     text   COLLATE "C" NOT NULL,  -- 'all', a year '2026' or a month '2026-11', UTC
    board      text   COLLATE "C" NOT NULL,  -- 'persons', 'pairs' or 'alone'
    user_id    bigint NOT NULL,
    partner_id bigint NOT NULL,  -- of two partners the newer account; else 0
    rubbers    bigint NOT NULL,
    won        bigint NOT NULL,
    points     text   COLLATE "C" NOT NULL,
    place      text   COLLATE "C" NOT NULL,
    PRIMARY KEY (guild, game, period, board, user_id, partner_id)
);

CREATE INDEX standing_place ON standing (guild, game, period, board, place DESC, rubbers, user_id, partner_id);
CREATE INDEX standing_user ON standing (user_id, guild, game);
CREATE INDEX standing_partner ON standing (partner_id, guild, game) WHERE partner_id <> 0;

CREATE TABLE rating (
    guild      bigint NOT NULL,
    game       text   COLLATE "C" NOT NULL,
    user_id    bigint NOT NULL,
    partner_id bigint NOT NULL,
    rubbers    bigint NOT NULL,
    mu         double precision NOT NULL,
    sigma      double precision NOT NULL,
    shown      double precision NOT NULL,
    PRIMARY KEY (guild, game, user_id, partner_id)
);

CREATE INDEX rating_place ON rating (guild, game, shown DESC, rubbers DESC, user_id, partner_id);
CREATE INDEX rating_user ON rating (user_id);
CREATE INDEX rating_partner ON rating (partner_id);

CREATE TABLE result (
    user_id  bigint NOT NULL,
    guild    bigint NOT NULL,
    game     text   COLLATE "C" NOT NULL,
    ended_at bigint NOT NULL,
    table_id text   COLLATE "C" NOT NULL,
    number   bigint NOT NULL,
    points   text   COLLATE "C" NOT NULL,
    PRIMARY KEY (user_id, guild, game, ended_at, table_id, number)
);

CREATE TABLE deed (
    user_id bigint NOT NULL,
    guild   bigint NOT NULL,
    game    text   COLLATE "C" NOT NULL,
    deed    text   COLLATE "C" NOT NULL,
    count   bigint NOT NULL,
    PRIMARY KEY (user_id, guild, game, deed)
);

CREATE TABLE best_deal (
    user_id  bigint NOT NULL,
    guild    bigint NOT NULL,
    game     text   COLLATE "C" NOT NULL,
    points   text   COLLATE "C" NOT NULL,
    ended_at bigint NOT NULL,
    table_id text   COLLATE "C" NOT NULL,
    deal     bigint NOT NULL,
    PRIMARY KEY (user_id, guild, game)
);

CREATE TABLE counted (revision bigint NOT NULL);  -- by which the projections were last counted
INSERT INTO counted (revision) VALUES (0);

UPDATE biritch SET schema = 9;

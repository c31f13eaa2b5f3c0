-- What lets a browser in to the page of a table: links that are good once, and the sessions that they become. Only the hash
-- of what the browser holds is kept. A row whose seal does not fit lets nobody in: they ask for another link.

CREATE TABLE page_key (
    digest   bytea  NOT NULL PRIMARY KEY,
    handle   text   COLLATE "C" NOT NULL,  -- of a session, as it stands in the address; empty for a link
    user_id  bigint NOT NULL,
    table_id text   COLLATE "C" NOT NULL,
    until    bigint NOT NULL,
    seal     bytea  NOT NULL   -- of all
);

CREATE INDEX page_key_user ON page_key (user_id);

UPDATE biritch SET schema = 18;

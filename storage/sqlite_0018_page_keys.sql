-- What lets a browser in to the page of a table: links that are good once, and the sessions that they become. Only the hash
-- of what the browser holds is kept. A row whose seal does not fit lets nobody in: they ask for another link.

CREATE TABLE page_key (
    digest   BLOB    NOT NULL PRIMARY KEY,
    handle   TEXT    NOT NULL,  -- of a session, as it stands in the address; empty for a link
    user_id  INTEGER NOT NULL,
    table_id TEXT    NOT NULL,
    until    INTEGER NOT NULL,
    seal     BLOB    NOT NULL   -- of all
) STRICT, WITHOUT ROWID;

CREATE INDEX page_key_user ON page_key (user_id);

PRAGMA user_version = 18;

-- Messages that only one person sees and only the token of an interaction reaches, for the quarter of an hour in which
-- it does: a bot that starts again brings them up to date.

CREATE TABLE private_copy (
    message   INTEGER NOT NULL PRIMARY KEY,
    table_id  TEXT    NOT NULL REFERENCES stream (table_id),
    name      TEXT    NOT NULL,  -- of the slot that it shows too
    token     TEXT    NOT NULL,
    follow_up INTEGER NOT NULL CHECK (follow_up IN (0, 1)),  -- whether it followed the answer to the interaction
    made      INTEGER NOT NULL  -- when the interaction was made
) STRICT;

PRAGMA user_version = 12;

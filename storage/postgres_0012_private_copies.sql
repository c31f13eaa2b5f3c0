-- Messages that only one person sees and only the token of an interaction reaches, for the quarter of an hour in which
-- it does: a bot that starts again brings them up to date.

CREATE TABLE private_copy (
    message   bigint NOT NULL PRIMARY KEY,
    table_id  text   COLLATE "C" NOT NULL REFERENCES stream (table_id),
    name      text   COLLATE "C" NOT NULL,  -- of the slot that it shows too
    token     text   COLLATE "C" NOT NULL,
    follow_up bigint NOT NULL CHECK (follow_up IN (0, 1)),  -- whether it followed the answer to the interaction
    made      bigint NOT NULL  -- when the interaction was made
);

UPDATE biritch SET schema = 12;

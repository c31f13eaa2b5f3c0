-- A seal on the rows that no event tells of: who is behind a pseudonym, and which messages stand in Discord. It is a hash
-- of the columns that are written with it, so that a row that has decayed is noticed when it is read.

ALTER TABLE person ADD COLUMN seal BLOB;  -- NULL once forgotten
ALTER TABLE slot ADD COLUMN seal BLOB;  -- of all but "wanted"

UPDATE person SET seal = seal(table_id, alias, user_id) WHERE user_id IS NOT NULL;

UPDATE slot SET seal = seal(table_id, name, shown, digest, channel, message, posts, tries, not_before, parked);

PRAGMA user_version = 13;

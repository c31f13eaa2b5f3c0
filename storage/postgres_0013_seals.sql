-- A seal on the rows that no event tells of: who is behind a pseudonym, and which messages stand in Discord. It is a hash
-- of the columns that are written with it, so that a row that has decayed is noticed when it is read.

ALTER TABLE person ADD COLUMN seal bytea;  -- NULL once forgotten
ALTER TABLE slot ADD COLUMN seal bytea;  -- of all but "wanted"

UPDATE person SET seal = substring(
    sha256(convert_to(table_id || '|' || alias || '|' || user_id::text, 'UTF8')) FROM 1 FOR 16
)
WHERE user_id IS NOT NULL;

UPDATE slot SET seal = substring(
    sha256(
        convert_to(
            table_id || '|' || name || '|' || coalesce(shown::text, '') || '|' || coalesce(digest, '') || '|'
            || coalesce(channel::text, '') || '|' || coalesce(message::text, '') || '|' || posts::text || '|'
            || tries::text || '|' || not_before::text || '|' || coalesce(parked, ''),
            'UTF8'
        )
    ) FROM 1 FOR 16
);

UPDATE biritch SET schema = 13;

-- A seal on where each stream stands, which no event tells of. It covers what no append changes: whose row it is, the
-- server, the channel and the kind. Version, head and "open" are checked against the events.

ALTER TABLE stream ADD COLUMN seal bytea;

UPDATE stream SET seal = substring(
    sha256(convert_to(table_id || '|' || guild::text || '|' || channel::text || '|' || kind, 'UTF8'))
    FROM 1 FOR 16
);

UPDATE biritch SET schema = 15;

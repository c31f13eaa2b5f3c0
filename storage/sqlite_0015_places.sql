-- A seal on where each stream stands, which no event tells of. It covers what no append changes: whose row it is, the
-- server, the channel and the kind. Version, head and "open" are checked against the events.

ALTER TABLE stream ADD COLUMN seal BLOB;

UPDATE stream SET seal = seal(table_id, guild, channel, kind);

PRAGMA user_version = 15;

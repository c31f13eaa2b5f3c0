-- What people and servers have chosen, one row a choice; what nobody has chosen has no row. The owner is
-- "user:ID" or "guild:ID".

CREATE TABLE preference (
    owner TEXT NOT NULL,
    name  TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (owner, name)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 6;

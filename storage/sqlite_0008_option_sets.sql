-- Named sets of options of a server: a game, and its options that are not at their defaults, as JSON.

CREATE TABLE option_set (
    guild   INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    game    TEXT    NOT NULL,
    options TEXT    NOT NULL,
    PRIMARY KEY (guild, name)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 8;

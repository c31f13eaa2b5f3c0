-- When the bot was connected to Discord, so that time in which nobody could press counts against nobody; and tables
-- in which somebody is waited for go on by themselves, since that person is told.

CREATE TABLE uptime (
    began INTEGER NOT NULL PRIMARY KEY,
    ended INTEGER NOT NULL CHECK (ended >= began)
) STRICT, WITHOUT ROWID;

UPDATE stream SET goes_on = 1 WHERE open = 1 AND kind = 'table';

PRAGMA user_version = 9;

-- A database file has one process, which has nothing to tell others. On a server this step makes the tables for it.

PRAGMA user_version = 11;

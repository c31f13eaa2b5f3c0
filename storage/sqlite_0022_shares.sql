-- A database file has one process, which serves every shard. On a server this step notes who stands by.

PRAGMA user_version = 22;

-- A play of a person is of a table that there is; that of a robot is at none, so that no FOREIGN KEY can say so. No stream is
-- ever deleted. A row of before that breaks this stays, can be changed and forgotten, and is told of in the log, as in step 19.

CREATE TRIGGER check_play_put AFTER INSERT ON attempt
WHEN NEW.robot = '' AND NOT EXISTS (SELECT 1 FROM stream WHERE table_id = NEW.table_id)
    AND EXISTS (SELECT 1 FROM counted)
BEGIN SELECT RAISE(ABORT, 'check_play'); END;

CREATE TRIGGER check_play_change AFTER UPDATE OF table_id, robot ON attempt
WHEN NEW.robot = '' AND (NEW.table_id <> OLD.table_id OR OLD.robot <> '')
    AND NOT EXISTS (SELECT 1 FROM stream WHERE table_id = NEW.table_id)
    AND EXISTS (SELECT 1 FROM counted)
BEGIN SELECT RAISE(ABORT, 'check_play'); END;

PRAGMA user_version = 20;

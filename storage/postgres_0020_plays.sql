-- A play of a person is of a table that there is; that of a robot is at none, so that no FOREIGN KEY can say so. No stream is
-- ever deleted. A row of before that breaks this stays, can be changed and forgotten, and is told of in the log, as in step 19.

CREATE FUNCTION biritch_refuse_astray() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM counted) AND NOT EXISTS (SELECT 1 FROM stream WHERE table_id = NEW.table_id) THEN
        RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = TG_NAME, TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER check_play_put AFTER INSERT ON attempt
FOR EACH ROW WHEN (NEW.robot = '') EXECUTE FUNCTION biritch_refuse_astray();

CREATE TRIGGER check_play_change AFTER UPDATE OF table_id, robot ON attempt
FOR EACH ROW WHEN (NEW.robot = '' AND (NEW.table_id <> OLD.table_id OR OLD.robot <> '')) EXECUTE FUNCTION biritch_refuse_astray();

UPDATE biritch SET schema = 20;

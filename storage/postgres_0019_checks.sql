-- What the log's own tables have always refused, the tables that are counted from it refuse too, and those of compared deals: more
-- rubbers won than played, a play that ends before it begins. A row of before that breaks this stays, can be changed and
-- forgotten, and is told of in the log: only what was sound may not become unsound. Nothing is refused while counted
-- is empty: a whole database is being copied in, as it is.

CREATE INDEX attempt_line ON attempt (ended, table_id) WHERE line IS NOT NULL;  -- lines go after a term

CREATE FUNCTION biritch_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM counted) THEN
        RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = TG_NAME, TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER check_standing_put AFTER INSERT ON standing
FOR EACH ROW WHEN (NOT (0 <= NEW.won AND NEW.won <= NEW.rubbers)) EXECUTE FUNCTION biritch_refuse();

CREATE TRIGGER check_standing_change AFTER UPDATE OF rubbers, won ON standing
FOR EACH ROW WHEN (NOT (0 <= NEW.won AND NEW.won <= NEW.rubbers) AND 0 <= OLD.won AND OLD.won <= OLD.rubbers) EXECUTE FUNCTION biritch_refuse();

CREATE TRIGGER check_rating_put AFTER INSERT ON rating
FOR EACH ROW WHEN (NOT (NEW.rubbers > 0)) EXECUTE FUNCTION biritch_refuse();

CREATE TRIGGER check_rating_change AFTER UPDATE OF rubbers ON rating
FOR EACH ROW WHEN (NOT (NEW.rubbers > 0) AND OLD.rubbers > 0) EXECUTE FUNCTION biritch_refuse();

CREATE TRIGGER check_deed_put AFTER INSERT ON deed
FOR EACH ROW WHEN (NOT (NEW.count >= 0)) EXECUTE FUNCTION biritch_refuse();

CREATE TRIGGER check_deed_change AFTER UPDATE OF count ON deed
FOR EACH ROW WHEN (NOT (NEW.count >= 0) AND OLD.count >= 0) EXECUTE FUNCTION biritch_refuse();

CREATE TRIGGER check_attempt_put AFTER INSERT ON attempt
FOR EACH ROW WHEN (NOT (coalesce(NEW.ended, NEW.began) >= NEW.began)) EXECUTE FUNCTION biritch_refuse();

CREATE TRIGGER check_attempt_change AFTER UPDATE OF began, ended ON attempt
FOR EACH ROW WHEN (NOT (coalesce(NEW.ended, NEW.began) >= NEW.began) AND coalesce(OLD.ended, OLD.began) >= OLD.began) EXECUTE FUNCTION biritch_refuse();

UPDATE biritch SET schema = 19;

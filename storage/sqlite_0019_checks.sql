-- What the log's own tables have always refused, the tables that are counted from it refuse too, and those of compared deals: more
-- rubbers won than played, a play that ends before it begins. A row of before that breaks this stays, can be changed and
-- forgotten, and is told of in the log: only what was sound may not become unsound. Nothing is refused while counted
-- is empty: a whole database is being copied in, as it is. That a column is of another type a seal shows.

CREATE INDEX attempt_line ON attempt (ended, table_id) WHERE line IS NOT NULL;  -- lines go after a term

CREATE TRIGGER check_standing_put AFTER INSERT ON standing
WHEN NOT (0 <= NEW.won AND NEW.won <= NEW.rubbers) AND EXISTS (SELECT 1 FROM counted)
BEGIN SELECT RAISE(ABORT, 'check_standing'); END;

CREATE TRIGGER check_standing_change AFTER UPDATE OF rubbers, won ON standing
WHEN NOT (0 <= NEW.won AND NEW.won <= NEW.rubbers)
    AND 0 <= OLD.won AND OLD.won <= OLD.rubbers AND EXISTS (SELECT 1 FROM counted)
BEGIN SELECT RAISE(ABORT, 'check_standing'); END;

CREATE TRIGGER check_rating_put AFTER INSERT ON rating
WHEN NOT (NEW.rubbers > 0) AND EXISTS (SELECT 1 FROM counted)
BEGIN SELECT RAISE(ABORT, 'check_rating'); END;

CREATE TRIGGER check_rating_change AFTER UPDATE OF rubbers ON rating
WHEN NOT (NEW.rubbers > 0) AND OLD.rubbers > 0 AND EXISTS (SELECT 1 FROM counted)
BEGIN SELECT RAISE(ABORT, 'check_rating'); END;

CREATE TRIGGER check_deed_put AFTER INSERT ON deed
WHEN NOT (NEW.count >= 0) AND EXISTS (SELECT 1 FROM counted)
BEGIN SELECT RAISE(ABORT, 'check_deed'); END;

CREATE TRIGGER check_deed_change AFTER UPDATE OF count ON deed
WHEN NOT (NEW.count >= 0) AND OLD.count >= 0 AND EXISTS (SELECT 1 FROM counted)
BEGIN SELECT RAISE(ABORT, 'check_deed'); END;

CREATE TRIGGER check_attempt_put AFTER INSERT ON attempt
WHEN NOT (coalesce(NEW.ended, NEW.began) >= NEW.began)
    AND typeof(NEW.began) = typeof(NEW.ended) AND EXISTS (SELECT 1 FROM counted)
BEGIN SELECT RAISE(ABORT, 'check_attempt'); END;

CREATE TRIGGER check_attempt_change AFTER UPDATE OF began, ended ON attempt
WHEN NOT (coalesce(NEW.ended, NEW.began) >= NEW.began)
    AND typeof(NEW.began) = typeof(NEW.ended)
    AND coalesce(OLD.ended, OLD.began) >= OLD.began AND EXISTS (SELECT 1 FROM counted)
BEGIN SELECT RAISE(ABORT, 'check_attempt'); END;

PRAGMA user_version = 19;

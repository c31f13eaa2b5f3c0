-- Evenings of many tables are streams of events too.

ALTER TABLE stream DROP CONSTRAINT stream_kind_check;
ALTER TABLE stream ADD CONSTRAINT stream_kind_check CHECK (kind IN ('table', 'sheet', 'evening'));

UPDATE biritch SET schema = 10;

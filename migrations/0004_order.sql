-- What the clock asks is answered by indexes alone: a row that has rotted hides nobody else's time.
DROP INDEX tables_by_due;
CREATE INDEX tables_by_due ON tables (due, id) WHERE due IS NOT NULL;
CREATE INDEX open_tables_by_change ON tables (is_open, changed) WHERE is_open = 1;

-- Which tables a process has last started on: those that are made anew, as by PostgreSQL's own tools
-- from a dump, have another number, and channels show what came after the dump.
ALTER TABLE fleet ADD COLUMN home TEXT NOT NULL DEFAULT '';

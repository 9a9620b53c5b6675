-- How often the board had been called back when a message was hung up: one from before the last
-- call gives way to a fresh one.
ALTER TABLE messages ADD COLUMN reposts BIGINT NOT NULL DEFAULT 0;

-- Enough to know of a table for what waits to be painted, without a look at its row.
CREATE INDEX tables_at_a_glance ON tables (id, is_open, changed);

-- The part of the bot's requests to Discord that each process may send, and its need: little (0), as much
-- as its fair part (1), or more (2). A process of release 0.3.0 writes neither, and sends as many as its
-- shards are of all shards.
ALTER TABLE processes ADD COLUMN part DOUBLE PRECISION;
ALTER TABLE processes ADD COLUMN need BIGINT NOT NULL DEFAULT 1;

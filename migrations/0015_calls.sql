-- Whether players may be called in a server, whether each new table gets a thread of its own, and the channel where a
-- line tells who opened, called, removed and closed (0 for none).
ALTER TABLE servers ADD COLUMN calls INTEGER NOT NULL DEFAULT 1;
ALTER TABLE servers ADD COLUMN threads INTEGER NOT NULL DEFAULT 0;
ALTER TABLE servers ADD COLUMN journal BIGINT NOT NULL DEFAULT 0;
-- The role of a server's people who want to be told of games, and when players were called there last.
CREATE TABLE callings (
    guild BIGINT NOT NULL PRIMARY KEY,
    role BIGINT NOT NULL,
    called DOUBLE PRECISION NOT NULL
);
-- Who wants to be told of games in a server where the bot may give no role.
CREATE TABLE callees (
    guild BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    PRIMARY KEY (guild, user_id)
);
CREATE INDEX callees_by_user ON callees (user_id);
-- Who hosts a table and does not want to be pinged about it.
ALTER TABLE people ADD COLUMN is_quiet_host INTEGER NOT NULL DEFAULT 0;
-- The pings about a lobby: the call for players, and the ping to its host; and the message of each while that stands;
-- NULL: it may be posted, or not.
CREATE TABLE calls (
    table_id TEXT NOT NULL REFERENCES tables (id),
    kind TEXT NOT NULL,
    channel BIGINT NOT NULL,
    begun DOUBLE PRECISION NOT NULL,
    message BIGINT,
    is_over INTEGER NOT NULL,
    PRIMARY KEY (table_id, kind)
);

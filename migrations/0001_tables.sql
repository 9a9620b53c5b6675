-- Tables, what was done at them, who sits there, and where they are shown.
-- Portable on purpose: PostgreSQL takes this as it stands. DOUBLE PRECISION and not REAL, which
-- holds seconds of the epoch only to about two minutes there.

CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    stage TEXT NOT NULL,
    is_open BIGINT NOT NULL,
    version BIGINT NOT NULL,
    due DOUBLE PRECISION,
    changed DOUBLE PRECISION NOT NULL,
    last_seq BIGINT NOT NULL,
    last_hash TEXT NOT NULL,
    snapshot_hash TEXT NOT NULL,
    snapshot TEXT NOT NULL
);
CREATE UNIQUE INDEX one_open_table_in_a_channel ON tables (channel) WHERE is_open = 1;
CREATE INDEX tables_by_channel ON tables (channel);
CREATE INDEX open_tables_in_a_guild ON tables (guild) WHERE is_open = 1;

-- These answer what the scheduler and the painter ask without a look at the row of a table: one
-- that is damaged keeps nobody else waiting.
CREATE INDEX tables_by_due ON tables (due, id) WHERE due IS NOT NULL;
CREATE INDEX open_tables_by_change ON tables (is_open, changed) WHERE is_open = 1;
CREATE INDEX tables_at_a_glance ON tables (id, is_open, changed);

CREATE TABLE log (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seq BIGINT NOT NULL,
    seat BIGINT,
    command TEXT NOT NULL,
    arguments TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
);

-- The only place that knows a person.
CREATE TABLE players (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX players_by_user ON players (user_id);

CREATE TABLE processed_interactions (
    interaction BIGINT NOT NULL PRIMARY KEY,
    at DOUBLE PRECISION NOT NULL
);
CREATE INDEX processed_interactions_by_age ON processed_interactions (at);

-- The pages that must be painted. A page has a kind (a lobby, a leg, a ping ...) and a number.
CREATE TABLE outbox (
    table_id TEXT NOT NULL REFERENCES tables (id),
    kind TEXT NOT NULL,
    number BIGINT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (table_id, kind, number)
);

-- Where they stand in Discord. While it is uncertain whether a newer message was posted in the
-- place of one, the row says so.
CREATE TABLE messages (
    table_id TEXT NOT NULL REFERENCES tables (id),
    kind TEXT NOT NULL,
    number BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    message BIGINT NOT NULL,
    reposts BIGINT NOT NULL,
    is_uncertain BIGINT NOT NULL,
    PRIMARY KEY (table_id, kind, number)
);

CREATE TABLE servers (
    guild BIGINT NOT NULL PRIMARY KEY,
    language TEXT NOT NULL,
    pace TEXT NOT NULL
);

CREATE TABLE facts (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- Tables, what was done at them, who sits there, and where they are shown.
-- Portable on purpose: PostgreSQL takes this as it stands. DOUBLE PRECISION and not REAL, which
-- holds seconds of the epoch only to about two minutes there.

-- Three hashes seal it: one the people, one the snapshot, and one all of the row but these two.
-- While it is a lobby, it has how often somebody got up from it, by marks that only the table's
-- secret could tell of whom. The snapshot is long and comes last, so that a look at the rest does
-- not read it.
CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    stage TEXT NOT NULL,
    is_open BIGINT NOT NULL,
    version BIGINT NOT NULL,
    due DOUBLE PRECISION,
    changed DOUBLE PRECISION NOT NULL,
    people TEXT NOT NULL,
    people_hash TEXT NOT NULL,
    departed TEXT NOT NULL,
    last_seq BIGINT NOT NULL,
    last_hash TEXT NOT NULL,
    snapshot_hash TEXT NOT NULL,
    row_hash TEXT NOT NULL,
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

-- How many tables there are, and the sum of the hashes of their names: one that is lost is missed.
CREATE TABLE census (
    tables BIGINT NOT NULL,
    hash TEXT NOT NULL
);
INSERT INTO census (tables, hash)
VALUES (0, '0000000000000000000000000000000000000000000000000000000000000000');

-- Each line has the click that it comes from, so that no click is carried out twice.
CREATE TABLE log (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seq BIGINT NOT NULL,
    seat BIGINT,
    command TEXT NOT NULL,
    arguments TEXT NOT NULL,
    interaction BIGINT,
    hash TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
);
CREATE UNIQUE INDEX log_by_interaction ON log (interaction) WHERE interaction IS NOT NULL;

-- The seats of each person. Who sits at a table is sealed in its own row.
CREATE TABLE players (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX players_by_user ON players (user_id);

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

-- The sum of the hashes of a table's messages: one that is changed or lost is missed.
CREATE TABLE message_seals (
    table_id TEXT NOT NULL PRIMARY KEY REFERENCES tables (id),
    hash TEXT NOT NULL
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

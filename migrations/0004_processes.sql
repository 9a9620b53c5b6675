-- Several processes that are one bot: which of them holds which of Discord's shards. SQLite, which
-- belongs to one process, leaves these empty. All times are of the database's own clock.

-- One row: how many shards there are, agreed on by all, and the newest format that any of them writes.
CREATE TABLE fleet (
    one BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    shards BIGINT NOT NULL,
    format BIGINT NOT NULL
);

-- The processes that run, in the order in which they came; one that does not say so lives no more.
CREATE TABLE processes (
    process TEXT NOT NULL PRIMARY KEY,
    format BIGINT NOT NULL,
    since DOUBLE PRECISION NOT NULL,
    until DOUBLE PRECISION NOT NULL
);

-- A shard's owner, whose lease ends by itself, and how many owners it has had.
CREATE TABLE shards (
    shard BIGINT NOT NULL PRIMARY KEY,
    owner TEXT,
    epoch BIGINT NOT NULL,
    until DOUBLE PRECISION NOT NULL
);
CREATE INDEX shards_by_owner ON shards (owner);

-- When a shard of a bucket may say next who it is: Discord takes one in five seconds.
CREATE TABLE identifies (
    bucket BIGINT NOT NULL PRIMARY KEY,
    free DOUBLE PRECISION NOT NULL
);

-- Settings of tables that a server has given a name.
CREATE TABLE presets (
    guild BIGINT NOT NULL,
    name TEXT NOT NULL,
    settings TEXT NOT NULL,
    PRIMARY KEY (guild, name)
);

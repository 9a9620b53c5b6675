-- Links by which a seat is played in a browser: hashes of the link and of the key of the browser that opened it first
-- (NULL: none has yet). A new link of the same seat replaces the old one.
CREATE TABLE links (
    table_id TEXT NOT NULL REFERENCES tables (id),
    user_id BIGINT NOT NULL,
    link TEXT NOT NULL,
    browser TEXT,
    PRIMARY KEY (table_id, user_id)
);
CREATE UNIQUE INDEX links_by_link ON links (link);
CREATE INDEX links_by_user ON links (user_id);

-- For whom a seat is kept in a lobby, until when, and the click that invited them; a time that is over, or 0, keeps
-- none.
CREATE TABLE invitations (
    table_id TEXT NOT NULL REFERENCES tables (id),
    user_id BIGINT NOT NULL,
    until DOUBLE PRECISION NOT NULL,
    interaction BIGINT NOT NULL,
    PRIMARY KEY (table_id, user_id)
);
CREATE INDEX invitations_by_user ON invitations (user_id);

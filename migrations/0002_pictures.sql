-- The picture that lies beside a message, and how a server wants its boards shown.

ALTER TABLE messages ADD COLUMN picture TEXT NOT NULL DEFAULT '';
ALTER TABLE servers ADD COLUMN board TEXT NOT NULL DEFAULT '';

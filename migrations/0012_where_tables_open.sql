-- The channels of a server where tables may be opened, divided by commas ('' for all), and the role of those who may
-- (0 for everybody).
ALTER TABLE servers ADD COLUMN channels TEXT NOT NULL DEFAULT '';
ALTER TABLE servers ADD COLUMN opener BIGINT NOT NULL DEFAULT 0;

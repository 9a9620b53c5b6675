-- The time zone of a server, in which people name times; '' until somebody has chosen one.
ALTER TABLE servers ADD COLUMN zone TEXT NOT NULL DEFAULT '';
-- Tables for later: when each opens and with which settings, its message, Discord's event for it, and the ping about
-- it that is to be posted. due: when the bot has to do something for it next.
CREATE TABLE appointments (
    id TEXT NOT NULL PRIMARY KEY,
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    user_id BIGINT,
    zone TEXT NOT NULL,
    starts DOUBLE PRECISION NOT NULL,
    settings TEXT NOT NULL,
    seats INTEGER NOT NULL,
    weeks INTEGER NOT NULL,
    stage TEXT NOT NULL,
    remind_at DOUBLE PRECISION,
    ping TEXT NOT NULL,
    pings INTEGER NOT NULL,
    pinged_from DOUBLE PRECISION NOT NULL,
    spares_host INTEGER NOT NULL,
    message BIGINT,
    is_shown INTEGER NOT NULL,
    event BIGINT,
    event_at DOUBLE PRECISION NOT NULL,
    try_at DOUBLE PRECISION,
    version INTEGER NOT NULL,
    due DOUBLE PRECISION NOT NULL
);
CREATE INDEX appointments_by_due ON appointments (due);
CREATE INDEX appointments_by_guild ON appointments (guild);
CREATE INDEX appointments_by_user ON appointments (user_id);
-- What people have answered to it, in the order of their answers.
CREATE TABLE answers (
    appointment TEXT NOT NULL REFERENCES appointments (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    answer TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (appointment, user_id)
);
CREATE INDEX answers_by_user ON answers (user_id);

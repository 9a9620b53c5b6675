-- When and where a person wants to be reminded, as `bot.reminders.reminder` reads it; '' until they have chosen.
ALTER TABLE people ADD COLUMN reminders TEXT NOT NULL DEFAULT '';
-- Until when a person is away from slow tables; NULL: not at all. In the past: the tables are still to be told.
ALTER TABLE people ADD COLUMN away_until DOUBLE PRECISION;
-- Decisions that slow tables wait for: since when, until when, and how often the person was reminded.
CREATE TABLE waits (
    table_id TEXT NOT NULL REFERENCES tables (id),
    user_id BIGINT NOT NULL,
    since DOUBLE PRECISION NOT NULL,
    ends DOUBLE PRECISION,
    told INTEGER NOT NULL,
    PRIMARY KEY (table_id, user_id)
);
CREATE INDEX waits_by_user ON waits (user_id);
-- The absences of the last year that have paused the clocks of slow tables.
CREATE TABLE pauses (
    user_id BIGINT NOT NULL,
    began DOUBLE PRECISION NOT NULL,
    ends DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, began)
);
-- When to look at a person's waits next, the reminder that stands (0: none; without a message it may be posted, or
-- not), and when the last ones were sent. guild: the server of the last wait, whose process does all this.
CREATE TABLE reminders (
    user_id BIGINT NOT NULL PRIMARY KEY,
    guild BIGINT NOT NULL,
    due DOUBLE PRECISION,
    number INTEGER NOT NULL,
    channel BIGINT NOT NULL,
    message BIGINT,
    begun DOUBLE PRECISION NOT NULL,
    sent TEXT NOT NULL
);
CREATE INDEX reminders_by_due ON reminders (due) WHERE due IS NOT NULL;
CREATE INDEX reminders_by_guild ON reminders (guild);

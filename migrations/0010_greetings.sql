-- Servers that have invited the bot lately, when that was by Discord's clock, when the greeting was first about to be
-- posted, and its message, once that is known. Each invitation is greeted once.
CREATE TABLE greetings (
    guild BIGINT NOT NULL PRIMARY KEY,
    invited DOUBLE PRECISION NOT NULL,
    begun DOUBLE PRECISION NOT NULL,
    channel BIGINT,
    message BIGINT
);

-- What the bot throws away by itself: games that were over long ago, and servers that sent it away.

-- Old games are found by these without a look at the row of any table; no move writes to them.
CREATE INDEX closed_tables_by_change ON tables (changed, id) WHERE is_open = 0;
CREATE INDEX closed_tables_in_a_guild ON tables (guild, id) WHERE is_open = 0;
CREATE INDEX games_by_guild ON games (guild, number);

-- Servers of which something is stored though the bot is not there, and since when that is known.
CREATE TABLE absences (
    guild BIGINT NOT NULL PRIMARY KEY,
    since DOUBLE PRECISION NOT NULL
);

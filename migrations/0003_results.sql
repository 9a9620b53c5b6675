-- What games came to. It stays when a game's table is deleted, and can be reckoned anew from logs
-- and results alone. In all of these, server 0 is everywhere.

-- Numbered in the order in which they ended. One that was broken off has its ending.
CREATE TABLE games (
    number BIGINT NOT NULL PRIMARY KEY,
    table_id TEXT NOT NULL,
    guild BIGINT NOT NULL,
    ended DOUBLE PRECISION NOT NULL,
    ending TEXT NOT NULL,
    ladder TEXT NOT NULL,
    options TEXT NOT NULL,
    journeys BIGINT NOT NULL,
    legs BIGINT NOT NULL
);
CREATE UNIQUE INDEX games_by_table ON games (table_id);

-- A seat of a game: whose it was (NULL: a computer's, or of somebody who is forgotten), and how good
-- that person was taken to be before.
CREATE TABLE results (
    game BIGINT NOT NULL REFERENCES games (number),
    seat BIGINT NOT NULL,
    guild BIGINT NOT NULL,
    user_id BIGINT,
    computer TEXT NOT NULL,
    is_person BIGINT NOT NULL,
    has_left BIGINT NOT NULL,
    rank BIGINT NOT NULL,
    points BIGINT NOT NULL,
    treasures BIGINT NOT NULL,
    colour TEXT NOT NULL,
    captained BIGINT NOT NULL,
    crashes BIGINT NOT NULL,
    falls BIGINT NOT NULL,
    cards BIGINT NOT NULL,
    farthest BIGINT NOT NULL,
    trusted BIGINT NOT NULL,
    doubted BIGINT NOT NULL,
    escapes BIGINT NOT NULL,
    largest_crash BIGINT NOT NULL,
    mu_here DOUBLE PRECISION,
    sigma_here DOUBLE PRECISION,
    mu_everywhere DOUBLE PRECISION,
    sigma_everywhere DOUBLE PRECISION,
    PRIMARY KEY (game, seat)
);
CREATE INDEX results_by_user ON results (user_id, game) WHERE user_id IS NOT NULL;
CREATE INDEX results_by_user_in_a_guild ON results (user_id, guild, game)
WHERE user_id IS NOT NULL;

-- Sums of the games that were played to their end: on a ladder ("" for all games), in a month ("" for
-- ever). Kept up to date by the transaction in which a game ends, and never summed up on reading.
CREATE TABLE standings (
    guild BIGINT NOT NULL,
    ladder TEXT NOT NULL,
    period TEXT NOT NULL,
    user_id BIGINT NOT NULL,
    games BIGINT NOT NULL,
    wins DOUBLE PRECISION NOT NULL,
    par DOUBLE PRECISION NOT NULL,
    points BIGINT NOT NULL,
    captained BIGINT NOT NULL,
    crashes BIGINT NOT NULL,
    falls BIGINT NOT NULL,
    cards BIGINT NOT NULL,
    farthest BIGINT NOT NULL,
    trusted BIGINT NOT NULL,
    doubted BIGINT NOT NULL,
    escapes BIGINT NOT NULL,
    largest_crash BIGINT NOT NULL,
    PRIMARY KEY (guild, ladder, period, user_id)
);
CREATE INDEX standings_by_wins ON standings (guild, ladder, period, wins DESC, user_id);
CREATE INDEX standings_by_user ON standings (user_id);

-- How often somebody came before or behind another one, and with which colour somebody plays.
CREATE TABLE rivals (
    guild BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    other_id BIGINT NOT NULL,
    games BIGINT NOT NULL,
    ahead BIGINT NOT NULL,
    behind BIGINT NOT NULL,
    PRIMARY KEY (user_id, guild, other_id)
);
CREATE INDEX rivals_by_games ON rivals (user_id, guild, games DESC, other_id);
CREATE INDEX rivals_by_other ON rivals (other_id);
CREATE TABLE colours (
    guild BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    colour TEXT NOT NULL,
    games BIGINT NOT NULL,
    PRIMARY KEY (user_id, guild, colour)
);

-- `shown` is what people read; it is kept for those alone who stand on the ladder.
CREATE TABLE ratings (
    guild BIGINT NOT NULL,
    ladder TEXT NOT NULL,
    user_id BIGINT NOT NULL,
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    last DOUBLE PRECISION NOT NULL,
    shown BIGINT,
    PRIMARY KEY (guild, ladder, user_id)
);
CREATE INDEX ratings_by_shown ON ratings (guild, ladder, shown DESC, user_id) WHERE shown IS NOT NULL;
CREATE INDEX ratings_by_last ON ratings (guild, ladder, last) WHERE shown IS NOT NULL;
CREATE INDEX ratings_by_user ON ratings (user_id);

-- How many stand on each rung of a ladder: nobody counts millions to find somebody's place.
CREATE TABLE rungs (
    guild BIGINT NOT NULL,
    ladder TEXT NOT NULL,
    rung BIGINT NOT NULL,
    people BIGINT NOT NULL,
    PRIMARY KEY (guild, ladder, rung)
);

-- Who got up from a game that went on without them.
CREATE TABLE leavers (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX leavers_by_user ON leavers (user_id);

-- What people have chosen for themselves, wherever they play.
CREATE TABLE people (
    user_id BIGINT NOT NULL PRIMARY KEY,
    is_hidden BIGINT NOT NULL DEFAULT 0,
    tips TEXT NOT NULL DEFAULT '',
    ship_name TEXT NOT NULL DEFAULT '',
    ship_balloon TEXT NOT NULL DEFAULT '',
    ship_stripes TEXT NOT NULL DEFAULT '',
    ship_emblem TEXT NOT NULL DEFAULT ''
);

-- Seats whose ship flies without its name at a table, since the host wants that.
CREATE TABLE unnamed (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat BIGINT NOT NULL,
    PRIMARY KEY (table_id, seat)
);

-- Words that a server does not want in the names of ships.
ALTER TABLE servers ADD COLUMN unwanted TEXT NOT NULL DEFAULT '';
